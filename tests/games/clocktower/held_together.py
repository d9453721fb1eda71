"""Which characters have been in one town, and towns of those that have not: first of all pairs, then of triples."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb
from random import Random

import numpy as np

from facedown.games.clocktower import scripts
from facedown.games.clocktower.roster import FACTS

RESIDENT, GUEST, HOUSE = "resident", "guest", "house"  # where a character is
PLACES = {"traveller": GUEST, "fabled": HOUSE, "loric": HOUSE}
PAIR = 1000.0  # a new pair counts more than all triples that it brings


class HeldTogether:
    """The pairs and triples of all characters that towns have held."""

    def __init__(self) -> None:
        self.ids = scripts.all_modelled()
        self._place = np.array([PLACES.get(FACTS[id].team, RESIDENT) for id in self.ids])
        self._demon = np.array([FACTS[id].team == "demon" for id in self.ids])
        number = len(self.ids)
        self._pairs = np.zeros((number, number), dtype=bool)
        self._triples = np.zeros((number, number, number), dtype=bool)  # in any order

    def next_town(self, room: Mapping[str, int], luck: Random) -> list[str]:
        """A Demon, then whoever fits into this room and brings most that is new together."""
        left, town = dict(room), list[int]()
        new, fits = PAIR * (~self._pairs).sum(axis=0), self._demon.copy()
        while any(left.values()):
            noise = np.array([luck.random() for _ in self.ids])
            one = int(np.where(fits, new + noise, -1).argmax())
            if not town:
                new[:] = 0
            left[self._place[one]] -= 1
            new += PAIR * ~self._pairs[one] + (~self._triples[one, town]).sum(axis=0)
            town.append(one)
            fits = np.isin(self._place, [place for place in left if left[place]])
            fits[town] = False
        self._pairs[np.ix_(town, town)] = True
        self._triples[np.ix_(town, town, town)] = True
        return [self.ids[one] for one in town]

    def told(self) -> str:
        """How many of all that there are."""
        number, held = len(self.ids), self._pairs.diagonal().sum()
        pairs = np.triu(self._pairs, 1).sum()
        triples = sum(np.triu(self._triples[one, one:, one:][1:, 1:], 1).sum() for one in range(number))
        counts = (
            f"{found:,} of {comb(number, size):,} {name}"
            for size, (name, found) in enumerate((("characters", held), ("pairs", pairs), ("triples", triples)), 1)
        )
        return ", ".join(counts)
