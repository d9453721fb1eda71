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
from facedown.games.clocktower.character import aim_of
from facedown.games.clocktower.moves import Deed, InSeat, Meaning, Token, act_of
from facedown.games.clocktower.speech.reports import make_report
from facedown.games.clocktower.speech.statements import OfTeam, Report

PERSUADED = 0.5  # the share of what a shot takes that is enough where somebody asks for it


def use_ability(mind: Mind, legal: Sequence[Move], luck: Random) -> Move | None:
    """The declaration of one's own ability, when it is time for it."""
    own = mind.me.character
    if not declares(own) or not mind.place.alive or as_played(own).tactics.is_hunted:
        return None
    if not is_last_chance(mind) and not _is_day_for(mind, own):
        return None
    moves = [move for move in legal if _is_use(act_of(move), own)]
    if moves and as_played(own).guesses:
        return moves[0] if mind.announced_guesses else _announces_guesses(mind, own)
    if not moves or _used(mind, own):
        return None
    decided = is_last_chance(mind) or _announced(mind, own) is not None
    if not decided and luck.random() < 0.5:  # what may be declared often is to come to an end
        return None
    if act_of(moves[0]) == Deed("use", (Token(own),)):
        return _asks(mind, moves[0], own)
    return _aims(mind, moves, own, luck)


def shot_asked_for(mind: Mind, legal: Sequence[Move]) -> Move | None:
    """The shot that somebody has asked for today; evil who claim to have one shoot before everybody, too."""
    targets = [one.about for one in mind.requests if one.what == "shoot" and one.about is not None]
    target = next((seat for seat in targets if would_shoot(mind, seat)), None)
    if target is None or mind.claimed is None or not may_shoot(mind):
        return None
    return move_with(Deed("use", (Token(mind.claimed.id), InSeat(target))), legal)


def may_shoot(mind: Mind) -> bool:
    """Whether they claim a character that shoots, and have not done so yet."""
    own = mind.claimed
    spent = own is None or any(use.character == own.id for use in mind.place.uses)
    return claims_shot(mind) and mind.place.alive and not spent


def claims_shot(mind: Mind) -> bool:
    """Whether they have said that they are a character that shoots."""
    return mind.claimed is not None and _kills(mind.claimed.id)


def would_shoot(mind: Mind, seat: int) -> bool:
    """Whether this player is suspected enough to be shot where somebody asks for it.

    Evil without a shot aim at their own, too: that costs nothing, and to refuse would tell who they are.
    """
    pretends = mind.evil and not _kills(mind.me.character)
    spared = {mind.seat} if pretends else mind.friends
    guess = mind.seeming.guess if pretends else mind.guess
    suspects = {one: guess.demon[one] for one in mind.town.living if one not in spared}
    return seat in suspects and suspects[seat] >= PERSUADED * max(_enough(mind), *suspects.values())


def _announced(mind: Mind, own: str) -> int | None:
    """At whom they have said today that they aim."""
    today = f"D{mind.view.day}"
    said = (one for one in mind.place.says if isinstance(one, Report) and (one.when, one.by) == (today, own))
    found = (what for one in said for kind, what in one.learned if kind == "chose")
    return next((seat for seat in found if isinstance(seat, int)), None)


def is_last_chance(mind: Mind) -> bool:
    """Whether this player is about to die, and what they have not used is lost."""
    return mind.view.block == mind.seat


def is_due(mind: Mind) -> bool:
    """Whether it is now or never, or they have said today at whom they aim: else it would seem to have failed."""
    return is_last_chance(mind) or _announced(mind, mind.me.character) is not None or bool(mind.announced_guesses)


def _is_day_for(mind: Mind, own: str) -> bool:
    """Whether it may be declared today: on the first day only what cannot wait, or kills a likely Demon."""
    if mind.view.day > 1 or _kills(own):
        return not as_played(own).tactics.declares_at_once
    return as_played(own).tactics.declares_at_once


def _kills(own: str) -> bool:
    return as_played(own).asks_declarer == "player" and aim_of(own, "") == "harm"


def _is_use(act: Meaning, own: str) -> bool:
    return isinstance(act, Deed) and act.verb == "use" and act.about[0] == Token(own)


def _aims(mind: Mind, moves: Sequence[Move], own: str, luck: Random) -> Move | None:
    """Choose a target that is announced first, so that everybody remembers it."""
    announced = _announced(mind, own)
    if announced is not None:
        return move_with(Deed("use", (Token(own), InSeat(announced))), moves) or moves[0]
    shots = [seat for seat in mind.town.living if seat not in mind.friends]
    worth = harm if mind.evil else likely_demon if _kills(own) else find
    suspect = max(shots, key=lambda seat: worth(mind, seat) + luck.random() * 0.01, default=None)
    if suspect is None or (not is_last_chance(mind) and mind.guess.demon[suspect] < _enough(mind)):
        return None
    return say_aloud(mind, Report(f"D{mind.view.day}", own, (("chose", suspect),)))


def likely_demon(mind: Mind, seat: int) -> float:
    return mind.guess.demon[seat]


def _enough(mind: Mind) -> float:
    """How likely somebody must be the Demon to be aimed at; less from day to day, as one may die any night."""
    return SHOT * max(0.0, 1.0 - (mind.view.day - 1) / (SPENT_BY - 1))


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
