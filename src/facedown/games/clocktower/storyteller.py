"""What the storyteller decides: what the cards leave open.  Each of these is a question that is to be yielded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from facedown.games.clocktower.questions import GO_ON, STORYTELLERS_SEAT, Decision, Question, Telling
from facedown.games.clocktower.state import Ability


def chooses(
    what: str,
    options: Iterable[object],
    *args: object,
    topic: str = "",
    about: object = None,
    optional: bool = False,
    truths: Sequence[object] | None = None,
    idle: object = ...,
    step: str = "",
    tells: Telling | None = None,
) -> Decision:
    """One of `options` (`optional`: or None).  Where there is nothing to choose, nobody is asked.

    `idle` is the answer that leaves all as it is, where that is not None.
    """
    choices = [*options, None] if optional else list(options)
    return Decision(
        [STORYTELLERS_SEAT], what, choices, args, topic=topic, step=step, about=about, truths=truths, idle=idle,
        tells=tells,
    )  # fmt: skip


def decides(
    what: str, *args: object, topic: str = "", about: object = None, idle: bool | None = None, step: str = ""
) -> Decision:
    """Yes or no; `idle`: the one of them that leaves all as it is."""
    leaves = ... if idle is None else idle
    return chooses(what, (True, False), *args, topic=topic, about=about, idle=leaves, step=step)


def words(
    what: str, *args: object, topic: str = "words", about: object = None, optional: bool = False, step: str = ""
) -> Question:
    """Any line of words; `optional`: or nothing, and GO_ON."""
    options = (GO_ON,) if optional else ()
    return Question([STORYTELLERS_SEAT], what, options, args, free_text=True, topic=topic, step=step, about=about)


def runs_by_hand(me: Ability) -> Question:
    """A character whose rules nobody has written: the storyteller does what is to be done, then goes on."""
    what = "run {0} of {1} by hand, then go on"
    return Question([STORYTELLERS_SEAT], what, (GO_ON,), args=(me.character, me.player), topic="by hand", about=me)
