"""The phases of a round, and how many ticks they last."""

DEALING, CLAPPING, ROLLING, RED, WARNING, BLUE, FINISHED = range(7)

TICK_SECONDS = 0.25

# At each tempo: as printed, calm and slow.  Two seconds are too short to read four cards in; ten to twenty are
# enough to fight in, and those who watch wait as long.
ROLLING_TICKS = 8, 24, 32
RED_FROM, RED_TO = (40, 40, 160), (80, 80, 320)
ABILITY_SECONDS = 15.0, 15.0, 60.0
