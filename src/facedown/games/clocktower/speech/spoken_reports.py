"""Reports as people say them: "I am the Empath: on night 2, one of my living neighbours is evil".

A form says what the parts of a report are, and the words for them.  The first one that fits is used; a report that
fits none is left to the notation in `claims`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from facedown.core.errors import Illegal
from facedown.core.spelling import fold, quote
from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.roster import FACTS, id_by_name

Statement: TypeAlias = tuple[Any, ...]


class Report(NamedTuple):
    """What somebody says they learned: when ("N1", "D2"), through which character, and what, by name."""

    when: str
    by: str
    learned: tuple[tuple[str, Any], ...]


class Known(NamedTuple):
    """The names of the players and of home-made characters, and the speaker, if known."""

    names: tuple[str, ...]
    own: tuple[tuple[str, str], ...] = ()  # ids and names
    by: int | None = None

    def role(self, id: str) -> str:
        """The name of a character for use after an article."""
        if id in FACTS:
            return FACTS[id].name
        name = dict(self.own).get(id, id)
        return name[4:] if name.lower().startswith("the ") else name

    def id_of(self, role: str) -> str:
        """The character with this name.  Raises Illegal."""
        id = id_by_name(role)
        if id in FACTS:
            return id
        if own := next((own for own, name in self.own if id_by_name(name) == id), None):
            return own
        raise Illegal(f"there is no character {quote(role)}")

    def seat_of(self, words: str) -> int:
        """The player with this name.  Raises Illegal."""
        for seat, name in enumerate(self.names):
            if fold(name) == fold(words):
                return seat
        raise Illegal(f"there is nobody called {quote(words)}")


class Form(NamedTuple):
    """`parts`: the names of a report's parts, some with the value they must have; `words` with blanks for them."""

    parts: str
    words: str


# How anybody's report is put; characters have forms of their own before these (`Character.finds`).
FORMS = (
    Form("player role", "{player} is the {role}"),
    Form("player roles", "{player} is the {roles:or}"),
    Form("pair role", "{pair:or} is the {role}"),
    Form("pair roles", "I take {pair:and} for the {roles:and}"),
    Form("players roles", "I take {players:and} for the {roles:and}"),
    Form("none=yes", "I learned of nobody"),
    Form("yes=yes", "the answer was yes"),
    Form("yes=no", "the answer was no"),
    Form("chose", "I chose {chose}"),
    Form("count", "I learned the number {count}"),
    Form("side", "I learned the word {side}"),
    Form("direction", "I learned the direction {direction}"),
    Form("role", "I learned of the {role}"),
    Form("roles", "I learned of the {roles:and}"),
    Form("player", "I learned of {player}"),
    Form("pair", "I learned of {pair:and}"),
    Form("players", "I learned of {players:and}"),
)
TRUTH = {"yes": True, "no": False}
SEATS, ROLES, MANY = ("player", "pair", "players", "chose"), ("role", "roles"), ("pair", "players", "roles")
BLANK = re.compile(r"\{(\w+)(?::(\w+))?\}")
SAID = re.compile(r"I am the ([^:]+): (?:on (night|day) (\d{1,3}), )?(.+)", re.I | re.S)


def fixed(parts: str) -> list[tuple[str, Any]]:
    """The names of a form's parts, with the values that they must have; ... for any."""
    split = (part.partition("=") for part in parts.split())
    return [(key, _fixed(value) if value else ...) for key, _, value in split]


def _fixed(value: str) -> Any:
    return TRUTH[value] if value in TRUTH else int(value) if value.isdigit() else value


@lru_cache(maxsize=256)
def forms_of(by: str) -> list[tuple[Form, list[tuple[str, Any]]]]:
    """The forms that this character's reports may take."""
    own = (Form(parts, words) for parts, words in kind_of(by).finds.words.items())
    return [(form, fixed(form.parts)) for form in (*own, *FORMS)]


# -- writing -----------------------------------------------------------------------------------------------------


def spoken(report: Report, known: Known) -> str | None:
    """A report as a sentence; None if it has no form."""
    words = finding(report, known)
    moment = "" if report.when == "N1" else f"{moment_in_words(report.when)}, "
    return None if words is None else f"I am the {known.role(report.by)}: {moment}{words}"


def moment_in_words(when: str) -> str:
    return f"on {'night' if when[0] == 'N' else 'day'} {when[1:]}"


def finding(report: Report, known: Known) -> str | None:
    """What was learned, in the first person; None if it has no form."""
    learned = dict(report.learned)
    for form, parts in forms_of(report.by):
        if [key for key, _ in parts] == [key for key, _ in report.learned] and all(
            value is ... or (learned[key] == value and type(learned[key]) is type(value)) for key, value in parts
        ):
            words = form.words
            if known.by is not None and learned.get("player") == known.by:
                words = words.replace("{player} is", "I am")
            filled = BLANK.sub(lambda blank: _filled(blank[1], blank[2] or "and", learned[blank[1]], known), words)
            return as_subject(filled) if known.by is not None else filled
    return None


def as_subject(words: str) -> str:
    """Correct the grammar if the speaker is part of the subject: `Ann or me is` becomes `Ann or I am`."""
    for pattern, instead in SUBJECTS:
        words = pattern.sub(instead, words)
    return words


SUBJECTS = (
    (re.compile(r"\b(or|nor) me is\b"), r"\1 I am"),
    (re.compile(r"\bme (or|nor) (?=.* is\b)"), r"I \1 "),
    (re.compile(r"\bnor me woke\b"), "nor I woke"),
    (re.compile(r"\bme nor (?=.* woke\b)"), "I nor "),
    (re.compile(r"\bme (?=did not wake\b|woke\b)"), "I "),
    (re.compile(r"\band me (?=are\b|both\b)"), "and I "),
    (re.compile(r"\bme and (?=.* (?:are|both)\b)"), "I and "),
)


def _filled(key: str, joint: str, value: Any, known: Known) -> str:
    values = value if key in MANY else (value,)
    if key in SEATS:
        words = ["me" if seat == known.by else known.names[seat] for seat in values]
    elif key in ROLES:
        words = [known.role(role) for role in values]
    else:
        words = [str(one) for one in values]
    the = "the " if key in ROLES else ""
    return f" {joint} {the}".join(filter(None, (f", {the}".join(words[:-1]), words[-1])))


# -- reading -----------------------------------------------------------------------------------------------------


def by_name_of_speaker(text: str, known: Known) -> str:
    """The same words with the speaker's name in place of "I"."""
    if known.by is None or known.by >= len(known.names):
        return text
    name = known.names[known.by]
    text = re.sub(r"(?<=[,:t] )I am\b|(?<=\bor )I am\b|(?<=\bnor )I am\b", lambda _: f"{name} is", text)
    text = re.sub(r"\bI(?= (?:or|nor|and|did|woke)\b)|(?<=\band )I(?= (?:are|both)\b)", lambda _: name, text)
    return re.sub(r"\b(?:myself|me)\b", lambda _: name, text)


def read_report(text: str, known: Known) -> Report | None:
    """The report in this sentence, or None."""
    found = SAID.fullmatch(text.strip().rstrip("."))
    if found is None:
        return None
    try:
        by = known.id_of(found[1])
    except Illegal:
        return None
    when = f"{'D' if (found[2] or '').lower() == 'day' else 'N'}{int(found[3] or 1)}"
    for pattern, keys, values in _patterns(by, known) if by in FACTS else ():
        if match := pattern.fullmatch(found[4]):
            try:
                read = {key: _read(key, match[key], known) for key in keys}
            except Illegal:
                continue
            return Report(when, by, tuple((key, read[key] if value is ... else value) for key, value in values))
    return None


@lru_cache(maxsize=2048)
def _patterns(by: str, known: Known) -> list[tuple[re.Pattern[str], list[str], list[tuple[str, Any]]]]:
    return [
        (re.compile(_pattern(form.words, known), re.I), [blank[0] for blank in BLANK.findall(form.words)], parts)
        for form, parts in forms_of(by)
    ]


def _pattern(words: str, known: Known) -> str:
    pieces, at = [], 0
    for blank in BLANK.finditer(words):
        pieces += [
            re.escape(words[at : blank.start()]),
            f"(?P<{blank[1]}>{_one_or_more(blank[1], blank[2], known)})",
        ]
        at = blank.end()
    return "".join([*pieces, re.escape(words[at:])])


def _one_or_more(key: str, joint: str | None, known: Known) -> str:
    one = player_pattern(known) if key in SEATS else r"[^,:.]+?" if key in ROLES else r"\w+"
    the = "(?:the )?" if key in ROLES else ""
    return f"{one}(?:, {the}{one})* {joint} {the}{one}" if key in MANY else one


@lru_cache(maxsize=64)
def player_pattern(known: Known) -> str:
    """A pattern for any player's name, the longest first, with any spaces between its words."""
    names = sorted(known.names, key=len, reverse=True)
    return "(?:" + "|".join(r"[\s_-]+".join(map(re.escape, re.split(r"[\s_-]+", name))) for name in names) + ")"


def _read(key: str, words: str, known: Known) -> Any:
    if key in SEATS:
        seats = tuple(known.seat_of(name) for name in _parted(key, words, known))
        if key in MANY and (len(seats) == 2) != (key == "pair"):
            raise Illegal(f"{quote(words)} does not name the right number of players")
        return seats if key in MANY else seats[0]
    if key in ROLES:
        roles = tuple(known.id_of(name) for name in _parted(key, words, known))
        return roles if key in MANY else roles[0]
    if key in ("count", "steps"):
        if not words.isascii() or not words.isdigit() or len(words) > 3:
            raise Illegal(f"{quote(words)} is not a number")
        return int(words)
    return words


def _parted(key: str, words: str, known: Known) -> Sequence[str]:
    """The parts of "Ann, Bo and Cy"."""
    if key not in MANY:
        return [words]
    if key in SEATS:
        return re.findall(player_pattern(known), words, re.I)
    return list(_split(words))


def _split(words: str) -> Iterator[str]:
    *first, last = words.split(", ")
    yield from first
    yield from re.split(r" (?:and|or|nor) (?:the )?", last, maxsplit=1)
