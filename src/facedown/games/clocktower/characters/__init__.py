"""The characters, a file for each edition; importing this folder fills the cast."""

from facedown.games.clocktower.characters import trouble_brewing

__all__ = ["trouble_brewing"]
