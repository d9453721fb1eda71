"""How moves are written: values as words and back, and as numbers that stand for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from facedown.core.errors import Illegal
from facedown.core.game import Move
from facedown.core.spelling import did_you_mean, fold, quote
from facedown.games.clocktower.character import CLASSES, Character
from facedown.games.clocktower.questions import WORDS, Act, Word
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.state import Player

if TYPE_CHECKING:
    from facedown.games.clocktower.tale import Tale

BITS = 12  # for each part of a move's number
NOBODY, YES, NO, TEXT = 0, 1, 2, 3
SEATS, STORYTELLER, WORD, NUMBER, CHARACTER, ELSE = 10, 50, 100, 200, 300, 2000
IDS = tuple(FACTS)
FLOOR = ("done", "nominate", "exile", "claim", "use", "say", "whisper")
HAND = (
    "kill",
    "raise",
    "becomes",
    "turns",
    "mark",
    "unmark",
    "to nominations",
    "end the day",
    "wins",
    "leaves",
    "arrives",
    "execute",
    "said",
    "whoops",
)
VERB = 3000  # the first part of an act's number, and of what is done by hand
HAND_VERB = 3500
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
NODS = {YES: WORD + WORDS.index("life"), NO: WORD + WORDS.index("death")}
DECLARES = re.compile(r"declares? (?:to be |that they are |being )?(?:the )?(?=\S)", re.I)
INSTEAD = {NO: NOBODY, NOBODY: NO, WORD + WORDS.index("sideways"): WORD + WORDS.index("neither")}  # a head, a thumb
QUOTED = re.compile(r'\s*"([^"]*)"\s*$')
LONGEST_TEXT, LONGEST_NAME = 500, 40


def text_in(words: str) -> str:
    """What stands between the quotes at the end of a move."""
    found = QUOTED.search(words)
    return found[1].strip() if found else ""


# -- numbers ----------------------------------------------------------------------------------------------------


def code_of(value: Any) -> int:
    """The number of an answer or an act."""
    if isinstance(value, Act):
        return _code_of_act(value.verb, value.character, None if value.player is None else value.player.seat)
    if isinstance(value, tuple):
        return _joined(*map(_atom, value))
    return _atom(value)


def _joined(*parts: int) -> int:
    code = 0
    for place, part in enumerate(parts):
        code |= part << (BITS * place)
    return code


def parts_of(code: int) -> list[int]:
    """What is joined in a number, in no order."""
    return sorted(code >> shift & 0xFFF for shift in range(0, code.bit_length(), BITS))


def _code_of_act(verb: str, character: Character | None, seat: int | None) -> int:
    parts = [_atom(character)] if character is not None else []
    if seat is not None:
        parts.append(SEATS + seat)
    elif verb == "nominate":
        parts.append(STORYTELLER)
    return _joined(_verb(verb), *parts)


def _verb(verb: str) -> int:
    return VERB + FLOOR.index(verb) if verb in FLOOR else VERB + 20 + crc32(verb.encode()) % 400


def needs_nominations(move: Move) -> bool:
    """Is it done only while nominations are open?"""
    return (move.code & 0xFFF) == _verb("nominate")


def shot_at(code: int) -> int:
    """`shoots Bo` answers a question as well, with Bo."""
    shot = _joined(_verb("use"), _character("slayer"))
    return code >> 2 * BITS or code if code & (1 << 2 * BITS) - 1 == shot else code


def is_answer(move: Move) -> bool:
    """Does it answer a question in words that are known, and do nothing of its own accord?"""
    return parts_of(move.code)[-1:] < [ELSE]


def _atom(value: Any) -> int:
    if value is None:
        return NOBODY
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, Player):  # or the place of a character that no player is
        return SEATS + value.seat if value.seated else _character(value.character.id)
    if isinstance(value, Character):
        return _home_made(value.name) if value.written else _character(value.id)
    if isinstance(value, Word):
        return WORD + WORDS.index(value)
    if isinstance(value, int):
        return NUMBER + value
    raise TypeError(f"{value!r} is no answer")


@lru_cache(maxsize=512)
def _character(id: str) -> int:
    return CHARACTER + IDS.index(id)


def _home_made(name: str) -> int:
    """The number of a name: of an official character, where it bears such a name."""
    plain = fold(name).removeprefix("the ")
    official = {fold(fact.name): id for id, fact in FACTS.items()}.get(plain)
    return _character(official) if official else ELSE + crc32(plain.encode()) % 900


def option_of(options: Iterable[Any], code: int, text: str) -> Any:
    """The option with this number; of several home-made characters that share one, that which the words name."""
    same = [option for option in options if code_of(option) == code]
    named = [option for option in same if len(same) > 1 and _is_named(option, fold(text))]
    return (named or same or [None])[0]


def _is_named(option: Any, folded: str) -> bool:
    about = option.character if isinstance(option, Act) else option
    return isinstance(about, Character) and folded.endswith(fold(about.name).removeprefix("the "))


# -- words ------------------------------------------------------------------------------------------------------


def write(value: Any, names: Sequence[str]) -> str:
    """An answer or an act in words."""
    if isinstance(value, Act):
        said = _write_act(value.verb, value.character, None if value.player is None else value.player.seat, names)
        return f'{said} "{value.text}"' if value.text else said
    if isinstance(value, tuple):
        return " and ".join(write(part, names) for part in value)
    if value is None:
        return "nobody"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Player):
        return names[value.seat] if value.seated else value.character.name
    if isinstance(value, Character):
        return value.name
    return str(value)


def _write_act(verb: str, character: Character | None, seat: int | None, names: Sequence[str]) -> str:
    parts = [verb]
    if character is not None:
        parts.append(character.name)
    if seat is not None:
        parts += ["on", names[seat]] if verb == "use" else [names[seat]]
    elif verb == "nominate":
        parts.append("the storyteller")
    return " ".join(parts)


def move_of(value: Any, names: Sequence[str]) -> Move:
    """An answer or an act as a move."""
    if isinstance(value, Act) and not value.text:
        seat = None if value.player is None else value.player.seat
        return _act_as_move(value.verb, value.character, seat, tuple(names))
    return Move(code_of(value), write(value, names))


@lru_cache(maxsize=1 << 14)
def _act_as_move(verb: str, character: Character | None, seat: int | None, names: tuple[str, ...]) -> Move:
    """On the open floor everybody has dozens of these, again after each word that is said."""
    return Move(_code_of_act(verb, character, seat), _write_act(verb, character, seat, names))


def read(words: str, names: Sequence[str]) -> Move:
    """The move that these words mean.  Raises Illegal."""
    words = _whispered(words, names)
    text = text_in(words)
    if len(text) > LONGEST_TEXT:
        raise Illegal(f"words have at most {LONGEST_TEXT} characters, these have {len(text)}")
    tail = f' "{text}"' if text else ""
    rest = QUOTED.sub("", words).strip()
    rest = rest if fold(rest) in _atoms(tuple(names)) else _plainly(_what_is_told(rest, names))
    if not text and fold(rest).startswith("say "):
        return read(f'say "{rest[4:].strip()}"', names)
    if not rest:
        if not text:
            raise Illegal('say something between quotes: "..."')
        return Move(TEXT, f'"{text}"')
    code, said = _read(rest, names)
    if text and CHARACTER <= code < VERB:  # `Artist "Is Bo evil?"`
        return read(f"use {said}{tail}", names)
    return Move(code, said + tail)


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


def _read(words: str, names: Sequence[str]) -> tuple[int, str]:
    folded = fold(words)
    for verb in ("done", "say"):
        if folded == verb:
            return VERB + FLOOR.index(verb), verb
    for verb in ("nominate", "exile", "whisper", "claim", "use", *own_verbs()):
        if folded == verb or folded.startswith(f"{verb} "):
            return _read_act(verb, words[len(verb) :].strip(), names)
    hand = ByHand.parse(words, names)
    if hand is not None:
        return hand
    parts = [_read_atom(part, names) for part in re.split(r"\s+and\s+", words, flags=re.I)]
    return _joined(*(code for code, _ in parts)), " and ".join(text for _, text in parts)


def _read_act(verb: str, rest: str, names: Sequence[str]) -> tuple[int, str]:
    number = _verb(verb)
    if verb == "use":
        what, *whom = re.split(r"\s+on\s+", _with_on(rest, names), maxsplit=1, flags=re.I)
        code, name = _read_atom(what, names)
        if not whom:
            return _joined(number, code), f"use {name}"
        own = {kind.verbs for (id, _), kind in CLASSES.items() if kind.verbs and FACTS[id].name == name}
        if own:  # what only this character does has a verb of its own
            return _read_act(own.pop()[0], whom[0], names)
        seat, who = _read_atom(whom[0], names)
        return _joined(number, code, seat), f"use {name} on {who}"
    if not rest:
        return number, verb
    if verb == "nominate" and _is_storyteller(rest, names):
        return _joined(number, STORYTELLER), "nominate the storyteller"
    code, name = _read_atom(rest, names)
    return _joined(number, code), f"{verb} {name}"


def _is_storyteller(words: str, names: Sequence[str]) -> bool:
    """By the name of their seat, or by what they are, where no player bears that for a name."""
    called = fold(words).removeprefix("the ")
    return called == fold(names[-1]) or (called == "storyteller" and called not in map(fold, names[:-1]))


def _with_on(words: str, names: Sequence[str]) -> str:
    """`Slayer Bo` is `Slayer on Bo`."""
    for name in names[:-1]:
        what = words[: -len(name)].strip()
        if fold(words) == f"{fold(what)} {fold(name)}" and fold(what).removeprefix("the ") in _atoms(tuple(names)):
            return f"{what} on {name}"
    return words


def _read_atom(words: str, names: Sequence[str]) -> tuple[int, str]:
    wanted = fold(words)
    known = _atoms(tuple(names))
    for name in (wanted, wanted.removeprefix("the ")):
        if name in known:
            return known[name]
    if not words.strip() or len(words) > LONGEST_NAME:
        raise Illegal(f"{quote(words)} is no answer here{_mended(words, names)}")
    return _home_made(words), " ".join(words.split())  # perhaps a character of the script's own; the table knows


def unknown(words: str, names: Sequence[str]) -> str:
    """What is wrong with these words, where they name something that is nothing here; "" where they do not.

    `names`: of the seats, and of the script's characters.
    """
    known = _atoms(tuple(names))
    for part in _named(_plainly(QUOTED.sub("", words).strip())):
        if fold(part) not in known and fold(part).removeprefix("the ") not in known:
            mend = _mended(part, names)
            return f"{quote(part)} is no answer here{mend}" if mend else ""
    return ""


def _named(words: str) -> list[str]:
    """The players and characters that these words name, known or not."""
    if fold(words) in PLAIN:
        return []
    for pattern, verb in HAND_PATTERNS:
        found = pattern.fullmatch(words)
        if found:
            return [part for key, part in found.groupdict().items() if (verb, key) != ("unmark", "about")]
    verbs = "|".join((*FLOOR, *own_verbs()))
    rest = re.sub(rf"(?:{verbs})\b *", "", words, count=1, flags=re.I) if re.match(verbs, words, re.I) else words
    return [part for part in re.split(r"\s+(?:and|on)\s+", rest, flags=re.I) if part]


def _mended(words: str, names: Sequence[str]) -> str:
    return did_you_mean(words, [text for _, text in _atoms(tuple(names)).values()])


@lru_cache(maxsize=64)
def _atoms(names: tuple[str, ...]) -> dict[str, tuple[int, str]]:
    atoms = {word: (WORD + i, word) for i, word in enumerate(WORDS)}
    atoms |= {fold(id): (_character(id), fact.name) for id, fact in FACTS.items()}
    atoms |= {fold(fact.name): (_character(id), fact.name) for id, fact in FACTS.items()}
    atoms |= {str(number): (NUMBER + number, str(number)) for number in range(100)}
    nobody = ("nobody", "no one", "none", "pass", "passes", "declines", "wait", "waits")
    atoms |= dict.fromkeys(nobody, (NOBODY, "nobody"))
    atoms |= dict.fromkeys(("yes", "agree", "agrees"), (YES, "yes"))
    atoms |= dict.fromkeys(("no", "disagree", "disagrees", "refuses", "shakes their head"), (NO, "no"))
    atoms |= {"live": atoms["life"], "die": atoms["death"], "guilty": atoms["yes"], "not guilty": atoms["no"]}
    atoms |= dict.fromkeys(("vote", "votes", "raises their hand"), atoms["yes"])
    atoms |= dict.fromkeys(("abstain", "abstains", "does not vote"), atoms["no"])
    return atoms | {fold(name): (SEATS + seat, name) for seat, name in enumerate(names[:-1])}


@lru_cache(maxsize=1)
def own_verbs() -> tuple[str, ...]:
    """The verbs that single characters bring to the floor."""
    return tuple(
        sorted({verb for kind in CLASSES.values() for verb in kind.verbs}, key=lambda verb: (-len(verb), verb))
    )


# -- by hand ----------------------------------------------------------------------------------------------------


class ByHand(NamedTuple):
    """Something that the storyteller does by hand, whatever the rules say."""

    verb: str
    player: Player | None = None
    about: Any = None  # a Character, "good" or "evil", a marker's word, or what somebody said
    side: Any = None  # the last of its words: on which side a Traveller comes, what stands on a marker

    @classmethod
    def parse(cls, words: str, names: Sequence[str]) -> tuple[int, str] | None:
        """Its number and its words; None where the words mean no such thing.  Raises Illegal.

        Before it may stand `first`: it is done in a pause, before what is about to come.
        """
        first = None if any(fold(words).startswith(fold(name)) for name in names) else FIRST.match(words)
        if first and (hand := cls.parse(words[first.end() :], names)) is not None:
            return hand[0], f"first {hand[1]}"
        folded = fold(words)
        plain = PLAIN.get(folded)
        if plain is not None:
            return HAND_VERB + HAND.index(plain), plain
        for pattern, verb in HAND_PATTERNS:
            found = pattern.fullmatch(words)
            if found:
                return _read_hand(verb, found.groupdict(), names)
        return None

    @classmethod
    def is_meant(cls, words: str) -> bool:
        """Is this, or each of the things between its commas, said as of something done by hand?"""
        said = [FIRST.sub("", part.strip(), count=1) for part in QUOTED.sub("", words).split(",")]
        return all(fold(one) in PLAIN or any(form.fullmatch(one) for form, _ in HAND_PATTERNS) for one in said)

    @classmethod
    def read(cls, code: int, tale: Tale, text: str = "") -> ByHand | None:
        """What a number means, written so; None where it is nothing done by hand."""
        verb, code = code & 0xFFF, code >> BITS
        if not HAND_VERB <= verb < HAND_VERB + len(HAND):
            return None
        player: Player | None = None
        about: Any = None
        side: Any = None
        while code:
            part, code = code & 0xFFF, code >> BITS
            if SEATS <= part < STORYTELLER:
                player = tale.players[part - SEATS] if part - SEATS < len(tale.players) else None
            elif CHARACTER <= part < CHARACTER + len(IDS):
                about = _own(part, tale, text) or tale.script.character(IDS[part - CHARACTER])
            elif ELSE <= part < VERB:
                about = _own(part, tale, text)
            elif WORD <= part < WORD + len(WORDS):
                about, side = about or WORDS[part - WORD], WORDS[part - WORD]
        if HAND[verb - HAND_VERB] == "said":
            about = text_in(text)
        return cls(HAND[verb - HAND_VERB], player, about, side)


def _own(number: int, tale: Tale, text: str) -> Character | None:
    """The script's own character of this number."""
    own: Character | None = option_of(tale.script.own.values(), number, text)
    return own


FIRST = re.compile(r"first\s+", re.I)
PLAIN = dict.fromkeys(("to nominations", "open nominations"), "to nominations")
PLAIN["whoops"] = "whoops"
PLAIN |= dict.fromkeys(("end the day", "end day", "close nominations"), "end the day")
MARKS = ("drunk", "poisoned", "sober")
HAND_PATTERNS = tuple(
    (re.compile(pattern, re.I), verb)
    for pattern, verb in (
        (r"kill (?P<who>.+)", "kill"),
        (r"raise (?P<who>.+)", "raise"),
        (r"execute (?P<who>.+)", "execute"),
        (r"(?P<who>.+) becomes (?P<about>.+)", "becomes"),
        (r"(?P<who>.+) turns (?P<about>good|evil)", "turns"),
        (r"mark (?P<who>.+) (?P<about>drunk|poisoned|sober)", "mark"),
        (r"unmark (?P<who>.+) (?P<about>drunk|poisoned|sober)", "unmark"),
        (r"(?P<about>good|evil) wins", "wins"),
        (r"(?P<who>.+) leaves", "leaves"),
        (r"(?P<who>.+) said", "said"),
        (r"(?P<who>.+) arrives as (?:the )?(?P<side>good|evil) (?P<about>.+)", "arrives"),
    )
)
WRITTEN = {"kill": "kill {who}", "raise": "raise {who}", "execute": "execute {who}",
           "becomes": "{who} becomes {about}",
           "turns": "{who} turns {about}", "mark": "mark {who} {about}", "unmark": "unmark {who} {about}",
           "wins": "{about} wins", "leaves": "{who} leaves", "said": "{who} said",
           "arrives": "{who} arrives as {side} {about}"}  # fmt: skip


def _read_word(words: str) -> tuple[int, str] | None:
    """The word on a marker: "drunk" beside a player is no character."""
    word = words.lower()
    return (WORD + WORDS.index(word), word) if word in MARKS else None


def _read_hand(verb: str, said: dict[str, str], names: Sequence[str]) -> tuple[int, str]:
    marks = verb in ("mark", "unmark")
    read = {key: (marks and _read_word(words)) or _read_atom(words, names) for key, words in said.items()}
    code = _joined(HAND_VERB + HAND.index(verb), *(read[key][0] for key in ("who", "about", "side") if key in read))
    return code, WRITTEN[verb].format(**{key: text for key, (_, text) in read.items()})
