"""Which towns fit everything that was said and seen: exactly, over every legal choice of the storyteller."""
