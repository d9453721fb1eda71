"""Whole matches of players by rule of thumb: what must hold all along, secrets, and the length of the red spell."""

from __future__ import annotations

import functools
import random
from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest

from facedown.agents import player
from facedown.core.batch import Batch
from facedown.core.bits import holds
from facedown.core.chance import key_of, seed_chance
from facedown.core.table import Table
from facedown.games.bots_battleground import GAME
from facedown.games.bots_battleground.cards import HOUSE
from facedown.games.bots_battleground.phases import RED, RED_FROM, RED_TO
from facedown.games.bots_battleground.position import TOKENS
from facedown.games.bots_battleground.ticks import _spell_ends
from tests import frequencies
from tests.games.bots_battleground.fights import PLAIN, read_whole
from tests.laws import channels


class Watched(NamedTuple):
    """A whole match: some tables on the way, the last one, and when bots switched."""

    tables: list[Table]
    last: Table
    reactions: list[list[int]]  # when a bot decided to switch or to answer a wish: ticks since others had moved


@functools.cache
def match(seats: int) -> Watched:
    luck, tables, reactions = random.Random(seats), [], []
    table = PLAIN.new(seats, seats, dice=2)
    bots = [player(PLAIN, "sensible", f"match {seat}") for seat in range(seats)]
    while not table.over:
        seat = table.asked[0]
        seen = table.observation(seat)
        move = bots[seat].choose(seen, table.legal(seat))
        if move.text.startswith("Pick up"):
            rivals = [other for other in range(seats) if holds(int(seen.defenders), other)]
            rivals = rivals if seat == int(seen.attacker) else [int(seen.attacker)]
            reactions.append([int(seen.since[rival]) for rival in rivals])
        elif move.text.startswith(("Lend", "Decline")):
            askers = [other for other in range(seats) if holds(int(seen.asks[other]), seat)]
            reactions.append([int(seen.since[asker]) for asker in askers])
        if luck.random() < 0.02:
            tables.append(table.copy())
        table.play(seat, move)
    return Watched(tables, table, reactions)


@pytest.mark.covers("bots-battleground 1.1 1.3 2.2 7.5 11.1 11.2")
@pytest.mark.parametrize("seats", [3, 4])
def test_tokens_and_bots_are_kept_and_ten_tokens_win(seats: int) -> None:
    assert sum(card.copies for card in HOUSE) == 60
    hands: dict[int, list[str]] = {}
    table = match(seats).last
    for frame in range(1, len(table.frames)):
        view = table.at(frame).view(None)
        assert sum(view.tokens) + view.pile == TOKENS
        assert sum(view.hand_counts) + sum(len(bots) for bots in view.tables) == 4 * seats
        if view.question == "clap":
            for seat in range(seats):
                hand = table.at(frame).view(seat).hand
                assert len(set(hand)) == len(hand) == 4
                assert hands.setdefault(seat, hand) == hand
    assert max(view.tokens) >= 10
    assert view.winners == tuple(seat for seat in range(seats) if view.tokens[seat] == max(view.tokens))
    revealed = table.now(table.contract.revealed, table.names)
    assert revealed.hands == tuple(hands[seat] for seat in range(seats))


@pytest.mark.covers("bots-battleground 11.3")
def test_a_match_without_ten_tokens_ends_after_thirty_rounds() -> None:
    table = PLAIN.new(3, 1, clap_starts="always")
    while not table.over:
        table.play(table.asked[0], "Clap")
        table.wait(8)  # nobody is named: late, every time
    assert table.view(None).round == 30
    assert table.standing.winners == (0, 1, 2)


@pytest.mark.covers("bots-battleground 1.4")
@pytest.mark.parametrize(("tempo", "rolls", "glows"), [("real", 2, 10), ("calm", 6, 10), ("slow", 8, 40)])
def test_times_are_longer_for_who_needs_it(tempo: str, rolls: int, glows: int) -> None:
    table = PLAIN.new(3, 1, clap_starts="always", tempo=tempo)
    table.play(table.asked[0], "Clap")
    attacker = table.asked[0]
    table.play(attacker, f"Attack {table.names[(attacker + 1) % 3]}")
    table.play(attacker, table.view(attacker).hand[0])
    table.wait(4 * rolls - 3)
    assert table.view(None).phase == "rolling"
    table.wait()
    assert table.view(None).phase == "red"
    ticks = 0
    while table.view(None).phase == "red":
        table.wait()
        ticks += 1
    assert 4 * glows <= ticks <= 8 * glows


# -- the length of the red spell -----------------------------------------------------------------------------------


@pytest.mark.covers("bots-battleground 5.6")
def test_all_lengths_of_the_red_spell_are_equally_likely() -> None:
    """Drawn tick by tick from the position's generator."""
    position = GAME.contract.start(3, 0, GAME.checked_options({}))
    seed_chance(position, *key_of("spells"))
    lengths = Counter[int]()
    position.phase, spells = RED, 2000
    for _ in range(spells):
        position.ticks = 1
        while not _spell_ends(position):
            position.ticks = int(position.ticks) + 1
        lengths[int(position.ticks)] += 1
    assert min(lengths) == RED_FROM[0]
    assert max(lengths) == RED_TO[0]
    frequencies.check_even(lengths[n] for n in range(RED_FROM[0], RED_TO[0] + 1))


def glowing(seed: int) -> Table:
    """A table whose dice have just stopped, both fighters with a bot before them."""
    table = PLAIN.new(4, seed, clap_starts="always")
    while table.view(None).phase != "red":
        if table.view(None).phase == "clap":
            attacker = table.asked[0]
            table.play(attacker, "Clap")
            table.play(attacker, f"Attack {table.names[(attacker + 1) % 4]}")
            table.play(attacker, table.view(attacker).hand[0])
        table.wait()
    for seat in (table.view(None).attacker, table.view(None).defenders[0]):
        assert seat is not None
        if not table.view(None).tables[seat]:
            table.play(seat, table.view(seat).hand[0])
    table.wait()
    return table


@pytest.mark.covers("bots-battleground 5.6")
@pytest.mark.parametrize("seed", range(2))
def test_nothing_that_anybody_receives_tells_how_long_the_spell_will_be(seed: int) -> None:
    """The same tick, whatever is to come: byte for byte the same on every channel, until the first spell ends."""
    tables = [glowing(seed).determinized(0, f"{seed} {n}") for n in range(4)]
    lengths = set()
    while len(tables) > 1:
        for other in tables[1:]:
            for receiver in (0, None):
                channels.compare(tables[0], other, receiver, CHEAP)
            assert other.timing.seconds == tables[0].timing.seconds
        for table in tables:
            table.wait()
        ended = [table for table in tables if table.view(None).phase != "red"]
        lengths |= {table.view(None).phase for table in ended}
        tables = [table for table in tables if table.view(None).phase == "red"]
    assert lengths == {"warning"}


CHEAP = {
    name: channels.CHANNELS[name] for name in ("view", "bots_view", "legal", "prompt", "log", "asked", "messages")
}


def test_a_spell_that_a_record_lays_out_is_no_more_to_be_seen() -> None:
    short, long = glowing(9), glowing(9)
    short.lay_out("spell: 41")
    long.lay_out("spell: 77")
    for _ in range(39):
        for receiver in (0, 1, None):
            channels.compare(short, long, receiver, CHEAP)
        short.wait()
        long.wait()
    short.wait()
    long.wait()
    assert (short.view(None).phase, long.view(None).phase) == ("warning", "red")


# -- secrets -------------------------------------------------------------------------------------------------------


@pytest.mark.covers("bots-battleground 1.4 7.4")
@pytest.mark.parametrize("seats", [3, 4])
def test_nobody_is_told_what_they_may_not_know(seats: int) -> None:
    """The law of hidden things in matches of sense, which get further than random ones."""
    luck, tables = random.Random(seats), match(seats).tables
    assert len(tables) > 10
    for table in tables[:15]:
        channels.check_secrets(table, luck, everybody=False)


@pytest.mark.covers("bots-battleground 1.4")
def test_what_is_done_in_a_tick_is_secret_till_its_end() -> None:
    """Two tables that differ in what Ann has just done are the same to everybody else."""
    one = glowing(5)
    first = one.asked[0]
    other = one.copy()
    one.play(first, next(move for move in one.legal(first) if move.text.startswith("Pick up")))
    other.play(first, "Wait")
    for seat in (None, *range(4)):
        if seat != first:
            channels.compare(one, other, seat, CHEAP)
    one.wait()
    other.wait()
    assert one.view(None).tables != other.view(None).tables


@pytest.mark.covers("bots-battleground 1.4")
def test_that_somebody_has_acted_in_a_tick_shows_to_themselves_alone() -> None:
    before = glowing(5)
    after, first = before.copy(), before.asked[0]
    after.play(first, "Wait")
    for seat in (None, *range(4)):
        same = after.view(seat) == before.view(seat)
        assert same == (seat != first)
        assert first in after.view(seat).asked or seat == first


# -- bots ----------------------------------------------------------------------------------------------------------


def test_they_do_not_act_on_what_they_could_not_have_seen_yet() -> None:
    """Whoever switches or lends decides so at the earliest two ticks after the others' last move."""
    reactions = [*match(3).reactions, *match(4).reactions]
    assert len(reactions) > 10
    assert all(since >= 2 for others in reactions for since in others)


def test_they_say_now_and_then_that_they_would_lend() -> None:
    table, said = glowing(3), Counter[bool]()
    (seat,) = table.free[:1]
    bot = player(PLAIN, "sensible", "words")
    for _ in range(200):
        move = bot.unasked(table.observation(seat), table.legal(seat))
        said[move is not None] += 1
        assert move is None or move in table.legal(seat)
    assert said[True] > 5
    assert said[False] > 100


def test_they_play_the_same_compiled_and_beat_random_players() -> None:
    names = ("sensible", "random", "random")
    fast, slow = Batch(GAME.contract, 3, names), Batch(GAME.contract, 3, names, compiles=False)
    whole = fast.play("bots", 0, 300)
    again = slow.play("bots", 0, 1)
    assert again.positions.tobytes() == whole.positions[:1].tobytes()
    won = (whole.winners >> (np.arange(300) % 3)) & 1
    assert won.mean() > 0.8


@pytest.mark.parametrize(
    ("attacks", "seat", "does"), [("Kettle", 0, True), ("Tin Soldier", 0, True), ("Tin Soldier", 1, False)]
)
def test_they_put_sidecar_down_at_the_warning_where_its_point_may_count(
    attacks: str, seat: int, does: bool
) -> None:
    """Kettle would lose to Bulwark by one point, Tin Soldier would tie; Sidecar adds nothing to a defense."""
    warned = read_whole(
        [
            "game: bots-battleground",
            "seats: Ann, Bo, Cy",
            "first: Ann",
            f"Ann holds: {attacks}, Foghorn, Piggy Bank, {'Bandleader' if seat else 'Sidecar'}",
            f"Bo holds: Bulwark, Crane, Seesaw, {'Sidecar' if seat else 'Bandleader'}",
            "roll: normal",
            "spell: 40",
            f"Ann: Clap, Attack Bo, {attacks}",
            "clock: 6",
            "Bo: Bulwark",
            "clock: 42",
        ]
    )
    assert warned.view(None).phase == "warning"
    bot = player(PLAIN, "sensible", "close")
    moves = {bot.choose(warned.observation(seat), warned.legal(seat)).text for _ in range(40)}
    assert ("Sidecar" in moves) == does


@pytest.mark.parametrize("seats", [4, 6])
def test_bots_borrow_from_one_other_at_a_time(seats: int) -> None:
    """Two lenders would share all that the borrower wins."""
    table, most = match(seats).last, 0
    for frame in range(1, len(table.frames)):
        view = table.at(frame).view(None)
        for seat in range(seats):
            open_to = {ask.of for ask in view.asks if ask.by == seat}
            lenders = {loan.lender for loan in view.loans if loan.borrower == seat}
            asked_for = lenders - {force.of for force in view.forces if force.by == seat}
            assert len(open_to | asked_for) <= 1
            most = max(most, len(asked_for))
    assert most == 1, "somebody has lent"
