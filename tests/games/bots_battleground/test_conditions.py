"""Every condition, one fight each, and what a round brings; bots are dressed up as in test_abilities.py."""

from __future__ import annotations

import pytest

from facedown.games.bots_battleground.cards import Ability, Condition
from tests.games.bots_battleground.fights import ANNS, BOS, Dress, fight, read, read_whole, tokens, told, when

BUZZSAW, OPENER, CLOCKWORK, _ = ANNS
BULWARK, KETTLE, TOASTER, _ = BOS


@pytest.mark.covers("bots-battleground 6.1 6.2 6.4 8.4")
@pytest.mark.parametrize(
    ("attack", "defense", "roll", "brings"),
    [
        (11, 10, "normal", [2, 0, 0]),
        (10, 11, "normal", [0, 2, 0]),
        (10, 10, "normal", [0, 0, 0]),
        (11, 10, "lower", [0, 2, 0]),
        (10, 11, "lower", [2, 0, 0]),
    ],
)
def test_the_sums_decide(dress: Dress, attack: int, defense: int, roll: str, brings: list[int]) -> None:
    dress(BUZZSAW, attack, 0)
    dress(BULWARK, 0, defense)
    table = fight(roll=roll)
    assert tokens(table) == brings
    (meeting,) = table.view(None).meetings
    assert (meeting.attack, meeting.defense) == (attack, defense)


@pytest.mark.covers("bots-battleground 6.1 8.6")
def test_two_bots_add_up(dress: Dress) -> None:
    dress(BUZZSAW, 3, 0)
    dress(OPENER, 4, 0)
    dress(BULWARK, 0, 6)
    table = fight((BUZZSAW, OPENER), (BULWARK,), roll="two")
    assert "Ann beats Bo, 7 to 6" in told(table)


@pytest.mark.covers("bots-battleground 10.5")
def test_a_sidekick_does_not_count_towards_the_limit(dress: Dress) -> None:
    dress(OPENER, 2, 2, condition=Condition("sidekick"))
    assert "Ann beats Bo, 12 to 10" in told(fight((BUZZSAW, OPENER)))
    assert "Ann beats Bo, 12 to 10" in told(fight((OPENER, BUZZSAW)))


@pytest.mark.covers("bots-battleground 10.2 10.6 10.14")
def test_bots_count_more_or_less_for_what_lies_beside_them(dress: Dress) -> None:
    dress(BUZZSAW, 10, 10, condition=Condition("solitary", 4))
    assert "Ann beats Bo, 16 to 10" in told(fight((BUZZSAW, OPENER), roll="two"))
    assert tokens(fight((BUZZSAW,))) == [0, 0, 0]
    dress(BUZZSAW, 10, 10, condition=Condition("aura", 3))
    assert "Ann beats Bo, 23 to 10" in told(fight((BUZZSAW, OPENER), roll="two"))
    assert tokens(fight((BUZZSAW,))) == [0, 0, 0]


@pytest.mark.covers("bots-battleground 10.2 10.3 10.12")
def test_a_cap_comes_last_and_is_for_each_of_the_rivals_bots(dress: Dress) -> None:
    dress(BUZZSAW, 10, 10, Ability("add", 5, "both", "self"))
    dress(BULWARK, 10, 9, condition=Condition("cap", 7))
    assert "Bo beats Ann, 9 to 7" in told(fight())
    dress(BUZZSAW, 10, 10)
    assert "Ann beats Bo, 14 to 9" in told(fight((BUZZSAW, OPENER), roll="two"))


@pytest.mark.covers("bots-battleground 9.6 10.3 10.7")
def test_a_jammer_keeps_its_rivals_from_their_abilities(dress: Dress) -> None:
    dress(BUZZSAW, 10, 10, Ability("add", 5, "both", "self"))
    dress(OPENER, 10, 10, Ability("add", 5, "both", "self"), Condition("jammer"))
    dress(BULWARK, 10, 10, condition=Condition("jammer"))
    table = fight()
    assert "Ann's [Buzzsaw] does not use its ability" in told(table)
    assert tokens(table) == [0, 0, 0]
    dress(BULWARK, 10, 10)
    assert len(when(fight((BUZZSAW, OPENER), roll="two"), "ability")) == 2  # one's own are not kept from it


@pytest.mark.covers("bots-battleground 10.8")
def test_an_anchored_bot_stays(dress: Dress) -> None:
    dress(BUZZSAW, 10, 10, condition=Condition("anchored"))
    begun = ["roll: normal", f"Ann: Clap, Attack Bo, {BUZZSAW}"]
    table = read(begun)
    assert "Pick up Buzzsaw" not in [move.text for move in table.legal("Ann")]
    table.wait(8)
    assert "Pick up Buzzsaw" not in [move.text for move in table.legal("Ann")]
    dress(BUZZSAW, 10, 10)
    assert "Pick up Buzzsaw" in [move.text for move in read(begun).legal("Ann")]


@pytest.mark.covers("bots-battleground 10.9 10.10")
@pytest.mark.parametrize(
    ("attack", "anns", "bos", "after"),
    [
        (11, None, None, [4, 0, 0]),
        (9, None, None, [1, 2, 0]),
        (9, Condition("insured"), None, [2, 2, 0]),
        (9, Condition("stakes", 1), None, [0, 2, 0]),
        (11, Condition("stakes", 2), None, [6, 0, 0]),
        (9, None, Condition("stakes", 1), [1, 3, 0]),
    ],
)
def test_conditions_about_tokens(
    dress: Dress, attack: int, anns: Condition | None, bos: Condition | None, after: list[int]
) -> None:
    """Ann has two tokens from a round before."""
    first = ["roll: normal", "spell: 40", f"Ann: Clap, Attack Bo, {CLOCKWORK}", "clock: 54"]
    dress(BUZZSAW, attack, 10, condition=anns)
    dress(BULWARK, 10, 10, condition=bos)
    assert tokens(fight(before=[*first, "roll: -", "Bo: Clap", "roll: -", "Cy: Clap"])) == after


@pytest.mark.covers("bots-battleground 10.11")
def test_nobody_lends_to_the_rivals_of_an_embargo(dress: Dress) -> None:
    dress(BUZZSAW, 10, 10, condition=Condition("embargo"))
    table = read(["roll: normal", f"Ann: Clap, Attack Bo, {BUZZSAW}", "clock: 6"])
    assert "Ask Cy" not in [move.text for move in table.legal("Bo")]
    assert "Ask Cy" in [move.text for move in table.legal("Ann")]
    # A wish from before is of no use while it lies there: Cy is not even asked.
    lines = ["roll: normal", f"Ann: Clap, Attack Bo, {OPENER}", "clock: 6", "Bo: Ask Cy", "clock: 1"]
    table = read([*lines, "Ann: Pick up Can Opener", "clock: 1"])
    assert table.asked == (0, 1, 2)
    table = read([*lines, "Ann: Pick up Can Opener", "clock: 1", f"Ann: {BUZZSAW}", "clock: 1"])
    assert table.asked == (0, 1)


@pytest.mark.covers("bots-battleground 10.13")
def test_equal_sums_are_a_win_for_the_one_who_says_so(dress: Dress) -> None:
    dress(BUZZSAW, 10, 10, condition=Condition("ties"))
    assert tokens(fight()) == [2, 0, 0]
    dress(BULWARK, 10, 10, condition=Condition("ties"))
    assert tokens(fight()) == [0, 0, 0]
    dress(BUZZSAW, 10, 10)
    assert tokens(fight()) == [0, 2, 0]


@pytest.mark.covers("bots-battleground 7.6 10.10")
def test_two_lenders_have_a_token_each_and_the_borrower_what_is_more(dress: Dress) -> None:
    """Ann wins with stakes of three more, on what she borrowed of Cy and of Di."""
    dress(BUZZSAW, 12, 10, condition=Condition("stakes", 3))
    hands = ["first: Ann", f"Ann holds: {', '.join(ANNS)}", f"Bo holds: {', '.join(BOS)}"]
    lines = ["roll: normal", "spell: 40", "Ann: Clap, Attack Bo, Ask Di", "Di: Wait", "Ann: Ask Cy"]
    text = ["game: bots-battleground", "seats: Ann, Bo, Cy, Di, Ed", *hands, *lines]
    table = read_whole(text)
    for lender in ("Di", "Cy"):
        table.play(lender, next(move for move in table.legal(lender) if move.text.startswith("Lend")))
    table.wait()
    table.play("Ann", BUZZSAW)
    table.wait(4)
    table.play("Bo", BULWARK)
    while table.asked != (1,):
        table.wait()
    assert tokens(table) == [3, 0, 1, 1, 0]
