"""Why somebody cannot be the Demon: a smallest set of reports with which no world is left in which they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facedown.games.clocktower.worlds.checks import check
from facedown.games.clocktower.worlds.layouts import layouts
from facedown.games.clocktower.worlds.puzzle import Clue, Puzzle, team_of
from facedown.games.clocktower.worlds.solve import candidates, play
from facedown.games.clocktower.worlds.town import Town

Layout = tuple[tuple[str, ...], int]


def why_not_demon(puzzle: Puzzle, seat: int) -> tuple[Clue, ...] | None:
    """A smallest set of reports that keeps this seat from having been dealt the Demon; None: it may have been.

    Empty: what they claim and what everybody saw is enough.
    """
    return _excluding(puzzle, seat)


def contradiction(puzzle: Puzzle) -> tuple[Clue, ...] | None:
    """A smallest set of reports that leaves no world at all; None: there is a world."""
    return _excluding(puzzle, None)


def _excluding(puzzle: Puzzle, demon: int | None) -> tuple[Clue, ...] | None:
    """A smallest set of reports that leaves no world in which this seat, or any, is dealt the Demon."""
    check(puzzle)
    reports = puzzle.reports
    to_hit: list[frozenset[int]] = []  # of each of these at least one must be in the set
    while True:
        chosen = _smallest_hitting(to_hit, len(reports))
        layout = _fitting(puzzle, demon, [reports[index] for index in sorted(chosen)])
        if layout is None:
            return tuple(reports[index] for index in sorted(chosen))
        left_out = _unfit(puzzle, layout, chosen)
        if not left_out:
            return None
        to_hit.append(left_out)


def _fitting(puzzle: Puzzle, demon: int | None, reports: Sequence[Clue]) -> Layout | None:
    """A layout in which this seat, or any, is dealt the Demon and that fits these reports."""
    town = Town(puzzle, reports, puzzle.events)
    for batch in layouts(puzzle):
        for roles, outsiders in candidates(town, batch):
            if (demon is None or team_of(roles[demon]) == "demon") and play(town, roles, outsiders):
                return roles, outsiders
    return None


def _unfit(puzzle: Puzzle, layout: Layout, chosen: frozenset[int]) -> frozenset[int]:
    """The reports that do not fit a layout, once as many others as can be are held true."""
    held = list(chosen)
    left_out = []
    for index in range(len(puzzle.reports)):
        if index in chosen:
            continue
        town = Town(puzzle, [puzzle.reports[one] for one in sorted((*held, index))], puzzle.events)
        if play(town, *layout):
            held.append(index)
        else:
            left_out.append(index)
    return frozenset(left_out)


def _smallest_hitting(to_hit: Sequence[frozenset[int]], count: int) -> frozenset[int]:
    """A smallest set of numbers that has one of each of these sets."""
    candidates_ = sorted({number for one in to_hit for number in one})
    for size in range(count + 1):
        for chosen in _of_size(candidates_, size, to_hit):
            return chosen
    return frozenset(range(count))


def _of_size(numbers: Sequence[int], size: int, to_hit: Sequence[frozenset[int]]) -> Iterator[frozenset[int]]:
    """The sets of this size that hit all: the first set not yet hit says what may be added."""
    stack: list[frozenset[int]] = [frozenset()]
    while stack:
        chosen = stack.pop()
        missed = next((one for one in to_hit if not one & chosen), None)
        if missed is None:
            yield chosen
        elif len(chosen) < size:
            stack += [chosen | {number} for number in sorted(missed, reverse=True)]
