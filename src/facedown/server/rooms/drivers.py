"""What drives the game of one room, handed in when the room is made."""

from __future__ import annotations

from typing import NamedTuple

from facedown.server.admission.limits import Limits
from facedown.server.bots.playing import Bots
from facedown.server.bots.talk import BotTalk
from facedown.server.bots.thinking import Budget, Thinking
from facedown.server.rooms.away import AwayPlayers
from facedown.server.rooms.clock import Timekeeper
from facedown.server.rooms.driven import Driven
from facedown.server.rooms.hosting import Hosting


class Drivers(NamedTuple):
    """The clock and the bots of one room, what is done for people who are away, and who is host."""

    timekeeper: Timekeeper
    bots: Bots
    bot_talk: BotTalk
    away: AwayPlayers
    hosting: Hosting


def drivers(room: Driven, thinking: Thinking, limits: Limits) -> Drivers:
    """Those of this room; `thinking` is shared with this server's other tables."""
    bots = Bots(room, thinking, Budget(limits))
    return Drivers(
        Timekeeper(room, then=bots.wake), bots, BotTalk(room), AwayPlayers(room, then=bots.wake), Hosting(room)
    )
