"""What a seat of The Botch is Back sees, and what it remembers, as numbers for a learner."""

from __future__ import annotations

from facedown.core.flat.encoding import Encoding, bits, number, one_hot, seat, seats
from facedown.games.botch import events, purposes, steps
from facedown.games.botch.cards import CARDS, FIRST_ROLE, ITEMS, ROLES
from facedown.games.botch.memory import SURE, Memory
from facedown.games.botch.position import DEADLY, MOST_DEALS, SEATS, TEN, TURNS, Observation

LAST_QUESTION = steps.OFFER
MANY = 64  # of what may happen any number of times

ENCODING = Encoding(
    Observation,
    SEATS,
    (
        one_hot("seat", SEATS),
        one_hot("seats", SEATS - 2, low=3),
        one_hot("question", LAST_QUESTION - steps.PEEK + 1, low=steps.PEEK),
        one_hot("held_up", LAST_QUESTION + 1),
        seats("asked"),
        number("over", 1),
        bits("told", CARDS),
        number("untold", 1),
        seat("turn"),
        number("turns", TURNS),
        number("bank", MANY),
        number("diamonds", TEN, seat_axis=0),
        number("stash", TEN, seat_axis=0),
        number("hurt", DEADLY, seat_axis=0),
        seats("alive"),
        seats("started"),
        seats("role_up"),
        seats("item_up"),
        number("dealt", MOST_DEALS, seat_axis=0),
        one_hot("roles", ROLES, low=FIRST_ROLE, seat_axis=0),
        one_hot("items", ITEMS, seat_axis=0),
        seat("user"),
        one_hot("said", CARDS),
        seat("target"),
        one_hot("purpose", purposes.RESCUING + 1),
        seat("victim"),
        seat("hurter"),
        number("request", TEN),
        seat("asker"),
        one_hot("named", ROLES, low=FIRST_ROLE),
        seat("shower"),
        seat("payer"),
        seat("swapper"),
        seat("swapped"),
        seat("looked_at"),
        seat("declarer"),
        seats("winners"),
        one_hot("event", events.LEFT_OFFER + 1),
        seat("event_seat"),
        number("event_card", MANY, low=-1),
        seat("event_other", name="event_other"),
        number("event_other", MANY, low=-1, name="event_other number"),
        number("event_count", 1 << 15),
        number("crossed", 1),
    ),
    Memory,
    (
        number("begun", 1),
        number("heard", 1 << 15),
        number("weight", SURE, shape=(SEATS, ITEMS), seat_axis=0),
        one_hot("role", ROLES, low=FIRST_ROLE, seat_axis=0),
        number("said", MANY),
        number("claims", MANY),
        number("windows", MANY, seat_axis=0),
        number("calls", MANY, seat_axis=0),
        number("lies", MANY, seat_axis=0),
        number("truths", MANY, seat_axis=0),
        one_hot("last", CARDS),
        number("favours", TEN, seat_axis=0),
    ),
)
