"""The worlds of a small town are those in which the rules can be played to what was said and seen."""

from __future__ import annotations

import msgspec
import pytest

from facedown.games.clocktower.worlds.puzzle import is_evil_role
from facedown.games.clocktower.worlds.solve import solve
from tests.games.clocktower.worlds.by_engine import Tale, differences, random_town
from tests.how_much import some

TOWNS = [*((seed, 0) for seed in range(12)), *((seed, 1) for seed in (9, 11, 20, 21, 26, 27))]  # seed, days
GUESTS = [  # a Traveller, and the seed of a town with one day
    *(("harlot", seed) for seed in (9, 11)),  # in the first, she dies with whom she visits
    *(("apprentice", seed) for seed in (1, 2, 11)),
    *(("bonecollector", seed) for seed in (2, 8, 13)),  # in the second, the dead Demon kills the new one
]
LIL_MONSTA = ("lilmonsta", "chef", "empath", "soldier", "fortuneteller", "spy", "scarletwoman", "baron", "imp")
SCRIPTS = [  # a character with company, players, days, seed
    *((("goon", "chef", "empath", "fortuneteller", "soldier", "poisoner", "imp"), 6, 0, seed) for seed in (5, 6)),
    *((("goon", "chef", "empath", "monk", "soldier", "scarletwoman", "imp"), 6, 1, seed) for seed in (21, 22, 25)),
    *((("engineer", "chef", "monk", "scarletwoman", "poisoner", "imp", "nodashii"), 5, 0, seed) for seed in (0, 8)),
    (("engineer", "chef", "monk", "scarletwoman", "poisoner", "imp", "nodashii"), 5, 1, 6),
    *((("alchemist", "chef", "empath", "scarletwoman", "poisoner", "imp"), 5, 0, seed) for seed in (0, 1)),
    *((("alchemist", "chef", "monk", "scarletwoman", "assassin", "imp"), 5, 1, seed) for seed in (0, 1)),
    *((("cannibal", "chef", "empath", "ravenkeeper", "scarletwoman", "imp"), 5, 1, seed) for seed in (7, 9, 15)),
    *((("alhadikhia", "chef", "empath", "soldier", "scarletwoman"), 5, 1, seed) for seed in (7, 10, 26)),
    *((LIL_MONSTA, 5, 0, seed) for seed in (4, 7, 9)),
    (("hermit", "recluse", "saint", "chef", "monk", "soldier", "scarletwoman", "imp"), 6, 1, 6),
    (("hermit", "recluse", "drunk", "chef", "empath", "virgin", "scarletwoman", "imp"), 6, 0, 6),
    (("hermit", "goon", "recluse", "chef", "empath", "soldier", "scarletwoman", "imp"), 6, 0, 6),
    (("zombuul", "chambermaid", "soldier", "chef", "scarletwoman"), 5, 1, 2),  # a Demon that does not wake
    (("imp", "chambermaid", "exorcist", "chef", "scarletwoman"), 5, 1, 11),
]
SILENT = [(4, 4), (6, 1), (7, 2), (9, 4)]  # seed, and the seat that says nothing


def town(seed: int, days: int, silent: int | None = None) -> Tale:
    found = random_town(seed, 5, days, silent=silent)
    assert found is not None
    return found


@pytest.mark.parametrize(("seed", "days"), some(TOWNS[::3], TOWNS))
def test_just_the_worlds_fit_that_the_rules_can_play(seed: int, days: int) -> None:
    assert not list(differences(town(seed, days)))


@pytest.mark.parametrize(("guest", "seed"), GUESTS)
def test_so_it_is_with_a_traveller(guest: str, seed: int) -> None:
    one = random_town(seed, 5, 1, guest=guest)
    assert one is not None
    assert not list(differences(one))


@pytest.mark.parametrize(
    ("script", "players", "days", "seed"), some(list({one[:3]: one for one in SCRIPTS}.values()), SCRIPTS)
)
def test_so_it_is_with_one_who_changes_others(script: tuple[str, ...], players: int, days: int, seed: int) -> None:
    one = random_town(seed, players, days, script=script)
    assert one is not None
    assert not list(differences(one))


def test_a_harlot_who_tells_the_truth_has_seen_who_it_is() -> None:
    one = random_town(12, 5, 1, guest="harlot")
    assert one is not None
    hers = msgspec.structs.replace(one.puzzle, narrator=5)
    assert {world.start[1] for world in solve(hers).worlds} == {"undertaker"}


@pytest.mark.parametrize(("seed", "silent"), SILENT)
def test_who_says_nothing_may_be_anybody(seed: int, silent: int) -> None:
    one = town(seed, 0, silent)
    good = {world.start[silent] for world in solve(one.puzzle).worlds if not is_evil_role(world.start[silent])}
    assert len(good) > 1, "a silent seat need not hide anything"
    assert not list(differences(one))


def test_a_world_too_many_or_too_few_would_be_seen() -> None:
    """A report that nobody made, held against the worlds of the town without it."""
    one = town(0, 0)
    fit = len(solve(one.puzzle).worlds)
    reporter = next(report for report in one.puzzle.reports if not is_evil_role(one.plan.roles[report.seat]))
    without = one.puzzle.reports[: reporter.place] + one.puzzle.reports[reporter.place + 1 :]
    changed = msgspec.structs.replace(one.puzzle, reports=without)
    assert len(solve(changed).worlds) > fit
    assert any(not possible for _, possible in differences(one._replace(puzzle=changed)))
