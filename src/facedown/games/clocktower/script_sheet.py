"""A script as the page of scripts gets it: official characters by id, home-made ones in full."""

from __future__ import annotations

from typing import Any

import msgspec

from facedown.games.clocktower.character import HomeMadeCharacter
from facedown.games.clocktower.script import Script


class OwnCharacter(msgspec.Struct, frozen=True):
    """A home-made character of a script."""

    id: str  # as moves and orders of the night have it
    name: str
    team: str
    text: str  # what it does
    first: float | None  # its place in the order of the first night; None if it is not woken
    other: float | None  # the same of the other nights
    reminders: tuple[str, ...]
    does_first: str  # what the storyteller does for it on the first night
    does_other: str
    written: Any  # its item in the file


class ScriptSheet(msgspec.Struct, frozen=True):
    """What the file of a script says."""

    name: str
    author: str  # "" if nobody is named
    ids: tuple[str, ...]  # of all its characters, in its order
    own: tuple[OwnCharacter, ...]
    first: tuple[str, ...] | None  # its own order of the first night: ids of characters and steps
    other: tuple[str, ...] | None
    jinxes: tuple[str, ...]  # rules of its own about two characters together
    house_rules: tuple[str, ...]  # other rules of its own
    meta: Any  # all that the file says of the script itself
    in_full: dict[str, Any]  # official characters that the file has in full, as it writes them
    jinx_items: tuple[Any, ...]  # jinxes that are items of the file, the same
    warnings: tuple[str, ...]  # what is odd in it, and what was made of that


def sheet(script: Script) -> ScriptSheet:
    return ScriptSheet(
        script.name,
        script.author,
        script.ids,
        tuple(_own(character) for character in script.own.values() if isinstance(character, HomeMadeCharacter)),
        None if script.first is None else tuple(script.first),
        None if script.other is None else tuple(script.other),
        script.own_jinxes,
        script.house_rules,
        script.meta,
        dict(script.in_full),
        script.jinx_items,
        script.warnings,
    )


def _own(character: HomeMadeCharacter) -> OwnCharacter:
    return OwnCharacter(
        character.id,
        character.name,
        character.fact.team,
        character.text,
        character.fact.first,
        character.fact.other,
        character.reminders("").all,
        character.by_night(first=True) if character.fact.first else "",
        character.by_night(first=False) if character.fact.other else "",
        character.written,
    )
