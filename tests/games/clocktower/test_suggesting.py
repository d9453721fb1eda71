"""What the policy suggests to a person who tells the story: legal answers to one turn, and why."""

from __future__ import annotations

from random import Random

import pytest

import facedown
from facedown.core.table import Table
from facedown.games.clocktower.bots import choose
from tests.games.clocktower.laid_out import town
from tests.games.clocktower.ready import all_look

NAMES = ("Ann and Bo", "Chef", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ivy", "Jo", "Mira")


def in_turn(script: str, seed: int) -> Table:
    return Table(facedown.game("clocktower").contract, NAMES, seed, {"script": script, "covers": "asked"})


@pytest.mark.parametrize("script", ["Trouble Brewing", "Sects & Violets", "Bad Moon Rising"])
def test_one_suggestion_answers_a_whole_turn_of_the_night(script: str) -> None:
    table, luck = in_turn(script, 3), Random(3)
    teller, taken = len(NAMES) - 1, 0
    for _ in range(120):
        if table.over:
            break
        seat = table.asked[0]
        told = table.contract.suggestion(table.position(), teller, table.names) if seat == teller else None
        if told is None:
            table.play(seat, choose(table.observation(seat), table.legal(seat), luck))
            continue
        assert told.why.endswith(".")
        frames = len(table.log(teller))
        for move in told.moves:
            assert table.asked == (teller,)
            assert len(table.log(teller)) == frames, "somebody was told something within a turn"
            table.play(teller, move)
        taken += len(told.moves) > 1
    assert taken, "no turn has several questions"


def test_a_suggestion_leaves_the_table_as_it_is() -> None:
    table = in_turn("Trouble Brewing", 3)
    teller = len(NAMES) - 1
    while table.contract.suggestion(table.position(), teller, table.names) is None:
        all_look(table)
        table.play(teller, "go on")
    before = table.view(teller)
    told = table.contract.suggestion(table.position(), teller, table.names)
    assert told is not None
    assert told == table.contract.suggestion(table.position(), teller, table.names)
    assert table.view(teller) == before
    assert len(told.moves) == 3, "the Demon is shown three characters"


def test_what_is_true_only_if_somebody_registers_as_another_says_so() -> None:
    """A Chef, with the Imp beside the Spy: the storyteller sees which answer is true of what players are."""
    table = town(7, 1, "Trouble Brewing", "Ann Chef, Bo Monk, Cy Empath, Di Spy, Ed Imp, Flo Saint, Gus Virgin")
    while (question := table.view(7).question) is None or question.id != "chef.tell":
        seat = table.asked[0]
        table.play(seat, choose(table.observation(seat), table.legal(seat), Random(1)))
    told = table.contract.suggestion(table.position(), 7, table.names)
    assert told is not None
    assert (str(told.moves[0]), told.why) == ("0", "The sides are even: this is true if the Spy registers as good.")
    assert [one["parts"] for one in question.truths] == [(1,)]


@pytest.mark.parametrize("house", ["angel", "buddhist"])
def test_one_player_is_picked_out_as_nobody_can_tell_who_is_new(house: str) -> None:
    """The policy protects one player, or silences one, and not everybody."""
    script = f"{house}, chef, empath, monk, slayer, mayor, virgin, saint, poisoner, imp"
    table, teller = facedown.game("clocktower").new(8, 3, script=script), 7
    while not any(house.title() in event.text for event in table.log(None)):
        table.play(teller, choose(table.observation(teller), table.legal(teller), Random(3)))
    assert sum(" and " in event.text or "," in event.text for event in table.log(None)) == 0
