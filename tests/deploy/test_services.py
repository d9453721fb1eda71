"""The examples of a service and of a container start the server that there is, with settings that it knows."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import make_url
from typer.testing import CliRunner

from facedown.cli import app
from facedown.server import settings

DEPLOY = Path(__file__).parents[2] / "deploy"
FILES = ("facedown.service", "Containerfile", "compose.yaml", "compose-postgres.yaml", "nginx.conf")


# What the unit's settings come to, for a command: nothing can be written but in these folders, and no right is had
# or gained.  What `PrivateDevices`, `ProtectHome` and `RestrictAddressFamilies` hide, the program does not want;
# whether they are well written, systemd says.
SANDBOX = """
for kept in $KEPT; do mount --bind "$kept" "$kept" || exit 77; done
cut -d ' ' -f 2 /proc/self/mounts | while read -r where; do
  case " $KEPT /proc /sys /dev " in *" $where "*) continue;; esac
  case $where in /proc/*|/sys/*|/dev/*) continue;; esac
  mount -o remount,bind,ro "$where" || exit 77
done
touch "$HERE" 2>/dev/null && exit 77
umask 0077
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"
"""
COMPILES = "from facedown.core import bits, compiling; assert compiling.compiled(bits.popcount)(7) == 3"


def test_the_server_plays_and_compiles_with_no_more_than_the_unit_gives_it(tmp_path: Path) -> None:
    if shutil.which("unshare") is None:
        pytest.skip("no sandbox: this machine has no unshare")
    unit = (DEPLOY / "facedown.service").read_text()
    said = {"ProtectSystem=strict", "NoNewPrivileges=yes", "PrivateTmp=yes", "CapabilityBoundingSet=", "UMask=0077"}
    assert said <= {*unit.splitlines()}
    (command,) = re.findall(r"^ExecStart=(.*) --port 8000$", unit, re.MULTILINE)
    settings = dict(re.findall(r"^Environment=(\w+)=(.*)$", unit, re.MULTILINE))
    folders = {name: str(tmp_path / name) for name in ("FACEDOWN_DATA", "FACEDOWN_CACHE", "TMPDIR")}
    assert {*folders} - {*settings} == {"TMPDIR"}
    for folder in folders.values():
        Path(folder).mkdir()
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    ours = {**settings, **folders, "PATH": path, "HOME": "/", "KEPT": " ".join(folders.values()), "HERE": __file__}
    sandbox = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", SANDBOX, "sandbox"]
    compiled = subprocess.run([*sandbox, sys.executable, "-c", COMPILES], env=ours, capture_output=True, text=True)
    if "unshare:" in compiled.stderr or compiled.returncode == 77:
        pytest.skip(f"no sandbox: this machine lets no program be put into one: {compiled.stderr}")
    assert (compiled.returncode, compiled.stderr) == (0, "")
    assert list((tmp_path / "FACEDOWN_CACHE").rglob("*.nbi"))
    server = subprocess.Popen(
        [*sandbox, *command.split(), "--port", "0"],
        env={**ours, "FACEDOWN_COMPILE": "0"}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert server.stdout
    said_to_be = server.stdout.readline()
    assert said_to_be.startswith("Facedown is at "), server.communicate()
    wish, headers = {"game": "gotcha", "seats": 2}, {"Host": settings["FACEDOWN_HOSTS"]}
    address = said_to_be.split()[3] + "/api/tables"
    asked = urllib.request.Request(
        address, json.dumps(wish).encode(), headers | {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(asked) as answer:
        assert json.load(answer)["table"]
    server.send_signal(signal.SIGTERM)
    _, logged = server.communicate()
    assert [line for line in logged.splitlines() if json.loads(line)["level"] != "info"] == []
    (database,) = (tmp_path / "FACEDOWN_DATA").glob("*.db")
    assert database.stat().st_mode & 0o077 == 0


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
