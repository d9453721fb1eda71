"""What may stand in a view by its type, so that a record cannot deny what could never be.

`phase != plaing` would hold whatever happens, and `table.Ann.crad = none` as long as nothing lies there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import inspect

from facedown.core.spelling import fold

Shape: TypeAlias = inspect.Type

LISTS = (inspect.ListType, inspect.VarTupleType)
TRUTH = ("yes", "no", "true", "false")

_known: dict[type, Shape] = {}


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


def part_of(shape: Shape, step: str) -> Shape:
    """The shape of what a step of a path leads to: a field, or a member of a list."""
    if (fields := fields_of(shape)) is not None:
        return fields.get(step, inspect.AnyType())
    inside = member(shape)
    if inside is shape:
        return inspect.AnyType()
    return inspect.IntType() if step == "count" else inside


def member(shape: Shape) -> Shape:
    """The shape of a list's members; of anything else, the shape itself."""
    kinds = [*_kinds(shape)]
    return kinds[0].item_type if len(kinds) == 1 and isinstance(kinds[0], LISTS) else shape


def choices(shape: Shape) -> list[str]:
    """The words of a shape that is one of a few words."""
    return [str(word) for kind in _kinds(shape) if isinstance(kind, inspect.LiteralType) for word in kind.values]


def may_be(shape: Shape, words: str, names: Sequence[str]) -> bool:
    """Could a value of this shape be said so?  A text could, whatever the words, and so could a thing of parts."""
    return any(_may_be(kind, fold(words), names) for kind in _kinds(shape))


def _kinds(shape: Shape) -> Iterator[Shape]:
    """The shapes that this one may have, but for nothing at all."""
    if isinstance(shape, inspect.UnionType):
        for one in shape.types:
            yield from _kinds(one)
    elif not isinstance(shape, inspect.NoneType):
        yield shape


def _may_be(kind: Shape, words: str, names: Sequence[str]) -> bool:
    if isinstance(kind, inspect.BoolType):
        return words in TRUTH
    if isinstance(kind, inspect.IntType):  # a number, or a seat by its name
        return words.isdecimal() or words in {fold(name) for name in names}
    if isinstance(kind, inspect.LiteralType):
        return words in {fold(str(word)) for word in kind.values}
    return True
