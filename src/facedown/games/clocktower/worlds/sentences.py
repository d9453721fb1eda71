"""Worlds, reports and reasons in English; written only, never read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from facedown.core.spelling import counted
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.worlds.puzzle import Clue, Event, Puzzle, team_of
from facedown.games.clocktower.worlds.solve import Answer, World

Learned = Mapping[str, Any]
Name = Callable[[int], str]


def role_name(role: str) -> str:
    """What a character is called."""
    return FACTS[role].name if role in FACTS else role.capitalize()


def joined(words: Sequence[str], word: str = "and") -> str:
    """Words as a list: "a, b and c"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {word} {words[-1]}"


def moment(when: int) -> str:
    """A moment in words: night 2."""
    return f"{'day' if when % 2 else 'night'} {when // 2 + 1}"


def said(puzzle: Puzzle, report: Clue) -> str:
    """A report as a sentence."""
    by = "" if report.by == "self" else f", as {role_name(report.by)},"
    return f"{puzzle.seats[report.seat]}{by} {reported(puzzle, report)} ({moment(report.when)})."


def reported(puzzle: Puzzle, report: Clue) -> str:
    """What somebody says that they did or learned, without who and when."""
    if report.by == "self":
        return f"became the {role_name(report.learned['became'])}"
    return _SENTENCES.get(report.by, _plainly)(report.learned, puzzle.seats.__getitem__)


def in_play(puzzle: Puzzle) -> list[str]:
    """Which characters can be in play, in a line for each team."""
    of = {team: sorted(filter(lambda id: team_of(id) == team, puzzle.script)) for team in _ORDER}
    return [f"{team.capitalize()}: {', '.join(map(role_name, ids))}" for team, ids in of.items() if ids]


def happened(event: Event) -> str:
    """What became of somebody, without who and when."""
    return _SEEN.get(event.type, event.type)


def story(puzzle: Puzzle) -> list[str]:
    """A puzzle in lines: who can be in play, who claims to be what, what everybody saw, and what they say."""
    lines = [*in_play(puzzle), "", "Clockwise:"]
    for name, claim in zip(puzzle.seats, puzzle.claims, strict=True):
        lines.append(f"  {name} claims to be the {role_name(claim)}." if claim else f"  {name} claims nothing.")
    seen = [f"  {puzzle.seats[one.fields['seat']]} {happened(one)} ({moment(one.when)})." for one in puzzle.events]
    return [
        *lines,
        "",
        "What everybody saw:",
        *seen,
        "",
        "What they say:",
        *(f"  {said(puzzle, r)}" for r in puzzle.reports),
    ]


_SEEN = {"execution": "was executed", "night_death": "died"}


def _either(learned: Learned, name: Name) -> str:
    if learned.get("none"):
        return "learned that no Outsider is in play"
    one, other = learned["pair"]
    return f"learned that {name(one)} or {name(other)} is the {role_name(learned['role'])}"


def _is(learned: Learned, name: Name) -> str:
    return f"learned that {name(learned['player'])} is the {role_name(learned['role'])}"


def _pair(learned: Learned, name: Name) -> str:
    return joined([name(seat) for seat in learned["pair"]])


def _number(what: str, of: str = "") -> Callable[[Learned, Name], str]:
    return lambda learned, name: f"counted {counted(learned['count'], what)}{of}"


_SENTENCES: dict[str, Callable[[Learned, Name], str]] = {
    "washerwoman": _either,
    "librarian": _either,
    "investigator": _either,
    "undertaker": _is,
    "ravenkeeper": _is,
    "chef": _number("pair", " of evil neighbours"),
    "empath": _number("evil neighbour"),
    "oracle": _number("dead evil player"),
    "mathematician": _number("character", " whose ability went wrong"),
    "juggler": _number("right answer"),
    "chambermaid": lambda learned, name: f"learned that {learned['count']} of {_pair(learned, name)} woke",
    "clockmaker": lambda learned, name: (
        f"learned that the Demon is {counted(learned['steps'], 'step')} from a Minion"
    ),
    "fortuneteller": lambda learned, name: (
        f"asked about {_pair(learned, name)} and was told {'yes' if learned['yes'] else 'no'}"
    ),
    "seamstress": lambda learned, name: (
        f"learned that {_pair(learned, name)} are {'' if learned['same'] else 'not '}on the same side"
    ),
    "dreamer": lambda learned, name: (
        f"learned that {name(learned['player'])} is the "
        + joined([role_name(role) for role in learned["roles"]], "or the")
    ),
    "villageidiot": lambda learned, name: (
        f"learned that {name(learned['player'])} is {'evil' if learned['evil'] else 'good'}"
    ),
    "noble": lambda learned, name: f"learned that one of {joined([name(s) for s in learned['players']])} is evil",
    "knight": lambda learned, name: f"learned that neither of {_pair(learned, name)} is the Demon",
    "steward": lambda learned, name: f"learned that {name(learned['player'])} is good",
    "shugenja": lambda learned, name: (
        f"learned that the nearest evil player sits {'' if learned['direction'] == 'cw' else 'anti'}clockwise"
    ),
    "snakecharmer": lambda learned, name: f"chose {name(learned['chose'])}, who is not the Demon",
    "sage": lambda learned, name: f"learned that one of {_pair(learned, name)} is the Demon",
    "flowergirl": lambda learned, name: (
        f"learned that the Demon {'voted' if learned['demon_voted'] else 'did not vote'}"
    ),
    "towncrier": lambda learned, name: (
        f"learned that {'a' if learned['minion_nominated'] else 'no'} Minion nominated"
    ),
    "artist": lambda learned, name: (
        f"was told {'yes' if learned['answer'] else 'no'}: {statement(learned['statement'], name)}"
    ),
    "savant": lambda learned, name: (
        "was told that just one is true: " + "; ".join(statement(one, name) for one in learned["statements"])
    ),
}


def _plainly(learned: Learned, name: Name) -> str:
    """A report of a kind that has no sentence of its own."""
    parts = []
    for key, value in learned.items():
        words = key.replace("_", " ")
        if key in ("pair", "players"):
            parts.append(f"{words} {joined([name(seat) for seat in value])}")
        elif key in ("player", "chose", "guess", "told_demon") or key.startswith("learned_"):
            parts.append(f"{words} {name(value)}")
        else:
            parts.append(f"{words} {role_name(value) if value in FACTS else value}")
    return "reported " + ", ".join(parts)


def statement(saying: Sequence[Any], name: Name) -> str:
    """A statement of the language as words."""
    kind, *rest = saying
    match kind:
        case "evil" | "good":
            return f"{name(rest[0])} is {kind}"
        case "is":
            return f"{name(rest[0])} is the {role_name(rest[1])}"
        case "team":
            return f"{name(rest[0])} is a {rest[1].capitalize()}"
        case "in_play":
            return f"the {role_name(rest[0])} is in play"
        case "not":
            return f"not: {statement(rest[0], name)}"
        case "and" | "or" | "xor" | "iff":
            return f"({f' {kind} '.join(statement(one, name) for one in rest)})"
        case "exactly":
            return f"exactly {rest[0]} of ({'; '.join(statement(one, name) for one in rest[1:])})"
    return " ".join([kind.replace("_", " "), *(str(part) for part in rest)])


def world(puzzle: Puzzle, one: World) -> str:
    """A world in a line: who is evil, and whose claim is otherwise not what they are."""
    parts = []
    for seat, role in sorted(enumerate(one.start), key=lambda item: _ORDER[team_of(item[1])]):
        if role != puzzle.claims[seat]:
            parts.append(f"{puzzle.seats[seat]} {role_name(role)}")
    changed = {
        f"{puzzle.seats[seat]} then {role_name(role)}"
        for end in one.ends
        for seat, role in enumerate(end)
        if role != one.start[seat]
    }
    return ", ".join(parts) + (f" ({', '.join(sorted(changed))})" if changed else "")


_ORDER = {"demon": 0, "minion": 1, "outsider": 2, "townsfolk": 3, "traveller": 4}


def grouped(answer: Answer) -> dict[tuple[int, ...], list[World]]:
    """The worlds listed, by who was dealt the Demon."""
    groups: dict[tuple[int, ...], list[World]] = {}
    for one in answer.worlds:
        groups.setdefault(one.demons, []).append(one)
    return dict(sorted(groups.items(), key=lambda item: -len(item[1])))


def why(puzzle: Puzzle, seat: int, reports: Sequence[Clue] | None) -> list[str]:
    """Why somebody cannot have been dealt the Demon, as sentences."""
    who = puzzle.seats[seat]
    if reports is None:
        return [f"{who} can be the Demon."]
    if not reports:
        return [f"{who} cannot be the Demon: what all claim and what everybody saw is enough."]
    return [
        f"{who} cannot be the Demon, because these cannot all be so:",
        *(f"  {said(puzzle, one)}" for one in reports),
    ]
