"""What happened, as whoever had a part in it is told: "You take 2 diamonds", not "Mira takes 2 diamonds"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Protocol, TypeVar

from msgspec.structs import replace

from facedown.core.game import Event

ME = "\ue000"  # stands for their name while a sentence is made, so that no other word is taken for it
OTHERS = 0xE001  # from here on each seat's name has such a sign

_PARTS = re.compile(r"(?<=[.:!?] )")
_VERB = re.compile(rf"(?<={ME} )[a-z]+")
# What the same subject does besides; lists of things have no comma before their "and".
_MORE = re.compile(r"(?<=, and )[a-z]+|(?<=\] and )[a-z]+|(?<=, )(?!and )[a-z]+")
_IRREGULAR = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}
_LONGER = re.compile(r"(?<=ss|sh|ch)es$|(?<=x)es$")


class Seen(Protocol):
    """What is seen from a seat; None for whoever watches."""

    @property
    def seat(self) -> int | None: ...


V = TypeVar("V", bound=Seen, contravariant=True)
C = TypeVar("C", contravariant=True)


class Tell(Protocol[V, C]):
    def __call__(self, v: V, names: Sequence[str], c: C) -> Event | None: ...


def in_second_person(tell: Tell[V, C]) -> Tell[V, C]:
    """Makes what this function tells of somebody's own part speak to them."""

    def told(v: V, names: Sequence[str], c: C) -> Event | None:
        if v.seat is None:
            return tell(v, names, c)
        event = tell(v, signs(len(names), v.seat), c)
        return None if event is None else replace(event, text=to_you(event.text, names))

    return told


@lru_cache(maxsize=512)
def signs(seats: int, seat: int) -> tuple[str, ...]:
    """Signs in place of names, for sentences that are told to this seat."""
    return tuple(ME if at == seat else chr(OTHERS + at) for at in range(seats))


@lru_cache(maxsize=512)
def _names_by_sign(names: tuple[str, ...]) -> Mapping[int, str]:
    return {OTHERS + at: name for at, name in enumerate(names)}


def to_you(text: str, names: Sequence[str]) -> str:
    """A sentence that was made with `signs`."""
    if ME in text:
        parts = _PARTS.split(text)
        text = "".join(_told(part, i == 0 or parts[i - 1][-2] != ":") for i, part in enumerate(parts))
    return text.translate(_names_by_sign(tuple(names)))


def _told(part: str, begins: bool) -> str:
    ours = part.startswith(ME) and not part.startswith((f"{ME}'s", f"{ME} and "))
    part = _VERB.sub(_said, part)
    if ours:
        part = re.sub(r"\btheir\b", "your", _MORE.sub(_said, part))
    if begins and part.startswith(ME):
        part = ("Your" + part[len(ME) + 2 :]) if part.startswith(f"{ME}'s") else "You" + part[len(ME) :]
    return part.replace(f"{ME}'s", "your").replace(ME, "you")


def _said(found: re.Match[str]) -> str:
    verb = found[0]
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    shorter = _LONGER.sub("", verb)
    return shorter if shorter != verb or not verb.endswith("s") else verb[:-1]
