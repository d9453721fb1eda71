"""Scripts: the community's JSON in and out, problems named by item, home-made characters run by hand."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any

import pytest

import facedown
from facedown.core.errors import BadOption, Illegal
from facedown.games.clocktower import queries, script_json, scripts
from facedown.games.clocktower.roster import FACTS, JINXES
from facedown.games.clocktower.script import RULES

GAME = facedown.game("clocktower")
OWN = {
    "id": "goose",
    "name": "The Goose",
    "team": "townsfolk",
    "ability": "Honks.",
    "firstNight": 3,
    "otherNight": 40,
}
TOWN: list[Any] = [
    {"id": "_meta", "name": "A town", "author": "Somebody", "firstNight": ["dusk", "imp", "chef", "dawn"]},
    "chef", "empath", {"id": "fortune_teller"}, "scarletwoman", "imp", "saint", OWN,
]  # fmt: skip


def test_a_script_comes_in_and_goes_out() -> None:
    script = script_json.read(json.dumps(TOWN))
    assert script.name == "A town"
    assert script.ids == ("chef", "empath", "fortuneteller", "scarletwoman", "imp", "saint", "own1")
    assert script.first_night == ("imp", "chef")
    goose = script.character("own1")
    assert (goose.name, goose.team, goose.text, goose.unmodelled) == ("The Goose", "townsfolk", "Honks.", True)
    written = json.loads(script_json.write(script))
    assert written == [TOWN[0], "chef", "empath", "fortuneteller", "scarletwoman", "imp", "saint", OWN]
    assert script_json.write(script_json.read(script_json.write(script))) == script_json.write(script)


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("cheff", "item 8: there is no character 'cheff'; did you mean 'chef'?"),
        ("chef", "item 8: 'chef' is in the script twice"),
        (7, "item 8: '7' is neither an id nor a character"),
        ({}, "item 8: it has no id"),
        ({"id": "_meta", "name": "another"}, "item 8: a script has one _meta"),
        ({"id": "duck", "name": "Duck", "team": "minion"}, "item 8 ('duck'): a home-made character needs its"),
        ({"id": "duck", "name": "Duck", "team": "duck", "ability": "-"}, "item 8 ('duck'): 'duck' is not a team"),
        (OWN | {"id": "duck", "firstNight": -1}, "item 8 ('duck'): firstNight must be a number"),
        (OWN | {"id": "duck", "name": "Chef"}, "item 8 ('duck'): it has the name of item 2"),
        (OWN | {"id": "dawn"}, "item 8: 'dawn' is a step of the night"),
        (OWN | {"id": "duck", "otherNight": 1e999}, "not JSON: Infinity is not a number"),
        (OWN | {"id": "duck", "otherNight": 1e300}, "item 8 ('duck'): otherNight must be a number"),
        (OWN | {"id": "duck", "image": [[[[[[[[[""]]]]]]]]]}, "item 8: it is nested too deep"),
    ],
)
def test_a_problem_is_named_by_its_item(item: Any, said: str) -> None:
    with pytest.raises(BadOption) as caught:
        script_json.read(json.dumps([*TOWN[:7], item, OWN]))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "{}",
        '["chef"]',
        '"tb"',
        json.dumps(["chef"] * 300),
        "[" * 100_000,
        '["chef", "imp"',
        f'["{"x" * 500_000}"]',
    ],
)
def test_what_is_no_script_is_refused(text: str) -> None:
    with pytest.raises(BadOption):
        script_json.read(text)


def test_an_official_character_written_in_full_is_played_by_its_rules() -> None:
    """Some tools write everything they know about it."""
    chef = {"id": "chef", "name": "Chef", "team": "townsfolk", "ability": "Counts pairs.", "firstNight": 36}
    script = script_json.read(json.dumps([*TOWN[2:], chef]))
    assert not script.character("chef").unmodelled
    altered = script_json.read(json.dumps([*TOWN[2:], chef | {"name": "Cook"}]))
    assert altered.character("own1").unmodelled
    assert not altered.has("chef")
    table = GAME.new(6, 1, script=json.dumps([*TOWN[2:], chef | {"name": "Cook"}]))
    assert "Cook" in table.view(None).script


def test_a_traveler_is_a_traveller() -> None:
    tramp = {"id": "tramp", "name": "Tramp", "team": "traveler", "ability": "Walks."}
    beggar = {"id": "beggar", "name": "Beggar", "team": "Traveler", "ability": "Begs."}
    script = scripts.named(json.dumps(["imp", "chef", "monk", "empath", tramp, beggar]))
    assert [script.character(id).team for id in ("own1", "beggar")] == ["traveller", "traveller"]
    assert list(script.own) == ["own1"]


def test_a_file_may_begin_with_a_byte_order_mark() -> None:
    assert scripts.named("\ufeff" + json.dumps(TOWN)).name == "A town"


def test_what_is_no_character_is_refused_at_the_table() -> None:
    table = GAME.new(6, 1, script=json.dumps(TOWN))
    for made in ("Ann becomes Qwertyuiop", "Ann becomes Bo", "Ann becomes Angel", "Ann becomes Beggar"):
        with pytest.raises(Illegal):
            table.play("Storyteller", made)
    with pytest.raises(Illegal, match="did you mean 'Chef'"):
        table.play("Storyteller", "Chefx")


def test_many_home_made_characters_are_told_apart_by_their_names() -> None:
    """There are more names than numbers for them."""
    many = [OWN | {"id": f"own{i}", "name": f"Own {i}", "firstNight": 0, "otherNight": 0} for i in range(180)]
    table = GAME.new(6, 1, script=json.dumps([*TOWN, "pithag", *many]), covers="not asked")
    for one in many:
        table.play("Storyteller", f"Ann becomes {one['name']}")
        assert table.view(5).grimoire[0].character == one["name"]


def test_a_game_with_a_home_made_character_is_played_and_comes_back_from_its_record() -> None:
    luck = random.Random(2)
    table = GAME.new(8, 3, script=json.dumps([*TOWN, "butler", "soldier", "virgin", "mayor", "monk"]))
    asked_by_hand = 0
    while not table.over:
        seat = luck.choice(table.asked)
        legal = table.legal(seat)
        asked_by_hand += legal[0].text == "go on"
        table.play(seat, legal[0] if legal[0].text == "done" else luck.choice(legal))
    assert "The Goose" in table.view(7).script
    assert asked_by_hand or "The Goose" not in {token.character for token in table.view(7).grimoire}
    assert facedown.read(table.record()).standing == table.standing


@pytest.mark.covers("clocktower 1.6")
def test_jinxes_are_told_to_all_and_some_pairs_are_not_dealt_together() -> None:
    town = (
        "heretic, godfather, spy, poisoner, baron, saint, damsel, barber, imp, "
        "soldier, chef, empath, slayer, monk, mayor, virgin"
    )
    for seed in range(60):
        table = GAME.new(12, seed, script=town)
        state = table.position().picture.state
        assert not (
            queries.in_play(state, "heretic")
            and (queries.in_play(state, "godfather") or queries.in_play(state, "spy"))
        )
    assert "Heretic and Spy: Only one of the two is in play." in table.view(0).jinxes
    while table.view(None).phase == "set-up":
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    told = [event.text for event in table.log(0) if event.kind == "jinx"]
    assert "[Heretic] and [Spy]: Only one of the two is in play." in told
    ids = set(FACTS)
    assert all(jinx.a in ids and jinx.b in ids and jinx.rule.endswith(".") for jinx in JINXES)


@pytest.mark.covers("clocktower 1.6")
def test_a_jinx_that_goes_against_the_almanac_holds_today_alone() -> None:
    told = {
        rules: scripts.of_ids("", ("spy", "damsel", "cultleader", "goon", "pithag"), rules).jinxes
        for rules in RULES
    }
    assert {(jinx.a, jinx.b) for jinx in told["2022"]} == {("pithag", "damsel"), ("pithag", "goon")}
    assert {(jinx.a, jinx.b) for jinx in told["current"]} == {
        ("pithag", "cultleader"), ("pithag", "damsel"), ("pithag", "goon"), ("spy", "damsel"),
    }  # fmt: skip


def test_editions_have_their_characters_and_their_order() -> None:
    tb = scripts.named("Trouble Brewing")
    assert len(tb.ids) == 22
    assert tb.first_night.index("poisoner") < tb.first_night.index("washerwoman") < tb.first_night.index("spy")
    assert scripts.named("chef, Fortune Teller, imp").ids == ("chef", "fortuneteller", "imp")
    with pytest.raises(BadOption, match="did you mean"):
        scripts.named("Trouble Brewin")


def test_a_home_made_character_may_act_between_two_others() -> None:
    own = {"id": "own", "name": "Own", "team": "townsfolk", "ability": "-", "firstNight": 54.5, "otherNight": 75.5}
    script = script_json.read(json.dumps([own, "chef", "empath", "fortuneteller", "imp"]), "2022")
    assert [id for id in script.first_night if id in ("chef", "own1", "empath")] == ["chef", "own1", "empath"]
    acting = [id for id in script.other_nights if id in ("empath", "own1", "fortuneteller")]
    assert acting == ["empath", "own1", "fortuneteller"]


WITHOUT_DOCSTRINGS = """
import facedown
table = facedown.game("clocktower").new(seats=6, seed=1)
try:
    while not table.over:
        table.view(0)
        table.play(table.asked[0], table.legal(table.asked[0])[0])
except facedown.FacedownError as error:
    print(error)
"""


def test_python_that_drops_the_texts_of_characters_is_refused() -> None:
    done = subprocess.run([sys.executable, "-OO", "-c", WITHOUT_DOCSTRINGS], capture_output=True, text=True)
    assert "-OO" in done.stdout, done.stderr[-500:]
