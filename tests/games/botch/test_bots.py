"""Bots of The Botch is Back: what they remember, and that simulations and tables show them the same."""

from __future__ import annotations

from copy import copy

import numpy as np
import pytest

from benchmarks import fairness_of_the_botch as fairness
from facedown.agents import BotAgent, catch_up, player
from facedown.core.batch import Batch
from facedown.core.bits import allow, allows
from facedown.core.chance import GAMES, fill_block, key_of
from facedown.core.table import Table
from facedown.games.botch import GAME as BOTCH
from facedown.games.botch import bots, search
from facedown.games.botch.cards import FIRST_ROLE, HOUSE, numbers
from facedown.games.botch.memory import SURE, credit, weight_of

NUMBER_OF = {card.name: number for number, card in numbers(HOUSE).items()}

CARDS = ("basic", "advanced", "hidden")
BOTS = ("sensible", "suspicious", "trusting")


def known(agent: BotAgent, seat: int) -> dict[str, int]:
    """Which items the agent thinks may lie before a seat, out of 100."""
    (memory,) = agent.memory
    weights = {name: weight_of(memory, seat, n) for name, n in NUMBER_OF.items() if n < FIRST_ROLE}
    return {name: weight * 100 // SURE for name, weight in weights.items() if weight}


def agent_of(table: Table, seat: int) -> BotAgent:
    agent = player(BOTCH, "sensible", seat)
    assert isinstance(agent, BotAgent)
    catch_up(agent, table, seat)
    return agent


def dealt() -> Table:
    """Ann has the Album, Bo the Sack, Cy the Brew, and all have looked."""
    table = Table(BOTCH.contract, ("Ann", "Bo", "Cy"), wait_for_chance=True)
    for line in ("first: Ann", "Ann has: Album", "Bo has: Sack", "Cy has: Brew"):
        table.lay_out(line)
    for name in table.names:
        table.play(name, "ready")
    return table


@pytest.mark.covers("botch 2.5", "botch 1.5")
def test_one_remembers_what_one_looked_at_although_the_view_does_not_show_it() -> None:
    table = dealt()
    assert table.view("Ann").items == (None, None, None)
    ann = agent_of(table, 0)
    assert known(ann, 0) == {"Album": 100}
    assert set(known(ann, 1)) == {"Brew", "Railing", "Sack", "Ticket"}


@pytest.mark.covers("botch 3.4")
def test_after_a_swap_of_others_it_may_be_either_way() -> None:
    table = dealt()
    table.play("Ann", "swap with Bo")
    table.play("Ann", "exchange")
    assert weight_of(agent_of(table, 1).memory[0], 0, NUMBER_OF["Sack"]) == SURE // 2
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
    end = Batch(BOTCH.contract, 4, names, {"cards": cards}).play("alike", 0, 1).positions[0]
    block = np.zeros(16, np.uint32)
    fill_block(block, np.array(key_of(BOTCH.id, "alike"), np.uint32), 0, GAMES)
    luck = block[4:8].copy()
    luck[0] |= 1
    table = BOTCH.new(seats=4, seed="alike/0", cast=cards)
    agents = [BotAgent(BOTCH.contract, name, luck) for name in names]
    while table.asked:
        seat = table.asked[0]
        catch_up(agents[seat], table, seat)
        table.play(seat, agents[seat].choose(table.observation(seat), table.legal(seat)))
    assert np.array(table.position()).tobytes() == np.array(end).tobytes()


def test_the_clerk_counts_and_changes_nothing() -> None:
    games = fairness.Games("basic", 4, 3, compiles=False)
    lines = list(games.lines())
    assert lines[0].startswith("basic, 4 seats, 3 games")
    assert games.share.sum() == pytest.approx(3)
    used, bluffed, called = (games.ends[field] for field in fairness.TIMES)
    assert (bluffed <= used).all()
    assert (called <= used).all()
    assert bluffed.sum() > 0
    same = Batch(BOTCH.contract, 4, ("sensible",), compiles=False).play("fairness", 0, 3)
    assert same.positions["turns"].tolist() == games.ends["turns"].tolist()


def test_a_win_of_both_twins_counts_for_each_of_them() -> None:
    cast = "Elder Twin, Younger Twin, Fixer, Album, Brew, Sack"
    games = fairness.Games(cast, 3, 4, compiles=False)
    won = [[winner > 0 for winner in game] for game in games.share]
    twins = [[role in fairness.PAIR for role in game] for game in games.roles]
    counted = sum(w for game, who in zip(won, twins, strict=True) for w, t in zip(game, who, strict=True) if t) / 8
    line = next(line for line in games.lines() if "a Twin" in line)
    assert line.startswith(f"  a Twin, both winning or one: {3 * counted:.3f} ±")
    assert "a Twin" not in "".join(fairness.Games("basic", 3, 1, compiles=False).lines())


# -- bargaining ----------------------------------------------------------------------------------------------------


def after_first_turns(*roles: str, cast: str = "basic") -> Table:
    """Ann has the Album, Bo the Sack, Cy the Brew; everybody swapped once and kept their own."""
    table = Table(BOTCH.contract, ("Ann", "Bo", "Cy"), options={"cast": cast}, wait_for_chance=True)
    for line in ("first: Ann", "Ann has: Album", "Bo has: Sack", "Cy has: Brew", *roles):
        table.lay_out(line)
    while table.view(None).question in ("peek", "eyes"):
        table.play(table.asked[0], "ready")
    for name, other in (("Ann", "Bo"), ("Bo", "Ann"), ("Cy", "Ann")):
        table.play(name, f"swap with {other}")
        table.play(name, "keep")
    return table


def chosen(table: Table, seat: int) -> str:
    return agent_of(table, seat).choose(table.observation(seat), table.legal(seat)).text


def searched(table: Table, seat: int) -> set[str]:
    """The answers that a player who searches would try."""
    moves, legal = np.zeros(BOTCH.contract.move_words, np.int64), table.legal(seat)
    for move in legal:
        allow(moves, move.code)
    BOTCH.contract.given_cards(search.prune)(table.position(), seat, moves)
    return {move.text for move in legal if allows(moves, move.code)}


def test_who_knows_that_it_is_a_lie_calls_unless_paid_to_say_nothing() -> None:
    table = after_first_turns("Ann is: Bookie")
    table.play("Ann", "use Brew")
    assert chosen(table, 2) == "call"
    table.play("Ann", "offer Cy 1")
    assert chosen(table, 2) == "accept"
    table.play("Cy", "accept")
    assert chosen(table, 2) == "pass"


def test_who_passes_is_told_whose_loss_a_call_would_be() -> None:
    table = after_first_turns("Ann is: Bookie")
    table.play("Ann", "use Brew")
    agent = agent_of(table, 1)
    (move,) = [move for move in table.legal(1) if move.text == "pass"]
    said = BOTCH.contract.reason(table.observation(1), move, table.names, agent.memory)
    assert said.endswith("and whoever calls without it pays a diamond, even if Ann lies too.")


def test_an_item_that_is_shown_at_once_is_not_said_to_be_called() -> None:
    table = after_first_turns("Ann is: Bookie", cast="advanced")
    moves = {move.text: move for move in table.legal(0)}
    seen, memory = table.observation(0), agent_of(table, 0).memory
    said = [
        BOTCH.contract.reason(seen, moves[f"use {item} on Bo"], table.names, memory)
        for item in ("Flare Gun", "Album")
    ]
    assert ["somebody will call it" in one for one in said] == [False, True], said


def test_a_liar_pays_the_one_who_may_have_the_very_item() -> None:
    table = after_first_turns("Ann is: Dancer")
    table.play("Ann", "use Dancer on Cy")
    table.play("Ann", "done")
    table.play("Bo", "look")
    table.play("Bo", "done")
    table.play("Cy", "look")
    table.play("Cy", "done")
    table.play("Ann", "use Brew")
    table.play("Cy", "ask Ann for 1")
    assert chosen(table, 0) == "pay"
    table.undo()
    table.play("Cy", "ask Ann for 2")
    assert chosen(table, 0) == "refuse", "not more than one"


@pytest.mark.covers("botch 4.6")
def test_everybody_remembers_who_was_found_lying_and_believes_them_less() -> None:
    table = after_first_turns("Ann is: Bookie")
    table.play("Ann", "use Brew")
    table.play("Bo", "pass")
    before = credit(agent_of(table, 1).memory[0], 0, NUMBER_OF["Sack"], SURE // 3)
    table.play("Cy", "call")
    (memory,) = agent_of(table, 1).memory
    assert (memory.lies[0], memory.truths[0], memory.lies[2]) == (1, 0, 0)
    assert credit(memory, 0, NUMBER_OF["Sack"], SURE // 3) < before


def worth_of_a_lie(seats: int) -> int:
    """What it is worth to Ann, who has the Album, to use the Brew, where nobody else could call."""
    names = ("Ann", "Bo", "Cy", "Di", "Eve", "Flo", "Gus", "Hal")[:seats]
    table = Table(BOTCH.contract, names, wait_for_chance=True)
    for line in ("first: Ann", "Ann has: Album", "Ann is: Dancer"):
        table.lay_out(line)
    while table.view(None).question in ("peek", "eyes"):
        table.play(table.asked[0], "ready")
    for at, name in enumerate(names):
        table.play(name, f"swap with {names[not at]}")
        table.play(name, "keep")
    (lie,) = [move for move in table.legal(0) if move.text == "use Brew"]
    view = copy(table.observation(0))
    view.item_up = 2**seats - 2
    worth_saying = BOTCH.contract.given_cards(bots._worth_saying)
    return int(worth_saying(view, agent_of(table, 0).memory[0], lie.code))


def test_a_lie_is_worth_half_as_much_with_each_player_beyond_four() -> None:
    worth = [worth_of_a_lie(seats) for seats in range(3, 9)]
    assert [one - worth[-1] for one in worth] == [10, 10, 5, 2, 1, 0]


def test_who_tells_the_truth_pays_nobody() -> None:
    table = after_first_turns("Ann is: Bookie")
    for name in table.names:
        table.play(name, "look")
        table.play(name, "done")
    table.play("Ann", "use Album on Bo")
    table.play("Cy", "ask Ann for 1")
    assert chosen(table, 0) == "refuse"
    assert searched(table, 0) == {"refuse"}


def test_who_searches_pays_only_one_who_can_tell_the_lie() -> None:
    """One who asked at every claim took 3.9 fair shares of four from `easy`, which paid every other time."""
    table = after_first_turns("Ann is: Bookie")
    table.play("Ann", "use Brew")
    table.play("Bo", "ask Ann for 1")
    assert searched(table, 0) == {"refuse"}
    table.play("Ann", "refuse")
    table.play("Cy", "ask Ann for 1")
    assert searched(table, 0) == {"pay", "refuse"}


@pytest.mark.parametrize(("named", "asker"), [("Debtor", "Bo"), ("Debtor", "Cy"), ("Docker", "Bo")])
def test_silence_on_a_role_is_sold_only_by_whoever_named_it_rightly(named: str, asker: str) -> None:
    table = after_first_turns("Ann is: Debtor", "Bo is: Surgeon", "Cy is: Docker", cast="hidden")
    table.play("Ann", "use Purser")
    table.play("Bo", f"ID Ann as {named}")
    table.play("Cy", "pass")
    table.play(asker, "ask Ann for 1")
    sold = (named, asker) == ("Debtor", "Bo")
    assert chosen(table, 0) == ("pay" if sold else "refuse")
    assert searched(table, 0) == ({"pay", "refuse"} if sold else {"refuse"})


@pytest.mark.covers("botch 5.2", "botch 10.4")
def test_the_victim_of_a_threat_finds_a_friend() -> None:
    table = after_first_turns("Ann is: Dancer", "Bo is: Fixer")
    table.play("Ann", "use Dancer on Cy")
    table.play("Ann", "done")
    table.play("Bo", "threaten Ann with Brew")
    ann = agent_of(table, 0)
    offer = ann.unasked(table.observation(0), table.legal(0))
    assert offer is not None
    assert offer.text == "offer Cy 1"
    table.play("Ann", offer)
    table.play("Cy", "accept")
    assert ann.unasked(table.observation(0), table.legal(0)) is None, "once is enough"
    assert chosen(table, 2) == "call"


@pytest.mark.covers("botch 9.6")
def test_a_role_that_was_named_rightly_is_kept_secret_for_a_diamond() -> None:
    table = after_first_turns("Ann is: Purser", "Bo is: Surgeon", "Cy is: Docker", cast="hidden")
    table.play("Ann", "ID Bo as Surgeon")
    assert chosen(table, 0) in ("ask Bo for 1", "reveal")
    table.play("Bo", "offer Ann 1")
    table.play("Ann", "accept")
    assert chosen(table, 0) == "hand back"


def test_nobody_guesses_a_role() -> None:
    table = after_first_turns("Ann is: Purser", "Bo is: Surgeon", "Cy is: Docker", cast="hidden")
    table.play("Ann", "use Purser")
    for seat in table.asked:
        assert any(move.text.startswith("ID Ann as") for move in table.legal(seat))
        agent = agent_of(table, seat)
        agent.luck = np.array([1, 0, 0, 0], np.uint32)  # draws 0
        assert agent.choose(table.observation(seat), table.legal(seat)).text == "pass"


@pytest.mark.covers("botch 6.4")
def test_who_may_interfere_has_an_answer_whatever_luck_draws() -> None:
    table = after_first_turns("Ann is: Bookie")
    moves = ("look", "done", "look", "done", "threaten Bo with Brew", "pass", "refuse")
    for name, move in zip(("Ann", "Ann", "Bo", "Bo", "Cy", "Ann", "Bo"), moves, strict=True):
        table.play(name, move)
    for seat in table.asked:
        agent = agent_of(table, seat)
        agent.luck = np.array([1, 0, 0, 0], np.uint32)  # draws 0
        assert agent.choose(table.observation(seat), table.legal(seat)).text in ("pass", "use Railing")
