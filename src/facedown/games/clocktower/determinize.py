"""Positions that look the same to one seat, with everything that it may not know shuffled.

They serve to test that nothing hidden leaks.  They need not be reachable in a real game: finding worlds that fit
everything that a seat has seen is a different task.
"""

from __future__ import annotations

from random import Random

from facedown.games.clocktower import queries
from facedown.games.clocktower.position import Picture, Position, frozen, thawed
from facedown.games.clocktower.questions import Question
from facedown.games.clocktower.state import POISONED, Marker, News, Player, SpentInSecret, State, Turn
from facedown.games.clocktower.view_cache import ViewCache


def determinized(position: Position, seat: int | None, luck: Random) -> Position:
    """A position that looks the same to `seat`, with other tokens, sides, markers and secrets elsewhere."""
    if not position.begun or seat == position.storyteller:
        return position.copy()
    picture = thawed(frozen(position.picture), position.setup.script)
    if picture.state.over:
        return position.copy()
    picture.state.cache = ViewCache()  # what comes of it has not come of the game
    others = [p for p in picture.state.players if p.seat != seat]
    _shuffle_tokens(others, luck)
    for player in picture.state.players:
        if player.thinks_side is not None:  # their own side is hidden from them, too
            player.alignment = luck.choice(("good", "evil"))
    _shuffle_markers(picture, others, luck)
    _shuffle_lives(picture, others, luck)
    _shuffle_hands(picture.state, seat, luck)
    return position.showing(picture._replace(questions=_questions(picture, seat, luck), news=_news(picture, seat)))


def _shuffle_tokens(others: list[Player], luck: Random) -> None:
    residents = [p for p in others if not p.traveller]
    tokens = [(p.character, p.shown, p.abilities) for p in residents]
    luck.shuffle(tokens)
    for player, (character, shown, abilities) in zip(residents, tokens, strict=True):
        player.character, player.shown, player.abilities = character, shown, abilities
        for ability in abilities:
            ability.player = player
    for player in others:
        player.alignment = luck.choice(("good", "evil"))
        player.told = []


def _shuffle_markers(picture: Picture, others: list[Player], luck: Random) -> None:
    state = picture.state
    for marker in state.markers:
        if marker.player in others:
            marker.player = luck.choice(others)
    state.markers.append(Marker(luck.choice(state.players), POISONED))
    state.reminders = [(luck.choice(state.players), "a reminder")]
    state.written = {luck.choice([None, *range(len(state.players))]): "a note"}
    state.turns, state.slots_left = [Turn("dusk")], ()
    for player in others:
        state.chose_before.pop(player.seat, None)
    state.bluffs = ()
    state.woke, state.misfired = set(), set()
    state.abilities_changed()


def _shuffle_lives(picture: Picture, others: list[Player], luck: Random) -> None:
    """Change who has died, as far as that is not announced yet."""
    state = picture.state
    if state.phase == "night" or any(p.seen_alive and not p.alive for p in queries.here(state)):
        for player in others:
            player.alive = luck.choice((True, False))


def _shuffle_hands(state: State, seat: int | None, luck: Random) -> None:
    """Change who has voted with closed eyes, and what has come of it."""
    hidden = [one for one in state.nominations if one.hidden]
    for nomination in hidden:
        nomination.hands = luck.sample(nomination.hands, luck.randrange(len(nomination.hands) + 1))
        nomination.tally = nomination.counted = luck.randrange(len(state.players))
    if hidden:
        state.block, state.to_beat = luck.choice([None, *state.nominations]), luck.randrange(len(state.players))
        state.notes.of(SpentInSecret).players.clear()
    if state.sweep is not None and state.sweep.nomination in hidden:
        others = [p for p in state.sweep.order if p.seat != seat and luck.random() < 0.5]
        state.sweep.raised = [*others, *(p for p in state.sweep.raised if p.seat == seat)]


def _questions(picture: Picture, seat: int | None, luck: Random) -> list[Question]:
    """Replace secret questions to others by other questions, to somebody else or to nobody."""
    seen = [q for q in picture.questions if q.public or seat in q.seats]
    if len(seen) < len(picture.questions):
        others = [p.seat for p in picture.state.players if p.seat != seat] + [picture.state.storyteller]
        seen.append(Question([luck.choice(others)], "Something else?", (True, False)))
    return seen


def _news(picture: Picture, seat: int | None) -> News | None:
    news = picture.news
    hidden = news is not None and news.to is not None and seat not in news.to
    return News("told", "Something else.", (), frozenset()) if hidden else news
