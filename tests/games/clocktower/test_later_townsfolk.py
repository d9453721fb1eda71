"""The later Townsfolk, as far as records cannot show it: set-up, and what bots make of what they learn."""

from __future__ import annotations

from collections import Counter

import pytest

from facedown.games.clocktower import queries
from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.setup import team_counts
from tests.games.clocktower.dealt import GOOD, dealt


@pytest.mark.covers("clocktower villageidiot.1", "clocktower villageidiot.3")
def test_up_to_three_village_idiots_take_the_place_of_townsfolk_and_one_of_several_is_drunk() -> None:
    found: Counter[int] = Counter()
    for seed in range(40):
        players = (5, 7, 10, 13)[seed % 4]
        state = dealt(players, seed, f"villageidiot,{GOOD},goblin,baron,spy,imp", "Ann Village Idiot")
        copies = queries.holders(state, "villageidiot")
        found[len(copies)] += 1
        teams = Counter(player.character.team for player in state.players)
        assert (teams["minion"], teams["demon"]) == (team_counts(players)["minion"], 1)
        assert sum(queries.impaired(state, player) for player in copies) == (len(copies) > 1)
    assert set(found) == {1, 2, 3}


class World:
    """A world in which these seats of five are evil, as `findings` asks about it."""

    def __init__(self, *evil: int) -> None:
        self.evil, self.nowhere, self.public = evil, False, self
        self.ring = range(5)

    def is_evil(self, seat: int) -> bool:
        return seat in self.evil


@pytest.mark.parametrize(
    ("evil", "clockwise", "counterclockwise"),
    [((1,), True, False), ((4,), False, True), ((2,), True, False), ((1, 4), True, True), ((2, 4), False, True)],
)
def test_a_shugenja_s_report_holds_where_the_nearest_evil_player_sits_so(
    evil: tuple[int, ...], clockwise: bool, counterclockwise: bool
) -> None:
    holds = kind_of("shugenja").finds.holds
    assert holds is not None
    found = [
        bool(holds(World(*evil), 0, 1, {"direction": way}))  # type: ignore[arg-type]  # a world of its own kind
        for way in ("clockwise", "counterclockwise")
    ]
    assert found == [clockwise, counterclockwise]
