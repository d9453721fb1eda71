"""Counts of many games, added up piece by piece, and the report that can be made from them at any time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from facedown.core.batch import Batch, Outcome
from facedown.core.counting import CHOICES, DECIDED, FORCED, LEAD_CHANGES
from facedown.core.errors import BadOption
from facedown.core.spelling import counted
from facedown.lab.counted import CardReport, Counted, Counts, MoveReport, Never, RuleReport
from facedown.lab.intervals import Estimate, Mean, proportion
from facedown.lab.process_batch import SIDE, PlayedBatch
from facedown.lab.provenance import Made, made_now

if TYPE_CHECKING:
    import pyarrow as pa

PARTS = ("players", "by_seat", "sides", "cards", "moves", "rules", "counts")  # of a report that have rows


class PlayerReport(msgspec.Struct, frozen=True):
    """How one kind of player did, all its seats together.

    `wins` is how often each of its seats won, alone or with others (exact binomial interval).  `share` is the part
    of a game's win that each of its seats got, a shared win being divided; among equal players it would be `fair`.
    """

    name: str
    seats: int
    wins: Estimate
    share: Estimate
    fair: float
    score: Estimate


class SeatReport(msgspec.Struct, frozen=True):
    """How a seat did, whoever sat there."""

    seat: int
    wins: Estimate
    score: Estimate


class SideReport(msgspec.Struct, frozen=True):
    """How often a side won, in games of teams."""

    side: str  # "good", "evil"
    wins: Estimate  # of the games


class Length(msgspec.Struct, frozen=True):
    """How many decisions a game takes."""

    mean: float
    shortest: int
    longest: int


class Measured(msgspec.Struct, frozen=True):
    """Another quantity that a game counts, such as days or rounds: how many there are in a game."""

    mean: Estimate
    least: int
    most: int


class Drama(msgspec.Struct, frozen=True):
    """How a game felt: whether the lead changed, how early it was decided, and how much there was to choose."""

    lead_changes: Estimate  # per game
    decided: Estimate  # the fraction of a game's decisions after which the winner led for good
    choices: Estimate  # legal moves per decision
    forced: Estimate  # the fraction of a game's decisions with only one legal move
    decided_tenths: tuple[int, ...]  # the number of games decided in each tenth of their decisions
    lead_change_games: tuple[int, ...]  # games with 0, 1, ... changes of the lead; the last entry: or more


class SimulationReport(msgspec.Struct, frozen=True):
    """The result of a simulation.  `finished` is False if it was stopped before all games were played."""

    game: str
    seats: int
    agents: tuple[str, ...]
    options: dict[str, str | int]
    seed: str
    games: int
    finished: bool
    draws: int  # the number of games that nobody won
    shared: int  # the number of games that several seats won together
    decisions: int
    seconds: float
    decisions_per_second: float
    length: Length
    players: tuple[PlayerReport, ...]
    by_seat: tuple[SeatReport, ...]
    sides: tuple[SideReport, ...] = ()  # in games of teams
    ends: dict[str, int] = {}  # the kinds of endings, and how often each occurred
    measures: dict[str, Measured] = {}  # by the game's own name for it: "days"
    lengths: dict[int, int] = {}  # from a number of decisions to the number of games that took it
    drama: Drama | None = None  # None if it is not known
    cards: tuple[CardReport, ...] = ()
    moves: tuple[MoveReport, ...] = ()
    rules: tuple[RuleReport, ...] = ()
    never: Never = Never()
    counts: tuple[Counted, ...] = ()
    varied: dict[str, str] = {}  # what else was varied between several reports: seats, values of cards
    ahead: Estimate | None = None  # how much more of a win a seat of the first player gets than one of the last
    made: Made | None = None  # None in a report that was put together by hand

    def __str__(self) -> str:
        options = "".join(f", {name} {value}" for name, value in self.options.items())
        head = f"{self.game}, {self.seats} seats{options}: {counted(self.games, 'game')}, seed {self.seed}"
        players = (
            f"{player.name} wins {player.share} of the games, {player.fair:.4g} is fair" for player in self.players
        )
        seats = (f"seat {seat.seat + 1} wins {seat.wins}" for seat in self.by_seat)
        seats = (f"{side.side} wins {side.wins}" for side in self.sides) if self.sides else seats
        length = f"{self.length.mean:.1f} decisions a game, {self.length.shortest} to {self.length.longest}"
        return "\n".join([head, *players, *seats, length, *([] if self.made is None else [str(self.made)])])

    def frame(self, part: str) -> pa.Table:
        """The rows of a part as an Arrow table.

        `part` is one of "players", "by_seat", "sides", "cards", "moves", "rules" and "counts".  Polars
        makes a data frame of it by `polars.from_arrow`, pandas by `.to_pandas()`.  Needs the extra `report`.
        Raises BadOption.
        """
        from facedown.lab.frames import frame

        if part not in PARTS:
            raise BadOption(f"a report has the parts {', '.join(PARTS)}, not {part!r}")
        return frame(getattr(self, part))

    def json(self) -> bytes:
        """The whole report as indented JSON, UTF-8, every field by its name."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2)


class Spread(Mean):
    """A running mean that also keeps the smallest and the largest value."""

    def __init__(self) -> None:
        super().__init__()
        self.least, self.most = math.inf, -math.inf

    def add(self, values: np.ndarray) -> None:
        super().add(values)
        self.least, self.most = min(self.least, float(values.min())), max(self.most, float(values.max()))

    def measured(self) -> Measured:
        return Measured(self.estimate(), int(self.least), int(self.most))


class DramaTally:
    """The drama of many games, added up."""

    MOST_CHANGES = 9

    def __init__(self) -> None:
        self.changes, self.decided, self.choices, self.forced = (Mean() for _ in range(4))
        self.tenths = np.zeros(10, np.int64)
        self.by_changes = np.zeros(self.MOST_CHANGES + 1, np.int64)

    def add(self, outcome: Outcome) -> None:
        if outcome.drama is None:
            return
        decisions = np.maximum(1, outcome.decisions)
        part = outcome.drama[:, DECIDED] / decisions
        self.changes.add(outcome.drama[:, LEAD_CHANGES])
        self.decided.add(part)
        self.choices.add(outcome.drama[:, CHOICES] / decisions)
        self.forced.add(outcome.drama[:, FORCED] / decisions)
        self.tenths += np.bincount(np.minimum(9, (10 * part).astype(np.int64)), minlength=10)
        capped = np.minimum(self.MOST_CHANGES, outcome.drama[:, LEAD_CHANGES])
        self.by_changes += np.bincount(capped, minlength=self.MOST_CHANGES + 1)

    def report(self) -> Drama | None:
        if self.changes.n == 0:
            return None
        return Drama(
            self.changes.estimate(),
            self.decided.estimate(),
            self.choices.estimate(),
            self.forced.estimate(),
            tuple(self.tenths.tolist()),
            tuple(self.by_changes.tolist()),
        )


class Tally:
    """Everything that is counted; its size does not depend on the number of games."""

    def __init__(self, batch: Batch | PlayedBatch) -> None:
        self.batch = batch
        self.rotating = batch.game.players(batch.seats)  # seats that players change between
        self.ends: Counter[str] = Counter()
        self.measures: dict[str, Spread] = {}
        self.counts, self.drama = Counts(batch), DramaTally()
        self.lengths: Counter[int] = Counter()
        self.players = batch.players[: self.rotating]  # without a storyteller
        self.names = tuple(dict.fromkeys(self.players))
        self.games = self.decisions = self.draws = self.shared = 0
        self.shortest, self.longest = 0, 0
        self.wins = dict.fromkeys(self.names, 0)
        self.shares: Mapping[str, Mean] = {name: Mean() for name in self.names}
        self.ahead = Mean()  # of the first player over the last, in a game's win for each seat; from 0 to 1
        self.scores: Mapping[str, Mean] = {name: Mean() for name in self.names}
        self.seat_wins = np.zeros(self.rotating, np.int64)
        self.seat_scores = [Mean() for _ in range(self.rotating)]

    def add(self, outcome: Outcome) -> None:
        games, seats = len(outcome.scores), self.rotating
        won = (outcome.winners[:, None] >> np.arange(seats)) & 1
        winners = won.sum(axis=1)
        self.shortest = int(min(outcome.decisions.min(), self.shortest or outcome.decisions.min()))
        self.longest = int(max(outcome.decisions.max(), self.longest))
        self.games += games
        self.decisions += int(outcome.decisions.sum())
        self.draws += int((winners == 0).sum())
        self.shared += int((winners > 1).sum())
        self.seat_wins += won.sum(axis=0)
        self.ends.update(outcome.ends)
        self.lengths.update(outcome.decisions.tolist())
        self.counts.add(outcome)
        self.drama.add(outcome)
        for name, values in outcome.measures.items():
            self.measures.setdefault(name, Spread()).add(values)
        for seat in range(seats):
            self.seat_scores[seat].add(outcome.scores[:, seat])
        self._add_by_player(outcome, won / np.maximum(winners, 1)[:, None])

    def _add_by_player(self, outcome: Outcome, shares: np.ndarray) -> None:
        """Add results by player; player p sits on seat p + i of game i."""
        numbers = np.arange(outcome.first, outcome.first + len(outcome.scores))[:, None]
        seat_of = (np.arange(self.rotating) + numbers) % self.rotating
        shares = np.take_along_axis(shares, seat_of, axis=1)
        scores = np.take_along_axis(outcome.scores, seat_of, axis=1)
        for name in self.names:
            its = [player for player, known in enumerate(self.players) if known == name]
            self.wins[name] += int((shares[:, its] > 0).any(axis=1).sum())
            self.shares[name].add(shares[:, its].mean(axis=1))
            self.scores[name].add(scores[:, its].mean(axis=1))
        first, last = ([player == name for player in self.players] for name in (self.names[0], self.names[-1]))
        more = shares[:, first].mean(axis=1) - shares[:, last].mean(axis=1)
        self.ahead.add((more + 1 / sum(last)) / (1 / sum(first) + 1 / sum(last)))

    def _ahead(self) -> Estimate | None:
        """`SimulationReport.ahead`; None if there is one player alone."""
        if len(self.names) == 1:
            return None
        least, most = -1 / self.players.count(self.names[-1]), 1 / self.players.count(self.names[0])
        share = self.ahead.estimate_share()
        return Estimate(*(least + (most - least) * end for end in (share.value, share.low, share.high)))

    def report(self, seed: object, wanted: int, seconds: float, decisions: int) -> SimulationReport:
        """The report of all games so far, of which `decisions` decisions were played in `seconds` seconds."""
        batch = self.batch
        return SimulationReport(
            game=batch.game.id,
            seats=batch.seats,
            agents=batch.players,
            options=batch.options,
            seed=str(seed),
            games=self.games,
            finished=self.games >= wanted,
            draws=self.draws,
            shared=self.shared,
            decisions=self.decisions,
            seconds=seconds,
            decisions_per_second=decisions / seconds if seconds else 0.0,
            length=Length(self.decisions / max(1, self.games), self.shortest, self.longest),
            players=tuple(self._player(name) for name in self.names),
            by_seat=tuple(
                SeatReport(seat, proportion(int(self.seat_wins[seat]), self.games), scores.estimate())
                for seat, scores in enumerate(self.seat_scores)
            ),
            sides=tuple(
                SideReport(one.card, proportion(one.won, one.games))
                for one in self.counts.counted()
                if one.event == SIDE
            ),
            ends=dict(self.ends.most_common()),
            measures={name: spread.measured() for name, spread in self.measures.items()},
            lengths=dict(sorted(self.lengths.items())),
            drama=self.drama.report(),
            cards=self.counts.cards(),
            moves=self.counts.moves(),
            rules=self.counts.rules(),
            never=self.counts.never(),
            counts=self.counts.counted(),
            ahead=self._ahead(),
            made=made_now(batch.game),
        )

    def _player(self, name: str) -> PlayerReport:
        return PlayerReport(
            name=name,
            seats=self.players.count(name),
            wins=proportion(self.wins[name], self.games),
            share=self.shares[name].estimate_share(),
            fair=1 / self.rotating,
            score=self.scores[name].estimate(),
        )
