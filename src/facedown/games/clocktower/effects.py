"""Markers, and changes of character, alignment and ability."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from facedown.games.clocktower import acting, information, moments, queries, storyteller, victory
from facedown.games.clocktower.changeable_rules import (
    BecomesWhat,
    IsShielded,
    IsTokenUnknown,
    KeepsSide,
    Lost,
    MayBecome,
)
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.moments import Role, acts_at, role
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.state import EVIL, Ability, Alignment, Mark, Marker, News, Player, State, Unmark


def mark(
    state: State,
    player: Player,
    word: str,
    by: Ability | None = None,
    until: str | None = None,
    *,
    times: int = 1,
    outlives: bool = False,
    even_if_impaired: bool = False,
    about: object = None,
) -> Marker | None:
    """Put a marker beside a player; returns the marker, or None if `by` does not work now.

    `until`: "dusk" or "dawn", at which it goes, or at the `times`-th of them.  `even_if_impaired`: put it down in
    any case; it then holds once its source is sober.
    """
    if by is not None and not even_if_impaired and not queries.works(state, by):
        information.misfires(state, by)
        return None
    if by is not None and acting.rule(state, IsShielded(player, by), False):
        information.misfires(state, by)
        return None
    marker = Marker(player, word, by, until, times, outlives, about)
    state.markers.append(marker)
    state.impairment_changed()
    return marker


def mark_by(state: State, request: Mark) -> Marker | None:
    """Put down the marker that an ability asks for; none where there was nobody to choose."""
    if request.player is None:
        return None
    return mark(state, request.player, request.word, request.by, request.until, **request.how)


def remove_markers(state: State, gone: Callable[[Marker], bool]) -> None:
    kept = [marker for marker in state.markers if not gone(marker)]
    if len(kept) < len(state.markers):
        state.markers = kept
        state.impairment_changed()


def unmark(state: State, request: Unmark) -> None:
    """Remove an ability's markers that have this word."""
    remove_markers(state, lambda marker: marker.by is request.by and marker.word == request.word)


def pass_time(state: State, moment: str) -> None:
    """Remove the markers that end with this dusk or dawn."""
    for marker in state.markers:
        if marker.until == moment:
            marker.times -= 1
    remove_markers(state, lambda marker: marker.until == moment and marker.times <= 0)


# -- abilities -----------------------------------------------------------------------------------------------


def give_ability(
    state: State, player: Player, character: Character, by: Ability | None = None, **how: Any
) -> Ability:
    """Give a player an ability, for as long as `by` works if that is given."""
    ability = Ability(player, character, by=by, since=queries.coming_day(state), **how)
    if state.night:
        state.abilities_given += 1
        ability.number = state.abilities_given
    player.abilities.append(ability)
    state.abilities_changed()
    return ability


def gives_storyteller(state: State, character: Character) -> Steps:
    """Give the storyteller an ability: it belongs to no player, and the storyteller makes its choices."""
    nobody = Player(state.storyteller, Character(), seated=False)
    ability = Ability(nobody, character, since=queries.coming_day(state))
    state.fabled.append(ability)
    state.abilities_changed()
    yield _comes_into_play(state, ability)


def gains(state: State, player: Player, character: Character, by: Ability | None = None) -> Steps:
    """Give a player an ability, by another one real only if that one works now, and bring it into play."""
    ability = give_ability(state, player, character, by, fake=by is not None and not queries.works(state, by))
    if not ability.fake:
        yield _comes_into_play(state, ability)
    return ability


def _comes_into_play(state: State, ability: Ability) -> Steps | None:
    """Let the ability's character do what it does when it comes into play during the game."""
    return role(ability.character).gained(ability, state) if acts_at(ability.character, Role.gained) else None


def take_ability(state: State, ability: Ability) -> Steps:
    """Take an ability away, with its markers and the abilities that it gave."""
    yield acting.comes(state, Lost(), [ability])
    ability.gone = True
    if ability in ability.player.abilities:
        ability.player.abilities.remove(ability)
    remove_markers(state, lambda marker: marker.by is ability and not marker.outlives)
    state.abilities_changed()
    for given in [a for a in moments.abilities(state) if a.by is ability]:
        yield take_ability(state, given)


def set_character(state: State, player: Player, character: Character, shown: Character | None) -> None:
    """Give a player this character; they believe in `shown` if that is given."""
    player.character, player.shown = character, shown
    player.abilities = []
    give_ability(state, player, character)
    if shown is not None:
        give_ability(state, player, shown, fake=True, place=character.acts_in)


def shows_another_token(state: State, player: Player, believed: Character | None = None) -> Steps:
    """Let a player who does not know their character believe in another: `believed`, if that is possible."""
    team = player.character.thinks_it_is
    if team is None:
        return
    token = None
    if believed is not None and player.character.may_believe_in(believed):
        token = believed
    if token is None:
        there = {p.believed.id for p in state.players} if team == "townsfolk" else set()
        holdable = [c for c in queries.on_script(state, team) if not acts_at(c, Role.taken_by)]
        options = [c for c in holdable if c.id not in there] or holdable
        token = yield storyteller.chooses(
            f"which {team.capitalize()} does {{0}}, {{1:the}}, think they are?",
            options,
            player,
            player.character,
            topic="shown",
            step=team,
        )
    if token is not None:
        set_character(state, player, player.character, token)


# -- character and alignment ---------------------------------------------------------------------------------


def becomes(
    state: State,
    player: Player,
    character: Character,
    by: Ability | None = None,
    *,
    side: Alignment | None = None,
    silently: bool = False,
) -> Steps:
    """Turn a player into another character, with this side if given, and tell them; returns whether that worked."""
    if by is not None and not queries.works(state, by):
        information.misfires(state, by)
        return False
    if by is not None:
        may = acting.rule(state, MayBecome(character, by), True)
        if not may or (player.traveller and character.team == "demon"):  # which no Traveller can be [5.5]
            return False
        character = acting.rule(state, BecomesWhat(player, character, by), character)
    if acts_at(character, Role.taken_by):
        yield role(character).taken_by(state, player)
        return True
    if silently or not state.in_one_room:  # there it is seen when it is told
        yield information.card_cover(state, "{0} becomes {1:the}.", player, character)
    believed = player.believed
    for ability in list(player.abilities):
        yield take_ability(state, ability)
    if player.character is not character:
        player.was.append(player.character)
    set_character(state, player, character, None)
    player.made_by = by.character.id if by is not None else ""
    player.thinks_side = None
    kept = by is not None and side is not None and keeps_side(state, player, side, by)
    if side is not None and not kept:
        player.alignment = side
    yield from shows_another_token(state, player, believed)
    silently = silently or not information.knows_token(state, player)
    if not silently and (player.shown is not believed if player.shown else character.knows_token):
        yield information.tell(state, player, information.TOKEN, player.believed, player.believed_side)
    for ability in player.abilities:
        if not ability.fake:
            yield _comes_into_play(state, ability)
    yield acting.happens(state, Role.on_change, player)
    yield victory.check_end(state)
    return True


def change_side(
    state: State,
    player: Player,
    side: Alignment,
    by: Ability | None = None,
    *,
    silently: bool = False,
    unnoticed: bool = False,
) -> Steps:
    """Turn a player to the other side and tell them; returns whether that worked.

    `silently`: they are told later; `unnoticed`: they go on believing that they are on the side they were on.
    """
    if by is not None and not queries.works(state, by):
        information.misfires(state, by)
        return False
    if unnoticed:
        player.thinks_side = player.believed_side
    if player.alignment == side or (by is not None and keeps_side(state, player, side, by)):
        return False
    if silently or unnoticed or not state.in_one_room:
        yield information.card_cover(state, "{0} turns {1}.", player, side)
    player.alignment = side
    state.impairment_changed()
    if not unnoticed:
        player.thinks_side = None
    if not (silently or unnoticed or acting.rule(state, IsTokenUnknown(player), False)):
        yield information.tell(state, player, "You are {0} now.", side)
    yield acting.happens(state, Role.on_change, player)
    return True


def keeps_side(state: State, player: Player, side: Alignment, by: Ability) -> bool:
    """Whether something keeps `by` from turning this player."""
    return acting.rule(state, KeepsSide(player, side, by), False)


def swap_places(state: State, one: Player, other: Player) -> None:
    """Let two players change places in the circle."""
    here, there = state.ring.index(one), state.ring.index(other)
    state.ring[here], state.ring[there] = other, one
    state.abilities_changed()


def swap_characters(state: State, one: Player, other: Player, by: Ability | None = None) -> Steps:
    """Let two players swap characters and keep their sides; returns whether that worked."""
    if by is not None and not queries.works(state, by):
        information.misfires(state, by)
        return False
    if one.character.team == "demon":
        one, other = other, one  # so that there is a Demon at every moment
    first, second = one.character, other.character
    yield becomes(state, one, second)
    yield becomes(state, other, first)
    return True


# -- Travellers -----------------------------------------------------------------------------------------------


def leaves(state: State, player: Player) -> Steps:
    """Let a Traveller leave; the circle closes, and their effects end."""
    for ability in list(player.abilities):
        yield take_ability(state, ability)
    player.here = False
    remove_markers(state, lambda marker: marker.player is player)
    state.reminders = [(other, word) for other, word in state.reminders if other is not player]
    state.abilities_changed()
    yield News("leaves", "{0} leaves the town.", (player,), seat=player.seat)


def arrives(state: State, player: Player, character: Character, side: Alignment) -> Steps:
    """Let a Traveller arrive: all see their character, only they their side; an evil one learns the Demon."""
    player.here = player.alive = player.seen_alive = player.ghost_vote = True
    set_character(state, player, character, None)
    player.alignment = side
    yield News("arrives", "{0} comes to town as {1:the}.", (player, character), seat=player.seat)
    yield information.tell(state, player, information.TOKEN, character, side)
    if side == EVIL:
        yield information.tell(state, player, "The Demon is {0}.", tuple(queries.demons_now(state)), topic="demon")
    yield _comes_into_play(state, player.abilities[0])
