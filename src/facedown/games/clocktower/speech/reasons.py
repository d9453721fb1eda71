"""Reasons for a suspicion, as they follow "because": written for people, and read back.

A reason is a tuple, as a statement is: `("voted", 3, 1)`.  Anything else stays as it was said.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from facedown.core.errors import Illegal
from facedown.games.clocktower.speech.spoken_reports import (
    Known,
    Report,
    Statement,
    by_name_of_speaker,
    finding,
    moment_in_words,
    player_pattern,
    read_report,
)


class Reason(NamedTuple):
    """`words` with blanks, and `own` words for when the player at place `at` is the speaker."""

    words: str
    own: str = ""
    at: int = -1


REASONS = {
    "said_as": Reason("of what {seat} said as the {role}", "of what I said as the {role}", 0),
    "said": Reason("of what {seat} said", "of what I said", 0),
    "both_claim": Reason(
        "{seat} and {seat} both claim to be the {role}", "{seat} claims to be the {role}, as I do", 1
    ),
    "voted": Reason("{seat} voted to execute {seat}, whom I believe", "{seat} voted to execute me", 1),
    "spared": Reason("{seat} did not vote to execute {seat}, who seemed evil"),
    "left_alive": Reason("the Demon has let {seat} live for {number} nights"),
    "unproved": Reason("nobody can vouch for {seat} as the {role}"),
    "unchecked": Reason("nobody can check what {seat} learned"),
    "nothing_for": Reason("nobody has learned anything that speaks for {seat}"),
    "only_word": Reason("nobody but {seat} says that the {role} is in play"),
    "one_evil": Reason("just one of {seat} and {seat} is evil", "just one of {seat} and me is evil", 1),
    "quiet": Reason("{seat} has told us nothing so far"),
    "nominated": Reason("{seat} nominated {seat}, whom I believe", "{seat} nominated me", 1),
    "accused": Reason("{seat} accuses {seat}, whom I believe", "{seat} accuses me", 1),
    "changed": Reason("{seat} claimed to be the {role} first and the {role} later"),
    "rival": Reason("{seat} is the {role}, and {seat} is not", "I am the {role}, and {seat} is not", 0),
    "dear": Reason("good loses if {seat}, the {role}, is executed", "good loses if I, the {role}, am executed", 0),
    "learns_more": Reason(
        "{seat} learns more every night as the {role}", "I learn more every night as the {role}", 0
    ),
    "still_needed": Reason("the town still needs {seat} as the {role}", "the town still needs me as the {role}", 0),
    "voted_well": Reason(
        "{seat} voted to execute {seat}, who seemed evil", "I voted to execute {seat}, who seemed evil", 0
    ),
    "only_against": Reason(
        "only what {seat} said speaks against {seat}", "only what {seat} said speaks against me", 1
    ),
    "nothing_against": Reason(
        "nobody has learned anything against {seat}", "nobody has learned anything against me", 0
    ),
    "suspect_more": Reason("I suspect {seat} more"),
    "agree": Reason("I agree with {seat}"),
    "have_learned": Reason("of what I have learned"),
    "trust_others": Reason("I trust the others more"),
}
YOU = "you"  # what somebody is called to their face
WORDS = "words"  # a reason in somebody's own words
HEARD = "heard"  # what somebody has learned: a report
CLEARED = "cleared"  # of whom nothing like what somebody has learned is known
NOT_OF = (", but nobody has cleared ", ", and nobody speaks for ")  # written, and read as well
LEARNED = re.compile(
    r"(?P<who>I|.+) learned(?P<when> on (?:night|day) \d{1,3})? as the (?P<role>.+?) that (?P<what>.+)", re.I
)


def can_be_told(report: Report, known: Known) -> bool:
    """Whether it is something that others can say somebody learned."""
    words = finding(report, known)
    return words is not None and not words.startswith("I ")


# -- writing -----------------------------------------------------------------------------------------------------


def written(reason: Statement, known: Known) -> str:
    """The reason in words that fit after "because"."""
    op, *args = reason
    if op == WORDS:
        return str(args[0])
    if op == HEARD:
        return _learned(args[0], args[1], known)
    if op == CLEARED:
        whom = "me" if args[0] == known.by else known.names[args[0]]
        return f"{_learned(args[1], args[2], known)}{NOT_OF[0]}{whom}"
    form = REASONS[op]
    own = form.at >= 0 and args[form.at] == known.by
    left = [arg for at, arg in enumerate(args) if not own or at != form.at]
    return BLANK.sub(lambda blank: _write(blank[1], left.pop(0), known), form.own if own else form.words)


def _learned(speaker: int, report: Report, known: Known) -> str:
    words, own = finding(report, known) or "", speaker == known.by
    whose = "your" if known.names[speaker] == YOU else "their"
    who, what = ("I", words) if own else (known.names[speaker], re.sub(r"\bmy\b", whose, words))
    when = "" if report.when == "N1" else f" {moment_in_words(report.when)}"
    return f"{who} learned{when} as the {known.role(report.by)} that {what}"


def _write(kind: str, value: Any, known: Known) -> str:
    return known.names[value] if kind == "seat" else known.role(value) if kind == "role" else str(value)


# -- reading -----------------------------------------------------------------------------------------------------

BLANK = re.compile(r"\{(\w+)\}")


def read(words: str, known: Known) -> Statement:
    """The reason in these words, or the words themselves."""
    found = _read_cleared(words, known) or _read_heard(words, known)
    if found is not None:
        return found
    for op, pattern, kinds, own in _patterns(known):
        match = pattern.fullmatch(words)
        if match is None or (own and known.by is None):
            continue
        try:
            args = [_value(kind, part, known) for kind, part in zip(kinds, match.groups(), strict=True)]
        except Illegal:
            continue
        if own:
            args.insert(REASONS[op].at, known.by)
        return (op, *args)
    return (WORDS, words)


def _read_cleared(words: str, known: Known) -> Statement | None:
    form = next((form for form in NOT_OF if form in words), None)
    if form is None:
        return None
    what, _, who = words.rpartition(form)
    found = _read_heard(what, known)
    try:
        seat = known.by if who == "me" and known.by is not None else known.seat_of(who)
    except Illegal:
        return None
    return (CLEARED, seat, *found[1:]) if found is not None else None


def _read_heard(words: str, known: Known) -> Statement | None:
    match = LEARNED.fullmatch(words)
    if match is None:
        return None
    own = match["who"] == "I" and known.by is not None
    what = by_name_of_speaker(f"that {match['what']}", known).removeprefix("that ")
    what = what if own else re.sub(r"\b(?:their|your)\b", "my", what)
    moment = f"{match['when'].strip()}, " if match["when"] else ""
    report = read_report(f"I am the {match['role']}: {moment}{what}", known)
    try:
        speaker = known.by if own else known.seat_of(match["who"])
    except Illegal:
        return None
    return None if report is None else (HEARD, speaker, report)


@lru_cache(maxsize=64)
def _patterns(known: Known) -> Sequence[tuple[str, re.Pattern[str], tuple[str, ...], bool]]:
    """The pattern of each reason, with the kinds of its blanks; those of the speaker first."""
    blanks = {"seat": f"({player_pattern(known)})", "role": "(.+?)", "number": r"(\d{1,3})"}
    patterns = []
    for op, form in REASONS.items():
        for words, own in ((form.own, True), (form.words, False)):
            if words:
                pattern = "".join(blanks.get(part, re.escape(part)) for part in BLANK.split(words))
                patterns.append((op, re.compile(pattern, re.I), tuple(BLANK.findall(words)), own))
    return patterns


def _value(kind: str, words: str, known: Known) -> Any:
    return known.seat_of(words) if kind == "seat" else known.id_of(words) if kind == "role" else int(words)
