"""Why the bot makes a move: the parts of its estimate that decide, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.bits import WORD, holds, lowest, members
from facedown.games.gotcha import bots, steps
from facedown.games.gotcha.arrays import POINT, Cards
from facedown.games.gotcha.observe import Observation
from facedown.games.gotcha.position import LAST_TURN
from facedown.games.gotcha.rules import DONE

A_LITTLE = 15  # hundredths of a point: less is no difference that anybody would see

SIMPLE = {
    steps.SWEET: "Everybody sees it before they place, so it should be your weakest.",
    steps.THROW: "Nobody can know what the other throws: one is as good as another.",
    steps.ORDER: "The second player sees how many cards the first has placed before placing any.",
}


def reason(v: Observation, c: Cards, move: int, names: Sequence[str]) -> str:
    """Why the seat with this view would make this move.  Numbers are estimated as in bots.py."""
    question = int(v.question)
    if question == steps.PLACE:
        return _placing(v, c, move)
    if question in (steps.KEEP, steps.DRAFT):
        if int(c.average[0, move]) <= 0:
            return "A fight brings little with any of these cards, but it brings the most with this one."
        return "Of these it does best against the cards of this game."
    if question == steps.DISCARD:
        return "It is about the weakest card that you hold."
    if question == steps.REPLACED:
        return _replying(v, c, move)
    if question == steps.CUT:
        return _cutting(v, c, move)
    return SIMPLE.get(question, "")


def _placing(v: Observation, c: Cards, move: int) -> str:
    me, last = int(v.seat), _last(v)
    if move == DONE:
        if v.starter != me and v.hand_count[1 - me] == 0:
            return "Your opponent has no cards left, so nothing of yours is needed in another lane."
        return "Another card would bring less now than later, and you need one for every turn to come."
    lane = lowest(~int(v.there[me]))
    met = int(v.lanes[1 - me, lane])
    if met >= 0:
        return f"In lane {lane + 1} it meets a card that you see, and {_brings(int(c.against[last, move, met]))}."
    met_at_all = bots.chance_to_be_met(v, lane)
    if met_at_all == 0:
        return f"Nothing will face it in lane {lane + 1}, so it {_brings(int(c.alone[last, move]))}."
    faces = "A card will face it" if met_at_all == 100 else "A card may face it"
    return f"{faces} in lane {lane + 1}. {_on_average(v, c, move, last)}"


def _on_average(v: Observation, c: Cards, move: int, last: int) -> str:
    """What comes of a fight that nobody can foresee, in words: an average of hundredths says less."""
    alone, fight = int(c.alone[last, move]), int(c.average[last, move])
    if all(int(c.average[last, kind]) <= 0 for kind in members(int(v.hand[int(v.seat), 0]))):
        return "No card that you hold gains anything there on average, and this one is the least bad."
    more = fight - alone
    much = "much " if abs(more) >= POINT else "a little "
    how = "about as good" if abs(more) < A_LITTLE else f"{much}{'better' if more > 0 else 'worse'}"
    return f"On average that is {how} {'as' if abs(more) < A_LITTLE else 'than'} for it to lie alone."


def _replying(v: Observation, c: Cards, kind: int) -> str:
    you, last = 1 - int(v.seat), _last(v)
    there = holds(v.there[you], int(v.lane))
    worth = int(c.against[last, kind, int(v.lanes[you, v.lane])]) if there else int(c.alone[last, kind])
    return f"In this lane it {_brings(worth)}, {'and' if worth > 0 else 'but'} you keep your stronger cards."


def _cutting(v: Observation, c: Cards, move: int) -> str:
    me, last, side, lane = int(v.seat), _last(v), move // WORD - 1, move % WORD
    mine, yours = (int(v.lanes[who, lane]) if holds(v.there[who], lane) else -1 for who in (me, 1 - me))
    now = bots.lane_brings(last, c, mine, yours)
    then = bots.lane_brings(last, c, -1, yours) if side == me else bots.lane_brings(last, c, mine, -1)
    return f"As it lies, lane {lane + 1} {_brings(now)}; without this card it {_brings(then)}."


def _last(v: Observation) -> int:
    return 1 if int(v.turn) == LAST_TURN else 0


def _brings(hundredths: int) -> str:
    """A card in hand is worth part of a point, so these are seldom whole."""
    points, about = round(abs(hundredths) / POINT), "about " if hundredths % POINT else ""
    if points == 0:
        return f"brings {about}nothing"
    return f"{'costs you' if hundredths < 0 else 'brings'} {about}{points} {'point' if points == 1 else 'points'}"
