"""Sentences with blanks, filled in: what the rules have to say, as people read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from facedown.games.clocktower.character import Character
from facedown.games.clocktower.speech.english import in_words
from facedown.games.clocktower.speech.statements import Spoken
from facedown.games.clocktower.state import Player

ABBREVIATED = "\0"  # after a name that ends with a full stop, until it is known whether another follows


def said(words: str, args: Sequence[object], names: Sequence[str], *, seats: bool = False) -> str:
    """A sentence with its blanks filled in; characters stand in [brackets].

    A blank may also say which of two words its number takes, "{0} {0:vote|votes}", ask for "the": "{0:the}", or
    begin a sentence: "{0:Yes}".
    """
    sentence = words.format(*[Blank(arg, _name(arg, names, seats)) for arg in args])
    return sentence.replace(f"{ABBREVIATED}.", "").replace(ABBREVIATED, "")


class Blank(NamedTuple):
    """What a blank in a sentence is filled with, as a value and as words."""

    value: Any
    words: str

    def __format__(self, wish: str) -> str:
        if not wish:
            return self.words
        if wish == "the":  # a home-made character may bring its own
            return self.words if self.words.startswith("[The ") else f"the {self.words}"
        if wish == "Yes":
            return self.words.capitalize()
        one, more = wish.split("|")
        return one if (len(self.value) if isinstance(self.value, tuple) else self.value) == 1 else more


def _name(value: object, names: Sequence[str], seats: bool = False) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Spoken):
        return in_words(value, names)
    if isinstance(value, Player) and value.seat >= len(names):
        return f"[{value.character.name}]"  # a character that no player is
    if seats and isinstance(value, int):
        return _of_player(names[value])
    if isinstance(value, Player):
        return _of_player(names[value.seat])
    if isinstance(value, Character):
        return f"[{value.name}]"
    if isinstance(value, tuple | list):
        return listed([_name(part, names, seats) for part in value])
    return str(value) if value is not None else "nobody"


def _of_player(name: str) -> str:
    return f"{name}{ABBREVIATED}" if name.endswith(".") else name


def without_double_stops(sentences: str) -> str:
    """Where a name that ends with a full stop ends a sentence, one is enough."""
    return re.sub(r"(?<!\.)\.\.(?!\.)", ".", sentences)


def listed(parts: Sequence[str]) -> str:
    """Ann, Bo and Cy."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts) or "nobody"


def request(what: str) -> str:
    """`a player to die` is what is to be chosen; other words ask a question of their own."""
    return f"choose {what}" if re.match(r"(?:an?|the|another) ", what) and not what.endswith("?") else what
