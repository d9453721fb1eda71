"""Random games up to some dawn, told by players who are honest where they are good."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from facedown.games.clocktower import playout, scripts
from facedown.games.clocktower.engine import Engine
from facedown.games.clocktower.questions import Act
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.setup import new_state
from facedown.games.clocktower.speech.reports import report_of
from facedown.games.clocktower.speech.statements import Report
from facedown.games.clocktower.state import Ability, Death, Player, State
from facedown.games.clocktower.worlds.puzzle import Puzzle, name_of, puzzle

QUIET = ("artist", "savant", "juggler", "fisherman")  # whose use by day the puzzle need not tell
UNTOLD = ("savant", "artist", "seamstress")  # whose reports the puzzle leaves out


class Told(NamedTuple):
    """A puzzle, and what was dealt in truth."""

    puzzle: Puzzle
    truth: tuple[str, ...]


class Unfit(Exception):
    """The game has gone in a way that the puzzle format does not tell."""


def game(script: list[str], seats: int, seed: object, nights: int) -> Told | None:
    """A random game up to the dawn after so many nights, as a puzzle; None: it ended before."""
    luck = Random(f"honest {seed}")
    state = new_state(scripts.of_ids("a script", script, "current"), seats, 0, seed)
    engine = Engine(state)
    watch = Watch(state)
    while not engine.over:
        if state.phase == "day" and state.day == nights and watch.dealt:
            return watch.told(script, luck)
        if not engine.questions:
            engine.proceed()
            watch.look()
            continue
        question = luck.choice(engine.questions)
        seat = luck.choice(question.seats)
        answer = playout.at_random(state, question, seat, luck)
        watch.answered(question.about, seat, answer)
        engine.answer(question, seat, answer)
        watch.look()
    return None


class Watch:
    """Notes what a town sees, and what its players choose, while it is played."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.dealt: tuple[str, ...] = ()
        self.believed: tuple[str, ...] = ()
        self.events: list[dict[str, Any]] = []
        self.chosen: dict[tuple[int, int, str], list[Any]] = {}
        self.executed: list[Death] = []
        self.now: list[str] = []
        self.changes: list[tuple[int, int, str]] = []
        self.deaths = self.nominations = self.day = 0

    @property
    def when(self) -> int:
        return 2 * self.state.night - 2 if self.state.phase == "night" else 2 * self.state.day - 1

    def look(self) -> None:
        """Note what has happened since."""
        state = self.state
        if self.dealt:
            self._note_changes()
        if not self.dealt and state.phase == "night":
            self.dealt = tuple(player.character.id for player in state.players)
            self.now = [*self.dealt]
            self.believed = tuple(player.believed.id for player in state.players)
        if state.day != self.day:
            self.day, self.nominations = state.day, 0
        for nomination in state.nominations[self.nominations :]:
            if nomination.nominee is not None and nomination.by is not None:
                self._saw("nomination", seat=nomination.nominee.seat, nominator=nomination.by.seat)
        self.nominations = len(state.nominations)
        for execution in state.executed_today:
            if not any(execution is one for one in self.executed):
                self.executed.append(execution)
                self._saw("execution", seat=execution.player.seat, died=False)
        for death in state.deaths[self.deaths :]:
            self._died(death)
        self.deaths = len(state.deaths)

    def _note_changes(self) -> None:
        """Who has become another character says so, if they are good."""
        for player in self.state.players:
            if player.character.id != self.now[player.seat]:
                self.now[player.seat] = player.character.id
                self.changes.append((self.when, player.seat, player.character.id))

    def _saw(self, type: str, when: int | None = None, **fields: Any) -> None:
        self.events.append({"when": name_of(self.when if when is None else when), "type": type, **fields})

    def _died(self, death: Death) -> None:
        seat, by = death.player.seat, death.by.character.id if death.by else ""
        if death.at_night:
            self._saw("night_death", 2 * self.state.night - 2, seat=seat)
        elif death.executed:
            event = next(one for one in reversed(self.events) if one["type"] == "execution")
            event["died"] = True
            if by == "virgin":
                nomination = next(one for one in reversed(self.events) if one["type"] == "nomination")
                self.events.remove(nomination)
                event["after_nominating"] = nomination["seat"]
        elif by == "slayer":
            next(event for event in reversed(self.events) if event["type"] == "slayer_shot")["died"] = True
        elif by == "witch":
            self._saw("day_death", seat=seat, cause="nominated_someone")
        else:
            raise Unfit(f"{seat} died by day of {by or death.cause}")

    def answered(self, about: object, seat: int, answer: object) -> None:
        """Note what a player has chosen or done."""
        if isinstance(answer, Act):
            if answer.verb == "use" and answer.character is not None and answer.character.id == "slayer":
                self._saw("slayer_shot", seat=seat, target=answer.player.seat, died=False)
            elif answer.verb == "use" and answer.character.id not in QUIET:
                raise Unfit(f"{answer.character.id} used")
        elif isinstance(about, Ability) and about.character.id in ("klutz", "moonchild"):
            if isinstance(answer, Player):
                self._saw(f"{about.character.id}_choice", seat=about.player.seat, target=answer.seat)
        elif isinstance(about, Ability) and about.player.seat == seat and self.state.phase == "night":
            self.chosen.setdefault((self.when, seat, about.character.id), []).append(answer)

    def told(self, script: list[str], luck: Random) -> Told:
        """The game as a puzzle: the good say what they know, the evil claim anything and report nothing."""
        good = [id for id in script if FACTS[id].team in ("townsfolk", "outsider")]
        claims, reports = [], []
        for player, dealt, believed in zip(self.state.players, self.dealt, self.believed, strict=True):
            if FACTS[dealt].team in ("minion", "demon") or dealt in ("lunatic",):
                claims.append(luck.choice([id for id in good if id != dealt]))
            elif dealt == "mutant" and player.alive:
                claims.append(luck.choice([id for id in good if FACTS[id].team == "townsfolk"]))
            else:
                claims.append(believed)
                reports += self._reports(player)
                reports += self._changes(player)
        data = {
            "claims": claims, "unclaimed_on_script": script, "reports": reports, "events": self._events(),
        }  # fmt: skip
        return Told(puzzle(data), self.dealt)

    def _changes(self, player: Player) -> list[dict[str, Any]]:
        return [
            {"seat": seat, "when": name_of(when), "by": "self", "became": became}
            for when, seat, became in self.changes
            if seat == player.seat
        ]

    def _events(self) -> list[dict[str, Any]]:
        """What was seen; first of each day, who voted and nominated, for those who learn of it."""
        seen: list[dict[str, Any]] = []
        for day in range(1, self.state.day):
            tallies = [one for one in self.state.nominated_before if one.day == day]
            voters = sorted({seat for one in tallies for seat in one.hands})
            nominators = sorted({one.by for one in tallies if one.by is not None})
            for seat in range(len(self.dealt)):
                if guesses := self._guesses(seat, day):
                    seen.append({"when": f"D{day}", "type": "juggle", "seat": seat, "guesses": guesses})
                seen.append({"when": f"D{day}", "type": "voters", "seat": seat, "voters": voters})
                seen.append({"when": f"D{day}", "type": "nominators", "seat": seat, "nominators": nominators})
        return [*seen, *self.events]

    def _guesses(self, seat: int, day: int) -> list[tuple[int, str]]:
        """Whom a Juggler guessed on that day to be whom."""
        made = (use for use in self.state.uses if (use.by, use.day) == (seat, day))
        return [(use.target, use.guess) for use in made if use.guess]

    def _reports(self, player: Player) -> list[dict[str, Any]]:
        found = []
        for told in player.told:
            said = report_of(told, player.believed)
            if isinstance(said, Report) and said.by == "juggler" and not self._guesses(player.seat, told.day):
                continue
            if isinstance(said, Report) and said.by not in UNTOLD:
                found.append({"seat": player.seat, "when": said.when, "by": said.by, **listed(said)})
        return found


def listed(said: Report) -> dict[str, Any]:
    """What a report says, in the puzzles' way."""
    learned = {key: list(value) if isinstance(value, tuple) else value for key, value in said.learned}
    if "role" in learned and "players" in learned:
        learned["pair"] = learned.pop("players")
    return learned
