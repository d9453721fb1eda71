"""What bots do with abilities of which much depends on when: a Damsel, who hides, a Slayer, a proven Virgin."""

from __future__ import annotations

from random import Random

import pytest

from facedown.core.table import Table
from facedown.games.clocktower import bots
from facedown.games.clocktower.bots.belief import common, guess
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.town import town_of, town_seen
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.speech.statements import Report
from tests.games.clocktower.laid_out import first_day, town
from tests.games.clocktower.told import told

DAMSEL = (
    "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Gus, Storyteller\n"
    "script: damsel, chef, soldier, virgin, mayor, slayer, ravenkeeper, empath, poisoner, imp, butler\n\n"
    "tokens: Ann Damsel, Bo Soldier, Cy Chef, Di Poisoner, Ed Imp, Flo Virgin, Gus Mayor\n"
    "Storyteller: Slayer; Storyteller: Ravenkeeper; Storyteller: Empath\nDi: Bo\n"
)
SLAYER = first_day("Ann Slayer, Bo Monk, Cy Empath, Di Spy, Ed Imp, Flo Saint, Gus Virgin", "Recluse, Mayor, Chef")
SLAYER = SLAYER.replace("Storyteller: 1\n", "")
SEES_ED = "".join(f"{by}: say = report N1 fortuneteller pair 2 Ed {by} yes yes\n" for by in ("Bo", "Gus"))


def after_suspicions(table: Table, seat: int, luck: int) -> str:
    """What they do when they have said whom they suspect."""
    while (move := chosen(table, seat, luck)).startswith("say = suspicion"):
        table.play(seat, move)
    return move


def chosen(table: Table, seat: int, luck: int) -> str:
    return bots.choose(table.observation(seat), table.legal(seat), Random(luck)).text


@pytest.mark.parametrize("luck", range(5))
def test_a_damsel_says_that_she_is_somebody_who_has_nothing_to_tell(luck: int) -> None:
    table = told(DAMSEL + "Storyteller: to nominations\n")  # before, she may let others say first who they are
    claim = chosen(table, 0, luck)
    assert claim.startswith("claim ")
    assert claim not in ("claim Damsel", "claim Chef", "claim Empath")
    table.play(0, claim)
    while (move := chosen(table, 0, luck)) != "done":
        assert not move.startswith("use Damsel")
        if move.startswith("nominate"):
            break
        table.play(0, move)


def test_a_minion_guesses_the_damsel_when_few_can_be_her_or_the_demon_is_about_to_die() -> None:
    reports = "".join(f"{name}: say = report N1 chef count 0\n" for name in ("Bo", "Cy", "Flo", "Gus"))
    quiet = told(DAMSEL + "Di: claim Butler\n")
    told_much = told(DAMSEL + "Di: claim Butler\n" + reports)
    assert "damsel" not in chosen(quiet, 3, 0)
    move = after_suspicions(told_much, 3, 0)
    assert move == "say = is Ann damsel"
    told_much.play(3, move)
    assert chosen(told_much, 3, 0) == "use Damsel on Ann"


def test_a_slayer_shoots_a_likely_demon_on_the_first_day_and_nobody_else() -> None:
    for said, shoots in ((SEES_ED, True), ("", False)):
        table = told(SLAYER + "Ann: claim Slayer\n" + said)
        after_suspicions(table, 0, 0)
        moves = {chosen(table, 0, luck) for luck in range(8)}
        assert ("say = report D1 slayer chose Ed" in moves) == shoots


def test_whom_a_slayer_has_named_is_shot_the_same_day() -> None:
    table = told(SLAYER + "Ann: claim Slayer\n" + SEES_ED)
    after_suspicions(table, 0, 0)
    table.play(0, "say = report D1 slayer chose Ed")
    assert {chosen(table, 0, luck) for luck in range(8)} == {"use Slayer on Ed"}
    table.play("Storyteller", "to nominations")
    assert {chosen(table, 0, luck) for luck in range(8)} == {"use Slayer on Ed"}


def test_a_slayer_who_is_about_to_be_executed_shoots_before() -> None:
    votes = "Bo: yes; Cy: yes; Di: yes; Ed: yes; Flo: yes; Gus: no; Ann: no"
    table = told(SLAYER + f"Ann: claim Slayer\nStoryteller: to nominations\nBo: nominate Ann\n{votes}\n")
    table.play(0, "say = defence Ann because nothing_against Ann")
    move = chosen(table, 0, 0)
    assert move.startswith("say = report D1 slayer chose ")
    table.play(0, move)
    assert chosen(table, 0, 0) == f"use Slayer on {move.split()[-1]}"


def test_whom_all_have_seen_to_be_the_virgin_is_good() -> None:
    table = told(first_day() + "Storyteller: to nominations\nBo: nominate Gus\n")
    while table.view(None).phase == "day":
        table.play(7, table.legal(7)[0])
    town = town_of(table.observation(None))
    assert town.died[1] == "D1"
    assert town.proven == {6: "virgin"}
    evil = guess(town, common(town)).evil
    view = table.observation(None)
    boffin = town_seen(view.circle, (*view.script, FACTS["boffin"]), view.nominated_before, view.day)  # may lend it
    lent = guess(boffin, common(boffin)).evil
    assert evil[6] < 0.05 < lent[6] < min(evil[seat] for seat in (0, 2, 3, 4, 5))


def test_who_has_become_another_says_so_after_what_they_were_dealt_and_tells_what_they_learned_as_that() -> None:
    changed = told(first_day() + "Storyteller: Ann becomes Mayor\nStoryteller: to nominations\n")
    own = changed.observation(0).me
    assert own is not None
    assert (own.character, own.was) == ("mayor", ("chef",))
    said = []
    for _ in range(3):
        said.append(chosen(changed, 0, 0))
        changed.play(0, said[-1])
    assert said == ["claim Chef", "claim Mayor", "say = report N1 chef count 1"]


def test_a_philosopher_tells_what_they_learn_by_the_ability_that_they_took() -> None:
    tokens = "Ann Philosopher, Bo Artist, Cy Sage, Di Savant, Ed Witch, Flo Vortox, Gus Juggler"
    table = town(7, 0, "Sects & Violets", tokens)
    table.play("Ann", "Clockmaker")
    while not table.timing.continuous:
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    own = table.observation(0).me
    assert own is not None
    assert [one.report.by for one in own.told if isinstance(one.report, Report)] == ["clockmaker"]


def test_who_is_evil_now_says_nothing_of_a_character_that_they_have_not_claimed() -> None:
    turned = told(first_day() + "Bo: claim Mayor\nStoryteller: Bo becomes Imp\nStoryteller: Bo turns evil\n")
    assert Mind(turned.observation(1), turned.observation(1).me, 1).unsaid == []


def test_a_good_player_who_is_not_told_who_they_are_claims_nothing() -> None:
    town = "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Storyteller\n"
    laid = "tokens: Ann Imp, Bo Poisoner, Cy Slayer, Di Virgin, Ed Soldier, Flo Saint\n"
    table = told(
        f"{town}script: tor, baron, Imp, Poisoner, Slayer, Virgin, Soldier, Saint\n\n{laid}"
        "Bo: Cy\nStoryteller: to nominations\n"
    )
    assert not any(chosen(table, 2, luck).startswith("claim") for luck in range(5))
