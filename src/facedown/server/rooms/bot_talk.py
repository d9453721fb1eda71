"""What bots say: now and then a phrase about something that they have just done and everybody saw."""

from __future__ import annotations

import secrets
import time
from functools import partial

from facedown.core.personae import Persona, read_personae
from facedown.server.rooms.change import Driven
from facedown.server.storage.rows import SeatState

DELAYS = {"human": (0.9, 2.2), "fast": (0.1, 0.3)}  # seconds before a phrase; instant bots say nothing
OFTEN = 0.4  # the share of the things bots could speak about that they do
SILENCE = {"human": 9.0, "fast": 3.0}  # the least number of seconds between two phrases at a table

_dice = secrets.SystemRandom()


class BotTalk:
    """What the bots of one room say.  It depends on nothing but what spectators are told."""

    def __init__(self, room: Driven) -> None:
        self._room = room
        self._quiet_until = 0.0
        self._said: set[str] = set()

    def heard(self, since: int) -> None:
        """Let a bot say something about what has happened since this frame, perhaps.  The lock is held."""
        room = self._room
        if room.pace not in DELAYS:
            return
        match = room.match_in_play
        if match is None or time.monotonic() < self._quiet_until:
            return
        for frame in range(since + 1, len(match.table.frames)):
            event = match.table.told_at(frame, None)
            if event is None or event.seat is None or (persona := self._persona(event.seat)) is None:
                continue
            phrases = persona.says.get(event.kind)
            if phrases and _dice.random() < OFTEN:
                self._quiet_until = time.monotonic() + SILENCE[room.pace]
                if new := [phrase for phrase in phrases if phrase not in self._said]:
                    self._said.add(text := _dice.choice(new))
                    room.later(_dice.uniform(*DELAYS[room.pace]), partial(self._say, event.seat, text))
                else:  # rather silent than the same once more; the next time it may be said again
                    self._said.difference_update(phrases)
                return

    def _persona(self, seat: int) -> Persona | None:
        """The persona of the bot in this seat; None if it has none, or stands in for a person."""
        state = self._room.seating[seat] if seat < len(self._room.seating) else SeatState()
        if state.bot is None or state.held:
            return None
        personae = read_personae(self._room.game.folder)
        return next((persona for persona in personae if persona.name == state.name), None)

    async def _say(self, seat: int, text: str) -> None:
        room = self._room
        async with room.lock:
            match = room.match_in_play
            if match is None or match.table.now(match.game.quiet) or self._persona(seat) is None:
                return
            await room.is_committed(room.said(seat, text))
            room.publish()
