"""Trained networks as players: what a file may hold, and that a table, the page and the terminal find them."""

from __future__ import annotations

import functools
import io
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import cast

import numpy as np
import pytest

import facedown
import facedown.agents.network as network_files
from facedown import lab
from facedown.agents import Layer, Network, NetworkAgent, player, players
from facedown.core.batch import Batch
from facedown.core.errors import BadOption
from facedown.core.flat import FlatGame
from facedown.envs import Vector
from facedown.lab import batches
from facedown.lab.arena import arena
from facedown.server.rooms.seating import bot_names
from tests.how_much import ALL, some
from tests.sample_game import GAME as SAMPLE

GAME = cast(FlatGame, facedown.game("gotcha"))
SIZE, ACTIONS = GAME.encoding.size, len(GAME.actions)


def a_network(seed: int = 3, reads: int = 40, game: FlatGame = GAME) -> Network:
    """One hidden layer of 8, weights at random."""
    luck = np.random.default_rng(seed)
    widths = (reads, 8, len(game.actions))
    layers = [
        Layer(luck.normal(size=(low, high)).astype(np.float32), luck.normal(size=high).astype(np.float32))
        for low, high in pairwise(widths)
    ]
    return Network(game, luck.permutation(game.encoding.size)[:reads], layers)


@pytest.fixture(autouse=True)
def none_lent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that one test names as players are none of the next one's bots."""
    monkeypatch.setattr(network_files, "_lent", set[tuple[str, str]]())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("FACEDOWN_BOTS", f"{tmp_path / 'nothing here'}:{tmp_path}")
    (tmp_path / "gotcha").mkdir()
    return tmp_path / "gotcha"


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulations are interpreted, except in the sweep: it is seen below that compiled games are the same."""
    monkeypatch.setattr(batches, "Batch", functools.partial(Batch, compiles=ALL))


def test_a_saved_network_plays_the_same_game_as_before(tmp_path: Path) -> None:
    network = a_network()
    network.save(tmp_path / "zoë.bot")
    loaded = Network.load(tmp_path / "zoë.bot")
    table, chosen = GAME.new(seed="two of them"), 0
    while table.asked:
        seat = table.asked[0]
        view, legal = table.observation(seat), table.legal(seat)
        move = NetworkAgent(loaded).choose(view, legal)
        mask = np.array([table.mask(seat)])
        assert GAME.actions.number_of(move) == loaded.best(GAME.encode(view)[None], mask)[0]
        table.play(seat, move)
        chosen += 1
    assert chosen > 20
    x = np.random.default_rng(5).normal(size=(50, SIZE)).astype(np.float32)
    np.testing.assert_allclose(loaded.values(x), network.values(x), atol=0.05)  # the weights are halved


def test_it_chooses_among_legal_moves_alone() -> None:
    network, luck = a_network(), np.random.default_rng(9)
    x, mask = luck.normal(size=(200, SIZE)).astype(np.float32), luck.random((200, ACTIONS)) < 0.02
    mask[:, 7] = True
    assert mask[np.arange(200), network.best(x, mask)].all()


def test_a_folder_of_networks_are_bots_like_any_other(folder: Path) -> None:
    a_network(1).save(folder / "Grandma Ida.npz")
    assert players(GAME)[-1] == "Grandma Ida"
    assert "Grandma Ida" in bot_names(GAME.contract)
    assert "Grandma Ida" not in players(facedown.game("botch"))
    table = GAME.new(seed=1)
    seat = table.asked[0]
    assert isinstance(player(GAME, "Grandma Ida"), NetworkAgent)
    assert player(GAME, "Grandma Ida").choose(table.observation(seat), table.legal(seat)) in table.legal(seat)
    listed = subprocess.run([sys.executable, "-m", "facedown", "games"], capture_output=True, text=True, check=True)
    assert "Grandma Ida" in listed.stdout


@pytest.mark.usefixtures("uncompiled")
def test_a_trained_bot_plays_in_simulations(folder: Path) -> None:
    a_network().save(folder / "zoë.npz")
    report = lab.simulate(GAME, 2, agents=["zoë", "random"], seed="odd", options={"tier": "starter"}, cores=1)
    assert [row.name for row in report.players] == ["zoë", "random"]


# The drivers are the same for all games, and to compile GotchaCards takes ten times as long.
@pytest.mark.parametrize("game", some([SAMPLE], [SAMPLE, GAME]), ids=lambda game: game.id)
def test_it_plays_in_compiled_games_as_at_a_table(game: FlatGame) -> None:
    """To the byte, as the game plays it again interpreted; and what it answers, its agent answers, too."""
    most, games = min(300, game.encoding.size), 20 if game is SAMPLE else 3
    networks = {"ida": a_network(4, most, game).player(2), "zoë": a_network(5, most // 2, game).player(2)}
    batch = Batch(game.contract, 2, ["ida", "zoë"], networks=networks)
    outcome, agent, answered = batch.play("networks", 0, games), NetworkAgent(a_network(4, most, game)), 0
    for number in range(games):
        table = batch.table("networks", number)
        assert table.position().tobytes() == outcome.positions[number].tobytes()
        again = game.new(2, seed=f"networks/{number}")
        for played in table.history:
            assert played.seat is not None
            if played.seat == number % 2:
                move = agent.choose(again.observation(played.seat), again.legal(played.seat))
                assert move.text == played.text
                answered += 1
            again.play(played.seat, played.text)
    assert answered > 50


def test_it_meets_bots_that_remember() -> None:
    botch = cast(FlatGame, facedown.game("botch"))
    luck = np.random.default_rng(1)
    shape = botch.encoding.size, len(botch.actions)
    network = Network(
        botch,
        np.arange(shape[0]),
        [Layer(luck.normal(size=shape).astype(np.float32), np.zeros(shape[1], np.float32))],
    )
    batch = Batch(
        botch.contract, 3, ["ida", "sensible", "random"], compiles=False, networks={"ida": network.player(3)}
    )
    outcome = batch.play("three", 0, 2)
    assert batch.table("three", 1).position().tobytes() == outcome.positions[1].tobytes()
    assert outcome.decisions.min() > 10


@pytest.mark.usefixtures("uncompiled")
def test_a_file_is_a_player_by_its_path(tmp_path: Path) -> None:
    path = str(tmp_path / "ida.npz")
    a_network().save(path)
    own = {"other": lambda table, seat: player(GAME, "random")}
    assert arena(GAME, [path, "other"], games=1, own=own).players[0].games == 1
    report = lab.simulate(GAME, 2, agents=[path, "random"], options={"tier": "starter"}, cores=1)
    assert [row.name for row in report.players] == [path, "random"]
    assert arena(GAME, [path, "random"], games=4).players[0].games == 4
    vector = Vector(GAME, games=2, seed=3, bots={1: path}, observe="encoding", forced=False, compiles=ALL)
    step, table, agent, answered = vector.reset(), GAME.new(seed="3/1"), player(GAME, path), 0
    for _ in range(12):
        while table.asked[0] == 1:
            table.play(1, agent.choose(table.observation(1), table.legal(1)))
            answered += 1
        assert step.observation[1].tobytes() == GAME.encode(table.observation(0)).tobytes()
        assert set(step.seat) == {0}
        table.play(0, step.mask[1].argmax())
        step = vector.step(step.mask.argmax(1))
    assert answered > 5
    with pytest.raises(BadOption, match=r"has no player 'gone\.npz'"):
        Vector(GAME, bots={1: "gone.npz"})


def test_networks_do_not_run_on_a_gpu() -> None:
    batch = Batch(GAME.contract, 2, ["ida"], compiles=False, networks={"ida": a_network().player(2)})
    with pytest.raises(BadOption, match="trained networks do not run on a GPU"):
        batch.play_on_gpu(0, 0, 2)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "cannot be read as a trained network"),
        (b"some text", r"not an archive of arrays \(\.npz\)$"),
        (b"PK\x03\x04 and no more", "cannot be read as a trained network"),
        ({"game": np.array("gotcha")}, "cannot be read as a trained network"),
        ({"game": np.array({"os": "system"}, object)}, "cannot be read as a trained network"),
    ],
)
def test_other_files_are_refused(folder: Path, content: bytes | dict[str, np.ndarray], complaint: str) -> None:
    if isinstance(content, dict):
        file = io.BytesIO()
        np.savez(file, **content)  # type: ignore[arg-type]  # NumPy's stubs take `**` for its own flag
        content = file.getvalue()
    (folder / "Ida.npz").write_bytes(content)
    with pytest.raises(BadOption, match=complaint):
        player(GAME, "Ida")


def test_a_network_of_another_game_or_of_an_older_version_is_refused(folder: Path) -> None:
    botch = folder.parent / "botch"
    botch.mkdir()
    a_network().save(botch / "lost.npz")
    with pytest.raises(BadOption, match=r"was trained for GotchaCards, not for The Botch is Back"):
        player(facedown.game("botch"), "lost")
    a_network().save(folder / "old.npz")
    with np.load(folder / "old.npz") as file:
        arrays = dict(file)
    arrays["shape"] = arrays["shape"] - [1, 0]
    np.savez(folder / "old.npz", **arrays)
    with pytest.raises(BadOption, match=r"another version of GotchaCards"):
        player(GAME, "old")


@pytest.mark.parametrize(
    ("reads", "shapes", "complaint"),
    [
        ([0, SIZE], [(2, ACTIONS)], f"reads numbers 0 to {SIZE - 1}"),
        ([0, 1, 2], [(2, ACTIONS)], "layer 0 of a network has weights"),
        ([0, 1], [(2, 5), (4, ACTIONS)], "layer 1 of a network has weights"),
        ([0, 1], [(2, ACTIONS - 1)], "one for each action, not"),
        ([0, 1], [], "one for each action, not"),
    ],
)
def test_shapes_that_do_not_fit_are_named(reads: list[int], shapes: list[tuple[int, int]], complaint: str) -> None:
    layers = [Layer(np.zeros(shape, np.float32), np.zeros(shape[1], np.float32)) for shape in shapes]
    with pytest.raises(BadOption, match=complaint):
        Network(GAME, np.array(reads), layers)
