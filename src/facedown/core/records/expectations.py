"""What a record expects of the table: who is asked, what is legal or refused, what is seen, how it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from facedown.core.errors import FacedownError, Illegal
from facedown.core.game import Move, Seat
from facedown.core.records import seeing
from facedown.core.records.seeing import Failure
from facedown.core.records.text import Piece
from facedown.core.records.unsaid import called
from facedown.core.spelling import did_you_mean, fold, in_any_number, quote, unbracketed
from facedown.core.table import DEAL, Table

NOBODY = ("nobody", "none", "no one", "nothing", "draw")
EVERYBODY = ("all", "everybody", "everyone")
SPECTATORS = ("nobody", "spectator", "spectators")
RULE = re.compile(r"\s*(?:[(\[]\s*(?:by\s+)?(?:rule\s+)?|(?:by\s+)?rule\s+)(\w+(?:\.\w+)*)\s*[)\]]?\s*$", re.I)
WINS = re.compile(r"(.+?)(?: team)? (?:wins?|has won|have won)(?: the game)?[.!]?", re.I)
BEFALLS = re.compile(r"(.+?) (?:dies|does not die|is alive|is executed|is exiled)[.!]?", re.I)  # what is no move
PAIR = re.compile(r"(.*?)\s*[:= ]\s*(-?[0-9]{1,6})|(-?[0-9]{1,6})")

Watcher: TypeAlias = Seat | None  # None: a spectator


class Said(NamedTuple):
    """One expectation: of whom (None: not said), and the rest of its line."""

    whom: list[Watcher] | None
    rest: Piece
    where: Piece
    since: int = 0  # how many lines of history there were before the moves that come before it


Met: TypeAlias = Callable[[Table, Said], Iterator[Failure]]


class Expectation(NamedTuple):
    """What a line expects, understood but not yet looked into."""

    met: Met
    said: Said

    def failures(self, table: Table, since: int = 0) -> list[Failure]:
        """How the table differs from it.  Raises RecordError where the line cannot mean anything."""
        return list(self.met(table, self.said._replace(since=since)))

    @property
    def of_what_came(self) -> bool:
        """Is it about what has become of the game, and not about the question that is open?"""
        return self.met in (_sees, _told, _scores, _winners, _over)

    @property
    def title(self) -> Piece:
        """What it would be as a title, which names the moment in which it comes about."""
        rest, where = self.said.rest, self.said.where
        return rest if self.met is _told and BEFALLS.fullmatch(rest.text) else where


def expectation(statement: Piece, table: Table) -> Expectation | None:
    """What the statement expects; None where it is no expectation.  Raises RecordError."""
    for verb, met in SEATED.items():
        said = _of_whom(statement, verb, table)
        if said is not None:
            return Expectation(met, said)
    for verb, met in PLAIN.items():
        rest = statement.value_of(verb)
        if rest is not None:
            return Expectation(met, Said(None, rest, statement))
    befallen = BEFALLS.fullmatch(statement.text)
    if befallen is not None and fold(befallen[1]) in (*SPECTATORS, *called(table)):
        return Expectation(_told, Said(None, statement, statement))
    return None


def outcome(statement: Piece) -> Expectation | None:
    """`good wins`, of a game that is over; None where it says no such thing."""
    found = WINS.fullmatch(statement.text)
    return Expectation(_winners, Said(None, statement.part(0, found.end(1)), statement)) if found else None


def _of_whom(statement: Piece, verb: str, table: Table) -> Said | None:
    """`legal Ann: ...`, `Ann legal: ...`, `legal: ...`, and the first two without their colon."""
    head, tail = statement.partition(":")
    rest = statement.after(verb)
    if rest is None:
        before = re.fullmatch(rf"(.+?)\s+(?:(?:is|are)\s+)?{verb}", head.text, re.I)
        whom = _watchers(head.part(0, before.end(1)), table) if before else None
        return Said(whom, tail, statement) if whom and tail else None
    if rest.text.startswith(":"):
        return Said(None, rest.part(1), statement)
    who, tail = rest.partition(":")
    if tail is not None and (whom := _watchers(who, table)) is not None:
        return Said(whom, tail, statement)
    for name in (*table.names, *SPECTATORS, *EVERYBODY):
        if (tail := rest.after(name)) is not None:
            return Said(_watchers(Piece(name, 1, 1), table), tail, statement)
    raise who.error(f"there is no seat {quote(who.text)}{did_you_mean(who.text, table.names)}")


def _watchers(who: Piece, table: Table) -> list[Watcher] | None:
    if fold(who.text) in EVERYBODY:
        return list(range(len(table.names)))
    if fold(who.text) in SPECTATORS:
        return [None]
    seats = called(table)
    named = [seats.get(fold(part.text)) for part in who.split(",")]
    return None if None in named else list(named)


def _seats(who: Piece, table: Table) -> set[Seat]:
    """The seats in a list of names, "nobody" or "all".  Raises RecordError."""
    if fold(who.text) in NOBODY:
        return set()
    if fold(who.text) in EVERYBODY:
        return set(range(len(table.names)))
    seats = set()
    for part in Piece(re.sub(r"\band\b|&", lambda m: ",".ljust(len(m[0])), who.text), who.line, who.column).split(
        ","
    ):
        seat = called(table).get(fold(part.text))
        if seat is None:
            raise part.error(f"there is no seat {quote(part.text)}{did_you_mean(part.text, table.names)}")
        seats.add(seat)
    return seats


def _names(seats: set[Seat] | tuple[Seat, ...], table: Table) -> str:
    return ", ".join(table.names[seat] for seat in sorted(seats)) or "nobody"


# -- what seats may do -------------------------------------------------------------------------------------------


def _one_by_one(table: Table, said: Said) -> Iterator[Seat]:
    """The seats that the line is about; where it names none, the one that is asked."""
    if said.whom is None and len(table.asked) != 1:
        raise said.where.error(f"say which seat is meant; asked are: {_names(table.asked, table)}")
    for seat in said.whom if said.whom is not None else table.asked:
        if seat is None:
            raise said.where.error("somebody who only watches has no moves; name a seat")
        yield seat


def _moves(table: Table, moves: Piece) -> list[tuple[Piece, Move]]:
    if fold(moves.text) in NOBODY:
        return []
    if not moves.text:
        raise moves.error("which moves? Write them behind the colon, or `nothing`")
    return [(part, _move(table, part)) for part in moves.split(",")]


def _move(table: Table, words: Piece) -> Move:
    try:
        return table.game.read_move(words.text, table.names)
    except FacedownError as error:
        raise words.refused(error) from None


def _legal(table: Table, said: Said) -> Iterator[Failure]:
    expected = _moves(table, said.rest)
    yield from _may(table, said)
    for seat in _one_by_one(table, said):
        named = {_meant(table, seat, move) for _, move in expected}
        more = [move.text for move in table.legal(seat) if _meant(table, seat, move) not in named]
        if more:
            yield Failure(said.rest, f"{table.names[seat]} may also play {', '.join(more)}")


def _meant(table: Table, seat: Seat, move: Move) -> Move:
    return table.game.interpret(table.peek(), seat, move, table.names)


def _may(table: Table, said: Said) -> Iterator[Failure]:
    for seat in _one_by_one(table, said):
        for where, move in _moves(table, said.rest):
            if error := _refusal(table, seat, move):
                yield Failure(where, str(error))


def _may_not(table: Table, said: Said) -> Iterator[Failure]:
    for seat in _one_by_one(table, said):
        for where, move in _moves(table, said.rest):
            if not _refusal(table, seat, move):
                yield Failure(where, f"{table.names[seat]} may play {move.text}")


def _refused(table: Table, said: Said) -> Iterator[Failure]:
    parts = said.rest.split(",")
    if not parts:
        raise said.rest.error("which move is refused? Write it behind the colon")
    last = RULE.search(parts[-1].text)
    for seat in _one_by_one(table, said):
        for part in parts:
            rule = RULE.search(part.text)
            number = rule[1] if rule else last[1] if last else None
            move = _move(table, part.part(0, rule.start()) if rule else part)
            error = _refusal(table, seat, move)
            by = error.rule if isinstance(error, Illegal) else None
            if error is None:
                yield Failure(part, f"{move.text} by {table.names[seat]} is not refused")
            elif number is not None and number != by:
                yield Failure(part, f"it is refused by {f'rule {by}' if by else 'no rule'}, not {number}: {error}")


def _refusal(table: Table, seat: Seat, move: Move) -> FacedownError | None:
    """What is raised when this seat makes this move; None where it may."""
    try:
        table.copy().play(seat, move)
    except FacedownError as error:
        return error
    return None


# -- what is seen and told ---------------------------------------------------------------------------------------


def _sees(table: Table, said: Said) -> Iterator[Failure]:
    conditions = said.rest.split(";")
    if not conditions:
        raise said.rest.error("what is seen? Write something like `hand = Red 3, Blue 2`")
    for watcher in said.whom or [None]:
        view = table.view(watcher)
        for condition in conditions:
            failure = seeing.failure(view, condition, table.names)
            if failure:
                who = "a spectator" if watcher is None else table.names[watcher]
                yield Failure(failure.where, f"{who} sees {failure.message}")


def _told(table: Table, said: Said) -> Iterator[Failure]:
    """Since the moves above, somebody was told a sentence that holds these words; or nothing that not all heard.

    What one is dealt as the game begins is no news.
    """
    for watcher in said.whom or [None]:
        told = _sentences(table, watcher, said)
        all_heard = _sentences(table, None, said) if watcher is not None else []
        news = _sentences(table, watcher, said, but=DEAL) if watcher is not None else told
        silent = set(news) <= set(all_heard) and fold(said.rest.text) in NOBODY
        if not silent and not any(_says(sentence, said.rest.text) for sentence in told):
            yield Failure(said.rest, f"told since then: {unbracketed(' '.join(told)) or 'nothing'}")


def _not_told(table: Table, said: Said) -> Iterator[Failure]:
    """Since the moves above, they were told no sentence that holds these words."""
    for watcher in said.whom or [None]:
        told = [text for text in _sentences(table, watcher, said) if _says(text, said.rest.text)]
        if told:
            yield Failure(said.rest, f"told since then: {unbracketed(' '.join(told))}")


def _sentences(table: Table, watcher: Watcher, said: Said, but: str = "") -> list[str]:
    """What this one was told since the moves that come before the line, but for one kind of event."""
    later = (i for i, frame in enumerate(table.frames) if frame.lines > said.since)
    since = next(later, len(table.frames)) if said.since else 0
    return [event.text for event in table.log(watcher, since) if event.kind != but]


def _prompt(table: Table, said: Said) -> Iterator[Failure]:
    for watcher in said.whom or [None]:
        prompt = table.prompt(watcher)
        if _plain(said.rest.text) not in _plain(prompt):
            yield Failure(said.rest, f"the prompt is: {unbracketed(prompt)}")


def _says(sentence: str, words: str) -> bool:
    """Does a sentence hold these words, or say the same turned round: `Bo is the Demon`, `The Demon is Bo`?

    It may be written for several what holds for one: `1 votes`; and of two, one of whom it is, in either order.
    """
    plain, wanted = _plain(sentence), _plain(words)
    one, verb, other = wanted.partition(" is ")
    if wanted in plain or bool(verb and f"{other} is {one}" == plain):
        return True
    wanted, plain = in_any_number(wanted), in_any_number(plain)
    if " is " in wanted:  # `Bo is the Saint` of one who was
        plain = re.sub(r"\bwas\b", "is", plain)
    either = EITHER.match(wanted)
    if either is None:
        return wanted in plain
    rest = wanted[either.end() :]
    one, other = either["one"] or either["of"], either["other"]
    ways = (f"one of {one} and {other} is", f"one of {other} and {one} is", f"{one} or {other} is")
    return any(way + rest in plain for way in ways)


EITHER = re.compile(r"(?:(?:either )?(?P<one>\w+) or|one of (?P<of>\w+) and) (?P<other>\w+) is\b")


def _plain(sentence: str) -> str:
    """A sentence without the brackets round cards, without articles, and without what ends it."""
    return re.sub(r"\bthe (?=\w)", "", fold(unbracketed(sentence))).strip(" .!?\"'")


# -- how it stands -----------------------------------------------------------------------------------------------


def _asked(table: Table, said: Said) -> Iterator[Failure]:
    if _seats(said.rest, table) != set(table.asked):
        yield Failure(said.rest, f"asked: {_names(table.asked, table)}")


def _free(table: Table, said: Said) -> Iterator[Failure]:
    if _seats(said.rest, table) != set(table.free):
        yield Failure(said.rest, f"free to act: {_names(table.free, table)}")


def _seconds(table: Table, said: Said) -> Iterator[Failure]:
    forever = fold(said.rest.text) in NOBODY
    if not forever and not re.fullmatch(r"\d{1,6}(?:\.\d{1,6})?", said.rest.text):
        raise said.rest.error(f"{quote(said.rest.text)} is no time; write a number of seconds, or `none`")
    if (None if forever else float(said.rest.text)) != table.seconds:
        yield Failure(said.rest, f"seconds: {'none' if table.seconds is None else f'{table.seconds:g}'}")


def _scores(table: Table, said: Said) -> Iterator[Failure]:
    scores, parts = table.standing.scores, said.rest.split(",")
    pairs = [(part, PAIR.fullmatch(part.text)) for part in parts]
    if parts and all(pair and pair[3] for _, pair in pairs):
        if tuple(int(part.text) for part in parts) != scores:
            yield Failure(said.rest, f"scores: {_written(table)}")
        return
    if not parts:
        raise said.rest.error("which scores? Write something like `Ann 3, Bo 1`")
    for part, pair in pairs:
        if pair is None or pair[3]:
            raise part.error(
                f"{quote(part.text)} is no score; write a name and a number, like `{table.names[0]} 3`"
            )
        seats = _seats(part.part(0, pair.end(1)), table)
        if len(seats) != 1:
            raise part.error(f"{quote(part.text)} is no score of one seat")
        if scores[min(seats)] != int(pair[2]):
            yield Failure(part, f"scores: {_written(table)}")


def _written(table: Table) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(table.names, table.standing.scores, strict=True))


def _winners(table: Table, said: Said) -> Iterator[Failure]:
    standing, side = table.standing, fold(re.sub(r"^the | team$| wins?$", "", said.rest.text, flags=re.I))
    of_a_side = side in map(fold, table.game.sides) and side not in map(fold, table.names)
    expected = set() if of_a_side else _seats(said.rest, table)
    if of_a_side and standing.over:
        if side != fold(standing.side):
            yield Failure(said.rest, f"the winner: {standing.side}")
    elif not standing.over:
        yield Failure(said.where, "the game is not over")
    elif expected != set(standing.winners):
        yield Failure(said.rest, f"winners: {_names(standing.winners, table)}")


def _over(table: Table, said: Said) -> Iterator[Failure]:
    answer = fold(said.rest.text) or "yes"
    if answer not in ("yes", "no", "true", "false"):
        raise said.rest.error(f"`over` is yes or no, not {quote(said.rest.text)}")
    if table.over != (answer in ("yes", "true")):
        yield Failure(said.where, f"the game is {'over' if table.over else 'not over'}")


SEATED: dict[str, Met] = {
    "legal": _legal,
    "may not": _may_not,
    "may": _may,
    "refused": _refused,
    "sees": _sees,
    "not told": _not_told,
    "told not": _not_told,
    "told": _told,
    "prompt": _prompt,
}
PLAIN: dict[str, Met] = {
    "asked": _asked,
    "free": _free,
    "seconds": _seconds,
    "scores": _scores,
    "score": _scores,
    "winners": _winners,
    "winner": _winners,
    "over": _over,
}
VERBS = (*SEATED, *PLAIN)
