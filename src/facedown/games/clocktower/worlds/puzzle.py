"""What is known of a town: who sits where, what each claims, what each says they learned, and what everybody saw.

The format is one JSON object; `docs/clocktower-worlds.md` describes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from facedown.core.errors import FacedownError
from facedown.core.spelling import did_you_mean
from facedown.games.clocktower.roster import FACTS

HOME_MADE = {"prodigy": "townsfolk"}  # characters of puzzles that no edition holds
_TEAMS = {**{id: fact.team for id, fact in FACTS.items()}, **HOME_MADE}
_EVIL = frozenset(role for role, team in _TEAMS.items() if team in ("minion", "demon"))
MOST_PLAYERS = 20
FEWEST_PLAYERS = 5


class BadPuzzle(FacedownError):
    """A puzzle cannot be read, or holds what nobody can say or see."""


class NotModelled(FacedownError):
    """A puzzle has a character, a report or an event that the solver does not know."""


class Clue(NamedTuple):
    """What a seat says it learned: when (a moment), through which character, and what.  `place`: in the puzzle."""

    place: int
    seat: int
    when: int
    by: str
    learned: Mapping[str, Any]


class Event(NamedTuple):
    """What everybody saw: when (a moment), of which kind, and its fields.  `place`: in the puzzle."""

    place: int
    when: int
    type: str
    fields: Mapping[str, Any]


class AsWritten(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    rename={"duplicates": "duplicates_allowed", "may_target_dead": "demon_may_target_dead"},
):
    """What a puzzle holds just as its JSON object says it."""

    claims: tuple[str | None, ...]
    narrator: int | None = None
    narrator_may_be: tuple[str, ...] = ()
    duplicates: bool = False
    may_target_dead: bool = True
    choices_untold: bool = False  # whether a good player may have kept to themselves whom they chose
    also_claimed: tuple[tuple[str, ...], ...] = ()  # by seat, what they claimed before
    claimed_today: tuple[int, ...] = ()  # seats whose last claim is of the last day, and may be madness
    is_morning: bool = False  # whether it is too early for all to have said today what they are
    hermit_has: tuple[str, ...] = ()
    given: tuple[Any, ...] = ()
    rules: str = "current"
    id: str = ""
    title: str = ""


class Puzzle(AsWritten, frozen=True, kw_only=True):
    """A town as it is known.  Seats are numbers, clockwise; characters are ids; `None` is an unknown claim."""

    seats: tuple[str, ...]
    script: frozenset[str]
    reports: tuple[Clue, ...] = ()
    events: tuple[Event, ...] = ()
    until: int = 0  # a moment that came, whether or not anything is known of it

    @property
    def size(self) -> int:
        """How many players there are."""
        return len(self.seats)

    def claimed(self, seat: int) -> tuple[str, ...]:
        """All that this player has claimed to be."""
        claim, before = self.claims[seat], self.also_claimed[seat] if self.also_claimed else ()
        return before if claim is None else (*before, claim)

    @property
    def of_hermit(self) -> tuple[str, ...]:
        """Whose abilities a Hermit has: all Outsiders', unless the puzzle names some."""
        outsiders = (role for role in sorted(self.script) if team_of(role) == "outsider" and role != "hermit")
        return self.hermit_has or tuple(outsiders)

    @property
    def newly_claimed(self) -> tuple[int, ...]:
        """Who has said who they are only today, or on no more days than they may have been mad, today included."""
        return tuple(seat for seat in self.claimed_today if len(self.claimed(seat)) <= self.days + 1)

    @property
    def days(self) -> int:
        """How many days there have been on which everybody had the time to speak."""
        return (self.last + 1) // 2 - self.is_morning

    @property
    def last(self) -> int:
        """The moment at whose end the question is asked."""
        return max(self.until, *(one.when for one in self.reports), *(one.when for one in self.events), 0)


class Raw(AsWritten, frozen=True, kw_only=True):
    """The JSON object, as it is written."""

    seats: tuple[str, ...] | None = None
    n_players: int | None = None
    unclaimed_on_script: tuple[str, ...] = ()
    also_on_script: tuple[str, ...] = ()
    reports: tuple[dict[str, Any], ...] = ()
    events: tuple[dict[str, Any], ...] = ()
    until: str = "N1"


def team_of(role: str) -> str:
    """The team of a character."""
    return _TEAMS[role]


def is_evil_role(role: str) -> bool:
    return role in _EVIL


def moment(text: object) -> int:
    """The number of a moment: N1 is 0, D1 is 1, N2 is 2, …  Raises ValueError."""
    if not isinstance(text, str) or text[:1] not in ("N", "D") or not text[1:].isdecimal() or int(text[1:]) < 1:
        raise ValueError
    if len(text) > 4:
        raise ValueError
    return 2 * int(text[1:]) - (2 if text[0] == "N" else 1)


def name_of(when: int) -> str:
    """How a moment is written."""
    return f"{'D' if when % 2 else 'N'}{when // 2 + 1}"


def read(text: str | bytes) -> list[Puzzle]:
    """The puzzles in a file: one object, a list of them, or an object whose "puzzles" are such a list."""
    try:
        data = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise BadPuzzle(f"This is not JSON: {error}.") from None
    except RecursionError:
        raise BadPuzzle("This JSON is nested too deep.") from None
    if isinstance(data, dict) and isinstance(data.get("puzzles"), list):
        data = data["puzzles"]
    return [puzzle(one) for one in (data if isinstance(data, list) else [data])]


def puzzle(data: object) -> Puzzle:
    """The puzzle that a JSON object describes.  Raises BadPuzzle."""
    try:
        raw = msgspec.convert(data, Raw)
    except msgspec.ValidationError as error:
        raise BadPuzzle(f"The puzzle is not complete: {error}.") from None
    seats = raw.seats or tuple(f"seat {i}" for i in range(len(raw.claims)))
    _check_size(raw, seats)
    roles = [*raw.unclaimed_on_script, *raw.also_on_script, *raw.narrator_may_be, *(c for c in raw.claims if c)]
    for role in (*roles, *(role for before in raw.also_claimed for role in before)):
        _check_role(role, "the script")
    reader = Reader(len(seats))
    for seat in raw.claimed_today:
        reader.seat(seat, '"claimed_today"')
    made = Puzzle(
        **{name: getattr(raw, name) for name in AsWritten.__struct_fields__},
        seats=seats,
        script=frozenset(roles),
        reports=tuple(reader.report(i, item) for i, item in enumerate(raw.reports)),
        events=tuple(reader.event(i, item) for i, item in enumerate(raw.events)),
        until=reader.moment(raw.until, '"until"'),
    )
    if made.rules not in ("current", "2022"):
        raise BadPuzzle(f'"rules" is "{made.rules}", but must be "current" or "2022".')
    return made


def data_of(known: Puzzle) -> dict[str, Any]:
    """A puzzle as a file has it, as far as composed ones go; `puzzle` reads it."""
    return {
        "title": known.title,
        "seats": list(known.seats),
        "claims": list(known.claims),
        "unclaimed_on_script": sorted(known.script.difference(known.claims)),
        "reports": [{"seat": r.seat, "when": name_of(r.when), "by": r.by, **r.learned} for r in known.reports],
        "events": [{"when": name_of(e.when), "type": e.type, **e.fields} for e in known.events],
    }


def _check_size(raw: Raw, seats: Sequence[str]) -> None:
    if raw.n_players is not None and raw.n_players != len(seats):
        raise BadPuzzle(f'"n_players" is {raw.n_players}, but there are {len(seats)} seats.')
    if len(raw.claims) != len(seats):
        raise BadPuzzle(f"There are {len(seats)} seats, but {len(raw.claims)} claims.")
    if len(raw.also_claimed) not in (0, len(seats)):
        raise BadPuzzle(f'"also_claimed" has {len(raw.also_claimed)} lists, but there are {len(seats)} seats.')
    if not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
        raise BadPuzzle(f"There are {len(seats)} players; it must be {FEWEST_PLAYERS} to {MOST_PLAYERS}.")
    if raw.narrator is not None and not 0 <= raw.narrator < len(seats):
        raise BadPuzzle(f'"narrator" is {raw.narrator}, but the seats are 0 to {len(seats) - 1}.')


def _check_role(role: object, where: str) -> None:
    if not isinstance(role, str) or (role not in FACTS and role not in HOME_MADE):
        hint = did_you_mean(role, FACTS) if isinstance(role, str) else ""
        raise BadPuzzle(f'{where} names "{role}", which is no character.{hint and " " + hint}')


class Reader:
    """Reads the reports and events of a town of so many seats."""

    def __init__(self, size: int) -> None:
        self.size = size

    def report(self, index: int, item: Mapping[str, Any]) -> Clue:
        where = f"report {index}"
        seat, when = self.seat(item.get("seat"), where), self.moment(item.get("when"), f'"when" of {where}')
        by = item.get("by")
        if by != "self":
            _check_role(by, where)
        learned = {key: value for key, value in item.items() if key not in ("seat", "when", "by")}
        for seat_named in _seats_in(learned):
            self.seat(seat_named, where)
        for role in _roles_in(learned):
            _check_role(role, where)
        return Clue(index, seat, when, str(by), learned)

    def event(self, index: int, item: Mapping[str, Any]) -> Event:
        where = f"event {index}"
        when = self.moment(item.get("when"), f'"when" of {where}')
        fields = {key: value for key, value in item.items() if key not in ("when", "type")}
        for key in ("seat", "target", "nominator", "by"):
            if key in fields:
                self.seat(fields[key], where)
        return Event(index, when, str(item.get("type")), fields)

    def seat(self, seat: object, where: str) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.size:
            raise BadPuzzle(f"{where} names seat {seat!r}, but the seats are 0 to {self.size - 1}.")
        return seat

    def moment(self, text: object, where: str) -> int:
        try:
            return moment(text)
        except ValueError:
            raise BadPuzzle(f"{where} is {text!r}; write N1, D1, N2, …") from None


def _seats_in(learned: Mapping[str, Any]) -> Iterator[object]:
    for key in ("player", "chose", "guess", "told_demon", "shown", "learned_eviltwin", "learned_nightwatchman"):
        if key in learned:
            yield learned[key]
    for key in ("pair", "players"):
        if key in learned:
            if not isinstance(learned[key], list):
                yield learned[key]
            else:
                yield from learned[key]


def _roles_in(learned: Mapping[str, Any]) -> Iterator[object]:
    for key in ("role", "became"):
        if key in learned:
            yield learned[key]
    yield from learned.get("roles", ())
