"""What comes of one bot against another, computed once for all pairs: what players by rule of thumb go by.

Both sides use their abilities as well as they can, the attacker's first; each has as many tokens as the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from facedown.core.layout import Ints
from facedown.games.bots_battleground.cards import MOST_KINDS, VALUES, Ability, BotCard

TOKENS = 3  # that everybody is thought to have
SURE = 100  # that a win weighs beside a point of difference


class Lying(NamedTuple):
    """A bot as it lies there, its values as they are by now."""

    card: BotCard
    attack: int
    defense: int
    muted: bool = False

    @property
    def condition(self) -> str:
        return self.card.condition.does if self.card.condition else ""

    @property
    def level(self) -> int:
        return self.card.condition.n if self.card.condition else 0


def margin(attacker: BotCard, defender: BotCard, *, lower: bool, middle: int) -> int:
    """By how much the attacker wins: the difference, and SURE for the win itself; negative where they lose.

    `middle` is the middle value of the deck's bots, one of which may come as a reinforcement.
    """
    return _after(Lying(attacker, attacker.attack, attacker.defense),
                  Lying(defender, defender.attack, defender.defense), 0, lower, middle)  # fmt: skip


def _after(one: Lying, two: Lying, turn: int, lower: bool, middle: int) -> int:
    """The margin from here on; the attacker uses its ability on turn 0, the defender on turn 1."""
    if turn == 2:
        return _counted(one, two, lower)
    mine, yours = (one, two) if turn == 0 else (two, one)
    ability = mine.card.ability
    silent = ability is None or mine.muted or yours.condition == "jammer" or not _in_time(ability, turn, lower)
    if ability is None or silent:
        return _after(one, two, turn + 1, lower, middle)
    margins = [
        _after(*((own, other) if turn == 0 else (other, own)), turn + 1, lower, middle)
        for own, other in _choices(ability, mine, yours, middle)
    ]
    return max(margins) if turn == 0 else min(margins)


def _in_time(ability: Ability, turn: int, lower: bool) -> bool:
    always = {"": True, "alone": True, "attacking": turn == 0, "defending": turn == 1, "lower": lower}
    return always.get(ability.when, False)


def _choices(ability: Ability, mine: Lying, yours: Lying, middle: int) -> Iterator[tuple[Lying, Lying]]:
    """All that can be made of the two bots."""
    if ability.does == "mute":
        yield mine, yours._replace(muted=True)
    elif ability.does == "copy":
        yield _set(mine, ability.value, yours.attack, yours.defense), yours
    elif ability.does == "reinforce":
        yield _added(mine, ability.value, middle), yours
    elif ability.does == "per":
        count = {"token": TOKENS, "rival token": TOKENS, "bot": 2, "loan": 0}[ability.of]
        yield _added(mine, ability.value, ability.n * count), yours
    else:
        if ability.on not in ("rival", "each rival"):
            for changed in _changed(ability, mine):
                yield changed, yours
        if ability.on in ("rival", "each rival", "any"):
            for changed in _changed(ability, yours):
                yield mine, changed


def _changed(ability: Ability, bot: Lying) -> Iterator[Lying]:
    n, value = ability.n, ability.value
    if ability.does == "add":
        yield _added(bot, value, n)
    elif ability.does == "shift":
        yield _added(bot, value, n)
        yield _added(bot, value, -n)
    elif ability.does == "swap":
        yield _set(bot, "both", bot.defense, bot.attack)
    elif ability.does == "halve":
        yield _set(bot, value, (bot.attack + 1) // 2, (bot.defense + 1) // 2)
    else:
        yield _set(bot, value, n, n)


def _added(bot: Lying, value: str, n: int) -> Lying:
    return _set(bot, value, max(bot.attack + n, 0), max(bot.defense + n, 0))


def _set(bot: Lying, value: str, attack: int, defense: int) -> Lying:
    if bot.condition == "steadfast":
        return bot
    which = VALUES[value][0]
    return bot._replace(
        attack=attack if which & 1 else bot.attack,
        defense=defense if which & 2 else bot.defense,
    )


def _counted(one: Lying, two: Lying, lower: bool) -> int:
    attack = min(one.attack, two.level) if two.condition == "cap" else one.attack
    defense = min(two.defense, one.level) if one.condition == "cap" else two.defense
    difference = defense - attack if lower else attack - defense
    ties = (one.condition == "ties") - (two.condition == "ties")
    won = (difference > 0) - (difference < 0) or ties
    return difference + SURE * won


def _average(cards: Sequence[BotCard]) -> int:
    """The middle value of all bots of the deck."""
    values = sum(card.copies * (card.attack + card.defense) for card in cards)
    return round(values / (2 * sum(card.copies for card in cards)))


def margins(cards: Sequence[BotCard]) -> Ints:
    """[lower, attacker, defender]: by how much the attacker wins."""
    table, middle = np.zeros((2, MOST_KINDS, MOST_KINDS), np.int64), _average(cards)
    for lower in range(2):
        for one, attacker in enumerate(cards):
            for two, defender in enumerate(cards):
                table[lower, one, two] = margin(attacker, defender, lower=bool(lower), middle=middle)
    return table


def strengths(cards: Sequence[BotCard], margin: Ints) -> Ints:
    """[lower, role, kind]: the margin against a bot from the deck, whichever it is; role 0 attacks, 1 defends."""
    copies = np.array([card.copies for card in cards], np.int64)
    kinds = len(cards)
    table = np.zeros((2, 2, MOST_KINDS), np.int64)
    table[:, 0, :kinds] = (margin[:, :kinds, :kinds] * copies[None, None, :]).sum(2) // copies.sum()
    table[:, 1, :kinds] = -(margin[:, :kinds, :kinds] * copies[None, :, None]).sum(1) // copies.sum()
    return table


def beside(cards: Sequence[BotCard]) -> Ints:
    """[role, kind]: what a bot adds to another that lies beside it."""
    table = np.zeros((2, MOST_KINDS), np.int64)
    for kind, card in enumerate(cards):
        for role, value in enumerate((card.attack, card.defense)):
            ability = card.ability
            own = ability is not None and (ability.does, ability.on) == ("add", "self")
            if own and ability is not None and ability.when in ("", "beside", ("attacking", "defending")[role]):
                value += ability.n if VALUES[ability.value][0] >> role & 1 else 0
            if card.condition and card.condition.does == "solitary":
                value -= card.condition.n
            table[role, kind] = max(value, 0)
    return table
