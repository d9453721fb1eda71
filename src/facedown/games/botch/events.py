"""What can happen, by the number that a position keeps of the last thing that did, with what its fields say."""

from typing import Literal

from facedown.core.event_names import event_names

# What views call them.
Kind = Literal[
    "deal", "answer", "turn", "taken", "swap", "look", "claim", "threat", "uncalled", "flip", "id",
    "hand back", "expose", "pay", "refuse", "take", "pay bank", "stash", "turn down", "recover", "hurt",
    "live", "die", "collect", "no win", "give", "ask", "decline", "offer", "accept", "leave", "nothing",
    "time", "introduce", "judge", "prove", "standoff", "declare", "spoil", "no spoil", "win",
]  # fmt: skip

DEALT = 1
ANSWERED = 2  # seat; what, nobody else hears
TURN_BEGAN = 3  # seat
SWAPPED = 4  # seat, other: the seat with whom
INTRODUCED = 5  # seat, card: the role, or NONE if it stays hidden
LOOKED = 6  # seat, other: at whose item
CLAIMED = 7  # seat, card, other: the seat it is used on, or NONE
THREATENED = 8  # seat, card, other
UNCALLED = 9  # seat, card
FLIPPED = 10  # seat, card: the item or role that is turned up and down again
JUDGED = 11  # seat, card: the claim, other: the caller, + 8 where the user lied, + 16 where the caller did
PAID_TO_ID = 12  # seat, card: the role named, other: to whom
HANDED_BACK = 13  # seat, other
EXPOSED = 14  # seat, card, other: by whom
PROVED = 15  # seat, card: the one shown, other: 1 where it is the one that was to be used
PAID = 16  # seat, other: to whom; card: how many
REFUSED = 17  # seat, other
STOOD_OFF = 18  # seat, card: the one revealed, other: the victim
TOOK_PILE = 19  # seat, card: the one used, other: how many; so the next five
TOOK_BANK = 20
TOOK_EACH = 21
PAID_BANK = 22
STASHED = 23
RECOVERED = 24
TOOK_PLAYER = 25  # seat, card, other: from whom + 8 times how many
TURNED_DOWN = 26  # seat, card
HEALED = 27  # seat, card, other
WAS_HURT = 28  # seat, other: by whom
LIVED = 29  # seat
DIED = 30  # seat, card: the role
COLLECTED_IT = 31  # seat, card, other: how many
DECLARED = 32  # seat, card: the item, other: the role
TAKEN = 33  # seat, other: whose item they hold under the table with their own; card: how many stashed ones are lost
SPOILED = 34  # seat, card, other: the declarer
SPOILED_NOT = 35  # seat, card: the one revealed, other: the declarer
WON_NOT = 36  # seat
WON = 37
GAVE = 38  # seat, card: how many, other
REQUESTED = 39  # seat, card: how many, other
DECLINED = 40  # seat, other
FIZZLED = 41  # seat, card: nothing comes of it
TIME_UP = 42
OFFERED = 43  # seat, card: how many, other
TOOK_OFFER = 44  # seat, card: how many, other: whose offer
LEFT_OFFER = 45  # seat, other

NAMES = event_names(globals())
# The events whose card is one, and not another number.
OF_CARD = frozenset({
    INTRODUCED, CLAIMED, THREATENED, UNCALLED, FLIPPED, JUDGED, PAID_TO_ID, EXPOSED, PROVED, STOOD_OFF,
    TOOK_PILE, TOOK_BANK, TOOK_EACH, PAID_BANK, STASHED, RECOVERED, TOOK_PLAYER, TURNED_DOWN, HEALED, DIED,
    COLLECTED_IT, DECLARED, SPOILED, SPOILED_NOT, FIZZLED,
})  # fmt: skip

# Who lied where somebody called: part of the last field of JUDGED.
USER_LIED = 8
CALLER_LIED = 16
