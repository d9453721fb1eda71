"""An MCP server, by which an assistant plays a seat among bots.  Needs the extra: `pip install facedown[mcp]`.

Tables live in this process.  An assistant is told of a table what its seat may know, and nothing else.  It does not
choose the seed: it would see the other seats' cards by sitting down there at the same deal.
"""

from __future__ import annotations

import hashlib
import inspect
import secrets
import threading
from importlib.metadata import version
from typing import Any

import msgspec
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import Tool
from pydantic import ValidationError

from facedown.agents import Agent, answer, player
from facedown.core.errors import BadOption, FacedownError
from facedown.core.game import Game
from facedown.core.spelling import did_you_mean, quote
from facedown.core.table import Table
from facedown.games import game as find_game
from facedown.games import games

MOST_TABLES = 20
INSTRUCTIONS = """\
Tabletop games with hidden information.  `list_games` names them, `rules` has their numbered rules.  `sit_down`
opens a table with bots on the other seats; then `play` makes one move after the other, in the words of `legal`.
You are told what your seat may know.  In Clocktower the last seat tells the story.
"""


class Seated:
    """A table with the assistant on one seat and bots on all others."""

    def __init__(self, table: Table, seat: int, bots: dict[int, Agent]) -> None:
        self.table, self.seat, self._bots, self._told = table, seat, bots, 1
        self.go_on()

    def go_on(self) -> None:
        """Let the bots answer until the assistant is asked, or nobody."""
        while self.table.asked and self.seat not in self.table.asked:
            answer(self._bots[self.table.asked[0]], self.table, self.table.asked[0])

    def play(self, move: str) -> None:
        """Make the assistant's move.  Where everybody may go on talking, each bot then says or does one thing.

        Raises FacedownError.
        """
        self.table.play(self.seat, move)
        if self.table.timing.continuous:
            for other, bot in self._bots.items():
                if other in self.table.asked:
                    answer(bot, self.table, other)
        self.go_on()

    def look(self) -> dict[str, object]:
        """What the seat sees, and what has happened since it looked last."""
        table = self.table
        happened = [event.text for event in table.log(self.seat, since=self._told)]
        self._told = len(table.frames)
        return {
            "you": table.names[self.seat],
            "happened": happened,
            "prompt": table.prompt(self.seat),
            "aim": table.aim(self.seat),
            "legal": [move.text for move in table.legal(self.seat)],
            "view": msgspec.to_builtins(table.view(self.seat)),
            "over": table.over,
            "summary": table.standing.summary,
        }


class Tables:
    """The tables of one assistant, by their numbers.  Hold `busy` while one is in use: calls come in threads."""

    def __init__(self, seed: str) -> None:
        self.busy = threading.Lock()
        self._seed, self._opened = seed, 0
        self._seated: dict[int, Seated] = {}

    def open(self, game: Game, seats: int | None, seat: int, options: dict[str, object]) -> int:
        """A new table; the oldest is given up where there are too many.  Raises FacedownError."""
        table = Table(game.contract, game.seats[0] if seats is None else seats, self._next_seed(), options)
        if not 1 <= seat <= len(table.names):
            raise BadOption(f"there is no seat {seat}; the seats are 1 to {len(table.names)}")
        me = seat - 1
        best = next(iter(game.contract.bots()), "random")
        bots = {
            other: player(game, best, f"{table.seed} {other}") for other in range(len(table.names)) if other != me
        }
        self._opened += 1
        self._seated[self._opened] = Seated(table, me, bots)
        while len(self._seated) > MOST_TABLES:
            del self._seated[next(iter(self._seated))]
        return self._opened

    def _next_seed(self) -> str:
        """The seed of the next table: a record shows it, and it tells nothing of those of later tables."""
        return hashlib.blake2b(f"{self._seed} {self._opened + 1}".encode(), digest_size=16).hexdigest()

    def at(self, number: int) -> Seated:
        """A table by its number.  Raises ToolError."""
        if number not in self._seated:
            known = ", ".join(map(str, self._seated)) or "none; sit down first"
            raise ToolError(f"there is no table {number}; there are: {known}")
        return self._seated[number]


class Server(MCPServer[object]):
    """The protocol's server, which passes over an argument that a tool does not have; this one says so.

    It also tells what a tool does without the spaces that stand before each line in our source.
    """

    async def list_tools(self) -> list[Tool]:
        tools = await super().list_tools()
        return [tool.model_copy(update={"description": inspect.cleandoc(tool.description or "")}) for tool in tools]

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool.  Raises ToolError, in one line, where an argument is unknown, missing or of a wrong kind."""
        known = {tool.name: list(tool.input_schema["properties"]) for tool in await self.list_tools()}
        for argument in arguments if name in known else ():
            if argument not in known[name]:
                mend = did_you_mean(argument, known[name], "it has")
                raise ToolError(f"{name} has no argument {quote(argument)}{mend}")
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):  # whose own words fill five lines
                first = error.__cause__.errors()[0]
                where = ".".join(map(str, first["loc"]))
                raise ToolError(f"{name} cannot take its argument {where}: {first['msg']}") from error.__cause__
            raise


def server(seed: str | None = None) -> MCPServer[object]:
    """The server, with tables of its own; with a seed, each of them is dealt the same in every run."""
    mcp = Server("facedown", instructions=INSTRUCTIONS, version=version("facedown"))
    _offer_to_read(mcp)
    _offer_to_play(mcp, Tables(seed or secrets.token_hex(16)))
    return mcp


def _offer_to_read(mcp: MCPServer[object]) -> None:
    """The tools for which nobody need sit down."""

    @mcp.tool()
    def list_games() -> list[dict[str, object]]:
        """The games: id, title, summary, how many can play, options, and their choices."""
        return [_about(find_game(id)) for id in games()]

    @mcp.tool()
    def rules(game: str, number: str = "") -> list[str]:
        """The numbered rules of a game; with a number, that rule and those under it (3, or 3.2)."""
        found = _found(game).rulebook()
        section = number.strip().removesuffix(".")
        wanted = [rule for rule in found if not section or f"{rule.number}.".startswith(f"{section}.")]
        if not wanted:
            last = found[-1].number.split(".")[0]
            raise ToolError(f"{game} has no rule {quote(number)}; its sections are 1 to {last}")
        return [f"{rule.label} {rule.text}" for rule in wanted]


def _offer_to_play(mcp: MCPServer[object], tables: Tables) -> None:
    """The tools with which one sits down at these tables, looks, and plays."""

    @mcp.tool()
    def sit_down(
        game: str, seats: int | None = None, seat: int = 1, options: dict[str, object] | None = None
    ) -> dict[str, object]:
        """Open a table and take a seat, from 1; the game's best bots take the others.

        seats: how many; the fewest if nothing is said.  options: as of list_games.
        """
        with tables.busy:
            try:
                number = tables.open(_found(game), seats, seat, options or {})
            except FacedownError as error:
                raise ToolError(str(error)) from error
            return {"table": number, **tables.at(number).look()}

    @mcp.tool()
    def look(table: int) -> dict[str, object]:
        """What your seat sees, what has happened since you last looked, and which moves are legal."""
        with tables.busy:
            return tables.at(table).look()

    @mcp.tool()
    def play(table: int, move: str) -> dict[str, object]:
        """Make a move, in the words of `legal`; the bots answer until it is your turn again."""
        with tables.busy:
            seated = tables.at(table)
            try:
                seated.play(move)
            except FacedownError as error:
                raise ToolError(str(error)) from error
            return seated.look()

    @mcp.tool()
    def record(table: int) -> str:
        """The whole game as text, when it is over."""
        with tables.busy:
            seated = tables.at(table)
            if not seated.table.over:
                raise ToolError("the record tells everybody's cards; ask for it when the game is over")
            return seated.table.record()


def _about(game: Game) -> dict[str, object]:
    options = {option.name: {"help": option.help, "choices": list(option.choices)} for option in game.options}
    return {
        "game": game.id,
        "title": game.title,
        "summary": game.summary,
        "seats": list(game.seats),
        "options": options,
    }


def _found(game: str) -> Game:
    try:
        return find_game(game)
    except FacedownError as error:
        raise ToolError(str(error)) from error
