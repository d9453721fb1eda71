"""The player `sensible`: claims, shares what it learned, nominates and votes by what is likely; evil seem good.

What follows goes by the kind of question, not by the character that asks it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random

from facedown.core.game import Move
from facedown.games.clocktower.bots import bluffs
from facedown.games.clocktower.bots.meaning import guessed
from facedown.games.clocktower.bots.mind import LATE, Mind, declares, is_late
from facedown.games.clocktower.bots.town import NAMED
from facedown.games.clocktower.claims import Report, english, understood
from facedown.games.clocktower.notation import read
from facedown.games.clocktower.reports import put
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.words import View

SUSPECT = 0.55  # so likely to be evil, and it is said aloud
NEAR, SETTLING = 0.75, 0.8  # so much of the worst guilt is enough for a vote; less after votes that came to nothing
WORSE, MUCH_WORSE = 1.1, 1.4  # so much more guilt than on the block, and the vote goes on
GHOST = 0.5  # a dead player's last vote is for somebody as guilty, while there are many alive
SHOT = 0.35  # so likely the Demon, and a shot is worth it
SWAY = 0.6  # how far chance sways choices by night, so that nobody can reckon with them
LAST = 0.3  # of four alive, so likely to be the Demon
EVEN, ODD = 1.1, 1.05  # how much more guilt than the mean it takes, by the number alive
EAGER = 1.0  # evil vote for others on less guilt
SAVES_UP, LEFT = ("Po",), 0.3  # whose harm grows when it is left for a night, and how often it is
SECRET = ("Mutant",)  # who say that they are something else
ON_FIRST_DAY = ("juggler",)  # who use on their first day what they declare; others wait for the second
TALKATIVE = 9  # so much is said a day by one player, and no more
PATIENCE = 5  # days, after which less and less guilt is enough
SPENT_BY = 3  # the day on which whatever can be done once had better be done


def sensible(view: View, legal: Sequence[Move], luck: Random) -> Move:
    """Play for one's side, with what one knows."""
    question, me = view.question, view.me
    if question is None or me is None or view.seat is None or (not question.floor and len(legal) == 1):
        return legal[0]
    mind = Mind(view, me, view.seat)
    if question.free_text:
        return read('"What did you learn?"', mind.names)
    if question.floor:
        return on_the_floor(mind, legal, luck)
    if question.topic == "vote":
        return _named("yes" if votes(mind, luck) else "no", legal)
    if question.topic == "exile":
        return _named("yes" if exiles(mind, legal, luck) else "no", legal)
    if question.topic == "claim":
        return _named("yes" if f"[{me.character}]" in question.text else "no", legal)
    return chooses(mind, legal, luck)


def _named(text: str, legal: Sequence[Move]) -> Move:
    return next((move for move in legal if move.text == text), legal[0])


# -- on the floor ------------------------------------------------------------------------------------------------


def on_the_floor(mind: Mind, legal: Sequence[Move], luck: Random) -> Move:
    """One thing after another: a claim, what was learned, a suspicion; then nominations."""
    words = speaks(mind, luck)
    if words:
        return read(words, mind.names)
    if not mind.view.nominating:
        return uses(mind, legal, luck) or legal[0]
    nominee = nominates(mind, legal, luck)
    return legal[0] if nominee is None else nominee


def speaks(mind: Mind, luck: Random) -> str:
    """What there is to say, as a move; "" for nothing."""
    if mind.mad in mind.view.script and mind.mad not in mind.place.claims:
        return f"claim {mind.mad}"
    if not mind.place.claims and mind.place.character is None:
        claimed = claim(mind, luck) if may_claim(mind) else ""
        return f"claim {claimed}" if claimed in mind.view.script else ""
    if len(mind.place.says) >= TALKATIVE:
        return ""
    unsaid = [*mind.unsaid, *bluffs.reports(mind, luck)] if mind.evil else mind.unsaid
    return f'say "{unsaid[0]}"' if unsaid else accuses(mind)


def accuses(mind: Mind) -> str:
    """Name the most suspected, where nobody has yet done so today."""
    suspect = max(mind.town.living, key=lambda seat: mind.guess.evil[seat], default=mind.seat)
    said = english(("evil", suspect), mind.names)
    if mind.guess.evil[suspect] < SUSPECT or said in mind.place.said_before:
        return ""
    return "" if any(said in place.says for place in mind.view.circle) else f'say "{said}"'


def may_claim(mind: Mind) -> bool:
    """Whoever learns something every night keeps quiet at first, but not when nominated, or when it is late."""
    view, own = mind.view, NAMED.get(mind.me.character)
    if view.day > 1 or len(mind.town.living) <= LATE or not mind.place.alive:
        return True
    if any(nomination.nominee == mind.seat for nomination in view.nominations):
        return True
    return mind.evil or own is None or not is_late(own.id)


def claim(mind: Mind, luck: Random) -> str:
    """The good tell the truth; evil claim a good character that was shown as not in play, or that nobody claims."""
    if not mind.evil and mind.me.character not in SECRET:
        return mind.me.character
    taken = {name for place in mind.view.circle for name in place.claims}
    shown = [name for name in mind.bluffs if name not in taken]
    script = [name for name in mind.view.script if NAMED[name].team == "townsfolk" and name not in taken]
    if mind.view.day == 1 and not shown:  # too early for one who would not have said so yet
        script = [name for name in script if not is_late(NAMED[name].id)] or script
    return luck.choice(shown or script or [mind.me.character])


def uses(mind: Mind, legal: Sequence[Move], luck: Random) -> Move | None:
    """One's own ability, where there is one to declare, when the time has come."""
    own = NAMED.get(mind.me.character)
    if own is None or not declares(own.id) or not mind.place.alive:
        return None
    if (mind.view.day == 1) != (own.id in ON_FIRST_DAY):
        return None
    moves = [move for move in legal if move.text.startswith(f"use {own.name}")]
    if moves and own.id == "juggler":
        return moves[0] if guesses(mind) else _announces_guesses(mind)
    if not moves or _used(mind, own.id) or luck.random() < 0.5:  # what may be declared often is to come to an end
        return None
    if moves[0].text == f"use {own.name}":
        return _asks(mind, moves[0], own.id)
    shots = {f"{_shot(mind, own.id, seat)}": seat for seat in mind.town.living if seat not in mind.friends}
    announced = next((words for words in mind.place.says if words in shots), None)
    if announced is not None:
        return _named(f"use {own.name} on {mind.names[shots[announced]]}", moves)
    worth = _harm if mind.evil else _find
    suspect = max(shots.values(), key=lambda seat: worth(mind, seat) + luck.random() * 0.01, default=mind.seat)
    if suspect == mind.seat or (mind.guess.demon[suspect] < SHOT and mind.view.day < SPENT_BY):
        return None
    return read(f'say "{_shot(mind, own.id, suspect)}"', mind.names)


def _shot(mind: Mind, id: str, seat: int) -> str:
    """What somebody says who is about to use an ability on another, so that everybody remembers it."""
    return english(Report(f"D{mind.view.day}", id, (("chose", seat),)), mind.names)


def _announces_guesses(mind: Mind) -> Move | None:
    """That some are what they claim to be: said before it is guessed, so that everybody remembers it."""
    circle = mind.view.circle
    seats = [seat for seat in mind.town.living if seat not in mind.friends and circle[seat].claims]
    seats = sorted(sorted(seats, key=mind.trust)[:GUESSES])
    roles = [mind.town.claims[seat][-1] for seat in seats]
    report = put(f"D{mind.view.day}", "juggler", seats, roles, ()) if seats else None
    return read(f'say "{english(report, mind.names)}"', mind.names) if report is not None else None


def guesses(mind: Mind) -> list[tuple[int, str]]:
    """Whom they are about to guess, and as what: as they have said today."""
    said = (understood(words, mind.names) for words in mind.place.says)
    return next((guessed(report) for report in said if isinstance(report, Report) and guessed(report)), [])


def _used(mind: Mind, id: str) -> bool:
    """Did they say, or hear, on an earlier day that it was done?"""
    said = f", {FACTS[id].name}: chose"
    return any(said in words for words in mind.place.said_before) or any(
        told.report or "(you asked" in told.text or told.text.startswith("You should")
        for told in mind.me.told
        if told.night <= told.day
    )


def _asks(mind: Mind, move: Move, id: str) -> Move:
    """The question, or the claim, that goes with it: whether the likeliest one is the Demon."""
    living = [seat for seat in mind.town.living if seat != mind.seat]
    if not living or id not in ("artist", "gossip"):
        return move
    suspect = max(living, key=lambda seat: mind.guess.demon[seat])
    return read(f'{move.text} "{english(("team", suspect, "demon"), mind.names)}"', mind.names)


# -- nominations and votes ---------------------------------------------------------------------------------------


def bar(mind: Mind) -> float:
    """The least guilt for which it is worth to execute somebody today.

    Of an even number alive, one fewer would die by the sword in the end: there is time to learn more.
    """
    alive = len(mind.town.living)
    if alive <= 3 or mind.town.must_execute:
        return 0.0
    if alive == LATE:
        return LAST * patience(mind)
    mean = sum(mind.guilt.values()) / max(1, len(mind.guilt))
    return mean * (EVEN if alive % 2 == 0 else ODD) * patience(mind)


def near(mind: Mind) -> float:
    """How much of the worst guilt is enough: after votes that came to nothing, people settle for less."""
    view = mind.view
    failed = 0 if view.block is not None else sum(nomination.done for nomination in view.nominations)
    return NEAR * SETTLING**failed * patience(mind)


def patience(mind: Mind) -> float:
    """From 1 down to 0: less and less guilt is enough, lest a town that agrees on nobody goes on for ever."""
    return max(0.0, 1.0 - 0.2 * max(0, mind.view.day - PATIENCE))


def nominates(mind: Mind, legal: Sequence[Move], luck: Random) -> Move | None:
    """The guiltiest, where there is nobody as guilty about to die."""
    view, block = mind.view, mind.view.block
    before = {nomination.nominee for nomination in view.nominations}
    seats = [seat for seat in mind.guilt if seat not in before and seat not in mind.spared]
    if not seats or not mind.place.alive or any(nomination.by == mind.seat for nomination in view.nominations):
        return None
    chosen = max(seats, key=lambda seat: mind.guilt[seat] + luck.random() * 1e-3)
    guilt, worst = mind.guilt[chosen], max(mind.guilt.values())
    if guilt < max(bar(mind), near(mind) * worst) or (block is not None and guilt < worse(mind, block)):
        return None
    wanted = f"nominate {mind.names[chosen]}"
    return next((move for move in legal if move.text == wanted), None)


def worse(mind: Mind, block: int) -> float:
    """The guilt from which on it is worth to vote past whoever is about to die: in the end, a tie would lose."""
    return mind.guilt.get(block, 1.0) * (WORSE if len(mind.town.living) > LATE else MUCH_WORSE)


def votes(mind: Mind, luck: Random) -> bool:
    """For the guiltiest; evil for none of theirs."""
    view = mind.view
    nomination = view.nominations[-1]
    nominee = nomination.nominee
    if nominee is None or nominee not in mind.guilt:
        return False
    if mind.evil and nominee in mind.spared:
        return False
    guilt, block = mind.guilt[nominee] * luck.uniform(0.9, 1.1), view.block
    if block is not None:
        if mind.evil and block in mind.demons:
            return True
        if guilt < worse(mind, block):
            return False
    worst = max(mind.guilt.values())
    least = max(bar(mind), near(mind) * worst)
    if mind.evil:
        least *= EAGER
    if guilt < least:
        return False
    return mind.place.alive or _spends_ghost_vote(mind, guilt)


def _spends_ghost_vote(mind: Mind, guilt: float) -> bool:
    """A dead player's vote: late, or for somebody surely guilty, and only where it still counts."""
    view = mind.view
    to_beat = max((other.tally for other in view.nominations if other.nominee == view.block), default=0)
    enough = max(view.threshold, to_beat + 1)
    if view.nominations[-1].tally >= enough:
        return False
    return len(mind.town.living) <= LATE or guilt > GHOST


def exiles(mind: Mind, legal: Sequence[Move], luck: Random) -> bool:
    """Nobody knows a Traveller's side; evil spare those of whom they do."""
    question = mind.view.question
    assert question is not None, "it is asked"
    spared = any(re.search(rf"\b{re.escape(mind.names[seat])}\b", question.text) for seat in mind.friends)
    return not spared and luck.random() < 0.4


# -- choices, mostly by night ------------------------------------------------------------------------------------

HARM = re.compile(r"\b(die|poison|kill|curse|mad|change|fear|shoot|taken off|drunk)\b")
HELP = re.compile(r"\b(safe|cannot die|bring back|who you are|master|drink|guests?|three times|sober|live in)\b")
GUESS = re.compile(r"whose character do you guess\? \((\d) of")
GUESSES = 5  # that a Juggler has
OF_THE_DEAD = "a dead player"  # whoever lives is picked in vain
KINDS = {
    "Devil's Advocate": "friend",
    "Klutz": "help",
    "Gambler": "sure",
    "Innkeeper": "help",
    "Exorcist": "find",
    "Sailor": "help",
    "Po": "harm",
}


def chooses(mind: Mind, legal: Sequence[Move], luck: Random) -> Move:
    """Harm goes to the other side, help to one's own, and what finds out to those of whom little is known."""
    guess = GUESS.search(mind.view.question.text) if mind.view.question is not None else None
    if guess is not None and (said := guesses(mind)):
        number = int(guess[1]) - 1
        return _named(mind.names[said[number][0]] if number < len(said) else "nobody", legal)
    names = {place.name: place.seat for place in mind.view.circle}
    players = {names[move.text]: move for move in legal if move.text in names}
    if not players:
        return _chooses_else(mind, legal, luck)
    nobody = next((move for move in legal if move.text == "nobody"), None)
    if nobody is not None and mind.view.question is not None and OF_THE_DEAD in mind.view.question.text:
        players = {seat: move for seat, move in players.items() if not mind.view.circle[seat].alive}
        if not players:
            return nobody
    kind = _kind(mind)
    worth = {seat: WORTH[kind](mind, seat) for seat in players}
    best = max(worth, key=lambda seat: worth[seat] + luck.random() * _sway(mind, kind, worth[seat]))
    if nobody is not None and not _is_time(mind, kind, best, luck):
        return nobody
    return players[best]


def _sway(mind: Mind, kind: str, worth: float) -> float:
    """How far chance sways a choice: further after quiet nights, as whoever is worth most seems to be safe."""
    quiet = mind.town.quiet if kind == "harm" and worth > 0 else 0
    return 0.0 if kind == "sure" else SWAY * (1 + quiet)


def _kind(mind: Mind) -> str:
    question = mind.view.question
    assert question is not None, "it is asked"
    if mind.me.character in KINDS:
        return KINDS[mind.me.character]
    if HELP.search(question.text):
        return "help"
    return "harm" if HARM.search(question.text) else "find"


def _is_time(mind: Mind, kind: str, best: int, luck: Random) -> bool:
    """Of what may be left for another night: is it time, and is there somebody fit for it?"""
    if kind == "help":
        return mind.trust(best) > 0.6 and (mind.place.alive or not mind.view.circle[best].alive)
    if mind.me.character in SAVES_UP:
        return luck.random() > LEFT
    if kind == "harm":
        return mind.view.night >= SPENT_BY or luck.random() < 0.4
    return True


def _harm(mind: Mind, seat: int) -> float:
    """To the living of the other side, the stronger the better; never to one's own, if it can be helped."""
    place = mind.view.circle[seat]
    if seat in mind.friends:
        return _passes_on(mind) if seat == mind.seat else -1.0 - (not place.alive)
    if not place.alive:
        return -2.0
    if mind.evil:
        return mind.trust(seat) * mind.strength(seat)
    return mind.guilt.get(seat, 0.0)


def _passes_on(mind: Mind) -> float:
    """A Demon whom all suspect may die for a Minion to go on, where dying by one's own hand does that."""
    alive = [seat for seat in mind.friends if seat != mind.seat and mind.view.circle[seat].alive]
    found = mind.seen.demon[mind.seat] > 0.6
    return 3.0 if mind.me.character == "Imp" and alive and found else -3.0


def _help(mind: Mind, seat: int) -> float:
    """To whom one trusts, the stronger the better."""
    if mind.evil:
        return 1.0 if seat in mind.friends else 0.0
    own = 0.6 if seat == mind.seat else 1.0
    return own * mind.trust(seat) * mind.strength(seat) - (not mind.view.circle[seat].alive)


def _friend(mind: Mind, seat: int) -> float:
    """To the one of one's side whom most suspect."""
    return mind.seen.demon[seat] + (1.0 if seat in mind.demons else 0.5 if seat in mind.friends else 0.0)


def _find(mind: Mind, seat: int) -> float:
    """Of whom it is worth to know more."""
    if seat == mind.seat:
        return -1.0
    question, found = mind.view.question, max(mind.guess.demon) > SHOT
    if found and question is not None and "second" in question.text:  # beside a suspect, somebody trusted
        return mind.trust(seat)
    doubt = mind.guess.evil[seat] * (1.0 - mind.guess.evil[seat]) + mind.guess.demon[seat]
    return doubt if mind.view.circle[seat].alive else doubt - 0.5


def _sure(mind: Mind, seat: int) -> float:
    """Of whom one knows best what they are: oneself, while nobody has said anything."""
    return float(seat == mind.seat) * 0.5 + mind.trust(seat) * bool(mind.view.circle[seat].claims)


WORTH: Mapping[str, Callable[[Mind, int], float]] = {
    "harm": _harm,
    "help": _help,
    "find": _find,
    "friend": _friend,
    "sure": _sure,
}


def _is_asked_about(mind: Mind, seat: int) -> bool:
    question = mind.view.question
    return question is not None and f"who is {mind.names[seat]}?" in question.text


def _chooses_else(mind: Mind, legal: Sequence[Move], luck: Random) -> Move:
    """A character, yes or no, a number: where it is somebody's, what they claim; else anything but nothing."""
    claimed = {name for place in mind.view.circle if place.seat != mind.seat for name in place.claims}
    moves = [move for move in legal if move.text != "nobody"] or list(legal)
    if all(move.text in NAMED for move in moves):
        said = [FACTS[id].name for seat, id in guesses(mind) if _is_asked_about(mind, seat)]
        if said:
            moves = [move for move in moves if move.text == said[0]] or moves
        elif mind.evil:
            moves = [move for move in moves if NAMED[move.text].team == "outsider"] or moves
        elif mind.me.character in KINDS:  # it has picked a player before
            seat = max(mind.town.ring, key=lambda seat: _sure(mind, seat))
            wanted = mind.me.character if seat == mind.seat else mind.view.circle[seat].claims[-1]
            moves = [move for move in moves if move.text == wanted] or moves
        else:
            demons = [move for move in moves if NAMED[move.text].team == "demon"]
            if demons and len(moves) < len(legal) and mind.view.night == 1:  # no Demon kills yet
                return _named("nobody", legal)
            moves = demons or [move for move in moves if move.text not in claimed] or moves
    return luck.choice(moves)
