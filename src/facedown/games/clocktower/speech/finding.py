"""What characters find out: what it means, how players tell it to others, and what it could be.

A character declares it (`Character.finds`).  Whoever writes, reads, weighs or makes up a report goes by that alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from facedown.games.clocktower.speech.worlds import Mask, Public, Worlds

Learned: TypeAlias = Mapping[str, Any]  # the parts of a report by name
Parts: TypeAlias = tuple[tuple[str, Any], ...]  # the same as a report has them
Meaning: TypeAlias = Callable[[Worlds, int, int, Learned], Mask | None]  # worlds, who tells it, of which night
Possible: TypeAlias = Callable[[Public, int, int], Iterable[Parts]]  # town, who would tell it, of which night


class WasTold(Protocol):
    """What a player was told."""

    @property
    def args(self) -> tuple[Any, ...]: ...
    @property
    def report(self) -> Any: ...


class Finding(NamedTuple):
    """What a character finds out.  `holds` None: one of the players named is one of the characters named."""

    holds: Meaning | None = None  # where it is so
    needs: str = ""  # the part of the report without which that cannot be said
    nights: Literal["", "first", "other", "every"] = ""  # on which nights whoever makes it up has to give one
    possible: Possible | None = None  # what it could be then
    words: Mapping[str, str] = {}  # how it is said, by its parts; as of `english.FORMS`
    number: str = "count"  # what the part is called that is a number
    truth: str = "yes"  # ... that is a yes or a no
    word: str = "side"  # ... that is a word
    of_all: bool = False  # it is about everybody, and so a reason against nobody
    of_claims: bool = False  # it goes by what those claim to be whom it names
    of_sayings: bool = False  # it is about what was said: it changes when more is said
    stated: Callable[[WasTold], Any] | None = None  # the statement that it is, where it is no report


NOTHING = Finding()
