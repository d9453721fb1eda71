"""What was false, and why, when all lies open."""

from __future__ import annotations

from tests.games.clocktower.laid_out import first_day
from tests.games.clocktower.told import told

RECORD = """\
game: clocktower
seats: Ann, Bo, Cy, Di, Ed, Storyteller
script: Trouble Brewing

tokens: Ann Chef, Bo Monk, Cy Soldier, Di Poisoner, Ed Imp
Di: Ann
Storyteller: 0
"""


def test_who_was_poisoned_hears_afterwards_by_whom() -> None:
    table = told(RECORD)
    assert table.view(5).account is None
    table.play(5, "good wins")
    (misled,) = table.view(5).account
    assert (misled.night, misled.seat, misled.true) == (1, 0, False)
    assert misled.why == "Ann was poisoned, because of the Poisoner, Di."
    assert all(table.view(seat).account is None for seat in (None, 0, 3))


def test_a_drunk_hears_afterwards_that_they_only_believed_in_their_ability() -> None:
    drunk = RECORD.replace("Ann Chef", "Ann Drunk as Chef").replace("Di: Ann", "Di: Cy")
    table = told(drunk)
    table.play(5, "good wins")
    (misled,) = table.view(5).account
    assert misled.why == "Ann was the Drunk and believed they were the Chef."


def test_the_spy_sees_a_circle_of_tokens_and_whoever_changed_was_something_before() -> None:
    table = told(first_day())
    spy = 3
    (seen,) = [one.grimoire for one in table.view(spy).me.told if one.grimoire]
    assert [(one.seat, one.character, one.alignment) for one in seen] == [
        (token.seat, token.character, token.alignment) for token in table.view(7).grimoire
    ]
    table.play(7, "Di becomes Imp")
    assert table.view(7).grimoire[spy].was == ("Spy",)
    assert not any(token.was for token in table.view(7).grimoire if token.seat != spy)
