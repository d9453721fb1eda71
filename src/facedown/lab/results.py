"""A Parquet file with a row for each simulated game, from which a stopped simulation can continue.

The file's metadata holds what was simulated (a file of other games is refused) and further counts.  It is written
under a temporary name and renamed when the simulation ends or is stopped, so that it is always complete.  Until
then games are added to a journal beside it, an Arrow stream.  If the process is killed, the journal is left, and
the next simulation begins by adding its games to the file.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec
import numpy as np

from facedown.core.extras import not_installed

try:
    import pyarrow as pa
    from pyarrow import compute, ipc, parquet
except ModuleNotFoundError as missing:
    raise not_installed(missing, "report") from None

from facedown.core.batch import Outcome
from facedown.core.counting import COLUMNS
from facedown.core.errors import BadOption
from facedown.core.layout import Ints

KEY = b"facedown"
ROWS_AT_ONCE = 2000
SECONDS = 1.0  # after which games are written to the journal: a killed process loses those of one second at most
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
        self._journal = path.with_name(path.name + ".journal")
        self._variants: list[VariantCounts] = []
        self._totals: dict[int, Ints] = {}  # of these variants, by number, the new totals
        self._old: pa.Table | None = None
        self._new: list[pa.Table] = []  # games that the journal does not have yet
        self._written = 0.0  # when it was written to
        self._writer: ipc.RecordBatchStreamWriter | None = None
        self._failed: OSError | None = None
        if path.exists():
            if not path.is_file():
                raise BadOption(f"{path} is a folder or a device; name a file for the results")
            self._open()
        if self._journal.exists():
            self._recover()

    def _open(self) -> None:
        try:
            self._old = parquet.read_table(self.path).replace_schema_metadata(None)
            self._take(self.path, parquet.read_metadata(self.path).metadata[KEY])
        except (pa.ArrowInvalid, KeyError, TypeError, msgspec.MsgspecError):
            raise BadOption(f"{self.path} is not a file of results; name another, or remove it") from None

    def _recover(self) -> None:
        """Put what a killed simulation has left in its journal into the file."""
        rows, kept = _left_in(self._journal)
        if kept is not None and not self._ends_with(rows):
            self._take(self._journal, kept)
            self._add(rows)
        self._journal.unlink()

    def _ends_with(self, rows: pa.Table) -> bool:
        """Whether the file has these games already: it was killed before the journal was removed."""
        return self._old is not None and self._old.slice(max(0, self._old.num_rows - len(rows))).equals(rows)

    def _add(self, rows: pa.Table) -> None:
        """Write the file anew, with these games."""
        whole = pa.concat_tables([rows] if self._old is None else [self._old.cast(rows.schema), rows])
        try:
            said = whole.replace_schema_metadata({KEY: self._kept()})
            parquet.write_table(said, self._part, compression="zstd")
            self._part.replace(self.path)
        finally:
            with suppress(OSError):
                self._part.unlink(missing_ok=True)
        self._old = whole

    def _take(self, path: Path, said: bytes) -> None:
        """Take the counts that a file has.  Raises BadOption if they are of other games."""
        kept = msgspec.json.decode(said, type=_Kept)
        for name in Simulated.__struct_fields__:
            there, here = getattr(kept.asked, name), getattr(self.asked, name)
            if there != here:
                raise BadOption(f"{path} holds other games: {name} {there!r}, not {here!r}; name another file")
        self._variants = kept.variants

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._failed is None and self._new:
            self._fails_with(self._write)
        if self._failed is None and self._writer is not None:
            self._fails_with(self._close)
        if self._failed is not None and error is None:
            raise self._failed

    def _close(self) -> None:
        assert self._writer is not None, "something was written"
        self._writer.close()
        self._add(_left_in(self._journal)[0])
        self._journal.unlink()

    def _kept(self) -> bytes:
        for number, totals in self._totals.items():
            there = np.flatnonzero(totals.any(axis=1))
            rows = dict(zip(map(str, there), map(tuple, totals[there].tolist()), strict=True))
            self._variants[number].rows, self._variants[number].places = len(totals), rows
        return msgspec.json.encode(_Kept(self.asked, self._variants))

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
        counted = self._counted(options)
        assert counted is not None
        if totals is not None:
            self._totals[self._variants.index(counted)] = totals.copy()  # a stopped simulation may add to them
        counted.happened = [(what, (a, b, c, d)) for what, (a, b, c, d) in happened.items()]
        self._new.append(_table(outcome, options))
        if time.monotonic() - self._written >= SECONDS:
            self._fails_with(self._write)
        return self._failed is None

    def _write(self) -> None:
        """Add the new games to the journal, with all that is counted so far."""
        rows = pa.concat_tables(self._new).combine_chunks()
        if self._writer is None:
            self._writer = ipc.new_stream(pa.OSFile(str(self._journal), "wb"), rows.schema)
        for batch in rows.to_batches():
            self._writer.write_batch(batch, custom_metadata={KEY: self._kept()})
        self._new, self._written = [], time.monotonic()

    def _fails_with(self, write: Callable[[], None]) -> None:
        """Write, and note the error if that fails."""
        try:
            write()
        except OSError as error:
            self._failed = OSError(error.errno or 0, _cause(error), str(self.path))

    def _counted(self, options: Options, *, add: bool = True) -> VariantCounts | None:
        for counted in self._variants:
            if counted.options == options:
                return counted
        if add:
            self._variants.append(VariantCounts(dict(options)))
            return self._variants[-1]
        return None


def _left_in(journal: Path) -> tuple[pa.Table, bytes | None]:
    """The games in a journal, which may end in the middle of one, and what was counted; None: there is nothing."""
    batches, kept, schema = [], None, pa.schema([])
    with pa.OSFile(str(journal)) as file, suppress(pa.ArrowInvalid, OSError, StopIteration):
        reader = ipc.open_stream(file)
        schema = reader.schema
        while True:
            read = reader.read_next_batch_with_custom_metadata()
            batches.append(read.batch)
            kept = read.custom_metadata[KEY]
    return pa.Table.from_batches(batches, schema), kept


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
