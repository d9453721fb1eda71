"""The options of a table: refused where they cannot be, and told to nobody where the game keeps them."""

from __future__ import annotations

from tests.server.harness import Server

CAST = "Douche, Fixer, Suit, Docker, Album, Brew, Sack, Railing"


def test_a_cast_too_small_for_the_seats_is_refused_when_the_table_is_opened(server: Server) -> None:
    wanted = {"game": "botch", "seats": 5, "options": {"cast": CAST}}
    status, answer = server.ask("/api/tables", wanted)
    assert status == 400
    assert "5 players need 5 roles" in str(answer)
    assert server.ask("/api/tables", {**wanted, "seats": 4})[0] == 201


def test_an_option_may_go_by_its_old_name(server: Server) -> None:
    assert server.open("botch", 3, cards="advanced").passing()["options"]["cast"] == "advanced"


def test_nobody_is_told_which_hidden_roles_are_in(server: Server) -> None:
    """Not even the host: whoever opened the table knows it from there."""
    table = server.open("botch", 4, cast=CAST, tell_cast="open", window="none")
    host = table.host()
    assert host.sit(0, "Ann")["ok"]
    for options in (table.passing()["options"], host.state["options"]):
        assert options["cast"] == "Douche, Fixer, Album, Brew, Railing, Sack, and perhaps Hidden roles"
    assert host.say("start")["ok"]
    host.wait(host.begun)
    host.ready()
    assert {"Suit", "Docker", "Surgeon"} < set(host.state["view"]["in_game"]), "every Hidden role may be in"
    assert not any(CAST in text for text in host.raw)
