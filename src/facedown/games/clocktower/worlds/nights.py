"""A night: every character in its order, then what was said of it, then dawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from facedown.games.clocktower.worlds.deaths import HAUNTING
from facedown.games.clocktower.worlds.model import LASTING, MODELS, believes, is_unheld, may_lie, may_turn
from facedown.games.clocktower.worlds.puzzle import Clue, team_of
from facedown.games.clocktower.worlds.state import NOTED, State
from facedown.games.clocktower.worlds.town import LAST, Town, rank


class TooManyWays(Exception):
    """A night can have gone in more ways than are played; `states`: some of those to which they lead."""

    def __init__(self, states: list[State]) -> None:
        super().__init__(len(states))
        self.states = states


class Turn(NamedTuple):
    """A character's place in a night: whether it may do anything, and what is said of it."""

    role: str
    acts: bool
    reports: Sequence[Clue]


def night(town: Town, states: Iterable[State]) -> list[State]:
    """The states in which the night could end as it was announced, and in which everybody learned what they say."""
    now = [_fall_of_night(town, state) for state in states]
    for turn in order(town):
        if not now:
            return []
        now = _turn(town, now, turn)
    town.place = LAST
    now = [after for state in now for late in _late_act(town, state) for after in _night_passes(town, late)]
    if (town.when, "self") in town.reports:
        now = [after for state in now for after in _changed(town, state)]
    return distinct(after for state in now for after in _dawn(town, state))


def _late_act(town: Town, state: State) -> Iterable[State]:
    """Those who have their first night in this one, or have died, after their place in it act last."""
    states: Iterable[State] = (state,)
    if state.memo:
        late = [(seat, state.roles[seat]) for seat in state.memo.get("late", ())]
        late += [(key[1], key[0]) for key in state.memo if key[0] in HAUNTING]
        for seat, role in late:
            states = [after for one in states for after in _acts(town, one, seat, role)]
    return states


def _night_passes(town: Town, state: State) -> Iterable[State]:
    states: Iterable[State] = (state,)
    if LASTING.isdisjoint(state.roles):
        return states
    for seat, role in enumerate(state.roles):
        if role in LASTING:
            states = [after for one in states for after in MODELS[role].at_dawn(town, one, seat)]
    return states


def order(town: Town) -> Sequence[Turn]:
    """The characters that may act or learn tonight, in the order of the night."""
    if town.when not in town.orders:
        first = town.when == 0
        reported = {by for when, by in town.reports if when == town.when}
        acting = {role for role in town.puzzle.script | reported if _has_turn(town, role)}
        roles = sorted((acting | reported) & MODELS.keys(), key=lambda role: (rank(role, first), role))
        town.orders[town.when] = [Turn(one, one in acting, town.reports.get((town.when, one), ())) for one in roles]
    return town.orders[town.when]


def _has_turn(town: Town, role: str) -> bool:
    """Whether anything comes of what it does tonight."""
    model = MODELS.get(role)
    notices = town.watches_woke or (model is not None and model.picks and "goon" in town.puzzle.script)
    return notices or (model is not None and model.acts_in(town.when))


def distinct(states: Iterable[State]) -> list[State]:
    """Each state once."""
    found = states if isinstance(states, list) else list(states)
    return found if len(found) < 2 else list({state.key: state for state in found}.values())


def _fall_of_night(town: Town, state: State) -> State:
    if town.when == 0:
        return state
    new = state.copy()
    new.fell = new.woke = new.perhaps_woke = 0
    return new


def _turn(town: Town, states: list[State], turn: Turn) -> list[State]:
    """The states after one character's turn: what it does, then what is said of it."""
    role, town.place = turn.role, rank(turn.role, town.when == 0)
    if town.watches_woke:
        states = [_believers_wake(town, state, role) for state in states]
    if turn.acts:
        busy = [state for state in states if _is_held(state, role)]
        if busy:
            idle = [] if len(busy) == len(states) else [state for state in states if not _is_held(state, role)]
            acted = (after for state in busy for after in _everybody_acts(town, state, role))
            states = distinct([*idle, *acted]) if town.most_ways is None else _so_many(town, idle, acted)
    model = MODELS[role]
    hears = model.heard if town.puzzle.choices_untold else model.hear
    for report in turn.reports:
        states = [after for state in states for after in hears(town, state, report)]
    return states


def _so_many(town: Town, idle: Iterable[State], acted: Iterable[State]) -> list[State]:
    """Each of these states once.  Raises TooManyWays as soon as there are too many."""
    found = {state.key: state for state in idle}
    for state in acted:
        found[state.key] = state
        if town.most_ways is not None and len(found) > town.most_ways:
            raise TooManyWays([*found.values()])
    return [*found.values()]


def _is_held(state: State, role: str) -> bool:
    """Whether anybody may act as this character."""
    return role in state.roles or state.borrows or is_unheld(state, role)


def _believers_wake(town: Town, state: State, role: str) -> State:
    """Whoever only believes to be this character wakes, too; of which Demon a Lunatic does, nobody knows."""
    for lunatic in state.holders("lunatic") if team_of(role) == "demon" else ():
        if state.acts(lunatic) and MODELS[role].woken(town, state, lunatic):
            state = state.awake(lunatic, surely=False)
    for seat, claim in enumerate(town.puzzle.claims):
        taken = believes(town, state, seat) if state.roles[seat] != "lunatic" else None  # who claims just anything
        if claim == role and taken == role and state.acts(seat):
            state = _wakes(town, state, seat, role)
    return state


def _everybody_acts(town: Town, state: State, role: str) -> Iterable[State]:
    """What may come of the actions of all who have this ability."""
    if is_unheld(state, role):
        return MODELS[role].act(town, state, state.size)
    if not state.borrows and state.roles.count(role) == 1:
        return _acts(town, state, state.roles.index(role), role)
    states: Iterable[State] = (state,)
    for seat in range(state.size):
        if state.has(seat, role):
            states = [after for one in states for after in _acts(town, one, seat, role)]
    return states


def _acts(town: Town, state: State, seat: int, role: str) -> Iterable[State]:
    if not state.has(seat, role):  # it has changed within this step
        return (state,)
    model = MODELS[role]
    if not (state.acts(seat) or model.acts_when_dead or model.learns_dead):
        return (state,)
    if town.watches_woke:
        state = _wakes(town, state, seat, role)
    acted = _acts_once(town, state, seat, role)
    if town.report(seat, role) is not None and not may_lie(town, state, seat) and may_turn(town, state, seat):
        acted = [*acted, *_acts_once(town, state.with_memo(("lied", seat), True), seat, role)]
    if "twice" not in state.memo or state.memo["twice"][0] != seat:
        return acted
    return [after for once in acted for after in _acts_again(town, once, seat, role)]


def _acts_once(town: Town, state: State, seat: int, role: str) -> Iterable[State]:
    if "goon" in town.puzzle.script and MODELS[role].may_pick(town, state, seat):
        return _among_goons(town, state, seat, role)
    return MODELS[role].act(town, state, seat) if MODELS[role].acts_in(town.when) else (state,)


def _acts_again(town: Town, state: State, seat: int, role: str) -> Iterable[State]:
    """A Barista's coffee makes somebody act twice."""
    if not (state.works(state.memo["twice"][1]) and state.has(seat, role) and state.acts(seat)):
        return (state,)
    town.turn = 1
    again = list(_acts_once(town, state, seat, role))
    town.turn = 0
    return again


def _among_goons(town: Town, state: State, seat: int, role: str) -> Iterable[State]:
    """What may come of an action if it may choose a Goon: in a night the first to do so counts."""
    goons = [goon for goon in state.holders("goon") if goon != seat and state.lives(goon)]
    if not goons or "goon chosen" in state.memo:  # a second Goon would be there by a change of characters alone
        return MODELS[role].act(town, state, seat)
    said = None if may_lie(town, state, seat) else town.report(seat, role)
    named = None if said is None else {*said.get("pair", ()), said.get("chose"), said.get("player")}
    found: list[State] = []
    for chosen in (False, True):
        if named is not None and (goons[0] in named) != chosen:
            continue
        town.spared = 0 if chosen else 1 << goons[0]
        before = _meets_goon(town, state, seat, goons[0]) if chosen else state
        found += MODELS[role].act(town, before, seat)
    town.spared = 0
    return found


def _meets_goon(town: Town, state: State, seat: int, goon: int) -> State:
    after = state.with_memo("goon chosen", True)
    if state.works(goon):
        after = after.with_mark(1 << seat, goon, town.coming_day)
        after.evil = (state.evil & ~(1 << goon)) | (state.evil >> seat & 1) << goon
    return after


def _wakes(town: Town, state: State, seat: int, role: str) -> State:
    woken = MODELS[role].woken(town, state, seat)
    return state.awake(seat, woken == 1) if woken else state


def _changed(town: Town, state: State) -> Iterable[State]:
    """Whoever says that it became another character did."""
    for report in town.reports.get((town.when, "self"), ()):
        if not _is_changed(town, state, report):
            return ()
    return (state,)


def _is_changed(town: Town, state: State, report: Clue) -> bool:
    return may_lie(town, state, report.seat) or state.roles[report.seat] == report.learned["became"]


def _dawn(town: Town, state: State) -> Iterable[State]:
    if state.memo.get("rose", 0) != town.rising:
        return ()
    if state.fell != town.dying:
        return _freely_died(town, state)
    new = state.copy()
    new.wrong = new.maybe = new.woke = new.perhaps_woke = new.fell = 0
    if state.memo:
        new.memo = {
            key: value for key, value in state.memo.items() if key not in _OF_A_NIGHT and key[0] not in _OF_A_NIGHT
        }
    return (new,)


_OF_A_NIGHT = {
    "held", "no demon kills", ("monk", None), ("inn", None), "legion struck", "died today", "executed today",
    "outsider died", "rose", "goon chosen", "late", "princess", "killer", "spoiled", *NOTED, *HAUNTING,
}  # fmt: skip


def _freely_died(town: Town, state: State) -> Iterable[State]:
    """After a Demon was made tonight, anybody may die."""
    if state.memo.get("free deaths") != town.when or state.fell & ~town.dying:
        return ()
    new = state.copy()
    new.alive &= ~town.dying
    new.fell = town.dying
    return _dawn(town, new)
