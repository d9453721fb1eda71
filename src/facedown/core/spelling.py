"""Words as people write them: compared without regard to case, and mended when they are misspelt."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

LONGEST = 60  # a longer word is cut: it is not quoted in full, and nothing is searched that comes near all of it


def fold(words: str) -> str:
    """Words as they are compared: case, blanks, hyphens and underscores do not matter."""
    return " ".join(words.replace("-", " ").replace("_", " ").lower().split())


def quote(words: str) -> str:
    return repr(words if len(words) <= LONGEST else words[: LONGEST - 3] + "...")


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The one of `words` that `word` may be meant for; None where nothing comes near."""
    known = {fold(known): known for known in words}
    near = difflib.get_close_matches(fold(word)[:LONGEST], known, n=1, cutoff=0.6)
    return known[near[0]] if near else None


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """`nearest` as the end of a sentence; "" where nothing comes near."""
    near = nearest(word, words)
    return f"; did you mean {near!r}?" if near else ""


def unbracketed(sentence: str) -> str:
    """A sentence for plain text: a page makes chips of the card names in [brackets], others leave them out."""
    return sentence.replace("[", "").replace("]", "")
