"""Trouble Brewing: the first of the base editions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from facedown.games.clocktower import acting, deaths, effects, information, queries, storyteller, victory
from facedown.games.clocktower.changeable_rules import Haunted, IsShielded, WhoDies, at, changes
from facedown.games.clocktower.character import Seen, Tactics
from facedown.games.clocktower.characters import findings
from facedown.games.clocktower.characters.one_of_two import learn_one_of_two
from facedown.games.clocktower.moments import Demon, Minion, Outsider, Role, Townsfolk
from facedown.games.clocktower.public import Place, Tally
from facedown.games.clocktower.questions import Act, Steps
from facedown.games.clocktower.speech.finding import Finding
from facedown.games.clocktower.speech.statements import Report
from facedown.games.clocktower.speech.worlds import Public
from facedown.games.clocktower.state import (
    DAWN,
    DUSK,
    Ability,
    Death,
    Nomination,
    Player,
    State,
    VotesWith,
    other_side,
)

SAFE_FROM_DEMON = "safe from the Demon"  # a marker
ONE_OF_TWO = {"pair role": "{pair:or} is the {role}"}

# -- Townsfolk ---------------------------------------------------------------------------------------------------


class Washerwoman(Townsfolk):
    """On the first night you learn two players and a Townsfolk: one of the two is that Townsfolk."""

    finds = Finding(nights="first", possible=findings.pair_and_role("townsfolk"), words=ONE_OF_TWO)

    def first_night(self, me: Ability, state: State) -> Steps:
        yield from learn_one_of_two(me, state, "townsfolk")


class Librarian(Townsfolk):
    """On the first night you learn two players and an Outsider: one of the two is that Outsider. Or you learn
    that there is none.
    """

    finds = Finding(
        nights="first",
        possible=findings.pair_and_role("outsider"),
        words={**ONE_OF_TWO, "none=yes": "there are no Outsiders"},
    )

    def first_night(self, me: Ability, state: State) -> Steps:
        yield from learn_one_of_two(me, state, "outsider")


class Investigator(Townsfolk):
    """On the first night you learn two players and a Minion: one of the two is that Minion."""

    finds = Finding(nights="first", possible=findings.pair_and_role("minion"), words=ONE_OF_TWO)

    def first_night(self, me: Ability, state: State) -> Steps:
        yield from learn_one_of_two(me, state, "minion")


class Chef(Townsfolk):
    """On the first night you learn a number: how often two evil players sit side by side."""

    finds = Finding(
        findings.pairs_of_evil,
        "count",
        nights="first",
        possible=findings.up_to(3),
        of_all=True,
        words={
            "count=0": "no evil players sit side by side",
            "count=1": "one pair of evil players sits side by side",
            "count": "{count} pairs of evil players sit side by side",
        },
    )

    def first_night(self, me: Ability, state: State) -> Steps:
        circle = queries.here(state)
        truths = queries.by_reading(
            state, "evil", lambda evil: sum({p.seat, circle[i - 1].seat} <= evil for i, p in enumerate(circle))
        )
        # As many as there are, or might be.
        minions = len(queries.of_team(state, "minion")) or max(1, (len(queries.residents(state)) - 4) // 3)
        yield me.learns("{0} {0:pair of neighbours is|pairs of neighbours are} evil.", truths, range(minions + 2))


class Empath(Townsfolk):
    """Each night you learn a number: how many of the living players nearest to you, left and right, are evil."""

    finds = Finding(
        findings.evil_neighbours,
        "count",
        nights="every",
        possible=findings.up_to(2),
        words={
            "count=0": "neither of my living neighbours is evil",
            "count=1": "one of my living neighbours is evil",
            "count=2": "both of my living neighbours are evil",
        },
    )

    def each_night(self, me: Ability, state: State) -> Steps:
        neighbours = {p.seat for p in queries.living_neighbours(state, me.player)}
        truths = queries.by_reading(state, "evil", lambda evil: len(neighbours & evil))
        yield me.learns("{0} of your living neighbours {0:is|are} evil.", truths, range(3))


class FortuneTeller(Townsfolk):
    """Each night you pick two players and learn whether the Demon is among them. One good player always looks
    like the Demon to you.
    """

    finds = Finding(
        findings.one_is_demon,
        "pair",
        nights="every",
        possible=findings.pair_and_truth("yes"),
        words={"pair yes=yes": "{pair:or} is the Demon", "pair yes=no": "neither {pair:nor} is the Demon"},
    )

    def set_up(self, me: Ability, state: State) -> Steps:
        good = [p for p in queries.residents(state) if p.good]
        herring = yield storyteller.chooses(
            "who seems to be the Demon to {0}?", good, me.player, topic="herring", step="demon"
        )
        yield me.marks(herring, "red herring", even_if_impaired=True)

    gained = set_up

    def each_night(self, me: Ability, state: State) -> Steps:
        one = yield me.chooses("the first player", queries.here(state), more=True)
        other = yield me.chooses(
            "the second player", [p for p in queries.here(state) if p is not one], step="second"
        )
        pair = {one.seat, other.seat}
        herring = any(m.player.seat in pair for m in state.markers if m.by is me and m.word == "red herring")
        truths = queries.by_reading(state, "demon", lambda demons: herring or bool(pair & demons))
        yield me.learns("Is {1} or {2} the Demon? {0:Yes}.", truths, (True, False), one, other)


class Undertaker(Townsfolk):
    """Each night but the first, if somebody was executed and died that day, you learn their character."""

    finds = Finding(
        nights="other",
        possible=findings.executed_and_role,
        words={"player role": "{player}, whom we executed, was the {role}"},
    )

    def other_nights(self, me: Ability, state: State) -> Steps:
        for death in state.executed_today:
            if death.of_living and death.player in state.died_today:
                found = queries.characters_of(state, death.player)
                yield me.learns("{1} was {0}.", found, state.script.characters, death.player)

    def odd(self, seen: Seen, place: Place) -> Iterator[str]:
        """Nobody was executed on a day on which nobody was put to the vote, and nobody died."""
        reports = (
            said for said in (*place.said_before, *place.says) if isinstance(said, Report) and said.by == self.id
        )
        for day in (int(said.when[1:]) - 1 for said in reports if said.when.startswith("N")):
            died = any(other.died == f"D{day}" for other in seen.here)
            if not died and not any(one.day == day for one in seen.nominated):
                yield (
                    f"{seen.names[place.seat]} tells who was executed on day {day}, "
                    "but nobody was nominated on that day, and nobody died."
                )


class Monk(Townsfolk):
    """Each night but the first you pick somebody else, whom the Demon cannot harm until morning."""

    picks = "help"
    acts_when_impaired = ("saves",)

    def other_nights(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("another player to keep safe", queries.others(state, me))
        yield me.marks(target, SAFE_FROM_DEMON, until=DAWN)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return queries.by_demon(state, death) and death.player in queries.has_marked(state, me, SAFE_FROM_DEMON)

    @changes(IsShielded)
    def shields(self, me: Ability, state: State, asked: IsShielded, shielded: bool) -> bool:
        safe = asked.player in queries.marked_by(state, me, SAFE_FROM_DEMON)
        return shielded or (safe and asked.by.character.team == "demon")


class Ravenkeeper(Townsfolk):
    """A death by night wakes you: you pick a player and learn their character."""

    acts_when_dead = True

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        if death.player is me.player and death.at_night:
            me.works_in_death = True

    def other_nights(self, me: Ability, state: State) -> Steps:
        if me.player in state.died_tonight:
            yield from self._learns(me, state)

    @at(Haunted)
    def is_haunted(self, me: Ability, state: State, haunted: Haunted) -> Steps:
        yield from self._learns(me, state)

    def _learns(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player whose character you learn", queries.here(state))
        yield me.learns("{1} is {0:the}.", queries.characters_of(state, target), state.script.characters, target)


@dataclass
class NominatedBefore:
    """How often the player had been nominated when the Virgin's ability came to them."""

    times: int = 0


class Virgin(Townsfolk):
    """The first time that anybody nominates you, and it is a Townsfolk, they are executed on the spot."""

    acts_when_impaired = ("on_nomination",)

    def gained(self, me: Ability, state: State) -> None:
        me.notes.of(NominatedBefore).times = me.player.nominated

    def on_nomination(self, me: Ability, state: State, nomination: Nomination) -> Steps:
        if nomination.nominee is not me.player or nomination.by is None:
            return
        if me.player.nominated > me.notes.of(NominatedBefore).times + 1:
            return
        townsfolk = yield information.registers(state, nomination.by, "townsfolk", to=me)
        if townsfolk:
            yield deaths.execute(state, nomination.by, by=me)

    def proven(self, town: Public) -> Iterator[int]:
        """Whoever nominated her first was executed for it, and there was no vote."""
        first: dict[int | None, Tally] = {}
        for one in town.nominated:
            first.setdefault(one.nominee, one)
        for seat, one in first.items():
            if seat is not None and one.by is not None and not one.done and town.died[one.by] == f"D{one.day}":
                yield seat

    def unmoved_by(self, claimed: Sequence[int], nominated: Sequence[Tally]) -> Iterator[Tally]:
        """The first nomination of each, where there was a vote."""
        for seat in claimed:
            first = next((one for one in nominated if one.nominee == seat), None)
            if first is not None and first.done:
                yield first

    def odd(self, seen: Seen, place: Place) -> Iterator[str]:
        """Whoever nominates her first is executed, if that is a Townsfolk."""
        first = next((one for one in seen.nominated if one.nominee == place.seat), None)
        by = next((other for other in seen.here if first is not None and other.seat == first.by), None)
        if first is None or by is None or by.character is not None or by.died == f"D{first.day}":
            return
        name, other = seen.names[place.seat], seen.names[by.seat]
        if place.claims[-1:] == (self.id,):
            yield (
                f"{name} claims to be the {self.name}, and {other}, who was the first to nominate them, lived on: "
                f"{name} is not the {self.name}, or was drunk or poisoned, or {other} is not a Townsfolk."
            )


class Slayer(Townsfolk):
    """Once in the game, by day, you name a player aloud: if that is the Demon, it dies."""

    finds = Finding(findings.survives_a_shot, "chose", words={"chose": "I shoot {chose}"})
    picks = "harm"
    declares = "kill somebody if they are the Demon"
    asks_declarer = "player"

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        if me is None or me.spent or not (by.alive or queries.works(state, me)):
            return
        me.spend()
        demon = queries.is_demon(state, act.player)
        if queries.works(state, me):
            demon = yield information.registers(state, act.player, "demon", to=me)
        if demon:
            yield me.kills(act.player)

    def proven(self, town: Public) -> Iterator[int]:
        """Everybody saw somebody die of their shot."""
        yield from (use.by for use in town.uses if use.character == self.id and use.fell)


class Soldier(Townsfolk):
    """Nothing that the Demon does can harm you."""

    acts_when_impaired = ("saves",)

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        return death.player is me.player and queries.by_demon(state, death)

    @changes(IsShielded)
    def shields(self, me: Ability, state: State, asked: IsShielded, shielded: bool) -> bool:
        return shielded or (asked.player is me.player and asked.by.character.team == "demon")

    def odd(self, seen: Seen, place: Place) -> Iterator[str]:
        """Nothing happens to him by the Demon's hand."""
        if place.died.startswith("N") and place.claims[-1:] == (self.id,):
            yield (
                f"{seen.names[place.seat]} claimed to be the {self.name} and died in night "
                f"{place.died[1:]}: they were not the {self.name}, or were drunk or poisoned, "
                "or it was not the Demon who killed them."
            )


class Mayor(Townsfolk):
    """With three alive and nobody executed that day, your side wins. If you would die at night, another may die
    for you.
    """

    acts_when_impaired = ("day_ends",)
    tactics = Tactics(holds_out_at=3)

    @changes(WhoDies)
    def bounces(self, me: Ability, state: State, asked: WhoDies, victim: Player) -> Steps:
        if asked.death.player is not me.player or not asked.death.at_night:
            return victim
        instead = yield storyteller.chooses(
            "who dies in place of the Mayor?", queries.living(state), topic="redirect", about=me, idle=me.player
        )
        return instead

    def day_ends(self, me: Ability, state: State) -> Steps:
        alive = sum(queries.counts_as_alive(state, p) for p in queries.residents(state))
        if alive == self.tactics.holds_out_at and not state.executed_today:
            yield me.ends(me.player.alignment, "the Mayor was among three who were alive, and nobody was executed")


# -- Outsiders ---------------------------------------------------------------------------------------------------


class Butler(Outsider):
    """Each night you pick a master: tomorrow you should vote only where your master votes."""

    picks = "help"

    def each_night(self, me: Ability, state: State) -> Steps:
        master = yield me.chooses("another player, your master", queries.others(state, me))
        me.notes.of(VotesWith).player = master
        yield me.marks(master, "master", until=DUSK)


class DrunkOutsider(Outsider):
    """You believe that you are a Townsfolk. You are not, and have no ability."""

    id = "drunk"
    thinks_it_is = "townsfolk"
    keeps_shown_out = True
    knows_token = False


class Recluse(Outsider):
    """To others' abilities you may seem evil, a Minion or the Demon, and still do so when dead."""

    registers_as = ("evil", "minion", "demon")
    works_when_dead = True


class Saint(Outsider):
    """If you are executed and die, your side has lost."""

    execution_costs = 1.0
    acts_when_impaired = ("on_death",)

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if death.player is me.player and death.executed and not deaths.dies_in_vain(state, me):
            yield victory.end_game(state, other_side(me.player.alignment), "the Saint was executed")

    def odd(self, seen: Seen, place: Place) -> Iterator[str]:
        """The game ends when the Saint is executed."""
        day = [one for one in seen.nominated if place.died == f"D{one.day}"]
        voted = max(day, key=lambda one: one.tally, default=None)
        if voted is None or voted.nominee != place.seat or seen.over or place.claims[-1:] != (self.id,):
            return
        yield (
            f"{seen.names[place.seat]} claimed to be the {self.name} and was executed, and the game went on: "
            f"they were not the {self.name}, or were drunk or poisoned."
        )


# -- Minions -----------------------------------------------------------------------------------------------------


class Poisoner(Minion):
    """Each night you poison a player, until the next dusk."""

    picks = "harm"

    def each_night(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to poison", queries.here(state))
        yield me.poisons(target, until=DUSK)


class Spy(Minion):
    """Each night you look into the grimoire. To others' abilities you may seem good, a Townsfolk or an
    Outsider, even when dead.
    """

    registers_as = ("good", "townsfolk", "outsider")
    works_when_dead = True

    def each_night(self, me: Ability, state: State) -> Steps:
        yield information.shows_grimoire(state, me)


class ScarletWoman(Minion):
    """If the Demon dies while five or more are alive, you take its place and its character."""

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        demon = queries.demon_of(state, death.player)
        if demon is not None and was_five(state, death) and not any(p.alive for p in queries.demons(state)):
            yield effects.becomes(state, me.player, demon, by=me)


def was_five(state: State, death: Death) -> bool:
    """Whether five or more players, without Travellers, were alive before this death."""
    return sum(p.alive for p in queries.residents(state)) + (not death.player.traveller) >= 5


class Baron(Minion):
    """Two more Outsiders are in play because of you."""

    outsiders = +2


# -- Demon -------------------------------------------------------------------------------------------------------


@dataclass
class Suicide:
    """What the Imp remembers while it dies."""

    passes_itself_on: bool = False


class Imp(Demon):
    """Each night but the first you kill a player. If you kill yourself, a Minion who lives is the Imp from then
    on.
    """

    tactics = Tactics(passes_on=True)
    picks = "harm"

    def other_nights(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to die", queries.here(state))
        if target is not me.player:
            yield me.kills(target)
            return
        notes = me.notes.of(Suicide)
        notes.passes_itself_on = True
        yield me.kills(target)
        notes.passes_itself_on = False

    def on_death(self, me: Ability, state: State, death: Death) -> Steps:
        if death.player is not me.player or not me.notes.of(Suicide).passes_itself_on:
            return
        minions = [p for p in queries.living(state) if True in queries.may_register(state, p, "minion")]
        if any(p.alive for p in queries.demons(state)):
            return
        women = [
            a.player
            for a in acting.working(state, Role.on_death)
            if a.character.id == "scarletwoman" and was_five(state, death)
        ]
        sure = women or any(queries.may_register(state, p, "minion") == {True} for p in minions)
        plain = [p for p in women or minions if queries.is_(state, p, "minion")]
        heir = yield storyteller.chooses(
            "which Minion becomes the Imp?", women or minions, topic="heir", about=me, optional=not sure,
            idle=plain[0] if len(plain) == 1 else None,
        )  # fmt: skip
        if heir is not None:
            yield effects.becomes(state, heir, self)
