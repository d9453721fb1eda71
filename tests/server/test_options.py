"""The options of a table: refused where they cannot be, and told to nobody where the game keeps them."""

from __future__ import annotations

import json

import pytest

from tests.server.within import Within

CAST = "Douche, Fixer, Suit, Docker, Album, Brew, Sack, Railing"


def test_a_cast_too_small_for_the_seats_is_refused_when_the_table_is_opened(app: Within) -> None:
    wanted = {"game": "botch", "seats": 5, "options": {"cast": CAST}}
    status, answer = app.ask("/api/tables", wanted)
    assert status == 400
    assert "5 players need 5 roles" in str(answer)
    assert app.ask("/api/tables", {**wanted, "seats": 4})[0] == 201


def test_an_option_may_go_by_its_old_name(app: Within) -> None:
    assert app.open("botch", 3, cards="advanced").passing()["options"]["cast"] == "advanced"


def test_nobody_is_told_which_hidden_roles_are_in(app: Within) -> None:
    """Not even the host: whoever opened the table knows it from there."""
    table = app.open("botch", 4, cast=CAST, tell_cast="open", window="none")
    host = table.host()
    assert host.sit(0, "Ann")["ok"]
    for options in (table.passing()["options"], host.state["options"]):
        assert options["cast"] == "Douche, Fixer, Album, Brew, Railing, Sack, and perhaps Hidden roles"
    assert host.say("start")["ok"]
    host.wait(host.begun)
    host.ready()
    assert {"Suit", "Docker", "Surgeon"} < set(host.state["view"]["in_game"]), "every Hidden role may be in"
    assert not any(CAST in text for text in host.raw)


@pytest.mark.parametrize(
    ("script", "seats", "said"),
    [
        (["chef", "empath", "monk", "saint", "spy", "imp"], 13, "7 Townsfolk, and this script has 3"),
        (["chef", "empath", "monk", "saint", "spy", "baron"], 6, "1 Demon, and this script has none"),
        (["chef", "empath", "monk", "drunk", "imp"], 6, "1 Minion, and this script has none"),
        (["eviltwin", "pithag", "marionette", "goblin", "thief"], 6, "3 Townsfolk, and this script has none"),
    ],
)
def test_a_table_whose_bag_cannot_be_filled_is_not_opened(
    app: Within, script: list[str], seats: int, said: str
) -> None:
    """Seen as a table that was opened, and broke when somebody began the game."""
    body = {"game": "clocktower", "seats": seats, "options": {"script": json.dumps(script)}}
    status, trouble = app.ask("/api/tables", body)
    assert (status, trouble["why"]) == (400, "bad_option")
    assert said in trouble["text"]
