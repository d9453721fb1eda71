"""Who begins is said at the table, when people have their seats, and goes with them."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.harness import UNLIMITED
from tests.server.within import Within


def test_the_host_says_who_begins_and_they_do_wherever_they_sit(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    table = app.open("botch", 3)
    host, youngest = table.host(), table.person()
    assert host.sit(0, "start")["ok"]
    assert youngest.sit(1, "Zoë")["ok"]
    assert youngest.say("choose", option="start", value=2)["why"] == "not_host"
    assert "no seat 4" in host.say("choose", option="start", value=4)["text"]
    assert host.say("choose", option="start", value="soon")["why"] == "bad_option"
    assert host.say("choose", option="window", value=5)["why"] == "bad_option"
    assert host.say("choose", option="start", value=2)["ok"]
    youngest.wait(lambda: youngest.state["options"]["start"] == 2)
    assert host.say("arrange", seats=[0, 2, None, 1])["ok"]
    app.kill()
    app.start()
    host, youngest = table.person(host=table.secret, secret=host.secret), table.person(secret=youngest.secret)
    assert youngest.state["options"]["start"] == 4, "stored, with their seat"
    assert host.say("start")["ok"]
    for person in (host, youngest):
        person.wait(person.begun)
        assert person.play()["ok"]
    youngest.wait(lambda: any(move.startswith("swap") for move in youngest.legal))
    assert host.say("choose", option="start", value=1)["why"] == "not_over"


def test_whose_chair_is_taken_away_begins_no_more(app: Within) -> None:
    host = app.open("bots-battleground", 4, start=4).host()
    assert host.say("arrange", seats=[3, 1, 2])["ok"]
    host.wait(lambda: host.state["options"]["start"] == 1)
    assert host.say("arrange", seats=[1, 2, None])["ok"]
    host.wait(lambda: host.state["options"]["start"] == "lot")


def test_a_side_is_asked_for_only_alone_with_bots_and_told_nobody(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    table = app.open("clocktower", 6, first_seat="evil")
    host, guest = table.host(), table.person()
    assert host.sit(0, "Ann")["ok"]
    assert guest.sit(1, "Bo")["ok"]
    assert "alone with bots" in (refused := host.say("start")["text"])
    assert "evil" not in refused
    guest.close()
    host.wait(lambda: not host.state["seats"][1]["here"])
    assert host.say("bot", seat=1, bot="random")["ok"]
    assert "alone with bots" in host.say("start")["text"]  # the guest may come back
    assert host.say("remove", seat=1)["ok"]
    assert host.say("start")["ok"]
    assert not host.say("addseat", name="Cy")["ok"]
    host.wait(lambda: host.begun() and bool(host.state["view"]["me"]))
    assert host.state["view"]["me"]["alignment"] == "evil"
    watcher = table.person()
    watcher.wait(watcher.begun)
    assert "first_seat" not in watcher.state["options"]
