"""The guard in conftest.py: where nobody watches, a skip needs leave."""

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

CONFTEST = Path(__file__).parents[1] / "conftest.py"


def run_skipping(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, reason: str, ci: str) -> int:
    monkeypatch.setenv("CI", ci)
    pytester.makeconftest(CONFTEST.read_text(encoding="utf-8"))
    pytester.makepyfile(f"import pytest\n\n@pytest.mark.skip(reason={reason!r})\ndef test_it(): ...\n")
    return int(pytester.runpytest("-p", "no:xdist").ret)


def test_a_skip_without_leave_fails_the_run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_skipping(pytester, monkeypatch, "not today", ci="true") == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize(("reason", "ci"), [("no Chromium: install one", "true"), ("not today", "")])
def test_other_skips_do_not(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, reason: str, ci: str
) -> None:
    assert run_skipping(pytester, monkeypatch, reason, ci) == pytest.ExitCode.OK


def test_a_browser_is_skipped_or_demanded(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.browser.find", lambda: None)
    pytester.makeconftest(CONFTEST.read_text(encoding="utf-8"))
    pytester.makepyfile("def test_page(chromium): ...")
    monkeypatch.delenv("FACEDOWN_REQUIRE_BROWSER", raising=False)
    pytester.runpytest("-p", "no:xdist").assert_outcomes(skipped=1)
    monkeypatch.setenv("FACEDOWN_REQUIRE_BROWSER", "1")
    pytester.runpytest("-p", "no:xdist").assert_outcomes(errors=1)
