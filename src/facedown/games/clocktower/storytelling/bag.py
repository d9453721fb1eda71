"""Set-up before the deal, as the storyteller sees it: the tokens laid out, and what they should be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from facedown.core.spelling import counted
from facedown.games.clocktower import state
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.setup import change_counts, team_counts
from facedown.games.clocktower.state import State
from facedown.games.clocktower.storytelling import set_up_by_hand


class Laid(msgspec.Struct, frozen=True):
    """A token laid out for a seat; the storyteller's, the last, where no player holds it."""

    seat: int
    character: str
    shown: str | None  # what its player is to believe they are
    by_hand: bool = False  # whether the storyteller gave it to this player: shuffling moves it, too


class InBag(msgspec.Struct, frozen=True):
    """A token that chance deals to one of those who have none."""

    character: str
    shown: str | None  # what its player is to believe they are


class Bag(msgspec.Struct, frozen=True):
    """The tokens laid out before the deal, and what they should be: for the storyteller alone."""

    counts: dict[str, int]  # how many of each team are wanted
    why: tuple[str, ...]  # what changes these numbers: "Baron: 2 Outsiders more"
    tokens: tuple[Laid, ...]
    unseated: tuple[InBag, ...]  # those in the bag that are nobody's yet
    suggested: tuple[Laid, ...]  # the policy's
    wrong: str  # why it cannot be dealt yet; "" if it can
    draws: bool  # whether everybody draws theirs when it is dealt
    aside: tuple[str, ...]  # of the script: nobody is it, it lies with the storyteller
    for_somebody: tuple[str, ...]  # of the script: never drawn, but laid out for somebody
    believers: dict[str, str]  # of the script: whose player takes themselves for another, and that one's team
    powers: dict[str, str]  # of the script: who has another character's ability and knows it, and that one's team


def bag(town: State, names: Sequence[str]) -> Bag | None:
    """What lies there before the deal; None where tokens are not laid out, or not any more."""
    if town.dealing is None:
        return None
    counts = team_counts(len(town.players) - town.travellers)
    never_drawn = [one for one in town.script.characters if not one.in_bag and one.team in set_up_by_hand.DRAWN]
    tokens = list(dict.fromkeys(character for character, _, _ in town.given))
    for character in tokens:
        change_counts(counts, character)
    for character in _brought(tokens, town):
        if not counts[character.team]:  # there is a place for it in every bag
            counts[character.team] += 1
            counts["townsfolk"] -= 1
    return Bag(
        counts=counts,
        why=tuple(reason for character in tokens for reason in _reasons(character, town)),
        tokens=_tokens(town.laid, town.given_by_hand),
        unseated=tuple(InBag(token.name, None if shown is None else shown.name) for token, shown in town.unseated),
        suggested=_tokens(set_up_by_hand.suggestion(town)),
        wrong=set_up_by_hand.wrong(town, names),
        draws=town.draws,
        aside=tuple(one.name for one in never_drawn if acts_at(one, Role.taken_by)),
        for_somebody=tuple(one.name for one in never_drawn if not acts_at(one, Role.taken_by)),
        believers={
            one.name: one.thinks_it_is
            for one in town.script.characters
            if one.thinks_it_is is not None and one.team in set_up_by_hand.DRAWN
        },
        powers={one.name: one.has_power_of for one in town.script.characters if one.has_power_of is not None},
    )


def _tokens(laid: state.Laid, by_hand: frozenset[int] = frozenset()) -> tuple[Laid, ...]:
    return tuple(
        Laid(seat, character.name, None if shown is None else shown.name, seat in by_hand)
        for seat, (character, shown, _) in sorted(laid.items())
    )


def _brought(tokens: Sequence[Character], town: State) -> list[Character]:
    """The characters that set-up puts into the bag with one of these."""
    return [town.script.character(one.brings) for one in tokens if one.brings is not None]


def _reasons(character: Character, town: State) -> Iterator[str]:
    for word, more in (("Outsider", character.outsiders), ("Minion", character.minions)):
        if more:
            yield f"{character.name}: {counted(abs(more), word)} {'more' if more > 0 else 'fewer'}"
    for brought in _brought([character], town):
        yield f"{character.name}: the {brought.name} belongs in the bag, too"
    if acts_at(character, Role.fills_bag):
        yield f"{character.name}: sets its own numbers; you are asked for what is still open when you deal"
