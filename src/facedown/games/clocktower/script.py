"""One script: which characters a game is played with, and in which order they wake."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from facedown.core.errors import BadOption
from facedown.core.spelling import did_you_mean, fold, quote
from facedown.games.clocktower.character import Character, character
from facedown.games.clocktower.questions import Act
from facedown.games.clocktower.roster import FACTS, JINXES, STEP_RANKS, Jinx

OWN_SCRIPT = "Own script"  # the name of one that has none
RULES = ("2022", "current")
STEPS = tuple(STEP_RANKS)
PLACES = [(f.first, f.other) for f in FACTS.values() if f.first is not None and f.other is not None]


@dataclass
class Script:
    """A list of characters; `rules` says which version of those that have two."""

    name: str
    ids: tuple[str, ...]
    rules: str = "2022"
    first: Sequence[str] | None = None  # the night orders, where the script has its own
    other: Sequence[str] | None = None
    own: Mapping[str, Character] = field(default_factory=dict)  # home-made characters, run by hand
    author: str = ""  # who has made it, as its file says
    meta: Mapping[str, object] = field(default_factory=dict)  # all that its file says of the script itself
    in_full: Mapping[str, object] = field(default_factory=dict)  # items of official ones that its file has in full
    jinx_items: tuple[object, ...] = ()  # items of its file that are jinxes
    house_rules: tuple[str, ...] = ()  # rules of its own, which everybody is told
    own_jinxes: tuple[str, ...] = ()  # the same, of two characters together
    warnings: tuple[str, ...] = ()  # what is odd in its file, and what was made of that

    @cached_property
    def characters(self) -> tuple[Character, ...]:
        return tuple(self.character(id) for id in self.ids)

    def character(self, id: str) -> Character:
        """A character of this script or from anywhere else (a Traveller), in the script's version of the rules."""
        return self.own.get(id) or character(id, self.rules)

    @cached_property
    def own_names(self) -> tuple[tuple[str, str], ...]:
        """The ids and names of its home-made characters."""
        return tuple((id, character.name) for id, character in self.own.items())

    @cached_property
    def moments(self) -> frozenset[str | type]:
        """The moments at which some character of it does something of its own."""
        return frozenset().union(*(character.moments for character in self.characters))

    @cached_property
    def _there(self) -> frozenset[str]:
        return frozenset(self.ids)

    def has(self, id: str) -> bool:
        return id in self._there

    @cached_property
    def _of_teams(self) -> dict[tuple[str, ...], tuple[Character, ...]]:
        return {}

    def of(self, *teams: str) -> tuple[Character, ...]:
        """Its characters of these teams."""
        if teams not in self._of_teams:
            self._of_teams[teams] = tuple(c for c in self.characters if c.team in teams)
        return self._of_teams[teams]

    @cached_property
    def jinxes(self) -> tuple[Jinx, ...]:
        """The rules of two of its characters together."""
        there = (jinx for jinx in JINXES if self.has(jinx.a) and self.has(jinx.b))
        return tuple(jinx for jinx in there if jinx.version in ("", self.rules))

    def beside(self, ids: Iterable[str]) -> Script:
        """This script, with those of these characters that are not on it."""
        known = dict.fromkeys([id for id in ids if id not in self._there and id in FACTS])
        strays = [id for id in known if FACTS[id].team != "traveller"]
        return replace(self, ids=(*self.ids, *strays)) if strays else self

    @cached_property
    def reworded(self) -> tuple[str, ...]:
        """The names of official characters whose abilities its file gives in words that are not those here."""
        given = {id: item.get("ability") for id, item in self.in_full.items() if isinstance(item, Mapping)}
        said = {id: fold(words) for id, words in given.items() if isinstance(words, str)}
        official = (self.character(id) for id in self.ids if said.get(id))
        return tuple(one.name for one in official if fold(one.text) != said[one.id])

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(character.name for character in self.characters)

    @cached_property
    def jinx_rules(self) -> tuple[str, ...]:
        """The rules of two together, as they are read out."""
        known = (f"{FACTS[jinx.a].name} and {FACTS[jinx.b].name}: {jinx.rule}" for jinx in self.jinxes)
        return *known, *self.own_jinxes

    @cached_property
    def claims(self) -> tuple[Act, ...]:
        """What anybody may say they are."""
        return tuple(Act("claim", None, c) for c in self.characters)

    @cached_property
    def declaring(self) -> tuple[Character, ...]:
        """Those whose ability is declared by day."""
        return tuple(c for c in self.characters if c.declares)

    @cached_property
    def perhaps_kept_out(self) -> tuple[Character, ...]:
        """Those whose token chance may not always draw."""
        return tuple(c for c in self.characters if not c.dealt_by_chance or "may_be_drawn" in c.moments)

    @cached_property
    def claimed_when_nominated(self) -> tuple[Character, ...]:
        """Those whose claim counts before a vote."""
        return tuple(c for c in self.characters if c.claims_when_nominated)

    @cached_property
    def counts_misfires(self) -> bool:
        """Whether somebody learns that abilities have gone wrong."""
        return any(c.counts_misfires for c in self.characters)

    @cached_property
    def first_night(self) -> tuple[str, ...]:
        """Slots and steps of the first night, in order."""
        return self._order(0, self.first)

    @cached_property
    def other_nights(self) -> tuple[str, ...]:
        """The same of the other nights.  Slots of the first night alone have a place too, for latecomers."""
        return self._order(1, self.other)

    @cached_property
    def every_night(self) -> frozenset[str]:
        """The slots that are not of the first night alone."""
        repeated = [id for id in (*FACTS, *self.own) if self.character(id).fact.other is not None]
        return frozenset((*repeated, *(self.other or ())))

    def _order(self, column: int, own: Sequence[str] | None) -> tuple[str, ...]:
        ids = [
            *self.ids,
            *(fact.id for fact in FACTS.values() if fact.team == "traveller" and fact.id not in self.ids),
        ]
        if own is not None:
            listed = [id for id in own if id in ids or id in STEPS]
            ranks: dict[str, float] = {id: place for place, id in enumerate(listed)}
        else:
            ranks = {id: rank for id in ids if (rank := self._rank(id, column)) is not None}
        for step, both in STEP_RANKS.items():
            rank = both[column]
            if rank is not None and step not in ranks and own is None:
                ranks[step] = rank
        order = sorted(ranks, key=lambda id: ranks[id])
        return tuple(id for id in order if id not in ("dusk", "dawn"))

    def _rank(self, id: str, column: int) -> float | None:
        fact = self.character(id).fact
        if column == 0 or fact.other is not None or fact.first is None:
            return (fact.first, fact.other)[column]
        after = [other for first, other in PLACES if first > fact.first]  # before the first of these who acts
        return min(after) - 1 + fact.first / 1000 if after else None


def letters(words: str) -> str:
    """Letters and figures alone: how a name is told, whatever marks and blanks stand between them."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", words).casefold() if letter.isalnum())


_OFFICIAL = {letters(words): fact.id for fact in FACTS.values() for words in (fact.id, fact.name)}


def official(words: str) -> str | None:
    """The id of a character that is called so, by id or by name, however it is spelled; None if there is none."""
    return _OFFICIAL.get(letters(words))


def id_of(words: str) -> str:
    """The id of a character given by id or by name.  Raises BadOption."""
    id = official(words)
    if id is None:
        names = [fact.name for fact in FACTS.values()]
        raise BadOption(f"there is no character {quote(words)}{did_you_mean(words, names)}")
    return id
