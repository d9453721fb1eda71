"""What a Character's card can say: the building blocks, and the file in which the cards are written."""

from __future__ import annotations

import msgspec

from facedown.core.cards_file import Entry, check_names, choices, house_cards, read_entries
from facedown.core.errors import CardsError

# What a card does [6].
NOTHING = 0
HIGH = 1
LOW = 2
SECOND_WINS = 3
SMALL_WINS = 4
NEW_TRUMP = 5
FROM_SWAMP = 6
NO_REFILL = 7
BACKWARDS = 8
NO_SCORE = 9

# Whose card a mark goes to.
SELF = 0
NEXT = 1
FEWEST = 2  # from here on somebody chooses
MOST = 3
ANYONE = 4

EFFECTS = {
    "nothing": (NOTHING, "nothing happens"),
    "high": (HIGH, "{on} is the high card of the trick; the mark before it becomes the second highest"),
    "low": (LOW, "{on} is the lowest card of the trick, and no mark on it counts"),
    "second wins": (SECOND_WINS, "the second highest card takes the trick"),
    "small wins": (SMALL_WINS, "low values beat high ones in this trick"),
    "new trump": (NEW_TRUMP, "its player must exchange a suit card from the hand for the trump card"),
    "play from swamp": (FROM_SWAMP, "it leaves the round, and its player plays a card from the Swamp instead"),
    "no refill": (NO_REFILL, "the Swamp is not refilled after this trick"),
    "pick backwards": (BACKWARDS, "after this trick players pick the other way round, the winner last"),
    "no score": (NO_SCORE, "the trick counts for nobody"),
}
ON = {
    "self": (SELF, "this card"),
    "next": (NEXT, "the card of the next player clockwise"),
    "fewest": (FEWEST, "the card of a player with the fewest tricks this round, whom its player names,"),
    "most": (MOST, "the card of a player with the most tricks this round, whom its player names,"),
    "anyone": (ANYONE, "the card of any player, whom its player names,"),
}
NEEDS_ON = ("high", "low")

FLOCK = 7  # one Character is there seven times, ...
SINGLES = 9  # ... nine once each


class Character(msgspec.Struct, frozen=True):
    """One kind of Character as its file describes it."""

    name: str
    copies: int
    effect: str
    text: str
    on: str = ""
    source: str = "house"
    rule: str | None = None


def read_cards(text: str) -> tuple[Character, ...]:
    """The Characters of a cards file, the one with seven copies first.  Raises CardsError."""
    entries = read_entries(text, "character")
    cards = [_character(entry) for entry in entries]
    check_names((card.name, entry.line) for card, entry in zip(cards, entries, strict=True))
    flocks, singles = (sum(card.copies == copies for card in cards) for copies in (FLOCK, 1))
    if (flocks, singles) != (1, SINGLES):
        raise CardsError(
            f"there are {flocks} Characters with {FLOCK} copies and {singles} with one; "
            f"the game takes 1 with {FLOCK} and {SINGLES} with one [1.4]",
            entries[-1].line,
        )
    return tuple(sorted(cards, key=lambda card: -card.copies))


def _character(entry: Entry) -> Character:
    entry.check_keys("name", "copies", "effect", "on", "text", "source", "rule")
    effect, copies = entry.one_of("effect", EFFECTS), entry.number("copies", 1, FLOCK)
    on = entry.one_of("on", ON, "")
    if effect in NEEDS_ON and not on:
        raise entry.wrong("effect", f"effect {effect!r} needs to know whose card: `on = ...`{choices(ON)}")
    if on and effect not in NEEDS_ON:
        raise entry.wrong("on", f"effect {effect!r} takes no `on`; delete this line")
    if copies not in (1, FLOCK):
        raise entry.wrong("copies", f"copies is {copies}; it must be 1 or {FLOCK}")
    return Character(
        name=entry.name(digits=False),
        copies=copies,
        effect=effect,
        text=entry.text("text"),
        on=on,
        source=entry.one_of("source", ("rulebook", "house"), "house"),
        rule=entry.text("rule", "") or None,
    )


def explain(card: Character) -> str:
    """What a Character will do, in one sentence, from its building blocks."""
    does = EFFECTS[card.effect][1].format(on=ON[card.on][1] if card.on else "")
    return f"When {card.name} is played, {does}."


HOUSE = read_cards(house_cards(__file__))
