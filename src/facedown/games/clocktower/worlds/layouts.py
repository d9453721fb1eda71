"""Every way in which the characters can have been dealt, so that all who must tell the truth about theirs do.

A seat is honest (it is what it claims) or hidden: it holds an evil character, or one that lies or is mistaken about
itself.  The hidden characters of a layout are chosen by the numbers of the set-up, then dealt to seats.  Who claims
nothing is taken to be hidden, then to be each of the good characters in turn, as if they had said so honestly; who
has claimed several, each of these.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, combinations, permutations, product
from math import factorial, perm, prod
from operator import and_
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np

from facedown.core.kept import kept
from facedown.games.clocktower.worlds.puzzle import Puzzle, is_evil_role, team_of

Array: TypeAlias = Any  # of NumPy's

MISTAKEN = ("drunk", "marionette", "lunatic")  # believe to be another character
LYING = ("mutant", "politician", "goon")  # good, but may claim anything; a Goon, if it has turned evil
HIDING = ("damsel", "cultleader", "king")  # at a table: should hide, may turn, need not be on the script
MAY_REPEAT = ("villageidiot", "legion", "riot")
MAKES_MINIONS = frozenset(("kazali", "lordoftyphon"))  # of others, whoever those were dealt as
MADDENING = frozenset(("cerenovus", "pithag"))  # makes others say that they are somebody else, or may become one
BRING_MINIONS = ("alchemist", "apprentice")  # who may have the ability of a Minion whom nobody is
REBUILDERS = ("engineer", "hatter")  # by whom any evil character may come into the game
# By whom somebody may become evil, mad or another before they have said what they were dealt.
UNSAID_BY = ("bountyhunter", "cerenovus", "pithag", "mezepheles", "fanggu")
FALLS = ("night_death", "day_death", "execution")
AT_ONCE = 10_000  # layouts in one table, or more where a piece of a single composition has more
MOST_PLACED = 100_000  # ways to put tokens on seats in one piece
MOST_TRIED = 100  # pieces after which what was found is passed on, be it nothing: who asked may want to stop


class Composition(NamedTuple):
    """Which characters are hidden, and how many Outsiders there may be in all."""

    hidden: tuple[str, ...]
    outsiders: frozenset[int]


class Layouts(NamedTuple):
    """Layouts: a row each, with a character's number for each seat."""

    roles: Sequence[str]  # the characters by number
    table: Array  # int16, layouts by seats; in memory seat by seat, as it is mostly looked at
    outsiders: Array  # of each layout
    until: float = 1.0  # the part of the ways to hide characters that has been dealt, these included


class Otherwise(NamedTuple):
    """What players were dealt without ever saying so, what may be hidden then (a bit each), and where."""

    dealt: Mapping[int, str]
    hidden: int
    may_hold: Mapping[str, Array]


def base_counts(players: int) -> tuple[int, int, int]:
    """How many Townsfolk, Outsiders and Minions there are without set-up abilities."""
    players = min(players, 15)
    outsiders, minions = (players - 5, 1) if players < 7 else ((players - 7) % 3, 1 + (players - 7) // 3)
    return players - outsiders - minions - 1, outsiders, minions


def residents(puzzle: Puzzle) -> int:
    """How many players are no Travellers."""
    return sum(claim is None or team_of(claim) != "traveller" for claim in puzzle.claims)


def layouts(puzzle: Puzzle, only: Sequence[str] = ()) -> Iterator[Layouts]:
    """All of them, composition by composition, as many at once as arithmetic on arrays pays for.

    `only`: what all players were dealt, where other layouts need not be among them.
    """
    roles = sorted(puzzle.script)
    usual = [one for one in compositions(puzzle) if not only or Counter(one.hidden) <= Counter(only)]
    unsaid, silence = _unsaid(puzzle), Silence(puzzle, usual)
    ways = prod(map(len, unsaid.values())) * sum(1 for _ in silence.others())
    made: list[Layouts] = []
    tried = 0
    each = ((other, said) for other in silence.others() for said in product(*unsaid.values()))
    for number, (is_other, said) in enumerate(each):
        chosen = dict(zip(unsaid, said, strict=True))
        if any(seat in chosen and chosen[seat] != unsaid[seat][0] for seat in is_other.dealt):
            continue  # whatever else they have said: it is dealt so once
        spoken = _as_if_said(puzzle, {**chosen, **is_other.dealt})
        honest = {*is_other.dealt, *(seat for seat, roles in unsaid.items() if spoken.claims[seat] != roles[0])}
        if only and any(spoken.claims[seat] != only[seat] for seat in honest):
            continue
        may_hold, bits = {**is_other.may_hold}, reversed(f"{is_other.hidden:b}")
        hidden = [one for one, bit in zip(usual, bits, strict=False) if bit == "1"]
        said_so = Said(spoken, roles, honest)
        for place, composition in enumerate(hidden, 1):
            for dealt in _deal(said_so, composition, may_hold):
                made.append(dealt)
                tried += 1
                if sum(len(one.table) for one in made) >= AT_ONCE or tried % MOST_TRIED == 0:
                    yield _together(roles, made, (number + (place - 1) / len(hidden)) / ways)
                    made = []
    if made:
        yield _together(roles, made, 1.0)


def _unsaid(puzzle: Puzzle) -> dict[int, list[str | None]]:
    """What whoever claims nothing, or several, may be honestly; with the first of these it may also be hidden."""
    kept_quiet = _quiet(puzzle)
    good = [role for role in sorted(puzzle.script) if team_of(role) in ("townsfolk", "outsider")]
    unsaid: dict[int, list[str | None]] = {}
    for seat, claim in enumerate(puzzle.claims):
        claimed = set(puzzle.claimed(seat))
        if claim is None:
            unsaid[seat] = [None, *(role for role in good if role not in kept_quiet)]
        elif len(claimed) > 1:
            unsaid[seat] = [claim, *(role for role in good if role in claimed - {claim})]
    return unsaid


Unsaid: TypeAlias = tuple[int, str]  # a player, and what they are without ever having said so


class Silence:
    """What players may be without ever having said so, and by whom.

    A Bounty Hunter or a Mezepheles made them evil; they were made mad, or changed, before they had said it; or they
    became the Demon instead of a Fang Gu, as Outsiders, unless a Pit-Hag had made them one.
    """

    def __init__(self, puzzle: Puzzle, usual: Sequence[Composition]) -> None:
        self.puzzle, self.usual = puzzle, usual
        self.claimed = {*puzzle.claims, *(role for seat in range(puzzle.size) for role in puzzle.claimed(seat))}
        self.died = {one.fields["seat"] for one in puzzle.events if one.type == "night_death"}
        self.days = [_last_day(puzzle, seat) for seat in range(puzzle.size)]
        mad_twice = {"apprentice", "barista", *(["alchemist"] if puzzle.rules == "current" else ())}
        # Whether two may be mad at once: the same day, or of yesterday and already of today.
        self.often = puzzle.is_morning or not mad_twice.isdisjoint((*puzzle.script, *self.claimed))
        self.alone = self._alone() if puzzle.choices_untold else {}

    def others(self) -> Iterator[Otherwise]:
        """What one player may be, or two, each of it once; first nobody."""
        yield Otherwise({}, (1 << len(self.usual)) - 1, {})
        jumped = {"fanggu": np.array([seat in self.died for seat in range(self.puzzle.size)])}
        for chosen in chain(combinations(self.alone, 1), combinations(self.alone, 2)):
            hidden = self.hidden_with(chosen)
            if hidden:
                has_jumped = any(self.alone[one].keys() == {"fanggu"} for one in chosen)
                yield Otherwise(dict(chosen), hidden, jumped if has_jumped else {})

    def may_be_of_three(self) -> bool:
        kinds = {
            (seat, role == "bountyhunter", *by.items()): (seat, role) for (seat, role), by in self.alone.items()
        }
        return any(map(self.hidden_with, combinations(kinds.values(), 3)))

    def hidden_with(self, chosen: Sequence[Unsaid]) -> int:
        """What may be hidden if these players are these characters, a bit each."""
        found = 0
        if len({seat for seat, _ in chosen}) == len(chosen):
            for makers in product(*(self.alone[one] for one in chosen)):
                bits = reduce(and_, (self.alone[one][by] for one, by in zip(chosen, makers, strict=True)))
                if bits & ~found and self._may_make(makers, chosen):
                    found |= bits
        return found

    def _may_make(self, makers: Sequence[str], chosen: Sequence[Unsaid]) -> bool:
        """Whether these characters, one for each player, may have done it to so many."""
        hunted, hagged = makers.count("bountyhunter"), makers.count("pithag")
        if hunted:
            named = {*self.claimed, *(role for _, role in chosen)}
            if hunted > min(2, sum(one in named for one in ("bountyhunter", "philosopher", None))):
                return False
        days = [self.days[seat] for (seat, _), by in zip(chosen, makers, strict=True) if by == "cerenovus"]
        once = self.often or (len(days) == len({*days}) and hagged <= self.puzzle.last // 2)  # a day, or a night
        return once and makers.count("mezepheles") < 2 and makers.count("fanggu") < 2

    def _alone(self) -> dict[Unsaid, dict[str, int]]:
        """What each player may be: by whom, with what hidden."""
        puzzle, found = self.puzzle, dict[Unsaid, dict[str, int]]()
        for by in UNSAID_BY:
            if by not in puzzle.script or (by == "fanggu" and not self.died):
                continue
            hidden = {team: self._hidden_by(by, team) for team in ("townsfolk", "outsider")}
            for seat in range(puzzle.size) if by in ("bountyhunter", "fanggu") else puzzle.newly_claimed:
                for role in _never_said(puzzle, seat):
                    if hidden[team_of(role)]:
                        found.setdefault((seat, role), {})[by] = hidden[team_of(role)]
        return found

    def _hidden_by(self, by: str, team: str) -> int:
        """What may be hidden where this character makes somebody of this team claim another one."""
        if by == "bountyhunter" and team == "outsider":
            return 0
        if by == "fanggu" and team == "townsfolk":
            by = "pithag"
        brought = (*REBUILDERS, *BRING_MINIONS) if team_of(by) == "minion" else REBUILDERS
        anyhow, wanted = by == "bountyhunter" or self._may_have_been(brought), {by, "pithag"}
        return sum(1 << n for n, one in enumerate(self.usual) if anyhow or not wanted.isdisjoint(one.hidden))

    def _may_have_been(self, roles: Collection[str]) -> bool:
        """Whether somebody good may be one of these characters, or have its ability."""
        script = self.puzzle.script
        unsaid = not self.claimed.isdisjoint((None, "philosopher"))
        unsaid = unsaid or not script.isdisjoint(("bountyhunter", "boffin"))
        return not self.claimed.isdisjoint(roles) or (unsaid and not script.isdisjoint(roles))


def _last_day(puzzle: Puzzle, seat: int) -> int:
    """The last day on which somebody who is alive, or died once, spoke while they lived."""
    died = [one.when for one in puzzle.events if one.type in FALLS and one.fields["seat"] == seat]
    return (died[0] + 1) // 2 if len(died) == 1 else puzzle.days


def _never_said(puzzle: Puzzle, seat: int) -> Iterator[str]:
    """The good characters that a player has never claimed, and can only be when dealt as if they had."""
    claimed = puzzle.claimed(seat)
    if any(team_of(claim) == "traveller" for claim in claimed):  # whom everybody knows
        return
    hidden = {*_quiet(puzzle), *_charmers(puzzle), *claimed}
    good = (role for role in sorted(puzzle.script) if team_of(role) in ("townsfolk", "outsider"))
    yield from (role for role in good if role not in hidden)


def _as_if_said(puzzle: Puzzle, said: Mapping[int, str | None]) -> Puzzle:
    claims = [said.get(seat, claim) for seat, claim in enumerate(puzzle.claims)]
    return msgspec.structs.replace(puzzle, claims=tuple(claims))


def _together(roles: Sequence[str], made: Sequence[Layouts], until: float) -> Layouts:
    table, outsiders = (np.concatenate(each) for each in zip(*(one[1:3] for one in made), strict=True))
    return Layouts(roles, np.asfortranarray(table), outsiders, until)


def compositions(puzzle: Puzzle) -> Iterator[Composition]:
    """What may be hidden."""
    hidden_good = [(good, sum(team_of(role) == "outsider" for role in good)) for good in _hidden_good(puzzle)]
    for evil in _evil_teams(puzzle):
        outsiders = _outsiders(puzzle, evil)
        most, seats = max(outsiders) + _more_outsiders(puzzle), residents(puzzle) - len(evil)
        for good, number in hidden_good:
            if number <= most and len(good) <= seats:
                yield Composition((*evil, *good), outsiders)


def _evil_teams(puzzle: Puzzle) -> Iterator[tuple[str, ...]]:
    """The evil characters that are hidden."""
    _, _, minions = base_counts(residents(puzzle))
    script = puzzle.script
    if puzzle.choices_untold and "atheist" in script:
        yield ()
    demons = sorted(role for role in script if team_of(role) == "demon")
    pool = sorted(role for role in script if team_of(role) == "minion")
    for demon in demons:
        if demon == "legion":
            most = puzzle.size - (not puzzle.choices_untold)
            yield from (("legion",) * count for count in range(puzzle.size // 2 + 1, most))
        elif demon == "riot" and puzzle.rules == "2022":
            yield ("riot",) * (minions + 1)
        else:
            number = minions + (demon in ("lordoftyphon", "lilmonsta"))
            for chosen in combinations(pool, number):
                yield chosen if demon == "lilmonsta" else (demon, *chosen)  # which nobody is


def _hidden_good(puzzle: Puzzle) -> Iterator[tuple[str, ...]]:
    """The good characters whose holders do not say so."""
    kinds = sorted(role for role in _quiet(puzzle) if role in puzzle.script and role != "marionette")
    kinds += _charmers(puzzle)
    most = 2 if puzzle.duplicates else 1
    pool = [role for role in kinds for _ in range(most)]
    yield from {chosen: None for size in range(len(pool) + 1) for chosen in combinations(pool, size)}


def _more_outsiders(puzzle: Puzzle) -> int:
    """As many as good characters may bring, at most."""
    claimed = Counter(role for seat in range(puzzle.size) for role in {*puzzle.claimed(seat), puzzle.claims[seat]})
    shifts = (
        (max(shifts), claimed[role] + claimed[None] + 1) for role, shifts in _shifts_of_good(puzzle, ("boffin",))
    )
    return sum(max(0, most) * number for most, number in shifts) + ("sentinel" in puzzle.script)


def _quiet(puzzle: Puzzle) -> set[str]:
    """Whose holders need not say that they are it."""
    quiet = {*MISTAKEN, *LYING, *_hiding(puzzle)}
    return quiet if quiet.isdisjoint(puzzle.of_hermit) else {*quiet, "hermit"}


def _hermit_lies(puzzle: Puzzle) -> bool:
    """Whether a Hermit may claim anything, and not just a Townsfolk."""
    return not {"lunatic", *LYING, *_hiding(puzzle)}.isdisjoint(puzzle.of_hermit)


def _hiding(puzzle: Puzzle) -> tuple[str, ...]:
    if not puzzle.choices_untold:
        return ()
    hiding = HIDING if "choirboy" in puzzle.script else HIDING[:2]
    # And who takes a Recluse for evil, and learns it.
    return (*hiding, "ogre") if {"ogre", "recluse"} <= puzzle.script else hiding


def _charmers(puzzle: Puzzle) -> list[str]:
    """Who may have become the Demon by a Snake Charmer's ability, and said nothing of it."""
    charms = "snakecharmer" in puzzle.script and puzzle.choices_untold
    return [role for role in ("snakecharmer", "philosopher") if charms and role in puzzle.script]


def _outsiders(puzzle: Puzzle, evil: Sequence[str]) -> frozenset[int]:
    """How many Outsiders there may be with these evil characters."""
    townsfolk, base, _ = base_counts(residents(puzzle))
    least = 0 if puzzle.choices_untold else -townsfolk
    if "legion" in evil:
        return frozenset(range(puzzle.size)) if puzzle.choices_untold else frozenset((0,))
    if not evil or "xaan" in evil or not MAKES_MINIONS.isdisjoint(evil):
        return frozenset(range(residents(puzzle) - len(evil) + 1))
    found = set()
    for order in permutations([_SHIFTS[role] for role in evil if role in _SHIFTS]):
        counts = {base}
        for shifts in order:  # where there is none to remove, the next may still add some
            counts = {max(count + shift, least) for count in counts for shift in shifts}
        found |= counts
    most = [townsfolk + base]
    if puzzle.choices_untold:  # a bag holds no more than are on the script, without those that are kept out of it
        on_script = sum(team_of(role) == "outsider" for role in puzzle.script)
        kept_out = ("boffin" in evil) + ("huntsman" in puzzle.script) + ("heretic" in puzzle.script)
        most = [min(*most, max(0, on_script - fewer)) for fewer in range(1 + kept_out)]
    return frozenset(min(max(count, 0), limit) for count in found for limit in most)


_SHIFTS: dict[str, tuple[int, ...]] = {"baron": (2,), "fanggu": (1,), "vigormortis": (-1,), "godfather": (-1, 1)}
_SHIFTS_OF_GOOD: dict[str, tuple[int, ...]] = {"balloonist": (0, 1), "hermit": (0, -1), "huntsman": (0, 1)}
BRINGS = {"huntsman": "damsel", "choirboy": "king"}


@kept(64)
def placements(seats: int, counts: tuple[int, ...]) -> tuple[Array, Array]:
    """Every way to put groups of so many equal tokens on seats.

    By token and way, where it is put (int8); and of each way, all these seats as bits.
    """
    rows: list[tuple[int, ...]] = [()]
    for count in counts:
        rows = [
            (*row, *chosen)
            for row in rows
            for chosen in combinations([seat for seat in range(seats) if seat not in row], count)
        ]
    places = np.ascontiguousarray(np.array(rows, dtype=np.int8).reshape(len(rows), sum(counts)).T)
    return places, _seats(places)


def _pieces(seats: int, counts: tuple[int, ...]) -> Iterator[tuple[Array, Array]]:
    """The same as `placements` gives, in pieces: where there are too many, for each place of the first group."""
    if perm(seats, sum(counts)) // prod(map(factorial, counts)) <= MOST_PLACED:
        yield placements(seats, counts)
        return
    for chosen in combinations(range(seats), counts[0]):
        free = np.array([seat for seat in range(seats) if seat not in chosen], dtype=np.int8)
        for rest, _ in _pieces(len(free), counts[1:]):
            first = np.repeat(np.array(chosen, dtype=np.int8)[:, np.newaxis], rest.shape[1], axis=1)
            places = np.concatenate((first, free[rest]))
            yield places, _seats(places)


class Said:
    """What all claim, as every composition is held against it; players are bits."""

    def __init__(self, puzzle: Puzzle, roles: Sequence[str], honest: Iterable[int]) -> None:
        claims = puzzle.claims
        self.puzzle, self.roles, self.honest = puzzle, roles, _bits(honest)
        self.number = {role: index for index, role in enumerate(roles)}
        self.claimed = np.array([self.number.get(claim or "", 0) for claim in claims], np.int16)
        self.by = {claim: _bits(s for s, other in enumerate(claims) if other == claim) for claim in set(claims)}
        self.outsiders = sum(seats for claim, seats in self.by.items() if claim and team_of(claim) == "outsider")
        self.must_hide = sum(seats for claim, seats in self.by.items() if not claim or is_evil_role(claim))
        self.several = _bits(seat for seat in range(puzzle.size) if len(set(puzzle.claimed(seat))) > 1)
        # A Marionette may take itself for somebody who hides, and claim anything.
        self.may_hide = puzzle.choices_untold and not puzzle.script.isdisjoint((*LYING, *HIDING))
        several = {claim for claim, seats in self.by.items() if claim is not None and seats.bit_count() > 1}
        self.twice = several - {*MAY_REPEAT}


def _deal(said: Said, composition: Composition, may_hold: dict[str, Array]) -> Iterator[Layouts]:
    """Every way to deal these hidden characters, in pieces."""
    hidden = Counter(composition.hidden)
    tokens = [role for role, count in hidden.items() for _ in range(count)]
    for role in hidden.keys() - may_hold:
        may_hold[role] = _may_hold(said.puzzle, role)
    for places, covered in _pieces(said.puzzle.size, tuple(hidden.values())):
        yield _dealt(said, composition, tokens, may_hold, places, covered)


def _dealt(
    said: Said,
    composition: Composition,
    tokens: Sequence[str],
    may_hold: Mapping[str, Array],
    places: Array,
    covered: Array,
) -> Layouts:
    """Of these ways to deal tokens, those that may be."""
    keep = _sits_right(said.puzzle, tokens, places)
    keep &= covered & said.honest == 0
    keep &= ~covered & said.must_hide == 0
    atheists = ~covered & said.by.get("atheist", 0)  # who know that nobody is evil
    keep &= (atheists == 0) == any(map(is_evil_role, tokens))
    if "drunk" in said.puzzle.of_hermit and not _hermit_lies(said.puzzle):  # then no Hermit knows it
        keep &= ~covered & said.by.get("hermit", 0) == 0
    for role, seats in zip(tokens, places, strict=True):
        keep &= may_hold[role][seats]
    places, covered = places[:, keep], covered[keep]
    keep, outsiders = _fits_counts(said, composition, covered, _takes_outsider(said, tokens, places))
    keep = keep & _claims_differ(said, tokens, places, covered) if keep.any() else keep
    places = places[:, keep]
    table = np.repeat(said.claimed[np.newaxis], places.shape[1], axis=0)
    table[np.arange(len(table)), places] = np.array([said.number[role] for role in tokens], np.int16)[:, np.newaxis]
    return Layouts(said.roles, table, outsiders[keep])


def _takes_outsider(said: Said, tokens: Sequence[str], places: Array) -> Array:
    """Whether a Marionette may have been dealt an Outsider's token, which then is not in play."""
    if not said.puzzle.choices_untold or "marionette" not in tokens:
        return np.zeros(places.shape[1], bool)
    claims = said.outsiders >> places[tokens.index("marionette")].astype(int) & 1 == 1
    return claims | said.may_hide | ("drunk" in said.puzzle.script)


def _bits(seats: Iterable[int]) -> int:
    return sum(1 << seat for seat in seats)


def _seats(places: Array) -> Array:
    """All seats of each way, as bits."""
    bits = np.zeros(places.shape[1], np.int32)
    for seats in places:
        bits |= 1 << seats.astype(np.int32)
    return bits


def _may_hold(puzzle: Puzzle, role: str) -> Array:
    """Whether each seat may hold a hidden character."""
    return np.array([_is_possible(puzzle, seat, role) for seat in range(puzzle.size)])


def _is_possible(puzzle: Puzzle, seat: int, role: str) -> bool:
    claim = puzzle.claims[seat]
    if claim is not None and team_of(claim) == "traveller":
        return False
    if seat == puzzle.narrator:
        return role in puzzle.narrator_may_be or (role == claim and is_evil_role(role))
    if role in puzzle.claimed(seat) and not is_evil_role(role):
        return False
    if role == "mutant":  # who says to be an Outsider may be executed for it, or was made to say so
        return claim is None or team_of(claim) != "outsider" or puzzle.choices_untold
    if role == "drunk" or (role == "hermit" and not _hermit_lies(puzzle)):
        mad = seat in puzzle.newly_claimed and not MADDENING.isdisjoint(puzzle.script)
        return claim is None or mad or any(team_of(one) == "townsfolk" for one in puzzle.claimed(seat))
    if role == "marionette":
        return claim is None or not is_evil_role(claim)
    return True


def _sits_right(puzzle: Puzzle, tokens: Sequence[str], places: Array) -> Array:
    keep = np.ones(places.shape[1], dtype=bool)
    if "marionette" in tokens and team_of(tokens[0]) == "demon" and "legion" not in tokens:
        demon = places[0].astype(int)
        apart = (places[tokens.index("marionette")] - demon) % puzzle.size
        keep &= (apart == 1) | (apart == puzzle.size - 1)
    if tokens and tokens[0] == "lordoftyphon":
        keep &= _is_row(puzzle, tokens, places)
    return keep


def _is_row(puzzle: Puzzle, tokens: Sequence[str], places: Array) -> Array:
    """Whether the evil players, perhaps with one for a Bounty Hunter, sit in one row with the Demon inside."""
    minions = _seats(places[[column for column, role in enumerate(tokens) if is_evil_role(role)]])
    demon, found = places[0].astype(int), np.zeros(places.shape[1], bool)
    hunted = puzzle.choices_untold and "bountyhunter" in puzzle.script
    for turncoat in (0, *(1 << seat for seat in range(puzzle.size if hunted else 0))):
        sits = minions | turncoat
        breaks = np.bitwise_count(sits & ~(sits >> 1 | (sits & 1) << puzzle.size - 1))
        inside = sits >> (demon + 1) % puzzle.size & sits >> (demon - 1) % puzzle.size & 1
        found |= (breaks <= 1) & (inside == 1)
    return found


def _fits_counts(said: Said, composition: Composition, covered: Array, took_outsider: Array) -> tuple[Array, Array]:
    """Whether there are as many Outsiders as the set-up makes; how many there are."""
    puzzle = said.puzzle
    hidden = sum(team_of(role) == "outsider" for role in composition.hidden)
    found = np.bitwise_count(said.outsiders & ~covered).astype(np.int64) + hidden
    allowed = np.full(len(covered), sum(1 << count for count in composition.outsiders), dtype=np.int64)
    for role, shifts in _shifts_of_good(puzzle, composition.hidden):
        shifts = (1,) if role == "balloonist" and puzzle.rules == "2022" and not puzzle.choices_untold else shifts
        for seat in range(puzzle.size) if role in said.by else ():
            if said.by[role] >> seat & 1:
                drunk = puzzle.choices_untold and team_of(role) == "townsfolk"
                believed = allowed | _shifted(allowed, shifts) if drunk else allowed
                allowed = np.where(covered >> seat & 1, believed, _shifted(allowed, shifts))
        if role in composition.hidden:
            allowed = _shifted(allowed, shifts)
    allowed = np.where(took_outsider, allowed | _shifted(allowed, (-1,)), allowed)
    if "hermit" in puzzle.script:  # it may have removed itself
        allowed |= _shifted(allowed, (-1,))
    if "sentinel" in puzzle.script:
        allowed = _shifted(allowed, (-1, 0, 1))
    keep = ((allowed >> found) & 1).astype(bool)
    taken = {*MAKES_MINIONS, "marionette"} if puzzle.choices_untold else MAKES_MINIONS
    for role, other in BRINGS.items():  # who is in play if no other token was put into the place
        if role in said.by and taken.isdisjoint(composition.hidden) and other not in composition.hidden:
            keep &= (said.by[role] & ~covered == 0) | (said.by.get(other, 0) & ~covered != 0)
    return keep, found


def _shifts_of_good(puzzle: Puzzle, hidden: Sequence[str]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """By how many Outsiders there may be more because of a good character; an Alchemist has a Minion's ability."""
    yield from _SHIFTS_OF_GOOD.items()
    if puzzle.rules == "2022" and "baron" in hidden:  # who may bring only one beside a Heretic
        yield "heretic", (0, -1)
    if "boffin" in hidden:  # who lends the Demon one of these
        lent = (shift for role in puzzle.script & _SHIFTS_OF_GOOD.keys() for shift in _SHIFTS_OF_GOOD[role])
        yield "boffin", tuple({0, *lent})
    if "alchemist" in puzzle.script:
        shifts = {shift for role in ("baron", "godfather") if role in puzzle.script for shift in _SHIFTS[role]}
        yield "alchemist", tuple(sorted({0, *shifts} if "xaan" not in puzzle.script else {*range(-5, 6)}))


def _shifted(allowed: Array, shifts: Sequence[int]) -> Array:
    result = np.zeros_like(allowed)
    for shift in shifts:
        result |= (allowed << shift) if shift >= 0 else ((allowed >> -shift) | (allowed & 1))
    return result


def _claims_differ(said: Said, tokens: Sequence[str], places: Array, covered: Array) -> Array:
    """Whether no two players hold, or honestly believe in, the same character."""
    keep = np.ones(len(covered), dtype=bool)
    if said.puzzle.duplicates:
        return keep
    if said.twice:
        looks = covered  # of whom nobody can know that they are not what they claim
        for column, role in enumerate(tokens):
            believes = role == "hermit" and not _hermit_lies(said.puzzle)
            if role == "drunk" or believes or (role == "marionette" and not said.may_hide):
                looks = looks & ~(1 << places[column].astype(np.int32) & ~said.several)
        for claim in said.twice:
            keep &= np.bitwise_count(said.by[claim] & ~looks) < 2
    for held in said.by.keys() & set(tokens) - {*MAY_REPEAT}:
        keep &= said.by[held] & ~covered == 0
    return keep
