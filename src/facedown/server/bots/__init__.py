"""Bots at a table: their moves, pauses, talk and hints, and the time that they may think."""
