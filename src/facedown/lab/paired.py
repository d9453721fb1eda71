"""Comparing two versions of a game, with the same deals, seats and players: what differs, and how certainly.

    mine = facedown.game("gotcha", cards="mine.toml")
    print(lab.compare(mine, facedown.game("gotcha"), agents=["sensible"], until=0.005))

Game i is dealt from the same seed in both versions, so that luck that affects both alike cancels out.  The
intervals hold for all measures together, including those of every card, and whenever the comparison stops: with
`until`, the k-th look at the figures uses 1/(k(k+1)) of the allowed error of 5 %; without, one
look uses it all.  It is divided evenly among the measures (Bonferroni).
Those of shares of games are exact for as many yeses and noes as say as much (`counted.share`).  Those of cards are
about the games in which a seat had the card, and allow for the spread being found from pieces of games.  The others
are Student's t.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from scipy.special import stdtrit

from facedown.core.batch import Batch, Outcome
from facedown.core.chance import checked_seed
from facedown.core.errors import BadOption
from facedown.core.facts import checked_count
from facedown.core.flat.players import RANDOM
from facedown.core.game import Game
from facedown.lab.batches import OwnBot, batch_of, fill, named
from facedown.lab.counted import won_with
from facedown.lab.intervals import FEWEST, Estimate, difference_of
from facedown.lab.process_batch import PlayedBatch
from facedown.lab.provenance import Made, made_now
from facedown.lab.simulate import Progress

if TYPE_CHECKING:
    import pyarrow as pa

ERROR = 0.05  # the probability that any of the intervals is wrong at any time
FIRST_LOOK = 500  # after this many games; each further look is after twice as many
MOST_GAMES = 200_000
LEAST_GAMES = 20
PIECES, PIECE = 20, 100  # intervals of cards need several pieces; and the most games of a piece
DECISIONS = "Decisions a game"


class Change(msgspec.Struct, frozen=True):
    """The difference of one measure: the first version minus the second."""

    measure: str
    before: float  # its mean in the second version
    more: Estimate
    of_games: bool  # whether it is a share of the games
    card: str = ""  # the card that it is about; "": none
    alike: bool = False  # whether it was the same in every pair of games

    @property
    def is_found(self) -> bool:
        """Whether the interval excludes 0."""
        return self.more.low > 0 or self.more.high < 0

    def sentence(self) -> str:
        """The change and its interval in words, for people who do not read tables."""
        more, low, high = self.more.value, self.more.low, self.more.high
        if self.alike:
            return f"{self.measure}: the same in every pair of games."
        if not self.is_found:
            return f"{self.measure}: no difference found; it is below {self._figure(max(-low, high))}."
        word = "more" if more > 0 else "less"
        low, high = sorted((abs(low), abs(high)))
        if self.of_games:
            return (
                f"{self.measure}: {100 * abs(more):.2f} {self._unit} {word}, {100 * low:.2f} to {100 * high:.2f}."
            )
        return f"{self.measure}: {abs(more):.3g} {word}, {low:.3g} to {high:.3g}."

    def _figure(self, value: float) -> str:
        return f"{100 * value:.2f} {self._unit}" if self.of_games else f"{value:.3g}"

    @property
    def _unit(self) -> str:
        return "% of the games with it" if self.card else "% of games"


class Changes(msgspec.Struct, frozen=True):
    """Everything that was measured in `games` pairs of games."""

    games: int
    enough: bool  # whether the intervals became as narrow as wanted before the games ran out
    changes: tuple[Change, ...]
    made: tuple[Made, Made] | None = None  # of the first version and of the second
    worth: float = 1.0  # how many times as many pairs it would take with other deals in each version

    def __str__(self) -> str:
        found = [change for change in self.changes if not change.card or change.is_found]
        lines = [change.sentence() for change in found]
        if rest := [change for change in self.changes if change.card and not change.is_found]:
            others = "the other cards" if any(change.card for change in found) else "cards"
            lines.append(f"Won with {others}: {_no_difference(rest)}.")
        pairs = f"{self.games:,} pairs of games, with 95 % intervals that hold together."
        return "\n".join([*lines, f"{pairs} {self._worth()}".rstrip()])

    def _worth(self) -> str:
        if math.isinf(self.worth):
            return ""  # nobody won another game
        times = f"{self.worth:.1f} times as many" if self.worth >= 1.05 else "no more"
        return f"With other deals in each version it would take {times}."

    def frame(self) -> pa.Table:
        """A row for each measure, as an Arrow table; needs the extra `report`."""
        from facedown.lab.frames import frame

        return frame(self.changes)

    def json(self) -> bytes:
        """All fields by name as JSON, UTF-8."""
        return msgspec.json.encode(self)

    def surely_above(self, size: float) -> tuple[Change, ...]:
        """The shares of games that have certainly changed by more than `size`, up or down."""
        return tuple(
            change
            for change in self.changes
            if change.of_games and (change.more.low > size or change.more.high < -size)
        )


def compare(
    game: Game,
    against: Game,
    agents: Sequence[str | OwnBot] = (RANDOM,),
    seats: int | None = None,
    seed: object = 0,
    options: Mapping[str, object] | None = None,
    against_options: Mapping[str, object] | None = None,
    *,
    until: float = 0.0,
    games: int = MOST_GAMES,
    progress: Progress | None = None,
) -> Changes:
    """Play both versions until every share of all games is known to within ± `until`, or `games` pairs are played.

    `until` is a half-width from 0 to 1: 0.005 means 0.5 % of games.  `options` apply to the first version, and to
    the second as well if `against_options` is None.  If `progress(done, games)` returns False, no more is played.
    Raises BadOption.
    """
    if not all(isinstance(version, Game) for version in (game, against)):
        raise BadOption("the first two arguments must be games, as returned by facedown.game('gotcha')")
    if game.id != against.id:
        raise BadOption(f"{game.title} and {against.title} are two games; compare two versions of one")
    checked_count("games", games, LEAST_GAMES)
    if not 0 <= until < 1:
        raise BadOption(f"the half-width {until} of an interval is not a share of games; give 0.005 for 0.5 %")
    seed, count = checked_seed(seed), game.seats[0] if seats is None else game.contract.checked_seats(seats)
    (listed, own), others = named(agents), options if against_options is None else against_options
    names = fill(listed, count)
    batches = batch_of(game, count, names, options, own), batch_of(against, count, names, others, own)
    for batch in batches:
        batch.play(seed, 0, 1)  # compiles, while Ctrl-C need wait for no other thread
    sums, cards, look, next_look = _Sums(count), _Cards(batches), 0, FIRST_LOOK
    found: tuple[Change, ...] = ()
    enough = False
    piece = min(PIECE, -(-games // PIECES))
    for first in range(0, games, piece):
        size = min(piece, games - first)
        mine, theirs = _both(batches, seed, first, size)
        sums.add(mine, theirs)
        cards.add(mine, theirs)
        stopped = progress is not None and progress(sums.games, games) is False and sums.games >= LEAST_GAMES
        if stopped or sums.games >= (min(next_look, games) if until > 0 else games):
            look, next_look = look + 1, 2 * sums.games
            allowed = ERROR / (look * (look + 1)) if until > 0 else ERROR
            each = allowed / (len(sums.names) + len(cards.events))
            found = *sums.changes(each), *cards.changes(each)
            enough = until > 0 and all(
                _half_width(change) <= until for change in found if change.of_games and not change.card
            )
            if enough or stopped:
                break
    made = made_now(game.contract), made_now(against.contract)
    return Changes(sums.games, enough, found, made, sums.worth())


def _no_difference(cards: Sequence[Change]) -> str:
    if all(change.alike for change in cards):
        return "the same in every pair of games"
    most = max(max(-change.more.low, change.more.high) for change in cards)
    return f"no difference found; each is below {100 * most:.2f} % of the games with it"


def _both(batches: Sequence[Batch | PlayedBatch], seed: object, first: int, games: int) -> list[Outcome]:
    """Play the same games in each version, in parallel where compiled code lets other threads run."""
    if any(isinstance(batch, PlayedBatch) and not batch.searches for batch in batches):
        return [batch.play(seed, first, games) for batch in batches]
    with ThreadPoolExecutor(len(batches)) as pool:
        running = [pool.submit(batch.play, seed, first, games) for batch in batches]
        return [played.result() for played in running]


def _half_width(change: Change) -> float:
    return (change.more.high - change.more.low) / 2


class _Sums:
    """Over all pairs so far: by version, and of their differences, sums and sums of squares of each measure."""

    def __init__(self, seats: int) -> None:
        shares = [f"Wins of seat {seat + 1}" for seat in range(seats)]
        self.names = [*shares, "Games without a winner", DECISIONS, *_points(seats)]
        self.of_games = [True] * (seats + 1) + [False] * (1 + seats)
        self.seats, self.games = seats, 0
        self.sums, self.squares = np.zeros((2, 3, len(self.names)))

    def add(self, mine: Outcome, theirs: Outcome) -> None:
        first, second = _measured(mine), _measured(theirs)
        self.games += len(first)
        for at, values in enumerate((first, second, first - second)):
            self.sums[at] += values.sum(axis=0)
            self.squares[at] += (values * values).sum(axis=0)

    def worth(self) -> float:
        """How much more each version's wins spread by themselves than their differences in the same deals do."""
        spreads = self.squares - self.sums**2 / self.games
        first, second, together = (float(spread[: self.seats].sum()) for spread in spreads)
        return (first + second) / together if together > 0 else math.inf

    def changes(self, error: float) -> tuple[Change, ...]:
        """All measures, each with an interval that is wrong with a probability of at most `error`."""
        quantile = float(stdtrit(self.games - 1, 1 - error / 2))
        (_, before, more), found = self.sums / self.games, []
        for at, name in enumerate(self.names):
            mean, squares, of_games = float(more[at]), float(self.squares[2, at]), self.of_games[at]
            spread = max(0.0, squares / self.games - mean * mean)
            if of_games:
                interval = difference_of(mean, spread, self.games, error)
            else:
                off = quantile * math.sqrt(spread / (self.games - 1))
                interval = Estimate(mean, mean - off, mean + off)
            found.append(Change(name, float(before[at]), interval, of_games, alike=squares == 0))
        return tuple(found)


class _Cards:
    """For each card in each piece: how often a seat had it, in both versions, and how often that seat won."""

    def __init__(self, batches: Sequence[Batch | PlayedBatch]) -> None:
        self.batches = batches
        self.events: dict[str, str] = {}  # by card, the event that is counted, from the first piece
        # In each version, by card: games with it, and those won.
        self.pieces: list[list[list[tuple[int, int]]]] = []

    def add(self, mine: Outcome, theirs: Outcome) -> None:
        both = [won_with(batch, one) for batch, one in zip(self.batches, (mine, theirs), strict=True)]
        if not self.pieces:
            self.events = _telling(both)
        self.pieces.append(
            [[won.get((event, card), (0, 0)) for card, event in self.events.items()] for won in both]
        )

    def changes(self, error: float) -> tuple[Change, ...]:
        """A change for each card that was there in both versions, in games enough for an interval."""
        if len(self.pieces) < 2 or not self.events:
            return ()
        counts = np.array(self.pieces, np.float64).transpose(2, 1, 3, 0)  # by card, version, what, and piece
        return tuple(
            Change(
                f"Won with {card} ({event})",
                before=float(of_card[1, 1].sum() / of_card[1, 0].sum()),
                more=won_more(of_card, error),
                of_games=True,
                card=card,
                alike=bool((of_card[0] == of_card[1]).all()),
            )
            for (card, event), of_card in zip(self.events.items(), counts, strict=True)
            if of_card[:, 0].sum(axis=1).min() >= FEWEST
        )


def won_more(counts: np.ndarray, error: float) -> Estimate:
    """How much more often seats with a card won in the first version than in the second.

    `counts`, float64[2, 2, pieces], holds for both versions the games with it and those of them that were won, in
    pieces of games; the spread is that of ratios, by linearization.
    """
    having, won = counts[:, 0], counts[:, 1]
    shares = won.sum(axis=1) / having.sum(axis=1)
    left = (won - shares[:, None] * having) / having.mean(axis=1, keepdims=True)
    games, pieces = int(having.sum(axis=1).min()), having.shape[1]
    spread = float((left[0] - left[1]).var(ddof=1)) / pieces * games
    return difference_of(float(shares[0] - shares[1]), spread, games, error, pieces)


def _telling(both: Sequence[Mapping[tuple[str, str], tuple[int, int]]]) -> dict[str, str]:
    """For each card one event: of those that happened with it, the one that is most frequent over all cards."""
    frequent: Counter[str] = Counter()
    for won in both:
        for (event, _), (games, _) in won.items():
            frequent[event] += games
    order = [event for event, _ in frequent.most_common()]
    found = sorted({what for won in both for what in won}, key=lambda what: (what[1], -order.index(what[0])))
    return {card: event for event, card in found}


def _points(seats: int) -> list[str]:
    return [f"Points of seat {seat + 1}" for seat in range(seats)]


def _measured(outcome: Outcome) -> np.ndarray:
    """float64[games, measures]: each seat's share of the win, no winner, decisions, each seat's points."""
    seats = outcome.scores.shape[1]
    won = (outcome.winners[:, None] >> np.arange(seats)) & 1
    winners = won.sum(axis=1, keepdims=True)
    return np.hstack([won / np.maximum(winners, 1), winners == 0, outcome.decisions[:, None], outcome.scores])
