"""Tokens laid out by a record, and what the storyteller's hand can do, as moves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from facedown.core.errors import Illegal
from facedown.core.game import Move
from facedown.core.spelling import did_you_mean, fold, quote
from facedown.games.clocktower import moments, queries
from facedown.games.clocktower.by_hand import fiasco
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.constraints import contradiction
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.moves import Correction, part_of
from facedown.games.clocktower.notation import write_correction
from facedown.games.clocktower.position import Position
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.rules import Speech
from facedown.games.clocktower.script import id_of
from facedown.games.clocktower.state import EVIL, GOOD, Alignment, Player, State

TOKENS = re.compile(r"tokens?\s*[:=]?\s*(.+)", re.I)
BETWEEN = re.compile(r"\s*(?:[:=(]|is\b)?\s*(?:(?:the|an?)\b)?\s*", re.I)  # a player and a token: `Ann is the Chef`
THINKS = r" as| \(?(?:who )?(?:thinks|believes in|believes)(?: (?:they are|to be))?| \((?!good\b|evil\b)(?:as )?"
ONE = re.compile(
    r"(?:(?P<state>drunk|poisoned) (?!(?:as|who|thinks|believes)\b|\())?(?P<side>good |evil (?!twin))?"
    rf"(?P<character>.+?)(?:(?:{THINKS}) ?(?:(?:the|an?) )?(?P<shown>[^)]+?)\)?)?"
    r"(?:\s*\((?P<turned>good|evil)\))?\)?",
    re.I,
)
STATE = re.compile(r"mark (?P<who>.+?) (?P<state>drunk|poisoned)", re.I)


def lay_out(position: Position, words: str, names: Sequence[str]) -> bool:
    """`tokens: Ann Chef, Bo Imp, Cy Drunk as Empath, Di evil Beggar, Ed poisoned Monk`; False for another line.

    So does `mark Ann drunk`, before the first move.
    """
    marked = STATE.fullmatch(words.strip())
    if marked is not None and not position.begun:
        seat, _ = _seat(marked["who"], names[:-1])
        position.laid_states = {**position.laid_states, seat: marked["state"].lower()}
        return True
    line = TOKENS.fullmatch(words.strip()) or _each_is(words.strip(), position, names)
    if line is None:
        return False
    if position.begun:
        raise Illegal("the tokens are dealt already; lay them out before the first move")
    laid, states = dict(position.laid), dict(position.laid_states)
    for seat, rest in _dealt([part.strip() for part in line[1].split(",")], names):
        if seat in laid:
            raise Illegal(f"{names[seat]} has a token already")
        laid[seat], state = _token(rest, position)
        _check_place(laid[seat][0], seat == position.storyteller)
        if state and seat == position.storyteller:
            raise Illegal(f"nobody holds this token; only a player can begin {state}")
        if state:
            states[seat] = state
    residents = len(names) - 1 - position.setup.travellers
    if wrong := contradiction(laid, position.setup.script, residents, names):
        raise Illegal(wrong)
    position.laid, position.laid_states = laid, states
    return True


def _each_is(words: str, position: Position, names: Sequence[str]) -> re.Match[str] | None:
    """`Ann is the Imp`, alone on its line or with others like it; None where the line is something else."""
    parts = [fold(part) for part in words.split(",")]
    players = "|".join(re.escape(fold(name)) for name in names)
    known = "|".join(re.escape(fold(fact.name)) for fact in FACTS.values())
    holds = rf"(?:{players}) (?:is (?:the|an?|good|evil) |the |is (?:{known})$)"
    each = all(re.match(holds, part) for part in parts)
    return re.fullmatch("(.+)", words) if each and not position.begun else None


def _check_place(character: Character, with_storyteller: bool) -> None:
    """A token that is kept out of the bag may lie with the storyteller; one that nobody holds must."""
    if with_storyteller and character.in_bag:
        raise Illegal(f"{character.name} lies before a player, not with the storyteller, whose seat is the last")
    if not with_storyteller and acts_at(character, Role.taken_by):
        raise Illegal(f"no player is {character.name}; lay the token before the storyteller")


def _dealt(parts: list[str], names: Sequence[str]) -> list[tuple[int, str]]:
    """Each seat with its token: by name, or all the players' in the order of their seats."""
    if len(parts) == len(names) - 1 and not any(_begins(part, name) for part in parts for name in names):
        return list(enumerate(parts))
    return [_seat(part, names) for part in parts]


def _begins(part: str, name: str) -> bool:
    return bool(re.match(rf"{re.escape(fold(name))}(?!\w)", fold(part)))


def _seat(part: str, names: Sequence[str]) -> tuple[int, str]:
    for seat, name in sorted(enumerate(names), key=lambda pair: -len(pair[1])):
        if _begins(part, name):
            return seat, BETWEEN.sub("", part[len(name) :], count=1)
    raise Illegal(f"{quote(part)} does not begin with a player{did_you_mean(part.split(' ')[0], names[:-1])}")


def _token(
    words: str, position: Position
) -> tuple[tuple[Character, Character | None, Alignment | None], str | None]:
    """A token, and as what its player begins: "drunk", "poisoned" or None."""
    found = ONE.fullmatch(words)
    if found is None:
        raise Illegal(f"{quote(words)} is no token; write a character, like Chef, or Drunk as Chef")
    side: Alignment | None = None
    said = found["side"] or found["turned"]
    if said:
        side = EVIL if said.strip().lower() == "evil" else GOOD
    shown = _character(found["shown"], position) if found["shown"] else None
    return (_character(found["character"], position), shown, side), found["state"] and found["state"].lower()


def _character(words: str, position: Position) -> Character:
    """By id or name: one of the script's own, or any that there is."""
    script = position.setup.script
    wanted = fold(words)
    for own in script.own.values():
        if wanted in (fold(own.id), fold(own.name), fold(own.name).removeprefix("the ")):
            return own
    return script.character(id_of(words))


def by_hand_moves(state: State, names: Sequence[str]) -> tuple[Move, ...]:
    """The corrections that can be listed for the storyteller; others are written: `Ann becomes Chef`."""
    moves = []
    if state.phase == "day":
        verbs = ["end the day"] if state.nominating else ["to nominations", "end the day"]
        moves += [write_correction(Correction(verb), "") for verb in verbs]
    for player in queries.here(state):
        moves.append(_life_or_death(player, names[player.seat]))
    for place in state.unheld:
        moves.append(_life_or_death(place, place.character.name))
    if fiasco(state) is not None:
        moves.append(write_correction(Correction("whoops"), ""))
    listened_for = [a.notes["word"] for a in moments.reacting(state, Speech) if a.notes.get("word") and not a.spent]
    for word in listened_for:
        said = [(Correction("said", part_of(player), words=word), player.seat) for player in queries.here(state)]
        moves += [write_correction(hand, names[seat]) for hand, seat in said]
    return tuple(moves)


def _life_or_death(place: Player, name: str) -> Move:
    return write_correction(Correction("kill" if place.alive else "raise", part_of(place)), name)
