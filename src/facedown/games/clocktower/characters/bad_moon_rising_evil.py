"""Bad Moon Rising: its Minions and Demons."""

from __future__ import annotations

from dataclasses import dataclass

from facedown.games.clocktower import deaths, effects, information, queries, storyteller, victory
from facedown.games.clocktower.changeable_rules import IsKeptFromWinning, KeptAsleep, at, changes
from facedown.games.clocktower.character import Character, Tactics
from facedown.games.clocktower.characters.bad_moon_rising import LastPick, living_demons
from facedown.games.clocktower.moments import Demon, Minion, Role
from facedown.games.clocktower.questions import Saved, Steps
from facedown.games.clocktower.state import (
    DUSK,
    GOOD,
    SEEMS_DEAD,
    Ability,
    Death,
    Marker,
    Player,
    State,
    other_side,
)

# -- Minions -----------------------------------------------------------------------------------------------------


class Godfather(Minion):
    """On the first night you learn which Outsiders are in play. If one of them dies by day, you kill somebody
    that night.
    """

    picks = "harm"

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps:
        more = counts["outsider"] == 0 or (
            yield storyteller.decides(
                "is one Outsider added (yes) or removed (no)?", topic="set-up", step="godfather"
            )
        )
        counts["outsider"] += 1 if more else -1
        counts["townsfolk"] -= 1 if more else -1

    def first_night(self, me: Ability, state: State) -> Steps:
        outsiders: list[Character] = []
        if queries.works(state, me):
            for player in queries.others(state, me):
                if (yield information.registers(state, player, "outsider", to=me)):
                    seen_as = [c for c in queries.characters_of(state, player) if c.team == "outsider"]
                    outsiders.append(
                        (
                            yield storyteller.chooses(
                                "as which Outsider is {0} seen?", seen_as, player, topic="register", about=me
                            )
                        )
                    )
        else:
            for _ in queries.of_team(state, "outsider") or range(1):
                options = [c for c in queries.on_script(state, "outsider") if c not in outsiders]
                told = yield storyteller.chooses(
                    "which Outsider is {0} told of?", options, me.player, topic="tell", about=me
                )
                outsiders += [told] if told is not None else []
        in_play = {p.character for p in queries.of_team(state, "outsider")}
        found = tuple(sorted(outsiders, key=lambda c: c.name))
        yield information.tell(
            state, me.player, "Outsiders in play: {0}.", found, by=me, report=found, true=set(found) == in_play
        )

    def other_nights(self, me: Ability, state: State) -> Steps:
        if not any(p.character.team == "outsider" for p in state.died_today):
            return
        target = yield me.chooses("a player to die", queries.here(state))
        yield me.kills(target)


class DevilsAdvocate(Minion):
    """Each night you pick somebody living, never the same twice running, who survives an execution tomorrow."""

    tactics = Tactics(saves="anybody")
    picks = "friend"
    acts_when_impaired = ("saves",)

    def each_night(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(LastPick)
        options = [p for p in queries.seen_living(state) if p is not notes.player]
        target = yield me.chooses("a living player other than last night's", options)
        notes.player = target
        yield me.marks(target, "survives execution", until=DUSK)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return death.executed and death.player in queries.has_marked(state, me, "survives execution")


class Assassin(Minion):
    """Once in the game, on a later night than the first, you kill a player, however protected."""

    picks = "harm"

    def other_nights(self, me: Ability, state: State) -> Steps:
        if me.spent:
            return
        target = yield me.chooses("a player to die, or nobody", queries.here(state), optional=True)
        if target is not None:
            me.spend()
            yield me.kills(target, beats_protection=True)


@dataclass
class LastDay:
    """What the Mastermind remembers."""

    day: int = 0  # for which the game is kept open


class Mastermind(Minion):
    """If the Demon dies by execution, one more day is played: the side of whoever is executed then loses."""

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        if death.executed and queries.is_demon(state, death.player):
            me.notes.of(LastDay).day = state.day + 1

    @changes(IsKeptFromWinning)
    def goes_on(self, me: Ability, state: State, asked: IsKeptFromWinning, kept: bool) -> bool:
        return kept or self._goes_on(me, state)

    def _goes_on(self, me: Ability, state: State) -> bool:
        return me.notes.of(LastDay).day >= state.day and not living_demons(state)

    def _is_over(self, me: Ability, state: State) -> bool:
        """Whether this is the moment for which the Mastermind has kept the game open."""
        last = me.notes.of(LastDay)
        is_over = 0 < last.day == state.day and self._goes_on(me, state)
        if is_over:
            last.day = 0
        return is_over

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps:
        if self._is_over(me, state):
            yield victory.end_game(state, other_side(death.player.alignment), "the Mastermind had one more day")

    def day_ends(self, me: Ability, state: State) -> Steps:
        if self._is_over(me, state):
            yield victory.end_game(state, GOOD, "the Demon is dead, and the Mastermind's day is over")


# -- Demons ------------------------------------------------------------------------------------------------------


class Zombuul(Demon):
    """You kill on each night after a day without a death. The first time that you die, you only seem to be dead."""

    tactics = Tactics(may_seem_dead=True)
    picks = "harm"

    def other_nights(self, me: Ability, state: State) -> Steps:
        if state.died_today:
            return
        target = yield me.chooses("a player to die", queries.here(state))
        yield me.kills(target)

    def saves(self, me: Ability, state: State, death: Death) -> Saved:
        return self._plays_dead(me, state) if death.player is me.player and not me.spent else False

    def _plays_dead(self, me: Ability, state: State) -> Steps:
        me.spend()
        yield me.marks(me.player, SEEMS_DEAD)
        (state.died_tonight if state.phase == "night" else state.died_today).append(me.player)
        if state.phase == "day":
            yield information.show_life(state, me.player)
            yield information.pause(state, "{0} is dead.", me.player, before=(Role.on_death,))  # as after any death
        return True


@dataclass
class LastPoison:
    """What the Pukka remembers."""

    marker: Marker | None = None


class Pukka(Demon):
    """Each night you poison a player. The one poisoned before dies then, and is healthy again."""

    picks = "harm"

    def each_night(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to poison", queries.here(state))
        poison = yield me.poisons(target)
        if queries.works(state, me):
            notes = me.notes.of(LastPoison)
            last, notes.marker = notes.marker, poison
            yield self._kills_the_last(me, state, last)

    @at(KeptAsleep)
    def sleeps(self, me: Ability, state: State, kept: KeptAsleep) -> Steps:
        if queries.works(state, me):
            notes = me.notes.of(LastPoison)
            last, notes.marker = notes.marker, None
            yield self._kills_the_last(me, state, last)

    def _kills_the_last(self, me: Ability, state: State, poison: Marker | None) -> Steps:
        if poison is not None:
            yield me.kills(poison.player)
            effects.remove_markers(state, lambda marker: marker is poison)


@dataclass
class LastPair:
    """Whom the Shabaloth picked last night."""

    players: tuple[Player, ...] = ()


class Shabaloth(Demon):
    """Each night but the first you kill two players. One of those whom you picked last night may return to
    life.
    """

    picks = "harm"

    def other_nights(self, me: Ability, state: State) -> Steps:
        yield from self._brings_back(me, state)
        one = yield me.chooses("the first of two players to die", queries.here(state), more=True)
        other = yield me.chooses("the second", [p for p in queries.here(state) if p is not one], step="second")
        me.notes.of(LastPair).players = (one, other)
        yield me.kills(one)
        yield me.kills(other)

    @at(KeptAsleep)
    def sleeps(self, me: Ability, state: State, kept: KeptAsleep) -> Steps:
        yield from self._brings_back(me, state)

    def _brings_back(self, me: Ability, state: State) -> Steps:
        last = me.notes.of(LastPair)
        picked = [p for p in last.players if not p.alive and p.here]
        last.players = ()
        if not picked or not queries.works(state, me):
            return
        back = yield storyteller.chooses("who comes back?", picked, topic="raise", about=me, optional=True)
        if back is not None:
            yield deaths.raise_dead(state, back, by=me)


@dataclass
class LastNight:
    """What the Po remembers."""

    refrained: bool = False


class Po(Demon):
    """Each night but the first you kill a player, or nobody: then you kill three the next time."""

    tactics = Tactics(grows_when_left=True)
    picks = "harm"

    def other_nights(self, me: Ability, state: State) -> Steps:
        targets: list[Player] = []
        notes = me.notes.of(LastNight)
        refrained, notes.refrained = notes.refrained, False
        if refrained:
            for which in ("first", "second", "third"):
                options, more = [p for p in queries.here(state) if p not in targets], which != "third"
                what = f"the {which} of three players to die"
                targets.append((yield me.chooses(what, options, step=which, more=more)))
        else:
            target = yield me.chooses("a player to die, or nobody", queries.here(state), optional=True)
            targets = [] if target is None else [target]
            notes.refrained = target is None
        for target in targets:
            yield me.kills(target)
