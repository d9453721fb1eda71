"""Names at a table: readable, not blank, and none that could be taken for another's."""

from __future__ import annotations

import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facedown
from facedown.core.errors import BadOption
from facedown.core.spelling import has_piled_marks
from facedown.server.rooms import seating
from facedown.server.storage.rows import EMPTY, SeatState
from facedown.server.wire import Refused
from tests.server.harness import play_out
from tests.server.within import Within


@pytest.mark.parametrize(
    ("hers", "his"),
    [
        ("Ann", "Аnn"),  # a Cyrillic A
        ("Bo", "B0"),
        ("Ida", "lda"),
        ("Ida", "1da"),
        ("Mo", "ＭＯ"),  # full width
        ("Tom", "Torn"),
        ("Zoë", "Zoe\u0308"),  # the same letter, put together
        ("Bo", "𝔅𝔬"),
        ("Ann Lee", "ann-lee"),
        ("Zoe", "Zoe."),
        ("Zoe", "Z oe"),
        ("Zoe", "Zo'e"),
        ("Zoe", "Zoe\u0332"),  # underlined
        ("می\u200cنا", "مینا"),  # joined, and not
    ],
)
def test_nobody_takes_a_name_that_looks_like_anothers(app: Within, hers: str, his: str) -> None:
    table = app.open("botch", 3)
    assert table.person().sit(0, hers)["ok"]
    him = table.person()
    answer = him.sit(1, his)
    assert answer["why"] == "taken", answer
    assert him.sit(1, "Fitzwilliam")["ok"]
    assert table.passing()["seats"][1]["name"] == "Fitzwilliam"


@pytest.mark.parametrize(("hers", "his"), [("Zoe", "Zoë"), ("Ann", "Anna"), ("कु", "क"), ("Bo 1", "Bo 2")])
def test_whoever_has_a_name_of_their_own_may_have_it(app: Within, hers: str, his: str) -> None:
    table = app.open("botch", 3)
    assert table.person().sit(0, hers)["ok"]
    assert table.person().sit(1, his)["ok"]


@pytest.mark.parametrize("name", ["می\u200cنا", "क्\u200dष"])
def test_a_name_is_spelt_as_its_language_spells_it(app: Within, name: str) -> None:
    table = app.open("botch", 3)
    host = table.host()
    assert host.sit(0, name)["ok"]
    assert table.passing()["seats"][0]["name"] == name
    assert host.say("say", text=f"I am {name}.")["ok"]
    for seat, bot in ((1, "random"), (2, "random")):
        assert host.say("bot", seat=seat, bot=bot)["ok"]
    assert host.say("start")["ok"]
    play_out(host)
    assert name in facedown.read(app.ask(f"/api/tables/{table.code}/record")[1]).names


def test_whoever_has_a_name_is_named_as_they_spell_it(app: Within) -> None:
    table = app.open("botch", 3)
    assert table.person().sit(0, "Zoe")["ok"]
    assert "already called Zoe. " in table.person().sit(1, "ZOE")["text"]


@pytest.mark.parametrize("what", ["A\u200bn", "An\u202en", "a\u200cb"])
def test_of_signs_that_nobody_sees_it_is_said_that_nobody_sees_them(app: Within, what: str) -> None:
    host = app.open("botch", 3).host()
    assert "nobody can see" in host.sit(0, what)["text"]
    assert host.sit(0, "Ann")["ok"]
    assert "nobody can see" in host.say("say", text=what)["text"]
    with pytest.raises(BadOption, match="nobody can see"):
        facedown.game("gotcha").new([what, "Bo"])


@pytest.mark.parametrize("name", [
    "Storyteller", "storyteller", "Storytel1er", "Ѕtoryteller",  # a Cyrillic one
    "the Storyteller", "The  Storyteller.", "Thе Story-teller",
])  # fmt: skip
def test_no_player_passes_for_the_storyteller(app: Within, name: str) -> None:
    table = app.open("clocktower", 6)
    him = table.person()
    answer = him.sit(1, name)
    assert answer["why"] == "taken", answer
    assert "would be taken for the Storyteller" in answer["text"]
    assert him.sit(1, "Bo")["ok"]
    assert him.say("name", seat=1, name=name)["why"] == "taken"
    assert table.person().sit(5, "Storyteller")["ok"], "whoever has that seat may be called so"
    assert app.open("botch", 3).person().sit(1, name)["ok"], (
        "where nobody tells a story, it is a name like any other"
    )


@pytest.mark.parametrize(
    "name", ["Nobody", "N0body", "nоbody", "e-v-e-r-y-o-n-e", "Nοne"]
)  # o's of other alphabets
def test_nobody_is_called_nobody_or_something_that_looks_like_it(app: Within, name: str) -> None:
    answer = app.open("botch", 3).person().sit(1, name)
    assert (answer["ok"], answer["why"]) == (False, "bad_option"), answer


@pytest.mark.parametrize(
    "name",
    [
        "Ann" + "\u0301" * 37,  # marks piled up
        "\u3164",  # a letter that shows nothing
        "A\u200bn",
        "An\u202en",  # from here on from right to left
        "A\u034f\u034fn",
        "B\ufe0fo",
        "Ann\U0001d159",  # a note without a head
        "Ann\U00016fe4",
        "Ann\ufffc",
        "\u2800\u2800",
        "   ",
        "\u0301",
        "A\u20dd\u0489",  # a ring around the letter, and over its neighbours
        "x" * 100,
        "\ufdfa" * 20,  # eighteen letters each, in its compatibility form
    ],
)
def test_nobody_has_a_name_that_nobody_can_read(app: Within, name: str) -> None:
    table = app.open("botch", 3)
    assert table.host().sit(0, name)["why"] == "bad_option"
    assert table.passing()["seats"][0]["kind"] == "empty"


@pytest.mark.parametrize("name", ["José", "Nguyễn", "Łukasz", "Ольга", "李雷", "علي", "आर्या", "ปิยะ", "יעל"])
def test_names_of_people_are_taken_as_they_are_written(app: Within, name: str) -> None:
    table = app.open("botch", 3)
    assert table.host().sit(0, name)["ok"], name
    assert table.passing()["seats"][0]["name"] == unicodedata.normalize("NFKC", name)


def test_a_bot_makes_way_for_a_person_whose_name_looks_like_its(app: Within) -> None:
    table = app.open("botch", 3)
    host = table.host()
    assert host.say("bot", seat=1, bot="random")["ok"]
    bots = table.passing()["seats"][1]["name"]
    assert host.sit(0, bots.translate(str.maketrans("aeoAEO", "аеоАЕО")))["ok"]  # to Cyrillic ones
    assert table.passing()["seats"][1]["name"] != bots


@pytest.mark.parametrize("game", ["clocktower", "botch"])
def test_bots_are_others_at_another_table_and_stay_at_theirs(game: str) -> None:
    contract, bots = facedown.game(game).contract, [SeatState(None, "sensible")] * 6

    def sat(code: str) -> tuple[str | None, ...]:
        return tuple(state.name for state in seating.renamed(contract, [*bots, EMPTY], code))

    orders = {code: sat(code) for code in "abcdefgh"}
    assert len(set(orders.values())) == len(orders)
    followers = {(one, other) for order in orders.values() for one, other in pairwise(order)}
    assert len(followers) > 2 * len({one for one, _ in followers}), "not only the first is another"
    assert sat("a") == sat("a")


@given(st.text(max_size=60))
def test_whatever_is_taken_is_tidy_and_looks_like_itself(name: str) -> None:
    try:
        tidy = seating.tidied(name)
    except Refused:
        return
    assert seating.tidied(tidy) == tidy
    assert seating.look_alike(tidy, [tidy]) == tidy
    assert not has_piled_marks(tidy)


@pytest.mark.parametrize("line", ["\u2800", "\u3164 \u2800", "Ha" + "\u0301" * 40, "\u202egnorw"])
def test_nobody_says_what_nobody_can_read(app: Within, line: str) -> None:
    host = app.open("gotcha").host()
    assert host.sit(0, "Ann")["ok"]
    assert host.say("say", text=line)["why"] == "malformed"
    for plain in ("\u2764\ufe0f", "Hẹ\u0302n gặp lại", "สวัสดีครั้งนี้"):
        assert host.say("say", text=plain)["ok"]
