"""What every character of the solver has: when it wakes, what it does at night, whether its reports can be true."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from facedown.games.clocktower.worlds.eyes import EITHER, NO, YES, Eyes, loose_of
from facedown.games.clocktower.worlds.layouts import BRING_MINIONS, HIDING, MAKES_MINIONS, MISTAKEN, REBUILDERS
from facedown.games.clocktower.worlds.puzzle import Clue, is_evil_role, team_of
from facedown.games.clocktower.worlds.state import State
from facedown.games.clocktower.worlds.town import LAST, Town, rank

Learned = Mapping[str, Any]


MODELS: dict[str, Model] = {}  # by id; a class with an id is in it
LASTING: set[str] = set()  # those that do something at dawn
PICKS = frozenset((  # who chooses players at night, which a Goon notices
    "butler", "fortuneteller", "monk", "ravenkeeper", "poisoner", "imp", "sailor", "chambermaid", "exorcist",
    "innkeeper", "gambler", "devilsadvocate", "godfather", "assassin", "zombuul", "pukka", "shabaloth", "po",
    "dreamer", "snakecharmer", "seamstress", "witch", "cerenovus", "pithag", "fanggu", "vigormortis", "nodashii",
    "vortox", "nightwatchman", "villageidiot", "prodigy", "acrobat", "huntsman", "lycanthrope", "preacher", "ogre",
    "widow", "lleech", "kazali", "lordoftyphon", "harpy", "fearmonger", "wraith", "harlot", "alhadikhia",
))  # fmt: skip
ANYTHING = "anything"  # what somebody thinks to be who may be made to believe in any character


class Model:
    """A character as the solver knows it.  States are never changed in place; a method gives what may follow."""

    id: ClassVar[str] = ""
    needs: ClassVar[tuple[str, ...]] = ()  # the parts of its report; without: it makes none
    informs: ClassVar[bool] = True  # whether its report is information, which a Vortox falsifies
    wakes: ClassVar[str] = ""  # "first", "each", "other", "until spent", "spent other": until spent, but not first
    prepares: ClassVar[bool] = False  # whether `at_start` does anything
    acts_at_night: ClassVar[bool] = False  # whether `act` does anything
    acts_when_dead: ClassVar[bool] = False  # has its turn although it is dead
    liar: ClassVar[bool] = False  # may lie, although it is good
    picks: ClassVar[bool] = False  # chooses players at night; see `PICKS`
    quiet: ClassVar[bool] = False  # has no effect on anything but what it reports
    learns_dead: ClassVar[bool] = False  # makes its report although it is dead
    reports_once: ClassVar[bool] = False  # what it reports spends its ability

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.prepares = cls.at_start is not Model.at_start
        cls.acts_at_night = cls.act is not Model.act
        cls.picks = cls.id in PICKS
        if cls.id:
            MODELS[cls.id] = cls()
        if cls.id and cls.at_dawn is not Model.at_dawn:
            LASTING.add(cls.id)

    # Set-up

    def at_start(self, town: Town, state: State, me: int) -> Iterable[State]:
        """What may be fixed before the first night."""
        return (state,)

    # At night

    def act(self, town: Town, state: State, me: int) -> Iterable[State]:
        """What may come of its action tonight; `me` is alive, but may be impaired."""
        return (state,)

    def acts_in(self, when: int) -> bool:
        """Whether `act` does anything in this night."""
        return self.acts_at_night and (when > 0 or self.wakes not in ("other", "spent other"))

    def at_dawn(self, town: Town, state: State, me: int) -> Iterable[State]:
        """What may come of it when the night has passed."""
        return (state,)

    def woken(self, town: Town, state: State, me: int) -> int:
        """Whether it wakes tonight: NO, YES or EITHER."""
        first = town.when == 0
        match self.wakes:
            case "first":
                return YES if first else EITHER if town.is_first(state, me) else NO
            case "each":
                return YES
            case "other":
                return int(not first)
            case "until spent":
                return int(not state.memo.get(("spent", me, self.id)))
            case "spent other":
                return int(not first and not state.memo.get(("spent", me, self.id)))
        return NO

    def may_pick(self, town: Town, state: State, me: int) -> bool:
        """Whether it may choose a player tonight."""
        return self.picks and self.can_learn(town, state, me) and self.woken(town, state, me) != NO

    # What it says

    def told(self, town: Town, state: State, me: int) -> Learned | None:
        """What it says, and may not lie about, that it chose or learned now; None: nothing."""
        said = town.report(me, self.id)
        return None if said is None or may_lie(town, state, me) else said

    def lacks(self, learned: Learned) -> list[str]:
        """The parts that are missing in a report."""
        return [part for part in self.needs if part not in learned]

    def verdict(self, eyes: Eyes, me: int, learned: Learned) -> int:
        """Whether what it says it learned is true."""
        return EITHER

    def hear(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        """The states in which the seat may truthfully say so."""
        seat = report.seat
        if may_lie(town, state, seat):
            return (state,)
        if not state.has(seat, self.id):
            return self._believed(town, state, report) or _is_mad(town, state, report)
        if not self.can_learn(town, state, seat):
            return ()
        if self.reports_once:
            if ("spent", seat, self.id) in state.memo:
                return ()
            state = once(state, seat, self.id)
        return self.judged(town, state, report)

    def heard(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        """The states in which the seat may say so, truthfully or when it has turned evil since."""
        found, seat = self.hear(town, state, report), report.seat
        return found if not may_turn(town, state, seat) else [*found] or [state.with_memo(("lied", seat), True)]

    def can_learn(self, town: Town, state: State, me: int) -> bool:
        return state.acts(me) or (self.learns_dead and bool(state.fell >> me & 1))

    def _believed(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        """Somebody who only believes to be this character learns anything."""
        seat = report.seat
        thinks = state.memo.get(("thinks", seat))
        if thinks in (self.id, ANYTHING) and self.can_learn(town, state, seat):
            return (state.with_memo(("thinks", seat), self.id),)
        claims = town.puzzle.claimed(seat) if believes(town, state, seat) else ()
        if self.id not in claims or not self.can_learn(town, state, seat):
            return ()
        if not town.watches_wrong:
            return (state,)
        plain = self.verdict(Eyes(state, 0), seat, report.learned)
        return (town.misfires(state, seat),) if plain == NO else (state,)

    def judged(self, town: Town, state: State, report: Clue) -> Iterable[State]:
        """The states in which somebody who has this ability learns so."""
        seat = report.seat
        bad, falsified = self.fails(state, seat), "vortox" in state.roles and self.must_be_false(state, seat)
        if bad and not town.watches_wrong and not falsified:
            return (state,)
        loose = loose_of(state)
        plain = self.verdict(Eyes(state, 0), seat, report.learned)
        seen = self.verdict(Eyes(state, loose), seat, report.learned) if loose else plain
        if (falsified and seen == YES) or (not falsified and not bad and seen == NO):
            return ()
        return (town.misfires(state, seat),) if plain == NO else (state,)

    def fails(self, state: State, seat: int) -> bool:
        """Whether its player is impaired, or was so in dying."""
        return state.is_bad(seat) or (self.learns_dead and ("spoiled", seat) in state.memo)

    def must_be_false(self, state: State, seat: int) -> bool:
        """Whether a Vortox falsifies it."""
        if "vortox" not in state.roles or not self.informs or _drinks_truth(state, seat):
            return False
        return team_of(self.id) == "townsfolk" and state.working("vortox")


def _drinks_truth(state: State, seat: int) -> bool:
    """Whether a Barista's coffee keeps the seat from being told anything false."""
    sober = state.memo.get("sober")
    return sober is not None and sober[0] == seat and state.works(sober[1])


def _is_mad(town: Town, state: State, report: Clue) -> Iterable[State]:
    """A Cerenovus may make somebody say, for a day, that they are another character."""
    if is_evil_role(report.by):
        return ()
    may_be_mad = len(town.puzzle.claimed(report.seat)) > 1 or report.seat in town.puzzle.newly_claimed
    if town.puzzle.choices_untold and may_be_mad:  # on which day, no record says
        return (state,) if may_come(town, state, "cerenovus") else ()
    if town.when % 2 == 0:
        return ()
    return [
        state.with_memo(("mad", cerenovus), report.seat)
        for cerenovus in state.holders("cerenovus")
        if state.works(cerenovus)
        and state.memo.get(("maddens", cerenovus)) == town.when - 1
        and state.memo.get(("mad", cerenovus)) in (None, report.seat)
    ]


def may_turn(town: Town, state: State, seat: int) -> bool:
    """Whether a good player may turn evil and lie about all that it has been."""
    if not town.puzzle.choices_untold:
        return False
    role, script = state.roles[seat], town.puzzle.script
    if "lunatic" in script and "pithag" in state.roles:  # who takes themselves for the Demon lies as one
        return True
    if town.swaps_untold and (state.has(seat, "snakecharmer") or role == "philosopher"):
        return True
    if may_come(town, state, "mezepheles"):
        return True
    if state.has(seat, "ogre") and "recluse" in script:  # who learns it after others have learned something
        return True
    return may_come(town, state, "fanggu") and ("pithag" in state.roles or team_of(role) == "outsider")


def may_come(town: Town, state: State, role: str) -> bool:
    """Whether an evil character is in play, or may be made or have its ability given to somebody."""
    script, roles = town.puzzle.script, state.roles
    brings = {*REBUILDERS, *(BRING_MINIONS if team_of(role) == "minion" else ())}
    borrowers = ("boffin", "philosopher") if not brings.isdisjoint(script) else ()
    return role in script and not {role, "pithag", *brings, *borrowers}.isdisjoint(roles)


def believes(town: Town, state: State, seat: int) -> str | None:
    """The character that somebody takes themselves for without its ability; None: they know what they are."""
    role = state.roles[seat]
    if role in MISTAKEN or (role == "hermit" and "drunk" in town.of_hermit and town.puzzle.claims[seat] != role):
        return town.puzzle.claims[seat]
    return None


def may_lie(town: Town, state: State, seat: int) -> bool:
    """Whether the seat may say anything: it is evil or silent, or its character lies; never who tells the story."""
    if seat == town.puzzle.narrator:
        return False
    if may_hide(town, state, seat):
        return True
    if is_unwitting(state, seat):
        return False
    return (
        bool(state.evil >> seat & 1)
        or seat in town.silent
        or ("lied", seat) in state.memo
        or speaks_as_turned(town, state, seat)
    )


def may_hide(town: Town, state: State, seat: int) -> bool:
    """Whether a character that the seat has makes it lie, or hide, whatever side it is on."""
    role = state.roles[seat]
    for one in (role, *town.of_hermit) if role == "hermit" else (role,):
        hides = one in HIDING and town.puzzle.choices_untold and role not in town.puzzle.claimed(seat)
        if MODELS[one].liar or hides:
            return True
    return False


def is_unwitting(state: State, seat: int) -> bool:
    """Whether an Ogre does not know its side."""
    return state.has(seat, "ogre") and ("knows", seat) not in state.memo


def speaks_as_turned(town: Town, state: State, seat: int) -> bool:
    """Whether it is a Goon that claims what only an evil one can."""
    role = state.roles[seat]
    turns = role == "goon" or (role == "hermit" and "goon" in town.of_hermit)
    said = turns and role in (town.puzzle.claims[seat], *town.became(seat))
    return turns and not said and believes(town, state, seat) is None


def gain(town: Town, state: State, seat: int, role: str) -> Iterable[State]:
    """The states in which the seat has this character's ability beside its own."""
    return MODELS[role].at_start(town, state.with_gained(seat, role), seat)


def is_spent(state: State, me: int, role: str) -> bool:
    """Whether what can be used by day once was, and coffee does not let it be used again."""
    return ("spent", me, role) in state.memo and state.memo.get("twice", (-1,))[0] != me


def becomes(town: Town, state: State, seat: int, role: str) -> Iterable[State]:
    """The states in which the seat has turned into this character, and has its first night."""
    if "sitter" in state.memo and team_of(role) == "demon":  # who would be the Demon looks after Lil' Monsta
        return (state.with_memo("sitter", seat),)
    return begins(town, state.become(seat, role), seat)


# Whose first night is the one they come in, after all others if their place has passed.
BEGIN_AT_ONCE = ("godfather", "kazali", "lleech", "lordoftyphon", "yaggababble")


def begins(town: Town, state: State, seat: int) -> Iterable[State]:
    """The states in which the seat, which has become another character, has its first night."""
    role, coming = state.roles[seat], town.coming_day
    if role in BEGIN_AT_ONCE and rank(role, first=False) < town.place < LAST:
        state = state.with_memo("late", (*state.memo.get("late", ()), seat))
    # Who comes in at the very end has a first night only after the day.
    return MODELS[role].at_start(town, state.with_memo(("fresh", seat), coming + 2 * (town.place == LAST)), seat)


def is_unheld(state: State, role: str) -> bool:
    """Whether it is in play although nobody is it, as nobody is the Demon.  Its place is after all seats."""
    return role == "lilmonsta" and not any(team_of(one) == "demon" for one in state.roles)


def makes_minions(state: State) -> bool:
    """Whether a Demon made the Minions of others only after set-up."""
    return not MAKES_MINIONS.isdisjoint(state.roles)


def once(state: State, me: int, role: str) -> State:
    """The state in which an ability that is used once is spent."""
    return state.with_memo(("spent", me, role), True)
