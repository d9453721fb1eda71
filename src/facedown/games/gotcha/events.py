"""What can happen, by the number that a position keeps of the last thing that did."""

from typing import Literal

from facedown.core.event_names import event_names

# What views call them.
Kind = Literal[
    "lot", "deal", "keep", "draft", "hands", "turn", "show", "place", "done", "reveal", "stopped", "cut",
    "gotcha", "play", "cover", "swap", "fight", "take", "draw", "discard", "shuffle", "out", "fail", "round",
    "tie", "drawn", "overtime", "order", "tidy", "threw", "throw",
]  # fmt: skip

LOT_DRAWN, DEALT, KEPT, DRAFTED, HANDS_DEALT, TURN_BEGAN, SHOWED, PLACED, FINISHED, REVEALED = range(1, 11)
CUT_STOPPED, WAS_CUT, SPRUNG, PLAYED, COVERED, SWAPPED, FOUGHT, TOOK, DREW, DISCARDED = range(11, 21)
SHUFFLED, RAN_OUT, FAILED, ROUND_WON, ROUND_TIED, ROUND_DRAWN, OVERTIME_BEGAN, ORDERED, TIDIED = range(21, 30)
THREW = 30  # a seat has thrown; what, nobody else knows yet
THROWN = 31  # seat: who won; other: 3 * what seat 0 threw + what seat 1 threw

NAMES = event_names(globals())
# The events whose card is one, and not another number.
OF_CARD = frozenset({
    KEPT, DRAFTED, SHOWED, PLACED, CUT_STOPPED, WAS_CUT, SPRUNG, PLAYED, COVERED, SWAPPED, FOUGHT, DREW,
    DISCARDED,
})  # fmt: skip
SCORING = frozenset({FAILED, ROUND_WON})  # the events with which a score changes
# The events that only cards with a certain building block bring about.
NEEDS = {
    SHOWED: "oblige", CUT_STOPPED: "guard", WAS_CUT: "cut", PLAYED: "replace", COVERED: "cover", SWAPPED: "swap",
    DISCARDED: "discard",
}  # fmt: skip
