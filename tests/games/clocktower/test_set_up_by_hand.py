"""Tokens that the storyteller lays out before the deal: what they should be, and that nobody else learns of it."""

from __future__ import annotations

import pytest

import facedown
from facedown.core.errors import Illegal
from facedown.core.table import Table
from facedown.games.clocktower.setup import team_counts
from facedown.server.play.match import Match
from facedown.server.storage.rows import StoredGame
from tests.games.clocktower.laid_out import GAME
from tests.server.watched import Watched, same_to

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Sue")
SUE = 7
PLAYERS = (None, *range(7))


def table(seed: int = 0, **options: object) -> Table:
    return GAME.new(NAMES, seed, deal="by hand", **options)


def lies(town: Table) -> dict[int, tuple[str, str | None]]:
    return {token.seat: (token.character, token.shown) for token in town.view("Sue").bag.tokens}


@pytest.mark.covers("clocktower 1.12")
@pytest.mark.parametrize("script", ["tb", "bmr", "snv"])
def test_what_is_suggested_is_dealt_as_it_lies(script: str) -> None:
    for seed in range(5):
        town = table(seed, script=script)
        suggested = town.view("Sue").bag.suggested
        town.play("Sue", "suggested tokens")
        laid = lies(town)
        assert laid == {token.seat: (token.character, token.shown) for token in suggested}
        assert town.view("Sue").bag.wrong == ""
        town.play("Sue", "deal")
        dealt = {token.seat: (token.character, token.shown) for token in town.view("Sue").grimoire}
        assert dealt == laid


@pytest.mark.covers("clocktower 1.12")
def test_the_next_suggestion_is_another_and_keeps_what_lies() -> None:
    town = table()
    seen = set()
    for _ in range(4):
        town.play("Sue", "take all tokens")
        town.play("Sue", "token Di Spy")
        town.play("Sue", "suggested tokens")
        assert lies(town)[3] == ("Spy", None)
        seen.add(tuple(sorted(lies(town).items())))
    assert len(seen) > 1


def test_the_bag_says_how_many_of_each_team_are_wanted_and_why() -> None:
    town = table()
    assert town.view("Sue").bag.counts == team_counts(7)
    town.play("Sue", "token Ann Baron")
    assert town.view("Sue").bag.counts == {"townsfolk": 3, "outsider": 2, "minion": 1, "demon": 1}
    assert town.view("Sue").bag.why == ("Baron: 2 Outsiders more",)


def test_the_bag_has_a_place_for_whoever_comes_with_another() -> None:
    town = table(script="huntsman,damsel,choirboy,king,chef,monk,slayer,mayor,soldier,poisoner,imp")
    town.play("Sue", "put Huntsman into the bag")
    town.play("Sue", "put Choirboy into the bag")
    bag = town.view("Sue").bag
    assert bag.counts == {"townsfolk": 4, "outsider": 1, "minion": 1, "demon": 1}
    too = "belongs in the bag, too"
    assert bag.why == (f"Huntsman: the Damsel {too}", f"Choirboy: the King {too}")


def test_undo_takes_a_token_back_and_the_record_reads_back() -> None:
    town = table()
    town.play("Sue", "token Ann Baron")
    town.play("Sue", "token Bo Drunk as Chef")
    town.undo()
    assert lies(town) == {0: ("Baron", None)}
    assert facedown.read(town.record()).view("Sue") == town.view("Sue")


def watched(*moves: str) -> Watched:
    """What everybody is sent while the storyteller lays out tokens."""
    game = StoredGame("0", NAMES, None)
    run = Watched(Match(GAME.contract, game, GAME.checked_options({"script": "tb", "deal": "by hand"}), 1))
    for move in moves:
        run.play(SUE, move)
    return run


def look(run: Watched | Table) -> None:
    """Everybody looks at their token, and puts it away."""
    asked = run.table.asked if isinstance(run, Watched) else run.asked
    for seat in asked:
        run.play(seat, "ready")


def test_tokens_are_taken_back_from_the_storyteller_and_from_somebody_who_is_called_like_a_character() -> None:
    script = "marionette, lilmonsta, chef, empath, monk, soldier, virgin, slayer, mayor, saint, recluse, poisoner"
    table = facedown.game("clocktower").new(6, 1, deal="by hand", script=script)
    table = facedown.read(table.record().replace("Ann", "Chef", 1))
    *_, teller = table.names
    for move in (f"token {teller} Lil' Monsta", "token Chef Monk", f"take token {teller}", "take token Chef"):
        table.play(teller, move)
    bag = table.view(teller).bag
    assert bag is not None
    assert (bag.tokens, bag.aside, bag.for_somebody) == ((), ("Lil' Monsta",), ("Marionette",))


@pytest.mark.covers("clocktower 1.12")
def test_nobody_else_is_sent_anything_while_tokens_are_laid_out() -> None:
    nothing = watched()
    much = watched(
        "put Imp into the bag",
        "put Chef into the bag",
        "take Imp out of the bag",
        "token Ann Imp",
        "token Bo Drunk as Chef",
        "take token Bo",
        "suggested tokens",
        "take all tokens",
    )
    stuck = watched(*(f"token {name} Chef" for name in NAMES[:-1]))
    for who in PLAYERS:
        assert much.sent[who] == []
        same_to(who, nothing, much)
        same_to(who, nothing, stuck)
    assert much.sent[SUE]


@pytest.mark.covers("clocktower 1.12")
def test_the_deal_tells_nobody_what_was_laid_out_for_others() -> None:
    """Ann is the Chef in both towns; what the others hold was laid out in one of them, and drawn in the other."""
    runs = [watched("token Ann Chef", "deal"), watched("suggested tokens", "token Ann Chef", "deal")]
    for run in runs:
        while SUE in run.table.asked:
            run.play(SUE, run.table.legal(SUE)[0].text)
        look(run)
    for who in (None, 0):
        assert runs[0].sent[who]
        same_to(who, *runs)


def fills(town: Table, *tokens: str) -> None:
    for token in tokens:
        town.play("Sue", f"put {token} into the bag")


@pytest.mark.covers("clocktower 1.12")
def test_a_bag_that_is_filled_is_dealt_to_whom_chance_will() -> None:
    held = set()
    for seed in range(6):
        town = table(seed)
        fills(town, "Baron", "Imp", "Drunk as Empath", "Saint", "Chef", "Monk")
        town.play("Sue", "token Di Slayer")
        bag = town.view("Sue").bag
        assert (len(bag.unseated), bag.wrong, bag.why) == (6, "", ("Baron: 2 Outsiders more",))
        town.play("Sue", "deal")
        grimoire = {token.seat: (token.character, token.shown) for token in town.view("Sue").grimoire}
        assert grimoire[3] == ("Slayer", None)
        assert sorted(name for name, _ in grimoire.values()) == sorted(
            ["Baron", "Imp", "Drunk", "Saint", "Chef", "Monk", "Slayer"]
        )
        assert ("Drunk", "Empath") in grimoire.values()
        held.add(grimoire[0])
    assert len(held) > 1


@pytest.mark.covers("clocktower 1.12")
def test_what_the_bag_lacks_chance_fills_and_it_holds_no_more_than_there_are_players() -> None:
    town = table()
    fills(town, "Imp", "Chef")
    town.play("Sue", "take Chef out of the bag")
    assert [(one.character, one.shown) for one in town.view("Sue").bag.unseated] == [("Imp", None)]
    fills(town, "Baron")
    for name in NAMES[:6]:
        town.play("Sue", f"token {name} Chef")
    assert "1 token more than players" in town.view("Sue").bag.wrong
    assert "deal" not in [move.text for move in town.legal("Sue")]
    town.undo()
    assert facedown.read(town.record()).view("Sue") == town.view("Sue")
    town.play("Sue", "take all tokens")
    fills(town, "Imp", "Baron")
    town.play("Sue", "suggested tokens")
    assert town.view("Sue").bag.unseated == ()
    assert {"Imp", "Baron"} <= {token.character for token in town.view("Sue").bag.tokens}
    for wrong, why in (
        ("take Monk out of the bag", "no such token lies in the bag"),
        ("put Beggar into the bag", "only tokens that players draw"),
        ("put Chef as Beggar into the bag", "only tokens that players draw"),
        ("token Ann Beggar", "that token cannot lie there"),
    ):
        with pytest.raises(Illegal, match=why):
            town.play("Sue", wrong)
    with pytest.raises(Illegal, match="did you mean 'put Chef into the bag'"):
        town.play("Sue", "put Cheff into the bag")


@pytest.mark.covers("clocktower 1.12")
def test_shuffled_tokens_are_the_same_in_other_places() -> None:
    town = table(script="snv")
    town.play("Sue", "suggested tokens")
    before = lies(town)
    town.play("Sue", "shuffle tokens")
    assert lies(town) != before
    assert sorted(lies(town).values(), key=str) == sorted(before.values(), key=str)
    town.play("Sue", "token Ann Klutz")
    town.play("Sue", "deal")
    assert town.view("Sue").grimoire[0].character == "Klutz"


def drawing(*moves: str) -> Watched:
    """The bag goes round; the storyteller has done all else that set-up asks for."""
    run = watched(*moves, "draw tokens", "deal")
    while SUE in run.table.asked:
        run.play(SUE, run.table.legal(SUE)[0].text)
    return run


@pytest.mark.covers("clocktower 1.12")
def test_everybody_draws_their_token_and_the_storyteller_sees_who_has() -> None:
    town = drawing("suggested tokens").table
    assert town.asked == tuple(range(7))
    assert all(town.view(seat).me is None for seat in range(7))
    town.play("Cy", "draw")
    assert town.view("Cy").me.character == (
        town.view("Sue").grimoire[2].shown or town.view("Sue").grimoire[2].character
    )
    assert town.view("Bo").me is None
    assert [row.seat for row in town.view("Sue").awaited] == [0, 1, 3, 4, 5, 6]
    town.undo()
    assert town.view("Cy").me is None
    for name in NAMES[:-1]:
        town.play("Sue", f"for {name}: draw")
    assert facedown.read(town.record()).view("Sue") == town.view("Sue")
    assert (town.asked, town.view("Ann").phase) == ((SUE,), "set-up")
    town.play("Sue", "go on")
    look(town)
    assert town.view("Ann").phase == "night"


def test_tokens_may_be_handed_out_after_all() -> None:
    town = table()
    town.play("Sue", "draw tokens")
    assert town.view("Sue").bag.draws
    town.play("Sue", "hand out tokens")
    town.play("Sue", "deal")
    assert all(seat == SUE for seat in town.asked)


@pytest.mark.covers("clocktower 1.12")
def test_who_draws_learns_nothing_of_what_the_others_have_drawn() -> None:
    """Whatever lies in the bag, those who have not drawn are sent the same."""
    filled = drawing("put Baron into the bag", "put Chef into the bag")
    runs = [drawing("suggested tokens"), drawing("token Ann Baron", "suggested tokens"), filled]
    for run in runs:
        run.play(2, "draw")
        run.play(4, "draw")
    for who in (None, 0, 1, 3, 5, 6):
        same_to(who, runs[0], runs[1])
        same_to(who, runs[0], runs[2])


def test_people_may_talk_until_night_falls() -> None:
    town = table()
    assert not town.now(town.contract.quiet)
    assert not town.view("Ann").sleeping
    town.play("Sue", "deal")
    while not town.view("Ann").me:
        town.play("Sue", town.legal("Sue")[0])
    assert not town.now(town.contract.quiet)
    look(town)
    assert town.now(town.contract.quiet)
    assert town.view("Ann").sleeping


def test_a_policy_that_tells_the_story_leaves_the_tokens_to_chance() -> None:
    town = table()
    assert [move.text for move in town.legal("Sue")] == ["deal"]


@pytest.mark.covers("clocktower 1.13")
@pytest.mark.parametrize("options", [{}, {"covers": "not asked"}, {"gather": "in person"}])
def test_night_falls_when_everybody_has_looked_at_their_token(options: dict[str, object]) -> None:
    town = GAME.new(NAMES, 3, script="tb", **options)
    while town.asked == (SUE,) and town.view(None).phase == "set-up":
        town.play("Sue", town.legal("Sue")[0])
    if options:
        assert town.view(None).phase == "night"
        return
    assert town.view(None).asked == tuple(range(7))
    assert all(town.view(seat).me is not None for seat in range(7))
    for name in ("Cy", "Ann", "Bo", "Di", "Ed"):
        town.play(name, "ready")
    assert (town.view(None).asked, town.view(None).phase) == ((5, 6), "set-up")
    town.play("Sue", "for Flo: ready")
    town.undo()
    assert town.asked == (5, 6)
    look(town)
    assert town.view(None).phase == "night"
    assert facedown.read(town.record()).view("Sue") == town.view("Sue")


@pytest.mark.covers("clocktower 1.12")
def test_the_bag_says_whose_player_takes_themselves_for_a_character_of_which_team() -> None:
    assert table(script="bmr").view("Sue").bag.believers == {"Lunatic": "demon"}
    assert table(script="tb").view("Sue").bag.believers == {"Drunk": "townsfolk"}
    assert table(script="tb").view("Ann").bag is None


ALCHEMIST = "alchemist, chef, empath, monk, soldier, virgin, slayer, mayor, saint, recluse, poisoner, baron, imp"


@pytest.mark.covers("clocktower 1.12")
def test_the_bag_says_who_has_another_character_s_ability_and_holds_such_a_token() -> None:
    town = table(script=ALCHEMIST)
    assert town.view("Sue").bag.powers == {"Alchemist": "minion"}
    fills(town, "Alchemist as Poisoner", "Imp", "Baron", "Saint", "Recluse", "Chef", "Mayor as Slayer")
    bag = town.view("Sue").bag
    assert {(one.character, one.shown) for one in bag.unseated} > {("Alchemist", "Poisoner"), ("Mayor", "Slayer")}
    town.play("Sue", "deal")
    tokens = {token.character: token for token in town.view("Sue").grimoire}
    assert tokens["Mayor"].shown == "Slayer"
    assert "Poisoner" in tokens["Alchemist"].abilities


@pytest.mark.covers("clocktower 1.12")
def test_the_bag_says_which_tokens_were_given_by_hand_until_they_are_moved() -> None:
    def by_hand(town: Table) -> list[int]:
        return [token.seat for token in town.view("Sue").bag.tokens if token.by_hand]

    town = table(4)
    town.play("Sue", "token Di Spy")
    town.play("Sue", "suggested tokens")
    assert by_hand(town) == [3]
    assert by_hand(facedown.read(town.record())) == [3]
    town.play("Sue", "token Bo Chef")
    town.play("Sue", "take token Di")
    assert by_hand(town) == [1]
    town.play("Sue", "shuffle tokens")
    assert by_hand(town) == []
    town.undo()
    assert by_hand(town) == [1]
    town.play("Sue", "take all tokens")
    assert by_hand(town) == []


@pytest.mark.parametrize(
    "words", ["good wins", "kill Ann", "end the day", "Ann becomes Imp", "call Angel", "swap Ann and Bo"]
)
def test_what_waits_for_the_deal_is_refused_for_that_reason(words: str) -> None:
    with pytest.raises(Illegal, match="not dealt yet"):
        table().play("Sue", words)
