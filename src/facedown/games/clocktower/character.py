"""What a character may do.  A character is a class whose methods are named for the moments at which it acts.

Each method gets `me`, the ability (its player is `me.player`), and `state`, the game.  Where somebody must be
asked, told or harmed it is a generator and yields:

    target = yield me.chooses("a living player", queries.living(state))
    yield me.kills(target)

The engine knows what is the same for all: an effect of an ability that does not work comes to nothing, while its
questions are asked and its uses spent.  So methods hardly ever look whether they work.  Override only what the
character's text talks about.  There is one object of each class; it remembers nothing (`me.notes` does).

An ability that does not work sleeps through the moments at which nobody is asked, but for those in `even_impaired`:
there it does what it would do, through `me`; nothing comes of it, and so the Mathematician counts it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from facedown.games.clocktower.roster import FACTS, NO_TOKEN, Fact

if TYPE_CHECKING:
    from facedown.games.clocktower.questions import Act
    from facedown.games.clocktower.state import Ability, Alignment, Death, Nomination, Player, State

Steps: TypeAlias = Generator[Any, Any, Any]  # yields questions and news; what a yield returns is the answer

CLASSES: dict[tuple[str, str], type[Character]] = {}  # by id and version of the rules
VERSIONS = ("", "2022", "current")


class Character:
    """The character that does nothing, and the list of moments at which one may do something."""

    id: ClassVar[str] = ""
    version: ClassVar[str] = ""  # "2022" or "current" where the two differ; "" where they do not
    brings: ClassVar[str | None] = None  # a character that set-up puts into the bag with this one
    outsiders: ClassVar[int] = 0  # how many Outsiders more (or fewer) set-up asks for; Townsfolk make room
    minions: ClassVar[int] = 0  # the same of Minions
    slot: ClassVar[str | None] = None  # the place in the night where it acts, if it is another's
    acts_when_dead: ClassVar[bool] = False  # is woken when dead as well
    works_when_dead: ClassVar[bool] = False  # its ability goes on when it is dead
    registers_as: ClassVar[tuple[str, ...]] = ()  # alignments and teams it may be taken for: ("evil", "minion")
    declares: ClassVar[str | None] = None  # what anybody may claim to do by day as this character: see `declared`
    declared_privately: ClassVar[bool] = False  # ... in private with the storyteller
    declared_aloud_too: ClassVar[bool] = False  # ... or, as they like, for everybody to hear
    asks_declarer: ClassVar[str] = ""  # what the declaration names: "player", "text", "" for nothing
    changes_sides: ClassVar[bool] = False  # at set-up, so that its turn is before those who look at sides
    in_bag: ClassVar[bool] = True  # False: its token is drawn and kept out of the bag; see `comes_in`
    fills_team: ClassVar[bool] = False  # all tokens of its team that are drawn are of this character
    declares_again: ClassVar[Literal["counts", "in vain", "refused"]] = "in vain"  # once more on the same day
    declares_before_nominations: ClassVar[bool] = False  # what it declares may be declared no later in the day
    used: ClassVar[str] = "used"  # what its marker says when what it can do once is done
    verbs: ClassVar[tuple[str, ...]] = ()  # every verb that `by_day` may give
    thinks_it_is: ClassVar[str | None] = None  # a team: its player believes they have a character of that team
    keeps_token: ClassVar[bool] = False  # ... or, when it becomes it late, go on believing in any good character
    acts_in: ClassVar[str | None] = None  # the place in the night of what its player believes in, if not its own
    has_power_of: ClassVar[bool] = False  # laid out "as" another, it has that one's ability and knows itself
    knows_token: ClassVar[bool] = True  # False: its player is never told that they are it
    even_impaired: ClassVar[tuple[str, ...]] = ()  # moments that it marks although it does not work: see below
    claims_when_nominated: ClassVar[bool] = False  # whoever is nominated may claim to be it before the vote
    written: Mapping[str, Any] = {}  # how a script's file has it; of home-made ones only
    unmodelled: ClassVar[bool] = False  # a home-made character that the storyteller runs by hand

    def __init_subclass__(cls, version: str = "", abstract: bool = False, **rest: Any) -> None:
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

    def __reduce__(self) -> Any:
        return character, (self.id, self.version)

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
        """Is its ability of use to others?  One that consists in believing in another token is not."""
        return self.knows_token and self.in_bag and not self.unmodelled

    @property
    def text(self) -> str:
        """What it does, in a sentence: its class's docstring."""
        return " ".join((type(self).__doc__ or "").split("\n\n")[0].split())

    # -- set-up --------------------------------------------------------------------------------------------------

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps | None:
        """Change how many of each team are drawn, where `bag` does not say it."""

    def comes_in(self, state: State) -> Steps | None:
        """The tokens are dealt: a character whose own was kept out of the bag comes into play in its own way."""

    def set_up(self, me: Ability, state: State) -> Steps | None:
        """After the tokens are dealt, before the first night."""

    def first_dusk(self, state: State) -> Steps | None:
        """Of a character kept out of the bag: everybody has looked at their token, and the first night begins."""

    # -- night ---------------------------------------------------------------------------------------------------

    def first_night(self, me: Ability, state: State) -> Steps | None:
        """On this ability's own first night, which may be a later night of the game."""

    def each_night(self, me: Ability, state: State) -> Steps | None:
        """Every night."""

    def other_nights(self, me: Ability, state: State) -> Steps | None:
        """Every night but the first of the game."""

    def kept_asleep(self, me: Ability, state: State) -> Steps | None:
        """In place of its turn, when something keeps its player from waking tonight."""

    def through_night(self, me: Ability, state: State) -> Steps | None:
        """When night falls and after every slot of it: for what is watched all night long."""

    def night_ends(self, me: Ability, state: State) -> Steps | None:
        """After the last turn of the night, before dawn."""

    def at_dusk(self, me: Ability, state: State) -> Steps | None:
        """When the day has ended, before the night begins."""

    def at_dawn(self, me: Ability, state: State) -> Steps | None:
        """When the night is over and the deaths are announced."""

    def info_step(self, me: Ability, state: State, step: str) -> Steps | None:
        """After the step "minioninfo" or "demoninfo" of the first night."""

    def hides_info(self, me: Ability, state: State, step: str) -> bool:
        """Does it keep the step "minioninfo" from happening, "demoninfo" (their Minions), or "bluffs"?

        Or keep to itself which neighbour of the Demon is the "marionette"?
        """
        return False

    def passes_for(self, me: Ability, state: State, team: str) -> Iterable[Player]:
        """Who else is pointed at when evil are shown their "demon" or their "minion"s, or the Sage its "killer"?"""
        return ()

    # -- day -----------------------------------------------------------------------------------------------------

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps | None:
        """Somebody says they use this ability by day; `me` is theirs, or None where they only pretend."""

    def by_day(self, me: Ability, state: State) -> Sequence[str]:
        """Verbs that this player, and only they, may use on the open floor (a public character: a Traveller)."""
        return ()

    def does_to(self, me: Ability, state: State, verb: str) -> Iterable[Player] | None:
        """On whom this verb of `by_day` may be used; None: on everybody."""
        return None

    def does(self, me: Ability, state: State, act: Act) -> Steps | None:
        """The player does one of the verbs of `by_day`."""

    def on_speech(self, me: Ability, state: State, by: Player, text: str) -> Steps | None:
        """Somebody says something that the storyteller hears: aloud, in a whisper, or as part of what they use."""

    def lets_nominate(self, me: Ability, state: State, by: Player, nominee: Player | None) -> bool | None:
        """May `by` nominate `nominee`?  None: it has no opinion.

        Asked while its player lives, drunk or not, lest everybody see which; known to all, or it must not refuse.
        So are the others here that say who may vote, and how, and who may whisper.
        """
        return None

    def on_nomination(self, me: Ability, state: State, nomination: Nomination) -> Steps | None:
        """Somebody has been nominated; there is no vote yet."""

    def instead_of_vote(self, me: Ability, state: State, nomination: Nomination) -> Steps | None:
        """Does something else than a vote follow from this nomination?  Then it says that it is `done`."""

    def lets_vote(self, me: Ability, state: State, voter: Player, nomination: Nomination) -> bool | None:
        """May `voter` raise a hand that counts?  Known to all, or it must not refuse.  None: no opinion."""
        return None

    def weighs_hand(self, me: Ability, state: State, voter: Player, nomination: Nomination, weight: int) -> int:
        """For how many votes does this hand count?"""
        return weight

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> Steps | None:
        """The hands are counted (`nomination.tally`), nothing is decided yet.  The impaired do as others."""

    def judged(self, me: Ability, state: State) -> Steps | None:
        """Talk, or nominations, have come to an end: the storyteller judges what players have said and done."""

    def before_nominations(self, me: Ability, state: State) -> Steps | None:
        """Nominations open."""

    def votes_without_token(self, me: Ability, state: State, voter: Player) -> bool:
        """May this dead player vote as often as the living?"""
        return False

    def without_majority(self, me: Ability, state: State) -> bool:
        """Is any number of votes enough, if it is the highest?"""
        return False

    def lets_whisper(self, me: Ability, state: State, by: Player, to: Player) -> bool:
        """May these two talk in private?  Known to all, or it must not refuse."""
        return True

    def offers(self, me: Ability, state: State, by: Player) -> Sequence[str]:
        """Verbs that this public character lends to somebody else, to be used on its player."""
        return ()

    def taken_up(self, me: Ability, state: State, by: Player, act: Act) -> Steps | None:
        """Somebody else does one of the verbs of `offers`."""

    def stands_in(self, me: Ability, state: State, death: Death) -> Any:
        """Who is executed instead?  A Player, or None (as before); may be steps."""
        return None

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps | None:
        """Somebody is being executed: before they die, if they do."""

    def on_storyteller_executed(self, me: Ability, state: State) -> Steps | None:
        """The vote against the storyteller has passed: evil has won, unless this says otherwise."""

    def after_execution(self, me: Ability, state: State, death: Death, died: bool) -> Steps | None:
        """Somebody has been executed, and died of it or not."""

    def day_ends(self, me: Ability, state: State) -> Steps | None:
        """Nominations are closed and the execution, if any, is over."""

    # -- life and death ------------------------------------------------------------------------------------------

    def redirects(self, me: Ability, state: State, death: Death) -> Any:
        """Who dies instead?  A Player, or None (as before); may be steps."""
        return None

    def shields(self, me: Ability, state: State, player: Player, by: Ability) -> bool:
        """Does it keep what `by` does, other than killing, from this player?"""
        return False

    def saves(self, me: Ability, state: State, death: Death) -> Any:
        """Does it keep this player from dying?  True or False; may be steps."""
        return False

    def on_death(self, me: Ability, state: State, death: Death) -> Steps | None:
        """Somebody has died (perhaps its own player: then it still worked when they did)."""

    def learns_of_death(self, me: Ability, state: State) -> Steps | None:
        """Its player, who has died, learns it: at once by day, else at dawn.  The impaired do what others do."""

    def wrongs(self, me: Ability, state: State, by: Ability) -> bool:
        """Must the information of `by` be false?"""
        return False

    def may_mislead(self, me: Ability, state: State, by: Ability) -> bool:
        """May the information of `by` be false although `by` works?"""
        return False

    def always_impairs(self, me: Ability, state: State) -> Iterable[tuple[Player, str]]:
        """Players who are, as long as it works, "drunk", "poisoned", "sober" or without ability."""
        return ()

    def hides_grimoire(self, me: Ability, state: State, to: Ability) -> bool:
        """Does it keep `to` from showing the grimoire to its player?"""
        return False

    def hides_token(self, me: Ability, state: State, to: Ability, player: Player) -> bool:
        """Does the grimoire that `to` shows lack this player's token?"""
        return False

    def wakes_early(self, me: Ability, state: State, whom: Ability) -> bool:
        """Does it make another wake who has to wait for something?"""
        return False

    def counts_as_misfiring(self, me: Ability, state: State, by: Ability) -> bool:
        """Does an ability that is only believed in count as going wrong, when it does?"""
        return False

    # -- choices and changes -------------------------------------------------------------------------------------

    def on_chosen(self, me: Ability, state: State, by: Ability, target: Player) -> Steps | None:
        """Another player's ability has chosen `target` (this player or another), and nothing is done yet."""

    def reviews(self, me: Ability, state: State, given: Ability, answer: Any) -> Any:
        """The player has chosen with an ability that this one gave: must they choose otherwise?  May be steps."""
        return False

    def taken_by(self, state: State, player: Player) -> Steps | None:
        """Somebody becomes this character, who does not take its token but something else."""

    def forbids_change(self, me: Ability, state: State, character: Character, by: Ability) -> bool:
        """Does it keep `by` from making somebody this character?"""
        return False

    def forbids_turn(self, me: Ability, state: State, player: Player, side: Alignment, by: Ability) -> bool:
        """Does it keep `by` from turning this player to that side?"""
        return False

    def on_change(self, me: Ability, state: State, player: Player) -> Steps | None:
        """A player's character or alignment has changed."""

    def gained(self, me: Ability, state: State) -> Steps | None:
        """This ability has come into play in the course of the game."""

    def lost(self, me: Ability, state: State) -> Steps | None:
        """This ability leaves play."""

    # -- rules of two characters together: what one of them asks the other ---------------------------------------

    def struck(self, me: Ability, state: State, by: Player) -> Steps | None:
        """The Demon `by` has picked its player, who lives: what follows is as if they had died of it."""

    def reads(
        self, me: Ability, state: State, player: Player, reading: str, to: Ability | None, ways: set[bool]
    ) -> set[bool]:
        """`to` may find `player` to be `reading` in these ways: in which, after all?"""
        return ways

    def hollows(self, me: Ability, state: State, given: Ability) -> bool:
        """Does nothing come of this ability, which somebody has by another?"""
        return False

    def names_too(self, me: Ability, state: State, by: Ability) -> Iterable[Character]:
        """Which characters may `by` name beside those that its card lets it name?"""
        return ()

    def changes_instead(
        self, me: Ability, state: State, by: Ability, target: Player, character: Character
    ) -> Steps | None:
        """Whom does `by` make this character, if not `target`?  A Player, or None (as before)."""

    def rebuilt(self, me: Ability, state: State, by: Ability, chosen: Sequence[Character]) -> Steps | None:
        """The Engineer has brought these into play."""

    def names_sitter(self, me: Ability, state: State, minions: Sequence[Player]) -> Steps | None:
        """Who looks after Lil' Monsta tonight?  A Player, or None: the Minions agree on somebody."""

    def meets_demons(self, me: Ability, state: State) -> Iterable[Player]:
        """Who wakes with the Demons, when they learn each other, and is taken for one of them?"""
        return ()

    def mends_bag(self, state: State, bag: list[Character], given: Sequence[Character]) -> Steps | None:
        """The tokens for the bag are drawn, beside those `given`: change them."""

    # -- the end -------------------------------------------------------------------------------------------------

    def counts_as_demon(self, me: Ability, state: State, player: Player) -> bool:
        """Is this player the Demon, for all purposes, although their character is not?"""
        return False

    def wins(self, me: Ability, state: State) -> Alignment | None:
        """Has somebody won for a reason of its own?  Looked at after every death and at dusk and dawn."""
        return None

    def keeps_from_winning(self, me: Ability, state: State, side: Alignment) -> bool:
        """Does it keep the game from ending with `side` as the winner?"""
        return False

    def turns_result(self, me: Ability, state: State, winner: Alignment) -> Any:
        """The game is over: who wins after all?  None: as before; may be steps."""
        return None

    def on_result(self, me: Ability, state: State, winner: Alignment) -> Steps | None:
        """The result stands: who wins with them after all?"""


class Townsfolk(Character, abstract=True):
    """Good, and helpful."""


class Outsider(Character, abstract=True):
    """Good, and a hindrance."""


class Minion(Character, abstract=True):
    """Evil."""


class Demon(Character, abstract=True):
    """Evil, and what the town must find."""


class Traveller(Character, abstract=True):
    """Comes and goes; everybody knows the character, nobody the alignment."""


class Fabled(Character, abstract=True):
    """The storyteller's own: a public rule."""


HOOKS = tuple(
    name for name, value in vars(Character).items() if callable(value) and not name.startswith("_")
)  # fmt: skip
_objects: dict[tuple[str, str], Character] = {}
_hooks: dict[type[Character], frozenset[str]] = {}


def character(id: str, version: str = "") -> Character:
    """The one object of a character, in a version of the rules (where there are two, else the only one)."""
    key = (id, version) if (id, version) in CLASSES else (id, "")
    if key not in _objects:
        _objects[key] = CLASSES[key]() if key in CLASSES else _by_hand(id)
    return _objects[key]


def hooks_of(character: Character) -> frozenset[str]:
    """The moments at which this character does something of its own."""
    kind = type(character)
    if kind not in _hooks:
        _hooks[kind] = frozenset(name for name in HOOKS if getattr(kind, name) is not getattr(Character, name))
    return _hooks[kind]


class ByHand(Character, abstract=True):
    """A character that no class models: a token that the storyteller runs by hand when its turn comes."""

    unmodelled = True


def _by_hand(id: str) -> Character:
    made: type[Character] = type("ByHand", (ByHand,), {"id": id}, abstract=True)
    return made()


class HomeMade(ByHand, abstract=True):
    """A character of a script's own; `written` is how its file has it."""

    def __init__(self, fact: Fact, ability: str, written: Mapping[str, Any]) -> None:
        self.id, self.own_fact, self.ability, self.written = fact.id, fact, ability, dict(written)  # type: ignore[misc]  # of this object, not of its class

    def __reduce__(self) -> Any:
        return HomeMade, (self.own_fact, self.ability, self.written)

    @property
    def fact(self) -> Fact:
        return self.own_fact

    @property
    def text(self) -> str:
        return self.ability


def home_made(fact: Fact, ability: str, written: Mapping[str, Any]) -> Character:
    """A token of a script's own."""
    return HomeMade(fact, ability, written)


def modelled(id: str) -> bool:
    """Is there a class for this character?"""
    return any((id, version) in CLASSES for version in VERSIONS)
