"""What lies on the table, and what one seat sees of it."""

from __future__ import annotations

from typing import Annotated

from facedown.core.flat.position import FlatPosition
from facedown.core.layout import Ints, i1, i2
from facedown.core.questions import Events
from facedown.games.botch.cards import PAGES

SEATS = 8
NONE = -1  # no card, no seat
TEN = 10  # diamonds that win
TURNS = 200  # after which the game ends
FIRST_DIAMONDS = 2
DEADLY = 2  # Hurt markers
MOST_DEALS = 3  # that a seat makes in one open question
LEVELS = 2  # a use, and one in answer to the hurt that it brought


class Open(Events):
    """What lies open before everybody, and all views show as it is."""

    seats: i1
    told: Annotated[Ints, "i8", PAGES]  # the cards that are in, or may be, by what everybody is told, as a set
    untold: i1  # whether the players are not told which Hidden roles are in
    turn: i1  # whose
    turns: i2  # begun so far
    bank: i2
    diamonds: Annotated[Ints, "i2", SEATS]  # those that are not stashed
    stash: Annotated[Ints, "i2", SEATS]  # on the seat's item
    hurt: Annotated[Ints, "i1", SEATS]
    alive: i2  # a set of seats, as the next three
    started: i2  # had their first turn
    role_up: i2
    item_up: i2
    payer: i1  # who pays to see a role, ...
    named: i2  # ... the role they named, ...
    shower: i1  # ... and whose it is
    swapper: i1
    swapped: i1  # with whom
    looked_at: i1
    victim: i1  # who was hurt last ...
    hurter: i1  # ... by whom
    request: i1  # how many diamonds are asked for, or offered, ...
    asker: i1  # ... by whom
    declarer: i1
    winners: i2


class Position(FlatPosition, Open):
    """A game of The Botch is Back.  Cards are their numbers (cards.py); a set of them has a word for each page."""

    window: i1  # how long a timed question waits: one of WINDOWS
    flipped: i2  # whose items have been turned up for the moment in this turn
    dealt: Annotated[Ints, "i1", SEATS]  # how many deals each has made ...
    dealt_in: i2  # ... in the question of this number
    level: i1  # which use is being settled: 0, or 1 for one in answer to a hurt; NONE
    user: Annotated[Ints, "i1", LEVELS]
    said: Annotated[Ints, "i2", LEVELS]  # the card that they say they use
    target: Annotated[Ints, "i1", LEVELS]
    purpose: Annotated[Ints, "i1", LEVELS]
    at_step: Annotated[Ints, "i1", LEVELS]
    stash_pays: Annotated[Ints, "i1", LEVELS]  # whether its cost is paid from the stash
    caller: i1
    collectors: i2  # who has just been shown the item that they collect, as a set
    offered_stash: i1  # whether the offered diamonds are stashed ones

    cast: Annotated[Ints, "i8", PAGES]  # the cards that are in, as a set
    roles: Annotated[Ints, "i2", SEATS]
    items: Annotated[Ints, "i2", SEATS]
    laid_out: Annotated[Ints, "i8", PAGES]  # the cards that a record has dealt, as a set
    pool: Annotated[Ints, "i8", PAGES]  # what is drawn from, while something is dealt
    eyes: i1  # whether all close their eyes even if there are no Twins
    begins: i1  # the seat, from 1, that has the first turn; 0: by lot
    crossed: i1  # whether the two items that were given back last changed places
    answers: Annotated[Ints, "i2", SEATS]  # to a question put to several at once: NONE, or the move


class Observation(Open):
    """What one seat may know."""

    seat: i1  # -1: a spectator
    question: i1  # the kind of question that is open, or 0
    held_up: i1  # the kind of question that a request or an offer holds up, or 0
    asked: i2
    over: i1
    dealt: Annotated[Ints, "i1", SEATS]  # how many deals each has made in the open question
    roles: Annotated[Ints, "i2", SEATS]  # NONE if it is hidden from this seat
    items: Annotated[Ints, "i2", SEATS]
    user: i1  # the use that is being settled
    said: i2
    target: i1
    purpose: i1
    crossed: i1  # for the player who has just swapped: whether the two items have changed places
