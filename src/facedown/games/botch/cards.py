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
    saves = 1             when its user is hurt they may pay this many diamonds, and recover
    spoils = 2            when somebody else declares, its user may pay this many diamonds, and the win is off
    wins = "..."          another way to win (WAYS)
    loses = "..."         another way to lose: "declaring" with the item, or, for a role, a turn begun "broke"
    collects = "Album"    shown this item, its player takes `collected` diamonds from the pile; an Open role's
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

import msgspec

from facedown.core.cards_file import Entry, check_names, choices, house_cards, read_entries
from facedown.core.errors import CardsError
from facedown.core.spelling import counted, did_you_mean

# A set of cards is a number for each page of 60 cards: items, then roles.  The house's cards fill one.
ITEMS = 30  # of the first page, numbered 0..29,
ROLES = 30  # and roles numbered 30..59
FIRST_ROLE = ITEMS
ON_PAGE = ITEMS + ROLES
PAGES = 4
PAGE = 64  # from a card's number to the same place on the next page
CARDS = PAGES * PAGE  # more than any card's number
MOST_OF_KIND = PAGES * ITEMS
MOST_CARDS = 200
MOST_STEPS = 3
MOST_PRICE = 27  # nine diamonds at each step
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
    """The building block that these words name; None if they name none."""
    number = re.search(r"\b\d{1,2}\b", words)
    n = int(number[0]) if number else 0
    key = _key(words)
    if key not in known:
        return None
    block, sentence = known[key]
    return Phrase(block, n, sentence.format(n=counted(n, "diamond")))


# -- reading a file ------------------------------------------------------------------------------------------------

# Beside a card's name: `use A on Bo`, `use A from stash`, `threaten Bo with A`, `ID Bo as A`.
SPLITS = re.compile(r"(?P<after> on(?= )| from stash$)|(?<= )(?:with|as) ")
KEYS = (
    "name", "text", "set", "hidden", "always", "action", "needs", "threat", "weapon", "rescues", "saves", "spoils",
    "wins", "loses", "collects", "collected", "source", "rule",
)  # fmt: skip


def read_cards(text: str) -> tuple[BotchCard, ...]:
    """The cards of a file: items, then roles, each in the order of the file.  Raises CardsError."""
    read = [(_card(entry), entry.line) for entry in read_entries(text, "item", "role")]
    _check_set(read)
    return tuple(sorted((card for card, _ in read), key=lambda card: card.kind == "role"))


def _card(entry: Entry) -> BotchCard:
    entry.check_keys(*KEYS)
    card = BotchCard(
        name=entry.name(),
        text=entry.text("text"),
        kind=entry.heading,
        set=entry.one_of("set", ("basic", "advanced"), "advanced"),
        hidden=entry.flag("hidden"),
        always=entry.flag("always"),
        action=entry.texts("action"),
        needs=entry.one_of("needs", NEEDS, ""),
        threat=entry.flag("threat"),
        weapon=entry.flag("weapon"),
        rescues=entry.flag("rescues"),
        saves=entry.number("saves", 0, 9) if "saves" in entry else NONE,
        spoils=entry.number("spoils", 0, 9) if "spoils" in entry else NONE,
        wins=entry.text("wins", ""),
        loses=entry.one_of("loses", LOSSES, ""),
        collects=entry.text("collects", ""),
        collected=entry.number("collected", 0, 9, 0),
        source=entry.one_of("source", ("rulebook", "house"), "house"),
        rule=entry.text("rule", "") or None,
    )
    _check_words(card, entry)
    _check_kind(card, entry)
    return card


def _check_words(card: BotchCard, entry: Entry) -> None:
    """Check that building blocks have known names and possible numbers."""
    if len(card.action) > MOST_STEPS:
        raise entry.wrong("action", f"an action has at most {MOST_STEPS} steps, not {len(card.action)}")
    for step in card.action:
        found = phrase(step, STEPS)
        if found is None:
            raise entry.wrong("action", f"there is no step {step!r}{_mend(step, STEPS)}")
        if "{n}" in STEPS[_key(step)][1] and not 1 <= found.n <= 9:
            raise entry.wrong("action", f"{step!r} must say a number from 1 to 9")
    if "wins" in entry:
        way = phrase(card.wins, WAYS)
        if way is None or not 0 < way.n <= 40:
            raise entry.wrong("wins", f"there is no way to win {card.wins!r}{_mend(card.wins, WAYS)}")


def _check_kind(card: BotchCard, entry: Entry) -> None:
    """What only roles, or only items, can say."""
    if card.kind == "item":
        for key in ("hidden", "always", "collects"):
            if entry.values.get(key):
                raise entry.wrong(key, f"only a role can say {key}; delete this line")
    if card.kind == "role":
        if any(_key(step) == "stash N" for step in card.action):
            raise entry.wrong("action", "diamonds are stashed on items; take the step out")
        if card.rescues:
            raise entry.wrong("rescues", "only an item can say rescues; delete this line")
    if card.collects and card.hidden:
        raise entry.wrong("collects", "only an Open role can collect; delete this line or `hidden`")
    fit, kind = ("declaring", "an item") if card.kind == "item" else ("broke", "a role")
    if card.loses not in ("", fit):
        raise entry.wrong("loses", f"{kind} cannot lose that way; write {fit!r}")
    if card.needs and not card.action:
        raise entry.wrong("needs", "needs belongs to an action; add one or delete this line")
    if card.kind == "role" and card.needs and not card.hidden:
        raise entry.wrong("needs", "an Open role lies face-up and cannot be shown first; delete this line")


def _check_set(cards: list[tuple[BotchCard, int]]) -> None:
    check_names(((card.name, line) for card, line in cards), SPLITS)
    items = {card.name for card, _ in cards if card.kind == "item"}
    for card, place in cards:
        if card.collects and card.collects not in items:
            raise CardsError(f"{card.name} collects {card.collects!r}, which is not an item here", place)
    last = cards[-1][1] if cards else 1
    if len(cards) > MOST_CARDS:
        raise CardsError(f"{len(cards)} cards are too many; there is room for {MOST_CARDS}: take some out", last)
    for kind in ("item", "role"):
        there = [card for card, _ in cards if card.kind == kind]
        if not 5 <= len(there) <= MOST_OF_KIND:
            raise CardsError(f"there are {len(there)} {kind}s; it takes 5 to {MOST_OF_KIND}", last)
        basic = [card for card in there if card.set == "basic"]
        if len(basic) != 5:
            raise CardsError(f'{len(basic)} {kind}s have `set = "basic"`; the Basic game takes 5', last)
    pairs = [(card, line) for card, line in cards if card.wins.startswith("pair")]
    if len(pairs) not in (0, 2) or any(card.kind == "item" for card, _ in pairs):
        said = f'{counted(len(pairs), "card")} with `wins = "pair ..."`; it must be two roles, or none'
        raise CardsError(said, pairs[-1][1])


def _key(words: str) -> str:
    return " ".join(re.sub(r"\b\d{1,2}\b", "N", words).split())


def _mend(words: str, known: Iterable[str]) -> str:
    return did_you_mean(_key(words), known) or choices(known)


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


# -- by number, and in sets --------------------------------------------------------------------------------------


def numbers(cards: Iterable[BotchCard]) -> dict[int, BotchCard]:
    """The cards by the numbers that they have in a position."""
    cards = tuple(cards)
    items, roles = ([card for card in cards if card.kind == kind] for kind in ("item", "role"))
    numbered = {PAGE * (at // ITEMS) + at % ITEMS: card for at, card in enumerate(items)}
    return numbered | {PAGE * (at // ROLES) + FIRST_ROLE + at % ROLES: card for at, card in enumerate(roles)}


SET_NAMES = ("basic", "advanced", "hidden")
EVERY_CARD = "advanced"
EVERY_ITEM = (1 << ITEMS) - 1  # of a page
EVERY_ROLE = ((1 << ROLES) - 1) << FIRST_ROLE


def in_pages(cards: int) -> tuple[int, ...]:
    """A set in which each card is the bit of its number, as a number for each page."""
    return tuple(cards >> PAGE * page & (1 << PAGE) - 1 for page in range(PAGES))


def in_one(pages: Iterable[int]) -> int:
    """A set that is given by pages, as one in which each card is the bit of its number."""
    return sum(int(cards) << PAGE * page for page, cards in enumerate(pages))


def sets(cards: Iterable[BotchCard]) -> dict[str, int]:
    """The sets of cards that have a name; each card is the bit of its number."""
    by_number = numbers(cards)
    basic = sum(1 << number for number, card in by_number.items() if card.set == "basic")
    hidden = sum(
        1 << number for number, card in by_number.items() if card.kind == "item" or card.hidden or card.always
    )
    return dict(zip(SET_NAMES, (basic, sum(1 << number for number in by_number), hidden), strict=True))


def needs(cards: Iterable[BotchCard]) -> dict[int, tuple[int, ...]]:
    """By card the cards of which one must be in too for it to be of full use: a twin, an album, a weapon [9.8]."""
    by_number = numbers(cards)
    return {number: tuple(_needed(number, by_number)) for number in by_number}


def _needed(number: int, by_number: Mapping[int, BotchCard]) -> Iterator[int]:
    card = by_number[number]
    if card.wins.startswith("pair"):
        yield from (n for n, other in by_number.items() if other.wins.startswith("pair") and n != number)
    elif card.collects:
        yield from (n for n, other in by_number.items() if other.name == card.collects)
    elif card.rescues or card.saves >= 0 or _does(card, RECOVER, HEAL):
        hurting = [n for n, other in by_number.items() if other.weapon or _does(other, HURT)]
        yield from () if number in hurting else hurting


def _does(card: BotchCard, *blocks: int) -> bool:
    """Whether its action has one of these steps."""
    return any((found := phrase(step, STEPS)) is not None and found.block in blocks for step in card.action)


HOUSE = read_cards(house_cards(__file__))
