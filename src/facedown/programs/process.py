"""A seat played by a process, which is told what its seat sees and answers in lines of JSON."""

from __future__ import annotations

import atexit
import json
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from types import TracebackType
from typing import Self

import msgspec

from facedown.agents import Agent, luck_of
from facedown.core.errors import BadOption, FacedownError
from facedown.core.table import Table
from facedown.core.values import Move

PROTOCOL = 1
TRIES = 3  # answers to one question, before a move is made in its place
LONGEST_LINE = 65_536  # bytes of an answer
MOST_ANSWERS = 16  # lines that wait to be read here; a program that writes more waits itself
MOST_UNREAD = 1_000  # messages that wait to be read by it; a program that leaves more is ended
SECONDS = 10.0
SECONDS_TO_LEAVE = 1.0  # after the game
GONE = None  # what the reader puts into the queue when the process has closed its output


class ProcessPlayer(Agent):
    """A program on a seat.

    command   the program and its arguments; it is started at once, without a shell
    seconds   how long it may think about one question

    An `Agent` for this table and seat.  It reads one JSON object a line from its standard input and writes one a
    line to its standard output; what it writes to standard error is not read.  After three answers that are no
    legal moves, or when time is up, or when it has ended, a random legal move is made in its place: `made_for_it`
    counts these, and `trouble` says why the last one was made.  It has a process group of its own, and whatever it
    has started ends with it.  Raises BadOption if it cannot be started.
    """

    def __init__(self, table: Table, seat: int | str, command: Sequence[str], seconds: float = SECONDS) -> None:
        if not command:
            raise BadOption("a program needs a command, such as ['python', 'bot.py']")
        if not 0 < seconds < threading.TIMEOUT_MAX:
            raise BadOption(f"a program has more than 0 seconds to think, not {seconds!r}")
        self.table, self.seat, self.seconds = table, table.seat(seat), seconds
        self.made_for_it, self.trouble, self._closed = 0, "", False
        self._told, self._number = 1, 0
        self._silence = f"it did not answer within {seconds:g} s"
        self._luck = luck_of("program", table.contract.id, table.seed, self.seat)
        try:
            self._process = subprocess.Popen(
                list(command),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, process_group=0,
            )  # fmt: skip
        except (OSError, ValueError) as error:  # ValueError: a NUL in the command
            why = getattr(error, "strerror", None) or error
            raise BadOption(f"the program {command[0]!r} cannot be started: {why}") from error
        # The process that started it may be ended before it closes this one.
        atexit.register(self._end)
        self._lines: queue.Queue[bytes | None] = queue.Queue(MOST_ANSWERS)
        self._to_say: queue.Queue[bytes | None] = queue.Queue(MOST_UNREAD)
        running = (self._read, self._write, self._see_end)
        self._threads = [threading.Thread(target=each, daemon=True) for each in running]
        for thread in self._threads:
            thread.start()
        self._say("hello", protocol=PROTOCOL, game=table.contract.id, seat=self.seat, names=list(table.names),
                  options=table.contract.public_options(table.options), seconds=seconds)  # fmt: skip

    # -- one question ---------------------------------------------------------------------------------------------

    def choose(self, view: object, legal: Sequence[Move]) -> Move:
        """The program's answer to what its seat is asked now; a random move of `legal` if it has none in time.

        The program is sent what people see, and not `view`, which is what bots read.
        """
        self._number += 1
        self._say(
            "asked",
            number=self._number,
            happened=self._news(),
            prompt=self.table.prompt(self.seat),
            legal=[move.text for move in legal],
            view=msgspec.to_builtins(self.table.view(self.seat)),
        )
        deadline = time.monotonic() + self.seconds
        tries, why = 0, ""
        while tries < TRIES and (answer := self._next_answer(deadline)) is not None:
            move, why, late = self._understood(answer)
            if move is not None:
                return move
            self._say("refused", number=self._number, why=why)
            tries += not late
        self.made_for_it += 1
        self.trouble = f"{TRIES} answers were refused, the last: {why}" if tries == TRIES else self._silence
        own = [move for move in legal if '"' not in move.text] or list(legal)
        move = own[int(self._luck[0]) % len(own)]
        self._luck = luck_of("program", self._luck.tolist())
        self._say("moved for you", number=self._number, move=move.text)
        return move

    def _next_answer(self, deadline: float) -> bytes | None:
        """The next line that it writes; None when time is up, or when it has ended."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None
        if line is GONE:
            self._silence = "it had ended"
            self._lines.put(GONE)  # for all later questions
        return line

    def _understood(self, line: bytes) -> tuple[Move | None, str, bool]:
        """The move that an answer means, or why it means none, and whether it answers an earlier question."""
        try:
            answer = json.loads(line)
            number, words = answer["number"], answer["move"]
        except (ValueError, TypeError, KeyError, RecursionError):
            return None, 'an answer is a line such as {"number": 1, "move": "..."}', False
        if isinstance(number, bool) or number != self._number:
            late = isinstance(number, int) and 0 < number < self._number
            return None, f"the open question is number {self._number}", late
        if not isinstance(words, str):
            return None, "a move is text, one of `legal`", False
        try:
            move = self.table.interpret(self.seat, words)
        except FacedownError as error:
            return None, str(error), False
        why = self.table.objection(self.seat, move)
        return (move, "", False) if why is None else (None, str(why), False)

    # -- the process ----------------------------------------------------------------------------------------------

    def _news(self) -> list[str]:
        """What this seat was told since it was last asked."""
        events = self.table.log(self.seat, since=self._told)
        self._told = len(self.table.frames)
        return [event.text for event in events]

    def _say(self, kind: str, **what: object) -> None:
        try:
            self._to_say.put_nowait(json.dumps({"type": kind, **what}).encode() + b"\n")
        except queue.Full:
            self._end()

    def _write(self) -> None:
        """Tell it what there is to tell, in a thread of its own: a program that does not read holds nobody up."""
        assert self._process.stdin is not None
        with suppress(OSError):  # it may have ended: the next question finds that out
            while line := self._to_say.get():
                self._process.stdin.write(line)
                self._process.stdin.flush()
        with suppress(OSError):
            self._process.stdin.close()

    def _read(self) -> None:
        """Put its lines into the queue, in a thread of its own; what is longer than an answer comes in pieces."""
        assert self._process.stdout is not None
        with self._process.stdout as said:
            while line := said.readline(LONGEST_LINE):
                self._lines.put(line)
        self._lines.put(GONE)

    def _see_end(self) -> None:
        """End what the program leaves behind, so that its output closes and nothing outlives it."""
        if hasattr(os, "waitid"):  # it is not reaped yet, so that its number is nobody else's
            os.waitid(os.P_PID, self._process.pid, os.WEXITED | os.WNOWAIT)
        else:
            self._process.wait()
        self._kill_all()
        self._process.wait()

    def _end(self) -> None:
        """End the program, unless it has ended, and all that it has started."""
        if self._process.returncode is None:
            self._kill_all()

    def _kill_all(self) -> None:
        with suppress(ProcessLookupError, PermissionError):  # nobody is left
            os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """Say how the game stands, and end the process.  Closing twice does nothing."""
        if self._closed:
            return
        atexit.unregister(self._end)
        self._closed = True
        if self._process.returncode is None:
            standing = self.table.standing
            self._say("over" if standing.over else "stopped", happened=self._news(), summary=standing.summary,
                      scores=list(standing.scores), winners=list(standing.winners))  # fmt: skip
        with suppress(queue.Full):  # a program that has left so much unread is ended already
            self._to_say.put_nowait(None)
        self._see_off(time.monotonic() + SECONDS_TO_LEAVE)

    def _see_off(self, deadline: float) -> None:
        """Wait until it is gone; after the deadline it is ended."""
        while any(thread.is_alive() for thread in self._threads):
            with suppress(queue.Empty):  # nobody reads what it still says, and it may wait for that
                self._lines.get(timeout=0.01)
            if time.monotonic() > deadline:
                self._end()
            if time.monotonic() > deadline + SECONDS_TO_LEAVE:
                return  # somebody has left its group, and holds its output

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
