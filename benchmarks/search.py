"""What players that search win among the bot that they search with, and how long they take.

    python -m benchmarks.search [--games N] [GAME ...]     N games of each contest, at most --seconds for each
    python -m benchmarks.search --hearts                   iterations a second beside OpenSpiel's on Hearts

One seat searches, all others are `sensible`, and in GotchaCards `sensible-1`, too; seats change from game to game.
Intervals are 95 % intervals.  In The Botch is Back and Bots Battleground the same games are played once more by the
same search seeing all cards, and it is printed how much of the way from a fair share to what that one wins is gone
without seeing them: the interval is that of the ratio, by drawing games again and again from those played.

Milliseconds are those that the process was given, for each move at which there was a choice; one core.  OpenSpiel's
IS-MCTS plays Hearts after the passing phase, with random rollouts; ours plays Bayou Boss with four, with rollouts
by the bot and, for the comparison, random ones.
"""

from __future__ import annotations

import argparse
import functools
import json
import random
import time
from typing import Any, NamedTuple

import numpy as np

import facedown
from facedown.agents import SearchAgent, catch_up, levels, luck_of, player
from facedown.agents.search import Search, search_of
from facedown.core.compiling import compiles
from facedown.core.flat import FlatContract, FlatGame
from facedown.core.flat.players import random_move
from facedown.core.game import Seat
from facedown.core.layout import Ints
from facedown.core.table import Table
from facedown.lab.intervals import proportion


class Contest(NamedTuple):
    game: str
    seats: int
    wanted: float  # of the games; 0: half of the way to what a search wins that sees all cards
    milliseconds: float  # that a move may take; 0: as many as it takes
    among: str = "sensible"


CONTESTS = (
    Contest("gotcha", 2, 0.85, 5.0, "sensible-1"),
    Contest("gotcha", 2, 0.85, 5.0),
    Contest("bayou-boss", 4, 1.8 / 4, 50.0),
    Contest("botch", 4, 0.0, 0.0),
    Contest("bots-battleground", 4, 0.0, 0.0),
)
REDRAWN = 2000  # times that the games are drawn again, for the interval of a ratio


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", help="all where none is named")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seconds", type=float, default=600.0, help="for each contest; it may stop before --games")
    parser.add_argument("--hearts", action="store_true", help="iterations a second beside OpenSpiel's")
    asked = parser.parse_args()
    if asked.hearts:
        print(json.dumps(beside_open_spiel()))
        return
    for contest in CONTESTS:
        if not asked.game or contest.game in asked.game:
            print(json.dumps(played(contest, asked.level, asked.games, asked.seconds)), flush=True)


def played(contest: Contest, level: str, games: int, seconds: float) -> dict[str, Any]:
    """One contest: the share of games won, an interval, and what a move took."""
    game = flat(contest.game)
    iterations, begun = levels(game)[level], time.perf_counter()
    search_of(game.contract, iterations)
    ready, begun = time.perf_counter() - begun, time.perf_counter()
    won, seeing, spent, moves = list[float](), list[float](), 0.0, 0
    while len(won) < games and time.perf_counter() - begun < seconds:
        number = len(won)
        agent = SearchAgent(game.contract, iterations, luck_of("benchmark", number))
        gain, took, chosen = one_game(agent, contest, number)
        won, spent, moves = [*won, gain], spent + took, moves + chosen
        if not contest.wanted:
            seeing.append(
                one_game(SeesAll(game.contract, iterations, luck_of("seeing", number)), contest, number)[0]
            )
    return {
        "game": game.id,
        "seats": contest.seats,
        "among": contest.among,
        "level": level,
        "iterations": iterations,
        "games": len(won),
        **share(won, contest.seats),
        **(way(won, seeing, contest.seats) if seeing else {"wanted": contest.wanted}),
        "ms a move": round(1000 * spent / moves, 2),
        "wanted ms": contest.milliseconds or None,
        "ready after s": round(ready, 1),
    }


def share(won: list[float], seats: int) -> dict[str, float]:
    """The share of the games won, and a 95 % interval."""
    of_all, mean = proportion(round(sum(won)), len(won)), sum(won) / len(won)
    return {
        "won": round(mean, 4),
        "low": round(of_all.low, 4),
        "high": round(of_all.high, 4),
        "of a fair share": round(mean * seats, 3),
    }


def way(won: list[float], seeing: list[float], seats: int) -> dict[str, Any]:
    """How much of the way from a fair share to what is won seeing all cards is gone without seeing them."""
    fair, luck = 1 / seats, np.random.default_rng(1)
    honest, all_seen = np.array(won), np.array(seeing)
    drawn = luck.integers(len(won), size=(REDRAWN, len(won)))
    ratios = (honest[drawn].mean(1) - fair) / np.maximum(1e-9, all_seen[drawn].mean(1) - fair)
    return {
        "seeing all cards": share(seeing, seats),
        "part of the way": round(float((honest.mean() - fair) / (all_seen.mean() - fair)), 3),
        "part low": round(float(np.quantile(ratios, 0.025)), 3),
        "part high": round(float(np.quantile(ratios, 0.975)), 3),
        "wanted": "half of the way",
    }


class SeesAll(SearchAgent):
    """The same search in the true position: it alone is dealt nothing anew."""

    def searched(self, table: Table, seat: Seat) -> int:
        searching = seeing_search(self.game, self.iterations)
        known, memories = table.knowledge(seat), self.memories.arrays
        return searching.best(table.position(), seat, known, self.luck, memories=memories)


@compiles
def as_it_lies(s: object, seat: int, known: object) -> None:
    """Instead of dealing anew: everything stays where it is."""


@functools.cache
def seeing_search(game: FlatContract, iterations: int) -> Search:
    return Search(game, iterations, deal=as_it_lies)


def one_game(agent: SearchAgent, contest: Contest, number: int) -> tuple[float, float, int]:
    """What the one who searches got of it, the seconds of processor spent, and at how many moves."""
    game, seats, me = agent.game, contest.seats, number % contest.seats
    table = Table(game, seats, f"benchmark/{number}")
    others = {seat: player(game, contest.among, f"{number} {seat}") for seat in range(seats) if seat != me}
    spent, moves = 0.0, 0
    while table.asked:
        seat = table.asked[0]
        legal = table.legal(seat)
        begun = time.process_time()
        who = agent if seat == me else others[seat]
        if len(legal) > 1:
            catch_up(who, table, seat)
        move = legal[0] if len(legal) == 1 else who.choose(table.observation(seat), legal)
        if seat == me and len(legal) > 1:
            spent, moves = spent + time.process_time() - begun, moves + 1
        table.play(seat, move)
    winners = table.standing.winners
    return (me in winners) / max(1, len(winners)), spent, moves


# -- beside OpenSpiel ----------------------------------------------------------------------------------


def beside_open_spiel(rounds: int = 5) -> dict[str, Any]:
    """Iterations a second of one core at a first trick, ours and OpenSpiel's, taken in turns: medians."""
    ours, at_random, theirs = [], [], []
    game = flat("bayou-boss")
    search, random_search = search_of(game.contract, 2000), Search(game.contract, 2000, bot=anything)
    table = game.new(4, "hearts")
    seat = table.asked[0]
    known, sample = table.knowledge(seat), table.determinized(seat, 0).position()
    bot, state, iterations = hearts(300)
    random_search.best(sample, seat, known, luck_of(0), 1)  # compiles
    for number in range(rounds):
        begun = time.thread_time()
        search.best(sample, seat, known, luck_of(number))
        ours.append(2000 / (time.thread_time() - begun))
        begun = time.thread_time()
        random_search.best(sample, seat, known, luck_of(number))
        at_random.append(2000 / (time.thread_time() - begun))
        begun = time.thread_time()
        bot.step(state)
        theirs.append(iterations / (time.thread_time() - begun))
    bots, mine, peer = (sorted(rates)[rounds // 2] for rates in (ours, at_random, theirs))
    return {
        "ours, by the bot": round(bots),
        "ours, at random": round(mine),
        "OpenSpiel": round(peer),
        "times": round(mine / peer, 1),
    }


@compiles
def anything(v: object, moves: Ints, luck: Ints) -> int:
    """Any legal move."""
    return random_move(moves, luck)


def hearts(iterations: int) -> tuple[Any, Any, int]:
    """OpenSpiel's IS-MCTS, and a state of Hearts after the passing phase; from the deal it crashes."""
    import pyspiel

    spiel = pyspiel.load_game("hearts(pass_cards=false)")
    state, luck = spiel.new_initial_state(), random.Random(1)
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(luck.choices(outcomes, chances)[0])
    while len(state.legal_actions()) < 4:  # the first card is forced
        state.apply_action(luck.choice(state.legal_actions()))
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        2.0,
        iterations,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    return bot, state, iterations


def flat(name: str) -> FlatGame:
    game = facedown.game(name)
    assert isinstance(game, FlatGame)
    game.compile()
    return game


if __name__ == "__main__":
    main()
