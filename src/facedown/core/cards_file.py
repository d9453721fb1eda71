"""Reading a cards file: TOML, an entry a card, and errors that give the line and the way to mend it.

    for entry in read_entries(text, "role", "item"):
        entry.check_keys("name", "text", "copies", "effect")
        name, copies = entry.name(), entry.number("copies", 1, 7, default=1)
        effect = entry.one_of("effect", EFFECTS)

Every question to an entry raises CardsError if the answer is not what was asked for.  What an entry may say, and
what must hold of all cards together, the game knows.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from facedown.core.errors import BadOption, CardsError
from facedown.core.spelling import (
    MOST_MARKS,
    NOBODY,
    did_you_mean,
    fold,
    has_piled_marks,
    quote,
    shown,
    unreadable,
)
from facedown.core.text_files import read_text

LONGEST_NAME = 24
LONGEST_LINE = 1000  # characters; what reads TOML takes seconds for a key of thousands of parts
# These search files of strangers: the time must grow with the length of a file, not with its square.
GAME_KEY = re.compile(r"""^ *game *= *["']([^"'\n]*)["'][^\n]*$""", re.MULTILINE)


def house_cards(file: str) -> str:
    """The text of the game's own cards: of `cards.toml` beside the file of a game's module."""
    return Path(file).with_name("cards.toml").read_text(encoding="utf-8")


def text_of_cards(cards: str | Path) -> str:
    """The text of a cards file that is given by its path, or as the text itself.  Raises BadOption."""
    given: object = cards
    if not isinstance(given, (str, Path)) or not str(cards).strip() or "\0" in str(cards):
        raise BadOption(f"name a cards file, or give its text, not {shown(cards)}")
    if isinstance(cards, str) and ("\n" in cards or "[[" in cards):
        return cards
    return read_text(cards)


def tidied(text: str, game: str) -> str:
    """The text of a cards file as it is kept: without `game = "..."`, which must name this game.

    Every line keeps its number.  Raises CardsError.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\t", " ")
    if (named := GAME_KEY.search(text)) is not None:
        if named[1] != game:
            line = text.count("\n", 0, named.start(1)) + 1
            raise CardsError(f"these cards are for {quote(named[1])}, not for {game}", line)
        text = text[: named.start()] + named[0].replace(named[0].strip(), "") + text[named.end() :]
    return text.rstrip() + "\n"


class Lines:
    """Where the keys of one card stand: below its heading, and above the next."""

    def __init__(self, lines: Sequence[str], headings: Sequence[int], start: int) -> None:
        """`headings`: in which of the lines a card begins."""
        after = bisect_right(headings, start)
        self.start, self._lines = start, lines
        self._end = headings[after] if after < len(headings) else len(lines) + 1

    def of(self, key: str, part: str = "") -> int:
        """The line of a key, or of a word in its value; that of the heading where there is no such key."""
        if not key:
            return self.start
        begins = re.compile(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=")
        at = next((n for n in range(self.start, self._end) if begins.match(self._lines[n - 1])), self.start)
        within = (n for n in range(at, self._end) if part and f'"{part}"' in self._lines[n - 1])
        return next(within, at)


class Entry:
    """One card of a file, or one block in braces of a card: its values by key, and where they stand."""

    def __init__(
        self, values: Mapping[str, object], heading: str, called: str, line_of: Callable[..., int]
    ) -> None:
        self.values, self.heading, self.called, self._line_of = values, heading, called, line_of

    def __contains__(self, key: str) -> bool:
        return key in self.values

    @property
    def line(self) -> int:
        """Where the entry begins, from 1."""
        return self._line_of("")

    def wrong(self, key: str, what: str) -> CardsError:
        """The error to raise: `what` is wrong about this key."""
        return CardsError(f"{self.called}: {what}", self._line_of(key))

    def check_keys(self, *keys: str) -> None:
        """Nothing stands there but these."""
        for key in self.values:
            if key not in keys:
                raise self.wrong(key, f"a card has no {key!r}{did_you_mean(key, keys, 'choose one of')}")

    def name(self, taken: Iterable[str] = (), *, digits: bool = True) -> str:
        """What the card is called: letters, blanks, hyphens and apostrophes, and digits after the first letter."""
        return self.checked_name(self.text("name"), taken, digits=digits)

    def checked_name(self, name: str, taken: Iterable[str] = (), *, digits: bool = True) -> str:
        """This name of the card, if it consists of nothing else.

        `taken`: moves of which another is made by a card's name alone; with a blank at its end, how moves begin.
        """
        letters = r"[^\W\d_][\w' -]*" if digits else r"[^\W\d_](?:[^\W\d_]|[' -])*"
        if len(name) > LONGEST_NAME or not re.fullmatch(letters, name):
            allowed = (
                "letters, digits and spaces, a letter first" if digits else "letters and spaces, and no digits"
            )
            raise self.wrong("name", f"a card cannot be named {name!r}; use at most {LONGEST_NAME} {allowed}")
        if fold(name) in NOBODY:
            raise self.wrong(
                "name", f"a card cannot be named {name!r}, which means that there is none; choose another name"
            )
        if any(f"{fold(name)} ".startswith(move) if move.endswith(" ") else fold(name) == move for move in taken):
            raise self.wrong("name", f"a card cannot be named {name!r}, like a move; choose another name")
        return name

    def text(self, key: str, default: str | None = None) -> str:
        """A text, which is not empty unless it may be left out."""
        value = self._value(key, default)
        if not isinstance(value, str):
            raise self.wrong(key, f"{key} must be text in quotation marks, not {value!r}")
        if default is None and not value.strip():
            raise self.wrong(key, f"{key} is empty; write something between the quotation marks")
        return self._checked_text(key, value)

    def number(self, key: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number from `low` to `high`."""
        value = self.values.get(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            said = f"{key} cannot be {value!r}" if key in self else f"{key} is missing"
            raise self.wrong(key, f"{said}; it is a whole number from {low} to {high}")
        return value

    def flag(self, key: str) -> bool:
        """True or false; false if it is left out."""
        value = self.values.get(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, f"{key} must be true or false, not {value!r}")
        return value

    def one_of(self, key: str, known: Iterable[str], default: str | None = None) -> str:
        """One of some words."""
        if key not in self and default is not None:
            return default
        value, known = self.values.get(key), tuple(known)
        if not isinstance(value, str) or value not in known:
            said = f"{key} cannot be {value!r}" if key in self else f"{key} is missing"
            mend = did_you_mean(value, known) if isinstance(value, str) else ""
            raise self.wrong(key, f"{said}{mend or choices(known)}")
        return value

    def some_of(self, key: str, known: Iterable[str]) -> tuple[str, ...]:
        """A list of some words; one may stand without brackets.  () if it is left out."""
        value, known = self.values.get(key, []), tuple(known)
        listed = value if isinstance(value, list) else [value]
        for one in listed:
            if one not in known:
                mend = did_you_mean(one, known) if isinstance(one, str) else ""
                raise self.wrong(key, f"{key} cannot be {one!r}{mend or choices(known)}")
        return tuple(listed)

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts; () if it is left out."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.wrong(key, f"{key} must be a list of texts, each in quotation marks, not {value!r}")
        return tuple(self._checked_text(key, one) for one in value)

    def block(self, key: str) -> Entry:
        """A block in braces: `ability = {does = "add", n = 2}`."""
        value = self._value(key, None)
        if not isinstance(value, dict):
            raise self.wrong(key, f'{key} is a block in braces, as in {key} = {{does = "..."}}')
        return self._within(key, value)

    def blocks(self, key: str) -> tuple[Entry, ...]:
        """A list of blocks in braces; () if it is left out."""
        value = self.values.get(key, [])
        if not isinstance(value, list) or not all(isinstance(block, dict) for block in value):
            raise self.wrong(key, f'{key} is a list of blocks such as {{does = "..."}}')
        return tuple(self._within(key, block) for block in value)

    def _within(self, key: str, block: Mapping[str, object]) -> Entry:
        """A block as an entry, all of which stands in the line that says what it does."""
        return Entry(block, key, self.called, lambda *_: self._line_of(key, f"{block.get('does')}"))

    def _checked_text(self, key: str, value: str) -> str:
        """A text with single spaces, in which everything can be seen."""
        if hidden := unreadable(value):
            raise self.wrong(key, f"{hidden!r} in {key} cannot be seen; leave it out")
        if has_piled_marks(value):
            raise self.wrong(key, f"a letter in {key} carries more than {MOST_MARKS} marks; leave some out")
        return " ".join(value.split())

    def _value(self, key: str, default: object) -> object:
        if key in self.values:
            return self.values[key]
        if default is None:
            raise self.wrong(key, f"this card has no {key}; add a line `{key} = ...`")
        return default


def read_entries(text: str, *headings: str) -> tuple[Entry, ...]:
    """The entries of a file, each under one of `[[headings]]`, in the order of the file.  Raises CardsError."""
    for number, written in enumerate(text.splitlines(), 1):
        if len(written) > LONGEST_LINE:
            raise CardsError(f"this line has {len(written):,} characters; it may have {LONGEST_LINE:,}", number)
    try:
        data = tomllib.loads(text)
    except RecursionError:
        raise CardsError("there are brackets within brackets within brackets, too deep to be read", 1) from None
    except ValueError as error:  # TOMLDecodeError, and what Python says to numbers of thousands of digits
        at = re.search(r"line (\d+)", str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        said = f"this is not valid TOML: {error}; look for a missing quote, comma or bracket"
        raise CardsError(said, line) from None
    lines, begins = text.splitlines(), " or ".join(f"[[{heading}]]" for heading in headings)
    for key, blocks in data.items():
        if key not in headings:
            raise CardsError(
                f"there is no {key!r} here; every card begins with {begins}", _heading_line(key, lines)
            )
        if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
            raise CardsError(f"a card begins with [[{key}]], in two pairs of brackets", _heading_line(key, lines))
    found = sorted(_entries(data, lines), key=lambda entry: entry.line)
    if not found:
        raise CardsError(f"there is no card here; every card begins with a line {begins}")
    return tuple(found)


def check_names(named: Iterable[tuple[str, int]], splits: re.Pattern[str] | None = None) -> None:
    """No two cards, each a name and its line, have the same name, or could be taken for each other in moves.

    `splits`: what follows a card's name in a move (a group `after`), or stands between a player's and a card's.
    Raises CardsError.
    """
    seen: dict[str, tuple[str, int]] = {}
    for name, line in named:
        if fold(name) in seen:
            first = seen[fold(name)][1]
            raise CardsError(f"there are two cards named {name}, the first in line {first}; rename one", line)
        seen[fold(name)] = name, line
    for form, (name, line) in seen.items():
        for found in splits.finditer(form) if splits else ():
            other = form[: found.start()] if found["after"] else form[found.end() :]
            if other in seen:
                alike = f"could be one with {seen[other][0]!r}, which is in line {seen[other][1]}"
                raise CardsError(f"a move with {name!r} {alike}; rename one", line)


def choices(known: Iterable[str]) -> str:
    """The end of an error: what there is to choose from."""
    return f"; choose one of: {', '.join(word for word in known if word)}"


def _entries(data: Mapping[str, Sequence[Mapping[str, object]]], lines: Sequence[str]) -> Iterator[Entry]:
    headings = [n for n, line in enumerate(lines, 1) if _heads(line)]
    for heading, blocks in data.items():
        starts = [n for n in headings if _heads(lines[n - 1], heading)]
        starts += [1] * (len(blocks) - len(starts))  # cards written in one line have no heading of their own
        for number, (values, start) in enumerate(zip(blocks, starts, strict=False), 1):
            name = values.get("name")
            is_name = isinstance(name, str) and name.strip() and name.isprintable()
            called = str(name) if is_name else f"{heading} {number}"
            yield Entry(values, heading, called, Lines(lines, headings, start).of)


def _heads(line: str, heading: str = "") -> bool:
    """Whether a card begins in this line."""
    named = rf"\s*{re.escape(heading)}\s*" if heading else "[^]]*"
    return re.match(rf"\s*\[\[{named}\]\]", line) is not None


def _heading_line(key: str, lines: Sequence[str]) -> int:
    """The line in which a word stands that is not a heading of a card."""
    found = (n for n, line in enumerate(lines, 1) if re.match(rf"\s*(?:\[+\s*)?[\"']?{re.escape(key)}\b", line))
    return next(found, 1)
