"""A deal in which people take part: begun when all have opened their numbers, called off where somebody has not."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from facedown import cli
from facedown.core.deal import check, commitment_to
from facedown.server.play.deals import OPEN_SECONDS
from tests.databases import locked
from tests.server.dealers import Dealer
from tests.server.harness import UNLIMITED, Opened, play_out
from tests.server.within import Within


def two(app: Within) -> tuple[Opened, Dealer, Dealer]:
    table = app.open("gotcha")
    return table, Dealer(table, 0, "Ann", table.host()), Dealer(table, 1, "Bo", table.person())


def finished(app: Within, table: Opened, *people: Dealer) -> str:
    """The record, when the game is over."""
    play_out(*(one.person for one in people))
    status, text = app.ask(f"/api/tables/{table.code}/record")
    assert status == 200
    return str(text)


def test_the_seed_follows_from_everybodys_numbers_and_is_shown_to_nobody_before_the_end(
    app: Within, tmp_path: Path
) -> None:
    table, ann, bo = two(app)
    watcher = table.person()
    assert ann.person.say("start")["ok"]
    dealing = ann.told("dealing")
    said = {seat: commitment_to(table.code, one.number) for seat, one in enumerate((ann, bo))}
    assert dealing["commitments"] == [said[0].hex(), said[1].hex()]
    assert ann.open()["ok"]
    assert table.passing()["phase"] == "lobby"
    assert app.ask(f"/api/tables/{table.code}/record")[0] == 409
    assert bo.open()["ok"]
    for one in (ann, bo):
        one.person.wait(one.person.begun)
    text = finished(app, table, ann, bo)
    deal = check(text)
    assert (deal.numbers, deal.called_off) == ({0: ann.number, 1: bo.number}, 0)
    assert deal.published.hex() == dealing["published"]
    (tmp_path / "record.txt").write_text(text)
    mine = ["--number", ann.number.hex(), "--published", dealing["published"]]
    wrong = (["--number", "00" * 32], ["--published", "00" * 32], ["--number", "x"])
    for options, code in (([], 0), (mine, 0), *((what, 1) for what in wrong)):
        done = CliRunner().invoke(cli.app, ["verify", str(tmp_path / "record.txt"), *options])
        assert done.exit_code == code, done.output
    (tmp_path / "record.txt").write_text(text.replace(deal.seed, "1"))
    assert CliRunner().invoke(cli.app, ["verify", str(tmp_path / "record.txt")]).exit_code == 1
    watcher.say("ping")
    for person in (ann.person, bo.person, watcher):
        before = [raw for raw in person.raw if '"is":"over"' not in raw]
        assert not any(what in raw for raw in before for what in (deal.seed, deal.secret.hex(), ann.number.hex()))


def test_a_start_is_called_off_if_a_number_is_not_opened_and_counted(app: Within) -> None:
    table, ann, bo = two(app)
    assert ann.person.say("start")["ok"]
    first = bo.told("dealing")
    assert ann.open()["ok"]
    assert ann.person.say("start")["why"] == "not_over"
    app.pass_by(OPEN_SECONDS)
    off = ann.told("calledoff")  # Bo's page says nothing
    assert (off["seats"], off["times"]) == ([1], 1)
    assert bo.open()["why"] == "not_yours"
    assert table.passing()["phase"] == "lobby"
    for one in (ann, bo):
        one.commit()
    assert ann.person.say("start")["ok"]
    ann.person.wait(lambda: ann.person.kinds().count("dealing") == 2)
    assert ann.told("dealing")["published"] != first["published"]
    for one in (ann, bo):
        assert one.open()["ok"]
    assert check(finished(app, table, ann, bo)).called_off == 1


def test_a_start_that_cannot_be_stored_is_called_off_and_counted(app: Within) -> None:
    table, ann, bo = two(app)
    assert ann.person.say("start")["ok"]
    bo.told("dealing")
    assert ann.open()["ok"]
    with locked(app.url):
        assert bo.open()["why"] == "storage"
    for one in (ann, bo):
        off = one.told("calledoff")
        assert (off["seats"], off["times"]) == ([], 1)
        one.commit()
    assert ann.person.say("start")["ok"]
    for one in (ann, bo):
        one.person.wait_until(lambda person: person.kinds().count("dealing") == 2)
        assert one.open()["ok"]
    assert check(finished(app, table, ann, bo)).called_off == 1


def test_starts_that_were_called_off_are_counted_over_a_restart(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    table, ann, bo = two(app)
    assert ann.person.say("start")["ok"]
    bo.told("dealing")
    bo.person.close()
    app.pass_by(OPEN_SECONDS)
    ann.told("calledoff")
    app.kill()
    app.start()
    people = table.person(secret=ann.person.secret, host=table.secret), table.person(secret=bo.person.secret)
    for one, person in zip((ann, bo), people, strict=True):
        one.person = person
        one.commit()
    assert ann.person.say("start")["ok"]
    for one in (ann, bo):
        one.told("dealing")
        assert one.open()["ok"]
    assert check(finished(app, table, ann, bo)).called_off == 1


def test_who_goes_or_opens_another_number_does_not_get_away_with_it(app: Within) -> None:
    table, ann, bo = two(app)
    assert ann.person.say("start")["ok"]
    bo.told("dealing")
    right, bo.number = bo.number, bytes(32)
    assert bo.open()["why"] == "malformed"
    bo.number = right
    assert table.person().say("open", number=right.hex())["why"] == "not_yours"
    assert bo.person.say("leave")["ok"]
    assert ann.told("calledoff")["seats"] == [0, 1]
    assert table.passing()["phase"] == "lobby"


def test_numbers_that_come_out_of_turn_are_refused_and_change_nothing(app: Within) -> None:
    table, ann, bo = two(app)
    watcher = table.person()
    assert ann.open()["why"] == "not_yours", "no start has been made"
    assert ann.person.say("start")["ok"]
    ann.told("dealing")
    assert watcher.say("open", number=ann.number.hex())["why"] == "not_yours"
    assert bo.person.say("open", number=ann.number.hex())["why"] == "malformed", "it is another's"
    said = commitment_to(table.code, os.urandom(32)).hex()
    assert bo.person.say("commit", commitment=said)["why"] == "not_over"
    assert ann.person.say("start")["why"] == "not_over"
    assert ann.open()["ok"]
    assert ann.open()["ok"], "sent again, it is the same number"
    assert bo.open()["ok"]
    for one in (ann, bo):
        one.person.wait(one.person.begun)
        assert one.open()["why"] == "not_yours", "the game has begun"


def test_a_table_where_fewer_than_two_pages_take_part_begins_at_once(app: Within) -> None:
    table = app.open("gotcha")
    ann = Dealer(table, 0, "Ann", table.host())
    assert ann.person.say("start")["ok"]
    ann.person.wait(ann.person.begun)
    assert "dealing" not in ann.person.kinds()
    assert "deal" not in finished(app, table, ann)


def test_who_is_away_at_the_start_takes_no_part_and_holds_nobody_up(app: Within) -> None:
    table = app.open("botch", 3)
    zoya, orsi = Dealer(table, 0, "Зоя", table.host()), Dealer(table, 1, "Őrsi", table.person())
    away = Dealer(table, 2, "Ann the 2nd", table.person())
    away.person.close()
    zoya.person.wait(lambda: not zoya.person.state["seats"][2]["here"])
    assert zoya.person.say("start")["ok"]
    said = [commitment_to(table.code, one.number).hex() for one in (zoya, orsi)]
    assert zoya.told("dealing")["commitments"] == [*said, None]
    assert zoya.open()["ok"]
    assert orsi.open()["ok"]
    zoya.person.wait(zoya.person.begun)
    assert "calledoff" not in zoya.person.kinds()


def test_where_all_but_one_are_away_the_game_begins_at_once(app: Within) -> None:
    _, ann, bo = two(app)
    bo.person.close()
    ann.person.wait(lambda: not ann.person.state["seats"][1]["here"])
    assert ann.person.say("start")["ok"]
    ann.person.wait(ann.person.begun)
    assert "dealing" not in ann.person.kinds()


@pytest.mark.parametrize("odd", ["", "xyz", "AA" * 32, "aa" * 31, "aa" * 33])
def test_odd_numbers_are_refused(app: Within, odd: str) -> None:
    table = app.open("gotcha")
    person = table.host()
    assert person.say("commit", commitment=odd)["why"] == "malformed"
    assert person.say("open", number=odd)["why"] == "malformed"
    assert person.say("commit", commitment="aa" * 32)["why"] == "not_yours"
