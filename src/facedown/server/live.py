"""A table that people are at: who sits, who watches, what each of them is told.

Everything at one table happens one after the other, under its lock: a message is judged, what it changes is written
down, and only then anybody is told.  Nothing leaves this module but public facts and what `telling` makes of views.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Literal, Protocol

from facedown.core.errors import FacedownError
from facedown.core.game import Event, Game
from facedown.server import keys, store, taking_back, telling, wire
from facedown.server.bots import Bots
from facedown.server.chairs import (
    EMPTY,
    Chair,
    bot_names,
    chairs_from,
    checked_bot,
    checked_name,
    filled,
    renamed,
)
from facedown.server.clock import Timekeeper
from facedown.server.running import Running, Saved
from facedown.server.store import Conflict, Kept, KeptGame, StorageError, Store
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

LONG_LOG = 60  # frames; to look through more of them is left to a thread


class Ear(Protocol):
    """A connection, as the table knows it: whose it is, and a way to tell it something."""

    seat: int | None
    host: bool

    def send(self, text: str) -> None: ...


class LiveTable:
    """One table with the people at it."""

    def __init__(self, kept: Kept, game: Game, written: Store) -> None:
        self.game, self.store = game, written
        self.ears: set[Ear] = set()
        self.lock = asyncio.Lock()
        self.touched = time.monotonic()
        self._tell_later: list[Callable[[], None]] = []
        self._take(kept)
        self._shown = self.seats()  # as everybody was last told of them
        self.stored_at = time.monotonic()
        self.time = Timekeeper(self)
        self.bots = Bots(self)

    def _take(self, kept: Kept) -> None:
        """Be as the store says."""
        self.code, self.options, self.pace, self._host = kept.code, kept.options, kept.pace, kept.host
        self.chairs = chairs_from(kept.seats)
        self.games = list(kept.games)
        self.chat = deque((wire.Line(*line) for line in kept.lines), maxlen=wire.CHAT_KEPT)
        self.running: Running | None = None
        if self.games:
            self.running = Running(self.game, self.games[-1], self.options, len(self.games))
            self.running.replay(kept.moves)

    # -- what everybody may know ----------------------------------------------------------------------------------

    @property
    def phase(self) -> Literal["lobby", "playing", "over"]:
        if self.running is None:
            return "lobby"
        return "over" if self.running.table.over else "playing"

    def seats(self) -> tuple[wire.SeatInfo, ...]:
        here = {ear.seat for ear in self.ears}
        return tuple(chair.info(seat in here) for seat, chair in enumerate(self.chairs))

    def series(self) -> wire.Series:
        ended = [game for game in self.games if game.winners is not None]
        won = [game.names[seat] for game in ended for seat in game.winners or ()]
        return wire.Series(len(ended), tuple(won.count(chair.name or "") for chair in self.chairs))

    def passing(self) -> wire.Passing:
        running = self.running
        return wire.Passing(
            code=self.code,
            game=self.game.id,
            title=self.game.title,
            options=self.options,
            phase=self.phase,
            seats=self.seats(),
            version=running.version_of(None) if running else 0,
            standing=running.table.standing if running else None,
            series=self.series(),
        )

    # -- messages -------------------------------------------------------------------------------------------------

    async def hear(self, ear: Ear, message: wire.Message) -> None:
        """Give this message its one answer, then tell everybody what came of it."""
        heard = time.monotonic()
        async with self.lock:
            await self.time.catch_up(heard)
            self.touched = time.monotonic()
            answer: wire.Yes | wire.No
            try:
                answer = await self._do(ear, message)
            except Refused as no:
                answer = wire.No(message.n, no.why, no.text, no.rule)
            except StorageError as error:
                log.warning("table %s: %s", self.code, error)
                answer = wire.No(message.n, "storage", "The table could not be written down; try again.")
            except Exception:
                log.exception("table %s: a message broke something", self.code)
                answer = wire.No(message.n, "broken", "Something in the program broke; nothing was changed.")
            ear.send(wire.write(answer))
            self.tell()
        self.bots.wake()

    def tell(self) -> None:
        """Tell everybody what has come of it.  The lock is held."""
        self.time.wind()
        later, self._tell_later = self._tell_later, []
        for tell in later:
            tell()
        if self.seats() != self._shown:
            self._shown = self.seats()
            self._tell_all(wire.write(wire.Seats(self._shown, self.phase, self.series())))

    def tell_back_later(self, lost: Mapping[telling.Receiver, int]) -> None:
        """Tell those who see a difference that something was taken back."""
        self._tell_later.append(lambda: self._tell_back(lost))

    def tell_later(self, since: int, only: int | None = None) -> None:
        """Tell everybody what has happened since this frame, or only one seat what it has done unseen."""
        running = self.running
        saw = running.saw if running is not None and running.sights is not None else None
        self._tell_later.append(lambda: self._tell_happened(since, only, saw))

    async def _do(self, ear: Ear, message: wire.Message) -> wire.Yes:
        if ear not in self.ears and not isinstance(message, wire.Hello):
            raise Refused("malformed", "Say hello first, so that the table knows who is there.")
        match message:
            case wire.Hello():
                return await self._hello(ear, message)
            case wire.Sit():
                return await self._sit(ear, message)
            case wire.Bot():
                await self._bot(ear, message)
            case wire.Start() | wire.Again():
                await self._start(ear, again=isinstance(message, wire.Again))
            case wire.Play():
                await self._play(ear, message)
            case wire.Past():
                return wire.Yes(message.n, past=taking_back.past(self, ear))
            case wire.Back():
                await taking_back.take_back(self, ear, message)
            case wire.Leave():
                await self._leave(ear)
            case wire.Say():
                await self._say(ear, message)
            case wire.Ping():
                return wire.Yes(message.n, now=self.time.now())
        return wire.Yes(message.n)

    async def _hello(self, ear: Ear, message: wire.Hello) -> wire.Yes:
        host = keys.opens(message.host, self._host) or keys.opens(message.secret, self._host)
        seat = self.seat_of(message.secret)
        known = message.host is None or keys.opens(message.host, self._host)
        if not known or (message.secret is not None and seat is None and not host):
            raise Refused("unknown_secret", "This secret opens nothing at this table; without one you may watch.")
        if seat is not None and self.chairs[seat].bot is not None:
            try:
                await self._put({seat: Chair(self.chairs[seat].name, None, self.chairs[seat].secret)})
            except StorageError as error:  # then the bot stays until the next hello
                log.warning("table %s: %s", self.code, error)
        self.ears.add(ear)
        ear.seat, ear.host = seat, host
        await self._snapshot_later(ear, message.since)
        return wire.Yes(message.n, seat=seat)

    async def _sit(self, ear: Ear, message: wire.Sit) -> wire.Yes:
        seat = self._checked_seat(message.seat)
        if self.phase == "playing":
            raise Refused("taken", "The game has begun; watch it, and take a free seat before the next one.")
        if not self.chairs[seat].empty:
            raise Refused("taken", f"{self.chairs[seat].name} has this seat; take a free one.")
        old = ear.seat
        others = [EMPTY if other == old else chair for other, chair in enumerate(self.chairs)]
        name = checked_name(self.game, self.options, others, seat, message.name)
        secret = keys.new_secret()
        changed = {seat: Chair(name, None, keys.hashed(secret))}
        if old is not None:
            changed[old] = EMPTY
        await self._put(changed)
        for other in self.ears:
            if old is not None and other.seat == old:
                other.seat = seat
        ear.seat = seat
        await self._snapshot_later(ear, None)
        return wire.Yes(message.n, seat=seat, secret=secret)

    async def _bot(self, ear: Ear, message: wire.Bot) -> None:
        _host_only(ear)
        seat = self._checked_seat(message.seat)
        chair = self.chairs[seat]
        if chair.held and any(other.seat == seat for other in self.ears):
            raise Refused("taken", f"{chair.name} is here; a bot may stand in only for somebody who is away.")
        if message.bot is not None:
            bot = checked_bot(self.game, message.bot)
            await self._put({seat: Chair(chair.name, bot, chair.secret)})
        elif self.phase != "playing":
            await self._put({seat: EMPTY})
        elif chair.held:
            await self._put({seat: Chair(chair.name, None, chair.secret)})
        else:
            raise Refused("taken", "Nobody else has this seat, and the game needs somebody in it until it is over.")

    async def _start(self, ear: Ear, *, again: bool) -> None:
        _host_only(ear)
        if again and self.phase == "lobby":
            raise Refused("not_started", "There was no game yet; start the first.")
        if self.phase == "playing":
            raise Refused("not_over", "The game is being played; start the next one when it is over.")
        if not again and self.phase == "over":
            raise Refused("over", "This game is over; play again.")
        best = bot_names(self.game)[0]
        chairs = renamed(self.game, [Chair(None, best) if chair.empty else chair for chair in self.chairs])
        game = KeptGame(keys.new_seed(), tuple(filled(self.game, [chair.name for chair in chairs])), None)
        running = Running(self.game, game, self.options, len(self.games) + 1)
        await self.store.write(
            *(chair.row(self.code, seat) for seat, chair in self._different(chairs)),
            store.game_started(self.code, running.number, game.seed, game.names),
        )
        self.chairs, self.running = chairs, running
        self.games.append(game)
        for other in self.ears:
            await self._snapshot_later(other, 0)

    async def _play(self, ear: Ear, message: wire.Play) -> None:
        if ear.seat is None:
            raise Refused("not_yours", "You are watching; only a seat that is asked may move.")
        if self.running is None:
            raise Refused("not_started", "The game has not begun.")
        if self.phase == "over":
            raise Refused("over", "The game is over; look back at it, or play again.")
        self.running.check(ear.seat, message.at)
        try:
            await self.move(ear.seat, message.move)
        except Refused as no:
            if no.why in ("illegal", "not_yours"):
                self.running.check_seen(ear.seat, message.at)
            raise

    async def move(self, seat: int, move: str) -> None:
        """Make a seat's move, write it down, and tell everybody at the end of the message.  The lock is held.

        Raises Refused or StorageError, and then the table is as it was.
        """
        running = self.running
        assert running is not None, "the phase was checked"
        before, frame = running.saved(), len(running.table.frames) - 1
        try:
            seen = running.play(seat, move)
        except FacedownError as error:
            raise telling.refusal(running.table, seat, error) from error
        except Exception:
            running.restore(before)
            raise
        try:
            await self.keep(before)
        except Conflict as error:
            raise Refused("stale", "Another server has moved this table on; look again, then choose.") from error
        self.tell_later(frame, None if seen else seat)  # what nobody else can see is told to nobody else

    async def keep(self, before: Saved) -> None:
        """Write down what the store does not know yet.

        Raises StorageError, and then the game is as it was `before`; or Conflict, and then it is as the store says.
        """
        running = self.running
        assert running is not None, "something was done in it"
        changes = [
            store.move_made(self.code, running.number, number, *row)
            for number, row in enumerate(running.unstored, running.stored)
        ]
        winners = running.table.standing.winners if running.table.over else None
        if winners is not None:
            changes.append(store.game_ended(self.code, running.number, winners))
        elif self.games[-1].winners is not None:
            changes.append(store.game_goes_on(self.code, running.number))
        try:
            await self.store.write(*changes)
        except Conflict:
            await self._reload()
            raise
        except BaseException:
            running.restore(before)
            raise
        running.kept_now()
        self.stored_at = time.monotonic()
        last = self.games[-1]
        self.games[-1] = KeptGame(last.seed, last.names, winners)

    async def _leave(self, ear: Ear) -> None:
        seat = ear.seat
        if seat is None:
            raise Refused("not_yours", "You have no seat to leave.")
        leaving = [other for other in self.ears if other.seat == seat]
        if self.phase != "playing":  # during a game the seat stays theirs: they can come back to it
            await self._put({seat: EMPTY})
        for other in leaving:
            other.seat = None
            await self._snapshot_later(other, None)

    async def _say(self, ear: Ear, message: wire.Say) -> None:
        if ear.seat is None:
            raise Refused("not_yours", "Take a seat to talk at this table.")
        text = " ".join(message.text.split())
        if not text or not text.isprintable():
            raise Refused("malformed", "There is nothing in it that could be read.")
        if len(text) > wire.MAX_CHAT:
            raise Refused("too_large", f"A line may have {wire.MAX_CHAT} letters; this one has {len(text)}.")
        line = wire.Line(ear.seat, self.chairs[ear.seat].name or "", text)
        await self.store.write(store.line_said(self.code, line.seat, line.name, line.text))
        self.chat.append(line)
        said = wire.write(wire.Chat(line.seat, line.name, line.text))
        self._tell_later.append(lambda: self._tell_all(said))

    async def gone(self, ear: Ear) -> None:
        """A connection is no more."""
        async with self.lock:
            if ear not in self.ears:
                return
            self.ears.discard(ear)
            self.touched = time.monotonic()
            if not self.ears:
                await self.time.keep_quietly()
            self.tell()

    # -- what is told ---------------------------------------------------------------------------------------------

    async def _snapshot_later(self, ear: Ear, since: int | None) -> None:
        """Tell this connection all that it needs to know, once its message is answered."""
        running = self.running
        events: tuple[Event, ...] = ()
        if running is not None:
            long = running.log_behind(ear.seat) > LONG_LOG
            events = await asyncio.to_thread(running.log, ear.seat) if long else running.log(ear.seat)

        def tell() -> None:
            turn = wire.NOTHING_YET if running is None else telling.turn(running.table, ear.seat, running.public())
            message = wire.Table(
                code=self.code,
                game=self.game.id,
                options=self.options,
                phase=self.phase,
                seats=self.seats(),
                you=ear.seat,
                host=ear.host,
                version=0 if running is None else running.version_of(ear.seat),
                frame=0 if running is None else running.frame_of(ear.seat),
                frames=() if running is None else running.missed(ear.seat, since),
                view=turn.view,
                asked=turn.asked,
                free=turn.free,
                prompt=turn.prompt,
                legal=turn.legal,
                cannot=turn.cannot,
                standing=turn.standing,
                clock=self.time.face(),
                log=events,
                series=self.series(),
                chat=tuple(self.chat),
                pace=self.pace,
            )
            ear.send(wire.write(message))
            if self.phase == "over":
                ear.send(wire.write(self._over()))

        self._tell_later.append(tell)

    def _tell_happened(self, since: int, only: int | None, saw: frozenset[telling.Receiver] | None) -> None:
        """Tell everybody; `only` one seat; or, where not everybody sees everything, those who `saw` it."""
        assert self.running is not None, "something happened"
        running, table = self.running, self.running.table
        told: dict[int | None, str] = {}
        public, clock = running.public(), self.time.face()
        over = wire.write(self._over()) if self.phase == "over" else None
        for ear in self.ears:
            if (only is not None and ear.seat != only) or (saw is not None and ear.seat not in saw):
                continue
            if ear.seat not in told:
                version, frame = running.version_of(ear.seat), running.frame_of(ear.seat)
                happened = telling.happened(table, ear.seat, since, version, public, clock, frame)
                told[ear.seat] = wire.write(happened)
            ear.send(told[ear.seat])
            if over is not None:
                ear.send(over)

    def _tell_back(self, lost: Mapping[telling.Receiver, int]) -> None:
        assert self.running is not None, "something was taken back in it"
        clock, series = self.time.face(), self.series()
        for ear in self.ears:
            if ear.seat in lost:
                told = taking_back.told(self.running, ear.seat, lost[ear.seat], self.phase, series, clock)
                ear.send(wire.write(told))

    def _over(self) -> wire.Over:
        assert self.running is not None, "a game was played"
        table = self.running.table
        return wire.Over(table.standing, self.series(), telling.last_views(table))

    def _tell_all(self, text: str) -> None:
        for ear in self.ears:
            ear.send(text)

    # -- chairs ---------------------------------------------------------------------------------------------------

    def seat_of(self, secret: str | None) -> int | None:
        """The seat that this secret opens.  Every chair is compared, whichever it is."""
        opened = [seat for seat, chair in enumerate(self.chairs) if keys.opens(secret, chair.secret)]
        return opened[0] if opened else None

    def _checked_seat(self, seat: int) -> int:
        if seat >= len(self.chairs):
            raise Refused("bad_option", f"There is no seat {seat} here; they are 0 to {len(self.chairs) - 1}.")
        return seat

    async def _put(self, changed: dict[int, Chair]) -> None:
        """Set these chairs, and give bots new names where a person has theirs."""
        chairs = renamed(self.game, [changed.get(seat, chair) for seat, chair in enumerate(self.chairs)])
        if self.phase == "playing":  # the game knows its seats by the names it began with
            chairs = [changed.get(seat, chair) for seat, chair in enumerate(self.chairs)]
        await self.store.write(*(chair.row(self.code, seat) for seat, chair in self._different(chairs)))
        for seat in changed:
            self.bots.forget(seat)
        self.chairs = chairs

    def _different(self, chairs: list[Chair]) -> list[tuple[int, Chair]]:
        return [(seat, chair) for seat, chair in enumerate(chairs) if chair != self.chairs[seat]]

    async def _reload(self) -> None:
        """Another process has written to this table: be as the store says, and tell everybody anew."""
        kept = await self.store.read(self.code, wire.CHAT_KEPT)
        assert kept is not None, "tables are never deleted"
        self._take(kept)
        self.time.stop()
        for ear in self.ears:
            await self._snapshot_later(ear, None)


def _host_only(ear: Ear) -> None:
    if not ear.host:
        raise Refused("not_host", "Only the one who opened this table may do that.")
