"""Random towns keep what every town keeps; `make sweep PART=towns` plays twenty thousand."""

from __future__ import annotations

from collections import Counter

import pytest

from facedown.games.clocktower import scripts
from facedown.games.clocktower.roster import FACTS
from tests.games.clocktower.random_towns import play
from tests.how_much import count

TOWNS, PIECES = count(100, 400), 2


@pytest.mark.parametrize("piece", range(PIECES))
def test_random_towns_break_no_rule(piece: int) -> None:
    each = TOWNS // PIECES
    met: Counter[str] = Counter()
    for seed in range(piece * each, (piece + 1) * each):
        met += play(seed)
    players = {
        id for id in scripts.all_modelled() if FACTS[id].team in ("townsfolk", "outsider", "minion", "demon")
    }
    assert len(set(met) & players) > len(players) / 2
