"""Which cards are in: chosen by the table, read in one way, and told to the players or not."""

from __future__ import annotations

import random

import pytest

import facedown
from facedown.agents import RandomAgent, luck_of
from facedown.core import record
from facedown.core.batch import Batch
from facedown.core.errors import BadOption
from facedown.core.table import Table
from facedown.games.botch import GAME as BOTCH
from facedown.games.botch.cards import HOUSE, in_one, numbers
from facedown.games.botch.cast import read_cast
from facedown.games.botch.table import is_among
from tests.laws.channels import compare
from tests.laws.positions import receivers

BY_NUMBER = numbers(HOUSE)

OPEN_CARDS = "Bookie, Douche, Fixer, Album, Brew, Railing, Sack, Ticket, Flare Gun"
DEALT = ("first: Bo", "Ann is: Suit", "Bo is: Douche", "Cy is: Docker", "Ann has: Brew", "Bo has: Sack",
         "Cy has: Album")  # fmt: skip


@pytest.mark.covers("botch 1.3")
@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("Basic", "basic"),
        ("suit, ALBUM, brew,sack , Fixer, elder twin", "Fixer, Elder Twin, Suit, Album, Brew, Sack"),
        (
            "basic, Contract",
            "Bookie, Douche, Dancer, Archivist, Fixer, Album, Brew, Railing, Sack, Ticket, Contract",
        ),
        ("Ticket, Sack, Railing, Brew, Album, Fixer, Archivist, Dancer, Douche, Bookie", "basic"),
    ],
)
def test_a_cast_is_a_set_or_a_list_of_cards(given: str, read: str) -> None:
    assert BOTCH.checked_options({"cast": given})["cast"] == read
    assert BOTCH.checked_options({"cast": read})["cast"] == read


@pytest.mark.covers("botch 1.3")
@pytest.mark.parametrize("seats", range(3, 9))
def test_a_set_with_too_few_cards_for_the_seats_means_every_card(seats: int) -> None:
    """However it comes to a table: alone, in a record, in a batch."""
    cast = "basic" if seats <= 5 else "advanced"
    table = BOTCH.new(seats, cast="basic")
    assert table.options["cast"] == cast
    assert record.read(table.record(), facedown.game).options == table.options
    assert Batch(BOTCH.contract, seats, compiles=False).options["cast"] == cast
    dealt = [int(card) for cards in (table.position().roles, table.position().items) for card in cards[:seats]]
    assert len(set(dealt)) == 2 * seats


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"cast": "basic, Albumm"}, "there is no set and no card 'Albumm'; did you mean 'Album'"),
        ({"cast": "Douche, Suit, Album, Brew, Sack"}, "3 players need 3 roles, and it has 2"),
        ({"cast": "Douche, Suit, Fixer, Album"}, "3 players need 3 items, and it has 1"),
        ({"cast": "Douche, Suit, Fixer, Album, Brew, Sack"}, "4 players need 4 roles, and it has 3"),
        ({"cast": "basic", "cards": "basic"}, "given twice"),
        ({"tell_cast": "nobody"}, "choose one of: all, open"),
    ],
)
def test_what_is_no_cast_is_refused(options: dict[str, str], complaint: str) -> None:
    with pytest.raises(BadOption, match=complaint):
        BOTCH.new(4, **options)


def test_a_record_may_say_cards_as_it_once_did() -> None:
    table = record.read("game: botch\nseats: Ann, Bo, Cy\ncards: hidden\nAnn is: Suit\n", facedown.game)
    assert table.options["cast"] == "hidden"
    assert "cast: hidden" in table.record()


@pytest.mark.covers("botch 1.3", "botch 1.7")
def test_a_cast_of_ones_own_is_played_to_the_end() -> None:
    """No card but these is ever dealt, and with as many as there are seats all of them are."""
    cast = "Purser, Debtor, Suit, Fixer, Album, Crowbar, Sack, Contract"
    batch = Batch(BOTCH.contract, 4, ("sensible", *["random"] * 3), {"cast": cast})
    ends = batch.play("cast", 0, 50).positions
    names = [{BY_NUMBER[int(role)].name for role in roles[:4]} for roles in ends["roles"]]
    assert all(there == {"Purser", "Debtor", "Suit", "Fixer"} for there in names)


@pytest.mark.covers("botch 9.7", "botch 9.8")
def test_one_twin_alone_is_dealt_like_any_role_and_nobody_closes_their_eyes() -> None:
    cast = "Elder Twin, Suit, Fixer, Album, Brew, Sack"
    table = BOTCH.new(3, seed=1, cast=cast)
    for seat in range(3):
        table.play(seat, "ready")
    assert table.view(None).question == "turn"
    untold = BOTCH.new(3, seed=1, cast=cast, tell_cast="open")
    for seat in range(3):
        untold.play(seat, "ready")
    assert untold.view(None).question == "eyes"
    prompts = {untold.prompt(seat) for seat in range(3)}
    assert prompts == {
        "You open your eyes, and nobody else does. Ready?",
        "Your eyes stay closed. Ready?",
    }


@pytest.mark.covers("botch 9.8")
def test_both_twins_are_dealt_or_neither_where_both_are_in() -> None:
    for seed in range(40):
        table = BOTCH.new(4, seed, cast="Elder Twin, Younger Twin, Suit, Fixer, Docker, Album, Brew, Sack, Ticket")
        roles = [int(role) for role in table.position().roles[:4]]
        assert sum(is_among(BOTCH.contract.plain_cards.pair_roles, role) for role in roles) in (0, 2)


def laid_out(hidden: str) -> Table:
    """A game in which only cards in the box differ."""
    options = {"cast": f"{OPEN_CARDS}, {hidden}", "tell_cast": "open"}
    table = Table(BOTCH.contract, ("Ann", "Bo", "Cy"), 7, options, wait_for_chance=True)
    for line in DEALT:
        assert table.lay_out(line)
    return table


@pytest.mark.covers("botch 1.8")
def test_hidden_roles_in_the_box_show_nowhere() -> None:
    """Whatever reaches a seat is the same, whichever other Hidden roles are in, or whether any other is."""
    here, there = laid_out("Suit, Docker"), laid_out("Suit, Docker, Elder Twin, Bumbler, Debtor")
    anybody, luck = RandomAgent(luck_of("cast", 1)), random.Random(1)
    for step in range(150):
        if not here.asked:
            break
        if step % 5 == 0:
            for seat in receivers(here):
                compare(here, there, seat)
        seat = luck.choice(here.asked)
        move = anybody.choose(None, here.legal(seat))
        here.play(seat, move)
        there.play(seat, move)
    assert here.view(None).turns > 3
    assert read_cast(str(here.options["cast"]), BOTCH.contract.plain_cards) != read_cast(
        str(there.options["cast"]), BOTCH.contract.plain_cards
    )
    assert BOTCH.contract.public_options(here.options) == BOTCH.contract.public_options(there.options)


@pytest.mark.covers("botch 1.8")
def test_who_guesses_at_the_cast_guesses_anew() -> None:
    """Other positions that look the same have other Hidden roles in; those that the seat can see are among them."""
    table = laid_out("Suit, Docker, Debtor")
    assert table.asked
    casts = {in_one(table.determinized("Ann", seed).position().cast) for seed in range(60)}
    assert len(casts) > 20
    suit = read_cast(f"{OPEN_CARDS}, Suit", BOTCH.contract.plain_cards) & ~read_cast(
        OPEN_CARDS, BOTCH.contract.plain_cards
    )
    assert all(
        cast & suit
        and cast & read_cast(OPEN_CARDS, BOTCH.contract.plain_cards)
        == read_cast(OPEN_CARDS, BOTCH.contract.plain_cards)
        for cast in casts
    )


def test_every_card_says_what_it_needs_beside_it() -> None:
    needs = {card.name: card.needs for card in BOTCH.cards() if card.needs}
    assert needs["Elder Twin"] == ("Younger Twin",)
    assert needs["Archivist"] == ("Album",)
    assert needs["Surgeon"] == ("Brew", "Crowbar", "Flare Gun")
    assert {name for card in BOTCH.cards() for name in card.sets} == {"basic", "advanced", "hidden"}
