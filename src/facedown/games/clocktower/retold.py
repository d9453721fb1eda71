"""What has been done, in sentences, for the list of moves that can be taken back: who did it stands before them."""

from __future__ import annotations

from collections.abc import Mapping

from facedown.core.values import Move
from facedown.games.clocktower.moves import (
    USE_ALOUD,
    Answer,
    Correction,
    Deed,
    InPlace,
    InSeat,
    Part,
    Token,
    act_of,
)
from facedown.games.clocktower.names import Lexicon
from facedown.games.clocktower.sentences import listed
from facedown.games.clocktower.speech.english import in_words
from facedown.games.clocktower.speech.statements import Spoken, Utterance
from facedown.games.clocktower.storytelling.set_up_by_hand import DRAW, HAND_OUT, SHUFFLE, SUGGESTED, TAKE_ALL
from facedown.games.clocktower.voting import DOWN, HAND, HOLD_VOTE, RESUME_VOTE, UP

# The sentence of each verb.  Other moves are shown as they are written.
DEEDS: Mapping[str, str] = {
    "done": "I have nothing more for now.", UP: "I raise my hand.", DOWN: "I lower my hand.",
    "nominate": "I nominate {0}.", "exile": "I call for the exile of {0}.", "claim": "I am the {0}.",
}  # fmt: skip
ANSWERS: Mapping[object, str] = {"deal": "The tokens are dealt.", "ready": "I have looked at my token."}
BY_HAND: Mapping[str, str] = {
    "to nominations": "Nominations are open.", "end the day": "The day ends.",
    HOLD_VOTE: "The vote waits.", RESUME_VOTE: "The vote goes on.", HAND: "The hand of {who} goes {about}.",
    SUGGESTED: "The suggested tokens are laid out.", TAKE_ALL: "All tokens are taken back.",
    SHUFFLE: "The tokens are shuffled.", DRAW: "Everybody draws a token.", HAND_OUT: "The tokens are handed out.",
    "token": "{who} gets the token of the {about}{side}{shown}.", "take token": "The token of {who} is taken back.",
    "kill": "{who} dies.", "raise": "{who} lives again.",
    "execute": "{who} is executed.", "ghost vote": "{who} has the last vote again.",
    "no ghost vote": "{who} has no vote left.", "swap": "{who} and {about} change seats.",
    "nominates": "{who} nominates {about}.",
    "becomes": "{who} becomes the {about}.", "turns": "{who} turns {about}.",
    "mark": "{who} is {about}.", "unmark": "{who} is no longer {about}.", "call": "The {about} is called.",
    "wins": "{about} wins.", "leaves": "{who} leaves.", "arrives": "{who} arrives as the {about}, and is {side}.",
}  # fmt: skip


def retold(move: Move, seat: int, names: Lexicon) -> str:
    """What was said stands there as it can be put; a reason may have been put in another way when it was said."""
    act = act_of(move)
    if isinstance(act, InPlace):
        by = act.who.seat if isinstance(act.who, InSeat) else seat
        what = _done(act.act, by, names) or listed([_named(part, names) for part in getattr(act.act, "parts", ())])
        told = f"For {_named(act.who, names)}: {what}"
    else:
        told = _done(act, seat, names) or move.text
    return told.replace("the [The ", "[The ")  # of a home-made character that brings its own


def _done(act: Answer | Deed | Correction, by: int, names: Lexicon) -> str:
    if isinstance(act, Correction):
        whole = {"who": act.who, "about": act.about, "side": act.side, "shown": act.shown}
        blanks = {key: _named(part, names) for key, part in whole.items()}
        if act.verb == "token":
            blanks["side"] = f" on the side of {act.side}" if act.side else ""
            blanks["shown"] = f", and takes it for the {blanks['shown']}" if act.shown else ""
        said = BY_HAND.get(act.verb, "").format(**blanks)
        return said[:1].upper() + said[1:]
    about = [_named(part, names) for part in act.about] if isinstance(act, Deed) else []
    said = f"“{_said(act, by, names)}”" if act.words or act.says else ""
    if isinstance(act, Answer) or act.verb == "say":
        return said or (ANSWERS.get(act.parts[0], "") if isinstance(act, Answer) and len(act.parts) == 1 else "")
    if act.verb == "whisper":
        return f"To {' and '.join(about)}, in private: {said}"
    if act.verb in ("use", USE_ALOUD):
        use = " on ".join((f"I use what the {about[0]} can do", *about[1:]))
        return f"{use}: {said}" if said else f"{use}."
    return DEEDS.get(act.verb, "").format(*about)


def _said(act: Answer | Deed, by: int, names: Lexicon) -> str:
    to = act.to if isinstance(act, Deed) else None
    return act.words or in_words(Spoken(Utterance("", act.says, to), by, tuple(names.own.items())), names.seats)


def _named(part: Part | None, names: Lexicon) -> str:
    return f"[{names.called(part.id)}]" if isinstance(part, Token) else "" if part is None else names.write(part)
