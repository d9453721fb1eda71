"""Many games at once: one driver, bound to a game's rules and to its players, on all cores or on a GPU.

Game `i` of a batch is the game that a table plays with the seed "<seed>/<i>".  Its key and its players' random
numbers depend on the batch's key and on `i` alone, however the batch is cut into pieces and wherever these are run.
"""

from __future__ import annotations

import functools
import os
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, NamedTuple, TypeVar

import numpy as np

from facedown.core.bits import lowest
from facedown.core.chance import GAMES, fill_block, key_of, seed_chance
from facedown.core.compiling import (
    Numba,
    can_compile,
    compiles,
    compiles_inline,
    cuda_of_numba,
    interpreted,
    kernel,
    on_gpu,
)
from facedown.core.counting import (
    UNCOUNTED,
    Counters,
    Plan,
    begin_counting,
    count_event,
    count_moves,
    end_counting,
)
from facedown.core.errors import BadOption, Stuck
from facedown.core.flat import FlatContract, FlatPosition
from facedown.core.flat.linked import linked
from facedown.core.flat.own_bots import raised, why_not_compiled
from facedown.core.flat.perceptron import Perceptron, networks_of
from facedown.core.flat.placeholders import clear, legal, proceed, score, step, wins
from facedown.core.flat.players import RANDOM, all_remember, asking, chosen, how_many, numbered, rules_of
from facedown.core.layout import Ints
from facedown.core.questions import is_over, who_is_asked
from facedown.core.spelling import did_you_mean
from facedown.core.table import Table

MOST_DECISIONS = 100_000  # in one game; a longer game is taken to be endless
NO_MOVE = -100  # returned, less the seat, instead of a number of decisions: the seat must move but cannot
NO_END = -1000  # likewise, less the number of decisions so far: the game never ends
BEGINNING = 100  # the number of decisions that are shown of an endless game
GAMES_PER_PIECE = 2000
GAMES_ON_GPU = 1 << 17  # at the same time
THREADS_A_BLOCK = 64
S = TypeVar("S")
T = TypeVar("T")

cuda: Numba = None  # Numba's module, in the kernel


# -- the driver ------------------------------------------------------------------------------------------------


@compiles
def play_games(
    first: int,
    cards: Ints,
    base: Ints,
    start: Ints,
    players: Ints,
    positions: Ints,
    buffers: tuple[Any, ...],
    results: tuple[Ints, ...],
    counters: Counters,
) -> None:
    """Play games `first`, `first + 1`, ... one after the other, as many as there are positions."""
    c = cards[0]
    for i in range(len(positions)):
        play_game(first + i, c, i, 0, base, start, players, positions, buffers, results, counters)


@compiles_inline
def play_game(
    game: int,
    c: object,
    i: int,
    slot: int,
    base: Ints,
    start: Ints,
    players: Ints,
    positions: Ints,
    buffers: tuple[Any, ...],
    results: tuple[Ints, ...],
    counters: Counters,
) -> None:
    """Play one game of the batch to its end, in the i-th position, and note how it ended."""
    moves, luck, views, block, seated, memories, handed_over = buffers
    scores, winners, decisions = results
    positions[i] = start[0]
    s = positions[i]
    fill_block(block[slot], base, game, GAMES)
    for word in range(4):
        s.key[word] = block[slot, word]
        luck[slot, word] = block[slot, 4 + word]
    luck[slot, 0] |= 1
    seats = len(players)
    for seat in range(seats):  # player p sits on seat p + game, round the table
        seated[slot, seat] = players[(seat - game) % seats]
        memories[slot, seat] = memories[len(memories) - 1, seat]
    blank_view = views[len(views) - 1]
    begin_counting(counters)
    decisions[i] = play_out(
        s, c, seated[slot], moves[slot], luck[slot], views[slot], blank_view, memories[slot], handed_over, counters
    )
    won = 0
    for seat in range(seats):
        scores[i, seat] = score(s, c, seat)
        won |= (1 << seat) if wins(s, c, seat) else 0
    winners[i] = won
    end_counting(s, c, game, i, won, counters)


@compiles_inline
def play_out(
    s: FlatPosition,
    c: object,
    players: Ints,
    moves: Ints,
    luck: Ints,
    view: Ints,
    blank_view: Ints,
    memories: Ints,
    handed_over: object,
    counters: Counters,
) -> int:
    """Play to the end and return the number of decisions.  If several seats are asked, the lowest answers first.

    The game stops early, and a negative number is returned, if a player's answer is illegal (-1 - seat), if a
    seat has no legal move (NO_MOVE - seat), or if the game does not end (NO_END - the number of decisions).
    """
    decisions, by_itself = 0, 0
    while not is_over(s):
        if decisions >= MOST_DECISIONS or by_itself >= MOST_DECISIONS:
            return NO_END - decisions
        waiting = who_is_asked(s)
        if waiting == 0:
            proceed(s, c)
            by_itself += 1
            count_event(s, counters)
            all_remember(s, c, players, view, blank_view, memories)
            continue
        seat = lowest(waiting)
        clear(moves)
        legal(s, c, seat, moves)
        choices = how_many(moves)
        if choices == 0:
            return NO_MOVE - seat
        move = chosen(s, c, seat, int(players[seat]), moves, luck, view, blank_view, memories, handed_over)
        if move < 0:
            return -1 - seat
        count_moves(s, c, seat, moves, choices, move, counters)
        step(s, c, seat, move)
        count_event(s, counters)
        all_remember(s, c, players, view, blank_view, memories)
        decisions, by_itself = decisions + 1, 0
    return decisions


def on_gpu_thread(
    first: int,
    cards: Ints,
    base: Ints,
    start: Ints,
    players: Ints,
    positions: Ints,
    moves: Ints,
    luck: Ints,
    views: Ints,
    block: Ints,
    seated: Ints,
    memories: Ints,
    scores: Ints,
    winners: Ints,
    decisions: Ints,
) -> None:
    """The kernel: each thread plays one game.  `cuda` and `play_game` are bound when it is built."""
    c = cards[0]
    i = cuda.grid(1)
    if i < len(positions):
        buffers, results = (moves, luck, views, block, seated, memories, ()), (scores, winners, decisions)
        play_game(first + i, c, i, i, base, start, players, positions, buffers, results, (decisions,))


# -- a batch ---------------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """How some games of a batch ended: arrays with one row for each game, the first being game `first`."""

    first: int
    scores: Ints  # int32[games, seats]
    winners: Ints  # int64[games]: sets of seats
    decisions: Ints  # int64[games]: answers that seats gave
    positions: Ints  # the last position of each game
    ends: tuple[str, ...] = ()  # how each game ended, in games with several kinds of endings
    measures: Mapping[str, Ints] = {}  # what else the game counts, by name: int64[games]
    totals: Ints | None = None  # counts over all these games: int64[codes, 4], see core.counting
    drama: Ints | None = None  # int64[games, 4]
    # The same for games that are not compiled: (event, card, seat) to times, by winners, games and games won.
    happened: Mapping[tuple[str, str, int], tuple[int, int, int, int]] = {}


def in_pieces(
    pool: Executor,
    play: Callable[[S, int, int], T],
    seed: S,
    games: int,
    size: int,
    *,
    ahead: int,
    begin: int = 0,
    keep: bool = False,
) -> Iterator[T]:
    """The outcomes of a batch in pieces of `size` games, in order, starting with game `begin`.

    Up to `ahead` pieces are played in advance; close the iterator, and the rest is not played.  The pool is shut
    down at the end unless `keep` is set; Ctrl-C does not wait for it, as a player may never answer.
    """
    running: deque[Future[T]] = deque()
    waits = True
    try:
        for first in range(begin, games, size):
            running.append(pool.submit(play, seed, first, min(size, games - first)))
            if len(running) > ahead:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
    except KeyboardInterrupt:
        waits = False
        raise
    finally:
        for piece in running:
            piece.cancel()
        if not keep:
            pool.shutdown(waits, cancel_futures=True)


class Batch:
    """One game with its seats, options and players, ready to be played many times.

    `players` are names, "random" or the game's bots: one for each seat, or one for all.  In game i player p sits
    on seat p + i, counted round the table, so that every player sits everywhere equally often.  `own` holds further
    bots by name, functions like those in the game's BOTS and marked `@compiles`; `networks` holds trained networks
    by name.  Raises BadOption.
    """

    games_per_piece = GAMES_PER_PIECE

    def __init__(
        self,
        game: FlatContract,
        seats: int,
        players: Sequence[str] = (RANDOM,),
        options: Mapping[str, object] | None = None,
        *,
        compiles: bool = True,
        own: Mapping[str, Callable[..., int]] | None = None,
        networks: Mapping[str, Perceptron] | None = None,
    ) -> None:
        self.game, self.seats = game, game.checked_seats(seats)
        self.options = game.options_at(seats, options)
        self.networks = networks or {}
        self.players = _players(game, seats, players, (*(own or {}), *self.networks))
        self._own = dict(own or {})
        bots = tuple(dict.fromkeys(name for name in self.players if name != RANDOM and name not in self.networks))
        numbers = numbered(bots, self.networks)
        self._numbers = np.array([numbers[name] for name in self.players], np.int64)
        self._memory_layout = game.memory_layout if bots else None
        self.plan = Plan(game.events, seats, 64 * game.move_words, game.high_wins)
        self._start = np.zeros(1, game.position_layout)
        seed_chance(self._start[0], 0, 0, 0, 0)
        game.given_rules.start(self._start[0], seats, *game.option_numbers(self.options))
        bound = rules_of(game) | asking(game, {name: numbers[name] for name in bots}, own, self.networks)
        self._bind(bound, compiles=compiles)

    def _bind(self, bound: dict[str, object], *, compiles: bool) -> None:
        self._bound = bound
        self._is_compiled = compiles and can_compile()
        self._cards: Any = self.game.card_arrays if self._is_compiled else self.game.interpreted_cards
        self._play_games = (
            linked(play_games, self.game, bound) if self._is_compiled else interpreted(play_games, **bound)
        )

    def play(self, seed: object, first: int, games: int) -> Outcome:
        """Play games `first` to `first + games - 1`, one after the other, in this thread.

        Raises Stuck if a game cannot go on, or if a bot given as `own` raises an exception.
        """
        outcome, counters = self._outcome_for(first, games), self.plan.counters(games)
        constant = (self._key(seed), self._start, self._numbers)
        try:
            self._play_games(
                first, self._cards, *constant, outcome.positions, self._room(), _results(outcome), counters
            )
        except Exception as error:
            if not self._own:
                raise
            raise self._broken_off(seed, first + int(np.argmax(outcome.decisions == 0)), error) from error
        self._check(outcome, seed)
        return outcome._replace(totals=self.plan.counted(counters), drama=counters[-1])

    def _check(self, outcome: Outcome, seed: object) -> None:
        """Raise Stuck if a game could not go on, with the record of the shortest such game."""
        stopped = np.flatnonzero(outcome.decisions < 0)
        if not stopped.size:
            return
        longest = NO_END - MOST_DECISIONS
        at = min(
            stopped.tolist(),
            key=lambda one: (outcome.decisions[one] <= longest, int(outcome.positions[one]["event_count"])),
        )
        game, code = outcome.first + at, int(outcome.decisions[at])
        if code <= NO_END:
            raise self._endless(seed, game, NO_END - code)
        record = self.table(seed, game).record()
        if code <= NO_MOVE:
            raise Stuck(f"game {game} of the batch: seat {NO_MOVE - code} must move and cannot", record)
        name = self.players[(-1 - code - game) % self.seats]
        raise Stuck(
            f"game {game} of the batch: the bot {name!r}, on seat {-1 - code}, chose an illegal move",
            record,
        )

    def _endless(self, seed: object, game: int, decisions: int) -> Stuck:
        """The error for a game that never ends: how it begins, or what led to the steps that repeat without end."""
        if decisions >= MOST_DECISIONS:
            shown = min(BEGINNING, decisions)
            record = self._again(seed, game, shown)[0].record()
            more = f"it never will. It begins with these {shown} decisions"
            return Stuck(f"game {game} of the batch has not ended after {decisions:,} decisions: {more}", record)
        if decisions == 0:
            return Stuck(f"game {game} of the batch goes on by itself without end from the deal on")
        record = self._again(seed, game, decisions - 1)[0].record()
        return Stuck(f"game {game} of the batch goes on by itself without end after the next decision", record)

    def _broken_off(self, seed: object, game: int, error: Exception) -> Stuck:
        """The error for an exception that a bot raised, with the record of its game up to then."""
        table, seen = self._again(seed, game)
        if seen is None:  # it runs as Python, and fails only when it is compiled
            for name, bot in self._own.items():
                if self._is_compiled and (why := why_not_compiled(self.game, bot)):
                    return Stuck(f"the bot {name!r} cannot be compiled: {why}")
            first_line = " ".join(f"{type(error).__name__}: {error}".splitlines()[:1])
            return Stuck(f"the bots {', '.join(sorted(self._own))} cannot be played: {first_line}")
        seat = table.asked[0]
        name = self.players[(seat - game) % self.seats]
        what = raised(seen, self._own[name])
        return Stuck(f"game {game} of the batch: the bot {name!r}, on seat {seat}, raises {what}", table.record())

    def table(self, seed: object, game: int) -> Table:
        """Replay a game of the batch at a table, as far as it can be played.  It runs interpreted."""
        return self._again(seed, game)[0]

    def _again(self, seed: object, game: int, decisions: int = MOST_DECISIONS) -> tuple[Table, Exception | None]:
        """The same for at most `decisions` decisions, and the exception of a bot in `own` that ended it, if any."""
        table = Table(self.game, self.seats, f"{seed}/{game}", self.options)
        moves, luck, views, block, _, memories, handed_over = self._room()
        fill_block(block[0], self._key(seed), game, GAMES)
        luck[0] = block[0, 4:8]
        luck[0, 0] |= 1
        seated = np.array([self._numbers[(seat - game) % self.seats] for seat in range(self.seats)], np.int64)
        memory = memories[0]
        memory[:] = memories[1]
        bound: Mapping[str, Any] = {"chosen": chosen, "all_remember": all_remember} | self._bound
        choose, note = (interpreted(bound[name], **self._bound) for name in ("chosen", "all_remember"))
        seen, (cards,) = 0, self.game.interpreted_cards
        while len(table.history) < decisions and table.asked:
            for frame in table.frames[seen:]:
                note(frame.position, cards, seated, views[0], views[1], memory)
            seen = len(table.frames)
            seat, position = table.asked[0], table.position()
            moves[:] = 0
            self.game.given_rules.legal(position, seat, moves[0])
            if not moves.any():
                break
            try:
                player, working = int(seated[seat]), (moves[0], luck[0], views[0], views[1], memory, handed_over)
                move = choose(position, cards, seat, player, *working)
            except Exception as error:
                if not self._own:
                    raise
                return table, error
            if move < 0:
                break
            table.play(seat, self.game.moves(table.names).numbered(int(move)))
        return table, None

    def pieces(self, seed: object, games: int, cores: int | None = None, begin: int = 0) -> Iterator[Outcome]:
        """The outcomes in pieces, in order from game `begin` on.  Closing the iterator ends the batch.

        `cores` is the number of threads (None: one for each core); compiled code lets them run in parallel.
        """
        cores = cores or os.cpu_count() or 1
        pool, size = ThreadPoolExecutor(cores), self.games_per_piece
        yield from in_pieces(pool, self.play, seed, games, size, ahead=2 * cores, begin=begin)

    def pieces_on_gpu(self, seed: object, games: int, begin: int = 0) -> Iterator[Outcome]:
        """The outcomes of the whole batch in pieces, the games of each piece being played at the same time."""
        for first in range(begin, games, GAMES_ON_GPU):
            yield self.play_on_gpu(seed, first, min(GAMES_ON_GPU, games - first))

    def play_on_gpu(self, seed: object, first: int, games: int) -> Outcome:
        """Like `play`, on a CUDA device with one thread for each game, or in Numba's simulator of one
        (NUMBA_ENABLE_CUDASIM=1).

        Only how each game ended is recorded, not what happened in it.  Raises BadOption for trained networks.
        """
        if self.networks:
            raise BadOption("trained networks do not run on a GPU here; play them on cores")
        cuda = cuda_of_numba()

        outcome, buffers = self._outcome_for(first, games), self._buffers(games)
        there = [cuda.to_device(array) for array in (outcome.positions, *buffers, *_results(outcome))]
        constants = self.game.card_arrays, self._key(seed), self._start, self._numbers
        constant = [cuda.to_device(array) for array in constants]
        blocks = -(-games // THREADS_A_BLOCK)
        self.gpu_kernel[blocks, THREADS_A_BLOCK](first, *constant, *there)
        for array, copy in zip((outcome.positions, *_results(outcome)), (there[0], *there[-3:]), strict=True):
            copy.copy_to_host(array)
        self._check(outcome, seed)
        return outcome

    @functools.cached_property
    def gpu_kernel(self) -> Numba:
        """The kernel of `play_on_gpu`; it is compiled when it first runs."""
        return kernel(on_gpu_thread, cuda=cuda_of_numba(), play_game=on_gpu(play_game, **self._bound, **UNCOUNTED))

    def _key(self, seed: object) -> Ints:
        return np.array(key_of(self.game.id, seed), np.uint32)

    def _outcome_for(self, first: int, games: int) -> Outcome:
        return Outcome(
            first,
            scores=np.zeros((games, self.seats), np.int32),
            winners=np.zeros(games, np.int64),
            decisions=np.zeros(games, np.int64),
            positions=np.zeros(games, self.game.position_layout),
        )

    def _room(self) -> tuple[Any, ...]:
        """Where games that are played one after the other are worked on, with what the players are handed."""
        buffers = self._buffers(1)
        return *buffers, self._handed_over(buffers[2][0])

    def _handed_over(self, views: Ints) -> object:
        """What the driver's players are handed beside what they see: networks."""
        return networks_of(tuple(self.networks.values()), views)

    def _buffers(self, games: int) -> tuple[Ints, ...]:
        """Working arrays for each game that is played at the same time; the last row of each stays blank."""
        return (
            np.zeros((games, self.game.move_words), np.int64),
            np.zeros((games, 4), np.uint32),
            np.zeros((games + 1, 1), self.game.view_layout),
            np.zeros((games, 16), np.uint32),
            np.zeros((games, self.seats), np.int64),
            np.zeros((games + 1, self.seats), np.int8 if self._memory_layout is None else self._memory_layout),
        )


def gpu_is_there() -> bool:
    """Whether kernels can run, on a CUDA device or in Numba's simulator of one."""
    return bool(cuda_of_numba().is_available())


def _players(game: FlatContract, seats: int, players: Sequence[str], own: Collection[str]) -> tuple[str, ...]:
    known = (RANDOM, *game.bots())
    for name in own:
        if name in known:
            raise BadOption(f"{game.title} has a player {name!r} already; give yours another name")
    known += tuple(own)
    for name in players:
        if name not in known:
            raise BadOption(f"{game.title} has no player {name!r}{did_you_mean(name, known, 'it has')}")
    if len(players) not in (1, seats):
        raise BadOption(f"name one player for each of the {seats} seats, or one for all; not {len(players)}")
    return tuple(players) if len(players) == seats else tuple(players) * seats


def _results(outcome: Outcome) -> tuple[Ints, Ints, Ints]:
    return outcome.scores, outcome.winners, outcome.decisions
