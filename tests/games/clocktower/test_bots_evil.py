"""How evil bots play: what they claim and when, for whom they vote, whom they kill, when an Imp passes it on."""

from __future__ import annotations

from random import Random

import pytest

import facedown
from facedown.agents import player
from facedown.core.table import Table
from facedown.games.clocktower import bots
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.talk import waits
from tests.games.clocktower.told import told

GAME = facedown.game("clocktower")
SMALL = """\
game: clocktower
seats: Ann, Bo, Cy, Di, Ed, Flo, Gus, Storyteller
script: Trouble Brewing

tokens: Ann Chef, Bo Monk, Cy Empath, Di Spy, Ed Imp, Flo Soldier, Gus Virgin
Storyteller: Washerwoman; Storyteller: Mayor; Storyteller: Slayer
Storyteller: 1
Storyteller: 0
"""
STUCK = """\
game: clocktower
seats: Ann, Bo, Cy, Di, Ed, Flo, Gus, Storyteller
script: Bad Moon Rising

tokens: Ann Fool, Bo Minstrel, Cy Professor, Di Devil's Advocate, Ed Zombuul, Flo Sailor, Gus Gossip
"""


def mind_of(table: Table, seat: int) -> Mind:
    view = table.observation(seat)
    assert view.me is not None
    return Mind(view, view.me, seat)


def chosen(table: Table, seat: int, luck: int) -> str:
    return bots.choose(table.observation(seat), table.legal(seat), Random(luck)).text


def test_evil_mostly_claim_to_have_learned_something() -> None:
    """Of a Washerwoman, a Mayor and a Slayer, the first alone has something to tell."""
    claims = [chosen(told(SMALL), 4, luck) for luck in range(40)]
    assert set(claims) == {"claim Washerwoman", "claim Mayor", "claim Slayer"}
    assert claims.count("claim Washerwoman") > 20


def test_some_evil_players_keep_quiet_on_the_first_day() -> None:
    mind, quiet = mind_of(told(SMALL), 4), 0
    for seat in range(5, 45):
        mind.friends = {4, seat}
        quiet += waits(mind)
    assert 4 < quiet < 20


def test_evil_sometimes_let_others_execute_a_good_player() -> None:
    """Where there are votes enough: too ready a hand is remembered."""
    claims = "Bo: claim Mayor\nFlo: claim Mayor\n"
    joined = []
    for hand in ("no", "yes"):
        votes = "; ".join(f"{name}: {hand}" for name in ("Gus", "Ann", "Bo", "Cy"))
        table = told(f"{SMALL}{claims}Storyteller: to nominations\nAnn: nominate Flo\n{votes}\n")
        assert table.asked == (3,)
        joined.append(sum(chosen(table, 3, luck) == "yes" for luck in range(60)))
    assert 0 < joined[1] < 0.8 * joined[0]


def test_the_demon_leaves_the_suspected_alive() -> None:
    """They may still be executed in its place."""
    claims = (
        "Ann: claim Chef; Bo: claim Monk; Cy: claim Mayor; Flo: claim Soldier; Gus: claim Virgin; Di: claim Mayor\n"
    )
    report = "Ann: say = report N1 investigator pair 2 Flo Bo role baron\n"
    table = told(SMALL + claims + report + "Storyteller: end the day\nBo: Ann\n")
    assert table.asked == (4,)
    killed = [chosen(table, 4, luck) for luck in range(40)]
    assert killed.count("Flo") < killed.count("Gus")


ACCUSED = "".join(f"{by}: say = report N1 fortuneteller pair 2 Ed {by} yes yes\n" for by in ("Ann", "Flo"))


@pytest.mark.parametrize(
    ("said", "passes"), [("", False), ("Cy: say = report N1 empath count 0\n", False), (ACCUSED, True)]
)
def test_an_imp_passes_it_on_when_it_would_be_executed_next(said: str, passes: bool) -> None:
    table = told(f"{SMALL}{said}Storyteller: end the day\nBo: Ann\n")
    assert table.asked == (4,)
    assert (sum(chosen(table, 4, luck) == "Ed" for luck in range(20)) > 15) == passes


def test_a_true_minion_is_the_heir_before_a_recluse() -> None:
    record = SMALL.replace("Cy Empath", "Cy Recluse").replace("Storyteller: 0\n", "")
    table = told(record + "Flo: say = evil Di\nStoryteller: end the day\nBo: Ann\nEd: Ed\n")
    while table.asked and table.observation(7).question.topic != "heir":
        table.play(7, "yes" if "yes" in [move.text for move in table.legal(7)] else table.legal(7)[0])
    assert {"Cy", "Di"} <= {move.text for move in table.legal(7)}
    assert bots.storyteller.suggestion(table.observation(7), table.legal(7), Random(0)).text == "Di"


def test_a_town_that_is_stuck_comes_to_an_end() -> None:
    """Three are left, of whom a Sailor cannot die while sober, and the two others will not die."""
    killed = "".join(f"Storyteller: kill {name}\n" for name in ("Ann", "Bo", "Cy", "Gus"))
    table = told(STUCK + killed)
    crowd = [player(GAME, "sensible", f"stuck/{seat}") for seat in range(8)]
    while table.asked:
        seat = table.asked[0]
        table.play(seat, crowd[seat].choose(table.observation(seat), table.legal(seat)))
        assert table.observation(None).day < 12
