"""What a record may lay out of The Botch is Back, and what it may not."""

from __future__ import annotations

import pytest

import facedown
from facedown.core.table import Table

BOTCH = facedown.game("botch")


def waiting() -> Table:
    return Table(BOTCH.contract, ("Ann", "Bo", "Cy"), seed=1, wait_for_chance=True)


@pytest.mark.covers("botch 1.4", "botch 1.6")
def test_a_deal_can_be_laid_out_in_part() -> None:
    dealt = set()
    for seed in range(6):
        table = Table(BOTCH.contract, ("Ann", "Bo", "Cy"), seed, wait_for_chance=True)
        for line in ("first: Cy", "Bo is: Fixer", "Ann has: sack", "Ann holds: Sack"):
            assert table.lay_out(line)
        assert table.view("Ann").items[0] == "Sack"
        assert table.view("Bo").roles[1] == "Fixer"
        assert table.view("Cy").roles[2] != "Fixer"
        dealt.add((table.view("Ann").roles[0], table.view("Cy").items[2]))
        for name in table.names:
            table.play(name, "ready")
        assert table.asked == (2,)
    assert len(dealt) > 2


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["first: Zoe"], "nobody here is called 'Zoe'"),
        (["Zoe is: Fixer"], "nobody here is called 'zoe'"),
        (["Ann is: Fixxer"], "there is no role 'Fixxer'; did you mean 'Fixer'"),
        (["Ann is: Sack"], "there is no role 'Sack'"),
        (["Ann has: Fixer"], "there is no item 'Fixer'"),
        (["Ann is: Suit"], "Suit is not in the game with `cast: basic`"),
        (["Ann has: Sack", "Bo has: Sack"], "there is only one Sack"),
        (["Ann has: Sack", "Ann has: Album"], "Ann has Sack already"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(lines: list[str], complaint: str) -> None:
    table = waiting()
    for line in lines[:-1]:
        table.lay_out(line)
    before = table.copy().position().tobytes()  # asked for a position, a table deals
    with pytest.raises(facedown.FacedownError, match=complaint):
        table.lay_out(lines[-1])
    assert table.position().tobytes() == before


def test_what_has_been_dealt_cannot_be_laid_out() -> None:
    table = waiting()
    assert table.asked
    for line in ("first: Ann", "Ann is: Fixer", "Ann has: Sack"):
        with pytest.raises(facedown.FacedownError, match="before the deal"):
            table.lay_out(line)


@pytest.mark.parametrize("line", ["Ann: ready", "hello", "trump: Red 3"])
def test_other_lines_are_not_ours(line: str) -> None:
    table = waiting()
    assert not table.lay_out(line)


def test_a_move_that_is_none_is_refused_with_what_comes_near() -> None:
    table = BOTCH.new(seats=3)
    for words, near in (("redy", "ready"), ("swop with Bo", "swap with Bo"), ("use Brewe", "use Brew")):
        with pytest.raises(facedown.Illegal, match=near):
            table.play(table.asked[0], words)
