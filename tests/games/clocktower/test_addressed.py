"""What is said aloud to somebody: bots answer in the room, and the accused say something for themselves."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

import facedown
from facedown.core.errors import Illegal, WrongSeat
from facedown.core.table import Table
from facedown.games.clocktower import bots
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.suspicion import clashes, thin
from facedown.games.clocktower.bots.votes import votes
from facedown.games.clocktower.speech.statements import Reason
from tests.games.clocktower.laid_out import first_day
from tests.games.clocktower.told import told


def first_day_view(seat: int) -> Any:
    return after().view(seat).me


def spoken_to(table: Table, seat: int) -> int:
    return table.now(table.contract.spoken_to, seat, table.names)


def after(*moves: str) -> Table:
    return told(first_day() + "\n".join(moves) + "\n")


def reply(table: Table, seat: int) -> str:
    """What this seat says to whom it owes an answer."""
    assert spoken_to(table, seat)
    move = bots.REPLIES["sensible"](table.observation(seat), Random(0))
    assert move is not None
    table.play(seat, move)
    return str(table.log(None)[-1].text).partition(": ")[2] or move.text


def test_a_bot_that_is_asked_aloud_answers_in_the_room_once() -> None:
    table = after("Ann: claim Chef", "Gus: say = to Ann = ask self", "Bo: say = to Ann = ask learned")
    assert reply(table, 0) == "Gus, I am the Chef."
    assert reply(table, 0) == "Bo, I am the Chef: one pair of evil players sits side by side."
    assert [one.by for one in table.observation(0).circle[0].says if one is not None] == ["chef"], "it counts"
    assert not spoken_to(table, 0)
    assert bots.REPLIES["sensible"](table.observation(0), Random(0)) is None


def test_who_asks_is_owed_nothing_by_others() -> None:
    table = after("Gus: say = to Ann = ask self")
    assert [seat for seat in range(7) if spoken_to(table, seat)] == [0]


def test_what_everybody_is_asked_is_one_line_and_two_answer_it() -> None:
    asked = 'Gus: say = ask self "Everybody, who are you?"'
    table = after("Cy: claim Empath", "Cy: say = report N1 empath count 2", "Ann: claim Chef", asked)
    assert str(table.log(None)[-1].text) == "Gus: Everybody, who are you?"
    assert [seat for seat in range(7) if spoken_to(table, seat)] == [0, 2], "they have said who they are"
    table.play("Flo", "claim Saint")
    assert reply(table, 0) == "Gus, I am the Chef."
    assert [seat for seat in range(7) if spoken_to(table, seat)] == [5], "who has talked less"
    assert reply(table, 5) == "Gus, I am the Saint."
    table.play("Bo", "claim Monk")
    assert not any(spoken_to(table, seat) for seat in range(7))


def test_two_questions_to_everybody_are_answered_one_after_the_other_whatever_is_claimed_meanwhile() -> None:
    table = after("Ann: claim Chef", "Cy: claim Empath", "Gus: say = ask self", "Gus: say = ask vote Di")
    assert reply(table, 0) == "Gus, I am the Chef."
    table.play("Bo", "claim Monk")
    table.play("Flo", "claim Saint")
    answers = [reply(table, seat) for seat in (2, 5, 1) * 2 if spoken_to(table, seat)]
    assert sorted(" ".join(one.split()[1:4]) for one in answers) == ["I am the", *["I would not"] * 2]


def test_a_bot_says_why_it_has_voted_for_somebody() -> None:
    hands = "Di: no; Ed: no; Flo: no; Gus: yes; Ann: yes; Bo: no; Cy: no"
    claims = [f"{name}: claim {token}" for name, token in (("Ann", "Chef"), ("Bo", "Washerwoman"), ("Di", "Monk"))]
    table = after(*claims, "Ed: claim Empath", "Storyteller: to nominations", "Gus: nominate Cy", hands)
    table.play("Gus", "say = to Ann = ask voted Cy")
    assert reply(table, 0).startswith("Gus, I voted to execute Cy, because ")
    table.play("Gus", "say = to Bo = ask voted Cy")
    assert reply(table, 1) == "Gus, I did not vote to execute Cy."


@pytest.mark.parametrize("said", ["= evil Ann", '= is Ann spy "Ann is the Spy!"', "= to Ann = ask about Ann"])
def test_who_is_called_evil_without_a_reason_answers_once_with_one(said: str) -> None:
    table = after(f"Gus: say {said}")
    assert [seat for seat in range(7) if spoken_to(table, seat)] == [0]
    assert reply(table, 0) == "claim Chef"
    assert reply(table, 0) == "I am the Chef: one pair of evil players sits side by side."
    assert reply(table, 0).startswith("Gus, you may believe me, because ")
    assert not spoken_to(table, 0)
    table.play("Gus", "say = evil Ann")
    assert not spoken_to(table, 0)
    table.play("Flo", "say = evil Ann")
    assert spoken_to(table, 0)


@pytest.mark.parametrize(("whom", "guilty"), [("Di", True), ("Ann", False)])
def test_bots_vote_alike_whoever_nominates_and_calls_somebody_evil(whom: str, guilty: bool) -> None:
    claims = "Cy: claim Empath", "Cy: say = report N1 empath count 2", "Di: claim Chef", "Bo: claim Chef"
    for by in ("Flo", "Gus"):
        table = after(*claims, f"{by}: say = evil {whom}", "Storyteller: to nominations", f"{by}: nominate {whom}")
        minds = [
            Mind(view, view.me, seat) for seat in (1, 2, 4) if (view := table.observation(seat)).me is not None
        ]
        assert [votes(mind, Random(0)) for mind in minds] == [guilty] * 3


def test_what_cannot_be_true_is_told_all_the_same() -> None:
    """A Recluse between two evil players makes two pairs where there can be one."""
    tokens = "Ann Chef, Bo Monk, Cy Recluse, Di Spy, Ed Imp, Flo Saint, Gus Virgin"
    town = first_day(tokens, "Soldier, Mayor, Slayer")
    head = town.removesuffix("Storyteller: 1\nStoryteller: 0\n")
    table = told(f"{head}Storyteller: 2\nAnn: claim Chef\nGus: say = to Ann = ask learned\n")
    assert reply(table, 0) == "Gus, I am the Chef: 2 pairs of evil players sit side by side."


def test_nobody_finds_out_who_somebody_is_by_asking_for_each_character_unless_they_have_learned_it() -> None:
    table = after("Gus: say = to Flo = ask are monk", "Gus: say = to Flo = ask are saint")
    answers = [reply(table, 5) for _ in range(2)]
    assert not any("Saint" in one or "Monk" in one for one in answers)
    table.play("Gus", "say = to Flo = ask are imp")
    assert reply(table, 5) == "Gus, I am not the Imp."
    table.play("Gus", "say = report N1 librarian pair 2 Flo Cy role saint")
    table.play("Gus", "say = to Flo = ask are saint")
    assert [reply(table, 5) for _ in range(2)] == ["claim Saint", "Gus, I am the Saint."]


def test_who_gives_a_reason_or_praises_asks_nobody() -> None:
    table = after("Gus: say = suspicion Ann because silent Ann", "Gus: say = not evil Bo", "Gus: say = is Cy chef")
    assert not any(spoken_to(table, seat) for seat in range(7))


def test_no_refusal_is_said_twice_running() -> None:
    table = after(
        *["Gus: say = to Ann = ask self", "Gus: say = to Ann = ask learned", "Gus: say = to Ann = ask shoot"] * 2
    )
    words = [reply(table, 0) for _ in range(6)]
    assert all(one != other for one, other in pairwise(words)), words


def test_what_is_not_understood_is_said_to_be_so() -> None:
    table = after("Gus: say = to Ann = ask ?", "Gus: say = to Ann = ask ?", "Gus: say = to Ann = phrase heard")
    assert "I did not understand that. Ask me" in reply(table, 0)
    assert reply(table, 0) == "Gus, I did not understand that either."
    assert not spoken_to(table, 0), "its answers, which list what it can be asked, are not questions of its own"
    assert not any(spoken_to(table, seat) for seat in range(7))
    again = facedown.read(table.record())
    assert not any(spoken_to(again, seat) for seat in range(7))


def test_who_has_heard_nothing_suspects_nobody_yet() -> None:
    table = after("Gus: say = to Bo = ask suspect", "Gus: say = to Bo = ask vote")
    assert reply(table, 1) == "Gus, ask me when more has been said."
    assert reply(table, 1) == "Gus, nobody has given me a reason to."


def nominated(*moves: str) -> Table:
    return after(*moves, "Storyteller: to nominations", "Gus: nominate Flo")


def test_the_nominee_has_the_word_while_hands_are_counted_and_nobody_else() -> None:
    table = nominated()
    assert [move.text for move in table.legal(5)] == ['say "..."']
    table.play("Flo", 'say "I am good."')
    table.play("Flo", "claim Saint")
    assert table.view(None).circle[5].said[-1].text == "I am good."
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
    while not table.timing.continuous:
        assert table.objection(5, 'say "Hm."') is None
        table.play(table.asked[0], "no" if table.asked[0] < 7 else "go on")


def test_what_the_nominee_said_stands_in_the_record() -> None:
    table = nominated()
    table.play("Flo", 'say "I am good."')
    again = facedown.read(str(table.record()))
    assert again.view(None) == table.view(None)


def test_the_accused_say_who_they_are_and_why_they_should_live() -> None:
    table = nominated()
    assert reply(table, 5) == "claim Saint"
    assert reply(table, 5) == "Leave me alive, because good loses if I, the Saint, am executed."
    assert not spoken_to(table, 5)
    assert not any(spoken_to(table, seat) for seat in range(7))


def test_evil_defend_themselves_as_who_they_pretend_to_be() -> None:
    table = after("Ed: claim Soldier", "Storyteller: to nominations", "Gus: nominate Ed")
    assert reply(table, 4) == "Do not execute me, because Gus wants me gone and has made no claim."


def test_reports_that_cannot_both_be_true_are_a_reason_against_whoever_gave_one() -> None:
    view = after("Ann: say = report N1 steward player Bo", "Cy: say = report N1 empath count 2").observation(4)
    assert view.me is not None
    mind = Mind(view, view.me, 4)
    found = {seat: list(clashes(mind, seat)) for seat in range(7)}
    assert {seat: reasons for seat, reasons in found.items() if reasons} == {
        0: [Reason("clash", (0, 2))],
        2: [Reason("clash", (2, 0))],
    }


def test_who_claims_the_same_as_the_accused_is_named() -> None:
    table = after(
        "Flo: claim Chef",
        "Ann: claim Chef",
        "Storyteller: to nominations",
        "Gus: nominate Ann",
        "Storyteller: go on",
    )
    assert reply(table, 0) == "I am the Chef: one pair of evil players sits side by side."
    assert reply(table, 0) == "Do not execute me, because I am the Chef, and Flo is not."


def test_that_a_report_speaks_for_others_is_put_as_a_lack_of_trust() -> None:
    chef = ("Ann: claim Chef", "Ann: say = report N1 chef count 0")
    steward = ("Bo: say = report N1 steward player Ann",)
    for said, there in ((chef, False), (steward, True)):
        view = after(*said).observation(5)
        assert view.me is not None
        found = [reason for seat in (3, 4, 6) for reason in thin(Mind(view, view.me, 5), seat)]
        assert any(reason.kind in ("least", "less") for reason in found) == there
    assert all({3, 4, 6} & set(reason.seats) for reason in found), "each says something of who is suspected"


@pytest.mark.parametrize(
    ("said", "whom"),
    [
        ("= suspicion Bo", (1,)),
        ("= report N1 washerwoman pair 2 Bo Cy role chef", (1, 2)),
        ('"Bo and Cyril are too quiet for me."', (1,)),
        ("= to Bo = ask self", None),
        ('"Bo, why so quiet?"', None),
    ],
)
def test_an_event_tells_of_whom_somebody_speaks_and_of_nobody_who_is_asked(
    said: str, whom: tuple[int, ...] | None
) -> None:
    event = after(f"Ann: say {said}").log(None)[-1]
    assert (event.kind, getattr(event, "about", None)) == ("says", whom)


def test_an_event_tells_who_somebody_says_that_they_are() -> None:
    log = after("Ann: claim Chef", "Ann: say = report N1 chef count 0", "Bo: say = evil Ann").log(None)[-3:]
    assert [getattr(event, "claims", None) for event in log] == ["chef", "chef", None]


def test_what_somebody_was_told_names_its_characters_and_whether_they_are_free_to_claim() -> None:
    demon = next(me for me in (first_day_view(seat) for seat in range(7)) if me.team == "demon")
    free = [one for one in demon.told if one.kind == "not in play"]
    assert [len(one.characters) for one in free] == [3]
    assert all(f"[{name}]" in free[0].text for name in free[0].characters)
