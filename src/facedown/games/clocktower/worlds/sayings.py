"""The language of statements about a town, and whether they hold in a state: NO, YES, or EITHER by registering."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from facedown.games.clocktower.worlds.eyes import EITHER, NO, YES, Eyes, both, either, not_, of_possible
from facedown.games.clocktower.worlds.model import MODELS
from facedown.games.clocktower.worlds.puzzle import NotModelled

if TYPE_CHECKING:
    from facedown.games.clocktower.worlds.state import State

Saying = Sequence[Any]


def holds(said: Saying, eyes: Eyes, by: int) -> int:
    """Whether a statement, made by the seat `by`, holds."""
    name = said[0] if said else ""
    if name not in _MEANINGS:
        raise NotModelled(f'The statement "{name}" is not known.')
    return _MEANINGS[name](said[1:], eyes, by)


def _exactly(rest: Saying, eyes: Eyes, by: int) -> int:
    wanted, *said = rest
    return of_possible(eyes.count([holds(one, eyes, by) for one in said]), wanted)


def _xor(rest: Saying, eyes: Eyes, by: int) -> int:
    answers = [holds(one, eyes, by) for one in rest]
    return EITHER if EITHER in answers else sum(answers) % 2


def _run(rest: Saying, eyes: Eyes, by: int) -> int:
    """The longest run of Townsfolk in the circle, compared with a number."""
    relation, wanted = rest
    answers = [eyes.team(seat, "townsfolk") for seat in range(eyes.state.size)]
    found = eyes.values(answers, _longest)
    results = {int(_compare(value, str(relation), wanted)) for value in found}
    return EITHER if len(results) == 2 else results.pop()


def _compare(value: int, relation: str, wanted: int) -> bool:
    match relation:
        case "=" | "==":
            return value == wanted
        case "<":
            return value < wanted
        case ">":
            return value > wanted
        case "<=":
            return value <= wanted
        case ">=":
            return value >= wanted
    raise NotModelled(f'The relation "{relation}" is not known.')


def _longest(flags: Sequence[int]) -> int:
    if all(flags):
        return len(flags)
    best = now = 0
    for flag in (*flags, *flags):
        now = now + 1 if flag else 0
        best = max(best, now)
    return best


def _distinct_teams(rest: Saying, eyes: Eyes, by: int) -> int:
    wanted, *seats = rest
    possible = [set[str]()]
    for seat in seats:
        teams = [team for team in ("townsfolk", "outsider", "minion", "demon") if eyes.team(seat, team)]
        possible = [before | {team} for before in possible for team in teams]
    return of_possible({len(teams) for teams in possible}, wanted)


def _adjacent(rest: Saying, eyes: Eyes, by: int) -> int:
    one, other = rest
    size = eyes.state.size
    pairs = [(seat, (seat + step) % size) for seat in range(size) for step in (1, -1)]
    return either(*(both(eyes.role(a, one), eyes.role(b, other)) for a, b in pairs))


def _drunk_between(rest: Saying, eyes: Eyes, by: int) -> int:
    size = eyes.state.size
    found = [
        both(eyes.role(seat, "drunk"), *(eyes.team((seat + step) % size, "townsfolk") for step in (1, -1)))
        for seat in range(size)
    ]
    return either(*found)


def _would_hold(rest: Saying, eyes: Eyes, by: int) -> int:
    report = rest[0]
    return MODELS[report["by"]].verdict(eyes, by, report)


def _marked_by(role: str) -> Callable[[Saying, Eyes, int], int]:
    """Whether some seat of this character has chosen the seat named."""

    def meaning(rest: Saying, eyes: Eyes, by: int) -> int:
        state = eyes.state
        return int(
            any(
                bits >> rest[-1] & 1 and source >= 0 and state.roles[source] == role
                for bits, source, _ in state.marks
            )
        )

    return meaning


def _chose_itself(rest: Saying, eyes: Eyes, by: int) -> int:
    state, seat = eyes.state, rest[0]
    return int(
        state.roles[seat] == "poisoner"
        and any(bits >> seat & 1 and source == seat for bits, source, _ in state.marks)
    )


def _herring(rest: Saying, eyes: Eyes, by: int) -> int:
    teller, herring = rest
    known: int | None = eyes.state.memo.get(("herring", teller))
    if known is None:
        return NO
    return NO if not known >> herring & 1 else YES if known == 1 << herring else EITHER


_MEANINGS: dict[str, Callable[[Saying, Eyes, int], int]] = {
    "evil": lambda rest, eyes, by: eyes.evil(rest[0]),
    "good": lambda rest, eyes, by: not_(eyes.evil(rest[0])),
    "is": lambda rest, eyes, by: eyes.role(rest[0], rest[1]),
    "team": lambda rest, eyes, by: eyes.team(rest[0], rest[1]),
    "in_play": lambda rest, eyes, by: eyes.in_play(rest[0]),
    "not": lambda rest, eyes, by: not_(holds(rest[0], eyes, by)),
    "and": lambda rest, eyes, by: both(*(holds(one, eyes, by) for one in rest)),
    "or": lambda rest, eyes, by: either(*(holds(one, eyes, by) for one in rest)),
    "xor": _xor,
    "iff": lambda rest, eyes, by: not_(_xor(rest, eyes, by)),
    "exactly": _exactly,
    "would_hold": _would_hold,
    "longest_townsfolk_run": _run,
    "distinct_teams_among": _distinct_teams,
    "adjacent_roles": _adjacent,
    "drunk_between_townsfolk": _drunk_between,
    "widow_poisoned": _marked_by("widow"),
    "poisoner_self_target": _chose_itself,
    "red_herring_of": _herring,
    "false": lambda rest, eyes, by: NO,
}


def herrings_in(said: Any) -> list[tuple[int, int]]:
    """The Fortune Tellers and red herrings that a statement names."""
    if not isinstance(said, list | tuple) or not said:
        return []
    if said[0] == "red_herring_of":
        return [(said[1], said[2])]
    return [found for one in said for found in herrings_in(one)]


def split_herrings(states: Sequence[State], said: Any) -> list[State]:
    """The states, divided so that whether the red herrings named are those is known in each."""
    for teller, herring in herrings_in(said):
        states = [part for state in states for part in _split(state, teller, 1 << herring)]
    return list(states)


def _split(state: State, teller: int, herring: int) -> list[State]:
    known = state.memo.get(("herring", teller))
    if known is None or not known & herring or known == herring:
        return [state]
    return [state.with_memo(("herring", teller), part) for part in (herring, known & ~herring)]
