"""Evenings among bots, read as players hear them; each is written into the folder `transcripts`."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from facedown.core.table import Table
from facedown.games.clocktower.bots.town import execution_costs, town_of
from facedown.games.clocktower.moves import Answer, Deed, InSeat, act_of
from facedown.games.clocktower.questions import YES
from facedown.games.clocktower.speech.english import in_words
from facedown.games.clocktower.speech.statements import Defence, Reason, Spoken, Suspicion
from tests.games.clocktower.evenings import FOLDER, Turn, evening, heard
from tests.how_much import count

SCRIPTS = {
    "trouble-brewing": "Trouble Brewing",
    "bad-moon-rising": "Bad Moon Rising",
    "sects-and-violets": "Sects and Violets",
    "experimental": (
        "noble, knight, steward, villageidiot, pixie, balloonist, shugenja, general, fisherman, bountyhunter, "
        "cannibal, magician, farmer, golem, puzzlemaster, snitch, damsel, goblin, boomdandy, marionette, "
        "widow, legion, lleech, vigormortis"
    ),
}
GAMES, PLAYERS, DEAR = count(2, 5), 8, 0.5
LONG = 15  # days
BAD_GRAMMAR = re.compile(r"(?<!or )(?<!nor )\byou (?:has|is|claims|accuses)\b|\bof you for it\b")
NOTATION = re.compile(r"night \d+, \w+:|[&()|_]|\b(?:count|pair|role|yes|no)\b\W*$")


def words_of(turn: Turn) -> str:
    """What is said aloud or in private by this move, or ""."""
    act = act_of(turn.table.interpret(turn.seat, turn.text))
    to = (
        next((part.seat for part in act.about if isinstance(part, InSeat)), None) if isinstance(act, Deed) else None
    )
    said = act.utterance if isinstance(act, Deed) else None
    return in_words(Spoken(said, turn.seat, (), to), turn.table.names) if said else ""


def reason_of(turn: Turn) -> tuple[Suspicion | Defence, Reason] | None:
    """What is thought of somebody's side in this move, and why."""
    act = act_of(turn.table.interpret(turn.seat, turn.text))
    said = act.says[0] if isinstance(act, Deed) and act.says and act.to is None else None
    return (said, said.because) if isinstance(said, Suspicion | Defence) and said.because is not None else None


def nominee(turn: Turn) -> int | None:
    act = act_of(turn.table.interpret(turn.seat, turn.text))
    whom = act.about[0] if isinstance(act, Deed) and act.verb == "nominate" else None
    return whom.seat if isinstance(whom, InSeat) else None


def check_words(turn: Turn) -> None:
    """A sentence, and none of who speaks by name."""
    words, names = words_of(turn), turn.table.names
    if words:
        assert words[0].isupper(), words
        assert words[-1] in ".?!", words
        assert not NOTATION.search(words), words
        assert not BAD_GRAMMAR.search(words), words
        assert not re.search(rf"\b{names[turn.seat]}\b", words), f"{names[turn.seat]}: {words}"


THIN = {"said_least", "least", "less"}  # reasons that prove little


def check_nomination(turn: Turn) -> None:
    """Nobody surely dead, nobody for whom no reason was given; a good one for who claims to cost the game."""
    seat, table = nominee(turn), turn.table
    if seat is None:
        return
    circle = table.view(None).circle
    assert circle[seat].alive or town_of(table.observation(None)).may_seem_dead(seat), turn.text
    says = [said for place in table.observation(None).circle for said in (*place.says, *place.said_before)]
    accusing = [said.because for said in says if isinstance(said, Suspicion) and said.seat == seat]
    given = [reason.kind for reason in accusing if reason is not None]
    assert given, turn.text
    claims = table.observation(None).circle[seat].claims
    if any(execution_costs(id) >= DEAR for id in claims):
        assert set(given) - THIN, f"{turn.text}: {given}"


def check_reason(turn: Turn) -> None:
    """Nobody is blamed for a vote in which who says so joined, or says what has been said before."""
    table, words, found = turn.table, words_of(turn), reason_of(turn)
    if found is None:
        return
    said, reason = found
    before = [one for place in table.observation(None).circle for one in (*place.says, *place.said_before)]
    if turn.text.startswith("say") and isinstance(said, Suspicion):
        assert said not in before, words
    kind, args = reason.kind, reason.seats
    observed = table.observation(None)
    if kind in ("nominated", "voted"):
        votes = [one for one in observed.nominated_before if one.nominee == args[1]]
        assert any(turn.seat not in one.hands for one in votes) or args[1] == turn.seat, words


def check_vote(turn: Turn) -> None:
    """Nobody votes for their own execution."""
    question = turn.table.observation(turn.seat).question
    if question is not None and question.topic == "vote":
        act = act_of(turn.table.interpret(turn.seat, turn.text))
        own = turn.table.observation(None).nominations[-1].nominee == turn.seat
        assert not (own and act == Answer((YES,))), turn.text


def unanswered(table: Table) -> list[object]:
    """Who have whispered on which day without an answer to each whisper."""
    said = table.position().picture.state.whispers
    found = Counter((one.day, frozenset((one.by, *one.to))) for one in said)
    return [among for among, times in found.items() if times % 2]


@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("script", SCRIPTS)
def test_an_evening_reads_like_one_among_people(script: str, seed: int) -> None:
    table = None
    for turn in evening(SCRIPTS[script], PLAYERS, seed):
        table = turn.table
        check_words(turn)
        check_nomination(turn)
        check_reason(turn)
        check_vote(turn)
    assert table is not None
    assert table.over
    assert table.observation(None).day < LONG
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{script}-{seed}.txt").write_text("\n".join(heard(table)) + "\n", encoding="utf-8")
    assert not unanswered(table)
