"""Lets abilities act at a moment, and asks them whether they change a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Concatenate, ParamSpec, TypeVar

from facedown.games.clocktower import impairment
from facedown.games.clocktower.changeable_rules import Moment, Rule
from facedown.games.clocktower.moments import Role, moment_key, reacting
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.state import Ability, State

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")


def alive(state: State, moment: Callable[..., object] | type) -> list[Ability]:
    """The abilities of players who look alive, impaired or not: they act even if it has no effect."""
    return [ability for ability in reacting(state, moment) if ability.player.seen_alive]


def working(state: State, moment: Callable[..., object] | type) -> list[Ability]:
    """The abilities that work now, and those that are called at this moment even if they do not work."""
    found = reacting(state, moment)
    if not found:
        return found
    now = impairment.now(state)
    return [a for a in found if impairment.would_work(a, now) or _reacts_when_impaired(a, moment)]


def _reacts_when_impaired(ability: Ability, moment: Callable[..., object] | type) -> bool:
    """Whether it is called at this moment although it does not work; what it does then has no effect."""
    character = ability.character
    return moment_key(moment) in character.when_impaired and (ability.player.alive or character.works_when_dead)


def act(
    ability: Ability,
    state: State,
    moment: Callable[Concatenate[Role, Ability, State, P], R],
    *args: P.args,
    **named: P.kwargs,
) -> R:
    """Call the ability's character at this moment: `act(ability, state, Role.on_death, death)`."""
    result: R = getattr(ability.character, moment.__name__)(ability, state, *args, **named)
    return result


def happens(
    state: State,
    moment: Callable[Concatenate[Role, Ability, State, P], object],
    *args: P.args,
    **named: P.kwargs,
) -> Steps | None:
    """Let every ability that works act at this moment, but for those that an earlier one has taken out of play."""
    there = working(state, moment)
    return (act(one, state, moment, *args, **named) for one in there if not one.gone) if there else None


# -- rules that cards change, and rare moments -------------------------------------------------------------------


def comes(state: State, moment: Moment, to: Iterable[Ability] | None = None) -> Steps | None:
    """Let every ability that works, or only those in `to`, act at a rare moment."""
    kind = type(moment)
    there = working(state, kind) if to is None else [one for one in to if kind in one.character.changes]
    return (_method(one, kind)(one, state, moment) for one in there if not one.gone) if there else None


def rule(state: State, asked: Rule[T], answer: T) -> T:
    """The result of a rule: `answer`, unless an ability changes it."""
    kind, known = type(asked), state.cached_reacting
    if known is not None and kind not in known:
        return answer  # by far the most often
    for ability in _abilities_asked(state, kind):
        answer = _method(ability, kind)(ability, state, asked, answer)
    return answer


def ruling(state: State, asked: Rule[T], answer: T, of: Iterable[Ability] | None = None) -> Steps | T:
    """The same for a rule that may ask the storyteller or players, to be yielded; `of`: only these abilities."""
    there = _abilities_asked(state, type(asked)) if of is None else of
    asks = [one for one in there if type(asked) in one.character.changes]
    return _ruled(state, asked, answer, asks) if asks else answer


def _ruled(state: State, asked: Rule[T], answer: T, abilities: Iterable[Ability]) -> Steps:
    for ability in abilities:
        answer = yield _method(ability, type(asked))(ability, state, asked, answer)
    return answer


def _abilities_asked(state: State, kind: type[Rule[Any]]) -> list[Ability]:
    if kind.asked_of == "work":
        return working(state, kind)
    return alive(state, kind) if kind.asked_of == "alive" else reacting(state, kind)


def _method(ability: Ability, kind: type) -> Callable[..., Any]:
    method: Callable[..., Any] = getattr(ability.character, ability.character.changes[kind])
    return method
