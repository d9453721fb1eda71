"""Studies of single games: how fair their cards are, measured in many games among bots."""
