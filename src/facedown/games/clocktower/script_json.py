"""The community's script files: a JSON list of characters, official ones by id, home-made ones in full.

An item is an id, `{"id": ...}`, the script's own `{"id": "_meta", "name": ...}`, or a whole character with name,
team and ability.  Home-made characters are tokens that the storyteller runs by hand.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec

from facedown.core.errors import BadOption
from facedown.core.spelling import did_you_mean, fold, quote
from facedown.games.clocktower.character import Character, HomeMadeCharacter
from facedown.games.clocktower.roster import FACTS, STEP_RANKS, TEAMS, Fact
from facedown.games.clocktower.script import OWN_SCRIPT, Script, id_of

MOST_ITEMS = 201
LONGEST_AUTHOR, LONGEST_INSTRUCTION = 100, 500
META = "_meta"
OWN = "own"  # and a number: the ids that home-made characters are given, whatever the file calls them
FEWEST = 5
LONGEST, DEEPEST = 500_000, 8  # characters of a whole script; lists and objects in each other, in one item
LAST = 1_000_000  # place in the night
OTHER_SPELLINGS = {"traveler": "traveller"}  # in older files


def read(text: str, rules: str = "2022") -> Script:
    """A script out of its JSON.  Raises BadOption, which names the item and what is wrong with it."""
    if len(text) > LONGEST:
        raise BadOption(f"a script has at most {LONGEST:,} characters, this one has {len(text):,}")
    try:
        items = json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deep" if isinstance(error, RecursionError) else error
        raise BadOption(f"the script is not JSON: {why}") from error
    if not isinstance(items, list):
        raise BadOption("a script is a JSON list: its characters, and one object with the id _meta")
    if not FEWEST <= len(items) <= MOST_ITEMS:
        raise BadOption(f"a script has {FEWEST} to {MOST_ITEMS} items, this one has {len(items)}")
    meta: Mapping[str, object] = {}
    found: dict[str, Character | None] = {}
    in_file: dict[str, str] = {}  # the ids of home-made characters: as the file has them, and as they are given
    names: dict[str, int] = {}
    for number, item in enumerate(items, 1):
        if _is_deeper(item, DEEPEST):
            raise BadOption(f"item {number}: it is nested too deep")
        if isinstance(item, dict) and item.get("id") == META:
            if meta:
                raise BadOption(f"item {number}: a script has one {META}, this is the second")
            meta = item
            _line(meta.get("author"), f"the author in {META}", LONGEST_AUTHOR)
            continue
        id, own = _character(number, item, f"{OWN}{len(in_file) + 1}")
        if id in (found if own is None else in_file):
            raise BadOption(f"item {number}: {quote(id)} is in the script twice")
        if own is not None:
            in_file[id] = own.id
        found[own.id if own is not None else id] = own
        name = fold(own.name if own is not None else FACTS[id].name)
        if name in names:
            raise BadOption(f"item {number} ({quote(id)}): it has the name of item {names[name]}")
        names[name] = number
    return Script(
        _line(meta.get("name"), f"the name in {META}", 50) or OWN_SCRIPT,
        tuple(found),
        rules,
        first=_order(meta, "firstNight", found, in_file),
        other=_order(meta, "otherNight", found, in_file),
        own={id: own for id, own in found.items() if own is not None},
        meta={key: value for key, value in meta.items() if key not in ("id", "name", "firstNight", "otherNight")},
    )


def _no_number(constant: str) -> float:
    """`NaN` and `Infinity` are not JSON."""
    raise ValueError(f"{constant} is not a number")


def _is_deeper(item: object, depth: int) -> bool:
    """Whether lists and objects in it are nested deeper than this."""
    if not isinstance(item, list | dict):
        return False
    inner = item.values() if isinstance(item, dict) else item
    return depth == 0 or any(_is_deeper(part, depth - 1) for part in inner)


def _character(number: int, item: object, given: str) -> tuple[str, Character | None]:
    """The id in the file, and a home-made character, which gets the id `given`."""
    if isinstance(item, str):
        return _official(number, item), None
    if not isinstance(item, dict):
        raise BadOption(f"item {number}: {quote(str(item))} is neither an id nor a character")
    id = item.get("id")
    if not isinstance(id, str) or not id.strip():
        raise BadOption(f"item {number}: it has no id")
    if set(item) == {"id"}:
        return _official(number, id), None
    if id in STEP_RANKS:
        raise BadOption(f"item {number}: {quote(id)} is a step of the night, no character")
    known = _known(id)
    if known is not None and ("ability" not in item or _says_official(known, item)):
        return known, None
    return id, _home_made(number, id, item, given)


def _says_official(id: str, item: Mapping[str, object]) -> bool:
    """Some tools write official characters in full."""
    return item.get("name") == FACTS[id].name and _team(item) == FACTS[id].team


def _team(item: Mapping[str, object]) -> str:
    said = fold(str(item.get("team")))
    return OTHER_SPELLINGS.get(said, said)


def _known(id: str) -> str | None:
    try:
        return id_of(id.replace("_", "").replace("-", ""))
    except BadOption:
        return None


def _official(number: int, id: str) -> str:
    known = _known(id)
    if known is None:
        raise BadOption(f"item {number}: there is no character {quote(id)}{did_you_mean(id, FACTS)}")
    return known


def _home_made(number: int, id: str, item: Mapping[str, Any], given: str) -> Character:
    for key in ("name", "team", "ability"):
        if not isinstance(item.get(key), str) or not item[key].strip():
            raise BadOption(f"item {number} ({quote(id)}): a home-made character needs its {key}, a line of text")
    team = _team(item)
    if team not in TEAMS:
        raise BadOption(
            f"item {number} ({quote(id)}): {quote(item['team'])} is not a team; one of {', '.join(TEAMS)}"
        )
    orders: list[float | None] = []
    for key in ("firstNight", "otherNight"):
        says = _line(item.get(f"{key}Reminder"), f"the {key}Reminder of item {number}", LONGEST_INSTRUCTION)
        order = item.get(key, LAST if says else 0)  # what is to be done and has no place of its own comes last
        if isinstance(order, bool) or not isinstance(order, int | float) or not 0 <= order <= LAST:
            what = f"{key} must be a number from 0 (does not act) to {LAST:,}"
            raise BadOption(f"item {number} ({quote(id)}): {what}")
        orders.append(order or None)
    name = _line(item["name"], f"the name of item {number}", 40)
    ability = _line(item["ability"], f"the ability of item {number}", 500)
    return HomeMadeCharacter(Fact(given, name, team, "home-made", orders[0], orders[1]), ability, item)


def _line(value: object, what: str, longest: int) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        raise BadOption(f"{what} is a line of text, not {quote(str(value))}")
    line = " ".join(value.split())
    if len(line) > longest or not line.isprintable():
        raise BadOption(f"{what} is one line of at most {longest} letters")
    return line


def _order(
    meta: Mapping[str, object], key: str, found: Mapping[str, object], in_file: Mapping[str, str]
) -> tuple[str, ...] | None:
    listed = meta.get(key)
    if listed is None:
        return None
    if not isinstance(listed, list) or not all(isinstance(id, str) for id in listed):
        raise BadOption(f"{key} in {META} is a list of ids")
    order = []
    for id in listed:
        known = in_file.get(id) or (id if id in STEP_RANKS else _known(id))
        if known is None:
            mend = did_you_mean(id, (*in_file, *(id for id in found if id in FACTS)))
            raise BadOption(f"{key} in {META}: there is no character {quote(id)}{mend}")
        order.append(known)
    return tuple(order)


def write(script: Script) -> str:
    """The script as JSON again."""
    meta: dict[str, object] = {"id": META, "name": script.name, **script.meta}
    for key, order in (("firstNight", script.first), ("otherNight", script.other)):
        if order is not None:
            meta[key] = [script.own[id].written["id"] if id in script.own else id for id in order]
    items = [meta, *(script.own[id].written if id in script.own else id for id in script.ids)]
    return msgspec.json.encode(items).decode()
