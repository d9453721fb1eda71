"""What lies on the table: players, their abilities, the markers beside them, what was nominated and told.

All of it is plain data that can be copied whole.  `queries` answers questions about it; `effects`, `deaths` and
`victory` change it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, NamedTuple, TypeAlias, TypedDict, TypeVar, Unpack, cast

import msgspec

from facedown.games.clocktower.character import Character
from facedown.games.clocktower.public import Tally, Use
from facedown.games.clocktower.questions import Cover, Question, Telling
from facedown.games.clocktower.script import Script
from facedown.games.clocktower.speech.statements import Spoken
from facedown.games.clocktower.view_cache import ViewCache

Alignment: TypeAlias = Literal["good", "evil"]
Counting: TypeAlias = Literal["execution", "exile", "poll"]  # what hands are counted for
Phase: TypeAlias = Literal["set-up", "night", "day", "over"]
# By seat: a token laid out, what its player believes in, and a side, where those are said.
Laid: TypeAlias = "Mapping[int, tuple[Character, Character | None, Alignment | None]]"
# Tokens that chance deals to those who have none, and what their players believe in, where that is said.
Unseated: TypeAlias = "tuple[tuple[Character, Character | None], ...]"


class GivenTokens(NamedTuple):
    """All tokens that are laid out or in the bag, and for whom."""

    laid: Laid
    unseated: Unseated
    script: Script
    seats: int  # without Travellers
    names: Sequence[str]  # of the seats


GOOD: Alignment = "good"
EVIL: Alignment = "evil"

N = TypeVar("N")  # a kind of note

DRUNK, POISONED, SOBER, NO_ABILITY = "drunk", "poisoned", "sober", "no ability"
KEEPS = "keeps ability"  # though dead
SEEMS_DEAD = "seems dead"
ASLEEP = "does not wake"  # tonight, for their own ability
TWICE = "acts twice"  # tonight
TRUE_INFO = "true information"  # whatever would make it false
# Lists whose members never change and hold no player: all pictures of a game share these members.
SHARED = (
    *("claims", "said", "said_before", "nominated_before", "heard", "uses"),
    *("whispers", "declared", "traveller_list"),
)
# Fields that change with every hand and word, and of which nothing in the grimoire tells.
PASSING = ("asked_so_far", "settled", "done", "floor_open", "nominations", "sweep", "block", "to_beat")
CACHED = (
    *("cached_here", "cached_residents", "cached_minded", "cached_abilities"),
    *("cached_slots", "cached_reacting", "cached_impairment"),
)
LEFT_OUT = frozenset(("script", "chance", "cache", *SHARED, *PASSING))
DUSK, DAWN = "dusk", "dawn"  # when a marker is removed by itself
CARD = "card"  # the topic of what is told by a card of the storyteller's


def other_side(side: Alignment) -> Alignment:
    return EVIL if side == GOOD else GOOD


@dataclass
class SpentInSecret:
    """The dead whose last votes were cast with closed eyes and are collected later."""

    players: list[Player] = field(default_factory=list)


class Notes:
    """What an ability, or the whole game, remembers: a dataclass for each kind of thing.

    last = me.notes.of(LastPick)
    """

    __slots__ = ("_of_kind",)

    def __init__(self) -> None:
        self._of_kind: dict[type, object] = {}

    def of(self, kind: type[N]) -> N:
        """The note of this kind, to be read and written; at first it is blank."""
        note = self._of_kind.get(kind)
        if note is None:
            note = self._of_kind[kind] = kind()
        return cast(N, note)

    def clear(self) -> None:
        """Forget everything."""
        self._of_kind.clear()


class Whisper(NamedTuple):
    """Something said in private; the storyteller's seat is the last."""

    day: int
    by: int
    to: tuple[int, ...]  # one seat, or a group's in their order
    text: Spoken


class Impairment(NamedTuple):
    """The seats of those who are impaired, whose abilities are taken away, and who keep theirs in death."""

    impaired: frozenset[int] = frozenset()
    without: frozenset[int] = frozenset()
    keeping: frozenset[int] = frozenset()


@dataclass(eq=False)
class State:
    """One game of Clocktower.  Only what is being asked at the moment stands elsewhere, in the engine."""

    script: Script
    chance: Random
    players: list[Player]  # by seat
    ring: list[Player]  # as they sit round the table, clockwise: by seat as well, until somebody swaps places
    travellers: int = 0  # how many of the players are
    traveller_list: Sequence[Character] = ()  # which there are to draw from
    options: Mapping[str, Any] = field(default_factory=dict)

    # Set-up.
    bag: list[Character] = field(default_factory=list)  # the tokens that set-up draws
    laid: Laid = field(default_factory=dict)
    given_by_hand: frozenset[int] = frozenset()  # seats whose tokens the storyteller laid out one by one
    unseated: Unseated = ()  # tokens in the bag before it is known who has them
    laid_states: Mapping[int, str] = field(default_factory=dict)  # who begins drunk or poisoned, by seat
    dealing: Question | None = None  # while the storyteller lays out tokens: it asks for the deal
    seed: object = 0
    suggestions: int = 0  # how often tokens have been laid out as suggested, or shuffled
    draws: bool = False  # whether everybody draws their token from the bag
    drawing: bool = False  # the bag has gone round, or does
    aside: list[Character] = field(default_factory=list)  # what was drawn and kept out of the bag
    fabled: list[Ability] = field(default_factory=list)  # abilities that belong to no player, jinxes among them
    bluffs: tuple[Character, ...] = ()

    # The game so far.
    night: int = 0  # 1 is the first
    day: int = 0
    abilities_given: int = 0  # since set-up
    phase: Phase = "set-up"
    unheld: list[Player] = field(default_factory=list)  # characters in play that no player is, outside the circle
    markers: list[Marker] = field(default_factory=list)
    deaths: list[Death] = field(default_factory=list)  # all there have been
    claims: list[tuple[int, str, int]] = field(default_factory=list)  # who said they were what: seat, id, day
    nominated_before: list[Tally] = field(default_factory=list)  # on earlier days
    heard: list[tuple[int, int, int]] = field(default_factory=list)  # before each nomination: said, claims, uses
    uses: list[Use] = field(default_factory=list)
    using: Use | None = None  # until it is seen what comes of it
    said_before: list[tuple[int, int, Spoken]] = field(default_factory=list)  # on earlier days: day, seat, words
    whispers: list[Whisper] = field(default_factory=list)
    notes: Notes = field(default_factory=Notes)  # what belongs to the whole game and to no ability

    # What the storyteller has put down by hand, which changes nothing.
    reminders: list[tuple[Player, str]] = field(default_factory=list)  # words beside players
    written: dict[int | None, str] = field(default_factory=dict)  # notes by seat; None: for the whole game

    # Tonight, or since the last dawn.
    woke: set[int] = field(default_factory=set)  # the seats that woke tonight for their own ability
    misfired: set[int] = field(default_factory=set)  # the seats whose ability went wrong since dawn
    died_tonight: list[Player] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)  # the night's steps that have come, the present one last
    chose_before: dict[int, tuple[int, ...]] = field(default_factory=dict)  # whom each seat chose the night before
    slots_left: Sequence[str] = ()  # the places in the night's order from the present one on

    # Today.
    nominations: list[Nomination] = field(default_factory=list)
    block: Nomination | None = None  # whose nominee is about to be executed
    to_beat: int = 0  # the highest tally of the day so far
    sweep: Sweep | None = None  # while hands are counted
    executed_today: list[Death] = field(default_factory=list)
    died_today: list[Player] = field(default_factory=list)
    day_over: bool = False  # an execution has ended the day
    nominating: bool = False  # whether nominations are open
    floor_open: bool = False  # whether everybody may speak, because nothing is being settled
    skip_nominations: bool = False  # the storyteller has ended the day
    done: set[int] = field(default_factory=set)  # seats that have nothing more to say today
    said: list[tuple[int, Spoken]] = field(default_factory=list)  # what was said aloud today: seats and words
    declared: list[tuple[int, str]] = field(default_factory=list)  # seats and the ids of characters

    # The end.
    winner: Alignment | None = None
    wins: list[tuple[Alignment, str]] | None = None  # that would be at this moment; see `victory.at_once`
    why_over: str = ""
    outsiders_at_set_up: int = 0
    demon_needed: bool = True  # False if there never was a Demon: then none is missed

    # Questions.
    asked_so_far: int = 0  # how many have been put
    settled: list[Any] = field(default_factory=list)  # what the storyteller need not be asked since the last answer
    # By night, whether the storyteller's hand has been on what comes next: see `night` and `engine`.
    asks_covers: bool = False  # whether they are asked to go on at all
    asked_this_turn: bool = (
        False  # whether they were asked since this turn of the night began or its player answered
    )
    in_one_room: bool = False  # whether the storyteller answers for everybody, and shows them what they learn
    shown: Telling | None = None  # what the storyteller was last asked about before it was told
    owed_cover: Cover | None = None  # what they are to be asked before anything is seen of what comes next
    beat: int = 0  # how many of the script's places in tonight's order have come; as many in every such night

    # Results that `queries`, `moments` and `impairment` keep until the state changes.
    cached_here: list[Player] | None = None
    cached_residents: list[Player] | None = None
    cached_minded: frozenset[str | type] | None = None
    cached_abilities: list[Ability] | None = None
    cached_slots: dict[str, list[Ability]] | None = None
    cached_reacting: dict[object, list[Ability]] | None = None  # by moments and rules
    cached_impairment: Impairment | None = None

    cache: ViewCache = field(default_factory=ViewCache)  # what has been made of this course of the game, to be seen

    @property
    def storyteller(self) -> int:
        """The storyteller's seat: the last."""
        return len(self.players)

    @property
    def given(self) -> list[tuple[Character, Character | None, Alignment | None]]:
        """The tokens that were laid out or put into the bag, what is believed in for them, and their side."""
        return [*self.laid.values(), *((token, shown, None) for token, shown in self.unseated)]

    @property
    def over(self) -> bool:
        return self.winner is not None

    def abilities_changed(self) -> None:
        """Note that others may be in the circle, or have other abilities, and that others may work."""
        self.cached_here = self.cached_residents = self.cached_minded = None
        self.cached_reacting = self.cached_abilities = self.cached_slots = self.cached_impairment = None

    def impairment_changed(self) -> None:
        """Note that other abilities may work now; there are the same ones as before."""
        self.cached_impairment = None

    def __getstate__(self) -> dict[str, object]:
        """What a picture copies: nothing that is shared, passing, or can be worked out again."""
        kept = {name: value for name, value in self.__dict__.items() if name not in LEFT_OUT}
        return kept | dict.fromkeys(CACHED)


@dataclass(eq=False, slots=True)
class Player:
    """A player, or the place of a character that no player is.  `seat` counts clockwise from 0."""

    seat: int
    character: Character
    alignment: Alignment = GOOD
    alive: bool = True
    ghost_vote: bool = True  # still theirs when dead
    shown: Character | None = None  # the token they believe in, where it is not their character
    thinks_side: Alignment | None = None  # the side they believe to be on, where they have turned unnoticed
    abilities: list[Ability] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    seen_alive: bool = True  # what the town square shows
    fell: str = ""  # when the town saw them die: "N2" before day 2, "D2" on it; "" while it sees them live
    returned: tuple[tuple[str, str], ...] = ()  # of each return to life that the town saw, the death and when
    was: list[Character] = field(default_factory=list)  # which characters in this game before, the first one first
    made_by: str = ""  # whose ability gave them their character: a character's id, or "" if none did
    survived: int = 0  # executions, as everybody saw: those of the dead among them
    nominated: int = 0  # how often, since they came to life
    seated: bool = True  # False: the place of a character that no player is, outside the circle
    here: bool = True  # False: a Traveller who has not come yet, or has left

    def __repr__(self) -> str:
        return f"<{self.seat}: {self.character.id}>"

    @property
    def evil(self) -> bool:
        return self.alignment == EVIL

    @property
    def good(self) -> bool:
        return self.alignment == GOOD

    @property
    def traveller(self) -> bool:
        return self.character.team == "traveller"

    @property
    def believed(self) -> Character:
        """The character that this player takes for their own."""
        return self.shown or self.character

    @property
    def believed_side(self) -> Alignment:
        """The side that they take for their own."""
        if self.thinks_side is not None:
            return self.thinks_side
        if self.shown is None:
            return self.alignment
        return EVIL if self.shown.team in ("minion", "demon") else GOOD

    def ability(self, character: str) -> Ability | None:
        """This player's ability of that name, real or believed in."""
        return next((ability for ability in self.abilities if ability.character.id == character), None)


class Turn(msgspec.Struct, eq=False):
    """A step of the night: a place in its order, with the ability whose turn it is, if it is one's."""

    step: str
    ability: Ability | None = None
    chosen: list[Any] = []  # what its player has chosen
    spent: bool = False  # what can be done once was done before
    sleeps: bool = False  # its player is not woken


class MarkOptions(TypedDict, total=False):
    """What else may be said of a marker that is put down: see `effects.mark`."""

    times: int
    outlives: bool
    even_if_impaired: bool
    about: object


@dataclass
class VotesWith:
    """Whom an ability's player has chosen, to vote only where they do; they know it whether or not that works."""

    player: Player | None = None


@dataclass
class FreedDeaths:
    """Whose ability has left it to the storyteller who dies, and in which night."""

    night: int = 0
    by: Ability | None = None


@dataclass(eq=False, slots=True)
class Ability:
    """A character's ability in somebody's hands: most have the one of their character, some have more, or another.

    It is the `me` of a character's methods.  What it does it does by requests, which are to be yielded:

        target = yield me.chooses("a player to poison", queries.here(state))
        yield me.poisons(target, until=DUSK)
    """

    player: Player
    character: Character
    fake: bool = False  # only believed in: questions are asked, nothing comes of them
    by: Ability | None = None  # the ability through which this one was gained, which must work for this to work
    secret: bool = False  # its player is not told that they have it
    steady: bool = False  # works though its player is drunk or poisoned, and cannot make them so
    pretence_of: Ability | None = None  # the ability in place of which it is believed in, while that does not work
    place: str | None = None  # the slot in which it acts, if it is not its character's
    since: int = 1  # its first day
    number: int = 0  # of those given since set-up; 0: it was there at set-up
    begun: int = 0  # the night in which it first had its turn; 0: not yet
    gone: bool = False  # it has left play
    spent: bool = False
    chosen: list[Player] = field(default_factory=list)  # in choices of which more is to come
    works_in_death: bool = False  # works on in death, because somebody's ability says so
    notes: Notes = field(default_factory=Notes)

    def __repr__(self) -> str:
        return f"<{self.character.id} of {self.player.seat}>"

    @property
    def slot(self) -> str:
        """The place in the night where it acts."""
        return self.place or self.character.slot or self.character.id

    def spend(self) -> None:
        """Use it up, whether or not it worked."""
        self.spent = True

    # -- what it does, in a character's words ---------------------------------------------------------------------

    def chooses(
        self,
        what: str,
        options: Iterable[object],
        *,
        optional: bool = False,
        public: bool = False,
        step: str = "",
        more: bool = False,
    ) -> Choose:
        """Ask the player to choose one of `options`: players, characters, or (optional) nobody: None.

        `more`: the next choice belongs to this one.  What comes of being chosen comes after all of them, so that
        the player cannot tell from how the second is asked what the first has done.
        """
        return Choose(self, what, tuple(options), optional, public, step, more)

    def learns(self, words: str, truths: Iterable[object], possible: Iterable[object], *args: object) -> Learn:
        """Tell the player one of `truths`; where the ability fails, any of `possible`; under a Vortox, a lie.

        `words` says it to the player: "{0} evil neighbours"; {0} is what was chosen, or its parts, then `args`.
        """
        return Learn(self, words, truths, possible, args)

    def is_told(self, words: str, *args: object, topic: str = "") -> BeTold:
        """Tell the player something that is not information about others: it cannot be false."""
        return BeTold(self, words, args, topic)

    def ends(self, side: Alignment, why: str) -> End:
        """Let a side win."""
        return End(self, side, why)

    def kills(self, player: Player, *, beats_protection: bool = False) -> Kill:
        """Kill a player; returns whether they died."""
        return Kill(self, player, beats_protection)

    def marks(self, player: Player | None, word: str, until: str | None = None, **how: Unpack[MarkOptions]) -> Mark:
        """Put a marker beside a player; `how` is what else `effects.mark` takes.  Returns the marker, or None."""
        return Mark(self, player, word, until, how)

    def poisons(self, player: Player | None, until: str | None = None, **how: Unpack[MarkOptions]) -> Mark:
        return Mark(self, player, POISONED, until, how)

    def makes_drunk(self, player: Player | None, until: str | None = None, **how: Unpack[MarkOptions]) -> Mark:
        return Mark(self, player, DRUNK, until, how)

    def unmark(self, word: str) -> Unmark:
        """Take away all its markers with this word."""
        return Unmark(self, word)


class Choose(NamedTuple):
    """A request: let the player of an ability choose."""

    by: Ability
    what: str
    options: Sequence[object]
    optional: bool = False
    public: bool = False
    step: str = ""  # as of questions.Question
    more: bool = False  # another choice follows, and what comes of being chosen waits for that


class Learn(NamedTuple):
    """A request: let the player of an ability learn something, true or false."""

    by: Ability
    words: str
    truths: Iterable[object]
    possible: Iterable[object]
    args: tuple[object, ...] = ()


class BeTold(NamedTuple):
    """A request: tell the player of an ability what cannot be false."""

    by: Ability
    words: str
    args: tuple[object, ...] = ()
    topic: str = ""  # as of Told


class End(NamedTuple):
    """A request: let a side win, if the ability works."""

    by: Ability
    side: Alignment
    why: str


class Kill(NamedTuple):
    """A request: kill a player, if the ability works."""

    by: Ability
    player: Player
    beats_protection: bool = False


class Mark(NamedTuple):
    """A request: put a marker beside a player, if the ability works."""

    by: Ability
    player: Player | None
    word: str
    until: str | None
    how: MarkOptions


class Unmark(NamedTuple):
    """A request: take the ability's markers with this word away."""

    by: Ability
    word: str


class Marker(msgspec.Struct, eq=False):
    """A reminder beside a player.  It holds while the ability that put it there works."""

    player: Player
    word: str
    by: Ability | None = None  # None: the storyteller's hand; then it always holds
    until: str | None = None
    times: int = 1  # how many dusks or dawns it outlasts, the last of them excluded
    outlives: bool = False  # holds on when its source is dead
    about: object = None

    def __repr__(self) -> str:
        return f"<{self.word} on {self.player.seat} by {self.by}>"


class Nomination(msgspec.Struct, eq=False):
    """One nomination of a day, and how it went.  The nominee may be the storyteller: None."""

    by: Player | None  # None: the storyteller
    nominee: Player | None
    hands: list[Player] = []
    tally: int = 0
    counted: int = 0  # what everybody saw counted, before an ability changed it
    needed: int = 1  # how many votes were enough when they were counted
    done: bool = False
    claims: list[str] = []  # what was declared during it
    decided: bool | None = None  # somebody decided it, whatever the tally
    characters: dict[int, Character] = {}  # who was what when it was made, by seat
    lived: bool = False  # whether the nominee was alive then
    hidden: bool = False  # eyes are closed at its vote: only the storyteller sees hands and tally


class Sweep(msgspec.Struct, eq=False):
    """Hands that are being counted one after the other: see `hands`."""

    kind: Counting
    about: Player | None  # whom it is about: a nominee (None: the storyteller), a Traveller, who asks for the poll
    order: list[Player]  # everybody who may be asked, in the order in which the hands are counted
    nomination: Nomination | None = None
    raised: list[Player] = []
    counted: list[Player] = []
    held: bool = False  # whether the storyteller makes the vote wait
    at_once: bool = False  # whether the remaining hands are counted as they are, without waiting


class Death(msgspec.Struct, eq=False):
    """A death that is about to be, or has been."""

    player: Player
    by: Ability | None = None
    cause: str = "ability"  # or "execution", "exile", "storyteller"
    at_night: bool = False
    nomination: Nomination | None = None
    announced_later: bool = False  # by day the town sees a death at once, unless this says otherwise
    of_living: bool = True  # False: whoever is executed looked dead already

    @property
    def executed(self) -> bool:
        return self.cause == "execution"


class Told(msgspec.Struct):
    """Something that a player was told, and what was true of it."""

    night: int
    day: int
    character: str  # whose ability told it, or ""
    words: str
    args: tuple[object, ...]
    report: object = None  # the value told
    true: bool = True
    impaired: bool = False
    topic: str = ""  # what kind of thing, where it matters to policies: "demon", "minions", "bluffs", "twins", ...
    weakened: tuple[str, int, str] | None = None  # "poisoned" or "drunk", by whom (a seat) and as what (an id)
    grimoire: tuple[SeenToken, ...] = ()  # what they saw of it


class SeenToken(NamedTuple):
    """One player in the grimoire as somebody was shown it, true or not."""

    player: Player
    character: Character
    shown: Character | None  # whom they think they are
    side: Alignment
    marks: tuple[str, ...]  # words of the markers beside them
    alive: bool  # at that moment, even where the rest is false


class News(msgspec.Struct):
    """One thing that happened; `to` are those who are told (None: everybody).  The storyteller hears all."""

    kind: str
    words: str
    args: tuple[object, ...] = ()
    to: frozenset[int] | None = None
    seat: int | None = None
