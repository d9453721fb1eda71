"""Rules of two characters together (jinxes), as abilities that belong to nobody.

What each says is in `facts/jinxes.csv`; what they do stands in the files `characters/jinxes*.py`.
"""

from __future__ import annotations

from typing import ClassVar

from facedown.games.clocktower.moments import Fabled
from facedown.games.clocktower.script import Script

JINX_RULES: dict[tuple[str, str, str], JinxRule] = {}  # by the two, and the version of the rules where it differs


class JinxRule(Fabled, abstract=True):
    """A rule of two characters; the same of several pairs, where it is the same rule."""

    pairs: ClassVar[tuple[tuple[str, str], ...]] = ()
    acts_at_b: ClassVar[bool] = False  # it has its turn in the night where its second character has

    def __init__(self, a: str, b: str) -> None:
        self.a, self.b = a, b

    def __init_subclass__(cls, version: str = "", **rest: object) -> None:
        super().__init_subclass__(abstract=True, **rest)
        cls.version = version
        JINX_RULES.update({(*pair, version): cls(*pair) for pair in cls.pairs})

    def __reduce__(self) -> tuple[object, ...]:
        return jinx_rule, (self.a, self.b, self.version)

    @property
    def place(self) -> str | None:
        """The place in the night where it acts."""
        return self.b if self.acts_at_b else None


def jinx_rule(a: str, b: str, version: str) -> JinxRule:
    """The jinx of two characters that the rules keep, by this version of them."""
    return JINX_RULES[a, b, version]


def jinx_rules_on(script: Script) -> list[JinxRule]:
    """The jinxes of a script that the rules keep."""
    found = (JINX_RULES.get((j.a, j.b, j.version)) or JINX_RULES.get((j.a, j.b, "")) for j in script.jinxes)
    return [jinx for jinx in found if jinx is not None]
