"""The night as the storyteller goes through it."""

from __future__ import annotations

import json
import random

import pytest

import facedown
from facedown.core.errors import FacedownError
from facedown.core.table import Table
from facedown.games.clocktower import scripts
from facedown.games.clocktower.character import character
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.roster import FACTS, NIGHTS, STEP_RANKS
from facedown.games.clocktower.storytelling.night_list import NightStep, Shown
from tests.games.clocktower.laws import TOWNS, played
from tests.games.clocktower.ready import all_look

TELLER = "Sue"


def town(script: str, tokens: str, **options: object) -> Table:
    names = ", ".join([token.split()[0] for token in tokens.split(", ")] + [TELLER])
    given = "".join(f"{key}: {value}\n" for key, value in options.items())
    return facedown.read(f"game: clocktower\nseats: {names}\n{given}script: {script}\ntokens: {tokens}\n")


def step(table: Table, id: str) -> NightStep:
    steps: tuple[NightStep, ...] = table.view(TELLER).night_list
    (found,) = [one for one in steps if one.step == id]
    return found


def said(table: Table) -> dict[str, str]:
    return {one.step: one.say for one in table.view(TELLER).night_list}


@pytest.mark.covers("clocktower 2.4")
def test_looking_at_it_does_not_fix_the_places_of_a_night() -> None:
    """An Amnesiac's place is known only when the storyteller has said it."""
    assert amnesiac(look=True).record() == amnesiac(look=False).record()


def amnesiac(*, look: bool) -> Table:
    table = town(
        "king, chambermaid, amnesiac, witch, tealady, virgin, professor, riot, monk, chef",
        "Ann Chambermaid, Bo Riot, Cy Amnesiac, Di Witch, Ed Tea Lady, Flo Virgin, Gus Professor",
        covers="asked",
        rules_version="current",
    )
    for move in ['"learns who lies"', "King", *[""] * 12]:
        all_look(table)
        if look:
            table.view(TELLER)
        seat = table.asked[0]
        table.play(seat, move or table.legal(seat)[0])
    return table


@pytest.mark.parametrize("poisoned", [False, True])
def test_a_spy_is_let_look_at_the_grimoire_and_told_a_false_one_in_words(poisoned: bool) -> None:
    table = town(
        "spy, imp, monk, virgin, soldier, saint, chef, poisoner, baron, slayer, mayor",
        "Ann Monk, Bo Imp, Cy Virgin, Di Spy, Ed Soldier, Flo Poisoner, Gus Slayer, Hal Mayor, Ida Chef, Jo Saint",
        covers="asked",
        gather="in person",
    )
    while table.view(TELLER).phase == "set-up" or step(table, "spy").state != "now":
        seat = table.asked[0]
        table.play(seat, "Di" if poisoned and "Di" in map(str, table.legal(seat)) else table.legal(seat)[0])
    now = step(table, "spy")
    says = "Tell them: You see" if poisoned else "Let them look at the grimoire."
    assert now.say.startswith(f"Wake Di. {says}")
    assert (now.show, now.points) == ((), ())


def test_every_character_that_acts_at_night_has_its_words_and_nobody_else() -> None:
    moments = {Role.first_night: "first", Role.each_night: "either", Role.other_nights: "other"}
    there = {}
    for id in scripts.all_modelled():
        acting = {
            when
            for moment, when in moments.items()
            for rules in ("2022", "current")
            if acts_at(character(id, rules), moment)
        }
        if acting:
            there[id] = acting
    woken = {fact.id for fact in FACTS.values() if fact.first is not None or fact.other is not None}
    assert set(NIGHTS) == {*there, *woken, *STEP_RANKS}
    for id, acting in there.items():
        first = "first" in acting or ("either" in acting and FACTS[id].first is not None)
        other = "other" in acting or ("either" in acting and FACTS[id].other is not None)
        assert not (first and not NIGHTS[id].first), id
        assert not (other and not NIGHTS[id].other), id
    for id in woken:
        assert NIGHTS[id].first or FACTS[id].first is None, id
        assert NIGHTS[id].other or FACTS[id].other is None, id
    for night in NIGHTS.values():
        for words in (night.first, night.other):
            assert "{" not in words.format("Ann")
            assert words[-1:] in ("", ".")


def test_every_character_has_a_text() -> None:
    for id in FACTS:
        assert character(id, "2022").text.endswith("."), id


@pytest.mark.parametrize("name", ["a script of everything", "Sects and Violets with five Travellers"])
def test_it_goes_from_dusk_to_dawn_and_only_the_storyteller_has_it(name: str) -> None:
    watching = random.Random(name)
    for table in played(TOWNS[name], 3, random.Random(name)):
        teller = len(table.names) - 1
        view = table.view(teller)
        assert all(table.view(seat).night_list is None for seat in (None, *watching.sample(range(teller), 2)))
        states = [one.state for one in view.night_list]
        if table.over:
            assert not states
            continue
        assert states == sorted(states, key=("done", "now", "later").index)
        assert [view.night_list[0].step, view.night_list[-1].step] == ["dusk", "dawn"]
        assert states.count("now") <= (view.phase == "night")
        for one in view.night_list:
            assert one.say[-1:] in (".", "!", "?"), one
            assert not {"{", "None", "…"} & set(one.say.split()), one
            assert (one.step in STEP_RANKS) == (one.character == "")


def test_what_is_decided_is_said_as_soon_as_it_is() -> None:
    table = town(
        "washerwoman, empath, fortuneteller, monk, soldier, drunk, poisoner, imp",
        "Ann Washerwoman, Bo Empath, Cy Soldier, Di Drunk as Monk, Ed Fortune Teller, Flo Poisoner, Gus Imp",
    )
    table.play(TELLER, "Cy")  # who seems to be the Demon
    assert said(table)["minioninfo"] == "Wake Flo. Point at Gus, the Demon."
    assert step(table, "demoninfo").show == (
        Shown("This is your Minion"),
        Shown("These are not in play: you may claim to be one", table.view(TELLER).bluffs),
    )
    assert step(table, "poisoner").state == "now"
    assert step(table, "poisoner").say == "Wake Flo. They point at a player, who is poisoned until tomorrow's dusk."
    table.play("Flo", "Bo")
    assert step(table, "poisoner").say.endswith("Flo chose Bo.")
    for move in ("Cy", "Bo"):
        table.play(TELLER, move)
    assert step(table, "washerwoman").say == "Wake Ann. Show Soldier, point at Bo and Cy."
    assert step(table, "washerwoman").show == (Shown("", ("Soldier",)),)
    assert step(table, "empath").impaired
    assert "The truth: show 0. Bo is drunk or poisoned" in step(table, "empath").say
    table.play(TELLER, "2")
    assert step(table, "empath").show == (Shown("", (), ("2",)),)
    table.play("Ed", "Ann")
    assert step(table, "fortuneteller").say.endswith("Ed chose Ann.")


def test_with_covers_it_is_said_before_it_is_told() -> None:
    table = town(
        "fortuneteller, soldier, virgin, scarletwoman, imp",
        "Ann Fortune Teller, Bo Imp, Cy Soldier, Di Virgin, Ed Scarlet Woman",
        covers="asked",
    )
    table.play(TELLER, "Cy")  # who seems to be the Demon
    while table.asked != (0,):
        all_look(table)
        table.play(TELLER, "go on")
    for move in ("Bo", "Di"):
        table.play("Ann", move)
    assert len(table.view("Ann").me.told) == 1  # the token
    assert step(table, "fortuneteller").say == "Wake Ann. Nod."
    assert step(table, "fortuneteller").show == (Shown("", (), ("yes",)),)


def test_the_dead_the_mistaken_and_what_is_used_up() -> None:
    table = town(
        "courtier, monk, empath, drunk, soldier, gambler, witch, imp",
        "Ann Courtier, Bo Drunk as Empath, Cy Gambler, Di Soldier, Ed Witch, Flo Imp",
    )
    assert step(table, "empath").believed
    assert "Bo only believes they have it" in step(table, "empath").say
    table.play("Ann", "Monk")
    table.play("Ed", "Di")
    table.play(TELLER, "1")
    table.play(TELLER, "kill Cy")
    assert table.view(TELLER).phase == "day"
    assert {one.state for one in table.view(TELLER).night_list} == {"later"}
    assert said(table)["courtier"] == "Ann has used the ability: do not wake them."
    assert said(table)["gambler"] == "Cy is dead: do not wake them."
    assert step(table, "gambler").dead
    table.play(TELLER, "first Cy becomes Empath")
    assert "gambler" not in said(table)


def test_a_name_that_ends_with_a_full_stop_brings_no_second_one() -> None:
    table = facedown.read(
        "game: clocktower\nseats: Ann, Ünal Ö., Cy, Di, Ed, Sue\nscript: tb\ngather: in person\n"
        "tokens: Ann Imp, Ünal Ö. Chef, Cy Poisoner, Di Virgin, Ed Soldier\n"
    )
    while table.view(TELLER).phase != "day":
        says = [one.say for one in table.view(TELLER).night_list or ()]
        assert not any(".." in say for say in says), says
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    for act in ("to nominations", "for Ann: nominate Ünal Ö."):
        table.play(TELLER, act)
    assert "Ann nominates Ünal Ö." in [event.text for event in table.log(TELLER)]


def test_home_made_characters_are_run_as_their_card_says() -> None:
    cards = (
        '[{"id": "_meta", "name": "Mill {0}", "author": "Kim"}, "chef", "soldier", "baron", "imp", "saint", "monk",'
        ' {"id": "miller", "name": "Miller", "team": "townsfolk", "ability": "Grinds {x} of flour.",'
        ' "firstNight": 5}]'
    )
    table = town(cards, "Ann Miller, Bo Chef, Cy Soldier, Di Baron, Ed Imp")
    assert said(table)["own1"] == "Wake Ann, the Miller, and run it by hand: Grinds {x} of flour."
    view = table.view("Ann")
    assert (view.script_name, view.script_author) == ("Mill {0}", "Kim")
    assert [(one.name, one.team, one.text) for one in view.home_made] == [
        ("Miller", "townsfolk", "Grinds {x} of flour.")
    ]


def miller(**more: object) -> Table:
    card = {"id": "miller", "name": "Miller {x}", "team": "townsfolk", "ability": "Grinds.", **more}
    cards = json.dumps([card, "chef", "soldier", "baron", "imp", "saint", "monk"])
    return town(cards, "Ann Miller {x}, Bo Chef, Cy Soldier, Di Baron, Ed Imp")


def lit_at(table: Table, step: str) -> tuple[int, ...]:
    """Who is lit in the circle when the night comes to this step."""
    while True:
        now = next(one for one in table.view(TELLER).night_list or () if one.state == "now")
        if now.step == step:
            return tuple(now.wakes)
        table.play(table.asked[0], table.legal(table.asked[0])[0])


def test_what_a_home_made_card_says_is_done_for_it_stands_in_the_night_list() -> None:
    on_first = miller(firstNight=5, firstNightReminder="Show the {flour} token.")
    assert said(on_first)["own1"] == "Ann, the Miller {x}: Show the {flour} token."
    assert lit_at(on_first, "own1") == (0,)
    named = miller(firstNight=5, firstNightReminder="Wake {0}.", otherNightReminder="Let {0} sleep.", otherNight=3)
    assert said(named)["own1"] == "Wake Ann."
    (card,) = named.view("Bo").home_made  # what stands in every player's script, whoever has it
    assert (card.first, card.does_first, card.other, card.does_other) == (5, "Wake {0}.", 3, "Let {0} sleep.")
    (card,) = on_first.view("Bo").home_made
    assert (card.other, card.does_other) == (None, "")
    while named.view(None).phase == "night":
        named.play(named.asked[0], named.legal(named.asked[0])[0])
    assert said(named)["own1"] == "Let Ann sleep."


def test_marks_in_what_a_home_made_card_says_are_not_read_out() -> None:
    marked = miller(
        firstNight=5, firstNightReminder="Each night*, show\n*YOU ARE*. :reminder:<br /><b>Then</b> sleep."
    )
    assert said(marked)["own1"] == "Ann, the Miller {x}: Each night*, show YOU ARE. Then sleep."


def test_what_a_home_made_card_says_of_one_night_is_not_done_in_another() -> None:
    table = miller(firstNight=5, firstNightReminder="Show the flour.", otherNight=5)
    while table.view(None).phase == "night":
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    assert said(table)["own1"] == "Wake Ann, the Miller {x}, and run it by hand: Grinds."


def test_what_is_done_for_a_home_made_card_without_a_place_of_its_own_comes_last() -> None:
    steps = list(said(miller(firstNightReminder="Wake {0}.")))
    assert steps[-2:] == ["own1", "dawn"]
    assert "own1" not in said(miller(firstNight=0, firstNightReminder="Wake {0}.")), "0 says that it does not act"


def test_what_is_done_for_a_home_made_card_is_a_line_of_text() -> None:
    for wrong in ({"firstNightReminder": 5}, {"otherNightReminder": "x" * 1001}):
        with pytest.raises(FacedownError, match="there is no character 'Miller"):  # its item is left out
            miller(**wrong)


def test_the_circle_lights_whom_to_wake_and_at_whom_to_point_in_the_present_step_alone() -> None:
    table = town(
        "imp, poisoner, washerwoman, chef, empath, monk, mayor",
        "Ann Imp, Bo Poisoner, Cy Washerwoman, Di Chef, Ed Empath, Flo Monk, Gus Mayor",
        covers="asked",
        gather="in person",
    )
    while table.view(TELLER).phase == "set-up" or step(table, "minioninfo").state != "now":
        seat = table.asked[0]
        table.play(seat, table.legal(seat)[0])
    now = step(table, "minioninfo")
    assert (now.wakes, now.points) == ((1,), (0,))
    assert all(not one.wakes and not one.points for one in table.view(TELLER).night_list if one.state != "now")
    assert all(table.view(seat).night_list is None for seat in range(7))
