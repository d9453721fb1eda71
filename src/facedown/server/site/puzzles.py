"""The puzzle of the day: the same on every server, made once, with how many people had it right."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import logging
from functools import partial

from facedown.core.contract import Contract
from facedown.core.errors import UnknownGame
from facedown.core.values import Puzzle
from facedown.games import game as find_game
from facedown.games import games
from facedown.server import wire
from facedown.server.deadlines import GAME, apart
from facedown.server.rooms.secrets import hashed
from facedown.server.storage.rows import puzzle_answered, puzzles_forgotten
from facedown.server.storage.store import Conflict, Store
from facedown.server.wire import Refused

log = logging.getLogger(__name__)

AGAIN = 600.0  # seconds after which a puzzle that could not be made is tried again
SOON = datetime.timedelta(hours=1)  # so long before midnight the next puzzle is made


class Puzzles:
    """The puzzles of today and yesterday, by game and day: whoever has begun before midnight can end."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._made: dict[tuple[str, str], asyncio.Task[Puzzle]] = {}

    async def shown(self, name: str) -> wire.PuzzleOfDay:
        """Today's puzzle of this game.  Raises Refused if it has none."""
        today, _ = _days()
        puzzle = await self._puzzle(name, today)
        tried, solved = await self._store.puzzle_count(name, today)
        return wire.PuzzleOfDay(
            find_game(name).title, today, puzzle.asks, puzzle.grade, puzzle.known, puzzle.choices, tried, solved
        )

    async def answered(self, name: str, given: wire.PuzzleGuess) -> wire.PuzzleAnswer:
        """Whether an answer is right, and why; of each browser's the first one is counted.  Raises Refused."""
        if given.day not in _days():
            raise Refused("not_found", "The day of this puzzle is over; load the page again for the next one.")
        puzzle = await self._puzzle(name, given.day)
        if given.choice >= len(puzzle.choices):
            raise Refused("malformed", f"There are {len(puzzle.choices)} choices, from 0.")
        right = given.choice == puzzle.answer
        if not self._store.is_nearly_full:
            with contextlib.suppress(Conflict):  # this browser has answered before
                await self._store.write(puzzle_answered(name, given.day, hashed(given.key), right=right))
        tried, solved = await self._store.puzzle_count(name, given.day)
        other = [one for choice, one in enumerate(puzzle.why) if right and choice != given.choice]
        why = (puzzle.why[given.choice], *other)
        return wire.PuzzleAnswer(right, why, tried, solved)

    async def make_ahead(self) -> None:
        """Forget the answers to puzzles before yesterday's, and make puzzles before somebody asks for them."""
        _, yesterday = _days()
        soon, _ = _days(SOON)
        await self._store.write(puzzles_forgotten(yesterday))
        for name in games():
            if find_game(name).contract.puzzles:
                await self._puzzle(name, soon)

    async def _puzzle(self, name: str, day: str) -> Puzzle:
        try:
            game = find_game(name).contract
        except UnknownGame as error:
            raise Refused("unknown_game", wire.sentence(error)) from error
        if not game.puzzles:
            raise Refused("not_found", f"{game.title} has no puzzles.")
        if (name, day) not in self._made:
            self._made = {key: task for key, task in self._made.items() if key[1] >= _days()[1]}
            self._made[name, day] = asyncio.create_task(self._make(game, day))
        return await asyncio.shield(self._made[name, day])

    async def _make(self, game: Contract, day: str) -> Puzzle:
        """Make a puzzle; where that fails, everybody is refused for a while, and then it is tried again."""
        try:
            return await apart(partial(game.puzzle, day), GAME)
        except Exception as error:
            log.exception("the puzzle of %s for %s could not be made", game.id, day)
            asyncio.get_running_loop().call_later(AGAIN, lambda: self._made.pop((game.id, day), None))
            raise Refused(
                "broken", "There is no puzzle just now: making it has failed. Try again later."
            ) from error


def _days(ahead: datetime.timedelta = datetime.timedelta()) -> tuple[str, str]:
    """Today, or what it is so much later, and the day before, in UTC: every server poses the same puzzle."""
    day = (datetime.datetime.now(datetime.UTC) + ahead).date()
    return day.isoformat(), (day - datetime.timedelta(1)).isoformat()
