"""The contract fulfilled for games whose position is one fixed-layout record, by the modules of protocols.py."""

from __future__ import annotations

import functools
import math
import re
import threading
import weakref
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Generic, Self, SupportsIndex, TypeVar, cast

import numpy as np

from facedown.core import bits, questions
from facedown.core.abilities import Bot
from facedown.core.cards_file import house_cards, tidied
from facedown.core.chance import keys_after, seed_chance
from facedown.core.compiling import compiled
from facedown.core.contract import Contract
from facedown.core.errors import GameError, Illegal, Stuck
from facedown.core.event_names import EventNames
from facedown.core.flat.compiled_calls import NOT_LEGAL, STUCK, CompiledCalls, Scratch
from facedown.core.flat.compiled_rules import array_of, compiled_rules
from facedown.core.flat.encoder import encode_record
from facedown.core.flat.encoding import Encoding, plain
from facedown.core.flat.loading import check_modules
from facedown.core.flat.moves import Actions, Moves, codes
from facedown.core.flat.protocols import (
    Arrays,
    Bots,
    Cards,
    FreeRules,
    KnowingRules,
    Notation,
    OpenRules,
    Rules,
    Seen,
    Shown,
    State,
    TimedRules,
    Words,
)
from facedown.core.flat.taking_cards import Given, PlainCards, given, no_cards
from facedown.core.layout import Ints, blank, copy_of, dtype_of, memory_of, with_memory
from facedown.core.spelling import fold, quote, unbracketed
from facedown.core.values import Acting, Card, LegalMove, Move, Refusal, Seat, Standing, Timing
from facedown.core.wrong_words import akin, almost, examples, near, nobody_called, what_is_wrong, within

T = TypeVar("T")

SPECTATOR = -1
RULES = frozenset((
    "start", "proceed", "legal", "step", "observe", "observe_open", "observe_own", "determinize", "score", "wins",
    "seconds", "timeout_move", "free", "learn", "redeal", "reveal", "words",
))  # fmt: skip
SEVERAL = r"[,;&]| and | then "  # stands between moves where somebody writes several
WHOLE = (int, np.int64)  # types that compiled rules take unconverted


class FlatContract(questions.OpenQuestion, Contract[State, Shown, Seen], Generic[State, Seen, Shown]):
    """A game made of the modules in its folder.

    `position_layout`, `view_layout` and `memory_layout` are the NumPy types of positions, views and the bots'
    memories.  Raises GameError if a module lacks something.
    """

    def __init__(
        self,
        *,
        id: str,
        title: str,
        summary: str,
        minutes: int,
        seats: range,
        rules: object,
        words: object,
        notation: object,
        bots: object,
        cards: Cards | None = None,
        arrays: Arrays | None = None,
        encoding: Encoding | Callable[..., Encoding] | None = None,
        events: EventNames | Callable[..., EventNames] | None = None,
        high_wins: bool,
        version: int = 1,
        slips: frozenset[str] = frozenset(),
        own_cards: str = "",
    ) -> None:
        self._made_of = {
            name: value for name, value in locals().items() if name not in ("self", "own_cards", "__class__")
        }
        check_modules(rules, words, notation, bots, cards)
        self.id, self.title, self.summary, self.minutes, self.seats = id, title, summary, minutes, seats
        self.high_wins, self.version, self.slips = high_wins, version, slips
        self._key_to_start, self._key_to_deal = keys_after(id), keys_after(id, "determinize")
        self._cards, self._encoding, self.own_cards = cards, encoding, own_cards
        kinds = () if cards is None else cards.read_cards(self.cards_file())
        self.card_arrays = no_cards() if arrays is None else arrays.arrays(kinds)
        self.plain_cards: Any = PlainCards(kinds, self.card_arrays)
        self.words: Words[State, Seen, Shown] = cast("Words[State, Seen, Shown]", Given(words, self.plain_cards))
        self.notation = cast("Notation[State]", Given(notation, self.plain_cards))
        self.events = events if events is None or isinstance(events, EventNames) else self.given_cards(events)()
        self.laid_out = getattr(notation, "LAID_OUT", ())
        if isinstance(self.laid_out, str):
            raise GameError(f"notation.py: LAID_OUT is a tuple, such as ({self.laid_out!r},), not a text")
        self.free_text = not self.cards()
        self._begin_caches()
        self._use_rules(cast("Rules[State, Seen]", rules))
        self._use_bots(cast(Bots, bots))
        super().__init__(self.position_layout)

    def _begin_caches(self) -> None:
        """Make the caches of this game alone, which go when it goes."""
        self._laid_out = functools.lru_cache(maxsize=64)(self._lay_out)
        self.moves = functools.lru_cache(maxsize=256)(self._moves)
        self._codes = functools.lru_cache(maxsize=16)(self._codes_of)
        self._open_to_all = functools.lru_cache(maxsize=16)(self._observed_by_all)
        self._own: weakref.WeakValueDictionary[str, FlatContract[State, Seen, Shown]]
        self._own = weakref.WeakValueDictionary()  # the same game with other cards, by their text
        self._with_cards: Any = functools.lru_cache(maxsize=16)(self._with)
        self._compiling = threading.Lock()

    def _use_rules(self, rules: Rules[State, Seen]) -> None:
        """Use these rules, and look up once what tables need for every move."""
        self.rules = rules
        self.given_rules = self._given_cards(rules)  # as Python calls them: with the cards handed over
        self._running = self.given_rules  # the rules that tables run: interpreted or compiled
        self._is_compiled = False  # whether they are compiled
        self._has_clock, self._has_free = hasattr(rules, "seconds"), hasattr(rules, "free")
        self._has_open = hasattr(rules, "observe_open")
        self._fixed_seconds: Mapping[int, float] = getattr(rules, "SECONDS", {})
        self._holding_up: Collection[int] = getattr(rules, "HOLDS_UP", ())
        self._continuous: Collection[int] = getattr(rules, "CONTINUOUS", ())
        self.options = rules.OPTIONS
        self.longest_hold = float(getattr(rules, "LONGEST_HOLD", math.inf))
        self.folder = Path(str(getattr(rules, "__file__", "."))).parent
        needed: Callable[[], int] = getattr(self.given_rules, "words", lambda: rules.WORDS)
        self.move_words = int(needed())
        self._scratch = Scratch(self.move_words)
        self.position_layout, self.view_layout = dtype_of(rules.Position), dtype_of(rules.Observation)
        self._record: object = self.position_layout.type
        self.knowledge_layout = dtype_of(rules.Knowledge) if hasattr(rules, "Knowledge") else None

    def _use_bots(self, bots: Bots) -> None:
        self.bot_module = bots
        self.memory_layout = dtype_of(bots.Memory) if hasattr(bots, "Memory") else None
        remember: Callable[..., None] | None = getattr(bots, "remember", None)
        self.remember = None if remember is None else self.given_cards(remember)

    @property
    def interpreted_cards(self) -> tuple[object]:
        """The cards for drivers that run as they stand, as `card_arrays` are for compiled ones."""
        return (self.plain_cards,)

    def given_cards(self, function: Callable[..., T]) -> Callable[..., T]:
        """A bot or another function of the game as Python calls it: with the cards handed over."""
        return given(function, self.plain_cards)

    def _given_cards(self, rules: Rules[State, Seen]) -> Rules[State, Seen]:
        rule = {name: getattr(rules, name) for name in dir(rules) if name in RULES}
        return cast(
            "Rules[State, Seen]", SimpleNamespace(**{name: self.given_cards(one) for name, one in rule.items()})
        )

    def compile(self) -> None:
        """Make tables run compiled rules from now on: see `FlatGame.compile`."""
        with self._compiling:
            if self._is_compiled:
                return
            self._running, self._is_compiled = compiled_rules(self.rules, self.card_arrays), True

    # -- a position and what may be done with it -----------------------------------------------------------------

    def start(self, seats: int, seed: object, options: Mapping[str, str | int]) -> State:
        numbers = self.option_numbers(self.fitted_options(options, seats))
        position: State = self.copy(self._laid_out(seats, tuple(numbers)))
        position.key[:] = self._key_to_start(seed)  # nothing has been drawn yet
        return position

    def _lay_out(self, seats: int, options: tuple[Any, ...]) -> State:
        """The position before anything is drawn, which is the same for every seed."""
        position: State = blank(self.position_layout)
        seed_chance(position, 0, 0, 0, 0)
        self.given_rules.start(position, seats, *options)
        return position

    def option_numbers(self, options: Mapping[str, str | int]) -> list[Any]:
        """Options as the rules take them: integers unchanged, words by their index among the choices."""
        numbers = []
        for option in self.options:
            value = options[option.name]
            numbers.append(value if isinstance(value, int) else option.choices.index(value))
        return numbers

    copy = staticmethod(copy_of)

    def put_away(self, position: State) -> bytes | bytearray:
        return memory_of(position)[:]  # the quickest copy

    def taken_back(self, position: State, before: Any) -> State:
        return cast(State, with_memory(bytearray(before), self.position_layout))

    def awaits_chance(self, position: State) -> bool:
        return not self.asked(position) and self.open_kind(position) in self.rules.CHANCE

    def proceed(self, position: State) -> None:
        self._running.proceed(position)

    def legal(self, position: State, seat: Seat, names: Sequence[str]) -> tuple[Move, ...]:
        return self.moves(tuple(names)).of(codes(self._legal_set(position, seat)))

    def interpret(self, position: State, seat: Seat, move: Move, names: Sequence[str]) -> Move | None:
        own = self.moves(tuple(names)).checked(move)
        return own if bits.allows(self._legal_set(position, seat), own.code) else None

    def _legal_set(self, position: State, seat: Seat) -> Ints:
        """The legal moves of a seat as a set, int64[move_words]; empty if it is neither asked nor free."""
        moves = np.zeros(self.move_words, np.int64)
        if seat in self.asked(position) or seat in self.free(position):
            self._running.legal(position, seat, moves)
        return moves

    def known(self, position: State, seats: int) -> Mapping[Seat | None, Acting]:
        """While a question is continuous, only the seat itself: nobody may know who has acted in this tick."""
        known = super().known(position, seats)
        if self.open_kind(position) not in self._continuous:
            return known
        return {
            seat: acting._replace(asked=tuple([other for other in acting.asked if other == seat]))
            for seat, acting in known.items()
        }

    def free(self, position: State) -> tuple[Seat, ...]:
        if not self._has_free or not (waiting := self.asked(position)):
            return ()
        free = bits.members(int(cast("FreeRules[State]", self._running).free(position)))
        return tuple([seat for seat in free if seat not in waiting])

    def timing(self, position: State) -> Timing:
        kind = self.open_kind(position)
        holds_up = self._holding_up and kind in self._holding_up
        return Timing(
            self.number_of(position),
            self._seconds(position, kind),
            kind in self._continuous,
            interrupted=questions.number_under(position) if holds_up else None,
        )

    def _seconds(self, position: State, kind: int) -> float | None:
        if not (self._has_clock or self._fixed_seconds) or not self.asked(position):
            return None
        if self._has_clock:
            return float(cast("TimedRules[State]", self._running).seconds(position)) or None
        return self._fixed_seconds.get(kind)

    def timeout_move(self, position: State, seat: Seat, names: Sequence[str]) -> Move:
        timeout_move = getattr(self._running, "timeout_move", None)
        if timeout_move is None:
            return super().timeout_move(position, seat, names)
        return self.moves(tuple(names)).numbered(timeout_move(position, seat))

    def play(self, position: State, seat: Seat, move: Move) -> None:
        code = move.code
        if code.__class__ is not int or code not in self._codes(int(position.seats)):
            code = self.moves(self.names_of(int(position.seats))).numbered(code).code  # raises, most often
        self._running.step(position, seat, code)

    def standing(self, position: State) -> Standing:
        seats = range(int(position.seats))
        over = self.over(position)
        return Standing(
            scores=tuple([int(self._running.score(position, seat)) for seat in seats]),
            over=over,
            winners=tuple([seat for seat in seats if self._running.wins(position, seat)]) if over else (),
            high_wins=self.high_wins,
            summary=self.words.standing(position),
        )

    def determinize(self, position: State, seat: Seat | None, seed: object) -> State:
        other, who, key = copy_of(position), SPECTATOR if seat is None else seat, self._key_to_deal(seed)
        if self._is_compiled:
            self._calls.deal_anew(array_of(other), self.card_arrays, who, *key)
        else:
            seed_chance(other, *key)
            self.given_rules.determinize(other, who)
        return other

    def learned(self, knowledge: object, views: Iterable[Seen]) -> object:
        """What a seat knows: `knowledge` (None: nothing yet) and what these views add, one view for each event."""
        if self.knowledge_layout is None:
            return None
        known = blank(self.knowledge_layout) if knowledge is None else copy_of(knowledge)
        if self._is_compiled:
            self._calls.learn_from(np.array(list(views), self.view_layout), self.card_arrays, array_of(known))
            return known
        for view in views:
            self._knowing.learn(view, known)
        return known

    def redealt(self, position: State, seat: Seat, knowledge: object, seed: object) -> State:
        if knowledge is None:
            return self.determinize(position, seat, seed)
        other, key = copy_of(position), self._key_to_deal(seed)
        if self._is_compiled:
            self._calls.deal_by_knowledge(array_of(other), self.card_arrays, seat, array_of(knowledge), *key)
            return other
        seed_chance(other, *key)
        self._knowing.redeal(other, seat, knowledge)
        return other

    @property
    def _knowing(self) -> KnowingRules[State, Seen]:
        """The rules as KnowingRules, for games with a `knowledge_layout`."""
        return cast("KnowingRules[State, Seen]", self.given_rules)

    def lay_out(self, position: State, words: str, names: Sequence[str]) -> bool:
        return self.notation.lay_out(position, words, names)

    # -- what people see ------------------------------------------------------------------------------------------

    def observation(self, position: State, seat: Seat | None, names: Sequence[str] = ()) -> Seen:
        """The view as a record, for compiled bots and for learners.  It contains no names."""
        who = SPECTATOR if seat is None else seat
        if self._has_open and not self._is_compiled:  # what all may know is looked at once for all of them
            seen = bytearray(self._open_to_all(cast(np.void, position).tobytes()))
            view: Seen = np.ndarray(1, self.view_layout, seen)[0]  # the quickest way to a record
            cast("OpenRules[State, Seen]", self.given_rules).observe_own(position, who, view)
        else:
            view = blank(self.view_layout)
            self._running.observe(position, who, view)
        return view

    def _observed_by_all(self, position: bytes) -> bytes:
        """The bytes of a view with what everybody may know in the position of these bytes."""
        view: Seen = blank(self.view_layout)
        rules = cast("OpenRules[State, Seen]", self.given_rules)
        rules.observe_open(with_memory(bytearray(position), self.position_layout), view)
        return cast(np.void, view).tobytes()

    def view(self, position: State, seat: Seat | None, names: Sequence[str]) -> Shown:
        return self.words.show(self.observation(position, seat), names)

    def revealed(self, position: State, names: Sequence[str]) -> Shown:
        view = self.observation(position, None)
        if reveal := getattr(self.given_rules, "reveal", None):
            reveal(position, view)
        return self.words.show(view, names)

    def why(self, view: Shown, names: Sequence[str]) -> str:
        why = getattr(self.words, "why", None)
        return str(why(view, names)) if why else ""

    def when(self, view: Shown) -> str:
        when = getattr(self.words, "when", None)
        return str(when(view)) if when else ""

    def refusal(self, view: Shown, move: Move, names: Sequence[str]) -> Refusal:
        return self.words.refusal(view, self.moves(tuple(names)).checked(move).code, names)

    def unplayable(self, view: Shown, names: Sequence[str]) -> tuple[tuple[str, Refusal], ...]:
        return tuple(self.words.unplayable(view, names))

    def reason(self, seen: Seen, move: Move, names: Sequence[str], memory: tuple[object, ...] = ()) -> str:
        reason = getattr(self.words, "reason", None)
        return str(reason(seen, move.code, names, *memory)) if reason else ""

    def progress(self, position: State) -> tuple[int, ...]:
        progress = getattr(self.words, "progress", None)
        return tuple(progress(position)) if progress else self.standing(position).scores

    def move_value(self, move: Move) -> int:
        return move.code

    def read_value(self, value: object, names: Sequence[str]) -> Move:
        return self.moves(tuple(names)).numbered(value)

    def listed(self, moves: Sequence[Move], names: Sequence[str]) -> tuple[LegalMove, ...]:
        return self.moves(tuple(names)).listed(moves)

    def read_move(self, position: State, seat: Seat, words: str, names: Sequence[str]) -> Move:
        moves = self.moves(tuple(names))
        same = moves.all_of(words)
        if len(same) == 1:
            return same[0]
        legal = self._legal_set(position, seat)
        if same:
            return next((move for move in same if bits.allows(legal, move.code)), same[0])
        raise self._not_a_move(words, moves, position, seat, names)

    def _not_a_move(self, words: str, moves: Moves, position: State, seat: Seat, names: Sequence[str]) -> Illegal:
        """The refusal of words that are no move: with one that is legal and near, or else with the reason."""
        said, legal = quote(words.strip()), self.legal(position, seat, names)
        no_move, cards = f"{said} is not a move of {self.title}", [card.name for card in self.cards()]
        if len(within(words, moves)) > 1 and re.search(SEVERAL, words):
            return Illegal(f"{said} is several moves; make one at a time")
        if not legal:
            return Illegal(f"{no_move}, and you are not asked")
        alike = akin(words, moves, cards, names[seat])
        if meant := near(words, legal) or almost(words, [] if len(alike[0]) > 1 else legal):
            return Illegal(f"{no_move}; did you mean {meant.text!r}?")
        unwritten = getattr(self.notation, "unwritten", None)
        if reason := (unwritten(words, names) if unwritten else "") or nobody_called(words, moves, names):
            verb = fold(words).split()[0]
            instead = examples(move for move in legal if fold(move.text).split()[0] == verb)
            return Illegal(f"{no_move}: {'; '.join(filter(None, (reason, instead)))}")
        if reason := next(filter(None, (examples([*filter(legal.__contains__, one)], words) for one in alike)), ""):
            return Illegal(f"{no_move}: {reason}")
        meant = near(words, moves) or next((move for found in alike for move in found), None)
        if meant is None:
            wrong = what_is_wrong(words, [*moves], legal, cards, names)
            return Illegal(f"{no_move}: {wrong or examples(legal, words)}")
        why = unbracketed(self.refusal(self.view(position, seat, names), meant, names).text)
        return Illegal(f"{no_move}, and {meant.text!r} is not legal now: {why}")

    def _moves(self, names: tuple[str, ...]) -> Moves:
        """Every possible move at a table with these names."""
        return Moves(self.title, self.notation.all_moves(names), self.move_words)

    # -- what learners see ----------------------------------------------------------------------------------------

    @functools.cached_property
    def actions(self) -> Actions:
        """Every possible move, numbered from 0 without gaps, the same at every table of this game."""
        names = self.names_of(self.seats[-1])
        return Actions(self.title, self.notation.all_moves(names), self.move_words)

    def mask(self, position: State, seat: Seat) -> Ints:
        """The legal actions of a seat, bool[len(actions)]; all False if it is neither asked nor free."""
        actions = self.actions
        if self._is_compiled and position.__class__ is self._record:
            mask = np.zeros(actions.size, np.bool_)
            now, moves = array_of(position), self._scratch.moves
            if self._calls.mark_legal(now, self.card_arrays, seat, moves, actions.numbers, mask):
                return mask
        return actions.mask(self._legal_set(position, seat))

    def action(self, number: SupportsIndex, names: Sequence[str]) -> Move:
        return self.moves(tuple(names)).numbered(self.actions.code_of(number))

    def advance(self, position: State, seat: Seat, move: object) -> tuple[object, tuple[Seat, ...]] | None:
        if move.__class__ not in WHOLE or not self._is_compiled:
            return None
        before = self.put_away(position)
        try:
            now, moves = array_of(position), self._scratch.moves
            asked = self._calls.advance(now, self.card_arrays, seat, move, self.actions.codes, moves)
        except OverflowError:  # a number that needs more than 64 bits
            return None
        if asked == STUCK:
            cast(bytearray, memory_of(position))[:] = before
            raise Stuck.alone(self.title)
        return None if asked == NOT_LEGAL else (before, bits.members(asked))

    def _codes_of(self, seats: int) -> frozenset[int]:
        """The code of every possible move at a table with this number of seats."""
        return frozenset(move.code for move in self.moves(self.names_of(seats)))

    @functools.cached_property
    def _calls(self) -> CompiledCalls:
        layouts = self.position_layout, self.view_layout, self.knowledge_layout
        return CompiledCalls(self.rules, self.card_arrays, self.actions, *layouts)

    @functools.cached_property
    def encoding(self) -> Encoding:
        """How a view becomes numbers: its length, and its parts by name."""
        if self._encoding is None:
            return plain(self.rules.Observation, self.seats[-1])
        return self._encoding if isinstance(self._encoding, Encoding) else self.given_cards(self._encoding)()

    def encode(self, view: Seen, memory: object = None) -> Ints:
        """A view record, and the seat's memory if there is one, as float32: see `FlatGame.encode`."""
        return self.encoding.encode(view, memory, compiled(encode_record) if self._is_compiled else None)

    # -- cards and bots -------------------------------------------------------------------------------------------

    def cards(self) -> tuple[Card, ...]:
        if listed := getattr(self.notation, "all_cards", None):
            return tuple(listed())
        return tuple(self.notation.CARDS)

    def cards_file(self) -> str:
        if self.own_cards or self._cards is None:
            return self.own_cards
        return house_cards(str(getattr(self._cards, "__file__", "")))

    def left_out(self, options: Mapping[str, object], seats: int) -> frozenset[str]:
        """The result of `left_out(options, seats)` in the game's `notation.py`, if that defines it."""
        decide = getattr(self.notation, "left_out", None)
        return frozenset() if decide is None else frozenset(decide(options, seats))

    def explain_cards(self, text: str) -> tuple[Card, ...]:
        if self._cards is None:
            return super().explain_cards(text)
        explain, cards = self._cards.explain, self._cards.read_cards(text)
        return tuple(Card(card.name, explain(card), "", copies=card.copies, source=card.source) for card in cards)

    def with_cards(self, text: str) -> Self:
        if self._cards is None:
            return super().with_cards(text)
        game: Self = self._with_cards(tidied(text, self.id))
        return game

    def _with(self, own_cards: str) -> FlatContract[State, Seen, Shown]:
        """The same game: the same rules and words, given other cards.  Equal texts give the same game."""
        game = self._own.get(own_cards)
        if game is None:
            game = self._own[own_cards] = type(self)(**self._made_of, own_cards=own_cards)
        return game

    def bots(self) -> Mapping[str, Bot]:
        return self.bot_module.BOTS

    def unasked(self) -> Mapping[str, Bot]:
        unasked: Mapping[str, Bot] = getattr(self.bot_module, "UNASKED", {})
        return unasked
