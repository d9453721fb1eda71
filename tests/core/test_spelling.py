"""Cards and seats found by their names, as people write them."""

from __future__ import annotations

import pytest

from facedown.core.errors import FacedownError
from facedown.core.layout import or_none
from facedown.core.spelling import LONGEST, Names, chips, counted, joined, seat_named

CARDS = Names({3: "Red 3", 9: "Old Heron"}, example="`Red 3`")
SEATS = ("Ann", "Bo Lee")


@pytest.mark.parametrize("word", ["old heron", " Old  Heron ", "OLD-HERON", "old_heron"])
def test_a_card_is_found_however_its_name_is_written(word: str) -> None:
    assert CARDS.number(word) == 9


def test_the_cards_of_a_list_come_in_its_order() -> None:
    assert CARDS.numbers("red 3, Old Heron,,Red 3,") == [3, 9, 3]


@pytest.mark.parametrize(
    ("word", "mend"), [("Old Herron", "did you mean 'Old Heron'?"), ("Penguin", "write it as in `Red 3`")]
)
def test_an_unknown_card_is_told_with_a_mend(word: str, mend: str) -> None:
    with pytest.raises(FacedownError, match=f"there is no card '{word}'; ") as told:
        CARDS.numbers(f"Red 3, {word}")
    assert mend in str(told.value)


def test_where_there_is_no_example_all_are_listed() -> None:
    with pytest.raises(FacedownError, match="there is no role 'Penguin'; there are: Bookie, Nurse"):
        Names({1: "Bookie", 2: "Nurse"}, kind="role").number("Penguin")


@pytest.mark.parametrize("words", ["", " ", ", ,"])
def test_a_list_of_nothing_is_refused(words: str) -> None:
    with pytest.raises(FacedownError, match="no card is named"):
        CARDS.numbers(words)


def test_what_is_quoted_is_never_long() -> None:
    with pytest.raises(FacedownError) as told:
        CARDS.number("x" * 10_000)
    assert len(str(told.value)) < 2 * LONGEST


def test_seats_are_found_by_their_names() -> None:
    assert [seat_named(word, SEATS) for word in ("bo lee", " ANN")] == [1, 0]
    with pytest.raises(FacedownError, match="nobody here is called 'Cy'; the seats are Ann, Bo Lee"):
        seat_named("Cy", SEATS)


@pytest.mark.parametrize(("n", "said"), [(0, "0 votes"), (1, "1 vote"), (2, "2 votes"), (1000, "1,000 votes")])
def test_one_of_a_kind_is_said_in_the_singular(n: int, said: str) -> None:
    assert counted(n, "vote") == said


def test_pieces_of_sentences() -> None:
    assert joined(["Ann"]) == "Ann"
    assert joined(["Ann", "Bo"]) == "Ann and Bo"
    assert joined(["Ann", "Bo", "Cy"]) == "Ann, Bo and Cy"
    assert chips(["Red 3", "Heron"]) == "[Red 3], [Heron]"
    assert (or_none(-1), or_none(0)) == (None, 0)
