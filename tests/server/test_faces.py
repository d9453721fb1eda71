"""A seat's face: chosen by its person, seen by everybody, kept with the table."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.server.within import Within

FACE, OTHER = "abcdef", "zzyyxx"


def test_a_face_travels_with_the_name_to_everybody_and_is_kept(own_app: Callable[..., Within]) -> None:
    app = own_app()
    table = app.open("gotcha")
    host, watcher = table.host(), table.person()
    assert host.sit(0, "Zoe", face=FACE)["ok"]
    watcher.say("ping")
    assert watcher.state["seats"][0]["face"] == FACE
    assert table.passing()["seats"][0]["face"] == FACE
    app.kill()
    app.start()
    assert table.person().state["seats"][0]["face"] == FACE


def test_a_face_can_be_changed_while_nothing_is_played(app: Within) -> None:
    table = app.open("gotcha")
    host, watcher = table.host(), table.person()
    assert host.say("wear", face=FACE)["why"] == "not_yours"
    host.sit(0, "Zoe", face=FACE)
    assert host.say("wear", face=OTHER)["ok"]
    watcher.say("ping")
    assert watcher.state["seats"][0] == {**watcher.state["seats"][0], "name": "Zoe", "face": OTHER}
    assert host.say("start")["ok"]
    assert host.say("wear", face=FACE)["why"] == "not_over"


@pytest.mark.parametrize("face", ["", "abcde", "abcdefg", "ABCDEF", "abcde1", "abcdeé", "<svg/>", 7, ["a"] * 6])
def test_what_is_no_face_is_refused(app: Within, face: object) -> None:
    host = app.open("gotcha").host()
    refused = host.say("sit", seat=0, name="Zoe", face=face)
    assert (refused["ok"], refused["why"]) == (False, "malformed")
    assert host.say("sit", seat=0, name="Zoe")["ok"], "without a face one may sit as well"
