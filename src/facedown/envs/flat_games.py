"""Games whose positions are records, as environments need them."""

from __future__ import annotations

from facedown.core.errors import BadOption
from facedown.core.flat import FlatGame
from facedown.core.game import Game
from facedown.games import game as game_called


def flat_game(game: Game | str, refusal: str) -> FlatGame:
    """This game, or the game with this id; raises BadOption, "TITLE REFUSAL", if it is not a flat one."""
    found = game_called(game) if isinstance(game, str) else game
    if not isinstance(found, FlatGame):
        raise BadOption(f"{getattr(found, 'title', repr(found))} {refusal}")
    return found
