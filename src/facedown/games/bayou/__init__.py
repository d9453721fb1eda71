"""Bayou Boss: tricks that nobody wants, a market that everybody does, and Characters that act at once."""

from __future__ import annotations

from facedown.core.flat import FlatContract, FlatGame
from facedown.games.bayou import arrays, bots, cards, notation, rules, words
from facedown.games.bayou.encoding import ENCODING

GAME = FlatGame(
    FlatContract(
        id="bayou-boss",
        title="Bayou Boss",
        summary="Let your friends have the tricks, take few yourself, and pick the Swamp clean of Characters.",
        minutes=45,
        seats=range(2, 9),
        rules=rules,
        words=words,
        notation=notation,
        bots=bots,
        cards=cards,
        arrays=arrays,
        encoding=ENCODING,
        events=notation.event_names,
        high_wins=False,
    )
)
