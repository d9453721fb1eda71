"""What a table tells less of than a puzzle does: who was dealt what, how players died, what they became."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from facedown.games.clocktower.bots.deals import as_puzzle
from facedown.games.clocktower.public import Tally
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.speech.statements import Report
from facedown.games.clocktower.worlds import told
from facedown.games.clocktower.worlds.checks import check
from facedown.games.clocktower.worlds.puzzle import NotModelled, puzzle
from tests.games.clocktower.laid_out import first_day
from tests.games.clocktower.told import told as told_town
from tests.games.clocktower.worlds.fitting import FIRST_DAY, fits, maid, ruled_out


@pytest.mark.parametrize(
    ("dealt", "claims", "known"),
    [
        ("soldier sage widow po monk", "soldier sage chef fool monk", {}),  # nobody tells that there is a Widow
        ("damsel huntsman noble witch imp", "monk huntsman noble sage chef", {}),  # who should hide
        ("cultleader sage noble witch imp", "monk sage noble fool chef", {}),  # who may turn evil
        ("legion legion saint legion legion", "sage monk saint fool chef", {}),
        ("sage godfather monk vigormortis mutant", "sage chef monk fool noble", {}),  # no Outsider could be removed
        ("moonchild marionette pukka monk slayer", "moonchild balloonist sage monk slayer", {}),
        ("monk choirboy king pithag imp", "monk choirboy politician sage chef", {"also_on_script": ["politician"]}),
    ],
)
def test_a_table_may_be_dealt_what_puzzles_never_are(dealt: str, claims: str, known: dict[str, Any]) -> None:
    kept = {"events": [FIRST_DAY], **known}
    assert fits(dealt, claims, **kept, choices_untold=True)
    assert not fits(dealt, claims, **kept)


def test_a_damsel_whom_a_huntsman_has_found_says_what_she_has_become() -> None:
    learned = [{"when": "N1", "by": "noble", "seat": 0, "players": [1, 2, 3]}]
    dealt, claims = "damsel huntsman sage witch imp", "noble huntsman sage monk chef"
    assert fits(dealt, claims, reports=learned, choices_untold=True)
    assert not ruled_out(dealt, claims, reports=learned, choices_untold=True)


def test_a_vortox_shows_an_alchemist_a_minion_whose_ability_they_have_not() -> None:
    learned = [{"when": "N1", "by": "alchemist", "seat": 0, "role": "cerenovus"}]
    dealt, claims = "alchemist cerenovus sage monk vortox", "alchemist chef sage monk fool"
    assert fits(dealt, claims, reports=learned, rules="2022", also_on_script=["witch"])
    assert not fits(dealt.replace("vortox", "imp"), claims, reports=learned, rules="2022", also_on_script=["witch"])


@pytest.mark.parametrize("dealt", ["sage golem psychopath imp monk fool", "sage klutz harpy imp monk fool"])
def test_by_day_players_die_without_having_been_executed(dealt: str) -> None:
    roles = dealt.split()
    claims = " ".join([*roles[:2], "chef", "noble", *roles[4:]])
    died = {"when": "D1", "type": "day_death", "seat": 0, "cause": "unknown", "judged": False}
    executed = {"when": "D1", "type": "execution", "seat": 4, "died": True}
    assert fits(dealt, claims, events=[died, executed], choices_untold=True)
    assert not fits("sage klutz spy imp monk fool", claims.replace("golem", "klutz"), events=[died, executed])


@pytest.mark.parametrize(("dead", "counts"), [(2, [0, 1]), (4, [1])])
def test_an_undertaker_wakes_if_who_died_by_day_was_executed(dead: int, counts: list[int]) -> None:
    """A Tinker may also have died of their own ability."""
    died = {"when": "D1", "type": "day_death", "seat": dead, "cause": "unknown", "judged": True}
    learned = [{"when": "N2", "by": "chambermaid", "seat": 1, "pair": [0, 5], "count": count} for count in range(2)]
    roles = "undertaker chambermaid tinker imp sage soldier fool scarletwoman"
    claims = roles.replace("imp", "monk").replace("scarletwoman", "chef")
    found = [fits(roles, claims, events=[died], reports=[one], choices_untold=True) for one in learned]
    assert [count for count in range(2) if found[count]] == counts


@pytest.mark.parametrize(
    ("demon", "traveller", "known"),
    [("imp", "gunslinger", True), ("vortox", "gunslinger", False), ("vortox", "scapegoat", True)],
)
def test_whoever_exiles_a_traveller_executes_nobody(demon: str, traveller: str, known: bool) -> None:
    """With a Vortox the game would be over; a Scapegoat may have been executed in place of another."""
    died = [{"when": "D1", "type": "day_death", "seat": 5, "cause": "unknown", "judged": False}]
    dealt, claims = (
        f"sage monk soldier scarletwoman {demon} {traveller}",
        f"sage monk soldier chef fool {traveller}",
    )
    night = {"when": "N2", "type": "night_death", "seat": 0}
    assert fits(dealt, claims, events=[*died, night], choices_untold=True) == known


def test_a_record_tells_an_exile_from_an_execution() -> None:
    names = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")
    table = told_town(
        f"game: clocktower\nseats: {', '.join(names)}, Storyteller\ntravellers: 1\n"
        "script: empath, artist, soldier, witch, baron, imp\n"
        "tokens: Ann Empath, Bo Artist, Cy Imp, Di Artist, Ed Baron, Flo good Matron\n"
        + "\n".join(["Ann: exile Flo", *(f"{name}: yes" for name in names), "Storyteller: go on"])
    )
    found = [(one.type, one.fields["seat"]) for one in as_puzzle(table.observation(0), "2022").events]
    assert found == [("day_death", 5)]


def test_a_kazali_wakes_in_the_first_night() -> None:
    claims = "sage chambermaid monk noble fool"
    assert fits("sage chambermaid monk kazali witch", claims, reports=[maid("N1", 1)], choices_untold=True)


def test_a_poisoned_choirboy_learns_something_although_nobody_killed_the_king() -> None:
    known: dict[str, Any] = {"reports": [{"when": "N2", "by": "choirboy", "seat": 0, "player": 1}]}
    claims = "choirboy king monk fool chef"
    assert fits("choirboy king monk poisoner imp", claims, **known, choices_untold=True)
    assert not fits("choirboy king monk witch imp", claims, **known, choices_untold=True)


def test_a_storyteller_may_let_a_vortox_falsify_what_a_red_herring_shows() -> None:
    learned = [{"when": "N1", "by": "fortuneteller", "seat": 0, "pair": [1, 2], "yes": False}]
    dealt, claims = "fortuneteller sage monk witch vortox", "fortuneteller sage monk fool chef"
    assert fits(dealt, claims, reports=learned, choices_untold=True)
    assert not fits(dealt, claims, reports=learned)


def test_who_is_shown_nobody_reports_nothing_that_can_be_used() -> None:
    shown = Report("N1", "washerwoman", (("none", True),))
    assert [*told.reports([(0, shown)], [["washerwoman"]], {0: 0})] == []


@pytest.mark.parametrize(
    ("role", "claims"),
    [
        ("acrobat", "sage monk noble fool philosopher"),
        ("acrobat", "sage monk noble fool bountyhunter"),
        ("acrobat", "sage monk noble fool acrobat"),
        ("acrobat", "sage monk noble fool hermit"),
        ("riot", "sage monk noble fool engineer"),
    ],
)
def test_of_whom_a_table_tells_too_little_is_refused_by_name(role: str, claims: str) -> None:
    script = ["witch", "imp", role]
    known = {"claims": claims.split(), "unclaimed_on_script": script, "events": [FIRST_DAY], "rules": "2022"}
    check(puzzle(known))
    with pytest.raises(NotModelled, match=role):
        check(puzzle({**known, "choices_untold": True}))


def test_of_a_table_with_riot_on_the_script_it_is_known_who_was_voted_on_and_lived() -> None:
    view = told_town(first_day()).observation(None)
    dead = structs.replace(view.circle[3], alive=False, died="N1")
    voted = [Tally(day=1, by=0, nominee=seat, hands=(2,), tally=1, done=True) for seat in (1, 3)]
    none = Tally(day=1, by=2, nominee=5, hands=(), tally=0, done=True)
    circle = (*view.circle[:3], dead, *view.circle[4:])
    view = structs.replace(view, day=2, circle=circle, nominated_before=(*voted, none))
    for script, seats in (((), []), (("riot",), [1])):
        facts = (*view.script, *(FACTS[id] for id in script))
        events = as_puzzle(structs.replace(view, script=facts), "2022").events
        assert [one.fields["seat"] for one in events if one.type == "vote"] == seats


@pytest.mark.parametrize("role", ["amnesiac", "atheist"])
def test_what_comes_of_an_amnesiac_or_an_atheist_no_table_knows(role: str) -> None:
    """An Atheist alone of these knows that nobody is evil; then there may be any number of Outsiders."""
    claims = f"{role} sage clockmaker virgin recluse"
    dealt = claims if role == "atheist" else f"{role} sage clockmaker witch imp"
    wrong = [
        {"when": "N1", "seat": 2, "by": "clockmaker", "steps": 2},
        {"when": "N2", "seat": 1, "by": "sage", "pair": [0, 2]},
    ]
    known: dict[str, Any] = {
        "reports": wrong,
        "events": [{"when": "N2", "type": "night_death", "seat": seat} for seat in (1, 3)],
    }
    check(
        puzzle({"claims": claims.split(), "unclaimed_on_script": ["witch", "imp"], "choices_untold": True, **known})
    )
    assert fits(dealt, claims, **known, choices_untold=True)
    assert not fits(dealt, claims, **known)
    other = dealt.replace(role, "mayor"), claims.replace(role, "mayor")
    assert not fits(*other, **known, choices_untold=True)
    assert not fits(dealt.replace("sage", "imp"), claims, choices_untold=True) or role == "amnesiac"
    assert not ruled_out(dealt, claims, **known, choices_untold=True)


@pytest.mark.parametrize("role", ["amnesiac", "atheist"])
def test_whose_ability_a_philosopher_may_have_nothing_is_known_of_either(role: str) -> None:
    dealt, claims = "philosopher sage clockmaker witch imp", "philosopher sage clockmaker virgin slayer"
    wrong = [{"when": "N1", "seat": 2, "by": "clockmaker", "steps": 2}]
    assert fits(dealt, claims, reports=wrong, choices_untold=True, also_on_script=[role])
    told_it = [{"when": "N1", "seat": 0, "by": "philosopher", "role": "sage"}, *wrong]
    assert not fits(dealt, claims, reports=told_it, choices_untold=True, also_on_script=[role])
