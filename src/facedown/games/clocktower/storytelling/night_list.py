"""The night list: the steps in order, who has each, and what the storyteller says, does and shows in it.

Sentences for each character stand in `facts/nights.csv`.  As soon as it is decided what somebody is told, that is
said instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from facedown.core.spelling import unbracketed
from facedown.games.clocktower import moments, queries
from facedown.games.clocktower.character import Character, HomeMadeCharacter
from facedown.games.clocktower.information import GRIMOIRE, evil_meet
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.night import (
    INFO_STEPS,
    hidden,
    is_acted_out,
    may_act,
    slots_of,
    taken_for,
    waking,
    whose_turn,
)
from facedown.games.clocktower.position import Picture
from facedown.games.clocktower.questions import Telling
from facedown.games.clocktower.roster import NIGHTS
from facedown.games.clocktower.sentences import listed, said, without_double_stops
from facedown.games.clocktower.state import Ability, Player, State, Told, Turn

StepState: TypeAlias = Literal["done", "now", "later"]

CARDS = {  # by the topic of what is told: what is held up beside it
    "demon": "This is the Demon",
    "demons": "These are the Demons",
    "minion": "This is your Minion",
    "minions": "These are your Minions",
    "bluffs": "These are not in play: you may claim to be one",
}
OF_THE_DEMON = ("minions", "bluffs")  # topics of what the Demon is shown together
MOST_HELD_UP = 6  # characters on one card; more, as in a false grimoire, are read out
NODS = {"yes": "nod", "no": "shake your head"}
DOUBT = "nothing comes of it, and what they learn may be false"


class Shown(msgspec.Struct, frozen=True):
    """A card that the storyteller shows somebody: what stands on it, and what lies on it."""

    title: str
    characters: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class Instruction(NamedTuple):
    """What the storyteller says, does and shows."""

    say: str
    show: tuple[Shown, ...] = ()
    wakes: tuple[Player, ...] = ()
    points: tuple[Player, ...] = ()  # at whom is pointed


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
    here: dict[str, list[Ability]] = {}  # `by_slot` would remember it
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
        said = _of_step(picture, turn, when == "now", names)
        say = without_double_stops(said.say)
        return NightStep(turn.step, "", None, when, False, False, False, say, said.show, *_lights(said, when))
    player = ability.player
    first = ability.begun in (0, night) and acts_at(ability.character, Role.first_night)
    said = _of_ability(picture, turn, when, first=first or night == 1, names=names)
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
        chose=_seats(_flat(turn.chosen)) if when == "now" else (),
    )


def _lights(said: Instruction, when: StepState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats that are woken and pointed at just now."""
    if when != "now":
        return (), ()
    return _seats(said.wakes), _seats(said.points)


def _seats(among: Iterable[object]) -> tuple[int, ...]:
    return tuple(one.seat for one in among if isinstance(one, Player) and one.seated)


# -- steps in which no character acts -----------------------------------------------------------------------------


def _of_step(picture: Picture, turn: Turn, now: bool, names: Sequence[str]) -> Instruction:
    """The lines of dusk, of dawn, and of the two steps in which evil players learn each other."""
    state = picture.state
    if turn.step == "minioninfo":
        return _minions_learn(state, names)
    if turn.step == "demoninfo":
        told = _decided(picture) if now else None
        if now and any(question.topic == "bluff" for question in picture.questions):
            return Instruction("Choose what the Demon is shown, then wake it.")
        if told is None or told.topic in OF_THE_DEMON:
            return _demon_learns(state, names)
        return _instruction(told, names)
    if turn.step == "dawn" and now:
        died = [p for p in queries.seen_living(state) if not queries.counts_as_alive(state, p)]
        who = f"{_and(died, names)} died" if died else "nobody died"
        return Instruction(f"Everybody opens their eyes. Say that {who} tonight.")
    return Instruction(NIGHTS[turn.step].first)


def _minions_learn(state: State, names: Sequence[str]) -> Instruction:
    minions = waking(queries.of_team(state, "minion"))
    if hidden(state, "minioninfo"):
        return Instruction("The Minions learn nothing tonight.")
    if not minions:
        return Instruction("There are no Minions to wake.")
    demons = taken_for(state, "demon", queries.demons_now(state))
    each_other = " and let them see each other" if len(minions) > 1 else ""
    say = f"Wake {_and(minions, names)}{each_other}. Point at {_and(demons, names)}, the Demon."
    card = Shown(CARDS["demons" if len(demons) > 1 else "demon"])
    return Instruction(say, (card,), tuple(minions), tuple(demons))


def _demon_learns(state: State, names: Sequence[str]) -> Instruction:
    demons = waking(queries.demons(state))
    if not demons:
        return Instruction("There is no Demon to wake.")
    says = [f"Wake {_and(demons, names)}."]
    show: list[Shown] = []
    points: tuple[Player, ...] = ()
    minions = taken_for(state, "minion", queries.of_team(state, "minion"))
    if minions and not hidden(state, "demoninfo"):
        minion = "minions" if len(minions) > 1 else "minion"
        says.append(f"Point at {_and(minions, names)}, the {minion.capitalize()}.")
        show.append(Shown(CARDS[minion]))
        points = tuple(minions)
    if not hidden(state, "bluffs"):
        bluffs = tuple(character.name for character in state.bluffs)
        says.append(f"Show {', '.join(map(str.upper, bluffs)) or 'three characters that are not in play'}.")
        show.append(Shown(CARDS["bluffs"], bluffs))
    return Instruction(" ".join(says), tuple(show), tuple(demons), points)


# -- characters ---------------------------------------------------------------------------------------------------


def _of_ability(picture: Picture, turn: Turn, when: str, *, first: bool, names: Sequence[str]) -> Instruction:
    """The lines of a character's turn; `first`: with what it does on a first night."""
    ability, state = turn.ability, picture.state
    assert ability is not None, "it is a character's turn"
    name = _name(ability.player, names)
    told = [] if when == "later" else _told(state, ability)
    if when == "now" and (decided := _decided(picture)) is not None:
        return _instruction(decided, names, _flat(turn.chosen))
    if why := _sleeps(turn if when != "later" else _coming(state, ability), name):
        return Instruction(why)
    chosen = _flat(turn.chosen)
    wakes, show, points = [player for player, _ in told], list[Shown](), list[Player]()
    says = [f"Wake {name}." if ability.player in wakes else _usually(ability, first).format(name)]
    if when != "later" and chosen:
        says.append(f"{name} chose {listed([_word(one, names) for one in chosen])}.")
    if when == "now" and not told:
        says += _true(picture, chosen, names)
    for player, one in told:
        wake = [] if player is ability.player else [f"Wake {_name(player, names)}."]
        says += [*wake, _sentence(_does(one, chosen, names))]
        show += filter(None, [_held_up(one, chosen)])
        points += _pointed_at(one, chosen)
    if ability.fake:
        says.append(f"{name} only believes they have it: {DOUBT}.")
    elif queries.impaired(state, ability.player):
        says.append(f"{name} is drunk or poisoned: {DOUBT}.")
    if not wakes and says[0].startswith(("Wake", f"{name}, the ")):  # as home-made cards have it
        wakes.append(ability.player)
    return Instruction(" ".join(says), tuple(show), tuple(wakes), tuple(points))


def _usually(ability: Ability, first: bool) -> str:
    """The usual instruction for this character."""
    character = ability.character
    night = character.night
    usual = "" if night is None else (night.first if first else night.other) or night.other or night.first
    if usual:
        return usual
    if isinstance(character, HomeMadeCharacter) and (written := character.by_night(first=first)):
        does = _plain(written).replace("{{0}}", "{0}")  # who has it, as in our own sentences
        return does if "{0}" in does else f"{{0}}, the {_plain(character.name)}: {does}"
    text = _plain(character.text or f"do what the {character.name} does")
    return f"Wake {{0}}, the {_plain(character.name)}, and run it by hand: {text}"


def _plain(text: str) -> str:
    """Escape words so that nothing in them is a blank."""
    return text.replace("{", "{{").replace("}", "}}")


def _coming(state: State, ability: Ability) -> Turn:
    """The turn that this ability will probably have."""
    return Turn(ability.slot, ability, spent=ability.spent, sleeps=not may_act(state, ability))


def _sleeps(turn: Turn, name: str) -> str:
    """Why this player is not woken; "" if they are."""
    assert turn.ability is not None, "it is a character's turn"
    if turn.sleeps:
        why = "does not wake tonight" if turn.ability.player.alive else "is dead: do not wake them"
        return f"{name} {why}."
    night = turn.ability.character.night
    return f"{name} has used the ability: do not wake them." if turn.spent and night and night.once else ""


def _told(state: State, ability: Ability) -> list[tuple[Player, Told]]:
    """What this ability has told its player and others tonight."""
    tonight = (state.night, state.day, ability.character.id)
    return [(p, t) for p in state.players for t in p.told if (t.night, t.day, t.character) == tonight]


def _decided(picture: Picture) -> Telling | None:
    """What will be told as soon as the storyteller goes on."""
    there = (q.tells for q in picture.questions if q.truths is None and q.tells is not None)
    return next(there, None)


def _true(picture: Picture, known: Sequence[object], names: Sequence[str]) -> Iterator[str]:
    """The true answers, if the storyteller is asked what to tell."""
    for question in picture.questions:
        if question.tells is None or question.truths is None:
            continue
        true = next((value for value in question.truths if value in question.options), None)
        if true is None:
            yield "The truth may not be told."
        else:
            told = _filled(question.tells, true)
            yield f"The truth: {_does(told, known, names)}."


def _filled(told: Telling, value: object) -> Telling:
    """What is told if this is the answer."""
    parts = value if isinstance(value, tuple) else (value,)
    return told._replace(args=(*parts, *told.args[sum(one == "…" for one in told.args) :]))


# -- in words -----------------------------------------------------------------------------------------------------


def _instruction(told: Telling, names: Sequence[str], known: Sequence[object] = ()) -> Instruction:
    """Whom to wake, and how to tell them; `known`: what they have chosen themselves."""
    say = f"Wake {_and(told.to, names)}. {_sentence(_does(told, known, names))}"
    card = _held_up(told, known)
    return Instruction(say, () if card is None else (card,), tuple(told.to), _pointed_at(told, known))


def _sentence(does: str) -> str:
    return f"{does[:1].upper()}{does[1:]}{'' if does[-1:] in ('.', '!', '?') else '.'}"


def _does(told: Telling | Told, known: Sequence[object], names: Sequence[str]) -> str:
    """What to show and whom to point at, or the whole sentence if that does not suffice."""
    values = _unknown(told, known)
    if told.topic == GRIMOIRE:
        return "let them look at the grimoire"
    if not values or not _is_shown(values):
        return f"tell them: {unbracketed(said(told.words, told.args, names))}"
    card, players = _held_up(told, known) or Shown(""), [one for one in values if isinstance(one, Player)]
    does = [NODS[one] for one in card.words if one in NODS]
    held = [f'"{card.title}"'] if card.title else []
    held += [one for one in (*card.characters, *card.words) if one not in NODS or one in card.characters]
    if held:
        does.append(f"show {', '.join(held)}")
    if players:
        does.append(f"point at {_and(players, names)}")
    return ", ".join(does)


def _held_up(told: Telling | Told, known: Sequence[object]) -> Shown | None:
    """What to show: a heading, characters, numbers, or a nod or shake of the head; None: nothing."""
    title = CARDS.get(told.topic, "")
    things = [one for one in _unknown(told, known) if isinstance(one, Character | int)]
    if len(things) > MOST_HELD_UP:
        things = []
    characters = tuple(one.name for one in things if isinstance(one, Character))
    words = tuple(_word(one, ()) for one in things if not isinstance(one, Character))
    return Shown(title, characters, words) if title or things else None


def _pointed_at(told: Telling | Told, known: Sequence[object]) -> tuple[Player, ...]:
    values = _unknown(told, known)
    if told.topic == GRIMOIRE or not _is_shown(values):  # told in words, or seen in the grimoire
        return ()
    return tuple(one for one in values if isinstance(one, Player) and one.seated)


def _is_shown(values: Sequence[object]) -> bool:
    """Whether cards and pointing suffice to tell this."""
    return all(isinstance(one, Player | Character | int) for one in values)


def _unknown(told: Telling | Told, known: Sequence[object]) -> list[object]:
    """The part of it that is new to somebody who has chosen this."""
    seen = [one for one in known if isinstance(one, Player | Character)]
    return [one for one in _flat(told.args) if one not in seen]


def _word(value: object, names: Sequence[str]) -> str:
    return unbracketed(said("{0}", (value,), names))


def _flat(values: Sequence[object]) -> list[object]:
    return [one for value in values for one in (_flat(value) if isinstance(value, tuple | list) else [value])]


def _and(players: Sequence[Player], names: Sequence[str]) -> str:
    return listed([_name(player, names) for player in players])


def _name(player: Player, names: Sequence[str]) -> str:
    return names[player.seat] if player.seated else player.character.name
