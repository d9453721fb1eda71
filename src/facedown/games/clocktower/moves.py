"""Moves of Clocktower as plain data: answers, deeds on the open floor, corrections by hand.

They contain no names of players and no sentences; `notation` writes and reads them as words.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, TypeAlias

import msgspec

from facedown.core.errors import Illegal
from facedown.core.game import Move
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.questions import NO, NOBODY, WORDS, YES, Act, Word
from facedown.games.clocktower.roster import id_by_name
from facedown.games.clocktower.state import Player


class InSeat(msgspec.Struct, frozen=True, tag="seat", gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The player in this seat."""

    seat: int


class Token(msgspec.Struct, frozen=True, tag="token", gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A character: by its id, or a home-made one by its folded name, which only the script knows."""

    id: str


class Ambiguous(msgspec.Struct, frozen=True, tag="ambiguous", gc=False):
    """A word with several meanings, such as the name of a player called Chef; the question decides."""

    meanings: tuple[Any, ...]  # parts; the player first


Part: TypeAlias = InSeat | Token | Ambiguous | str | int  # a str is one of questions.WORDS


class Answer(msgspec.Struct, frozen=True, tag="answer", gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """An answer to a question: one thing, several in any order, or free words."""

    parts: tuple[Part, ...] = ()
    words: str = ""


class Deed(msgspec.Struct, frozen=True, tag="deed", gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """Something done on the open floor: a verb, whom or what it is about, and words that belong to it."""

    verb: str  # "nominate", "say", ...: as of questions.Act
    about: tuple[Part, ...] = ()  # a character before a player
    words: str = ""


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


def value_of(act: Meaning) -> object:
    """A meaning as plain data, for the page and the store."""
    return msgspec.to_builtins(act, enc_hook=str)


def from_value(value: object) -> Meaning:
    """What `value_of` has made into plain data.  Raises Illegal for anything else."""
    try:
        act: Meaning = msgspec.convert(value, Meaning)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Illegal(f"this is not a move of Clocktower: {error}") from error
    if next(readings(act), None) != act:
        raise Illegal("a move says itself which player or character it means")
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


def act_of(move: Move) -> Meaning:
    """The meaning of a move of Clocktower."""
    assert isinstance(move, TownMove), "only such moves are read and listed"
    return move.act


# -- of values that the rules work with ---------------------------------------------------------------------------


def part_of(value: object) -> Part:
    """An answer's value as plain data."""
    if value is None:
        return str(NOBODY)
    if isinstance(value, bool):
        return str(YES if value else NO)
    if isinstance(value, Player):  # or the place of a character that no player is
        return InSeat(value.seat) if value.seated else Token(token_id(value.character))
    if isinstance(value, Character):
        return Token(token_id(value))
    if isinstance(value, int):
        return value
    if isinstance(value, Word) and value in WORDS:
        return str(value)
    raise TypeError(f"{value!r} is not an answer")


def parts_of(value: object) -> tuple[Part, ...]:
    return tuple(map(part_of, value)) if isinstance(value, tuple) else (part_of(value),)


def token_id(character: Character) -> str:
    return id_by_name(character.name) if character.written else character.id


def deed_of(act: Act) -> Deed:
    """An act on the open floor as plain data."""
    return deed(act.verb, act.character, None if act.player is None else act.player.seat, act.text)


def deed(verb: str, character: Character | None, seat: int | None, words: str = "") -> Deed:
    about: list[Part] = [] if character is None else [Token(token_id(character))]
    if seat is not None:
        about.append(InSeat(seat))
    elif verb in ("nominate", "whisper"):
        about.append(THE_STORYTELLER)
    return Deed(verb, tuple(about), words)


USE_ALOUD = "use aloud"  # the verb for what may also be declared in private
THE_STORYTELLER = "the storyteller"  # who is nominated, or whispered to, where no player is


def meaning_of(value: object) -> Meaning:
    """The meaning of a move that makes this answer or act."""
    return deed_of(value) if isinstance(value, Act) else Answer(parts_of(value))


# -- words that mean several things -------------------------------------------------------------------------------


def readings(act: Meaning) -> Iterator[Meaning]:
    """All possible meanings, the likeliest first."""
    if isinstance(act, Answer | Deed) and not any(isinstance(part, Ambiguous) for part in _parts(act)):
        yield act  # by far the most often
    elif isinstance(act, Correction):
        for who, about in product(meanings(act.who), meanings(act.about)):
            yield msgspec.structs.replace(act, who=who, about=about)
    elif isinstance(act, InPlace):
        for who, done in product(meanings(act.who), readings(act.act)):
            assert isinstance(done, Answer | Deed)
            yield InPlace(who, done)
    elif isinstance(act, Answer):
        for parts in product(*map(meanings, act.parts)):
            yield Answer(parts, act.words)
    else:
        for about in product(*map(meanings, act.about)):
            yield Deed(act.verb, about, act.words)


def _parts(act: Answer | Deed) -> tuple[Part, ...]:
    return act.parts if isinstance(act, Answer) else act.about


def meanings(part: Any) -> tuple[Any, ...]:
    """All possible meanings of one part of a move."""
    return part.meanings if isinstance(part, Ambiguous) else (part,)


def sorted_parts(parts: tuple[Part, ...]) -> list[Part]:
    """Several things in a standard order, so that their original order does not matter."""
    return sorted(parts, key=repr)
