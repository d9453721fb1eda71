"""Time at a table: silence, what the clock writes into the history, and seats that act unasked."""

import random
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facedown
from facedown.core import record
from facedown.core.contract import Contract
from facedown.core.flat import FlatGame
from facedown.core.history import Played
from facedown.core.table import Table
from tests.laws.positions import another
from tests.sample_game import GAME, rules

HANDS = ("Ann holds: Twelve, One, Two", "Bo holds: Three, Four, Five", "deck: Six, Seven")
HEADER = "game: high-card\nseats: Ann, Bo\ntime: short\n"


def laid_out() -> Table:
    table = Table(GAME.contract, ["Ann", "Bo"], 0, {"time": "short"}, wait_for_chance=True)
    for line in HANDS:
        assert table.lay_out(line)
    return table


def everything(table: Table) -> tuple[object, ...]:
    return table.position().tobytes(), list(table.history), [frame.lines for frame in table.frames], table.record()


def lines(table: Table) -> list[str]:
    return [
        f"{table.names[line.seat]}: {line.text}" if line.seat is not None else line.text for line in table.history
    ]


def read(text: str) -> Table:
    return record.read(text, lambda _: GAME)


def go_on_somehow(table: Table, luck: random.Random) -> None:
    """Time runs out, a seat answers, or one acts unasked."""
    seat = luck.choice([None, *table.asked, *table.free])
    if seat is None:
        table.wait()
    else:
        table.play(seat, luck.choice(table.legal(seat)))


def test_silence_answers_for_all_who_are_still_asked() -> None:
    table = laid_out()
    assert table.timing.seconds == 2
    table.play("Ann", "One")
    table.wait(4)
    assert [table.names[seat] for seat in table.asked] == ["Ann", "Bo"], "the trick is taken, and the next is open"
    assert [event.text for event in table.log(None)][-2:] == [
        "Bo takes the trick with the [Three].",
        "Bo draws a card.",
    ]
    assert lines(table)[-2:] == ["Ann: One", "clock: 4"]


def test_time_in_which_nothing_is_seen_to_happen_makes_no_frame() -> None:
    table = laid_out()
    assert table.asked, "the cards are dealt"
    frames = len(table.frames)
    table.wait(2)
    assert len(table.frames) == frames
    table.wait()
    assert [event.kind for event in table.log(None, frames)] == ["hurry"]


def test_who_waits_by_themselves_makes_a_move_as_any_other() -> None:
    by_clock, by_hand = laid_out(), laid_out()
    by_clock.wait()
    for seat in by_hand.asked:
        by_hand.play(seat, "Wait")
    assert by_clock.position().tobytes() == by_hand.position().tobytes()
    assert [(done.seat, done.text) for done in by_hand.history[-2:]] == [(0, "Wait"), (1, "Wait")]


def test_times_that_follow_each_other_are_one_line_and_others_are_not() -> None:
    table = laid_out()
    table.wait()
    table.wait(1)
    table.play("Bo", "Four")
    table.wait()
    assert lines(table)[3:] == ["clock: 2", "Bo: Four", "clock: 1"]


def test_no_line_of_the_clock_grows_longer_than_can_be_read() -> None:
    table = laid_out()
    table.history.append(Played(None, "clock: 9999"))
    table.wait(2)
    assert lines(table)[-2:] == ["clock: 9999", "clock: 2"]


def test_a_seat_may_act_unasked_where_the_rules_let_it() -> None:
    table = laid_out()
    assert not table.free
    table.play("Ann", "One")
    assert (table.asked, table.free) == ((1,), (0,))
    assert [move.text for move in table.legal("Ann")] == ["Two"]
    table.play("Ann", "Two")
    assert [chosen.card for chosen in table.view("Ann").chosen] == ["Two"]
    with pytest.raises(facedown.Illegal, match=r"rule 4\.1"):
        table.play("Ann", "Wait")


def test_where_no_clock_runs_time_does_nothing() -> None:
    table = GAME.new(seats=2)
    before = everything(table)
    assert table.timing.seconds is None
    with pytest.raises(facedown.Illegal, match="Ann, Bo may think"):
        table.wait()
    assert everything(table) == before
    with pytest.raises(NotImplementedError):
        Contract.timeout_move(GAME.contract, table.position(), 0, table.names)


def test_time_that_runs_on_after_the_end_leaves_no_trace() -> None:
    table = laid_out()
    before = everything(table)
    with pytest.raises(facedown.GameOver):
        table.wait(100)
    assert everything(table) == before


def test_undo_takes_back_a_move_with_all_that_the_clock_did_since() -> None:
    table = laid_out()
    table.wait(2)
    before = everything(table)
    table.play("Ann", "One")
    table.wait(5)
    table.undo()
    assert everything(table) == before
    with pytest.raises(facedown.Illegal, match="no move"):
        table.undo()


@given(seed=st.integers(0, 2**32), steps=st.integers(0, 25))
def test_every_move_can_be_taken_back_one_after_the_other(seed: int, steps: int) -> None:
    table, luck = GAME.new(seats=3, seed=seed, time="short"), random.Random(seed)
    before = []
    for _ in range(steps):
        state = everything(table)
        moves = sum(line.seat is not None for line in table.history)
        if not table.over:
            go_on_somehow(table, luck)
        if sum(line.seat is not None for line in table.history) > moves:
            before.append(state)
    for state in reversed(before):
        table.undo()
        assert everything(table) == state


@given(seed=st.integers(0, 2**32), steps=st.integers(0, 25))
def test_what_the_clock_did_reads_back(seed: int, steps: int) -> None:
    table, luck = GAME.new(seats=["Clock", "Bo"], seed=seed, time="short"), random.Random(seed)
    for _ in range(steps):
        if not table.over:
            go_on_somehow(table, luck)
    again = read(table.record())
    assert everything(again) == everything(table)


def test_a_record_says_when_time_ran_out_and_who_is_free() -> None:
    said = (
        *HANDS,
        "seconds: 2",
        "free: nobody",
        "Ann: One",
        "free: Ann",
        "clock: 1",
        "clock: 2",
        "told: no time left",
        "legal Bo: Three, Four, Five",
        "clock: 1",
        "told: Bo takes the trick with the Three",
    )
    assert record.check(HEADER + "\n".join(said), lambda _: GAME) == []


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("clock: 0", "1 to 9,999 times"),
        ("clock: 10000", "1 to 9,999 times"),
        ("clock: 13", "the game is over"),
        ("clock: soon", "how often time runs out"),
        ("seconds: 3", "seconds: 2"),
        ("seconds: none", "seconds: 2"),
        ("seconds: soon", "a number of seconds"),
        ("free: Ann", "free to act: nobody"),
    ],
)
def test_what_is_wrong_about_time_is_told_in_its_line(line: str, words: str) -> None:
    problem = record.check(HEADER + line, lambda _: GAME)[0]
    assert problem.line == 4
    assert words in problem.message


def with_rules(**more: object) -> FlatGame:
    """High Card, whose rules say this as well instead of `seconds`."""
    names = {name: value for name, value in vars(rules).items() if name != "seconds" and not name.startswith("__")}
    changed = another(GAME)
    changed.contract._use_rules(SimpleNamespace(**names, **more))
    return changed


def test_a_game_may_say_for_each_kind_of_question_how_long_it_waits() -> None:
    table = with_rules(SECONDS={rules.CHOOSE: 9.5}).new(seats=2)
    assert table.timing.seconds == 9.5
    while not table.over:
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    assert table.timing.seconds is None


def test_a_question_is_the_same_until_it_is_closed() -> None:
    table = laid_out()
    first = table.asked and GAME.contract.timing(table.position()).question
    table.play("Ann", "One")
    assert GAME.contract.timing(table.position()).question == first
    table.play("Bo", "Wait")
    assert GAME.contract.timing(table.position()).question != first
    assert not GAME.contract.timing(table.position()).continuous
    assert with_rules(CONTINUOUS=(rules.CHOOSE,)).contract.timing(table.position()).continuous
