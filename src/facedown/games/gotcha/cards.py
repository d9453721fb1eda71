"""The cards: `cards.toml` read and checked, what each will do in a sentence, and their properties as tables.

A card is a name, a type, a number of copies and a list of building blocks.  The rules know only the blocks: a file
with other cards needs no code.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from facedown.core.errors import CardsError
from facedown.core.layout import Ints

TYPES = ("Rock", "Scissors", "Paper")  # each beats the next, and the last beats the first
NO_TYPE = 3
TIERS = ("starter", "advanced")
OUTCOMES = ("wins", "loses", "ties")
WINS, LOSES, TIES = range(3)
ACTS = ("", "replace", "cover", "swap")  # what a card does before its lane is fought, in the order of the steps
NOTHING, REPLACE, COVER, SWAP = range(4)
DIRECTIONS = {"inward": -1, "across": 0, "outward": 1}

MOST_KINDS = 56
MOST_COPIES = 4
MOST_CARDS = 57
MOST_COVERS = 2
FEWEST_CARDS = 20
TAKEN_WORDS = ("done", "first", "second", "throw rock", "throw scissors", "throw paper")


class Effect(msgspec.Struct, frozen=True):
    """One building block of a card, its parameters checked; those that its block does not have are empty."""

    does: str
    cards: int = 0
    when: tuple[str, ...] = ()
    who: str = ""
    against: tuple[str, ...] = ()
    direction: str = ""


class CardKind(msgspec.Struct, frozen=True):
    """A kind of card.  Its copies cannot be told apart."""

    name: str
    type: int  # its place in TYPES, or NO_TYPE
    tier: int  # its place in TIERS
    copies: int
    worth: int
    text: str
    source: str
    rule: str | None
    effects: tuple[Effect, ...]

    @property
    def type_name(self) -> str:
        return "" if self.type == NO_TYPE else TYPES[self.type]


# The parameters that each block takes, every one of them needed.
BLOCKS: dict[str, tuple[str, ...]] = {
    "claim": ("against",),
    "concede": (),
    "oblige": (),
    "draw": ("cards", "when"),
    "discard": ("who", "cards", "when"),
    "cut": (),
    "guard": (),
    "stay": (),
    "replace": (),
    "cover": (),
    "swap": ("direction",),
}
CHOICES: dict[str, tuple[str, ...]] = {
    "when": OUTCOMES,
    "who": ("owner", "opponent"),
    "against": (*TYPES, "bane", "any"),
    "direction": tuple(DIRECTIONS),
}
KEYS = ("name", "types", "copies", "tier", "worth", "text", "source", "rule", "effects")


def read_cards(text: str) -> tuple[CardKind, ...]:
    """The cards that a file describes, typed ones first, by type.  Raises CardsError with the line and the mend."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise CardsError(f"this is not TOML: {error}; look for a missing quote, comma or bracket", line) from None
    where = _Lines(text)
    for key in data:
        if key != "card":
            raise CardsError(f"unknown heading {key!r}; each card begins with [[card]]", where.key(None, key))
    entries = data.get("card")
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise CardsError("there is no card here; each card begins with a line [[card]]", 1)
    kinds: list[tuple[CardKind, int]] = []
    for number, entry in enumerate(entries):
        kinds += [(kind, where.card(number)) for kind in _Entry(entry, number, where).kinds()]
    _check_together(kinds)
    return tuple(kind for kind, _ in sorted(kinds, key=lambda pair: pair[0].type))


class _Lines:
    """Where in the file the cards and their keys stand, as far as a reader would say."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.starts = [n for n, line in enumerate(self.lines) if re.match(r"\s*\[\[\s*card\s*\]\]", line)]

    def card(self, number: int) -> int:
        return self.starts[number] + 1 if number < len(self.starts) else 1

    def key(self, number: int | None, key: str, part: str = "") -> int:
        """The line of a key of a card (None: before the cards), or of a word in its value."""
        begin = 0 if number is None else self.card(number) - 1
        after = [start for start in self.starts if start > begin]
        end = after[0] if after and number is not None else len(self.lines)
        for n in range(begin, end):
            if re.match(rf'\s*\[*\s*"?{re.escape(key)}\b', self.lines[n]):
                within = (m for m in range(n, end) if part and re.search(rf'"{re.escape(part)}"', self.lines[m]))
                return next(within, n) + 1
        return begin + 1


class _Entry:
    """One [[card]] being read; it becomes one kind for each of its types."""

    def __init__(self, entry: dict[str, Any], number: int, where: _Lines) -> None:
        self.entry, self.number, self.where = entry, number, where
        self.called = repr(entry["name"]) if isinstance(entry.get("name"), str) else f"card {number + 1}"

    def wrong(self, what: str, key: str = "", part: str = "") -> CardsError:
        line = self.where.key(self.number, key, part) if key else self.where.card(self.number)
        return CardsError(f"{self.called}: {what}", line)

    def kinds(self) -> list[CardKind]:
        for key in self.entry:
            if key not in KEYS:
                raise self.wrong(f"unknown key {key!r}; a card has: {', '.join(KEYS)}", key)
        name, text = self.words("name"), self.words("text")
        types = self.entry.get("types", [])
        if not isinstance(types, list) or any(given not in TYPES for given in types):
            raise self.wrong(f"types is a list of any of: {', '.join(TYPES)}", "types")
        if len(types) > 1 and "{type}" not in name:
            raise self.wrong("a card of several types needs {type} in its name", "name")
        if not types and "{type}" in name:
            raise self.wrong("{type} in the name, but no types; add types = [...]", "name")
        tier = self.one_of("tier", TIERS)
        source = self.one_of("source", ("rulebook", "house")) if "source" in self.entry else "house"
        rule = self.words("rule") if "rule" in self.entry else None
        copies = self.number_in("copies", self.entry.get("copies", 1), 1, MOST_COPIES)
        worth = self.number_in("worth", self.entry.get("worth", 1), -9, 9)
        effects = self.effects(bool(types))
        kinds = []
        for type_number in [TYPES.index(given) for given in types] or [NO_TYPE]:
            words = _type_words(type_number)
            full_name = self.filled(name, words, "name")
            if re.search(r"[,:#\[\]\n]", full_name) or _folded(full_name) in TAKEN_WORDS:
                raise self.wrong(f"a card cannot be called {full_name!r}; use letters, digits and spaces", "name")
            full_text = self.filled(text, words, "text")
            kinds.append(
                CardKind(full_name, type_number, TIERS.index(tier), copies, worth, full_text, source, rule, effects)
            )
        return kinds

    def words(self, key: str) -> str:
        value = self.entry.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(f'{key} is missing; write {key} = "..."', key if key in self.entry else "")
        return value.strip()

    def one_of(self, key: str, choices: tuple[str, ...]) -> str:
        value = self.entry.get(key)
        if value not in choices:
            said = f"{key} cannot be {value!r}" if key in self.entry else f"{key} is missing"
            raise self.wrong(f"{said}; it is one of: {', '.join(choices)}", key if key in self.entry else "")
        return str(value)

    def number_in(self, key: str, value: object, low: int, high: int, part: str = "") -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.wrong(f"{key} cannot be {value!r}; it is a whole number from {low} to {high}", key, part)
        return value

    def filled(self, text: str, words: dict[str, str], key: str) -> str:
        try:
            return text.format(**words)
        except (KeyError, ValueError, IndexError, AttributeError):
            raise self.wrong(
                "only {type}, {prey} and {bane} may stand in braces, on a card with a type", key
            ) from None

    def effects(self, typed: bool) -> tuple[Effect, ...]:
        blocks = self.entry.get("effects", [])
        if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
            raise self.wrong('effects is a list of blocks such as {does = "cut"}', "effects")
        effects = tuple(self.effect(block, typed) for block in blocks)
        acts = [effect.does for effect in effects if effect.does in ACTS]
        if len(acts) > 1:
            raise self.wrong(
                f"a card has at most one of: {', '.join(ACTS[1:])}; it has {', '.join(acts)}", "effects"
            )
        once = [effect.does for effect in effects if effect.does not in ("draw", "discard")]
        for does in once:
            if once.count(does) > 1:
                raise self.wrong(f"the block {does!r} stands there twice", "effects", does)
        return effects

    def effect(self, block: dict[str, Any], typed: bool) -> Effect:
        does = block.get("does")
        if not isinstance(does, str) or does not in BLOCKS:
            said = f"unknown effect {does!r}" if "does" in block else "a block without does"
            raise self.wrong(f"{said}; the blocks are: {', '.join(BLOCKS)}", "effects", str(does))
        for key in block:
            if key not in ("does", *BLOCKS[does]):
                takes = ", ".join(BLOCKS[does]) or "nothing"
                raise self.wrong(f"{does!r} takes no {key!r}; it takes {takes}", "effects", does)
        given: dict[str, Any] = {}
        for key in BLOCKS[does]:
            if key not in block:
                raise self.wrong(f"{does!r} needs {key!r}", "effects", does)
            given[key] = self.parameter(does, key, block[key])
        if "bane" in given.get("against", ()) and not typed:
            raise self.wrong("a card with no type has no bane; name the types it defeats", "effects", does)
        return Effect(does, **given)

    def parameter(self, does: str, key: str, value: object) -> object:
        if key == "cards":
            if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 9:
                raise self.wrong(f"{does!r}: cards is a whole number from 1 to 9, not {value!r}", "effects", does)
            return value
        choices = CHOICES[key]
        several = key in ("when", "against")
        values = value if isinstance(value, list) and several else [value]
        if not values or any(one not in choices for one in values):
            kind = "a list of any of" if several else "one of"
            raise self.wrong(
                f"{does!r}: {key} cannot be {value!r}; it is {kind}: {', '.join(choices)}", "effects", does
            )
        return tuple(values) if several else value


def _check_together(kinds: list[tuple[CardKind, int]]) -> None:
    """What must hold of all cards of a file together."""
    names: dict[str, int] = {}
    for kind, line in kinds:
        folded = _folded(kind.name)
        if folded in names:
            raise CardsError(
                f"{kind.name!r} is there twice, first in line {names[folded]}; give it another name", line
            )
        names[folded] = line
    last = kinds[-1][1]
    if len(kinds) > MOST_KINDS:
        raise CardsError(f"{len(kinds)} kinds of cards are too many; there is room for {MOST_KINDS}", last)
    cards = sum(kind.copies for kind, _ in kinds)
    if cards > MOST_CARDS:
        raise CardsError(f"{cards} cards are too many; there is room for {MOST_CARDS}: take copies away", last)
    starter = sum(kind.copies for kind, _ in kinds if kind.tier == 0)
    if starter < FEWEST_CARDS:
        raise CardsError(f"{starter} cards of the starter tier are too few; it takes {FEWEST_CARDS}", last)
    covers = sum(kind.copies for kind, _ in kinds if any(effect.does == "cover" for effect in kind.effects))
    if covers > MOST_COVERS:
        raise CardsError(f"{covers} cards that are covered are too many; there may be {MOST_COVERS}", last)


def _folded(name: str) -> str:
    return " ".join(name.replace("-", " ").lower().split())


def _type_words(type_number: int) -> dict[str, str]:
    if type_number == NO_TYPE:
        return {}
    prey, bane = TYPES[(type_number + 1) % 3], TYPES[(type_number + 2) % 3]
    return {"type": TYPES[type_number], "prey": prey, "bane": bane}


# -- what a card will do, in a sentence ---------------------------------------------------------------------------


def explain(card: CardKind) -> str:
    """What the card will do, from its blocks alone."""
    typed = card.type != NO_TYPE
    words = _type_words(card.type)
    parts = [
        f"beats {words['prey']} and loses to {words['bane']}"
        if typed
        else "has no type: loses to any card with one"
    ]
    parts += [_sentence(effect, words) for effect in card.effects]
    if card.worth != 1:
        parts.append(f"is worth {card.worth} in a victory pile")
    return f"{card.name} ({card.copies} in the {TIERS[card.tier]} tier): {'; '.join(parts)}."


def _sentence(effect: Effect, words: dict[str, str]) -> str:
    when = " or ".join(effect.when)
    cards = "a card" if effect.cards == 1 else f"{effect.cards} cards"
    if effect.does == "claim":
        names = [
            words["bane"] if name == "bane" else "any card" if name == "any" else name for name in effect.against
        ]
        return f"defeats {' and '.join(names)} by its text"
    if effect.does == "draw":
        return f"its owner draws {cards} if it {when}"
    if effect.does == "discard":
        who = "its owner" if effect.who == "owner" else "the opponent"
        return f"{who} discards {cards} if it {when}"
    if effect.does == "swap":
        there = {
            "inward": "its owner's card one lane nearer the deck",
            "outward": "its owner's card one lane farther out",
            "across": "the card facing it",
        }
        return f"trades places with {there[effect.direction]} before the fight"
    return {
        "concede": "loses what would be a tie",
        "oblige": "whoever takes it must put a card face-up next turn",
        "cut": "its owner trashes one other card on the field when it is turned up",
        "guard": "stops every cut while it lies face-up",
        "stay": "stays in its lane for one turn more",
        "replace": "leaves for the trash when its lane begins, and its owner plays a card from hand there",
        "cover": "the top card of the deck is played on it when its lane begins, and fights",
    }[effect.does]


# -- the properties that the rules ask, one number a kind ---------------------------------------------------------


class Tables(NamedTuple):
    """The properties of the cards, by kind: what the rules ask instead of a card's name."""

    TYPE: Ints  # 0 to 2, or NO_TYPE
    CLAIMS: Ints  # the types that it defeats by its text, as a set
    CONCEDES: Ints  # loses what would be a tie
    OBLIGES: Ints  # its taker must put a card face-up
    CUTS: Ints
    GUARDS: Ints
    STAYS: Ints
    ACT: Ints  # NOTHING, REPLACE, COVER, SWAP
    TOWARDS: Ints  # -1 inward, 0 across, 1 outward
    WORTH: Ints
    DRAWS_ON: Ints  # [kind, outcome] cards that its owner draws
    OWNER_DISCARDS: Ints  # [kind, outcome]
    OPPONENT_DISCARDS: Ints  # [kind, outcome]
    COPIES_IN: Ints  # [tier, kind] copies in the deck of that tier


def tables(cards: tuple[CardKind, ...]) -> Tables:
    """The cards' properties as arrays, all of the same shape for every file."""
    shapes = [(MOST_KINDS,)] * 10 + [(MOST_KINDS, len(OUTCOMES))] * 3 + [(len(TIERS), MOST_KINDS)]
    t = Tables._make(np.zeros(shape, np.int64) for shape in shapes)
    for kind, card in enumerate(cards):
        t.TYPE[kind], t.WORTH[kind] = card.type, card.worth
        t.COPIES_IN[card.tier :, kind] = card.copies
        for effect in card.effects:
            _enter(t, kind, card, effect)
    return t


def _enter(t: Tables, kind: int, card: CardKind, effect: Effect) -> None:
    switches = {"concede": t.CONCEDES, "oblige": t.OBLIGES, "cut": t.CUTS, "guard": t.GUARDS, "stay": t.STAYS}
    if effect.does in switches:
        switches[effect.does][kind] = 1
    if effect.does in ACTS:
        t.ACT[kind] = ACTS.index(effect.does)
    if effect.does == "swap":
        t.TOWARDS[kind] = DIRECTIONS[effect.direction]
    for name in effect.against:
        if name == "any":
            t.CLAIMS[kind] |= 0b1111
        else:
            t.CLAIMS[kind] |= 1 << ((card.type + 2) % 3 if name == "bane" else TYPES.index(name))
    for outcome in effect.when:
        table = t.DRAWS_ON if effect.does == "draw" else t.OWNER_DISCARDS
        if effect.who == "opponent":
            table = t.OPPONENT_DISCARDS
        table[kind, OUTCOMES.index(outcome)] += effect.cards


HOUSE = read_cards((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))

# The house deck's properties, by kind.
TYPE, CLAIMS, CONCEDES, OBLIGES, CUTS, GUARDS, STAYS, ACT, TOWARDS, WORTH, *_by_outcome = tables(HOUSE)
DRAWS_ON, OWNER_DISCARDS, OPPONENT_DISCARDS, COPIES_IN = _by_outcome
EFFECTS = DRAWS_ON + OWNER_DISCARDS + OPPONENT_DISCARDS  # [kind, outcome]: does the outcome bring anything more?
ACROSS = DIRECTIONS["across"]
INWARD = DIRECTIONS["inward"]
