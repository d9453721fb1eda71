"""Lessons: each game's guided hand and its pictures, made from the records in the game's folder."""

from __future__ import annotations

import functools
from pathlib import Path

import msgspec

from facedown.core.contract import Contract
from facedown.core.errors import UnknownGame
from facedown.core.record import lesson as records
from facedown.core.table import Table
from facedown.games import game as find_game
from facedown.server import wire
from facedown.server.play import outbound
from facedown.server.site.page import packed
from facedown.server.wire import Refused

PICTURES = {"aim": "The aim", "turn": "Your turn", "wins": "What wins", "trap": "The trap", "end": "The end"}

FIRST, SECOND = "lesson.record", "second_lesson.record"


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
