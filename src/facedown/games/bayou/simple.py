"""Simple strategies, each of which does one thing always: what a good bot must not lose to.

In all else they play as the game's best bot does.
"""

from __future__ import annotations

from collections.abc import Callable

from facedown.core.bits import lowest, popcount
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.games.bayou import deck, steps
from facedown.games.bayou.arrays import Cards
from facedown.games.bayou.bots import chance_to_win, choose
from facedown.games.bayou.deck import NONE
from facedown.games.bayou.position import Observation


@compiles
def _worth(v: Observation, card: int) -> int:
    """How high a card is: Characters below all others, trumps above."""
    suit = int(deck.SUIT_OF[card])
    if suit == deck.CHARACTER:
        return -1
    return int(deck.VALUE_OF[card]) + (deck.VALUES if suit == int(deck.SUIT_OF[v.trump]) else 0)


@compiles
def _by_value(v: Observation, moves: Ints, sign: int) -> int:
    """The highest card, or with sign -1 the lowest."""
    best, chosen = -1000, NONE
    for word in range(2):
        rest = int(moves[word])
        while rest:
            card = 64 * word + lowest(rest)
            rest &= rest - 1
            worth = sign * _worth(v, card)
            if worth > best:
                best, chosen = worth, card
    return chosen


@compiles
def highest(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Always plays the highest card."""
    return _by_value(v, moves, 1) if int(v.question) == steps.PLAY else choose(v, c, moves, luck)


@compiles
def lowest_card(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Always plays the lowest card."""
    return _by_value(v, moves, -1) if int(v.question) == steps.PLAY else choose(v, c, moves, luck)


@compiles
def _favouring(v: Observation, c: Cards, moves: Ints, luck: Ints, first: int, second: int) -> int:
    """Plays cards of this set wherever it can."""
    if int(v.question) == steps.PLAY and (int(moves[0]) & first or int(moves[1]) & second):
        moves[0] &= first
        moves[1] &= second
    return choose(v, c, moves, luck)


@compiles
def characters_first(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Plays a Character whenever it may."""
    return _favouring(v, c, moves, luck, deck.RAVENS, ~deck.SUIT_CARDS)


@compiles
def characters_last(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Plays a Character only when it must."""
    return _favouring(v, c, moves, luck, deck.SUIT_CARDS, deck.SUIT_CARDS)


@compiles
def trumps_first(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Plays a trump whenever it may."""
    suit = int(deck.SUIT_OF[v.trump])
    if suit == deck.CHARACTER:
        return choose(v, c, moves, luck)
    return _favouring(v, c, moves, luck, int(deck.OF_SUIT[suit, 0]), int(deck.OF_SUIT[suit, 1]))


@compiles
def always_red(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Plays the first suit wherever it may."""
    return _favouring(v, c, moves, luck, int(deck.OF_SUIT[0, 0]), int(deck.OF_SUIT[0, 1]))


@compiles
def picks_lowest(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Always picks the lowest card from the Swamp, Characters before all."""
    return _by_value(v, moves, -1) if int(v.question) == steps.PICK else choose(v, c, moves, luck)


@compiles
def picks_highest(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Always picks the highest card from the Swamp."""
    return _by_value(v, moves, 1) if int(v.question) == steps.PICK else choose(v, c, moves, luck)


@compiles
def ducks(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Plays the highest card that leaves the trick to somebody else, as the cards lie; else the lowest."""
    if int(v.question) != steps.PLAY or int(v.led) == deck.ANY_SUIT:
        return _by_value(v, moves, -1) if int(v.question) == steps.PLAY else choose(v, c, moves, luck)
    best, chosen = -1, NONE
    for word in range(2):
        rest = int(moves[word]) & deck.SUIT_CARDS
        while rest:
            card = 64 * word + lowest(rest)
            rest &= rest - 1
            if chance_to_win(v, c, card) == 0 and _worth(v, card) > best:
                best, chosen = _worth(v, card), card
    return chosen if chosen != NONE else _by_value(v, moves, -1)


@compiles
def plays_shortest_suit(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Plays from the suit of which it has the fewest, so as to be free of it soon."""
    fewest, suit = 100, NONE
    for of in range(len(deck.OF_SUIT)):
        held = popcount(int(v.hand[0]) & int(deck.OF_SUIT[of, 0])) + popcount(
            int(v.hand[1]) & int(deck.OF_SUIT[of, 1])
        )
        there = int(moves[0]) & int(deck.OF_SUIT[of, 0]) or int(moves[1]) & int(deck.OF_SUIT[of, 1])
        if there and held < fewest:
            fewest, suit = held, of
    if suit == NONE:
        return choose(v, c, moves, luck)
    return _favouring(v, c, moves, luck, int(deck.OF_SUIT[suit, 0]), int(deck.OF_SUIT[suit, 1]))


@compiles
def takes_early(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Plays high in the first two tricks of a round, to pick first from the Swamp."""
    if int(v.question) == steps.PLAY and int(v.trick_number) <= 2:
        return _by_value(v, moves, 1)
    return choose(v, c, moves, luck)


STRATEGIES: dict[str, Callable[..., int]] = {
    "always the highest card": highest,
    "always the lowest card": lowest_card,
    "Characters first": characters_first,
    "Characters last": characters_last,
    "trumps first": trumps_first,
    "always the first suit": always_red,
    "ducks as high as it can": ducks,
    "plays its shortest suit": plays_shortest_suit,
    "takes the first tricks": takes_early,
    "picks the lowest": picks_lowest,
    "picks the highest": picks_highest,
}
