"""How games go: what each seat has as time goes by, which two cards win together, and how long people would play.

    course = lab.course(facedown.game("botch"), 500, ["sensible"], seats=4, resources=["diamonds"])
    print(course)

Games are played at tables, by any players, far slower than `simulate` plays them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from facedown.core.errors import BadOption
from facedown.core.facts import checked_count
from facedown.core.flat import FlatGame
from facedown.core.flat.players import RANDOM
from facedown.core.layout import Ints
from facedown.core.spelling import counted, did_you_mean
from facedown.core.table import Table
from facedown.lab.batches import OwnBot, fill, named
from facedown.lab.intervals import CONFIDENCE, Estimate, Mean, proportion
from facedown.lab.simulate import Progress
from facedown.lab.table_batch import SeatedBatch, happened

if TYPE_CHECKING:
    import pyarrow as pa

POINTS = "points"  # the resource that every game has
PARTS = ("resources", "pairs")
TENTHS = 10


class Resource(msgspec.Struct, frozen=True):
    """How much of something a seat has in a tenth of a game's decisions: the winners of games, and the others."""

    resource: str
    tenth: int  # 1 to 10
    winners: Estimate
    others: Estimate


class Pair(msgspec.Struct, frozen=True):
    """Two cards of one seat in one game: how often it won, and how much more than each card brings by itself.

    A seat has a card if anything happened with it that the log tells of.
    """

    first: str
    second: str
    games: int  # in which a seat had both, counted by seat
    wins: Estimate
    together: Estimate  # beyond what the first adds without the second, and the second without the first


class Course(msgspec.Struct, frozen=True):
    """What was seen in `games` games."""

    game: str
    games: int
    choices: Estimate  # decisions of a game at which there was more than one move
    resources: tuple[Resource, ...]
    pairs: tuple[Pair, ...]  # from the two that help each other most; all intervals hold at once

    def minutes(self, seconds: float) -> Estimate:
        """How long a game takes if each choice takes so many seconds, and what is forced no time."""
        choices = self.choices
        return Estimate(*(seconds * each / 60 for each in (choices.value, choices.low, choices.high)))

    def __str__(self) -> str:
        head = f"{self.game}: {counted(self.games, 'game')}, {self.choices} choices in each"
        ends = [one for one in self.resources if one.tenth in (1, TENTHS // 2, TENTHS)]
        lines = [f"{one.resource}, tenth {one.tenth}: winners {one.winners}, others {one.others}" for one in ends]
        best = [pair for pair in self.pairs if pair.together.low > 0]
        worst = [pair for pair in self.pairs if pair.together.high < 0]
        lines += [f"{one.first} with {one.second}: together {one.together}" for one in (*best[:5], *worst[-5:])]
        return "\n".join([head, *lines])

    def frame(self, part: str) -> pa.Table:
        """The rows of "resources" or "pairs" as an Arrow table; needs the extra `report`.  Raises BadOption."""
        from facedown.lab.frames import frame

        if part not in PARTS:
            raise BadOption(f"a course has the parts {' and '.join(PARTS)}, not {part!r}")
        return frame(getattr(self, part))


def course(
    game: FlatGame,
    games: int,
    agents: Sequence[str | OwnBot] = (RANDOM,),
    seats: int | None = None,
    seed: object = 0,
    options: Mapping[str, object] | None = None,
    *,
    resources: Sequence[str] = (),
    progress: Progress | None = None,
) -> Course:
    """Play games at tables and say how they go; the arguments are those of `simulate`.

    `resources` are names of what a spectator sees of each seat, besides its points: "diamonds", for example.
    If `progress(done, games)` returns False, it ends there.  Raises BadOption.
    """
    if not isinstance(game, FlatGame):
        raise BadOption(f"the course of a game is told of card games, not of {game!r}")
    checked_count("games", games)
    count = game.seats[0] if seats is None else game.contract.checked_seats(seats)
    names, own = named(agents)
    batch = SeatedBatch(game.contract, count, fill(names, count), options, own)
    sums = _Sums(count, _known_resources(game, count, resources))
    for number in range(games):
        going = _Going(sums.resources)
        table, _ = batch.at_table(seed, number, going.note)
        sums.add(table, going)
        if progress is not None and progress(number + 1, games) is False:
            break
    return Course(game.id, number + 1, sums.choices.estimate(), tuple(sums.by_tenth()), tuple(sums.pairs()))


def _known_resources(game: FlatGame, seats: int, resources: Sequence[str]) -> tuple[str, ...]:
    """These with points.  Raises BadOption if a spectator sees nothing of this name, a number for each seat."""
    seen = game.contract.view_layout
    there = [name for name in seen.names or () if seen[name].shape == (game.seats[-1],)]
    for name in resources:
        if name not in there:
            near = did_you_mean(name, there, "there is")
            raise BadOption(f"a spectator of {game.title} sees no {name!r} of each seat{near}")
    return (POINTS, *resources)


class _Going:
    """What is noted while one game is played."""

    def __init__(self, resources: Sequence[str]) -> None:
        self.resources = resources
        self.choices = 0
        self.rows: list[list[Ints]] = []  # before each decision, of each resource what the seats have

    def note(self, table: Table) -> None:
        seen = table.observation(None)
        self.choices += len(table.legal(table.asked[0])) > 1
        points = np.array(table.standing.scores)
        self.rows.append([points, *(seen[name][: len(points)].copy() for name in self.resources[1:])])


class _Sums:
    """What was noted of all games, added up."""

    def __init__(self, seats: int, resources: tuple[str, ...]) -> None:
        self.seats, self.resources = seats, resources
        self.choices = Mean()
        self.means = {(name, tenth): (Mean(), Mean()) for name in resources for tenth in range(TENTHS)}
        self.games = self.wins = 0  # of all seats
        self.having: Counter[tuple[str, ...]] = Counter()  # by one card or two, the seats that had them
        self.won: Counter[tuple[str, ...]] = Counter()

    def add(self, table: Table, going: _Going) -> None:
        winning = np.array([seat in table.standing.winners for seat in range(self.seats)])
        self.choices.add(np.array([going.choices]))
        for (name, tenth), means in self.means.items():
            row = going.rows[(2 * tenth + 1) * len(going.rows) // (2 * TENTHS)]  # in the middle of this tenth
            has = row[self.resources.index(name)]
            for mean, who in zip(means, (winning, ~winning), strict=True):
                if who.any():
                    mean.add(np.array([has[who].mean()]))
        self._add_cards(table, winning)

    def _add_cards(self, table: Table, winning: Ints) -> None:
        cards: list[set[str]] = [set() for _ in range(self.seats)]
        for _, card, seat in happened(table):
            if card and seat >= 0:
                cards[seat].add(card)
        self.games += self.seats
        self.wins += int(winning.sum())
        for held, won in zip(cards, winning, strict=True):
            for some in (*((card,) for card in held), *combinations(sorted(held), 2)):
                self.having[some] += 1
                self.won[some] += bool(won)

    def by_tenth(self) -> Iterator[Resource]:
        for (name, tenth), (winners, others) in self.means.items():
            yield Resource(name, tenth + 1, winners.estimate(), others.estimate())

    def pairs(self) -> list[Pair]:
        """From those that help each other most."""
        pairs = [some for some in self.having if len(some) == 2]
        found = (self._pair(*some, (1 - CONFIDENCE) / len(pairs)) for some in pairs)
        return sorted(found, key=lambda pair: (-pair.together.value, pair.first, pair.second))

    def _pair(self, first: str, second: str, error: float) -> Pair:
        both, one, other = (first, second), (first,), (second,)
        having, won = self.having, self.won
        with_both, neither = having[both], self.games - having[one] - having[other] + having[both]
        shares = [
            proportion(won[both], with_both, error),
            proportion(won[one] - won[both], having[one] - with_both, error),
            proportion(won[other] - won[both], having[other] - with_both, error),
            proportion(self.wins - won[one] - won[other] + won[both], neither, error),
        ]
        return Pair(first, second, having[both], shares[0], beyond(*shares))


def beyond(both: Estimate, one: Estimate, other: Estimate, neither: Estimate) -> Estimate:
    """How much more two bring than each adds alone: both - one - other + neither.

    The interval is put together from those of the four (Zou and Donner, "Construction of confidence limits about
    effect measures", 2008).
    """
    plus, minus = (both, neither), (one, other)
    value = sum(each.value for each in plus) - sum(each.value for each in minus)
    below = [each.value - each.low for each in plus] + [each.high - each.value for each in minus]
    above = [each.high - each.value for each in plus] + [each.value - each.low for each in minus]
    return Estimate(value, value - math.hypot(*below), value + math.hypot(*above))
