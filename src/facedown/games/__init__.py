"""The games, one folder each, found by looking: a new folder whose `__init__.py` has a `GAME` is a new game.

They lie here, or in a folder of your own that the environment variable FACEDOWN_GAMES names (several are separated
as in PATH).  Wherever it lies, the game in the folder `liars_dice` is the package `facedown.games.liars_dice`.
"""

from __future__ import annotations

import copyreg
import functools
import importlib
import os
import pickle
import pkgutil
from pathlib import Path
from typing import TYPE_CHECKING, Literal, overload

from facedown.core.cards_file import text_of_cards
from facedown.core.contract import Contract
from facedown.core.errors import FacedownError, GameError, UnknownGame
from facedown.core.game import Game, contract_of
from facedown.core.loading import not_imported
from facedown.core.spelling import did_you_mean, quote, shown

if TYPE_CHECKING:  # what a type checker knows of the games that come with Facedown
    from facedown.core.flat import FlatGame
    from facedown.games import bayou, botch, bots_battleground, clocktower, gotcha

HERE = Path(__file__).parent
__path__.extend(folder for folder in os.environ.get("FACEDOWN_GAMES", "").split(os.pathsep) if folder)


@functools.cache
def _found_in(*places: str) -> dict[str, Game]:
    """The games in these folders by their ids.  Raises GameError if one cannot be loaded."""
    found: dict[str, Game] = {}
    for module in sorted(pkgutil.iter_modules(places), key=lambda module: module.name):
        game = _game_in(module) if module.ispkg else None
        if game is not None and game.id in found:
            raise GameError(f"two games have the id {game.id!r}: give the one in {game.contract.folder} another")
        if game is not None:
            found[game.id] = game
            # They are pickled as what they are found by, and so are others of their classes.
            copyreg.pickle(type(game), lambda one: (_restored, _found_by(one)))
            copyreg.pickle(type(game.contract), lambda one: (_restored_contract, _found_by(one)))
    return found


def _found_by(one: Game | Contract) -> tuple[str, str]:
    """The id, and the text of own cards.  Raises PicklingError for what `game` does not find."""
    found = _found_in(*__path__).get(one.id)
    if not one.own_cards and (found is None or found.contract is not contract_of(one)):
        raise pickle.PicklingError(f"{one.title} cannot be pickled: `facedown.game({one.id!r})` does not find it")
    return one.id, one.own_cards


def _restored(id: str, own_cards: str) -> Game:
    return game(id, cards=own_cards or None)


def _restored_contract(id: str, own_cards: str) -> Contract:
    return _restored(id, own_cards).contract


def _game_in(module: pkgutil.ModuleInfo) -> Game | None:
    """The GAME of a package, None if it has none.  Raises GameError if it cannot be imported."""
    name = f"{__name__}.{module.name}"
    folder = Path(getattr(module.module_finder, "path", "")) / module.name
    try:
        game = getattr(importlib.import_module(name), "GAME", None)
    except FacedownError:
        raise
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and folder.parent == HERE and not _is_ours(error):
            raise  # an extra that is not installed
        raise not_imported(error, name, folder) from error
    if game is not None and not isinstance(game, Game):
        raise GameError(f"{folder}/__init__.py: GAME must be a game, such as a FlatGame, and not {game!r}")
    return game


def _is_ours(error: ModuleNotFoundError) -> bool:
    return (error.name or "").partition(".")[0] == "facedown"


def games() -> tuple[str, ...]:
    """The ids of all games that are here."""
    return tuple(_found_in(*__path__))


@overload
def game(
    name: Literal["bayou-boss"], *, cards: str | Path | None = None
) -> FlatGame[bayou.position.Position, bayou.position.Observation, bayou.words.View]: ...
@overload
def game(
    name: Literal["bots-battleground"], *, cards: str | Path | None = None
) -> FlatGame[
    bots_battleground.position.Position, bots_battleground.position.Observation, bots_battleground.view.View
]: ...
@overload
def game(
    name: Literal["botch"], *, cards: str | Path | None = None
) -> FlatGame[botch.position.Position, botch.position.Observation, botch.view.View]: ...
@overload
def game(
    name: Literal["clocktower"], *, cards: str | Path | None = None
) -> Game[clocktower.position.Position, clocktower.views.View, clocktower.observe.Observation]: ...
@overload
def game(
    name: Literal["gotcha"], *, cards: str | Path | None = None
) -> FlatGame[gotcha.position.Position, gotcha.observe.Observation, gotcha.words.View]: ...
@overload
def game(name: str, *, cards: str | Path | None = None) -> Game: ...
def game(name: str, *, cards: str | Path | None = None) -> Game:
    """The game with this id; with `cards`, a cards file or its text, played with those instead of its own.

    Raises UnknownGame, CardsError, and BadOption if the file cannot be read.
    """
    found = _found_in(*__path__)
    if not isinstance(name, str):
        raise UnknownGame(f"a game is named by text, such as 'gotcha', not by {shown(name)}")
    if name in found:
        return found[name] if cards is None else found[name].with_cards(text_of_cards(cards))
    raise UnknownGame(f"there is no game {quote(name)}{did_you_mean(name, found, 'there are')}")
