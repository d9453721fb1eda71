"""The Demons that came after the almanac of 2022.  Rules: `rulebook/later_demons.md`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from facedown.games.clocktower import acting, effects, information, queries, storyteller
from facedown.games.clocktower.changeable_rules import Dawn, ListenedFor, Speech, at
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.moments import Demon, Role
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.state import EVIL, Ability, Player, State

MOST_TIMES = 10  # that a phrase heard in one room is counted


def without_minions(counts: dict[str, int], state: State) -> Steps:
    """Deal good tokens in place of the Minions', and any number of Outsiders."""
    good = sum(counts[team] for team in ("townsfolk", "outsider", "minion"))
    most = min(len(queries.on_script(state, "outsider")), good - 1)
    outsiders: int = yield storyteller.chooses(
        "how many are Outsiders?", range(most + 1), topic="number", step="outsiders"
    )
    counts.update(minion=0, outsider=outsiders, townsfolk=good - outsiders)


def missing_minions(state: State, usual: int) -> int:
    """How many Minions are still to be made; none where they have been laid out, or made before."""
    return max(0, usual - len(queries.of_team(state, "minion")))


def new_minions(state: State) -> list[Character]:
    """The Minions that anybody can be made: those whose token can lie before somebody."""
    return [c for c in queries.not_in_play(state, "minion") if c.in_bag]


def minions_for(state: State, player: Player, demon: Player) -> list[Character]:
    """The Minions that this player can be made."""
    kept_out = [c for c in queries.not_in_play(state, "minion") if isinstance(c, Role) and not c.in_bag]
    return new_minions(state) + [c for c in kept_out if c.may_be_made(state, player, demon)]


class Kazali(Demon):
    """Each night but the first you kill a player. On the first night you choose who are which Minions. Any number
    of Outsiders is in play.
    """

    picks = "harm"
    makes_others = True

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps:
        yield from without_minions(counts, state)

    def first_night(self, me: Ability, state: State) -> Steps:
        if state.night > 1:  # it has come too late
            return
        taken: list[Player] = []
        for _ in range(missing_minions(state, team_counts(len(queries.residents(state)))["minion"])):
            options = [p for p in queries.residents(state) if p is not me.player and p not in taken]
            if not new_minions(state):
                return
            player = yield me.chooses("a player who is your Minion", options, step="minion", more=True)
            minions = minions_for(state, player, me.player)
            character = yield me.chooses("which Minion?", minions, step="character")
            taken.append(player)
            if not me.fake:
                yield effects.becomes(state, player, character, side=EVIL)

    def other_nights(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to die", queries.here(state))
        yield me.kills(target)


class LordOfTyphon(Demon):
    """Each night but the first you kill a player. Evil players sit in one row with you inside it: one Minion more
    than usual, and any number of Outsiders.
    """

    picks = "harm"

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps:
        yield from without_minions(counts, state)

    def first_night(self, me: Ability, state: State) -> Steps:
        if state.night > 1 or me.fake:  # it has come too late, or is only believed in
            return
        number = missing_minions(state, team_counts(len(queries.residents(state)))["minion"] + 1)
        rows = self._rows(me, state, number)
        row: tuple[Player, ...] | None = yield storyteller.chooses(
            "who are the Minions of {0}?", rows, me.player, topic="set-up", step="row"
        )
        for player in row or ():
            minions = new_minions(state)
            character = yield storyteller.chooses(
                "which Minion is {0}?", minions, player, topic="set-up", step="minion"
            )
            if character is not None:
                yield effects.becomes(state, player, character, side=EVIL)

    def _rows(self, me: Ability, state: State, number: int) -> list[tuple[Player, ...]]:
        """The good players who may become Minions: with whoever is evil already they sit in one row."""
        evil = [p for p in queries.residents(state) if p.evil]
        with_all = [row for row in _rows_about(me.player, state, number + len(evil)) if row.issuperset(evil)]
        rows = with_all or _rows_about(me.player, state, number + 1)
        circle = queries.round_from(state, me.player)
        found = (tuple(p for p in circle if p in row and p.good) for row in rows if number)
        return list(dict.fromkeys(found))

    def other_nights(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to die", queries.here(state))
        yield me.kills(target)


class Ojo(Demon):
    """Each night but the first you name a character: whoever has it dies. If nobody has it, the storyteller says
    who dies.
    """

    picks = "harm"

    def other_nights(self, me: Ability, state: State) -> Steps:
        named = yield me.chooses(
            "a character to die", queries.on_script(state, "townsfolk", "outsider", "minion", "demon")
        )
        if me.fake:
            return
        sure = [p for p in queries.here(state) if queries.may_register(state, p, named.id) == {True}]
        perhaps = [p for p in queries.here(state) if len(queries.may_register(state, p, named.id)) == 2]
        alive = [p for p in (*sure, *perhaps) if p.alive]
        target = yield storyteller.chooses(
            "who is meant by {0}?", alive or [*sure, *perhaps], named, topic="kill", step="meant", about=me,
            optional=not sure and bool(perhaps),
        )  # fmt: skip
        if target is None:
            if not queries.works(state, me):
                information.misfires(state, me)
                return
            target = yield storyteller.chooses(
                "who dies of the Ojo, as nobody is {0}?", queries.living(state), named, topic="kill", about=me
            )
        else:
            yield acting.happens(state, Role.on_chosen, me, target)
        if target is not None:
            yield me.kills(target)


def _rows_about(demon: Player, state: State, length: int) -> list[set[Player]]:
    """The rows of so many neighbours, Travellers left out, inside which the Demon sits."""
    circle = [p for p in queries.round_from(state, demon) if not p.traveller]  # the Demon is the last
    return [{*circle[-1 - before :], *circle[: length - 1 - before]} for before in range(1, length - 1)]


@dataclass
class Uttered:
    """How often the Yaggababble has said its phrase and nobody has died of it yet."""

    times: int = 0


class Yaggababble(Demon):
    """You learn a phrase on the first night. Each time that you say it in public, somebody may die before the
    next day breaks.
    """

    acts_when_impaired = ("judged",)

    def set_up(self, me: Ability, state: State) -> Steps:
        me.notes.of(ListenedFor).word = yield storyteller.words(
            "the secret phrase of {0} (two to five words)", me.player, topic="secret word", step="phrase", about=me
        )

    gained = set_up

    def first_night(self, me: Ability, state: State) -> Steps:
        if me.fake:  # who only believes in it has got none at set-up
            yield from self.set_up(me, state)
        yield me.is_told("Your phrase is: {0}.", me.notes.of(ListenedFor).word, topic="phrase")

    @at(Speech, even_if_impaired=True)
    def says_it(self, me: Ability, state: State, speech: Speech) -> None:
        phrase = me.notes.of(ListenedFor).word
        if speech.by is me.player and speech.aloud and phrase:
            said = re.findall(rf"(?<!\w){re.escape(phrase)}(?!\w)", speech.text, re.I)
            me.notes.of(Uttered).times += len(said)

    def judged(self, me: Ability, state: State) -> Steps:
        """Somebody may die of it by day as well."""
        yield from self._deals_out(me, state)

    def other_nights(self, me: Ability, state: State) -> Steps:
        if state.in_one_room and not me.fake:
            me.notes.of(Uttered).times = yield storyteller.chooses(
                "for how many times that {0} has said “{1}” may somebody still die?", range(MOST_TIMES + 1),
                me.player, me.notes.of(ListenedFor).word, topic="number", step="phrase", about=me, idle=0,
            )  # fmt: skip
        yield from self._deals_out(me, state)

    def _deals_out(self, me: Ability, state: State) -> Steps:
        uttered = me.notes.of(Uttered)
        if uttered.times and not queries.works(state, me):
            information.misfires(state, me)
            return
        while uttered.times and not state.over and queries.works(state, me):
            target = yield storyteller.chooses(
                "who dies of the Yaggababble? ({0} more)", queries.living(state), uttered.times, topic="kill",
                about=me, optional=True,
            )  # fmt: skip
            if target is None:
                return
            uttered.times -= 1
            yield me.kills(target)

    @at(Dawn, even_if_impaired=True)
    def forgets(self, me: Ability, state: State, dawn: Dawn) -> None:
        """What is not used by now is lost."""
        me.notes.of(Uttered).times = 0
