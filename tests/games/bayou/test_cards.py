"""The file in which Characters are written: what it says, and what it may not say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import facedown
from facedown.games.bayou import cards

TEXT = (Path(cards.__file__).parent / "cards.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    assert TEXT.count(old) >= 1
    return TEXT.replace(old, new, 1)


def line_of(words: str, text: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)


@pytest.mark.covers("bayou-boss 1.4")
def test_the_house_has_ten_characters_and_says_who_wrote_them() -> None:
    assert [card.name for card in cards.HOUSE][:7] == [
        "Raven", "Heron", "Alligator", "Python", "Manatee", "Raccoon", "Blue Crab",
    ]  # fmt: skip
    assert [card.copies for card in cards.HOUSE] == [7] + [1] * 9
    assert [card.source for card in cards.HOUSE] == ["rulebook"] * 7 + ["house"] * 3
    rules = {rule.number for rule in facedown.game("bayou-boss").rulebook()}
    assert {card.rule for card in cards.HOUSE} < rules


def test_what_a_card_will_do_is_said_from_its_blocks() -> None:
    said = {card.name: cards.explain(card) for card in cards.HOUSE}
    assert said["Heron"] == (
        "When Heron is played, this card is the high card of the trick; "
        "the mark before it becomes the second highest."
    )
    assert "with the fewest tricks this round, whom its player names, is the high card" in said["Alligator"]
    assert len(set(said.values())) == len(said)
    for effect in cards.EFFECTS:
        for on in cards.ON if effect in cards.NEEDS_ON else ("",):
            sentence = cards.explain(cards.Character("Otter", 1, effect, "text", on))
            assert "{" not in sentence
            assert sentence.startswith("When Otter is played, ")


def test_other_characters_can_be_typed_in() -> None:
    text = changed('name = "Heron"', 'name = "Pelican"').replace('on = "fewest"', 'on = "anyone"')
    read = {card.name: card for card in cards.read_cards(text)}
    assert read["Pelican"].effect == "high"
    assert read["Alligator"].on == "anyone"


@pytest.mark.parametrize(
    ("text", "at", "complaint"),
    [
        (changed('effect = "second wins"', 'effect = "secnd wins"'), "secnd", "did you mean 'second wins'"),
        (changed('effect = "no refill"', 'effect = "fly"'), '"fly"', "effect cannot be 'fly'; choose one of"),
        (changed('on = "self"', 'on = "slf"'), '"slf"', "did you mean 'self'"),
        (changed('on = "fewest"\n', ""), None, "needs to know whose card"),
        (changed('effect = "no refill"', 'effect = "no refill"\non = "self"'), None, "takes no `on`"),
        (changed("copies = 7", "copies = 6"), "copies = 6", "copies is 6; it must be 1 or 7"),
        (changed("copies = 7", 'copies = "7"'), 'copies = "7"', "copies cannot be '7'; it is a whole number"),
        (changed("copies = 7", "copies = true"), "copies = true", "copies cannot be True; it is a whole number"),
        (changed("copies = 7", "copies = 1"), None, "there are 0 Characters with 7 copies and 10 with one"),
        (changed('name = "Heron"\n', ""), None, "this card has no name"),
        (changed('name = "Heron"', 'name = "Raven"'), None, "there are two cards named Raven"),
        (changed('name = "Heron"', 'name = "Red 3"'), "Red 3", "cannot be named 'Red 3'"),
        (changed('name = "Heron"', 'name = ""'), 'name = ""', "name is empty"),
        (changed('name = "Heron"', "name = 3"), "name = 3", "name must be text in quotation marks, not 3"),
        (changed('name = "Heron"', 'nam = "Heron"'), "nam =", "a card has no 'nam'; did you mean 'name'"),
        (changed('text = "In this trick low values beat high ones."', 'text = " "'), 'text = " "', "text is empty"),
        (
            changed('source = "house"', 'source = "me"'),
            '"me"',
            "source cannot be 'me'; choose one of: rule",
        ),
        (changed("copies = 7", "copies = "), "copies = ", "this is not valid TOML"),
        (TEXT + "\n[deck]\nsize = 3\n", "[deck]", "there is no 'deck' here; every card begins with [[character]]"),
        ("character = 3", None, "a card begins with [[character]]"),
        ("", None, "there is no card here; every card begins with a line [[character]]"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_its_mend(text: str, at: str | None, complaint: str) -> None:
    with pytest.raises(facedown.CardsError, match=re.escape(complaint)) as caught:
        cards.read_cards(text)
    assert at is None or caught.value.line == line_of(at, text)
