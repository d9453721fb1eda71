"""Moves of Clocktower as plain data: answers, deeds on the open floor, corrections by hand.

They contain no names and no sentences; `notation` writes and reads them as words.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import attrgetter
from typing import Annotated, TypeAlias

import msgspec

from facedown.core.errors import Illegal
from facedown.core.game import Move
from facedown.core.kept import kept
from facedown.core.spelling import shown
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.questions import NO, NOBODY, WORDS, YES, Act, Word
from facedown.games.clocktower.speech.statements import MOST, Anything, Seat, Spoken, Utterance
from facedown.games.clocktower.state import Player


class InSeat(msgspec.Struct, frozen=True, tag="seat", gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The player in this seat."""

    seat: int


class Token(msgspec.Struct, frozen=True, tag="token", gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A character by its id, which the script gives to home-made ones."""

    id: str


Says: TypeAlias = Annotated[tuple[Anything, ...], msgspec.Meta(max_length=MOST)]
Part: TypeAlias = InSeat | Token | str | int  # a str is one of questions.WORDS


class Answer(msgspec.Struct, frozen=True, tag="answer", gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """An answer to a question: one thing, several in any order, or free words."""

    parts: tuple[Part, ...] = ()
    words: str = ""
    says: Says = ()  # what the words would be, as data


class Deed(msgspec.Struct, frozen=True, tag="deed", gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Something done on the open floor: a verb, whom or what it is about, and words that belong to it."""

    verb: str  # "nominate", "say", ...: as of questions.Act
    about: tuple[Part, ...] = ()  # a character before a player
    words: str = ""
    says: Says = ()  # what the words would be, as data
    to: Seat | None = None  # whom what is said calls by name

    @property
    def utterance(self) -> Utterance:
        return Utterance(self.words, self.says, self.to)


class Correction(
    msgspec.Struct, frozen=True, tag="by hand", gc=False, forbid_unknown_fields=True, omit_defaults=True
):
    """What the storyteller does by hand, whatever the rules say."""

    verb: str  # as of by_hand.DEEDS and by_hand.TO_A_PLAYER
    who: Part | None = None
    about: Part | None = None  # a character, another player, "good" or "evil", or a marker's word
    side: Part | None = None  # on which side a Traveller comes
    first: bool = False  # in a pause, before what is about to come
    shown: Part | None = None  # of a token, what its player is to believe they are
    shows: tuple[Part, ...] = ()  # of a card, what lies on it: characters, and words like "good"
    words: str = ""  # what somebody has said or is told, what is noted, or what stands on a card


class InPlace(msgspec.Struct, frozen=True, tag="for", gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """What the storyteller does for a player, as if that player had done it."""

    who: Part
    act: Answer | Deed


Meaning: TypeAlias = Answer | Deed | Correction | InPlace


# A meaning as plain data, for the page and the store.
value_of: Callable[[Meaning], object] = partial(msgspec.to_builtins, enc_hook=str)


EXAMPLE = '{"type": "deed", "verb": "done"}'


def from_value(value: object) -> Meaning:
    """What `value_of` has made into plain data.  Raises Illegal for anything else."""
    try:
        act: Meaning = msgspec.convert(value, Meaning)
    except (msgspec.ValidationError, RecursionError) as error:
        wrong = "it is not made as those are that can be listed" if isinstance(value, dict) else "it is no object"
        raise Illegal(f"{shown(value)} is not a move of Clocktower: {wrong}, such as {EXAMPLE}") from error
    deed = act.act if isinstance(act, InPlace) else act
    if isinstance(deed, Deed) and deed.verb in ABOUT_SOMETHING and not deed.about:
        raise Illegal(f"this is not a move of Clocktower: {deed.verb!r} has to be about somebody or something")
    return act


class TownMove(Move, frozen=True, eq=False, gc=False):
    """A move of Clocktower; moves with the same meaning are equal, however they are written."""

    act: Meaning

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TownMove) and self.act == other.act

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.act)


# The meaning of a move of Clocktower: only such moves are read and listed.
act_of: Callable[[Move], Meaning] = attrgetter("act")


# -- of values that the rules work with ---------------------------------------------------------------------------


def part_of(value: object) -> Part:
    """An answer's value as plain data."""
    if value is None:
        return str(NOBODY)
    if isinstance(value, bool):
        return str(YES if value else NO)
    if isinstance(value, Player):  # or the place of a character that no player is
        return InSeat(value.seat) if value.seated else Token(value.character.id)
    if isinstance(value, Character):
        return Token(value.id)
    if isinstance(value, int):
        return value
    if isinstance(value, Word) and value in WORDS:
        return str(value)
    raise TypeError(f"{value!r} is not an answer")


def parts_of(value: object) -> tuple[Part, ...]:
    return tuple(map(part_of, value)) if isinstance(value, tuple) else (part_of(value),)


def deed_of(act: Act) -> Deed:
    """An act on the open floor as plain data."""
    player, character = act.player, act.character
    if not (act.text or act.also) and (player is None or player.seated):  # nearly all that are listed
        return _wordless(
            act.verb, None if character is None else character.id, None if player is None else player.seat
        )
    said = act.text.said if isinstance(act.text, Spoken) else Utterance(act.text)
    about = [part_of(one) for one in (character, player, *act.also) if one is not None]
    if player is None and act.verb in TO_SOMEBODY:
        about.append(THE_STORYTELLER)
    return Deed(act.verb, tuple(about), said.words, said.says, said.to)


@kept(4096)
def _wordless(verb: str, character: str | None, seat: int | None) -> Deed:
    about: list[Part] = [] if character is None else [Token(character)]
    if seat is not None:
        about.append(InSeat(seat))
    elif verb in TO_SOMEBODY:
        about.append(THE_STORYTELLER)
    return Deed(verb, tuple(about))


TO_SOMEBODY = ("nominate", "whisper")  # verbs that are about a player or the storyteller
USE_ALOUD = "use aloud"  # the verb for what may also be declared in private
ABOUT_SOMETHING = ("use", USE_ALOUD, "exile", "claim", *TO_SOMEBODY)
THE_STORYTELLER = "the storyteller"  # who is nominated, or whispered to, where no player is


def meaning_of(value: object) -> Answer | Deed:
    """The meaning of a move that makes this answer or act."""
    return deed_of(value) if isinstance(value, Act) else Answer(parts_of(value))


def sorted_parts(parts: tuple[Part, ...]) -> list[Part]:
    """Several things in a standard order, so that their original order does not matter."""
    return sorted(parts, key=repr)
