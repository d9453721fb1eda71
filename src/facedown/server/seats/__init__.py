"""Who sits where, and how that changes."""
