"""Metrics in Prometheus' format: tables, people, moves, answer times, and refusals by kind.

They are about no single table, but on a server with only one they would reveal when something unseen happens.  They
are therefore served only to those who have the token in `FACEDOWN_METRICS`, and not at all without one.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hmac import compare_digest

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers.base import BaseRouteHandler
from litestar.plugins.prometheus import PrometheusConfig, PrometheusController
from prometheus_client import Counter, Gauge, Histogram

from facedown.server.wire import Refused, Said

TABLES = Gauge("facedown_tables", "Tables in memory")
PEOPLE = Gauge("facedown_people", "Connections to tables")
MOVES = Counter("facedown_moves", "Moves made and stored, bots' among them")
REFUSALS = Counter("facedown_refusals", "Requests and messages refused", ["why"])
REPORTS = Counter("facedown_reports", "Reports about people")
ANSWERS = Histogram(
    "facedown_answer_seconds", "From a message's arrival to its answer", ["do"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)  # fmt: skip

MIDDLEWARE = PrometheusConfig("facedown", "facedown", group_path=True, scopes=None)


@cache
def answers_to(message: type[Said]) -> Histogram:
    """The histogram of the answer times of such messages."""
    return ANSWERS.labels(message.__name__.lower())


def watch(tables: Callable[[], int], people: Callable[[], int]) -> None:
    """Set the functions that count tables and people when the metrics are fetched."""
    TABLES.set_function(tables)
    PEOPLE.set_function(people)


def controller(token: str) -> type[PrometheusController]:
    """The route that serves the metrics to those who have this token."""

    def only_with_token(
        connection: ASGIConnection[BaseRouteHandler, object, object, State], _: BaseRouteHandler
    ) -> None:
        said = connection.headers.get("authorization", "")
        if not compare_digest(said.encode("utf-8", "replace"), f"Bearer {token}".encode()):
            raise Refused("not_found", "There is nothing here.")

    class Figures(PrometheusController):
        guards = [only_with_token]  # noqa: RUF012  # as Litestar has it
        include_in_schema = False

    return Figures
