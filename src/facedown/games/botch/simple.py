"""Simple strategies that go by what they hold or have seen: what a good bot must not lose to.

In all else they play as the game's best bot does.  Always or never making one kind of move need not be written here
(`lab/deviations.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from facedown.core.bits import allows, lowest
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.games.botch import cards, codes, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.bots import choose, gain_of
from facedown.games.botch.codes import card_in, is_threat, target_in
from facedown.games.botch.memory import SURE, Memory, weight_of
from facedown.games.botch.position import NONE, TEN, Observation
from facedown.games.botch.table import alone, is_role


@compiles
def _best_claim(v: Observation, c: Cards, moves: Ints) -> int:
    """The claim of an item that brings most if nobody doubts it; NONE if there is none."""
    best, chosen = 0, NONE
    for page in range(int(c.pages)):
        begin = codes.WORDS_OF_PAGE * page
        for word in range(begin + codes.ON_SEAT, begin + codes.ON_NOBODY + 1):
            rest = int(moves[word])
            while rest:
                move = 64 * word + lowest(rest)
                rest &= rest - 1
                card = card_in(move)
                if not is_threat(move) and not is_role(card) and int(c.how_of[card]) == cards.CLAIMED:
                    gain = gain_of(v, c, card, target_in(move), int(v.seat))
                    if gain > best:
                        best, chosen = gain, move
    return chosen


@compiles
def best_claim(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Always claims the item that brings most."""
    seat = int(v.seat)
    if int(v.question) == steps.TURN:
        if allows(moves, codes.DECLARE) and int(v.diamonds[seat]) + int(v.stash[seat]) >= TEN:
            return codes.DECLARE
        claim = _best_claim(v, c, moves)
        if claim != NONE:
            return claim
    return choose(v, c, moves, luck, memory)


@compiles
def calls_by_long_odds(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Calls an item only where the one who uses it has it one time in five or less."""
    if int(v.question) == steps.CALLS and allows(moves, codes.CALL):
        return codes.CALL if 5 * weight_of(memory, int(v.user), int(v.said)) <= SURE else codes.PASS
    return choose(v, c, moves, luck, memory)


@compiles
def never_lies(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Says only that it uses what it thinks that it has."""
    if int(v.question) == steps.TURN and allows(moves, codes.LOOK_OWN):
        for page in range(int(c.pages)):
            true = alone(int(v.roles[v.seat]), page)
            for item in range(cards.ITEMS):
                thought = 2 * weight_of(memory, int(v.seat), cards.PAGE * page + item) > SURE
                true |= (1 << item) if thought else 0
            begin = codes.WORDS_OF_PAGE * page
            for word in range(begin + codes.ON_SEAT, begin + codes.FROM_STASH + 1):
                moves[word] &= true
    return choose(v, c, moves, luck, memory)


@compiles
def never_lies_nor_calls(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Says only that it uses what it thinks that it has, and never calls."""
    return codes.PASS if int(v.question) == steps.CALLS else never_lies(v, c, moves, luck, memory)


@compiles
def lies_while_poor(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Claims the best while it has fewer than six diamonds, and then only what it thinks that it has."""
    poor = int(v.diamonds[v.seat]) + int(v.stash[v.seat]) < 6
    return best_claim(v, c, moves, luck, memory) if poor else never_lies(v, c, moves, luck, memory)


@compiles
def claims_below_eight(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Claims the best while it has fewer than eight diamonds, and then plays as the bot does."""
    poor = int(v.diamonds[v.seat]) + int(v.stash[v.seat]) < 8
    return best_claim(v, c, moves, luck, memory) if poor else choose(v, c, moves, luck, memory)


STRATEGIES: dict[str, Callable[..., int]] = {
    "always claims the best": best_claim,
    "calls by long odds": calls_by_long_odds,
    "never lies": never_lies,
    "never lies, never calls": never_lies_nor_calls,
    "lies while it is poor": lies_while_poor,
    "claims the best below eight diamonds": claims_below_eight,
}
