"""What the client knows of Clocktower's characters is what the package knows."""

import csv
import json

from facedown.games.clocktower.roster import FACTS
from tools.characters import CHARACTERS, OBJECTS, PICTURES, characters


def test_the_clients_characters_are_fresh() -> None:
    assert CHARACTERS.read_text(encoding="utf-8") == characters(), "run `python -m tools.characters`"


def test_every_character_has_an_object_of_its_own() -> None:
    with OBJECTS.open(encoding="utf-8", newline="") as file:
        objects = {row["id"]: row["object"] for row in csv.DictReader(file)}
    assert set(objects) == set(FACTS)
    assert len(set(objects.values())) == len(objects)
    drawn = json.loads(PICTURES.read_text(encoding="utf-8"))
    assert set(drawn) == {fact.name for fact in FACTS.values()}
    assert all(outline.startswith(("M", "m")) for outline in drawn.values())
