"""The search: every layout that is not ruled out at once is played through its nights and days."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import NamedTuple

import msgspec
import numpy as np

from facedown.games.clocktower.worlds import characters as characters  # so that they are known
from facedown.games.clocktower.worlds.checks import check
from facedown.games.clocktower.worlds.days import day, witnessed
from facedown.games.clocktower.worlds.eyes import YES, Eyes
from facedown.games.clocktower.worlds.layouts import (
    HIDING,
    MADDENING,
    MAKES_MINIONS,
    MISTAKEN,
    Array,
    Layouts,
    layouts,
)
from facedown.games.clocktower.worlds.model import (
    MODELS,
    is_unwitting,
    may_come,
    may_hide,
    may_lie,
    speaks_as_turned,
)
from facedown.games.clocktower.worlds.nights import TooManyWays, distinct, night
from facedown.games.clocktower.worlds.puzzle import Puzzle, is_evil_role, team_of
from facedown.games.clocktower.worlds.sayings import holds, split_herrings
from facedown.games.clocktower.worlds.screen import Screen, survivors
from facedown.games.clocktower.worlds.state import State, first_state
from facedown.games.clocktower.worlds.town import Town

MOST_LISTED = 1000
NAMED_AT_ONCE = 10_000


class World(NamedTuple):
    """One way in which the town can be: characters at the start and at the end, by seat; who is evil at the end."""

    start: tuple[str, ...]
    ends: tuple[tuple[str, ...], ...]
    evil: tuple[int, ...]  # seats that are evil at the end, in one of the ways that lead there

    @property
    def demons(self) -> tuple[int, ...]:
        """Who was dealt a Demon."""
        return tuple(seat for seat, role in enumerate(self.start) if team_of(role) == "demon")


class Answer(msgspec.Struct):
    """What a search has found.  A world is a way in which the characters can have been dealt.

    worlds: the first of them.  count: how many there are.  complete: whether the search came to its end; searched:
    the part of the layouts that it has seen.  holds: for each seat, in how many worlds it is which character at
    the start.  demon, evil: in how many it is the Demon, or evil, at the end.
    """

    worlds: list[World]
    count: int
    complete: bool
    searched: float
    holds: list[Counter[str]]
    demon: list[int]
    evil: list[int]

    def share(self, counts: list[int]) -> list[float]:
        """The shares of all worlds that these counts are."""
        return [count / self.count if self.count else 0.0 for count in counts]


def solve(
    puzzle: Puzzle,
    *,
    seconds: float | None = None,
    most: int = MOST_LISTED,
    stop: Callable[[], bool] = lambda: False,
) -> Answer:
    """Every world that fits a puzzle.

    Args:
        seconds: how long it may take; then the answer says that it is not complete.
        most: how many worlds are listed; all are counted.
        stop: asked before each layout is played, and a few times a second otherwise, whether to stop.

    Raises:
        NotModelled: the puzzle holds a character, report or event that the solver does not know.
        BadPuzzle: it holds what nobody can say.
    """
    check(puzzle)
    size = puzzle.size
    answer = Answer([], 0, True, 0.0, [Counter() for _ in range(size)], [0] * size, [0] * size)
    town = Town(puzzle, puzzle.reports, puzzle.events)
    until = None if seconds is None else monotonic() + seconds

    def is_over() -> bool:
        return stop() or (until is not None and monotonic() > until)

    answer.complete = False
    for batch in layouts(puzzle):
        if is_over():
            return answer
        before, left = answer.searched, np.flatnonzero(survivors(town, Screen(batch)))
        for place, (roles, outsiders) in enumerate(_named(batch, left)):
            if is_over():
                answer.searched = before + (batch.until - before) * place / len(left)
                return answer
            states = play(town, roles, outsiders)
            if states:
                _count(answer, roles, states, most)
        answer.searched = batch.until
    answer.complete, answer.searched = True, 1.0
    return answer


def candidates(town: Town, batch: Layouts) -> Iterator[tuple[tuple[str, ...], int]]:
    """The layouts of a batch that have to be played, with their numbers of Outsiders."""
    return _named(batch, np.flatnonzero(survivors(town, Screen(batch))))


def _named(batch: Layouts, rows: Array) -> Iterator[tuple[tuple[str, ...], int]]:
    """These layouts with names, and their numbers of Outsiders."""
    names = np.array(batch.roles, dtype=object)
    for first in range(0, len(rows), NAMED_AT_ONCE):
        some = rows[first : first + NAMED_AT_ONCE]
        yield from zip(map(tuple, names[batch.table[some]].tolist()), batch.outsiders[some].tolist(), strict=True)


def _count(answer: Answer, roles: tuple[str, ...], states: list[State], most: int) -> None:
    answer.count += 1
    for seat, role in enumerate(roles):
        answer.holds[seat][role] += 1
        answer.demon[seat] += any(state.is_demon(seat) and state.stands(seat) for state in states)
        answer.evil[seat] += any(state.is_evil(seat) for state in states)
    if len(answer.worlds) < most:
        ends = tuple(dict.fromkeys(state.roles for state in states))
        evil = tuple(seat for seat in range(len(roles)) if any(state.is_evil(seat) for state in states))
        answer.worlds.append(World(roles, ends, evil))


def play(town: Town, roles: tuple[str, ...], outsiders: int) -> list[State]:
    """The states in which a layout can be at the end; none: it does not fit."""
    states = [first_state(roles)]
    if "xaan" in town.puzzle.script:
        numbers = range(outsiders, _outsiders_at_most(town.puzzle, roles, outsiders) + 1)
        states = [states[0].with_memo("outsiders", number) for number in numbers]
    town.begin(0)
    try:
        for seat, role in enumerate(roles):
            if MODELS[role].prepares:
                states = [after for state in states for after in MODELS[role].at_start(town, state, seat)]
        for when in range(town.last + 1):
            town.begin(when)
            states = day(town, states) if when % 2 else witnessed(town, night(town, states))
            if when == 0:
                states = _as_given(town, states)
            if not states:
                return []
    except TooManyWays as much:
        return much.states
    return distinct(state for state in states if _is_candid(town, state, roles))


def _outsiders_at_most(puzzle: Puzzle, roles: Sequence[str], outsiders: int) -> int:
    """With how many Outsiders these may have been set up: who was made a Minion may have been dealt one."""
    made = 0 if MAKES_MINIONS.isdisjoint(roles) else sum(team_of(role) == "minion" for role in roles)
    return max(outsiders, min(outsiders + made, sum(team_of(role) == "outsider" for role in puzzle.script)))


def _as_given(town: Town, states: list[State]) -> list[State]:
    """The states after the first night in which what the puzzle states holds."""
    for saying in town.puzzle.given:
        states = [state for state in split_herrings(states, saying) if holds(saying, Eyes(state, 0), 0) == YES]
    return states


def _is_candid(town: Town, state: State, roles: tuple[str, ...]) -> bool:
    """Whether everybody who must tell the truth about what they are does."""
    untold = town.puzzle.choices_untold  # then the dead may have become anything, and a Demon good
    for seat, claim in enumerate(town.puzzle.claims):
        if seat in town.silent:
            continue
        turned = state.is_evil(seat) and not is_unwitting(state, seat)
        if ("lied", seat) in state.memo and not (turned or state.roles[seat] == "lunatic"):
            return False
        if speaks_as_turned(town, state, seat) and not turned and not may_hide(town, state, seat):
            return False
        if may_lie(town, state, seat) and (untold or state.roles[seat] != "mutant" or state.lives(seat)):
            continue
        if seat in town.puzzle.claimed_today and any(
            one in roles or may_come(town, state, one) for one in MADDENING
        ):
            continue
        if state.roles[seat] not in (roles[seat], "riot", *town.became(seat)) and (state.lives(seat) or not untold):
            return False
        if (
            claim is not None
            and roles[seat] not in (*town.puzzle.claimed(seat), *MISTAKEN, *HIDING, "hermit")
            and not (untold and is_evil_role(roles[seat]))
        ):
            return False
    return True
