"""As what players register: the three-valued answers to one check of an ability.

An answer is NO, YES or EITHER.  A Recluse, a Spy or a Legion may register as something else, at every check anew,
unless they are impaired; what is plain leaves that out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from facedown.games.clocktower.worlds.puzzle import is_evil_role, team_of
from facedown.games.clocktower.worlds.state import Bits, State

NO: Final = 0
YES: Final = 1
EITHER: Final = 2
GOOD_TEAMS = ("townsfolk", "outsider")
DECEIVERS = frozenset(("recluse", "spy", "legion"))
EVIL_TEAMS = ("minion", "demon")


def not_(answer: int) -> int:
    return EITHER if answer == EITHER else 1 - answer


def either(*answers: int) -> int:
    """Whether one of these holds."""
    return max_of(answers, YES, NO)


def both(*answers: int) -> int:
    """Whether all of these hold."""
    return max_of(answers, NO, YES)


def max_of(answers: Sequence[int], strong: int, weak: int) -> int:
    if strong in answers:
        return strong
    return EITHER if EITHER in answers else weak


def of_possible(values: set[int], wanted: int) -> int:
    """Whether a number is the wanted one, if it may be any of these."""
    if wanted not in values:
        return NO
    return YES if len(values) == 1 else EITHER


class Eyes:
    """What an ability sees of a state; `plain`: as if nobody could register as something else."""

    __slots__ = ("loose", "state")

    def __init__(self, state: State, loose: Bits) -> None:
        self.state = state
        self.loose = loose

    def evil(self, seat: int) -> int:
        if self.loose >> seat & 1 and deceives(self.state, seat) in ("recluse", "spy"):
            return EITHER
        return int(self.state.is_evil(seat))

    def team(self, seat: int, team: str) -> int:
        own = team_of(self.state.roles[seat])
        if self.loose >> seat & 1:
            kind = deceives(self.state, seat)
            if (
                (kind == "recluse" and team in (own, *EVIL_TEAMS))
                or (kind == "spy" and team in (own, *GOOD_TEAMS))
                or (kind == "legion" and team in EVIL_TEAMS)
            ):
                return EITHER
        return int(own == team)

    def role(self, seat: int, role: str) -> int:
        own = self.state.roles[seat]
        if self.loose >> seat & 1:
            kind = deceives(self.state, seat)
            if kind == "recluse" and (own == role or is_evil_role(role)):
                return EITHER
            if kind == "spy" and (own == role or not is_evil_role(role)):
                return EITHER
            if kind == "legion" and team_of(role) == "minion":
                return EITHER
        return int(own == role)

    def demon(self, seat: int) -> int:
        return YES if self.state.memo.get("sitter") == seat else self.team(seat, "demon")

    def minion(self, seat: int) -> int:
        return self.team(seat, "minion")

    def in_play(self, role: str) -> int:
        return either(*(self.role(seat, role) for seat in range(self.state.size)))

    def count(self, answers: Sequence[int]) -> set[int]:
        """How many of these may hold."""
        surely = sum(answer == YES for answer in answers)
        return set(range(surely, surely + sum(answer == EITHER for answer in answers) + 1))

    def values(self, answers: Sequence[int], measure: Callable[[Sequence[int]], int]) -> set[int]:
        """What a measure of yes and no for each seat may give."""
        found: set[int] = set()
        stack = [list(answers)]
        while stack:
            now = stack.pop()
            if EITHER in now:
                at = now.index(EITHER)
                stack += [[*now[:at], value, *now[at + 1 :]] for value in (NO, YES)]
            else:
                found.add(measure(now))
        return found


def deceives(state: State, seat: int) -> str:
    """As which character's does the seat's registering change: recluse, spy, legion, or ""."""
    role = state.roles[seat]
    if role in ("recluse", "spy", "legion"):
        return role
    if state.borrows:
        for gained in ("recluse", "spy"):
            if state.has(seat, gained):
                return gained
    return ""


def loose_of(state: State) -> Bits:
    """The seats that may register as something else."""
    roles = state.roles
    if not state.borrows and DECEIVERS.isdisjoint(roles):
        return 0
    loose = 0
    for seat in range(len(roles)):
        if deceives(state, seat) and not state.is_bad(seat):
            loose |= 1 << seat
    return loose
