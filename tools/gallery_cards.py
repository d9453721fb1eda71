"""The bots of Bots Battleground as the server has them, for the gallery, which has no server.

python -m tools.gallery_cards        writes gallery/battleground-cards.json anew
"""

from __future__ import annotations

from pathlib import Path

import msgspec

import facedown

CARDS = Path(__file__).parents[1] / "web" / "src" / "games" / "gallery" / "battleground-cards.json"


def main() -> None:
    CARDS.write_text(cards(), encoding="utf-8")


def cards() -> str:
    """The file of the cards, one in a line."""
    lines = (msgspec.json.encode(card).decode() for card in facedown.game("bots-battleground").cards())
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    main()
