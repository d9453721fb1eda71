"""Bayou Boss: tricks that nobody wants, a market that everybody does, and Characters that act at once."""

from __future__ import annotations

from facedown.core.event_names import EventNames
from facedown.core.flat import FlatGame
from facedown.games.bayou import bots, cards, deck, events, notation, rules, words
from facedown.games.bayou.encoding import ENCODING

GAME = FlatGame(
    id="bayou-boss",
    title="Bayou Boss",
    summary="Help your pals to tricks, take few yourself, and pick the Swamp clean of Characters.",
    minutes=45,
    seats=range(2, 9),
    rules=rules,
    words=words,
    notation=notation,
    bots=bots,
    cards=cards,
    encoding=ENCODING,
    events=EventNames(
        events.NAMES,
        events.OF_CARD,
        deck.NAMES,
        events.SCORING,
        words.RULE_OF,
        words.OWN_RULE,
        notation.impossible,
    ),
    high_wins=False,
)
