"""A game in progress: moves go in, views come out.  Everything is derived from the history of moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, Self, SupportsIndex, TypeVar, TypeVarTuple, overload

from msgspec.structs import replace

from facedown.core.abilities import Position, Seen, View
from facedown.core.chance import checked_seed
from facedown.core.contract import Contract
from facedown.core.errors import MOST_STEPS, BadOption, FacedownError, GameOver, Illegal, Stuck, WrongSeat
from facedown.core.history import Frame, History, Played, Taken, checked_ticks, frame_at, is_deal, ticks
from facedown.core.layout import Ints
from facedown.core.seat_names import checked_names, seat_of
from facedown.core.spelling import counted, unbracketed
from facedown.core.values import Acting, Event, LegalMove, Move, Seat, Standing, Timing
from facedown.core.writing import read_move, write
from facedown.core.wrong_words import FEW

T = TypeVar("T")
About = TypeVarTuple("About")


class Fact(cached_property[T]):
    """What follows from the present position: found when it is first read, and kept until something changes."""

    @overload
    def __get__(self, table: None, kind: type | None = None) -> Self: ...
    @overload
    def __get__(self, table: object, kind: type | None = None) -> T: ...
    def __get__(self, table: Any, kind: type | None = None) -> T | Self:
        if table is None:
            return self
        if not table._still:
            table._settle()
        found = vars(table)[self.attrname or ""] = self.func(table)  # where it is found before this from now on
        return found


class Mark(NamedTuple, Generic[Position, View, Seen]):
    """The state of a table at one moment, for `Table.go_back`.  Its cost does not depend on the game's length."""

    then: Table[Position, View, Seen]  # read only; its history may have grown since
    lines: int  # of history
    frames: int
    moves: int


class Table(Generic[Position, View, Seen]):
    """One game being played; `game.new` opens it.

    Seats are numbered from 0; wherever a seat is expected, its name works as well.  A call that raises an exception
    leaves the table unchanged.
    """

    def __init__(
        self,
        contract: Contract[Position, View, Seen],
        seats: int | Sequence[str],
        seed: object = 0,
        options: Mapping[str, object] | None = None,
        *,
        wait_for_chance: bool = False,
    ) -> None:
        if not isinstance(contract, Contract):
            raise BadOption(f"{contract!r} is not a contract: a game's `new` opens a table of it")
        self.contract = contract
        self.names = checked_names(contract, seats)
        self.seed = checked_seed(seed)
        unsaid = contract.in_records if wait_for_chance else {}
        self.options = contract.options_at(len(self.names), {**unsaid, **(options or {})})
        self._position = contract.start(len(self.names), seed, self.options)
        self._shared = False  # whether something else holds this object too, so that it must not be changed
        self._history: History[Position, View] = History(contract.copy(self._position))
        self._views = self._history.frames[0].views  # of the present: the last frame's, unless there is more to see
        self._found: dict[object, Any] = {}  # what has been found out about the present
        self._listed: dict[Seat, tuple[tuple[Move, ...], tuple[LegalMove, ...]]] = {}  # those that were legal last
        self._known: dict[Seat, tuple[Frame[Position, View], object]] = {}  # what seats know, and when they knew it
        self._taken: list[Taken] = []  # of which history says nothing yet
        self._wait_for_chance = wait_for_chance
        self._past = False  # whether this is a moment of the past: see `at`
        self._still = False  # whether the table has taken all the steps that need no answer
        self._settle(deals=not wait_for_chance)

    # -- who, and what may be done --------------------------------------------------------------------------------

    @Fact
    def asked(self) -> tuple[Seat, ...]:
        """The seats that must answer now; () when the game is over."""
        return self.contract.asked(self._position)

    @Fact
    def free(self) -> tuple[Seat, ...]:
        """The seats that may act although the table is not waiting for them."""
        return self.contract.free(self._position)

    @Fact
    def timing(self) -> Timing:
        """The open question as its clock knows it: for how long it waits, and whether it is still the same."""
        return self.contract.timing(self._position)

    @Fact
    def known(self) -> Mapping[Seat | None, Acting]:
        """Who is asked and who is free to act, as far as each seat may know; None: a spectator."""
        return self.contract.known(self._position, len(self.names))

    @Fact
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.contract.over(self._position)

    def seat(self, who: object) -> Seat:
        """The number of a seat given by number or name.  Raises WrongSeat."""
        if who.__class__ is int and 0 <= who < len(self.names):
            return who
        return seat_of(who, self.names)

    def legal(self, seat: Seat | str) -> tuple[Move, ...]:
        """The moves that this seat may make; () when it is neither asked nor free to act."""
        if not self._still:
            self._settle()
        who = seat if seat.__class__ is int and seat in self._found else self.seat(seat)
        if who not in self._found:
            self._found[who] = self.contract.legal(self._position, who, self.names)
        moves: tuple[Move, ...] = self._found[who]
        return moves

    def listed(self, seat: Seat | str) -> tuple[LegalMove, ...]:
        """The same moves as pages and programs get them.

        The same object is returned for as long as `legal` returns the same object.
        """
        moves = self.legal(seat)
        who = seat if seat in self._listed else self.seat(seat)
        known = self._listed.get(who)
        if known is None or known[0] is not moves:
            known = self._listed[who] = moves, self.contract.listed(moves, self.names)
        return known[1]

    def interpret(self, seat: Seat | str, move: Move | str) -> Move:
        """The move that these words from a seat mean now, or this move, spelled as in the history.

        Raises WrongSeat, or Illegal if they match no move; the message suggests similar ones.
        """
        self._settle()
        who = self.seat(seat)
        chosen = move if isinstance(move, Move) else self._read(who, move)
        return self.contract.interpret(self._position, who, chosen, self.names) or chosen

    def objection(self, seat: Seat | str, move: Move | str | SupportsIndex) -> FacedownError | None:
        """The error that `play` would raise for this move; None if the move is legal."""
        try:
            who = self.seat(seat)
            self._allowed(who, move if isinstance(move, (Move, str)) else self.contract.action(move, self.names))
        except FacedownError as error:
            return error
        return None

    def mask(self, seat: Seat | str) -> Ints:
        """The legal actions, bool[len(game.actions)].  Raises WrongSeat; Illegal if moves have no numbers."""
        self._settle()
        return self.contract.mask(self._position, self.seat(seat))

    def play(self, seat: Seat | str, move: Move | str | SupportsIndex) -> None:
        """Make a move, given as a Move, in words, or as the number of an action (`game.actions`).

        A number is fastest where rules are compiled: text, events and history are then made only on demand.
        Raises GameOver, WrongSeat (no such seat, or neither asked nor free), or Illegal, which names the rule.
        Raises Stuck if the rules would never ask anybody again.
        """
        who = self.seat(seat)
        if not isinstance(move, (Move, str)):
            if self._take(who, move):
                return
            move = self.contract.action(move, self.names)
        if self._taken:
            self._catch_up()
        chosen = self._allowed(who, move)
        before = self.contract.put_away(self._position)
        self.contract.play(self._own(), who, chosen)
        self._history.write_move(before, who, chosen)
        self._keep_frame()
        try:
            self._settle(deals=not self._wait_for_chance)
        except Stuck:
            self.undo()
            raise

    def _take(self, who: Seat, move: SupportsIndex) -> bool:
        """Make a move in a single compiled call, if possible; returns whether it was."""
        now = self._own() if self._shared else self._position
        taken = None if self._wait_for_chance else self.contract.advance(now, who, move)
        if taken is None:
            return False
        before, asked = taken
        self._taken.append((before, who, move))
        self._forget()
        self.asked = asked
        return True

    def _catch_up(self) -> None:
        """Replay step by step the actions that `_take` has taken, to make their history."""
        taken, self._taken = self._taken, []
        if taken:
            self._position, self._shared = self.contract.taken_back(self._position, taken[0][0]), False
            self._forget()
        for _, seat, action in taken:
            self.play(seat, self.contract.action(action, self.names))

    def _allowed(self, who: Seat, move: Move | str) -> Move:
        """The move as the history spells it, if it is legal.  Raises GameOver, WrongSeat or Illegal."""
        if who not in self.asked and who not in self.free:
            raise self._not_asked(who)
        chosen = move if isinstance(move, Move) else self._read(who, move)
        legal: tuple[Move, ...] = self._found.get(who, ())
        if chosen.__class__ is Move and chosen in legal:  # with a number and a text, and no other spelling
            return legal[legal.index(chosen)]
        meant = self.contract.interpret(self._position, who, chosen, self.names)
        if meant is None:
            refusal = self.contract.refusal(self.view(who), chosen, self.names)
            why = unbracketed(refusal.text)
            number = f" (rule {refusal.rule})" if refusal.rule else ""
            few = "" if refusal.rule else self._few_moves(who)
            told = why if refusal.whole else f"{self.names[who]} may not play {chosen.text}: {why}{number}{few}"
            raise Illegal(told, refusal.rule)
        return meant

    def _few_moves(self, who: Seat) -> str:
        """What may be written now, where that is little, in brackets."""
        listed = self.contract.legal(self._position, who, self.names)
        few = 0 < len(listed) <= FEW and not any(map(self.contract.takes_words, listed))
        return f" (now you can write {', '.join(f'`{one.text}`' for one in listed)})" if few else ""

    def _read(self, who: Seat, words: str) -> Move:
        """The move that these words mean.  Raises Illegal."""
        return read_move(self.contract, self._position, who, words, self.names)

    def _not_asked(self, who: Seat) -> FacedownError:
        if self.contract.over(self._position):
            return GameOver(f"the game is over: {self.standing.summary}")
        asked = ", ".join(self.names[other] for other in self.known[who].asked) or "others"
        return WrongSeat(f"nothing is asked of {self.names[who]} now; waiting for {asked}")

    def wait(self, times: int = 1) -> None:
        """Let the time of the open question run out, `times` times; who is still asked makes a `timeout_move`.

        Raises GameOver, or Illegal if the question has no time limit or `times` is not from 1 to 9,999.
        """
        often, before = checked_ticks(times), self.mark()
        try:
            for done in range(often):
                self._run_out(f"after {counted(done, 'time')} " if done else "")
        except BaseException:
            self.go_back(before)
            raise

    def lay_out(self, words: str) -> bool:
        """Apply a line of a record that is not a player's move; returns False if it is not such a line.

        Such lines fix the outcome of chance, such as the order of the deck.  The line `deal` makes the table deal
        now instead of before the next move, so that lines after it apply to what comes later.  `clock: 3` lets time
        run out three times.  Raises FacedownError if the line cannot be applied.
        """
        if (times := ticks(words)) is not None:
            self.wait(times)
            return True
        if is_deal(words):
            self._settle()
            self._history.write_deal()
            return True
        self._catch_up()
        trial = self.contract.copy(self._position)
        if not self.contract.lay_out(trial, words, self.names):
            return False
        self._history.write_deal()
        self._history.write_laid_out(" ".join(words.split()))
        self._position, self._shared, self._still = trial, False, False
        self._forget()
        self._history.keep_instead(self.contract.copy(trial), self._views)
        return True

    # -- what people see ------------------------------------------------------------------------------------------

    def view(self, seat: Seat | str | None) -> View:
        """What this seat can see; None: a spectator."""
        if not self._still:
            self._settle()
        there = range(len(self.names))
        who = seat if seat is None or (seat.__class__ is int and seat in there) else self.seat(seat)
        view = self._views.get(who)  # a copy of this table in another thread may remove it at any moment
        if view is None:
            view = self._views[who] = self.contract.view(self._position, who, self.names)
        if self.contract.hidden_events and not self._past:
            return replace(view, event=None)  # when it goes away would tell of what comes next
        return view

    def now(self, ask: Callable[[Position, *About], T], *about: *About) -> T:
        """What the game says of the present, as `table.now(contract.suggestion, seat, names)`.

        It is asked once; the answer is kept until something changes.
        """
        return self.once((ask, about), lambda: ask(self._position, *about))

    def once(self, what: tuple[object, ...], find: Callable[[], T]) -> T:
        """The result of `find` for the present position, kept under the key `what` until something changes."""
        if not self._still:
            self._settle()
        if what not in self._found:
            self._found[what] = find()
        found: T = self._found[what]
        return found

    def observation(self, seat: Seat | str | None) -> Seen:
        """The view in the form that bots read."""
        self._settle()
        return self.contract.observation(self._position, None if seat is None else self.seat(seat), self.names)

    def at(self, frame: int) -> Self:
        """The table as it was at a frame, before it took any further step.  Read only.  Raises BadOption.

        Frame n is the moment after n events.  Its views hold the event itself, if their seat was told of it.
        """
        if frame.__class__ is int and ("at", frame) in self._found:
            known: Self = self._found["at", frame]
            return known
        then = frame_at(self.frames, frame)
        other = self._with(then.position)
        other._forget()
        other._still, other._past = True, True
        if frame >= self._history.recent:
            other._views = then.views
            self._found["at", frame] = other
        return other

    def fork(self, seat: Seat | str, *, anew: object = None) -> Self:
        """An independent table on which this seat can try other moves; use `at` first to start from the past.

        Hidden cards stay where they are.  With a seed as `anew`, cards that the seat does not know are dealt again,
        and the new table has no history.
        """
        who, other, frame = self.seat(seat), self.copy(), self._history.frame_of(self._position)
        other._past = False
        if frame is not None:
            other._history = other._history.until(frame, self.contract.awaits_chance)
            other._forget()
            other._taken, other._known, other._still = [], {}, False
            other._settle()
        return other if anew is None else other.determinized(who, anew)

    def told_at(self, frame: int, seat: Seat | str | None) -> Event | None:
        """The event of a frame as this seat was told it; None if it was told nothing."""
        if self.contract.hidden_events:
            who, position = None if seat is None else self.seat(seat), frame_at(self.frames, frame).position
            happened = self.contract.happenings(self._position)
            if happened is not None and happened == self.contract.happenings(position):
                position = self._position  # has the same event, and copies take longer to look at
            return self.contract.told(position, who, self.names)
        return self.contract.words.tell(self.view_at(frame, seat), self.names)

    def view_at(self, frame: int, seat: Seat | str | None) -> View:
        """What this seat could see at a frame, with the event itself if it was told of it.  Raises BadOption."""
        if self._taken:
            self._catch_up()
        frames = self._history.frames
        then = frames[frame] if frame.__class__ is int and 0 <= frame < len(frames) else frame_at(frames, frame)
        who = seat if seat is None or (seat.__class__ is int and 0 <= seat < len(self.names)) else self.seat(seat)
        view = then.views.get(who)
        if view is None:
            view = self.contract.view(then.position, who, self.names)
            if frame >= self._history.recent:
                then.views[who] = view
        return view

    def forget_past(self) -> None:
        """Free the views of past frames, and the tables of past moments, once everybody has been shown them.

        They are made again on demand.
        """
        self._history.forget_past()
        self._found = {what: found for what, found in self._found.items() if not isinstance(found, Table)}

    def prompt(self, seat: Seat | str | None) -> str:
        """One sentence: what is asked of this seat, or whom the table waits for."""
        return self.contract.words.prompt(self.view(seat), self.names)

    def aim(self, seat: Seat | str | None) -> str:
        """The aim of the game in one line, for this seat (None: a spectator); its scores are in `standing`."""
        return self.contract.words.aim(self.view(seat), self.names)

    def log(self, seat: Seat | str | None, since: int = 1) -> list[Event]:
        """The events from frame `since` on, as this seat was told them."""
        self._settle()
        told = (self.told_at(frame, seat) for frame in range(max(1, since), len(self.frames)))
        return [event for event in told if event is not None]

    @Fact
    def standing(self) -> Standing:
        """Scores so far, and the winners when the game is over."""
        return self.contract.standing(self._position)

    # -- history --------------------------------------------------------------------------------------------------

    @property
    def history(self) -> list[Played]:
        """Every move so far, and every outcome of chance that a record has fixed, in order."""
        if self._taken:
            self._catch_up()
        return self._history.lines

    @property
    def frames(self) -> list[Frame[Position, View]]:
        """The position after each event, the first one before anything has happened."""
        if self._taken:
            self._catch_up()
        return self._history.frames

    def record(self) -> str:
        """The game so far as text, with its seed.  It gives away everything that is hidden.

        Raises Illegal for a table that was dealt anew (`determinized`), which has no history.
        """
        if not self._history.whole:
            raise Illegal("this table's cards were dealt anew in the middle of a game, so it has no record")
        lines = self.history
        return write(self.contract, self._history.frames[0].position, self.names, self.seed, self.options, lines)

    def copy(self, *, wait_for_chance: bool | None = None) -> Self:
        """An independent copy of the table."""
        if wait_for_chance is not None:
            self._catch_up()
        other = self._with(self._position if self._shared else self.contract.copy(self._position))
        other._history, other._shared = self._history.copy(), self._shared
        other._taken, other._known = list(self._taken), dict(self._known)
        if wait_for_chance is not None:
            other._wait_for_chance = wait_for_chance
            other._settle(deals=not wait_for_chance)
        return other

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        """The same: what copies share is never changed."""
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: all but what can be found out again."""
        history, frames = self._history.without_views(), self._history.frames
        known = {
            who: (history.frames[at], what)
            for who, (last, what) in self._known.items()
            for at, frame in enumerate(frames)
            if frame is last
        }
        kept = {name: value for name, value in vars(self).items() if name not in FACTS}
        return {**kept, "_history": history, "_known": known, "_views": {}, "_found": {}}

    def mark(self) -> Mark[Position, View, Seen]:
        """The present state, for `go_back`, whatever is played, undone or timed out in between."""
        if self._taken:
            self._catch_up()
        then = self._with(self._position if self._shared else self.contract.copy(self._position))
        then._history, then._taken = self._history.glance(), []
        return Mark(then, len(self._history.lines), len(self._history.frames), len(self._history.moves))

    def go_back(self, mark: Mark[Position, View, Seen]) -> None:
        """Restore the state in which this mark was made.  Marks made later become invalid."""
        unchanged = self._found is mark.then._found  # then the position stays: a copy may have to replay the game
        present = {"_position": self._position, "_shared": self._shared} if unchanged else {}
        self._forget()
        vars(self).update(vars(mark.then), _taken=[], **present, _history=mark.then._history.glance())
        self._history.cut(mark.lines, mark.frames, mark.moves)

    def _own(self) -> Position:
        """The present position, to be changed: a copy from now on, if something else holds it too."""
        self._found = {}
        if self._shared:
            self._position, self._shared = self.contract.copy(self._position), False
        return self._position

    def _forget(self) -> None:
        """Forget what has been found out about the position: it is another now."""
        self._views, self._found = {}, {}
        found = vars(self)
        for name in FACTS:
            found.pop(name, None)

    def _with(self, position: Position) -> Self:
        """A table like this one with this position; the caller still has to set its history."""
        other = object.__new__(type(self))
        other.__dict__ = vars(self).copy()
        other._position, other._shared = position, True
        return other

    def undo(self) -> None:
        """Take back the last move and all that the clock has done since.  Raises Illegal if there is none."""
        if self._taken:
            self._position, self._shared = self.contract.taken_back(self._position, self._taken.pop()[0]), False
        else:
            self._position = self.contract.taken_back(self._position, self._history.take_back())
            self._shared, self._still = True, False
        self._forget()

    def determinized(self, seat: Seat | str | None, seed: object) -> Self:
        """A random table that agrees with all that this seat (None: a spectator) has seen.

        What the seat does not know is dealt again.  The table has no history, and the other seats know only what
        they see at present.  Equal seeds give equal deals.  Raises WrongSeat; BadOption for an invalid seed.
        """
        seed = checked_seed(seed)
        self._settle()
        who = None if seat is None else self.seat(seat)
        known = None if who is None else self.knowledge(who)
        contract, now = self.contract, self._position
        anew = contract.determinize(now, None, seed) if who is None else contract.redealt(now, who, known, seed)
        other = self._with(anew)
        other._history = History(other._position, whole=False)
        frame = other._history.frames[0]
        other._forget()
        other._views, other._taken = frame.views, []
        other._known = {} if who is None else {who: (frame, known)}
        return other

    def knowledge(self, seat: Seat | str) -> object:
        """What this seat can know from its past views beyond its present view, as a record that the game defines.

        None if the present view tells everything.  It must not be changed.
        """
        who, frames = self.seat(seat), self.frames
        last, known = self._known.get(who, (None, None))
        if frames[-1] is last:
            return known
        first = next((at + 1 for at in reversed(range(len(frames))) if frames[at] is last), 0)
        views = (self.contract.observation(frame.position, who, self.names) for frame in frames[first:])
        known = self.contract.learned(known if first else None, views)
        self._known[who] = frames[-1], known
        return known

    def position(self) -> Position:
        """A copy of the whole position, including what is hidden.  Never derive from it what a player is shown."""
        self._settle()
        return self.contract.copy(self._position)

    # -- the table's own steps ------------------------------------------------------------------------------------

    def _settle(self, *, deals: bool = True) -> None:
        """Take the table's own steps until a seat is asked or, unless it `deals`, until chance is needed."""
        if self._still:
            return
        steps = 0
        while not (asked := self.contract.asked(self._position)) and not self.contract.over(self._position):
            steps += 1
            if steps > MOST_STEPS:
                raise Stuck.alone(self.contract.title)
            by_chance = self.contract.awaits_chance(self._position)
            if by_chance and not deals:
                break
            self._history.dealt |= by_chance
            self.contract.proceed(self._own())
            self._keep_frame()
        self._still = deals
        if deals:
            self.asked, self.over = asked, not asked

    def _run_out(self, after: str) -> None:
        """Let the time of the open question run out once; `after` how often it has done so just now, in words."""
        self._settle()
        if self.contract.over(self._position):
            raise GameOver(f"{after}the game is over: {self.standing.summary}")
        asked = self.contract.asked(self._position)
        if self.contract.timing(self._position).seconds is None:
            waiting = ", ".join(self.names[seat] for seat in asked)
            raise Illegal(f"{after}no clock is running: {waiting} may think for as long as they like")
        self._history.write_clock()
        for seat in asked:
            if seat in self.contract.asked(self._position):  # another's silence may have been enough
                self.contract.play(self._own(), seat, self.contract.timeout_move(self._position, seat, self.names))
                self._keep_frame()
        self._settle(deals=not self._wait_for_chance)

    def _keep_frame(self) -> None:
        """Add a frame to the history for what has just happened, if anybody could see it."""
        self._forget()
        self._still = False
        now = self.contract.happenings(self._position)
        if now is None or now != self.contract.happenings(self._history.frames[-1].position):
            self._history.keep(self.contract.copy(self._position), self._views)

    def __repr__(self) -> str:
        """The game, the seats and whom the table waits for; nothing that is hidden from anybody."""
        asked = ", ".join(self.names[n] for n in self.contract.known(self._position, len(self.names))[None].asked)
        waiting = "over" if self.contract.over(self._position) else f"asked: {asked or 'nobody'}"
        return f"<Table {self.contract.id}: {', '.join(self.names)}; {waiting}>"


FACTS = tuple(name for name, value in vars(Table).items() if isinstance(value, Fact))
