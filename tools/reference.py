"""The reference of the Python API, made from its docstrings: `python -m tools.reference`, or `make reference`.

Writes HTML to `reference/`; open `reference/index.html`.  Exits with 1, and writes nothing, where a public name has
no docstring.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import io
import re
import sys
import textwrap
import tokenize
import typing
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from pdoc import render
from pdoc.doc import Class, Doc, Module, Variable
from pdoc.render_helpers import lexer, signature_formatter
from pygments import highlight  # type: ignore[import-untyped]  # it ships no types

TO = Path(__file__).parents[1] / "reference"

# What people program against.  What a game of one's own must have is in the last ones.
PUBLIC = (
    "facedown",
    "facedown.agents",
    "facedown.envs",
    "facedown.envs.gymnasium",
    "facedown.envs.open_spiel",
    "facedown.envs.pettingzoo",
    "facedown.lab",
    "facedown.programs",
    "facedown.core.contract",
    "facedown.core.flat",
    "facedown.core.flat.encoding",
    "facedown.core.flat.moves",
    "facedown.core.flat.protocols",
    "facedown.core.values",
)

VALUE = re.compile(r"(\s*)(\w+)(?:: \S| = )")  # a line that declares a field, or a constant of a module
ARGUMENT = re.compile(r"(\w[\w, ]*?)\s{2,}(\S.*)")  # "seats     how many": a line of a list of arguments
NOT_MINE = ("Create new instance of ", "Alias for field number ")  # what Python says of named tuples
CLASS = re.compile(r"(\*?)&lt;class &#(?:x27|39);(.*?)&#(?:x27|39);&gt;")  # as Python prints a class; * is Unpack
ARRAY = "numpy.ndarray[tuple[typing.Any, ...], numpy.dtype[typing.Any]]"  # docstrings say the shape and the type


def undocumented(names: Sequence[str]) -> Iterator[str]:
    """The public classes, functions, methods and properties that have no docstring, by full name."""
    for name in names:
        module = Module(importlib.import_module(name))
        if not module.docstring:
            yield name
        yield from _undocumented_in(module)


def _undocumented_in(of: Module | Class) -> Iterator[str]:
    members: Sequence[Doc[object]] = list(of.members.values())
    for member in members:
        ours = member.taken_from[0].startswith("facedown")
        plain = isinstance(member, Variable) and not _is_property(member, of)
        if member.name.startswith("_") or not ours or plain:
            continue  # a variable is described by its class
        if not _description(member) or (isinstance(member, Class) and _description(member) == _fields(member.obj)):
            yield member.fullname
        if isinstance(member, Class):
            yield from _undocumented_in(member)


def _is_property(member: Variable, of: Module | Class) -> bool:
    return isinstance(inspect.getattr_static(of.obj, member.name, None), property | functools.cached_property)


def _description(of: Doc[Any]) -> str:
    return "" if of.docstring.startswith(NOT_MINE) else of.docstring


def _fields(named_tuple: type) -> str:
    """The docstring that Python gives to a named tuple without one."""
    return f"{named_tuple.__name__}({', '.join(getattr(named_tuple, '_fields', ()))})"


# -- docstrings as pages -----------------------------------------------------------------------------------------


def _prepare(of: Module | Class) -> None:
    """Describe fields and constants by the comments at the ends of their lines, and lay out all docstrings."""
    comments = _comments(of.source)
    of.docstring = laid_out(of.docstring)
    if isinstance(of, Class) and hasattr(of.obj, "_fields"):
        of.obj.__new__.__annotations__ = typing.get_type_hints(of.obj)  # which the constructor has as text
    members: Sequence[Doc[object]] = of.own_members
    for member in members:
        if isinstance(member, Class):
            _prepare(member)
        else:
            of_line = comments.get(member.name) if isinstance(member, Variable) else None
            member.docstring = laid_out(of_line or _description(member))


def _comments(source: str) -> dict[str, str]:
    """The comments at the ends of lines such as "name: type  # comment" and "NAME = value  # comment", by name."""
    text = textwrap.dedent(source)
    lines, found = text.splitlines(), {}
    outermost = "    " if text.startswith(("class ", "@")) else ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and (value := VALUE.match(lines[token.start[0] - 1])):
            indent, name = value.groups()
            if indent == outermost:
                found[name] = token.string.lstrip("# ")
    return found


def laid_out(docstring: str) -> str:
    """A docstring as Markdown, with lists of arguments as lists and without HTML."""
    return "\n\n".join(map(_paragraph, re.split(r"\n\s*\n", docstring)))


def _paragraph(text: str) -> str:
    lines = text.splitlines()
    if all(line.startswith("    ") for line in lines):
        return text  # code
    items: list[str] = []
    for line in lines:
        if argument := ARGUMENT.fullmatch(line):
            names = ", ".join(f"`{name}`" for name in argument[1].split(", "))
            items.append(f"- {names}: {_escaped(argument[2])}")
        elif items and line.startswith("  "):
            items.append(f"  {_escaped(line.strip())}")
        else:
            return _escaped(text)
    return "\n".join(items)


def _escaped(text: str) -> str:
    """Escape what looks like HTML, such as `"<seed>/<number>"`, outside backticks."""
    parts = text.split("`")
    return "`".join(part if i % 2 else part.replace("<", "&lt;") for i, part in enumerate(parts))


def _tidied(page: str) -> str:
    """The page with types as they are written, instead of as Python prints them, and without dead links."""
    types = (ARRAY, "numpy.ndarray")
    page = page.replace(*types)
    page = page.replace(*(highlight(code, lexer, signature_formatter).strip() for code in types))
    page = _with_plain_classes(page)
    there = set(re.findall(r'id="([^"]+)"', page))
    return re.sub(r'<a href="#([^"]+)">(.*?)</a>', lambda link: link[0] if link[1] in there else link[2], page)


def _with_plain_classes(text: str) -> str:
    return CLASS.sub(lambda found: f"Unpack[{found[2]}]" if found[1] else found[2], text)


def overview(of: Class) -> str:
    """Every public name of a class on one page, by the class that declares it, with the first sentence about it."""
    names = [one for one in of.members.values() if not one.name.startswith("_")]
    lines = [f"**{of.name}** has {len(names)} public names."]
    for owner in of.obj.__mro__:
        own = sorted((one for one in names if _declaring(one) is owner), key=lambda one: one.name)
        if own:
            about = "" if owner is of.obj else f": {_first_sentence(owner.__doc__ or '')}"
            items = [f"- `{of.name}.{one.name}` {_first_sentence(_said_of(one))}" for one in own]
            lines += [f"In *{owner.__name__}*{about}", "\n".join(items)]
    return "\n\n".join(lines)


def _said_of(of: Doc[Any]) -> str:
    """What is said of a member, above it or behind it."""
    comment = _comments(inspect.getsource(_declaring(of))).get(of.name, "") if isinstance(of, Variable) else ""
    return _description(of) or comment


def _first_sentence(about: str) -> str:
    return _escaped(re.split(r"(?<=[.;]) ", " ".join(about.split()))[0].rstrip(".;"))


def _declaring(of: Doc[Any]) -> type:
    """The class that declares a member."""
    module, qualname = of.taken_from
    declared: type = getattr(importlib.import_module(module), qualname.rpartition(".")[0])
    return declared


def write(to: Path) -> None:
    """Write a page for each public module, an index and what the search box looks in."""
    render.configure(docformat="markdown", footer_text="Facedown")
    modules = {name: Module(importlib.import_module(name)) for name in PUBLIC}
    ours = modules["facedown"]
    classes = [one for one in (ours.members["Table"], ours.members["Game"]) if isinstance(one, Class)]
    overviews = [overview(one) for one in classes]
    for module in modules.values():
        _prepare(module)
    ours.docstring = "\n\n".join([ours.docstring, *overviews])
    with warnings.catch_warnings():
        # The fields of a NamedTuple that have an alias for a type keep it as it is written.
        warnings.filterwarnings("ignore", "Error parsing type annotation ForwardRef")
        for name, module in modules.items():
            page = to.joinpath(*name.split(".")).with_suffix(".html")
            page.parent.mkdir(parents=True, exist_ok=True)
            page.write_text(_tidied(render.html_module(module, all_modules=modules)), encoding="utf-8")
    (to / "index.html").write_text(render.html_index(modules), encoding="utf-8")
    (to / "search.js").write_text(_with_plain_classes(render.search_index(modules)), encoding="utf-8")


def main() -> int:
    """Write the reference; returns the exit code."""
    silent = list(undocumented(PUBLIC))
    if silent:
        print("\n".join(f"{name} has no docstring." for name in silent), file=sys.stderr)
        return 1
    write(TO)
    print(f"The reference is in {TO / 'index.html'}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
