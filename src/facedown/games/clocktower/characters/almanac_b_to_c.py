"""The almanac of experimental characters, from the Balloonist to the Cult Leader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from facedown.games.clocktower import deaths, effects, hands, information, queries, storyteller
from facedown.games.clocktower.characters import findings
from facedown.games.clocktower.moments import Minion, Townsfolk
from facedown.games.clocktower.questions import Act, Everyone, Question, Steps, Word
from facedown.games.clocktower.rules import Lost, at
from facedown.games.clocktower.speech.finding import Finding
from facedown.games.clocktower.state import EVIL, GOOD, POISONED, Ability, Death, Player, State

EATEN = "has this ability"  # the marker beside whom a Cannibal has eaten
TEAMS = ("townsfolk", "outsider", "minion", "demon", "traveller")


@dataclass
class SeenTeams:
    """The teams of the players whom the Balloonist has seen: all of them, and the last."""

    all: list[str] = field(default_factory=list)
    last: str = ""


class Balloonist(Townsfolk, version="2022"):
    """Each night you are shown a player of a team that you have not seen yet, until you have seen them all. One
    more Outsider is in play.
    """

    outsiders = +1

    def each_night(self, me: Ability, state: State) -> Steps:
        seen = me.notes.of(SeenTeams).all
        lies, misled = information.must_lie(state, me), information.may_mislead(state, me)
        in_play = [team for team in TEAMS if queries.of_team(state, team) or (misled and team != "traveller")]
        unseen = [team for team in in_play if team not in seen]
        if not unseen:
            return
        honest = queries.works(state, me) and not lies and not misled
        rightly = [p for p in queries.here(state) if self._teams(state, p) & set(unseen)]
        options = list(rightly if honest else queries.here(state))
        options.sort(key=lambda p: p.traveller)  # whom everybody knows had best be seen last
        shown = yield storyteller.chooses(
            "whom does {0} see?", options, me.player, topic="tell", about=me, truths=rightly
        )
        teams = self._teams(state, shown)
        if lies:
            marks = [team for team in unseen if team not in teams] or unseen
        elif honest:
            marks = [team for team in unseen if team in teams]
        else:
            marks = unseen
        mark = yield storyteller.chooses(
            "as which team is {0} marked?", map(Word, marks), shown, topic="register", about=me, step="mark",
            idle=next((Word(team) for team in marks if queries.is_(state, shown, team)), ...),
        )  # fmt: skip
        seen.append(str(mark))
        yield me.marks(shown, f"{mark} seen", even_if_impaired=True)
        if mark not in teams and not me.fake:
            state.misfired.add(me.player.seat)
        yield information.tell(state, me.player, "You see {0}.", shown, by=me, report=shown, true=mark in teams)

    def _teams(self, state: State, player: Player) -> set[str]:
        """The teams as which this player may register."""
        return {team for team in TEAMS if True in queries.may_register(state, player, team)}


class BalloonistNow(Balloonist, version="current"):
    """Each night you are shown a player, whose team is never that of the last one shown. One more Outsider may
    be in play.
    """

    outsiders = 0

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps:
        more = yield storyteller.chooses(
            "how many more Outsiders come with the Balloonist?", (0, 1), topic="set-up", about=self
        )
        counts["outsider"] += more
        counts["townsfolk"] -= more

    def each_night(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(SeenTeams)
        last = notes.last
        others = [p for p in queries.here(state) if self._teams(state, p) - {last}]
        shown = yield me.learns("You see {0}.", others, queries.here(state))
        teams = [Word(team) for team in TEAMS if team in self._teams(state, shown) and team != last]
        if teams:
            notes.last = yield storyteller.chooses(
                "as which team is {0} seen?", teams, shown, topic="register", about=me, step="team"
            )


EXPLOSION = "explosion"  # the cause of deaths that nothing can stop once the Boomdandy has gone off


class Boomdandy(Minion, version="2022"):
    """When you are executed, only three players survive it. Then everybody points, and whoever is pointed at
    most dies.
    """

    acts_when_impaired = ("on_executed",)

    call: ClassVar[str] = "In one minute everybody points at somebody, or at nobody."
    seconds: ClassVar[int] = 60

    def on_executed(self, me: Ability, state: State, death: Death) -> None:
        """It must work at this moment; from here on it works even in death."""
        if death.player is me.player and not queries.works(state, me):
            information.misfires(state, me)
        elif death.player is me.player:
            me.works_in_death = True

    def after_execution(self, me: Ability, state: State, death: Death, died: bool) -> Steps:
        if death.player is me.player and me.works_in_death:
            yield from self._goes_off(me, state)
            yield from self._all_point(me, state)
            me.works_in_death = False

    def _goes_off(self, me: Ability, state: State) -> Steps:
        """Players die when they are named; the town hears of it afterwards."""
        yield information.announce("explosion", "The [Boomdandy] goes off: only three will live.")
        survivors: list[Player] = []  # named in vain since the last death: they are not named again before the next
        while len(alive := [p for p in queries.here(state) if queries.counts_as_alive(state, p)]) > 3:
            mortal = [p for p in alive if p not in survivors and not queries.is_demon(state, p)]
            target = yield storyteller.chooses("who dies of the [Boomdandy]?", mortal, topic="kill", about=me)
            if target is None:  # there is nobody left to name
                break
            died = yield deaths.kill(state, target, cause=EXPLOSION, announced_later=True)
            survivors = [] if died else [*survivors, target]
        for player in queries.round_from(state, me.player):
            if player.seen_alive:
                yield deaths.announce_life(state, player)

    def _all_point(self, me: Ability, state: State) -> Steps:
        """Neither a nomination nor a vote: the dead point as well, at anybody they like."""
        yield information.announce("pointing", self.call)
        fingers = yield Everyone([self._where_to(player, state, me) for player in queries.here(state)])
        counts: dict[Player, int] = {}
        for player in queries.here(state):
            pointed_at = fingers[player.seat]
            if pointed_at is not None:
                counts[pointed_at] = counts.get(pointed_at, 0) + 1
                yield information.announce("points", "{0} points at {1}.", player, pointed_at, seat=player.seat)
        for player, count in counts.items():
            words = "{0} {0:finger points|fingers point} at {1}."
            yield information.announce("fingers", words, count, player, seat=player.seat)
        most = [p for p in counts if counts[p] == max(counts.values())]
        if len(most) == 1:
            yield deaths.kill(state, most[0], cause=EXPLOSION)

    def _where_to(self, player: Player, state: State, me: Ability) -> Question:
        return Question(
            [player.seat], "Who do you point at?", [*queries.here(state), None], topic="point", about=me,
            public=True, seconds=self.seconds, revisable=True,
        )  # fmt: skip


class BoomdandyNow(Boomdandy, version="current"):
    """When you are executed, only three survive it. After a count of ten everybody points, and whoever is
    pointed at most dies.
    """

    call = "The storyteller counts down from ten to one; then everybody points at somebody, or at nobody."
    seconds = 10


@dataclass
class Client:
    """Whom the Bounty Hunter has learnt."""

    player: Player | None = None
    deaths: int = 0  # those from this one on count


class BountyHunter(Townsfolk):
    """On the first night you learn one evil player, and another whenever that one dies. One Townsfolk is evil."""

    finds = Finding(findings.is_evil, "player", words={"player": "{player} is evil"})
    changes_sides = True

    def set_up(self, me: Ability, state: State) -> Steps:
        townsfolk = queries.of_team(state, "townsfolk")
        if any(p.evil for p in townsfolk):  # laid out so
            return
        good = {seat for seat, (_, _, side) in state.laid.items() if side == GOOD}  # laid out so
        townsfolk = [p for p in townsfolk if p.seat not in good]
        turncoat = yield storyteller.chooses(
            "which Townsfolk is evil (for the Bounty Hunter)?", townsfolk, topic="turncoat", about=me,
            optional=information.may_mislead(state, me),
        )  # fmt: skip
        if turncoat is not None:
            yield effects.change_side(state, turncoat, EVIL, silently=True)  # they learn it with their token

    def each_night(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(Client)
        client = notes.player
        if queries.is_first_night(state, me) or any(
            death.player is client for death in state.deaths[notes.deaths :]
        ):
            yield from self._learns_another(me, state, client)

    def _learns_another(self, me: Ability, state: State, last: Player | None) -> Steps:
        notes = me.notes.of(Client)
        notes.player = None
        evil = [p for p in queries.who_may_be(state, "evil") if p is not last]
        if not evil and queries.works(state, me) and not information.may_mislead(state, me):
            return
        client = yield me.learns("{0} is evil.", evil, [p for p in queries.here(state) if p is not last])
        yield me.unmark("client")
        yield me.marks(client, "client", even_if_impaired=True)
        notes.player, notes.deaths = client, len(state.deaths)


class Cannibal(Townsfolk):
    """You have the ability of whoever was last executed and died, and do not know it. If they were evil, you
    are poisoned.
    """

    acts_when_impaired = ("after_execution",)

    def after_execution(self, me: Ability, state: State, death: Death, died: bool) -> Steps:
        if not died:
            return
        eaten = death.player
        upset = self._settles(me, state)
        for old in [a for a in me.player.abilities if a.by is me]:
            yield effects.take_ability(state, old)
        yield me.unmark(EATEN)
        evil = yield information.registers(state, eaten, "evil", to=me)
        if me.gone:  # it has become somebody else in this execution
            return
        given = None
        if queries.works(state, me) and not evil:
            given = yield effects.gains(state, me.player, eaten.character, by=me)
            given.secret = True
        elif queries.works(state, me):
            given = effects.give_ability(state, me.player, eaten.character, by=me, secret=True)
            upset = True
        if given is not None:
            yield me.marks(eaten, EATEN, even_if_impaired=True)
        if evil and upset:
            effects.mark(state, me.player, POISONED, about=me)
        if not queries.works(state, me):
            yield from self._believes_in_another(me, state, given, eaten)
        elif not eaten.character.knows_token:  # as they believed in something, so may the Cannibal
            yield from self._believes_in_another(me, state, None, eaten, optional=True)

    @at(Lost)
    def is_lost(self, me: Ability, state: State, lost: Lost) -> None:
        self._settles(me, state)

    def _settles(self, me: Ability, state: State) -> bool:
        """End its poisoning by the player it has eaten; returns whether it was poisoned."""
        upset = any(m.about is me for m in state.markers)
        effects.remove_markers(state, lambda m: m.about is me)
        return upset

    def _believes_in_another(
        self, me: Ability, state: State, given: Ability | None, eaten: Player, optional: bool = False
    ) -> Steps:
        """The characters that the executed player has claimed to be come first."""
        claimed = [id for seat, id in state.claims if seat == eaten.seat]
        good = sorted(queries.on_script(state, "townsfolk", "outsider"), key=lambda c: c.id not in claimed)
        character = yield storyteller.chooses(
            "whose ability does {0} seem to have?", [c for c in good if c.can_be_lent], me.player,
            topic="shown", about=me, optional=optional,
        )  # fmt: skip
        if character is not None:
            effects.give_ability(state, me.player, character, by=me, fake=True, secret=True, pretence_of=given)


@dataclass
class KingsDeath:
    """What the Choirboy remembers."""

    to_be_told: bool = False  # who has killed the King
    told: bool = False


class Choirboy(Townsfolk):
    """If the Demon kills the King, you learn who the Demon is. The King is in play."""

    brings = "king"
    acts_when_impaired = ("on_death",)

    def on_death(self, me: Ability, state: State, death: Death) -> None:
        if queries.is_really(death.player, "king") and queries.by_demon(state, death):
            me.notes.of(KingsDeath).to_be_told = True

    def other_nights(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(KingsDeath)
        if notes.to_be_told:
            notes.to_be_told = False
            former = set(queries.demons(state)).difference(queries.demons_now(state))
            truths = [p for p in queries.who_may_be(state, "demon") if p not in former]
            yield me.learns("{0} is the Demon.", truths, queries.here(state))
            notes.told = True
        elif not notes.told and (not queries.works(state, me) or information.may_mislead(state, me)):
            yield from self._may_be_woken_for_nothing(me, state)

    def _may_be_woken_for_nothing(self, me: Ability, state: State) -> Steps:
        shown = yield storyteller.chooses(
            "whom is {0} shown, as if the Demon had killed the King?", queries.here(state), me.player,
            topic="false", about=me, optional=True,
        )  # fmt: skip
        if shown is not None:
            me.notes.of(KingsDeath).told = True
            yield information.tell(
                state,
                me.player,
                "{0} is the Demon.",
                shown,
                by=me,
                report=shown,
                true=queries.is_demon(state, shown),
            )


class CultLeader(Townsfolk):
    """Each night you join the side of a living neighbour. If all good players join your cult, your side wins."""

    declares = "ask all to join your cult"
    declares_again = "refused"

    def each_night(self, me: Ability, state: State) -> Steps:
        neighbours = queries.living_neighbours(state, me.player)
        leader = yield storyteller.chooses(
            "whose side does {0} take?",
            neighbours if self._matters(me, state, neighbours) else neighbours[:1],
            me.player,
            topic="side",
            about=me,
        )
        if leader is None:
            return
        if queries.works(state, me):
            evil = yield information.registers(state, leader, "evil", to=me)
            yield effects.change_side(state, me.player, EVIL if evil else GOOD, by=me)
        elif leader.evil != me.player.evil:
            information.misfires(state, me)

    def _matters(self, me: Ability, state: State, neighbours: Sequence[Player]) -> bool:
        """Whether anything depends on which of them it is; if the ability fails, only whether that counts does."""
        if queries.works(state, me):
            sides = [queries.may_register(state, p, "evil") for p in neighbours]
            return len(sides) > 1 and (sides[0] != sides[1] or len(sides[0]) > 1)
        return state.script.counts_misfires and len({p.evil for p in neighbours}) > 1

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        """Everybody is asked, even if the player only pretends: neither a vote nor a nomination."""
        joined, order = [], hands.in_order(state, by)
        hands.begin(state, "poll", by, order, raised=[by])
        for player in order:
            question = Question(
                [player.seat], "Do you join the cult of {0}?", (True, False), (by,),
                topic="cult", about=self, public=True, idle=player is by,
            )  # fmt: skip
            if (yield from hands.counted(state, question)):
                joined.append(player)
                yield information.announce("joins", "{0} joins the cult of {1}.", player, by, seat=player.seat)
        state.sweep = None
        if me is not None and all(p in joined for p in queries.here(state) if p.good):
            yield me.ends(by.alignment, "all who are good have joined the cult")
