"""A round robin: every player meets every other, equally often on each seat, and is rated by OpenSkill.

    from facedown.lab.arena import arena

    standings = arena(facedown.game("gotcha"), ["sensible", "random"], games=500)
    standings = arena(facedown.game("gotcha"), ["sensible", "random", "hard"], games=500, before=standings)

Players meet in every group of the size of the table; if there are fewer players than seats, they take further seats
in turn.  Ratings follow the Plackett-Luce model (Weng and Lin 2011): a mean and its uncertainty.  The share of wins
is reported as well, with an interval that does not depend on that model.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from itertools import combinations
from typing import Any, Protocol, runtime_checkable

import msgspec

from facedown.core.extras import not_installed

try:
    from openskill.models import PlackettLuce
except ModuleNotFoundError as missing:
    raise not_installed(missing, "report") from None

from facedown.agents import Agent, answer, player
from facedown.agents.network import lend
from facedown.core.batch import Outcome
from facedown.core.chance import checked_seed
from facedown.core.errors import BadOption
from facedown.core.facts import checked_count
from facedown.core.game import Game
from facedown.core.table import Table
from facedown.lab.batches import OwnBot, batch_of, named
from facedown.lab.intervals import Estimate, Mean, Z
from facedown.lab.simulate import Progress

Maker = Callable[[Table, int], Agent]  # makes the player for a seat of a table
PIECE = 100  # games at a time, if they are compiled


@runtime_checkable
class Closed(Protocol):
    """A player that holds a resource, such as a running program."""

    def close(self) -> None: ...


class Rated(msgspec.Struct):
    """A player's rating, and its share of the wins."""

    name: str
    mu: float
    sigma: float
    games: int = 0
    share: float = 0.0  # of the wins for each of its seats, summed over its games
    squares: float = 0.0

    @property
    def rating(self) -> Estimate:
        """The rating and its 95 % interval; new players start with 25."""
        return Estimate(self.mu, self.mu - Z * self.sigma, self.mu + Z * self.sigma)

    @property
    def wins(self) -> Estimate:
        """The share of a game's win for each of its seats, with a 95 % interval."""
        mean = Mean()
        mean.n, mean.total, mean.squares = self.games, self.share, self.squares
        return mean.estimate_share()


class Standings(msgspec.Struct):
    """The results so far; `arena(..., before=standings)` adds to them."""

    game: str
    cards: str
    seats: int
    seed: str
    options: dict[str, str | int]
    players: list[Rated] = []
    played: list[tuple[tuple[str, ...], int]] = []  # how many games each group has played

    def json(self) -> bytes:
        """The standings as indented JSON, UTF-8."""
        return msgspec.json.format(msgspec.json.encode(self), indent=2)

    def ranked(self) -> list[Rated]:
        """The players, best first."""
        return sorted(self.players, key=lambda one: -one.mu)

    def games_of(self, group: tuple[str, ...]) -> int:
        """The number of games that this group of players has played."""
        return dict(self.played).get(group, 0)


def arena(
    game: Game,
    agents: Sequence[str | OwnBot],
    games: int = 200,
    seats: int | None = None,
    seed: object = 0,
    options: Mapping[str, object] | None = None,
    *,
    own: Mapping[str, Maker] | None = None,
    before: Standings | None = None,
    progress: Progress | None = None,
) -> Standings:
    """Let every group of these players play until it has played `games` games, including those in `before`.

    `agents` are names, or bots of your own as for `simulate`, in games whose position is a record; `own` holds
    functions that make players of other names.  If `progress(done, games)` returns False, the arena stops and
    returns the standings so far.  Raises BadOption, and Stuck where a bot of your own fails.
    """
    agents, bots = named(agents)
    if len(set(agents)) < 2 or len(set(agents)) < len(agents):
        raise BadOption("an arena needs at least two players, each named once")
    checked_count("games", games)
    lend(game, agents)
    standings = _begun(game, seats, seed, options, before)
    known = {one.name for one in standings.players}
    model = PlackettLuce()
    for name in agents:
        if name not in known:
            new = model.rating(name=name)
            standings.players.append(Rated(name, new.mu, new.sigma))
    rotating = game.contract.players(standings.seats)
    groups = list(combinations(sorted(agents), min(rotating, len(agents))))
    total = len(groups) * games
    done = sum(min(games, standings.games_of(group)) for group in groups)
    for group in groups:
        for played in _rounds(game, group, standings, games, own or {}, bots):
            _rate(model, standings, group, played)
            done += len(played)
            if progress is not None and progress(done, total) is False:
                return standings
    return standings


def _begun(
    game: Game, seats: int | None, seed: object, options: Mapping[str, object] | None, before: Standings | None
) -> Standings:
    """New standings, or those from `before`.  Raises BadOption if these are standings of other games."""
    count = game.seats[0] if seats is None else game.contract.checked_seats(seats)
    checked = game.contract.options_at(count, options)
    new = Standings(game.id, game.own_cards, count, str(checked_seed(seed)), checked)
    if before is None:
        return new
    for name in ("game", "cards", "seats", "seed", "options"):
        there, here = getattr(before, name), getattr(new, name)
        if there != here:
            raise BadOption(f"these are standings of other games: {name} {there!r}, not {here!r}")
    return before


Shares = dict[str, float]  # of one game's win, for each seat of a player


def _rounds(
    game: Game,
    group: tuple[str, ...],
    standings: Standings,
    games: int,
    own: Mapping[str, Maker],
    bots: Mapping[str, OwnBot],
) -> Iterator[list[Shares]]:
    """Play the games that a group still has to play, in pieces."""
    host = next(iter(game.contract.bots()), "random")
    rotating = game.contract.players(standings.seats)
    players = [group[at % len(group)] for at in range(rotating)] + [host] * game.contract.host_seats
    names = " ".join(group)
    if own.keys() & set(group):  # a command may have anything in it; a table's seed may not
        names = hashlib.blake2b(names.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
    seed = f"{standings.seed} {names}"
    own = {name: own[name] for name in group if name in own}
    bots = {name: bots[name] for name in group if name in bots}
    batch = None if own else batch_of(game, standings.seats, players, standings.options, bots)
    first = standings.games_of(group)
    while first < games:
        size = min(PIECE if batch is not None else 1, games - first)
        if batch is not None:
            yield _shares(batch.play(seed, first, size), players[:rotating])
        else:
            yield [_at_a_table(game, players, standings, seed, first, own)]
        first += size


def _shares(outcome: Outcome, players: Sequence[str]) -> list[Shares]:
    """The shares of each game's win; player p sits on seat p + i of game i."""
    found = []
    for at, winners in enumerate(outcome.winners.tolist()):
        number = outcome.first + at
        won = [winners >> ((player + number) % len(players)) & 1 for player in range(len(players))]
        found.append(_split(players, won))
    return found


def _split(players: Sequence[str], won: Sequence[int]) -> Shares:
    """A win, divided among its winners, as the mean over each player's seats."""
    share = 1 / max(1, sum(won))
    return {
        name: share * sum(win for one, win in zip(players, won, strict=True) if one == name) / players.count(name)
        for name in players
    }


def _at_a_table(
    game: Game, players: Sequence[str], standings: Standings, seed: str, number: int, own: Mapping[str, Maker]
) -> Shares:
    """Play one game with players some of whom the game does not know by name."""
    table = Table(game.contract, standings.seats, f"{seed}/{number}", standings.options)
    rotating = game.contract.players(standings.seats)
    with ExitStack() as stack:
        seated: list[Agent] = []
        for seat in range(standings.seats):
            name = players[(seat - number) % rotating] if seat < rotating else players[seat]
            agent: Any = own[name](table, seat) if name in own else player(game, name, f"{table.seed} {seat}")
            if isinstance(agent, Closed):
                stack.enter_context(closing(agent))
            seated.append(agent)
        while table.asked:
            answer(seated[table.asked[0]], table, table.asked[0])
    won = [int((one + number) % rotating in table.standing.winners) for one in range(rotating)]
    return _split(players[:rotating], won)


def _rate(model: PlackettLuce, standings: Standings, group: tuple[str, ...], played: Sequence[Shares]) -> None:
    """Add games of a group to the standings."""
    rated = {one.name: one for one in standings.players}
    ratings = [model.rating(rated[name].mu, rated[name].sigma) for name in group]
    for shares in played:
        ratings = [
            team[0] for team in model.rate([[one] for one in ratings], scores=[shares[one] for one in group])
        ]
        for name in group:
            rated[name].games += 1
            rated[name].share += shares[name]
            rated[name].squares += shares[name] ** 2
    for name, rating in zip(group, ratings, strict=True):
        rated[name].mu, rated[name].sigma = rating.mu, rating.sigma
    so_far = dict(standings.played)
    so_far[group] = so_far.get(group, 0) + len(played)
    standings.played = list(so_far.items())
