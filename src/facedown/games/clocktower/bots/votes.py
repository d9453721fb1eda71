"""Whom players nominate, and for whom they vote."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from facedown.core.game import Move
from facedown.games.clocktower.bots.mind import LATE, Mind, accused_by, thought
from facedown.games.clocktower.bots.suspicion import best_reason, has_reason, reasons
from facedown.games.clocktower.bots.town import as_played
from facedown.games.clocktower.changeable_rules import NominationsADay, VotesFreely
from facedown.games.clocktower.moments import acts_at
from facedown.games.clocktower.moves import Deed, InSeat, act_of
from facedown.games.clocktower.observe import ObservedQuestion

NEAR = 0.75  # the share of the highest guilt that is enough for a vote
SETTLING = 0.8  # factor for that after each vote that came to nothing
SETTLING_AT_ONCE = 0.5  # the same where a day without an execution may lose the game
WORSE = 1.1  # times the guilt of the player about to die from which on a vote for another is worth it
MUCH_WORSE = 1.4  # the same when few are alive: then a tie would lose
GIVEN_UP = 0.5  # how likely a Minion seems evil to everybody when other evil players give them up
HOLDS_BACK = 0.4  # how often evil let others vote where there are votes enough: too ready a hand is remembered
JOINS = 0.9  # how often evil vote for their own who are lost
HOPE = 0.85  # the share of the guilt that a vote takes with which somebody seems ready to vote
GHOST = 0.5  # the guilt above which a dead player spends the last vote while many are alive
TRUSTS, SUSPECTS = 0.25, 0.5  # how likely to be evil: whom they trust is less so, whom they suspect is more so
LAST = 0.3  # the guilt that is enough for an execution when four are alive
EVEN, ODD = 1.1, 1.05  # times the mean guilt that an execution takes, by the number alive
STANDS_BY = 1.1  # times the guilt of a nominee whom one has accused today
LEANINGS = ((0.5, 1.5), (0.9, 1.1))  # the same of others, drawn for each vote, on day 1 and later
AT_FIRST, FEW = 3, 8  # nominations after which bots make none on day 1, where no more players live than so many
PATIENCE = 5  # days after which less and less guilt is enough
LOST_A_DAY = 0.25  # how much less with each further day, as a share


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
    mean = sum([guilt for guilt in mind.guilt.values() if guilt > 0.0]) / max(1, len(mind.guilt))
    return mean * (EVEN if alive % 2 == 0 else ODD) * patience(mind)


def enough(mind: Mind) -> float:
    """The guilt that is enough for a nomination or a vote; near the end, evil spares only its own."""
    if mind.evil and len(mind.town.living) <= LATE:
        return -1.0
    return max(bar(mind), near(mind) * mind.thought.most)


def near(mind: Mind) -> float:
    """The share of the highest guilt that is enough; it falls after votes without a result."""
    view = mind.view
    failed = 0 if view.block is not None else sum(nomination.done for nomination in view.nominations)
    settling = SETTLING_AT_ONCE if mind.town.characters.must_execute else SETTLING
    return NEAR * settling**failed * patience(mind)


def patience(mind: Mind) -> float:
    """A factor that falls from 1 to 0 over the days, so that even a divided town ends the game."""
    return max(0.0, 1.0 - LOST_A_DAY * max(0, mind.view.day - PATIENCE))


def choose_nominee(mind: Mind, legal: Sequence[Move], luck: Random) -> int | None:
    """Nominate the guiltiest player, if possible one they accused, unless one as guilty is about to die."""
    view, block = mind.view, mind.view.block
    if not _may_nominate(mind, legal):
        return None
    before = {nomination.nominee for nomination in view.nominations}
    asked = {one.about for one in mind.requests if one.what == "nominate"}
    requested = (
        asked & ({seat for seat, does in mind.promised.items() if does} | guilty_enough(mind)) if asked else asked
    )
    out = before | mind.spared - requested | mind.defended
    seats = sorted(
        one
        for one in mind.town.judged
        if one not in out and (one in mind.asked_for or as_asked(mind, one) is not False)
    )
    if not seats:
        return None
    least = enough(mind) if block is None else max(enough(mind), worse(mind, block))
    accused = accused_by(mind.place)
    worth = {seat: mind.guilt[seat] + luck.random() * 1e-3 + (seat in accused) * 2e-3 for seat in seats}
    guilty = [seat for seat in seats if mind.guilt[seat] >= least and is_worth_it(mind, seat)]
    wanted = [seat for seat in seats if seat in mind.asked_for or seat in requested]
    if not wanted and _has_tried_enough(mind):
        return None
    best = wanted[0] if wanted else max(guilty, key=worth.__getitem__, default=None)
    return best if best is not None and may_succeed(mind, best) else None


def _has_tried_enough(mind: Mind) -> bool:
    """Whether few players have nominated often enough for a day on which they know so little.

    Not while nobody is about to die: a day without an execution is good for evil.
    """
    tried = len(mind.view.nominations) >= AT_FIRST and len(mind.town.living) <= FEW
    return mind.view.day == 1 and tried and mind.view.block is not None


def _may_nominate(mind: Mind, legal: Sequence[Move]) -> bool:
    """The living may once; some characters more often, and even when dead."""
    if acts_at(as_played(mind.me.character), NominationsADay):
        return any(isinstance(act := act_of(move), Deed) and act.verb == "nominate" for move in legal)
    return mind.place.alive and all(nomination.by != mind.seat for nomination in mind.view.nominations)


def may_succeed(mind: Mind, nominee: int) -> bool:
    """Whether enough players seem ready to vote for it, judging by what everybody knows; the day's first finds out.

    One's own vote counts, and near the end those of the dead.
    """
    late = len(mind.town.living) <= LATE
    voters = [place for place in mind.view.circle if place.here and (place.alive or (late and place.ghost_vote))]
    if not mind.view.nominations:
        return to_win(mind) < len(voters)
    others = [place.seat for place in voters if place.seat not in (mind.seat, nominee)]
    wanted = to_win(mind) - 1
    for asked, voter in enumerate(others):
        if not 0 < wanted <= len(others) - asked:
            break
        wanted -= _seems_to_vote(mind, voter, nominee)
    return wanted <= 0


def _seems_to_vote(mind: Mind, voter: int, nominee: int) -> bool:
    """Whether somebody good in this voter's place would vote to execute the nominee."""
    theirs, block = thought(mind.town, frozenset((voter,)), settled=mind.is_settled), mind.view.block
    outdone = 0.0 if block is None else WORSE * theirs.guilt.get(block, 0.0)
    return theirs.guilt[nominee] >= HOPE * max(near(mind) * theirs.most, outdone)


def is_worth_it(mind: Mind, seat: int) -> bool:
    """Whether there is a reason to risk what the execution of this player may cost."""
    return mind.cost(seat) == 0 or (mind.guilt[seat] > 0 and bool(reasons(mind, seat)))


def worse(mind: Mind, block: int) -> float:
    """The guilt from which it is worth outvoting the player about to die; near the end, a tie would lose."""
    return mind.guilt.get(block, 1.0) * (WORSE if len(mind.town.living) > LATE else MUCH_WORSE)


def votes(mind: Mind, luck: Random) -> bool:
    """Whether to vote: for the guiltiest players, but evil not for its own."""
    view = mind.view
    if _waits_in_vain(mind):
        return False
    if _must_vote(mind):
        return True
    nomination = view.nominations[-1]
    nominee = nomination.nominee
    if nominee not in mind.town.judged or nominee == mind.seat:
        return False
    if mind.evil and nominee in mind.spared:
        lost = is_lost(mind) or gives_up(mind, nominee)
        return mind.place.alive and (_keeps_word(mind, nominee) or (lost and luck.random() < JOINS))
    if nominee in mind.asked_for and mind.place.alive:
        return True
    if mind.place.alive and (does := as_asked(mind, nominee)) is not None:
        return does or (mind.evil and _decides(mind))
    if not is_worth_it(mind, nominee):
        return False
    if nomination.by == mind.seat and mind.place.alive:
        return True
    if not has_reason(mind, nominee) or nominee in mind.defended:  # nobody just joins in
        return False
    guilt, block = mind.guilt[nominee] * leaning(mind, nominee, luck), view.block
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


def guilty_enough(mind: Mind) -> set[int]:
    """Those against whom they would vote if somebody asked them to, with a reason; evil as anybody there."""
    guilt, least, most = mind.seeming.guilt, near(mind) * mind.seeming.most, most_suspected(mind)
    others = {one for one in guilt if guilt[one] >= least and one != mind.seat and reasons(mind, one)}
    return others if most is None else others | {most}


def most_suspected(mind: Mind) -> int | None:
    """Of whom they say that they suspect them, and would vote for them; None: of nobody, without a reason."""
    guilt = mind.seeming.guilt
    others = [seat for seat in mind.town.living if seat != mind.seat and seat in guilt]
    best = max(others, key=lambda seat: (mind.seeming.cost(seat) < guilt[seat], guilt[seat]), default=None)
    is_heard = best is not None and (any(mind.town.claims) or bool(reasons(mind, best)))
    return best if best is not None and is_heard and best_reason(mind, best) is not None else None


def suspects(mind: Mind, seat: int) -> bool:
    """Whether they say of this player, asked or not, that they suspect them."""
    evil = mind.seeming.guess.evil[seat]
    return seat == most_suspected(mind) or evil > SUSPECTS or (evil > TRUSTS and bool(reasons(mind, seat)))


def _keeps_word(mind: Mind, nominee: int) -> bool:
    """Whether an evil player votes for one of theirs as they were asked to, while that alone does not decide it."""
    return not _decides(mind) and as_asked(mind, nominee) is True


def _decides(mind: Mind) -> bool:
    """Whether another hand puts the nominee on the block: what evil break their word for."""
    return mind.view.nominations[-1].tally + 1 == to_win(mind)


def as_asked(mind: Mind, nominee: int) -> bool | None:
    """Whether they vote for this nominee, as they were asked to or not to today; None: as they see fit."""
    if nominee in mind.promised:
        return mind.promised[nominee]
    about = (one.what for one in mind.requests if one.about in (nominee, None) and one.what in ("vote", "spare"))
    what = next(about, None)
    if what == "vote":
        return nominee in guilty_enough(mind)
    return False if what == "spare" and would_spare(mind, nominee) else None


def would_spare(mind: Mind, nominee: int) -> bool:
    """Whether they leave off voting for this nominee where they are asked to.

    Another seems guiltier, or nothing speaks against them.
    """
    seeming = mind.seeming
    return seeming.guilt.get(nominee, -1.0) < seeming.most or nominee not in guilty_enough(mind)


def leaning(mind: Mind, nominee: int, luck: Random) -> float:
    """A factor for a nominee's guilt: while little is known, people differ about it, and do not vote as one."""
    if mind.has_accused_today(nominee):
        return STANDS_BY
    return luck.uniform(*LEANINGS[min(mind.view.day, len(LEANINGS)) - 1])


def _waits_in_vain(mind: Mind) -> bool:
    """Whether they vote only where somebody else does, whose hand is neither up nor counted."""
    master = mind.me.votes_with
    hands = {*mind.view.nominations[-1].hands, *mind.view.raised}
    return master is not None and mind.place.alive and master not in hands


def _must_vote(mind: Mind) -> bool:
    """Whether their character, or the one that they claim to be, has to vote for everything."""
    living = sum(place.alive and place.here for place in mind.view.circle)
    ids = {mind.me.character, *mind.place.claims[-1:]}
    return mind.place.alive and any(as_played(id).must_vote(living) for id in ids)


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
    if acts_at(as_played(mind.me.character), VotesFreely):
        return True
    return not is_lost(mind) and (len(mind.town.living) <= LATE or guilt > GHOST)


def votes_for_exile(mind: Mind, question: ObservedQuestion, luck: Random) -> bool:
    """Whether to support an exile: only evil players know a Traveller's side, and spare their own."""
    spared = any(InSeat(seat) in question.args for seat in mind.friends)
    return not spared and luck.random() < 0.4
