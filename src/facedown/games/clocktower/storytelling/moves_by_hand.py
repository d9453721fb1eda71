"""Lists what the storyteller may do by hand, as moves."""

from __future__ import annotations

from collections.abc import Sequence

from facedown.core.game import Move
from facedown.games.clocktower import hands, moments, queries
from facedown.games.clocktower.moves import Correction, part_of
from facedown.games.clocktower.notation import write_correction
from facedown.games.clocktower.rules import ListenedFor, Speech
from facedown.games.clocktower.state import Player, State
from facedown.games.clocktower.storytelling import set_up_by_hand
from facedown.games.clocktower.storytelling.by_hand import marker_of_mistakes


def moves_by_hand(state: State, names: Sequence[str]) -> tuple[Move, ...]:
    """The corrections that can be listed for the storyteller; others are written: `Ann becomes Chef`."""
    if state.dealing is not None:
        return (write_correction(Correction(set_up_by_hand.SUGGESTED), ""),)
    moves = []
    if state.phase == "day":
        verbs = ["end the day"] if state.nominating else ["to nominations", "end the day"]
        moves += [write_correction(Correction(verb), "") for verb in verbs]
    moves += [write_correction(Correction(verb), "") for verb in hands.storyteller_verbs(state)]
    for player in queries.here(state):
        if hands.may_raise(state, player):
            where = "down" if state.sweep is not None and player in state.sweep.raised else "up"
            moves.append(write_correction(Correction(hands.HAND, part_of(player), where), names[player.seat]))
        moves.append(_life_or_death(player, names[player.seat]))
    for place in state.unheld:
        moves.append(_life_or_death(place, place.character.name))
    if marker_of_mistakes(state) is not None:
        moves.append(write_correction(Correction("whoops"), ""))
    listening = [a for a in moments.reacting(state, Speech) if not a.spent]
    for word in [str(heard.word) for a in listening if (heard := a.notes.of(ListenedFor)).word]:
        said = [(Correction("said", part_of(player), words=word), player.seat) for player in queries.here(state)]
        moves += [write_correction(hand, names[seat]) for hand, seat in said]
    return tuple(moves)


def _life_or_death(place: Player, name: str) -> Move:
    return write_correction(Correction("kill" if place.alive else "raise", part_of(place)), name)
