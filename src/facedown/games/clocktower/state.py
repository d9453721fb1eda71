"""What lies on the table: players, their abilities, the markers beside them, what was nominated and told.

All of it is plain data that can be copied whole; what happens to it stands in `tale.py` and in the characters.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from facedown.games.clocktower.character import Character
    from facedown.games.clocktower.tale import Tale

Alignment: TypeAlias = Literal["good", "evil"]
GOOD: Alignment = "good"
EVIL: Alignment = "evil"

DRUNK, POISONED, SOBER, NO_ABILITY = "drunk", "poisoned", "sober", "no ability"
KEEPS = "keeps ability"  # though dead
SEEMS_DEAD = "seems dead"
ASLEEP = "does not wake"  # tonight, for their own ability
TWICE = "acts twice"  # tonight
TRUE_INFO = "true information"  # whatever would make it false
DUSK, DAWN = "dusk", "dawn"  # when a marker goes of itself


def other_side(side: Alignment) -> Alignment:
    return EVIL if side == GOOD else GOOD


@dataclass(eq=False, slots=True)
class Player:
    """Somebody in the circle.  `seat` counts clockwise from 0."""

    tale: Tale
    seat: int
    character: Character
    alignment: Alignment = GOOD
    alive: bool = True
    ghost_vote: bool = True  # still theirs when dead
    shown: Character | None = None  # the token they believe in, where it is not their character
    abilities: list[Ability] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)
    seen_alive: bool = True  # what the town square shows
    fell: str = ""  # when the town saw them die: "N2" before day 2, "D2" on it; "" while it sees them live
    made_by: str = ""  # whose ability gave them their character: a character's id, or "" where none did
    survived: int = 0  # executions, as everybody saw: those of the dead among them
    nominated: int = 0  # how often, since they came to life
    here: bool = True  # False: a Traveller who has not come yet, or has left

    def __repr__(self) -> str:
        return f"<{self.seat}: {self.character.id}>"

    @property
    def seated(self) -> bool:
        """Is this somebody in the circle, and not the place of a character that no player is?"""
        return self.seat < len(self.tale.players)

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
        if self.shown is None:
            return self.alignment
        return EVIL if self.shown.team in ("minion", "demon") else GOOD

    @property
    def impaired(self) -> bool:
        """Drunk or poisoned, for whatever reason."""
        return self.tale.impaired(self)

    def ability(self, character: str) -> Ability | None:
        """This player's ability of that name, real or believed in."""
        return next((ability for ability in self.abilities if ability.character.id == character), None)


@dataclass(eq=False, slots=True)
class Ability:
    """A character's ability in somebody's hands: most have the one of their character, some have more, or another.

    It is the `me` of a character's methods.
    """

    tale: Tale
    player: Player
    character: Character
    fake: bool = False  # only believed in: questions are asked, nothing comes of them
    by: Ability | None = None  # the ability through which this one was gained, which must work for this to work
    secret: bool = False  # its player is not told that they have it
    pretence_of: Ability | None = None  # the ability in place of which it is believed in, while that does not work
    place: str | None = None  # the slot in which it acts, if it is not its character's
    since: int = 1  # its first day
    begun: int = 0  # the night in which it first had its turn; 0: not yet
    gone: bool = False  # it has left play
    spent: bool = False
    lasts: bool = False  # works on in death, because somebody's ability says so
    notes: dict[str, Any] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<{self.character.id} of {self.player.seat}>"

    @property
    def works(self) -> bool:
        """Is its player alive (or is it an ability that outlives them), sober, healthy and really in possession?"""
        return self.tale.works(self)

    @property
    def slot(self) -> str:
        """The place in the night where it acts."""
        return self.place or self.character.slot or self.character.id

    @property
    def first_night(self) -> bool:
        """Is this the ability's own first night?  It may have come into play late."""
        return self.begun == self.tale.night

    # -- what abilities do, in a character's words: each gives what is to be yielded -----------------------------

    def spend(self) -> None:
        """It is used up, whether or not it worked."""
        self.spent = True

    def chooses(self, what: str, options: Any, *, optional: bool = False, public: bool = False) -> Any:
        """Ask the player to choose one of `options`: players, characters, or (optional) nobody: None."""
        return self.tale.ask_player(self, what, options, optional, public)

    def learns(self, words: str, truths: Any, possible: Any, *args: Any) -> Any:
        """Tell the player one of `truths`; where the ability fails, any of `possible`; under a Vortox, a lie.

        `words` says it to the player: "{0} evil neighbours"; {0} is what was chosen, or its parts, then `args`.
        """
        return self.tale.inform(self, words, truths, possible, args)

    def is_told(self, words: str, *args: Any) -> Any:
        """Tell the player something that is no information about others: it cannot be false."""
        return self.tale.tell(self.player, words, *args, by=self)

    def ends(self, side: Alignment, why: str) -> Any:
        return self.tale.ends(side, why, by=self)

    def kills(self, player: Player, **how: Any) -> Any:
        return self.tale.kill(player, by=self, **how)

    def poisons(self, player: Player, until: str | None = None, **how: Any) -> Marker | None:
        return self.tale.mark(player, POISONED, by=self, until=until, **how)

    def makes_drunk(self, player: Player, until: str | None = None, **how: Any) -> Marker | None:
        return self.tale.mark(player, DRUNK, by=self, until=until, **how)

    def marks(self, player: Player, word: str, until: str | None = None, **how: Any) -> Marker | None:
        return self.tale.mark(player, word, by=self, until=until, **how)

    def marked(self, word: str) -> list[Player]:
        """Who bears a marker of this ability, and the marker holds."""
        return [m.player for m in self.tale.markers if m.by is self and m.word == word and self.tale.holds(m)]

    def has_marked(self, word: str) -> list[Player]:
        """The same, whether or not the marker holds."""
        return [m.player for m in self.tale.markers if m.by is self and m.word == word]

    def unmark(self, word: str) -> None:
        self.tale.remove_markers(lambda m: m.by is self and m.word == word)


@dataclass(eq=False, slots=True)
class Marker:
    """A reminder beside a player.  It holds while the ability that put it there works."""

    player: Player
    word: str
    by: Ability | None = None  # None: the storyteller's hand; then it always holds
    until: str | None = None
    times: int = 1  # how many dusks or dawns it outlasts, the last of them excluded
    outlives: bool = False  # holds on when its source is dead
    about: Any = None

    def __repr__(self) -> str:
        return f"<{self.word} on {self.player.seat} by {self.by}>"


@dataclass(eq=False, slots=True)
class Nomination:
    """One nomination of a day, and how it went.  The nominee may be the storyteller: None."""

    by: Player | None  # None: the storyteller
    nominee: Player | None
    hands: list[Player] = field(default_factory=list)
    tally: int = 0
    counted: int = 0  # what everybody saw counted, before an ability changed it
    needed: int = 1  # how many votes were enough when they were counted
    done: bool = False
    claims: list[str] = field(default_factory=list)  # what was declared during it
    decided: bool | None = None  # somebody decided it, whatever the tally
    characters: dict[int, Character] = field(default_factory=dict)  # who was what when it was made, by seat


@dataclass(eq=False, slots=True)
class Death:
    """A death that is about to be, or has been."""

    player: Player
    by: Ability | None = None
    cause: str = "ability"  # or "execution", "exile", "storyteller"
    at_night: bool = False
    nomination: Nomination | None = None
    announced_later: bool = False  # by day the town sees a death at once, unless this says otherwise

    @property
    def executed(self) -> bool:
        return self.cause == "execution"

    @property
    def by_demon(self) -> bool:
        """By a Demon's ability, or by any ability of a player who is the Demon."""
        by = self.by
        return by is not None and (by.character.team == "demon" or by.tale.is_demon(by.player))


@dataclass(slots=True)
class Told:
    """Something that a player was told, and what was true of it."""

    night: int
    day: int
    character: str  # whose ability told it, or ""
    words: str
    args: tuple[Any, ...]
    report: Any = None  # the value told
    true: bool = True
    impaired: bool = False


@dataclass(slots=True)
class News:
    """One thing that happened; `to` are those who are told (None: everybody).  The storyteller hears all."""

    kind: str
    words: str
    args: tuple[Any, ...] = ()
    to: frozenset[int] | None = None
    seat: int | None = None
