"""What people read and write: views, sentences, refusals, and lines of records that lay out chance."""

from __future__ import annotations

import random
from typing import Any

import pytest

import facedown
from facedown.core.table import Table
from facedown.games import gotcha

GAME = gotcha.GAME
FILE = GAME.contract.folder / "cards.toml"
ANN, BO = "Ann", "Bo"


def table_with(*lines: str, **options: Any) -> Table:
    """A table on which chance has been laid out so."""
    table = Table(GAME.contract, (ANN, BO), seed=2, options=options, wait_for_chance=True)
    for line in lines:
        assert table.lay_out(line)
    return table


def test_moves_are_read_as_they_are_written() -> None:
    names = ("Stacey", "Brent")
    moves = list(GAME.contract.notation.all_moves(names))
    assert len({one.move for one in moves}) == len(moves)
    for one in moves:
        assert GAME.contract.moves(names).read(one.text.upper()).code == one.move


def test_a_word_that_is_no_move_is_answered_with_one_that_is() -> None:
    with pytest.raises(facedown.Illegal, match="did you mean 'Common Rock'"):
        GAME.contract.moves((ANN, BO)).read("comon rock")


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("first: Cy",), "nobody here is called 'Cy'"),
        (("nine: Comon Rock",), "did you mean 'Common Rock'"),
        (("nine:",), "no card is named"),
        (("nine: " + ", ".join(["Common Rock", "Common Paper", "Draw Rock", "Draw Paper", "Common Scissors"] * 2),),
         "10 cards are too many"),
        (("nine: Curse, Curse, Curse",), "Curse only 2 times"),
        (("Ann holds: Curse", "nine: Curse"), "there is no draft"),
        (("Ann holds: Curse, Gotcha, Gotcha", "Ann holds: Draw Rock, Draw Rock, Draw Rock"), "a hand is 5 cards"),
        (("Ann holds: Curse, Curse", "Bo holds: Curse"), "no Curse is left in the deck"),
        (("deck: Curse", "Bo holds: Curse"), "put the hands before them"),
        (("deck: Curse", "nine: Curse"), "laid out already"),
        (("Cy holds: Curse",), "nobody here is called 'cy'"),
    ],
)  # fmt: skip
def test_what_cannot_be_laid_out_is_refused_with_the_mend(lines: tuple[str, ...], said: str) -> None:
    table = table_with(*lines[:-1])
    before = list(table.history)
    with pytest.raises(facedown.FacedownError) as caught:
        table.lay_out(lines[-1])
    assert said in str(caught.value)
    assert table.history == before


@pytest.mark.covers("gotcha 2.6")
def test_where_both_throw_no_lot_can_be_laid_out() -> None:
    with pytest.raises(facedown.FacedownError, match=r"no lots are drawn here; write what both throw.*\[2\.6\]"):
        table_with("first: Ann", start="throw")


@pytest.mark.covers("gotcha 2.6")
def test_a_throw_is_refused_where_none_is_asked_for_and_wanted_where_one_is() -> None:
    table = table_with("first: Ann")
    with pytest.raises(facedown.Illegal, match="you can only throw to decide who goes first"):
        table.play(ANN, "Throw paper")
    table = table_with("Ann holds: Curse", start="throw")
    with pytest.raises(facedown.Illegal, match="throw to decide who goes first"):
        table.play(ANN, "Curse")
    assert table.prompt(ANN) == "Throw rock, scissors or paper: the winner goes first."
    assert table.prompt(None) == "Ann and Bo throw."


def test_what_is_not_in_the_tier_cannot_be_laid_out() -> None:
    with pytest.raises(facedown.FacedownError, match=r"not in the starter tier.*\[1\.3\]"):
        table_with("nine: Curse", tier="starter")


def test_hands_are_laid_out_before_the_first_move_only() -> None:
    table = table_with("first: Ann", "nine: Common Rock")
    table.play(ANN, "Common Rock")
    for line in ("Bo holds: Curse", "nine: Curse"):
        with pytest.raises(facedown.FacedownError, match="before the round's first move"):
            table.lay_out(line)
    assert not table.lay_out("weather: fine")
    assert not table.lay_out("no colon")


def test_hands_of_the_next_round_are_laid_out_once_its_order_is_chosen() -> None:
    record = """
game: gotcha
seats: Зоя, Ann the 2nd
first: Зоя
Зоя holds: Common Rock, Common Rock, Common Rock, Mighty Scissors, Common Paper
Ann the 2nd holds: Mighty Paper, Common Scissors, Common Scissors, Common Paper, Common Paper
Зоя: Common Rock, Common Rock, Common Rock, Mighty Scissors, Common Paper
Ann the 2nd: Mighty Paper, Done
sees: question = order
"""
    hand = "Ann the 2nd holds: Curse, Super Paper\n"
    with pytest.raises(facedown.RecordError, match="after the answer `First` or `Second`"):
        facedown.read(record + hand + "Зоя: Second\n")
    facedown.read(record + "Зоя: Second\n" + hand + "sees Ann the 2nd: hand has Curse, Super Paper\n")


def test_hands_are_filled_up_to_five_and_there_is_no_draft() -> None:
    table = table_with("first: Bo", "Ann holds: Curse, Gotcha")
    assert table.asked == (1,)
    view: Any = table.view(ANN)
    assert view.question == "place"
    assert view.hand_counts == (5, 5)
    assert {"Curse", "Gotcha"} <= set(view.hand)


@pytest.mark.covers("gotcha 2.1", "gotcha 7.6")
def test_who_is_player_1_already_cannot_be_laid_out_otherwise() -> None:
    table = table_with(
        "first: Bo",
        "first: Ann",  # the later line holds, as long as no lot is drawn
        "Ann holds: Common Rock, Common Rock, Common Rock, Common Paper, Mighty Rock",
        "Bo holds: Draw Rock, Gotcha, Mighty Paper, Super Paper, Draw Scissors",
    )
    for card in ("Common Rock", "Common Rock", "Common Rock", "Mighty Rock", "Common Paper"):
        table.play(ANN, card)
    table.play(BO, "Draw Rock")
    table.play(BO, "Done")  # Ann has no card left, and loses the round
    table.play(ANN, "Second")
    with pytest.raises(facedown.FacedownError, match="Bo is Player 1 of this round already"):
        table.lay_out("first: Ann")
    table.lay_out("first: Bo")


@pytest.mark.parametrize("seed", range(6))
def test_everybody_is_told_everything_in_words(seed: int) -> None:
    """Sentences have no gaps, name only rules that are there, and say no more to those who may not know."""
    numbers = {rule.number for rule in GAME.rulebook()} | {None}
    table, luck = GAME.new((ANN, BO), seed=seed, tier=("starter", "advanced")[seed % 2]), random.Random(seed)
    while table.asked:
        seat = luck.choice(table.asked)
        for who in (0, 1, None):
            said = table.prompt(who)
            assert said.endswith((".", "?"))
            assert "None" not in said
        for card, refusal in table.contract.unplayable(table.view(seat), table.names):
            assert refusal.rule in numbers
            assert card in [c.name for c in GAME.cards()]
        table.play(seat, luck.choice(table.legal(seat)))
    logs = {who: table.log(who) for who in (0, 1, None)}
    assert len(logs[0]) == len(logs[1]) == len(logs[None])
    for log in logs.values():
        for event in log:
            assert event.rule in numbers
            assert event.text.endswith((".", "?"))
            assert "None" not in event.text
    for own, other, watched in zip(logs[0], logs[1], logs[None], strict=True):
        if watched.kind in ("keep", "draw", "place"):
            told = (own, other)
            assert "[" in told[watched.seat or 0].text
            assert "[" not in told[1 - (watched.seat or 0)].text
            assert "[" not in watched.text


def test_what_was_hidden_is_shown_at_the_end() -> None:
    table, luck = GAME.new((ANN, BO), seed=1), random.Random(1)
    while table.asked:
        early: Any = table.view(None)
        assert early.hands is None
        seat = luck.choice(table.asked)
        table.play(seat, luck.choice(table.legal(seat)))
    late: Any = table.view(None)
    assert tuple(len(hand) for hand in late.hands) == late.hand_counts


def test_every_move_that_is_refused_has_a_reason_and_mostly_a_rule() -> None:
    moves, luck = list(GAME.contract.notation.all_moves((ANN, BO))), random.Random(4)
    questions = set()
    for seed in range(12):
        table = GAME.new((ANN, BO), seed=seed, start=("lot", "throw")[seed % 2])
        while table.asked:
            seat = luck.choice(table.asked)
            legal = table.legal(seat)
            view: Any = table.view(seat)
            questions.add(view.question)
            for one in luck.sample(moves, 6):
                if one.move not in {move.code for move in legal}:
                    refusal = GAME.contract.refusal(view, facedown.Move(one.move, one.text), table.names)
                    assert refusal.text
                    assert refusal.rule is not None
            assert not GAME.contract.refusal(table.view(None), legal[0], table.names).rule
            table.play(seat, luck.choice(legal))
    assert questions >= {"keep", "draft", "place", "order", "gotcha", "cut", "sweet", "discard", "throw"}


def test_a_hand_laid_out_for_somebody_who_is_not_there_names_the_seats() -> None:
    with pytest.raises(facedown.FacedownError, match="nobody here is called 'anne'; the seats are Ann, Bo"):
        facedown.read("game: gotcha\nseats: Ann, Bo\nAnne holds: Super Rock\nasked: Ann")


def test_what_nothing_faces_is_said_to_bring_what_it_scores() -> None:
    hands = "Common Rock, Common Paper, Common Paper, Gotcha, Risky Gotcha", "Common Rock, Common Paper"
    table = table_with("first: Ann", f"Ann holds: {hands[0]}", f"Bo holds: {hands[1]}")
    for who, move in ((ANN, "Common Rock"), (ANN, "Done"), (BO, "Common Rock"), (BO, "Done"), (BO, "Common Paper")):
        table.play(who, move)
    table.play(BO, "Done")
    table.play(ANN, "Common Paper")
    seen, legal = table.observation(0), {move.text: move for move in table.legal(0)}
    said = [
        GAME.contract.reason(seen, legal[card], table.names) for card in ("Common Paper", "Gotcha", "Risky Gotcha")
    ]
    brings = ("brings 1 point.", "brings nothing.", "brings 2 points.")
    assert [brought in text for brought, text in zip(brings, said, strict=True)] == [True] * 3, said


@pytest.mark.covers("gotcha 5.3")
def test_a_card_of_ones_own_that_has_no_type_is_told_to_win_by_its_text() -> None:
    effects = 'effects = [{does = "claim", against = ["Rock"]}]'
    more = f'[[card]]\nname = "New One"\ntier = "starter"\ntext = "New."\n{effects}\n'
    contract = facedown.game("gotcha", cards=f"{FILE.read_text(encoding='utf-8')}\n{more}").contract
    table = Table(contract, (ANN, BO), seed=2, wait_for_chance=True)
    for line in ("first: Ann", "Ann holds: New One", "Bo holds: Common Rock"):
        assert table.lay_out(line)
    for who, move in ((ANN, "New One"), (ANN, "Done"), (BO, "Common Rock"), (BO, "Done")):
        table.play(who, move)
    told = next(event for event in table.log(None) if event.kind == "fight")
    assert (told.text, told.rule) == ("Ann's [New One] beats [Common Rock] in lane 1 by its text.", "5.3")
