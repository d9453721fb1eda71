"""What players choose when an ability asks them, mostly by night.

What a choice is for is declared by the character that asks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from facedown.core.game import Move
from facedown.games.clocktower.bots.mind import Mind, strength
from facedown.games.clocktower.bots.moves import answer_with
from facedown.games.clocktower.bots.town import as_played
from facedown.games.clocktower.character import Aim, aim_of
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.moves import Answer, InSeat, Part, Token, act_of
from facedown.games.clocktower.observe import ObservedQuestion
from facedown.games.clocktower.questions import NO, NOBODY, YES
from facedown.games.clocktower.setup import team_counts

SHOT = 0.35  # the probability of being the Demon from which on a shot is worth it
SWAY = 0.6  # how far chance sways choices by night, so that nobody can reckon with them
LEFT = 0.3  # how often an ability that grows when unused is left unused
SPENT_BY = 3  # by this day an ability that works only once should be used
HIDING = 1.6  # how strong somebody may be who has not claimed anything
TRUSTED = 2  # how much more the trusted are worth killing than the suspected, as a power
ENEMY = 0.5  # how likely somebody must be evil to be harmed without anything more
NIGHTS_TO_COME = 6  # players alive beside two from which on what a character does counts in full
AS_ASKED = 9.0  # how much more somebody is worth attacking whom their own team asked for
AGAIN = 0.6  # how much of their worth somebody keeps whom one helped last night: evil reckon with that
IN_VAIN = 0.5  # how much of their worth somebody keeps whom one chose on a night without a death
FIRST_ATTACK = 2  # the night in which Demons begin to kill
FOUND = 0.2  # how likely everybody must think that it is the Demon, and nobody more, before it passes that on
NEEDED = 1.0  # the strength from which on somebody who is asked whether to live had better live


def choose(mind: Mind, question: ObservedQuestion, legal: Sequence[Move], luck: Random) -> Move:
    """Choose a target: harm goes to the other side, help to one's own, questions to players little known."""
    if question.step == "guess" and (said := mind.announced_guesses):
        number = question.args[0] - 1
        return answer_with(InSeat(said[number][0]) if number < len(said) else NOBODY, legal)
    if question.step == "drunk":  # which nobody does to themselves without a plan
        return answer_with(NO, legal)
    if question.step == "attack":  # it must rest once, best when it does least harm
        return answer_with(NO if mind.view.night == FIRST_ATTACK else YES, legal)
    if question.step == "life":  # if all who are asked live, all of them die
        return answer_with("life" if mind.evil or strength(mind.me.character) >= NEEDED else "death", legal)
    if question.step == "force":
        return answer_with(YES if _is_worth_forcing(mind, question.args[0].seat) else NO, legal)
    players = {part.seat: move for move in legal if isinstance(part := _picked(move), InSeat)}
    if not players:
        return _chooses_else(mind, question, legal, luck)
    nobody = next((move for move in legal if _picked(move) == NOBODY), None)
    if nobody is not None and _is_of_the_dead(question):
        players = {seat: move for seat, move in players.items() if not mind.view.circle[seat].alive}
        if not players:
            return nobody
    aim = _aim(question)
    worth = {seat: WORTH[aim](mind, seat) for seat in players}
    best = max(worth, key=lambda seat: worth[seat] + luck.random() * _sway(mind, aim, worth[seat]))
    if nobody is not None and not _is_time(mind, aim, best, luck):
        return nobody
    return players[best]


def _as_claimed(mind: Mind, tokens: Mapping[str, Move]) -> list[Move]:
    """The move that names the character which the best victim claims to be."""
    victims = [seat for seat in mind.town.living if seat not in mind.friends and mind.town.claims[seat]]
    claimed = [mind.town.claims[seat][-1] for seat in sorted(victims, key=lambda seat: -harm(mind, seat))]
    return [tokens[id] for id in claimed if id in tokens][:1]


def _is_worth_forcing(mind: Mind, seat: int) -> bool:
    """Whether to have a nominee executed whatever the votes are."""
    return seat not in mind.spared if mind.evil else mind.guilt.get(seat, 0.0) > SHOT


def _is_of_the_dead(question: ObservedQuestion) -> bool:
    """Whether choosing somebody who is alive would be in vain."""
    return question.topic == "choice" and not question.step and as_played(question.owner).picks_dead


def _picked(move: Move) -> Part | None:
    """The value of an answer that is a single thing."""
    act = act_of(move)
    return act.parts[0] if isinstance(act, Answer) and len(act.parts) == 1 else None


def _sway(mind: Mind, aim: Aim, worth: float) -> float:
    """How much chance affects a choice: more after quiet nights, because the best victim seems to be protected.

    Less where few are left, of whom each counts.
    """
    if aim in ("sure", "accuse"):
        return 0.0
    if aim != "harm":
        return SWAY
    return SWAY * (1 + mind.town.quiet * (worth > 0)) * to_come(mind)


def _aim(question: ObservedQuestion) -> Aim:
    """What the choice is for, as declared by the character that asks."""
    if question.topic == "duel":
        return "help"
    return aim_of(question.owner, question.step) if question.topic == "choice" else "find"


def _is_time(mind: Mind, aim: Aim, best: int, luck: Random) -> bool:
    """Whether it is time for a choice that can wait for another night, and somebody is suitable."""
    if aim == "accuse":
        return _is_one_more(mind)
    if aim == "help":
        return mind.trust(best) > 0.6 and (mind.place.alive or not mind.view.circle[best].alive)
    if as_played(mind.me.character).tactics.grows_when_left:
        return luck.random() > LEFT
    if aim == "harm":
        return mind.view.night >= SPENT_BY or luck.random() < 0.4
    return True


def harm(mind: Mind, seat: int) -> float:
    """Rate targets of harm: strong living players of the other side first, one's own last."""
    place = mind.view.circle[seat]
    if seat in mind.friends:
        return _passes_on(mind) if seat == mind.seat else -1.0 - (not place.alive)
    if not place.alive:
        return -2.0
    if mind.evil:  # who has not said who they are learns something every night, perhaps
        power = mind.strength(seat) if mind.town.claims[seat] else HIDING
        wanted = AS_ASKED if seat in mind.to_attack else 0.0
        worth = wanted + (1.0 - mind.seen.evil[seat]) ** TRUSTED * (1.0 + to_come(mind) * (power - 1.0))
        return worth * IN_VAIN if mind.town.quiet and seat in mind.view.chose_before else worth
    return mind.guilt.get(seat, 0.0)


def attacks(id: str) -> bool:
    """Whether whoever is this character harms somebody whom they choose by night."""
    kind = as_played(id)
    return kind.picks == "harm" and acts_at(kind, Role.first_night, Role.each_night, Role.other_nights)


def to_come(mind: Mind) -> float:
    """The part of the game that is still to come for a night ability, from 1 to 0."""
    return max(0.0, min(1.0, (len(mind.town.living) - 2) / NIGHTS_TO_COME))


def _passes_on(mind: Mind) -> float:
    """Whether a suspected Demon kills itself so that a Minion becomes the Demon."""
    demon, heirs = mind.seen.demon, mind.friends - {mind.seat}
    alive = [seat for seat in heirs if mind.view.circle[seat].alive and 2 * demon[seat] < demon[mind.seat]]
    found = demon[mind.seat] >= max(FOUND, *(demon[seat] for seat in mind.town.living))
    return 3.0 if as_played(mind.me.character).tactics.passes_on and alive and found else -3.0


def _help(mind: Mind, seat: int) -> float:
    """Rate targets of help: trusted and strong players first."""
    if mind.evil:
        return 1.0 if seat in mind.friends else 0.0
    own = (0.6 if seat == mind.seat else 1.0) * (AGAIN if seat in mind.view.chose_before else 1.0)
    return own * mind.trust(seat) * mind.strength(seat) - (not mind.view.circle[seat].alive)


def _friend(mind: Mind, seat: int) -> float:
    """Rate targets on one's own side: the most suspected first."""
    return mind.seen.demon[seat] + (1.0 if seat in mind.demons else 0.5 if seat in mind.friends else 0.0)


def find(mind: Mind, seat: int) -> float:
    """Rate targets of questions: players about whom it is worth knowing more."""
    if seat == mind.seat:
        return -1.0
    question, found = mind.view.question, max(mind.guess.demon) > SHOT
    if found and question is not None and question.step == "second":  # beside a suspect, somebody trusted
        return mind.trust(seat)
    doubt = mind.guess.evil[seat] * (1.0 - mind.guess.evil[seat]) + mind.guess.demon[seat]
    return doubt if mind.view.circle[seat].alive else doubt - 0.5


def _is_enemy(mind: Mind, seat: int) -> bool:
    """Whether this player is rather on the other side than on one's own."""
    return seat not in mind.friends and (mind.evil or mind.guess.evil[seat] > ENEMY)


def _sure(mind: Mind, seat: int) -> float:
    """Rate players by how well their character is known; oneself while nobody has said anything."""
    return float(seat == mind.seat) * 0.5 + mind.trust(seat) * bool(mind.view.circle[seat].claims)


def _accuse(mind: Mind, seat: int) -> float:
    """Rate whom to name as one of a team: the likeliest."""
    demon, question = mind.guess.demon[seat], mind.view.question
    return demon if question is not None and question.step == "demon" else mind.guess.evil[seat] - demon


def _is_one_more(mind: Mind) -> bool:
    """Whether fewer have been named than there usually are of that team; how many follows from the question."""
    question = mind.view.question
    if question is None:
        return False
    number = next((arg for arg in question.args if isinstance(arg, int)), 1)
    return number <= team_counts(len(mind.town.residents)).get(question.step, 0)


WORTH: Mapping[Aim, Callable[[Mind, int], float]] = {
    "harm": harm,
    "help": _help,
    "find": find,
    "friend": _friend,
    "sure": _sure,
    "accuse": _accuse,
}


def _chooses_else(mind: Mind, question: ObservedQuestion, legal: Sequence[Move], luck: Random) -> Move:
    """Choose a character, yes or no, or a number: a player's claimed character if one is meant, else at random."""
    moves = [move for move in legal if _picked(move) != NOBODY] or list(legal)
    tokens = {part.id: move for move in moves if isinstance(part := _picked(move), Token)}
    named = next((part.seat for part in question.args if isinstance(part, InSeat)), None)
    if _aim(question) == "harm" and named is not None and YES in map(_picked, moves):
        return answer_with(YES if _is_enemy(mind, named) else NO, legal)
    if len(tokens) < len(moves):
        return luck.choice(moves)
    said = [
        id for seat, id in mind.announced_guesses if question.step == "character" and InSeat(seat) in question.args
    ]
    teams = {id: mind.town.team_of(id) for id in tokens}
    if said:
        moves = [tokens[id] for id in tokens if id == said[0]] or moves
    elif mind.evil and _aim(question) == "harm" and not question.step:
        moves = _as_claimed(mind, tokens) or moves
    elif mind.evil:
        moves = [tokens[id] for id in tokens if teams[id] == "outsider"] or moves
    elif _aim(question) == "sure":  # of a player whom it has chosen before
        seat = max(mind.town.ring, key=lambda seat: _sure(mind, seat))
        wanted = mind.me.character if seat == mind.seat else mind.view.circle[seat].claims[-1]
        moves = [tokens[id] for id in tokens if id == wanted] or moves
    else:
        demons = [tokens[id] for id in tokens if teams[id] == "demon"]
        if demons and len(moves) < len(legal) and mind.view.night == 1:  # no Demon kills yet
            return answer_with(NOBODY, legal)
        claimed = {id for place in mind.view.circle if place.seat != mind.seat for id in place.claims}
        moves = demons or [tokens[id] for id in tokens if id not in claimed] or moves
    return luck.choice(moves)
