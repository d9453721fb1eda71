"""Bots: what players say and do with what they know, what the storyteller's policy chooses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

import facedown
from facedown.core.game import Move
from facedown.core.table import Table
from facedown.games.clocktower import bots, playout, scripts
from facedown.games.clocktower.bots import belief
from facedown.games.clocktower.bots.storyteller import suggestion
from facedown.games.clocktower.bots.town import town_of
from facedown.games.clocktower.game import Clocktower
from facedown.games.clocktower.moves import Deed, act_of
from facedown.games.clocktower.observe import Observation
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.speech.statements import Report
from tests.games.clocktower.told import told
from tests.how_much import count

GAME = Clocktower()
HEAD = "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Gus, Storyteller\nscript: {script}\n\n"
TOWN = "tokens: Ann Chef, Bo Monk, Cy Empath, Di Spy, Ed Imp, Flo Soldier, Gus Virgin\n"
BY_DAY = TOWN + "Storyteller: Recluse; Storyteller: Mayor; Storyteller: Slayer\nStoryteller: 1\nStoryteller: 0\n"
EVERYTHING = ",".join(
    id for id in scripts.all_modelled() if FACTS[id].team in ("townsfolk", "outsider", "minion", "demon")
)


def after(moves: str, script: str = "Trouble Brewing") -> Table:
    return told(HEAD.format(script=script) + moves)


def chosen(table: Table, seat: int, luck: int = 0) -> str:
    return bots.choose(table.observation(seat), table.legal(seat), Random(luck)).text


def suggested(table: Table, luck: int = 0) -> str:
    seat = len(table.names) - 1
    return suggestion(table.observation(seat), table.legal(seat), Random(luck)).text


# -- players -----------------------------------------------------------------------------------------------------


def test_the_good_say_who_they_are_and_then_what_they_learned() -> None:
    table = after(BY_DAY)
    said = []
    while (move := chosen(table, 0)) != "done":
        said.append(move)
        table.play(0, move)
    assert said[:2] == ["claim Chef", "say = report N1 chef count 1"]


def test_who_learns_something_every_night_keeps_quiet_on_the_first_day() -> None:
    assert chosen(after(BY_DAY + 'Gus: say "Hm."\n'), 2) == "done"


@pytest.mark.parametrize("luck", range(5))
def test_the_demon_claims_what_was_shown_as_not_in_play(luck: int) -> None:
    assert chosen(after(BY_DAY), 4, luck) in ("claim Mayor", "claim Recluse", "claim Slayer")


@pytest.mark.parametrize("luck", range(5))
def test_a_minion_does_not_vote_for_the_demon(luck: int) -> None:
    table = after(
        BY_DAY + "Storyteller: to nominations\nGus: nominate Ed\nFlo: yes; Gus: yes; Ann: yes; Bo: no; Cy: no\n"
    )
    assert table.asked == (3,)
    assert chosen(table, 3, luck) == "no"


def test_a_minion_mostly_joins_a_majority_against_the_demon() -> None:
    """It changes nothing, and looks good."""
    table = after(
        BY_DAY + "Storyteller: to nominations\nGus: nominate Ed\nFlo: yes; Gus: yes; Ann: yes; Bo: yes; Cy: yes\n"
    )
    assert table.asked == (3,)
    assert sum(chosen(table, 3, luck) == "yes" for luck in range(20)) > 10


def test_nobody_sensible_nominates_the_dead_or_somebody_of_their_own() -> None:
    table = after(BY_DAY + "Storyteller: kill Cy\nStoryteller: to nominations\n")
    for seat in (0, 1, 3, 4, 5, 6):
        for luck in range(10):
            move = chosen(table, seat, luck)
            assert move != "nominate Cy"
            assert seat not in (3, 4) or move not in ("nominate Di", "nominate Ed")


def test_evil_tell_what_they_would_have_learned_once() -> None:
    table = after(BY_DAY + "Ed: claim Chef\n")
    move = chosen(table, 4)
    assert move in {f"say = report N1 chef count {count}" for count in range(4)}
    table.play(4, move)
    assert "I am the Chef" not in chosen(table, 4), "nobody learns the same twice"


def test_the_demon_is_after_who_has_not_said_who_they_are() -> None:
    """They learn something every night, perhaps, and keep quiet for that."""
    claims = "Ann: claim Chef; Bo: claim Saint; Flo: claim Soldier; Gus: claim Virgin; Di: claim Mayor\n"
    table = after(BY_DAY + claims + "Storyteller: end the day\nBo: Ann\n")
    assert table.asked == (4,)
    assert sum(chosen(table, 4, luck) == "Cy" for luck in range(20)) > 15


def test_evil_tell_of_what_fits_the_thing_that_clears_the_demon_most() -> None:
    """Of all that an Investigator may have learned, nothing in which the Demon is one of the two."""
    table = after(BY_DAY + "Ed: claim Investigator\n")
    for luck in range(10):
        act = act_of(bots.choose(table.observation(4), table.legal(4), Random(luck)))
        assert isinstance(act, Deed)
        (report,) = act.says
        assert isinstance(report, Report)
        assert not {3, 4} & set(dict[str, Any](report.learned)["pair"])


# -- what is likely ----------------------------------------------------------------------------------------------


def evil(table: Table) -> list[float]:
    town = town_of(table.observation(None))
    return belief.guess(town, belief.common(town)).evil


def test_a_report_makes_those_suspect_of_whom_it_speaks() -> None:
    table = after(BY_DAY + "Cy: claim Empath; Cy: say = report N1 empath count 2\n")
    bo, di, others = evil(table)[1], evil(table)[3], [evil(table)[seat] for seat in (0, 4, 5, 6)]
    assert min(bo, di) > 1.4 * max(others)


def test_two_who_claim_one_character_are_suspect() -> None:
    table = after(BY_DAY + "Ann: claim Chef; Ed: claim Chef\n")
    assert min(evil(table)[0], evil(table)[4]) > max(evil(table)[seat] for seat in (1, 2, 3, 5, 6))


def test_who_dies_at_night_is_hardly_the_demon() -> None:
    table = after(BY_DAY + "Storyteller: end the day\nBo: Ann\nEd: Gus\nStoryteller: 0\n")
    assert evil(table)[6] < min(evil(table)[:6])


def test_what_evil_know_changes_nothing_of_what_everybody_thinks() -> None:
    """Who is what is nowhere in it: the same sayings in another town weigh the same."""
    other = TOWN.replace("Flo Soldier", "Flo Virgin").replace("Gus Virgin", "Gus Soldier")
    said = "Ann: claim Chef; Ann: say = report N1 chef count 1\n"
    assert evil(after(BY_DAY + said)) == evil(after(BY_DAY.replace(TOWN, other) + said))


# -- the storyteller ---------------------------------------------------------------------------------------------


def test_bluffs_are_townsfolk_that_nobody_is() -> None:
    assert suggested(after(TOWN)) not in (
        "Chef",
        "Monk",
        "Empath",
        "Soldier",
        "Virgin",
        "Recluse",
        "Saint",
        "Butler",
        "Drunk",
    )


def test_the_red_herring_is_a_good_player_and_another() -> None:
    table = after(TOWN.replace("Ann Chef", "Ann Fortune Teller"))
    assert table.legal(7)[0].text == "Ann", "she herself could be it"
    assert suggested(table) in ("Bo", "Cy", "Flo", "Gus")


@pytest.mark.parametrize(("asked", "answer"), [("team Ed demon", "yes"), ("evil Bo", "no")])
def test_an_artist_is_answered_truly(asked: str, answer: str) -> None:
    tokens = "tokens: Ann Artist, Bo Clockmaker, Cy Oracle, Di Witch, Ed Fang Gu, Flo Klutz, Gus Savant\n"
    table = after(tokens, "Sects and Violets")
    while table.view(None).phase == "night":
        seat = table.asked[0]
        table.play(seat, table.legal(seat)[0])
    table.play(0, f"use Artist = {asked}")
    while table.view(7).question.topic == "pause":
        table.play(7, "go on")
    assert suggested(table) == answer


@pytest.mark.parametrize("script", ["tb", "bmr", "snv", EVERYTHING])
def test_what_is_suggested_may_be_done_and_is_the_same_every_time(script: str) -> None:
    table, luck, seen = Table(GAME, 10, 5, {"script": script}), Random(5), 0
    while table.asked and len(table.history) < 400:
        seat = luck.choice(table.asked)
        legal = table.legal(seat)
        question = table.view(seat).question
        if seat == 9 and question is not None and not question.free_text:
            move = suggested(table)
            assert move == suggested(table)
            assert move in [other.text for other in legal]
            seen += 1
        else:
            move = bots.choose(table.observation(seat), legal, luck).text
        table.play(seat, move)
    assert seen > 5


# -- whole games -------------------------------------------------------------------------------------------------


def played(good: Any, games: int) -> list[str]:
    """How games end in which the good are played by `good`, everybody else by the game's own bots."""

    def choose(view: Observation, legal: Sequence[Move], luck: Random) -> Move:
        who = good if view.me is not None and view.me.alignment == "good" else bots.choose
        move: Move = who(view, legal, luck)
        return move

    known: Mapping[str, Any] = {"mixed": choose}
    ends = []
    for number in range(games):
        position = GAME.start(8, f"strength/{number}", GAME.checked_options({"script": "tb"}))
        ends.append(playout.play_out(GAME, position, ("mixed",) * 8, Random(number), known).end)
    return ends


def at_random(view: Observation, legal: Sequence[Move], luck: Random) -> Move:
    return (
        legal[0]
        if view.question is not None and view.question.floor and luck.random() < 0.7
        else luck.choice(legal)
    )


def test_sensible_good_players_win_more_than_random_ones() -> None:
    sensible = sum(end.startswith("good") for end in played(bots.choose, 60))
    random = sum(end.startswith("good") for end in played(at_random, 60))
    assert sensible > 1.5 * random


@pytest.mark.parametrize(("script", "seats", "options"), [
    (EVERYTHING, 10, {}), (EVERYTHING, 13, {"travellers": 2}), ("snv", 12, {"results": "at dusk"}), ("tb", 6, {}),
])  # fmt: skip
def test_games_among_bots_come_to_an_end(script: str, seats: int, options: dict[str, Any]) -> None:
    for number in range(count(1, 4)):
        out = GAME.play_out(
            seats, f"end/{number}", GAME.checked_options({"script": script, **options}), ("sensible",) * seats
        )
        assert out.end.startswith(("good: ", "evil: "))  # evil may win where nobody is evil, beside an Atheist


@pytest.mark.parametrize("drunk", [False, True])
def test_the_fisherman_is_advised_by_what_is_true(drunk: bool) -> None:
    """The advice names a player and fits their token; who is drunk is sent the wrong way."""
    table = facedown.read(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Storyteller\n"
        "script: fisherman, soldier, slayer, virgin, goblin, imp\n"
        "tokens: Ann Fisherman, Bo Slayer, Cy Virgin, Di Imp, Ed Goblin\n"
        + ("Storyteller: mark Ann drunk\n" if drunk else "")
        + "Ann: use Fisherman\nprompt Storyteller: what should\n"
    )
    assert table.asked == (5,)
    view, legal = table.observation(5), table.legal(5)
    said = {bots.storyteller.balanced(view, legal, Random(seed)).text for seed in range(20)}
    helpful = {f"= advice {name} {do}" for do, names in HELPFUL for name in names}
    assert said
    assert said.isdisjoint(helpful) if drunk else said <= helpful


HELPFUL = [
    ("trust", ("Bo", "Cy")),
    ("doubt", ("Di", "Ed")),
    ("execute", ("Di",)),
]
