"""What can happen, by the number that a position keeps of the last thing that did, with what its fields say."""

from typing import Literal

from facedown.core.event_names import event_names

# What views call them.
Kind = Literal[
    "deal", "double", "clap", "attack", "down", "up", "ask", "offer", "force", "refuse", "late", "silenced",
    "tie", "home", "warning", "blue", "fault", "roll", "decline", "lend", "hand over", "land", "ability",
    "win", "lose", "end",
]  # fmt: skip

DEALT = 1
DOUBLED = 2  # seat, card: the bot of which they drew two
CLAPPED_IN_VAIN = 3  # seat
ROLLED = 4  # seat, other: the dice that roll, as a set
NAMED = 5  # seat, other: the defender
PUT_DOWN = 6  # seat, card
PICKED_UP = 7  # seat, card
ASKED = 8  # seat, other: of whom
OFFERED = 9  # seat, other: to whom
LENT = 10  # seat, card (a secret of the two), other: to whom
DECLINED = 11  # seat
DEMANDED = 12  # seat, other: who must lend
HANDED_OVER = 13  # seat, card: how many, other: to whom
REFUSED = 14  # seat, other: whom
LATE = 15  # seat: the attacker
LANDED = 16  # seat: the attacker from here on, other: the faces, as a set
WARNED = 17
FROZEN = 18  # other: 1 where the round was lost before its time was up
USED = 19  # seat, card, other: on whom (`aim`)
SILENCED = 20  # seat, card: its ability is not used
SHOWN = 21  # seat, card: its ability shows other, the deck's top bot
WON = 22  # seat: who wins the meeting, card: their sum + 100 * the other's, other: the loser
TIED = 23  # seat: the attacker, card: the sum, other: the defender
LOST = 24  # seat, other: by what (FAULT, EMPTY, REFUSAL)
WENT_HOME = 25
ENDED = 26
FAULTED = 27  # seat, card: how many bots they have down, other: how many are allowed
DEALT_ANEW = 28  # seat: who claps first

NAMES = event_names(globals())
# The events whose card is one, and not another number.
OF_CARD = frozenset({DOUBLED, PUT_DOWN, PICKED_UP, LENT, USED, SILENCED, SHOWN})
SCORING = frozenset({LATE, WON, LOST})  # the events with which a score changes

# How a fight is lost without counting.
FAULT, EMPTY, REFUSAL = 1, 2, 3
