"""The night as the storyteller goes through it."""

from __future__ import annotations

import pytest

import facedown
from facedown.core.table import Table


@pytest.mark.covers("clocktower 2.4")
def test_looking_at_it_does_not_fix_the_places_of_a_night() -> None:
    """An Amnesiac's place is known only when the storyteller has said it."""
    assert amnesiac(look=True).record() == amnesiac(look=False).record()


def amnesiac(*, look: bool) -> Table:
    table = facedown.read(
        "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Flo, Gus, Sue\ncovers: asked\nrules_version: current\n"
        "script: king, chambermaid, amnesiac, witch, tealady, virgin, professor, riot, monk, chef\n"
        "tokens: Ann Chambermaid, Bo Riot, Cy Amnesiac, Di Witch, Ed Tea Lady, Flo Virgin, Gus Professor\n"
    )
    for move in ['"learns who lies"', "King", *[""] * 12]:
        if look:
            table.view("Sue")
        seat = table.asked[0]
        table.play(seat, move or table.legal(seat)[0])
    return table
