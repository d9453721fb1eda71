"""Whoever plays alone with bots may ask for a side or a character; the bag is filled as it would be otherwise."""

from __future__ import annotations

from collections import Counter

import pytest

from facedown.core.errors import BadOption
from facedown.games.clocktower import scripts, setup
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.setup import alignment_of, team_counts
from tests.games.clocktower.laid_out import GAME, state_of

NOBODY_KNOWS = {"drunk", "lunatic"}
SIDES = [
    ("tb", "good", {"townsfolk", "outsider"}),
    ("tb", "evil", {"minion", "demon"}),
    ("bmr", "good", {"townsfolk", "outsider"}),
    ("bmr", "evil", {"minion", "demon", "lunatic"}),
]
OUTSIDERS = {"baron": 2, "fanggu": 1, "vigormortis": -1}  # more than usual


def dealt(wished: str, seed: int, script: str = "tb", players: int = 8) -> list[Character]:
    """The characters, by seat."""
    table = GAME.new(players + 1, seed, script=script, first_seat=wished)
    while not state_of(table).players[0].character.id:  # the storyteller is asked how many Outsiders there are
        table.play(players, table.legal(players)[0])
    return [player.character for player in state_of(table).players]


@pytest.mark.parametrize("players", [5, 6, 7, 8, 10])
@pytest.mark.parametrize("script", ["tb", "bmr", "snv"])
def test_a_character_that_is_asked_for_is_dealt_to_the_first_seat(script: str, players: int) -> None:
    ids = scripts.named(script).ids
    usual = team_counts(players)
    for seed, character in enumerate(one for one in ids if one not in NOBODY_KNOWS):
        town = dealt(character, seed, script, players)
        assert town[0].id == character
        count = Counter(one.team for one in town)
        more = sum(OUTSIDERS.get(one.id, 0) for one in town)
        assert (count["demon"], count["minion"]) == (usual["demon"], usual["minion"])
        either = (-1, 1) if any(one.id == "godfather" for one in town) else (0,)
        assert count["outsider"] in [max(usual["outsider"] + more + one, 0) for one in either]


def test_an_outsider_who_cannot_be_there_is_refused() -> None:
    script = "recluse,soldier,slayer,virgin,mayor,monk,chef,spy,imp"
    assert dealt("Recluse", 0, script)[0].id == "recluse"
    with pytest.raises(BadOption, match="with 7 players and this script there are no Outsiders"):
        dealt("Recluse", 0, script, 7)


@pytest.mark.parametrize(("script", "side", "teams"), SIDES)
def test_of_a_side_that_is_asked_for_any_token_may_come(script: str, side: str, teams: set[str]) -> None:
    """Nobody learns from what they asked for whether they are the Drunk or the Lunatic."""
    towns = [state_of(GAME.new(9, seed, script=script, first_seat=side)) for seed in range(60)]
    mine = [town.players[0] for town in towns if town.players[0].character.id]
    assert {"lunatic" if one.character.id == "lunatic" else one.character.team for one in mine} == teams
    assert all(one.character.id == "lunatic" or alignment_of(one.character) == side for one in mine)


def test_whoever_asks_to_be_evil_is_where_an_atheist_would_leave_nobody_evil() -> None:
    script = "atheist,soldier,slayer,virgin,mayor,monk,chef,recluse,spy,imp"
    for seed in range(12):
        assert alignment_of(dealt("evil", seed, script)[0]) == "evil"


@pytest.mark.parametrize(
    ("wished", "said"), [("Drunk", "not to know it"), ("Butlr", "Butler"), ("Vortox", "with this script")]
)
def test_what_nobody_can_be_dealt_is_refused(wished: str, said: str) -> None:
    with pytest.raises(BadOption, match=said):
        GAME.new(9, 0, first_seat=wished)


def test_a_wish_of_many_words_is_not_read_for_each_character(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def letters(words: str) -> str:
        read.append(words)
        return words

    monkeypatch.setattr(setup, "letters", letters)
    with pytest.raises(BadOption):
        setup.wished_of(scripts.named("tb"), "many words")
    assert read.count("many words") == 1
