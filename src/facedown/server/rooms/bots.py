"""Bots at a table: each sees what its seat sees, pauses like a person, independently of its cards, and talks."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import secrets
import time
from collections.abc import Collection, Iterator
from functools import partial
from typing import NamedTuple

from facedown.agents import TEMPO, Agent, catch_up, levels, player
from facedown.core.errors import Stuck
from facedown.core.game import Move
from facedown.core.personae import Persona, read_personae
from facedown.core.table import Table
from facedown.server import wire
from facedown.server.deadlines import REST, THOUGHT, Budget, Metered, Overdue, Thinking
from facedown.server.play.match import Match
from facedown.server.rooms.change import Driven
from facedown.server.rooms.seating import RANDOM
from facedown.server.storage.rows import SeatState
from facedown.server.storage.store import StorageError

log = logging.getLogger(__name__)

PAUSES = {"human": (0.6, 1.6), "fast": (0.15, 0.4), "instant": (0.0, 0.0)}  # seconds, for untimed questions
# The same, where people have something to consider that bots wait for, such as whom to nominate.
CONSIDERING = {"human": (2.0, 6.0), "fast": (0.5, 1.5), "instant": (0.0, 0.0)}
# Seconds for which bots leave that to people first, where there are several; with one person they may wait wholly.
LEFT_TO_PEOPLE = {"human": 5.0, "fast": 1.5, "instant": 0.0}
# For timed questions: the median of a log-normal distribution of seconds, and the deviation of its logarithm.
REACTIONS = {"human": (1.5, 0.45), "fast": (0.5, 0.35), "instant": (0.0, 0.0)}
# Seconds for each thing that has just happened: people are shown one after the other, and a bot should not act on
# what they have not been shown yet.
TAKING_IN = {"human": 0.8, "fast": 0.2, "instant": 0.0}
UNASKED = {"human": (3.0, 0.5), "fast": (1.0, 0.4), "instant": (0.2, 0.0)}  # as REACTIONS, if nobody waits for it
# Seconds for each beat of a stretch in which most people see nothing; there are twenty or so, whoever acts in them.
BEATS = {"human": (0.15, 0.45), "fast": (0.03, 0.09), "instant": (0.0, 0.0)}
# Seconds for which bots do nothing after an undo, so that a person can correct what was wrong.
HOLD_BACK = {"human": 6.0, "fast": 2.0, "instant": 0.0}
MOST_NEWS = 10  # things that have just happened, at most, for which a bot pauses
OTHERS = 5  # other moves that are tried where a bot's move fails
IN_TIME = 0.8  # every reaction is faster than this share of the question's time
RETRY = 1.0  # seconds until a bot's move that could not be stored is tried again

_dice = secrets.SystemRandom()


class Decision(NamedTuple):
    """Something that a bot has to decide: the game, the seat and the question."""

    game: int
    seat: int
    question: int
    asked: bool  # False: the seat is only free to act
    alone: bool = False  # an answer to somebody who spoke to it, whose timing depends on nothing else
    talks: bool = False  # people consider something: it may say something meanwhile, and nothing else


class Thought(NamedTuple):
    """What a bot bases its choice on: a copy of the table as it was."""

    decision: Decision
    match: Match
    bot: str | None
    table: Table


class Stretch:
    """The time between two events that everybody sees; it determines when bots act unseen.

    This depends on chance and on how far the stretch has got (`core.values.Beat`), not on how much there is to do.
    The time that people take is added to it.
    """

    def __init__(self, pace: str, key: tuple[int, int], now: float) -> None:
        self.key, self.began = key, now
        self._pace = pace
        self._start: float | None = None  # when the beats begin
        self._beats: list[float] = []  # the length of each
        self.is_answered = False  # whether a person has acted, and no bot since: what a bot does next comes later

    def due(self, beat: int, now: float, wait: float) -> float:
        """When a bot that is asked `now`, in this beat, acts; `wait`: its pause if everybody saw the question."""
        after = self._until(beat)
        if self._start is None:
            self._start = now + wait - after
        elif self.is_answered:
            self._start = max(self._start, now + _dice.uniform(*PAUSES[self._pace]) - after)
        self.is_answered = False
        return self._start + after

    def _until(self, beat: int) -> float:
        while len(self._beats) < beat:
            self._beats.append(_dice.uniform(*BEATS[self._pace]))
        return sum(self._beats[:beat])


class Bots:
    """All bots of one room.  They play only while somebody is connected to it."""

    def __init__(self, room: Driven, thinking: Thinking, budget: Budget) -> None:
        self._room, self.thinking, self.budget = room, thinking, budget
        self._players: dict[tuple[int, int], Agent] = {}  # by game and seat
        self._due: dict[Decision, float] = {}  # when it is made, monotonic; infinity: the bot chose to do nothing
        self._frames_shown = 0  # frames that everybody had seen when a bot was last due
        self._not_before: dict[int, float] = {}  # by seat: the earliest moment at which its bot acts
        self._stretch = Stretch(room.pace, (-1, -1), 0.0)
        self._thought: dict[Decision, Move | None] = {}  # chosen in advance
        self._failed: list[str] = []  # the bots whose failure has been logged
        self._endless: list[str] = []  # the bots that have found no end, and are not asked again
        self._considered: object = None  # what people have had enough time to think about
        self._begun: tuple[object, float] = None, 0.0  # what they think about, and since when
        self._news: asyncio.Event | None = None  # made when bots begin to play
        self._task: asyncio.Task[None] | None = None

    def wake(self) -> None:
        """Check after a change whether a bot may act."""
        if self._players or self._due or self._thought:
            self._forget_ended()
        self._update_stretch()
        if self._news is not None:
            self._news.set()
        if (self._task is None or self._task.done()) and self._decisions():
            self._task = asyncio.create_task(self._play_metered())

    def go_on(self) -> None:
        """Let the next of the bots that everybody waits for act now, as people have thought long enough."""
        if self._room.match_in_play is None:
            return
        self._considered = self._to_consider()
        public = [one for one in self._decisions() if not one.alone and not self._is_unseen(one)]
        due = {decision: self._due.get(decision, math.inf) for decision in public}
        if due:
            self._due[min(due, key=due.__getitem__)] = time.monotonic()

    def _to_consider(self) -> object:
        """A value that stands for what people are thinking about in this game; None: nothing."""
        match = self._match
        topic = match.table.now(match.game.to_consider)
        return None if topic is None else (match.number, topic)

    def _hold(self) -> bool:
        """Whether bots wait with all but talk for people who are asked at the same time."""
        room, thinking = self._room, self._to_consider()
        if not room.waits or thinking is None or thinking == self._considered:
            return False
        return self._asks_people()

    def _peoples_until(self, now: float) -> float:
        """Until when all bots alike leave what is to be considered to people; `now` where they do not."""
        topic = self._to_consider()
        if topic != self._begun[0]:
            self._begun = topic, now
        people = sum(seat.held for seat in self._room.seating)
        if topic is None or topic == self._considered or people < 2 or not self._asks_people():
            return now
        return self._begun[1] + LEFT_TO_PEOPLE[self._room.pace]

    def _asks_people(self) -> bool:
        """Whether somebody of whom everybody knows that they are asked is no bot."""
        return any(self._room.seating[seat].bot is None for seat in self._match.known_asked)

    def forget(self, seat: int) -> None:
        """Somebody else has this seat now."""
        self._players = {key: player for key, player in self._players.items() if key[1] != seat}

    def _forget_ended(self) -> None:
        """Forget what bots know of games that are over: each holds the whole of its game."""
        match = self._room.match
        playing = None if match is None or match.table.over else match.number
        self._players = {key: player for key, player in self._players.items() if key[0] == playing}
        if playing is None:
            self._due, self._thought = {}, {}

    def hold_back(self, seats: Collection[int | None]) -> None:
        """Let the bots of these seats, which have noticed an undo, decide again after a pause.

        The other bots go on as before; a pause would reveal what their seats cannot see.
        """
        self._due = {decision: due for decision, due in self._due.items() if decision.seat not in seats}
        self._stretch, self._thought = Stretch(self._room.pace, (-1, -1), 0.0), {}
        until = time.monotonic() + HOLD_BACK[self._room.pace]
        self._not_before |= {seat: until for seat in seats if seat is not None}

    @property
    def _match(self) -> Match:
        match = self._room.match
        assert match is not None, "a game is being played"
        return match

    def _decisions(self) -> list[Decision]:
        """The decisions that bots may make now; none while nobody is connected."""
        room, match = self._room, self._room.match_in_play
        if match is None:
            return []
        bots = {seat: state.bot for seat, state in enumerate(room.seating) if state.bot is not None}
        # The seat that has to go on before the table continues.
        waits_for = None if match.game.pause is None else match.table.now(match.game.beat).seat
        if not bots and waits_for is None:
            return []
        asked, free = match.table.asked, match.table.free
        acts_unasked = room.game.unasked()
        replies = room.game.replies()
        table = match.table
        spoken_to = {
            seat: table.now(room.game.spoken_to, seat, table.names) for seat, bot in bots.items() if bot in replies
        }
        answering = [Decision(match.number, seat, said, False, True) for seat, said in spoken_to.items() if said]
        if table.timing.early and any(not math.isinf(self._due.get(one, 0.0)) for one in answering):
            return answering  # before votes are counted, others wait for who is about to answer somebody
        talks = self._hold()
        return answering + [
            Decision(match.number, seat, self._key(match, seat), seat in asked, talks=talks)
            for seat in range(len(room.seating))
            if (seat in asked and (seat in bots or seat == waits_for))
            or (seat in free and acts_unasked.get(bots.get(seat, "")) is not None)
        ]

    def _key(self, match: Match, seat: int) -> int:
        """A number that changes when the bot in this seat has to decide anew, and so pauses anew.

        Of the events that not everybody can see, only a question to this seat changes it.  Otherwise everybody's
        pauses would show that others are whispering, for example.
        """
        if match.visibility is None:
            return match.question_key(seat) if seat in match.table.asked else match.version
        if seat in match.table.asked and match.table.timing.early:  # other players' votes change nothing
            return match.question_key(seat)
        unseen = seat in match.table.asked and seat not in match.table.known[None].asked
        return match.question_key(seat) if unseen else -match.version_of(None) - 1

    def _is_unseen(self, decision: Decision) -> bool:
        """Whether not everybody knows that this question is asked."""
        match = self._match
        return (
            match.visibility is not None and decision.asked and decision.seat not in match.table.known[None].asked
        )

    def _update_stretch(self) -> None:
        """Begin a new stretch if everybody has seen something new."""
        match = self._room.match
        if match is not None and match.visibility is not None:
            key = match.number, match.version_of(None)
            if self._stretch.key != key:
                self._stretch = Stretch(self._room.pace, key, time.monotonic())

    def person_acts(self) -> None:
        """Note that a person has moved."""
        self._stretch.is_answered = True

    async def _play_metered(self) -> None:
        await Metered(self._play(), self._spend)

    def _spend(self, seconds: float) -> None:
        """Count seconds for which bots have used the thread that serves people."""
        self.budget.spend(seconds)
        self.thinking.used(seconds)

    async def _play(self) -> None:
        """Play until there is nothing to decide; where the program cannot go on, the game is closed."""
        try:
            await self._decide_all()
        except Exception as error:
            self._room.log_once("its bots", error)
            async with self._room.lock:
                if self._room.match_in_play is not None:
                    self._room.close("There was an error in the program: the bots could not go on.")
                    self._room.publish()

    async def _decide_all(self) -> None:
        room, news = self._room, asyncio.Event()
        self._news = news
        while True:
            news.clear()
            thought = None
            await self.thinking.turn(self)
            async with room.lock:
                decisions = self._decisions()
                if not decisions:
                    self._forget_ended()
                    return
                decision, delay = self._next(decisions)
                if delay <= 0 and self.budget.is_spent:
                    delay = REST
                ahead = delay > 0 and self._is_unseen(decision) and decision not in self._thought
                if delay <= 0 and (decision.alone or decision in self._thought or self._is_quick(decision)):
                    delay = 0 if await self._act(decision) else RETRY
                elif delay <= 0 or ahead:
                    thought = self._thought_about(decision)
            if thought is not None:
                delay = 0 if await self._think(thought, ahead=ahead) else RETRY
            if delay > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(news.wait(), None if math.isinf(delay) else delay)

    def _is_quick(self, decision: Decision) -> bool:
        """Whether the choice takes no time: the bot is asked at every tick, and does not search."""
        if self._room.game.own_cards:
            return False
        bot = self._room.seating[decision.seat].bot
        return self._match.table.timing.continuous and bot not in levels(self._room.game)

    def _next(self, decisions: list[Decision]) -> tuple[Decision, float]:
        """The decision that is due first, and the seconds until then."""
        self._update_stretch()
        match, now = self._match, time.monotonic()
        frames = match.frame_of(None)
        news, self._frames_shown = max(0, frames - self._frames_shown), frames
        considers = self._to_consider() is not None and self._asks_people()
        peoples_until = self._peoples_until(now)
        self._due = {decision: self._due.get(decision, math.nan) for decision in decisions}
        self._thought = {decision: move for decision, move in self._thought.items() if decision in self._due}
        for decision, due in self._due.items():
            if math.isnan(due):
                # Before hands are counted.
                soon = decision.asked or (decision.alone and not match.table.timing.continuous)
                tempo = TEMPO.get(self._room.seating[decision.seat].bot or "", 1.0)
                wait = reaction(
                    self._room.pace, match.table, asked=soon, news=news, tempo=tempo, considers=considers
                )
                start = max(now, self._not_before.get(decision.seat, now), now if decision.alone else peoples_until)
                self._due[decision] = self._when_unseen(start, wait) if self._is_unseen(decision) else start + wait
        first = min(decisions, key=lambda decision: self._due[decision])
        return first, self._due[first] - now

    def _when_unseen(self, now: float, wait: float) -> float:
        """When a bot answers a question that is hidden from everybody else.

        All such answers in one beat come at the same moment, so that the time they take does not reveal how many
        they were.  A person who tells the story takes their own time: then the table only waits as long as it must.
        """
        room, beat = self._room, self._match.table.now(self._room.game.beat)
        if beat.seat is not None and room.seating[beat.seat].bot is None:
            return self._stretch.began + beat.after
        told_by_bot = all(state.bot is not None for state in room.seating[-max(1, room.game.host_seats) :])
        due = self._stretch.due(beat.number if told_by_bot else 0, now, wait)
        return max(due, self._stretch.began + beat.after)

    def _thought_about(self, decision: Decision) -> Thought:
        """Copy what a bot needs for its choice, so that it stays the same while it thinks.  The lock is held."""
        return Thought(decision, self._match, self._room.seating[decision.seat].bot, self._match.table.copy())

    async def _think(self, thought: Thought, *, ahead: bool) -> bool:
        """Let a bot choose while the table goes on, then move if it is still asked; False to try again.

        `ahead`: keep the move for later, so that nobody sees how hard the choice was.
        """
        try:
            move, seconds = await self.thinking.run(partial(self._choice, thought.decision, thought.table))
        except Overdue as error:
            self._report(thought.decision.seat, error)
            self._endless.append(thought.bot or RANDOM)
            # The bot's thread may still be using its copy of the table.
            move, seconds = self._any_move(thought.decision, thought.match.table), THOUGHT
        self.budget.spend(seconds)
        await self.thinking.turn(self)
        async with self._room.lock:
            if not self._is_still_asked(thought, move):
                return True
            if ahead:
                self._thought[thought.decision] = move
                return True
            return await self._settle(thought.decision, move)

    def _is_still_asked(self, thought: Thought, move: Move | None) -> bool:
        """Whether the choice can still be made; if the table has moved on, the thought is dropped."""
        room, decision = self._room, thought.decision
        if (
            room.match is not thought.match
            or decision not in self._decisions()
            or room.seating[decision.seat].bot != thought.bot
        ):
            return False
        return move is None or self._match.table.objection(decision.seat, move) is None

    async def _act(self, decision: Decision) -> bool:
        """Let a bot take its turn, with a move chosen in advance or at once; False to try again."""
        table = self._match.table
        if decision.alone:
            reply = partial(self._reply, decision, table, table.observation(decision.seat))
            move = await self._room.tried(reply)
        elif decision in self._thought:
            move = self._thought.pop(decision)
        else:  # it is asked so often that a thread each time would be too slow
            move = self._choice(decision, table)
        return await self._settle(decision, move)

    async def _settle(self, decision: Decision, move: Move | None) -> bool:
        """Make the chosen move; False if it could not be made.  The lock is held."""
        kept_back = decision.talks and move is not None and not self._room.game.is_talk(move)
        if move is None or kept_back or self._is_silence(decision, move):
            self._due[decision] = math.inf  # the clock answers for it, or it is asked again later
            return True
        for one in [move] if decision.talks else self._instead(decision.seat, move):
            try:
                await self._make(decision.seat, one)
            except StorageError as error:
                log.warning("table %s: %s", self._room.code, error)
                return False
            except Exception as error:
                self._room.log_once("its bots", error)
            else:
                return True
            if self._room.match_in_play is None:
                return True  # it has been closed
        if decision.asked and not decision.talks:
            raise Stuck("no move that a bot may make here can be made")
        self._due[decision] = math.inf
        return True

    def _instead(self, seat: int, move: Move) -> Iterator[Move]:
        """This move and, should it fail, some others."""
        yield move
        legal = self._match.table.legal(seat)
        yield from _dice.sample(legal, min(len(legal), OTHERS))

    def _is_silence(self, decision: Decision, move: Move) -> bool:
        """Whether the clock will make this move for the seat."""
        table = self._match.table
        if not table.timing.continuous or not decision.asked:
            return False
        return move == table.now(table.contract.timeout_move, decision.seat, table.names)

    async def _make(self, seat: int, move: Move) -> None:
        try:
            await self._room.move(seat, move)
        finally:
            self._room.publish()
        self.budget.store(wire.row(move.text))

    def _choice(self, decision: Decision, table: Table) -> Move | None:
        """The bot's move; None if it is not asked and does nothing.

        If the bot fails, that is logged, and a random legal move keeps the game going.
        """
        legal = table.legal(decision.seat)
        if decision.asked and len(legal) == 1 and not table.contract.takes_words(legal[0]):
            return legal[0]
        if self._room.seating[decision.seat].bot in self._endless:
            return self._any_move(decision, table)
        view = table.observation(decision.seat)
        try:
            player = self._player(decision.seat)
            catch_up(player, table, decision.seat)
            move: Move | None = player.choose(view, legal) if decision.asked else player.unasked(view, legal)
            if move is None and not decision.asked:
                return None
            if move in legal or (move is not None and table.objection(decision.seat, move) is None):
                return move
            self._report(decision.seat, None)
        except Exception as error:
            self._report(decision.seat, error)
        return self._any_move(decision, table)

    def _any_move(self, decision: Decision, table: Table) -> Move | None:
        """A random move instead of the bot's; None if it is not asked.  Raises Stuck if there is none."""
        if not decision.asked:
            return None
        legal = table.legal(decision.seat)
        allowed = [move for move in legal if table.objection(decision.seat, move) is None]
        if not allowed:
            raise Stuck("a bot is asked, and no move is legal")
        return _dice.choice(allowed)

    def _reply(self, decision: Decision, table: Table, view: object) -> Move | None:
        """The bot's answer to somebody who has spoken to it; None if it says nothing or fails."""
        try:
            reply = self._room.game.replies()[self._room.seating[decision.seat].bot or RANDOM]
            move = reply(view, _dice)
        except Exception as error:
            self._report(decision.seat, error)
            return None
        return move if move is not None and table.objection(decision.seat, move) is None else None

    def _report(self, seat: int, error: Exception | None) -> None:
        """Log that the bot of this seat failed, once for each bot of a table; None: its move was not legal."""
        name = self._room.seating[seat].bot or RANDOM
        if name in self._failed:
            return
        self._failed.append(name)
        log.error(
            "BOT FAILED at table %s: the bot %r in seat %d of %s %s; random moves replace it",
            *(self._room.code, name, seat, self._room.game.id),
            "chose a move that is not legal" if error is None else "raised an error",
            exc_info=error,
        )

    def _player(self, seat: int) -> Agent:
        key = self._match.number, seat
        if key not in self._players:
            name = self._room.seating[seat].bot or RANDOM
            self._players[key] = player(self._room.game, name, secrets.token_hex(8), patient=False)
        return self._players[key]


def reaction(
    pace: str, table: Table, *, asked: bool, news: int = 0, tempo: float = 1.0, considers: bool = False
) -> float:
    """The seconds after which a bot acts, if `news` frames have just been shown; `tempo` is part of its style.

    `considers`: everybody has something to consider, for which a person would take a while.

    They depend on the question, on what everybody has just seen and on chance, never on what a seat holds.
    """
    seconds = table.timing.seconds
    if table.timing.continuous and seconds is not None:
        return _dice.uniform(0, IN_TIME * seconds)
    if not asked:
        return _log_normal(*UNASKED[pace])
    if seconds is None:
        pauses = CONSIDERING if considers else PAUSES
        return tempo * _dice.uniform(*pauses[pace]) + TAKING_IN[pace] * min(max(0, news - 1), MOST_NEWS)
    median, spread = REACTIONS[pace]
    return min(_log_normal(min(median, seconds / 3), spread), IN_TIME * seconds)


def _log_normal(median: float, spread: float) -> float:
    return median * math.exp(_dice.normalvariate(0, spread))


# -- what they say: now and then a phrase about something that they have just done and everybody saw --------------

DELAYS = {"human": (0.9, 2.2), "fast": (0.1, 0.3)}  # seconds before a phrase; instant bots say nothing
OFTEN = 0.4  # the share of the things bots could speak about that they do
SILENCE = {"human": 9.0, "fast": 3.0}  # the least number of seconds between two phrases at a table


class BotTalk:
    """What the bots of one room say.  It depends on nothing but what spectators are told."""

    def __init__(self, room: Driven) -> None:
        self._room = room
        self._quiet_until = 0.0
        self._said: set[str] = set()

    def heard(self, since: int) -> None:
        """Let a bot say something about what has happened since this frame, perhaps.  The lock is held."""
        room = self._room
        if room.pace not in DELAYS:
            return
        match = room.match_in_play
        if match is None or time.monotonic() < self._quiet_until:
            return
        for frame in range(since + 1, len(match.table.frames)):
            event = match.table.told_at(frame, None)
            if event is None or event.seat is None or (persona := self._persona(event.seat)) is None:
                continue
            phrases = persona.says.get(event.kind)
            if phrases and _dice.random() < OFTEN:
                self._quiet_until = time.monotonic() + SILENCE[room.pace]
                if new := [phrase for phrase in phrases if phrase not in self._said]:
                    self._said.add(text := _dice.choice(new))
                    room.later(_dice.uniform(*DELAYS[room.pace]), partial(self._say, event.seat, text))
                else:  # rather silent than the same once more; the next time it may be said again
                    self._said.difference_update(phrases)
                return

    def _persona(self, seat: int) -> Persona | None:
        """The persona of the bot in this seat; None if it has none, or stands in for a person."""
        state = self._room.seating[seat] if seat < len(self._room.seating) else SeatState()
        if state.bot is None or state.held:
            return None
        personae = read_personae(self._room.game.folder)
        return next((persona for persona in personae if persona.name == state.name), None)

    async def _say(self, seat: int, text: str) -> None:
        room = self._room
        async with room.lock:
            match = room.match_in_play
            if match is None or match.table.now(match.game.quiet) or self._persona(seat) is None:
                return
            await room.is_committed(room.said(seat, text))
            room.publish()
