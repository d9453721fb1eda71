"""What can happen, by the number that a position keeps of the last thing that did, with what its fields say."""

from typing import Literal

from facedown.core.event_names import event_names

# What views call them.
Kind = Literal[
    "characters", "dealer", "deal", "trump", "shuffle", "swamp", "play", "high", "low", "exchange", "draw",
    "effect", "no effect", "trick", "pick", "score", "end",
]  # fmt: skip

DEALT_CHARACTERS = 1
DEALER_DRAWN = 2  # seat
DEALT = 3  # seat: the dealer
TURNED_UP = 4  # card
SHUFFLED = 5
FILLED = 6
PLAYED = 7  # seat, card
MARKED_HIGH = 8  # seat, card, other: the seat whose card is marked
MARKED_LOW = 9
EXCHANGED = 10  # seat, card: the new trump, other: the old one
DREW = 11  # seat, card
TOOK_EFFECT = 12  # seat, card
NO_EFFECT = 13  # seat, card
TOOK_TRICK = 14  # seat, card, other: 0 if it counts for nobody
PICKED = 15  # seat, card
SCORED = 16  # other: the round
WON = 17

NAMES = event_names(globals())
# The events whose card is one, and not another number.
OF_CARD = frozenset({
    TURNED_UP, PLAYED, MARKED_HIGH, MARKED_LOW, EXCHANGED, DREW, TOOK_EFFECT, NO_EFFECT, TOOK_TRICK, PICKED,
})  # fmt: skip
SCORING = frozenset({TOOK_TRICK, SCORED})  # the events with which a score changes
