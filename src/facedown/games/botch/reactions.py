"""How one may answer what somebody else does: a claim, a hurt, a declaration.  Numbers are the rulebook's."""

from __future__ import annotations

from facedown.core.bits import allow, holds, popcount
from facedown.core.chance import below
from facedown.core.compiling import compiles
from facedown.core.layout import Ints
from facedown.games.botch import cards, codes, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.codes import card_in, id_of, is_id, use_of
from facedown.games.botch.position import NONE, Position
from facedown.games.botch.table import (
    alone,
    cards_in_game,
    clear_pool,
    has,
    is_role,
    nth_left,
    sayable,
    wealth,
)


@compiles
def offer_answers(s: Position, c: Cards, seat: int, kind: int, moves: Ints) -> None:
    """Pass; call; or say that you use a card which answers a hurt or a declaration."""
    allow(moves, codes.PASS)
    if kind == steps.CALLS:
        _offer_calls(s, c, seat, moves)
    else:
        for page in range(int(c.pages)):
            usable, begin = cards_that_answer(s, c, seat, kind, page), codes.WORDS_OF_PAGE * page
            moves[begin + codes.ON_NOBODY] |= usable
            if kind != steps.RESCUE:
                over = c.saves_over if kind == steps.SAVE else c.spoils_over
                moves[begin + codes.FROM_STASH] |= usable & stash_can_pay(s, seat, over, page)


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
    for page in range(int(c.pages)):
        roles = (_roles_to_name(s, c, page) >> cards.FIRST_ROLE) << 32 * (other % 2)
        begin = codes.WORDS_OF_PAGE * page + other // 2
        if wealth(s, seat) > 0:
            moves[begin + codes.ID_WORD] |= roles
        if int(s.stash[seat]) > 0:
            moves[begin + codes.ID_FROM_STASH] |= roles


@compiles
def could_call(s: Position, seat: int) -> bool:
    """By what all can see: nobody claims one item with another before them [4.3]; a role costs a diamond [9.4]."""
    card = int(s.said[s.level])
    if is_role(card):
        return wealth(s, seat) > 0
    return not holds(s.item_up, seat) or has(s, seat, card)


@compiles
def who_has_a_choice(s: Position, c: Cards, kind: int, among: int) -> int:
    """Of these seats those that can do more than pass, as all can see; nobody else is asked [4.4, 6.4, 6.5, 8.5].

    A face-down card may be any, so whoever has one is asked, even if theirs is of no use: to leave them out would
    tell what they have.  So is whoever has no diamond for it: they may still be given one [10.2].
    """
    asked = 0
    for seat in range(int(s.seats)):
        if holds(among, seat) and _has_a_choice(s, c, seat, kind):
            asked |= 1 << seat
    return asked


@compiles
def _has_a_choice(s: Position, c: Cards, seat: int, kind: int) -> bool:
    item_down = not holds(s.item_up, seat)
    if kind == steps.CALLS:
        card = int(s.said[s.level])
        return is_role(card) or item_down or has(s, seat, card)
    usable = 0
    for page in range(int(c.pages)):
        if kind == steps.SAVE:
            usable |= sayable(s, c, seat, page) & int(c.savers[page])
        elif kind == steps.RESCUE and item_down:
            usable |= sayable(s, c, seat, page) & int(c.rescuers[page])
        elif kind == steps.SPOIL:
            spoilers = cards_in_game(s, page) & int(c.spoilers[page])
            usable |= spoilers & cards.EVERY_ITEM if item_down else 0
            usable |= spoilers & cards.EVERY_ROLE if not holds(s.role_up, seat) else 0
    return usable != 0


@compiles
def _roles_to_name(s: Position, c: Cards, page: int) -> int:
    return cards_in_game(s, page) & int(c.hidden_roles[page])


@compiles
def cards_that_answer(s: Position, c: Cards, seat: int, kind: int, page: int) -> int:
    """The cards with which this seat may answer its own hurt [6.5], another's [6.4], or a declaration [8.5]."""
    usable = 0
    if kind == steps.SAVE:
        usable = sayable(s, c, seat, page) & int(c.savers[page])
        usable &= ~_too_dear(s, seat, c.saves_over, page)
    elif kind == steps.RESCUE and not holds(s.item_up, seat):
        usable = sayable(s, c, seat, page) & int(c.rescuers[page])
    elif kind == steps.SPOIL:
        if not holds(s.item_up, seat):  # it has to be revealed, so it lies face-down [3.9]
            usable = cards_in_game(s, page) & cards.EVERY_ITEM & int(c.spoilers[page])
        if not holds(s.role_up, seat):
            usable |= alone(int(s.roles[seat]), page) & int(c.spoilers[page])
        usable &= ~_too_dear(s, seat, c.spoils_over, page)
    return usable


@compiles
def _too_dear(s: Position, seat: int, over: Ints, page: int) -> int:
    """The cards whose price this seat cannot pay, stashed diamonds included [7.5]."""
    return int(over[min(wealth(s, seat), cards.MOST_PRICE), page])


@compiles
def stash_can_pay(s: Position, seat: int, over: Ints, page: int) -> int:
    """The cards that cost something, and whose price the seat's stash alone can pay [7.5]."""
    return int(over[0, page]) & ~int(over[min(int(s.stash[seat]), cards.MOST_PRICE), page])


@compiles
def drop_unpayable(s: Position, c: Cards, kind: int) -> None:
    """Who has given away what the answer costs has passed [10.7]."""
    for seat in range(int(s.seats)):
        answer = int(s.answers[seat])
        if kind == steps.CALLS:
            stands = not is_id(answer) or could_call(s, seat)
        else:
            stands = answer in (NONE, codes.PASS) or _answers(s, c, seat, kind, card_in(answer))
        if not stands:
            s.answers[seat] = codes.PASS


@compiles
def _answers(s: Position, c: Cards, seat: int, kind: int, card: int) -> bool:
    return holds(cards_that_answer(s, c, seat, kind, card >> 6), card & 63)


@compiles
def any_answer(s: Position, c: Cards, seat: int, kind: int) -> int:
    """One of the answers that this seat may give, by chance."""
    naming = kind == steps.CALLS
    if naming and (below(s, 2) == 0 or not could_call(s, seat)):
        return codes.PASS
    if naming and not is_role(int(s.said[s.level])):
        return codes.CALL
    count = 0
    for page in range(int(c.pages)):
        s.pool[page] = _roles_to_name(s, c, page) if naming else cards_that_answer(s, c, seat, kind, page)
        count += popcount(int(s.pool[page]))
    which = below(s, count if naming else count + 1) - (0 if naming else 1)
    card = NONE if which < 0 else nth_left(s, which, cards.EVERY_ITEM | cards.EVERY_ROLE, s.pool)
    clear_pool(s)
    if card == NONE:
        return codes.PASS
    return id_of(int(s.user[s.level]), card) if naming else use_of(card, NONE)
