"""Studies of single games: how fair their cards are, and what comes of them, by many games among bots."""
