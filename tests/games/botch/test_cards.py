"""Cards files of The Botch is Back: what they can say, and what is wrong with those that cannot be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import facedown
from facedown.core.errors import CardsError
from facedown.games.botch import cards
from tests.laws.channels import every_move

FILE = (Path(cards.__file__).parent / "cards.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    assert FILE.count(old) >= 1
    return FILE.replace(old, new, 1)


@pytest.mark.covers(
    "botch 11.1",
    "botch 11.2",
    "botch 11.3",
    "botch 11.4",
    "botch 11.5",
    "botch 11.6",
    "botch 11.7",
    "botch 11.8",
    "botch 11.9",
    "botch 11.10",
    "botch 11.11",
    "botch 11.12",
    "botch 12.1",
    "botch 12.2",
    "botch 12.3",
    "botch 12.4",
    "botch 12.5",
    "botch 12.6",
    "botch 12.7",
    "botch 12.8",
    "botch 12.9",
    "botch 12.10",
    "botch 12.11",
    "botch 12.12",
    "botch 12.13",
)
def test_every_card_is_explained_and_has_its_rule() -> None:
    game = facedown.game("botch")
    for card in cards.read_cards(FILE):
        rule = game.rule(str(card.rule))
        assert card.name in rule.text
        sentences = cards.explain(card)
        assert sentences.startswith(card.name)
        assert len(sentences.split(".")) > 2
        for n in re.findall(r"\d+", " ".join([*card.action, card.wins])):
            assert n in rule.text
    assert len([card for card in cards.HOUSE if card.kind == "role"]) >= 12
    assert len([card for card in cards.HOUSE if card.kind == "item"]) >= 12


def test_no_two_house_cards_share_an_action_but_the_twins() -> None:
    twins = ("Elder Twin", "Younger Twin")
    said = [(card.needs, sorted(card.action)) for card in cards.HOUSE if card.action and card.name != twins[0]]
    assert [action for action in said if said.count(action) > 1] == []
    elder, younger = (card for card in cards.HOUSE if card.name in twins)
    assert elder.action == younger.action


def test_a_card_is_explained_in_sentences() -> None:
    said = {card.name: card.text for card in facedown.game("botch").contract.explain_cards(FILE)}
    assert said["Sack"] == (
        "Sack is an item. Action: you take 2 diamonds from the pile, then you take up to 1 diamond from the Bank, "
        "then you stash 1 diamond on this card."
    )
    assert said["Flare Gun"] == (
        "Flare Gun is a Weapon. Action: reveal it; name another player; you take 1 diamond from them, "
        "then they are hurt. "
        "You can threaten with it, and a standoff over it hurts."
    )
    assert "exactly 9 diamonds" in said["Contract"]
    assert "you may pay 1 diamond to the Bank, stashed ones included, and recover" in said["Douche"]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[role]\n", "this is not valid TOML"),
        (FILE + "\n[[weapon]]\n", "there is no 'weapon' here; every card begins with"),
        ("role = 3\n", "a card begins with [[role]]"),
        (changed('name = "Album"', 'name = "Alb:um"'), "a card cannot be named 'Alb:um'"),
        (changed('name = "Brew"', 'name = "Album"'), "there are two cards named Album"),
        (changed("rescues = true", "rescue = true"), "a card has no 'rescue'; did you mean 'rescues'?"),
        (changed("weapon = true", 'weapon = "yes"'), "weapon must be true or false, not 'yes'"),
        (changed("spoils = 1", "spoils = 30"), "Railing: spoils cannot be 30; it is a whole number from 0 to 9"),
        (changed('"stash 1"', '"stahs 2"'), "Sack: there is no step 'stahs 2'; did you mean 'stash N'?"),
        (changed('"stash 1"', '"stash 0"'), "Sack: 'stash 0' must say a number from 1 to 9"),
        (changed('"stash 1"', '"recover", "recover"'), "Sack: an action has at most 3 steps, not 4"),
        (changed("diamonds exactly 9", "diamonds exacly 7"), "did you mean 'diamonds exactly N'?"),
        (changed('needs = "reveal"', 'needs = "show"'), "Flare Gun: needs cannot be 'show'"),
        (changed('loses = "broke"', 'loses = "declaring"'), "Debtor: a role cannot lose that way; write 'broke'"),
        (changed("rescues = true", "hidden = true"), "Railing: only a role can say hidden; delete this line"),
        (changed('collects = "Album"', 'collects = "Albums"'), "collects 'Albums', which is not an item here"),
        (changed('wins = "pair at least 19"', ""), '1 card with `wins = "pair ..."`; it must be'),
        (changed('name = "Brew"', 'name = "Album on Bo"'), "a move with 'Album on Bo' could be one with 'Album'"),
        (changed('name = "Brew"', 'name = "Album from Stash"'), "a move with 'Album from Stash' could be one with"),
        (changed('name = "Brew"', 'name = "Man with-Album"'), "a move with 'Man with-Album' could be one with"),
        (changed('name = "Debtor"', 'name = "Man as Suit"'), "a move with 'Man as Suit' could be one with 'Suit'"),
        (changed('name = "Debtor"', 'name = "Nobody"'), "cannot be named 'Nobody', which means that there is none"),
        (changed('set = "basic"', ""), 'have `set = "basic"`; the Basic game takes 5'),
        (changed('needs = "flip"\naction = ["take 1 from the pile", "take 1 from the Bank"]', 'needs = "flip"'),
         "Bumbler: needs belongs to an action"),
        (re.sub('text = ".*a Weapon.*', "", FILE, count=1), "this card has no text; add a line"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_the_mend(text: str, complaint: str) -> None:
    with pytest.raises(CardsError, match=re.escape(complaint)):
        cards.read_cards(text)


def test_the_line_is_named() -> None:
    line = next(n for n, words in enumerate(FILE.splitlines(), 1) if "spoils = 1" in words)
    with pytest.raises(CardsError) as refused:
        cards.read_cards(changed("spoils = 1", "spoils = 30"))
    assert refused.value.line == line


def test_the_first_mistake_of_the_file_comes_first_even_if_it_is_a_role_s() -> None:
    role, item = (f'[[{kind}]]\nname = "Rose"\ntext = "x"\ncopies = 2\n' for kind in ("role", "item"))
    with pytest.raises(CardsError) as refused:
        cards.read_cards(role + item)
    assert refused.value.line == 4


def test_a_card_may_be_called_like_an_answer_as_every_move_with_a_card_begins_with_a_verb() -> None:
    text = changed('name = "Brew"', 'name = "Pass"')
    text = text.replace('name = "Debtor"', 'name = "As Album"').replace('name = "Sack"', 'name = "Bag on Album"')
    table = facedown.game("botch", cards=text).new(["Ann", "Bo", "Cy"], seed=1, cast="advanced")
    texts = [move.text for move in every_move(table)]
    assert len({*texts}) == len(texts)
