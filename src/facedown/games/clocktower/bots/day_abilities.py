"""When players use abilities that are declared by day, and on whom."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from facedown.core.game import Move
from facedown.games.clocktower.bots.choices import SHOT, SPENT_BY, find, harm
from facedown.games.clocktower.bots.mind import Mind, declares
from facedown.games.clocktower.bots.moves import made, move_with, say_aloud
from facedown.games.clocktower.bots.town import as_played
from facedown.games.clocktower.moves import Deed, InSeat, Meaning, Token, act_of
from facedown.games.clocktower.public import Said
from facedown.games.clocktower.speech.reports import make_report
from facedown.games.clocktower.speech.statements import OfTeam, Report


def use_ability(mind: Mind, legal: Sequence[Move], luck: Random) -> Move | None:
    """The declaration of one's own ability, when it is time for it."""
    own = mind.me.character
    if not declares(own) or not mind.place.alive:
        return None
    if (mind.view.day == 1) != as_played(own).tactics.declares_at_once:
        return None
    moves = [move for move in legal if _is_use(act_of(move), own)]
    if moves and as_played(own).guesses:
        return moves[0] if mind.announced_guesses else _announces_guesses(mind, own)
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
        return move_with(Deed("use", (Token(own), InSeat(shots[announced]))), moves) or moves[0]
    worth = harm if mind.evil else find
    suspect = max(shots, key=lambda shot: worth(mind, shots[shot]) + luck.random() * 0.01, default=None)
    if suspect is None or (mind.guess.demon[shots[suspect]] < SHOT and mind.view.day < SPENT_BY):
        return None
    return say_aloud(mind, suspect)


def _announces_guesses(mind: Mind, own: str) -> Move | None:
    """Announce guesses before they are made, so that everybody remembers them."""
    seats = [seat for seat in mind.town.living if seat not in mind.friends and mind.town.claims[seat]]
    seats = sorted(sorted(seats, key=mind.trust)[: as_played(own).guesses])
    roles = [mind.town.claims[seat][-1] for seat in seats]
    report = make_report(f"D{mind.view.day}", own, seats, roles, ()) if seats else None
    return say_aloud(mind, report) if report is not None else None


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
    act = act_of(move)
    assert isinstance(act, Deed), "it is a use of the ability"
    return made(mind.view, replace(act, says=(OfTeam(suspect, "demon"),)))
