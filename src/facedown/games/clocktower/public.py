"""What everybody sees of a town, as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import msgspec

from facedown.games.clocktower.speech.statements import Anything
from facedown.games.clocktower.tally import Tally

if TYPE_CHECKING:
    from facedown.games.clocktower.character import Character

Said: TypeAlias = Anything


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


class Seen(NamedTuple):
    """What everybody has seen."""

    here: Sequence[Place]
    nominated: Sequence[Tally]  # all that is over
    over: bool
    names: Sequence[str]
    characters: Mapping[str, Character]  # by id

    def called(self, id: str) -> str:
        return self.characters[id].name.removeprefix("The ") if id in self.characters else id
