"""A day: what was said privately, then what everybody saw, in its order, then dusk."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from facedown.games.clocktower.worlds.deaths import (
    beside_tea_lady,
    dies,
    executed_is_game_over,
    is_fool,
    is_protected,
)
from facedown.games.clocktower.worlds.eyes import EITHER, NO, YES, Eyes, either, loose_of
from facedown.games.clocktower.worlds.layouts import MADDENING
from facedown.games.clocktower.worlds.model import MODELS, is_spent, once
from facedown.games.clocktower.worlds.nights import distinct
from facedown.games.clocktower.worlds.puzzle import Event, NotModelled, team_of
from facedown.games.clocktower.worlds.sayings import holds
from facedown.games.clocktower.worlds.state import UNSEEN, State
from facedown.games.clocktower.worlds.town import DEATHS, Town


def day(town: Town, states: Iterable[State]) -> list[State]:
    """The states in which the day could go as everybody saw it."""
    now = list(states)
    if town.puzzle.rules == "current" and town.when == 5 and "riot" in town.puzzle.script:
        now = distinct(after for state in now for after in _riot_breaks_out(state))
    for (when, by), reports in town.reports.items():
        if when == town.when and by != "self":
            for report in reports:
                now = distinct(after for state in now for after in MODELS[by].heard(town, state, report))
    now = witnessed(town, now)
    return distinct(after for state in now for after in _dusk(town, state))


def witnessed(town: Town, states: list[State]) -> list[State]:
    """The states after everything that was seen, in its order, except deaths of the night."""
    now = states
    for event in town.events.get(town.when, ()):
        if event.type in DEATHS:
            continue
        now = distinct(after for state in now for after in EVENTS[event.type](town, state, event))
    return now


def _execution(town: Town, state: State, event: Event) -> Iterable[State]:
    seat, died = event.fields["seat"], event.fields.get("died", True)
    if "after_nominating" in event.fields:
        state_or_none = _virgin_executes(state, event.fields["after_nominating"], seat)
        if state_or_none is None:
            return ()
        state = state_or_none
    state = state.with_memo("executed", town.when)
    if not state.lives(seat):
        return (state,)
    return _executed_dies(town, state, seat) if died else _executed_lives(town, state, seat)


def _executed_dies(town: Town, state: State, seat: int) -> Iterator[State]:
    if state.roles[seat] == "boomdandy" and state.works(seat):
        if not town.puzzle.choices_untold:  # else they may have pointed at several players
            return
        state = state.with_memo("explosion", True)
    if executed_is_game_over(town, state, seat) or _cannot_die(state, seat) == YES:
        return
    if is_fool(state, seat) and not town.puzzle.choices_untold:  # else an earlier execution may have been survived
        return
    if not state.is_evil(seat) and "leviathan" in town.puzzle.script:
        state = state.with_memo("good executed", True)
    for after in _dies_by_day(town, state, seat, "execution"):
        if not (state.memo.get("mastermind") and team_of(state.roles[seat]) != "demon"):
            yield after


def _cannot_die(state: State, seat: int) -> int:
    return YES if state.has(seat, "sailor") and state.works(seat) else beside_tea_lady(state, seat)


def _executed_lives(town: Town, state: State, seat: int) -> Iterator[State]:
    """Somebody was executed, and lives: something has to have saved them."""
    if _cannot_die(state, seat) or (state.has(seat, "psychopath") and state.works(seat)):
        yield state
        return
    if is_fool(state, seat):
        yield once(state, seat, "fool")
    if state.working("pacifist") and Eyes(state, loose_of(state)).evil(seat) != YES:
        yield state
    for advocate in state.holders("devilsadvocate"):
        if state.works(advocate) and state.memo.get(("advocated", advocate)) != (seat, town.when - 2):
            yield state.with_memo(("advocated", advocate), (seat, town.when))


def _dies_by_day(town: Town, state: State, seat: int, how: str) -> Iterator[State]:
    marked = state.with_memo("died today", True)
    if team_of(state.roles[seat]) == "outsider" and "godfather" in town.puzzle.script:
        marked.note("outsider died", True)
    return dies(town, marked, seat, how)


def _virgin_executes(state: State, virgin: int, nominator: int) -> State | None:
    """A Townsfolk nominated the Virgin, who executed them; None: that cannot be."""
    if not state.has(virgin, "virgin") or not state.works(virgin) or state.memo.get(("spent", virgin, "virgin")):
        return None
    if Eyes(state, loose_of(state)).team(nominator, "townsfolk") == NO:
        return None
    return once(state, virgin, "virgin")


def _nomination(town: Town, state: State, event: Event) -> Iterable[State]:
    """A nomination; without an effect, it was not of a Virgin by a Townsfolk."""
    seat, nominator = event.fields["seat"], event.fields.get("nominator")
    if event.fields.get("effect") is not None:
        raise NotModelled(f"Event {event.place} is a nomination with an effect; write what happened as an event.")
    if state.has(seat, "virgin") and not state.memo.get(("spent", seat, "virgin")) and nominator is not None:
        townsfolk = Eyes(state, loose_of(state)).team(nominator, "townsfolk")
        if state.works(seat) and townsfolk == YES:
            return ()
        state = once(state, seat, "virgin")
    if nominator is not None and town.is_first_day(state, nominator, "princess"):
        state = state.with_memo(("princess chose", nominator), seat)
    if _golem_kills(state, seat, nominator):
        return ()
    return (state,)


def _golem_kills(state: State, seat: int, nominator: int | None) -> bool:
    return (
        nominator is not None
        and state.has(nominator, "golem")
        and state.works(nominator)
        and not state.memo.get(("spent", nominator, "golem"))
        and Eyes(state, loose_of(state)).demon(seat) == NO
    )


def _day_death(town: Town, state: State, event: Event) -> Iterable[State]:
    cause, seat = event.fields.get("cause"), event.fields["seat"]
    if cause == "nominated_someone":
        return _witched(town, state, seat)
    if cause == "unknown":
        return _dies_somehow(town, state, event)
    if cause == "was_nominated":
        return _killed_when_nominated(town, state, seat, event.fields.get("nominator"))
    if cause in OPENLY and "by" in event.fields:
        return _killed_openly(town, state, seat, event.fields["by"], cause)
    raise NotModelled(f'Event {event.place} is a death by "{cause}", which the solver does not know.')


def _dies_somehow(town: Town, state: State, event: Event) -> Iterator[State]:
    """A player died by day: exiled, of an ability, or executed, for which there need not have been a vote."""
    seat = event.fields["seat"]
    exiled = team_of(state.roles[seat]) == "traveller"
    yield from _witched(town, state, seat)
    golems = [golem for golem in state.holders("golem") if golem != seat and state.works(golem)]
    tinkers = state.has(seat, "tinker") and state.works(seat)
    falls = tinkers or any(map(state.working, ("psychopath", "harpy")))
    spoken_of = state.working("yaggababble") and is_protected(state, seat, by_demon=True) != YES
    rioted = state.working("riot") and _riots(town)
    if exiled or spoken_of or rioted or (falls and _cannot_die(state, seat) != YES):
        yield from _dies_by_day(town, state, seat, "day")
    if spoken_of and state.roles[seat] == "king":  # a Choirboy learns tonight who killed them
        for speaker in state.holders("yaggababble"):
            yield from _dies_by_day(town, state.with_memo(("killer", seat), speaker), seat, "day")
    if state.working("boomdandy") and not state.is_demon(seat):  # which is executed next
        yield from _dies_by_day(town, state.with_memo("explosion", False), seat, "day")
    for golem in golems:
        yield from _killed_when_nominated(town, state, seat, golem)
    unasked = state.working("mutant") or state.roles[seat] == "scapegoat"
    unasked = unasked or any(list(state.holders(role)) for role in MADDENING)
    if unasked or event.fields.get("judged") or "after_nominating" in event.fields:
        yield from (after.with_memo("executed today", True) for after in _execution(town, state, event))


IMMORTAL = frozenset(("sailor", "tealady", "fool", "lleech"))  # who may outlast an explosion, or keep others alive
SPARING = ("devilsadvocate", "fool", "pacifist", "psychopath", "sailor", "tealady")  # so that nobody may see it
OPENLY = ("gunslinger", "gangster", "psychopath")  # who kills by day before everybody


def _killed_openly(town: Town, state: State, seat: int, by: int, role: str) -> Iterable[State]:
    """A player was killed by somebody who showed that they can."""
    if not (state.has(by, role) and state.works(by) and state.lives(seat)):
        return ()
    if role == "gangster" and seat not in state.neighbours(by):
        return ()
    return _dies_by_day(town, state, seat, "day")


def _witched(town: Town, state: State, seat: int) -> Iterator[State]:
    """A player died when nominating: a Witch had chosen them."""
    if state.alive.bit_count() <= 3:
        return
    for witch in state.holders("witch"):
        if state.works(witch) and state.memo.get(("cursed", witch)) != town.when and state.lives(seat):
            yield from _dies_by_day(town, state.with_memo(("cursed", witch), town.when), seat, "day")


def _killed_when_nominated(town: Town, state: State, seat: int, nominator: int | None) -> Iterator[State]:
    """A player died when nominated: by a Golem, or in a riot."""
    if nominator is not None and state.has(nominator, "golem") and state.works(nominator):
        key = ("spent", nominator, "golem")
        if not state.memo.get(key) and Eyes(state, loose_of(state)).demon(seat) != YES:
            yield from _dies_by_day(town, state.with_memo(key, True), seat, "day")
    if state.working("riot") and _riots(town):
        yield from _dies_by_day(town, state, seat, "day")


def _vote(town: Town, state: State, event: Event) -> Iterable[State]:
    """Somebody was voted on and lived, who would have died in a riot, unless something kept them alive."""
    seat, held = event.fields["seat"], [bits for bits, _, _ in state.marks]
    riots = [one for one in state.holders("riot") if state.acts(one) and not any(bits >> one & 1 for bits in held)]
    saved = state.has(seat, "fool") or any(list(state.holders(role)) for role in ("monk", "innkeeper"))
    if not riots or not _riots(town) or saved or is_protected(state, seat, by_demon=True) != NO:
        return (state,)
    return ()


def _riots(town: Town) -> bool:
    return town.puzzle.rules == "2022" or town.when >= 5


def _riot_breaks_out(state: State) -> Iterable[State]:
    """On the third day every Minion becomes a Riot, by today's rules."""
    if not state.working("riot"):
        return (state,)
    loose = loose_of(state)
    states = [state]
    for seat in range(state.size):
        minion = Eyes(state, loose).minion(seat)
        if minion == NO or state.roles[seat] == "riot":
            continue
        changed = [one.become(seat, "riot") for one in states]
        states = changed if minion == YES else [*states, *changed]
    return states


def _slayer_shot(town: Town, state: State, event: Event) -> Iterable[State]:
    seat, target, died = event.fields["seat"], event.fields["target"], event.fields.get("died", False)
    demon = Eyes(state, loose_of(state)).demon(target)
    is_slayer = state.has(seat, "slayer") and not is_spent(state, seat, "slayer") and state.acts(seat)
    if not is_slayer:
        return () if died else (state,)
    spent = once(state, seat, "slayer")
    if state.is_bad(seat):
        if demon == YES:
            spent = town.misfires(spent, seat)
        return () if died else (spent,)
    safe = is_protected(state, target, by_demon=False)
    if died:
        falls = demon != NO and state.lives(target) and safe != YES
        return _dies_by_day(town, spent, target, "day") if falls else ()
    return (spent,) if demon != YES or not state.lives(target) or safe != NO else ()


def _juggle(town: Town, state: State, event: Event) -> Iterable[State]:
    seat = event.fields["seat"]
    guesses = event.fields["guesses"]

    def right(eyes: Eyes) -> set[int]:
        return eyes.count([eyes.role(other, role) for other, role in guesses])

    if state.has(seat, "juggler") and not town.is_first_day(state, seat, "juggler"):
        return (state,)
    return _noted(state, ("juggled", seat), right)


def _noted(state: State, key: object, count: Callable[[Eyes], set[int]]) -> Iterable[State]:
    plain = count(Eyes(state, 0)).pop()
    possible = frozenset(count(Eyes(state, loose_of(state))))
    return (state.with_memo(key, (possible, plain)),)


def _acted(key: str, team: str) -> Callable[[Town, State, Event], Iterable[State]]:
    """Whether somebody of this team was among those who voted, or nominated."""

    def noted(town: Town, state: State, event: Event) -> Iterable[State]:
        def count(eyes: Eyes) -> set[int]:
            is_one = eyes.demon if team == "demon" else eyes.minion
            found = either(*map(is_one, event.fields[event.type]))
            return {NO, YES} if found == EITHER else {found}

        if key == "voted" and town.puzzle.choices_untold and [*state.holders("organgrinder")]:  # with eyes shut
            return (state.with_memo((key, event.fields["seat"]), UNSEEN),)
        return _noted(state, (key, event.fields["seat"]), count)

    return noted


def _klutz_choice(town: Town, state: State, event: Event) -> Iterable[State]:
    """A Klutz that works and chooses an evil player has lost."""
    seat, target = event.fields["seat"], event.fields["target"]
    works = state.has(seat, "klutz") and not state.is_bad(seat)
    return () if works and Eyes(state, loose_of(state)).evil(target) == YES else (state,)


def _moonchild_choice(town: Town, state: State, event: Event) -> Iterable[State]:
    seat, target = event.fields["seat"], event.fields["target"]
    return (state.with_memo(("moon", seat), target),) if state.has(seat, "moonchild") else (state,)


def _gossip(town: Town, state: State, event: Event) -> Iterable[State]:
    seat = event.fields["seat"]
    truth = holds(event.fields["statement"], Eyes(state, loose_of(state)), seat)
    return (state.with_memo(("gossip", seat), truth),) if state.has(seat, "gossip") else (state,)


def _doomsayer_call(town: Town, state: State, event: Event) -> Iterable[State]:
    """A player of the caller's side dies."""
    seat, died = event.fields["seat"], event.fields.get("died")
    if died is None:
        return (state,)
    eyes = Eyes(state, loose_of(state))
    one, other = eyes.evil(seat), eyes.evil(died)
    if EITHER not in (one, other) and one != other:
        return ()
    return _dies_by_day(town, state, died, "day")


EVENTS: dict[str, Callable[[Town, State, Event], Iterable[State]]] = {
    "execution": _execution,
    "nomination": _nomination,
    "vote": _vote,
    "day_death": _day_death,
    "slayer_shot": _slayer_shot,
    "juggle": _juggle,
    "voters": _acted("voted", "demon"),
    "nominators": _acted("nominated", "minion"),
    "klutz_choice": _klutz_choice,
    "moonchild_choice": _moonchild_choice,
    "gossip": _gossip,
    "doomsayer_call": _doomsayer_call,
}


def _dusk(town: Town, state: State) -> Iterable[State]:
    """The day ends: what lasts until dusk is over, and the game may be."""
    executed = state.memo.get("executed") == town.when
    if town.when < town.last and not executed and _lost_without_execution(state):
        spared = town.puzzle.choices_untold and any(list(state.holders(role)) for role in SPARING)
        if not spared:
            return ()
    if town.when >= 5 and town.when < town.last and state.working("riot"):  # evil has won
        return ()
    if "explosion" in state.memo and town.when < town.last and not _few_are_left(state):
        return ()
    new = state.copy()
    new.marks = tuple(mark for mark in state.marks if mark[2] > town.when)
    new.memo = {key: value for key, value in state.memo.items() if not _is_of_the_day(town, key, value)}
    for key, chosen in state.memo.items():  # a Princess whose nominee was executed has a calm night
        if key[0] == "princess chose" and _is_executed(town, chosen):
            new.note("princess", (*new.memo.get("princess", ()), key[1]))
    return (new,)


def _few_are_left(state: State) -> bool:
    """Whether a Boomdandy has gone off today, with as many deaths as there have to be."""
    few = state.alive.bit_count() <= 3 or not IMMORTAL.isdisjoint(state.roles)
    return bool(state.memo["explosion"]) and few


def _lost_without_execution(state: State) -> bool:
    if state.working("vortox"):
        return True
    return state.residents(state.alive) == 3 and state.working("mayor")


def _is_of_the_day(town: Town, key: Any, value: Any) -> bool:
    if isinstance(key, tuple):
        return key[0] in ("cursed", "mad", "princess chose") or (key[0] == "fresh" and value <= town.when)
    return key in ("executed", "coffee", "sober", "twice", "collected", "explosion")


def _is_executed(town: Town, seat: int) -> bool:
    return any(one.type == "execution" and one.fields["seat"] == seat for one in town.events.get(town.when, ()))
