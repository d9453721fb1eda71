"""People whose pages take part in the deal."""

from __future__ import annotations

import os
from typing import Any

from facedown.core.deal import commitment_to
from tests.server.harness import Opened, Person


class Dealer:
    """A person whose page takes part in the deal."""

    def __init__(self, table: Opened, seat: int, name: str, person: Person) -> None:
        self.person, self.table, self.seat = person, table, seat
        assert person.sit(seat, name)["ok"]
        self.commit()

    def commit(self) -> None:
        self.number = os.urandom(32)
        said = commitment_to(self.table.code, self.number).hex()
        assert self.person.say("commit", commitment=said)["ok"]

    def told(self, kind: str) -> dict[str, Any]:
        """The last message of this kind; waits for the first."""
        self.person.wait(lambda: kind in self.person.kinds())
        return [message for message in self.person.told if message["is"] == kind][-1]

    def open(self) -> dict[str, Any]:
        return self.person.say("open", number=self.number.hex())
