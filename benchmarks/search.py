"""What players that search win among the bot that they search with, and how long they take.

    python -m benchmarks.search [--games N] [GAME ...]     N games of each contest; Ctrl-C goes on to the next
    python -m benchmarks.search --hearts                   iterations a second beside OpenSpiel's on Hearts

One seat searches, all others are `sensible`; seats change from game to game.  Intervals are 95 % intervals.
Milliseconds are those that the process was given, for each move at which there was a choice; one core.  OpenSpiel's
IS-MCTS plays Hearts after the passing phase, with random rollouts; ours plays Bayou Boss with four, with rollouts
by the bot and, for the comparison, random ones.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from typing import Any, NamedTuple

import facedown
from facedown.agents import SearchAgent, catch_up, levels, luck_of, player
from facedown.agents.search import Search, search_of
from facedown.core.batch import random_move
from facedown.core.flat import FlatGame
from facedown.core.layout import Ints, compiles
from facedown.lab.counted import proportion

AMONG = "sensible"


class Contest(NamedTuple):
    game: str
    seats: int
    wanted: float  # of the games
    milliseconds: float  # that a move may take


CONTESTS = (Contest("gotcha", 2, 0.85, 5.0), Contest("bayou-boss", 4, 1.8 / 4, 50.0))


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
    begun = time.perf_counter()
    search_of(game, levels(game)[level])
    ready, begun = time.perf_counter() - begun, time.perf_counter()
    won, done, spent, moves = 0.0, 0, 0.0, 0
    while done < games and time.perf_counter() - begun < seconds:
        gain, took, chosen = one_game(game, contest.seats, levels(game)[level], done)
        won, spent, moves, done = won + gain, spent + took, moves + chosen, done + 1
    share = proportion(round(won), done)
    return {
        "game": game.id,
        "seats": contest.seats,
        "level": level,
        "iterations": levels(game)[level],
        "games": done,
        "won": round(won / done, 4),
        "low": round(share.low, 4),
        "high": round(share.high, 4),
        "of a fair share": round(won / done * contest.seats, 3),
        "wanted": contest.wanted,
        "ms a move": round(1000 * spent / moves, 2),
        "wanted ms": contest.milliseconds,
        "ready after s": round(ready, 1),
    }


def one_game(game: FlatGame, seats: int, iterations: int, number: int) -> tuple[float, float, int]:
    """What the one who searches got of it, the seconds of processor spent, and at how many moves."""
    table, me = game.new(seats, f"benchmark/{number}"), number % seats
    others = {seat: player(game, AMONG, f"{number} {seat}") for seat in range(seats) if seat != me}
    agent, spent, moves = SearchAgent(game, iterations, luck_of("benchmark", number)), 0.0, 0
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
    search, random_search = search_of(game, 2000), Search(game, 2000, bot=anything)
    table = game.new(4, "hearts")
    seat = table.asked[0]
    known, sample = table.knowledge(seat), table.determinized(seat, 0).peek()
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
    return game


if __name__ == "__main__":
    main()
