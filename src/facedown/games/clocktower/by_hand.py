"""What the storyteller may do by hand, at any time and whatever the rules say.  It is in the history as such."""

from __future__ import annotations

from typing import Any, NamedTuple

from facedown.games.clocktower import deaths, effects, hands, victory
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.day import close_floor, is_heard
from facedown.games.clocktower.moves import Correction, InSeat, Part, Token, id_by_name, part_of
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.state import Ability, Death, News, Player, State


class ByHand(NamedTuple):
    """A correction, with the players and characters of one game."""

    verb: str
    player: Player | None = None
    about: Any = None  # a Character, "good" or "evil", a marker's word, or what is said
    side: Any = None  # on which side a Traveller comes


def meant(state: State, hand: Correction) -> ByHand:
    """Who and what of this game is meant."""
    about: Any = _character(state, hand.about) if isinstance(hand.about, Token) else hand.about
    return ByHand(hand.verb, _place(state, hand.who), about or hand.words, hand.side)


def _place(state: State, who: Part | None) -> Player | None:
    """The player it is done to, or the place of a character that no player is: `kill Lil' Monsta`."""
    if isinstance(who, InSeat):
        return state.players[who.seat] if who.seat < len(state.players) else None
    return next((place for place in state.unheld if part_of(place) == who), None)


def _character(state: State, token: Token) -> Character | None:
    """The script's own character of this name, or an official one."""
    own = next((c for c in state.script.own.values() if id_by_name(c.name) == token.id), None)
    return own or (state.script.character(token.id) if token.id in FACTS else None)


def allows(state: State, hand: ByHand) -> bool:
    """Can this be done now?"""
    player = hand.player
    if state.over or state.phase == "set-up":
        return False
    if hand.verb in ("to nominations", "end the day"):
        return state.phase == "day" and (hand.verb == "end the day" or not state.nominating)
    if hand.verb == "wins":
        return True
    if hand.verb in hands.BY_HAND:
        return hands.allows(state, hand.verb, player)
    if hand.verb == "whoops":
        return fiasco(state) is not None
    if hand.verb == "say":
        return state.phase == "day" and bool(hand.about)
    if player is not None and hand.verb in ("leaves", "arrives"):
        return _may_come_or_go(state, hand, player)
    if player is None or not player.here:
        return False
    if hand.verb == "execute":  # once a day, and by no vote
        return state.floor_open and not player.traveller
    if hand.verb in ("kill", "raise"):
        return player.alive == (hand.verb == "kill")
    if hand.verb == "becomes":  # Travellers come and go; the Fabled are nobody
        team = hand.about.team if isinstance(hand.about, Character) else ""
        return team in (("traveller",) if player.traveller else ("townsfolk", "outsider", "minion", "demon"))
    if hand.verb == "said":
        return bool(hand.about)
    if hand.verb == "unmark":
        return any(m.player is player and m.word == hand.about for m in state.markers)
    return True


def _may_come_or_go(state: State, hand: ByHand, player: Player) -> bool:
    """Travellers come and go by day, while nothing is being settled."""
    if not state.floor_open or not player.traveller:
        return False
    if hand.verb == "leaves":
        return player.here
    return not player.here and isinstance(hand.about, Character) and hand.about.team == "traveller"


def fiasco(state: State) -> Ability | None:
    """The Deus ex Fiasco, beside whom the storyteller puts down `Whoops` on noticing a mistake."""
    return next((ability for ability in state.fabled if ability.character.id == "deusexfiasco"), None)


def does(state: State, hand: ByHand) -> Steps:
    """Do it."""
    player, about = hand.player, hand.about
    if hand.verb == "to nominations":
        close_floor(state)
    elif hand.verb == "end the day":
        close_floor(state)
        state.skip_nominations = True
    elif hand.verb == "wins":
        yield victory.ends(state, about, "the storyteller says so", by_hand=True)
    elif hand.verb == "whoops":
        if (own := fiasco(state)) is not None:
            own.spend()
            own.notes["to announce"] = True
    elif hand.verb in hands.BY_HAND:
        hands.does(state, hand.verb, player, about)
    elif hand.verb == "say":
        yield News("says", "The storyteller: {0}", (about,))
    elif player is not None:
        if hand.verb == "kill":
            yield deaths.is_dead(state, Death(player, None, "storyteller", at_night=state.phase == "night"))
        elif hand.verb == "execute":
            yield deaths.execute(state, player)
        elif hand.verb == "raise":
            yield deaths.raise_dead(state, player)
        elif hand.verb == "becomes":
            yield effects.becomes(state, player, about)
        elif hand.verb == "turns":
            yield effects.turns(state, player, hand.about)
        elif hand.verb == "leaves":
            yield effects.leaves(state, player)
        elif hand.verb == "arrives":
            yield effects.arrives(state, player, about, hand.side)
        elif hand.verb == "said":  # in the room: nobody sees that the storyteller has noted it
            yield News("noted", "{0} said: {1}", (player, about), frozenset(), player.seat)
            yield from is_heard(state, player, about)
        elif hand.verb == "mark":
            effects.mark(state, player, hand.about)
        else:
            effects.remove_markers(state, lambda m: m.player is player and m.word == hand.about)
    yield victory.check_end(state)
