"""Bots live with characters of a script's own, and with official ones that no rules here play."""

from __future__ import annotations

import json

import pytest

import facedown
from facedown.agents import player
from facedown.core.errors import Illegal
from facedown.games.clocktower.speech.statements import Is

GAME = facedown.game("clocktower")
OWN: list[dict[str, object]] = [
    {"id": "night_owl", "name": "Night Owl", "team": "townsfolk", "ability": "Sees in the dark.", "otherNight": 30},
    {"id": "baker", "name": "Baker", "team": "townsfolk", "ability": "Bakes bread.", "firstNight": 20},
    {"id": "old_miller", "name": "The Old Miller", "team": "townsfolk", "ability": "Mills."},
    {"id": "hermit_of_ours", "name": "Hermit of ours", "team": "outsider", "ability": "Keeps away."},
    {"id": "wolf", "name": "Wolf", "team": "minion", "ability": "Howls.", "otherNight": 5},
    {"id": "dragon", "name": "Dragon", "team": "demon", "ability": "Eats somebody each night*.", "otherNight": 9},
]  # fmt: skip
OFFICIAL = (
    "washerwoman chef empath juggler gambler philosopher fortuneteller savant artist cerenovus pithag drunk"
    " mutant butler poisoner imp courtier"
)
SCRIPTS: dict[str, list[object]] = {
    "a few among official ones": [*OWN, *OFFICIAL.split()],
    "nobody else": [
        *OWN,
        *({**OWN[0], "id": f"own{n}", "name": f"Owl {n}"} for n in range(7)),
        *({**OWN[3], "id": f"out{n}", "name": f"Hermit {n}"} for n in range(3)),
        *({**OWN[4], "id": f"min{n}", "name": f"Wolf {n}"} for n in range(3)),
        {"id": "pilgrim", "name": "Pilgrim", "team": "traveller", "ability": "Passes by."},
    ],
    "with the ids and names of official ones": [
        {"id": "imp", "name": "Impostor", "team": "townsfolk", "ability": "Is no Imp.", "otherNight": 12},
        {"id": "empath", "name": "Snooper", "team": "demon", "ability": "Kills.", "otherNight": 12},
        {"id": "our_gambler", "name": "Gambler", "team": "minion", "ability": "Bluffs.", "otherNight": 12},
        {"id": "our_spy", "name": "Spy", "team": "townsfolk", "ability": "Looks.", "firstNight": 2},
        *[
            "washerwoman",
            "chef",
            "juggler",
            "fortuneteller",
            "savant",
            "librarian",
            "drunk",
            "saint",
            "butler",
            "poisoner",
            "po",
            "investigator",
        ],
    ],
}


@pytest.mark.parametrize("script", SCRIPTS)
@pytest.mark.parametrize("seats", [8, 12])
def test_whole_games_with_home_made_characters(script: str, seats: int) -> None:
    options = GAME.checked_options({"script": json.dumps(SCRIPTS[script])})
    for seed in range(3):
        out = GAME.contract.play_out(seats, f"own/{seed}", options, ("sensible",) * seats)
        assert out.winners


def test_what_is_said_of_a_home_made_character_is_understood() -> None:
    """By bots, as by the page, which shows it as the language of claims puts it."""
    table = GAME.new(8, 3, script=json.dumps(SCRIPTS["a few among official ones"]))
    while not table.timing.continuous:
        table.play(table.asked[0], table.legal(table.asked[0])[0])
    table.play(0, f"say = is {table.names[1]} own6")
    table.play(0, f"say = is {table.names[2]} own3")
    with pytest.raises(Illegal, match="own7"):
        table.play(0, f"say = is {table.names[2]} own7")
    assert table.observation(3).circle[0].says == (Is(1, "own6"), Is(2, "own3"))
    shown = [f"{table.names[1]} is the Dragon.", f"{table.names[2]} is the Old Miller."]
    assert [one.text for one in table.view(3).circle[0].said] == shown


def test_at_a_table_every_choice_of_theirs_may_be_made() -> None:
    table = GAME.new(8, 3, script=json.dumps(SCRIPTS["a few among official ones"]))
    agents = [player(GAME, "sensible", seat) for seat in range(8)]
    while table.asked:
        seat = table.asked[0]
        move = agents[seat].choose(table.observation(seat), table.legal(seat))
        assert table.objection(seat, move) is None, (seat, move.text)
        table.play(seat, move)
    assert table.over
