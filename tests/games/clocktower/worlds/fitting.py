"""Whether a deal is one of the worlds of a town that is described in a line."""

from __future__ import annotations

from typing import Any

from facedown.games.clocktower.worlds.layouts import layouts
from facedown.games.clocktower.worlds.puzzle import puzzle
from facedown.games.clocktower.worlds.screen import Screen, survivors
from facedown.games.clocktower.worlds.solve import play
from facedown.games.clocktower.worlds.town import Town

FIRST_DAY = {"when": "D1", "type": "nomination", "seat": 0, "nominator": 1}
LAST_DAY = {"when": "D3", "type": "nomination", "seat": 0, "nominator": 1}


def fits(dealt: str, claims: str, **known: Any) -> bool:
    """Whether this deal is one of the town's worlds."""
    roles = tuple(dealt.split())
    script = [*roles, *claims.split()]
    town = puzzle({"claims": claims.split(), "unclaimed_on_script": script, **known})
    for batch in layouts(town, roles):
        rows = [tuple(batch.roles[number] for number in row) for row in batch.table.tolist()]
        if roles in rows:
            outsiders = int(batch.outsiders[rows.index(roles)])
            return bool(play(Town(town, town.reports, town.events), roles, outsiders))
    return False


def ruled_out(dealt: str, claims: str, **known: Any) -> bool:
    """Whether this deal is ruled out by arithmetic, before it is played."""
    roles = tuple(dealt.split())
    town = puzzle({"claims": claims.split(), "unclaimed_on_script": [*roles, *claims.split(), "witch"], **known})
    for batch in layouts(town, roles):
        rows = [tuple(batch.roles[number] for number in row) for row in batch.table.tolist()]
        if roles in rows:
            return not survivors(Town(town, town.reports, town.events), Screen(batch))[rows.index(roles)]
    raise AssertionError


def maid(when: str, count: int) -> dict[str, Any]:
    return {"when": when, "by": "chambermaid", "seat": 1, "pair": [0, 3], "count": count}
