"""An assistant plays by MCP: through the protocol's own client, and sees what its seat may know."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from importlib.metadata import version
from typing import Any

import pytest
from mcp import Client

import facedown
from facedown.programs.mcp import MOST_TABLES, server
from tests.server.harness import run_alone

Call = Callable[..., Awaitable[Any]]


def with_assistant(test: Callable[[Call], Awaitable[None]], seed: str | None = None) -> None:
    async def run() -> None:
        async with Client(server(seed)) as client:

            async def call(tool: str, **arguments: Any) -> Any:
                result = await client.call_tool(tool, arguments)
                if result.is_error:
                    raise ValueError(str(result.content))
                kept = result.structured_content
                return kept["result"] if set(kept or ()) == {"result"} else kept

            await test(call)

    run_alone(run)


def test_the_server_says_its_name_and_version() -> None:
    async def run() -> None:
        async with Client(server()) as client:
            told = client.server_info
            assert told is not None
            assert (told.name, told.version) == ("facedown", version("facedown"))

    run_alone(run)


@pytest.mark.parametrize("game", [game for game in facedown.games() if game != "clocktower"])
def test_an_assistant_plays_a_whole_card_game(game: str) -> None:
    async def test(call: Call) -> None:
        assert game in [about["game"] for about in await call("list_games")]
        seen = await call("sit_down", game=game, seat=2)
        table = seen["table"]
        with pytest.raises(ValueError, match="when the game is over"):
            await call("record", table=table)
        for _ in range(600):
            if seen["over"]:
                break
            seen = await call("play", table=table, move=seen["legal"][0])
        assert seen["over"]
        assert facedown.read(await call("record", table=table)).over

    with_assistant(test, "an evening")


def test_an_assistant_talks_in_a_town_and_sees_no_grimoire_but_its_own() -> None:
    async def test(call: Call) -> None:
        player = await call("sit_down", game="clocktower", seats=8, seat=3)
        teller = await call("sit_down", game="clocktower", seats=8, seat=8)
        assert player["view"]["grimoire"] is None
        assert teller["view"]["grimoire"]
        table = player["table"]
        for _ in range(40):
            if "done" in player["legal"]:
                break
            player = await call("play", table=table, move=player["legal"][0])
        player = await call("play", table=table, move='say "Who are you all?"')
        assert "Who are you all?" in json.dumps(player["happened"])

    with_assistant(test, "7")


def test_what_is_wrong_is_said_and_the_table_stays_as_it_was() -> None:
    async def test(call: Call) -> None:
        for wrong, why in (
            ({"game": "chess"}, "chess"),
            ({"game": "gotcha", "seats": 9}, "9"),
            ({"game": "gotcha", "seat": 3}, "no seat 3; the seats are 1 to 2"),
            ({"game": "gotcha", "seat": 0}, "no seat 0; the seats are 1 to 2"),
            ({"game": "gotcha", "seat": -1}, "no seat -1"),
            ({"game": "gotcha", "seat": 1.5}, "integer"),
            ({"game": "gotcha", "options": {"tier": "golden"}}, "golden"),
            ({"game": "gotcha", "options": {"seed": 3}}, "no option 'seed'"),
            ({"game": "gotcha", "options": {"self": None}}, "no option 'self'"),
            ({"game": "gotcha", "options": ["tier"]}, "dictionary"),
            ({"game": "gotcha", "seed": "x"}, "no argument 'seed'; it has: game, seats, seat, options"),
        ):
            with pytest.raises(ValueError, match=why):
                await call("sit_down", **wrong)
        seen = await call("sit_down", game="gotcha")
        with pytest.raises(ValueError, match="moon"):
            await call("play", table=seen["table"], move="fly to the moon")
        with pytest.raises(ValueError, match=r"play cannot take its argument move: Field required', annotations"):
            await call("play", table=seen["table"])
        with pytest.raises(ValueError, match="no argument 'seat'"):  # of another
            await call("play", table=seen["table"], move=seen["legal"][0], seat=2)
        with pytest.raises(ValueError, match=r"'\\+x00xxx.*\.\.\.' is not a move"):
            await call("play", table=seen["table"], move="\0" + "x" * 1_000_000)
        again = await call("look", table=seen["table"])
        assert again["legal"] == seen["legal"]
        assert again["happened"] == []
        with pytest.raises(ValueError, match="no table 99"):
            await call("look", table=99)
        with pytest.raises(ValueError, match="no rule"):
            await call("rules", game="gotcha", number="99")
        for number in ("3.2", " 3.2. "):
            under = await call("rules", game="gotcha", number=number)
            assert under
            assert all(rule.startswith("3.2") for rule in under)

    with_assistant(test)


def test_an_assistant_cannot_sit_down_again_at_a_deal_that_it_has_seen() -> None:
    async def test(call: Call) -> None:
        first, second = [await call("sit_down", game="bayou-boss") for _ in range(2)]
        assert first["view"] != second["view"]
        table = first["table"]
        while not first["over"]:
            first = await call("play", table=table, move=first["legal"][0])
        record = await call("record", table=table)
        assert "the host's" not in record  # with it, the deals of later tables would be known

    with_assistant(test, "the host's")


def test_calls_that_come_at_the_same_time_are_answered_one_after_the_other() -> None:
    async def test(call: Call) -> None:
        table = (await call("sit_down", game="clocktower", seats=12, seat=12))["table"]
        answers = await asyncio.gather(
            *(call("play", table=table, move="go on") for _ in range(12)), return_exceptions=True
        )
        refused = [str(answer) for answer in answers if isinstance(answer, ValueError)]
        assert len(refused) < len(answers)
        assert all("may not play go on" in why for why in refused), refused  # and not: a fault with no reason
        assert (await call("look", table=table))["happened"] == []

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)  # threads take turns in the middle of whatever they do
    try:
        with_assistant(test, "7")
    finally:
        sys.setswitchinterval(before)


def test_tables_do_not_pile_up() -> None:
    async def test(call: Call) -> None:
        for _ in range(MOST_TABLES + 1):
            seen = await call("sit_down", game="gotcha")
        with pytest.raises(ValueError, match="no table 1;"):
            await call("look", table=1)
        assert (await call("look", table=seen["table"]))["you"]

    with_assistant(test)
