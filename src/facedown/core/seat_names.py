"""What the seats of a table may be called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import numpy as np

from facedown.core.errors import BadOption, WrongSeat
from facedown.core.facts import Facts
from facedown.core.spelling import NOBODY, fold, quote, shown, unreadable
from facedown.core.values import Seat

LONGEST_NAME = 40
# Begins with a letter or a digit, and holds nothing that means something in a record.
FORBIDDEN = ": ; , # = ( ) [ ]"
NAME = re.compile(rf"(?!\d+\.\s)[^\W_][^:;,#=()\[\]]{{0,{LONGEST_NAME - 1}}}")
NOT_NAMES = (*NOBODY, "all", "everybody", "everyone")


def checked_names(game: Facts, seats: int | Sequence[str]) -> tuple[str, ...]:
    """Default names for a number of seats, or these names without needless spaces.  Raises BadOption."""
    if isinstance(seats, (int, np.integer)):
        return game.names_of(game.checked_seats(seats))
    if isinstance(seats, str) or not isinstance(seats, Sequence):
        raise BadOption(f"seats are a number or a list of names, not {shown(seats)}")
    if (other := next((name for name in list[object](seats) if not isinstance(name, str)), None)) is not None:
        raise BadOption(f"a seat is named by text, not by {shown(other)}")
    names = tuple(re.sub(" +", " ", name).strip(" ") for name in seats)
    game.checked_seats(len(names))
    for name in names:
        _check(game, name)
    if len({_letters(name) for name in names}) < len(names):
        raise BadOption(f"two seats have the same name, but for blanks and punctuation: {', '.join(names)}")
    return names


def _letters(name: str) -> str:
    """The name without what is easily overlooked: `Ann-2` and `Ann 2` are alike."""
    return "".join(sign for sign in name.lower() if unicodedata.category(sign)[0] in "LNM")


def _check(game: Facts, name: str) -> None:
    if hidden := unreadable(name):
        raise BadOption(f"a seat cannot be named {name!r}: U+{ord(hidden):04X} in it is a sign that nobody can see")
    other_blanks = any(letter.isspace() and letter != " " for letter in name)
    if len(name) > LONGEST_NAME:
        raise BadOption(f"a seat cannot be named {quote(name)}: a name has at most {LONGEST_NAME} signs")
    if other_blanks or not NAME.fullmatch(name) or not any(map(str.isalpha, name)):
        raise BadOption(
            f"a seat cannot be named {quote(name)}: a name begins with a letter or a digit, holds a letter, "
            f"and none of {FORBIDDEN}"
        )
    if fold(name) in NOT_NAMES:
        raise BadOption(f"a seat cannot be named {name!r}: that word means nobody, or everybody")
    if fold(name) in game.not_names:
        raise BadOption(f"a seat cannot be named {name!r}: in {game.title} that word is a move")


def seat_of(who: object, names: Sequence[str]) -> Seat:
    """The number of a seat that is given by its number, or by its name in any spelling.  Raises WrongSeat."""
    if isinstance(who, str):
        called = {fold(name): seat for seat, name in enumerate(names)}
        if fold(who) in called:
            return called[fold(who)]
    elif isinstance(who, int | np.integer) and not isinstance(who, bool) and 0 <= who < len(names):
        return int(who)
    seats = f"0 to {len(names) - 1}: {', '.join(names)}"
    raise WrongSeat(f"there is no seat {shown(who)} here; the seats are {seats}")
