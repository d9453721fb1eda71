"""Checking a record's expectations against the table at the moment when their line is reached."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias, TypeVar

from facedown.core.errors import FacedownError, Illegal, WrongSeat
from facedown.core.game import Seat
from facedown.core.record import views
from facedown.core.record.denials import check_denied
from facedown.core.record.parser import Expectation, seat_of
from facedown.core.record.text import Piece
from facedown.core.record.wordings import written_like
from facedown.core.second_person import ME, to_you
from facedown.core.spelling import quote, unbracketed
from facedown.core.table import Table
from facedown.core.writing import VALUE

NOBODY, NOTHING = "nobody", "nothing"
RULE = re.compile(r" \(rule (\w+(?:\.\w+)*)\)$")
SCORE = re.compile(r"(.+) (-?[0-9]{1,6})")


class Failure(NamedTuple):
    """An expectation that is not met, and where it stands."""

    where: Piece
    message: str


Check: TypeAlias = Callable[[Table, Expectation], Iterator[Failure]]
CheckSince: TypeAlias = Callable[[Table, Expectation, int], Iterator[Failure]]


def failures(table: Table, expected: Expectation, since: int) -> list[Failure]:
    """How the table differs from an expectation.  Raises RecordError if the line makes no sense.

    `since`: the number of the first frame of those that `told` speaks of.
    """
    if expected.verb in TOLD:
        return list(TOLD[expected.verb](table, expected, since))
    return list(CHECKS[expected.verb](table, expected))


# -- what seats may do -------------------------------------------------------------------------------------------


def _seats(expected: Expectation) -> list[Seat]:
    return [seat for seat in expected.seats if seat is not None]


def _listed(expected: Expectation) -> list[Piece]:
    moves = expected.rest.split(",")
    if not moves:
        raise expected.rest.error("which moves? Write them after the colon")
    return moves


def _spelled(table: Table, seat: Seat, move: Piece) -> None:
    """Raises RecordError if these words are not a move, or not as a record spells it."""
    try:
        text = table.interpret(seat, move.text).text
    except FacedownError as error:
        raise move.refused(error) from None
    if text != move.text and VALUE.fullmatch(move.text) is None:
        raise move.error(f"write {quote(text)} for {quote(move.text)}")


def _check_rule(table: Table, number: Piece) -> None:
    """Raises RecordError if the game's rulebook has no rule of this number."""
    try:
        table.contract.rule(number.text)
    except FacedownError as error:
        raise number.refused(error) from None


def objection(table: Table, seat: Seat, move: Piece) -> FacedownError | None:
    """Why this seat may not make this move, for the author of a record, who sees everything; None if it may."""
    return for_the_writer(table, seat, table.objection(seat, move.text))


Refused = TypeVar("Refused", bound=FacedownError | None)


def for_the_writer(table: Table, seat: Seat, error: Refused) -> Refused | WrongSeat:
    """The same refusal.  It names all who are asked, also those of whom this seat may not know it."""
    if not isinstance(error, WrongSeat):
        return error
    asked = _names(table.asked, table)
    return WrongSeat(f"nothing is asked of {table.names[seat]} now; waiting for {asked}")


def _legal(table: Table, expected: Expectation) -> Iterator[Failure]:
    named = [] if expected.rest.text == NOTHING else _listed(expected)
    for seat in _seats(expected):
        legal = {move.text for move in table.legal(seat)}
        for move in named:
            if move.text not in legal:
                _spelled(table, seat, move)
                error = objection(table, seat, move)
                yield Failure(move, str(error) if error else f"{move.text} is not among the moves that are listed")
        more = legal.difference(move.text for move in named)
        if more:
            yield Failure(expected.rest, f"{table.names[seat]} may also play {', '.join(sorted(more))}")


def _may(table: Table, expected: Expectation) -> Iterator[Failure]:
    for seat in _seats(expected):
        for move in _listed(expected):
            _spelled(table, seat, move)
            if error := objection(table, seat, move):
                yield Failure(move, str(error))


def _may_not(table: Table, expected: Expectation) -> Iterator[Failure]:
    for seat in _seats(expected):
        for move in _listed(expected):
            _spelled(table, seat, move)
            if not objection(table, seat, move):
                yield Failure(move, f"{table.names[seat]} may play {move.text}")


def _refused(table: Table, expected: Expectation) -> Iterator[Failure]:
    rule = RULE.search(expected.rest.text)
    named = expected._replace(rest=expected.rest.part(0, rule.start()) if rule else expected.rest)
    for seat in _seats(expected):
        for move in _listed(named):
            _spelled(table, seat, move)
            error = objection(table, seat, move)
            by = error.rule if isinstance(error, Illegal) else None
            if error is None:
                yield Failure(move, f"{move.text} by {table.names[seat]} is not refused")
            elif rule and rule[1] != by:
                _check_rule(table, expected.rest.part(rule.start(1), rule.end(1)))
                yield Failure(move, f"it is refused by {f'rule {by}' if by else 'no rule'}, not {rule[1]}: {error}")


# -- what is seen and told ---------------------------------------------------------------------------------------


def _sees(table: Table, expected: Expectation) -> Iterator[Failure]:
    conditions = expected.rest.split(";")
    if not conditions:
        raise expected.rest.error("what is seen? Write something like `hand = Red 3, Blue 2`")
    for watcher in expected.seats:
        view = table.view(watcher)
        for words in conditions:
            condition = views.condition(words)
            found = views.follow(view, condition.path, table.names)
            if condition.denies:
                check_denied(condition, found, view, table)
            if not views.holds(condition, found.value, table.names):
                truth = written_like(condition.wanted, found.value, table.names)
                yield Failure(words, f"{_name(table, watcher)} sees {condition.path.text} = {truth}")


def _told(table: Table, expected: Expectation, since: int) -> Iterator[Failure]:
    """They were told a sentence that holds these words; or `nothing` that not everybody was told."""
    words = _words(expected)
    for watcher in expected.seats:
        told = sentences(table, watcher, since)
        met = not _news(table, watcher, since) if words == NOTHING else any(words in said for said in told)
        if not met:
            yield Failure(expected.rest, f"{_name(table, watcher)} was told: {' '.join(told) or NOTHING}")


def _not_told(table: Table, expected: Expectation, since: int) -> Iterator[Failure]:
    """They were told no sentence that holds these words; or something that not everybody was told."""
    words = _words(expected)
    for watcher in expected.seats:
        if words == NOTHING and not _news(table, watcher, since):
            yield Failure(expected.rest, f"{_name(table, watcher)} was told nothing that not everybody was told")
        told = [sentence for sentence in sentences(table, watcher, since) if words in sentence]
        if told and words != NOTHING:
            yield Failure(expected.rest, f"{_name(table, watcher)} was told: {' '.join(told)}")


def _news(table: Table, watcher: Seat | None, since: int) -> set[str]:
    """What this one was told and not everybody, be it of "you".  What one is dealt is not news."""
    told = set(sentences(table, watcher, since, but=table.contract.dealings))
    if watcher is None:
        return told
    everybody, name = sentences(table, None, since), table.names[watcher]
    of_them = (to_you(sentence.replace(name, ME), table.names) for sentence in everybody)
    return told.difference(everybody, of_them)


def sentences(table: Table, watcher: Seat | None, since: int, but: frozenset[str] = frozenset()) -> list[str]:
    """What this one was told since then, but for these kinds of events."""
    return [unbracketed(event.text) for event in table.log(watcher, since) if event.kind not in but]


def _prompt(table: Table, expected: Expectation) -> Iterator[Failure]:
    words = _words(expected)
    for watcher in expected.seats:
        prompt = unbracketed(table.prompt(watcher))
        if words not in prompt:
            yield Failure(expected.rest, f"the prompt is: {prompt}")


def _words(expected: Expectation) -> str:
    if not expected.rest.text:
        raise expected.rest.error("which words? Write them after the colon")
    return expected.rest.text


def _name(table: Table, watcher: Seat | None) -> str:
    return "a spectator" if watcher is None else table.names[watcher]


# -- how it stands -----------------------------------------------------------------------------------------------


def _named(expected: Expectation, table: Table) -> set[Seat]:
    """The seats in a list of names, or `nobody`.  Raises RecordError."""
    if expected.rest.text == NOBODY:
        return set()
    if not expected.rest.text:
        raise expected.rest.error(f"who? Write names with commas, or `{NOBODY}`")
    return {seat_of(name, table.names) for name in expected.rest.split(",")}


def _names(seats: set[Seat] | tuple[Seat, ...], table: Table) -> str:
    return ", ".join(table.names[seat] for seat in sorted(seats)) or NOBODY


def paused(table: Table) -> Seat | None:
    """The seat that is asked only to continue, with nothing to decide; None: there is none."""
    pause, takes_words = table.contract.pause, table.contract.takes_words
    asked = () if pause is None else table.asked
    return next((s for s in asked if [m for m in table.legal(s) if not takes_words(m)] == [pause]), None)


def _asked(table: Table, expected: Expectation) -> Iterator[Failure]:
    if _named(expected, table) != set(table.asked):
        yield Failure(expected.rest, f"asked: {_names(table.asked, table)}")


def _free(table: Table, expected: Expectation) -> Iterator[Failure]:
    if _named(expected, table) != set(table.free):
        yield Failure(expected.rest, f"free to act: {_names(table.free, table)}")


def _paused(table: Table, expected: Expectation) -> Iterator[Failure]:
    seat = paused(table)
    seats = () if seat is None else (seat,)
    if _named(expected, table) != set(seats):
        yield Failure(expected.rest, f"paused: {_names(seats, table)}")


def _seconds(table: Table, expected: Expectation) -> Iterator[Failure]:
    seconds = "none" if table.timing.seconds is None else f"{table.timing.seconds:g}"
    if not re.fullmatch(r"none|\d{1,6}(?:\.\d{1,6})?", expected.rest.text):
        said = quote(expected.rest.text)
        raise expected.rest.error(f"{said} is not a time; write a number of seconds, or `none`")
    if expected.rest.text != seconds:
        yield Failure(expected.rest, f"seconds: {seconds}")


def _scores(table: Table, expected: Expectation) -> Iterator[Failure]:
    scores = table.standing.scores
    if not expected.rest.text:
        raise expected.rest.error(f"which scores? Write something like `{table.names[0]} 3, {table.names[1]} 1`")
    for part in expected.rest.split(","):
        found = SCORE.fullmatch(part.text)
        if found is None:
            raise part.error(
                f"{quote(part.text)} is not a score; write a name and a number, like `{table.names[0]} 3`"
            )
        seat = seat_of(part.part(0, found.end(1)), table.names)
        if found[2] != str(scores[seat]):
            told = (f"{name} {score}" for name, score in zip(table.names, scores, strict=True))
            yield Failure(part, f"scores: {', '.join(told)}")


def _winners(table: Table, expected: Expectation) -> Iterator[Failure]:
    standing, said = table.standing, expected.rest.text
    of_a_side = said in table.contract.sides and said not in table.names
    named = set() if of_a_side else _named(expected, table)
    if not standing.over:
        yield Failure(expected.where, "the game is not over")
    elif of_a_side and said != standing.side:
        yield Failure(expected.rest, f"winners: {standing.side or NOBODY}")
    elif not of_a_side and named != set(standing.winners):
        yield Failure(expected.rest, f"winners: {_names(standing.winners, table)}")


def _over(table: Table, expected: Expectation) -> Iterator[Failure]:
    if expected.rest.text not in ("yes", "no"):
        raise expected.rest.error(f"`over` is yes or no, not {quote(expected.rest.text)}")
    if table.over != (expected.rest.text == "yes"):
        yield Failure(expected.where, f"the game is {'over' if table.over else 'not over'}")


CHECKS: dict[str, Check] = {
    "legal": _legal,
    "may": _may,
    "may not": _may_not,
    "refused": _refused,
    "sees": _sees,
    "prompt": _prompt,
    "asked": _asked,
    "free": _free,
    "paused": _paused,
    "seconds": _seconds,
    "scores": _scores,
    "winners": _winners,
    "over": _over,
}
TOLD: dict[str, CheckSince] = {"told": _told, "not told": _not_told}
