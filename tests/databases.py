"""Databases for tests, SQLite files and PostgreSQL ones alike, each the copy of one that was set up once."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from facedown.server.storage.database import driver
from facedown.server.storage.rows import metadata
from facedown.server.storage.store import Store
from tests.postgres import Postgres

KINDS = ("sqlite", "postgresql")


only_sqlite = pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # where the kind makes no difference


class Databases:
    """Makes empty databases of either kind: in this folder, and in a PostgreSQL server that starts when needed."""

    def __init__(self, folder: Path, postgres: Callable[[], Postgres]) -> None:
        self._folder, self._postgres = folder, cache(postgres)
        self._made = 0
        self._templates: dict[str, str] = {}

    def make(self, kind: str) -> str:
        """The address of a new database of this kind, as a server leaves it that nobody has used."""
        if kind not in self._templates:
            bare = self.make_bare(kind)
            Store(bare).try_out()
            self._templates[kind] = bare
        if kind == "postgresql":
            return self._postgres().database(self._templates[kind])
        address = self.make_bare(kind)
        shutil.copyfile(_file(self._templates[kind]), _file(address))
        return address

    def make_bare(self, kind: str) -> str:
        """The address of a new database in which no server has ever been."""
        if kind == "postgresql":
            return self._postgres().database()
        self._made += 1
        return f"sqlite:///{self._folder / f'{self._made}.db'}"

    def drop(self, address: str) -> None:
        """Nobody uses this database any more."""
        if is_file(address):
            _file(address).unlink(missing_ok=True)
        else:
            self._postgres().drop(address)


def is_file(address: str) -> bool:
    """Whether this is the address of an SQLite database."""
    return address.startswith("sqlite")


def execute(address: str, *statements: str, **values: object) -> list[tuple[Any, ...]]:
    """Carry these statements out, as somebody would who handles the database; the rows that the last one gives."""
    engine = sa.create_engine(driver(address))
    try:
        with engine.begin() as connection:
            for statement in statements:
                found = connection.execute(sa.text(statement), values)
            return [tuple(row) for row in found] if found.returns_rows else []
    finally:
        engine.dispose()


@contextmanager
def locked(address: str) -> Iterator[None]:
    """Meanwhile nobody else can write into this database; it can be read."""
    engine = sa.create_engine(driver(address), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE" if is_file(address) else "BEGIN")
            if not is_file(address):
                names = ", ".join(metadata.tables)
                connection.exec_driver_sql(f"LOCK TABLE {names} IN EXCLUSIVE MODE")
            yield
            connection.exec_driver_sql("ROLLBACK")
    finally:
        engine.dispose()


def hang_up_on_all(address: str) -> None:
    """End all connections to this database, as the end of a server's process does; a file needs no such thing."""
    if not is_file(address):
        execute(
            address,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )


def _file(address: str) -> Path:
    return Path(address.removeprefix("sqlite:///"))
