"""Whoever had a part in what happened is told so as people say it."""

import pytest

from facedown.core.second_person import signs, to_you

TOLD = {
    "[Sack]: {0} takes 2 diamonds from the pile.": "[Sack]: you take 2 diamonds from the pile.",
    "{0} looks, and hands {1}'s role back face-down.": "You look, and hand Bo's role back face-down.",
    "{0} reveals [Brew] and pays the Bank: {1} escapes.": "You reveal [Brew] and pay the Bank: Bo escapes.",
    "{0}, [Fixer], is out of the game, and so are their item and diamonds.": (
        "You, [Fixer], are out of the game, and so are your item and diamonds."
    ),
    "{0} and {1} have an item each again.": "You and Bo have an item each again.",
    "{1} has [Sack]. {0} lied, fails, and pays a diamond.": "Bo has [Sack]. You lied, fail, and pay a diamond.",
    "It is not a win: {0} does not have it.": "It is not a win: you do not have it.",
    "{0} drew it twice: both go, and {0} draws two others.": "You drew it twice: both go, and you draw two others.",
    "{0}'s item is flipped: {1} passes {0} 2.": "Your item is flipped: Bo passes you 2.",
    "{0} passes.": "You pass.",
    "{1} attacks, James defends.": "Bo attacks, James defends.",
    "{0} attacks, {1} defends.": "You attack, Bo defends.",
}


@pytest.mark.parametrize("sentence", TOLD)
def test_you_are_told_what_you_did(sentence: str) -> None:
    names = ("Bank", "Bo")
    assert to_you(sentence.format(*signs(len(names), 0)), names) == TOLD[sentence]
    plain = sentence.format(*names)
    assert to_you(sentence.format(*names), names) == plain


def test_the_names_of_others_are_not_taken_for_verbs() -> None:
    names = ("klaus", "james")
    thrown = "{0} throws rock, {1} paper: {1} goes first."
    assert to_you(thrown.format(*signs(len(names), 0)), names) == "You throw rock, james paper: james goes first."
    assert to_you(thrown.format(*signs(len(names), 1)), names) == "klaus throws rock, you paper: you go first."
