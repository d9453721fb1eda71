"""What a seat of The Botch is Back sees, and what it remembers, as numbers for a learner."""

from __future__ import annotations

import functools

import numpy as np

from facedown.core.flat.encoder import NOWHERE
from facedown.core.flat.encoding import Encoding, Feature, bits, number, one_hot, seat, seats
from facedown.games.botch import events, purposes, steps
from facedown.games.botch.arrays import Cards
from facedown.games.botch.cards import CARDS, FIRST_ROLE, ITEMS, MOST_OF_KIND, ON_PAGE, PAGE, ROLES
from facedown.games.botch.memory import SURE, Memory
from facedown.games.botch.position import DEADLY, MOST_DEALS, SEATS, TEN, TURNS, Observation

LAST_QUESTION = steps.OFFER
MANY = 64  # of what may happen any number of times

NUMBERS = np.arange(CARDS)
ON_ITS_PAGE = NUMBERS % PAGE
# By number: its place among all cards, among the items and among the roles; NOWHERE if it is none of them.
PLACES = np.where(ON_ITS_PAGE < ON_PAGE, NUMBERS // PAGE * ON_PAGE + ON_ITS_PAGE, NOWHERE)
ITEM_PLACES = np.where(ON_ITS_PAGE < ITEMS, NUMBERS // PAGE * ITEMS + ON_ITS_PAGE, NOWHERE)
ROLE_PLACES = np.where(PLACES < 0, NOWHERE, NUMBERS // PAGE * ROLES + ON_ITS_PAGE - FIRST_ROLE)
ROLE_PLACES[ITEM_PLACES >= 0] = NOWHERE


def encoding(c: Cards) -> Encoding:
    """The encoding of games with these cards: it is the longer, the more pages they fill."""
    return _encoding(int(c.pages))


@functools.cache
def _encoding(pages: int) -> Encoding:
    return Encoding(Observation, SEATS, _seen(pages), Memory, _remembered(pages))


def _seen(pages: int) -> tuple[Feature, ...]:
    return (
        one_hot("seat", SEATS),
        one_hot("seats", SEATS - 2, low=3),
        one_hot("question", LAST_QUESTION - steps.PEEK + 1, low=steps.PEEK),
        one_hot("held_up", LAST_QUESTION + 1),
        seats("asked"),
        number("over", 1),
        bits("told", ON_PAGE, part=slice(pages)),
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
        one_hot("roles", ROLES * pages, via=ROLE_PLACES, seat_axis=0),
        one_hot("items", ITEMS * pages, via=ITEM_PLACES, seat_axis=0),
        seat("user"),
        one_hot("said", ON_PAGE * pages, via=PLACES),
        seat("target"),
        one_hot("purpose", purposes.RESCUING + 1),
        seat("victim"),
        seat("hurter"),
        number("request", TEN),
        seat("asker"),
        one_hot("named", ROLES * pages, via=ROLE_PLACES),
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
    )


def _remembered(pages: int) -> tuple[Feature, ...]:
    return (
        number("begun", 1),
        number("heard", 1 << 15),
        number("weight", SURE, shape=(SEATS, MOST_OF_KIND), seat_axis=0, part=slice(ITEMS * pages)),
        one_hot("role", ROLES * pages, via=ROLE_PLACES, seat_axis=0),
        *(_said_on(page) for page in range(pages)),
        number("claims", MANY),
        number("windows", MANY, seat_axis=0),
        number("calls", MANY, seat_axis=0),
        number("lies", MANY, seat_axis=0),
        number("truths", MANY, seat_axis=0),
        one_hot("last", ON_PAGE * pages, via=PLACES),
        number("favours", TEN, seat_axis=0),
    )


def _said_on(page: int) -> Feature:
    """How often each card of a page was said to be used."""
    name = f"said, page {page + 1}" if page else "said"
    return number("said", MANY, part=slice(PAGE * page, PAGE * page + ON_PAGE), name=name)
