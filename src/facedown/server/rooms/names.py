"""Checks the names of people: they are readable, and do not look like another name at the table.

Two names look alike if they share a skeleton, in which every character is replaced by the one that Unicode lists it
as confusable with (UTS #39, section 4; the tables come with `confusable_homoglyphs`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from facedown.core.spelling import JOINER, MOST_MARKS, fold, has_piled_marks, unreadable
from facedown.server.wire import Refused

# Invisible letters and marks: Unicode's Default_Ignorable_Code_Point, as far as they count as printable; then the
# empty Braille pattern, and other signs that show nothing: the place of an object that is not there, a joiner, a
# filler, a selector, and a note without a head.
BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
    "\u2800\ufffc\U0001107f\U00016fe4\U0001bc9d\U0001d159]"
)

LONGEST = 24  # signs of a name at a table, as the fields of the page take them

# Combining signs of no alphabet of their own: what they form with a letter looks like that letter.
SIGNS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")


def tidy(name: str) -> str:
    """The name in its compatibility form (NFKC) with single spaces.

    Raises Refused if it contains invisible characters, or letters with too many marks, or is too long.
    """
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    if BLANK.search(plain) or unreadable(plain):
        raise Refused("bad_option", "There are characters in this name that nobody can see. Leave them out.")
    if has_piled_marks(plain):
        raise Refused("bad_option", f"A letter of a name may carry at most {MOST_MARKS} marks.")
    if len(plain) > LONGEST:
        raise Refused("bad_option", f"A name may have at most {LONGEST} letters. Choose a shorter one.")
    return plain


def is_blank(text: str) -> bool:
    """Whether nothing in it is visible."""
    return not BLANK.sub("", text).strip()


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """The first of these names that looks like this one, or None."""
    looks = _looks(name)
    return next((other for other in others if looks & _looks(other)), None)


@lru_cache(1000)
def _looks(name: str) -> frozenset[str]:
    """The skeletons of a name, as it is and without what is easily overlooked."""
    name = JOINER.sub("", name)
    return frozenset({fold(name), *(fold(_skeleton(one)) for one in (name, fold(name), _bare(name)))})


def _bare(name: str) -> str:
    """The name without spaces, punctuation, and signs that are no part of a letter of their own."""
    letters = unicodedata.normalize("NFC", name)
    return "".join(sign for sign in letters if unicodedata.category(sign)[0] in "LNM" and not SIGNS.match(sign))


def _skeleton(name: str) -> str:
    letters = unicodedata.normalize("NFD", name)
    return unicodedata.normalize("NFD", "".join(map(_prototype, letters)))


@cache
def _tables() -> dict[str, list[dict[str, str]]]:
    from confusable_homoglyphs.confusables import confusables_data  # half a megabyte, loaded when first needed

    tables: dict[str, list[dict[str, str]]] = confusables_data
    return tables


def _prototype(letter: str) -> str:
    """The character that stands for all those that look like this one.

    The tables list all lookalikes for a prototype, and for other characters only their prototype.
    """
    alike = _tables().get(letter, [])
    if len(alike) != 1:
        return letter
    (other,) = (entry["c"] for entry in alike)
    if len(_tables().get(other, [])) == 1:  # the tables do not say which of the two is the prototype
        other = min(letter, other)
    return "".join(part for part in other if part.isprintable())
