"""Nobody can tell from what they are sent, or how, what they may not know.

`make secrecy` plays thousands of games over real sockets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from tests.how_much import count, some
from tests.secrecy import sweep, town_runs
from tests.secrecy.lockstep import SPECTATOR, Difference, Found, TwinServer
from tests.secrecy.planted import AS_IT_WAS, LEAKS
from tests.secrecy.serve import TwinWithin
from tests.secrecy.towns import Family, Sibling, Town
from tests.server.harness import hang_up

# One of each kind: a policy and refused words, a kill and what is taken back, and what is done by hand;
# `make sweep` plays thousands.
FAMILIES, FORKS = some((0, 3, 6), (0, 2, 3, 5, 6)), count(3, 4)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwinServer]:
    twin = TwinWithin(f"sqlite:///{tmp_path_factory.mktemp('secrecy') / 'tables.db'}")
    with twin.serving():
        yield twin


@pytest.fixture(autouse=True)
def browsers() -> Iterator[None]:
    yield
    hang_up()


def play(server: TwinServer, families: Iterable[int]) -> Found:
    found = Found()
    for number in families:
        found = found.plus(sweep.of_towns(server, number))
    return found


def test_whoever_may_not_know_is_sent_the_same_in_all_towns_of_a_family(server: TwinServer) -> None:
    found = play(server, FAMILIES)
    assert found.pairs >= 20, "the towns differed so much that hardly any were compared"
    assert found.secret >= found.pairs // 3, "as much was done unseen in all: this test could not fail"
    assert found.messages > 1000


def play_forks(server: TwinServer, game: str) -> Found:
    found = Found()
    for number in range(FORKS):
        found = found.plus(sweep.of_fork(server, game, number))
    return found


@pytest.mark.parametrize("game", sorted(sweep.FORKS))
def test_within_a_window_nobody_learns_what_another_does(server: TwinServer, game: str) -> None:
    """Of the calls, looks, swaps and bargains of The Botch is Back, and of a tick in Bots Battleground."""
    assert play_forks(server, game).streams > 100


@pytest.mark.parametrize("game", sorted(sweep.FORKS))
def test_a_window_that_tells_is_caught(server: TwinServer, game: str) -> None:
    with server.leaking(game), pytest.raises(Difference):
        play_forks(server, game)


OPTIONS: dict[str, str | int] = {
    "travellers": 0, "rules_version": "2022", "results": "at once", "whispers": "shown",
}  # fmt: skip
RATHER = ("Di", "Chambermaid", "Courtier", "Grandmother")  # whom a Lunatic takes for its Minion, and three bluffs


def pair(one: str, other: str, script: str = "Trouble Brewing") -> Family:
    """Two towns, such as `chef imp` and `chef imp|0p`."""
    towns = [
        Town(tuple(town.split("|")[0].split()), tuple(town.partition("|")[2].split())) for town in (one, other)
    ]
    return Family(1, tuple(map(Sibling, towns)), {**OPTIONS, "script": script}, rather=RATHER)


KNOWN = {
    "somebody has a token for which the storyteller is asked at set-up": pair(
        "chef fortuneteller virgin baron imp",
        "chef empath virgin baron imp",
        "chef, fortuneteller, empath, virgin, soldier, saint, baron, imp, sentinel, pope",  # both are announced
    ),
    "somebody is drunk or poisoned": pair(
        "fortuneteller chef virgin baron imp", "fortuneteller chef virgin baron imp|0p"
    ),
    "somebody wakes before another": pair("empath chef virgin poisoner imp", "empath chef virgin baron imp"),
    "somebody wakes after another": pair("empath chef butler baron imp", "empath chef saint baron imp"),
    "nobody wakes at all": pair("soldier mayor virgin scarletwoman imp", "soldier mayor virgin poisoner imp"),
    "somebody is the Lunatic": pair(
        "lunatic=po sailor tealady assassin po exorcist gambler",
        "po sailor tealady assassin fool exorcist gambler",
        "Bad Moon Rising",
    ),
}


@pytest.mark.parametrize("what", KNOWN)
def test_it_cannot_be_told_that(server: TwinServer, what: str) -> None:
    """Not by a spectator, and not by the first seat, of whom it is said."""
    assert {"0", SPECTATOR} <= town_runs.compare(server, KNOWN[what]).observers


@pytest.mark.parametrize("what", KNOWN)
def test_the_law_would_catch_what_once_told_that(server: TwinServer, what: str) -> None:
    """With the storyteller asked only where there is something to decide, and all that follows in one message."""
    with server.leaking(AS_IT_WAS), pytest.raises(Difference):
        town_runs.compare(server, KNOWN[what])


@pytest.mark.parametrize("leak", sorted(LEAKS.keys() - {AS_IT_WAS}))
def test_the_law_catches_a_planted_leak(server: TwinServer, leak: str) -> None:
    with server.leaking(leak), pytest.raises(Difference):
        play(server, range(6))
