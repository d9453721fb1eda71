"""What the laws of Clocktower are tried on, and those that are tried in more than one place."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from typing import Any, TypeAlias

import msgspec

import facedown
from facedown.core.table import Table
from facedown.games.clocktower import scripts
from facedown.games.clocktower.roster import FACTS
from tests.how_much import some
from tests.laws.channels import LeakError

GAME = facedown.game("clocktower")
EVERYTHING = ",".join(
    id for id in scripts.all_modelled() if FACTS[id].team in ("townsfolk", "outsider", "minion", "demon")
)
Town: TypeAlias = tuple[int, dict[str, Any]]  # its seats and options
TOWNS: dict[str, Town] = {
    "the smallest": (6, {"script": "tb"}),
    "seven": (8, {"script": "tb"}),
    "ten with two Travellers": (13, {"script": "tb", "travellers": 2}),
    "Bad Moon Rising with five Travellers": (13, {"script": "bmr", "travellers": 5}),
    "Sects and Violets with five Travellers": (14, {"script": "snv", "travellers": 5}),
    "a script of everything": (10, {"script": EVERYTHING}),
    "everything, played as today": (13, {"script": EVERYTHING, "rules_version": "current"}),
}
SOME = some(("seven", "Bad Moon Rising with five Travellers", "everything, played as today"), list(TOWNS))
POSITIONS = 60  # of each town, for the law of hidden things


def played(town: Town, seed: int, luck: random.Random, floor: float = 0.75) -> Iterator[Table]:
    """One random game: the same table whenever somebody is asked, and at its end."""
    seats, options = town
    table = GAME.new(seats, seed, **options)
    while table.asked:
        yield table
        seat = luck.choice(table.asked)
        legal = table.legal(seat)
        done = legal[0].text == "done" and luck.random() < floor
        table.play(seat, legal[0] if done else luck.choice(legal))
    yield table


def receivers(table: Table) -> list[int | None]:
    return [None, *range(len(table.names) - 1)]  # all but the storyteller, from whom nothing is hidden


def check_hidden(town: Town, name: str) -> None:
    """Nothing that reaches a seat depends on what is hidden from it; `name` makes the luck."""
    luck, tried, changed, seed = random.Random(name), 0, 0, 0
    while tried < POSITIONS:
        seed += 1
        for table in played(town, seed, luck):
            if table.over or luck.random() > 0.1:
                continue
            seat = luck.choice(receivers(table))
            twin = table.determinized(seat, luck.getrandbits(64))
            tried += 1
            changed += pickle.dumps(tokens(twin)) != pickle.dumps(tokens(table))
            compare(table, twin, seat)
    assert changed > tried // 2, "a twin must differ in what is hidden, or this proves nothing"


def tokens(table: Table) -> list[tuple[str, str]]:
    state = table.position().picture.state
    return [(player.character.id, player.alignment) for player in state.players]


def compare(table: Table, twin: Table, seat: int | None) -> None:
    """Raises LeakError where something that `seat` receives differs between the two."""
    for name, here, there in zip(CHANNELS, received(table, seat), received(twin, seat), strict=True):
        if here != there:
            raise LeakError(f"seat {seat} can tell by its {name}: {here!r} or {there!r}")


CHANNELS = ("view", "observation", "asked", "prompt", "legal moves", "free moves", "standing", "event")


def received(table: Table, seat: int | None) -> list[bytes]:
    position = table.position()
    view = table.view(seat)
    return [
        msgspec.json.encode(value)
        for value in (
            view,
            table.observation(seat),
            GAME.contract.known(position, len(table.names))[seat].asked,
            table.prompt(seat),
            table.legal(seat) if seat is not None else (),
            GAME.contract.known(position, len(table.names))[seat].free,
            table.standing,
            GAME.contract.words.tell(view, table.names),
        )
    ]


def check_rebuilt(town: Town) -> None:
    """A game that is read from its record is equal."""
    *_, table = played(town, 5, random.Random(1))
    back = facedown.read(table.record())
    assert [(done.seat, done.text) for done in back.history] == [(done.seat, done.text) for done in table.history]
    for seat in [None, *range(len(table.names))]:
        assert msgspec.json.encode(back.view(seat)) == msgspec.json.encode(table.view(seat))
    assert back.log(None) == table.log(None)
