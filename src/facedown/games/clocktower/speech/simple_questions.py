"""Simple questions that people ask each other by day, as data.

Other questions are not understood, and get an answer that says so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

Asking: TypeAlias = tuple[str, int | None]  # what is asked, as of ASKED, and about whom

ASKED = (  # what is asked, and some ways of asking it
    ("self", r"(?:who|what) are you|what do you claim(?: to be)?"),
    ("self", r"(?:what(?:'s| is) )?your (?:role|character|token)"),
    ("learned", r"what (?:did|have) you (?:learn(?:ed|t)?|see|seen|hear|heard|know|found out|find out)"),
    ("learned", r"what do you know"),
    ("learned", r"(?:what(?:'s| is) )?your info(?:rmation)?|do you (?:have|know) anything"),
    ("suspect", r"(?:who|whom) do you (?:suspect|distrust|think is (?:evil|the demon))"),
    ("suspect", r"(?:who|whom) is (?:evil|the demon)|do you suspect (?:any|some)(?:body|one)|any suspects"),
    ("vote", r"(?:who|whom) (?:will|would|do) you (?:vote(?: for| against)?|nominate|execute)"),
    ("vote", r"(?:who|whom) are you (?:going to )?(?:vot|nominat|execut)(?:ing|e)(?: for| against)?"),
    ("vote", r"(?:who|whom) (?:should|shall|do) we (?:execute|nominate|vote (?:for|against))"),
    ("why", r"why(?: (?:him|her|them|that))?"),
    ("voted", r"why (?:do|did|have|would|will) you (?:not )?voted? (?:for|against|to execute) (?P<who>.+)"),
    ("why", r"why (?:do you suspect|(?:do|did) you (?:nominate|accuse)) (?P<who>.+)"),
    ("why", r"why is (?P<who>.+) evil|why (?P<whom>.+)"),
    ("about", r"what (?:do you think )?(?:of|about) (?P<who>.+)|do you (?:trust|suspect|believe) (?P<whom>.+)"),
    ("about", r"is (?P<who>.+) (?:good|evil|the demon)"),
)
PATTERNS = tuple((what, re.compile(pattern, re.I)) for what, pattern in ASKED)
BEFORE = re.compile(r"(?:(?:hi|hello|hey|so|and|but|well|ok|okay|please|tell me)\b[ ,.!:]*)+", re.I)
AFTER = re.compile(r"[ ,]+(?:today|please)$", re.I)
THEM = ("he", "she", "they", "him", "her", "them", "that")


@lru_cache(maxsize=64)
def _called(names: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns for somebody's name before or after what is said to them."""
    longest = sorted(names, key=len, reverse=True)
    name = "|".join(r"\s+".join(map(re.escape, name.split())) for name in longest)
    before = re.compile(rf"(?:hey |hi |hello |@)?(?P<who>{name})\s*[,:]\s*(?P<what>.+)", re.I | re.S)
    return before, re.compile(rf"(?P<what>.+),\s*(?P<who>{name})\s*(?P<mark>[?!.]*)", re.I | re.S)


@lru_cache(maxsize=2048)
def addressed(text: str, names: tuple[str, ...]) -> tuple[int, str] | None:
    """The seat that these words name, None for nobody, and the rest: `Bo, who are you?`, `Who are you, Bo?`."""
    for pattern in _called(names):
        if found := pattern.fullmatch(text.strip()):
            who = " ".join(found["who"].casefold().split())
            seat = next(seat for seat, name in enumerate(names) if " ".join(name.casefold().split()) == who)
            return seat, found["what"] + found.groupdict().get("mark", "")
    return None


def asked_in(text: str, names: Sequence[str]) -> Asking | None:
    """The question in these words; None if it is not understood."""
    words = AFTER.sub("", BEFORE.sub("", " ".join(text.split()), count=1).rstrip("?!. "))
    seats = {" ".join(name.casefold().split()): seat for seat, name in enumerate(names)}
    for what, pattern in PATTERNS:
        found = pattern.fullmatch(words)
        if found is None:
            continue
        who = next((one for one in found.groupdict().values() if one), None)
        if who is None or who.casefold() in THEM:
            return what, None
        if who.casefold() in seats:
            return what, seats[who.casefold()]
    return None
