"""Words that are no move: which move comes near them, and what in them is wrong."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Sequence

from facedown.core.spelling import fold, nearest, quote
from facedown.core.values import Move

NEAR = 0.75  # of two words with the same meaning, one of them misspelt
SMALL = ("with", "on", "as", "to", "for", "from")
BETWEEN = (*SMALL, "stash", "up", "borrowed", "aloud")  # between names in a move
ARTICLES = ("the", "a", "an")
FEW = 4  # moves that are so few that all are named
MARKS = " \"'`.,!?:;“”‘’"  # around words, which mean nothing
DENIALS = frozenset(("not", "don't", "no", "never", "cannot", "can't"))
MOST_WORDS = 6  # of those that can stand in a place
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
    if DENIALS & set(said):
        longer = []
    return next((found[0] for found in (together, longer, shorter) if len(found) == 1), None)


def within(words: str, moves: Iterable[Move]) -> list[Move]:
    """Those of these moves that stand whole among the words, as `Red 3` in `I play "Red 3"!`.

    They come in the order in which they stand there.  Not those within another one, and none where the words deny
    something.
    """
    said = [word.strip(MARKS) for word in fold(words).split()]
    if DENIALS & set(said):
        return []
    text = f" {' '.join(filter(None, said))} "
    found = {f" {fold(move.text)} ": move for move in moves if f" {fold(move.text)} " in text}
    whole = [one for one in found if not any(one in other for other in found if other != one)]
    return [found[one] for one in sorted(whole, key=text.index)]


def akin(words: str, moves: Iterable[Move], cards: Iterable[str], own_name: str) -> tuple[list[Move], ...]:
    """Moves of which the words are the beginning, that stand among the words, and that are about the same card.

    Those about oneself come last.
    """
    said, moves = f"{fold(words.strip(MARKS))} ", sorted(moves, key=lambda move: own_name in move.text)
    named = max((card for card in cards if f" {fold(card)} " in f" {said}"), key=len, default=None)
    return (
        [move for move in moves if fold(move.text).startswith(said)],
        within(words, moves),
        [move for move in moves if named and f" {fold(named)} " in f" {fold(move.text)} "],
    )


def examples(legal: Iterable[Move], words: str = "") -> str:
    """What can be written now, four of these moves at most; "" if there is none.

    The one that looks most like `words` comes first, then those that share a word with them, then one for each of
    the words with which they begin.
    """
    moves, said = list(legal), {*fold(words).split()}
    closest = nearest(words, (move.text for move in moves), NEAR)
    first: dict[str, Move] = {}
    for move in moves:
        first.setdefault(move.text.split()[0], move)
    alike = [move for move in moves if said & {*fold(move.text).split()}]
    like = [move for move in moves if move.text == closest]
    named = list(dict.fromkeys([*like, *alike, *first.values(), *moves]))
    shown = ", ".join(f"`{move.text}`" for move in named[:FEW])
    such = "now you can write" if len(named) <= FEW else "now you can write, for example,"
    return f"{such} {shown}" if shown else ""


def _in_order(few: Sequence[str], many: Sequence[str]) -> bool:
    """Whether these words stand among the others in this order."""
    left = iter(many)
    return bool(few) and all(word in left for word in few)


def _comes_near(said: Sequence[str], meant: Sequence[str]) -> bool:
    if "".join(said) == "".join(meant) or _weighty(said) == _weighty(meant):
        return True
    if len(said) == len(meant):
        return all(map(_is_alike, said, meant))
    return 1 < len(said) < len(meant) and _in_order(said, meant) and set(meant) - set(said) <= {*BETWEEN}


def _no_small_words(words: str) -> str:
    return " ".join(word for word in fold(words).split() if word not in SMALL)


def _weighty(words: Sequence[str]) -> list[str]:
    """Without small words, in any order."""
    return sorted({*words} - {*SMALL, *ARTICLES})


def _is_alike(one: str, other: str) -> bool:
    if sorted(one) == sorted(other):
        return one == other or not NUMBER.fullmatch(one)
    return not (NUMBER.fullmatch(one) or NUMBER.fullmatch(other)) and _ratio(one, other) >= NEAR


def _ratio(one: str, other: str) -> float:
    return difflib.SequenceMatcher(None, one, other).ratio()


def nobody_called(words: str, moves: Iterable[Move], names: Sequence[str]) -> str:
    """Who is not here, if these words are a move but for one, where a name would stand; "" otherwise."""
    typed, called, texts = words.split(), set(map(fold, names)), {_no_small_words(move.text) for move in moves}
    for place, word in enumerate(typed):
        others = (" ".join([*typed[:place], name, *typed[place + 1 :]]) for name in names)
        if len(typed) > 1 and fold(word) not in called and any(_no_small_words(other) in texts for other in others):
            return f"nobody here is called {quote(word)}"
    return ""


def what_is_wrong(
    words: str, moves: Collection[Move], legal: Iterable[Move], cards: Sequence[str], names: Sequence[str]
) -> str:
    """Where these words leave all moves that begin like them, and what stands there; "" if no move begins so.

    `moves` are all that there are, of which some are legal.
    """
    called, known = set(map(fold, names)), set(map(fold, cards))
    longest_first = sorted({*names, *cards, *called, *known}, key=len, reverse=True)
    parts = re.compile("|".join([*map(_whole, longest_first), r"\S+"]), re.I)
    typed = parts.findall(" ".join(words.split()))
    texts = {move: [*map(fold, parts.findall(move.text))] for move in moves}
    said = _with_verb_mended([*map(fold, typed)], {meant[0] for meant in texts.values()} - called - known)
    length = max((_common(said, meant) for meant in texts.values()), default=0)
    alike = {move: meant[length:] for move, meant in texts.items() if _common(said, meant) == length}
    rest = typed[length:]
    if not length:
        kind = fold(words).split()[:-1]
        such = bool(kind) and any(fold(card).split()[:-1] == kind for card in cards)
        return f"there is no card {quote(words.strip())}" if such else ""
    if not rest:
        return examples(one for one in legal if one in alike)
    wrong = quote(" ".join(rest[: next((n for n, one in enumerate(rest) if n and _is_plain(one)), len(rest))]))
    follows = {after[0] if after else "" for after in alike.values()}
    if rest[0].lower() in BETWEEN and not follows & {*BETWEEN}:
        return f"something is missing between {quote(typed[length - 1])} and {quote(rest[0])}"
    if follows & called:
        return f"nobody here is called {wrong}"
    if follows & known:
        return f"there is no card {wrong}"
    if "" in follows:
        return f"{quote(' '.join(rest))} is too much after {quote(' '.join(typed[:length]))}"
    return f"write {_one_of(follows)}, not {wrong}"


def _with_verb_mended(said: list[str], verbs: Collection[str]) -> list[str]:
    """These words; the first one, if it is misspelt, as the verb that it may be meant for."""
    meant = nearest(said[0], verbs) if said and said[0] not in verbs else None
    return [meant, *said[1:]] if meant and _ratio(meant, said[0]) > NEAR else said


def _one_of(words: Collection[str]) -> str:
    if all(word.isdecimal() for word in words):
        return f"a number from {min(map(int, words))} to {max(map(int, words))}"
    return " or ".join(sorted(words)[:MOST_WORDS])


def _is_plain(word: str) -> bool:
    return word in BETWEEN or bool(NUMBER.fullmatch(word))


def _whole(name: str) -> str:
    return rf"(?<!\S){re.escape(name)}(?!\S)"


def _common(said: Sequence[str], meant: Sequence[str]) -> int:
    """How many parts they have in common at the beginning."""
    pairs = zip(said, meant, strict=False)
    return next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(said), len(meant)))
