"""The games, one folder each, found by looking: a new folder whose `__init__.py` has a `GAME` is a new game."""

from __future__ import annotations

import functools
import importlib
import pkgutil

from facedown.core.errors import UnknownGame
from facedown.core.game import Game
from facedown.core.spelling import did_you_mean, quote


@functools.cache
def _found() -> dict[str, Game]:
    folders = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)
    modules = [importlib.import_module(f"{__name__}.{folder}") for folder in folders]
    return {module.GAME.id: module.GAME for module in modules if hasattr(module, "GAME")}


def games() -> tuple[str, ...]:
    """The ids of all games that are here."""
    return tuple(_found())


def game(name: str) -> Game:
    """The game with this id.  Raises UnknownGame."""
    found = _found()
    if name in found:
        return found[name]
    mend = did_you_mean(str(name), found) or f"; there are: {', '.join(found)}"
    raise UnknownGame(f"there is no game {quote(str(name))}{mend}")
