"""Writes moves as words, and reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

import msgspec

from facedown.core.errors import Illegal
from facedown.core.game import Move
from facedown.core.spelling import MOST_MARKS, did_you_mean, fold, has_piled_marks, quote, unreadable
from facedown.games.clocktower.character import CLASSES, Character
from facedown.games.clocktower.hands import DOWN, HOLD_VOTE, RESUME_VOTE, UP
from facedown.games.clocktower.moves import (
    THE_STORYTELLER,
    USE_ALOUD,
    Ambiguous,
    Answer,
    Correction,
    Deed,
    InPlace,
    InSeat,
    Meaning,
    Part,
    Token,
    TownMove,
    act_of,
    deed,
    meaning_of,
    meanings,
    parts_of,
    sorted_parts,
)
from facedown.games.clocktower.questions import WORDS, Act
from facedown.games.clocktower.roster import FACTS, id_by_name
from facedown.games.clocktower.speech.utterance import Utterance
from facedown.games.clocktower.state import Player

ALONE = ("done", "say", UP, DOWN)
FLOOR = ("done", "nominate", "exile", "claim", "use", "say", "whisper", UP, DOWN)
QUOTED = re.compile(r'\s*"([^"]*)"\s*$')
ALOUD = re.compile(r"\s+aloud$", re.I)
LONGEST_TEXT, LONGEST_NAME, LONGEST_REMINDER = 500, 40, 60


def text_in(words: str) -> str:
    """The text between the quotes at the end of a move, on one line."""
    found = QUOTED.search(words)
    return " ".join(found[1].split()) if found else ""


# -- what records ask of a move -----------------------------------------------------------------------------------


def is_name(words: str, names: Sequence[str]) -> bool:
    """Whether these words name one thing as they stand: a player, a character, an answer like `yes`."""
    return fold(words) in _atoms(tuple(names))


def needs_nominations(move: Move) -> bool:
    """Whether it is done only while nominations are open."""
    act = act_of(move)
    done = act.act if isinstance(act, InPlace) else act
    return isinstance(done, Deed) and done.verb == "nominate"


def is_answer(move: Move) -> bool:
    """Whether it only answers a question, in words that are known."""
    act = act_of(move)
    return isinstance(act, Answer) and all(not isinstance(part, Token) or part.id in FACTS for part in act.parts)


def answers(move: Move, value: object) -> bool:
    """Whether this value is what the move says, in any order."""
    act = act_of(move)
    return isinstance(act, Answer) and sorted_parts(act.parts) == sorted_parts(parts_of(value))


# -- words --------------------------------------------------------------------------------------------------------


def write(value: object, names: Sequence[str]) -> str:
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
    parts = ["use"] if verb == USE_ALOUD else [verb]
    if character is not None:
        parts.append(character.name)
    if verb == USE_ALOUD:
        parts.append("aloud")
    if seat is not None:
        parts += ["on", names[seat]] if verb in ("use", USE_ALOUD) else [names[seat]]
    elif verb in ("nominate", "whisper"):
        parts.append(THE_STORYTELLER)
    return " ".join(parts)


def move_of(value: object, names: Sequence[str]) -> Move:
    """An answer or an act as a move."""
    if value is True or value is False:
        return YES_OR_NO[value]
    if isinstance(value, Act) and not value.text:
        seat = None if value.player is None else value.player.seat
        return _deed_as_move(value.verb, value.character, seat, tuple(names))
    return TownMove(0, write(value, names), meaning_of(value))


def written(act: Meaning, names: Sequence[str]) -> Move:
    """A meaning as a move.  A home-made character is called by its id: only the script knows its name."""
    return TownMove(0, _written(act, names), act)


def _written(act: Meaning, names: Sequence[str]) -> str:
    if isinstance(act, InPlace):
        return f"for {_written_part(act.who, names)}: {_written(act.act, names)}"
    tail = [f'"{act.words}"'] if act.words else []
    if isinstance(act, Answer):
        return " ".join([*filter(None, [" and ".join(_written_part(part, names) for part in act.parts)]), *tail])
    if isinstance(act, Correction):
        return " ".join(["first"] * act.first + [_written_correction(act, names), *tail])
    parts = [_written_part(part, names) for part in act.about]
    if act.verb in ("use", USE_ALOUD):
        aloud = " aloud" if act.verb == USE_ALOUD else ""
        parts = [f"{parts[0]}{aloud}", *(f"on {part}" for part in parts[1:])] if parts else []
    return " ".join(["use" if act.verb == USE_ALOUD else act.verb, *parts, *tail])


def _written_correction(hand: Correction, names: Sequence[str]) -> str:
    who, about, side, shown = (
        "" if part is None else _written_part(part, names) for part in (hand.who, hand.about, hand.side, hand.shown)
    )
    token = f"{about} as {shown}" if shown else about
    if hand.verb == "into the bag":
        return f"put {token} into the bag"
    if hand.verb == "out of the bag":
        return f"take {token} out of the bag"
    if hand.verb == "token":
        return " ".join(filter(None, ("token", who, side, token)))
    if hand.verb == "show":
        on_it = " and ".join(_written_part(part, names) for part in hand.shows)
        return f"show {who} {on_it}".strip()
    if hand.verb in WRITTEN and (who or about):
        return WRITTEN[hand.verb].format(who=who, about=about, side=side)
    return f"{hand.verb} {who}".strip()


def _written_part(part: Part, names: Sequence[str]) -> str:
    if isinstance(part, InSeat):
        if not 0 <= part.seat < len(names):
            raise Illegal(f"there is no seat {part.seat} here; they are 0 to {len(names) - 1}")
        return names[part.seat]
    if isinstance(part, Token):
        return FACTS[part.id].name if part.id in FACTS else part.id
    return str(part)


YES_OR_NO = tuple(TownMove(0, write(value, ()), meaning_of(value)) for value in (False, True))


@lru_cache(maxsize=1 << 14)
def _deed_as_move(verb: str, character: Character | None, seat: int | None, names: tuple[str, ...]) -> Move:
    """The move of a deed, cached: on the open floor everybody has dozens of these."""
    return TownMove(0, _write_act(verb, character, seat, names), deed(verb, character, seat))


def words_move(words: str) -> Move:
    """The move that answers a question with free words."""
    return TownMove(0, f'"{words}"', Answer((), words))


def say(words: str) -> Move:
    """The move that says words aloud."""
    return TownMove(0, f'say "{words}"', Deed("say", (), words))


def claim(id: str, name: str) -> Move:
    """The move that claims a character, given by id and name."""
    return TownMove(0, f"claim {name}", Deed("claim", (Token(id),)))


def move_hand(verb: str) -> Move:
    """The move that raises or lowers a hand: hands.UP or hands.DOWN."""
    return TownMove(0, verb, Deed(verb))


def whisper(name: str, seat: int, words: str) -> Move:
    """The move that whispers to one player."""
    return TownMove(0, f'whisper {name} "{words}"', Deed("whisper", (InSeat(seat),), words))


def with_words(move: Move, words: str) -> Move:
    """The move of a deed with the words that belong to it."""
    act = act_of(move)
    assert isinstance(act, Deed), "only deeds take words"
    return TownMove(0, f'{move.text} "{words}"', Deed(act.verb, act.about, words))


def with_utterance(move: Move, read: Callable[[str], Utterance]) -> Move:
    """The same move, with what its words mean, as `read` reads them."""
    act = act_of(move)
    done = act.act if isinstance(act, InPlace) else act
    return reworded(move, read(done.words)) if isinstance(done, Answer | Deed) and done.words else move


def reworded(move: Move, words: str) -> Move:
    """The same move with these words."""
    act = act_of(move)
    done = msgspec.structs.replace(act.act if isinstance(act, InPlace) else act, words=words)
    if isinstance(act, InPlace) and not isinstance(done, Correction):
        return TownMove(0, move.text, InPlace(act.who, done))
    return TownMove(0, move.text, done)


def meant(move: Move, act: Meaning) -> Move:
    """This move, in the reading that is meant."""
    return TownMove(0, move.text, act)


def in_place(seat: int, move: Move, names: Sequence[str]) -> Move:
    """The move that the storyteller makes for a player."""
    act = act_of(move)
    assert isinstance(act, Answer | Deed), "only what players do is done for them"
    return TownMove(0, f"for {names[seat]}: {move.text}", InPlace(InSeat(seat), act))


def read(words: str, names: Sequence[str]) -> Move:
    """The move that these words mean.  Raises Illegal."""
    if found := IN_PLACE.fullmatch(words):
        return _read_in_place(found["who"], found["what"], names)
    text = text_in(words)
    if len(text) > LONGEST_TEXT:
        raise Illegal(f"words have at most {LONGEST_TEXT} characters, these have {len(text)}")
    tail = f' "{text}"' if text else ""
    rest = QUOTED.sub("", words).strip()
    if not text and fold(rest).startswith("say "):
        return read(f'say "{rest[4:].strip()}"', names)
    if not rest:
        if not text:
            raise Illegal('say something between quotes: "..."')
        return words_move(text)
    if QUOTED.search(words) and (written := _read_written(rest, text, names)) is not None:
        return written
    act, said = _read(rest, names)
    if text and isinstance(act, Answer) and len(act.parts) == 1 and isinstance(act.parts[0], Token):
        return read(f"use {said}{tail}", names)  # `Artist "Is Bo evil?"`
    return TownMove(0, said + tail, msgspec.structs.replace(act, words=text))


IN_PLACE = re.compile(r'\s*for\s+(?P<who>[^:"]+?)\s*:\s*(?P<what>\S.*)', re.I | re.S)


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


def _read_in_place(who: str, what: str, names: Sequence[str]) -> Move:
    part, name = _read_atom(who, names)
    move = read(what, names)
    act = act_of(move)
    if isinstance(act, Correction) and act.verb == "kill" and act.who is not None:
        act = Answer((act.who,))  # whoever is asked whom to kill may say so
    if not isinstance(act, Answer | Deed):
        raise Illegal(f"{quote(move.text)} is not done for {name}: it is the storyteller's own to do")
    return TownMove(0, f"for {name}: {move.text}", InPlace(part, act))


def _read(words: str, names: Sequence[str]) -> tuple[Answer | Deed | Correction, str]:
    folded = fold(words)
    if folded in _atoms(tuple(names)):
        part, text = _atoms(tuple(names))[folded]
        return Answer((part,)), text
    for verb in ALONE:
        if folded == verb:
            return Deed(verb), verb
    for verb in ("nominate", "exile", "whisper", "claim", "use", *own_verbs()):
        if folded == verb or folded.startswith(f"{verb} "):
            return _read_deed(verb, words[len(verb) :].strip(), names)
    hand = read_correction(words, names)
    if hand is not None:
        return hand
    parts = [_read_atom(part, names) for part in _parts(words, names)]
    return Answer(tuple(part for part, _ in parts)), " and ".join(text for _, text in parts)


def _parts(words: str, names: Sequence[str]) -> list[str]:
    """The parts of an answer: `Ann and Bo` are two, unless one player is called that."""
    known, pieces, parts = _atoms(tuple(names)), re.split(r"\s+and\s+", words, flags=re.I), []
    while pieces:
        length = next((n for n in range(len(pieces), 1, -1) if fold(" and ".join(pieces[:n])) in known), 1)
        parts.append(" and ".join(pieces[:length]))
        pieces = pieces[length:]
    return parts


def _read_deed(verb: str, rest: str, names: Sequence[str]) -> tuple[Deed, str]:
    if verb == "use":
        what, *whom = re.split(r"\s+on\s+", _with_on(rest, names), maxsplit=1, flags=re.I)
        aloud = ALOUD.search(what) is not None
        token, name = _read_atom(ALOUD.sub("", what), names)
        if aloud:
            verb, name = USE_ALOUD, f"{name} aloud"
        if not whom:
            return Deed(verb, (token,)), f"use {name}"
        own = {kind.verbs for (id, _), kind in CLASSES.items() if kind.verbs and FACTS[id].name == name}
        if own:  # what only this character does has a verb of its own
            return _read_deed(own.pop()[0], whom[0], names)
        seat, who = _read_atom(whom[0], names)
        return Deed(verb, (token, seat)), f"use {name} on {who}"
    if not rest:
        return Deed(verb), verb
    if verb in ("nominate", "whisper") and _is_storyteller(rest, names):
        return Deed(verb, (THE_STORYTELLER,)), f"{verb} {THE_STORYTELLER}"
    part, name = _read_atom(rest, names)
    return Deed(verb, (part,)), f"{verb} {name}"


def _is_storyteller(words: str, names: Sequence[str]) -> bool:
    """Whether this names the storyteller, by their name or, if no player is called that, by their title."""
    called = fold(words).removeprefix("the ")
    return called == fold(names[-1]) or (called == "storyteller" and called not in map(fold, names[:-1]))


def _with_on(words: str, names: Sequence[str]) -> str:
    """`Slayer Bo` is `Slayer on Bo`."""
    for name in names[:-1]:
        what = words[: -len(name)].strip()
        if fold(words) == f"{fold(what)} {fold(name)}" and fold(what).removeprefix("the ") in _atoms(tuple(names)):
            return f"{what} on {name}"
    return words


def _read_atom(words: str, names: Sequence[str]) -> tuple[Part, str]:
    wanted = fold(words)
    known = _atoms(tuple(names))
    for name in (wanted, wanted.removeprefix("the ")):
        if name in known:
            return known[name]
    if not words.strip() or len(words) > LONGEST_NAME:
        raise Illegal(f"{quote(words)} is not an answer here{_mended(words, names)}")
    # perhaps a character of the script's own; the table knows
    return Token(id_by_name(words)), " ".join(words.split())


def unknown(words: str, names: Sequence[str]) -> str:
    """Why these words name something unknown; "" if they do not.

    `names`: those of the seats and of the script's characters.
    """
    if found := IN_PLACE.fullmatch(words):
        return unknown(found["who"], names) or unknown(found["what"], names)
    known = {*_atoms(tuple(names)), *map(fold, names), "storyteller"}
    plain = QUOTED.sub("", words).strip()
    if fold(plain) in known:
        return ""
    plain = FIRST.sub("", plain, count=1)
    for part in _named(plain):
        if fold(part) not in known and fold(part).removeprefix("the ") not in known:
            return f"{quote(part)} is not an answer here{_mended(part, names)}"
    return ""


def _named(words: str) -> list[str]:
    """The players and characters that these words name, known or not."""
    if fold(words) in PLAIN:
        return []
    if found := WRITING.fullmatch(words):
        return [found["who"]] if found["who"] else []
    if LAID.fullmatch(words) or SHOWN.fullmatch(words):
        return []  # whose and which was read one by one
    if found := next((found for form in BAGGED if (found := form.fullmatch(words))), None):
        of = TOKEN.fullmatch(found["rest"])
        return [part for part in (of["character"], of["shown"]) if part] if of else []
    for pattern, verb in HAND_PATTERNS:
        found = pattern.fullmatch(words)
        if found:
            return [
                part for key, part in found.groupdict().items() if key != "about" or verb not in ("unmark", "hand")
            ]
    verbs = "|".join((*FLOOR, *own_verbs()))
    rest = re.sub(rf"(?:{verbs})\b *", "", words, count=1, flags=re.I) if re.match(verbs, words, re.I) else words
    return [part for part in re.split(r"\s+(?:and|on)\s+", rest, flags=re.I) if part]


def _mended(words: str, names: Sequence[str]) -> str:
    return did_you_mean(words, [text for _, text in _atoms(tuple(names)).values()])


@lru_cache(maxsize=64)
def _atoms(names: tuple[str, ...]) -> dict[str, tuple[Part, str]]:
    """The meanings of single folded words, with their spelling; a name may have another meaning, too."""
    atoms = _known_words()
    seats: dict[str, tuple[Part, str]] = {}
    for seat, name in enumerate(names[:-1]):
        other = atoms.get(fold(name).removeprefix("the "))
        seats[fold(name)] = (Ambiguous((InSeat(seat), other[0])) if other else InSeat(seat)), name
    return atoms | seats


@lru_cache(maxsize=1)
def _known_words() -> dict[str, tuple[Part, str]]:
    atoms: dict[str, tuple[Part, str]] = {word: (word, word) for word in WORDS}
    atoms |= {fold(id): (Token(id), fact.name) for id, fact in FACTS.items()}
    atoms |= {fold(fact.name): (Token(id), fact.name) for id, fact in FACTS.items()}
    atoms |= {str(number): (number, str(number)) for number in range(100)}
    return atoms


@lru_cache(maxsize=1)
def own_verbs() -> tuple[str, ...]:
    """The verbs that single characters bring to the floor."""
    return tuple(
        sorted({verb for kind in CLASSES.values() for verb in kind.verbs}, key=lambda verb: (-len(verb), verb))
    )


# -- by hand ------------------------------------------------------------------------------------------------------


def read_correction(words: str, names: Sequence[str]) -> tuple[Correction, str] | None:
    """Read a correction by hand; None if the words are none.  Raises Illegal.

    It may begin with `first`: it is then done in a pause, before what is about to happen.
    """
    first = None if any(fold(words).startswith(fold(name)) for name in names) else FIRST.match(words)
    if first and (found := read_correction(words[first.end() :], names)) is not None:
        hand, said = found
        return Correction(hand.verb, hand.who, hand.about, hand.side, first=True), f"first {said}"
    plain = PLAIN.get(fold(words))
    if plain is not None:
        return Correction(plain), plain
    for read_one in (_read_token, _read_for_bag, _read_shown):
        if (found_one := read_one(words, names)) is not None:
            return found_one
    for pattern, verb in HAND_PATTERNS:
        found_in = pattern.fullmatch(words)
        if found_in:
            two = _two_of(words, names) if verb == "swap" else found_in.groupdict()
            return _read_hand(verb, two, names)
    return None


def _read_token(words: str, names: Sequence[str]) -> tuple[Correction, str] | None:
    """Read `token Bo Chef`, `token Bo evil Beggar` or `token Bo Drunk as Empath`."""
    found = LAID.fullmatch(words)
    if found is None or is_name(words, names):
        return None
    for seat, name in sorted(enumerate(names), key=lambda one: -len(one[1])):
        rest = found["rest"][len(name) + 1 :]
        if fold(found["rest"]).startswith(f"{fold(name)} ") and (of := TOKEN.fullmatch(rest)):
            about, character = _read_character(of["character"], names)
            shown, believed = _read_character(of["shown"], names) if of["shown"] else (None, "")
            side = of["side"].lower() if of["side"] else None
            said = ["token", name, *filter(None, (side, character)), *(["as", believed] if believed else [])]
            return Correction("token", InSeat(seat), about, side, shown=shown), " ".join(said)
    raise Illegal(f"{quote(found['rest'])} is not a player and a token, like `token {names[0]} Chef`")


def _read_for_bag(words: str, names: Sequence[str]) -> tuple[Correction, str] | None:
    """Read `put Chef into the bag`, `put Drunk as Empath into the bag` or `take Chef out of the bag`."""
    found = next((found for form in BAGGED if (found := form.fullmatch(words))), None)
    if found is None or is_name(words, names):
        return None
    of = TOKEN.fullmatch(found["rest"])
    assert of is not None, "it takes any words"
    about, character = _read_character(of["character"], names)
    shown, believed = _read_character(of["shown"], names) if of["shown"] else (None, "")
    what = character + (f" as {believed}" if believed else "")
    if found.re is BAGGED[0]:
        return Correction("into the bag", None, about, shown=shown), f"put {what} into the bag"
    return Correction("out of the bag", None, about, shown=shown), f"take {what} out of the bag"


def _read_shown(words: str, names: Sequence[str]) -> tuple[Correction, str] | None:
    """Read `show Bo Chef and good "You are"`, which shows Bo alone a card."""
    found = SHOWN.fullmatch(words)
    if found is None or is_name(words, names):
        return None
    for seat, name in sorted(enumerate(names[:-1]), key=lambda one: -len(one[1])):
        who, rest = found["rest"][: len(name)], found["rest"][len(name) :].strip()
        if fold(who) == fold(name) and not found["rest"][len(name) : len(name) + 1].strip():
            pieces = re.split(r"\s+and\s+", rest, flags=re.I) if rest else []
            on_it = [_read_character(piece, names) for piece in pieces]
            said = " and ".join(text for _, text in on_it)
            parts = tuple(part for part, _ in on_it)
            return Correction("show", InSeat(seat), shows=parts), f"show {name} {said}".strip()
    raise Illegal(
        f'{quote(found["rest"])} is not a player and a card, like `show {names[0]} Chef and good "You are"`'
    )


def _read_character(words: str, names: Sequence[str]) -> tuple[Part, str]:
    """Read a character, even if a player has its name."""
    part, said = _read_atom(words, names)
    token = next((one for one in meanings(part) if isinstance(one, Token)), part)
    return token, FACTS[token.id].name if isinstance(token, Token) and token.id in FACTS else said


def _two_of(words: str, names: Sequence[str]) -> dict[str, str]:
    """Read two players who swap; their names may contain "and"."""
    rest = words[len("swap") :].strip()
    ways = [(rest[: a.start()].strip(), rest[a.end() :].strip()) for a in re.finditer(r"\sand\s", rest, re.I)]
    who, about = next((way for way in ways if all(is_name(one, names) for one in way)), ways[0])
    return {"who": who, "about": about}


def _read_written(words: str, text: str, names: Sequence[str]) -> Move | None:
    """Read what the storyteller writes down or tells somebody: `remind Bo`, `note`, with its words."""
    found = WRITING.fullmatch(words)
    if found is None or (found["who"] is None and found["verb"].lower() != "note"):
        return None
    verb, who, name = found["verb"].lower(), None, ""
    if found["who"] is not None:
        if not is_name(found["who"], names) and read_correction(words, names) is not None:
            return None  # `tell Bo said "..."`, of somebody who is called so
        who, name = _read_atom(found["who"], names)
    if not text and verb != "note":
        raise Illegal(f'say what between quotes: {verb} {name} "..."')
    if verb.endswith("remind") and len(text) > LONGEST_REMINDER:
        raise Illegal(f"a reminder has at most {LONGEST_REMINDER} characters, this one has {len(text)}")
    said = " ".join(filter(None, ("first" if found["first"] else "", verb, name, f'"{text}"')))
    return TownMove(0, said, Correction(verb, who, first=bool(found["first"]), words=text))


def is_swap(words: str, names: Sequence[str]) -> bool:
    """Whether these words let two players change places."""
    found = re.fullmatch(r"swap .+\sand\s.+", words, re.I)
    return found is not None and all(is_name(one, names) for one in _two_of(words, names).values())


def is_correction(words: str) -> bool:
    """Whether this, or each part between its commas, describes something done by hand."""
    said = [FIRST.sub("", part.strip(), count=1) for part in QUOTED.sub("", words).split(",")]
    return all(fold(one) in PLAIN or any(form.fullmatch(one) for form, _ in HAND_PATTERNS) for one in said)


LAID = re.compile(r"token\s+(?P<rest>.+)", re.I)
SHOWN = re.compile(r"show\s+(?P<rest>.+)", re.I)
BAGGED = tuple(
    re.compile(form, re.I)
    for form in (r"put\s+(?P<rest>.+?)\s+into the bag", r"take\s+(?P<rest>.+?)\s+out of the bag")
)
TOKEN = re.compile(r"(?:(?P<side>good|evil)\s+)?(?P<character>.+?)(?:\s+as\s+(?P<shown>.+))?", re.I)
FIRST = re.compile(r"first\s+", re.I)
WRITING = re.compile(r"(?P<first>first\s+)?(?P<verb>remind|unremind|tell|note)(?:\s+(?P<who>.+))?", re.I)
PLAIN = dict.fromkeys(("to nominations", "open nominations"), "to nominations")
PLAIN |= {verb: verb for verb in ("whoops", HOLD_VOTE, RESUME_VOTE, "suggested tokens", "take all tokens")}
PLAIN |= {verb: verb for verb in ("shuffle tokens", "draw tokens", "hand out tokens")}
PLAIN |= dict.fromkeys(("end the day", "end day", "close nominations"), "end the day")
STANDING_ALONE = frozenset((*ALONE, *PLAIN))  # who bore such a name would take the word from all others
HAND_PATTERNS = tuple(
    (re.compile(pattern, re.I), verb)
    for pattern, verb in (
        (r"take token (?P<who>.+)", "take token"),
        (r"kill (?P<who>.+)", "kill"),
        (r"raise (?P<who>.+)", "raise"),
        (r"execute (?P<who>.+)", "execute"),
        (r"ghost vote (?P<who>.+)", "ghost vote"),
        (r"no ghost vote (?P<who>.+)", "no ghost vote"),
        (r"swap (?P<who>.+) and (?P<about>.+)", "swap"),
        (r"(?P<who>.+) becomes (?P<about>.+)", "becomes"),
        (r"(?P<who>.+) turns (?P<about>good|evil)", "turns"),
        (r"mark (?P<who>.+) (?P<about>drunk|poisoned|sober)", "mark"),
        (r"unmark (?P<who>.+) (?P<about>drunk|poisoned|sober)", "unmark"),
        (r"hand (?P<who>.+) (?P<about>up|down)", "hand"),
        (r"(?P<about>good|evil) wins", "wins"),
        (r"(?P<who>.+) leaves", "leaves"),
        (r"(?P<who>.+) said", "said"),
        (r"(?P<who>.+) arrives as (?:the )?(?P<side>good|evil) (?P<about>.+)", "arrives"),
    )
)
WRITTEN = {"take token": "take token {who}",
           "kill": "kill {who}", "raise": "raise {who}", "execute": "execute {who}",
           "ghost vote": "ghost vote {who}", "no ghost vote": "no ghost vote {who}",
           "swap": "swap {who} and {about}", "becomes": "{who} becomes {about}",
           "turns": "{who} turns {about}", "mark": "mark {who} {about}", "unmark": "unmark {who} {about}",
           "hand": "hand {who} {about}", "wins": "{about} wins", "leaves": "{who} leaves", "said": "{who} said",
           "arrives": "{who} arrives as {side} {about}"}  # fmt: skip


def _read_hand(verb: str, said: dict[str, str], names: Sequence[str]) -> tuple[Correction, str]:
    if verb == "take token" and (seat := _seat_of(said["who"], names)) is not None:
        return Correction(verb, InSeat(seat)), f"take token {names[seat]}"
    read: dict[str, tuple[Part, str]] = {}
    for key, words in said.items():
        is_mark = key == "about" and verb in ("mark", "unmark", "hand")  # "drunk" is no character here
        read[key] = (words.lower(), words.lower()) if is_mark else _read_atom(words, names)
    who, about, side = (read[key][0] if key in read else None for key in ("who", "about", "side"))
    return Correction(verb, who, about, side), WRITTEN[verb].format(
        **{key: text for key, (_, text) in read.items()}
    )


def _seat_of(who: str, names: Sequence[str]) -> int | None:
    """The seat of this name, the storyteller's included, even if a character is called that."""
    return next((seat for seat, name in enumerate(names) if fold(name) == fold(who)), None)


def write_correction(hand: Correction, who: str) -> Move:
    """The move of a correction of at most one player."""
    tail = f' "{hand.words}"' if hand.words else ""
    return TownMove(0, (WRITTEN[hand.verb].format(who=who, about=hand.about) if who else hand.verb) + tail, hand)
