"""One learner among bots as a Gymnasium environment.  Needs the extra: `pip install facedown[gymnasium]`.

    envs = facedown.envs.gymnasium.LearnerVectorEnv("bayou-boss", num_envs=1024, bots="sensible")
    env = gymnasium.make("facedown.envs.gymnasium:facedown/bayou-boss-v0", bots="sensible")  # one game

Importing this module registers every card game with Gymnasium.  `facedown.envs.Vector` also steps games with
several learners.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Self, TypeAlias

import numpy as np

from facedown.core.extras import not_installed

try:
    from gymnasium import Env, register, registry, spaces
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as missing:
    raise not_installed(missing, "gymnasium") from None

from facedown.core.errors import BadOption
from facedown.core.flat import FlatGame
from facedown.core.game import Game
from facedown.core.layout import Ints
from facedown.envs.bots import Bots, checked_bots, is_seat
from facedown.envs.vector import Vector
from facedown.games import game as game_called
from facedown.games import games

Info: TypeAlias = dict[str, Any]  # Gymnasium's `info`


class LearnerVectorEnv(VectorEnv[Ints, Ints, Ints]):
    """`num_envs` games at once, each with one learner among bots.

    game       a game or its id; any card game, as these keep their positions in records
    seat       where the learner sits
    bots       the name of the bot on all other seats, or {seat: name}
    observe    "encoding", or "information" in games whose bots have a memory
    seats, options, reward, threads   as for `facedown.envs.Vector`

    Observations are float32[num_envs, k].  `info["action_mask"]`, int8[num_envs, actions], is 1 for legal actions;
    any other action raises Illegal, and then no game has moved.  A finished game is replaced in the same step
    (Gymnasium's `SAME_STEP`): the reward and `terminated` belong to the old game, the observation to the new one,
    and `info["final_obs"]` holds the old game's last observation.  Games are never truncated.  Raises BadOption.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1024,
        *,
        seat: int = 0,
        seats: int | None = None,
        bots: str | Bots = "sensible",
        options: Mapping[str, object] | None = None,
        observe: str = "encoding",
        reward: str = "wins",
        threads: int = 1,
    ) -> None:
        if observe not in ("encoding", "information"):
            raise BadOption(f"a learner observes 'encoding' or 'information', not {observe!r}")
        trial = Vector(game, seats, 1)
        if not is_seat(seat, trial.seats):
            raise BadOption(f"there is no seat {seat!r} for the learner; seats are 0 to {trial.seats - 1}")
        others = [other for other in range(trial.seats) if other != seat]
        on_seats = checked_bots(
            trial.game, trial.seats, dict.fromkeys(others, bots) if isinstance(bots, str) else bots
        )
        if list(on_seats) != others:
            raise BadOption(f"bots sit on all seats but the learner's: {', '.join(map(str, others))}")
        self.vector = Vector(
            game, seats, num_envs, 0, options, on_seats, observe=observe, reward=reward, threads=threads
        )
        self.seat, self.num_envs, self.render_mode = seat, num_envs, None
        self.metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}
        size = self.vector.game.encoding.size
        size += self.vector.game.encoding.memory_size if observe == "information" else 0
        self.single_observation_space = spaces.Box(-np.inf, np.inf, (size,), np.float32)
        self.single_action_space = spaces.Discrete(len(self.vector.game.actions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Info | None = None
    ) -> tuple[Ints, Info]:
        """Start all games anew, from one seed for all of them.  Raises BadOption for a list of seeds.

        Gymnasium's `options` are ignored; a game's options are given when the environment is made.
        """
        if isinstance(seed, list):
            raise BadOption("one seed is used for all games; give a whole number")
        step = self.vector.reset(seed)
        return step.observation.copy(), {"action_mask": step.mask.astype(np.int8)}

    def step(self, actions: Ints) -> tuple[Ints, Ints, Ints, Ints, Info]:
        """Take `actions[i]` in game i; `actions` is int64[num_envs].  Raises Illegal, BadOption."""
        if not self.vector.begun:
            raise ResetNeeded("no game has begun; call reset() first")
        step = self.vector.step(actions)
        done = step.done.copy()
        info: Info = {"action_mask": step.mask.astype(np.int8)}
        if done.any() and self.vector.observe == "encoding":
            info["final_obs"] = np.full(self.num_envs, None, object)
            ended = np.flatnonzero(done)
            for row, seen in zip(ended, self.vector.last_seen(ended, self.seat), strict=True):
                info["final_obs"][row] = seen
            info["_final_obs"] = done
        reward = step.reward[:, self.seat].astype(np.float64)
        return step.observation.copy(), reward, done, np.zeros(self.num_envs, np.bool_), info

    def __copy__(self) -> Self:
        """An independent copy, which plays on exactly alike."""
        return deepcopy(self)

    def close_extras(self, **kwargs: object) -> None:
        """Release the threads."""
        self.vector.close()


class LearnerEnv(Env[Ints, np.int64]):
    """One game with one learner among bots; all arguments but `num_envs` are those of `LearnerVectorEnv`.

    `action_masks()`, and `info["action_mask"]` as int8[actions], say which actions are legal; any other raises
    Illegal.  Each reset deals another game; its seed decides that game and those after it.  The last observation is
    what the seat sees at the end, or zeros if "information" is observed.  Raises BadOption.
    """

    def __init__(self, game: Game | str, **given: Any) -> None:
        self.envs = LearnerVectorEnv(game, 1, **given)
        self.metadata = {"render_modes": []}
        self.observation_space = self.envs.single_observation_space
        self.action_space = self.envs.single_action_space
        self._mask: Ints | None = None

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Ints, Info]:
        """Deal a game.  Gymnasium's `options` are ignored, as by `LearnerVectorEnv`."""
        super().reset(seed=seed)
        seen, info = self.envs.reset(seed=int(self.np_random.integers(2**31)))
        return seen[0], self._info(info)

    def step(self, action: np.int64) -> tuple[Ints, float, bool, bool, Info]:
        """Take an action.  Raises Illegal, and ResetNeeded before the first game and after one that is over."""
        if self._mask is None:
            raise ResetNeeded("no game is being played; call reset() first")
        seen, reward, terminated, _, info = self.envs.step(np.array([action]))
        done = bool(terminated[0])
        if done:
            seen = info.get("final_obs", np.zeros_like(seen))
        return seen[0], float(reward[0]), done, False, self._info(info, done=done)

    def action_masks(self) -> Ints:
        """Which actions are legal, bool[actions]: what Stable-Baselines3's MaskablePPO asks for."""
        if self._mask is None:
            raise ResetNeeded("no game is being played; call reset() first")
        return self._mask

    def _info(self, info: Info, *, done: bool = False) -> Info:
        mask: Ints = info["action_mask"][0]
        self._mask = None if done else mask.astype(np.bool_)
        return {"action_mask": np.zeros_like(mask) if done else mask}

    def __copy__(self) -> Self:
        """An independent copy, which plays on exactly alike."""
        return deepcopy(self)

    def close(self) -> None:
        """Release what the game holds."""
        self.envs.close()


for _id in games():
    if isinstance(game_called(_id), FlatGame) and f"facedown/{_id}-v0" not in registry:
        register(f"facedown/{_id}-v0", f"{__name__}:{LearnerEnv.__name__}", kwargs={"game": _id})
