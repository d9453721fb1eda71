"""Refuse denials of what could never stand in the view: misspelt, they would always hold."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.core.record import shapes
from facedown.core.record.text import Piece
from facedown.core.record.views import Condition, Found
from facedown.core.record.wordings import is_list, parts
from facedown.core.spelling import did_you_mean, quote
from facedown.core.table import Table


def check_denied(condition: Condition, found: Found, view: object, table: Table) -> None:
    """Raises RecordError if the condition denies what could never stand in this place of the view."""
    shape = shapes.member(found.shape)
    for part, words in impossible(condition, found, view, table):
        cards = [card.name for card in table.contract.cards()]
        raise part.error(_no_such(shape, part.text if shapes.fields_of(shape) else words, cards))


def impossible(condition: Condition, found: Found, view: object, table: Table) -> Iterator[tuple[Piece, str]]:
    """What the condition denies though it could never stand in this place, and the same without a seat's name."""
    cards = [card.name for card in table.contract.cards()]
    shape = shapes.member(found.shape)
    said = {part: _without_name(part, table) for part in condition.wanted.split(",")}
    any_text = table.contract.free_text
    if shapes.is_text(shape):
        any_text = not _of_cards(found.value, [*said.values()], cards, any_text)
    known = shapes.Known(table.names, None if any_text else {*cards, *_texts_in(view)})
    for part, words in said.items():
        if not (shapes.may_be(shape, part.text, known) or shapes.may_be(shape, words, known)):
            yield part, words


def _no_such(shape: shapes.Shape, words: str, cards: list[str]) -> str:
    if shapes.is_text(shape):
        return f"there is no card {quote(words)}{did_you_mean(words, cards)}"
    choices = shapes.choices(shape)
    return f"{quote(words)} could never stand here{did_you_mean(words, choices, 'it is one of' if choices else '')}"


def _without_name(part: Piece, table: Table) -> str:
    """The value said of a seat in a list by seat: 1 in `points != Ann 1`."""
    for name in sorted(table.names, key=len, reverse=True):
        if part.text.startswith(f"{name} "):
            return part.text[len(name) + 1 :]
    return part.text


def _of_cards(value: object, said: list[str], cards: list[str], any_text: bool) -> bool:
    """Whether this is the place of a card, or of cards, judging by what lies there.

    Where nothing does, it is one in a game whose views have no other texts, and if a card's name is nearly what is
    said.
    """
    texts = [member for member in (value if is_list(value) else (value,)) if isinstance(member, str)]
    if texts:
        return any(text in cards for text in texts)
    return not any_text or any(word not in cards and bool(did_you_mean(word, cards)) for word in said)


def _texts_in(value: object) -> Iterator[str]:
    """Every text in a view."""
    if isinstance(value, str):
        yield value
    elif is_list(value):
        for member in value:
            yield from _texts_in(member)
    else:
        for part in (parts(value) or {}).values():
            yield from _texts_in(part)
