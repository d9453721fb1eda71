"""What bots make of what is public: reports and votes, who lives on, nights in which nobody dies."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from facedown.core.table import Table
from facedown.games.clocktower import bots
from facedown.games.clocktower.bots import belief, mind
from facedown.games.clocktower.bots.storyteller import suggestion
from facedown.games.clocktower.bots.town import is_late, town_of
from facedown.games.clocktower.characters.findings import wakes
from facedown.games.clocktower.game import Clocktower
from facedown.games.clocktower.roster import FACTS
from tests.games.clocktower.told import told

HEAD = "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Gus, Storyteller\nscript: {script}\n\ntokens: {tokens}\n"
SIMPLE = "Ann Fool, Bo Minstrel, Cy Professor, Di Godfather, Ed Zombuul, Flo Tea Lady, Gus Gossip"
GAME = Clocktower()


def after(script: str, tokens: str, moves: str) -> Table:
    return told(HEAD.format(script=script, tokens=tokens) + moves)


def rested(table: Table) -> Table:
    """Past the night, each with the first answer that may be given, and nobody killed if that is possible."""
    while table.view(None).phase in ("set-up", "night"):
        seat = table.asked[0]
        moves = [move.text for move in table.legal(seat)]
        table.play(seat, "nobody" if "nobody" in moves else moves[0])
    return table


def settle(table: Table) -> Table:
    """Past the pauses: the storyteller goes on."""
    while table.view(7).question is not None and table.view(7).question.topic == "pause":
        table.play(7, "go on")
    return table


def by_day(script: str, tokens: str, *said: str) -> Table:
    """On the first day, after these moves."""
    table = rested(after(script, tokens, ""))
    for line in said:
        name, _, move = line.partition(": ")
        settle(table).play(name, move)
    return settle(table)


def evil(table: Table, given: tuple[int, ...] = ()) -> list[float]:
    """How likely each is evil, as everybody sees it; `given`: where these are."""
    town = town_of(table.observation(None))
    return belief.guess(town, belief.supposing(town, belief.common(town), evil=given)).evil


def chosen(table: Table, seat: int, luck: int = 0) -> str:
    return bots.choose(table.observation(seat), table.legal(seat), Random(luck)).text


# -- reports -----------------------------------------------------------------------------------------------------

MAIDS = "Ann Fool, Bo Minstrel, Cy Chambermaid, Di Godfather, Ed Zombuul, Flo Tea Lady, Gus Gossip"


@pytest.mark.parametrize(("count", "suspect"), [(0, False), (1, True), (2, True)])
def test_of_two_who_would_sleep_one_who_woke_is_suspect(count: int, suspect: bool) -> None:
    said = f"Cy: say = report N1 chambermaid pair 2 Ann Bo count {count}"
    claims = "Ann: claim Fool", "Bo: claim Minstrel", "Cy: claim Chambermaid"
    before, now = (evil(by_day("Bad Moon Rising", MAIDS, *claims, *words)) for words in ((), (said,)))
    assert [now[seat] > 1.2 * before[seat] for seat in range(7)] == [suspect, suspect, *[False] * 5]


def test_who_somebody_is_said_to_be_by_others_is_an_opinion() -> None:
    says = ("evil Ed", "is Ed zombuul", "not evil Ed", "is Ed fool")
    accused, named, praised, trusted = (
        evil(by_day("Bad Moon Rising", MAIDS, f"Cy: say = {said}")) for said in says
    )
    assert (accused, praised) == (named, trusted)


def test_what_evil_can_say_of_evil_and_be_right_does_not_make_them_good() -> None:
    said = [f"Cy: say = report N1 chambermaid pair 2 {pair} count 1" for pair in ("Ed Gus", "Di Gus", "Di Flo")]
    claims = "Cy: claim Chambermaid", "Di: claim Sailor", "Ed: claim Courtier", "Flo: claim Fool"
    before, now = (evil(by_day("Bad Moon Rising", MAIDS, *claims, *words)) for words in ((), said))
    assert now[2] > 0.5 * before[2]


def test_what_was_said_is_kept_without_a_number_for_each_world() -> None:
    said = "Cy: say = report N1 chambermaid pair 2 Ann Bo count 1"
    town = town_of(by_day("Bad Moon Rising", MAIDS, "Bo: claim Minstrel", said).observation(None))
    belief.common(town)
    kept = [one for one in town.meant.values() if one is not None]
    assert kept
    assert max(map(len, kept)) <= len(town.nowhere) // 8 + 1


@pytest.mark.parametrize(("id", "night", "surely", "perhaps"), [
    ("sailor", 1, True, True), ("innkeeper", 1, False, False), ("innkeeper", 2, True, True),
    ("courtier", 2, False, True), ("fool", 2, False, False), ("gossip", 2, False, True),
])  # fmt: skip
def test_who_wakes_goes_by_the_night_and_by_what_they_claim(
    id: str, night: int, surely: bool, perhaps: bool
) -> None:
    assert wakes(id, night) == (surely, perhaps)


COUNTERS = "Ann Clockmaker, Bo Mathematician, Cy Oracle, Di Witch, Ed Fang Gu, Flo Klutz, Gus Seamstress"


def believed(table: Table) -> float:
    """How likely it is that Ann and Flo are on different sides, as everybody sees it."""
    town = town_of(table.observation(None))
    weights = belief.common(town)
    shares = np.exp(weights - weights.max())
    return float(shares[town.worlds.evil[0] != town.worlds.evil[5]].sum() / shares.sum())


def test_where_nothing_went_wrong_what_others_were_told_is_believed_the_more() -> None:
    told = ["Gus: claim Seamstress", "Gus: say = report N1 seamstress pair 2 Ann Flo same no"]
    wrong = [f"Bo: say = report N1 mathematician count {count}" for count in (0, 1)]
    nothing, something = (
        believed(by_day("Sects and Violets", COUNTERS, *told, "Bo: claim Mathematician", said)) for said in wrong
    )
    assert nothing > 1.02 * something


def test_where_a_demon_may_make_everything_false_what_was_learned_proves_less() -> None:
    told = ["Gus: claim Seamstress", "Gus: say = report N1 seamstress pair 2 Ann Flo same no"]
    of_edition = [id for id, fact in FACTS.items() if fact.edition == "snv" and fact.team != "traveller"]
    honest = ", ".join(id for id in of_edition if id != "vortox")
    either, sure = (believed(by_day(script, COUNTERS, *told)) for script in ("Sects and Violets", honest))
    assert 0.5 < either < sure


def test_a_juggler_says_whom_they_guess_and_then_guesses_it() -> None:
    tokens = "Ann Juggler, Bo Mathematician, Cy Oracle, Di Witch, Ed Fang Gu, Flo Klutz, Gus Seamstress"
    table = by_day("Sects and Violets", tokens, "Bo: claim Mathematician", "Ed: claim Artist", "Ann: claim Juggler")
    while not (words := next(chosen(table, 0, luck) for luck in range(20))).startswith("use"):
        assert words == "say = report D1 juggler pair 2 Bo Ed roles 2 mathematician artist"
        table.play(0, words)
    table.play(0, words)
    settle(table)
    guessed = []
    while table.view(0).question is not None and not table.view(0).question.floor:
        guessed.append(chosen(table, 0))
        table.play(0, guessed[-1])
    assert guessed == ["Bo", "Mathematician", "Ed", "Artist", "nobody"]


def test_what_a_juggler_had_right_tells_of_those_who_were_guessed_before_everybody() -> None:
    tokens = "Ann Juggler, Bo Mathematician, Cy Oracle, Di Witch, Ed Fang Gu, Flo Klutz, Gus Seamstress"
    claims = "Bo: claim Mathematician", "Ed: claim Artist", "Ann: claim Juggler"
    announced = ("Ann: say = report D1 juggler pair 2 Cy Flo roles 2 oracle klutz",)
    guessed = ("Ann: use Juggler", "Ann: Bo", "Ann: Mathematician", "Ann: Ed", "Ann: Artist", "Ann: nobody")

    def chances(count: int, *acts: str) -> list[float]:
        table = by_day("Sects and Violets", tokens, *claims, *acts, "Storyteller: end the day")
        settle(rested(table)).play("Ann", f"say = report N2 juggler count {count}")
        return evil(settle(table))

    none, two, unheard = chances(0, *announced, *guessed), chances(2, *announced, *guessed), chances(0, *announced)
    assert min(none[1], none[4]) > max(none[2], none[5])
    assert max(two[1], two[4]) < min(two[2], two[5])
    assert unheard[2] == unheard[6], "whom somebody only says that they guess they have not guessed"


def test_whoever_may_be_the_drunk_may_claim_anything() -> None:
    tokens = "Ann Librarian, Bo Monk, Cy Empath, Di Spy, Ed Imp, Flo Drunk as Chef, Gus Virgin"
    claims = "Bo: claim Monk", "Flo: claim Chef", "Ann: claim Librarian"
    chances = evil(
        by_day("Trouble Brewing", tokens, *claims, "Ann: say = report N1 librarian pair 2 Bo Flo role drunk")
    )
    assert max(chances[1], chances[5]) < min(chances[2], chances[3], chances[4], chances[6])


# -- whom evil spare ---------------------------------------------------------------------------------------------

TOWN = "Ann Chef, Bo Monk, Cy Empath, Di Spy, Ed Imp, Flo Soldier, Gus Virgin"


def test_whoever_says_that_an_evil_player_is_evil_is_hardly_one_of_them() -> None:
    chances = evil(by_day("Trouble Brewing", TOWN, "Flo: say = evil Ed"), given=(4,))
    assert chances[5] < min(chances[seat] for seat in (0, 1, 2, 3, 6))


def test_whoever_has_voted_for_an_evil_player_is_hardly_one_of_them() -> None:
    votes = "Flo: yes; Gus: yes; Ann: no; Bo: no; Cy: no; Di: no; Ed: no"
    table = by_day("Trouble Brewing", TOWN, "Storyteller: to nominations", "Gus: nominate Ed")
    for vote in votes.split("; "):
        name, _, hand = vote.partition(": ")
        settle(table)
        table.play(name, hand)
    settle(table)
    table.play(7, "end the day")
    chances = evil(rested(settle(table)), given=(4,))
    assert max(chances[5], chances[6]) < min(chances[seat] for seat in (1, 2, 3))


# -- who lives on, and quiet nights ------------------------------------------------------------------------------


def executed(tokens: str, *moves: str) -> Table:
    """Ann is executed on the first day, after these moves: that is, she would be."""
    table = by_day("Bad Moon Rising", tokens, *moves, "Storyteller: to nominations", "Bo: nominate Ann")
    for voter in (1, 2, 3, 4, 5, 6, 0):
        settle(table).play(voter, "yes" if voter < 5 else "no")
    settle(table).play(7, "end the day")
    return settle(table)


def test_whoever_lives_on_and_says_why_is_hardly_evil() -> None:
    explained, plain = evil(executed(SIMPLE, "Ann: claim Sailor")), evil(executed(SIMPLE))
    assert explained[0] < plain[0] < plain[3]


def test_of_whom_an_execution_spared_others_may_say_why_and_where_nobody_can_evil_did_it() -> None:
    """A Devil's Advocate is on the script; a Pacifist may spare anybody, a Tea Lady who sits beside her."""
    others = "Bo: claim Courtier", "Cy: claim Professor", "Di: claim Exorcist", "Ed: claim Gambler"
    claims = "Ann: claim Gossip", *others, "Flo: claim Innkeeper"
    pacifist, unkept, tea_lady, moonchild = (
        evil(executed(SIMPLE, *claims, f"Gus: claim {what}"))[0]
        for what in ("Pacifist", "Goon", "Tea Lady", "Moonchild")
    )
    assert pacifist == pytest.approx(tea_lady, rel=0.2)
    assert 4 * pacifist < unkept == moonchild


PLAYS_DEAD = "Ann Zombuul, Bo Minstrel, Cy Professor, Di Godfather, Ed Fool, Flo Tea Lady, Gus Gossip"


def test_who_died_by_day_may_be_a_demon_who_only_seems_dead_above_all_after_a_quiet_night() -> None:
    table = executed(PLAYS_DEAD)
    before = town_of(table.observation(None))
    after_it = town_of(rested(table).observation(None))
    assert not after_it.alive[0]
    demon = [belief.guess(town, belief.common(town)).demon[0] for town in (before, after_it)]
    assert 1.5 * demon[0] < demon[1]
    assert set(mind.thought(after_it, frozenset()).guilt) == set(range(7))


PEACEFUL = "Ann Minstrel, Bo Pacifist, Cy Professor, Di Godfather, Ed Po, Flo Tea Lady, Gus Gossip"


def test_not_everybody_is_saved_one_after_the_other() -> None:
    """By the balanced storyteller: where the sides are even, one lives, and the next dies."""
    table = executed(PEACEFUL)
    assert suggestion(table.observation(7), table.legal(7), Random(0)).text == "yes"
    table.play(7, "yes")
    rested(settle(table)).play(7, "to nominations")
    settle(table).play(6, "nominate Cy")
    for voter in (3, 4, 5, 6, 0, 1, 2):
        settle(table).play(voter, "yes" if voter != 2 else "no")
    settle(table).play(7, "end the day")
    assert settle(table).view(7).question.topic == "save"
    assert suggestion(table.observation(7), table.legal(7), Random(0)).text == "no"


# -- by night ----------------------------------------------------------------------------------------------------

HUNGRY = "Ann Courtier, Bo Minstrel, Cy Fool, Di Godfather, Ed Po, Flo Tea Lady, Gus Gossip"


def test_a_courtier_waits_until_demons_kill() -> None:
    table = after("Bad Moon Rising", HUNGRY, "")
    while table.asked != (0,):
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    assert {chosen(table, 0, luck) for luck in range(20)} == {"nobody"}


def test_a_po_leaves_some_nights_and_then_picks_three() -> None:
    table = by_day("Bad Moon Rising", HUNGRY, "Storyteller: end the day")
    while table.asked != (4,):
        table.play(table.asked[0], table.legal(table.asked[0])[-1])
    options = {chosen(table, 4, luck) for luck in range(40)}
    assert "nobody" in options
    assert len(options) > 2
    assert not options & {"Di", "Ed"}


def test_who_claims_what_another_does_is_a_minion_rather_than_a_demon_who_was_shown_what_is_free() -> None:
    table = by_day("Bad Moon Rising", SIMPLE, "Ann: claim Sailor", "Bo: claim Sailor")
    town = town_of(table.observation(None))
    seen = belief.guess(town, belief.common(town))
    assert seen.evil[0] > 2 * seen.evil[2]
    assert seen.demon[0] < seen.demon[2]


def test_where_few_have_anything_to_tell_evil_rather_claim_what_asks_for_no_story() -> None:
    table = by_day("Bad Moon Rising", SIMPLE, "Ann: claim Fool", "Bo: claim Sailor", "Cy: claim Goon")
    fool, sailor, goon, *_ = evil(table)
    assert fool > 1.2 * sailor == pytest.approx(1.2 * goon)
    told_of = by_day("Trouble Brewing", TOWN, "Ann: claim Soldier", "Bo: claim Monk")
    assert evil(told_of)[0] == pytest.approx(evil(told_of)[1])


# -- games that would not end ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("script", "players", "seed"), [
    ("snv", 7, "0/19"),  # all votes came to one too few, for ever
    ("snv", 7, "0/88"),  # the Demon was dead, and nobody would touch the twins
    ("snv", 7, "0/380"),
    ("snv", 12, "0/22"),  # only evil were alive, and waited for each other
    ("bmr", 10, "0/362"),  # everybody lived through one execution, and whoever the Po picked was kept safe
])  # fmt: skip
def test_games_end_in_which_nobody_died(script: str, players: int, seed: str) -> None:
    options = GAME.checked_options({"script": script})
    assert GAME.play_out(players + 1, seed, options, ("sensible",) * (players + 1)).measures["days"] <= 12


def test_characters_that_differ_from_one_version_of_the_rules_to_the_other_are_known_to_bots() -> None:
    assert wakes("balloonist", 2) == wakes("empath", 2) == (True, True)
    assert is_late("balloonist")
    assert mind.strength("balloonist") == mind.strength("empath")
    assert mind.declares("psychopath")
    assert not mind.declares("balloonist")


def test_two_who_say_that_they_have_swapped_characters_do_not_contradict_each_other() -> None:
    swapped = ("Ann: claim Sailor", "Bo: claim Gossip", "Ann: claim Gossip", "Bo: claim Sailor")
    alone = evil(by_day("Bad Moon Rising", SIMPLE))
    assert evil(by_day("Bad Moon Rising", SIMPLE, *swapped)) == alone
    assert evil(by_day("Bad Moon Rising", SIMPLE, *swapped[:3]))[0] > alone[0]
