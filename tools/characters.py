"""What the client knows about Clocktower without a server: every character, with a drawn object.

    python -m tools.characters        writes circle/characters.json and art/pictures.json anew

The characters come from the package's own facts, the order of the nights too; their texts from its cards where it
plays them.  The objects are
named in art/objects.csv and taken from the npm package @iconify-json/game-icons, where that is installed.
"""

from __future__ import annotations

import ast
import csv
import inspect
import json
import re
import textwrap
from pathlib import Path

from facedown.games import clocktower  # noqa: F401  # its characters are registered
from facedown.games.clocktower.character import character, kind_of, modelled
from facedown.games.clocktower.roster import FACTS, JINXES, STEP_RANKS, Night, night_of, reminders_of
from facedown.games.clocktower.script import RULES
from facedown.games.clocktower.speech.statements import LEARNED

WEB = Path(__file__).parents[1] / "web"
FOLDER = WEB / "src" / "games" / "clocktower"
CHARACTERS = FOLDER / "circle" / "characters.json"
OBJECTS = FOLDER / "art" / "objects.csv"
PICTURES = FOLDER / "art" / "pictures.json"
ICONS = WEB / "node_modules" / "@iconify-json" / "game-icons" / "icons.json"


def main() -> None:
    CHARACTERS.write_text(characters(), encoding="utf-8")
    if ICONS.exists():
        PICTURES.write_text(pictures(json.loads(ICONS.read_text(encoding="utf-8"))["icons"]), encoding="utf-8")


def characters() -> str:
    """The file of the characters, one on each line: as they are played by the rules that tables have by default."""
    rows = [
        {
            **{
                "id": fact.id,
                "name": fact.name,
                "team": character(fact.id, RULES[0]).team,
                "edition": fact.edition,
            },
            **{"first": fact.first, "other": fact.other},
            **_played(fact.id, RULES[0]),
            "modelled": modelled(fact.id),
            **_learns(fact.id),
            **_is_set_up(fact.id),
            **_differs(fact.id),
        }
        for fact in FACTS.values()
    ]
    jinxes = [{"a": one.a, "b": one.b, "rule": one.rule, "version": one.version} for one in JINXES]
    steps = [
        {"id": id, "first": first, "other": other, **_said(id, "")} for id, (first, other) in STEP_RANKS.items()
    ]
    return (
        "{\n"
        + ",\n".join(_listed(*one) for one in (("characters", rows), ("jinxes", jinxes), ("steps", steps)))
        + "\n}\n"
    )


def _played(id: str, rules: str) -> dict[str, object]:
    """What differs between the versions of the rules: tokens, the text, what the storyteller does at night."""
    tokens = [word[:1].upper() + word[1:] for word in reminders_of(id, rules).all]
    return {"reminders": tokens, "text": character(id, rules).text, **_said(id, rules)}


def _differs(id: str) -> dict[str, object]:
    """What is otherwise by the other version."""
    here, there = ({"team": character(id, rules).team, **_played(id, rules)} for rules in RULES)
    other = {key: value for key, value in there.items() if value != here[key]}
    return {"today": other} if other else {}


def _learns(id: str) -> dict[str, object]:
    """The parts of the reports that somebody of this character can give, and on which nights; {} if of none.

    A part is one of speech.statements.LEARNED; where it can be but few words, these follow it.
    """
    finds, forms = kind_of(id).finds, dict[str, list[str]]()
    for form in finds.words:
        parts = [part.partition("=") for part in form.split()]
        words = forms.setdefault(" ".join(key for key, _, _ in parts), [])
        words += [word for key, _, word in parts if LEARNED[key] == "word" and word]
    if finds.word == "direction":
        forms["direction"] = ["clockwise", "counterclockwise"]
    reports = [" ".join([form, *words]) for form, words in forms.items() if form != "chose"]
    return {"learns": reports, "nights": finds.nights} if reports else {}


def _is_set_up(id: str) -> dict[str, object]:
    """What the storyteller decides for a player's character before the first night, and the reminder left by it.

    Both stand in its own `set_up`; {} if that leaves none of its tokens.
    """
    sets_up = None if FACTS[id].team in ("fabled", "loric") else kind_of(id).__dict__.get("set_up")
    parsed = ast.parse(textwrap.dedent(inspect.getsource(sets_up))) if sets_up else ast.Module([], [])
    calls = [one for one in ast.walk(parsed) if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute)]
    asked = [one for one in calls if ast.unparse(one.func) == "storyteller.chooses"]
    marked = [ast.unparse(one.args[1]).strip("'") for one in calls if ast.unparse(one.func) == "me.marks"]
    topics = [key.value.value for one in asked for key in one.keywords if isinstance(key.value, ast.Constant)]
    laid = [word for word in reminders_of(id, RULES[0]).all if word in (*marked, *topics)]
    if not asked or not laid:
        return {}
    question = ast.literal_eval(asked[0].args[0])
    return {"setUp": {"asks": question[:1].upper() + question[1:], "lays": laid[0][:1].upper() + laid[0][1:]}}


def _said(id: str, rules: str) -> dict[str, str]:
    """What the storyteller does for a character on the first and the other nights; {0} is its player."""
    night = night_of(id, rules) or Night(once=False, first="", other="")
    return {"doFirst": night.first, "doOther": night.other}


def _listed(name: str, rows: list[dict[str, object]]) -> str:
    lines = ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in rows)
    return f'  "{name}": [\n{lines}\n  ]'


def pictures(icons: dict[str, dict[str, str]]) -> str:
    """The outline of each character's object in a box of 512 by 512, by the character's name."""
    with OBJECTS.open(encoding="utf-8", newline="") as file:
        rows = {row["id"]: row["object"] for row in csv.DictReader(file)}
    outlines = {
        FACTS[id].name: "".join(re.findall(r' d="([^"]+)"', icons[named]["body"])) for id, named in rows.items()
    }
    return json.dumps(outlines, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    main()
