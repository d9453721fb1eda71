"""Random games of Bayou Boss, counted out to the last card."""

from __future__ import annotations

from collections import Counter

import pytest

from facedown.core.table import Table
from facedown.games.bayou import GAME, events
from facedown.games.bayou.cards import HOUSE
from facedown.games.bayou.deck import card_names
from facedown.games.bayou.words import card_names as names_in
from tests.games.bayou.random_games import SEATS, played
from tests.games.bayou.referee import SUITS

NAMES = card_names(HOUSE)
BAYOU = GAME  # as a game of records, which is more than the contract says
CHARACTERS = (
    "Heron", "Alligator", "Python", "Manatee", "Raccoon", "Blue Crab", "Crawfish", "Opossum", "Bullfrog",
)  # fmt: skip


@pytest.mark.covers("bayou-boss 7.7")
@pytest.mark.parametrize("seats", SEATS)
def test_the_fewest_points_win_and_are_shared(seats: int) -> None:
    for seed in range(3):
        standing = played(seats, seed).standing
        fewest = min(standing.scores)
        assert standing.winners == tuple(seat for seat in range(seats) if standing.scores[seat] == fewest)
        assert not standing.high_wins


def test_the_score_is_always_what_the_plates_show() -> None:
    """The tricks of the round that is being played are points that nobody loses again."""
    table = BAYOU.new(seats=4, seed=1)
    between = 0
    while not table.over:
        view = table.view(None)
        assert table.standing.scores == tuple(map(sum, zip(view.totals, view.tricks, strict=True)))
        between += any(view.tricks)
        seat = table.asked[0]
        table.play(seat, table.legal(seat)[0])
    assert between
    assert table.standing.scores == tuple(table.view(None).totals)


TABLE_OF_SEATS = {
    2: (4, 6, 1),
    3: (4, 9, 2),
    4: (5, 9, 3),
    5: (5, 12, 4),
    6: (5, 15, 5),
    7: (6, 15, 6),
    8: (6, 16, 7),
}


def all_cards(table: Table, frame: int) -> Counter[str]:
    """Every card that lies anywhere, from the position itself: hands, deck, Swamp, trump, trick."""
    position = table.frames[frame].position
    numbers = position.deck[: position.deck_left].tolist()
    numbers += [card for card in (position.trump, *position.trick) if card >= 0]
    names = [NAMES[int(card)] for card in numbers]
    for cards in (*position.hand, position.swamp, position.out):
        names += names_in(*cards.tolist(), BAYOU.contract.plain_cards)
    return Counter(names)


@pytest.mark.covers(
    "bayou-boss 1.3",
    "bayou-boss 1.4",
    "bayou-boss 1.5",
    "bayou-boss 2.3",
    "bayou-boss 2.4",
    "bayou-boss 2.5",
    "bayou-boss 7.5",
)
@pytest.mark.parametrize("seats", SEATS)
def test_no_card_is_lost_or_made(seats: int) -> None:
    suits, top, ravens = TABLE_OF_SEATS[seats]
    table = played(seats, 0)
    deck = Counter(f"{suit} {value}" for suit in SUITS[:suits] for value in range(top + 1))
    whole, taken = deck, Counter[str]()
    for number, frame in enumerate(table.frames):
        position = frame.position
        if position.event == events.SHUFFLED:
            match = table.at(number).view(None).characters
            assert len(match) == len(set(match)) == 6
            whole = deck + Counter(match) + Counter({"Raven": ravens})
        if position.event == events.SCORED:
            whole, taken = deck, Counter()
        if position.event == events.TOOK_TRICK:
            trick = table.frames[number - 1].position.trick
            taken.update(NAMES[int(card)] for card in trick if card >= 0)
        assert all_cards(table, number) + taken == whole


@pytest.mark.covers("bayou-boss 2.1", "bayou-boss 1.4")
def test_chance_chooses_the_dealer_and_the_characters() -> None:
    dealers, characters = Counter[int](), Counter[str]()
    for seed in range(300):
        view = BAYOU.new(seats=3, seed=seed).view(None)
        assert view.dealer is not None
        dealers[view.dealer] += 1
        characters.update(view.characters)
    assert set(dealers) == {0, 1, 2}
    assert min(dealers.values()) > 60
    assert set(characters) == set(CHARACTERS)
    assert min(characters.values()) > 150


def test_a_position_is_small() -> None:
    assert BAYOU.contract.position_layout.itemsize <= 512


@pytest.mark.parametrize("seats", SEATS)
def test_names_of_moves_read_back(seats: int) -> None:
    table = BAYOU.new(seats=seats)
    moves = set(BAYOU.contract.moves(table.names))
    assert len(moves) == 6 * 17 + 10 + seats
    for move in moves:
        assert BAYOU.contract.moves(table.names).read(move.text.upper()) == move
