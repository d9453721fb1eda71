"""Players and storytellers that are programs: `choose(view, legal, luck) -> move`.

A bot has its seat's view and nothing else.  In a player's seat it plays for its side: it claims, accuses, nominates
and votes.  In the storyteller's it is the policy `balanced`: it helps the side that is behind, keeps falsehoods
plausible, and otherwise takes any choice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TypeAlias

from facedown.core.game import Move
from facedown.games.clocktower.cast import FACTS
from facedown.games.clocktower.claims import english
from facedown.games.clocktower.notation import read
from facedown.games.clocktower.words import Me, Token, View

Bot: TypeAlias = Callable[[View, Sequence[Move], Random], Move]

SECRET_WORDS = ("rhubarb", "porcupine", "marmalade", "trombone", "gargoyle", "mulberry", "dumpling", "walrus")
SURE, LIKELY, UNSURE = 3.0, 1.5, 0.5  # how much it takes to believe that somebody is evil
KNOWN_EVIL = re.compile(r"(?:The Demon is|Your Minions are|The Minions are) (.+?)\.")


def choose(view: View, legal: Sequence[Move], luck: Random) -> Move:
    """Whatever the seat: a player, or the storyteller."""
    if view.storyteller:
        return balanced(view, legal, luck)
    return sensible(view, legal, luck)


# -- the storyteller ---------------------------------------------------------------------------------------------


def balanced(view: View, legal: Sequence[Move], luck: Random) -> Move:
    """The choices that the rules leave open, so that both sides stay in the game."""
    question = view.question
    if question is None or question.floor:
        return legal[0]
    if question.topic == "secret word":
        return read(f'"{luck.choice(SECRET_WORDS)}"', _names(view))
    if question.free_text:
        return read('"Trust nobody who cannot say what they saw."', _names(view))
    by_text = {move.text: move for move in legal}
    wanted = [move for text, move in by_text.items() if text in _helpful(view, tuple(by_text))]
    return luck.choice(wanted or list(legal))


def _helpful(view: View, options: Sequence[str]) -> list[str]:
    """The options that help the side that is behind; all of them where it makes no difference."""
    question, tokens = view.question, view.grimoire or ()
    assert question is not None, "something is asked"
    behind = side_behind(tokens)
    if question.truths:
        helps_good = [option for option in options if option in question.truths]
        lies = [option for option in options if option not in question.truths]
        return (helps_good if behind == "good" else lies) or list(options)
    victims = {names: token for token in tokens for names in (_names(view)[token.seat],)}
    if question.topic in ("kill", "redirect", "drunk", "poison"):
        return [option for option in options if option in victims and victims[option].alignment != behind] or [
            option for option in options if option not in victims
        ]
    if question.topic == "tinker":  # good, and may die whenever evil needs it
        return ["yes" if behind == "evil" else "no"]
    if question.topic in ("madness", "harlot", "judge"):  # what people have said is for people to judge
        return ["no"]
    if question.topic == "save":
        return ["yes" if behind == "good" else "no"]
    if question.topic == "register":
        return ["yes" if behind == "evil" else "no"] if set(options) == {"yes", "no"} else list(options)
    return list(options)


def side_behind(tokens: Sequence[Token]) -> str:
    """The side that has the smaller part of its players alive."""
    good = sum(token.alive and token.alignment == "good" for token in tokens)
    evil = sum(token.alive and token.alignment == "evil" for token in tokens)
    all_good = sum(token.alignment == "good" for token in tokens)
    all_evil = max(1, len(tokens) - all_good)
    return "good" if good / max(1, all_good) < evil / all_evil else "evil"


# -- a player ----------------------------------------------------------------------------------------------------


def sensible(view: View, legal: Sequence[Move], luck: Random) -> Move:
    """Play for one's side, with what one knows."""
    question, me = view.question, view.me
    if question is None or me is None:
        return legal[0]
    if question.free_text:
        return read('"What did you learn?"', _names(view))
    if question.floor:
        return _on_the_floor(view, me, legal, luck)
    if question.topic in ("vote", "exile"):
        return _votes(view, me, legal, luck)
    return _at_night(view, me, legal, luck)


def _on_the_floor(view: View, me: Me, legal: Sequence[Move], luck: Random) -> Move:
    by_text = {move.text: move for move in legal}
    assert view.seat is not None, "a player has a seat"
    if not view.nominating:
        if not view.circle[view.seat].claims:
            claim = by_text.get(f"claim {_claimed(view, me, luck)}")
            if claim is not None:
                return claim
        accusation = _accuses(view, luck)
        if accusation is not None:
            return accusation
        used = [move for text, move in by_text.items() if text.startswith(f"use {me.character}")]
        if used and me.alignment == "good" and view.day > 1 and luck.random() < 0.5:
            return _most_suspected(view, used, luck)
        return by_text.get("done", legal[0])
    living = {place.name for place in view.circle if place.alive}
    nominations = [move for move in legal if move.text.removeprefix("nominate ") in living]
    if nominations and view.block is None and luck.random() < 0.5:
        return _most_suspected(view, nominations, luck)
    return by_text.get("done", legal[0])


def _accuses(view: View, luck: Random) -> Move | None:
    """Say aloud, once a day, whom one suspects most (or wants to be suspected), where there is anybody."""
    assert view.seat is not None, "a player has a seat"
    if view.circle[view.seat].says:
        return None
    suspected, names = suspicion(view), _names(view)
    seat, weight = max(suspected.items(), key=lambda pair: (pair[1], luck.random()))
    if weight < UNSURE or not view.circle[seat].alive:
        return None
    return read(f'say "{english(("evil", seat), names)}"', names)


def _claimed(view: View, me: Me, luck: Random) -> str:
    """The good tell the truth; evil claim a good character that was shown as not in play, or any."""
    if me.alignment == "good":
        return me.character
    bluffs = [name for told in me.told if told.text.startswith("Not in play") for name in _bracketed(told.text)]
    return luck.choice(bluffs) if bluffs else luck.choice(view.script)


def _bracketed(text: str) -> list[str]:
    return re.findall(r"\[(.+?)\]", text)


def suspicion(view: View) -> dict[int, float]:
    """How likely each player is to be on the other side, by what this seat knows; friends count below 0."""
    assert view.me is not None, "a player looks"
    names = _names(view)
    suspected = {place.seat: 0.0 for place in view.circle if place.here}
    claims = Counter(claim for place in view.circle for claim in place.claims)
    for place in view.circle:
        if any(claims[claim] > 1 for claim in place.claims):
            suspected[place.seat] = suspected.get(place.seat, 0.0) + UNSURE
        if view.me.character in place.claims and place.seat != view.seat:
            suspected[place.seat] = suspected.get(place.seat, 0.0) + LIKELY
        for other in view.circle:
            if english(("evil", place.seat), names) in other.says and other.alive:
                suspected[place.seat] = suspected.get(place.seat, 0.0) + UNSURE / 2
    for told in view.me.told:
        for seat, weight in _told_of(told.text, names):
            suspected[seat] = suspected.get(seat, 0.0) + weight
    friends = _friends(view, names)
    for seat in suspected:
        if seat == view.seat or seat in friends:
            suspected[seat] = -SURE
    return suspected


def _told_of(text: str, names: Sequence[str]) -> list[tuple[int, float]]:
    """Whom a piece of information speaks against, and how much."""
    named = [seat for seat, name in enumerate(names) if re.search(rf"\b{re.escape(name)}\b", text)]
    if "Demon" in text and text.endswith("yes."):
        return [(seat, LIKELY / max(1, len(named))) for seat in named]
    if text.endswith("no."):
        return [(seat, -UNSURE) for seat in named]
    if text.startswith("One of") and "evil" not in text:
        return (
            [(seat, UNSURE / 2) for seat in named] if _names_evil(text) else [(seat, -UNSURE / 2) for seat in named]
        )
    return []


def _names_evil(text: str) -> bool:
    evil = {fact.name for fact in FACTS.values() if fact.team in ("minion", "demon")}
    return any(name in evil for name in _bracketed(text))


def _friends(view: View, names: Sequence[str]) -> set[int]:
    """The players whom an evil player knows to be evil too."""
    assert view.me is not None, "a player looks"
    if view.me.alignment != "evil":
        return set()
    known = " ".join(" ".join(KNOWN_EVIL.findall(told.text)) for told in view.me.told)
    return {seat for seat, name in enumerate(names) if re.search(rf"\b{re.escape(name)}\b", known)}


def _most_suspected(view: View, moves: Sequence[Move], luck: Random) -> Move:
    """Of moves about a player, the one about whom this seat suspects most; never a friend, if it can be helped."""
    suspected, names = suspicion(view), _names(view)

    def about(move: Move) -> float:
        seat = next((seat for seat, name in enumerate(names) if move.text.endswith(f" {name}")), None)
        return (suspected.get(seat, 0.0) if seat is not None else -LIKELY) + luck.random() * UNSURE

    return max(moves, key=about)


def _votes(view: View, me: Me, legal: Sequence[Move], luck: Random) -> Move:
    assert view.question is not None, "it is asked"
    names = _names(view)
    suspected = suspicion(view)
    nominee = next(
        (seat for seat, name in enumerate(names) if re.search(rf"\b{re.escape(name)}\b", view.question.text)), -1
    )
    alive = view.circle[view.seat or 0].alive
    leaning = suspected.get(nominee, 0.0) + luck.random() * LIKELY
    wanted = "yes" if leaning > (UNSURE if alive else LIKELY) else "no"
    return next((move for move in legal if move.text == wanted), legal[0])


def _at_night(view: View, me: Me, legal: Sequence[Move], luck: Random) -> Move:
    """Harm goes to the other side, help anywhere; nobody chooses themselves without need."""
    names, friends = _names(view), _friends(view, _names(view))
    spared = {names[seat] for seat in friends | {view.seat or 0}}
    living = {place.name for place in view.circle if place.alive}
    sound = [move for move in legal if move.text in living and move.text not in spared]
    return luck.choice(sound or list(legal))


def _names(view: View) -> tuple[str, ...]:
    return (*(place.name for place in view.circle), "Storyteller")


BOTS: Mapping[str, Bot] = {"sensible": choose, "balanced": choose}
