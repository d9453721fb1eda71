"""Whatever is asked of any route, by any method and with any body: an answer, and never an error of the program."""

from __future__ import annotations

import contextlib
import json
from functools import cache
from http.client import HTTPConnection
from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.harness import PATIENCE, Opened, Server

PAGES = (
    "/", "/new/{rest}", "/learn/{rest}", "/t/{rest}", "/t/{code}/replay", "/rules/{rest}", "/assets/{name}",
    "/{name}",
)  # fmt: skip
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")
ODD = st.one_of(
    st.sampled_from(
        [
            "",
            "0",
            "-1",
            "1",
            "9" * 30,
            "NaN",
            "null",
            "true",
            "..",
            ".",
            "%",
            "%00",
            "a" * 3000,
            "1.png",
            "999999.png",
        ]
    ),
    st.text(max_size=20),
    st.integers().map(str),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
WISHES = st.fixed_dictionaries(
    {},
    optional={
        "game": st.sampled_from(["gotcha", "clocktower", "botch", "", "x"]) | JSON,
        "seats": st.integers(-1, 70) | JSON,
        "options": st.dictionaries(
            st.sampled_from(["script", "hand", "rounds", "travellers", "cards", "x"]), JSON, max_size=3
        )
        | JSON,
        "pace": st.sampled_from(["human", "instant"]) | JSON,
        "public": JSON,
    },
)
BODIES = st.one_of(
    WISHES.map(lambda wish: json.dumps(wish).encode()), st.binary(max_size=60), st.just(b'["' * 3000)
)


@cache
def routes(server: Server) -> tuple[str, ...]:
    status, schema = server.ask("/schema/openapi.json")
    assert status == 200
    return (*sorted(schema["paths"]), *PAGES)


@pytest.fixture(scope="module")
def code(server: Server) -> str:
    """A table at which a game is over."""
    table = server.open("botch", 3)
    host = table.host()
    assert host.say("start")["ok"]
    host.wait(lambda: host.over)
    host.close()
    return table.code


@settings(max_examples=150, deadline=None, suppress_health_check=[*HealthCheck])
@given(data=st.data())
def test_no_route_fails_whatever_it_is_asked(server: Server, code: str, data: st.DataObject) -> None:
    route = data.draw(st.sampled_from(routes(server)))
    for name in [part[1:-1].split(":")[0] for part in route.split("/") if part.startswith("{")]:
        value = data.draw(st.just(code) | ODD if name == "code" else ODD)
        route = "/".join(
            quote(value, safe="") if part.startswith("{" + name) else part for part in route.split("/")
        )
    asked = data.draw(st.dictionaries(st.sampled_from(["seat", "game", "everything", "at", "x"]), ODD, max_size=3))
    method = data.draw(st.sampled_from(METHODS))
    body = data.draw(BODIES) if method not in ("GET", "HEAD") else None
    headers = data.draw(
        st.fixed_dictionaries(
            {"Host": st.just("localhost"), "Content-Type": st.sampled_from(["application/json", "text/plain"])},
            optional={
                "Accept": st.sampled_from(["text/html", "*/*", ";;q=x", "application/json"]),
                "Accept-Encoding": st.sampled_from(["gzip", "br;q=x", ",,"]),
                "Authorization": st.sampled_from(["Bearer", "Bearer x", "bearer \x7f", "Basic eA=="]),
                "If-None-Match": st.sampled_from(['"x"', "*", "\x01"]),
                "Range": st.sampled_from(["bytes=0-", "bytes=9-1", "x"]),
            },
        )
    )
    line = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    with contextlib.closing(line):
        address = route + ("?" + urlencode(asked, errors="surrogatepass") if asked else "")
        line.request(method, address, body, headers)
        status = line.getresponse().status
    assert status < 500, (method, address, body, headers)
    assert "could not be handled" not in server.log.read_text()


WILD = st.fixed_dictionaries(
    {"game": st.sampled_from(["gotcha", "clocktower", "botch", "bayou-boss", "bots-battleground"])},
    optional={
        "seats": st.integers(1, 21),
        "options": st.dictionaries(st.text(max_size=5), st.integers(), max_size=1),
    },
)


@settings(max_examples=25, deadline=None, suppress_health_check=[*HealthCheck])
@given(wish=WILD, data=st.data())
def test_a_table_that_is_opened_can_be_started(
    server: Server, wish: dict[str, object], data: st.DataObject
) -> None:
    """Options are drawn from what a game offers; a table that cannot be dealt is refused when it is opened."""
    (game,) = (game for game in server.ask("/api/games")[1] if game["id"] == wish["game"])
    options: dict[str, object] = {}
    for option in game["options"]:
        choices = option.get("choices")
        if choices and data.draw(st.booleans()):
            options[option["name"]] = data.draw(st.sampled_from(choices))
    status, opened = server.ask("/api/tables", {**wish, "options": options, "pace": "human"})
    if status != 201:
        assert (status, opened["why"]) == (400, "bad_option"), opened
        return
    host = Opened(server, opened["table"], opened["host"]).host()
    answer = host.say("start")
    if not answer["ok"]:  # whoever answers for all, or has asked for a character, sits down before
        assert answer["why"] == "not_started", (options, answer)
        assert "seat first" in answer["text"] or "first seat" in answer["text"], (options, answer)
    host.close()
