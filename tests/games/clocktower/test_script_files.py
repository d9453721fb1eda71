"""Every shape of script file, from the file to a table, its record, and back."""

from __future__ import annotations

import random

import msgspec
import pytest

import facedown
from facedown.core.errors import BadOption
from tests.games.clocktower.script_files import FILES, NOT_DEALT, ODD, REFUSED

GAME = facedown.game("clocktower")


@pytest.mark.parametrize("shape", FILES)
def test_a_file_is_played_and_its_record_gives_an_equal_table(shape: str) -> None:
    options = GAME.checked_options({"script": FILES[shape]})
    sheet = msgspec.json.decode(msgspec.json.encode(GAME.contract.explain_options(options)))
    assert bool(sheet["warnings"]) == (shape in ODD)
    assert all(f"In the script: {warning}" in GAME.cautions(options) for warning in sheet["warnings"])
    table, luck = GAME.new(8, 3, **options), random.Random(5)
    for _ in range(40):
        seat = luck.choice(table.asked)
        table.play(seat, luck.choice(table.legal(seat)))
    again = facedown.read(table.record())
    assert again.record() == table.record()
    assert again.view(7) == table.view(7)
    assert table.view(None).script_ids == tuple(sheet["ids"])


@pytest.mark.parametrize("kind", REFUSED)
def test_what_is_no_script_is_refused(kind: str) -> None:
    with pytest.raises(BadOption):
        GAME.checked_options({"script": REFUSED[kind]})


@pytest.mark.parametrize("kind", NOT_DEALT)
def test_a_script_that_cannot_be_dealt_says_what_is_missing(kind: str) -> None:
    with pytest.raises(BadOption, match="Demon"):
        GAME.new(8, 1, script=NOT_DEALT[kind])


@pytest.mark.parametrize("options", [{"script": " " * 9000}, {"s" * 9000: "tb"}, {"night": "n" * 9000}])
def test_what_is_refused_is_not_echoed_whole(options: dict[str, str]) -> None:
    with pytest.raises(BadOption) as refused:
        GAME.checked_options(options)
    assert len(str(refused.value)) < 1000
