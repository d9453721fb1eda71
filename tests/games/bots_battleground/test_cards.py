"""Cards files of Bots Battleground: what they can say, and what is wrong with those that cannot be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import facedown
from facedown.core.cards_file import house_cards
from facedown.core.errors import CardsError
from facedown.games.bots_battleground import cards

FILE = (Path(cards.__file__).parent / "cards.toml").read_text(encoding="utf-8")
ANY = """
[[bot]]
name = "Bolt"
attack = 5
defense = 6
copies = 6
ability = {does = "add", n = -2, value = "defense", on = "rival", when = "behind"}
condition = {does = "cap", n = 7}
"""


def deck(first: str = ANY) -> str:
    """A file that begins with this bot and has enough of others."""
    return first + "".join(
        f'\n[[bot]]\nname = "Spare {word}"\nattack = 1\ndefense = 1\ncopies = 6\n' for word in "ABCDEF"
    )


@pytest.mark.covers("bots-battleground 1.3")
def test_the_house_deck_is_what_it_should_be() -> None:
    assert sum(card.copies for card in cards.HOUSE) == 60
    assert len(cards.HOUSE) >= 24
    assert sum(card.ability is not None for card in cards.HOUSE) >= 10
    assert sum(card.condition is not None for card in cards.HOUSE) >= 8
    for card in facedown.game("bots-battleground").cards():
        assert card.text.startswith("Attack")
    texts = [strip.short for card in cards.HOUSE for strip in cards.face_of(card).strips]
    assert max(map(len, texts)) <= 26  # so much has room on a card of a phone


def test_a_bot_is_explained_in_sentences() -> None:
    (bolt, *_) = facedown.game("bots-battleground").contract.explain_cards(deck())
    assert bolt.text == (
        "Bolt has Attack 5 and Defense 6. When the dice turn blue: if a rival has more tokens than you, a rival's "
        "bot gets −2 Defense. While it is down: each rival's bot counts 7 at most."
    )
    plain = facedown.game("bots-battleground").contract.explain_cards(deck())[1]
    assert plain.text.endswith("It has neither ability nor condition.")


@pytest.mark.parametrize("does", cards.ABILITIES)
def test_every_ability_can_be_written_and_is_explained(does: str) -> None:
    parts = {"n": "2", "value": '"attack"', "on": '"rival"', "of": '"token"'}
    given = ", ".join(f"{word} = {parts[word]}" for word in cards.ABILITIES[does].takes)
    block = f'ability = {{does = "{does}"{", " if given else ""}{given}}}'
    text = re.sub(r"ability = .*", block, deck())
    (card, *_) = cards.read_cards(text)
    assert card.ability is not None
    assert card.ability.does == does
    assert len(cards.ability_sentence(card.ability)) > 20


@pytest.mark.parametrize("does", cards.CONDITIONS)
def test_every_condition_can_be_written_and_is_explained(does: str) -> None:
    number = ", n = 2" if cards.CONDITIONS[does].takes else ""
    text = deck().replace('{does = "cap", n = 7}', f'{{does = "{does}"{number}}}')
    (card, *_) = cards.read_cards(text)
    assert "While it is down: " in cards.explain(card)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("[[bot]]", "[[bot]", "this is not valid TOML"),
        ("[[bot]]", "[[card]]", "there is no 'card' here; every card begins with [[bot]]"),
        ('name = "Bolt"', "", "this card has no name; add a line `name = ...`"),
        ('name = "Bolt"', 'name = "Bo:lt"', "a card cannot be named 'Bo:lt'; use at most 24 letters, digits"),
        ('name = "Bolt"', 'name = "Attack Bo"', "cannot be named 'Attack Bo', like a move"),
        ('name = "Bolt"', 'name = "None"', "cannot be named 'None', which means that there is none"),
        ("n = -2", "n = 0", "'add' does nothing with n = 0; write another number"),
        ('"add", n = -2', '"shift", n = 0', "n cannot be 0; it is a whole number from 1 to 20"),
        ('name = "Bolt"', 'name = "Spare A"', "there are two cards named Spare A, the first in line"),
        ('name = "Bolt"', "name = 7", "name must be text in quotation marks, not 7"),
        ("attack = 5", "", "Bolt: attack is missing; it is a whole number from 0 to 20"),
        ("attack = 5", "attack = 21", "Bolt: attack cannot be 21; it is a whole number from 0 to 20"),
        ("defense = 6", "defence = 6", "Bolt: a card has no 'defence'; did you mean 'defense'?"),
        ("copies = 6", "copies = 7", "Bolt: copies cannot be 7"),
        ('does = "add"', 'does = "ad"', "does cannot be 'ad'; did you mean 'add'?"),
        ('does = "add"', 'do = "add"', "does is missing; choose one of: add"),
        ('on = "rival"', 'on = "rivals"', "on cannot be 'rivals'; did you mean 'rival'?"),
        ('on = "rival", ', "", "on is missing; choose one of: self, own"),
        ("n = -2", "n = 30", "n cannot be 30; it is a whole number from -20 to 20"),
        ('when = "behind"', 'when = "late"', "when cannot be 'late'"),
        ('when = "behind"', "often = 3", "'add' takes no 'often'; it takes n, value, on, when"),
        ('does = "cap"', 'does = "capp"', "does cannot be 'capp'; did you mean 'cap'?"),
        (", n = 7", "", "n is missing; it is a whole number from 1 to 20"),
        ('{does = "cap", n = 7}', '{does = "stakes", n = 4}', "n cannot be 4; it is a whole number from 1 to 3"),
        ('"add", n = -2, value = "defense", on = "rival"', '"mute", on = "self"', "'mute' is about another bot"),
        ('"add", n = -2', '"shift", n = 2', None),
        ('"add", n = -2, value = "defense", on = "rival"', '"shift", n = 2, value = "both", on = "each own"',
         "'shift' is about one bot"),
        ("copies = 6", "copies = 6\nsource = \"mine\"", "source cannot be 'mine'; choose one of: rulebook, house"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_the_mend(old: str, new: str, complaint: str | None) -> None:
    assert old in deck()
    text = deck().replace(old, new, 1)
    if complaint is None:
        assert cards.read_cards(text)
        return
    with pytest.raises(CardsError, match=re.escape(complaint)):
        cards.read_cards(text)


def test_a_deck_is_neither_too_small_nor_too_large() -> None:
    with pytest.raises(CardsError, match="6 cards are too few; six players need 36"):
        cards.read_cards(ANY)
    more = "".join(f'\n[[bot]]\nname = "More {n}"\nattack = 1\ndefense = 1\ncopies = 6\n' for n in range(27))
    with pytest.raises(CardsError, match="204 cards are too many; a deck has 200"):
        cards.read_cards(deck() + more)
    many = "".join(
        f'\n[[bot]]\nname = "One {a}{b}"\nattack = 1\ndefense = 1\n' for a in "ABCDEFG" for b in "ABCDEF"
    )
    with pytest.raises(CardsError, match="42 kinds of bots are too many"):
        cards.read_cards(many)
    with pytest.raises(CardsError, match="there is no card here; every card begins with a line"):
        cards.read_cards("")


def test_the_line_is_named() -> None:
    text = deck().replace("attack = 5", "attack = 50", 1)
    with pytest.raises(CardsError) as refused:
        cards.read_cards(text)
    assert text.splitlines()[refused.value.line - 1] == "attack = 50"


def test_a_card_with_words_of_its_own_still_says_in_short_what_it_does() -> None:
    mine = cards.read_cards(
        house_cards(str(cards.__file__)).replace("copies = 2", "copies = 1", 1)
        + '[[bot]]\nname = "Зоя the 2nd"\nattack = 9\ndefense = 8\ncopies = 1\ntext = "Beeps."\n'
        + 'ability = { does = "add", n = -3, value = "defense", on = "rival", when = "attacking" }\n'
        + 'condition = { does = "sidekick" }\n'
    )
    face = cards.face_of(mine[-1])
    assert (face.attack, face.defense, face.needs_place) == (9, 8, False)
    assert [(strip.kind, strip.short) for strip in face.strips] == [
        ("ability", "a rival −3 D if you attack"),
        ("condition", "may lie beside another"),
    ]
