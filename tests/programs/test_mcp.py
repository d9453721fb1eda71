"""An assistant plays by MCP: through the protocol's own client, and sees what its seat may know."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from mcp import Client

import facedown
from facedown.programs.mcp import MOST_TABLES, server

Call = Callable[..., Awaitable[Any]]


def with_assistant(test: Callable[[Call], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Client(server()) as client:

            async def call(tool: str, **arguments: Any) -> Any:
                result = await client.call_tool(tool, arguments)
                if result.is_error:
                    raise ValueError(str(result.content))
                kept = result.structured_content
                return kept["result"] if set(kept or ()) == {"result"} else kept

            await test(call)

    asyncio.run(run())


@pytest.mark.parametrize("game", [game for game in facedown.games() if game != "clocktower"])
def test_an_assistant_plays_a_whole_card_game(game: str) -> None:
    async def test(call: Call) -> None:
        assert game in [about["game"] for about in await call("list_games")]
        seen = await call("sit_down", game=game, seat=2, seed="an evening")
        table = seen["table"]
        with pytest.raises(ValueError, match="when the game is over"):
            await call("record", table=table)
        for _ in range(600):
            if seen["over"]:
                break
            seen = await call("play", table=table, move=seen["legal"][0])
        assert seen["over"]
        assert facedown.read(await call("record", table=table)).over

    with_assistant(test)


def test_an_assistant_talks_in_a_town_and_sees_no_grimoire_but_its_own() -> None:
    async def test(call: Call) -> None:
        player = await call("sit_down", game="clocktower", seats=8, seat=3, seed="7")
        teller = await call("sit_down", game="clocktower", seats=8, seat=8, seed="7")
        assert player["view"]["grimoire"] is None
        assert teller["view"]["grimoire"]
        table = player["table"]
        for _ in range(40):
            if "done" in player["legal"]:
                break
            player = await call("play", table=table, move=player["legal"][0])
        player = await call("play", table=table, move='say "Who are you all?"')
        assert "Who are you all?" in json.dumps(player["happened"])

    with_assistant(test)


def test_what_is_wrong_is_said_and_the_table_stays_as_it_was() -> None:
    async def test(call: Call) -> None:
        for wrong, why in (
            ({"game": "chess"}, "chess"),
            ({"game": "gotcha", "seats": 9}, "9"),
            ({"game": "gotcha", "seat": 3}, "seat"),
            ({"game": "gotcha", "options": {"tier": "golden"}}, "golden"),
        ):
            with pytest.raises(ValueError, match=why):
                await call("sit_down", **wrong)
        seen = await call("sit_down", game="gotcha", seed="x")
        with pytest.raises(ValueError, match="moon"):
            await call("play", table=seen["table"], move="fly to the moon")
        again = await call("look", table=seen["table"])
        assert again["legal"] == seen["legal"]
        assert again["happened"] == []
        with pytest.raises(ValueError, match="no table 99"):
            await call("look", table=99)
        with pytest.raises(ValueError, match="no rule"):
            await call("rules", game="gotcha", number="99")
        assert all(rule.startswith("3.2") for rule in await call("rules", game="gotcha", number="3.2"))

    with_assistant(test)


def test_tables_do_not_pile_up() -> None:
    async def test(call: Call) -> None:
        for _ in range(MOST_TABLES + 1):
            seen = await call("sit_down", game="gotcha")
        with pytest.raises(ValueError, match="no table 1;"):
            await call("look", table=1)
        assert (await call("look", table=seen["table"]))["you"]

    with_assistant(test)
