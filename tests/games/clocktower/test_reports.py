"""What a player learned, as they can say it aloud, and what the town remembers of what was said and who died."""

from __future__ import annotations

import pytest

import facedown
from facedown.core.table import Table
from facedown.games.clocktower.speech.statements import Report

RECORD = """\
game: clocktower
seats: Ann, Bo, Cy, Di, Ed, Storyteller
script: Trouble Brewing

tokens: Ann {token}, Bo Monk, Cy Soldier, Di Spy, Ed Imp
"""


def after(token: str, *moves: str) -> Table:
    return facedown.read(RECORD.format(token=token) + "\n".join(moves) + "\n")


@pytest.mark.parametrize(
    ("token", "moves", "report"),
    [
        ("Chef", ["Storyteller: 1"], "I am the Chef: one pair of evil players sits side by side."),
        ("Empath", [], "I am the Empath: on night 1, one of my living neighbours is evil."),
        (
            "Fortune Teller",
            ["Storyteller: Bo", "Ann: Bo", "Ann: Cy"],
            "I am the Fortune Teller: on night 1, Bo or Cy is the Demon.",
        ),
        (
            "Washerwoman",
            ["Storyteller: Bo", "Storyteller: Cy"],
            "I am the Washerwoman: Bo or Cy is the Monk.",
        ),
    ],
)
def test_what_was_learned_can_be_said_aloud(token: str, moves: list[str], report: str) -> None:
    table = after(token, *moves)
    me = table.view("Ann").me
    (sayable,) = (told.report for told in me.told if told.report)
    assert (sayable.text, sayable.said) == (report, False)
    assert isinstance(sayable.says[0], Report)
    while not table.timing.continuous:
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    table.play("Ann", table.contract.read_value({"type": "deed", "verb": "say", "says": sayable.says}, table.names))
    assert [told.report.said for told in table.view("Ann").me.told if told.report][:1] == [True]
    assert table.view(None).circle[0].said[-1].text == report
    assert not any(told.report for told in table.view("Di").me.told), "what the Spy saw is for nobody's ears"


def test_the_town_remembers_what_was_said_and_when_people_died() -> None:
    table = after(
        "Virgin", "Ann: say = evil Bo", 'Ann: say "It rained."', "Storyteller: end the day", "Bo: Cy", "Ed: Ann"
    )
    ann, bo = table.view(None).circle[:2]
    assert [(one.day, one.text) for one in ann.said] == [(1, "Bo is evil."), (1, "It rained.")]
    assert (ann.died, bo.died) == ("N2", "")


def test_everybody_can_look_up_who_said_on_which_day_what_they_had_learned() -> None:
    moves = (
        "Storyteller: 1",
        "Ann: say = report N1 chef count 1",
        'Ann: say "Good morning."',
        "Storyteller: end the day",
    )
    table = after("Chef", *moves, "Bo: Cy", "Ed: Di", 'Ann: say "I rest."')
    heard = [(one.day, one.when, one.by, one.learned) for one in table.view("Cy").circle[0].said]
    assert heard == [
        (1, "N1", "Chef", "one pair of evil players sits side by side"),
        (1, "", "", ""),
        (2, "", "", ""),
    ]
    assert [one.text for one in table.view(None).circle[0].said][1:] == ["Good morning.", "I rest."]


def test_what_was_said_tells_whether_it_is_a_report_an_opinion_or_a_question() -> None:
    said = (
        "= report N1 chef count 1",
        "= evil Bo",
        "= defence Ann because left_alive Bo 3",
        "= to Bo = ask self",
        "= doubt Bo",
        '= doubt Bo "I got a 1, and am not sure about Bo."',
        '"Suspicious rain?"',
        '"I suspect nothing and slept well."',
    )
    table = after("Chef", "Storyteller: 1", *(f"Ann: say {words}" for words in said))
    kinds = [one.kind for one in table.view(None).circle[0].said]
    assert kinds == ["report", "opinion", "opinion", "question", "opinion", "other", "question", "other"]


def test_the_storyteller_sees_how_somebody_died() -> None:
    table = after("Virgin", "Storyteller: end the day", "Bo: Cy", "Ed: Ann")
    assert [token.fate for token in table.view("Storyteller").grimoire] == ["night", None, None, None, None]


def test_whispers_are_kept_for_those_who_hear_them_and_the_storyteller() -> None:
    both_ways = ('Ann: whisper Bo "I am the Virgin"', 'Bo: whisper Ann "Hush"')
    moves = (*both_ways, 'Ed: whisper the storyteller "Am I drunk?"', 'Bo: whisper Ann and Di "All three"')
    table = after("Virgin", *moves, "Storyteller: end the day", "Bo: Cy", "Ed: Ann")
    kept = {
        who: [(w.by, w.to, w.text) for w in table.view(who).whispers] for who in ("Ann", "Bo", "Di", "Ed", "Cy")
    }
    both, three = [(0, (1,), "I am the Virgin"), (1, (0,), "Hush")], [(1, (0, 3), "All three")]
    assert kept == {
        "Ann": both + three,
        "Bo": both + three,
        "Di": three,
        "Ed": [(4, (5,), "Am I drunk?")],
        "Cy": [],
    }
    assert [w.day for w in table.view("Storyteller").whispers] == [1, 1, 1, 1]
    assert table.view(None).whispers == ()
    assert facedown.read(table.record()).view("Ann") == table.view("Ann")


def test_what_the_storyteller_tells_stands_among_the_whispers_of_the_two() -> None:
    table = after("Virgin", 'Ed: whisper the storyteller "Am I drunk?"', 'Storyteller: tell Ed "Who knows?"')
    kept = {who: [(w.by, w.to, w.text) for w in table.view(who).whispers] for who in ("Ed", "Ann", "Storyteller")}
    both = [(4, (5,), "Am I drunk?"), (5, (4,), "Who knows?")]
    assert kept == {"Ed": both, "Ann": [], "Storyteller": both}


def test_everybody_sees_who_has_survived_an_execution() -> None:
    record = """\
game: clocktower
seats: Ann, Bo, Cy, Di, Ed, Storyteller
script: Bad Moon Rising

tokens: Ann Fool, Bo Minstrel, Cy Fool, Di Mastermind, Ed Zombuul
Storyteller: to nominations
Bo: nominate Ann
Bo: yes; Cy: yes; Di: yes; Ed: yes; Ann: no
Ann: done; Bo: done; Cy: done; Di: done; Ed: done
Storyteller: go on
Storyteller: go on
"""
    assert [place.survived for place in facedown.read(record).view(None).circle] == [1, 0, 0, 0, 0]
