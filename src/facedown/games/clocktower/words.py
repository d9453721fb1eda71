"""What people read beside their views: sentences about what happened, prompts, refusals."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from facedown.core.game import Event, Move, Refusal
from facedown.core.spelling import counted
from facedown.games.clocktower import queries
from facedown.games.clocktower.character import CLASSES, character
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
from facedown.games.clocktower.news import Happened, SaidAloud
from facedown.games.clocktower.questions import PAUSE
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.sentences import listed
from facedown.games.clocktower.state import State
from facedown.games.clocktower.storytelling import by_hand, set_up_by_hand
from facedown.games.clocktower.views import Asked, View
from facedown.games.clocktower.voting import DOWN, UP, VERBS


def tell(view: View, names: Sequence[str]) -> Event | None:
    """What has just happened, as the one who has this view is told it; None if there is nothing to tell."""
    return told(view.event)


def told(happened: Happened | None) -> Event | None:
    """What has happened, as far as somebody is told, as an event."""
    if happened is None:
        return None
    kind, text, seat, about, claims = msgspec.structs.astuple(happened)
    return SaidAloud(kind, text, seat, about=about, claims=claims) if about or claims else Event(kind, text, seat)


def prompt(view: View, names: Sequence[str]) -> str:
    """What is asked of the one who has this view, or what the town waits for."""
    if view.over:
        return f"The game is over: {view.winner} has won."
    if view.question is not None:
        return _in_context(view, view.question)
    if view.asked:
        return f"Waiting for {listed([names[seat] for seat in view.asked])}."
    if view.storyteller:
        return "The game goes on."
    return "It is night; the town sleeps." if view.phase == "night" else "The town waits for what comes next."


def aim(view: View, names: Sequence[str]) -> str:
    """The standing line: the same for everybody, so that it tells nobody's side."""
    return "Good wins if the Demon dies, evil if only two players live"


def _in_context(view: View, question: Asked) -> str:
    """What is asked, and what one would have to look up to answer it."""
    if question.topic == PAUSE:
        return f"{question.text}{'' if question.text.rstrip(')')[-1:] in '.!?' else '.'} The town waits for you."
    if question.topic == "vote" and view.nominations:
        spends = view.sweep is not None and view.seat in view.sweep.spends
        last = " This is your last vote." if spends else ""
        if view.nominations[-1].hidden and not view.storyteller:
            return f"{question.text} All eyes are closed.{last}"
        so_far = counted(view.nominations[-1].tally, "vote")
        return f"{question.text} {so_far} so far; it takes {view.to_beat}.{last}"
    return question.text


def refusal(view: View, move: Move, names: Sequence[str]) -> Refusal:
    """Why this is not an answer for the one who has this view."""
    act = act_of(move)
    if isinstance(act, Deed) and act.verb in (UP, DOWN):
        return Refusal(_why_no_hand(view), "4.4")
    if isinstance(act, InPlace):
        return Refusal(_not_for_them(view, act, names), "1.5")
    if view.storyteller and isinstance(act, Correction) and (why := _not_by_hand(view, act, names)):
        return why
    if view.storyteller and isinstance(act, Correction) and (view.question is None or view.question.topic != PAUSE):
        return Refusal("that would change nothing, or cannot be done by hand now")
    if view.question is None:
        return Refusal("you are not being asked anything that this would answer")
    if view.question.floor:
        verb = act.verb if isinstance(act, Deed) else ""
        rule = {"nominate": "4.3", "exile": "5.2"}.get(verb) if verb == "exile" or view.nominating else None
        return Refusal(_why_not_on_the_floor(view, move, names), rule or "4.1")
    if view.question.topic == PAUSE:
        return Refusal("choose `go on` first; what you do by hand before that begins with the word first", "1.5")
    return Refusal(f"that does not answer the question: {view.question.text}")


def _why_not_on_the_floor(view: View, move: Move, names: Sequence[str]) -> str:
    """Why this is nothing that a player may do while all may speak."""
    act = act_of(move)
    claims = next((place.claims for place in view.circle if place.seat == view.seat), ())
    left = next((f", as in `claim {name}`" for name in view.script if name not in claims), "")
    if isinstance(act, Correction):
        return "only the storyteller does that"
    if isinstance(act, Answer):
        return f"nothing is asked that this answers; say what you do{left}, or `done`"
    if not isinstance(act, Deed) or view.seat is None:
        return "you cannot do this now"
    if act.verb in ("say", "whisper", "exile"):
        return _why_not_said(view, act) if act.verb != "exile" else "only a Traveller who lives is exiled"
    if act.verb == "claim" and not act.about:
        return f"name a character{left}"
    if act.verb == "claim" and move.text.removeprefix("claim ") in claims:
        return "you have said so already"
    if act.verb == "nominate":
        return _why_no_nomination(view, view.seat, act, names) or "they cannot be nominated"
    if act.verb == "claim" and not any(isinstance(one, Token) and one.id in view.script_ids for one in act.about):
        return "that character is not on this script"
    if act.verb in ("use", USE_ALOUD):
        return _why_not_used(view, act)
    owner = next((id for (id, _), kind in CLASSES.items() if act.verb in kind.verbs), None)
    whose = f"that belongs to the [{FACTS[owner].name}], and" if owner else "that"
    return f"{whose} cannot be done now"


def _why_not_said(view: View, act: Deed) -> str:
    """Why this is neither said nor whispered."""
    if act.verb == "whisper" and not act.about:
        return 'say to whom, and what, between quotes: whisper NAME "..."'
    if not act.words and not act.says:
        return 'say what, between quotes: "..."'
    if any(isinstance(one, InSeat) and one.seat == view.seat for one in act.about):
        return "nobody whispers to themselves"
    return "you cannot say this now" if act.verb == "say" else "you cannot whisper to them now"


def _why_not_used(view: View, act: Deed) -> str:
    """Why this ability cannot be declared, or not so."""
    id = next((one.id for one in act.about if isinstance(one, Token)), None)
    known = dict(zip(view.script_ids, view.script, strict=True))
    if id is None or id not in known.keys() | FACTS.keys():  # a page may send anything
        return "there is no such character"
    own = character(id)
    name = known.get(id) or own.name
    if own.declares is None:
        return f"[{name}] has nothing to declare"
    if not own.may_be_declared(nominating=view.nominating):
        return f"[{name}] is declared {'before nominations' if view.nominating else 'when nominations are open'}"
    if own.asks_declarer == "player" and not any(isinstance(one, InSeat) for one in act.about):
        whom = next(place.name for place in view.circle if place.here and place.seat != view.seat)
        return f"say on whom, as in `use {name} on {whom}`"
    return f"[{name}] cannot be declared so, or not again today"


NOT_LAID = {  # why a token is not laid out so, or taken back
    set_up_by_hand.TOKEN: "that token cannot lie there",
    set_up_by_hand.TAKE: "no token lies there",
    set_up_by_hand.INTO: "only tokens that players draw go into the bag, and no more than there are players",
    set_up_by_hand.OUT_OF: "no such token lies in the bag",
}


def _why_no_hand(view: View) -> str:
    """Why this seat's hand cannot go up or down now."""
    if view.sweep is None:
        return "no hands are counted now"
    if view.sweep.seconds is None:
        return "you are asked for your hand when it is your turn; answer yes or no then"
    return "your hand has been counted" if view.seat in view.sweep.locked else "you have no vote now"


def _not_for_them(view: View, act: InPlace, names: Sequence[str]) -> str:
    """Why the storyteller cannot do this for that player."""
    if not view.storyteller:
        return "only the storyteller answers for others"
    if not isinstance(act.who, InSeat) or act.who.seat == len(names) - 1:
        return "only players are answered for"
    name = _who(act.who, names)
    asked = next((one for one in view.awaited or () if names[one.seat] == name), None)
    if asked is None:
        return f"{name} is not asked anything now"
    if asked.topic == "floor":
        deed = act.act if isinstance(act.act, Deed) and act.act.verb == "nominate" else None
        why = _why_no_nomination(view, act.who.seat, deed, names) if deed else ""
        return why or f"{name} cannot do this now"
    return f"that does not answer what {name} is asked: {asked.text}"


def _not_by_hand(view: View, act: Correction, names: Sequence[str]) -> Refusal | None:
    """Why the storyteller cannot do this by hand, if that depends on more than the question."""
    if view.bag is not None and act.verb in NOT_LAID:
        return Refusal(NOT_LAID[act.verb], "1.12")
    if act.verb == "nominates" and not view.nominating:
        return Refusal("nominations are not open", "1.5")
    if act.verb in VERBS and view.sweep is None:
        return Refusal("No hands are being counted now.", "4.4", whole=True)
    possible = ("remind", "unremind", "note", *set_up_by_hand.VERBS)
    if view.phase == "set-up" and not view.awaited and act.verb not in possible:
        return Refusal("the tokens are not dealt yet", "1.5")
    return Refusal(_not_beside(view, act, names), "1.5") if act.verb in by_hand.BESIDE else None


def _why_no_nomination(view: View, by: int, act: Deed, names: Sequence[str]) -> str:
    """Why this player does not nominate that one; "" if nothing is known against it."""
    about = next(iter(act.about), None)
    if not view.nominating:
        return "nominations are not open"
    if any(one.by == by for one in view.nominations):
        return f"{names[by]} has nominated today"
    if any(place.seat == by and not place.alive for place in view.circle):
        return f"{names[by]} is dead, and the dead do not nominate"
    nominee = about.seat if isinstance(about, InSeat) else None  # the storyteller
    if about is not None and any(one.nominee == nominee for one in view.nominations):
        return f"{names[-1 if nominee is None else nominee]} was nominated today"
    return ""


def _not_beside(view: View, act: Correction, names: Sequence[str]) -> str:
    """Why the storyteller cannot do what changes nothing that is about to come."""
    name = _who(act.who, names)
    if act.verb == "remind":
        return f"that reminder lies beside {name} already, or all its tokens lie on the circle"
    if act.verb == "unremind":
        return f"no such reminder lies beside {name}"
    if act.verb == "note":
        return "there is no note to take away"
    if act.verb == "swap":
        return "only two players who are here change places"
    if act.verb == "show":
        return 'name characters, or good, evil, yes or no; all else stands between quotes: show Bo "You are 3rd"'
    if act.verb == "tell":
        return f"{name} is not here"
    alive = any(place.alive for place in view.circle if place.name == name)
    kept = "still has the vote of the living" if alive else "has one vote left already"
    return f"{name} {'has no vote left' if act.verb == 'no ghost vote' and not alive else kept}"


def _who(part: Part | None, names: Sequence[str]) -> str:
    return names[part.seat] if isinstance(part, InSeat) and part.seat < len(names) else "nobody"


def summary(state: State) -> str:
    """One line: how it stands.  Everybody may know it."""
    if state.over:
        return f"{state.winner} has won: {state.why_over}"
    alive = len(queries.seen_living(state))
    if state.phase == "set-up":
        return "set-up"
    return f"night {state.night}" if state.phase == "night" else f"day {state.day}, {alive} alive"
