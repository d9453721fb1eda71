"""Words as people write them: compared without regard to case, and mended when they are misspelt.

Seats and cards are found by their names here, for what a record lays out and for whatever else people write.
"""

from __future__ import annotations

import difflib
import re
import reprlib
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from facedown.core.errors import FacedownError, UnknownSeat
from facedown.core.kept import kept

NOBODY = ("nobody", "none", "nothing")  # words for nobody and nothing, in records and moves
MOST_MARKS = 2  # on one letter; living languages need no more
LONGEST = 60  # a longer word is cut: it is not quoted in full, and nothing is searched that comes near all of it

# Signs that nobody sees and without which Persian or Hindi is misspelt: whether two letters are joined.
JOINED = "\u0600-\u07ff\u0860-\u0dff"
JOINER = re.compile(f"(?<=[{JOINED}])[\u200c\u200d](?=[{JOINED}])")
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters that show nothing, as wide as others
JOINS_WORDS = re.compile(r"(?<=[^\W_])(?:-(?=[^\W\d_])|_(?=[^\W_]))")  # before a number, a hyphen is a minus sign


def fold(words: str) -> str:
    """Words as they are compared: case, blanks, and hyphens and underscores between words do not matter."""
    return _kept(words) if len(words) <= LONGEST else _folded(words)


def _folded(words: str) -> str:
    return " ".join(JOINS_WORDS.sub(" ", words).lower().split())


# Whatever is refused is compared with every move that there is, some of them thousands.
_kept = kept(1 << 14)(_folded)


def quote(words: str) -> str:
    return repr(words if len(words) <= LONGEST else words[: LONGEST - 3] + "...")


def unreadable(words: str) -> str:
    """The first character of these words that nobody can see, such as one that steers a terminal; "" if none is.

    A joiner between two letters that need it, as Persian has it, belongs to how they are written.
    """
    if words.isprintable() and (words.isascii() or BLANKS.isdisjoint(words)):
        return ""
    words = JOINER.sub("", words)
    hidden = (one for one in words if one in BLANKS or not (one.isprintable() or one.isspace()))
    return next(hidden, "")


def has_piled_marks(text: str) -> bool:
    """Whether a letter carries so many marks that they reach into other lines."""
    marks = 0
    for letter in "" if text.isascii() else unicodedata.normalize("NFD", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind == "Mn" else 0
        if marks > MOST_MARKS or kind == "Me":  # an enclosing mark, which covers the neighbouring letters
            return True
    return False


def nearest(word: str, words: Iterable[str], cutoff: float = 0.61) -> str | None:
    """The one of `words` that `word` may be meant for; None if nothing comes near (the same letters are 1)."""
    known = {fold(known): known for known in words}
    near = difflib.get_close_matches(fold(word)[:LONGEST], known, n=1, cutoff=cutoff)
    return known[near[0]] if near else None


def shown(value: object) -> str:
    """The value as an error message shows it, shortened where it is long."""
    short = reprlib.Repr()
    short.maxstring = short.maxother = short.maxlong = 80
    try:
        return short.repr(value)
    except ValueError:  # Python writes no integers of more than 4,300 digits
        return "a number of thousands of digits"


def did_you_mean(word: str, words: Iterable[str], otherwise: str = "") -> str:
    """`nearest` as the end of a sentence; if nothing comes near, all of the words behind `otherwise`, or ""."""
    words = tuple(words)
    near = nearest(word, words)
    if near or not otherwise:
        return f"; did you mean {near!r}?" if near else ""
    return f"; {otherwise}: {', '.join(words) or 'none'}"


def seat_named(word: str, names: Sequence[str]) -> int:
    """The seat of this name.  Raises UnknownSeat, which says what the seats are called."""
    for seat, name in enumerate(names):
        if fold(name) == fold(word):
            return seat
    raise UnknownSeat(f"nobody here is called {quote(word.strip())}; the seats are {', '.join(names)}").at(
        word.strip()
    )


class Names:
    """Cards by number, to be found by name.  `kind` and `example` are for the words of an error: where there is no
    example, it lists all names.

        CARDS = Names({0: "Red 0", 1: "Red 1"}, kind="card", example="`Red 1`")
        CARDS.numbers("red 1, Red 0")  # [1, 0]
    """

    def __init__(self, names: Mapping[int, str], *, kind: str = "card", example: str = "") -> None:
        self._names, self._kind = dict(names), kind
        self._mend = f"write it as in {example}" if example else f"there are: {', '.join(names.values())}"
        self._numbers = {fold(name): number for number, name in names.items()}

    def number(self, word: str) -> int:
        """The card of this name.  Raises FacedownError, with the name that may be meant."""
        if fold(word) in self._numbers:
            return self._numbers[fold(word)]
        mend = did_you_mean(word, self._names.values()) or f"; {self._mend}"
        raise FacedownError(f"there is no {self._kind} {quote(word.strip())}{mend}").at(word.strip())

    def numbers(self, words: str) -> list[int]:
        """The cards of a list with commas, which must name one at least.  Raises FacedownError."""
        numbers = [self.number(word) for word in words.split(",") if word.strip()]
        if not numbers:
            raise FacedownError(f"no {self._kind} is named; name some, or leave this line out")
        return numbers


def counted(n: int, noun: str) -> str:
    """1 vote, 2 votes."""
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def unbracketed(sentence: str) -> str:
    """A sentence for plain text: a page makes chips of the card names in [brackets], others leave them out."""
    return sentence.replace("[", "").replace("]", "")


def joined(words: Sequence[str]) -> str:
    """`Ann`, `Ann and Bo`, `Ann, Bo and Cy`; at least one."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def chips(cards: Iterable[str]) -> str:
    """`[Red 3], [Heron]`: card names in brackets, of which a page makes chips."""
    return ", ".join(f"[{card}]" for card in cards)


def outcome(
    counts: Sequence[int],
    winners: Sequence[int],
    seat: int | None,
    names: Sequence[str],
    unit: str,
    *,
    high_wins: bool = True,
) -> str:
    """`You and Cy won with 5 points each to Bo's 12. Fewest points win.`: who won, and a loser or their best."""
    if not winners:
        return ""
    others = [other for other in range(len(counts)) if other not in winners]
    had = counted(counts[winners[0]], unit)
    if not others:
        return f"Everybody has {had}."
    who = joined(["You"] * (seat in winners) + [names[winner] for winner in winners if winner != seat])
    each = " each" if len(winners) > 1 else ""
    best = (max if high_wins else min)(others, key=lambda other: counts[other])
    loser = seat if seat is not None and seat in others else best
    whose = "your" if loser == seat else f"{names[loser]}'s"
    return (
        f"{who} won with {had}{each} to {whose} {counts[loser]}. {'Most' if high_wins else 'Fewest'} {unit}s win."
    )
