"""Diamonds that change hands because two players want it so.  Numbers are the rulebook's."""

from __future__ import annotations

from facedown.core.bits import holds
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.core.questions import ask_one, close, happens, number_of, open_kind
from facedown.games.botch import codes, events, steps
from facedown.games.botch.codes import (
    MOST_GIVEN,
    diamonds_in_deal,
    is_offer,
    is_request,
    seat_in_deal,
    spends_stash,
)
from facedown.games.botch.position import MOST_DEALS, NONE, SEATS, Position
from facedown.games.botch.table import hand_over, others, place_of_question, wealth


@compiles
def can_deal_now(s: Position) -> bool:
    """Deals are possible while anybody owes an answer, from the first turn on, but for a deal's own [10.2]."""
    return open_kind(s) in (
        steps.TURN,
        steps.SWAP,
        steps.LOOK,
        steps.CALLS,
        steps.SHOWN,
        steps.ANSWER,
        steps.SAVE,
        steps.RESCUE,
        steps.SPOIL,
    )


@compiles
def deals_made(s: Position, seat: int) -> int:
    """How many deals this seat has made in the open question, or in the one that a deal holds up [10.5]."""
    here = int(s.dealt_in) == int(s.number[place_of_question(s)])
    return int(s.dealt[seat]) if here else 0


@compiles
def free(s: Position) -> int:
    """Who may act without being asked: all who have a deal to make [10.2]."""
    if not can_deal_now(s):
        return 0
    seats, diamonds = 0, 0
    for seat in range(int(s.seats)):
        seats |= (1 << seat) if deals_made(s, seat) < MOST_DEALS else 0
        diamonds += wealth(s, seat)
    return int(s.alive) & seats if diamonds else 0  # who has none can ask for one


@compiles
def offer_deals(s: Position, seat: int, moves: Ints) -> None:
    """Gifts, requests and offers of diamonds that are there, stashed ones included [10.2, 10.3, 10.4, 7.7]."""
    if not can_deal_now(s) or deals_made(s, seat) >= MOST_DEALS:
        return
    own, stashed = _up_to(wealth(s, seat)), _up_to(int(s.stash[seat]))
    for other in range(int(s.seats)):
        if not holds(others(s, seat), other):
            continue
        would_spoil = open_kind(s) == steps.SPOIL and other == int(s.declarer)
        if not would_spoil:  # nobody makes a win fail by a gift [10.2]
            moves[codes.GIVE] |= own << MOST_GIVEN * other
            moves[codes.GIVE_STASHED] |= stashed << MOST_GIVEN * other
        moves[codes.ASK] |= _up_to(wealth(s, other)) << MOST_GIVEN * other
        moves[codes.OFFER] |= own << MOST_GIVEN * other
        moves[codes.OFFER_STASHED] |= stashed << MOST_GIVEN * other


@compiles
def _up_to(diamonds: int) -> int:
    """A bit for each number from 1 to `diamonds`, and to five at most."""
    return (1 << min(MOST_GIVEN, diamonds)) - 1


@compiles
def deal_with(s: Position, seat: int, move: int) -> None:
    """A gift is given at once [10.2]; a request or an offer waits for an answer [10.3, 10.4], then all goes on."""
    other, n = seat_in_deal(move), diamonds_in_deal(move)
    _count_deal(s, seat)
    if is_request(move) or is_offer(move):
        s.request, s.asker, s.offered_stash = n, seat, 1 if spends_stash(move) else 0
        happens(s, events.REQUESTED if is_request(move) else events.OFFERED, seat, n, other)
        ask_one(s, steps.REQUEST if is_request(move) else steps.OFFER, other)
    else:
        happens(s, events.GAVE, seat, hand_over(s, seat, other, n, spends_stash(move)), other)


@compiles
def _count_deal(s: Position, seat: int) -> None:
    if int(s.dealt_in) != number_of(s):
        s.dealt_in = number_of(s)
        for other in range(SEATS):
            s.dealt[other] = 0
    s.dealt[seat] = int(s.dealt[seat]) + 1


@compiles
def answer_request(s: Position, seat: int, move: int) -> None:
    close(s)
    asker = int(s.asker)
    if move == codes.REFUSE:
        happens(s, events.DECLINED, seat, NONE, asker)
    else:
        happens(
            s, events.PAID, seat, hand_over(s, seat, asker, int(s.request), move == codes.PAY_FROM_STASH), asker
        )


@compiles
def answer_offer(s: Position, seat: int, move: int) -> None:
    close(s)
    asker = int(s.asker)
    if move == codes.ACCEPT:
        given = hand_over(s, asker, seat, int(s.request), bool(s.offered_stash))
        happens(s, events.TOOK_OFFER, seat, given, asker)
    else:
        happens(s, events.LEFT_OFFER, seat, NONE, asker)
