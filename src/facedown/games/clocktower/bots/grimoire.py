"""What the storyteller's policy sees: the tokens, the open question, and how the two sides stand."""

from __future__ import annotations

from functools import cached_property
from typing import TypeAlias

import numpy as np

from facedown.games.clocktower.bots.deals import deals_are_simple
from facedown.games.clocktower.bots.mind import thought
from facedown.games.clocktower.bots.town import Town, town_of
from facedown.games.clocktower.moves import InSeat, Part, Token
from facedown.games.clocktower.observe import GrimoireToken, Observation, ObservedQuestion
from facedown.games.clocktower.roster import Fact
from facedown.games.clocktower.speech.statements import Statement
from facedown.games.clocktower.speech.truth import holds
from facedown.games.clocktower.speech.worlds import Mask

EVEN = 0.46  # the chance of good at which neither side is behind: less than half, as a town learns more every day
EVEN_FALLS = 0.04  # with each player more than seven, up to five: more days follow, on which the town learns more
EVEN_WHERE_COUNTED = 0.25  # the same where the town counts deals: it knows more than it seems, from the beginning
BEHIND = 0.14  # so much off, and a side is

Option: TypeAlias = tuple[Part, ...]  # an answer: one thing, or several at once


def one(option: Option) -> Part | None:
    """The value of an answer that is a single thing."""
    return option[0] if len(option) == 1 else None


class Grimoire:
    """What the storyteller sees, and how they judge it."""

    def __init__(self, view: Observation, question: ObservedQuestion) -> None:
        self.view, self.question = view, question
        self.tokens: tuple[GrimoireToken, ...] = view.grimoire
        self.town: Town = town_of(view)

    def token(self, option: Option) -> GrimoireToken | None:
        """The token of the player that this answer names."""
        part = one(option)
        return self.tokens[part.seat] if isinstance(part, InSeat) else None

    def fact(self, option: Option) -> Fact | None:
        """The character that this answer names."""
        part = one(option)
        return self.town.facts.get(part.id) if isinstance(part, Token) else None

    @cached_property
    def named(self) -> list[GrimoireToken]:
        """The players whom the question names, in its order."""
        return [self.tokens[part.seat] for part in dict.fromkeys(self.question.args) if isinstance(part, InSeat)]

    # -- what statements ask of the tokens, as of speech.worlds ----------------------------------------------------

    nowhere = np.False_

    @property
    def public(self) -> Town:
        return self.town

    def is_true(self, said: Statement) -> bool | None:
        """Whether the statement is true of these tokens; None if they do not tell."""
        found = holds(said, self)
        return None if found is None else bool(found)

    def is_evil(self, seat: int) -> Mask | None:
        return np.bool_(self.tokens[seat].alignment == "evil") if seat < len(self.tokens) else None

    def is_character(self, seat: int, role: str) -> Mask | None:
        return np.bool_(self.tokens[seat].character == role) if seat < len(self.tokens) else None

    def is_of_team(self, seat: int, team: str) -> Mask | None:
        if seat >= len(self.tokens):
            return None
        return np.bool_(self.town.team_of(self.tokens[seat].character) == team)

    def is_in_play(self, role: str) -> Mask | None:
        return np.bool_(any(token.character == role for token in self.tokens))

    # -- how the sides stand --------------------------------------------------------------------------------------

    def is_demon(self, token: GrimoireToken) -> bool:
        return self.town.team_of(token.character) == "demon"

    @property
    def only_demons(self) -> bool:
        """Whether nobody but Demons is alive, as can happen with Legion."""
        return all(self.is_demon(token) for token in self.tokens if token.alive)

    @cached_property
    def chance_of_good(self) -> float:
        """The probability that the town finds the Demon, from public knowledge and the executions that are left."""
        living = [seat for seat in self.town.residents if self.tokens[seat].alive]
        left = max(0, len(living) - 1) // 2
        seen = thought(self.town, settled=True).guess.demon
        found = sum(seen[token.seat] for token in self.tokens if self.is_demon(token) and token.alive)
        return 1.0 - (1.0 - min(found, 1.0)) ** left

    @cached_property
    def behind(self) -> str:
        """The side that needs help, or ""; before the first day nobody knows anything that could tell."""
        if not self.view.day:
            return ""
        even = EVEN - EVEN_FALLS * min(5, max(0, len(self.town.residents) - 7))
        off = self.chance_of_good - (EVEN_WHERE_COUNTED if deals_are_simple(self.town) else even)
        return "" if abs(off) < BEHIND else "evil" if off > 0 else "good"

    @cached_property
    def pretended(self) -> int:
        """The likeliest world in which all evil players are good, to be supported by false information."""
        evil = [token.seat for token in self.tokens if token.alignment == "evil"]
        return thought(self.town, frozenset(evil)).guess.world

    @cached_property
    def in_play(self) -> set[str]:
        return {id for token in self.tokens for id in (token.character, token.shown) if id}

    @cached_property
    def claimed(self) -> set[str]:
        """The characters that good players claim to be."""
        return {
            id for place in self.view.circle for id in place.claims if self.tokens[place.seat].alignment == "good"
        }
