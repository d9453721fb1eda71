"""Corrections by hand, which the storyteller may make at any time regardless of the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from facedown.core.game import Move
from facedown.games.clocktower import acting, deaths, effects, information, moments, queries, victory, voting
from facedown.games.clocktower.changeable_rules import ListenedFor, MistakeMarked, Speech
from facedown.games.clocktower.character import Character
from facedown.games.clocktower.day import close_floor, do, is_heard, nominate
from facedown.games.clocktower.moments import Role, acts_at, role
from facedown.games.clocktower.moves import Correction, InSeat, Part, Token, part_of
from facedown.games.clocktower.names import Lexicon
from facedown.games.clocktower.notation import LITERAL, SIDES, TO_ALL, move
from facedown.games.clocktower.questions import Steps
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.speech.statements import Spoken, Utterance
from facedown.games.clocktower.state import CARD, EVIL, GOOD, Ability, Death, News, Player, State, Whisper
from facedown.games.clocktower.storytelling import set_up_by_hand
from facedown.games.clocktower.storytelling.tokens import is_laid_out


class Card(NamedTuple):
    """A card to show to one player: what stands on it, and the characters and words that lie on it."""

    title: str
    shows: tuple[object, ...]  # a Character, or one of questions.WORDS; None: nothing that is known


class ByHand(NamedTuple):
    """A correction, with the players and characters of one game."""

    verb: str
    player: Player | None = None
    about: Any = None  # a Character, another player, "good" or "evil", a marker's word, what is said, or a Card
    side: Any = None  # on which side a Traveller comes


def meant(state: State, hand: Correction) -> ByHand:
    """The players and characters of this game that a correction names."""
    about: Any = hand.about
    if isinstance(about, Token):
        about = _character(state, about)
    elif isinstance(about, InSeat):
        about = _place(state, about)
    if hand.verb in set_up_by_hand.VERBS:
        about = _token(state, hand)
    if hand.verb == "show":
        about = Card(hand.words, tuple(_on_card(state, part) for part in hand.shows))
    return ByHand(hand.verb, _place(state, hand.who), about or hand.words, hand.side)


def _on_card(state: State, part: Part) -> Character | str | None:
    if isinstance(part, Token):
        return _character(state, part)
    return part if isinstance(part, str) else None


def _token(state: State, hand: Correction) -> set_up_by_hand.LaidToken:
    """The token that a correction names, and its player."""
    seat = hand.who.seat if isinstance(hand.who, InSeat) else -1
    character, shown = (
        _character(state, part) if isinstance(part, Token) else None for part in (hand.about, hand.shown)
    )
    return set_up_by_hand.LaidToken(
        seat, character, shown, EVIL if hand.side == EVIL else GOOD if hand.side else None
    )


def _place(state: State, who: Part | None) -> Player | None:
    """The player that a correction is about, or the place of a character that nobody holds: `kill Lil' Monsta`."""
    if isinstance(who, InSeat):
        return state.players[who.seat] if who.seat < len(state.players) else None
    return next((place for place in state.unheld if part_of(place) == who), None)


def _character(state: State, token: Token) -> Character | None:
    """The script's home-made character of this id, or an official one."""
    known = token.id in state.script.own or token.id in FACTS
    return state.script.character(token.id) if known else None


SPEAKS = "speaks"  # what a player says on their own in the middle of something: `about` is the Act

# What changes nothing that is about to come, so that it needs no `first` in a pause.
BESIDE = ("remind", "unremind", "note", "tell", "show", "ghost vote", "no ghost vote", "swap")


def allows(state: State, hand: ByHand) -> bool:
    """Whether this can be done now."""
    player = hand.player
    if state.over:
        return False
    if hand.verb == "call":
        return state.phase != "set-up" and _may_call(state, hand.about)
    if hand.verb in ("remind", "unremind", "note"):
        return _may_write(state, hand)
    if hand.verb in set_up_by_hand.VERBS:
        return set_up_by_hand.allows(state, hand.verb, hand.about)
    if state.phase == "set-up" and not state.drawing:
        return False
    if hand.verb in ("to nominations", "end the day"):
        return state.phase == "day" and (hand.verb == "end the day" or not state.nominating)
    if hand.verb == "wins":
        return True
    if hand.verb in voting.VERBS:
        return voting.allows(state, hand.verb, player)
    if hand.verb == "whoops":
        return marker_of_mistakes(state) is not None
    if hand.verb == "say":
        return state.phase == "day" and bool(hand.about)
    if player is not None and hand.verb in ("leaves", "arrives"):
        return _may_come_or_go(state, hand, player)
    return player is not None and player.here and _may_be_done_to(state, hand, player)


def _may_be_done_to(state: State, hand: ByHand, player: Player) -> bool:
    """Whether this can be done now to a player who is here."""
    if hand.verb == "execute":  # once a day, and by no vote
        return state.floor_open and not player.traveller
    if hand.verb == "nominates":
        other = hand.about
        free = state.floor_open and state.nominating and player.seated
        return free and isinstance(other, Player) and other.here and other.seated and not other.traveller
    if hand.verb in ("kill", "raise"):
        return player.alive == (hand.verb == "kill")
    if hand.verb == "becomes":  # Travellers come and go; the Fabled are nobody
        team = hand.about.team if isinstance(hand.about, Character) else ""
        return team in (("traveller",) if player.traveller else ("townsfolk", "outsider", "minion", "demon"))
    if hand.verb in ("said", "tell"):
        return bool(hand.about) and player.seated
    if hand.verb == "show":
        title, shows = hand.about
        return player.seated and bool(title or shows) and None not in shows
    if hand.verb == "swap":
        other = hand.about
        return isinstance(other, Player) and other.here and other is not player and other.seated and player.seated
    if hand.verb in ("ghost vote", "no ghost vote"):  # the living have theirs still
        return player.seated and not player.seen_alive and player.ghost_vote == (hand.verb == "no ghost vote")
    if hand.verb == "unmark":
        return any(m.player is player and m.word == hand.about for m in state.markers)
    return True


def _may_call(state: State, character: object) -> bool:
    """Whether this can be brought into play as one of the storyteller's own, or does something when called."""
    if not isinstance(character, Character) or character.team not in ("fabled", "loric") or character.unmodelled:
        return False
    return _called(state, character) is None or acts_at(character, Role.called)


def _called(state: State, character: Character) -> Ability | None:
    return next((ability for ability in state.fabled if ability.character is character), None)


def _may_write(state: State, hand: ByHand) -> bool:
    """Whether notes and reminders can be changed so: a reminder lies only once and as often as there are tokens."""
    if hand.verb == "note":
        seat = hand.player.seat if hand.player is not None else None
        return (hand.player is None or hand.player.seated) and (bool(hand.about) or seat in state.written)
    if hand.player is None or not hand.player.here or not hand.about:
        return False
    if hand.verb == "remind" and is_laid_out(state, hand.about):
        return False
    return ((hand.player, hand.about) in state.reminders) == (hand.verb == "unremind")


def _may_come_or_go(state: State, hand: ByHand, player: Player) -> bool:
    """Whether Travellers may come and go now: by day, while nothing is being settled."""
    if not state.floor_open or player.seat < len(state.players) - state.travellers or not player.seated:
        return False
    if hand.verb == "leaves":
        return player.here
    return not player.here and isinstance(hand.about, Character) and hand.about.team == "traveller"


def marker_of_mistakes(state: State) -> Ability | None:
    """The ability whose `Whoops` reminder marks a mistake of the storyteller, or None."""
    return next((ability for ability in state.fabled if MistakeMarked in ability.character.changes), None)


def does(state: State, hand: ByHand) -> Steps:
    """Do it."""
    if hand.verb in DEEDS:
        yield DEEDS[hand.verb](state, hand)
    elif hand.player is not None:
        yield TO_A_PLAYER[hand.verb](state, hand.player, hand)
    yield victory.check_end(state)


# -- to the whole town --------------------------------------------------------------------------------------------


def _end_the_day(state: State, hand: ByHand) -> None:
    close_floor(state)
    state.skip_nominations = True


def _whoops(state: State, hand: ByHand) -> Steps | None:
    own = marker_of_mistakes(state)
    return acting.comes(state, MistakeMarked(), [] if own is None else [own])


def _call(state: State, hand: ByHand) -> Steps:
    """Bring one of the storyteller's own into play, or have it do what it does when it is called."""
    own = _called(state, hand.about)
    if own is not None:
        yield role(own.character).called(own, state)
        return
    own = Ability(Player(state.storyteller, Character(), seated=False), hand.about, since=state.day)
    state.fabled.append(own)
    state.abilities_changed()
    yield role(own.character).set_up(own, state)


def _note(state: State, hand: ByHand) -> None:
    """Write a note in place of the last one; without words, only remove that."""
    seat = hand.player.seat if hand.player is not None else None
    state.written.pop(seat, None)
    if hand.about:
        state.written[seat] = hand.about


DEEDS: Mapping[str, Callable[[State, ByHand], object]] = {
    "to nominations": lambda state, hand: close_floor(state),
    "end the day": _end_the_day,
    "wins": lambda state, hand: victory.end_game(state, hand.about, "the storyteller says so", by_hand=True),
    "whoops": _whoops,
    "call": _call,
    "say": lambda state, hand: News("says", information.SAID_BY_STORYTELLER, (hand.about,)),
    "note": _note,
    **dict.fromkeys(set_up_by_hand.VERBS, lambda state, hand: set_up_by_hand.does(state, hand.verb, hand.about)),
    **dict.fromkeys(voting.VERBS, lambda state, hand: voting.does(state, hand.verb, hand.player, hand.about)),
}


# -- to a player --------------------------------------------------------------------------------------------------


def _kill(state: State, player: Player, hand: ByHand) -> object:
    return deaths.dies(state, Death(player, None, "storyteller", at_night=state.phase == "night"))


def _said(state: State, player: Player, hand: ByHand) -> Steps:
    """Note what somebody said in the room; nobody sees that the storyteller has noted it."""
    yield News("noted", "{0} said: {1}", (player, hand.about), frozenset(), player.seat)
    yield is_heard(state, player, hand.about)


def _unmark(state: State, player: Player, hand: ByHand) -> None:
    effects.remove_markers(state, lambda m: m.player is player and m.word == hand.about)


def _swap(state: State, player: Player, hand: ByHand) -> News:
    effects.swap_places(state, player, hand.about)
    return News("moves", "{0} and {1} change places.", (player, hand.about))


def _tell(state: State, player: Player, hand: ByHand) -> object:
    """Tell a player something in private, which also joins their whispers with the storyteller."""
    state.whispers.append(
        Whisper(state.day, state.storyteller, (player.seat,), Spoken(Utterance(hand.about), state.storyteller))
    )
    return information.tell(state, player, information.SAID_BY_STORYTELLER, hand.about)


def _show(state: State, player: Player, hand: ByHand) -> object:
    """Show a card on the player's own device."""
    title, shows = hand.about
    words = "The storyteller shows you a card: " + ("“{0}” {1}" if title and shows else "“{0}”" if title else "{1}")
    return information.tell(state, player, words, title, shows, topic=CARD)


def _nominates(state: State, player: Player, hand: ByHand) -> Steps:
    """Overrule what the rules say about who may nominate whom."""
    state.floor_open = False
    yield from nominate(state, player, hand.about)
    state.floor_open = not state.day_over


def _give_vote(state: State, player: Player, hand: ByHand) -> News:
    player.ghost_vote = True
    return News("ghost vote", "{0} has one vote left.", (player,), seat=player.seat)


def _take_vote(state: State, player: Player, hand: ByHand) -> News:
    player.ghost_vote = False
    return News("ghost vote", "{0} has no vote left.", (player,), seat=player.seat)


TO_A_PLAYER: Mapping[str, Callable[[State, Player, ByHand], object]] = {
    "kill": _kill,
    "execute": lambda state, player, hand: deaths.execute(state, player),
    "raise": lambda state, player, hand: deaths.raise_dead(state, player),
    "becomes": lambda state, player, hand: effects.becomes(state, player, hand.about),
    "turns": lambda state, player, hand: effects.change_side(state, player, hand.about),
    "leaves": lambda state, player, hand: effects.leaves(state, player),
    "arrives": lambda state, player, hand: effects.arrives(state, player, hand.about, hand.side),
    "said": _said,
    "tell": _tell,
    "show": _show,
    "mark": lambda state, player, hand: effects.mark(state, player, hand.about),
    "unmark": _unmark,
    "remind": lambda state, player, hand: state.reminders.append((player, hand.about)),
    "unremind": lambda state, player, hand: state.reminders.remove((player, hand.about)),
    "ghost vote": _give_vote,
    "no ghost vote": _take_vote,
    "swap": _swap,
    "nominates": _nominates,
    SPEAKS: lambda state, player, hand: do(state, player.seat, hand.about),
}


# -- what can be listed


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
    yield from map(Correction, voting.storyteller_verbs(state))
    for player in queries.here(state):
        if voting.may_raise(state, player):
            where = "down" if state.sweep is not None and player in state.sweep.raised else "up"
            yield Correction(voting.HAND, part_of(player), where)
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
