"""What nobody tells, the solver leaves open: whom somebody chose, and what was chosen in vain."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from facedown.games.clocktower.bots.belief import where
from facedown.games.clocktower.bots.deals import as_puzzle
from facedown.games.clocktower.bots.town import town_of
from facedown.games.clocktower.observe import circle_before
from facedown.games.clocktower.public import Tally, Use
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.speech.statements import Report
from facedown.games.clocktower.worlds import told
from facedown.games.clocktower.worlds import town as worlds_town
from facedown.games.clocktower.worlds.layouts import layouts
from facedown.games.clocktower.worlds.puzzle import puzzle
from tests.games.clocktower.laid_out import TOKENS, first_day, state_of
from tests.games.clocktower.told import told as told_town
from tests.games.clocktower.worlds.fitting import FIRST_DAY, LAST_DAY, fits, maid, ruled_out


def test_a_courtier_who_keeps_it_to_themselves_may_have_made_the_demon_drunk() -> None:
    dealt, claims = (
        "courtier minstrel pacifist devilsadvocate shabaloth",
        "courtier minstrel pacifist fool exorcist",
    )
    assert fits(dealt, claims, events=[LAST_DAY], choices_untold=True)
    assert not fits(dealt, claims, events=[LAST_DAY])
    told_it = [{"when": "N1", "seat": 0, "by": "courtier", "role": "devilsadvocate"}]
    assert not fits(dealt, claims, events=[LAST_DAY], choices_untold=True, reports=told_it)


@pytest.mark.parametrize(
    ("dealt", "claims", "executed"),
    [
        ("gambler minstrel pacifist zombuul devilsadvocate", "gambler minstrel pacifist fool exorcist", 1),
        ("gossip fool pacifist zombuul devilsadvocate", "gossip fool pacifist sailor exorcist", 2),
    ],
)
def test_what_a_gambler_or_a_gossip_keeps_to_themselves_may_have_killed(
    dealt: str, claims: str, executed: int
) -> None:
    seen = [
        {"when": "D1", "type": "execution", "seat": executed, "died": True},
        {"when": "N2", "type": "night_death", "seat": 0},
    ]
    assert fits(dealt, claims, events=seen, choices_untold=True)
    assert not fits(dealt, claims, events=seen)


def test_a_professor_who_chose_in_vain_wakes_no_more() -> None:
    dealt = "professor chambermaid tinker pacifist zombuul devilsadvocate"
    seen = [{"when": "D1", "type": "execution", "seat": 2, "died": True}]
    woke = [maid("N1", 0), maid("N2", 1), maid("N3", 0)]
    claims = "professor chambermaid tinker pacifist fool exorcist"
    assert fits(dealt, claims, events=seen, reports=woke)


def test_an_assassin_who_was_drunk_wakes_no_more() -> None:
    dealt, claims = "courtier chambermaid pacifist assassin zombuul", "courtier chambermaid pacifist fool exorcist"
    chose = {"when": "N1", "seat": 0, "by": "courtier", "role": "assassin"}
    woke = [chose, maid("N1", 1), maid("N2", 1), maid("N3", 0)]
    assert fits(dealt, claims, events=[{"when": "N2", "type": "night_death", "seat": 2}], reports=woke)


def test_a_good_twin_may_keep_to_themselves_who_the_other_is() -> None:
    dealt, claims = "artist juggler sage eviltwin nodashii", "artist juggler sage savant mathematician"
    assert fits(dealt, claims, events=[FIRST_DAY], choices_untold=True)
    assert not fits(dealt, claims, events=[FIRST_DAY])


def test_what_a_flowergirl_and_a_town_crier_saw_is_told_with_what_they_learned() -> None:
    votes = (Tally(day=1, by=2, nominee=1, hands=(0, 2), tally=2, done=True),)
    said = [(0, Report("N2", "flowergirl", (("demon_voted", True),))), (1, Report("N3", "towncrier", ()))]
    seen = [dict(one) for one in told.events(said, (), votes, {0: 0, 1: 2, 2: 1})]
    assert seen == [
        {"when": "D1", "type": "voters", "seat": 0, "voters": (0, 1)},
        {"when": "D2", "type": "nominators", "seat": 2, "nominators": ()},
    ]


def test_a_seamstress_is_heard_and_who_may_change_has_claimed_what_they_claimed_before() -> None:
    view = told_town(first_day()).observation(None)
    seamstress = Report("N1", "seamstress", (("pair", (0, 1)), ("same", True)))
    place = structs.replace(view.circle[2], claims=("sage", "seamstress"), says=(seamstress,))
    script = (*view.script, FACTS["cerenovus"])
    town = structs.replace(view, circle=(*view.circle[:2], place, *view.circle[3:]), script=script)
    known = as_puzzle(town, "2022")
    assert [(one.seat, one.by) for one in known.reports] == [(2, "seamstress")]
    assert known.claimed(2) == ("sage", "seamstress")
    brought = as_puzzle(structs.replace(town, script=(*script, FACTS["choirboy"])), "2022").script
    assert brought - known.script == {"choirboy", "king"}
    assert as_puzzle(structs.replace(town, script=view.script), "2022").claimed(2) == ("seamstress",)


def test_who_has_come_back_died_before() -> None:
    view = told_town(first_day()).observation(None)
    back = structs.replace(view.circle[2], returned=(("D1", "N2"),))
    known = as_puzzle(structs.replace(view, day=2, circle=(*view.circle[:2], back, *view.circle[3:])), "2022")
    assert [(one.when, one.type, one.fields["seat"]) for one in known.events] == [
        (1, "execution", 2),
        (2, "resurrection", 2),
    ]


def test_the_town_remembers_who_came_back() -> None:
    seen = told_town(first_day() + "Storyteller: kill Bo\nStoryteller: raise Bo\n").observation(None).circle[1]
    assert (seen.alive, seen.died, seen.returned) == (True, "", (("D1", "D1"),))


def test_a_shot_is_one_that_all_have_seen_and_not_one_that_was_announced() -> None:
    slayer = first_day(TOKENS.replace("Chef", "Slayer"), "Recluse, Mayor, Chef").replace("Storyteller: 1\n", "")
    slayer += "Ann: say = report D1 slayer chose Ed\n"
    assert as_puzzle(told_town(slayer).observation(None), "2022").events == ()
    aimed = told_town(slayer + "Bo: use Slayer on Ed\nAnn: use Slayer on Ed\n")
    first, second, *_ = aimed.observation(None).circle
    assert (first.uses, second.uses) == ((), (Use(1, 1, "slayer", 4),)), "it is not seen yet what comes of Ann's"
    while not aimed.over:
        aimed.play("Storyteller", "go on")
    shots = [one.fields for one in as_puzzle(aimed.observation(None), "2022").events]
    assert shots == [{"seat": 0, "target": 4, "died": True}, {"seat": 1, "target": 4, "died": False}]


def test_a_juggler_is_heard_where_everybody_has_seen_them_guess() -> None:
    tokens = "Ann Juggler, Bo Soldier, Cy Mayor, Di Baron, Ed Imp, Flo Slayer, Gus Virgin"
    script = "juggler, soldier, mayor, baron, imp, slayer, virgin, chef, saint, recluse, monk"
    start = first_day(tokens, "Chef, Saint, Monk", script).replace("Storyteller: 1\nStoryteller: 0\n", "")
    start += "Ann: claim Juggler\nAnn: say = report D1 juggler pair 2 Bo Cy roles 2 monk imp\n"
    learned = "Storyteller: end the day\nEd: Bo\nAnn: say = report N2 juggler count 1\n"
    guessed = "Ann: use Juggler\nAnn: Bo\nAnn: Chef\nAnn: Di\nAnn: Baron\nAnn: nobody\n"
    silent, heard = (
        as_puzzle(told_town(start + some + learned).observation(None), "2022") for some in ("", guessed)
    )
    assert (silent.reports, silent.events) == ((), ()), "what was only announced was guessed by nobody"
    assert [(one.when, one.by, one.learned) for one in heard.reports] == [(2, "juggler", {"count": 1})]
    assert [(one.type, one.fields["guesses"]) for one in heard.events] == [("juggle", [(1, "chef"), (3, "baron")])]


def test_bots_take_a_shot_for_missed_only_when_it_was_fired() -> None:
    slayer = first_day(TOKENS.replace("Chef", "Slayer"), "Recluse, Mayor, Chef").replace("Storyteller: 1\n", "")
    aimed = told_town(slayer + "Ann: say = report D1 slayer chose Bo\n")
    aim = Report("D1", "slayer", (("chose", 1),))
    assert where(town_of(aimed.observation(None)), 0, aim) is None
    aimed.play("Ann", "use Slayer on Bo")
    while not aimed.observation(None).circle[0].uses:
        aimed.play("Storyteller", "go on")
    missed = where(town_of(aimed.observation(None)), 0, aim)
    assert missed is not None
    assert not missed.all()


def test_who_dies_of_their_nomination_on_the_day_of_a_shot_does_not_prove_the_slayer() -> None:
    fired = "Ann: say = report D1 slayer chose Bo\nAnn: use Slayer on Bo\nStoryteller: to nominations\n"
    virgin = told_town(first_day() + fired + "Bo: nominate Gus\n")
    while virgin.view(None).phase == "day":
        virgin.play("Storyteller", virgin.legal(7)[0])
    assert town_of(virgin.observation(None)).proven == {6: "virgin"}


def test_only_what_was_used_before_everybody_is_remembered() -> None:
    script = "puzzlemaster, chef, empath, saint, monk, virgin, spy, imp"
    used = "Ann: use Puzzlemaster on Bo\nBo: use Puzzlemaster aloud on Cy\nCy: use Puzzlemaster on Di\n"
    start = first_day(script=script, bluffs="Puzzlemaster").replace("Storyteller: Puzzlemaster\n", "")
    puzzled = told_town(start + used)
    seen = [use for place in puzzled.observation(None).circle for use in place.uses]
    assert seen == [Use(1, 1, "puzzlemaster", 2)]
    assert not any(place.uses for place in circle_before(state_of(puzzled), 1, 0, 0, 0))


def test_a_tinker_who_dies_by_day_was_not_executed() -> None:
    """Not if nobody voted on them, and then they died first; what today brings is not known before it is over."""
    vote = Tally(day=2, by=2, nominee=1, hands=(0, 2), tally=2, done=True)
    places, died = {0: 0, 1: 1, 2: 2}, ((0, "D2"), (1, "D2"), (2, ""))
    found = [dict(one) for one in told.events((), died[::-1], (vote,), places, set(died))]
    assert [(one["type"], one["seat"], one["judged"]) for one in found] == [
        ("day_death", 0, False),
        ("day_death", 1, True),
    ]
    assert {dict(one)["type"] for one in told.events((), died, (vote,), places)} == {"execution"}


def test_a_tinker_who_dies_before_the_nominations_may_or_may_not_have_been_executed() -> None:
    view = told_town(first_day()).observation(None)
    dead = structs.replace(view.circle[3], alive=False, died="D1")
    circle = (*view.circle[:3], dead, *view.circle[4:])
    known = as_puzzle(structs.replace(view, circle=circle, script=(*view.script, FACTS["tinker"])), "2022")
    assert [(one.type, one.fields.get("judged")) for one in known.events] == [("day_death", True)]


def test_who_was_mad_for_a_day_has_claimed_another_character_too() -> None:
    dealt, claims = "flowergirl sage artist cerenovus vortox", "klutz sage artist dreamer savant"
    assert fits(
        dealt, claims, events=[FIRST_DAY], choices_untold=True, also_claimed=[["flowergirl"], [], [], [], []]
    )
    assert not fits(dealt, claims, events=[FIRST_DAY], choices_untold=True)


def test_who_claims_a_second_character_may_have_become_it() -> None:
    dealt, claims = "artist sage towncrier pithag nodashii", "oracle sage towncrier dreamer savant"
    seen: dict[str, Any] = {
        "events": [{"when": "D1", "type": "execution", "seat": 1, "died": True}, LAST_DAY],
        "reports": [{"when": "N3", "seat": 0, "by": "oracle", "count": 0}],
        "also_claimed": [["artist"], [], [], [], []],
    }
    assert fits(dealt, claims, **seen, choices_untold=True)
    assert not fits(dealt, claims, **seen)


def test_a_demon_that_was_charmed_claims_what_it_is_now() -> None:
    dealt, claims = "snakecharmer sage artist witch vortox", "savant sage artist dreamer snakecharmer"
    assert fits(dealt, claims, events=[FIRST_DAY], choices_untold=True)
    assert not fits(dealt, claims, events=[FIRST_DAY])


def test_a_philosopher_who_keeps_it_to_themselves_may_have_made_somebody_drunk() -> None:
    dealt, claims = "philosopher clockmaker sage witch vigormortis", "philosopher clockmaker sage dreamer savant"
    wrong = [{"when": "N1", "seat": 1, "by": "clockmaker", "steps": 2}]
    assert fits(dealt, claims, events=[FIRST_DAY], reports=wrong, choices_untold=True)
    assert not fits(dealt, claims, events=[FIRST_DAY], reports=wrong)


def test_what_nobody_tells_may_have_gone_wrong_for_a_mathematician() -> None:
    dealt, claims = "sage mathematician artist witch nodashii", "sage mathematician artist dreamer savant"
    counted = [{"when": "N1", "seat": 1, "by": "mathematician", "count": 1}]
    assert fits(dealt, claims, reports=counted, choices_untold=True)
    assert not fits(dealt, claims, reports=counted)


def test_what_was_said_in_madness_need_not_hold() -> None:
    dealt, claims = "sage clockmaker artist cerenovus vortox", "oracle clockmaker artist dreamer savant"
    said = [{"when": "N2", "seat": 0, "by": "oracle", "count": 0}]
    seen = [{"when": "D1", "type": "execution", "seat": 1, "died": True}]
    known: dict[str, Any] = {"events": seen, "reports": said, "choices_untold": True}
    known["also_claimed"] = [["sage"], [], [], [], []]
    assert fits(dealt, claims, **known)
    assert not fits(dealt.replace("cerenovus", "witch"), claims, **known)


def test_who_has_said_only_today_who_they_are_may_be_mad() -> None:
    dealt, claims = "sage clockmaker artist cerenovus vortox", "klutz clockmaker artist dreamer savant"
    known: dict[str, Any] = {"events": [FIRST_DAY], "choices_untold": True}
    assert fits(dealt, claims, **known, claimed_today=[0])
    assert not fits(dealt, claims, **known)
    assert not fits(dealt.replace("cerenovus", "witch"), claims, **known, claimed_today=[0])


def test_who_is_mad_today_may_have_become_another_tonight() -> None:
    dealt = "sage artist oracle clockmaker dreamer seamstress savant cerenovus pithag nodashii"
    claims = "klutz artist oracle clockmaker dreamer seamstress savant juggler flowergirl mathematician"
    dreamt = [{"when": "N2", "by": "dreamer", "seat": 4, "player": 0, "roles": ["sweetheart", "witch"]}]
    known: dict[str, Any] = {"reports": dreamt, "choices_untold": True, "also_on_script": ["sweetheart", "witch"]}
    known["also_claimed"] = [["sage"], *[[] for _ in range(9)]]
    known["events"] = [{"when": "D1", "type": "execution", "seat": 2, "died": True}]
    assert fits(dealt, claims, **known, claimed_today=[0])
    assert not fits(dealt, claims, **known)


def test_a_dead_vortox_falsifies_nothing() -> None:
    dealt, claims = "sage dreamer artist eviltwin vortox", "sage dreamer artist klutz savant"
    dead = [{"when": "D1", "type": "execution", "seat": 4, "died": True}]
    dreamt = [
        {"when": when, "by": "dreamer", "seat": 1, "player": 0, "roles": ["sage", "witch"]} for when in ("N2",)
    ]
    assert not ruled_out(dealt, claims, events=dead, reports=dreamt)
    assert ruled_out(dealt, claims, events=[FIRST_DAY], reports=dreamt)


def test_who_became_a_sage_after_they_died_may_have_learned_anything() -> None:
    dealt = "sage clockmaker barber artist witch nodashii"
    claims = "clockmaker sage barber artist dreamer savant"
    known: dict[str, Any] = {
        "also_claimed": [["sage"], ["clockmaker"], [], [], [], []],
        "events": [
            {"when": "D1", "type": "execution", "seat": 2, "died": True},
            {"when": "N2", "type": "night_death", "seat": 1},
        ],
        "reports": [{"when": "N2", "by": "sage", "seat": 1, "pair": [0, 2]}],
    }
    assert fits(dealt, claims, **known, choices_untold=True)
    known["reports"][0]["when"] = known["events"][1]["when"] = "N3"  # the night after the Barber's
    assert not fits(dealt, claims, **known, choices_untold=True)


@pytest.mark.parametrize("when", ["D2", "N3"])
def test_a_fool_may_have_survived_an_execution_that_nobody_tells(when: str) -> None:
    dealt, claims = "fool pacifist minstrel devilsadvocate zombuul", "fool pacifist minstrel sailor exorcist"
    kind = "execution" if when == "D2" else "night_death"
    seen = [{"when": "N2", "type": "night_death", "seat": 1}, {"when": when, "type": kind, "seat": 0}]
    assert fits(dealt, claims, events=[seen[0], {**seen[1], "died": True}], choices_untold=True)
    assert not fits(dealt, claims, events=[seen[0], {**seen[1], "died": True}])


def test_a_grandmother_whom_a_tea_lady_protects_does_not_die_of_grief() -> None:
    dealt = "minstrel grandmother tealady fool pacifist devilsadvocate po"
    claims = "minstrel grandmother tealady fool pacifist sailor gossip"
    seen: dict[str, Any] = {
        "reports": [{"when": "N1", "by": "grandmother", "seat": 1, "player": 0, "role": "minstrel"}],
        "events": [{"when": "N2", "type": "night_death", "seat": 0}],
    }
    assert fits(dealt, claims, **seen)


def test_whom_a_shabaloth_has_chosen_may_come_back() -> None:
    dealt, claims = "fool pacifist minstrel assassin shabaloth", "fool pacifist minstrel sailor exorcist"
    died = [{"when": "N2", "type": "night_death", "seat": seat} for seat in (1, 2)]
    back = {"when": "N3", "type": "resurrection", "seat": 2}
    assert fits(dealt, claims, events=[*died, back])
    assert not fits(dealt, claims, events=[*died, {**back, "when": "N2"}])
    assert not fits(dealt.replace("shabaloth", "zombuul"), claims, events=[*died[:1], {**back, "seat": 1}])


def test_a_lunatic_may_wake_as_the_demon_that_they_take_themselves_for() -> None:
    dealt, claims = (
        "fool chambermaid lunatic pacifist assassin po",
        "fool chambermaid sailor pacifist minstrel exorcist",
    )
    woke = [{"when": "N2", "by": "chambermaid", "seat": 1, "pair": [0, 2], "count": 1}]
    seen = [{"when": "D1", "type": "execution", "seat": 3, "died": True}]
    assert fits(dealt, claims, reports=woke, events=seen)
    assert not fits(dealt, claims, reports=[{**woke[0], "pair": [0, 3]}], events=seen)
    assert fits(dealt, claims, reports=[{**woke[0], "when": "N1", "count": 0}])  # and not as who they claim to be


def test_a_moonchild_may_have_chosen_whom_nobody_tells() -> None:
    dealt, claims = (
        "fool pacifist moonchild minstrel assassin zombuul",
        "fool pacifist moonchild minstrel sailor exorcist",
    )
    seen = [
        {"when": "D1", "type": "execution", "seat": 2, "died": True},
        *({"when": "N2", "type": "night_death", "seat": seat} for seat in (1, 3)),
    ]
    assert fits(dealt, claims, events=seen, choices_untold=True)
    assert not fits(dealt, claims, events=seen)


def test_who_has_claimed_what_they_may_hide_is_dealt_it_once() -> None:
    known: dict[str, Any] = {"also_claimed": [["snakecharmer"], [], [], [], [], []], "choices_untold": True}
    claims = ["sage", "mutant", "artist", "oracle", "dreamer", "savant"]
    town = puzzle({"claims": claims, "unclaimed_on_script": ["witch", "vortox", "snakecharmer"], **known})
    rows = [tuple(row) for batch in layouts(town) for row in batch.table.tolist()]
    assert len(set(rows)) == len(rows)


@pytest.mark.parametrize("report", [
    Report("N4", "chambermaid", (("player", 1), ("count", 1))), Report("D2", "puzzlemaster", (("player", 1),)),
    Report("N3", "king", (("role", "chef"),)), Report("N2", "nightwatchman", (("player", 0),)),
])  # fmt: skip
def test_what_lacks_a_part_of_what_was_learned_says_nothing(report: Report) -> None:
    assert not list(told.reports([(0, report)], [[report.by]], {0: 0, 1: 1}))


def test_a_direction_is_told_as_puzzles_have_it() -> None:
    said = [(0, Report("N1", "shugenja", (("direction", "counterclockwise"),)))]
    assert [dict(one)["direction"] for one in told.reports(said, [["shugenja"]], {0: 0})] == ["ccw"]


def test_a_dead_mutant_need_not_have_told_it() -> None:
    dealt, claims = "mutant sage artist oracle witch nodashii", "juggler sage artist oracle dreamer savant"
    seen = [{"when": "D1", "type": "execution", "seat": 0, "died": True}]
    assert fits(dealt, claims, events=seen, choices_untold=True)
    assert not fits(dealt, claims, events=seen)


def test_a_mutant_may_have_been_made_to_claim_an_outsider() -> None:
    dealt, claims = "mutant sage artist oracle cerenovus nodashii", "klutz sage artist oracle dreamer savant"
    assert fits(dealt, claims, events=[FIRST_DAY], choices_untold=True)
    assert not fits(dealt, claims, events=[FIRST_DAY])


def test_who_died_of_a_witch_was_not_executed() -> None:
    """Nor was anybody else who nominated; a nomination that came to nothing may have been a Virgin's."""
    assert told.may_fall(["witch"])
    made = [Tally(day=2, by=0, nominee=1, hands=(), tally=0, done=done) for done in (False, True)]
    died: dict[str, Any] = {"deaths": ((0, "D2"),), "places": {0: 0, 1: 1}, "falls": {(0, "D2")}}
    found = [dict(one) for done in made for one in told.events((), nominated=(done,), **died)]
    assert [one["type"] for one in found] == ["day_death"] * 2
    assert [one.get("after_nominating") for one in found] == [1, None]


def test_a_deal_that_goes_on_in_too_many_ways_is_taken_to_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt, claims = "clockmaker sage artist witch vigormortis", "clockmaker sage artist dreamer savant"
    seen: dict[str, Any] = {
        "events": [{"when": "D1", "type": "execution", "seat": 0, "died": True}, LAST_DAY],
        "reports": [{"when": "N3", "seat": 0, "by": "clockmaker", "steps": 1}],
    }
    assert not fits(dealt, claims, **seen, choices_untold=True)
    monkeypatch.setattr(worlds_town, "MOST_WAYS", 0)
    assert fits(dealt, claims, **seen, choices_untold=True)
    assert not fits(dealt, claims, **seen)


def test_a_philosopher_with_a_snake_charmers_ability_may_have_become_the_demon() -> None:
    dealt, claims = "philosopher sage artist witch vortox", "savant sage artist dreamer philosopher"
    known: dict[str, Any] = {"events": [FIRST_DAY], "also_on_script": ["snakecharmer"]}
    assert fits(dealt, claims, **known, choices_untold=True)
    assert not fits(dealt, claims, **known)


def test_who_has_become_the_demon_may_lie_about_what_they_learned_before() -> None:
    claims = "clockmaker flowergirl artist dreamer snakecharmer"
    known: dict[str, Any] = {"choices_untold": True}
    known["reports"] = [
        {"when": "N1", "by": "clockmaker", "seat": 0, "steps": 2},
        {"when": "N2", "by": "flowergirl", "seat": 1, "demon_voted": True},
    ]
    known["events"] = [
        {"when": "D1", "type": "voters", "seat": 1, "voters": [4]},
        {"when": "N2", "type": "night_death", "seat": 2},
    ]
    assert fits("snakecharmer flowergirl artist witch vigormortis", claims, **known)
    assert not fits("clockmaker flowergirl artist witch vigormortis", claims, **known)


def test_who_has_become_a_fang_gu_need_not_have_said_that_they_were_an_outsider() -> None:
    dealt, claims = "sweetheart klutz artist oracle witch fanggu", "clockmaker klutz artist oracle dreamer savant"
    known: dict[str, Any] = {"reports": [{"when": "N1", "by": "clockmaker", "seat": 0, "steps": 2}]}
    known["events"] = [
        {"when": "D1", "type": "execution", "seat": 2, "died": True},
        {"when": "N2", "type": "night_death", "seat": 5},
    ]
    assert fits(dealt, claims, **known, choices_untold=True)
    assert not fits(dealt, claims, **known)
    several = {"also_claimed": [["seamstress"], *[[]] * 5], "also_on_script": ["seamstress"]}
    assert fits(dealt, claims, **known, **several, choices_untold=True)
    made, claims = "sage klutz artist barber pithag fanggu", claims.replace("oracle", "barber")
    assert not fits(made, claims, **known, choices_untold=True)
    known["also_on_script"] = ["sweetheart"]  # which a Pit-Hag made them before
    assert fits(made, claims, **known, choices_untold=True)


def test_a_traveller_was_dealt_nothing_else_and_each_deal_counts_once() -> None:
    known: dict[str, Any] = {"claims": ["thief", "klutz", "artist", "oracle", "dreamer", "savant", "clockmaker"]}
    known["unclaimed_on_script"] = ["sweetheart", "fanggu", "witch", "seamstress"]
    known["also_claimed"] = [["seamstress"] if seat == 3 else [] for seat in range(7)]
    known["events"] = [{"when": "N2", "type": "night_death", "seat": 5}]
    town = puzzle({**known, "choices_untold": True})
    rows = [tuple(batch.roles[number] for number in row) for batch in layouts(town) for row in batch.table.tolist()]
    assert {row[0] for row in rows} == {"thief"}
    assert {row[3] for row in rows} == {"oracle", "seamstress", "sweetheart", "witch"}
    assert len(rows) == len(set(rows))


def test_who_has_come_back_has_their_ability_again() -> None:
    dealt, claims = "professor fool minstrel assassin shabaloth", "professor fool minstrel sailor exorcist"
    died = [{"when": "D1", "type": "execution", "seat": 2, "died": True}]
    died += [{"when": "N3", "type": "night_death", "seat": seat} for seat in (0, 2)]
    returns = ("N2", 2), ("N4", 0), ("N4", 2)
    back = [{"when": when, "type": "resurrection", "seat": seat} for when, seat in returns]
    assert fits(dealt, claims, events=[*died, *back], choices_untold=True)


def test_an_oracle_does_not_count_who_has_come_back() -> None:
    dealt, claims = "oracle sage noble fearmonger alhadikhia", "oracle sage noble virgin fool"
    learned = [{"when": "N3", "seat": 0, "by": "oracle", "count": 0}]
    died = {"when": "N3", "type": "night_death", "seat": 1}, {"when": "D2", "type": "execution", "seat": 3}
    back = {"when": "N3", "type": "resurrection", "seat": 3}
    assert not ruled_out(dealt, claims, reports=learned, events=[*died, back])
    assert ruled_out(dealt, claims, reports=learned, events=[*died])


def test_a_vortox_may_falsify_what_a_red_herring_makes_true() -> None:
    dealt, claims = "fortuneteller sage king scarletwoman vortox", "fortuneteller sage king virgin fool"
    learned = [{"when": "N1", "seat": 0, "by": "fortuneteller", "pair": [1, 2], "yes": False}]
    assert not ruled_out(dealt, claims, reports=learned, choices_untold=True)
    assert ruled_out(dealt, claims, reports=learned)


def test_of_nobody_an_oracle_learns_the_truth_even_of_a_vortox() -> None:
    dealt, claims = "oracle pacifist soldier scarletwoman vortox", "oracle pacifist soldier virgin fool"
    learned = [{"when": "N2", "seat": 0, "by": "oracle", "count": 0}]
    for died in (False, True):
        seen = [{"when": "D1", "type": "execution", "seat": 2, "died": died}]
        assert fits(dealt, claims, reports=learned, events=seen) != died
        assert ruled_out(dealt, claims, reports=learned, events=seen) == died


def test_a_ravenkeeper_may_have_asked_about_a_goon_and_learned_something_false() -> None:
    dealt, claims = "ravenkeeper goon soldier monk goblin po", "ravenkeeper goon soldier monk virgin fool"
    died = {"when": "N2", "type": "night_death", "seat": 0}
    learned = {"when": "N2", "seat": 0, "by": "ravenkeeper", "player": 1, "role": "virgin"}
    assert fits(dealt, claims, reports=[learned], events=[died], choices_untold=True)
    assert not fits(dealt, claims, reports=[{**learned, "player": 2}], events=[died], choices_untold=True)


def test_a_townsfolk_made_a_lunatic_lies_about_the_night_before() -> None:
    dealt, claims = "towncrier virgin monk klutz pithag nodashii", "dreamer virgin monk klutz oracle sage"
    learned = [{"when": "N1", "seat": 0, "by": "dreamer", "player": 1, "roles": ["sage", "nodashii"]}]
    for others, lies in (("lunatic", True), ("drunk", False)):
        script = [*dealt.split(), *claims.split(), others]
        events = [{"when": "N2", "type": "night_death", "seat": 2}]
        known = {"reports": learned, "events": events, "unclaimed_on_script": script, "claimed_today": [0]}
        assert fits(dealt, claims, choices_untold=True, **known) == lies


def test_a_cult_leader_wakes_only_when_they_turn() -> None:
    beside_evil, between_good = (
        "cultleader chambermaid soldier goblin imp",
        "cultleader chambermaid goblin imp sage",
    )
    for dealt, wakes in ((beside_evil, {0, 1}), (between_good, {0})):
        claims = dealt.replace("goblin", "virgin").replace("imp", "fool")
        assert {count for count in range(3) if fits(dealt, claims, reports=[maid("N1", count)])} == wakes


def test_a_snake_charmer_who_swapped_has_a_first_night_as_the_lleech_and_may_live_in_themselves() -> None:
    dealt, claims = "snakecharmer king pixie psychopath lleech", "snakecharmer king pixie librarian snakecharmer"
    fell = [
        {"when": "D2", "type": "day_death", "seat": seat, "cause": "unknown", "judged": seat == 4}
        for seat in (1, 4)
    ]
    assert fits(dealt, claims, events=fell, choices_untold=True, claimed_today=[4])
    assert not fits(dealt, claims, events=fell)


def test_a_choirboy_learns_by_whose_phrase_the_king_died_by_day() -> None:
    dealt, claims = "choirboy king monk goblin yaggababble", "choirboy king monk virgin fool"
    fell = [{"when": "D1", "type": "day_death", "seat": 1, "cause": "unknown"}]
    learned = {"when": "N2", "seat": 0, "by": "choirboy"}
    for seat in (3, 4):
        assert fits(dealt, claims, events=fell, reports=[{**learned, "player": seat}]) == (seat == 4)


def test_an_engineer_may_have_brought_lil_monsta_which_a_new_minion_looks_after() -> None:
    dealt, claims = "engineer monk sage noble chef goblin imp", "engineer monk sage noble chef virgin fool"
    died = [{"when": f"N{seat + 1}", "type": "night_death", "seat": seat} for seat in (1, 2, 3)]
    executed = {"when": "D3", "type": "execution", "seat": 6, "died": True}
    for demon in ("lilmonsta", "pukka"):
        script = [*dealt.split(), *claims.split(), "poisoner", demon]
        known = {"events": [*died, executed], "unclaimed_on_script": script}
        assert fits(dealt, claims, choices_untold=True, **known) == (demon == "lilmonsta")


def test_a_scarlet_woman_who_became_the_vortox_falsifies_as_it_did() -> None:
    dealt, claims = "oracle pacifist sage scarletwoman vortox", "oracle pacifist sage noble fool"
    learned = [{"when": "N2", "seat": 0, "by": "oracle", "count": 0}]
    seen = [{"when": "D1", "type": "execution", "seat": 4, "died": True}]
    assert not ruled_out(dealt, claims, reports=learned, events=seen)
    assert ruled_out(dealt.replace("scarletwoman", "goblin"), claims, reports=learned, events=seen)


def test_a_boffin_need_not_wake_where_nobody_is_the_demon() -> None:
    dealt = "boffin chambermaid soldier sage monk noble goblin"
    for woke, demon in (({0, 1}, "lilmonsta"), ({1}, "imp")):
        town = dealt if demon == "lilmonsta" else dealt.replace("goblin", demon)
        claims = town.replace("boffin", "virgin").replace("goblin", "fool").replace("imp", "fool")
        script = [*town.split(), *claims.split(), demon]
        known = {"unclaimed_on_script": script}
        assert {n for n in range(3) if fits(town, claims, reports=[maid("N1", n)], **known)} == woke
