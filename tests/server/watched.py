"""What some receivers are sent of a match, message by message."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

import facedown
from facedown.core.table import Table
from facedown.server.play import outbound
from facedown.server.play.match import Match
from facedown.server.play.outbound import Receiver, Visibility
from facedown.server.storage.rows import StoredGame
from tests.server.room_without_server import says

REST = "soldier, mayor, virgin, slayer, saint, chef, poisoner, scarletwoman, imp"


def town(tokens: str, *, covers: str = "asked", script: str = "", options: str = "") -> Match:
    """A game in which these tokens lie where they are said to lie."""
    names = ", ".join(part.split()[0] for part in tokens.split(", "))
    ids = ", ".join(dict.fromkeys(f"{script}, {REST}".strip(", ").split(", ")))
    text = f"game: clocktower\nseats: {names}, Mira\nscript: {ids}\ncovers: {covers}\n{options}tokens: {tokens}\n"
    table = facedown.read(text)
    match = Match(table.contract, StoredGame("0", table.names, None), table.options, 1)
    match.table, match.visibility = table, Visibility(table)
    return match


class Watched:
    """What some receivers are sent of a match, from the start on."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.sent: dict[Receiver, list[bytes]] = {who: [] for who in (None, *range(len(match.table.names)))}

    @property
    def table(self) -> Table:
        return self.match.table

    def play(self, seat: int, move: str) -> None:
        says(self.match, seat, move)
        now = outbound.turns(self.table)
        for who, things in self.match.noticed.items():
            told = [outbound.about(self.table, who, thing, now) for thing in things]
            self.sent[who] += [msgspec.json.encode(message) for message in told]

    def until_day(self, choices: Sequence[str] = (), *, day: int = 1) -> None:
        """Everybody who is asked takes the first of these that is legal, or the first that there is."""
        while self.table.view(None).day < day:
            seat = self.table.asked[0]
            legal = [move.text for move in self.table.legal(seat)]
            self.play(seat, next((choice for choice in choices if choice in legal), legal[0]))

    def looks(self, who: Receiver) -> list[bytes]:
        """What somebody finds who comes back now, having seen more or less before."""
        match = self.match
        now = match.version_of(who), match.frame_of(who), outbound.turn(self.table, who), match.log(who)
        missed = [match.missed(who, since) for since in range(-1, match.frame_of(who) + 1)]
        return [msgspec.json.encode(look) for look in (now, *missed)]

    def through_a_day(self) -> None:
        """Everybody is done, and nobody nominates."""
        while self.table.view(None).phase == "day":
            seat = self.table.asked[0]
            legal = [move.text for move in self.table.legal(seat)]
            self.play(seat, "done" if "done" in legal else legal[0])


def same_to(who: Receiver, one: Watched, other: Watched) -> None:
    assert one.sent[who] == other.sent[who]
    assert one.looks(who) == other.looks(who)


def differ(who: Receiver, one: Watched, other: Watched) -> None:
    """So that the test could fail."""
    assert one.sent[who] != other.sent[who]
