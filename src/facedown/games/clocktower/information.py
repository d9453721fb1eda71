"""Who is asked and who is told: questions to players and to the storyteller, information true and false."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from facedown.games.clocktower.character import Character, Steps, hooks_of
from facedown.games.clocktower.queries import Circle, Ways
from facedown.games.clocktower.questions import GO_ON, Pause, Question
from facedown.games.clocktower.state import DRUNK, POISONED, TRUE_INFO, Ability, News, Player, Told

if TYPE_CHECKING:
    from facedown.games.clocktower.tale import Tale

FEWEST_FOR_INFO = 7  # players, Travellers not counted, from which on evil learn who they are
SECRETLY, SHOWN = "something to choose", "You are shown {0}."  # to players who must not know by which ability


class Storyteller:
    """The one who decides what the cards leave open.  A seat at the table: a person, or a policy."""

    def __init__(self, tale: Tale) -> None:
        self.tale = tale

    @property
    def seat(self) -> int:
        return len(self.tale.players)

    def chooses(
        self,
        what: str,
        options: Iterable[Any],
        *args: Any,
        topic: str = "",
        about: Any = None,
        optional: bool = False,
        truths: Sequence[Any] | None = None,
        idle: Any = ...,
    ) -> Steps:
        """One of `options` (`optional`: or None).  Where there is nothing to choose, nobody is asked.

        `idle` is the answer that leaves all as it is, where that is not None.
        """
        choices = list(options)
        if optional:
            choices.append(None)
        if len(choices) <= 1:
            return self.settles(choices[0] if choices else None)
        answer = yield Question(
            [self.seat], what, choices, args=args, topic=topic, about=about, truths=truths, idle=idle
        )
        return answer

    def settles(self, value: Any) -> Any:
        """Nobody is asked for this; who writes a game down may say it all the same."""
        self.tale.settled.append(value)
        return value

    def decides(self, what: str, *args: Any, topic: str = "", about: Any = None, idle: bool | None = None) -> Steps:
        """Yes or no; `idle`: the one of them that leaves all as it is."""
        leaves = ... if idle is None else idle
        return self.chooses(what, (True, False), *args, topic=topic, about=about, idle=leaves)

    def runs_by_hand(self, me: Ability) -> Steps:
        """A character whose rules nobody has written: the storyteller does what is to be done, then goes on."""
        yield Question(
            [self.seat], "run {0} of {1} by hand, then go on", (GO_ON,), args=(me.character, me.player), about=me
        )

    def words(
        self, what: str, *args: Any, topic: str = "words", about: Any = None, optional: bool = False
    ) -> Steps:
        """Any line of words; `optional`: or nothing, and GO_ON."""
        options = (GO_ON,) if optional else ()
        answer = yield Question([self.seat], what, options, args, free_text=True, topic=topic, about=about)
        return answer


class Telling(Circle):
    """Questions and answers, information and registration."""

    storyteller: Storyteller
    chance: Random
    woke: set[int]  # the seats that woke tonight for their own ability
    misfired: set[int]  # the seats whose ability went wrong since dawn

    def pause(self, what: str, *args: Any, before: tuple[str, ...] = ()) -> Pause | None:
        """By day the town waits here, whether or not the storyteller has something to decide.

        `before`: what comes now; where no character of the script, and no Traveller who is here, minds any of these
        moments, everybody knows that there is nothing to decide, and nobody waits.
        """
        if self.phase != "day":
            return None
        minded = (self.script.hooks, *(hooks_of(p.character) for p in self.here if p.traveller))
        return Pause(what, args) if not before or any(not hooks.isdisjoint(before) for hooks in minded) else None

    def ask_player(
        self, me: Ability, what: str, options: Iterable[Any], optional: bool = False, public: bool = False
    ) -> Steps:
        """Wake somebody (or turn to them, by day) and let them choose.  The impaired are asked as the sober are."""
        choices = list(options)
        if optional:
            choices.append(None)
        if not choices:
            return None
        if self.phase == "night":
            self.woke.add(me.player.seat)
        words = SECRETLY if me.secret else what
        answer = yield Question([me.player.seat], words, choices, topic="choice", about=me, public=public)
        if me.by is not None and len(choices) > 1 and (yield me.by.character.reviews(me.by, self.tale, me, answer)):
            others = [choice for choice in choices if choice is not answer]
            return (yield from self.ask_player(me, what, others, public=public))
        for target in answer if isinstance(answer, tuple) else (answer,):
            if isinstance(target, Player):
                for ability in self.working("on_chosen"):
                    yield ability.character.on_chosen(ability, self.tale, me, target)
        return answer

    def ask(
        self,
        player: Player,
        what: str,
        options: Iterable[Any],
        *args: Any,
        about: Any = None,
        optional: bool = False,
        public: bool = False,
    ) -> Steps:
        """Ask somebody for an ability that is another's: they do not wake by their own."""
        choices = [*options, None] if optional else list(options)
        if not choices:
            return None
        answer = yield Question([player.seat], what, choices, args=args, topic="choice", about=about, public=public)
        return answer

    def must_lie(self, me: Ability) -> bool:
        """Must what this ability tells be false?"""
        if not any(a.character.wrongs(a, self.tale, me) for a in self.working("wrongs")):
            return False
        return not self.is_marked(me.player, TRUE_INFO)

    def may_mislead(self, me: Ability) -> bool:
        """May what this ability tells be false, although it works?"""
        return any(a.character.may_mislead(a, self.tale, me) for a in self.working("may_mislead"))

    def inform(
        self, me: Ability, words: str, truths: Iterable[Any], possible: Iterable[Any], args: tuple[Any, ...]
    ) -> Steps:
        """Tell the player one of `truths`, or one of `possible` where the ability fails.  Gives what was told."""
        true, every = list(truths), list(possible)
        if self.must_lie(me):
            options = [value for value in every if value not in true] or every
        elif self.works(me) and not self.may_mislead(me):
            options = true or every
        else:
            options = every or true
        blanks = ("…",) * (len(options[0]) if options and isinstance(options[0], tuple) else 1)
        said = (*blanks, *args, me.player)
        plainly = true[0] if isinstance(truths, Ways) and true else ...
        value = yield self.storyteller.chooses(
            f"what {{{len(said) - 1}}} is told: {words}", options, *said, topic="tell", about=me, truths=true,
            idle=plainly if options is true else ...,
        )  # fmt: skip
        plain = value if plainly is ... else plainly
        if (value not in true or value != plain) and self._is_counted(me):
            self.misfired.add(me.player.seat)
        parts = value if isinstance(value, tuple) else (value,)
        yield self.tell(me.player, words, *parts, *args, by=me, report=value, true=value in true)
        return value

    def misfires(self, by: Ability, *, in_death: bool = False) -> None:
        """An ability came to nothing or told what is false, through another character."""
        if (by.player.alive or in_death) and self._is_counted(by):
            self.misfired.add(by.player.seat)

    def _is_counted(self, ability: Ability) -> bool:
        """Does it count as going wrong when it does?  One that is only believed in mostly does not."""
        counting = self.working("counts_as_misfiring")
        real = not ability.fake or any(a.character.counts_as_misfiring(a, self.tale, ability) for a in counting)
        return real and not self._is_own_doing(ability)

    def _is_own_doing(self, ability: Ability) -> bool:
        """Does it not work because of what its own player did, and of nothing else?"""
        impairing = [
            m for m in self.markers
            if m.player is ability.player and m.word in (DRUNK, POISONED) and self.holds(m)
        ]  # fmt: skip
        sources = [m.by or m.about for m in impairing]
        own = [source for source in sources if isinstance(source, Ability) and source.player is ability.player]
        return bool(sources) and own == sources and not self.works(ability)

    def may_be_said_falsely(self, me: Ability) -> Steps:
        """The storyteller has answered in words for an ability that does not work: it went wrong if they lied."""
        if me.works or not self.script.has("mathematician"):
            return
        false = yield self.storyteller.decides("was {0} told what is false?", me.player, topic="lie", idle=False)
        if false:
            self.misfires(me)

    def tell(
        self,
        player: Player,
        words: str,
        *args: Any,
        by: Ability | None = None,
        report: Any = None,
        true: bool = True,
        kind: str = "told",
    ) -> Steps:
        """Tell one player something in private.  It is kept, with what was true of it."""
        if by is not None and by.player is player and self.phase == "night":
            self.woke.add(player.seat)
        if by is not None and by.secret and by.player is player:
            words, args = SHOWN, (args,)
        character = by.character.id if by is not None else ""
        impaired = player.seat in self.state.impaired
        player.told.append(Told(self.night, self.day, character, words, args, report, true, impaired))
        yield News(kind, words, args, to=frozenset((player.seat,)), seat=player.seat)

    def tell_all(self, players: Iterable[Player], words: str, *args: Any, by: Ability | None = None) -> Steps:
        """Wake several together and tell all of them the same."""
        together = list(players)
        if by is not None and by.player in together and self.phase == "night":
            self.woke.add(by.player.seat)
        for player in together:
            character = by.character.id if by is not None else ""
            impaired = player.seat in self.state.impaired
            player.told.append(Told(self.night, self.day, character, words, args, None, True, impaired))
        if together:
            yield News("told", words, args, to=frozenset(p.seat for p in together))

    def shows_grimoire(self, me: Ability) -> Steps:
        """Let a player see who is what, and on which side; where the ability fails, the tokens lie at random."""
        hiding = self.working("hides_grimoire")
        me.notes["grimoire hidden"] = any(a.character.hides_grimoire(a, self.tale, me) for a in hiding)
        if me.notes["grimoire hidden"]:
            return
        seen = [p for p in self.here if not self._is_hidden(p, me)]
        tokens = {p.seat: (p.character, p.shown, p.alignment, self._marks_on(p)) for p in seen}
        true = self.works(me) and not self.must_lie(me)
        if not true:
            self.misfires(me)
            own = tokens.get(me.player.seat)
            moved = [p.seat for p in seen if not self._is_known_to(p, me)]
            dealt = [tokens[seat] for seat in moved]
            self.chance.shuffle(dealt)
            tokens.update(zip(moved, dealt, strict=True))
            if own is not None:
                tokens[me.player.seat] = (*own[:3], ())
        words: list[str] = []
        args: list[Any] = []
        for player in seen:
            character, shown, side, marks = tokens[player.seat]
            at = len(args)
            args += [player, character, shown, side]
            belief = f" (and believes to be {{{at + 2}}})" if shown is not None else ""
            words.append(", ".join((f"{{{at}}} is {{{at + 1}}}{belief}", f"{{{at + 3}}}", *marks)))
        report = tuple((player, tokens[player.seat][0]) for player in seen)
        yield self.tell(
            me.player, f"You see the grimoire: {'; '.join(words)}.", *args, by=me, report=report, true=true
        )

    def _marks_on(self, player: Player) -> tuple[str, ...]:
        """The markers beside a player, each word once."""
        return tuple(dict.fromkeys(marker.word for marker in self.markers if marker.player is player))

    def _is_known_to(self, player: Player, me: Ability) -> bool:
        """Would this evil player notice it if the token before `player` were another?"""
        met = all(p.character.team in ("minion", "demon") for p in (player, me.player))
        return player is me.player or player.traveller or (met and len(self.residents) >= FEWEST_FOR_INFO)

    def _is_hidden(self, player: Player, to: Ability) -> bool:
        return any(a.character.hides_token(a, self.tale, to, player) for a in self.working("hides_token"))

    def announce(self, kind: str, words: str, *args: Any, seat: int | None = None) -> Steps:
        """Say something to everybody."""
        yield News(kind, words, args, seat=seat)

    def registers(self, player: Player, reading: str, to: Ability | None = None) -> Steps:
        """Does this check find `player` to be `reading`?  Where it can go either way, the storyteller says."""
        ways = self.may_register(player, reading)
        for ability in self.working("reads"):
            ways = ability.character.reads(ability, self.tale, player, reading, to, ways)
        if len(ways) == 1:
            return self.storyteller.settles(next(iter(ways)))
        answer = yield self.storyteller.decides(
            "does {0} register as {1}?",
            player,
            reading,
            topic="register",
            about=to,
            idle=self.is_(player, reading),
        )
        if to is not None and answer != self.is_(player, reading):
            self.misfires(to)
        return answer

    def registering_character(self, player: Player, to: Ability | None = None) -> Steps:
        """As which character is this player seen by this check?"""
        options: list[Character] = self.characters_of(player)
        answer = yield self.storyteller.chooses(
            "as which character does {0} register?", options, player, topic="register", about=to
        )
        return answer
