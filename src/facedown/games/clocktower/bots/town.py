"""What everybody knows about a town, prepared for weighing: seats, deaths and what was said.

A world is one choice of the Demon and the Minions.  All of it comes from what a view shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from operator import is_
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from facedown.core.kept import Once, kept, kept_list
from facedown.games.clocktower.changeable_rules import MustLie, StorytellerExecuted
from facedown.games.clocktower.character import Character, character, modelled
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.observe import Observation
from facedown.games.clocktower.public import Place, Said, Tally
from facedown.games.clocktower.roster import FACTS, Fact
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.speech.statements import Either, Evil, Report, Statement, without_reason
from facedown.games.clocktower.speech.worlds import Mask

SEVERAL = 3  # characters of a script that have something to tell
OFTEN = ("each_night", "other_nights")


class TeamWorlds(NamedTuple):
    """All possible evil teams: by seat, the worlds in which its player is evil, or the Demon."""

    evil: NDArray[np.bool_]  # [seats, worlds]
    demon: NDArray[np.bool_]
    where: NDArray[np.int16]  # [number, residents]: the worlds in which each is the Demon, then those as a Minion
    nowhere: Mask


@kept(8)  # each takes up to 0.2 MB
def worlds_of(seats: int, residents: tuple[int, ...]) -> TeamWorlds:
    minions = team_counts(len(residents))["minion"]
    teams = [
        (demon, others)
        for demon in residents
        for others in combinations([seat for seat in residents if seat != demon], minions)
    ]
    evil = np.zeros((seats, len(teams)), np.bool_)
    demons = np.zeros((seats, len(teams)), np.bool_)
    for world, (demon, others) in enumerate(teams):
        evil[[demon, *others], world] = True
        demons[demon, world] = True
    seated = np.array([(demon, *others) for demon, others in teams]).T
    where = [np.nonzero(seated == seat)[1] for seat in residents]
    nowhere = np.zeros(len(teams), np.bool_)
    return TeamWorlds(evil, demons, np.array(where, np.int16).T.copy(), nowhere)


@kept(8)
def innocent(seats: int, residents: tuple[int, ...]) -> list[int]:
    """By seat, a bit for each world in which its player is good."""
    return [int.from_bytes(np.packbits(good).tobytes(), "big") for good in ~worlds_of(seats, residents).evil]


class ScriptFacts:
    """What everybody knows about the characters that may be in play."""

    def __init__(self, facts: tuple[Fact, ...]) -> None:
        self.facts: Mapping[str, Fact] = FACTS | {fact.id: fact for fact in facts}  # by id, the script's own too
        self.ids = {fact.id for fact in facts}
        self.official = [fact for fact in facts if fact.id in FACTS]
        ids = {fact.id for fact in self.official}
        tactics = [as_played(id).tactics for id in ids]
        self.seeming = any(one.may_seem_dead for one in tactics)  # whether a dead player can be the Demon
        self.must_execute = any(one.must_execute for one in tactics)  # whether evil wins without executions
        demons = [as_played(id) for id in ids if self.facts[id].team == "demon"]
        falsifying = sum(acts_at(demon, MustLie) for demon in demons)
        self.falsifying = min(
            0.9, falsifying / max(1, len(demons))
        )  # how likely nothing that Townsfolk learn is true
        self.usual_team = len(ids) == len(facts) and all(map(_leaves_team, ids))  # whether evil is as many as usual
        self.lent = any(one.lends for one in tactics)  # whether evil may do what only good otherwise can
        self.proving = [one for one in map(as_played, ids) if type(one).proven is not Character.proven]
        telling = [one for one in map(as_played, ids) if one.finds.possible is not None]
        self.tells_little = len(telling) < SEVERAL  # whether evil may claim what they like
        evil = (as_played(id) for id in ids if self.facts[id].team in ("minion", "demon"))
        self.evil_saves = any(acts_at(one, Role.saves) and one.tactics.saves == "anybody" for one in evil)
        self.misled = any(modelled(id) and _misleads(character(id)) for id in ids)


script_facts_of = kept(32)(ScriptFacts)


Meant: TypeAlias = dict[tuple[int, Said], bytes | None]


class Town:
    """The circle as everybody sees it, and what was said in it."""

    def __init__(
        self,
        circle: tuple[Place, ...],
        script: tuple[Fact, ...],
        nominated: tuple[Tally, ...],
        day: int,
    ) -> None:
        """`circle`: as of `as_weighed`."""
        self.circle = circle
        ring = sorted((place for place in circle if place.here), key=lambda place: place.place)
        self.ring = [place.seat for place in ring]
        self.residents = tuple(place.seat for place in circle if place.here and place.character is None)
        self.alive = [place.alive and place.here for place in circle]
        self.died = [place.died for place in circle]
        self.returned = tuple((place.seat, *times) for place in circle for times in place.returned)
        self.survived = [place.survived for place in circle]
        self.characters = script_facts_of(script)
        self.facts, self.script = self.characters.facts, self.characters.official
        self.claims = [[id for id in claimed(place) if id in FACTS] for place in circle]
        named = [id for ids in self.claims for id in ids]
        self.same_claims = len(set(named)) < len(named)  # whether two claim one character
        said: list[tuple[int, Any]] = [(place.seat, said) for place in circle for said in place.said_before]
        self.said: list[tuple[int, Statement]] = said
        self.uses = [use for place in circle for use in place.uses]
        self.nominated = nominated  # on earlier days
        self.worlds = worlds_of(len(circle), self.residents)
        self.nowhere: Mask = self.worlds.nowhere
        self.dear = [max(map(execution_costs, ids), default=0.0) for ids in self.claims]
        lives = tuple(zip(self.alive, self.died, strict=True))
        ground = self.claims, self.ring, self.residents, self.characters, nominated, self.uses
        self.ground = len(named), lives, *ground  # what differs most often first
        # by speaker and what was said, a bit for each world; towns share it in which words mean the same
        self.meant: Meant = next((town.meant for _, town in _lately if town.ground == self.ground), {})
        self.meant_now: Meant = {}  # the same of what is about what was said
        proven = {seat: one.id for one in self.characters.proving for seat in one.proven(self)}
        self.proven = {  # shown to be what a good player can be, by what was seen, and what that is
            seat: id for seat, id in proven.items() if seat in self.residents
        }
        either = [(by, said) for by, said in self.said if isinstance(said, Either)]
        self.twins = {seat for by, said in either if by in (pair := _twins(said)) for seat in pair}
        self.twinned = sum(self.alive[seat] for seat in self.twins) > 1  # the game may go on without the Demon
        self.day, self.quiet = day, self.quiet_nights(day)
        self.living = [seat for seat in self.residents if self.alive[seat]]
        # who may still be executed for good reason
        self.judged = [seat for seat in self.residents if self.alive[seat] or self.may_seem_dead(seat)]

    @property
    def public(self) -> Town:
        return self

    def team_of(self, role: str) -> str:
        """The team of a character, or "" for an unknown one."""
        return self.facts[role].team if role in self.facts else ""

    def is_evil(self, seat: int) -> Mask:
        return self.worlds.evil[seat]

    def is_of_team(self, seat: int, team: str) -> Mask:
        evil, demon = self.worlds.evil[seat], self.worlds.demon[seat]
        return {"demon": demon, "minion": evil & ~demon}.get(team, ~evil)

    def is_in_play(self, role: str) -> None:
        """Unknown: a world does not tell which characters are in play."""

    def is_character(self, seat: int, role: str) -> Mask:
        """The worlds in which this player is that character, judging by their team and claim."""
        evil, demon = self.worlds.evil[seat], self.worlds.demon[seat]
        team = self.team_of(role)
        if team in ("minion", "demon"):
            return demon if team == "demon" else evil & ~demon
        fits = role in self.claims[seat] or not self.claims[seat] or not knows_token(role)
        return ~evil if fits else self.nowhere

    def alive_in(self, seat: int, night: int) -> bool:
        """Whether this player was alive when that night ended, as far as everybody knows."""
        died = self.died[seat]
        if not died:
            return True
        return int(died[1:]) > night or (died[0] == "D" and int(died[1:]) == night)

    def is_kept_alive(self, seat: int) -> bool:
        """Whether somebody claims to be a character that may keep this player from dying."""
        at = self.ring.index(seat)
        beside = (self.ring[at - 1], seat, self.ring[(at + 1) % len(self.ring)])
        where = {"self": (seat,), "beside": beside, "anybody": self.residents}
        savers = ((there, as_played(id)) for there, ids in enumerate(self.claims) for id in ids)
        return any(acts_at(one, Role.saves) and there in where[one.tactics.saves] for there, one in savers)

    def quiet_nights(self, until: int) -> int:
        """The number of nights in a row without a death up to this one, not counting the first."""
        last = max((int(died[1:]) for died in self.died if died.startswith("N")), default=1)
        return max(0, until - last)

    def may_seem_dead(self, seat: int) -> bool:
        """Whether this player died by day, where a Demon of the script may only seem dead."""
        return self.characters.seeming and self.died[seat].startswith("D")

    @Once
    def has_reports(self) -> bool:
        """Whether anybody has reported anything."""
        return any(isinstance(said, Report) for _, said in self.said)

    @Once
    def lulls(self) -> int:
        """In how many nights after a death by day nobody died, less those in which somebody did."""
        days = {int(died[1:]) for died in self.died if died.startswith("D")} - {self.day}
        return sum(-1 if f"N{day + 1}" in self.died else 1 for day in days)

    def neighbours(self, seat: int, night: int) -> list[int]:
        """The nearest players on each side who were alive in that night."""
        at = self.ring.index(seat)
        others = [other for other in self.ring[at + 1 :] + self.ring[:at] if self.alive_in(other, night)]
        return list(dict.fromkeys((others[0], others[-1]))) if others else []


def claimed(place: Place) -> tuple[str, ...]:
    """Who this player has said they are; one who uses an ability before everybody has said that it is theirs."""
    return place.claims or tuple(use.character for use in place.uses[:1])


def _leaves_team(id: str) -> bool:
    """Whether there are as many evil players as usual when this character is in play, as far as is known."""
    what = as_played(id)
    if FACTS[id].team in ("minion", "demon") and not modelled(id):
        return False
    alone = acts_at(what, StorytellerExecuted)  # who wins by that may have nobody evil beside them
    return not (alone or what.fills_team or what.minions or acts_at(what, Role.turns_sides))


def _misleads(what: Character) -> bool:
    """Whether it makes a good player believe that they are another character, or become one."""
    return what.thinks_it_is == "townsfolk" or what.makes_others


@kept(1024)
def as_played(id: str) -> Character:
    """The character's rules, or those of one that does nothing if it has none here."""
    return character(id) if modelled(id) else Character()


def knows_token(role: str) -> bool:
    """Whether the player of this character knows it."""
    return as_played(role).knows_token


@kept(256)
def is_late(id: str) -> bool:
    """Whether it learns or does something night after night, so that it should not reveal itself at once."""
    return modelled(id) and bool(character(id).moments & set(OFTEN)) and character(id).team == "townsfolk"


def execution_costs(id: str) -> float:
    """The cost to its side of executing this character."""
    return as_played(id).execution_costs


def _twins(said: Either) -> tuple[int, ...]:
    """The two players of whom this says that exactly one is evil."""
    return tuple(part.seat for part in (said.one, said.other) if isinstance(part, Evil))


LATELY = 24  # towns that are kept, as much as a moment of so many tables

Seen: TypeAlias = tuple[tuple[Place, ...], tuple[Fact, ...], tuple[Tally, ...], int]
_lately: list[tuple[Seen, Town]] = kept_list()  # those that were asked for last, and for what


def town_of(view: Observation) -> Town:
    """The town of a view."""
    return town_seen(view.circle, view.script, view.nominated_before, view.day)


def town_seen(circle: tuple[Place, ...], script: tuple[Fact, ...], nominated: tuple[Tally, ...], day: int) -> Town:
    """The town with this circle; the same object while nothing has changed that is weighed."""
    seen = circle, script, nominated, day
    for known, town in _lately:
        if all(map(is_, known, seen)):
            return town
    before, last = _lately[0] if _lately else (seen, None)
    places = {id(was): place for was, place in zip(before[0], last.circle, strict=True)} if last else {}
    weighed = tuple([places.get(id(place)) or as_weighed(place) for place in circle])
    same = last if last and weighed == last.circle and all(map(is_, before[1:], seen[1:])) else None
    town = same or Town(weighed, script, nominated, day)
    _lately[:] = [(seen, town), *_lately[: LATELY - 1]]
    return town


def as_weighed(place: Place) -> Place:
    """The place without what is not weighed: the last vote, when a claim was made, reasons and repetitions."""
    stated = dict.fromkeys(map(without_reason, (*place.said_before, *place.says)))
    said = tuple([one for one in stated if one is not None])
    return replace(place, ghost_vote=False, claimed_on=0, says=(), said_before=said)
