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
from facedown.games.clocktower.character import character
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


def test_a_script_comes_in() -> None:
    script = script_json.read(json.dumps(TOWN))
    assert (script.name, script.author, script.warnings) == ("A town", "Somebody", ())
    assert script.ids == ("chef", "empath", "fortuneteller", "scarletwoman", "imp", "saint", "own1")
    assert script.first_night == ("imp", "chef")
    goose = script.character("own1")
    assert (goose.name, goose.team, goose.text, goose.unmodelled) == ("The Goose", "townsfolk", "Honks.", True)


@pytest.mark.parametrize(
    ("item", "said"),
    [
        ("cheff", "Item 9 is left out: there is no character 'cheff'; did you mean 'chef'?"),
        ({"id": "cheff"}, "Item 9 ('cheff') is left out: there is no character 'cheff'; did you mean 'chef'?"),
        ("chef", "Item 9 is left out: 'Chef' is in the script twice"),
        (OWN | {"id": "Goose"}, "Item 9 ('The Goose') is left out: 'Goose' is in the script twice"),
        (7, "Item 9 is left out: '7' is neither an id nor a character"),
        ({}, "Item 9 is left out: it has no id"),
        ({"id": "_meta", "name": "another"}, "Item 9 ('another') is left out: a script has one _meta"),
        (
            {"id": "duck", "name": "Duck", "team": "minion"},
            "('Duck') is left out: a home-made character needs its",
        ),
        (OWN | {"id": "duck", "team": "duck"}, "Item 9 ('The Goose') is left out: 'duck' is not a team"),
        (OWN | {"id": "dawn"}, "Item 9 ('The Goose') is left out: 'dawn' is a step of the night"),
        (OWN | {"id": "duck", "name": "x" * 41}, "its name has more than 40 letters"),
        (OWN | {"id": "duck", "ability": "\x1b[31m"}, "its ability has signs that cannot be shown"),
        (OWN | {"id": "duck", "ability": "x" * 1001}, "its ability has more than 1,000 letters"),
    ],
)
def test_one_odd_item_is_left_out_with_a_word_and_the_rest_plays(item: Any, said: str) -> None:
    duck = OWN | {"id": "duck2", "name": "Duck"}
    script = script_json.read(json.dumps([*TOWN, item, duck]))
    (warning,) = script.warnings
    assert said in warning
    assert warning[-1] in ".?"
    assert script.ids == (*script_json.read(json.dumps(TOWN)).ids, "own2")
    text = json.dumps([*TOWN, item, duck])
    assert GAME.cautions(GAME.checked_options({"script": text}))[0] == f"In the script: {warning}"
    assert GAME.new(6, 1, script=text).view(5).script[-1] == "Duck"


@pytest.mark.parametrize("place", ["12", True, 1e300, [3]])
def test_a_home_made_character_whose_place_in_the_night_is_odd_plays_without_it(place: object) -> None:
    duck = OWN | {"id": "duck", "name": "Duck", "otherNight": place, "otherNightReminder": ""}
    script = script_json.read(json.dumps([*TOWN, duck]))
    (warning,) = script.warnings
    assert warning.startswith("The otherNight of 'Duck' is left out: it is no number from 0")
    assert script.character("own2").fact.other is None


def test_a_place_in_the_night_below_0_says_that_it_does_not_act() -> None:
    duck = OWN | {"id": "duck", "name": "Duck", "firstNight": -1, "otherNight": -1}
    script = script_json.read(json.dumps([*TOWN, duck]))
    fact = script.character("own2").fact
    assert (script.warnings, fact.first, fact.other) == ((), None, None)


@pytest.mark.parametrize("id", ["en_GB_saint", "02_saint", "Saint_tb"])
def test_an_official_character_in_full_is_known_by_its_name_and_the_end_of_its_id(id: str) -> None:
    """Tools that export translated or sorted scripts put something before or after the id."""
    saint = {"id": id, "name": "Saint", "team": "outsider", "ability": "As printed."}
    assert "saint" in script_json.read(json.dumps([*TOWN[:4], "monk", "imp", saint])).ids
    assert "saint" not in script_json.read(json.dumps([*TOWN[:4], "monk", "imp", saint | {"team": "minion"}])).ids


@pytest.mark.parametrize(
    ("name", "called"),
    [("Chef", "Chef 2"), ("the  goose", "the goose 2"), ("CHEF", "CHEF 2"), ("Ducks", "Ducks")],
)
def test_characters_of_one_name_are_told_apart(name: str, called: str) -> None:
    script = script_json.read(json.dumps([*TOWN, OWN | {"id": "duck", "name": name}]))
    assert script.character("own2").name == called
    assert len(script.warnings) == (called != name)


@pytest.mark.parametrize(
    ("listed", "order", "strays"),
    [
        (["dusk", "faerie", "The goose", "chef", "dawn"], ("own1", "chef"), "names 'faerie', which"),
        (
            ["GOOSE", "Chef", "fortune teller", 5, "x"],
            ("own1", "chef", "fortuneteller"),
            "names '5' and 'x', which",
        ),
        ("chef", None, "The order firstNight in _meta is left out: it is not a list of ids"),
    ],
)
def test_a_stray_id_in_the_order_of_the_night_is_passed_over(
    listed: object, order: tuple[str, ...] | None, strays: str
) -> None:
    script = script_json.read(json.dumps([{"id": "_meta", "firstNight": listed}, *TOWN[1:]]))
    assert strays in script.warnings[0]
    if order is None:
        assert script.first is None
    else:
        assert script.first_night == order


def test_rules_of_the_scripts_own_are_told_to_everybody() -> None:
    town: list[Any] = [
        {"id": "_meta", "name": "Rules", "Bootlegger": ["The Chef cooks for one.", "No  whispers\tafter dusk."]},
        *TOWN[1:-1],
        OWN | {"jinxes": [{"id": "Chef", "reason": "They never meet."}, {"id": "duck", "reason": "Quack."}]},
        {"id": "j1", "name": "Imp & Saint", "team": "a jinxed", "ability": "Only one is in play."},
    ]
    pairs = [{"id": "saint", "reason": "They dine."}, {"id": "monk", "reason": "He is not here."}]
    town[town.index("chef")] = {"id": "chef", "name": "Chef", "team": "townsfolk", "ability": "-", "jinxes": pairs}
    view = GAME.new(6, 1, script=json.dumps(town)).view(None)
    assert view.house_rules == ("The Chef cooks for one.", "No whispers after dusk.")
    assert view.jinxes[-4:] == (
        "Imp & Saint: Only one is in play.", "Chef and Saint: They dine.",
        "The Goose and Chef: They never meet.", "The Goose and duck: Quack.",
    )  # fmt: skip


def test_a_token_that_the_file_keeps_out_of_the_bag_is_laid_out_by_hand_alone() -> None:
    walker = OWN | {"id": "walker", "team": "outsider", "special": [{"type": "selection", "name": "bag-disabled"}]}
    twin = OWN | {"id": "twin", "name": "Twin", "special": [{"type": "selection", "name": "bag-duplicate"}]}
    town = json.dumps([walker, twin, "chef", "monk", "empath", "slayer", "soldier", "saint", "imp", "poisoner"])
    dealt = [
        [token.character for token in GAME.new(8, seed, script=town).view(7).grimoire or ()] for seed in range(30)
    ]
    assert not any("The Goose" in tokens for tokens in dealt)
    assert any(tokens.count("Twin") > 1 for tokens in dealt)


def test_reminders_of_a_home_made_character_are_at_hand() -> None:
    lamps = OWN | {"reminders": ["Lit", "Dark", 3, ""], "remindersGlobal": ["Knows"]}
    table = GAME.new(6, 1, script=json.dumps([*TOWN[:-1], lamps]))
    at_hand = {one.word for one in table.view(5).reminders_at_hand or () if one.by == "The Goose"}
    assert at_hand == {"Lit", "Dark", "Knows"}


def test_what_every_view_holds_is_bounded() -> None:
    lamp = OWN | {"reminders": ["Lit"] * 2000, "jinxes": [{"id": "chef", "reason": f"{n}."} for n in range(400)]}
    rules = {"bootlegger": [f"Rule {n}." for n in range(500)]}
    script = script_json.read(json.dumps([{"id": "_meta", **rules}, *TOWN[1:-1], lamp]))
    assert script.house_rules == ()
    assert script.warnings == (
        "Only the first 200 jinxes of its own are kept.",
        "The rules under bootlegger in _meta are left out: that is no list of at most 50 rules.",
    )
    assert (len(script.own_jinxes), script.has("own1")) == (200, True)
    assert (
        len(
            script_json.read(json.dumps([*TOWN[:-1], OWN | {"reminders": ["Lit"] * 2000}]))
            .character("own1")
            .reminders("2022")
            .in_play
        )
        == 30
    )


@pytest.mark.parametrize(
    ("written", "id"),
    [
        ("devils_advocate", "devilsadvocate"), ("Devil\u2019s Advocate", "devilsadvocate"), ("TEA-LADY", "tealady"),
        ("al_hadikhia", "alhadikhia"), ({"id": "tealady", "name": "Tea Lady", "team": "townsfolk"}, "tealady"),
        ({"id": "devil's advocate", "name": "Devil\u2019s Advocate", "team": "Minions", "ability": "-"}, None),
        ({"id": "mine_5", "name": "Tea Lady"}, "tealady"),
        ({"id": "gardener", "name": "Gardener", "team": "fabled", "ability": "As it was."}, "gardener"),
        ({"id": "acrobat", "name": "Acrobat", "team": "outsider", "ability": "As it was."}, "acrobat"),
    ],
)  # fmt: skip
def test_official_characters_are_known_however_they_are_spelled(written: object, id: str | None) -> None:
    script = script_json.read(json.dumps([*TOWN, written]))
    assert (script.ids[-1], len(script.warnings)) == ((id, 0) if id else (script.ids[-1], 1))


@pytest.mark.parametrize(
    "text",
    [
        "[",
        "{}",
        '["chef"]',
        '"tb"',
        json.dumps(["chef"] * 300),
        json.dumps(["chef"] * 30),
        json.dumps(["chef", "imp", OWN | {"image": [[[[[[[[[""]]]]]]]]]}, "monk", "saint", "empath"]),
        json.dumps(TOWN)[:-1] + ', {"id": "x", "otherNight": Infinity}]',
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
    assert altered.warnings == (
        "Played by hand, by their own words: 'Cook'; the rules of an official character go with its id, name and "
        "team together.",
    )
    table = GAME.new(6, 1, script=json.dumps([*TOWN[2:], chef | {"name": "Cook"}]))
    assert "Cook" in table.view(None).script


def test_a_name_without_an_ability_makes_no_character_of_ones_own_and_that_is_said() -> None:
    named = {"librarian": "My Own", "02_chef": "chef", "monk": ""}
    items = [{"id": id, "name": name} for id, name in named.items()]
    (said,) = GAME.cautions({"script": json.dumps(["poisoner", "saint", "imp", *items])})
    taken = "Taken as their ids say: 'My Own' as the Librarian"
    assert said == f"In the script: {taken}; a character of your own needs its ability."


def test_that_an_official_character_does_not_play_by_the_words_of_the_file_is_said_once() -> None:
    imp = {
        "id": "custom_imp",
        "name": "Imp",
        "team": "demon",
        "ability": "Each night*, choose 2 players.",
    }
    chef = {"id": "chef", "name": "Chef", "team": "townsfolk", "ability": "You learn who cooks."}
    monk = chef | {"id": "monk", "name": "Monk", "ability": character("monk", "2022").text}
    (said,) = GAME.cautions({"script": json.dumps(["poisoner", "saint", "empath", imp, chef, monk])})
    assert said == (
        "The words in which the script gives the abilities of Imp and Chef are not used: official characters play "
        "by the rules here; an ability of your own needs a name and an id of its own."
    )


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
    with pytest.raises(
        Illegal, match=r"'Chefx' is not an answer here; now you can write `go on`$"
    ):  # nor is the Chef
        table.play("Storyteller", "Chefx")


def test_many_home_made_characters_are_told_apart_by_their_names() -> None:
    """There are more names than numbers for them."""
    many = [OWN | {"id": f"own{i}", "name": f"Own {i}", "firstNight": 0, "otherNight": 0} for i in range(180)]
    table = GAME.new(6, 1, script=json.dumps([*TOWN, "pithag", *many]), covers="not asked")
    for one in many:
        table.play("Storyteller", f"Ann becomes {one['name']}")
        assert (table.view(5).grimoire or ())[0].character == one["name"]


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
    assert asked_by_hand or "The Goose" not in {token.character for token in table.view(7).grimoire or ()}
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
