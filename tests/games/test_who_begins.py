"""Who begins: by lot, or whoever has the seat that the table has chosen."""

from __future__ import annotations

import pytest

import facedown
from facedown.core.batch import Batch
from facedown.core.errors import BadOption, RecordError
from facedown.core.flat import FlatGame
from facedown.core.table import Table

NAMES = ("Zoë", "start", "K9", "Bo Bo", "first")
BEGINS = {
    "bayou-boss": "dealer",
    "gotcha": "first",
    "botch": "turn",
    "bots-battleground": "clapper",
}  # in positions
LINE = {"bayou-boss": "dealer"}  # that lays the lot out in a record; else `first`
GAMES = sorted(BEGINS)


def begins(table: Table) -> int:
    """Who begins, once everybody has looked at their cards."""
    while table.legal(table.asked[0])[0].text == "ready":
        table.play(table.asked[0], "ready")
    return int(getattr(table.position(), BEGINS[table.contract.id]))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.covers("bayou-boss 2.1", "gotcha 2.1", "botch 1.6", "bots-battleground 3.1")
def test_the_chosen_seat_begins_whatever_the_seed(name: str) -> None:
    game = facedown.game(name)
    for seats in game.seats:
        for seat in range(seats):
            for seed in range(3):
                options = {"cast": "advanced"} if name == "botch" else {}
                assert begins(game.new(seats, seed=seed, start=seat + 1, **options)) == seat


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_that_is_not_at_the_table_cannot_begin(name: str) -> None:
    game = facedown.game(name)
    assert isinstance(game, FlatGame)
    seats = game.seats[0]
    choices = next(option.choices for option in game.options if option.name == "start")
    most = max(choice for choice in choices if isinstance(choice, int))
    assert most == game.seats[-1]
    if seats < most:
        with pytest.raises(BadOption, match=f"no seat {seats + 1} at a table of {seats}"):
            game.new(seats, start=seats + 1)
        with pytest.raises(BadOption, match=f"no seat {seats + 1} at a table of {seats}"):
            Batch(game.contract, seats, options={"start": seats + 1}, compiles=False)
    with pytest.raises(BadOption, match="option start cannot be"):
        game.new(seats, start=most + 1)


@pytest.mark.parametrize("name", GAMES)
def test_a_record_keeps_who_begins_and_lays_out_no_lot_beside_it(name: str) -> None:
    game = facedown.game(name)
    names = NAMES[: game.seats[0]]
    table = game.new(names, seed=4, start=2)
    assert "\nstart: 2\n" in table.record()
    assert facedown.read(table.record()).record() == table.record()
    line = LINE.get(name, "first")
    with pytest.raises(RecordError, match="leave this line out"):
        facedown.read(f"game: {name}\nseats: {', '.join(names)}\nstart: 2\n\nchance {line}: {names[0]}\n")
