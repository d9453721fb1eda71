"""What a seat sees of GotchaCards, as numbers for a learner."""

from __future__ import annotations

from facedown.core.flat.encoding import Encoding, bits, copies, counts, far_bits, number, one_hot, seat, seats
from facedown.games.gotcha import events, steps
from facedown.games.gotcha.cards import MOST_KINDS
from facedown.games.gotcha.position import CARDS, COPIES, COVERS, LANES, LAST_TURN, NINE, NOT_THROWN
from facedown.games.gotcha.rules import MOST_ROUNDS, ROUNDS_TO_WIN, Observation

NEAREST = 6  # lanes encoded card by card; lanes further out, which are very rare, as numbers
NEAR, FAR = slice(0, NEAREST), slice(NEAREST, None)
FIRST_BYTE = 8  # lanes that are told one by one of a set of lanes
MOST_POINTS = 32

ENCODING = Encoding(
    Observation,
    2,
    (
        one_hot("seat", 2),
        one_hot("question", steps.COMPARE + 1),
        seats("asked"),
        number("over", 1),
        number("seats", 2),
        number("tier", 1),
        one_hot("thrown", NOT_THROWN),
        number("round_number", MOST_ROUNDS),
        one_hot("turn", LAST_TURN + 1),
        number("overtime", 4),
        seat("first"),
        seat("starter"),
        number("rounds_won", ROUNDS_TO_WIN, seat_axis=0),
        number("points", MOST_POINTS, seat_axis=0),
        seats("duty"),
        number("hand_count", 8, seat_axis=0),
        copies("hand", MOST_KINDS, COPIES, seat_axis=0),
        one_hot("lane", NEAREST, name="lane"),
        number("lane", LANES, low=-1, name="lane number"),
        seat("winner"),
        seat("cutter_side"),
        one_hot("cutter_lane", NEAREST, name="cutter_lane"),
        number("cutter_lane", LANES, low=-1, name="cutter_lane number"),
        one_hot("lanes", MOST_KINDS, seat_axis=0, part=NEAR, name="lanes"),
        number("lanes", MOST_KINDS, low=-1, seat_axis=0, part=FAR, name="far lanes"),
        bits("there", FIRST_BYTE, seat_axis=0),
        far_bits("there", seat_axis=0),
        bits("face_up", FIRST_BYTE, seat_axis=0),
        far_bits("face_up", seat_axis=0),
        bits("stayed", FIRST_BYTE, seat_axis=0),
        far_bits("stayed", seat_axis=0),
        number("under", MOST_KINDS, seat_axis=0),
        number("under_count", COVERS, seat_axis=0),
        counts("draft", MOST_KINDS, NINE, length="draft_count", name="draft"),
        number("draft", MOST_KINDS, low=-1, name="draft in order"),
        number("draft_count", NINE),
        number("deck_left", CARDS),
        counts("trash", MOST_KINDS, COPIES, length="trash_count", name="trash"),
        number("trash", MOST_KINDS, name="trash in order"),
        number("trash_count", CARDS),
        counts("victory", MOST_KINDS, COPIES, ends="victory_count", name="victory"),
        number("victory", MOST_KINDS, name="victory in order"),
        number("victory_count", CARDS, seat_axis=0),
        one_hot("event", events.THROWN + 1),
        seat("event_seat"),
        number("event_card", MOST_KINDS, low=-1),
        number("event_other", CARDS, low=-1),
    ),
)
