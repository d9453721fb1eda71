"""The public API, with the sample game: what is asked, played and seen, and what is refused without a trace."""

import contextlib
import random
import re
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import facedown
from facedown.core import record
from facedown.core.compiling import compiles
from facedown.core.game import Move, Option
from facedown.core.questions import open_kind
from facedown.core.table import Table
from tests.laws.leaky import mutant
from tests.sample_game import GAME
from tests.sample_game.rules import SHOW
from tests.sample_game.rules import proceed as take_a_step


def everything(table: Table) -> tuple[object, ...]:
    return table.position().tobytes(), list(table.history), len(table.frames), table.record()


def laid_out() -> Table:
    table = Table(GAME.contract, ["Ann", "Bo"], wait_for_chance=True)
    for line in ("Ann holds: Twelve, One, Two", "Bo holds: Three, Four, Five", "deck: Six, Seven"):
        assert table.lay_out(line)
    return table


def test_a_game_from_the_deal_to_the_end() -> None:
    table = GAME.new(seats=["Ann", "Bo"], seed=7)
    assert table.asked == (0, 1)
    while table.asked:
        seat = table.asked[0]
        table.play(seat, table.legal(seat)[0])
        assert seat not in table.asked or not table.view(seat).chosen
    assert table.over
    assert table.standing.over
    assert sum(table.standing.scores) == 3
    assert table.standing.winners
    assert table.legal(0) == ()


def test_seats_and_moves_go_by_name_and_by_number() -> None:
    by_name, by_number = laid_out(), laid_out()
    by_name.play("ann", "one")
    by_number.play(0, by_number.legal(0)[0])
    assert by_name.position().tobytes() == by_number.position().tobytes()
    assert by_name.view("Bo") == by_number.view(1)
    assert by_name.seat(" BO ") == 1


@pytest.mark.parametrize("seat", [2, -1, "Cy", "", None, 1.0, True, [0]])
def test_a_wrong_seat_is_refused(seat: object) -> None:
    table = laid_out()
    with pytest.raises(facedown.WrongSeat, match="Ann, Bo"):
        table.legal(seat)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(facedown.WrongSeat):
        table.play(seat, "One")  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize(
    "seats", [0, 1, 4, -1, 2.0, True, "2", [], ["Ann"], ["Ann", "ann"], ["Ann", "B:o"], ["Ann", ""]]
)
def test_wrong_numbers_and_names_of_seats_are_refused(seats: object) -> None:
    with pytest.raises(facedown.BadOption):
        GAME.new(seats=seats)  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize(
    "name",
    ["7", "nobody", "All", "A#", "x" * 41, "a;b", "(a)", "-- a", "1. a", "// a", "no\u200bbody", "_a", "a\nb"],
)
def test_a_name_that_no_record_could_tell_apart_is_refused(name: str) -> None:
    with pytest.raises(facedown.BadOption, match="cannot be named"):
        GAME.new(seats=["Ann", name])


@pytest.mark.parametrize("seed", [None, True, 1.5, "", " x", "a\nb", "a # b", "x" * 201, b"7"])
def test_a_seed_that_no_record_could_hold_is_refused(seed: object) -> None:
    with pytest.raises(facedown.BadOption, match="seed"):
        GAME.new(seats=2, seed=seed)


def test_a_table_of_a_game_is_opened_by_the_game() -> None:
    with pytest.raises(facedown.BadOption, match="a game's `new` opens a table of it"):
        facedown.Table(GAME, 2)  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize(("name", "value"), [("hand", 5), ("hand", "many"), ("hand", True), ("tier", 3)])
def test_a_wrong_option_is_refused(name: str, value: object) -> None:
    with pytest.raises(facedown.BadOption, match=f"option '?{name}"):
        GAME.new(seats=2, **{name: value})


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(facedown.UnknownGame, match="bayou-boss"):
        facedown.game("bayou-bos")


@pytest.mark.parametrize(
    ("seat", "move", "error", "words"),
    [
        ("Ann", "Twelve", facedown.Illegal, "rule 2.2"),
        ("Ann", "Three", facedown.Illegal, "do not hold"),
        ("Ann", "Thre", facedown.Illegal, "'Three' is not legal now"),
        ("Ann", "", facedown.Illegal, "not a move"),
        ("Ann", Move(11, "Twelve"), facedown.Illegal, "first trick"),
        ("Cy", "One", facedown.WrongSeat, "no seat"),
    ],
)
def test_a_refused_move_leaves_no_trace(
    seat: str, move: Move | str, error: type[facedown.FacedownError], words: str
) -> None:
    table = laid_out()
    before = everything(table)
    with pytest.raises(error, match=words):
        table.play(seat, move)
    assert everything(table) == before


def test_who_is_not_asked_may_not_play_and_nobody_after_the_end() -> None:
    table = laid_out()
    table.play("Ann", "One")
    with pytest.raises(facedown.WrongSeat, match="waiting for Bo"):
        table.play("Ann", "Two")
    for seat, move in [("Bo", "Three"), ("Ann", "Two"), ("Bo", "Four"), ("Ann", "Twelve"), ("Bo", "Five")]:
        table.play(seat, move)
    before = everything(table)
    with pytest.raises(facedown.GameOver, match="over"):
        table.play("Ann", "One")
    assert everything(table) == before


def test_illegal_names_its_rule() -> None:
    with pytest.raises(facedown.Illegal) as raised:
        laid_out().play("Ann", "Twelve")
    assert raised.value.rule == "2.2"
    with pytest.raises(facedown.Illegal) as raised:
        laid_out().play("Ann", "Thirteen")
    assert raised.value.rule is None


@given(seed=st.integers(), plays=st.integers(0, 6), luck=st.randoms())
def test_undo_takes_the_last_move_back_and_a_copy_goes_its_own_way(
    seed: int, plays: int, luck: random.Random
) -> None:
    table = GAME.new(seats=3, seed=seed)
    trail = [everything(table)]
    for _ in range(plays):
        seat = luck.choice(table.asked)
        table.play(seat, luck.choice(table.legal(seat)))
        trail.append(everything(table))
    copy = table.copy()
    for before in reversed(trail[:-1]):
        copy.undo()
        assert everything(copy) == before
    assert everything(table) == trail[-1]
    with pytest.raises(facedown.Illegal, match="take back"):
        copy.undo()


@given(seed=st.integers(), plays=st.integers(0, 4), more=st.lists(st.sampled_from(["play", "undo", "wait"])))
def test_a_table_that_goes_back_to_a_mark_is_as_it_was(seed: int, plays: int, more: list[str]) -> None:
    table, luck = GAME.new(seats=2, seed=seed, time="short"), random.Random(seed)

    def play() -> None:
        seat = luck.choice(table.asked)
        table.play(seat, luck.choice(table.legal(seat)))

    for _ in range(plays):
        play()
    mark, before, seen = table.mark(), everything(table), table.view(0)
    for what in more:
        with contextlib.suppress(facedown.FacedownError, IndexError):
            {"play": play, "undo": table.undo, "wait": table.wait}[what]()
    assert mark.then.view(0) == seen
    table.go_back(mark)
    assert everything(table) == before
    assert table.view(0) == seen


def test_a_table_that_goes_back_after_a_refused_move_keeps_its_position() -> None:
    table = GAME.new(seats=2, seed=7)
    table.play(table.asked[0], table.legal(table.asked[0])[0])
    mark, position = table.mark(), table.now(lambda position: position)
    with pytest.raises(facedown.FacedownError):
        table.play(table.asked[0], "the Queen of Зоя")
    table.go_back(mark)
    assert table.now(lambda position: position) is position


@given(seed=st.integers(), plays=st.integers(1, 5))
def test_a_table_after_undo_is_the_one_that_its_record_describes(seed: int, plays: int) -> None:
    table, luck = GAME.new(seats=2, seed=seed), random.Random(seed)
    for _ in range(plays):
        for card in luck.sample(["Four", "Eight", "Ten"], 2):
            with contextlib.suppress(facedown.FacedownError):
                table.lay_out(f"deck: {card}")
        seat = luck.choice(table.asked)
        table.play(seat, luck.choice(table.legal(seat)))
    table.undo()
    with contextlib.suppress(facedown.FacedownError):
        table.lay_out("deck: Seven")
    again = record.read(table.record(), lambda _: GAME)
    assert everything(again) == everything(table)


def test_undo_keeps_what_was_laid_out() -> None:
    table = laid_out()
    table.play("Ann", "One")
    table.undo()
    assert [move.text for move in table.legal("Ann")] == ["One", "Two"]
    assert table.record() == laid_out().record()


@pytest.mark.parametrize("seed", [None, True, 1.0, "", "a#b", [1], np.random.default_rng(1)])
def test_what_is_no_seed_deals_nothing_anew(seed: object) -> None:
    table = facedown.game("gotcha").new(2, seed=1)
    with pytest.raises(facedown.BadOption, match=re.escape(f"{seed!r} is not a seed")):
        table.determinized(0, seed)


def test_numbers_of_numpy_are_seats_and_seeds() -> None:
    table: Table = facedown.game("gotcha").new(2, seed=1)
    zero: Any = np.int8(0)
    assert table.legal(zero) == table.legal(0)
    first, again = table.determinized(zero, np.int64(3)), table.determinized(0, 3)
    assert first.position().tobytes() == again.position().tobytes()


@pytest.mark.parametrize("seat", [np.int64(2), np.int64(-1), np.bool_(True), np.float64(1), True, 1.0, None])
def test_what_is_no_seat_is_refused(seat: Any) -> None:
    with pytest.raises(facedown.WrongSeat, match="there is no seat"):
        facedown.game("gotcha").new(2, seed=1).legal(seat)


@given(seed=st.integers(), plays=st.integers(0, 8), seat=st.integers(0, 2), other_seed=st.integers())
def test_a_determinized_table_looks_the_same_to_its_seat(seed: int, plays: int, seat: int, other_seed: int) -> None:
    table, luck = GAME.new(seats=3, seed=seed), random.Random(seed)
    for _ in range(plays):
        asked = luck.choice(table.asked)
        table.play(asked, luck.choice(table.legal(asked)))
    other = table.determinized(seat, other_seed)
    assert other.view(seat) == table.view(seat)
    assert other.legal(seat) == table.legal(seat)
    assert other.prompt(seat) == table.prompt(seat)


def test_everybody_is_told_what_happened_as_far_as_it_is_theirs_to_know() -> None:
    table = laid_out()
    table.play("Ann", "One")
    table.play("Bo", "Five")
    assert [event.text for event in table.log("Bo")][-1] == "Bo draws the [Six]."
    assert [event.text for event in table.log("Ann")][-1] == "Bo draws a card."
    assert len(table.log("Ann")) == len(table.log("Bo")) == len(table.log(None))
    assert table.log(None, since=len(table.frames)) == []


def test_old_views_can_be_looked_at() -> None:
    table = laid_out()
    views = [msgspec.json.encode(table.view("Ann"))]
    for seat, move in [("Ann", "One"), ("Bo", "Five")]:
        table.play(seat, move)
        views.append(msgspec.json.encode(table.view("Ann")))
    seen = [msgspec.json.encode(table.at(frame).view("Ann")) for frame in range(len(table.frames))]
    assert [view for view in seen if view in views] == views


def test_a_line_that_lays_nothing_out_is_no_line_of_chance() -> None:
    table = laid_out()
    before = everything(table)
    assert not table.lay_out("Stacey: Red 3")
    with pytest.raises(facedown.FacedownError):
        table.lay_out("deck: Twelve")
    assert everything(table) == before


def test_a_move_prints_as_it_is_written() -> None:
    assert [str(move) for move in laid_out().legal("Bo")] == ["Three", "Four", "Five"]


def test_a_game_without_a_cards_file_takes_none() -> None:
    with pytest.raises(facedown.CardsError, match="takes no cards file"):
        GAME.contract.explain_cards("[[card]]")


def test_what_is_laid_out_after_the_deal_says_so_in_the_record() -> None:
    table = GAME.new(seats=2, seed=3)
    card = next(name for name in ("Six", "Seven", "Eight") if not held(table, name))
    assert table.lay_out(f"deck: {card}")
    assert table.record().splitlines()[-2:] == ["deal", f"deck: {card}"]


def held(table: Table, card: str) -> bool:
    return any(card in table.view(seat).hand for seat in range(2))


@given(
    st.lists(st.sampled_from(["look", "look back", "play", "undo", "copy", "lay out"]), max_size=30), st.integers()
)
def test_a_view_is_of_the_present_whatever_has_been_looked_at_before(doings: list[str], seed: int) -> None:
    table, luck = GAME.new(seats=["Ann", "Bo"], seed=seed), random.Random(seed)
    for doing in doings:
        if doing == "play" and table.asked:
            seat = luck.choice(table.asked)
            table.play(seat, luck.choice(table.legal(seat)))
        elif doing == "undo":
            with contextlib.suppress(facedown.Illegal):
                table.undo()
        elif doing == "copy":
            table = table.copy()
        elif doing == "lay out":
            with contextlib.suppress(facedown.FacedownError):
                table.lay_out("deck: Six")
        elif doing == "look back":
            assert table.at(0).view(0) == GAME.contract.view(table.frames[0].position, 0, table.names)
        now = table.position()
        assert (table.asked, table.over) == (GAME.contract.asked(now), GAME.contract.over(now))
        for seen_by in (None, 0, 1) if doing == "look" else (0,):
            assert table.view(seen_by) == GAME.contract.view(table.position(), seen_by, table.names)
            if seen_by is not None:
                assert table.legal(seen_by) == GAME.contract.legal(table.position(), seen_by, table.names)
            last = table.frames[-1].position
            assert table.at(len(table.frames) - 1).view(seen_by) == GAME.contract.view(last, seen_by, table.names)


def test_an_option_has_a_title_for_people_beside_the_name_in_records() -> None:
    assert Option("sweep", 2, (0, 2), "how long", title="Seconds for each hand").title == "Seconds for each hand"
    assert Option("rules_version", "old", ("old", "new"), "which rules").title == "Rules version"


@compiles
def never_show(s: Any) -> None:
    """High Card's steps, but that a trick that could be taken is not."""
    if open_kind(s) != SHOW:
        take_a_step(s)


@pytest.mark.parametrize("compiled", [False, True])
def test_rules_that_never_ask_again_are_stopped_and_the_move_is_taken_back(compiled: bool) -> None:
    game = mutant(rules={"proceed": never_show})
    table = game.new(seed=1)
    if compiled:
        game.compile()
    before = everything(table)
    moves = table.legal(0), table.legal(1)
    table.play(0, moves[0][0].code)
    with pytest.raises(facedown.Stuck, match=r"High Card went on by itself for 10,000 steps"):
        table.play(1, moves[1][0].code)
    assert table.asked == (1,)
    table.undo()
    assert everything(table) == before
