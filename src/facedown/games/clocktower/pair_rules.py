"""Rules of two characters together (jinxes), as abilities that belong to nobody.

What each says is in `facts/jinxes.csv`; what they do stands in `characters/jinxes.py` and `jinxes_of_demons.py`.
"""

from __future__ import annotations

from typing import ClassVar

from facedown.games.clocktower.moments import Fabled
from facedown.games.clocktower.script import Script

KEPT: dict[tuple[str, str, str], PairRule] = {}  # by the two, and the version of the rules where it differs


class PairRule(Fabled, abstract=True):
    """A rule of two characters; the same of several pairs, where it is the same rule."""

    pairs: ClassVar[tuple[tuple[str, str], ...]] = ()
    acts_at_b: ClassVar[bool] = False  # it has its turn in the night where its second character has

    def __init__(self, a: str, b: str) -> None:
        self.a, self.b = a, b

    def __init_subclass__(cls, version: str = "", **rest: object) -> None:
        super().__init_subclass__(abstract=True, **rest)
        cls.version = version
        KEPT.update({(*pair, version): cls(*pair) for pair in cls.pairs})

    def __reduce__(self) -> tuple[object, ...]:
        return kept, (self.a, self.b, self.version)

    @property
    def place(self) -> str | None:
        """The place in the night where it acts."""
        return self.b if self.acts_at_b else None


def kept(a: str, b: str, version: str) -> PairRule:
    """The jinx of two characters that the rules keep, by this version of them."""
    return KEPT[a, b, version]


def kept_on(script: Script) -> list[PairRule]:
    """The jinxes of a script that the rules keep."""
    found = (KEPT.get((j.a, j.b, j.version)) or KEPT.get((j.a, j.b, "")) for j in script.jinxes)
    return [jinx for jinx in found if jinx is not None]
