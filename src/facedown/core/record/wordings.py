"""How a record writes the values that stand in a view, whatever fields the game's view has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import TypeGuard

import msgspec

from facedown.core.record.text import Piece
from facedown.core.values import Labelled

NONE, YES, NO = "none", "yes", "no"
MOST_WORDINGS = 64  # a thing of several parts can be written in several ways; a record uses one of the first
MOST_OF_A_PART = 3  # ways in which one of its parts is written in them


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    """Whether this value has members."""
    return isinstance(value, Sequence) and not isinstance(value, str)


def parts(value: object) -> Mapping[str, object] | None:
    """The parts of a value by their names; None of one that has no names for parts."""
    if isinstance(value, msgspec.Struct):
        return {field: getattr(value, field) for field in value.__struct_fields__}
    return {str(key): part for key, part in value.items()} if isinstance(value, dict) else None


def says(words: str, value: object, names: Sequence[str]) -> bool:
    """Whether a record may write this value in these words; `names` are those of the seats."""
    if is_list(value):
        return _says_list([part.text for part in Piece(words, 1, 1).split(",")], value, names)
    if words == NONE and is_nothing(value):
        return True
    return words in islice(wordings(value, names), MOST_WORDINGS)


def wordings(value: object, names: Sequence[str]) -> Iterator[str]:
    """The ways to write one value that is not a list.  A number may be a seat, so the name of that seat is one."""
    if value is None or value == "":
        yield NONE
    elif isinstance(value, bool):
        yield YES if value else NO
    elif isinstance(value, int):
        yield str(value)
        if 0 <= value < len(names):
            yield names[value]
    elif (named := parts(value)) is not None:
        if isinstance(value, Labelled):
            yield value.word
        for shown in ({name: part for name, part in named.items() if not _is_default(value, name, part)}, named):
            ways = (list(islice(wordings(part, names), MOST_OF_A_PART)) for part in shown.values())
            yield from (" ".join(words) for words in product(*ways))
    else:
        yield str(value)


def written(value: object, names: Sequence[str]) -> str:
    """A value as a record writes it; numbers that may be seats as names, so with `names` empty as numbers."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < len(names):
        return names[value]
    if (named := parts(value)) is not None:
        return " ".join(written(part, names) for part in named.values())
    if is_list(value):
        return ", ".join(written(part, names) for part in value) or NONE
    return next(wordings(value, ()))


def written_like(words: Piece, value: object, names: Sequence[str]) -> str:
    """A value in the manner of these words: by seat, or with names for numbers, where they have names."""
    named = [(part.text, name) for part in words.split(",") for name in names if part.text.startswith(name)]
    by_seat = any(text.startswith(f"{name} ") for text, name in named)
    if by_seat and is_list(value) and len(value) == len(names):
        return ", ".join(f"{name} {written(part, ())}" for name, part in zip(names, value, strict=True))
    return written(value, names if named else ())


def is_nothing(value: object) -> bool:
    """Whether it is None, or a thing of which only the owner is known, such as somebody's hidden card."""
    if isinstance(value, msgspec.Struct):
        return all(part is None for name, part in (parts(value) or {}).items() if name != "seat")
    return value is None or value == ""


def _says_list(said: Sequence[str], values: Sequence[object], names: Sequence[str]) -> bool:
    """In order; or cards and words in any order; or by seat, all or some: `Ann 3, Bo 1`."""
    if [*said] == [NONE]:
        return all(value is None for value in values)
    if len(said) == len(values) and all(says(*pair, names) for pair in zip(said, values, strict=True)):
        return True
    if all(value is None or isinstance(value, str) for value in values):
        return Counter(said) == Counter(NONE if value is None else str(value) for value in values)
    return len(values) == len(names) and all(_says_of_seat(part, values, names) for part in said)


def _says_of_seat(said: str, values: Sequence[object], names: Sequence[str]) -> bool:
    return any(
        said.startswith(f"{name} ") and says(said[len(name) + 1 :], value, names)
        for name, value in zip(names, values, strict=True)
    )


def _is_default(value: object, name: str, part: object) -> bool:
    """Whether this is the default value of the field."""
    if not isinstance(value, msgspec.Struct):
        return False
    return any(field.name == name and field.default == part for field in msgspec.structs.fields(value))
