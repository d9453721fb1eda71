"""One language for what people say about a game: statements that hold or do not, and reports of what was learned.

A statement is a tuple: `("evil", 3)`, `("is", 3, "imp")`, `("not", ("team", 2, "minion"))`.  Seats are numbers,
characters ids.  `english` writes it for people, `parse` reads that back; `truth` says where it holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from facedown.core.errors import Illegal
from facedown.core.spelling import fold, quote
from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.roster import FACTS, TEAMS
from facedown.games.clocktower.speech import reasons
from facedown.games.clocktower.speech.spoken_reports import (
    Known,
    Report,
    Statement,
    by_name_of_speaker,
    player_pattern,
    read_report,
    spoken,
)

# What can be said of the town, in words; {seat}, {role}, ... are its arguments in order.
SENTENCES = {
    "evil": "{seat} is evil",
    "is": "{seat} is the {role}",
    "team": "{seat}'s character type is {team}",
    "in_play": "the {role} is in play",
    "adjacent_roles": "the {role} sits beside the {role}",
    "longest_townsfolk_run": "the longest run of townsfolk is {compared} {number}",
    "distinct_teams_among": "there are {number} teams among {seats}",
    "drunk_between_townsfolk": "the Drunk sits between two townsfolk",
    "widow_poisoned": "the Widow poisoned {seat}",
    "red_herring_of": "{seat} as Fortune Teller has the red herring {seat}",
    "poisoner_self_target": "{seat} is a Poisoner who chose themselves",
    "false": "a false statement",
}
OPINIONS = ("evil", "not")  # what is said of somebody's side without having been told
# Each between statements in brackets.
BETWEEN = {"and": " and ", "xor": " or, but not both, ", "or": " or ", "iff": " if and only if "}
# What stands for a statement with brackets: how it is said, and what it means.
PLAINER = {
    "a_townsfolk": "{seat} is a Townsfolk",
    "a_outsider": "{seat} is an Outsider",
    "a_minion": "{seat} is a Minion",
    "a_demon": "{seat} is the Demon",
    "not_is": "{seat} is not the {role}",
    "not_a_townsfolk": "{seat} is no Townsfolk",
    "not_a_outsider": "{seat} is no Outsider",
    "not_a_minion": "{seat} is no Minion",
    "not_a_demon": "{seat} is not the Demon",
    "one_evil": "just one of {seat} and {seat} is evil",
    "suspected": "I suspect {seat}",
    "voted_for": "I would vote to execute {seat}",
}
MEANT: dict[str, Callable[..., Statement]] = {
    "a_townsfolk": lambda seat: ("team", seat, "townsfolk"),
    "a_outsider": lambda seat: ("team", seat, "outsider"),
    "a_minion": lambda seat: ("team", seat, "minion"),
    "a_demon": lambda seat: ("team", seat, "demon"),
    "not_a_townsfolk": lambda seat: ("not", ("team", seat, "townsfolk")),
    "not_a_outsider": lambda seat: ("not", ("team", seat, "outsider")),
    "not_a_minion": lambda seat: ("not", ("team", seat, "minion")),
    "not_a_demon": lambda seat: ("not", ("team", seat, "demon")),
    "not_is": lambda seat, role: ("not", ("is", seat, role)),
    "one_evil": lambda one, other: ("exactly", 1, ("evil", one), ("evil", other)),
    "suspected": lambda seat: ("evil", seat),
    "voted_for": lambda seat: ("evil", seat),
}
BECAUSE = ", because "
SPARE, ME = "do not execute ", "me"  # what the accused say, and who speaks for them: that they are good
EITHER = re.compile(r"either (.+?), or (.+), but not both", re.I | re.S)
# How the same was written before; it stays readable.
FORMERLY = {"team": "{seat} is of the team {team}", "false": "something that is not so"}
FORMERLY_BETWEEN = {"xor": " or else ", "iff": " just if "}
# The longest first: " if and only if " holds an " and ".
JOINING = sorted([*BETWEEN.items(), *FORMERLY_BETWEEN.items()], key=lambda pair: -len(pair[1]))
COMPARED = {"=": "exactly", "==": "exactly", ">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}


# What the parts of a report are: of which kind their values are.
LEARNED = {
    "count": "number", "steps": "number", "player": "seat", "pair": "seats", "players": "seats", "role": "role",
    "roles": "roles", "yes": "truth", "same": "truth", "evil": "truth", "none": "truth", "direction": "word",
    "chose": "seat", "guess": "seat", "told_demon": "seat", "side": "word",
    "demon_voted": "truth", "minion_nominated": "truth",
}  # fmt: skip
NONE = "nobody"  # what is said for "none yes"


# -- writing -----------------------------------------------------------------------------------------------------


def english(
    said: Statement | Report, names: Sequence[str], own: Sequence[tuple[str, str]] = (), by: int | None = None
) -> str:
    """A statement or a report in plain English.

    `own`: the names of the script's home-made characters; `by`: who says it, who is not called by name.
    """
    return _written(said, Known(tuple(names), tuple(own), by))


def aloud(
    said: Statement | Report, names: Sequence[str], own: Sequence[tuple[str, str]] = (), by: int | None = None
) -> str:
    """The same as a sentence, with a capital letter and a full stop."""
    return _sentence_of(_written(said, Known(tuple(names), tuple(own), by)), tuple(names))


def _sentence_of(words: str, names: Sequence[str]) -> str:
    capital = words if words.startswith(tuple(names)) else words[:1].upper() + words[1:]
    return f"{capital}."


def as_said(
    said: Statement | Report,
    text: str,
    names: Sequence[str],
    own: Sequence[tuple[str, str]] = (),
    by: int | None = None,
) -> str:
    """What somebody said, tidied: in the notation if they used it, otherwise as a sentence."""
    known = Known(tuple(names), tuple(own), by)
    plain = fold(text.rstrip(". "))
    words = _written(said, known)
    if plain == fold(words):
        capital = words[:1].upper() if text[:1].isupper() else words[:1]
        return f"{capital}{words[1:]}{'.' if text.endswith('.') else ''}"
    notation = _notation(said, known)
    return notation if plain == fold(notation) else words


@lru_cache(maxsize=4096)
def _written(said: Statement | Report, known: Known) -> str:
    """As a sentence, or in the notation if the sentence could not be read back, for example because of names."""
    words = spoken(said, known) if isinstance(said, Report) else _plainly(said, known)
    return words if words is not None and _understood(words, known) == said else _notation(said, known)


def reason_in_words(
    reason: Statement, names: Sequence[str], own: Sequence[tuple[str, str]] = (), by: int | None = None
) -> str:
    """A reason in words that fit after "because"."""
    return reasons.written(reason, Known(tuple(names), tuple(own), by))


def _plainly(said: Statement, known: Known) -> str | None:
    """A statement without brackets; None if it needs them."""
    op, *args = said
    if op == "xor" and len(args) == 2:
        one, other = (_plainly(arg, known) or _notation(arg, known) for arg in args)
        return f"either {one}, or {other}, but not both"
    if op == "not" and args[0][0] == "evil":
        return f"{known.names[args[0][1]]} is good"
    if op == "not" and args[0][0] == "is":
        return _filled("not_is", args[0][1:], known)
    if op == "not" and args[0][0] == "team" and f"a_{args[0][2]}" in PLAINER:
        return _filled(f"not_a_{args[0][2]}", args[0][1:2], known)
    if op == "team" and f"a_{args[1]}" in PLAINER:
        return _filled(f"a_{args[1]}", args[:1], known)
    if op == "exactly" and args[0] == 1 and [arg[0] for arg in args[1:]] == ["evil", "evil"]:
        one, other = ("me" if arg[1] == known.by else known.names[arg[1]] for arg in args[1:])
        return f"just one of {one} and {other} is evil"
    if op == "because" and args[0][0] == "evil":
        return f"I suspect {known.names[args[0][1]]}{BECAUSE}{reasons.written(args[1], known)}"
    if op == "because" and args[0][0] == "not" and args[0][1][0] == "evil":
        who = ME if args[0][1][1] == known.by else known.names[args[0][1][1]]
        return f"{SPARE}{who}{BECAUSE}{reasons.written(args[1], known)}"
    return None


def _notation(said: Statement | Report, known: Known) -> str:
    if isinstance(said, Report):
        return f"{_moment(said.when)}, {FACTS[said.by].name}: {_write_learned(said, known)}"
    op, *args = said
    if op == "not":
        return f"not ({_notation(args[0], known)})"
    if op in BETWEEN:
        return BETWEEN[op].join(f"({_notation(arg, known)})" for arg in args)
    if op == "exactly":
        return f"exactly {args[0]} of: " + ", ".join(f"({_notation(arg, known)})" for arg in args[1:])
    if op == "would_hold":
        return f"it would hold that {_notation(args[0], known)}"
    if op == "because":
        return BECAUSE.join((_notation(args[0], known), reasons.written(args[1], known)))
    if op not in SENTENCES:
        raise Illegal(f"{quote(op)} is not a statement; there are: {', '.join(SENTENCES)}")
    return _filled(op, args, known)


def is_opinion(said: Statement) -> bool:
    """Whether a statement says what somebody thinks of a player's side, with a reason or without."""
    about = said[1] if said[0] in ("not", "because") else said
    return bool(said[0] == "because" or about[0] == "evil")


def learned_in(said: Report, names: Sequence[str], own: Sequence[tuple[str, str]] = ()) -> str:
    """What a report says was learned, without its night and character."""
    return _write_learned(said, Known(tuple(names), tuple(own)))


def _write_learned(said: Report, known: Known) -> str:
    return ", ".join(_write_part(said.by, key, value, known) for key, value in said.learned)


def _write_part(by: str, key: str, value: Any, known: Known) -> str:
    """One part of a report, without its name if it is clear without one."""
    words = NONE if (key, value) == ("none", True) else _write(LEARNED[key], value, known)
    return words if _unnamed(words, by, known) == (key, value) else f"{key} {words}"


def _filled(op: str, args: Sequence[Any], known: Known) -> str:
    left = list(args)
    if op == "distinct_teams_among":
        left = [left[0], tuple(left[1:])]
    return re.sub(r"\{(\w+)\}", lambda blank: _write(blank[1], left.pop(0), known), (SENTENCES | PLAINER)[op])


def _write(kind: str, value: Any, known: Known) -> str:
    if kind == "seat":
        return str(known.names[value])
    if kind == "seats":
        return " & ".join(known.names[seat] for seat in value)
    if kind == "role":
        return known.role(value)
    if kind == "roles":
        return " & ".join(known.role(role) for role in value)
    if kind == "truth":
        return "yes" if value else "no"
    return COMPARED[value] if kind == "compared" else str(value)


def _moment(when: str) -> str:
    return f"{'night' if when[0] == 'N' else 'day'} {when[1:]}"


# -- reading -----------------------------------------------------------------------------------------------------


def parse(text: str, names: Sequence[str], own: Sequence[tuple[str, str]] = ()) -> Statement | Report:
    """The statement or report in these words.  Raises Illegal if they cannot be understood."""
    return _parse(text, Known(tuple(names), tuple(own)))


def _parse(text: str, known: Known) -> Statement | Report:
    words = text.strip()
    report = read_report(words, known) or _report_in_notation(words, known)
    return report if report is not None else _statement(words, known)


def understood(
    text: str, names: Sequence[str], own: Sequence[tuple[str, str]] = (), by: int | None = None
) -> Statement | Report | None:
    """The same, or None if the words cannot be understood; `by`: who says it."""
    return _understood(text.strip().rstrip("."), Known(tuple(names), tuple(own), by))


@lru_cache(maxsize=2048)
def _understood(text: str, known: Known) -> Statement | Report | None:
    for words in dict.fromkeys((text, by_name_of_speaker(text, known))):
        try:
            return _parse(words, known)
        except Illegal:
            continue
    return None


def _statement(words: str, known: Known) -> Statement:
    words = words.strip().rstrip(".")
    if not words:
        raise Illegal("an empty statement: say for example that somebody is evil")
    if found := re.fullmatch(r"not \((.*)\)", words, re.I | re.S):
        return ("not", _statement(found[1], known))
    if found := re.fullmatch(r"exactly (\d+) of: (.*)", words, re.I | re.S):
        return ("exactly", int(found[1]), *_bracketed(found[2], ",", known))
    if found := re.fullmatch(r"it would hold that (.*)", words, re.I | re.S):
        return ("would_hold", _parse(found[1], known))
    if found := EITHER.fullmatch(words):
        return ("xor", _statement(found[1], known), _statement(found[2], known))
    if BECAUSE in words.lower():
        what, why = re.split(BECAUSE, words, maxsplit=1, flags=re.I)
        return ("because", _spared(what, known) or _statement(what, known), reasons.read(why, known))
    if words.startswith("("):
        for op, between in JOINING:
            parts = _parts(words, between)
            if len(parts) > 1:
                return (op, *(_statement(_unwrapped(part), known) for part in parts))
    return _sentence(words, known)


def _spared(words: str, known: Known) -> Statement | None:
    """The statement that somebody is good, if these words ask not to execute them; else None."""
    whom = words.strip()
    if not whom.lower().startswith(SPARE):
        return None
    whom = whom[len(SPARE) :]
    seat = known.by if whom.lower() == ME and known.by is not None else known.seat_of(whom)
    return ("not", ("evil", seat))


def _bracketed(words: str, between: str, known: Known) -> list[Statement]:
    return [_statement(_unwrapped(part), known) for part in _parts(words, between)]


def _unwrapped(part: str) -> str:
    part = part.strip()
    if not (part.startswith("(") and part.endswith(")")):
        raise Illegal(f"put {quote(part)} in brackets")
    return part[1:-1]


def _parts(words: str, between: str) -> list[str]:
    """Split words at each `between` outside brackets."""
    parts, depth, start, place = [], 0, 0, 0
    while place < len(words):
        depth += (words[place] == "(") - (words[place] == ")")
        if depth == 0 and words[place : place + len(between)].lower() == between:
            parts.append(words[start:place])
            place += len(between)
            start = place
        else:
            place += 1
    return [*parts, words[start:]]


def _sentence(words: str, known: Known) -> Statement:
    for op, pattern, kinds in _patterns(known):
        if found := pattern.fullmatch(words):
            try:
                values = [_value(kind, part, known) for kind, part in zip(kinds, found.groups(), strict=True)]
            except Illegal:
                continue
            if op in MEANT:
                return MEANT[op](*values)
            return (op, values[0], *values[1]) if op == "distinct_teams_among" else (op, *values)
    if found := re.fullmatch(r"(.+) is good", words, re.I):
        return ("not", ("evil", known.seat_of(found[1])))
    raise Illegal(f"{quote(words[:60])} cannot be understood; say for example: {known.names[0]} is evil")


@lru_cache(maxsize=64)
def _patterns(known: Known) -> list[tuple[str, re.Pattern[str], tuple[str, ...]]]:
    """The pattern of each sentence, with the kinds of its blanks; names may contain words such as "is evil"."""
    blanks = {"seat": f"({player_pattern(known)})", **BLANKS}
    # The more words of its own a sentence has, the earlier it is tried.
    every = [*SENTENCES.items(), *PLAINER.items(), *FORMERLY.items()]
    order = sorted(every, key=lambda sentence: -len(re.sub(r"\{\w+\}", "", sentence[1])))
    blank = re.compile(r"\\\{(\w+)\\\}")
    patterns = []
    for op, sentence in order:
        escaped = re.escape(sentence)
        pattern = blank.sub(lambda found: blanks.get(found[1], "(.+?)"), escaped)
        patterns.append((op, re.compile(pattern, re.I), tuple(blank.findall(escaped))))
    return patterns


BLANKS = {"number": r"(\d{1,3})", "compared": f"({'|'.join(dict.fromkeys(COMPARED.values()))})"}


def _value(kind: str, words: str, known: Known) -> Any:
    readers: dict[str, Callable[[], Any]] = {
        "seat": lambda: known.seat_of(words),
        "seats": lambda: tuple(known.seat_of(part) for part in words.split("&")),
        "role": lambda: known.id_of(words),
        "roles": lambda: tuple(known.id_of(part) for part in words.split("&")),
        "number": lambda: _number(words),
        "truth": lambda: _one_of(words, ("yes", "no")) == "yes",
        "team": lambda: _one_of(words, TEAMS),
        "compared": lambda: {said: sign for sign, said in COMPARED.items() if sign != "=="}[
            _one_of(words, tuple(COMPARED.values()))
        ],
        "word": lambda: words.strip(),
    }
    return readers[kind]()


def _number(words: str) -> int:
    if not re.fullmatch(r"\s*\d{1,3}\s*", words):
        raise Illegal(f"{quote(words)} is not a number")
    return int(words)


def _one_of(words: str, choices: Sequence[str]) -> str:
    if words.strip().lower() not in choices:
        raise Illegal(f"{quote(words)} is not one of: {', '.join(choices)}")
    return words.strip().lower()


def _report_in_notation(words: str, known: Known) -> Report | None:
    found = re.fullmatch(r"(night|day) (\d{1,3}), ([^:]+): (.+)", words.rstrip("."), re.I | re.S)
    if found is None:
        return None
    by = known.id_of(found[3])
    if by not in FACTS:
        raise Illegal(f"what a {quote(found[3])} learns is not known")
    learned = tuple(_part(part.strip(), by, known) for part in re.split("[;,]", found[4]))
    return Report(f"{found[1][0].upper()}{int(found[2])}", by, learned)


def _part(words: str, by: str, known: Known) -> tuple[str, Any]:
    """One part of a report: `pair Bo & Cy`, or without its name, by its kind: `Bo & Cy`."""
    key, _, value = words.partition(" ")
    if key in LEARNED and value:
        return key, _value(LEARNED[key], value, known)
    part = _unnamed(words, by, known)
    if part is None:
        raise Illegal(f"{quote(words)} is not part of a report; the parts are: {', '.join(LEARNED)}")
    return part


def _unnamed(words: str, by: str, known: Known) -> tuple[str, Any] | None:
    """The value of a part of a report without a name; a player is preferred to a character of that name."""
    if fold(words) == NONE:
        return "none", True
    many, finds = words.count("&"), kind_of(by).finds
    kinds = {
        finds.truth: "truth",
        finds.number: "number",
        ("player", "pair", "players")[min(many, 2)]: "seat" if not many else "seats",
        "roles" if many else "role": "roles" if many else "role",
    }
    for key, kind in kinds.items():
        try:
            return key, _value(kind, words, known)
        except Illegal:
            continue
    return None
