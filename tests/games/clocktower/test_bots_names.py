"""What players are called changes nothing of what bots do: the same seeds play the same game, move for move."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec
import pytest

import facedown
from facedown.agents import catch_up, player
from facedown.core.table import Table
from facedown.games.clocktower.claims import understood
from facedown.games.clocktower.moves import Correction, act_of

GAME = facedown.game("clocktower")
SEATS = 8
NAMES = {
    "the default ones, one seat on": ("Mira", "Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Storyteller"),
    "one inside another": ("Bobby", "Bo", "Bob", "Annabel", "Ann", "Nn", "2nd", "The"),
    "other letters": ("Зоя", "Жан-Поль", "Łukasz", "Ümit", "Θάλεια", "文", "O'Neil", "Вера"),
}


def played(names: Sequence[str], seed: int, script: str) -> Table:
    """A whole game among bots, at a table."""
    table = GAME.new(names, seed, script=script)
    bots = [player(GAME, "sensible", f"{seed}/{seat}") for seat in range(len(names))]
    while table.asked:
        seat = table.asked[0]
        catch_up(bots[seat], table, seat)
        table.play(seat, bots[seat].choose(table.observation(seat), table.legal(seat)))
    return table


def moves(table: Table) -> list[tuple[int | None, Any, Any]]:
    """What was done, by seat and meaning."""
    done = []
    for line in table.history:
        act = act_of(GAME.read_move(line.text, table.names))
        words = "" if isinstance(act, Correction) else act.words
        said = understood(words, table.names) if words else None
        plain = msgspec.structs.replace(act, words="") if words else act
        done.append((line.seat, plain, said or words))
    return done


@lru_cache
def usual(seed: int, script: str) -> Table:
    return played(GAME.names_of(SEATS), seed, script)


@pytest.mark.parametrize("named", NAMES)
@pytest.mark.parametrize("script", ["tb", "snv"])
def test_bots_play_the_same_game_whatever_they_are_called(script: str, named: str) -> None:
    for seed in range(2):
        assert moves(played(NAMES[named], seed, script)) == moves(usual(seed, script))
