"""How one may answer what somebody else does: a claim, a hurt, a declaration.  Numbers are the rulebook's."""

from __future__ import annotations

from facedown.core.bits import allow, holds
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
)
from facedown.games.botch.moves import CALL, ID_WORD, ON_NOBODY, PASS
from facedown.games.botch.position import CALLS, RESCUE, SAVE, SPOIL, Position
from facedown.games.botch.table import cards_in_game, is_role, sayable, wealth


@compiles
def offer_answers(s: Position, seat: int, kind: int, moves: Ints) -> None:
    """Pass; or say that you use a card which answers a hurt [6.4, 6.5] or a declaration [8.5]; or call."""
    allow(moves, PASS)
    if kind == CALLS:
        _offer_calls(s, moves)
    elif kind == SAVE:
        cards = sayable(s, seat) & SAVERS
        for card in range(CARDS):
            if holds(cards, card) and int(SAVES_FOR[card]) <= wealth(s, seat):
                moves[ON_NOBODY] |= 1 << card
    elif kind == RESCUE and not holds(s.item_up, seat):
        moves[ON_NOBODY] |= sayable(s, seat) & RESCUERS
    elif kind == SPOIL:
        moves[ON_NOBODY] |= ((sayable(s, seat) & EVERY_ITEM) | (1 << int(s.roles[seat]))) & SPOILERS


@compiles
def _offer_calls(s: Position, moves: Ints) -> None:
    """Claim the same item [4.4], or pay and name a role [9.4]: whether it would be true shows nowhere."""
    level = int(s.level)
    if is_role(int(s.said[level])):
        user = int(s.user[level])
        roles = (cards_in_game(s) & HIDDEN_ROLES) >> FIRST_ROLE
        moves[ID_WORD + user // 3] |= roles << 16 * (user % 3)
    else:
        allow(moves, CALL)
