"""Which cards are in a game, as text and as a set: `basic`, or `Bookie, Suit, Douche, Album, Brew, Sack` [1.3]."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from facedown.core.errors import BadOption, FacedownError
from facedown.core.spelling import Names, did_you_mean, fold, quote
from facedown.games.botch import cards, events
from facedown.games.botch.arrays import Cards
from facedown.games.botch.cards import EVERY_ITEM, EVERY_ROLE, BotchCard, in_one, in_pages, numbers, sets
from facedown.games.botch.table import is_role

FEWEST = 3  # roles, and items: there are as many players at least
# The events that only a step of an action brings about.
STEP_BEHIND = {
    events.TOOK_PILE: cards.TAKE_PILE, events.TOOK_BANK: cards.TAKE_BANK, events.TOOK_PLAYER: cards.TAKE_PLAYER,
    events.TOOK_EACH: cards.TAKE_EACH, events.PAID_BANK: cards.PAY_BANK, events.STASHED: cards.STASH,
    events.TURNED_DOWN: cards.TURN_DOWN, events.HEALED: cards.HEAL,
}  # fmt: skip


def by_name(kinds: Sequence[BotchCard]) -> Names:
    return Names({number: card.name for number, card in numbers(kinds).items()}, kind="card")


@functools.lru_cache(maxsize=256)
def read_cast(text: str, c: Cards) -> int:
    """The set of cards that a name of a set, or a list of cards, means.  Raises BadOption."""
    cast = 0
    for word in filter(str.strip, text.split(",")):
        try:
            cast |= c.of(sets)[fold(word)] if fold(word) in c.of(sets) else 1 << c.of(by_name).number(word)
        except FacedownError as error:
            every = [*c.of(sets), *(card.name for card in c.of(numbers).values())]
            mend = did_you_mean(word, every) or f"; a cast is {', '.join(c.of(sets))}, or names of cards"
            raise BadOption(f"cast: there is no set and no card {quote(word.strip())}{mend}") from error
    check_enough(cast, FEWEST)
    return cast


def written(cast: int, c: Cards) -> str:
    """A cast as it is written, in one way only."""
    for name, named in c.of(sets).items():
        if cast == named:
            return name
    return ", ".join(names_of(cast, c))


def written_for_all(cast: int, c: Cards) -> str:
    """What everybody may know of a cast whose Hidden roles are not told."""
    return f"{', '.join(names_of(cast & ~in_one(c.hidden_roles), c))}, and perhaps Hidden roles"


def names_of(cast: int, c: Cards) -> list[str]:
    """The names of these cards, roles first."""
    there = [number for number in c.of(numbers) if cast >> number & 1]
    return [c.of(numbers)[number].name for number in sorted(there, key=lambda number: not is_role(number))]


def has_enough(cast: int, seats: int) -> bool:
    """Whether there is a role and an item for each seat."""
    return min(_count(cast, EVERY_ROLE), _count(cast, EVERY_ITEM)) >= seats


def _count(cast: int, kind: int) -> int:
    """How many cards of this kind, EVERY_ROLE or EVERY_ITEM, are in a cast."""
    return sum((cards & kind).bit_count() for cards in in_pages(cast))


def check_enough(cast: int, seats: int) -> None:
    """Check that there is a role and an item for each seat.  Raises BadOption."""
    for kind, every in (("role", EVERY_ROLE), ("item", EVERY_ITEM)):
        there = _count(cast, every)
        if there < seats:
            raise BadOption(f"cast: {seats} players need {seats} {kind}s, and it has {there}; name more {kind}s")


def impossible(options: Mapping[str, object], c: Cards) -> set[int]:
    """The events that no card of the cast brings about; where Hidden roles are not told, anybody may claim them."""
    cast = read_cast(str(options["cast"]), c) | (in_one(c.hidden_roles) if options["tell_cast"] == "open" else 0)
    there = [card for number, card in c.of(numbers).items() if cast >> number & 1]
    steps = {int(step) for number in c.of(numbers) if cast >> number & 1 for step in c.step_of[number]}
    items = {card.name for card in there if card.kind == "item"}
    hurts = cards.HURT in steps or any(card.weapon for card in there)
    recovers = cards.RECOVER in steps or (hurts and any(card.saves >= 0 for card in there))
    threats = any(card.threat or card.weapon for card in there)
    can = {
        (events.THREATENED, events.PAID, events.REFUSED, events.STOOD_OFF): threats,
        (events.WAS_HURT, events.LIVED): hurts,
        (events.RECOVERED,): recovers,
        (events.PAID_TO_ID, events.HANDED_BACK, events.EXPOSED): bool(cast & in_one(c.hidden_roles)),
        (events.PROVED,): any(card.needs for card in there),
        (events.COLLECTED_IT,): any(card.collects in items for card in there),
        (events.SPOILED, events.SPOILED_NOT): bool(cast & in_one(c.spoilers)),
    }
    found = {event for event, step in STEP_BEHIND.items() if step not in steps}
    return found | {event for group, possible in can.items() if not possible for event in group}
