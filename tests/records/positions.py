"""What lies on a table, to be compared with what lies on another."""

from facedown.core.table import Table


def laid_open(table: Table) -> object:
    """All of it: its bytes, or where a position is not a record, what all who sit there see of it."""
    position = table.position()
    return position.tobytes() if hasattr(position, "tobytes") else [table.view(s) for s in range(len(table.names))]
