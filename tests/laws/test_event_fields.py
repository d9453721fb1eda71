"""What an event says in fields is what it says in its sentence, to whoever is told it."""

from __future__ import annotations

import re
from random import Random

import pytest

import facedown
from facedown.games.botch.sentences import Taken

GAMES = {"bayou-boss": 4, "botch": 4, "bots-battleground": 4, "gotcha": 2}
MOVES = 150
CARDS = re.compile(r"\[([^\]]+)\]")
SEVERAL = {"bayou-boss": {"swamp", "characters"}, "gotcha": {"fight"}}  # events that are about several cards


@pytest.mark.parametrize("game", GAMES)
def test_the_card_of_an_event_is_one_that_its_sentence_names(game: str) -> None:
    seats = GAMES[game]
    table, luck = facedown.game(game).new([f"P{seat}" for seat in range(seats)], 1), Random(1)
    for _ in range(MOVES):
        if table.over:
            break
        seat = luck.choice([seat for seat in table.asked if table.legal(seat)])
        table.play(seat, luck.choice(table.legal(seat)))
    told = [table.told_at(frame, who) for frame in range(1, len(table.frames)) for who in (None, *range(seats))]
    for event in filter(None, told):
        named = CARDS.findall(event.text)
        if isinstance(event.card, str):
            assert event.card in named, event
        else:
            assert not named or event.kind in SEVERAL.get(game, ()), event
        if isinstance(event, Taken):
            assert f"P{event.other}'s" in event.text or "your item" in event.text, event
