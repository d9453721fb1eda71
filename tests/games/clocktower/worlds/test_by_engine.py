"""The worlds of a small town are those in which the rules can be played to what was said and seen."""

from __future__ import annotations

import msgspec
import pytest

from facedown.games.clocktower.worlds.puzzle import is_evil_role
from facedown.games.clocktower.worlds.solve import solve
from tests.games.clocktower.worlds.by_engine import Told, differences, random_town

TOWNS = [*((seed, 0) for seed in range(12)), *((seed, 1) for seed in (9, 11, 20, 21, 26, 27))]  # seed, days


def town(seed: int, days: int) -> Told:
    found = random_town(seed, 5, days)
    assert found is not None
    return found


@pytest.mark.parametrize(("seed", "days"), TOWNS)
def test_just_the_worlds_fit_that_the_rules_can_play(seed: int, days: int) -> None:
    assert not list(differences(town(seed, days)))


def test_a_world_too_many_or_too_few_would_be_seen() -> None:
    """A report that nobody made, held against the worlds of the town without it."""
    one = town(0, 0)
    fit = len(solve(one.puzzle).worlds)
    reporter = next(report for report in one.puzzle.reports if not is_evil_role(one.plan.roles[report.seat]))
    without = one.puzzle.reports[: reporter.place] + one.puzzle.reports[reporter.place + 1 :]
    changed = msgspec.structs.replace(one.puzzle, reports=without)
    assert len(solve(changed).worlds) > fit
    assert any(not possible for _, possible in differences(one._replace(puzzle=changed)))
