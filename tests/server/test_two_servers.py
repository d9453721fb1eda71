"""Two servers on one file: what one has changed, the other sees before it changes anything itself."""

from __future__ import annotations

from collections.abc import Callable

from tests.server.harness import UNLIMITED, Opened, Server


def two(own_server: Callable[..., Server]) -> tuple[Opened, Opened]:
    """One table of three seats, at two servers that write to the same file and have both read it."""
    one, other = own_server(**UNLIMITED), own_server(**UNLIMITED)
    other.kill()
    other.data = one.data
    other.start()
    table = one.open("botch", 3)
    there = Opened(other, table.code, table.secret)
    table.passing(), there.passing()
    return table, there


def test_two_servers_do_not_both_give_away_a_chair(own_server: Callable[..., Server]) -> None:
    here, there = two(own_server)
    ann, bo = here.person(), there.person()
    assert ann.sit(1, "Ann")["ok"]
    answer = bo.sit(1, "Bo")
    assert (answer["why"], bo.secret) == ("taken", None)
    bo.wait(lambda: bo.state["seats"][1]["name"] == "Ann")  # and sees at once who has it
    assert bo.sit(1, "Bo")["why"] == "taken"
    assert bo.sit(2, "Ann")["why"] == "taken"
    assert bo.sit(2, "Bo")["ok"]
    back = there.person(secret=ann.secret)
    assert back.seat == 1


def test_a_game_that_began_at_the_other_server_begins_once(own_server: Callable[..., Server]) -> None:
    here, there = two(own_server)
    one, other = here.host(), there.host()
    assert one.sit(0, "Ann")["ok"]
    assert one.say("start")["ok"]
    assert other.say("start")["why"] == "not_over"
    other.wait(other.begun)
    assert other.state["seats"][0]["name"] == "Ann"
    assert other.say("start")["why"] == "not_over"


def test_people_keep_their_own_seat_when_the_other_server_moves_seats(own_server: Callable[..., Server]) -> None:
    here, there = two(own_server)
    host, ann = here.host(), there.person()
    assert ann.sit(0, "Ann")["ok"]
    assert host.say("arrange", seats=[1, 2, 0])["why"] == "stale"
    assert host.say("arrange", seats=[1, 2, 0])["ok"]
    assert ann.say("name", seat=0, name="Anna")["why"] == "stale"
    ann.wait(lambda: ann.seat == 2)
    assert ann.say("name", seat=2, name="Anna")["ok"]
