"""A player by rule of thumb, who sees what its seat sees: duck, get rid of what wins, and pick Characters.

Costs are in thousandths of a trick, whole numbers, so that every machine comes to the same choice.
"""

from __future__ import annotations

from facedown.core.bits import holds, lowest
from facedown.core.chance import luck_below
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.games.bayou import cards, deck, steps
from facedown.games.bayou.arrays import Cards
from facedown.games.bayou.deck import NONE
from facedown.games.bayou.position import Observation
from facedown.games.bayou.tricks import trick_winner

TRICK = 1000
MANY = 5  # seats from which on STAKE_OF_MANY applies
STAKE_OF_MANY = 2  # factor for the cost of a trick with many seats, where somebody has very few points
WORST = 1 << 40


@compiles
def choose(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """The legal move that costs least; a small lot decides between equals."""
    best, least = NONE, WORST
    for word in range(len(moves)):
        rest = int(moves[word])
        while rest:
            move = word * 64 + lowest(rest)
            rest &= rest - 1
            cost = cost_of(v, c, move) * 8 + luck_below(luck, 8)
            if cost < least:
                best, least = move, cost
    return best


@compiles
def cost_of(v: Observation, c: Cards, move: int) -> int:
    question = int(v.question)
    if question in (steps.PLAY, steps.DRAW):
        return cost_of_playing(v, c, move)
    if question == steps.PICK:
        return burden(v, c, move, int(deck.SUIT_OF[v.trump]))
    if question == steps.EXCHANGE:
        return cost_of_exchanging(v, c, move)
    return cost_of_marking(v, move - deck.CARD_NUMBERS)


@compiles
def cost_of_playing(v: Observation, c: Cards, card: int) -> int:
    """What the trick costs, less what it is good to be rid of."""
    stake = 0 if holds(v.effects, cards.NO_SCORE) or int(c.effect_of[card]) == cards.NO_SCORE else TRICK
    stake *= STAKE_OF_MANY if int(v.seats) >= MANY else 1
    return stake * chance_to_win(v, c, card) // 1000 - burden(v, c, card, int(deck.SUIT_OF[v.trump]))


@compiles
def burden(v: Observation, c: Cards, card: int, trump: int) -> int:
    """How many thousandths of a trick a card will cost whoever holds it; less than 0 if it is worth holding."""
    if int(deck.SUIT_OF[card]) == deck.CHARACTER:
        effect = int(c.effect_of[card])
        if effect == cards.LOW:
            return -450
        if effect == cards.HIGH:
            return 150 if int(c.target_of[card]) == cards.SELF else -450
        if effect == cards.NO_SCORE:
            return -400
        return -250
    share = 1000 * int(deck.VALUE_OF[card]) // int(deck.TOP_VALUE[v.seats])
    if int(deck.SUIT_OF[card]) == trump:
        return 250 + share // 2
    return share // 2


@compiles
def chance_to_win(v: Observation, c: Cards, card: int) -> int:
    """The chance, in thousandths, that this card takes the trick as it lies and nobody after it changes that."""
    seat, led, high, low, effects = int(v.seat), int(v.led), int(v.high), int(v.low), int(v.effects)
    suit, effect = int(deck.SUIT_OF[card]), int(c.effect_of[card])
    v.trick[seat] = card
    if suit != deck.CHARACTER:
        if led == deck.ANY_SUIT:
            v.led = suit
    elif effect == cards.HIGH:
        v.high = seat if int(c.target_of[card]) == cards.SELF else (seat + 1) % int(v.seats)
    elif effect == cards.LOW and int(c.target_of[card]) == cards.SELF:
        v.low = low | 1 << seat
    elif effect in (cards.SECOND_WINS, cards.SMALL_WINS):
        v.effects = effects | 1 << effect
    winner = trick_winner(v)
    chance = 1000 if winner == seat else 0
    after = seats_after(v)
    overtaken = chance_to_be_overtaken(v, c, card)
    for _ in range(after):
        chance = chance * (1000 - overtaken) // 1000
    v.trick[seat], v.led, v.high, v.low, v.effects = NONE, led, high, low, effects
    return chance


@compiles
def seats_after(v: Observation) -> int:
    """How many have yet to play to this trick."""
    after = 0
    for other in range(int(v.seats)):
        if other != int(v.seat) and int(v.trick[other]) == NONE and int(v.hand_counts[other]) > 0:
            after += 1
    return after


@compiles
def chance_to_be_overtaken(v: Observation, c: Cards, card: int) -> int:
    """In thousandths, by any one player after this."""
    suit = int(deck.SUIT_OF[card])
    if suit == deck.CHARACTER:
        return 150 if int(c.effect_of[card]) == cards.HIGH else 800
    above = 1000 * (int(deck.TOP_VALUE[v.seats]) - int(deck.VALUE_OF[card])) // int(deck.TOP_VALUE[v.seats])
    if holds(v.effects, cards.SMALL_WINS):
        above = 1000 - above
    if suit == int(deck.SUIT_OF[v.trump]):
        return above // 4
    return 150 + above // 2


@compiles
def cost_of_exchanging(v: Observation, c: Cards, card: int) -> int:
    """What the hand will cost when this card is trump and the old trump card is in the hand."""
    trump = int(deck.SUIT_OF[card])
    total = burden(v, c, int(v.trump), trump)
    for word in range(2):
        rest = int(v.hand[word]) & deck.SUIT_CARDS
        while rest:
            held = word * 64 + lowest(rest)
            rest &= rest - 1
            if held != card:
                total += burden(v, c, held, trump)
    return total


@compiles
def cost_of_marking(v: Observation, seat: int) -> int:
    """Rather not one's own card; best that of whoever has the fewest points."""
    points = int(v.tricks[seat])
    for done in range(int(v.finished)):
        points += int(v.history[done, seat])
    return WORST >> 8 if seat == int(v.seat) else points


BOTS = {"sensible": choose}
