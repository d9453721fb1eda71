"""What a seat sees: `lanes.1.cards.Ann = hidden` against the view, whatever fields the game's view has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

import msgspec

from facedown.core.records.text import Piece
from facedown.core.spelling import did_you_mean, fold, quote, unbracketed

NOTHING = ("none", "hidden", "nothing", "empty", "nobody", "")
TRUTH = {"yes": True, "true": True, "no": False, "false": False}
CONDITION = re.compile(r"(.+?)\s*(?:(!=|==|=|:)|\b(is not|is|has|lacks)\b(?=\s|$))\s*(.*)", re.I)
NUMBER = re.compile(r"-?\d{1,9}")
MOST_WORDINGS = 64  # a thing of several parts can be said in several ways; a record uses one of the first


class Failure(NamedTuple):
    """An expectation that is not met, and where it stands."""

    where: Piece
    message: str


def failure(view: Any, condition: Piece, names: Sequence[str]) -> Failure | None:
    """How the view differs from `path = value` or `path has value`; None where it does not.  Raises RecordError."""
    found = CONDITION.fullmatch(condition.text)
    if found is None:
        raise condition.error(
            f"{quote(condition.text)} says nothing about what is seen; write `hand = Red 3, Blue 2`, "
            "`hand has Red 3`, `hand lacks Red 3` or `trump != Red 3`"
        )
    path, sign, wanted = condition.part(0, found.end(1)), fold(found[2] or found[3]), condition.part(found.start(4))
    value = follow(view, path, names)
    if sign in ("has", "lacks"):
        parts = wanted.split(",")
        if not parts:
            raise wanted.error(f"{path.text} {sign} what?")
        members = value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
        if any(_holds(m, wanted.text, names) for m in members):  # words with a comma in them
            parts = [wanted]
        wrong = [p for p in parts if any(_holds(m, p.text, names) for m in members) != (sign == "has")]
        met = not wrong
    else:
        met = same(value, wanted.text, names) == (sign in ("=", "==", ":", "is"))
    if met:
        return None
    return Failure(condition, f"{path.text} = {_written_likewise(value, wanted, names)}")


def follow(view: Any, path: Piece, names: Sequence[str]) -> Any:
    """The part of a view that a path leads to; None where it leads to a thing that is not there."""
    value = view
    steps = re.sub(r"\[([^\[\]]*)\]", r".\1 ", path.text).split(".")
    for step in (step.strip() for step in steps):
        if value is None or not step:
            continue
        fields = _fields(value)
        if fields is not None:
            near = {fold(field): field for field in fields}
            if fold(step) not in near:
                mend = did_you_mean(step, fields)
                raise path.error(f"there is no {quote(step)} to be seen{mend}; there are {', '.join(fields)}")
            value = fields[near[fold(step)]]
        elif isinstance(value, Sequence) and not isinstance(value, str):
            value = _member(value, step, path, names)
        else:
            raise path.error(f"{written(value, ())} has no parts, so {quote(step)} leads nowhere")
    return value


def _fields(value: Any) -> dict[str, Any] | None:
    if isinstance(value, msgspec.Struct):
        return {field: getattr(value, field) for field in value.__struct_fields__}
    return {str(key): part for key, part in value.items()} if isinstance(value, dict) else None


def _member(members: Sequence[Any], step: str, path: Piece, names: Sequence[str]) -> Any:
    """A member of a list by its number from 1, "last", "count", or the name of the seat that it belongs to."""
    if fold(step) == "count":
        return len(members)
    if fold(step) == "last":
        return members[-1] if members else None
    if step.isdecimal():
        return members[int(step) - 1] if 0 < int(step[:6]) <= len(members) else None
    seat = {fold(name): seat for seat, name in enumerate(names)}.get(fold(step))
    if seat is None:
        raise path.error(
            f"{quote(step)} is neither a place in a list, from 1, nor a seat{did_you_mean(step, names)}"
        )
    owned = [member for member in members if hasattr(member, "seat")]
    if owned or len(members) != len(names):
        return next((member for member in owned if member.seat == seat), None)
    return members[seat]


def _holds(member: Any, wanted: str, names: Sequence[str]) -> bool:
    """Is it this, or a sentence, or something with one, that says this among other words?"""
    sentence = member if isinstance(member, str) else getattr(member, "text", None)
    said = isinstance(sentence, str) and sentence.endswith(".") and fold(wanted) in fold(unbracketed(sentence))
    return said or same(member, wanted, names)


def same(value: Any, wanted: str, names: Sequence[str]) -> bool:
    """Does this value say what the record says?"""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _same_list(value, [part.text for part in Piece(wanted, 1, 1).split(",")], names)
    if isinstance(value, msgspec.Struct) and fold(wanted) in NOTHING:  # a card of somebody's that is hidden
        return all(part is None for field, part in (_fields(value) or {}).items() if field != "seat")
    if isinstance(value, int) and NUMBER.fullmatch(wanted.strip()):  # folding would take the minus away
        return int(wanted) == value
    return fold(wanted) in islice(wordings(value, names), MOST_WORDINGS)


def _same_list(values: Sequence[Any], parts: list[str], names: Sequence[str]) -> bool:
    if len(parts) <= 1 and fold("".join(parts)) in NOTHING:
        return all(value is None for value in values)
    if len(parts) == len(values) and all(
        same(value, part, names) for value, part in zip(values, parts, strict=True)
    ):
        return True
    if all(value is None or isinstance(value, str) for value in values):  # cards: in any order
        told = sorted("none" if fold(part) in NOTHING else fold(part) for part in parts)
        return told == sorted("none" if value is None else fold(value) for value in values)
    by_seat = {fold(name): seat for seat, name in enumerate(names)}
    if len(values) != len(names):
        return False
    for part in parts:  # `Ann 3, Bo 1`
        name, _, rest = part.replace("=", " ").rpartition(" ")
        seat = by_seat.get(fold(name))
        if seat is None or not same(values[seat], rest, names):
            return False
    return True


def wordings(value: Any, names: Sequence[str]) -> Iterator[str]:
    """The ways in which a record may say this value; a number may be a seat, so its name will do."""
    if value is None or value == "":
        yield from NOTHING
    elif isinstance(value, bool):
        yield from (word for word, truth in TRUTH.items() if truth == value)
    elif isinstance(value, int):
        yield str(value)
        if 0 <= value < len(names):
            yield fold(names[value])
    elif (fields := _fields(value)) is not None:
        if "word" in fields:  # a marker: what stands on it is enough
            yield fold(str(fields["word"]))
        for words in product(*(list(islice(wordings(part, names), 3)) for part in fields.values())):
            yield " ".join(word for word in words if word)
    else:
        yield fold(str(value))


def written(value: Any, names: Sequence[str]) -> str:
    """A value as a record would write it; `names`: numbers that may be seats are shown as names."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and 0 <= value < len(names):
        return names[value]
    if (fields := _fields(value)) is not None:
        return " ".join(written(part, names) for part in fields.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(written(part, names) for part in value) or "nothing"
    return str(value)


def _written_likewise(value: Any, wanted: Piece, names: Sequence[str]) -> str:
    """A value in the manner in which the record asked for it: with names for numbers, or by seat."""
    parts, named = [fold(part.text) for part in wanted.split(",")], [fold(name) for name in names]
    by_seat = any(part.startswith(f"{name} ") for part in parts for name in named)
    if by_seat and isinstance(value, Sequence) and len(value) == len(names):
        return ", ".join(f"{name} {written(part, ())}" for name, part in zip(names, value, strict=True))
    return written(value, names if any(part.startswith(name) for part in parts for name in named) else ())
