"""Any valid cards file ends: files made at random are played by bots, from the opening to the end.

    python -m tests.games.any_cards --files 1000 --first 0
    python -m tests.games.any_cards --files 1 --first 4711 --game botch --show

A file is as odd as a game lets it be: few kinds or many, nothing but cuts, no way to win, dead weight.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Mapping

import facedown
from facedown.core.batch import Batch
from facedown.core.cards_file import house_cards
from facedown.core.errors import Stuck
from facedown.core.flat import FlatGame
from facedown.games.bayou import cards as bayou
from facedown.games.botch import cards as botch
from facedown.games.bots_battleground import cards as battleground
from facedown.games.gotcha import cards as gotcha

Luck = random.Random


def gotcha_cards(luck: Luck) -> str:
    """Kinds until there are enough, from a few blocks that this file has a liking for."""
    liked = luck.sample([*gotcha.BLOCKS], luck.randint(0, 5))
    text, starter, covers, number = "", 0, 0, 0
    room, most = luck.choice((9, 57, gotcha.MOST_CARDS)), luck.choice((1, 2, 4, gotcha.MOST_COPIES))
    goes_on = luck.choice((0.8, 1.0))
    while room and number < gotcha.MOST_KINDS and (starter < gotcha.FEWEST_CARDS or luck.random() < goes_on):
        types = luck.choice(((), (), *((one,) for one in gotcha.TYPES)))
        copies = min(room, luck.randint(1, most))
        effects: list[str] = []
        for does in luck.sample(liked, luck.randint(0, min(3, len(liked)))):
            acts = any(f"'{one}'" in effect for effect in effects for one in gotcha.ACTS[1:])
            if does in gotcha.ACTS and (acts or (does == "cover" and covers + copies > gotcha.MOST_COVERS)):
                continue
            effects.append(gotcha_effect(does, bool(types), luck))
            covers += copies * (does == "cover")
        early = starter < gotcha.FEWEST_CARDS or luck.random() < 0.5
        starter, room = starter + copies * early, room - copies
        text += (
            f'[[card]]\nname = "Card {number}"\ntypes = {list(types)}\ncopies = {copies}\n'
            f'tier = "{"starter" if early else "advanced"}"\nworth = {luck.choice((1, 1, 0, -9, 9, -2))}\n'
            f'text = "x"\neffects = [{", ".join(effects)}]\n'
        )
        number += 1
    return text if starter >= gotcha.FEWEST_CARDS else gotcha_cards(luck)


def gotcha_effect(does: str, typed: bool, luck: Luck) -> str:
    given: dict[str, object] = {}
    for key in gotcha.BLOCKS[does]:
        known = [one for one in gotcha.CHOICES.get(key, ()) if typed or one != "bane"]
        if key == "cards":
            given[key] = luck.randint(1, 9)
        elif key in ("when", "against"):
            given[key] = luck.sample(known, luck.randint(1, len(known)))
        else:
            given[key] = luck.choice(known)
    return "{" + ", ".join(f"{key} = {value!r}" for key, value in ({"does": does} | given).items()) + "}"


def bayou_cards(luck: Luck) -> str:
    liked = luck.sample([*bayou.EFFECTS], luck.randint(1, len(bayou.EFFECTS)))
    text = ""
    for number in range(1 + bayou.SINGLES):
        effect, copies = luck.choice(liked), bayou.FLOCK if number == 0 else 1
        text += (
            f'[[character]]\nname = "Zorb {chr(97 + number)}"\ncopies = {copies}\neffect = "{effect}"\ntext = "x"\n'
        )
        if effect in bayou.NEEDS_ON:
            text += f'on = "{luck.choice([*bayou.ON])}"\n'
    return text


def botch_cards(luck: Luck) -> str:
    """Roles and items of every sort, and some that do nothing."""
    items = luck.choice((5, 6, 8, 13, 30, botch.MOST_OF_KIND))
    roles = luck.choice((5, 6, 8, 13, 30, min(botch.MOST_OF_KIND, botch.MOST_CARDS - items)))
    pair = luck.sample(range(roles), 2) if luck.random() < 0.5 else []
    rich = luck.random()  # how much a card says
    text = ""
    for kind, most in (("item", items), ("role", roles)):
        basic = luck.sample(range(most), 5)
        for number in range(most):
            text += f'[[{kind}]]\nname = "{kind} {number}"\ntext = "x"\n'
            text += f'set = "{"basic" if number in basic else "advanced"}"\n'
            text += botch_card(kind, rich, items, luck)
            if kind == "role" and number in pair:
                text += f'wins = "pair at least {luck.randint(1, 40)}"\n'
    return text


def botch_card(kind: str, rich: float, items: int, luck: Luck) -> str:
    def some(chance: float = 0.3) -> bool:
        return luck.random() < chance * rich

    role = kind == "role"
    steps = [step for step in botch.STEPS if not (role and step.startswith("stash"))]
    action = [step.replace("N", str(luck.randint(1, 9))) for step in luck.choices(steps, k=luck.randint(0, 3))]
    hidden = role and luck.random() < 0.5
    said: dict[str, object] = {}
    if action and luck.random() < rich:
        said["action"] = action
        if (hidden or not role) and some():
            said["needs"] = luck.choice(('"flip"', '"reveal"'))
    if some():
        said[luck.choice(("threat", "weapon"))] = "true"
    if some():
        said["saves"] = luck.choice((0, 0, 1, 9))
    if some():
        said["spoils"] = luck.choice((0, 0, 1, 9))
    if not role and some():
        said["rescues"] = "true"
    if some(0.2):
        said["loses"] = '"broke"' if role else '"declaring"'
    if hidden:
        said["hidden"] = "true"
    elif role and some():
        said |= {"collects": f'"item {luck.randrange(items)}"', "collected": luck.randint(0, 9)}
    if not role and some(0.2):
        way = luck.choice(("diamonds exactly", "diamonds at least", "bank at least"))
        said["wins"] = f'"{way} {luck.randint(1, 40)}"'
    return "".join(f"{key} = {value}\n" for key, value in said.items())


def battleground_cards(luck: Luck) -> str:
    kinds = luck.choice((6, 7, 10, 20, battleground.MOST_KINDS))
    most = min(battleground.MOST_CARDS, kinds * battleground.MOST_COPIES)
    copies, total = [1] * kinds, luck.randint(max(kinds, battleground.FEWEST_CARDS), most)
    while sum(copies) < total:
        copies[luck.choice([at for at, count in enumerate(copies) if count < battleground.MOST_COPIES])] += 1
    rich, text = luck.random(), ""
    for number, count in enumerate(copies):
        text += f'[[bot]]\nname = "Bot {number}"\nattack = {luck.randint(0, 20)}\ndefense = {luck.randint(0, 20)}\n'
        text += f"copies = {count}\n"
        if luck.random() < rich:
            text += f"ability = {ability(luck)}\n"
        if luck.random() < rich:
            does = luck.choice([*battleground.CONDITIONS])
            n = f", n = {luck.randint(1, 3)}" if battleground.CONDITIONS[does].takes else ""
            text += f'condition = {{does = "{does}"{n}}}\n'
    return text


def ability(luck: Luck) -> str:
    does = luck.choice([*battleground.ABILITIES])
    given: dict[str, object] = {"does": does}
    for key in battleground.ABILITIES[does].takes:
        if key == "n":
            n = luck.randint(-20 if does in ("add", "per") else 0, 20)
            given[key] = n if n or does == "set" else 1
        else:
            known = battleground.CHOICES[key]
            if does in ("copy", "mute") and key == "on":
                known = ("rival", "any")
            if does == "shift" and key == "on":
                known = ("self", "own", "rival", "any")
            given[key] = luck.choice(known)
    if luck.random() < 0.3:
        given["when"] = luck.choice(battleground.CHOICES["when"])
    return "{" + ", ".join(f"{key} = {value!r}" for key, value in given.items()) + "}"


CARDS: Mapping[str, Callable[[Luck], str]] = {
    "gotcha": gotcha_cards,
    "bayou-boss": bayou_cards,
    "botch": botch_cards,
    "bots-battleground": battleground_cards,
}


def cards_of(name: str, seed: int) -> str:
    """A valid cards file of this game."""
    return CARDS[name](Luck(f"{name} {seed}"))


def setting(game: FlatGame, luck: Luck) -> tuple[int, dict[str, object]]:
    """A number of seats that these cards suffice for, and any options."""
    options: dict[str, object] = {
        option.name: luck.choice(option.choices) for option in game.options if option.choices
    }
    seats = luck.choice(game.seats)
    if game.id == "botch":
        named = botch.sets(botch.read_cards(game.own_cards or house_cards(botch.__file__)))
        kinds = botch.EVERY_ROLE, botch.EVERY_ITEM
        enough = {one: min(sum((page & kind).bit_count() for page in botch.in_pages(cast)) for kind in kinds)
                  for one, cast in named.items()}  # fmt: skip
        options["cast"] = luck.choice([one for one in enough if enough[one] >= game.seats[0]])
        most = enough["advanced" if options["cast"] == "basic" else str(options["cast"])]
        seats = luck.choice([count for count in game.seats if count <= most])
    if isinstance(options.get("start"), int) and int(str(options["start"])) > seats:
        options["start"] = "lot"
    return seats, options


def play(name: str, seed: int, games: int = 1, *, compiles: bool = True) -> int:
    """Play a file's games to the end; how many decisions they took.  Raises Stuck if one does not end."""
    game = facedown.game(name, cards=cards_of(name, seed))
    assert isinstance(game, FlatGame)
    luck = Luck(f"{seed}")
    seats, options = setting(game, luck)
    players = luck.choice(("random", next(iter(game.contract.bots()))))
    return int(
        Batch(game.contract, seats, (players,), options, compiles=compiles).play(seed, 0, games).decisions.sum()
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--game", choices=CARDS)
    parser.add_argument("--show", action="store_true", help="print the files")
    asked = parser.parse_args()
    decisions = 0
    for seed in range(asked.first, asked.first + asked.files):
        for name in [asked.game] if asked.game else CARDS:
            if asked.show:
                sys.stdout.write(f"# {name} {seed}\n{cards_of(name, seed)}")
            try:
                decisions += play(name, seed)
            except Exception as error:
                again = f"python -m {__spec__.name} --files 1 --first {seed} --game {name}"
                record = error.record if isinstance(error, Stuck) else ""
                raise SystemExit(f"{record}\n{type(error).__name__}: {error}\nagain: {again}") from error
    sys.stdout.write(f"{asked.files} files of each game were played to the end, in {decisions:,} decisions\n")


if __name__ == "__main__":
    main()
