"""The night as the storyteller goes through it."""

from __future__ import annotations

import pytest

import facedown


@pytest.mark.covers("clocktower 2.4")
def test_looking_at_it_does_not_fix_the_places_of_a_night() -> None:
    """An Amnesiac's place is known only when the storyteller has said it."""
    asked = []
    for look in (False, True):
        table = facedown.read(
            "game: clocktower\nseats: Ann, Bo, Cy, Di, Ed, Sue\nscript: amnesiac, chef, empath, monk, baron, imp\n"
            "tokens: Ann Amnesiac, Bo Imp, Cy Chef, Di Empath, Ed Baron\n"
        )
        for move in ('"learns who lies"', "Chef"):
            if look:
                table.view("Sue")
            table.play("Sue", move)
        asked.append(table.prompt("Sue"))
    assert asked[0] == asked[1]
    assert "what does the ability of Ann do now?" in asked[0]
