"""The games as the page lists them, with their cards and numbered rules."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import msgspec

from facedown.agents import style
from facedown.core.cards_file import tidied
from facedown.core.contract import Contract
from facedown.core.errors import BadOption, CardsError, UnknownGame
from facedown.core.printed import printed
from facedown.games import game as find_game
from facedown.games import games
from facedown.server import wire
from facedown.server.rooms.seating import offered_bots
from facedown.server.site import lessons
from facedown.server.site.page import packed
from facedown.server.wire import Refused


@functools.cache
def listed() -> tuple[wire.GameInfo, ...]:
    """Every game that this server has."""
    return tuple(_info(name) for name in games())


@functools.lru_cache(maxsize=64)
def book(name: str) -> wire.GameBook:
    """One game with its cards and numbered rules.  Raises Refused."""
    game = _found(name)
    info = _info(name)
    fields = {field: getattr(info, field) for field in info.__struct_fields__}
    own_cards = bool(game.cards_file())
    return wire.GameBook(**fields, cards=game.cards(), rules=game.rulebook(), own_cards=own_cards)


def book_of(game: Contract) -> wire.GameBook:
    """A game as a table plays it, perhaps with own cards."""
    return msgspec.structs.replace(book(game.id), cards=game.cards())


@functools.lru_cache(maxsize=64)
def packed_book(name: str) -> bytes:
    """One game with its cards and numbered rules, packed.  Raises Refused."""
    return packed(book(name))


def packed_book_of(game: Contract) -> bytes:
    """A game as a table plays it, packed."""
    return packed(book_of(game)) if game.own_cards else packed_book(game.id)


def cards_read(name: str, text: str) -> wire.CardsRead:
    """What the cards of a file do, or what is wrong with it.  Raises Refused for an unknown game."""
    game = _found(name)
    try:
        return wire.CardsRead(game.explain_cards(tidied(text, name)))
    except CardsError as error:
        return wire.CardsRead((), error.message, error.line)


def options_read(name: str, given: Mapping[str, str | int]) -> wire.OptionsRead:
    """What a game makes of these options, or what is wrong with them.  Raises Refused for an unknown game."""
    game = _found(name)
    try:
        options = game.checked_options(given)
        return wire.OptionsRead(game.explain_options(options), game.cautions(options))
    except BadOption as error:
        return wire.OptionsRead(problem=wire.sentence(error))


@functools.lru_cache(maxsize=64)
def sheet(name: str) -> str:
    """A game to print: a reference sheet, and its cards.  Raises Refused for an unknown game."""
    return printed(_found(name))


def own_sheet(name: str, text: str) -> str:
    """The same with the cards of a file.  Raises Refused, with the line that is wrong."""
    game = _found(name)
    try:
        return printed(game.with_cards(tidied(text, name)))
    except CardsError as error:
        raise Refused("bad_option", wire.sentence(error)) from error


def cards_file(name: str) -> str:
    """The text of a game's cards file; "" if it has none.  Raises Refused for an unknown game."""
    return _found(name).cards_file()


def _found(name: str) -> Contract:
    try:
        return find_game(name).contract
    except UnknownGame as error:
        raise Refused("unknown_game", wire.sentence(error)) from error


def _info(name: str) -> wire.GameInfo:
    game = find_game(name).contract
    return wire.GameInfo(
        id=game.id,
        title=game.title,
        summary=game.summary,
        minutes=game.minutes,
        seats=tuple(game.seats),
        usual_seats=game.usual_seats if game.usual_seats in game.seats else game.seats[0],
        options=game.options,
        bots=offered_bots(game),
        bot_styles={name: style(game, name) for name in offered_bots(game)},
        lesson=lessons.seconds(game),
        second_lesson=lessons.seconds(game, lessons.SECOND),
        host_seats=game.names_of(game.seats[0])[game.players(game.seats[0]) :],
        speaks_for_all=_speaks_for_all(game),
    )


def _speaks_for_all(game: Contract) -> dict[str, tuple[str | int, ...]]:
    """The choices of options, by name, with which the host seat answers for people without a device."""
    usual = {option.name: option.default for option in game.options}
    choices = {
        option.name: tuple(
            choice for choice in option.choices if game.speaks_for_all({**usual, option.name: choice})
        )
        for option in game.options
    }
    return {name: found for name, found in choices.items() if found}
