"""What the server writes about itself: lines for people or, with `FACEDOWN_LOG=json`, one JSON object a line.

Secrets, seeds and what people say are never logged; the code of a table is, as an operator needs it.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping

import msgspec

from facedown.core.errors import BadOption

# uvicorn's lines about bytes that are not a request, and about upgrades to what it does not know; it answers both.
SAID_TO_STRANGERS = ("Invalid HTTP request received.", "Unsupported upgrade request.")


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


def _is_ours(record: logging.LogRecord) -> bool:
    """Is this no line that any stranger can have written as often as they like, by sending what is not HTTP?"""
    return record.getMessage() not in SAID_TO_STRANGERS


def set_up(environment: Mapping[str, str] = os.environ) -> None:
    """Raises BadOption if FACEDOWN_LOG is neither `text` nor `json`."""
    logging.getLogger("uvicorn.error").addFilter(_is_ours)
    wanted = environment.get("FACEDOWN_LOG", "text")
    if wanted not in ("text", "json"):
        raise BadOption("FACEDOWN_LOG is text or json")
    if wanted == "json":
        handler = logging.StreamHandler()
        handler.setFormatter(JsonLines())
        logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
