"""Loading a game a second time with other cards: the same modules under another name, with another cards file.

To a game's modules their cards are constants, which they may use anywhere (names, numbers, tables made of them).
A second set of cards therefore needs a second set of modules: `facedown.games.gotcha__own1.rules` is loaded from
the file of `facedown.games.gotcha.rules`, with `facedown.games.gotcha` replaced by `facedown.games.gotcha__own1`.
"""

from __future__ import annotations

import ast
import functools
import importlib
import sys
import threading
import types
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location

from facedown.core.cards_file import MARK, OWN

_loading = threading.Lock()


@functools.cache
def with_own_cards(package: str, text: str) -> types.ModuleType:
    """Load the package of a game with the cards that `text`, a cards file in TOML, describes.  Raises CardsError.

    Equal texts give the same package, which stays loaded as long as the program runs.
    """
    with _loading:
        if not any(isinstance(finder, _SetsOfOwnCards) for finder in sys.meta_path):
            sys.meta_path.insert(0, _SetsOfOwnCards())
        number = 1 + sum(other.startswith(package + MARK) for other in OWN)
        twin = f"{package}{MARK}{number}"
        OWN[twin] = text
        try:
            return importlib.import_module(twin)
        except BaseException:
            del OWN[twin]
            for name in [name for name in sys.modules if name == twin or name.startswith(twin + ".")]:
                del sys.modules[name]
            raise


class _SetsOfOwnCards(MetaPathFinder):
    """Finds the modules of games with own cards: the files of the game itself."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        twin = next((twin for twin in OWN if fullname == twin or fullname.startswith(f"{twin}.")), None)
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
