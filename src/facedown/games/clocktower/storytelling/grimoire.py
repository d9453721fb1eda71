"""What only the storyteller sees: the tokens with their reminders, notes, and who is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from typing import Any, Literal

import msgspec

from facedown.games.clocktower import day, impairment, queries
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.moves import meaning_of, value_of
from facedown.games.clocktower.names import lexicon
from facedown.games.clocktower.notation import write_value
from facedown.games.clocktower.observe import asking
from facedown.games.clocktower.position import Picture
from facedown.games.clocktower.questions import Question
from facedown.games.clocktower.sentences import request, said
from facedown.games.clocktower.state import Ability, Death, Player, State
from facedown.games.clocktower.storytelling.tokens import Reminder, used_up

Fate = Literal["executed", "exiled", "night", "day"]


class Token(msgspec.Struct, frozen=True):
    """One player in the grimoire: what only the storyteller sees."""

    seat: int
    character: str
    shown: str | None
    alignment: str
    alive: bool
    impaired: bool
    abilities: tuple[str, ...]  # beside the token's own: lent ones, and those only believed in
    markers: tuple[Reminder, ...]
    death: str  # "executed on day 2", "killed by the Imp in night 3"; "" while they live
    fate: Fate | None  # how they died: otherwise than by execution or exile, when; None while they live
    was: tuple[str, ...] = ()  # which characters before, the first one first
    told: int = 0  # how many things they have been told


class Beside(msgspec.Struct, frozen=True):
    """A token in the grimoire that no player holds: nobody's character, or one of the storyteller's own."""

    character: str
    team: str
    alive: bool
    impaired: bool
    markers: tuple[Reminder, ...]
    calls: str = ""  # its id, if it does something when the storyteller calls on it


class Choice(msgspec.Struct, frozen=True):
    """A legal answer: as a move has it, and in words."""

    move: Any
    text: str


class Awaited(msgspec.Struct, frozen=True):
    """Somebody who is asked something now."""

    seat: int
    text: str
    topic: str
    options: tuple[Choice, ...]  # their legal answers; none where they may say or do what they like
    character: str  # whose ability asks; "" for none


class DayDeed(msgspec.Struct, frozen=True):
    """What a player may do by day with an ability, or say that they do; the storyteller may do it for them."""

    seat: int
    verb: str
    character: str | None  # by its id, whose ability they say that they use
    targets: tuple[int, ...]  # to one of whom it is done; none where it is done to nobody
    words: bool  # whether something is said with it


class Note(msgspec.Struct, frozen=True):
    """What the storyteller has written down, for a player or for the whole game."""

    seat: int | None
    text: str


def tokens(state: State, beside: Sequence[Sequence[Reminder]]) -> tuple[Token, ...]:
    """The players' tokens, with what lies `beside` each."""
    impaired = impairment.now(state).impaired
    return tuple([_token(state, player, beside[player.seat], player.seat in impaired) for player in state.players])


def _token(state: State, player: Player, beside: Sequence[Reminder], impaired: bool) -> Token:
    death = None if player.alive else queries.death_of(state, player)
    return Token(
        player.seat,
        player.character.name,
        player.shown.name if player.shown else None,
        player.alignment,
        player.alive,
        impaired,
        tuple([_lent(a) for a in player.abilities if a.character not in (player.character, player.shown)]),
        (*beside, *used_up(state, player.abilities)),
        "" if death is None else _death_in_words(death),
        None if death is None else _fate(death),
        tuple(character.name for character in player.was),
        len(player.told),
    )


def _fate(death: Death) -> Fate:
    if death.cause == "execution":
        return "executed"
    if death.cause == "exile":
        return "exiled"
    fell = death.player.fell  # "" until the town has seen it
    return "night" if (death.at_night and not fell) or fell.startswith("N") else "day"


def _death_in_words(death: Death) -> str:
    """How somebody died, and when the town saw it."""
    player, fate = death.player, _fate(death)
    how: str = fate if fate in ("executed", "exiled") else ""
    if not how and death.by is not None and death.by.player is not player:
        how = f"killed by the {death.by.character.name}"
    day = player.fell[1:]
    when = f" {'in night' if player.fell.startswith('N') else 'on day'} {day}" if day else ""
    return (how or "died") + when


def beside(state: State, reminders: Sequence[Sequence[Reminder]]) -> tuple[Beside, ...]:
    """The tokens that no player holds, such as Lil' Monsta and the Fabled; `reminders`: beside the former."""
    brought = (ability.character for ability in state.fabled if ability.character.id)  # jinxes have no id
    house = dict.fromkeys((*queries.on_script(state, "fabled", "loric"), *brought))
    return (*map(_nobodys, repeat(state), state.unheld, reminders), *(_of_the_house(state, own) for own in house))


def _of_the_house(state: State, own: Character) -> Beside:
    """One of the storyteller's own."""
    markers = used_up(state, [ability for ability in state.fabled if ability.character is own])
    return Beside(own.name, own.team, True, False, markers, own.id if acts_at(own, Role.called) else "")


def _nobodys(state: State, place: Player, reminders: Sequence[Reminder]) -> Beside:
    own, impaired = place.character, queries.impaired(state, place)
    return Beside(own.name, own.team, place.alive, impaired, (*reminders, *used_up(state, place.abilities)))


def _lent(ability: Ability) -> str:
    return f"{ability.character.name} (believed)" if ability.fake else ability.character.name


def awaited(picture: Picture, names: Sequence[str]) -> tuple[Awaited, ...]:
    """The open questions, one entry for each seat."""
    teller = picture.state.storyteller
    known = lexicon(tuple(names), picture.state.script.own_names)
    return tuple(
        [
            Awaited(
                seat,
                said(request(question.what), question.args, names),
                question.topic,
                tuple([Choice(value_of(meaning_of(one)), write_value(one, known)) for one in question.options]),
                _asking(question),
            )
            for question in picture.questions
            for seat in question.seats
            if seat != teller
        ]
    )


def day_deeds(picture: Picture) -> tuple[DayDeed, ...]:
    """What the players may do now beside talking and nominating, where the storyteller answers for all of them."""
    state = picture.state
    if not state.in_one_room or not any(question.floor for question in picture.questions):
        return ()
    return tuple(deed for player in queries.here(state) for deed in _deeds_of(state, player.seat))


def _deeds_of(state: State, seat: int) -> Iterator[DayDeed]:
    targets: dict[tuple[str, Character | None], list[int]] = {}
    for act in day.deeds(state, seat):
        whom = targets.setdefault((act.verb, act.character), [])
        if act.player is not None:
            whom.append(act.player.seat)
    for (verb, character), seats in targets.items():
        words = character is not None and character.asks_declarer == "text"
        yield DayDeed(seat, verb, None if character is None else character.id, tuple(seats), words)


def _asking(question: Question) -> str:
    who = asking(question, told=True)
    return "" if who is None else who.name


def notes(state: State) -> tuple[Note, ...]:
    return tuple(Note(seat, text) for seat, text in state.written.items())
