"""A table is refused when it is opened, with what is wrong, or else it can be dealt."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from facedown.core.errors import BadOption
from facedown.games.clocktower.roster import FACTS
from tests.games.clocktower.laid_out import GAME
from tests.how_much import count

TEAMS = defaultdict(list)
for fact in FACTS.values():
    TEAMS[fact.team].append(fact.id)
MOST = {"townsfolk": 14, "outsider": 5, "minion": 5, "demon": 4, "traveller": 6, "fabled": 2, "loric": 2}
scripts = st.one_of(
    st.sampled_from(["tb", "bmr", "snv"]),
    st.tuples(*(st.lists(st.sampled_from(TEAMS[team]), max_size=most, unique=True) for team, most in MOST.items()))
    .map(lambda teams: ", ".join(id for ids in teams for id in ids))
    .filter(bool),
)


@settings(max_examples=count(40, 150), deadline=None)
@given(scripts, st.integers(6, 21), st.integers(0, 5), st.integers(0, 99), st.randoms(use_true_random=False))
def test_what_can_be_opened_can_be_dealt(script: str, seats: int, travellers: int, seed: int, luck: object) -> None:
    try:
        table = GAME.new(seats, seed, script=script, travellers=travellers)
    except BadOption:
        return
    for _ in range(60):
        if table.view(None).phase != "set-up":
            return
        seat = table.asked[0]
        move = luck.choice(table.legal(seat))  # type: ignore[attr-defined]  # of Hypothesis
        table.play(seat, '"word"' if move.text == '"..."' else move)
    pytest.fail("set-up does not end")
