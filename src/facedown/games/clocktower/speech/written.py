"""Statements as records have them, one kind of thing after the other: `report N2 empath count 1`, `suspicion Bo`.

A player stands there by name, in brackets where that has blanks or signs; a character by its id.  It is read back
equal, and nothing else is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from facedown.core.errors import Illegal
from facedown.core.spelling import did_you_mean, fold, quote
from facedown.games.clocktower.questions import WORDS
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.speech.english import DID, QUESTIONS, REASONS
from facedown.games.clocktower.speech.phrases import PHRASES
from facedown.games.clocktower.speech.statements import (
    KINDS,
    LEARNED,
    Anything,
    Learned,
    Question,
    Reason,
    Report,
    Utterance,
)

OPS: dict[str, type[Any]] = {str(kind.__struct_config__.tag).replace(" ", "_"): kind for kind in KINDS}
TOKEN = re.compile(r"\([^()]*\)|\S+")
PLAIN_NAME = re.compile(r"[^\W\d][\w'.-]*")
BETWEEN = re.compile(r"\s+=\s+")
QUOTE = '"'  # which means something in a record
TO, BECAUSE = "to", "because"


def write(said: Utterance, names: Sequence[str]) -> str:
    """What somebody says at once, without free words."""
    parts = [f"{TO} {_seat(said.to, names)}"] if said.to is not None else []
    return " = ".join([*parts, *(" ".join(_written(one, names)) for one in said.says)])


def read(words: str, names: Sequence[str], own: Mapping[str, str]) -> Utterance:
    """What `write` has written; `own`: the names of a script's own characters, by id.  Raises Illegal."""
    items = BETWEEN.split(words.strip())
    to = None
    if items[0].startswith(f"{TO} "):
        to = _Reader(items.pop(0)[len(TO) :], names, own).seat()
    says = []
    for item in items:
        reader = _Reader(item, names, own)
        says.append(reader.saying())
        reader.end()
    if not says:
        raise Illegal("here is what is said missing, at the end")
    return Utterance("", tuple(says), to)


# -- writing -----------------------------------------------------------------------------------------------------


def _seat(seat: int, names: Sequence[str]) -> str:
    name = names[seat]
    if PLAIN_NAME.fullmatch(name):
        return name
    return f"({seat + 1 if QUOTE in name else name})"


def _written(said: Anything, names: Sequence[str]) -> list[str]:
    if isinstance(said, Report):
        return ["report", said.when, said.by, *_learned(said, names)]
    if isinstance(said, Question):
        about = [_seat(said.about, names)] if said.about is not None else []
        return ["ask", said.what, *about, *filter(None, [said.role])]
    out = [_joined(str(said.__struct_config__.tag))]
    for field in msgspec.structs.fields(said):
        value = getattr(said, field.name)
        if field.name == "seat":
            out.append(_seat(value, names))
        elif isinstance(value, Reason):
            out += [BECAUSE, *_reason(value, names)]
        elif isinstance(value, msgspec.Struct):
            out += _written(value, names)  # type: ignore[arg-type]  # a statement in another
        elif isinstance(value, bool):
            out.append("yes" if value else "no")
        elif isinstance(value, tuple):
            out += value
        elif value is not None:
            out.append(_joined(str(value)))
    return out


def _learned(said: Report, names: Sequence[str]) -> list[str]:
    out: list[str] = []
    for key, value in said.learned:
        kind = LEARNED[key]
        values = value if isinstance(value, tuple) else (value,)
        out.append(key)
        if kind.endswith("s"):
            out.append(str(len(values)))
        for one in values:
            if kind.startswith("seat"):
                out.append(_seat(int(one), names))
            else:
                out.append({True: "yes", False: "no"}[one] if isinstance(one, bool) else _joined(str(one)))
    return out


def _joined(words: str) -> str:
    """Words that stand in a record as one."""
    return words.replace(" ", "_")


def _reason(reason: Reason, names: Sequence[str]) -> list[str]:
    out = [reason.kind, *(_seat(seat, names) for seat in reason.seats), *reason.roles]
    if "{number}" in REASONS[reason.kind].words:
        out.append(str(reason.number))
    return out + (_written(reason.report, names) if reason.report is not None else [])


# -- reading -----------------------------------------------------------------------------------------------------


class _Reader:
    """Reads the words of one saying, one after the other."""

    def __init__(self, words: str, names: Sequence[str], own: Mapping[str, str]) -> None:
        self._words, self._names, self._own = TOKEN.findall(words), names, own

    def _next(self, what: str) -> str:
        if not self._words:
            raise Illegal(f"here is {what} missing, at the end")
        word: str = self._words.pop(0)
        return word

    def end(self) -> None:
        if self._words:
            raise Illegal(f"{quote(' '.join(self._words))} is too much here")

    def _one_of(self, what: str, words: Sequence[str]) -> str:
        word = self._next(what)
        if word not in words:
            raise Illegal(f"{quote(word)} is not {what}{did_you_mean(word, words, 'one of')}")
        return word

    def seat(self) -> int:
        word = self._next("a player")
        name = word[1:-1] if word.startswith("(") else word
        if word.startswith("(") and name.isascii() and name.isdigit() and 0 < int(name) <= len(self._names):
            return int(name) - 1
        found = next((seat for seat, known in enumerate(self._names) if fold(known) == fold(name)), None)
        if found is None:
            raise Illegal(f"nobody here is called {quote(name)}{did_you_mean(name, self._names)}")
        return found

    def _role(self) -> str:
        word, ids = self._next("the id of a character"), (*self._own, *FACTS)
        if word not in ids:
            called = next((id for id, name in self._own.items() if fold(name) == fold(word)), None)
            mend = f"; did you mean {called!r}?" if called else did_you_mean(word, ids)
            raise Illegal(f"{quote(word)} is not the id of a character{mend}")
        return word

    def _number(self) -> int:
        word = self._next("a number")
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            raise Illegal(f"{quote(word)} is not a number")
        return int(word)

    def saying(self) -> Any:
        kind = OPS[self._one_of("something to say", tuple(OPS))]
        if kind is Report:
            return self._report()
        if kind is Question:
            what = self._one_of("a question", tuple(QUESTIONS))
            about = (None, self._role()) if what == "are" else (self.seat(),) if self._words else ()
            return Question(what, *about)  # type: ignore[arg-type]  # it is one of them
        values = {field.name: self._field(kind, field.name) for field in msgspec.structs.fields(kind)}
        return kind(**values)

    def _field(self, kind: type[Any], name: str) -> Any:
        readers: dict[str, Callable[[], Any]] = {
            "seat": self.seat,
            "role": self._role,
            "roles": lambda: tuple([self._role() for _ in self._words[:]]),
            "said": self.saying,
            "one": self.saying,
            "other": self.saying,
            "team": lambda: self._next("a team"),
            "much": lambda: self._one_of("yes or no", ("yes", "no")) == "yes",
            "do": lambda: self._one_of("advice", ("execute", "doubt", "trust")),
            "did": lambda: self._one_of("a vote", [*map(_joined, DID)]).replace("_", " "),
            "key": lambda: self._one_of("a phrase", [*map(_joined, PHRASES)]).replace("_", " "),
            "because": self._because,
        }
        assert kind in OPS.values(), "it is one"
        return readers[name]()

    def _because(self) -> Reason | None:
        if not self._words:
            return None
        self._one_of("because", (BECAUSE,))
        kind = self._one_of("a reason", tuple(REASONS))
        form = REASONS[kind].words
        report = "{report}" in form
        seats = tuple(self.seat() for _ in range(form.count("{seat}") + report))
        roles = tuple(self._role() for _ in range(form.count("{role}")))
        number = self._number() if "{number}" in form else 0
        if report:
            self._one_of("report", ("report",))
        return Reason(kind, seats, roles, number, self._report() if report else None)

    def _report(self) -> Report:
        if not re.fullmatch(r"[ND]\d{1,3}", when := self._next("a night or day, as N1")):
            raise Illegal(f"{quote(when)} is not a night or day, as N1 or D1, which stands first in a report")
        by = self._role()
        learned = []
        while self._words:
            key = self._one_of("what was learned", tuple(LEARNED))
            learned.append((key, self._value(LEARNED[key])))
        return Report(when, by, tuple(learned))

    def _value(self, kind: str) -> Learned:
        one: dict[str, Callable[[], Any]] = {
            "number": self._number,
            "seat": self.seat,
            "role": self._role,
            "truth": lambda: self._one_of("yes or no", ("yes", "no")) == "yes",
            "word": lambda: self._one_of("a word", [*map(_joined, WORDS)]).replace("_", " "),
        }
        if kind in one:
            value: Learned = one[kind]()
            return value
        return tuple(one[kind.removesuffix("s")]() for _ in range(min(self._number(), 30)))
