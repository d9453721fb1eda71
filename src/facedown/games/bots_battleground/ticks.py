"""A quarter of a second: what each may do in it, what happens when all have answered, and when the spell is over.

Everybody who has something to do is asked at once, and waiting is an answer.  What is done stays secret until all
have answered; then it happens, in the order of seats.
"""

from __future__ import annotations

from facedown.core.bits import allow, holds, lowest
from facedown.core.chance import below
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.core.questions import answered, ask, become, close, happens
from facedown.games.bots_battleground import cards, codes, events, faces, phases, steps
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.codes import (
    borrower_in,
    is_lend,
    is_of_borrowed,
    is_pick_up,
    is_put_down,
    kind_in,
    seat_in,
)
from facedown.games.bots_battleground.position import HAND, IN_HAND, LONG_AGO, NONE, PLACES, SEATS, Position
from facedown.games.bots_battleground.table import (
    borrowed_kinds_in_hand,
    bots_on,
    can_play_bots,
    card_in_hand,
    counted_bots,
    free_place,
    hand_over,
    kind_at,
    limit,
    may_borrow,
    next_seat,
    own_card_in_hand,
    own_cards_in_hand,
    own_kinds_in_hand,
    pick_up,
    place_of,
    put_down,
    rivals,
)

# -- who is asked, and what they may do ----------------------------------------------------------------------------


@compiles
def ask_tick(s: Position, c: Cards) -> None:
    """All who can do something now, by what everybody sees; who has nothing to do is not asked to wait [1.4]."""
    become(s, steps.ACT, can_play_bots(s) | _asked_for_loans(s, c) | _forced_to_lend(s))


@compiles
def _asked_for_loans(s: Position, c: Cards) -> int:
    """Of whom somebody would borrow, as a set of seats."""
    asked = 0
    for seat in range(int(s.seats)):
        if s.asks[seat] != 0 and may_borrow(s, c, seat):
            asked |= int(s.asks[seat])
    return asked


@compiles
def _forced_to_lend(s: Position) -> int:
    """Who owes somebody two cards, as a set of seats."""
    forced = 0
    for seat in range(int(s.seats)):
        if holds(s.forcing, seat):
            forced |= 1 << int(s.forced[seat])
    return forced


@compiles
def offer_acts(s: Position, c: Cards, seat: int, moves: Ints) -> None:
    """What this seat may do in this tick."""
    allow(moves, codes.WAIT)
    if holds(can_play_bots(s), seat):
        _offer_play(s, c, seat, moves)
    asking = _asking(s, seat)
    while asking:
        borrower = lowest(asking)
        asking &= asking - 1
        if may_borrow(s, c, borrower):
            allow(moves, codes.DECLINE)
            moves[(codes.LEND >> 6) + borrower] |= own_kinds_in_hand(s, seat)
    if s.forcing != 0 and holds(_forced_to_lend(s), seat):
        allow(moves, codes.HAND_OVER)
        allow(moves, codes.REFUSE)


@compiles
def _asking(s: Position, seat: int) -> int:
    """Who would borrow of this seat, as a set."""
    asking = 0
    for borrower in range(SEATS):
        asking |= (int(s.asks[borrower]) >> seat & 1) << borrower
    return asking


@compiles
def _offer_play(s: Position, c: Cards, seat: int, moves: Ints) -> None:
    """Bots up and down, and of whom one could borrow.  That a bot too many loses, nobody is kept from [5.4]."""
    if free_place(s, seat) != NONE:
        own, borrowed = own_kinds_in_hand(s, seat), borrowed_kinds_in_hand(s, seat)
        moves[0] |= own | borrowed
        moves[codes.PUT_BORROWED >> 6] |= own & borrowed
    own, borrowed = 0, 0  # that can be picked up
    for place in range(PLACES):
        kind = kind_at(s, seat, place)
        if kind != NONE and c.condition[kind] != cards.ANCHORED:
            if int(s.table[seat, place]) // HAND == seat:
                own |= 1 << kind
            else:
                borrowed |= 1 << kind
    moves[codes.PICK_UP >> 6] |= own | borrowed
    moves[codes.PICK_UP_BORROWED >> 6] |= own & borrowed
    can_lend = (1 << int(s.seats)) - 1 & ~(1 << seat) & ~rivals(s, seat)
    if int(s.phase) == phases.ROLLING:
        if int(s.named) == NONE:
            _offer_attacks(s, seat, moves)
        else:
            can_lend &= ~(1 << int(s.named))
    if holds(s.faces, faces.FORCED) and int(s.forced[seat]) == NONE:
        for other in range(int(s.seats)):
            if holds(can_lend, other) and own_cards_in_hand(s, other) > 0:
                allow(moves, codes.FORCE + other)
    unasked = can_lend & ~int(s.wished[seat])
    if unasked != 0 and may_borrow(s, c, seat):
        moves[codes.ASK >> 6] |= unasked << (codes.ASK & 63)


@compiles
def _offer_attacks(s: Position, seat: int, moves: Ints) -> None:
    """Whom the attacker can name: nobody who has lent to them [4.1, 4.3]."""
    for other in range(int(s.seats)):
        if other != seat and s.loans[seat, other] == 0:
            allow(moves, codes.ATTACK + other)


@compiles
def may_offer(s: Position) -> int:
    """Who may say, unasked, that they would lend: whoever is not a rival of somebody who can borrow [7.8]."""
    offering = 0
    for seat in range(int(s.seats)):
        offering |= (1 << seat) if offers_open_to(s, seat) else 0
    return offering


@compiles
def offers_open_to(s: Position, seat: int) -> int:
    """To whom this seat could still offer a loan, as a set."""
    able = can_play_bots(s) & ~(1 << seat) & ~int(s.offers[seat]) & ~rivals(s, seat)
    if seat == int(s.named):
        able &= ~(1 << int(s.attacker))
    return able


@compiles
def offer(s: Position, seat: int, other: int) -> None:
    """Words, and nothing else."""
    s.offers[seat] = int(s.offers[seat]) | 1 << other
    happens(s, events.OFFERED, seat, NONE, other)


# -- a tick --------------------------------------------------------------------------------------------------------


@compiles
def act(s: Position, c: Cards, seat: int, move: int) -> None:
    """Done, but not to be seen before all have answered [1.4]."""
    s.acts[seat] = move
    if not answered(s, seat):
        return
    if _acting(s):
        become(s, steps.RESOLVE, 0)
    else:
        _end_tick(s, c)


@compiles
def _acting(s: Position) -> int:
    """Who has done something in this tick that has not happened yet, as a set."""
    acting = 0
    for seat in range(SEATS):
        acting |= int((s.acts[seat] != NONE) & (s.acts[seat] != codes.WAIT)) << seat
    return acting


@compiles
def resolve(s: Position, c: Cards) -> None:
    """The next thing that somebody did in this tick; when all is done, the tick is over."""
    acting = _acting(s)
    if acting == 0:
        _end_tick(s, c)
        return
    seat = lowest(acting)
    move = int(s.acts[seat])
    s.acts[seat] = NONE
    s.since[seat] = 0
    _carry_out(s, c, seat, move)


@compiles
def _carry_out(s: Position, c: Cards, seat: int, move: int) -> None:
    if is_put_down(move):
        put_down(s, c, seat, card_in_hand(s, seat, kind_in(move), is_of_borrowed(move)))
        happens(s, events.PUT_DOWN, seat, kind_in(move), NONE)
    elif is_pick_up(move):
        _pick_up(s, seat, kind_in(move), is_of_borrowed(move))
    elif is_lend(move):
        _lend(s, c, seat, kind_in(move), borrower_in(move))
    elif move == codes.DECLINE:
        _decline(s, seat)
    elif move in (codes.HAND_OVER, codes.REFUSE):
        _answer_demand(s, seat, move == codes.HAND_OVER)
    elif seat_in(move, codes.ATTACK) != NONE:
        _name(s, seat, seat_in(move, codes.ATTACK))
    elif seat_in(move, codes.ASK) != NONE:
        _ask(s, seat, seat_in(move, codes.ASK))
    else:
        s.forced[seat] = seat_in(move, codes.FORCE)
        s.forcing = int(s.forcing) | 1 << seat
        happens(s, events.DEMANDED, seat, NONE, seat_in(move, codes.FORCE))


@compiles
def _name(s: Position, attacker: int, defender: int) -> None:
    """The defender is named, for good [4.1], unless they have just lent [4.3]; of a rival nobody borrows [7.1]."""
    if s.loans[attacker, defender] > 0:
        return
    s.named = defender
    s.defenders = 1 << defender
    s.asks[attacker] = int(s.asks[attacker]) & ~s.defenders
    happens(s, events.NAMED, attacker, NONE, defender)


@compiles
def _pick_up(s: Position, seat: int, kind: int, borrowed: bool) -> None:
    pick_up(s, seat, place_of(s, seat, kind, borrowed))
    happens(s, events.PICKED_UP, seat, kind, NONE)


@compiles
def _ask(s: Position, seat: int, other: int) -> None:
    """Once of each in a round [7.1]."""
    s.asks[seat] = int(s.asks[seat]) | 1 << other
    s.wished[seat] = int(s.wished[seat]) | 1 << other
    happens(s, events.ASKED, seat, NONE, other)


@compiles
def _lend(s: Position, c: Cards, lender: int, kind: int, borrower: int) -> None:
    """From hand to hand, if the wish still stands [7.2, 1.4]; what it is the two alone know [7.4]."""
    if not (holds(s.asks[borrower], lender) and may_borrow(s, c, borrower)):
        return
    hand_over(s, own_card_in_hand(s, lender, kind), borrower)
    happens(s, events.LENT, lender, kind, borrower)


@compiles
def _decline(s: Position, seat: int) -> None:
    for borrower in range(int(s.seats)):
        s.asks[borrower] = int(s.asks[borrower]) & ~(1 << seat)
    happens(s, events.DECLINED, seat, NONE, NONE)


# -- forced loans --------------------------------------------------------------------------------------------------


@compiles
def _answer_demand(s: Position, seat: int, lends: bool) -> None:
    """To the attacker first, then clockwise [8.8]; refusing loses the round, whoever it was [8.9]."""
    forcer = demanding(s, seat)
    if lends:
        s.lender = seat
        ask(s, steps.LOAN, 0)
        return
    s.forcing = int(s.forcing) & ~(1 << forcer)
    s.refused = int(s.refused) | 1 << seat
    happens(s, events.REFUSED, seat, NONE, forcer)


@compiles
def demanding(s: Position, seat: int) -> int:
    """Who forces this seat to lend; of several the first, from the attacker on clockwise."""
    forcer = int(s.attacker)
    while not (holds(s.forcing, forcer) and int(s.forced[forcer]) == seat):
        forcer = next_seat(s, forcer)
    return forcer


@compiles
def draw_loan(s: Position) -> None:
    """Two of their own cards, any two, or fewer if there are fewer [8.8]."""
    lender = int(s.lender)
    forcer = demanding(s, lender)
    taken = 0
    while taken < 2 and own_cards_in_hand(s, lender) > 0:
        hand_over(s, _any_card(s, lender), forcer)
        taken += 1
    s.forcing = int(s.forcing) & ~(1 << forcer)
    s.loan_laid_out, s.lender = 0, NONE
    happens(s, events.HANDED_OVER, lender, taken, forcer)
    close(s)


@compiles
def _any_card(s: Position, lender: int) -> int:
    """A card of theirs that is in their hand: one that a record laid out, else by chance."""
    which = NONE
    for card in range(HAND * lender, HAND * lender + HAND):
        if holds(s.loan_laid_out, card) and s.holder[card] == lender and s.lies[card] == IN_HAND:
            return card
    skipped = below(s, own_cards_in_hand(s, lender))
    for card in range(HAND * lender, HAND * lender + HAND):
        if s.holder[card] == lender and s.lies[card] == IN_HAND:
            if skipped == 0:
                which = card
            skipped -= 1
    return which


# -- the end of a tick ---------------------------------------------------------------------------------------------


@compiles
def _end_tick(s: Position, c: Cards) -> None:
    """A quarter of a second is over."""
    s.ticks = int(s.ticks) + 1
    for seat in range(int(s.seats)):
        s.acts[seat] = NONE
        s.since[seat] = min(int(s.since[seat]) + 1, LONG_AGO)
    go_on(s, c)


@compiles
def go_on(s: Position, c: Cards) -> None:
    """What comes next: a table is illegal, the fight is lost already [5.4], a spell is over, or a tick begins."""
    if _seat_at_fault(s, c) != NONE:
        become(s, steps.JUDGE, 0)
    elif is_decided(s):
        become(s, steps.FREEZE, 0)
    elif int(s.phase) == phases.ROLLING and int(s.ticks) == phases.ROLLING_TICKS[int(s.tempo)]:
        become(s, steps.LAND, 0)
    elif int(s.phase) == phases.WARNING and int(s.ticks) == phases.ROLLING_TICKS[int(s.tempo)]:
        become(s, steps.FREEZE, 0)
    elif int(s.phase) == phases.RED and _spell_ends(s):
        become(s, steps.WARN, 0)
    else:
        ask_tick(s, c)


@compiles
def warn(s: Position, c: Cards) -> None:
    """The dice roll again: two more seconds [5.7].  A step of its own: a fault in the same tick is told, too."""
    s.phase, s.ticks, s.spell_laid_out = phases.WARNING, 0, NONE
    happens(s, events.WARNED, NONE, NONE, NONE)
    ask_tick(s, c)


@compiles
def _seat_at_fault(s: Position, c: Cards) -> int:
    """Who has more bots down than are allowed, once the dice have stopped [5.4]; NONE if nobody has."""
    if int(s.phase) in (phases.RED, phases.WARNING):
        playing = can_play_bots(s)
        while playing:
            seat = lowest(playing)
            playing &= playing - 1
            most = limit(s, seat)
            if bots_on(s, seat) > most and counted_bots(s, c, seat) > most:  # the first is quick, and seldom so
                return seat
    return NONE


@compiles
def judge(s: Position, c: Cards) -> None:
    """Whoever has an illegal table has lost the round at once [5.4]."""
    seat = _seat_at_fault(s, c)
    happens(s, events.FAULTED, seat, counted_bots(s, c, seat), limit(s, seat))
    s.faults = int(s.faults) | 1 << seat
    go_on(s, c)


@compiles
def is_decided(s: Position) -> bool:
    """Whether the attacker or every defender has lost, by too many bots or a refused loan [5.4, 8.9]."""
    lost = int(s.faults) | int(s.refused)
    return holds(lost, int(s.attacker)) or (int(s.defenders) != 0 and int(s.defenders) & ~lost == 0)


@compiles
def _spell_ends(s: Position) -> bool:
    """Whether the red spell ends with this tick; drawn tick by tick, all lengths equally likely [5.6].

    So nothing in the position tells how long it will be, and nothing can be told.
    """
    gone, laid_out = int(s.ticks), int(s.spell_laid_out)
    if laid_out != NONE:
        return gone >= laid_out
    soonest, latest = phases.RED_FROM[int(s.tempo)], phases.RED_TO[int(s.tempo)]
    return gone >= soonest and below(s, latest - gone + 1) == 0
