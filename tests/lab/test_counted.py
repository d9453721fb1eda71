"""What is counted while games are played, against the same games seen one by one."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import facedown
from facedown.core.batch import Batch
from facedown.core.counting import Plan
from facedown.core.flat import FlatGame
from facedown.core.game import Game
from facedown.lab import SimulationReport, simulate
from facedown.lab.counted import Counts

GAMES = 6


@pytest.mark.parametrize(("name", "seats"), [("gotcha", 2), ("bayou-boss", 3)])
def test_every_event_and_decision_is_counted_compiled_or_not(name: str, seats: int) -> None:
    game = facedown.game(name)
    assert isinstance(game, FlatGame)
    batches = [Batch(game.contract, seats, ("sensible",), compiles=compiles) for compiles in (True, False)]
    played = [batch.play(0, 0, GAMES) for batch in batches]
    counts = [Counts(batch) for batch in batches]
    for outcome, its in zip(played, counts, strict=True):
        its.add(outcome)
        assert sum(one.times for one in its.counted()) == sum(outcome.positions["event_count"])
        assert sum(one.times for one in its.moves()) == sum(outcome.decisions)
    assert counts[0].counted() == counts[1].counted()
    assert counts[0].moves() == counts[1].moves()


@pytest.fixture(scope="module")
def bayou() -> SimulationReport:
    return simulate(facedown.game("bayou-boss"), 400, ["sensible"], seats=3, cores=1)


def test_no_count_is_larger_than_what_holds_it(bayou: SimulationReport) -> None:
    for one in bayou.counts:
        assert one.won <= one.games <= min(one.times, bayou.games)
        assert one.by_winners <= one.times
        assert one.seat is None or one.seat < 3
    assert {one.card for one in bayou.cards} > {"Heron", "Raven", "Red 1"}
    assert sum(one.times for one in bayou.moves) == bayou.decisions


def test_lengths_and_drama_add_up(bayou: SimulationReport) -> None:
    assert sum(bayou.lengths.values()) == bayou.games
    assert sum(length * games for length, games in bayou.lengths.items()) == bayou.decisions
    assert bayou.drama is not None
    assert sum(bayou.drama.decided_tenths) == sum(bayou.drama.lead_change_games) == bayou.games
    assert 0 < bayou.drama.decided.value < 1
    assert bayou.drama.choices.value > 1
    assert 0 < bayou.drama.forced.value < 1


def test_what_never_happens_is_named() -> None:
    report = simulate(facedown.game("gotcha"), 300, ["sensible"], options={"tier": "starter"}, cores=1)
    happened = Counter(one.event for one in report.counts)
    assert "thrown" not in report.never.events  # nobody can throw, as lots are drawn
    assert "ran out" in report.never.events  # it could happen
    assert "2.6" not in report.never.rules  # that of a throw
    assert not set(report.never.events) & set(happened)
    assert "Common Rock" not in report.never.cards
    assert set(report.never.moves) == {one.move for one in report.moves if one.times == 0}


def test_only_cards_of_the_deck_that_is_played_are_said_to_have_met_nobody() -> None:
    starter = simulate(facedown.game("gotcha"), 1, options={"tier": "starter"}, cores=1)
    assert "Curse" not in starter.never.cards  # of the advanced tier
    bayou = simulate(facedown.game("bayou-boss"), 60, ["sensible"], 4, cores=1)
    assert not bayou.never.cards  # with four, values above 9 and the sixth suit stay in the box
    cast = "Bookie, Suit, Douche, Album, Brew, Sack"
    botch = simulate(facedown.game("botch"), 1, ["sensible"], 3, options={"cast": cast}, cores=1).never.cards
    assert set(botch) <= set(cast.split(", "))


def test_what_the_options_and_the_cards_rule_out_is_no_surprise() -> None:
    printed = facedown.game("gotcha")
    starter = simulate(printed, 1, options={"tier": "starter"}, cores=1).never.events
    assert not {"hands dealt", "showed", "covered", "swapped", "discarded"} & set(starter)
    discards = 'effects = [{does = "discard", who = "owner", cards = 1, when = ["loses"]}]'
    mine = facedown.game("gotcha", cards=printed.cards_file().replace("effects = []", discards))
    report = simulate(mine, 1, options={"tier": "starter"}, cores=1)
    assert "discarded" in {*report.never.events, *(one.event for one in report.counts)}


def ruled_out(game: Game, **options: object) -> set[str]:
    assert isinstance(game, FlatGame)
    assert game.contract.events is not None
    return {
        game.contract.events.names[event]
        for event in game.contract.events.impossible(game.checked_options(options))
    }


def test_events_that_no_card_of_the_cast_brings_about_are_no_surprise() -> None:
    botch = facedown.game("botch")
    hidden = {"paid to id", "handed back", "exposed", "proved"}
    assert ruled_out(botch, cast="basic") >= hidden
    assert ruled_out(botch, cast="advanced") == {"took each"}  # for cards of one's own alone
    assert "collected it" in ruled_out(botch, cast="Archivist, Douche, Suit, Brew, Sack, Ticket")  # no Album
    # Where Hidden roles are not told, they may be claimed although none is in.
    assert not ruled_out(botch, cast="basic", tell_cast="open") & hidden


def test_events_that_no_card_of_the_game_brings_about_are_no_surprise() -> None:
    bayou, bots = facedown.game("bayou-boss"), facedown.game("bots-battleground")
    assert ruled_out(bayou) == ruled_out(bots) == set()
    tame = bayou.cards_file().replace('effect = "new trump"', 'effect = "nothing"')
    assert ruled_out(facedown.game("bayou-boss", cards=tame)) == {"exchanged"}
    tame = bots.cards_file().replace('does = "reinforce"', 'does = "add", n = 1, on = "self"')
    assert ruled_out(facedown.game("bots-battleground", cards=tame)) == {"shown"}


@pytest.mark.parametrize(("name", "seats"), [("gotcha", 2), ("bayou-boss", 3), ("bots-battleground", 4)])
def test_who_leads_is_looked_at_whenever_a_score_may_have_changed(name: str, seats: int) -> None:
    game = facedown.game(name)
    assert isinstance(game, FlatGame)
    assert game.contract.events is not None
    assert game.contract.events.scoring
    batches = [Batch(game.contract, seats, ("sensible",)) for _ in range(2)]
    after_any_event = game.contract.events._replace(scoring=None)
    batches[1].plan = Plan(after_any_event, seats, batches[1].plan.moves, game.contract.high_wins)
    seen, seen_after_any_event = (batch.play("ends early", 0, 800).drama for batch in batches)
    assert seen is not None
    assert seen_after_any_event is not None
    assert np.array_equal(seen, seen_after_any_event)


@pytest.mark.parametrize(
    ("name", "seats"), [("gotcha", 2), ("bayou-boss", 3), ("botch", 4), ("bots-battleground", 3)]
)
def test_rules_are_counted_as_often_as_the_log_names_them(name: str, seats: int) -> None:
    game = facedown.game(name)
    assert isinstance(game, FlatGame)
    assert game.contract.events is not None
    batch, named, before = Batch(game.contract, seats, compiles=False), Counter[str](), 0
    counts = Counts(batch)
    counts.add(batch.play("rules", 0, 1))
    table = batch.table("rules", 0)
    for at, frame in enumerate(table.frames):
        position, told = frame.position, table.told_at(at, None)
        if position.event_count > before and told is not None and told.rule is not None:
            before, event = position.event_count, int(position.event)
            assert told.rule == game.contract.events.rules.get(event, told.rule), told.text
            if event in game.contract.events.rules or event in game.contract.events.own_rule:
                named[told.rule] += 1
    assert {one.rule: one.times for one in counts.rules() if one.times} == named
