"""Tables with own cards: opened, explained, played, stored and read again, beside those with the game's own."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from facedown.server import wire
from tests.databases import only_sqlite
from tests.server.harness import UNLIMITED, Opened
from tests.server.within import Within
from tests.server.zorb import HOUSE, OWN_CARDS


def opened(app: Within, cards: str = OWN_CARDS) -> Opened:
    status, table = app.ask("/api/tables", {"game": "gotcha", "pace": "instant", "cards": cards})
    assert status == 201, table
    return Opened(app, table["table"], table["host"])


def padded(letter: str) -> str:
    """Own cards with comments of this letter, as long as a file may be."""
    return (OWN_CARDS + f"\n# {letter * 90}" * wire.MAX_CARDS)[: wire.MAX_CARDS]


def names_of_cards(table: Opened) -> set[str]:
    status, book = table.server.ask(f"/api/tables/{table.code}/game")
    assert status == 200
    return {card["name"] for card in book["cards"]}


def test_a_table_is_played_with_own_cards_and_another_with_the_games_own(
    own_app: Callable[..., Within],
) -> None:
    app = own_app()
    table, other = opened(app), app.open("gotcha")
    assert "Zorb Rock" in names_of_cards(table)
    assert "Zorb Rock" not in names_of_cards(other)
    host = table.host()
    host.sit(0, "Ann")
    assert host.say("bot", seat=1, bot="random")["ok"]
    assert host.say("start")["ok"]
    app.kill()
    app.start()
    assert "Zorb Rock" in names_of_cards(table), "the store has its cards"
    person = table.person()
    assert person is not None


@pytest.mark.parametrize(
    "cards", [HOUSE.replace("copies = 3", "copies = 300", 1), 'game = "botch"\n[[card]]\n', "x", "/etc/passwd"]
)
def test_a_table_with_wrong_cards_is_refused(app: Within, cards: str) -> None:
    status, trouble = app.ask("/api/tables", {"game": "gotcha", "cards": cards})
    assert (status, trouble["why"]) == (400, "bad_option")
    assert trouble["text"].startswith("Line ")


def test_a_cards_file_is_explained_while_it_is_written(app: Within) -> None:
    status, read = app.ask("/api/games/gotcha/cards", {"cards": 'game = "gotcha"\n' + OWN_CARDS})
    assert (status, read["problem"], read["line"]) == (200, "", None)
    assert any(card["name"] == "Zorb Rock" and "beats Scissors" in card["text"] for card in read["cards"])
    wrong = OWN_CARDS.replace('does = "cut"', 'does = "cutt"')
    at = next(n for n, line in enumerate(wrong.splitlines(), 1) if "cutt" in line and line[0] != "#")
    status, read = app.ask("/api/games/gotcha/cards", {"cards": wrong})
    assert (status, read["cards"], read["line"]) == (200, [], at)
    assert "cutt" in read["problem"]
    assert app.ask("/api/games/nothing/cards", {"cards": ""})[0] == 404
    assert "takes no cards file" in app.ask("/api/games/clocktower/cards", {"cards": "[[card]]\n"})[1]["problem"]


@pytest.mark.parametrize(
    "odd", ["copies = " + "9" * 5000, ".".join("a" * 7000) + " = 1", 'name = "' + "a" * 9000 + '"']
)
def test_no_file_is_too_much(app: Within, odd: str) -> None:
    """A number of thousands of digits was an error in the program; a key of thousands of parts took a second."""
    status, read = app.ask("/api/games/gotcha/cards", {"cards": f"[[card]]\n{odd}\n"})
    assert (status, read["cards"], read["line"]) == (200, [], 2)
    assert "may have 1,000" in read["problem"]
    status, read = app.ask("/api/games/gotcha/cards", {"cards": "[[card]]\ncopies = [\n" + "9" * 900 + "\n]"})
    assert (status, read["cards"]) == (200, [])


@pytest.mark.parametrize("letter", ["#", "\n", "я", "🂡"])
def test_a_file_may_have_so_many_characters_whichever_they_are(app: Within, letter: str) -> None:
    longest = padded(letter)
    assert app.ask("/api/games/gotcha/cards", {"cards": longest}) == (
        app.ask("/api/games/gotcha/cards", {"cards": OWN_CARDS})
    )
    assert "Zorb Rock" in names_of_cards(opened(app, longest))
    for path, body in (("games/gotcha/cards", {}), ("tables", {"game": "gotcha"})):
        status, trouble = app.ask(f"/api/{path}", {**body, "cards": longest + letter})
        assert (status, trouble["why"]) == (400, "malformed")
        assert f"<= {wire.MAX_CARDS}" in trouble["text"]


@only_sqlite
def test_cards_count_for_what_an_address_stores(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED | {"FACEDOWN_KILOBYTES_AT_ONCE": "80", "FACEDOWN_KILOBYTES_AN_HOUR": "0.001"})
    opened(app, padded("x"))
    status, trouble = app.ask("/api/tables", {"game": "gotcha", "cards": padded("y")})
    assert (status, trouble["why"]) == (429, "too_fast")
    assert app.ask("/api/tables", {"game": "gotcha"})[0] == 201


@only_sqlite
def test_one_address_leaves_room_for_others_cards(own_app: Callable[..., Within]) -> None:
    """Reading a cards file takes time, and an address is given its share of it."""
    app = own_app(**UNLIMITED)
    body = {"game": "gotcha", "cards": "x"}  # they need not even be right
    told = [app.ask("/api/tables", body)[1]["why"] for _ in range(50)]
    assert told == ["bad_option"] * 40 + ["too_fast"] * 10
    assert app.ask("/api/tables", {"game": "gotcha"})[0] == 201


def test_the_games_own_file_is_where_one_starts(app: Within) -> None:
    status, book = app.ask("/api/games/gotcha")
    assert (status, book["own_cards"]) == (200, True)
    status, text = app.ask("/api/games/gotcha/cards")
    assert (status, text) == (200, HOUSE)
    assert app.ask("/api/games/gotcha/cards", {"cards": text})[1]["problem"] == ""
    assert app.ask("/api/games/clocktower")[1]["own_cards"] is False
    assert app.ask("/api/games/clocktower/cards") == (200, "")
    assert app.ask("/api/games/nothing/cards")[0] == 404


def test_cards_are_printed_on_paper_a_games_and_ones_own(app: Within) -> None:
    status, sheet, headers = app.fetch("/api/games/gotcha/print")
    assert (status, headers["content-type"].split(";")[0]) == (200, "text/html")
    assert b"Zorb Rock" not in sheet
    status, mine = app.ask("/api/games/gotcha/print", {"cards": OWN_CARDS})
    assert status == 200
    assert "<h3>Zorb Rock</h3>" in mine
    status, wrong = app.ask("/api/games/gotcha/print", {"cards": "[[card]]"})
    assert (status, wrong["why"]) == (400, "bad_option")
    assert app.ask("/api/games/chess/print")[0] == 404
