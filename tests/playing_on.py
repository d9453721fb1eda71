"""Playing on by chance at whatever can be played on: what another process does with a copy that it was sent."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from facedown.core.table import Table
from facedown.envs import Vector
from facedown.envs.gymnasium import LearnerVectorEnv
from facedown.envs.open_spiel import TableState
from facedown.envs.pettingzoo import ParallelTableEnv, TableEnv
from tests.how_much import count

MOST = 10_000  # steps: more than any game has
ON = count(10, 25)  # steps that a copy goes on


def play_on(one: Any, steps: int, seed: int = 1) -> None:
    """So many steps at random, or as many as there are until the end; equal things are played on alike."""
    luck = Random(seed)
    for kind, step in STEPS.items():
        if isinstance(one, kind):
            for _ in range(steps):
                if not step(one, luck):
                    return
            return
    raise TypeError(type(one))


def seen(one: Any) -> object:
    """Everything that can be seen of it, as text."""
    for kind, look in LOOKS.items():
        if isinstance(one, kind):
            return look(one)
    raise TypeError(type(one))


def played_on(one: Any) -> object:
    """What is seen of it after some steps: to be called in another process."""
    play_on(one, ON)
    return seen(one)


# -- each kind of thing --------------------------------------------------------------------------------------------


def _table_step(table: Table, luck: Random) -> bool:
    if not table.asked:
        return False
    seat = luck.choice(table.asked)
    table.play(seat, luck.choice([move for move in table.legal(seat) if '"' not in move.text]))
    return True


def _table_seen(table: Table) -> object:
    seats = (None, *range(len(table.names)))
    frames = len(table.frames)
    views = [(table.view(seat), table.log(seat, since=max(1, frames - 40))) for seat in seats]
    return table.record(), table.standing, repr(views), frames


def _agents_step(env: TableEnv, luck: Random) -> bool:
    if not env.agents:
        return False
    observation, *_ = env.last()
    mask = observation["action_mask"]
    over = env.terminations[env.agent_selection]
    env.step(None if over else luck.choice(np.flatnonzero(mask).tolist()))
    return True


def _agents_seen(env: TableEnv) -> object:
    paid = env.rewards, env.terminations, env.agent_selection, env.infos
    return repr(([env.observe(agent) for agent in env.agents], paid)), _table_seen(env.table)


def _all_agents_step(env: ParallelTableEnv, luck: Random) -> bool:
    if not env.agents:
        return False
    masks = {agent: env._seen(agent)["action_mask"] for agent in env.agents}
    env.step({agent: luck.choice(np.flatnonzero(mask).tolist()) for agent, mask in masks.items()})
    return True


def _all_agents_seen(env: ParallelTableEnv) -> object:
    return repr([env._seen(agent) for agent in env.agents]), _table_seen(env.table)


def _chosen(mask: Any, luck: Random) -> Any:
    return np.array([luck.choice(np.flatnonzero(row).tolist()) for row in mask])


def _vector_step(vector: Vector, luck: Random) -> bool:
    vector.step(_chosen(vector.present.mask, luck))
    return True


def _vector_seen(vector: Vector) -> object:
    return [array.tobytes() for array in (*vector.present, vector.numbers, vector.ended)]


def _envs_step(envs: LearnerVectorEnv, luck: Random) -> bool:
    envs.step(_chosen(envs.vector.present.mask, luck))
    return True


def _state_step(state: TableState, luck: Random) -> bool:
    if state.is_terminal():
        return False
    if state.is_chance_node():
        state.apply_action(luck.choice([deal for deal, _ in state.chance_outcomes()]))
    elif state.is_simultaneous_node():
        players = range(state.num_players())
        state.apply_actions([luck.choice(state.legal_actions(player) or [0]) for player in players])
    else:
        state.apply_action(luck.choice(state.legal_actions()))
    return True


def _state_seen(state: TableState) -> object:
    known = [state.information_state_string(player) for player in range(state.num_players())]
    return state.history(), str(state), known, state.returns(), state.get_game().setup.seats


STEPS: dict[type, Any] = {
    Table: _table_step, TableEnv: _agents_step, ParallelTableEnv: _all_agents_step, Vector: _vector_step,
    LearnerVectorEnv: _envs_step, TableState: _state_step,
}  # fmt: skip
LOOKS: dict[type, Any] = {
    Table: _table_seen, TableEnv: _agents_seen, ParallelTableEnv: _all_agents_seen, Vector: _vector_seen,
    LearnerVectorEnv: lambda envs: _vector_seen(envs.vector), TableState: _state_seen,
}  # fmt: skip
