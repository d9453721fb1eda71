"""What everybody sees of a town, as plain data."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from facedown.games.clocktower.speech.statements import Anything

Said: TypeAlias = Anything


class Use(msgspec.Struct, frozen=True, gc=False):
    """An ability that somebody used on a player by day, before everybody, whether they have it or not.

    `guess`: which character they said that the player is, where they use it so.
    """

    day: int
    by: int
    character: str  # whose ability they said it was
    target: int
    fell: bool = False  # whether the target died of it, as everybody saw
    guess: str = ""


class Place(msgspec.Struct, frozen=True, gc=False):
    """One place in the circle, as everybody sees it."""

    seat: int
    alive: bool
    ghost_vote: bool
    here: bool
    character: str | None  # a Traveller's id
    claims: tuple[str, ...]  # the ids of the characters that they have said they are
    says: tuple[Said | None, ...]  # what they have said aloud today; None: words that mean nothing to bots
    said_before: tuple[Said, ...]  # on earlier days
    died: str  # when the town saw them die: "N2" before day 2, "D2" on it; "" if they live
    survived: int  # how many executions changed nothing, as everybody saw
    place: int  # where they sit, counted clockwise from 0
    returned: tuple[tuple[str, str], ...] = ()  # when the town saw them die before, and live again
    claimed_on: int = 0  # the day of their last claim; 0 without any
    uses: tuple[Use, ...] = ()  # today and before


class Tally(msgspec.Struct, frozen=True, gc=False):
    """What everybody knows of one nomination; all players are seats."""

    day: int
    by: int | None
    nominee: int | None
    hands: tuple[int, ...]
    tally: int
    done: bool
    hidden: bool = False  # eyes were closed: nobody knows hands and tally
