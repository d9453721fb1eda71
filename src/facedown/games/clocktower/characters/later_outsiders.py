"""The later Outsiders.  Rules: `rulebook/later_outsiders.md`."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from facedown.games.clocktower import acting, deaths, effects, information, queries, storyteller
from facedown.games.clocktower.changeable_rules import InsteadOfLending, MayBecome
from facedown.games.clocktower.character import Character, Seen
from facedown.games.clocktower.moments import Outsider, Role, acts_at, role
from facedown.games.clocktower.night import waking
from facedown.games.clocktower.public import Place
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.state import DAWN, EVIL, GOOD, Ability, Death, Player, State

TEA_PARTY, FRIEND, LENT = "tea party tonight", "friend", "storyteller ability"


@dataclass
class TeaParty:
    """Whether those who have chosen at the Hatter's tea party are becoming somebody else now."""

    changing: bool = False


class Hatter(Outsider):
    """When you have died, each Minion and each Demon may take another character of their kind that night."""

    acts_when_dead = True
    acts_when_impaired = ("on_death",)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if death.player is me.player and not deaths.dies_in_vain(state, me):
            yield me.marks(me.player, TEA_PARTY, until=DAWN, even_if_impaired=True)

    def other_nights(self, me: Ability, state: State) -> Steps:
        if not queries.has_marked(state, me, TEA_PARTY):
            return
        yield me.unmark(TEA_PARTY)
        guests = queries.by_character(waking(queries.of_team(state, "minion", "demon")))
        wishes = yield from self._all_choose(me, state, guests)
        party = state.notes.of(TeaParty)
        party.changing = True
        for guest, wish in wishes.items():
            if wish is not None and guest.character.team == wish.team:
                yield from self._turns(me, state, guest, wish)
        party.changing = False

    def _all_choose(self, me: Ability, state: State, guests: list[Player]) -> Steps:
        """In the end all are different; whoever wants what another keeps is asked again."""
        taken = {p.character for p in queries.here(state) if p not in guests}
        wishes: dict[Player, Character | None] = {}
        for guest in guests:
            wishes[guest] = yield from self._chooses(me, state, guest, taken | set(wishes.values()))
        while True:
            kept = {p.character for p in guests if wishes[p] is None}
            refused = next((p for p in guests if wishes[p] in kept), None)
            if refused is None:
                return wishes
            others = {wish for p, wish in wishes.items() if p is not refused}
            wishes[refused] = yield from self._chooses(me, state, refused, taken | kept | others)

    def _chooses(self, me: Ability, state: State, guest: Player, taken: Container[Character | None]) -> Steps:
        options = [
            c
            for c in queries.on_script(state, guest.character.team)
            if c is not guest.character and c not in taken and acting.rule(state, MayBecome(c, me), True)
        ]
        what = "the [Hatter] has died: which character of your kind do you become, or nobody to stay as you are?"
        return (yield information.ask(state, guest, what, options, about=me, optional=True, step="tea"))

    def _turns(self, me: Ability, state: State, guest: Player, wish: Character) -> Steps:
        """A Demon whose new token nobody holds takes a Minion's, and looks after it."""
        minions = queries.not_in_play(state, "minion")
        if acts_at(wish, Role.taken_by) and minions:
            what = "which Minion do you become, besides?"
            minion = yield information.ask(state, guest, what, minions, about=me, step="tea")
            state.demon_needed = False  # until the new one is looked after
            yield effects.becomes(state, guest, minion)
        yield effects.becomes(state, guest, wish)


class Hermit(Outsider):
    """You have the abilities of all Outsiders on the script. There may be one Outsider fewer, perhaps yourself."""

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps:
        fewer: int = yield storyteller.chooses(
            "how many Outsiders fewer come with the Hermit?", range(min(1, counts["outsider"]) + 1), topic="number",
            step="outsiders", about=self,
        )  # fmt: skip
        counts["outsider"] -= fewer
        counts["townsfolk"] += fewer

    def set_up(self, me: Ability, state: State) -> Steps:
        """Where one of the Outsiders takes themselves for somebody else, so does the Hermit."""
        others = self._others(state)
        teams = {other.thinks_it_is for other in others} - {None}
        if teams and me.player.shown is None:
            tokens = [c for c in queries.on_script(state, *map(str, teams)) if not acts_at(c, Role.taken_by)]
            shown = yield storyteller.chooses(
                "which character does {0} take themselves for?", tokens, me.player, topic="shown", about=me
            )
            me.player.shown = shown
            if shown is not None:
                place = next(other.acts_in for other in others if other.thinks_it_is == shown.team)
                effects.give_ability(state, me.player, shown, fake=True, place=place)
        for other in others:
            shown = me.player.shown
            if other.thinks_it_is in (None, shown.team if shown is not None else None):
                yield from self._has(me, state, other)

    def gained(self, me: Ability, state: State) -> Steps:
        """Whoever becomes the Hermit late knows it."""
        for other in self._others(state):
            if other.thinks_it_is is None:
                yield from self._has(me, state, other)

    def _others(self, state: State) -> list[Role]:
        return [role(c) for c in queries.on_script(state, "outsider") if c is not self and not c.unmodelled]

    def _has(self, me: Ability, state: State, other: Role) -> Steps:
        ability = effects.give_ability(state, me.player, other, by=me)
        moment = Role.set_up if state.phase == "set-up" else Role.gained
        if acts_at(other, moment):
            yield acting.act(ability, state, moment)


class Ogre(Outsider):
    """On the first night you pick another player and take their side, even while drunk or poisoned. You are not
    told which it is.
    """

    picks = "help"

    def first_night(self, me: Ability, state: State) -> Steps:
        friend = yield me.chooses("another player, whose side you take", queries.others(state, me))
        if friend is None or me.fake:
            return
        yield me.marks(friend, FRIEND, even_if_impaired=True)
        evil = yield information.registers(state, friend, "evil", to=me)
        side = EVIL if evil else GOOD
        if not effects.keeps_side(state, me.player, side, me):
            mistaken = evil and friend.good  # then they learn it
            yield effects.change_side(state, me.player, side, unnoticed=not mistaken)


@dataclass
class Outbreak:
    """Whether the storyteller is to have a Minion's ability because of the Plague Doctor."""

    due: bool = False


class PlagueDoctor(Outsider):
    """After your death the storyteller has the ability of a Minion."""

    acts_when_dead = True
    acts_when_impaired = ("on_death",)

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        if death.player is me.player and not deaths.dies_in_vain(state, me):
            me.notes.of(Outbreak).due = True

    def other_nights(self, me: Ability, state: State) -> Steps:
        outbreak = me.notes.of(Outbreak)
        due, outbreak.due = outbreak.due, False
        if not due:
            return
        minions = [c for c in queries.on_script(state, "minion") if not c.unmodelled]
        what = "which Minion's ability do you have, because of the Plague Doctor?"
        minion = yield storyteller.chooses(what, minions, topic="power", about=me)
        if minion is None:
            return
        yield me.marks(me.player, LENT, even_if_impaired=True, outlives=True)
        if not (yield acting.ruling(state, InsteadOfLending(minion, me), False)):
            yield effects.gives_storyteller(state, minion)


class Zealot(Outsider):
    """While five or more players live, you vote for every nomination: you have no choice."""

    LIVING = 5

    def must_vote(self, living: int) -> bool:
        return living >= self.LIVING

    def odd(self, seen: Seen, place: Place) -> Iterator[str]:
        """Who claims to be the Zealot, lives, and does not vote."""
        if place.claims[-1:] != (self.id,):
            return
        for vote in seen.nominated:
            living = [p for p in seen.here if not p.died or int(p.died[1:]) > vote.day]
            if place in living and self.must_vote(len(living)) and place.seat not in vote.hands:
                name = seen.names[place.seat]
                yield f"{name} claims to be the {self.name}, who has to vote, but did not vote on day {vote.day}."
                return
