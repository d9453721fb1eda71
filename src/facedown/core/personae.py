"""Who a game's bots are at a table: names, faces and manners of speaking, in a game's `personae.toml`.

    [[persona]]
    name = "Baron Mudge"
    face = "abcdef"          # six letters, of which the page draws it
    level = "hard"           # the bot that has this name before others do; leave it out for any
    [persona.says]           # by the kind of an event that this seat brought about
    claim = ["I swear it."]

Nothing that a bot decides depends on it.
"""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path

import msgspec

from facedown.core.errors import FacedownError

FILE = "personae.toml"


class PersonaeError(FacedownError):
    """A personae file cannot be read."""


class Persona(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A bot's name, its face (six small letters), and what it says of what it does, by the event's kind."""

    name: str
    face: str
    says: dict[str, tuple[str, ...]] = {}
    level: str = ""  # the bot that has this name before others do; "": any


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    persona: tuple[Persona, ...] = ()


@functools.cache
def read_personae(folder: Path) -> tuple[Persona, ...]:
    """The personae of the game in this folder; none if it has no such file.  Raises PersonaeError."""
    file = folder / FILE
    if not file.exists():
        return ()
    try:
        return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), _File).persona
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise PersonaeError(f"{file}: {error}") from error
