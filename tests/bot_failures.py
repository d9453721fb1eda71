"""Finds out that a bot failed at a table: the server goes on with random moves, so that only its log tells."""

from __future__ import annotations

import logging
from pathlib import Path

FAILED = "BOT FAILED"
LOGGER = logging.getLogger("facedown.server.rooms.bots")

_logs: dict[Path, int] = {}  # of servers in processes of their own: how many characters have been read


def watch(log: Path) -> None:
    """A server writes its log to this file from now on."""
    _logs.setdefault(log, 0)


def news() -> list[str]:
    """What these logs say that is new and tells of a failed bot."""
    found = []
    for log, read in _logs.items():
        if log.exists() and log.stat().st_size > read:
            text = log.read_bytes()
            _logs[log] = len(text)
            new = text[read:].decode(errors="replace")
            found += [new] if FAILED in new else []
    return found


class Collector(logging.Handler):
    """Collects the failures that are logged in this process."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.setFormatter(logging.Formatter())
        self.failures: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        text = self.format(record)
        if FAILED in text:
            self.failures.append(text)
