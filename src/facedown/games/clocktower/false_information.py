"""False or unreliable information that players got, night by night, and why; shown when the game is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.state import Player, State, Told


class Misled(msgspec.Struct, frozen=True):
    """Something false that a player was told, or something true that their ability did not find out."""

    night: int
    day: int
    seat: int
    text: str
    true: bool
    why: str


def account(state: State, names: Sequence[str], in_words: Callable[[Told], str]) -> tuple[Misled, ...]:
    """All false information, and all that was true by luck, in the order in which it was told."""
    told = [(one, player) for player in state.players for one in player.told if one.report is not None]
    told.sort(key=lambda pair: (pair[0].night, pair[0].day))
    return tuple(
        Misled(one.night, one.day, player.seat, in_words(one), one.true, _why(one, player, names))
        for one, player in told
        if one.impaired or not one.true
    )


def _why(told: Told, player: Player, names: Sequence[str]) -> str:
    """Who poisoned them or made them drunk, or that somebody registered as something else."""
    name = names[player.seat]
    if told.weakened:
        word, by, character = told.weakened
        return f"{name} was {word}, because of the {FACTS[character].name}, {names[by]}."
    if told.impaired and player.shown is not None:
        return f"{name} was the {player.character.name} and believed they were the {player.shown.name}."
    if told.impaired:
        return f"{name} was drunk or poisoned."
    return "Somebody registered as something else, or an ability made it false."
