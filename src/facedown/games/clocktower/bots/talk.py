"""What players say by day: which character they claim to be, what they have learned, and whom they suspect."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from random import Random
from zlib import crc32

from facedown.games.clocktower.bots import false_reports
from facedown.games.clocktower.bots.belief import where
from facedown.games.clocktower.bots.mind import DEAR, LATE, Mind, accused_by
from facedown.games.clocktower.bots.suspicion import accusation, heard_today, words_of
from facedown.games.clocktower.bots.town import as_played, execution_costs, is_late
from facedown.games.clocktower.public import Said
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.speech.statements import (
    Anything,
    Bluff,
    Claim,
    Evil,
    Is,
    Not,
    OneOf,
    Report,
    WillClaim,
)

SUSPECT = 0.55  # the probability of being evil from which on it is said aloud
TALKATIVE = 9  # the most that one player says in a day
DARES = 0.1  # how often evil claim to be who it would be dear to execute
LISTEN = 0.3  # how many of those who could say at once who they are let others begin
LATE_CLAIMS = 0.3  # how many evil players keep quiet on the first day, as many of the good do
DRAWS = 6  # claims that an evil player thinks of before they tell one in private, for which they can tell more
TELLS = 0.6  # for each evil player: how often they claim to be one of these, if each told it but once


def claim_due(mind: Mind, luck: Random, *, pressed: bool = False) -> str | None:
    """The id of the character that they claim now, or None; whoever is pressed keeps quiet no longer."""
    mad, claims = mind.mad, mind.place.claims
    if mad not in claims and _is_on_script(mind, mad):
        return mad
    if claims:
        return next((id for id in told_truly(mind) if id not in claims), None)
    if mind.place.character is not None or not (pressed or may_claim(mind)):
        return None
    claimed = choose_claim(mind, luck)
    return claimed if _is_on_script(mind, claimed) else None


def _is_on_script(mind: Mind, id: str) -> bool:
    return id in mind.town.characters.ids


def told_truly(mind: Mind) -> list[str]:
    """What a good player claims to be, one after another: what they were dealt, and what they have become.

    A mad one does not; nor does anybody tell of a character that hides, or that they were on the other side.
    """
    if mind.evil or mind.mad or mind.place.character is not None:
        return []
    before = (id for id in mind.me.was if mind.town.team_of(id) in ("townsfolk", "outsider"))
    all_that = (*before, mind.me.character)
    return [id for id in all_that if _is_on_script(mind, id) and not as_played(id).tactics.hides]


def may_claim(mind: Mind) -> bool:
    """A player who learns something every night keeps quiet at first, but not if nominated or late in the game."""
    view = mind.view
    if view.day > 1 or len(mind.town.living) <= LATE or not mind.place.alive:
        return True
    if any(nomination.nominee == mind.seat for nomination in view.nominations):
        return True
    if mind.twins and not mind.evil:  # the town must hear it before it executes anybody
        return True
    if not view.nominating and listens_first(mind):
        return False
    if mind.evil:
        return not waits(mind)
    return as_played(mind.me.character).tactics.declares_at_once or not is_late(mind.me.character)


def listens_first(mind: Mind) -> bool:
    """Whether this player lets the others say first who they are.

    Evil whom nothing was shown to be free do, and a part of the others, so that it does not mark them; which part,
    nobody else can reckon, as it depends on what only they know.
    """
    if mind.evil and not mind.shown_bluffs:
        return True
    return crc32(f"{mind.me.character} {mind.me.told}".encode()) % 100 < 100 * LISTEN


def waits(mind: Mind) -> bool:
    """Whether this evil player says late who they are, like players who learn something every night.

    Then they know better what is free.  It depends on nothing that anybody else sees.
    """
    own = f"{mind.me.character} {sorted(mind.friends)} {mind.shown_bluffs}"
    return crc32(own.encode()) % 100 < 100 * LATE_CLAIMS


def choose_claim(mind: Mind, luck: Random) -> str:
    """The character to claim: good players tell the truth, evil ones choose one that is probably not in play."""
    if truth := told_truly(mind):
        return truth[0]
    if not mind.evil and not as_played(mind.me.character).tactics.hides:
        return mind.me.character  # nothing that can be claimed, such as one that they do not know
    taken = _taken(mind)
    agreed = asked_to_claim(mind) or promised_claim(mind)
    if hints := hinted(mind):
        luck = own_luck(mind)  # in no order that others know: good players claim each of theirs as often
    elif agreed and agreed not in taken:
        return agreed
    elif (dear := dear_claims(mind, taken)) and luck.random() < DARES:
        return luck.choice(dear)
    possible = [id for id in hints or [fact.id for fact in mind.view.script] if id not in taken]
    shown = [id for id in mind.bluffs if id in possible]
    script = [fact.id for fact in mind.view.script if fact.team == "townsfolk" and fact.id in possible]
    if mind.view.day == 1 and not shown:  # too early for one who would not have said so yet
        script = [id for id in script if not is_late(id)] or script
    free = shown or script or [*hints[:1]] or [mind.me.character]
    if not mind.evil:  # nothing that they would have to make up
        free = [id for id in free if not false_reports.tells(id)] or free
    elif luck.random() < informed_claims(mind):
        late = waits(mind)
        free = [id for id in free if false_reports.tells(id) and (late or not false_reports.tells_anew(id))] or free
    return luck.choice([id for id in free if Not(Is(mind.seat, id)) not in mind.told_others] or free)


def story(mind: Mind) -> str:
    """Who they are to everybody but their team, or will be; nobody else can reckon which of several."""
    if mind.claimed is not None:
        return mind.claimed.id
    luck = own_luck(mind)
    drawn = [choose_claim(mind, luck) for _ in range(DRAWS if mind.evil else 1)]
    able = (id for id in drawn if false_reports.can_tell(mind, id))
    return mind.place.character or mind.mad or next(able, drawn[0])


def own_luck(mind: Mind) -> Random:
    """Chance that falls alike each time, by what only this player knows from the first night on."""
    first = [told for told in mind.me.told if told.night < 2]
    return Random(crc32(f"{mind.me.character} {sorted(mind.friends)} {first}".encode()))


def hinted(mind: Mind) -> tuple[str, ...]:
    """Who they have told others in private that they are, or are one of, which binds them."""
    told = mind.told_others
    sure = [one.by if isinstance(one, Report) else one.role for one in told if isinstance(one, Claim | Report)]
    return tuple(sure[-1:]) or one_of(mind)


def one_of(mind: Mind) -> tuple[str, ...]:
    """Of which characters they have told others in private that they are one."""
    return next((one.roles for one in reversed(mind.told_others) if isinstance(one, OneOf)), ())


def asked_to_claim(mind: Mind) -> str | None:
    """The good character that their team asked them last to claim, if they can and nobody else does."""
    asked = [one.role for one in mind.told_by_team if isinstance(one, Bluff) and one.role in mind.good_characters]
    can = mind.place.character is None and not mind.place.claims and not hinted(mind)
    return asked[-1] if asked and can and asked[-1] not in _taken(mind) else None


def promised_claim(mind: Mind) -> str | None:
    """The good character that they have told their own team that they will claim to be."""
    will = [one.role for one in _told_team(mind) if isinstance(one, WillClaim)]
    return will[-1] if will else None


def pretends(mind: Mind) -> list[str]:
    """Who an evil player is to the town, or will be: they say so to their own, and keep to it."""
    if mind.claimed is not None:
        return [mind.claimed.id] if mind.claimed.id != mind.me.character else []
    agreed = asked_to_claim(mind) or promised_claim(mind)
    taken = _taken(mind)
    return [id for id in (*hinted(mind), agreed, *free_claims(mind)) if id and id not in taken][:1]


def shared_out(mind: Mind, other: int, group: frozenset[int]) -> tuple[Anything, ...]:
    """Whom they and the other claim to be, said unasked and once by whoever was shown what is free."""
    told = chain.from_iterable(one.says for one in mind.view.whispers if (one.by, one.group) == (mind.seat, group))
    if not mind.shown_bluffs or len(group) > 2 or any(isinstance(one, Bluff) for one in told):
        return ()
    own, taken = pretends(mind), _taken(mind)
    free = [id for id in free_claims(mind) if id not in own and id not in taken]
    return (*map(WillClaim, own), *map(Bluff, free[: not mind.view.circle[other].claims]))


def _told_team(mind: Mind) -> Iterator[Anything]:
    """All that they have whispered to their own team alone."""
    own = (one.says for one in mind.view.whispers if one.by == mind.seat and one.group <= mind.friends)
    return chain.from_iterable(own)


def _taken(mind: Mind) -> set[str]:
    """What somebody claims to be, or is for others of their team, by what these or they themselves have told it."""
    offered = {one.role for one in mind.told_by_team if isinstance(one, Bluff)}
    ours = {one.role for one in mind.told_by_team if isinstance(one, Claim | WillClaim)} - offered
    given = {one.role for one in _told_team(mind) if isinstance(one, Bluff)}
    return {id for place in mind.view.circle for id in place.claims} | ours | given


def free_claims(mind: Mind) -> list[str]:
    """What an evil player can propose that their team claims: nobody claims it, and probably nobody is it.

    What was shown to be free comes first; else the script's Townsfolk, in another order for each player.
    """
    taken = {mind.me.character, *(id for place in mind.view.circle for id in place.claims)}
    shown = [id for id in mind.bluffs if id not in taken]
    script = [fact.id for fact in mind.view.script if fact.team == "townsfolk" and fact.id not in taken]
    first = mind.seat % max(1, len(script))
    return shown or [*script[first:], *script[:first]]


def informed_claims(mind: Mind) -> float:
    """How often an evil player claims to be somebody who has something to tell, where many of the script have.

    The less often the more of these would have to tell something anew each night.
    """
    telling = [fact.id for fact in mind.view.script if false_reports.tells(fact.id)]
    if mind.town.characters.tells_little:
        return 0.0
    return TELLS * len(mind.friends) * sum(not false_reports.tells_anew(id) for id in telling) / len(telling)


def dear_claims(mind: Mind, taken: set[str]) -> list[str]:
    """For evil: Outsiders whose execution would cost the town the game, while one more is believable."""
    facts = mind.town.facts
    claimed = sum(facts[id].team == "outsider" for id in taken if id in facts)
    if not mind.evil or claimed >= team_counts(len(mind.town.residents))["outsider"]:
        return []
    script = [fact.id for fact in mind.view.script if fact.team == "outsider" and fact.id not in taken]
    return [id for id in script if execution_costs(id) >= DEAR]


def statement_due(mind: Mind, luck: Random) -> Said | None:
    """What they say now, or None."""
    if not mind.place.claims and mind.place.character is None:
        return None
    if len(mind.place.says) >= TALKATIVE:
        return None
    unsaid = unsaid_of(mind, luck)
    accused = mind.must_accuse
    if accused is not None and mind.place.alive and not mind.has_accused_today(accused):
        return Evil(accused)
    return unsaid[0] if unsaid else new_accusation(mind)


def unsaid_of(mind: Mind, luck: Random) -> list[Said]:
    """What they have not told everybody of what they learned as who they claim to be."""
    if mind.mad not in ("", mind.me.character):  # what another character learns would give them away
        return []
    unsaid = [*mind.unsaid, *false_reports.reports(mind, luck)] if mind.evil else mind.unsaid
    return [said for said in unsaid if may_be_said(mind, said)]


def phrase_due(mind: Mind) -> str:
    """A secret phrase that works when they say it aloud, once a day; "" if they have none, or have said it."""
    known = [told.args[0] for told in mind.me.told if told.topic == "phrase"]
    return str(known[-1]) if known and mind.place.alive and None not in mind.place.says else ""


def may_be_said(mind: Mind, said: Said) -> bool:
    """Whether they may say this: nobody says that they themselves are evil, but all may say what cannot be true."""
    mask = where(mind.town, mind.seat, said)
    return mask is None or not mask.any() or bool((mask & ~mind.town.worlds.evil[mind.seat]).any())


def new_accusation(mind: Mind) -> Said | None:
    """Accuse the most suspected player, if nobody has today, or given a reason that sounds alike."""
    evil = mind.guess.evil
    suspect = max(mind.town.living, key=evil.__getitem__, default=mind.seat)
    if evil[suspect] < SUSPECT or mind.has_said(Evil(suspect)):
        return None
    if any(suspect in accused_by(place) for place in mind.view.circle):
        return None
    found = accusation(mind, suspect)
    return None if found is None or found.because is None or words_of(found.because) in heard_today(mind) else found
