"""Cards and lots, drawn with the position's own random generator, or fixed beforehand by a record.

The generator is ChaCha with 8 rounds (Bernstein, "ChaCha, a variant of Salsa20", 2008) with a 128-bit key, so that
what has been drawn does not help anybody to compute what will be drawn.  A deck is not shuffled; cards are drawn
from it at random, which makes no difference to the players and keeps the future order out of the position.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Callable
from typing import Annotated

import numpy as np

from facedown.core.compiling import compiles
from facedown.core.errors import BadOption
from facedown.core.layout import Ints, i1, u1, u4
from facedown.core.spelling import shown

MASK = 0xFFFFFFFF
SEPARATOR = "\x1f"  # between the values that a key is made from
BY_CHANCE = -1
MOST_DIGITS = 100  # of a seed that is a number
_unhashed = hashlib.blake2b(digest_size=16)
_four_words = struct.Struct("<4I").unpack
DRAWS, GAMES = 0, 1  # the purpose of a block of numbers: draws within a game; keys for the games of a batch


class Chance:
    """The fields that a position needs in order to draw: the generator, and a lot fixed beforehand."""

    key: Annotated[Ints, "u4", 4]
    counter: u4
    block: Annotated[Ints, "u4", 16]  # the numbers drawn at once ...
    used: u1  # ... and how many of them are used up; 16: a new block is needed
    lot_laid_out: i1  # who wins the next lot, or BY_CHANCE


def checked_seed(seed: object) -> int | str:
    """A seed as a record writes it: an integer or a line of text.  An integer as text is the same as the integer.

    Raises BadOption if it is neither.
    """
    if seed.__class__ is int or (isinstance(seed, (int, np.integer)) and not isinstance(seed, bool)):
        return _checked_number(int(seed))
    if (
        isinstance(seed, str)
        and seed == seed.strip()
        and seed.isprintable()
        and 0 < len(seed) <= 200
        and "#" not in seed
    ):
        return int(seed) if re.fullmatch(r"0|-?[1-9][0-9]{0,99}", seed) else seed
    raise BadOption(f"{shown(seed)} is not a seed; take a whole number, or one line of text without #")


def _checked_number(seed: int) -> int:
    if abs(seed) >= 10**MOST_DIGITS:
        raise BadOption(f"a seed has at most {MOST_DIGITS} digits, and {shown(seed)} has more")
    return seed


def key_of(*seed: object) -> tuple[int, ...]:
    """A key for the generator, four 32-bit integers, from values such as the game's id and the seed.

    A seed "7/12" means game 12 of the batch 7: its key is derived from the batch's key, as compiled code also does
    (`fill_block` with the number as counter).
    """
    text = SEPARATOR.join(map(str, seed))
    if "/" in text:
        batch, _, number = text.rpartition("/")
        if number.isascii() and number.isdecimal() and int(number) <= MASK:
            block = np.zeros(16, np.uint32)
            fill_block(block, np.array(key_of(batch), np.uint32), int(number), GAMES)
            return tuple(int(word) for word in block[:4])
    hashed = _unhashed.copy()  # faster than a new one
    hashed.update(text.encode())
    return _four_words(hashed.digest())


def keys_after(*beginning: object) -> Callable[[object], tuple[int, ...]]:
    """A function that returns `key_of(*beginning, seed)` for a seed, in half the time."""
    begun = hashlib.blake2b(SEPARATOR.join(map(str, (*beginning, ""))).encode(), digest_size=16)

    def key(seed: object) -> tuple[int, ...]:
        text = str(seed)
        if "/" in text:
            return key_of(*beginning, seed)
        hashed = begun.copy()
        hashed.update(text.encode())
        return _four_words(hashed.digest())

    return key


@compiles
def seed_chance(s: Chance, first: int, second: int, third: int, fourth: int) -> None:
    """Begin to draw by another key."""
    s.key[0], s.key[1], s.key[2], s.key[3] = first, second, third, fourth
    s.counter, s.used, s.lot_laid_out = 0, 16, BY_CHANCE


@compiles
def below(s: Chance, n: int) -> int:
    """A random number from 0 to n - 1, all equally likely (to within n / 2**32)."""
    if s.used == 16:
        _next_block(s)
    number = int(s.block[s.used])
    s.used += 1
    return (number * n) >> 32


@compiles
def lot(s: Chance, n: int) -> int:
    """The winner, from 0 to n - 1, of drawing lots: as a record has fixed it, otherwise random."""
    winner = int(s.lot_laid_out)
    s.lot_laid_out = BY_CHANCE
    if 0 <= winner < n:
        return winner
    return below(s, n)


@compiles
def chosen_or_lot(s: Chance, chosen: int, n: int) -> int:
    """The seat that the table has `chosen`, counted from 1; 0: by lot among `n`."""
    return chosen - 1 if chosen else lot(s, n)


class Deck(Chance):
    """The fields of a position with one deck.  The game adds `deck: Annotated[Ints, "i1", SIZE]`.

    `deck[:deck_left]` are the cards left.  The last `stacked` of them are in a fixed order, the top card last; the
    others have no order.
    """

    deck: Ints
    deck_left: u1
    stacked: u1


@compiles
def draw(s: Deck) -> int:
    """The top card of the deck, which must not be empty."""
    last = int(s.deck_left) - 1
    if s.stacked > 0:
        s.stacked -= 1
    else:
        which = below(s, last + 1)
        card = s.deck[which]
        s.deck[which] = s.deck[last]
        s.deck[last] = card
    s.deck_left = last
    return int(s.deck[last])


@compiles
def draw_above(s: Deck, base: int) -> int:
    """A random card of the deck except the lowest `base` cards, whether or not it is stacked."""
    last = int(s.deck_left) - 1
    which = base + below(s, last + 1 - base)
    card = int(s.deck[which])
    s.deck[which] = s.deck[last]
    s.deck_left = last
    return card


@compiles
def dig(s: Deck, card: int, base: int) -> None:
    """Remove this card from the deck, wherever it is above the lowest `base` cards."""
    last, at = int(s.deck_left) - 1, base
    while at < last and int(s.deck[at]) != card:
        at += 1
    s.deck[at] = s.deck[last]
    s.deck_left = last


@compiles
def sort_deck(s: Deck, base: int) -> None:
    """Sort the cards above the lowest `base` cards by number."""
    for n in range(base + 1, int(s.deck_left)):
        card, at = int(s.deck[n]), n
        while at > base and int(s.deck[at - 1]) > card:
            s.deck[at] = s.deck[at - 1]
            at -= 1
        s.deck[at] = card


def stack(s: Deck, cards: list[int]) -> list[int]:
    """Put `cards` on top of the deck, to be drawn in this order; returns those that are not in the deck."""
    known = [int(card) for card in s.deck[s.deck_left - s.stacked : s.deck_left]][::-1]
    loose = [int(card) for card in s.deck[: s.deck_left - s.stacked]]
    missing = []
    for card in cards:
        if card in loose:
            loose.remove(card)
            known.append(card)
        else:
            missing.append(card)
    if not missing:
        s.deck[: s.deck_left] = loose + known[::-1]
        s.stacked = len(known)
    return missing


@compiles
def _next_block(s: Chance) -> None:
    s.counter += 1
    fill_block(s.block, s.key, int(s.counter) & MASK, DRAWS)
    s.used = 0


@compiles
def fill_block(b: Ints, key: Ints, counter: int, purpose: int) -> None:
    """Fill `b`, uint32[16], by the ChaCha block function of `key` and `counter`, with `purpose` in the nonce."""
    b[0], b[1], b[2], b[3] = 0x61707865, 0x3120646E, 0x79622D36, 0x6B206574
    for i in range(4):
        b[4 + i], b[8 + i], b[12 + i] = key[i], key[i], 0
    b[12], b[13] = counter, purpose
    for _ in range(4):
        _quarter(b, 0, 4, 8, 12)
        _quarter(b, 1, 5, 9, 13)
        _quarter(b, 2, 6, 10, 14)
        _quarter(b, 3, 7, 11, 15)
        _quarter(b, 0, 5, 10, 15)
        _quarter(b, 1, 6, 11, 12)
        _quarter(b, 2, 7, 8, 13)
        _quarter(b, 3, 4, 9, 14)
    b[0] = (int(b[0]) + 0x61707865) & MASK
    b[1] = (int(b[1]) + 0x3120646E) & MASK
    b[2] = (int(b[2]) + 0x79622D36) & MASK
    b[3] = (int(b[3]) + 0x6B206574) & MASK
    for i in range(4):
        b[4 + i] = (int(b[4 + i]) + int(key[i])) & MASK
        b[8 + i] = (int(b[8 + i]) + int(key[i])) & MASK
    b[12] = (int(b[12]) + counter) & MASK
    b[13] = (int(b[13]) + purpose) & MASK


@compiles
def _quarter(b: Ints, i: int, j: int, k: int, m: int) -> None:
    """One quarter round, computed in 64 bits so that nothing overflows, compiled or interpreted."""
    x, y, z, w = int(b[i]), int(b[j]), int(b[k]), int(b[m])
    x = (x + y) & MASK
    w ^= x
    w = ((w << 16) | (w >> 16)) & MASK
    z = (z + w) & MASK
    y ^= z
    y = ((y << 12) | (y >> 20)) & MASK
    x = (x + y) & MASK
    w ^= x
    w = ((w << 8) | (w >> 24)) & MASK
    z = (z + w) & MASK
    y ^= z
    y = ((y << 7) | (y >> 25)) & MASK
    b[i], b[j], b[k], b[m] = x, y, z, w


@compiles
def luck_below(luck: Ints, n: int) -> int:
    """A random number from 0 to n - 1 from a player's own generator: xoshiro128** (Blackman and Vigna, 2018).

    `luck` is uint32[4], not all zero.  Players never use the position's generator, and theirs need not be secret.
    """
    a, b, c, d = int(luck[0]), int(luck[1]), int(luck[2]), int(luck[3])
    number = (b * 5) & MASK
    number = ((number << 7) | (number >> 25)) & MASK
    number = (number * 9) & MASK
    c ^= a
    d ^= b
    luck[1] = b ^ c
    luck[0] = a ^ d
    luck[2] = c ^ ((b << 9) & MASK)
    luck[3] = ((d << 11) | (d >> 21)) & MASK
    return (number * n) >> 32
