"""The moves as numbers, 64 to a word.

word 0       plain answers (READY ... PAY_FROM_STASH), and 16 + seat: swap with this seat
word 1..5    on seat 0..4: use a card (bit: its number), or threaten with it (bit: 30 + its number)
word 6       use a card on nobody (bit: its number), or use it and pay for it from the stash (bit: 30 + its number)
word 7, 8    ID a seat: 16 bits for each, one for each role
word 9       deals: give a seat 1..5 diamonds (5 bits a seat), and from bit 25 on, ask for 1..5
word 10      deals: offer a seat 1..5 diamonds, and from bit 25 on, give 1..5 from the stash
word 11      deals: offer a seat 1..5 diamonds from the stash
word 12, 13  ID a seat and pay from the stash, as words 7 and 8
"""

from __future__ import annotations

from facedown.core.compiling import compiles
from facedown.games.botch.cards import CARDS, FIRST_ROLE
from facedown.games.botch.position import NONE, SEATS

WORDS = 14
ON_NOBODY = 6
ID_WORD = 7
DEAL_WORD = 9
ID_FROM_STASH = 12
MOST_GIVEN = 5
SECOND_HALF = MOST_GIVEN * SEATS  # where the second kind of deal begins in a word

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
PAY_FROM_STASH = 13
SWAP_WITH = 16


@compiles
def use_of(card: int, target: int) -> int:
    return 64 * (ON_NOBODY if target == NONE else 1 + target) + card


@compiles
def threat_of(card: int, target: int) -> int:
    return 64 * (1 + target) + CARDS + card


@compiles
def use_from_stash(card: int) -> int:
    """Use a card on nobody, and pay from the stash what it costs."""
    return 64 * ON_NOBODY + CARDS + card


@compiles
def id_of(seat: int, role: int) -> int:
    return 64 * (ID_WORD + seat // 3) + 16 * (seat % 3) + role - FIRST_ROLE


@compiles
def id_from_stash(seat: int, role: int) -> int:
    return id_of(seat, role) + 64 * (ID_FROM_STASH - ID_WORD)


@compiles
def gift_of(seat: int, diamonds: int) -> int:
    return 64 * DEAL_WORD + MOST_GIVEN * seat + diamonds - 1


@compiles
def request_of(seat: int, diamonds: int) -> int:
    return gift_of(seat, diamonds) + SECOND_HALF


@compiles
def offer_of(seat: int, diamonds: int) -> int:
    return gift_of(seat, diamonds) + 64


@compiles
def gift_from_stash(seat: int, diamonds: int) -> int:
    return gift_of(seat, diamonds) + 64 + SECOND_HALF


@compiles
def offer_from_stash(seat: int, diamonds: int) -> int:
    return gift_of(seat, diamonds) + 128


@compiles
def is_use(move: int) -> bool:
    """Whether it uses a card or threatens with one."""
    return 1 <= move >> 6 <= ON_NOBODY


@compiles
def is_threat(move: int) -> bool:
    return 1 <= move >> 6 < ON_NOBODY and move & 63 >= CARDS


@compiles
def spends_stash(move: int) -> bool:
    """Whether what it costs, gives or offers comes from the stash."""
    word, bit = move >> 6, move & 63
    if word == ON_NOBODY:
        return bit >= CARDS
    if word == DEAL_WORD + 1:
        return bit >= SECOND_HALF
    return move == PAY_FROM_STASH or word > DEAL_WORD + 1


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
    return ID_WORD <= move >> 6 < DEAL_WORD or move >> 6 >= ID_FROM_STASH


@compiles
def seat_to_id(move: int) -> int:
    word = move >> 6
    word -= ID_FROM_STASH if word >= ID_FROM_STASH else ID_WORD
    return 3 * word + ((move & 63) >> 4)


@compiles
def role_named(move: int) -> int:
    return FIRST_ROLE + (move & 15)


@compiles
def is_deal(move: int) -> bool:
    return DEAL_WORD <= move >> 6 < ID_FROM_STASH


@compiles
def is_request(move: int) -> bool:
    return move >> 6 == DEAL_WORD and move & 63 >= SECOND_HALF


@compiles
def is_offer(move: int) -> bool:
    word = move >> 6
    return word == DEAL_WORD + 2 or (word == DEAL_WORD + 1 and move & 63 < SECOND_HALF)


@compiles
def seat_in_deal(move: int) -> int:
    return (move & 63) // MOST_GIVEN % SEATS


@compiles
def diamonds_in_deal(move: int) -> int:
    return (move & 63) % MOST_GIVEN + 1
