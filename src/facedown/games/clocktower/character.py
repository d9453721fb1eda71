"""Characters as tokens: what is printed on one, and what set-up and the day need to know about it.

What a character does, and when, is defined in `moments`: see `Role`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import ClassVar, Literal, NamedTuple, TypeAlias

from facedown.core.errors import FacedownError
from facedown.games.clocktower.public import Place, Tally
from facedown.games.clocktower.roster import FACTS, NO_TOKEN, TEXTS, Fact, Night, Reminders, night_of, reminders_of
from facedown.games.clocktower.speech.finding import NOTHING, Finding
from facedown.games.clocktower.speech.worlds import Public

CLASSES: dict[tuple[str, str], type[Character]] = {}  # by id and version of the rules
VERSIONS = ("", "2022", "current")

Aim: TypeAlias = Literal["help", "harm", "find", "friend", "sure", "accuse"]
"""What a player is chosen for: to help one's own side, to harm the other, to find out about somebody; as a friend,
who is evil as well; to be sure, as somebody whose character is known best; or to be named as one of the team which
is the step of the question."""


class Tactics(NamedTuple):
    """What matters to whoever plays a character or against it, and follows from none of its moments."""

    passes_on: bool = False  # if its player dies by their own choice, another becomes it
    grows_when_left: bool = False  # it has a stronger effect after a night in which it did nothing
    may_seem_dead: bool = False  # whom the town saw die may be it and live
    must_execute: bool = False  # the other side wins on a day without an execution
    hides: bool = False  # its player should claim to be somebody else
    declares_at_once: bool = False  # it declares on its player's first day, or never
    holds_out_at: int = 0  # with this many alive, its side wins if nobody is executed
    is_hunted: bool = False  # the other side wins if one of them says in public who it is
    lets_dead_learn: bool = False  # by its ability the dead may learn something
    lends: bool = False  # an evil player may have a good character's ability by it
    saves: Literal["self", "beside", "anybody"] = "self"  # whom it may, if it keeps anybody from dying by day


class Character:
    """A character, with what is printed on its token.  This class itself does nothing."""

    id: ClassVar[str] = ""
    version: ClassVar[str] = ""  # "2022" or "current" where the two differ; "" if they do not
    brings: ClassVar[str | None] = None  # a character that set-up puts into the bag with this one
    outsiders: ClassVar[int] = 0  # how many Outsiders more (or fewer) set-up asks for; Townsfolk make room
    minions: ClassVar[int] = 0  # the same of Minions
    slot: ClassVar[str | None] = None  # the place in the night where it acts, if it is another's
    acts_when_dead: ClassVar[bool] = False  # is woken when dead as well
    works_when_dead: ClassVar[bool] = False  # its ability still works when it is dead
    registers_as: ClassVar[tuple[str, ...]] = ()  # alignments and teams it may be taken for: ("evil", "minion")
    declares: ClassVar[str | None] = None  # what anybody may claim to do by day as this character: see `declared`
    declared_to: ClassVar[Literal["all", "storyteller", "either"]] = "all"  # who hears it; either as they like
    asks_declarer: ClassVar[str] = ""  # what the declaration names: "player", "text", "" for nothing
    in_bag: ClassVar[bool] = True  # False: its token is drawn and kept out of the bag; see `comes_in`
    fills_team: ClassVar[bool] = False  # all tokens of its team that are drawn are of this character
    declares_again: ClassVar[Literal["counts", "in vain", "refused"]] = "in vain"  # once more on the same day
    verbs: ClassVar[tuple[str, ...]] = ()  # the verbs of what it offers to do
    thinks_it_is: ClassVar[str | None] = None  # a team: its player believes they have a character of that team
    acts_in: ClassVar[str | None] = None  # the place in the night of what its player believes in, if not its own
    keeps_shown_out: ClassVar[bool] = False  # laid out "as" another, it keeps that one out of play
    knows_token: ClassVar[bool] = True  # False: its player is never told that they are it
    claims_when_nominated: ClassVar[bool] = False  # every nominee may claim to be it before the vote
    choice_told_as: ClassVar[str] = ""  # its choice may be told as the use of this character, `use Slayer on Bo`
    picks: ClassVar[Aim] = "find"  # what the choice of a player is for, to whoever has this ability
    picks_at: ClassVar[Mapping[str, Aim]] = {}  # ... at single steps of that choice
    execution_costs: ClassVar[float] = 0.0  # what its side loses by its execution, beside a player; 1.0 is the game
    tactics: ClassVar[Tactics] = Tactics()
    finds: ClassVar[Finding] = NOTHING  # what it finds out, as its player tells it
    makes_others: ClassVar[bool] = False  # by its ability somebody may become another character
    picks_dead: ClassVar[bool] = False  # its choice is for a dead player; the living can be picked, in vain
    states: ClassVar[bool] = False  # the text of its declaration says something of the town that holds or not
    guesses: ClassVar[int] = 0  # how many players' characters its declaration may guess
    counts_misfires: ClassVar[bool] = False  # it matters whether an ability has gone wrong
    several: ClassVar[bool] = False  # there may be more than one of it
    written: Mapping[str, object] = {}  # how a script's file has it; of home-made ones only
    unmodelled: ClassVar[bool] = False  # a home-made character that the storyteller runs by hand
    moments: ClassVar[frozenset[str | type]] = frozenset()  # at which it acts, and the rules that it changes
    # Those of them at which it is called though it fails.
    when_impaired: ClassVar[frozenset[str | type]] = frozenset()
    changes: ClassVar[Mapping[type, str]] = {}  # the rules that it changes, and by which method

    def __init_subclass__(cls, version: str = "", abstract: bool = False, **rest: object) -> None:
        super().__init_subclass__(**rest)
        if abstract:
            return
        if not cls.__dict__.get("id"):
            name = cls.__name__.lower()
            cls.id = name if name in FACTS else next(b.__dict__["id"] for b in cls.__mro__ if b.__dict__.get("id"))
        cls.version = version
        CLASSES[cls.id, version] = cls

    def __repr__(self) -> str:
        return f"<{self.id}>"

    def __reduce__(self) -> tuple[object, ...]:
        return character, (self.id, self.version)

    @property
    def dealt_by_chance(self) -> bool:
        """Whether chance may put its token into the bag."""
        return True

    @property
    def dealt_again(self) -> bool:
        """Whether chance may put a second token of it into the bag."""
        return False

    def reminders(self, rules: str) -> Reminders:
        """The tokens that can be put down beside players for it, by this version of the rules."""
        return reminders_of(self.id, rules)

    @cached_property
    def night(self) -> Night | None:
        """What is done for it at night, by its version of the rules; None: nothing."""
        return night_of(self.id, self.version)

    @property
    def fact(self) -> Fact:
        return FACTS[self.id] if self.id else NO_TOKEN

    @cached_property
    def name(self) -> str:
        return self.fact.name

    @cached_property
    def team(self) -> str:
        return self.fact.team

    @property
    def good(self) -> bool:
        return self.team in ("townsfolk", "outsider")

    @property
    def can_be_lent(self) -> bool:
        """Whether its ability can be given to others; merely believing in another token cannot."""
        return self.knows_token and self.in_bag and not self.unmodelled

    @property
    def has_power_of(self) -> str | None:
        """A team: laid out "as" one of it, it has that one's ability and knows itself."""
        return None

    def odd(self, seen: Seen, place: Place) -> Iterator[str]:
        """Sentences on why what everybody has seen does not fit this player, who claims to be it or tells as it."""
        return iter(())

    def may_be_declared(self, *, nominating: bool) -> bool:
        """Whether what it declares may be declared now, while nominations are open or before."""
        return self.declares is not None

    def may_believe_in(self, token: Character) -> bool:
        """Whether a player who has believed in this token, and becomes this character, may go on in that."""
        return token.team == self.thinks_it_is

    def proven(self, town: Public) -> Iterable[int]:
        """The players of whom what everybody has seen shows that they are it."""
        return ()

    def unmoved_by(self, claimed: Sequence[int], nominated: Sequence[Tally]) -> Iterable[Tally]:
        """The nominations that did not do what they do if the nominee is it, and the nominator Townsfolk."""
        return ()

    def must_vote(self, living: int) -> bool:
        """Whether its player has to vote for every nomination while so many are alive."""
        return False

    @property
    def text(self) -> str:
        """What it does, in a sentence: its class's docstring.

        Raises FacedownError under `python -OO`, which drops docstrings.
        """
        if sys.flags.optimize > 1:
            raise FacedownError("`python -OO` drops the texts of characters; run Python with -O, or with neither")
        return " ".join((type(self).__doc__ or "").split("\n\n")[0].split())


class Seen(NamedTuple):
    """What everybody has seen."""

    here: Sequence[Place]
    nominated: Sequence[Tally]  # all that is over
    over: bool
    names: Sequence[str]
    characters: Mapping[str, Character]  # by id

    def called(self, id: str) -> str:
        return self.characters[id].name.removeprefix("The ") if id in self.characters else id


@cache  # asked for each token whenever a picture of the town is looked at
def character(id: str, version: str = "") -> Character:
    """The object of a character in a version of the rules; "": the newest, where they differ."""
    return _object(next((key for each in (version, "", VERSIONS[-1]) if (key := (id, each)) in CLASSES), (id, "")))


@cache
def _object(key: tuple[str, str]) -> Character:
    return CLASSES[key]() if key in CLASSES else type("Token", (Unmodelled,), {"id": key[0]})()


class Unmodelled(Character, abstract=True):
    """A character without rules here: a token that the storyteller runs by hand when its turn comes."""

    unmodelled = True

    def __init_subclass__(cls, **rest: object) -> None:
        super().__init_subclass__(abstract=True)

    @property
    def text(self) -> str:
        return TEXTS.get(self.id, "")


# How the official tool's files mark what a token says, and where a reminder is laid; some tools write HTML.
MARKED = re.compile(r"(?<![\w*])\*(?=\S)([^*]+)(?<=\S)\*|:reminder:|</?(?:b|i|em|strong|br)\b[^<>]*>")
MOST_REMINDERS = 30  # of one home-made character: every view of the storyteller holds them


class HomeMadeCharacter(Unmodelled):
    """A home-made character of a script; `written` is its entry in the script's file."""

    def __init__(self, fact: Fact, ability: str, written: Mapping[str, object]) -> None:
        self.own_fact, self.ability, self.written = fact, ability, dict(written)
        self.id, self.several = fact.id, self._is_special("bag-duplicate")  # type: ignore[misc]  # of this object, not of its class

    def __reduce__(self) -> tuple[object, ...]:
        return HomeMadeCharacter, (self.own_fact, self.ability, self.written)

    @property
    def fact(self) -> Fact:
        return self.own_fact

    def reminders(self, rules: str) -> Reminders:
        return Reminders(self._words("reminders"), self._words("remindersGlobal"))

    def _words(self, key: str) -> tuple[str, ...]:
        said = self.written.get(key)
        lines = (" ".join(word.split()) for word in said if isinstance(word, str)) if isinstance(said, list) else ()
        return tuple(line for line in lines if line and line.isprintable())[:MOST_REMINDERS]

    @property
    def dealt_by_chance(self) -> bool:
        return not self._is_special("bag-disabled")

    @property
    def dealt_again(self) -> bool:
        return self.several

    def _is_special(self, name: str) -> bool:
        """Whether the file says this of its token, as the official schema has it."""
        special = self.written.get("special")
        said = special if isinstance(special, list) else ()
        return any(isinstance(one, dict) and one.get("name") == name for one in said)

    @property
    def text(self) -> str:
        return self.ability

    def by_night(self, *, first: bool) -> str:
        """The file's instructions for the first or the other nights; "" if there are none."""
        return _unmarked(str(self.written.get("firstNightReminder" if first else "otherNightReminder") or ""))


def _unmarked(text: str) -> str:
    """A text as one line without marks: `Show the *YOU ARE* token. :reminder:`."""
    return " ".join(MARKED.sub(lambda mark: mark[1] or " ", text).split())


@lru_cache(maxsize=1024)
def kind_of(id: str) -> type[Character]:
    """The class of this character, for declarations that are the same in all versions of the rules."""
    kinds = (CLASSES[id, version] for version in VERSIONS if (id, version) in CLASSES)
    return next(kinds, Character)


def aim_of(id: str, step: str) -> Aim:
    """What this character's ability chooses players for; the same in all versions of the rules."""
    kind = kind_of(id)
    return kind.picks_at.get(step, kind.picks)


def modelled(id: str) -> bool:
    """Whether there is a class for this character."""
    return any((id, version) in CLASSES for version in VERSIONS)
