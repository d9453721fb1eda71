"""Told text played on a table, as it stands or as it can only be meant, and written down as a record on the way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice, takewhile

from facedown.core.errors import FacedownError, RecordError
from facedown.core.game import Game, Seat
from facedown.core.record import chance
from facedown.core.record.checks import Failure
from facedown.core.record.grammar import FREE, FindGame
from facedown.core.record.loose_draft import Draft
from facedown.core.record.loose_expectations import EVERYBODY, VERBS, Expected, expectation, outcome
from facedown.core.record.loose_held_back import (
    HeldBack,
    comes_after_players,
    comes_later,
    is_next,
    may_be_first,
)
from facedown.core.record.loose_moving import (
    Moves,
    after_pauses,
    at_once_or_later,
    could,
    later,
    opens,
    reaching,
)
from facedown.core.record.loose_unsaid import bearer, called, left_out, reached
from facedown.core.record.text import Line, Piece, lines_of
from facedown.core.spelling import did_you_mean, fold, quote, unbracketed
from facedown.core.table import Table

BULLET = re.compile(r"(?:[-*•]\s+|\d+[.)]\s+)*")
HEADER = {"game": "game", "seats": "seats", "players": "seats", "seed": "seed"}
DECORATED = re.compile(r"(?:==|--|~~|//|\*\*)")
TITLE = re.compile(
    r"(?:(?:round|trick|turn|overtime|match|draft|phase|part|lane|example|hand|play|game|set-?up|placing|end|start"
    r"|of|the|in|first|second|third|fourth|next|last|one|two|three|four|five|six|seven|eight|nine|ten|\d+)\b[\W_]*)+",
    re.I,
)
VOTES = re.compile(r"(\S.*?)\s+votes?\b", re.I)
SPOKEN = re.compile(r"(?:says?|whispers?|tells?)\b", re.I)  # `Ann says: hello`
HOUR_BEFORE = re.compile(r"(?:the )?(?:first )?(?:night|day) ?\d*", re.I)
ARROW = re.compile(r'([^":]+?)\s*(?:->|=>|→)\s*(?=\w)')  # `Ann -> Bo`
BETWEEN = r"\s*(?:,\s*and\b|,|&|\band\b)\s*"  # names in a row
ALL = re.compile(
    rf"(?:{'|'.join(EVERYBODY)})(?: (?:but|except)(?: for)? (?P<but>[^:]+?))?"
    r"(?:\s*:\s*| (?=votes?\b))(?P<move>\S.*)",
    re.I,
)
NOBODY_VOTES = re.compile(r"(?:nobody|no one) votes?(?: for .+)?[.]?", re.I)


def _waits_for(table: Table, seat: Seat, said: str) -> str:
    """Who must answer first, for a writer who took it to be `seat`; nothing where that has been said."""
    if seat in after_pauses(table).asked:
        return ""
    *_, stuck = later(table)  # past all that a record may leave out
    names = ", ".join(table.names[other] for other in stuck.asked)
    what = f": {unbracketed(stuck.prompt(stuck.asked[0]))}" if len(stuck.asked) == 1 else ""
    return "" if not names or f"for {names}" in said else f" (asked: {names}{what})"


class Reader:
    """Reads one told text.  `failures` are the expectations that were not met, `draft` is the record."""

    def __init__(self, find_game: FindGame) -> None:
        self.failures: list[Failure] = []
        self.draft = Draft()
        self._find_game = find_game
        self._game: Game | None = None
        self._header: dict[str, Piece] = {}
        self._players_only = False  # has the header named those who play, and nobody beyond them?
        self._options: dict[str, str] = {}
        self._table: Table | None = None
        self._made = Moves()
        self._held = HeldBack(self._made)
        self._by_card: re.Pattern[str] | None = None  # what begins with a card, as the name of who holds it
        self._lines = 0  # lines of history before the moves that stand together above
        self._looked = False  # has anything been expected since?
        self._dealt: Table | None = None  # the same, but with everything dealt that is due
        self._gone_on: Table | None = None  # the same, after every pause

    def read(self, text: str) -> None:
        """Raises RecordError at the first line that cannot be meant in any way."""
        line = Line(Piece("", 1, 1), "", 1)
        for line in lines_of(text):
            self.draft.begin(line)
            bullet = BULLET.match(line.said.text)
            said = line.said.part(bullet.end()) if bullet else line.said
            if said.text:
                self._line(said)
                if self._table is not None:
                    self.draft.catch_up(self._table)
            self.draft.end()
        table = self._table or self._begin(line.said)
        self._settle(table)
        self._held.check()
        self.draft.begin(Line(line.said._replace(text="end"), "", 1))
        self.draft.catch_up(table)
        self.draft.end()

    def _line(self, line: Piece) -> None:
        if DECORATED.match(line.text):
            title = line._replace(text=line.text.strip("=-~/* "))
            if self._table is not None:
                self._comes(self._table, title)
                self.draft.catch_up(self._table)
            self.draft.title(title.text)
            return
        if self._seat(line.partition(":")[0]) is None:
            for key in FREE:
                if (rest := line.after(key)) is not None:
                    said = rest.part(1) if rest.text.startswith((":", "=")) else rest
                    numbers = said.text.replace(",", " ").split()
                    self.draft.write(f"{key}: {' '.join(numbers) if key == 'rules' else said.text}")
                    return
        if self._table is None and (self._header_line(line) or self._is_title(line)):
            return
        table = self._table or self._begin(line)
        statements = line.split(";")
        if line.after("sees") or any(line.after(f"{name} sees") for name in table.names):
            statements = [line]
        parts = [part for statement in statements for part in self._moves_of_several(statement)]
        while parts:
            self._statement(table, parts.pop(self._whose_turn(table, parts)))

    def _is_title(self, line: Piece) -> bool:
        if TITLE.fullmatch(line.text):
            self.draft.title(line.text)
            return True
        return False

    def _moves_of_several(self, statement: Piece) -> list[Piece]:
        """`Ann: yes, Bo: no` as two statements; so is `Ann and Bo vote yes`."""
        found = self._all_of(statement)
        if found is not None:
            return [statement._replace(text=f"{who}: {found[2]}") for who in re.split(BETWEEN, found[1]) if who]
        parts = statement.split(",")
        if len(parts) < 2:
            return [statement]
        if all(self._mover(part) is not None for part in parts):
            return parts
        return self._told_of_several(parts, statement) or [statement]

    def _told_of_several(self, parts: list[Piece], statement: Piece) -> list[Piece]:
        """`Ann votes yes, Bo votes no` as two moves; nothing where it is no such thing."""
        table = self._table
        if table is None or ":" in statement.text or self._lays_out(table, statement):
            return []
        told = [(part, *self._told_as_of(table, part)) for part in parts]
        if any(rest is None or any(rest.after(verb) for verb in VERBS) for _, _, rest in told):
            return []
        return [part._replace(text=f"{table.names[seat]}: {rest.text}") for part, seat, rest in told if rest]

    def _lays_out(self, table: Table, statement: Piece) -> bool:
        """Does it say how the cards fell, as in `Ann is the Imp, Bo is a Poisoner`?"""
        transcript, words = table.game.transcript, statement.text
        try:
            if transcript.is_title(words) or transcript.chance(table.peek(), words, table.names) is not None:
                return True
            return table.copy().lay_out(words)
        except FacedownError:
            return True

    def _all_of(self, statement: Piece) -> re.Match[str] | None:
        """Several names, and what all of them do."""
        names = "|".join(map(re.escape, sorted(self._table.names if self._table else (), key=len, reverse=True)))
        found = re.fullmatch(rf"((?:{names})(?:{BETWEEN}(?:{names})\b)+)\s*[:\s]\s*(.+)", statement.text, re.I)
        return found if found and not any(fold(found[2]).startswith(verb) for verb in VERBS) else None

    def _mover(self, statement: Piece) -> Seat | None:
        """Whose move this is, if it is said as `Ann: ...` or `Ann votes ...`."""
        head, move = statement.partition(":")
        if move is not None:
            return self._seat(head)
        voter = VOTES.match(statement.text)
        return self._seat(statement._replace(text=voter[1])) if voter else None

    def _whose_turn(self, table: Table, statements: list[Piece]) -> int:
        """Of moves of several seats that stand in one line, the one that comes first: of whoever is asked first."""
        movers = list(takewhile(lambda seat: seat is not None, map(self._mover, statements)))
        if len(set(movers)) < 2:
            return 0
        table = table.copy(wait_for_chance=False)
        if movers[0] in (*table.asked, *table.free):
            return 0
        asked = (next((i for i, seat in enumerate(movers) if seat in now.asked), None) for now in later(table))
        return next((i for i in asked if i is not None), 0)

    # -- the header -----------------------------------------------------------------------------------------------

    def _header_line(self, line: Piece) -> bool:
        for key, field in HEADER.items():
            value = line.value_of(key)
            if value is not None and not (field in self._header and self._seat(line.partition(":")[0]) is not None):
                self._keep(field, line, value)
                self._players_only |= key == "players"
                if field != "seats":
                    self.draft.write(f"{field}: {self._game.id if field == 'game' and self._game else value.text}")
                else:
                    self.draft.write("seats:")  # until the table is laid, and the names are known
                return True
        option = line.value_of("option") or line.value_of("options") or line
        return self._game is not None and self._option(self._game, option)

    def _keep(self, field: str, line: Piece, value: Piece) -> None:
        if field in self._header:
            raise line.error(f"{field} is said twice; first in line {self._header[field].line}")
        if not value.text:
            raise value.error(f"{field} says nothing; write `{field}: ...`")
        self._header[field] = value
        if field == "game":
            try:
                self._game = self._find_game(value.text.lower().replace(" ", "-"))
            except FacedownError as error:
                raise value.refused(error) from None

    def _option(self, game: Game, line: Piece) -> bool:
        for option in game.options:
            names = (option.name, option.name.replace("_", " "), option.formerly)
            value = next((found for name in names if name and (found := line.value_of(name))), None)
            if value is not None and not (option.name in self._options and self._seat(line.partition(":")[0])):
                try:
                    checked = game.checked_options({option.name: value.text})[option.name]
                except FacedownError as error:
                    raise value.refused(error) from None
                self._options[option.name] = value.text
                self.draft.write(f"{option.name}: {value.text if option.other else checked}")
                return True
        return False

    def _begin(self, line: Piece) -> Table:
        """The header is over: the table is laid."""
        if self._game is None:
            raise line.error("a record begins with its game, like `game: bayou-boss`, then `seats: Ann, Bo`")
        seats = self._header.get("seats", line._replace(text=str(self._game.seats[0])))
        if "seats" not in self._header and len(self._game.seats) > 1:
            known = [*HEADER, *FREE, *(option.name for option in self._game.options)]
            mend = did_you_mean(line.text.partition(":")[0], known)
            raise line.error(f"the line `seats: ...` must come before {quote(line.text)}{mend}")
        seed = self._header.get("seed", line._replace(text="0"))
        try:
            who = self._sitting(self._game, seats)
            Table(self._game, who, options=self._options)
        except FacedownError as error:
            raise seats.refused(error) from None
        try:
            self._table = Table(self._game, who, seed.text, self._options, wait_for_chance=True)
        except FacedownError as error:
            raise seed.refused(error) from None
        self.draft.lay(self._table)
        return self._table

    def _sitting(self, game: Game, seats: Piece) -> int | list[str]:
        """How many sit down, or their names.  `players: Ann, Bo` leaves out a seat that is no player's."""
        more = game.host_seats if self._players_only else 0
        if re.fullmatch("[0-9]{1,9}", seats.text):
            return int(seats.text) + more
        names = [name.text for name in seats.split(",")]
        beyond = game.names_of(game.seats[0])[-more:] if more else ()
        return names if {*map(fold, beyond)} <= {*map(fold, names)} else [*names, *beyond]

    # -- the game -------------------------------------------------------------------------------------------------

    def _named_by_name(self, table: Table, statement: Piece) -> Piece:
        """`Imp: Cy` and `told Chef: 1` with the names of those who hold these, where nobody is called so."""
        if self._by_card is None:
            cards = "|".join(re.escape(card.name) for card in table.game.cards())
            self._by_card = re.compile(rf"((?:{'|'.join(VERBS)}) |)(?:the )?({cards})(?=\s*:|\s+\w)", re.I)
        found = self._by_card.match(statement.text)
        if found is None or fold(found[2]) in called(table):
            return statement
        seat = bearer(table, found[2])
        if seat is None:
            return statement
        return statement._replace(text=found[1] + table.names[seat] + statement.text[found.end() :])

    def _statement(self, table: Table, statement: Piece, *, titled: bool = False) -> None:
        statement = self._named_by_name(table, statement)
        head, rest = statement.partition(":")
        seat = self._seat(head)
        if seat is not None and rest is not None:
            self._moves(table, seat, rest)
        elif (expected := expectation(statement, table) or self._outcome(table, statement)) is not None:
            self._expects(table, statement, expected)
        elif self._comes(table, statement) or table.game.transcript.is_title(statement.text):
            self.draft.catch_up(table)
            self.draft.title(statement.text)
        elif self._fed(table, statement) or self._is_title(statement):
            return
        elif rest is not None and rest.text and TITLE.fullmatch(head.text) and not titled:  # `Trick 1: Ann: Red 9`
            self.draft.title(head.text)
            self._statement(table, rest, titled=True)
        elif rest is not None and rest.text and not titled and HOUR_BEFORE.fullmatch(head.text):  # `Day 1: Ann: Bo`
            self._statement(table, head)
            self._statement(table, rest, titled=True)
        elif (found := ALL.fullmatch(statement.text)) and (but := self._excepted(found["but"])) is not None:
            self._all_asked(table, statement.part(found.start("move")), but)
        elif NOBODY_VOTES.fullmatch(statement.text):
            self._all_asked(table, statement._replace(text="no"))
        else:
            self._moves_without_colon(table, statement)

    def _outcome(self, table: Table, statement: Piece) -> Expected | None:
        """`good wins`, where the game is over: nothing else can be meant."""
        expected = outcome(statement)
        return expected if expected is not None and self._looked_at(table, statement).over else None

    def _comes(self, table: Table, title: Piece) -> bool:
        """Does a title name a moment that comes when what was left out is answered, or over?  Then it has come."""
        if reached(table, title.text):
            return False
        self._settle(table)
        moment = reaching(table, title.text)
        if moment is not None:
            self._held.check(set_up=False)
            vars(table).update(vars(moment))
            self._dealt = self._gone_on = None
        return moment is not None

    def _expects(self, table: Table, statement: Piece, expected: Expected) -> None:
        """Look whether it is so, and write it down where it is."""
        self._settle(table)
        self._held.check()
        moment, failures = self._look(table, statement, expected)
        if failures and self._comes(table, expected.title):  # `Ed is executed` closes the day
            moment, failures = self._look(table, statement, expected)
        self.failures += failures
        self._looked = True
        about_pause = self._about_pause(table, statement)
        dealt = self._dealt or moment
        in_pause = about_pause or not expected.failures(dealt, self._since(dealt))
        if self.draft.in_pause and not in_pause:
            vars(table).update(vars(after_pauses(table)))
            self._dealt = self._gone_on = None
            self.draft.catch_up(table, with_pauses=True)
        spelled = expected.spelled(moment, self._since(moment))
        self.draft.expect(table, spelled, about_pause=about_pause)

    def _look(self, table: Table, statement: Piece, expected: Expected) -> tuple[Table, list[Failure]]:
        """The table that was looked at, and how it differs.

        What has become of the game may show only after answers that were left out: then these have been given.
        """
        now = self._looked_at(table, statement)
        failures = expected.failures(now, self._since(now))
        idle = left_out(now)
        if not failures or idle is None:
            return now, failures
        of_a_player = idle[0] < len(table.names) - table.game.host_seats
        if of_a_player and not expected.of_what_came:
            return now, failures
        for count, moment in enumerate(later(now), 1):
            if not expected.failures(moment, self._since(moment)):
                *_, reached = islice(later(table), count)
                vars(table).update(vars(reached))
                self._dealt = self._gone_on = None
                return self._looked_at(table, statement), []
        return now, failures

    def _since(self, table: Table) -> int:
        """The first frame after what stood above the last moves."""
        later = (i for i, frame in enumerate(table.frames) if frame.lines > self._lines)
        return next(later, len(table.frames)) if self._lines else 0

    def _about_pause(self, table: Table, statement: Piece) -> bool:
        """Is the statement about a pause, which is open?"""
        pause = table.game.pause
        return (
            bool(pause)
            and fold(pause) in fold(statement.text)
            and table.copy(wait_for_chance=False).paused is not None
        )

    def _looked_at(self, table: Table, statement: Piece) -> Table:
        """The table as it stands when everything due is dealt; `table` itself still waits for what is laid out.

        It stands after every pause that is open, unless the statement is about that.
        """
        if self._dealt is None:
            self._dealt = table.copy(wait_for_chance=False)
        if self._dealt.paused is None or fold(table.game.pause) in fold(statement.text):
            return self._dealt
        if self._gone_on is None:
            self._gone_on = after_pauses(self._dealt)
        return self._gone_on

    def _moves(self, table: Table, seat: Seat, moves: Piece) -> None:
        if not moves.text:
            raise moves.error(f"what does {table.names[seat]} do? Write the move after the colon")
        rest = moves.split(",")
        while rest:
            head, move = rest[0].partition(":")
            other = self._seat(head)
            if other is not None and move is not None:  # `Ann: Red 3, Bo: Red 5`
                seat, rest[0] = other, move
            self.draft.movers.add(seat)
            self._dealt = self._gone_on = None
            del rest[: self._play(table, seat, rest)]

    def _play(self, table: Table, seat: Seat, moves: list[Piece]) -> int:
        """Make the first of these moves.  Gives how many pieces it took."""
        before = len(table.history)
        if self._laid_out_by_hand(table, seat, moves[0]):
            return 1
        same = [moves[0].text, *(move.text for move in takewhile(self._of_the_same, moves[1:]))]
        if not comes_later(table, seat, same[0]):
            if not is_next(table, seat):
                self._settle(table)
        elif may_be_first(table):
            asked = _waits_for(table, seat, "")
            problem = moves[0].error(f"nothing is asked of {table.names[seat]} now{asked}")
            return self._held.take(seat, same, problem, set_up=False)
        try:
            many = self._made.make(table, seat, same)
        except FacedownError as error:
            other, rest = self._told_as_of(table, moves[0])
            try:
                if rest is not None:
                    return self._play(table, other, [rest, *moves[1:]])
            except FacedownError:
                if seat < len(table.names) - table.game.host_seats:  # the storyteller often speaks of others
                    raise
            problem = moves[0].error(f"{error}{_waits_for(table, seat, str(error))}")
            set_up = opens(table, seat)
            if set_up or comes_later(table, seat, same[0]) or comes_after_players(table, seat, same[0]):
                return self._held.take(seat, same, problem, set_up=set_up)
            self._held.check()
            raise problem from None
        self._held.make(table)
        self._went_on(table, before)
        return many

    def _settle(self, table: Table) -> None:
        """What was held back is done now, as far as it can be."""
        before = len(table.history)
        self._held.settle(table)
        if len(table.history) > before:
            self._dealt = self._gone_on = None
            self._went_on(table, before)

    def _told_as_of(self, table: Table, move: Piece) -> tuple[Seat, Piece | None]:
        """Whose move it is if it begins with a name, as the second of `Ann votes yes, Bo votes no`."""
        seats = called(table)
        for name in sorted(seats, key=len, reverse=True):
            rest = move.after(name)
            if rest is not None and rest.text and rest.partition(":")[1] is None:
                return seats[name], rest
        return -1, None

    def _laid_out_by_hand(self, table: Table, seat: Seat, move: Piece) -> bool:
        """Is it of a seat that is no player's, comes before everything else, and lays out how the game begins?"""
        begun = self._looked or any(line.seat is not None for line in table.history)
        return not begun and seat >= len(table.names) - table.game.host_seats and self._fed(table, move)

    def _went_on(self, table: Table, before: int) -> None:
        """What is told from here on, after an expectation, is told since these moves."""
        if self._looked and len(table.history) > before:
            self._lines, self._looked = before, False

    def _of_the_same(self, move: Piece) -> bool:
        """Does this move belong to the seat that the ones before it belong to?"""
        head, rest = move.partition(":")
        return rest is None or self._seat(head) is None

    def _fed(self, table: Table, statement: Piece) -> bool:
        said = statement.value_of("chance") or statement
        before = len(table.history)
        try:
            told = table.game.transcript.chance(table.peek(), said.text, table.names)
            words = chance.spelled(table, told or chance.with_colon(table, said.text))
            fed = at_once_or_later(table, lambda table: table.lay_out(words))
        except FacedownError as error:
            raise said.refused(error) from None
        if fed:
            self._dealt = self._gone_on = None
            self._went_on(table, before)
        return fed

    def _excepted(self, names: str | None) -> set[Seat] | None:
        """The seats in `all but Ann and Bo`; None where these are no seats."""
        seats = {self._seat(Piece(name, 1, 1)) for name in re.split(BETWEEN, names or "") if name}
        return None if None in seats else {seat for seat in seats if seat is not None}

    def _all_asked(self, table: Table, move: Piece, but: set[Seat] | frozenset[Seat] = frozenset()) -> None:
        """`all: done`: each player who is asked does the same, but for some, who leave all as it is."""
        players = set(range(len(table.names) - table.game.host_seats)) - but
        made = False
        if len(move.split(",")) > 1:
            raise move.error("`all` make one move together; write a line for each move, or for each seat")
        while True:
            now = after_pauses(table)
            asked = sorted(players.intersection(now.asked))
            can = [seat for seat in asked if could(now, seat, move.text)]
            if asked and (can or not made):
                players.remove(seat := (can or asked)[0])
                self._moves(table, seat, move)
                made = True
            elif players and (idle := left_out(now)) is not None and idle[0] in but:
                now.play(*idle)
                vars(table).update(vars(now))
                self._dealt = self._gone_on = None
            else:
                return

    def _moves_without_colon(self, table: Table, statement: Piece) -> None:
        if ARROW.match(statement.text):
            self._statement(table, statement._replace(text=ARROW.sub(r"\1: ", statement.text, count=1)))
            return
        statement = statement._replace(text=statement.text.removesuffix("."))  # `Ann nominates Di.`
        speaker = table.game.transcript.speaker(statement.text, table.names)
        if speaker is not None:
            self._moves(table, speaker, statement)
            return
        head, tail = statement.partition(":")  # `Ann chooses: Bo` is `Ann chooses Bo`
        plain = statement if tail is None else statement._replace(text=f"{head.text} {tail.text}")
        seat, rest = self._told_as_of(table, plain.after("the") or plain)  # `The Storyteller tells Ann 3`
        try:
            if rest is not None:
                self._moves(table, seat, rest)
                return
        except RecordError:
            if rest is None or tail is None or SPOKEN.match(rest.text):
                raise
        for key in HEADER:
            if statement.after(key) is not None:
                raise statement.error(f"{key} belongs to the header, before the first line of play")
        mend = did_you_mean(head.text, [*table.names, *VERBS, *(option.name for option in table.game.options)])
        usual = "; a line is a move (`Ann: ...`), an expectation (`asked: Ann`) or chance laid out"
        if statement.partition(":")[1] is not None:
            usual += f"; the seats are {', '.join(table.names)}"
        raise statement.error(f"a record says nothing like {quote(head.text)}{mend or usual}")

    def _seat(self, who: Piece) -> Seat | None:
        """The seat of this name, as soon as the header has said how they are called."""
        seats = self._header.get("seats")
        names: Sequence[str] = [name.text for name in seats.split(",")] if seats else []
        if self._table is not None:
            names = self._table.names
        if self._game is not None:
            return self._game.transcript.called(self._game, names).get(fold(who.text))
        return {fold(name): seat for seat, name in enumerate(names)}.get(fold(who.text))
