"""What the storyteller has and does: the bag, the grimoire, the night list, corrections by hand."""
