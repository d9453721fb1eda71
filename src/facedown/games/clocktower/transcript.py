"""How people tell a game of Clocktower: hours for titles, players by their tokens, answers left out, in any order.

For translating told text into a strict record, and for nothing else: the game itself never reads any of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from facedown.core.errors import Illegal
from facedown.core.game import Move, Seat
from facedown.core.spelling import did_you_mean, fold, in_any_number, quote
from facedown.core.transcript import Transcript
from facedown.games.clocktower import notation, queries
from facedown.games.clocktower.names import lexicon
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
NOBODY = ("nobody", "no one", "spectator", "spectators")
ORDER = ("first", "second", "third", "fourth", "fifth")
ORDERED = re.compile(rf"(?:the )?({'|'.join(ORDER)}) (night|day)", re.I)
NUMBERED = re.compile(r"(night|day) (\d{1,2})\s*:?", re.I)
HOUR = re.compile(rf"(?:the )?(?:(?:{COUNT}) )?(?:night|day|dusk|dawn)s?(?: \d+)?\s*:?", re.I)
SHORT = re.compile(r"([nd])(?:ight|ay)?(\d{1,2})\s*:?", re.I)  # `N2`, `Day2`
PART_OF_DAY = re.compile(
    r"(?:the )?(?:nomination|(?P<over>execution))s?\s*:?|\w[^:]* (?P<executed>is executed)[.!]?", re.I
)
# What may follow while somebody is about to die: the execution itself.
DEADLY = re.compile(r"\w[^:]* (?:dies|wins)[.!]?|winners?\b.*", re.I)


DOES = re.compile(
    r"(nominate|exile|threaten|kill|raise|execute|claim|use|say|whisper)s?(?: to be| to)? +(?=\S)", re.I
)
ANSWERS = re.compile(
    r"(?:votes?|answers?|throws?|chooses?|picks?|shows?|points? (?:at|to)|poisons?|protects?|guards?|attacks?"
    r"|curses?|guess(?:es)?|drinks? with|master) +(?!and\b)(?=\S)",
    re.I,
)
THEIR = r"(?:an?|the|their|his|her|my|your)"
PLAINER = tuple(  # what people write, and the same in the words of a move
    (re.compile(pattern, re.I), plain)
    for pattern, plain in (
        (r"votes? (?:for|to execute) .+", "yes"),
        (r"says?(?: to (?:everybody|everyone|all|the town))?", "say"),
        (r"gossips?(?: that)?", "use Gossip"),
        (r"juggles?", "use Juggler"),
        (r"ends? the day|closes nominations", "end the day"),
        (r"opens nominations", "to nominations"),
        (r"nods?(?: yes)?", "yes"),
        (r"joins?(?: .*\bcult\b.*)?", "yes"),
        (r"does not join(?: .*\bcult\b.*)?|refuses? to join(?: .*\bcult\b.*)?", "no"),
        (r"asks? .*\bjoin\b.*", "use Cult Leader"),
        (rf"guess(?:es)?(?: {THEIR} (?:unknown )?ability)?", "use Amnesiac"),
        (r"shakes?(?: (?:his|her|their) head)?(?: no)?", "no"),
        (r"(?:slays?|shoots?) (?:at )?(.+)", r"use Slayer on \1"),
        (r"guess(?:es)? (?:that )?(.+) (?:is|as|to be) (?:the )?Damsel", r"use Damsel on \1"),
        (r"guess(?:es)? (?:that )?(?:the )?Damsel (?:is|to be) (.+)", r"use Damsel on \1"),
        (r"threatens? to kill (.+)", r"threaten \1"),
        (r"calls? for (?:the )?exile of (.+)|calls? for (.+?)'s? exile", r"exile \1\2"),
        (rf"gives? (?:{THEIR} )?vote(?: token)? to (.+)", r"give a vote to \1"),
        (rf"gives? (.+?) {THEIR} vote(?: token)?", r"give a vote to \1"),
        (r"swaps? (.+)", r"move \1"),
        (rf"uses? (?:{THEIR} )?(.+?)(?:'s)? (?:ability|power)( on .+)?", r"use \1\2"),
    )
)
DECLARES = re.compile(r"declares? (?:to be |that they are |being )?(?:the )?(?=\S)", re.I)
SPELLINGS = {
    "nobody": ("no one", "none", "pass", "passes", "declines", "wait", "waits"),
    "yes": ("agree", "agrees", "guilty", "vote", "votes", "raises their hand"),
    "no": (
        "disagree",
        "disagrees",
        "refuses",
        "shakes their head",
        "not guilty",
        "abstain",
        "abstains",
        "does not vote",
    ),
    "life": ("live",),
    "death": ("die",),
}
ALL_VOTE = re.compile(r"((?:all|everybody|everyone)(?: (?:but|except)(?: for)? [^:]+?)?) (votes?\b.*)", re.I)
NOBODY_VOTES = re.compile(r"(?:nobody|no one) votes?(?: for .+)?[.]?", re.I)
NOBODY_DIES = re.compile(r"(?:nobody|no one) (?:dies|died|has died)(?: tonight| in the night)?[.!]?", re.I)
VOTES = re.compile(r"(\S.*?)\s+votes?\b:?(.*)", re.I)
BEFALLS = re.compile(r"(.+?) (?:dies|does not die|is alive|is executed|is exiled)[.!]?", re.I)  # what is not a move
WINS = re.compile(r"(?:the )?(.+?)(?: team)? (?:wins?|has won|have won)(?: the game)?[.!]?", re.I)
EITHER = re.compile(r"(?:(?:either )?(?P<one>\w+) or|one of (?P<of>\w+) and) (?P<other>\w+) is\b")
QUOTE_AT_END = re.compile(r'\s*"[^"]*"\s*$')


class ClocktowerTranscript(Transcript):
    """What goes without saying where a game of Clocktower is told."""

    def left_out(self, position: Position, names: Sequence[str]) -> tuple[Seat, str] | None:
        questions = position.picture.questions if position.begun else []
        if len(questions) != 1 or len(questions[0].seats) != 1 or questions[0].floor:
            return None
        question = questions[0]
        idle = None if question.idle is ... else question.idle
        known = lexicon(tuple(names), position.setup.script.own_names)
        return (question.seats[0], notation.write_value(idle, known)) if idle in question.options else None

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

    def holder(self, position: Position, card: str) -> Seat | None:
        """The one player who thinks they are this character, or is it; None if there are several, or none."""
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
        """Whether the game has come to the night or the day of this title."""
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

    # -- turns of phrase -----------------------------------------------------------------------------------------

    def statement(self, words: str, names: Sequence[str]) -> str:
        """`Ann votes yes`, `nobody votes`, `Bo dies`."""
        if NOBODY_VOTES.fullmatch(words):
            return "all: no"
        if NOBODY_DIES.fullmatch(words):
            return "told: Nobody died"
        of_all, voter, befallen = ALL_VOTE.fullmatch(words), VOTES.fullmatch(words), BEFALLS.fullmatch(words)
        if of_all is not None:
            return f"{of_all[1]}: {of_all[2]}"
        if voter is not None and _is_one_of(voter[1], names):
            return f"{voter[1]}: votes{voter[2].removesuffix('.')}"
        if befallen is not None and _is_one_of(befallen[1], (*names, *NOBODY)):
            return f"told: {words}"
        return words

    def outcome(self, words: str) -> str | None:
        found = WINS.fullmatch(words)
        return found[1] if found else None

    def move(self, words: str, names: Sequence[str]) -> str:
        """`nominates Bo` is `nominate Bo`, `votes yes` is `yes`, `tells Ann 2` is `2`."""
        words = _whispered(words, names)
        said = QUOTE_AT_END.search(words)
        rest, tail = (words[: said.start()], words[said.start() :]) if said else (words, "")
        if notation.is_name(rest, lexicon(tuple(names))) or notation.is_swap(rest, lexicon(tuple(names))):
            return words
        answer = next((word for word, others in SPELLINGS.items() if fold(rest) in others), None)
        return (answer or _plainly(_what_is_told(rest.strip(), names))) + tail

    def says(self, sentence: str, words: str) -> bool:
        """Whether a sentence contains these words.

        Also turned round (`The Demon is Bo`) or, of two players, in either order.
        """
        one, verb, other = words.partition(" is ")
        if super().says(sentence, words) or (verb and f"{other} is {one}" == sentence):
            return True
        words, sentence = in_any_number(words), in_any_number(sentence)
        if verb:  # `Bo is the Saint` of one who was
            sentence = re.sub(r"\bwas\b", "is", sentence)
        either = EITHER.match(words)
        if either is None:
            return words in sentence
        rest = words[either.end() :]
        one, other = either["one"] or either["of"], either["other"]
        ways = (f"one of {one} and {other} is", f"one of {other} and {one} is", f"{one} or {other} is")
        return any(way + rest in sentence for way in ways)


def _is_one_of(name: str, names: Sequence[str]) -> bool:
    return fold(name) in map(fold, names)


def _whispered(words: str, names: Sequence[str]) -> str:
    """`whispers to Bo trust me` and `whispers "trust me" to Bo` are `whisper Bo "trust me"`."""
    if words[:7].lower() != "whisper":
        return words
    players = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    said = re.fullmatch(rf'whispers?(?: to)? (?P<who>{players}),? +(?P<what>[^"]+)', words, re.I)
    said = said or re.fullmatch(rf'whispers? (?P<what>"[^"]+") to (?P<who>{players})', words, re.I)
    return f'whisper {said["who"]} "{said["what"].strip(chr(34))}"' if said else words


def _what_is_told(words: str, names: Sequence[str]) -> str:
    """`tells Ann 2` is `2`: whom it is told to is known."""
    players = "|".join(map(re.escape, names))
    told = re.fullmatch(rf"(?:tells?|shows?) (?:{players}) (?!and\b)(.+)", words, re.I)
    return told[1] if told else words


def _plainly(words: str) -> str:
    """Words of somebody who looks on, as a move: `nominates Bo` is `nominate Bo`, `votes yes` is `yes`."""
    for pattern, plain in PLAINER:
        if pattern.fullmatch(words):
            return pattern.sub(plain, words)
    words = DECLARES.sub("use ", words, count=1)
    if DOES.match(words):
        return DOES.sub(lambda found: f"{found[1].lower()} ", words, count=1)
    return ANSWERS.sub("", words, count=1) if ANSWERS.match(words) else words


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
    """Whether it is day, so that everybody may speak."""
    return any(question.floor for question in position.picture.questions)


def _hour(title: str) -> re.Match[str] | None:
    """`day 1`, or `first day` or `D1`, which are the same."""
    short = SHORT.fullmatch(title.strip())
    if short is not None:
        title = f"{'night' if short[1].lower() == 'n' else 'day'} {short[2]}"
    return NUMBERED.fullmatch(ORDERED.sub(lambda it: f"{it[2]} {ORDER.index(it[1].lower()) + 1}", title.strip()))


def _each_is(words: str, names: Sequence[str]) -> re.Match[str] | None:
    """`Ann is the Imp`, alone on its line or with others like it; None if the line is something else."""
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
        raise Illegal(f"{quote(words)} is not a token; write a character, like Chef, or Drunk as Chef")
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
