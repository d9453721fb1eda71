"""Building the page installs packages into a checkout's own folder, never through a link into another's."""

from pathlib import Path

import pytest

from tools import build_client


def test_packages_that_are_shared_through_a_link_are_not_rewritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared, web = tmp_path / "shared", tmp_path / "checkout" / "web"
    (shared / "svelte").mkdir(parents=True)
    web.mkdir(parents=True)
    (web / "package-lock.json").write_text("{}")
    (web / "node_modules").symlink_to(shared, target_is_directory=True)
    monkeypatch.chdir(web.parent)
    monkeypatch.setattr(build_client, "npm", lambda *_: pytest.fail("packages were installed"))
    with pytest.raises(SystemExit, match="is a link to"):
        build_client.install_modules()
    assert [path.name for path in shared.iterdir()] == ["svelte"]
