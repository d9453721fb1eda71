"""What is refused, and by which rule; what a record cannot lay out."""

from __future__ import annotations

import pytest

from facedown.core.errors import FacedownError, Illegal
from tests.games.bots_battleground.fights import PLAIN, Dress, fight, read, told, when

ROLLING = ["roll: normal", "Ann: Clap"]
GLOWING = [*ROLLING, "Ann: Attack Bo, Buzzsaw", "clock: 6"]
FORCING = ["roll: loans", "Ann: Clap, Attack Bo, Buzzsaw", "clock: 6", "Bo: Ask Cy", "clock: 1"]  # Cy is asked


@pytest.mark.covers("bots-battleground 3.1 4.1 5.1 5.2 5.8 7.1 7.2 7.9 8.7 8.8 9.1")
@pytest.mark.parametrize(
    ("lines", "seat", "move", "rule"),
    [
        ([], "Ann", "Attack Bo", "3.1"),
        ([], "Ann", "Buzzsaw", "3.1"),
        (ROLLING, "Ann", "Clap", "3.1"),
        (ROLLING, "Ann", "Attack Ann", "4.3"),
        (ROLLING, "Ann", "Kettle", "5.2"),
        (ROLLING, "Ann", "Pick up Buzzsaw", "5.2"),
        (ROLLING, "Ann", "Decline", "7.2"),
        (ROLLING, "Ann", "Refuse", "8.8"),
        (ROLLING, "Ann", "Choose Bo 1", "9.1"),
        ([*ROLLING, "Ann: Attack Bo"], "Ann", "Attack Cy", "4.1"),
        (GLOWING, "Bo", "Attack Cy", "4.1"),
        (GLOWING, "Bo", "Ask Ann", "7.1"),
        (GLOWING, "Bo", "Ask Bo", "7.1"),
        (GLOWING, "Bo", "Force Cy", "8.7"),
        (FORCING, "Ann", "Force Ann", "8.7"),
        (FORCING, "Bo", "Force Ann", "8.7"),
        (FORCING, "Cy", "Force Ann", "8.7"),
        (GLOWING, "Ann", "Borrowed Buzzsaw", "7.9"),
        (GLOWING, "Ann", "Pick up borrowed Buzzsaw", "7.9"),
        ([*GLOWING, "Bo: Ask Cy", "clock: 1"], "Cy", "Bulwark", "5.1"),
        ([*GLOWING, "Bo: Ask Cy", "clock: 1"], "Cy", "Ask Ann", "7.1"),
    ],
)
def test_a_move_is_refused_by_its_rule(lines: list[str], seat: str, move: str, rule: str) -> None:
    table = read(lines)
    with pytest.raises(Illegal) as refused:
        table.play(seat, move)
    assert refused.value.rule == rule


def test_who_is_not_asked_need_not_wait_and_time_that_runs_on_too_long_says_when_it_ended() -> None:
    with pytest.raises(Illegal, match="nothing is asked of you now"):
        read(ROLLING).play("Bo", "Wait")
    with pytest.raises(Illegal, match="after 8 times no clock is running"):
        read(ROLLING).wait(60)


def test_who_only_looks_on_is_told_why_no_card_can_be_played() -> None:
    table = read([*ROLLING, "Ann: Attack Bo"])
    rules = {
        seat: {refusal.rule for _, refusal in PLAIN.contract.unplayable(table.view(seat), table.names)}
        for seat in range(3)
    }
    assert rules == {0: set(), 1: {"5.1"}, 2: {"5.1"}}


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["Ann holds: Buzsaw"], "did you mean 'Buzzsaw'"),
        (["Ann holds: Limbo, Loner"], "a hand is 4 bots; name fewer for Ann"),
        (["Ann: Clap", "Ann holds: Limbo"], "the deal is over; put this line before the first clap"),
        (["deck: Limbo, Limbo, Limbo"], "no Limbo is left in the deck; the game has 2"),
        (["roll: normal, lower"], "one die lies in the arena"),
        (["roll: sideways"], "a die has no face 'sideways'"),
        (["roll: normal", "Ann: Clap", "roll: normal"], "the dice are rolling already"),
        (["spell: 12"], "a red spell lasts 40 to 80 quarter seconds"),
        ([*GLOWING, "clock: 39", "spell: 39"], "a red spell lasts 40 to 80"),
        (["roll: normal", "spell: 40", "Ann: Clap, Attack Bo, Buzzsaw", "clock: 46", "spell: 60"], "is over"),
        (["loan: Limbo"], "nobody is forced to lend now"),
    ],
)
def test_what_cannot_be_laid_out_is_refused(lines: list[str], complaint: str) -> None:
    with pytest.raises(FacedownError, match=complaint):
        read(lines)


def test_a_forced_loan_is_of_two_cards_that_are_there() -> None:
    forced = ["roll: loans", "Ann: Clap, Attack Bo, Buzzsaw", "clock: 6", "Ann: Force Cy", "clock: 1"]
    for loan, complaint in (
        ("Limbo", "Cy has no Limbo in hand to lend"),
        ("Crane, Static, Seesaw", "is two cards"),
    ):
        with pytest.raises(FacedownError, match=complaint):
            read([*forced, f"loan: {loan}"])
    table = read([*forced, "loan: Crane", "Cy: Hand over", "clock: 1"])
    assert "Crane" in table.view("Ann").hand
    assert table.view(None).hand_counts == (5, 4, 2)


@pytest.mark.parametrize(
    ("dice", "said"), [(1, "The die stops: a normal round. Ann"), (2, "The dice stop: a normal round. Ann")]
)
def test_one_die_is_no_dice(dice: int, said: str) -> None:
    rolls = f"roll: {', '.join(['normal'] * dice)}"
    table = read([rolls, "Ann: Clap", "Ann: Attack Bo", "Ann: Buzzsaw"], dice=dice)
    table.wait(6)
    assert said in told(table)


def test_who_is_too_late_has_stopped_the_dice_which_show_nothing() -> None:
    [late] = when(read(["roll: lower", "Ann: Clap, Buzzsaw", "clock: 7"]), "late")
    assert (late.phase, late.faces, [(die.state, die.face) for die in late.dice]) == ("blue", (), [("blue", None)])


def test_prompts_say_what_is_to_be_done(dress: Dress) -> None:
    table = read(["roll: loans", "Ann: Clap"])
    assert table.prompt("Ann") == "Name a defender and put a bot down before the die stops."
    assert table.prompt("Bo") == "Ann attacks. Wait until the die stops."
    table.play("Ann", "Attack Bo")
    assert table.prompt("Ann") == "You attack Bo. Put a bot down!"
    assert table.prompt("Bo") == "Ann attacks you. Wait until the die stops."
    table.play("Ann", "Buzzsaw")
    assert table.prompt("Ann") == "You attack Bo. Switch bots, or wait."
    table.wait(6)
    assert table.prompt("Bo") == "Ann attacks you: put a bot down!"
    assert table.prompt("Ann") == "Bo has no bot yet. Switch bots, borrow, or wait."
    assert table.prompt("Cy") == "Others fight. They may ask you for a bot."
    table.play("Ann", "Force Cy")
    table.play("Bo", "Ask Cy")
    assert table.prompt("Cy").startswith("Ann forces you to lend two cards.")
    table.play("Cy", "Hand over")
    table.wait()
    assert table.prompt("Cy") == "Bo asks to borrow from you. Lend a bot, or decline?"
    for said in ("You have lent Bo a bot. Lend another, or is that all?", "but you have no bot left to lend."):
        table.play("Cy", next(move.text for move in table.legal("Cy") if move.text.startswith("Lend")))
        table.wait()
        assert table.prompt("Cy").endswith(said)
    assert "Bulwark" in told(fight())
    assert when(fight(), "tie")
