"""The bots: `cards.toml` read and checked, and what each will do in a sentence.

A bot begins with [[bot]] and has

    name = "Buzzsaw"        letters, digits and spaces
    attack = 11             0 to 20, and the same for defense
    copies = 2              in the deck; 1 if it is left out
    ability = {...}         green: used once, when the dice blink blue (ABILITIES)
    condition = {...}       yellow: holds as long as the bot lies on the table (CONDITIONS)
    text = "..."            what the card says; left out, it is made from the blocks

The rules know the blocks alone: a file with other bots needs no code.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec

from facedown.core.cards_file import Entry, check_names, house_cards, read_entries
from facedown.core.errors import CardsError
from facedown.core.spelling import counted

MOST_KINDS = 40
MOST_CARDS = 200
FEWEST_CARDS = 36
MOST_COPIES = 6
MOST_VALUE = 20

# What an ability does.
NO_ABILITY, ADD, SHIFT, SWAP, COPY, MUTE, HALVE, SET, REINFORCE, PER = range(10)


class Block(NamedTuple):
    """A building block: its number, the parameters that it needs, its sentence, the same as short as there is room
    for on a card, and the rule about it."""

    number: int
    takes: tuple[str, ...]
    sentence: str
    short: str
    rule: str = "9.1"


ABILITIES = {
    "add": Block(ADD, ("n", "value", "on"), "{target} gets {more}", "{target} {signed} {value}"),
    "shift": Block(
        SHIFT, ("n", "value", "on"), "{target} gets +{n} or −{n} {value}", "{target} +{n} or −{n} {value}"
    ),
    "swap": Block(SWAP, ("on",), "{target} swaps its Attack and Defense", "{target} swaps A and D"),
    "copy": Block(COPY, ("value", "on"), "it takes over the {value} of {target}", "copies {value} of {target}"),
    "mute": Block(MUTE, ("on",), "{target} does not use its ability", "{target} uses no ability", "9.6"),
    "halve": Block(
        HALVE, ("value", "on"), "{target} has its {value} halved, rounded up", "{target} has half its {value}"
    ),
    "set": Block(SET, ("n", "value", "on"), "{target} has {n} {value}", "{target}: {n} {value}"),
    "reinforce": Block(
        REINFORCE,
        ("value",),
        "the deck's top card is shown, and this bot adds its {value}",
        "adds {value} of the top card",
        "9.9",
    ),
    "per": Block(PER, ("n", "value", "of"), "it gets {more} for each {of}", "{signed} {value} per {of}"),
}

# Whom it is about, in a sentence and on a card.
SELF, OWN, RIVAL, ANY, EACH_OWN, EACH_RIVAL = range(6)
TARGETS = {
    "self": (SELF, "this bot", "this bot"),
    "own": (OWN, "a bot on your side", "one of yours"),
    "rival": (RIVAL, "a rival's bot", "a rival"),
    "any": (ANY, "any bot on the table", "any bot"),
    "each own": (EACH_OWN, "each bot on your side", "each of yours"),
    "each rival": (EACH_RIVAL, "each rival's bot", "each rival"),
}
# Which of the two values.
ON_ATTACK, ON_DEFENSE, ON_BOTH = 1, 2, 3
VALUES = {
    "attack": (ON_ATTACK, "Attack", "A"),
    "defense": (ON_DEFENSE, "Defense", "D"),
    "both": (ON_BOTH, "Attack and Defense", "A & D"),
}
# What is counted.
TOKENS, RIVAL_TOKENS, BOTS, LOANS = range(4)
COUNTED = {
    "token": (TOKENS, "token that you have", "token you have"),
    "rival token": (RIVAL_TOKENS, "token that your rivals have", "rival token"),
    "bot": (BOTS, "bot on the table", "bot"),
    "loan": (LOANS, "card that you have borrowed in this round", "bot lent to you"),
}
# When it is used at all.
ALWAYS, ATTACKING, DEFENDING, BEHIND, AHEAD, BORROWED, BESIDE, ALONE, UPSIDE_DOWN = range(9)
TIMES = {
    "": (ALWAYS, "", ""),
    "attacking": (ATTACKING, "while you attack", " if you attack"),
    "defending": (DEFENDING, "while you defend", " if you defend"),
    "behind": (BEHIND, "if a rival has more tokens than you", " if behind"),
    "ahead": (AHEAD, "if you have more tokens than every rival", " if you lead"),
    "borrowed": (BORROWED, "if you borrowed this bot", " if borrowed"),
    "beside": (BESIDE, "if another bot lies on your side", " if not alone"),
    "alone": (ALONE, "if no other bot lies on your side", " if alone"),
    "lower": (UPSIDE_DOWN, "if the lower sum wins", " if lower sum wins"),
}

# What a condition does.
(NO_CONDITION, STEADFAST, SIDEKICK, SOLITARY, JAMMER, CAP, ANCHORED, TIES, INSURED, STAKES, EMBARGO,
 AURA) = range(12)  # fmt: skip
CONDITIONS = {
    "steadfast": Block(STEADFAST, (), "no ability changes its values", "values never change", "10.4"),
    "sidekick": Block(
        SIDEKICK, (), "it takes no place, so another bot may lie beside it", "may lie beside another", "10.5"
    ),
    "solitary": Block(
        SOLITARY, ("n",), "it counts {n} less if another bot lies on your side", "−{n} beside another", "10.6"
    ),
    "jammer": Block(JAMMER, (), "rivals' bots do not use their abilities", "rivals use no abilities", "10.7"),
    "cap": Block(CAP, ("n",), "each rival's bot counts {n} at most", "rivals count {n} at most", "10.12"),
    "anchored": Block(ANCHORED, (), "it cannot be picked up in this round", "stays once it is down", "10.8"),
    "ties": Block(TIES, (), "equal sums are a win for you", "wins ties", "10.13"),
    "insured": Block(INSURED, (), "losing costs you no token", "costs no token if you lose", "10.9"),
    "stakes": Block(
        STAKES,
        ("n",),
        "a win brings you {tokens} more, and a loss costs you {tokens} more",
        "win or lose {n} more",
        "10.10",
    ),
    "embargo": Block(EMBARGO, (), "nobody can lend your rivals a bot", "nobody lends to rivals", "10.11"),
    "aura": Block(AURA, ("n",), "each other bot on your side counts {n} more", "+{n} to others beside it", "10.14"),
}

CHOICES: dict[str, tuple[str, ...]] = {
    "on": tuple(TARGETS),
    "value": tuple(VALUES),
    "of": tuple(COUNTED),
    "when": tuple(word for word in TIMES if word),
}
KEYS = ("name", "attack", "defense", "copies", "ability", "condition", "text", "source", "rule")
# How moves begin in which a card's name is not all.
TAKEN = (
    "clap", "wait", "decline", "hand over", "refuse",
    "attack ", "pick up ", "ask ", "offer ", "lend ", "force ", "choose ",
)  # fmt: skip


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
    entries = read_entries(text, "bot")
    cards = tuple(_bot(entry) for entry in entries)
    _check_together(cards, entries)
    return cards


def _bot(entry: Entry) -> BotCard:
    entry.check_keys(*KEYS)
    card = BotCard(
        name=entry.name(TAKEN),
        attack=entry.number("attack", 0, MOST_VALUE),
        defense=entry.number("defense", 0, MOST_VALUE),
        copies=entry.number("copies", 1, MOST_COPIES, default=1),
        ability=_ability(entry) if "ability" in entry else None,
        condition=_condition(entry) if "condition" in entry else None,
        text=entry.text("text", ""),
        source=entry.one_of("source", ("rulebook", "house"), "house"),
        rule=entry.text("rule", "") or None,
    )
    return card if card.text else msgspec.structs.replace(card, text=_said(card))


def _block(entry: Entry, key: str, known: dict[str, Block], *more: str) -> tuple[Entry, str, Block]:
    """A block of a bot, what it does, and the building block of that name; its keys are checked."""
    given = entry.block(key)
    does = given.one_of("does", known)
    for word in given.values:
        if word not in ("does", *known[does].takes, *more):
            takes = ", ".join((*known[does].takes, *more)) or "nothing more"
            raise given.wrong(word, f"{does!r} takes no {word!r}; it takes {takes}")
    return given, does, known[does]


def _ability(entry: Entry) -> Ability:
    given, does, block = _block(entry, "ability", ABILITIES, "when")
    read: dict[str, Any] = {"when": given.one_of("when", CHOICES["when"], "")}
    for word in block.takes:
        if word == "n":
            low = {ADD: -MOST_VALUE, PER: -MOST_VALUE, SHIFT: 1}.get(block.number, 0)
            read["n"] = given.number("n", low, MOST_VALUE)
            if read["n"] == 0 and block.number != SET:
                raise given.wrong("n", f"{does!r} does nothing with n = 0; write another number")
        else:
            read[word] = given.one_of(word, CHOICES[word])
    if block.number in (COPY, MUTE) and read["on"] not in ("rival", "any"):
        raise given.wrong("on", f'{does!r} is about another bot; write on = "rival" or "any"')
    if block.number == SHIFT and read["on"].startswith("each"):
        raise given.wrong("on", '\'shift\' is about one bot; write on = "self", "rival" or "any"')
    return Ability(does, **read)


def _condition(entry: Entry) -> Condition:
    given, does, block = _block(entry, "condition", CONDITIONS)
    high = 3 if block.number == STAKES else MOST_VALUE
    return Condition(does, given.number("n", 1, high) if "n" in block.takes else 0)


def _check_together(cards: tuple[BotCard, ...], entries: tuple[Entry, ...]) -> None:
    """What must hold of all bots of a file together."""
    check_names((card.name, entry.line) for card, entry in zip(cards, entries, strict=True))
    total, last = sum(card.copies for card in cards), entries[-1].line
    if len(cards) > MOST_KINDS:
        said = f"{len(cards)} kinds of bots are too many; a hand is a number of 64 bits with room for {MOST_KINDS}"
        raise CardsError(said, last)
    if total > MOST_CARDS:
        said = f"{total} cards are too many; a deck has {MOST_CARDS}, for which views and encodings are laid out"
        raise CardsError(f"{said}: take copies away", last)
    if total < FEWEST_CARDS:
        raise CardsError(f"{total} cards are too few; six players need {FEWEST_CARDS}: add copies or bots", last)


# -- what a bot will do, in a sentence -----------------------------------------------------------------------------


def explain(card: BotCard) -> str:
    """What the bot will do, from its numbers and blocks alone."""
    return f"{card.name} has Attack {card.attack} and Defense {card.defense}. {_said(card)}"


def _said(card: BotCard) -> str:
    said = []
    if card.ability:
        said.append(f"When the dice turn blue: {ability_sentence(card.ability)}.")
    if card.condition:
        does, n = card.condition.does, card.condition.n
        said.append(f"While it is down: {CONDITIONS[does].sentence.format(n=n, tokens=counted(n, 'token'))}.")
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
    value = VALUES[ability.value][1]
    words = ABILITIES[ability.does].sentence.format(
        n=ability.n,
        more=" and ".join(f"{_signed(ability.n)} {one}" for one in value.split(" and ")),
        value=value,
        target=target or TARGETS[ability.on][1],
        of=COUNTED[ability.of][1],
    )
    when = TIMES[ability.when][1]
    return f"{when}, {words}" if when and not target else words


# -- the same as short as there is room for on a card ------------------------------------------------------------


class Strip(msgspec.Struct, frozen=True):
    """One of the texts on a bot's card, in a few words; A is Attack, D is Defense."""

    kind: Literal["ability", "condition"]
    short: str


class Face(msgspec.Struct, frozen=True):
    """What is printed on a bot's card, for the page that draws it."""

    attack: int
    defense: int
    strips: tuple[Strip, ...]
    needs_place: bool  # whether it counts towards the bots that a player may have down


def face_of(card: BotCard) -> Face:
    strips = [Strip("ability", _short_ability(card.ability))] if card.ability else []
    if condition := card.condition:
        strips.append(Strip("condition", CONDITIONS[condition.does].short.format(n=condition.n)))
    sidekick = condition is not None and CONDITIONS[condition.does].number == SIDEKICK
    return Face(card.attack, card.defense, tuple(strips), not sidekick)


def _short_ability(ability: Ability) -> str:
    block = ABILITIES[ability.does]
    target = "" if block.number in (ADD, SHIFT) and ability.on == "self" else TARGETS[ability.on][2]
    words = block.short.format(
        n=ability.n,
        signed=_signed(ability.n),
        value=VALUES[ability.value][2],
        target=target,
        of=COUNTED[ability.of][2],
    )
    return words.strip() + TIMES[ability.when][2]


def _signed(number: int) -> str:
    return f"+{number}" if number >= 0 else f"−{-number}"


HOUSE = read_cards(house_cards(__file__))
