"""Jinxes of later Minions and Demons: the rules of one of them and another character together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from facedown.games.clocktower import effects, information, queries, storyteller, victory
from facedown.games.clocktower.changeable_rules import (
    HidesVotes,
    IsHollow,
    IsShielded,
    IsUnprotected,
    KeepsSide,
    LeftToStoryteller,
    MustPick,
    StaysSecret,
    WakesEarly,
    WhoBecomes,
    WhoPassesFor,
    changes,
)
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.characters.experimental_townsfolk_borrowing import PowerInBag
from facedown.games.clocktower.characters.jinxes import is_there
from facedown.games.clocktower.characters.later_minions import Summoner, summons
from facedown.games.clocktower.jinx_rules import JinxRule
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.state import (
    DUSK,
    EVIL,
    GOOD,
    NO_ABILITY,
    SEEMS_DEAD,
    Ability,
    Death,
    Nomination,
    Player,
    State,
)

MUST_BE_PICKED = "must be picked"  # the marker of a Wraith who has been found


def by_alchemist(ability: Ability) -> bool:
    return ability.by is not None and ability.by.character.id == "alchemist"


# -- the Alchemist -----------------------------------------------------------------------------------------------


class RealOneBesideAnAlchemist(JinxRule, version="current"):
    """If the Alchemist has this ability, a Minion who is it is in play, too."""

    def mends_bag(self, state: State, bag: list[Character], given: Sequence[Character]) -> None:
        power, real = state.notes.of(PowerInBag).character, state.script.character(self.b)
        spare = [c for c in bag if c.team == "minion" and c not in given]
        if power is real and real not in bag and spare and any(c.id == "alchemist" for c in bag):
            bag.remove(spare[-1])
            bag.append(real)


class TwoOrganGrinders(RealOneBesideAnAlchemist, version="current"):
    """Each makes the other's ability vain while both would work."""

    pairs = (("alchemist", "organgrinder"),)

    @changes(HidesVotes)
    def opens_eyes(self, me: Ability, state: State, asked: HidesVotes, hidden: bool) -> bool:
        working = [a for a in queries.abilities_of(state, self.b) if queries.works(state, a)]
        return hidden and len({by_alchemist(a) for a in working}) < 2


class BoffinOfAnAlchemist(JinxRule):
    pairs = (("alchemist", "boffin"),)

    @changes(StaysSecret)
    def keeps_it(self, me: Ability, state: State, asked: StaysSecret, secret: bool) -> bool:
        return secret or (asked.ability.character.id == self.b and by_alchemist(asked.ability))


class SummonerOfAnAlchemist(JinxRule):
    pairs = (("alchemist", "summoner"),)

    @changes(StaysSecret)
    def learns_no_bluffs(self, me: Ability, state: State, asked: StaysSecret, secret: bool) -> bool:
        return secret or (asked.ability.character.id == self.b and by_alchemist(asked.ability))

    @changes(WhoBecomes)
    def storyteller_picks(self, me: Ability, state: State, asked: WhoBecomes, target: Player) -> Steps:
        if asked.by.character.id != self.b or not by_alchemist(asked.by):
            return target
        return (yield who_is_summoned(state, asked, target))

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        for ability in death.player.abilities:
            if ability.character.id == self.b and by_alchemist(ability) and not ability.spent and not ability.fake:
                yield victory.end_game(state, EVIL, "the Alchemist died before there was a Demon")


# -- the Wraith --------------------------------------------------------------------------------------------------


class GuessesAtTheWraith(JinxRule):
    """After an execution somebody may point out the Wraith, whom the Demon then has to pick."""

    pairs = (("magician", "wraith"),)

    def _guessers(self, state: State) -> list[Player]:
        return [a.player for a in queries.abilities_of(state, self.a) if queries.works(state, a) and a.player.alive]

    def after_execution(self, me: Ability, state: State, death: Death, died: bool) -> Steps:
        for guesser in self._guessers(state) if not state.over else ():
            guess = yield information.ask(
                state, guesser, "who is the Wraith?", queries.living(state), about=me, optional=True, step="wraith"
            )
            if guess is None:
                continue
            yield information.announce("guess", "{0} takes {1} for the Wraith.", guesser, guess, seat=guesser.seat)
            if guess.character.id == "wraith" and guess.alive:
                effects.mark(state, guess, MUST_BE_PICKED, until=DUSK, times=2)

    @changes(MustPick)
    def is_picked(self, me: Ability, state: State, asked: MustPick, options: Sequence[object]) -> Sequence[object]:
        marked = [p for p in queries.marked(state, MUST_BE_PICKED) if p in options]
        demon = asked.by.character.team == "demon" and not asked.by.fake and state.phase == "night"
        return marked if marked and demon else options


class AlchemistsWhoFindTheWraith(GuessesAtTheWraith, RealOneBesideAnAlchemist, version="current"):
    """The Alchemist has nothing else of it, and a Wraith is in play."""

    pairs = (("alchemist", "wraith"),)

    def _guessers(self, state: State) -> list[Player]:
        lent = [a for a in queries.abilities_of(state, "wraith") if by_alchemist(a)]
        return [a.player for a in lent if a.by is not None and queries.works(state, a.by) and a.player.alive]

    @changes(IsHollow)
    def is_hollow(self, me: Ability, state: State, asked: IsHollow, hollow: bool) -> bool:
        return hollow or (asked.given.character.id == "wraith" and by_alchemist(asked.given))


# -- the Boffin --------------------------------------------------------------------------------------------------


class DemonWhoStaysEvil(JinxRule):
    pairs = (("boffin", "cultleader"), ("boffin", "goon"))

    @changes(KeepsSide)
    def keeps_evil(self, me: Ability, state: State, asked: KeepsSide, kept: bool) -> bool:
        lent = asked.by.character.id == self.b and asked.by.steady and asked.by.player is asked.player
        return kept or (lent and asked.side == GOOD)


# -- the Organ Grinder -------------------------------------------------------------------------------------------


class ButlerWithClosedEyes(JinxRule):
    """The Butler cannot see the master's hand; the storyteller does."""

    pairs = (("butler", "organgrinder"),)

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> None:
        for butler in queries.abilities_of(state, self.a) if nomination.hidden else ():
            masters = queries.marked_by(state, butler, "master")
            if butler.player in nomination.hands and masters and masters[0] not in nomination.hands:
                nomination.hands.remove(butler.player)
                nomination.tally -= 1


# -- the Kazali --------------------------------------------------------------------------------------------------


@dataclass
class Hunters:
    """Who were Bounty Hunters when the game began."""

    players: list[Player] = field(default_factory=list)


class HunterTakenByTheKazali(JinxRule):
    """Nobody is evil for a Bounty Hunter who is a Minion."""

    pairs = (("bountyhunter", "kazali"),)

    def set_up(self, me: Ability, state: State) -> None:
        me.notes.of(Hunters).players = queries.holders(state, self.a)

    def on_change(self, me: Ability, state: State, player: Player) -> Steps:
        hunters = me.notes.of(Hunters).players
        if player not in hunters or player.character.team != "minion" or state.night > 1:
            return
        hunters.remove(player)
        turncoats = [p for p in queries.of_team(state, "townsfolk") if p.evil]
        turncoat = yield storyteller.chooses(
            "which Townsfolk is good after all?", turncoats, topic="turncoat", about=me, step="undone"
        )
        if turncoat is not None:
            yield effects.change_side(state, turncoat, GOOD)


# -- the Summoner ------------------------------------------------------------------------------------------------


def who_is_summoned(state: State, asked: WhoBecomes, target: Player) -> object:
    """The storyteller says who becomes the Demon."""
    return storyteller.chooses(
        "who becomes {0}? (The Summoner has picked {1}.)", queries.residents(state), asked.character, target,
        topic="becomes", step="summoned", about=asked.by, idle=target,
    )  # fmt: skip


def is_summoned(player: Player, demon: str) -> bool:
    return player.made_by == "summoner" and player.character.id == demon


class SummonedAmongPoppies(JinxRule):
    pairs = (("summoner", "poppygrower"),)

    @changes(WhoBecomes)
    def storyteller_picks(self, me: Ability, state: State, asked: WhoBecomes, target: Player) -> Steps:
        if asked.by.character.id != self.a or not is_there(state, self.b):
            return target
        return (yield who_is_summoned(state, asked, target))


class SummonedByTheStoryteller(JinxRule):
    """A living Summoner who was struck off by this is summoned for."""

    pairs = (("summoner", "courtier"), ("summoner", "preacher"))

    @property
    def place(self) -> str | None:
        return self.a

    def _is_struck(self, state: State, player: Player) -> bool:
        by = [m.by for m in state.markers if m.player is player and m.by is not None]
        return any(a.character.id == self.b and queries.works(state, a) for a in by)

    @changes(LeftToStoryteller)
    def is_left(self, me: Ability, state: State, asked: LeftToStoryteller, left: bool) -> bool:
        return left or self._is_struck(state, asked.by.player)

    def other_nights(self, me: Ability, state: State) -> Steps:
        for summoner in [a for a in queries.abilities_of(state, self.a) if a.player.alive and not a.spent]:
            if state.night == Summoner.THIRD and not summoner.fake and self._is_struck(state, summoner.player):
                summoner.spend()
                yield from storyteller_summons(state, me)


def storyteller_summons(state: State, me: Ability) -> Steps:
    demons = queries.on_script(state, "demon")
    demon = yield storyteller.chooses("which Demon is summoned?", demons, topic="becomes", step="demon", about=me)
    who = queries.residents(state)
    player = yield storyteller.chooses("who becomes {0}?", who, demon, topic="becomes", step="summoned", about=me)
    if player is not None:
        yield from summons(state, player, demon, by=None)


@dataclass
class Owed:
    """What the storyteller has still to do."""

    demon: bool = False


class SummonerOfAnEngineer(JinxRule):
    """A living Summoner in whose place the Engineer has put another is summoned for."""

    pairs = (("summoner", "engineer"),)

    @property
    def place(self) -> str | None:
        return self.a

    @changes(LeftToStoryteller)
    def is_left(self, me: Ability, state: State, asked: LeftToStoryteller, left: bool) -> bool:
        turn = state.turns[-1].ability if state.turns and state.phase == "night" else None
        replaced = turn is not None and turn.character.id == self.b and asked.by.player.alive
        replaced = replaced and state.night <= Summoner.THIRD
        me.notes.of(Owed).demon = me.notes.of(Owed).demon or replaced
        return left or replaced

    def through_night(self, me: Ability, state: State) -> Steps:
        owed = me.notes.of(Owed)
        if not owed.demon or any(p.alive for p in queries.demons(state)):
            owed.demon = False
        elif state.night == Summoner.THIRD:
            owed.demon = False
            yield from storyteller_summons(state, me)


class SummonedLegion(JinxRule):
    pairs = (("legion", "summoner"),)

    def on_change(self, me: Ability, state: State, player: Player) -> Steps:
        if is_summoned(player, self.a):
            for other in [p for p in queries.residents(state) if p.evil and p.character.id != self.a]:
                yield effects.becomes(state, other, player.character)


class SummonedLordOfTyphon(JinxRule):
    pairs = (("summoner", "lordoftyphon"),)

    @changes(WhoBecomes)
    def sits_beside_a_minion(self, me: Ability, state: State, asked: WhoBecomes, target: Player) -> Steps:
        if asked.by.character.id != self.a or asked.character.id != self.b:
            return target
        minions = queries.of_team(state, "minion")
        beside = [p for m in minions for p in queries.neighbours(state, m, lambda p: not p.traveller)]
        if target in beside or not beside:
            return target
        what = "who becomes {0}, beside a Minion? (The Summoner has picked {1}.)"
        return (yield storyteller.chooses(
            what, list(dict.fromkeys(beside)), asked.character, target, topic="becomes", step="beside", about=me
        ))  # fmt: skip

    def on_change(self, me: Ability, state: State, player: Player) -> Steps:
        if not is_summoned(player, self.b):
            return
        both = queries.neighbours(state, player, lambda p: not p.traveller)
        far = [p for p in both if p.character.team != "minion"]
        minions = [c for c in queries.not_in_play(state, "minion") if c.in_bag]
        if not far or len(far) == len(both) or not minions:
            return
        what = "which Minion is {0}?"
        minion = yield storyteller.chooses(what, minions, far[0], topic="becomes", step="minion", about=me)
        yield effects.becomes(state, far[0], minion, side=EVIL)


class MarionetteOfASummoner(JinxRule):
    """The Marionette is not dealt: it is found when there is a Demon, beside whom it sits."""

    pairs = (("marionette", "summoner"),)

    def mends_bag(self, state: State, bag: list[Character], given: Sequence[Character]) -> None:
        marionette = state.script.character(self.a)
        if any(c.id == self.b for c in bag) and marionette in state.aside:
            state.aside.remove(marionette)
            state.notes.of(Owed).demon = True

    def on_change(self, me: Ability, state: State, player: Player) -> Steps:
        owed = state.notes.of(Owed)
        if not owed.demon or player.made_by != self.b or not queries.is_demon(state, player):
            return
        owed.demon = False
        beside = [p for p in queries.neighbours(state, player, lambda p: not p.traveller) if p.good]
        puppet = yield storyteller.chooses("who is the Marionette?", beside, topic="set-up", step="marionette")
        if puppet is not None:
            yield effects.becomes(state, puppet, state.script.character(self.a), side=EVIL, silently=True)


class MeasuredFromTheSummoner(JinxRule):
    pairs = (("summoner", "clockmaker"),)

    @changes(WhoPassesFor)
    def passes_for_demon(
        self, me: Ability, state: State, asked: WhoPassesFor, also: tuple[Player, ...]
    ) -> tuple[Player, ...]:
        return (*also, *queries.holders(state, self.a)) if asked.team == "measured" else also


class PukkaWhoComesEarly(JinxRule):
    pairs = (("summoner", "pukka"),)

    @changes(WakesEarly)
    def comes_early(self, me: Ability, state: State, asked: WakesEarly, early: bool) -> bool:
        return early or (asked.whom.character.id == self.a and state.night == Summoner.THIRD - 1)


class SummonedZombuul(JinxRule):
    """Dead when summoned, it has died its first death already."""

    pairs = (("summoner", "zombuul"),)

    def on_change(self, me: Ability, state: State, player: Player) -> None:
        if is_summoned(player, self.b) and not player.alive:
            own = player.abilities[0]
            player.alive = True
            own.spend()
            effects.mark(state, player, SEEMS_DEAD, by=own, even_if_impaired=True)
            state.impairment_changed()


# -- the Vizier --------------------------------------------------------------------------------------------------


def viziers(state: State) -> list[Ability]:
    return [a for a in queries.abilities_of(state, "vizier") if not a.fake]


class SitterWhoIsTheVizier(JinxRule):
    pairs = (("lilmonsta", "vizier"),)

    @changes(IsUnprotected)
    def dies_by_execution(self, me: Ability, state: State, asked: IsUnprotected, unprotected: bool) -> bool:
        demon = queries.demon_of(state, asked.death.player)
        return unprotected or (asked.death.executed and demon is not None and demon.id == self.a)


class MagicianBesideAVizier(JinxRule):
    """The Magician has no ability, and the Vizier none over the Magician."""

    pairs = (("magician", "vizier"),)

    def always_impairs(self, me: Ability, state: State) -> Iterator[tuple[Player, str]]:
        if queries.in_play(state, self.b):
            yield from ((player, NO_ABILITY) for player in queries.holders(state, self.a))

    @changes(IsShielded)
    def is_left_alone(self, me: Ability, state: State, asked: IsShielded, shielded: bool) -> bool:
        return shielded or (asked.by.character.id == self.b and asked.player.character.id == self.a)


class FearAndTheVizier(JinxRule):
    pairs = (("vizier", "fearmonger"),)

    def on_chosen(self, me: Ability, state: State, by: Ability, target: Player) -> Steps:
        if by.character.id == self.b and not by.fake:
            for vizier in viziers(state):
                words = "{0} has chosen {1}."
                yield information.tell(state, vizier.player, words, by.character, target, by=me)

    @changes(IsShielded)
    def is_left_alone(self, me: Ability, state: State, asked: IsShielded, shielded: bool) -> bool:
        feared = any(m.player is asked.player and m.word == "fear" for m in state.markers)
        return shielded or (asked.by.character.id == self.a and feared)


@dataclass
class ToldOff:
    """The Viziers who know that their ability is lost."""

    players: list[Player] = field(default_factory=list)


class VizierWhoIsStruckOff(JinxRule):
    """They are told, and still do not die by day."""

    pairs = (("vizier", "courtier"), ("vizier", "preacher"))

    def _is_struck(self, state: State, player: Player) -> bool:
        by = [m.by for m in state.markers if m.player is player and m.by is not None]
        return any(a.character.id == self.b and queries.works(state, a) for a in by)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        vizier = any(a.player is death.player for a in viziers(state))
        return vizier and not death.at_night and self._is_struck(state, death.player)

    def through_night(self, me: Ability, state: State) -> Steps:
        told = me.notes.of(ToldOff).players
        for vizier in viziers(state):
            struck = self._is_struck(state, vizier.player)
            if struck and vizier.player not in told:
                told.append(vizier.player)
                yield information.tell(state, vizier.player, "You have no ability now.", by=me)
            elif not struck and vizier.player in told:
                told.remove(vizier.player)
