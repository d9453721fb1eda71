"""Players that are programs of somebody else's: any process, by lines of JSON, and assistants, by MCP.

`docs/programs.md` describes both.
"""

from __future__ import annotations

from facedown.programs.process import ProcessPlayer

__all__ = ["ProcessPlayer"]
