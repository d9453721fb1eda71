"""Many games stepped at once from NumPy, at the speed of compiled rules."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType
from typing import Any, NamedTuple, Self

import msgspec
import numpy as np

from facedown.agents import levels, name_of
from facedown.agents.network import trained_players
from facedown.core.chance import checked_seed, key_of, seed_chance
from facedown.core.compiling import can_compile, compiled, interpreted, is_marked
from facedown.core.errors import BadOption, FacedownError, GameError, Illegal
from facedown.core.facts import checked_count
from facedown.core.flat.encoder import block_of
from facedown.core.flat.perceptron import networks_of
from facedown.core.flat.players import RANDOM, asking, numbered, remembering, rules_of
from facedown.core.game import Game
from facedown.core.layout import Ints, bytes_of
from facedown.envs import driver
from facedown.envs.at_tables import AtTables, Saved
from facedown.envs.bots import Bots, checked_bots, is_seat
from facedown.envs.driver import ALL_WELL, LEARNER, MOST_UNSEEN, Games, Room, Setup
from facedown.envs.flat_games import flat_game
from facedown.envs.rewards import REWARDS

OBSERVE = ("view", "encoding", "information")
# What `save` writes: the kind of vector, its seed, whether it has begun, its arrays, and its games at tables.
_Whole = tuple[dict[str, Any], int | str, bool, list[bytes], list[Saved]]
NO_ACTIONS = np.zeros(0, np.int64)  # for games that are to begin


class Step(NamedTuple):
    """The state of each of n games.  The next step overwrites the arrays, which belong to the vector; copy to keep.

    Row i belongs to game i.  `mask[i]` and `observation[i]` are those of `seat[i]`, the one seat to act in game i.
    """

    seat: Ints  # int64[n]: the seat to act
    mask: Ints  # bool[n, actions]: the legal actions
    observation: Ints  # records[n], or float32[n, k]: what the seat sees
    reward: Ints  # float32[n, seats]: 0 except where a game has just ended
    done: Ints  # bool[n]: whether a game has ended in this step; the first three then belong to the next game


class Vector:
    """`games` games of one kind, stepped together.

    game      a game or its id; any card game, as these keep their positions in records
    seats     the number of seats; by default the fewest that the game allows
    seed      an integer or a line of text; equal seeds and actions give equal bytes, with any number of threads
    options   the game's options, by name
    bots      who plays the seats that you do not play: {seat: name}, a name being "random", one of the game's bots,
              a trained bot, or the file of a trained network, "examples/gotcha.npz"; or a function of your own.
              With bots that search, or functions not marked `@compiles`, games are played at tables, slowly
    observe   "view": records with the fields of the game's Observation; "encoding": float32 (`game.encoding`);
              "information": the same with the seat's memory, in games whose bots have a memory
    reward    "wins": 1 for winning alone, -1 / (seats - 1) for losing; joint winners share, so that the sum is 0;
              "score": the score, negative where the fewest points win
    forced    whether moves without an alternative are played automatically
    threads   the number of threads for a step; more than one pays off from some thousand games on

    Game i is the game that a table plays with the seed "<seed>/<numbers[i]>".  If several seats are asked, the
    lowest acts first; seats act only when they are asked.  Raises BadOption.
    """

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        games: int = 1024,
        seed: object = 0,
        options: Mapping[str, object] | None = None,
        bots: Bots | None = None,
        *,
        observe: str = "view",
        reward: str = "wins",
        forced: bool = True,
        threads: int = 1,
        compiles: bool = True,
    ) -> None:
        self.game = flat_game(game, "cannot be stepped in vectors: its position is not a record")
        self.seats = self.game.contract.checked_seats(self.game.seats[0] if seats is None else seats)
        self.games, self.threads = checked_count("games", games), checked_count("threads", threads)
        self.options = self.game.contract.options_at(self.seats, options)
        if self.threads > self.games:
            raise BadOption(f"there are more threads ({self.threads:,}) than games ({self.games:,})")
        self.bots = checked_bots(self.game, self.seats, {} if bots is None else bots)
        self._names = {seat: bot if isinstance(bot, str) else name_of(bot) for seat, bot in self.bots.items()}
        self._own = {name_of(bot): bot for bot in self.bots.values() if not isinstance(bot, str)}
        self._networks = trained_players(self.game.contract, self._names.values(), self.seats)
        self.observe, self.reward = _one_of("observe", observe, OBSERVE), _one_of("reward", reward, REWARDS)
        self._informs = observe == "information"
        if self._informs and not self.game.encoding.memory_size:
            raise BadOption(f"the bots of {self.game.title} have no memory; observe its encoding")
        self.forced, self.compiles = _flag("forced", forced), _flag("compiles", compiles)
        self._closed = self._begun = False
        self._pool: ThreadPoolExecutor | None = None
        self._pool_of = 0  # the process in which the pool's threads run
        own_are_compiled = all(map(is_marked, self._own.values()))
        needs_tables = not own_are_compiled or bool(levels(self.game).keys() & set(self._names.values()))
        at_tables = AtTables(self.game, self.seats, self.options, self.bots, self.forced)
        self._at_tables = at_tables if needs_tables else None
        try:
            self._make_room()
        except (MemoryError, ValueError) as error:  # NumPy raises ValueError for sizes beyond the address space
            raise BadOption(f"there is no memory for {games:,} games at once; take fewer") from error
        self._compile(compiled if self.compiles else interpreted)
        compiles = self.compiles and can_compile()
        self._cards: Any = self.game.contract.card_arrays if compiles else self.game.contract.interpreted_cards
        self._set_up(checked_seed(seed))

    # -- setting up -----------------------------------------------------------------------------------------------

    def _compile(self, run: Callable[..., Any]) -> None:
        """Bind the passes of a step to the rules, to the bots, and to memories if these are kept."""
        bound = rules_of(self.game.contract)
        self._first_refused = run(driver.first_refused)
        if self._at_tables is not None:
            self._move_on: Callable[..., int] = self._at_tables.move_on
        else:
            asked = asking(self.game.contract, self._numbers_of_bots(), self._own, networks=self._networks)
            asked |= remembering(self.game.contract) if self._informs else {}
            self._move_on = run(driver.move_on, **bound, **asked)
        self._mask_games, self._observe_games = run(driver.mask_games), run(driver.observe_games, **bound)
        self._encode_games = run(driver.encode_games)

    def _numbers_of_bots(self) -> dict[str, int]:
        names = dict.fromkeys(
            name for name in self._names.values() if name != RANDOM and name not in self._networks
        )
        return {name: number for name, number in numbered(tuple(names)).items() if name != RANDOM}

    def _make_room(self) -> None:
        """Allocate every array that steps write to."""
        game, n, seats = self.game.contract, self.games, self.seats
        keeps = game.memory_layout is not None and (self._informs or bool(self._numbers_of_bots()))
        memory = np.dtype(np.int8) if game.memory_layout is None or not keeps else game.memory_layout
        size = 0 if self.observe == "view" else game.encoding.size
        size += game.encoding.memory_size if self._informs else 0
        self._games = games_ = Games(
            np.zeros(n, game.position_layout),
            seat=np.zeros(n, np.int64),
            allowed=np.zeros((n, game.move_words), np.int64),
            numbers=np.zeros(n, np.int64),
            luck=np.zeros((n, 4), np.uint32),
            memories=np.zeros((n, seats), memory),
            decided=np.zeros(n, np.int8),
            unseen=np.zeros(n, np.int64),
            ended=np.zeros(n, game.position_layout),
            scores=np.zeros((n, seats), np.int32),
            reward=np.zeros((n, seats), np.float32),
            done=np.zeros(n, np.bool_),
        )
        self._shown = np.zeros_like(games_.allowed)  # the moves that the mask shows
        self._mask = np.zeros((n, len(game.actions)), np.bool_)
        self._views = np.zeros(n, game.view_layout)
        self._x = np.zeros((n, size), np.float32)
        self._written, self._block = np.zeros(n, np.int64), block_of(size)  # where `_x` may not be zero
        self._blank = np.zeros(1, game.view_layout)
        networks, self._rooms = tuple(self._networks.values()), list[Room]()
        for _ in range(self.threads):
            view = np.zeros(1, game.view_layout)
            room = np.zeros(16, np.uint32), np.zeros(1, memory), networks_of(networks, view)
            self._rooms.append(Room(view, self._blank, *room))
        seen = self._views if self.observe == "view" else self._x
        self._step = Step(*map(_to_look_at, (games_.seat, self._mask, seen, games_.reward, games_.done)))

    def _set_up(self, seed: int | str) -> None:
        """Set what does not change while games are played from this seed."""
        game = self.game.contract
        start = np.zeros(1, game.position_layout)
        seed_chance(start[0], 0, 0, 0, 0)
        game.given_rules.start(start[0], self.seats, *game.option_numbers(self.options))
        numbers = {} if self._at_tables else numbered(tuple(self._numbers_of_bots()), self._networks)
        players = [numbers.get(self._names.get(seat, ""), LEARNER) for seat in range(self.seats)]
        keeps = [player > 0 or (self._informs and player == LEARNER) for player in players]
        self.seed = seed
        if self._at_tables is not None:
            self._at_tables.seed = seed
        self._setup = Setup(
            start=start,
            base=np.array(key_of(game.id, seed), np.uint32),
            players=np.array(players, np.int64),
            keeps=np.array(keeps, np.int64),
            codes=game.actions.codes,
            forced=int(self.forced),
            by_score=int(self.reward == "score"),
            high_wins=int(game.high_wins),
        )

    # -- the games' state -----------------------------------------------------------------------------------------

    @property
    def begun(self) -> bool:
        """Whether `reset` has been called, or a vector loaded on which it had been."""
        return self._begun

    @property
    def present(self) -> Step:
        """What the last step has returned."""
        return self._step

    @property
    def numbers(self) -> Ints:
        """int64[n]: the number of each game; a table with the seed "<seed>/<number>" plays the same game."""
        return _to_look_at(self._games.numbers)

    @property
    def ended(self) -> Ints:
        """records[n]: the final position of the last game that ended in each place, including what is hidden."""
        return _to_look_at(self._games.ended)

    @property
    def scores(self) -> Ints:
        """int32[n, seats]: the scores of those games."""
        return _to_look_at(self._games.scores)

    @property
    def unseen(self) -> Ints:
        """int64[n]: how many games ended before one of your seats had a choice; steps do not show these games."""
        return _to_look_at(self._games.unseen)

    def last_seen(self, rows: Ints, seat: int) -> Ints:
        """What a seat saw at the end of the last game that ended in each of these places.

        `rows` are integers, int64[k]; the result is records[k], or float32[k, m] if encodings are observed.  Raises
        BadOption for a place or seat that does not exist, and if "information" is observed, because memories are
        not kept beyond the end of a game.
        """
        if self._informs:
            raise BadOption("memories are not kept beyond the end of a game; observe the encoding")
        try:
            rows = np.asarray(rows)
        except ValueError:  # lists in lists, of several lengths
            raise BadOption(f"rows must be whole numbers from 0 to {self.games - 1}, int64[k]") from None
        if rows.ndim != 1 or rows.dtype.kind not in "iu" or not ((rows >= 0) & (rows < self.games)).all():
            raise BadOption(f"rows must be whole numbers from 0 to {self.games - 1}, int64[k]")
        if not is_seat(seat, self.seats):
            raise BadOption(f"there is no seat {seat!r}; seats are 0 to {self.seats - 1}")
        count, ended = len(rows), self._games.ended[rows]
        seats = np.full(count, seat, np.int64)
        views = np.zeros(count, self.game.contract.view_layout)
        self._observe_games(0, self._cards, count, ended, seats, self._blank, views)
        if self.observe == "view":
            return views
        x = np.zeros((count, self._x.shape[1]), np.float32)
        where = np.zeros(count, np.int64), block_of(x.shape[1])
        program = self.game.encoding.program(self.seats)
        self._encode_games(0, count, bytes_of(views)[:, None], seats, program, x, 0, *where)
        return x

    def __repr__(self) -> str:
        return (
            f"<Vector {self.game.id}: {self.games} games of {self.seats} seats, {len(self.game.actions)} actions>"
        )

    # -- stepping -------------------------------------------------------------------------------------------------

    def reset(self, seed: object = None) -> Step:
        """Start all games anew, from this seed or, by default, from the present one.  Raises BadOption."""
        self._check_open()
        if seed is not None:
            self._set_up(checked_seed(seed))
        for array in self._kept():
            array[...] = np.zeros((), array.dtype)
        self._games.numbers[:] = np.arange(-self.games, 0)
        self._begun = True
        self._run(NO_ACTIONS)
        return self._step

    def step(self, actions: Ints) -> Step:
        """Take action `actions[i]` in game i, and play on until one of your seats has a choice in each game.

        `actions` is int64[n].  Raises Illegal, which names the game, if an action is not legal, and BadOption if
        `actions` is not n integers; no game has moved then.
        """
        if (
            actions.__class__ is not np.ndarray
            or actions.dtype != np.int64
            or actions.shape != (self.games,)
            or not actions.flags.carray  # strided or read-only: Numba would compile everything again for it
        ):
            actions = self._checked(actions)
        self._check_open()
        if not self._begun:
            raise FacedownError("no game has begun; call `reset` first")
        refused = self._first_refused(actions, self._setup.codes, self._games.allowed)
        if refused < self.games:
            raise Illegal(self._why_refused(refused, int(actions[refused])))
        self._run(actions)
        return self._step

    def _run(self, actions: Ints) -> None:
        """Step all games on all threads.  Raises Illegal for a bot, and GameError if no learner is ever asked."""
        if self.threads == 1:
            wrong = [self._slice(0, self.games, actions, self._rooms[0])]
        else:
            ends = [self.games * piece // self.threads for piece in range(self.threads + 1)]
            running = [
                self._threads().submit(self._slice, first, last, actions, room)
                for first, last, room in zip(ends[:-1], ends[1:], self._rooms, strict=True)
            ]
            wrong = [piece.result() for piece in running]
        for which in wrong:
            if which != ALL_WELL:
                self.close()
                self._complain(*divmod(which, 2))

    def _slice(self, first: int, last: int, actions: Ints, room: Room) -> int:
        """Step the games `first` to `last - 1` in the calling thread."""
        games, game = self._games, self.game
        wrong = self._move_on(first, self._cards, last, actions, self._setup, games, room)
        self._mask_games(first, last, games.allowed, self._shown, game.actions.numbers, self._mask)
        self._observe_games(first, self._cards, last, games.positions, games.seat, self._blank, self._views)
        if self.observe != "view":
            encoding, views, memories = game.encoding, bytes_of(self._views)[:, None], bytes_of(games.memories)
            encode = self._encode_games
            where = self._written, self._block
            encode(first, last, views, games.seat, encoding.program(self.seats), self._x, 0, *where)
            if self._informs:
                at = encoding.size
                encode(first, last, memories, games.seat, encoding.memory_program(self.seats), self._x, at, *where)
        return int(wrong)

    def _threads(self) -> ThreadPoolExecutor:
        """The threads; new ones in a process that has been forked since, because a fork has no threads."""
        if self._pool is None or self._pool_of != os.getpid():
            self._pool, self._pool_of = ThreadPoolExecutor(self.threads, "facedown-vector"), os.getpid()
        return self._pool

    def _complain(self, game: int, no_choice: int) -> None:
        if no_choice:
            raise GameError(
                f"game {game}: {MOST_UNSEEN:,} games in a row ended before one of your seats had a choice; "
                "play more seats, or pass forced=False"
            )
        seat = self.game.contract.asked(self._games.positions[game])[0]
        raise Illegal(f"game {game}: the bot {self._names[seat]!r}, on seat {seat}, chose an illegal move")

    # -- checking arguments ---------------------------------------------------------------------------------------

    def _checked(self, given: object) -> Ints:
        """Actions given in any form, converted to int64[n].  Raises BadOption."""
        try:
            actions = np.asarray(given)
        except ValueError:  # lists in lists, of several lengths
            raise BadOption(f"there is one action for each of the {self.games} games, a whole number") from None
        if actions.dtype.kind not in "iu":
            raise BadOption(f"actions must be whole numbers, int64[{self.games}], not {actions.dtype}")
        if actions.shape != (self.games,):
            raise BadOption(f"there is one action for each of the {self.games} games, not {list(actions.shape)}")
        if np.ma.is_masked(given):
            raise BadOption(f"the action of game {np.flatnonzero(np.ma.asarray(given).mask)[0]} is masked")
        actions = np.minimum(actions, np.iinfo(np.int64).max) if actions.dtype == np.uint64 else actions
        return np.require(actions, np.int64, ["C", "A", "W"])

    def _why_refused(self, game: int, action: int) -> str:
        actions, seat = self.game.actions, int(self._games.seat[game])
        where = f"game {game}: seat {seat} may not take action {action}"
        if not 0 <= action < len(actions):
            return f"{where}: actions are 0 to {len(actions) - 1}"
        legal = np.flatnonzero(self._mask[game])
        some = ", ".join(map(str, legal[:8])) + (", ..." if len(legal) > 8 else "")
        return f"{where}, {actions[action]!r}; legal there: {some}"

    def _check_open(self) -> None:
        if self._closed:
            raise FacedownError("this vector is closed; make another")

    # -- saving and loading ---------------------------------------------------------------------------------------

    def _kind(self) -> dict[str, object]:
        """What two vectors must have in common for one to load what the other has saved."""
        return {
            "game": self.game.id,
            "version": self.game.contract.version,
            "seats": self.seats,
            "games": self.games,
            "options": self.options,
            "bots": {str(seat): name for seat, name in self._names.items()},
            "observe": self.observe,
            "reward": self.reward,
            "forced": self.forced,
            "bytes": [array.nbytes for array in self._kept()],
        }

    def _kept(self) -> tuple[Ints, ...]:
        return (*self._games, self._shown, self._mask, self._views, self._x, self._written)

    def save(self) -> bytes:
        """The state of all games, including what is hidden, for `load`."""
        tables = [] if self._at_tables is None else self._at_tables.save()
        arrays = [array.tobytes() for array in self._kept()]
        whole = msgspec.msgpack.encode((self._kind(), self.seed, self._begun, arrays, tables))
        return hashlib.blake2b(whole, digest_size=16).digest() + whole

    def load(self, saved: bytes) -> Step:
        """Restore what `save` returned, from this vector or another with the same game, seats, options and so on.

        Raises BadOption if the vectors differ, or if `saved` is incomplete.
        """
        self._check_open()
        if not isinstance(saved, (bytes, bytearray, memoryview)):
            raise BadOption(f"load the bytes that `save` gave, not {type(saved).__name__}")
        given = bytes(saved)
        whole = given[16:]
        if hashlib.blake2b(whole, digest_size=16).digest() != given[:16]:
            raise BadOption("these are not the bytes of a saved vector, or not all of them")
        kind, seed, begun, arrays, tables = msgspec.msgpack.decode(whole, type=_Whole)
        for what, value in msgspec.to_builtins(self._kind()).items():
            if kind.get(what) != value:
                raise BadOption(f"the saved vector has {what} {kind.get(what)!r}, this one {value!r}")
        self._set_up(seed)
        self._begun = begun
        for array, kept in zip(self._kept(), arrays, strict=True):
            array[...] = np.frombuffer(kept, array.dtype).reshape(array.shape)
        if self._at_tables is not None:
            self._at_tables.load(tables, self._games.numbers)
        return self._step

    def __reduce__(self) -> tuple[object, ...]:
        """What it was made of, and its state; so it can be copied and sent to another process."""
        made_of = self.game, self.seats, self.games, self.seed, self.options, self.bots
        how = self.observe, self.reward, self.forced, self.threads, self.compiles
        return _restored, (type(self), made_of, how, self._closed, self.save())

    def close(self) -> None:
        """Release the threads.  Calling it again does nothing."""
        self._closed = True
        if self._pool is not None and self._pool_of == os.getpid():
            self._pool.shutdown()
        self._pool = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _restored(
    kind: type[Vector], made_of: tuple[Any, ...], how: tuple[Any, ...], closed: bool, saved: bytes
) -> Vector:
    observe, reward, forced, threads, compiles = how
    vector = kind(*made_of, observe=observe, reward=reward, forced=forced, threads=threads, compiles=compiles)
    vector.load(saved)
    if closed:
        vector.close()
    return vector


def _flag(what: str, flag: object) -> bool:
    if not isinstance(flag, (bool, np.bool_)):
        raise BadOption(f"{what} must be True or False, not {flag!r}")
    return bool(flag)


def _one_of(what: str, word: object, words: tuple[str, ...]) -> str:
    if not isinstance(word, str) or word not in words:
        raise BadOption(f"{what} must be one of {', '.join(words)}, not {word!r}")
    return word


def _to_look_at(array: Ints) -> Ints:
    """A read-only view of an array."""
    looked_at = array.view()
    looked_at.flags.writeable = False
    return looked_at
