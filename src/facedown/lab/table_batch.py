"""Batches of card games that are played at tables, one after the other, for players that search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor

from facedown.agents import answer, player, players
from facedown.core.abilities import Bot
from facedown.core.compiling import can_compile
from facedown.core.errors import Illegal, Stuck
from facedown.core.flat import FlatContract
from facedown.core.flat.own_bots import raised
from facedown.core.game import PlayedOut
from facedown.core.table import Table
from facedown.lab.process_batch import PlayedBatch

GAMES_PER_PIECE = 5
MANY = 50  # games for which it pays to compile the rules of tables


class SeatedBatch(PlayedBatch):
    """One game with its seats, options and players, named as `agents.player` knows them.  Raises BadOption.

    Player p sits on seat p + i of game i, the game that a table plays with the seed "<seed>/<i>".
    """

    games_per_piece = GAMES_PER_PIECE

    def _known(self) -> tuple[str, ...]:
        return players(self.game)

    def _play(self, seed: object, game: int) -> PlayedOut:
        table, decisions = self.at_table(seed, game)
        standing = table.standing
        return PlayedOut(standing.scores, standing.winners, decisions, happened=tuple(happened(table)))

    def at_table(
        self, seed: object, game: int, before: Callable[[Table], object] = lambda table: None
    ) -> tuple[Table, int]:
        """The table at which a game was played to its end, and the number of decisions, `before` each called."""
        table = Table(self.game, self.seats, f"{seed}/{game}", self.options)
        names = [self.players[(seat - game) % self.seats] for seat in range(self.seats)]
        seeds = [f"{seed}/{game} {seat}" for seat in range(self.seats)]
        known = [self.own.get(name, name) for name in names]
        seated = [player(self.game, *one) for one in zip(known, seeds, strict=True)]
        decisions = 0
        while table.asked:
            before(table)
            seat = table.asked[0]
            try:
                answer(seated[seat], table, seat)
            except Exception as error:
                raise _broken_off(game, names[seat], seat, error, table, self.own) from error
            decisions += 1
        return table, decisions

    def _pool(self, cores: int, games: int) -> Executor | None:
        if games >= MANY and isinstance(self.game, FlatContract) and can_compile():
            self.game.compile()
        return ThreadPoolExecutor(cores) if self.searches else None


def _broken_off(
    game: int, name: str, seat: int, error: Exception, table: Table, own: Mapping[str, Bot]
) -> Exception:
    """The error to raise for what a player raised: with the game until then, if it is one of the caller's own."""
    if name not in own:
        return error
    what = (
        str(error).removeprefix(f"the bot {name!r} ")
        if isinstance(error, Illegal)
        else f"raises {raised(error, own[name])}"
    )
    return Stuck(f"game {game} of the batch: the bot {name!r}, on seat {seat}, {what}", table.record())


def happened(table: Table) -> Iterator[tuple[str, str, int]]:
    """The events of a game at a table, in the form in which the batch driver counts them."""
    events, before = getattr(table.contract, "events", None), 0
    for position in (frame.position for frame in table.frames):
        if events is None or position.event_count == before or int(position.event) not in events.names:
            continue
        before, event = position.event_count, int(position.event)
        card = events.cards.get(int(position.event_card), "") if event in events.of_card else ""
        yield events.names[event], card, max(-1, int(position.event_seat))
