"""A game's numbered rulebook: `rulebook.md`, taken apart into rules that can be pointed at."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from facedown.core.errors import GameError, RulebookError

HEADING = re.compile(r"## (\d+|[a-z]+)\. (.+)")
RULE = re.compile(r"\*\*(\d+|[a-z]+)\.(\d+)\*\*\s+(.+)")
RULING = re.compile(r"[ \t]*\*ruling\*[ \t]*$", re.M)
LAID_OUT = ("|", "-", "*", ">", "  ")  # lines of tables and lists stay lines


class Rule(msgspec.Struct, frozen=True):
    """One numbered rule; its text is Markdown."""

    number: str  # "3.2"
    heading: str  # that of its chapter
    text: str
    ruling: bool  # it settles what the printed rules leave open

    @property
    def label(self) -> str:
        """The number, marked where the rule is a ruling."""
        return f"{self.number} (ruling)" if self.ruling else self.number


def read_rulebook(path: Path) -> tuple[Rule, ...]:
    """The rules of a rulebook file, in their order.  Raises RulebookError, which names the file."""
    try:
        return parse_rulebook(path.read_text(encoding="utf-8"))
    except RulebookError as error:
        raise RulebookError(error.message, error.line, str(path)) from None
    except FileNotFoundError:
        said = f"{path} is missing: a game has numbered rules; write `## 1. Heading`, then `**1.1** ...`"
        raise GameError(said) from None


def parse_rulebook(text: str) -> tuple[Rule, ...]:
    """The rules in a text: chapters `## 3. Heading` of paragraphs that begin with their number, `**3.2**`.

    A chapter may have a word in place of its number, `## chef. The Chef`; its rules are `**chef.1**` and so on.
    What stands between two numbers belongs to the first; a paragraph that ends in `*ruling*` makes it a ruling.
    Raises RulebookError for a number that is missing, doubled or out of order.
    """
    rules: list[Rule] = []
    chapter, heading, number, body = "0", "", 0, list[str]()

    def close() -> None:
        if body:
            whole = _unwrapped(body)
            said, rulings = RULING.subn("", whole)
            rules.append(Rule(f"{chapter}.{number}", heading, said.strip(), rulings > 0))
            body.clear()

    for line_number, line in enumerate(text.splitlines(), 1):
        if found := HEADING.fullmatch(line.rstrip()):
            close()
            if found[1].isdecimal() and not (chapter.isdecimal() and int(found[1]) == int(chapter) + 1):
                raise RulebookError(f"chapter {found[1]} follows chapter {chapter}", line_number)
            chapter, heading, number = found[1], found[2], 0
        elif found := RULE.match(line):
            close()
            if (found[1], int(found[2])) != (chapter, number + 1):
                here = f"{chapter}.{number}" if number else f"the heading of chapter {chapter}"
                raise RulebookError(f"rule {found[1]}.{found[2]} follows {here}", line_number)
            number = int(found[2])
            body.append(found[3])
        elif body:
            body.append(line.rstrip())
        elif chapter != "0" and line.strip():
            raise RulebookError("a paragraph has no number; begin it like **3.2**", line_number)
    close()
    if not rules:
        raise RulebookError("there is no rule in it; write `## 1. Heading`, then paragraphs like `**1.1** ...`", 1)
    return tuple(rules)


def _unwrapped(lines: list[str]) -> str:
    """Paragraphs as one line each, whatever the width at which they were written; tables and lists as they are."""

    def words() -> Iterator[str]:
        for before, line in zip(["", *lines], lines, strict=False):
            laid_out = line.startswith(LAID_OUT) and not line.startswith(("**", "*ruling*"))
            joins = line and before and not laid_out and not before.startswith("|")
            yield f" {line}" if joins else f"\n{line}"

    return re.sub(r"\n{3,}", "\n\n", "".join(words())).strip()
