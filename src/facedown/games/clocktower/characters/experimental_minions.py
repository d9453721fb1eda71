"""The experimental Minions."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import ClassVar

from facedown.games.clocktower import deaths, effects, information, queries, storyteller
from facedown.games.clocktower.changeable_rules import ListenedFor, Speech, at
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.moments import Minion
from facedown.games.clocktower.night import hidden
from facedown.games.clocktower.questions import Act, Everyone, Question, Steps, Word
from facedown.games.clocktower.setup import changes_numbers
from facedown.games.clocktower.state import EVIL, POISONED, Ability, Death, GivenTokens, Player, State, other_side

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
class Feared:
    """Whom the Fearmonger chose last."""

    player: Player | None = None


class Fearmonger(Minion):
    """Each night you pick a player. If you nominate them and they are executed, their side loses."""

    picks = "harm"
    acts_when_impaired = ("on_executed",)

    def each_night(self, me: Ability, state: State) -> Steps:
        target = yield me.chooses("a player to fear you", queries.here(state))
        yield me.unmark("fear")
        yield me.marks(target, "fear", even_if_impaired=True)
        feared = me.notes.of(Feared)
        if target is not feared.player and not me.fake:
            yield information.announce("fear", "The [Fearmonger] has chosen a new player.")
        feared.player = target

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps:
        nomination = death.nomination
        feared = death.player in queries.has_marked(state, me, "fear")
        if not feared or nomination is None or nomination.nominee is not death.player:
            return  # somebody else was nominated, in whose place they are executed
        if nomination.by is me.player:
            yield me.ends(other_side(death.player.alignment), "the Fearmonger had the feared player executed")


class Goblin(Minion):
    """If you say when nominated that you are the Goblin, and are executed that day, your side wins."""

    acts_when_impaired = ("on_executed",)
    claims_when_nominated = True

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps:
        claimed = any(n.nominee is me.player and self.id in n.claims for n in state.nominations)
        if death.player is me.player and claimed:
            yield me.ends(me.player.alignment, "the Goblin was executed, as it said it would be")


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


def _beside(seat: int, seats: int) -> tuple[int, int]:
    """The seats on both sides, not counting Travellers."""
    return (seat + 1) % seats, (seat - 1) % seats


def _swap(dealt: dict[int, Character], one: int, other: int) -> None:
    dealt[one], dealt[other] = dealt[other], dealt[one]


class Marionette(Minion):
    """You believe that you are good, and are a Minion beside the Demon, who knows you."""

    in_bag = False
    thinks_it_is = "townsfolk"
    keeps_shown_out = True
    knows_token = False

    def may_believe_in(self, token: Character) -> bool:
        return token.good

    def why_impossible(self, out: GivenTokens, seat: int | None, shown: Character | None) -> str:
        """It sits beside the Demon, or beside a Minion if no player is the Demon; of several, one does."""
        all_of_them = [at for at, (token, _, _) in out.laid.items() if token is self and at < out.seats]
        if seat not in all_of_them[:1] or any(self._may_sit(at, out) for at in all_of_them):
            return ""
        one, other = (out.names[neighbour] for neighbour in _beside(all_of_them[0], out.seats))
        return f"{out.names[all_of_them[0]]}, the {self.name}, sits beside the Demon: {one} or {other} must be it"

    def _may_sit(self, seat: int, out: GivenTokens) -> bool:
        """Whether the Demon is beside this seat, or may be drawn there."""
        demons = [token for token, _, _ in out.laid.values() if token.team == "demon"]
        possible = demons or [token for token in out.script.characters if token.team == "demon"]
        chiefs = ("demon",) if any(token.in_bag for token in possible) else ("demon", "minion")
        beside = [out.laid[other][0] if other in out.laid else None for other in _beside(seat, out.seats)]
        may_be_drawn = None in beside and all(token.fills_team or not token.in_bag for token in demons)
        return may_be_drawn or any(token is not None and token.team in chiefs for token in beside)

    def may_be_drawn(self, state: State) -> bool:
        """Somebody beside a possible seat of the Demon has to draw a token."""
        seats = range(len(state.players) - state.travellers)
        nobody_is_demon = any(token.team == "demon" for token in state.aside)
        laid = {seat: state.laid[seat][0] for seat in seats if seat in state.laid}
        chiefs = [seat for seat, token in laid.items() if token.team == ("minion" if nobody_is_demon else "demon")]
        free = [seat for seat in seats if seat not in laid]
        beside = chiefs if chiefs and not nobody_is_demon else [*chiefs, *free]
        return any(other in beside for seat in free for other in _beside(seat, len(seats)))

    def takes_its_place(self, state: State, dealt: dict[int, Character]) -> None:
        free = [seat for seat in dealt if seat not in state.laid]
        for seat, token in list(dealt.items()):
            if token is self:
                self._brings_the_demon(state, dealt, free, seat)
        if self in state.aside and not self._is_anybody(state):
            self._brings_somebody_good(state, dealt, free)

    def _is_anybody(self, state: State) -> bool:
        """Whether it is laid out without a seat, so that anybody may be it, with any token."""
        laid = state.laid.get(state.storyteller)
        return laid is not None and laid[0] is self

    def _brings_the_demon(self, state: State, dealt: dict[int, Character], free: list[int], seat: int) -> None:
        """Move a drawn Demon beside this seat, where it is laid out."""
        beside, chiefs = _beside(seat, len(dealt)), self._chiefs(dealt)
        places = [place for place in beside if place in free]
        drawn = [place for place in chiefs if place in free]
        if places and drawn and not any(place in beside for place in chiefs):
            _swap(dealt, state.chance.choice(places), drawn[0])

    def _brings_somebody_good(self, state: State, dealt: dict[int, Character], free: list[int]) -> None:
        """Move a good drawn token beside the Demon, so that its player can be the Marionette."""
        chiefs = self._chiefs(dealt)
        drawn = [seat for seat in chiefs if seat in free]
        places = [*chiefs, *(free if drawn else ())]
        pairs = [(chief, seat) for chief in places for seat in _beside(chief, len(dealt)) if seat in free]
        if not pairs or any(chief in chiefs and dealt[seat].good for chief, seat in pairs):
            return
        chief, seat = state.chance.choice(pairs)
        if chief not in chiefs:
            _swap(dealt, chief, drawn[0])
        good = [other for other in free if other not in (chief, seat) and dealt[other].good]
        if good and not dealt[seat].good:
            _swap(dealt, seat, good[0])

    def _chiefs(self, dealt: dict[int, Character]) -> list[int]:
        """The seats of the Demon, or of the Minions if no player is the Demon."""
        demons = [seat for seat, token in dealt.items() if token.team == "demon"]
        return demons or [s for s, token in dealt.items() if token.team == "minion" and token is not self]

    def may_be_made(self, state: State, player: Player, demon: Player) -> bool:
        return player in queries.neighbours(state, demon, lambda p: not p.traveller)

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
        if not self._is_anybody(state):
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
        if not self._is_anybody(state):
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


THROWS = ROCK, PAPER, SCISSORS = Word("rock"), Word("paper"), Word("scissors")

BEATS = {ROCK: SCISSORS, SCISSORS: PAPER, PAPER: ROCK}


@dataclass
class Throw:
    """What came of the Psychopath's game."""

    saved: bool = False  # from the execution


class Psychopath(Minion, version="2022"):
    """Once a day you name a player, who dies. When executed, you die only on losing at rock, paper, scissors."""

    declares = "kill somebody"
    asks_declarer = "player"

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps:
        if me is not None:
            yield me.kills(act.player)

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps:
        if death.player is not me.player or not me.player.alive:
            return
        by = death.nomination.by if death.nomination is not None else None
        if by is None or by is me.player:
            by = yield storyteller.chooses(
                "who plays against {0}?", queries.others(state, me), me.player, topic="play"
            )
        players = (me.player, by)
        throws = yield Everyone(
            [Question([p.seat], "Rock, paper or scissors?", THROWS, topic="throw", public=True) for p in players]
        )
        mine, theirs = throws[me.player.seat], throws[by.seat]
        yield information.announce("throws", "{0} throws {1}, {2} throws {3}.", me.player, mine, by, theirs)
        me.notes.of(Throw).saved = BEATS[theirs] != mine

    def saves(self, me: Ability, state: State, death: Death) -> bool:
        if death.player is not me.player or not death.executed:
            return False
        throw = me.notes.of(Throw)
        saved, throw.saved = throw.saved, False
        return saved


class PsychopathNow(Psychopath, version="current"):
    """Once a day, before nominations, you kill a player in public. If you are executed, rock, paper, scissors
    decides whether you die.
    """

    def may_be_declared(self, *, nominating: bool) -> bool:
        return not nominating


@dataclass
class WidowsNight:
    """What the Widow remembers."""

    poisoned_herself: bool | None = None  # None: she has not chosen yet
    known_to: Player | None = None


class Widow(Minion):
    """On your first night you look into the grimoire and poison a player for good. Somebody good is told of
    you, but not who you are.
    """

    picks = "harm"

    def first_night(self, me: Ability, state: State) -> Steps:
        yield information.shows_grimoire(state, me)
        target = yield me.chooses("a player to poison", queries.here(state))
        yield me.unmark(POISONED)
        yield me.poisons(target, even_if_impaired=True)
        me.notes.of(WidowsNight).poisoned_herself = target is me.player
        yield from self._somebody_learns(me, state)

    def on_change(self, me: Ability, state: State, player: Player) -> Steps:
        """If the player who knows turns evil, another good player learns it."""
        if player is me.notes.of(WidowsNight).known_to:
            yield from self._somebody_learns(me, state)

    def through_night(self, me: Ability, state: State) -> Steps:
        """If nobody could learn it because the Widow was impaired, somebody does as soon as possible."""
        if me.notes.of(WidowsNight).poisoned_herself is not None:
            yield from self._somebody_learns(me, state)

    def _somebody_learns(self, me: Ability, state: State) -> Steps:
        notes = me.notes.of(WidowsNight)
        known = notes.known_to
        if not queries.works(state, me) or notes.poisoned_herself or (known is not None and known.good):
            return
        good = [p for p in queries.here(state) if p.good and information.knows_token(state, p)]
        known = yield storyteller.chooses(
            "which good player learns that the [Widow] is in play?", good, topic="tell", about=me
        )
        if known is not None:
            notes.known_to = known
            yield information.tell(state, known, "The [Widow] is in play.", by=me)
