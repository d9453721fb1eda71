"""Parts of a report as Arrow tables, which Polars and pandas take as data frames."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from facedown.core.extras import not_installed
from facedown.lab.intervals import Estimate

try:
    import pyarrow as pa
except ModuleNotFoundError as missing:
    raise not_installed(missing, "report") from None


def frame(rows: Iterable[msgspec.Struct]) -> pa.Table:
    """A row for each of these; an estimate takes three columns: its value, and `..._low` and `..._high`."""
    return pa.Table.from_pylist([dict(_cells(row)) for row in rows])


def _cells(row: msgspec.Struct) -> Iterator[tuple[str, object]]:
    for name in row.__struct_fields__:
        value = getattr(row, name)
        if isinstance(value, Estimate):
            yield from ((name, value.value), (f"{name}_low", value.low), (f"{name}_high", value.high))
        else:
            yield name, value
