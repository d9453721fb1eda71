"""How people tell a game of Clocktower: hours for titles, players by their tokens, answers left out, in any order.

For translating told text into a strict record, and for nothing else: the game itself never reads any of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facedown.core.errors import Illegal
from facedown.core.game import Move, Seat
from facedown.core.spelling import did_you_mean, fold, quote
from facedown.core.transcript import Transcript
from facedown.games.clocktower import notation, queries
from facedown.games.clocktower.position import Position
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.script import id_of

TOKENS = re.compile(r"tokens?\s*[:=]?\s*(.+)", re.I)
BETWEEN = re.compile(r"\s*(?:[:=(]|is\b)?\s*(?:(?:the|an?)\b)?\s*", re.I)  # a player and a token: `Ann is the Chef`
THINKS = r" as| \(?(?:who )?(?:thinks|believes in|believes)(?: (?:they are|to be))?| \((?!good\b|evil\b)(?:as )?"
TOKEN = re.compile(
    r"(?:(?P<state>drunk|poisoned) (?!(?:as|who|thinks|believes)\b|\())?(?P<side>good |evil (?!twin))?"
    rf"(?P<character>.+?)(?:(?:{THINKS}) ?(?:(?:the|an?) )?(?P<shown>[^)]+?)\)?)?"
    r"(?:\s*\((?P<turned>good|evil)\))?\)?",
    re.I,
)
STATE = re.compile(r"mark (?P<who>.+?) (?P<state>drunk|poisoned)", re.I)
COUNT = r"first|second|third|fourth|fifth|next|last|other|\d+(?:st|nd|rd|th)?"
ORDER = ("first", "second", "third", "fourth", "fifth")
ORDERED = re.compile(rf"(?:the )?({'|'.join(ORDER)}) (night|day)", re.I)
NUMBERED = re.compile(r"(night|day) (\d{1,2})\s*:?", re.I)
HOUR = re.compile(rf"(?:the )?(?:(?:{COUNT}) )?(?:night|day|dusk|dawn)s?(?: \d+)?\s*:?", re.I)
SHORT = re.compile(r"([nd])(?:ight|ay)?(\d{1,2})\s*:?", re.I)  # `N2`, `Day2`
PART_OF_DAY = re.compile(
    r"(?:the )?(?:nomination|(?P<over>execution))s?\s*:?|\w[^:]* (?P<executed>is executed)[.!]?", re.I
)
DEADLY = re.compile(
    r"\w[^:]* (?:dies|wins)[.!]?|winners?\b.*", re.I
)  # so may an execution end, if somebody is about to die


class Told(Transcript):
    """What goes without saying where a game of Clocktower is told."""

    def left_out(self, position: Position, names: Sequence[str]) -> tuple[Seat, str] | None:
        questions = position.picture.questions if position.begun else []
        if len(questions) != 1 or len(questions[0].seats) != 1 or questions[0].floor:
            return None
        question = questions[0]
        idle = None if question.idle is ... else question.idle
        return (question.seats[0], notation.write(idle, names)) if idle in question.options else None

    def comes_first(self, position: Position, move: Move, names: Sequence[str]) -> tuple[Seat, str] | None:
        """Whoever nominates while everybody talks takes it for granted that nominations are opened."""
        if not position.begun or position.picture.state.nominating or not _on_the_floor(position):
            return None
        return (position.storyteller, "to nominations") if notation.needs_nominations(move) else None

    def in_any_order(self, position: Position, move: Move) -> bool:
        return position.begun and position.picture.state.phase == "night" and notation.is_answer(move)

    def settled(self, position: Position, seat: Seat, move: Move) -> int:
        if not position.begun or seat != position.storyteller:
            return 0
        return sum(notation.answers(move, value) for value in position.picture.state.settled)

    def bearer(self, position: Position, card: str) -> Seat | None:
        """The one player who believes to be this character, or is it; None where there are several, or none."""
        if position.begun:
            held = [(p.seat, p.believed, p.character) for p in queries.here(position.picture.state)]
        else:
            players = ((seat, laid) for seat, laid in position.laid.items() if seat != position.storyteller)
            held = [(seat, shown or character, character) for seat, (character, shown, _) in players]
        believing = [seat for seat, believed, _ in held if fold(believed.name) == fold(card)]
        seats = believing or [seat for seat, _, character in held if fold(character.name) == fold(card)]
        return seats[0] if len(seats) == 1 else None

    def speaker(self, words: str, names: Sequence[str]) -> Seat | None:
        """What is done by hand, the storyteller does."""
        return len(names) - 1 if notation.is_correction(words) else None

    def is_title(self, words: str) -> bool:
        return any(title.fullmatch(words.strip()) for title in (HOUR, PART_OF_DAY, SHORT))

    def chance(self, position: Position, words: str, names: Sequence[str]) -> str | None:
        """`Ann is the Chef`, tokens in the order of the seats, `mark Di poisoned` before anything is dealt."""
        if position.begun:
            return None
        marked = STATE.fullmatch(words.strip())
        if marked is not None:
            return f"{marked['state'].lower()}: {marked['who'].strip()}"
        line = TOKENS.fullmatch(words.strip()) or _each_is(words.strip(), names)
        if line is None:
            return None
        tokens = _dealt([part.strip() for part in line[1].split(",")], names)
        return f"tokens: {', '.join(f'{name} {_token(token, position)}' for name, token in tokens)}"

    def reached(self, position: Position, title: str) -> bool:
        """Has it come to the night, or the day, of which this is the title?"""
        hour, part, deadly = _hour(title), PART_OF_DAY.fullmatch(title.strip()), DEADLY.fullmatch(title.strip())
        if hour is None and part is None and deadly is None:
            return True
        if not position.begun:
            return hour is not None and (hour[1].lower(), int(hour[2])) == ("night", 1)
        state = position.picture.state
        if hour is not None:
            kind, number = hour[1].lower(), int(hour[2])
            return state.over or (state.phase, state.night if kind == "night" else state.day) == (kind, number)
        closed = not state.floor_open and (
            state.phase != "day" or state.skip_nominations or queries.floor_is_empty(state)
        )
        if deadly is not None or (part is not None and part.lastgroup is not None):
            return state.over or closed
        return state.over or (state.phase == "day" and (state.nominating or closed))

    def brings(self, position: Position, title: str) -> tuple[Seat, str] | None:
        """How the storyteller goes on to what this is the title of, while by day everybody may speak."""
        if not position.begun or not _on_the_floor(position):
            return None  # what the storyteller does by hand may have to be answered first
        closing = _closing(position, title)
        return (position.storyteller, closing) if closing else None


def _closing(position: Position, title: str) -> str | None:
    state = position.picture.state
    part, hour = PART_OF_DAY.fullmatch(title.strip()), _hour(title)
    if DEADLY.fullmatch(title.strip()):
        return "end the day" if state.block is not None else None
    if part is not None:
        return "end the day" if part.lastgroup is not None else "to nominations"
    now = {"night": state.night, "day": state.day}
    return "end the day" if hour is not None and int(hour[2]) > now[hour[1].lower()] else None


def _on_the_floor(position: Position) -> bool:
    """Is it day, so that everybody may speak?"""
    return any(question.floor for question in position.picture.questions)


def _hour(title: str) -> re.Match[str] | None:
    """`day 1`, or `first day` or `D1`, which are the same."""
    short = SHORT.fullmatch(title.strip())
    if short is not None:
        title = f"{'night' if short[1].lower() == 'n' else 'day'} {short[2]}"
    return NUMBERED.fullmatch(ORDERED.sub(lambda it: f"{it[2]} {ORDER.index(it[1].lower()) + 1}", title.strip()))


def _each_is(words: str, names: Sequence[str]) -> re.Match[str] | None:
    """`Ann is the Imp`, alone on its line or with others like it; None where the line is something else."""
    parts = [fold(part) for part in words.split(",")]
    players = "|".join(re.escape(fold(name)) for name in names)
    known = "|".join(re.escape(fold(fact.name)) for fact in FACTS.values())
    holds = rf"(?:{players}) (?:is (?:the|an?|good|evil) |the |is (?:{known})$)"
    return re.fullmatch("(.+)", words) if all(re.match(holds, part) for part in parts) else None


def _dealt(parts: list[str], names: Sequence[str]) -> list[tuple[str, str]]:
    """Each name with its token: as they are told, or all the players' in the order of their seats."""
    if len(parts) == len(names) - 1 and not any(_begins(part, name) for part in parts for name in names):
        return list(zip(names, parts, strict=False))
    return [_named(part, names) for part in parts]


def _begins(part: str, name: str) -> bool:
    return bool(re.match(rf"{re.escape(fold(name))}(?!\w)", fold(part)))


def _named(part: str, names: Sequence[str]) -> tuple[str, str]:
    for name in sorted(names, key=len, reverse=True):
        if _begins(part, name):
            return name, BETWEEN.sub("", part[len(name) :], count=1)
    raise Illegal(f"{quote(part)} does not begin with a player{did_you_mean(part.split(' ')[0], names[:-1])}")


def _token(words: str, position: Position) -> str:
    """A token as a record writes it: `poisoned Monk`, `evil Beggar`, `Drunk as Chef`."""
    found = TOKEN.fullmatch(words)
    if found is None:
        raise Illegal(f"{quote(words)} is no token; write a character, like Chef, or Drunk as Chef")
    side = (found["side"] or found["turned"] or "").strip().lower()
    before = [word for word in ((found["state"] or "").lower(), side) if word]
    shown = ["as", _character(found["shown"], position)] if found["shown"] else []
    return " ".join([*before, _character(found["character"], position), *shown])


def _character(words: str, position: Position) -> str:
    """A character's name, told by that or by its id: one of the script's own, or any that there is."""
    script = position.setup.script
    for own in script.own.values():
        if fold(words) in (fold(own.id), fold(own.name), fold(own.name).removeprefix("the ")):
            return own.name
    return script.character(id_of(words)).name
