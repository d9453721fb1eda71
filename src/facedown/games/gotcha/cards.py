"""The cards: `cards.toml` read and checked, and what each will do in a sentence.

A card is a name, a type, a number of copies and a list of building blocks.  The rules know only the blocks: a file
with other cards needs no code.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from facedown.core.cards_file import Entry, check_names, choices, house_cards, read_entries
from facedown.core.errors import CardsError
from facedown.core.spelling import counted

Type = Literal["Rock", "Scissors", "Paper"]
TYPES: tuple[Type, ...] = ("Rock", "Scissors", "Paper")  # each beats the next, and the last beats the first
NO_TYPE = 3
TIERS = ("starter", "advanced")
OUTCOMES = ("wins", "loses", "ties")
WINS, LOSES, TIES = range(3)
ACTS = ("", "replace", "cover", "swap")  # what a card does before its lane is fought, in the order of the steps
NOTHING, REPLACE, COVER, SWAP = range(4)
INWARD, ACROSS, OUTWARD = -1, 0, 1
DIRECTIONS = {"inward": INWARD, "across": ACROSS, "outward": OUTWARD}

MOST_KINDS = 56
MOST_COPIES = 9
MOST_CARDS = 200
MOST_COVERS = 2
FEWEST_CARDS = 9
TAKEN = ("done", "first", "second", "throw rock", "throw scissors", "throw paper")


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
    def is_curse(self) -> bool:
        """Whether it loses to any other card that it would tie with [6.13]."""
        return self.type == NO_TYPE and self.worth < 0

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
    read = [(kind, entry.line) for entry in read_entries(text, "card") for kind in _kinds(entry)]
    check_names((kind.name, line) for kind, line in read)
    _check_together(read)
    return tuple(kind for kind, _ in sorted(read, key=lambda pair: pair[0].type))


def _kinds(entry: Entry) -> list[CardKind]:
    """The kinds that an entry describes: one for each of its types."""
    entry.check_keys(*KEYS)
    name, types = entry.text("name"), entry.some_of("types", TYPES)
    if len(types) > 1 and "{type}" not in name:
        raise entry.wrong("name", "a card of several types needs {type} in its name")
    if not types and "{type}" in name:
        raise entry.wrong("name", "{type} in the name, but no types; add types = [...]")
    tier, effects = TIERS.index(entry.one_of("tier", TIERS)), _effects(entry)
    kinds = []
    for type_number in [TYPES.index(given) for given in types] or [NO_TYPE]:
        full_name = _filled(entry, "name", type_number)
        entry.checked_name(full_name, TAKEN)
        kinds.append(
            CardKind(
                name=full_name,
                type=type_number,
                tier=tier,
                copies=entry.number("copies", 1, MOST_COPIES, 1),
                worth=entry.number("worth", -9, 9, 1),
                text=_filled(entry, "text", type_number),
                source=entry.one_of("source", ("rulebook", "house"), "house"),
                rule=entry.text("rule", "") or None,
                effects=effects,
            )
        )
    return kinds


def _filled(entry: Entry, key: str, type_number: int) -> str:
    """A text with its type, and what that beats and loses to, in the place of braces."""
    text = entry.text(key)
    for word, written in _type_words(type_number).items():
        text = text.replace(f"{{{word}}}", written)
    if "{" in text or "}" in text:
        raise entry.wrong(key, "only {type}, {prey} and {bane} may stand in braces, on a card with a type")
    return text


def _effects(entry: Entry) -> tuple[Effect, ...]:
    effects = tuple(_effect(block, bool(entry.some_of("types", TYPES))) for block in entry.blocks("effects"))
    acts = [effect.does for effect in effects if effect.does in ACTS]
    if len(acts) > 1:
        raise entry.wrong("effects", f"a card has at most one of: {', '.join(ACTS[1:])}; it has {', '.join(acts)}")
    once = [effect.does for effect in effects if effect.does not in ("draw", "discard")]
    for block in entry.blocks("effects"):
        if once.count(does := block.text("does")) > 1:
            raise block.wrong("does", f"the block {does!r} stands there twice")
    return effects


def _effect(block: Entry, typed: bool) -> Effect:
    does = block.one_of("does", BLOCKS)
    for key in block.values:
        if key not in ("does", *BLOCKS[does]):
            takes = ", ".join(BLOCKS[does]) or "nothing"
            raise block.wrong(key, f"{does!r} takes no {key!r}; it takes {takes}")
    given: dict[str, Any] = {}
    for key in BLOCKS[does]:
        if key not in block:
            raise block.wrong(key, f"{does!r} needs {key!r}")
        if key == "cards":
            given[key] = block.number(key, 1, 9)
        elif key in ("when", "against"):
            given[key] = block.some_of(key, CHOICES[key])
            if not given[key]:
                raise block.wrong(key, f"{key} names nothing{choices(CHOICES[key])}")
        else:
            given[key] = block.one_of(key, CHOICES[key])
    if "bane" in given.get("against", ()) and not typed:
        raise block.wrong("against", "a card with no type has no bane; name the types it defeats")
    return Effect(does, **given)


def _check_together(kinds: list[tuple[CardKind, int]]) -> None:
    """What must hold of all cards of a file together."""
    last = kinds[-1][1]
    if len(kinds) > MOST_KINDS:
        said = f"{len(kinds)} kinds of cards are too many; a hand is a number of 64 bits with room for {MOST_KINDS}"
        raise CardsError(said, last)
    cards = sum(kind.copies for kind, _ in kinds)
    if cards > MOST_CARDS:
        raise CardsError(f"{cards} cards are too many; there is room for {MOST_CARDS}: take copies away", last)
    starter = sum(kind.copies for kind, _ in kinds if kind.tier == 0)
    if starter < FEWEST_CARDS:
        said = f"{starter} cards of the starter tier are too few; a round begins with {FEWEST_CARDS}"
        raise CardsError(f"{said}: add copies or cards", last)
    covers = sum(kind.copies for kind, _ in kinds if any(effect.does == "cover" for effect in kind.effects))
    if covers > MOST_COVERS:
        raise CardsError(f"{covers} cards that are covered are too many; there may be {MOST_COVERS}", last)


def _type_words(type_number: int) -> dict[str, str]:
    if type_number == NO_TYPE:
        return {}
    prey, bane = TYPES[(type_number + 1) % 3], TYPES[(type_number + 2) % 3]
    return {"type": TYPES[type_number], "prey": prey, "bane": bane}


# -- what a card will do, in a sentence ---------------------------------------------------------------------------


def explain(card: CardKind) -> str:
    """What the card will do, from its blocks alone."""
    words = _type_words(card.type)
    parts = [
        f"beats {words['prey']} and loses to {words['bane']}"
        if card.type != NO_TYPE
        else "has no type and a worth below 0: loses to any other card"
        if card.is_curse
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
        "stay": "stays in its lane for one more turn",
        "replace": "leaves for the trash when its lane begins, and its owner plays a card from hand there",
        "cover": "the top card of the deck is played on it when its lane begins, and fights",
    }[effect.does]


HOUSE = read_cards(house_cards(__file__))


# -- the same in a few words, for where many cards are chosen from -------------------------------------------------


class Face(msgspec.Struct, frozen=True):
    """What else the page writes below a card."""

    short: str  # what it does, in a few words


def face_of(card: CardKind) -> Face:
    words = _type_words(card.type)
    plain = f"beats {words['prey']}" if card.type != NO_TYPE else "loses to any card" if card.is_curse else ""
    parts = [_in_short(effect, words) for effect in card.effects] or [plain]
    if card.worth != 1:
        parts.append(counted(card.worth, "point").replace("-", "\u2212"))
    told = "; ".join(filter(None, parts))
    return Face(told[:1].upper() + told[1:])


def _in_short(effect: Effect, words: dict[str, str]) -> str:
    lost = set(effect.when) == {"loses", "ties"}
    when = "no win" if lost else " or ".join(outcome.removesuffix("s") for outcome in effect.when)
    if effect.does == "claim":
        beaten = [words["bane"] if name == "bane" else name for name in effect.against]
        return "beats any card" if "any" in beaten else f"beats {' and '.join(beaten)}, too"
    if effect.does == "draw":
        return f"{when}: draw {effect.cards}"
    if effect.does == "discard":
        return f"{when}: {'you' if effect.who == 'owner' else 'they'} discard {effect.cards}"
    if effect.does == "swap":
        there = {"inward": "yours nearer the deck", "outward": "yours farther out", "across": "the card it faces"}
        return f"swaps with {there[effect.direction]}"
    return {
        "concede": "loses ties",
        "oblige": "its taker must show a card",
        "cut": "cuts another card first",
        "guard": "nothing can be cut",
        "stay": "stays for another turn",
        "replace": "play one from hand in its place",
        "cover": "the deck\u2019s top card fights on it",
    }[effect.does]
