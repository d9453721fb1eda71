"""What happened in many games: events, cards and moves, each with how often the seats concerned won."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

import msgspec
import numpy as np

from facedown.core.batch import Batch, Outcome
from facedown.core.contract import Contract
from facedown.core.counting import GAMES, GAMES_WON, TIMES
from facedown.core.event_names import EventNames
from facedown.core.flat import FlatContract
from facedown.core.layout import Ints
from facedown.lab.intervals import Estimate, proportion
from facedown.lab.process_batch import PlayedBatch, What


class Counted(msgspec.Struct, frozen=True):
    """Counts of one kind of event, about one card or none, by one seat."""

    event: str
    card: str  # "" if it is not about a card
    seat: int | None  # None: the table itself
    times: int
    by_winners: int  # how many of them were by seats that won the game
    games: int  # how many games the seat did it in at least once
    won: int  # how many of these games the seat won


class CardReport(msgspec.Struct, frozen=True):
    """An event about a card, by any seat: how often it happened, and how often the seat that did it won."""

    event: str
    card: str
    group: str  # its suit, type or team; "" for none
    times: int
    games: int  # pairs of game and seat in which it happened at least once
    wins: Estimate  # the proportion of these in which the seat won


class MoveReport(msgspec.Struct, frozen=True):
    """A move, by any seat."""

    move: str
    possible: int  # pairs of game and seat in which it was legal at some time
    games: int  # pairs in which it was made
    times: int
    wins: Estimate  # the proportion of these in which the seat won


class RuleReport(msgspec.Struct, frozen=True):
    """How often the log named a rule.  Rules named only in connection with earlier events are not counted."""

    rule: str
    times: int


class Never(msgspec.Struct, frozen=True):
    """What never happened in any game."""

    events: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()  # that no event was about
    moves: tuple[str, ...] = ()  # that were legal at some time, but never made
    rules: tuple[str, ...] = ()  # among those that are counted


class Counts:
    """Counts of everything that happened, added up piece by piece."""

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
        """Every combination of event, card and seat that occurred, in the game's own order."""
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
        """Every event about a card, over all seats, without those of the table itself."""
        groups = {card.name: card.group for card in self._game.cards()}
        return tuple(
            CardReport(event, card, groups.get(card, ""), times, games, proportion(won, games))
            for (event, card), (times, games, won) in self.of_cards().items()
        )

    def of_cards(self) -> Mapping[tuple[str, str], Sequence[int]]:
        """The same as numbers, by event and card: times, games of seats that did it, and how many of these won."""
        sums: dict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0, 0])
        for one in self.counted():
            if one.card and one.seat is not None:
                row = sums[one.event, one.card]
                row[:] = [row[0] + one.times, row[1] + one.games, row[2] + one.won]
        return sums

    def moves(self) -> tuple[MoveReport, ...]:
        """Every move that was legal at some time, by its text, in which seats are "seat 1" and so on."""
        if self.totals is None or not isinstance(self.batch, Batch):
            return ()
        sums: dict[int, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
        for one in self.batch.plan.offered(self.totals):
            more = (one.offered[GAMES], one.chosen[GAMES], one.chosen[TIMES], one.chosen[GAMES_WON])
            sums[one.move] = [sum_ + int(n) for sum_, n in zip(sums[one.move], more, strict=True)]
        moves = self.batch.game.moves(tuple(f"seat {seat + 1}" for seat in range(self.batch.seats)))
        return tuple(
            MoveReport(moves.numbered(move).text, possible, games, times, proportion(won, games))
            for move, (possible, games, times, won) in sorted(sums.items())
        )

    def rules(self) -> tuple[RuleReport, ...]:
        """The rules that the log names with events, in order."""
        events = self._game.events if isinstance(self._game, FlatContract) else None
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
        """Events, cards, moves and rules that never occurred, although they could with these options and cards."""
        moves = tuple(one.move for one in self.moves() if one.times == 0)
        events = self._game.events if isinstance(self._game, FlatContract) else None
        if events is None or self.totals is None:
            return Never(moves=moves)
        counted = self.counted()
        met, about = {one.event for one in counted}, {one.card for one in counted}
        left_out, impossible = self._game.left_out(self.batch.options, self.batch.seats), self._impossible(events)
        rules: set[str | None] = {rule for event, rule in events.rules.items() if event not in impossible}
        if not events.own_rule <= impossible:
            rules |= {card.rule for card in self._game.cards() if card.name not in left_out}
        return Never(
            tuple(name for event, name in events.names.items() if name not in met and event not in impossible),
            tuple(dict.fromkeys(name for name in events.cards.values() if name not in about | left_out)),
            moves,
            tuple(one.rule for one in self.rules() if one.times == 0 and one.rule in rules),
        )

    def _impossible(self, events: EventNames) -> frozenset[int]:
        return frozenset(events.impossible(self.batch.options))

    @property
    def _game(self) -> Contract:
        return self.batch.game


def won_with(batch: Batch | PlayedBatch, outcome: Outcome) -> dict[tuple[str, str], tuple[int, int]]:
    """By event and card, over all seats: in how many games a seat did it, and how many of these the seat won."""
    counts = Counts(batch)
    counts.add(outcome)
    return {what: (games, won) for what, (_, games, won) in counts.of_cards().items()}


def _places(rule: str) -> tuple[int, ...]:
    return tuple(int(part) for part in rule.split("."))


def most_telling(cards: Sequence[CardReport]) -> list[CardReport]:
    """One event for each card: of those that happened with it, the one that is most frequent over all cards."""
    games: Counter[str] = Counter()
    for one in cards:
        games[one.event] += one.games
    of_card: dict[str, CardReport] = {}
    for one in sorted(cards, key=lambda one: games[one.event]):
        of_card[one.card] = one
    return list(of_card.values())
