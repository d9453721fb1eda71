"""The example of a proxy in front of the server is one that nginx reads, and says what the server relies on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import crossplane

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NEWER = ("ssl_reject_handshake",)  # than crossplane; nginx 1.19.4 and later have it


def directives(block: list[dict[str, Any]]) -> dict[str, list[list[str]]]:
    """The arguments of each directive, those inside others too."""
    found: dict[str, list[list[str]]] = {}
    for line in block:
        found.setdefault(line["directive"], []).append(line["args"])
        for name, args in directives(line.get("block", [])).items():
            found.setdefault(name, []).extend(args)
    return found


def test_nginx_reads_it() -> None:
    read = crossplane.parse(str(CONFIGURATION), strict=True, check_ctx=True, check_args=True, single=True)
    unknown = [error["error"] for error in read["errors"]]
    in_maps = (
        'unknown directive "default"',
        'unknown directive ""',
        'unknown directive "~',
    )  # lines of a map, which crossplane does not know
    assert [
        error for error in unknown if not error.startswith(in_maps) and not any(n in error for n in NEWER)
    ] == []


def test_it_says_what_the_server_relies_on() -> None:
    (read,) = crossplane.parse(str(CONFIGURATION), single=True)["config"]
    said = directives(read["parsed"])
    headers = dict(args for args in said["proxy_set_header"])
    assert headers["Host"] == "$host"  # the server checks which name was called
    assert headers["X-Forwarded-For"] == "$remote_addr"  # and not what a visitor wrote there
    assert (headers["Upgrade"], headers["Connection"]) == ("$http_upgrade", "$connection_upgrade")
    assert {"client_header_timeout", "client_body_timeout", "limit_conn", "limit_req"} <= said.keys()
    assert said["client_max_body_size"] == [["16k"]]
