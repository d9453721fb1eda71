"""What happened, as whoever had a part in it is told: "You take 2 diamonds", not "Mira takes 2 diamonds"."""

from __future__ import annotations

import re
from collections.abc import Sequence
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
        event = tell(v, names_for(names, v.seat), c)
        return event if event is None or v.seat is None else replace(event, text=to_you(event.text, names))

    return told


def names_for(names: Sequence[str], seat: int | None) -> Sequence[str]:
    """Signs in place of these names, for sentences that are told to this seat."""
    return names if seat is None else [ME if at == seat else chr(OTHERS + at) for at in range(len(names))]


def to_you(text: str, names: Sequence[str]) -> str:
    """A sentence that was made with `names_for`."""
    if ME in text:
        parts = _PARTS.split(text)
        text = "".join(_told(part, i == 0 or parts[i - 1][-2] != ":") for i, part in enumerate(parts))
    return text.translate({OTHERS + at: name for at, name in enumerate(names)})


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
