"""What does not fit together of what people claim, tell and were seen to do: one sentence for each.

Only what everybody has seen goes into it; what poison, drink or a lie could explain otherwise is said to be so.
What a single character would have had to bring about, that character says itself (`Character.odd`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from facedown.games.clocktower.character import Seen
from facedown.games.clocktower.observe import circle, nominated_before, nominations
from facedown.games.clocktower.public import Place
from facedown.games.clocktower.sentences import listed
from facedown.games.clocktower.speech.statements import Report
from facedown.games.clocktower.state import Player, State


def oddities(state: State, names: Sequence[str], *, told: bool) -> tuple[str, ...]:
    """All of them; `told`: to the storyteller, who at the end says as well what everybody was."""
    places = [place for place in circle(state) if place.here]
    ids = {id for place in places for id in (*place.claims, *(said.by for said in _reports(place)))}
    ids |= {place.character for place in places if place.character is not None}
    votes = [one for one in (*nominated_before(state), *nominations(state)) if one.done and not one.hidden]
    seen = Seen(places, votes, state.over, names, {id: state.script.character(id) for id in ids})
    truly = state.players if told and state.over else []
    return tuple(_found(seen, truly))


def _found(seen: Seen, truly: Sequence[Player]) -> Iterator[str]:
    yield from _twice(seen)
    known = [seen.characters[place.character] for place in seen.here if place.character]
    wakes_the_dead = any(one.tactics.lets_dead_learn for one in known)
    for place in seen.here:
        name, claims = seen.names[place.seat], [seen.called(id) for id in place.claims]
        if len(claims) > 1:
            yield f"{name} has claimed to be the {', and then the '.join(claims)}."
        for id in dict.fromkeys(report.by for report in _reports(place)):
            if claims and id not in place.claims:
                yield f"{name} claims to be the {claims[-1]}, but tells what the {seen.called(id)} learns."
        if place.character is not None and claims and place.claims[-1] != place.character:
            is_ = seen.called(place.character)
            yield f"{name} claims to be the {claims[-1]}, but is the {is_}, as everybody sees."
        if place.died and not wakes_the_dead:
            yield from _when_dead(name, place)
        yield from _of_characters(seen, place)
    yield from _at_the_end(seen, truly)


def _reports(place: Place) -> list[Report]:
    return [said for said in (*place.said_before, *place.says) if isinstance(said, Report)]


def _twice(seen: Seen) -> Iterator[str]:
    """Two who are the same character by what they have said last."""
    by: dict[str, list[str]] = {}
    for place in seen.here:
        if place.claims:
            by.setdefault(place.claims[-1], []).append(seen.names[place.seat])
    for id, names in by.items():
        if len(names) > 1 and not seen.characters[id].several:
            both = "all" if len(names) > 2 else "both"
            yield f"{listed(names)} {both} claim to be the {seen.called(id)}. Only one of them can be."


def _when_dead(name: str, place: Place) -> Iterator[str]:
    """Nobody learns anything after the night or day on which they died."""
    for when in dict.fromkeys(report.when for report in _reports(place)):
        if _order(when) > _order(place.died):
            yield f"{name} tells what they learned {moment(when)}, but died {moment(place.died)}."


def _of_characters(seen: Seen, place: Place) -> Iterator[str]:
    told = {report.by: seen.characters[report.by] for report in _reports(place)}
    claimed = [seen.characters[place.claims[-1]]] if place.claims else []
    for character in dict.fromkeys((*claimed, *told.values())):
        yield from character.odd(seen, place)


def _at_the_end(seen: Seen, truly: Sequence[Player]) -> Iterator[str]:
    """Who everybody was."""
    claims = {place.seat: place.claims[-1] for place in seen.here if place.claims}
    for player in truly:
        claim = claims.get(player.seat, player.character.id)
        if claim != player.character.id:
            believed = ", and believed it," if player.shown is not None and player.shown.id == claim else ","
            was = player.character.name.removeprefix("The ")
            yield f"{seen.names[player.seat]} claimed to be the {seen.called(claim)}{believed} but was the {was}."


def _order(when: str) -> int:
    """A number by which N2 comes before D2."""
    return 2 * int(when[1:]) + when.startswith("D")


def moment(when: str) -> str:
    return f"{'in night' if when.startswith('N') else 'on day'} {when[1:]}"
