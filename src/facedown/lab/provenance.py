"""What a result was made from, so that others can make it again: versions, cards and the day."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from importlib.metadata import version

import msgspec

from facedown.core.contract import Contract
from facedown.lab.executors import sources


class Made(msgspec.Struct, frozen=True):
    """The versions and cards of a simulation.  The same command gives the same games where `code` is the same."""

    facedown: str  # the version of the package
    rules: int  # the version of the game's rules
    code: str  # a hash of the rules' source
    cards: str  # the text of own cards; "" if the game's own were played
    cards_hash: str  # SHA-256 of the cards file that was played, hexadecimal; "" if the game has none
    date: str  # when it was made, in UTC: "2026-11-28 21:45"

    def __str__(self) -> str:
        cards = f", {'own ' if self.cards else ''}cards {self.cards_hash[:16]}" if self.cards_hash else ""
        return f"Facedown {self.facedown}, rules {self.rules} ({self.code}){cards}, {self.date} UTC"


def made_now(game: Contract) -> Made:
    text = game.cards_file()
    digest = hashlib.sha256(text.encode()).hexdigest() if text else ""
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M")
    return Made(version("facedown"), game.version, sources(), game.own_cards, digest, now)
