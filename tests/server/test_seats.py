"""Seats of a table: two people want the same one; who sleeps does not talk."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from facedown.server import verbs
from tests.server.harness import UNLIMITED, Opened, Person
from tests.server.within import Within

SCRIPT = "chef, saint, soldier, slayer, monk, poisoner, imp"


def test_of_two_people_who_take_one_chair_at_once_one_has_it_and_the_other_is_told_who(app: Within) -> None:
    table = app.open("botch", 3)
    both = [table.host(), table.person()]
    for _ in range(10):
        sent = [person.send("sit", seat=1, name=name) for person, name in zip(both, ("Ann", "Bo"), strict=True)]
        answers = [person.answer(n) for person, n in zip(both, sent, strict=True)]
        assert sorted(answer["ok"] for answer in answers) == [False, True]
        (lost,) = (answer for answer in answers if not answer["ok"])
        first = next(person for person, answer in zip(both, answers, strict=True) if answer["ok"])
        name = table.passing()["seats"][1]["name"]
        assert (lost["why"], name in lost["text"]) == ("taken", True)
        assert first.say("leave")["ok"]


def test_everybody_is_told_in_which_seat_the_host_is(app: Within) -> None:
    table = app.open("botch", 3)
    host, guest = table.host(), table.person()
    assert [host.sit(2, "Ann")["ok"], guest.sit(1, "Bo")["ok"]] == [True, True]
    guest.wait(lambda: [seat["host"] for seat in guest.state["seats"]] == [False, False, True])
    assert "host" not in {key for seat in guest.state["seats"] for key in seat if seat[key] == table.secret}
    assert host.say("leave")["ok"]
    guest.wait(lambda: not any(seat["host"] for seat in guest.state["seats"]))


def test_of_two_people_who_take_one_name_at_once_one_has_it(app: Within) -> None:
    table = app.open("botch", 3)
    both = [table.host(), table.person()]
    sent = [person.send("sit", seat=seat, name="Ann") for seat, person in enumerate(both)]
    answers = [person.answer(n) for person, n in zip(both, sent, strict=True)]
    assert sorted(answer.get("why", "") for answer in answers) == ["", "taken"]


def rounds(goes_on: Callable[[], bool]) -> Iterator[int]:
    """As many as it takes, and no more than a first night can have."""
    for number in range(100):
        if not goes_on():
            return
        yield number
    pytest.fail("the night does not end")


def town(app: Within) -> list[Person]:
    """Five players and a storyteller, and the tokens are being dealt."""
    table = app.open("clocktower", 6, script=SCRIPT)
    people = [table.host(), *(table.person() for _ in range(5))]
    for seat, person in enumerate(people):
        assert person.sit(seat, f"P{'abcdef'[seat]}")["ok"]
    assert people[0].say("start")["ok"]
    for person in people:
        person.wait(person.begun)
    return people


def test_talk_is_closed_by_night_for_all_players_alike_and_open_by_day(app: Within) -> None:
    *players, teller = people = town(app)
    teller.ready()
    for _ in rounds(lambda: teller.state["view"]["phase"] != "night"):
        for person in people:
            if person.say("ping")["ok"] and person.asked:
                assert person.play()["ok"]
    refusals = {str(player.say("say", text="hm?") | {"n": 0}) for player in players}
    assert len(refusals) == 1
    assert "night" in refusals.pop()
    assert teller.say("say", text="one moment")["ok"]
    for _ in rounds(lambda: teller.state["view"]["phase"] == "night"):
        for person in people:
            if person.say("ping")["ok"] and person.asked:
                assert person.play()["ok"]
        assert teller.say("ping")["ok"]
    assert players[0].say("say", text="hm?")["ok"]


@pytest.mark.parametrize("travellers", range(6))
def test_a_table_that_is_opened_is_dealt_whoever_its_script_brings_as_travellers(
    app: Within, travellers: int
) -> None:
    script = f"{SCRIPT}, scarletwoman, beggar"
    table = app.open("clocktower", 6 + travellers, script=script, travellers=travellers)
    host = table.host()
    assert host.sit(5 + travellers, "Sue")["ok"]
    assert host.say("start")["ok"]
    host.ready()
    for _ in rounds(lambda: host.asked and host.state["view"]["phase"] == "set-up"):
        assert host.play()["ok"]
        assert host.say("ping")["ok"]


# -- seats before the game ----------------------------------------------------------------------------------------


def names(person: Person) -> list[str | None]:
    return [seat["name"] for seat in person.state["seats"]]


def test_the_host_moves_adds_and_removes_seats_and_people_go_with_theirs(app: Within) -> None:
    table = app.open("clocktower", 7)
    host, bo, cy = table.host(), table.person(), table.person()
    for seat, (person, name) in enumerate(((host, "Ann"), (bo, "Bo"), (cy, "Cy"))):
        assert person.sit(seat, name)["ok"]
    assert host.say("arrange", seats=[2, None, 0, 3, 4, None, 6])["ok"]
    places: list[tuple[Person, int | None]] = [(host, 2), (bo, None), (cy, 0)]
    for person, place in places:
        assert person.say("ping")["ok"]
        assert person.seat == place
        assert names(person) == ["Cy", None, "Ann", None, None, None, None]
    assert host.say("arrange", seats=[0, 2, 1, 3, 5, 4, None, 6])["ok"]
    assert host.say("ping")["ok"]
    assert names(host) == ["Cy", "Ann", *[None] * 6]
    assert table.person(secret=cy.secret).seat == 0
    assert not bo.say("hello", secret=bo.secret)["ok"]


def talk(person: Person) -> list[tuple[int, str, str]]:
    """What a page that comes now is told was said."""
    person.hello()
    assert person.say("ping")["ok"]
    return [(line["seat"], line["name"], line["text"]) for line in person.state["chat"]]


def test_what_people_said_goes_with_them_to_other_seats(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    table = app.open("botch", 4)
    zoya, orsi, ann = table.host(), table.person(), table.person()
    for seat, (person, name) in enumerate(((zoya, "Зоя"), (orsi, "Őrsi"), (ann, "Ann the 2nd"))):
        assert person.sit(seat, name)["ok"]
        assert person.say("say", text=f"I am {name}", key=f"the_same_{seat}")["ok"]
    assert zoya.say("arrange", seats=[2, 0, None, 3])["ok"]  # without Őrsi's
    said = [(1, "Зоя", "I am Зоя"), (-1, "Őrsi", "I am Őrsi"), (0, "Ann the 2nd", "I am Ann the 2nd")]
    assert zoya.say("say", text="I am Зоя", key="the_same_0")["ok"], "sent again, it is not said again"
    assert talk(table.person()) == said
    app.kill()
    app.start()
    assert talk(table.person()) == said
    back = table.person(secret=ann.secret)
    assert back.say("say", text="I am Ann the 2nd", key="the_same_2")["ok"]
    assert talk(table.person()) == said


@pytest.mark.parametrize(
    ("seats", "why"),
    [
        ([0, 1, 2, 3, 5, 4], "stays the last"),
        ([0, 1, 2, 3, 4], "stays the last"),
        ([0, 1, 2, 3, 5], "6 to 21"),
        ([0, 0, 1, 2, 3, 4, 5], "one place only"),
        ([0, 9, 1, 2, 3, 5], "no seat 9"),
        ([0, 1, 2, 3, 4, *[None] * 16, 5], "6 to 21"),
        ([0, 1, 2, 3, 4, None, None, None, 5], "this script has"),
    ],
)
def test_seats_that_cannot_be_are_refused_with_what_is_wrong(
    app: Within, seats: list[int | None], why: str
) -> None:
    host = app.open("clocktower", 6, script="chef, saint, soldier, slayer, poisoner, imp").host()
    answer = host.say("arrange", seats=seats)
    assert (answer["why"], why in answer["text"]) == ("bad_option", True), answer["text"]
    assert len(host.state["seats"]) == 6


def test_only_the_host_moves_seats_and_everybody_may_change_their_own_name(app: Within) -> None:
    table = app.open("clocktower", 6, script=SCRIPT)
    host, bo = table.host(), table.person()
    assert host.sit(0, "Ann")["ok"]
    assert bo.sit(1, "Bo")["ok"]
    assert bo.say("arrange", seats=[1, 0, 2, 3, 4, 5])["why"] == "not_host"
    assert bo.say("name", seat=0, name="Annie")["why"] == "not_host"
    assert bo.say("name", seat=1, name=" Bo  Derek ")["ok"]
    assert host.say("name", seat=1, name="Ann")["why"] == "taken"
    assert host.say("name", seat=0, name="Annie")["ok"]
    assert host.say("name", seat=2, name="Cy")["why"] == "bad_option"
    assert host.say("ping")["ok"]
    assert names(host)[:3] == ["Annie", "Bo Derek", None]


# -- in person ----------------------------------------------------------------------------------------------------


def test_in_person_one_device_plays_for_all_and_somebody_takes_a_chair_later(app: Within) -> None:
    table = app.open("clocktower", 6, script=SCRIPT, gather="in person", sweep=0)
    teller = table.host()
    assert teller.say("start")["why"] == "not_started"
    assert teller.sit(5, "Sue")["ok"]
    for seat, name in enumerate(("Zoë", "Ann", "O'Hara", "Bo B.")):
        assert teller.say("name", seat=seat, name=name)["ok"]
    assert teller.say("start")["ok"]
    teller.wait(teller.begun)
    assert names(teller)[:4] == ["Zoë", "Ann", "O'Hara", "Bo B."]
    assert all(seat["kind"] == "person" and seat["here"] for seat in teller.state["seats"])
    for _ in rounds(lambda: teller.state["view"]["phase"] != "day"):
        if teller.asked:
            assert teller.play()["ok"]
        for awaited in teller.state["view"]["awaited"]:
            heard = {"type": "seat", "seat": awaited["seat"]}
            said = {"type": "for", "who": heard, "act": awaited["options"][0]["move"]}
            assert teller.say("play", at=teller.state["version"], move=said)["ok"]
        assert teller.say("ping")["ok"]
    guest = table.person()
    assert guest.say("sit", seat=5, name="Eve")["why"] == "taken"
    assert guest.sit(1, "Eve", code=given(teller, 1))["ok"]
    assert guest.say("ping")["ok"]
    assert (guest.seat, guest.state["view"]["seat"]) == (1, 1)
    assert guest.state["view"]["me"] is not None
    assert names(guest)[1] == "Ann"
    assert guest.say("sit", seat=2, name="Eve", code=given(teller, 2))["why"] == "taken"
    assert table.person().say("sit", seat=1, name="Mal")["why"] == "taken"
    refused = teller.say("invite", seat=1)
    assert (refused["why"], "without a device" in refused["text"]) == ("bad_option", True), "it is hers"
    guest.close()
    teller.wait(lambda: not teller.state["seats"][1]["here"])
    assert teller.say("bot", seat=1, bot=None)["ok"]
    assert not table.person().say("sit", seat=1, name="Eve")["ok"]
    assert table.person().sit(1, "Eve", code=given(teller, 1))["ok"]


def given(teller: Person, seat: int) -> str:
    """The code that the storyteller shows to whoever is to have this seat."""
    answer = teller.say("invite", seat=seat)
    assert answer["ok"], answer
    return str(answer["invitation"])


def in_one_room(app: Within, *, begins: bool) -> tuple[Opened, Person]:
    """A table in one room at which nobody but the storyteller has a device."""
    table = app.open("clocktower", 6, script=SCRIPT, gather="in person", sweep=0)
    teller = table.host()
    assert teller.sit(5, "Sue")["ok"]
    for seat, name in enumerate(("Zoë", "Ann", "O'Hara", "Bo B.", "Eve")):
        assert teller.say("name", seat=seat, name=name)["ok"]
    if begins:
        assert teller.say("start")["ok"]
        teller.wait(teller.begun)
    return table, teller


@pytest.mark.parametrize("begins", [False, True])
def test_in_person_nobody_with_the_link_alone_takes_a_seat_or_reads_what_it_knows(
    app: Within, begins: bool
) -> None:
    table, teller = in_one_room(app, begins=begins)
    code = given(teller, 4)
    stranger = table.person()
    for seat, tries in ((4, {}), (4, {"code": ""}), (4, {"code": "nothing"}), (3, {"code": code})):
        refused = stranger.say("sit", seat=seat, name="Mal", **tries)
        assert (refused["ok"], refused["why"]) == (False, "not_yours"), tries
        assert code not in refused["text"]
    assert stranger.say("invite", seat=4)["why"] == "not_yours", "only the storyteller gives seats away"
    assert stranger.seat is None
    assert begins == (stranger.state["view"] is not None)
    if begins:
        assert (stranger.state["view"]["seat"], stranger.state["view"]["me"]) == (None, None)
    assert code not in str(stranger.state)
    if not begins:
        assert teller.say("name", seat=4, name="Flo")["ok"]
        assert stranger.say("sit", seat=4, name="Eve", code=code)["why"] == "not_yours", "it is Flo's seat by now"
        code = given(teller, 4)
    eve = table.person()
    assert eve.sit(4, "Eve", code=f" {code[:3].upper()} {code[3:]}")["ok"], "as somebody types it"
    assert teller.say("ping")["ok"]
    assert teller.state["seats"][4]["held"], "the storyteller is told"


def test_in_person_a_code_opens_one_seat_once_and_not_after_wrong_ones(app: Within) -> None:
    table, teller = in_one_room(app, begins=True)
    code = given(teller, 4)
    stranger = table.person()
    for _ in range(5):
        assert not stranger.say("sit", seat=4, name="Eve", code="wrong")["ok"]
    assert not stranger.say("sit", seat=4, name="Eve", code=code)["ok"], "too many were tried"
    old, code = given(teller, 4), given(teller, 4)
    assert not stranger.say("sit", seat=4, name="Eve", code=old)["ok"], "another one was shown since"
    eve = table.person()
    assert eve.sit(4, "Eve", code=code)["ok"]
    assert eve.say("invite", seat=3)["why"] == "not_yours"
    assert teller.say("remove", seat=4, block=False)["ok"]
    assert not stranger.say("sit", seat=4, name="Eve", code=code)["ok"], "it was used"


def test_in_person_nobody_is_a_bot_and_no_bot_tells_the_story(app: Within) -> None:
    table = app.open("clocktower", 6, script=SCRIPT, gather="in person", sweep=0)
    teller = table.host()
    assert teller.sit(5, "Sue")["ok"]
    for seat in (0, 5):
        assert teller.say("bot", seat=seat, bot="sensible")["why"] == "bad_option"
    guest = table.person()
    assert guest.sit(1, "Eve")["ok"]
    assert teller.say("start")["ok"]
    teller.wait(teller.begun)
    refused = teller.say("handover", to=None)
    assert (refused["why"], "answers for everybody" in refused["text"]) == ("bad_option", True), refused["text"]
    assert teller.say("bot", seat=0, bot="sensible")["why"] == "bad_option"
    assert teller.say("remove", seat=1, block=False)["ok"]
    assert teller.say("ping")["ok"]
    assert [(seat["kind"], seat["held"]) for seat in teller.state["seats"]] == [("person", False)] * 5 + [
        ("person", True)
    ]


# -- the story in other hands -------------------------------------------------------------------------------------


def test_the_story_is_handed_to_a_player_whose_chair_a_bot_takes(app: Within) -> None:
    *players, teller = town(app)
    bo = players[1]
    assert bo.say("handover", to=1)["why"] == "not_host"
    assert teller.say("handover", to=4)["ok"]
    assert players[4].say("ping")["ok"]
    assert players[4].state["view"]["storyteller"]
    assert teller.say("ping")["ok"]
    assert (teller.seat, teller.state["view"]["grimoire"]) == (None, None)
    assert teller.state["seats"][4]["kind"] == "bot"
    assert not teller.say("hello", secret=teller.secret)["ok"]
    for _ in rounds(lambda: players[4].asked and players[4].state["view"]["phase"] == "set-up"):
        assert players[4].play()["ok"]
        assert players[4].say("ping")["ok"]


def test_the_story_is_handed_to_a_bot_and_from_it_to_a_player(app: Within) -> None:
    *players, teller = town(app)
    host = players[0]
    teller.close()
    given = host.say("handover")
    assert given == {"is": "answer", "n": given["n"], "ok": True}, "nobody has the bot's seat by a secret"
    players[1].wait(lambda: players[1].state["seats"][5]["kind"] == "bot")
    assert not Person(app, host.code).hello(secret=teller.secret)["ok"]
    assert host.say("handover", to=3)["ok"]
    players[3].wait(lambda: players[3].seat == 5)
    assert players[3].state["view"]["storyteller"]


def test_the_first_who_is_here_gives_the_story_on_when_its_teller_has_been_gone_for_long(
    own_app: Callable[..., Within],
) -> None:
    table = own_app(**UNLIMITED, LONG_GONE="0").open("clocktower", 6, script=SCRIPT)
    teller, *players = table.host(), *(table.person() for _ in range(5))
    for seat, person in enumerate([*players, teller]):
        assert person.sit(seat, f"P{'abcdef'[seat]}")["ok"]
    assert teller.say("start")["ok"]
    teller.close()
    ann, bo = players[:2]
    ann.wait(lambda: not ann.state["seats"][5]["here"])
    first = "Since the storyteller is gone, Pa may hand that seat over now."
    assert bo.say("handover", to=1)["text"] == first
    assert ann.say("handover", to=1)["ok"]
    assert bo.say("ping")["ok"]
    assert bo.state["view"]["storyteller"]
    assert table.person().say("hello", secret=teller.secret)["why"] == "unknown_secret"


def test_before_the_game_there_is_no_story_to_hand_over(app: Within) -> None:
    assert app.open("clocktower", 6, script=SCRIPT).host().say("handover")["why"] == "not_started"
    assert app.open("botch", 3).host().say("handover")["why"] == "bad_option"


# -- somebody comes late ------------------------------------------------------------------------------------------


def test_a_traveller_comes_late_on_a_new_chair_and_everything_else_stays(app: Within) -> None:
    *players, teller = people = town(app)
    for _ in rounds(lambda: teller.state["view"]["phase"] != "day"):
        for person in people:
            if person.say("ping")["ok"] and person.asked:
                assert person.play()["ok"]
    logs = [person.state["log"] for person in people if person.say("ping")["ok"]]
    assert players[1].say("addseat", name="Zoë")["why"] == "not_host"
    assert teller.say("addseat", name="Pa")["why"] == "taken"
    assert teller.say("say", text="Somebody comes", key="somebody-comes")["ok"]
    assert teller.say("addseat", name="Zoë")["ok"]
    assert teller.say("ping")["ok"]
    assert (teller.seat, names(teller)[5:]) == (6, ["Zoë", "Pf"])
    for person, log in zip(people, logs, strict=True):
        assert person.say("ping")["ok"]
        assert person.state["log"] == log
    zoe = Opened(app, teller.code, "").person()
    assert zoe.sit(5, "Zoë")["ok"]
    assert teller.play("Zoë arrives as evil Beggar")["ok"]
    assert zoe.say("ping")["ok"]
    assert zoe.state["view"]["me"]["character"] == "Beggar"
    back = Opened(app, teller.code, "").person(secret=teller.secret)
    assert (back.seat, back.state["view"]["storyteller"]) == (6, True)
    assert back.say("say", text="Somebody comes", key="somebody-comes")["ok"], "sent again, it is not said again"
    assert talk(zoe) == [(6, "Pf", "Somebody comes")]


def test_who_watches_asks_for_a_chair_until_they_have_one_and_learns_nothing_by_it(app: Within) -> None:
    *players, teller = town(app)
    table = Opened(app, teller.code, "")
    zoe, ulla = table.person(), table.person()
    before = zoe.state["view"]
    assert zoe.say("askseat", name="Zoë")["ok"]
    teller.wait(lambda: teller.state["wanting"] == ["Zoë"])
    assert zoe.say("ping")["ok"]
    assert zoe.state["view"] == before
    assert players[0].say("askseat", name="Ann")["why"] == "taken", "they have a seat"
    assert ulla.say("askseat", name="Pa")["why"] == "taken", "a player has this name"
    assert ulla.say("askseat", name="Zoë")["ok"], "nobody learns of others who ask, or keeps a name from them"
    assert ulla.say("ping")["ok"]
    assert (ulla.state["wanting"], teller.state["wanting"]) == (["Zoë"], ["Zoë"])
    assert ulla.say("askseat", name="Ulla")["ok"]
    teller.wait(lambda: teller.state["wanting"] == ["Zoë", "Ulla"])
    others = [ulla, players[3], zoe]
    assert all(one.say("ping")["ok"] for one in others)
    assert [one.state["wanting"] for one in others] == [["Ulla"], [], ["Zoë"]], "nobody else is told who asks"
    heard = len(players[3].raw)
    assert zoe.say("askseat", name="Zora")["ok"]
    assert players[3].say("ping")["ok"]
    assert len(players[3].raw) == heard, "nor by a message that says no more"
    assert zoe.say("askseat", name="Zoë")["ok"]
    ulla.close()
    teller.wait(lambda: teller.state["wanting"] == ["Zoë"])
    assert teller.say("addseat", name="Zoë")["ok"]
    assert zoe.sit(5, "Zoë")["ok"]
    teller.wait(lambda: teller.state["wanting"] == [])
    late = table.person()
    assert late.say("askseat", name="Late")["ok"]
    teller.wait(lambda: teller.state["wanting"] == ["Late"])
    assert late.say("askseat", name=None)["ok"]
    teller.wait(lambda: teller.state["wanting"] == [])
    teller.close()
    late.wait(lambda: not late.state["seats"][6]["here"])
    assert late.say("askseat", name="Late")["why"] == "bad_option", "nobody is here who could give it"


def test_who_asks_for_a_chair_under_ever_other_names_does_not_flood_the_storyteller(
    app: Within, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verbs.host, "ASKS", (1e-9, 12))
    *_, teller = town(app)
    table = Opened(app, teller.code, "")
    strangers = {who: table.person() for who in ("Ulla", "Zoë")}
    assert teller.say("ping")["ok"]
    heard = len(teller.raw)
    asked = [one.say("askseat", name=f"{who} {at}")["ok"] for at in range(10) for who, one in strangers.items()]
    assert asked == [True] * 12 + [False] * 8, "all of one address together"
    assert all(one.say("askseat", name=None)["ok"] for _ in range(9) for one in strangers.values())
    assert teller.say("ping")["ok"]
    assert len(teller.raw) - heard <= 12 + 2 + 1, "nothing for what was refused"


def test_whoever_is_not_told_that_they_have_a_seat_asks_again_and_has_it(app: Within) -> None:
    """The page makes the secret, and sends it again when the line is back: no seat is held by nobody."""
    table = app.open("gotcha")
    host, lost = table.host(), table.person()
    assert host.sit(0, "Zoe")["ok"]
    mine = {"seat": 1, "name": "Yan", "secret": "a" * 32}
    assert lost.say("sit", **mine)["secret"] == mine["secret"]
    lost.close()
    again = table.person()
    assert again.state["you"] is None
    answer = again.say("sit", **mine)
    assert (answer["ok"], answer["seat"], answer["secret"]) == (True, 1, mine["secret"])
    assert again.say("sit", **mine)["ok"], "it may come a third time"
    again.wait(lambda: again.state["you"] == 1)
    assert [seat["name"] for seat in again.state["seats"]] == ["Zoe", "Yan"]
    assert host.say("sit", **mine)["why"] == "taken"
    assert table.person().say("sit", **{**mine, "seat": 0})["why"] == "taken"
    assert table.person().say("sit", **{**mine, "secret": "b" * 32})["why"] == "taken"
    for short in ("a" * 31, "ä" * 32, "a" * 65):
        assert table.person().say("sit", **{**mine, "secret": short})["why"] == "malformed"
    assert host.say("start")["ok"]
    late = table.person()
    assert late.say("sit", **mine)["ok"], "also when the game has begun meanwhile"
    late.wait(lambda: late.state["you"] == 1)


def test_what_a_player_has_read_is_told_to_the_storyteller_and_to_nobody_else(app: Within) -> None:
    *players, teller = town(app)
    table = Opened(app, teller.code, "")
    stranger = table.person()
    heard = [len(one.raw) for one in (*players, stranger)]
    assert players[3].say("read", things=1)["ok"]
    teller.wait(lambda: teller.told[-1]["is"] == "areread")
    assert teller.told[-1]["things"] == [None, None, None, 1, None]
    others = [one for one in (*players, stranger) if one is not players[3]]
    assert all(one.say("ping")["ok"] for one in others)
    after = [len(one.raw) - before - 1 for one, before in zip((*players, stranger), heard, strict=True)]
    assert after == [0] * 6, "each has had one answer, and nothing else, the host of the table among them"
    assert stranger.say("read", things=1)["why"] == teller.say("read", things=1)["why"] == "not_yours"
    back = table.person(secret=teller.secret)
    back.wait(lambda: "areread" in back.kinds())


def test_what_is_read_on_one_device_of_a_player_is_read_on_all(app: Within) -> None:
    *players, teller = town(app)
    table = Opened(app, teller.code, "")
    second = table.person(secret=players[3].secret)
    assert second.say("read", things=1)["ok"]
    assert players[3].say("read", things=2)["ok"]
    second.wait(lambda: second.told[-1]["is"] == "areread")
    assert second.told[-1]["things"] == [None, None, None, 2, None]
    assert second.say("read", things=1)["ok"], "it has not shown the other yet"
    assert players[1].say("read", things=1)["ok"]
    teller.wait(lambda: teller.told[-1]["is"] == "areread" and teller.told[-1]["things"][1] == 1)
    assert teller.told[-1]["things"] == [None, 1, None, 2, None]
    third = table.person(secret=players[3].secret)
    third.wait(lambda: "areread" in third.kinds())
    assert players[3].say("read", things=1)["ok"]
    teller.wait(lambda: teller.told[-1].get("things") == [None, 1, None, 1, None])  # the other was taken back
