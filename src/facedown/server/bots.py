"""Bots at a table: they see what their seats see, and answer after a human pause that no card makes longer."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections.abc import Collection
from typing import TYPE_CHECKING, Any, NamedTuple

from facedown.core.game import Move
from facedown.core.table import Table
from facedown.server.chairs import RANDOM
from facedown.server.store import StorageError

if TYPE_CHECKING:
    from facedown.server.live import LiveTable

log = logging.getLogger(__name__)

PAUSES = {"human": (0.6, 1.6), "fast": (0.15, 0.4), "instant": (0.0, 0.0)}  # seconds, where time does not press
# Where it does: the median of a log-normal distribution of seconds, and the standard deviation of its logarithm.
REACTIONS = {"human": (1.5, 0.45), "fast": (0.5, 0.35), "instant": (0.0, 0.0)}
# Seconds for each thing that happened before: people see one after the other, and a bot that went on at once would
# begin what they could not wait for.
TAKING_IN = {"human": 0.8, "fast": 0.2, "instant": 0.0}
UNASKED = {"human": (3.0, 0.5), "fast": (1.0, 0.4), "instant": (0.2, 0.0)}  # the same, where nobody waits for it
# Seconds in which bots do nothing once something was taken back, so that it can be mended before they go on.
HOLD_BACK = {"human": 6.0, "fast": 2.0, "instant": 0.0}
MOST_NEWS = 10  # of which any account is taken
IN_TIME = 0.8  # of a question's time: every reaction is faster
AFTER_TROUBLE = 1.0

_dice = secrets.SystemRandom()


class Turn(NamedTuple):
    """What a bot has to decide once: in which game and seat, and which question it is."""

    game: int
    seat: int
    question: int
    asked: bool  # or only free to act


class Bots:
    """All bots of one table.  They play while somebody is at the table to see it."""

    def __init__(self, table: LiveTable) -> None:
        self._table = table
        self._players: dict[tuple[int, int], Any] = {}  # by game and seat
        self._due: dict[Turn, float] = {}  # when each answers; never, where it has let things be
        self._told = 0  # frames that everybody had seen when a bot was last asked
        self._not_before: dict[int, float] = {}  # by seat: no bot acts there before this moment
        # A game, a state of it that everybody sees, and when bots answer what nobody sees in it.
        self._unseen = (-1, -1, 0.0)
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Something has changed: see whether a bot may act."""
        self._news.set()
        if (self._task is None or self._task.done()) and self._turns():
            self._task = asyncio.create_task(self._play())

    def forget(self, seat: int) -> None:
        """Somebody else sits there now."""
        self._players = {key: player for key, player in self._players.items() if key[1] != seat}

    def hold_back(self, seats: Collection[int | None]) -> None:
        """These have seen that something was taken back: the bots among them think anew, and not at once.

        The others do as they would have done: a pause would tell people of what they cannot see.
        """
        self._due = {turn: due for turn, due in self._due.items() if turn.seat not in seats}
        self._unseen = (-1, -1, 0.0)
        until = time.monotonic() + HOLD_BACK[self._table.pace]
        self._not_before |= {seat: until for seat in seats if seat is not None}

    def _turns(self) -> list[Turn]:
        """What the bots may decide now, while anybody is there to see."""
        table, running = self._table, self._table.running
        if not table.ears or running is None or table.phase != "playing":
            return []
        bots = [seat for seat, chair in enumerate(table.chairs) if chair.bot is not None]
        asked, free = running.table.asked, running.table.free
        return [
            Turn(running.number, seat, running.age_of(seat) if seat in asked else running.version, seat in asked)
            for seat in bots
            if seat in asked
            or (seat in free and table.game.unasked().get(table.chairs[seat].bot or "") is not None)
        ]

    async def _play(self) -> None:
        table = self._table
        while True:
            self._news.clear()
            async with table.lock:
                turns = self._turns()
                if not turns:
                    return
                turn, delay = self._next(turns)
                if delay <= 0 and not await self._move(turn):
                    delay = AFTER_TROUBLE
            if delay > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._news.wait(), None if math.isinf(delay) else delay)

    def _next(self, turns: list[Turn]) -> tuple[Turn, float]:
        """Who of them acts next, and in how many seconds."""
        running = self._table.running
        assert running is not None, "somebody may act"
        now = time.monotonic()
        frames = running.frame_of(None)
        news, self._told = max(0, frames - self._told), frames
        self._due = {turn: self._due.get(turn, math.nan) for turn in turns}
        known = running.table.known_asked(None) if running.game.hidden_events else running.public().asked
        for turn, due in self._due.items():
            if math.isnan(due):
                wait = reaction(self._table.pace, running.table, asked=turn.asked, news=news)
                when = max(now, self._not_before.get(turn.seat, now)) + wait
                self._due[turn] = self._when_unseen(when) if turn.asked and turn.seat not in known else when
        first = min(turns, key=lambda turn: self._due[turn])
        return first, self._due[first] - now

    def _when_unseen(self, when: float) -> float:
        """When a bot answers what nobody else knows to be asked.

        All such answers between two things that everybody sees come together: how long it takes must not tell how
        many they were.
        """
        assert self._table.running is not None, "somebody may act"
        running = self._table.running
        state = running.number, running.version_of(None)
        if self._unseen[:2] != state:
            self._unseen = (*state, when)
        return self._unseen[2]

    async def _move(self, turn: Turn) -> bool:
        """Let this bot act; False where that did not work and is to be tried again."""
        running = self._table.running
        assert running is not None, "it may act"
        table, seat = running.table, turn.seat
        view, legal = table.observation(seat), table.legal(seat)
        try:
            if table.continuous:  # it is asked again and again: no time for another thread
                move = self._choice(turn, table, view, legal)
            else:
                move = await asyncio.to_thread(self._choice, turn, table, view, legal)
            if move is None or (table.continuous and turn.asked and move == table.silence(seat)):
                self._due[turn] = math.inf  # the clock answers for it
                return True
        except Exception:
            log.exception("table %s: a bot could not make up its mind", self._table.code)
            return False
        return await self._play_out(seat, move)

    async def _play_out(self, seat: int, move: Move) -> bool:
        try:
            await self._table.move(seat, move.text)
        except StorageError as error:
            log.warning("table %s: %s", self._table.code, error)
            return False
        except Exception:
            log.exception("table %s: a bot could not move", self._table.code)
            return False
        finally:
            self._table.tell()
        return True

    def _choice(self, turn: Turn, table: Table, view: Any, legal: tuple[Move, ...]) -> Move | None:
        """What the bot in this seat does; where it fails, anything that is legal, or nothing if it is not asked."""
        if turn.asked and len(legal) == 1 and table.allows(turn.seat, legal[0]):
            return legal[0]
        try:
            player = self._player(turn.seat)
            self._catch_up(player, turn.seat)
            move: Move | None = player.choose(view, legal) if turn.asked else player.unasked(view, legal)
            if move is None and not turn.asked:
                return None
            if move in legal or (move is not None and table.allows(turn.seat, move)):
                return move
            log.error("table %s: the bot of seat %d chose what is not legal", self._table.code, turn.seat)
        except Exception:
            log.exception("table %s: the bot of seat %d failed", self._table.code, turn.seat)
        return _dice.choice([move for move in legal if table.allows(turn.seat, move)]) if turn.asked else None

    def _catch_up(self, player: Any, seat: int) -> None:
        """A bot with a memory sees what its seat has seen since it was last asked."""
        from facedown.agents import catch_up

        assert self._table.running is not None, "it may act"
        catch_up(player, self._table.running.table, seat)

    def _player(self, seat: int) -> Any:
        from facedown.agents import player

        running = self._table.running
        assert running is not None, "it may act"
        key = running.number, seat
        if key not in self._players:
            name = self._table.chairs[seat].bot or RANDOM
            self._players[key] = player(self._table.game, name, secrets.token_hex(8))
        return self._players[key]


def reaction(pace: str, table: Table, *, asked: bool, news: int = 0) -> float:
    """In how many seconds a bot acts, after so many new frames.

    It depends on the question, on what everybody has just seen and on chance, not on what anybody holds.
    """
    seconds = table.seconds
    if table.continuous and seconds is not None:
        return _dice.uniform(0, IN_TIME * seconds)
    if not asked:
        return _log_normal(*UNASKED[pace])
    if seconds is None:
        return _dice.uniform(*PAUSES[pace]) + TAKING_IN[pace] * min(max(0, news - 1), MOST_NEWS)
    median, spread = REACTIONS[pace]
    return min(_log_normal(min(median, seconds / 3), spread), IN_TIME * seconds)


def _log_normal(median: float, spread: float) -> float:
    return median * math.exp(_dice.gauss(0, spread))
