"""Simple strategies, each of which does one thing always: what a good bot must not lose to.

In all else they play as the game's best bot does.
"""

from __future__ import annotations

from collections.abc import Callable

from facedown.core.bits import allows, lowest
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.games.bots_battleground import codes, phases, steps
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.bots import choose
from facedown.games.bots_battleground.cards import MOST_KINDS
from facedown.games.bots_battleground.codes import is_pick_up
from facedown.games.bots_battleground.position import PLACES, Observation

KINDS = (1 << MOST_KINDS) - 1
SIX = (1 << 6) - 1


@compiles
def _acts(v: Observation) -> bool:
    return int(v.question) == steps.ACT


@compiles
def never_lends(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Never lends, and refuses what a die demands."""
    if _acts(v) and allows(moves, codes.DECLINE):
        return codes.DECLINE
    if _acts(v) and allows(moves, codes.REFUSE):
        return codes.REFUSE
    return choose(v, c, moves, luck)


@compiles
def always_lends(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Lends the first bot that it may to whoever asks."""
    for seat in range(int(v.seats) if _acts(v) else 0):
        lends = int(moves[(codes.LEND >> 6) + seat])
        if lends:
            return codes.LEND + 64 * seat + lowest(lends)
    return choose(v, c, moves, luck)


@compiles
def never_borrows(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Neither asks for a loan nor demands one."""
    if _acts(v):
        moves[0] &= ~(SIX << codes.FORCE)
        moves[1] &= ~(SIX << (codes.ASK & 63))
    return choose(v, c, moves, luck)


@compiles
def always_borrows(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Asks everybody for a loan as soon as it may."""
    asks = int(moves[1]) >> (codes.ASK & 63) & SIX
    return codes.ASK + lowest(asks) if _acts(v) and asks else choose(v, c, moves, luck)


@compiles
def never_switches(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Leaves the first bot where it lies."""
    move = choose(v, c, moves, luck)
    return codes.WAIT if _acts(v) and is_pick_up(move) else move


@compiles
def _has_bots_down(v: Observation) -> bool:
    bots = 0
    for place in range(PLACES):
        bots += 1 if int(v.table[v.seat, place]) >= 0 else 0
    return bots > 0


@compiles
def strongest(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Always the bot whose numbers are highest, and leaves it there."""
    kinds = int(moves[0]) & KINDS
    if not _acts(v) or kinds == 0 or _has_bots_down(v):
        return never_switches(v, c, moves, luck)
    attacks = int(v.seat) == int(v.attacker)
    best, chosen = -1, 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        value = int(c.attack[kind]) if attacks else int(c.defense[kind])
        if value > best:
            best, chosen = value, kind
    return chosen


@compiles
def waits(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Does nothing before the last two seconds, unless it is time to name a defender."""
    if _acts(v) and int(v.phase) == phases.RED and allows(moves, codes.WAIT):
        return codes.WAIT
    return choose(v, c, moves, luck)


@compiles
def attacks_poorest(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Attacks whoever has the fewest tokens."""
    return _attacks(1, c, v, moves, luck)


@compiles
def attacks_richest(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Attacks whoever has the most tokens."""
    return _attacks(-1, c, v, moves, luck)


@compiles
def _attacks(sign: int, c: Cards, v: Observation, moves: Ints, luck: Ints) -> int:
    """Attacks whoever has the fewest tokens, or with sign -1 the most."""
    targets = int(moves[0]) >> codes.ATTACK & SIX
    if not _acts(v) or targets == 0:
        return choose(v, c, moves, luck)
    chosen = lowest(targets)
    while targets:
        seat = lowest(targets)
        targets &= targets - 1
        if sign * int(v.tokens[seat]) < sign * int(v.tokens[chosen]):
            chosen = seat
    return codes.ATTACK + chosen


@compiles
def lends_while_behind(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Lends the first bot to whoever asks and has no more tokens than it has, and to nobody else."""
    for seat in range(int(v.seats) if _acts(v) else 0):
        lends = int(moves[(codes.LEND >> 6) + seat])
        if lends and int(v.tokens[seat]) <= int(v.tokens[v.seat]):
            return codes.LEND + 64 * seat + lowest(lends)
    return never_lends(v, c, moves, luck)


@compiles
def holds_back(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Attacks and defends with the bot that is lowest there, and keeps the others to switch to."""
    kinds = int(moves[0]) & KINDS
    if not _acts(v) or kinds == 0 or _has_bots_down(v) or int(v.phase) == phases.WARNING:
        return choose(v, c, moves, luck)
    attacks = int(v.seat) == int(v.attacker)
    chosen, least = 0, 1000
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        value = int(c.attack[kind]) if attacks else int(c.defense[kind])
        if value < least:
            least, chosen = value, kind
    return chosen


@compiles
def quick(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Puts a bot down in the first tick in which it may."""
    kinds = int(moves[0]) & KINDS
    if _acts(v) and kinds and not _has_bots_down(v):
        return lowest(kinds)
    return choose(v, c, moves, luck)


STRATEGIES: dict[str, Callable[..., int]] = {
    "never lends": never_lends,
    "always lends": always_lends,
    "never borrows": never_borrows,
    "always borrows": always_borrows,
    "never switches": never_switches,
    "always the highest number": strongest,
    "waits for the last moment": waits,
    "attacks the poorest": attacks_poorest,
    "attacks the richest": attacks_richest,
    "lends to the poorer": lends_while_behind,
    "shows its lowest bot first": holds_back,
    "the first bot at once": quick,
}
