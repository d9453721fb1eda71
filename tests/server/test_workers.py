"""Two servers that share a PostgreSQL database: people at one table, some here and some there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from facedown.core.deal import check
from facedown.server import run
from facedown.server.storage.store import StorageError
from tests.postgres import Postgres
from tests.server import kills
from tests.server.harness import PATIENCE, UNLIMITED, Message, Opened, Person, Server, play_out
from tests.server.test_deals import Dealer
from tests.server.test_open_tables import listed, open_listed

SEED = "5eed" * 8  # of every game in `sent`


@pytest.fixture(scope="module")
def pair(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, Server]]:
    """Two servers with one database, for all tests that leave them as they were."""
    url, folder = postgres.database(), tmp_path_factory.mktemp("pair")
    one, other = (Server(folder / str(n), **UNLIMITED, DATABASE_URL=url, SEED=SEED) for n in range(2))
    one.start()
    other.start()
    yield one, other
    one.stop()
    other.stop()


def at(server: Server, table: Opened) -> Opened:
    """The same table, at another server."""
    return Opened(server, table.code, table.secret)


class Party:
    """People at one table, each connected to the next of these servers; what they do is heard by all in turn."""

    def __init__(self, servers: Sequence[Server], game: str, seats: int, **options: Any) -> None:
        self.table = servers[0].open(game, seats, **options)
        self.places = [at(servers[seat % len(servers)], self.table) for seat in range(seats + 1)]
        self.people = [place.host() if seat == 0 else place.person() for seat, place in enumerate(self.places)]
        self.barriers = 0
        for seat, person in enumerate(self.people[:-1]):  # the last one watches
            assert person.sit(seat, f"P{'abcdefghij'[seat]}")["ok"]
            for other in self.people:
                other.wait_until(lambda other: other.state["seats"][seat]["here"])  # noqa: B023  # called at once
        # Whoever has the last seat may talk at any time, and has a page open at each server.
        last = self.people[seats - 1].secret
        self.talking = [at(servers[number % len(servers)], self.table).person(secret=last) for number in range(2)]

    def settle(self, seat: int) -> None:
        """Wait until everybody has heard all that the server of this seat has told."""
        self.barriers += 1
        line = f"barrier {self.barriers}"
        assert self.talking[seat % 2].say("say", text=line)["ok"]
        for other in self.people:
            other.wait_until(lambda other: any(told.get("text") == line for told in other.told))

    def play(self, moves: int) -> None:
        """Let whoever is asked first make a move, again and again."""
        for number in range(moves):
            asked = [seat for seat, person in enumerate(self.people[:-1]) if person.asked]
            if not asked:
                return
            mover = asked[number % len(asked)]
            legal = [move for move in self.people[mover].legal if not move.startswith('"')]
            assert self.people[mover].play(legal[number % len(legal)])["ok"]
            self.settle(mover)

    def told(self) -> list[list[Message]]:
        """What each of them was told, without what is another each time."""
        return [[_plain(message) for message in person.told] for person in self.people]


def _plain(message: Message) -> Message:
    left_out = {"code"}
    plain = {name: value for name, value in message.items() if name not in left_out}
    if plain.get("clock") is not None:
        plain["clock"] = "runs"
    return plain


def sent(servers: Sequence[Server], game: str, seats: int, moves: int, **options: Any) -> list[list[Message]]:
    """What everybody at a table is told, whose people come in turn to each of these servers."""
    party = Party(servers, game, seats, **options)
    host, other = party.people[:2]
    assert host.say("name", seat=1, name="Bo")["ok"]
    party.settle(0)
    assert other.say("wear", face="abcdef")["ok"]
    party.settle(1)
    assert host.say("start")["ok"]
    party.settle(0)
    party.play(moves)
    return party.told()


@pytest.mark.parametrize(
    ("game", "seats", "moves"), [("gotcha", 2, 12), ("botch", 4, 25), ("bayou-boss", 4, 20), ("clocktower", 7, 25)]
)
def test_two_servers_tell_people_at_one_table_what_one_server_tells_them(
    pair: tuple[Server, Server], game: str, seats: int, moves: int
) -> None:
    one, other = pair
    alone, together = (sent(servers, game, seats, moves) for servers in ((one,), (one, other)))
    assert sum(len(told) for told in alone) > seats * moves
    for mine, ours in zip(alone, together, strict=True):
        assert mine == ours


def test_people_at_both_servers_see_who_comes_goes_and_sits(pair: tuple[Server, Server]) -> None:
    here, there = pair
    table = here.open("botch", 3)
    ann, bo = table.host(), at(there, table).person()
    assert ann.sit(0, "Ann")["ok"]
    bo.wait(lambda: bo.state["seats"][0]["here"])
    assert bo.sit(0, "Bo")["why"] == "taken"
    assert bo.sit(2, "Bo")["ok"]
    ann.wait(lambda: ann.state["seats"][2]["name"] == "Bo" and ann.state["seats"][2]["here"])
    assert ann.say("arrange", seats=[2, 1, 0])["ok"]
    bo.wait(lambda: bo.seat == 0)
    assert ann.say("remove", seat=0)["ok"]
    bo.wait(lambda: bo.seat is None)
    assert bo.sit(1, "Bo")["ok"]
    bo.close()
    ann.wait(lambda: ann.state["seats"][1]["held"] and not ann.state["seats"][1]["here"])
    assert at(there, table).person(secret=bo.secret).seat == 1
    ann.wait(lambda: ann.state["seats"][1]["here"])


def test_the_same_chair_taken_at_both_servers_at_once_is_one_persons(pair: tuple[Server, Server]) -> None:
    here, there = pair
    table = here.open("gotcha", 2)
    people = [place.person() for place in (table, at(there, table)) for _ in range(3)]
    sent = [person.send("sit", seat=1, name=f"P{number}") for number, person in enumerate(people)]
    answers = [person.answer(n) for person, n in zip(people, sent, strict=True)]
    assert sorted(answer.get("why") or "ok" for answer in answers) == ["ok", *["taken"] * 5]


def test_a_move_sent_again_at_another_server_is_made_once(pair: tuple[Server, Server]) -> None:
    here, there = pair
    table = here.open("gotcha", 2)
    ann, bo = table.host(), at(there, table).person()
    assert ann.sit(0, "Ann")["ok"]
    assert bo.sit(1, "Bo")["ok"]
    assert ann.say("start")["ok"]
    for person in (ann, bo):
        person.wait(person.begun)
    mover = ann if ann.asked else bo
    again = at(there if mover is ann else here, table).person(secret=mover.secret)
    what = {"at": mover.state["version"], "move": mover.legal[0], "key": "key-00001"}
    numbers = mover.send("play", **what), again.send("play", **what)
    assert [mover.answer(numbers[0])["ok"], again.answer(numbers[1])["ok"]] == [True, True]
    for person in (ann, bo, again):
        person.reach(what["at"] + 1)
    assert len({person.state["version"] for person in (ann, bo, again)}) == 1


def test_servers_that_are_killed_lose_no_move_and_make_none_twice(postgres: Postgres, tmp_path: Path) -> None:
    found = kills.run(postgres.database(), tmp_path, kills=3, tables=2)
    assert found["moves"] > 0


def test_several_workers_serve_one_port(postgres: Postgres, tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    command = [sys.executable, "-m", "facedown", "serve", "--port", str(server.port), "--workers", "2"]
    environment = {"DATABASE_URL": postgres.database(), "FACEDOWN_COMPILE": "0"}
    log = server.log.open("w")
    with subprocess.Popen(
        command, env={**os.environ, **UNLIMITED, **environment}, stdout=subprocess.PIPE, stderr=log, text=True
    ) as process:
        assert process.stdout is not None
        assert "Facedown is at" in process.stdout.readline(), server.log.read_text()
        table = server.open("botch", 4)
        people = [table.host(), *(table.person() for _ in range(5))]
        for seat in range(2):
            assert people[seat].sit(seat, f"P{'ab'[seat]}")["ok"]
        assert people[0].say("start")["ok"]
        play_out(*people[:2])
        for person in people:
            person.wait_until(lambda person: person.over)
        status, record = server.ask(f"/api/tables/{table.code}/record")
        assert (status, "seed:" in record) == (200, True)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
    log.close()
    server.stop()


def test_several_workers_on_a_file_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="PostgreSQL"):
        run(data=tmp_path, workers=2)


def test_one_server_plays_for_the_bots_and_the_other_goes_on_when_it_dies(
    postgres: Postgres, own_server: Callable[..., Server]
) -> None:
    url = postgres.database()
    here, there = (own_server(**UNLIMITED, DATABASE_URL=url) for _ in range(2))
    table = here.open("botch", 4)
    ann, bo = table.host(), at(there, table).person()
    assert ann.sit(0, "Ann")["ok"]
    assert bo.sit(1, "Bo")["ok"]
    assert ann.say("start")["ok"]
    bo.wait(bo.begun)
    here.kill()
    bo.wait(lambda: not bo.state["seats"][0]["here"])
    back = at(there, table).person(secret=ann.secret, host=table.secret)
    play_out(bo, back)
    assert bo.over


def becomes(server: Server, table: Opened, free: int | None) -> None:
    """Wait until the server lists the table with so many free seats; None: not at all."""
    deadline = time.monotonic() + PATIENCE
    while (found := {one["code"]: one["free"] for one in listed(server)}.get(table.code)) != free:
        assert time.monotonic() < deadline, f"{found} seats are free, not {free}"
        time.sleep(0.02)


def test_a_listed_table_is_found_at_every_server_until_it_is_full_or_left(pair: tuple[Server, Server]) -> None:
    one, other = pair
    table = open_listed(one, "gotcha", 2)
    host = table.host()
    becomes(other, table, 2)
    assert host.sit(1, "Zoë")["ok"]
    becomes(other, table, 1)
    ann = at(other, table).person()
    assert ann.sit(0, "Ann the 2nd")["ok"]
    for server in pair:
        becomes(server, table, None)
    assert ann.say("leave")["ok"]
    for server in pair:
        becomes(server, table, 1)
    host.close()
    becomes(one, table, 1)  # somebody is there, at the other server
    ann.close()
    for server in pair:
        becomes(server, table, None)


def test_a_server_that_comes_late_is_told_of_listed_tables_and_those_of_a_dead_one_go(
    postgres: Postgres, own_server: Callable[..., Server]
) -> None:
    url = postgres.database()
    one, late = own_server(**UNLIMITED, DATABASE_URL=url), own_server(**UNLIMITED, DATABASE_URL=url)
    late.kill()
    table = open_listed(one, "bayou-boss", 3)
    table.host()
    late.start()
    becomes(late, table, 3)
    one.kill()
    becomes(late, table, None)


def dealers(here: Server, there: Server) -> tuple[Opened, Dealer, Dealer]:
    """A table of two, with somebody at each server whose page has made a number."""
    table = here.open("gotcha", 2)
    ann, bo = Dealer(table, 0, "Ann", table.host()), Dealer(table, 1, "Bo", at(there, table).person())
    hear(bo.person, ann.person)
    return table, ann, bo


def hear(talker: Person, listener: Person) -> None:
    """The listener's server has heard what the talker's has told until now."""
    said = listener.kinds().count("said")
    assert talker.say("say", text="ready")["ok"]
    listener.wait(lambda: listener.kinds().count("said") > said)


def test_a_deal_and_the_next_one_are_made_by_people_at_both_servers(pair: tuple[Server, Server]) -> None:
    here, there = pair
    table, ann, bo = dealers(here, there)
    assert ann.person.say("start")["ok"]
    assert bo.told("dealing") == ann.told("dealing")
    assert bo.open()["ok"]
    assert ann.person.say("start")["why"] == "not_over", "Ann's number is not open yet"
    assert ann.open()["ok"]
    for one in (ann, bo):
        one.person.wait(one.person.begun)
    play_out(ann.person, bo.person)
    for server in (here, there):
        status, text = server.ask(f"/api/tables/{table.code}/record")
        assert status == 200
        assert check(str(text)).numbers == {0: ann.number, 1: bo.number}
    for one in (ann, bo):
        one.commit()
    hear(ann.person, bo.person)
    hear(bo.person, ann.person)
    assert bo.person.say("again")["ok"]
    ann.person.wait(lambda: ann.person.state.get("willing") == [1])
    assert ann.person.say("again")["ok"]
    for one in (bo, ann):
        one.person.wait_until(lambda person: person.kinds().count("dealing") == 2)
        assert one.open()["ok"]
    for one in (ann, bo):
        one.person.wait_until(lambda person: person.state["phase"] == "playing")
        assert one.person.state["series"]["games"] == 1


def test_a_number_that_is_not_opened_at_one_server_calls_the_start_off_at_both(pair: tuple[Server, Server]) -> None:
    _, ann, bo = dealers(*pair)
    assert ann.person.say("start")["ok"]
    bo.told("dealing")
    assert ann.open()["ok"]
    for one in (ann, bo):
        assert {name: one.told("calledoff")[name] for name in ("seats", "times")} == {"seats": [1], "times": 1}


def test_whom_a_host_blocks_or_silences_is_so_at_both_servers(pair: tuple[Server, Server]) -> None:
    here, there = pair
    table = here.open("gotcha", 2)
    host, rude, kind = table.host(), at(there, table).elsewhere(), at(there, table).person()
    assert host.sit(0, "Ann")["ok"]
    assert rude.sit(1, "Rude")["ok"]
    for person in (host, kind):
        person.wait_until(lambda person: person.state["seats"][1]["here"])
    assert host.say("remove", seat=1, block=True)["ok"]
    kind.wait(lambda: kind.state["seats"][1]["kind"] == "empty")
    assert kind.sit(1, "Kind")["ok"]
    hear(kind, host)
    for place in (table, at(there, table)):
        assert place.elsewhere().sit(1, "Other")["why"] == "not_yours"
    assert host.say("talk", open=False)["ok"]
    kind.wait(lambda: "talk" in kind.kinds())
    assert kind.say("say", text="hey")["why"] == "not_yours"
