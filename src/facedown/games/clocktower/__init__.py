"""Clocktower: a town, a Demon in it, and a storyteller who knows.  Unofficial fan work, free, not endorsed."""
