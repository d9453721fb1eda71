"""What a player may do with a turn, and how it begins.  Numbers are the rulebook's."""

from __future__ import annotations

from facedown.core.bits import allow, holds
from facedown.core.chance import chosen_or_lot
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.core.questions import ask_one, become, happens
from facedown.games.botch import cards, codes, events, purposes, steps
from facedown.games.botch.actions import look
from facedown.games.botch.arrays import Cards
from facedown.games.botch.claims import pay_to_id, use
from facedown.games.botch.codes import (
    card_in,
    is_id,
    is_threat,
    is_use,
    role_named,
    seat_to_id,
    spends_stash,
    target_in,
)
from facedown.games.botch.declaring import declare, may_declare
from facedown.games.botch.position import NONE, TURNS, Position
from facedown.games.botch.reactions import offer_id, stash_can_pay
from facedown.games.botch.table import (
    alone,
    clear_pool,
    draw_of,
    is_a_pair_in,
    is_among,
    others,
    sayable,
    take_under_the_table,
    wealth,
)

DEALS = 200  # those that break a pair are dealt again; this often at most


# -- the deal ------------------------------------------------------------------------------------------------------


@compiles
def deal(s: Position, c: Cards) -> None:
    """A role and an item to each [1.4]; of a pair that is in, both or neither [9.8]; and who begins [1.6]."""
    pages = int(c.pages)
    for _ in range(DEALS):
        for page in range(pages):
            s.pool[page] = int(s.cast[page]) & ~int(s.laid_out[page])
        pairs = 0
        for seat in range(int(s.seats)):
            if int(s.roles[seat]) == NONE or not is_among(s.laid_out, int(s.roles[seat])):
                s.roles[seat] = draw_of(s, pages, cards.EVERY_ROLE, s.cast)
            pairs += 1 if is_among(c.pair_roles, int(s.roles[seat])) else 0
        if pairs != 1 or not is_a_pair_in(s.cast, c):
            break
    for seat in range(int(s.seats)):
        if int(s.items[seat]) == NONE:
            s.items[seat] = draw_of(s, pages, cards.EVERY_ITEM, s.cast)
    clear_pool(s)
    first = chosen_or_lot(s, int(s.begins), int(s.seats))
    s.turn = first - 1 if first else int(s.seats) - 1
    happens(s, events.DEALT, first, NONE, NONE)
    become(s, steps.PEEK, int(s.alive))


# -- a turn --------------------------------------------------------------------------------------------------------


@compiles
def next_turn(s: Position, c: Cards) -> None:
    """Clockwise to the next player who lives [3.1]; after two hundred turns the game is over [8.9]."""
    s.level = NONE
    if int(s.turns) >= TURNS:
        s.winners = _richest(s)
        happens(s, events.TIME_UP, NONE, NONE, NONE)
        become(s, steps.END, 0)
        return
    seat, seats = int(s.turn), int(s.seats)
    seat = seat + 1 if seat + 1 < seats else 0
    while not holds(s.alive, seat):
        seat = seat + 1 if seat + 1 < seats else 0
    s.turn, s.turns = seat, int(s.turns) + 1
    s.declarer = NONE
    happens(s, events.TURN_BEGAN, seat, NONE, NONE)
    if int(c.loss_of[s.roles[seat]]) == cards.BROKE and wealth(s, seat) == 0:
        become(s, steps.SHOCK, 0)
    else:
        become(s, steps.TURN, 1 << seat)


@compiles
def _richest(s: Position) -> int:
    most, seats = -1, 0
    for seat in range(int(s.seats)):
        if holds(s.alive, seat):
            if wealth(s, seat) > most:
                most, seats = wealth(s, seat), 0
            if wealth(s, seat) == most:
                seats |= 1 << seat
    return seats


@compiles
def offer_turn(s: Position, c: Cards, seat: int, moves: Ints) -> None:
    """All that a turn can be spent on; on the first it is a swap [3.2, 3.3]."""
    item_down = not holds(s.item_up, seat)
    if item_down:
        moves[0] |= others(s, seat) << codes.SWAP_WITH  # [3.5]
    if not holds(s.started, seat):
        return
    allow(moves, codes.LOOK_OWN)
    if may_declare(s, c, seat):
        allow(moves, codes.DECLARE)
    for page in range(int(c.pages)):
        _offer_uses(s, c, seat, moves, page)
    _offer_ids(s, c, seat, moves)


@compiles
def _offer_uses(s: Position, c: Cards, seat: int, moves: Ints, page: int) -> None:
    """Use the cards of a page, or threaten with them."""
    say, first, on_player = sayable(s, c, seat, page), int(c.shown_first[page]), int(c.on_player[page])
    act = say & ~first & int(c.with_action[page])
    if not holds(s.item_up, seat):
        act |= say & first & cards.EVERY_ITEM  # [3.9]
    if not holds(s.role_up, seat):
        act |= alone(int(s.roles[seat]), page) & first
    from_stash = act & stash_can_pay(s, seat, c.action_over, page)  # [7.7]
    begin = codes.WORDS_OF_PAGE * page
    moves[begin + codes.ON_NOBODY] |= act & ~on_player
    moves[begin + codes.FROM_STASH] |= from_stash & ~on_player
    threats = say & int(c.threats[page])
    if holds(s.role_up, seat):
        threats &= ~int(c.hidden_roles[page])  # [5.8]
    for other in range(int(s.seats)):
        if holds(others(s, seat), other):
            moves[begin + codes.ON_SEAT + other] |= act & on_player
            moves[begin + codes.ON_SEAT_FROM_STASH + other] |= from_stash & on_player
            moves[begin + codes.THREATS + other] |= threats


@compiles
def _offer_ids(s: Position, c: Cards, seat: int, moves: Ints) -> None:
    """ID somebody whose role is hidden [9.4]."""
    for other in range(int(s.seats)):
        if holds(others(s, seat) & int(s.started) & ~int(s.role_up), other):
            offer_id(s, c, seat, other, moves)


@compiles
def take_turn(s: Position, c: Cards, seat: int, move: int) -> None:
    """Do what the turn is for."""
    s.flipped = 0
    become(s, steps.NEXT if holds(s.started, seat) else steps.INTRODUCE, 0)
    if is_use(move):
        purpose = purposes.THREATENING if is_threat(move) else purposes.ACTION
        use(s, c, seat, card_in(move), target_in(move), purpose, spends_stash(move))
    elif is_id(move):
        pay_to_id(s, seat, seat_to_id(move), role_named(move), spends_stash(move))
    elif move == codes.LOOK_OWN:
        look(s, seat, seat)
    elif move == codes.DECLARE:
        declare(s, c, seat)
    else:
        ask_one(s, steps.SWAP, seat)
        take_under_the_table(s, seat, move - codes.SWAP_WITH)


@compiles
def introduce(s: Position, c: Cards) -> None:
    """After the first turn an Open role is face-up for good, and a Hidden one is known to be one [3.7, 9.1]."""
    seat = int(s.turn)
    s.started = int(s.started) | 1 << seat
    role = int(s.roles[seat])
    if int(c.is_hidden[role]):
        role = NONE
    else:
        s.role_up = int(s.role_up) | 1 << seat
    happens(s, events.INTRODUCED, seat, role, NONE)
    become(s, steps.NEXT, 0)
