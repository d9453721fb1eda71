"""The storyteller `balanced`: helps the side that is behind, and keeps what is false plausible.

Every choice that the cards leave open has a topic; what a topic's answers are worth is written here, once, without
chance.  The policy draws one of the best, so that whoever knows this program does not know the town; what is told
or shown it draws among all that leave both sides a chance.  `suggestion` draws alike, for a person at the grimoire.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp
from random import Random
from typing import Any, TypeAlias

from facedown.core.game import Move
from facedown.games.clocktower.bots.advice import advice
from facedown.games.clocktower.bots.belief import is_so
from facedown.games.clocktower.bots.grimoire import Grimoire, Option, one
from facedown.games.clocktower.bots.mind import strength, thought
from facedown.games.clocktower.bots.moves import made
from facedown.games.clocktower.moves import Answer, InSeat, Part, Token, act_of
from facedown.games.clocktower.observe import GrimoireToken, Observation, Words
from facedown.games.clocktower.questions import WORDS, Word
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.speech.reports import make_report
from facedown.games.clocktower.speech.statements import Evil, Never, Not, Report, Statement, without_reason

STUCK = 3  # after this many nights without a death, somebody should die
OLD = 8  # days, after which nobody is brought back
STILL = 0.2  # how much less a night without a death is worth for each quiet night before it
SECRET_WORDS = ("rhubarb", "porcupine", "marmalade", "trombone", "gargoyle", "mulberry", "dumpling", "walrus")

Worth: TypeAlias = Callable[[Grimoire, Option], float]


def balanced(view: Observation, legal: Sequence[Move], luck: Random) -> Move:
    """Choose where the rules leave it to the storyteller, so that both sides stay in the game."""
    question = view.question
    if question is None or question.floor or len(legal) == 1 + question.free_text:  # words need not be said
        return legal[0]
    grimoire = Grimoire(view, question)
    if question.free_text:
        return made(view, words(grimoire, luck))
    return _drawn(grimoire, legal, luck)


def suggestion(view: Observation, legal: Sequence[Move], luck: Random) -> Move:
    """The policy's choice, as a suggestion to a person; free text is left to them."""
    question = view.question
    if question is None or question.floor or question.free_text:
        return legal[0]
    return _drawn(Grimoire(view, question), legal, luck)


def _drawn(grimoire: Grimoire, legal: Sequence[Move], luck: Random) -> Move:
    odds = likely_choices(grimoire, legal)
    return next(iter(odds)) if len(odds) == 1 else luck.choices(list(odds), list(odds.values()))[0]


def likely_choices(grimoire: Grimoire, legal: Sequence[Move]) -> dict[Move, float]:
    """The choices that the policy may make, and how likely each is beside the best."""
    topic = grimoire.question.topic
    worth, spread = WORTH.get(topic), SPREAD.get(topic, 0.0)
    if worth is None or len(legal) == 1:
        return dict.fromkeys(legal, 1.0)
    values = {move: worth(grimoire, _option(move)) for move in legal}
    best = max(values.values())
    near = {move: best - value for move, value in values.items() if best - value < max(1e-9, FAR * spread)}
    return {move: exp(-off / spread) if spread else 1.0 for move, off in near.items()}


def _option(move: Move) -> Option:
    act = act_of(move)
    return act.parts if isinstance(act, Answer) else ()


# -- what is told ------------------------------------------------------------------------------------------------


def _tells(grimoire: Grimoire, option: Option) -> float:
    """Rate information: the truth for good if it is behind, else believable falsehoods."""
    question = grimoire.question
    if not question.truths:
        return _picks(grimoire, option)
    true = option in question.truths
    if true:
        plain = 0.5 if option == question.truths[0] else 0.0
        return {"good": 1.6 + plain, "": 0.5 + plain, "evil": 0.0}[grimoire.behind]
    return 1.0 + _plausible(grimoire, option)


def _plausible(grimoire: Grimoire, option: Option) -> float:
    """Rate falsehoods: near the truth, true if no evil player were evil, characters that are not in play."""
    truths = grimoire.question.truths or ()
    value = 0.0
    number, true = one(option), [one(truth) for truth in truths]
    if isinstance(number, int) and isinstance(true[0], int):
        value -= 0.2 * min(abs(number - truth) for truth in true if isinstance(truth, int))
    for part in option:
        if isinstance(part, Token):
            value += 0.3 * (part.id not in grimoire.in_play and part.id not in grimoire.claimed)
            value += 0.2 * (grimoire.town.team_of(part.id) == _team(grimoire, truths[0]))
    report = _report_by_receiver(grimoire, option)
    receiver = grimoire.question.receiver
    if receiver is not None and InSeat(receiver) in option:  # who know what they are themselves
        value -= 1.0
    if report is not None and receiver is not None:
        value += 0.6 * (is_so(grimoire.town, receiver, report, grimoire.pretended) or 0)
    return value


def _team(grimoire: Grimoire, option: Option) -> str:
    return next((grimoire.town.team_of(part.id) for part in option if isinstance(part, Token)), "")


def _report_by_receiver(grimoire: Grimoire, option: Option) -> Report | None:
    """The report that the receiver would give of it."""
    receiver = grimoire.question.receiver
    if receiver is None:
        return None
    own = grimoire.tokens[receiver].shown or grimoire.tokens[receiver].character
    if own not in FACTS:
        return None
    seats = [part.seat for part in option if isinstance(part, InSeat)]
    seats += [token.seat for token in grimoire.named if token.seat != receiver]
    roles = [part.id for part in option if isinstance(part, Token) and part.id in FACTS]
    return make_report(f"N{grimoire.view.night}", own, seats, roles, [_value(part) for part in option])


def _value(part: Part) -> Any:
    if part in ("yes", "no"):
        return part == "yes"
    if isinstance(part, str):
        return Word(part) if part in WORDS else None
    return part if isinstance(part, int) else None


def _picks(grimoire: Grimoire, option: Option) -> float:
    """Choose the parts of information about several players: whom, and as what."""
    token, fact = grimoire.token(option), grimoire.fact(option)
    if fact is not None:  # of characters: where it is false, one that nobody is
        return 0.3 * (fact.id not in grimoire.in_play) if fact.team in ("minion", "outsider") else 0.0
    if token is None:
        return 0.0
    own = {token.alignment, grimoire.town.team_of(token.character)}
    if grimoire.question.step == "found":  # somebody who only passes for it, where good are ahead
        return 0.5 * (("evil" in own) == (grimoire.behind == "evil"))
    return 0.2 * (token.alignment == grimoire.behind)


def _passes(grimoire: Grimoire, option: Option) -> float:
    """Whether somebody registers as what they are not: if possible, unless good is behind."""
    honest = grimoire.behind == "good"
    token = grimoire.named[0] if grimoire.named else None
    if one(option) in ("yes", "no"):
        if grimoire.question.step != "reading" or token is None:
            return float((one(option) == "no") == honest)
        return float((one(option) == "yes") == (_is(grimoire, token, grimoire.question.args[1]) == honest))
    fact = grimoire.fact(option)
    own = token is not None and fact is not None and fact.id == token.character
    unclaimed = fact is not None and fact.id not in grimoire.in_play and fact.id not in grimoire.claimed
    return float(own == honest) + 0.3 * unclaimed


def _is(grimoire: Grimoire, token: GrimoireToken, reading: str) -> bool:
    return reading in (token.alignment, token.character, grimoire.town.team_of(token.character))


# -- what is shown at set-up -------------------------------------------------------------------------------------


def _bluff(grimoire: Grimoire, option: Option) -> float:
    """Rate bluffs: Townsfolk first, above all those that learn something only once."""
    fact = grimoire.fact(option)
    if fact is None or fact.team not in ("townsfolk", "outsider"):
        return -1.0
    return (fact.team == "townsfolk") + 0.2 * (strength(fact.id) < 2.0) - 2.0 * (fact.id in grimoire.in_play)


def _believed(grimoire: Grimoire, option: Option) -> float:
    """Rate characters that somebody wrongly takes for their own: with much information, and not in play."""
    fact = grimoire.fact(option)
    if fact is None:
        return 0.0
    return (
        0.1 * (strength(fact.id) >= 2.0) - (fact.id in grimoire.in_play) - 0.5 * (fact.id in grimoire.view.bluffs)
    )


def _herring(grimoire: Grimoire, option: Option) -> float:
    """Rate red herrings: a good player other than the one who is misled."""
    token = grimoire.token(option)
    if token is None:
        return 0.0
    return 2.0 * (token.alignment == "good") - 0.3 * (token in grimoire.named)


# -- harm and help -----------------------------------------------------------------------------------------------


def _harm(grimoire: Grimoire, option: Option) -> float:
    """Rate targets of harm: players of the side that is ahead; nobody if the sides are even, but not every night.

    Never the Demon, unless no other is left alive.
    """
    token = grimoire.token(option)
    if token is None:  # nobody
        return (0.5 if grimoire.behind != "good" else 0.2) - STILL * grimoire.town.quiet
    if not token.alive:
        return -3.0
    if grimoire.is_demon(token):
        return 1.0 if grimoire.only_demons else -2.0
    if grimoire.behind == "good":
        return float(token.alignment == "evil") - 0.5 * (token.alignment == "good")
    return float(token.alignment == "good") * (0.4 if not grimoire.behind else 1.0)


def _drunk(grimoire: Grimoire, option: Option) -> float:
    """Rate whom to make drunk: strong players of the side that is ahead; a Demon only after a death at night.

    After many nights without a death, whose ability asks: a Sailor who is sober cannot die.
    """
    token = grimoire.token(option)
    if token is None:
        return 0.0
    if grimoire.town.quiet >= STUCK:
        return float(token.seat == grimoire.question.receiver)
    if grimoire.is_demon(token) and grimoire.town.quiet:
        return -2.0
    ahead = "evil" if grimoire.behind == "good" else "good"
    if token.alignment != ahead:
        return -1.0
    return float(token.alive) + 0.3 * (strength(token.character) if token.character in FACTS else 0.0)


def _protect(grimoire: Grimoire, option: Option) -> float:
    token = grimoire.token(option)
    return 0.0 if token is None else float(token.alignment == (grimoire.behind or "good"))


def _saves(grimoire: Grimoire, option: Option) -> float:
    """Whether to save a player: of the side that is behind, but not every time, as deaths give information."""
    token = grimoire.named[0] if grimoire.named else None
    again = sum(grimoire.town.survived) > (grimoire.behind == "good")
    lives = token is not None and not again and token.alignment == (grimoire.behind or "good")
    return float((one(option) == "yes") == lives)


def _raises(grimoire: Grimoire, option: Option) -> float:
    """Whether to bring somebody back: a player of the side that is behind, early in the game."""
    token = grimoire.token(option)
    if token is None:
        return 0.5 if grimoire.view.day < OLD else 2.0
    return float(token.alignment == grimoire.behind)


def _dies_at_will(grimoire: Grimoire, option: Option) -> float:
    """Rate players who may die at will: good ones."""
    return float((one(option) == "yes") == (grimoire.behind == "evil"))


def _heir(grimoire: Grimoire, option: Option) -> float:
    """Rate heirs of the Demon: true Minions before a Recluse, the least suspected first."""
    token = grimoire.token(option)
    return _least_suspected(grimoire, option) + 2.0 * (token is not None and token.alignment == "evil")


def _least_suspected(grimoire: Grimoire, option: Option) -> float:
    token = grimoire.token(option)
    if token is None:
        return -1.0
    return float(token.alive) - thought(grimoire.town).guess.evil[token.seat]


# -- judgement ---------------------------------------------------------------------------------------------------


def _judges_madness(grimoire: Grimoire, option: Option) -> float:
    """Whether to execute somebody who broke their madness: if that helps the side that is behind."""
    token = grimoire.named[0] if grimoire.named else None
    if token is None:
        return float(one(option) == "no")
    claims = grimoire.view.circle[token.seat].claims
    about = next((part.id for part in grimoire.question.args if isinstance(part, Token)), None)
    if about is not None:
        guilty = about not in claims
    else:
        guilty = any(grimoire.town.team_of(claim) == "outsider" for claim in claims)
    if grimoire.question.step == "was mad":
        return float((one(option) == "no") == guilty)
    dies = guilty and token.alignment != (grimoire.behind or "evil")
    return float((one(option) == "yes") == dies)


def _judges_accusation(grimoire: Grimoire, option: Option) -> float:
    """Who dies as somebody has not accused whom they should: somebody of the side that is ahead, and no Demon."""
    token, (mad, accused) = grimoire.token(option), grimoire.named[:2]
    said = map(without_reason, grimoire.view.circle[mad.seat].says)
    if Evil(accused.seat) in said or token is None:
        return float(token is None)
    return 2.0 * (token.alignment != (grimoire.behind or "evil") and not grimoire.is_demon(token))


def _grants(grimoire: Grimoire, option: Option) -> float:
    """Whether a wish comes true: if evil is behind."""
    return float(one(option) == ("yes" if grimoire.behind == "evil" else "no"))


def _turns(grimoire: Grimoire, option: Option) -> float:
    """Whom to turn into what: a player of the side that is ahead, no Demon, into another of the same team."""
    token, fact = grimoire.token(option), grimoire.fact(option)
    if token is not None:
        return float(token.alignment != (grimoire.behind or "evil")) - 5.0 * grimoire.is_demon(token)
    if fact is None or not grimoire.named:
        return 0.0
    same = fact.team == grimoire.town.team_of(grimoire.named[0].character)
    return 2.0 * same - (fact.id in grimoire.in_play)


def _sides_with_behind(grimoire: Grimoire, option: Option) -> float:
    return float(one(option) == grimoire.behind)


def _is_winning(grimoire: Grimoire, option: Option) -> float:
    """The side that the storyteller thinks is winning."""
    return float(one(option) == {"good": "evil", "evil": "good", "": "neither"}[grimoire.behind])


def _says_no(grimoire: Grimoire, option: Option) -> float:
    return float(one(option) in ("no", "nobody"))


def _judges(grimoire: Grimoire, option: Option) -> float:
    return _is_winning(grimoire, option) + 0.5 * (one(option) in ("no", "cold"))


def _truth(grimoire: Grimoire, option: Option) -> float:
    """Whether what somebody has said or asked is true, as an answer to the question."""
    _, words, *how = grimoire.question.args
    said = next(iter(words.said.said.says), None) if isinstance(words, Words) else None
    true = grimoire.is_true(said) if isinstance(said, Statement) and not isinstance(said, Report) else None
    if true is None:
        return float(one(option) in ("unknown", "no"))
    if "falsely" in how or ("as you like" in how and grimoire.behind != "good"):
        true = not true
    return float(one(option) == ("yes" if true else "no"))


# -- words -------------------------------------------------------------------------------------------------------


def words(grimoire: Grimoire, luck: Random) -> Answer:
    """Free text: a secret word, advice, or two things of which one is true."""
    question = grimoire.question
    if question.topic == "secret word":
        word = luck.choice(SECRET_WORDS)
        return Answer(words=f"who ate my {word}" if question.step == "phrase" else word)
    seats = [seat for seat in grimoire.town.residents if seat not in {token.seat for token in grimoire.named}]
    said: Evil | Never = Evil(luck.choice(seats)) if seats else Never()
    true = bool(grimoire.is_true(said))
    if question.topic == "two things":
        first = (grimoire.view.day + grimoire.named[0].seat) % 2 == 0  # whether the first is the true one
        wanted = (question.step == "first") == first and "both false" not in question.args
        return Answer(says=(said if true == wanted else Not(said),))
    if question.topic == "advice":
        return Answer(says=(advice(grimoire, luck),))
    return Answer(words="Trust nobody who cannot say what they saw.")


FAR = 3.0  # times the spread: what is worth less by so much is never chosen
# How far off the best a choice may be worth, by topic, to be made e times less often; others are made only if best.
SPREAD: Mapping[str, float] = {
    "tell": 0.35, "register": 0.4, "false": 0.3, "decoy": 0.3, "herring": 0.3, "bluff": 0.3, "shown": 0.2,
    "drunk": 0.25, "poison": 0.25, "kill": 0.25,
}  # fmt: skip
WORTH: Mapping[str, Worth] = {
    "tell": _tells,
    "false": _herring,
    "register": _passes,
    "bluff": _bluff,
    "decoy": _herring,
    "shown": _believed,
    "herring": _herring,
    "kill": _harm,
    "redirect": _harm,
    "choice": _harm,  # of an ability that is the storyteller's own
    "drunk": _drunk,
    "poison": _drunk,
    "protect": _protect,
    "save": _saves,
    "raise": _raises,
    "dies": _dies_at_will,
    "heir": _heir,
    "sitter": _least_suspected,
    "madness": _judges_madness,
    "accusation": _judges_accusation,
    "penalty": _says_no,
    "another": _says_no,  # to protect: nobody here can tell who is new to the game
    "duel": _says_no,
    "liar": _says_no,
    "wish": _grants,
    "notice": _says_no,
    "both die": _says_no,
    "cheating": _says_no,
    "review": _says_no,
    "turns": _turns,
    "judge": _judges,
    "side": _sides_with_behind,
    "truth": _truth,
}
