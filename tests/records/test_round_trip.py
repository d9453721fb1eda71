"""For every game: a random game that is written reads back to the same position; broken records break nothing."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facedown
from facedown.core import record
from facedown.core.errors import BadOption
from facedown.core.flat import FlatContract
from facedown.core.table import Table
from tests.how_much import count
from tests.records.positions import laid_open

FILES = sorted(Path(__file__).parent.rglob("*.txt"))


def started_at_random(luck: random.Random) -> Table:
    game = facedown.game(luck.choice(facedown.games()))
    while True:
        options = {option.name: luck.choice(option.choices) for option in game.options}
        try:
            return game.new(luck.choice(game.seats), luck.getrandbits(40), **options)
        except BadOption:  # some numbers of seats do not go with some options
            continue


def played_at_random(table: Table, moves: int, luck: random.Random) -> None:
    for _ in range(moves):
        if table.over:
            return
        seat = luck.choice(table.asked)
        table.play(seat, luck.choice(table.legal(seat)))


@settings(max_examples=count(15, 60))
@given(seed=st.integers(0, 2**32), moves=st.integers(0, 60) | st.just(10_000))
def test_a_random_game_reads_back(seed: int, moves: int) -> None:
    luck = random.Random(seed)
    table = started_at_random(luck)
    played_at_random(
        table, moves if isinstance(table.contract, FlatContract) else min(moves, 60), luck
    )  # others are slow
    text = table.record()
    again = facedown.read(text)
    assert laid_open(again) == laid_open(table)
    assert (again.record(), len(again.frames)) == (text, len(table.frames))


@settings(max_examples=count(30, 100))
@given(path=st.sampled_from(FILES), data=st.data())
def test_a_broken_record_is_refused_with_its_place(path: Path, data: st.DataObject) -> None:
    """Lines cut, doubled, swapped, and words of other lines put in: nothing but a RecordError comes of it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    words = sorted({word for line in lines for word in line.split()})
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(lines) - 1))
        how = data.draw(st.sampled_from(["cut", "double", "swap", "word", "short"]))
        if how == "cut" and len(lines) > 1:
            del lines[at]
        elif how == "double":
            lines.insert(at, lines[data.draw(st.integers(0, len(lines) - 1))])
        elif how == "swap":
            other = data.draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif how == "word" and (said := lines[at].split()):
            said[data.draw(st.integers(0, len(said) - 1))] = data.draw(st.sampled_from(words))
            lines[at] = " ".join(said)
        else:
            lines[at] = lines[at][: data.draw(st.integers(0, len(lines[at])))]
    text = "\n".join(lines)
    problems = record.check(text, facedown.game)
    if not problems:
        facedown.read(text)
        return
    with pytest.raises(facedown.RecordError) as raised:
        facedown.read(text)
    assert 1 <= raised.value.line <= len(lines) + 1
