"""What a seat of Bayou Boss may know, and what is said to it: nothing hangs on what it may not know."""

from __future__ import annotations

import random

import pytest

import facedown
from facedown.games.bayou import GAME
from facedown.games.bayou.words import DOES, KINDS
from tests.games.bayou.random_games import SEATS, played
from tests.records.positions import laid_open

BAYOU = GAME  # as a game of records, which is more than the contract says
RULES = {rule.number for rule in BAYOU.rulebook()}


def test_a_determinized_table_plays_on_to_its_end() -> None:
    luck = random.Random(3)
    table = BAYOU.new(seats=4, seed=3)
    for _ in range(25):
        table.play(table.asked[0], luck.choice(table.legal(table.asked[0])))
    other = table.determinized(1, 5)
    while other.asked:
        other.play(other.asked[0], luck.choice(other.legal(other.asked[0])))
    assert other.over


@pytest.mark.covers("bayou-boss 4.9")
@pytest.mark.parametrize("seats", SEATS)
def test_everything_that_happens_is_told_by_a_rule(seats: int) -> None:
    told = set()
    for seed in range(3):
        for event in played(seats, seed).log(None):
            assert event.rule in RULES
            assert event.text.endswith(".")
            assert event.text.count("[") == event.text.count("]")
            told.add(event.kind)
    assert told >= {
        "characters",
        "dealer",
        "deal",
        "trump",
        "shuffle",
        "swamp",
        "play",
        "trick",
        "pick",
        "score",
        "end",
    }
    assert told <= set(KINDS.values())


@pytest.mark.parametrize("seats", SEATS)
def test_every_card_that_may_not_be_played_has_its_reason(seats: int) -> None:
    table = played(seats, 1)
    refused = 0
    asked = set()
    for number in range(len(table.frames)):
        spectator = table.at(number).view(None)
        if spectator.question is None:
            continue
        (seat,) = spectator.asked
        asked.add(spectator.question)
        view = table.at(number).view(seat)
        legal = {move.text for move in BAYOU.contract.legal(table.frames[number].position, seat, table.names)}
        cannot = dict(BAYOU.contract.unplayable(view, table.names))
        cards = view.swamp if view.question in ("pick", "draw") else view.hand
        if view.question != "mark":
            assert set(cannot) == set(cards) - legal
        for card, refusal in cannot.items():
            assert refusal.rule in RULES
            assert (
                BAYOU.contract.refusal(view, BAYOU.contract.moves(table.names).read(card), table.names) == refusal
            )
            if refusal.rule == "3.3":
                assert ": play trump, which is [" in refusal.text
            refused += 1
        assert BAYOU.contract.words.prompt(spectator, table.names).startswith(
            f"Waiting for {table.names[seat]} to "
        )
        assert "Waiting" not in BAYOU.contract.words.prompt(view, table.names)
    assert refused > 20
    assert asked <= set(DOES)


def test_a_refused_move_changes_nothing_and_says_why() -> None:
    table, luck, refused = BAYOU.new(seats=5, seed=2), random.Random(2), 0
    moves = sorted(BAYOU.contract.moves(table.names), key=str)
    while table.asked and refused < 400:
        (seat,) = table.asked
        legal = table.legal(seat)
        before = laid_open(table)
        for move in luck.sample(moves, 8):
            if move not in legal:
                with pytest.raises(facedown.Illegal) as caught:
                    table.play(seat, move)
                assert caught.value.rule in RULES
                refused += 1
        assert laid_open(table) == before
        table.play(seat, luck.choice(legal))
