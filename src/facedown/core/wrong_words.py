"""Words that are no move: which move comes near them, and what in them is wrong."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Sequence

from facedown.core.spelling import fold, quote
from facedown.core.values import Move

NEAR = 0.75  # of two words with the same meaning, one of them misspelt
BETWEEN = ("with", "on", "as", "to", "for", "from", "stash", "up", "borrowed", "aloud")  # between names in a move
SMALL = re.compile(rf"^(?:(?:{'|'.join(BETWEEN)}) )+")
NUMBER = re.compile(r"(?<!\w)-?\d+(?!\w)")


def near(words: str, moves: Iterable[Move]) -> Move | None:
    """The one of these moves that the words may be meant for: misspelt, or with a small word left out."""
    said = fold(words).split()
    likely = [move for move in moves if _comes_near(said, fold(move.text).split())]
    return max(likely, key=lambda move: _ratio(fold(words), fold(move.text)), default=None)


def almost(words: str, moves: Iterable[Move]) -> Move | None:
    """The one of these moves that is said with a blank amiss, or a word too many, or some left out."""
    said, texts = fold(words).split(), {move: fold(move.text).split() for move in moves}
    together = [move for move, meant in texts.items() if "".join(meant) == "".join(said)]
    longer = [move for move, meant in texts.items() if len(said) == len(meant) + 1 and _in_order(meant, said)]
    shorter = [move for move, meant in texts.items() if _in_order(said, meant)]
    if all(map(NUMBER.fullmatch, said)):
        shorter = []
    return next((found[0] for found in (together, longer, shorter) if len(found) == 1), None)


def examples(legal: Iterable[Move]) -> str:
    """What can be written now, one of these moves for each of the words with which they begin, and four at most."""
    by_first = {move.text.split()[0]: move for move in legal}
    return f"now you can write, for example, {', '.join(f'`{move.text}`' for move in [*by_first.values()][:4])}"


def _in_order(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether these words stand among the others in this order."""
    left = iter(many)
    return bool(few) and all(word in left for word in few)


def _comes_near(said: Sequence[str], meant: Sequence[str]) -> bool:
    if len(said) == len(meant):
        return all(map(_is_alike, said, meant))
    return 1 < len(said) < len(meant) and _in_order(said, meant) and set(meant) - set(said) <= {*BETWEEN}


def _is_alike(one: str, other: str) -> bool:
    if sorted(one) == sorted(other):
        return one == other or not NUMBER.fullmatch(one)
    return not (NUMBER.fullmatch(one) or NUMBER.fullmatch(other)) and _ratio(one, other) >= NEAR


def _ratio(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other).ratio()


def what_is_wrong(words: str, moves: Collection[Move], cards: Sequence[str], names: Sequence[str]) -> str:
    """What in these words is nothing that moves are made of; "" if that cannot be said."""
    verb, _, rest = " ".join(words.split()).partition(" ")
    behind = [SMALL.sub("", fold(move.text)[len(verb) :].strip()) for move in moves if _begins(move.text, verb)]
    seats_follow = any(_begins(text, name) for text in behind for name in names)
    if not rest or not (seats_follow or any(_begins(text, card) for text in behind for card in cards)):
        return ""
    parts = _parts(rest, (*cards, *names))
    if not parts:
        return ""
    return f"nobody here is called {quote(parts[0])}" if seats_follow else f"there is no card {quote(parts[0])}"


def _begins(text: str, name: str) -> bool:
    return f"{fold(text)} ".startswith(f"{fold(name)} ")


def _parts(rest: str, known: Sequence[str]) -> list[str]:
    """What stands behind the verb, without the names that are known and the words between them."""
    longest_first = sorted(known, key=len, reverse=True)
    found = re.sub("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first), "\n", rest, flags=re.I)
    parts = re.split(rf"\n|\b(?:{'|'.join(BETWEEN)})\b", NUMBER.sub(" ", found), flags=re.I)
    return [part.strip() for part in parts if part.strip()]
