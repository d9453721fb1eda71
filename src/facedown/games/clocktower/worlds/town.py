"""What is fixed while a puzzle is solved: its items by moment, and the order of the night."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.worlds.layouts import HIDING, LYING
from facedown.games.clocktower.worlds.puzzle import Clue, Event, Puzzle, team_of
from facedown.games.clocktower.worlds.state import Bits, State

MOST_WAYS = 2000  # from so many a deal is taken to fit where choices are untold: its nights would take minutes
LAST = 999.0  # the place in a night of all that have none of their own
DEATHS = ("night_death", "resurrection")  # what is announced at dawn


class Town:
    """A puzzle, sorted for the search.  `when`: the moment that is played."""

    def __init__(self, puzzle: Puzzle, reports: Sequence[Clue], events: Sequence[Event]) -> None:
        self.puzzle = puzzle
        self.size = puzzle.size
        self.last = puzzle.last
        self.of_hermit = puzzle.of_hermit
        self.reports: dict[tuple[int, str], list[Clue]] = {}
        self.turn = 0  # 1: somebody acts once more
        self.place = 0.0  # in the order of the night
        self.spared: Bits = 0  # whom the character that acts has not chosen
        self.of_seat: dict[tuple[int, int, str], list[Clue]] = {}
        for report in reports:
            self.reports.setdefault((report.when, report.by), []).append(report)
            self.of_seat.setdefault((report.when, report.seat, report.by), []).append(report)
        self.events: dict[int, list[Event]] = {}
        for event in events:
            self.events.setdefault(event.when, []).append(event)
        self.deaths = self._bits_of("night_death")
        self.returns = self._bits_of("resurrection")
        self.counts_wrong = {report.when for report in reports if report.by == "mathematician"}
        self.counts_woke = {report.when for report in reports if report.by == "chambermaid"}
        self.swaps_untold = puzzle.choices_untold and "snakecharmer" in puzzle.script
        self.may_swap = self.swaps_untold or any(
            report.by == "self" and report.learned.get("became") == "snakecharmer" for report in reports
        )
        self.most_ways = MOST_WAYS if puzzle.choices_untold else None
        self._speaks = {(report.when, report.seat) for report in reports}
        speakers = {seat for _, seat in self._speaks}
        self.silent = {s for s, claim in enumerate(puzzle.claims) if claim is None and s not in speakers}
        self._became: dict[int, list[str]] = {}
        for report in reports:
            if report.by == "self":
                self._became.setdefault(report.seat, []).append(report.learned["became"])
        self.orders: dict[int, Sequence[Any]] = {}  # of each night, once it is known
        self.begin(0)

    @property
    def night(self) -> int:
        """The number of the night, or of the day's night before."""
        return self.when // 2 + 1

    @property
    def coming_day(self) -> int:
        """The moment of today, or at night of the day that will come: what lasts until dusk ends after it."""
        return self.when | 1

    def begin(self, when: int) -> None:
        """Come to this moment."""
        self.when, self.place = when, 0.0
        self.dying: Bits = self.deaths.get(when, 0)  # who dies tonight, as is announced at dawn
        self.rising: Bits = self.returns.get(when, 0)  # who comes back to life tonight
        # Whether it matters what goes wrong now, and who wakes.
        self.watches_wrong = when in self.counts_wrong or (when % 2 == 1 and when + 1 in self.counts_wrong)
        self.watches_woke = when in self.counts_woke

    def _bits_of(self, type: str) -> dict[int, Bits]:
        """By moment, who is named by events of a kind."""
        return {
            when: sum(1 << event.fields["seat"] for event in found if event.type == type)
            for when, found in self.events.items()
        }

    def may_become(self, state: State, seat: int, role: str) -> bool:
        """Whether this change can have happened to this player, after all that they said."""
        told = self.report(seat, "self")
        if state.is_evil(seat) or (told is not None and told.get("became") == role):
            return True
        if (
            seat in self.puzzle.claimed_today
            and self.when // 2 >= self.puzzle.days - 1
            and "cerenovus" in state.roles
        ):
            return True
        if not self.puzzle.choices_untold or role in self.puzzle.claimed(seat) or self.dying >> seat & 1:
            return self.puzzle.choices_untold
        quiet = self.of_hermit if role == "hermit" else (role,)
        if not {"lunatic", *LYING, *HIDING}.isdisjoint(quiet):  # of whom nobody need tell
            return True
        jumps = "fanggu" in state.roles and self.dying >> state.roles.index("fanggu") & 1
        return bool(jumps) and team_of(role) == "outsider"

    def became(self, seat: int) -> list[str]:
        """What the seat says that it became, or may have become when it claims to be it."""
        return [*self._became.get(seat, ()), *(self.puzzle.claimed(seat) if self.puzzle.choices_untold else ())]

    def has_spoken(self, seat: int) -> bool:
        """Whether the seat reports something of this night or the day before it."""
        return (self.when, seat) in self._speaks or (self.when - 1, seat) in self._speaks

    def says_soon(self, seat: int) -> bool:
        """Whether the seat reports something of this night or the day after it."""
        return (self.when, seat) in self._speaks or (self.when + 1, seat) in self._speaks

    def report(self, seat: int, by: str) -> Mapping[str, Any] | None:
        """What the seat says that it learned or chose now."""
        found = self.of_seat.get((self.when, seat, by))
        return None if found is None else found[min(self.turn, len(found) - 1)].learned

    def tells_choice(self, seat: int, by: str) -> bool:
        """Whether all is known that the seat has chosen as this character: it says so, or says all."""
        return not self.puzzle.choices_untold or any((seat, by) == known[1:] for known in self.of_seat)

    def free(self, seats: Iterable[int]) -> Iterable[int]:
        """Those of these seats whom the character that acts may have chosen."""
        return [seat for seat in seats if not self.spared >> seat & 1] if self.spared else seats

    def is_first(self, state: State, seat: int) -> bool:
        """Whether this is the first night of the seat's ability."""
        return self.when == 0 or ("fresh", seat) in state.memo

    def begins_today(self, state: State, seat: int, role: str) -> State:
        """The seat has this ability from now on, and its first day is to come."""
        return state.with_memo(("since", seat, role), self.coming_day) if self.when else state

    def is_first_day(self, state: State, seat: int, role: str, day: int = 0) -> bool:
        """Whether today, or that `day`, is the first of this ability, if the seat has it."""
        return state.has(seat, role) and state.memo.get(("since", seat, role), 1) == (day or self.when)

    def misfires(self, state: State, seat: int, surely: bool = True) -> State:
        """The state in which this seat's ability went wrong, if somebody may ask."""
        return state.misfired(seat, surely) if self.watches_wrong else state


def rank(role: str, first: bool) -> float:
    """When a character acts in a night; those who do not are last."""
    fact = FACTS.get(role)
    place = None if fact is None else fact.first if first else fact.other
    return LAST if place is None else place
