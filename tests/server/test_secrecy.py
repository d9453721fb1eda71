"""What a seat is sent is a function of what it may know, sizes and counts included."""

from __future__ import annotations

import itertools
import json

import msgspec
import pytest

import facedown
from facedown.core.table import Table
from facedown.server import telling, wire
from tests.server.harness import Server, play_out

GAMES = facedown.games()


def sent(table: Table, seat: int | None, tries: tuple[str, ...] = ()) -> list[bytes]:
    return [msgspec.json.encode(message) for message in telling.messages_for(table, seat, -1, tries)]


def positions(game: str, seed: int) -> list[Table]:
    """A game of first and last legal moves in turn, stopped again and again."""
    table = facedown.game(game).new(seed=seed)
    stops: list[Table] = []
    for move in itertools.count():
        if table.over:
            return stops
        seat = table.asked[0]
        legal = table.legal(seat)
        table.play(seat, legal[(move * 7 + seed) % len(legal)])
        if move % 6 == seed % 6:
            stops.append(table.copy())
    return stops


@pytest.mark.parametrize("game", GAMES)
def test_tables_that_look_alike_to_a_seat_send_it_the_same_bytes(game: str) -> None:
    told_apart = 0
    cards = tuple(card.name for card in facedown.game(game).cards()[:12])
    for table in positions(game, 3)[:12]:
        if table.over:
            continue
        for seat in (None, *range(len(table.names))):
            one, other = table.determinized(seat, "one"), table.determinized(seat, "other")
            assert sent(one, seat, cards) == sent(other, seat, cards)
            others = [s for s in range(len(table.names)) if s != seat]
            told_apart += any(sent(one, s) != sent(other, s) for s in others)
    assert told_apart, "the two tables never differed: this test could not fail"


@pytest.mark.parametrize("game", GAMES)
def test_everybody_gets_as_many_messages_of_the_same_kinds(server: Server, game: str) -> None:
    table = server.open(game)
    host, guest, watcher = table.host(), table.person(), table.person()
    host.sit(0, "Zoe")
    guest.sit(1, "Yan")
    for person in (host, guest, watcher):
        person.say("ping")
    begun = [len(person.told) for person in (host, guest, watcher)]
    assert host.say("start")["ok"]
    play_out(host, guest, moves=12)
    for person in (host, guest, watcher):
        person.reach(max(host.state["version"], guest.state["version"]))
    told = [person.told[start:] for person, start in zip((host, guest, watcher), begun, strict=True)]
    shortest = min(map(len, told))
    shapes = [
        [
            (m["is"], m.get("version"), m.get("frame"), len(m.get("frames", [])), m.get("asked"))
            for m in one[:shortest]
        ]
        for one in told
    ]
    assert shortest >= 12
    assert shapes[0] == shapes[1] == shapes[2]


@pytest.mark.parametrize("game", GAMES)
def test_a_socket_says_what_the_view_of_its_seat_says(server: Server, game: str) -> None:
    """The server's own seed cannot be known before the end, so the game is replayed from its record."""
    table = server.open(game)
    host, watcher = table.host(), table.person()
    host.sit(0, "Zoe")
    assert host.say("start")["ok"]
    play_out(host)
    watcher.wait(lambda: watcher.over)
    again = facedown.read(server.ask(f"/api/tables/{table.code}/record")[1])
    for person, seat in ((host, 0), (watcher, None)):
        frames = [f for m in person.told if m["is"] in ("table", "happened") for f in m["frames"]]
        first = len(again.frames) - len(frames)
        expected = json.loads(msgspec.json.encode(telling.frames(again, seat, first - 1)))
        assert frames == expected


@pytest.mark.parametrize("game", GAMES)
def test_no_secret_and_no_seed_is_ever_sent(server: Server, game: str) -> None:
    table = server.open(game)
    host, guest = table.host(), table.person()
    host.sit(0, "Zoe")
    guest.sit(1, "Yan")
    assert host.say("start")["ok"]
    play_out(host, guest)
    seed = server.ask(f"/api/tables/{table.code}/record")[1].split("seed:")[1].split()[0]
    assert len(seed) >= 32
    said = "".join(host.raw + guest.raw) + json.dumps(table.passing())
    for secret in (seed, table.secret, host.secret, guest.secret):
        assert secret is not None
        assert secret not in said


def test_before_the_end_nothing_opens_what_is_hidden() -> None:
    table = facedown.game(GAMES[0]).new()
    with pytest.raises(wire.Refused, match="stays hidden"):
        telling.last_views(table)
