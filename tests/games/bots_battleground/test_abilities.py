"""Every building block of an ability, one fight each: bots are dressed up, so that no card's numbers matter."""

from __future__ import annotations

import pytest

from facedown.core.errors import Illegal
from facedown.core.table import Table
from facedown.games.bots_battleground.cards import Ability, Condition
from tests.games.bots_battleground.fights import ANNS, BOS, Dress, fight, read, tokens, told, values, when

BUZZSAW, OPENER = ANNS[:2]
BULWARK, KETTLE = BOS[:2]


@pytest.mark.covers("bots-battleground 9.1 9.3")
@pytest.mark.parametrize(
    ("ability", "after"),
    [
        (Ability("add", 3, "attack", "self"), (13, 10)),
        (Ability("add", 3, "both", "self"), (13, 13)),
        (Ability("add", -12, "defense", "self"), (10, 0)),
        (Ability("halve", 0, "attack", "self"), (5, 10)),
        (Ability("set", 7, "defense", "self"), (10, 7)),
        (Ability("per", 2, "both", of="bot"), (14, 14)),
        (Ability("per", 2, "both", of="token"), (10, 10)),
        (Ability("add", 1, "both", "each own"), (11, 11)),
        (Ability("add", 1, "both", "own"), (11, 11)),
    ],
)
def test_a_bot_changes_its_own_values(dress: Dress, ability: Ability, after: tuple[int, int]) -> None:
    dress(BUZZSAW, 10, 10, ability)
    table = fight()
    assert values(when(table, "ability")[0], 0) == after
    assert tokens(table) == ([2, 0, 0] if after[0] > 10 else [0, 2, 0] if after[0] < 10 else [0, 0, 0])


@pytest.mark.parametrize(
    ("ability", "after"),
    [
        (Ability("add", -3, "both", "rival"), (7, 7)),
        (Ability("add", -3, "defense", "each rival"), (10, 7)),
        (Ability("halve", 0, "both", "rival"), (5, 5)),
        (Ability("set", 2, "both", "rival"), (2, 2)),
    ],
)
def test_a_bot_changes_a_rivals_values(dress: Dress, ability: Ability, after: tuple[int, int]) -> None:
    dress(BUZZSAW, 10, 10, ability)
    table = fight()
    assert values(when(table, "ability")[0], 1) == after
    assert tokens(table) == [2, 0, 0]


@pytest.mark.covers("bots-battleground 9.1")
def test_the_attackers_rightmost_bot_is_first_then_on_clockwise(dress: Dress) -> None:
    dress(BUZZSAW, 10, 10, Ability("add", 1, "both", "self"))
    dress(OPENER, 10, 10, Ability("add", 2, "both", "self"))
    dress(BULWARK, 10, 10, Ability("add", 3, "both", "self"))
    dress(KETTLE, 10, 10, Ability("add", 4, "both", "self"))
    table = fight((OPENER, BUZZSAW), (BULWARK, KETTLE), roll="two")
    assert [view.event.card for view in when(table, "ability") if view.event] == [OPENER, BUZZSAW, BULWARK, KETTLE]
    # Traded, Bo is the attacker, and his bots come first.
    table = fight((OPENER, BUZZSAW), (BULWARK, KETTLE), roll="two, trade", dice=2)
    assert [view.event.card for view in when(table, "ability") if view.event] == [BULWARK, KETTLE, OPENER, BUZZSAW]


@pytest.mark.covers("bots-battleground 9.2")
@pytest.mark.parametrize(
    ("time", "roll", "used"),
    [
        ("attacking", "normal", True),
        ("defending", "normal", False),
        ("attacking", "trade", False),
        ("defending", "trade", True),
        ("lower", "normal", False),
        ("lower", "lower", True),
        ("alone", "normal", True),
        ("beside", "normal", False),
        ("beside", "two", True),
        ("alone", "two", False),
        ("ahead", "normal", False),
        ("behind", "normal", False),
        ("borrowed", "normal", False),
    ],
)
def test_an_ability_has_its_time(dress: Dress, time: str, roll: str, used: bool) -> None:
    dress(BUZZSAW, 10, 10, Ability("add", 1, "both", "self", when=time))
    table = fight((BUZZSAW, OPENER) if roll == "two" else (BUZZSAW,), roll=roll)
    assert bool(when(table, "ability")) == used


@pytest.mark.covers("bots-battleground 9.2 9.10")
@pytest.mark.parametrize(
    ("ability", "seen"),
    [
        (Ability("add", 1, "both", when="ahead"), [11]),
        (Ability("add", 1, "both", when="behind"), []),
        (Ability("per", 3, "both", of="token"), [16]),
        (Ability("per", 3, "both", of="rival token"), [10]),
    ],
)
def test_tokens_count(dress: Dress, ability: Ability, seen: list[int]) -> None:
    """Ann has two tokens from a round that Bo lost by doing nothing."""
    first = ["roll: normal", "spell: 40", f"Ann: Clap, Attack Bo, {OPENER}", "clock: 54"]
    dress(BUZZSAW, 10, 10, ability)
    table = fight(before=[*first, "roll: -", "Bo: Clap", "roll: -", "Cy: Clap"])
    assert [values(view, 0)[0] for view in when(table, "ability")] == seen


@pytest.mark.covers("bots-battleground 9.4 9.6 9.7")
def test_the_player_chooses_which_of_several(dress: Dress) -> None:
    dress(BUZZSAW, 10, 10, Ability("add", -4, "both", "any"))
    table = fight()
    assert table.asked == (0,)
    assert [move.text for move in table.legal(0)] == ["Choose Ann 1", "Choose Bo 1"]
    assert table.prompt(0) == f"[{BUZZSAW}]: any bot on the table gets −4 Attack and −4 Defense. Which one?"
    assert "Waiting for Ann" in table.prompt(2)
    assert table.view(1).ability.card == BUZZSAW
    assert "9.4" in str(refused(table, "Choose Cy 1"))
    assert "9.4" in str(refused(table, "Choose Bo 1 up"))
    table.play("Ann", "Choose Bo 1")
    assert values(when(table, "ability")[0], 1) == (6, 6)
    assert tokens(table) == [2, 0, 0]


def refused(table: Table, move: str) -> Illegal:
    with pytest.raises(Illegal) as caught:
        table.play(0, move)
    return caught.value


@pytest.mark.covers("bots-battleground 9.5")
def test_who_does_not_choose_gets_the_first_choice(dress: Dress) -> None:
    dress(BUZZSAW, 10, 10, Ability("add", -4, "both", "any"))
    table = fight()
    assert table.timing.seconds == 15
    table.wait()
    assert values(when(table, "ability")[0], 0) == (6, 6)
    assert tokens(table) == [0, 2, 0]


@pytest.mark.covers("bots-battleground 9.4")
def test_more_or_less_is_a_choice_even_of_a_single_bot(dress: Dress) -> None:
    dress(BUZZSAW, 10, 10, Ability("shift", 3, "both", "rival"))
    for way, after in (("up", (13, 13)), ("down", (7, 7))):
        table = fight((BUZZSAW,), (BULWARK,), f"Ann: Choose Bo 1 {way}")
        assert values(when(table, "ability")[0], 1) == after


def test_values_are_swapped_and_taken_over(dress: Dress) -> None:
    dress(BUZZSAW, 4, 12, Ability("swap", on="any"))
    table = fight((BUZZSAW,), (BULWARK,), "Ann: Choose Ann 1")
    assert values(when(table, "ability")[0], 0) == (12, 4)
    dress(BUZZSAW, 4, 12, Ability("copy", value="attack", on="rival"))
    dress(BULWARK, 15, 9)
    assert values(when(fight(), "ability")[0], 0) == (15, 12)


@pytest.mark.covers("bots-battleground 9.8")
def test_what_is_taken_over_are_the_values_of_the_moment(dress: Dress) -> None:
    dress(BUZZSAW, 10, 10, Ability("halve", value="both", on="rival"))
    dress(OPENER, 1, 1, Ability("copy", value="both", on="rival"))
    table = fight((BUZZSAW, OPENER), roll="two")
    assert [values(view, 0, 1) for view in when(table, "ability")] == [(1, 1), (5, 5)]


@pytest.mark.covers("bots-battleground 9.6")
def test_a_muted_bot_does_not_use_its_ability_unless_it_has(dress: Dress) -> None:
    dress(BUZZSAW, 10, 10, Ability("mute", on="rival"))
    dress(BULWARK, 10, 10, Ability("add", 5, "both", "self"))
    table = fight()
    assert "Bo's [Bulwark] does not use its ability" in told(table)
    assert when(table, "ability")[0].tables[1][0].muted
    assert tokens(table) == [0, 0, 0]
    # The defender's turn comes too late to mute the attacker.
    dress(BUZZSAW, 10, 10, Ability("add", 5, "both", "self"))
    dress(BULWARK, 10, 10, Ability("mute", on="rival"))
    table = fight()
    assert not when(table, "silenced")
    assert tokens(table) == [2, 0, 0]
    # Where nobody has an ability to mute, nothing is to be waited for.
    dress(BUZZSAW, 10, 10)
    assert not when(fight(), "blue")[0].tables[1][0].acts


@pytest.mark.covers("bots-battleground 9.9")
def test_the_decks_top_card_joins_and_goes_below(dress: Dress) -> None:
    dress(BUZZSAW, 1, 1, Ability("reinforce", value="both"))
    dress("Crane", 7, 8)
    table = fight(before=["deck: Crane"])
    (view,) = when(table, "ability")
    assert values(view, 0) == (8, 9)
    assert view.bottom[-1] == "Crane"
    assert "joined by the deck's top card, [Crane]" in told(table)


@pytest.mark.covers("bots-battleground 7.6 9.2 9.4")
def test_the_borrower_uses_a_borrowed_bot_and_shares(dress: Dress) -> None:
    """Ann plays the Steamroller that Cy lent her: it is hers to use, and knows that it is borrowed."""
    dress("Steamroller", 10, 10, Ability("add", 1, "both", "any", when="borrowed"))
    lines = [
        "roll: normal",
        "spell: 40",
        "Ann: Clap, Attack Bo, Ask Cy",
        "Cy: Lend Steamroller to Ann",
        "Ann: Wait",
        "Cy: Decline",
        "Ann: Steamroller",
        "clock: 4",
        "Bo: Bulwark",
        "clock: 48",
    ]
    table = read(lines)
    assert table.asked == (0,)
    table.play("Ann", "Choose Ann 1")
    assert values(when(table, "ability")[0], 0) == (11, 11)
    assert tokens(table) == [1, 0, 1]
    # What counts loans counts the card, too.
    dress("Steamroller", 10, 10, Ability("per", 4, "both", of="loan"))
    assert tokens(read(lines)) == [1, 0, 1]


@pytest.mark.covers("bots-battleground 10.1 10.4")
def test_a_steadfast_bot_is_changed_by_nothing_green(dress: Dress) -> None:
    dress(BULWARK, 10, 10, condition=Condition("steadfast"))
    for ability in (
        Ability("add", -5, "both", "rival"),
        Ability("halve", 0, "both", "rival"),
        Ability("set", 0, "both", "rival"),
    ):
        dress(BUZZSAW, 10, 10, ability)
        table = fight()
        assert values(when(table, "ability")[0], 1) == (10, 10)
        assert tokens(table) == [0, 0, 0]
