"""By night everybody is sent the same messages, whatever is decided and whoever wakes unseen by them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import pytest

import facedown
from facedown.server import wire
from facedown.server.play import outbound
from tests.games.clocktower.ready import all_look
from tests.server.watched import Watched, differ, same_to, town

COVERS = ["asked", "not asked"]  # what is sent is grouped alike even if nobody is asked to go on


def test_the_first_table_does_not_tell_whether_anything_was_asked_at_set_up() -> None:
    """Leak 1: only where the Fortune Teller's herring, say, was to be chosen, the game stood at set-up."""
    tables = [facedown.game("clocktower").new(6, seed=seed) for seed in range(12)]
    asked = {tables[seed].legal(5)[0].text == "go on" for seed in range(12)}
    assert asked == {True, False}
    for who in (None, 0, 1, 2, 3, 4):
        assert len({msgspec.json.encode((outbound.turn(table, who), table.log(who))) for table in tables}) == 1


@pytest.mark.parametrize(
    ("token", "answers"),
    [
        ("Fortune Teller", ["Bo and Cy"]),
        ("Seamstress", ["Bo and Cy"]),
        ("Chambermaid", ["Bo and Cy"]),
    ],
)
def test_who_chooses_and_learns_is_sent_the_same_sober_or_drunk(token: str, answers: list[str]) -> None:
    """Leak 2: what a sober player learned came with their answer, what a drunk one learned after it."""
    id = token.lower().replace(" ", "")
    tokens = f"Ann {token}, Bo Chef, Cy Soldier, Di Poisoner, Ed Imp"
    runs = []
    for drunk in ("Ann", "Bo"):
        run = Watched(town(tokens, script=id))
        while run.table.asked == (5,):
            run.play(5, "Cy" if "Cy" in [move.text for move in run.table.legal(5)] else "go on")
        all_look(run.table, run.play)
        run.play(5, f"first mark {drunk} drunk")
        run.until_day([*answers, "no", "0"])
        runs.append(run)
    for who in (None, 0, 2, 3, 4):
        same_to(who, *runs)
    differ(5, *runs)


@pytest.mark.parametrize("sleeper", ["Fortune Teller", "Butler", "Dreamer"])
def test_nobody_can_tell_whether_others_wake_before_or_after_them(sleeper: str) -> None:
    """Leak 3: the first to wake was asked in the same message in which night fell; the last saw dawn in theirs."""
    runs = []
    for other in ("Slayer", sleeper):
        script = "fortuneteller, butler, dreamer, empath"
        run = Watched(town(f"Ann Empath, Bo {other}, Cy Soldier, Di Poisoner, Ed Imp", script=script))
        run.until_day(["Cy", "no", "0"])
        run.through_a_day()
        run.until_day(["Cy", "no", "0"], day=2)
        runs.append(run)
    for who in (None, 0, 2, 3, 4):
        same_to(who, *runs)
    differ(1, *runs)


def test_an_imp_cannot_tell_whether_it_has_killed_a_ravenkeeper() -> None:
    runs = []
    for bo in ("Ravenkeeper", "Saint"):
        run = Watched(town(f"Ann Chef, Bo {bo}, Cy Soldier, Di Poisoner, Ed Imp", script="ravenkeeper"))
        run.until_day(["Cy", "0"])
        run.through_a_day()
        run.until_day(["Bo", "0"], day=2)
        runs.append(run)
    for who in (None, 0, 2, 3, 4):
        same_to(who, *runs)
    differ(1, *runs)


def test_a_night_in_which_nobody_is_asked_falls_and_breaks_as_any_other() -> None:
    """Leak 4: it fell and broke in one message, which told, say, of a Zombuul that seemed dead."""
    runs = []
    for demon in ("Zombuul", "Imp"):
        run = Watched(town(f"Ann Mayor, Bo Slayer, Cy Soldier, Di Scarlet Woman, Ed {demon}", script="zombuul"))
        run.until_day()
        run.through_a_day()
        run.until_day(["Cy"], day=2)
        runs.append(run)
    for who in (None, 0, 1, 2, 3):
        same_to(who, *runs)


class Shape(NamedTuple):
    """All of a message but the words."""

    version: int
    frame: int
    kinds: list[str | None]
    asked: tuple[int, ...]
    options: int


def shapes(sent: Sequence[bytes]) -> list[Shape]:
    told = [msgspec.json.decode(message, type=wire.Update) for message in sent]
    return [
        Shape(
            one.version,
            one.frame,
            [frame.event.kind if frame.event else None for frame in one.frames],
            one.asked,
            len(one.legal),
        )
        for one in told
    ]


def test_a_lunatic_is_sent_what_an_imp_is_sent() -> None:
    """Leak 5: it heard of its Minions in a message of its own, and got an empty one after each choice."""
    seen = []
    for ann in ("Imp", "Lunatic as Imp"):
        real = "Gus Imp" if ann != "Imp" else "Gus Saint"
        run = Watched(
            town(f"Ann {ann}, Bo Chef, Cy Soldier, Di Poisoner, Ed Mayor, Flo Slayer, {real}", script="lunatic")
        )
        run.until_day(["Bo", "Cy", "0"])
        run.through_a_day()
        run.until_day(["Cy", "0"], day=2)
        seen.append(shapes(run.sent[0]))
    assert seen[0] == seen[1]
    assert [shape.kinds for shape in seen[0]].count(["told"]) == 2


@pytest.mark.parametrize("covers", COVERS)
def test_everybody_is_sent_one_message_for_each_thing_that_they_see(covers: str) -> None:
    run = Watched(town("Ann Empath, Bo Chef, Cy Soldier, Di Poisoner, Ed Imp", covers=covers, script="empath"))
    run.until_day(["Cy", "0"])
    run.through_a_day()
    run.until_day(["Ann", "0"], day=2)
    for sent in run.sent.values():
        told = [msgspec.json.decode(message, type=wire.Update) for message in sent]
        assert all(len(one.frames) <= 1 for one in told)
        assert [one.version for one in told] == list(range(1, len(told) + 1))
        states = [(one.frame, one.asked, one.legal, one.view) for one in told]
        assert all(before != after for before, after in itertools.pairwise(states)), "none is empty"


INFORMED = (
    "washerwoman, librarian, investigator, empath, fortuneteller, monk, spy, undertaker, ravenkeeper, recluse"
)
FULL_FIRST = (
    "Ann Washerwoman, Bo Librarian, Cy Investigator, Di Chef, Ed Empath, Flo Fortune Teller, Gus Slayer, "
    "Hal Poisoner, Ida Spy, Jo Imp"
)
FULL_LATER = (
    "Ann Monk, Bo Undertaker, Cy Ravenkeeper, Di Slayer, Ed Empath, Flo Fortune Teller, Gus Soldier, "
    "Hal Poisoner, Ida Spy, Jo Imp"
)


@pytest.mark.covers("clocktower 2.8")
@pytest.mark.parametrize(("tokens", "night", "most"), [(FULL_FIRST, 1, 13), (FULL_LATER, 2, 10)])
def test_the_storyteller_goes_on_once_for_everybody_who_wakes(tokens: str, night: int, most: int) -> None:
    """At set-up, at nightfall, before dawn, and for each player or group; what there is to choose comes with it."""
    table = town(tokens, script=INFORMED).table
    taps: list[str] = []
    choices = ["Cy", "Gus and Flo", "Di", "done"]
    while table.view(None).day < night:
        seat = table.asked[0]
        question, legal = table.view(seat).question, [move.text for move in table.legal(seat)]
        now = max(1, table.view(None).night)
        if seat == table.seat("Mira") and table.view(None).phase != "day" and now == night:
            whose = question.id.partition(".")[0]  # one sheet has all that is to be chosen for one player
            taps += {"pause": ["go on"], "beat": []}.get(question.topic, [whose] if whose not in taps else [])
        table.play(seat, next((choice for choice in choices if choice in legal), legal[0]))
    assert len(taps) <= most, taps


def test_what_the_table_did_by_itself_is_taken_back_with_the_move_before_it() -> None:
    """By night it goes on by itself until somebody wakes: nobody has to do that again, and nothing waits for it."""
    run = Watched(town("Ann Empath, Bo Chef, Cy Soldier, Di Poisoner, Ed Imp", script="empath"))
    match = run.match
    run.until_day(["Cy", "0"])
    assert len(match.moves) < len(match.table.history)
    for to in reversed(range(len(match.moves))):
        asked = match.moves[to].asked
        match.undo(to)
        assert match.table.now(match.table.contract.beat).seat is None
        assert any(match.table.prompt(seat) == asked for seat in match.table.asked)
    assert all(line.seat is None for line in match.table.history)
