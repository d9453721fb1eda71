"""What happened, as whoever had a part in it is told: "You take 2 diamonds", not "Mira takes 2 diamonds"."""

from __future__ import annotations

import re
from collections.abc import Sequence

ME = "\ue000"  # stands for their name while a sentence is made, so that no other word is taken for it

_PARTS = re.compile(r"(?<=[.:!?] )")
_VERB = re.compile(rf"(?<={ME} )[a-z]+")
# What the same subject does besides; lists of things have no comma before their "and".
_MORE = re.compile(r"(?<=, and )[a-z]+|(?<=\] and )[a-z]+|(?<=, )(?!and )[a-z]+")
_IRREGULAR = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}
_LONGER = re.compile(r"(?<=ss|sh|ch)es$|(?<=x)es$")


def names_for(names: Sequence[str], seat: int | None) -> Sequence[str]:
    """These names, for sentences that are told to this seat."""
    return names if seat is None else [ME if at == seat else name for at, name in enumerate(names)]


def to_you(text: str) -> str:
    """A sentence that was made with `names_for`."""
    if ME not in text:
        return text
    parts = _PARTS.split(text)
    return "".join(_told(part, i == 0 or parts[i - 1][-2] != ":") for i, part in enumerate(parts))


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
