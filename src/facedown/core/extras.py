"""The extras with which Facedown is installed, and which of them a missing package belongs to."""

from __future__ import annotations

EXTRAS = {
    "cluster": ("ray",),
    "gpu": ("numba",),  # everything else works without it
    "gymnasium": ("gymnasium",),
    "lab": ("scipy", "tomlkit"),
    "mcp": ("mcp",),
    "openspiel": ("pyspiel",),
    "pettingzoo": ("pettingzoo",),
    "postgres": ("psycopg",),
    "report": ("matplotlib", "openskill", "pyarrow"),
    "server": (
        *("confusable_homoglyphs", "cryptography", "ifaddr", "litestar", "PIL"),
        *("prometheus_client", "segno", "sqlalchemy", "uvicorn"),
    ),
}


def not_installed(missing: ModuleNotFoundError, extra: str = "") -> ModuleNotFoundError:
    """The error with the extra that installs what is missing: `extra`, or the one that the package belongs to.

    It is the same error if no extra does, as for a misspelt module.
    """
    package = (missing.name or "").partition(".")[0]
    if package == "facedown":
        return missing
    extra = extra or next((name for name, packages in EXTRAS.items() if package in packages), "")
    if not extra:
        return missing
    return ModuleNotFoundError(
        f"{package} is not installed; this needs: pip install 'facedown[{extra}]'", name=package
    )
