"""What is shown when the game is over: when the town could have known, and what was false, and why.

Who could still be the Demon, if the town had believed everybody who told the truth: it takes all true statements
that good players made aloud, and the deaths up to then, and counts the evil teams that remain possible, using the
same worlds as the bots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from facedown.games.clocktower.bots.belief import where
from facedown.games.clocktower.bots.town import Town, town_seen
from facedown.games.clocktower.observe import circle, nominated_before, script_facts
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.speech.english import aloud
from facedown.games.clocktower.speech.statements import Evil, Not, Statement, without_reason
from facedown.games.clocktower.speech.worlds import Mask
from facedown.games.clocktower.state import Player, State, Told


class DayInHindsight(msgspec.Struct, frozen=True):
    """What the town could have known by the end of a day's talk."""

    day: int
    teams: int  # how many evil teams were left that fit all of it
    demons: tuple[int, ...]  # the seats that could still be the Demon


class Hindsight(msgspec.Struct, frozen=True):
    """Day by day, and from when on only the Demon was left."""

    demon: int
    days: tuple[DayInHindsight, ...]
    day: int  # 0: there were always others
    by: int | None  # who made the last statement that was needed; None: the night's deaths were enough
    text: str


class Moment(NamedTuple):
    """A day, who said something on it, and what it rules out; nobody: the day begins, or its talk is over."""

    day: int
    by: int | None = None
    text: str = ""
    holds: Mask = None


def hindsight(state: State, names: tuple[str, ...]) -> Hindsight | None:
    """The hindsight on a game that is over; None if the evil team it ended with is none of the bots' worlds."""
    town = town_seen(circle(state), script_facts(state), nominated_before(state), state.day)
    demon, since = _demon(state)
    true = _world(town, state, demon)
    if demon is None or true is None:
        return None
    left: Mask = np.ones(town.worlds.evil.shape[1], np.bool_)
    days: dict[int, DayInHindsight] = {}
    found: Moment | None = None
    for moment in _moments(state, town, names, true, _until(state, demon)):
        left = left if moment.holds is None else left & moment.holds
        teams, demons = _left(town, left, moment.day)
        if moment.day >= since:
            days[moment.day] = DayInHindsight(moment.day, teams, demons)
            found = (found or moment) if demons == (demon.seat,) else None
    known = found or Moment(0)
    return Hindsight(demon.seat, tuple(days.values()), known.day, known.by, known.text)


def _demon(state: State) -> tuple[Player | None, int]:
    """Who was the Demon in the end, and since which day at the earliest: since the death of another before it."""
    demons = [player for player in state.players if player.character.team == "demon"]
    alive = [player for player in demons if player.alive]
    last = alive or sorted(demons, key=lambda player: int(player.fell[1:] or 0))[-1:]
    if len(last) != 1:
        return None, 0
    before = [int(player.fell[1:]) for player in demons if player is not last[0] and player.fell]
    return last[0], max(before, default=1)


def _world(town: Town, state: State, demon: Player | None) -> int | None:
    """The team that evil were in the end, as one of those that can be dealt."""
    evil, demons = town.worlds.evil, town.worlds.demon
    if demon is None or demon.seat not in town.residents:
        return None
    is_evil = np.array([state.players[seat].evil for seat in town.residents])
    same = (evil[list(town.residents)] == is_evil[:, None]).all(axis=0) & demons[demon.seat]
    return int(same.argmax()) if same.any() else None


def _until(state: State, demon: Player) -> int:
    """The last day on which the Demon lived: the game may go on without one."""
    if demon.alive or not demon.fell:
        return state.day
    return int(demon.fell[1:]) - demon.fell.startswith("N")


def _moments(state: State, town: Town, names: tuple[str, ...], true: int, last: int) -> Iterator[Moment]:
    """The true statements that good players made aloud, in order, with the beginning of each day up to `last`."""
    said = [*state.said_before, *((state.day, *one) for one in state.said)]
    for day in range(1, last + 1):
        yield Moment(day)
        for _, seat, words in (one for one in said if one[0] == day):
            what = without_reason(words.said.stated)
            if what is None or _is_opinion(what) or seat not in town.residents or state.players[seat].evil:
                continue
            mask = where(town, seat, what)
            if mask is not None and mask[true]:
                holds = mask & ~town.worlds.evil[seat]
                yield Moment(day, seat, aloud(what, names, state.script.own_names, seat), holds)


def _is_opinion(what: Statement) -> bool:
    """Whether it says on whose side somebody is, which nobody learns by saying it."""
    return isinstance(what, Evil) or (isinstance(what, Not) and _is_opinion(what.said))


def _left(town: Town, left: Mask, day: int) -> tuple[int, tuple[int, ...]]:
    """How many teams are left, and which Demons among those who lived on that day."""
    alive = np.zeros_like(left)
    for seat in town.residents:
        if town.characters.seeming or town.alive_in(seat, day) or town.died[seat] == f"D{day}":
            alive |= town.worlds.demon[seat]
    left = left & alive
    demons = tuple(seat for seat in town.residents if (town.worlds.demon[seat] & left).any())
    return int(left.sum()), demons


# -- false or unreliable information, night by night --------------------------------------------------------------


class Misled(msgspec.Struct, frozen=True):
    """Something false that a player was told, or something true that their ability did not find out."""

    night: int
    day: int
    seat: int
    text: str
    true: bool
    why: str


def account(state: State, names: Sequence[str], in_words: Callable[[Told], str]) -> tuple[Misled, ...]:
    """All false information, and all that was true by luck, in the order in which it was told."""
    told = [(one, player) for player in state.players for one in player.told if one.report is not None]
    told.sort(key=lambda pair: (pair[0].night, pair[0].day))
    return tuple(
        Misled(one.night, one.day, player.seat, in_words(one), one.true, _why(one, player, names))
        for one, player in told
        if one.impaired or not one.true
    )


def _why(told: Told, player: Player, names: Sequence[str]) -> str:
    """Who poisoned them or made them drunk, or that somebody registered as something else."""
    name = names[player.seat]
    if told.weakened:
        word, by, character = told.weakened
        return f"{name} was {word}, because of the {FACTS[character].name}, {names[by]}."
    if told.impaired and player.shown is not None:
        return f"{name} was the {player.character.name} and believed they were the {player.shown.name}."
    if told.impaired:
        return f"{name} was drunk or poisoned."
    return "Somebody registered as something else, or an ability made it false."
