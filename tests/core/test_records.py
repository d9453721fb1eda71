"""Records of the sample game: what is read, what is refused and where, and that what is written reads back."""

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import facedown
from facedown.core import record
from facedown.core.errors import FacedownError, RecordError, UnknownGame
from facedown.core.game import Game
from facedown.core.history import Played
from facedown.core.table import Table
from facedown.core.values import Move
from facedown.core.writing import LONGEST_LINE, read_move, written_move
from tests.records.positions import laid_open
from tests.sample_game import GAME

EXAMPLE = (Path(__file__).parent / "records" / "expectations.txt").read_text(encoding="utf-8")

HEADER = "game: high-card\nseats: Ann, Bo\n"
HANDS = "Ann holds: Twelve, One, Two\nBo holds: Three, Four, Five\ndeck: Six, Seven\n"


PIECES = (
    ":",
    ",",
    ";",
    "\n",
    "#",
    "Ann",
    "Bo: ",
    "legal ",
    "sees Ann: ",
    "9" * 30,
    "-1",
    "(rule ",
    ".",
    "[",
    "]",
    "=",
)
WORDS = (
    *(
        ":",
        ",",
        ";",
        "=",
        ".",
        "(",
        ")",
        "[",
        "]",
        "#",
        "1",
        "2",
        "2.2",
        "rule",
        "Ann",
        "Bo",
        "nobody",
        "all",
        "none",
    ),
    *(
        "legal",
        "may",
        "not",
        "refused",
        "sees",
        "told",
        "prompt",
        "asked",
        "scores",
        "winner",
        "over",
        "deck",
        "holds",
    ),
    *(
        "chance",
        "deal",
        "round",
        "Twelve",
        "One",
        "Two",
        "hand",
        "chosen",
        "tricks",
        "event",
        "count",
        "has",
        "lacks",
    ),
)


def find_game(name: str) -> Game:
    if name != GAME.id:
        raise UnknownGame(f"there is no game {name!r}")
    return GAME


def check(text: str) -> list[str]:
    return [f"{p.line}:{p.column} {p.message}" for p in record.check(text, find_game)]


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as raised:
        record.read(text, find_game)
    return raised.value


def played_at_random(seed: int, steps: int, seats: int, hand: int) -> Table:
    table, luck = GAME.new(seats=seats, seed=seed, hand=hand), random.Random(seed)
    for _ in range(steps):
        if table.asked:
            seat = luck.choice(table.asked)
            table.play(seat, luck.choice(table.legal(seat)))
    return table


# -- the round trip ------------------------------------------------------------------------------------------------


@given(seed=st.integers(), steps=st.integers(0, 12), seats=st.integers(2, 3), hand=st.sampled_from([3, 4]))
def test_what_is_written_reads_back_to_the_same_position(seed: int, steps: int, seats: int, hand: int) -> None:
    table = played_at_random(seed, steps, seats, hand)
    again = record.read(table.record(), find_game)
    assert laid_open(again) == laid_open(table)
    assert (again.history, again.names, again.seed, again.options) == (
        table.history,
        table.names,
        table.seed,
        table.options,
    )
    assert again.record() == table.record()
    assert len(again.frames) == len(table.frames)


@given(cards=st.permutations(range(6)), first=st.integers(0, 3))
def test_what_was_laid_out_in_the_middle_of_a_game_reads_back(cards: list[int], first: int) -> None:
    table = GAME.new(seats=2, seed=3)
    names = ["Six", "Seven", "Eight", "Nine", "Ten", "Eleven"]
    for card in cards[:first]:
        try_to_feed(table, f"deck: {names[card]}")
    while table.asked:
        table.play(table.asked[-1], table.legal(table.asked[-1])[0])
        for card in cards[first:]:
            try_to_feed(table, f"deck: {names[card]}")
    again = record.read(table.record(), find_game)
    assert laid_open(again) == laid_open(table)
    assert again.record() == table.record()


def try_to_feed(table: Table, words: str) -> None:
    before = laid_open(table), list(table.history)
    try:
        assert table.lay_out(words)
    except FacedownError:
        assert (laid_open(table), table.history) == before


@pytest.mark.parametrize(
    ("names", "seed"),
    [
        (["Seed", "Title"], "late in the day"),
        (["Game", "Asked"], 7),
        (["Deck", "Deck holds"], -1),
        (["hand", "Chance"], "0x7"),
        (["Legal Bo", "Bo"], "  7".strip()),
        (["Round 2", "deal"], "round"),
        (["7 of 9", "Dr. No-No_no & Co"], 12345678901234567890),
        (["Ann  Lamplighter", "Éric d'Or"], "7.5"),
    ],
)
def test_no_name_and_no_seed_is_mistaken_for_something_else(names: list[str], seed: object) -> None:
    table = Table(GAME.contract, names, seed, wait_for_chance=True)
    table.lay_out("deck: Six")
    while table.asked:
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    again = record.read(table.record(), find_game)
    assert laid_open(again) == laid_open(table.copy(wait_for_chance=False))
    assert again.names == table.names
    assert again.seed == table.seed


def test_a_number_is_the_same_seed_written_as_text() -> None:
    assert laid_open(GAME.new(2, "7")) == laid_open(GAME.new(2, 7))
    assert GAME.new(2, "7").seed == 7


# -- what is read --------------------------------------------------------------------------------------------------


def test_the_example_is_as_it_says() -> None:
    assert check(EXAMPLE) == []


@pytest.mark.parametrize(
    "line",
    [
        "asked: Ann, Bo",
        "free: nobody",
        "paused: nobody",
        "seconds: none",
        "legal Ann: One, Two",
        "legal Bo: Three, Four, Five",
        "may Ann: One",
        "may not Ann: Three, Twelve",
        "refused Ann: Twelve (rule 2.2)",
        "refused Ann: Three, Four",
        "sees Ann: hand = One, Two, Twelve",
        "sees Ann: hand has One, Two; hand lacks Three; hand.count = 3; hand.1 = One; hand.last = Twelve",
        "sees: hand = none; deck_left = 6; hand_counts = Ann 3, Bo 3; over = no",
        "sees Ann, Bo: tricks.Ann = 0; tricks.2 = 0; chosen = none; trick != 2",
        "sees: chosen.Bo = none; chosen.Bo.card = none; tricks.9 = none; tricks != 1, 1; tricks != Bo 1",
        "sees: chosen lacks Ann One; chosen != Bo One; hand lacks One; over != yes; asked lacks 2",
        "sees Ann: asked = Ann, Bo; seat = Ann; event.kind = deal; event.card = none",
        "told: The cards are dealt",
        "told Ann: The cards are dealt.",
        "told Ann: nothing",
        "not told: Bo takes",
        "prompt Ann: Choose a card",
        "prompt: Waiting for Ann, Bo",
        "scores: Ann 0, Bo 0",
        "scores: Bo 0",
        "over: no",
    ],
)
def test_expectations_that_hold(line: str) -> None:
    assert check(HEADER + HANDS + line) == []


@pytest.mark.parametrize(
    ("line", "mend"),
    [
        ("Ann: one", "write 'One' for 'one'"),
        ("ann: One", "begins with 'ann'; did you mean 'Ann'?"),
        ("1. Ann: One", "begins with '1. Ann'"),
        ("Ann: One, Bo: Five", "waiting for Bo"),
        ("all: One", "begins with 'all'"),
        ("Ann One", "no colon in this line; write it behind 'Ann'"),
        ("Trick 1:", "begins with"),
        ("deck Six", "no colon in this line; write it behind 'deck'"),
        ("Bo holds Six", "no colon in this line; write it behind 'Bo holds'"),
        ("Deck: eight", "write `deck: Eight`"),
        ("may Ann: one", "write 'One' for 'one'"),
        ("may not Ann: Thre", "'Three' is not legal now"),
        ("may Ann: nobody", "not a move of High Card"),
        ("may not Ann: nobody", "not a move of High Card"),
        ("refused Ann: Thre", "'Three' is not legal now"),
        ("may: One", "say whose move is meant: `may Ann: ...`"),
        ("sees Ann: hand is One", "is not a condition; write something like `hand = Red 3, Blue 2`"),
        ("sees Ann: Hand has One", "the view has no 'Hand'; did you mean 'hand'?"),
        ("sees Ann: hand has one", "Ann sees hand = One, Two, Twelve"),
        ("sees nobody: over = no", "no seat 'nobody'"),
        ("refused Ann: Twelve (rule 99.9)", "has no rule '99.9'; `facedown rules high-card` shows them all"),
        ("sees Ann: hand  has One", "is not a condition"),
        ("sees Ann: hand = One,Two,Twelve", "write `One, Two, Twelve`"),
        ("sees Ann: hand = ,", "name something between the commas"),
        ("sees Ann: chosen[Bo] = none", "the view has no 'chosen[Bo]'"),
        ("sees Ann: hand..count = 3", "with a dot between two of them"),
        ("sees Ann: hand.0 = One", "neither a place in a list, counted from 1"),
        ("clock 1", "write `clock: 1`"),
        ("Clock: 1", "write `clock: 1`"),
        ("sees: hand = nothing", "a spectator sees hand = none"),
        ("asked: all", "no seat 'all'"),
        ("scores: 0, 0", "is not a score"),
    ],
)
def test_what_is_told_in_other_words_is_refused_with_the_mend(line: str, mend: str) -> None:
    assert mend in refusal(HEADER + HANDS + line).message


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("sees: over != maybe", 15, "'maybe' could never stand here"),
        ("sees: tricks != one", 17, "'one' could never stand here"),
        ("sees: tricks != Ann 1, Bo x", 24, "'x' could never stand here"),
        ("sees: asked lacks Anm", 19, "'Anm' could never stand here"),
        ("sees: chosen lacks Ann Onne", 20, "'Ann Onne'"),
        ("sees: chosen lacks Cy One", 20, "'Cy One'"),
        ("sees: trick != -", 16, "'-' could never stand here"),
        ("sees: hand lacks rosebud", 18, "there is no card 'rosebud'"),
        ("sees: hand lacks Thre", 18, "there is no card 'Thre'; did you mean 'Three'?"),
        ("sees: chosen.Bo.crad = none", 17, "the view has no 'crad'; did you mean 'card'?"),
    ],
)
def test_only_what_could_be_can_be_denied(line: str, column: int, words: str) -> None:
    """Else such a line, misspelt, would hold whatever happens."""
    (problem,) = record.check(HEADER + HANDS + line, find_game)
    assert (problem.line, problem.column) == (6, column)
    assert words in problem.message


def test_an_expectation_looks_at_the_table_as_it_is_when_its_line_is_reached() -> None:
    """What may be done before a move may not be expected and refused in a row, nor hold by what comes later."""
    text = (
        HEADER
        + HANDS
        + "may Ann: One\nmay not Ann: One\nrefused Ann: One\nsees Bo: hand_counts.Ann = 2\nAnn: One\n"
    )
    assert [problem.line for problem in record.check(text, find_game)] == [7, 8, 9]


@pytest.mark.parametrize(
    ("line", "column", "words"),
    [
        ("asked: Ann", 8, "asked: Ann, Bo"),
        ("legal Ann: Two, One, Twelve", 22, "Twelve"),
        ("legal Ann: Two", 12, "may also play One"),
        ("legal Ann: nothing", 12, "may also play One, Two"),
        ("may Ann: One, Three", 15, "do not hold the Three"),
        ("may not Ann: Three, One", 21, "Ann may play One"),
        ("refused Ann: One", 14, "not refused"),
        ("refused Ann: Twelve (rule 2.1)", 14, "by rule 2.2, not 2.1"),
        ("refused Ann: Three (rule 2.1)", 14, "by no rule, not 2.1"),
        ("sees Ann: hand = One, Two", 11, "hand = One, Two, Twelve"),
        ("sees Bo: hand has One", 10, "hand = Three, Four, Five"),
        ("sees Bo: hand lacks Five", 10, "hand = Three, Four, Five"),
        ("sees Bo: asked = Bo", 10, "asked = Ann, Bo"),
        ("sees: hand_counts = Ann 3, Bo 2", 7, "hand_counts = Ann 3, Bo 3"),
        ("sees: over = yes", 7, "over = no"),
        ("told: Bo draws", 7, "The cards are dealt."),
        ("not told: cards are dealt", 11, "The cards are dealt."),
        ("told: nothing", 7, "The cards are dealt. (since the beginning)"),
        ("not told Ann: nothing", 15, "nothing that not everybody was told"),
        ("prompt Ann: discard", 13, "Choose a card."),
        ("scores: Ann 1, Bo 0", 9, "Ann 0, Bo 0"),
        ("winners: Ann", 1, "not over"),
        ("over: yes", 1, "not over"),
    ],
)
def test_expectations_that_fail_say_where_and_what_is_true(line: str, column: int, words: str) -> None:
    (problem,) = record.check(HEADER + HANDS + line, find_game)
    assert (problem.line, problem.column) == (6, column)
    assert words in problem.message


def test_all_expectations_that_fail_are_collected_and_the_first_is_raised() -> None:
    text = HEADER + HANDS + "over: yes\nAnn: One\nscores: Bo 5\nasked: Ann\nAnn: Twelve\nasked: Bo\n"
    problems = record.check(text, find_game)
    assert [problem.line for problem in problems] == [6, 8, 9, 10]
    assert refusal(text).line == 6


def test_what_is_written_says_the_version_of_the_rules() -> None:
    record_ = GAME.new(seats=2).record()
    assert "version: 1\n" in record_
    assert check(record_) == []
    assert "this is version 1" in record.check(record_.replace("version: 1", "version: 7"), find_game)[0].message


def test_what_was_told_says_since_when() -> None:
    text = HEADER + HANDS + "over: no\nAnn: One; Bo: Five\ntold: nobody\ntold: none\nAnn: Two\ntold: nobody\n"
    assert [problem.message.rpartition(" (")[2] for problem in record.check(text, find_game)] == [
        "since line 7)",
        "since line 7)",
        "since line 10)",
    ]


def test_a_seat_that_is_named_like_an_expectation_has_its_chance_laid_out() -> None:
    line = "sees holds: Three"
    problem = refusal(f"game: high-card\nseats: sees, Bo\n{line}\n")
    assert (problem.line, problem.column) == (3, 6)
    assert problem.message.endswith(f"write `chance {line}`")
    assert not record.check(f"game: high-card\nseats: sees, Bo\nchance {line}\nmay sees: Three\n", find_game)


def test_a_name_that_begins_another_takes_nothing_of_it() -> None:
    text = "game: high-card\nseats: X, x y\nX holds: One\nx y holds: Two\nsees x y: hand has Two\n"
    assert check(text) == []


def test_an_expectation_has_everything_dealt_that_is_due() -> None:
    """What is laid out after it comes too late: the hands that it looked at are the ones that are played."""
    text = HEADER + "Ann holds: Twelve, One, Two\nrefused Ann: Twelve (rule 2.2)\nBo holds: Three, Four, Five\n"
    assert refusal(text).line == 5


# -- what is refused -----------------------------------------------------------------------------------------------


def test_the_place_of_a_wrong_name_is_its_own_and_not_that_of_another_which_begins_so() -> None:
    with pytest.raises(facedown.RecordError) as wrong:
        facedown.read("game: bayou-boss\nseats: Redford, Bo, Cy\nRedford holds: Red 10, Red")
    assert (wrong.value.line, wrong.value.column) == (3, 24)


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("", 1, 1, "begins with its game"),
        ("Ann: One", 1, 1, "begins with its game"),
        ("game: hihg-card", 1, 7, "hihg-card"),
        ("game:", 1, 6, "has no value"),
        ("game: high-card\ngame: high-card", 2, 1, "given twice; the first is in line 1"),
        ("game: high-card\n\nAnn: One", 3, 1, "`seats: ...` must come before"),
        ("game: high-card\nsets: Ann, Bo", 2, 1, "did you mean 'seats'"),
        ("game: high-card\nseats: 5", 2, 8, "like `seats: Ann, Bo`"),
        ("game: high-card\nseats: Ann, ann", 2, 8, "same name"),
        ("game: high-card\nseats: Ann-2, Ann 2", 2, 8, "same name"),
        ("game: high-card\nseats: Ann, 7", 2, 8, "cannot be named '7'"),
        ("game: high-card\nhand: 5", 2, 7, "hand cannot be '5'"),
        ("game: high-card\nhand: #5", 2, 6, "`hand: ...` (what stands behind # is a comment"),
        (HEADER + "version: 2", 3, 10, "by version 2 of the rules of High Card, and this is version 1"),
        ("version: 0\n" + HEADER, 1, 10, "leave the line out to play it by the present rules"),
        (HEADER + HANDS + "seed: 2", 6, 1, "belongs to the header"),
        (HEADER + HANDS + "An: One", 6, 1, "did you mean 'Ann'"),
        (HEADER + HANDS + "Trick 1: the market", 6, 1, "chance laid out (`deck: ...`, `Ann holds: ...`)"),
        (HEADER + "dek: Six", 3, 1, "did you mean 'deck'?"),
        (HEADER + "Bo hold: Six", 3, 1, "did you mean 'Bo holds'?"),
        (HEADER + "hnad: 5", 3, 1, "did you mean 'hand'?"),
        (HEADER + HANDS + "legl Ann: One", 6, 1, "did you mean 'legal'"),
        (HEADER + HANDS + "clock: x", 6, 1, "a clock line says how often time runs out, like `clock: 1`"),
        (HEADER + HANDS + "Ann: Onne", 6, 6, "did you mean 'One'"),
        (HEADER + HANDS + "   Ann:  Three", 6, 10, "you do not hold the Three"),
        (HEADER + HANDS + "Ann: Twelve", 6, 6, "(rule 2.2)"),
        (HEADER + HANDS + "Ann: One, Two", 6, 11, "waiting for Bo"),
        (HEADER + HANDS + "Ann:", 6, 5, "what does Ann do"),
        (HEADER + HANDS + "Ann holds: Six", 6, 1, "at most 3"),
        (HEADER + HANDS + "deck: Six", 6, 1, "not in the deck"),
        (HEADER + HANDS + "legal Cy: One", 6, 7, "no seat 'Cy'"),
        (HEADER + HANDS + "legal: One", 6, 1, "say whose move is meant"),
        (HEADER + HANDS + "refused Ann: Thre", 6, 14, "'Three' is not legal now"),
        (HEADER + HANDS + "may nobody: One", 6, 5, "no seat 'nobody'"),
        (HEADER + HANDS + "asked: Ann, Cy", 6, 13, "no seat 'Cy'"),
        (HEADER + HANDS + "sees Ann: hnad = One", 6, 11, "did you mean 'hand'"),
        (HEADER + HANDS + "sees Ann: hand lacks Three, Onne", 6, 29, "there is no card 'Onne'; did you mean 'One'"),
        (HEADER + HANDS + "sees Ann: hand.0 = none", 6, 16, "neither a place in a list, counted from 1, nor"),
        (HEADER + HANDS + "sees Ann: hand.Cy = One", 6, 16, "neither a place"),
        (HEADER + HANDS + "sees Ann: hand.1.2 = One", 6, 18, "has no parts"),
        (HEADER + HANDS + "sees Ann: something", 6, 11, "is not a condition"),
        (HEADER + HANDS + "sees Ann:", 6, 10, "what is seen"),
        (HEADER + f"seed: {'x' * 201}\nAnn: One", 3, 7, "is not a seed"),
        (HEADER + HANDS + "legal Ann:", 6, 11, "which moves"),
        (HEADER + HANDS + "legal Ann: Onne", 6, 12, "did you mean 'One'"),
        (HEADER + HANDS + "refused Ann:", 6, 13, "which moves"),
        (HEADER + HANDS + "sees Ann: hand has", 6, 11, "is not a condition"),
        (HEADER + HANDS + "scores:", 6, 8, "which scores"),
        (HEADER + HANDS + "scores: Ann many", 6, 9, "is not a score"),
        (HEADER + HANDS + "scores: all 0", 6, 9, "no seat 'all'"),
        (HEADER + HANDS + "over: perhaps", 6, 7, "yes or no"),
        (HEADER + HANDS + "Ann: One\x00", 6, 9, "is not allowed"),
        (HEADER + "Ann: " + "One, " * 1000, 3, 2000, "at most 2,000"),
    ],
)
def test_refusals_say_where_and_the_mend(text: str, line: int, column: int, words: str) -> None:
    error = refusal(text)
    assert (error.line, error.column) == (line, column)
    assert words in error.message


def test_an_illegal_move_at_line_40_is_found_there() -> None:
    text = HEADER + HANDS + "# on and on\n" * 34 + "Ann: One, Three\n"
    assert (refusal(text).line, refusal(text).column) == (40, 11)


def test_a_move_after_the_end_is_refused() -> None:
    assert "over" in refusal(EXAMPLE + "\nAnn: One\n").message


@pytest.mark.parametrize(
    "text",
    [
        "x" * 10_000_000,
        "\n" * 10_000_000,
        HEADER + "(" * 900_000,
        HEADER + "a:b;" * 200_000,
        HEADER + "1:" * 900 + "Ann: One",
        "é\n" * 400_000,
    ],
)
def test_what_is_far_too_long_is_refused(text: str) -> None:
    assert refusal(text).line >= 1


# -- anything at all -----------------------------------------------------------------------------------------------


def check_anything(text: str) -> None:
    """It is checked, or read, or refused with a place in the text; nothing else is raised."""
    problems = record.check(text, find_game)
    if problems:
        error = refusal(text)
        assert 1 <= error.line <= text.count("\n") + 1
        assert 1 <= error.column <= LONGEST_LINE + 1
    else:
        record.read(text, find_game)


@given(st.integers(0, len(EXAMPLE)))
def test_cut_records_are_read_or_refused(end: int) -> None:
    check_anything(EXAMPLE[:end])


@settings(max_examples=150)
@given(st.data())
def test_changed_records_are_read_or_refused(data: st.DataObject) -> None:
    text = EXAMPLE
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        length = data.draw(st.sampled_from([0, 1, 5]))
        text = text[:at] + data.draw(st.text(max_size=6) | st.sampled_from(PIECES)) + text[at + length :]
    check_anything(text)


@settings(max_examples=150)
@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=8), max_size=6))
def test_any_words_are_read_or_refused(lines: list[list[str]]) -> None:
    check_anything(HEADER + HANDS + "\n".join(" ".join(words) for words in lines))


def test_many_moves_of_one_seat_are_written_in_several_lines() -> None:
    table = Table(GAME.contract, 2, 3)
    table._history.lines = [Played(0, "Eleven", table.interpret(0, "Eleven"))] * 30
    lines = table.record().splitlines()[-3:]
    assert all(line.startswith("Ann: Eleven, Eleven") and len(line) <= 100 for line in lines)
    assert sum(line.count("Eleven") for line in lines) == 30


def test_rules_named_are_found_without_reading_the_rest() -> None:
    text = "game: x\nrules: 2.1, 3.4 5.1 # three\nrules: 7.7\nrulesy: 1.1\n# rules: 8.1\n"
    assert record.rules_named(text) == ["2.1", "3.4", "5.1", "7.7"]


def test_a_move_whose_words_mean_another_is_written_as_its_value() -> None:
    table = GAME.new(seed=3)
    seat = table.asked[0]
    first, *_, last = table.legal(seat)
    words = written_move(GAME.contract, table.position(), seat, Move(last.code, first.text), table.names)
    assert read_move(GAME.contract, table.position(), seat, words, table.names) == last != first


def test_where_a_game_names_nothing_that_is_laid_out_none_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAME.contract, "laid_out", ())
    with pytest.raises(RecordError, match=r"or chance laid out$"):
        record.read(HEADER + "Trick 1: the market", find_game)


def test_a_seat_may_be_called_like_an_expectation() -> None:
    record = "game: high-card\nseats: asked, Bo\nasked holds: Twelve, One, Two\nBo holds: Three, Four, Five\n"
    assert check(f"{record}expect asked: asked, Bo\nasked: One\nexpect asked: Bo\n") == []


def test_a_seat_may_be_called_like_what_stands_before_an_expectation() -> None:
    table = record.read("game: high-card\nseats: expect me, Bo\nexpect me holds: One, Two, Six\n", find_game)
    table.play(0, "Two")
    assert record.read(table.record(), find_game).record() == table.record()


def test_what_is_expected_lays_nothing_out() -> None:
    assert check("game: high-card\nseats: Ann, Bo\nexpect Ann holds: Twelve, One, Two\n") != []
