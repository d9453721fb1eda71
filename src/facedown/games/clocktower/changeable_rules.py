"""Rules that a card may change, and rare moments: small questions to the abilities in play.

A character changes a rule by a method of its own, which gets what is asked and the answer so far:

    @changes(HandWeight)
    def _counts_three_times(self, me: Ability, state: State, hand: HandWeight, weight: int) -> int:
        return 3 * weight if hand.voter in queries.marked_by(state, me, "3 votes") else weight

Where the storyteller or a player may have to be asked first (`steps` below), the method may be a generator.  At a
rare moment, `@at(Speech)`, there is no answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, TypeVar

from facedown.games.clocktower.character import Character
from facedown.games.clocktower.state import Ability, Alignment, Death, Nomination, Player, State

T = TypeVar("T")
R = TypeVar("R", bound="Rule[Any]")
M = TypeVar("M", bound="Moment")
Method = TypeVar("Method", bound=Callable[..., object])


class Moment:
    """A moment at which few characters act."""

    __slots__ = ()


class Rule(Generic[T]):
    """A rule that abilities may change; T is what its answer is.

    `asked_of`: the abilities that "work"; those whose player looks "alive", drunk or not, so that nobody sees which
    (they are known to all, as a Traveller's, or they must not refuse anything); or "all" in play.
    """

    __slots__ = ()
    asked_of: ClassVar[Literal["work", "alive", "all"]] = "work"


def changes(
    rule: type[R], *, even_if_impaired: bool = False
) -> Callable[[Callable[[Any, Ability, State, R, T], Any]], Callable[[Any, Ability, State, R, T], Any]]:
    """A method of a character that changes this rule; `even_if_impaired`: also while the ability does not work."""
    return _registered(rule, even_if_impaired)


def at(
    moment: type[M], *, even_if_impaired: bool = False
) -> Callable[[Callable[[Any, Ability, State, M], Any]], Callable[[Any, Ability, State, M], Any]]:
    """A method of a character that acts at this moment; `even_if_impaired`: also if the ability does not work."""
    return _registered(moment, even_if_impaired)


def _registered(kind: type, even_if_impaired: bool) -> Callable[[Method], Method]:
    def register(method: Method) -> Method:
        method.changes, method.even_if_impaired = kind, even_if_impaired  # type: ignore[attr-defined]  # read by Role
        return method

    return register


# -- rare moments ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KeptAsleep(Moment):
    """The ability would act, but something keeps its player from waking tonight."""


@dataclass(frozen=True, slots=True)
class InfoStep(Moment):
    """After the step "minioninfo" or "demoninfo" of the first night."""

    step: str


@dataclass(frozen=True, slots=True)
class Dawn(Moment):
    """The night is over, and the deaths are announced."""


@dataclass(frozen=True, slots=True)
class Speech(Moment):
    """Somebody says something that the storyteller hears: aloud, in a whisper, or as part of what they use."""

    by: Player
    text: str
    aloud: bool = True


@dataclass(frozen=True, slots=True)
class MistakeMarked(Moment):
    """The storyteller marks by hand that they have made a mistake: `whoops`."""


@dataclass
class ListenedFor:
    """What an ability that listens to speech remembers."""

    word: str = ""


@dataclass(frozen=True, slots=True)
class DeathLearned(Moment):
    """The ability's player learns that they have died: at once by day, otherwise at dawn, impaired or not."""


@dataclass(frozen=True, slots=True)
class Haunted(Moment):
    """The Demon `by` has picked the ability's player, who survives; the consequences are as if they had died."""

    by: Player


@dataclass(frozen=True, slots=True)
class Lost(Moment):
    """The ability leaves play."""


@dataclass(frozen=True, slots=True)
class Rebuilt(Moment):
    """The Engineer `by` has brought these into play."""

    by: Ability
    chosen: Sequence[Character]


@dataclass(frozen=True, slots=True)
class ToldFalsely(Moment):
    """The player of this ability was told something false."""

    to: Ability


@dataclass(frozen=True, slots=True)
class TakenFalsely(Moment):
    """A check has found this player to be what they are not."""

    player: Player


@dataclass(frozen=True, slots=True)
class ResultStands(Moment):
    """The game is over, and its result is final."""

    winner: Alignment


# -- by day ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MayNominate(Rule[bool]):
    """Whether `by` may nominate `nominee` (None: the storyteller)."""

    asked_of = "alive"
    by: Player
    nominee: Player | None


@dataclass(frozen=True, slots=True)
class NominationsADay(Rule[int]):
    """How many nominations this player may make today: the living one, the dead none."""

    asked_of = "all"
    by: Player


@dataclass(frozen=True, slots=True)
class InsteadOfVote(Rule[bool]):
    """Whether this nomination has another consequence than a vote.  Steps."""

    nomination: Nomination


@dataclass(frozen=True, slots=True)
class MayVote(Rule[bool]):
    """Whether `voter` may cast a vote that counts."""

    asked_of = "alive"
    voter: Player
    nomination: Nomination


@dataclass(frozen=True, slots=True)
class HidesVotes(Rule[bool]):
    """Whether all vote with closed eyes now, so that nobody learns who votes and how many do."""


@dataclass(frozen=True, slots=True)
class VotesFreely(Rule[bool]):
    """Whether this player, who looks dead, may vote as often as the living."""

    asked_of = "all"
    voter: Player


@dataclass(frozen=True, slots=True)
class HandWeight(Rule[int]):
    """The number of votes that this hand counts for."""

    voter: Player
    nomination: Nomination


@dataclass(frozen=True, slots=True)
class VotesNeeded(Rule[int]):
    """The number of votes that is enough, if it is the highest of the day."""

    asked_of = "alive"


@dataclass(frozen=True, slots=True)
class MayWhisper(Rule[bool]):
    """Whether these two may talk in private."""

    asked_of = "alive"
    by: Player
    to: Player


@dataclass(frozen=True, slots=True)
class MaySpeak(Rule[bool]):
    """Whether this player may say something now, aloud or in private to other players."""

    by: Player


@dataclass(frozen=True, slots=True)
class WhoPleads(Rule["Player | None"]):
    """Who speaks while somebody is nominated; usually the nominee."""

    nomination: Nomination


@dataclass(frozen=True, slots=True)
class WhoIsExecuted(Rule[Player]):
    """Who is executed.  Steps."""

    death: Death


@dataclass(frozen=True, slots=True)
class StorytellerExecuted(Rule[tuple[Alignment, str]]):
    """Who has won and why, after a vote against the storyteller has passed."""


# -- life, death and change --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WhoDies(Rule[Player]):
    """Who dies a death that nothing has prevented.  Steps."""

    death: Death


@dataclass(frozen=True, slots=True)
class IsShielded(Rule[bool]):
    """Whether what `by` does, other than killing, does not affect this player."""

    player: Player
    by: Ability


@dataclass(frozen=True, slots=True)
class MayBecome(Rule[bool]):
    """Whether `by` may turn somebody into this character."""

    character: Character
    by: Ability


@dataclass(frozen=True, slots=True)
class BecomesWhat(Rule[Character]):
    """Which character a player becomes whom `by` turns into this one."""

    player: Player
    character: Character
    by: Ability


@dataclass(frozen=True, slots=True)
class LeftToStoryteller(Rule[bool]):
    """Whether the storyteller does what `by` cannot do any more."""

    by: Ability


@dataclass(frozen=True, slots=True)
class MustPick(Rule[Sequence[object]]):
    """What `by` may choose from."""

    by: Ability


@dataclass(frozen=True, slots=True)
class IsUnprotected(Rule[bool]):
    """Whether what would keep the player of this death from it does not."""

    death: Death


@dataclass(frozen=True, slots=True)
class WhoBecomes(Rule[Player]):
    """Who becomes this character by `by`.  Steps."""

    character: Character
    by: Ability


@dataclass(frozen=True, slots=True)
class KeepsSide(Rule[bool]):
    """Whether `by` is kept from turning this player to that side."""

    player: Player
    side: Alignment
    by: Ability


@dataclass(frozen=True, slots=True)
class MustChooseAgain(Rule[bool]):
    """Whether a choice that the player made with `given`, a gift of this ability, must be another one.  Steps."""

    given: Ability
    answer: object


@dataclass(frozen=True, slots=True)
class MayName(Rule[tuple[Character, ...]]):
    """The characters that `by` may name besides those that its card allows."""

    by: Ability


@dataclass(frozen=True, slots=True)
class IsHollow(Rule[bool]):
    """Whether this ability, which somebody has by another one, has no effect."""

    given: Ability


@dataclass(frozen=True, slots=True)
class InsteadOfLending(Rule[bool]):
    """Whether something else happens where the storyteller would have this Minion's ability by `by`.  Steps."""

    character: Character
    by: Ability


@dataclass(frozen=True, slots=True)
class WhoIsSitter(Rule["Player | None"]):
    """Who looks after Lil' Monsta tonight; None: the Minions agree on somebody.  Steps."""

    minions: Sequence[Player]


# -- information -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Registers(Rule[set[bool]]):
    """Whether `to` may find `player` to be `reading`: {True}, {False} or both."""

    player: Player
    reading: str
    to: Ability | None


@dataclass(frozen=True, slots=True)
class MustLie(Rule[bool]):
    """Whether what `by` tells must be false."""

    by: Ability


@dataclass(frozen=True, slots=True)
class MayMislead(Rule[bool]):
    """Whether what `by` tells may be false although it works."""

    by: Ability


@dataclass(frozen=True, slots=True)
class IsInfoHidden(Rule[bool]):
    """Whether a step does not happen: "minioninfo", "demoninfo" (their Minions), or "bluffs".

    With "marionette": whether nobody is told which neighbour of the Demon is the Marionette.
    """

    step: str


@dataclass(frozen=True, slots=True)
class StaysSecret(Rule[bool]):
    """Whether those are not told whom the card of this ability says are."""

    ability: Ability


class FewestForInfo(Rule[int]):
    """With how many players, Travellers not counted, evil learn who they are."""


@dataclass(frozen=True, slots=True)
class Teller(Rule["bool | None"]):
    """Whether the storyteller whom this ability's player asks tells the truth; None: as it is told.  Steps."""

    to: Ability


@dataclass(frozen=True, slots=True)
class AlsoBluffs(Rule[tuple[Character, ...]]):
    """The characters in play that may be shown to the Demon as not in play."""


@dataclass(frozen=True, slots=True)
class IsTokenUnknown(Rule[bool]):
    """Whether this player does not know who they are, nor on which side."""

    player: Player


@dataclass(frozen=True, slots=True)
class WhoPassesFor(Rule[tuple[Player, ...]]):
    """Who else is pointed at when evil players are shown their "demon" or "minion", or the Sage its "killer".

    "measured": from whom the Clockmaker counts where there is no Demon.
    """

    team: str


@dataclass(frozen=True, slots=True)
class WhoMeetsDemons(Rule[tuple[Player, ...]]):
    """Who wakes with the Demons when they learn each other, and is taken for one of them."""


@dataclass(frozen=True, slots=True)
class IsGrimoireHidden(Rule[bool]):
    """Whether `to` is kept from showing the grimoire to its player."""

    to: Ability


@dataclass(frozen=True, slots=True)
class IsTokenHidden(Rule[bool]):
    """Whether the grimoire that `to` shows lacks this player's token."""

    to: Ability
    player: Player


@dataclass(frozen=True, slots=True)
class WakesEarly(Rule[bool]):
    """Whether `whom` wakes although what it waits for has not happened."""

    whom: Ability


@dataclass(frozen=True, slots=True)
class CountsAsMisfiring(Rule[bool]):
    """Whether this ability, which its player only believes to have, counts as going wrong when it does."""

    by: Ability


# -- the end -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WhichDemon(Rule["Character | None"]):
    """The Demon that this player counts as although their character is none."""

    asked_of = "all"
    player: Player


@dataclass(frozen=True, slots=True)
class WhoHasWon(Rule["tuple[Alignment, str] | None"]):
    """Who has won for a reason of an ability, and why; asked after every death and at dusk and dawn."""


@dataclass(frozen=True, slots=True)
class IsKeptFromWinning(Rule[bool]):
    """Whether the game is kept from ending with `side` as the winner."""

    side: Alignment


@dataclass(frozen=True, slots=True)
class Result(Rule[Alignment]):
    """Who has won in the end, when the game is over.  Steps."""
