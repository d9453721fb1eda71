"""What every game stands on.  Nothing in here knows a game."""
