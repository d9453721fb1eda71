"""Tokens laid out in part: what is drawn beside them never goes against them."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import facedown
from facedown.core.errors import RecordError
from facedown.core.table import Table
from facedown.games.clocktower import moments
from facedown.games.clocktower.character import kind_of
from facedown.games.clocktower.roster import FACTS
from facedown.games.clocktower.script import Script
from facedown.games.clocktower.setup import team_counts
from facedown.games.clocktower.state import State
from tests.games.clocktower.laid_out import state_of
from tests.games.clocktower.random_towns import random_script

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")
ODD = {"legion", "riot", "atheist", "lilmonsta"}  # what is in play beside them goes by numbers of its own


def town(players: int, script: Script, tokens: str, seed: object = 0) -> Table:
    return facedown.read(
        f"game: clocktower\nseats: {', '.join(NAMES[:players])}, Sue\nseed: {seed}\n"
        f"script: {', '.join(script.ids)}\nrules_version: {script.rules}\ntokens: {tokens}\n"
    )


def set_up(table: Table, luck: random.Random) -> State:
    """Everything that set-up asks is answered at random."""
    while table.asked and state_of(table).phase == "set-up":
        seat = table.asked[0]
        moves = [move.text for move in table.legal(seat)]
        table.play(seat, luck.choice([text if text != '"..."' else '"word"' for text in moves]))
    return state_of(table)


def laid_out(luck: random.Random, script: Script, players: int) -> dict[int, tuple[str, str | None]]:
    """Some of the tokens of a town that could be dealt: a character, and what its player believes in or can do."""
    ids = {team: [id for id in script.ids if FACTS[id].team == team] for team in team_counts(players)}
    drawn = [id for team, number in team_counts(players).items() for id in luck.sample(ids[team], min(number, 4))]
    drawn = [id for id in drawn if id not in ODD]
    luck.shuffle(drawn)
    for special in ("drunk", "marionette", "alchemist"):  # more often than chance would have it
        if luck.random() < 0.5 and special in script.ids and special not in drawn:
            drawn[0 if special == "drunk" else -1] = special
    chosen = dict(zip(luck.sample(range(players), luck.randrange(1, len(drawn) + 1)), drawn, strict=False))
    spare = [id for id in ids["townsfolk"] if id not in drawn and id != "king"]
    laid: dict[int, tuple[str, str | None]] = {}
    for seat, id in chosen.items():
        shown = None
        if id in ("drunk", "marionette") and spare:
            shown = spare.pop()
        elif id == "alchemist":
            powers = [other for other in ids["minion"] if other not in (*drawn, "marionette")]
            shown = luck.choice(powers) if powers else None
        laid[seat] = id, shown
    return laid


def in_words(laid: dict[int, tuple[str, str | None]]) -> str:
    tokens = ((seat, FACTS[id].name, shown and FACTS[shown].name) for seat, (id, shown) in laid.items())
    return ", ".join(f"{NAMES[seat]} {name}" + (f" as {shown}" if shown else "") for seat, name, shown in tokens)


def towns(seeds: range) -> Iterator[tuple[Script, dict[int, tuple[str, str | None]], State]]:
    for seed in seeds:
        luck = random.Random(f"laid out {seed}")
        script = with_those_in_question(random_script(luck))
        players = luck.randrange(5, 13)
        laid = laid_out(luck, script, players)
        try:
            table = town(players, script, in_words(laid), seed)
        except RecordError:  # a Marionette laid out away from the Demon: see the last test
            continue
        yield script, laid, set_up(table, luck)


def with_those_in_question(script: Script) -> Script:
    """The same script, and on it those who believe in another token, or have another's ability."""
    more = ("drunk", "marionette", "alchemist", "baron")
    return Script(script.name, tuple(dict.fromkeys((*script.ids, *more))), script.rules)


@pytest.mark.covers("clocktower 1.3 1.9")
def test_what_is_drawn_never_goes_against_the_tokens_laid_out() -> None:
    for script, laid, state in towns(range(100)):
        context = f"{script.rules}: {laid}; {[player.character.id for player in state.players]}"
        characters = [player.character.id for player in state.players]
        for seat, (id, shown) in laid.items():
            player = state.players[seat]
            assert player.character.id == id, context
            if id == "alchemist":
                check_power(state, script, seat, shown, context)
            elif shown is not None:
                assert player.believed.id == shown, context
                assert shown not in characters, context
        for seat in [player.seat for player in state.players if player.character.id == "marionette"]:
            check_marionette(state, seat, context)
        twice = {id for id in characters if characters.count(id) > 1 and not kind_of(id).several}
        if script.has("pope"):  # who doubles good characters
            twice = {id for id in twice if FACTS[id].team not in ("townsfolk", "outsider")}
        assert twice <= {id for id in characters if id in ODD}, context


def check_power(state: State, script: Script, seat: int, shown: str | None, context: str) -> None:
    own = state.players[seat].abilities
    lent = [a.character.id for a in own if a.by is not None and a.pretence_of is None]
    assert shown is None or lent[:1] == [shown], context
    if script.rules == "2022":
        assert not {player.character.id for player in state.players} & set(lent), context


def check_marionette(state: State, seat: int, context: str) -> None:
    residents = len(state.players)
    beside = [state.players[(seat + step) % residents].character.team for step in (1, -1)]
    nobody_is_demon = all(player.character.team != "demon" for player in state.players)
    assert ("minion" if nobody_is_demon else "demon") in beside, context


@pytest.mark.covers("clocktower 1.9")
def test_a_drunk_keeps_the_empath_out_and_an_alchemist_the_baron() -> None:
    """Of five Townsfolk on the script, four are left for three seats; of two Minions, one."""
    script = Script("", ("empath", "chef", "monk", "alchemist", "drunk", "saint", "baron", "goblin", "imp"))
    for seed in range(20):
        state = set_up(town(6, script, "Ann Drunk as Empath, Bo Alchemist as Baron", seed), random.Random(seed))
        characters = [player.character.id for player in state.players]
        assert not {"empath", "baron"} & set(characters)
        assert [a.character.id for a in moments.abilities(state) if a.by is not None] == ["baron"]


@pytest.mark.covers("clocktower 1.9")
@pytest.mark.parametrize(
    ("tokens", "wrong"),
    [
        ("Ann Alchemist as Baron, Bo Baron", "not in play, but Bo is the Baron"),
        ("Ann Chef, Bo Marionette as Monk, Cy Empath", "sits beside the Demon: Cy or Ann must be it"),
    ],
)
def test_tokens_that_cannot_stand_together_are_refused(tokens: str, wrong: str) -> None:
    script = Script("", ("empath", "chef", "monk", "alchemist", "saint", "baron", "marionette", "imp"))
    with pytest.raises(RecordError, match=wrong):
        town(5, script, tokens)
    with pytest.raises(RecordError, match=wrong):  # on lines of their own, too
        town(5, script, tokens.replace(", ", "\ntokens: "))
