"""Death, execution and coming back: the one way to each of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from facedown.games.clocktower.character import Steps
from facedown.games.clocktower.information import Telling
from facedown.games.clocktower.state import Ability, Death, Marker, News, Nomination, Player

FREE = "free"  # the cause of a death that the storyteller deals out


class Dying(Telling):
    """What ends lives, and what keeps them."""

    executed_today: list[Death]
    died_today: list[Player]
    died_tonight: list[Player]
    deaths: list[Death]  # all there have been
    day_over: bool  # an execution has ended the day
    night: int
    notes: dict[str, Any]

    def kill(
        self,
        player: Player,
        by: Ability | None = None,
        *,
        cause: str = "ability",
        beats_protection: bool = False,
        redirected: bool = False,
        announced_later: bool = False,
    ) -> Steps:
        """Somebody is to die.  Gives whether they did: they may be protected, or dead, or `by` may not work.

        `announced_later`: the town is shown it by a later `announce_life`, by day too.
        """
        if by is not None and not self.works(by):
            self.misfires(by)
            return False
        if not player.alive or not player.here:
            return False
        death = Death(player, by, cause, self.phase == "night", announced_later=announced_later)
        if not beats_protection and (yield self._saved(death)):
            return False
        if not redirected and not beats_protection:
            for ability in self.working("redirects"):
                instead = yield ability.character.redirects(ability, self.tale, death)
                if instead is not None and instead is not player:
                    died = yield self.kill(instead, by, cause=cause, redirected=True)
                    return died
        died = yield self._dies(death)
        return died

    def execute(self, player: Player, nomination: Nomination | None = None, by: Ability | None = None) -> Steps:
        """Execute somebody: the day's execution, whether or not they die of it.  Gives whether they died."""
        if by is not None and not self.works(by):
            self.misfires(by)
            return False
        yield self.pause("{0} is to be executed.", player, before=("stands_in",))
        for ability in self.working("stands_in"):
            instead = yield ability.character.stands_in(ability, self.tale, Death(player, by, "execution"))
            player = instead or player
        death = Death(player, by, "execution", nomination=nomination)
        self.executed_today.append(death)
        self.day_over = True
        yield News("execution", "{0} is executed.", (player,), seat=player.seat)
        yield self.pause("{0} is executed.", player, before=("on_executed", "saves"))
        for ability in self._present(player, "on_executed"):
            yield ability.character.on_executed(ability, self.tale, death)
            if self.over:
                return False
        died, looked_dead = False, not player.seen_alive
        if player.alive:
            died = not (yield self._saved(death)) and (yield self._dies(death))
            if not died and not self.over and player.seen_alive:
                yield News("survives", "{0} does not die.", (player,), seat=player.seat)
        player.survived += looked_dead or player.seen_alive
        yield self.pause("{0} has been executed.", player, before=("after_execution",))
        for ability in self.working("after_execution"):
            yield ability.character.after_execution(ability, self.tale, death, died)
        yield self.check_end()
        return died

    def exile(self, player: Player) -> Steps:
        """Send a Traveller away: they count as dead."""
        yield News("exile", "{0} is exiled.", (player,), seat=player.seat)
        yield self.pause("{0} is exiled.", player, before=("saves",))
        death = Death(player, None, "exile")
        died = not (yield self._saved(death)) and (yield self._dies(death))
        if not died and player.seen_alive:
            yield News("survives", "{0} does not die.", (player,), seat=player.seat)
        return died

    def _saved(self, death: Death) -> Steps:
        """Does something keep them from dying?"""
        if death.at_night and self.deaths_are_free and death.cause != FREE:
            _, about = self.notes["deaths are free"]
            lives = yield self.storyteller.decides(
                "does {0} live through tonight?", death.player, topic="save", about=about, idle=False
            )
            if lives:
                if death.by is not None:
                    self.misfires(death.by)
                return True
        failed: list[Ability] = []
        for ability in self._protectors(death):
            works = self.works(ability)
            saved = yield ability.character.saves(ability, self.tale, death)
            if not saved:
                continue
            if works:
                if death.by is not None and death.by.player is not ability.player:
                    self.misfires(death.by)
                return True
            failed.append(ability)
        for ability in failed if death.player.alive else ():
            self.misfires(ability)
        return False

    def _dies(self, death: Death) -> Steps:
        """They die, unless something that was asked has already killed them.  Gives whether they did."""
        if not death.player.alive:
            return False
        yield self.is_dead(death)
        return True

    def dies_in_vain(self, me: Ability) -> bool:
        """Its player has died: what follows works now that they are dead, or else its ability has failed."""
        me.lasts = True
        if me.works:
            return False
        me.lasts = False
        self.misfires(me, in_death=True)
        return True

    def _protectors(self, death: Death) -> list[Ability]:
        """Who may keep somebody from dying: others first, whoever is to die or kills, last.

        Nobody else keeps a Traveller from exile.
        """
        saving = self.working("saves")
        if death.cause == "exile":
            return [ability for ability in saving if ability.player is death.player]
        return sorted(saving, key=lambda ability: ability.player is death.player or ability is death.by)

    # -- a night whose deaths are the storyteller's to say --------------------------------------------------------

    def frees_deaths(self, by: Ability) -> None:
        """Who dies in this night, and who does not, is the storyteller's to say."""
        self.notes["deaths are free"] = (self.night, by)

    @property
    def deaths_are_free(self) -> bool:
        night, _ = self.notes.get("deaths are free", (0, None))
        return bool(night == self.night)

    def free_deaths(self) -> Steps:
        """At the end of such a night: who dies beside those who have died already."""
        while self.deaths_are_free and not self.over:
            _, about = self.notes["deaths are free"]
            victim = yield self.storyteller.chooses(
                "who dies tonight as well?", [*self.living, *self.unheld], topic="kill", about=about, optional=True
            )
            if victim is None:
                return
            yield self.kill(victim, cause=FREE)

    def is_dead(self, death: Death) -> Steps:
        """Somebody is dead now, and nothing can be done about it."""
        player = death.player
        reacting = self._present(player, "on_death")
        player.alive = False
        self.works_change()
        self.deaths.append(death)
        (self.died_tonight if death.at_night else self.died_today).append(player)
        seen = not (death.at_night or death.announced_later)
        if seen:
            yield self.show_life(player)
            yield self.pause("{0} is dead.", player, before=("on_death",))
        for ability in reacting:
            yield ability.character.on_death(ability, self.tale, death)
            if self.over:
                return
        if seen:
            yield self.learn_of_death(player)
        yield self.check_end()

    def learn_of_death(self, player: Player) -> Steps:
        """A player learns that they have died."""
        for ability in list(player.abilities):
            if not player.alive and not self.over:
                yield ability.character.learns_of_death(ability, self.tale)

    def death_of(self, player: Player) -> Death | None:
        """The last time that this player died."""
        return next((death for death in reversed(self.deaths) if death.player is player), None)

    def _present(self, player: Player, hook: str) -> list[Ability]:
        """Whose ability works and reacts, as it stands now: that player's own first, then the house's."""
        house = self.house_rules()
        return sorted(self.working(hook), key=lambda a: (a.player is not player, a not in house))

    def show_life(self, player: Player) -> Steps:
        """Let the town square show whether this player lives."""
        alive = self.counts_as_alive(player)
        if alive != player.seen_alive:
            player.seen_alive = alive
            night = player in self.died_tonight
            player.fell = "" if alive else f"N{self.night}" if night else f"D{self.day}"
            seat = player.seat if player.seated else None
            if alive:
                yield News("lives", "{0} is alive.", (player,), seat=seat)
            else:
                yield News("dies", "{0} dies.", (player,), seat=seat)

    def announce_life(self, player: Player) -> Steps:
        """Tell the town whether this player has died of what was not announced at once, or lives."""
        if self.counts_as_alive(player):
            yield News("spared", "{0} lives.", (player,), seat=player.seat)
        else:
            yield self.show_life(player)
            yield self.learn_of_death(player)

    def raise_(self, player: Player, by: Ability | None = None) -> Steps:
        """A dead player comes back to life, with their ability; the square shows it at dawn, or at once by day."""
        if by is not None and not self.works(by):
            self.misfires(by)
            return False
        if player.alive:
            return False
        self.remove_markers(lambda marker: marker.by in player.abilities and self.has_ended(marker))
        player.alive = True
        player.ghost_vote = True
        self.works_change()
        self.renew(player)
        if self.phase == "day":
            yield self.show_life(player)
        return True

    def renew(self, player: Player) -> None:
        """Their abilities are as on the first day: a first night comes again, and what was spent is not."""
        player.nominated = 0
        for ability in player.abilities:
            ability.begun, ability.spent, ability.lasts = 0, False, False
            ability.since = self.coming_day

    # -- provided elsewhere --------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        raise NotImplementedError

    def remove_markers(self, gone: Callable[[Marker], bool]) -> None:
        raise NotImplementedError

    def check_end(self) -> Steps:
        raise NotImplementedError

    def changed(self) -> None:
        raise NotImplementedError

    def works_change(self) -> None:
        raise NotImplementedError

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
