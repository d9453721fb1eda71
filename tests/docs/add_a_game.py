"""The game that docs/add-a-game.md prints, file by file."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
FILES = {name: text for name, _, text in re.findall(r"^### `([\w.]+)`\n\n(`{3,})\w+\n(.*?)^\2$", PAGE, re.M | re.S)}
ID = "liars-dice"
PACKAGE = "facedown.games.liars_dice"

_imported: dict[Path, dict[str, ModuleType]] = {}  # the modules of each folder that was listed


def written(folder: Path) -> Path:
    """The same folder, which now holds the game."""
    (folder / "liars_dice").mkdir()
    for name, text in FILES.items():
        (folder / "liars_dice" / name).write_text(text, encoding="utf-8")
    return folder


@contextmanager
def listed(folder: Path) -> Iterator[None]:
    """The games of this folder are found beside the others, meanwhile."""
    places = importlib.import_module("facedown.games").__path__  # which FACEDOWN_GAMES extends when it is imported
    places.append(str(folder))
    importlib.invalidate_caches()
    sys.modules.update(_imported.get(folder, {}))  # a game that was found here before is found again as it was
    yield
    places.remove(str(folder))
    names = [name for name in sys.modules if name.startswith(PACKAGE)]
    _imported[folder] = {name: sys.modules.pop(name) for name in names}
