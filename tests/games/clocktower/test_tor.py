"""Where nobody knows who they are, nothing that reaches a player depends on their own token."""

from __future__ import annotations

import msgspec
import pytest

from tests.games.clocktower import laws
from tests.games.clocktower.laid_out import town

SCRIPT = "tor, slayer, soldier, virgin, mayor, saint, sage, imp, baron, scarletwoman"
REST = "Bo Imp, Cy Soldier, Di Virgin, Ed Baron"


@pytest.mark.covers("clocktower tor.1", "clocktower tor.2")
@pytest.mark.parametrize("mine", ["Mayor", "Saint", "Sage", "evil Slayer", "Scarlet Woman"])
def test_a_player_cannot_tell_which_token_is_theirs(mine: str) -> None:
    tables = [town(5, 0, SCRIPT, f"Ann {token}, {REST}") for token in ("Slayer", mine)]
    for words in ("end the day", ""):
        one, other = (laws.received(table, 0) for table in tables)
        assert one == other
        assert b"Slayer" not in msgspec.json.encode(tables[0].view(0).me)
        if words:
            for table in tables:
                table.play("Storyteller", words)
