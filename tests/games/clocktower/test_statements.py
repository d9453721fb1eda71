"""What people say: data that records write and read back, English that is only written, and what holds."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facedown
from facedown.core.errors import Illegal
from facedown.core.spelling import fold
from facedown.games.clocktower.bots.grimoire import Grimoire
from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.game import Clocktower
from facedown.games.clocktower.observe import ObservedQuestion
from facedown.games.clocktower.questions import WORDS
from facedown.games.clocktower.roster import FACTS, TEAMS
from facedown.games.clocktower.speech import english, written
from facedown.games.clocktower.speech.english import REASONS, aloud, if_evil, in_words, then_evil
from facedown.games.clocktower.speech.fitting import fits
from facedown.games.clocktower.speech.phrases import PHRASES
from facedown.games.clocktower.speech.statements import (
    LEARNED,
    Advice,
    Anything,
    Claim,
    Defence,
    Either,
    Evil,
    InPlay,
    Is,
    Never,
    Not,
    OfTeam,
    Phrase,
    Question,
    Reason,
    Report,
    Spoken,
    Suspicion,
    Trust,
    Utterance,
    Vote,
)
from facedown.games.clocktower.speech.wordings import SAME
from tests.games.clocktower.laid_out import first_day
from tests.games.clocktower.odd_names import PLAYERS

SOURCE = Path(facedown.__file__).parent
MOST_SEATS = max(Clocktower.seats)  # the storyteller's included
NAMES = ("Ann", "Bo", "Cy Young", "Di", "Ed", "Flo")
OWN = (("own1", "Evil"), ("own2", "The Old Miller"))
seats = st.integers(0, len(NAMES) - 1)
roles = st.sampled_from((*sorted(FACTS), "own1", "own2"))
facts = st.recursive(
    st.one_of(
        st.builds(Evil, seats),
        st.builds(Is, seats, roles),
        st.builds(OfTeam, seats, st.sampled_from(TEAMS)),
        st.builds(InPlay, roles),
        st.just(Never()),
    ),
    lambda inner: st.one_of(st.builds(Not, inner), st.builds(Either, inner, inner)),
    max_leaves=4,
)
values: dict[str, st.SearchStrategy[Any]] = {
    "number": st.integers(0, 20),
    "seat": seats,
    "role": roles,
    "truth": st.booleans(),
    "word": st.sampled_from(WORDS),
}
values |= {
    "seats": st.lists(seats, min_size=1, max_size=4).map(tuple),
    "roles": st.lists(roles, min_size=1, max_size=4).map(tuple),
}
parts = st.one_of([st.tuples(st.just(key), values[kind]) for key, kind in LEARNED.items()])
whens = st.builds(lambda letter, number: f"{letter}{number}", st.sampled_from("ND"), st.integers(1, 20))
any_report = st.builds(
    Report, whens, roles, st.lists(parts, min_size=1, max_size=3, unique_by=lambda p: p[0]).map(tuple)
)
two = st.permutations(range(len(NAMES)))
usual_values = values | {
    "seats": two.map(lambda some: tuple(some[:2])),
    "roles": st.lists(roles, min_size=2, max_size=2).map(tuple),
}
usual = st.sampled_from(
    [(id, form) for id in sorted(FACTS) for form in (*kind_of(id).finds.words, *english.FORMS) if "=" not in form]
).flatmap(
    lambda one: st.builds(
        Report,
        whens,
        st.just(one[0]),
        st.tuples(*(st.tuples(st.just(key), usual_values[LEARNED[key]]) for key in one[1].split())),
    )
)
reports = st.one_of(any_report, usual)


def reason_of(kind: str) -> st.SearchStrategy[Reason]:
    form = REASONS[kind].words
    told = "{report}" in form
    named = [seats] * (form.count("{seat}") + told)
    characters = [roles] * form.count("{role}")
    number = st.integers(0, 9) if "{number}" in form else st.just(0)
    return st.builds(
        Reason, st.just(kind), st.tuples(*named), st.tuples(*characters), number, usual if told else st.none()
    )


reasons = st.sampled_from(sorted(REASONS)).flatmap(reason_of)
why = st.one_of(st.none(), reasons)
sayings: st.SearchStrategy[Anything] = st.one_of(
    facts,
    reports,
    st.builds(Suspicion, seats, why),
    st.builds(Defence, seats, why),
    st.builds(Claim, roles),
    st.builds(Vote, seats, st.sampled_from(("would", "did", "did not")), why),
    st.builds(Trust, seats, st.booleans()),
    st.builds(Advice, seats, st.sampled_from(("execute", "doubt", "trust"))),
    st.builds(Question, st.sampled_from(("self", "learned", "why", "about", "?")), st.one_of(st.none(), seats)),
    st.builds(Phrase, st.sampled_from(sorted(PHRASES))),
)
utterances = st.builds(
    Utterance, st.just(""), st.lists(sayings, min_size=1, max_size=3).map(tuple), st.one_of(st.none(), seats)
)
called = st.lists(st.sampled_from(PLAYERS), min_size=6, max_size=6, unique_by=fold)


@settings(max_examples=600, deadline=None)
@given(utterances, called)
def test_what_a_record_says_is_read_back_whatever_people_are_called(said: Utterance, names: list[str]) -> None:
    words = written.write(said, names)
    assert written.read(words, names, {"own1": "Sam", "own2": "Evil"}) == said
    assert not set(words) & set(',;#"[]')


@settings(max_examples=300, deadline=None)
@given(utterances)
def test_it_is_data_that_may_be_stored_and_said(said: Utterance) -> None:
    assert msgspec.json.decode(msgspec.json.encode(said), type=Utterance) == said
    assert all(fits(one, len(NAMES), frozenset(dict(OWN)), 9) for one in said.says)


@settings(max_examples=300, deadline=None)
@given(utterances, seats)
def test_it_is_said_in_sentences_without_notation_or_the_speaker_as_a_stranger(said: Utterance, by: int) -> None:
    words = in_words(Spoken(said, by, OWN), NAMES)
    assert words
    assert not re.search(r"[{}_|&\[\]]|\bown\d", words)
    if said.to is None and isinstance(said.says[0], Report) and said.says[0].learned and said.says[0].by in FACTS:
        assert words.startswith("I am the ")


@pytest.mark.parametrize("size", range(1, MOST_SEATS))
def test_a_team_of_every_size_has_words(size: int) -> None:
    names = [f"player {seat}" for seat in range(MOST_SEATS)]
    accused = (
        [then_evil(size, range(size), "chef")] if size < MOST_SEATS - 1 else []
    )  # one more player accuses them
    for because in (*(if_evil(range(size), wrong) for wrong in range(4)), *accused):
        said = Utterance("", (Suspicion(0, because),))
        assert fits(said.says[0], MOST_SEATS, ())
        words = in_words(Spoken(said, MOST_SEATS - 1), names)
        concludes = size > 1 or because not in accused  # else there is one, of whom it is said
        assert len(re.findall(r"player \d", words)) == concludes + len(because.seats)
        assert written.read(written.write(said, names), names, {}) == said


def test_what_bots_say_names_a_sentence_that_there_is() -> None:
    """Only the two functions whose sizes are tried above put a sentence's name together."""
    named: dict[str, set[str]] = {"Reason": set(), "Phrase": set()}
    for path in (SOURCE / "games" / "clocktower" / "bots").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in named:
                kind = node.args[0]
                for one in (kind.body, kind.orelse) if isinstance(kind, ast.IfExp) else (kind,):
                    assert isinstance(one, ast.Constant), f"{path.name}:{node.lineno}"
                    named[node.func.id].add(str(one.value))
    assert {"said", "heard"} < named["Reason"] <= set(REASONS)
    assert {"heard", "no shot"} < named["Phrase"] <= set(PHRASES)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Suspicion(1), "I suspect Bo."),
        (
            Suspicion(1, Reason("both_claim", (1, 0), ("chef",))),
            "Bo claims to be the Chef, as I do, and I believe Bo less.",
        ),
        (
            Suspicion(1, Reason("heard", (3,), report=Report("N2", "empath", (("count", 1),)))),
            "I suspect Bo, because Di learned on night 2 as the Empath that "
            "one of their living neighbours is evil.",
        ),
        (Suspicion(1, Reason("least", (1,))), "There is nobody whom I trust less than Bo."),
        (Either(Evil(1), Evil(0)), "Just one of Bo and me is evil."),
        (Either(Evil(1), Not(Is(3, "imp"))), "Either Bo is evil, or Di is not the Imp, but not both."),
        (
            Report("N1", "librarian", (("pair", (1, 0)), ("role", "butler"))),
            "I am the Librarian: Bo or I am the Butler.",
        ),
        (
            Report("N1", "librarian", (("pair", (0, 1)), ("role", "butler"))),
            "I am the Librarian: I or Bo is the Butler.",
        ),
        (
            Report("N1", "seamstress", (("pair", (1, 0)), ("same", True))),
            "I am the Seamstress: Bo and I are on the same side.",
        ),
        (
            Report("N7", "chambermaid", (("player", 1), ("count", 0))),
            "I am the Chambermaid: on night 7, Bo did not wake.",
        ),
        (
            Report("N2", "empath", (("count", 2),)),
            "I am the Empath: on night 2, both of my living neighbours are evil.",
        ),
        (
            Report("N1", "fortuneteller", (("pair", (3, 2)), ("yes", False))),
            "I am the Fortune Teller: on night 1, neither Di nor Cy Young is the Demon.",
        ),
        (
            Report("N3", "dreamer", (("player", 1), ("roles", ("chef", "imp")))),
            "I am the Dreamer: on night 3, Bo is the Chef or the Imp.",
        ),
        (Is(1, "own2"), "Bo is the Old Miller."),
        (OfTeam(1, "demon"), "Bo is the Demon."),
        (Not(Evil(1)), "Bo is good."),
        (
            Defence(0, Reason("dear", (0,), ("saint",))),
            "Do not execute me, because good loses if I, the Saint, am executed.",
        ),
        (
            Defence(0, Reason("rival", (0, 5), ("chef",))),
            "Do not execute me, because I am the Chef, and Flo is not.",
        ),
    ],
)
def test_what_ann_says(said: Anything, words: str) -> None:
    assert aloud(said, NAMES, OWN, by=0) == words


def test_who_is_spoken_to_is_not_called_by_name() -> None:
    said = Utterance("", (Suspicion(1, Reason("both_claim", (1, 3), ("chef",))),), 1)
    assert in_words(Spoken(said, 0), NAMES) == "Bo, you and Di cannot both be the Chef, and I believe you less."
    for reason, words in (
        (Reason("one_evil", (2, 1)), "just one of Cy Young and you is evil"),
        (Reason("clash", (2, 1)), "either Cy Young or you have it wrong"),
        (Reason("sole_claim", (1,), ("chef",)), "nobody but you claims to be the Chef"),
        (Reason("then_1", (1, 2), ("chef",)), "with you as the Chef, Cy Young is evil"),
    ):
        said = Utterance("", (Suspicion(2, reason),), 1)
        ways = [in_words(Spoken(said, 0, way=way), NAMES) for way in range(5)]
        assert any(words in one for one in ways), ways


def test_each_way_of_putting_a_reason_names_as_much_and_belongs_to_one_that_is_given() -> None:
    given = [form for reason in REASONS.values() for form in (reason.words, reason.own)]
    for ways in SAME:
        assert any(ways[0] in form for form in given), ways[0]
        for way in ways:
            numbered = len(set(re.findall(r"\{[01]\}", way)))
            assert not numbered or ways[0] in given, f"{way}: seats have numbers in whole reasons alone"
            assert (numbered or way.count("{seat}")) == ways[0].count("{seat}"), way
            assert all(way.count(one) == ways[0].count(one) for one in ("{role}", "{number}")), way


@pytest.mark.parametrize(
    "words",
    ["", "evil", "evil Zoe", "is Bo duck", "report X1 chef count 1", "report N1 chef sum 2", "evil Bo Cy", "to Bo"],
)
def test_what_is_not_written_so_is_refused_with_a_reason(words: str) -> None:
    with pytest.raises(Illegal) as caught:
        written.read(words, NAMES, {"own1": "Ghost"})
    assert 10 < len(str(caught.value)) < 500


def test_a_home_made_character_is_said_by_its_id() -> None:
    with pytest.raises(Illegal, match="did you mean 'own1'"):
        written.read("is Bo ghost", NAMES, {"own1": "Ghost"})


@pytest.mark.parametrize(
    "said",
    [
        {"type": "evil", "seat": 7}, {"type": "evil", "seat": -1}, {"type": "claim", "role": "duck"},
        {"type": "team", "seat": 1, "team": "ducks"}, {"type": "report", "when": "N1", "by": "chef", "learned": []},
        {"type": "report", "when": "N1", "by": "chef", "learned": [["count", "many"]]},
        {"type": "report", "when": "N1", "by": "chef", "learned": [["pair", [0, 9]]]}, {"type": "sing"},
        {"type": "phrase", "key": "Bo is evil"}, {"type": "suspicion", "seat": 1, "because": {"kind": "he smells"}},
    ],
)  # fmt: skip
def test_what_means_nothing_here_is_refused(said: object) -> None:
    table = facedown.read(first_day())
    with pytest.raises(Illegal):
        table.play("Ann", table.contract.read_value({"type": "deed", "verb": "say", "says": [said]}, table.names))


def test_whether_a_statement_holds() -> None:
    table = facedown.read(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Sue\nscript: chef, saint, soldier, imp, poisoner\n"
        "tokens: Ann Chef, Bo Imp, Cy Saint, Di Poisoner, Ed Soldier\nDi: Ed"
    )
    grimoire = Grimoire(table.observation("Sue"), ObservedQuestion("", "", "", (), None, None, False, False))
    for said, holds in (
        (Evil(1), True), (Not(Evil(0)), True), (Is(3, "poisoner"), True), (OfTeam(2, "outsider"), True),
        (InPlay("baron"), False), (Either(Evil(1), Evil(3)), False), (Either(Evil(1), Evil(2)), True),
        (Never(), False), (Not(Is(1, "imp")), False),
    ):  # fmt: skip
        assert grimoire.is_true(said) is holds, said
    assert grimoire.is_true(Not(Evil(9))) is None
