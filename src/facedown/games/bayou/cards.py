"""What a Character's card can say: the building blocks, and the file in which the cards are written."""

from __future__ import annotations

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from facedown.core.errors import CardsError
from facedown.core.layout import Ints

# What a card does [6].
NOTHING = 0
HIGH = 1
LOW = 2
SECOND_WINS = 3
SMALL_WINS = 4
NEW_TRUMP = 5
FROM_SWAMP = 6
NO_REFILL = 7
BACKWARDS = 8
NO_SCORE = 9

# Whose card a mark goes to.
SELF = 0
NEXT = 1
FEWEST = 2  # from here on somebody chooses
MOST = 3
ANYONE = 4

EFFECTS = {
    "nothing": (NOTHING, "nothing happens"),
    "high": (HIGH, "{on} is the high card of the trick; the mark before it becomes the second highest"),
    "low": (LOW, "{on} is the lowest card of the trick, and no mark on it counts"),
    "second wins": (SECOND_WINS, "the second highest card takes the trick"),
    "small wins": (SMALL_WINS, "small values beat great ones in this trick"),
    "new trump": (NEW_TRUMP, "its player must exchange a suit card from the hand for the trump card"),
    "play from swamp": (FROM_SWAMP, "it leaves the round, and its player plays a card from the Swamp instead"),
    "no refill": (NO_REFILL, "the Swamp is not refilled after this trick"),
    "pick backwards": (BACKWARDS, "after this trick players pick the other way round, the winner last"),
    "no score": (NO_SCORE, "the trick counts for nobody"),
}
ON = {
    "self": (SELF, "this card"),
    "next": (NEXT, "the card of the next player clockwise"),
    "fewest": (FEWEST, "the card of a player with the fewest tricks this round, whom its player names,"),
    "most": (MOST, "the card of a player with the most tricks this round, whom its player names,"),
    "anyone": (ANYONE, "the card of whomever its player names"),
}
NEEDS_ON = ("high", "low")

FLOCK = 7  # one Character is there seven times, ...
SINGLES = 9  # ... nine once each


class Character(msgspec.Struct, frozen=True):
    """One kind of Character as its file describes it."""

    name: str
    copies: int
    effect: str
    text: str
    on: str = ""
    source: str = "house"
    rule: str | None = None


def read_cards(text: str) -> tuple[Character, ...]:
    """The Characters of a cards file, the one with seven copies first.  Raises CardsError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        raise CardsError(f"this is no TOML: {error}", int(at[1]) if at else 1) from error
    for key in data:
        if key != "character":
            raise CardsError(f"there is no [[{key}]] here; every card begins with [[character]]", _line(text, key))
    blocks = data.get("character", [])
    if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
        raise CardsError("a card begins with [[character]], in two pairs of brackets", _line(text, "character"))
    places = [number for number, line in enumerate(text.splitlines(), 1) if _HEADER.match(line)]
    places += [1] * (len(blocks) - len(places))  # cards written in one line have no header of their own
    cards = [_character(block, _Lines(text, place)) for block, place in zip(blocks, places, strict=False)]
    _check_set(cards, places)
    return tuple(sorted(cards, key=lambda card: -card.copies))


def explain(card: Character) -> str:
    """What a Character will do, in one sentence, from its building blocks."""
    does = EFFECTS[card.effect][1].format(on=ON[card.on][1] if card.on else "")
    return f"When {card.name} is played, {does}."


def effect_tables(cards: tuple[Character, ...], numbers: tuple[int, ...]) -> tuple[Ints, Ints]:
    """The effect and the target of each card number, for the rules."""
    effects, targets = np.zeros(128, np.int8), np.zeros(128, np.int8)
    for card, number in zip(cards, numbers, strict=True):
        effects[number] = EFFECTS[card.effect][0]
        targets[number] = ON[card.on][0] if card.on else SELF
    return effects, targets


_HEADER = re.compile(r"\s*\[\[\s*character\s*\]\]")


class _Lines:
    """Where the lines of one card are."""

    def __init__(self, text: str, header: int) -> None:
        self.lines, self.header = text.splitlines(), header

    def of(self, key: str) -> int:
        for number in range(self.header, len(self.lines)):
            line = self.lines[number]
            if _HEADER.match(line):
                break
            if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
                return number + 1
        return self.header


def _line(text: str, key: str) -> int:
    for number, line in enumerate(text.splitlines(), 1):
        if re.match(rf"\s*\[*\s*{re.escape(key)}\b", line):
            return number
    return 1


def _character(block: dict[str, Any], lines: _Lines) -> Character:
    _check_keys(block, lines)
    name, effect, on = block["name"], block["effect"], block.get("on", "")
    if not name.strip() or len(name) > 24 or not re.fullmatch(r"[^\W\d_](?:[^\W\d_]|[' -])*", name):
        raise CardsError(f"a card cannot be named {name!r}; use at most 24 letters and spaces", lines.of("name"))
    if effect not in EFFECTS:
        raise CardsError(f"{name}: there is no effect {effect!r}; {_mend(effect, EFFECTS)}", lines.of("effect"))
    if effect in NEEDS_ON and on not in ON:
        words = (
            f"there is no `on = {on!r}`" if on else f"`effect = {effect!r}` needs to know whose card: `on = ...`"
        )
        raise CardsError(f"{name}: {words}; {_mend(on, ON)}", lines.of("on") if on else lines.of("effect"))
    if on and effect not in NEEDS_ON:
        raise CardsError(f"{name}: `effect = {effect!r}` takes no `on`; delete this line", lines.of("on"))
    if block["copies"] not in (1, FLOCK):
        raise CardsError(f"{name}: copies is {block['copies']}; it must be 1 or {FLOCK}", lines.of("copies"))
    if block.get("source", "house") not in ("rulebook", "house"):
        raise CardsError(f'{name}: source must be "rulebook" or "house"', lines.of("source"))
    if not block["text"].strip():
        raise CardsError(f"{name}: text is empty; say in a sentence what the card does", lines.of("text"))
    return Character(**block)


def _check_keys(block: dict[str, Any], lines: _Lines) -> None:
    kinds = {"name": str, "copies": int, "effect": str, "on": str, "text": str, "source": str, "rule": str}
    for key, value in block.items():
        if key not in kinds:
            raise CardsError(f"a card has no {key!r}; {_mend(key, kinds)}", lines.of(key))
        if not isinstance(value, kinds[key]) or isinstance(value, bool):
            wanted = "a whole number" if kinds[key] is int else "text in quotation marks"
            raise CardsError(f"{key} must be {wanted}, not {value!r}", lines.of(key))
    for key in ("name", "copies", "effect", "text"):
        if key not in block:
            raise CardsError(f"this card has no {key}; add a line `{key} = ...`", lines.header)


def _check_set(cards: list[Character], places: list[int]) -> None:
    seen: set[str] = set()
    for card, place in zip(cards, places, strict=False):
        if card.name.lower() in seen:
            raise CardsError(f"there are two cards named {card.name}; rename one", place)
        seen.add(card.name.lower())
    flocks, singles = (sum(card.copies == copies for card in cards) for copies in (FLOCK, 1))
    if (flocks, singles) != (1, SINGLES):
        raise CardsError(
            f"there are {flocks} Characters with {FLOCK} copies and {singles} with one; "
            f"the game takes 1 with {FLOCK} and {SINGLES} with one",
            places[-1] if places else 1,
        )


def _mend(word: object, known: dict[str, Any]) -> str:
    near = difflib.get_close_matches(str(word), known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"choose one of: {', '.join(known)}"


HOUSE = read_cards((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))
