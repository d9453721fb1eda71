"""Lists what the storyteller may do by hand, as moves."""

from __future__ import annotations

from collections.abc import Iterator

from facedown.core.game import Move
from facedown.games.clocktower import hands, moments, queries
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.moves import Correction, part_of
from facedown.games.clocktower.names import Lexicon
from facedown.games.clocktower.notation import LITERAL, SIDES, TO_ALL, move
from facedown.games.clocktower.rules import ListenedFor, Speech
from facedown.games.clocktower.state import Player, State
from facedown.games.clocktower.storytelling import set_up_by_hand
from facedown.games.clocktower.storytelling.by_hand import marker_of_mistakes


def moves_by_hand(state: State, names: Lexicon) -> tuple[Move, ...]:
    """The corrections that can be listed for the storyteller; others are written: `Ann becomes Chef`."""
    return tuple([move(correction, names) for correction in _corrections(state)])


def corrections_at_hand(state: State, names: Lexicon) -> tuple[Move, ...]:
    """What a misspelt correction may be meant for, allowed now or not."""
    players = [part_of(player) for player in queries.here(state)]
    of_one: list[tuple[str, str | None]] = [(verb, None) for verb in ("kill", "raise", "execute", "leaves")]
    of_one += [(verb, words) for verb in LITERAL if verb != "wins" for words in LITERAL[verb].split("|")]
    every = [Correction(verb, who, words) for verb, words in of_one for who in players]
    every += [Correction("wins", about=side) for side in SIDES.split("|")]
    return tuple([move(one, names) for one in (*every, *map(Correction, dict.fromkeys(TO_ALL.values())))])


def _corrections(state: State) -> Iterator[Correction]:
    if state.dealing is not None:
        yield Correction(set_up_by_hand.SUGGESTED)
        return
    if state.phase == "day":
        yield from map(Correction, ["end the day"] if state.nominating else ["to nominations", "end the day"])
    yield from map(Correction, hands.storyteller_verbs(state))
    for player in queries.here(state):
        if hands.may_raise(state, player):
            where = "down" if state.sweep is not None and player in state.sweep.raised else "up"
            yield Correction(hands.HAND, part_of(player), where)
        yield _life_or_death(player)
    yield from map(_life_or_death, state.unheld)
    for ability in state.fabled:
        if acts_at(ability.character, Role.called):
            yield Correction("call", about=part_of(ability.character))
    if marker_of_mistakes(state) is not None:
        yield Correction("whoops")
    listening = [a for a in moments.reacting(state, Speech) if not a.spent]
    for word in [str(heard.word) for a in listening if (heard := a.notes.of(ListenedFor)).word]:
        yield from (Correction("said", part_of(player), words=word) for player in queries.here(state))


def _life_or_death(place: Player) -> Correction:
    return Correction("kill" if place.alive else "raise", part_of(place))
