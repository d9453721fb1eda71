"""Fights for tests: two players, the bots before them dressed up as the test wants them, frozen and counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec

from facedown.core import record
from facedown.core.flat import FlatContract, FlatGame
from facedown.core.table import Table
from facedown.games.bots_battleground import GAME, arrays, bots, cards, notation, rules, words
from facedown.games.bots_battleground.cards import Ability, Condition
from facedown.games.bots_battleground.notation import card_names
from facedown.games.bots_battleground.view import Bot, View

# Bots that are dressed up, as attackers and as defenders; none of them is in another's hand.
ANNS = ("Buzzsaw", "Can Opener", "Clockwork", "Tin Soldier")
BOS = ("Bulwark", "Kettle", "Toaster", "Loner")
CYS = ("Steamroller", "Static", "Crane", "Seesaw")
# The same game with bots of its own, to be dressed up.
PLAIN = FlatGame(
    FlatContract(
        id=GAME.id,
        title=GAME.title,
        summary=GAME.summary,
        minutes=GAME.contract.minutes,
        seats=GAME.seats,
        rules=rules,
        words=words,
        notation=notation,
        bots=bots,
        cards=cards,
        arrays=arrays,
        high_wins=True,
    )
)
CARDS = PLAIN.contract.plain_cards
NAMES = card_names(cards.HOUSE)
TABLES = ("attack", "defense", "does", "by", "on", "value", "counts", "when", "condition", "level")


class Dress:
    """Gives bots other values, abilities and conditions; rules that run interpreted go by them."""

    def __init__(self) -> None:
        for name in (*ANNS, *BOS, *CYS):
            self(name, 10, 10)

    def __call__(
        self,
        name: str,
        attack: int,
        defense: int,
        ability: Ability | None = None,
        condition: Condition | None = None,
    ) -> None:
        kind = NAMES.index(name)
        told = ability or Ability("add", 0)
        row = {
            "attack": attack,
            "defense": defense,
            "does": cards.ABILITIES[told.does].number if ability else cards.NO_ABILITY,
            "by": told.n,
            "on": cards.TARGETS[told.on][0],
            "value": cards.VALUES[told.value][0],
            "counts": cards.COUNTED[told.of][0],
            "when": cards.TIMES[told.when][0],
            "condition": cards.CONDITIONS[condition.does].number if condition else cards.NO_CONDITION,
            "level": condition.n if condition else 0,
        }
        for table, value in row.items():
            getattr(CARDS, table)[kind] = value
        card = msgspec.structs.replace(CARDS.kinds[kind], ability=ability, condition=condition)
        CARDS.kinds = (*CARDS.kinds[:kind], card, *CARDS.kinds[kind + 1 :])


@contextmanager
def dressed() -> Iterator[Dress]:
    """All bots named above are plain tens until they are told otherwise; in the end all is as it was."""
    before = {table: getattr(CARDS, table).copy() for table in TABLES}
    try:
        yield Dress()
    finally:
        for table, column in before.items():
            getattr(CARDS, table)[:] = column
        CARDS.kinds = cards.HOUSE


def fight(
    anns: Sequence[str] = ANNS[:1],
    bos: Sequence[str] = BOS[:1],
    *lines: str,
    roll: str = "normal",
    dice: int = 1,
    before: Sequence[str] = (),
) -> Table:
    """Ann attacks Bo, each puts their bots down from right to left, and the dice blink blue; then come `lines`."""
    text = [
        *before,
        f"roll: {roll}",
        "spell: 40",
        f"Ann: Clap, Attack Bo, {anns[0]}",
        "clock: 6",
    ]
    ticks = 0
    for place in range(max(len(anns), len(bos))):
        text += [f"Ann: {bot}" for bot in anns[place : place + 1] if place]
        text += [f"Bo: {bot}" for bot in bos[place : place + 1]]
        text += ["clock: 1"] if not (place and len(anns) > place and len(bos) > place) else []
        ticks += 1
    return read([*text, f"clock: {48 - ticks}", *lines], dice=dice)


def read(lines: Sequence[str], *, dice: int = 1) -> Table:
    """What these lines of a record make of a match of the three, whose hands are known."""
    header = [
        "game: bots-battleground",
        "seats: Ann, Bo, Cy",
        f"dice: {dice}",
        "first: Ann",
        f"Ann holds: {', '.join(ANNS)}",
        f"Bo holds: {', '.join(BOS)}",
        f"Cy holds: {', '.join(CYS)}",
    ]
    return read_whole([*header, *lines])


def read_whole(lines: Sequence[str]) -> Table:
    """The table of a whole record, as nobody has compiled it."""
    return record.read("\n".join(lines), lambda name: PLAIN)


def told(table: Table) -> str:
    return " ".join(event.text for event in table.log(None))


def when(table: Table, kind: str) -> list[View]:
    """What a spectator saw whenever something of this kind had happened."""
    views = [table.at(frame).view(None) for frame in range(len(table.frames))]
    return [view for view in views if view.event and view.event.kind == kind]


def bot(view: View, seat: int, place: int = 0) -> Bot:
    return next(bot for bot in view.tables[seat] if bot.place == place)


def values(view: View, seat: int, place: int = 0) -> tuple[int, int]:
    """Attack and Defense by now."""
    lying = bot(view, seat, place)
    return lying.attack, lying.defense


def tokens(table: Table) -> list[int]:
    return list(table.standing.scores)
