"""Refuses query parameters that a route does not have, so that a misspelt one is not taken for none."""

from __future__ import annotations

from urllib.parse import parse_qsl

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers.base import BaseRouteHandler

from facedown.core.phrases import joined
from facedown.server.wire import Refused

API = "/api/"  # the page's own addresses, and files of it, may be linked with anything behind a question mark
NOT_ASKED = ("request", "data")  # parameters of a handler that do not come from the query


def known_only(
    connection: ASGIConnection[BaseRouteHandler, object, object, State], handler: BaseRouteHandler
) -> None:
    """A guard for all routes.  Raises Refused, and names what the route does not know."""
    if connection.scope["path"].startswith(API):
        given = connection.scope["path_params"]
        known = [
            name for name in handler.parsed_fn_signature.parameters if name not in NOT_ASKED and name not in given
        ]
        check(connection.scope["query_string"], known)


def check(query: bytes, known: list[str]) -> None:
    """Raises Refused if this query has another parameter than those known, or one of them twice."""
    names = [name for name, _ in parse_qsl(query.decode("latin-1"), keep_blank_values=True)]
    for name in names:
        if name not in known:
            there = f"it takes {joined(known)}" if known else "it takes none"
            raise Refused("malformed", f"This address has no parameter {name[:40]!r}; {there}.")
        if names.count(name) > 1:
            raise Refused("malformed", f"The parameter {name!r} is given twice.")
