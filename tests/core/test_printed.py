"""A game on paper: every card as often as it is there, and the rules that one looks up."""

from __future__ import annotations

import re
from html import unescape

import pytest

import facedown
from facedown.core.printed import printed


@pytest.mark.parametrize("name", facedown.games())
def test_every_copy_of_every_card_is_on_the_sheet(name: str) -> None:
    game = facedown.game(name)
    sheet = printed(game.contract)
    titles = [unescape(title) for title in re.findall(r'<article class="card[^>]*><h3>(.*?)</h3>', sheet)]
    assert sorted(titles) == sorted(card.name for card in game.cards() for _ in range(card.copies))


@pytest.mark.parametrize("name", [name for name in facedown.games() if name != "clocktower"])
def test_a_card_game_has_a_reference_sheet_in_the_order_of_its_rulebook(name: str) -> None:
    game = facedown.game(name)
    shown = re.findall(r'<div class="rule"><div><b>([\d.]+)</b>', printed(game.contract))
    order = [rule.number for rule in game.rulebook()]
    assert 15 < len(shown) == len(set(shown))
    assert [order.index(number) for number in shown] == sorted(order.index(number) for number in shown)


def test_the_reference_sheet_says_which_rules_are_rulings() -> None:
    game = facedown.game("botch")
    marked = re.findall(r"<b>([\d.]+)</b> <i>\(ruling\)</i>", printed(game.contract))
    shown = re.findall(r'<div class="rule"><div><b>([\d.]+)</b>', printed(game.contract))
    assert marked == [number for number in shown if game.rule(number).ruling]
    assert 0 < len(marked) < len(shown)


def test_what_a_card_of_ones_own_says_is_no_markup() -> None:
    text = facedown.game("botch").cards_file()
    mine = text.replace("On your turn: another player rec", "<b>A Weapon</b> [and](a) *plain* one & rec")
    sheet = printed(facedown.game("botch").with_cards(mine).contract)
    assert '<p class="text">&lt;b&gt;A Weapon&lt;/b&gt; [and](a) *plain* one &amp; recovers' in sheet
