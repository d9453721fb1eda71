"""What has changed, instead of whole views, for connections that ask for it."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

import facedown
from facedown.server.play import outbound
from facedown.server.rooms.outbox import Written
from tests.server.harness import Message, Person, applied, play_out
from tests.server.within import Within

SEATS = {"clocktower": 8}
MOVES = 60


def json_of(told: object) -> Any:
    return json.loads(msgspec.json.encode(told))


@pytest.mark.parametrize("name", facedown.games())
def test_changes_make_of_the_last_turn_the_next_one(name: str) -> None:
    game = facedown.game(name)
    table, luck = game.new(SEATS.get(name, game.seats[0]), seed="it changes"), random.Random(name)
    receivers = (None, *range(len(table.names)))
    before = {who: outbound.turn(table, who) for who in receivers}
    changed = whole = 0
    for _ in range(MOVES):
        if table.over:
            break
        seat = luck.choice(table.asked)
        table.play(seat, luck.choice(table.legal(seat)))
        differences = Written()
        for who in receivers:
            now = outbound.turn(table, who)
            changes = json_of(differences.changes(before[who], now))
            assert applied(changes, json_of(before[who])) == json_of(now)
            changed, whole = changed + len(json.dumps(changes)), whole + len(json.dumps(json_of(now)))
            before[who] = now
    assert changed < whole


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (((1, 2), "a"), ((1, 2, 3), "a")),
        ((1, 2, 3, 4), (1, 2, 9, 4)),
        ((1, 2, 3, 4), (4,)),
        ((), ("a",)),
        (("a", None), ("a", ())),
        ((1, 1), (1, True)),
        (None, "a"),
        ({"a": 1}, {"b": 1}),
    ],
)
def test_rows_grow_and_change(before: object, now: object) -> None:
    assert json.dumps(applied(json_of(Written().changes(before, now)), json_of(before))) == json.dumps(json_of(now))


def test_what_is_the_same_is_not_sent_again() -> None:
    said = tuple(f"line {number}" for number in range(20))
    assert Written().changes((said, 1), ((*said,), 1)) == ()
    assert Written().changes((said, 1), ((*said, "more"), 1)) == (((0, 20), "more"),)


def test_what_changed_only_in_part_is_not_sent_whole_because_most_beside_it_is_new() -> None:
    before, now = (("Зоя", "Őrsi", "Bo"), 1, "day"), (("Зоя", "Őrsi", "Cy"), 2, "night")
    assert Written().changes(before, now) == (((0, 2), "Cy"), ((1,), 2), ((2,), "night"))


def updates(person: Person) -> list[Message]:
    """What a browser was told after moves, as it shows it."""
    told = [message for message in person.told if message["is"] == "update"]
    return [{**message, "view": message["view"] or message["frames"][-1]["view"]} for message in told]


def two_browsers(app: Within, game: str) -> tuple[Person, Person]:
    """Of one seat, after some moves: the second has asked for changes."""
    table = app.open(game, SEATS.get(game))
    host = table.host()
    host.sit(len(host.state["seats"]) - 1, "Zoe")
    tab = table.person(secret=host.secret, changes=True)
    assert host.say("start")["ok"]
    play_out(host, moves=12)
    assert tab.say("ping")["ok"]
    return host, tab


def test_two_browsers_of_one_seat_show_the_same_with_changes_and_without(app: Within) -> None:
    host, tab = two_browsers(app, "clocktower")
    pairs = list(zip(updates(host), updates(tab), strict=False))
    assert len(pairs) > 6
    for one, other in pairs:
        assert one == other
    assert any('"is":"changed"' in text for text in tab.raw)
    assert not any('"is":"changed"' in text for text in host.raw)
    sizes = [sum(map(len, person.raw[: len(pairs)])) for person in (host, tab)]
    assert sizes[1] < sizes[0] / 2


def test_a_small_view_is_sent_whole(app: Within) -> None:
    """To find what has changed in it would take longer."""
    host, tab = two_browsers(app, "bayou-boss")
    assert len(updates(host)) > 6
    assert not any('"is":"changed"' in text for text in tab.raw)


def test_whoever_says_hello_again_is_sent_the_whole_table_first(app: Within) -> None:
    host, tab = two_browsers(app, "clocktower")
    assert tab.hello(secret=host.secret, changes=True)["ok"]
    tab.wait(lambda: tab.kinds()[-1] == "table")
    told = len(tab.told)
    play_out(host, moves=8)
    assert tab.say("ping")["ok"]
    kinds = [json.loads(text)["is"] for text in tab.raw[told:]]
    assert [kind for kind in kinds if kind in ("update", "changed")][:2] == ["changed", "changed"]
