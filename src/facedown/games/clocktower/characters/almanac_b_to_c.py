"""The almanac of experimental characters, from the Balloonist to the Cult Leader."""

from __future__ import annotations

from typing import ClassVar

from facedown.games.clocktower.character import Minion, Steps, Townsfolk
from facedown.games.clocktower.questions import Act, Everyone, Question, Word
from facedown.games.clocktower.state import EVIL, GOOD, POISONED, Ability, Death, Player
from facedown.games.clocktower.tale import Tale

EATEN = "has this ability"  # the marker beside whom a Cannibal has eaten
TEAMS = ("townsfolk", "outsider", "minion", "demon", "traveller")


class Balloonist(Townsfolk, version="2022"):
    """Each night sees a player of a team not seen yet, until it has seen all; one Outsider more is in play."""

    outsiders = +1

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        seen: list[str] = me.notes.setdefault("seen", [])
        lies, misled = tale.must_lie(me), tale.may_mislead(me)
        in_play = [team for team in TEAMS if tale.of_team(team) or (misled and team != "traveller")]
        unseen = [team for team in in_play if team not in seen]
        if not unseen:
            return
        honest = me.works and not lies and not misled
        rightly = [p for p in tale.here if self._teams(tale, p) & set(unseen)]
        options = list(rightly if honest else tale.here)
        options.sort(key=lambda p: p.traveller)  # whom everybody knows had best be seen last
        shown = yield tale.storyteller.chooses(
            "whom does {0} see?", options, me.player, topic="tell", about=me, truths=rightly
        )
        teams = self._teams(tale, shown)
        if lies:
            marks = [team for team in unseen if team not in teams] or unseen
        elif honest:
            marks = [team for team in unseen if team in teams]
        else:
            marks = unseen
        mark = yield tale.storyteller.chooses(
            "as which team is {0} marked?", map(Word, marks), shown, topic="register", about=me,
            idle=next((Word(team) for team in marks if tale.is_(shown, team)), ...),
        )  # fmt: skip
        seen.append(str(mark))
        me.marks(shown, f"{mark} seen", even_if_impaired=True)
        if mark not in teams and not me.fake:
            tale.misfired.add(me.player.seat)
        yield tale.tell(me.player, "You see {0}.", shown, by=me, report=shown, true=mark in teams)

    def _teams(self, tale: Tale, player: Player) -> set[str]:
        """The teams of which this player may be taken to be."""
        return {team for team in TEAMS if True in tale.may_register(player, team)}


class BalloonistNow(Balloonist, version="current"):
    """Each night sees a player of another team than the night before; an Outsider more may be in play."""

    outsiders = 0

    def fills_bag(self, counts: dict[str, int], tale: Tale) -> Steps:
        more = yield tale.storyteller.chooses(
            "how many Outsiders more come with the Balloonist?", (0, 1), topic="set-up", about=self
        )
        counts["outsider"] += more
        counts["townsfolk"] -= more

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        last: str = me.notes.get("last", "")
        others = [p for p in tale.here if self._teams(tale, p) - {last}]
        shown = yield me.learns("You see {0}.", others, tale.here)
        teams = [Word(team) for team in TEAMS if team in self._teams(tale, shown) and team != last]
        if teams:
            me.notes["last"] = yield tale.storyteller.chooses(
                "as which team is {0} seen?", teams, shown, topic="register", about=me
            )


class Boomdandy(Minion, version="2022"):
    """When it is executed, all but three players die; then all point, and who is pointed at most dies."""

    even_impaired = ("on_executed",)

    call: ClassVar[str] = "In one minute all point at somebody, or at nobody."
    seconds: ClassVar[int] = 60

    def on_executed(self, me: Ability, tale: Tale, death: Death) -> None:
        """It works at this moment, or nothing comes of it; from here on it works even in death."""
        if death.player is me.player and not me.works:
            tale.misfires(me)
        elif death.player is me.player:
            me.lasts = True

    def after_execution(self, me: Ability, tale: Tale, death: Death, died: bool) -> Steps:
        if death.player is me.player and me.lasts:
            yield from self._goes_off(me, tale)
            yield from self._all_point(me, tale)
            me.lasts = False

    def _goes_off(self, me: Ability, tale: Tale) -> Steps:
        """Each dies when they are named; the town hears it in the sweep that follows."""
        yield tale.announce("explosion", "The [Boomdandy] goes off: only three will live.")
        survivors: list[Player] = []  # named in vain since the last death: they are not named again before the next
        while len(alive := [p for p in tale.here if tale.counts_as_alive(p)]) > 3:
            mortal = [p for p in alive if p not in survivors and not tale.is_demon(p)]
            target = yield tale.storyteller.chooses("who dies of the [Boomdandy]?", mortal, topic="kill", about=me)
            if target is None:  # there is nobody left to name
                break
            died = yield me.kills(target, announced_later=True)
            survivors = [] if died else [*survivors, target]
        for player in tale.round_from(me.player):
            if player.seen_alive:
                yield tale.announce_life(player)

    def _all_point(self, me: Ability, tale: Tale) -> Steps:
        """Neither a nomination nor a vote: the dead point too, at whom they like."""
        yield tale.announce("pointing", self.call)
        fingers = yield Everyone([self._where_to(player, tale, me) for player in tale.here])
        counts: dict[Player, int] = {}
        for player in tale.here:
            pointed_at = fingers[player.seat]
            if pointed_at is not None:
                counts[pointed_at] = counts.get(pointed_at, 0) + 1
                yield tale.announce("points", "{0} points at {1}.", player, pointed_at, seat=player.seat)
        for player, count in counts.items():
            words = "{0} {0:finger points|fingers point} at {1}."
            yield tale.announce("fingers", words, count, player, seat=player.seat)
        most = [p for p in counts if counts[p] == max(counts.values())]
        if len(most) == 1:
            yield me.kills(most[0])

    def _where_to(self, player: Player, tale: Tale, me: Ability) -> Question:
        return Question(
            [player.seat], "At whom do you point?", [*tale.here, None], topic="point", about=me, public=True,
            seconds=self.seconds, revisable=True,
        )  # fmt: skip


class BoomdandyNow(Boomdandy, version="current"):
    """When it is executed, all but three die; after a count of ten all point, and who is pointed at most dies."""

    call = "The storyteller counts from ten to one; then all point at somebody, or at nobody."
    seconds = 10


class BountyHunter(Townsfolk):
    """At first learns an evil player, and another whenever that one has died; one Townsfolk is evil."""

    changes_sides = True

    def set_up(self, me: Ability, tale: Tale) -> Steps:
        townsfolk = tale.of_team("townsfolk")
        if any(p.evil for p in townsfolk):  # laid out so
            return
        turncoat = yield tale.storyteller.chooses(
            "which Townsfolk is evil (for the Bounty Hunter)?", townsfolk, topic="turncoat", about=me,
            optional=tale.may_mislead(me),
        )  # fmt: skip
        if turncoat is not None:
            yield tale.turns(turncoat, EVIL, silently=True)  # they learn it with their token

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        client: Player | None = me.notes.get("client")
        if me.first_night or any(death.player is client for death in tale.deaths[me.notes.get("deaths", 0) :]):
            yield from self._learns_another(me, tale, client)

    def _learns_another(self, me: Ability, tale: Tale, last: Player | None) -> Steps:
        me.notes["client"] = None
        evil = [p for p in tale.who_may_be("evil") if p is not last]
        if not evil and me.works and not tale.may_mislead(me):
            return
        client = yield me.learns("{0} is evil.", evil, [p for p in tale.here if p is not last])
        me.unmark("client")
        me.marks(client, "client", even_if_impaired=True)
        me.notes["client"], me.notes["deaths"] = client, len(tale.deaths)  # those from here on count


class Cannibal(Townsfolk):
    """Has the ability of whoever died last by execution, without being told; poisoned while that one was evil."""

    even_impaired = ("after_execution",)

    def after_execution(self, me: Ability, tale: Tale, death: Death, died: bool) -> Steps:
        if not died:
            return
        eaten = death.player
        upset = self._settles(me, tale)
        for old in [a for a in me.player.abilities if a.by is me]:
            yield tale.take_ability(old)
        me.unmark(EATEN)
        evil = yield tale.registers(eaten, "evil", to=me)
        if me.gone:  # it has become somebody else in this execution
            return
        given = None
        if me.works and not evil:
            given = yield tale.gains(me.player, eaten.character, by=me)
            given.secret = True
        elif me.works:
            given = tale.give_ability(me.player, eaten.character, by=me, secret=True)
            upset = True
        if given is not None:
            me.marks(eaten, EATEN, even_if_impaired=True)
        if evil and upset:
            tale.mark(me.player, POISONED, about=me)
        if not me.works:
            yield from self._believes_in_another(me, tale, given, eaten)
        elif not eaten.character.knows_token:  # as they believed in something, so may the Cannibal
            yield from self._believes_in_another(me, tale, None, eaten, optional=True)

    def lost(self, me: Ability, tale: Tale) -> None:
        self._settles(me, tale)

    def _settles(self, me: Ability, tale: Tale) -> bool:
        """It is no longer poisoned by what it has eaten.  Gives whether it was."""
        upset = any(m.about is me for m in tale.markers)
        tale.remove_markers(lambda m: m.about is me)
        return upset

    def _believes_in_another(
        self, me: Ability, tale: Tale, given: Ability | None, eaten: Player, optional: bool = False
    ) -> Steps:
        """Best of all in a character that the executed player has claimed to be."""
        claimed = [id for seat, id in tale.claims if seat == eaten.seat]
        good = sorted(tale.on_script("townsfolk", "outsider"), key=lambda c: c.id not in claimed)
        character = yield tale.storyteller.chooses(
            "whose ability does {0} seem to have?", [c for c in good if c.can_be_lent], me.player,
            topic="shown", about=me, optional=optional,
        )  # fmt: skip
        if character is not None:
            tale.give_ability(me.player, character, by=me, fake=True, secret=True, pretence_of=given)


class Choirboy(Townsfolk):
    """When the Demon kills the King, learns who the Demon is; the King is in play."""

    brings = "king"
    even_impaired = ("on_death",)

    def on_death(self, me: Ability, tale: Tale, death: Death) -> None:
        if tale.is_really(death.player, "king") and death.by_demon:
            me.notes["hears"] = True

    def other_nights(self, me: Ability, tale: Tale) -> Steps:
        if me.notes.pop("hears", False):
            former = set(tale.demons).difference(tale.demons_now)
            truths = [p for p in tale.who_may_be("demon") if p not in former]
            yield me.learns("{0} is the Demon.", truths, tale.here)
            me.notes["heard"] = True
        elif "heard" not in me.notes and (not me.works or tale.may_mislead(me)):
            yield from self._may_be_woken_for_nothing(me, tale)

    def _may_be_woken_for_nothing(self, me: Ability, tale: Tale) -> Steps:
        shown = yield tale.storyteller.chooses(
            "whom is {0} shown, as if the Demon had killed the King?", tale.here, me.player,
            topic="false", about=me, optional=True,
        )  # fmt: skip
        if shown is not None:
            me.notes["heard"] = True
            yield tale.tell(me.player, "{0} is the Demon.", shown, by=me, report=shown, true=tale.is_demon(shown))


class CultLeader(Townsfolk):
    """Each night takes the side of a living neighbour; its side wins when all good players join the cult by day."""

    declares = "ask all to join your cult"
    declares_again = "refused"

    def each_night(self, me: Ability, tale: Tale) -> Steps:
        neighbours = tale.living_neighbours(me.player)
        sides = [tale.may_register(p, "evil") for p in neighbours]
        same = not me.works or (len(set(map(frozenset, sides))) == 1 and len(sides[0]) == 1)
        leader = yield tale.storyteller.chooses(
            "whose side does {0} take?", neighbours, me.player, topic="side", about=me,
            idle=neighbours[0] if same and neighbours else ...,  # it is all one which of them
        )  # fmt: skip
        if leader is None:
            return
        if me.works:
            evil = yield tale.registers(leader, "evil", to=me)
            yield tale.turns(me.player, EVIL if evil else GOOD, by=me)
        elif leader.evil != me.player.evil:
            tale.misfires(me)

    def declared(self, me: Ability | None, tale: Tale, by: Player, act: Act) -> Steps:
        """Everybody is asked, whoever asks: neither a vote nor a nomination."""
        joined = []
        for player in tale.round_from(by):
            joins = yield Question(
                [player.seat],
                "Do you join the cult of {0}?",
                (True, False),
                (by,),
                topic="cult",
                about=self,
                public=True,
                idle=player is by,
            )
            if joins:
                joined.append(player)
                yield tale.announce("joins", "{0} joins the cult of {1}.", player, by, seat=player.seat)
        if me is not None and all(p in joined for p in tale.here if p.good):
            yield me.ends(by.alignment, "all who are good have joined the cult")
