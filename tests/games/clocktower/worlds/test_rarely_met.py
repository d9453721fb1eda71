"""What two characters do to each other in few games, and the solver ruled out although it had happened."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from facedown.games.clocktower.bots.deals import as_puzzle
from facedown.games.clocktower.public import Tally
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.worlds import told as told_by_table
from facedown.games.clocktower.worlds.checks import check
from facedown.games.clocktower.worlds.layouts import layouts
from facedown.games.clocktower.worlds.puzzle import BadPuzzle, NotModelled, puzzle
from facedown.games.clocktower.worlds.solve import play
from facedown.games.clocktower.worlds.state import State
from facedown.games.clocktower.worlds.town import Town
from tests.games.clocktower.laid_out import first_day
from tests.games.clocktower.told import told as told_town
from tests.games.clocktower.worlds.fitting import FIRST_DAY, fits, maid, ruled_out


def died(when: str, seat: int, **how: Any) -> dict[str, Any]:
    kind = "night_death" if when.startswith("N") else "day_death" if "judged" in how else "execution"
    return {"when": when, "type": kind, "seat": seat, **({"cause": "unknown"} if "judged" in how else {}), **how}


def played(dealt: str, claims: str, **known: Any) -> list[State]:
    """The states in which this deal can be at the end."""
    roles = tuple(dealt.split())
    town = puzzle({"claims": claims.split(), "unclaimed_on_script": [*roles, *claims.split()], **known})
    return play(Town(town, town.reports, town.events), roles, 0)


def test_a_marionette_who_takes_itself_for_somebody_that_hides_may_claim_what_another_is() -> None:
    dealt, claims = "marionette pukka slayer sage artist", "slayer virgin slayer sage artist"
    assert fits(dealt, claims, choices_untold=True, also_on_script=["mutant"])
    assert not fits(dealt, claims, choices_untold=True)
    assert not fits(dealt, claims, also_on_script=["mutant"])


def test_whom_a_lord_of_typhon_made_a_minion_a_xaan_may_have_counted_as_an_outsider() -> None:
    dealt, claims = "clockmaker sage xaan lordoftyphon witch", "clockmaker sage fool minstrel artist"
    wrong = [{"when": "N1", "by": "clockmaker", "seat": 0, "steps": 2}]
    for on_script in ([], ["klutz"]):
        assert fits(dealt, claims, also_on_script=on_script, reports=wrong) == bool(on_script)
    assert not ruled_out(dealt, claims, reports=wrong)
    assert ruled_out(dealt.replace("xaan", "scarletwoman"), claims, reports=wrong)


def test_a_grandmother_who_was_poisoned_has_no_grandchild() -> None:
    dealt, claims = "grandmother artist mayor widow imp", "grandmother artist mayor chef sage"
    learned = [{"when": "N1", "seat": 0, "by": "grandmother", "player": 1, "role": "sage"}]
    seen = [died("D1", 3), died("N2", 1)]
    assert fits(dealt, claims, choices_untold=True, reports=learned, events=seen)


def test_a_yaggababble_wakes_to_learn_its_phrase_and_may_kill_by_day() -> None:
    dealt, claims = "artist chambermaid sage yaggababble assassin", "artist chambermaid sage mayor virgin"
    assert fits(dealt, claims, reports=[maid("N1", 1)])
    assert not fits(dealt, claims, reports=[maid("N1", 0)])
    fell = [died("D1", 0, judged=False)]
    assert fits(dealt, claims, events=fell)
    assert not fits(dealt.replace("yaggababble", "imp"), claims, events=fell)
    assert not fits(dealt.replace("artist", "soldier"), claims.replace("artist", "soldier"), events=fell)
    harpy = dealt.replace("yaggababble", "imp").replace("assassin", "harpy")
    assert fits(harpy, claims, events=fell)
    beside = "chambermaid", "tealady"
    assert not fits(harpy.replace(*beside), claims.replace(*beside), events=fell)


@pytest.mark.parametrize("becomes", ["po", "legion"])
def test_a_zombuul_that_plays_dead_is_seen_to_live_when_it_becomes_another_demon(becomes: str) -> None:
    dealt = "hatter artist mayor sage chef witch zombuul pacifist"
    claims = "hatter artist mayor sage chef virgin slayer pacifist"
    back = {"when": "N3", "type": "resurrection", "seat": 6}
    known: dict[str, Any] = {"also_on_script": [becomes], "events": [died("D1", 6), died("D2", 0), back]}
    assert fits(dealt, claims, **known)
    assert not fits(dealt, claims, events=known["events"])


def test_minions_may_take_each_others_characters_from_a_hatter() -> None:
    dealt = "hatter artist mayor sage chambermaid juggler pacifist chef spy scarletwoman imp"
    claims = "hatter artist mayor sage chambermaid juggler pacifist chef virgin slayer soldier"
    slept = [{"when": "N3", "by": "chambermaid", "seat": 4, "pair": [1, 8], "count": 0}]
    seen = [died("N2", 5), died("N3", 6)]
    assert fits(dealt, claims, reports=slept, events=[died("D1", 0), *seen])
    assert not fits(dealt, claims, reports=slept, events=seen)


def test_a_minion_may_change_at_a_hatters_while_two_stay_the_same_demon() -> None:
    """Whoever was jumped on is the second Fang Gu; later an Assassin, too, has killed somebody."""
    dealt = "hatter klutz artist sage chef mayor witch fanggu"
    claims = "hatter klutz artist sage chef mayor virgin slayer"
    seen = [died("N2", 7), died("D2", 0), died("N3", 2), died("N4", 3), died("N4", 4)]
    known: dict[str, Any] = {"events": seen, "choices_untold": True}
    assert fits(dealt, claims, **known, also_on_script=["assassin"])
    assert not fits(dealt, claims, **known)


def test_whoever_died_of_a_pukkas_poison_learns_anything() -> None:
    dealt, claims = "ravenkeeper artist sage scarletwoman pukka", "ravenkeeper artist sage mayor virgin"
    learned = [{"when": "N2", "seat": 0, "by": "ravenkeeper", "player": 1, "role": "imp"}]
    known: dict[str, Any] = {
        "reports": learned,
        "events": [died("N2", 0), died("N3", 1)],
        "also_on_script": ["imp"],
    }
    assert fits(dealt, claims, **known)
    assert not fits(dealt.replace("pukka", "imp"), claims, **known)


def test_a_lleech_with_a_living_host_outlives_a_shot() -> None:
    dealt, claims = "slayer artist sage witch lleech", "slayer artist sage mayor virgin"
    shot = [{"when": "D1", "type": "slayer_shot", "seat": 0, "target": 4, "died": False}]
    known: dict[str, Any] = {"events": [*shot, died("N2", 0)], "choices_untold": True}
    assert fits(dealt, claims, **known)
    assert not fits(dealt.replace("lleech", "imp"), claims, **known)


def test_of_two_village_idiots_a_kazali_may_have_made_one_a_minion() -> None:
    dealt, claims = "villageidiot artist sage kazali witch", "villageidiot artist sage mayor virgin"
    learned = [{"when": "N1", "seat": 0, "by": "villageidiot", "player": 3, "evil": False}]
    assert fits(dealt, claims, reports=learned)
    assert not ruled_out(dealt, claims, reports=learned)
    assert not fits(dealt.replace("kazali", "imp"), claims, reports=learned)


def test_an_alchemist_may_have_the_ability_of_a_minion_whom_a_lord_of_typhon_made() -> None:
    learned = [{"when": "N1", "seat": 3, "by": "alchemist", "role": "assassin"}]
    claims = "mayor virgin sage alchemist artist"
    assert fits("witch lordoftyphon assassin alchemist artist", claims, reports=learned, rules="2022")


def test_a_steward_who_is_alone_with_legion_is_shown_anybody() -> None:
    learned = [{"when": "N1", "seat": 0, "by": "steward", "player": 1}]
    known: dict[str, Any] = {"reports": learned, "choices_untold": True}
    alone = "steward legion legion legion legion", "steward artist sage mayor virgin"
    assert fits(*alone, **known)
    assert not ruled_out(*alone, **known)
    assert ruled_out("steward legion legion legion fool", "steward artist sage mayor fool", **known)


def test_a_baron_beside_a_heretic_may_have_brought_one_outsider_only() -> None:
    dealt, claims = "artist sage mayor chef heretic baron imp", "artist sage mayor chef heretic virgin slayer"
    assert fits(dealt, claims, rules="2022")
    assert not fits(dealt, claims)
    assert not fits(dealt.replace("heretic", "klutz"), claims.replace("heretic", "klutz"), rules="2022")


def test_a_game_goes_on_after_a_boomdandy_if_they_pointed_at_several() -> None:
    dealt, claims = "artist sage mayor boomdandy imp", "artist sage mayor virgin slayer"
    executed = died("D1", 3, judged=True)
    known: dict[str, Any] = {"choices_untold": True}
    later = {**FIRST_DAY, "when": "D2"}
    assert fits(dealt, claims, events=[died("D1", 0, judged=False), executed, later], **known)
    assert not fits(dealt, claims, events=[executed, later], **known), "four have outlived it"
    assert fits(dealt, claims, events=[executed], **known), "others may still die today"
    assert not fits(dealt, claims, events=[died("D1", 0, judged=False), later], **known), "nothing has gone off"


def test_a_report_of_a_nightwatchman_says_whom_they_chose_or_who_chose_them() -> None:
    empty = {"when": "N1", "seat": 0, "by": "nightwatchman", "player": 1}
    claims = ["nightwatchman", "artist", "sage", "mayor", "virgin"]
    with pytest.raises(BadPuzzle, match='lacks "chose"'):
        check(puzzle({"claims": claims, "unclaimed_on_script": ["imp", "witch"], "reports": [empty]}))


def test_with_a_bounty_hunter_one_of_the_townsfolk_may_say_anything() -> None:
    dealt, claims = "bountyhunter sage monk witch imp", "bountyhunter mayor monk virgin slayer"
    assert fits(dealt, claims, choices_untold=True)
    assert fits("sage bountyhunter monk witch imp", claims.replace("bountyhunter", "sage"), choices_untold=True)
    without = dealt.replace("bountyhunter", "chef"), claims.replace("bountyhunter", "chef")
    assert not fits(*without, choices_untold=True)
    lied = [{"when": "N2", "seat": 2, "by": "monk", "chose": 1}]
    known: dict[str, Any] = {"reports": lied, "events": [died("N2", 1)], "choices_untold": True}
    assert fits(dealt, claims.replace("mayor", "sage"), **known)
    assert not fits(without[0], without[1].replace("mayor", "sage"), **known)


def test_a_philosopher_may_have_made_a_turncoat_and_a_kazali_taken_whom_a_bounty_hunter_made_one() -> None:
    dealt, claims = "philosopher sage monk witch imp", "philosopher mayor monk virgin slayer"
    assert fits(dealt, claims, choices_untold=True, also_on_script=["bountyhunter"])
    assert not fits(dealt, claims, choices_untold=True)
    town = puzzle({"claims": ["bountyhunter", "sage", "monk", "mayor", "virgin"], "choices_untold": True})
    for demon, least in (("kazali", 2), ("imp", 3)):
        states = play(Town(town, (), ()), ("bountyhunter", "sage", "monk", demon, "witch"), 0)
        assert min(state.evil.bit_count() for state in states) == least


def test_who_may_be_a_turncoat_or_mad_is_dealt_it_once() -> None:
    claims = ["bountyhunter", "klutz", "artist", "oracle", "dreamer", "savant"]
    known: dict[str, Any] = {"claimed_today": [3], "choices_untold": True}
    town = puzzle({"claims": claims, "unclaimed_on_script": ["cerenovus", "vortox", "sage"], **known})
    rows = [tuple(batch.roles[number] for number in row) for batch in layouts(town) for row in batch.table.tolist()]
    assert {row[3] for row in rows} >= {"oracle", "sage", "cerenovus", "vortox"}
    assert {row[2] for row in rows} >= {"artist", "sage", "cerenovus", "vortox"}
    assert len(rows) == len(set(rows))


def test_two_players_may_be_what_they_never_said_and_of_three_nothing_is_known() -> None:
    """Who was made evil, who is mad today, and who was mad on the day before they died."""
    dealt, claims = "bountyhunter sage artist cerenovus imp", "bountyhunter klutz fool virgin slayer"
    known: dict[str, Any] = {"choices_untold": True, "events": [FIRST_DAY]}
    assert fits(dealt, claims, **known, claimed_today=[1])
    assert not fits(dealt, claims, **known)
    assert not fits(dealt.replace("bountyhunter", "chef"), claims.replace("bountyhunter", "chef"), **known)
    script = ["imp", "cerenovus", "sage", "artist"]
    data = {"claims": claims.split(), "unclaimed_on_script": script, "choices_untold": True}
    check(puzzle({**data, "events": [FIRST_DAY], "claimed_today": [1, 2, 3]}))
    later = puzzle({**data, "events": [died("N2", 1)], "claimed_today": [1, 2, 3], "until": "D2"})
    with pytest.raises(NotModelled, match="Three players"):
        check(later)


@pytest.mark.parametrize(("maker", "rules"), [("engineer", "2022"), ("alchemist", "current")])
def test_a_cerenovus_may_have_been_made_whom_nobody_was_dealt(maker: str, rules: str) -> None:
    dealt, claims = f"{maker} sage artist witch imp", f"{maker} klutz artist virgin slayer"
    known: dict[str, Any] = {"choices_untold": True, "claimed_today": [1], "rules": rules}
    assert fits(dealt, claims, **known, also_on_script=["cerenovus"])
    assert not fits(dealt, claims, **known)
    dead = [died("D1", 1, judged=False)]
    assert fits(dealt, claims, **known, events=dead, also_on_script=["cerenovus"]), "and executed for it"


def test_a_boffin_may_lend_the_demon_what_acts_or_changes_the_set_up() -> None:
    dealt, claims = "artist sage clockmaker boffin imp", "artist sage clockmaker virgin slayer"
    wrong = [{"when": "N1", "seat": 2, "by": "clockmaker", "steps": 2}]
    lends: dict[str, Any] = {"also_on_script": ["puzzlemaster"], "choices_untold": True}
    assert fits(dealt, claims, reports=wrong, **lends)
    assert not ruled_out(dealt, claims, reports=wrong, **lends)
    assert not fits(dealt, claims, reports=wrong, choices_untold=True)
    more = "artist sage klutz boffin imp", "artist sage klutz virgin slayer"
    assert fits(*more, choices_untold=True, also_on_script=["balloonist"])
    assert not fits(*more, choices_untold=True)
    assert fits(dealt, claims, choices_untold=True, also_on_script=["alchemist"]), "who may lend something in turn"
    few = dealt, "artist sage clockmaker sage artist"
    assert fits(*few, choices_untold=True), "nothing is left to be lent"
    for barred in ("heretic", "ogre", "politician"):
        assert "lent" not in played(*few, also_on_script=[barred])[0].memo


def test_what_a_boffin_lends_keeps_others_alive_and_makes_the_demon_seem_another() -> None:
    dealt, claims = "investigator imp sage boffin chef", "investigator sage sage investigator chef"
    beside, apart = ({"events": [died("N2", seat)], "also_on_script": ["tealady"]} for seat in (0, 4))
    assert not fits(dealt, claims, choices_untold=True, **beside)
    assert fits(dealt, claims, choices_untold=True, **apart)
    seen = [{"when": "N1", "seat": 0, "by": "investigator", "pair": [1, 2], "role": "witch"}]
    assert fits(dealt, claims, choices_untold=True, reports=seen, also_on_script=["witch", "recluse"])
    assert not fits(dealt, claims, choices_untold=True, reports=seen, also_on_script=["witch"])


def test_whom_a_huntsman_brings_may_have_become_a_minion() -> None:
    dealt, claims = "huntsman artist sage kazali witch", "huntsman artist sage mayor virgin"
    assert fits(dealt, claims, also_on_script=["damsel"])
    assert not fits(dealt.replace("kazali", "imp"), claims, also_on_script=["damsel"])


def test_a_marionette_may_have_drawn_the_king_whom_a_choirboy_brought() -> None:
    dealt, claims = "choirboy artist sage marionette imp", "choirboy artist sage mayor virgin"
    assert fits(dealt, claims, choices_untold=True, also_on_script=["king"])
    other = dealt.replace("marionette", "witch")
    assert not fits(other, claims, choices_untold=True, also_on_script=["king"])


def test_a_bounty_hunter_may_wake_again_after_the_first_night() -> None:
    dealt, claims = "bountyhunter chambermaid sage imp witch", "bountyhunter chambermaid sage mayor virgin"
    honest: dict[str, Any] = {"narrator": 1}  # though one of the Townsfolk is evil
    assert [fits(dealt, claims, reports=[maid("N1", count)], **honest) for count in (0, 1)] == [False, True]
    seen = [died("N2", 2)]
    assert all(fits(dealt, claims, reports=[maid("N2", count)], events=seen, **honest) for count in (1, 2))


def test_a_hatter_changes_no_legion() -> None:
    dealt, claims = "hatter legion legion legion legion", "hatter artist sage mayor virgin"
    states = played(dealt, claims, events=[died("D1", 0), died("N2", 1)], also_on_script=["imp"])
    assert {state.roles for state in states} == {tuple(dealt.split())}


def test_a_pixie_may_have_learned_of_whom_a_kazali_made_a_minion() -> None:
    dealt, claims = "pixie artist sage kazali witch", "pixie artist sage mayor virgin"
    learned = [{"when": "N1", "seat": 0, "by": "pixie", "role": "mayor"}]
    assert fits(dealt, claims, reports=learned)
    assert not fits(dealt.replace("kazali", "imp"), claims, reports=learned)


def test_an_ogre_who_chooses_the_demon_is_evil() -> None:
    dealt, claims = "ogre artist sage mayor witch imp", "ogre artist sage mayor virgin slayer"
    chosen = [{"when": "N1", "seat": 0, "by": "ogre", "chose": 5}]
    assert {state.is_evil(0) for state in played(dealt, claims, reports=chosen)} == {True}


def test_whoever_turned_evil_for_a_mezepheles_may_lie_about_the_nights_before() -> None:
    dealt, claims = "artist sage chef mezepheles imp", "artist sage chef virgin slayer"
    lied = [{"when": "N1", "seat": 2, "by": "chef", "count": 0}]
    known: dict[str, Any] = {"reports": lied, "choices_untold": True}
    assert fits(dealt, claims, events=[died("N2", 0)], **known)
    assert not fits(dealt, claims, events=[FIRST_DAY], **known), "nobody turns before the second night"
    late = "artist sage mayor mezepheles imp", "artist sage chef virgin slayer"
    assert fits(*late, choices_untold=True, events=[died("N2", 0)], claimed_today=[2])


def test_whoever_turned_evil_may_lie_about_whom_they_chose_before() -> None:
    dealt, claims = "monk sage chef mezepheles imp", "monk sage chef virgin slayer"
    lied = [{"when": "N2", "seat": 0, "by": "monk", "chose": 1}]
    known: dict[str, Any] = {"reports": lied, "choices_untold": True}
    assert fits(dealt, claims, events=[died("N2", 1), died("N3", 2)], **known)
    assert not fits(dealt.replace("mezepheles", "witch"), claims, events=[died("N2", 1), died("N3", 2)], **known)


@pytest.mark.parametrize(
    ("dealt", "claims"),
    [("artist alchemist chef imp witch", "artist alchemist chef virgin slayer"),
     ("artist sage chef imp pithag klutz", "artist sage chef virgin slayer klutz")],
)  # fmt: skip
def test_somebody_else_may_have_the_ability_of_a_mezepheles(dealt: str, claims: str) -> None:
    lied = [{"when": "N1", "seat": 2, "by": "chef", "count": 0}]
    known: dict[str, Any] = {"reports": lied, "choices_untold": True, "rules": "current"}
    known["events"] = [died("N2", 1 if "pithag" in dealt else 0), died("N3", 0 if "pithag" in dealt else 1)]
    assert fits(dealt, claims, **known, also_on_script=["mezepheles"])
    assert not fits(dealt, claims, **known)


def test_who_was_voted_on_and_lived_was_nominated_in_no_riot() -> None:
    """Unless something kept them alive; in a riot many die by day, and after day three evil has won."""
    dealt, claims = "riot artist riot sage chef", "soldier artist slayer sage chef"
    known: dict[str, Any] = {"choices_untold": True, "rules": "2022"}
    vote = {"when": "D1", "type": "vote", "seat": 1}
    fell = [died("D1", seat, judged=False) for seat in (0, 1)]
    assert fits(dealt, claims, **known, events=fell)
    assert not fits(dealt.replace("riot artist riot", "witch artist imp"), claims, **known, events=fell)
    assert not fits(dealt, claims, **known, events=[vote])
    for saved in ("soldier", "fool"):
        assert fits(dealt.replace("artist", saved), claims.replace("artist", saved), **known, events=[vote])
    guarded = dealt.replace("sage", "monk"), claims.replace("sage", "monk")
    assert fits(*guarded, **known, events=[vote])
    assert not fits(dealt, claims, **known, events=[{**FIRST_DAY, "when": "D4"}])
    assert fits(dealt, claims, **known, events=[{**FIRST_DAY, "when": "D3"}])


def test_an_imp_that_is_guarded_may_choose_itself_in_vain() -> None:
    guards = {"reports": [{"when": "N2", "seat": 0, "by": "monk", "chose": 4}]}
    assert fits("monk artist sage witch imp", "monk artist sage virgin slayer", **guards)
    slept: dict[str, Any] = {"events": [{**FIRST_DAY, "when": "D2"}]}
    assert not fits("chef artist sage witch imp", "chef artist sage virgin slayer", **slept)


def test_a_sage_may_be_shown_a_recluse_in_place_of_the_demon() -> None:
    dealt, claims = "sage recluse artist chef witch imp", "sage recluse artist chef virgin slayer"
    known: dict[str, Any] = {"reports": [{"when": "N2", "seat": 0, "by": "sage", "pair": [1, 2]}]}
    assert fits(dealt, claims, **known, events=[died("N2", 0)])
    other = dealt.replace("recluse", "klutz"), claims.replace("recluse", "klutz")
    assert not fits(*other, **known, events=[died("N2", 0)])


def test_the_demon_kills_where_a_lycanthrope_has_attacked_somebody_in_vain() -> None:
    """The Tea Lady keeps her neighbour alive, and the Lycanthrope has taken another for evil before."""
    dealt = "lycanthrope tealady chef artist sage saint witch imp klutz"
    claims = "lycanthrope tealady chef artist sage saint virgin slayer klutz"
    chose = [
        {"when": f"N{night}", "seat": 0, "by": "lycanthrope", "chose": seat} for night, seat in ((2, 4), (3, 2))
    ]
    assert fits(dealt, claims, reports=chose, events=[died("N2", 5), died("N3", 3)])


def test_whom_a_cult_leader_sits_beside_may_seem_to_be_evil() -> None:
    dealt, claims = "recluse cultleader artist sage witch imp", "recluse cultleader artist sage virgin slayer"
    assert {state.is_evil(1) for state in played(dealt, claims, events=[FIRST_DAY])} == {False, True}


def test_whoever_has_become_somebody_that_hides_need_not_say_so() -> None:
    dealt, claims = "sage artist mayor chef fool pithag imp", "sage artist mayor chef fool virgin slayer"
    known: dict[str, Any] = {"events": [died("N2", 1)], "also_on_script": ["politician", "klutz"]}
    found = {state.roles[0] for state in played(dealt, claims, **known, choices_untold=True)}
    assert found == {"sage", "politician"}


def test_whom_a_barber_made_a_fortune_teller_has_a_red_herring() -> None:
    dealt = "barber chef sage fortuneteller witch imp"
    claims = "barber chef fortuneteller sage virgin slayer"
    known: dict[str, Any] = {"also_claimed": [[], [], ["sage"], ["fortuneteller"], [], []]}
    states = played(dealt, claims, **known, choices_untold=True, events=[died("D1", 0), died("N2", 1)])
    assert {("herring", 2) in state.memo for state in states if state.roles[2] == "fortuneteller"} == {True}


@pytest.mark.parametrize(("chosen", "calm"), [("lilmonsta", True), ("spy", False)])
def test_lil_monsta_may_be_drunk_although_nobody_is_it(chosen: str, calm: bool) -> None:
    """By the rules of 2022 somebody dies of it each night, if it is sober."""
    dealt, claims = "courtier sage virgin spy witch", "courtier sage virgin chef fool"
    known: dict[str, Any] = {"also_on_script": ["lilmonsta"], "rules": "2022", "until": "N2"}
    made = [{"when": "N1", "seat": 0, "by": "courtier", "role": chosen}]
    assert fits(dealt, claims, reports=made, **known) == calm
    assert fits(dealt, claims, choices_untold=True, **known)


def test_whoever_looks_after_lil_monsta_has_what_a_boffin_lends() -> None:
    dealt, claims = "artist chef sage boffin witch", "artist chef sage mayor slayer"
    fell = died("D1", 0, judged=False, after_nominating=1)
    known: dict[str, Any] = {
        "events": [died("D1", 2, judged=False), fell],
        "also_on_script": ["lilmonsta", "virgin"],
    }
    assert fits(dealt, claims, **known, choices_untold=True)
    assert not fits(dealt.replace("boffin", "spy"), claims, **known, choices_untold=True)


def test_a_farmer_whom_nobody_good_outlives_has_no_heir() -> None:
    dealt, claims = "farmer legion legion legion legion", "farmer artist sage mayor virgin"
    assert fits(dealt, claims, events=[died("N2", 0)], choices_untold=True)


def test_a_princess_may_have_had_somebody_executed_who_lives() -> None:
    dealt, claims = "princess artist sage witch vortox", "princess artist sage virgin slayer"
    seen = [died("D1", 1), died("D2", 3)]
    assert fits(dealt, claims, events=seen, choices_untold=True, demon_may_target_dead=False)
    assert not fits(dealt, claims, events=seen, demon_may_target_dead=False)


def test_a_vortox_may_have_had_an_execution_that_somebody_survived() -> None:
    dealt, claims = "pacifist artist mayor assassin vortox", "pacifist artist mayor virgin slayer"
    seen = [died("N2", 1), died("N3", 2)]
    assert fits(dealt, claims, events=seen, choices_untold=True)
    assert not fits(dealt.replace("pacifist", "sage"), claims.replace("pacifist", "sage"), events=seen)


def test_a_vortox_may_have_had_an_execution_of_somebody_dead() -> None:
    """Night two has killed Ann, and the town votes on her on the day after."""
    vote = Tally(day=2, by=1, nominee=0, hands=(1, 2), tally=2, done=True)
    deaths = (0, "N2"), (1, "N3"), (2, "")
    dealt, claims = "sage artist mayor witch vortox", "sage artist mayor virgin slayer"
    for votes in ((), (vote,)):
        events = [dict(one) for one in told_by_table.events((), deaths, votes, {0: 0, 1: 1, 2: 2})]
        assert fits(dealt, claims, choices_untold=True, events=[died("D1", 3), *events]) == bool(votes)


def test_whoever_is_drunk_may_be_mad_today_and_a_marionette_may_have_an_outsiders_token() -> None:
    dealt, claims = "drunk artist mayor sage cerenovus imp", "klutz artist mayor sage virgin slayer"
    assert fits(dealt, claims, choices_untold=True, claimed_today=[0])
    assert not fits(dealt, claims, choices_untold=True)
    dealt, claims = "artist mayor sage chef marionette imp", "artist mayor sage chef klutz slayer"
    assert fits(dealt, claims, choices_untold=True)
    assert not fits(dealt, claims)


def test_a_bag_holds_no_more_outsiders_than_are_on_the_script() -> None:
    dealt, claims = (
        "artist sage mayor chef fool clockmaker baron imp",
        "artist sage mayor chef fool clockmaker virgin slayer",
    )
    assert fits(dealt, claims, choices_untold=True)
    assert not fits(dealt, claims, choices_untold=True, also_on_script=["klutz"])
    assert not fits(dealt, claims)
    brought = ["huntsman", "damsel"]  # who comes with the Huntsman alone
    assert fits(dealt, claims, choices_untold=True, also_on_script=brought)
    assert fits(dealt, claims, choices_untold=True, also_on_script=["heretic"]), "which a jinx may keep out"


def test_a_pit_hag_may_have_made_the_fang_gu_that_turned_somebody() -> None:
    dealt, claims = (
        "engineer sage mayor chef fool pithag shabaloth",
        "clockmaker sage mayor chef fool virgin slayer",
    )
    known: dict[str, Any] = {"events": [died("N2", 6)], "also_on_script": ["fanggu", "klutz", "hatter"]}
    assert fits(dealt, claims, **known, choices_untold=True)
    assert not fits(dealt.replace("pithag", "witch"), claims, **known, choices_untold=True)


def test_a_lord_of_typhon_who_came_for_a_hatter_acts_after_all_others() -> None:
    dealt, claims = (
        "hatter artist mayor sage oracle chef spy zombuul",
        "hatter artist mayor sage oracle chef virgin slayer",
    )
    seen = [died("D1", 0), died("N2", 4)]
    learned = [{"when": "N2", "seat": 4, "by": "oracle", "count": 0}]
    known: dict[str, Any] = {"events": seen, "reports": learned}
    assert fits(dealt, claims, **known, also_on_script=["lordoftyphon"])
    assert not fits(dealt, claims, **known, also_on_script=["imp"])


def test_the_row_of_a_lord_of_typhon_may_hold_whom_a_bounty_hunter_made_evil() -> None:
    dealt = "artist lordoftyphon goblin witch bountyhunter sage chef"
    claims = "artist virgin slayer soldier bountyhunter sage chef"
    assert fits(dealt, claims, choices_untold=True)
    assert not fits(dealt.replace("bountyhunter", "mayor"), claims.replace("bountyhunter", "mayor"))


def test_who_died_on_the_day_of_their_only_claim_may_have_been_mad() -> None:
    view = told_town(first_day()).observation(None)
    view = structs.replace(view, script=(*view.script, FACTS["cerenovus"]))
    mad = structs.replace(view.circle[2], claims=("saint",), claimed_on=2, alive=False, died="N3")
    view = structs.replace(view, day=4, circle=(*view.circle[:2], mad, *view.circle[3:]))
    assert as_puzzle(view, "2022").claimed_today == (2,)
    first = structs.replace(mad, claimed_on=1, alive=True, died="")
    town = structs.replace(view, day=1, script=(*view.script, FACTS["mezepheles"]))
    town = structs.replace(town, circle=(*view.circle[:2], first, *view.circle[3:]))
    assert as_puzzle(town, "2022").claimed_today == (2,)
    earlier = structs.replace(mad, claimed_on=1)
    view = structs.replace(view, circle=(*view.circle[:2], earlier, *view.circle[3:]))
    assert as_puzzle(view, "2022").claimed_today == ()


def test_that_one_of_two_village_idiots_is_drunk_has_not_gone_wrong() -> None:
    dealt = "villageidiot villageidiot mathematician witch imp"
    claims = "villageidiot villageidiot mathematician virgin slayer"
    told = [{"when": "N1", "seat": seat, "by": "villageidiot", "player": 3, "evil": seat == 0} for seat in (0, 1)]
    counted = {"when": "N1", "seat": 2, "by": "mathematician", "count": 0}
    assert fits(dealt, claims, reports=[*told, counted])
    assert not fits(dealt, claims, reports=[*told, {**counted, "count": 1}])


def test_a_charmer_who_drinks_coffee_may_charm_the_demon_back() -> None:
    dealt = ("snakecharmer", "sage", "artist", "witch", "vortox", "barista")
    claims = ["snakecharmer", "sage", "artist", "savant", "dreamer", "barista"]
    coffee = {"when": "N2", "seat": 4, "by": "barista", "sober": True}
    data = {"claims": claims, "unclaimed_on_script": ["witch", "vortox"], "choices_untold": True}
    data["events"] = [died("D1", 2), died("N2", 1)]
    known = puzzle({**data, "reports": [coffee]})
    states = play(Town(known, known.reports, known.events), dealt, 0)
    charmed_back = [state for state in states if state.is_bad(0) and (state.roles, state.evil & 31) == (dealt, 24)]
    assert charmed_back, "the old Demon strikes again, and the charmer is poisoned"
    dry = puzzle(data)
    states = play(Town(dry, (), dry.events), (*dealt[:5], "thief"), 0)
    assert not any(state.is_bad(0) and state.roles[0] == "snakecharmer" for state in states)


def test_a_juggler_who_drinks_coffee_is_told_the_truth_beside_a_vortox() -> None:
    dealt, claims = "juggler sage artist witch vortox barista", "juggler sage artist mayor dreamer barista"
    guessed = {"when": "D1", "type": "juggle", "seat": 0, "guesses": [[1, "sage"]]}
    coffee = {"when": "N2", "seat": 0, "by": "barista", "sober": True}
    fits_with = {
        (count, sober): fits(
            dealt, claims, events=[died("D1", 3), guessed, died("N2", 2)],
            reports=[{"when": "N2", "seat": 0, "by": "juggler", "count": count}, *[coffee] * sober],
        )
        for count in (0, 1) for sober in (False, True)
    }  # fmt: skip
    assert fits_with == {(0, False): True, (0, True): False, (1, False): True, (1, True): True}
    acts_twice = [{**coffee, "sober": False}, {"when": "N2", "seat": 0, "by": "juggler", "count": 1}]
    assert not fits(dealt, claims, events=[died("D1", 3), guessed, died("N2", 2)], reports=acts_twice)


def test_a_legion_that_is_shot_may_be_taken_for_a_minion() -> None:
    dealt, claims = "slayer legion legion legion legion", "slayer artist sage mayor virgin"
    shot = {"when": "D1", "type": "slayer_shot", "seat": 0, "target": 1, "died": False}
    assert fits(dealt, claims, events=[shot], choices_untold=True)
    asked = [{"when": "N1", "seat": 0, "by": "knight", "pair": [1, 2]}]
    assert not ruled_out(
        dealt.replace("slayer", "knight"), claims.replace("slayer", "knight"), reports=asked, choices_untold=True
    )


def test_an_ojo_that_names_the_goon_chooses_nobody() -> None:
    dealt, claims = "goon artist sage witch ojo chef", "goon artist sage virgin slayer chef"
    assert fits(dealt, claims, events=[died("D1", 3), died("N2", 0)])
    assert not fits(dealt.replace("ojo", "imp"), claims, events=[died("D1", 3), died("N2", 0)])


def test_a_small_town_with_more_hidden_characters_than_seats_can_be_dealt() -> None:
    hidden = ["legion", "legion", "drunk", "lunatic", "mutant", "politician", "imp", "witch"]
    town = puzzle(
        {
            "claims": ["artist", "sage", "mayor", "chef", "monk"],
            "unclaimed_on_script": hidden,
            "choices_untold": True,
        }
    )
    assert sum(len(batch.table) for batch in layouts(town)) > 0


def test_a_balloonist_may_see_anybody_first_beside_a_vortox() -> None:
    dealt, claims = "balloonist artist klutz witch vortox sage", "balloonist artist klutz virgin slayer sage"
    seen = [{"when": "N1", "seat": 0, "by": "balloonist", "player": 1}]
    assert fits(dealt, claims, reports=seen)


def test_an_ogre_who_takes_a_recluse_for_evil_learns_it_and_may_lie() -> None:
    dealt = "ogre recluse artist sage mayor chef witch imp balloonist"
    claims = "virgin recluse artist sage mayor chef slayer monk balloonist"
    assert fits(dealt, claims, choices_untold=True)
    assert not fits(dealt.replace("recluse", "klutz"), claims.replace("recluse", "klutz"), choices_untold=True)
    early = [{"when": "N1", "seat": 0, "by": "empath", "count": 1}]
    known: dict[str, Any] = {"choices_untold": True, "reports": early}
    assert fits(dealt, claims.replace("virgin", "empath"), **known), "what others learned before the Ogre chose"
    unread = claims.replace("virgin", "empath").replace("recluse", "klutz")
    assert not fits(dealt.replace("recluse", "klutz"), unread, **known)


def test_who_was_mad_on_two_days_has_never_said_the_truth() -> None:
    dealt, claims = "sage artist mayor cerenovus imp", "klutz artist mayor virgin slayer"
    known: dict[str, Any] = {"choices_untold": True, "also_claimed": [["golem"], [], [], [], []]}
    assert fits(dealt, claims, **known, claimed_today=[0], events=[FIRST_DAY])
    assert not fits(dealt, claims, **known, claimed_today=[0])


def test_who_is_executed_dies_after_all_others_of_the_day() -> None:
    votes = [Tally(day=1, by=2, nominee=seat, hands=(0,), tally=2 - seat, done=True) for seat in (0, 1)]
    found = told_by_table.events((), ((0, "D1"), (1, "D1")), votes, {0: 0, 1: 1, 2: 2}, {(0, "D1"), (1, "D1")})
    assert [dict(one)["seat"] for one in found] == [1, 0]
