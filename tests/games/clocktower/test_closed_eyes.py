"""Beside an Organ Grinder nobody but the storyteller can tell who has voted, by anything that reaches them."""

from __future__ import annotations

import random

import pytest

from tests.games.clocktower import laws

SCRIPT = "organgrinder,imp,soldier,virgin,slayer,artist,sage,saint,recluse,monk"


@pytest.mark.covers("clocktower organgrinder.1", "clocktower organgrinder.4")
@pytest.mark.parametrize("travellers", [0, 2])
def test_what_anybody_receives_does_not_depend_on_hidden_hands(travellers: int) -> None:
    town: laws.Town = (9 + travellers, {"script": SCRIPT, "travellers": travellers})
    luck, compared, waits = random.Random(1), 0, set[float | None]()
    for seed in range(6):
        for table in laws.played(town, seed, luck, floor=0.3):
            hidden = any(one.hidden for one in table.view(None).nominations)
            if table.over or not hidden or luck.random() > 0.2:
                continue
            seat = luck.choice(laws.receivers(table))
            twin = table.determinized(seat, luck.getrandbits(64))
            laws.compare(table, twin, seat)
            assert twin.timing == table.timing
            sweep = table.view(None).sweep
            if sweep is not None and sweep.hidden:
                waits.add(table.timing.attended)
            compared += 1
    assert compared > 20
    assert waits == {5}, "a longer wait for a hand that is down would show it"
