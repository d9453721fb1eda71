"""The command with which this server was started, as people can type it again."""

from __future__ import annotations

from pathlib import PurePath

NAME = "facedown"


def as_typed(program: str) -> str:
    """The command of a program whose `sys.argv[0]` this is.

    One that the shell has looked up is given by its name alone: of the machine's folders nothing is told.
    """
    path = PurePath(program)
    if path.name == "__main__.py":
        return f"python -m {NAME}"
    return program if path.name == NAME and not path.is_absolute() else NAME
