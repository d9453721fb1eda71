"""To say that you use a card; who calls it a bluff; and what is then found out.  Numbers are the rulebook's."""

from __future__ import annotations

from facedown.core.compiling import compiles
from facedown.core.questions import ask, ask_one, become, close, happens
from facedown.games.botch import cards, codes, events, purposes, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.codes import role_named, spends_stash
from facedown.games.botch.position import NONE, Position
from facedown.games.botch.reactions import drop_unpayable, who_has_a_choice
from facedown.games.botch.table import (
    clear_answers,
    first_answer,
    flip,
    give,
    hand_over,
    has,
    is_role,
    lies_open,
    others,
    pay_bank,
    show_to,
    turn_up,
)


@compiles
def use(s: Position, c: Cards, seat: int, card: int, target: int, purpose: int, stash_pays: bool) -> None:
    """Say that you use a card; whoever doubts it may call, unless it lies open or is shown first [4.1, 4.2]."""
    level = 1 if purpose in (purposes.SAVING, purposes.RESCUING) else 0
    s.level = level
    s.user[level], s.said[level], s.target[level] = seat, card, target
    s.purpose[level], s.at_step[level], s.stash_pays[level] = purpose, 0, 1 if stash_pays else 0
    if purpose == purposes.THREATENING:
        happens(s, events.THREATENED, seat, card, target)
        ask(s, steps.ANSWER, 1 << target)
    else:
        happens(s, events.CLAIMED, seat, card, target)
        ask(s, steps.CARRY_OUT, 0)
    if purpose == purposes.ACTION and int(c.how_of[card]) != cards.CLAIMED:
        ask(s, steps.PROVE, 0)
    elif not lies_open(s, seat, card):
        clear_answers(s)
        asked = others(s, seat)
        if purpose == purposes.THREATENING:
            asked &= ~(1 << target)  # [5.2]
        asked = who_has_a_choice(s, c, steps.CALLS, asked)
        ask(s, steps.CALLS if asked else steps.SETTLE, asked)


@compiles
def finish_use(s: Position) -> None:
    """The use on top of the stack is over, done or failed."""
    s.user[s.level] = NONE
    s.level = 0 if int(s.level) == 1 and int(s.user[0]) != NONE else NONE
    close(s)


# -- calls ---------------------------------------------------------------------------------------------------------


@compiles
def settle(s: Position, c: Cards) -> None:
    """All answers are in: the first caller clockwise from the user counts [4.5]."""
    level = int(s.level)
    user, card = int(s.user[level]), int(s.said[level])
    drop_unpayable(s, c, steps.CALLS)
    caller = first_answer(s, user)
    call = int(s.answers[caller]) if caller != NONE else NONE
    s.caller = caller
    clear_answers(s)
    if caller == NONE:
        happens(s, events.UNCALLED, user, card, NONE)
        close(s)
    elif is_role(card):
        close(s)
        pay_to_id(s, caller, user, role_named(call), spends_stash(call))
    else:
        flip(s, user)
        become(s, steps.FLIP_CALLER, 0)


@compiles
def flip_caller(s: Position) -> None:
    caller = int(s.caller)
    flip(s, caller)
    become(s, steps.JUDGE, 0)


@compiles
def judge(s: Position, c: Cards) -> None:
    """Each who lied pays the Bank; a user who lied fails, and their item stays face-up [4.6, 4.7, 4.8]."""
    level = int(s.level)
    user, card, caller = int(s.user[level]), int(s.said[level]), int(s.caller)
    said = caller
    if not has(s, caller, card):
        said |= events.CALLER_LIED
        pay_bank(s, caller, 1)
    close(s)
    if not has(s, user, card):
        said |= events.USER_LIED
        pay_bank(s, user, 1)
        s.item_up = int(s.item_up) | 1 << user
        finish_use(s)
    happens(s, events.JUDGED, user, card, said)
    show_to(s, c, caller, int(s.items[user]))
    show_to(s, c, user, int(s.items[caller]))


@compiles
def prove(s: Position, c: Cards) -> None:
    """A card that an action wants shown is shown before it; the wrong card is a bluff found out [4.9]."""
    level = int(s.level)
    user, card = int(s.user[level]), int(s.said[level])
    shown = int(s.roles[user]) if is_role(card) else int(s.items[user])
    target = int(s.target[level])
    close(s)
    if int(c.how_of[card]) != cards.FLIPPED_FIRST or shown != card:  # a bluff stays face-up [4.6]
        turn_up(s, user, card)
    elif not is_role(card):
        s.flipped = int(s.flipped) | 1 << user
    happens(s, events.PROVED, user, shown, 1 if shown == card else 0)
    if shown != card:
        pay_bank(s, user, 1)
        finish_use(s)
    if target != NONE:
        show_to(s, c, target, shown)


# -- roles ---------------------------------------------------------------------------------------------------------


@compiles
def pay_to_id(s: Position, payer: int, shower: int, role: int, from_stash: bool) -> None:
    """Pay a diamond, name a role, and be shown the card [9.4, 9.5]."""
    s.payer, s.named, s.shower = payer, role, shower
    hand_over(s, payer, shower, 1, from_stash)
    happens(s, events.PAID_TO_ID, payer, role, shower)
    ask_one(s, steps.SHOWN, payer)


@compiles
def hand_back(s: Position, c: Cards, move: int) -> None:
    """The card goes back face-down, or if it was named rightly may be revealed; then an untrue use fails [9.6]."""
    payer, shower = int(s.payer), int(s.shower)
    close(s)
    if move == codes.REVEAL:
        s.role_up = int(s.role_up) | 1 << shower
        happens(s, events.EXPOSED, shower, int(s.roles[shower]), payer)
        level = int(s.level)
        if level != NONE and not can_do(int(s.roles[shower]), c, int(s.said[level]), int(s.purpose[level])):
            finish_use(s)
    else:
        happens(s, events.HANDED_BACK, payer, NONE, shower)


@compiles
def can_do(role: int, c: Cards, said: int, purpose: int) -> bool:
    """Whether a role can do what it was said to do as another one: threaten, recover, or the very same action."""
    if purpose == purposes.THREATENING:
        return bool(c.threat_of[role] != 0)
    if purpose == purposes.SAVING:
        return bool(c.saves_for[role] == c.saves_for[said])
    alike = c.how_of[role] == c.how_of[said]
    for step in range(cards.MOST_STEPS):
        alike = alike and c.step_of[role, step] == c.step_of[said, step]
        alike = alike and c.amount_of[role, step] == c.amount_of[said, step]
    return bool(alike)


# -- threats -------------------------------------------------------------------------------------------------------


@compiles
def answer_threat(s: Position, seat: int, move: int) -> None:
    """Nobody stopped the threat: its victim pays, or refuses, and then there is a standoff [5.3, 5.5]."""
    user = int(s.user[s.level])
    if move == codes.PAY:
        happens(s, events.PAID, seat, give(s, seat, user, 1), user)
        finish_use(s)
    else:
        happens(s, events.REFUSED, seat, NONE, user)
        become(s, steps.STANDOFF, 0)


@compiles
def stand_off(s: Position, c: Cards) -> None:
    """The victim does not believe it: the card is revealed, and what it is decides [5.5, 5.6, 5.7]."""
    level = int(s.level)
    user, victim = int(s.user[level]), int(s.target[level])
    card = int(s.said[level])
    turn_up(s, user, card)
    shown = int(s.roles[user]) if is_role(card) else int(s.items[user])
    happens(s, events.STOOD_OFF, user, shown, victim)
    finish_use(s)
    if int(c.threat_of[shown]) == 0:
        pay_bank(s, user, 1)
    else:
        give(s, victim, user, 2)
        if int(c.threat_of[shown]) == cards.WEAPON:
            s.victim, s.hurter = victim, user
            ask(s, steps.WOUND, 0)
    show_to(s, c, victim, shown)
