"""A Ray cluster as an executor: `simulate(..., executor=cluster)`, or `facedown simulate GAME --cluster ADDRESS`.

    with Cluster("local") as cluster:
        lab.simulate(game, 1_000_000, ["sensible"], executor=cluster)

Every machine of the cluster must have the same version of Facedown installed.
"""

from __future__ import annotations

import importlib
import os
import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar
from urllib.parse import urlsplit

from facedown.core.errors import BadOption
from facedown.core.extras import not_installed

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # read when Ray starts; otherwise it sends usage statistics
try:
    ray: Any = importlib.import_module("ray")  # which is only partly typed
except ModuleNotFoundError as missing:
    raise not_installed(missing, "cluster") from None

P = ParamSpec("P")
T = TypeVar("T")
SECONDS = 10  # a cluster that does not answer within these is taken to be unreachable


class Cluster(Executor):
    """The machines of a Ray cluster; each call of `submit` takes one of their cores.

    `address` is "local" (start a cluster here with `cores` processes, which ends with this object), "auto" (the one
    that `ray start` has started), "HOST:PORT" or "ray://HOST:PORT".  Raises BadOption if there is none.
    """

    def __init__(self, address: str, cores: int | None = None) -> None:
        _check(address)
        local: dict[str, Any] = {"num_cpus": cores, "include_dashboard": False} if address == "local" else {}
        try:
            ray.init(address, log_to_driver=False, logging_level="ERROR", **local)
        except (ConnectionError, RuntimeError, ValueError, TimeoutError) as error:
            why = next(iter(str(error).splitlines()), type(error).__name__)
            raise BadOption(f"there is no Ray cluster at {address!r}: {why}") from None
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))  # how many calls run at once
        self._refs: dict[Future[Any], Any] = {}
        self._call = ray.remote(_call)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Call `fn` on any machine.  The future raises BadOption if that machine cannot run it."""
        ref = self._call.remote(fn, args, kwargs)
        answer: Future[T] = Future()
        self._refs[answer] = ref

        def tell(done: Future[T]) -> None:
            self._refs.pop(answer, None)
            if not answer.set_running_or_notify_cancel():
                return
            if error := done.exception():
                why = str(error).strip().splitlines()
                answer.set_exception(BadOption(f"a machine of the cluster failed: {why[-1] if why else error!r}"))
            else:
                answer.set_result(done.result())

        ref.future().add_done_callback(tell)
        return answer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster, or end it if it was started here.  Does not wait for unfinished calls."""
        ray.shutdown()


def _check(address: str) -> None:
    """Raise BadOption if nothing answers at HOST:PORT, because Ray would wait for minutes."""
    try:
        there = urlsplit(address if "//" in address else f"//{address}")
        if there.hostname and there.port:
            socket.create_connection((there.hostname, there.port), SECONDS).close()
    except (OSError, ValueError) as error:
        raise BadOption(f"there is no Ray cluster at {address!r}: {error}") from None


def _call(fn: Callable[..., T], args: tuple[object, ...], kwargs: dict[str, object]) -> T:
    return fn(*args, **kwargs)
