"""The later Outsiders, as far as records cannot show it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from facedown.games.clocktower import bots, queries
from facedown.games.clocktower.character import character
from facedown.games.clocktower.questions import YES
from facedown.games.clocktower.setup import team_counts
from tests.games.clocktower.dealt import GOOD, dealt
from tests.games.clocktower.laid_out import state_of, town
from tests.games.clocktower.laws import compare
from tests.games.clocktower.told import told

SIX = "Ann Ogre, Bo Imp, Cy Slayer, Di Soldier, Ed Baron, Flo Virgin"


@pytest.mark.covers("clocktower hermit.1")
def test_with_the_hermit_there_may_be_an_outsider_fewer_perhaps_the_hermit() -> None:
    fewer: Counter[int] = Counter()
    without = 0
    for seed in range(60):
        players = (6, 8, 9, 12)[seed % 4]
        state = dealt(players, seed, f"hermit,tinker,klutz,{GOOD},goblin,poisoner,spy,imp")
        outsiders = queries.of_team(state, "outsider")
        fewer[team_counts(players)["outsider"] - len(outsiders)] += 1
        without += not queries.in_play(state, "hermit")
        assert len(queries.of_team(state, "minion")) == team_counts(players)["minion"]
    assert set(fewer) == {0, 1}
    assert 0 < without < 60


@pytest.mark.covers("clocktower ogre.2")
@pytest.mark.parametrize("friend", ["Bo", "Cy"])
def test_nothing_that_an_ogre_receives_tells_of_which_side_they_are(friend: str) -> None:
    """The two towns differ in who of the two picked is evil."""
    tables = []
    for tokens in (SIX, SIX.replace("Bo Imp, Cy Slayer", "Bo Slayer, Cy Imp")):
        table = town(6, 0, "ogre, soldier, slayer, virgin, chef, baron, imp", tokens)
        table.play("Ann", friend)
        tables.append(table)
    sides = {state_of(table).players[0].alignment for table in tables}
    assert sides == {"good", "evil"}
    compare(tables[0], tables[1], 0)
    twins = [tables[0].determinized(0, seed) for seed in range(8)]
    assert {state_of(twin).players[0].alignment for twin in twins} == {"good", "evil"}


@pytest.mark.covers("clocktower zealot.1", "clocktower zealot.3")
@pytest.mark.parametrize("own", ["Zealot", "Slayer"])
def test_a_program_that_is_the_zealot_votes_for_everybody_while_five_live(own: str) -> None:
    table = told(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Storyteller\n"
        "script: zealot, soldier, slayer, virgin, chef, baron, imp\n"
        f"tokens: Ann {own}, Bo Imp, Cy Chef, Di Soldier, Ed Baron, Flo Virgin\n"
        "Storyteller: to nominations\nFlo: nominate Ann\nBo: no\nCy: no\nDi: no\nEd: no\nFlo: no\n"
    )
    move = bots.choose(table.observation(0), table.legal(0), Random(1))
    assert (move.text == YES) == (own == "Zealot")
    assert [character("zealot").must_vote(living) for living in (4, 5, 6)] == [False, True, True]


@pytest.mark.covers("clocktower plaguedoctor.5")
def test_a_psychopath_in_the_storyteller_s_hands_does_nothing() -> None:
    table = told(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Storyteller\n"
        "script: plaguedoctor, soldier, slayer, virgin, chef, psychopath, baron, imp\n"
        "tokens: Ann Plague Doctor, Bo Imp, Cy Chef, Di Soldier, Ed Baron, Flo Virgin\n"
        "Storyteller: execute Ann\nBo: Di\nStoryteller: Psychopath\n"
    )
    assert not any(move.text.startswith("use") for move in table.legal("Storyteller"))
