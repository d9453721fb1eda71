"""Facedown's games as PettingZoo environments.  Needs the extra: `pip install facedown[pettingzoo]`.

    env = facedown.envs.pettingzoo.env("bayou-boss", seats=4)           # AEC: one agent after the other
    env = facedown.envs.pettingzoo.parallel_env("bots-battleground")    # all asked agents at once

Agents are called "seat_0", "seat_1", ...  An observation is a dict with PettingZoo's usual keys: "observation",
float32[k] from `game.encode`, and "action_mask", int8[actions].  In a game without such an encoding (Clocktower)
the observation is the view as JSON text.
"""

from __future__ import annotations

import json
import operator
import string
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import partial
from typing import Any, Self, TypeAlias, TypedDict

import msgspec
import numpy as np

from facedown.core.extras import not_installed

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ModuleNotFoundError as missing:
    raise not_installed(missing, "pettingzoo") from None

from facedown.agents import answer, player
from facedown.core.chance import checked_seed, key_of
from facedown.core.errors import BadOption, Illegal
from facedown.core.flat import FlatGame
from facedown.core.game import Game
from facedown.core.layout import Ints
from facedown.core.table import Table
from facedown.core.values import Move
from facedown.envs.bots import Bots, checked_bots
from facedown.envs.rewards import REWARDS, rewards
from facedown.games import game as game_called

Action: TypeAlias = int | str  # a number; or text, in a game whose moves have no numbers
Info: TypeAlias = dict[str, object]  # "moves", in such a game: the legal moves


class Observation(TypedDict):
    """What an agent sees."""

    observation: Ints | str  # float32[k] from `game.encode`; text in a game without an encoding
    action_mask: Ints  # int8[actions]: 1 where an action is legal


class LegalActions(spaces.Discrete):
    """The numbers of all actions; `sample()` draws one that is legal now, unless a mask or odds are given."""

    def __init__(self, count: int, mask: Callable[[], Ints]) -> None:
        super().__init__(count)
        self._legal_now = mask

    def sample(self, mask: Ints | None = None, probability: Ints | None = None) -> np.int64:
        legal = self._legal_now() if mask is None and probability is None else mask
        return super().sample(legal, probability)


class SeenText(str):
    """A view as text, with the type of its space, which PettingZoo's `api_test` asks of each observation."""

    dtype = np.dtype(str)


LONGEST_VIEW = 200_000  # characters of a view as text
# What an environment has from its first `reset` on.
BEGUN = ("rewards", "terminations", "truncations", "infos", "agent_selection", "_cumulative_rewards")
MOST_MOVES = 1024  # that are listed at once, of a game whose moves have no numbers


def _whole(action: Action) -> int:
    """The number of an action as int, from any integer type.  Raises Illegal."""
    if isinstance(action, bool | np.bool_ | str):
        raise Illegal(f"{action!r} is not the number of an action")
    try:
        return operator.index(action)
    except TypeError:
        raise Illegal(f"{action!r} is not the number of an action") from None


class _Numbers:
    """How agents of a flat game see and act: an encoding, and a number for each action."""

    def __init__(self, game: FlatGame) -> None:
        self.game = game
        self.count = len(game.actions)
        self.space: spaces.Space[object] = spaces.Box(-np.inf, np.inf, (game.encoding.size,), np.float32)

    def observation(self, table: Table, seat: int) -> Ints:
        return self.game.encode(table.observation(seat))

    def mask(self, table: Table, seat: int) -> Ints:
        return table.mask(seat).astype(np.int8)

    def play(self, table: Table, seat: int, action: Action) -> None:
        table.play(seat, _whole(action))

    def allows(self, table: Table, seat: int, action: Action) -> bool:
        number, mask = _whole(action), table.mask(seat)
        return 0 <= number < len(mask) and bool(mask[number])

    def info(self, table: Table, seat: int) -> Info:
        return {}


class _Texts:
    """How agents of other games see and act: the view as JSON, and indices into the list of present moves.

    `info["moves"]` is that list, each move as plain data (`{"text": "nominate Bo", ...}`).  An action may also be a
    line of text, such as `say "I am the Chef"`.
    """

    def __init__(self) -> None:
        self.count = MOST_MOVES
        self.space: spaces.Space[object] = spaces.Text(LONGEST_VIEW, charset=string.printable)

    def observation(self, table: Table, seat: int) -> str:
        view = {"prompt": table.prompt(seat), "view": msgspec.to_builtins(table.view(seat))}
        return SeenText(json.dumps(view))

    def mask(self, table: Table, seat: int) -> Ints:
        mask = np.zeros(self.count, np.int8)
        mask[: len(self._moves(table, seat))] = 1
        return mask

    def play(self, table: Table, seat: int, action: Action) -> None:
        table.play(seat, action if isinstance(action, str) else self._numbered(table, seat, _whole(action)))

    def _numbered(self, table: Table, seat: int, number: int) -> Move:
        moves = self._moves(table, seat)
        if not 0 <= number < len(moves):
            raise Illegal(f"{table.names[seat]} has no move number {number}; there are {len(moves)}, from 0")
        return moves[number]

    def allows(self, table: Table, seat: int, action: Action) -> bool:
        move = action if isinstance(action, str) else self._numbered(table, seat, _whole(action))
        return table.objection(seat, move) is None

    def info(self, table: Table, seat: int) -> Info:
        return {"moves": [_as_data(move) for move in self._moves(table, seat)]}

    def _moves(self, table: Table, seat: int) -> Sequence[Move]:
        listed = [move for move in table.legal(seat) if '"' not in move.text]  # words are given as text
        return listed[: self.count]


def _as_data(move: Move) -> dict[str, object]:
    data: dict[str, object] = msgspec.to_builtins(move)
    return data


class TableEnvs:
    """The common base of both environments: the game, its agents, their spaces, and a new table for each game.

    Raises BadOption for an unknown game, seat, option, bot, reward or render mode.
    """

    metadata: dict[str, object]
    _more_actions = 0  # in addition to the game's

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        options: Mapping[str, object] | None = None,
        bots: Bots | None = None,
        reward: str = "wins",
        render_mode: str | None = None,
    ) -> None:
        found = game_called(game) if isinstance(game, str) else game
        if not isinstance(found, Game):
            raise BadOption(f"name a game, or give one; {found!r} is none")
        self.game = found
        self.seats = self.game.contract.checked_seats(self.game.seats[0] if seats is None else seats)
        self.options = self.game.contract.options_at(self.seats, options)
        self.bots = checked_bots(self.game, self.seats, {} if bots is None else bots)
        if render_mode not in (None, "ansi"):
            raise BadOption(f"the render mode must be 'ansi' or None, not {render_mode!r}")
        if reward not in REWARDS:
            raise BadOption(f"the reward must be {' or '.join(map(repr, REWARDS))}, not {reward!r}")
        self.reward, self.render_mode = reward, render_mode
        self.metadata = {"name": self.game.id, "render_modes": ["ansi"], "is_parallelizable": True}
        self._seat_of = {f"seat_{seat}": seat for seat in range(self.seats) if seat not in self.bots}
        self.possible_agents = list(self._seat_of)
        self.agents: list[str] = []
        self._acts: _Numbers | _Texts = _Numbers(self.game) if isinstance(self.game, FlatGame) else _Texts()
        count = self._acts.count + self._more_actions
        seen = spaces.Dict({"observation": self._acts.space, "action_mask": spaces.Box(0, 1, (count,), np.int8)})
        self._spaces = {
            agent: (deepcopy(seen), LegalActions(count, partial(self._mask, seat)))
            for agent, seat in self._seat_of.items()
        }
        self._luck = np.random.default_rng()
        self._table: Table | None = None

    def __copy__(self) -> Self:
        """An independent copy, which plays on exactly alike, at a table of its own."""
        return deepcopy(self)

    def observation_space(self, agent: str) -> spaces.Space[object]:
        """A dict of "observation" and "action_mask"."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Space[object]:
        """The numbers of all actions, as in `game.actions`; without a mask, `sample()` draws a legal one."""
        return self._spaces[agent][1]

    @property
    def table(self) -> Table:
        """The present table.  Raises BadOption before the first `reset`."""
        if self._table is None:
            raise BadOption("there is no game yet; call reset() first")
        return self._table

    def _new_table(self, seed: int | None) -> None:
        """Equal seeds give equal games; without a seed, the next game in the sequence of the last seed."""
        if seed is not None:
            known = checked_seed(seed)
            counts = isinstance(known, int) and known >= 0  # NumPy takes no other
            self._luck = np.random.default_rng(int(known) if counts else key_of("pettingzoo", known))
        number = int(self._luck.integers(2**62))
        self._table = Table(self.game.contract, self.seats, number, self.options)
        self._players = {seat: player(self.game, name, f"{number} {seat}") for seat, name in self.bots.items()}
        self._play_bots()
        self.agents = list(self.possible_agents)

    def _play_bots(self) -> None:
        """Let bots answer until an agent is asked: lower seats first."""
        table = self.table
        while table.asked and all(seat in self.bots for seat in table.asked):
            seat = table.asked[0]
            answer(self._players[seat], table, seat)

    def _asked(self) -> list[str]:
        """The agents who must answer now, lower seats first."""
        return [f"seat_{seat}" for seat in self.table.asked if seat not in self.bots]

    def _seen(self, agent: str) -> Observation:
        seat = self._seat_of[agent]
        return {"observation": self._acts.observation(self.table, seat), "action_mask": self._mask(seat)}

    def _mask(self, seat: int) -> Ints:
        return self._acts.mask(self.table, seat)

    def _rewards(self) -> dict[str, float]:
        paid = rewards(self.table.standing, self.reward) if self.table.over else (0.0,) * self.seats
        return {agent: paid[seat] for agent, seat in self._seat_of.items()}

    def render(self) -> str | None:
        """In the mode "ansi", the table as everybody sees it: what has happened and whom it waits for."""
        if self.render_mode is None:
            return None
        return "\n".join([*(event.text for event in self.table.log(None)), self.table.prompt(None)])

    def close(self) -> None:
        """Do nothing, as there is nothing to release.  May be called several times."""


class TableEnv(TableEnvs, AECEnv[str, Observation, Action]):  # type: ignore[misc]  # it ships no types
    """One game at a time, one agent after the other.

    game, seats, options, bots   as for `facedown.envs.Vector`; seats of bots are not agents
    reward                       "wins" or "score", paid at the end
    render_mode                  "ansi": what everybody sees, as text

    If several agents are asked at once, the lowest seat acts first, and the others do not see its action.  An
    illegal action raises Illegal and changes nothing.  Agents act only when they are asked.  Raises BadOption.
    """

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """A new game.  Equal seeds give equal games."""
        self._new_table(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._select()

    def __getattr__(self, name: str) -> Any:
        """Raises AttributeError, before the first `reset` with the message of PettingZoo's own wrappers."""
        if name in BEGUN and vars(self).get("_table") is None:
            raise AttributeError(f"{name} cannot be accessed before reset")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    def observe(self, agent: str) -> Observation:
        """What this agent's seat sees.  Its mask is all 0 unless the agent is asked."""
        return self._seen(agent)

    def step(self, action: Action | None) -> None:
        """Play for the selected agent: an action's number, or text in a game without numbers; None at the end."""
        agent = self.agent_selection
        if self.terminations[agent] or action is None:
            self._was_dead_step(action)
            return
        self._acts.play(self.table, self._seat_of[agent], action)
        self._play_bots()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards()
        self._select()
        self._accumulate_rewards()

    def _select(self) -> None:
        """Select the next agent who is asked; at the end every agent in turn."""
        if self.table.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._asked()[0]
        self.infos = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = self._acts.info(self.table, self._seat_of[self.agent_selection])


class ParallelTableEnv(TableEnvs, ParallelEnv[str, Observation, Action]):  # type: ignore[misc]  # it ships no types
    """One game at a time, with all agents acting in each step; agents who are not asked pass (the last action).

    The actions of the asked agents are taken in seat order.  If one settles the question, as in calling a claim, or
    makes another agent's action impossible, the actions after it are dropped, and their agents are asked again if
    there is still something to answer.  Everything else is as in `TableEnv`.
    """

    _more_actions = 1  # pass

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """A new game.  Equal seeds give equal games."""
        self._new_table(seed)
        return self._all_seen(), self._all_infos()

    def step(
        self, actions: Mapping[str, Action]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        """Play for all agents who are asked.  Raises Illegal, and then nobody has moved."""
        self._check(actions)
        question = self.table.timing.question
        for agent in self._asked():
            seat = self._seat_of[agent]
            still_asked = seat in self.table.asked and self.table.timing.question == question
            if still_asked and self._acts.allows(self.table, seat, actions[agent]):
                self._acts.play(self.table, seat, actions[agent])
        self._play_bots()
        over = self.table.over
        result = (
            self._all_seen(),
            {agent: reward for agent, reward in self._rewards().items() if agent in self.agents},
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, False),
            self._all_infos(),
        )
        if over:
            self.agents = []
        return result

    def _check(self, actions: Mapping[str, Action]) -> None:
        """Check that each asked agent has an action that is legal at present.  Raises Illegal."""
        for agent in self._asked():
            if agent not in actions:
                raise Illegal(f"{agent} is asked, and there is no action for it")
            self._acts.play(self.table.copy(), self._seat_of[agent], actions[agent])

    def _mask(self, seat: int) -> Ints:
        mask = np.zeros(self._acts.count + 1, np.int8)
        if seat in self.table.asked:
            mask[:-1] = self._acts.mask(self.table, seat)
        else:
            mask[-1] = 1
        return mask

    def _all_seen(self) -> dict[str, Observation]:
        return {agent: self._seen(agent) for agent in self.agents}

    def _all_infos(self) -> dict[str, Info]:
        return {agent: self._acts.info(self.table, self._seat_of[agent]) for agent in self.agents}


env = TableEnv  # PettingZoo's usual name
parallel_env = ParallelTableEnv
