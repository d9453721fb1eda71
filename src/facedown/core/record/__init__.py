"""The text record: a game written down, read back, replayed and checked.

The format is described in docs/records.md.  `parser` takes a text apart, `replay` plays it on a table, `checks`
says whether the table is as the record says.  The
way back, from a table to text, is `facedown.core.writing`.
"""

from __future__ import annotations

from facedown.core.record.parser import FindGame, cautions, parse, rules_named
from facedown.core.record.replay import Noted, Problem, Reached, Replay, check, read
from facedown.core.writing import write

__all__ = [
    "FindGame",
    "Noted",
    "Problem",
    "Reached",
    "Replay",
    "cautions",
    "check",
    "parse",
    "read",
    "rules_named",
    "write",
]
