"""What lies on the table, what is hidden, and what one seat sees of it.

Each seat draws four bots at the start and keeps them for the whole match, so a card is the place in which it was
drawn: number 4 * seat + n.  It may be lent, played and carried home; whose it is never changes.
"""

from __future__ import annotations

from typing import Annotated

from facedown.core.chance import Deck
from facedown.core.flat.position import FlatPosition
from facedown.core.layout import Ints, i1, i2, i4, u1
from facedown.core.questions import Happening
from facedown.games.bots_battleground.cards import MOST_CARDS

SEATS = 6
HAND = 4
SLOTS = SEATS * HAND
PLACES = 5  # room for bots before a seat; place 0 is the rightmost
DICE = 2
NONE = -1
IN_HAND = -1
TIE = 6  # instead of a winner

TOKENS = 40
TO_WIN = 10
PRIZE = 2
LAST_ROUND = 30

LONG_AGO = 100  # ticks that are as good as more of them


class Open:
    """What lies open before everybody, and all views show as it is."""

    seats: i1
    dice: i1
    tempo: i1  # as printed, calm or slow, for people who need longer
    reactions: i1  # how quick bots are
    phase: i1
    ticks: i2  # gone by in this phase
    round_number: i2
    clapper: i1
    rolling: i1  # the dice that started, as a set
    face: Annotated[Ints, "i1", DICE]  # NONE before it shows
    faces: i1  # those in force, as a set
    attacker: i1
    named: i1
    defenders: i1  # as a set
    tokens: Annotated[Ints, "i1", SEATS]
    attack: Annotated[Ints, "i2", SEATS, PLACES]  # what abilities have made of the values
    defense: Annotated[Ints, "i2", SEATS, PLACES]
    changed_by: Annotated[Ints, "i4", SEATS, PLACES]  # whose abilities: bits PLACES * seat + place
    asks: Annotated[Ints, "i1", SEATS]  # of whom this seat would borrow, as a set
    offers: Annotated[Ints, "i1", SEATS]  # to whom this seat has said that it would lend
    loans: Annotated[Ints, "i1", SEATS, SEATS]  # cards lent in this round: [borrower, lender]
    forced: Annotated[Ints, "i1", SEATS]  # whom this seat has forced to lend
    forcing: i1  # who still waits for the cards, as a set; so are the next two
    faults: i1  # lost by too many bots, or by none at the end
    refused: i1  # did not lend when forced
    since: Annotated[Ints, "i1", SEATS]  # ticks since everybody saw this seat do something
    resolved: i4  # the bots whose ability is done with: bit PLACES * seat + place
    muted: i4
    using_seat: i1  # whose ability is open
    using_place: i1
    won_by: Annotated[Ints, "i1", SEATS]  # each defender's meeting: NONE, TIE, or who won it
    gains: Annotated[Ints, "i1", SEATS]  # tokens that each got or gave away when a score last changed
    sums: Annotated[Ints, "i2", SEATS, 2]  # of each defender's meeting: attack, defense
    bottom: Annotated[Ints, "i1", MOST_CARDS]  # cards that all saw go under the deck, the uppermost first
    winners: i1


class Position(FlatPosition, Deck, Open):
    """A match of Bots Battleground."""

    starts: i1  # how easily a clap starts a die: in 2 of 3 cases, in 1 of 2, always
    table: Annotated[Ints, "i1", SEATS, PLACES]  # cards
    wished: Annotated[Ints, "i1", SEATS]  # of whom each has asked at all in this round: once of each
    first_lender: Annotated[Ints, "i1", SEATS, PRIZE]  # of each borrower, the first two in order
    settled: i1  # whose meeting, as a defender's, or refusal is counted
    paid: i1  # who has paid for refusing

    deck: Annotated[Ints, "i1", MOST_CARDS]
    bottom_count: u1
    begins: i1  # the seat, from 1, that claps first; 0: by lot
    exchanges: i1  # how often two alike have been exchanged in this deal
    bot: Annotated[Ints, "i1", SLOTS]  # what kind of bot each card is
    holder: Annotated[Ints, "i1", SLOTS]  # the seat that has it
    lies: Annotated[Ints, "i1", SLOTS]  # IN_HAND, or its place on the holder's table
    lender: i1  # who hands cards over at this moment, for a die's sake
    acts: Annotated[Ints, "i2", SEATS]  # what was done in this tick and has not happened yet
    spell_laid_out: i2  # as a record laid it out; NONE: by chance
    dice_laid_out: Annotated[Ints, "i1", DICE]  # NONE: by chance; FACES: it does not start
    loan_laid_out: i4  # cards that are taken first, as a set


class Observation(Open, Happening):
    """What one seat may know.  Fields are those of the position; bots are kinds."""

    seat: i1  # -1: a spectator
    question: i1
    asked: i1
    over: i1
    act: i2  # what this seat has done in this tick; NONE: nothing
    hand: Annotated[Ints, "i1", SLOTS]  # the seat's own and what it borrowed, by kind
    hand_of: Annotated[Ints, "i1", SLOTS]  # whose they are
    hand_count: Annotated[Ints, "i1", SEATS]
    open_hands: Annotated[Ints, "i1", SEATS, SLOTS]  # only for looking back, when all is over: 1 + kind
    table: Annotated[Ints, "i1", SEATS, PLACES]  # kinds
    table_of: Annotated[Ints, "i1", SEATS, PLACES]  # whose bot it is
    to_act: i4  # the bots whose ability is still to be used in this round, as things stand
    limit: Annotated[Ints, "i1", SEATS]
    total: Annotated[Ints, "i2", SEATS]  # what counts for a fighter; NONE for others
    deck_left: i2
    bottom_count: i2
