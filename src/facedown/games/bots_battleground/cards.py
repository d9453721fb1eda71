"""The bots: `cards.toml` read and checked, what each will do in a sentence, and their properties as tables.

A bot begins with [[bot]] and has

    name = "Buzzsaw"        letters and spaces
    attack = 11             0 to 20, and the same for defense
    copies = 2              in the deck; 1 if it is left out
    ability = {...}         green: used once, when the dice blink blue (ABILITIES)
    condition = {...}       yellow: holds as long as the bot lies on the table (CONDITIONS)
    text = "..."            what the card says; left out, it is made from the blocks

The rules know the blocks alone: a file with other bots needs no code.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from facedown.core.errors import CardsError
from facedown.core.layout import Ints
from facedown.core.spelling import did_you_mean, fold

MOST_KINDS = 40
MOST_CARDS = 60
FEWEST_CARDS = 36
MOST_COPIES = 6
MOST_VALUE = 20

# What an ability does.
NO_ABILITY, ADD, SHIFT, SWAP, COPY, MUTE, HALVE, SET, REINFORCE, PER = range(10)


class Block(NamedTuple):
    """A building block: its number, the parameters that it needs, its sentence, and the rule about it."""

    number: int
    takes: tuple[str, ...]
    sentence: str
    rule: str = "9.1"


ABILITIES = {
    "add": Block(ADD, ("n", "value", "on"), "{target} gets {signed} {value}"),
    "shift": Block(SHIFT, ("n", "value", "on"), "{target} gets {n} {value} more, or as many less"),
    "swap": Block(SWAP, ("on",), "{target} swaps its Attack and Defense"),
    "copy": Block(COPY, ("value", "on"), "it takes over the {value} of {target}"),
    "mute": Block(MUTE, ("on",), "{target} does not use its ability", "9.6"),
    "halve": Block(HALVE, ("value", "on"), "{target} has its {value} halved, rounded up"),
    "set": Block(SET, ("n", "value", "on"), "{target} has {n} {value}"),
    "reinforce": Block(REINFORCE, ("value",), "the deck's top card is shown and its {value} added", "9.9"),
    "per": Block(PER, ("n", "value", "of"), "it gets {signed} {value} for each {of}"),
}

# Whom it is about.
SELF, OWN, RIVAL, ANY, EACH_OWN, EACH_RIVAL = range(6)
TARGETS = {
    "self": (SELF, "this bot"),
    "own": (OWN, "a bot on your side"),
    "rival": (RIVAL, "a rival's bot"),
    "any": (ANY, "any bot on the table"),
    "each own": (EACH_OWN, "each bot on your side"),
    "each rival": (EACH_RIVAL, "each rival's bot"),
}
# Which of the two values.
ON_ATTACK, ON_DEFENSE, ON_BOTH = 1, 2, 3
VALUES = {
    "attack": (ON_ATTACK, "Attack"),
    "defense": (ON_DEFENSE, "Defense"),
    "both": (ON_BOTH, "Attack and Defense"),
}
# What is counted.
TOKENS, RIVAL_TOKENS, BOTS, LOANS = range(4)
COUNTED = {
    "token": (TOKENS, "token of yours"),
    "rival token": (RIVAL_TOKENS, "token of your rivals'"),
    "bot": (BOTS, "bot on the table"),
    "loan": (LOANS, "card that you borrowed in this round"),
}
# When it is used at all.
ALWAYS, ATTACKING, DEFENDING, BEHIND, AHEAD, BORROWED, BESIDE, ALONE, UPSIDE_DOWN = range(9)
TIMES = {
    "": (ALWAYS, ""),
    "attacking": (ATTACKING, "while you attack"),
    "defending": (DEFENDING, "while you defend"),
    "behind": (BEHIND, "if a rival has more tokens than you"),
    "ahead": (AHEAD, "if no rival has as many tokens as you"),
    "borrowed": (BORROWED, "if you borrowed this bot"),
    "beside": (BESIDE, "if another bot lies on your side"),
    "alone": (ALONE, "if no other bot lies on your side"),
    "lower": (UPSIDE_DOWN, "if the lower sum wins"),
}

# What a condition does.
(NO_CONDITION, STEADFAST, SIDEKICK, SOLITARY, JAMMER, CAP, ANCHORED, TIES, INSURED, STAKES, EMBARGO,
 AURA) = range(12)  # fmt: skip
CONDITIONS = {
    "steadfast": Block(STEADFAST, (), "no ability changes its values", "10.4"),
    "sidekick": Block(SIDEKICK, (), "it does not count towards the bots that you may have down", "10.5"),
    "solitary": Block(SOLITARY, ("n",), "with another bot on your side it counts {n} less", "10.6"),
    "jammer": Block(JAMMER, (), "rivals' bots do not use their abilities", "10.7"),
    "cap": Block(CAP, ("n",), "each rival's bot counts {n} at most", "10.12"),
    "anchored": Block(ANCHORED, (), "once it is down it cannot be picked up in this round", "10.8"),
    "ties": Block(TIES, (), "equal sums are a win for you", "10.13"),
    "insured": Block(INSURED, (), "you discard nothing if you lose", "10.9"),
    "stakes": Block(STAKES, ("n",), "you collect {n} more if you win, and discard {n} more if you lose", "10.10"),
    "embargo": Block(EMBARGO, (), "nobody can lend to your rivals", "10.11"),
    "aura": Block(AURA, ("n",), "each other bot on your side counts {n} more", "10.14"),
}

CHOICES: dict[str, tuple[str, ...]] = {
    "on": tuple(TARGETS),
    "value": tuple(VALUES),
    "of": tuple(COUNTED),
    "when": tuple(word for word in TIMES if word),
}
KEYS = ("name", "attack", "defense", "copies", "ability", "condition", "text", "source", "rule")
# Words that a record or a move needs for something else.
TAKEN = ("clap", "wait", "decline", "hand over", "refuse", "nobody", "nothing")
TAKEN_STARTS = ("attack ", "pick up ", "ask ", "offer ", "lend ", "force ", "choose ")


class Ability(msgspec.Struct, frozen=True):
    """A green text as its block and parameters; those that the block does not take are empty."""

    does: str
    n: int = 0
    value: str = "both"
    on: str = "self"
    of: str = "token"
    when: str = ""


class Condition(msgspec.Struct, frozen=True):
    """A yellow text."""

    does: str
    n: int = 0


class BotCard(msgspec.Struct, frozen=True):
    """A kind of bot.  Its copies cannot be told apart."""

    name: str
    attack: int
    defense: int
    copies: int = 1
    ability: Ability | None = None
    condition: Condition | None = None
    text: str = ""
    source: str = "house"
    rule: str | None = None


# -- reading a file ------------------------------------------------------------------------------------------------


def read_cards(text: str) -> tuple[BotCard, ...]:
    """The bots of a file, in its order.  Raises CardsError with the line and the mend."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise CardsError(f"this is no TOML: {error}; look for a missing quote, comma or brace", line) from None
    where = _Lines(text)
    for key in data:
        if key != "bot":
            raise CardsError(f"there is no {key!r} here; every bot begins with [[bot]]", where.line(0, key))
    entries = data.get("bot")
    if not isinstance(entries, list) or not entries or not all(isinstance(entry, dict) for entry in entries):
        raise CardsError("there is no bot here; every bot begins with a line [[bot]]", 1)
    cards = tuple(_Entry(entry, n, where).card() for n, entry in enumerate(entries, 1))
    _check_together(cards, where)
    return cards


class _Lines:
    """Where in the file the bots and their keys stand, as far as a reader would say."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.starts = [n for n, line in enumerate(self.lines, 1) if re.match(r"\s*\[\[\s*bot\s*\]\]", line)]

    def line(self, number: int, key: str = "") -> int:
        """The line of a key of the n-th bot (0: anywhere), or the one in which the bot begins."""
        there = number and number <= len(self.starts)
        begin = self.starts[number - 1] if there else 1
        end = next((start for start in self.starts if there and start > begin), len(self.lines) + 1)
        for n in range(begin, end):
            if key and re.match(rf"\s*\[*\s*[\"']?{re.escape(key)}\b", self.lines[n - 1]):
                return n
        return begin


class _Entry:
    """One [[bot]] being read."""

    def __init__(self, entry: dict[str, Any], number: int, where: _Lines) -> None:
        self.entry, self.number, self.where = entry, number, where
        name = entry.get("name")
        self.called = name if isinstance(name, str) and name else f"bot {number}"

    def wrong(self, key: str, what: str) -> CardsError:
        return CardsError(f"{self.called}: {what}", self.where.line(self.number, key))

    def card(self) -> BotCard:
        for key in self.entry:
            if key not in KEYS:
                raise self.wrong(key, f"a bot has no {key!r}{did_you_mean(key, KEYS) or _listed(KEYS)}")
        card = BotCard(
            name=self.name(),
            attack=self.number_in(self.entry, "attack", "attack", 0, MOST_VALUE),
            defense=self.number_in(self.entry, "defense", "defense", 0, MOST_VALUE),
            copies=self.number_in({"copies": 1} | self.entry, "copies", "copies", 1, MOST_COPIES),
            ability=self.ability() if "ability" in self.entry else None,
            condition=self.condition() if "condition" in self.entry else None,
            text=self.words("text"),
            source=self.one_of(self.entry, "source", "source", ("rulebook", "house"), "house"),
            rule=self.words("rule") or None,
        )
        return card if card.text else msgspec.structs.replace(card, text=_said(card))

    def name(self) -> str:
        name = self.words("name").strip()
        if not name:
            raise self.wrong("name", 'this bot has no name; add a line name = "..."')
        if len(name) > 24 or not re.fullmatch(r"[^\W\d_][\w' -]*", name):
            raise self.wrong("name", "it cannot be called so; use at most 24 letters and spaces")
        if fold(name) in TAKEN or fold(name).startswith(TAKEN_STARTS):
            raise self.wrong("name", "it cannot be called like a move; choose another name")
        return name

    def words(self, key: str) -> str:
        value = self.entry.get(key, "")
        if not isinstance(value, str):
            raise self.wrong(key, f"{key} must be text in quotation marks, not {value!r}")
        return value

    def number_in(self, given: dict[str, Any], key: str, line: str, low: int, high: int) -> int:
        value = given.get(key)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            said = f"{key} cannot be {value!r}" if key in given else f"{key} is missing"
            raise self.wrong(line, f"{said}; it is a whole number from {low} to {high}")
        return value

    def one_of(
        self, given: dict[str, Any], key: str, line: str, choices: Iterable[str], default: str | None
    ) -> str:
        if key not in given and default is not None:
            return default
        value = given.get(key)
        if value not in tuple(choices):
            said = f"{key} cannot be {value!r}" if key in given else f"{key} is missing"
            mend = did_you_mean(value, choices) if isinstance(value, str) else ""
            raise self.wrong(line, f"{said}{mend or _listed(choices)}")
        return str(value)

    def block(self, key: str, known: dict[str, Block], more: tuple[str, ...]) -> tuple[dict[str, Any], Block]:
        """A block and its parameters as they stand, the keys checked."""
        given = self.entry[key]
        if not isinstance(given, dict) or not isinstance(given.get("does"), str):
            example = f'{key} = {{does = "{next(iter(known))}", ...}}'
            raise self.wrong(key, f"{key} is a block in braces, as in {example}")
        if given["does"] not in known:
            mend = did_you_mean(given["does"], known) or _listed(known)
            raise self.wrong(key, f"there is no {key} {given['does']!r}{mend}")
        block = known[given["does"]]
        for word in given:
            if word not in ("does", *block.takes, *more):
                takes = ", ".join((*block.takes, *more)) or "nothing more"
                raise self.wrong(key, f"{given['does']!r} takes no {word!r}; it takes {takes}")
        return given, block

    def ability(self) -> Ability:
        given, block = self.block("ability", ABILITIES, ("when",))
        read: dict[str, Any] = {"when": self.one_of(given, "when", "ability", CHOICES["when"], "")}
        for word in block.takes:
            if word == "n":
                low = -MOST_VALUE if block.number in (ADD, PER) else 0
                read["n"] = self.number_in(given, "n", "ability", low, MOST_VALUE)
            else:
                read[word] = self.one_of(given, word, "ability", CHOICES[word], None)
        if block.number in (COPY, MUTE) and read["on"] not in ("rival", "any"):
            raise self.wrong("ability", f'{given["does"]!r} is about another bot; write on = "rival" or "any"')
        if block.number == SHIFT and read["on"].startswith("each"):
            raise self.wrong("ability", '\'shift\' is about one bot; write on = "self", "rival" or "any"')
        return Ability(given["does"], **read)

    def condition(self) -> Condition:
        given, block = self.block("condition", CONDITIONS, ())
        high = 3 if block.number == STAKES else MOST_VALUE
        n = self.number_in(given, "n", "condition", 1, high) if "n" in block.takes else 0
        return Condition(given["does"], n)


def _check_together(cards: tuple[BotCard, ...], where: _Lines) -> None:
    """What must hold of all bots of a file together."""
    names: set[str] = set()
    for number, card in enumerate(cards, 1):
        if fold(card.name) in names:
            raise CardsError(f"there are two bots named {card.name}; rename one", where.line(number, "name"))
        names.add(fold(card.name))
    if len(cards) > MOST_KINDS:
        raise CardsError(f"{len(cards)} kinds of bots are too many; there is room for {MOST_KINDS}", where.line(41))
    total, last = sum(card.copies for card in cards), where.line(len(cards))
    if total > MOST_CARDS:
        raise CardsError(f"{total} cards are too many; a deck has {MOST_CARDS}: take copies away", last)
    if total < FEWEST_CARDS:
        raise CardsError(f"{total} cards are too few; six players need {FEWEST_CARDS}: add copies or bots", last)


def _listed(choices: Iterable[str]) -> str:
    return f"; choose one of: {', '.join(choices)}"


# -- what a bot will do, in a sentence -----------------------------------------------------------------------------


def explain(card: BotCard) -> str:
    """What the bot will do, from its numbers and blocks alone."""
    return f"{card.name} has Attack {card.attack} and Defense {card.defense}. {_said(card)}"


def _said(card: BotCard) -> str:
    said = []
    if card.ability:
        said.append(f"Ability: {ability_sentence(card.ability)}.")
    if card.condition:
        condition = card.condition
        said.append(f"Condition: {CONDITIONS[condition.does].sentence.format(n=condition.n)}.")
    return " ".join(said) or "It has neither ability nor condition."


def rule_of(card: BotCard) -> str | None:
    """The rule that says most about this bot."""
    if card.rule is None and card.condition:
        return CONDITIONS[card.condition.does].rule
    if card.rule is None and card.ability:
        return ABILITIES[card.ability.does].rule
    return card.rule


def ability_sentence(ability: Ability, target: str = "") -> str:
    """What an ability does; to `target`, where it is known to whom."""
    words = ABILITIES[ability.does].sentence.format(
        n=ability.n,
        signed=f"+{ability.n}" if ability.n >= 0 else f"−{-ability.n}",
        value=VALUES[ability.value][1],
        target=target or TARGETS[ability.on][1],
        of=COUNTED[ability.of][1],
    )
    when = TIMES[ability.when][1]
    return f"{when}, {words}" if when and not target else words


# -- the same as tables, for the rules -----------------------------------------------------------------------------


HOUSE = read_cards((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))


def _column(of: Callable[[BotCard], int]) -> Ints:
    column = np.zeros(MOST_KINDS, np.int64)
    for kind, card in enumerate(HOUSE):
        column[kind] = of(card)
    return column


def _of_ability(of: Callable[[Ability], int]) -> Ints:
    return _column(lambda card: of(card.ability) if card.ability else 0)


ATTACK, DEFENSE = _column(lambda card: card.attack), _column(lambda card: card.defense)
COPIES = _column(lambda card: card.copies)
DOES = _of_ability(lambda ability: ABILITIES[ability.does].number)
BY = _of_ability(lambda ability: ability.n)
ON = _of_ability(lambda ability: TARGETS[ability.on][0])
VALUE = _of_ability(lambda ability: VALUES[ability.value][0])
OF = _of_ability(lambda ability: COUNTED[ability.of][0])
WHEN = _of_ability(lambda ability: TIMES[ability.when][0])
CONDITION = _column(lambda card: CONDITIONS[card.condition.does].number if card.condition else 0)
LEVEL = _column(lambda card: card.condition.n if card.condition else 0)
