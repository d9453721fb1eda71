"""A table with the people connected to it: who sits, who watches, and what each of them is sent.

Whatever changes it is stored first, and only then is anybody told.  Nothing leaves this module but public facts and
what `outbound` makes of views.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, TypeVar

import msgspec

from facedown.core.contract import Contract
from facedown.core.deal import Deal
from facedown.core.errors import FacedownError
from facedown.core.spelling import joined
from facedown.core.values import Move
from facedown.server import metrics, wire
from facedown.server.deadlines import Budget, Overdue, Thinking, apart
from facedown.server.limits import Bucket, Limits
from facedown.server.play import outbound
from facedown.server.play.deals import Deals
from facedown.server.play.match import Match, Snapshot, replayed
from facedown.server.play.outbound import Messages, Noticed, Receiver
from facedown.server.rooms import secrets
from facedown.server.rooms.away import AwayPlayers, Hosting, Rematch, StandIns
from facedown.server.rooms.bots import Bots, BotTalk
from facedown.server.rooms.change import Change, Driven
from facedown.server.rooms.clock import Timekeeper
from facedown.server.rooms.outbox import Outbox, Subscriber
from facedown.server.rooms.seating import Invitation, bot_names, filled, renamed
from facedown.server.storage import rows
from facedown.server.storage.rows import SeatState, StoredGame, StoredLine, StoredTable, usable_options
from facedown.server.storage.store import StorageError, Store
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

T = TypeVar("T")
KEYS = 100  # of what a seat did last, after which older ones are forgotten: pages send again what they sent last
THEIR_BOT = attrgetter("bot")  # of a seat
OLD_RULES = "The rules of {} have changed since this game was played, so it can be neither shown nor continued."
FAILED = (
    "There was an error in the program when this game was read. It cannot be shown just now; nothing of it is "
    "lost, and unless another is begun here it goes on when the program has been mended."
)
LONG_LOG = 60  # frames; a log with more new ones than this is computed in a thread


def played_by(game: StoredGame) -> str:
    """What is known of a game that cannot be shown: who played it, and who won."""
    if not game.names:
        return ""
    winners = [name for seat, name in enumerate(game.names) if seat in (game.winners or ())]
    end = "it was not over" if game.winners is None else f"{joined(winners or ('nobody',))} won"
    return f" {joined(game.names)} played it, and {end}."


class Room(Driven):
    """One table with its subscribers."""

    def __init__(
        self, stored: StoredTable, game: Contract, database: Store, limits: Limits | None = None,
        thinking: Thinking | None = None,
    ) -> None:  # fmt: skip
        """`database`: where this server alone stores the table; `thinking`: shared with its other tables."""
        self.game, self.store = game, database
        self.subscribers: set[Subscriber] = set()
        self.lock, self.last_used, self.tasks = asyncio.Lock(), time.monotonic(), set()
        self.is_lost = False  # whether the table has been this server's, and is no longer
        self.reports: dict[str | None, Bucket] = {}  # that may still come from here, by address
        self.asks: dict[str | None, Bucket] = {}  # for a chair that may still come from here, by address
        self.faces_made: dict[int, Bucket] = {}  # by seat
        self.have_read: dict[int, int] = {}  # by seat: how many of the things that it alone was told
        self._read_on: dict[Subscriber, int] = {}  # the same by connection: a seat may have several devices
        self.last_origins: dict[str, str] = {}  # by a seat's hashed secret: from where who had it has gone
        self._logged: list[str] = []  # what has failed here, and was logged
        self.unled_since = self.last_used  # when the last of those left who lead the table: see `is_led`
        self._outbox = Outbox(stored.code, self.subscribers, self._send_whole)
        self.code, self.pace, self.host = stored.code, stored.pace, stored.host
        self.asked_to_wait = stored.waits  # by the host
        self.talk = stored.talk  # whether the host lets people talk
        self.voice = stored.voice  # a link to where they talk aloud
        self.blocked = set(stored.blocked)  # the addresses, hashed, that may not take a seat here
        self.options = usable_options(game, stored.options)
        self.seating, self.games = list(stored.seats), list(stored.games)
        self.done: dict[int, deque[str]] = {}  # by seat: the keys with which its page has sent what is done
        for seat, key in stored.keys:
            self.note_done(seat, key)
        self.chat = list(stored.lines[-wire.CHAT_KEPT :])
        self.match = replayed(game, stored) if self.games else None
        self.closed: str | None = None
        if self.games and self.match is None:
            why = OLD_RULES.format(game.title) if stored.version != game.version else FAILED
            self.closed = why + played_by(self.games[-1])
        self.rematch, self.stand_ins = Rematch(), StandIns()
        self.invitations: dict[int, Invitation] = {}  # by seat
        self.wanting: dict[Subscriber, str] = {}  # who asks for a chair, under which name
        self.deals = Deals(self.code, stored.called_off)
        # As everybody was last told of them, and of who asks for a chair, whom not everybody is told of.
        self._seats_sent = self.people()
        self._wanting_sent: dict[Subscriber, tuple[str, ...]] = {}
        self._people_then: tuple[object, ...] = ()  # of what that is made, when it was looked at last
        self.stored_at = time.monotonic()
        self.limits = limits or Limits()
        # What drives its game, and sees to it that there is a host.
        self.bots, self.bot_talk = Bots(self, thinking or Thinking(), Budget(self.limits)), BotTalk(self)
        self.timekeeper, self.away = Timekeeper(self, self.bots.wake), AwayPlayers(self, self.bots.wake)
        self.hosting = Hosting(self)

    # -- public facts ---------------------------------------------------------------------------------------------

    def people(self) -> dict[str, Any]:
        """Who sits where and how many watch, as everybody may know: fields of `wire.Seats`.

        After a game, who wants to play again and who would not; in one, for whom a bot has been called.
        """
        held = [seat for seat, state in enumerate(self.seating) if state.held and self.phase == "over"]
        here = [one for one in self.wanting if one in self.subscribers and one.seat is None]
        self.wanting = {one: self.wanting[one] for one in here if self.phase == "playing"}
        return {
            "seats": self.seats(),
            "called": self.stand_ins.open(self.seating, self.connected) if self.phase == "playing" else (),
            "watching": self._outbox.watching,
            **self.rematch.said(held),
        }

    def wanting_for(self, subscriber: Subscriber) -> tuple[str, ...]:
        """Who asks for a chair: all names, once each, for whoever may give one; for others their own."""
        leads = self.leads(subscriber)
        return tuple(dict.fromkeys(name for one, name in self.wanting.items() if leads or one is subscriber))

    def series(self) -> wire.Series:
        """The games finished at this table, and how many each of those who sit here now has won."""
        ended = [game for game in self.games if game.winners is not None]
        won = [game.names[seat] for game in ended for seat in game.winners or ()]
        return wire.Series(len(ended), tuple(won.count(state.name or "") for state in self.seating))

    def checked_match(self) -> Match:
        """The match.  Raises Refused if there has been none yet, or if it is closed."""
        if self.closed is not None:
            raise Refused("over", self.closed)
        if self.match is None:
            raise Refused("not_started", "There has been no game at this table yet.")
        return self.match

    def note_read(self, reader: Subscriber, seat: int, things: int) -> None:
        """A player has read so many of the things that nobody else was told.

        Host seats hear of it, and the player's other devices where it is more than they knew; nobody else.
        """
        self._read_on[reader] = things
        before, now = self.have_read.get(seat, 0), max(n for one, n in self._read_on.items() if one.seat == seat)
        self.have_read[seat] = now
        for subscriber in self.subscribers:
            other = subscriber.seat == seat and subscriber is not reader and now > before
            if other or (subscriber.seat is not None and subscriber.seat >= self.players):
                self._outbox.later(partial(self._tell_read, subscriber), subscriber)

    def _tell_read(self, subscriber: Subscriber) -> None:
        seats, own = range(self.players), subscriber.seat
        told = (own,) if own in seats else seats
        subscriber.send(
            wire.write(wire.AreRead(tuple(self.have_read.get(s) if s in told else None for s in seats)))
        )

    # -- what happens ---------------------------------------------------------------------------------------------

    async def disconnect(self, subscriber: Subscriber) -> None:
        """A connection is gone."""
        async with self.lock:
            if subscriber not in self.subscribers:
                return
            was_led = self.is_led
            secret = None if subscriber.seat is None else self.seating[subscriber.seat].secret
            if secret is not None and subscriber.origin is not None:
                held = {state.secret for state in self.seating}
                known = {who: origin for who, origin in self.last_origins.items() if who in held}
                self.last_origins = known | {secret: subscriber.origin}
            if subscriber.host:
                self.host_gone = secret
            self.subscribers.discard(subscriber)
            self._outbox.forget(subscriber)
            self._read_on.pop(subscriber, None)
            self.last_used = time.monotonic()
            self.note_led(was_led)
            if not self.subscribers:
                await self.timekeeper.store_timeouts()
            self.publish()
        self.bots.wake()  # they see that nobody is here

    def welcome(self, subscriber: Subscriber, *, changes: bool) -> None:
        """Somebody is connected from now on; `changes`: they want what has changed instead of whole views.

        Whoever was on the way here while the table was lost has to come back, as those who were here had.
        """
        if self.is_lost:
            subscriber.close(wire.RESTARTED)
            return
        self.subscribers.add(subscriber)
        self._outbox.wants_changes(subscriber, wanted=changes and self.game.hidden_events)

    def note_led(self, was_led: bool) -> None:
        """Somebody has come or gone."""
        if was_led and not self.is_led:
            self.unled_since = time.monotonic()

    async def started(self, deal: Deal | None = None) -> Change:
        """A game begins; bots take the seats that are empty.  Raises Refused, or what the rules raise."""
        fill = SeatState(None, bot_names(self.game)[0])
        by_one = self.is_by_one  # then people without a device have the empty seats
        filled_up = [fill if state.empty and not by_one else state for state in self.seating]
        seating = renamed(self.game, filled_up, self.code)
        names = tuple(filled(self.game, [state.name for state in seating]))
        seating = [SeatState(name) if state.empty else state for name, state in zip(names, seating, strict=True)]
        seed, said = (secrets.new_seed(), None) if deal is None else (deal.seed, deal.line())
        game = StoredGame(seed, names, None, said)
        dealt = partial(Match, self.game, game, self.options, len(self.games) + 1)
        match = await self._apart(dealt)  # fails before anything is stored

        def begin() -> None:
            self.seating, self.match, self.closed = seating, match, None
            self.games.append(game)
            self.have_read.clear()
            self._read_on.clear()
            self.rematch.settled()
            self.deals.ended()

        stored = (
            *rows.seats_are(self.code, seating),
            rows.game_started(self.code, match.number, self.game.version, game),
            *([rows.table_changed(self.code, called_off=0)] if deal or self.deals.called_off else []),
        )
        return Change(stored, then=(begin,), whole=tuple(self.subscribers), since=0)

    async def move(self, seat: int, move: Move) -> None:
        """Make a seat's move.  The lock is held.  Raises Refused or StorageError; the table is then unchanged."""
        await self.commit(await self.tried(partial(self.moved, seat, move)))

    async def tried(self, do: Callable[[], T]) -> T:
        """What rules do in the game that is played: with strangers' cards, beside other tables and with a deadline.

        The lock is held.  If they find no end, the game is closed.  Raises Refused then, or what `do` raises.

        With a script of their own it is the rules of Clocktower all the same; there, whatever depends on how long a
        move takes would tell what happens unseen.
        """
        if not self.game.own_cards:
            return do()
        try:
            return await self._apart(partial(self._looked_at, do))
        except Refused as no:
            if isinstance(no.__cause__, Overdue):
                self.close(no.text)
            raise

    def _looked_at(self, do: Callable[[], T]) -> T:
        """The same; what everybody will be sent is found out here as well, and kept."""
        done = do()
        if self.match is not None:
            public = self.match.public()
            for receiver in (None, *range(len(self.seating))):
                outbound.turn(self.match.table, receiver, public)
        return done

    async def _apart(self, do: Callable[[], T]) -> T:
        """Do this beside other tables, with a deadline.  Raises Refused if it finds no end."""
        try:
            return await apart(do)
        except Overdue as error:
            self.log_once("rules", error)
            raise Refused("broken", f"There was an error in the program: {error}.") from error

    def log_once(self, what: str, error: BaseException) -> None:
        """Log an error, the first of its kind at this table."""
        if what not in self._logged:
            self._logged.append(what)
            log.error("table %s: %s failed", self.code, what, exc_info=error)

    def close(self, why: str) -> None:
        """Close the game that is played, as the program cannot go on with it; what is stored of it is kept."""
        self.timekeeper.stop()
        self.match, self.closed = None, f"{why} This game is closed; what was stored of it is kept."
        for subscriber in self.subscribers:
            self._outbox.later(partial(self._send_whole, subscriber), subscriber)

    def moved(self, seat: int, move: Move, key: str | None = None) -> Change:
        """A seat's move, tried out.  `key`: with which it was sent, so that it is not made again if it comes again.

        Raises Refused; the table is then unchanged.
        """
        match = self.match
        assert match is not None, "the phase was checked"
        before, frame = match.snapshot(), len(match.table.frames) - 1
        try:
            visible = match.play(seat, move, before.table)
            noticed = [match.noticed, *self._gone_on(match)]
        except BaseException as error:
            match.restore(before)
            if isinstance(error, FacedownError):
                raise outbound.refusal(error) from error
            raise

        def tell() -> None:
            self.note_done(seat, key)
            metrics.MOVES.inc()
            for things in noticed:
                self.publish_later(frame, None if visible else seat, things)
            if visible and any(map(THEIR_BOT, self.seating)):
                self.bot_talk.heard(frame)

        return Change(tried=before, then=(tell,), key=key)

    def _gone_on(self, match: Match) -> Iterator[Mapping[Receiver, Sequence[Noticed]]]:
        """Go on without waiting for a person who tells the story; yields what each receiver notices."""
        pause = self.game.pause
        while pause is not None and (beat := match.table.now(self.game.beat)).seat is not None:
            if self.seating[beat.seat].bot is not None or beat.after:
                return  # in their own time: see `bots`
            match.play(beat.seat, pause)
            yield match.noticed

    def said(self, seat: int, text: str, key: str | None = None) -> Change:
        """A line in Talk."""
        line = StoredLine(seat, self.seating[seat].name or "", text, self.seating[seat].secret, key)
        said = rows.line_said(self.code, line, wire.CHAT_KEPT)

        def keep() -> None:
            self.note_done(seat, key)
            self.chat.append(line)
            del self.chat[: -wire.CHAT_KEPT]

        return Change(said, then=(keep,), told=(wire.Chat(line.seat, line.name, line.text),))

    def note_done(self, seat: int, key: str | None) -> None:
        """What this seat's page has sent with this key is done, and stored."""
        if key is not None:
            self.done.setdefault(seat, deque(maxlen=KEYS)).append(key)

    def tell_all(self, message: wire.Told) -> None:
        """Send everybody this at the next `publish`."""
        text = wire.write(message)
        self._outbox.later(lambda: self._outbox.send_all(text))

    def call_off(self) -> None:
        """Call the start off, if there is one, for all to see.  It was stored as such when it began."""
        if (called_off := self.deals.call_off()) is not None:
            self.tell_all(called_off)

    # -- what is stored -------------------------------------------------------------------------------------------

    async def commit(self, change: Change) -> None:
        """Store a change, then make it so; people are told at the next `publish`.  The lock is held.

        Raises StorageError; then nothing has changed.
        """
        match, tried = self.match, change.tried
        try:
            played = () if tried is None or match is None else self._played(match, tried, change.key)
            if played or change.statements:
                if self.is_lost:
                    raise StorageError("this table is another server's by now, or deleted")
                await self.store.write(*played, *change.statements)
        except BaseException:
            if tried is not None and match is not None:
                match.restore(tried)
            raise
        if tried is not None and match is not None:
            match.mark_stored()
            self.stored_at = time.monotonic()
            winners = match.table.standing.winners if match.table.over else None
            if winners != self.games[-1].winners:
                self.games[-1] = msgspec.structs.replace(self.games[-1], winners=winners)
        for follow in change.then:
            follow()
        for message in change.told:
            self.tell_all(message)
        for subscriber in change.whole:
            await self.send_table_later(subscriber, change.since)

    def _played(self, match: Match, since: Snapshot, key: str | None) -> tuple[rows.Statement, ...]:
        """What stores the rest of the match; `key`: with which the first move after `since` was sent."""
        first = len(since.unstored)
        made = [
            rows.move_made(self.code, match.number, match.rows_stored + at, *row, key if at == first else None)
            for at, row in enumerate(match.unstored)
        ]
        winners = match.table.standing.winners if match.table.over else None
        if winners != self.games[-1].winners:  # it has ended, or its end is undone
            made.append(rows.game_ended(self.code, match.number, winners))
        return tuple(made)

    # -- what is sent ---------------------------------------------------------------------------------------------

    def publish(self) -> None:
        """Send everybody what has changed since the last time.  The lock is held."""
        if self.deals.opening and not self.deals.holds(self.seating):  # its list of commitments says who sits where
            self.call_off()
        if self.timekeeper.look() and (face := self.timekeeper.face()) is not None:
            self.tell_all(wire.Ends(face))
        if self.game.host_seats:
            self.away.look()
        self._outbox.flush()
        if self.match is not None:
            self.match.table.forget_past()
        self._look_at_people()

    def _look_at_people(self) -> None:
        """Tell everybody if somebody has come, gone or said what they want, and see to it that there is a host.

        Whoever asks for a chair and whoever may give one are told of it, nobody else, and not by a message either.
        """
        here = [(one, one.seat, one.host) for one in self.subscribers]
        said = self.rematch.changes, self.stand_ins.changes, tuple(self.wanting.values())
        people = tuple(self.seating), here, said, self.phase, self.host, self.options
        if people == self._people_then:
            return
        self._people_then, sent = people, self.people()
        self.hosting.look()
        told = partial(wire.Seats, phase=self.phase, series=self.series(), **sent)
        wanting = {subscriber: self.wanting_for(subscriber) for subscriber in self.subscribers}
        texts = {names: wire.write(told(wanting=names)) for names in set(wanting.values())}
        for subscriber, names in wanting.items():
            if sent != self._seats_sent or names != self._wanting_sent.get(subscriber, ()):
                subscriber.send(texts[names])
        self._seats_sent, self._wanting_sent = sent, wanting

    def publish_later(
        self, since: int, only: int | None = None, things: Mapping[Receiver, Sequence[Noticed]] | None = None
    ) -> None:
        """At the next `publish`, send what has happened since this frame, to everybody or to one seat `only`.

        In a game with hidden events, send each what it has noticed: `things`, or of the last step.
        """
        match = self.match
        assert match is not None, "something has happened in it"
        made = partial(match.updates, since, only)
        if match.visibility is not None:
            made = partial(match.notices, match.noticed if things is None else things)
        self._outbox.later(partial(self._send_each, made))

    def publish_undone_later(self, lost: Mapping[Receiver, int]) -> None:
        """At the next `publish`, tell those whose logs have lost lines that moves were taken back."""
        assert self.match is not None, "something was undone in it"
        made = partial(self.match.undoings, lost, self.phase, self.series())
        self._outbox.later(partial(self._send_each, made))

    def _send_each(self, made: Callable[[wire.ClockFace | None], Messages]) -> None:
        """Send each seat what is made for it now, and at the end what was hidden."""
        self._outbox.send_each(made(self.timekeeper.face()), self._over())

    async def send_table_later(self, subscriber: Subscriber, since: int | None) -> None:
        """At the next `publish`, send this connection the whole table."""
        match, seat = self.match, subscriber.seat
        if match is not None and match.log_behind(seat) > LONG_LOG:
            await asyncio.to_thread(match.log, seat)  # it is kept
        self._outbox.later(partial(self._send_whole, subscriber, since), subscriber)

    def _send_whole(self, subscriber: Subscriber, since: int | None = None) -> None:
        """Send this connection the whole table at once."""
        match, seat = self.match, subscriber.seat
        turn = wire.Turn(None, prompt=self.closed or "") if match is None else match.turn(seat)
        message = wire.Table(
            code=self.code,
            game=self.game.id,
            options=self.game.public_options(self.options),
            phase=self.phase,
            you=seat,
            host=subscriber.host,
            version=match.version_of(seat) if match else 0,
            frame=match.frame_of(seat) if match else 0,
            frames=match.missed(seat, since) if match else (),
            clock=self.timekeeper.face(),
            log=match.log(seat) if match else (),
            series=self.series(),
            names=() if self.phase == "lobby" else self.games[-1].names,
            chat=outbound.lines(self.chat),
            pace=self.pace,
            waits=self.waits,
            talk=self.talk,
            voice=self.voice,
            archived=self.closed,
            **self.people(),
            wanting=self.wanting_for(subscriber),
            **msgspec.structs.asdict(turn),
        )
        self._outbox.send_table(subscriber, message, turn)
        if seat is not None and (seat in self.have_read or (self.have_read and seat >= self.players)):
            self._tell_read(subscriber)
        for over in self._over():
            subscriber.send(over)

    def _over(self) -> tuple[str, ...]:
        """The message that reveals everything, if the game is over."""
        match = self.match
        if match is None or not match.table.over:
            return ()
        return (wire.write(wire.Over(match.table.standing, self.series(), outbound.last_views(match.table))),)

    # -- seating --------------------------------------------------------------------------------------------------

    def seat_of(self, secret: str | None) -> int | None:
        """The seat that this secret opens.  All seats are compared, so that the time taken reveals nothing."""
        opened = [seat for seat, state in enumerate(self.seating) if secrets.matches(secret, state.secret)]
        return opened[0] if opened else None

    def end_later(self) -> None:
        """At the next `publish`, everybody is told that the table is deleted, and nobody comes to it any more."""
        self._outbox.later(partial(self.lose, wire.DELETED))

    def lose(self, code: int = wire.RESTARTED) -> None:
        """Everybody has to leave; by default they come back, to whichever server has the table then."""
        self.is_lost = True
        self.timekeeper.stop()
        self.away.stop()
        self.hosting.stop()
        lost = list(self.subscribers)
        self.subscribers.clear()
        for subscriber in lost:
            subscriber.close(code)
        self.bots.wake()
