"""A table without a server: who is told what of answers that nobody else may see, and when bots answer."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from typing import Any

import pytest

from facedown.core.compiling import compiles
from facedown.core.errors import Illegal
from facedown.core.questions import is_asked
from facedown.core.table import Table
from facedown.server import wire
from facedown.server.limits import Limits
from facedown.server.play.match import rows_of
from facedown.server.rooms import bots
from facedown.server.rooms.room import Room
from facedown.server.verbs import receive
from tests.laws.leaky import mutant
from tests.sample_game import GAME, rules
from tests.sample_game import bots as players
from tests.server.harness import PATIENCE
from tests.server.room_without_server import Hands, Subscriber, cards, in_a_room, value


@compiles
def unseen_step(s: rules.Position, seat: int, move: int) -> None:
    """Who takes a card does so unseen, and is asked until time is out."""
    if move == rules.WAIT:
        waited = s.waited
        rules.step(s, seat, move)
        if s.waited > waited:
            s.waiting[s.depth] = (1 << int(s.seats)) - 1
    else:
        if s.chosen[seat] >= 0:
            s.hand[seat] |= 1 << int(s.chosen[seat])
        s.hand[seat] &= ~(1 << move)
        s.chosen[seat] = move


@compiles
def unseen_observe(s: rules.Position, seat: int, v: rules.Observation) -> None:
    rules.observe(s, seat, v)
    if is_asked(s, 0) or is_asked(s, 1):
        v.chosen_by &= 1 << seat if seat >= 0 else 0
        for other in range(s.seats):
            v.hand_counts[other] = s.hand_size - s.trick


def nobody_free(s: rules.Position) -> int:
    return 0


UNSEEN = mutant(rules={"step": unseen_step, "observe": unseen_observe, "free": nobody_free})


@pytest.fixture(autouse=True)
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(monkeypatch)


def test_what_nobody_else_can_see_is_told_to_nobody_else(database: str) -> None:
    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        assert room.match is not None
        first, other = cards(room, 0)[:2]
        called = {listed.move: listed.text for listed in room.match.table.listed(0)}
        for n, move in enumerate((first, other), 4):
            await receive(room, subscribers[0], wire.Play(n, 0, move))
            assert subscribers[0].told[0]["ok"]
            (told,) = subscribers[0].updates()
            assert told["frames"] == []
            assert told["view"]["chosen"] == [{"seat": 0, "card": called[move]}]
            assert told["version"] == 0
            for subscriber in subscribers[1:]:
                assert subscriber.told == []
        assert [row.what for row in rows_of(room.match.table)] == [first, other]

    in_a_room(database, UNSEEN, 2, play)


def test_how_much_others_have_done_keeps_nobody_from_moving(database: str) -> None:
    """It may be hidden.  Where the moves of all were counted together, a refusal told of it."""

    async def play(room: Room, people: list[Subscriber]) -> None:
        assert room.match is not None
        room.limits = Limits(seat_kilobytes=0.005)
        for seat in (0, 1):
            await receive(room, people[seat], wire.Play(4, room.match.version, cards(room, seat)[0]))
        for _ in range(20):
            await receive(room, people[1], wire.Play(5, room.match.version, cards(room, 1)[0]))
        assert people[1].answer()["why"] == "too_large"
        await receive(room, people[0], wire.Play(5, room.match.version, cards(room, 0)[0]))
        assert people[0].answer()["ok"]
        await receive(room, people[2], wire.Play(4, room.match.version, cards(room, 2)[0]))
        while 1 not in room.match.table.asked:
            seat = room.match.table.asked[0]
            await receive(room, people[seat], wire.Play(6, room.match.version, cards(room, seat)[0]))
        await receive(room, people[1], wire.Play(6, room.match.version, cards(room, 1)[0]))
        assert people[1].answer()["ok"], "who is asked may always move"

    in_a_room(database, GAME, 3, play)


def test_time_runs_out_for_who_answered_unseen_as_for_who_did_not(database: str, hands: Hands) -> None:
    """When the window closes, and what it looks like until then, is the same for everybody."""
    told: list[list[Any]] = []

    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        if told:
            await receive(room, subscribers[0], wire.Play(4, 0, cards(room, 0)[0]))
        for _ in range(rules.PATIENCE):
            await hands.pass_by(room)
        told.append(subscribers[2].updates())

    for code in ("silent", "answered"):
        in_a_room(database, UNSEEN, 2, play, code=code)
    assert told[0] == told[1]
    assert [len(message["frames"]) for message in told[0]] == [0, 0, 1], "the same is asked twice more"


def test_who_waits_in_a_tick_tells_nobody_and_is_asked_again_in_the_next(database: str, hands: Hands) -> None:
    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        await receive(room, subscribers[0], wire.Play(4, 0, value(room, 0, "Wait")))
        assert [told["asked"] for told in subscribers[0].updates()] == [[1]]
        await hands.pass_by(room)
        assert [
            (told["asked"], "Wait" in [one["text"] for one in told["legal"]]) for told in subscribers[0].updates()
        ] == [([0, 1], True)]
        assert [subscriber.told for subscriber in subscribers[1:]] == [[], []]
        await receive(room, subscribers[1], wire.Play(4, 0, cards(room, 1)[0]))
        assert [told["asked"] for subscriber in subscribers for told in subscriber.updates()] == [[0]] * 3

    in_a_room(database, mutant(rules={"CONTINUOUS": (rules.CHOOSE,)}), 2, play)


def test_within_a_tick_nobody_learns_who_has_acted_in_it(database: str, hands: Hands) -> None:
    """Neither by a message, nor by who is asked, nor by coming back, nor by asking to act again."""

    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        await receive(room, subscribers[0], wire.Play(4, 0, value(room, 0, "Wait")))
        await receive(room, subscribers[1], wire.Play(4, 0, value(room, 1, "Wait")))
        assert [told["asked"] for told in subscribers[0].updates()] == [[1, 2]]
        assert [told["asked"] for told in subscribers[1].updates()] == [[0, 2]]
        assert [told for subscriber in subscribers[2:] for told in subscriber.updates()] == []
        await receive(room, subscribers[3], wire.Hello(5, secret=None, host="host"))
        assert [told["asked"] for told in subscribers[3].told if told["is"] == "table"] == [[0, 1, 2]]
        await receive(room, subscribers[0], wire.Play(6, 0, value(room, 0, "Wait")))
        answer = subscribers[0].answer()
        assert not answer["ok"]
        assert not any(name in answer["text"] for name in ("Pb", "Pc"))

    in_a_room(database, mutant(rules={"CONTINUOUS": (rules.CHOOSE,)}), 3, play)


# -- bots ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", bots.REACTIONS)
def test_a_bot_answers_a_timed_question_in_a_human_time_and_never_too_late(
    pace: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "_dice", random.Random(5))
    table = GAME.new(seats=2, time="fair")
    times = [bots.reaction(pace, table, asked=True) for _ in range(500)]
    assert table.timing.seconds is not None
    assert 0 <= min(times) <= max(times) <= bots.IN_TIME * table.timing.seconds
    assert statistics.median(times) == pytest.approx(bots.REACTIONS[pace][0], rel=0.3)


def test_a_bot_with_a_tempo_pauses_so_much_longer_where_no_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    def took(table: Table, tempo: float) -> list[float]:
        monkeypatch.setattr(bots, "_dice", random.Random(5))
        return [bots.reaction("human", table, asked=True, tempo=tempo) for _ in range(20)]

    untimed, timed = GAME.new(seats=2), GAME.new(seats=2, time="fair")
    assert untimed.timing.seconds is None
    assert took(untimed, 1.5) == pytest.approx([1.5 * seconds for seconds in took(untimed, 1.0)])
    assert took(timed, 1.5) == took(timed, 1.0)


def test_how_long_a_bot_takes_depends_on_nothing_that_it_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    def times(table: Table) -> list[float]:
        monkeypatch.setattr(bots, "_dice", random.Random(5))
        return [bots.reaction("human", table, asked=asked) for asked in (True, False) for _ in range(20)]

    for limit in ("ample", "short", "fair"):
        assert len({tuple(times(GAME.new(seats=2, seed=seed, time=limit))) for seed in range(5)}) == 1


def test_a_bot_that_is_free_acts_only_if_it_wants_to(database: str) -> None:
    """The bot of the second seat chooses, and would change its card once for the lowest."""
    acted = []

    def lowest_once(view: Any, moves: Any, luck: Any) -> int:
        acted.append(int(moves[0]))
        return int(moves[0] & -moves[0]).bit_length() - 1 if len(acted) == 1 else -1

    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        await receive(room, subscribers[1], wire.Leave(4))
        room.subscribers.discard(subscribers[1])
        await receive(room, subscribers[0], wire.Bot(5, 1, "highest"))
        assert room.match is not None
        end = time.monotonic() + PATIENCE
        while len(acted) < 2:
            assert time.monotonic() < end, "it lets things be"
            await asyncio.sleep(0.02)
        rows = [row for row in rows_of(room.match.table) if row.seat == 1]
        assert len(rows) == 2, "it chose, and changed its mind once"

    changed = mutant()
    changed.contract.bot_module = type("Bots", (), {"BOTS": players.BOTS, "UNASKED": {"highest": lowest_once}})  # type: ignore[assignment]  # as modules are
    in_a_room(database, changed, 2, play)


def test_a_move_after_which_the_table_cannot_go_on_leaves_the_game_as_it_was(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(match: object) -> None:
        raise Illegal("nobody may go on")

    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        assert room.match is not None
        monkeypatch.setattr(room, "_gone_on", fails)
        await receive(room, subscribers[0], wire.Play(4, 0, cards(room, 0)[0]))
        assert subscribers[0].answer()["why"] == "illegal"
        assert (rows_of(room.match.table), room.match.unstored) == ([], ())

    in_a_room(database, GAME, 2, play)


def test_whoever_comes_while_the_table_is_lost_has_to_come_back(database: str) -> None:
    """They would wait at a table that nobody goes on with: its bots could store no move."""

    async def play(room: Room, subscribers: list[Subscriber]) -> None:
        room.lose()
        assert [one.closed for one in subscribers] == [wire.RESTARTED] * 3
        late = Subscriber()
        await receive(room, late, wire.Hello(1, host="host"))
        assert late.closed == wire.RESTARTED
        assert not room.subscribers

    in_a_room(database, GAME, 2, play)
