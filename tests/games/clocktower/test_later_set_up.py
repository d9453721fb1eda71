"""What the characters that came after the almanac change at set-up."""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from facedown.games.clocktower import queries
from facedown.games.clocktower.moments import role
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.state import State
from tests.games.clocktower.laid_out import GAME, state_of, town

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


@pytest.mark.covers("clocktower sentinel.1", "clocktower sentinel.2")
def test_a_sentinel_deals_an_outsider_more_or_fewer() -> None:
    found = {teams(dealt(8, seed, f"sentinel,imp,{GOOD},poisoner"))["outsider"] for seed in range(12)}
    assert found == {0, 1, 2}


@pytest.mark.covers("clocktower pope.1")
def test_a_pope_deals_good_characters_several_times_in_place_of_townsfolk() -> None:
    several = 0
    for seed in range(8):
        state = dealt(9, seed, f"pope,imp,{GOOD},poisoner")
        tokens = [player.character.id for player in state.players]
        assert (teams(state)["demon"], teams(state)["minion"]) == (1, 1)
        several += len(set(tokens)) < len(tokens)
    assert several


@pytest.mark.covers("clocktower pope.2")
def test_the_demon_may_be_shown_one_of_these_as_not_in_play() -> None:
    table = town(7, 0, "pope,imp,soldier,soldier,virgin,mayor,saint,chef,sage,monk,poisoner")
    offered: set[str] = set()
    while table.asked and not offered:
        texts = [move.text for move in table.legal(table.asked[0])]
        prompt = table.prompt(table.asked[0])
        if "once more" in prompt:
            again = next(text for text in texts if text != "nobody")
            table.play(table.asked[0], again)
            while "once more" in table.prompt(table.asked[0]):
                table.play(table.asked[0], "nobody")
        elif "not in play" in prompt:
            offered = set(texts)
        else:
            table.play(table.asked[0], texts[0])
    assert again in offered


@pytest.mark.covers("clocktower gardener.1", "clocktower gardener.2")
def test_a_gardener_lets_the_storyteller_say_who_gets_which_token() -> None:
    table = town(5, 0, "gardener,imp,soldier,virgin,mayor,chef,sage,poisoner", "Cy Imp")
    seated: dict[int, str] = {}
    while "which token does" in table.prompt("Storyteller"):
        texts = [move.text for move in table.legal("Storyteller")]
        seat = next(at for at in (0, 1, 3, 4) if at not in seated)
        seated[seat] = texts[-1]
        table.play("Storyteller", texts[-1])
    state = state_of(table)
    assert len(seated) >= 3
    assert all(state.players[seat].character.name == name for seat, name in seated.items())
    assert state.players[2].character.id == "imp"


@pytest.mark.covers("clocktower bootlegger.1", "clocktower bootlegger.2")
@pytest.mark.parametrize("rules", [[], ["Nobody votes on Sundays.", "Hats off."]])
def test_a_bootlegger_tells_the_rules_of_the_script(rules: list[str]) -> None:
    meta = {"id": "_meta", "name": "Cellar", "bootlegger": rules}
    script = json.dumps([meta, "bootlegger", "imp", "soldier", "virgin", "mayor", "chef", "sage", "poisoner"])
    heard = " ".join(event.text for event in town(5, 0, script).log(None))
    assert all(rule in heard for rule in rules)
    assert ("Bootlegger" in heard) == bool(rules)
    cautions = " ".join(GAME.cautions(GAME.checked_options({"script": script})))
    assert ("has to keep by hand" in cautions) == bool(rules)


@pytest.mark.covers("clocktower 1.6")
def test_the_marionette_is_found_beside_the_demon_whom_the_summoner_makes() -> None:
    found = 0
    for seed in range(10):
        table, luck = town(10, seed, f"imp,{GOOD},summoner,marionette"), random.Random(seed)
        while not table.over and not any(p.made_by == "summoner" for p in state_of(table).players):
            if state_of(table).phase == "night":
                assert not queries.in_play(state_of(table), "marionette") or queries.demons(state_of(table))
            seat = table.asked[0]
            legal = table.legal(seat)
            table.play(seat, legal[0] if legal[0].text == "done" else luck.choice(legal))
        state = state_of(table)
        for puppet in queries.holders(state, "marionette") if not table.over else ():
            (demon,) = queries.demons(state)
            found += puppet in queries.neighbours(state, demon)
    assert found


@pytest.mark.covers("clocktower choirboy.1")
def test_a_choirboy_drawn_last_brings_the_king_as_well() -> None:
    """A Hermit's token was one of too many Outsiders, and others fill its place."""
    for seed in range(10):
        state = dealt(7, seed, "savant,empath,steward,oracle,hermit,klutz,xaan,ojo,choirboy,king")
        assert queries.in_play(state, "king") or not queries.in_play(state, "choirboy"), seed


@pytest.mark.parametrize("others", ["baron,mayor,recluse,saint", "spy,villageidiot"])
def test_no_outsider_comes_of_a_balloonist_who_is_left_out_again(others: str) -> None:
    """A Baron's Outsiders leave room for a single Townsfolk; copies of a Village Idiot need some, too."""
    for seed in range(12):
        state = dealt(5, seed, f"balloonist,{others},sage,imp,klutz,mutant")
        more = 2 if "baron" in others else queries.in_play(state, "balloonist")
        assert teams(state)["outsider"] == more, seed


def test_a_sober_dreamer_learns_of_a_king_who_is_not_on_the_script() -> None:
    state = dealt(7, 1, "imp,spy,choirboy,dreamer,sage,mayor,monk,chef")
    (dreamer,), (king,) = (queries.abilities_of(state, id) for id in ("dreamer", "king"))
    asks = role(dreamer.character).each_night(dreamer, state)
    assert asks is not None
    next(asks)
    learned = asks.send(king.player)
    assert {one.id for pair in learned.truths for one in pair if one.good} == {"king"}
