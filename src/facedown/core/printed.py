"""A game on paper, as one HTML page: a reference sheet, and every card, to print and to cut out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from importlib.resources import files

from markdown_it import MarkdownIt

from facedown.core.contract import Contract
from facedown.core.rulebook import Rule
from facedown.core.spelling import counted
from facedown.core.values import Card

REFERENCE = "reference.txt"  # in a game's folder: the numbers of the rules that stand on its reference sheet
LONG = 150  # characters from which on a card's text is set small
_markdown = MarkdownIt("commonmark", {"html": False}).enable("table")


def printed(game: Contract) -> str:
    """The page: what one looks up in play, then a card of 63 by 88 millimetres for each copy of each card."""
    title = escape(game.title)
    style = files("facedown.core").joinpath("printed.css").read_text(encoding="utf-8")
    cards = game.cards()
    body = "".join((*_reference(game), *_aids(cards), *_sheet(cards)))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title} to print</title><style>{style}</style></head><body><h1>{title}</h1>"
        f'<p class="how">Print this page at 100 %, without scaling, and cut along the dashed lines: '
        f"{counted(sum(card.copies for card in cards), 'card')}.</p>{body}</body></html>\n"
    )


def _reference(game: Contract) -> Iterator[str]:
    """The rules of the reference sheet, with the headings of their chapters."""
    chapter = ""
    for rule in _rules_of(game):
        if rule.heading != chapter:
            chapter = rule.heading
            yield f"<h2>{escape(chapter)}</h2>"
        ruling = "<i>(ruling)</i>" if rule.ruling else ""
        text = _markdown.render(rule.text)
        yield f'<div class="rule"><div><b>{escape(rule.number)}</b> {ruling}</div><div>{text}</div></div>'


def _rules_of(game: Contract) -> tuple[Rule, ...]:
    path = game.folder / REFERENCE
    if not path.exists():
        return ()
    return tuple(game.rule(number) for number in path.read_text(encoding="utf-8").split())


def _aids(cards: Iterable[Card]) -> Iterator[str]:
    """What each kind of card does, but for those that say nothing beyond their value."""
    told = [card for card in cards if card.value is None]
    if not told:
        return
    yield '<h2>The cards</h2><dl class="aids">'
    for card in told:
        copies = f" ×{card.copies}" if card.copies > 1 else ""
        group = f" <small>{escape(card.group)}</small>" if card.group else ""
        yield f"<div><dt>{escape(card.name)}{copies}{group}</dt><dd>{escape(card.text)}</dd></div>"
    yield "</dl>"


def _sheet(cards: Iterable[Card]) -> Iterator[str]:
    yield '<main class="sheet">'
    for card in cards:
        yield "".join(_face(card)) * card.copies
    yield "</main>"


def _face(card: Card) -> Iterator[str]:
    yield f'<article class="card{" long" if len(card.text) > LONG else ""}"><h3>{escape(card.name)}</h3>'
    yield f'<p class="group">{escape(card.group)}</p>'
    if card.value is None:
        yield f'<p class="text">{escape(card.text)}</p>'
    else:
        yield f'<p class="value">{card.value}</p>'
    yield f'<p class="foot">{escape(_foot(card))}</p></article>'


def _foot(card: Card) -> str:
    """Where the rulebook has more of it, and whether the card is one of ours."""
    said = [f"rule {card.rule}"] if card.rule else []
    return " · ".join([*said, *(["house card"] if card.source == "house" else [])])
