"""Values of cards: setting them in a cards file, and searching for those that come nearest to an aim.

    tuned = lab.tune(facedown.game("gotcha"), {"Draw {type}.copies": range(1, 5)}, lab.unevenness, games=5000)
    print(tuned.values, tuned.score)

A value is named `NAME.KEY`, as in the cards file: `Draw {type}.copies`, or with the number of a building block,
from 0: `Draw {type}.effects.0.cards`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
import numpy as np
import tomlkit
from scipy.optimize import differential_evolution
from tomlkit.exceptions import TOMLKitError

from facedown.core.errors import BadOption, CardsError
from facedown.core.facts import checked_count
from facedown.core.flat import FlatGame
from facedown.core.game import Game
from facedown.core.spelling import did_you_mean
from facedown.games import game as game_called
from facedown.lab.batches import OwnBot
from facedown.lab.counted import most_telling
from facedown.lab.report import SimulationReport
from facedown.lab.simulate import Progress, simulate

Aim = Callable[[SimulationReport], float]  # what a search makes small
SETS = 5  # sets of values of a generation, for each value


class Tuned(msgspec.Struct, frozen=True):
    """The best values that were found, and every set of values that was tried, with what the aim said of it."""

    values: dict[str, int]
    score: float
    report: SimulationReport
    cards: str  # the cards file with these values
    tried: tuple[tuple[dict[str, int], float], ...]


def with_values(game: Game, values: Mapping[str, object]) -> Game:
    """The game with these values in its cards file.  Raises BadOption, CardsError."""
    document = tomlkit.parse(game.cards_file())
    cards = {str(card["name"]): card for kind in document.values() if isinstance(kind, list) for card in kind}
    for path, value in values.items():
        name, _, key = path.partition(".")
        if name not in cards:
            raise BadOption(f"{game.title} has no card {name!r}{did_you_mean(name, cards)}")
        _set(cards[name], path, key.split("."), value)
    return game_called(game.id, cards=tomlkit.dumps(document))


def _set(card: Any, path: str, keys: Sequence[str], value: object) -> None:
    """Set one value in a card.  Raises BadOption if there is nothing of that name."""
    *way, last = (int(key) if key.isdecimal() else key for key in keys)
    try:
        for key in way:
            card = card[key]
        if last != "copies":  # the one number that may be left out
            card[last]
        card[last] = int(str(value)) if str(value).lstrip("-").isdecimal() else str(value)
    except (KeyError, IndexError, TypeError, TOMLKitError):
        raise BadOption(f"{path!r} names nothing in the cards file; see `facedown cards GAME --toml`") from None


def unevenness(report: SimulationReport) -> float:
    """How far the card that is furthest off wins more or less than all together: 0.1 for ten per cent."""
    return abs(furthest(report)[1])


def furthest(report: SimulationReport) -> tuple[str, float]:
    """The card that is furthest off, and how much more it wins than all together: -0.1 for ten per cent less."""
    cards = [one for one in most_telling(report.cards) if one.games]
    if not cards:
        raise BadOption(f"no event of {report.game} is about a card; write an aim of your own")
    fair = float(np.average([one.wins.value for one in cards], weights=[one.games for one in cards]))
    off = {one.card: one.wins.value / fair - 1 for one in cards}
    return max(off.items(), key=lambda one: abs(one[1]))


def tune(
    game: FlatGame,
    values: Mapping[str, Sequence[int]],
    aim: Aim = unevenness,
    agents: Sequence[str | OwnBot] = ("sensible",),
    *,
    games: int = 5000,
    rounds: int = 10,
    seats: int | None = None,
    seed: int = 0,
    options: Mapping[str, object] | None = None,
    progress: Progress | None = None,
) -> Tuned:
    """Search for the values of cards with which `aim` is smallest, by SciPy's differential evolution.

    `values` names for each value what it may be; sets of values that a cards file may not have are passed over.
    Each set plays the same deals, `games` of them; `rounds` is the number of generations, each of some five sets
    for each value.  Ctrl-C ends the search with the best so far, and so does `progress(done, games)` that returns
    False; there may be fewer games in the end.  The best of many is better than it will turn out: simulate it again
    with another seed.  Raises BadOption, CardsError if no set of values may be played, and KeyboardInterrupt if it
    is ended before the first one is.
    """
    if not values or not all(map(len, values.values())):
        raise BadOption("name at least one value of a card, and what it may be: {'Draw {type}.copies': [1, 2, 3]}")
    checked_count("rounds", rounds)
    names, choices = list(values), [list(allowed) for allowed in values.values()]
    tried: dict[tuple[int, ...], tuple[float, SimulationReport]] = {}
    refused: dict[tuple[int, ...], CardsError] = {}

    def chosen(numbers: Sequence[int]) -> dict[str, int]:
        return {name: allowed[at] for name, allowed, at in zip(names, choices, numbers, strict=True)}

    most = games * min(math.prod(map(len, choices)), SETS * len(names) * (rounds + 1))

    def go_on(done: int, _: int) -> object:
        return progress is None or progress(games * len(tried) + done, most)

    def score(numbers: Any) -> float:
        key = tuple(int(at) % len(allowed) for at, allowed in zip(np.round(numbers), choices, strict=True))
        if key not in tried and key not in refused:
            try:
                report = simulate(with_values(game, chosen(key)), games, agents, seats, seed, options, go_on)
                if not report.finished:
                    raise KeyboardInterrupt  # from within SciPy's search; `simulate` only ends its games
                tried[key] = aim(report), report
            except CardsError as error:
                refused[key] = error
        return tried[key][0] if key in tried else math.inf

    bounds = [(0, max(1, len(allowed) - 1)) for allowed in choices]  # SciPy wants room in each
    try:
        differential_evolution(
            score, bounds, maxiter=rounds, popsize=SETS, rng=seed, integrality=True, polish=False
        )
    except KeyboardInterrupt:
        if not tried:
            raise
    if not tried:
        raise next(iter(refused.values()))
    best = min(tried, key=lambda key: tried[key][0])
    text = with_values(game, chosen(best)).cards_file()
    all_tried = tuple((chosen(key), found) for key, (found, _) in tried.items())
    return Tuned(chosen(best), *tried[best], text, all_tried)
