"""Trained networks as players in compiled games, from view to move without running any Python.

The machine code serves every network of a game, because it is given the weights like the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from facedown.core.bits import lowest, popcount
from facedown.core.compiling import compiles, compiles_as, compiles_inline
from facedown.core.flat.encoder import Program, block_of, encode_record
from facedown.core.flat.encoding import Encoding
from facedown.core.layout import Ints, bytes_of

# What is known of a layer: where its weights and its bias begin, how many numbers it reads, and how many it gives.
WEIGHTS, BIAS, READS, GIVES = range(4)


class Perceptron(NamedTuple):
    """Dense layers with ReLU between them, ready to play at tables with `seats` seats.

    layers     weights float32[inputs, outputs] and bias float32[outputs]; the first reads the whole encoding, the
               last has an output for each action
    numbers    int64[64 * words]: the action that each move is
    """

    encoding: Encoding
    seats: int
    layers: Sequence[tuple[Ints, Ints]]
    numbers: Ints


class Networks(NamedTuple):
    """What a driver hands to some networks of one game, and where they work; each thread has its own."""

    seen: Ints  # int8[..., size]: the bytes of the driver's views, of which the first is the one looked at
    program: Program
    block: int  # from `block_of`
    numbers: Ints
    weights: Ints  # float32[n]: of all layers of all networks
    layers: Ints  # int64[networks, layers, 4]
    counts: Ints  # int64[networks]: how many layers each has
    x: Ints  # float32[size]: the encoding
    values: Ints  # float32[widest]: what a layer gives, and the next one reads ...
    sums: Ints  # ... by turns with this one


def networks_of(players: Sequence[Perceptron], views: Ints) -> Networks | tuple[()]:
    """These networks for a driver that makes views in `views`, records[n]; () if there are none."""
    if not players:
        return ()
    parts, begun = list[Ints](), 0
    layers = np.zeros((len(players), max(len(player.layers) for player in players), 4), np.int64)
    for number, player in enumerate(players):
        for layer, (weights, bias) in enumerate(player.layers):
            layers[number, layer] = begun, begun + weights.size, *weights.shape
            begun += weights.size + bias.size
            parts += [weights.ravel(), bias]
    encoding, seats, _, numbers = players[0]
    return Networks(
        bytes_of(views), encoding.program(seats), block_of(encoding.size), numbers,
        np.concatenate(parts, dtype=np.float32), layers, np.array([len(player.layers) for player in players]),
        np.zeros(encoding.size, np.float32), *np.zeros((2, layers[:, :, GIVES].max()), np.float32),
    )  # fmt: skip


@compiles_inline
def add_row_by_number(sums: Ints, row: Ints, value: np.float32) -> None:
    for place in range(len(row)):
        sums[place] += value * row[place]


@compiles_as(add_row_by_number)
def add_row(sums: Ints, row: Ints, value: np.float32) -> None:
    """Add `value` times a row.  Both versions add in the same order, so that their results are identical."""
    sums[: len(row)] += value * row


@compiles
def network_move(networks: Networks, number: int, seat: int, moves: Ints) -> int:
    """The move in `moves` to which a network gives the highest value (the lowest of equals); -1 if there is none.

    What the seat sees lies in `networks.seen`.
    """
    x, layers, weights = networks.x, networks.layers[number], networks.weights
    values, sums = networks.values, networks.sums
    for place in range(len(x)):
        x[place] = 0
    encode_record(networks.seen[0], seat, networks.program, x, 0, networks.block)
    _first_layer(x, layers[0], weights, values)
    for layer in range(1, networks.counts[number]):
        _next_layer(values, layers[layer], weights, sums)
        values, sums = sums, values
    return _best(values, networks.numbers, moves)


@compiles
def _first_layer(x: Ints, layer: Ints, weights: Ints, sums: Ints) -> None:
    """What the first layer gives for an encoding, most of which is 0."""
    width = int(layer[GIVES])
    for place in range(width):
        sums[place] = weights[layer[BIAS] + place]
    for place in range(len(x)):
        if x[place] != 0:
            begin = layer[WEIGHTS] + place * width
            add_row(sums, weights[begin : begin + width], x[place])


@compiles
def _next_layer(values: Ints, layer: Ints, weights: Ints, sums: Ints) -> None:
    """What another layer gives for what the one before it gave; numbers below 0 are cut off."""
    width = int(layer[GIVES])
    for place in range(width):
        sums[place] = weights[layer[BIAS] + place]
    for place in range(layer[READS]):
        if values[place] > 0:
            begin = layer[WEIGHTS] + place * width
            add_row(sums, weights[begin : begin + width], values[place])


@compiles
def _best(values: Ints, numbers: Ints, moves: Ints) -> int:
    best, most = -1, np.float32(0)
    for word in range(len(moves)):
        left = int(moves[word])
        for _ in range(popcount(left)):
            move = word * 64 + lowest(left)
            left &= left - 1
            value = values[numbers[move]]
            if best < 0 or value > most:
                best, most = move, value
    return best
