"""What people and characters of a game are called: here a name becomes a seat or an id, and back.

A word may mean several things: a player may be called Chef, or Yes.  Written alone it is an answer word before a
player, and a player before a character.  What it means otherwise is marked: `(Chef)` is the player, `[Chef]` the
character.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain

from facedown.core.errors import Illegal
from facedown.core.kept import kept
from facedown.core.spelling import fold, nearest, quote
from facedown.games.clocktower.moves import THE_STORYTELLER, InSeat, Part, Token
from facedown.games.clocktower.questions import WORDS
from facedown.games.clocktower.roster import FACTS

LONGEST_NAME = 40
WHOLE_NUMBER = re.compile(r"[0-9]{1,2}|-[1-9][0-9]?")  # an answer: there may be an Outsider fewer
MARKED = re.compile(r"\((?P<player>[^()\[\]]*)\)|\[(?P<character>[^()\[\]]*)\]")
PLAIN_IN_BRACKETS = re.compile(r'[^()\[\]"#;,:]+')


class Unknown(Illegal):
    """What these words of a move name, there is not; `near` is called almost so."""

    def __init__(self, what: str, words: str, near: str | None) -> None:
        super().__init__(f"{what}; did you mean {near!r}?" if near else what)
        self.what, self.words, self.near = what, words, near


class Lexicon:
    """The names of one game: of its seats, the storyteller's last, and of the script's own characters, by id."""

    def __init__(self, seats: tuple[str, ...], own: tuple[tuple[str, str], ...]) -> None:
        self.seats, self.own = seats, dict(own)
        self._seat_of = {fold(name): seat for seat, name in enumerate(seats[:-1])}
        self._marked_seats = {fold(name): seat for seat, name in enumerate(seats)}
        official = {fold(fact.name): id for id, fact in FACTS.items() if id not in self.own}
        mine = {form: id for id, name in own for form in (fold(name).removeprefix("the "), fold(name))}
        ids = {fold(id): id for id in (*self.own, *FACTS)}
        quoting = [name for name in (*seats, *self.own.values()) if '"' in name]
        self.quoting = (
            re.compile("|".join(map(re.escape, sorted(quoting, key=len, reverse=True)))) if quoting else None
        )
        self._id_of: Mapping[str, str] = {**ids, **official, **mine}

    # -- writing -------------------------------------------------------------------------------------------------

    def called(self, id: str) -> str:
        """The name of a character; its id, if this is of another script."""
        return self.own.get(id) or (FACTS[id].name if id in FACTS else id)

    def write(self, part: Part, *, marked: bool = False) -> str:
        """A part of a move; `marked`: so that it means this wherever it stands."""
        if isinstance(part, InSeat):
            if not 0 <= part.seat < len(self.seats):
                raise Illegal(f"there is no seat {part.seat} here; they are 0 to {len(self.seats) - 1}")
            return self._marked_seat(part.seat) if marked else self.seats[part.seat]
        if isinstance(part, Token):
            return self._marked_character(part.id) if marked else self.called(part.id)
        return f"({len(self.seats)})" if marked and part == THE_STORYTELLER else str(part)

    def _marked_seat(self, seat: int) -> str:
        name = self.seats[seat]
        return f"({name if PLAIN_IN_BRACKETS.fullmatch(name) else seat + 1})"

    def _marked_character(self, id: str) -> str:
        name = self.called(id)
        plain = PLAIN_IN_BRACKETS.fullmatch(name) and name not in self.own and self._id_of.get(fold(name)) == id
        return f"[{name if plain else id}]"

    # -- reading -------------------------------------------------------------------------------------------------

    def read(self, words: str) -> Part:
        """The likeliest meaning of these words.  Raises Illegal if they have none."""
        return next(self.meanings(words))

    def meanings(self, words: str) -> Iterator[Part]:
        """All that these words may mean, the likeliest first.  Raises Illegal if they mean nothing."""
        if (found := MARKED.fullmatch(words.strip())) is not None:
            yield self._read_marked(found)
            return
        if not (known := self._meant(words)):
            raise Unknown(f"{quote(words)} is not an answer here", words, nearest(words, self.all_names))
        yield from known

    def knows(self, words: str) -> bool:
        """Whether these words mean anything; what they may be meant for, if not, takes longer to find."""
        if (found := MARKED.fullmatch(words.strip())) is None:
            return bool(self._meant(words))
        try:
            self._read_marked(found)
        except Illegal:
            return False
        return True

    def _meant(self, words: str) -> Collection[Part]:
        name = fold(words)
        return dict.fromkeys(chain(self._known(name), self._known(name.removeprefix("the "))))

    def _known(self, name: str) -> Iterator[Part]:
        if name in WORDS:
            yield name
        if WHOLE_NUMBER.fullmatch(name):
            yield int(name)
        if name in self._seat_of:
            yield InSeat(self._seat_of[name])
        if name in self._id_of:
            yield Token(self._id_of[name])

    def _read_marked(self, found: re.Match[str]) -> Part:
        name = found["player"] if found["player"] is not None else found["character"]
        if found["character"] is not None:
            if fold(name) in self._id_of:
                return Token(name if name in self.own or name in FACTS else self._id_of[fold(name)])
            raise Unknown(f"there is no character {quote(name)}", name, nearest(name, self.characters))
        seat = self._marked_seats.get(fold(name), int(name) - 1 if name.isascii() and name.isdigit() else -1)
        if not 0 <= seat < len(self.seats):
            raise self.nobody(name)
        return InSeat(seat)

    def nobody(self, name: str) -> Unknown:
        """The error where a player is named and nobody is called so."""
        return Unknown(f"nobody here is called {quote(name)}", name, nearest(name, self.seats))

    def character(self, words: str) -> Token:
        """The character of this name, even if something else is called so.  Raises Illegal."""
        found = self.meanings(words) if self.knows(words) else ()
        if (token := next((part for part in found if isinstance(part, Token)), None)) is not None:
            return token
        what = f"there is no character {quote(words)}" if words else "name a character"
        raise Unknown(what, words, nearest(words, self.characters))

    def player(self, words: str) -> InSeat | None:
        """The player, or storyteller, of this name; None if nobody is called so."""
        if fold(words) == fold(self.seats[-1]):
            return InSeat(len(self.seats) - 1)
        found = MARKED.fullmatch(words)
        if found is not None and found["player"] is not None:
            part = self._read_marked(found)
            assert isinstance(part, InSeat), "it is marked as a player"
            return part
        return InSeat(self._seat_of[fold(words)]) if fold(words) in self._seat_of else None

    @property
    def characters(self) -> list[str]:
        return [*self.own.values(), *(fact.name for id, fact in FACTS.items() if id not in self.own)]

    @property
    def all_names(self) -> list[str]:
        """Everything that can be named."""
        return [*self.seats[:-1], *self.characters, *WORDS]

    def players_first(self) -> Sequence[tuple[int, str]]:
        """The seats with their names, the longest name first."""
        return sorted(enumerate(self.seats), key=lambda one: -len(one[1]))


@kept(64)
def lexicon(seats: tuple[str, ...], own: tuple[tuple[str, str], ...] = ()) -> Lexicon:
    return Lexicon(seats, own)
