"""Lays out tokens for records."""

from __future__ import annotations

import re
from collections.abc import Sequence

from facedown.core.errors import FacedownError, Illegal
from facedown.core.spelling import did_you_mean, nearest, quote
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.constraints import why_impossible
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.position import Position
from facedown.games.clocktower.script import id_of
from facedown.games.clocktower.state import EVIL, GOOD, Alignment, GivenTokens

TOKENS = re.compile(r"tokens: (.+)")
STATES = re.compile(r"(drunk|poisoned): (.+)")
BEFORE = ("drunk", "poisoned", GOOD, EVIL)  # what may stand before a character
TOKEN = re.compile(
    r"(?:(?P<state>drunk|poisoned) )?(?:(?P<side>good|evil) )?(?P<character>.+?)(?: as (?P<shown>.+))?"
)


def lay_out(position: Position, words: str, names: Sequence[str]) -> bool:
    """`tokens: Ann Chef, Bo Imp, Cy Drunk as Empath, Di evil Beggar, Ed poisoned Monk`; False for another line.

    `poisoned: Di` and `drunk: Ed, Flo` say it of players whose tokens lie already, or are not laid out.
    """
    tokens, states = TOKENS.fullmatch(words), STATES.fullmatch(words)
    if tokens is None and states is None:
        return False
    if position.begun:
        raise Illegal("the tokens are dealt already; lay them out before the first move")
    if tokens is not None:
        _lay_tokens(position, tokens[1], names)
    elif states is not None:
        seats = [_seat(part.strip(), names) for part in states[2].split(",")]
        position.laid_states = {**position.laid_states, **dict.fromkeys(seats, states[1])}
    return True


def _lay_tokens(position: Position, words: str, names: Sequence[str]) -> None:
    laid, states = dict(position.laid), dict(position.laid_states)
    for part in map(str.strip, words.split(",")):
        seat, found = _one(part, names)
        if seat in laid:
            raise Illegal(f"{names[seat]} has a token already").at(part)
        side: Alignment | None = EVIL if found["side"] == EVIL else GOOD if found["side"] else None
        shown = _character(found["shown"], position) if found["shown"] else None
        laid[seat] = (_character(found["character"], position), shown, side)
        if wrong := _out_of_place(laid[seat][0], found["state"], seat == position.storyteller):
            raise Illegal(wrong).at(part)
        if found["state"]:
            states[seat] = found["state"]
    residents = len(names) - 1 - position.setup.travellers
    if wrong := why_impossible(GivenTokens(laid, (), position.setup.script, residents, names)):
        raise Illegal(wrong)
    position.laid, position.laid_states = laid, states


def _out_of_place(character: Character, state: str | None, with_storyteller: bool) -> str:
    """Why a token cannot lie there: the storyteller's is kept out of the bag, and must be where nobody holds it."""
    if with_storyteller and character.in_bag:
        return f"{character.name} lies before a player, not with the storyteller, whose seat is the last"
    if not with_storyteller and acts_at(character, Role.taken_by):
        return f"no player is {character.name}; lay the token before the storyteller"
    return f"nobody holds this token; only a player can begin {state}" if state and with_storyteller else ""


def _one(part: str, names: Sequence[str]) -> tuple[int, re.Match[str]]:
    """Read `Ann poisoned Monk`: a player and their token."""
    for name in sorted(names, key=len, reverse=True):
        found = TOKEN.fullmatch(part[len(name) + 1 :]) if part.startswith(f"{name} ") else None
        if found is not None:
            return names.index(name), found
    mend = did_you_mean(part.split(" ")[0], names[:-1]) if part not in names else ""
    raise Illegal(f"{quote(part)} is not a player and a token, like `{names[0]} Chef`{mend}").at(part)


def _seat(name: str, names: Sequence[str]) -> int:
    if name not in names[:-1]:
        raise Illegal(f"no player is called {quote(name)}{did_you_mean(name, names[:-1])}").at(name)
    return names.index(name)


def _character(name: str, position: Position) -> Character:
    """The character with this name, home-made or official."""
    script = position.setup.script
    own = next((own for own in script.own.values() if own.name == name), None)
    try:
        character = own or script.character(id_of(name))
    except FacedownError as error:
        first, *more = name.split(" ")
        if more and (near := nearest(first, BEFORE)) is not None:
            meant = " ".join([near, *more])
            raise Illegal(f"there is no character {quote(name)}; did you mean {meant!r}?").at(name) from None
        error.at(name)
        raise
    if character.name != name:
        raise Illegal(f"write {character.name} for {quote(name)}").at(name)
    return character
