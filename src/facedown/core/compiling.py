"""Rules that run as they stand or compiled.

A rule is a plain Python function over a position.  `@compiles` only marks it: calling it runs it interpreted, so
that it can be read, stepped through and measured for coverage, and so that a page is served before Numba is even
imported.  `compiled(function)` gives its compiled twin: the same code, its globals swapped for the compiled twins
of everything marked that it calls.

`docs/explanation/upgrading-numba.md` says what of Numba this uses.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import importlib
import importlib.util
import os
import threading
import types
import weakref
from collections.abc import Callable, Mapping
from enum import EnumMeta
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np

from facedown.core.layout import annotated_fields

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., object])

Numba: TypeAlias = Any  # for Numba's own objects, which are untyped

ADAPTS = "adapts"  # the attribute of a function that calls another one, and takes more
HOW = {"nogil": True, "error_model": "numpy"}
# These options are not in Numba's manual.  They only save time: if a version refuses one, take it out.
# Rules allocate nothing, so they need no counting of references: without it random games take a quarter of the
# time.  Making wrappers for C would take a seventh of the time of compiling.
SPARED = {"_nrt": False, "no_cfunc_wrapper": True}
# For functions that only compiled code calls: they need no wrapper for Python.  The one for C stays, because
# `flat/linked.py` hands such functions over as values.
CALLED = {"_nrt": False, "no_cpython_wrapper": True}
WIDE = 64  # bits of a number

PACKAGE = Path(__file__).parents[1]

# Each function that compiles, and the other function that is compiled in its place, if there is one.
_marked: weakref.WeakKeyDictionary[types.FunctionType, types.FunctionType | None] = weakref.WeakKeyDictionary()
_inlined: weakref.WeakSet[types.FunctionType] = weakref.WeakSet()
_one_at_a_time = threading.Lock()  # Numba reads the folder for machine code from a setting that all threads share


def compiles(function: F) -> F:
    """Mark `function` as written in the subset of Python that Numba compiles."""
    _marked[cast(types.FunctionType, function)] = None
    return function


def compiles_inline(function: F) -> F:
    """Mark `function` as `compiles` does, and let its code stand in that of each function that calls it.

    For parts of a loop that goes through thousands of games: handing over many arrays takes longer than some parts,
    and Numba optimises all that a function calls once more with every function that it compiles.  Whole numbers
    reach it as wide as they are.
    """
    _inlined.add(cast(types.FunctionType, function))
    return compiles(function)


def is_marked(function: object) -> bool:
    """Whether this is a function marked `@compiles`."""
    return isinstance(function, types.FunctionType) and function in _marked


def compiles_as(other: Callable[..., object]) -> Callable[[F], F]:
    """Mark `function` as one in whose place `other` is compiled, which does the same.

    For the few places where Python and the machine have different short ways (`core/bits.py`).
    """

    def mark(function: F) -> F:
        _marked[cast(types.FunctionType, function)] = cast(types.FunctionType, other)
        return function

    return mark


def copies(declared: type) -> Callable[[object, object], None]:
    """A rule that copies the fields which this class declares from one record to another that has them all.

        copy_open = copies(Open)  # in a module
        copy_open(s, v)  # in a rule

    So what everybody sees is declared once, in a class that `Position` and `Observation` both derive from.
    """
    lines = [f"    target.{name} = source.{name}" for name, _, _ in annotated_fields(declared)]
    names: dict[str, Any] = {"__name__": declared.__module__}
    exec(compile("\n".join(["def copy_fields(source, target):", *lines]), __file__, "exec"), names)
    copy_fields: Callable[[object, object], None] = names["copy_fields"]
    return compiles(copy_fields)


def compiled(function: Callable[P, R], **bound: object) -> Callable[P, R]:
    """The compiled twin of a marked function; `bound` replaces globals of the same names in everything it calls.

    Binding is how one driver serves every game: `compiled(playout, legal=rules.legal, step=rules.step)`.  Twins are
    kept, and their machine code is cached on disk under a hash of all the code that went into it (Numba alone does
    not see that a callee in another file changed).
    """
    marked = cast(types.FunctionType, function)
    return cast(Callable[P, R], _twin(marked, _Frozen(bound).within(marked), marked in bound.values()))


def entry(function: Callable[..., R], *like: object) -> Callable[..., R]:
    """A compiled twin as it is for arguments of the same types as `like`, which later calls no longer look up.

    Looking them up takes longer than a move.  The types of arguments are therefore up to the caller.
    """
    if not can_compile():
        return function
    types_of: Numba = importlib.import_module("numba").typeof
    made: Callable[..., R] = cast(Numba, function).compile(tuple(map(types_of, like)))
    return made


def _called_by(bound: Mapping[str, object]) -> Callable[..., Numba]:
    """What a compiled function finds in place of a function that it calls.

    What a driver is bound to, a game's rules and bots, has machine code of its own on disk, which all drivers
    share.  Everything else becomes part of the machine code of whatever calls it.
    """

    def called(function: types.FunctionType, **inner: object) -> Numba:
        within = _Frozen(inner).within(function)
        if function in _inlined:
            return _inlined_part(function, within)
        return _twin(function, within, True) if function in bound.values() else _part(function, within)

    return called


@functools.cache
def _inlined_part(function: types.FunctionType, bound: _Frozen) -> Numba:
    """The twin of a function whose code becomes that of whatever calls it, before anything is compiled."""
    numba: Numba = importlib.import_module("numba")
    return numba.njit(inline="always", **HOW, **SPARED)(_rebound(_compiled_as(function), bound, _called_by(bound)))


@functools.cache
def _part(function: types.FunctionType, bound: _Frozen) -> types.FunctionType:
    """The twin of a function for compiled code to call: Numba compiles it when that is compiled.

    Whole numbers are handed over as 64 bits: fields of records are narrow, constants have types of their own, and
    Numba would compile the function anew for each way in which it is called.
    """
    extending: Numba = importlib.import_module("numba.extending")
    integer: Numba = importlib.import_module("numba").types.Integer
    twin = _rebound(_compiled_as(function), bound, _called_by(bound))

    @extending.overload(twin, HOW | SPARED, strict=False)  # type: ignore[untyped-decorator]  # Numba has no type for it
    def part(*given: Numba) -> types.FunctionType:
        narrow = tuple(isinstance(of, integer) and of.bitwidth < WIDE for of in given)
        return _widening(twin, narrow) if any(narrow) else twin

    return twin


@functools.cache
def _widening(twin: types.FunctionType, narrow: tuple[bool, ...]) -> types.FunctionType:
    """A function that calls `twin` with 64 bits of each narrow number."""
    takes = twin.__code__.co_varnames[: len(narrow)]
    hands_on = [f"int64({name})" if small else name for name, small in zip(takes, narrow, strict=True)]
    text = f"def {twin.__name__}({', '.join(takes)}): return does({', '.join(hands_on)})"
    names: dict[str, Any] = {"does": twin, "int64": np.int64, "__name__": twin.__module__}
    exec(compile(text, twin.__code__.co_filename, "exec"), names)
    widening: types.FunctionType = names[twin.__name__]
    return widening


class _Frozen(dict[str, object]):
    """Bound globals as a cache key: functions and numbers by identity, arrays by their bytes."""

    def _key(self) -> tuple[tuple[str, str], ...]:
        return tuple(sorted((name, _key_of(value)) for name, value in self.items()))

    def __hash__(self) -> int:  # type: ignore[override]  # a dict has none, this one does not change
        return hash(self._key())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Frozen) and self._key() == other._key()

    def within(self, function: types.FunctionType) -> _Frozen:
        """Only what `function` and all that it calls have a use for, so that drivers share compiled rules."""
        return _Frozen({name: self[name] for name in sorted(_reached(function, self)[0]) if name in self})


def _key_of(value: object) -> str:
    if isinstance(value, types.FunctionType):
        return f"{value.__module__}.{value.__qualname__} {_digest(value, _Frozen())}"
    return _constant(value, ())


@functools.cache
def has_numba() -> bool:
    """Whether Numba is installed.  To look it up reads folders, and Python keeps what it has read."""
    return importlib.util.find_spec("numba") is not None


def can_compile() -> bool:
    """Whether Numba is installed and not disabled (NUMBA_DISABLE_JIT=1)."""
    return has_numba() and not importlib.import_module("numba").config.DISABLE_JIT


@functools.cache
def _twin(function: types.FunctionType, bound: _Frozen, only_called: bool = False) -> Numba:
    if function not in _marked:
        raise TypeError(f"{function.__module__}.{function.__qualname__} is not marked @compiles")
    if not can_compile():
        return _bound(function, bound)
    plain = _compiled_as(function)
    twin = _rebound(plain, bound, _called_by(bound))
    numba: Numba = importlib.import_module("numba")
    how = HOW | (CALLED if only_called else SPARED)
    key = hashlib.sha256(f"{_digest(plain, bound)} {how}".encode()).hexdigest()[:16]
    with _one_at_a_time:  # at the last moment: what it calls has been given folders of its own meanwhile
        there = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder() / f"{plain.__name__}-{key}")
        try:
            return numba.njit(cache=_has_file(plain), **how)(twin)
        finally:
            numba.config.CACHE_DIR = there


def _compiled_as(function: types.FunctionType) -> types.FunctionType:
    return _marked.get(function) or function


def interpreted(function: Callable[P, R], **bound: object) -> Callable[P, R]:
    """The same binding, uncompiled: what `compiled` makes, to be read and stepped through."""
    marked = cast(types.FunctionType, function)
    return cast(Callable[P, R], _bound(marked, _Frozen(bound).within(marked)))


@functools.cache
def _bound(function: types.FunctionType, bound: _Frozen) -> Numba:
    return _rebound(function, bound, interpreted)


def on_gpu(function: Callable[P, R], **bound: object) -> Callable[P, R]:
    """The twin of a marked function for a CUDA kernel to call, or for the simulator of one."""
    marked = cast(types.FunctionType, function)
    return cast(Callable[P, R], _device_twin(marked, _Frozen(bound).within(marked)))


@functools.cache
def _device_twin(function: types.FunctionType, bound: _Frozen) -> Numba:
    if importlib.import_module("numba").config.ENABLE_CUDASIM:
        return _bound(function, bound)  # the simulator runs the kernel as Python
    return cuda_of_numba().jit(device=True)(_rebound(_compiled_as(function), bound, on_gpu))


def kernel(function: Callable[P, None], **bound: object) -> Numba:
    """A CUDA kernel from a plain function, with these globals put in."""
    names = dict(function.__globals__) | bound
    plain = cast(types.FunctionType, function)
    return cuda_of_numba().jit(types.FunctionType(plain.__code__, names, plain.__name__, plain.__defaults__))


def cuda_of_numba() -> Numba:
    """`numba.cuda`: imported only where it is wanted, and untyped, as it is."""
    return importlib.import_module("numba.cuda")


def _rebound(function: types.FunctionType, bound: _Frozen, twin_of: Callable[..., Numba]) -> types.FunctionType:
    """The same code with other globals: what is bound, and the twins of everything marked that it calls."""
    names = dict(function.__globals__)
    for name in _globals_read(function.__code__):
        value = _bound_to(name, bound, names)
        if isinstance(value, types.FunctionType) and value in _marked:
            if function in _reached(value, bound)[1]:
                raise TypeError(f"{function.__module__}.{function.__qualname__} calls itself, which cannot compile")
            value = twin_of(value, **bound.within(value))
        if value is not None:
            names[name] = value
    if twin_of is not interpreted:
        names["int"] = np.int64  # Numba's own leaves numbers as narrow as they are, and compiles for each width
    return types.FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )


def _bound_to(name: str, bound: Mapping[str, object], names: Mapping[str, object]) -> object:
    """What a function finds under this name: what is bound, unless that only adapts what stands there."""
    there, value = names.get(name), bound.get(name)
    adapted = there is not None and getattr(value, ADAPTS, None) is there
    return there if value is None or adapted else value


@functools.cache
def _reached(function: types.FunctionType, bound: _Frozen) -> tuple[frozenset[str], frozenset[types.FunctionType]]:
    """Every global name that `function` and the marked functions under it look up, and those functions."""
    met: set[str] = set()
    functions, done = [_compiled_as(function)], {function}
    while functions:
        caller = functions.pop()
        for name in _globals_read(caller.__code__):
            met.add(name)
            value = _bound_to(name, bound, caller.__globals__)
            if isinstance(value, types.FunctionType) and value in _marked and value not in done:
                done.add(value)
                functions.append(_compiled_as(value))
    return frozenset(met), frozenset(done)


@functools.cache
def _globals_read(code: types.CodeType) -> frozenset[str]:
    """The names that this code looks up among its globals; those of attributes are none of them."""
    names = {step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}
    inner = (_globals_read(constant) for constant in code.co_consts if isinstance(constant, types.CodeType))
    return frozenset(names.union(*inner))


def cache_folder() -> Path:
    """Where machine code is kept: a folder for each function that Python calls, and for each state of its code."""
    shared = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "facedown"
    return Path(os.environ.get("FACEDOWN_CACHE", shared))


@functools.cache
def _digest(function: types.FunctionType, bound: _Frozen) -> str:
    """A hash of all the code that goes into a twin, with the constants that it reads.

    So a change of one game leaves the machine code of others as it is, and a bot that is written again and again
    under one name, in a notebook for example, is compiled again.
    """
    digest = hashlib.sha256(repr(bound._key()).encode())
    code = [(one.__module__, one.__qualname__, *_code_of(one)) for one in _reached(function, bound)[1]]
    digest.update(repr(sorted(code)).encode())
    return digest.hexdigest()[:16]


@functools.cache
def _code_of(function: types.FunctionType) -> tuple[str, str]:
    """The code of one function, and the values that are built into it."""
    plain = _compiled_as(function)
    code, found = plain.__code__, plain.__globals__
    cells = [_constant(cell.cell_contents, ()) for cell in plain.__closure__ or ()]
    read = [(name, _constant(found.get(name), code.co_names)) for name in sorted(_globals_read(code))]
    return repr(_key_of_code(code)), repr((cells, read, plain.__defaults__))


def _key_of_code(code: types.CodeType) -> tuple[object, ...]:
    """What a function does, wherever it stands."""
    constants = [_key_of_code(one) if isinstance(one, types.CodeType) else repr(one) for one in code.co_consts]
    return code.co_code, constants, code.co_names, code.co_varnames


def _constant(value: object, names: tuple[str, ...]) -> str:
    """A value that is built into machine code, as part of a key; of a module, those that have one of these names.

    Functions have keys of their own.
    """
    if isinstance(value, types.ModuleType):
        found = vars(value)
        return repr([(name, _constant(found[name], ())) for name in names if name in found])
    if isinstance(value, EnumMeta):
        return repr(sorted(value.__members__.items()))
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__}{getattr(value, '_fields', '')}"
    if isinstance(value, tuple):
        return repr([_constant(one, names) for one in value])
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    return repr(value) if isinstance(value, np.generic | int | float | str) else ""


def _has_file(function: types.FunctionType) -> bool:
    """Whether its source is in a file; machine code of what was typed at a prompt is not kept."""
    return Path(function.__code__.co_filename).exists()
