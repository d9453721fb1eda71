"""Bad Moon Rising: the edition in which many die, and some do not stay dead."""

from __future__ import annotations

from dataclasses import dataclass

from facedown.games.clocktower import deaths, effects, information, queries, storyteller
from facedown.games.clocktower.changeable_rules import DeathLearned, InfoStep, at
from facedown.games.clocktower.character import Character, Tactics
from facedown.games.clocktower.characters import findings
from facedown.games.clocktower.moments import Outsider, Townsfolk, wakes_each_night
from facedown.games.clocktower.night import hidden, may_act
from facedown.games.clocktower.questions import Act, Saved, Steps
from facedown.games.clocktower.speech.finding import Finding
from facedown.games.clocktower.state import (
    ASLEEP,
    DAWN,
    DRUNK,
    DUSK,
    GOOD,
    Ability,
    Death,
    Player,
    State,
)

GRANDCHILD, CANNOT_DIE = "grandchild", "cannot die tonight"  # markers

# -- Townsfolk ---------------------------------------------------------------------------------------------------


class Grandmother(Townsfolk):
    """On the first night you learn a good player, your grandchild, and their character. If the Demon kills the
    grandchild, you die, too.
    """

    finds = Finding(
        nights="first",
        possible=findings.player_and_role,
        words={"player role": "{player} is my grandchild, the {role}"},
    )
    acts_when_impaired = ("on_death",)

    def first_night(self, me: Ability, state: State) -> Steps:
        residents = [p for p in queries.others(state, me) if not p.traveller]
        kin = [p for p in residents if True in queries.may_register(state, p, GOOD)]
        truths = [(p, c) for p in kin for c in queries.characters_of(state, p) if c.good]
        possible = [(p, c) for p in residents for c in queries.on_script(state, "townsfolk", "outsider")]
        grandchild, _ = yield me.learns("{0} is your grandchild, and is {1:the}.", truths, possible)
        yield me.marks(grandchild, GRANDCHILD)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if queries.by_demon(state, death) and death.player in queries.has_marked(state, me, GRANDCHILD):
            yield me.kills(me.player)


class Sailor(Townsfolk):
    """Each night you drink with a living player: you or they are drunk until dusk. While sober, you do not die."""

    picks = "help"
    acts_when_impaired = ("saves",)

    def each_night(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a living player to drink with", queries.seen_living(state))
        drunk = yield storyteller.chooses(
            "which of {0} and {1} is drunk?",
            dict.fromkeys((me.player, target)),
            me.player,
            target,
            topic="drunk",
            about=me,
        )
        yield from gets_drunk(me, state, drunk)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return death.player is me.player


def gets_drunk(me: Ability, state: State, player: Player) -> Steps:
    """Drunk until dusk by this ability.  Players who make themselves drunk are not sobered up by being so."""
    if player is me.player and queries.works(state, me):
        effects.mark(state, player, DRUNK, until=DUSK, about=me)
    else:
        yield me.makes_drunk(player, until=DUSK)


class Chambermaid(Townsfolk):
    """Each night you pick two others who live, and are told how many of the two woke for their own ability."""

    finds = Finding(
        findings.so_many_woke,
        "pair",
        nights="every",
        possible=findings.pair_and_count,
        of_claims=True,
        words={
            "pair count=0": "neither {pair:nor} woke",
            "pair count=1": "one of {pair:and} woke",
            "pair count=2": "{pair:and} both woke",
            "player count=0": "{player} did not wake",
            "player count=1": "{player} woke",
        },
    )

    def each_night(self, me: Ability, state: State) -> Steps:
        options = [p for p in queries.seen_living(state) if p is not me.player]
        one = yield me.chooses("the first of two other living players", options, more=True)
        other = yield me.chooses("the second", [p for p in options if p is not one], step="second")
        woke = sum(p is not None and (p.seat in state.woke or wakes_later(state, p)) for p in (one, other))
        yield me.learns("{0} of {1} and {2} woke tonight.", (woke,), range(3), one, other)


def wakes_later(state: State, player: Player) -> bool:
    """Whether this player will still wake tonight, after the Chambermaid."""
    order = state.script.first_night if state.night == 1 else state.script.other_nights
    later = order[order.index("chambermaid") + 1 :] if "chambermaid" in order else ()
    return any(a.slot in later and wakes_each_night(a.character) and may_act(state, a) for a in player.abilities)


@dataclass
class LastPick:
    """What an ability remembers that may not pick the same player twice in a row."""

    player: Player | None = None


class Exorcist(Townsfolk):
    """Each night but the first you pick a player, never the same twice running. If that is the Demon, it learns
    of you and sleeps on.
    """

    def other_nights(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(LastPick)
        target = yield me.chooses(
            "a player other than last night's", [p for p in queries.here(state) if p is not notes.player]
        )
        notes.player = target
        if not queries.works(state, me):
            if queries.is_demon(state, target):
                information.misfires(state, me)
        elif (yield information.registers(state, target, "demon", to=me)):
            yield me.marks(target, ASLEEP, until=DAWN)
            words = "{0} is {1:the} and has found you: you do not wake tonight."
            yield information.tell(state, target, words, me.player, self, by=me, reveals=True)


class Innkeeper(Townsfolk):
    """Each night but the first you pick two players: neither dies before morning, and one is drunk until dusk."""

    picks = "help"
    acts_when_impaired = ("saves",)

    def other_nights(self, me: Ability, state: State) -> Steps:
        one = yield me.chooses("the first of two guests", queries.here(state), more=True)
        other = yield me.chooses("the second", [p for p in queries.here(state) if p is not one], step="second")
        for guest in (one, other):
            yield me.marks(guest, CANNOT_DIE, until=DAWN)
        drunk = yield storyteller.chooses("which guest is drunk?", (one, other), topic="drunk", about=me)
        yield from gets_drunk(me, state, drunk)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return death.at_night and death.player in queries.has_marked(state, me, CANNOT_DIE)


class Gambler(Townsfolk):
    """Each night but the first you guess the character of a player. If you are wrong, you die."""

    finds = Finding(words={"player role": "I guessed that {player} is the {role}"})
    picks = "sure"

    def other_nights(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("whose character do you guess?", queries.here(state), more=True)
        guess = yield me.chooses("which character are they?", queries.guessed_at(state), step="character")
        right = yield information.registers(state, target, guess.id, to=me)
        if not right:
            yield me.kills(me.player)


@dataclass
class Said:
    """What the Gossip said last, and when."""

    day: int = 0
    words: str = ""


class Gossip(Townsfolk):
    """By day you may say something in public. If it was true, somebody dies that night."""

    states = True
    declares = "say something that may be true"
    asks_declarer = "text"

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> None:
        if me is not None and by.alive:
            said = me.notes.of(Said)
            said.day, said.words = state.day, act.text

    def other_nights(self, me: Ability, state: State) -> Steps:
        said = me.notes.of(Said)
        if said.day != state.day:
            return
        what = "is what {0} said true: {1}"
        true = yield storyteller.decides(what, me.player, said.words, topic="truth", about=me)
        if true:
            victim = yield storyteller.chooses(
                "who dies because of what {0} said?", queries.living(state), me.player, topic="kill", about=me
            )
            yield me.kills(victim)


class Courtier(Townsfolk):
    """Once in the game, at night, you pick a character: whoever has it is drunk for three nights and days."""

    def each_night(self, me: Ability, state: State) -> Steps:
        if me.spent:
            return
        character = yield me.chooses("a character to make drunk, or nobody", state.script.characters, optional=True)
        if character is None:
            return
        me.spend()
        drunk = yield storyteller.chooses(
            "which {0} is drunk?", queries.holders(state, character.id), character, topic="drunk", about=me
        )
        if drunk is not None:
            yield me.makes_drunk(drunk, until=DUSK, times=3)


class Professor(Townsfolk):
    """Once in the game, on a later night than the first, you pick somebody dead: a Townsfolk comes back to
    life.

    Players who have died tonight can be picked, and nobody knows yet who they are: so anybody may be named.
    """

    picks_dead = True
    picks = "help"

    def other_nights(self, me: Ability, state: State) -> Steps:
        if me.spent:
            return
        target = yield me.chooses("a dead player to bring back, or nobody", queries.here(state), optional=True)
        if target is None:
            return
        me.spend()
        if target.alive:
            return
        townsfolk = yield information.registers(state, target, "townsfolk", to=me)
        if townsfolk:
            yield deaths.raise_dead(state, target, by=me)


class Minstrel(Townsfolk):
    """If a Minion is executed and dies, all others are drunk until the end of the next day."""

    acts_when_impaired = ("on_death",)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if death.executed and (yield information.registers(state, death.player, "minion", to=me)):
            for player in queries.residents(state):
                if player is not me.player:
                    yield me.makes_drunk(player, until=DUSK, times=2)


class TeaLady(Townsfolk):
    """As long as your two living neighbours are both good, neither of them can die."""

    tactics = Tactics(saves="beside")
    acts_when_impaired = ("saves",)

    def saves(self, me: Ability, state: State, death: Death) -> Saved:
        neighbours = queries.living_neighbours(state, me.player)
        return self._both_good(me, state, neighbours) if death.player in neighbours else False

    def _both_good(self, me: Ability, state: State, neighbours: list[Player]) -> Steps:
        for neighbour in neighbours:
            if not (yield information.registers(state, neighbour, GOOD, to=me)):
                return False
        return True


class Pacifist(Townsfolk):
    """When somebody good is executed, the storyteller may let them live."""

    tactics = Tactics(saves="anybody")

    def saves(self, me: Ability, state: State, death: Death) -> Saved:
        if not death.executed or True not in queries.may_register(state, death.player, GOOD):
            return False
        return storyteller.decides(
            "does {0} live through the execution?", death.player, topic="save", about=me, idle=False
        )


class Fool(Townsfolk):
    """You do not die the first time that you should."""

    acts_when_impaired = ("saves",)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        if death.player is not me.player or me.spent:
            return False
        me.spend()
        return True


# -- Outsiders ---------------------------------------------------------------------------------------------------


class Tinker(Outsider):
    """You may die at any moment, for no reason at all."""

    def other_nights(self, me: Ability, state: State) -> Steps:
        dies = yield storyteller.decides("does {0} die?", me.player, topic="dies", about=me, idle=False)
        if dies:
            yield me.kills(me.player)

    judged = other_nights


@dataclass
class PointedAt:
    """Whom the Moonchild has pointed at."""

    player: Player | None = None


class Moonchild(Outsider):
    """When you learn that you have died, you name a living player aloud. If they are good, they die that night."""

    execution_costs = 0.1
    acts_when_dead = True

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        if death.player is me.player:
            me.works_in_death = True

    @at(DeathLearned)
    def points(self, me: Ability, state: State, learned: DeathLearned) -> Steps:
        target = yield me.chooses("a living player, aloud", queries.seen_living(state), public=True)
        me.notes.of(PointedAt).player = target
        yield information.announce(
            "chooses", "{0}, who was {1}, chooses {2}.", me.player, self, target, seat=me.player.seat
        )

    def other_nights(self, me: Ability, state: State) -> Steps:
        pointed = me.notes.of(PointedAt)
        target, pointed.player = pointed.player, None
        if target is not None and not queries.works(state, me) and target.good:
            information.misfires(state, me, in_death=True)
        elif target is not None and (yield information.registers(state, target, GOOD, to=me)):
            yield me.kills(target)
        if target is not None:
            me.works_in_death = False


@dataclass
class Chosen:
    """What the Goon remembers."""

    in_night: int = 0


class Goon(Outsider):
    """Whoever is the first to pick you with an ability that night is drunk until dusk, and you join their side."""

    acts_when_impaired = ("on_chosen",)

    def on_chosen(self, me: Ability, state: State, by: Ability, target: Player) -> Steps:
        if target is not me.player or by.player is target or by.fake or state.phase != "night":
            return
        chosen = me.notes.of(Chosen)
        if chosen.in_night == state.night:
            return
        chosen.in_night = state.night
        side = by.player.alignment
        yield me.makes_drunk(by.player, until=DUSK)
        yield effects.change_side(state, me.player, side, by=me)


class Lunatic(Outsider):
    """You believe that you are the Demon, and your kills do nothing. The Demon knows you, and whom you pick."""

    thinks_it_is = "demon"
    knows_token = False
    acts_in = "lunatic"

    def first_night(self, me: Ability, state: State) -> Steps:
        """What a Demon is told, made up; if the Demon is shown no Minions, the Lunatic need not be either."""
        if state.night > 1 or not (information.evil_meet(state) and information.knows_token(state, me.player)):
            return
        minions: list[Player] = []
        unseen = hidden(state, "demoninfo")
        for _ in queries.of_team(state, "minion"):
            minion = yield storyteller.chooses(
                "who does {0}, the {1}, take for a Minion?",
                [p for p in queries.others(state, me) if p not in minions and not p.traveller],
                me.player,
                self,
                topic="decoy",
                about=me,
                optional=unseen,
            )
            if minion is None:
                break
            minions.append(minion)
        bluffs: list[Character] = []
        for _ in range(3):
            bluff = yield storyteller.chooses(
                "which character is shown to {0}, the {1}, as not in play?",
                [c for c in queries.on_script(state, "townsfolk", "outsider") if c not in bluffs],
                me.player,
                self,
                topic="bluff",
                about=me,
            )
            bluffs.append(bluff)
        if minions:
            shown = tuple(sorted(minions, key=lambda p: p.seat))
            words = "Your {0:Minion is|Minions are} {0}."
            yield information.tell(state, me.player, words, shown, topic="minions")
        yield information.tell(state, me.player, information.NOT_IN_PLAY, tuple(bluffs), topic="bluffs")

    @at(InfoStep)
    def is_shown(self, me: Ability, state: State, info: InfoStep) -> Steps:
        if info.step == "demoninfo":
            yield information.tell_all(state, living_demons(state), "{0} is {1:the}.", me.player, self, by=me)

    def on_chosen(self, me: Ability, state: State, by: Ability, target: Player) -> Steps:
        if by.player is me.player and by.fake:
            yield information.tell_all(
                state, living_demons(state), "{0}, {1:the}, has chosen {2}.", me.player, self, target, by=me
            )


def living_demons(state: State) -> list[Player]:
    return [p for p in queries.demons(state) if p.alive]
