"""What happened in many games, and to whom it was good: events, cards and moves, each with who won."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import msgspec
import numpy as np
from scipy.special import betaincinv

from facedown.core.batch import Batch, Outcome
from facedown.core.counting import GAMES, GAMES_WON, TIMES
from facedown.core.flat import FlatGame
from facedown.core.game import Game
from facedown.core.layout import Ints
from facedown.lab.played import PlayedBatch, What

CONFIDENCE = 0.95


class Estimate(msgspec.Struct, frozen=True):
    """A figure and the interval in which it lies with 95 % confidence."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.4g} ({self.low:.4g} to {self.high:.4g})"


def proportion(successes: int, trials: int) -> Estimate:
    """How often, with the exact interval of Clopper and Pearson (1934), by the beta distribution's quantiles."""
    if trials == 0:
        return Estimate(0.0, 0.0, 1.0)
    tail, failures = (1 - CONFIDENCE) / 2, trials - successes
    low = float(betaincinv(successes, failures + 1, tail)) if successes else 0.0
    high = float(betaincinv(successes + 1, failures, 1 - tail)) if failures else 1.0
    return Estimate(successes / trials, low, high)


class Counted(msgspec.Struct, frozen=True):
    """An event, about one card or none, by one seat."""

    event: str
    card: str  # "": it is about none
    seat: int | None  # None: the table does it by itself
    times: int
    by_winners: int  # so many of them by seats that won the game
    games: int  # in how many games the seat did it at least once
    won: int  # and in how many of these it won


class CardReport(msgspec.Struct, frozen=True):
    """An event about a card, by any seat: how often, and how often the seat won that did it."""

    event: str
    card: str
    group: str  # its suit, type or team; "" for none
    times: int
    games: int  # games and seats in which it happened at least once
    wins: Estimate  # of these


class MoveReport(msgspec.Struct, frozen=True):
    """A move, by any seat."""

    move: str
    possible: int  # in so many games and seats it could be made at some time
    games: int  # and in so many it was
    times: int
    wins: Estimate  # of the games and seats in which it was made


class RuleReport(msgspec.Struct, frozen=True):
    """A rule, by how often the log named it; rules that it names only by what else has happened are not counted."""

    rule: str
    times: int


class Never(msgspec.Struct, frozen=True):
    """What has not happened in any game."""

    events: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()  # no event was about them
    moves: tuple[str, ...] = ()  # they could be made, and nobody did
    rules: tuple[str, ...] = ()  # of those that are counted


class Counts:
    """Everything that happened, added up piece by piece."""

    def __init__(self, batch: Batch | PlayedBatch) -> None:
        self.batch = batch
        self.totals: Ints | None = None
        self.told: dict[What, list[int]] = defaultdict(lambda: [0, 0, 0, 0])

    def add(self, outcome: Outcome) -> None:
        if outcome.totals is not None:
            if self.totals is None:
                self.totals = np.zeros_like(outcome.totals)
            self.totals += outcome.totals
        for what, more in outcome.happened.items():
            self.told[what] = [one + other for one, other in zip(self.told[what], more, strict=True)]

    def counted(self) -> tuple[Counted, ...]:
        """Every event, card and seat that there was, those of the game's own order first."""
        return tuple(
            Counted(event, card, None if seat < 0 else seat, *(int(n) for n in numbers))
            for (event, card, seat), numbers in self._rows()
        )

    def _rows(self) -> Iterable[tuple[What, Iterable[int]]]:
        if self.totals is None or not isinstance(self.batch, Batch) or self.batch.game.events is None:
            return sorted(self.told.items())
        names, cards = self.batch.game.events.names, self.batch.game.events.cards
        rows = {
            (names[one.event], cards.get(one.card, ""), one.seat): one.counts.tolist()
            for one in self.batch.plan.happened(self.totals)
            if one.event in names
        }
        return sorted(rows.items())

    def cards(self) -> tuple[CardReport, ...]:
        """Every event about a card, over all seats; the table's own are left out."""
        sums: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
        for one in self.counted():
            if one.card and one.seat is not None:
                row = sums[one.event, one.card]
                row[:] = [row[0] + one.times, row[1] + one.games, row[2] + one.won]
        groups = {card.name: card.group for card in self._game.cards()}
        return tuple(
            CardReport(event, card, groups.get(card, ""), times, games, proportion(won, games))
            for (event, card), (times, games, won) in sums.items()
        )

    def moves(self) -> tuple[MoveReport, ...]:
        """Every move that somebody could make at some time, by how it is written."""
        if self.totals is None or not isinstance(self.batch, Batch):
            return ()
        sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for one in self.batch.plan.offered(self.totals):
            more = (one.offered[GAMES], one.chosen[GAMES], one.chosen[TIMES], one.chosen[GAMES_WON])
            sums[one.move] = [sum_ + int(n) for sum_, n in zip(sums[one.move], more, strict=True)]
        moves = self.batch.game.moves(self._game.names_of(self.batch.seats))
        return tuple(
            MoveReport(moves.numbered(move).text, possible, games, times, proportion(won, games))
            for move, (possible, games, times, won) in sorted(sums.items())
        )

    def rules(self) -> tuple[RuleReport, ...]:
        """The rules that the log names with what happened, in their order."""
        events = self._game.events if isinstance(self._game, FlatGame) else None
        if events is None:
            return ()
        of_event = {events.names[event]: rule for event, rule in events.rules.items()}
        told_by_card = {events.names[event] for event in events.own_rule}
        of_card = {card.name: card.rule for card in self._game.cards()}
        times = dict.fromkeys(of_event.values(), 0)
        for one in self.counted():
            rule = of_event.get(one.event) or (of_card.get(one.card) if one.event in told_by_card else None)
            if rule:
                times[rule] = times.get(rule, 0) + one.times
        return tuple(RuleReport(rule, times[rule]) for rule in sorted(times, key=_places))

    def never(self) -> Never:
        """What could have been, by the game's own lists, and was not."""
        moves = tuple(one.move for one in self.moves() if one.times == 0)
        events = self._game.events if isinstance(self._game, FlatGame) else None
        if events is None or self.totals is None:
            return Never(moves=moves)
        counted = self.counted()
        met, about = {one.event for one in counted}, {one.card for one in counted}
        about |= self._game.left_out(self.batch.options, self.batch.seats)
        return Never(
            tuple(name for name in events.names.values() if name not in met),
            tuple(dict.fromkeys(name for name in events.cards.values() if name not in about)),
            moves,
            tuple(one.rule for one in self.rules() if one.times == 0),
        )

    @property
    def _game(self) -> Game:
        return self.batch.game


def won_with(batch: Batch | PlayedBatch, outcome: Outcome) -> dict[tuple[str, str], tuple[int, int]]:
    """By event and card, over all seats: games in which a seat did it, and how many of these it won."""
    sums: dict[tuple[str, str], tuple[int, int]] = {}
    if outcome.totals is None or not isinstance(batch, Batch) or batch.game.events is None:
        for (event, card, seat), (_, _, games, won) in outcome.happened.items():
            if card and seat >= 0:
                before = sums.get((event, card), (0, 0))
                sums[event, card] = before[0] + games, before[1] + won
        return sums
    names, cards = batch.game.events.names, batch.game.events.cards
    by_card = batch.plan.by_card(outcome.totals)
    for number, place in np.argwhere(by_card[:, :, GAMES]).tolist():
        if number in names and place - 1 in cards:
            what, counts = (names[number], cards[place - 1]), by_card[number, place]
            before = sums.get(what, (0, 0))  # cards of one name may have several numbers
            sums[what] = before[0] + int(counts[GAMES]), before[1] + int(counts[GAMES_WON])
    return sums


def _places(rule: str) -> tuple[int, ...]:
    return tuple(int(part) for part in rule.split("."))


def most_telling(cards: Sequence[CardReport]) -> list[CardReport]:
    """Of each card the game's most frequent event, so that they compare; its own where it has none of these."""
    games: Counter[str] = Counter()
    for one in cards:
        games[one.event] += one.games
    of_card: dict[str, CardReport] = {}
    for one in sorted(cards, key=lambda one: games[one.event]):
        of_card[one.card] = one
    return list(of_card.values())
