"""The community's script files: a JSON list of characters, official ones by id, home-made ones in full.

An item is an id, `{"id": ...}`, the script's own `{"id": "_meta", "name": ...}`, or a whole character with name,
team and ability.  Home-made characters are tokens that the storyteller runs by hand.

What is no script at all is refused.  One odd item is not: it is left out or mended, and the script says so in its
`warnings`.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping
from itertools import count
from typing import Any

from facedown.core.errors import BadOption
from facedown.core.spelling import did_you_mean, fold, has_piled_marks, joined, quote, unreadable
from facedown.games.clocktower.character import Character, HomeMadeCharacter, character
from facedown.games.clocktower.roster import FACTS, JINXES, STEP_RANKS, TEAMS, Fact
from facedown.games.clocktower.script import OWN_SCRIPT, RULES, Script, letters, official

MOST_ITEMS = 201
FEWEST = 5  # characters
MOST_RULES, MOST_JINXES = 50, 200  # of its own: every view holds them
LONGEST, DEEPEST = 160_000, 8  # bytes of a whole script; lists and objects in each other, in one item
LONGEST_NAME, LONGEST_TITLE, LONGEST_AUTHOR, LONGEST_TEXT = 40, 120, 100, 1_000  # the last: of an ability or a rule
META = "_meta"
OWN = "own"  # and a number: the ids that home-made characters are given, whatever the file calls them
JOINERS = "\u200c\u200d"  # nobody sees them, and Persian or Hindi is misspelt without them
LAST = 1_000_000  # place in the night
OTHER_SPELLINGS = {"traveler": "traveller", "travelers": "traveller", "travellers": "traveller"}
OF_THE_STORYTELLER = {"fabled", "loric"}  # some who are the second now were the first when files were written
JINXED = {frozenset((jinx.a, jinx.b)) for jinx in JINXES}
MOST_NAMED = 3  # of the characters that one warning is about
JINX_TEAMS = ("jinxes", "jinx", "a jinxed", "jinxed")  # how some tools write a rule of two characters as an item


class _Odd(Exception):
    """What is wrong with one item, which is therefore left out."""


def read(text: str, rules: str = "2022") -> Script:
    """A script out of its JSON.  Raises BadOption where the text is no script."""
    return _Reader(_items(text)).script(rules)


def _items(text: str) -> list[object]:
    if (length := len(text.encode(errors="replace"))) > LONGEST:
        raise BadOption(f"a script has at most {LONGEST:,} bytes, this one has {length:,}")
    try:
        items = json.loads(text, parse_constant=_constant)
    except (ValueError, RecursionError) as error:
        why = "it is nested too deep" if isinstance(error, RecursionError) else error
        raise BadOption(f"the script is not JSON: {why}") from error
    if not isinstance(items, list):
        raise BadOption("a script is a JSON list: its characters, and one object with the id _meta")
    if len(items) > MOST_ITEMS:
        raise BadOption(f"a script has at most {MOST_ITEMS} items, this one has {len(items)}")
    for number, item in enumerate(items, 1):
        if _is_deeper(item, DEEPEST):
            raise BadOption(f"item {number}: it is nested too deep")
    return items


def _constant(constant: str) -> None:
    """`NaN`, which some tools write where there is nothing, is nothing; `Infinity` is no JSON either."""
    if constant != "NaN":
        raise ValueError(f"{constant} is not a number")


def _is_deeper(item: object, depth: int) -> bool:
    """Whether lists and objects in it are nested deeper than this."""
    if not isinstance(item, list | dict):
        return False
    inner = item.values() if isinstance(item, dict) else item
    return depth == 0 or any(_is_deeper(part, depth - 1) for part in inner)


class _Reader:
    """One file as it is read, item by item."""

    def __init__(self, items: Iterable[object]) -> None:
        self.meta: dict[str, object] = {}
        self.found: dict[str, Character | None] = {}  # the home-made ones as objects
        self.names: set[str] = set()
        self.given: dict[str, str] = {}  # the ids of home-made characters, by those in the file, folded
        self.in_full: dict[str, object] = {}  # items of official characters, to be written again
        self.jinx_items: list[object] = []
        self.brought: list[tuple[str, str, object]] = []  # ids and names of characters, and jinxes that they bring
        self.namesakes: list[str] = []  # home-made ones that are called as official ones are, by id or by name
        self.renamed: list[str] = []  # official ones that have another name in the file, and no ability
        self.jinxes: list[str] = []
        self.warnings: list[str] = []
        for number, item in enumerate(items, 1):
            try:
                self._read(item)
            except _Odd as odd:
                self.warnings.append(f"item {number}{_named(item)} is left out: {odd}")

    def script(self, rules: str) -> Script:
        if len(self.found) < FEWEST:
            why = f"; {self.warnings[0]}" if self.warnings else ""
            raise BadOption(f"a script has at least {FEWEST} characters, this one has {len(self.found)}{why}")
        for id, name, jinxes in self.brought:
            self._jinxed(id, name, jinxes)
        rule = "the rules of an official character go with its id, name and team together"
        self._warn_of("played by hand, by their own words", map(quote, self.namesakes), rule)
        self._warn_of("taken as their ids say", self.renamed, "a character of your own needs its ability")
        return Script(
            self._meta_line("name", LONGEST_TITLE) or OWN_SCRIPT,
            tuple(self.found),
            rules,
            first=self._order("firstNight"),
            other=self._order("otherNight"),
            own={id: own for id, own in self.found.items() if own is not None},
            author=self._meta_line("author", LONGEST_AUTHOR),
            meta=self.meta,
            in_full=self.in_full,
            jinx_items=tuple(self.jinx_items),
            house_rules=self._house_rules(),
            own_jinxes=tuple(self.jinxes[:MOST_JINXES]),
            warnings=tuple(map(_sentence, self.warnings)),
        )

    def _warn_of(self, what: str, characters: Iterable[str], rule: str) -> None:
        if named := list(characters):
            more = len(named) - MOST_NAMED
            who = joined([*named[:MOST_NAMED], *([f"{more} more"] if more > 0 else [])])
            self.warnings.append(f"{what}: {who}; {rule}")

    def _read(self, item: object) -> None:
        item = {"id": item} if isinstance(item, str) else item
        if not isinstance(item, dict):
            raise _Odd(f"{quote(str(item))} is neither an id nor a character")
        id = item.get("id")
        if id == META:
            if self.meta:
                raise _Odd(f"a script has one {META}, this is the second")
            self.meta = item
        elif fold(str(item.get("team"))) in JINX_TEAMS:
            self._jinx(f"{_line(item, 'name', LONGEST_TITLE)}: {_line(item, 'ability', LONGEST_TEXT)}")
            self.jinx_items.append(item)
        elif not isinstance(id, str) or not id.strip():
            raise _Odd("it has no id")
        else:
            self._read_character(id, item)

    def _read_character(self, id: str, item: Mapping[str, Any]) -> None:
        named = official(str(item.get("name")))
        known = official(id) or (named if named and ("ability" not in item or named in letters(id)) else None)
        if known is not None and ("ability" not in item or _says_official(known, item)):
            if known in self.found:
                raise _Odd(f"{quote(FACTS[known].name)} is in the script twice")
            self.found[known] = None
            self.names.add(fold(FACTS[known].name))
            if "ability" in item:
                self.in_full[known] = item
            elif isinstance(name := item.get("name"), str) and name.strip() and official(name) != known:
                self.renamed.append(f"{quote(name)} as the {FACTS[known].name}")
            self.brought.append((known, FACTS[known].name, item.get("jinxes")))
        elif id in STEP_RANKS:
            raise _Odd(f"{quote(id)} is a step of the night, no character")
        elif "ability" not in item and "name" not in item:
            raise _Odd(f"there is no character {quote(id)}{did_you_mean(id, FACTS)}")
        else:
            if fold(id) in self.given:
                raise _Odd(f"{quote(id)} is in the script twice")
            own = self._home_made(f"{OWN}{len(self.given) + 1}", item)
            self.given[fold(id)] = own.id
            self.found[own.id] = own
            self.brought.append((own.id, own.name, item.get("jinxes")))
            if known is not None:
                self.namesakes.append(own.name)

    def _home_made(self, id: str, item: Mapping[str, Any]) -> Character:
        for key in ("name", "team", "ability"):
            if not isinstance(item.get(key), str) or not item[key].strip():
                raise _Odd(f"a home-made character needs its {key}, a line of text")
        team = _team(item)
        if team not in TEAMS:
            raise _Odd(f"{quote(item['team'])} is not a team; one of {joined(TEAMS)}")
        ability, name = _line(item, "ability", LONGEST_TEXT), _line(item, "name", LONGEST_NAME)
        first, other = (self._place(item, key, name) for key in ("firstNight", "otherNight"))
        name = self._own_name(name)
        return HomeMadeCharacter(Fact(id, name, team, "home-made", first, other), ability, item)

    def _place(self, item: Mapping[str, Any], key: str, name: str) -> float | None:
        """Where a character acts in a night; what is to be done and has no place of its own comes last."""
        says = LAST if _line(item, f"{key}Reminder", LONGEST_TEXT) else None
        place = item.get(key)
        if place is None:
            return says
        if isinstance(place, bool) or not isinstance(place, int | float) or place > LAST:
            self.warnings.append(
                f"the {key} of {quote(name)} is left out: it is no number from 0 (does not act) to {LAST:,}"
            )
            return says
        return place if place > 0 else None

    def _own_name(self, name: str) -> str:
        """The name, with a number if another character of the script has it already."""
        numbered = (name if n == 1 else f"{name} {n}" for n in count(1))
        free = next(one for one in numbered if fold(one) not in self.names)
        if free != name:
            self.warnings.append(f"two characters are called {quote(name)}: the later one is {quote(free)} here")
        self.names.add(fold(free))
        return free

    def _jinxed(self, id: str, name: str, jinxes: object) -> None:
        """The rules that a character brings with it, for itself and another one; not those that are official."""
        for jinx in jinxes if isinstance(jinxes, list) else ():
            if not isinstance(jinx, dict) or not isinstance(jinx.get("reason"), str):
                continue
            known = official(str(jinx.get("id")))
            if id in FACTS and (known not in self.found or frozenset((id, known)) in JINXED):
                continue  # tools write in full whatever they know of an official one
            other = FACTS[known].name if known is not None else str(jinx.get("id"))
            try:
                self._jinx(f"{name} and {other}: {_line(jinx, 'reason', LONGEST_TEXT)}")
            except _Odd as odd:
                self.warnings.append(f"a jinx of {quote(name)} is left out: {odd}")

    def _jinx(self, rule: str) -> None:
        self.jinxes.append(rule)
        if len(self.jinxes) == MOST_JINXES + 1:
            self.warnings.append(f"only the first {MOST_JINXES} jinxes of its own are kept")

    def _house_rules(self) -> tuple[str, ...]:
        """Rules of the script's own, which the Bootlegger stands for."""
        rules = self._said("bootlegger")
        if rules is None:
            return ()
        if not isinstance(rules, list) or len(rules) > MOST_RULES:
            self.warnings.append(
                f"the rules under bootlegger in {META} are left out: that is no list of at most {MOST_RULES} rules"
            )
            return ()
        try:
            return tuple(_line({"rule": rule}, "rule", LONGEST_TEXT) for rule in rules)
        except _Odd as odd:
            self.warnings.append(f"the rules under bootlegger in {META} are left out: {odd}")
            return ()

    def _said(self, key: str) -> object:
        """What the script says of itself there, with capitals or without."""
        if key in self.meta:
            return self.meta[key]
        return next((value for said, value in self.meta.items() if fold(said) == fold(key)), None)

    def _meta_line(self, key: str, longest: int) -> str:
        try:
            return _line({key: self._said(key)}, key, longest)
        except _Odd as odd:
            self.warnings.append(f"the {key} in {META} is left out: {odd}")
            return ""

    def _order(self, key: str) -> tuple[str, ...] | None:
        listed = self._said(key)
        if listed is None:
            return None
        if not isinstance(listed, list):
            self.warnings.append(f"the order {key} in {META} is left out: it is not a list of ids")
            return None
        places = [self._in_order(id) for id in listed]
        strays = [str(id) for id, place in zip(listed, places, strict=True) if place is None]
        if strays:
            self.warnings.append(
                f"the order {key} in {META} names {joined([quote(id) for id in strays])}, which the script has not"
            )
        return tuple(dict.fromkeys(place for place in places if place is not None))

    def _in_order(self, id: object) -> str | None:
        if not isinstance(id, str):
            return None
        return self.given.get(fold(id)) or (id if id in STEP_RANKS else official(id)) or self._called(id)

    def _called(self, words: str) -> str | None:
        """The home-made character of this name: some tools give it another id than their orders have."""
        own = (character for character in self.found.values() if character is not None)
        return next((character.id for character in own if fold(character.name) == fold(words)), None)


def _sentence(words: str) -> str:
    return words[0].upper() + words[1:] + ("" if words.endswith("?") else ".")


def _named(item: object) -> str:
    """What an item calls itself, for a warning."""
    says = (item.get("name") or item.get("id")) if isinstance(item, dict) else None
    return f" ({quote(says)})" if isinstance(says, str) and says.strip() else ""


def _says_official(id: str, item: Mapping[str, object]) -> bool:
    """Some tools write official characters in full, in the team that they are in or once were."""
    teams = {character(id, rules).team for rules in RULES}
    if teams & OF_THE_STORYTELLER:
        teams |= OF_THE_STORYTELLER
    return official(str(item.get("name"))) == id and _team(item) in teams


def _team(item: Mapping[str, object]) -> str:
    said = fold(str(item.get("team")))
    return OTHER_SPELLINGS.get(said, said)


def _line(item: Mapping[str, object], key: str, longest: int) -> str:
    """A text as one line, without signs that nobody sees."""
    value = item.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _Odd(f"its {key} is a line of text, not {quote(str(value))}")
    seen = (letter for letter in value if unicodedata.category(letter) != "Cf" or letter in JOINERS)
    line = " ".join("".join(seen).split())
    if unreadable(line) or has_piled_marks(line):
        raise _Odd(f"its {key} has signs that cannot be shown")
    if len(line) > longest:
        raise _Odd(f"its {key} has more than {longest:,} letters")
    return line
