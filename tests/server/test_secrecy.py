"""What a seat is sent is a function of what it may know, sizes and counts included."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import pytest

import facedown
from facedown.core.game import Game
from facedown.core.table import Table
from facedown.server import wire
from facedown.server.play import outbound
from facedown.server.play.match import Match, Snapshot
from facedown.server.storage.rows import StoredGame
from tests.laws.messages import messages_for
from tests.sample_game import GAME as SAMPLE
from tests.server.harness import play_out
from tests.server.within import Within

GAMES = facedown.games()
ENOUGH = 12  # moments of two games at which time runs out, some early and some late
QUICK: dict[str, dict[str, str | int]] = {SAMPLE.id: {"time": "short"}}  # options under which the clock runs


def has_a_clock(game: Game) -> bool:
    return any(table.timing.seconds is not None for table in positions(game, 3) if not table.over)


def timed(game: Game) -> Iterator[Table]:
    """Two games, whenever their clock runs."""
    for seed in (3, 4):
        for table in positions(game, seed, **QUICK.get(game.id, {})):
            if not table.over and table.timing.seconds is not None:
                yield table


def sent(table: Table, seat: int | None, tries: tuple[str, ...] = ()) -> list[bytes]:
    return [msgspec.json.encode(message) for message in messages_for(table, seat, -1, tries)]


def positions(game: Game, seed: int, **options: str | int) -> Iterator[Table]:
    """A game of first and last legal moves in turn: the same table, again and again."""
    table = game.new(seed=seed, **options)
    for move in itertools.count():
        if table.over:
            return
        seat = table.asked[0]
        legal = table.legal(seat)
        table.play(seat, legal[(move * 7 + seed) % len(legal)])
        if move % 6 == seed % 6:
            yield table


WITH_A_CLOCK = [SAMPLE, *(game for name in GAMES if has_a_clock(game := facedown.game(name)))]


@pytest.mark.parametrize("game", GAMES)
def test_tables_that_look_alike_to_a_seat_send_it_the_same_bytes(game: str) -> None:
    told_apart = 0
    cards = tuple(card.name for card in facedown.game(game).cards()[:12])
    for table in itertools.islice(positions(facedown.game(game), 3), 12):
        if table.over:
            continue
        for seat in (None, *range(len(table.names))):
            one, other = table.determinized(seat, "one"), table.determinized(seat, "other")
            assert sent(one, seat, cards) == sent(other, seat, cards)
            others = [s for s in range(len(table.names)) if s != seat]
            told_apart += any(sent(one, s) != sent(other, s) for s in others)
    assert told_apart, "the two tables never differed: this test could not fail"


class Tick(NamedTuple):
    """One time that the clock ran out, for one receiver."""

    views: list[bytes]  # of all that happened, and what is seen then
    told: bytes | None  # None: nothing is sent


def runs_out(table: Table, seat: int | None, times: int) -> Iterator[Tick]:
    match = Match(table.contract, StoredGame("0", table.names, None), table.options, 1)
    match.restore(Snapshot(table.copy().mark(), None, (), {"_questions": {}, "_asked": ()}))
    for _ in range(times):
        if match.table.timing.seconds is None:
            return
        since = len(match.table.frames) - 1
        clock = wire.ClockFace(0, match.table.timing.seconds)
        seen = match.wait()
        update = outbound.update(match.table, seat, since, match.version, clock=clock)
        views = [*(frame.view for frame in update.frames), match.table.view(seat)]
        yield Tick([msgspec.json.encode(view) for view in views], msgspec.json.encode(update) if seen else None)


@pytest.mark.parametrize("game", WITH_A_CLOCK, ids=lambda game: game.id)
def test_when_and_how_time_runs_out_is_the_same_whatever_others_could_answer(game: Game) -> None:
    """As long as two tables look alike to a seat, it is sent the same at the same moments, or nothing at all."""
    sent = silent = 0
    every = max(1, sum(1 for _ in timed(game)) // ENOUGH)
    for table in itertools.islice(timed(game), 0, None, every):
        for seat in (None, *range(len(table.names))):
            one, other = table.determinized(seat, "one"), table.determinized(seat, "other")
            for tick, twin in zip(runs_out(one, seat, 6), runs_out(other, seat, 6), strict=False):
                if tick.views[-1] == twin.views[-1]:
                    assert len(tick.views) == len(twin.views)
                    assert (tick.told is None) == (twin.told is None)
                if tick.views != twin.views:
                    break  # what was hidden has come to light
                assert tick.told == twin.told
                sent, silent = sent + (tick.told is not None), silent + (tick.told is None)
    assert sent, "the clock never ran out where two tables looked alike: this test could not fail"
    assert silent or game.id != SAMPLE.id


@pytest.mark.parametrize("game", [name for name in GAMES if not facedown.game(name).contract.hidden_events])
def test_everybody_gets_as_many_messages_of_the_same_kinds(app: Within, game: str) -> None:
    table = app.open(game)
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
    told = [
        # what one has done in a tick is told to oneself alone, without a frame
        [message for message in person.told[start:] if message["is"] != "update" or message["frames"]]
        for person, start in zip((host, guest, watcher), begun, strict=True)
    ]
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


@pytest.mark.parametrize("game", [name for name in GAMES if facedown.game(name).contract.hidden_events])
def test_where_not_everybody_sees_everything_each_is_told_of_what_changes_for_it_and_counts_that_alone(
    app: Within, game: str
) -> None:
    """By night, say, nobody can count by their messages how many others are awake."""
    table = app.open(game)
    host, watcher = table.host(), table.person()
    host.sit(0, "Zoe")
    assert host.say("start")["ok"]
    play_out(host)
    watcher.wait(lambda: watcher.over)
    for person in (host, watcher):
        updates = [m for m in person.told if m["is"] == "update"]
        versions = [m["version"] for m in updates]
        assert versions == list(range(versions[0], versions[0] + len(versions)))
        frame = updates[0]["frame"] - len(updates[0]["frames"])
        states = []
        for message in updates:
            frame += len(message["frames"])
            assert message["frame"] == frame
            assert all(shown["event"] is not None for shown in message["frames"])
            states.append(
                (message["view"], message["asked"], message["legal"], message["prompt"], message["frames"])
            )
        assert all(one != other for one, other in itertools.pairwise(states))
    again = facedown.read(app.ask(f"/api/tables/{table.code}/record")[1])
    assert len(again.frames) > watcher.state["frame"] + 3, "something is seen by some alone, or this shows nothing"


@pytest.mark.parametrize("game", GAMES)
def test_a_socket_says_what_the_view_of_its_seat_says(app: Within, game: str) -> None:
    """The server's own seed cannot be known before the end, so the game is replayed from its record."""
    table = app.open(game)
    host, watcher = table.host(), table.person()
    host.sit(0, "Zoe")
    assert host.say("start")["ok"]
    play_out(host)
    watcher.wait(lambda: watcher.over)
    again = facedown.read(app.ask(f"/api/tables/{table.code}/record")[1])
    for person, seat in ((host, 0), (watcher, None)):
        frames = [f for m in person.told if m["is"] in ("table", "update") for f in m["frames"]]
        expected = json.loads(msgspec.json.encode(outbound.frames(again, seat, -1)))[-len(frames) :]
        assert frames == expected


@pytest.mark.parametrize("game", GAMES)
def test_no_secret_and_no_seed_is_ever_sent(app: Within, game: str) -> None:
    table = app.open(game)
    host, guest = table.host(), table.person()
    host.sit(0, "Zoe")
    guest.sit(1, "Yan")
    assert host.say("start")["ok"]
    play_out(host, guest)
    seed = app.ask(f"/api/tables/{table.code}/record")[1].split("seed:")[1].split()[0]
    assert len(seed) >= 32
    said = "".join(host.raw + guest.raw) + json.dumps(table.passing())
    for secret in (seed, table.secret, host.secret, guest.secret):
        assert secret is not None
        assert secret not in said


def test_before_the_end_nothing_opens_what_is_hidden() -> None:
    table = facedown.game(GAMES[0]).new()
    with pytest.raises(wire.Refused, match="stays hidden"):
        outbound.last_views(table)
