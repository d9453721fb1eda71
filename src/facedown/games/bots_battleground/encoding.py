"""What a seat sees of Bots Battleground, as numbers for a learner."""

from __future__ import annotations

from facedown.core.flat.encoding import Encoding, bits, counts, number, one_hot, seat, seat_number, seats
from facedown.games.bots_battleground import events, faces, phases, steps
from facedown.games.bots_battleground.cards import MOST_CARDS, MOST_KINDS, MOST_VALUE
from facedown.games.bots_battleground.position import (
    DICE,
    HAND,
    LAST_ROUND,
    LONG_AGO,
    PLACES,
    SEATS,
    SLOTS,
    TIE,
    TO_WIN,
    Observation,
)

MOST_TICKS = phases.RED_TO[-1]
MOVES = 640  # what a move's number is divided by; the moves with borrowed bots, from 640 on, come out above 1

ENCODING = Encoding(
    Observation,
    SEATS,
    (
        one_hot("seat", SEATS),
        one_hot("seats", SEATS - 1, low=2),
        one_hot("question", steps.ABILITY - steps.CLAP + 1, low=steps.CLAP),
        seats("asked"),
        number("over", 1),
        number("dice", DICE),
        number("tempo", 2),
        number("reactions", 2),
        one_hot("phase", phases.FINISHED + 1),
        number("ticks", MOST_TICKS),
        number("round_number", LAST_ROUND),
        seat("clapper"),
        bits("rolling", DICE),
        one_hot("face", faces.FACES),
        bits("faces", faces.FACES),
        seat("attacker"),
        seat("named"),
        seats("defenders"),
        number("act", MOVES, low=-1),
        counts("hand", MOST_KINDS, 1, name="hand"),
        number("hand", MOST_KINDS, low=-1, name="hand in order"),
        seat_number("hand_of"),
        number("hand_count", HAND, seat_axis=0),
        counts("table", MOST_KINDS, 1, seat_axis=0, name="table"),
        number("table", MOST_KINDS, low=-1, seat_axis=0, name="table in order"),
        seat_number("table_of", seat_axis=0),
        number("attack", MOST_VALUE, seat_axis=0),
        number("defense", MOST_VALUE, seat_axis=0),
        seats("muted", PLACES),
        seats("resolved", PLACES),
        number("limit", PLACES, seat_axis=0),
        number("total", MOST_VALUE, low=-1, seat_axis=0),
        number("tokens", TO_WIN, seat_axis=0),
        seats("asks", seat_axis=0),
        seats("offers", seat_axis=0),
        number("loans", HAND, seat_axis=0, inner=True),
        seat("forced", seat_axis=0),
        seats("forcing"),
        seats("faults"),
        seats("refused"),
        number("since", LONG_AGO, seat_axis=0),
        seat("using_seat"),
        one_hot("using_place", PLACES),
        seat("won_by", also=1, seat_axis=0),
        number("sums", MOST_VALUE, seat_axis=0),
        number("deck_left", MOST_CARDS),
        counts("bottom", MOST_KINDS, 1, length="bottom_count", name="bottom"),
        number("bottom", MOST_KINDS, name="bottom in order"),
        number("bottom_count", MOST_CARDS),
        seats("winners"),
        one_hot("event", events.FAULTED + 1),
        seat("event_seat"),
        number("event_card", SLOTS, low=-1),
        seat("event_other", name="event_other"),
        number("event_other", SLOTS, low=-1, name="event_other number"),
    ),
    left_out={
        "open_hands": "filled only when everything is turned up at the end",
        "changed_by": "the values are told as they are by now",
        "to_act": "follows from the bots, tokens, `muted` and `resolved`",
        "gains": "told in words; `tokens` has what came of it",
    },
)
assert TIE == SEATS, "`won_by` tells a tie behind the seats"
