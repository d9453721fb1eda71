"""The games as the page lists them, with their cards and numbered rules, their lessons and puzzles of the day.

A lesson is a guided hand and pictures, made from the records in the game's folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import functools
import logging
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import msgspec

from facedown.agents import style
from facedown.core.cards_file import tidied
from facedown.core.contract import Contract
from facedown.core.errors import BadOption, CardsError, UnknownGame
from facedown.core.printed import printed
from facedown.core.record import lesson as records
from facedown.core.table import Table
from facedown.core.values import Puzzle
from facedown.games import game as find_game
from facedown.games import games
from facedown.server import wire
from facedown.server.deadlines import GAME, apart
from facedown.server.play import outbound
from facedown.server.rooms.seating import offered_bots
from facedown.server.rooms.secrets import hashed
from facedown.server.site.page import packed
from facedown.server.storage.rows import puzzle_answered, puzzles_forgotten
from facedown.server.storage.store import Conflict, Store
from facedown.server.wire import Refused

PICTURES = {"aim": "The aim", "turn": "Your turn", "wins": "What wins", "trap": "The trap", "end": "The end"}

FIRST, SECOND = "lesson.record", "second_lesson.record"


@functools.cache
def listed() -> tuple[wire.GameInfo, ...]:
    """Every game that this server has."""
    return tuple(_info(name) for name in games())


def book(name: str) -> wire.GameBook:
    """One game with its cards and numbered rules.  Raises Refused."""
    game = _found(name)
    own, info = bool(game.cards_file()), msgspec.structs.asdict(_info(name))
    return wire.GameBook(**info, cards=game.cards(), rules=game.rulebook(), own_cards=own)


@functools.lru_cache(maxsize=64)
def packed_book(name: str) -> bytes:
    """One game with its cards and numbered rules, packed.  Raises Refused."""
    return packed(book(name))


def packed_book_of(game: Contract) -> bytes:
    """A game as a table plays it, perhaps with own cards, packed."""
    if not game.own_cards:
        return packed_book(game.id)
    return packed(msgspec.structs.replace(book(game.id), cards=game.cards()))


def cards_read(name: str, text: str) -> wire.CardsRead:
    """What the cards of a file do, or what is wrong with it.  Raises Refused for an unknown game."""
    game = _found(name)
    try:
        return wire.CardsRead(game.explain_cards(tidied(text, name)))
    except CardsError as error:
        return wire.CardsRead((), error.message, error.line)


def options_read(name: str, given: Mapping[str, str | int]) -> wire.OptionsRead:
    """What a game makes of these options, or what is wrong with them.  Raises Refused for an unknown game."""
    game = _found(name)
    try:
        options = game.checked_options(given)
        return wire.OptionsRead(game.explain_options(options), game.cautions(options))
    except BadOption as error:
        return wire.OptionsRead(problem=wire.sentence(error))


@functools.lru_cache(maxsize=64)
def sheet(name: str) -> str:
    """A game to print: a reference sheet, and its cards.  Raises Refused for an unknown game."""
    return printed(_found(name))


def own_sheet(name: str, text: str) -> str:
    """The same with the cards of a file.  Raises Refused, with the line that is wrong."""
    game = _found(name)
    try:
        return printed(game.with_cards(tidied(text, name)))
    except CardsError as error:
        raise Refused("bad_option", wire.sentence(error)) from error


def cards_file(name: str) -> str:
    """The text of a game's cards file; "" if it has none.  Raises Refused for an unknown game."""
    return _found(name).cards_file()


def _found(name: str) -> Contract:
    try:
        return find_game(name).contract
    except UnknownGame as error:
        raise Refused("unknown_game", wire.sentence(error)) from error


def _info(name: str) -> wire.GameInfo:
    game = find_game(name).contract
    return wire.GameInfo(
        id=game.id,
        title=game.title,
        summary=game.summary,
        minutes=game.minutes,
        seats=tuple(game.seats),
        usual_seats=game.usual_seats if game.usual_seats in game.seats else game.seats[0],
        options=game.options,
        bots=offered_bots(game),
        bot_styles={name: style(game, name) for name in offered_bots(game)},
        lesson=seconds(game),
        second_lesson=seconds(game, SECOND),
        puzzles=game.puzzles,
        host_seats=game.names_of(game.seats[0])[game.players(game.seats[0]) :],
        speaks_for_all=_speaks_for_all(game),
    )


def _speaks_for_all(game: Contract) -> dict[str, tuple[str | int, ...]]:
    """The choices of options, by name, with which the host seat answers for people without a device."""
    usual = {option.name: option.default for option in game.options}
    found: dict[str, tuple[str | int, ...]] = {}
    for name, choices in ((option.name, option.choices) for option in game.options):
        if fitting := tuple(choice for choice in choices if game.speaks_for_all({**usual, name: choice})):
            found[name] = fitting
    return found


# -- lessons ------------------------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=64)
def packed_lesson(name: str) -> bytes:
    """The guided hand and the pictures of a game, packed.  Raises Refused."""
    return packed(lesson(name))


def seconds(game: Contract, which: str = FIRST) -> int:
    """The length of a guided hand in seconds; 0 if there is none."""
    hand = game.folder / which
    return records.seconds(_read(hand), find_game) if hand.exists() else 0


def lesson(name: str) -> wire.Lesson:
    """The guided hand and the pictures of a game.  Raises Refused."""
    game = _found(name)
    pictures = [
        _picture(title, _read(path))
        for key, title in PICTURES.items()
        if (path := game.folder / "pictures" / f"{key}.record").exists()
    ]
    first = _guided(game, FIRST)
    if not first.steps and not pictures:
        raise Refused("not_found", f"{game.title} has no lesson yet.")
    second = _guided(game, SECOND)
    return msgspec.structs.replace(first, pictures=tuple(pictures), second=second if second.steps else None)


def _guided(game: Contract, which: str) -> wire.Lesson:
    """A guided hand without pictures; without steps, if there is none."""
    hand = game.folder / which
    steps = records.lesson(_read(hand), find_game) if hand.exists() else []
    table = steps[0].table if steps else Table(game, game.seats[0])
    return wire.Lesson(
        game=game.id,
        options={**table.options, **_unsaid(game)},
        names=table.names,
        timed=any(step.table.timing.continuous for step in steps),
        steps=tuple(_step(step) for step in steps),
        pictures=(),
    )


def _unsaid(game: Contract) -> dict[str, str | int]:
    """What is short in records only: a real game after the lesson has it as usual."""
    return {option.name: option.default for option in game.options if option.name in game.in_records}


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _step(step: records.Step) -> wire.LessonStep:
    frames = outbound.frames(step.table, records.LEARNER, step.since)
    table, words = step.table, step.move  # what the learner is to do, in words of the record
    move = (
        None if words is None else table.contract.listed((table.interpret(records.LEARNER, words),), table.names)[0]
    )
    return wire.LessonStep(step.note, move, frames, outbound.turn(table, records.LEARNER))


def _picture(title: str, text: str) -> wire.Picture:
    shown = records.picture(text, find_game)
    table = shown.table
    if shown.frame < len(table.frames) - 1:
        return wire.Picture(title, shown.caption, table.told_at(shown.frame, records.LEARNER), _moment(shown))
    event = table.log(records.LEARNER, shown.frame)[-1:]
    return wire.Picture(title, shown.caption, event[0] if event else None, outbound.turn(table, records.LEARNER))


def _moment(shown: records.Picture) -> wire.Turn:
    """A past moment, in which nothing is asked."""
    table: Table = shown.table
    view = table.at(shown.frame).view(records.LEARNER)
    return wire.Turn(view, standing=table.standing, aim=table.contract.words.aim(view, table.names))


# -- the puzzle of the day: the same on every server, made once, with how many people had it right ----------------

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
        game = _found(name)
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
