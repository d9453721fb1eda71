"""The engine that every game is built on.  Nothing in here knows any particular game."""
