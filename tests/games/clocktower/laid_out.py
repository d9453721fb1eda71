"""Towns in which the tokens, or some of them, are laid out."""

from __future__ import annotations

import facedown
from facedown.core.table import Table
from facedown.games.clocktower.position import Position
from facedown.games.clocktower.state import State

GAME = facedown.game("clocktower")
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mo", "Nan", "Oz")
TOKENS = "Ann Chef, Bo Monk, Cy Empath, Di Spy, Ed Imp, Flo Saint, Gus Virgin"


def first_day(tokens: str = TOKENS, bluffs: str = "Recluse, Mayor, Slayer", script: str = "Trouble Brewing") -> str:
    """The beginning of a record: seven players, until the first day, with what the Chef and the Empath learn."""
    return (
        f"game: clocktower\nseats: {', '.join(NAMES[:7])}, Storyteller\nscript: {script}\n\ntokens: {tokens}\n"
        + "".join(f"Storyteller: {bluff}\n" for bluff in bluffs.split(", "))
        + "Storyteller: 1\nStoryteller: 0\n"
    )


def town(players: int, seed: object, script: str, tokens: str = "", version: str = "2022") -> Table:
    """A table with these tokens before some of the players."""
    laid = f"tokens: {tokens}\n" if tokens else ""
    return facedown.read(
        f"game: clocktower\nseats: {', '.join(NAMES[:players])}, Storyteller\nseed: {seed}\n"
        f"script: {script}\nrules_version: {version}\n{laid}"
    )


def state_of(table: Table) -> State:
    position: Position = table.position()
    return position.picture.state
