"""Simple strategies, each of which does one thing always: what a good bot must not lose to.

In all else they play as the game's best bot does.
"""

from __future__ import annotations

from facedown.core.bits import allows, lowest
from facedown.core.layout import Ints, compiles
from facedown.games.botch import cards, codes, steps
from facedown.games.botch.bots import choose, gain_of
from facedown.games.botch.codes import card_in, is_threat, target_in
from facedown.games.botch.memory import Memory
from facedown.games.botch.position import NONE, TEN, View


@compiles
def _best_claim(v: View, moves: Ints) -> int:
    """The claim of an item that brings most if nobody calls it, whatever one has; NONE where there is none."""
    best, chosen = 0, NONE
    for word in range(1, codes.ON_NOBODY + 1):
        rest = int(moves[word])
        while rest:
            move = 64 * word + lowest(rest)
            rest &= rest - 1
            card = card_in(move)
            if card < cards.FIRST_ROLE and not is_threat(move) and int(cards.HOW_OF[card]) == cards.CLAIMED:
                gain = gain_of(v, card, target_in(move), int(v.seat))
                if gain > best:
                    best, chosen = gain, move
    return chosen


@compiles
def best_claim(v: View, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Always claims the item that brings most."""
    seat = int(v.seat)
    if int(v.question) == steps.TURN:
        if allows(moves, codes.DECLARE) and int(v.diamonds[seat]) + int(v.stash[seat]) >= TEN:
            return codes.DECLARE
        claim = _best_claim(v, moves)
        if claim != NONE:
            return claim
    return choose(v, moves, luck, memory)


@compiles
def best_claim_and_no_call(v: View, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Always claims the item that brings most, and never calls."""
    if int(v.question) == steps.CALLS:
        return codes.PASS
    return best_claim(v, moves, luck, memory)


@compiles
def threatens(v: View, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Threatens the richest whenever it may, with the first card that threatens."""
    if int(v.question) == steps.TURN and not allows(moves, codes.DECLARE):
        richest, chosen = 0, NONE
        for other in range(int(v.seats)):
            rest = int(moves[1 + other]) >> cards.CARDS
            if rest and int(v.diamonds[other]) > richest:
                richest, chosen = int(v.diamonds[other]), 64 * (1 + other) + cards.CARDS + lowest(rest)
        if chosen != NONE:
            return chosen
    return choose(v, moves, luck, memory)


@compiles
def declares_early(v: View, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Declares as soon as it may."""
    if int(v.question) == steps.TURN and allows(moves, codes.DECLARE):
        return codes.DECLARE
    return choose(v, moves, luck, memory)


STRATEGIES = {
    "always claims the best": best_claim,
    "always claims the best, never calls": best_claim_and_no_call,
    "always threatens": threatens,
    "declares early": declares_early,
}
