"""Script files in every shape that people's tools write, of our own making."""

from __future__ import annotations

import json
from typing import Any

GOOD = ["chef", "empath", "monk", "slayer", "soldier", "virgin", "mayor", "fortuneteller", "undertaker"]
TOWN = [*GOOD, "saint", "recluse", "butler", "poisoner", "baron", "imp"]


def own(name: str, team: str = "townsfolk", **more: Any) -> dict[str, Any]:
    return {"id": name.lower().replace(" ", "_"), "name": name, "team": team, "ability": f"{name} does it.", **more}


def meta(**more: Any) -> dict[str, Any]:
    return {"id": "_meta", "name": "Lamps", **more}


def in_full(id: str, name: str, team: str, **more: Any) -> dict[str, Any]:
    """An official character as some tools write it."""
    return {
        "id": id,
        "name": name,
        "team": team,
        "ability": "As printed.",
        "image": "https://x.example/a.png",
        **more,
    }


NIGHTS: dict[str, Any] = {"firstNight": ["dusk", "minioninfo", "demoninfo", "poisoner", "chef", "empath", "dawn"]}
WAKES: dict[str, Any] = {
    "firstNight": 12.5,
    "firstNightReminder": "Wake them.",
    "otherNight": 0,
    "otherNightReminder": "",
}
SPECIAL = [{"type": "selection", "name": "bag-disabled"}, {"type": "ability", "name": "pointing", "time": "night"}]
JINXES = [{"id": "imp", "reason": "Never both."}, {"id": "lamp_x", "reason": "Either."}]

SHAPES: dict[str, list[Any]] = {
    "ids alone": TOWN,
    "objects with ids": [{"id": id} for id in TOWN],
    "ids and objects": [{"id": "chef"}, *TOWN[1:]],
    "with a name": [meta(), *TOWN],
    "with an author": [meta(author="Kim O'Neil"), *TOWN],
    "an empty name": [meta(name="", author=""), *TOWN],
    "null in the meta": [meta(author=None, firstNight=None, logo=None), *TOWN],
    "meta in the end": [*TOWN, meta()],
    "called like an edition": [meta(name="Trouble Brewing"), *TOWN],
    "a logo and an almanac": [meta(logo="https://x.example/l.png", almanac="https://x.example/a"), *TOWN],
    "a long name": [meta(name="Those Who Light the Lamps Do Not Always Know Which of Them Are Lit at All"), *TOWN],
    "hidden title and background": [meta(hideTitle=True, background="https://x.example/b.png"), *TOWN],
    "rules of the bootlegger": [meta(bootlegger=["Nobody whispers.", "The “Saint” is loud."]), *TOWN],
    "bootlegger as text": [meta(bootlegger="Nobody whispers."), *TOWN],
    "an order of the first night": [meta(**NIGHTS), *TOWN],
    "orders of both nights": [meta(**NIGHTS, otherNight=["dusk", "imp", "dawn"]), *TOWN],
    "a stray in the order": [meta(firstNight=["dusk", "faerie", "chef", "DUSK", "dawn"]), *TOWN],
    "old spellings": ["Snake_Charmer", "scarlet_woman", "Tea-Lady", "devil's advocate", *TOWN],
    "capitals": [id.upper() for id in TOWN],
    "in full": [in_full("chef", "Chef", "townsfolk", firstNight=36, edition="tb"), *TOWN[1:]],
    "in full, with another id": [in_full("02_chef", "Chef", "townsfolk"), *TOWN[1:]],
    "in full, in a team of once": [in_full("stormcatcher", "Storm Catcher", "fabled"), *TOWN],
    "in full, with jinxes": [in_full("chef", "Chef", "townsfolk", jinxes=JINXES), *TOWN[1:]],
    "in another tongue": [in_full("acrobat", "Akrobatka", "townsfolk"), *TOWN],
    "keys in capitals": [{"id": "_meta", "Bootlegger": ["Nobody whispers."], "othernight": ["imp", "monk"]}, *TOWN],
    "in full, with a curled apostrophe": [in_full("devilsadvocate", "Devil\u2019s Advocate", "minion"), *TOWN],
    "a home-made one": [own("Lamplighter"), *TOWN],
    "home-made with nights": [own("Lamplighter", **WAKES), *TOWN],
    "home-made with null": [own("Lamplighter", firstNight=None, otherNight=None, reminders=None), *TOWN],
    "home-made with reminders": [own("Lamplighter", reminders=["Lit", "Lit", ""], remindersGlobal=["Seen"]), *TOWN],
    "home-made with pictures": [own("Lamplighter", image=["a.png", "b.png"], flavor="Lit.", edition="x"), *TOWN],
    "home-made with a special": [own("Sleepwalker", "outsider", setup=True, special=SPECIAL), *TOWN],
    "home-made with jinxes": [own("Lamplighter", jinxes=JINXES), *TOWN],
    "home-made of every team": [*(own(f"A {team}", team) for team in (
        "townsfolk", "outsider", "minion", "demon", "traveller", "traveler", "fabled", "loric")), *TOWN],
    "home-made and called oddly": [own("67"), own("Evil"), own("Ann"), own("No one, \"ever\"; #1 and Bo"), *TOWN],
    "home-made in Persian": [own("نگهبان\u200cها"), own("Зоя"), own("灯火"), *TOWN],
    "home-made of one name": [own("High Priest"), {**own("High Priest"), "id": "x_high"}, own("Chef"), *TOWN],
    "home-made with hidden signs": [own("Lamp\u00adlighter", flavor="\u200b"), *TOWN],
    "a jinx as an item": [*TOWN, {"id": "j", "name": "Imp & Chef", "team": "a jinxed", "ability": "Never both."}],
    "jinxes as a team": [*TOWN, {"id": "j", "name": "Imp & Chef", "team": "jinxes", "ability": "Never both."}],
    "nobody knows it": [*TOWN, "lamplightr"],
    "twice": [*TOWN, "chef", {"id": "imp"}],
    "no team": [{"id": "lamp", "name": "Lamp", "ability": "It shines."}, *TOWN],
    "a number among ids": [*TOWN, 7, None, ["chef"]],
    "keys that nobody knows": [{**own("Lamplighter"), "x-tool": {"v": [1, {"w": 2}]}}, meta(tool="x"), *TOWN],
    "long": [*(own(f"Keeper {n}", ability="k" * 500, flavor="f" * 500) for n in range(40)), *TOWN],
    "the most": [meta(), *(own(f"Keeper {n}") for n in range(185)), *TOWN],
    "forty Travellers": [*(own(f"Tramp {n}", "traveller") for n in range(40)), *TOWN],
}  # fmt: skip

ODD = {
    "bootlegger as text", "a stray in the order", "home-made of one name", "nobody knows it", "twice", "no team",
    "a number among ids", "in another tongue",
}  # of which the script says what is odd  # fmt: skip

FILES = {shape: json.dumps(items) for shape, items in SHAPES.items()}
FILES["a mark of how it is encoded"] = "\ufeff" + FILES["with a name"]
FILES["nothing as NaN"] = FILES["home-made with nights"].replace(
    '"otherNightReminder": ""', '"otherNightReminder": NaN'
)
FILES["in many lines"] = json.dumps(SHAPES["home-made with nights"], indent=4)
FILES["letters as they are"] = json.dumps(SHAPES["home-made in Persian"], ensure_ascii=False)

REFUSED = {
    "one character": json.dumps(["chef"]),
    "202 items": json.dumps([own(f"Keeper {n}") for n in range(202)]),
    "an object": json.dumps({"name": "Lamps", "characters": TOWN}),
    "a page": "<html><body>Not found</body></html>",
    "nothing": "[]",
    "half of it": FILES["with a name"][:-20],
    "names alone, unknown": json.dumps(["Lamp", "Light", "Lit", "Dark", "Dusk"]),
    "too long": json.dumps([own(f"Keeper {n}", flavor="f" * 2000) for n in range(300)]),
}

NOT_DEALT = {"no Demon": json.dumps([id for id in TOWN if id != "imp"])}
