"""A Parquet file with a row for each simulated game, from which a stopped simulation can continue.

The file's metadata holds what was simulated (a file of other games is refused) and further counts.  It is written
under a temporary name and renamed when the simulation ends or is stopped, so that it is always complete.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
import numpy as np

from facedown.core.extras import not_installed

try:
    import pyarrow as pa
    from pyarrow import compute, parquet
except ModuleNotFoundError as missing:
    raise not_installed(missing, "report") from None

from facedown.core.batch import Outcome
from facedown.core.counting import COLUMNS
from facedown.core.errors import BadOption
from facedown.core.layout import Ints

KEY = b"facedown"
ROWS_AT_ONCE = 2000
DRAMA = ("choices", "forced", "lead_changes", "decided")
Options = Mapping[str, str | int]


class Simulated(msgspec.Struct, frozen=True):
    """What was simulated: the game, the players and so on of a file."""

    game: str
    rules: int  # the version of the rules
    cards: str  # the text of own cards, or ""
    seats: int
    agents: tuple[str, ...]
    seed: str


Happened = tuple[str, str, int]  # event, card, seat


class VariantCounts(msgspec.Struct):
    """Further counts over the games of one variant, in addition to their rows."""

    options: dict[str, str | int]
    places: dict[str, tuple[int, int, int, int]] = {}  # the non-zero rows of `totals`, by number
    rows: int = 0  # the number of rows of `totals`; 0 if there is no such array
    happened: list[tuple[Happened, tuple[int, int, int, int]]] = []


class _Kept(msgspec.Struct):
    asked: Simulated
    variants: list[VariantCounts]


class Results:
    """The file: for `simulate(..., results=...)`, in a `with` block.

    Raises BadOption if the file exists but holds other games, or is not such a file.
    """

    def __init__(self, path: Path, asked: Simulated) -> None:
        self.path, self.asked = path, asked
        self._part = path.with_name(path.name + ".part")
        self._variants: list[VariantCounts] = []
        self._totals: dict[int, Ints] = {}  # of these variants, by number, the new totals
        self._old: pa.Table | None = None
        self._writer: parquet.ParquetWriter | None = None
        self._failed: OSError | None = None
        if path.exists():
            if not path.is_file():
                raise BadOption(f"{path} is a folder or a device; name a file for the results")
            self._open()

    def _open(self) -> None:
        try:
            self._old = parquet.read_table(self.path)
            kept = msgspec.json.decode(parquet.read_metadata(self.path).metadata[KEY], type=_Kept)
        except (pa.ArrowInvalid, KeyError, TypeError, msgspec.MsgspecError):
            raise BadOption(f"{self.path} is not a file of results; name another, or remove it") from None
        for name in Simulated.__struct_fields__:
            there, here = getattr(kept.asked, name), getattr(self.asked, name)
            if there != here:
                raise BadOption(f"{self.path} holds other games: {name} {there!r}, not {here!r}; name another file")
        self._variants = kept.variants

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._failed is not None and error is None:
            raise self._failed
        if self._writer is None:
            return
        try:
            self._close()
        except OSError as failed:
            if error is None:
                raise OSError(failed.errno or 0, _cause(failed), str(self.path)) from None
        finally:
            with suppress(OSError):
                self._part.unlink(missing_ok=True)

    def _close(self) -> None:
        assert self._writer is not None, "something was written"
        for number, totals in self._totals.items():
            there = np.flatnonzero(totals.any(axis=1))
            rows = dict(zip(map(str, there), map(tuple, totals[there].tolist()), strict=True))
            self._variants[number].rows, self._variants[number].places = len(totals), rows
        kept = msgspec.json.encode(_Kept(self.asked, self._variants))
        self._writer.add_key_value_metadata({KEY: kept})
        self._writer.close()
        self._part.replace(self.path)

    def kept(self, options: Options) -> Iterator[Outcome]:
        """The games of a variant that the file already has, in pieces, from the first game on."""
        if self._old is None or (counted := self._counted(options, add=False)) is None:
            return
        mine = np.ones(self._old.num_rows, np.bool_)
        for name, value in options.items():
            mine &= compute.equal(self._old[f"option_{name}"], str(value)).to_numpy()
        rows = self._old.filter(pa.array(mine))
        for first in range(0, rows.num_rows, ROWS_AT_ONCE):
            piece = _outcome(rows.slice(first, ROWS_AT_ONCE), first, self.asked.seats)
            if first == 0:
                piece = piece._replace(totals=_totals(counted), happened=dict(counted.happened))
            yield piece

    def write(
        self,
        options: Options,
        outcome: Outcome,
        totals: Ints | None,
        happened: Mapping[Happened, Sequence[int]],
    ) -> bool:
        """Add the games of a piece; `totals` and `happened` count all games of the variant so far.

        Returns False if that has failed, for example because the disk is full: then the end of the `with` block
        raises OSError with the file's name, and whoever plays has reported by then what has been played.
        """
        if self._failed is not None:
            return False
        try:
            self._write(_table(outcome, options))
        except OSError as error:
            with suppress(OSError):
                self._part.unlink(missing_ok=True)  # so that it does not replace the file
            self._failed, self._writer = OSError(error.errno or 0, _cause(error), str(self.path)), None
            return False
        counted = self._counted(options)
        assert counted is not None
        if totals is not None:
            self._totals[self._variants.index(counted)] = totals.copy()  # a stopped simulation may add to them
        counted.happened = [(what, (a, b, c, d)) for what, (a, b, c, d) in happened.items()]
        return True

    def _write(self, table: pa.Table) -> None:
        if self._writer is None:
            self._writer = parquet.ParquetWriter(self._part, table.schema, compression="zstd")
            if self._old is not None:
                self._writer.write_table(self._old.replace_schema_metadata(None).cast(table.schema))
        self._writer.write_table(table)

    def _counted(self, options: Options, *, add: bool = True) -> VariantCounts | None:
        for counted in self._variants:
            if counted.options == options:
                return counted
        if add:
            self._variants.append(VariantCounts(dict(options)))
            return self._variants[-1]
        return None


def _cause(error: OSError) -> str:
    """What went wrong, also if PyArrow raised the error with a message of its own."""
    return os.strerror(error.errno) if error.errno else str(error.strerror or error)


def _table(outcome: Outcome, options: Options) -> pa.Table:
    """A row for each game: its number, its options, how it went, and each seat's points and whether it won."""
    games = len(outcome.scores)
    columns: dict[str, object] = {"game": np.arange(outcome.first, outcome.first + games)}
    for name, value in options.items():
        columns[f"option_{name}"] = pa.array([str(value)] * games)
    columns["decisions"] = outcome.decisions
    drama = np.full((games, len(DRAMA)), -1) if outcome.drama is None else outcome.drama
    columns |= {name: drama[:, at] for at, name in enumerate(DRAMA)}
    columns["end"] = pa.array(list(outcome.ends) or [""] * games)
    columns |= {f"measured_{name}": values for name, values in outcome.measures.items()}
    for seat in range(outcome.scores.shape[1]):
        columns[f"points_{seat + 1}"] = outcome.scores[:, seat]
        columns[f"won_{seat + 1}"] = (outcome.winners >> seat & 1).astype(np.bool_)
    return pa.table(columns)


def _outcome(rows: pa.Table, first: int, seats: int) -> Outcome:
    """Rows of such a table, read back as an outcome."""

    def column(name: str) -> Ints:
        values: Ints = rows[name].to_numpy()
        return values

    drama = np.stack([column(name) for name in DRAMA], axis=1)
    ends = tuple(rows["end"].to_pylist())
    winners = sum(column(f"won_{seat + 1}").astype(np.int64) << seat for seat in range(seats))
    measured = [name for name in rows.column_names if name.startswith("measured_")]
    return Outcome(
        first,
        scores=np.stack([column(f"points_{seat + 1}") for seat in range(seats)], axis=1).astype(np.int32),
        winners=np.asarray(winners, np.int64),
        decisions=column("decisions"),
        positions=np.zeros(0),
        ends=ends if any(ends) else (),
        measures={name.removeprefix("measured_"): column(name) for name in measured},
        drama=None if (drama < 0).any() else drama,
    )


def _totals(counted: VariantCounts) -> Ints | None:
    if counted.rows == 0:
        return None
    totals = np.zeros((counted.rows, COLUMNS), np.int64)
    for place, numbers in counted.places.items():
        totals[int(place)] = numbers
    return totals
