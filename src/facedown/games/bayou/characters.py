"""What Characters do: one block for each effect that a card can have (cards.py)."""

from __future__ import annotations

from facedown.core.compiling import compiles
from facedown.core.questions import ask, ask_one, close, happens
from facedown.games.bayou import cards, events, steps
from facedown.games.bayou.arrays import Cards
from facedown.games.bayou.deck import add, has_suit_card, remove
from facedown.games.bayou.position import Position
from facedown.games.bayou.tricks import put_high


@compiles
def work(s: Position, c: Cards, seat: int, card: int) -> None:
    """A Character has been played: ask its player what it needs to know, or let it take effect [3.5]."""
    effect = int(c.effect_of[card])
    if effect in (cards.HIGH, cards.LOW) and int(c.target_of[card]) >= cards.FEWEST:
        ask_one(s, steps.MARK, seat)
    elif effect == cards.NEW_TRUMP and has_suit_card(s.hand[seat]):
        ask_one(s, steps.EXCHANGE, seat)
    else:
        ask(s, steps.EFFECT, 0)


@compiles
def take_effect(s: Position, c: Cards) -> None:
    """The Character played last does what nobody needs to be asked about."""
    close(s)
    seat, card = int(s.event_seat), int(s.event_card)
    effect = int(c.effect_of[card])
    if effect in (cards.HIGH, cards.LOW):
        mark(s, c, seat, seat if int(c.target_of[card]) == cards.SELF else (seat + 1) % int(s.seats))
    elif effect in (cards.NOTHING, cards.NEW_TRUMP, cards.FROM_SWAMP):
        happens(s, events.NO_EFFECT, seat, card, -1)
    else:
        s.effects = int(s.effects) | 1 << effect
        happens(s, events.TOOK_EFFECT, seat, card, -1)


@compiles
def mark(s: Position, c: Cards, seat: int, target: int) -> None:
    """The Character of `seat` marks the card of `target` [6.2, 6.3, 6.5]."""
    card = int(s.trick[seat])
    if int(c.effect_of[card]) == cards.HIGH:
        put_high(s, target)
        happens(s, events.MARKED_HIGH, seat, card, target)
    else:
        s.low = int(s.low) | 1 << target
        happens(s, events.MARKED_LOW, seat, card, target)


@compiles
def seats_to_mark(s: Position, c: Cards, card: int) -> int:
    """The seats among which this Character's player chooses, as a set [6.3]."""
    target = int(c.target_of[card])
    chosen, extreme = 0, -1
    for seat in range(int(s.seats)):
        tricks = int(s.tricks[seat])
        if target == cards.FEWEST:
            tricks = 127 - tricks
        elif target != cards.MOST:
            tricks = 0
        if tricks > extreme:
            chosen, extreme = 0, tricks
        if tricks == extreme:
            chosen |= 1 << seat
    return chosen


@compiles
def exchange(s: Position, seat: int, card: int) -> None:
    """A suit card from the hand becomes the trump card, and the trump card goes to the hand [6.1]."""
    old = int(s.trump)
    remove(s.hand[seat], card)
    add(s.hand[seat], old)
    s.trump = card
    happens(s, events.EXCHANGED, seat, card, old)
