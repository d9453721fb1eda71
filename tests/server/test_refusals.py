"""Bad input of every kind: each message gets one answer, and nothing changes."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from facedown.server import sockets, wire
from tests.databases import only_sqlite
from tests.replaced import replaced
from tests.server.harness import PATIENCE, UNLIMITED, Person, Server
from tests.server.within import Within

NEVER = "0.000001"  # how often a second, or an hour, one more is allowed
UNSUITED = (HealthCheck.too_slow, HealthCheck.function_scoped_fixture)  # to a machine that is shared, and a server

WORDS = st.sampled_from(
    [
        "hello",
        "sit",
        "bot",
        "start",
        "again",
        "play",
        "undoable",
        "undo",
        "leave",
        "say",
        "ping",
        "Play",
        "",
        "table",
    ]
)
KEYS = st.sampled_from(
    ["do", "n", "secret", "host", "since", "seat", "name", "bot", "at", "to", "move", "text", "x"]
)
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=30),
    WORDS,
    st.lists(st.integers(), max_size=3),
)


MESSAGES = st.builds(
    dict.__or__,
    st.dictionaries(KEYS, VALUES, max_size=5),
    st.fixed_dictionaries({}, optional={"do": WORDS, "n": st.integers(0, 9)}),
)


def answered(person: Person, sent: str | bytes) -> dict[str, object]:
    """The one answer to this; whatever else comes first must not be an answer."""
    person.socket.send(sent)
    while (message := person.hear())["is"] != "answer":
        pass
    person.answers.clear()
    return message


def closing_code(person: Person) -> int | None:
    """Listen until the connection is closed; the code with which the server closed it, if it came through."""
    try:
        while True:
            person.hear()
    except ConnectionClosed as closed:
        return None if closed.rcvd is None else closed.rcvd.code


@settings(max_examples=60, suppress_health_check=UNSUITED)
@given(st.lists(MESSAGES, min_size=3, max_size=6))
def test_whatever_is_said_gets_one_answer(app: Within, messages: list[dict[str, object]]) -> None:
    table = app.open("gotcha")
    host = table.host()
    for message in messages:
        answer = answered(host, json.dumps(message))
        assert answer["ok"] or answer["text"]
        number = message.get("n")
        if type(number) is int and 0 <= number <= 2**53:
            assert answer["n"] == number
    assert host.say("ping")["ok"]
    host.close()


@settings(max_examples=30, suppress_health_check=UNSUITED)
@given(st.text(max_size=200))
def test_text_that_is_no_message_is_malformed(app: Within, text: str) -> None:
    person = app.open("gotcha").person()
    assert answered(person, text)["why"] == "malformed"
    assert person.say("ping")["ok"]
    person.close()


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ("", "malformed"),
        ("null", "malformed"),
        ("[" * 3000, "malformed"),
        ('{"do":"play","n":1,"at":0}', "malformed"),
        ('{"do":"ping","n":1,"extra":1}', "malformed"),
        ('{"do":"ping"}', "malformed"),
        ('{"do":"ping","n":-1}', "malformed"),
        ('{"do":"fly","n":1}', "malformed"),
        ('{"do":"sit","n":1,"seat":63,"name":"Zoe"}', "bad_option"),
        ('{"do":"sit","n":1,"seat":0,"name":": #"}', "bad_option"),
        ('{"do":"sit","n":1,"seat":0,"name":"\\ud800"}', "malformed"),
        ('{"do":"sit","n":1,"seat":0,"name":""}', "bad_option"),
        ('{"do":"say","n":1,"text":"hi"}', "not_yours"),
        ('{"do":"start","n":1}', "not_host"),
        ('{"do":"undoable","n":1}', "illegal"),
        ('{"do":"undo","n":1,"at":0,"to":0}', "illegal"),
        ('{"do":"undo","n":1,"at":0,"to":-1}', "malformed"),
        ('{"do":"hello","n":1,"secret":"x"}', "unknown_secret"),
        ('{"do":"say","n":1,"text":"' + "x" * 5000 + '"}', "too_large"),
        (b"\x00\xff", "malformed"),
        (b'{"do":"ping","n":1}', "malformed"),
    ],
)
def test_each_bad_message_is_refused_with_its_reason(app: Within, sent: str | bytes, why: str) -> None:
    table = app.open("gotcha")
    person = table.person()
    before = table.passing()
    answer = answered(person, sent)
    assert (answer["ok"], answer["why"]) == (False, why)
    assert table.passing() == before
    assert person.say("ping")["ok"]


def test_half_an_emoji_is_refused_by_the_number_of_its_message(app: Within) -> None:
    """Else whoever sent it, as a page does that cuts off what is too long, would wait for ever."""
    assert app.open("gotcha").person().say("say", text="Well \ud83d")["why"] == "malformed"


@pytest.mark.parametrize("size", [20_000, 70_000, 500_000])
def test_a_large_frame_closes_its_connection_with_the_reason_and_no_other(server: Server, size: int) -> None:
    """The server reads on for a moment: a connection that is closed with unread data is reset, without a reason."""
    table = server.open("gotcha")
    person, other = table.person(), table.person()
    with contextlib.suppress(ConnectionClosed):  # it may be closed before all of it is sent
        person.socket.send("x" * size)
    assert closing_code(person) == 1009
    assert other.say("ping")["ok"]


def test_a_frame_without_end_closes_its_connection_and_no_other(server: Server) -> None:
    table = server.open("gotcha")
    person, other = table.person(), table.person()
    with contextlib.suppress(ConnectionClosed):
        person.socket.send("x" * 50_000_000)
    assert closing_code(person) in (1009, None)
    assert other.say("ping")["ok"]


def test_nothing_is_heard_before_hello(app: Within) -> None:
    table = app.open("gotcha")
    person = Person(app, table.code)
    assert person.say("sit", seat=0, name="Zoe")["why"] == "malformed"
    assert person.say("ping")["why"] == "malformed"
    assert person.told == []


def test_another_tables_secrets_open_nothing(app: Within) -> None:
    mine, theirs = app.open("gotcha"), app.open("gotcha")
    host = theirs.host()
    seat = host.sit(0, "Zoe")["secret"]
    for secret in ({"secret": seat}, {"host": theirs.secret}, {"secret": theirs.secret}):
        assert Person(app, mine.code).say("hello", **secret)["why"] == "unknown_secret"


@pytest.mark.parametrize("code", ["abcdefghjk", "x", "ABCDEFGHJK", "..", "abcdefghj%20"])
def test_a_table_that_is_not_there_is_unknown(app: Within, code: str) -> None:
    assert app.ask(f"/api/tables/{code}")[0] == 404
    person = Person(app, code)
    assert person.say("hello")["why"] in ("unknown_table",)
    assert person.say("ping")["why"] == "unknown_table"


def test_names_are_taken_once_and_bots_give_way(app: Within) -> None:
    table = app.open("bayou-boss", 4)
    host, guest = table.host(), table.person()
    assert host.say("bot", seat=3, bot="random")["ok"]
    host.wait(lambda: host.state["seats"][3]["kind"] == "bot")
    name = host.state["seats"][3]["name"]
    assert guest.sit(0, name)["ok"]
    assert table.passing()["seats"][3]["name"] not in (name, None)
    assert host.sit(1, name.upper())["why"] == "taken"
    assert host.sit(1, "  Mary   Ann ")["ok"]
    assert table.passing()["seats"][1]["name"] == "Mary Ann"
    assert host.sit(2, "Mary Ann")["ok"]
    assert [seat["kind"] for seat in table.passing()["seats"]] == ["person", "empty", "person", "bot"]
    assert host.say("bot", seat=3, bot="nobody")["why"] == "bad_option"
    assert host.say("bot", seat=3, bot=None)["ok"]
    assert table.passing()["seats"][3]["kind"] == "empty"


def test_people_sit_down_where_only_the_options_allow_so_many_seats(app: Within) -> None:
    table = app.open("clocktower", 21, travellers=5)
    host = table.host()
    assert host.sit(20, "Mira")["ok"]
    assert host.say("start")["ok"]
    assert len({seat["name"] for seat in table.passing()["seats"]}) == 21


def test_a_bot_that_is_no_player_is_called_what_it_does(app: Within) -> None:
    table = app.open("clocktower", 6)
    host = table.host()
    assert host.say("bot", seat=5, bot="balanced")["ok"]
    assert table.passing()["seats"][5]["name"] == "Storyteller"
    assert host.sit(0, "Storyteller")["why"] == "taken"
    assert host.sit(0, "Zoe")["ok"]
    assert host.say("bot", seat=5, bot=None)["ok"]
    assert host.say("start")["ok"]
    names = [seat["name"] for seat in table.passing()["seats"]]
    assert (names[0], names[5]) == ("Zoe", "Storyteller")
    assert len(set(names)) == 6


@pytest.mark.parametrize(
    ("body", "status", "why"),
    [
        ({"game": "chess"}, 404, "unknown_game"),
        ({"game": "gotcha", "seats": 7}, 400, "bad_option"),
        ({"game": "gotcha", "options": {"colour": "red"}}, 400, "bad_option"),
        ({"game": "gotcha", "options": {"tier": "golden"}}, 400, "bad_option"),
        ({"game": "gotcha", "pace": "slow"}, 400, "malformed"),
        ({"game": "gotcha", "extra": 1}, 400, "malformed"),
        ({}, 400, "malformed"),
        ([], 400, "malformed"),
        ({"game": "x" * wire.MAX_CARDS_BODY}, 413, "too_large"),
    ],
)
def test_a_table_that_cannot_be_opened_is_refused(app: Within, body: object, status: int, why: str) -> None:
    found, trouble = app.ask("/api/tables", body)
    assert (found, trouble["why"]) == (status, why)
    assert trouble["text"]


def test_only_where_a_cards_file_may_be_is_a_body_larger(app: Within) -> None:
    code = app.open("gotcha").code
    found, trouble = app.ask(f"/api/tables/{code}/play-on", {"frame": 0, "seat": 0, "x": "x" * wire.MAX_FRAME})
    assert (found, trouble["why"]) == (413, "too_large")


@only_sqlite
def test_a_flood_is_answered_too_fast_and_then_cut_off(own_app: Callable[..., Within]) -> None:
    app = own_app(FACEDOWN_MESSAGES_AT_ONCE="20", FACEDOWN_MESSAGES_A_SECOND=NEVER, FACEDOWN_PATIENCE="30")
    table = app.open("gotcha")
    flooder, other = table.person(), table.person()
    numbers = [flooder.send("ping") for _ in range(15 + 30)]  # the hello has cost five
    answers = [flooder.answer(n) for n in numbers]
    assert [answer["ok"] for answer in answers] == [True] * 15 + [False] * 30
    assert {answer["why"] for answer in answers[15:]} == {"too_fast"}
    assert other.say("ping")["ok"]
    flooder.send("ping")  # one more than is borne: whatever followed might find the line closed
    assert closing_code(flooder) == 1006  # nothing was said
    assert other.say("ping")["ok"]


@only_sqlite
@pytest.mark.parametrize(("does", "done"), [("talk", [13, 3]), ("bot", [14, 5])])
def test_what_many_are_told_counts_as_more(own_app: Callable[..., Within], does: str, done: list[int]) -> None:
    app = own_app(FACEDOWN_MESSAGES_AT_ONCE="20", FACEDOWN_MESSAGES_A_SECOND=NEVER)
    said = []
    for listeners in (0, 31):
        table = app.open("gotcha")
        host = table.host()
        others = [table.person() for _ in range(listeners)]
        talk, bot = ({"open": bool(i % 2)} for i in range(15)), ({"seat": 0, "bot": "random"} for _ in range(15))
        said.append([host.say(does, **what)["ok"] for what in (talk if does == "talk" else bot)].count(True))
        assert all(other.say("ping")["ok"] for other in others)
    assert said == done  # 15 are left after the hello; each costs 1, and an eighth or less for each who hears it


@only_sqlite
def test_one_address_opens_so_many_tables_and_connections(own_app: Callable[..., Within]) -> None:
    app = own_app(
        FACEDOWN_TABLES_AT_ONCE="5",
        FACEDOWN_TABLES_AN_HOUR=NEVER,
        FACEDOWN_CONNECTIONS="3",
        FACEDOWN_REQUESTS_AT_ONCE="100000",
    )
    assert [app.ask("/api/tables", {"game": "gotchi"})[0] for _ in range(9)] == [404] * 9, "no table is opened"
    told = [app.ask("/api/tables", {"game": "gotcha"}) for _ in range(100)]
    assert [status for status, _ in told] == [201] * 5 + [429] * 95
    assert "wait" in told[-1][1]["text"]
    code = told[0][1]["table"]
    people = [Person(app, code) for _ in range(3)]
    assert all(person.hello()["ok"] for person in people)
    assert closing_code(Person(app, code)) == 4430
    people[0].close()
    assert people[1].say("ping")["ok"]
    end = time.monotonic() + PATIENCE
    while not admitted(Person(app, code)):  # the server may hear later that a line was closed
        assert time.monotonic() < end, "the place is never free again"


def admitted(person: Person) -> bool:
    """Is this connection let in?  It is not where its address has too many."""
    with contextlib.suppress(ConnectionClosed):
        return bool(person.hello()["ok"])
    assert closing_code(person) == 4430
    return False


def test_nobodys_word_for_another_address_is_taken_unless_told_to(own_server: Callable[..., Server]) -> None:
    for proxies, allowed in (("", 1), ("127.0.0.1", 4)):
        server = own_server(FACEDOWN_TABLES_AT_ONCE="1", FACEDOWN_TABLES_AN_HOUR="1", FACEDOWN_PROXIES=proxies)
        told = [
            server.ask("/api/tables", {"game": "gotcha"}, {"X-Forwarded-For": f"203.0.113.{i}"})[0]
            for i in range(4)
        ]
        assert told.count(201) == allowed


@only_sqlite
def test_who_never_says_hello_is_hung_up_on(own_app: Callable[..., Within]) -> None:
    app = own_app(**UNLIMITED)
    code = app.open("gotcha").code
    with replaced([(sockets, "HELLO", 0.05)]):
        assert closing_code(Person(app, code)) == 4408
    assert Person(app, code).hello()["ok"]


@pytest.mark.parametrize("path", ["/", "/health", "/ready", "/t/{code}", "/api/tables/{code}", "/api/games"])
def test_whoever_watches_a_server_may_ask_for_the_head_of_an_answer(server: Server, path: str) -> None:
    path = path.format(code=server.open("gotcha").code)
    status, whole, headers = server.fetch(path)
    answer = server.fetch(path, method="HEAD")
    assert (answer[0], answer[1], answer[2]["content-type"]) == (status, b"", headers["content-type"])
    assert whole
    assert server.fetch("/nothing/there", method="HEAD")[0] == 404
