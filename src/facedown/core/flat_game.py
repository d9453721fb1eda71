"""A game whose position is one fixed-layout record and whose rules are functions that compile.

Such a game's `rules.py` has `Position` and `View`, the classes that lay out its records, and these functions, all
marked `@compiles`:

    start(s, seats, ...)        everything but the seed is set; nothing is dealt yet; OPTIONS follow as numbers
    proceed(s)                  the table's next step, when nobody is asked
    legal(s, seat, moves)       mark what an asked seat may do in `moves`, int64[WORDS]
    step(s, seat, move)         the answer of an asked seat; it must be legal
    observe(s, seat, v)         fill the blank `v` with what `seat` may know (-1: a spectator): add, never blank out
    determinize(s, seat)        deal anew, from the generator, what `seat` cannot know
    score(s, seat) -> int       points so far
    wins(s, seat) -> bool       when it is over: is this seat a winner?

A game with a clock, or with seats that may act unasked, has some of these as well:

    SECONDS                     for each kind of question that does not wait for ever, how long it waits; or else
    seconds(s) -> float         the same for the open question; 0: for ever
    CONTINUOUS                  the kinds of question that come one after the other while time runs on, as ticks do:
                                whatever is legal when it arrives answers them
    silence(s, seat) -> int     the move that silence stands for, when time is out; it must be legal
    free(s) -> int              the seats that may act although they are not asked, as a set; `legal` tells what
    reveal(s, v)                optional: add to a spectator's view what lies hidden, for looking back at the end

`bots.py` has BOTS: functions `choose(v, moves, luck) -> move`, by name.  If it has a class `Memory` too, laid
out as a position is, and `remember(v, memory)`, called for each thing that happens with what the bot's seat
sees of it, then its bots are functions `choose(v, moves, luck, memory)`.

`words.py` turns view records into what people read, `notation.py` moves and cards into text and back.
"""

from __future__ import annotations

import functools
import importlib
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import msgspec
import numpy as np

from facedown.core import bits, questions
from facedown.core.chance import key_of, seed_chance
from facedown.core.errors import Illegal
from facedown.core.game import Card, Event, Game, Move, Position, Refusal, Seat, Standing
from facedown.core.layout import blank, compiled, copy_of, dtype_of
from facedown.core.spelling import did_you_mean, fold, quote

SPECTATOR = -1
RULES = ("proceed", "legal", "step", "observe", "determinize", "score", "wins")
OPTIONAL_RULES = ("seconds", "silence", "free")


class FlatGame(Game):
    """Ties a game folder's modules together; a game subclasses it, or just fills in its facts."""

    def __init__(
        self,
        *,
        id: str,
        title: str,
        summary: str,
        minutes: int,
        seats: range,
        rules: ModuleType,
        words: ModuleType,
        notation: ModuleType,
        bots: ModuleType,
        high_wins: bool,
        scores_decide: bool = True,
    ) -> None:
        self.id, self.title, self.summary, self.minutes, self.seats = id, title, summary, minutes, seats
        self.rules, self.words, self.notation, self.bot_module = rules, words, notation, bots
        self._running: Any = rules  # the rules in the form that tables run: as they stand, or compiled
        self._compiling = threading.Lock()
        self.options = rules.OPTIONS
        self.move_words = rules.WORDS
        self.high_wins, self.scores_decide = high_wins, scores_decide
        self.folder = Path(str(rules.__file__)).parent
        self.position_layout = dtype_of(rules.Position)
        self.view_layout = dtype_of(rules.View)
        self.memory_layout = dtype_of(bots.Memory) if hasattr(bots, "Memory") else None

    def compile(self) -> None:
        """Let tables run compiled rules from now on; they change nothing but the speed.

        Takes seconds where the machine code is not on disk yet.  Any thread may call it while others play.
        """
        with self._compiling:
            if self._running is not self.rules:
                return
            there = [name for name in (*RULES, *OPTIONAL_RULES) if hasattr(self.rules, name)]
            twins = SimpleNamespace(**{name: compiled(getattr(self.rules, name)) for name in there})
            self._try_out(twins)
            self._running = twins

    def _try_out(self, rules: Any) -> None:
        """Call every rule once, as tables do: Numba compiles a function when it is first called."""
        position = self.start(self.seats[0], 0, self.checked_options({}))
        while not questions.who_is_asked(position):
            rules.proceed(position)
        seat = self.asked(position)[0]
        moves = np.zeros(self.rules.WORDS, np.int64)
        rules.legal(position, seat, moves)
        rules.observe(position, seat, blank(self.view_layout))
        rules.determinize(copy_of(position), seat)
        if hasattr(rules, "seconds"):
            rules.seconds(position)
        if hasattr(rules, "silence"):
            rules.silence(position, seat)
        if hasattr(rules, "free"):
            rules.free(position)
        rules.step(position, seat, codes(moves)[0])
        rules.score(position, seat)
        rules.wins(position, seat)

    # -- a position and what may be done with it -----------------------------------------------------------------

    def start(self, seats: int, seed: object, options: Mapping[str, Any]) -> Position:
        position = blank(self.position_layout)
        seed_chance(position, key_of(self.id, seed))
        self.rules.start(position, seats, *self.option_numbers(options))
        return position

    def option_numbers(self, options: Mapping[str, Any]) -> list[int]:
        """Options as the rules take them: whole numbers as they are, words by their place among the choices."""
        numbers = []
        for option in self.options:
            value = options[option.name]
            numbers.append(value if isinstance(value, int) else option.choices.index(value))
        return numbers

    def copy(self, position: Position) -> Position:
        return copy_of(position)

    def asked(self, position: Position) -> tuple[Seat, ...]:
        return seats_in(questions.who_is_asked(position))

    def over(self, position: Position) -> bool:
        return questions.is_over(position)

    def awaits_chance(self, position: Position) -> bool:
        return not self.asked(position) and questions.open_kind(position) in self.rules.CHANCE

    def proceed(self, position: Position) -> None:
        self._running.proceed(position)

    def legal(self, position: Position, seat: Seat, names: Sequence[str]) -> tuple[Move, ...]:
        moves = np.zeros(self.rules.WORDS, np.int64)
        if questions.is_asked(position, seat) or seat in self.free(position):
            self._running.legal(position, seat, moves)
        return tuple(self.move(code, names) for code in codes(moves))

    def known_asked(self, position: Position, seat: Seat | None) -> tuple[Seat, ...]:
        """Where tick follows on tick, nobody knows of another who has acted in this one."""
        asked = self.asked(position)
        return tuple(other for other in asked if other == seat) if self.continuous(position) else asked

    def free(self, position: Position) -> tuple[Seat, ...]:
        waiting = questions.who_is_asked(position)
        if not waiting or not hasattr(self._running, "free"):
            return ()
        return seats_in(int(self._running.free(position)) & ~waiting)

    def seconds(self, position: Position) -> float | None:
        if not questions.who_is_asked(position):
            return None
        if hasattr(self._running, "seconds"):
            return float(self._running.seconds(position)) or None
        seconds: Mapping[int, float] = getattr(self.rules, "SECONDS", {})
        return seconds.get(questions.open_kind(position))

    def silence(self, position: Position, seat: Seat, names: Sequence[str]) -> Move:
        return self.move(int(self._running.silence(position, seat)), names)

    def question(self, position: Position) -> object:
        return int(position.opened)

    def continuous(self, position: Position) -> bool:
        return questions.open_kind(position) in getattr(self.rules, "CONTINUOUS", ())

    def happenings(self, position: Position) -> object:
        return int(position.event_count)

    def move(self, code: int, names: Sequence[str]) -> Move:
        return Move(code, self.notation.write_move(code, names))

    def play(self, position: Position, seat: Seat, move: Move) -> None:
        self._running.step(position, seat, move.code)

    def standing(self, position: Position) -> Standing:
        seats = range(int(position.seats))
        over = self.over(position)
        return Standing(
            scores=tuple(int(self._running.score(position, seat)) for seat in seats),
            over=over,
            winners=tuple(seat for seat in seats if over and self._running.wins(position, seat)),
            high_wins=self.high_wins,
            summary=self.words.standing(position),
        )

    def determinize(self, position: Position, seat: Seat | None, seed: object) -> Position:
        other = copy_of(position)
        seed_chance(other, key_of(self.id, "determinize", seed))
        self._running.determinize(other, SPECTATOR if seat is None else seat)
        return other

    def lay_out(self, position: Position, words: str, names: Sequence[str]) -> bool:
        return bool(self.notation.lay_out(position, words, names))

    # -- what people see ------------------------------------------------------------------------------------------

    def observation(self, position: Position, seat: Seat | None, names: Sequence[str] = ()) -> Any:
        """The view as a record: what compiled bots and learners get.  It holds no names."""
        view = blank(self.view_layout)
        self._running.observe(position, SPECTATOR if seat is None else seat, view)
        return view

    def view(self, position: Position, seat: Seat | None, names: Sequence[str]) -> msgspec.Struct:
        shown: msgspec.Struct = self.words.show(self.observation(position, seat), names)
        return shown

    def revealed(self, position: Position, names: Sequence[str]) -> msgspec.Struct:
        view = self.observation(position, None)
        if reveal := getattr(self.rules, "reveal", None):
            reveal(position, view)
        shown: msgspec.Struct = self.words.show(view, names)
        return shown

    def event(self, view: Any, names: Sequence[str]) -> Event | None:
        happened: Event | None = self.words.tell(view, names)
        return happened

    def prompt(self, view: Any, names: Sequence[str]) -> str:
        return str(self.words.prompt(view, names))

    def read_move(self, words: str, names: Sequence[str]) -> Move:
        known = self._moves_by_name(tuple(names))
        folded = fold(words)
        if folded in known:
            return known[folded]
        mend = did_you_mean(words, [move.text for move in known.values()]) or f"; {self.notation.HOW_TO_WRITE}"
        raise Illegal(f"{quote(words.strip())} is no move of {self.title}{mend}")

    @functools.lru_cache(maxsize=64)  # noqa: B019 - games live as long as the program
    def _moves_by_name(self, names: tuple[str, ...]) -> dict[str, Move]:
        return {fold(text): Move(code, text) for code, text in self.notation.all_moves(names)}

    def refusal(self, view: Any, move: Move, names: Sequence[str]) -> Refusal:
        refused: Refusal = self.words.refusal(view, move.code, names)
        return refused

    def unplayable(self, view: Any, names: Sequence[str]) -> tuple[tuple[str, Refusal], ...]:
        return tuple(self.words.unplayable(view, names))

    def cards(self) -> tuple[Card, ...]:
        return tuple(self.notation.CARDS)

    def explain_cards(self, text: str) -> tuple[Card, ...]:
        if not (self.folder / "cards.py").exists():
            return super().explain_cards(text)
        cards = importlib.import_module(f"{self.rules.__package__}.cards")
        return tuple(
            Card(card.name, cards.explain(card), "", copies=card.copies, source=card.source)
            for card in cards.read_cards(text)
        )

    def bots(self) -> Mapping[str, Any]:
        bots: Mapping[str, Any] = self.bot_module.BOTS
        return bots

    def unasked(self) -> Mapping[str, Any]:
        unasked: Mapping[str, Any] = getattr(self.bot_module, "UNASKED", {})
        return unasked


@functools.lru_cache(maxsize=4096)  # asked for many times between two moves
def seats_in(seats: int) -> tuple[Seat, ...]:
    """The members of a set of seats."""
    return tuple(seat for seat in range(seats.bit_length()) if bits.holds(seats, seat))


def codes(moves: Any) -> list[int]:
    """The numbers in a set of legal moves, smallest first."""
    found = []
    for word in range(len(moves)):
        rest = int(moves[word])
        while rest:
            found.append(word * bits.WORD + bits.lowest(rest))
            rest &= rest - 1
    return found
