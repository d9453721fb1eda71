"""The cards file: what it says is checked line by line, and every card can say what it will do."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import facedown
from facedown.games.gotcha import arrays, cards
from facedown.games.gotcha.cards import HOUSE, LOSES, TIES, explain, face_of, read_cards

FILE = Path(cards.__file__).with_name("cards.toml").read_text(encoding="utf-8")


def with_block(block: str, types: str = 'types = ["Rock"]') -> str:
    """The house's cards and one more, whose only block stands in the file's last line."""
    return f'{FILE}\n[[card]]\nname = "New One"\n{types}\ntier = "starter"\ntext = "New."\neffects = [{block}]\n'


LAST = with_block("").count("\n")


@pytest.mark.covers("gotcha 1.3", "gotcha 6.11")
def test_the_house_cards_are_those_of_the_rulebook() -> None:
    assert sum(card.copies for card in HOUSE) == 57
    assert sum(card.copies for card in HOUSE if card.tier == 0) == 29
    per_type = [sum(card.copies for card in HOUSE if card.type == kind) for kind in range(4)]
    assert per_type == [17, 17, 17, 6]
    swaps = [card for card in HOUSE if card.type == 0 and "Swap" in card.name]
    assert {card.effects[0].direction: card.copies for card in swaps} == {"inward": 1, "outward": 1, "across": 2}
    assert {card.source for card in HOUSE} == {"rulebook"}


def test_every_card_says_what_it_will_do_and_no_two_of_one_type_do_the_same() -> None:
    said = [explain(card) for card in HOUSE]
    assert (
        "Mighty Rock (2 in the starter tier): beats Scissors and loses to Paper; defeats Paper by its text." in said
    )
    assert any(text.startswith("Curse") and "worth -2" in text for text in said)
    assert len({text.split(": ", 1)[1] for text in said}) == len(HOUSE)


def test_each_card_says_what_it_does_in_so_few_words_that_they_stand_below_it_in_the_draft() -> None:
    short = {card.name: face_of(card).short for card in HOUSE}
    assert max(map(len, short.values())) <= 42, "as many as the gallery's, which is looked at on every screen"
    assert short["Common Rock"] == "Beats Scissors"
    assert short["Double-Edged Paper"] == "Win: they discard 1; no win: you discard 1"
    assert short["Curse"] == "Loses to any card; \u22122 points"


@pytest.mark.covers("gotcha 6.13")
@pytest.mark.parametrize(("worth", "outcome"), [(-1, LOSES), (0, TIES)])
def test_a_card_with_no_type_that_costs_points_is_a_curse_whatever_it_is_called(worth: int, outcome: int) -> None:
    kinds = read_cards(with_block("", f"worth = {worth}"))
    at = {card.name: kind for kind, card in enumerate(kinds)}
    assert arrays.arrays(kinds)[0]["outcome"][at["New One"], at["Risky Gotcha"]] == outcome
    assert ("loses to any other card" in explain(kinds[at["New One"]])) == (outcome == LOSES)


def test_every_card_names_a_rule_that_is_there() -> None:
    numbers = {rule.number for rule in facedown.game("gotcha").rulebook()}
    assert {card.rule for card in HOUSE} <= numbers


@pytest.mark.parametrize(
    ("block", "said"),
    [
        ('{does = "explode"}', "does cannot be 'explode'; choose one of: claim,"),
        ('{does = "draw", cards = 0, when = ["wins"]}', "cards cannot be 0; it is a whole number from 1 to 9"),
        ('{does = "draw", cards = 1}', "'draw' needs 'when'"),
        ('{does = "draw", cards = 1, when = ["rains"]}', "when cannot be 'rains'; did you mean 'wins'?"),
        ('{does = "discard", who = "Bo", cards = 1, when = ["wins"]}', "one of: owner, opponent"),
        ('{does = "swap", direction = "up"}', "one of: inward, across, outward"),
        ('{does = "cut", cards = 2}', "'cut' takes no 'cards'; it takes nothing"),
        ('{does = "cut"}, {does = "cut"}', "the block 'cut' stands there twice"),
        ('{does = "cover"}, {does = "replace"}', "at most one of: replace, cover, swap"),
        ('{does = "claim", against = ["Lizard"]}', "one of: Rock, Scissors, Paper, bane, any"),
        ("{cards = 2}", "does is missing; choose one of: claim"),
        ("3", "effects is a list of blocks"),
        ('{does = ["cut"]}', "does cannot be ['cut']"),
    ],
)
def test_a_wrong_block_is_named_with_its_line_and_the_mend(block: str, said: str) -> None:
    with pytest.raises(facedown.CardsError) as caught:
        read_cards(with_block(block))
    assert caught.value.line == LAST
    assert "New One: " in str(caught.value)
    assert said in str(caught.value)


@pytest.mark.parametrize("braces", ["{prey:>999999999}", "{type!r}", "{prey.__class__}", "{0}", "{", "{{type}}"])
def test_nothing_else_stands_in_braces(braces: str) -> None:
    """A width had made one short file a text of gigabytes."""
    with pytest.raises(facedown.CardsError, match=r"only \{type\}, \{prey\} and \{bane\} may stand in braces"):
        read_cards(with_block('{does = "cut"}').replace('text = "New."', f'text = "New {braces}."'))


@pytest.mark.parametrize(
    ("old", "new", "said", "at"),
    [
        ('name = "Curse"', 'name = "Gotcha"', "two cards named Gotcha, the first in line", "[[card]]"),
        ('name = "Curse"', 'name = "Done"', "cannot be named 'Done', like a move", 'name = "Done"'),
        ('name = "Curse"', 'name = "A, B"', "use at most 24 letters, digits and spaces", 'name = "A, B"'),
        ('name = "Curse"', 'name = "Cu\\u200brse"', "'\\u200b' in name cannot be seen", 'name = "Cu'),
        ('name = "Curse"', 'name = "Cu\\u0301\\u0301rse"', "use at most 24 letters", 'name = "Cu'),
        ('name = "Curse"', f'name = "Cu{chr(0x301) * 9}rse"', "carries more than 2 marks", 'name = "Cu'),
        ('name = "Curse"', f'name = "Curse{"s" * 20}"', "use at most 24 letters", 'name = "Curse'),
        ('name = "Curse"', 'title = "Curse"', "a card has no 'title'; did you mean 'tier'?", 'title = "Curse"'),
        ('name = "Curse"', "copies = 1", "this is not valid TOML", "copies = 2"),
        ("worth = -2", 'worth = "two"', "a whole number from -9 to 9", 'worth = "two"'),
        ("worth = -2", "worth = true", "a whole number from -9 to 9", "worth = true"),
        (
            'copies = 2\ntier = "advanced"\nworth',
            'copies = 10\ntier = "advanced"\nworth',
            "from 1 to 9",
            "copies = 10",
        ),
        ('name = "Common {type}"', 'name = "Common"', "needs {type} in its name", 'name = "Common"'),
        ('name = "Curse"', 'name = "Curse {type}"', "no types; add types", 'name = "Curse {type}"'),
        ('name = "Common {type}"', 'name = "Common {typ}"', "needs {type} in its name", 'name = "Common {typ}"'),
        ('"Plain {type}: beats', '"Plain {tpe}: beats', "only {type}, {prey} and {bane}", 'text = "Plain {tpe}'),
        (
            'name = "Common {type}"\ntypes = ["Rock", ',
            'name = "Common {type}"\ntypes = ["Stone", ',
            "types cannot be 'Stone'; choose one of: Rock",
            "types",
        ),
        ('text = "Loses to any', 'tex = "Loses to any', "a card has no 'tex'; did you mean 'text'?", "tex ="),
        ('worth = -2\nsource = "rulebook"', 'source = "mine"', "one of: rulebook, house", 'source = "mine"'),
        (
            '[[card]]\nname = "Curse"',
            '[[cards]]\nname = "Curse"',
            "there is no 'cards' here; every card begins with [[card]]",
            "[[cards]]",
        ),
    ],
)
def test_a_wrong_line_is_named_with_the_mend(old: str, new: str, said: str, at: str) -> None:
    assert FILE.count(old) >= 1
    text = new.join(FILE.rsplit(old, 1))
    with pytest.raises(facedown.CardsError) as caught:
        read_cards(text)
    assert said in str(caught.value)
    assert text.splitlines()[caught.value.line - 1].startswith(at)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no card here"),
        ("card = 3", "a card begins with [[card]], in two pairs of brackets"),
        ('[[card]]\nname = "One"\ntier = "starter"\ntext = "1"\ncopies = 8', "too few"),
        (FILE.replace("copies = 2", "copies = 9").replace("copies = 3", "copies = 9"), "too many"),
        (FILE.replace('effects = [{does = "replace"}]', 'effects = [{does = "cover"}]'), "there may be 2"),
    ],
)
def test_what_must_hold_of_all_cards_together(text: str, said: str) -> None:
    with pytest.raises(facedown.CardsError) as caught:
        read_cards(text)
    assert said in str(caught.value)


def test_a_file_without_types_lists_and_with_other_cards_can_be_read() -> None:
    made = read_cards(with_block('{does = "claim", against = ["Rock", "any"]}, {does = "stay"}', types=""))
    new = next(card for card in made if card.name == "New One")
    assert (new.type_name, new.source, new.copies, new.worth) == ("", "house", 1, 1)
    assert "defeats Rock and any card by its text; stays in its lane" in explain(new)


@given(st.text(max_size=60), st.integers(0, len(FILE)), st.integers(0, 80))
def test_a_spoilt_file_is_read_or_refused_with_a_line_of_it(junk: str, at: int, gone: int) -> None:
    text = FILE[:at] + junk + FILE[at + gone :]
    line = 1
    try:
        read_cards(text)
    except facedown.CardsError as error:
        line = error.line
    assert 1 <= line <= len(text.splitlines()) + 1
