"""Facedown's games as OpenSpiel games.  Needs the extra: `pip install facedown[openspiel]`.

    game = facedown.envs.open_spiel.load("gotcha", deals=1000)
    state = game.new_initial_state()

Importing this module registers every card game under the name that `registered_name` returns, with the parameters
`players`, `deals` and `simultaneous`, so that `pyspiel.load_game("facedown_gotcha(deals=50)")` works as well.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple, Self

import numpy as np

from facedown.core.extras import not_installed

try:
    import pyspiel
except ModuleNotFoundError as missing:
    raise not_installed(missing, "openspiel") from None

from facedown.core.errors import BadOption
from facedown.core.flat import FlatGame
from facedown.core.game import Game
from facedown.core.layout import Ints
from facedown.core.table import Table
from facedown.envs.flat_games import flat_game
from facedown.envs.rewards import rewards
from facedown.games import game as game_called
from facedown.games import games

DEALS = 1000  # the default number of outcomes of the chance node
MOST_DEALS = 1_000_000  # OpenSpiel's algorithms go through all of them
_PARAMETERS: Mapping[str, object] = {"deals": DEALS, "simultaneous": False}
BEFORE = "before the deal"  # the text of players' information state then
LONGEST = 100_000  # actions in a game: more than any has
MOST_NODES = 1_000_000  # of a game that is unfolded

Start = Callable[[int], Table]  # from the number of a deal to a table
Ends = Callable[[Table], bool]  # whether the game is over at this table
Pays = Callable[[Table], Sequence[float]]  # each seat's utility at the end, from -1 to 1


class Setup(NamedTuple):
    """What a `TableGame` is made of: the arguments of `load`."""

    game: FlatGame
    seats: int
    deals: int
    start: Start
    ends: Ends
    pays: Pays
    chances: Sequence[float]  # the probability of each deal


def registered_name(game: str) -> str:
    """The name of a game in OpenSpiel: `facedown_bayou_boss`."""
    return f"facedown_{game.replace('-', '_')}"


def load(
    game: Game | str,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    *,
    deals: int = DEALS,
    simultaneous: bool = False,
    start: Start | None = None,
    ends: Ends | None = None,
    pays: Pays | None = None,
    chances: Sequence[float] | None = None,
) -> TableGame:
    """A game for OpenSpiel's algorithms.

    game           a card game, or its id
    seats          the number of seats; by default the fewest that the game allows
    deals          the number of different deals.  They are the outcomes of the only chance node, the root, which
                   also determines all later randomness in the game
    simultaneous   whether seats that are asked at once form a simultaneous node.  If not, the lowest seat acts
                   first and the others do not see its action; turn-based algorithms such as IS-MCTS need this
    start          another beginning: a function from the number of a deal to a table of this game and seats
    ends, pays     for a game that is cut short: functions of a table, whether the game is over there, and each
                   seat's utility then, from -1 to 1
    chances        the probabilities of the deals, which add up to 1; by default all are equally likely

    Utilities are 1 for winning alone and -1 / (seats - 1) for losing.  Raises BadOption.
    """
    flat = flat_game(game, "has no numbers for its actions, which OpenSpiel needs; see the card games")
    setup = _set_up(flat, seats, options, deals)
    setup = setup._replace(start=start or setup.start, ends=ends or setup.ends, pays=pays or setup.pays)
    if chances is not None:
        setup = setup._replace(chances=_checked_chances(chances, deals))
    return TableGame({"players": setup.seats, "deals": deals, "simultaneous": simultaneous}, setup)


def _checked_chances(chances: object, deals: int) -> tuple[float, ...]:
    try:
        likely = np.asarray(chances, np.float64)
    except (TypeError, ValueError):
        likely = np.zeros(0)
    if likely.shape != (deals,) or not (likely >= 0).all() or abs(likely.sum() - 1) > 1e-9:
        raise BadOption(f"chances are {deals} numbers, one for each deal, that add up to 1")
    return tuple(likely.tolist())


def _set_up(game: FlatGame, seats: object, options: Mapping[str, object] | None, deals: object) -> Setup:
    """The setup for a whole game from its first deal.  Raises BadOption."""
    count = game.contract.checked_seats(game.seats[0] if seats is None else seats)
    checked = game.contract.options_at(count, options)
    if isinstance(deals, bool) or not isinstance(deals, int) or not 1 <= deals <= MOST_DEALS:
        raise BadOption(f"deals must be 1 to {MOST_DEALS:,}, not {deals!r}")
    return Setup(
        game,
        count,
        deals,
        start=functools.partial(_dealt, game, count, checked),
        ends=_is_over,
        pays=_pays,
        chances=(1 / deals,) * deals,
    )


# Functions of a module, so that a game can be pickled.


def _dealt(game: FlatGame, seats: int, options: Mapping[str, object], deal: int) -> Table:
    return Table(game.contract, seats, f"openspiel/{deal}", options)


def _is_over(table: Table) -> bool:
    return table.over


def _pays(table: Table) -> Sequence[float]:
    return rewards(table.standing)


class TableGame(pyspiel.Game):  # type: ignore[misc]  # it ships no types
    """A card game of Facedown as an OpenSpiel game.  `load` and `pyspiel.load_game` make these.

    Actions have their numbers in `setup.game.actions`; a chance outcome is the number of a deal.
    """

    def __init__(self, params: Mapping[str, object], setup: Setup) -> None:
        """`params` are the parameters of `pyspiel.load_game`."""
        info = pyspiel.GameInfo(
            num_distinct_actions=len(setup.game.actions),
            max_chance_outcomes=setup.deals,
            num_players=setup.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_type_of(setup.game, bool(params["simultaneous"])), info, dict(params))
        self.setup = setup
        self.simultaneous = bool(params["simultaneous"])

    def __copy__(self) -> Self:
        return self  # it never changes

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return TableGame, (dict(self.get_parameters()), self.setup)

    def new_initial_state(self) -> TableState:
        """The root, the chance node at which the cards are dealt."""
        return TableState(self)

    def make_py_observer(self, iig_obs_type: object = None, params: object = None) -> TableObserver:
        """An observer of what a player sees, as encoded by `game.encode`, float32[k], and as text."""
        return TableObserver(self.setup.game, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class _Played:
    """The table of a state, and what each player has learned about it: what OpenSpiel copies and pickles."""

    def __init__(self, seats: int) -> None:
        self.table: Table | None = None
        self.known = [_Known() for _ in range(seats)]


class _Known(NamedTuple):
    """What a player has been told and has done, as digests that each new event updates."""

    heard: str = ""
    done: str = ""
    frames: int = 1  # of the table's history that are already in `heard`
    news: int = 0  # events told and moves made since the others' cards were dealt anew
    before: str = ""  # the information state at that moment
    memory: Ints | None = None  # records[1]: what it remembers, where the game's bots have a memory, ...
    remembered: int = 0  # ... of so many frames of the table's history


def _added(digest: str, what: object) -> str:
    return hashlib.blake2b(f"{digest} {what!r}".encode(), digest_size=16).hexdigest()


class TableState(pyspiel.State):  # type: ignore[misc]  # it ships no types
    """One state of a game."""

    def __init__(self, game: TableGame) -> None:
        """Before the deal; `TableGame.new_initial_state` makes it."""
        super().__init__(game)
        self._played = _Played(game.setup.seats)

    def __copy__(self) -> TableState:
        """An independent copy, at a table of its own."""
        copied: TableState = self.clone()
        return copied

    def __deepcopy__(self, memo: object) -> TableState:
        return self.__copy__()

    def __reduce__(self) -> tuple[object, ...]:
        return _deserialized, (self.get_game(), self.serialize())

    @property
    def setup(self) -> Setup:
        """The setup of the game."""
        setup: Setup = self.get_game().setup
        return setup

    @property
    def table(self) -> Table:
        """The table on which this state is played.  Raises BadOption before the cards are dealt."""
        if self._played.table is None:
            raise BadOption("nothing has been dealt yet: apply the number of a deal first")
        return self._played.table

    # -- who acts, and the legal actions; the names are OpenSpiel's -----------------------------------------------

    @property
    def is_dealt(self) -> bool:
        """Whether the cards have been dealt.  Before that there is no `table`."""
        return self._played.table is not None

    def current_player(self) -> int:
        """The seat to act, or OpenSpiel's constant for chance, a simultaneous node or the end of the game."""
        if not self.is_dealt:
            return int(pyspiel.PlayerId.CHANCE)
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        asked = self.table.asked
        if self.get_game().simultaneous and len(asked) > 1:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return int(asked[0])

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut short by `ends`."""
        return self.is_dealt and (self.table.over or self.setup.ends(self.table))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The number and the probability of each deal."""
        return list(enumerate(self.setup.chances))

    def _legal_actions(self, player: int) -> list[int]:
        if player not in self.table.asked:
            return []
        legal: list[int] = np.flatnonzero(self.table.mask(player)).tolist()
        return legal

    def _apply_action(self, action: int) -> None:
        if self._played.table is None:
            self._played.table = self.setup.start(action)
            return
        self._take(self.table.asked[0], action)

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """Apply the actions of the asked seats, lowest first; those that have become impossible are dropped."""
        question = self.table.timing.question
        for seat in self.table.asked:
            still_asked = seat in self.table.asked and self.table.timing.question == question
            if still_asked and self.table.mask(seat)[actions[seat]]:
                self._take(seat, actions[seat])

    def _take(self, seat: int, action: int) -> None:
        self.table.play(seat, int(action))
        known = self._played.known[seat]
        self._played.known[seat] = known._replace(done=_added(known.done, int(action)), news=known.news + 1)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self.setup.game.actions[action])

    def returns(self) -> list[float]:
        """Each player's utility, from -1 to 1; 0 before the end."""
        return [*map(float, self.setup.pays(self.table))] if self.is_terminal() else [0.0] * self.setup.seats

    def __str__(self) -> str:
        return self.table.record() if self.is_dealt else BEFORE

    # -- what players know ----------------------------------------------------------------------------------------

    def information_state_string(self, player: int | None = None) -> str:
        """A digest of all that a player has been told, has done and sees; None: the player to act."""
        if not self.is_dealt:
            return BEFORE
        who = self.current_player() if player is None else player
        known = self._listen(who)
        if known.before and not known.news:
            return known.before
        return _added(known.before, (known.heard, known.done, self.observation_string(who)))

    def _listen(self, who: int) -> _Known:
        """Add to a player's digest what it has been told since the last call."""
        known = self._played.known[who]
        for event in self.table.log(who, since=known.frames):
            known = known._replace(heard=_added(known.heard, event.text), news=known.news + 1)
        self._played.known[who] = known = known._replace(frames=len(self.table.frames))
        return known

    def memory_of(self, who: int) -> tuple[object, ...]:
        """What a player remembers, as a record; () where the game's bots have no memory."""
        game, known = self.setup.game.contract, self._played.known[who]
        if game.memory_layout is None or game.remember is None:
            return ()
        memory = np.zeros(1, game.memory_layout) if known.memory is None else known.memory.copy()
        for frame in range(known.remembered, len(self.table.frames)):
            game.remember(self.table.at(frame).observation(who), memory[0])
        self._played.known[who] = known._replace(memory=memory, remembered=len(self.table.frames))
        return (memory[0],)

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now, as text; None: the player to act."""
        if not self.is_dealt:
            return BEFORE
        who = self.current_player() if player is None else player
        return repr(self.table.view(who))

    def resample_from_infostate(self, player: int, sampler: object) -> Self:
        """A random state with the same information state for this player; what it cannot know is dealt again.

        `sampler()` returns a random number from 0 to 1.
        """
        number = sampler() if callable(sampler) else np.random.default_rng().random()
        state: Self = self.clone()
        own = self.information_state_string(player)
        state._played.table = table = self.table.determinized(player, f"openspiel/{number!r}")
        if self.current_player() == player:  # then those who choose before, unseen, have done so
            luck = np.random.default_rng(int(number * 2**53))
            for who in table.asked[: table.asked.index(player)]:
                table.play(who, int(luck.choice(np.flatnonzero(table.mask(who)))))
        for who in range(self.setup.seats):  # of the others it is only said what they see there
            state._played.known[who] = _Known(before=_added("", repr(table.view(who))))
        self.memory_of(player)
        memory = self._played.known[player].memory
        state._played.known[player] = _Known(before=own, memory=memory, remembered=len(table.frames))
        return state


def _deserialized(game: TableGame, text: str) -> TableState:
    state: TableState = game.deserialize_state(text)
    return state


class TableObserver:
    """OpenSpiel's observer of what a player sees: a tensor, and text.

    With perfect recall it is the information state: the tensor has what the player sees and, where the game's bots
    have a memory, remembers; the text is a digest of all that it was told and has done.
    """

    def __init__(self, game: FlatGame, kind: pyspiel.IIGObservationType) -> None:
        self._game, self._recalls = game, bool(kind.perfect_recall)
        more = game.encoding.memory_size if self._recalls else 0
        self.tensor = np.zeros(game.encoding.size + more, np.float32)
        self.dict = {"information_state" if self._recalls else "observation": self.tensor}

    def set_from(self, state: TableState, player: int) -> None:
        """Fill the tensor with what the player sees, or with zeros before the deal."""
        if not state.is_dealt:
            self.tensor[:] = 0.0
            return
        memory = state.memory_of(player) if self._recalls else ()
        self.tensor[:] = self._game.encode(state.table.observation(player), *memory)

    def string_from(self, state: TableState, player: int) -> str:
        """What the player sees, as text; with perfect recall its information state."""
        return state.information_state_string(player) if self._recalls else state.observation_string(player)


def unfolded(root: pyspiel.State, most: int = MOST_NODES) -> pyspiel.Game:
    """All that can happen from a state on, as a game of OpenSpiel's own (`efg_game`), for its algorithms in C++.

    For small parts of games: each state is looked at once, and no rules are asked again.  An information set's name
    ends with its `information_state_string`, an action's is its number.  Raises BadOption if there are more than
    `most` states, or several act at once.
    """
    players = " ".join(f'"{player}"' for player in range(root.num_players()))
    lines = [f'EFG 2 R "" {{ {players} }}']
    for line in _nodes(root, count(1), [{} for _ in range(root.num_players())]):
        if len(lines) > most:
            raise BadOption(f"there are more than {most:,} states; unfold a smaller part of the game")
        lines.append(line)
    return pyspiel.load_efg_game("\n".join(lines) + "\n")


def _nodes(state: pyspiel.State, numbers: Iterator[int], sets: Sequence[dict[str, int]]) -> Iterator[str]:
    """A line for this state and for each that follows, as Gambit's format has them: the first branch first.

    `sets` numbers each player's information sets, by name.
    """
    if state.is_terminal():
        yield f't "" {next(numbers)} "" {{ {" ".join(f"{payoff:.17f}" for payoff in state.returns())} }}'
        return
    if state.is_chance_node():
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        told = " ".join(f'"{action}" {chance:.17f}' for action, chance in zip(actions, chances, strict=True))
        yield f'c "" {next(numbers)} "" {{ {told} }} 0'
    elif (player := state.current_player()) >= 0:
        name, actions = state.information_state_string().replace('"', "'"), state.legal_actions()
        known = sets[player].setdefault(name, len(sets[player]) + 1)
        told = " ".join(f'"{action}"' for action in actions)
        yield f'p "" {player + 1} {known} "{name}" {{ {told} }} 0'
    else:
        raise BadOption("only games in which one player acts after the other can be unfolded; see `simultaneous`")
    for action in actions:
        yield from _nodes(state.child(action), numbers, sets)


def _type_of(game: FlatGame, simultaneous: bool) -> pyspiel.GameType:
    dynamics = pyspiel.GameType.Dynamics
    return pyspiel.GameType(
        short_name=registered_name(game.id),
        long_name=game.title,
        dynamics=dynamics.SIMULTANEOUS if simultaneous else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={**_PARAMETERS, "players": game.seats[0]},
    )


def _register(game: FlatGame) -> None:
    """Make a card game known to `pyspiel.load_game`.

    It is registered as a class: OpenSpiel frees functions only after Python has ended, and crashes.
    """

    class Registered(TableGame):
        def __init__(self, params: Mapping[str, object] | None = None) -> None:
            known = {**_PARAMETERS, "players": game.seats[0], **(params or {})}
            super().__init__(known, _set_up(game, known["players"], {}, known["deals"]))

    pyspiel.register_game(_type_of(game, False), Registered)


for _id in games():
    if isinstance(_game := game_called(_id), FlatGame):
        _register(_game)
