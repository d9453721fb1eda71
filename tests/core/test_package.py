"""What a program finds on the package itself."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys

import pytest

import facedown

CARDS = facedown.game("gotcha").cards_file()


def test_the_version_is_that_of_the_installed_package() -> None:
    assert facedown.__version__ == importlib.metadata.version("facedown")
    with pytest.raises(AttributeError, match="no attribute 'labs'"):
        facedown.labs  # noqa: B018 - it is not there


def test_the_lab_needs_no_import_of_its_own_and_is_loaded_only_when_asked_for() -> None:
    script = "import sys, facedown; print('scipy' in sys.modules, facedown.lab.simulate.__name__)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "simulate"]


def test_a_game_is_shown_as_it_is_found() -> None:
    assert repr(facedown.game("bayou-boss")) == "facedown.game('bayou-boss')"
    own = facedown.game("gotcha").with_cards(CARDS)
    assert repr(own).startswith("facedown.game('gotcha').with_cards(<")
