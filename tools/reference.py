"""The reference of the Python API, made from its docstrings: `python -m tools.reference`, or `make reference`.

Writes HTML to `reference/`; open `reference/index.html`.  Exits with 1, and writes nothing, where a public name has
no docstring.
"""

from __future__ import annotations

import importlib
import io
import re
import sys
import textwrap
import tokenize
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

from pdoc import render
from pdoc.doc import Class, Doc, Function, Module, Variable

FIELD = re.compile(r"\s+([a-z_]+): \S")
TO = Path(__file__).parents[1] / "reference"

# What people program against.  What a game of one's own must have is in the last three.
PUBLIC = (
    "facedown",
    "facedown.agents",
    "facedown.envs",
    "facedown.envs.gymnasium",
    "facedown.envs.open_spiel",
    "facedown.envs.pettingzoo",
    "facedown.lab",
    "facedown.lab.equilibrium",
    "facedown.programs",
    "facedown.core.contract",
    "facedown.core.flat.protocols",
    "facedown.core.values",
)


def undocumented(names: Sequence[str]) -> Iterator[str]:
    """The public classes, functions and methods of these modules that have no docstring, by full name."""
    for name in names:
        module = Module(importlib.import_module(name))
        if not module.docstring:
            yield name
        yield from _undocumented_in(module)


def _undocumented_in(of: Module | Class) -> Iterator[str]:
    members: Sequence[Doc[object]] = list(of.members.values())
    for member in members:
        ours = member.taken_from[0].startswith("facedown")
        if member.name.startswith("_") or isinstance(member, Variable) or not ours:
            continue  # a variable is described by its class
        if isinstance(member, Class | Function) and not member.docstring:
            yield member.fullname
        if isinstance(member, Class):
            yield from _undocumented_in(member)


def _describe_fields(of: Module | Class) -> None:
    """Take the comment at the end of a field's line for its description, as readers of the source do."""
    comments = _comments(of.source) if isinstance(of, Class) else {}
    for member in of.own_members:
        if isinstance(member, Class):
            _describe_fields(member)
        elif isinstance(member, Variable) and member.name in comments:
            member.docstring = comments[member.name]


def _comments(source: str) -> dict[str, str]:
    """The comments at the end of lines of the form "name: type  # comment", by name."""
    lines = source.splitlines()
    tokens = tokenize.generate_tokens(io.StringIO(textwrap.dedent(source)).readline)
    found = ((FIELD.match(lines[token.start[0] - 1]), token) for token in tokens if token.type == tokenize.COMMENT)
    return {field[1]: token.string.lstrip("# ") for field, token in found if field}


def write(to: Path) -> None:
    """Write a page for each public module, an index and what the search box looks in."""
    render.configure(docformat="markdown", footer_text="Facedown")
    modules = {name: Module(importlib.import_module(name)) for name in PUBLIC}
    for module in modules.values():
        _describe_fields(module)
    with warnings.catch_warnings():
        # The fields of a NamedTuple that have an alias for a type keep it as it is written.
        warnings.filterwarnings("ignore", "Error parsing type annotation ForwardRef")
        for name, module in modules.items():
            page = to.joinpath(*name.split(".")).with_suffix(".html")
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(render.html_module(module, all_modules=modules), encoding="utf-8")
    (to / "index.html").write_text(render.html_index(modules), encoding="utf-8")
    (to / "search.js").write_text(render.search_index(modules), encoding="utf-8")


def main() -> int:
    """Writes the reference; returns the exit code."""
    silent = list(undocumented(PUBLIC))
    if silent:
        print("\n".join(f"{name} has no docstring." for name in silent), file=sys.stderr)
        return 1
    write(TO)
    print(f"The reference is in {TO / 'index.html'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
