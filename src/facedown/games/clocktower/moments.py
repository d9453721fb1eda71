"""What a character may do.  A character is a class whose methods are named for the moments at which it acts.

Each method gets `me`, the ability (its player is `me.player`), and `state`, the game.  Where somebody must be
asked, told or harmed it is a generator and yields:

    target = yield me.chooses("a living player", queries.living(state))
    yield me.kills(target)

The engine handles what is the same for all: the effects of an ability that does not work are dropped, while its
questions are asked and its uses are spent.  Methods therefore hardly ever check whether they work.  Override only
what the character's text mentions.  There is one object of each class, which keeps no state (`me.notes` does).

What only a few characters do is in `changeable_rules`: a rule that a card changes (`@changes(MayVote)`) or a rare
moment (`@at(Speech)`).

An ability that does not work is not called at moments at which nobody is asked, except those in
`acts_when_impaired`: there it acts as usual, through `me`, without effect, so that the Mathematician counts it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import FunctionType
from typing import Any, ClassVar

from facedown.core.kept import kept
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.questions import Act, Saved, Steps
from facedown.games.clocktower.state import Ability, Death, GivenTokens, Nomination, Player, State


class Role(Character, abstract=True):
    """A character with its rules: the moments at which one may do something.

    Raises TypeError when a class is made whose methods are named for no moment.
    """

    acts_when_impaired: ClassVar[tuple[str, ...]] = ()  # moments that it marks though it does not work

    def __init_subclass__(cls, **rest: Any) -> None:
        super().__init_subclass__(**rest)
        methods = {name: value for name, value in vars(cls).items() if isinstance(value, FunctionType)}
        for name, method in methods.items():
            rule = getattr(method, "changes", None)
            if rule is not None:
                cls.changes = {**cls.changes, rule: name}
                if method.even_if_impaired:  # type: ignore[attr-defined]  # as `changes`
                    cls.when_impaired |= {rule}
            elif not (name.startswith("_") or name in MOMENTS or hasattr(Character, name)):
                raise TypeError(f"{cls.__name__}.{name}: there is no such moment; begin a name of your own with _")
        unknown = set(cls.acts_when_impaired) - MOMENTS
        if unknown:
            raise TypeError(f"{cls.__name__}.acts_when_impaired: there is no moment {', '.join(unknown)}")
        acts_at = {name for name in MOMENTS if getattr(cls, name) is not getattr(Role, name)}
        cls.moments = frozenset(acts_at) | frozenset(cls.changes)
        cls.when_impaired = frozenset(kind for kind in cls.when_impaired if isinstance(kind, type)) | set(
            cls.acts_when_impaired
        )

    # -- set-up --------------------------------------------------------------------------------------------------

    def why_impossible(self, out: GivenTokens, seat: int | None, shown: Character | None) -> str:
        """Why its token cannot lie at this seat, or in the bag, as `shown`; "" if it can."""
        return ""

    def may_be_drawn(self, state: State) -> bool:
        """Whether chance may draw its token beside those that are laid out."""
        return True

    def takes_its_place(self, state: State, dealt: dict[int, Character]) -> None:
        """Let drawn tokens change places until this one, dealt or kept out of the bag, can be where it must."""

    def may_be_made(self, state: State, player: Player, demon: Player) -> bool:
        """Whether a Demon who makes Minions can make this player it although its token is kept out of the bag."""
        return False

    def fills_bag(self, counts: dict[str, int], state: State) -> Steps | None:
        """Change how many of each team are drawn, if `outsiders` and `minions` do not say it."""

    def comes_in(self, state: State) -> Steps | None:
        """After the deal: a character whose token was kept out of the bag comes into play in its own way."""

    def taken_by(self, state: State, player: Player) -> Steps | None:
        """Somebody becomes this character without taking its token."""

    def turns_sides(self, me: Ability, state: State) -> Steps | None:
        """After the tokens are dealt, before those act that look at sides."""

    def set_up(self, me: Ability, state: State) -> Steps | None:
        """After the tokens are dealt, before the first night."""

    def first_dusk(self, state: State) -> Steps | None:
        """At the first dusk, after everybody has looked at their token; for characters kept out of the bag."""

    def deals(self, state: State, dealt: dict[int, Character]) -> Steps | None:
        """For the storyteller's own: say who has which of the tokens that are dealt; returns them by seat."""

    def mends_bag(self, state: State, bag: list[Character], given: Sequence[Character]) -> Steps | None:
        """For the storyteller's own: change the tokens drawn for the bag, besides those `given`."""

    # -- night ---------------------------------------------------------------------------------------------------

    def first_night(self, me: Ability, state: State) -> Steps | None:
        """On this ability's own first night, which may be a later night of the game."""

    def each_night(self, me: Ability, state: State) -> Steps | None:
        """Every night."""

    def other_nights(self, me: Ability, state: State) -> Steps | None:
        """Every night but the first of the game."""

    def through_night(self, me: Ability, state: State) -> Steps | None:
        """When night falls and after every slot of it: for what is watched all night long."""

    def night_ends(self, me: Ability, state: State) -> Steps | None:
        """After the last turn of the night, before dawn."""

    # -- day -----------------------------------------------------------------------------------------------------

    def declared(self, me: Ability | None, state: State, by: Player, act: Act) -> Steps | None:
        """Somebody declares this ability by day; `me` is theirs, or None if they only pretend."""

    def offers(self, me: Ability, state: State, by: Player) -> Sequence[Act]:
        """The acts, with its `verbs`, that this public ability (a Traveller's) offers to `by`."""
        return ()

    def does(self, me: Ability, state: State, by: Player, act: Act) -> Steps | None:
        """Somebody does one of the acts that it offers."""

    def called(self, me: Ability, state: State) -> Steps | None:
        """The storyteller calls on this, which is their own: `call Fiddler`."""

    def judged(self, me: Ability, state: State) -> Steps | None:
        """At the end of talk or of nominations, when the storyteller judges what players have said and done."""

    def before_nominations(self, me: Ability, state: State) -> Steps | None:
        """Nominations open."""

    def on_nomination(self, me: Ability, state: State, nomination: Nomination) -> Steps | None:
        """Somebody has been nominated; there is no vote yet."""

    def on_tally(self, me: Ability, state: State, nomination: Nomination) -> Steps | None:
        """The hands are counted (`nomination.tally`) and nothing is decided yet.  Impaired abilities act too."""

    def day_ends(self, me: Ability, state: State) -> Steps | None:
        """Nominations are closed and the execution, if any, is over."""

    def at_dusk(self, me: Ability, state: State) -> Steps | None:
        """When the day has ended, before the night begins."""

    # -- life and death ------------------------------------------------------------------------------------------

    def on_executed(self, me: Ability, state: State, death: Death) -> Steps | None:
        """Somebody is being executed: before they die, if they do."""

    def after_execution(self, me: Ability, state: State, death: Death, died: bool) -> Steps | None:
        """Somebody has been executed, and died of it or not."""

    def saves(self, me: Ability, state: State, death: Death) -> Saved:
        """Whether it keeps this player from dying; may be steps that return this."""
        return False

    def on_death(self, me: Ability, state: State, death: Death) -> Steps | None:
        """Somebody has died; this may be its own player, if it worked until then."""

    # -- choices and changes -------------------------------------------------------------------------------------

    def on_chosen(self, me: Ability, state: State, by: Ability, target: Player) -> Steps | None:
        """Another player's ability has chosen `target` (this player or another), and nothing is done yet."""

    def on_change(self, me: Ability, state: State, player: Player) -> Steps | None:
        """A player's character or alignment has changed."""

    def gained(self, me: Ability, state: State) -> Steps | None:
        """This ability has come into play in the course of the game."""

    def always_impairs(self, me: Ability, state: State) -> Iterable[tuple[Player, str]]:
        """The players who are "drunk", "poisoned", "sober" or without ability as long as it works."""
        return ()


MOMENTS = frozenset(
    name for name, value in vars(Role).items() if isinstance(value, FunctionType) and name[0] != "_"
)


class Townsfolk(Role, abstract=True):
    """Good, and helpful."""


class Outsider(Role, abstract=True):
    """Good, and a hindrance."""


class Minion(Role, abstract=True):
    """Evil."""


class Demon(Role, abstract=True):
    """Evil, and what the town must find."""


class Traveller(Role, abstract=True):
    """Comes and goes; everybody knows the character, nobody the alignment."""


class Fabled(Role, abstract=True):
    """The storyteller's own: a public rule."""


def role(character: Character) -> Role:
    """A character with rules of its own, as a Role."""
    assert isinstance(character, Role)
    return character


def moment_key(moment: Callable[..., object] | type) -> str | type:
    """The key of a moment (`Role.gained`) or a rule (`MayVote`) in a character's `moments`."""
    return moment if isinstance(moment, type) else moment.__name__


@kept(1024)
def moment_keys(moments: tuple[Callable[..., object] | type, ...]) -> frozenset[str | type]:
    """The keys of several moments and rules."""
    return frozenset(map(moment_key, moments))


def acts_at(character: Character, *moments: Callable[..., object] | type) -> bool:
    """Whether this character acts at one of these moments, or changes one of these rules."""
    return not moment_keys(moments).isdisjoint(character.moments)


def wakes_each_night(character: Character) -> bool:
    """Whether it acts every night, or has to be run by hand by the storyteller then."""
    return character.unmodelled or acts_at(character, Role.each_night)


def are_minded(state: State, moments: tuple[Callable[..., object] | type, ...]) -> bool:
    """Whether some character that everybody knows may be in play acts at one of these moments."""
    if state.cached_minded is None:
        known = [p.character for p in state.ring if p.traveller and p.here]
        known += [ability.character for ability in state.fabled]
        state.cached_minded = state.script.moments.union(*(character.moments for character in known))
    return not moment_keys(moments).isdisjoint(state.cached_minded)


# -- abilities in play -------------------------------------------------------------------------------------------


def abilities(state: State) -> list[Ability]:
    """All abilities in play, in seat order; those that belong to no player last."""
    if state.cached_abilities is None:
        places = (player for player in (*state.players, *state.unheld) if player.here)
        state.cached_abilities = [ability for player in places for ability in player.abilities] + state.fabled
    return state.cached_abilities


def by_slot(state: State) -> Mapping[str, list[Ability]]:
    """The abilities that act at each place in the night; that of the character whose place it is comes first.

    Of several of one character, whichever came into play first does; of those, one that another ability has given.
    """
    if state.cached_slots is None:
        state.cached_slots = {}
        for ability in sorted(abilities(state), key=_place_in_slot):
            state.cached_slots.setdefault(ability.slot, []).append(ability)
    return state.cached_slots


def _place_in_slot(ability: Ability) -> tuple[bool, str, int, bool, str, int]:
    return ability.character.id != ability.slot, *among_its_like(ability)


def among_its_like(ability: Ability) -> tuple[str, int, bool, str, int]:
    """Where it stands among abilities of one character: the older first, then the one that was given."""
    own, holder = ability.character, ability.player.character
    return own.id, ability.since, holder is own, holder.id, ability.number


def reacting(state: State, moment: Callable[..., object] | type) -> list[Ability]:
    """The abilities in play whose character acts at that moment, or changes that rule, working or not.

    They come in the order of the night, then by name and age, so that it makes no difference who sits where.
    """
    known = state.cached_reacting
    if known is None:
        known = state.cached_reacting = {}
        for ability in sorted(abilities(state), key=_turn):
            for key in ability.character.moments:
                known.setdefault(getattr(Role, key) if isinstance(key, str) else key, []).append(ability)
    return known.get(moment, NONE)


NONE: list[Ability] = []  # which nobody changes


def _turn(ability: Ability) -> tuple[float, str, int, bool, str, int]:
    """Where its character stands in the order of the night; last, by name, if it stands nowhere there."""
    other = ability.character.fact.other
    return (math.inf if other is None else other), *among_its_like(ability)
