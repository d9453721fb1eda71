"""Who may declare, who can stop it, and whether it was a win.  Numbers are the rulebook's."""

from __future__ import annotations

from facedown.core.bits import holds, lowest
from facedown.core.compiling import compiles
from facedown.core.questions import ask, become, close, happens
from facedown.games.botch import cards, events, steps
from facedown.games.botch.actions import die
from facedown.games.botch.arrays import Cards
from facedown.games.botch.codes import card_in, spends_stash
from facedown.games.botch.position import NONE, TEN, Position
from facedown.games.botch.reactions import drop_unpayable, who_has_a_choice
from facedown.games.botch.table import (
    alone,
    cards_in_game,
    clear_answers,
    first_answer,
    has,
    is_among,
    is_role,
    others,
    pay_bank,
    show_to,
    spend,
    turn_up,
    wealth,
)


@compiles
def may_declare(s: Position, c: Cards, seat: int) -> bool:
    """By what this seat can see, could it have won [8.1, 8.2]?  Its own face-down item could be any."""
    if wealth(s, seat) >= TEN:
        return True
    for page in range(int(c.pages)):
        possible = cards_in_game(s, page) & cards.EVERY_ITEM
        if holds(s.item_up, seat):
            possible = alone(int(s.items[seat]), page)
        possible |= alone(int(s.roles[seat]), page)
        while possible:
            if _may_be_met(s, c, seat, cards.PAGE * page + lowest(possible)):
                return True
            possible &= possible - 1
    return False


@compiles
def _may_be_met(s: Position, c: Cards, seat: int, card: int) -> bool:
    """Whether this seat could win now in the card's own way; as a pair with anybody."""
    if int(c.way_of[card]) != cards.PAIR:
        return _is_met(s, c, seat, card)
    for other in range(int(s.seats)):
        if holds(others(s, seat), other) and wealth(s, seat) + wealth(s, other) >= int(c.way_number[card]):
            return True
    return False


@compiles
def _is_met(s: Position, c: Cards, seat: int, card: int) -> bool:
    """Whether this seat can now win in the card's own way [8.2, 8.3]."""
    way, n = int(c.way_of[card]), int(c.way_number[card])
    if way == cards.EXACTLY:
        return wealth(s, seat) == n
    if way == cards.AT_LEAST:
        return wealth(s, seat) >= n
    if way == cards.BANK:
        return int(s.bank) >= n
    if way != cards.PAIR:
        return False
    other = partner(s, c, seat)
    return other != NONE and wealth(s, seat) + wealth(s, other) >= n


@compiles
def partner(s: Position, c: Cards, seat: int) -> int:
    """The living seat that has the other role of this one's pair; NONE if there is none."""
    if not is_among(c.pair_roles, int(s.roles[seat])):
        return NONE
    for other in range(int(s.seats)):
        if other != seat and holds(s.alive, other) and is_among(c.pair_roles, int(s.roles[other])):
            return other
    return NONE


@compiles
def declare(s: Position, c: Cards, seat: int) -> None:
    """All hidden cards are revealed; then whoever can stop it is heard [8.4, 8.5]."""
    s.declarer = seat
    s.role_up, s.item_up = int(s.role_up) | 1 << seat, int(s.item_up) | 1 << seat
    happens(s, events.DECLARED, seat, int(s.items[seat]), int(s.roles[seat]))
    if int(c.loss_of[s.items[seat]]) == cards.DECLARING:
        become(s, steps.SHOCK, 0)
        return
    become(s, steps.VERDICT, 0)
    clear_answers(s)
    asked = who_has_a_choice(s, c, steps.SPOIL, others(s, seat))
    if asked:
        ask(s, steps.SPOIL, asked)


@compiles
def shock(s: Position) -> None:
    """What the player whose turn it is has before them is the end of them [8.6, 8.7]."""
    seat = int(s.turn)
    become(s, steps.NEXT, 0)
    die(s, seat)


@compiles
def end_of_spoil(s: Position, c: Cards) -> None:
    """All have said whether they stop it; who cannot pay for it any more has passed [8.5, 10.6]."""
    drop_unpayable(s, c, steps.SPOIL)
    if first_answer(s, int(s.declarer)) == NONE:
        close(s)
    else:
        become(s, steps.SPOILING, 0)


@compiles
def spoil(s: Position, c: Cards) -> None:
    """The next of them reveals the card: the win is off, or it was a bluff and the one after is heard [8.5]."""
    declarer = int(s.declarer)
    seat = first_answer(s, declarer)
    answer = int(s.answers[seat])
    card = card_in(answer)
    s.answers[seat] = NONE
    turn_up(s, seat, card)
    if has(s, seat, card):
        spend(s, seat, int(c.spoils_for[card]), spends_stash(answer))
        happens(s, events.SPOILED, seat, card, declarer)
        close(s)
        become(s, steps.NEXT, 0)
        show_to(s, c, declarer, card)
        return
    shown = int(s.roles[seat]) if is_role(card) else int(s.items[seat])
    pay_bank(s, seat, 1)
    happens(s, events.SPOILED_NOT, seat, shown, declarer)
    if first_answer(s, declarer) == NONE:
        close(s)
    show_to(s, c, declarer, shown)


@compiles
def judge_win(s: Position, c: Cards) -> None:
    """Decide whether a declaration that nothing has stopped is a win [8.1, 8.2]."""
    seat, winners = int(s.declarer), 0
    if wealth(s, seat) >= TEN or _is_met(s, c, seat, int(s.items[seat])) or _is_met(s, c, seat, int(s.roles[seat])):
        winners = 1 << seat
    if int(c.way_of[s.roles[seat]]) == cards.PAIR and _is_met(s, c, seat, int(s.roles[seat])):
        winners |= 1 << partner(s, c, seat)
    if winners:
        s.winners = winners
        happens(s, events.WON, seat, NONE, NONE)
        close(s)
    else:
        become(s, steps.NEXT, 0)
        happens(s, events.WON_NOT, seat, NONE, NONE)
