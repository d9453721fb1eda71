"""What `--vary` varies: every combination of options, seats and values of cards that a simulation plays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from facedown.cli.console import fail

if TYPE_CHECKING:
    from facedown.core.game import Game

SEATS = "seats"  # as it is varied


def varied(words: Sequence[str]) -> dict[str, list[str]]:
    """The values of each option, from `tier=starter,advanced`.  Ends the command if a word has another form."""
    found: dict[str, list[str]] = {}
    for word in words:
        name, _, listed = word.partition("=")
        name, values = name.strip(), [value.strip() for value in listed.split(",") if value.strip()]
        if not name or not values:
            fail(f"--vary has the form NAME=A,B, not {word!r}")
        if name in found:
            fail(f"--vary {name} is given twice; name all its values at once: --vary {name}=A,B")
        found[name] = values
    return found


class Variant(NamedTuple):
    """One of the kinds of game that a simulation plays."""

    game: Game
    seats: int | None
    options: Mapping[str, str]
    beside: Mapping[str, str] = {}  # what is varied beside options: seats, values of cards


def variants_of(
    game: Game, seats: int | None, options: Mapping[str, str], vary: Mapping[str, Sequence[str]]
) -> list[Variant]:
    """Every combination of what is varied.  Ends the command if one is there twice, or has one value already."""
    from facedown import lab

    if twice := next((name for name in vary if name in options or (name == SEATS and seats)), None):
        fail(f"{twice} is given by --vary, and again with one value; leave one of the two out")
    found: list[Variant] = []
    played: list[object] = []  # what tells their games apart
    for row in product(*vary.values()):  # one empty row if nothing is varied
        values = dict(zip(vary, row, strict=True))
        beside = {name: value for name, value in values.items() if name == SEATS or "." in name}
        of_cards = {name: value for name, value in beside.items() if name != SEATS}
        if not beside.get(SEATS, "1").isdecimal():
            fail(f"--vary {SEATS} takes numbers, not {beside[SEATS]!r}")
        variant = Variant(
            lab.with_values(game, of_cards) if of_cards else game,
            int(beside[SEATS]) if SEATS in beside else seats,
            {**options, **{name: value for name, value in values.items() if name not in beside}},
            beside,
        )
        if variant.seats is not None:
            variant.game.contract.checked_seats(variant.seats)
        its_games = variant.game.own_cards, variant.seats, variant.game.checked_options(variant.options)
        if its_games in played:
            same = ", ".join(f"{name}={value}" for name, value in values.items())
            fail(f"--vary plays the same games twice, with {same}; name each value once")
        played.append(its_games)
        found.append(variant)
    return found
