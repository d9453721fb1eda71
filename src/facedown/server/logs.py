"""What the server writes about itself: lines for people or, with `FACEDOWN_LOG=json`, one JSON object a line.

Secrets, seeds and what people say are never logged; the code of a table is, as an operator needs it.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping

import msgspec

from facedown.core.errors import BadOption


class JsonLines(logging.Formatter):
    """One JSON object a line, with its time in UTC and, after an error, the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "from": record.name,
            "text": record.getMessage(),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told).decode()


def set_up(environment: Mapping[str, str] = os.environ) -> None:
    """Raises BadOption if FACEDOWN_LOG is neither `text` nor `json`."""
    wanted = environment.get("FACEDOWN_LOG", "text")
    if wanted not in ("text", "json"):
        raise BadOption("FACEDOWN_LOG is text or json")
    if wanted == "json":
        handler = logging.StreamHandler()
        handler.setFormatter(JsonLines())
        logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
