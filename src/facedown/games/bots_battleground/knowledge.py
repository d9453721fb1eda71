"""What a perfect rememberer of one seat's views knows beside the view, and positions that agree with both.

Whose a bot is never changes, and no hand has two alike: a bot that was seen once is known for the whole match.
Where it is, everybody sees until it is lent unseen; then it may be with the borrower until it is seen again, or all
bots go home.  Every bot that could have been lent is taken to be as likely as another.
"""

from __future__ import annotations

from typing import Annotated

from facedown.core.bits import holds, lowest, nth, popcount
from facedown.core.chance import below, dig, draw_above, sort_deck
from facedown.core.compiling import compiles
from facedown.core.layout import Ints, i1, i2
from facedown.core.questions import is_over, open_kind
from facedown.games.bots_battleground import events, phases, steps
from facedown.games.bots_battleground.observe import determinize, forget_what_is_to_come, is_hidden, tell_anew
from facedown.games.bots_battleground.position import HAND, NONE, PLACES, SEATS, SLOTS, Observation, Position

TRIES = 300  # how often at most a deal with two alike in a hand, or an impossible loan, is dealt again


class Knowledge:
    """What one seat knows of the others' bots, as sets of kinds."""

    own: Annotated[Ints, "i8", SEATS]  # by whose they are
    lent: Annotated[Ints, "i8", SEATS, SEATS]  # [borrower, owner]: those that were seen there, in this round
    kept: Annotated[Ints, "i8", SEATS, SEATS]  # [borrower, owner]: those that were seen not to have gone there
    under: i2  # how many cards lay under the deck
    risen: i1  # whether the deck has run out since, so that those cards came up in an order known to all


@compiles
def learn(v: Observation, known: Knowledge) -> None:
    """Something has happened: this is what the seat sees of it.  To be called once for each thing that happens."""
    event = int(v.event)
    if int(v.phase) == phases.DEALING:
        return  # two alike may yet be exchanged
    if event == events.WENT_HOME:
        for borrower in range(SEATS):
            for owner in range(SEATS):
                known.lent[borrower, owner], known.kept[borrower, owner] = 0, 0
    elif event == events.LENT or event == events.HANDED_OVER:
        known.kept[int(v.event_other), int(v.event_seat)] = 0
    if int(v.bottom_count) < int(known.under):
        known.risen = 1
    known.under = v.bottom_count
    for n in range(SLOTS):
        if v.seat >= 0 and int(v.hand[n]) != NONE:
            _saw(known, int(v.seat), int(v.hand_of[n]), int(v.hand[n]))
    for holder in range(int(v.seats)):
        for place in range(PLACES):
            if int(v.table[holder, place]) != NONE:
                _saw(known, holder, int(v.table_of[holder, place]), int(v.table[holder, place]))


@compiles
def _saw(known: Knowledge, holder: int, owner: int, kind: int) -> None:
    """There it is, and with nobody else."""
    known.own[owner] |= 1 << kind
    for borrower in range(SEATS):
        if borrower != holder:
            known.kept[borrower, owner] |= 1 << kind
    if holder != owner:
        known.lent[holder, owner] |= 1 << kind


# -- positions that agree ------------------------------------------------------------------------------------------


@compiles
def redeal(s: Position, seat: int, known: Knowledge) -> None:
    """Deal what the seat does not know anew, every deal without two alike in a hand equally likely.

    What comes out depends on nothing hidden: the bots are gathered in the order of their kinds, and whoever has
    done something in this tick already, which shows nowhere, does it anew [1.4].
    """
    if is_over(s) or seat < 0:
        determinize(s, seat)
        return
    forget_what_is_to_come(s)
    hidden = 0
    for card in range(HAND * int(s.seats)):
        if s.bot[card] != NONE and is_hidden(s, card, seat):
            hidden |= 1 << card
    base = int(s.deck_left) if known.risen else 0
    for _ in range(TRIES):
        _gather(s, hidden, base)
        if _deal(s, known, hidden, base):
            break
    s.stacked = base
    for owner in range(int(s.seats)):
        _lend(s, owner, known, hidden)
    _take_back_acts(s, seat)
    tell_anew(s, seat)


@compiles
def _gather(s: Position, hidden: int, base: int) -> None:
    """Back into the deck with them."""
    for card in range(HAND * int(s.seats)):
        if holds(hidden, card) and s.bot[card] != NONE:
            s.deck[s.deck_left] = s.bot[card]
            s.deck_left += 1
            s.bot[card] = NONE
    sort_deck(s, base)


@compiles
def _deal(s: Position, known: Knowledge, hidden: int, base: int) -> bool:
    """To each what is known to be theirs, and any others; False if two in a hand are alike."""
    for owner in range(int(s.seats)):
        left = int(known.own[owner]) & ~_kinds_of(s, owner)
        for card in range(HAND * owner, HAND * owner + HAND):
            if holds(hidden, card) and left:
                s.bot[card] = lowest(left)
                dig(s, lowest(left), base)
                left &= left - 1
    for card in range(HAND * int(s.seats)):
        if holds(hidden, card) and s.bot[card] == NONE:
            s.bot[card] = draw_above(s, base)
    whole = True
    for owner in range(int(s.seats)):
        whole = whole and popcount(_kinds_of(s, owner)) == HAND
    return whole


@compiles
def _kinds_of(s: Position, owner: int) -> int:
    kinds = 0
    for card in range(HAND * owner, HAND * owner + HAND):
        if s.bot[card] != NONE:
            kinds |= 1 << int(s.bot[card])
    return kinds


@compiles
def _lend(s: Position, owner: int, known: Knowledge, hidden: int) -> None:
    """Let each borrower have what was seen there, and of the others any that could have been lent."""
    kinds = 0
    for card in range(HAND * owner, HAND * owner + HAND):
        if holds(hidden, card):
            kinds |= 1 << int(s.bot[card])
    for _ in range(TRIES):
        if _lent(s, owner, known, hidden, kinds):
            return


@compiles
def _lent(s: Position, owner: int, known: Knowledge, hidden: int, kinds: int) -> bool:
    """Give these bots to those who hold one of the owner's, by chance; False if it could not be so."""
    for card in range(HAND * owner, HAND * owner + HAND):
        holder = int(s.holder[card])
        if holds(hidden, card) and holder != owner:
            there = kinds & int(known.lent[holder, owner])
            if there == 0:
                there = 1 << nth(kinds, below(s, popcount(kinds)))
                if there & (int(known.kept[holder, owner]) | _lent_elsewhere(s, known, holder, owner)):
                    return False
            s.bot[card] = lowest(there)
            kinds &= ~(1 << lowest(there))
    for card in range(HAND * owner, HAND * owner + HAND):
        if holds(hidden, card) and int(s.holder[card]) == owner:
            s.bot[card] = lowest(kinds)
            kinds &= kinds - 1
    return True


@compiles
def _lent_elsewhere(s: Position, known: Knowledge, holder: int, owner: int) -> int:
    """The owner's bots that were seen with other borrowers, and are there till all go home."""
    elsewhere = 0
    for other in range(int(s.seats)):
        if other != holder:
            elsewhere |= int(known.lent[other, owner])
    return elsewhere


@compiles
def _take_back_acts(s: Position, seat: int) -> None:
    """Nobody has seen whether the others have acted in this tick."""
    if open_kind(s) == steps.ACT:
        for other in range(int(s.seats)):
            if other != seat and int(s.acts[other]) != NONE:
                s.acts[other] = NONE
                s.waiting[s.depth] |= 1 << other
