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

import msgspec

from facedown.games.clocktower.character import Character
from facedown.games.clocktower.state import Ability, Alignment, Death, Nomination, Player, State

T = TypeVar("T")
R = TypeVar("R", bound="Rule[Any]")
M = TypeVar("M", bound="Moment")
Method = TypeVar("Method", bound=Callable[..., object])


class Moment(msgspec.Struct, frozen=True, gc=False):
    """A moment at which few characters act."""


class Rule(msgspec.Struct, Generic[T], frozen=True, gc=False):
    """A rule that abilities may change; T is what its answer is.

    `asked_of`: the abilities that "work"; those whose player looks "alive", drunk or not, so that nobody sees which
    (they are known to all, as a Traveller's, or they must not refuse anything); or "all" in play.
    """

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


class KeptAsleep(Moment, frozen=True):
    """The ability would act, but something keeps its player from waking tonight."""


class InfoStep(Moment, frozen=True):
    """After the step "minioninfo" or "demoninfo" of the first night."""

    step: str


class Dawn(Moment, frozen=True):
    """The night is over, and the deaths are announced."""


class Speech(Moment, frozen=True):
    """Somebody says something that the storyteller hears: aloud, in a whisper, or as part of what they use."""

    by: Player
    text: str
    aloud: bool = True


class MistakeMarked(Moment, frozen=True):
    """The storyteller marks by hand that they have made a mistake: `whoops`."""


@dataclass
class ListenedFor:
    """What an ability that listens to speech remembers."""

    word: str = ""


class DeathLearned(Moment, frozen=True):
    """The ability's player learns that they have died: at once by day, otherwise at dawn, impaired or not."""


class Haunted(Moment, frozen=True):
    """The Demon `by` has picked the ability's player, who survives; the consequences are as if they had died."""

    by: Player


class Lost(Moment, frozen=True):
    """The ability leaves play."""


class Rebuilt(Moment, frozen=True):
    """The Engineer `by` has brought these into play."""

    by: Ability
    chosen: Sequence[Character]


class ToldFalsely(Moment, frozen=True):
    """The player of this ability was told something false."""

    to: Ability


class TakenFalsely(Moment, frozen=True):
    """A check has found this player to be what they are not."""

    player: Player


class ResultStands(Moment, frozen=True):
    """The game is over, and its result is final."""

    winner: Alignment


# -- by day ------------------------------------------------------------------------------------------------------


class MayNominate(Rule[bool], frozen=True):
    """Whether `by` may nominate `nominee` (None: the storyteller)."""

    asked_of = "alive"
    by: Player
    nominee: Player | None


class NominationsADay(Rule[int], frozen=True):
    """How many nominations this player may make today: the living one, the dead none."""

    asked_of = "all"
    by: Player


class InsteadOfVote(Rule[bool], frozen=True):
    """Whether this nomination has another consequence than a vote.  Steps."""

    nomination: Nomination


class MayVote(Rule[bool], frozen=True):
    """Whether `voter` may cast a vote that counts."""

    asked_of = "alive"
    voter: Player
    nomination: Nomination


class HidesVotes(Rule[bool], frozen=True):
    """Whether all vote with closed eyes now, so that nobody learns who votes and how many do."""


class VotesFreely(Rule[bool], frozen=True):
    """Whether this player, who looks dead, may vote as often as the living."""

    asked_of = "all"
    voter: Player


class HandWeight(Rule[int], frozen=True):
    """The number of votes that this hand counts for."""

    voter: Player
    nomination: Nomination


class VotesNeeded(Rule[int], frozen=True):
    """The number of votes that is enough, if it is the highest of the day."""

    asked_of = "alive"


class MayWhisper(Rule[bool], frozen=True):
    """Whether these two may talk in private."""

    asked_of = "alive"
    by: Player
    to: Player


class MaySpeak(Rule[bool], frozen=True):
    """Whether this player may say something now, aloud or in private to other players."""

    by: Player


class WhoPleads(Rule["Player | None"], frozen=True):
    """Who speaks while somebody is nominated; usually the nominee."""

    nomination: Nomination


class WhoIsExecuted(Rule[Player], frozen=True):
    """Who is executed.  Steps."""

    death: Death


class StorytellerExecuted(Rule[tuple[Alignment, str]], frozen=True):
    """Who has won and why, after a vote against the storyteller has passed."""


# -- life, death and change --------------------------------------------------------------------------------------


class WhoDies(Rule[Player], frozen=True):
    """Who dies a death that nothing has prevented.  Steps."""

    death: Death


class IsShielded(Rule[bool], frozen=True):
    """Whether what `by` does, other than killing, does not affect this player."""

    player: Player
    by: Ability


class MayBecome(Rule[bool], frozen=True):
    """Whether `by` may turn somebody into this character."""

    character: Character
    by: Ability


class BecomesWhat(Rule[Character], frozen=True):
    """Which character a player becomes whom `by` turns into this one."""

    player: Player
    character: Character
    by: Ability


class LeftToStoryteller(Rule[bool], frozen=True):
    """Whether the storyteller does what `by` cannot do any more."""

    by: Ability


class MustPick(Rule[Sequence[object]], frozen=True):
    """What `by` may choose from."""

    by: Ability


class IsUnprotected(Rule[bool], frozen=True):
    """Whether what would keep the player of this death from it does not."""

    death: Death


class WhoBecomes(Rule[Player], frozen=True):
    """Who becomes this character by `by`.  Steps."""

    character: Character
    by: Ability


class KeepsSide(Rule[bool], frozen=True):
    """Whether `by` is kept from turning this player to that side."""

    player: Player
    side: Alignment
    by: Ability


class MustChooseAgain(Rule[bool], frozen=True):
    """Whether a choice that the player made with `given`, a gift of this ability, must be another one.  Steps."""

    given: Ability
    answer: object


class MayName(Rule[tuple[Character, ...]], frozen=True):
    """The characters that `by` may name besides those that its card allows."""

    by: Ability


class IsHollow(Rule[bool], frozen=True):
    """Whether this ability, which somebody has by another one, has no effect."""

    given: Ability


class InsteadOfLending(Rule[bool], frozen=True):
    """Whether something else happens where the storyteller would have this Minion's ability by `by`.  Steps."""

    character: Character
    by: Ability


class WhoIsSitter(Rule["Player | None"], frozen=True):
    """Who looks after Lil' Monsta tonight; None: the Minions agree on somebody.  Steps."""

    minions: Sequence[Player]


# -- information -------------------------------------------------------------------------------------------------


class Registers(Rule[set[bool]], frozen=True):
    """Whether `to` may find `player` to be `reading`: {True}, {False} or both."""

    player: Player
    reading: str
    to: Ability | None


class MustLie(Rule[bool], frozen=True):
    """Whether what `by` tells must be false."""

    by: Ability


class MayMislead(Rule[bool], frozen=True):
    """Whether what `by` tells may be false although it works."""

    by: Ability


class IsInfoHidden(Rule[bool], frozen=True):
    """Whether a step does not happen: "minioninfo", "demoninfo" (their Minions), or "bluffs".

    With "marionette": whether nobody is told which neighbour of the Demon is the Marionette.
    """

    step: str


class StaysSecret(Rule[bool], frozen=True):
    """Whether those are not told whom the card of this ability says are."""

    ability: Ability


class FewestForInfo(Rule[int], frozen=True):
    """With how many players, Travellers not counted, evil learn who they are."""


class Teller(Rule["bool | None"], frozen=True):
    """Whether the storyteller whom this ability's player asks tells the truth; None: as it is told.  Steps."""

    to: Ability


class AlsoBluffs(Rule[tuple[Character, ...]], frozen=True):
    """The characters in play that may be shown to the Demon as not in play."""


class IsTokenUnknown(Rule[bool], frozen=True):
    """Whether this player does not know who they are, nor on which side."""

    player: Player


class WhoPassesFor(Rule[tuple[Player, ...]], frozen=True):
    """Who else is pointed at when evil players are shown their "demon" or "minion", or the Sage its "killer".

    "measured": from whom the Clockmaker counts where there is no Demon.
    """

    team: str


class WhoMeetsDemons(Rule[tuple[Player, ...]], frozen=True):
    """Who wakes with the Demons when they learn each other, and is taken for one of them."""


class IsGrimoireHidden(Rule[bool], frozen=True):
    """Whether `to` is kept from showing the grimoire to its player."""

    to: Ability


class IsTokenHidden(Rule[bool], frozen=True):
    """Whether the grimoire that `to` shows lacks this player's token."""

    to: Ability
    player: Player


class WakesEarly(Rule[bool], frozen=True):
    """Whether `whom` wakes although what it waits for has not happened."""

    whom: Ability


class CountsAsMisfiring(Rule[bool], frozen=True):
    """Whether this ability, which its player only believes to have, counts as going wrong when it does."""

    by: Ability


# -- the end -----------------------------------------------------------------------------------------------------


class WhichDemon(Rule["Character | None"], frozen=True):
    """The Demon that this player counts as although their character is none."""

    asked_of = "all"
    player: Player


class WhoHasWon(Rule["tuple[Alignment, str] | None"], frozen=True):
    """Who has won for a reason of an ability, and why; asked after every death and at dusk and dawn."""


class IsKeptFromWinning(Rule[bool], frozen=True):
    """Whether the game is kept from ending with `side` as the winner."""

    side: Alignment


class Result(Rule[Alignment], frozen=True):
    """Who has won in the end, when the game is over.  Steps."""
