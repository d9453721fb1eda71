"""The language of claims: written for people, read back, and true or not of a game."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facedown
from facedown.core.errors import Illegal
from facedown.games.clocktower.bots.grimoire import Grimoire
from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.observe import ObservedQuestion
from facedown.games.clocktower.roster import FACTS, TEAMS
from facedown.games.clocktower.speech import claims
from facedown.games.clocktower.speech.reasons import REASONS, can_be_told
from facedown.games.clocktower.speech.spoken_reports import FORMS, Known, Report

NAMES = ("Ann", "Bo", "Cy Young", "Di", "Ed", "Flo")
seats = st.integers(0, len(NAMES) - 1)
roles = st.sampled_from(sorted(FACTS))
numbers = st.integers(0, 20)
atoms = st.one_of(
    st.tuples(st.just("evil"), seats),
    st.tuples(st.just("is"), seats, roles),
    st.tuples(st.just("team"), seats, st.sampled_from(TEAMS)),
    st.tuples(st.just("in_play"), roles),
    st.tuples(st.just("adjacent_roles"), roles, roles),
    st.tuples(st.just("longest_townsfolk_run"), st.sampled_from(["=", ">=", "<=", ">", "<"]), numbers),
    st.tuples(st.just("distinct_teams_among"), numbers, seats, seats, seats),
    st.tuples(st.just("widow_poisoned"), seats),
    st.tuples(st.just("red_herring_of"), seats, seats),
    st.tuples(st.just("poisoner_self_target"), seats),
    st.just(("drunk_between_townsfolk",)),
    st.just(("false",)),
)
learned = {
    "number": numbers, "seat": seats, "seats": st.lists(seats, min_size=1, max_size=3).map(tuple), "role": roles,
    "roles": st.lists(roles, min_size=1, max_size=2).map(tuple), "truth": st.booleans(),
    "word": st.sampled_from(["cw", "ccw"]),
}  # fmt: skip
likely = {key: learned[kind] for key, kind in claims.LEARNED.items()} | {
    "pair": st.permutations(range(len(NAMES))).map(lambda some: tuple(some[:2])),
    "players": st.permutations(range(len(NAMES))).map(lambda some: tuple(some[:3])),
    "roles": st.lists(roles, min_size=2, max_size=3).map(tuple),
}  # fmt: skip
parts = st.one_of([st.tuples(st.just(key), learned[kind]) for key, kind in claims.LEARNED.items()])
reports_of_all_sorts = st.builds(
    Report,
    st.builds(lambda letter, number: f"{letter}{number}", st.sampled_from("ND"), st.integers(1, 20)),
    roles,
    st.lists(parts, min_size=1, max_size=3).map(tuple),
)
own_forms = [(parts, id) for id in sorted(FACTS) for parts in kind_of(id).finds.words if "=" not in parts]
forms = [form.parts for form in FORMS if "=" not in form.parts]
any_form = st.one_of(st.sampled_from(own_forms), st.tuples(st.sampled_from(forms), st.sampled_from(sorted(FACTS))))
usual = any_form.flatmap(lambda one: st.builds(
    Report,
    st.sampled_from(["N1", "N2", "D3"]),
    st.just(one[1]),
    st.tuples(*(st.tuples(st.just(key), likely[key]) for key in one[0].split())),
))  # fmt: skip
reports = st.one_of(reports_of_all_sorts, usual)
BLANKS = {"seat": seats, "role": roles, "number": numbers}
told = usual.filter(lambda report: can_be_told(report, Known(NAMES)))
reason = st.one_of(
    st.tuples(st.just("heard"), seats, told),
    *(
        st.tuples(st.just(op), *(BLANKS[blank] for blank in re.findall(r"{(\w+)}", form.words)))
        for op, form in REASONS.items()
    ),
)
accusations = st.tuples(st.just("because"), st.tuples(st.just("evil"), seats), reason)
statements = st.recursive(
    st.one_of(atoms, st.tuples(st.just("would_hold"), reports)),
    lambda inner: st.one_of(
        st.tuples(st.just("not"), inner),
        st.tuples(st.sampled_from(["and", "or", "xor", "iff"]), inner, inner),
        st.builds(
            lambda number, some: ("exactly", number, *some), numbers, st.lists(inner, min_size=1, max_size=3)
        ),
    ),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(st.one_of(statements, reports, accusations))
def test_what_is_written_is_read_back(said: Any) -> None:
    assert claims.parse(claims.english(said, NAMES), NAMES) == said


@settings(max_examples=300, deadline=None)
@given(st.one_of(usual, accusations), seats)
def test_what_somebody_says_aloud_is_understood_and_does_not_name_them_as_a_stranger(said: Any, by: int) -> None:
    words = claims.aloud(said, NAMES, by=by)
    assert words[0].isupper()
    assert words[-1] == "."
    assert claims.understood(words, NAMES, by=by) == said
    if isinstance(said, Report):
        assert not re.search(rf"\b{NAMES[by]}\b", words.split(": ", 1)[1])  # the Boffin is not Bo


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("I suspect Bo, because he smells.", ("because", ("evil", 1), ("words", "he smells"))),
        ("I suspect Bo, because Bo claims to be the Chef, as I do.",
         ("because", ("evil", 1), ("both_claim", 1, 0, "chef"))),
        ("I suspect Bo, because Di learned on night 2 as the Empath that one of their living neighbours is evil.",
         ("because", ("evil", 1), ("heard", 3, Report("N2", "empath", (("count", 1),))))),
        ("Just one of Bo and me is evil", ("exactly", 1, ("evil", 1), ("evil", 0))),
        ("I am the Librarian: Bo or I am the Butler.",
         Report("N1", "librarian", (("pair", (1, 0)), ("role", "butler")))),
        ("I am the Librarian: I or Bo is the Butler.",
         Report("N1", "librarian", (("pair", (0, 1)), ("role", "butler")))),
        ("I am the Seamstress: Bo and I are on the same side.",
         Report("N1", "seamstress", (("pair", (1, 0)), ("same", True)))),
        ("I am the Chambermaid: on night 7, Bo did not wake.",
         Report("N7", "chambermaid", (("player", 1), ("count", 0)))),
        ("I suspect Bo, because Di learned as the Fortune Teller that neither Cy Young nor I am the Demon.",
         ("because", ("evil", 1), ("heard", 3, Report("N1", "fortuneteller", (("pair", (2, 0)), ("yes", False)))))),
        ("I suspect Bo, because Di learned on night 2 as the Chambermaid that neither I nor Cy Young woke.",
         ("because", ("evil", 1), ("heard", 3, Report("N2", "chambermaid", (("pair", (0, 2)), ("count", 0)))))),
        ("I suspect Bo, because just one of Bo and me is evil.",
         ("because", ("evil", 1), ("one_evil", 1, 0))),
        ("I suspect Bo, because nobody but Bo says that the Chef is in play.",
         ("because", ("evil", 1), ("only_word", 1, "chef"))),
        ("Either Bo is evil, or Di is not the Imp, but not both.",
         ("xor", ("evil", 1), ("not", ("is", 3, "imp")))),
    ],
)  # fmt: skip
def test_what_ann_says(words: str, said: Any) -> None:
    assert claims.understood(words, NAMES, by=0) == said
    assert claims.as_said(said, words, NAMES, by=0) == words


def test_the_older_words_for_whom_nobody_has_cleared_are_read() -> None:
    heard = "I suspect Bo, because Di learned as the Librarian that Cy Young or Ann is the Saint"
    new = claims.understood(f"{heard}, but nobody has cleared Bo.", NAMES)
    assert new is not None
    assert new[2][0] == "cleared"
    assert claims.understood(f"{heard}, and nobody speaks for Bo.", NAMES) == new


@settings(max_examples=200, deadline=None)
@given(usual)
def test_what_characters_usually_learn_is_said_in_a_sentence(said: Report) -> None:
    words = claims.english(said, NAMES)
    assert words.startswith("I am the ")
    assert "&" not in words


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=80))
def test_words_that_mean_nothing_are_just_words(text: str) -> None:
    said = claims.understood(text, NAMES)
    assert said is None or claims.parse(claims.english(said, NAMES), NAMES) == said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("Bo is evil", ("evil", 1)),
        ("bo is good.", ("not", ("evil", 1))),
        ("Cy Young is the Imp", ("is", 2, "imp")),
        ("I am the Washerwoman: Ann or Bo is the Soldier.",
         Report("N1", "washerwoman", (("pair", (0, 1)), ("role", "soldier")))),
        ("I am the Empath: on night 2, both of my living neighbours are evil",
         Report("N2", "empath", (("count", 2),))),
        ("I am the General: on night 2, neither side is winning", Report("N2", "general", (("side", "neither"),))),
        ("I am the Fortune Teller: neither Di nor Cy Young is the Demon",
         Report("N1", "fortuneteller", (("pair", (3, 2)), ("yes", False)))),
        ("I am the Dreamer: on night 3, Bo is the Chef or the Imp",
         Report("N3", "dreamer", (("player", 1), ("roles", ("chef", "imp"))))),
        ("Just one of Bo and Ed is evil", ("exactly", 1, ("evil", 1), ("evil", 4))),
        ("I suspect Bo", ("evil", 1)),
        ("I suspect Bo, because of what Ann said as the Chef",
         ("because", ("evil", 1), ("said_as", 0, "chef"))),
        ("Bo is the Demon", ("team", 1, "demon")),
        ("I suspect Bo, because Bo and Ed both claim to be the Imp",
         ("because", ("evil", 1), ("both_claim", 1, 4, "imp"))),
        ("night 1, Chef: count 2", Report("N1", "chef", (("count", 2),))),
        ("night 1, Chef: 2", Report("N1", "chef", (("count", 2),))),
        ("night 1, Librarian: nobody", Report("N1", "librarian", (("none", True),))),
        ("night 1, Steward: Bo", Report("N1", "steward", (("player", 1),))),
        ("night 1, Investigator: Bo & Di, Baron",
         Report("N1", "investigator", (("pair", (1, 3)), ("role", "baron")))),
        ("night 2, Noble: players Bo & Di; none no", Report("N2", "noble", (("players", (1, 3)), ("none", False)))),
        ("(Bo is evil) or (the Spy is in play)", ("or", ("evil", 1), ("in_play", "spy"))),
    ],
)  # fmt: skip
def test_what_people_say(words: str, said: Any) -> None:
    assert claims.parse(words, NAMES) == said


@pytest.mark.parametrize(
    "words", ["", "Bo", "Bo is the Duck", "Zoe is evil", "night 1, Chef: sum 2", "(Bo is evil"]
)
def test_what_cannot_be_understood_is_refused_with_a_reason(words: str) -> None:
    with pytest.raises(Illegal) as caught:
        claims.parse(words, NAMES)
    assert len(str(caught.value)) > 10


def test_whether_a_statement_holds() -> None:
    table = facedown.read(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Sue\nscript: chef, saint, soldier, imp, poisoner\n"
        "tokens: Ann Chef, Bo Imp, Cy Saint, Di Poisoner, Ed Soldier\nDi: Ed"
    )
    grimoire = Grimoire(table.observation("Sue"), ObservedQuestion("", "", "", (), None, None, False, False))
    for words, holds in {
        "Bo is evil": True,
        "Ann is good": True,
        "Di is the Poisoner": True,
        "Cy's character type is outsider": True,
        "Cy is of the team outsider": True,  # as it was written before
        "the Baron is in play": False,
        "exactly 2 of: (Bo is evil), (Di is evil), (Ed is evil)": True,
        "(Bo is evil) if and only if (Cy is evil)": False,
        "(Bo is evil) just if (Cy is evil)": False,  # as it was written before
        "(Bo is evil) or, but not both, (Cy is evil)": True,
        "(Bo is evil) or else (Cy is evil)": True,  # as it was written before
        "a false statement": False,
        "something that is not so": False,  # as it was written before
        "not (Bo is the Imp)": False,
        "the Chef sits beside the Imp": True,
        "the Chef sits beside the Saint": False,
        "there are 4 teams among Ann & Bo & Cy & Di": True,
    }.items():
        said = claims.parse(words, table.names)
        assert not isinstance(said, Report)
        assert grimoire.is_true(said) is holds, words
    assert grimoire.is_true(("widow_poisoned", 1)) is None
    assert grimoire.is_true(("not", ("evil", 9))) is None
