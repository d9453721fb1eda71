"""Rules whole tables of layouts out at once, by arithmetic on arrays, before any is played.

It may keep a layout that does not fit, and never drops one that does: whatever may change after the first night,
and whatever may impair somebody, counts as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from facedown.games.clocktower.worlds.layouts import Array, Layouts
from facedown.games.clocktower.worlds.puzzle import Clue, Puzzle, is_evil_role, team_of
from facedown.games.clocktower.worlds.town import Town

# Who may impair anybody at any time, as far as this is concerned.
IMPAIRS_ANYBODY = (
    "widow", "pukka", "philosopher", "courtier", "sailor", "innkeeper", "minstrel", "goon", "puzzlemaster",
    "lleech", "vigormortis", "cerenovus", "cannibal", "preacher", "engineer", "alchemist", "amnesiac", "apprentice",
    "barista", "bonecollector",
)  # fmt: skip
CHANGES_ROLES = ("pithag", "barber", "hatter", "cannibal", "kazali", "summoner", "engineer", "farmer", "huntsman")
# With whom, or as whom, the game may go on when somebody has died who was dealt the Demon.
GOES_ON = (
    "scarletwoman", "eviltwin", "mastermind", "legion", "riot", "zombuul", "lleech", "yaggababble", "alchemist",
    "apprentice", *CHANGES_ROLES,
)  # fmt: skip
TURNS_SIDES = ("goon", "mezepheles", "cultleader", "bountyhunter", "ogre", "politician", "snakecharmer swap")


class Screen:
    """What each player of each layout is, as arrays of layouts by seats; `late`: after the first night."""

    def __init__(self, town: Town, made: Layouts) -> None:
        self.town = town
        self.puzzle: Puzzle = town.puzzle
        self.made = made
        self.table = made.table
        self.number = {role: index for index, role in enumerate(made.roles)}
        self.rows, self.size = made.table.shape
        teams = [team_of(role) for role in made.roles]
        self.is_team = {
            team: np.array([one == team for one in teams])[self.table]
            for team in ("townsfolk", "outsider", "minion", "demon", "traveller")
        }
        self.evil = self.is_team["minion"] | self.is_team["demon"]
        self.recluse = self.holds("recluse") | self.holds("hermit")
        self.spy = self.holds("spy")
        self.legion = self.holds("legion")
        self.anybody_impaired = self.has(*IMPAIRS_ANYBODY)

    def holds(self, role: str) -> Array:
        """Where a seat is this character."""
        if role not in self.number:
            return np.zeros((self.rows, self.size), dtype=bool)
        return self.table == self.number[role]

    def has(self, *roles: str) -> Array:
        """The layouts with one of these characters."""
        found = np.zeros(self.rows, dtype=bool)
        for role in roles:
            if role in self.number:
                found |= (self.table == self.number[role]).any(axis=1)
        return found

    def evil_bounds(self, late: bool) -> tuple[Array, Array]:
        """Whether a seat surely, or perhaps, registers as evil."""
        low, high = self.evil & ~self.spy, self.evil | self.recluse | self.is_team["traveller"]
        if late and "fanggu" in self.number:
            high = high | (self.is_team["outsider"] & self.has("fanggu")[:, None])
        return low, high

    def demon_bounds(self, late: bool) -> tuple[Array, Array]:
        low, high = self.is_team["demon"], self.is_team["demon"] | self.recluse
        if "lilmonsta" in self.puzzle.script:  # anybody may look after it
            high = high | ~low.any(axis=1, keepdims=True)
        if late:
            high = high | self.is_team["minion"]
            if "fanggu" in self.number:
                high = high | self.is_team["outsider"]
        return low, high

    def role_high(self, seat: int, role: str, late: bool) -> Array:
        """Whether a seat may register as a character."""
        high = self.table[:, seat] == self.number.get(role, -1)
        if is_evil_role(role):
            high = high | self.recluse[:, seat]
            if team_of(role) == "minion":
                high = high | self.legion[:, seat]
            if late:
                high = high | self.evil[:, seat] | (self.is_team["outsider"][:, seat] & self.has("fanggu"))
        else:
            high = high | self.spy[:, seat]
        return high

    def role_low(self, seat: int, role: str, late: bool) -> Array:
        """Whether a seat surely registers as a character."""
        if late and is_evil_role(role):
            return np.zeros(self.rows, dtype=bool)
        low = self.table[:, seat] == self.number.get(role, -1)
        if role in ("recluse", "spy", "hermit") or (late and team_of(role) == "outsider"):
            return np.zeros(self.rows, dtype=bool)
        return low

    def living(self, when: int) -> list[bool]:
        """Who is alive after the deaths of this night or day."""
        alive = [True] * self.size
        for moment, events in self.town.events.items():
            for event in events:
                if moment <= when and event.type in ("night_death", "day_death", "execution", "doomsayer_call"):
                    seat = event.fields.get("died") if event.type == "doomsayer_call" else event.fields["seat"]
                    if seat is not None and event.fields.get("died", True) is not False:
                        alive[seat] = False
                elif moment <= when and event.type == "slayer_shot" and event.fields.get("died"):
                    alive[event.fields["target"]] = False
        return alive


Bounds = tuple[Array, Array]  # whether a report may be true, and whether it may be false
Learned = Mapping[str, Any]


def survivors(town: Town, made: Layouts, swaps: bool) -> Array:
    """Which of these layouts may fit."""
    screen = Screen(town, made)
    keep = np.ones(screen.rows, dtype=bool)
    if swaps or not screen.rows:
        return keep
    keep &= _demon_may_fall(screen)
    anything_late = screen.has(*CHANGES_ROLES, *TURNS_SIDES)
    vortox = screen.has("vortox")
    poisoner = screen.holds("poisoner") if "poisoner" in screen.number else None
    poisons = screen.has("poisoner")
    faults: dict[int, dict[int, Array]] = {}
    for reports in town.reports.values():
        for report in reports:
            kind = KINDS.get(report.by)
            if kind is None or (report.seat == town.puzzle.narrator and report.by == "self"):
                continue
            late = report.when > 0
            may_be_true, may_be_false = kind(screen, report, late)
            speaks = screen.table[:, report.seat] == screen.number.get(report.by, -1)
            free = _impaired(screen, report) | (anything_late if late else False)
            strict = speaks & ~free
            if vortox.any() and team_of(report.by) == "townsfolk":
                keep &= ~(strict & vortox & ~poisons) | may_be_false
                strict = strict & ~vortox
            wrong = strict & ~may_be_true
            if wrong.any():
                keep &= ~(wrong & ~poisons)
                seats = faults.setdefault(report.when // 2, {})
                seats[report.seat] = seats[report.seat] | wrong if report.seat in seats else wrong
    if poisoner is not None:
        for night, wrongs in faults.items():
            keep &= _poisoned_enough(screen, poisoner, night, list(wrongs.values()))
    return keep


def _demon_may_fall(screen: Screen) -> Array:
    """Whether the game went on although somebody died who was dealt the Demon."""
    fallen: dict[bool, list[int]] = {False: [], True: []}  # by whether they died at night
    for events in screen.town.events.values():
        for event in events:
            if event.type in ("night_death", "day_death", "execution") and event.fields.get("died", True):
                fallen[event.type == "night_death"].append(event.fields["seat"])
    goes_on = screen.has(*GOES_ON)
    demon = screen.is_team["demon"]
    by_day, by_night = demon[:, fallen[False]].any(axis=1), demon[:, fallen[True]].any(axis=1)
    return goes_on | ~(by_day | (by_night & ~screen.has("imp", "fanggu")))


def _poisoned_enough(screen: Screen, poisoner: Array, night: int, wrongs: Sequence[Array]) -> Array:
    """Whether the one Poisoner, if still alive, explains all that is wrong in a night and the day after it."""
    count = np.sum(wrongs, axis=0)
    alive = np.array(screen.living(2 * night - 1) if night else [True] * screen.size)
    lives = (poisoner & alive).any(axis=1)
    return count <= lives


def _impaired(screen: Screen, report: Clue) -> Array:
    """Where the speaker may be impaired other than by a Poisoner."""
    found = screen.anybody_impaired
    if "nodashii" in screen.number:
        found = found | (screen.has("nodashii") & _beside_no_dashii(screen)[:, report.seat])
    if "xaan" in screen.number:
        found = found | (screen.has("xaan") & (screen.made.outsiders == report.when // 2 + 1))
    if "sweetheart" in screen.number and not all(screen.living(report.when)):
        found = found | screen.has("sweetheart")
    if report.by == "villageidiot":
        found = found | (screen.holds("villageidiot").sum(axis=1) > 1)
    return found


def _beside_no_dashii(screen: Screen) -> Array:
    """The nearest Townsfolk on both sides of a No Dashii."""
    cached: Array | None = getattr(screen, "_beside", None)
    if cached is not None:
        return cached
    found = np.zeros((screen.rows, screen.size), dtype=bool)
    townsfolk = screen.is_team["townsfolk"]
    for step in (1, -1):
        looks = screen.holds("nodashii")
        for _ in range(screen.size - 1):
            looks = np.roll(looks, step, axis=1)
            hit = looks & townsfolk
            found |= hit
            looks = looks & ~hit
    screen._beside = found  # type: ignore[attr-defined]  # kept for the other reports
    return found


def _number(low: Array, high: Array, said: int) -> Bounds:
    return (low <= said) & (said <= high), (low < high) | (low != said)


def _pair_role(screen: Screen, report: Clue, late: bool) -> Bounds:
    learned = report.learned
    if learned.get("none"):
        return _no_outsiders(screen)
    pair, role = learned["pair"], learned["role"]
    high = screen.role_high(pair[0], role, late) | screen.role_high(pair[1], role, late)
    low = screen.role_low(pair[0], role, late) | screen.role_low(pair[1], role, late)
    return high, ~low


def _no_outsiders(screen: Screen) -> Bounds:
    surely = (screen.is_team["outsider"] & ~screen.recluse).any(axis=1)
    perhaps = (screen.is_team["outsider"] | screen.spy).any(axis=1)
    return ~surely, perhaps


def _chef(screen: Screen, report: Clue, late: bool) -> Bounds:
    low, high = screen.evil_bounds(late)
    return _number(
        (low & np.roll(low, 1, axis=1)).sum(axis=1),
        (high & np.roll(high, 1, axis=1)).sum(axis=1),
        report.learned["count"],
    )


def _counted(low: Array, high: Array, seats: Sequence[int], said: int) -> Bounds:
    chosen = list(seats)
    return _number(low[:, chosen].sum(axis=1), high[:, chosen].sum(axis=1), said)


def _empath(screen: Screen, report: Clue, late: bool) -> Bounds:
    alive = screen.living(report.when)
    low, high = screen.evil_bounds(late)
    beside = []
    for step in (1, -1):
        at = (report.seat + step) % screen.size
        while not alive[at] and at != report.seat:
            at = (at + step) % screen.size
        beside.append(at)
    return _counted(low, high, beside, report.learned["count"])


def _oracle(screen: Screen, report: Clue, late: bool) -> Bounds:
    alive = screen.living(report.when)
    low, high = screen.evil_bounds(late)
    return _counted(low, high, [seat for seat in range(screen.size) if not alive[seat]], report.learned["count"])


def _fortune(screen: Screen, report: Clue, late: bool) -> Bounds:
    pair = list(report.learned["pair"])
    low, high = screen.demon_bounds(late)
    surely, perhaps = low[:, pair].any(axis=1), high[:, pair].any(axis=1)
    everywhere = np.ones(screen.rows, dtype=bool)
    if report.learned["yes"]:  # the red herring may always explain it
        return everywhere, ~surely
    return ~surely, perhaps


def _one_player(screen: Screen, report: Clue, late: bool) -> Bounds:
    seat, role = report.learned["player"], report.learned["role"]
    return screen.role_high(seat, role, late), ~screen.role_low(seat, role, late)


def _dreamer(screen: Screen, report: Clue, late: bool) -> Bounds:
    seat, roles = report.learned["player"], report.learned["roles"]
    high = screen.role_high(seat, roles[0], late) | screen.role_high(seat, roles[1], late)
    low = screen.role_low(seat, roles[0], late) | screen.role_low(seat, roles[1], late)
    return high, ~low


def _seamstress(screen: Screen, report: Clue, late: bool) -> Bounds:
    low, high = screen.evil_bounds(late)
    one, other = report.learned["pair"]
    may_be_same = (low[:, one] <= high[:, other]) & (low[:, other] <= high[:, one])
    unsure = (low[:, one] != high[:, one]) | (low[:, other] != high[:, other])
    differ = (low[:, one] != low[:, other]) | unsure
    return (may_be_same | unsure, differ) if report.learned["same"] else (differ, may_be_same | unsure)


def _one_side(screen: Screen, report: Clue, late: bool) -> Bounds:
    low, high = screen.evil_bounds(late)
    seat, evil = report.learned["player"], report.learned.get("evil", False)
    return (high[:, seat], ~low[:, seat]) if evil else (~low[:, seat], high[:, seat])


def _noble(screen: Screen, report: Clue, late: bool) -> Bounds:
    low, high = screen.evil_bounds(late)
    return _counted(low, high, report.learned["players"], 1)


def _knight(screen: Screen, report: Clue, late: bool) -> Bounds:
    low, high = screen.demon_bounds(late)
    pair = list(report.learned["pair"])
    surely = low[:, pair].any(axis=1)
    return ~surely, high[:, pair].any(axis=1)


def _clockmaker(screen: Screen, report: Clue, late: bool) -> Bounds:
    """Exact where nobody may register as something else."""
    size, said = screen.size, report.learned["steps"]
    unsure = (screen.recluse | screen.spy | screen.legion).any(axis=1) | late
    nearest = np.full(screen.rows, size)
    demons, minions = screen.is_team["demon"], screen.is_team["minion"]
    for steps in range(size // 2, 0, -1):
        beside = np.roll(minions, steps, axis=1) | np.roll(minions, -steps, axis=1)
        nearest[(demons & beside).any(axis=1)] = steps
    return unsure | (nearest == said) | (nearest == size), unsure | (nearest != said)


def _no_demon(screen: Screen, report: Clue, late: bool) -> Bounds:
    """A Snake Charmer who did not swap has not chosen the Demon."""
    everywhere = np.ones(screen.rows, dtype=bool)
    return ~screen.is_team["demon"][:, report.learned["chose"]], everywhere


KINDS: dict[str, Callable[[Screen, Clue, bool], Bounds]] = {
    "washerwoman": _pair_role, "librarian": _pair_role, "investigator": _pair_role, "chef": _chef,
    "empath": _empath, "oracle": _oracle, "fortuneteller": _fortune, "undertaker": _one_player,
    "ravenkeeper": _one_player, "dreamer": _dreamer, "seamstress": _seamstress, "villageidiot": _one_side,
    "steward": _one_side, "noble": _noble, "knight": _knight, "clockmaker": _clockmaker,
    "snakecharmer": _no_demon,
}  # fmt: skip
