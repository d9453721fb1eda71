"""What every test may use, and the guards that no test is skipped and no bot fails unnoticed."""

import gc
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from _pytest.terminal import TerminalReporter
from hypothesis import HealthCheck, settings

from facedown.core.flat import FlatContract
from tests import bot_failures, how_much, seeded_deals
from tests.replaced import replaced
from tests.shares import shared_out
from tools import browser

pytest_plugins = ["tests.times"]

# Tests share their machine: how long one example takes says nothing.  The examples are the same each time, so that
# what passed once passes again; `PYTEST_ARGS=--hypothesis-profile=explore` looks for new ones.
settings.register_profile("explore", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("facedown", settings.get_profile("explore"), derandomize=True)
settings.load_profile("facedown")

# A test that drives a server or a browser often waits for it: while one waits, another may run.
SPARE_WORKERS = 2

# A skip for any other reason fails the run where nobody watches (CI is set).
ALLOWED_SKIPS = ("no Chromium", "no GPU", "no Ray", "no fork on Windows", "no nginx", "no sandbox")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """How many processes `-n auto` means: some more than there are processors, so that none stands idle."""
    return len(os.sched_getaffinity(0)) + SPARE_WORKERS if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Generator[None, object, object]:
    """Search nothing for garbage that is collected here, now or later: it took a fifth of the tests' own time.

    Nor so often what tests make: where little is old, Python searches all of it again and again.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(3_000, 20, 10)
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what only the sweep runs, and share out the rest; a soak draws its order instead."""
    left_out = [] if how_much.ALL else [item for item in items if item.get_closest_marker("sweep")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    workers = os.environ.get("PYTEST_XDIST_WORKER_COUNT")
    if workers and not config.pluginmanager.has_plugin("randomly"):
        items[:] = shared_out(items, int(workers))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Let the deals of servers follow from the test, those of fixtures that start before it, too."""
    seeded_deals.note(item.nodeid)


def why_skipped(report: object) -> str:
    """The reason that a skipped test or module gave."""
    longrepr = getattr(report, "longrepr", "")
    reason = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
    return reason.removeprefix("Skipped: ")


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if not os.environ.get("CI") or not isinstance(reporter, TerminalReporter):
        return
    unexpected = [r for r in reporter.stats.get("skipped", []) if not why_skipped(r).startswith(ALLOWED_SKIPS)]
    for report in unexpected:
        reporter.write_line(f"Skipped without leave: {report.nodeid}: {why_skipped(report)}", red=True)
    if unexpected and session.exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True)
def failed_bots() -> Iterator[list[str]]:
    """Fails a test in which a bot fails at a table; a test that wants one to fail empties this list."""
    collector = bot_failures.Collector()
    bot_failures.LOGGER.addHandler(collector)
    yield collector.failures
    bot_failures.LOGGER.removeHandler(collector)
    failures = [*collector.failures, *bot_failures.news()]
    assert not failures, "\n".join(failures)


@pytest.fixture(autouse=True)
def compiled_games() -> Iterator[None]:
    """Lets games that a test compiles run as Python again, in which later tests may replace rules and numbers."""
    compiled, compile_it = list[FlatContract[Any, Any, Any]](), FlatContract.compile

    def noted(contract: FlatContract[Any, Any, Any]) -> None:
        if not contract._is_compiled:  # before the test, for others, too
            compiled.append(contract)
        compile_it(contract)

    with replaced([(FlatContract, "compile", noted)]):
        yield
    for contract in compiled:
        contract._use_rules(contract.rules)


@pytest.fixture(scope="session")
def chromium() -> Path:
    """A browser; if there is none, the test is skipped, or fails where FACEDOWN_REQUIRE_BROWSER is 1."""
    if found := browser.find():
        return found
    words = "no Chromium: `make test` gets one where it can, or `apt-get install chromium`"
    if os.environ.get("FACEDOWN_REQUIRE_BROWSER") == "1":
        pytest.fail(words)
    pytest.skip(words)
