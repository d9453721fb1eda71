"""Words that are no move of Clocktower: what they may be meant for, or else what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from facedown.core.errors import Illegal
from facedown.core.game import Move
from facedown.core.spelling import fold, nearest, quote
from facedown.core.wrong_words import FEW, NEAR, SMALL, almost, examples, near
from facedown.games.clocktower.moves import Answer, Meaning, act_of
from facedown.games.clocktower.names import Lexicon, Unknown
from facedown.games.clocktower.notation import (
    BETWEEN,
    BY_HAND,
    LITERAL,
    NAMING,
    QUOTE,
    TO_ALL,
    WITH_WORDS,
    move,
    own_verbs,
    readings,
)
from facedown.games.clocktower.questions import PAUSE
from facedown.games.clocktower.views import View

SHORT = 2  # letters of a word that no verb is known by
VERBS = frozenset(
    word
    for form in ("say", "use", "done", "first", *NAMING, *own_verbs(), *TO_ALL, *(form for _, form in BY_HAND))
    for word in form.split()
    if "{" not in word and len(word) > SHORT
)
LONGEST_HEAD = 6  # words before those that are missing their quotes
SEVERAL = re.compile(r"\s*,\s*|\s+and\s+", re.I)


class Now(NamedTuple):
    """What the one who wrote the words sees, and may do."""

    names: Lexicon
    view: View
    legal: Sequence[Move]
    by_hand: Sequence[Move]  # what they may have meant beside that
    may: Callable[[Move], bool]
    why: Callable[[Move], str]  # a move is not allowed

    @property
    def on_the_floor(self) -> bool:
        return self.view.question is not None and self.view.question.floor


def refused(words: str, unknown: Unknown, now: Now) -> Illegal:
    """The refusal of these words; what it suggests is allowed now."""
    said, wanted = f"{quote(words.strip())} is not a move of Clocktower", unknown.words.strip()
    joined = [one for one in _read(words.replace(",", " and "), now.names) if "," in words and now.may(one)]
    if not joined and len(parts := SEVERAL.split(wanted)) > 1 and all(map(now.names.knows, parts)):
        return Illegal(f"{quote(wanted)} is several answers; give one at a time")
    done = [*joined, *_with_verb_mended(words, now)]
    if (meant := next(filter(now.may, [*_named(words, unknown, now), *done]), None)) is not None:
        return Illegal(f"{said}; did you mean {meant.text!r}?")
    if done and (now.by_hand or now.on_the_floor):
        return Illegal(f"{said}, and {done[0].text!r} is not legal now: {now.why(done[0])}")
    if now.on_the_floor and fold(words).startswith("nominate ") and not now.view.nominating:
        return Illegal(f"{unknown.what}, and nominations are not open")
    if now.view.storyteller and (form := next(_forms_of(words), "")):
        return Illegal(f"{unknown.what}; its form is: {form}")
    return Illegal(f"{unknown.what}{_asked(words, now)}")


def _forms_of(words: str) -> Iterator[str]:
    """How what is done by hand with the verb in these words is written."""
    for verb, form in BY_HAND:
        if {*verb.split()} <= {*fold(words).split()}:
            about = LITERAL.get(verb, "NAME" if verb in BETWEEN else "CHARACTER")
            blanks = {"who": "NAME", "about": about, "side": "", "shown": "", "shows": ""}
            yield form.format(**blanks).strip() + (' "..."' if verb in WITH_WORDS else "")


def _asked(words: str, now: Now) -> str:
    """What is asked, with its answers where they are few, as the end of a sentence."""
    question = now.view.question
    if question is None:
        return f"; {now_possible}" if (now_possible := examples(now.legal, words)) else ""
    possible = examples((one for one in now.legal if QUOTE not in one.text), words)
    if question.floor or question.topic == PAUSE:
        return f"; {possible}"
    if question.free_text or len(now.legal) > FEW:
        return f"; you are asked: {question.text}" + (f" ({possible})" if possible else "")
    return f"; you are asked: {question.text} ({' or '.join(f'`{one.text}`' for one in now.legal)})"


def _named(words: str, unknown: Unknown, now: Now) -> Iterator[Move]:
    """The moves that the words may be meant for if a name, a small word or quotes are missing or misspelt."""
    yield from (one for one in (near(words, now.legal), almost(words, now.legal)) if one is not None)
    if unknown.near is not None:
        yield from _read(words.replace(unknown.words.strip(), unknown.near), now.names)
    yield from _with_quotes(words, now.names)
    head, quoted, said = words.partition(QUOTE)
    without_small = [word for word in head.split() if word not in (*SMALL, "be")]
    yield from _read(" ".join([*without_small, quoted + said]), now.names)


def _with_verb_mended(words: str, now: Now) -> Iterator[Move]:
    """The moves with another verb that comes near."""
    if (meant := near(words, now.by_hand)) is not None:
        yield meant
    head, quoted, said = words.partition(QUOTE)
    parts = head.split()
    for place, word in enumerate(parts[:LONGEST_HEAD]):
        verb = nearest(word, VERBS, NEAR) if len(word) > SHORT else None
        if verb is not None and verb != fold(word):
            mended = " ".join([*parts[:place], verb, *parts[place + 1 :], quoted + said]).strip()
            yield from (one for one in _read(mended, now.names) if not isinstance(act_of(one), Answer))
            yield from _with_quotes(mended, now.names)


def _read(words: str, names: Lexicon) -> Iterator[Move]:
    """The moves that these words may be; none if they are no move."""
    try:
        acts: list[Meaning] = [*readings(words, names)]
    except Illegal:
        return
    yield from (move(act, names) for act in acts)


def _with_quotes(words: str, names: Lexicon) -> Iterator[Move]:
    """The move with what is said between quotes, which were left out."""
    parts = words.split()
    if QUOTE not in words:
        for length in range(min(len(parts) - 1, LONGEST_HEAD), 1, -1):
            if fold(parts[length]) != "and":
                yield from _read(f'{" ".join(parts[:length])} "{" ".join(parts[length:])}"', names)
