"""Questions about the state: who sits where, who lives, what is in play, whose ability works."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from facedown.games.clocktower import acting, impairment, moments
from facedown.games.clocktower.changeable_rules import VotesNeeded, WhichDemon
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.public import Tally
from facedown.games.clocktower.state import (
    GOOD,
    SEEMS_DEAD,
    Ability,
    Death,
    FreedDeaths,
    Marker,
    Nomination,
    Player,
    State,
)

READINGS = {"evil": ("good", "evil"), "demon": ("no Demon", "the Demon")}  # as what one registers: not so, and so


class Ways(list[Any]):
    """All that is true in one of the ways in which players may register; what they really are comes first."""

    as_others: Mapping[Any, str] = MappingProxyType({})  # by value: who registers as what else then, in words


def here(state: State) -> list[Player]:
    """Everybody who sits in the circle, dead or alive, Travellers too."""
    if state.cached_here is None:
        state.cached_here = [p for p in state.ring if p.here]
    return state.cached_here


def living(state: State) -> list[Player]:
    return [p for p in state.ring if p.alive and p.here]


def dead(state: State) -> list[Player]:
    """Who counts as dead, some of them only in appearance."""
    return [p for p in here(state) if not counts_as_alive(state, p)]


def seen_living(state: State) -> list[Player]:
    """Who looks alive: at night, nobody knows yet who has died.  What players choose the living from."""
    return [p for p in state.ring if p.seen_alive and p.here]


def seen_dead(state: State) -> list[Player]:
    """Who looks dead."""
    return [p for p in here(state) if not p.seen_alive]


def by_seat(state: State) -> list[Player]:
    """Everybody here, in the order of the seats."""
    return [p for p in state.players if p.here]


def by_character(players: Iterable[Player]) -> list[Player]:
    """By character and for how long they have been it, so that it makes no difference who sits where."""
    return sorted(players, key=lambda p: (p.character.id, min((a.since for a in p.abilities), default=0)))


def residents(state: State) -> list[Player]:
    """The players who are not Travellers."""
    if state.cached_residents is None:
        state.cached_residents = [p for p in state.ring if p.here and not p.traveller]
    return state.cached_residents


def others(state: State, me: Ability | Player) -> list[Player]:
    """Everybody in the circle but one."""
    player = me.player if isinstance(me, Ability) else me
    return [p for p in here(state) if p is not player]


def round_from(state: State, player: Player) -> list[Player]:
    """Everybody in the circle, clockwise, beginning after `player` and ending with them."""
    start = state.ring.index(player) + 1
    return [p for p in state.ring[start:] + state.ring[:start] if p.here]


def neighbours(state: State, player: Player, where: Callable[[Player], bool] | None = None) -> list[Player]:
    """The nearest on each side, clockwise first; only those `where` holds (living ones, say) count.

    In a small circle both may be the same person, who is then given once.
    """
    ring = [p for p in round_from(state, player)[:-1] if where is None or where(p)]
    if not ring:
        return []
    return [ring[0]] if ring[0] is ring[-1] else [ring[0], ring[-1]]


def living_neighbours(state: State, player: Player) -> list[Player]:
    return neighbours(state, player, lambda p: counts_as_alive(state, p))


def counts_as_alive(state: State, player: Player) -> bool:
    """Whether this player is alive, and not only in secret."""
    return player.alive and not seems_dead(state, player)


def seems_dead(state: State, player: Player) -> bool:
    """Whether this player looks dead although they live, drunk or not."""
    return SEEMS_DEAD in [m.word for m in state.markers if m.player is player]


def distance(state: State, one: Player, other: Player) -> int:
    """Steps between two seats, the shorter way round."""
    circle = here(state)
    steps = abs(circle.index(one) - circle.index(other))
    return min(steps, len(circle) - steps)


def coming_day(state: State) -> int:
    """Today, or at night the day that will come."""
    return state.day + (state.phase != "day")


# -- characters ----------------------------------------------------------------------------------------------


def is_really(player: Player, id: str) -> bool:
    return player.character.id == id


def holders(state: State, id: str) -> list[Player]:
    """The players who are this character, or the place of one that no player is."""
    return [p for p in (*state.players, *state.unheld) if p.here and p.character.id == id]


def in_play(state: State, id: str) -> bool:
    return bool(holders(state, id))


def of_team(state: State, *teams: str) -> list[Player]:
    return [p for p in here(state) if p.character.team in teams]


def on_script(state: State, *teams: str) -> list[Character]:
    """The script's characters of these teams."""
    return list(state.script.of(*teams))


def not_in_play(state: State, *teams: str) -> list[Character]:
    """The script's characters of these teams that nobody is."""
    there = {p.character.id for p in (*state.players, *state.unheld) if p.here}
    return [c for c in state.script.of(*teams) if c.id not in there]


def is_demon(state: State, player: Player) -> bool:
    """Whether this player is or counts as the Demon."""
    return demon_of(state, player) is not None


def demon_of(state: State, player: Player) -> Character | None:
    """Which Demon this player is: their own character, or one that they count as; None: no Demon."""
    if player.character.team == "demon":
        return player.character
    return acting.rule(state, WhichDemon(player), None) if moments.reacting(state, WhichDemon) else None


def demons(state: State) -> list[Player]:
    """All who are the Demon, dead or alive."""
    if not moments.reacting(state, WhichDemon):
        return [p for p in here(state) if p.character.team == "demon"]
    return [p for p in here(state) if demon_of(state, p) is not None]


def demons_now(state: State) -> list[Player]:
    """The players shown to those who learn the Demon: the living ones, if there are any."""
    return [p for p in demons(state) if p.alive] or demons(state)


# -- abilities -----------------------------------------------------------------------------------------------


def is_first_night(state: State, ability: Ability) -> bool:
    """Whether this is the ability's own first night; it may have come into play late."""
    return ability.begun == state.night


def by_demon(state: State, death: Death) -> bool:
    """Whether it was by a Demon's ability, or by any ability of a player who is the Demon."""
    by = death.by
    return by is not None and (by.character.team == "demon" or is_demon(state, by.player))


def abilities_of(state: State, id: str) -> list[Ability]:
    """The abilities of this name in play, whoever has them, believed-in ones too; see `among_its_like`."""
    return sorted((a for a in moments.abilities(state) if a.character.id == id), key=moments.among_its_like)


def impaired(state: State, player: Player) -> bool:
    return player.seat in impairment.now(state).impaired


def works(state: State, ability: Ability) -> bool:
    """Whether its player really has it, is sober and healthy, and is alive unless the ability outlives them."""
    return impairment.would_work(ability, impairment.now(state))


# -- markers -------------------------------------------------------------------------------------------------


def has_ended(state: State, marker: Marker) -> bool:
    """Whether this impairment has ended for good with the death of its source."""
    by = marker.by
    if by is None or by.player.alive or marker.outlives or marker.word not in impairment.STATES:
        return False
    return not (
        by.works_in_death or by.character.works_when_dead or by.player.seat in impairment.now(state).keeping
    )


def marked(state: State, word: str) -> list[Player]:
    """Who bears a marker with this word that holds."""
    return [m.player for m in state.markers if m.word == word and impairment.holds(state, m)]


def marked_by(state: State, ability: Ability, word: str) -> list[Player]:
    """Who bears a marker of this ability, and the marker holds."""
    own = (m for m in state.markers if m.by is ability and m.word == word)
    return [m.player for m in own if impairment.holds(state, m)]


def has_marked(state: State, ability: Ability, word: str) -> list[Player]:
    """The same, whether or not the marker holds."""
    return [m.player for m in state.markers if m.by is ability and m.word == word]


def is_marked(state: State, player: Player, word: str) -> bool:
    there = [m for m in state.markers if m.player is player and m.word == word]
    return any(impairment.holds(state, m) for m in there) if there else False


# -- how things are taken: registration ----------------------------------------------------------------------


def is_(state: State, player: Player, reading: str) -> bool:
    """Whether it is true of this player: "good", "evil", a team, or a character's id."""
    if reading in ("good", "evil"):
        return player.alignment == reading
    if reading == "demon":
        return is_demon(state, player)
    return reading in (player.character.team, player.character.id)


def may_register(state: State, player: Player, reading: str) -> set[bool]:
    """The ways in which a check for `reading` can go: {True}, {False}, or both, where a card lets it."""
    true = is_(state, player, reading)
    readings = readings_of(state, player)
    if not readings:
        return {true}
    if true:
        other_good = reading in ("good", "evil") and (GOOD if reading == "evil" else "evil") in readings
        other_team = reading not in ("good", "evil") and any(r not in ("good", "evil") for r in readings)
        return {True, False} if other_good or other_team else {True}
    if reading in readings:
        return {True, False}
    team = next((c.team for c in state.script.characters if c.id == reading), None)
    return {True, False} if team in readings else {False}


def readings_of(state: State, player: Player) -> tuple[str, ...]:
    """What this player may be taken for beside what they are: a side, or a team, if a good one is on the script."""
    readings: tuple[str, ...] = ()
    for ability in player.abilities:
        if ability.character.registers_as and works(state, ability):
            readings += ability.character.registers_as
    return readings and tuple(r for r in readings if r not in ("townsfolk", "outsider") or on_script(state, r))


def characters_of(state: State, player: Player) -> list[Character]:
    """The characters that a check of this player's character may find: their own first."""
    readings = readings_of(state, player)
    return Ways([player.character, *(c for c in state.script.characters if c.team in readings)])


def guessed_at(state: State) -> list[Character]:
    """Whom a player can be guessed to be: the script's characters, and the Travellers that are here."""
    return list(dict.fromkeys((*state.script.characters, *(p.character for p in here(state) if p.traveller))))


def sure_to_be(state: State, reading: str) -> list[Player]:
    """The players who are sure to register as `reading`."""
    return [p for p in here(state) if may_register(state, p, reading) == {True}]


def who_may_be(state: State, reading: str) -> list[Player]:
    """The players who may register as `reading`."""
    return [p for p in here(state) if True in may_register(state, p, reading)]


def by_reading(state: State, reading: str, measure: Callable[[set[int]], Any]) -> Ways:
    """What `measure` gives for the seats of those who are `reading`, in each way to take the doubtful ones."""
    plain = measure({p.seat for p in here(state) if is_(state, p, reading)})
    ways = Ways(dict.fromkeys((plain, *map(measure, ways_to_read(state, reading)))))
    if len(ways) > 1:
        ways.as_others = _as_others(state, reading, measure)
    return ways


def _as_others(state: State, reading: str, measure: Callable[[set[int]], Any]) -> dict[Any, str]:
    """By what `measure` gives: the fewest who have to register as something else for that, in words."""
    real = {p.seat for p in here(state) if is_(state, p, reading)}
    found: dict[Any, str] = {}
    for way in sorted(ways_to_read(state, reading), key=lambda way: len(way ^ real)):
        others = [
            f"the {p.character.name} registers as {READINGS[reading][p.seat in way]}"
            for p in here(state) if p.seat in way ^ real
        ]  # fmt: skip
        found.setdefault(measure(way), " and ".join(others))
    return found


def ways_to_read(state: State, reading: str) -> Iterator[set[int]]:
    """Every set of seats that may register as `reading` together: one for each way the doubtful ones go."""
    ways = {p.seat: may_register(state, p, reading) for p in here(state)}
    sure = {seat for seat, way in ways.items() if way == {True}}
    doubtful = [seat for seat, way in ways.items() if len(way) == 2]
    for bits in range(1 << len(doubtful)):
        yield sure | {seat for i, seat in enumerate(doubtful) if bits >> i & 1}


# -- the day and the end -----------------------------------------------------------------------------------------


def not_done(state: State) -> list[int]:
    """The seats of those who may still have something to say or do today."""
    return [p.seat for p in here(state) if p.seat not in state.done]


def floor_is_empty(state: State) -> bool:
    """Whether everybody has said what they had to say."""
    return state.day_over or not not_done(state)


def results_kept_back(state: State) -> bool:
    """Whether it is told only when nominations close which votes were enough."""
    return state.options.get("results") == "at dusk" or any(map(attrgetter("hidden"), state.nominations))


def tallies(state: State, day: int, *, told: bool = False) -> tuple[Tally, ...]:
    """The day's nominations with the tallies that everybody knows, or (`told`) the storyteller."""
    kept_back = results_kept_back(state)
    return tuple([_tally_of(day, one, told, kept_back and one.done) for one in state.nominations])


def _tally_of(day: int, nomination: Nomination, told: bool, kept_back: bool) -> Tally:
    hidden = nomination.hidden and not told
    return Tally(
        day,
        nomination.by.seat if nomination.by else None,
        nomination.nominee.seat if nomination.nominee else None,
        () if hidden else tuple([p.seat for p in nomination.hands]),
        0 if hidden else nomination.counted if kept_back else nomination.tally,
        nomination.done,
        nomination.hidden,
    )


def threshold(state: State) -> int:
    """How many votes put somebody up for execution: half of those who look alive, rounded up."""
    majority = (sum([p.seen_alive for p in here(state)]) + 1) // 2
    return acting.rule(state, VotesNeeded(), majority) if state.phase != "set-up" else majority  # no tokens yet


def to_beat(state: State, *, told: bool) -> int:
    """How many votes would put a nominee on the block now, as far as it has been said."""
    needed = threshold(state)
    return needed if _unsaid(state, told=told) else max(needed, state.to_beat + 1)


def ties(state: State, *, told: bool) -> int | None:
    """How many votes would tie with the nominee on the block; None: nobody is there, or it has not been said."""
    if state.block is None or _unsaid(state, told=told) or state.to_beat < threshold(state):
        return None
    return state.to_beat


def _unsaid(state: State, *, told: bool) -> bool:
    return results_kept_back(state) and not told


def deaths_are_free(state: State) -> bool:
    """Whether the storyteller decides who dies tonight."""
    return state.notes.of(FreedDeaths).night == state.night


def death_of(state: State, player: Player) -> Death | None:
    """The last time that this player died."""
    return next((death for death in reversed(state.deaths) if death.player is player), None)


def winners(state: State) -> tuple[int, ...]:
    """The seats of the side that has won."""
    return tuple(p.seat for p in state.players if p.here and p.alignment == state.winner)


def chose(state: State, seat: int | None) -> tuple[int, ...]:
    """Whom this seat has chosen on this night, or the last, as the character that it still takes itself for."""
    turns = ((turn.ability, turn.chosen) for turn in state.turns if turn.ability is not None)
    own = [chosen for by, chosen in turns if by.player.seat == seat and by.character is by.player.believed]
    each = (one if isinstance(one, tuple) else (one,) for one in chain.from_iterable(own))
    return tuple([one.seat for one in chain.from_iterable(each) if isinstance(one, Player)])
