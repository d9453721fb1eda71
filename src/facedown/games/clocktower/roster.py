"""The facts about every character there is: name, team, edition, place in the night.  They come from `facts/`."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "facts"
TEAMS = ("townsfolk", "outsider", "minion", "demon", "traveller", "fabled", "loric")


class Fact(NamedTuple):
    """One character.  `first` and `other` are places in the order of the first and the other nights, or None."""

    id: str
    name: str
    team: str
    edition: str
    first: float | None = None  # a home-made one may stand between two others
    other: float | None = None
    almanac: bool = False  # one of the 44 experimental characters of the rulebook


def _rank(text: str) -> int | None:
    return int(text) if text else None


def _read() -> dict[str, Fact]:
    with (FOLDER / "characters.csv").open(encoding="utf-8", newline="") as file:
        return {
            row["id"]: Fact(
                row["id"], row["name"], row["team"], row["edition"], _rank(row["first"]), _rank(row["other"]),
                bool(row["almanac"]),
            )
            for row in csv.DictReader(file)
        }  # fmt: skip


def _read_steps() -> dict[str, tuple[int | None, int | None]]:
    with (FOLDER / "steps.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: (_rank(row["first"]), _rank(row["other"])) for row in csv.DictReader(file)}


class Reminders(NamedTuple):
    """The tokens that can be put down beside players for a character, each as often as there are such tokens."""

    in_play: tuple[str, ...] = ()  # while it is in play
    on_script: tuple[str, ...] = ()  # whether or not it is
    means: Mapping[str, str] = {}  # what the rules call a marker, and what its token is called if that differs

    @property
    def all(self) -> tuple[str, ...]:
        return self.in_play + self.on_script

    @property
    def spent(self) -> str:
        """The token that says that what can be done once is done."""
        return next((word for word in self.all if word in SPENT), "used")


SPENT = (
    "no ability",
    "used",
    "guess used",
    "Minion guess used",
    "cannot nominate",
    "may not nominate",
    "once",
    "Whoops",
)


def _read_reminders() -> dict[tuple[str, str], Reminders]:
    """By id and version of the rules; "" where they do not differ."""
    with (FOLDER / "reminders.csv").open(encoding="utf-8", newline="") as file:
        return {
            (row["id"], row["version"]): _tokens(row["in_play"], row["on_script"]) for row in csv.DictReader(file)
        }


def _tokens(in_play: str, on_script: str) -> Reminders:
    """`has ability=keeps ability|poisoned`: two tokens; the rules' marker `keeps ability` is the first of them."""
    parts = [[one.partition("=") for one in text.split("|") if one] for text in (in_play, on_script)]
    means = {word: token for of_team in parts for token, _, words in of_team for word in words.split("+") if word}
    here, there = (tuple(token for token, _, _ in of_team) for of_team in parts)
    return Reminders(here, there, means)


class Night(NamedTuple):
    """What the storyteller says and does for a character, or a step; {0} is who has it."""

    once: bool  # in a game: then it is over
    first: str
    other: str


def _read_nights(file_name: str) -> dict[str, Night]:
    with (FOLDER / file_name).open(encoding="utf-8", newline="") as file:
        return {row["id"]: Night(row["once"] == "yes", row["first"], row["other"]) for row in csv.DictReader(file)}


def _read_texts() -> dict[str, str]:
    with (FOLDER / "texts.csv").open(encoding="utf-8", newline="") as file:
        return {row["id"]: row["text"] for row in csv.DictReader(file)}


class Jinx(NamedTuple):
    """A rule of two characters together: everybody is told where both are on the script."""

    a: str
    b: str
    rule: str
    version: str = ""  # of the rules, where it holds in one of them alone

    @property
    def one_only(self) -> bool:
        """Whether only one of the two may be dealt."""
        return self.rule == "Only one of the two is in play."


def _read_jinxes() -> tuple[Jinx, ...]:
    with (FOLDER / "jinxes.csv").open(encoding="utf-8", newline="") as file:
        return tuple(Jinx(row["a"], row["b"], row["rule"], row["version"]) for row in csv.DictReader(file))


JINXES = _read_jinxes()
FACTS: dict[str, Fact] = _read()
NO_TOKEN = Fact("", "nobody yet", "", "")  # before the tokens are dealt
STEP_RANKS = _read_steps()
NIGHTS: dict[str, Night] = _read_nights("nights.csv")  # of those that have something to do
_NIGHTS_OF_2022 = _read_nights("nights_2022.csv")  # of those that have something else to do by the rules of 2022
TEXTS: dict[str, str] = _read_texts()  # what those do that no class models
REMINDERS: dict[tuple[str, str], Reminders] = _read_reminders()  # of those that have any


def reminders_of(id: str, version: str) -> Reminders:
    """The tokens of a character, by this version of the rules."""
    return REMINDERS.get((id, version)) or REMINDERS.get((id, "")) or Reminders()


def night_of(id: str, version: str) -> Night | None:
    """What is done for a character at night, by this version of the rules; None: nothing."""
    return (_NIGHTS_OF_2022.get(id) if version == "2022" else None) or NIGHTS.get(id)
