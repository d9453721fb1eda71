"""What a record says, line by line, before anything is played: its header, moves, chance and expectations.

One thing has one spelling.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from facedown.core.errors import CardsError, FacedownError, RecordError
from facedown.core.game import Game, Seat
from facedown.core.history import clock_line, ticks
from facedown.core.record.text import NO_FILE, OwnCards, Piece, lines_of, unquoted, without_cards
from facedown.core.spelling import did_you_mean, quote
from facedown.core.table import Table

FindGame: TypeAlias = Callable[[str], Game]

FREE = ("title", "rules", "source", "comment", "note", "author", "date")  # for people; `rules` for tools as well
HEADER = ("game", "seats", "seed", "version")
OF_SEATS = ("legal", "may not", "may", "refused", "sees", "not told", "told", "prompt")
OF_THE_TABLE = ("asked", "free", "paused", "seconds", "scores", "winners", "over")
VERBS = (*OF_SEATS, *OF_THE_TABLE)
MAY_BE_WATCHED = ("sees", "not told", "told", "prompt")  # by a spectator, too: no seat is named then
TITLE = re.compile(r"== \S.* ==")
SEATED = re.compile(rf"({'|'.join(OF_SEATS)})(?: ([^:]+))?:(?!\S)")
PLAIN = re.compile(rf"({'|'.join(OF_THE_TABLE)}):(?!\S)")
RULES = re.compile(r"^rules: *([^#\n]*)", re.M)


class Header(NamedTuple):
    """How the table is laid: which game, who sits there, the seed, the options that are given."""

    game: Game
    seats: tuple[str, ...]
    seed: str
    options: dict[str, str]


class Moves(NamedTuple):
    """One line of moves, in the order in which they are made."""

    moves: list[tuple[Seat, Piece]]

    @property
    def line(self) -> int:
        return self.moves[0][1].line


class Chance(NamedTuple):
    """How cards and lots fall, or that the table deals at once: `deal`."""

    words: Piece

    @property
    def line(self) -> int:
        return self.words.line


class ClockLine(NamedTuple):
    """That time runs out: `clock: 3`."""

    words: Piece

    @property
    def line(self) -> int:
        return self.words.line


class Expectation(NamedTuple):
    """What must be so when this line is reached.  `seats`: of whom, None for a spectator."""

    verb: str
    seats: tuple[Seat | None, ...]
    rest: Piece
    where: Piece


class Note(NamedTuple):
    """What somebody is to be told about the next line of play: `note: ...`.  It changes nothing."""

    words: Piece


Play: TypeAlias = Moves | Chance | ClockLine
Spoken: TypeAlias = Play | Expectation | Note


class Record(NamedTuple):
    """A record that has been read and not yet played."""

    header: Header
    lines: list[Spoken]
    problem: RecordError | None = None  # of the first line that cannot be read; none comes after it


def parse(text: str, find_game: FindGame) -> Record:
    """The record in a text.  Raises RecordError if the header cannot be read."""
    text, cards = without_cards(text)
    whole = list(lines_of(text))
    lines = [line.said for line in whole]
    said = [line for line in lines if line.text and not TITLE.fullmatch(line.text)]
    try:
        header, rest = _header(said, with_cards(find_game, cards), lines[-1])
    except RecordError as error:
        if not any(line.comment for line in whole if line.said.line == error.line):
            raise
        hint = "what stands behind # is a comment, unless it is between quotes; a quote within is written \\u0022"
        raise RecordError(f"{error.message} ({hint})", error.line, error.column) from error
    spoken: list[Spoken] = [Note(words) for line in said[: len(said) - len(rest)] if (words := _noted(line))]
    for line in rest:
        if _is_free(line, header.seats):
            spoken += [Note(words)] if (words := _noted(line)) else []
            continue
        try:
            spoken.append(statement(line, header.seats))
        except RecordError as problem:
            return Record(header, spoken, problem)
    return Record(header, spoken)


def cautions(text: str, find_game: FindGame) -> tuple[str, ...]:
    """What should be known of a record's options, such as what its script loses; nothing of a wrong record."""
    try:
        header = parse(text, find_game).header
        return header.game.cautions(header.options)
    except FacedownError:  # which `check` says, with its place
        return ()


def with_cards(find_game: FindGame, cards: OwnCards | None) -> FindGame:
    """The same games, played with these cards.  They raise RecordError if the cards are wrong, with the line."""
    if cards is None:
        return find_game

    def find(name: str) -> Game:
        try:
            return find_game(name).with_cards(cards.text)
        except CardsError as error:
            raise RecordError(error.message, cards.line + error.line - 1, 1) from None

    return find


def rules_named(text: str) -> list[str]:
    """The numbers of the rules that a record says it shows, without reading the rest of it."""
    return [number for line in RULES.findall(text) for number in line.replace(",", " ").split()]


# -- the header ----------------------------------------------------------------------------------------------------


def _header(lines: Sequence[Piece], find_game: FindGame, end: Piece) -> tuple[Header, Sequence[Piece]]:
    """The header, and the lines behind it."""
    given: dict[str, Piece] = {}
    game: Game | None = None
    rest = list(lines)
    while rest:
        line = rest[0]
        said, value = line.partition(":")
        key = _by_its_name(said, game)
        if value is not None and key.text != "seats":  # of which each is quoted by itself
            value = unquoted(value)
        options = [option.name for option in game.options] if game else []
        if value is None or key.text not in (*FREE, *HEADER, *options):
            break
        if unquoted(said).text in _named(given) and (key.text in given or key.text in FREE):
            break  # a seat may be called so, and then the line is its move
        del rest[0]
        if key.text not in FREE:
            _keep(given, key, value)
        if key.text == "game":
            game = _game(value, find_game)
        elif game is not None and key.text in options:
            _check_option(game, key, value)
        if game is not None and "version" in given:
            check_version(game, given["version"])
    where = rest[0] if rest else end
    if game is None:
        raise where.error("a record begins with its game, like `game: bayou-boss`, then `seats: Ann, Bo`")
    if "seats" not in given:
        if not where.text:
            raise where.error("there is no line `seats: ...`; add one below `game: ...`, like `seats: Ann, Bo`")
        if where.value_of("cards"):
            raise where.error(NO_FILE)
        known = [*HEADER, *FREE, *(option.name for option in game.options)]
        mend = did_you_mean(where.partition(":")[0].text, known)
        raise where.error(f"the line `seats: ...` must come before {quote(where.text)}{mend}")
    return _checked(game, given), rest


def check_version(game: Game, said: Piece) -> None:
    """Raises RecordError if the record was played by another version of the game's rules."""
    if said.text != str(game.contract.version):
        raise said.error(
            f"this was played by version {said.text} of the rules of {game.title}, and this is version "
            f"{game.contract.version}; leave the line out to play it by the present rules"
        )


def _check_option(game: Game, key: Piece, value: Piece) -> None:
    option = next(option for option in game.options if option.name == key.text)
    try:
        checked = game.checked_options({option.name: value.text})[option.name]
    except FacedownError as error:
        raise value.refused(error) from None
    if not option.other and str(checked) != value.text:
        raise value.error(f"write `{option.name}: {checked}`")


def _by_its_name(key: Piece, game: Game | None) -> Piece:
    """An option that programs once wrote by another name, by the name that it has now."""
    formerly = {option.formerly: option.name for option in game.options if option.formerly} if game else {}
    return key._replace(text=formerly.get(key.text, key.text))


def _keep(given: dict[str, Piece], key: Piece, value: Piece) -> None:
    if key.text in given:
        raise key.error(f"{key.text} is given twice; the first is in line {given[key.text].line}")
    if not value.text:
        raise value.error(f"{key.text} has no value; write `{key.text}: ...`")
    given[key.text] = value


def _game(value: Piece, find_game: FindGame) -> Game:
    try:
        game = find_game(value.text)
    except FacedownError as error:
        raise value.refused(error) from None
    if game.id != value.text:
        raise value.error(f"write the game's id, `game: {game.id}`")
    return game


def _named(given: dict[str, Piece]) -> list[str]:
    return [unquoted(name).text for name in given["seats"].split(",")] if "seats" in given else []


def _checked(game: Game, given: dict[str, Piece]) -> Header:
    """The header, if a table can be laid by it.  Raises RecordError at the line that is wrong."""
    options = {option.name: given[option.name].text for option in game.options if option.name in given}
    seats, seed = given["seats"], given.get("seed")
    names = tuple(unquoted(name).text for name in seats.split(","))
    if len(names) == 1 and names[0].isdecimal():
        example = ", ".join(game.contract.names_of(game.seats[0]))
        raise seats.error(f"a record names who sits there, seat by seat, like `seats: {example}`")
    try:
        Table(game.contract, names, options=options, wait_for_chance=True)
    except FacedownError as error:
        raise seats.refused(error) from None
    try:
        Table(game.contract, names, seed.text if seed else 0, options, wait_for_chance=True)
    except FacedownError as error:
        raise (seed or seats).refused(error) from None
    return Header(game, names, seed.text if seed else "0", options)


# -- the game ------------------------------------------------------------------------------------------------------


def _is_free(line: Piece, names: Sequence[str]) -> bool:
    """Whether this line is only for people."""
    head, value = line.partition(":")
    return value is not None and head.text in FREE and head.text not in names


def _noted(line: Piece) -> Piece | None:
    """The words of a `note`; None if a line is not a note, or an empty one."""
    head, words = line.partition(":")
    return words if head.text == "note" and words is not None and words.text else None


EXPECT = "expect "  # may stand before an expectation, where a seat is called like one


def statement(line: Piece, names: Sequence[str]) -> Spoken:
    """One line of the game.  Raises RecordError."""
    head, rest = line.partition(":")
    if unquoted(head).text in names and rest is not None:
        return Moves(list(_moves(line, names)))
    if line.text.startswith("chance "):
        return _of_table(line.part(len("chance ")))
    said = line.part(len(EXPECT)) if line.text.startswith(EXPECT) else line
    return _expectation(said, names) or _of_table(line)


def _expectation(line: Piece, names: Sequence[str]) -> Expectation | None:
    """What this line expects; None if it is no expectation.  Raises RecordError."""
    seated = SEATED.match(line.text)
    if seated is not None:
        who = line.part(seated.start(2), seated.end(2)) if seated[2] else None
        seats = _watching(seated[1], who, line, names)
        return Expectation(seated[1], seats, line.part(seated.end()), line)
    plain = PLAIN.match(line.text)
    return None if plain is None else Expectation(plain[1], (), line.part(plain.end()), line)


def _of_table(words: Piece) -> Chance | ClockLine:
    times = ticks(words.text)
    if times is None:
        return Chance(words)
    if words.text != clock_line(times):
        raise words.error(f"write `{clock_line(times)}`")
    return ClockLine(words)


def _watching(verb: str, who: Piece | None, line: Piece, names: Sequence[str]) -> tuple[Seat | None, ...]:
    if who is not None:
        return tuple(_watcher(name, verb, line, names) for name in who.split(","))
    if verb not in MAY_BE_WATCHED:
        raise line.error(f"say whose move is meant: `{verb} {names[0]}: ...`")
    return (None,)


def _watcher(who: Piece, verb: str, line: Piece, names: Sequence[str]) -> Seat:
    if who.text not in names and verb in names:  # a seat called `sees`: `sees holds: Red 3`
        raise who.error(f"there is no seat {quote(who.text)}; to lay out chance, write `chance {line.text}`")
    return seat_of(who, names)


def _moves(line: Piece, names: Sequence[str]) -> Iterator[tuple[Seat, Piece]]:
    """`Ann: Red 3, Red 5; Bo: Blue 1`: moves of one seat between commas, of several between semicolons."""
    for part in line.split(";"):
        who, moves = part.partition(":")
        if moves is None:
            raise part.error(f"whose move is {quote(part.text)}? Write `{names[0]}: ...`")
        seat = seat_of(who, names)
        if not moves.text:
            raise moves.error(f"what does {names[seat]} do? Write the move after the colon")
        yield from ((seat, move) for move in moves.split(","))


def seat_of(who: Piece, names: Sequence[str]) -> Seat:
    """The seat of a name, written as the header writes it.  Raises RecordError."""
    name = unquoted(who).text
    if name in names:
        return names.index(name)
    raise who.error(f"there is no seat {quote(who.text)}{did_you_mean(who.text, names)}")
