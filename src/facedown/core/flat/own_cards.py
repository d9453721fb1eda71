"""Loading a game a second time with other cards: the same modules under another name, with another cards file.

To a game's modules their cards are constants, which they may use anywhere (names, numbers, tables made of them).
A second set of cards therefore needs a second set of modules: `facedown.games.gotcha__own1.rules` is loaded from
the file of `facedown.games.gotcha.rules`, with `facedown.games.gotcha` replaced by `facedown.games.gotcha__own1`.
"""

from __future__ import annotations

import ast
import importlib
import sys
import threading
import types
import weakref
from collections import OrderedDict
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from typing import Any

from facedown.core.cards_file import IN_MACHINE_CODE, MARK, OWN

RECENT = 4  # sets that stay although nobody uses them, because the same file is often read again

_loading = threading.Lock()
_numbers: dict[str, int] = {}  # of the last set of each package; no number is given twice
_games: weakref.WeakValueDictionary[tuple[str, str], Any] = weakref.WeakValueDictionary()  # by package and text
_recent: OrderedDict[tuple[str, str], object] = OrderedDict()
_in_machine_code: dict[str, object] = {}  # games that stay, by package


def with_own_cards(package: str, text: str) -> Any:
    """Load a game with the cards that `text`, a cards file in TOML, describes.  Raises CardsError.

    Equal texts give the same game.  When nobody uses it any more, it is dropped with all of its modules, except for
    the last few, and for those for which there is machine code, which cannot be unloaded.
    """
    key = package, text
    with _loading:
        game = _games.get(key)
        if game is None:
            game = _games[key] = _loaded(package, text)
        _recent[key] = game
        _recent.move_to_end(key)
        if len(_recent) > RECENT:
            _, unused = _recent.popitem(last=False)
            del unused
        return game


def _loaded(package: str, text: str) -> object:
    if not any(isinstance(finder, _SetsOfOwnCards) for finder in sys.meta_path):
        sys.meta_path.insert(0, _SetsOfOwnCards())
    number = _numbers.get(package, 0) + 1
    twin = f"{package}{MARK}{number}"
    OWN[twin] = text
    try:
        module: Any = importlib.import_module(twin)
    except BaseException:
        _drop(twin)
        raise
    _numbers[package] = number
    game: object = module.GAME
    del module.GAME  # so that only those who use it keep it
    there = weakref.ref(game)
    IN_MACHINE_CODE[twin] = lambda: _in_machine_code.setdefault(twin, there())
    weakref.finalize(game, _drop, twin).atexit = False
    return game


def _drop(twin: str) -> None:
    """Forget the modules of a set, which then go with the last function that somebody still has."""
    OWN.pop(twin, None)
    IN_MACHINE_CODE.pop(twin, None)
    for name in [name for name in tuple(sys.modules) if name == twin or name.startswith(twin + ".")]:
        del sys.modules[name]
    folder, _, name = twin.rpartition(".")
    vars(sys.modules[folder]).pop(name, None)


class _SetsOfOwnCards(MetaPathFinder):
    """Finds the modules of games with own cards: the files of the game itself."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        twin = next((twin for twin in tuple(OWN) if fullname == twin or fullname.startswith(f"{twin}.")), None)
        if twin is None:
            return None
        package = twin.rpartition(MARK)[0]
        there = find_spec(package + fullname.removeprefix(twin))
        if there is None or there.origin is None:
            return None
        loader = _WithOwnCards(fullname, there.origin)
        loader.package, loader.twin = package, twin
        return spec_from_file_location(
            fullname,
            there.origin,
            loader=loader,
            submodule_search_locations=there.submodule_search_locations,
        )


class _WithOwnCards(SourceFileLoader):
    """Loads a module of a game so that it imports the other modules of the same set."""

    package: str
    twin: str

    def get_code(self, fullname: str) -> types.CodeType:
        """Compile the source, because the cached bytecode is that of the original module."""
        tree = ast.parse(self.get_data(self.path), self.path)
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and f"{node.module}.".startswith(f"{self.package}."):
                node.module = self.twin + str(node.module).removeprefix(self.package)
        code: types.CodeType = compile(tree, self.path, "exec", dont_inherit=True)
        return code
