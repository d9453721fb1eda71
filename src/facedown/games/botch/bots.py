"""A player by rule of thumb, who sees what its seat sees, and remembers nothing.

It says whatever pays, true or not; calls the more the nearer the user is to ten; refuses a threat while it can take
a hurt; and goes for whoever is ahead.
"""

from __future__ import annotations

from facedown.core.bits import allows, holds, lowest, nth, nth_move, popcount
from facedown.core.chance import luck_below
from facedown.core.layout import Ints, compiles
from facedown.games.botch.cards import (
    AMOUNT_OF,
    BANK,
    CARDS,
    COLLECTED,
    FIRST_ROLE,
    HURT,
    MOST_STEPS,
    SPOILS_FOR,
    STASH,
    STEP_OF,
    TAKE_BANK,
    TAKE_EACH,
    TAKE_PILE,
    TAKE_PLAYER,
    THREAT_OF,
    WAY_NUMBER,
    WAY_OF,
)
from facedown.games.botch.moves import (
    CALL,
    DECLARE,
    ID_WORD,
    ON_NOBODY,
    PASS,
    PAY,
    REFUSE,
    REVEAL,
    SWAP_WITH,
    card_in,
    is_threat,
    use_of,
)
from facedown.games.botch.position import ANSWER, CALLS, NONE, RESCUE, SAVE, SHOWN, SPOIL, TEN, TURN, View

PER_DIAMOND = 12  # what a diamond is worth, in the bot's own money
FINE = 64  # by so much chance is finer than that: of equal uses none comes first


@compiles
def choose(v: View, moves: Ints, luck: Ints) -> int:
    """The move that this player makes."""
    return _choose(v, moves, luck)


@compiles
def always_call(v: View, moves: Ints, luck: Ints) -> int:
    """The same player, but it calls whenever it may."""
    return CALL if int(v.question) == CALLS and allows(moves, CALL) else _choose(v, moves, luck)


@compiles
def never_call(v: View, moves: Ints, luck: Ints) -> int:
    """The same player, but it never calls."""
    return PASS if int(v.question) == CALLS else _choose(v, moves, luck)


@compiles
def _choose(v: View, moves: Ints, luck: Ints) -> int:
    question = int(v.question)
    if question == TURN:
        return _turn(v, moves, luck)
    if question == CALLS:
        return _call(v, moves, luck)
    if question == ANSWER:
        return _answer_threat(v, moves, luck)
    if question == SAVE:
        return _save(v, moves, luck)
    if question in (RESCUE, SPOIL):
        return _interfere(v, moves, luck)
    if question == SHOWN and allows(moves, REVEAL):
        return REVEAL
    if allows(moves, REFUSE):
        return REFUSE  # nobody gets anything for a friendly word
    return _any(moves, luck)


@compiles
def _any(moves: Ints, luck: Ints) -> int:
    choices = 0
    for word in range(len(moves)):
        choices += popcount(moves[word])
    return nth_move(moves, luck_below(luck, choices) if choices > 1 else 0)


@compiles
def _wealth(v: View, seat: int) -> int:
    return int(v.diamonds[seat]) + int(v.stash[seat])


@compiles
def _leader(v: View, luck: Ints) -> int:
    """The richest of the others; of several any."""
    best, leader = -1, NONE
    for seat in range(int(v.seats)):
        if seat != int(v.seat) and holds(int(v.alive), seat):
            rank = FINE * _wealth(v, seat) + luck_below(luck, FINE)
            if rank > best:
                best, leader = rank, seat
    return leader


# -- a turn of one's own -------------------------------------------------------------------------------------------


@compiles
def _turn(v: View, moves: Ints, luck: Ints) -> int:
    if allows(moves, DECLARE) and _has_won(v):
        return DECLARE
    best, chosen = -1, NONE
    leader = _leader(v, luck)
    ahead = _wealth(v, leader)
    for word in range(1, ON_NOBODY + 1):
        rest = int(moves[word])
        while rest:
            move = 64 * word + lowest(rest)
            rest &= rest - 1
            worth = FINE * _worth(v, move, leader, ahead) + luck_below(luck, FINE * PER_DIAMOND)
            if worth > best:
                best, chosen = worth, move
    if allows(moves, SWAP_WITH + leader) and (chosen == NONE or int(v.stash[leader]) > 3):
        return SWAP_WITH + leader
    return chosen if chosen != NONE else _any(moves, luck)


@compiles
def _has_won(v: View) -> bool:
    seat = int(v.seat)
    role = int(v.roles[seat])
    return _wealth(v, seat) >= TEN or (int(WAY_OF[role]) == BANK and int(v.bank) >= int(WAY_NUMBER[role]))


@compiles
def _worth(v: View, move: int, leader: int, ahead: int) -> int:
    """What this use brings, as far as one can tell, in twelfths of a diamond."""
    card, seat = card_in(move), int(v.seat)
    target = (move >> 6) - 1
    if is_threat(move):
        worth = PER_DIAMOND if int(v.diamonds[target]) > 0 else 0
        return worth + (PER_DIAMOND if target == leader and ahead >= 7 else 0)
    worth = 0
    for step in range(MOST_STEPS):
        block, n = int(STEP_OF[card, step]), int(AMOUNT_OF[card, step])
        if block == TAKE_PILE:
            worth += n * PER_DIAMOND
        elif block == TAKE_BANK:
            worth += min(n, int(v.bank)) * PER_DIAMOND
        elif block == TAKE_PLAYER:
            worth += min(n, int(v.diamonds[target])) * PER_DIAMOND + (3 if target == leader else 0)
        elif block == TAKE_EACH:
            worth += n * PER_DIAMOND
        elif block == STASH:
            worth += 3
        elif block == HURT:
            worth += 8 if target == leader else 0
    own = int(v.roles[seat]) if card >= FIRST_ROLE else int(v.items[seat])
    if own != card:
        worth -= PER_DIAMOND // 2  # it may be called
    if int(COLLECTED[card]):
        worth += 4
    return worth


# -- answers -------------------------------------------------------------------------------------------------------


@compiles
def _call(v: View, moves: Ints, luck: Ints) -> int:
    """Call what one has; else the more gladly the nearer the user is to ten."""
    user, seat = int(v.user), int(v.seat)
    if allows(moves, CALL):
        if int(v.items[seat]) == int(v.said):
            return CALL
        if int(v.diamonds[seat]) == 0:
            return CALL if luck_below(luck, 3) == 0 else PASS  # it costs nothing
        return CALL if luck_below(luck, 10) < _wealth(v, user) - 3 else PASS
    if luck_below(luck, 24) < _wealth(v, user) - 6:
        for word in range(ID_WORD, ID_WORD + 2):
            if moves[word]:
                return 64 * word + nth(moves[word], luck_below(luck, popcount(moves[word])))
    return PASS


@compiles
def _answer_threat(v: View, moves: Ints, luck: Ints) -> int:
    """Pay what is certain to be true; else rather refuse, unless another hurt would be the last."""
    if not allows(moves, PAY):
        return REFUSE
    shown = int(v.roles[v.user]) if int(v.said) >= FIRST_ROLE else int(v.items[v.user])
    if shown != NONE:
        return PAY if int(THREAT_OF[shown]) else REFUSE
    if int(v.hurt[v.seat]):
        return PAY if luck_below(luck, 10) else REFUSE
    return REFUSE if luck_below(luck, 10) < 6 else PAY


@compiles
def _save(v: View, moves: Ints, luck: Ints) -> int:
    uses = int(moves[ON_NOBODY])
    own = int(v.roles[v.seat])
    if uses and int(v.hurt[v.seat]) > 1:
        return use_of(own if holds(uses, own) else lowest(uses), NONE)
    return PASS


@compiles
def _interfere(v: View, moves: Ints, luck: Ints) -> int:
    """Stop a win with what one has, or at a venture; lean over the Railing now and then."""
    uses = int(moves[ON_NOBODY])
    if uses == 0:
        return PASS
    if int(v.question) == SPOIL:
        for card in range(CARDS):
            mine = int(v.roles[v.seat]) == card or int(v.items[v.seat]) == card
            if holds(uses, card) and mine and int(SPOILS_FOR[card]) >= 0:
                return use_of(card, NONE)
    return use_of(lowest(uses), NONE) if luck_below(luck, 5) == 0 else PASS


BOTS = {"sensible": choose, "suspicious": always_call, "trusting": never_call}
