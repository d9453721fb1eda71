"""What servers deal in tests follows from the test, so that what passed once passes again."""

from __future__ import annotations

from pathlib import Path

from tests import seeded_deals
from tests.server.harness import UNLIMITED, Server


def dealt(server: Server, games: int) -> list[object]:
    """What one who plays against a bot holds at the start of each of so many tables."""
    hands = []
    for _ in range(games):
        host = server.open("bayou-boss", 2, pace="human").host()
        host.sit(0, "Жанна")
        assert host.say("start")["ok"]
        host.ready()
        hands.append(host.state["view"]["hand"])
        host.close()
    return hands


def test_the_same_test_is_dealt_the_same_and_another_something_else(tmp_path: Path) -> None:
    hands = []
    for folder, test in (("one", "this"), ("again", "this"), ("else", "that")):
        seeded_deals.note(test)
        server = Server(tmp_path / folder, **UNLIMITED)
        server.start()
        hands.append(dealt(server, 2))
        server.stop()
    first, again, other = hands
    assert first == again
    assert first[0] != first[1]
    assert first[0] not in other
