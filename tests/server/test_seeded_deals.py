"""What servers deal in tests follows from the test, so that what passed once passes again."""

from __future__ import annotations

from collections.abc import Callable

from tests import seeded_deals
from tests.databases import only_sqlite
from tests.replaced import replaced
from tests.server.harness import UNLIMITED
from tests.server.within import Within


def dealt(app: Within, games: int) -> list[object]:
    """What one who plays against a bot holds at the start of each of so many tables."""
    hands = []
    for _ in range(games):
        host = app.open("bayou-boss", 2, pace="human").host()
        host.sit(0, "Жанна")
        assert host.say("start")["ok"]
        host.wait(host.begun)
        hands.append(host.state["view"]["hand"])
        host.close()
    return hands


@only_sqlite
def test_the_same_test_is_dealt_the_same_and_another_something_else(own_app: Callable[..., Within]) -> None:
    hands = []
    for test in ("this", "this", "that"):
        seeded_deals.note(test)
        with replaced(seeded_deals.replacements()):
            hands.append(dealt(own_app(**UNLIMITED), 2))
    first, again, other = hands
    assert first == again
    assert first[0] != first[1]
    assert first[0] not in other
