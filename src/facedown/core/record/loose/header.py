"""Reads the header of a told text: the game, the seats and the options."""

from __future__ import annotations

import re

from facedown.core.errors import FacedownError
from facedown.core.game import Game, Seat
from facedown.core.record.grammar import FREE, FindGame, check_version
from facedown.core.record.loose.draft import Draft
from facedown.core.record.text import Piece
from facedown.core.spelling import did_you_mean, fold, quote
from facedown.core.table import Table
from facedown.core.transcript import Transcript

KEYS = {"game": "game", "seats": "seats", "players": "seats", "seed": "seed", "version": "version"}


class Header:
    """Collects what the header says about the table, and writes it into the draft in the form of a record."""

    def __init__(self, find_game: FindGame, draft: Draft) -> None:
        self._find_game, self._draft = find_game, draft
        self._game: Game | None = None
        self._given: dict[str, Piece] = {}
        self._options: dict[str, str] = {}
        self._players_only = False  # whether `players: ...` was given, which leaves out the host seats

    @property
    def transcript(self) -> Transcript:
        """The transcript of the game, or the default one while no line has named the game."""
        return self._game.transcript if self._game else Transcript()

    def seat(self, who: Piece) -> Seat | None:
        """The seat with this name; None for an unknown name, or while no line has named the seats."""
        seats = self._given.get("seats")
        names = [name.text for name in seats.split(",")] if seats else []
        if self._game is not None:
            return self._game.transcript.called(self._game, names).get(fold(who.text))
        return {fold(name): seat for seat, name in enumerate(names)}.get(fold(who.text))

    def take(self, line: Piece) -> bool:
        """Read a line of the header; False if it does not belong to the header.  Raises RecordError."""
        for key, field in KEYS.items():
            value = line.value_of(key)
            if value is not None and not (field in self._given and self._begins_with_a_name(line)):
                self._keep(field, line, value)
                self._players_only |= key == "players"
                if field == "seats":
                    self._draft.write("seats:")  # until the table is laid, and the names are known
                else:
                    said = self._game.id if field == "game" and self._game else value.text
                    self._draft.write(f"{field}: {said}")
                if field == "game" and self._game is not None and self._game.own_cards:
                    for cards_line in ["cards:", *self._game.own_cards.rstrip().split("\n")]:
                        self._draft.write(cards_line if cards_line == "cards:" else f"  {cards_line}".rstrip())
                return True
        option = line.value_of("option") or line.value_of("options") or line
        return self._game is not None and self._option(self._game, option)

    def lay(self, line: Piece) -> Table:
        """Return the table that the header describes; `line` is the first line after it.  Raises RecordError."""
        if self._game is None:
            raise line.error("a record begins with its game, like `game: bayou-boss`, then `seats: Ann, Bo`")
        seats = self._given.get("seats", line._replace(text=str(self._game.seats[0])))
        if "seats" not in self._given and len(self._game.seats) > 1:
            known = [*KEYS, *FREE, *(option.name for option in self._game.options)]
            mend = did_you_mean(line.text.partition(":")[0], known)
            raise line.error(f"the line `seats: ...` must come before {quote(line.text)}{mend}")
        seed = self._given.get("seed", line._replace(text="0"))
        try:
            who = self._sitting(self._game, seats)
            Table(self._game, who, options=self._options, wait_for_chance=True)
        except FacedownError as error:
            raise seats.refused(error) from None
        try:
            table = Table(self._game, who, seed.text, self._options, wait_for_chance=True)
        except FacedownError as error:
            raise seed.refused(error) from None
        self._draft.lay(table)
        return table

    def _begins_with_a_name(self, line: Piece) -> bool:
        return self.seat(line.partition(":")[0]) is not None

    def _keep(self, field: str, line: Piece, value: Piece) -> None:
        if field in self._given:
            raise line.error(f"{field} is given twice; the first is in line {self._given[field].line}")
        if not value.text:
            raise value.error(f"{field} has no value; write `{field}: ...`")
        self._given[field] = value
        if field == "game":
            try:
                self._game = self._find_game(value.text.lower().replace(" ", "-"))
            except FacedownError as error:
                raise value.refused(error) from None
        if self._game is not None and "version" in self._given:
            check_version(self._game, self._given["version"])

    def _option(self, game: Game, line: Piece) -> bool:
        for option in game.options:
            names = (option.name, option.name.replace("_", " "), option.formerly)
            value = next((found for name in names if name and (found := line.value_of(name))), None)
            if value is not None and not (option.name in self._options and self._begins_with_a_name(line)):
                try:
                    checked = game.checked_options({option.name: value.text})[option.name]
                except FacedownError as error:
                    raise value.refused(error) from None
                self._options[option.name] = value.text
                self._draft.write(f"{option.name}: {value.text if option.other else checked}")
                return True
        return False

    def _sitting(self, game: Game, seats: Piece) -> int | list[str]:
        """The number of seats or their names, with the host seats that `players: Ann, Bo` leaves out."""
        more = game.host_seats if self._players_only else 0
        if re.fullmatch("[0-9]{1,9}", seats.text):
            return int(seats.text) + more
        names = [name.text for name in seats.split(",")]
        beyond = game.names_of(game.seats[0])[-more:] if more else ()
        return names if {*map(fold, beyond)} <= {*map(fold, names)} else [*names, *beyond]
