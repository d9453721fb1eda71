"""A table in a time of its own, which passes only when nobody has anything to do: hours go by in a second."""

from __future__ import annotations

import asyncio
import json
import selectors
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeVar, TypeVarTuple

from facedown.core.game import Game
from facedown.server import verbs, wire
from facedown.server.rooms import bots, clock, secrets
from facedown.server.rooms import room as rooms
from facedown.server.rooms.room import Room
from facedown.server.storage.rows import EMPTY, Statement, StoredTable
from tests.replaced import Replacement, replaced
from tests.server.harness import run_alone

HOST = "the host's secret"
ROUNDING = 1e-6  # seconds by which all is late, so that nobody wakes a moment too early again and again


T = TypeVar("T")
Ts = TypeVarTuple("Ts")


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop whose time jumps to the next thing that is due; while a thread works, it stands still."""

    def __init__(self) -> None:
        self.now, self.working = 0.0, 0
        super().__init__(_Selector(self))

    def time(self) -> float:
        return self.now

    def run_in_executor(self, executor: Executor | None, func: Callable[[*Ts], T], *args: *Ts) -> asyncio.Future[T]:
        self.working += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(lambda _: self._done())
        return future

    def _done(self) -> None:
        self.working -= 1


class _Selector(selectors.DefaultSelector):
    def __init__(self, loop: VirtualLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and timeout > 0 and not self._loop.working:
            self._loop.now += timeout + ROUNDING
            timeout = 0
        return super().select(timeout)


class Moment(NamedTuple):
    """When somebody was sent what."""

    at: float  # seconds
    said: str  # the message, without its own time


class Watcher:
    """A connection that notes what it is sent, and when."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.seat: int | None = None
        self.host = True
        self.origin: str | None = None
        self.secret: str | None = None
        self.sent: list[Moment] = []
        self.state: dict[str, Any] = {}
        self._loop = loop

    def close(self, code: int) -> None:
        raise AssertionError("its table is not lost")

    def send(self, text: str) -> None:
        message = json.loads(text)
        if message["is"] == "answer":
            self.secret = message.get("secret", self.secret)
            return
        if message["is"] in ("table", "update"):
            shown = [message["view"], *(frame["view"] for frame in message["frames"][::-1])]
            self.state |= {**message, "view": next((view for view in shown if view), {})}
        message.pop("clock", None)
        self.sent.append(Moment(self._loop.time(), json.dumps(message, sort_keys=True)))


class Forgetful:
    """A store that keeps nothing, in no time."""

    is_nearly_full = False

    async def write(self, *changes: Statement) -> None:
        pass


class TimedTable(NamedTuple):
    """A game in virtual time: who sits where (`bots`, by seat; None: a person), and from which seed it is dealt."""

    game: Game
    seed: str
    options: Mapping[str, str | int]
    names: Sequence[str]
    bots: Sequence[str | None]
    pace: str = "human"


class Evening:
    """Everybody at one such table: `people` by seat, and `watcher`."""

    def __init__(self, table: TimedTable, loop: VirtualLoop) -> None:
        self.table, self.loop = table, loop
        stored = StoredTable(
            code="code", game=table.game.id, options=dict(table.options), pace=table.pace,
            host=secrets.hashed(HOST), seats=(EMPTY,) * len(table.names),
            games=(), moves=(), lines=(),
        )  # fmt: skip
        self.room = Room(stored, table.game.contract, Forgetful())  # type: ignore[arg-type]  # all that a room asks of a store
        self.people: dict[int, Watcher] = {}
        self.watcher = Watcher(loop)

    async def begin(self) -> None:
        await verbs.receive(self.room, self.watcher, wire.Hello(1, host=HOST))
        for seat, bot in enumerate(self.table.bots):
            if bot is not None:
                await verbs.receive(self.room, self.watcher, wire.Bot(1, seat, bot))
            else:
                person = self.people[seat] = Watcher(self.loop)
                await verbs.receive(self.room, person, wire.Hello(1))
                await verbs.receive(self.room, person, wire.Sit(1, seat, self.table.names[seat]))
        await verbs.receive(self.room, self.watcher, wire.Start(1))

    async def plays(self, seat: int, move: str) -> None:
        person = self.people[seat]
        assert self.room.match is not None, "it has begun"
        value = self.room.game.move_value(self.room.match.table.interpret(seat, move))
        await verbs.receive(self.room, person, wire.Play(1, person.state["version"], value))

    async def until(self, is_so: Callable[[], bool], patience: float = 3600) -> None:
        """Wait, in virtual time, until this is so."""
        end = self.loop.time() + patience
        while not is_so():
            assert self.loop.time() < end, "waited in vain"
            await asyncio.sleep(0.01)


def spend(table: TimedTable, how: Callable[[Evening], Awaitable[None]], luck: Random | None = None) -> Evening:
    """Spend an evening at this table; `luck` None: every pause is the middle one of those that it could be."""
    loop = VirtualLoop()

    async def whole() -> Evening:
        evening = Evening(table, loop)
        await evening.begin()
        try:
            await how(evening)
        finally:
            evening.room.subscribers.clear()
            evening.room.timekeeper.stop()
            evening.room.bots.wake()
            if evening.room.bots._task is not None:
                await evening.room.bots._task
        return evening

    with _time_of(loop, table.seed, luck):
        return run_alone(whole, loop)


@contextmanager
def _time_of(loop: VirtualLoop, seed: str, luck: Random | None) -> Iterator[None]:
    """The server goes by this loop's time, deals from this seed, and throws these dice."""
    dice = luck or SimpleNamespace(
        uniform=lambda low, high: (low + high) / 2, gauss=lambda mean, _: mean, choice=lambda all: all[0]
    )
    hexes = "the same luck" if luck is None else f"{luck.random()}"
    time = SimpleNamespace(monotonic=loop.time)
    replacements: list[Replacement] = [
        *((module, "time", time) for module in (bots, clock, verbs, rooms)),
        (bots, "_dice", dice),
        (bots, "secrets", SimpleNamespace(token_hex=lambda _: hexes)),
        (secrets, "new_seed", lambda: seed),
    ]
    with replaced(replacements):
        yield
