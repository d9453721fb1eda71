"""What one player makes of their view: whom they know, whom they suspect, what they have said and could say."""

from __future__ import annotations

import re
from functools import cached_property, lru_cache
from typing import Any

from facedown.games.clocktower.bots.belief import WRONG, Guess, against_both, common, guess, supposing, where, worth
from facedown.games.clocktower.bots.town import NAMED, Town, town_of
from facedown.games.clocktower.character import character, modelled
from facedown.games.clocktower.claims import english, understood
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.roster import Fact
from facedown.games.clocktower.rules import DeathLearned, WhoDies
from facedown.games.clocktower.words import Me, View

KNOWN_EVIL = re.compile(r"(?:The Demons? (?:is|are)|Your Minions? (?:is|are)|The Minions are) (.+?)\.")
MAD = re.compile(r"you are mad that you are \[(.+?)\]")
BRACKETED = re.compile(r"\[(.+?)\]")
TWINS = re.compile(r"(.+) and (.+) are twins: one is good, one is evil")
SURE_TWIN = 0.7  # so likely to be the evil one of two twins; to execute the other loses the game
AGAIN = 0.2  # so much less is it worth to execute somebody again who has survived it
LATE = 4  # so many alive, and everybody says all they know
OFTEN = ("each_night", "other_nights")


class Mind:
    """A player who thinks.  Who is evil thinks as a good player in their place would, and so seems to be one."""

    def __init__(self, view: View, me: Me, seat: int) -> None:
        self.view, self.me, self.seat = view, me, seat
        self.town = town_of(view)
        self.names = self.town.names
        self.place = view.circle[seat]
        self.evil = me.alignment == "evil"

    @cached_property
    def friends(self) -> set[int]:
        """The players whom an evil player knows to be evil too, and themselves."""
        if not self.evil:
            return {self.seat}
        known = " ".join(name for told in self.me.told for name in KNOWN_EVIL.findall(told.text))
        return {self.seat} | named_in(known, self.names)

    @cached_property
    def spared(self) -> set[int]:
        """Whom they do not want executed: friends, and where only these are left alive, the Demon."""
        return self.friends if set(self.town.living) - self.friends else self.demons | {self.seat}

    @cached_property
    def demons(self) -> set[int]:
        """Whom an evil player knows to be the Demon: perhaps themselves."""
        if self.me.team == "demon":
            return {self.seat}
        known = " ".join(told.text for told in self.me.told if told.text.startswith("The Demon is"))
        return set(named_in(known, self.names)) if self.evil else set()

    @cached_property
    def guess(self) -> Guess:
        """Who is evil, as a good player in this place would think.  Evil know better, and say this."""
        if self.evil:
            return thought(self.town, frozenset(self.friends))
        return thought(self.town, frozenset(self.friends), self.seat, tuple(self.unsaid), self.me.character)

    @cached_property
    def seen(self) -> Guess:
        """Who is evil, as everybody sees it."""
        return guess(self.town, common(self.town))

    # -- saying --------------------------------------------------------------------------------------------------

    @cached_property
    def unsaid(self) -> list[str]:
        """What this player's character has told them, and they have not said."""
        said = {*self.place.says, *self.place.said_before}
        known = [*(told.report for told in self.me.told), *self.twins]
        return [report for report in known if report and report not in said]

    @property
    def twins(self) -> list[str]:
        """That of two players just one is evil, where they were told so: both of them say it."""
        found = [TWINS.match(told.text) for told in self.me.told if " are twins" in told.text]
        pairs = [[self.names.index(name) for name in pair.groups()] for pair in found if pair is not None]
        return [english(("exactly", 1, ("evil", one), ("evil", other)), self.names) for one, other in pairs]

    @property
    def claimed(self) -> Fact | None:
        """The character that they claim to be: the last one that they named."""
        return NAMED.get(self.place.claims[-1]) if self.place.claims else None

    @property
    def mad(self) -> str:
        """The character that they must say they are today, or ""."""
        told = [MAD.search(told.text) for told in self.me.told if told.night == self.view.night]
        return next((found[1] for found in told if found), "")

    @property
    def bluffs(self) -> list[str]:
        """Good characters that were shown as not in play."""
        shown = [told.text for told in self.me.told if told.text.startswith("Not in play")]
        return [name for text in shown for name in BRACKETED.findall(text)]

    # -- suspecting ----------------------------------------------------------------------------------------------

    @cached_property
    def guilt(self) -> dict[int, float]:
        """What the execution of each player is worth to a good one."""
        town = self.town
        return {
            seat: self._twin_guilt(seat) if seat in town.twins else self._plain_guilt(seat)
            for seat in town.residents
            if town.alive[seat] or (town.seeming and town.died[seat].startswith("D"))
        }

    def _plain_guilt(self, seat: int) -> float:
        """The Demon counts most, a Minion something; less where an execution has come to nothing before."""
        town, demon = self.town, self.guess.demon[seat]
        minion = 0.05 if len(town.living) <= LATE else 0.25
        guilt = demon + minion * town.alive[seat] * (self.guess.evil[seat] - demon)
        return float(guilt * AGAIN ** town.survived[seat])

    def _twin_guilt(self, seat: int) -> float:
        """The good twin must not be executed; but where the Demon is gone, the evil one keeps the game open."""
        evil, late = self.guess.evil[seat], len(self.town.living) <= LATE
        if self.gone > 0.5:
            return self.gone * evil
        return self._plain_guilt(seat) * (1.0 if evil > SURE_TWIN else 0.5 if late else 0.1)

    @cached_property
    def gone(self) -> float:
        """How likely the Demon is dead, and the game open only as twins live."""
        town = self.town
        return sum(self.guess.demon[seat] for seat in town.residents if town.twinned and not town.alive[seat])

    def trust(self, seat: int) -> float:
        return 1.0 - self.guess.evil[seat]

    def strength(self, seat: int) -> float:
        """How much the character that somebody claims helps the good: evil are after it, others keep it safe."""
        return max((strength(id) for id in self.town.claims[seat]), default=1.0)


@lru_cache(maxsize=1024)
def thought(town: Town, good: frozenset[int], seat: int = -1, unsaid: tuple[str, ...] = (), own: str = "") -> Guess:
    """Who is evil, where these are good; and to one in this seat also by what they alone know."""
    weights = common(town)
    if seat >= 0:
        weights = weights + _learned(town, seat, unsaid, own)
    return guess(town, supposing(town, weights, good=good))


def _learned(town: Town, seat: int, unsaid: tuple[str, ...], own: str) -> Any:
    """What one player alone knows: what they have not said yet, and who claims to be what they are."""
    weights: Any = 0.0
    for text in unsaid:
        said = understood(text, town.names)
        mask = where(town, seat, said) if said is not None else None
        if mask is not None:
            weights = weights + worth(town, seat, mask, WRONG)
    fact = NAMED.get(own)
    if fact is not None and fact.id not in town.claims[seat]:
        for other in town.residents:
            if fact.id in town.claims[other] and other != seat:
                weights = weights + against_both(town, seat, other)
    return weights


@lru_cache(maxsize=256)
def strength(id: str) -> float:
    """By what a character does: night after night, or once, or when it is attacked."""
    if not modelled(id):
        return 1.0
    what = character(id)
    if what.team == "outsider":
        return 0.3
    if acts_at(what, Role.saves, WhoDies, Role.on_death, DeathLearned):
        return 1.5 if acts_at(what, Role.each_night) else 0.5
    return 2.0 if what.moments & set(OFTEN) else 1.2 if what.declares else 0.8


@lru_cache(maxsize=256)
def is_late(id: str) -> bool:
    """Does it find out something night after night, so that it had better not say at once what it is?"""
    return modelled(id) and bool(character(id).moments & set(OFTEN)) and character(id).team == "townsfolk"


def declares(id: str) -> bool:
    """Is it a character whose ability is declared by day?"""
    return modelled(id) and character(id).declares is not None


@lru_cache(maxsize=256)
def named_in(words: str, names: tuple[str, ...]) -> frozenset[int]:
    """The players whom these words name."""
    return frozenset(seat for seat, name in enumerate(names[:-1]) if re.search(rf"\b{re.escape(name)}\b", words))
