"""What may stand in a view by its type, so that a record cannot deny what could never be there.

`phase != plaing` would hold whatever happens, and `table.Ann.crad = none` as long as nothing lies there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from msgspec import inspect

from facedown.core.record.wordings import NO, NONE, YES
from facedown.core.values import Labelled

Shape: TypeAlias = inspect.Type

LISTS = (inspect.ListType, inspect.VarTupleType)
NUMBER = re.compile(r"-?[0-9]+")

_known: dict[type, Shape] = {}


class Known(NamedTuple):
    """The words that may stand in a view beside numbers."""

    names: Sequence[str]  # of the seats
    texts: Collection[str] | None  # in fields that hold text; None: any words


def shape_of(view: object) -> Shape:
    """The shape of every view of this type."""
    kind = type(view)
    if kind not in _known:
        _known[kind] = inspect.type_info(kind)
    return _known[kind]


def fields_of(shape: Shape) -> dict[str, Shape] | None:
    """The fields of a shape that has parts with names; None of one that may have none."""
    kinds = [*_kinds(shape)]
    if len(kinds) == 1 and isinstance(kinds[0], inspect.StructType):
        return {field.name: field.type for field in kinds[0].fields}
    return None


def is_list(shape: Shape) -> bool:
    """Whether it is a list when it is not None."""
    return member(shape) is not shape


def member(shape: Shape) -> Shape:
    """The shape of a list's members; of anything else, the shape itself."""
    kinds = [*_kinds(shape)]
    return kinds[0].item_type if len(kinds) == 1 and isinstance(kinds[0], LISTS) else shape


def part_of(shape: Shape, step: str) -> Shape:
    """The shape of what a step of a path leads to: a field, or a member of a list."""
    if (fields := fields_of(shape)) is not None:
        return fields.get(step, inspect.AnyType())
    if not is_list(shape):
        return inspect.AnyType()
    return inspect.IntType() if step == "count" else member(shape)


def choices(shape: Shape) -> list[str]:
    """The words of a shape that is one of a few words."""
    return [str(word) for kind in _kinds(shape) if isinstance(kind, inspect.LiteralType) for word in kind.values]


def is_text(shape: Shape) -> bool:
    """Whether it can be a text other than one of a few words."""
    return any(isinstance(kind, inspect.StrType) for kind in _kinds(shape))


def may_be(shape: Shape, words: str, known: Known) -> bool:
    """Whether a record could write some value of this shape in these words."""
    return words == NONE or any(_may_be(kind, words, known) for kind in _kinds(shape))


def _kinds(shape: Shape) -> Iterator[Shape]:
    """The alternatives of a union, without None; of any other shape, itself."""
    if isinstance(shape, inspect.UnionType):
        for one in shape.types:
            yield from _kinds(one)
    elif not isinstance(shape, inspect.NoneType):
        yield shape


def _may_be(kind: Shape, words: str, known: Known) -> bool:
    match kind:
        case inspect.BoolType():
            return words in (YES, NO)
        case inspect.IntType():
            return NUMBER.fullmatch(words) is not None or words in known.names
        case inspect.LiteralType():
            return words in map(str, kind.values)
        case inspect.StrType():
            return known.texts is None or words in known.texts
        case inspect.StructType():
            by_text = _may_be(inspect.StrType(), words, known) if _is_named_by_text(kind) else False
            return by_text or _may_be_parts(kind, words.split(" "), known)
    return True


def _is_named_by_text(kind: inspect.StructType) -> bool:
    """Whether a record writes such a thing as its label, or as words of the sentence in it."""
    return issubclass(kind.cls, Labelled) or any(field.name == "text" for field in kind.fields)


def _may_be_parts(kind: inspect.StructType, words: Sequence[str], known: Known) -> bool:
    """Whether these words could be the parts of such a thing in order; parts with a default may be left out."""
    ends = {0}  # how many of the words the parts so far may take
    for field in kind.fields:
        after = {
            end
            for start in ends
            for end in range(start + 1, len(words) + 1)
            if may_be(field.type, " ".join(words[start:end]), known)
        }
        ends = after if field.required else after | ends
    return len(words) in ends
