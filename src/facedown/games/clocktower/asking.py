"""Simple questions that people put to each other by day, and what they can mean to who hears them as data.

Whoever asks in other words is not understood, and is told so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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
    ("why", r"why (?:do you suspect|did you (?:nominate|accuse|vote (?:for|against))) (?P<who>.+)"),
    ("why", r"why is (?P<who>.+) evil|why (?P<whom>.+)"),
    ("about", r"what (?:do you think )?(?:of|about) (?P<who>.+)|do you (?:trust|suspect|believe) (?P<whom>.+)"),
    ("about", r"is (?P<who>.+) (?:good|evil|the demon)"),
)
PATTERNS = tuple((what, re.compile(pattern, re.I)) for what, pattern in ASKED)
BEFORE = re.compile(r"(?:(?:hi|hello|hey|so|and|but|well|ok|okay|please|tell me)\b[ ,.!:]*)+", re.I)
AFTER = re.compile(r"[ ,]+(?:today|please)$", re.I)
THEM = ("he", "she", "they", "him", "her", "them", "that")


def asked_in(text: str, names: Sequence[str]) -> Asking | None:
    """What these words ask; None where they ask nothing that is understood."""
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
