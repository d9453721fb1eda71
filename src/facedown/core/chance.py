"""Cards and lots, drawn from the position's own generator, or laid out beforehand by a record.

The generator is ChaCha with 8 rounds (Bernstein, "ChaCha, a variant of Salsa20", 2008) under a 128-bit key: what a
seat has seen drawn tells it nothing about what will be, however hard it computes.  A deck is not shuffled but drawn
from at random, which is the same to everybody at the table and leaves no future in the position to be peeked at.
"""

from __future__ import annotations

import hashlib
import re
import struct
from typing import Annotated

import numpy as np

from facedown.core.errors import BadOption
from facedown.core.layout import Ints, compiles, i1, u1, u4

MASK = 0xFFFFFFFF
BY_CHANCE = -1
DRAWS, GAMES = 0, 1  # what a block of numbers is for: a game's own draws; the games of a batch


class Chance:
    """The fields that a position needs in order to draw: the generator, and one lot laid out beforehand."""

    key: Annotated[Ints, "u4", 4]
    counter: u4
    block: Annotated[Ints, "u4", 16]  # the numbers drawn at once ...
    used: u1  # ... and how many of them are spent; 16: a new block is due
    lot_laid_out: i1  # who wins the next lot, or BY_CHANCE


def checked_seed(seed: object) -> int | str:
    """A seed as a record writes it: a number, or a line of text.  A number as text is the same as the number.

    Raises BadOption.
    """
    if seed.__class__ is int or (isinstance(seed, (int, np.integer)) and not isinstance(seed, bool)):
        return int(seed)
    if (
        isinstance(seed, str)
        and seed == seed.strip()
        and seed.isprintable()
        and 0 < len(seed) <= 200
        and "#" not in seed
    ):
        return int(seed) if re.fullmatch(r"0|-?[1-9][0-9]{0,99}", seed) else seed
    raise BadOption(f"{str(seed)[:60]!r} is not a seed; take a whole number, or one line of text without #")


def key_of(*seed: object) -> list[int]:
    """A key for the generator from anything that has a name: the game's id, then the seed.

    A seed "7/12" is game 12 of the batch 7: its key is drawn from the batch's, as compiled code does it too
    (`fill_block` with the number as counter).
    """
    text = "\x1f".join(map(str, seed))
    batch, slash, number = text.rpartition("/")
    if slash and number.isascii() and number.isdecimal() and int(number) <= MASK:
        block = np.zeros(16, np.uint32)
        fill_block(block, np.array(key_of(batch), np.uint32), int(number), GAMES)
        return [int(word) for word in block[:4]]
    digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
    return list(struct.unpack("<4I", digest))


def seed_chance(s: Chance, key: list[int]) -> None:
    s.key[:] = key
    s.counter, s.used, s.lot_laid_out = 0, 16, BY_CHANCE


@compiles
def below(s: Chance, n: int) -> int:
    """A number from 0 to n - 1, all equally likely (to within n in 2**32)."""
    if s.used == 16:
        _next_block(s)
    number = int(s.block[s.used])
    s.used += 1
    return (number * n) >> 32


@compiles
def lot(s: Chance, n: int) -> int:
    """Who of `n` wins the lot: as a record laid it out, else by chance."""
    winner = int(s.lot_laid_out)
    s.lot_laid_out = BY_CHANCE
    if 0 <= winner < n:
        return winner
    return below(s, n)


class Deck(Chance):
    """The fields of a position with one deck.  The game adds `deck: Annotated[Ints, "i1", SIZE]`.

    `deck[:deck_left]` are the cards left.  The last `stacked` of them lie in a known order, the top one last;
    the others are in no order at all.
    """

    deck: Ints
    deck_left: i1
    stacked: i1


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
    """Any card of the deck but those `base` that lie lowest, however they are stacked."""
    last = int(s.deck_left) - 1
    which = base + below(s, last + 1 - base)
    card = int(s.deck[which])
    s.deck[which] = s.deck[last]
    s.deck_left = last
    return card


@compiles
def dig(s: Deck, card: int, base: int) -> None:
    """Take this card out of the deck, wherever it lies above those `base` that lie lowest."""
    last, at = int(s.deck_left) - 1, base
    while at < last and int(s.deck[at]) != card:
        at += 1
    s.deck[at] = s.deck[last]
    s.deck_left = last


@compiles
def sort_deck(s: Deck, base: int) -> None:
    """Lay the cards above those `base` that lie lowest in the order of their numbers."""
    for n in range(base + 1, int(s.deck_left)):
        card, at = int(s.deck[n]), n
        while at > base and int(s.deck[at - 1]) > card:
            s.deck[at] = s.deck[at - 1]
            at -= 1
        s.deck[at] = card


def stack(s: Deck, cards: list[int]) -> list[int]:
    """Lay `cards` on top of the deck, to be drawn in this order; return those that the deck does not hold."""
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
    """Sixteen numbers that `key` gives for this counter: the ChaCha block function, with `purpose` in the nonce."""
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
    """One quarter round.  Everything is widened to 64 bits, so nothing wraps by itself in either mode."""
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
    """A number from 0 to n - 1 from a player's own generator: xoshiro128** (Blackman and Vigna, 2018).

    `luck` is four uint32, not all zero.  Players do not touch the position's generator, and need no secrecy.
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
