"""The games as the page lists them, with their cards and numbered rules, and how to play them.

A lesson is a guided hand and pictures, made from the records in the game's folder.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

import msgspec

from facedown.agents import style
from facedown.core.cards_file import tidied
from facedown.core.contract import Contract
from facedown.core.errors import BadOption, CardsError, UnknownGame
from facedown.core.printed import printed
from facedown.core.record import lesson as records
from facedown.core.table import Table
from facedown.games import game as find_game
from facedown.games import games
from facedown.server import wire
from facedown.server.play import outbound
from facedown.server.rooms.seating import offered_bots
from facedown.server.site.page import packed
from facedown.server.wire import Refused

PICTURES = {"aim": "The aim", "turn": "Your turn", "wins": "What wins", "trap": "The trap", "end": "The end"}

FIRST, SECOND = "lesson.record", "second_lesson.record"


@functools.cache
def listed() -> tuple[wire.GameInfo, ...]:
    """Every game that this server has."""
    return tuple(_info(name) for name in games())


@functools.lru_cache(maxsize=64)
def book(name: str) -> wire.GameBook:
    """One game with its cards and numbered rules.  Raises Refused."""
    game = _found(name)
    info = _info(name)
    fields = {field: getattr(info, field) for field in info.__struct_fields__}
    own_cards = bool(game.cards_file())
    return wire.GameBook(**fields, cards=game.cards(), rules=game.rulebook(), own_cards=own_cards)


def book_of(game: Contract) -> wire.GameBook:
    """A game as a table plays it, perhaps with own cards."""
    return msgspec.structs.replace(book(game.id), cards=game.cards())


@functools.lru_cache(maxsize=64)
def packed_book(name: str) -> bytes:
    """One game with its cards and numbered rules, packed.  Raises Refused."""
    return packed(book(name))


def packed_book_of(game: Contract) -> bytes:
    """A game as a table plays it, packed."""
    return packed(book_of(game)) if game.own_cards else packed_book(game.id)


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
    choices = {
        option.name: tuple(
            choice for choice in option.choices if game.speaks_for_all({**usual, option.name: choice})
        )
        for option in game.options
    }
    return {name: found for name, found in choices.items() if found}


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
    try:
        game = find_game(name).contract
    except UnknownGame as error:
        raise Refused("unknown_game", wire.sentence(error)) from error
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
