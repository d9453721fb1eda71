"""How one may answer what somebody else does: a claim, a hurt, a declaration.  Numbers are the rulebook's."""

from __future__ import annotations

from facedown.core.bits import allow, holds, nth, popcount
from facedown.core.chance import below
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.games.botch import cards, codes, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.codes import card_in, id_of, is_id, use_of
from facedown.games.botch.position import NONE, Position
from facedown.games.botch.table import cards_in_game, draw_from, has, is_role, sayable, wealth


@compiles
def offer_answers(s: Position, c: Cards, seat: int, kind: int, moves: Ints) -> None:
    """Pass; call; or say that you use a card which answers a hurt or a declaration."""
    allow(moves, codes.PASS)
    if kind == steps.CALLS:
        _offer_calls(s, c, seat, moves)
    else:
        usable = cards_that_answer(s, c, seat, kind)
        moves[codes.ON_NOBODY] |= usable
        if kind != steps.RESCUE:
            prices = c.saves_for if kind == steps.SAVE else c.spoils_for
            moves[codes.FROM_STASH] |= usable & stash_can_pay(s, seat, prices)


@compiles
def _offer_calls(s: Position, c: Cards, seat: int, moves: Ints) -> None:
    """Claim the same item [4.4], or pay and name a role [9.4]: whether it would be true shows nowhere."""
    if not could_call(s, seat):
        return
    level = int(s.level)
    if is_role(int(s.said[level])):
        user = int(s.user[level])
        offer_id(s, c, seat, user, moves)
    else:
        allow(moves, codes.CALL)


@compiles
def offer_id(s: Position, c: Cards, seat: int, other: int, moves: Ints) -> None:
    """Name any Hidden role, for a diamond, loose or stashed [9.4, 7.7]."""
    roles = (_roles_to_name(s, c) >> cards.FIRST_ROLE) << 32 * (other % 2)
    if wealth(s, seat) > 0:
        moves[codes.ID_WORD + other // 2] |= roles
    if int(s.stash[seat]) > 0:
        moves[codes.ID_FROM_STASH + other // 2] |= roles


@compiles
def could_call(s: Position, seat: int) -> bool:
    """By what all can see: nobody claims one item with another before them [4.3]; a role costs a diamond [9.4]."""
    card = int(s.said[s.level])
    if is_role(card):
        return wealth(s, seat) > 0
    return not holds(s.item_up, seat) or has(s, seat, card)


@compiles
def _roles_to_name(s: Position, c: Cards) -> int:
    return cards_in_game(s) & int(c.hidden_roles)


@compiles
def cards_that_answer(s: Position, c: Cards, seat: int, kind: int) -> int:
    """The cards with which this seat may answer its own hurt [6.5], another's [6.4], or a declaration [8.5]."""
    usable = 0
    if kind == steps.SAVE:
        usable = sayable(s, c, seat) & int(c.savers)
        usable &= ~_too_dear(s, seat, c.saves_for)
    elif kind == steps.RESCUE and not holds(s.item_up, seat):
        usable = sayable(s, c, seat) & int(c.rescuers)
    elif kind == steps.SPOIL:
        if not holds(s.item_up, seat):  # it has to be revealed, so it lies face-down [3.9]
            usable = cards_in_game(s) & cards.EVERY_ITEM & int(c.spoilers)
        if not holds(s.role_up, seat):
            usable |= (1 << int(s.roles[seat])) & int(c.spoilers)
        usable &= ~_too_dear(s, seat, c.spoils_for)
    return usable


@compiles
def _too_dear(s: Position, seat: int, price: Ints) -> int:
    """The cards whose price this seat cannot pay, stashed diamonds included [7.5]."""
    dear, most = 0, wealth(s, seat)
    for card in range(cards.CARDS):
        dear |= (1 << card) if int(price[card]) > most else 0
    return dear


@compiles
def stash_can_pay(s: Position, seat: int, price: Ints) -> int:
    """The cards that cost something, and whose price the seat's stash alone can pay [7.5]."""
    payable, most = 0, int(s.stash[seat])
    for card in range(cards.CARDS):
        payable |= (1 << card) if 0 < int(price[card]) <= most else 0
    return payable


@compiles
def drop_unpayable(s: Position, c: Cards, kind: int) -> None:
    """Who has given away what the answer costs has passed [10.7]."""
    for seat in range(int(s.seats)):
        answer = int(s.answers[seat])
        if kind == steps.CALLS:
            stands = not is_id(answer) or could_call(s, seat)
        else:
            stands = answer in (NONE, codes.PASS) or holds(cards_that_answer(s, c, seat, kind), card_in(answer))
        if not stands:
            s.answers[seat] = codes.PASS


@compiles
def any_answer(s: Position, c: Cards, seat: int, kind: int) -> int:
    """One of the answers that this seat may give, by chance."""
    if kind != steps.CALLS:
        usable = cards_that_answer(s, c, seat, kind)
        which = below(s, popcount(usable) + 1)
        return codes.PASS if which == 0 else use_of(nth(usable, which - 1), NONE)
    if below(s, 2) == 0 or not could_call(s, seat):
        return codes.PASS
    level = int(s.level)
    if is_role(int(s.said[level])):
        return id_of(int(s.user[level]), draw_from(s, _roles_to_name(s, c)))
    return codes.CALL
