"""The player `sensible`: claims, shares what it learned, nominates and votes by probability; evil ones seem good.

What follows goes by the kind of question, not by the character that asks it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from zlib import crc32

from facedown.core.game import Move
from facedown.games.clocktower.bots import bluffs
from facedown.games.clocktower.bots.belief import where
from facedown.games.clocktower.bots.mind import DEAR, LATE, Mind, declares, is_late
from facedown.games.clocktower.bots.suspicion import accusation, is_accused, reasons
from facedown.games.clocktower.bots.town import as_played, execution_costs, what_is_said
from facedown.games.clocktower.character import Aim, aim_of
from facedown.games.clocktower.characters.findings import guessed
from facedown.games.clocktower.moves import Answer, Deed, InSeat, Meaning, Part, Token, act_of
from facedown.games.clocktower.notation import say, with_words, words_move
from facedown.games.clocktower.observe import Asked, Observation, Said
from facedown.games.clocktower.questions import NO, NOBODY, YES
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.speech.claims import aloud
from facedown.games.clocktower.speech.reports import make_report
from facedown.games.clocktower.speech.spoken_reports import Report
from facedown.games.clocktower.speech.utterance import Content, Utterance

SUSPECT = 0.55  # the probability of being evil from which on it is said aloud
NEAR = 0.75  # the share of the highest guilt that is enough for a vote
SETTLING = 0.8  # factor for that after each vote that came to nothing
SETTLING_AT_ONCE = 0.5  # the same where a day without an execution may lose the game
WORSE = 1.1  # times the guilt of the player about to die from which on a vote for another is worth it
MUCH_WORSE = 1.4  # the same when few are alive: then a tie would lose
GIVEN_UP = 0.5  # how likely a Minion seems evil to everybody when other evil players give them up
HOLDS_BACK = 0.4  # how often evil let others vote where there are votes enough: too ready a hand is remembered
JOINS = 0.9  # how often evil vote for their own who are lost
GHOST = 0.5  # the guilt above which a dead player spends the last vote while many are alive
SHOT = 0.35  # the probability of being the Demon from which on a shot is worth it
SWAY = 0.6  # how far chance sways choices by night, so that nobody can reckon with them
LAST = 0.3  # the guilt that is enough for an execution when four are alive
EVEN, ODD = 1.1, 1.05  # times the mean guilt that an execution takes, by the number alive
LEFT = 0.3  # how often an ability that grows when unused is left unused
DARES = 0.1  # how often evil claim to be who it would be dear to execute
LATE_CLAIMS = 0.1  # for each evil player: how many of them keep quiet on the first day
SEVERAL = 3  # evil players, or characters of a script that have something to tell
TELLS = 0.44  # for each evil player: how often they claim to be one of these, if each told it but once
UNREAD = "..."  # in place of words, where nobody reads them
TALKATIVE = 9  # the most that one player says in a day
PATIENCE = 5  # days after which less and less guilt is enough
LOST_A_DAY = 0.25  # how much less with each further day, as a share
SPENT_BY = 3  # by this day an ability that works only once should be used


def sensible(view: Observation, legal: Sequence[Move], luck: Random) -> Move:
    """Choose a move that helps one's side, from what one knows."""
    question, me = view.question, view.me
    if question is None or me is None or view.seat is None or (not question.floor and len(legal) == 1):
        return legal[0]
    mind = Mind(view, me, view.seat)
    if question.free_text:
        return words_move("What did you learn?")
    if question.floor:
        return on_the_floor(mind, legal, luck)
    if question.topic == "vote":
        return _answers(YES if votes(mind, luck) else NO, legal)
    if question.topic == "exile":
        return _answers(YES if exiles(mind, question, luck) else NO, legal)
    if question.topic == "claim":
        return _answers(YES if question.args[0] == Token(me.character) else NO, legal)
    return chooses(mind, question, legal, luck)


def _answers(part: Part, legal: Sequence[Move]) -> Move:
    return _makes(Answer((part,)), legal) or legal[0]


def _makes(act: Meaning, legal: Sequence[Move]) -> Move | None:
    """The legal move with this meaning, if there is one."""
    return next((move for move in legal if act_of(move) == act), None)


# -- on the floor ------------------------------------------------------------------------------------------------


def on_the_floor(mind: Mind, legal: Sequence[Move], luck: Random) -> Move:
    """Choose on the open floor: a claim first, then what was learned, a suspicion, and nominations."""
    own = claims(mind, luck)
    if own is not None:
        return _makes(Deed("claim", (Token(own),)), legal) or legal[0]
    words = speaks(mind, luck)
    if words is not None:
        return says(mind, words)
    if not mind.view.nominating:
        return uses(mind, legal, luck) or legal[0]
    nominee = nominates(mind, luck)
    if nominee is None:
        return legal[0]
    if not is_accused(mind, nominee) and len(mind.place.says) < TALKATIVE:
        return says(mind, accusation(mind, nominee))
    return _makes(Deed("nominate", (InSeat(nominee),)), legal) or legal[0]


def says(mind: Mind, said: Said) -> Move:
    """The move that says this aloud."""
    return say(in_words(mind, said))


def in_words(mind: Mind, said: Said) -> Utterance:
    """What is said, as a sentence with its meaning."""
    words = aloud(said, mind.names, mind.view.own_names, mind.seat) if mind.names else UNREAD
    return Utterance(words, Content(said))


def claims(mind: Mind, luck: Random) -> str | None:
    """The id of the character that they claim now, or None."""
    script = {fact.id for fact in mind.view.script}
    if mind.mad in script and mind.mad not in mind.place.claims:
        return mind.mad
    if mind.me.character in script and is_taken_for_another(mind):
        return mind.me.character
    if mind.place.claims or mind.place.character is not None or not may_claim(mind):
        return None
    claimed = claim(mind, luck)
    return claimed if claimed in script else None


def is_taken_for_another(mind: Mind) -> bool:
    """Whether a good player has only claimed what they were mad about, and now tells the truth again."""
    me, claims = mind.me, mind.place.claims
    if mind.evil or mind.mad or not claims or me.character in claims or as_played(me.character).hides:
        return False
    return claims[-1] in {told.args[1].id for told in me.told if told.topic == "mad"}


def speaks(mind: Mind, luck: Random) -> Said | None:
    """What they say now, or None."""
    if not mind.place.claims and mind.place.character is None:
        return None
    if len(mind.place.says) >= TALKATIVE:
        return None
    unsaid = [*mind.unsaid, *bluffs.reports(mind, luck)] if mind.evil else mind.unsaid
    unsaid = [said for said in unsaid if may_be_said(mind, said)]
    if mind.mad not in ("", mind.me.character):  # what another character learns would give them away
        unsaid = []
    return unsaid[0] if unsaid else accuses(mind)


def may_be_said(mind: Mind, said: Said) -> bool:
    """Whether they may say this: nobody says that they themselves are evil."""
    mask = where(mind.town, mind.seat, said)
    return mask is None or bool((mask & ~mind.town.worlds.evil[mind.seat]).any())


def accuses(mind: Mind) -> Said | None:
    """Accuse the most suspected player, if nobody has done so today."""
    evil = mind.guess.evil
    suspect = max(mind.town.living, key=evil.__getitem__, default=mind.seat)
    if evil[suspect] < SUSPECT or ("evil", suspect) in mind.said:
        return None
    said_today = [what_is_said(said) for place in mind.view.circle for said in place.says]
    return None if ("evil", suspect) in said_today else accusation(mind, suspect)


def may_claim(mind: Mind) -> bool:
    """A player who learns something every night keeps quiet at first, but not if nominated or late in the game."""
    view = mind.view
    if view.day > 1 or len(mind.town.living) <= LATE or not mind.place.alive:
        return True
    if any(nomination.nominee == mind.seat for nomination in view.nominations):
        return True
    if mind.twins and not mind.evil:  # the town must hear it before it executes anybody
        return True
    if mind.evil:
        return not waits(mind)
    return as_played(mind.me.character).declares_at_once or not is_late(mind.me.character)


def waits(mind: Mind) -> bool:
    """Whether this evil player says late who they are, like players who learn something every night.

    Then they know better what is free.  In a small town, where few keep quiet, it would be noticed.  It depends on
    nothing that anybody else sees.
    """
    if len(mind.friends) < SEVERAL:
        return False
    own = f"{mind.me.character} {sorted(mind.friends)} {mind.bluffs}"
    return crc32(own.encode()) % 100 < 100 * LATE_CLAIMS * len(mind.friends)


def claim(mind: Mind, luck: Random) -> str:
    """The character to claim: good players tell the truth, evil ones choose one that is probably not in play."""
    if not mind.evil and not as_played(mind.me.character).hides:
        return mind.me.character
    taken = {id for place in mind.view.circle for id in place.claims}
    if (dear := dear_claims(mind, taken)) and luck.random() < DARES:
        return luck.choice(dear)
    shown = [id for id in mind.bluffs if id not in taken]
    script = [fact.id for fact in mind.view.script if fact.team == "townsfolk" and fact.id not in taken]
    if mind.view.day == 1 and not shown:  # too early for one who would not have said so yet
        script = [id for id in script if not is_late(id)] or script
    free = shown or script or [mind.me.character]
    if mind.evil and luck.random() < tells(mind):
        late = waits(mind)
        free = [id for id in free if bluffs.tells(id) and (late or not bluffs.tells_anew(id))] or free
    return luck.choice(free)


def tells(mind: Mind) -> float:
    """How often an evil player claims to be somebody who has something to tell, where many of the script have.

    The less often the more of these would have to tell something anew each night.
    """
    telling = [fact.id for fact in mind.view.script if bluffs.tells(fact.id)]
    if len(telling) < SEVERAL:
        return 0.0
    return TELLS * len(mind.friends) * sum(not bluffs.tells_anew(id) for id in telling) / len(telling)


def dear_claims(mind: Mind, taken: set[str]) -> list[str]:
    """For evil: Outsiders whose execution would cost the town the game, while one more is believable."""
    facts = mind.town.facts
    claimed = sum(facts[id].team == "outsider" for id in taken if id in facts)
    if not mind.evil or claimed >= team_counts(len(mind.town.residents))["outsider"]:
        return []
    script = [fact.id for fact in mind.view.script if fact.team == "outsider" and fact.id not in taken]
    return [id for id in script if execution_costs(id) >= DEAR]


def uses(mind: Mind, legal: Sequence[Move], luck: Random) -> Move | None:
    """The declaration of one's own ability, when it is time for it."""
    own = mind.me.character
    if not declares(own) or not mind.place.alive:
        return None
    if (mind.view.day == 1) != as_played(own).declares_at_once:
        return None
    moves = [move for move in legal if _is_use(act_of(move), own)]
    if moves and as_played(own).guesses:
        return moves[0] if guesses(mind) else _announces_guesses(mind, own)
    if not moves or _used(mind, own) or luck.random() < 0.5:  # what may be declared often is to come to an end
        return None
    if act_of(moves[0]) == Deed("use", (Token(own),)):
        return _asks(mind, moves[0], own)
    return _aims(mind, moves, own, luck)


def _is_use(act: Meaning, own: str) -> bool:
    return isinstance(act, Deed) and act.verb == "use" and act.about[0] == Token(own)


def _aims(mind: Mind, moves: Sequence[Move], own: str, luck: Random) -> Move | None:
    """Choose a target that is announced first, so that everybody remembers it."""
    shots: dict[Said | None, int] = {
        Report(f"D{mind.view.day}", own, (("chose", seat),)): seat
        for seat in mind.town.living
        if seat not in mind.friends
    }
    announced = next((said for said in mind.place.says if said in shots), None)
    if announced is not None:
        return _makes(Deed("use", (Token(own), InSeat(shots[announced]))), moves) or moves[0]
    worth = _harm if mind.evil else _find
    suspect = max(shots, key=lambda shot: worth(mind, shots[shot]) + luck.random() * 0.01, default=None)
    if suspect is None or (mind.guess.demon[shots[suspect]] < SHOT and mind.view.day < SPENT_BY):
        return None
    return says(mind, suspect)


def _announces_guesses(mind: Mind, own: str) -> Move | None:
    """Announce guesses before they are made, so that everybody remembers them."""
    seats = [seat for seat in mind.town.living if seat not in mind.friends and mind.town.claims[seat]]
    seats = sorted(sorted(seats, key=mind.trust)[: as_played(own).guesses])
    roles = [mind.town.claims[seat][-1] for seat in seats]
    report = make_report(f"D{mind.view.day}", own, seats, roles, ()) if seats else None
    return says(mind, report) if report is not None else None


def guesses(mind: Mind) -> list[tuple[int, str]]:
    """The players and characters that they have announced today to guess."""
    said = (report for report in mind.place.says if isinstance(report, Report))
    return next((guessed(report) for report in said if guessed(report)), [])


def _used(mind: Mind, id: str) -> bool:
    """Whether they said or heard on an earlier day that it was done."""
    said = (report for report in mind.place.said_before if isinstance(report, Report) and report.by == id)
    return any(report.learned[0][0] == "chose" for report in said) or any(
        told.report is not None or told.topic in ("answer", "advice")
        for told in mind.me.told
        if told.night <= told.day
    )


def _asks(mind: Mind, move: Move, id: str) -> Move:
    """Ask, or state, whether the most suspected player is the Demon."""
    living = [seat for seat in mind.town.living if seat != mind.seat]
    if not living or not as_played(id).states:
        return move
    suspect = max(living, key=lambda seat: mind.guess.demon[seat])
    return with_words(move, in_words(mind, ("team", suspect, "demon")))


# -- nominations and votes ---------------------------------------------------------------------------------------


def bar(mind: Mind) -> float:
    """The least guilt for which an execution is worth it today.

    Of an even number alive, one fewer would die by the sword in the end: there is time to learn more.
    """
    alive = len(mind.town.living)
    if mind.town.characters.must_execute:
        return 0.0
    if alive <= 3:
        return 0.0 if mind.evil else mind.held
    if alive == LATE:
        return LAST * patience(mind)
    mean = sum(max(0.0, guilt) for guilt in mind.guilt.values()) / max(1, len(mind.guilt))
    return mean * (EVEN if alive % 2 == 0 else ODD) * patience(mind)


def enough(mind: Mind) -> float:
    """The guilt that is enough for a nomination or a vote; near the end, evil spares only its own."""
    if mind.evil and len(mind.town.living) <= LATE:
        return -1.0
    return max(bar(mind), near(mind) * max(mind.guilt.values()))


def near(mind: Mind) -> float:
    """The share of the highest guilt that is enough; it falls after votes without a result."""
    view = mind.view
    failed = 0 if view.block is not None else sum(nomination.done for nomination in view.nominations)
    settling = SETTLING_AT_ONCE if mind.town.characters.must_execute else SETTLING
    return NEAR * settling**failed * patience(mind)


def patience(mind: Mind) -> float:
    """A factor that falls from 1 to 0 over the days, so that even a divided town ends the game."""
    return max(0.0, 1.0 - LOST_A_DAY * max(0, mind.view.day - PATIENCE))


def nominates(mind: Mind, luck: Random) -> int | None:
    """Nominate the guiltiest player, if possible one they accused, unless one as guilty is about to die."""
    view, block = mind.view, mind.view.block
    if not mind.place.alive or any(nomination.by == mind.seat for nomination in view.nominations):
        return None
    before = {nomination.nominee for nomination in view.nominations}
    seats = [seat for seat in mind.guilt if seat not in before and seat not in mind.spared]
    seats = [seat for seat in seats if is_worth_it(mind, seat)]
    if not seats:
        return None
    worth = {seat: mind.guilt[seat] + luck.random() * 1e-3 + mind.has_accused_today(seat) * 2e-3 for seat in seats}
    chosen = max(worth, key=worth.__getitem__)
    guilt = mind.guilt[chosen]
    if guilt < enough(mind) or (block is not None and guilt < worse(mind, block)):
        return None
    return chosen


def is_worth_it(mind: Mind, seat: int) -> bool:
    """Whether there is a reason to risk what the execution of this player may cost."""
    return mind.cost(seat) == 0 or (mind.guilt[seat] > 0 and bool(reasons(mind, seat)))


def worse(mind: Mind, block: int) -> float:
    """The guilt from which it is worth outvoting the player about to die; near the end, a tie would lose."""
    return mind.guilt.get(block, 1.0) * (WORSE if len(mind.town.living) > LATE else MUCH_WORSE)


def votes(mind: Mind, luck: Random) -> bool:
    """Whether to vote: for the guiltiest players, but evil not for its own."""
    view = mind.view
    nomination = view.nominations[-1]
    nominee = nomination.nominee
    if nominee is None or nominee not in mind.guilt or nominee == mind.seat:
        return False
    if mind.evil and nominee in mind.spared:
        return mind.place.alive and (is_lost(mind) or gives_up(mind, nominee)) and luck.random() < JOINS
    if not is_worth_it(mind, nominee):
        return False
    guilt, block = mind.guilt[nominee] * luck.uniform(0.9, 1.1), view.block
    if block is not None:
        if mind.evil and block in mind.spared:
            return True
        if guilt < worse(mind, block):
            return False
    if guilt < enough(mind):
        return False
    if mind.evil and is_lost(mind) and len(mind.town.living) > LATE and luck.random() < HOLDS_BACK:
        return False
    return mind.place.alive or _spends_ghost_vote(mind, guilt)


def gives_up(mind: Mind, seat: int) -> bool:
    """Whether it is a Minion whom everybody suspects anyway; voting for them looks good."""
    return seat not in mind.demons and mind.seen.evil[seat] > GIVEN_UP


def is_lost(mind: Mind) -> bool:
    """Whether there is a majority already, so that another vote changes nothing and looks good."""
    return mind.view.nominations[-1].tally >= to_win(mind)


def to_win(mind: Mind) -> int:
    """The number of votes that puts today's nominee in place of the player about to die."""
    view = mind.view
    to_beat = max((other.tally for other in view.nominations if other.nominee == view.block), default=0)
    return max(view.threshold, to_beat + 1)


def _spends_ghost_vote(mind: Mind, guilt: float) -> bool:
    """Whether a dead player votes: late, or for somebody surely guilty, and only if it still matters."""
    return not is_lost(mind) and (len(mind.town.living) <= LATE or guilt > GHOST)


def exiles(mind: Mind, question: Asked, luck: Random) -> bool:
    """Whether to support an exile: only evil players know a Traveller's side, and spare their own."""
    spared = any(InSeat(seat) in question.args for seat in mind.friends)
    return not spared and luck.random() < 0.4


# -- choices, mostly by night ------------------------------------------------------------------------------------

HIDING = 1.6  # how strong somebody may be who has not claimed anything
TRUSTED = 2  # how much more the trusted are worth killing than the suspected, as a power
NIGHTS_TO_COME = 6  # players alive beside two from which on what a character does counts in full
FOUND = 1.2  # times likelier than the average player to be the Demon, to everybody: then it is passed on


def chooses(mind: Mind, question: Asked, legal: Sequence[Move], luck: Random) -> Move:
    """Choose a target: harm goes to the other side, help to one's own, questions to players little known."""
    if question.step == "guess" and (said := guesses(mind)):
        number = question.args[0] - 1
        return _answers(InSeat(said[number][0]) if number < len(said) else NOBODY, legal)
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


def _is_of_the_dead(question: Asked) -> bool:
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
    if aim == "sure":
        return 0.0
    if aim != "harm":
        return SWAY
    return SWAY * (1 + mind.town.quiet * (worth > 0)) * to_come(mind)


def _aim(question: Asked) -> Aim:
    """What the choice is for, as declared by the character that asks."""
    return aim_of(question.owner, question.step) if question.topic == "choice" else "find"


def _is_time(mind: Mind, aim: Aim, best: int, luck: Random) -> bool:
    """Whether it is time for a choice that can wait for another night, and somebody is suitable."""
    if aim == "help":
        return mind.trust(best) > 0.6 and (mind.place.alive or not mind.view.circle[best].alive)
    if as_played(mind.me.character).grows_when_left:
        return luck.random() > LEFT
    if aim == "harm":
        return mind.view.night >= SPENT_BY or luck.random() < 0.4
    return True


def _harm(mind: Mind, seat: int) -> float:
    """Rate targets of harm: strong living players of the other side first, one's own last."""
    place = mind.view.circle[seat]
    if seat in mind.friends:
        return _passes_on(mind) if seat == mind.seat else -1.0 - (not place.alive)
    if not place.alive:
        return -2.0
    if mind.evil:  # who has not said who they are learns something every night, perhaps
        strength = mind.strength(seat) if mind.town.claims[seat] else HIDING
        return (1.0 - mind.seen.evil[seat]) ** TRUSTED * (1.0 + to_come(mind) * (strength - 1.0))
    return mind.guilt.get(seat, 0.0)


def to_come(mind: Mind) -> float:
    """The part of the game that is still to come for a night ability, from 1 to 0."""
    return max(0.0, min(1.0, (len(mind.town.living) - 2) / NIGHTS_TO_COME))


def _passes_on(mind: Mind) -> float:
    """Whether a suspected Demon kills itself so that a Minion becomes the Demon."""
    demon, heirs = mind.seen.demon, mind.friends - {mind.seat}
    alive = [seat for seat in heirs if mind.view.circle[seat].alive and demon[seat] < demon[mind.seat]]
    found = demon[mind.seat] * len(mind.town.residents) > FOUND
    return 3.0 if as_played(mind.me.character).passes_on and alive and found else -3.0


def _help(mind: Mind, seat: int) -> float:
    """Rate targets of help: trusted and strong players first."""
    if mind.evil:
        return 1.0 if seat in mind.friends else 0.0
    own = 0.6 if seat == mind.seat else 1.0
    return own * mind.trust(seat) * mind.strength(seat) - (not mind.view.circle[seat].alive)


def _friend(mind: Mind, seat: int) -> float:
    """Rate targets on one's own side: the most suspected first."""
    return mind.seen.demon[seat] + (1.0 if seat in mind.demons else 0.5 if seat in mind.friends else 0.0)


def _find(mind: Mind, seat: int) -> float:
    """Rate targets of questions: players about whom it is worth knowing more."""
    if seat == mind.seat:
        return -1.0
    question, found = mind.view.question, max(mind.guess.demon) > SHOT
    if found and question is not None and question.step == "second":  # beside a suspect, somebody trusted
        return mind.trust(seat)
    doubt = mind.guess.evil[seat] * (1.0 - mind.guess.evil[seat]) + mind.guess.demon[seat]
    return doubt if mind.view.circle[seat].alive else doubt - 0.5


def _sure(mind: Mind, seat: int) -> float:
    """Rate players by how well their character is known; oneself while nobody has said anything."""
    return float(seat == mind.seat) * 0.5 + mind.trust(seat) * bool(mind.view.circle[seat].claims)


WORTH: Mapping[Aim, Callable[[Mind, int], float]] = {
    "harm": _harm,
    "help": _help,
    "find": _find,
    "friend": _friend,
    "sure": _sure,
}


def _chooses_else(mind: Mind, question: Asked, legal: Sequence[Move], luck: Random) -> Move:
    """Choose a character, yes or no, or a number: a player's claimed character if one is meant, else at random."""
    moves = [move for move in legal if _picked(move) != NOBODY] or list(legal)
    tokens = {part.id: move for move in moves if isinstance(part := _picked(move), Token)}
    if len(tokens) < len(moves):
        return luck.choice(moves)
    said = [id for seat, id in guesses(mind) if question.step == "character" and InSeat(seat) in question.args]
    teams = {id: mind.town.team_of(id) for id in tokens}
    if said:
        moves = [tokens[id] for id in tokens if id == said[0]] or moves
    elif mind.evil:
        moves = [tokens[id] for id in tokens if teams[id] == "outsider"] or moves
    elif _aim(question) == "sure":  # of a player whom it has chosen before
        seat = max(mind.town.ring, key=lambda seat: _sure(mind, seat))
        wanted = mind.me.character if seat == mind.seat else mind.view.circle[seat].claims[-1]
        moves = [tokens[id] for id in tokens if id == wanted] or moves
    else:
        demons = [tokens[id] for id in tokens if teams[id] == "demon"]
        if demons and len(moves) < len(legal) and mind.view.night == 1:  # no Demon kills yet
            return _answers(NOBODY, legal)
        claimed = {id for place in mind.view.circle if place.seat != mind.seat for id in place.claims}
        moves = demons or [tokens[id] for id in tokens if id not in claimed] or moves
    return luck.choice(moves)
