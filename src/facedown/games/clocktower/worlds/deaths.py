"""How players die, what may save them, and what follows from a death.

Every function gives the states that are possible afterwards.  None: the game would have ended, or somebody would
have died who did not, so that the state does not fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from facedown.games.clocktower.worlds.eyes import EITHER, NO, YES, Eyes, both, either, loose_of, not_
from facedown.games.clocktower.worlds.model import ANYTHING, gain
from facedown.games.clocktower.worlds.puzzle import team_of
from facedown.games.clocktower.worlds.state import Bits, State

if TYPE_CHECKING:
    from facedown.games.clocktower.worlds.town import Town


def is_protected(state: State, seat: int, by_demon: bool) -> int:
    """Whether the seat cannot die now; EITHER: as somebody registers to a Tea Lady."""
    role = state.roles[seat]
    if not state.memo and role not in _SAFE and "tealady" not in state.roles:
        return NO
    if by_demon and (
        state.memo.get("no demon kills")
        or (state.has(seat, "soldier") and state.works(seat))
        or _is_marked(state, "monk", seat)
    ):
        return YES
    if _is_marked(state, "inn", seat):
        return YES
    if state.has(seat, "sailor") and state.works(seat):
        return YES
    if role == "lleech" and state.works(seat):
        host = state.memo.get(("host", seat))
        if host is not None and state.lives(host):
            return YES
    return beside_tea_lady(state, seat)


HAUNTING = ("barber", "hatter")  # who do something in the night when they have died
_SAFE = ("soldier", "sailor", "lleech")  # who may be, of themselves


def is_fool(state: State, seat: int) -> bool:
    """Whether the seat will survive its first death."""
    return state.has(seat, "fool") and state.works(seat) and ("spent", seat, "fool") not in state.memo


def _is_marked(state: State, kind: str, seat: int) -> bool:
    """Whether a working ability of this kind protects the seat tonight."""
    if (kind, None) not in state.memo:
        return False
    return any(bits >> seat & 1 and state.works(source) for source, bits in state.memo[kind, None])


def beside_tea_lady(state: State, seat: int) -> int:
    """Whether a Tea Lady between two good neighbours keeps this one of them alive."""
    if "tealady" not in state.roles and not state.borrows:
        return NO
    eyes = Eyes(state, loose_of(state))
    around = (state.neighbours(lady) for lady in state.holders("tealady") if state.works(lady))
    return either(*(both(*(not_(eyes.evil(other)) for other in beside)) for beside in around if seat in beside))


def night_kill(town: Town, state: State, seat: int, by: int | None, demon: bool = True) -> Iterable[State]:
    """Somebody is attacked at night by the Demon, or another's ability."""
    if not state.lives(seat):
        if state.undead >> seat & 1 and team_of(state.roles[seat]) == "demon":
            return _zombuul_dies(town, state, seat)
        return (state,)
    protected = is_protected(state, seat, demon)
    if protected == EITHER:
        return (state, *_falls(town, state, seat, by, demon))
    return (state,) if protected else _falls(town, state, seat, by, demon)


def _falls(town: Town, state: State, seat: int, by: int | None, demon: bool) -> Iterable[State]:
    """The seat is attacked, and nobody protects it."""
    if is_fool(state, seat):
        saved = state.with_memo(("spent", seat, "fool"), True)
        if town.puzzle.choices_untold:  # an execution that they survived, too
            return (saved, *dies_at_night(town, saved, seat, by, demon))
        return (saved,)
    if state.has(seat, "mayor") and state.works(seat):
        return _redirected(town, state, seat, by, demon)
    return dies_at_night(town, state, seat, by, demon)


def _redirected(town: Town, state: State, mayor: int, by: int | None, demon: bool) -> Iterator[State]:
    """The Mayor is attacked: somebody else may die instead."""
    yield from dies_at_night(town, state, mayor, by, demon)
    spared = False
    for other in range(state.size):
        if other == mayor or (by == other and demon):
            continue
        if not state.lives(other) or is_protected(state, other, demon) == YES:
            spared = True
        elif town.dying >> other & 1:
            yield from dies_at_night(town, state, other, by, demon)
    if spared:
        yield state


def dies_at_night(town: Town, state: State, seat: int, by: int | None, demon: bool) -> Iterable[State]:
    """Somebody dies in the night; only who is announced at dawn can."""
    if not town.dying >> seat & 1:
        return ()
    new = state.copy()
    new.fell |= 1 << seat
    if state.is_bad(seat):
        new.note(("spoiled", seat), True)
    if demon and by is not None:
        new.note(("killer", seat), by)
    return dies(town, new, seat, "demon" if demon else "night", by)


def dies(town: Town, state: State, seat: int, how: str, by: int | None = None) -> Iterator[State]:
    """Somebody dies; `how`: "demon", "night", "day" or "execution"."""
    if "lleech" in state.roles and _is_host(state, seat):
        return  # the Demon would die, and the game be over
    living = _really_living(state)
    new = state.copy()
    if _plays_dead(state, seat):
        new.undead |= 1 << seat
        new.note(("died once", seat), True)
    new.alive &= ~(1 << seat)
    new._bad = None
    for after in _follow(town, state, new, seat, how, by):
        yield from succeeded(town, after, seat, how, living)


def _is_host(state: State, seat: int) -> bool:
    """Whether a Lleech dies with this player."""
    return any(state.works(leech) and state.memo.get(("host", leech)) == seat for leech in state.holders("lleech"))


def _plays_dead(state: State, seat: int) -> bool:
    """A Zombuul that dies for the first time only seems dead."""
    return state.roles[seat] == "zombuul" and state.works(seat) and not state.memo.get(("died once", seat))


def _really_living(state: State) -> int:
    """How many residents are alive, a Zombuul that plays dead included."""
    return state.residents(state.alive | living_demons(state))


def _zombuul_dies(town: Town, state: State, seat: int) -> Iterator[State]:
    new = state.copy()
    new.undead &= ~(1 << seat)
    yield from succeeded(town, new, seat, "night", _really_living(state))


def _follow(town: Town, before: State, new: State, seat: int, how: str, by: int | None) -> Iterator[State]:
    """What a death brings about, other than the Demon's succession.  `before`: when the seat was still alive."""
    role, worked = before.roles[seat], before.works(seat)
    states = [new]
    if before.has(seat, "sweetheart") and worked:
        states = [one.with_mark(1 << other, -1) for one in states for other in range(one.size)]
    for haunting in HAUNTING:
        if before.has(seat, haunting) and worked:
            states = [one.with_memo((haunting, seat), True) for one in states]
    if before.has(seat, "farmer") and worked and town.when % 2 == 0:
        states = [after for one in states for after in _farmers(town, one)]
    if any(key[0] == "pixie" for key in new.memo if isinstance(key, tuple)):
        states = [after for one in states for after in _pixies(one, role)]
    if how == "demon" and by is not None:
        states = [after for one in states for after in _grandmothers(town, one, seat, by)]
    if how == "execution":
        for cannibal in before.holders("cannibal"):
            if cannibal != seat and before.lives(cannibal):
                states = [after for one in states for after in _is_eaten(town, one, seat, cannibal)]
    players = [other for other in before.holders("minstrel") if before.works(other)]
    if how == "execution" and players:
        minion = Eyes(before, loose_of(before)).minion(seat)
        everybody = (1 << new.size) - 1
        drunk = [one.with_mark(everybody & ~(1 << players[0]), players[0], town.when + 2) for one in states]
        states = {NO: states, YES: drunk, EITHER: [*states, *drunk]}[minion]
    yield from states


def _farmers(town: Town, state: State) -> Iterator[State]:
    """A good player becomes the Farmer, if one is alive."""
    heirs = [seat for seat in range(state.size) if state.lives(seat) and not state.is_evil(seat)]
    if not heirs:
        yield state
    yield from (state.become(heir, "farmer") for heir in heirs if town.may_become(state, heir, "farmer"))


def _pixies(state: State, role: str) -> Iterator[State]:
    """A Pixie may have the ability of a dead Townsfolk of whom it knew."""
    yield state
    for pixie in state.holders("pixie"):
        if state.memo.get(("pixie", pixie)) == role and state.works(pixie):
            yield state.with_gained(pixie, role)


def _is_eaten(town: Town, state: State, seat: int, cannibal: int) -> Iterator[State]:
    """A Cannibal has the ability of who was executed, and is poisoned if that one seems evil."""
    poison, role = -2 - cannibal, state.roles[seat]  # the poison is nobody's
    upset = any(source == poison for _, source, _ in state.marks)
    clean = state.without_marks_of(poison)
    eaten = (one for one in state.memo.get("gained", ()) if one[0] != cannibal or one[1] == "cannibal")
    clean.note("gained", tuple(eaten) or None)
    clean.note(("thinks", cannibal), None)
    misled = clean.with_memo(("thinks", cannibal), ANYTHING)
    evil, works = Eyes(state, loose_of(state)).evil(seat), not clean.is_bad(cannibal)
    if evil != YES:
        yield from gain(town, clean, cannibal, role) if works else (misled,)
        if works and role in ("drunk", "marionette", "lunatic"):
            yield from gain(town, misled, cannibal, role)
    if evil != NO:
        poisoned = misled.with_mark(1 << cannibal, poison) if works or upset else misled
        yield poisoned.with_gained(cannibal, role) if works else poisoned


def _grandmothers(town: Town, state: State, seat: int, by: int) -> Iterator[State]:
    """The grandmothers of somebody whom the Demon killed die too."""
    for grandmother in state.holders("grandmother"):
        if state.works(grandmother) and state.memo.get(("grandchild", grandmother)) == seat and seat != grandmother:
            yield from night_kill(town, state, grandmother, by, demon=False)
            return
    yield state


def living_demons(state: State) -> Bits:
    return sum(1 << seat for seat in range(state.size) if state.is_demon(seat) and state.stands(seat))


def succeeded(town: Town, state: State, seat: int, how: str, living: int) -> Iterator[State]:
    """The states in which the game goes on after a death; `living`: how many lived before it."""
    if not state.is_demon(seat) or living_demons(state):
        yield state
        return
    heirs = _scarlet_women(state, living)
    if heirs and "sitter" in state.memo:
        yield state.with_memo("sitter", heirs[0])
    elif heirs:
        yield state.become(heirs[0], state.roles[seat])
    elif _goes_on(town, state, how):
        yield state


def _scarlet_women(state: State, living: int) -> list[int]:
    """Who becomes the Demon when one dies."""
    if living < 5:
        return []
    return [seat for seat in state.holders("scarletwoman") if state.works(seat)]


def _goes_on(town: Town, state: State, how: str) -> bool:
    """Whether the game goes on without a living Demon."""
    if how == "execution" and state.working("mastermind") and not state.memo.get("mastermind"):
        state.note("mastermind", town.when + 2)
        return True
    return twins_live(state)


def twins_live(state: State) -> bool:
    """Whether good cannot win because both twins are alive."""
    pair = state.memo.get("twins")
    if pair is None:
        return False
    evil, good = pair
    return state.lives(evil) and state.lives(good) and state.works(evil)


def executed_is_game_over(town: Town, state: State, seat: int) -> bool:
    """Whether the game would have ended because this one was executed and died; `state`: before."""
    if state.has(seat, "saint") and state.works(seat) and not state.is_evil(seat):
        return True
    if state.memo.get("mastermind") == town.when:
        return True
    pair = state.memo.get("twins")
    if pair is not None and seat in pair and not state.is_evil(seat) and state.works(pair[0]):
        return True
    return bool(state.memo.get("good executed") and state.working("leviathan") and not state.is_evil(seat))
