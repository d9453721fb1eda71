"""Why the bot makes a move: the parts of its estimate that decide, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.bits import WORD, holds, lowest, members
from facedown.games.gotcha import bots, steps
from facedown.games.gotcha.arrays import POINT, Cards
from facedown.games.gotcha.cards import COVER, LOSES, REPLACE, WINS
from facedown.games.gotcha.observe import Observation
from facedown.games.gotcha.position import LAST_TURN
from facedown.games.gotcha.rules import BE_FIRST, BE_SECOND, DONE

A_LITTLE = 15  # hundredths of a point: less is no difference that anybody would see

ORDER = {
    BE_FIRST: "You keep the best of the nine cards, and your cards act first on turns 1 and 3.",
    BE_SECOND: "On turn 1 you see how many cards the other has placed before you place any.",
}
SIMPLE = {
    steps.SWEET: "Everybody sees it before they place, so it should be your weakest.",
    steps.THROW: "Nobody can know what the other throws: one is as good as another.",
}


def reason(v: Observation, c: Cards, move: int, names: Sequence[str]) -> str:
    """Why the seat with this view would make this move.  Numbers are estimated as in bots.py."""
    question = int(v.question)
    if question == steps.PLACE:
        return _placing(v, c, move)
    if question in (steps.KEEP, steps.DRAFT):
        return (_beats(v, c, move) or " None of the others is clearly better.").lstrip() + _says(c, move)
    if question == steps.ORDER:
        return ORDER[move]
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
    chance = bots.chance_to_be_met(v, lane)
    if chance == 0:
        return f"Nothing will face it in lane {lane + 1}, so it {_brings(POINT * _alone(c, move))}.{_says(c, move)}"
    faces = "A card will face it" if chance == 100 else "A card may face it"
    return f"{faces} in lane {lane + 1}. {_among_the_hand(v, c, move, chance)}"


def _alone(c: Cards, kind: int) -> int:
    """The points of a card that nothing faces: a Gotcha leaves, and a card is played on a Risky Gotcha."""
    return 0 if c.act[kind] == REPLACE else c.kinds[kind].worth + int(c.act[kind] == COVER)


def _among_the_hand(v: Observation, c: Cards, move: int, chance: int) -> str:
    """Why this card and not another that is held, where nobody can foresee what it will face."""
    now = {
        kind: (chance * int(c.average[_last(v), kind]) + (100 - chance) * int(c.alone[_last(v), kind])) // 100
        for kind in members(int(v.hand[int(v.seat), 0]))
    }
    if now[move] < max(now.values()) - A_LITTLE:
        return "You hold a card that would bring more now, but it is better kept for later."
    if now[move] <= 0:
        return f"Your other cards are worse there or better kept for later.{_beats(v, c, move)}"
    return f"No card of yours is likely to bring more there.{_says(c, move) or _beats(v, c, move)}"


def _says(c: Cards, kind: int) -> str:
    return f" It says: {c.kinds[kind].text}" if c.kinds[kind].effects else ""


def _beats(v: Observation, c: Cards, kind: int) -> str:
    """How much of the deck a card beats."""
    deck = c.copies_in[int(v.tier)]
    wins, losses = (int(deck[c.outcome[kind] == outcome].sum()) for outcome in (WINS, LOSES))
    if c.act[kind] or not wins:  # with an act it is another card that fights
        return ""
    loses = f" and loses to {losses or 'none'}" if losses < wins else ""
    return f" It beats {wins} of the {int(deck.sum()) - 1} other cards{loses}."


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
