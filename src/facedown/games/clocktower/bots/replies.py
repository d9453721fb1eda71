"""What bots answer when spoken to, aloud or in private, from their claim and their judgement of the town.

Nominated players speak in their own defence, and first say who they are if they have not said so.

Evil answer as who they pretend to be, and in private to each other as who they are.  Whether there is an answer,
and when, does not depend on what a seat knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, takewhile
from random import Random
from zlib import crc32

import msgspec

from facedown.core.game import Move
from facedown.games.clocktower.bots import false_reports
from facedown.games.clocktower.bots.choices import attacks, harm
from facedown.games.clocktower.bots.day_abilities import claims_shot, may_shoot, would_shoot
from facedown.games.clocktower.bots.defence import defence
from facedown.games.clocktower.bots.mind import Mind, strength
from facedown.games.clocktower.bots.moves import made, say_aloud
from facedown.games.clocktower.bots.suspicion import (
    best_reason,
    names_player,
    owes_report,
    proof,
    public,
    reasons,
    speaks_for,
)
from facedown.games.clocktower.bots.talk import (
    TALKATIVE,
    asked_to_claim,
    claim_due,
    free_claims,
    own_luck,
    pretends,
    promised_claim,
    shared_out,
    story,
    unsaid_of,
)
from facedown.games.clocktower.bots.trade import LATEST, NOT_YET, in_return, latest, of_oneself
from facedown.games.clocktower.bots.votes import (
    SUSPECTS,
    TRUSTS,
    guilty_enough,
    most_suspected,
    suspects,
    would_spare,
)
from facedown.games.clocktower.character import character, modelled
from facedown.games.clocktower.moments import Role, acts_at
from facedown.games.clocktower.moves import Deed, InSeat, Token
from facedown.games.clocktower.observe import Observation, Whispered, owes_news, unanswered
from facedown.games.clocktower.public import Tally
from facedown.games.clocktower.speech.addressed import Aloud, is_defence
from facedown.games.clocktower.speech.phrases import AGAIN
from facedown.games.clocktower.speech.statements import (
    MOST,
    Anything,
    Bluff,
    Claim,
    Died,
    Evil,
    InPlay,
    Is,
    Not,
    OfTeam,
    OneOf,
    Phrase,
    Question,
    Reason,
    Report,
    Suspicion,
    Trust,
    Vote,
    WillClaim,
    without_reason,
)

Says = tuple[Anything, ...]


def reply(view: Observation, luck: Random) -> Move | None:
    """The next answer that is due: a defence, an answer in the room or in private; else None."""
    if view.me is None or view.seat is None or not view.may_speak:
        return None
    mind = Mind(view, view.me, view.seat)
    if stands_accused(view):
        return _comes_out(mind, luck) or say_aloud(mind, defence(mind))
    own = [one for one in view.asked_aloud if one.to == view.seat]
    if (aloud_at := next((at for at, one in enumerate(own) if not one.answered), None)) is not None:
        pressed = _is_pressed(mind, own[aloud_at])
        return (_comes_out(mind, luck) if pressed else None) or _in_the_room(mind, own[: aloud_at + 1])
    at = unanswered(view.whispers, view.seat, view.day)
    group = owes_news(view.whispers, view.seat, view.day) if at is None else view.whispers[at].group
    if group is None:
        return None
    if at is None:
        says = _news(mind, group)
    else:
        says = _in_private(mind, view.whispers[at], view.whispers[:at], luck.getrandbits(32))
    return made(view, Deed("whisper", tuple(map(InSeat, sorted(group - {view.seat}))), says=says))


def _is_pressed(mind: Mind, one: Aloud) -> bool:
    """Whether they are accused, or asked to confirm who they will say that they are by somebody who learned it."""
    if one.asked.role is None or one.asked.role != story(mind):
        return (one.asked.what, one.asked.about) == ("about", mind.seat)
    told = (said for by, said in mind.town.said if by == one.by and isinstance(said, Report))
    return any(dict(said.learned).get("role") == one.asked.role and names_player(said, mind.seat) for said in told)


def _comes_out(mind: Mind, luck: Random) -> Move | None:
    """They say who they are, and then what they learned, if anything of it is still unsaid."""
    if (role := claim_due(mind, luck, pressed=True)) is not None:
        return made(mind.view, Deed("claim", (Token(role),)))
    unsaid = unsaid_of(mind, luck) if mind.claimed is not None else []
    return say_aloud(mind, unsaid[0]) if unsaid and len(mind.place.says) < TALKATIVE else None


def _news(mind: Mind, group: frozenset[int]) -> Says:
    """What they say on the next day to somebody who has whispered to them: evil tell their own what is new."""
    if not (mind.evil and group <= mind.friends):
        return _answer(mind, Question("suspect"), [])
    told = {said for one in mind.view.whispers if (one.by, one.group) == (mind.seat, group) for said in one.says}
    news = tuple([said for said in _among_evil(mind, Question("learned")) if said not in told])
    return _joined([news, _among_evil(mind, Question("suspect"))])


def _in_private(mind: Mind, heard: Whispered, before: Sequence[Whispered], salt: int) -> Says:
    """The answer to all that is asked in a whisper, else to what it tells."""
    here = [one for one in before if one.group == heard.group]
    own = [one for one in here if one.by == mind.seat]
    ours = mind.evil and heard.group <= mind.friends
    if ours and heard.asked:
        theirs = mind.view.circle[heard.by].claims  # who has said who they are is to keep to it
        keep: Says = (Claim(mind.me.character), *map(Bluff, theirs[-1:]))
        asked = heard.asked
        answers = [keep if theirs and one.what == "claim" else _among_evil(mind, one) for one in asked]
        greeted = any(one.what in ("self", "hello") for one in asked)
        return _joined([*answers, shared_out(mind, heard.by, heard.group) if greeted else ()])
    if heard.says and not heard.asked:
        who, answer = Claim(mind.me.character), _to_told(mind, heard, salt, ours=ours, again=len(own) % 2 == 1)
        if ours and not any(who in one.says for one in own):
            plan = shared_out(mind, heard.by, heard.group)
            return (who, *plan) if isinstance(answer[0], Phrase) else _joined([(who,), answer, plan])
        return answer
    earlier = [one.asked or (None,) for one in here if one.by == heard.by and (one.asked or not one.says)]
    asked_before = [*chain.from_iterable(earlier)]
    return _joined(
        [
            of_oneself(mind, heard.by, heard.group, one, salt)
            if one is not None and one.what in ("self", "learned", "are")
            else _answer(mind, one, asked_before)
            for one in heard.asked or (None,)
        ]
    )


def _to_told(mind: Mind, heard: Whispered, salt: int, *, ours: bool, again: bool) -> Says:
    """The answer to what was told and asks for nothing."""
    says = heard.says
    doubted = next((one.seat for one in says if isinstance(one, Suspicion)), None)
    if doubted is not None:
        return (_among_evil if ours else _in_itself)(mind, Question("about", doubted))
    asks = [one.role for one in says if isinstance(one, Bluff)]
    if asks and ours and asked_to_claim(mind) in asks:
        return (Phrase("agreed"),)
    if asks:
        plan = tuple(map(WillClaim, pretends(mind))) or (Phrase("cannot"),)
        return plan if ours else (Phrase("says truth"),)
    if any(isinstance(one, WillClaim) for one in says):
        own = tuple(map(WillClaim, pretends(mind))) if ours else ()
        return own or (Phrase("heard plan again" if again else "heard plan"),)
    told = not ours and any(isinstance(one, Claim | Report | OneOf) for one in says)
    if told and (returned := in_return(mind, heard.by, heard.group, salt)):
        return returned
    return (Phrase("thanks") if says == (Phrase("secret"),) else Phrase("heard again" if again else "heard"),)


def _joined(answers: Sequence[Says]) -> Says:
    """All these one after the other, nothing twice; a report says who they are, too."""
    said = dict.fromkeys(chain.from_iterable(answers))
    told_as = {one.by for one in said if isinstance(one, Report)}
    return tuple([one for one in said if not (isinstance(one, Claim) and one.role in told_as)][:MOST])


def stands_accused(view: Observation) -> bool:
    """Whether there is a vote on this player, who has not defended themselves today."""
    if not view.nominations or view.nominations[-1].done or view.nominations[-1].nominee != view.seat:
        return False
    assert view.seat is not None, "a player is nominated"
    return not any(is_defence(said, view.seat) for said in view.circle[view.seat].says)


def _in_the_room(mind: Mind, asked: Sequence[Aloud]) -> Move:
    """Answer the last of these aloud, beginning with the name of the player who has asked."""
    *before, one = asked
    return made(mind.view, Deed("say", says=_answer(mind, one.asked, [other.asked for other in before]), to=one.by))


def _answer(mind: Mind, asked: Question | None, before: Sequence[Question | None]) -> Says:
    """The answer to a question after these; what would be the same words twice running is put in others."""
    says = _in_itself(mind, asked)
    if not isinstance(says[0], Phrase):
        return says
    same = takewhile(lambda other: _in_itself(mind, other) == says, reversed(before))
    return (msgspec.structs.replace(says[0], key=says[0].key + AGAIN), *says[1:]) if len(list(same)) % 2 else says


def _in_itself(mind: Mind, asked: Question | None) -> Says:
    if asked is None or asked.what == "?":
        return (Phrase("not understood"),)
    return ANSWERS[asked.what](mind, asked)


def _among_evil(mind: Mind, asked: Question) -> Says:
    """To their own team: who they truly are, what nobody holds, and whom they would vote for, as it wishes."""
    what = asked.what
    did: Says = tuple([_chosen(mind, mind.me.character, seat) for seat in mind.view.chose])
    if what in ("spare", "shoot", "secret", "hello", "drunk", "died", "?"):
        return _in_itself(mind, asked)
    if what == "self" or (what == "about" and asked.about == mind.seat):
        return (Claim(mind.me.character), *map(WillClaim, pretends(mind)))
    if what == "demon":
        demons = sorted(mind.demons)
        return tuple([OfTeam(seat, "demon") for seat in demons]) or _among_evil(mind, Question("self"))
    if what == "attack":
        return _attack(mind, asked)
    if what == "learned":
        seen = sorted(mind.laid_open, key=lambda one: -strength(one.role))
        found = (*did, *seen, *(Not(InPlay(id)) for id in mind.bluffs))
        return found[: MOST - 1] or (Claim(mind.me.character), Phrase("nothing learned"))
    if what == "claim":
        free = [id for id in free_claims(mind) if id != promised_claim(mind)]
        return (Claim(mind.me.character), *map(Bluff, free[:1]))
    if what == "chose":
        return did or (Phrase("chose nobody"),)
    if what == "trust":
        ours = sorted(mind.friends - {mind.seat})[:LATEST]
        return tuple([Trust(seat, much=True) for seat in ours]) or _trust(mind, asked)
    if asked.about in mind.friends:
        return (Trust(asked.about, much=True),) if what != "voted" else _voted(mind, asked)
    if asked.about is not None and what in ("why", "about", "vote", "nominate"):
        can = what == "nominate" and may_still_nominate(mind, asked.about)
        return (Vote(asked.about, "will nominate" if can else "would", best_reason(mind, asked.about)),)
    others = [seat for seat in mind.town.living if seat not in mind.friends]
    if what == "voted" or not others:
        return _voted(mind, asked)
    return (Vote(max(others, key=mind.guess.evil.__getitem__)),)


def _attack(mind: Mind, asked: Question) -> Says:
    """To their own team: whom they would attack tonight, and whether they do as they are asked."""
    others = [seat for seat in mind.town.living if seat not in mind.friends]
    if not mind.place.alive or not attacks(mind.me.character) or not others:
        return (Phrase("cannot"),)
    if asked.about is None or asked.about not in others:
        return (Vote(max(others, key=lambda seat: harm(mind, seat)), "would attack"),)
    return (Phrase("agreed"),)


def _chosen(mind: Mind, role: str, seat: int) -> Report:
    return Report(f"N{mind.view.night}", role, (("chose", seat),))


def _self(mind: Mind, asked: Question) -> Says:
    known = mind.claimed.id if mind.claimed is not None else mind.place.character
    return (Claim(known),) if known is not None else (NOT_YET,)


def _are(mind: Mind, asked: Question) -> Says:
    """Nobody finds out who they are by asking for one character after the other."""
    if not (mind.claimed or mind.place.character or asked.role is None or asked.role in mind.good_characters):
        return (Not(Is(mind.seat, asked.role)),)
    return _self(mind, asked)


def _learned(mind: Mind, asked: Question) -> Says:
    """What they have told everybody already, or owe everybody as who they claim to be."""
    if mind.claimed is None:
        return (NOT_YET,)
    if owes_report(mind.town, mind.seat) and (owed := unsaid_of(mind, own_luck(mind))):
        return (owed[0],)
    told = [said for said in mind.said if isinstance(said, Report)]
    stated = [said for said in mind.said if not isinstance(said, Report | Evil | Not)]
    if not told and stated:
        return (stated[-1],)
    if not told:
        return (Phrase("nothing learned"),)
    return latest(told)


def chose(mind: Mind, asked: Question) -> Says:
    """Whom they chose last night as who they claim to be; who only pretends to be that names somebody, too."""
    if mind.claimed is None:
        return (NOT_YET,)
    role, night = mind.claimed.id, mind.view.night
    if false_reports.tells(role):
        return _learned(mind, asked)
    if not chooses(role, night) or not mind.town.alive_in(mind.seat, night):
        return (Phrase("chose nobody"),)
    if not mind.evil and role == mind.me.character:
        return tuple([_chosen(mind, role, seat) for seat in mind.view.chose]) or (Phrase("chose nobody"),)
    lived = [one for one in mind.town.residents if one != mind.seat and mind.town.alive_in(one, night)]
    if not lived:
        return (Phrase("chose nobody"),)
    # By what only they know, so that nobody else can reckon whom one who pretends would name.
    own = f"{mind.me.character} {[told for told in mind.me.told if told.night <= night]} {night}"
    return (_chosen(mind, role, lived[crc32(own.encode()) % len(lived)]),)


def chooses(id: str, night: int) -> bool:
    """Whether it is a character that chooses somebody on this night, and learns nothing by it."""
    moments = (Role.each_night, Role.first_night if night == 1 else Role.other_nights)
    return modelled(id) and character(id).picks != "find" and acts_at(character(id), *moments)


def _trust(mind: Mind, asked: Question) -> Says:
    others = [seat for seat in mind.town.living if seat != mind.seat]
    if not others or not any(mind.town.claims):
        return (Phrase("trusts nobody yet"),)
    seat = min(others, key=mind.seeming.guess.evil.__getitem__)
    return (Trust(seat, much=True, because=speaking_for(mind, seat)),)


def speaking_for(mind: Mind, seat: int) -> Reason | None:
    """The best thing that everybody knows and that speaks for this player."""
    return proof(mind.town, seat) if seat in mind.town.proven else next(iter(speaks_for(mind.town, seat)), None)


def _secret(mind: Mind, asked: Question) -> Says:
    """Bots never repeat what was whispered to them."""
    return (Phrase("secret"),)


def _suspect(mind: Mind, asked: Question) -> Says:
    seat = most_suspected(mind)
    return (Phrase("suspects nobody yet"),) if seat is None else (Suspicion(seat, why_guilty(mind, seat)),)


def why_guilty(mind: Mind, seat: int) -> Reason | None:
    """Why they suspect somebody: nothing that others have said today, whom they rather agree with."""
    best, theirs = best_reason(mind, seat), dict(_given_by_others(mind, seat))
    if best is None or best not in theirs or mind.seat in best.seats[:1]:  # what they know themselves they stand by
        return best
    by = theirs[best]
    agrees = best if mind.seeming.guess.evil[by] > SUSPECTS else Reason("convinced", (by,))
    return next((one for one in reasons(mind, seat) if one not in theirs), agrees)


def _given_by_others(mind: Mind, seat: int) -> Iterator[tuple[Reason, int]]:
    """The reasons against this player that others have given in the room today, unasked or in answers."""
    stated = ((place.seat, said) for place in mind.view.circle for said in place.says)
    answers = ((one.to, said) for one in mind.view.asked_aloud for said in one.says)
    for by, said in chain(stated, answers):
        because = said.because if isinstance(said, Suspicion | Vote) and said.seat == seat else None
        if because is not None and because.kind != "convinced" and by is not None and by != mind.seat:
            yield because, by


def _vote(mind: Mind, asked: Question) -> Says:
    if not (mind.place.alive or mind.place.ghost_vote):
        return (Phrase("no vote"), *_suspect(mind, asked))
    if asked.about is not None:
        return _vote_for(mind, asked.about)
    seat = most_suspected(mind)
    if seat is None or mind.seeming.cost(seat) >= mind.seeming.guilt[seat]:
        return (Phrase("votes for nobody"),)
    return (Vote(seat, "would", why_guilty(mind, seat)),)


def _vote_for(mind: Mind, seat: int) -> Says:
    """Whether they would vote for this player, as far as they would say so to anybody."""
    ready = seat in guilty_enough(mind)
    return (Vote(seat, "would", why_guilty(mind, seat)),) if ready else (_would_not(mind, seat),)


def _would_not(mind: Mind, seat: int) -> Vote:
    """That they would not vote for somebody, and why: what speaks for them, or whom they suspect more."""
    because = defence(mind).because if seat == mind.seat else speaking_for(mind, seat)
    guilt = {one: worth for one, worth in mind.seeming.guilt.items() if one not in (seat, mind.seat)}
    worst = max(guilt, key=guilt.__getitem__, default=seat)
    if because is None and reasons(mind, worst) and guilt.get(worst, 0.0) > mind.seeming.guilt.get(seat, 0.0):
        because = Reason("suspect_more", (worst,))
    if because is None and not public(mind.town, seat) and not suspects(mind, seat):
        because = Reason("nothing_against", (seat,))
    return Vote(seat, "would not", because)


def _nominate(mind: Mind, asked: Question) -> Says:
    if any(one.by == mind.seat for one in mind.view.nominations) or not mind.place.alive:
        return (Phrase("cannot"),)
    says = _vote(mind, asked)
    vote = says[-1]
    if isinstance(vote, Vote) and vote.did == "would" and may_still_nominate(mind, vote.seat):
        return (msgspec.structs.replace(vote, did="will nominate"),)
    return says


def may_still_nominate(mind: Mind, seat: int) -> bool:
    """Whether neither has been nominated today, nor has nominated."""
    return mind.place.alive and all(one.by != mind.seat and one.nominee != seat for one in mind.view.nominations)


def _spare(mind: Mind, asked: Question) -> Says:
    """Whether they leave off voting for somebody."""
    if asked.about is not None and would_spare(mind, asked.about):
        return (_would_not(mind, asked.about),)
    return _vote(mind, asked)


def _shoot(mind: Mind, asked: Question) -> Says:
    """Whether they shoot somebody, which they then do."""
    if mind.claimed is None or not claims_shot(mind):
        return (Phrase("no shot"),)
    shot = (mind.view.day, mind.claimed.id, asked.about)
    has_shot = any((use.day, use.character, use.target) == shot for use in mind.place.uses)
    if not (has_shot or may_shoot(mind)):
        return (Phrase("cannot"),)
    if asked.about is None or not (has_shot or would_shoot(mind, asked.about)):
        return (Phrase("shoots later"),)
    return (Report(f"D{mind.view.day}", mind.claimed.id, (("chose", asked.about),)),)


def _claim(mind: Mind, asked: Question) -> Says:
    """What to claim: nobody is advised to lie, whoever asks."""
    return (Phrase("the truth"),)


def _voted(mind: Mind, asked: Question) -> Says:
    """Why they have voted for somebody, by the last vote."""
    seat = asked.about
    votes = [one for one in (*mind.view.nominated_before, *mind.view.nominations) if one.nominee == seat]
    if seat is None or not votes:
        return _why(mind, asked)
    if mind.seat not in votes[-1].hands:
        return (Vote(seat, "did not"),)
    return (Vote(seat, "did", best_reason(_before(mind, votes[-1]), seat)),)


def _before(mind: Mind, vote: Tally) -> Mind:
    """What they thought before this vote: nobody votes because of what is said or done later."""
    view, me = mind.view, mind.me
    if view.recalled is None:
        return mind
    votes = (*view.nominated_before, *view.nominations)
    earlier = votes[: len(votes) - votes[::-1].index(vote) - 1]
    then = msgspec.structs.replace(
        view,
        phase="day",
        night=vote.day,
        day=vote.day,
        nominating=True,
        asked_aloud=(),
        circle=view.recalled,
        nominated_before=tuple([one for one in earlier if one.day < vote.day]),
        nominations=tuple([one for one in earlier if one.day == vote.day]),
    )
    told = tuple([one for one in me.told if one.night <= vote.day])
    return Mind(then, msgspec.structs.replace(me, told=told), mind.seat)


def _why(mind: Mind, asked: Question) -> Says:
    """Why this player suspects whom they ask about, or else whom they accused last, or suspect most."""
    accused = [said.seat for said in map(without_reason, mind.place.says) if isinstance(said, Evil)]
    if asked.about is not None and asked.about != mind.seat:
        return _about(mind, asked)
    return (Suspicion(accused[-1], why_guilty(mind, accused[-1])),) if accused else _suspect(mind, asked)


def _about(mind: Mind, asked: Question) -> Says:
    seat = asked.about
    if seat is None or seat >= len(mind.guess.evil):
        return _suspect(mind, asked)
    if seat == mind.seat:
        return (Trust(seat, much=True, because=defence(mind).because),)
    if seat in mind.town.proven:
        return (Trust(seat, much=True, because=proof(mind.town, seat)),)
    if suspects(mind, seat):
        return (Suspicion(seat, why_guilty(mind, seat)),)
    much = mind.seeming.guess.evil[seat] < TRUSTS
    return (Trust(seat, much=much, because=speaking_for(mind, seat) if much else None),)


def _died(mind: Mind, asked: Question) -> Says:
    """Who died last night, as all know."""
    dead = [seat for seat, when in enumerate(mind.town.died) if when == f"N{mind.view.night}"]
    return tuple(map(Died, dead))[:MOST] or (Phrase("nobody died"),)


ANSWERS: Mapping[str, Callable[[Mind, Question], Says]] = {
    "self": _self,
    "learned": _learned,
    "chose": chose,
    "suspect": _suspect,
    "trust": _trust,
    "vote": _vote,
    "why": _why,
    "voted": _voted,
    "about": _about,
    "claim": _claim,
    "nominate": _nominate,
    "spare": _spare,
    "shoot": _shoot,
    "attack": lambda mind, asked: (Phrase("attacks nobody"),),
    "secret": _secret,
    "demon": _suspect,
    "are": _are,
    "hello": lambda mind, asked: (Phrase("hello"),),
    "drunk": lambda mind, asked: (Phrase("cannot know"),) if asked.about is None else _about(mind, asked),
    "died": _died,
}
