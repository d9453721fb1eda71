"""The facts on a game's box: its title, numbers of seats, options and rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from facedown.core.errors import BadOption, CardsError, UnknownRule
from facedown.core.rulebook import Rule, read_rulebook
from facedown.core.spelling import did_you_mean, quote, shown
from facedown.core.values import Card, Move, Option, Puzzle

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mo", "Nan", "Oz",
         "Pia", "Quin", "Roy", "Sue", "Tom")  # fmt: skip


class Constant:
    """What never changes: its own copy."""

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


class Facts(Constant):
    """A game's facts, which it sets as class attributes, and what can be derived from them."""

    id: str  # as in `facedown.game("bayou-boss")`
    title: str
    summary: str  # one line for the home page
    minutes: int
    usual_seats: int = 4  # the number of seats suggested to people
    seats: range
    options: tuple[Option, ...] = ()
    in_records: ClassVar[Mapping[str, str | int]] = {}  # the values of options that a record does not mention
    sides: tuple[str, ...] = ()  # the names of the sides, in games won by sides instead of seats
    pause: Move | None = None  # the one answer to a question that decides nothing; a record need not write it
    # Kinds of events that show nobody what was chosen, as a card put face down: who did it may take it back.
    slips: frozenset[str] = frozenset()
    # Kinds of events that tell one seat what it is dealt: in a record they are not news that only this seat has.
    dealings: frozenset[str] = frozenset()
    laid_out: tuple[str, ...] = ()  # how a record's lines begin that lay out chance: "deck", "... holds" for a seat
    not_names: frozenset[str] = frozenset()  # words that are moves, which no seat may have as its name
    version: int = 1  # of its rules: raise it when a stored game would be played or seen differently
    free_text: bool = False  # whether views hold text other than names of cards, such as sentences
    own_cards: str = ""  # the text of a cards file that replaces its own; "" if none does
    puzzles: bool = False  # whether it has puzzles
    folder: Path  # where its rulebook.md and cards.toml lie

    def names_of(self, seats: int) -> tuple[str, ...]:
        """The default names of `seats` seats."""
        return NAMES[:seats]

    def rulebook(self) -> tuple[Rule, ...]:
        """The rules in order, each with its number.  Raises RulebookError."""
        return read_rulebook(self.folder / "rulebook.md")

    def rule(self, number: str) -> Rule:
        """One rule by its number.  Raises UnknownRule."""
        rules = {rule.number: rule for rule in self.rulebook()}
        if number not in rules:
            chapter = [other for other in rules if other.split(".")[0] == number.split(".")[0]]
            there = f"there are: {', '.join(chapter)}" if chapter else f"`facedown rules {self.id}` shows them all"
            raise UnknownRule(f"{self.title} has no rule {quote(number)}; {there}")
        return rules[number]

    def cards_file(self) -> str:
        """The text of its cards file, which can be edited and passed to `with_cards`; "" if it has none."""
        return self.own_cards

    def puzzle(self, seed: str) -> Puzzle:
        """The puzzle that belongs to this seed, the same on every machine; it may take seconds to make."""
        raise NotImplementedError

    def left_out(self, options: Mapping[str, object], seats: int) -> frozenset[str]:
        """The names of the cards that are not used with these options (`checked_options`) and number of seats."""
        return frozenset()

    def explain_cards(self, text: str) -> tuple[Card, ...]:
        """What each card of a cards file does, in a sentence.  Raises CardsError, which names the line."""
        raise CardsError(f"{self.title} takes no cards file")

    def with_cards(self, text: str) -> Self:
        """The same game with the cards of this file, TOML text, instead of its own.  Raises CardsError."""
        raise CardsError(f"{self.title} takes no cards file")

    def checked_options(self, given: Mapping[str, object]) -> dict[str, str | int]:
        """All options: those given, after checking them, and defaults for the others.  Raises BadOption."""
        if not isinstance(given, Mapping):
            raise BadOption(f"options must be given by name, such as {{'name': value}}, not {given!r}")
        known = {option.name: option for option in self.options}
        formerly = {option.formerly: option.name for option in self.options if option.formerly}
        values: dict[str, object] = {}
        for said, value in given.items():
            name = formerly.get(said, said)
            if name not in known:
                near = did_you_mean(str(said), known)
                there = ", ".join(f"{option.name} ({option.title})" for option in self.options) or "none"
                raise BadOption(f"{self.title} has no option {shown(said)}{near or f'; it has: {there}'}")
            if name in values:
                raise BadOption(f"option {name} is given twice, once under its old name; give it once")
            values[name] = value
        return {name: _checked(option, values.get(name, option.default)) for name, option in known.items()}

    def fitted_options(self, options: Mapping[str, str | int], seats: int) -> dict[str, str | int]:
        """These options (`checked_options`) as a table of this many seats has them.  Raises BadOption."""
        for option in self.options:
            value = options[option.name]
            if option.of_seats and isinstance(value, int) and value > seats:
                raise BadOption(f"option {option.name}: there is no seat {value} at a table of {seats}")
        return dict(options)

    def options_at(self, seats: int, given: Mapping[str, object] | None) -> dict[str, str | int]:
        """All options of a table of this many seats, of which these are given.  Raises BadOption."""
        return self.fitted_options(self.checked_options({} if given is None else given), seats)

    def cautions(self, options: Mapping[str, str | int]) -> tuple[str, ...]:
        """What somebody should know before they play or simulate with these options (`checked_options`)."""
        return ()

    def explain_options(self, options: Mapping[str, str | int]) -> Any:
        """What a page shows of these options (`checked_options`): a struct of the game's own; None for nothing."""
        return None

    def public_options(self, options: Mapping[str, str | int]) -> dict[str, str | int]:
        """The options that everybody at a table may know: not what one player alone has asked for."""
        hidden = {option.name for option in self.options if option.alone}
        return {name: value for name, value in options.items() if name not in hidden}

    def checked_seats(self, seats: object) -> int:
        """`seats`, if the game can be played with this number.  Raises BadOption if not."""
        if isinstance(seats, bool) or not isinstance(seats, (int, np.integer)) or seats not in self.seats:
            low, high = self.seats[0], self.seats[-1]
            span = f"{low}" if low == high else f"{low} to {high}"
            raise BadOption(f"{self.title} is for {span} seats, not {shown(seats)}")
        return int(seats)


def checked_count(what: str, number: object, least: int = 1) -> int:
    """`number`, if it is a whole one and as large as this.  Raises BadOption if not, about `what` it counts."""
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < least:
        raise BadOption(f"{what} must be a whole number, {least} or more, not {shown(number)}")
    return int(number)


def _checked(option: Option, value: object) -> str | int:
    for choice in option.choices:
        if value == choice and type(value) is type(choice):
            return choice
        if isinstance(value, str) and value.strip().lower() == str(choice).lower():
            return choice
    if option.other and isinstance(value, str) and value.strip():
        return " ".join(value.split())
    is_number = isinstance(value, str) and value.strip().lstrip("-+").isdecimal()  # numbers are not misspelt
    word = value if isinstance(value, str) and not is_number else ""
    mend = did_you_mean(word, map(str, option.choices), "choose one of")
    raise BadOption(f"option {option.name} cannot be {shown(value)}{mend}")
