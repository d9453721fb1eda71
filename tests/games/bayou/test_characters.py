"""The building blocks of Characters are general: whatever a cards file says, the game goes on to its end."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import facedown
from facedown.core.flat.moves import codes
from facedown.core.flat.taking_cards import PlainCards, given
from facedown.core.questions import is_over, who_is_asked
from facedown.games.bayou import cards, events, rules
from facedown.games.bayou.arrays import arrays
from facedown.games.bayou.cards import Character
from facedown.games.bayou.characters import seats_to_mark
from facedown.games.bayou.deck import CHARACTER_NUMBERS

BAYOU = facedown.game("bayou-boss")
BLOCKS = [(effect, on) for effect in cards.EFFECTS for on in (cards.ON if effect in cards.NEEDS_ON else ("",))]


SHOWN_BY = {
    "nothing": events.NO_EFFECT,
    "high": events.MARKED_HIGH,
    "low": events.MARKED_LOW,
    "new trump": events.EXCHANGED,
    "play from swamp": events.DREW,
}


def with_all_cards(effect: str, on: str) -> dict[str, Any]:
    """The rules of a game in which every Character does the same."""
    characters = [Character(str(number), 1, effect, "", on) for number in CHARACTER_NUMBERS]
    cards = PlainCards(characters, arrays(characters))
    functions: Any = (rules.proceed, rules.legal, rules.step, seats_to_mark)
    return {function.__name__: given(function, cards) for function in functions}


@pytest.mark.covers("bayou-boss 3.5")
@pytest.mark.parametrize(("effect", "on"), BLOCKS)
def test_every_block_plays_to_the_end(effect: str, on: str) -> None:
    play, luck = with_all_cards(effect, on), random.Random(1)
    position = BAYOU.contract.start(3, seed=1, options=BAYOU.checked_options({}))
    happened = set()
    for _ in range(5000):
        if is_over(position):
            break
        waiting = who_is_asked(position)
        if not waiting:
            play["proceed"](position)
        else:
            moves = np.zeros(rules.WORDS, np.int64)
            seat = waiting.bit_length() - 1
            play["legal"](position, seat, moves)
            play["step"](position, seat, luck.choice(codes(moves)))
        happened.add(int(position.event))
    assert is_over(position)
    assert SHOWN_BY.get(effect, events.TOOK_EFFECT) in happened
    assert rules.wins(position, 0) or rules.wins(position, 1) or rules.wins(position, 2)


@pytest.mark.covers("bayou-boss 6.3")
@pytest.mark.parametrize(("on", "seats"), [("fewest", {1, 3}), ("most", {0}), ("anyone", {0, 1, 2, 3})])
def test_whom_a_character_may_mark(on: str, seats: set[int]) -> None:
    position = BAYOU.contract.start(4, seed=1, options=BAYOU.checked_options({}))
    position.tricks[:4] = [3, 1, 2, 1]
    chosen = with_all_cards("high", on)["seats_to_mark"](position, CHARACTER_NUMBERS[0])
    assert {seat for seat in range(4) if chosen >> seat & 1} == seats
