"""The client's types of views and of all messages, written from the msgspec structs: declared once.

    python -m tools.view_types        writes web/src/games/*/types.ts, web/src/net/types.ts and requests.ts anew

A game takes part when it has such a file, which may be empty at first.  Written are `View` and what it holds:
structs become interfaces, aliases of Literal types, `Seat` the one of the kit; comments document their field.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
import sys
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

import msgspec

import facedown
from facedown.core.flat import FlatGame
from facedown.server.wire import from_page, from_table, http

CLIENT = Path(__file__).parents[1] / "web" / "src"
GAMES, MESSAGES, REQUESTS = CLIENT / "games", CLIENT / "net" / "types.ts", CLIENT / "net" / "requests.ts"
PLAIN = {"int": "number", "float": "number", "str": "string", "bool": "boolean", "None": "null", "Any": "unknown"}
WIDTH = 120
LEFT = 40  # of a line, for the name of what stands on it


# What the kit has already, or what is of another kind in the client.
KNOWN = {"View": "unknown", "Event": "TableEvent", "Card": "CardInfo", "Why": "string", "Changes": "Changes"} | {
    name: name for name in ("LegalMove", "Standing", "Expression")
}
OF_MESSAGES = """// Written by tools/view_types.py from the structs of facedown.server.wire; change those.
import type { Expression } from "../faces/face";
import type { CardInfo, LegalMove, Standing, TableEvent } from "../kit/contract";

/** Where something has changed, and what is there now; the length of a row: one more in it. */
export type Changes = [path: (string | number)[], value: unknown][];
"""
OF_REQUESTS = """// Written by tools/view_types.py from the structs of facedown.server.wire.from_page; change those.
import type { Expression } from "../faces/face";
"""
TAGGED = (from_page.Said, from_table.Told)  # what all messages have in common: a tag, and the page's counter
# What the server says at a table, and what it answers over HTTP.
ANSWERS = (
    *("About", "CardsRead", "OptionsRead", "TableSummary", "OpenTable"),
    *("Story", "GameInfo", "GameBook", "Lesson", "PuzzleOfDay", "PuzzleAnswer"),
)


def main() -> None:
    for path in files():
        path.write_text(types_of(path.parent.name), encoding="utf-8")
    MESSAGES.write_text(types_of_messages(), encoding="utf-8")
    REQUESTS.write_text(types_of_requests(), encoding="utf-8")


def files() -> list[Path]:
    """The files of games that this tool writes."""
    return sorted(GAMES.glob("*/types.ts"))


def types_of_messages() -> str:
    """What the server says: each message has its tag in `is`."""
    said = [one.__name__ for one in from_table.Told.__subclasses__()]
    messages = Declarations(from_table, *said, "Turn")
    return "\n".join([OF_MESSAGES, *messages.all(), *Declarations(http, *ANSWERS, known=messages.needed).all()])


def types_of_requests() -> str:
    """What a page says: each message has its tag in `do`."""
    messages = [one.__name__ for one in from_page.Said.__subclasses__()]
    any_of_them = f"/** Any of these; the connection adds their number `n`. */\n{_union('Request', messages)}"
    return "\n".join([OF_REQUESTS, *Declarations(from_page, *messages).all(), any_of_them])


def types_of(game_id: str) -> str:
    """What a game's types.ts holds."""
    module = sys.modules[_words(game_id).View.__module__]
    declared = "\n".join([*Declarations(module, "View").all(), *_moves(game_id), *_options(game_id)])
    seat = 'import type { Seat } from "../../kit/contract";\n\n' if re.search(r"\bSeat\b", declared) else ""
    file = Path(module.__file__ or "").name
    return f"// Written by tools/view_types.py from the game's {file}; change that.\n{seat}{declared}"


def _words(game_id: str) -> ModuleType:
    """The module that makes a game's view."""
    game = facedown.game(game_id)
    if isinstance(game, FlatGame):
        return _module(game.contract.words)
    return importlib.import_module(f"{type(game.contract).__module__.rpartition('.')[0]}.words")


def _module(of_game: object) -> ModuleType:
    """A game's module, which it holds together with its cards."""
    module = getattr(of_game, "module", of_game)
    assert isinstance(module, ModuleType)
    return module


def _moves(game_id: str) -> Iterator[str]:
    """The types of a card game's legal moves."""
    game = facedown.game(game_id)
    if isinstance(game, FlatGame):
        (kind,) = typing.get_args(typing.get_type_hints(_module(game.contract.notation).all_moves)["return"])
        yield from Declarations(sys.modules[kind.__module__], kind.__name__).all()


def _options(game_id: str) -> Iterator[str]:
    """The types of what a game makes of its options, if it tells anything of them."""
    told = typing.get_type_hints(type(facedown.game(game_id).contract).explain_options)["return"]
    if inspect.isclass(told) and issubclass(told, msgspec.Struct):
        yield from Declarations(sys.modules[told.__module__], told.__name__).all()


class Declarations:
    """The types that structs of a module need, in the order in which the module declares them."""

    def __init__(self, module: ModuleType, *structs: str, known: Iterable[str] = ()) -> None:
        """`known`: those that are declared already."""
        self.module = module
        self.needed = dict.fromkeys(known, "")
        for struct in structs:
            self._need(struct, module)

    def all(self) -> Iterator[str]:
        order = {name: place for place, name in enumerate(vars(self.module))}
        for name in sorted(self.needed, key=lambda name: order.get(name, len(order))):
            if self.needed[name]:
                yield self.needed[name]

    def _need(self, name: str, module: ModuleType) -> None:
        if name in self.needed:
            return
        self.needed[name] = ""
        value = getattr(module, name)
        if inspect.isclass(value) and issubclass(value, msgspec.Struct):
            self.needed[name] = self._interface(value)
        elif typing.get_origin(value) is typing.Literal:
            self.needed[name] = _union(name, [f'"{one}"' for one in typing.get_args(value)])
        else:
            raise TypeError(f"{module.__name__}.{name} is neither a struct nor a Literal; the page cannot have it")

    def _interface(self, struct: type[msgspec.Struct]) -> str:
        config = struct.__struct_config__
        tag = [f'  {config.tag_field}: "{config.tag}";'] if config.tag is not None else []
        extended = [
            base for base in struct.__bases__ if base.__module__ == self.module.__name__ and base not in TAGGED
        ]
        inherited = {one for base in extended for one in base.__mro__}
        own = (base for base in reversed(struct.__mro__) if base not in inherited)
        lines = [*tag, *(line for base in own for line in self._fields(base))]
        for base in extended:
            self._need(base.__name__, self.module)
        extends = f" extends {', '.join(base.__name__ for base in extended)}" if extended else ""
        has_doc = ast.get_docstring(_body(struct)) is not None
        said = inspect.cleandoc(struct.__doc__ or "").split("\n\n")[0].replace("\n", " ")
        above = f"/** {said} */\n" if has_doc else ""
        return f"{above}export interface {struct.__name__}{extends} {_braced(lines)}\n"

    def _fields(self, struct: type) -> Iterator[str]:
        """The fields that a struct declares itself."""
        if not issubclass(struct, msgspec.Struct) or struct in (msgspec.Struct, from_page.Said):
            return
        source, module = inspect.getsource(struct), sys.modules[struct.__module__]
        omits, is_request = struct.__struct_config__.omit_defaults, issubclass(struct, from_page.Said)
        for field in _body(struct).body:
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                comment = re.search(r"  # (.*)$", source.splitlines()[field.lineno - 1])
                if comment:
                    yield f"  /** {comment[1][0].upper()}{comment[1][1:]}{_stop(comment[1])} */"
                kind = self._type(field.annotation, module)
                if is_request and field.value is not None:
                    yield f"  {field.target.id}?: {kind};"
                elif omits and field.value is not None:
                    yield f"  {field.target.id}?: {kind.removesuffix(' | null')};"
                else:
                    yield f"  {field.target.id}: {kind};"

    def _type(self, node: ast.expr, module: ModuleType) -> str:
        """A Python annotation in TypeScript."""
        match node:
            case ast.BinOp(left=left, right=right):
                return f"{self._type(left, module)} | {self._type(right, module)}"
            case ast.Constant(value=None):
                return "null"
            case ast.Name(id=name) if name in PLAIN:
                return PLAIN[name]
            case ast.Name(id=name) if name in KNOWN:
                return KNOWN[name]
            case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=values)):
                return " | ".join(json.dumps(ast.literal_eval(one)) for one in values)
            case ast.Name(id="Seat"):
                return "Seat"
            case ast.Name(id=name) if typing.get_origin(limited := getattr(module, name)) is typing.Annotated:
                return PLAIN[limited.__origin__.__name__]
            case ast.Name(id=name):
                self._need(name, module)
                return name
            case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[inner, *_])):
                return self._type(inner, module)
            case ast.Subscript(value=ast.Name(id="list"), slice=inner):
                return _array(self._type(inner, module))
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[inner, ast.Constant(value=end)])):
                assert end is ..., "a tuple is of one type and any length"
                return _array(self._type(inner, module))
            case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])):
                return f"Record<{self._type(key, module)}, {self._type(value, module)}>"
        raise TypeError(f"{ast.unparse(node)} in {module.__name__} has no TypeScript; write it another way")


def _array(inner: str) -> str:
    return f"({inner})[]" if " " in inner else f"{inner}[]"


def _union(name: str, members: list[str]) -> str:
    line = f"export type {name} = {' | '.join(members)};\n"
    if len(line) <= WIDTH:
        return line
    return f"export type {name} =\n" + "".join(f"  | {member}\n" for member in members)[:-1] + ";\n"


def _braced(fields: list[str]) -> str:
    """The fields of an interface, on one line if it is short and none of them has a comment."""
    line = f"{{ {' '.join(map(str.strip, fields)).removesuffix(';')} }}"
    return line if len(line) <= WIDTH - LEFT and "/**" not in line else "\n".join(["{", *fields, "}"])


def _stop(comment: str) -> str:
    return "" if comment.endswith((".", "?", "!")) else "."


def _body(struct: type[msgspec.Struct]) -> ast.ClassDef:
    (body,) = ast.parse(inspect.getsource(struct)).body
    assert isinstance(body, ast.ClassDef)
    return body


if __name__ == "__main__":
    main()
