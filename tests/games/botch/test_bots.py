"""Bots of The Botch is Back: what they remember, and that simulations and tables show them the same."""

from __future__ import annotations

import numpy as np
import pytest

from facedown.agents import BotAgent, catch_up, player
from facedown.core.batch import Batch
from facedown.core.chance import GAMES, fill_block, key_of
from facedown.core.table import Table
from facedown.games.botch import GAME as BOTCH
from facedown.games.botch.cards import FIRST_ROLE, ITEMS, NUMBER_OF
from facedown.games.botch.memory import SURE
from facedown.lab.studies import botch as fairness

CARDS = ("basic", "advanced", "hidden")
BOTS = ("sensible", "suspicious", "trusting")


def known(agent: BotAgent, seat: int) -> dict[str, int]:
    """Which items the agent thinks may lie before a seat, out of 100."""
    (memory,) = agent.memory
    weights = {name: int(memory.weight[ITEMS * seat + n]) for name, n in NUMBER_OF.items() if n < FIRST_ROLE}
    return {name: weight * 100 // SURE for name, weight in weights.items() if weight}


def agent_of(table: Table, seat: int) -> BotAgent:
    agent = player(BOTCH, "sensible", seat)
    assert isinstance(agent, BotAgent)
    catch_up(agent, table, seat)
    return agent


def dealt() -> Table:
    """Ann has the Album, Bo the Sack, Cy the Brew, and all have looked."""
    table = Table(BOTCH, ("Ann", "Bo", "Cy"), wait_for_chance=True)
    for line in ("first: Ann", "Ann has: Album", "Bo has: Sack", "Cy has: Brew"):
        table.lay_out(line)
    for name in table.names:
        table.play(name, "ready")
    return table


@pytest.mark.covers("botch 2.5", "botch 1.5")
def test_one_remembers_what_one_looked_at_although_the_view_does_not_show_it() -> None:
    table = dealt()
    assert table.view("Ann").items == [None, None, None]
    ann = agent_of(table, 0)
    assert known(ann, 0) == {"Album": 100}
    assert set(known(ann, 1)) == {"Brew", "Railing", "Sack", "Ticket"}


@pytest.mark.covers("botch 3.4")
def test_after_a_swap_of_others_it_may_be_either_way() -> None:
    table = dealt()
    table.play("Ann", "swap with Bo")
    table.play("Ann", "exchange")
    assert agent_of(table, 1).memory[0].weight[ITEMS * 0 + NUMBER_OF["Sack"]] == SURE // 2
    assert known(agent_of(table, 2), 2) == {"Brew": 100}


def test_two_tables_that_look_alike_leave_the_same_memory() -> None:
    """What a bot remembers comes from its views alone: whether Ann exchanged, Cy cannot know."""
    memories = []
    for choice in ("exchange", "keep"):
        table = dealt()
        table.play("Ann", "swap with Bo")
        table.play("Ann", choice)
        memories.append(agent_of(table, 2).memory[0].tobytes())
    assert memories[0] == memories[1]


@pytest.mark.covers("botch 3.4")
def test_the_swapper_knows_what_they_did() -> None:
    table = dealt()
    ann = agent_of(table, 0)
    table.play("Ann", "swap with Bo")
    catch_up(ann, table, 0)
    move = ann.choose(table.observation(0), table.legal(0))
    table.play("Ann", move)
    catch_up(ann, table, 0)
    assert known(ann, 1 if move.text == "exchange" else 0) == {"Album": 100}


@pytest.mark.parametrize("cards", CARDS)
def test_at_a_table_bots_do_what_they_do_in_a_simulation(cards: str) -> None:
    """Equal seeds: the driver, compiled, and agents at a table come to the same position, bit for bit."""
    names = [BOTS[seat % 3] for seat in range(4)]
    end = Batch(BOTCH, 4, names, {"cards": cards}).play("alike", 0, 1).positions[0]
    block = np.zeros(16, np.uint32)
    fill_block(block, np.array(key_of(BOTCH.id, "alike"), np.uint32), 0, GAMES)
    luck = block[4:8].copy()
    luck[0] |= 1
    table = BOTCH.new(seats=4, seed="alike/0", cast=cards)
    agents = [BotAgent(BOTCH, name, luck) for name in names]
    while table.asked:
        seat = table.asked[0]
        catch_up(agents[seat], table, seat)
        table.play(seat, agents[seat].choose(table.observation(seat), table.legal(seat)))
    assert table.position().tobytes() == end.tobytes()


def test_the_clerk_counts_and_changes_nothing() -> None:
    games = fairness.Games("basic", 4, 3, compiles=False)
    lines = list(games.lines())
    assert lines[0].startswith("basic, 4 seats, 3 games")
    assert games.share.sum() == pytest.approx(3)
    used, bluffed, called = (games.ends[field] for field in fairness.TIMES)
    assert (bluffed <= used).all()
    assert (called <= used).all()
    assert bluffed.sum() > 0
    same = Batch(BOTCH, 4, ("sensible",), compiles=False).play("fairness", 0, 3)
    assert same.positions["turns"].tolist() == games.ends["turns"].tolist()
