"""The phases of a round, and how many ticks they last."""

DEALING, CLAPPING, ROLLING, RED, WARNING, BLUE, FINISHED = range(7)

TICK_SECONDS = 0.25
ROLLING_TICKS = 8
RED_FROM, RED_TO = 40, 80
