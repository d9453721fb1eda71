"""Servers for the tests: one that everybody shares, and some that a test may kill."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from facedown.server import app as application
from tests import seeded_deals
from tests.databases import KINDS, Databases
from tests.postgres import Postgres, folder_for
from tests.replaced import replaced
from tests.server.harness import UNLIMITED, Server, hang_up
from tests.server.serving import differences
from tests.server.within import Within


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits to speed, for all tests that leave it as it was."""
    made = Server(tmp_path_factory.mktemp("server"), **UNLIMITED)
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Postgres]:
    """A PostgreSQL server."""
    server = Postgres(folder_for(tmp_path_factory.getbasetemp()))
    yield server
    server.end()


@pytest.fixture(scope="session")
def databases(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Databases:
    """Makes databases."""

    def postgres() -> Postgres:
        found: Postgres = request.getfixturevalue("postgres")
        return found

    return Databases(tmp_path_factory.mktemp("databases"), postgres)


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, databases: Databases) -> Iterator[str]:
    """The address of an empty database, of each kind in turn."""
    address = databases.make(request.param)
    yield address
    databases.drop(address)


@pytest.fixture(params=KINDS)
def bare_database(request: pytest.FixtureRequest, databases: Databases) -> Iterator[str]:
    """The address of a database in which no server has been yet, of each kind in turn."""
    address = databases.make_bare(request.param)
    yield address
    databases.drop(address)


@pytest.fixture
def sqlite(databases: Databases) -> Iterator[str]:
    """The address of an empty database, for a test that has nothing to do with what is stored."""
    address = databases.make("sqlite")
    yield address
    databases.drop(address)


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Makes servers of a test's own, started, with these environment variables."""
    made: list[Server] = []

    def make(**environment: str) -> Server:
        server = Server(tmp_path / f"data{len(made)}", **environment)
        server.start()
        made.append(server)
        return server

    yield make
    for server in made:
        server.stop()


@pytest.fixture(scope="session")
def shared_app(databases: Databases) -> Iterator[Within]:
    made = Within(databases.make("sqlite"), **UNLIMITED)
    with replaced(differences({})):
        made.start()
    yield made
    made.stop()


@pytest.fixture
def app(shared_app: Within) -> Iterator[Within]:
    """The application without sockets, without limits to speed, for all tests that leave it as it was.

    What a test has begun there ends with it: a bot that thought on would meet what the next test replaces.
    """
    with replaced([*seeded_deals.replacements(), *differences({})]):
        yield shared_app
        hang_up()
        shared_app.rest()


@pytest.fixture
def own_app(database: str) -> Iterator[Callable[..., Within]]:
    """Makes applications of a test's own over one database, started, with these settings."""
    with ExitStack() as until_the_end:
        tidies_at_once = (application, "TIDY_AFTER", 0.0)
        until_the_end.enter_context(replaced([*seeded_deals.replacements(), tidies_at_once]))

        def make(**environment: str) -> Within:
            until_the_end.enter_context(replaced(differences(environment)))
            made = Within(database, **environment)
            made.start()
            until_the_end.callback(made.stop)
            return made

        yield make


@pytest.fixture(autouse=True)
def browsers() -> Iterator[None]:
    """Closes every browser that a test leaves open."""
    yield
    hang_up()
