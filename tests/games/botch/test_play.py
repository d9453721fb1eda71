"""Random games of The Botch is Back, counted and watched by a second opinion on who may know what."""

from __future__ import annotations

import functools
import random
from collections import Counter

import numpy as np
import pytest

from benchmarks.fairness_of_the_botch import shares
from facedown.core import record
from facedown.core.game import Move
from facedown.core.spelling import counted
from facedown.core.table import Table
from facedown.games.botch import GAME as BOTCH
from facedown.games.botch.cards import EVERY_ITEM, FIRST_ROLE, HOUSE, numbers, sets

BY_NUMBER, SETS = numbers(HOUSE), sets(HOUSE)
ITEMS = {card.name for number, card in BY_NUMBER.items() if number < FIRST_ROLE}

CARDS = ("basic", "advanced", "hidden")
DEALS = ("give", "ask", "offer")


def lively(moves: tuple[Move, ...], luck: random.Random) -> Move:
    """A move at random, deals and ID more seldom than there are ways to make them."""
    some = [move for move in moves if not move.text.startswith((*DEALS, "ID"))]
    return luck.choice(some if some and luck.random() < 0.8 else moves)


@functools.cache
def played(cards: str, seats: int, seed: int) -> Table:
    table, luck = BOTCH.new(seats=seats, seed=seed, cast=cards), random.Random(seed)
    while table.asked:
        seat = luck.choice(table.asked)
        table.play(seat, lively(table.legal(seat), luck))
    return table


TABLES = [(cards, seats) for cards in CARDS for seats in (3, 4, 5)]


@pytest.mark.parametrize(("cards", "seats"), TABLES)
@pytest.mark.covers("botch 1.3", "botch 1.4", "botch 1.7", "botch 9.8")
def test_every_card_is_there_once(cards: str, seats: int) -> None:
    table = played(cards, seats, 1)
    game = SETS[cards]
    for number, frame in enumerate(table.frames[1:], 1):
        position = frame.position
        roles = [int(role) for role in position.roles[:seats]]
        items = [int(item) for item in position.items[:seats] if item >= 0]
        assert len({*roles, *items}) == seats + len(items)
        assert all(game >> card & 1 for card in roles + items)
        assert len(items) == sum(table.at(number).view(None).alive)
        assert sum("Twin" in BY_NUMBER[role].name for role in roles) in (0, 2)


@pytest.mark.parametrize(("cards", "seats"), TABLES)
@pytest.mark.covers("botch 2.1", "botch 2.2", "botch 2.3", "botch 2.4", "botch 7.4")
def test_diamonds_move_only_as_the_log_says(cards: str, seats: int) -> None:
    """What all have, and the Bank, changes by pile and grave alone; nobody and nothing owes."""
    table = played(cards, seats, 2)
    for number in range(2, len(table.frames)):
        before, after = table.at(number - 1).view(None), table.at(number).view(None)
        assert min([*after.diamonds, *after.stash, after.bank]) >= 0
        total = [sum(view.diamonds) + sum(view.stash) + view.bank for view in (before, after)]
        event = BOTCH.contract.words.tell(after, table.names)
        assert event is not None
        if total[1] > total[0]:
            assert event.kind in ("take", "collect")
        elif total[1] < total[0]:
            assert event.kind in ("die", "taken")  # a death, or a stash that went over board
            lost = counted(total[0] - total[1], "stashed diamond")
            assert event.kind == "die" or event.text.endswith((f" {lost} is lost.", f" {lost} are lost."))


@pytest.mark.parametrize(("cards", "seats"), TABLES)
@pytest.mark.covers("botch 2.5", "botch 3.6", "botch 4.4", "botch 9.2", "botch 9.5")
def test_nobody_sees_more_than_they_may(cards: str, seats: int) -> None:
    """Written anew: which cards each seat can see at each frame."""
    table = played(cards, seats, 3)
    for number in range(1, len(table.frames) - 1, 3):
        turned_up = told_since_the_turn_before(table, number)
        for seat in (None, *range(seats)):
            view = table.at(number).view(seat)
            for other in range(seats):
                looks = "look" in (view.question, view.held_up) and seat == view.turn and view.looking_at == other
                if view.items[other] is not None and not view.item_up[other] and not looks:
                    at_peek = view.question == "peek" and other == seat
                    assert at_peek or f"[{view.items[other]}]" in turned_up
                pays = view.payer is not None and seat == view.payer and view.shower == other
                twins = (
                    view.question == "eyes"
                    and "Twin" in str(view.roles[other])
                    and "Twin" in str(view.roles[seat or 0])
                )
                if view.roles[other] is not None and not view.role_up[other]:
                    assert other == seat or pays or twins


def told_since_the_turn_before(table: Table, number: int) -> str:
    """What everybody has been told since the turn before the last began."""
    told, turns = [], 0
    for frame in range(number, 0, -1):
        told.append(text_of(table, frame))
        turns += told[-1].endswith("'s turn.")
        if turns == 2:
            break
    return " ".join(told)


@functools.cache
def text_of(table: Table, frame: int) -> str:
    event = BOTCH.contract.words.tell(table.at(frame).view(None), table.names)
    assert event is not None
    return event.text


@pytest.mark.parametrize("cards", CARDS)
@pytest.mark.covers("botch 4.4", "botch 5.2", "botch 6.4", "botch 8.5")
def test_whether_a_seat_could_answer_truly_shows_nowhere(cards: str) -> None:
    """Of all who are asked at once and hide their item, each may do the same."""
    windows = Counter[str]()
    for seed in range(1, 10):
        table, luck = BOTCH.new(seats=4, seed=seed, cast=cards), random.Random(seed)
        while table.asked:
            view = table.view(None)
            if view.question in ("call", "save", "rescue", "spoil"):
                windows[view.question] += 1
                alike = [seat for seat in table.asked if not view.item_up[seat] and view.diamonds[seat] > 1]
                offers = {tuple(move.text for move in table.legal(seat) if is_answer(move)) for seat in alike}
                assert len(offers) <= 1
                for seat in table.asked:
                    only = all(move.text.startswith(("pass", *DEALS)) for move in table.legal(seat))
                    prompt = BOTCH.contract.words.prompt(table.view(seat), table.names)
                    assert only == prompt.endswith("you can only pass."), prompt
                    if view.question == "spoil" and not (only or table.view(seat).item_up[seat]):
                        assert prompt.endswith("A wrong one costs 1 diamond."), prompt
            seat = luck.choice(table.asked)
            table.play(seat, lively(table.legal(seat), luck))
    assert windows["call"] > 20
    assert windows["rescue"] > 2


@pytest.mark.parametrize("cards", CARDS)
@pytest.mark.covers("botch 4.3", "botch 4.4", "botch 4.11", "botch 5.2")
def test_a_window_opens_alike_whoever_could_call(cards: str) -> None:
    """All the others are asked who may call, as all can see, and have the same time; a victim is asked apart."""
    looked = 0
    for number, frame in enumerate(played(cards, 4, 5).frames):
        view = played(cards, 4, 5).at(number).view(None)
        if view.event is None or view.event.kind not in ("claim", "threat") or view.question != "call":
            continue
        assert view.use is not None
        away = {view.use.seat, view.use.on} if view.use.purpose == "threat" else {view.use.seat}
        known = {seat for seat in range(4) if view.item_up[seat] and view.items[seat] != view.use.card}
        barred = away | (known if view.use.card in ITEMS else set())
        assert view.asked == tuple(seat for seat in range(4) if view.alive[seat] and seat not in barred)
        assert BOTCH.contract.timing(frame.position).seconds == 8
        looked += 1
    assert looked > 3


def is_answer(move: Move) -> bool:
    """Deals go by what lies open; and a role of one's own that stops a win is not a secret to oneself."""
    roles = {f"use {card.name}" for number, card in BY_NUMBER.items() if number >= FIRST_ROLE}
    return move.text not in roles and not move.text.startswith(DEALS) and not move.text.endswith("from stash")


@pytest.mark.covers("botch 8.9")
def test_after_two_hundred_turns_the_richest_win() -> None:
    table = BOTCH.new(seats=3, seed=1)
    quiet = ("ready", "keep", "done", "pass", "refuse", "look")
    for _ in range(3):
        table.play(table.asked[0], "ready")
    while table.asked:
        seat = table.asked[0]
        words = [move.text for move in table.legal(seat)]
        view = table.view(seat)
        if view.turns == 50 and view.question == "turn" and view.deals_left == 3:
            table.play(seat, next(word for word in words if word.startswith("give")))
            continue
        table.play(seat, next((word for word in quiet if word in words), words[0]))
    standing = table.standing
    assert table.view(None).turns == 200
    assert sorted(standing.scores) == [1, 2, 3]
    assert standing.winners == (standing.scores.index(3),)


@pytest.mark.covers("botch 1.6")
def test_a_lot_decides_who_begins() -> None:
    first = Counter(int(BOTCH.new(seats=5, seed=seed).frames[1].position.event_seat) for seed in range(200))
    assert set(first) == set(range(5))
    assert min(first.values()) > 20


def test_a_position_is_small() -> None:
    assert BOTCH.contract.position_layout.itemsize <= 512


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_names_of_moves_read_back(seats: int) -> None:
    table = BOTCH.new(seats=seats)
    moves = set(BOTCH.contract.moves(table.names))
    assert len({move.code for move in moves}) == len(moves) > 200
    for move in moves:
        assert BOTCH.contract.moves(table.names).read(move.text.upper()) == move


def test_a_shared_win_counts_in_parts() -> None:
    assert shares(np.array([0b001, 0b110, 0b000]), 3).tolist() == [[1, 0, 0], [0, 0.5, 0.5], [0, 0, 0]]


def test_the_items_of_a_game_are_those_of_its_set() -> None:
    assert SETS["basic"] & EVERY_ITEM == 0b11111


@pytest.mark.covers("botch 4.11")
def test_the_time_to_answer_is_an_option_and_may_be_none() -> None:
    for window, seconds in (("8", 8.0), ("20", 20.0), ("none", None)):
        table = BOTCH.new(seats=3, seed=2, window=window)
        for seat in range(3):
            table.play(seat, "ready")
        assert table.timing.seconds is None
        while not table.view(None).use:
            (seat,) = table.asked
            words = [move.text for move in table.legal(seat)]
            first = ("keep", "use Brew")
            table.play(seat, next((word for word in words if word in first), words[0]))
        assert table.timing.seconds == seconds


@pytest.mark.covers("botch 10.2", "botch 10.3", "botch 10.4")
@pytest.mark.parametrize("cards", CARDS)
def test_who_is_free_can_deal_and_nothing_else(cards: str) -> None:
    table, luck = BOTCH.new(seats=4, seed=8, cast=cards), random.Random(8)
    deals = Counter[str]()
    for _ in range(400):
        if not table.asked:
            break
        for seat in table.free:
            words = [move.text for move in table.legal(seat)]
            assert words
            assert all(word.startswith(DEALS) for word in words)
        if table.free and luck.random() < 0.3:
            seat = luck.choice(table.free)
            move = luck.choice(table.legal(seat))
            deals[move.text.split()[0]] += 1
        else:
            seat = luck.choice(table.asked)
            move = lively(table.legal(seat), luck)
        table.play(seat, move)
    assert set(deals) == set(DEALS)


HURT = """\
game: botch
seats: Ann, Bo, Cy
cast: Bookie, Dancer, Archivist, Album, Crowbar, Life Ring

first: Ann
Ann is: Bookie
Bo is: Dancer
Cy is: Archivist
Ann has: Crowbar
Bo has: Life Ring
Cy has: Album
Ann: ready; Bo: ready; Cy: ready
Ann: swap with Bo, keep
Bo: swap with Cy, keep
Cy: swap with Bo, keep
Cy: give Bo 2
Ann: threaten Bo with Crowbar
Cy: pass
Bo: refuse
Bo: use Life Ring
"""


@pytest.mark.covers("botch 10.7")
@pytest.mark.parametrize(("given", "hurt", "bank"), [(1, 0, 1), (2, 1, 0)])
def test_a_recovery_that_can_no_longer_be_paid_for_does_not_happen(given: int, hurt: int, bank: int) -> None:
    """No card of the house asks for diamonds and can be doubted; so here the Life Ring costs one."""
    text = BOTCH.cards_file()
    at = text.index('name = "Life Ring"')
    game = BOTCH.with_cards(text[:at] + text[at:].replace("saves = 0", "saves = 1", 1))
    table = record.read(HURT, lambda _: game)
    assert table.view(None).diamonds == (4, 2, 0)
    table.play("Bo", f"give Cy {given}")
    table.play("Cy", "pass")
    view = table.view(None)
    assert (view.hurt[1], view.bank, view.diamonds[1]) == (hurt, bank, 2 - given - bank)
