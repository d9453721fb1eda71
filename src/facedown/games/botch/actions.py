"""What cards do, step by step: one block for each thing that an action can say (cards.py); hurts and deaths."""

from __future__ import annotations

from facedown.core.bits import holds, lowest, popcount
from facedown.core.compiling import compiles
from facedown.core.questions import ask, ask_one, become, close, happens
from facedown.games.botch import cards, codes, events, purposes, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.claims import finish_use, use
from facedown.games.botch.codes import card_in, spends_stash
from facedown.games.botch.position import DEADLY, NONE, Position
from facedown.games.botch.reactions import who_has_a_choice
from facedown.games.botch.table import (
    clear_answers,
    flip,
    give,
    others,
    show_to,
    spend,
    take_under_the_table,
    wealth,
)


@compiles
def carry_out(s: Position, c: Cards) -> None:
    """A use that nobody stopped goes on: the next step of an action, or what it was for."""
    level = int(s.level)
    user, card, target = int(s.user[level]), int(s.said[level]), int(s.target[level])
    purpose, at_step = int(s.purpose[level]), int(s.at_step[level])
    if purpose == purposes.SAVING:
        finish_use(s)
        _save(s, c, user, card, bool(s.stash_pays[level]))
    elif purpose == purposes.RESCUING:
        finish_use(s)
        _swap(s, user, card, target)
    elif purpose == purposes.ACTION:
        s.at_step[level] = at_step + 1
        if at_step + 1 == cards.MOST_STEPS or int(c.step_of[card, at_step + 1]) == cards.NOTHING:
            finish_use(s)
        block, n = int(c.step_of[card, at_step]), int(c.amount_of[card, at_step])
        if block >= cards.LOOK_AT or block == cards.TAKE_PLAYER:
            _work_on(s, c, user, card, target, block, n)
        else:
            _work(s, user, card, block, n, bool(s.stash_pays[level]))


@compiles
def _work(s: Position, user: int, card: int, block: int, n: int, stash_pays: bool) -> None:
    """A step that concerns the user, the pile and the Bank [2.1, 2.2]."""
    if block == cards.TAKE_PILE:
        s.diamonds[user] = int(s.diamonds[user]) + n
        happens(s, events.TOOK_PILE, user, card, n)
    elif block == cards.TAKE_BANK:
        n = min(n, int(s.bank))
        s.bank = int(s.bank) - n
        s.diamonds[user] = int(s.diamonds[user]) + n
        happens(s, events.TOOK_BANK, user, card, n)
    elif block == cards.TAKE_EACH:
        taken = 0
        for other in range(int(s.seats)):
            if holds(others(s, user), other):
                taken += give(s, other, user, n)
        happens(s, events.TOOK_EACH, user, card, taken)
    elif block == cards.PAY_BANK:
        happens(s, events.PAID_BANK, user, card, spend(s, user, n, stash_pays))
    elif block == cards.STASH:
        n = min(n, int(s.diamonds[user]))
        s.diamonds[user] = int(s.diamonds[user]) - n
        s.stash[user] = int(s.stash[user]) + n
        happens(s, events.STASHED, user, card, n)
    elif block == cards.RECOVER:
        s.hurt[user] = 0
        happens(s, events.RECOVERED, user, card, 0)
    elif block == cards.TURN_DOWN:
        s.item_up = int(s.item_up) & ~(1 << user)
        happens(s, events.TURNED_DOWN, user, card, NONE)


@compiles
def _work_on(s: Position, c: Cards, user: int, card: int, target: int, block: int, n: int) -> None:
    """A step that concerns the player who was named; who has died meanwhile is beyond it."""
    if not holds(s.alive, target):
        happens(s, events.FIZZLED, user, card, target)
    elif block == cards.TAKE_PLAYER:
        happens(s, events.TOOK_PLAYER, user, card, target + 8 * give(s, target, user, n))
    elif block == cards.LOOK_AT:
        look(s, user, target)
    elif block == cards.FLIP_ITEM:
        flip(s, target)
        show_to(s, c, user, int(s.items[target]))
    elif block == cards.HURT:
        s.victim, s.hurter = target, user
        ask(s, steps.WOUND, 0)
        wound(s, c)
    elif block == cards.HEAL:
        s.hurt[target] = 0
        happens(s, events.HEALED, user, card, target)
    elif block == cards.SWAP_ITEMS:
        _swap(s, user, card, target)


@compiles
def look(s: Position, seat: int, other: int) -> None:
    """See an item, and nobody else sees it [3.6]."""
    s.looked_at = other
    happens(s, events.LOOKED, seat, NONE, other)
    ask_one(s, steps.LOOK, seat)


@compiles
def _swap(s: Position, user: int, card: int, target: int) -> None:
    """Swap as a card says so; an item that was turned up meanwhile is not given away [3.5]."""
    if holds(s.item_up, user) or not holds(s.alive, target):
        happens(s, events.FIZZLED, user, card, target)
    else:
        ask_one(s, steps.SWAP, user)
        take_under_the_table(s, user, target)


@compiles
def collect(s: Position, c: Cards) -> None:
    """Somebody takes what their role brings for an item that they were shown [3.10]."""
    seat = lowest(s.collectors)
    s.collectors = int(s.collectors) & ~(1 << seat)
    card = int(s.roles[seat])
    n = int(c.collected[card])
    s.diamonds[seat] = int(s.diamonds[seat]) + n
    close(s)
    happens(s, events.COLLECTED_IT, seat, card, n)


# -- hurt, and what may come between a hurt and a death ------------------------------------------------------------


@compiles
def wound(s: Position, c: Cards) -> None:
    """A Hurt marker [6.1]; the victim may recover, then somebody may swap items with them, then death looks in."""
    victim, hurter = int(s.victim), int(s.hurter)
    s.hurt[victim] = int(s.hurt[victim]) + 1
    happens(s, events.WAS_HURT, victim, NONE, hurter)
    become(s, steps.DEATH, 0)
    clear_answers(s)
    rescuers = who_has_a_choice(s, c, steps.RESCUE, others(s, victim))
    if rescuers:
        ask(s, steps.RESCUE, rescuers)
    if who_has_a_choice(s, c, steps.SAVE, 1 << victim):
        ask_one(s, steps.SAVE, victim)


@compiles
def answer_hurt(s: Position, c: Cards, seat: int, move: int) -> None:
    """The victim says that they use a card which lets them recover, or passes [6.5]."""
    close(s)
    if move == codes.PASS:
        happens(s, events.ANSWERED, seat, NONE, NONE)
    else:
        use(s, c, seat, card_in(move), NONE, purposes.SAVING, spends_stash(move))


@compiles
def _save(s: Position, c: Cards, seat: int, card: int, stash_pays: bool) -> None:
    """Recover by one's own card, for what it costs [6.5, 7.5]; who has given that away does not [10.7]."""
    price = int(c.saves_for[card])
    if wealth(s, seat) < price:
        happens(s, events.FIZZLED, seat, card, seat)
    else:
        s.hurt[seat] = 0
        happens(s, events.RECOVERED, seat, card, spend(s, seat, price, stash_pays))


@compiles
def face_death(s: Position) -> None:
    """Two Hurt markers are death, unless something has taken them away [6.2, 6.6]."""
    victim = int(s.victim)
    close(s)
    if int(s.hurt[victim]) >= DEADLY:
        die(s, victim)
    else:
        happens(s, events.LIVED, victim, NONE, NONE)


@compiles
def die(s: Position, seat: int) -> None:
    """Out of the game, and so are the item and all the diamonds [6.3]; the last one left wins [8.8]."""
    s.alive = others(s, seat)
    s.diamonds[seat], s.stash[seat] = 0, 0
    s.items[seat] = NONE
    s.item_up, s.flipped = int(s.item_up) & ~(1 << seat), int(s.flipped) & ~(1 << seat)
    s.role_up = int(s.role_up) | 1 << seat
    happens(s, events.DIED, seat, int(s.roles[seat]), NONE)
    if popcount(int(s.alive)) == 1:
        s.winners = s.alive
        s.depth = 1
        become(s, steps.END, 0)
