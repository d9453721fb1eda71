"""The deals that fit what a town says, as bots count them: none that the exact solver knows is left out."""

from __future__ import annotations

import numpy as np
import pytest

from facedown.games.clocktower.bots import deals
from facedown.games.clocktower.bots.belief import guess
from facedown.games.clocktower.bots.town import Town, town_of
from facedown.games.clocktower.worlds.puzzle import puzzle
from facedown.games.clocktower.worlds.solve import solve
from tests.games.clocktower.laid_out import first_day
from tests.games.clocktower.told import told

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus")
CLAIMS = dict(zip(NAMES, ("Chef", "Monk", "Empath", "Slayer", "Ravenkeeper", "Saint", "Virgin"), strict=True))
SAID = "Ann: say = report N1 chef count 0\nCy: say = report N1 empath count 1\n"


def town(said: str = SAID, script: str = "Trouble Brewing", **claims: str) -> Town:
    """The town after all these claims, and what was said."""
    own = "".join(f"{name}: claim {role}\n" for name, role in (CLAIMS | claims).items() if role)
    return town_of(told(first_day(script=script) + own + said).observation(None))


def shares(of: Town) -> np.ndarray:
    found = deals.deals(of)
    assert found is not None
    return np.exp(found)


def test_every_team_of_a_world_of_the_solver_is_counted() -> None:
    known = puzzle(
        {
            "claims": [role.lower() for role in CLAIMS.values()],
            "unclaimed_on_script": [fact.id for fact in town().script if fact.team != "traveller"],
            "rules": "2022",
            "reports": [
                {"seat": 0, "when": "N1", "by": "chef", "count": 0},
                {"seat": 2, "when": "N1", "by": "empath", "count": 1},
            ],
        }
    )
    worlds, evil, demon = solve(known).worlds, town().worlds.evil, town().worlds.demon
    teams = {(world.demons, world.evil) for world in worlds}  # of Trouble Brewing: nobody turns
    likely = shares(town())
    fits = {
        (tuple(np.flatnonzero(demon[:, at]).tolist()), tuple(np.flatnonzero(evil[:, at]).tolist()))
        for at in np.flatnonzero(likely > 1.01 * likely.min()).tolist()
    }
    assert teams
    assert teams <= fits
    assert len(fits) < len(likely), "some are ruled out"


def test_the_number_of_outsiders_tells_who_lies() -> None:
    """Seven have none, or two beside a Baron: of two who claim to be Outsiders both are, or both are not."""
    plain, two = town(said=""), town(said="", Ed="Recluse")
    alone = guess(plain, deals.weighed(plain)).evil
    beside = guess(two, deals.weighed(two)).evil
    assert alone[5] > 2 * min(alone)
    assert beside[5] < alone[5]


def test_nothing_is_counted_while_somebody_has_not_said_who_they_are() -> None:
    assert deals.deals(town(Gus="")) is None


def test_nothing_is_counted_where_characters_change_hands() -> None:
    ids = "washerwoman, librarian, chef, empath, monk, slayer, ravenkeeper, virgin, soldier, mayor, saint, recluse"
    assert deals.deals(town(script=f"{ids}, spy, poisoner, imp")) is not None
    assert deals.deals(town(script=f"{ids}, spy, pithag, imp")) is None


@pytest.mark.parametrize("demon", ["riot", "lordoftyphon"])
def test_deals_with_more_evil_players_than_usual_count_for_no_team(demon: str) -> None:
    ids = "chef, empath, monk, slayer, ravenkeeper, virgin, mayor, saint, recluse, spy, poisoner, imp"
    assert shares(town(script=f"{ids}, {demon}")).tolist() == shares(town(script=ids)).tolist()


def test_a_report_that_nobody_can_make_makes_no_difference_to_the_rest() -> None:
    """People may say anything: then the deals are not counted, and bots weigh what was said as ever."""
    assert deals.deals(town(SAID + "Cy: say = report N1 empath count 7\n")) is None
