"""The seats of a table: who sits where, under which name, and what everybody may know of it.

Names of people are readable, and do not look like another name at the table.  Two do if they share a skeleton, in
which every character is replaced by the one that Unicode lists it as confusable with (UTS #39, section 4; the
tables come with `confusable_homoglyphs`).
"""

from __future__ import annotations

import hmac
import re
import unicodedata
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from random import Random
from typing import Literal, TypeVar

from facedown.agents import by_strength, players
from facedown.core.contract import Contract
from facedown.core.errors import BadOption
from facedown.core.facts import NAMES
from facedown.core.flat import FlatContract
from facedown.core.personae import Persona, read_personae
from facedown.core.seat_names import NOT_NAMES
from facedown.core.spelling import JOINER, MOST_MARKS, did_you_mean, fold, has_piled_marks, unreadable
from facedown.core.table import Table
from facedown.server.rooms import secrets
from facedown.server.storage.rows import EMPTY, SeatState
from facedown.server.wire import Refused, SeatInfo, sentence

RANDOM = "random"
T = TypeVar("T")


@dataclass(slots=True)
class Invitation:
    """To the seat of somebody without a device, for whoever says this code first.

    Nobody with the link alone comes to such a seat, and to what it knows.  After a restart another code is shown.
    """

    code: str = field(default_factory=partial(secrets.new_code, secrets.SEAT_CODE_LENGTH))
    tries_left: int = 5  # wrong codes, after which it opens nothing

    def opens(self, code: str | None) -> bool:
        """Whether this is the code.  A wrong one counts as a try."""
        if code is None or self.tries_left <= 0:
            return False
        tidy = "".join(code.split()).lower()
        is_right = hmac.compare_digest(tidy.encode("utf-8", "surrogatepass"), self.code.encode())
        self.tries_left -= not is_right
        return is_right


def seat_info(state: SeatState, here: bool, host: bool) -> SeatInfo:
    """What everybody may know of a seat; `here`: its person is connected; `host`: it is the host's."""
    if state.bot is not None:
        return SeatInfo(state.name, "bot", state.bot, True, state.held, state.face)
    kind: Literal["person", "empty"] = "person" if state.persons else "empty"
    here = state.kept or (here and state.held)
    return SeatInfo(state.name, kind, None, here, state.held, state.face, host and state.held)


def is_among_bots(seating: Iterable[SeatState]) -> bool:
    """Whether one seat at most has, or may get back, a person."""
    return sum(state.held or state.bot is None for state in seating) <= 1


def bot_names(game: Contract) -> tuple[str, ...]:
    """The bots that can play this game, the one that is quick and plays well first."""
    return (*(name for name in players(game) if name != RANDOM), RANDOM)


def offered_bots(game: Contract) -> tuple[str, ...]:
    """The bots that people are offered, the best last: all but those that the game keeps for comparison."""
    kept: Container[str] = getattr(game.bot_module, "UNOFFERED", ()) if isinstance(game, FlatContract) else ()
    return by_strength(name for name in bot_names(game) if name not in kept)


def checked_bot(game: Contract, name: str) -> str:
    """The bot of this name, as the game spells it.  Raises Refused."""
    for known in bot_names(game):
        if fold(known) == fold(name):
            return known
    mend = did_you_mean(name, bot_names(game), "there are")
    raise Refused("bad_option", sentence(BadOption(f"{game.title} has no bot {name!r}{mend}")))


def checked_name(
    game: Contract, options: Mapping[str, str | int], seating: Sequence[SeatState], seat: int, name: str
) -> str:
    """A person's name for this seat, with its spaces tidied.

    Raises Refused if the game does not accept the name, or if it looks like another person's at the table, like the
    title of a seat that does not play, or like a word that means nobody or everybody.
    """
    tidy = tidied(name)
    try:
        Table(game, filled(game, [tidy if other == seat else None for other in range(len(seating))]), 0, options)
    except BadOption as error:
        raise Refused("bad_option", sentence(error)) from error
    others = [state.name or "" for other, state in enumerate(seating) if other != seat and state.persons]
    _check_not_reserved(game, len(seating), seat, tidy)
    check_free(tidy, others)
    return tidy


def _check_not_reserved(game: Contract, seats: int, seat: int, name: str) -> None:
    """Raises Refused if what is said of this name could be taken for something else."""
    if (word := look_alike(name, NOT_NAMES)) is not None:
        raise Refused("bad_option", f"{name} looks like the word {word}. Choose another name.")
    for at, title in enumerate(game.names_of(seats)):
        is_another = at >= game.players(seats) and at != seat  # such as the Storyteller's: it does not play
        if is_another and look_alike(name, (title, f"the {title}")) is not None:
            raise Refused("taken", f"A player called {name} would be taken for the {title}. Choose another name.")


def check_free(name: str, others: Iterable[str]) -> None:
    """Raises Refused if one of the others has this name, or one that looks like it."""
    other = look_alike(name, others)
    if other is not None:
        alike = "" if fold(other) == fold(name) else ", which looks the same"
        raise Refused("taken", f"Somebody at this table is already called {other}{alike}. Choose another name.")


def filled(game: Contract, given: Sequence[str | None], names: Sequence[str] = NAMES) -> list[str]:
    """These names, with every None replaced by the first of `names` that is not in use.

    A host seat (the Storyteller's) is called by its title, if no player has taken that name.
    """
    used = {fold(name) for name in given if name is not None}
    free = iter(name for name in names if fold(name) not in used)
    players = game.players(len(given))
    whole = list(given)
    for seat, title in enumerate(game.names_of(len(given))):
        if whole[seat] is None:
            whole[seat] = title if seat >= players and fold(title) not in used else next(free)
    return [name for name in whole if name is not None]


def renamed(game: Contract, seating: Sequence[SeatState], table: str) -> list[SeatState]:
    """The same seats, each bot with a name that no person and no other bot has; empty seats have none.

    Bots are the game's personae as far as there are any.  Who comes first is chance that the table's code decides.
    """
    kept: list[str | None] = []
    taken = {fold(state.name or "") for state in seating if state.persons}
    persons = [state.name or "" for state in seating if state.persons]
    for state in seating:
        keep = state.persons or (state.bot is not None and _is_free(state.name, taken, persons))
        kept.append(state.name if keep else None)
        taken |= {fold(state.name or "")} if keep else set()
    personae = {persona.name: persona for persona in _drawn(read_personae(game.folder), table)}
    free = [persona for name, persona in personae.items() if _is_free(name, taken, persons)]
    faces = {name: persona.face for name, persona in personae.items()}
    players = game.players(len(kept))
    for seat, state in enumerate(seating[:players]):
        if kept[seat] is None and state.bot is not None and free:
            chosen = min(free, key=lambda persona: _strangeness(persona, state.bot))
            free.remove(chosen)
            kept[seat] = chosen.name
    return [
        state
        if state.persons
        else SeatState(name, state.bot, None, faces.get(name))
        if state.bot is not None
        else EMPTY
        for state, name in zip(seating, filled(game, kept, _drawn(NAMES, table)), strict=True)
    ]


def _strangeness(persona: Persona, bot: str | None) -> int:
    """How little this persona suits a bot: its own come first, then anybody's, then those of other bots."""
    return 0 if persona.level == bot else 2 if persona.level else 1


def _is_free(name: str | None, taken: Container[str], persons: Sequence[str]) -> bool:
    """Whether a bot may have this name: nobody has it, and no person has a similar one."""
    return name is not None and fold(name) not in taken and look_alike(name, persons) is None


def _drawn(some: Sequence[T], table: str) -> list[T]:
    """All of these in an order of chance, always the same for one table."""
    return Random(table).sample(some, len(some))


# -- names --------------------------------------------------------------------------------------------------------

# Invisible letters and marks: Unicode's Default_Ignorable_Code_Point, as far as they count as printable; then the
# empty Braille pattern, and other signs that show nothing: the place of an object that is not there, a joiner, a
# filler, a selector, and a note without a head.  More than `spelling.BLANKS`, which other texts may not have: those
# may have emoji, with their selectors.
BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef"
    "\u2800\ufffc\U0001107f\U00016fe4\U0001bc9d\U0001d159]"
)

LONGEST = 24  # signs of a name at a table, as the fields of the page take them

# Combining signs of no alphabet of their own: what they form with a letter looks like that letter.
SIGNS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")


def tidied(name: str) -> str:
    """The name in its compatibility form (NFKC) with single spaces.

    Raises Refused if it contains invisible characters, or letters with too many marks, or is too long.
    """
    plain = " ".join(unicodedata.normalize("NFKC", name).split())
    if BLANK.search(plain) or unreadable(plain):
        raise Refused("bad_option", "There are characters in this name that nobody can see. Leave them out.")
    if has_piled_marks(plain):
        raise Refused("bad_option", f"A letter of a name may carry at most {MOST_MARKS} marks.")
    if len(plain) > LONGEST:
        raise Refused("bad_option", f"A name may have at most {LONGEST} letters. Choose a shorter one.")
    return plain


def is_blank(text: str) -> bool:
    """Whether nothing in it is visible."""
    return not BLANK.sub("", text).strip()


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """The first of these names that looks like this one, or None."""
    looks = _looks(name)
    return next((other for other in others if looks & _looks(other)), None)


@lru_cache(1000)
def _looks(name: str) -> frozenset[str]:
    """The skeletons of a name, as it is and without what is easily overlooked."""
    name = JOINER.sub("", name)
    return frozenset({fold(name), *(fold(_skeleton(one)) for one in (name, fold(name), _bare(name)))})


def _bare(name: str) -> str:
    """The name without spaces, punctuation, and signs that are no part of a letter of their own."""
    letters = unicodedata.normalize("NFC", name)
    return "".join(sign for sign in letters if unicodedata.category(sign)[0] in "LNM" and not SIGNS.match(sign))


def _skeleton(name: str) -> str:
    letters = unicodedata.normalize("NFD", name)
    return unicodedata.normalize("NFD", "".join(map(_prototype, letters)))


@cache
def _tables() -> dict[str, list[dict[str, str]]]:
    from confusable_homoglyphs.confusables import confusables_data  # half a megabyte, loaded when first needed

    tables: dict[str, list[dict[str, str]]] = confusables_data
    return tables


def _prototype(letter: str) -> str:
    """The character that stands for all those that look like this one.

    The tables list all lookalikes for a prototype, and for other characters only their prototype.
    """
    alike = _tables().get(letter, [])
    if len(alike) != 1:
        return letter
    (other,) = (entry["c"] for entry in alike)
    if len(_tables().get(other, [])) == 1:  # the tables do not say which of the two is the prototype
        other = min(letter, other)
    return "".join(part for part in other if part.isprintable())
