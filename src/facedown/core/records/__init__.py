"""The text record: a game written down as people would, read back, replayed and checked.

The format is described in docs/records.md.  `text` takes lines apart, `reading` turns them into a table,
`expectations` and `seeing` say whether the table is as the record says, `writing` is the way back.
"""

from __future__ import annotations

from facedown.core.record.write import write
from facedown.core.records.reading import FindGame, Problem, check, read, rules_named

__all__ = ["FindGame", "Problem", "check", "read", "rules_named", "write"]
