"""A table with the people connected to it: messages, the clock, and who is away."""
