"""How laid-out tokens restrict those that are drawn: who is not in play, and who must sit beside whom.

A Marionette sits beside the Demon, or beside a Minion if no player is the Demon.  Tokens that are laid out stay
where they are; drawn tokens change places if necessary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from facedown.games.clocktower.character import Character
from facedown.games.clocktower.script import Script
from facedown.games.clocktower.state import EVIL, Alignment, Laid, State


@dataclass
class KeptOut:
    """What else is kept out of the bag."""

    lent: Character | None = None  # whose ability the Demon will have


def kept_out(state: State) -> set[str]:
    """The ids of characters that cannot be drawn, such as the one that a Drunk believes in."""
    absent = {shown.id for token, shown, _ in state.given if shown is not None and token.keeps_shown_out}
    lent = state.notes.of(KeptOut).lent
    if lent is not None:
        absent.add(lent.id)
    absent |= {c.id for c in state.script.characters if not c.dealt_by_chance}
    if not room_beside_the_demon(state):
        absent |= {c.id for c in state.script.characters if c.sits_beside_demon}
    if any(_is_evil(token, side) for token, _, side in state.given):
        absent |= {c.id for c in state.script.characters if not c.is_beside_evil}
    return absent


def _is_evil(token: Character, side: Alignment | None) -> bool:
    """Whether this token is evil; with an Atheist in play no player's token is."""
    return token.team != "traveller" and (side == EVIL or (side is None and not token.good))


def room_beside_the_demon(state: State) -> bool:
    """Whether a Marionette can be drawn: somebody beside a possible seat of the Demon has to draw a token."""
    seats = range(len(state.players) - state.travellers)
    nobody_is_demon = any(token.team == "demon" for token in state.aside)
    laid = {seat: state.laid[seat][0] for seat in seats if seat in state.laid}
    chiefs = [seat for seat, token in laid.items() if token.team == ("minion" if nobody_is_demon else "demon")]
    free = [seat for seat in seats if seat not in laid]
    beside = chiefs if chiefs and not nobody_is_demon else [*chiefs, *free]
    return any(other in beside for seat in free for other in neighbours(seat, len(seats)))


def seat_beside_the_demon(state: State, dealt: dict[int, Character]) -> None:
    """Swap drawn tokens until the Marionette, laid out or still to be chosen, can sit where it must."""
    free = [seat for seat in dealt if seat not in state.laid]
    for seat, token in list(dealt.items()):
        if token.sits_beside_demon:
            _bring_the_demon(state, dealt, free, seat)
    if any(token.sits_beside_demon for token in state.aside) and not is_laid_out_for_anybody(state):
        _bring_somebody_good(state, dealt, free)


def is_laid_out_for_anybody(state: State) -> bool:
    """Whether the Marionette is laid out without a seat, so that anybody may be it, with any token."""
    laid = state.laid.get(state.storyteller)
    return laid is not None and laid[0].sits_beside_demon


def neighbours(seat: int, seats: int) -> tuple[int, int]:
    """The seats on both sides, not counting Travellers."""
    return (seat + 1) % seats, (seat - 1) % seats


def _bring_the_demon(state: State, dealt: dict[int, Character], free: list[int], marionette: int) -> None:
    """Move a drawn Demon beside the laid-out Marionette."""
    beside, chiefs = neighbours(marionette, len(dealt)), _chiefs(dealt)
    places = [seat for seat in beside if seat in free]
    drawn = [seat for seat in chiefs if seat in free]
    if places and drawn and not any(seat in beside for seat in chiefs):
        _swap(dealt, state.chance.choice(places), drawn[0])


def _bring_somebody_good(state: State, dealt: dict[int, Character], free: list[int]) -> None:
    """Move a good drawn token beside the Demon, so that its player can be the Marionette."""
    chiefs = _chiefs(dealt)
    drawn = [seat for seat in chiefs if seat in free]
    places = [*chiefs, *(free if drawn else ())]
    pairs = [(chief, seat) for chief in places for seat in neighbours(chief, len(dealt)) if seat in free]
    if not pairs or any(chief in chiefs and dealt[seat].good for chief, seat in pairs):
        return
    chief, seat = state.chance.choice(pairs)
    if chief not in chiefs:
        _swap(dealt, chief, drawn[0])
    good = [other for other in free if other not in (chief, seat) and dealt[other].good]
    if good and not dealt[seat].good:
        _swap(dealt, seat, good[0])


def _chiefs(dealt: dict[int, Character]) -> list[int]:
    """The seats of the Demon, or of the Minions if no player is the Demon."""
    demons = [seat for seat, token in dealt.items() if token.team == "demon"]
    return demons or [
        seat for seat, token in dealt.items() if token.team == "minion" and not token.sits_beside_demon
    ]


def _swap(dealt: dict[int, Character], one: int, other: int) -> None:
    dealt[one], dealt[other] = dealt[other], dealt[one]


def why_impossible(laid: Laid, script: Script, seats: int, names: Sequence[str]) -> str:
    """Why these tokens cannot be in play together, whatever is drawn; "" if they can.

    `seats`: the number of seats without Travellers.
    """
    holders = {token: seat for seat, (token, _, _) in laid.items()}
    for seat, (token, shown, _) in laid.items():
        if token.has_power_of and token.keeps_shown_out and shown in holders:
            return (
                f"{names[seat]} can only have the ability of a Minion that is not in play, "
                f"but {names[holders[shown]]} is the {shown.name}"
            )
    bound = [seat for seat, (token, _, _) in laid.items() if token.sits_beside_demon and seat < seats]
    if bound and not any(_may_sit(seat, laid, script, seats) for seat in bound):
        one, other = (names[seat] for seat in neighbours(bound[0], seats))
        token = laid[bound[0]][0]
        return f"{names[bound[0]]}, the {token.name}, sits beside the Demon: {one} or {other} must be it"
    return ""


def _may_sit(seat: int, laid: Laid, script: Script, seats: int) -> bool:
    """Whether the Demon is beside this seat, or may be drawn there."""
    demons = [token for token, _, _ in laid.values() if token.team == "demon"]
    possible = demons or [token for token in script.characters if token.team == "demon"]
    chiefs = ("demon",) if any(token.in_bag for token in possible) else ("demon", "minion")
    beside = [laid[other][0] if other in laid else None for other in neighbours(seat, seats)]
    may_be_drawn = None in beside and all(token.fills_team or not token.in_bag for token in demons)
    return may_be_drawn or any(token is not None and token.team in chiefs for token in beside)
