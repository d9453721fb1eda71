"""Tables of people, cards and characters whose names mean something else."""

from __future__ import annotations

import json
import random

import facedown
from facedown.core.errors import BadOption
from facedown.core.game import Game
from facedown.core.seat_names import checked_names
from facedown.core.table import Table

# Like answers, numbers, verbs of the notation, each other, lines of a record, or with what means something there.
NAMES = (
    "Evil", "67", "4th", "Yes man", "no one", "Death", "Chef", "Imp", "the Imp", "Sam", "Red 3", "red 3",
    "mark Ann", "Ann", "Ann and Bo", "Bo and Cy", "Bo", "use Dancer on Bo", 'O"Hara', 'Al "Doc" Bo', 'x"',
    "move 3", "move 3 on", "Deal", "deal", "clock", "Seed", "note", "script", "told", "chance", "Swap Rock",
    "first Ann", 'a\\', 'x\\" y', 'say "hi"', "for Bo", "kill Bo", "legal", "rules", "cards", "seats",
    "Bo Chef", "O'Neil", "give Bo 5", "Bo 5", "Cut Ann 2", "Throw rock", "go on then", "Slayer on Bo",
    "Slayer", "good", "hand up now", "Borrowed", "winners", "Pick up", "ID Bo as Bookie", "Wait a bit",
    "Attack Bo", "Sweet Rock", "Ünal", "may not", "sees", "Bo holds", "turns evil", "Bo becomes Chef", "{x}",
    "a' b", "x && y", "asked", "version", "title", "Spectator", "nominate Bo",
)  # fmt: skip
OWN = (
    "Evil", "67", "Sam", "Death", "Good", "yes", "Ann", "Ann and Bo", "nobody at all", "Chef on Bo", "the Ann",
    'Ba"d', "A # b", "one; two", "kill Ann", "claim", "move 3", "Twice", "10",
)  # fmt: skip
CARDS = (
    "Done", "Wait", "First", "Call", "Mark Ann", "Cut Ann", "Ann", "Move 3", "Deal", "Bo", "Use Ann on Bo",
    "Look", "Accept", "Borrowed Rock", "Throw rock", "Ann and Bo", "Pass", "Ready",
)  # fmt: skip


def seated(game: Game, luck: random.Random, **options: object) -> Table | None:
    """A table of people with odd names; None if the game has no such table."""
    names = luck.sample(NAMES, luck.choice(game.seats[:6]))
    for at, name in enumerate(names):
        usual = game.contract.names_of(len(names))
        try:
            checked_names(game.contract, [*usual[:at], name, *usual[at + 1 :]])
        except BadOption:
            names[at] = f"Bo {at}"
    try:
        return game.new(names, luck.getrandbits(40), **options)
    except BadOption:
        return None


def plays(table: Table, luck: random.Random) -> None:
    for _ in range(luck.choice((0, 4, 20, 40))):
        if table.over:
            return
        seat = luck.choice(table.asked)
        table.play(seat, luck.choice(table.legal(seat)))


def scripted(luck: random.Random) -> Table | None:
    """A table of Clocktower with home-made characters of odd names."""
    teams = luck.choices(("townsfolk", "outsider"), (3, 1), k=4)
    own = [
        {"id": f"own{n}", "name": name, "team": team, "ability": "You may be odd. # ; " + "Nothing happens. " * 25}
        for n, (name, team) in enumerate(zip(luck.sample(OWN, 4), teams, strict=True))
    ]
    others = ("chef", "saint", "slayer", "monk", "poisoner", "imp")
    script = json.dumps([{"id": "_meta", "name": 'Odd "ones"'}, *own, *others])
    try:
        return seated(facedown.game("clocktower"), luck, script=script)
    except facedown.FacedownError:
        return None
