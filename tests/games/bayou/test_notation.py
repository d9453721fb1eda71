"""What a record may lay out of Bayou Boss, and what it may not."""

from __future__ import annotations

import re

import pytest

import facedown
from facedown.core.table import Table

BAYOU = facedown.game("bayou-boss")
NAMES = ("Ann", "Bo", "Cy")


def waiting(names: tuple[str, ...] = NAMES) -> Table:
    """A table before its first deal, at which chance can be laid out."""
    return Table(BAYOU.contract, names, seed=1, wait_for_chance=True)


FULL = (
    "dealer: Bo",
    "characters: Heron, Python, Raccoon, Blue Crab, Crawfish, Bullfrog",
    "Ann holds: Red 0, Red 1, Red 2, Red 3, Red 4, Red 5, Red 6",
    "Bo holds: Blue 0, Blue 1, Blue 2, Blue 3, Blue 4, Blue 5, Blue 6",
    "Cy holds: Green 0, Green 1, Green 2, Green 3, Green 4, Green 5, Green 6",
    "trump: Yellow 4",
    "swamp: Heron, Raven, Red 9",
    "deck: Raven, Blue Crab, Yellow 0",
)


@pytest.mark.covers("bayou-boss 2.1", "bayou-boss 2.3", "bayou-boss 2.5", "bayou-boss 3.1")
@pytest.mark.parametrize("lines", [FULL, FULL[::-1]])
def test_a_whole_deal_can_be_laid_out_in_any_order(lines: tuple[str, ...]) -> None:
    table = waiting()
    for line in lines:
        assert table.lay_out(line)
    assert table.asked == (2,)  # left of the dealer
    view = table.view("Ann")
    assert view.hand == ("Red 0", "Red 1", "Red 2", "Red 3", "Red 4", "Red 5", "Red 6")
    assert view.dealer == 1
    assert view.characters == ("Heron", "Python", "Raccoon", "Blue Crab", "Crawfish", "Bullfrog")
    assert view.trump == "Yellow 4"
    assert view.swamp == ("Heron", "Raven", "Red 9")
    for move in ("Green 0", "Red 0", "Blue 0", "Heron", "Raven", "Red 9"):
        table.play(table.asked[0], move)
    assert table.view(None).swamp == ("Raven", "Blue Crab", "Yellow 0")


def test_what_is_not_laid_out_is_dealt_by_chance() -> None:
    dealt = set()
    for seed in range(5):
        table = Table(BAYOU.contract, NAMES, seed, wait_for_chance=True)
        table.lay_out("Bo holds: Blue 0, Yellow 3")
        table.lay_out("swamp: Opossum")
        assert len(table.asked) == 1
        view = table.view("Bo")
        assert len(view.hand) == 7
        assert {"Blue 0", "Yellow 3"} < set(view.hand)
        assert view.swamp[0] == "Opossum"
        assert "Opossum" in view.characters
        dealt.add(tuple(view.hand))
    assert len(dealt) == 5


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["dealer: Zoe"], "nobody here is called 'Zoe'; the seats are Ann, Bo, Cy"),
        (["characters: Herron"], "there is no card 'Herron'; did you mean 'Heron'"),
        (["characters: Red 3"], "Red 3 is not one of the single Characters"),
        (["characters: Raven"], "Raven is not one of the single Characters"),
        (["characters: Heron, Heron"], "a Character is named twice"),
        (["characters: Heron, Python, Raccoon, Blue Crab, Crawfish, Bullfrog, Opossum"], "more than 6"),
        ([FULL[1], "swamp: Opossum"], "more than 6 single Characters"),
        (["characters:"], "no card is named"),
        (["Ann holds: Heron"], "Heron cannot be dealt: Characters come into the deck after the deal"),
        (["Ann holds: Purple 1"], "Purple 1 is not in the game with 3 players, which has Red, Yellow, Blue, Green"),
        (["Ann holds: Red 12"], "Red 12 is not in the game with 3 players"),
        (["Ann holds: Red 1, Red 1"], "Red 1 is not in the deck any more"),
        (["Ann holds: Red 1", "Bo holds: Red 1"], "laid out twice"),
        (["Ann holds: Red 1", "swamp: Red 1"], "laid out twice"),
        (["deck: Red 1", "Ann holds: Red 1"], "laid out twice"),
        (["Ann holds: Red 1, Red 2, Red 3, Red 4, Red 5, Red 6, Red 7, Red 8"], "Ann is dealt 7 cards, not 8"),
        (["Zoe holds: Red 1"], "nobody here is called 'zoe'"),
        (["trump: Heron"], "the trump is one suit card"),
        (["trump: Red 1, Red 2"], "the trump is one suit card"),
        (["trump: Red 1", "trump: Red 2"], "the trump card is Red 1 already"),
        (["trump: Reed 1"], "there is no card 'Reed 1'; did you mean 'Red 1'"),
        (["swamp: Red 1, Red 2, Red 3, Red 4"], "the Swamp has 3 cards here, not 4"),
        (["swamp: Raven, Raven, Raven"], "a game with 3 players has only 2 Ravens"),
        (["deck: " + ", ".join(f"{suit} {value}" for suit in ("Red", "Blue") for value in range(10))],
         "the deal still needs 22 cards, and only 20 are not laid out"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_changes_nothing(lines: list[str], complaint: str) -> None:
    table = waiting()
    for line in lines[:-1]:
        table.lay_out(line)
    before = table.copy().position().tobytes()  # asked for a position, a table deals
    with pytest.raises(facedown.FacedownError, match=re.escape(complaint)):
        table.lay_out(lines[-1])
    assert table.position().tobytes() == before


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("dealer: Ann", "Bo deals this round"),
        ("characters: Opossum", "Opossum is not among the six Characters of this match"),
        ("swamp: Opossum", "Opossum is not among the six Characters of this match"),
        ("Ann holds: Red 7", "hands are laid out before the deal"),
        ("trump: Red 7", "the trump card is turned up after the deal"),
        ("deck: Heron", "Heron is not in the deck any more"),
    ],
)
def test_what_has_been_dealt_cannot_be_laid_out(line: str, complaint: str) -> None:
    table = waiting()
    for fed in FULL:
        table.lay_out(fed)
    assert table.asked
    before = table.position().tobytes()
    with pytest.raises(facedown.FacedownError, match=complaint):
        table.lay_out(line)
    assert table.position().tobytes() == before


def test_a_line_may_repeat_what_is_known() -> None:
    table = waiting()
    for fed in FULL:
        table.lay_out(fed)
    assert table.asked
    assert table.lay_out("dealer: Bo")
    assert table.lay_out("characters: Python, Heron")


@pytest.mark.parametrize("line", ["Ann: Red 3", "hello", "holds: Red 3", "seed: 4", "deal the cards"])
def test_other_lines_are_not_ours(line: str) -> None:
    assert not waiting().lay_out(line)


def test_a_move_that_is_none_is_refused_with_what_comes_near() -> None:
    table = BAYOU.new(seats=3)
    for words, near in (("Herron", "Heron"), ("mark Anne", "mark Ann"), ("Redd 3", "Red 3")):
        with pytest.raises(facedown.Illegal, match=near):
            table.play(table.asked[0], words)
