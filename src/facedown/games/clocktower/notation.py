"""Writes moves as words, and reads them: for records, the terminal, programs and assistants.

What is written is read back as the same move, whatever people and characters are called: names are marked, as of
`names`, where the move would otherwise be read as another.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

import msgspec

from facedown.core.errors import Illegal
from facedown.core.kept import kept
from facedown.core.spelling import MOST_MARKS, fold, has_piled_marks, nearest, quote, unreadable
from facedown.core.wrong_words import NEAR
from facedown.games.clocktower.character import CLASSES
from facedown.games.clocktower.moves import (
    THE_STORYTELLER,
    USE_ALOUD,
    Answer,
    Correction,
    Deed,
    InPlace,
    InSeat,
    Meaning,
    Part,
    Token,
    TownMove,
    meaning_of,
)
from facedown.games.clocktower.names import MARKED, Lexicon, Unknown
from facedown.games.clocktower.questions import WORDS
from facedown.games.clocktower.speech import written
from facedown.games.clocktower.speech.english import UNDERSTOOD
from facedown.games.clocktower.speech.statements import Utterance
from facedown.games.clocktower.voting import DOWN, HOLD_VOTE, RESUME_VOTE, UP

QUOTE = '"'
ALONE = ("done", "say", UP, DOWN)
NAMING = ("nominate", "exile", "whisper", "claim")  # the floor's verbs that name somebody, or a character
QUOTED = re.compile(r'\s*"([^"]*)"\s*$')
IN_PLACE = re.compile(r'\s*for\s+(?P<who>[^:"]+?)\s*:\s*(?P<what>.*)', re.I | re.S)
ALOUD = re.compile(r"\s+aloud$", re.I)
SAYING = re.compile(r"(?:^|\s)= ")
FIRST = re.compile(r"first\s+", re.I)
OF_RECORDS = re.compile("[,;#]")  # what separates moves in a record, and begins a comment
AND = re.compile(r"\s+and\s+", re.I)
_LIKE = "".join(rf"(?:{letter}|[^\0-\x7f])" for letter in UNDERSTOOD[1:-1])
PASSING = re.compile(
    rf"(?:[(\[{{<]|[^\w\0-\x7f])({_LIKE})[^a-z0-9)\]}}>]"
)  # for what UNDERSTOOD is, without blanks
SPELLED = re.compile("[\ue000-\uf8ff]")  # stands for a marked name while the words around it are read
LONGEST_TEXT, LONGEST_REMINDER = 500, 60
MOST_READINGS = 64  # of one move whose names mean several things

TO_ALL = {  # by hand, naming nobody: how it may be put, and what is done
    "open nominations": "to nominations", "end day": "end the day", "close nominations": "end the day",
} | {verb: verb for verb in (
    "to nominations", "end the day", "whoops", HOLD_VOTE, RESUME_VOTE,
    "suggested tokens", "take all tokens", "shuffle tokens", "draw tokens", "hand out tokens",
)}  # fmt: skip
WINS = {f"{side} wins": side for side in ("good", "evil")}
# By hand: the verb of a correction, and how it is put.  {who} may be a player or a place that nobody holds.
BY_HAND = (
    ("take token", "take token {who}"),
    ("kill", "kill {who}"),
    ("raise", "raise {who}"),
    ("execute", "execute {who}"),
    ("ghost vote", "ghost vote {who}"),
    ("no ghost vote", "no ghost vote {who}"),
    ("swap", "swap {who} and {about}"),
    ("nominates", "by hand {who} nominates {about}"),
    ("becomes", "{who} becomes {about}"),
    ("turns", "{who} turns {about}"),
    ("mark", "mark {who} {about}"),
    ("unmark", "unmark {who} {about}"),
    ("hand", "hand {who} {about}"),
    ("wins", "{about} wins"),
    ("call", "call {about}"),
    ("leaves", "{who} leaves"),
    ("arrives", "{who} arrives as {side} {about}"),
    ("token", "token {who} {side}{about}{shown}"),
    ("into the bag", "put {about}{shown} into the bag"),
    ("out of the bag", "take {about}{shown} out of the bag"),
    ("show", "show {who} {shows}"),
    ("remind", "remind {who}"),
    ("unremind", "unremind {who}"),
    ("tell", "tell {who}"),
    ("note", "note {who}"),
    ("said", "{who} said"),
)
VERBS_BY_HAND = {verb for verb, _ in BY_HAND} | set(TO_ALL.values())
BETWEEN = {"swap": "and", "nominates": "nominates"}  # of those with two players, the word between their names
WITH_WORDS = ("said", "remind", "unremind", "tell", "note", "show")
SIDES = "good|evil"
STATES = "drunk|poisoned|sober"
LITERAL = {
    "turns": SIDES,
    "wins": SIDES,
    "hand": "up|down",
    "mark": STATES,
    "unmark": STATES,
}  # blanks that are words


# -- writing ------------------------------------------------------------------------------------------------------


@kept(1 << 14)
def write(act: Meaning, names: Lexicon) -> str:
    """A move in words; its names are marked if it would be read as another move."""
    plain = _write(act, names, marked=False)
    try:
        understood = not OF_RECORDS.search(QUOTED.sub("", plain)) and next(readings(plain, names)) == act
    except Illegal:
        understood = False
    return plain if understood else _write(act, names, marked=True)


def write_value(value: object, names: Lexicon) -> str:
    """An answer or an act in words."""
    return write(meaning_of(value), names)


def move_of(value: object, names: Lexicon) -> TownMove:
    """An answer or an act as a move."""
    return move(meaning_of(value), names)


def move(act: Meaning, names: Lexicon) -> TownMove:
    """The move that means this."""
    return TownMove(0, write(act, names), act)


def _write(act: Meaning, names: Lexicon, *, marked: bool) -> str:
    if isinstance(act, InPlace):
        return f"for {names.write(act.who, marked=marked)}: {_write(act.act, names, marked=marked)}"
    if isinstance(act, Answer):
        said = " and ".join(names.write(part, marked=marked) for part in act.parts)
    else:
        said = _write_deed(act, names, marked) if isinstance(act, Deed) else _write_correction(act, names, marked)
    if isinstance(act, Answer | Deed) and act.says:
        to = act.to if isinstance(act, Deed) else None
        said = f"{said} = {written.write(Utterance(says=act.says, to=to), names.seats)}".lstrip()
    tail = f'"{act.words}"' if act.words or (isinstance(act, Correction) and act.verb == "note") else ""
    return " ".join(filter(None, (said, tail)))


def _write_deed(act: Deed, names: Lexicon, marked: bool) -> str:
    about = [names.write(part, marked=marked) for part in act.about]
    if act.verb not in ("use", USE_ALOUD):
        return " ".join((act.verb, " and ".join(about))).strip()
    aloud = " aloud" if act.verb == USE_ALOUD else ""
    return f"use {about[0]}{aloud}" + (f" on {about[1]}" if len(about) > 1 else "")


def _write_correction(act: Correction, names: Lexicon, marked: bool) -> str:
    def name(part: Part | None) -> str:
        return "" if part is None else names.write(part, marked=marked)

    form = dict(BY_HAND).get(act.verb, act.verb)
    side = f"{act.side} " if act.side and act.verb == "token" else str(act.side or "")
    shown = f" as {name(act.shown)}" if act.shown is not None else ""
    shows = " and ".join(map(name, act.shows))
    said = form.format(who=name(act.who), about=name(act.about), side=side, shown=shown, shows=shows).strip()
    return f"first {said}" if act.first else said


# -- moves that are made without reading --------------------------------------------------------------------------


def words_move(words: str) -> TownMove:
    """The move that answers a question with free words."""
    return TownMove(0, f'"{words}"', Answer((), words))


def say(words: str) -> TownMove:
    """The move that says words aloud."""
    return TownMove(0, f'say "{words}"', Deed("say", (), words))


def reworded(act: Meaning, words: str) -> Meaning:
    """The same with these words, and nothing said as data."""
    if isinstance(act, InPlace):
        return InPlace(act.who, _with_words(act.act, words))
    return msgspec.structs.replace(act, words=words) if isinstance(act, Correction) else _with_words(act, words)


def _with_words(act: Answer | Deed, words: str) -> Answer | Deed:
    if isinstance(act, Answer):
        return msgspec.structs.replace(act, words=words, says=())
    return msgspec.structs.replace(act, words=words, says=(), to=None)


def check_readable(words: str) -> None:
    """Raises Illegal for words that cannot be shown as they are."""
    if hidden := unreadable(words):
        raise Illegal(f"{hidden!r} cannot be seen; leave it out")
    if has_piled_marks(words):
        raise Illegal(f"a letter may carry {MOST_MARKS} marks, not more")


def check_words(words: str) -> None:
    """Raises Illegal for words that nobody can say as they are."""
    check_readable(words)
    if len(words) > LONGEST_TEXT:
        raise Illegal(f"words have at most {LONGEST_TEXT} characters, these have {len(words)}")
    if '"' in words or words != " ".join(words.split()):
        raise Illegal("words stand on one line, with single spaces and no straight quotes")
    if _passes_for_understood(words):
        raise Illegal(f"{quote(UNDERSTOOD)} is what the program writes below words; put it differently")


def check_by_hand(hand: Correction) -> None:
    """Raises Illegal for what nobody could write: an unknown verb, or free words in place of the game's own."""
    has_word = hand.verb in LITERAL
    named = hand.who, hand.shown, None if has_word else hand.about
    words = {one for one in (hand.side, *hand.shows) if isinstance(one, str)}
    if (
        hand.verb not in VERBS_BY_HAND
        or (has_word and hand.about not in LITERAL[hand.verb].split("|"))
        or (hand.verb in WITH_WORDS and hand.about is not None)
        or not all(isinstance(one, InSeat | Token | None) for one in named)
        or not words.issubset(WORDS)
    ):
        raise Illegal("this is nothing that is done by hand: its verb, or a word in it, is none of the game's")


def _passes_for_understood(words: str) -> bool:
    """Whether this looks like what the program writes below words, in whatever letters and brackets.

    A letter that is not of ASCII may look like any; a word all in one other script looks like no Latin one.
    """
    plain = unicodedata.normalize("NFKD", words).casefold()
    plain = "".join(one for one in plain if not (one.isspace() or unicodedata.combining(one)))
    scripts = ({unicodedata.name(one, "").partition(" ")[0] for one in found} for found in PASSING.findall(plain))
    return any("LATIN" in of_word or len(of_word) > 1 for of_word in scripts)


# -- what records ask of a move -----------------------------------------------------------------------------------


def text_in(words: str) -> str:
    """The text between the quotes at the end of a move, on one line."""
    found = QUOTED.search(words)
    return " ".join(found[1].split()) if found else ""


# -- reading ------------------------------------------------------------------------------------------------------


def readings(words: str, names: Lexicon) -> Iterator[Meaning]:
    """All that a move in words may mean, the likeliest first.  Raises Illegal if it means nothing."""
    words, says = _without_saying(words, names)
    if says is not None:
        return (_saying(act, says) for act in readings(words, names)) if words else iter([_saying(Answer(), says)])
    marked: list[str] = []

    def keep(found: re.Match[str]) -> str:
        marked.append(found[0])
        return chr(0xE000 + len(marked) - 1)

    if names.quoting is not None:
        words = names.quoting.sub(keep, words)
    quoted = QUOTED.search(words)
    rest = words[: quoted.start()] if quoted else words
    reader = _Reader(names, MARKED.sub(keep, rest), text_in(words), marked)
    return iter(reader)


def _without_saying(words: str, names: Lexicon) -> tuple[str, Utterance | None]:
    """A move without what is said with it as data, and that; it stands behind `=`, which is in nobody's name."""
    unquoted = QUOTED.sub("", words)
    if not SAYING.search(unquoted):
        return words, None
    head, _, tail = unquoted.partition("= ")
    said = written.read(tail, names.seats, names.own)
    return head.strip(), Utterance(text_in(words), said.says, said.to)


def _saying(act: Meaning, said: Utterance) -> Meaning:
    if isinstance(act, InPlace) and isinstance(act.act, Answer | Deed):
        return InPlace(act.who, _said_with(act.act, said))
    if not isinstance(act, Answer | Deed):
        raise Illegal("nothing is said with this")
    return _said_with(act, said)


def _said_with(act: Answer | Deed, said: Utterance) -> Answer | Deed:
    if isinstance(act, Answer):
        return msgspec.structs.replace(act, words=said.words, says=said.says)
    return msgspec.structs.replace(act, words=said.words, says=said.says, to=said.to)


class _Reader:
    """Reads one move; names with several meanings are read as each of them, one reading after the other."""

    def __init__(self, names: Lexicon, words: str, text: str, marked: Sequence[str]) -> None:
        self.names, self.words, self.text, self.marked = names, " ".join(words.split()), text, marked
        self._several: dict[str, list[Part]] = {}  # what has several meanings
        self._chosen: dict[str, Part] = {}
        if len(text) > LONGEST_TEXT:
            raise Illegal(f"words have at most {LONGEST_TEXT} characters, these have {len(text)}")

    def __iter__(self) -> Iterator[Meaning]:
        read = self._move(self.words)
        yield read
        seen = {read}
        for parts in list(product(*self._several.values()))[1:MOST_READINGS]:
            self._chosen = dict(zip(self._several, parts, strict=True))
            if (read := self._move(self.words)) not in seen:
                seen.add(read)
                yield read

    def _name(self, words: str) -> Part:
        """What a name means."""
        if words in self._chosen:
            return self._chosen[words]
        found = list(self.names.meanings(self._spelled(words)))
        if len(found) > 1:
            self._several[words] = found
        return found[0]

    def _player(self, words: str) -> Part:
        """What a name means where a player is named, even if something else is called so."""
        try:
            found = list(self.names.meanings(self._spelled(words)))
        except Unknown as unknown:
            raise self.names.nobody(unknown.words) from None
        return next((part for part in found if isinstance(part, InSeat)), found[0])

    def _spelled(self, words: str) -> str:
        return SPELLED.sub(lambda found: self.marked[ord(found[0]) - 0xE000], words.strip())

    def _character(self, words: str) -> Token:
        return self.names.character(self._spelled(words))

    # -- moves ---------------------------------------------------------------------------------------------------

    def _move(self, words: str) -> Meaning:
        if found := IN_PLACE.fullmatch(words):
            return self._in_place(found["who"], found["what"])
        if not words:
            if not self.text:
                raise Unknown("nothing is written", words, None)
            return Answer((), self.text)
        if not self.text and fold(words).startswith("say "):
            return Deed("say", (), self._spelled(words[4:]).replace('"', ""))
        hand = self._correction(words) if self.text and not self._is_name(words) else None
        act = self._standing_alone(fold(words)) or hand or self._answer_or_deed(words)
        if isinstance(act, Correction):
            return act
        return msgspec.structs.replace(act, words=self.text) if self.text else act

    def _in_place(self, who: str, what: str) -> InPlace:
        act, part = self._move(what), self._name(who)
        if not isinstance(act, Answer | Deed):
            raise Illegal(f"{quote(what)} is not done for {who}: it is the storyteller's own to do")
        return InPlace(part, act)

    def _standing_alone(self, folded: str) -> Deed | Correction | None:
        """What names nobody, even if somebody is called so."""
        if folded in ALONE:
            return Deed(folded)
        if folded in TO_ALL:
            return Correction(TO_ALL[folded])
        if folded in WINS:
            return Correction("wins", about=WINS[folded])
        return Correction("note", words=self.text) if folded == "note" else None

    def _answer_or_deed(self, words: str) -> Answer | Deed | Correction:
        if self._is_name(words):
            return Answer((self._name(words),))
        folded = fold(words)
        for verb in (*NAMING, "use", *own_verbs()):
            if folded == verb or folded.startswith(f"{verb} "):
                return self._deed(verb, words[len(verb) :].strip())
        return self._correction(words) or Answer(tuple(map(self._name, self._parts(words))))

    def _is_name(self, words: str) -> bool:
        return self.names.knows(self._spelled(words))

    def _parts(self, words: str) -> list[str]:
        """The parts of an answer: `Ann and Bo` are two, unless one player is called that."""
        pieces, parts = AND.split(words), []
        while pieces:
            length = next((n for n in range(len(pieces), 1, -1) if self._is_name(" and ".join(pieces[:n]))), 1)
            parts.append(" and ".join(pieces[:length]))
            pieces = pieces[length:]
        return parts

    def _deed(self, verb: str, rest: str) -> Deed:
        if verb == "use":
            what, *whom = re.split(r"\s+on\s+", rest, maxsplit=1, flags=re.I)
            token = self._character(ALOUD.sub("", what))
            verb = USE_ALOUD if ALOUD.search(what) else "use"
            return Deed(verb, (token, *map(self._player, whom)))
        if not rest:
            return Deed(verb)
        if verb in ("nominate", "whisper") and self._is_storyteller(rest):
            return Deed(verb, (THE_STORYTELLER,))
        named = self._parts(rest) if verb == "whisper" else [rest]
        about = (self._character(rest),) if verb == "claim" else tuple(map(self._player, named))
        return Deed(verb, (THE_STORYTELLER,) if about == (InSeat(len(self.names.seats) - 1),) else about)

    def _is_storyteller(self, words: str) -> bool:
        """Whether this names the storyteller, by their name or, if no player is called that, by their title."""
        seats = [fold(name) for name in self.names.seats]
        called = fold(words).removeprefix("the ")
        return called == seats[-1] or (called == "storyteller" and called not in seats[:-1])

    # -- by hand -------------------------------------------------------------------------------------------------

    def _correction(self, words: str) -> Correction | None:
        """Read a correction by hand; None if the words are none.

        It may begin with `first`: it is then done in a pause, before what is about to happen.
        """
        if (begun := FIRST.match(words)) and (found := self._correction(words[begun.end() :])) is not None:
            return msgspec.structs.replace(found, first=True)
        alone = self._standing_alone(fold(words))
        if isinstance(alone, Correction):
            return alone
        for verb, form in _forms():
            match = form.fullmatch(words)
            if match is not None and (read := self._by_hand(verb, match.groupdict())) is not None:
                return read
        return None

    def _by_hand(self, verb: str, said: dict[str, str | None]) -> Correction | None:
        blanks = {key: words.strip() for key, words in said.items() if words}
        if verb in ("token", "show"):
            return self._to_a_player(verb, blanks["who"])
        if verb in BETWEEN:
            return self._of_two(verb, f"{blanks['who']} {BETWEEN[verb]} {blanks['about']}")
        about: Part | None = None
        if "about" in blanks:
            about = blanks["about"].lower() if verb in LITERAL else self._character(blanks["about"])
        who = None
        if "who" in blanks:
            who = (
                self.names.player(self._spelled(blanks["who"]))
                if verb == "take token"
                else self._name(blanks["who"])
            )
        if verb in WITH_WORDS and not self.text and verb != "note":
            raise Illegal(f'say what between quotes: {verb} {self._spelled(blanks["who"])} "..."')
        if verb.endswith("remind") and len(self.text) > LONGEST_REMINDER:
            raise Illegal(f"a reminder has at most {LONGEST_REMINDER} characters, this one has {len(self.text)}")
        shown = self._character(blanks["shown"]) if "shown" in blanks else None
        side = blanks["side"].lower() if "side" in blanks else None
        return Correction(verb, who, about, side, shown=shown, words=self.text if verb in WITH_WORDS else "")

    def _of_two(self, verb: str, words: str) -> Correction:
        """Two players who change places, or of whom one nominates the other; names may contain the word between."""
        between = re.finditer(rf"\s+{BETWEEN[verb]}\s+", words, re.I)
        ways = [(words[: at.start()], words[at.end() :]) for at in between]
        who, about = next((way for way in ways if all(map(self._is_name, way))), ways[0])
        return Correction(verb, self._name(who), self._name(about))

    def _to_a_player(self, verb: str, words: str) -> Correction:
        """`token Bo evil Beggar`, `show Bo Chef and good "You are"`: a player's name, and what follows it."""
        for seat, rest in self._after_player(words):
            if verb == "show":
                pieces = AND.split(rest) if rest else []
                return Correction("show", InSeat(seat), shows=tuple(map(self._on_card, pieces)), words=self.text)
            if rest and (of := TOKEN.fullmatch(rest)):
                side = of["side"].lower() if of["side"] else None
                shown = self._character(of["shown"]) if of["shown"] else None
                return Correction("token", InSeat(seat), self._character(of["character"]), side, shown=shown)
        example = 'show {} Chef and good "You are"' if verb == "show" else "token {} Chef"
        what = "a card" if verb == "show" else "a token"
        like = example.format(self.names.seats[0])
        raise Illegal(f"{quote(self._spelled(words))} is not a player and {what}, like `{like}`")

    def _after_player(self, words: str) -> Iterator[tuple[int, str]]:
        """The players with whose names these words begin, the longest name first, and the rest of the words."""
        if SPELLED.match(words):
            part = self._name(words[0])
            if isinstance(part, InSeat):
                yield part.seat, words[1:].strip()
            return
        for seat, name in self.names.players_first():
            if fold(words[: len(name)]) == fold(name) and not words[len(name) : len(name) + 1].strip():
                yield seat, words[len(name) :].strip()

    def _on_card(self, words: str) -> Part:
        """A word or a character, even if a player is called so."""
        spelled = self._spelled(words)
        if not self.names.knows(spelled) and (near := nearest(spelled, SAID_ON_CARDS, NEAR)):
            raise Unknown(f"{quote(spelled)} is not on a card", spelled, near)
        found = list(self.names.meanings(spelled))
        return next((part for part in found if not isinstance(part, InSeat)), found[0])


SAID_ON_CARDS = ("good", "evil", "yes", "no")
TOKEN = re.compile(rf"(?:(?P<side>{SIDES})\s+(?!twin\b))?(?P<character>.+?)(?:\s+as\s+(?P<shown>.+))?", re.I)


@lru_cache(maxsize=1)
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Patterns of what is done by hand."""
    return tuple((verb, re.compile(_pattern(verb, form), re.I | re.A)) for verb, form in BY_HAND)


def _pattern(verb: str, form: str) -> str:
    if verb in ("token", "show"):
        return rf"{verb} (?P<who>.+)"
    blanks = {
        "who": "(?P<who>.+)",
        "about": rf"(?P<about>{LITERAL.get(verb, '.+?' if '{shown}' in form else '.+')})",
        "side": rf"(?:the )?(?P<side>{SIDES})",
        "shown": r"(?: as (?P<shown>.+))?",
    }
    return form.format_map(blanks)


@lru_cache(maxsize=1)
def own_verbs() -> tuple[str, ...]:
    """The verbs that single characters bring to the floor."""
    return tuple(
        sorted({verb for kind in CLASSES.values() for verb in kind.verbs}, key=lambda verb: (-len(verb), verb))
    )
