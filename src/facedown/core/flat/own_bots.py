"""What is wrong with a bot of the user's own, in one line: where in its file, and why."""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable
from pathlib import Path
from types import CodeType

import numpy as np

from facedown.core.compiling import compiled, entry
from facedown.core.flat.contract import FlatContract
from facedown.core.flat.taking_cards import takes_cards

ALLOCATES = ("NRT required", "Only accept returning of array")  # what Numba says where its runtime would be needed
NO_ARRAYS = "a compiled bot can make no list, array, dictionary or text; count in numbers, or leave @compiles out"

TAKES = "does not take what bots do: view, moves, luck and, in games whose bots have one, memory"


def raised(error: BaseException, bot: Callable[..., object]) -> str:
    """`mine.py:14: ValueError: oh dear`, for what a bot raised when it was run as Python."""
    file = _code(bot).co_filename
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    if not lines and isinstance(error, TypeError):
        miscalled = re.search(r"\(\) (takes|missing) ", str(error))
        wrong = TAKES if miscalled else "answers with something else than the number of a move"
        return f"{_place(bot, _code(bot).co_firstlineno)}: it {wrong}"
    return f"{_place(bot, lines[-1] if lines else None)}: {type(error).__name__}: {_first_line(str(error))}"


def why_not_compiled(game: FlatContract, bot: Callable[..., int]) -> str:
    """The same for what Numba says of a bot; "" if it compiles."""
    memory = () if game.memory_layout is None else (np.zeros(1, game.memory_layout)[0],)
    view, moves = np.zeros(1, game.view_layout)[0], np.zeros(game.move_words, np.int64)
    cards = (game.card_arrays[0],) if takes_cards(bot) else ()
    try:
        entry(compiled(bot), view, *cards, moves, np.ones(4, np.uint32), *memory)
    except Exception as error:
        said = str(error)
        at = re.findall(rf"{re.escape(_code(bot).co_filename)} \((\d+)\)", f"{said} {getattr(error, 'loc', '')}")
        if any(word in said for word in ALLOCATES):
            cause = NO_ARRAYS
        else:
            cause = next((line for line in said.splitlines() if not line.startswith("Failed in")), said)
        return f"{_place(bot, int(at[-1]) if at else None)}: {_first_line(cause)}"
    return ""


def _code(bot: Callable[..., object]) -> CodeType:
    # An object that is called has the code of its class [B004: not asked whether it can be called]; types know of
    # neither attribute [B009].
    code: CodeType = getattr(bot, "__code__", None) or getattr(type(bot), "__call__").__code__  # noqa: B004, B009
    return code


def _place(bot: Callable[..., object], line: int | None) -> str:
    return f"{Path(_code(bot).co_filename).name}:{line or _code(bot).co_firstlineno}"


def _first_line(text: str) -> str:
    return next(iter(text.splitlines()), "")
