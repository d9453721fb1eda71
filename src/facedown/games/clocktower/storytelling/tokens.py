"""The tokens that lie beside players, and those at hand: one list for the rules and for the storyteller."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from facedown.core.values import Labelled
from facedown.games.clocktower import impairment, moments, queries
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.script import Script
from facedown.games.clocktower.state import Ability, Marker, Player, State

DIES, TO_DIE = ("dead", "die"), ("about to die", "to be executed")


class Reminder(Labelled, frozen=True):
    """A marker in the grimoire, and whether it holds."""

    by: str | None
    holds: bool
    own: bool = False  # the storyteller's own words, which change nothing


class AtHand(Labelled, frozen=True):
    """A reminder that can be put down for a character."""

    by: str
    left: int  # how many of these tokens do not lie on the circle
    in_play: bool = True  # somebody has that character, or needs the reminder although nobody has


def markers_on(state: State) -> list[tuple[Reminder, ...]]:
    """What lies beside each player, then beside each token that nobody holds, once for what it means.

    The storyteller's own words come last.
    """
    places = [*state.players, *state.unheld]
    there: dict[Player, dict[Reminder, None]] = {place: {} for place in places}
    for marker in state.markers:
        if marker.player in there and not queries.has_ended(state, marker):
            there[marker.player][_reminder(state, marker)] = None
    for ability in moments.reacting(state, moments.Role.always_impairs):
        works = impairment.would_work(ability, impairment.now(state))
        for player, word in moments.role(ability.character).always_impairs(ability, state):
            if word in ability.character.reminders(state.script.rules).all:
                there[player][Reminder(word, ability.character.name, works)] = None
    for player in state.died_tonight if state.phase == "night" else ():  # until the town sees it
        death = queries.death_of(state, player)
        if death is not None and death.by is not None:
            there[player].update(dict.fromkeys(_tokens_of(state, death.by.character, DIES)))
    if state.block is not None and state.block.nominee is not None:
        for character in dict.fromkeys(ability.character for ability in moments.abilities(state)):
            there[state.block.nominee].update(dict.fromkeys(_tokens_of(state, character, TO_DIE)))
    own = defaultdict[Player, list[Reminder]](list)
    for place, word in state.reminders:
        own[place].append(Reminder(word, None, True, own=True))
    return [(*there[place], *own[place]) for place in places]


def _tokens_of(state: State, character: Character, words: Sequence[str]) -> Iterator[Reminder]:
    known = character.reminders(state.script.rules).all
    yield from (Reminder(word, character.name, True) for word in words if word in known)


def used_up(state: State, abilities: Sequence[Ability]) -> tuple[Reminder, ...]:
    spent = [ability.character for ability in abilities if ability.spent]
    return tuple([Reminder(c.reminders(state.script.rules).spent, c.name, True) for c in spent] if spent else ())


def _reminder(state: State, marker: Marker) -> Reminder:
    by = marker.by.character.name if marker.by else None
    return Reminder(_word_of(state, marker), by, impairment.holds(state, marker))


def _word_of(state: State, marker: Marker) -> str:
    """What is written on the token of this marker; where it lasts for some days, that may be how many are left."""
    source = marker.by or marker.about
    if not isinstance(source, Ability):
        return marker.word
    tokens = source.character.reminders(state.script.rules)
    numbered = f"{marker.word} {marker.times}"
    return numbered if numbered in tokens.in_play else tokens.means.get(marker.word, marker.word)


def at_hand(state: State, beside: Sequence[Sequence[Reminder]]) -> tuple[AtHand, ...]:
    """The reminders of the characters in play, or only believed in; then the script's others.

    `beside`: by seat, what lies beside the players.
    """
    there = {ability.character.id: ability.character for ability in moments.abilities(state)}
    tokens = state.cache.get(_tokens, list(there), lambda: _tokens(state.script, there))
    left = _left(state, Counter([(word, c.name) for c, word, _ in tokens]), beside)
    return tuple([AtHand(word, c.name, left[word, c.name], in_play) for c, word, in_play in dict.fromkeys(tokens)])


def _tokens(script: Script, there: Mapping[str, Character]) -> list[tuple[Character, str, bool]]:
    """Every token, as often as it is there: whose it is, its word, and whether it is of one of those `there`."""
    rules, others = script.rules, [character for character in script.characters if character.id not in there]
    return [
        *((c, word, True) for c in there.values() for word in c.reminders(rules).in_play),
        *((c, word, True) for c in script.characters for word in c.reminders(rules).on_script),
        *((c, word, False) for c in others for word in c.reminders(rules).in_play),
    ]


def _left(
    state: State, tokens: Counter[tuple[str, str]], beside: Sequence[Sequence[Reminder]]
) -> Counter[tuple[str, str]]:
    """How many of these tokens do not lie on the circle; the storyteller's own are nobody's, and count for all."""
    on_circle = [one for player in queries.here(state) for one in beside[player.seat]]
    laid = Counter((one.word, one.by) for one in on_circle if not one.own)
    own = Counter(one.word for one in on_circle if one.own)
    left = Counter({token: max(0, number - laid[token]) for token, number in tokens.items()})
    of_word: Counter[str] = Counter()
    for (word, _), number in left.items():
        of_word[word] += number
    return Counter({
        (word, by): min(number, max(0, of_word[word] - own[word])) for (word, by), number in left.items()
    })  # fmt: skip


def is_laid_out(state: State, word: str) -> bool:
    """Whether this is written on tokens, and all of them lie on the circle."""
    known = [one.left for one in at_hand(state, markers_on(state)) if one.word == word]
    return bool(known) and not any(known)
