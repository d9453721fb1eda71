"""The storyteller's tools: the bag, the grimoire, the night list, corrections by hand."""
