"""What the client knows of Clocktower's characters is what the package knows."""

import csv
import json

import pytest

from facedown.games.clocktower.character import character
from facedown.games.clocktower.roster import FACTS, reminders_of
from facedown.games.clocktower.script import Script
from tools.characters import CHARACTERS, OBJECTS, PICTURES, characters


def test_the_clients_characters_are_fresh() -> None:
    assert CHARACTERS.read_text(encoding="utf-8") == characters(), "run `python -m tools.characters`"


@pytest.mark.parametrize(("night", "column"), [("first_night", "first"), ("other_nights", "other")])
def test_the_client_has_the_order_of_the_night_that_is_played(night: str, column: str) -> None:
    facts = json.loads(CHARACTERS.read_text(encoding="utf-8"))
    ranks = {row["id"]: row[column] for name in ("characters", "steps") for row in facts[name]}
    order = sorted((id for id, rank in ranks.items() if rank is not None), key=lambda id: ranks[id])
    played = getattr(Script("of everything", tuple(FACTS)), night)
    assert [id for id in order if id not in ("dusk", "dawn")] == [id for id in played if ranks[id] is not None]


def test_the_client_knows_every_character_by_name_and_team_with_its_reminders_and_places_in_the_night() -> None:
    rows = {row["id"]: row for row in json.loads(CHARACTERS.read_text(encoding="utf-8"))["characters"]}
    assert list(rows) == list(FACTS)
    for id, fact in FACTS.items():
        row = rows[id]
        assert (row["name"], row["team"], row["first"], row["other"]) == (
            fact.name,
            character(id, "2022").team,
            fact.first,
            fact.other,
        )
        tokens = reminders_of(id, "2022").all
        assert [word.casefold() for word in row["reminders"]] == [word.casefold() for word in tokens]
        assert row["text"], id
        assert row["doFirst"] or fact.first is None, id
        assert row["doOther"] or fact.other is None, id


def test_the_client_knows_what_is_otherwise_by_the_rules_of_today() -> None:
    rows = {row["id"]: row for row in json.loads(CHARACTERS.read_text(encoding="utf-8"))["characters"]}
    acrobat = rows["acrobat"]
    assert (acrobat["team"], acrobat["today"]["team"]) == ("outsider", "townsfolk")
    for id, row in rows.items():
        now = character(id, "current")
        assert {**row, **row.get("today", {})}["text"] == now.text, id
        assert row["text"] == character(id, "2022").text, id
    assert "today" not in rows["imp"]


def test_every_character_has_an_object_of_its_own() -> None:
    with OBJECTS.open(encoding="utf-8", newline="") as file:
        objects = {row["id"]: row["object"] for row in csv.DictReader(file)}
    assert set(objects) == set(FACTS)
    assert len(set(objects.values())) == len(objects)
    drawn = json.loads(PICTURES.read_text(encoding="utf-8"))
    assert set(drawn) == {fact.name for fact in FACTS.values()}
    assert all(outline.startswith(("M", "m")) for outline in drawn.values())
