"""Who may declare, who can stop it, and whether it was a win.  Numbers are the rulebook's."""

from __future__ import annotations

from facedown.core.bits import holds, lowest
from facedown.core.layout import compiles
from facedown.core.questions import ask, become, close, happens
from facedown.games.botch.actions import die
from facedown.games.botch.cards import (
    AT_LEAST,
    BANK,
    DECLARING,
    EVERY_ITEM,
    EXACTLY,
    LOSS_OF,
    PAIR,
    PAIR_ROLES,
    SPOILERS,
    SPOILS_FOR,
    WAY_NUMBER,
    WAY_OF,
)
from facedown.games.botch.moves import card_in, spends_stash
from facedown.games.botch.position import (
    DECLARED,
    NEXT,
    NONE,
    SHOCK,
    SPOIL,
    SPOILED,
    SPOILED_NOT,
    SPOILING,
    TEN,
    VERDICT,
    WON,
    WON_NOT,
    Position,
)
from facedown.games.botch.reactions import drop_unpayable
from facedown.games.botch.table import (
    cards_in_game,
    clear_answers,
    first_answer,
    has,
    is_role,
    others,
    pay_bank,
    show_to,
    spend,
    wealth,
)


@compiles
def may_declare(s: Position, seat: int) -> bool:
    """By what this seat can see, could it have won [8.1, 8.2]?  Its own face-down item could be any."""
    if wealth(s, seat) >= TEN:
        return True
    cards = cards_in_game(s) & EVERY_ITEM
    if holds(s.item_up, seat):
        cards = 1 << int(s.items[seat])
    cards |= 1 << int(s.roles[seat])
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        way = int(WAY_OF[card])
        if way == PAIR:
            for other in range(int(s.seats)):
                if holds(others(s, seat), other) and wealth(s, seat) + wealth(s, other) >= int(WAY_NUMBER[card]):
                    return True
        elif way and _is_met(s, seat, card):
            return True
    return False


@compiles
def _is_met(s: Position, seat: int, card: int) -> bool:
    """Is the card's own way to win open to this seat now [8.2, 8.3]?"""
    way, n = int(WAY_OF[card]), int(WAY_NUMBER[card])
    if way == EXACTLY:
        return wealth(s, seat) == n
    if way == AT_LEAST:
        return wealth(s, seat) >= n
    if way == BANK:
        return int(s.bank) >= n
    other = partner(s, seat)
    return way == PAIR and other != NONE and wealth(s, seat) + wealth(s, other) >= n


@compiles
def partner(s: Position, seat: int) -> int:
    """The living seat that has the other role of this one's pair; NONE where there is none."""
    if not holds(PAIR_ROLES, int(s.roles[seat])):
        return NONE
    for other in range(int(s.seats)):
        if other != seat and holds(s.alive, other) and holds(PAIR_ROLES, int(s.roles[other])):
            return other
    return NONE


@compiles
def declare(s: Position, seat: int) -> None:
    """All hidden cards are revealed; then whoever can stop it is heard [8.4, 8.5]."""
    s.declarer = seat
    s.role_up, s.item_up = int(s.role_up) | 1 << seat, int(s.item_up) | 1 << seat
    happens(s, DECLARED, seat, int(s.items[seat]), int(s.roles[seat]))
    if int(LOSS_OF[s.items[seat]]) == DECLARING:
        become(s, SHOCK, 0)
        return
    become(s, VERDICT, 0)
    clear_answers(s)
    if cards_in_game(s) & SPOILERS:
        ask(s, SPOIL, others(s, seat))


@compiles
def shock(s: Position) -> None:
    """What the player whose turn it is has before them is the end of them [8.6, 8.7]."""
    seat = int(s.turn)
    become(s, NEXT, 0)
    die(s, seat)


@compiles
def end_of_spoil(s: Position) -> None:
    """All have said whether they stop it; who cannot pay for it any more has passed [8.5, 10.6]."""
    drop_unpayable(s, SPOIL)
    if first_answer(s, int(s.declarer)) == NONE:
        close(s)
    else:
        become(s, SPOILING, 0)


@compiles
def spoil(s: Position) -> None:
    """The next of them reveals the card: the win is off, or it was a bluff and the one after is heard [8.5]."""
    declarer = int(s.declarer)
    seat = first_answer(s, declarer)
    answer = int(s.answers[seat])
    card = card_in(answer)
    s.answers[seat] = NONE
    if is_role(card):
        s.role_up = int(s.role_up) | 1 << seat
    else:
        s.item_up = int(s.item_up) | 1 << seat
    if has(s, seat, card):
        spend(s, seat, int(SPOILS_FOR[card]), spends_stash(answer))
        happens(s, SPOILED, seat, card, declarer)
        close(s)
        become(s, NEXT, 0)
        show_to(s, declarer, card)
        return
    shown = int(s.roles[seat]) if is_role(card) else int(s.items[seat])
    pay_bank(s, seat, 1)
    happens(s, SPOILED_NOT, seat, shown, declarer)
    if first_answer(s, declarer) == NONE:
        close(s)
    show_to(s, declarer, shown)


@compiles
def judge_win(s: Position) -> None:
    """Nothing stopped it: is it a win [8.1, 8.2]?"""
    seat, winners = int(s.declarer), 0
    if wealth(s, seat) >= TEN or _is_met(s, seat, int(s.items[seat])) or _is_met(s, seat, int(s.roles[seat])):
        winners = 1 << seat
    if int(WAY_OF[s.roles[seat]]) == PAIR and _is_met(s, seat, int(s.roles[seat])):
        winners |= 1 << partner(s, seat)
    if winners:
        s.winners = winners
        happens(s, WON, seat, NONE, NONE)
        close(s)
    else:
        become(s, NEXT, 0)
        happens(s, WON_NOT, seat, NONE, NONE)
