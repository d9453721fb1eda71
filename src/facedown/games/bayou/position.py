"""What lies on the table, and what one seat sees of it."""

from __future__ import annotations

from typing import Annotated

from facedown.core.chance import Deck
from facedown.core.flat.position import FlatPosition
from facedown.core.layout import Ints, i1, i2
from facedown.core.questions import Happening
from facedown.games.bayou.deck import GAME_CARDS, SEATS
from facedown.games.bayou.tricks import Trick

ROUNDS = 4
ENOUGH = 12  # points that end the game


class Open(Trick, Happening):
    """What lies open on the table, for everybody to see."""

    swamp: Annotated[Ints, "i8", 2]
    row: Annotated[Ints, "i1", SEATS]  # the Swamp as it was last filled, in order
    out: Annotated[Ints, "i8", 2]  # cards out of the round
    deck_left: i1
    characters: i2  # the single Characters in this match, as a set
    dealer: i1
    finished: i1  # rounds played to the end
    trick_number: i1  # in this round, from 1
    tricks: Annotated[Ints, "i1", SEATS]  # that count, this round
    history: Annotated[Ints, "i1", ROUNDS, SEATS]  # points of the finished rounds


class Position(FlatPosition, Deck, Open):
    """A match of Bayou Boss.  Cards not named here lie face-down among the tricks taken."""

    deck: Annotated[Ints, "i1", GAME_CARDS]
    hand: Annotated[Ints, "i8", SEATS, 2]
    picks: i1  # made since the last trick
    begins: i1  # the seat, from 1, that deals first; 0: by lot


class Observation(Open):
    """What one seat may know."""

    seat: i1  # -1: a spectator
    question: i1  # the kind of question that is open, or 0
    asked: i2  # the seats that owe an answer, as a set
    hand: Annotated[Ints, "i8", 2]
    hand_counts: Annotated[Ints, "i1", SEATS]
    over: i1
