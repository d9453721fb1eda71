"""Contradictions between what people have said, and with what the viewer was told, found in the bots' worlds.

A world is one possible evil team.  Statements contradict each other if there is no world in which all who made them
are good and right.  Only what the viewer knows is used: what was said aloud, their side and what they were told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import msgspec
import numpy as np

from facedown.games.clocktower.bots.belief import where
from facedown.games.clocktower.bots.town import Town, town_seen
from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.observe import Own, circle, nominated_before, script_facts
from facedown.games.clocktower.public import Place, Said
from facedown.games.clocktower.speech.english import aloud
from facedown.games.clocktower.speech.statements import Defence, Evil, Not, Report, Suspicion, Trust
from facedown.games.clocktower.speech.worlds import Mask
from facedown.games.clocktower.state import State

MOST = 12  # at most this many contradictions are shown, with at most three speakers in each
ONE = ("player", "chose")  # the parts of a report that name one player
OPINIONS = (Evil, Not, Suspicion, Defence, Trust)


class Line(msgspec.Struct, frozen=True):
    """Something that was said, or that the viewer was told (`by` is None)."""

    by: int | None
    text: str


class Contradiction(msgspec.Struct, frozen=True):
    """Lines that cannot all be true."""

    lines: tuple[Line, ...]


class Testimony(NamedTuple):
    """What the player in this seat tells (`by` them), or was told (`by` is None)."""

    by: int | None
    seat: int
    said: tuple[Said, ...]  # those parts of it that restrict the worlds

    def masks(self, town: Town) -> list[Mask]:
        """The worlds in which they are good and each part holds; there are too many worlds to keep them."""
        good = ~town.is_evil(self.seat)
        return [good if (mask := where(town, self.seat, what)) is None else mask & good for what in self.said]

    def right(self, town: Town) -> Mask:
        """The worlds in which they are good and all of it holds."""
        return _all(self.masks(town))


class TownTalk:
    """What everybody has heard in a town.  Worlds in which the same people may be right form one kind."""

    def __init__(self, town: Town) -> None:
        self.town = town
        self.told = list(self._testimonies()) if town.characters.usual_team else []
        bits = np.zeros(len(town.nowhere), np.int64)
        for at, one in enumerate(self.told):
            bits += one.right(town).astype(np.int64) << at
        bits, kind_of = np.unique(bits, return_inverse=True)
        self.kind_of = kind_of.astype(np.int32)
        may_be_right = (bits[:, None] >> np.arange(len(self.told))) & 1
        self.kinds = may_be_right.astype(np.bool_)  # [kinds, told]
        self.groups = _smallest(self.kinds)
        self.written: dict[object, tuple[Contradiction, ...]] = {}

    def _testimonies(self) -> Iterator[Testimony]:
        town = self.town
        for seat in town.residents:
            said = [what for by, what in town.said if by == seat and not isinstance(what, OPINIONS)]
            one = _testimony(town, seat, seat, said)
            if one is not None:
                yield one

    def kinds_among(self, worlds: Mask) -> Mask:
        """The kinds of these worlds."""
        return self.kinds[np.bincount(self.kind_of[worlds], minlength=len(self.kinds)) > 0]


def what_counts(places: Sequence[Place]) -> object:
    """A value that changes as soon as anything is said or seen on which contradictions depend."""
    return [
        (place.claims, place.died, place.here, place.place, place.uses, [
            said for said in (*place.said_before, *place.says) if not isinstance(said, OPINIONS)
        ])
        for place in places
    ]  # fmt: skip


def town_talk(state: State) -> TownTalk:
    return TownTalk(town_seen(circle(state), script_facts(state), nominated_before(state), state.day))


def _testimony(town: Town, by: int | None, seat: int, said: Sequence[Said]) -> Testimony | None:
    """What this player tells; None if it restricts no world."""
    found = dict.fromkeys(what for what in said if where(town, seat, what) is not None)
    return Testimony(by, seat, tuple(found)) if found else None


def _all(masks: Iterable[Mask]) -> Mask:
    return np.logical_and.reduce(list(masks))


def contradictions(
    talk: TownTalk, me: Own | None, seat: int | None, names: tuple[str, ...], own_names: tuple[tuple[str, str], ...]
) -> tuple[Contradiction, ...]:
    """The contradictions that the player in this seat sees.

    A good player uses their side and what they were told; all others see what everybody sees.
    """
    town = talk.town
    if not talk.told:
        return ()
    if me is None or seat not in town.residents or me.alignment != "good":
        return _by_all(talk, names, own_names)
    assert seat is not None, "it is a resident's"
    good = ~town.is_evil(seat)
    mine = _testimony(town, None, seat, [one.report for one in me.told if one.report is not None])
    others = [at for at, one in enumerate(talk.told) if one.by != seat]
    told = [talk.told[at] for at in others]
    kinds = talk.kinds_among(good)[:, others]
    if mine is not None:
        right = talk.kinds_among(mine.right(town))[:, others]
        kinds = np.block(
            [[kinds, np.zeros((len(kinds), 1), np.bool_)], [right, np.ones((len(right), 1), np.bool_)]]
        )
        told = [*told, mine]
    known = dict(
        zip(map(_speakers, _grouped(talk.told, talk.groups)), _by_all(talk, names, own_names), strict=True)
    )
    return tuple(
        known.get(_speakers(group)) or Contradiction(tuple(_lines(town, group, seat, good, names, own_names)))
        for group in _grouped(told, _smallest(kinds))
    )


def _by_all(
    talk: TownTalk, names: tuple[str, ...], own_names: tuple[tuple[str, str], ...]
) -> tuple[Contradiction, ...]:
    """The contradictions that everybody sees."""
    if names not in talk.written:
        groups = _grouped(talk.told, talk.groups)
        lines = (_lines(talk.town, group, None, ~talk.town.nowhere, names, own_names) for group in groups)
        talk.written[names] = tuple(Contradiction(tuple(some)) for some in lines)
    return talk.written[names]


def _grouped(told: Sequence[Testimony], groups: Iterable[tuple[int, ...]]) -> list[list[Testimony]]:
    return [[told[at] for at in group] for group in groups]


def _speakers(group: Sequence[Testimony]) -> tuple[int | None, ...]:
    return tuple(one.by for one in group)


def _smallest(kinds: Mask) -> list[tuple[int, ...]]:
    """The smallest groups of players who cannot all be right in any kind of world."""
    right = kinds.astype(np.float32)
    number = right.shape[1]
    alone = right.any(axis=0)
    two = (right.T @ right) > 0
    pairs = (right[:, :, None] * right[:, None, :]).reshape(len(right), -1)
    three = ((pairs.T @ right) > 0).reshape(number, number, number)
    found: list[tuple[int, ...]] = [(int(one),) for one in np.flatnonzero(~alone)]
    fine = np.triu(alone[:, None] & alone, 1)
    found += [(int(a), int(b)) for a, b in np.argwhere(fine & ~two)]
    fine &= two
    fits = fine[:, :, None] & fine[:, None, :] & fine[None, :, :]
    found += [(int(a), int(b), int(c)) for a, b, c in np.argwhere(fits & ~three)]
    return found[:MOST]


# -- in words ----------------------------------------------------------------------------------------------------


def _lines(
    town: Town,
    group: Sequence[Testimony],
    seat: int | None,
    base: Mask,
    names: Sequence[str],
    own_names: Sequence[tuple[str, str]],
) -> Iterator[Line]:
    """The lines that contradict each other, with the claims of those that they name.

    `base`: the worlds to consider.
    """
    claimants: dict[int, None] = {}
    for one, said in _needed(town, group, base):
        by = seat if one.by is None else one.by
        yield Line(one.by, aloud(said, names, own_names, by))
        claimants |= dict.fromkeys(_whose_claims(town, said))
    for claimant in claimants:
        name = town.facts[town.claims[claimant][-1]].name.removeprefix("The ")
        yield Line(claimant, f"I am the {name}.")


def _needed(town: Town, group: Sequence[Testimony], base: Mask) -> list[tuple[Testimony, Said]]:
    """A smallest part of these lines that is still contradictory in the worlds of `base`."""
    left = [(one, said, mask) for one in group for said, mask in zip(one.said, one.masks(town), strict=True)]
    for part in list(left):
        rest = [other for other in left if other is not part]
        if rest and not _all((base, *(mask for _, _, mask in rest))).any():
            left = rest
    return [(one, said) for one, said, _ in left]


def _whose_claims(town: Town, said: Said) -> Iterator[int]:
    """The players whose claims decide in which worlds this holds."""
    if not isinstance(said, Report):
        return
    learned: dict[str, Any] = dict(said.learned)
    seats = [*learned.get("pair", ()), *learned.get("players", ())] + [
        learned[key] for key in ONE if key in learned
    ]
    roles = [learned["role"]] if "role" in learned else list(learned.get("roles", ()))
    good = [role for role in roles if town.team_of(role) in ("townsfolk", "outsider")]
    of_claims = kind_of(said.by).finds.of_claims
    yield from (
        seat for seat in seats
        if town.claims[seat] and (of_claims or any(role not in town.claims[seat] for role in good))
    )  # fmt: skip
