"""The lines of a record that say the opposite of one of its expectations, or something else that is not so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from facedown.core.contract import Contract
from facedown.core.record import checks
from facedown.core.record.parser import Expectation
from facedown.core.table import Table

OPPOSITE = {"may": "may not", "may not": "may", "refused": "may", "told": "not told", "not told": "told"}
SIGNS = {" = ": " != ", " != ": " = ", " has ": " lacks ", " lacks ": " has "}


def flipped(expected: Expectation, table: Table) -> Iterator[str]:
    """Each has one thing in it that must make it fail where the expectation holds."""
    verb, rest = expected.verb, expected.rest.text
    parts = [part.text for part in expected.rest.split(",")]
    if verb in ("asked", "free", "paused", "winners"):
        yield from (f"{verb}: {names}" for names in _other_names(parts, table))
    elif verb == "over":
        yield f"over: {'no' if rest == 'yes' else 'yes'}"
    elif verb == "seconds":
        yield f"seconds: {'8' if rest == 'none' else 'none'}"
    elif verb == "scores":
        for score in parts:
            name, _, points = score.rpartition(" ")
            yield f"scores: {name} {int(points) + 1}"
    else:
        for seat in expected.seats:
            who = verb if seat is None else f"{verb} {table.names[seat]}"
            whose = "" if seat is None else f" {table.names[seat]}"
            yield from _of_one_seat(expected, table, who, whose, parts)


def _of_one_seat(expected: Expectation, table: Table, who: str, whose: str, parts: Sequence[str]) -> Iterator[str]:
    verb, rest = expected.verb, expected.rest.text
    if verb == "legal":
        for left_out in parts if rest != checks.NOTHING else ():
            others = [part for part in parts if part != left_out]
            yield f"{who}: {', '.join(others) or checks.NOTHING}"
    elif verb == "sees":
        for condition in expected.rest.split(";"):
            yield from (f"{who}: {other}" for other in _other_conditions(condition.text))
    elif verb == "prompt":
        yield f"{who}: {rest} and nothing else"
    elif verb in ("told", "not told"):
        yield f"{OPPOSITE[verb]}{whose}: {rest}"
    else:
        rule = checks.RULE.search(rest)
        for move in parts:
            yield f"{OPPOSITE[verb]}{whose}: {checks.RULE.sub('', move)}"
        if rule:
            yield f"{who}: {rest[: rule.start()]} (rule {_other_rule(table.contract, rule[1])})"


@lru_cache
def _other_rule(game: Contract, number: str) -> str:
    return next(rule.number for rule in game.rulebook() if rule.number != number)


def _other_names(names: Sequence[str], table: Table) -> Iterator[str]:
    if list(names) == [checks.NOBODY]:
        yield from table.names
    elif names[0] in table.contract.sides:
        yield next(side for side in table.contract.sides if side != names[0])
    else:
        yield checks.NOBODY
        for name in table.names:
            others = [other for other in names if other != name] if name in names else [*names, name]
            yield ", ".join(others) or checks.NOBODY


def _other_conditions(condition: str) -> Iterator[str]:
    sign = min((sign for sign in SIGNS if sign in condition), key=condition.index)
    path, _, value = condition.partition(sign)
    yield f"{path}{SIGNS[sign]}{value}"
    if value.isdecimal() and sign == " = ":
        yield f"{path} = {int(value) + 1}"
