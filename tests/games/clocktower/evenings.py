"""Whole evenings among bots at a table, written down as players hear them.

`python -m tests.games.clocktower.evenings --seed 3 --players 9` shows one; the tests write some to `transcripts/`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import typer

import facedown
from facedown.agents import player
from facedown.core.table import Table
from facedown.games.clocktower import bots

GAME = facedown.game("clocktower")
QUESTIONS = ("self", "learned", "suspect", "vote", "why")
FOLDER = Path(__file__).parents[3] / "transcripts"  # which git ignores


class Turn(NamedTuple):
    """One move, before it is made."""

    table: Table
    seat: int
    text: str


def evening(script: str, players: int, seed: int, table: Table | None = None) -> Iterator[Turn]:
    """A game among bots, move by move; each day one of them asks another something in private, and one aloud."""
    table = table or GAME.new(players + 1, seed, script=script, covers="not asked")
    luck, asked_on = Random(f"evening {seed}"), 0
    crowd = [player(GAME, "sensible", f"{seed}/{seat}") for seat in range(players + 1)]
    while table.asked:
        if table.timing.continuous and table.observation(None).day > asked_on:
            asked_on = table.observation(None).day
            for text, by in (_asks(table, luck), _asks_aloud(table, luck)):
                yield Turn(table, by, text)
                table.play(by, text)
        seat, text = _next(table, luck, crowd)
        yield Turn(table, seat, text)
        table.play(seat, text)


def _asks(table: Table, luck: Random) -> tuple[str, int]:
    """Somebody in the town asks somebody else."""
    there = [place.seat for place in table.observation(None).circle if place.here]
    by, to = luck.sample(there, 2)
    return f"whisper {table.names[to]} = ask {luck.choice(QUESTIONS)}", by


def _asks_aloud(table: Table, luck: Random) -> tuple[str, int]:
    """The same in the room."""
    there = [place.seat for place in table.observation(None).circle if place.here]
    by, to = luck.sample(there, 2)
    return f"say = to {table.names[to]} = ask {luck.choice(QUESTIONS)}", by


def _next(table: Table, luck: Random, crowd: list[facedown.agents.Agent]) -> tuple[int, str]:
    """Somebody acts who is asked, or who has been spoken to: whoever is accused speaks first."""
    spoken_to = [seat for seat in range(len(table.names)) if table.now(table.contract.spoken_to, seat, table.names)]
    seat = luck.choice(spoken_to if table.timing.early and spoken_to else [*table.asked, *spoken_to])
    if seat in spoken_to:
        move = bots.REPLIES["sensible"](table.observation(seat), luck)
        assert move is not None, "there is something to answer"
        return seat, move.text
    return seat, crowd[seat].choose(table.observation(seat), table.legal(seat)).text


def heard(table: Table) -> list[str]:
    """What is heard in the whole town, by whomever, with the tokens first."""
    players = table.position().picture.state.players
    tokens = [f"{table.names[player.seat]} {player.character.name}" for player in players]
    lines = [f"At the end: {', '.join(tokens)}.", ""]
    for frame in range(1, len(table.frames)):
        event = table.told_at(frame, None)
        if event is None:  # a whisper, perhaps
            event = next((one for seat in range(len(table.names) - 1) if (one := table.told_at(frame, seat))), None)
            if event is None or event.kind != "whisper":
                continue
        lines.append(event.text)
    return lines


def main(seed: int = 0, players: int = 9, script: str = "Trouble Brewing") -> None:
    *_, last = evening(script, players, seed)
    typer.echo("\n".join(heard(last.table)))


if __name__ == "__main__":
    typer.run(main)
