"""The games, one folder each, found by looking: a new folder whose `__init__.py` has a `GAME` is a new game.

They lie here, or in a folder of your own that the environment variable FACEDOWN_GAMES names (several are separated
as in PATH).  Wherever it lies, the game in the folder `liars_dice` is the package `facedown.games.liars_dice`.
"""

from __future__ import annotations

import functools
import importlib
import os
import pkgutil
from pathlib import Path

from facedown.core.cards_file import text_of_cards
from facedown.core.errors import UnknownGame
from facedown.core.game import Game
from facedown.core.spelling import did_you_mean, quote

__path__.extend(folder for folder in os.environ.get("FACEDOWN_GAMES", "").split(os.pathsep) if folder)


@functools.cache
def _found_in(*places: str) -> dict[str, Game]:
    folders = sorted(module.name for module in pkgutil.iter_modules(places) if module.ispkg)
    modules = [importlib.import_module(f"{__name__}.{folder}") for folder in folders]
    return {module.GAME.id: module.GAME for module in modules if hasattr(module, "GAME")}


def games() -> tuple[str, ...]:
    """The ids of all games that are here."""
    return tuple(_found_in(*__path__))


def game(name: str, *, cards: str | Path | None = None) -> Game:
    """The game with this id; with `cards`, a cards file or its text, played with those instead of its own.

    Raises UnknownGame, CardsError, and BadOption where the file cannot be read.
    """
    found = _found_in(*__path__)
    if name in found:
        return found[name] if cards is None else found[name].with_cards(text_of_cards(cards))
    mend = did_you_mean(str(name), found) or f"; there are: {', '.join(found)}"
    raise UnknownGame(f"there is no game {quote(str(name))}{mend}")
