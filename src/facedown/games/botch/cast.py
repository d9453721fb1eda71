"""Which cards are in a game, as text and as a set: `basic`, or `Bookie, Suit, Douche, Album, Brew, Sack` [1.3]."""

from __future__ import annotations

import functools

from facedown.core.errors import BadOption, FacedownError
from facedown.core.spelling import Names, fold
from facedown.games.botch.cards import BY_NUMBER, EVERY_ITEM, EVERY_ROLE, HIDDEN_ROLES, SETS

CARDS = Names({number: card.name for number, card in BY_NUMBER.items()}, kind="card")
FEWEST = 3  # roles, and items: there are as many players at least


@functools.lru_cache(maxsize=256)
def read_cast(text: str) -> int:
    """The set of cards that a name of a set, or a list of cards, means.  Raises BadOption."""
    cast = 0
    for word in filter(str.strip, text.split(",")):
        try:
            cast |= SETS[fold(word)] if fold(word) in SETS else 1 << CARDS.number(word)
        except FacedownError as error:
            raise BadOption(f"cast: {error}; a cast is {', '.join(SETS)}, or names of cards") from error
    check_enough(cast, FEWEST)
    return cast


def written(cast: int) -> str:
    """A cast as it is written, in one way only."""
    for name, cards in SETS.items():
        if cast == cards:
            return name
    return ", ".join(names_of(cast))


def written_for_all(cast: int) -> str:
    """What everybody may know of a cast whose Hidden roles are not told."""
    return f"{', '.join(names_of(cast & ~HIDDEN_ROLES))}, and perhaps Hidden roles"


def names_of(cast: int) -> list[str]:
    """The names of these cards, roles first."""
    there = [number for number in BY_NUMBER if cast >> number & 1]
    return [BY_NUMBER[number].name for number in sorted(there, key=lambda number: not EVERY_ROLE >> number & 1)]


def check_enough(cast: int, seats: int) -> None:
    """Check that there is a role and an item for each seat.  Raises BadOption."""
    for kind, cards in (("role", EVERY_ROLE), ("item", EVERY_ITEM)):
        there = (cast & cards).bit_count()
        if there < seats:
            raise BadOption(f"cast: {seats} players need {seats} {kind}s, and it has {there}; name more {kind}s")
