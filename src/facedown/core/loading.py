"""Why a game's folder could not be imported, in one line: where it is wrong, what is wrong, and the mend."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterable
from pathlib import Path

from facedown.core.errors import GameError
from facedown.core.spelling import did_you_mean

SHOWN_IN = "docs/add-a-game.md shows a whole game"


def not_imported(error: Exception, package: str, folder: Path) -> GameError:
    """The error to raise in place of one that came up while the package of a game in this folder was imported."""
    return GameError(f"{_place(error, folder)}: {_what(error, package, folder)}")


def _what(error: Exception, package: str, folder: Path) -> str:
    if isinstance(error, SyntaxError):
        line = (error.text or "").strip()
        return f"{error.msg}: {line}" if line else str(error.msg)
    if isinstance(error, ModuleNotFoundError):
        return _no_module(error, package, folder)
    if isinstance(error, ImportError) and (name := _name_not_found(error)):
        return _no_name(name, error.name or "", package, folder)
    return f"{type(error).__name__}: {error}"


def _no_module(error: ModuleNotFoundError, package: str, folder: Path) -> str:
    name = error.name or ""
    if name.startswith(f"{package}."):
        return _no_file(name.removeprefix(f"{package}."), folder)
    return f"there is no module {name}; install it, or correct its name"


def _no_name(name: str, module: str, package: str, folder: Path) -> str:
    """What an `import` says of a name that its module lacks; a package may lack the file of that name."""
    if module == package and not (folder / f"{name}.py").exists():
        return _no_file(name, folder)
    known = [known for known in vars(sys.modules[module]) if known[0] != "_"] if module in sys.modules else []
    return f"{module} has no `{name}`{did_you_mean(name, known)}"


def _no_file(name: str, folder: Path) -> str:
    there = sorted(file.stem for file in folder.glob("*.py") if file.stem != "__init__")
    return f"the game has no {name}.py{did_you_mean(name, there) or f'; write it: {SHOWN_IN}'}"


def _name_not_found(error: ImportError) -> str:
    """The name that was to be imported from a module."""
    found = str(error).partition("cannot import name '")[2]
    return found.partition("'")[0]


def _place(error: Exception, folder: Path) -> str:
    """The file and the line of the game in which it came up."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}:{error.lineno}"
    return _last_of(traceback.extract_tb(error.__traceback__), folder)


def _last_of(frames: Iterable[traceback.FrameSummary], folder: Path) -> str:
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(folder)]
    return f"{own[-1].filename}:{own[-1].lineno}" if own else str(folder)
