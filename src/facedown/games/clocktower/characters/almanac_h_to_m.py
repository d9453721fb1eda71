"""The experimental characters from the Huntsman to Mezepheles.  Rules: `rulebook/almanac_h_to_w.md`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import ClassVar

from facedown.games.clocktower import acting, effects, information, queries, storyteller, victory
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.constraints import is_laid_out_for_anybody
from facedown.games.clocktower.moments import Demon, Minion, Townsfolk
from facedown.games.clocktower.night import hidden, waking
from facedown.games.clocktower.questions import Everyone, Question, Steps
from facedown.games.clocktower.rules import (
    BecomesWhat,
    Dawn,
    IsInfoHidden,
    ListenedFor,
    Speech,
    WakesEarly,
    WhichDemon,
    WhoHasWon,
    WhoIsSitter,
    WhoPassesFor,
    at,
    changes,
)
from facedown.games.clocktower.setup import changes_numbers
from facedown.games.clocktower.state import EVIL, POISONED, Ability, Alignment, Death, Nomination, Player, State


def living_player(me: Ability, state: State, what: str, *, optional: bool = False, step: str = "") -> Steps:
    """Let the player choose somebody alive.  If they name a player who has died tonight, they are asked again."""
    options = list(queries.seen_living(state))
    while True:
        target: Player | None = yield me.chooses(what, options, optional=optional, step=step)
        if target is None or target.alive:
            return target
        options.remove(target)


class Huntsman(Townsfolk):
    """Once in the game, at night, you pick somebody living: if that is the Damsel, she becomes a Townsfolk."""

    brings = "damsel"

    def each_night(self, me: Ability, state: State) -> Steps:
        if me.spent:
            return
        target = yield from living_player(me, state, "a living player, or nobody", optional=True)
        if target is None:
            return
        me.spend()
        if not queries.works(state, me):
            information.misfires(state, me)
        elif queries.is_really(target, "damsel"):
            new = yield storyteller.chooses(
                "which Townsfolk does {0} become?",
                queries.not_in_play(state, "townsfolk"),
                target,
                topic="becomes",
                about=me,
            )
            if new is not None:
                yield effects.becomes(state, target, new, by=me)


@dataclass
class Known:
    """Whether the Demon knows who the King is."""

    to_demon: bool = False


class King(Townsfolk, version="2022"):
    """The Demon knows you. Each night, if more are dead than alive, you learn one character among the living."""

    def _enough_dead(self, state: State) -> bool:
        return len(queries.dead(state)) > len(queries.here(state)) - len(queries.dead(state))

    def first_night(self, me: Ability, state: State) -> Steps:
        yield from self._becomes_known(me, state)

    def through_night(self, me: Ability, state: State) -> Steps:
        """The Demon learns of a King who came late, or was not sober in time, as soon as possible."""
        if me.begun or state.night > 1:
            yield from self._becomes_known(me, state)

    def each_night(self, me: Ability, state: State) -> Steps:
        early = acting.rule(state, WakesEarly(me), False)
        woken = early or self._enough_dead(state) or (yield from self._woken_too_early(me, state))
        if woken:
            living = (p for p in queries.here(state) if queries.counts_as_alive(state, p))
            alive = list(dict.fromkeys(c for p in living for c in queries.characters_of(state, p)))
            yield me.learns("{0} is alive.", alive, state.script.characters)

    def _becomes_known(self, me: Ability, state: State) -> Steps:
        """The Demon learns who the King is, on the first night on which the King is sober."""
        demons = [p for p in queries.demons(state) if p.alive]
        if demons and queries.works(state, me) and not me.notes.of(Known).to_demon:
            me.notes.of(Known).to_demon = True
            yield information.tell_all(state, demons, "{0} is the [King].", me.player, by=me)

    def _woken_too_early(self, me: Ability, state: State) -> Steps:
        """Where living players may look dead, an impaired King can be deceived about that too."""
        if queries.works(state, me) or state.night == 1 or not state.script.has("zombuul"):
            return False
        woken = yield storyteller.decides(
            "is {0} woken although too few are dead?", me.player, topic="false", about=me, idle=False
        )
        return woken


class KingNow(King, version="current"):
    """The Demon knows you. Each night, once the dead are as many as the living, you learn one character among
    the living.
    """

    def _enough_dead(self, state: State) -> bool:
        return len(queries.dead(state)) >= len(queries.here(state)) - len(queries.dead(state))


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
            yield information.tell(state, player, "You look after [Lil' Monsta]: you are the Demon.", by=me)

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
        host = yield from living_player(me, state, "a living player to live in", step="host")
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


@dataclass
class Prey:
    """What the Lycanthrope remembers."""

    killed_in_night: int = 0


class Lycanthrope(Townsfolk, version="2022"):
    """Each night but the first you attack somebody living. If they are good, they die, and nobody else does
    that night.
    """

    def other_nights(self, me: Ability, state: State) -> Steps:
        target = yield from living_player(me, state, "a living player")
        prey = yield from self._is_prey(me, state, target)
        if prey:
            killed = yield me.kills(target)
            if killed:
                me.notes.of(Prey).killed_in_night = state.night

    def _is_prey(self, me: Ability, state: State, target: Player) -> Steps:
        good = yield information.registers(state, target, "good", to=me)
        return good

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return death.at_night and me.notes.of(Prey).killed_in_night == state.night


class LycanthropeNow(Lycanthrope, version="current"):
    """Each night but the first you attack a player. If they are good, they die and the Demon kills nobody. One
    good player seems evil to you.
    """

    def set_up(self, me: Ability, state: State) -> Steps:
        good = [p for p in queries.residents(state) if p.good]
        seems = yield storyteller.chooses(
            "which good player seems evil to {0}?", good, me.player, topic="herring", step="evil"
        )
        if seems is not None:
            yield me.marks(seems, "seems evil", even_if_impaired=True)

    gained = set_up

    def _is_prey(self, me: Ability, state: State, target: Player) -> Steps:
        good = yield information.registers(state, target, "good", to=me)
        return good and target not in queries.marked_by(state, me, "seems evil")

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return queries.by_demon(state, death) and super().saves(me, state, death)


class Magician(Townsfolk):
    """The Minions take you for the Demon, and the Demon takes you for a Minion."""

    @changes(WhoPassesFor)
    def passes_for_either(
        self, me: Ability, state: State, asked: WhoPassesFor, also: tuple[Player, ...]
    ) -> tuple[Player, ...]:
        return (*also, me.player) if asked.team in ("minion", "demon") else also


@dataclass
class KnownTo:
    """Who knows the Marionette."""

    seats: set[int] | None = None  # of the Demons; None: nobody has been told yet
    not_quite: list[Player] = field(default_factory=list)  # who know only that it is one of two
    owed_to: list[Player] = field(default_factory=list)  # who are told at dusk


@dataclass
class Reserve:
    """What the Marionette keeps back in set-up."""

    has_minion: bool = False


class Marionette(Minion):
    """You believe that you are good, and are a Minion beside the Demon, who knows you."""

    in_bag = False
    thinks_it_is = "townsfolk"
    keeps_token = True
    keeps_shown_out = True
    knows_token = False
    sits_beside_demon = True

    def fills_bag(self, counts: dict[str, int], state: State) -> None:
        if self in state.bag:  # laid out: somebody has the token already
            return
        reserved = counts["minion"] > 2  # so many that the Demon might have no good neighbour
        counts["minion"] -= 1 + reserved
        counts["townsfolk"] += 1 + reserved
        state.notes.of(Reserve).has_minion = reserved

    def comes_in(self, state: State) -> Steps:
        """A good neighbour of the Demon becomes the Marionette, and goes on believing in their token."""
        demons = queries.demons(state) or queries.of_team(state, "minion")
        beside = [p for d in demons for p in queries.neighbours(state, d, lambda p: not p.traveller) if p.good]
        if not is_laid_out_for_anybody(state):
            beside = [p for p in beside if p.seat not in state.laid]
        sure = [p for p in beside if p.character.knows_token]
        player = yield storyteller.chooses(
            "who is the Marionette?", dict.fromkeys(sure or beside), topic="set-up", step="marionette"
        )
        if player is not None:
            believed: Character = player.character
            effects.set_character(state, player, self, believed if believed.knows_token else None)
            player.alignment = EVIL

    def first_dusk(self, state: State) -> Steps:
        """The Minion whose token was kept back comes in: one of the Townsfolk becomes it."""
        minions = [
            c
            for c in queries.not_in_play(state, "minion")
            if c.in_bag and not changes_numbers(c) and not c.unmodelled
        ]
        if not state.notes.of(Reserve).has_minion or not minions:
            return
        minion = state.chance.choice(minions)
        townsfolk = queries.of_team(state, "townsfolk")
        if not is_laid_out_for_anybody(state):
            townsfolk = [p for p in townsfolk if p.seat not in state.laid]
        player = yield storyteller.chooses(
            "which Townsfolk is {0} instead?", townsfolk, minion, topic="set-up", step="townsfolk"
        )
        if player is not None:
            yield effects.becomes(state, player, minion, side=EVIL)

    def first_night(self, me: Ability, state: State) -> Steps:
        yield from self._becomes_known(me, state)

    def through_night(self, me: Ability, state: State) -> Steps:
        """The Demon learns before acting of a Marionette who came late, or who was only one of two until now."""
        if state.night > 1:
            yield from self._becomes_known(me, state)
        notes = me.notes.of(KnownTo)
        if notes.not_quite and not hidden(state, "marionette"):
            demons, notes.not_quite = notes.not_quite, []
            yield from self._is_shown_to(demons, me, state)

    def _becomes_known(self, me: Ability, state: State) -> Steps:
        if me.notes.of(KnownTo).seats is None:
            yield from self._is_shown_to(queries.demons(state), me, state)

    def on_change(self, me: Ability, state: State, player: Player) -> Steps:
        """A new Demon learns that night who the Marionette is."""
        notes = me.notes.of(KnownTo)
        if notes.seats is not None and player.seat not in notes.seats and queries.is_demon(state, player):
            if state.phase == "night":
                yield from self._is_shown_to([player], me, state)
            else:
                notes.seats.add(player.seat)
                notes.owed_to.append(player)

    def at_dusk(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(KnownTo)
        owed, notes.owed_to = notes.owed_to, []
        if owed:
            yield from self._is_shown_to(owed, me, state)

    def _is_shown_to(self, demons: list[Player], me: Ability, state: State) -> Steps:
        notes = me.notes.of(KnownTo)
        notes.seats = (notes.seats or set()) | {p.seat for p in demons}
        if not queries.works(state, me) or hidden(state, "demoninfo"):
            return
        if not hidden(state, "marionette"):
            yield information.tell_all(state, demons, "{0} is the [Marionette].", me.player, by=me)
            return
        notes.not_quite += demons
        for demon in demons:
            beside = tuple(queries.neighbours(state, demon, lambda p: not p.traveller))
            if me.player in beside:
                yield information.tell(state, demon, "The [Marionette] is one of {0}.", beside, by=me)


SPARE_WORDS = ("rhubarb", "gooseberry")  # for a storyteller who must show another word and does not


class Mezepheles(Minion):
    """On the first night you learn a secret word. The first good player to say it turns evil that night."""

    acts_when_impaired = ("on_death", "night_ends")

    def set_up(self, me: Ability, state: State) -> Steps:
        me.notes.of(ListenedFor).word = yield storyteller.words(
            "the secret word that {0} wants others to say", me.player, topic="secret word"
        )

    gained = set_up

    def first_night(self, me: Ability, state: State) -> Steps:
        word = shown = me.notes.of(ListenedFor).word
        must_lie = information.must_lie(state, me)
        if must_lie or not queries.works(state, me):
            shown = yield storyteller.words(
                "which word is {0} shown? It may be a different one.", me.player, topic="secret word", step="shown"
            )
        if must_lie and shown.casefold() == word.casefold():
            shown = next(other for other in SPARE_WORDS if other != word.casefold())
        true = shown.casefold() == word.casefold()
        yield information.tell(state, me.player, "The secret word is: {0}.", shown, by=me, report=shown, true=true)

    @at(Speech, even_if_impaired=True)
    def hears(self, me: Ability, state: State, speech: Speech) -> Steps:
        word = re.escape(me.notes.of(ListenedFor).word)
        if speech.by.good and not me.spent and word and re.search(rf"(?<!\w){word}(?!\w)", speech.text, re.I):
            me.spend()
            yield me.marks(speech.by, "turns evil", even_if_impaired=True)

    def other_nights(self, me: Ability, state: State) -> Steps:
        for marker in [m for m in state.markers if m.by is me and m.word == "turns evil"]:
            yield effects.change_side(state, marker.player, EVIL, by=me)
        yield me.unmark("turns evil")

    def night_ends(self, me: Ability, state: State) -> Steps:
        """The night has passed, also for one that did not wake."""
        yield me.unmark("turns evil")

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if death.player is me.player:
            yield me.unmark("turns evil")
