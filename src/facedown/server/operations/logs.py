"""Sets up logging: lines of text or, with `FACEDOWN_LOG=json`, one JSON object a line.

Secrets, seeds and what people say are never logged; the codes of tables are, because operators need them.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping

import msgspec

from facedown.core.errors import BadOption

# What uvicorn logs about bytes that are no request, about unknown upgrades and about bytes that are no text.
SAID_TO_STRANGERS = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "Invalid UTF-8 sequence received from client.",
)


class JsonLines(logging.Formatter):
    """Formats a record as one line of JSON, with its time and, after an error, the traceback."""

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


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether to log this: False for lines that anybody could cause without limit by sending bad requests."""
    return record.getMessage() not in SAID_TO_STRANGERS


def set_up(environment: Mapping[str, str] = os.environ) -> None:
    """Set up logging as FACEDOWN_LOG says.  Raises BadOption if that is neither `text` nor `json`."""
    logging.getLogger("uvicorn.error").addFilter(_is_ours)
    wanted = environment.get("FACEDOWN_LOG", "text")
    if wanted not in ("text", "json"):
        raise BadOption("FACEDOWN_LOG is text or json")
    if wanted == "json":
        handler = logging.StreamHandler()
        handler.setFormatter(JsonLines())
        logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
