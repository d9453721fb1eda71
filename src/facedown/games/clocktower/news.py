"""What has just happened, as each seat is told it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from facedown.core.kept import kept_list
from facedown.core.values import Event
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.position import Picture
from facedown.games.clocktower.sentences import said
from facedown.games.clocktower.speech.addressed import speaks_of
from facedown.games.clocktower.speech.statements import Report, Spoken
from facedown.games.clocktower.state import News


class Happened(msgspec.Struct, frozen=True):
    """What has just happened, as far as the one who has this view is told."""

    kind: str
    text: str
    seat: int | None
    about: tuple[int, ...] = ()  # of whom it speaks, where it is said aloud
    claims: str | None = None  # which character its player says that they are


class SaidAloud(Event, frozen=True, kw_only=True):
    """Something said to everybody; `about` and `claims` as above."""

    about: tuple[int, ...]
    claims: str | None


# The news that were put into words last, kept because every seat is told the same words.
_latest: list[tuple[News, tuple[str, ...], str]] = kept_list()


def _text_of(news: News, names: tuple[str, ...]) -> str:
    for known, called, text in _latest:
        if known is news and called == names:
            return text
    text = said(news.words, news.args, names)
    _latest[:] = [(news, names, text)]
    return text


def happened(picture: Picture, seat: int | None, names: Sequence[str]) -> Happened | None:
    """What has just happened, as far as this seat is told."""
    news, told = picture.news, seat == picture.state.storyteller
    if news is None or not (news.to is None or told or seat in news.to):
        return None
    text = _text_of(news, tuple(names))
    if told and news.to is not None and news.kind in ("told", "deal"):
        text = f"Told {said('{0}', (tuple(sorted(news.to)),), names, seats=True)}: {text}"
    # Nobody may learn from what they are told how many others are told it: all Demons are shown a Demon's Minions.
    about, claims = _meaning(news, names)
    return Happened(news.kind, text, seat if news.kind == "told" and not told else news.seat, about, claims)


def _meaning(news: News, names: Sequence[str]) -> tuple[tuple[int, ...], str | None]:
    """Of whom somebody speaks aloud, and who they say that they are."""
    said = news.args[-1] if news.kind in ("says", "claims") else None
    if isinstance(said, Spoken):
        return speaks_of(said, names), next((one.by for one in said.said.says if isinstance(one, Report)), None)
    return (), said.id if isinstance(said, Character) else None
