"""Simple strategies, each of which does one thing always: what a good bot must not lose to.

In all else they play as the game's best bot does.
"""

from __future__ import annotations

from collections.abc import Callable

from facedown.core.bits import allows, lowest
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.games.botch import cards, codes, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.bots import choose, gain_of
from facedown.games.botch.codes import card_in, is_threat, is_use, target_in, threat_of, words
from facedown.games.botch.memory import SURE, Memory, weight_of
from facedown.games.botch.position import NONE, SEATS, TEN, Observation
from facedown.games.botch.table import alone, is_role

SEATS_SET = (1 << SEATS) - 1


@compiles
def _best_claim(v: Observation, c: Cards, moves: Ints, roles: bool) -> int:
    """The claim of an item, or a Hidden role, that brings most if nobody doubts it; NONE if there is none."""
    best, chosen = 0, NONE
    for page in range(int(c.pages)):
        begin = codes.WORDS_OF_PAGE * page
        for word in range(begin + codes.ON_SEAT, begin + codes.ON_NOBODY + 1):
            rest = int(moves[word])
            while rest:
                move = 64 * word + lowest(rest)
                rest &= rest - 1
                card = card_in(move)
                if is_threat(move) or is_role(card) != roles:
                    continue
                if int(c.is_hidden[card]) if roles else int(c.how_of[card]) == cards.CLAIMED:
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
        claim = _best_claim(v, c, moves, False)
        if claim != NONE:
            return claim
    return choose(v, c, moves, luck, memory)


@compiles
def best_claim_and_no_call(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Always claims the item that brings most, and never calls."""
    if int(v.question) == steps.CALLS:
        return codes.PASS
    return best_claim(v, c, moves, luck, memory)


@compiles
def best_role(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Always claims the Hidden role that brings most, its own or not."""
    if int(v.question) == steps.TURN and not allows(moves, codes.DECLARE):
        claim = _best_claim(v, c, moves, True)
        if claim != NONE:
            return claim
    return choose(v, c, moves, luck, memory)


@compiles
def threatens(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Threatens the richest whenever it may, with the first card that threatens."""
    if int(v.question) == steps.TURN and not allows(moves, codes.DECLARE):
        richest, chosen = 0, NONE
        for other in range(int(v.seats)):
            for page in range(int(c.pages)):
                rest = int(moves[codes.WORDS_OF_PAGE * page + codes.THREATS + other])
                if rest and int(v.diamonds[other]) > richest:
                    richest, chosen = int(v.diamonds[other]), threat_of(cards.PAGE * page + lowest(rest), other)
        if chosen != NONE:
            return chosen
    return choose(v, c, moves, luck, memory)


@compiles
def declares_early(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Declares as soon as it may."""
    if int(v.question) == steps.TURN and allows(moves, codes.DECLARE):
        return codes.DECLARE
    return choose(v, c, moves, luck, memory)


@compiles
def calls_by_odds(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Calls an item that the one who uses it has with less than even odds, by what was seen."""
    if int(v.question) == steps.CALLS and allows(moves, codes.CALL):
        return codes.CALL if 2 * weight_of(memory, int(v.user), int(v.said)) < SURE else codes.PASS
    return choose(v, c, moves, luck, memory)


@compiles
def calls_by_long_odds(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Calls an item only where the one who uses it has it one time in five or less."""
    if int(v.question) == steps.CALLS and allows(moves, codes.CALL):
        return codes.CALL if 5 * weight_of(memory, int(v.user), int(v.said)) <= SURE else codes.PASS
    return choose(v, c, moves, luck, memory)


@compiles
def _swaps(v: Observation, moves: Ints) -> int:
    """The seats with whom one may swap, as a set, where a turn can be spent on something else, too."""
    return int(moves[0]) >> codes.SWAP_WITH & SEATS_SET if int(v.question) == steps.TURN else 0


@compiles
def never_swaps(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Never swaps but on the first turn, when it must."""
    if _swaps(v, moves) and allows(moves, codes.LOOK_OWN):
        moves[0] &= ~(SEATS_SET << codes.SWAP_WITH)
    return choose(v, c, moves, luck, memory)


@compiles
def always_swaps(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Swaps with the next seat whenever it cannot declare."""
    swaps = _swaps(v, moves)
    if swaps and not allows(moves, codes.DECLARE):
        return codes.SWAP_WITH + lowest(swaps)
    return choose(v, c, moves, luck, memory)


@compiles
def looks_when_unsure(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Looks at its own item whenever it does not know it."""
    if int(v.question) == steps.TURN and allows(moves, codes.LOOK_OWN) and not allows(moves, codes.DECLARE):
        knows = False
        for page in range(int(c.pages)):
            for item in range(cards.PAGE * page, cards.PAGE * page + cards.ITEMS):
                knows = knows or weight_of(memory, int(v.seat), item) == SURE
        if not knows:
            return codes.LOOK_OWN
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
def calls_the_richest(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Calls whoever has the most diamonds, and nobody else."""
    if int(v.question) == steps.CALLS and allows(moves, codes.CALL):
        for other in range(int(v.seats)):
            if int(v.diamonds[other]) > int(v.diamonds[v.user]):
                return codes.PASS
        return codes.CALL
    return choose(v, c, moves, luck, memory)


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


@compiles
def uses_role(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Uses its role every turn, and no item."""
    if int(v.question) == steps.TURN and allows(moves, codes.LOOK_OWN):
        kept = 0
        for word in range(words(c)):
            kept |= int(moves[word]) & cards.EVERY_ROLE if is_use(64 * word) else 0
        for word in range(words(c) if kept else 0):
            if is_use(64 * word):
                moves[word] &= cards.EVERY_ROLE
    return choose(v, c, moves, luck, memory)


@compiles
def never_pays(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Refuses every threat."""
    return codes.REFUSE if int(v.question) == steps.ANSWER else choose(v, c, moves, luck, memory)


@compiles
def always_pays(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Gives in to every threat."""
    if int(v.question) == steps.ANSWER and allows(moves, codes.PAY):
        return codes.PAY
    return choose(v, c, moves, luck, memory)


@compiles
def claims_best_calls_by_odds(v: Observation, c: Cards, moves: Ints, luck: Ints, memory: Memory) -> int:
    """Always claims the item that brings most, and calls by odds."""
    if int(v.question) == steps.CALLS:
        return calls_by_odds(v, c, moves, luck, memory)
    return best_claim(v, c, moves, luck, memory)


STRATEGIES: dict[str, Callable[..., int]] = {
    "always claims the best": best_claim,
    "always claims the best, never calls": best_claim_and_no_call,
    "always claims the best role": best_role,
    "always threatens": threatens,
    "declares early": declares_early,
    "calls by odds": calls_by_odds,
    "calls by long odds": calls_by_long_odds,
    "claims the best, calls by odds": claims_best_calls_by_odds,
    "never swaps": never_swaps,
    "always swaps": always_swaps,
    "looks when unsure": looks_when_unsure,
    "never lies": never_lies,
    "never lies, never calls": never_lies_nor_calls,
    "calls the richest": calls_the_richest,
    "lies while it is poor": lies_while_poor,
    "claims the best below eight diamonds": claims_below_eight,
    "uses its role": uses_role,
    "never pays": never_pays,
    "always pays": always_pays,
}
