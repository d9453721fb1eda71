"""Players and storytellers that are programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

BOTS: Mapping[str, Any] = {}
