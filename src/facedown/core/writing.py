"""From a game played to text: the header, then history line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from facedown.core.history import Played
from facedown.core.spelling import fold

WIDTH = 100


def write(
    game: str,
    names: Sequence[str],
    seed: int | str,
    options: Mapping[str, str | int],
    history: Iterable[Played],
    version: int,
    cards: str = "",
) -> str:
    """A whole game, seed included, as a record that reads back to an equal table.

    `game` is its id, `names` those of the seats; `history` has what each seat did, and what was laid out;
    `version` is that of the game's rules; `cards` is the cards file, where the game is played with own cards.
    """
    header = [f"game: {game}", f"seats: {', '.join(names)}", f"seed: {seed}", f"version: {version}"]
    header += [f"{name}: {value}" for name, value in options.items()]
    if cards:
        header += ["cards:", *(f"  {line}".rstrip() for line in cards.rstrip().split("\n"))]
    played = list(_played(names, history))
    return "\n".join([*header, "", *played] if played else header) + "\n"


def _played(names: Sequence[str], history: Iterable[Played]) -> Iterator[str]:
    seat_names = {fold(name) for name in names}
    for seat, lines in groupby(history, key=lambda line: line.seat):
        texts = [line.text for line in lines]
        if seat is None:
            # A seat may bear the name of something that is laid out; `chance` says which is meant.
            yield from (f"chance {text}" if fold(text.partition(":")[0]) in seat_names else text for text in texts)
        else:
            yield from wrapped(f"{names[seat]}: ", texts)


def wrapped(head: str, moves: list[str]) -> Iterator[str]:
    line = ""
    for move in moves:
        if line and len(head) + len(line) + len(move) + 2 > WIDTH:
            yield head + line
            line = ""
        line += f", {move}" if line else move
    yield head + line
