"""Learn GotchaCards' starter tier by self-play, from random moves to a player that beats the game's own bot.

    pip install "facedown[learn]"
    python examples/gotcha_self_play.py --out gotcha.npz                  # some minutes on two cores; or on a GPU
    python examples/gotcha_self_play.py --evaluate gotcha.npz --games 20000

One network plays both seats of many games at once and learns by proximal policy optimization (Schulman et al. 2017,
https://arxiv.org/abs/1707.06347).  Rewards come at the end of a match alone.  The decisions of both seats are one
sequence, and what is good for one is as bad for the other: where the next decision is the opponent's, its value
counts with the opposite sign.  Every so often the network meets the bot `sensible`; the best so far is kept.  It
never learns from those games.

Equal seeds give equal networks on the same kind of machine.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from facedown.agents import Layer, Network
from facedown.envs import Step, Vector

OPTIONS = {"tier": "starter"}
BOT = "sensible-1"
GAMES, STEPS, BATCH, PASSES = 512, 64, 4096, 2  # games at once, steps between two updates, and how these learn
WIDTH = 128  # of each of the two hidden layers
RATE, CLIP, ENTROPY, VALUE, LAMBDA = 7e-4, 0.2, 0.02, 0.5, 0.95
CHECK_EVERY, CHECK_GAMES = 5, 2000  # updates, and games against the bot
IMPOSSIBLE = -1e9

Params = dict[str, Any]
Array = jax.Array | np.ndarray


class Rollout(NamedTuple):
    """What was seen and done: arrays over steps and games, [STEPS, GAMES, ...]."""

    x: np.ndarray
    mask: np.ndarray
    action: np.ndarray
    logp: np.ndarray
    advantage: np.ndarray
    returns: np.ndarray


# -- the network ---------------------------------------------------------------------------------------------------


def first_params(key: jax.Array, inputs: int, actions: int) -> Params:
    """Hidden layers with random weights; the two outputs begin at 0: all actions are equally likely."""
    one, two = jax.random.split(key)
    dense = [
        (jax.random.normal(one, (inputs, WIDTH)) * np.sqrt(2 / inputs), jnp.zeros(WIDTH)),
        (jax.random.normal(two, (WIDTH, WIDTH)) * np.sqrt(2 / WIDTH), jnp.zeros(WIDTH)),
    ]
    return {
        "hidden": dense,
        "policy": (jnp.zeros((WIDTH, actions)), jnp.zeros(actions)),
        "value": (jnp.zeros((WIDTH, 1)), jnp.zeros(1)),
    }


def judge(params: Params, x: Array, mask: Array) -> tuple[jax.Array, jax.Array]:
    """Log-probabilities float32[n, actions], and the value float32[n] for the seat that is to act, from -1 to 1."""
    hidden = jnp.asarray(x)
    for weights, bias in params["hidden"]:
        hidden = jax.nn.relu(hidden @ weights + bias)
    weights, bias = params["policy"]
    logits = jnp.where(mask, hidden @ weights + bias, IMPOSSIBLE)
    weights, bias = params["value"]
    return jax.nn.log_softmax(logits), jnp.tanh(hidden @ weights + bias)[:, 0]


@jax.jit
def act(params: Params, x: Array, mask: Array, key: jax.Array) -> tuple[jax.Array, jax.Array, jax.Array]:
    logps, value = judge(params, x, mask)
    action = jax.random.categorical(key, logps)
    return action, jnp.take_along_axis(logps, action[:, None], 1)[:, 0], value


def loss(params: Params, batch: Rollout) -> jax.Array:
    logps, value = judge(params, batch.x, batch.mask)
    ratio = jnp.exp(jnp.take_along_axis(logps, batch.action[:, None], 1)[:, 0] - batch.logp)
    gain = jnp.minimum(ratio * batch.advantage, jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * batch.advantage)
    entropy = -(jnp.exp(logps) * jnp.where(batch.mask, logps, 0)).sum(1)
    return (VALUE * (value - batch.returns) ** 2 - gain - ENTROPY * entropy).mean()


optimizer = optax.chain(optax.clip_by_global_norm(0.5), optax.adam(RATE))


@jax.jit
def learn(params: Params, state: optax.OptState, batch: Rollout) -> tuple[Params, optax.OptState]:
    updates, state = optimizer.update(jax.grad(loss)(params, batch), state, params)
    return optax.apply_updates(params, updates), state


# -- self-play -----------------------------------------------------------------------------------------------------


def varying(vector: Vector, luck: np.random.Generator, steps: int = 400) -> np.ndarray:
    """Which numbers of the encoding ever change in random games: three of four never do in the starter tier."""
    step = vector.reset()
    low, high = step.observation.copy(), step.observation.copy()
    for _ in range(steps):
        step = vector.step((luck.random(step.mask.shape) * step.mask).argmax(1))
        np.minimum(low, step.observation, out=low)
        np.maximum(high, step.observation, out=high)
    return np.flatnonzero(high.max(0) > low.min(0))


def roll_out(vector: Vector, step: Step, reads: np.ndarray, params: Params, key: jax.Array) -> Rollout:
    """Play STEPS steps of all games with the network on both seats."""
    seen, value, seat = [], np.empty((STEPS + 1, GAMES), np.float32), np.empty((STEPS + 1, GAMES), np.int64)
    reward, done = np.empty((STEPS, GAMES), np.float32), np.empty((STEPS, GAMES), bool)
    for at in range(STEPS):
        x, mask, seat[at] = step.observation[:, reads], step.mask.copy(), step.seat
        action, logp, value[at] = map(np.asarray, act(params, x, mask, jax.random.fold_in(key, at)))
        step = vector.step(action.astype(np.int64))
        reward[at], done[at] = step.reward[np.arange(GAMES), seat[at]], step.done
        seen.append((x, mask, action, logp))
    seat[STEPS], value[STEPS] = step.seat, act(params, step.observation[:, reads], step.mask, key)[2]
    advantage = advantages(reward, done, value, seat)
    x, mask, action, logp = map(np.stack, zip(*seen, strict=True))
    return Rollout(x, mask, action, logp, advantage, advantage + value[:-1])


def advantages(reward: np.ndarray, done: np.ndarray, value: np.ndarray, seat: np.ndarray) -> np.ndarray:
    """Generalized advantages (Schulman et al. 2016), float32[STEPS, GAMES], each for the seat that acted."""
    found, later = np.empty_like(reward), np.zeros(reward.shape[1], np.float32)
    for at in reversed(range(len(reward))):
        sign = np.where(seat[at + 1] == seat[at], 1, -1) * ~done[at]
        later = reward[at] + sign * value[at + 1] - value[at] + LAMBDA * sign * later
        found[at] = later
    return found


def batches(rollout: Rollout, luck: np.random.Generator) -> Iterator[Rollout]:
    """The decisions of a rollout in random order, some at a time; advantages at mean 0 and deviation 1."""
    flat = Rollout(*(array.reshape(-1, *array.shape[2:]) for array in rollout))
    spread = (flat.advantage - flat.advantage.mean()) / (flat.advantage.std() + 1e-6)
    flat = flat._replace(advantage=spread)
    for _ in range(PASSES):
        order = luck.permutation(len(flat.action))
        for first in range(0, len(order), BATCH):
            yield Rollout(*(array[order[first : first + BATCH]] for array in flat))


# -- measuring -----------------------------------------------------------------------------------------------------


def network_of(params: Params, vector: Vector, reads: np.ndarray) -> Network:
    layers = [Layer(*map(np.asarray, layer)) for layer in (*params["hidden"], params["policy"])]
    return Network(vector.game, reads, layers)


def share_won(network: Network, games: int, seed: object) -> float:
    """The share of games won against the bot, half of them on each seat; a shared win is half a one."""
    return float(np.mean([won for seat in (0, 1) for won in _results(network, seat, games // 2, f"{seed}/{seat}")]))


def _results(network: Network, seat: int, games: int, seed: str) -> np.ndarray:
    """1, 0.5 or 0 for each game; the first one that ends in each place counts, so that short ones count no more."""
    vector = Vector("gotcha", games=games, seed=seed, options=OPTIONS, observe="encoding", bots={1 - seat: BOT})
    step, results = vector.reset(), np.full(games, np.nan)
    while np.isnan(results).any():
        step = vector.step(network.best(step.observation, step.mask))
        first = step.done & np.isnan(results)
        results[first] = (step.reward[first, seat] + 1) / 2
    return results


# -- the whole -----------------------------------------------------------------------------------------------------


def train(updates: int, seed: int, say: Callable[[str], None] = print, check_games: int = CHECK_GAMES) -> Network:
    """The best network found, judged every few updates by games against the bot."""
    luck, key = np.random.default_rng(seed), jax.random.key(seed)
    vector = Vector("gotcha", games=GAMES, seed=seed, options=OPTIONS, observe="encoding")
    reads = varying(vector, luck)
    params = first_params(key, len(reads), len(vector.game.actions))
    state, step = optimizer.init(params), vector.reset()
    best, most = network_of(params, vector, reads), 0.0
    for update in range(1, updates + 1):
        rollout = roll_out(vector, step, reads, params, jax.random.fold_in(key, update))
        for batch in batches(rollout, luck):
            params, state = learn(params, state, batch)
        if update % CHECK_EVERY == 0 or update == updates:
            network = network_of(params, vector, reads)
            share = share_won(network, check_games, f"check {seed}")
            decisions = update * STEPS * GAMES
            say(f"update {update} of {updates}, {decisions:,} decisions: wins {share:.3f} against {BOT}")
            if share > most:
                best, most = network, share
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--updates", type=int, default=50, help="of 32,768 decisions each (default: 50)")
    parser.add_argument("--seed", type=int, default=0, help="equal seeds give equal networks (default: 0)")
    parser.add_argument("--out", type=Path, default=Path("gotcha.npz"), help="where the network is saved")
    parser.add_argument("--games", type=int, default=10_000, help="games of the last measurement (default: 10000)")
    parser.add_argument("--check-games", type=int, default=CHECK_GAMES, help="games of each check (default: 2000)")
    parser.add_argument("--evaluate", type=Path, metavar="FILE", help="measure a saved network, and train none")
    given = parser.parse_args()
    if given.evaluate is None:
        train(given.updates, given.seed, check_games=given.check_games).save(given.out)
    network = Network.load(given.evaluate or given.out)  # as it is played: with the saved weights
    share = share_won(network, given.games, "the last measurement")
    margin = 1.96 * np.sqrt(share * (1 - share) / given.games)
    print(f"wins {share:.3f} ± {margin:.3f} (95 %) of {given.games:,} games against {BOT}")


if __name__ == "__main__":
    main()
