"""Whatever people, cards and characters are called, a record reads back to an equal table."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facedown
from facedown.core.errors import CardsError
from facedown.core.table import Table
from tests.records.odd_names import CARDS, plays, scripted, seated
from tests.records.positions import laid_open


def reads_back(table: Table) -> None:
    text = table.record()
    again = facedown.read(text)
    assert (again.names, again.options, str(again.seed)) == (table.names, table.options, str(table.seed))
    assert [(played.seat, played.move) for played in again.history] == [(p.seat, p.move) for p in table.history]
    assert laid_open(again) == laid_open(table)
    assert again.record() == text


@settings(max_examples=500)
@given(seed=st.integers(0, 2**32))
def test_of_a_game_of_people_with_odd_names(seed: int) -> None:
    luck = random.Random(seed)
    game = facedown.game(luck.choice(facedown.games()))
    options = {option.name: luck.choice(option.choices) for option in game.options if luck.random() < 0.3}
    if table := seated(game, luck, **options):
        plays(table, luck)
        reads_back(table)


@settings(max_examples=300)
@given(seed=st.integers(0, 2**32))
def test_of_a_script_of_characters_with_odd_names(seed: int) -> None:
    luck = random.Random(seed)
    if table := scripted(luck):
        plays(table, luck)
        reads_back(table)


@pytest.mark.parametrize("id", ["botch", "gotcha", "bayou-boss", "bots-battleground"])
def test_of_a_game_with_cards_with_odd_names(id: str) -> None:
    for seed in range(50):
        luck = random.Random(f"{id} {seed}")
        house = facedown.game(id)
        text = house.cards_file()
        names = luck.sample(CARDS, 6)
        old = luck.sample(sorted({*re.findall(r'^name = "(.*)"', text, re.M)}), 6)
        for was, name in zip(old, names, strict=True):
            text = text.replace(f'"{was}"', f'"{name}"')
        try:
            game = house.with_cards(text)
        except CardsError:
            continue
        if table := seated(game, luck):
            plays(table, luck)
            reads_back(table)
