"""Questions that the rules put to players and to the storyteller, and what may be answered.

An answer is a value: a Player, a Character, True or False, a number, None (nobody), a Word, or free text.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec

Steps: TypeAlias = Generator[Any, Any, Any]  # yields questions and news; what a yield returns is the answer

WORDS = ("good", "evil", "neither", "cold", "warm", "hot", "bingo", "unknown", "clockwise", "counterclockwise",
         "rock", "paper", "scissors", "life", "death", "townsfolk", "outsider", "minion", "demon", "traveller",
         "true", "false", "sideways", "draw", "ask", "tell", "kill", "poison", "protect",
         "drunk", "poisoned", "sober", "go on", "twice", "deal", "ready", "nobody", "yes", "no")  # fmt: skip


class Word(str):
    """One of the answers in WORDS that is neither a player nor a character."""

    __slots__ = ()


STORYTELLERS_SEAT = -1  # in `seats`: the storyteller, whichever seat that is
NOBODY, YES, NO = Word("nobody"), Word("yes"), Word("no")  # None, True and False as they are said
GO_ON, PAUSE = Word("go on"), "pause"  # the answer, and the topic, of a question that decides nothing
BEAT = "beat"  # the topic of one that the table answers by itself
NOW_DRAW, TO_DRAW = Word("draw"), "draw"  # the answer, and the topic, while the bag with the tokens goes round
READY, TO_LOOK = Word("ready"), "look"  # the answer, and the topic, while everybody looks at their token


class Telling(NamedTuple):
    """What is to be told, and to whom: a sentence and what its blanks are filled with."""

    words: str
    args: tuple[object, ...]  # "…" where the answer is to stand
    to: tuple[Any, ...]  # players
    topic: str = ""  # as of state.Told


class Question(msgspec.Struct, eq=False):
    """Asked of one seat, or of several who answer in any order; the answer goes to the asker.

    `options` are the values to choose from; `free_text` takes any line of words instead.
    """

    seats: list[int]  # who may still answer
    what: str  # what is asked, in words; {0}, {1} stand for `args`
    options: Sequence[object] = ()
    args: tuple[object, ...] = ()
    free_text: bool = False
    topic: str = ""  # what kind of choice it is, for policies: "kill", "false", "register", ...
    step: str = ""  # which question of that kind it is, where an ability asks several: "second", "character", ...
    about: object = None  # the ability or the nomination that it is about
    public: bool = False  # whether everybody sees who is asked
    truths: Sequence[object] | None = None  # which of the options are true, where that is the point
    seconds: float | None = None  # how long it waits; then silence is the answer None (nobody)
    after: float = 0.0  # of a beat: not before the night has lasted this many seconds
    idle: object = ...  # the answer that changes nothing, if that is not nobody
    revisable: bool = False  # of questions to everyone: may be answered again until all have answered
    answered: int | None = None  # then: the seat that has answered
    tells: Telling | None = None  # what comes of it at once, where that is that somebody is told something
    floor: bool = False  # the open floor: answers are (seat, Act); what each seat may do stands in `day.py`

    @property
    def owner(self) -> str:
        """The id of the character whose ability asks, or ""."""
        asking = getattr(self.about, "character", self.about)
        return str(getattr(asking, "id", ""))

    @property
    def id(self) -> str:
        """Which question this is, however it is worded: `seamstress.choice.second`, `vote`."""
        return ".".join(filter(None, (self.owner, self.topic, self.step)))


class Decision(Question, eq=False):
    """A question that nobody is asked where there is nothing to choose."""


# Whether somebody is saved from dying: known at once, for the storyteller to decide, or found out in steps.
Saved: TypeAlias = bool | Decision | Steps


class Everyone(msgspec.Struct, eq=False):
    """Several questions at once, each to its own seat; the answers are secret until all are in.

    What the yield returns is a dict from seat to answer.
    """

    questions: list[Question] = []


class Pause(msgspec.Struct, eq=False):
    """The storyteller is asked to go on, unless something was asked in secret since everybody saw the last thing.

    Without it a pause would tell that there is something to decide, and its absence that there is not.
    """

    what: str  # what has happened, for the storyteller
    args: tuple[object, ...] = ()
    tells: Telling | None = None  # as of Question


class Cover(Pause, eq=False):
    """By night the storyteller is asked to go on here, whether or not there was anything to decide.

    So nobody who is awake, and nobody who sleeps, can tell whether there was.
    """


class CardCover(Cover, eq=False):
    """A cover under which something lies for the storyteller to show: it is asked in one room, too."""


class TimedPause(Pause, eq=False):
    """By night the table goes on by itself here, when it is time: nobody has to do anything.

    So a player is woken at the same moment whoever was awake before, and the night lasts as long as it has to.
    """

    after: float = 0.0  # not before the night has lasted this many seconds


class Act(msgspec.Struct, eq=False):
    """Something done on the open floor: a verb, and whom or what it is about."""

    verb: str  # "nominate", "exile", "use", "whisper", "say", "claim", "done", ...
    player: Any = None
    character: Any = None
    text: Any = ""  # speech.statements.Spoken where somebody says something
    also: tuple[Any, ...] = ()  # to whom else it is whispered
