"""The storyteller `balanced`: helps the side that is behind, and keeps what is false plausible.

Every choice that the cards leave open has a topic; what a topic's answers are worth is written here, once, without
chance.  The policy takes one of the best; `suggestion` takes the first of them, for a person at the grimoire.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

from facedown.core.game import Move
from facedown.games.clocktower.bots.belief import common, guess, supposing, where
from facedown.games.clocktower.bots.mind import strength
from facedown.games.clocktower.bots.town import NAMED, Town, town_of
from facedown.games.clocktower.claims import Report, Statement, english, understood
from facedown.games.clocktower.notation import read
from facedown.games.clocktower.questions import WORDS, Word
from facedown.games.clocktower.reports import put
from facedown.games.clocktower.words import Asked, Token, View

SECRET_WORDS = ("rhubarb", "porcupine", "marmalade", "trombone", "gargoyle", "mulberry", "dumpling", "walrus")
SAID = re.compile(r"(?:truly|falsely|as you like|has said): (.*)$", re.S)  # what is to be judged, in a question
EVEN = 0.46  # the chance of good at which neither side is behind: less than half, as a town learns more every day
BEHIND = 0.14  # so much off, and a side is

Worth: TypeAlias = Callable[["Grimoire", str], float]


def balanced(view: View, legal: Sequence[Move], luck: Random) -> Move:
    """The choices that the rules leave open, so that both sides stay in the game."""
    question = view.question
    if question is None or question.floor or len(legal) == 1 + question.free_text:  # words need not be said
        return legal[0]
    grimoire = Grimoire(view, question)
    if question.free_text:
        return read(f'"{words(grimoire, luck)}"', grimoire.names)
    best = _best(grimoire, legal)
    return best[0] if len(best) == 1 else luck.choice(best)


def suggestion(view: View, legal: Sequence[Move]) -> Move:
    """What the policy would choose, without luck: for a person at the grimoire.  Words are their own affair."""
    question = view.question
    if question is None or question.floor or question.free_text:
        return legal[0]
    return _best(Grimoire(view, question), legal)[0]


def _best(grimoire: Grimoire, legal: Sequence[Move]) -> list[Move]:
    worth = WORTH.get(grimoire.question.topic)
    if worth is None or len(legal) == 1:
        return list(legal)
    values = [worth(grimoire, move.text) for move in legal]
    best = max(values)
    return [move for move, value in zip(legal, values, strict=True) if value > best - 1e-9]


class Grimoire:
    """What the storyteller sees, and what they think of it."""

    def __init__(self, view: View, question: Asked) -> None:
        self.view, self.question = view, question
        self.tokens: tuple[Token, ...] = view.grimoire or ()
        self.town: Town = town_of(view)
        self.names = self.town.names
        self.seats = {name: seat for seat, name in enumerate(self.names[:-1])}

    def token(self, name: str) -> Token | None:
        """The token of the player of that name."""
        seat = self.seats.get(name)
        return self.tokens[seat] if seat is not None else None

    @cached_property
    def named(self) -> list[Token]:
        """The players whom the question names, in its order."""
        text = self.question.text
        found = {name: re.search(rf"\b{re.escape(name)}\b", text) for name in self.seats}
        order = sorted((at.start(), name) for name, at in found.items() if at is not None)
        return [self.tokens[self.seats[name]] for _, name in order]

    @cached_property
    def chance_of_good(self) -> float:
        """How likely the town finds the Demon, by what everybody knows and how many executions are left."""
        living = [seat for seat in self.town.residents if self.tokens[seat].alive]
        left = max(0, len(living) - 1) // 2
        seen = guess(self.town, common(self.town)).demon
        found = sum(seen[token.seat] for token in self.tokens if is_demon(token) and token.alive)
        return 1.0 - (1.0 - min(found, 1.0)) ** left

    @cached_property
    def behind(self) -> str:
        """The side that needs help; "" while neither does."""
        off = self.chance_of_good - EVEN
        return "" if abs(off) < BEHIND else "evil" if off > 0 else "good"

    @cached_property
    def pretended(self) -> int:
        """The likeliest world in which all evil are good: the one that falsehoods tell of."""
        evil = [token.seat for token in self.tokens if token.alignment == "evil"]
        return guess(self.town, supposing(self.town, common(self.town), good=evil)).world

    @cached_property
    def in_play(self) -> set[str]:
        return {name for token in self.tokens for name in (token.character, token.shown) if name}

    @cached_property
    def claimed(self) -> set[str]:
        """What good players say they are."""
        return {
            name
            for place in self.view.circle
            for name in place.claims
            if self.tokens[place.seat].alignment == "good"
        }


def is_demon(token: Token) -> bool:
    fact = NAMED.get(token.character)
    return fact is not None and fact.team == "demon"


# -- what is told ------------------------------------------------------------------------------------------------


def _tells(grimoire: Grimoire, option: str) -> float:
    """The truth for good who are behind; else what is false and believable."""
    question = grimoire.question
    if not question.truths:
        return _picks(grimoire, option)
    true = option in question.truths
    if true:
        plain = 0.5 if option == question.truths[0] else 0.0
        return {"good": 3.0 + plain, "": 0.5 + plain, "evil": 0.0}[grimoire.behind]
    return 1.0 + _plausible(grimoire, option)


def _plausible(grimoire: Grimoire, option: str) -> float:
    """Near the truth, and what would be true if no evil player were evil; of characters, one that nobody is."""
    truths = grimoire.question.truths
    value = 0.0
    if option.isdigit() and truths[0].isdigit():
        value -= 0.2 * min(abs(int(option) - int(truth)) for truth in truths)
    for part in option.split(" and "):
        fact = NAMED.get(part)
        if fact is not None:
            value += 0.3 * (part not in grimoire.in_play and part not in grimoire.claimed)
            value += 0.2 * (fact.team == _team(truths[0]))
    report = _as_report(grimoire, option)
    mask = where(grimoire.town, grimoire.named[0].seat, report) if report is not None else None
    if mask is not None and mask[grimoire.pretended]:
        value += 0.6
    return value


def _team(option: str) -> str:
    return next((NAMED[part].team for part in option.split(" and ") if part in NAMED), "")


def _as_report(grimoire: Grimoire, option: str) -> Report | None:
    """What the receiver would say of it."""
    if not grimoire.named:
        return None
    receiver, *others = grimoire.named
    own = NAMED.get(receiver.shown or receiver.character)
    if own is None:
        return None
    parts = option.split(" and ")
    seats = [*(grimoire.seats[part] for part in parts if part in grimoire.seats), *(other.seat for other in others)]
    roles = [NAMED[part].id for part in parts if part in NAMED]
    return put(f"N{grimoire.view.night}", own.id, seats, roles, [_value(part) for part in parts])


def _value(part: str) -> Any:
    if part.isdigit():
        return int(part)
    if part in ("yes", "no"):
        return part == "yes"
    return Word(part) if part in WORDS else None


def _picks(grimoire: Grimoire, option: str) -> float:
    """Of information that is put together piece by piece: whom, and as what."""
    token, fact = grimoire.token(option), NAMED.get(option)
    if fact is not None:  # of characters: where it is false, one that nobody is
        return float(option not in grimoire.in_play) if fact.team in ("minion", "outsider") else 0.0
    if token is None:
        return 0.0
    own = {token.alignment, NAMED[token.character].team if token.character in NAMED else ""}
    wanted = "the one that" in grimoire.question.text
    if wanted:  # somebody who only passes for it, where good are ahead
        return float(("evil" in own) == (grimoire.behind == "evil"))
    return 0.5 * (token.alignment == grimoire.behind)


def _passes(grimoire: Grimoire, option: str) -> float:
    """Who may pass for what they are not does, unless good are behind."""
    honest = grimoire.behind == "good"
    text = grimoire.question.text
    if option in ("yes", "no"):
        reading = re.search(r"register as (\w+)\?", text)
        token = grimoire.named[0] if grimoire.named else None
        if reading is None or token is None:
            return float((option == "no") == honest)
        return float((option == "yes") == (_is(token, reading[1]) == honest))
    token = grimoire.named[0] if grimoire.named else None
    own = token is not None and option == token.character
    fact = NAMED.get(option)
    unclaimed = fact is not None and option not in grimoire.in_play and option not in grimoire.claimed
    return float(own == honest) + 0.3 * unclaimed


def _is(token: Token, reading: str) -> bool:
    fact = NAMED.get(token.character)
    return token.alignment == reading or (fact is not None and reading in (fact.team, fact.id))


# -- what is shown at set-up -------------------------------------------------------------------------------------


def _bluff(grimoire: Grimoire, option: str) -> float:
    """Of use to evil: Townsfolk first, and of those the ones that have something to tell but once."""
    fact = NAMED.get(option)
    if fact is None or fact.team not in ("townsfolk", "outsider"):
        return -1.0
    return (fact.team == "townsfolk") + 0.2 * (strength(fact.id) < 2.0) - 2.0 * (option in grimoire.in_play)


def _believed(grimoire: Grimoire, option: str) -> float:
    """What somebody wrongly takes themselves for: something with much to tell, and nobody's own."""
    fact = NAMED.get(option)
    if fact is None:
        return 0.0
    return (
        0.1 * (strength(fact.id) >= 2.0)
        - (option in grimoire.in_play)
        - 0.5 * (option in (grimoire.view.bluffs or ()))
    )


def _herring(grimoire: Grimoire, option: str) -> float:
    """A good player, and another than the one who is misled."""
    token = grimoire.token(option)
    if token is None:
        return 0.0
    return 2.0 * (token.alignment == "good") - (token in grimoire.named)


# -- harm and help -----------------------------------------------------------------------------------------------


def _harm(grimoire: Grimoire, option: str) -> float:
    """Whoever helps the side that is ahead; never the Demon, and nobody else where sides are even."""
    token = grimoire.token(option)
    if token is None:  # nobody
        return 0.5 if grimoire.behind != "good" else 0.2
    if is_demon(token) or not token.alive:
        return -2.0
    if grimoire.behind == "good":
        return float(token.alignment == "evil") - 0.5 * (token.alignment == "good")
    return float(token.alignment == "good") * (0.4 if not grimoire.behind else 1.0)


def _drunk(grimoire: Grimoire, option: str) -> float:
    """Whoever helps the side that is ahead, the stronger the better; a Demon, only after a night that killed."""
    token = grimoire.token(option)
    if token is None:
        return 0.0
    if is_demon(token) and grimoire.town.quiet:
        return -2.0
    ahead = "evil" if grimoire.behind == "good" else "good"
    if token.alignment != ahead:
        return -1.0
    fact = NAMED.get(token.character)
    return float(token.alive) + 0.3 * (strength(fact.id) if fact is not None else 0.0)


def _protect(grimoire: Grimoire, option: str) -> float:
    token = grimoire.token(option)
    return 0.0 if token is None else float(token.alignment == (grimoire.behind or "good"))


def _saves(grimoire: Grimoire, option: str) -> float:
    """Whoever is on the side that is behind lives, but not for ever: a town that nobody dies in learns nothing."""
    token = grimoire.named[0] if grimoire.named else None
    again = sum(grimoire.town.survived) > (grimoire.behind == "good")
    lives = token is not None and not again and token.alignment == (grimoire.behind or "good")
    return float((option == "yes") == lives)


def _raises(grimoire: Grimoire, option: str) -> float:
    token = grimoire.token(option)
    if token is None:
        return 0.5
    return float(token.alignment == grimoire.behind)


def _tinker(grimoire: Grimoire, option: str) -> float:
    """Good, and may die whenever evil needs it."""
    return float((option == "yes") == (grimoire.behind == "evil"))


def _heir(grimoire: Grimoire, option: str) -> float:
    """The one who is suspected least."""
    token = grimoire.token(option)
    if token is None:
        return -1.0
    return float(token.alive) - guess(grimoire.town, common(grimoire.town)).evil[token.seat]


# -- judgement ---------------------------------------------------------------------------------------------------


def _judges_madness(grimoire: Grimoire, option: str) -> float:
    """Whoever has said what they must not, or not what they must, may die for it where that helps who is behind."""
    token, text = (grimoire.named[0] if grimoire.named else None), grimoire.question.text
    if token is None:
        return float(option == "no")
    claims = grimoire.view.circle[token.seat].claims
    about = re.search(r"\[(.+?)\]", text)
    if about is not None:
        guilty = about[1] not in claims
    else:
        guilty = any(NAMED[claim].team == "outsider" for claim in claims if claim in NAMED)
    if " executed " not in text:  # was somebody mad?
        return float((option == "no") == guilty)
    dies = guilty and token.alignment != (grimoire.behind or "evil")
    return float((option == "yes") == dies)


def _sides_with_behind(grimoire: Grimoire, option: str) -> float:
    return float(option == grimoire.behind)


def _is_winning(grimoire: Grimoire, option: str) -> float:
    """Which side the storyteller thinks is winning."""
    return float(option == {"good": "evil", "evil": "good", "": "neither"}[grimoire.behind])


def _says_no(grimoire: Grimoire, option: str) -> float:
    return float(option == "no")


def _judges(grimoire: Grimoire, option: str) -> float:
    return _is_winning(grimoire, option) + 0.5 * (option in ("no", "cold"))


def _truth(grimoire: Grimoire, option: str) -> float:
    """Is it so, what somebody has said or asked?  As the question says it is to be answered."""
    text = grimoire.question.text
    words = SAID.search(text)
    said = understood(words[1], grimoire.names) if words is not None else None
    true = None if said is None or isinstance(said, Report) else is_true(said, grimoire.tokens)
    if true is None:
        return float(option in ("unknown", "no"))
    if " falsely: " in text or (" as you like: " in text and grimoire.behind != "good"):
        true = not true
    return float(option == ("yes" if true else "no"))


def is_true(said: Statement, tokens: Sequence[Token]) -> bool | None:
    """Does a statement hold of these tokens?  None where they do not say."""
    op, *args = said
    if op in ("evil", "is", "team"):
        if args[0] >= len(tokens):
            return None
        return _is(tokens[args[0]], op if op == "evil" else args[1])
    if op == "in_play":
        return any(_is(token, args[0]) for token in tokens)
    if op not in JOINED:
        return False if op == "false" else None
    parts = [is_true(arg, tokens) for arg in args if isinstance(arg, tuple)]
    if any(part is None for part in parts):
        return None
    return JOINED[op](sum(map(bool, parts)), len(parts), args[0])


JOINED: Mapping[str, Callable[[int, int, Any], bool]] = {
    "not": lambda true, all, first: not true,
    "and": lambda true, all, first: true == all,
    "or": lambda true, all, first: true > 0,
    "xor": lambda true, all, first: true % 2 == 1,
    "iff": lambda true, all, first: true in (0, all),
    "exactly": lambda true, all, first: true == first,
}


# -- words -------------------------------------------------------------------------------------------------------


def words(grimoire: Grimoire, luck: Random) -> str:
    """A line where any words will do: a secret word, advice, or one of two things of which one is true."""
    question = grimoire.question
    if question.topic == "secret word":
        return luck.choice(SECRET_WORDS)
    seats = [seat for seat in grimoire.town.residents if seat not in {token.seat for token in grimoire.named}]
    said = ("evil", luck.choice(seats)) if seats else ("false",)
    true = bool(is_true(said, grimoire.tokens))
    if "things for" in question.text:
        first = (grimoire.view.day + grimoire.named[0].seat) % 2 == 0  # is it the first that is true?
        wanted = ("first" in question.text) == first and "both false" not in question.text
        return english(said if true == wanted else ("not", said), grimoire.names)
    if "shall do" in question.text or "advice" in question.text or "should" in question.text:
        return f"look again at {grimoire.names[said[1]]}" if true and len(said) > 1 else "share what you know"
    return "Trust nobody who cannot say what they saw."


WORTH: Mapping[str, Worth] = {
    "tell": _tells,
    "false": _herring,
    "register": _passes,
    "bluff": _bluff,
    "lunatic": _herring,
    "shown": _believed,
    "herring": _herring,
    "kill": _harm,
    "redirect": _harm,
    "drunk": _drunk,
    "poison": _drunk,
    "protect": _protect,
    "save": _saves,
    "raise": _raises,
    "tinker": _tinker,
    "heir": _heir,
    "sitter": _heir,
    "madness": _judges_madness,
    "harlot": _says_no,
    "cheating": _says_no,
    "review": _says_no,
    "judge": _judges,
    "side": _sides_with_behind,
    "artist": _truth,
    "truth": _truth,
}
