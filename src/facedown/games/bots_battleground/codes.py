"""The moves as numbers, 64 to a word.

word 0      put a bot down (bit: its kind); plain moves from 40 on; 46 + seat: attack them; 52 + seat: force them
word 1      pick a bot up (bit: its kind); 40 + seat: ask them for a loan; 46 + seat: offer them one
word 2..7   lend a bot (bit: its kind) to seat 0..5
word 8, 9   choose a bot for an ability (bit: PLACES * seat + place); word 8 from bit 30 on: up, word 9: down
word 10, 11 put down, pick up a borrowed bot, where there is one's own of that kind, too (bit: its kind)
"""

from __future__ import annotations

from facedown.core.compiling import compiles
from facedown.games.bots_battleground.cards import MOST_KINDS
from facedown.games.bots_battleground.position import PLACES, SEATS

WORDS = 12

CLAP = 40
WAIT = 41
DECLINE = 42
HAND_OVER = 43
REFUSE = 44
ATTACK = 46
FORCE = 52
PICK_UP = 64
ASK = 64 + 40
OFFER = 64 + 46
LEND = 128
CHOOSE = 512
UP = CHOOSE + PLACES * SEATS
DOWN = 576
PUT_BORROWED = 640
PICK_UP_BORROWED = 704


@compiles
def lend_of(kind: int, seat: int) -> int:
    return LEND + 64 * seat + kind


@compiles
def is_put_down(move: int) -> bool:
    return 0 <= move < MOST_KINDS or PUT_BORROWED <= move < PUT_BORROWED + MOST_KINDS


@compiles
def is_pick_up(move: int) -> bool:
    return PICK_UP <= move < PICK_UP + MOST_KINDS or PICK_UP_BORROWED <= move < PICK_UP_BORROWED + MOST_KINDS


@compiles
def is_of_borrowed(move: int) -> bool:
    """Whether it puts down or picks up a borrowed bot, not one's own of the same kind."""
    return move >= PUT_BORROWED


@compiles
def is_lend(move: int) -> bool:
    return LEND <= move < CHOOSE


@compiles
def borrower_in(move: int) -> int:
    return (move - LEND) >> 6


@compiles
def kind_in(move: int) -> int:
    """The bot that a move puts down, picks up or lends."""
    return move & 63


@compiles
def seat_in(move: int, first: int) -> int:
    """The seat that a move names, in a row of moves that begins with `first`; -1 if it is not of that row."""
    seat = move - first
    return seat if 0 <= seat < SEATS else -1


@compiles
def aim_in(move: int) -> int:
    """The bot that a choice is about: PLACES * seat + place."""
    if move >= DOWN:
        return move - DOWN
    return move - UP if move >= UP else move - CHOOSE
