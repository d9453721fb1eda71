"""Every shape of script file at tables of a server, before and after it is killed."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

import facedown
from tests.games.clocktower.script_files import FILES, REFUSED
from tests.server.harness import UNLIMITED
from tests.server.within import Within


def test_each_file_is_read_as_everywhere_and_its_table_comes_back(own_app: Callable[..., Within]) -> None:
    app, game, opened = own_app(**UNLIMITED), facedown.game("clocktower"), {}
    for shape, text in FILES.items():
        status, read = app.ask("/api/games/clocktower/options", {"options": {"script": text}})
        told = game.contract.explain_options(game.checked_options({"script": text}))
        assert (status, read["told"]) == (200, msgspec.json.decode(msgspec.json.encode(told))), shape
        status, table = app.ask("/api/tables", {"game": "clocktower", "seats": 8, "options": {"script": text}})
        assert status == 201, (shape, table)
        opened[shape] = table["table"], app.ask(f"/api/tables/{table['table']}")
    app.kill()
    app.start()
    for shape, (code, before) in opened.items():
        assert app.ask(f"/api/tables/{code}") == before, shape


def test_what_is_no_script_is_told_before_a_table_is_opened(app: Within) -> None:
    for kind, text in REFUSED.items():
        status, read = app.ask("/api/games/clocktower/options", {"options": {"script": text}})
        if kind == "too long":
            assert status == 413
        else:
            assert (status, read["told"]) == (200, None), kind
            assert read["problem"], kind
    assert app.ask("/api/games/clocktower/options", {"options": {"scrypt": "x"}})[1]["problem"]
    assert app.ask("/api/games/nothing/options", {"options": {}})[0] == 404
