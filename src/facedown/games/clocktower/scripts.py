"""Scripts by name, by list and by file, and the characters that there are for them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from facedown.core.errors import BadOption
from facedown.core.spelling import did_you_mean, fold, quote
from facedown.games.clocktower import script_json
from facedown.games.clocktower.character import Character, character, modelled
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.script import OWN_SCRIPT, RULES, Script, id_of

EDITIONS = {"tb": "Trouble Brewing", "bmr": "Bad Moon Rising", "snv": "Sects and Violets"}


@lru_cache(maxsize=64)
def named(name: str, rules: str = "2022") -> Script:
    """A script by name: an edition ("tb", "Trouble Brewing"), ids with commas, or its JSON.  Raises BadOption."""
    name = name.lstrip("\ufeff \t\r\n")  # a file may begin with a mark of how it is encoded
    if name.startswith(("[", "{")):
        return script_json.read(name, rules)
    for edition, title in EDITIONS.items():
        if fold(name.replace("&", " and ")) in (fold(edition), fold(title)):
            return of_ids(
                title, (f.id for f in FACTS.values() if f.edition == edition and f.team != "traveller"), rules
            )
    ids = [part.strip() for part in name.split(",") if part.strip()]
    if len(ids) < 2:
        if not name.isprintable() or name.startswith("<"):
            raise BadOption("this text is no script: a script's file is a JSON list of its characters")
        mend = (
            did_you_mean(name, EDITIONS.values())
            or f"; there are {', '.join(EDITIONS.values())}, or name characters"
        )
        raise BadOption(f"there is no script {quote(name)}{mend}")
    return of_ids(OWN_SCRIPT, (id_of(id) for id in ids), rules)


def of_ids(name: str, ids: Iterable[str], rules: str = "2022") -> Script:
    return Script(name, tuple(dict.fromkeys(ids)), rules)


def travellers_of(script: Script) -> list[Character]:
    """The Travellers that may come into a game of this script: its own first, then those of the base editions."""
    own = [c for c in script.characters if c.team == "traveller"]
    return own + [c for c in _base_travellers(script.rules) if not script.has(c.id)]


@lru_cache(maxsize=len(RULES))
def _base_travellers(rules: str) -> tuple[Character, ...]:
    base = (f.id for f in FACTS.values() if f.team == "traveller" and f.edition in EDITIONS and modelled(f.id))
    return tuple(character(id, rules) for id in base)


def all_modelled() -> tuple[str, ...]:
    """Every character that the rules here play."""
    return tuple(id for id in FACTS if modelled(id))


@lru_cache(maxsize=len(RULES))
def declaring(rules: str) -> tuple[Character, ...]:
    """Every character that declares something by day."""
    return tuple(c for c in (character(id, rules) for id in all_modelled()) if c.declares)
