"""What a seat sees: `table.1.card = none` against the view, whatever fields the game's view has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import NamedTuple

import msgspec

from facedown.core.record import shapes
from facedown.core.record.shapes import Shape
from facedown.core.record.text import Piece
from facedown.core.spelling import did_you_mean, fold, quote, unbracketed
from facedown.core.values import Labelled

NONE = "none"
EMPTY = ("none", "hidden", "nothing", "empty", "nobody", "")  # as people write it
TRUTH = {"yes": True, "true": True, "no": False, "false": False}
SIGNS = {"=": "=", "==": "=", ":": "=", "is": "=", "!=": "!=", "is not": "!=", "has": "has", "lacks": "lacks"}
CONDITION = re.compile(r"(.+?)\s*(?:(!=|==|=|:)|\b(is not|is|has|lacks)\b(?=\s|$))\s*(.*)", re.I)
NUMBER = re.compile(r"-?\d{1,9}")
MOST_WORDINGS = 64  # a thing of several parts can be said in several ways; a record uses one of the first


class Look(NamedTuple):
    """One condition held against a view."""

    met: bool
    spelled: str  # the condition as a record spells it
    truth: str  # how it is: `trump = Yellow 4`


def look(view: object, condition: Piece, names: Sequence[str], cards: Sequence[str] = ()) -> Look:
    """Is it as the condition says?  Spelling does not matter here.  `cards`: the names of all that the game has.

    Raises RecordError, also where something is denied that could never be there: misspelt, it would always hold.
    """
    found = CONDITION.fullmatch(condition.text)
    if found is None:
        raise condition.error(
            f"{quote(condition.text)} is not a condition; write `hand = Red 3, Blue 2`, "
            "`hand has Red 3`, `hand lacks Red 3` or `trump != Red 3`"
        )
    path, wanted = condition.part(0, found.end(1)), condition.part(found.start(4))
    sign = SIGNS[fold(found[2] or found[3])]
    value, way, shape = follow(view, path, names)
    if sign in ("!=", "lacks"):
        _check_denied(wanted, shape, names)
        if not shapes.fields_of(shapes.member(shape)):
            _check_cards(value, wanted, cards, view)
    if sign in ("has", "lacks"):
        met, said = _has(value, wanted, path, sign, names)
    else:
        same = spelled(value, wanted.text, names)
        met, said = (same is not None) == (sign == "="), same if same is not None else _tidy(wanted.text, names)
    return Look(met, f"{way} {sign} {said}", f"{path.text} = {_written_likewise(value, wanted, names)}")


def _check_denied(wanted: Piece, shape: Shape, names: Sequence[str]) -> None:
    """Only what could be there can be said not to be.  Raises RecordError."""
    member = shapes.member(shape)
    for part in wanted.split(","):
        owner, _, rest = part.text.rpartition(" ")  # `tricks != Ann 1`
        said = rest if fold(owner) in {fold(name) for name in names} else part.text
        if fold(part.text) not in EMPTY and not shapes.may_be(member, said, names):
            choices = shapes.choices(member)
            mend = did_you_mean(said, choices) or (f"; it is one of {', '.join(choices)}" if choices else "")
            raise part.error(f"{quote(said)} could never stand here{mend}")


def _check_cards(value: object, wanted: Piece, cards: Sequence[str], view: object) -> None:
    """Where cards lie, only cards can be said not to be there, of the game or of the table (a home-made character).

    Raises RecordError.  Where nothing lies, only what comes near a card is taken for one.
    """
    members = value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
    known = {fold(card) for card in cards}
    if members and not any(isinstance(member, str) and fold(member) in known for member in members):
        return
    for part in wanted.split(","):
        word = fold(part.text)
        if word not in known and word not in EMPTY and word not in set(_words_in(view)):
            mend = did_you_mean(part.text, cards)
            if members or mend:
                raise part.error(f"there is no card {quote(part.text)}{mend}")


def _words_in(value: object) -> Iterator[str]:
    """Every text in a view, folded."""
    if isinstance(value, str):
        yield fold(value)
    elif isinstance(value, Sequence):
        for part in value:
            yield from _words_in(part)
    else:
        for part in (_fields(value) or {}).values():
            yield from _words_in(part)


def _has(value: object, wanted: Piece, path: Piece, sign: str, names: Sequence[str]) -> tuple[bool, str]:
    """Does the list have all of these, or lack all of them?  And how they are spelled."""
    parts = wanted.split(",")
    if not parts:
        raise wanted.error(f"{path.text} {sign} what?")
    members = value if isinstance(value, Sequence) and not isinstance(value, str) else (value,)
    whole = _among(members, wanted.text, names)
    if whole is not None:  # words with a comma in them
        return sign == "has", whole
    there = [_among(members, part.text, names) for part in parts]
    met = all((one is not None) == (sign == "has") for one in there)
    spelling = (one or _tidy(part.text, names) for one, part in zip(there, parts, strict=True))
    return met, ", ".join(spelling)


def _among(members: Sequence[object], wanted: str, names: Sequence[str]) -> str | None:
    """How one of these members says this: it is it, or a sentence, or something with one, that holds the words."""
    for member in members:
        sentence = member if isinstance(member, str) else getattr(member, "text", None)
        if isinstance(sentence, str) and sentence.endswith("."):
            part = part_of(unbracketed(sentence), wanted)
            if part:
                return part
        said = spelled(member, wanted, names)
        if said is not None:
            return said
    return None


def part_of(sentence: str, words: str) -> str | None:
    """The part of a sentence that holds these words, whatever their case and blanks; None where none does."""
    pattern = r"[\s_-]+".join(map(re.escape, re.split(r"[\s_-]+", words.strip())))
    found = re.search(pattern, sentence, re.I)
    return found[0] if found else None


def follow(view: object, path: Piece, names: Sequence[str]) -> tuple[object, str, Shape]:
    """What a path leads to (None: nothing), the path as a record spells it, and the shape of what may be there."""
    value, way, shape = view, list[str](), shapes.shape_of(view)
    steps = re.sub(r"\[([^\[\]]*)\]", r".\1 ", path.text).split(".")
    for step in (step.strip() for step in steps):
        if not step:
            continue
        fields = _fields(value) if value is not None else shapes.fields_of(shape)
        if fields is not None:
            step = _field(step, fields, path)
            value = fields[step] if value is not None else None
        elif value is None:
            step = next((name for name in names if fold(name) == fold(step)), step)
        elif isinstance(value, Sequence) and not isinstance(value, str):
            value, step = _member(value, step, path, names)
        else:
            raise path.error(f"{written(value, ())} has no parts, so there is no {quote(step)} in it")
        way.append(step)
        shape = shapes.part_of(shape, step)
    return value, ".".join(way), shape


def _field(step: str, fields: Iterable[str], path: Piece) -> str:
    """The name of the field that is meant.  Raises RecordError."""
    near = {fold(field): field for field in fields}
    if fold(step) not in near:
        mend = did_you_mean(step, fields) or f"; it has {', '.join(fields)}"
        raise path.error(f"the view has no {quote(step)}{mend}")
    return near[fold(step)]


def _fields(value: object) -> dict[str, object] | None:
    if isinstance(value, msgspec.Struct):
        return {field: getattr(value, field) for field in value.__struct_fields__}
    return {str(key): part for key, part in value.items()} if isinstance(value, dict) else None


def _member(members: Sequence[object], step: str, path: Piece, names: Sequence[str]) -> tuple[object, str]:
    """A member of a list by its number from 1, "last", "count", or the name of the seat that it belongs to."""
    if fold(step) == "count":
        return len(members), "count"
    if fold(step) == "last":
        return members[-1] if members else None, "last"
    if step.isdecimal():
        if not int(step):
            raise path.error("places in a list are counted from 1")
        return members[int(step) - 1] if 0 < int(step[:6]) <= len(members) else None, step
    seat = {fold(name): seat for seat, name in enumerate(names)}.get(fold(step))
    if seat is None:
        raise path.error(
            f"{quote(step)} is neither a place in a list, from 1, nor a seat{did_you_mean(step, names)}"
        )
    owned = [member for member in members if hasattr(member, "seat")]
    if owned or len(members) != len(names):
        return next((member for member in owned if member.seat == seat), None), names[seat]
    return members[seat], names[seat]


def spelled(value: object, wanted: str, names: Sequence[str]) -> str | None:
    """How a record spells what is wanted, where the value is it; None where it is not."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return _spelled_list(value, [part.text for part in Piece(wanted, 1, 1).split(",")], names)
    if fold(wanted) in EMPTY and _is_nothing(value):
        return NONE
    if isinstance(value, int) and NUMBER.fullmatch(wanted.strip()):  # folding would take the minus away
        return str(int(wanted)) if int(wanted) == value else None
    if isinstance(value, bool):
        return ("yes" if value else "no") if TRUTH.get(fold(wanted)) == value else None
    near = {fold(wanted), fold(re.sub(r"\b(?:hidden|nothing|empty|nobody)\b", NONE, wanted, flags=re.I))}
    return next((one for one in islice(wordings(value, names), MOST_WORDINGS) if fold(one) in near), None)


def _is_nothing(value: object) -> bool:
    if isinstance(value, msgspec.Struct):  # a card of somebody's that is hidden
        return all(part is None for field, part in (_fields(value) or {}).items() if field != "seat")
    return value is None or value == ""


def _spelled_list(values: Sequence[object], parts: list[str], names: Sequence[str]) -> str | None:
    if len(parts) <= 1 and fold("".join(parts)) in EMPTY:
        return NONE if all(value is None for value in values) else None
    if len(parts) == len(values):
        each = [spelled(value, part, names) for value, part in zip(values, parts, strict=True)]
        if None not in each:
            return ", ".join(one for one in each if one is not None)
    if all(value is None or isinstance(value, str) for value in values):  # cards: in any order
        return _spelled_cards(values, parts)
    if len(values) != len(names):
        return None
    by_seat, told = {fold(name): seat for seat, name in enumerate(names)}, []
    for part in parts:  # `Ann 3, Bo 1`
        name, _, rest = part.replace("=", " ").rpartition(" ")
        seat = by_seat.get(fold(name))
        one = spelled(values[seat], rest, names) if seat is not None else None
        if seat is None or one is None:
            return None
        told.append(f"{names[seat]} {one}")
    return ", ".join(told)


def _spelled_cards(values: Sequence[object], parts: list[str]) -> str | None:
    left, told = [NONE if value is None else str(value) for value in values], []
    for part in parts:
        wanted = NONE if fold(part) in EMPTY else fold(part)
        card = next((card for card in left if fold(card) == wanted), None)
        if card is None:
            return None
        left.remove(card)
        told.append(card)
    return ", ".join(told) if not left else None


def wordings(value: object, names: Sequence[str]) -> Iterator[str]:
    """The ways in which a record may say this value; a number may be a seat, so its name will do."""
    if value is None or value == "":
        yield NONE
    elif isinstance(value, bool):
        yield "yes" if value else "no"
    elif isinstance(value, int):
        yield str(value)
        if 0 <= value < len(names):
            yield names[value]
    elif (fields := _fields(value)) is not None:
        if isinstance(value, Labelled):
            yield value.word
        plainly = {field: part for field, part in fields.items() if not _is_as_usual(value, field, part)}
        for said in (plainly, fields):
            for words in product(*(list(islice(wordings(part, names), 3)) for part in said.values())):
                yield " ".join(words)
    else:
        yield str(value)


def _is_as_usual(value: object, field: str, part: object) -> bool:
    """Is this what the field holds where nothing is said of it?"""
    if not isinstance(value, msgspec.Struct):
        return False
    return any(one.name == field and one.default == part for one in msgspec.structs.fields(value))


def _tidy(wanted: str, names: Sequence[str]) -> str:
    """Words that say what is not so, as a record spells them."""
    if fold(wanted) in TRUTH:
        return "yes" if TRUTH[fold(wanted)] else "no"
    if fold(wanted) in EMPTY:
        return NONE
    return next((name for name in names if fold(name) == fold(wanted)), " ".join(wanted.split()))


def written(value: object, names: Sequence[str]) -> str:
    """A value as a record would write it; `names`: numbers that may be seats are shown as names."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and 0 <= value < len(names):
        return names[value]
    if (fields := _fields(value)) is not None:
        return " ".join(written(part, names) for part in fields.values())
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(written(part, names) for part in value) or NONE
    return str(value)


def _written_likewise(value: object, wanted: Piece, names: Sequence[str]) -> str:
    """A value in the manner in which the record asked for it: with names for numbers, or by seat."""
    parts, named = [fold(part.text) for part in wanted.split(",")], [fold(name) for name in names]
    by_seat = any(part.startswith(f"{name} ") for part in parts for name in named)
    if by_seat and isinstance(value, Sequence) and len(value) == len(names):
        return ", ".join(f"{name} {written(part, ())}" for name, part in zip(names, value, strict=True))
    return written(value, names if any(part.startswith(name) for part in parts for name in named) else ())
