"""How one may answer what somebody else does: a claim, a hurt, a declaration.  Numbers are the rulebook's."""

from __future__ import annotations

from facedown.core.bits import allow, holds, nth, popcount
from facedown.core.chance import below
from facedown.core.layout import Ints, compiles
from facedown.games.botch.cards import (
    CARDS,
    EVERY_ITEM,
    FIRST_ROLE,
    HIDDEN_ROLES,
    RESCUERS,
    SAVERS,
    SAVES_FOR,
    SPOILERS,
    SPOILS_FOR,
)
from facedown.games.botch.moves import CALL, ID_WORD, ON_NOBODY, PASS, id_of, use_of
from facedown.games.botch.position import CALLS, NONE, RESCUE, SAVE, SPOIL, Position
from facedown.games.botch.table import cards_in_game, draw_from, has, is_role, sayable, wealth


@compiles
def offer_answers(s: Position, seat: int, kind: int, moves: Ints) -> None:
    """Pass; call; or say that you use a card which answers a hurt or a declaration."""
    allow(moves, PASS)
    if kind == CALLS:
        _offer_calls(s, seat, moves)
    else:
        moves[ON_NOBODY] |= cards_that_answer(s, seat, kind)


@compiles
def _offer_calls(s: Position, seat: int, moves: Ints) -> None:
    """Claim the same item [4.4], or pay and name a role [9.4]: whether it would be true shows nowhere."""
    if not could_call(s, seat):
        return
    level = int(s.level)
    if is_role(int(s.said[level])):
        user = int(s.user[level])
        moves[ID_WORD + user // 3] |= (_roles_to_name(s) >> FIRST_ROLE) << 16 * (user % 3)
    else:
        allow(moves, CALL)


@compiles
def could_call(s: Position, seat: int) -> bool:
    """By what all can see: nobody claims one item with another before them [4.3]; a role costs a diamond [9.4]."""
    card = int(s.said[s.level])
    if is_role(card):
        return int(s.diamonds[seat]) > 0
    return not holds(s.item_up, seat) or has(s, seat, card)


@compiles
def _roles_to_name(s: Position) -> int:
    return cards_in_game(s) & HIDDEN_ROLES


@compiles
def cards_that_answer(s: Position, seat: int, kind: int) -> int:
    """The cards with which this seat may answer its own hurt [6.5], another's [6.4], or a declaration [8.5]."""
    cards = 0
    if kind == SAVE:
        cards = sayable(s, seat) & SAVERS
        cards &= ~_too_dear(s, seat, SAVES_FOR)
    elif kind == RESCUE and not holds(s.item_up, seat):
        cards = sayable(s, seat) & RESCUERS
    elif kind == SPOIL:
        if not holds(s.item_up, seat):  # it has to be revealed, so it lies face-down [3.9]
            cards = cards_in_game(s) & EVERY_ITEM & SPOILERS
        if not holds(s.role_up, seat):
            cards |= (1 << int(s.roles[seat])) & SPOILERS
        cards &= ~_too_dear(s, seat, SPOILS_FOR)
    return cards


@compiles
def _too_dear(s: Position, seat: int, price: Ints) -> int:
    """The cards whose price this seat cannot pay, stashed diamonds included [7.7]."""
    cards, most = 0, wealth(s, seat)
    for card in range(CARDS):
        cards |= (1 << card) if int(price[card]) > most else 0
    return cards


@compiles
def any_answer(s: Position, seat: int, kind: int) -> int:
    """One of the answers that this seat may give, by chance."""
    if kind != CALLS:
        cards = cards_that_answer(s, seat, kind)
        which = below(s, popcount(cards) + 1)
        return PASS if which == 0 else use_of(nth(cards, which - 1), NONE)
    if below(s, 2) == 0 or not could_call(s, seat):
        return PASS
    level = int(s.level)
    if is_role(int(s.said[level])):
        return id_of(int(s.user[level]), draw_from(s, _roles_to_name(s)))
    return CALL
