"""Games as environments for training and studying agents, and many games stepped at once from NumPy.

    vector = facedown.envs.Vector("gotcha", games=1024)

`docs/environments.md` is the tutorial.
"""

from __future__ import annotations

from facedown.envs.vector import Step, Vector

__all__ = ["Step", "Vector"]
