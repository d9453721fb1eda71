"""What strangers may send before anything of it is looked at: half requests, odd paths, other sites' pages."""

from __future__ import annotations

import contextlib
import errno
import gc
import json
import resource
import socket
import tracemalloc
from collections.abc import Callable
from http.client import HTTPConnection
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from facedown import BadOption
from facedown.server import serving
from facedown.server.middleware import Hosts
from facedown.server.rooms.registry import Rooms
from facedown.server.storage.store import Store
from facedown.server.wire import Refused
from tests.server.harness import PATIENCE, UNLIMITED, Server, run_alone

ELSEWHERE = ("127.0.0.2", 0)  # another address of this machine: to the server, somebody else
HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: "


def get(
    server: Server, path: str, headers: dict[str, str] | None = None, source: tuple[str, int] | None = None
) -> int:
    """The status of the answer to a GET for exactly this path."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE, source_address=source)
    with contextlib.closing(line):
        line.putrequest("GET", path, skip_host=True, skip_accept_encoding=True)
        for name, value in {"Host": "localhost", **(headers or {})}.items():
            line.putheader(name, value)
        line.endheaders()
        return line.getresponse().status


def closed(line: socket.socket, seconds: float) -> bool:
    """Does the server close this connection within so many seconds?"""
    line.settimeout(seconds)
    try:
        return line.recv(1) == b""
    except TimeoutError:
        return False
    except OSError:
        return True


def test_a_body_that_does_not_arrive_is_given_up(own_server: Callable[..., Server]) -> None:
    server = own_server(**{**UNLIMITED, "FACEDOWN_REQUEST_SECONDS": "1"})
    person = server.open("gotcha").person()
    headers = b"Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
        line.sendall(b"POST /api/tables HTTP/1.1\r\n" + headers + b"{")
        assert line.recv(12) == b"HTTP/1.1 408"
        while line.recv(10_000):
            pass
    assert person.say("ping")["ok"], "a socket at a table may take longer than a request"
    assert server.log.read_text() == ""


@pytest.mark.parametrize(
    "path",
    [
        "/assets/%00",
        "/%00",
        "/assets/" + "a" * 5000,
        "/" + "a" * 5000,
        "/assets/..%2findex.html",
        "/assets/%2e%2e",
        "/assets/.hidden",
        "/assets/%ff%fe",
        "/assets/a%2fb",
        "/api/games/%00",
        "/api/games/" + "a" * 5000,
        "/api/tables/%00",
        "/api/tables/" + "b" * 5000,
        "/api/tables/%00/record",
        "/api/tables/" + "c" * 5000 + "/replay?seat=1",
    ],
)
def test_odd_paths_are_not_there(server: Server, path: str) -> None:
    assert get(server, path) == 404


@given(st.text("%0123456789abcdefABCDEF/.:;?&=\\~", max_size=60))
def test_no_path_is_too_much(server: Server, path: str) -> None:
    assert get(server, f"/{path}") < 500


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("/api/games?q=1", "'q'; it takes none"),
        ("/api/games/botch?name=gotcha", "'name'; it takes none"),
        ("/api/tables/{code}?gamee=1", "'gamee'; it takes game"),
        ("/api/tables/{code}/replay?seat=1&secret=x", "'secret'; it takes seat, everything and game"),
        ("/api/tables/{code}/replay?Everything", "'Everything'"),
        ("/api/tables/{code}/story?%C5%91=", "'ő'; it takes seat"),
        ("/api/tables/{code}/record?game=1&game=2", "'game' is given twice"),
    ],
)
def test_a_parameter_that_a_route_does_not_have_is_refused_and_named(server: Server, path: str, names: str) -> None:
    status, answer = server.ask(path.format(code=server.open("botch").code))
    assert (status, answer["why"]) == (400, "malformed")
    assert names in answer["text"]


def test_links_to_pages_and_their_files_may_bear_anything(server: Server) -> None:
    code = server.open("botch").code
    for path in ("/?utm_source=x", f"/t/{code}?fbclid=1", f"/t/{code}/replay?game=1&x=2", "/index.html?rev=1"):
        assert get(server, path) == 200, path


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"game":"gotcha","options":{"a":', '{"game":['])
def test_json_nested_deep_is_malformed(server: Server, opening: str) -> None:
    text = (opening * 4000)[:16_000].encode()
    status, raw, _ = server.fetch("/api/tables", text)
    assert (status, json.loads(raw)["why"]) == (400, "malformed")


@pytest.mark.parametrize("path", ["tables", "games/botch/cards", "games/botch/print", "tables/{code}/play-on"])
def test_json_that_is_not_utf8_is_malformed(server: Server, path: str) -> None:
    path = f"/api/{path.format(code=server.open('botch').code)}"
    for text in (b'{"game":"\xff"}', b'{"cards":"Z\xf6e"}', '{"game":"\u0151ze"}'.encode("utf-16")):
        status, raw, _ = server.fetch(path, text)
        assert (status, json.loads(raw)["why"]) == (400, "malformed"), text


def test_everything_is_counted_files_and_what_is_not_there_too(own_server: Callable[..., Server]) -> None:
    server = own_server(FACEDOWN_REQUESTS_AT_ONCE="4", FACEDOWN_REQUESTS_A_SECOND="0.001")
    assert [get(server, "/api/nothing") for _ in range(3)] == [404] * 3
    assert [get(server, "/assets/nothing.js") for _ in range(6)] == [404] * 5 + [429]
    assert get(server, "/api/games", source=ELSEWHERE) == 200


def test_a_path_with_more_slashes_costs_as_much(own_server: Callable[..., Server]) -> None:
    server = own_server(FACEDOWN_REQUESTS_AT_ONCE="4", FACEDOWN_REQUESTS_A_SECOND="0.001")
    assert [get(server, f"{slashes}api//tables/nothing") for slashes in ("/", "//", "///")] == [404] * 3
    assert [get(server, "//api/tables/nothing") for _ in range(2)] == [404, 429]


def test_the_page_of_a_table_costs_as_much_as_what_is_looked_up_for_it(own_server: Callable[..., Server]) -> None:
    server = own_server(FACEDOWN_REQUESTS_AT_ONCE="13", FACEDOWN_REQUESTS_A_SECOND="0.001")
    assert get(server, "/t/2222222222") == 200, "it says whether there is such a table"
    assert get(server, "/t/2222222222/replay?game=1&at=5") == 200, "an earlier game is played again for it"
    assert [get(server, "/api/games") for _ in range(3)] == [200, 200, 429]


def test_trying_codes_leaves_nothing_behind() -> None:
    class Empty:
        last_lost = 0

        async def lock(self, _code: str) -> int:
            return 1

        async def unlock(self, _code: str) -> None:
            pass

        async def read(self, _code: str) -> None:
            return None

    async def try_codes(rooms: Rooms, start: int, stop: int) -> None:
        for number in range(start, stop):
            with pytest.raises(Refused):
                await rooms.find(f"{number:010d}".translate(str.maketrans("01", "ab")))

    async def grown() -> int:
        rooms = Rooms(cast("Store", Empty()))
        await try_codes(rooms, 0, 100)
        gc.collect()
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        await try_codes(rooms, 100, 4100)
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return after - before

    assert run_alone(grown) < 300_000  # bytes; a lock for each would be some 900,000


def test_this_server_goes_by_some_names_only(server: Server) -> None:
    for host in (
        "localhost",
        "localhost:8000",
        "127.0.0.1",
        "192.168.1.7:8000",
        "[::1]:8000",
        "den.local",
        "mybox",
    ):
        assert get(server, "/api/games", {"Host": host}) == 200, host
    for host in (
        "evil.example",
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "local.evil.example",
        "",
        "a@b",
        "[x",
    ):
        assert get(server, "/api/games", {"Host": host}) in (400, 421), host
        assert get(server, "/", {"Host": host}) in (400, 421), host


def test_a_request_names_one_host(server: Server) -> None:
    """A page of a table has links with the host that was called."""
    line = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    with contextlib.closing(line):
        line.putrequest("GET", f"/t/{server.open('gotcha').code}", skip_host=True)
        for host in ("evil.example", "localhost"):
            line.putheader("Host", host)
        line.endheaders()
        assert line.getresponse().status == 400


def test_an_operator_gives_it_others(own_server: Callable[..., Server]) -> None:
    server = own_server(**UNLIMITED, FACEDOWN_HOSTS="play.example.org, Other.Example")
    for host, status in (("play.example.org", 200), ("OTHER.example:443", 200), ("evil.example", 421)):
        assert get(server, "/api/games", {"Host": host}) == status


def test_a_page_of_another_site_changes_nothing(server: Server) -> None:
    body, ours = json.dumps({"game": "gotcha"}).encode(), f"http://127.0.0.1:{server.port}"
    code = server.open("gotcha").code
    for origin, allowed in (
        (ours, True),
        ("http://evil.example", False),
        (f"http://127.0.0.1:{server.port + 1}", False),
        ("null", False),
        ("", False),
    ):
        status, _, headers = server.fetch("/api/tables", body, {"Origin": origin})
        assert status == (201 if allowed else 403), origin
        assert headers["x-frame-options"] == "DENY"
        assert connects(server, code, origin) == allowed, origin


def connects(server: Server, code: str, origin: str) -> bool:
    address = f"ws://127.0.0.1:{server.port}/api/tables/{code}/socket"
    with contextlib.suppress(InvalidStatus), connect(address, additional_headers={"Origin": origin}, proxy=None):
        return True
    return False


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_read(server: Server, kind: str) -> None:
    status, raw, _ = server.fetch("/api/tables", b'{"game": "gotcha"}', {"Content-Type": kind})
    assert (status, json.loads(raw)["why"]) == (415, "not_json")


def test_names_of_hosts() -> None:
    assert Hosts("*").is_ours("anything.example")
    assert not Hosts("").is_given("localhost")
    assert not Hosts("a.example").is_ours("b.a.example")


def test_limits_of_time_are_more_than_nothing() -> None:
    from facedown.server.limits import limits_from

    with pytest.raises(BadOption):
        limits_from({"FACEDOWN_REQUEST_SECONDS": "0"})


@pytest.mark.parametrize(
    "path",
    ["/", "/api/tables", "/api/tables/abcdef/socket/x", "/api/tables/socket", "/api/tables/abcdef/socket?host=x"],
)
def test_there_are_sockets_nowhere_but_at_tables(server: Server, path: str) -> None:
    with pytest.raises(InvalidStatus), connect(f"ws://127.0.0.1:{server.port}{path}"):
        pass


def sent_until_closed(line: socket.socket, data: bytes, most: int) -> int:
    """Send this again and again until the server closes the connection; how many bytes it took, `most` at most."""
    line.settimeout(PATIENCE)
    sent = 0
    with contextlib.suppress(OSError):
        while sent < most:
            line.sendall(data)
            sent += len(data)
    return sent


@pytest.mark.parametrize(
    "begins", [b"GET /", b"GET / HTTP/1.1\r\nX-Long: ", b"GET / HTTP/1.1\r\nHost: localhost\r\n"]
)
def test_what_comes_before_a_body_has_an_end(server: Server, begins: bytes) -> None:
    goes_on = b"X-One: more\r\n" if begins.endswith(b"localhost\r\n") else b"a"
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
        line.sendall(begins)
        assert sent_until_closed(line, goes_on * 10_000, 50_000_000) < 50_000_000
    assert get(server, "/api/about") == 200


def socket_at(server: Server, code: str) -> socket.socket:
    """A connection to a table as a browser opens it, to be written to byte by byte."""
    line = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    upgrade = f"Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{key}"
    line.sendall(f"GET /api/tables/{code}/socket HTTP/1.1\r\n{upgrade}\r\n".encode())
    read = b""
    while not read.endswith(b"\r\n\r\n"):
        more = line.recv(1)
        assert more, "there is no socket"
        read += more
    return line


def frame(opcode: Opcode, data: bytes = b"", *, whole: bool = True) -> bytes:
    return Frame(opcode, data, fin=whole).serialize(mask=True)


def test_whoever_sends_a_frame_that_is_too_large_learns_why_it_is_closed(server: Server) -> None:
    with socket_at(server, server.open("gotcha").code) as line:
        line.sendall(frame(Opcode.TEXT, b"x" * 70_000)[:30_000])
        closing = line.recv(4)
        assert closing[0] == 0x88
        assert int.from_bytes(closing[2:4]) == 1009


@pytest.mark.parametrize("opcode", [Opcode.TEXT, Opcode.BINARY])
def test_messages_without_end_close_the_connection(own_server: Callable[..., Server], opcode: Opcode) -> None:
    server = own_server()
    table = server.open("gotcha")
    with socket_at(server, table.code) as line:
        assert sent_until_closed(line, frame(opcode, b"{}") * 10_000, 50_000_000) < 50_000_000
    assert table.elsewhere().say("ping")["ok"]


def test_what_is_no_text_and_what_is_no_http_leave_nothing_in_the_log(own_server: Callable[..., Server]) -> None:
    server = own_server()
    for frames in (
        frame(Opcode.TEXT, b"\xff\xfe"),
        frame(Opcode.TEXT, b'{"do": "', whole=False) + frame(Opcode.CONT, b"\xc3"),
    ):
        with socket_at(server, server.open("gotcha").code) as line:
            line.sendall(frames)
            assert line.recv(4)[2:] == (1007).to_bytes(2)
    for odd in (
        b"\x16\x03\x01\x02\x00",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as line:
            line.sendall(odd)
            assert line.recv(100).startswith(b"HTTP/1.1")
    assert server.log.read_text() == ""


def pieces(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 7, 1000], ids=["byte by byte", "in pieces", "all at once"])
def test_messages_are_answered_in_order_however_they_arrive(server: Server, size: int) -> None:
    with socket_at(server, server.open("gotcha").code) as line:
        line.settimeout(PATIENCE)
        said = [json.dumps({"do": "say", "n": n, "text": "\N{GREEK SMALL LETTER PI}"}).encode() for n in range(6)]
        ping, half = frame(Opcode.PING, b"there?"), len(said[2]) // 2
        split = frame(Opcode.TEXT, said[2][:half], whole=False) + frame(Opcode.PING, b"still?")
        split += frame(Opcode.CONT, said[2][half:])
        whole = [frame(Opcode.TEXT, text) for text in said]
        sent = b"".join((whole[0], whole[1], ping, split, whole[3], frame(Opcode.PONG), whole[4], whole[5]))
        for piece in pieces(sent, size):
            line.sendall(piece)
        read = b""
        while read.count(b'"n":') < len(said):
            more = line.recv(65536)
            assert more, "it closes too soon"
            read += more
        answered = [int(part.split(b",")[0]) for part in read.split(b'"n":')[1:]]
        assert answered == list(range(6))
        assert b"there?" in read
        assert b"still?" in read


def test_a_server_that_has_not_started_refuses_whoever_connects_so_that_a_proxy_asks_another() -> None:
    with contextlib.closing(serving._listen("127.0.0.1", 0)) as bound, socket.socket() as line:
        assert line.connect_ex(bound.getsockname()) == errno.ECONNREFUSED


def test_two_thousand_connections_that_never_send_a_request_keep_nobody_out(
    own_server: Callable[..., Server],
) -> None:
    server = own_server(**UNLIMITED)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    table = server.open("gotcha")
    with contextlib.ExitStack() as open_ones:
        for number in range(2_000):
            line = open_ones.enter_context(
                socket.create_connection(("127.0.0.1", server.port), PATIENCE, ELSEWHERE)
            )
            line.sendall(HALF if number % 2 else b"")
        assert get(server, "/health") == 200
        host = table.host()
        assert host.sit(0, "Ann")["ok"]
        assert host.say("start")["ok"]
        host.ready()
        assert host.play()["ok"]
