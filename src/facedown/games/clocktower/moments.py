"""The moments of a game at which characters act, and the abilities that act then."""

from __future__ import annotations

from facedown.games.clocktower.character import Character, hooks_of
from facedown.games.clocktower.state import Ability, State


def abilities(state: State) -> list[Ability]:
    """All abilities in play, in seat order; those that belong to no player last."""
    if state.known_abilities is None:
        places = (player for player in (*state.players, *state.unheld) if player.here)
        state.known_abilities = [ability for player in places for ability in player.abilities] + state.fabled
    return state.known_abilities


def in_slot(state: State, slot: str) -> list[Ability]:
    """The abilities that act at this place in the night."""
    if state.known_slots is None:
        state.known_slots = {}
        for ability in abilities(state):
            state.known_slots.setdefault(ability.slot, []).append(ability)
    return state.known_slots.get(slot, [])


def wakes_each_night(character: Character) -> bool:
    """Does it act every night, or is it for the storyteller to run by hand then?"""
    return character.unmodelled or "each_night" in hooks_of(character)


def reacting(state: State, hook: str) -> list[Ability]:
    """The abilities in play whose character has something to say at that moment, working or not."""
    found = state.known_reacting.get(hook)
    if found is None:
        found = [ability for ability in abilities(state) if hook in hooks_of(ability.character)]
        state.known_reacting[hook] = found
    return found
