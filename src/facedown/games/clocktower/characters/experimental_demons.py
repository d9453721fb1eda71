"""The experimental Demons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from facedown.games.clocktower import acting, deaths, effects, information, queries, storyteller, victory
from facedown.games.clocktower.changeable_rules import (
    BecomesWhat,
    Dawn,
    InsteadOfVote,
    IsInfoHidden,
    IsKeptFromWinning,
    WhichDemon,
    WhoHasWon,
    WhoIsSitter,
    at,
    changes,
)
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.characters.choices import living_player
from facedown.games.clocktower.day import close_floor, execute_storyteller, nominate, nominees
from facedown.games.clocktower.moments import Demon
from facedown.games.clocktower.night import waking
from facedown.games.clocktower.questions import Everyone, Question, Steps, Word
from facedown.games.clocktower.state import (
    DAWN,
    EVIL,
    POISONED,
    Ability,
    Alignment,
    Death,
    Nomination,
    Player,
    State,
)


@dataclass
class Fates:
    """What Al-Hadikhia remembers."""

    undecided: bool = False  # not all three have chosen yet


class AlHadikhia(Demon, version="2022"):
    """Each night but the first you name three players, who each choose life or death. If all three live, all
    three die.
    """

    may_refrain: ClassVar[bool] = False

    def other_nights(self, me: Ability, state: State) -> Steps:
        what = "the first of three players"
        first = yield me.chooses(what, queries.here(state), optional=self.may_refrain, more=True)
        if first is None:
            return
        chosen = [first]
        for which in ("second", "third"):
            rest = [p for p in queries.here(state) if p not in chosen]
            what = f"the {which} of three players"
            chosen.append((yield me.chooses(what, rest, step=which, more=which != "third")))
        for number, player in enumerate(chosen, 1):
            effects.mark(state, player, f"target {number}", until=DAWN, about=me)
        if not queries.works(state, me):
            information.misfires(state, me)
            return
        me.notes.of(Fates).undecided = True
        yield from self._asks(me, state, chosen)
        me.notes.of(Fates).undecided = False
        yield victory.check_end(state)

    @changes(IsKeptFromWinning)
    def keeps_open(self, me: Ability, state: State, asked: IsKeptFromWinning, kept: bool) -> bool:
        """Nobody has won before all three have chosen: one of them may still come back to life."""
        return kept or me.notes.of(Fates).undecided

    def _asks(self, me: Ability, state: State, chosen: list[Player]) -> Steps:
        spent_votes = [p for p in chosen if not p.alive and not p.ghost_vote]
        for player in chosen:
            yield from self._puts_the_question(me, state, player)
            if not queries.works(state, me):  # it has died of its own question
                return
        if all(p.alive for p in chosen):
            for player in sorted(chosen, key=lambda p: p is me.player):  # its own death last: it ends its ability
                yield me.kills(player)
            for player in spent_votes:  # players dead at dusk and at dawn have never been back
                player.ghost_vote = player.alive

    def _puts_the_question(self, me: Ability, state: State, player: Player) -> Steps:
        fate = yield from asks_for_life(self, me, state, player)
        if fate == "life":
            yield deaths.raise_dead(state, player, by=me)
        else:
            yield me.kills(player)


def asks_for_life(character: Character, me: Ability, state: State, player: Player) -> Steps:
    """Everybody hears who has been chosen; the chosen player answers silently."""
    yield information.announce("named", "{0} has chosen {1}.", character, player, seat=player.seat)
    words = (Word("life"), Word("death"))
    return (
        yield information.ask(
            state,
            player,
            "{0} has chosen you: life or death?",
            words,
            character,
            about=me,
            public=True,
            step="life",
        )
    )


class AlHadikhiaNow(AlHadikhia, version="current"):
    """Each night but the first you may name three players, who each choose life or death. If all three live,
    all three die.
    """

    may_refrain = True


def speaks_for_all(me: Ability, state: State) -> bool:
    """Whether this is the first working one of several abilities that together take effect once."""
    return next((a for a in queries.abilities_of(state, me.character.id) if queries.works(state, a)), None) is me


@dataclass
class LegionActed:
    """The night in which Legion has killed."""

    in_night: int = 0


class Legion(Demon):
    """Most players are Legion, as you are, and seem to be Minions, too. A vote by evil players alone does not
    count. At night somebody may die.
    """

    several = True
    fills_team = True
    registers_as = ("minion",)

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps:
        if counts["demon"] > 1:  # said already: several of them have been laid out
            return
        players, usual = sum(counts.values()), counts["townsfolk"] + counts["outsider"]
        most = [usual, *(n for n in range(players // 2 + 1, players) if n != usual)]
        legions: int = yield storyteller.chooses("how many are Legion?", most, topic="number", step="legion")
        good = players - legions
        few = range(min(good, len(queries.on_script(state, "outsider"))) + 1)
        outsiders: int = yield storyteller.chooses("how many are Outsiders?", few, topic="number", step="outsiders")
        counts.update(demon=legions, minion=0, outsider=outsiders, townsfolk=good - outsiders)

    def other_nights(self, me: Ability, state: State) -> Steps:
        acted = state.notes.of(LegionActed)
        if not queries.works(state, me) or acted.in_night == state.night:
            return
        acted.in_night = state.night
        target = yield storyteller.chooses(
            "who dies of Legion?", queries.living(state), topic="kill", about=me, optional=True
        )
        if target is not None:
            yield me.kills(target)

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        if not speaks_for_all(me, state):
            return
        for voter in nomination.hands:
            good = yield information.registers(state, voter, "good", to=me)
            if good:
                return
        nomination.tally = 0


@dataclass
class GoodExecuted:
    """What the Leviathan counts."""

    players: list[Player] = field(default_factory=list)


class Leviathan(Demon):
    """Everybody knows that you are in play. Evil wins once two good players have been executed, or when day
    five ends.
    """

    @at(Dawn, even_if_impaired=True)
    def counts_days(self, me: Ability, state: State, dawn: Dawn) -> Steps:
        if not me.fake:
            yield me.unmark(f"day {state.day - 1}")
            yield me.marks(me.player, f"day {state.day}", even_if_impaired=True)
            yield information.announce("leviathan", "This is day {0}. The Leviathan is in play.", state.day)

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps:
        executed = state.notes.of(GoodExecuted).players  # whoever is the Leviathan now
        if death.player in executed:
            return
        good = yield information.registers(state, death.player, "good", to=me)
        if good:
            executed.append(death.player)
            effects.mark(state, death.player, "good player executed")
            if len(executed) > 1:
                yield victory.end_game(state, EVIL, "a second good player was executed under the Leviathan")

    def at_dusk(self, me: Ability, state: State) -> Steps:
        if state.day >= 5:
            yield victory.end_game(state, EVIL, "day five has ended under the Leviathan")

    @changes(WhoHasWon)
    def outlasts(
        self, me: Ability, state: State, asked: WhoHasWon, result: tuple[Alignment, str] | None
    ) -> tuple[Alignment, str] | None:
        """An impaired Leviathan wins as soon as it is sober again."""
        five_days = state.day > 5 or (state.day == 5 and state.phase == "night")
        return result or ((EVIL, self.name) if five_days else None)


@dataclass
class Sitter:
    """Who looks after Lil' Monsta."""

    player: Player | None = None


class LilMonsta(Demon, version="2022"):
    """No player holds this. Each night the Minions choose which of them looks after it and is the Demon. Then
    somebody dies.
    """

    in_bag = False
    death_is_due: ClassVar[bool] = True

    def fills_bag(self, counts: dict[str, int], state: State) -> None:
        counts["demon"] -= 1
        counts["minion"] += 1

    def comes_in(self, state: State) -> None:
        self._ability(state)

    def taken_by(self, state: State, player: Player) -> Steps:
        """A player who becomes Lil' Monsta looks after it and keeps their character."""
        yield from self._is_given_to(player, self._ability(state), state)
        yield victory.check_end(state)

    def _ability(self, state: State) -> Ability:
        """Its ability, which comes into play with it, in a place of its own outside the circle."""
        if not queries.in_play(state, self.id):
            place = Player(state.storyteller + 1, self, EVIL, seated=False)
            state.unheld.append(place)
            effects.give_ability(state, place, self)
        return queries.holders(state, self.id)[0].abilities[0]

    @changes(IsInfoHidden)
    def hides_info(self, me: Ability, state: State, asked: IsInfoHidden, hidden: bool) -> bool:
        return True

    def each_night(self, me: Ability, state: State) -> Steps:
        minions = waking(queries.of_team(state, "minion"))
        named = yield from self._named(state, minions)
        sitter = named or (yield from self._agreed(me, state, minions))
        if sitter is not None and queries.works(state, me):
            knows = named is None and sitter.character.team == "minion"
            yield from self._is_given_to(sitter, me, state, told=sitter.character.knows_token and not knows)

    def _named(self, state: State, minions: list[Player]) -> Steps:
        """A jinx may name the sitter before the Minions choose."""
        return (yield acting.ruling(state, WhoIsSitter(minions), None))

    def _agreed(self, me: Ability, state: State, minions: list[Player]) -> Steps:
        """The Minions point until they agree; after three times the storyteller picks one of those pointed at."""
        options, pointed = [p for p in queries.seen_living(state) if not p.traveller], list[Player]()
        for _ in range(3 * bool(minions)):
            what = "who looks after you tonight?"
            answers: dict[int, Player] = yield Everyone(
                [Question([minion.seat], what, options, topic="choice", about=me) for minion in minions]
            )
            pointed = list(dict.fromkeys(answers.values()))
            if len(pointed) == 1 and pointed[0].alive:
                return pointed[0]
            options = [p for p in options if p.alive or p not in pointed]  # the storyteller shakes their head
            yield information.tell_all(
                state, minions, "You point at {0}: agree on somebody alive.", tuple(pointed), by=me
            )
        alive = [p for p in pointed if p.alive]
        sitter = yield storyteller.chooses("who looks after [Lil' Monsta]?", alive, topic="sitter", about=me)
        return sitter

    def _is_given_to(self, player: Player, me: Ability, state: State, *, told: bool = True) -> Steps:
        me.notes.of(Sitter).player = player
        effects.remove_markers(state, lambda marker: marker.word == "is the Demon")
        effects.mark(state, player, "is the Demon")
        state.demon_needed = True
        if told:
            words = "You look after [Lil' Monsta]: you are the Demon."
            yield information.tell(state, player, words, by=me, reveals=True)

    def other_nights(self, me: Ability, state: State) -> Steps:
        if not queries.works(state, me):
            information.misfires(state, me)
            return
        target = yield storyteller.chooses(
            "who dies of Lil' Monsta?",
            queries.living(state),
            topic="kill",
            about=me,
            optional=not self.death_is_due,
        )
        if target is not None:
            yield me.kills(target)

    @changes(BecomesWhat)
    def is_the_only_demon(self, me: Ability, state: State, asked: BecomesWhat, character: Character) -> Character:
        """Whoever an ability turns into the Demon looks after it instead."""
        return self if character.team == "demon" and not me.fake else character

    @changes(WhichDemon)
    def is_its_sitter(
        self, me: Ability, state: State, asked: WhichDemon, demon: Character | None
    ) -> Character | None:
        return self if me.notes.of(Sitter).player is asked.player and not me.fake else demon

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        if death.player is me.player:
            state.unheld.remove(me.player)
            effects.remove_markers(state, lambda marker: marker.word == "is the Demon")
            state.abilities_changed()


class LilMonstaNow(LilMonsta, version="current"):
    """No player holds this. Each night the Minions choose which of them looks after it and is the Demon.
    Somebody may die.
    """

    death_is_due = False


@dataclass
class Host:
    """Whom the Lleech lives in."""

    player: Player | None = None


class Lleech(Demon, version="2022"):
    """On the first night you pick a living host, who is poisoned; you kill on each later night. You die if your
    host is dead, and only then.
    """

    picks = "harm"
    picks_at: ClassVar = {"host": "help"}
    acts_when_impaired = ("saves",)

    def first_night(self, me: Ability, state: State) -> Steps:
        host = yield from living_player(me, state, "a player to live in", step="host")
        yield from self._moves_in(me, host)

    def _moves_in(self, me: Ability, host: Player | None) -> Steps:
        if host is not None:
            yield me.unmark(POISONED)
            me.notes.of(Host).player = host  # also where something keeps the poison from them
            yield me.poisons(host, even_if_impaired=True)

    def other_nights(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to die", queries.here(state))
        yield me.kills(target)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        host = me.notes.of(Host).player
        return death.player is me.player and host is not None and host.alive

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if death.player is me.notes.of(Host).player:
            yield me.kills(me.player, beats_protection=True)


class LleechNow(Lleech, version="current"):
    """On the first night you pick a host, who is poisoned; you kill on each later night. You die if your host
    is dead, and only then.
    """

    def first_night(self, me: Ability, state: State) -> Steps:
        host = yield me.chooses("a player to live in", queries.here(state), step="host")
        yield from self._moves_in(me, host)


class Riot(Demon, version="2022"):
    """There are no Minions, only Riot, as you are. Nominees die, and nominate at once themselves. After day
    three evil wins.
    """

    several = True
    fills_team = True
    first_day: ClassVar[int] = 1  # of the nominations that kill
    seconds: ClassVar[float | None] = 3

    def fills_bag(self, counts: dict[str, int], state: State) -> None:
        counts["demon"] += counts["minion"]
        counts["minion"] = 0

    def before_nominations(self, me: Ability, state: State) -> Steps:
        if state.day == 3 and speaks_for_all(me, state):
            yield information.announce("riot", "If nobody has won when this day ends, evil wins.")

    @changes(InsteadOfVote)
    def kills_nominee(self, me: Ability, state: State, asked: InsteadOfVote, done: bool) -> Steps:
        nominee = asked.nomination.nominee
        if done or nominee is None or state.day < self.first_day or not speaks_for_all(me, state):
            return done
        yield me.kills(nominee)
        died = asked.nomination.lived and not nominee.alive  # of this, or of what came just before
        asked.nomination.done = died
        if died and not state.over and not state.day_over:
            yield from self._goes_on(state, nominee)
        return died

    def _goes_on(self, state: State, dead: Player) -> Steps:
        """The player who has died nominates next, and nobody else today."""
        yield information.announce("riot", "{0} alone may nominate now.", dead)
        options = [p for p in nominees(state, dead) if p is not None and p.alive]
        by: Player | None = dead
        target = yield from self._next(state, dead, options)
        if target is None and state.day == 3:
            by = None
            target = yield storyteller.chooses(
                "Whom do you nominate?", options, topic="nominate", optional=self.seconds is not None
            )
        if target is not None:
            yield from nominate(state, by, target)
        close_floor(state)

    def _next(self, state: State, dead: Player, options: list[Player]) -> Steps:
        if not options:
            return None
        target = yield Question(
            [dead.seat],
            "Whom do you nominate?",
            (*options, None),
            topic="nominate",
            public=True,
            seconds=self.seconds,
        )
        return target

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        """A nominated storyteller does not die, and may nominate in turn."""
        if nomination.nominee is not None or state.day < self.first_day or not speaks_for_all(me, state):
            return
        options = [p for p in nominees(state, None) if p is not None and p.alive]
        target = yield storyteller.chooses("Whom do you nominate?", options, topic="nominate", optional=True)
        if target is not None:
            yield from nominate(state, None, target)

    def day_ends(self, me: Ability, state: State) -> Steps:
        if state.day >= 3:
            yield victory.end_game(state, EVIL, "day three has ended under Riot")


class RiotNow(Riot, version="current"):
    """On day three the Minions become Riot, too: nominees die and must nominate at once. Then evil wins."""

    fills_team = False
    first_day = 3
    seconds = None

    def fills_bag(self, counts: dict[str, int], state: State) -> None:
        """There are Minions as usual."""

    def other_nights(self, me: Ability, state: State) -> Steps:
        if state.night == 3:
            for player in queries.by_character(queries.of_team(state, "minion")):
                yield effects.becomes(state, player, self, by=me)

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        """Beside an Atheist: where the vote against the storyteller passes, the game ends at once."""
        passes = nomination.tally >= nomination.needed and nomination.tally > state.to_beat
        if passes and nomination.nominee is None and state.day >= self.first_day and speaks_for_all(me, state):
            yield from execute_storyteller(state)
        else:
            yield from super().on_tally(me, state, nomination)

    def _next(self, state: State, dead: Player, options: list[Player]) -> Steps:
        if not options:
            return None
        target = yield Question([dead.seat], "Whom do you nominate?", options, topic="nominate", public=True)
        return target
