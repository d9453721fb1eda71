"""Rulebooks taken apart: numbers that follow each other, rulings, and text as Markdown."""

import re
from pathlib import Path

import pytest

import facedown
from facedown.core.errors import GameError, RulebookError, UnknownRule
from facedown.core.rulebook import Rule, parse_rulebook, read_rulebook
from tests.sample_game import GAME

BOOK = """# Marsh

What stands here is no rule.

## 1. The cards

**1.1** There are cards
of two kinds. *ruling*

| kind | copies |
| --- | --- |
| reed | 4 |

**1.2** Reeds bend.

## 2. The end

**2.1** All is over
- when it rains,
- or at night.

Then everybody goes home.
"""


def test_rules_have_a_number_a_heading_and_a_text() -> None:
    assert parse_rulebook(BOOK) == (
        Rule(
            "1.1",
            "The cards",
            "There are cards of two kinds.\n\n| kind | copies |\n| --- | --- |\n| reed | 4 |",
            True,
        ),
        Rule("1.2", "The cards", "Reeds bend.", False),
        Rule("2.1", "The end", "All is over\n- when it rains,\n- or at night.\n\nThen everybody goes home.", False),
    )
    assert [rule.label for rule in parse_rulebook(BOOK)] == ["1.1 (ruling)", "1.2", "2.1"]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("**1.2**", "**1.1**", 14, "rule 1.1 follows 1.1"),
        ("**1.2**", "**1.3**", 14, "rule 1.3 follows 1.1"),
        ("**2.1**", "**1.3**", 18, "follows the heading of chapter 2"),
        ("## 2.", "## 3.", 16, "chapter 3 follows chapter 1"),
        ("## 2.", "## 1.", 16, "chapter 1 follows chapter 1"),
        ("**1.1** There", "There", 7, "has no number"),
    ],
)
def test_numbers_that_do_not_follow_each_other_are_refused(old: str, new: str, line: int, words: str) -> None:
    with pytest.raises(RulebookError, match=words) as raised:
        parse_rulebook(BOOK.replace(old, new, 1))
    assert raised.value.line == line


def test_a_book_without_rules_is_refused() -> None:
    with pytest.raises(RulebookError, match="no rule"):
        parse_rulebook("# Marsh\n")


def test_a_file_that_is_wrong_or_missing_is_named(tmp_path: Path) -> None:
    file = tmp_path / "rulebook.md"
    with pytest.raises(GameError, match=r"rulebook\.md is missing: a game has numbered rules"):
        read_rulebook(file)
    file.write_text(BOOK.replace("**1.2**", "**1.3**"), encoding="utf-8")
    with pytest.raises(RulebookError, match=rf"^{re.escape(str(file))}:14: rule 1\.3 follows 1\.1$") as raised:
        read_rulebook(file)
    assert raised.value.line == 14


def test_a_game_finds_its_rules_by_number() -> None:
    assert GAME.rule("2.2").ruling
    assert [rule.number for rule in GAME.rulebook()] == ["1.1", "2.1", "2.2", "2.3", "3.1", "4.1", "4.2", "4.3"]
    with pytest.raises(UnknownRule, match=r"2\.1, 2\.2, 2\.3"):
        GAME.rule("2.9")


@pytest.mark.parametrize("name", facedown.games())
def test_every_rulebook_can_be_read(name: str) -> None:
    game = facedown.game(name)
    numbers = [rule.number for rule in game.rulebook()]
    assert len(set(numbers)) == len(numbers)
    assert {card.rule for card in game.cards() if card.rule} <= set(numbers)


@pytest.mark.parametrize("game", [game for game in facedown.games() if not facedown.game(game).contract.host_seats])
def test_the_first_rule_of_a_card_game_is_its_aim(game: str) -> None:
    first = facedown.game(game).rulebook()[0]
    assert first.number == "1.1"
    assert re.search(r"\b(wins?|you want)\b", first.text, re.IGNORECASE), first.text
