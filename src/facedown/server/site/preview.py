"""Pictures of moments of finished games, and the tags with which chat programs show them beside a link.

They show only what a spectator saw, and never a game that is still being played.
"""

from __future__ import annotations

import functools
import html
import io
import re
import textwrap
from collections.abc import Mapping
from itertools import zip_longest

from PIL import Image, ImageColor, ImageDraw, ImageFont

from facedown.core.spelling import unbracketed
from facedown.core.table import Table
from facedown.core.values import Card
from facedown.server import wire
from facedown.server.play import outbound
from facedown.server.rooms import replay
from facedown.server.rooms.room import Room
from facedown.server.site import page
from facedown.server.wire import Refused

ICON = "/icon-512.png"
WATCH = "watch"  # stands for a spectator
SIZE = (1200, 630)  # pixels, as chat programs show them
CLOTH, LIT, PAPER, GOLD, SOFT = "#113329", "#1d4d3f", "#f7f0e1", "#ffc247", "#bccdc1"
TITLE, SENTENCE, NAME, SMALL = 64, 46, 38, 32  # heights of the letters in pixels
MARGIN, CARD = 70, (230, 322)
LINE, LINES = 30, 4  # letters in a line of the sentence, and the most lines
MOST_CARDS, FAN = 3, 96  # cards that are shown, and how far apart they lie
SEATS = 480  # where the seats stand, from the top


async def picture(room: Room, number: int, game: int | None = None, eyes: str | None = None) -> bytes:
    """Moment `number` (from 1) of a finished game, as PNG.  Raises Refused.

    `eyes`: count only the moments that this seat (a number) or a spectator ("watch") saw.
    """
    table, *_ = await replay.finished(room, game, "There are pictures of a game when it is over.")
    return await replay.beside(_picture, table, number, eyes)


def tags(summary: wire.TableSummary, game: int | None, moment: int, eyes: str, base: str) -> str:
    """The tags for a link to a moment of a finished game, as `picture` counts; `base`: the server's address."""
    number = summary.series.games if game is None else game
    address = f"{base.rstrip('/')}/api/tables/{summary.code}/moments/{moment}.png?game={number}"
    if eyes:
        address += f"&seat={eyes}"
    return _tags(
        {
            "og:title": f"{summary.title}: a moment of a game",
            "og:description": summary.standing.summary if summary.standing is not None else "",
            "og:image": address,
            "og:image:width": str(SIZE[0]),
            "og:image:height": str(SIZE[1]),
            "twitter:card": "summary_large_image",
        }
    )


def invitation(summary: wire.TableSummary, base: str) -> str:
    """The tags for a link to a table, the same at any time; `base` is the server's address."""
    return _tags(
        {
            "og:title": f"{summary.title} on Facedown",
            "og:description": "Take a seat, or watch. No account is needed.",
            "og:image": base.rstrip("/") + ICON,
            "twitter:card": "summary",
        }
    )


def _tags(told: Mapping[str, str]) -> str:
    told = {"og:type": "website", "og:site_name": "Facedown", **told}
    return "".join(f'<meta property="{name}" content="{html.escape(value)}" />' for name, value in told.items())


def _told(table: Table, frame: int) -> str:
    """What spectators had last been told by this frame, with the names of cards in [brackets]."""
    told = (table.told_at(number, None) for number in range(frame, 0, -1))
    event = next((event for event in told if event is not None), None)
    return event.text if event is not None else "The table is set."


def _moments(table: Table, eyes: str | None) -> list[int]:
    """The frames that this seat or spectator saw; None for all of them.  Raises Refused."""
    every = range(len(table.frames))
    if eyes is None:
        return list(every)
    seats = [str(seat) for seat in range(len(table.names))]
    if eyes not in (WATCH, *seats):
        raise Refused("bad_option", f"There is no seat {eyes[:20]!r}; they are 0 to {len(seats) - 1}, or {WATCH}.")
    seat = None if eyes == WATCH else int(eyes)
    return [frame for frame in every if outbound.sees(table, seat, frame)]


def _picture(table: Table, number: int, eyes: str | None) -> bytes:
    frames = _moments(table, eyes)
    if not 1 <= number <= len(frames):
        raise Refused("not_found", f"There is no moment {number} in this game; they are 1 to {len(frames)}.")
    frame = frames[number - 1]
    sentence = _told(table, frame)
    drawn = Image.new("RGB", SIZE, CLOTH)
    pen = ImageDraw.Draw(drawn)
    pen.ellipse((-200, -260, SIZE[0] + 200, SIZE[1] - 60), fill=LIT)
    _cards(pen, table, sentence)
    pen.text((MARGIN, MARGIN - 14), table.contract.title, fill=GOLD, font=_font("bricolage", TITLE))
    lines = textwrap.wrap(unbracketed(sentence), LINE, max_lines=LINES, placeholder=" …")
    pen.multiline_text((MARGIN, 154), "\n".join(lines), fill=PAPER, font=_font("bricolage", SENTENCE), spacing=14)
    pen.text((MARGIN, SEATS), _seats(table, frame), fill=PAPER, font=_font("atkinson", SMALL))
    below = f"{table.standing.summary} · moment {number} of {len(frames)}"
    pen.text((MARGIN, SIZE[1] - MARGIN), below, fill=SOFT, font=_font("atkinson", SMALL), anchor="ls")
    file = io.BytesIO()
    drawn.save(file, "PNG", optimize=True)
    return file.getvalue()


def _seats(table: Table, frame: int) -> str:
    """Who sits at the table, with the scores of this moment where there are any."""
    scores = () if table.contract.sides else table.at(frame).standing.scores
    told = (f"{name} {score}".strip() for name, score in zip_longest(table.names, scores, fillvalue=""))
    return textwrap.shorten(" · ".join(told), 56, placeholder=" …")


def _cards(pen: ImageDraw.ImageDraw, table: Table, sentence: str) -> None:
    """Draw the cards that this sentence names."""
    known = {card.name: card for card in table.contract.cards()}
    named = [known[name] for name in dict.fromkeys(re.findall(r"\[(.+?)\]", sentence)) if name in known]
    shown = named[:MOST_CARDS]
    right, top = SIZE[0] - MARGIN - CARD[0], 80
    for place, card in enumerate(shown):
        _card_face(pen, right - FAN * (len(shown) - 1 - place), top, card)


def _card_face(pen: ImageDraw.ImageDraw, x: int, y: int, card: Card) -> None:
    """Draw a card in its suit's colour: its number, or its name."""
    width, height = CARD
    pen.rounded_rectangle((x - 4, y - 4, x + width + 4, y + height + 4), 24, fill=CLOTH)
    pen.rounded_rectangle((x, y, x + width, y + height), 20, fill=PAPER)
    pen.rounded_rectangle((x + 16, y + 16, x + width - 16, y + height - 16), 12, fill=colour_of(card.group))
    if card.value is not None:
        pen.text((x + 34, y + 26), str(card.value), fill=PAPER, font=_font("bricolage", TITLE))
    name = "\n".join(textwrap.wrap(card.name, 8, break_long_words=False))
    middle = (x + width // 2, y + height // 2)
    pen.multiline_text(
        middle,
        name,
        fill=PAPER,
        font=_font("bricolage", NAME if len(card.name) < 24 else SMALL),
        anchor="mm",
        align="center",
    )


def colour_of(suit: str) -> tuple[int, ...] | str:
    """The colour that a suit is called after, as dark as print; that of the cloth for any other name."""
    try:
        return tuple(part * 2 // 3 for part in ImageColor.getrgb(suit.lower())[:3])
    except ValueError:
        return CLOTH


@functools.lru_cache(maxsize=8)
def _font(name: str, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """One of the page's fonts, or the library's own if the page is not built."""
    for file in sorted((page.STATIC / "assets").glob(f"{name}*.woff2")):
        return ImageFont.truetype(file, size)
    return ImageFont.load_default(size)
