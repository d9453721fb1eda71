"""What the storyteller does by hand: reminders, notes, words to players, places, votes, answers for others."""

from __future__ import annotations

import random
import re
from typing import Any

import msgspec
import pytest

import facedown
from facedown.core.errors import FacedownError, Illegal
from facedown.core.table import Table
from tests.games.clocktower.ready import all_look

ODD = ("Ann", "Bo and Cy", "for Bo", "Note", "Chef", "said", "Storyteller")
TELLER = len(ODD) - 1


def town() -> Table:
    return facedown.read(
        f"game: clocktower\nseats: {', '.join(ODD)}\nscript: tb\ncovers: asked\n"
        "tokens: Ann Poisoner, Bo and Cy Imp, for Bo Monk, Note Virgin, Chef Empath, said Butler\n"
    )


def at_night() -> Table:
    table = town()
    for _ in ("set-up", "nightfall"):
        while table.asked == (TELLER,):
            table.play(TELLER, table.legal(TELLER)[0])
        all_look(table)
    return table


def by_day() -> Table:
    table = at_night()
    while table.view(TELLER).phase == "night":
        seat = table.asked[0]
        truths = table.view(seat).question.truths
        table.play(seat, table.contract.read_value(truths[0], table.names) if truths else table.legal(seat)[0])
    return table


def seen(table: Table, seat: int | None) -> bytes:
    """All that a seat can look at, and all that it was told."""
    looks = (
        table.view(seat),
        table.prompt(seat),
        table.known[seat].asked,
        table.known[seat].free,
        table.timing.seconds,
    )
    return msgspec.json.encode((looks, table.log(seat), table.legal(seat) if seat is not None else ()))


@pytest.mark.parametrize(
    "sent",
    [
        {"verb": "short", "who": {"type": "seat", "seat": 0}},
        {"verb": "speaks", "who": {"type": "seat", "seat": 0}},
        {"verb": "wins", "about": "weird"},
        {"verb": "turns", "who": {"type": "seat", "seat": 0}},
        {"verb": "note", "who": "weird", "words": "x"},
        {"verb": "said", "who": {"type": "seat", "seat": 0}, "about": "I am good.\n(understood: I am evil.)"},
        {"verb": "show", "who": {"type": "seat", "seat": 0}, "shows": ["weird"]},
    ],
    ids=str,
)
def test_a_page_of_somebodys_own_sends_no_words_but_the_games_where_no_words_stand(sent: dict[str, Any]) -> None:
    table = by_day()
    with pytest.raises(Illegal, match="nothing that is done by hand"):
        table.play(TELLER, table.contract.read_value({"type": "by hand", **sent}, table.names))


PLAYERS: tuple[int | None, ...] = (None, *range(TELLER))
UNSEEN = {
    'remind for Bo "Is this the Demon"': (),
    'note "quiet tonight"': (),
    'note Note "asked for a break"': (),
    'tell said "Take your time."': (5,),
    'tell Bo and Cy "{0} is {1}"': (1,),
    'show Chef Chef and Imp and evil "{0}, you are"': (4,),
    'show Bo and Cy "Did you vote today?"': (1,),
    "show said yes": (5,),
}


@pytest.mark.covers("clocktower 1.10")
@pytest.mark.parametrize("place", [at_night, by_day])
@pytest.mark.parametrize("act", UNSEEN)
def test_only_whom_it_is_for_sees_anything_of_it(act: str, place: Any) -> None:
    table = place()
    before = {seat: seen(table, seat) for seat in PLAYERS}
    record, teller = table.record(), seen(table, TELLER)
    table.play(TELLER, act)
    changed = {seat for seat in PLAYERS if seen(table, seat) != before[seat]}
    assert changed == set(UNSEEN[act])
    assert seen(table, TELLER) != teller
    back = facedown.read(table.record())
    assert {seat: seen(back, seat) for seat in (*PLAYERS, TELLER)} == {
        seat: seen(table, seat) for seat in (*PLAYERS, TELLER)
    }
    table.undo()
    assert table.record() == record
    assert {seat: seen(table, seat) for seat in PLAYERS} == before


@pytest.mark.covers("clocktower 1.10")
def test_a_card_shows_characters_and_words_to_one_player() -> None:
    table = at_night()
    table.play(TELLER, 'show Chef Empath and the chef and evil "Not in play"')
    card = table.view("Chef").me.told[-1].card
    assert (card.title, card.characters, card.words) == ("Not in play", ("Empath", "Chef"), ("evil",))
    assert all(one.card is None for seat in (0, 1, 2, 3, 5) for one in table.view(seat).me.told)


def test_reminders_of_the_whole_script_are_at_hand_those_in_play_first() -> None:
    at_hand = at_night().view(TELLER).reminders_at_hand
    assert [one.in_play for one in at_hand] == sorted((one.in_play for one in at_hand), reverse=True)
    by = {one.by: one.in_play for one in at_hand}
    assert by["Monk"]
    assert not by["Slayer"]
    assert "Pukka" not in by


@pytest.mark.covers("clocktower 1.10")
def test_a_reminder_in_the_words_of_a_marker_changes_nothing() -> None:
    table = at_night()
    table.play(TELLER, 'remind for Bo "poisoned"')
    token = table.view(TELLER).grimoire[2]
    assert [(m.word, m.by, m.own) for m in token.markers] == [("poisoned", None, True)]
    assert not token.impaired


def test_who_says_something_else_hears_what_is_asked() -> None:
    table = facedown.game("clocktower").new(["Ann", "Bo", "Cy", "Di", "Ed", "Sue"], seed=1)
    question = table.view("Sue").question
    assert question is not None
    with pytest.raises(Illegal, match=re.escape(f"'Dragon' is not an answer here; you are asked: {question.text}")):
        table.play("Sue", "Dragon")


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ('unremind Ann "x"', "no such reminder lies beside Ann"),
        ('note Ann ""', "there is no note to take away"),
        ('remind Ann ""', "say what between quotes"),
        (f'remind Ann "{"x" * 61}"', "a reminder has at most 60 characters, this one has 61"),
        ('tell Bob "x"', "'Bob' is not an answer here"),
        ('show Bob "x"', "is not a player and a card"),
        ("show Ann", "name characters, or good, evil, yes or no"),
        ('show Ann Xylophone "x"', "'Xylophone' is not an answer here"),
        ("swap Ann and Ann", "only two players who are here change places"),
        ("ghost vote Ann", "Ann still has the vote of the living"),
        ("for Note: yes", "Note is not asked anything now"),
        ("for Ann: yes", "that does not answer what Ann is asked: choose a player to poison"),
        ("for Ann: purple", "'purple' is not an answer here"),
        ("for Ann: raise Note", "it is the storyteller's own to do"),
        ("for (Storyteller): yes", "only players are answered for"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(act: str, why: str) -> None:
    table = at_night()
    before = table.record()
    with pytest.raises(Illegal, match=why):
        table.play(TELLER, act)
    assert table.record() == before


@pytest.mark.parametrize("act", [*UNSEEN, "swap Ann and Note", "for Note: nominate Ann"])
def test_players_may_do_nothing_of_it(act: str) -> None:
    table = by_day()
    with pytest.raises(FacedownError):
        table.play(0, act)


@pytest.mark.covers("clocktower 1.10")
def test_words_are_kept_on_one_line() -> None:
    table = by_day()
    for act in ('note "first line\nsecond line"', 'say "one\u2028two"', 'tell Note "a\r\nb"'):
        table.play(TELLER, act)
    back = facedown.read(table.record())
    assert back.view(TELLER).notes[0].text == "first line second line"
    assert back.log(3) == table.log(3)


@pytest.mark.parametrize("hidden", ["\0", "\x1b[2J", "\u202e", "\u200b", "\u2800", "\ud800"])
def test_what_nobody_can_see_is_not_said(hidden: str) -> None:
    """It would steer terminals, turn lines round, and no record or database could hold it."""
    table = by_day()
    before = seen(table, 3)
    for act in (f'say "a{hidden}b"', f"say{hidden}", hidden):
        with pytest.raises(Illegal, match="cannot be seen; leave it out"):
            table.play(0, act)
    assert seen(table, 3) == before


def test_a_letter_with_marks_that_reach_into_other_lines_is_not_said() -> None:
    table = by_day()
    with pytest.raises(Illegal, match="a letter may carry 2 marks, not more"):
        table.play(0, f'say "Zo{chr(0x308) * 40}ya"')
    table.play(0, 'say "Hẹ\u0302n gặp lại, Őrsi"')
    assert "Hẹ\u0302n gặp lại, Őrsi" in table.log(3)[-1].text


@pytest.mark.covers("clocktower 1.11")
@pytest.mark.parametrize("script", ["tb", "bmr", "snv"])
def test_a_game_answered_by_the_storyteller_is_the_same_game(script: str) -> None:
    """Whoever gives the answers: all see the same, whether covers are asked or hands have seconds."""
    options = {"script": script, "covers": "asked", "travellers": 1}
    plain = facedown.game("clocktower").new((*ODD[:TELLER], "Gus", "Mira"), 7, **options)
    other = plain.copy()
    luck, done, teller = random.Random(script), 0, 7
    while plain.asked and done < 250:
        done += 1
        seat = luck.choice(plain.asked)
        legal = plain.legal(seat)
        move = legal[0] if legal[0].text == "done" and luck.random() < 0.7 else luck.choice(legal)
        plain.play(seat, move)
        other.play(teller, move if seat == teller else f"for {plain.names[seat]}: {move.text}")
        for observer in (None, *range(teller + 1)):
            assert other.view(observer) == plain.view(observer), (done, move)
            assert other.log(observer, len(plain.frames) - 1) == plain.log(observer, len(plain.frames) - 1)
    assert facedown.read(other.record()).log(teller) == plain.log(teller)


def test_a_token_says_how_its_player_died_in_words_and_as_a_sign() -> None:
    night, day = at_night(), by_day()
    night.play(TELLER, "kill for Bo")
    day.play(TELLER, "kill Note")
    day.play(TELLER, "go on")
    day.play(TELLER, "execute Chef")
    day.play(TELLER, "go on")
    assert [_how_died(day, name) for name in ("Note", "Chef", "said")] == [
        ("died on day 1", "day"),
        ("executed on day 1", "executed"),
        ("", None),
    ]
    assert _how_died(night, "for Bo") == ("died", "night"), "the town does not know it yet"


def _how_died(table: Table, name: str) -> tuple[str, str | None]:
    token = table.view(TELLER).grimoire[ODD.index(name)]
    return token.death, token.fate


def test_what_a_card_forbids_is_let_through_when_the_storyteller_overrules_it() -> None:
    """The Bishop's: then the storyteller nominates, and players may not."""
    names = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Sue")
    table = facedown.game("clocktower").new(names, 1, travellers=1, gather="in person")
    teller = len(names) - 1
    while not table.timing.continuous:
        seat = table.asked[0]
        table.play(seat, table.legal(seat)[0])
    table.play(teller, "Flo becomes Bishop")
    table.play(teller, "to nominations")
    while "nobody" not in [move.text for move in table.legal(teller)]:
        seat = table.asked[0]
        table.play(seat, table.legal(seat)[0])
    table.play(teller, "nobody")
    with pytest.raises(Illegal):
        table.play(0, "nominate Bo")
    table.play(teller, "by hand Ann nominates Bo")
    assert [(one.by, one.nominee) for one in table.view(None).nominations][-1] == (0, 1)
