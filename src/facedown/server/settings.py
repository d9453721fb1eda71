"""The settings in the environment: a name that there is not, or a value that makes no sense, stops the start.

FACEDOWN_LOG is one of them.  Secrets, seeds and what people say are never logged; the codes of tables are, because
operators need them.
"""

from __future__ import annotations

import difflib
import ipaddress
import logging
import os
import re
from collections.abc import Mapping

import msgspec
from msgspec.structs import fields

from facedown.core.errors import BadOption
from facedown.server.limits import Limits, limits_from

PREFIX = "FACEDOWN_"
OTHERS = ("BOTS", "CACHE", "COMPILE", "DATA", "GAMES", "HOSTS", "KEY", "LOG", "METRICS", "PROXIES")
HOST = re.compile(r"[\w.-]*|\*|\[?[0-9A-Fa-f:.]+\]?")  # a name, also one in other letters than ASCII, or an address
# For the tests and tools, which start servers; no server reads them.
DEVELOPERS = ("LATE", "REQUIRE_BROWSER", "RUNNING_TEST", "SERVER", "TESTS")


def check(environment: Mapping[str, str] = os.environ) -> None:
    """Raises BadOption for a setting that there is not, and for a value that makes no sense."""
    known = [field.name.upper() for field in fields(Limits)] + [*OTHERS]
    for name in sorted(environment):
        setting = name.removeprefix(PREFIX)
        if setting == name or setting in known or setting in DEVELOPERS:
            continue
        alike = [f"{PREFIX}{other}" for other in difflib.get_close_matches(setting, known, 1)]
        hint = f"; is it {alike[0]}?" if alike else "; docs/server.md lists them"
        raise BadOption(f"there is no setting {name}{hint}")
    limits_from(environment)
    proxies(environment)
    if environment.get("FACEDOWN_COMPILE", "1") not in ("0", "1"):
        raise BadOption("FACEDOWN_COMPILE is 0 or 1")
    for host in environment.get("FACEDOWN_HOSTS", "").split(","):
        if not HOST.fullmatch(host.strip()):
            raise BadOption(
                f"FACEDOWN_HOSTS names {host.strip()!r}, which is no host name; one looks like play.example.org, "
                "without https:// and without a port"
            )


def proxies(environment: Mapping[str, str] = os.environ) -> str:
    """The proxies that may say from where a visitor comes, as uvicorn takes them.  Raises BadOption."""
    given = environment.get("FACEDOWN_PROXIES", "").strip()
    for one in [] if given in ("", "*") else given.split(","):
        try:
            ipaddress.ip_network(one.strip(), strict=False)
        except ValueError as error:
            raise BadOption(
                f"FACEDOWN_PROXIES names {one.strip()!r}, which is no address and no network; they look like "
                "127.0.0.1 and 10.0.0.0/8"
            ) from error
    return given


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


def set_up_logs(environment: Mapping[str, str] = os.environ) -> None:
    """Set up logging as FACEDOWN_LOG says.  Raises BadOption if that is neither `text` nor `json`."""
    logging.getLogger("uvicorn.error").addFilter(_is_ours)
    wanted = environment.get("FACEDOWN_LOG", "text")
    if wanted not in ("text", "json"):
        raise BadOption("FACEDOWN_LOG is text or json")
    if wanted == "json":
        handler = logging.StreamHandler()
        handler.setFormatter(JsonLines())
        logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
