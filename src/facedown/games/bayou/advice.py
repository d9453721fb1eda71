"""Why the bot makes a move: the parts of its estimate that decide, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.bits import holds
from facedown.games.bayou import bots, cards, deck, steps
from facedown.games.bayou.arrays import Cards
from facedown.games.bayou.position import Observation

A_LOT = 200  # thousandths of a trick


def reason(v: Observation, c: Cards, move: int, names: Sequence[str]) -> str:
    """Why the seat with this view would make this move.  Numbers are estimated as in bots.py."""
    question = int(v.question)
    if question in (steps.PLAY, steps.DRAW):
        return _playing(v, c, move)
    if question == steps.PICK:
        return _picking(v, c, move)
    if question == steps.EXCHANGE:
        return f"With {_suit(move, c)} as trump your hand will probably take the fewest tricks."
    return _marking(v, move - deck.CARD_NUMBERS, names)


def _playing(v: Observation, c: Cards, card: int) -> str:
    chance = bots.chance_to_win(v, c, card) // 10
    burden = bots.burden(v, c, card, int(deck.SUIT_OF[v.trump]))
    if holds(v.effects, cards.NO_SCORE):
        return "This trick does not count, so get rid of a card that would win one that does."
    if int(c.effect_of[card]) == cards.NO_SCORE and int(deck.SUIT_OF[card]) == deck.CHARACTER:
        return "It makes this trick count for nobody."
    rid = f", and it gets rid of a card that would cost you about {_tricks(burden)} later" if burden > A_LOT else ""
    if chance == 0:
        return f"You cannot win this trick with it{rid}."
    if chance <= 50:
        return f"It will probably not take this trick: the chance that it does is about {chance} %{rid}."
    return f"The chance that it takes this trick is about {chance} %, but it is your cheapest legal card{rid}."


def _picking(v: Observation, c: Cards, card: int) -> str:
    burden = bots.burden(v, c, card, int(deck.SUIT_OF[v.trump]))
    if burden < 0:
        return f"It is worth holding: it will save you about {_tricks(-burden)}."
    if int(deck.SUIT_OF[card]) == int(deck.SUIT_OF[v.trump]):
        return f"It is trump and will cost you about {_tricks(burden)}; the others there cost more."
    return f"It will cost you about {_tricks(burden)}; no card in the Swamp costs less."


def _marking(v: Observation, seat: int, names: Sequence[str]) -> str:
    points = int(v.tricks[seat]) + sum(int(v.history[done, seat]) for done in range(int(v.finished)))
    if seat == int(v.seat):
        return "There is no other card that it could mark."
    return f"{names[seat]} has {points}, no more than anybody else whom you could mark: a trick hurts them most."


def _suit(card: int, c: Cards) -> str:
    suit = int(deck.SUIT_OF[card])
    return deck.SUITS[suit] if 0 <= suit < len(deck.SUITS) else c.of(deck.card_names)[card]


def _tricks(thousandths: int) -> str:
    return f"{thousandths / bots.TRICK:.1f} of a trick"
