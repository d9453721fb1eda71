"""One game at a table: its moves, what each receiver is told of them, undo, replays and checkable deals."""
