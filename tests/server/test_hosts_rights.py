"""What the host of a public table may do about people: take a seat away, keep an address out, close Talk."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from facedown import cli
from facedown.server.rooms import secrets
from facedown.server.storage import operating as reports
from facedown.server.storage.store import StorageError, Store
from tests.databases import execute
from tests.server.harness import UNLIMITED, Opened, run_alone
from tests.server.within import Within


def test_the_host_takes_a_seat_away_and_keeps_its_address_out(app: Within) -> None:
    table = app.open("gotcha")
    host, rude, kind = table.host(), table.elsewhere(), table.person()
    assert host.sit(0, "Ann")["ok"]
    assert rude.sit(1, "Rude")["ok"]
    assert kind.say("remove", seat=1)["why"] == "not_host"
    assert host.say("remove", seat=0)["why"] == "bad_option"
    assert host.say("remove", seat=1)["ok"]
    rude.wait(lambda: rude.seat is None)
    assert rude.say("say", text="hey")["why"] == "not_yours"
    assert not table.elsewhere().say("hello", secret=rude.secret)["ok"]
    assert rude.sit(1, "Rude")["ok"]  # a seat was taken away, nobody was kept out
    assert host.say("remove", seat=1, block=True)["ok"]
    rude.wait(lambda: rude.seat is None)
    for person in (rude, table.elsewhere()):
        assert person.sit(1, "Other")["why"] == "not_yours"
    assert kind.sit(1, "Kind")["ok"]
    other = app.open("gotcha")
    assert other.elsewhere().sit(1, "Rude")["ok"]


def test_who_hangs_up_first_is_kept_out_and_reported_all_the_same(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    table = app.open("gotcha")
    host, rude = table.host(), table.elsewhere()
    assert host.sit(0, "Ann")["ok"]
    assert rude.sit(1, "Rude")["ok"]
    rude.close()
    host.wait(lambda: host.state["seats"][1]["held"] and not host.state["seats"][1]["here"])
    assert host.say("report", seat=1, why="rude")["ok"]
    assert [report.address for report in reports.read(app.url)] == ["127.0.0.2"]
    assert host.say("remove", seat=1, block=True)["ok"]
    assert table.elsewhere().sit(1, "Other")["why"] == "not_yours"
    assert table.person().sit(1, "Kind")["ok"]


def test_during_a_game_a_bot_has_the_seat_that_was_taken_away_and_nobody_sees_its_cards(app: Within) -> None:
    table = app.open("gotcha")
    host, rude = table.host(), table.elsewhere()
    assert host.sit(0, "Ann")["ok"]
    assert rude.sit(1, "Rude")["ok"]
    assert host.say("start")["ok"]
    for person in (host, rude):
        person.wait(person.begun)
    assert host.say("remove", seat=1)["ok"]
    rude.wait(lambda: rude.seat is None)
    assert rude.legal == []
    watcher = table.person()
    rude.wait(lambda: rude.state["version"] >= watcher.state["version"])
    watcher.wait(lambda: watcher.state["version"] >= rude.state["version"])  # the bot may have moved meanwhile
    assert rude.state["view"] == watcher.state["view"]
    assert rude.say("play", at=rude.state["version"], move="x")["why"] == "not_yours"
    seat = table.passing()["seats"][1]
    assert (seat["kind"], seat["held"]) == ("bot", False)


def test_the_host_closes_talk_and_opens_it(app: Within) -> None:
    table = app.open("gotcha")
    host, guest = table.host(), table.person()
    assert host.sit(0, "Ann")["ok"]
    assert guest.sit(1, "Bo")["ok"]
    assert guest.say("talk", open=False)["why"] == "not_host"
    assert host.say("talk", open=False)["ok"]
    guest.wait(lambda: "talk" in guest.kinds())
    assert guest.say("say", text="hello")["why"] == "not_yours"
    assert host.say("say", text="We play in silence.")["ok"]
    assert table.person().state["talk"] is False
    assert host.say("talk", open=True)["ok"]
    assert guest.say("say", text="hello")["ok"]


CALL = "https://meet.example/Ann's-table?x=1#y"
NO_CALLS = (
    *(
        "http://meet.example/a",
        "javascript:alert(1)",
        "https://",
        "https:meet",
        "//meet.example",
        " ",
        "https://a b/",
    ),
    *(
        "https://bank.example@evil.example/",
        "https://[a",
        f"https://meet.example/{'a' * 1000}",
        "https://meet.example:99999/a",
        "https://meet.example/\u202egpj",
        "https://\N{CYRILLIC SMALL LETTER A}.example",
    ),
)


def test_the_host_gives_everybody_a_link_to_a_call(app: Within) -> None:
    table = app.open("gotcha")
    host, guest = table.host(), table.person()
    assert guest.say("voice", link=CALL)["why"] == "not_host"
    assert [host.say("voice", link=link)["why"] for link in NO_CALLS] == ["malformed"] * len(NO_CALLS)
    assert host.state["voice"] is None
    assert host.say("voice", link=f" {CALL}\n")["ok"]
    guest.wait(lambda: "voice" in guest.kinds())
    assert table.person().state["voice"] == CALL
    assert host.say("voice", link=None)["ok"]
    assert table.person().state["voice"] is None


def test_what_the_host_has_decided_outlives_the_server(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    status, opened = app.ask("/api/tables", {"game": "gotcha", "public": True})
    assert status == 201
    table = Opened(app, opened["table"], opened["host"])
    host, rude = table.host(), table.elsewhere()
    assert host.sit(0, "Ann")["ok"]
    assert rude.sit(1, "Rude")["ok"]
    assert host.say("talk", open=False)["ok"]
    assert host.say("voice", link=CALL)["ok"]
    assert host.say("remove", seat=1, block=True)["ok"]
    app.kill()
    app.start()
    back, again = table.person(secret=host.secret, host=table.secret), table.elsewhere()
    assert (back.state["talk"], back.state["voice"]) == (False, CALL)
    assert again.sit(1, "Rude")["why"] == "not_yours"
    assert [listed["code"] for listed in app.ask("/api/tables")[1]] == [table.code]


def test_a_report_says_to_the_operator_alone_who_said_what(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    table, url = app.open("gotcha"), app.url
    host, rude, watcher = table.host(), table.elsewhere(), table.person()
    assert host.sit(0, "Зоя")["ok"]
    assert rude.sit(1, "Rude")["ok"]
    for text in ("you [bold]fool", "ha"):
        assert rude.say("say", text=text)["ok"]
    assert host.say("say", text="please stop")["ok"]
    assert all(person.say("ping")["ok"] for person in (rude, host, watcher))  # they have heard all until now
    told = [len(person.told) for person in (rude, host, watcher)]
    for wrong, why in (
        ({"seat": 0}, "bad_option"),
        ({"seat": 7}, "bad_option"),
        ({"seat": 1, "why": " "}, "malformed"),
    ):
        assert host.say("report", **{"why": "rude", **wrong})["why"] == why
    assert host.say("report", seat=1, why="insults  everybody")["ok"]
    assert watcher.say("report", seat=1, why="so say I")["ok"]
    for person, before in zip((rude, host, watcher), told, strict=True):
        assert person.say("ping")["ok"]
        assert set(person.kinds()[before:]) <= {"yes", "no"}, "nobody at the table is told"
    first, second = reports.read(url)
    assert (first.table, first.name, first.why) == (table.code, "Rude", "insults everybody")
    assert first.said == ("you [bold]fool", "ha")
    assert first.address == "127.0.0.2"
    assert second.why == "so say I"
    for _ in range(2):
        assert host.say("report", seat=1, why="[again]")["ok"]
    assert host.say("report", seat=1, why="again")["why"] == "too_fast"
    assert reports.settle(url, first.id)
    assert not reports.settle(url, first.id)
    assert next(report.id for report in reports.read(url)) == second.id


def test_nobody_keeps_others_from_reporting_by_reporting_them(own_app: Callable[..., Within]) -> None:
    table = own_app(**UNLIMITED).open("gotcha", 2)
    host, rude = table.host(), table.elsewhere()
    assert host.sit(0, "Zoe")["ok"]
    assert rude.sit(1, "Rude")["ok"]
    for _ in range(4):
        assert rude.say("report", seat=0, why="lies")["ok"]
    assert rude.say("report", seat=0, why="lies")["why"] == "too_fast"
    assert host.say("report", seat=1, why="lies about me")["ok"]


def test_the_operator_lists_reports_and_deletes_what_is_dealt_with(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    table = app.open("gotcha")
    host = table.host()

    def listed(*words: str) -> Result:
        return CliRunner().invoke(cli.app, ["reports", *words], env={"DATABASE_URL": app.url})

    assert listed().output == "There are no reports.\n"
    assert host.sit(0, "Ann")["ok"]
    rude = table.person()
    assert rude.sit(1, "Зоя")["ok"]
    assert rude.say("say", text="[bold]fool")["ok"]
    assert host.say("report", seat=1, why="[red]rude")["ok"]
    printed = listed().output
    assert "about Зоя at 127.0.0.1" in printed
    assert "Reported: [red]rude" in printed
    assert "They said: [bold]fool" in printed
    (told,) = json.loads(listed("--json").output)
    assert (told["name"], told["said"], told["table"]) == ("Зоя", ["[bold]fool"], table.code)
    assert listed("--done", str(told["id"] + 1)).exit_code == 1
    assert listed("--done", str(told["id"])).output == "There are no reports.\n"


def test_an_address_is_stored_as_a_hash_that_only_its_servers_can_make(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    table = app.open("gotcha")
    host, rude = table.host(), table.elsewhere()
    assert rude.sit(1, "Rude")["ok"]
    assert host.say("remove", seat=1, block=True)["ok"]
    app.kill()
    ((stored,),) = execute(app.url, "SELECT who FROM blocked")
    assert stored != secrets.hashed(f"{table.code} 127.0.0.2")
    app.start()
    assert table.elsewhere().sit(1, "Other")["why"] == "not_yours"


def test_a_report_soon_forgets_the_address(own_app: Callable[..., Within], database: str) -> None:
    app = own_app(**UNLIMITED)
    table = app.open("gotcha")
    host, rude = table.host(), table.elsewhere()
    assert rude.sit(1, "Rude")["ok"]
    assert host.say("report", seat=1, why="rude")["ok"]

    async def forget(days: float) -> None:
        kept_in = Store(database)
        await kept_in.open()
        await kept_in.forget_addresses(days)
        await kept_in.close()

    run_alone(lambda: forget(14))
    assert [report.address for report in reports.read(database)] == ["127.0.0.2"]
    run_alone(lambda: forget(-1))  # tomorrow
    assert [(report.address, report.name) for report in reports.read(database)] == [(None, "Rude")]


def test_a_table_and_what_somebody_said_are_deleted_for_good(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    table, other = app.open("gotcha"), app.open("gotcha")
    for seat, name in enumerate(("Ann", "Rude")):
        person = table.person()
        assert person.sit(seat, name)["ok"]
        assert person.say("say", text=f"I am {name}")["ok"]
    if not app.url.startswith("sqlite"):
        with pytest.raises(StorageError, match="open"):
            reports.delete(app.url, table.code)
    app.stop()
    assert reports.delete(app.url, table.code, "Rude") == 1
    app.start()
    assert [line["text"] for line in table.person().state["chat"]] == ["I am Ann"]
    app.stop()
    assert reports.delete(app.url, table.code) > 3
    for kept in ("tables", "seats", "lines"):
        assert execute(app.url, f"SELECT code FROM {kept} WHERE code <> :other", other=other.code) == []
    app.start()
    assert app.ask(f"/api/tables/{table.code}")[0] == 404
    assert app.ask(f"/api/tables/{other.code}")[0] == 200
