"""The circle: who sits where, who lives, what is in play, whose ability works."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from facedown.games.clocktower import impairment
from facedown.games.clocktower.character import Character, hooks_of
from facedown.games.clocktower.impairment import State
from facedown.games.clocktower.state import GOOD, SEEMS_DEAD, Ability, Marker, Player

if TYPE_CHECKING:
    from facedown.games.clocktower.scripts import Script
    from facedown.games.clocktower.tale import Tale


class Ways(list[Any]):
    """All that is true in one way or another of taking people for what they may seem; first what plainly is."""


class Circle:
    """What can be asked about the town.  Nothing here changes it."""

    script: Script
    players: list[Player]  # by seat
    unheld: list[Player]  # characters in play that no player is, each in a place of its own outside the circle
    ring: list[Player]  # as they sit round the table, clockwise: by seat as well, until somebody swaps places
    markers: list[Marker]
    night: int  # 1 is the first
    day: int
    phase: str  # "set-up", "night", "day", "over"

    _state: State | None
    # What is worked out from the rest, and forgotten when that changes: see `changed`.
    _in_play: list[Ability] | None
    _slots: dict[str, list[Ability]] | None
    _reacting: dict[str, list[Ability]]

    # -- players -------------------------------------------------------------------------------------------------

    @property
    def here(self) -> list[Player]:
        """Everybody who sits in the circle, dead or alive, Travellers too."""
        return [p for p in self.ring if p.here]

    @property
    def living(self) -> list[Player]:
        return [p for p in self.ring if p.alive and p.here]

    @property
    def dead(self) -> list[Player]:
        """Who counts as dead, some of them only in appearance."""
        return [p for p in self.here if not self.counts_as_alive(p)]

    @property
    def seen_living(self) -> list[Player]:
        """Who looks alive: at night, nobody knows yet who has died.  What players choose the living from."""
        return [p for p in self.here if p.seen_alive]

    @property
    def seen_dead(self) -> list[Player]:
        """Who looks dead."""
        return [p for p in self.here if not p.seen_alive]

    @property
    def residents(self) -> list[Player]:
        """The players who are no Travellers."""
        return [p for p in self.ring if p.here and not p.traveller]

    def others(self, me: Ability | Player) -> list[Player]:
        """Everybody in the circle but one."""
        player = me.player if isinstance(me, Ability) else me
        return [p for p in self.here if p is not player]

    def round_from(self, player: Player) -> list[Player]:
        """Everybody in the circle, clockwise, beginning after `player` and ending with them."""
        start = self.ring.index(player) + 1
        return [p for p in self.ring[start:] + self.ring[:start] if p.here]

    def neighbours(self, player: Player, where: Callable[[Player], bool] | None = None) -> list[Player]:
        """The nearest on each side, clockwise first; only those `where` holds (living ones, say) count.

        In a small circle both may be the same person, who is then given once.
        """
        ring = [p for p in self.round_from(player)[:-1] if where is None or where(p)]
        if not ring:
            return []
        return [ring[0]] if ring[0] is ring[-1] else [ring[0], ring[-1]]

    def living_neighbours(self, player: Player) -> list[Player]:
        return self.neighbours(player, self.counts_as_alive)

    def counts_as_alive(self, player: Player) -> bool:
        """Does it live, and not only in secret?"""
        return player.alive and not self.seems_dead(player)

    def seems_dead(self, player: Player) -> bool:
        """Is it taken for dead although it lives?  Its being drunk raises nobody."""
        return any(m.player is player and m.word == SEEMS_DEAD for m in self.markers)

    def distance(self, one: Player, other: Player) -> int:
        """Steps between two seats, the shorter way round."""
        circle = self.here
        steps = abs(circle.index(one) - circle.index(other))
        return min(steps, len(circle) - steps)

    @property
    def coming_day(self) -> int:
        """Today, or at night the day that will come."""
        return self.day + (self.phase != "day")

    # -- characters ----------------------------------------------------------------------------------------------

    def is_really(self, player: Player, id: str) -> bool:
        return player.character.id == id

    def holders(self, id: str) -> list[Player]:
        """The players who are this character; or the place of one that nobody is."""
        return [p for p in (*self.players, *self.unheld) if p.here and p.character.id == id]

    def in_play(self, id: str) -> bool:
        return bool(self.holders(id))

    def of_team(self, *teams: str) -> list[Player]:
        return [p for p in self.here if p.character.team in teams]

    def on_script(self, *teams: str) -> list[Character]:
        """The script's characters of these teams."""
        return [c for c in self.script.characters if c.team in teams]

    def not_in_play(self, *teams: str) -> list[Character]:
        """The script's characters of these teams that nobody is."""
        there = {p.character.id for p in (*self.players, *self.unheld) if p.here}
        return [c for c in self.on_script(*teams) if c.id not in there]

    @property
    def townsfolk_not_in_play(self) -> list[Character]:
        return self.not_in_play("townsfolk")

    def is_demon(self, player: Player) -> bool:
        """Is this player the Demon, or does one of them count as it?"""
        return self.demon_of(player) is not None

    def demon_of(self, player: Player) -> Character | None:
        """Which Demon this player is: their own character, or one that they count as; None: no Demon."""
        if player.character.team == "demon":
            return player.character
        for ability in self.reacting("counts_as_demon"):
            if not ability.fake and ability.character.counts_as_demon(ability, self.tale, player):
                return ability.character
        return None

    @property
    def demons(self) -> list[Player]:
        """All who are the Demon, dead or alive."""
        return [p for p in self.here if self.is_demon(p)]

    @property
    def demons_now(self) -> list[Player]:
        """Who is shown where somebody is shown the Demon: those who live, where others have died."""
        return [p for p in self.demons if p.alive] or self.demons

    @property
    def tale(self) -> Tale:
        """This circle with everything that can be done in it."""
        raise NotImplementedError

    # -- abilities -----------------------------------------------------------------------------------------------

    def abilities(self) -> list[Ability]:
        """All abilities in play, in seat order; the house's own last."""
        if self._in_play is None:
            places = (player for player in (*self.players, *self.unheld) if player.here)
            self._in_play = [ability for player in places for ability in player.abilities] + self.house_rules()
        return self._in_play

    def in_slot(self, slot: str) -> list[Ability]:
        """The abilities that act at this place in the night."""
        if self._slots is None:
            self._slots = {}
            for ability in self.abilities():
                self._slots.setdefault(ability.slot, []).append(ability)
        return self._slots.get(slot, [])

    def house_rules(self) -> list[Ability]:
        """Abilities that belong to no player: the Fabled."""
        return []

    def reacting(self, hook: str) -> list[Ability]:
        """The abilities in play whose character has something to say at that moment, working or not."""
        found = self._reacting.get(hook)
        if found is None:
            found = [a for a in self.abilities() if hook in hooks_of(a.character)]
            self._reacting[hook] = found
        return found

    def acting(self, hook: str) -> list[Ability]:
        """Those whose players look alive, impaired or not: they do what the card says, whatever comes of it."""
        return [a for a in self.reacting(hook) if a.player.seen_alive]

    def working(self, hook: str) -> list[Ability]:
        """The same, only those that work now, and those that mark this moment even so."""
        found = self.reacting(hook)
        return [a for a in found if self.works(a) or self._heeds(a, hook)] if found else found

    def _heeds(self, ability: Ability, hook: str) -> bool:
        """Does it mark this moment although it does not work?  What it then does comes to nothing."""
        character = ability.character
        return hook in character.even_impaired and (ability.player.alive or character.works_when_dead)

    def abilities_of(self, id: str) -> list[Ability]:
        """The abilities of this name in play, whoever has them, believed-in ones too; in seat order."""
        return [a for a in self.abilities() if a.character.id == id]

    @property
    def state(self) -> State:
        """Who is impaired, and who has lost their ability, now."""
        if self._state is None:
            self._state = impairment.state_of(self.tale)
        return self._state

    def impaired(self, player: Player) -> bool:
        return player.seat in self.state.impaired

    def works(self, ability: Ability) -> bool:
        return self.would_work(ability, self.state)

    def would_work(self, ability: Ability, state: State, outlives: bool = False) -> bool:
        """Would it work if just these were impaired?  `outlives`: what it did may outlive its player."""
        player = ability.player
        if ability.fake or (ability.gone and not outlives) or not player.here:
            return False
        if player.seat in state.impaired or player.seat in state.without:
            return False
        lasts = ability.lasts or ability.character.works_when_dead or player.seat in state.keeping
        if not (player.alive or outlives or lasts):
            return False
        by = ability.by
        return by is None or self.would_work(by, state, outlives or by.player is player)

    # -- markers -------------------------------------------------------------------------------------------------

    def holds(self, marker: Marker) -> bool:
        return impairment.holds(self.tale, marker)

    def has_ended(self, marker: Marker) -> bool:
        """Has what impairs somebody ended with the death of whoever did it, so that it will not go on again?"""
        by = marker.by
        if by is None or by.player.alive or marker.outlives or marker.word not in impairment.STATES:
            return False
        return not (by.lasts or by.character.works_when_dead or by.player.seat in self.state.keeping)

    def marked(self, word: str) -> list[Player]:
        """Who bears a marker with this word that holds."""
        return [m.player for m in self.markers if m.word == word and self.holds(m)]

    def is_marked(self, player: Player, word: str) -> bool:
        return any(m.player is player and m.word == word and self.holds(m) for m in self.markers)

    # -- how things are taken: registration ----------------------------------------------------------------------

    def is_(self, player: Player, reading: str) -> bool:
        """Is it true of this player: "good", "evil", a team, or a character's id?"""
        if reading in ("good", "evil"):
            return player.alignment == reading
        if reading == "demon":
            return self.is_demon(player)
        return reading in (player.character.team, player.character.id)

    def may_register(self, player: Player, reading: str) -> set[bool]:
        """The ways in which a check for `reading` can go: {True}, {False}, or both, where a card lets it."""
        true = self.is_(player, reading)
        readings = self.readings_of(player)
        if not readings:
            return {true}
        if true:
            other_good = reading in ("good", "evil") and (GOOD if reading == "evil" else "evil") in readings
            other_team = reading not in ("good", "evil") and any(r not in ("good", "evil") for r in readings)
            return {True, False} if other_good or other_team else {True}
        if reading in readings:
            return {True, False}
        team = next((c.team for c in self.script.characters if c.id == reading), None)
        return {True, False} if team in readings else {False}

    def readings_of(self, player: Player) -> tuple[str, ...]:
        """What this player may be taken for beside what they are."""
        readings: tuple[str, ...] = ()
        for ability in player.abilities:
            if ability.character.registers_as and self.works(ability):
                readings += ability.character.registers_as
        return readings

    def characters_of(self, player: Player) -> list[Character]:
        """The characters that a check of this player's character may find: their own first."""
        readings = self.readings_of(player)
        return Ways([player.character, *(c for c in self.script.characters if c.team in readings)])

    @property
    def guessed_at(self) -> list[Character]:
        """Whom a player can be guessed to be: the script's characters, and the Travellers that are here."""
        return list(dict.fromkeys((*self.script.characters, *(p.character for p in self.here if p.traveller))))

    def sure_to_be(self, reading: str) -> list[Player]:
        """Those of whom every check for `reading` holds."""
        return [p for p in self.here if self.may_register(p, reading) == {True}]

    def who_may_be(self, reading: str) -> list[Player]:
        """Those of whom a check for `reading` may hold."""
        return [p for p in self.here if True in self.may_register(p, reading)]

    def by_reading(self, reading: str, measure: Callable[[set[int]], Any]) -> Ways:
        """What `measure` gives for the seats of those who are `reading`, in each way to take the doubtful ones."""
        plain = measure({p.seat for p in self.here if self.is_(p, reading)})
        return Ways(dict.fromkeys((plain, *map(measure, self.ways_to_read(reading)))))

    def ways_to_read(self, reading: str) -> Iterator[set[int]]:
        """Every set of seats of whom a check for `reading` may hold: one for each way the doubtful ones go."""
        sure = {p.seat for p in self.here if self.may_register(p, reading) == {True}}
        doubtful = [p.seat for p in self.here if len(self.may_register(p, reading)) == 2]
        for bits in range(1 << len(doubtful)):
            yield sure | {seat for i, seat in enumerate(doubtful) if bits >> i & 1}

    def __getstate__(self) -> dict[str, Any]:
        """What a picture keeps: not what is worked out anew, nor the script, which never changes, nor chance."""
        kept = {**self.__dict__, "_state": None, "_reacting": {}, "_in_play": None, "_slots": None}
        return {name: value for name, value in kept.items() if name not in ("script", "chance")}
