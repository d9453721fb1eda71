"""The faces of a die."""

NORMAL, TRADE, LOWER, EVERYONE, TWO, FORCED = range(6)
FACES = 6
