"""Who comes in, dies or chooses when others have acted already, and whom a number of living players counts."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from facedown.games.clocktower.bots.deals import as_puzzle
from facedown.games.clocktower.roster import FACTS
from tests.games.clocktower.laid_out import first_day
from tests.games.clocktower.told import told as told_town
from tests.games.clocktower.worlds.fitting import fits


def dies(when: str, seat: int) -> dict[str, Any]:
    kind = {"type": "night_death"} if when.startswith("N") else {"type": "execution", "died": True}
    return {"when": when, "seat": seat, **kind}


def became(when: str, seat: int, role: str) -> dict[str, Any]:
    return {"when": when, "by": "self", "seat": seat, "became": role}


@pytest.mark.parametrize("target", [0, 4])
def test_a_barber_who_dies_after_their_place_in_the_night_has_two_players_swapped(target: int) -> None:
    """The Demon has killed one of two, the Moonchild the other."""
    seen = [dies("D1", 1), {"when": "D1", "type": "moonchild_choice", "seat": 1, "target": target}]
    seen += [dies("N2", 0), dies("N2", 4)]
    swapped = [became("N2", 2, "chef"), became("N2", 3, "sage")]
    dealt, claims = "{} moonchild sage chef virgin baron imp", "{} moonchild sage chef virgin monk fool"
    assert fits(dealt.format("barber"), claims.format("barber"), events=seen, reports=swapped)
    assert not fits(dealt.format("klutz"), claims.format("klutz"), events=seen, reports=swapped)


@pytest.mark.parametrize(("pair", "dies_of_it"), [([0, 1], True), ([1, 2], False)])
def test_an_innkeeper_who_makes_themselves_drunk_protects_nobody(pair: list[int], dies_of_it: bool) -> None:
    told = [{"when": "N2", "by": "innkeeper", "seat": 0, "pair": pair}]
    dealt, claims = "innkeeper sage chef scarletwoman imp", "innkeeper sage chef monk fool"
    assert fits(dealt, claims, events=[dies("N2", 1)], reports=told) == dies_of_it


@pytest.mark.parametrize(("nominator", "calm"), [(0, True), (3, False)])
def test_a_princess_whom_a_pit_hag_made_has_her_first_day_then(nominator: int, calm: bool) -> None:
    nominated = {"when": "D2", "type": "nomination", "seat": 1, "nominator": nominator}
    dealt, claims = "chef sage mayor fool soldier pithag imp", "chef sage mayor fool soldier monk noble"
    known: dict[str, Any] = {"also_on_script": ["princess"], "reports": [became("N2", 0, "princess")]}
    assert fits(dealt, claims, events=[nominated, dies("D2", 1), dies("N3", 2)], **known) != calm


@pytest.mark.parametrize(("role", "kills"), [("lleech", True), ("nodashii", False)])
def test_a_lleech_that_comes_for_a_hatter_kills_in_its_first_night(role: str, kills: bool) -> None:
    dealt, claims = "hatter klutz chef sage mayor baron imp", "hatter klutz chef sage mayor fool noble"
    seen = [dies("D1", 0), dies("N2", 2), dies("N2", 3)]
    assert fits(dealt, claims, events=seen, also_on_script=[role]) == kills


def test_five_good_players_may_hide_what_they_are() -> None:
    dealt = "drunk lunatic mutant politician goon sage xaan imp"
    assert fits(dealt, "chef monk fool soldier mayor sage empath virgin", until="N2")


@pytest.mark.parametrize(("traveller", "won"), [("beggar", True), ("klutz", False)])
def test_a_traveller_is_not_among_three_who_are_alive_with_a_mayor(traveller: str, won: bool) -> None:
    dealt, claims = f"mayor sage chef scarletwoman imp {traveller}", f"mayor sage chef monk fool {traveller}"
    assert fits(dealt, claims, events=[dies("D1", 1), dies("N2", 2), dies("N3", 5)]) != won


@pytest.mark.parametrize(("traveller", "lost"), [("beggar", True), ("klutz", False)])
def test_a_traveller_is_not_among_five_who_are_alive_with_a_scarlet_woman(traveller: str, lost: bool) -> None:
    dealt, claims = f"sage chef monk scarletwoman imp {traveller}", f"sage chef monk fool mayor {traveller}"
    assert fits(dealt, claims, events=[dies("N2", 1), dies("D2", 4)]) != lost


def test_a_day_on_which_nothing_was_seen_or_said_has_passed_all_the_same() -> None:
    dealt, claims = "sage chef monk witch vortox", "sage chef monk fool mayor"
    assert fits(dealt, claims, until="D1")
    assert not fits(dealt, claims, until="N2")


def test_a_record_says_which_day_it_is() -> None:
    view = told_town(first_day()).observation(None)
    assert as_puzzle(view, "2022").last == 1


def test_in_the_morning_the_mad_have_not_yet_said_what_they_are() -> None:
    view = told_town(first_day()).observation(None)
    circle = tuple(structs.replace(place, claimed_on=1) for place in view.circle)
    view = structs.replace(view, day=2, circle=circle, script=(*view.script, FACTS["cerenovus"]))
    at_noon, early = (as_puzzle(structs.replace(view, nominating=open), "2022") for open in (True, False))
    assert (at_noon.claimed_today, at_noon.days) == ((), 2)
    assert (early.claimed_today, early.days) == (tuple(range(7)), 1)


def test_a_pixie_who_is_alone_is_shown_any_of_the_townsfolk() -> None:
    learned = [{"when": "N1", "seat": 2, "by": "pixie", "role": "fool"}]
    dealt, claims = "goon imp pixie hatter baron", "goon sage pixie hatter chef"
    assert fits(dealt, claims, reports=learned, also_on_script=["fool"])
    claimed = "goon chef pixie monk fool"
    assert not fits("goon imp pixie monk witch", claimed, reports=learned)


def test_who_does_nothing_in_the_first_night_does_not_do_it_twice_either() -> None:
    """A Barista lets a Pit-Hag act twice, and a Chambermaid asks who woke."""
    woke = {"when": "N1", "seat": 0, "by": "chambermaid", "pair": [1, 2], "count": 0}
    dealt, claims = "chambermaid sage virgin pithag imp barista", "chambermaid sage virgin monk fool barista"
    changed = [woke, became("N1", 1, "chef")]
    assert fits(dealt, claims, reports=[woke], also_on_script=["chef"])
    assert not fits(dealt, claims, reports=changed, also_on_script=["chef"])


def test_whoever_becomes_a_goon_and_says_so_is_good() -> None:
    dealt, claims = "barber goon sage chef virgin baron imp", "barber goon sage chef virgin monk fool"
    swapped = [became("N2", 1, "sage"), became("N2", 2, "goon")]
    assert fits(dealt, claims, events=[dies("D1", 0), dies("N2", 3)], reports=swapped)


@pytest.mark.parametrize(("shown", "rules", "fit"), [(1, "2022", False), (1, "current", True), (3, "2022", True)])
def test_a_balloonist_of_2022_sees_each_team_once(shown: int, rules: str, fit: bool) -> None:
    seen = zip(("N1", "N2", "N3"), (1, 2, shown), strict=True)
    told = [{"seat": 0, "by": "balloonist", "when": when, "player": seat} for when, seat in seen]
    dealt, claims = "balloonist soldier klutz witch imp", "balloonist soldier klutz chef monk"
    assert fits(dealt, claims, reports=told, rules=rules) == fit


@pytest.mark.parametrize(("evil", "fit"), [("xaan", True), ("witch", False)])
def test_a_balloonist_who_was_poisoned_may_see_the_same_player_twice(evil: str, fit: bool) -> None:
    told = [{"seat": 0, "by": "balloonist", "when": when, "player": 1} for when in ("N1", "N2")]
    dealt, claims = f"balloonist soldier klutz {evil} imp", "balloonist soldier klutz chef monk"
    assert fits(dealt, claims, reports=told, rules="2022") == fit


@pytest.mark.parametrize(("minion", "fit"), [("organgrinder", True), ("witch", False)])
def test_of_a_vote_with_eyes_shut_a_flowergirl_may_learn_anything(minion: str, fit: bool) -> None:
    told = [{"when": "N2", "seat": 0, "by": "flowergirl", "demon_voted": True}]
    seen = [{"when": "D1", "type": "voters", "seat": 0, "voters": []}]
    dealt, claims = f"flowergirl sage soldier {minion} imp", "flowergirl sage soldier monk fool"
    assert fits(dealt, claims, events=seen, reports=told, choices_untold=True) == fit
