"""Rules that run as they stand or compiled.

A rule is a plain Python function over a position.  `@compiles` only marks it: calling it runs it interpreted, so
that it can be read, stepped through and measured for coverage, and so that a page is served before Numba is even
imported.  `compiled(function)` gives its compiled twin: the same code, its globals swapped for the compiled twins
of everything marked that it calls.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import importlib
import importlib.util
import math
import os
import secrets
import types
import weakref
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ParamSpec, TypeAlias, TypeVar, cast

import numpy as np

from facedown.core.layout import annotated_fields

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., object])

Numba: TypeAlias = Any  # for Numba's own objects, which are untyped

PACKAGE = Path(__file__).parents[1]
# Where the sources are of the machine code that everybody has.
PACKAGED = tuple(str(PACKAGE / folder) for folder in ("core", "games"))
OURS = secrets.token_hex(4)  # in the names of files that only this process writes

ADAPTS = "adapts"  # the attribute of a function that calls another one, and takes more

_marked: weakref.WeakKeyDictionary[types.FunctionType, Callable[[], Numba] | None] = weakref.WeakKeyDictionary()
_inlined: weakref.WeakSet[types.FunctionType] = weakref.WeakSet()


def compiles(function: F) -> F:
    """Mark `function` as written in the subset of Python that Numba compiles."""
    _marked[cast(types.FunctionType, function)] = None
    return function


def compiles_inline(function: F) -> F:
    """Mark `function` as `compiles` does, and let its machine code stand in that of each function that calls it.

    For parts of a loop that goes through thousands of games: handing over many arrays takes longer than some parts.
    """
    _inlined.add(cast(types.FunctionType, function))
    return compiles(function)


def is_marked(function: object) -> bool:
    """Whether this is a function marked `@compiles`."""
    return isinstance(function, types.FunctionType) and function in _marked


def compiles_as(build: Callable[[], Numba]) -> Callable[[F], F]:
    """Mark `function` as having another compiled form, made by `build` when it is first wanted.

    For the few places where the machine has an instruction for what Python spells out (`core/bits.py`).
    """

    def mark(function: F) -> F:
        _marked[cast(types.FunctionType, function)] = build
        return function

    return mark


def copies(declared: type) -> Callable[[object, object], None]:
    """A rule that copies the fields which this class declares from one record to another that has them all.

        copy_open = copies(Open)  # in a module
        copy_open(s, v)  # in a rule

    So what everybody sees is declared once, in a class that `Position` and `View` both derive from.
    """
    sizes = {name: dtype.itemsize * math.prod(shape) for name, dtype, shape in annotated_fields(declared)}

    def copy_fields(source: Any, target: Any, names: tuple[str, ...] = tuple(sizes)) -> None:
        for name in names:
            target[name] = source[name]

    return compiles_as(functools.partial(_machine_copy, sizes))(copy_fields)


def _machine_copy(sizes: Mapping[str, int]) -> Numba:
    """The compiled form: the bytes of each field are moved from one record to the other."""
    extending: Numba = importlib.import_module("numba.extending")
    types_of: Numba = importlib.import_module("numba.core.types")
    cgutils: Numba = importlib.import_module("numba.core.cgutils")

    @extending.intrinsic  # type: ignore[untyped-decorator]  # Numba has no type for it
    def copy(typing: Numba, source: Numba, target: Numba) -> Numba:
        def generate(context: Numba, builder: Numba, signature: Numba, args: Numba) -> Numba:
            for name, size in sizes.items():
                there, here = (
                    cgutils.pointer_add(builder, pointer, record.offset(name))
                    for pointer, record in zip(args, signature.args, strict=True)
                )
                cgutils.raw_memcpy(builder, here, there, context.get_constant(types_of.intp, size), 1)
            return context.get_dummy_value()

        return types_of.none(source, target), generate

    return copy


def compiled(function: Callable[P, R], **bound: object) -> Callable[P, R]:
    """The compiled twin of a marked function; `bound` replaces globals of the same names in everything it calls.

    Binding is how one driver serves every game: `compiled(playout, legal=rules.legal, step=rules.step)`.  Twins are
    kept, and their machine code is cached on disk under a hash of the package's sources and of what was bound
    (Numba alone does not see that a callee in another file changed).
    """
    marked = cast(types.FunctionType, function)
    return cast(Callable[P, R], _twin(marked, _Frozen(bound).within(marked)))


def entry(function: Callable[..., R], *like: object) -> Callable[..., R]:
    """A compiled twin as it is for arguments of the same types as `like`, which later calls no longer look up.

    Looking them up takes longer than a move.  The types of arguments are therefore up to the caller.
    """
    if not can_compile():
        return function
    types_of: Numba = importlib.import_module("numba").typeof
    made: Callable[..., R] = cast(Numba, function).compile(tuple(map(types_of, like)))
    return made


def _compiled_callee(function: Callable[P, R], **bound: object) -> Callable[P, R]:
    """The twin for calls from compiled code: without a wrapper for Python, which saves a fifth of compile time."""
    marked = cast(types.FunctionType, function)
    return cast(Callable[P, R], _twin(marked, _Frozen(bound).within(marked), callee=True))


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

    def tag(self) -> str:
        return hashlib.sha256(repr(self._key()).encode()).hexdigest()[:12] if self else ""


def _key_of(value: object) -> str:
    if isinstance(value, types.FunctionType):
        return f"{value.__module__}.{value.__qualname__}{_source_tag(value)}"
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}{hashlib.sha256(value.tobytes()).hexdigest()}"
    return repr(value)


def can_compile() -> bool:
    """Whether Numba is installed and not disabled (NUMBA_DISABLE_JIT=1)."""
    return importlib.util.find_spec("numba") is not None and not importlib.import_module("numba").config.DISABLE_JIT


@functools.cache
def _twin(function: types.FunctionType, bound: _Frozen, *, callee: bool = False) -> Numba:
    if function not in _marked:
        raise TypeError(f"{function.__module__}.{function.__qualname__} is not marked @compiles")
    if not can_compile():
        return _bound(function, bound)
    numba: Numba = importlib.import_module("numba")
    build = _marked[function]
    if build is not None:
        return build()
    # Rules allocate nothing.  Without Numba's runtime no array is counted in and out, atomically, at every call:
    # that took a third of the time of a random game.
    options = {
        "cache": _has_file(function),
        "nogil": True,
        "error_model": "numpy",
        "_nrt": False,
        "no_cfunc_wrapper": True,
    }
    options["forceinline"] = function in _inlined
    twin = _rebound(function, bound, _compiled_callee)
    if callee:
        twin.__qualname__ += "_callee"  # under which it is cached, beside the one that Python calls
        options["no_cpython_wrapper"] = True
    # At the last moment: what it calls has been given folders of its own meanwhile.
    numba.config.CACHE_DIR = str(cache_folder() / _elsewhere(_reached(function, bound)[1]))
    made = numba.njit(**options)(twin)
    return _unspecialised(_kept_apart(made) if options["cache"] else made)


def _kept_apart(dispatcher: Numba) -> Numba:
    """Let every process save machine code in files of its own; the index of them all stays one.

    Numba numbers a function's files by what the index says, one for each kind of position.  Two processes that
    compile it for two games at once would give both the same number, and one load what the other saved.
    """
    files = dispatcher._cache._cache_file
    files._data_name_pattern = files._data_name_pattern.replace("{number", f"{OURS}-{{number")
    return dispatcher


def _unspecialised(dispatcher: Numba) -> Numba:
    """Let calls share machine code whether they hand over a constant, a narrow field or a whole number.

    Numba compiles `ask(s, DEAL, 0)` and `ask(s, NEXT, 0)` apart, each constant a type of its own: of functions that
    are called from everywhere it made dozens.  What a constant is good for, the optimiser finds when it inlines.
    """
    numba_types: Numba = importlib.import_module("numba.core.types")

    def general(of: Numba) -> Numba:
        plain = numba_types.unliteral(of)
        fits = isinstance(plain, numba_types.Integer) and (plain.signed or plain.bitwidth < 64)
        return numba_types.int64 if fits else plain

    template_for = dispatcher.get_call_template

    def get_call_template(args: Numba, kws: Numba) -> Numba:
        return template_for(tuple(map(general, args)), {name: general(arg) for name, arg in kws.items()})

    dispatcher.get_call_template = get_call_template
    return dispatcher


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
    build = _marked[function]
    if build is not None:
        return build()
    return cuda_of_numba().jit(device=True)(_rebound(function, bound, on_gpu))


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
    twin = types.FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    tags = bound.tag(), _source_tag(function)
    twin.__qualname__ = function.__qualname__ + "".join(f"_{tag}" for tag in tags if tag)
    return twin


def _bound_to(name: str, bound: Mapping[str, object], names: Mapping[str, object]) -> object:
    """What a function finds under this name: what is bound, unless that only adapts what stands there."""
    there, value = names.get(name), bound.get(name)
    adapted = there is not None and getattr(value, ADAPTS, None) is there
    return there if value is None or adapted else value


@functools.cache
def _reached(function: types.FunctionType, bound: _Frozen) -> tuple[frozenset[str], frozenset[types.FunctionType]]:
    """Every global name that `function` and the marked functions under it look up, and those functions."""
    met: set[str] = set()
    functions, done = [function], {function}
    while functions:
        caller = functions.pop()
        for name in _globals_read(caller.__code__):
            met.add(name)
            value = _bound_to(name, bound, caller.__globals__)
            if isinstance(value, types.FunctionType) and value in _marked and value not in done:
                done.add(value)
                functions.append(value)
    return frozenset(met), frozenset(done)


@functools.cache
def _globals_read(code: types.CodeType) -> frozenset[str]:
    """The names that this code looks up among its globals; those of attributes are none of them."""
    names = {step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}
    inner = (_globals_read(constant) for constant in code.co_consts if isinstance(constant, types.CodeType))
    return frozenset(names.union(*inner))


@functools.cache
def cache_folder() -> Path:
    """Where machine code is kept: a folder for every state of the rules and of the cards built into them."""
    digest = hashlib.sha256()
    for folder in ("core", "games"):
        for path in sorted((PACKAGE / folder).rglob("*.*")):
            if path.suffix in (".py", ".toml"):
                digest.update(path.read_bytes())
    shared = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "facedown"
    return Path(os.environ.get("FACEDOWN_CACHE", shared)) / digest.hexdigest()[:16]


@functools.cache
def _source_tag(function: types.FunctionType) -> str:
    """What sets a function of somebody's own apart from others of the same name; "" for the rules in this package.

    A bot is written again and again under one name, in a notebook for example: machine code for one of them, or for
    the driver into which it is built, must not serve another.
    """
    digest = hashlib.sha256()
    own = [one for one in _reached(function, _Frozen())[1] if not one.__code__.co_filename.startswith(PACKAGED)]
    for one in sorted(own, key=lambda one: (one.__qualname__, one.__code__.co_code)):
        cells = [cell.cell_contents for cell in one.__closure__ or ()]
        names = sorted(_globals_read(one.__code__) & one.__globals__.keys())
        read = [(name, one.__globals__[name]) for name in names]
        digest.update(repr((_key_of_code(one.__code__), [_constant(value) for value in cells])).encode())
        digest.update(repr([(name, _constant(value)) for name, value in read]).encode())
    return digest.hexdigest()[:12] if own else ""


def _key_of_code(code: types.CodeType) -> tuple[object, ...]:
    """What a function does, wherever it stands."""
    constants = [_key_of_code(one) if isinstance(one, types.CodeType) else repr(one) for one in code.co_consts]
    return code.co_code, constants, code.co_names, code.co_varnames


def _constant(value: object) -> str:
    """A value that is built into machine code, as part of a key; "" for functions and modules."""
    if isinstance(value, tuple):
        return repr([_constant(one) for one in value])
    return _key_of(value) if isinstance(value, np.ndarray | np.generic | int | float | str) else ""


def _has_file(function: types.FunctionType) -> bool:
    """Whether its source is in a file; machine code of what was typed at a prompt is not kept."""
    return Path(function.__code__.co_filename).exists()


def _elsewhere(functions: frozenset[types.FunctionType]) -> str:
    """A folder name for the state of other sources that come into it: somebody's own game, or a test's."""
    files = {function.__code__.co_filename for function in functions}
    others = sorted(file for file in files if not file.startswith(PACKAGED) and Path(file).exists())
    digest = hashlib.sha256(b"".join(Path(file).read_bytes() for file in others))
    return digest.hexdigest()[:12] if others else ""
