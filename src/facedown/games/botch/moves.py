"""The moves as numbers, 64 to a word.

word 0      plain answers (READY ... RETURN), and 16 + seat: swap with this seat
word 1..5   on seat 0..4: use a card (bit: its number), or threaten with it (bit: 30 + its number)
word 6      use a card on nobody
word 7, 8   ID a seat: 16 bits for each, one for each role
word 9      deals: give a seat 1..5 diamonds (5 bits a seat), and from bit 25 on, ask for so many
word 10     deals: offer a seat 1..5 diamonds
"""

from __future__ import annotations

from facedown.core.layout import compiles
from facedown.games.botch.cards import CARDS, FIRST_ROLE
from facedown.games.botch.position import NONE, SEATS

WORDS = 11
ON_NOBODY = 6
ID_WORD = 7
DEAL_WORD = 9
MOST_GIVEN = 5

READY = 0
DONE = 1
EXCHANGE = 2
KEEP = 3
CALL = 4
PASS = 5
PAY = 6
REFUSE = 7
LOOK_OWN = 8
DECLARE = 9
REVEAL = 10
RETURN = 11
ACCEPT = 12
SWAP_WITH = 16


@compiles
def use_of(card: int, target: int) -> int:
    return 64 * (ON_NOBODY if target == NONE else 1 + target) + card


@compiles
def threat_of(card: int, target: int) -> int:
    return 64 * (1 + target) + CARDS + card


@compiles
def id_of(seat: int, role: int) -> int:
    return 64 * (ID_WORD + seat // 3) + 16 * (seat % 3) + role - FIRST_ROLE


@compiles
def gift_of(seat: int, diamonds: int) -> int:
    return 64 * DEAL_WORD + MOST_GIVEN * seat + diamonds - 1


@compiles
def request_of(seat: int, diamonds: int) -> int:
    return gift_of(seat, diamonds) + MOST_GIVEN * SEATS


@compiles
def offer_of(seat: int, diamonds: int) -> int:
    return gift_of(seat, diamonds) + 64


@compiles
def is_use(move: int) -> bool:
    """Does it use a card, or threaten with one?"""
    return 1 <= move >> 6 <= ON_NOBODY


@compiles
def is_threat(move: int) -> bool:
    return is_use(move) and move & 63 >= CARDS


@compiles
def card_in(move: int) -> int:
    """The card that a move uses, or threatens with."""
    bit = move & 63
    return bit - CARDS if bit >= CARDS else bit


@compiles
def target_in(move: int) -> int:
    word = move >> 6
    return NONE if word == ON_NOBODY else word - 1


@compiles
def is_id(move: int) -> bool:
    return ID_WORD <= move >> 6 < DEAL_WORD


@compiles
def seat_to_id(move: int) -> int:
    return 3 * ((move >> 6) - ID_WORD) + ((move & 63) >> 4)


@compiles
def role_named(move: int) -> int:
    return FIRST_ROLE + (move & 15)


@compiles
def is_deal(move: int) -> bool:
    return move >> 6 >= DEAL_WORD


@compiles
def is_request(move: int) -> bool:
    return move >> 6 == DEAL_WORD and move & 63 >= MOST_GIVEN * SEATS


@compiles
def is_offer(move: int) -> bool:
    return move >> 6 == DEAL_WORD + 1


@compiles
def seat_in_deal(move: int) -> int:
    return (move & 63) // MOST_GIVEN % SEATS


@compiles
def diamonds_in_deal(move: int) -> int:
    return (move & 63) % MOST_GIVEN + 1
