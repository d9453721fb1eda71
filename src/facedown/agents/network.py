"""Trained players: small networks that read what a seat sees as numbers (`game.encode`).

    network = Network.load("gotcha.npz")
    agent = NetworkAgent(network)

A file holds the game's id, the shapes of its encoding and of its actions, and the layers.  Weights trained with any
library are saved with `Network(...).save(path)`; playing needs only NumPy.

Files in the folders named by the environment variable FACEDOWN_BOTS are bots like any other, on the page and in the
terminal: `FOLDER/gotcha/NAME.npz` is the bot NAME of GotchaCards.
"""

from __future__ import annotations

import functools
import os
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from facedown.agents.interface import Agent
from facedown.core.contract import Contract
from facedown.core.errors import BadOption
from facedown.core.flat import FlatContract, FlatGame
from facedown.core.flat.perceptron import Perceptron, add_row
from facedown.core.game import Game, Move
from facedown.core.layout import Ints
from facedown.games import game as game_called

Floats = NDArray[np.float32]
PLACE = "FACEDOWN_BOTS"  # an environment variable; several folders are separated as in PATH
_lent: set[tuple[str, str]] = set()  # the ids of games, and the paths of files that are named as players
UNLIKELY = np.float32(-1e9)  # the value of an action that is not legal


class Layer(NamedTuple):
    """A dense layer: `x @ weights + bias`."""

    weights: Floats  # float32[inputs, outputs]
    bias: Floats  # float32[outputs]


class Network:
    """A perceptron: dense layers with ReLU between them, from an encoding to a value for each action.

    game      the game that it plays
    reads     int64[k]: which numbers of the encoding the first layer is given
    layers    the last one has an output for each of `game.actions`

    Raises BadOption if the shapes do not fit each other or the game.
    """

    def __init__(self, game: FlatGame, reads: NDArray[np.int64], layers: Sequence[Layer]) -> None:
        self.game = game
        self.reads = np.asarray(reads, np.int64)
        self.layers = tuple(Layer(np.asarray(w, np.float32), np.asarray(b, np.float32)) for w, b in layers)
        self._check()

    def values(self, x: Floats) -> Floats:
        """The value of each action, float32[..., actions], for encodings `x`, float32[..., encoding.size]."""
        h = x[..., self.reads]
        for number, (weights, bias) in enumerate(self.layers):
            h = h @ weights + bias
            if number + 1 < len(self.layers):
                h = np.maximum(h, np.float32(0))
        return h

    def values_of_one(self, x: Floats) -> Floats:
        """The same for one encoding, float32[encoding.size]; bit for bit the result of compiled games."""
        h = x
        for number, (weights, bias) in enumerate(self._whole_layers):
            sums: Floats = bias.copy()
            for place in np.flatnonzero(h if number == 0 else h > 0):
                add_row(sums, weights[place], h[place])
            h = sums
        return h

    @functools.cached_property
    def _whole_layers(self) -> tuple[Layer, ...]:
        """The layers, the first one extended to read every number of an encoding."""
        (weights, bias), *rest = self.layers
        whole = np.zeros((self.game.encoding.size, weights.shape[1]), np.float32)
        np.add.at(whole, self.reads, weights)
        return Layer(whole, bias), *rest

    def player(self, seats: int) -> Perceptron:
        """This network as a player in compiled games with `seats` seats."""
        return Perceptron(self.game.encoding, seats, self._whole_layers, self.game.actions.numbers)

    def best(self, x: Floats, mask: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The legal actions with the highest values, int64[n]; `x` is float32[n, k], `mask` bool[n, actions]."""
        best: NDArray[np.int64] = np.where(mask, self.values(x), UNLIKELY).argmax(-1)
        return best

    # -- as a file ------------------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write it to a file.  Weights are stored as float16 for half the size; moves hardly ever differ."""
        arrays: dict[str, Ints] = {"game": np.array(self.game.id), "reads": self.reads}
        arrays["shape"] = np.array([self.game.encoding.size, len(self.game.actions)])
        for at, (weights, bias) in enumerate(self.layers):
            arrays[f"weights_{at}"], arrays[f"bias_{at}"] = weights.astype(np.float16), bias.astype(np.float16)
        with Path(path).open("wb") as file:  # given a name, NumPy would add an ending
            np.savez_compressed(file, allow_pickle=False, **arrays)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """Read a file that `save` wrote; no code in it is ever run.  Raises BadOption if it is not such a file."""
        try:
            with Path(path).open("rb") as file, _archive(file) as held:
                game, shape, reads = game_called(str(held["game"])), held["shape"].tolist(), held["reads"]
                count = sum(name.startswith("weights_") for name in held.files)
                layers = [Layer(held[f"weights_{at}"], held[f"bias_{at}"]) for at in range(count)]
        except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise BadOption(f"{os.fspath(path)} cannot be read as a trained network: {error}") from error
        if not isinstance(game, FlatGame) or shape != [game.encoding.size, len(game.actions)]:
            raise BadOption(
                f"{os.fspath(path)} was trained for another version of {game.title}, whose views or actions have "
                f"changed since; train it anew"
            )
        return cls(game, reads, layers)

    def _check(self) -> None:
        size, actions = self.game.encoding.size, len(self.game.actions)
        if self.reads.ndim != 1 or not np.isin(self.reads, np.arange(size)).all():
            raise BadOption(f"a network reads numbers 0 to {size - 1} of an encoding of {self.game.title}")
        width = len(self.reads)
        for number, (weights, bias) in enumerate(self.layers):
            if weights.ndim != 2 or weights.shape[0] != width or bias.shape != weights.shape[1:]:
                shapes = f"weights {list(weights.shape)} and bias {list(bias.shape)}"
                raise BadOption(f"layer {number} of a network has {shapes}, and {width} inputs")
            width = weights.shape[1]
        if not self.layers or width != actions:
            raise BadOption(f"the last layer of a network gives {actions} values, one for each action, not {width}")


def _archive(file: BinaryIO) -> Any:
    """The arrays of a file.  It must be an archive, because NumPy could unpickle, and so run, any other file."""
    if not zipfile.is_zipfile(file):
        raise ValueError("it is not an archive of arrays (.npz)")
    file.seek(0)
    return np.load(file, allow_pickle=False)


class NetworkAgent(Agent):
    """A player that takes the legal action with the highest value."""

    def __init__(self, network: Network) -> None:
        self.network = network

    def choose(self, view: object, legal: Sequence[Move]) -> Move:
        """The move in `legal` with the highest value.  Raises BadOption for a view of another game."""
        game = self.network.game
        x: Floats = game.encode(view)
        values = self.network.values_of_one(x)
        return max(legal, key=lambda move: float(values[game.actions.number_of(move)]))


# -- where they are found ------------------------------------------------------------------------------------------


def trained(game: Game | Contract) -> Mapping[str, Path]:
    """The files of this game's trained bots, by name: those in the folders, and those passed to `lend`."""
    folders = filter(None, os.environ.get(PLACE, "").split(os.pathsep))
    found = {path.stem: path for folder in folders for path in sorted(Path(folder, game.id).glob("*.npz"))}
    return found | {name: Path(name) for of, name in _lent if of == game.id}


def lend(game: Game, names: Iterable[object]) -> None:
    """From now on accept those names that are files of trained networks (`examples/gotcha.npz`) as players.

    Only for commands and programs, which may read any file; never use it for names from the network.
    """
    for name in names:
        if isinstance(name, str) and name.endswith(".npz") and Path(name).is_file():
            _lent.add((game.id, name))


def trained_network(game: Contract, name: str) -> Network:
    """The network in a file that `trained` lists.  Raises BadOption."""
    path = trained(game)[name]
    network = _loaded(path, path.stat().st_mtime_ns)
    if network.game.contract is not game:
        raise BadOption(f"{path} was trained for {network.game.title}, not for {game.title}")
    return network


def trained_players(game: FlatContract, names: Iterable[str], seats: int) -> dict[str, Perceptron]:
    """The trained networks among these names, for compiled games with `seats` seats.  Raises BadOption."""
    known = trained(game)
    return {name: trained_network(game, name).player(seats) for name in names if name in known}


@functools.cache
def _loaded(path: Path, changed: int) -> Network:
    return Network.load(path)
