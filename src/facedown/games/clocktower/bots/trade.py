"""What players tell others in private of who they are and what they learned: as much as they are told themselves.

Who has said nothing hears three characters, of which one is theirs; who has said who they are hears it all.
Evil do likewise as who they pretend to be, and keep to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from facedown.games.clocktower.bots import false_reports
from facedown.games.clocktower.bots.mind import Mind
from facedown.games.clocktower.bots.talk import may_be_said, one_of, own_luck, story
from facedown.games.clocktower.bots.votes import suspects
from facedown.games.clocktower.speech.statements import Anything, Claim, Is, Not, OneOf, Phrase, Question, Report

MORE = 2  # characters that are named beside the own one
LATEST = 2  # so much of what was learned is told at once
YOU_FIRST = Phrase("you first")
NOT_YET = Phrase("not yet")
Says = tuple[Anything, ...]


def of_oneself(mind: Mind, by: int, group: frozenset[int], asked: Question, salt: int) -> Says:
    """The answer to this player, who asks who they are or what they learned; `salt` is chance."""
    who, is_known = story(mind), bool(mind.place.claims or mind.place.character)
    told = has_told(mind, mind.seat, group)
    if not is_known and not _is_owed_all(mind, by, group):
        if told == Claim:
            return (Claim(who),)
        # Nobody finds out more than these three by asking for one after the other.
        if asked.role is not None and told and asked.role not in one_of(mind):
            return (Not(Is(mind.seat, asked.role)),)
        wants = NOT_YET if has_told(mind, by, group) == Claim else YOU_FIRST
        return (wants,) if told else (*_some(mind, who, salt), wants)
    if asked.what != "learned" and (is_known or told == Claim):
        return (Claim(who),)
    return learned_as(mind, who) or ((Claim(who),) if asked.what == "self" else (Phrase("nothing learned"),))


def in_return(mind: Mind, by: int, group: frozenset[int], salt: int) -> Says:
    """What they tell this player who has said who they are; () if they have told as much already."""
    theirs, ours = has_told(mind, by, group), has_told(mind, mind.seat, group)
    if ours == Claim or (ours and not (theirs == Claim and _is_owed_all(mind, by, group))):
        return ()
    if theirs == Claim:
        told = of_oneself(mind, by, group, Question("self"), salt)
        return tuple([one for one in told if not isinstance(one, Phrase)])
    return _some(mind, story(mind), salt)


def has_told(mind: Mind, by: int, group: frozenset[int]) -> type[Claim | OneOf] | None:
    """Whether this player has said to these who they are, or that they are one of some."""
    place = mind.view.circle[by]
    told = {type(said) for one in mind.view.whispers if (one.by, one.group) == (by, group) for said in one.says}
    if told & {Claim, Report} or (by != mind.seat and (place.claims or place.character)):
        return Claim
    return OneOf if OneOf in told else None


def _is_owed_all(mind: Mind, by: int, group: frozenset[int]) -> bool:
    return has_told(mind, by, group) == Claim and not suspects(mind, by)


def _some(mind: Mind, who: str, salt: int) -> Says:
    """Three characters, in the order of the script, of which they are one; the same three to everybody.

    The other two fall by chance, so that nobody can reckon whose they are.
    """
    if hints := one_of(mind):
        return (OneOf(hints),)
    claimed = {id for place in mind.view.circle for id in place.claims}
    good = [fact.id for fact in mind.view.script if fact.id in mind.good_characters and fact.id not in claimed]
    others = [id for id in good if id != who]
    if len(others) < MORE:
        return (Claim(who),)
    named = {who, *Random(salt).sample(others, MORE)}
    return (OneOf(tuple([fact.id for fact in mind.view.script if fact.id in named])),)


def learned_as(mind: Mind, who: str) -> tuple[Report, ...]:
    """What they have learned as who they are, or say that they are, the latest of it."""
    known = [one for one in (*mind.said, *mind.told_others) if isinstance(one, Report) and one.by == who]
    if mind.evil and mind.mad != who:
        new = false_reports.reports(mind, own_luck(mind), who)
    else:
        new = [one for one in mind.unsaid if may_be_said(mind, one)]
    fresh = [one for one in new if isinstance(one, Report) and one.by == who]
    return latest(dict.fromkeys((*known, *fresh)))


def latest(reports: Iterable[Report]) -> tuple[Report, ...]:
    """As much of what was learned as is told at once, in the order in which it was learned."""
    return tuple(sorted(reports, key=lambda one: (int(one.when[1:]), one.when[0] == "N"))[-LATEST:])
