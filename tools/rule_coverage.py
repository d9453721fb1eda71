"""Which numbered rules have a test or a record: `python -m tools.rule_coverage`, or `make rules`.

A test says what it covers by `@pytest.mark.covers("bayou-boss 3.2", ...)`, a record by its line `rules: 3.2 4.1`.
Exits with 1 where a rule has neither, or where a number is cited that the rulebook does not have.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import facedown
from facedown.core.record import rules_named
from facedown.core.rulebook import Rule

TESTS = Path(__file__).parents[1] / "tests"
GAME = re.compile(r"^[ \t]*game\b[ \t]*:?[ \t]*([^#\n]*)", re.I | re.M)


class Cited(NamedTuple):
    """One place that says it covers a rule."""

    game: str
    number: str
    by: str  # the test's or the record's name
    where: str  # file and line


def cited_in_tests(path: Path) -> Iterator[Cited]:
    """The rules that the tests of one file say they cover, found without importing it."""
    tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
    owners: dict[ast.AST, str] = {}
    for node in ast.walk(tree):
        name = node.name if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) else None
        for child in ast.iter_child_nodes(node):
            owners[child] = name or owners.get(node, path.stem)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "covers":
            for argument in node.args:
                yield from _citation(argument, owners[node], path)


def _citation(argument: ast.expr, by: str, path: Path) -> Iterator[Cited]:
    where = f"{path}:{argument.lineno}"
    words = argument.value.split() if isinstance(argument, ast.Constant) and isinstance(argument.value, str) else []
    if len(words) < 2:
        raise SystemExit(f'{where}: write covers("bayou-boss 3.2"), a game and a number, in plain quotes')
    yield from (Cited(words[0], number, by, where) for number in words[1:])


def cited_in_records(path: Path) -> Iterator[Cited]:
    """The rules that a record says it shows."""
    text = path.read_text(encoding="utf-8")
    game = GAME.search(text)
    name = game[1].strip().lower().replace(" ", "-") if game else ""
    yield from (Cited(name, number, path.name, str(path)) for number in rules_named(text))


def all_cited(tests: Path) -> list[Cited]:
    found = [cited for path in sorted(tests.rglob("test_*.py")) for cited in cited_in_tests(path)]
    return found + [cited for path in sorted(tests.glob("records/**/*.txt")) for cited in cited_in_records(path)]


def report(rulebooks: Mapping[str, Sequence[Rule]], cited: Sequence[Cited]) -> list[str]:
    """Print what covers each rule; return what is wrong."""
    covering: dict[tuple[str, str], list[str]] = defaultdict(list)
    for one in cited:
        covering[one.game, one.number].append(one.by)
    wrong = []
    for game, rules in rulebooks.items():
        covered = sum((game, rule.number) in covering for rule in rules)
        print(f"{game}: {covered} of {len(rules)} rules are covered")
        for rule in rules:
            names = list(dict.fromkeys(covering.get((game, rule.number), [])))
            print(f"  {rule.number:<5} {', '.join(names) or '-- nothing --'}")
            if not names:
                wrong.append(f"{game} {rule.number} is covered by no test and no record")
    known = {(game, rule.number) for game, rules in rulebooks.items() for rule in rules}
    wrong += [f"{one.where}: {one.game} has no rule {one.number}" for one in cited if one[:2] not in known]
    return wrong


def main() -> None:
    rulebooks = {name: facedown.game(name).rulebook() for name in facedown.games()}
    wrong = report(rulebooks, all_cited(TESTS))
    for line in wrong:
        print(line, file=sys.stderr)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
