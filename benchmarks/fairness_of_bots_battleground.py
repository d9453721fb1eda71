"""The fairness of the bots: many rounds among `sensible` players, counted by role and by bot.

    python -m benchmarks.fairness_of_bots_battleground --rounds 100000

Plays whole matches of 3, 4, 5 and 6 players, with the same number of rounds for each, and reports each and all.
Shares have exact 95 % intervals (Clopper and Pearson's); the last line is JSON.  A round in which everyone
defends goes to the side that wins more of its meetings.  A bot's share is the part of all meetings won with it
(several of one side share a win), divided by its part of the deck.  An ability has changed a round if the round
without it ends otherwise.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from facedown.core.bits import lowest
from facedown.core.chance import key_of, seed_chance
from facedown.core.compiling import compiled, compiles
from facedown.core.layout import Ints, dtype_of
from facedown.core.questions import is_over, open_kind, who_is_asked
from facedown.games.bots_battleground import GAME, events, rules, steps
from facedown.games.bots_battleground.arrays import Cards
from facedown.games.bots_battleground.bots import choose
from facedown.games.bots_battleground.cards import HOUSE, MOST_KINDS
from facedown.games.bots_battleground.position import PLACES, Observation, Position
from facedown.games.bots_battleground.rules import legal, observe, proceed, step
from facedown.games.bots_battleground.table import kind_at
from facedown.lab.intervals import proportion

# Indices of the counts that are not about single bots.
ROUNDS, BY_ATTACKER, BY_DEFENDER, MEETINGS, TIES, LATENESS, OTHERWISE, COUNTS = range(8)
IN_DECK = sum(card.copies for card in HOUSE)


class Tally(NamedTuple):
    """Counts over many rounds; the arrays besides `counts` are by kind of bot."""

    counts: Ints
    won_with: Ints  # float64[2, kinds]: meetings won attacking and defending, shared among several bots
    used: Ints  # rounds in which its ability could be used
    changed: Ints  # rounds that would have ended otherwise without its ability


@compiles
def answer(s: Position, c: Cards, moves: Ints, luck: Ints, view: Ints, blank_view: Ints) -> None:
    """Let the first seat that is asked answer as the bot does."""
    seat = lowest(who_is_asked(s))
    for word in range(len(moves)):
        moves[word] = 0
    legal(s, c, seat, moves)
    view[0] = blank_view[0]
    v = view[0]
    observe(s, c, seat, v)
    step(s, c, seat, choose(v, c, moves, luck))


@compiles
def watch(positions: Ints, cards: Ints, moves: Ints, lucks: Ints, views: Ints, tally: tuple[Ints, ...]) -> None:
    """Play the match in `positions[0]` to its end and count what happens."""
    c = cards[0]
    counts, won_with, used, changed = tally
    s, fresh = positions[0], False
    while not is_over(s):
        if who_is_asked(s):
            answer(s, c, moves, lucks[0], views[0], views[1])
            continue
        kind, before = open_kind(s), int(s.event_count)
        if kind == steps.ABILITIES and fresh:
            _ask_what_if(positions, c, moves, lucks, views, used, changed)
        fresh = kind != steps.ABILITIES
        proceed(s, c)
        if int(s.event_count) != before:
            _note(s, counts, won_with)


@compiles
def _note(s: Position, counts: Ints, won_with: Ints) -> None:
    event = int(s.event)
    if event == events.WON:
        winner = int(s.event_seat)
        counts[MEETINGS] += 1
        bots = 0
        for place in range(PLACES):
            bots += 1 if kind_at(s, winner, place) >= 0 else 0
        for place in range(PLACES):
            if kind_at(s, winner, place) >= 0:
                won_with[0 if winner == int(s.attacker) else 1, kind_at(s, winner, place)] += 1.0 / bots
    elif event == events.TIED:
        counts[TIES] += 1
    elif event == events.LATE:
        counts[LATENESS] += 1
    elif event == events.LOST:
        counts[OTHERWISE] += 1
    elif event == events.WENT_HOME:
        counts[ROUNDS] += 1
        won, lost = 0, 0
        for seat in range(int(s.seats)):
            won += 1 if s.won_by[seat] == s.attacker else 0
            lost += 1 if s.won_by[seat] == seat and seat != s.attacker else 0
        if won != lost:
            counts[BY_ATTACKER if won > lost else BY_DEFENDER] += 1


@compiles
def _ask_what_if(
    positions: Ints, c: Cards, moves: Ints, lucks: Ints, views: Ints, used: Ints, changed: Ints
) -> None:
    """For each ability, find out whether the round would end otherwise without it."""
    s = positions[0]
    _settle_twin(positions, c, 1, -1, moves, lucks, views)
    for seat in range(int(s.seats)):
        for place in range(PLACES):
            kind = kind_at(s, seat, place)
            if kind < 0 or c.does[kind] == 0:
                continue
            used[kind] += 1
            _settle_twin(positions, c, 2, PLACES * seat + place, moves, lucks, views)
            differs = False
            for other in range(int(s.seats)):
                differs = differs or positions[1].won_by[other] != positions[2].won_by[other]
            changed[kind] += 1 if differs else 0


@compiles
def _settle_twin(positions: Ints, c: Cards, twin: int, without: int, moves: Ints, lucks: Ints, views: Ints) -> None:
    """Play a copy of the round to its end without the ability of one bot (-1: with all abilities)."""
    positions[twin] = positions[0]
    s = positions[twin]
    if without >= 0:
        s.resolved = int(s.resolved) | 1 << without
    for word in range(4):
        lucks[1, word] = lucks[0, word]
    while open_kind(s) != steps.HOME:
        if who_is_asked(s):
            answer(s, c, moves, lucks[1], views[0], views[1])
        else:
            proceed(s, c)


def count(seats: int, rounds: int, seed: object = 0, **options: int) -> Tally:
    """Play matches until this many rounds have been played."""
    play = compiled(watch)
    by_kind = [np.zeros(MOST_KINDS, np.int64) for _ in range(2)]
    tally = Tally(np.zeros(COUNTS, np.int64), np.zeros((2, MOST_KINDS)), *by_kind)
    positions = np.zeros(3, dtype_of(Position))
    moves, views = np.zeros(rules.WORDS, np.int64), np.zeros((2, 1), dtype_of(Observation))
    given = {option.name: 0 for option in rules.OPTIONS} | {"dice": 1} | options
    match = 0
    while tally.counts[ROUNDS] < rounds:
        positions[0] = np.zeros(1, positions.dtype)[0]
        seed_chance(positions[0], *key_of("fairness", seats, seed, match))
        GAME.contract.given_rules.start(positions[0], seats, *given.values())
        lucks = np.array([key_of("luck", seats, seed, match), [0] * 4], np.uint32) | np.uint32(1)
        play(positions, GAME.contract.card_arrays, moves, lucks, views, tuple(tally))
        match += 1
    return tally


# -- the report ----------------------------------------------------------------------------------------------------


def interval(part: float, whole: float) -> tuple[float, float, float]:
    """A share with the ends of its 95 % interval."""
    found = proportion(part, whole)
    return found.value, found.low, found.high


def written(values: tuple[float, float, float]) -> str:
    """A share with its interval, as text."""
    return "{:.3f} ({:.3f} to {:.3f})".format(*values)


def report(players: str, tally: Tally) -> Iterator[str]:
    """The lines of the report."""
    counts = [int(n) for n in tally.counts]
    decided = counts[BY_ATTACKER] + counts[BY_DEFENDER]
    yield f"{players}: {counts[ROUNDS]} rounds, {decided} decided; {counts[MEETINGS]} meetings, {counts[TIES]} ties"
    yield f"  attacker wins {written(interval(counts[BY_ATTACKER], decided))} of the rounds decided"
    yield f"  too late {counts[LATENESS]}, lost otherwise {counts[OTHERWISE]}"
    for kind, card in enumerate(HOUSE):
        fair = card.copies / IN_DECK
        share = [value / fair for value in interval(float(tally.won_with[:, kind].sum()), counts[MEETINGS])]
        line = f"  {card.name:12} {written((share[0], share[1], share[2]))}"
        if card.ability:
            line += f"  ability: {int(tally.used[kind])} rounds, changed {int(tally.changed[kind])}"
        yield line


def figures(players: str, tally: Tally) -> dict[str, object]:
    """The report as values for JSON."""
    counts = [int(n) for n in tally.counts]
    decided = counts[BY_ATTACKER] + counts[BY_DEFENDER]
    shares = {
        card.name: [
            round(float(won) / counts[MEETINGS] / (card.copies / IN_DECK), 4) for won in tally.won_with[:, kind]
        ]
        for kind, card in enumerate(HOUSE)
    }
    whole = {name: round(sum(parts), 4) for name, parts in shares.items()}
    return {
        "players": players,
        "rounds": counts[ROUNDS],
        "decided": decided,
        "attacker_wins": [round(value, 4) for value in interval(counts[BY_ATTACKER], decided)],
        "most_share": max(whole.items(), key=lambda pair: pair[1]),
        "least_share": min(whole.items(), key=lambda pair: pair[1]),
        "shares_attacking_and_defending": shares,
        "changed": {card.name: int(tally.changed[kind]) for kind, card in enumerate(HOUSE) if card.ability},
    }


def together(tallies: list[Tally]) -> Tally:
    """The sum of several tallies."""
    return Tally(*(sum(columns[1:], columns[0]) for columns in zip(*tallies, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description="Count who wins, and with which bot.")
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--seats", type=int, nargs="*", default=[3, 4, 5, 6])
    parser.add_argument("--seed", default="0")
    asked = parser.parse_args()
    tallies = {
        f"{seats} seats": count(seats, asked.rounds // len(asked.seats), asked.seed) for seats in asked.seats
    }
    tallies["all"] = together(list(tallies.values()))
    for players, tally in tallies.items():
        sys.stdout.writelines(f"{line}\n" for line in report(players, tally))
    found = [figures(players, tally) for players, tally in tallies.items()]
    sys.stdout.write(f"{json.dumps(found)}\n")


if __name__ == "__main__":
    main()
