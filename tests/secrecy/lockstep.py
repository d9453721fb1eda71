"""Plays games that differ in a secret over a real server, in lock-step, and compares what everybody is sent."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from hashlib import sha256
from itertools import combinations, count, zip_longest
from random import Random
from typing import Any, NamedTuple, Protocol

import msgspec

from facedown.core.table import Table
from facedown.core.values import Event
from tests.server.harness import Opened, Person, Serving

SEAT_OF_TAB = 1
SPECTATOR, SECOND_TAB = "spectator", "second tab"  # the observers beside the seats, whose names are their numbers
TIME = re.compile(r'"clock":\{"now":[^,]+,"ends":(null|)[^}]*')  # whether there is a deadline is told, not when
TICK = 1_000_000  # a ping with a counter above this lets the time of the open question run out


class TwinServer(Serving):
    """A server on which a test decides the seeds, the leaks, and when time runs out, as `serve` makes it."""

    def next_seed(self, seed: str) -> None:
        """The seed of the game that is started next."""
        raise NotImplementedError

    def leaking(self, leak: str) -> AbstractContextManager[None]:
        """With this leak, in the server and here, as the rules are replayed here."""
        raise NotImplementedError


class Difference(AssertionError):
    """Somebody can tell two games apart who may not."""


class Run:
    """One of the games, with a browser for each seat, a second one for the second seat, and a spectator's.

    The second, fourth... seats are sent whole views, as other programs are; all others what has changed.
    """

    def __init__(self, server: TwinServer, game: str, names: Sequence[str], options: Mapping[str, Any]) -> None:
        self.server, self.names = server, names
        self.table: Opened = server.open(game, len(names), **options)
        self.seats = [self.table.person(host=self.table.secret, changes=True)]
        self.seats += [self.table.person(changes=seat % 2 == 0) for seat in range(1, len(names))]
        self.heard: dict[str, int] = {}  # by observer: how much of what they were told has been looked at
        self.others: dict[str, Person] = {}

    def begin(self, seed: str) -> None:
        """All who sit or look on have said hello; the game begins."""
        for seat, person in enumerate(self.seats):
            assert person.sit(seat, self.names[seat])["ok"]
        tab = self.table.person(secret=self.seats[SEAT_OF_TAB].secret, changes=True)
        tab.secret = self.seats[SEAT_OF_TAB].secret
        self.others = {SPECTATOR: self.table.person(changes=True), SECOND_TAB: tab}
        self.fence()
        self.heard = {name: len(person.told) for name, person in self.everybody.items()}
        self.server.next_seed(seed)
        assert self.seats[0].say("start")["ok"]

    @property
    def everybody(self) -> dict[str, Person]:
        return {**{str(seat): person for seat, person in enumerate(self.seats)}, **self.others}

    def fence(self) -> None:
        """Everybody has heard all that there is to be heard until now."""
        pings = [(person, person.send("ping")) for person in self.everybody.values()]
        for person, n in pings:
            assert person.answer(n)["ok"]

    def let_time_run_out(self) -> None:
        """The time of the open question is over."""
        person = self.seats[0]
        before, person.n = person.n, TICK
        assert person.say("ping")["ok"]
        person.n = before

    def come_back(self) -> None:
        """The server was killed and started again; everybody opens a new line, from where the old one broke."""
        self.seats = [self._again(person, seat % 2 == 0) for seat, person in enumerate(self.seats)]
        self.others = {name: self._again(person, changes=True) for name, person in self.others.items()}
        self.heard = dict.fromkeys(self.heard, 0)

    def _again(self, person: Person, changes: bool) -> Person:
        known = {} if person.secret is None else {"secret": person.secret}
        again = self.table.person(since=person.state["frame"], changes=changes, **known)
        again.secret = person.secret
        person.close()
        return again

    def close(self) -> None:
        for person in self.everybody.values():
            person.close()

    # -- what was sent --------------------------------------------------------------------------------------------

    def new(self) -> dict[str, list[str]]:
        """What each observer was sent since the last look."""
        found = {}
        for name, person in self.everybody.items():
            start, self.heard[name] = self.heard.get(name, 0), len(person.told)
            found[name] = [self.plain(text) for text in person.raw[start:]]
        tab = self.others[SECOND_TAB]
        assert tab.turn == self.seats[SEAT_OF_TAB].turn, "changes put together show something else than whole views"
        return found

    def plain(self, text: str) -> str:
        """A message as it was sent, without what differs between any two tables: the code, and the time of day."""
        if text.startswith('{"is":"over"'):
            return "all is revealed"
        return TIME.sub(r'"clock":{"ends":\1', text.replace(self.table.code, "CODE"))

    def looks(self, name: str, luck: Random) -> list[str]:
        """What somebody is sent who comes back, asks over HTTP, or looks back at the game until now."""
        person = self.everybody[name]
        since = luck.randrange(-1, person.state["frame"] + 1)
        hello = {"secret": person.secret, "since": since if since >= 0 else None}
        again = self.table.person(**{key: value for key, value in hello.items() if value is not None})
        told = [self.plain(text) for text in again.raw]
        again.close()
        self.fence()  # everybody has heard that they came and went
        headers = {"Authorization": f"Bearer {person.secret}"} if person.secret else {}
        status, frames = self.server.ask(f"/api/tables/{self.table.code}/replay", headers=headers)
        assert status == 200, frames
        return [*told, json.dumps(frames), self.plain(json.dumps(self.table.passing()))]


class Game(Protocol):
    """One game of several, as it is compared: a run, and what each observer may know."""

    run: Run

    def stages(self) -> Iterator[str]:
        """Play on, and stop wherever the games are to be compared; what was just done."""

    def knowledge(self) -> Mapping[str, bytes]:
        """What each observer may know now, by the rules."""

    def secrets(self) -> int:
        """How much has been done, seen by whomever."""


def knowledge(table: Table, seats: Sequence[int], tab: int = SEAT_OF_TAB) -> dict[str, bytes]:
    """What the rules let these seats, a spectator and a second tab know."""
    who: dict[str, int | None] = {**{str(seat): seat for seat in seats}, SPECTATOR: None, SECOND_TAB: tab}
    told: dict[int | None, list[Event | None]] = {seat: [] for seat in who.values()}
    for frame in range(1, len(table.frames)):  # each for all, as a picture of the past is kept for a few looks
        for seat, log in told.items():
            log.append(table.told_at(frame, seat))
    return {name: msgspec.json.encode(known(table, seat, told[seat])) for name, seat in who.items()}


def known(table: Table, seat: int | None, told: Sequence[Event | None]) -> tuple[Any, ...]:
    """A seat's view, all that it was told and did itself, and who has won."""
    did = [played.text for played in table.history if played.seat is not None and played.seat == seat]
    return table.view(seat), [event for event in told if event], did, table.standing if table.over else None


class Found(NamedTuple):
    """What was compared."""

    pairs: int = 0  # of games that the spectator may not tell apart, at the end
    secret: int = 0  # those of them in which more was done in one game than in the other
    streams: int = 0  # of one observer in two games, between two stops
    messages: int = 0
    observers: frozenset[str] = frozenset()

    def plus(self, other: Found) -> Found:
        return Found(
            self.pairs + other.pairs,
            self.secret + other.secret,
            self.streams + other.streams,
            self.messages + other.messages,
            self.observers | other.observers,
        )


class Comparison:
    """Games in play.  `going` are those that a spectator could not tell apart until now.

    `looks`: at every so many stops somebody comes back, and asks over HTTP.
    """

    def __init__(self, games: Sequence[Game], luck: Random, about: str, looks: int = 3) -> None:
        self.games, self.luck, self.about, self.found = games, luck, about, Found()
        self.looks, self.going = looks, list(range(len(games)))
        self.known: list[dict[str, bytes]] = [{} for _ in games]

    def play(self, kill_at: int | None = None, server: TwinServer | None = None) -> Found:
        """Play on to the end, or until all can be told apart.  Raises Difference."""
        stages = [game.stages() for game in self.games]
        for number in count(1):
            at = [next(stages[which], None) for which in self.going]
            if None in at or len(self.going) < 2:
                break
            self._compare_streams(f"stage {number}, {at[0]}")
            self.going = max(self._classes(SPECTATOR), key=len)
            for name in (
                (SPECTATOR, self.luck.choice(sorted(self.known[0])))
                if number % self.looks == 1 % self.looks
                else ()
            ):
                self._compare_looks(f"coming back at stage {number}, {at[0]}", name, self.luck.random())
            if number == kill_at and server is not None:
                self._kill(server)
        pairs = [(self.games[one], self.games[other]) for one, other in combinations(self.going, 2)]
        unequal = sum(one.secrets() != other.secrets() for one, other in pairs)
        return self.found.plus(Found(len(pairs), unequal))

    def _compare_streams(self, stage: str) -> None:
        sent = {which: self.games[which].run.new() for which in self.going}
        for which in self.going:
            known = self.known[which]
            for name, what in self.games[which].knowledge().items():
                known[name] = sha256(known.get(name, b"") + what).digest()
        for name in self.known[self.going[0]]:
            for first, *others in self._classes(name):
                for other in others:
                    self._check(stage, name, (first, other), sent[first][name], sent[other][name])
                    self.found = self.found.plus(Found(0, 0, 1, len(sent[other][name]), frozenset({name})))

    def _compare_looks(self, stage: str, name: str, luck: float) -> None:
        for first, *others in self._classes(name):
            if others:
                one = self.games[first].run.looks(name, Random(luck))
                for other in others:
                    look = self.games[other].run.looks(name, Random(luck))
                    self._check(stage, name, (first, other), one, look)

    def _classes(self, name: str) -> list[list[int]]:
        """The games that are still compared, in classes that are the same to all that this observer may know."""
        found: dict[bytes, list[int]] = {}
        for which in self.going:
            found.setdefault(self.known[which][name], []).append(which)
        return list(found.values())

    def _kill(self, server: TwinServer) -> None:
        server.kill()
        server.start()
        for game in self.games:
            game.run.come_back()

    def _check(self, stage: str, name: str, pair: tuple[int, int], one: list[str], other: list[str]) -> None:
        for number, said in enumerate(zip_longest(one, other)):
            if said[0] != said[1]:
                games = "\n".join(f"  {self.games[which]}" for which in pair)
                raise Difference(
                    f"{stage}: {name} is sent something else in games {pair}, as message {number} of {len(one)} "
                    f"and {len(other)}: {parted(*map(read, said))}\n{games}\n{self.about}"
                )


def read(message: str | None) -> Any:
    """A message as it was before `Run.plain`."""
    return json.loads(message) if message is not None and message[:1] in "[{" else message


def parted(one: Any, other: Any, where: str = "") -> str:
    """Where two messages differ, and how."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return "; ".join(parted(one[key], other[key], f"{where}.{key}") for key in one if one[key] != other[key])
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return "; ".join(parted(*pair, f"{where}[{number}]") for number, pair in pairs if pair[0] != pair[1])
    return f"{where}: {json.dumps(one)[:600]} | {json.dumps(other)[:600]}"
