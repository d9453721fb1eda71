"""A player by rule of thumb.  It sees what its seat sees, remembers nothing, and takes human times to react.

Whatever others do it takes in only some ticks later (UNSEEN), and then does something about it in each tick with
some probability (REACTS), so that reaction times are spread geometrically as a person's are, about.
"""

from __future__ import annotations

import numpy as np

from facedown.core.bits import allows, holds, lowest, nth, nth_move, popcount
from facedown.core.chance import luck_below
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.games.bots_battleground import cards, codes, faces, phases, steps
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.codes import aim_in, lend_of
from facedown.games.bots_battleground.duels import SURE
from facedown.games.bots_battleground.position import NONE, PLACES, TO_WIN, Observation

# By the option `reactions`: human, quick, slow.
REACTS = np.array([40, 65, 22], np.int64)  # in how many of a hundred ticks they get round to it
UNSEEN = np.array([2, 1, 3], np.int64)  # ticks before they take in what somebody did
HASTE = 90  # in how many of a hundred ticks, when an empty table is about to lose
NEEDED = np.array([6, 4, 9], np.int64)  # ticks that a switch should have before the dice turn blue

FORWARD = 6  # percent of the ticks of the red spell in which the first bot is put down: rivals answer it
GENEROUS = 85  # percent of requests for a loan that are granted: a lender shares a win, but not a loss
BLUFFS = 10  # percent of loans that are of the worst bot
LOST = -SURE // 2  # a fight that stands so badly is worth half of its prize; one that may yet turn is not
BORROWS = 30  # percent of the chances to ask for a helpful loan that are taken
OFFERS = 12  # percent of the chances to offer a loan that are taken
RESTLESS = 2  # percent of the ticks with nothing to do in which a bot is switched all the same
WHIM = 60  # points of strength that a bot sent against nobody yet may lack
INACCURACY = 12  # points of difference by which one is mistaken about a bot against another
WORST = -(1 << 30)


@compiles
def choose(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """The move that this player makes."""
    question = int(v.question)
    if question == steps.CLAP:
        return codes.CLAP
    if question == steps.ABILITY:
        return _use_ability(v, c, moves, luck)
    if not reacts(v, c, luck):
        return codes.WAIT
    if allows(moves, codes.HAND_OVER):
        return _answer_demand(v, luck)
    if allows(moves, codes.DECLINE):
        return _answer_wish(v, c, moves, luck)
    if int(v.phase) == phases.ROLLING:
        return _open(v, c, moves, luck)
    return _fight(v, c, moves, luck)


@compiles
def reacts(v: Observation, c: Cards, luck: Ints) -> bool:
    """Whether it reacts in this tick to what it sees, after a time like a person's."""
    return _has_taken_it_in(v) and _chance(luck, _eagerness(v, c))


@compiles
def _has_taken_it_in(v: Observation) -> bool:
    """Whether it has had time to notice the dice, and requests to this seat."""
    unseen, me = int(UNSEEN[v.reactions]), int(v.seat)
    if int(v.phase) != phases.WARNING and int(v.ticks) < unseen:
        return False
    for seat in range(int(v.seats)):
        forces = holds(v.forcing, seat) and int(v.forced[seat]) == me
        if (forces or holds(v.asks[seat], me)) and int(v.since[seat]) < unseen:
            return False
    return True


@compiles
def _chance(luck: Ints, percent: int) -> bool:
    return luck_below(luck, 100) < percent


@compiles
def _eagerness(v: Observation, c: Cards) -> int:
    """How likely something is done in this tick, in percent: more likely, where waiting loses."""
    reacts = int(REACTS[v.reactions])
    missing = int(v.limit[v.seat]) > 0 and _bots_down(v, c, int(v.seat)) == 0
    return HASTE if missing and int(v.phase) in (phases.ROLLING, phases.WARNING) else reacts


@compiles
def _bots_down(v: Observation, c: Cards, seat: int) -> int:
    """How many bots lie before a seat that count towards its limit."""
    bots = 0
    for place in range(PLACES):
        kind = int(v.table[seat, place])
        bots += 1 if kind != NONE and int(c.condition[kind]) != cards.SIDEKICK else 0
    return bots


@compiles
def _is_lower(v: Observation) -> int:
    return 1 if holds(v.faces, faces.LOWER) else 0


@compiles
def _role(v: Observation) -> int:
    return 0 if int(v.seat) == int(v.attacker) else 1


# -- others want something -----------------------------------------------------------------------------------------


@compiles
def _answer_demand(v: Observation, luck: Ints) -> int:
    """Refusing costs a token, and nothing if there is none."""
    mine, forcer = int(v.tokens[v.seat]), 0
    for seat in range(int(v.seats)):
        if holds(v.forcing, seat) and int(v.forced[seat]) == int(v.seat):
            forcer = seat
    refuses = mine == 0 or int(v.tokens[forcer]) >= TO_WIN - 2
    return codes.REFUSE if refuses and _chance(luck, 70) else codes.HAND_OVER


@compiles
def _answer_wish(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Lend one bot to somebody who is not about to win: mostly the best one for them, sometimes the worst."""
    me = int(v.seat)
    for borrower in range(int(v.seats)):
        kinds = int(moves[(codes.LEND >> 6) + borrower])
        close = int(v.tokens[borrower]) >= TO_WIN - 2
        if kinds == 0 or close or v.loans[borrower, me] > 0:
            continue
        if _chance(luck, GENEROUS):
            sign = -1 if _chance(luck, BLUFFS) else 1
            return lend_of(_most_helpful(v, c, kinds, borrower, sign, luck), borrower)
    return codes.DECLINE


@compiles
def _most_helpful(v: Observation, c: Cards, kinds: int, borrower: int, sign: int, luck: Ints) -> int:
    """The bot that does most for a borrower against what is seen of their rivals'; with sign -1 the least."""
    best, chosen = WORST, lowest(kinds)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        worth = luck_below(luck, INACCURACY)
        for seat in range(int(v.seats)):
            if _are_rivals(v, borrower, seat):
                worth += sign * _against_main(v, c, kind, borrower, seat)
        if worth > best:
            best, chosen = worth, kind
    return chosen


@compiles
def _against_main(v: Observation, c: Cards, kind: int, borrower: int, rival: int) -> int:
    """What this bot brings a borrower against the main bot of a rival; against any bot where none is seen."""
    lower, attacks = _is_lower(v), borrower == int(v.attacker)
    for place in range(PLACES):
        other = int(v.table[rival, place])
        if other != NONE and int(c.condition[other]) != cards.SIDEKICK:
            return int(c.margin[lower, kind, other]) if attacks else -int(c.margin[lower, other, kind])
    return int(c.strength[lower, 0 if attacks else 1, kind])


@compiles
def _strongest(v: Observation, c: Cards, kinds: int, role: int, luck: Ints) -> int:
    """The strongest of some bots in this role against any bot."""
    best, chosen = WORST, lowest(kinds)
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        worth = int(c.strength[_is_lower(v), role, kind]) + luck_below(luck, WHIM)
        if worth > best:
            best, chosen = worth, kind
    return chosen


# -- a fight -------------------------------------------------------------------------------------------------------


@compiles
def _open(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """The dice roll: name the one with most tokens, or any; then send a bot that is good against all."""
    targets = (int(moves[0]) >> codes.ATTACK) & 63
    if targets:
        best, chosen = WORST, lowest(targets)
        while targets:
            seat = lowest(targets)
            targets &= targets - 1
            worth = 2 * int(v.tokens[seat]) + luck_below(luck, 9)
            if worth > best:
                best, chosen = worth, seat
        return codes.ATTACK + chosen
    if _bots_down(v, c, int(v.seat)) == 0 and _kinds(moves):
        return _strongest(v, c, _kinds(moves), 0, luck)
    return codes.WAIT


@compiles
def _kinds(moves: Ints) -> int:
    """The bots that can be put down."""
    return int(moves[0]) & ((1 << 40) - 1)


@compiles
def _fight(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """Have the bot lying there that beats what is seen of the rivals'; when none does, try to borrow one."""
    me, kinds = int(v.seat), _kinds(moves)
    if not holds(int(v.defenders) | 1 << int(v.attacker), me) or int(v.limit[me]) == 0:
        return codes.WAIT
    free = int(v.limit[me]) - _bots_down(v, c, me)
    if free > 0 and _bots_down(v, c, me) == 0:
        if int(v.phase) == phases.RED and not _chance(luck, FORWARD):
            return codes.WAIT
        best = _best(v, c, kinds, luck)
        return best if best != NONE else codes.WAIT
    if not _has_seen_rivals(v):
        return codes.WAIT
    more = _one_more(v, c, kinds, free)
    if more != NONE:
        return more
    if not _has_time(v):
        return codes.WAIT
    return _reconsider(v, c, moves, kinds, luck)


@compiles
def _one_more(v: Observation, c: Cards, kinds: int, free: int) -> int:
    """Another bot beside the first: where there may be two, or at the warning one that may turn a close fight."""
    if _is_lower(v):
        return NONE
    now, most, chosen = _worth_now(v, c), -1, NONE
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        adds = int(c.beside[_role(v), kind])
        if int(c.condition[kind]) == cards.SIDEKICK:
            if adds > 0 and int(v.phase) == phases.WARNING and abs(now) <= SURE + adds:
                return kind
        elif free > 0 and adds > most:
            most, chosen = adds, kind
    return chosen


@compiles
def _has_seen_rivals(v: Observation) -> bool:
    """Whether it has had time to notice what the rivals did last."""
    for seat in range(int(v.seats)):
        if _is_rival(v, seat) and int(v.since[seat]) < int(UNSEEN[v.reactions]):
            return False
    return True


@compiles
def _is_rival(v: Observation, seat: int) -> bool:
    return _are_rivals(v, int(v.seat), seat)


@compiles
def _are_rivals(v: Observation, one: int, other: int) -> bool:
    """Whether this seat, which fights, fights against the other."""
    if one == int(v.attacker):
        return holds(v.defenders, other)
    return other == int(v.attacker)


@compiles
def _has_time(v: Observation) -> bool:
    """Whether there is time to pick a bot up and put another down, as always before the warning."""
    left = phases.ROLLING_TICKS[int(v.tempo)] - int(v.ticks)
    return int(v.phase) != phases.WARNING or left >= int(NEEDED[v.reactions])


@compiles
def _reconsider(v: Observation, c: Cards, moves: Ints, kinds: int, luck: Ints) -> int:
    """Switch to a bot that is surely better; where the fight is lost as it is, look for help."""
    now, lying = _worth_now(v, c), _switchable(v, c)
    best, worth = NONE, now
    if lying != NONE:
        rest = kinds
        while rest:
            kind = lowest(rest)
            rest &= rest - 1
            if _worth(v, c, kind) > worth:
                best, worth = kind, _worth(v, c, kind)
    if best != NONE and worth >= now + INACCURACY and (worth > 0) != (now > 0):
        return codes.PICK_UP + lying
    if now <= LOST and not _has_lender(v) and _chance(luck, BORROWS):
        help_from = _seat_to_ask(v, moves, luck)
        if help_from != NONE:
            return help_from
    if lying != NONE and int(v.phase) != phases.WARNING and now <= 0 and _chance(luck, RESTLESS):
        return codes.PICK_UP + lying
    return codes.WAIT


@compiles
def _seat_to_ask(v: Observation, moves: Ints, luck: Ints) -> int:
    """Force somebody where a die allows it, else ask one who can lend; NONE if there is nobody.

    Of those who can lend the poorest, for they have a part in a win; those who said that they would come first.
    """
    forceable = (int(moves[0]) >> codes.FORCE) & 63
    if forceable:
        return codes.FORCE + nth(forceable, luck_below(luck, popcount(forceable)))
    askable = (int(moves[1]) >> (codes.ASK & 63)) & 63
    offering = askable & _who_would_lend(v)
    askable = _poorest(v, offering if offering else askable)
    if askable:
        return codes.ASK + nth(askable, luck_below(luck, popcount(askable)))
    return NONE


@compiles
def _has_lender(v: Observation) -> bool:
    """Whether anybody has lent to this seat or is asked to; two lenders leave nothing of a prize."""
    lent = 0
    for seat in range(int(v.seats)):
        lent += int(v.loans[v.seat, seat])
    return lent > 0 or int(v.asks[v.seat]) != 0


@compiles
def _poorest(v: Observation, seats: int) -> int:
    """Those of a set of seats who have the fewest tokens."""
    fewest, found = 1 << 30, 0
    while seats:
        seat = lowest(seats)
        seats &= seats - 1
        tokens = int(v.tokens[seat])
        if tokens < fewest:
            fewest, found = tokens, 0
        found |= 1 << seat if tokens == fewest else 0
    return found


@compiles
def _who_would_lend(v: Observation) -> int:
    """Who has said that they would lend to this seat, as a set."""
    offering = 0
    for seat in range(int(v.seats)):
        if holds(v.offers[seat], int(v.seat)):
            offering |= 1 << seat
    return offering


@compiles
def _switchable(v: Observation, c: Cards) -> int:
    """The bot of one's own that may be picked up; NONE if it is anchored."""
    for place in range(PLACES):
        kind = int(v.table[v.seat, place])
        if kind != NONE and int(c.condition[kind]) != cards.SIDEKICK:
            return NONE if int(c.condition[kind]) == cards.ANCHORED else kind
    return NONE


@compiles
def _best(v: Observation, c: Cards, kinds: int, luck: Ints) -> int:
    """The bot that does best against what is seen; NONE if the hand is empty."""
    best, chosen = WORST, NONE
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        worth = _worth(v, c, kind) + luck_below(luck, INACCURACY)
        if worth > best:
            best, chosen = worth, kind
    return chosen


@compiles
def _worth_now(v: Observation, c: Cards) -> int:
    """What the bots that lie there bring as they lie there."""
    for place in range(PLACES):
        kind = int(v.table[v.seat, place])
        if kind != NONE and int(c.condition[kind]) != cards.SIDEKICK:
            return _worth(v, c, kind)
    return WORST


@compiles
def _worth(v: Observation, c: Cards, kind: int) -> int:
    """What this bot brings against the rivals' that are seen, all of them together."""
    worth = 0
    for seat in range(int(v.seats)):
        if _is_rival(v, seat):
            worth += _against(v, c, kind, seat)
    return worth


@compiles
def _against(v: Observation, c: Cards, kind: int, seat: int) -> int:
    """The margin against one rival's main bot, plus or minus what lies beside it and what tokens make of both."""
    main, role, lower = NONE, _role(v), _is_lower(v)
    beside = _by_tokens(v, c, kind, int(v.seat), seat)
    for place in range(PLACES):
        other = int(v.table[seat, place])
        if other == NONE:
            continue
        if main == NONE:
            main = other
        else:
            beside -= int(c.beside[1 - role, other])
    if main == NONE:
        return int(c.strength[lower, role, kind])
    beside -= _by_tokens(v, c, main, seat, int(v.seat))
    met_own = False
    for place in range(PLACES):
        own = int(v.table[v.seat, place])
        if own != NONE and (met_own or int(c.condition[own]) == cards.SIDEKICK):
            beside += int(c.beside[role, own])
        met_own = met_own or (own != NONE and int(c.condition[own]) != cards.SIDEKICK)
    margin = int(c.margin[lower, kind, main]) if role == 0 else -int(c.margin[lower, main, kind])
    won = 1 if margin > SURE // 2 else -1 if margin < -(SURE // 2) else 0
    difference = margin - SURE * won + (-beside if lower else beside)
    return difference + SURE * ((1 if difference > 0 else -1) if difference != 0 else won)


@compiles
def _by_tokens(v: Observation, c: Cards, kind: int, seat: int, rival: int) -> int:
    """What a bot adds to itself because its player is behind or ahead, which no table of margins knows."""
    counts = holds(c.value[kind], 0 if seat == int(v.attacker) else 1)
    if int(c.does[kind]) != cards.ADD or int(c.on[kind]) != cards.SELF or not counts:
        return 0
    lead, when = int(v.tokens[seat]) - int(v.tokens[rival]), int(c.when[kind])
    applies = (when == cards.BEHIND and lead < 0) or (when == cards.AHEAD and lead > 0)
    return int(c.by[kind]) if applies else 0


# -- abilities -----------------------------------------------------------------------------------------------------


@compiles
def _use_ability(v: Observation, c: Cards, moves: Ints, luck: Ints) -> int:
    """The choice that changes the sums most in one's own favour; of equal ones any."""
    kind = int(v.table[v.using_seat, v.using_place])
    best, chosen = WORST, nth_move(moves, 0)
    n, move = 0, chosen
    while move != NONE:
        gain = 8 * _gain(v, c, kind, move) + luck_below(luck, 8)
        if gain > best:
            best, chosen = gain, move
        n += 1
        move = nth_move(moves, n)
    return chosen


@compiles
def _gain(v: Observation, c: Cards, kind: int, move: int) -> int:
    """By how much this choice changes what counts, for the better of the one who chooses."""
    aim = aim_in(move)
    seat, place, me = aim // PLACES, aim % PLACES, int(v.seat)
    does, n = int(c.does[kind]), int(c.by[kind])
    counts = int(v.attack[seat, place]) if seat == int(v.attacker) else int(v.defense[seat, place])
    other = int(v.defense[seat, place]) if seat == int(v.attacker) else int(v.attack[seat, place])
    sign = -1 if _is_lower(v) else 1
    if does == cards.COPY:
        mine = int(v.attack[seat, place]) if me == int(v.attacker) else int(v.defense[seat, place])
        return sign * mine
    touched = int(c.value[kind]) != (cards.ON_DEFENSE if seat == int(v.attacker) else cards.ON_ATTACK)
    if int(c.condition[v.table[seat, place]]) == cards.STEADFAST or (not touched and does != cards.SWAP):
        return 0
    after = n
    if does == cards.ADD:
        after = max(counts + n, 0)
    elif does == cards.SHIFT:
        after = counts + n if codes.UP <= move < codes.DOWN else max(counts - n, 0)
    elif does == cards.SWAP:
        after = other
    elif does == cards.HALVE:
        after = (counts + 1) // 2
    return sign * (after - counts) * (1 if seat == me else -1)


@compiles
def would_lend(v: Observation, moves: Ints, luck: Ints) -> int:
    """What it does when nobody has asked it: say now and then that it would lend; -1: nothing.

    Words only: whether it does lend, is decided when it is asked, and not by what it said.
    """
    open_to = (int(moves[1]) >> (codes.OFFER & 63)) & 63
    if open_to == 0 or not _chance(luck, OFFERS):
        return -1
    return codes.OFFER + nth(open_to, luck_below(luck, popcount(open_to)))


BOTS = {"sensible": choose}
UNASKED = {"sensible": would_lend}
__all__ = ["BOTS", "UNASKED", "choose", "reacts", "would_lend"]
