"""Arrays that compiled code reads where they lie, instead of having them built in as constants.

The cards that a game comes with are constants: the compiler makes the most of them.  For cards of one's own,
machine code knows only the names of their tables, and is told where these lie when it is loaded: so the same code,
on disk, serves every cards file.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import sys
import threading
import types
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from facedown.core.cards_file import IN_MACHINE_CODE, MARK, OWN

Numba: TypeAlias = Any  # what Numba hands over and takes: it has no types for that


def is_own(module: str) -> bool:
    """Whether this is a module of a game that is played with own cards."""
    return module.rpartition(".")[0] in OWN


@functools.cache
def cards_tag(module: str) -> str:
    """What sets machine code for these own cards apart from that for others; "" for the game's own cards.

    It is a number, and a digest of whatever differs from the game's own modules but is not an array, such as how
    many kinds of cards there are.  The number counts the sets of this process that have machine code: so what was
    compiled for the first set of one process serves the first of the next, however many were only read before.
    """
    if not is_own(module):
        return ""
    twin = module.rpartition(".")[0]
    IN_MACHINE_CODE[twin]()
    package = twin.partition(MARK)[0]
    _load_counterparts(twin, package)
    differs = sorted(set(_constants(twin)) - set(_constants(package)))
    digest = f"_{hashlib.sha256(repr(differs).encode()).hexdigest()[:8]}" if differs else ""
    with _tagging:
        if twin not in _tags:
            _compiled_sets[package + digest] += 1
            _tags[twin] = f"_own{_compiled_sets[package + digest]}{digest}"
    return _tags[twin]


_tagging = threading.Lock()
_tags: dict[str, str] = {}  # by package with own cards
_compiled_sets: Counter[str] = Counter()  # that have machine code, by package and digest


def house_module(module: str) -> str:
    """The game's own module from whose file this one is loaded with own cards; any other is its own."""
    if not is_own(module):
        return module
    twin, _, name = module.rpartition(".")
    return f"{twin.partition(MARK)[0]}.{name}"


def shared_name(module: str) -> str:
    """The module's name in machine code, which other processes load: with the set's tag instead of its number."""
    if not is_own(module):
        return module
    twin, _, name = module.rpartition(".")
    return f"{twin.partition(MARK)[0]}{cards_tag(module)}.{name}"


def _load_counterparts(twin: str, package: str) -> None:
    """Load the game's own modules that are loaded with own cards: what they lack would count as different."""
    for name in list(sys.modules):
        if name.startswith(f"{twin}."):
            importlib.import_module(package + name.removeprefix(twin))


def _constants(package: str) -> Iterator[tuple[str, str, str]]:
    """The module, name and value of each number that a package's functions look up; of an array, its shape."""
    loaded = sys.modules.copy()  # another thread may be loading one
    modules = [(name, vars(module)) for name, module in loaded.items() if name.startswith(f"{package}.")]
    used = {
        name
        for _, values in modules
        for value in values.values()
        if isinstance(value, types.FunctionType)
        for name in value.__code__.co_names
    }
    for module, values in modules:
        for name in used & values.keys():
            value = values[name]
            if isinstance(value, np.ndarray):
                yield module.removeprefix(package), name, f"{value.dtype}{value.shape}"
            elif _is_number(value):
                yield module.removeprefix(package), name, repr(value)


def _is_number(value: object) -> bool:
    """A number, or a tuple of such: nothing else goes into machine code."""
    return all(map(_is_number, value)) if isinstance(value, tuple) else isinstance(value, int | float)


def with_bound_arrays(module: str, names: Mapping[str, object]) -> dict[str, object]:
    """The globals of this module that hold arrays, themselves or in a module of the game, with those bound."""
    found: dict[str, object] = {}
    for name, value in names.items():
        if isinstance(value, np.ndarray):
            found[name] = bound_array(f"{shared_name(module)}.{name}", value)
        elif isinstance(value, types.ModuleType) and is_own(value.__name__):
            found[name] = _module_with_bound_arrays(value)
    return found


@functools.cache
def _module_with_bound_arrays(module: types.ModuleType) -> types.ModuleType:
    twin = types.ModuleType(module.__name__)
    vars(twin).update(vars(module))
    vars(twin).update(
        (name, bound_array(f"{shared_name(module.__name__)}.{name}", value))
        for name, value in vars(module).items()
        if isinstance(value, np.ndarray)
    )
    return twin


class Bound(NamedTuple):
    """An array, and the name by which machine code finds it."""

    name: str
    array: NDArray[np.generic]


_kept: dict[str, Bound] = {}  # every array whose place machine code has been told, for as long as the program runs


def bound_array(name: str, array: NDArray[np.generic]) -> Bound:
    """The array as a global of compiled functions.  Of arrays with the same name the first one counts."""
    _register_with_numba()
    if name not in _kept:
        _kept[name] = Bound(name, np.ascontiguousarray(array))
        llvm: Numba = importlib.import_module("llvmlite.binding")
        llvm.add_symbol(name, _kept[name].array.ctypes.data)
    return _kept[name]


@functools.cache
def _register_with_numba() -> None:
    """Teach Numba the type of such arrays, and that they lie somewhere else."""
    numba: Numba = importlib.import_module("numba")
    extending: Numba = importlib.import_module("numba.extending")
    imputils: Numba = importlib.import_module("numba.core.imputils")
    ir: Numba = importlib.import_module("llvmlite.ir")

    class BoundArray(numba.types.Array):  # type: ignore[misc]  # Numba has no types
        """An array of a known shape that lies outside of the machine code."""

        def __init__(self, bound: Bound) -> None:
            array = bound.array
            self.symbol, self.shape, self.strides = bound.name, array.shape, array.strides
            super().__init__(
                numba.from_dtype(array.dtype), array.ndim, "C", readonly=True, name=f"bound({bound.name})"
            )

        @property
        def key(self) -> tuple[object, ...]:
            return (*super().key, self.symbol, self.shape)

        def copy(self, *changed: Numba, readonly: Numba = None, **others: Numba) -> Numba:
            """Itself, if nothing is wanted but that it can only be read: so Numba asks of every global."""
            return super().copy(*changed, readonly=readonly, **others) if changed or others else self

    extending.register_model(BoundArray)(extending.models.ArrayModel)

    @imputils.lower_cast(BoundArray, numba.types.Array)  # type: ignore[untyped-decorator]  # Numba has no types
    def as_any_array(context: Numba, builder: Numba, of: Numba, wanted: Numba, array: Numba) -> Numba:
        """One of two such arrays, whichever an expression chooses, is an array like others."""
        return array

    @extending.typeof_impl.register(Bound)  # type: ignore[untyped-decorator]  # Numba has no types
    def type_of(bound: Bound, context: Numba) -> Numba:
        return BoundArray(bound)

    @imputils.lower_constant(BoundArray)  # type: ignore[untyped-decorator]  # Numba has no types
    def lower(context: Numba, builder: Numba, of: Numba, bound: Bound) -> Numba:
        there = builder.module.globals.get(of.symbol)
        if there is None:
            there = ir.GlobalVariable(builder.module, ir.IntType(8), of.symbol)
        array = context.make_array(of)(context, builder)
        numbers = {
            name: ir.Constant.literal_array([context.get_constant(numba.types.intp, n) for n in getattr(of, name)])
            for name in ("shape", "strides")
        }
        size = context.get_constant(numba.types.intp, bound.array.dtype.itemsize)
        data = builder.bitcast(there, array.data.type)
        context.populate_array(array, data=data, itemsize=size, meminfo=None, **numbers)
        return array._getvalue()
