"""What a seat sees: conditions such as `table.1.card = none`, held against the view of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from facedown.core.record import shapes
from facedown.core.record.shapes import Shape
from facedown.core.record.text import Piece
from facedown.core.record.wordings import is_list, parts, says, written
from facedown.core.spelling import did_you_mean, quote, unbracketed

CONDITION = re.compile(r"(\S|\S.*?\S) (=|!=|has|lacks) (\S.*)")
PLACE = re.compile(r"[1-9][0-9]*")
EXAMPLES = "`hand = Red 3, Blue 2`, `hand has Red 3`, `hand lacks Red 3` or `turn != Ann`"


class Condition(NamedTuple):
    """One condition: what the path leads to is (`=`), is not (`!=`), has or lacks what is wanted."""

    path: Piece
    sign: str
    wanted: Piece

    @property
    def denies(self) -> bool:
        return self.sign in ("!=", "lacks")


class Found(NamedTuple):
    """What a path leads to, None for nothing, and the shape of all that may ever be there."""

    value: object
    shape: Shape


def condition(words: Piece) -> Condition:
    """The condition that these words state.  Raises RecordError."""
    found = CONDITION.fullmatch(words.text)
    if found is None:
        raise words.error(f"{quote(words.text)} is not a condition; write something like {EXAMPLES}")
    wanted = words.part(found.start(3))
    tidy = ", ".join(part.text for part in wanted.split(","))
    if tidy != wanted.text:
        raise wanted.error(f"write `{tidy}`" if tidy else "name something between the commas")
    return Condition(words.part(0, found.end(1)), found[2], wanted)


def holds(condition: Condition, value: object, names: Sequence[str]) -> bool:
    """Whether this value is as the condition says."""
    wanted, positive = condition.wanted, not condition.denies
    if condition.sign in ("=", "!="):
        return says(wanted.text, value, names) == positive
    members = value if is_list(value) else (value,)
    if _among(members, wanted.text, names):  # a sentence may have commas in it
        return positive
    return all(_among(members, part.text, names) == positive for part in wanted.split(","))


def follow(view: object, path: Piece, names: Sequence[str]) -> Found:
    """What a path leads to in a view.  Raises RecordError if it can lead nowhere."""
    found = Found(view, shapes.shape_of(view))
    for step in _steps(path, names):
        found = follow_step(found, step, names)
    return found


def follow_step(found: Found, step: Piece, names: Sequence[str]) -> Found:
    """What one step leads to from there.  Raises RecordError if it can lead nowhere."""
    return Found(_next(found.value, found.shape, step, names), shapes.part_of(found.shape, step.text))


def _steps(path: Piece, names: Sequence[str]) -> list[Piece]:
    """The steps of a path, separated by dots; names may contain dots (`points.Dr. No`)."""
    longest_first = sorted(names, key=len, reverse=True)
    step = re.compile(rf"(?:{'|'.join(map(re.escape, longest_first))})(?=\.|$)|[^.]*")
    steps, start = [], 0
    while start <= len(path.text):
        found = step.match(path.text, start)
        assert found is not None  # the pattern matches nothing, too
        if not found[0]:
            raise path.error(f"{quote(path.text)} is not a path; write its steps with a dot between two of them")
        steps.append(path.part(start, found.end()))
        start = found.end() + 1
    return steps


def _next(value: object, shape: Shape, step: Piece, names: Sequence[str]) -> object:
    """The part of a value to which a step leads; None: nothing is there now.  Raises RecordError."""
    if (named := parts(value)) is not None:
        return named[_field(step, named)]
    if is_list(value):
        return _member(value, step, names)
    if value is not None:
        raise step.error(f"{written(value, ())} has no parts, so there is no {quote(step.text)} in it")
    if (possible := shapes.fields_of(shape)) is not None:
        _field(step, possible)
    elif shapes.is_list(shape):
        _member((), step, names)
    return None


def _field(step: Piece, fields: Mapping[str, object]) -> str:
    """The step, if there is a field of this name.  Raises RecordError."""
    if step.text not in fields:
        raise step.error(f"the view has no {quote(step.text)}{did_you_mean(step.text, fields, 'it has')}")
    return step.text


def _member(members: Sequence[object], step: Piece, names: Sequence[str]) -> object:
    """A member of a list: by its place from 1, the last one, or that of a seat; or how many there are."""
    if step.text == "count":
        return len(members)
    if step.text == "last":
        return members[-1] if members else None
    if PLACE.fullmatch(step.text):
        return members[int(step.text) - 1] if int(step.text) <= len(members) else None
    if step.text in names:
        return _of_seat(members, names.index(step.text), len(names))
    mend = did_you_mean(step.text, names)
    raise step.error(f"{quote(step.text)} is neither a place in a list, counted from 1, nor a seat{mend}")


def _of_seat(members: Sequence[object], seat: int, seats: int) -> object:
    """The member with this `seat`; where none has a `seat`, and there is one for each, the one at its place."""
    owned = [member for member in members if hasattr(member, "seat")]
    if not owned and len(members) == seats:
        return members[seat]
    return next((member for member in owned if member.seat == seat), None)


def _among(members: Sequence[object], words: str, names: Sequence[str]) -> bool:
    """Whether a member equals these words, or is or has a sentence that contains them."""
    for member in members:
        sentence = member if isinstance(member, str) else getattr(member, "text", None)
        if isinstance(sentence, str) and sentence.endswith(".") and words in unbracketed(sentence):
            return True
        if says(words, member, names):
            return True
    return False
