"""Deadlines: which question's time runs on, which begins, and where the next one begins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from facedown.server.rooms.clock import LAG, Clock
from tests.server.harness import run_alone
from tests.server.room_without_server import Hands


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(monkeypatch)


def with_a_clock(check: Callable[[Clock], None]) -> None:
    async def nothing() -> None:
        pass

    async def whole() -> None:
        clock = Clock(nothing)
        check(clock)
        clock.stop()

    run_alone(whole)


def ends(clock: Clock) -> float | None:
    """When the open question's time is up."""
    return None if clock._deadline is None else round(clock._deadline - clock._start, 3)


def test_the_same_questions_time_runs_on_and_anothers_begins(hands: Hands) -> None:
    def check(clock: Clock) -> None:
        clock.wind("a", 8)
        hands.now += 3
        clock.wind("a", 8)
        assert (ends(clock), clock.now()) == (8, 3)
        clock.hurry(2)
        hands.now += 1
        clock.hurry(2)
        assert ends(clock) == 5, "counted from when it was first asked for"
        clock.hurry(None)
        assert ends(clock) == 8
        clock.hurry(6)
        assert ends(clock) == 8, "not longer than it had"
        hands.now -= 1
        clock.wind("b", 8)
        assert ends(clock) == 11
        clock.hurry(None)
        assert ends(clock) == 11
        assert not clock.is_over(hands.now + 7.9)
        assert clock.is_over(hands.now + 8)
        clock.wind("c", None)
        assert clock.face() is None
        assert not clock.is_over(hands.now + 100)

    with_a_clock(check)


def test_a_question_that_is_held_up_goes_on_with_what_it_had_left(hands: Hands) -> None:
    def check(clock: Clock) -> None:
        clock.wind("call", 8)
        hands.now += 3
        clock.wind("offer", 8, interrupted="call", longest_hold=20)
        assert ends(clock) == 11
        hands.now += 6
        clock.wind("call", 8)
        assert ends(clock) == 3 + 6 + 5
        hands.now += 1
        clock.wind("another offer", 8, interrupted="call", longest_hold=20)
        assert ends(clock) == 10 + 8
        hands.now += 8
        clock.heeded()
        clock.wind("call", 8)
        assert ends(clock) == 18 + 4
        clock.wind("the last offer", 8, interrupted="call", longest_hold=20)
        assert ends(clock) == 18 + 6, "20 seconds in all"
        hands.now += 6
        clock.heeded()
        clock.wind("call", 8)
        assert ends(clock) == 24 + 4
        clock.wind("too late", 8, interrupted="call", longest_hold=20)
        assert clock.is_over(hands.now)
        clock.heeded()
        clock.wind("next call", 8)
        assert ends(clock) == 24 + 8
        clock.wind("offer", 8, interrupted="next call", longest_hold=20)
        assert ends(clock) == 24 + 8, "another question is held up for as long again"

    with_a_clock(check)


def test_a_question_without_a_limit_can_be_held_up(hands: Hands) -> None:
    def check(clock: Clock) -> None:
        clock.wind("turn", None)
        clock.wind("offer", 8, interrupted="turn", longest_hold=20)
        assert ends(clock) == 8
        hands.now += 2
        clock.wind("turn", None)
        assert ends(clock) is None

    with_a_clock(check)


def test_what_follows_on_a_deadline_begins_there_however_late_it_was_heeded(hands: Hands) -> None:
    def check(clock: Clock) -> None:
        clock.wind("a", 8)
        for late in (0.1, 0.4, 0.0):
            deadline = ends(clock)
            assert deadline is not None
            hands.now = 1000 + deadline + late
            clock.heeded()
            clock.wind("a", 8)
            assert ends(clock) == deadline + 8
        hands.now += 8 + LAG + 1
        clock.heeded()
        clock.wind("a", 8)
        assert ends(clock) == hands.now - 1000 + 8, "it does not run after what it has missed"

    with_a_clock(check)


def test_neither_answers_nor_who_is_away_make_a_stream_of_questions_faster(hands: Hands) -> None:
    def check(clock: Clock) -> None:
        clock.wind("window", 15, continuous=False)
        hands.now += 2
        for tick in range(5):
            clock.wind(tick, 0.25, continuous=True)
            clock.hurry(0.25)
            assert ends(clock) == 2 + 0.25 * (tick + 1)
            hands.now += 0.01

    with_a_clock(check)


def test_of_a_stream_no_end_is_shown(hands: Hands) -> None:
    def check(clock: Clock) -> None:
        clock.wind(1, 0.25, continuous=True)
        face = clock.face()
        assert face is not None
        assert (face.now, face.ends) == (0, None)

    with_a_clock(check)


def test_it_rings_once_when_the_time_is_over() -> None:
    rung: list[str] = []

    async def whole() -> None:
        over = asyncio.Event()

        async def ring() -> None:
            rung.append("ours")

        async def ring_later() -> None:
            rung.append("another, after twice the time")
            over.set()

        clock, other = Clock(ring), Clock(ring_later)
        clock.wind("a", 0.05)
        other.wind("a", 0.1)
        await over.wait()
        clock.stop()
        other.stop()
        assert rung == ["ours", "another, after twice the time"]

    run_alone(whole)
