"""How laid-out tokens restrict those that are drawn, and where drawn ones lie.

Tokens that are laid out stay where they are; drawn tokens change places if necessary.  What a character asks for is
in methods of its own: `why_impossible`, `may_be_drawn` and `takes_its_place`.
"""

from __future__ import annotations

from dataclasses import dataclass

from facedown.games.clocktower.character import Character
from facedown.games.clocktower.moments import Role
from facedown.games.clocktower.state import GivenTokens, State


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
    return absent | {c.id for c in state.script.perhaps_kept_out if not _may_be_drawn(c, state)}


def _may_be_drawn(character: Character, state: State) -> bool:
    return character.dealt_by_chance and (not isinstance(character, Role) or character.may_be_drawn(state))


def take_their_places(state: State, dealt: dict[int, Character]) -> None:
    """Swap drawn tokens until each of those dealt or kept out of the bag can be where it must."""
    for token in dict.fromkeys((*dealt.values(), *state.aside)):
        if isinstance(token, Role):
            token.takes_its_place(state, dealt)


def why_impossible(out: GivenTokens) -> str:
    """Why these tokens cannot be in play together, whatever is drawn; "" if they can."""
    places: list[tuple[int | None, Character, Character | None]]
    places = [(seat, token, shown) for seat, (token, shown, _) in out.laid.items()]
    places += [(None, token, shown) for token, shown in out.unseated]
    whys = (token.why_impossible(out, seat, shown) for seat, token, shown in places if isinstance(token, Role))
    return next(filter(None, whys), "")
