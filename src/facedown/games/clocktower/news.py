"""What has just happened, as each seat is told it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from facedown.core.kept import kept_list
from facedown.games.clocktower.position import Picture
from facedown.games.clocktower.sentences import said
from facedown.games.clocktower.speech.addressed import speaks_of
from facedown.games.clocktower.speech.statements import Spoken
from facedown.games.clocktower.state import News


class Happened(msgspec.Struct, frozen=True):
    """What has just happened, as far as the one who has this view is told."""

    kind: str
    text: str
    seat: int | None
    about: tuple[int, ...] = ()  # of whom it speaks, where it is said aloud


# What was put into words last: every seat is told the same.
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
    # Who is told something is not to learn from it how many others are: a Demon's Minions are shown to all Demons.
    spoken = news.args[-1] if news.kind == "says" else None
    about = speaks_of(spoken, names) if isinstance(spoken, Spoken) else ()
    return Happened(news.kind, text, seat if news.kind == "told" and not told else news.seat, about)
