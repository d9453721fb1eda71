"""Translates conditions on views, as people write them, to the spelling of records."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import islice

from facedown.core.errors import RecordError
from facedown.core.record import shapes, views
from facedown.core.record.denials import impossible
from facedown.core.record.text import Piece
from facedown.core.record.views import EXAMPLES, Found, follow_step
from facedown.core.record.wordings import (
    MOST_WORDINGS,
    NO,
    NONE,
    YES,
    is_list,
    is_nothing,
    parts,
    wordings,
)
from facedown.core.spelling import fold, quote, unbracketed
from facedown.core.table import Table

EMPTY = ("none", "hidden", "nothing", "empty", "nobody", "")
TRUTH = {"yes": True, "true": True, "no": False, "false": False}
SIGNS = {"=": "=", "==": "=", ":": "=", "is": "=", "!=": "!=", "is not": "!=", "has": "has", "lacks": "lacks"}
CONDITION = re.compile(r"(.+?)\s*(?:(!=|==|=|:)|\b(is not|is|has|lacks)\b(?=\s|$))\s*(.*)", re.I)
NUMBER = re.compile(r"-?\d{1,9}")


def spelled(view: object, condition: Piece, table: Table) -> str:
    """The condition in the spelling of records, read so that it holds if possible.  Raises RecordError."""
    names = table.names
    found = CONDITION.fullmatch(condition.text)
    if found is None:
        raise condition.error(f"{quote(condition.text)} is not a condition; write {EXAMPLES}")
    path, wanted = condition.part(0, found.end(1)), condition.part(found.start(4))
    sign = SIGNS[fold(found[2] or found[3])]
    value, way = _follow(view, path, names)
    if sign in ("=", "!="):
        said = _value(value, wanted.text, names)
        words = f"{way} {sign} {_tidy(wanted.text, names) if said is None else said}"
    elif not wanted.split(","):
        raise wanted.error(f"{path.text} {sign} what?")
    else:
        words = f"{way} {sign} {_members(value, wanted, names)}"
    return _as_it_could_be(words, view, table) if sign in ("!=", "lacks") else words


def part_of(sentence: str, words: str) -> str | None:
    """The part of a sentence that matches these words regardless of case and spacing, or None."""
    pattern = r"[\s_-]+".join(map(re.escape, re.split(r"[\s_-]+", words.strip())))
    found = re.search(pattern, sentence, re.I)
    return found[0] if found else None


# -- the path ------------------------------------------------------------------------------------------------------


def _follow(view: object, path: Piece, names: Sequence[str]) -> tuple[object, str]:
    """The value at a path (None if there is none), and the path in the spelling of records.  Raises RecordError."""
    found, way = Found(view, shapes.shape_of(view)), list[str]()
    for step in re.sub(r"\[([^\[\]]*)\]", r".\1 ", path.text).split("."):
        if step.strip():
            way.append(_step(found, step.strip(), names))
            found = follow_step(found, Piece(way[-1], path.line, path.column), names)
    return found.value, ".".join(way)


def _step(found: Found, step: str, names: Sequence[str]) -> str:
    """The step in the spelling of records: a field, a place in a list, "last", "count" or a seat's name."""
    fields = parts(found.value) if found.value is not None else shapes.fields_of(found.shape)
    if step.isdecimal():
        return str(int(step))
    known = ("last", "count", *names) if fields is None else tuple(fields)
    return next((one for one in known if fold(one) == fold(step)), step)


# -- the value -----------------------------------------------------------------------------------------------------


def _value(value: object, wanted: str, names: Sequence[str]) -> str | None:
    """The wanted value in the spelling of records if `value` equals it, else None."""
    if is_list(value):
        return _list(value, [part.text for part in Piece(wanted, 1, 1).split(",")], names)
    if fold(wanted) in EMPTY and is_nothing(value):
        return NONE
    if isinstance(value, int) and NUMBER.fullmatch(wanted.strip()):  # folding would remove the minus sign
        return str(int(wanted)) if int(wanted) == value else None
    if isinstance(value, bool):
        return (YES if value else NO) if TRUTH.get(fold(wanted)) == value else None
    near = {fold(wanted), fold(re.sub(r"\b(?:hidden|nothing|empty|nobody)\b", NONE, wanted, flags=re.I))}
    return next((one for one in islice(wordings(value, names), MOST_WORDINGS) if fold(one) in near), None)


def _list(values: Sequence[object], told: list[str], names: Sequence[str]) -> str | None:
    """The same for a list."""
    if len(told) <= 1 and fold("".join(told)) in EMPTY:
        return NONE if all(value is None for value in values) else None
    if len(told) == len(values):
        each = [_value(value, part, names) for value, part in zip(values, told, strict=True)]
        if None not in each:
            return ", ".join(one for one in each if one is not None)
    if all(value is None or isinstance(value, str) for value in values):  # cards: in any order
        return _cards(values, told)
    return _by_seat(values, told, names) if len(values) == len(names) else None


def _by_seat(values: Sequence[object], told: list[str], names: Sequence[str]) -> str | None:
    """The same for a list with one value for each seat: `Ann 3, Bo = 1`."""
    seats, said = {fold(name): seat for seat, name in enumerate(names)}, []
    for part in told:
        name, _, rest = part.replace("=", " ").rpartition(" ")
        seat = seats.get(fold(name))
        one = _value(values[seat], rest, names) if seat is not None else None
        if seat is None or one is None:
            return None
        said.append(f"{names[seat]} {one}")
    return ", ".join(said)


def _cards(values: Sequence[object], told: list[str]) -> str | None:
    """The same for a list of cards, in the order in which they were told."""
    left, said = [NONE if value is None else str(value) for value in values], []
    for part in told:
        wanted = NONE if fold(part) in EMPTY else fold(part)
        card = next((card for card in left if fold(card) == wanted), None)
        if card is None:
            return None
        left.remove(card)
        said.append(card)
    return ", ".join(said) if not left else None


def _members(value: object, wanted: Piece, names: Sequence[str]) -> str:
    """What a list is said to have or lack, in the spelling of records."""
    members = value if is_list(value) else (value,)
    if (whole := _among(members, wanted.text, names)) is not None:  # words with a comma in them
        return whole
    told = [part.text for part in wanted.split(",")]
    return ", ".join(_among(members, part, names) or _tidy(part, names) for part in told)


def _among(members: Sequence[object], wanted: str, names: Sequence[str]) -> str | None:
    """The wanted words as the first member that equals them, or whose sentence contains them, spells them."""
    for member in members:
        sentence = member if isinstance(member, str) else getattr(member, "text", None)
        if isinstance(sentence, str) and sentence.endswith("."):
            part = part_of(unbracketed(sentence), wanted)
            if part:
                return part
        said = _value(member, wanted, names)
        if said is not None:
            return said
    return None


def _as_it_could_be(words: str, view: object, table: Table) -> str:
    """A denial with what could never stand there spelled like a card, or a word, that could.

    Nothing in the view helps with the spelling of what is not there.
    """
    with suppress(RecordError):  # it is raised again, with its place in the text, where the condition is checked
        denied = views.condition(Piece(words, 1, 1))
        found = views.follow(view, denied.path, table.names)
        wrong = {part.text for part, _ in impossible(denied, found, view, table)}
        known = {fold(word): word for word in shapes.choices(shapes.member(found.shape))}
        known |= {fold(card.name): card.name for card in table.game.cards()} if wrong else {}
        parts = [part.text for part in denied.wanted.split(",")]
        said = ", ".join(_among_known(part, known, table.names) if part in wrong else part for part in parts)
        return f"{denied.path.text} {denied.sign} {said}"
    return words


def _among_known(words: str, known: Mapping[str, str], names: Sequence[str]) -> str:
    """The words as they are spelled among the known ones, with a seat's name before them or without."""
    for name in names:
        if fold(words).startswith(f"{fold(name)} "):
            rest = fold(words).removeprefix(f"{fold(name)} ")
            return f"{name} {known[rest]}" if rest in known else words
    return known.get(fold(words), words)


def _tidy(wanted: str, names: Sequence[str]) -> str:
    """A value that no part of the view has, in the spelling of records."""
    if fold(wanted) in TRUTH:
        return YES if TRUTH[fold(wanted)] else NO
    if fold(wanted) in EMPTY:
        return NONE
    return next((name for name in names if fold(name) == fold(wanted)), " ".join(wanted.split()))
