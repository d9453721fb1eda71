"""The moves as numbers, 64 to a word; in most words a bit is a card, or five bits are a seat.

word 0         plain answers (READY ... PAY_FROM_STASH), and 16 + seat: swap with this seat
word 1..8      use a card on seat 0..7
word 9..16     threaten seat 0..7 with a card
word 17, 18    use a card on nobody; use it and pay for it from the stash
word 19..22    ID a seat: 32 bits for each, one for each role; and word 23..26, paying from the stash
word 27..31    deals, 1..5 diamonds: give, ask for, offer, give from the stash, offer from the stash
word 32..39    use a card on seat 0..7, and pay for it from the stash

These are the words for the first page of cards.  Those for the second are 64..103, and so on.
"""

from __future__ import annotations

from facedown.core.compiling import compiles
from facedown.games.botch.arrays import Cards
from facedown.games.botch.cards import FIRST_ROLE, PAGE
from facedown.games.botch.position import NONE, SEATS

ON_SEAT = 1
THREATS = ON_SEAT + SEATS
ON_NOBODY = THREATS + SEATS
FROM_STASH = ON_NOBODY + 1
ID_WORD = FROM_STASH + 1
ID_FROM_STASH = ID_WORD + SEATS // 2
GIVE = ID_FROM_STASH + SEATS // 2
ASK, OFFER, GIVE_STASHED, OFFER_STASHED = GIVE + 1, GIVE + 2, GIVE + 3, GIVE + 4
ON_SEAT_FROM_STASH = GIVE + 5
WORDS = ON_SEAT_FROM_STASH + SEATS  # of a page
WORDS_OF_PAGE = 64  # from a word to the same one of the next page
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
PAY_FROM_STASH = 13
SWAP_WITH = 16


@compiles
def words(c: Cards) -> int:
    """How many words of moves these cards need."""
    return WORDS_OF_PAGE * (int(c.pages) - 1) + WORDS


@compiles
def _with(word: int, card: int) -> int:
    """The move with this card that stands in a word of its page."""
    return ((card >> 6) << 12) + (word << 6) + (card & 63)


@compiles
def page_in(move: int) -> int:
    """The page of the card that a move is about; 0 where it is about none."""
    return move >> 12


@compiles
def _word(move: int) -> int:
    """The word in which a move stands, among those of its page."""
    return move >> 6 & 63


@compiles
def use_of(card: int, target: int) -> int:
    return _with(ON_NOBODY if target == NONE else ON_SEAT + target, card)


@compiles
def threat_of(card: int, target: int) -> int:
    return _with(THREATS + target, card)


@compiles
def use_from_stash(card: int, target: int) -> int:
    """Use a card, and pay from the stash what it costs."""
    return _with(FROM_STASH if target == NONE else ON_SEAT_FROM_STASH + target, card)


@compiles
def id_of(seat: int, role: int) -> int:
    return _with(ID_WORD + seat // 2, role) + 32 * (seat % 2) - FIRST_ROLE


@compiles
def id_from_stash(seat: int, role: int) -> int:
    return id_of(seat, role) + 64 * (ID_FROM_STASH - ID_WORD)


@compiles
def deal_of(word: int, seat: int, diamonds: int) -> int:
    """A deal of this word, GIVE ... OFFER_STASHED, about so many diamonds."""
    return 64 * word + MOST_GIVEN * seat + diamonds - 1


@compiles
def is_use(move: int) -> bool:
    """Whether it uses a card or threatens with one."""
    return ON_SEAT <= _word(move) <= FROM_STASH or _word(move) >= ON_SEAT_FROM_STASH


@compiles
def is_threat(move: int) -> bool:
    return THREATS <= _word(move) < ON_NOBODY


@compiles
def spends_stash(move: int) -> bool:
    """Whether what it costs, gives or offers comes from the stash."""
    word = _word(move)
    if word in (FROM_STASH, GIVE_STASHED, OFFER_STASHED) or word >= ON_SEAT_FROM_STASH:
        return True
    return ID_FROM_STASH <= word < GIVE or move == PAY_FROM_STASH


@compiles
def card_in(move: int) -> int:
    """The card that a move uses, or threatens with."""
    return PAGE * page_in(move) + (move & 63)


@compiles
def target_in(move: int) -> int:
    word = _word(move)
    if word >= ON_SEAT_FROM_STASH:
        return word - ON_SEAT_FROM_STASH
    if word >= ON_NOBODY:
        return NONE
    return word - (THREATS if word >= THREATS else ON_SEAT)


@compiles
def is_id(move: int) -> bool:
    return ID_WORD <= _word(move) < GIVE


@compiles
def seat_to_id(move: int) -> int:
    word = _word(move)
    word -= ID_FROM_STASH if word >= ID_FROM_STASH else ID_WORD
    return 2 * word + ((move & 63) >> 5)


@compiles
def role_named(move: int) -> int:
    return PAGE * page_in(move) + FIRST_ROLE + (move & 31)


@compiles
def is_deal(move: int) -> bool:
    return GIVE <= _word(move) < ON_SEAT_FROM_STASH


@compiles
def is_request(move: int) -> bool:
    return move >> 6 == ASK


@compiles
def is_offer(move: int) -> bool:
    return move >> 6 in (OFFER, OFFER_STASHED)


@compiles
def seat_in_deal(move: int) -> int:
    return (move & 63) // MOST_GIVEN


@compiles
def diamonds_in_deal(move: int) -> int:
    return (move & 63) % MOST_GIVEN + 1
