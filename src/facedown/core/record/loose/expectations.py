"""Translates expectations, as people write them, to the spelling of records, with the help of a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from facedown.core.errors import FacedownError
from facedown.core.game import Seat
from facedown.core.record import checks, grammar
from facedown.core.record.checks import Failure
from facedown.core.record.loose import conditions
from facedown.core.record.loose.moves import in_words_of_a_move, seats_by_name
from facedown.core.record.text import Piece
from facedown.core.spelling import did_you_mean, fold, quote, unbracketed
from facedown.core.table import Table

NOBODY = ("nobody", "none", "no one", "nothing", "draw")
EVERYBODY = ("all", "everybody", "everyone")
SPECTATORS = ("nobody", "spectator", "spectators")
RULE = re.compile(r"\s*(?:[(\[]\s*(?:by\s+)?(?:rule\s+)?|(?:by\s+)?rule\s+)(\w+(?:\.\w+)*)\s*[)\]]?\s*$", re.I)
PAIR = re.compile(r"(.*?)\s*[:= ]\s*(-?[0-9]{1,6})|(-?[0-9]{1,6})")
AND = re.compile(r"\band\b|&")

Watcher: TypeAlias = Seat | None  # None: a spectator


class Expected(NamedTuple):
    """One expectation as it was told: whom it is about (None: not said), and the rest of its line."""

    verb: str
    whom: list[Watcher] | None
    rest: Piece
    where: Piece

    def spelled(self, table: Table, since: int) -> list[str]:
        """The lines of a record for it, checked on this table.  Raises RecordError."""
        return list(SPELLED[self.verb](table, self, since))

    def failures(self, table: Table, since: int) -> list[Failure]:
        """How the table differs from it.  Raises RecordError if the line cannot be read."""
        failures = []
        for text in self.spelled(table, since):
            line = grammar.statement(Piece(text, self.where.line, self.where.column), table.names)
            assert isinstance(line, grammar.Expectation)
            failures += [Failure(self.where, said) for _, said in checks.failures(table, line, since)]
        return failures

    @property
    def of_what_came(self) -> bool:
        """Whether it is about the state of the game, and not about the open question."""
        return self.verb in ("sees", "told", "scores", "winners", "over")

    @property
    def title(self) -> Piece:
        """Its words as a title, which may name the moment in which they become true."""
        return self.rest if self.verb == "told" else self.where


def expectation(statement: Piece, table: Table) -> Expected | None:
    """The expectation that a statement contains, or None.  Raises RecordError."""
    for told, verb in SEATED.items():
        said = _of_whom(statement, told, table)
        if said is not None:
            return Expected(verb, *said, statement)
    for told, verb in PLAIN.items():
        rest = statement.value_of(told)
        if rest is not None:
            return Expected(verb, None, rest, statement)
    return None


def _of_whom(statement: Piece, verb: str, table: Table) -> tuple[list[Watcher] | None, Piece] | None:
    """Whom a statement such as `legal Ann: ...`, `Ann legal: ...` or `legal: ...` is about, and its rest."""
    head, tail = statement.partition(":")
    rest = statement.after(verb)
    if rest is None:
        before = re.fullmatch(rf"(.+?)\s+(?:(?:is|are)\s+)?{verb}", head.text, re.I)
        whom = _watchers(head.part(0, before.end(1)), table) if before else None
        return (whom, tail) if whom and tail else None
    if rest.text.startswith(":"):
        return None, rest.part(1)
    who, tail = rest.partition(":")
    if tail is not None and (whom := _watchers(who, table)) is not None:
        return whom, tail
    for name in (*table.names, *SPECTATORS, *EVERYBODY):
        if (tail := rest.after(name)) is not None:
            return _watchers(Piece(name, 1, 1), table), tail
    raise who.error(f"there is no seat {quote(who.text)}{did_you_mean(who.text, table.names)}")


def _watchers(who: Piece, table: Table) -> list[Watcher] | None:
    """The seats in a list of names; None if it names something else."""
    if fold(who.text) in EVERYBODY:
        return list(range(len(table.names)))
    if fold(who.text) in SPECTATORS:
        return [None]
    seats = seats_by_name(table)
    named = [None if fold(part.text) in SPECTATORS else seats.get(fold(part.text), -1) for part in who.split(",")]
    return None if -1 in named else list(named)


def _seats(who: Piece, table: Table) -> list[Seat]:
    """The seats in a list of names, "nobody" or "all".  Raises RecordError."""
    if fold(who.text) in NOBODY:
        return []
    if fold(who.text) in EVERYBODY:
        return list(range(len(table.names)))
    seats = []
    for part in who._replace(text=AND.sub(lambda m: ",".ljust(len(m[0])), who.text)).split(","):
        seat = seats_by_name(table).get(fold(part.text))
        if seat is None:
            raise part.error(f"there is no seat {quote(part.text)}{did_you_mean(part.text, table.names)}")
        seats.append(seat)
    return seats


def _names(seats: list[Seat], table: Table) -> str:
    return ", ".join(table.names[seat] for seat in dict.fromkeys(seats)) or "nobody"


# -- what seats may do -------------------------------------------------------------------------------------------


def _players(table: Table, said: Expected) -> list[Seat]:
    """The seats that the line is about; if it names none, the one that is asked.  Raises RecordError."""
    if said.whom is None and len(table.asked) != 1:
        raise said.where.error(f"say which seat is meant; asked are: {_names(list(table.asked), table)}")
    seats = said.whom if said.whom is not None else list(table.asked)
    if None in seats:
        raise said.where.error("somebody who only watches has no moves; name a seat")
    return [seat for seat in seats if seat is not None]


def _move(table: Table, seat: Seat, words: Piece) -> str:
    """The move in these words, as the history spells it.  Raises RecordError."""
    try:
        return table.interpret(seat, in_words_of_a_move(table, words.text)).text
    except FacedownError as error:
        raise words.refused(error) from None


def _parts(said: Expected) -> list[Piece]:
    parts = said.rest.split(",")
    if not parts:
        raise said.rest.error("which moves? Write them after the colon, or `nothing`")
    return parts


def _legal(table: Table, said: Expected, since: int) -> Iterator[str]:
    seats, parts = _players(table, said), _parts(said)
    if fold(said.rest.text) in NOBODY and not any(
        fold(move.text) == fold(said.rest.text) for seat in seats for move in table.legal(seat)
    ):
        yield f"legal {_names(seats, table)}: nothing"
        return
    moves = dict.fromkeys(_move(table, seats[0], part) for part in parts)
    yield f"legal {_names(seats, table)}: {', '.join(moves)}"


def _may(table: Table, said: Expected, since: int) -> Iterator[str]:
    seats = _players(table, said)
    moves = dict.fromkeys(_move(table, seats[0], part) for part in _parts(said))
    yield f"{said.verb} {_names(seats, table)}: {', '.join(moves)}"


def _refused(table: Table, said: Expected, since: int) -> Iterator[str]:
    seats, parts = _players(table, said), _parts(said)
    last = RULE.search(parts[-1].text)
    by_rule: dict[str | None, list[str]] = {}
    for part in parts:
        rule = RULE.search(part.text)
        number = rule[1] if rule else last[1] if last else None
        by_rule.setdefault(number, []).append(_move(table, seats[0], part.part(0, rule.start()) if rule else part))
    for number, moves in by_rule.items():
        yield f"refused {_names(seats, table)}: {', '.join(moves)}" + (f" (rule {number})" if number else "")


# -- what is seen and told ---------------------------------------------------------------------------------------


def _watching(table: Table, said: Expected) -> Iterator[tuple[str, list[Watcher]]]:
    """The beginning of each line, one for spectators and one for seats, with those it is for."""
    whom = said.whom or [None]
    if None in whom:
        yield said.verb, [None]
    if seats := [seat for seat in whom if seat is not None]:
        yield f"{said.verb} {_names(seats, table)}", list(seats)


def _sees(table: Table, said: Expected, since: int) -> Iterator[str]:
    told = said.rest.split(";")
    if not told:
        raise said.rest.error("what is seen? Write something like `hand = Red 3, Blue 2`")
    for head, watchers in _watching(table, said):
        view = table.view(watchers[0])
        spelled = (conditions.spelled(view, condition, table) for condition in told)
        yield f"{head}: {'; '.join(spelled)}"


def _told(table: Table, said: Expected, since: int) -> Iterator[str]:
    if not said.rest.text:
        raise said.rest.error("which words? Write them after the colon")
    for head, watchers in _watching(table, said):
        if fold(said.rest.text) in NOBODY:
            yield f"{head}: nothing"
            continue
        heard = [sentence for watcher in watchers for sentence in checks.sentences(table, watcher, since)]
        yield f"{head}: {_as_told(table, heard, said.rest.text)}"


def _prompt(table: Table, said: Expected, since: int) -> Iterator[str]:
    for head, watchers in _watching(table, said):
        yield f"{head}: {_as_told(table, [unbracketed(table.prompt(watchers[0]))], said.rest.text)}"


def _as_told(table: Table, sentences: list[str], words: str) -> str:
    """The words as one of the sentences spells them, or unchanged if none of them contains the words."""
    words = " ".join(unbracketed(words).split()).rstrip(" .")
    if any(words in sentence for sentence in sentences):
        return words
    parts = (conditions.part_of(sentence, words.strip(" !?\"'")) for sentence in sentences)
    part = next((part for part in parts if part), None)
    if part is not None:
        return part
    says = table.game.transcript.says
    whole = next((sentence for sentence in sentences if says(_plain(sentence), _plain(words))), None)
    return whole.rstrip(".") if whole is not None else words


def _plain(sentence: str) -> str:
    """A folded sentence without the brackets around cards, articles, and punctuation at its ends."""
    return re.sub(r"\bthe (?=\w)", "", fold(unbracketed(sentence))).strip(" .!?\"'")


# -- how it stands -----------------------------------------------------------------------------------------------


def _of_seats(table: Table, said: Expected, since: int) -> Iterator[str]:
    yield f"{said.verb}: {_names(_seats(said.rest, table), table)}"


def _seconds(table: Table, said: Expected, since: int) -> Iterator[str]:
    if fold(said.rest.text) in NOBODY:
        yield "seconds: none"
    elif re.fullmatch(r"\d{1,6}(?:\.\d{1,6})?", said.rest.text):
        yield f"seconds: {float(said.rest.text):g}"
    else:
        raise said.rest.error(f"{quote(said.rest.text)} is not a time; write a number of seconds, or `none`")


def _scores(table: Table, said: Expected, since: int) -> Iterator[str]:
    parts = said.rest.split(",")
    if not parts:
        raise said.rest.error("which scores? Write something like `Ann 3, Bo 1`")
    pairs = [(part, PAIR.fullmatch(part.text)) for part in parts]
    if all(pair and pair[3] for _, pair in pairs):
        if len(parts) != len(table.names):
            raise said.rest.error(f"there are {len(table.names)} seats, and {len(parts)} scores; write `Ann 3`")
        told = zip(table.names, (int(part.text) for part in parts), strict=True)
        yield f"scores: {', '.join(f'{name} {score}' for name, score in told)}"
        return
    scores = []
    for part, pair in pairs:
        if pair is None or pair[3]:
            raise part.error(
                f"{quote(part.text)} is not a score; write a name and a number, like `{table.names[0]} 3`"
            )
        seats = _seats(part.part(0, pair.end(1)), table)
        if len(seats) != 1:
            raise part.error(f"{quote(part.text)} is not the score of one seat")
        scores.append(f"{table.names[seats[0]]} {int(pair[2])}")
    yield f"scores: {', '.join(scores)}"


def _winners(table: Table, said: Expected, since: int) -> Iterator[str]:
    side = fold(re.sub(r"^the | team$| wins?$", "", said.rest.text, flags=re.I))
    sides = {fold(one): one for one in table.game.sides}
    if side in sides and side not in map(fold, table.names):
        yield f"winners: {sides[side]}"
    else:
        yield f"winners: {_names(_seats(said.rest, table), table)}"


def _over(table: Table, said: Expected, since: int) -> Iterator[str]:
    answer = fold(said.rest.text) or "yes"
    if answer not in ("yes", "no", "true", "false"):
        raise said.rest.error(f"`over` is yes or no, not {quote(said.rest.text)}")
    yield f"over: {'yes' if answer in ('yes', 'true') else 'no'}"


Spelled: TypeAlias = Callable[[Table, Expected, int], Iterator[str]]
SPELLED: dict[str, Spelled] = {
    "legal": _legal,
    "may not": _may,
    "may": _may,
    "refused": _refused,
    "sees": _sees,
    "not told": _told,
    "told": _told,
    "prompt": _prompt,
    "asked": _of_seats,
    "free": _of_seats,
    "paused": _of_seats,
    "seconds": _seconds,
    "scores": _scores,
    "winners": _winners,
    "over": _over,
}
SEATED = {"legal": "legal", "may not": "may not", "may": "may", "refused": "refused", "sees": "sees",
          "not told": "not told", "told not": "not told", "told": "told", "prompt": "prompt"}  # fmt: skip
PLAIN = {"asked": "asked", "free": "free", "paused": "paused", "seconds": "seconds", "scores": "scores",
         "score": "scores", "winners": "winners", "winner": "winners", "over": "over"}  # fmt: skip
VERBS = (*SEATED, *PLAIN)
