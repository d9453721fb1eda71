"""Rules whole tables of layouts out at once, by arithmetic on arrays, before any is played.

It may keep a layout that does not fit, and never drops one that does: whatever may change after the first night,
and whatever may impair somebody, counts as possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from facedown.games.clocktower.worlds.layouts import MAKES_MINIONS, Array, Layouts
from facedown.games.clocktower.worlds.puzzle import Clue, is_evil_role, team_of
from facedown.games.clocktower.worlds.town import Town

# Who may impair anybody at any time, as far as this is concerned.
IMPAIRS_ANYBODY = (
    "widow", "pukka", "philosopher", "courtier", "sailor", "innkeeper", "minstrel", "goon", "puzzlemaster",
    "lleech", "vigormortis", "cerenovus", "cannibal", "preacher", "engineer", "alchemist", "amnesiac", "apprentice",
    "barista", "bonecollector", "hermit",
)  # fmt: skip
CHANGES_ROLES = ("pithag", "barber", "hatter", "cannibal", "kazali", "summoner", "engineer", "farmer", "huntsman")
# By whom players claim one character after another.
CHANGES_CLAIMS = (*CHANGES_ROLES, "cerenovus", "snakecharmer", "fanggu", "mezepheles")
# With whom, or as whom, the game may go on when somebody has died who was dealt the Demon.
GOES_ON = (
    "scarletwoman", "eviltwin", "mastermind", "legion", "riot", "zombuul", "lleech", "yaggababble", "alchemist",
    "apprentice", "hermit", *CHANGES_ROLES,
)  # fmt: skip
CHANGES_AT_ONCE = ("huntsman", "engineer", "cultleader", "goon", "bountyhunter", "boffin")  # in the first night
TURNS_BY_A_WORD = ("mezepheles",)
TURNS_SIDES = ("goon", *TURNS_BY_A_WORD, "cultleader", "bountyhunter", "ogre", "politician", "snakecharmer swap")
CHANGES = (*CHANGES_ROLES, *TURNS_SIDES, "boffin")
UNSURE = ("acrobat", "amnesiac", "atheist", "hermit")  # of whom the share of deals says little
BY_VOTES = ("riot",)  # whose game is followed by who was voted on


class Screen:
    """What each player of each layout is: an array of bits is a number for each layout, with a bit for each seat.

    What is found here holds whatever was said and seen; `late`: after the first night.
    """

    def __init__(self, made: Layouts) -> None:
        self.made = made
        self.columns = made.table.T
        self.number = {role: index for index, role in enumerate(made.roles)}
        self.rows, self.size = made.table.shape
        self.anybody = (1 << self.size) - 1
        self.bits = np.arange(self.size, dtype=np.uint16 if self.size <= 16 else np.uint32)[:, np.newaxis]
        self.teams: dict[str, list[str]] = {}
        for role in made.roles:
            self.teams.setdefault(team_of(role), []).append(role)
        self._found: dict[tuple[str, ...], Array] = {}
        self.evil = self.team("minion") | self.team("demon")
        self.recluse = self.holds("recluse", "hermit")
        self.spy = self.holds("spy")
        self.legion = self.holds("legion")
        self.anybody_impaired = self.has(*IMPAIRS_ANYBODY)

    def holds(self, *roles: str) -> Array:
        """The bits of the seats that are one of these characters."""
        known = tuple(role for role in roles if role in self.number)
        if known not in self._found:
            wanted = np.zeros(len(self.number), self.bits.dtype)
            wanted[[self.number[role] for role in known]] = 1
            held = wanted[self.columns] << self.bits if known else np.zeros((0, self.rows), wanted.dtype)
            self._found[known] = np.bitwise_or.reduce(held)
        return self._found[known]

    def team(self, team: str) -> Array:
        """The bits of the seats that are of this team."""
        return self.holds(*self.teams.get(team, ()))

    def has(self, *roles: str) -> Array:
        """The layouts with one of these characters."""
        return self.holds(*roles) != 0

    def turned(self, bits: Array, steps: int) -> Array:
        """The bits, each so many seats further clockwise."""
        steps %= self.size
        return (bits << steps | bits >> (self.size - steps)) & self.anybody

    def evil_bounds(self, late: bool) -> tuple[Array, Array]:
        """Who surely, or perhaps, registers as evil."""
        low, high = self.evil & ~self.spy, self.evil | self.recluse | self.team("traveller")
        if late and "fanggu" in self.number:
            high = high | np.where(self.has("fanggu"), self.team("outsider"), 0)
        return low, high

    def demon_bounds(self, late: bool) -> tuple[Array, Array]:
        low = self.team("demon") & ~self.legion
        high = low | self.legion | self.recluse
        if "lilmonsta" in self.number:  # anybody may look after it
            high = high | np.where(low == 0, self.anybody, 0).astype(low.dtype)
        if late:
            high = high | self.team("minion")
            if "fanggu" in self.number:
                high = high | self.team("outsider")
        return low, high

    def is_role(self, seat: int, role: str) -> Array:
        """Whether a seat is this character."""
        found: Array = self.columns[seat] == self.number.get(role, -1)
        return found

    def role_high(self, seat: int, role: str, late: bool) -> Array:
        """Whether a seat may register as a character."""
        high = self.is_role(seat, role)
        if is_evil_role(role):
            high = high | _at(self.recluse, seat)
            if team_of(role) == "minion":
                high = high | _at(self.legion, seat)
            if late:
                high = high | _at(self.evil, seat) | (_at(self.team("outsider"), seat) & self.has("fanggu"))
        else:
            high = high | _at(self.spy, seat)
        return high

    def role_low(self, seat: int, role: str, late: bool) -> Array:
        """Whether a seat surely registers as a character."""
        may_change = late and (is_evil_role(role) or team_of(role) == "outsider")
        if may_change or role in ("recluse", "spy", "hermit"):
            return np.zeros(self.rows, dtype=bool)
        return self.is_role(seat, role)

    @cached_property
    def beside_no_dashii(self) -> Array:
        """The nearest Townsfolk on both sides of a No Dashii."""
        townsfolk = self.team("townsfolk")
        found = np.zeros_like(townsfolk)
        for step in (1, -1):
            looks = self.holds("nodashii")
            for _ in range(self.size - 1):
                looks = self.turned(looks, step)
                found |= looks & townsfolk
                looks = looks & ~townsfolk
        return found


def _at(bits: Array, *seats: int) -> Array:
    """Where one of these seats has its bit."""
    return bits & sum({1 << seat for seat in seats}) != 0


def _living(town: Town, when: int) -> list[bool]:
    """Who is alive after the deaths of this night or day."""
    alive = [True] * town.size
    for moment, events in sorted(town.events.items()):
        for event in events:
            if moment <= when and event.type == "resurrection":
                alive[event.fields["seat"]] = True
            elif moment <= when and event.type in ("night_death", "day_death", "execution", "doomsayer_call"):
                seat = event.fields.get("died") if event.type == "doomsayer_call" else event.fields["seat"]
                if seat is not None and event.fields.get("died", True) is not False:
                    alive[seat] = False
            elif moment <= when and event.type == "slayer_shot" and event.fields.get("died"):
                alive[event.fields["target"]] = False
    return alive


Bounds = tuple[Array, Array]  # whether a report may be true, and whether it may be false
Learned = Mapping[str, Any]


# Where a report rules a layout out at once, and where it takes a Poisoner, with a bit for each layout.
Faults = tuple[Array, Array] | None


def survivors(town: Town, screen: Screen, known: dict[object, Faults] | None = None) -> Array:
    """Which of these layouts may fit; `known` keeps what each report says of them, until something is added."""
    if not screen.rows or (town.may_swap and not town.swaps_untold):
        return np.ones(screen.rows, dtype=bool)
    known = {} if known is None else known
    ruled_out = np.packbits(~_demon_may_fall(screen, town))
    faults: dict[int, dict[int, Array]] = {}
    for reports in town.reports.values():
        for report in reports:
            if report.by not in KINDS or (report.seat == town.puzzle.narrator and report.by == "self"):
                continue
            found = _known_faults(screen, town, report, known)
            if found is not None:
                ruled_out |= found[0]
                seats = faults.setdefault(report.when // 2, {})
                seats[report.seat] = seats.get(report.seat, 0) | found[1]
    if "poisoner" in screen.number:
        for night, wrongs in faults.items():
            ruled_out |= _unexplained(screen, town, night, wrongs.values())
    keep = ~np.unpackbits(ruled_out, count=screen.rows).view(np.bool_)
    if town.puzzle.choices_untold:
        keep |= screen.has("atheist")
    return keep | screen.has("snakecharmer", "philosopher") if town.swaps_untold else keep


def _faults(screen: Screen, town: Town, report: Clue) -> Faults:
    """Where nobody sober can have learned this; None: nowhere."""
    late = report.when > 0
    may_be_true, may_be_false = KINDS[report.by](screen, town, report, late)
    strict = screen.is_role(report.seat, report.by) & ~_impaired(screen, town, report)
    strict = strict & ~screen.has(*(CHANGES if late else CHANGES_AT_ONCE))
    wrong, ruled_out = strict & ~may_be_true, False
    if "vortox" in screen.number and team_of(report.by) == "townsfolk":
        vortox = _at(screen.holds("vortox"), *(s for s, lives in enumerate(_living(town, report.when)) if lives))
        wrong, ruled_out = wrong & ~vortox, strict & vortox & ~may_be_false
        if late and "scarletwoman" in screen.number:  # who may be the Vortox by now
            wrong &= ~(screen.has("vortox") & screen.has("scarletwoman"))
    if not (wrong | ruled_out).any():
        return None
    return np.packbits((wrong | ruled_out) & ~screen.has("poisoner")), np.packbits(wrong)


def _known_faults(screen: Screen, town: Town, report: Clue, known: dict[object, Faults]) -> Faults:
    """The same, worked out once for all towns in which this was said and the same were alive then."""
    said = report.seat, report.when, report.by, repr(report.learned), *_living(town, report.when)
    if said not in known:
        known[said] = _faults(screen, town, report)
    return known[said]


def _demon_may_fall(screen: Screen, town: Town) -> Array:
    """Whether the game went on although somebody died who was dealt the Demon."""
    fallen: dict[bool, list[int]] = {False: [], True: []}  # by whether they died at night
    for events in town.events.values():
        for event in events:
            if event.type in ("night_death", "day_death", "execution") and event.fields.get("died", True):
                fallen[event.type == "night_death"].append(event.fields["seat"])
    demon = screen.team("demon")
    by_day, by_night = _at(demon, *fallen[False]), _at(demon, *fallen[True])
    return screen.has(*GOES_ON) | ~(by_day | (by_night & ~screen.has("imp", "fanggu")))


def _unexplained(screen: Screen, town: Town, night: int, wrongs: Iterable[Array]) -> Array:
    """Where the one Poisoner, if still alive, does not explain all that is wrong in a night and on the next day."""
    alive = _living(town, 2 * night - 1) if night else [True] * screen.size
    lives = _at(screen.holds("poisoner"), *(seat for seat, lives in enumerate(alive) if lives))
    once, twice = np.zeros_like(np.packbits(lives)), 0
    for wrong in wrongs:
        once, twice = once | wrong, twice | (once & wrong)
    return twice | (once & ~np.packbits(lives))


def _impaired(screen: Screen, town: Town, report: Clue) -> Array:
    """Where the speaker may be impaired other than by a Poisoner."""
    found = screen.anybody_impaired
    if "nodashii" in screen.number:
        found = found | _at(screen.beside_no_dashii, report.seat)
    if "xaan" in screen.number:
        night, least = report.when // 2 + 1, screen.made.outsiders
        outsiders_made = np.where(screen.has(*MAKES_MINIONS), np.bitwise_count(screen.team("minion")), 0)
        found = found | (screen.has("xaan") & (least <= night) & (night <= least + outsiders_made))
    if "sweetheart" in screen.number and not all(_living(town, report.when)):
        found = found | screen.has("sweetheart")
    if report.by == "villageidiot":
        found = found | (np.bitwise_count(screen.holds("villageidiot")) > 1) | screen.has(*MAKES_MINIONS)
    return found


def _number(low: Array, high: Array, said: int) -> Bounds:
    return (low <= said) & (said <= high), (low < high) | (low != said)


def _pair_role(screen: Screen, town: Town, report: Clue, late: bool) -> Bounds:
    learned = report.learned
    if learned.get("none"):
        return _no_outsiders(screen)
    pair, role = learned["pair"], learned["role"]
    high = screen.role_high(pair[0], role, late) | screen.role_high(pair[1], role, late)
    low = screen.role_low(pair[0], role, late) | screen.role_low(pair[1], role, late)
    return high, ~low


def _no_outsiders(screen: Screen) -> Bounds:
    outsiders = screen.team("outsider")
    return outsiders & ~screen.recluse == 0, outsiders | screen.spy != 0


def _chef(screen: Screen, town: Town, report: Clue, late: bool) -> Bounds:
    low, high = (np.bitwise_count(bits & screen.turned(bits, 1)) for bits in screen.evil_bounds(late))
    return _number(low, high, report.learned["count"])


def _counted(bounds: tuple[Array, Array], seats: Sequence[int], said: int) -> Bounds:
    low, high = (sum((bits >> seat & 1 for seat in seats), np.zeros_like(bits)) for bits in bounds)
    return _number(low, high, said)


def _empath(screen: Screen, town: Town, report: Clue, late: bool) -> Bounds:
    alive = _living(town, report.when)
    beside = []
    for step in (1, -1):
        at = (report.seat + step) % screen.size
        while not alive[at] and at != report.seat:
            at = (at + step) % screen.size
        beside.append(at)
    return _counted(screen.evil_bounds(late), beside, report.learned["count"])


def _oracle(screen: Screen, town: Town, report: Clue, late: bool) -> Bounds:
    alive = _living(town, report.when)
    dead = [seat for seat in range(screen.size) if not alive[seat]]
    true, false = _counted(screen.evil_bounds(late), dead, report.learned["count"])
    return true, false | (not dead)  # of nobody even a Vortox lets the truth be said


def _fortune(screen: Screen, town: Town, report: Clue, late: bool) -> Bounds:
    low, high = screen.demon_bounds(late)
    surely, perhaps = (_at(bits, *report.learned["pair"]) for bits in (low, high))
    if report.learned["yes"]:  # the red herring may always explain it
        return np.ones(screen.rows, dtype=bool), ~surely
    return ~surely, perhaps | town.puzzle.choices_untold  # at a table the red herring may count for a Vortox


def _one_player(screen: Screen, town: Town, report: Clue, late: bool) -> Bounds:
    seat, role = report.learned["player"], report.learned["role"]
    return screen.role_high(seat, role, late), ~screen.role_low(seat, role, late)


def _dreamer(screen: Screen, town: Town, report: Clue, late: bool) -> Bounds:
    seat, roles = report.learned["player"], report.learned["roles"]
    high = screen.role_high(seat, roles[0], late) | screen.role_high(seat, roles[1], late)
    low = screen.role_low(seat, roles[0], late) | screen.role_low(seat, roles[1], late)
    return high, ~low


def _seamstress(screen: Screen, town: Town, report: Clue, late: bool) -> Bounds:
    low, high = screen.evil_bounds(late)
    one, other = report.learned["pair"]
    unsure = _at(low ^ high, one, other)
    differ = (_at(low, one) != _at(low, other)) | unsure
    same = ~differ | unsure
    return (same, differ) if report.learned["same"] else (differ, same)


def _one_side(screen: Screen, town: Town, report: Clue, late: bool) -> Bounds:
    low, high = (_at(bits, report.learned["player"]) for bits in screen.evil_bounds(late))
    if report.by == "steward":  # who is shown anybody where all others are evil
        low &= screen.evil | 1 << report.seat != screen.anybody
    return (high, ~low) if report.learned.get("evil", False) else (~low, high)


def _noble(screen: Screen, town: Town, report: Clue, late: bool) -> Bounds:
    return _counted(screen.evil_bounds(late), report.learned["players"], 1)


def _knight(screen: Screen, town: Town, report: Clue, late: bool) -> Bounds:
    low, high = screen.demon_bounds(late)
    pair = report.learned["pair"]
    return ~_at(low, *pair), _at(high, *pair)


def _clockmaker(screen: Screen, town: Town, report: Clue, late: bool) -> Bounds:
    """Exact where nobody may register as something else."""
    size, said = screen.size, report.learned["steps"]
    unsure = (screen.recluse | screen.spy | screen.legion != 0) | late
    nearest = np.full(screen.rows, size)
    demons, minions = screen.team("demon"), screen.team("minion")
    for steps in range(size // 2, 0, -1):
        beside = screen.turned(minions, steps) | screen.turned(minions, -steps)
        nearest[demons & beside != 0] = steps
    return unsure | (nearest == said) | (nearest == size), unsure | (nearest != said)


def _no_demon(screen: Screen, town: Town, report: Clue, late: bool) -> Bounds:
    """A Snake Charmer who did not swap has not chosen the Demon."""
    return ~_at(screen.team("demon"), report.learned["chose"]), np.ones(screen.rows, dtype=bool)


KINDS: dict[str, Callable[[Screen, Town, Clue, bool], Bounds]] = {
    "washerwoman": _pair_role, "librarian": _pair_role, "investigator": _pair_role, "chef": _chef,
    "empath": _empath, "oracle": _oracle, "fortuneteller": _fortune, "undertaker": _one_player,
    "ravenkeeper": _one_player, "dreamer": _dreamer, "seamstress": _seamstress, "villageidiot": _one_side,
    "steward": _one_side, "noble": _noble, "knight": _knight, "clockmaker": _clockmaker,
    "snakecharmer": _no_demon,
}  # fmt: skip
