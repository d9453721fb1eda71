"""The players inside compiled code, by number: a game's bots, users' own bots, networks and random players.

A driver calls `chosen` for each seat that is asked, and `all_remember` after each event.  `asking` returns the
functions that these names are bound to for the players of one game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from facedown.core.bits import allows, nth, popcount
from facedown.core.chance import luck_below
from facedown.core.compiling import compiles, compiles_inline
from facedown.core.errors import BadOption
from facedown.core.flat.contract import FlatContract
from facedown.core.flat.perceptron import Networks, network_move
from facedown.core.flat.placeholders import PAGE, WORDS, observe, pages_of, remember, words_bound
from facedown.core.flat.position import FlatPosition
from facedown.core.flat.taking_cards import as_driven, with_cards
from facedown.core.layout import Ints

RANDOM = "random"  # the player that every game has
BOTS = 3  # how many different bots one driver can seat besides


# -- what is bound to one game's players ---------------------------------------------------------------------------


@compiles
def bot_1(v: object, c: object, moves: Ints, luck: Ints, memory: object) -> int:
    """A placeholder for a bot of the game; so are the next two."""
    return -1


@compiles
def bot_2(v: object, c: object, moves: Ints, luck: Ints, memory: object) -> int:
    return -1


@compiles
def bot_3(v: object, c: object, moves: Ints, luck: Ints, memory: object) -> int:
    return -1


# -- answering -----------------------------------------------------------------------------------------------------


@compiles
def answer(player: int, v: object, c: object, moves: Ints, luck: Ints, memory: object, handed_over: object) -> int:
    """What the bot of this number answers."""
    if player == 1:
        return bot_1(v, c, moves, luck, memory)
    if player == 2:
        return bot_2(v, c, moves, luck, memory)
    return bot_3(v, c, moves, luck, memory)


@compiles
def if_legal(moves: Ints, move: int) -> int:
    """A bot's answer if it is legal, otherwise -1."""
    return move if 0 <= move < 64 * len(moves) and allows(moves, move) else -1


@compiles
def all_remember(s: FlatPosition, c: object, players: Ints, view: Ints, blank_view: Ints, memories: Ints) -> None:
    """Do nothing, because nobody has a memory."""


@compiles
def all_bots_remember(
    s: FlatPosition, c: object, players: Ints, view: Ints, blank_view: Ints, memories: Ints
) -> None:
    """After an event, let each bot remember what its seat sees, whether it is asked or not."""
    for seat in range(len(players)):
        if players[seat] != 0:
            view[0] = blank_view[0]
            observe(s, c, seat, view[0])
            remember(view[0], c, memories[seat])


@compiles
def chosen(
    s: FlatPosition,
    c: object,
    seat: int,
    player: int,
    moves: Ints,
    luck: Ints,
    view: Ints,
    blank_view: Ints,
    memories: Ints,
    handed_over: object,
) -> int:
    """The answer of the player on this seat; a bot gets what the seat sees and its own memory, and nothing else."""
    if player == 0:
        return random_move(moves, luck)
    view[0] = blank_view[0]
    v, memory = view[0], memories[seat]
    observe(s, c, seat, v)
    return if_legal(moves, answer(player, v, c, moves, luck, memory, handed_over))


@compiles_inline
def chosen_at_random(
    s: FlatPosition,
    c: object,
    seat: int,
    player: int,
    moves: Ints,
    luck: Ints,
    view: Ints,
    blank_view: Ints,
    memories: Ints,
    handed_over: object,
) -> int:
    """The same if all players are random: views need not be made, nor their code compiled."""
    return random_move(moves, luck)


@compiles
def chosen_otherwise(
    s: FlatPosition,
    c: object,
    seat: int,
    player: int,
    moves: Ints,
    luck: Ints,
    view: Ints,
    blank_view: Ints,
    memories: Ints,
    handed_over: object,
) -> int:
    """A placeholder for `chosen` as it is without networks or habits."""
    return -1


@compiles
def chosen_by_network(
    s: FlatPosition,
    c: object,
    seat: int,
    player: int,
    moves: Ints,
    luck: Ints,
    view: Ints,
    blank_view: Ints,
    memories: Ints,
    networks: Networks,
) -> int:
    """The answer of the player on this seat, if some players are networks; these get what the seat sees."""
    if player <= BOTS:
        return chosen_otherwise(s, c, seat, player, moves, luck, view, blank_view, memories, networks)
    view[0] = blank_view[0]
    observe(s, c, seat, view[0])
    return network_move(networks, player - BOTS - 1, seat, moves)


@compiles_inline
def how_many(moves: Ints) -> int:
    """The number of moves in a set of them, int64[words]."""
    count = 0
    for page in range(pages_of(moves)):
        for word in range(PAGE * page, PAGE * page + WORDS):
            count += popcount(moves[word])
    return count


@compiles_inline
def random_move(moves: Ints, luck: Ints) -> int:
    """Any legal move, all equally likely."""
    choices = how_many(moves)
    n = luck_below(luck, choices) if choices > 1 else 0
    for page in range(pages_of(moves)):
        for word in range(PAGE * page, PAGE * page + WORDS):
            here = popcount(moves[word])
            if n < here:
                return word * 64 + nth(moves[word], n)
            n -= here
    return -1


# -- binding -------------------------------------------------------------------------------------------------------


def rules_of(game: FlatContract) -> dict[str, object]:
    """The rules that a driver is bound to, by the names of their placeholders."""
    names = ("proceed", "legal", "step", "observe", "score", "wins")
    return {**words_bound(game.rules), **{name: with_cards(getattr(game.rules, name)) for name in names}}


def asking(
    game: FlatContract,
    bots: Mapping[str, int],
    own: Mapping[str, Callable[..., int]] | None = None,
    networks: Collection[str] = (),
) -> dict[str, object]:
    """The functions with which a driver asks these bots, by name and number, and keeps their memories."""
    if networks:
        asked = asking(game, bots, own)
        return asked | {"chosen": chosen_by_network, "chosen_otherwise": asked.get("chosen", chosen)}
    known: dict[str, Callable[..., int]] = {**game.bots(), **(own or {})}
    if not bots:
        return {"chosen": chosen_at_random}
    remembers = game.memory_layout is not None
    asked = {f"bot_{number}": as_driven(known[name], remembers=remembers) for name, number in bots.items()}
    return {**asked, **(remembering(game) if remembers else {})}


def remembering(game: FlatContract) -> dict[str, object]:
    """The functions with which a driver keeps seats' memories, if the game's bots have a memory."""
    remembers: Callable[..., None] = game.bot_module.remember  # type: ignore[attr-defined]  # with a memory, it has
    return {"remember": with_cards(remembers), "all_remember": all_bots_remember}


def numbered(bots: Sequence[str], networks: Iterable[str] = ()) -> dict[str, int]:
    """The numbers by which a driver knows its players: bots, then networks.  Raises BadOption."""
    if len(bots) > BOTS:
        raise BadOption(f"at most {BOTS} different bots play in one batch, not {len(bots)}: {', '.join(bots)}")
    named = {name: number for number, name in enumerate(bots, 1)}
    return {RANDOM: 0, **named, **{name: number for number, name in enumerate(networks, BOTS + 1)}}
