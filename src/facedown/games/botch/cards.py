"""What a role or an item can say: the building blocks, and the file in which the cards are written.

A card begins with [[role]] or [[item]] and has a name, a text, and any of these:

    set = "basic"         it is one of the five and five of the Basic game
    hidden = true         a role that nobody turns up on the first turn
    always = true         an Open role that stays where otherwise only Hidden roles are in the game
    action = [...]        what a turn spent on it does, step by step (STEPS)
    needs = "flip"        the action shows the card first: "flip" or "reveal"; left out, it is claimed
    threat = true         it can be used to threaten
    weapon = true         it can be used to threaten, and hurts in a standoff
    rescues = true        when somebody is hurt, its user may swap items with them
    saves = 1             when its user is hurt they may pay so many diamonds, and recover
    spoils = 2            when somebody else declares, its user may pay so many diamonds, and the win is off
    wins = "..."          another way to win (WAYS)
    loses = "..."         another way to lose: "declaring" with the item, or, for a role, a turn begun "broke"
    collects = "Album"    shown this item, its player takes `collected` diamonds from the pile; an Open role's
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from facedown.core.errors import CardsError
from facedown.core.spelling import counted, did_you_mean

ITEMS = 16  # item numbers are 0..15,
ROLES = 14  # role numbers 16..29
FIRST_ROLE = ITEMS
CARDS = ITEMS + ROLES
MOST_STEPS = 3
NONE = -1

# What a step of an action does.
NOTHING = 0
TAKE_PILE = 1
TAKE_BANK = 2
TAKE_PLAYER = 3
TAKE_EACH = 4
PAY_BANK = 5
STASH = 6
RECOVER = 7
TURN_DOWN = 8
LOOK_AT = 9  # from here on with a player who is named
FLIP_ITEM = 10
HURT = 11
HEAL = 12
SWAP_ITEMS = 13

STEPS = {
    "take N from the pile": (TAKE_PILE, "you take {n} from the pile"),
    "take N from the Bank": (TAKE_BANK, "you take up to {n} from the Bank"),
    "take N from a player": (TAKE_PLAYER, "you take {n} from them"),
    "take N from each": (TAKE_EACH, "you take {n} from each other player"),
    "pay N to the Bank": (PAY_BANK, "you pay {n} to the Bank"),
    "stash N": (STASH, "you stash {n} on this card"),
    "recover": (RECOVER, "you recover"),
    "turn your item down": (TURN_DOWN, "your item is turned face-down"),
    "look at a player's item": (LOOK_AT, "you look at their item"),
    "flip a player's item": (FLIP_ITEM, "their item is flipped"),
    "hurt a player": (HURT, "they are hurt"),
    "heal a player": (HEAL, "they recover"),
    "swap with a player": (SWAP_ITEMS, "you swap items with them"),
}
WITH_PLAYER = (TAKE_PLAYER, LOOK_AT, FLIP_ITEM, HURT, HEAL, SWAP_ITEMS)

# How an action is made.
CLAIMED = 0
FLIPPED_FIRST = 1
REVEALED_FIRST = 2
NEEDS = {"": CLAIMED, "flip": FLIPPED_FIRST, "reveal": REVEALED_FIRST}

# Other ways to win.
NO_WAY = 0
EXACTLY = 1
AT_LEAST = 2
PAIR = 3
BANK = 4
WAYS = {
    "diamonds exactly N": (EXACTLY, "you have exactly {n}, stashed ones included"),
    "diamonds at least N": (AT_LEAST, "you have {n} or more, stashed ones included"),
    "pair at least N": (PAIR, "you and the other of the pair live and have {n} or more between you; both win"),
    "bank at least N": (BANK, "the Bank holds {n} or more"),
}

# Other ways to lose.
NEVER = 0
DECLARING = 1
BROKE = 2
LOSSES = {
    "": (NEVER, ""),
    "declaring": (DECLARING, "If you declare with it before you, you lose."),
    "broke": (BROKE, "If your turn begins and you have no diamond, stashed ones included, you lose."),
}

THREAT = 1
WEAPON = 2


class BotchCard(msgspec.Struct, frozen=True):
    """A role or an item as its file describes it."""

    name: str
    text: str
    kind: str = "item"  # or "role"
    set: str = "advanced"
    hidden: bool = False
    always: bool = False
    action: tuple[str, ...] = ()
    needs: str = ""
    threat: bool = False
    weapon: bool = False
    rescues: bool = False
    saves: int = NONE
    spoils: int = NONE
    wins: str = ""
    loses: str = ""
    collects: str = ""
    collected: int = 0
    source: str = "house"
    rule: str | None = None
    copies: int = 1


class Phrase(NamedTuple):
    """A building block found in words: its number, the number of diamonds in it, and the sentence for it."""

    block: int
    n: int
    words: str


def phrase(words: str, known: dict[str, tuple[int, str]]) -> Phrase | None:
    """The building block that these words name; None where they name none."""
    number = re.search(r"\b\d{1,2}\b", words)
    n = int(number[0]) if number else 0
    key = " ".join(re.sub(r"\b\d{1,2}\b", "N", words).split())
    if key not in known:
        return None
    block, sentence = known[key]
    return Phrase(block, n, sentence.format(n=counted(n, "diamond")))


# -- reading a file ------------------------------------------------------------------------------------------------

KEYS: dict[str, tuple[type, str]] = {
    "name": (str, "text in quotation marks"),
    "text": (str, "text in quotation marks"),
    "set": (str, '"basic" or "advanced"'),
    "hidden": (bool, "true or false"),
    "always": (bool, "true or false"),
    "action": (list, "a list of steps, each in quotation marks"),
    "needs": (str, '"flip" or "reveal"'),
    "threat": (bool, "true or false"),
    "weapon": (bool, "true or false"),
    "rescues": (bool, "true or false"),
    "saves": (int, "a whole number"),
    "spoils": (int, "a whole number"),
    "wins": (str, "text in quotation marks"),
    "loses": (str, "text in quotation marks"),
    "collects": (str, "the name of an item"),
    "collected": (int, "a whole number"),
    "source": (str, '"rulebook" or "house"'),
    "rule": (str, "the number of a rule in quotation marks"),
}
WORDS = {
    "needs": tuple(NEEDS),
    "loses": tuple(LOSSES),
    "set": ("basic", "advanced"),
    "source": ("rulebook", "house"),
}
HEADER = re.compile(r"\s*\[\[\s*(role|item)\s*\]\]")


def read_cards(text: str) -> tuple[BotchCard, ...]:
    """The cards of a file: items, then roles, each in the order of the file.  Raises CardsError."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        raise CardsError(f"this is no TOML: {error}", int(at[1]) if at else 1) from error
    lines = text.splitlines()
    for key in data:
        if key not in ("role", "item"):
            place = next(
                (n for n, line in enumerate(lines, 1) if re.match(rf"\s*\[*\s*{re.escape(key)}\b", line)), 1
            )
            raise CardsError(f"there is no {key!r} here; every card begins with [[role]] or [[item]]", place)
    read: list[tuple[BotchCard, int]] = []
    for kind in ("item", "role"):
        blocks = data.get(kind, [])
        if not isinstance(blocks, list) or not all(isinstance(block, dict) for block in blocks):
            raise CardsError(f"a card begins with [[{kind}]], in two pairs of brackets", 1)
        places = [n for n, line in enumerate(lines, 1) if (found := HEADER.match(line)) and found[1] == kind]
        places += [1] * (len(blocks) - len(places))  # cards written in one line have no header of their own
        read += [(_card(kind, block, lines, n), n) for block, n in zip(blocks, places, strict=False)]
    _check_set(read)
    return tuple(card for card, _ in read)


def _card(kind: str, block: dict[str, Any], lines: list[str], header: int) -> BotchCard:
    def refuse(key: str, message: str) -> CardsError:
        return CardsError(message, _line_of(key, lines, header))

    for key, value in block.items():
        if key not in KEYS:
            raise refuse(key, f"a card has no {key!r}{did_you_mean(key, KEYS) or _choices(KEYS)}")
        wanted, says = KEYS[key]
        if not isinstance(value, wanted) or (wanted is int and isinstance(value, bool)):
            raise refuse(key, f"{key} must be {says}, not {value!r}")
    for key in ("name", "text"):
        if not block.get(key, "").strip():
            raise refuse(key, f"this card has no {key}; add a line `{key} = ...`")
    name = block["name"]
    if len(name) > 24 or not re.fullmatch(r"[^\W\d_][\w' -]*", name):
        raise refuse("name", f"a card cannot be named {name!r}; use at most 24 letters and spaces")
    _check_words(name, block, refuse)
    _check_kind(name, kind, block, refuse)
    return BotchCard(kind=kind, **{**block, "action": tuple(block.get("action", ()))})


def _check_words(name: str, block: dict[str, Any], refuse: Any) -> None:
    """Are the words that name building blocks known, and their numbers possible?"""
    steps = block.get("action", [])
    if len(steps) > MOST_STEPS:
        raise refuse("action", f"{name}: an action has at most {MOST_STEPS} steps, not {len(steps)}")
    for step in steps:
        found = phrase(str(step), STEPS)
        if found is None:
            raise refuse("action", f"{name}: there is no step {step!r}{_mend(str(step), STEPS)}")
        if "{n}" in STEPS[_key(str(step))][1] and not 1 <= found.n <= 9:
            raise refuse("action", f"{name}: {step!r} must say a number from 1 to 9")
    if "wins" in block:
        way = phrase(block["wins"], WAYS)
        if way is None or not 0 < way.n <= 40:
            raise refuse("wins", f"{name}: there is no way to win {block['wins']!r}{_mend(block['wins'], WAYS)}")
    for key, known in WORDS.items():
        if block.get(key, known[0]) not in known:
            raise refuse(key, f"{name}: {key} cannot be {block[key]!r}{_choices(known)}")
    for key in ("saves", "spoils", "collected"):
        if not 0 <= block.get(key, 0) <= 9:
            raise refuse(key, f"{name}: {key} is {block[key]}; it must be from 0 to 9")


def _check_kind(name: str, kind: str, block: dict[str, Any], refuse: Any) -> None:
    """What only roles, or only items, can say."""
    if kind == "item":
        for key in ("hidden", "always", "collects"):
            if block.get(key):
                raise refuse(key, f"{name}: only a role can say {key}; delete this line")
    if kind == "role":
        if any(_key(str(step)) == "stash N" for step in block.get("action", ())):
            raise refuse("action", f"{name}: diamonds are stashed on items; take the step out")
        if block.get("rescues"):
            raise refuse("rescues", f"{name}: only an item can say rescues; delete this line")
    if block.get("collects") and block.get("hidden"):
        raise refuse("collects", f"{name}: only an Open role can collect; delete this line or `hidden`")
    if block.get("loses") and block["loses"] != ("declaring" if kind == "item" else "broke"):
        fit = "declaring" if kind == "item" else "broke"
        raise refuse("loses", f"{name}: an {kind} cannot lose so; write {fit!r}".replace("an role", "a role"))
    if block.get("needs") and not block.get("action"):
        raise refuse("needs", f"{name}: needs belongs to an action; add one or delete this line")
    if kind == "role" and block.get("needs") and not block.get("hidden"):
        raise refuse("needs", f"{name}: an Open role lies face-up and cannot be shown first; delete this line")


def _check_set(cards: list[tuple[BotchCard, int]]) -> None:
    seen: set[str] = set()
    for card, place in cards:
        if card.name.lower() in seen:
            raise CardsError(f"there are two cards named {card.name}; rename one", place)
        seen.add(card.name.lower())
    items = {card.name for card, _ in cards if card.kind == "item"}
    for card, place in cards:
        if card.collects and card.collects not in items:
            raise CardsError(f"{card.name} collects {card.collects!r}, which is no item here", place)
    last = cards[-1][1] if cards else 1
    for kind, most in (("item", ITEMS), ("role", ROLES)):
        there = [card for card, _ in cards if card.kind == kind]
        if not 5 <= len(there) <= most:
            raise CardsError(f"there are {len(there)} {kind}s; the game takes 5 to {most}", last)
        basic = [card for card in there if card.set == "basic"]
        if len(basic) != 5:
            raise CardsError(f'{len(basic)} {kind}s have `set = "basic"`; the Basic game takes 5', last)
    pairs = [card for card, _ in cards if card.wins.startswith("pair")]
    if len(pairs) not in (0, 2) or any(card.kind == "item" for card in pairs):
        raise CardsError(f"{len(pairs)} cards win as a pair; it must be two roles, or none", last)


def _line_of(key: str, lines: list[str], header: int) -> int:
    for number in range(header, len(lines)):
        if HEADER.match(lines[number]):
            break
        if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", lines[number]):
            return number + 1
    return header


def _key(words: str) -> str:
    return " ".join(re.sub(r"\b\d{1,2}\b", "N", words).split())


def _mend(words: str, known: Iterable[str]) -> str:
    return did_you_mean(_key(words), known) or _choices(known)


def _choices(known: Iterable[str]) -> str:
    return f"; choose one of: {', '.join(repr(word) for word in known if word)}"


# -- what a card will do, in sentences -----------------------------------------------------------------------------


def explain(card: BotchCard) -> str:
    """What a card will do, from its building blocks."""
    said = [_kind(card)]
    steps = [found for step in card.action if (found := phrase(step, STEPS))]
    if steps:
        shown = {"": "", "flip": "flip it; ", "reveal": "reveal it; "}[card.needs]
        whom = "name another player; " if any(step.block in WITH_PLAYER for step in steps) else ""
        said.append(f"Action: {shown}{whom}{', then '.join(step.words for step in steps)}.")
    if card.weapon:
        said.append("You can threaten with it, and a standoff over it hurts.")
    elif card.threat:
        said.append("You can threaten with it.")
    if card.rescues:
        said.append("When somebody else is hurt, before they die, you may swap items with them.")
    if card.saves >= 0:
        pay = f"pay {counted(card.saves, 'diamond')} to the Bank, stashed ones included, and " if card.saves else ""
        said.append(f"When you are hurt you may {pay}recover.")
    if card.spoils >= 0:
        pay = (
            f" and pay {counted(card.spoils, 'diamond')} to the Bank, stashed ones included" if card.spoils else ""
        )
        said.append(f"When somebody else declares, you may reveal it{pay}: they do not win.")
    if way := phrase(card.wins, WAYS):
        said.append(f"You can declare, and win, when {way.words}.")
    if card.loses:
        said.append(LOSSES[card.loses][1])
    if card.collects:
        said.append(
            f"When you are shown the {card.collects}, you take {counted(card.collected, 'diamond')} from the pile."
        )
    return " ".join(said)


def _kind(card: BotchCard) -> str:
    if card.kind == "item":
        return f"{card.name} is a Weapon." if card.weapon else f"{card.name} is an item."
    return f"{card.name} is {'a Hidden' if card.hidden else 'an Open'} role."


# -- the same as tables, for the rules -----------------------------------------------------------------------------


def numbers(cards: Iterable[BotchCard]) -> dict[int, BotchCard]:
    """The cards by the numbers that they have in a position."""
    cards = tuple(cards)
    items, roles = ([card for card in cards if card.kind == kind] for kind in ("item", "role"))
    return dict(enumerate(items)) | dict(enumerate(roles, FIRST_ROLE))


HOUSE = read_cards((Path(__file__).parent / "cards.toml").read_text(encoding="utf-8"))
BY_NUMBER = numbers(HOUSE)


def _table(of: Any) -> Any:
    column = np.zeros(CARDS, np.int8)
    for number, card in BY_NUMBER.items():
        column[number] = of(card)
    return column


def _steps(part: int) -> Any:
    table = np.zeros((CARDS, MOST_STEPS), np.int8)
    for number, card in BY_NUMBER.items():
        for place, step in enumerate(card.action):
            found = phrase(step, STEPS)
            table[number, place] = 0 if found is None else found[part]
    return table


def _way(card: BotchCard, part: int) -> int:
    found = phrase(card.wins, WAYS)
    return 0 if found is None else int(found[part])


def _action_costs(card: BotchCard) -> int:
    """How many diamonds the action pays to the Bank."""
    steps = [found for step in card.action if (found := phrase(step, STEPS))]
    return sum(step.n for step in steps if step.block == PAY_BANK)


NUMBER_OF = {card.name: number for number, card in BY_NUMBER.items()}
STEP_OF, AMOUNT_OF = _steps(0), _steps(1)
HOW_OF = _table(lambda card: NEEDS[card.needs])
THREAT_OF = _table(lambda card: WEAPON if card.weapon else THREAT if card.threat else 0)
IS_HIDDEN = _table(lambda card: card.hidden)
RESCUES = _table(lambda card: card.rescues)
SAVES_FOR = _table(lambda card: card.saves)
SPOILS_FOR = _table(lambda card: card.spoils)
WAY_OF, WAY_NUMBER = _table(lambda card: _way(card, 0)), _table(lambda card: _way(card, 1))
LOSS_OF = _table(lambda card: LOSSES[card.loses][0])
COLLECTS = _table(lambda card: NUMBER_OF[card.collects] if card.collects else NONE)
COLLECTED = _table(lambda card: card.collected)
ACTION_COSTS = _table(_action_costs)
COSTS = np.maximum(ACTION_COSTS, np.maximum(SAVES_FOR, SPOILS_FOR)) > 0  # does using it ever cost its player?
HAS_ACTION = _table(lambda card: bool(card.action))
NAMES_PLAYER = _table(
    lambda card: any((found := phrase(step, STEPS)) and found.block in WITH_PLAYER for step in card.action)
)

BASIC_SET = sum(1 << number for number, card in BY_NUMBER.items() if card.set == "basic")
WHOLE_SET = sum(1 << number for number in BY_NUMBER)
HIDDEN_SET = sum(
    1 << number for number, card in BY_NUMBER.items() if card.kind == "item" or card.hidden or card.always
)
SETS = np.array([BASIC_SET, WHOLE_SET, HIDDEN_SET], np.int64)
EVERY_ITEM = (1 << ITEMS) - 1
EVERY_ROLE = ((1 << ROLES) - 1) << FIRST_ROLE


def cards_that(table: Any, at_least: int) -> int:
    """The cards for which a table has this number or more, as a set."""
    return sum(1 << number for number in BY_NUMBER if table[number] >= at_least)


RESCUERS = cards_that(RESCUES, 1)
SAVERS = cards_that(SAVES_FOR, 0)
SPOILERS = cards_that(SPOILS_FOR, 0)
HIDDEN_ROLES = cards_that(IS_HIDDEN, 1)
PAIR_ROLES = sum(1 << number for number in BY_NUMBER if WAY_OF[number] == PAIR)
