"""What a benchmark has found and keeps, as rows of a JSON file beside it and as a table of docs/benchmarks.md."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

Row = dict[str, Any]


class Kept:
    """The rows of `NAME.json`, one for each combination of the keys in `same`, in the order that `order` gives."""

    def __init__(self, name: str, same: Sequence[str], order: Callable[[Row], Any]) -> None:
        self.file, self.same, self.order = Path(__file__).with_name(f"{name}.json"), same, order

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--store", action="store_true", help=f"keep it in {self.file.name}, with what is there")
        parser.add_argument(
            "--table", action="store_true", help=f"play nothing, and print what is in {self.file.name}"
        )

    def rows(self) -> list[Row]:
        found: list[Row] = json.loads(self.file.read_text(encoding="utf-8"))
        return found

    def keep(self, found: Row) -> None:
        """In place of what was found of the same before."""
        others = [one for one in self.rows() if any(one[key] != found[key] for key in self.same)]
        ordered = sorted([*others, found], key=self.order)
        self.file.write_text("[\n" + ",\n".join(map(json.dumps, ordered)) + "\n]\n", encoding="utf-8")
