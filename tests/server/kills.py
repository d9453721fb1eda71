"""Servers that share a database are killed at random while people play, and nothing that was answered is lost.

    python -m tests.server.kills [--kills 50] [--tables 6] [--seed 0]

Two servers share a database behind nginx.  Without a proxy, each person plays at one of them, and where that is
gone or has not their table, at the other.  What was not answered is sent again with the same key.  At the end every
answered move is in the database, and once.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeAlias

import psycopg
from websockets.exceptions import WebSocketException

from tests.deploy.proxy import Proxy
from tests.postgres import Postgres
from tests.server.harness import UNLIMITED, Opened, Person, Server

GAMES = (("gotcha", 2), ("botch", 3), ("bayou-boss", 3))
PAUSE = 0.05  # seconds in which somebody thinks
GONE = (OSError, EOFError, TimeoutError, WebSocketException)


class Wait(NamedTuple):
    """Somebody waited for an answer, from the first try on; by the clock that never goes back.

    It may be the answer that there is nothing to do, or that the move came too late.
    """

    since: float
    until: float

    @property
    def seconds(self) -> float:
        return self.until - self.since


class Player(threading.Thread):
    """Somebody who plays on, whatever happens to servers."""

    def __init__(self, servers: list[Server], at: int, table: Opened, seat: int, until: threading.Event) -> None:
        super().__init__(daemon=True)
        self.servers, self.table, self.seat, self.until = servers, table, seat, until
        self.at = at % len(servers)
        self.answered = 0  # moves that were answered with yes
        self.unsure = 0  # moves of which it was never heard whether they were made
        self.waits: list[Wait] = []
        self.failed: Exception | None = None
        self.person = self.connect()
        assert self.person.sit(seat, f"P{'abc'[seat]}")["ok"]
        self.secret = self.person.secret

    def connect(self, secret: str | None = None) -> Person:
        """Connect to this server, or to the next that answers."""
        while True:
            server = self.servers[self.at]
            try:
                person = Person(server, self.table.code)
                host = {"host": self.table.secret} if self.seat == 0 else {}
                if person.hello(secret=secret, **host)["ok"]:
                    return person
            except GONE:
                time.sleep(0.02)
            self.at = (self.at + 1) % len(self.servers)

    def run(self) -> None:
        try:
            while not self.until.is_set():
                self.turn()
                time.sleep(random.uniform(0, PAUSE))
        except Exception as error:
            self.failed = error

    def turn(self) -> None:
        """Make a move if asked, as often as it takes."""
        key, since, sent = f"{self.seat}-{random.getrandbits(64):016x}", time.monotonic(), False
        while True:
            try:
                assert self.person.say("ping")["ok"]
                if self.choose(key):
                    self.answered += 1
                else:
                    self.unsure += sent
                self.waits.append(Wait(since, time.monotonic()))
                return
            except GONE:
                sent = sent or self.person.asked
                self.person = self.connect(self.secret)

    def choose(self, key: str) -> bool:
        """Send a move; False if there was none to make, or it came too late."""
        person = self.person
        if person.over:
            person.say("again")
            return False
        if not person.asked:
            return False
        answer = person.say("play", at=person.state["version"], move=random.choice(person.legal), key=key)
        if not answer["ok"] and answer["why"] not in ("stale", "late", "over", "storage", "not_yours"):
            raise AssertionError(answer)
        return bool(answer["ok"])


Front: TypeAlias = Callable[[Path, list[Server]], Server]  # makes a proxy, with its files in a folder


def run(url: str, folder: Path, kills: int, tables: int, front: Front | None = None) -> dict[str, float]:
    """Kill one server after the other so often; figures of what came of it.  Raises AssertionError."""
    settings = {**UNLIMITED, "DATABASE_URL": url, "FACEDOWN_PROXIES": "127.0.0.1"}
    servers = [Server(folder / f"s{number}", **settings) for number in range(2)]
    doors = [front(folder / "proxy", servers)] if front else servers
    for server in servers:
        server.start()
    until, players, killed = threading.Event(), [], list[float]()
    try:
        for number in range(tables):
            game, seats = GAMES[number % len(GAMES)]
            table = doors[0].open(game, seats)
            here = [Player(doors, number + seat, table, seat, until) for seat in range(seats)]
            assert here[0].person.say("start")["ok"]
            players += here
        for player in players:
            player.start()
        for number in range(kills):
            time.sleep(random.uniform(0.5, 1.5))
            victim = servers[number % len(servers)]
            killed.append(time.monotonic())
            victim.kill()
            victim.start()
        time.sleep(1)
    finally:
        until.set()
        for player in players:
            player.join(60)
        waiting = sum(player.is_alive() for player in players)
        for server in {*servers, *doors}:
            server.stop()
    assert not waiting, f"{waiting} people still waited for an answer a minute later"
    failed = [player.failed for player in players if player.failed is not None]
    assert not failed, failed
    waits = [wait for player in players for wait in player.waits]
    during_one = [wait for wait in waits if sum(wait.since <= at <= wait.until for at in killed) <= 1]
    return {
        "moves": check(url, players),
        "longest": max((wait.seconds for wait in waits), default=0.0),
        "longest during one kill": max((wait.seconds for wait in during_one), default=0.0),
        "longer than three seconds": sum(wait.seconds > 3 for wait in waits),
    }


def check(url: str, players: list[Player]) -> int:
    """Every answered move is stored, and once, and no game has a gap; returns how many were answered."""
    with psycopg.connect(url) as database:
        gaps = "SELECT code, game FROM moves GROUP BY code, game HAVING count(*) <> max(number) + 1"
        assert database.execute(gaps).fetchall() == []
        counts = "SELECT code, seat, count(*) FROM moves GROUP BY code, seat"
        rows = {(code, seat): count for code, seat, count in database.execute(counts)}
    for player in players:
        stored = rows.get((player.table.code, player.seat), 0)
        assert player.answered <= stored <= player.answered + player.unsure, (
            f"{player.answered} moves were answered and {player.unsure} not; {stored} are stored"
        )
    return sum(player.answered for player in players)


def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("--kills", type=int, default=50)
    options.add_argument("--tables", type=int, default=6)
    options.add_argument("--seed", type=int, default=0, help="when servers die and what people play")
    chosen = options.parse_args()
    random.seed(chosen.seed)
    with tempfile.TemporaryDirectory() as folder:
        postgres = Postgres(Path(tempfile.mkdtemp(prefix="facedown-postgres-")))
        try:
            found = run(postgres.database(), Path(folder), chosen.kills, chosen.tables, Proxy)
        finally:
            postgres.end()
    sys.stdout.write(
        f"{chosen.kills} kills, {found['moves']} moves answered, none lost, none made twice\n"
        f"{found['longer than three seconds']} waited longer than 3 s, the longest {found['longest']:.2f} s; "
        f"{found['longest during one kill']:.2f} s where one server was killed meanwhile\n"
    )


if __name__ == "__main__":
    main()
