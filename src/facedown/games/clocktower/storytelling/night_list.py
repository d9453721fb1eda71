"""The night list: the steps in order, who has each, and what to say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeAlias

import msgspec

from facedown.games.clocktower import moments, queries
from facedown.games.clocktower.information import evil_meet
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.night import INFO_STEPS, is_acted_out, slots_of, whose_turn
from facedown.games.clocktower.position import Picture
from facedown.games.clocktower.sentences import without_double_stops
from facedown.games.clocktower.state import Ability, Player, State, Turn
from facedown.games.clocktower.storytelling.night_lines import Instruction, Shown, flat, of_ability, of_step

StepState: TypeAlias = Literal["done", "now", "later"]


class NightStep(msgspec.Struct, frozen=True):
    """One step of a night: a character that somebody has, or one in which no character acts."""

    step: str  # a character's id, or "dusk", "minioninfo", "demoninfo", "dawn"
    character: str  # its name; "" if no character acts
    seat: int | None  # who has it
    state: StepState
    dead: bool
    impaired: bool
    believed: bool  # they only believe that they have it
    say: str  # what the storyteller says and does
    show: tuple[Shown, ...]  # the cards that are held up
    wakes: tuple[int, ...] = ()  # in the present step: the seats that are woken
    points: tuple[int, ...] = ()  # in the present step: the seats that are pointed at
    chose: tuple[int, ...] = ()  # in the present step: the seats that its player has chosen


def night_list(picture: Picture, names: Sequence[str]) -> tuple[NightStep, ...]:
    """Tonight's steps in their order; by day those of the coming night."""
    state = picture.state
    if state.over:
        return ()
    if state.phase != "night":
        night = state.night + 1
        coming = (Turn("dusk"), *_steps(state, slots_of(state, night), night), Turn("dawn"))
        return tuple([_step(picture, turn, "later", night, names) for turn in coming])
    night, present, had = state.night, state.turns[-1], [(turn.step, turn.ability) for turn in state.turns]
    later = [turn for turn in _steps(state, state.slots_left, night) if (turn.step, turn.ability) not in had]
    if present.step != "dawn":
        later.append(Turn("dawn"))
    come = [turn for turn in state.turns if turn.ability is None or _acts(turn.ability, night)]
    return (
        *[_step(picture, turn, "now" if turn is present else "done", night, names) for turn in come],
        *[_step(picture, turn, "later", night, names) for turn in later],
    )


def _steps(state: State, slots: Sequence[str], night: int) -> Iterator[Turn]:
    """The steps at these places of the night order, as things stand."""
    here: dict[str, list[Ability]] = {}  # `in_slot` would remember it
    for ability in moments.abilities(state):
        here.setdefault(ability.slot, []).append(ability)
    for slot in slots:
        if slot in INFO_STEPS:
            if evil_meet(state):
                yield Turn(slot)
            continue
        for ability in whose_turn(state, slot, night, here[slot]) if slot in here else ():
            if _acts(ability, night) and is_acted_out(state, ability):
                yield Turn(slot, ability)


def _acts(ability: Ability, night: int) -> bool:
    """Whether there is something to do for it in this night."""
    character = ability.character
    if ability.begun in (0, night) and acts_at(character, Role.first_night):
        return True
    if character.unmodelled or acts_at(character, Role.each_night):
        return True
    watched = character.night is not None and acts_at(character, Role.through_night)
    return night > 1 and (watched or acts_at(character, Role.other_nights))


def _step(picture: Picture, turn: Turn, when: StepState, night: int, names: Sequence[str]) -> NightStep:
    state, ability = picture.state, turn.ability
    if ability is None:
        said = of_step(picture, turn, when == "now", names)
        say = without_double_stops(said.say)
        return NightStep(turn.step, "", None, when, False, False, False, say, said.show, *_lights(said, when))
    player = ability.player
    first = ability.begun in (0, night) and acts_at(ability.character, Role.first_night)
    said = of_ability(picture, turn, when, first=first or night == 1, names=names)
    wakes, points = _lights(said, when)
    return NightStep(
        step=ability.character.id,
        character=ability.character.name,
        seat=player.seat if player.seated else None,
        state=when,
        dead=not player.alive,
        impaired=queries.impaired(state, player),
        believed=ability.fake,
        say=without_double_stops(said.say),
        show=said.show,
        wakes=wakes,
        points=points,
        chose=_seats(flat(turn.chosen)) if when == "now" else (),
    )


def _lights(said: Instruction, when: StepState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats that are woken and pointed at just now."""
    if when != "now":
        return (), ()
    return _seats(said.wakes), _seats(said.points)


def _seats(among: Iterable[object]) -> tuple[int, ...]:
    return tuple(one.seat for one in among if isinstance(one, Player) and one.seated)
