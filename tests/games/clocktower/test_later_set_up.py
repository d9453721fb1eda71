"""What the characters that came after the almanac change at set-up."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from facedown.games.clocktower import queries
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.state import State
from tests.games.clocktower.laid_out import state_of, town

GOOD = "soldier,slayer,virgin,mayor,monk,artist,juggler,sage,savant,fool,saint,recluse,butler,klutz"


def dealt(players: int, seed: int, script: str) -> State:
    """The town at its first question of the first night, the storyteller having chosen at random."""
    table, luck = town(players, seed, script), random.Random(seed)
    while table.asked and state_of(table).phase == "set-up":
        table.play(table.asked[0], luck.choice(table.legal(table.asked[0])))
    return state_of(table)


def teams(state: State) -> Counter[str]:
    return Counter(player.character.team for player in state.players)


@pytest.mark.covers("clocktower kazali.1", "clocktower lordoftyphon.1")
@pytest.mark.parametrize("demon", ["kazali", "lordoftyphon"])
def test_the_bag_holds_no_minion_and_any_number_of_outsiders(demon: str) -> None:
    outsiders = set()
    for seed in range(8):
        counts = teams(dealt(10, seed, f"{demon},{GOOD},baron,spy,poisoner"))
        assert (counts["demon"], counts["townsfolk"] + counts["outsider"]) == (1, 9)
        outsiders.add(counts["outsider"])
    assert len(outsiders) > 2


@pytest.mark.covers("clocktower summoner.1")
@pytest.mark.parametrize("demons", ["imp", "fanggu", "legion", "lilmonsta", "vigormortis,leviathan"])
def test_beside_a_summoner_there_is_no_demon_and_a_townsfolk_more(demons: str) -> None:
    for seed in range(6):
        state = dealt(9, seed, f"{demons},{GOOD},summoner")
        if queries.holders(state, "summoner"):
            usual = team_counts(9)
            expected = {**usual, "demon": 0, "townsfolk": usual["townsfolk"] + 1}
            assert teams(state) == Counter(expected), demons
            assert not state.unheld
            assert not state.demon_needed


@pytest.mark.covers("clocktower xaan.1", "clocktower xaan.7")
def test_there_are_as_many_outsiders_as_the_storyteller_says_beside_a_xaan() -> None:
    alone = {teams(dealt(8, seed, f"imp,{GOOD},xaan"))["outsider"] for seed in range(12)}
    assert len(alone) > 2
    with_baron = [teams(dealt(10, seed, f"imp,{GOOD},xaan,baron"))["outsider"] for seed in range(12)]
    assert max(with_baron) > 2


@pytest.mark.covers("clocktower boffin.1")
def test_what_the_demon_is_lent_is_not_in_play_and_brings_what_it_brings() -> None:
    kings = 0
    for seed in range(30):
        state = dealt(8, seed, f"imp,{GOOD},choirboy,king,boffin")
        (demon,) = queries.demons(state)
        lent = [a.character.id for a in demon.abilities if a.by is not None]
        assert len(lent) == 1
        assert not queries.in_play(state, lent[0])
        kings += lent == ["choirboy"]
        assert lent != ["choirboy"] or queries.in_play(state, "king")
    assert kings
