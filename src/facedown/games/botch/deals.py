"""Diamonds that change hands because two players want it so.  Numbers are the rulebook's."""

from __future__ import annotations

from facedown.core.bits import holds
from facedown.core.layout import Ints, compiles
from facedown.core.questions import ask_one, close, happens, open_kind
from facedown.games.botch.moves import (
    ACCEPT,
    DEAL_WORD,
    MOST_GIVEN,
    PAY,
    diamonds_in_deal,
    gift_of,
    is_offer,
    is_request,
    offer_of,
    request_of,
    seat_in_deal,
)
from facedown.games.botch.position import (
    DECLINED,
    GAVE,
    LEFT_OFFER,
    NONE,
    OFFER,
    OFFERED,
    PAID,
    REQUEST,
    REQUESTED,
    TOOK_OFFER,
    TURN,
    Position,
)
from facedown.games.botch.table import give, others


@compiles
def free(s: Position) -> int:
    """Who may deal without being asked: all who have a deal to make, while somebody thinks about a turn [10.2]."""
    if open_kind(s) != TURN:
        return 0
    rich = 0
    for seat in range(int(s.seats)):
        rich |= (1 << seat) if int(s.diamonds[seat]) else 0
    if rich == 0:
        return 0
    gives = rich & ~int(s.gave)
    return int(s.alive) & (gives | ~int(s.requested))


@compiles
def offer_deals(s: Position, seat: int, moves: Ints) -> None:
    """One gift [10.2], and one request or offer [10.3, 10.4], in each turn, of diamonds that are there."""
    for other in range(int(s.seats)):
        if not holds(others(s, seat), other):
            continue
        own, theirs = _up_to(int(s.diamonds[seat])), _up_to(int(s.diamonds[other]))
        if not holds(s.gave, seat):
            moves[DEAL_WORD] |= own << (gift_of(other, 1) & 63)
        if not holds(s.requested, seat):
            moves[DEAL_WORD] |= theirs << (request_of(other, 1) & 63)
            moves[DEAL_WORD + 1] |= own << (offer_of(other, 1) & 63)


@compiles
def _up_to(diamonds: int) -> int:
    """A bit for each number from 1 to so many, and to five at most."""
    return (1 << min(MOST_GIVEN, diamonds)) - 1


@compiles
def deal_with(s: Position, seat: int, move: int) -> None:
    """A gift is given at once [10.2]; a request or an offer waits for an answer [10.3, 10.4]; the turn goes on."""
    other, n = seat_in_deal(move), diamonds_in_deal(move)
    if is_request(move) or is_offer(move):
        s.requested = int(s.requested) | 1 << seat
        s.request, s.asker = n, seat
        happens(s, REQUESTED if is_request(move) else OFFERED, seat, n, other)
        ask_one(s, REQUEST if is_request(move) else OFFER, other)
    else:
        s.gave = int(s.gave) | 1 << seat
        happens(s, GAVE, seat, give(s, seat, other, n), other)


@compiles
def answer_request(s: Position, seat: int, move: int) -> None:
    close(s)
    asker = int(s.asker)
    if move == PAY:
        happens(s, PAID, seat, give(s, seat, asker, int(s.request)), asker)
    else:
        happens(s, DECLINED, seat, NONE, asker)


@compiles
def answer_offer(s: Position, seat: int, move: int) -> None:
    close(s)
    asker = int(s.asker)
    if move == ACCEPT:
        happens(s, TOOK_OFFER, seat, give(s, asker, seat, int(s.request)), asker)
    else:
        happens(s, LEFT_OFFER, seat, NONE, asker)
