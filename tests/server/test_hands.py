"""A vote at a table with seconds: the town goes on without whoever is away, and a late hand is not lost."""

from __future__ import annotations

import pytest

import facedown
from facedown.server.rooms.room import Room
from tests.server.room_without_server import Hands, Subscriber, in_a_room
from tests.server.town import SCRIPT, play, to_nominations


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    return Hands(monkeypatch)


def test_the_town_goes_on_without_whoever_is_away(database: str, hands: Hands) -> None:
    async def vote(room: Room, people: list[Subscriber]) -> None:
        await to_nominations(room, people)
        await room.disconnect(people[2])  # who would be the first
        await play(room, people[0], "nominate Pb")
        await play(room, people[4], "hand up")
        await hands.pass_by(room, 2)
        assert room.match is not None
        assert room.match.table.view(None).sweep.locked == (2,)
        for _ in range(4):
            await hands.pass_by(room, 2)
        assert room.match.table.view(None).sweep.locked == (2,), "whoever is there has more time"
        await room.disconnect(people[3])
        left = [said["clock"]["ends"] - said["clock"]["now"] for said in people[0].told if said["is"] == "ends"]
        assert left == [2], "what is counted down is the time that is left now"
        await hands.pass_by(room, 1.9)
        assert room.match.table.view(None).sweep.locked == (2,)
        await hands.pass_by(room, 0.1)
        assert room.match.table.view(None).sweep.locked == (2, 3), "they have left in the middle of it"
        for _ in range(3):
            await hands.pass_by(room, 20)
        assert room.match.table.view(None).sweep is None
        assert room.match.table.view(None).nominations[0].hands == (4,)

    in_a_room(database, facedown.game("clocktower"), 6, vote, {"script": SCRIPT, "sweep": 2})


def test_a_hand_raised_just_before_its_turn_arrives_as_an_answer_to_it(database: str, hands: Hands) -> None:
    """Between what somebody saw and their message, the hand before theirs was counted."""

    async def vote(room: Room, people: list[Subscriber]) -> None:
        await to_nominations(room, people)
        await play(room, people[0], "nominate Pb")
        assert room.match is not None
        seen = room.match.version_of(3)
        await play(room, people[2], "no")
        await play(room, people[3], "hand up", seen)
        assert people[3].answer().get("why") is None
        assert room.match.table.view(None).sweep.up == (3,)

    in_a_room(database, facedown.game("clocktower"), 6, vote, {"script": SCRIPT, "sweep": 2})


def test_a_vote_that_is_held_waits_and_then_goes_on(database: str, hands: Hands) -> None:
    async def vote(room: Room, people: list[Subscriber]) -> None:
        await to_nominations(room, people)
        await play(room, people[0], "nominate Pb")
        await play(room, people[5], "hold the vote")
        await hands.pass_by(room, 600)
        assert room.match is not None
        assert room.match.table.view(None).sweep.locked == ()
        assert room.timekeeper.face() is None
        await play(room, people[5], "go on with the vote")
        await hands.pass_by(room, 20)
        assert room.match.table.view(None).sweep.locked == (2,)

    in_a_room(database, facedown.game("clocktower"), 6, vote, {"script": SCRIPT, "sweep": 2})
