"""Markers, and changes of character, alignment and ability."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from facedown.games.clocktower.character import Character, Steps, hooks_of
from facedown.games.clocktower.deaths import Dying
from facedown.games.clocktower.state import EVIL, Ability, Alignment, Marker, News, Player


class Changing(Dying):
    """What puts markers down, and makes somebody somebody else."""

    def mark(
        self,
        player: Player,
        word: str,
        by: Ability | None = None,
        until: str | None = None,
        *,
        times: int = 1,
        outlives: bool = False,
        even_if_impaired: bool = False,
        about: Any = None,
    ) -> Marker | None:
        """Put a marker beside a player.  None, and nothing, if `by` does not work now.

        `until` "dusk" or "dawn": it goes then, or at the `times`-th.  `even_if_impaired`: it is put down all the
        same, and holds once its source is sober.
        """
        if by is not None and not even_if_impaired and not self.works(by):
            self.misfires(by)
            return None
        if by is not None and any(a.character.shields(a, self.tale, player, by) for a in self.working("shields")):
            self.misfires(by)
            return None
        marker = Marker(player, word, by, until, times, outlives, about)
        self.markers.append(marker)
        self.works_change()
        return marker

    def remove_markers(self, gone: Callable[[Marker], bool]) -> None:
        kept = [marker for marker in self.markers if not gone(marker)]
        if len(kept) < len(self.markers):
            self.markers = kept
            self.works_change()

    def pass_time(self, moment: str) -> None:
        """Dusk or dawn has come: markers that end with it go."""
        for marker in self.markers:
            if marker.until == moment:
                marker.times -= 1
        self.remove_markers(lambda marker: marker.until == moment and marker.times <= 0)

    # -- abilities -----------------------------------------------------------------------------------------------

    def give_ability(self, player: Player, character: Character, by: Ability | None = None, **how: Any) -> Ability:
        """A player has this ability from now on; while `by` works, if it is given."""
        ability = Ability(self.tale, player, character, by=by, since=self.coming_day, **how)
        player.abilities.append(ability)
        self.changed()
        return ability

    def gains(self, player: Player, character: Character, by: Ability) -> Steps:
        """A player gains an ability by another, really if that one works now; it comes into play as any does."""
        ability = self.give_ability(player, character, by, fake=not self.works(by))
        if not ability.fake and "gained" in hooks_of(character):
            yield character.gained(ability, self.tale)
        return ability

    def take_ability(self, ability: Ability) -> Steps:
        """A player has this ability no more; its markers go with it, and so do the abilities it gave."""
        if "lost" in hooks_of(ability.character):
            yield ability.character.lost(ability, self.tale)
        ability.gone = True
        if ability in ability.player.abilities:
            ability.player.abilities.remove(ability)
        self.remove_markers(lambda marker: marker.by is ability and not marker.outlives)
        self.changed()
        for given in [a for a in self.abilities() if a.by is ability]:
            yield self.take_ability(given)

    def holds_token(self, player: Player, character: Character, shown: Character | None) -> None:
        """Put this character before a player, who believes in `shown` if it is given."""
        player.character, player.shown = character, shown
        player.abilities = []
        self.give_ability(player, character)
        if shown is not None:
            self.give_ability(player, shown, fake=True, place=character.acts_in)

    def shows_another_token(self, player: Player, believed: Character | None = None) -> Steps:
        """Let a player of a character that does not know itself believe in another: `believed`, if that may be."""
        team = player.character.thinks_it_is
        if team is None:
            return
        token = None
        if believed is not None and (believed.team == team or (player.character.keeps_token and believed.good)):
            token = believed
        if token is None:
            there = {p.believed.id for p in self.players} if team == "townsfolk" else set()
            tokens = [c for c in self.on_script(team) if "taken_by" not in hooks_of(c)]  # that somebody can have
            options = [c for c in tokens if c.id not in there] or tokens
            token = yield self.storyteller.chooses(
                "which character does {0} take themselves for?", options, player, topic="shown"
            )
        if token is not None:
            self.holds_token(player, player.character, token)

    # -- character and alignment ---------------------------------------------------------------------------------

    def becomes(
        self,
        player: Player,
        character: Character,
        by: Ability | None = None,
        *,
        side: Alignment | None = None,
        silently: bool = False,
    ) -> Steps:
        """A player becomes another character, and `side`, if it is given; they are shown it.  Gives whether."""
        if by is not None and not self.works(by):
            self.misfires(by)
            return False
        if by is not None and any(
            a.character.forbids_change(a, self.tale, character, by) for a in self.working("forbids_change")
        ):
            return False
        if "taken_by" in hooks_of(character):
            yield character.taken_by(self.tale, player)
            return True
        believed = player.believed
        for ability in list(player.abilities):
            yield self.take_ability(ability)
        self.holds_token(player, character, None)
        player.made_by = by.character.id if by is not None else ""
        if side is not None:
            player.alignment = side
        yield from self.shows_another_token(player, believed)
        if not silently and (player.shown is not believed if player.shown else character.knows_token):
            yield self.tell(player, "You are {0}, and you are {1}.", player.believed, player.believed_side)
        for ability in player.abilities:
            if not ability.fake and "gained" in hooks_of(character):
                yield character.gained(ability, self.tale)
        yield from self._tell_of_change(player)
        yield self.check_end()
        return True

    def turns(self, player: Player, side: Alignment, by: Ability | None = None, *, silently: bool = False) -> Steps:
        """A player changes sides; they are shown it.  Gives whether they did."""
        if by is not None and not self.works(by):
            self.misfires(by)
            return False
        if player.alignment == side or (by is not None and self.keeps_side(player, side, by)):
            return False
        player.alignment = side
        self.works_change()
        if not silently:
            yield self.tell(player, "You are {0} now.", side)
        yield from self._tell_of_change(player)
        return True

    def keeps_side(self, player: Player, side: Alignment, by: Ability) -> bool:
        """Does something keep `by` from turning this player?"""
        forbidding = self.working("forbids_turn")
        return any(a.character.forbids_turn(a, self.tale, player, side, by) for a in forbidding)

    def swap_places(self, one: Player, other: Player) -> None:
        """Two players change places in the circle."""
        here, there = self.ring.index(one), self.ring.index(other)
        self.ring[here], self.ring[there] = other, one
        self.changed()

    def swap_characters(self, one: Player, other: Player, by: Ability | None = None) -> Steps:
        """Two players change characters and keep their sides.  Gives whether they did."""
        if by is not None and not self.works(by):
            self.misfires(by)
            return False
        if one.character.team == "demon":
            one, other = other, one  # so that there is a Demon at every moment
        first, second = one.character, other.character
        yield self.becomes(one, second)
        yield self.becomes(other, first)
        return True

    # -- Travellers -----------------------------------------------------------------------------------------------

    def leaves(self, player: Player) -> Steps:
        """A Traveller goes; the circle closes, and what they did is over."""
        for ability in list(player.abilities):
            yield self.take_ability(ability)
        player.here = False
        self.remove_markers(lambda marker: marker.player is player)
        self.changed()
        yield News("leaves", "{0} leaves the town.", (player,), seat=player.seat)

    def arrives(self, player: Player, character: Character, side: Alignment) -> Steps:
        """A Traveller comes: everybody sees as what, they alone on which side; an evil one learns the Demon."""
        player.here = player.alive = player.seen_alive = player.ghost_vote = True
        self.holds_token(player, character, None)
        player.alignment = side
        yield News("arrives", "{0} comes to town as {1}.", (player, character), seat=player.seat)
        yield self.tell(player, "You are {0}, and you are {1}.", character, side)
        if side == EVIL:
            yield self.tell(player, "The Demon is {0}.", tuple(self.demons_now))

    def _tell_of_change(self, player: Player) -> Steps:
        for ability in self.working("on_change"):
            yield ability.character.on_change(ability, self.tale, player)
