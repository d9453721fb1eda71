"""What is said aloud to somebody: bots answer in the room, and the accused say something for themselves."""

from __future__ import annotations

from random import Random

import pytest

import facedown
from facedown.core.errors import Illegal, WrongSeat
from facedown.core.table import Table
from facedown.games.clocktower import bots
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.suspicion import thin
from facedown.games.clocktower.speech.claims import aloud, understood
from facedown.games.clocktower.speech.simple_questions import addressed
from facedown.games.clocktower.speech.spoken_reports import Report, Statement
from tests.games.clocktower.laid_out import first_day
from tests.games.clocktower.told import told


def after(*moves: str) -> Table:
    return told(first_day() + "\n".join(moves) + "\n")


def reply(table: Table, seat: int) -> str:
    """What this seat says to whom it owes an answer."""
    assert table.spoken_to(seat)
    move = bots.REPLIES["sensible"](table.observation(seat), Random(0))
    assert move is not None
    table.play(seat, move)
    return move.text


@pytest.mark.parametrize(
    ("words", "to"),
    [
        ("Bo, who are you?", (1, "who are you?")),
        ("bo: who are you?", (1, "who are you?")),
        ("@Bo, who are you?", (1, "who are you?")),
        ("Hey Bo, who are you?", (1, "who are you?")),
        ("Who are you, Bo?", (1, "Who are you?")),
        ("Ann the 2nd, who are you?", (2, "who are you?")),
        ("Who are you?", None),
        ("Bo is evil", None),
        ("Bobby, who are you?", None),
    ],
)
def test_whom_words_are_said_to(words: str, to: object) -> None:
    assert addressed(words, ("Ann", "Bo", "Ann the 2nd")) == to


def test_a_bot_that_is_asked_aloud_answers_in_the_room_once() -> None:
    table = after("Ann: claim Chef", 'Gus: say "Ann, who are you?"', 'Bo: say "What did you learn, Ann?"')
    assert reply(table, 0) == 'say "Gus, I am the Chef."'
    assert reply(table, 0) == 'say "Bo, I have learned nothing that would help us."'
    assert not table.spoken_to(0)
    assert bots.REPLIES["sensible"](table.observation(0), Random(0)) is None


def test_who_asks_is_owed_nothing_by_others() -> None:
    table = after('Gus: say "Ann, who are you?"')
    assert [seat for seat in range(7) if table.spoken_to(seat)] == [0]


def test_a_bot_says_why_it_has_voted_for_somebody() -> None:
    hands = "Di: no; Ed: no; Flo: no; Gus: yes; Ann: yes; Bo: no; Cy: no"
    table = after(
        "Storyteller: to nominations", "Gus: nominate Cy", hands, 'Gus: say "Ann, why did you vote for Cy?"'
    )
    assert reply(table, 0).startswith('say "Gus, I voted to execute Cy, because ')
    table.play("Gus", 'say "Bo, why do you vote for Cy?"')
    assert reply(table, 1) == 'say "Gus, I did not vote to execute Cy."'


def test_what_is_not_understood_is_said_to_be_so() -> None:
    table = after(
        'Gus: say "Ann, how is the weather?"', 'Gus: say "Ann, and tomorrow?"', 'Gus: say "Ann, thank you."'
    )
    assert "I did not understand that. You can ask me" in reply(table, 0)
    assert reply(table, 0) == 'say "Gus, I did not understand that either."'
    assert not table.spoken_to(0), "its answers, which list what it can be asked, are not questions of its own"
    assert not any(map(table.spoken_to, range(7)))
    again = facedown.read(table.record())
    assert not any(map(again.spoken_to, range(7)))


def test_who_has_heard_nothing_suspects_nobody_yet() -> None:
    table = after('Gus: say "Bo, whom do you suspect?"', 'Gus: say "Bo, whom will you vote for?"')
    assert reply(table, 1) == 'say "Gus, I suspect nobody yet."'
    assert reply(table, 1) == 'say "Gus, I would vote for nobody yet."'


def nominated(*moves: str) -> Table:
    return after(*moves, "Storyteller: to nominations", "Gus: nominate Flo")


def test_the_nominee_has_the_word_while_hands_are_counted_and_nobody_else() -> None:
    table = nominated()
    assert [move.text for move in table.legal(5)] == ['say "..."']
    table.play("Flo", 'say "I am good."')
    table.play("Flo", "claim Saint")
    assert table.view(None).circle[5].says == ("I am good.",)
    assert table.view(None).circle[5].claims == ("Saint",)
    for seat, move in (
        ("Ann", 'say "She is not."'),
        ("Ann", "claim Chef"),
        ("Flo", "nominate Gus"),
        ("Flo", "done"),
    ):
        with pytest.raises((Illegal, WrongSeat)):
            table.play(seat, move)


def test_they_have_it_until_the_vote_is_over() -> None:
    table = nominated()
    table.play("Storyteller", "go on")
    table.play("Flo", 'say "I am good."')
    while not table.continuous:
        assert table.allows(5, table.game.read_move('say "Hm."', table.names))
        table.play(table.asked[0], "no" if table.asked[0] < 7 else "go on")


def test_what_the_nominee_said_stands_in_the_record() -> None:
    table = nominated()
    table.play("Flo", 'say "I am good."')
    again = facedown.read(str(table.record()))
    assert again.view(None) == table.view(None)


def test_the_accused_say_who_they_are_and_why_they_should_live() -> None:
    table = nominated()
    assert reply(table, 5) == "claim Saint"
    assert reply(table, 5) == 'say "Do not execute me, because good loses if I, the Saint, am executed."'
    assert not table.spoken_to(5)
    assert not any(table.spoken_to(seat) for seat in range(7))


def test_evil_defend_themselves_as_who_they_pretend_to_be() -> None:
    table = after("Ed: claim Soldier", "Storyteller: to nominations", "Gus: nominate Ed")
    assert reply(table, 4) == 'say "Do not execute me, because nobody has learned anything against me."'


def test_who_claims_the_same_as_the_accused_is_named() -> None:
    table = after(
        "Flo: claim Chef",
        "Ann: claim Chef",
        "Storyteller: to nominations",
        "Gus: nominate Ann",
        "Storyteller: go on",
    )
    assert reply(table, 0) == 'say "Do not execute me, because I am the Chef, and Flo is not."'


def test_a_report_that_names_nobody_is_not_said_to_be_lacking_of_somebody() -> None:
    chef = ("Ann: claim Chef", 'Ann: say "I am the Chef: no evil players sit side by side."')
    steward = ('Bo: say "I am the Steward: Ann is good."',)
    for said, there in ((chef, False), (steward, True)):
        view = after(*said).observation(5)
        assert view.me is not None
        found = [reason for seat in (3, 4, 6) for reason in thin(Mind(view, view.me, 5), seat)]
        assert any(reason[0] == "cleared" for reason in found) == there


REPORT = Report("N1", "chef", (("count", 0),))
DEFENCES: list[Statement] = [
    ("dear", 5, "saint"), ("rival", 5, "chef", 0), ("learns_more", 5, "empath"), ("still_needed", 5, "monk"),
    ("voted_well", 5, 3), ("only_against", 3, 5), ("nothing_against", 5), ("suspect_more", 3), ("heard", 3, REPORT),
]  # fmt: skip
ACCUSATIONS: list[Statement] = [
    ("cleared", 3, 0, REPORT), ("nominated", 3, 5), ("nominated", 3, 2), ("accused", 3, 5), ("accused", 3, 2),
    ("changed", 3, "chef", "monk"),
]  # fmt: skip


@pytest.mark.parametrize("reason", DEFENCES)
def test_a_defence_is_understood(reason: Statement) -> None:
    names, said = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo"), ("because", ("not", ("evil", 5)), reason)
    assert understood(aloud(said, names, by=5), names, by=5) == said
    assert understood(aloud(said, names, by=0), names, by=0) == said


@pytest.mark.parametrize("reason", ACCUSATIONS)
def test_an_accusation_is_understood(reason: Statement) -> None:
    names, said = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo"), ("because", ("evil", 3), reason)
    assert understood(aloud(said, names, by=5), names, by=5) == said
