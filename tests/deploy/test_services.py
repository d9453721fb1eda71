"""The examples of a service and of a container start the server that there is, with settings that it knows."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import msgspec
from sqlalchemy import make_url
from typer.testing import CliRunner

from facedown.cli import app
from facedown.server.operations import settings

DEPLOY = Path(__file__).parents[2] / "deploy"
FILES = ("facedown.service", "Containerfile", "compose.yaml", "compose-postgres.yaml", "nginx.conf")


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    unit = (DEPLOY / "facedown.service").read_text()
    assert "KillSignal=SIGTERM" in unit
    if analyze is not None:
        done = subprocess.run([analyze, "verify", DEPLOY / "facedown.service"], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


def test_every_setting_is_one_that_the_server_reads() -> None:
    for name in FILES:
        settings.check(dict.fromkeys(re.findall(r"FACEDOWN_[A-Z_]+", (DEPLOY / name).read_text()), "127.0.0.1"))


def test_the_commands_are_ones_that_there_are() -> None:
    container = (DEPLOY / "Containerfile").read_text()
    (command,) = re.findall(r"^CMD (\[.*\])", container, re.MULTILINE)
    program, *words = msgspec.json.decode(command, type=list[str])
    (started,) = re.findall(
        r"^ExecStart=/usr/bin/env (.*)", (DEPLOY / "facedown.service").read_text(), re.MULTILINE
    )
    for name, arguments in ((program, words), (started.split()[0], started.split()[1:])):
        assert name == "facedown"
        assert CliRunner().invoke(app, [*arguments, "--help"]).exit_code == 0
    assert "/ready" in container


def test_the_container_and_the_composition_agree() -> None:
    whole = (DEPLOY / "compose.yaml").read_text()
    read = msgspec.yaml.decode(whole)
    service = read["services"]["facedown"]
    assert (DEPLOY.parent / service["build"]["dockerfile"]).exists()
    assert service["volumes"] == ["tables:/data"]
    assert "VOLUME /data" in (DEPLOY / "Containerfile").read_text()
    assert set(read["volumes"]) == {"tables"}


def test_with_postgresql_the_same_server_is_started_with_its_address() -> None:
    added = msgspec.yaml.decode((DEPLOY / "compose-postgres.yaml").read_text())
    service, database = added["services"]["facedown"], added["services"]["postgres"]
    address = make_url(re.sub(r"\$\{.*?\}", "password", service["environment"]["DATABASE_URL"]))
    settings = database["environment"]
    assert (address.username, address.database) == (settings["POSTGRES_USER"], settings["POSTGRES_DB"])
    assert address.host in added["services"]
    assert set(added["volumes"]) == {volume.partition(":")[0] for volume in database["volumes"]}
    assert "requirements/postgres.txt" in (DEPLOY / "Containerfile").read_text()
