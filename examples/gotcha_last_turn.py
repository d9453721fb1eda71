"""Solve the last turn of a round of GotchaCards: both place all their cards at once, and then the lanes are fought.

    pip install "facedown[openspiel]"
    python examples/gotcha_last_turn.py                        # three cards each, of the nine Common cards
    python examples/gotcha_last_turn.py --deck "Common Rock*3, Common Paper*3, Mighty Scissors*2" --rounds 1000
    python examples/gotcha_last_turn.py --match 7 --worlds 30  # the third turn of a match among bots

Whoever has more points in the end gets 1 and the other -1; with equal points both get 0.  Prints what the first
player may expect, and how far the solution is from an equilibrium (`exploitability`: what the best answers to it
win, on average of both players).

A round has three turns, of which each depends on what the ones before have shown, and with every card of a tier
there are thousands of times as many hands: the whole game needs abstraction (hands that are told apart by what
matters of them alone) or a network in place of the tables, as in Deep CFR (Brown et al. 2019).
"""

from __future__ import annotations

import argparse
import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pyspiel

import facedown
from facedown.agents import player
from facedown.core.table import Table
from facedown.envs import open_spiel

COMMON = "Common Rock*3, Common Paper*3, Common Scissors*3"
HAND = 3
NAMES = ("Ann", "Bo")
# What each has put down in the first two turns: it ties, goes to the trash and does nothing.
BEFORE = ("Draw Rock", "Draw Paper")

Hand = tuple[str, ...]


def main() -> None:
    args = _arguments()
    game = last_turn_of(args.match, args.worlds) if args.match is not None else one_turn(deck_of(args.deck))
    begun = time.perf_counter()
    tree = open_spiel.unfolded(game.new_initial_state())
    print(f"unfolded after {time.perf_counter() - begun:.1f} s")
    solver = pyspiel.CFRPlusSolver(tree)
    for done in range(1, args.rounds + 1):
        solver.evaluate_and_update_policy()
        if done % 100 == 0 or done == args.rounds:
            found = f"value {value(tree, solver):+.4f}, exploitability {exploitability(tree, solver):.5f}"
            print(f"{done} rounds: {found}")


def value(tree: pyspiel.Game, solver: pyspiel.CFRPlusSolver) -> float:
    """What the first player may expect if both play the average strategy."""
    policy = solver.tabular_average_policy()
    return float(pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)[0])


def exploitability(tree: pyspiel.Game, solver: pyspiel.CFRPlusSolver) -> float:
    return float(pyspiel.exploitability(tree, solver.tabular_average_policy()))


def deck_of(words: str) -> Counter[str]:
    """Cards and how many of each: "Common Rock*3, Super Paper"."""
    parts = [part.strip().partition("*") for part in words.split(",")]
    return Counter({name.strip(): int(count or 1) for name, _, count in parts})


def one_turn(deck: Mapping[str, int]) -> open_spiel.TableGame:
    """A round that is down to its last turn, with three cards of this deck in each hand."""
    likely = dict(hands(deck))
    deals = list(likely)
    return open_spiel.load(
        "gotcha",
        options={"tier": "starter"},
        deals=len(deals),
        chances=list(likely.values()),
        start=lambda number: dealt(*deals[number]),
        ends=turn_is_over,
        pays=by_points,
    )


def hands(deck: Mapping[str, int]) -> Iterator[tuple[tuple[Hand, Hand], float]]:
    """The hands that two players may have, and how likely they are."""
    all_ways = math.comb(sum(deck.values()), HAND) * math.comb(sum(deck.values()) - HAND, HAND)
    for mine in combinations_with_replacement(sorted(deck), HAND):
        left = Counter(deck)
        left.subtract(mine)
        for yours in combinations_with_replacement(sorted(deck), HAND):
            if ways := _ways(deck, mine) * _ways(left, yours):
                yield (mine, yours), ways / all_ways


def _ways(deck: Mapping[str, int], hand: Hand) -> int:
    return math.prod(math.comb(max(deck[card], 0), count) for card, count in Counter(hand).items())


@cache
def dealt(mine: Hand, yours: Hand) -> Table:
    """A table at which the last turn begins, with these hands."""
    text = ["game: gotcha", f"seats: {', '.join(NAMES)}", "tier: starter", "seed: 1", "", "first: Ann"]
    text += [
        f"{name} holds: {', '.join((*BEFORE, *hand))}" for name, hand in zip(NAMES, (mine, yours), strict=True)
    ]
    for card, order in zip(BEFORE, (NAMES, NAMES[::-1]), strict=True):
        text += [f"{name}: {card}, Done" for name in order]
    return facedown.read("\n".join(text))


def last_turn_of(seed: str, worlds: int) -> open_spiel.TableGame:
    """The third turn of a match of two bots, with so many of the hands that onlookers cannot tell apart."""
    game = facedown.game("gotcha")
    table = game.new(NAMES, seed, tier="starter")
    bots = [player(game, "sensible", f"{seed}/{seat}") for seat in range(2)]
    while not _is_last_turn(table):
        seat = table.asked[0]
        table.play(seat, bots[seat].choose(table.observation(seat), table.legal(seat)))
    dealt_anew = [table.determinized(None, world) for world in range(worlds)]
    return open_spiel.load(
        game,
        options={"tier": "starter"},
        deals=worlds,
        start=lambda number: dealt_anew[number].copy(),
        ends=turn_is_over,
        pays=by_points,
    )


def _is_last_turn(table: Table) -> bool:
    return _in_last_turn(table.view(None)) and len(table.asked) == 2


def turn_is_over(table: Table) -> bool:
    """Is the first round, or the turn that is solved, behind us?"""
    seen = table.view(None)
    return table.over or not _in_last_turn(seen)


def _in_last_turn(seen: Any) -> bool:
    return bool(seen.turn == 3 and not seen.overtime)


def by_points(table: Table) -> tuple[float, float]:
    """1 for who had more points when the turn ended, -1 for the other."""
    mine, yours = next(
        seen.points
        for frame in reversed(range(len(table.frames)))
        if _in_last_turn(seen := table.at(frame).view(None))
    )
    sign = float((mine > yours) - (mine < yours))
    return sign, -sign


def _arguments() -> Any:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deck", default=COMMON, help=f"of which both hands are dealt (default: {COMMON})")
    parser.add_argument("--match", metavar="SEED", help="the third turn of a match of bots with this seed")
    parser.add_argument("--worlds", type=int, default=20, help="how many hands are told apart there (default: 20)")
    parser.add_argument("--rounds", type=int, default=500, help="of CFR+ (default: 500)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
