"""Makes puzzles: towns in which just one world fits what was said and seen.

A town is drawn, with whom its days execute and its nights kill.  Everybody says something that fits it, or anything
if they are evil.  As long as another world fits as well, somebody is made to say what rules it out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

import msgspec

from facedown.core.errors import BadOption
from facedown.core.values import Choice
from facedown.core.values import Puzzle as Posed
from facedown.games.clocktower.worlds import sentences
from facedown.games.clocktower.worlds.checks import SHOWS
from facedown.games.clocktower.worlds.layouts import base_counts, layouts
from facedown.games.clocktower.worlds.model import MODELS
from facedown.games.clocktower.worlds.puzzle import Clue, Event, Puzzle, is_evil_role, team_of
from facedown.games.clocktower.worlds.solve import candidates, play, solve
from facedown.games.clocktower.worlds.town import Town
from facedown.games.clocktower.worlds.why import why_not_demon

# Whose reports can be made up, and who has none; the others of a script are left out of a puzzle.
USED = frozenset((
    "washerwoman", "librarian", "investigator", "chef", "empath", "fortuneteller", "undertaker", "ravenkeeper",
    "soldier", "mayor", "drunk", "recluse", "saint", "poisoner", "spy", "baron", "scarletwoman", "imp",
    "clockmaker", "dreamer", "oracle", "seamstress", "noble", "knight", "steward", "shugenja", "nodashii", "vortox",
))  # fmt: skip
NAMES = ("Ada", "Bo", "Cy", "Di", "Eve", "Finn", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Mo", "Nan", "Oz")
FEWEST, MOST = 7, 12  # players
LAST = 4  # the third night
TOWNS, TURNS = 200, 40  # so many are tried, and so often is somebody made to say something else
TRIED = 30  # reports, for each that is made up
GRADES = ("easy", "medium", "hard")  # by how many reports have to be put together, at most, to clear somebody
Roles = tuple[str, ...]


class Composed(NamedTuple):
    """A puzzle, the one world that fits it, and smallest sets of reports that clear those who are not the Demon."""

    puzzle: Puzzle
    world: Roles
    cleared: Mapping[int, tuple[Clue, ...]]  # by seat

    @property
    def grade(self) -> str:
        """How hard it is, by how many reports have to be put together at most."""
        together = max(map(len, self.cleared.values()))
        return GRADES[min(max(together - 2, 0), len(GRADES) - 1)]


def compose(script: Sequence[str], players: int, seed: object) -> Composed:
    """The puzzle that belongs to this seed, the same on every machine.

    Raises:
        BadOption: there are too few or too many players, or too few characters whose reports can be made up.
    """
    if not FEWEST <= players <= MOST:
        raise BadOption(f"A puzzle is for {FEWEST} to {MOST} players, not {players}.")
    used = sorted(USED & set(script))
    luck = Random(f"puzzle {seed} {players} {used}")
    for _ in range(TOWNS):
        draft = _Draft(used, players, luck)
        if (made := draft.settled()) is not None:
            good = [seat for seat, role in enumerate(draft.truth) if team_of(role) != "demon"]
            return Composed(made, draft.truth, {seat: why_not_demon(made, seat) or () for seat in good})
    raise BadOption("No town of this script has just one world; try another seed or script.")


class _Draft:
    """A town that is on its way to become a puzzle."""

    def __init__(self, used: Sequence[str], players: int, luck: Random) -> None:
        self.luck, self.players = luck, players
        self.truth, claims = self._dealt(used)
        self.outsiders = sum(team_of(role) == "outsider" for role in self.truth)
        self.puzzle = Puzzle(
            seats=NAMES[:players], claims=claims, script=frozenset(used),
            events=tuple(self._events()), title="A town with one world",
        )  # fmt: skip

    def _dealt(self, used: Sequence[str]) -> tuple[Roles, Roles]:
        """What everybody is, and what they say that they are."""
        townsfolk, outsiders, minions = base_counts(self.players)
        of = {
            team: [id for id in used if team_of(id) == team]
            for team in ("townsfolk", "outsider", "minion", "demon")
        }
        if len(of["outsider"]) < outsiders + 2:
            of["minion"] = [id for id in of["minion"] if id != "baron"]
        evil = [*self._drawn(of["demon"], 1, "Demons"), *self._drawn(of["minion"], minions, "Minions")]
        more = 2 * ("baron" in evil)
        good = self._drawn(of["outsider"], outsiders + more, "Outsiders")
        good += self._drawn(of["townsfolk"], townsfolk - more, "Townsfolk")
        truth = self.luck.sample([*evil, *good], self.players)
        free = [id for id in (*of["townsfolk"], *of["outsider"]) if id not in good and id != "drunk"]
        free = self._drawn(free, min(len(free), minions + 2), "free characters")
        claims = []
        for role in truth:
            hidden = is_evil_role(role) or role == "drunk"
            fits = [id for id in free if role != "drunk" or team_of(id) == "townsfolk"]
            if hidden and not fits:
                fits = [id for id in of["townsfolk"] if id in good]
            claims.append(self.luck.choice(fits) if hidden else role)
            free = [id for id in free if id != claims[-1]]
        return tuple(truth), tuple(claims)

    def _drawn(self, pool: Sequence[str], number: int, what: str) -> list[str]:
        if len(pool) < number:
            raise BadOption(f"This script has {len(pool)} {what} of which puzzles are made; {number} are needed.")
        return self.luck.sample(list(pool), number)

    def _events(self) -> Iterator[Event]:
        """Somebody is executed each day, and somebody dies each night after the first; never the Demon."""
        left = [seat for seat, role in enumerate(self.truth) if team_of(role) != "demon" and role != "saint"]
        dying = self.luck.sample(left, min(LAST, len(left)))
        for when, seat in zip(range(1, LAST + 1), dying, strict=False):
            kind, fields = ("execution", {"died": True}) if when % 2 else ("night_death", {})
            yield Event(when - 1, when, kind, {"seat": seat, **fields})

    def settled(self) -> Puzzle | None:
        """The puzzle, once just this world fits; None: it does not come to that."""
        if not self._fits(self.puzzle, self.truth):
            return None
        for seat, claim in enumerate(self.puzzle.claims):
            for when in self._moments(seat, claim or ""):
                self._say(len(self.puzzle.reports), seat, when, claim or "")
        for _ in range(TURNS):
            other = self._other_world()
            if other is None:  # and this one fits, if no Drunk believes to be somebody who is in play
                return self.puzzle if solve(self.puzzle).count else None
            if not self._rule_out(other):
                return None
        return None

    def _fits(self, made: Puzzle, roles: Roles, outsiders: int | None = None) -> bool:
        town = Town(made, made.reports, made.events)
        return bool(play(town, roles, self.outsiders if outsiders is None else outsiders))

    def _other_world(self) -> Roles | None:
        town = Town(self.puzzle, self.puzzle.reports, self.puzzle.events)
        for batch in layouts(self.puzzle):
            for roles, outsiders in candidates(town, batch):
                if roles != self.truth and play(town, roles, outsiders):
                    return roles
        return None

    def _say(self, place: int, seat: int, when: int, by: str, against: Roles | None = None) -> bool:
        """Have somebody report what fits the town, and not the world it is `against`; whether they could."""
        tried: list[dict[str, Any]] = []
        for _ in range(TRIED):
            learned = self._learned(seat, when, by)
            if learned in tried:  # as often happens where there is little to learn
                continue
            tried.append(learned)
            said = Clue(place, seat, when, by, learned)
            reports = (*self.puzzle.reports[:place], said, *self.puzzle.reports[place + 1 :])
            made = msgspec.structs.replace(self.puzzle, reports=reports)
            if self._fits(made, self.truth) and (against is None or not self._fits(made, against)):
                self.puzzle = made
                return True
        return False

    def _rule_out(self, other: Roles) -> bool:
        """Have somebody who is good in the other world say something that does not fit it."""
        said = [report for report in self.puzzle.reports if not is_evil_role(other[report.seat])]
        return any(self._say(*report[:4], other) for report in self.luck.sample(said, len(said)))

    def _moments(self, seat: int, by: str) -> list[int]:
        """When somebody reports what they learned."""
        fell = next((event.when for event in self.puzzle.events if event.fields["seat"] == seat), LAST + 1)
        nights = [when for when in range(0, LAST + 1, 2) if when < fell]
        if by == "ravenkeeper":
            return [fell] if fell <= LAST and fell % 2 == 0 else []
        if not MODELS[by].needs:
            return []
        if MODELS[by].wakes in ("first", "until spent"):
            return nights[:1]
        return [when for when in nights if when or MODELS[by].wakes == "each"]

    def _learned(self, seat: int, when: int, by: str) -> dict[str, Any]:
        """Something that they could say that they learned."""
        luck, others = self.luck, [one for one in range(self.players) if one != seat]
        said: dict[str, Any] = {}
        for part in MODELS[by].needs:
            match part:
                case "pair":
                    said[part] = sorted(luck.sample(range(self.players) if by == "fortuneteller" else others, 2))
                case "players":
                    said[part] = sorted(luck.sample(others, 3))
                case "player" if by == "undertaker":
                    said[part] = next(one.fields["seat"] for one in self.puzzle.events if one.when == when - 1)
                case "player":
                    said[part] = luck.choice(others)
                case "count":
                    said[part] = luck.randrange(3)
                case "steps":
                    said[part] = luck.randint(1, self.players // 2)
                case "yes" | "same":
                    said[part] = luck.random() < 0.5
                case "direction":
                    said[part] = luck.choice(("cw", "ccw"))
                case "role":
                    said[part] = luck.choice(self._as_what(by, said.get("pair") or [said["player"]]))
                case "roles":
                    of_evil = [id for id in sorted(self.puzzle.script) if is_evil_role(id)]
                    said[part] = [self.puzzle.claims[said["player"]], luck.choice(of_evil)]
        return said

    def _as_what(self, by: str, seats: Sequence[int]) -> list[str]:
        """What one of these players can be said to be: what they claim, or what nobody does."""
        claims, shown = self.puzzle.claims, SHOWS.get(by)
        pool = [id for id in sorted(self.puzzle.script) if shown is None or team_of(id) == shown]
        return [id for id in pool if id not in claims or id in [claims[seat] for seat in seats]] or pool


# -- a puzzle as people are asked it, on a page of its own -------------------------------------------------------

ASKED = 8  # players; with more it can take minutes to make one
ASSUMED = (
    "They sit in a circle, in this order. No character is in play twice.",
    "Whoever is good tells the truth and all that they learned; whoever is evil may say anything.",
    "The Drunk does not know it and claims one of the Townsfolk. What the drunk or poisoned learn may be false.",
)


def pose(script: list[str], seed: str) -> Posed:
    """The puzzle of this script that belongs to this seed."""
    made = compose(script, ASKED, seed)
    return Posed(
        asks="Who is the Demon?",
        grade=made.grade,
        known=(*sentences.in_play(made.puzzle), _numbers(), *ASSUMED),
        choices=tuple(Choice(name, _known(made.puzzle, seat)) for seat, name in enumerate(made.puzzle.seats)),
        answer=next(seat for seat in range(ASKED) if seat not in made.cleared),
        why=tuple(tuple(_why(made, seat)) for seat in range(ASKED)),
    )


def _numbers() -> str:
    townsfolk, outsiders, minions = base_counts(ASKED)
    return (
        f"Of the {ASKED} players {townsfolk} are Townsfolk, {outsiders} is an Outsider, {minions} a Minion and 1 "
        "the Demon; with a Baron, two of the Townsfolk are Outsiders instead."
    )


def _known(puzzle: Puzzle, seat: int) -> tuple[str, ...]:
    """What somebody claims and reports, and what became of them."""
    claim = puzzle.claims[seat]
    told = [(one.when, sentences.reported(puzzle, one)) for one in puzzle.reports if one.seat == seat]
    told += [(one.when, sentences.happened(one)) for one in puzzle.events if one.fields["seat"] == seat]
    lines = [f"{sentences.moment(when).capitalize()}: {what}" for when, what in sorted(told)]
    return (f"Claims to be the {sentences.role_name(claim or '')}", *lines)


def _why(made: Composed, seat: int) -> list[str]:
    if seat in made.cleared:
        return [line.strip() for line in sentences.why(made.puzzle, seat, made.cleared[seat])]
    held = zip(made.puzzle.seats, map(sentences.role_name, made.world), strict=True)
    return [f"This is the one town that fits: {', '.join(f'{name} {role}' for name, role in held)}."]
