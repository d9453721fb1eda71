"""Who takes a trick, in the corners that games seldom reach."""

from __future__ import annotations

from typing import Any

import pytest

from facedown.core.layout import blank, dtype_of
from facedown.games.bayou.cards import HOUSE, SECOND_WINS
from facedown.games.bayou.deck import ANY_SUIT, NONE, SEATS, card_names
from facedown.games.bayou.tricks import Trick, put_high, trick_winner

NUMBERS = {name: card for card, name in card_names(HOUSE).items()}


def trick(*cards: str | None, leader: int = 0, trump: str = "Yellow 4") -> Any:
    """A trick as it lies: a card for each seat; Manatees are lowest, Pythons work."""
    t = blank(dtype_of(Trick))
    t.seats, t.leader, t.trump, t.high, t.second = len(cards), leader, NUMBERS[trump], NONE, NONE
    t.trick = [NUMBERS[card] if card else NONE for card in cards] + [NONE] * (SEATS - len(cards))
    t.led = ANY_SUIT
    for seat, card in enumerate(cards):
        if card == "Manatee":
            t.low |= 1 << seat
        if card == "Python":
            t.effects |= 1 << SECOND_WINS
    return t


@pytest.mark.covers("bayou-boss 4.8")
def test_a_manatee_alone_takes_the_trick() -> None:
    assert trick_winner(trick(None, "Manatee", None, leader=1)) == 1


@pytest.mark.covers("bayou-boss 4.7", "bayou-boss 4.6")
def test_beside_a_manatee_there_is_no_second_highest_card() -> None:
    assert trick_winner(trick("Python", "Manatee")) == 0
    assert trick_winner(trick("Manatee", "Python")) == 1


@pytest.mark.covers("bayou-boss 4.7")
def test_the_python_itself_is_second_where_one_suit_card_lies() -> None:
    assert trick_winner(trick("Red 3", "Python")) == 1


@pytest.mark.covers("bayou-boss 4.5")
def test_among_characters_the_last_is_high_and_the_last_but_one_second() -> None:
    assert trick_winner(trick("Raven", "Blue Crab", "Raven")) == 2
    assert trick_winner(trick("Raven", "Blue Crab", "Manatee")) == 1
    assert trick_winner(trick("Raven", "Blue Crab", "Python")) == 1
    assert trick_winner(trick("Raven", "Python", "Manatee")) == 0


@pytest.mark.covers("bayou-boss 4.5", "bayou-boss 4.7")
def test_beside_a_marked_high_card_the_last_but_one_is_second() -> None:
    for cards, marked, winner in (
        (("Heron", "Raven", "Python"), 0, 1),
        (("Raven", "Heron", "Python"), 1, 2),  # the last but one is high itself
        (("Raven", "Python", "Heron"), 2, 1),
        (("Heron", "Python", "Manatee"), 0, 1),
        (("Heron", "Raven", "Raven", "Python"), 0, 2),
    ):
        t = trick(*cards)
        put_high(t, marked)
        assert trick_winner(t) == winner


@pytest.mark.covers("bayou-boss 4.1", "bayou-boss 4.2")
def test_only_the_last_two_marks_count() -> None:
    t = trick("Red 1", "Red 2", "Red 3")
    put_high(t, 0)
    put_high(t, 1)
    assert (t.high, t.second) == (1, 0)
    put_high(t, 1)
    assert (t.high, t.second) == (1, 0)
    put_high(t, 0)
    assert (t.high, t.second) == (0, 1)
    assert trick_winner(t) == 0


@pytest.mark.covers("bayou-boss 4.2")
def test_a_mark_where_no_card_was_played_does_not_count() -> None:
    t = trick("Red 1", "Red 2", None)
    t.led = 0
    put_high(t, 0)
    put_high(t, 2)
    assert trick_winner(t) == 1


@pytest.mark.covers("bayou-boss 4.3", "bayou-boss 4.4")
def test_trumps_beat_the_suit_led_which_beats_the_others() -> None:
    t = trick("Red 1", "Blue 9", "Yellow 0")
    t.led = 0
    assert trick_winner(t) == 2
    t.trump = NUMBERS["Green 1"]
    assert trick_winner(t) == 0
