"""The gallery's cards of Bots Battleground are those of the game."""

from tools.gallery_cards import CARDS, cards


def test_the_gallery_has_the_cards_as_they_are_now() -> None:
    assert CARDS.read_text(encoding="utf-8") == cards(), "run `python -m tools.gallery_cards`"
