from collections.abc import Iterator

import pytest

from tests.games.bots_battleground.fights import Dress, dressed


@pytest.fixture
def dress() -> Iterator[Dress]:
    """Gives bots the values, abilities and conditions that a test is about."""
    with dressed() as dresser:
        yield dresser
