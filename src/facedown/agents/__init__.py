"""Players for any game.  They are given what their seat sees and its legal moves, and nothing else."""

from __future__ import annotations

from facedown.agents.agent import (
    BotAgent,
    RandomAgent,
    answer,
    catch_up,
    luck_of,
    name_of,
    player,
    players,
    unknown_player,
)
from facedown.agents.interface import Agent
from facedown.agents.network import Layer, Network, NetworkAgent
from facedown.agents.playing_styles import TEMPO, by_strength, style
from facedown.agents.search import SearchAgent, levels

__all__ = [
    "TEMPO",
    "Agent",
    "BotAgent",
    "Layer",
    "Network",
    "NetworkAgent",
    "RandomAgent",
    "SearchAgent",
    "answer",
    "by_strength",
    "catch_up",
    "levels",
    "luck_of",
    "name_of",
    "player",
    "players",
    "style",
    "unknown_player",
]
