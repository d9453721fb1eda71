"""From a game played to text: the header, then history line by line.  What is ambiguous is quoted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from facedown.core.contract import Contract
from facedown.core.errors import Illegal
from facedown.core.history import Played
from facedown.core.spelling import fold, quote, unreadable
from facedown.core.values import Move, Seat

WIDTH = 100
LONGEST_LINE = 2_000  # a longer one is continued
CONTINUES = "\\"  # at the end of a line that goes on in the next one
VALUE = re.compile(r"move ([\[{\d-].*)")  # a move as its value, where no words mean this move and no other
_IN = r'[^"\\;#()\[\]{}]*'
# Words that stay together in a line of moves.
PLAIN = re.compile(rf'(?:[^"\\;,#()\[\]{{}}]|\({_IN}\)|\[{_IN}\])*(?:"[^"]*")?')


def write(
    game: Contract,
    start: object,
    names: Sequence[str],
    seed: int | str,
    options: Mapping[str, str | int],
    history: Iterable[Played],
) -> str:
    """A whole game, seed included, as a record that reads back to an equal table; `start`: its first position."""
    said = ", ".join(map(written_name, names))
    header = [f"game: {game.id}", f"seats: {said}", f"seed: {quoted(str(seed))}", f"version: {game.version}"]
    header += [f"{name}: {quoted(str(value))}" for name, value in options.items()]
    if game.own_cards:
        header += ["cards:", *(f"  {line}".rstrip() for line in game.own_cards.rstrip().split("\n"))]
    played = list(_played(game, start, names, history))
    lines = [*header, "", *played] if played else header
    return "\n".join(part for line in lines for part in continued(line)) + "\n"


def written_name(name: str) -> str:
    """A seat's name, between quotes where it holds some."""
    return as_json(name) if '"' in name or CONTINUES in name else name


def quoted(words: str) -> str:
    """The value of a line of the header, between quotes where it would not be read as it is."""
    plain = not unreadable(words) and words == words.strip() and not words.startswith('"')
    has_comment = "#" in re.sub(r'"[^"]*"', "", words)  # outside quotes
    return words if plain and not has_comment and not words.endswith(CONTINUES) else as_json(words)


def written_move(game: Contract, start: object, seat: Seat, move: Move, names: Sequence[str]) -> str:
    """A move in words, if these mean this move before all others; otherwise as its value: `move 17`."""
    try:
        plain = PLAIN.fullmatch(move.text) is not None and game.read_move(start, seat, move.text, names) == move
    except Illegal:
        plain = False
    return move.text if plain and not VALUE.fullmatch(move.text) else f"move {as_json(game.move_value(move))}"


def read_move(game: Contract, position: object, seat: Seat, words: str, names: Sequence[str]) -> Move:
    """The move that these words of a seat mean, or this value.  Raises Illegal."""
    value = VALUE.fullmatch(words)
    if value is None:
        return game.read_move(position, seat, words, names)
    try:
        return game.read_value(json.loads(value[1]), names)
    except (ValueError, RecursionError) as error:
        raise Illegal(f"{quote(words)} is not a move: {error}") from error


def as_json(value: object) -> str:
    """A value as JSON on one line, in which a quote begins or ends a string."""
    text = json.dumps(value, ensure_ascii=False)
    text = text if text.isprintable() else json.dumps(value)
    return re.sub(r"\\.", lambda pair: "\\u0022" if pair[0] == '\\"' else pair[0], text)


def continued(line: str) -> Iterator[str]:
    """A line, or the lines on which it stands if it is too long for one."""
    while len(line) > LONGEST_LINE:
        end = next(n for n in range(LONGEST_LINE - 1, 0, -1) if line[n] != " ")
        yield line[:end] + CONTINUES
        line = line[end:]
    yield line


def _played(game: Contract, start: object, names: Sequence[str], history: Iterable[Played]) -> Iterator[str]:
    seat_names = {fold(name) for name in names}
    for seat, lines in groupby(history, key=lambda line: line.seat):
        if seat is None:
            texts = [_with_quoted_names(line.text, names) for line in lines]
            # A seat may bear the name of something that is laid out; `chance` says which is meant.
            yield from (f"chance {text}" if fold(text.partition(":")[0]) in seat_names else text for text in texts)
        else:
            moves = [written_move(game, start, seat, line.move, names) for line in lines if line.move is not None]
            yield from wrapped(f"{written_name(names[seat])}: ", moves)


def _with_quoted_names(text: str, names: Sequence[str]) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, written_name(name)) if written_name(name) != name else text
    return text


def wrapped(head: str, moves: list[str]) -> Iterator[str]:
    line = ""
    for move in moves:
        if line and len(head) + len(line) + len(move) + 2 > WIDTH:
            yield head + line
            line = ""
        line += f", {move}" if line else move
    yield head + line
