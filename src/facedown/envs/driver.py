"""Steps of many games at once: what `Vector` compiles.

A step is four passes over the games: to make the moves, to find the legal actions, to make the views, and to encode
them.  The first and the third are bound to a game's rules; the others serve every game.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from facedown.core.bits import allows, lowest, nth_move, popcount
from facedown.core.chance import GAMES, MASK, fill_block
from facedown.core.compiling import compiles
from facedown.core.flat import FlatPosition
from facedown.core.flat.encoder import Program, blank_blocks, encode_record
from facedown.core.flat.placeholders import clear, legal, observe, proceed, score, step, wins
from facedown.core.flat.players import all_remember, chosen, how_many
from facedown.core.layout import Ints
from facedown.core.questions import is_over, who_is_asked

LEARNER = -1  # in place of a player's number: the caller of `step`
MOST_UNSEEN = 1000  # games in a row that end before a learner is asked; more than this is an error
OVER, BAD_BOT = -1, -2  # in place of the seat to act
ALL_WELL = -1


class Setup(NamedTuple):
    """What does not change between steps."""

    start: Ints  # records[1]: the position before anything is dealt
    base: Ints  # uint32[4]: the key from which the keys of all games are drawn
    players: Ints  # int64[seats]
    keeps: Ints  # int64[seats]: 1 if a memory is kept for this seat
    codes: Ints  # int64[actions]: the code of each action's move
    forced: int  # 1: moves without an alternative are played automatically
    by_score: int  # 1: the reward is the score, ...
    high_wins: int  # ... negative if this is 0


class Games(NamedTuple):
    """The state of n games."""

    positions: Ints  # records[n]
    seat: Ints  # int64[n]: the learner to act
    allowed: Ints  # int64[n, words]: the set of its legal moves
    numbers: Ints  # int64[n]: the number of each game among all that are played
    luck: Ints  # uint32[n, 4]: the state of the bots' generator
    memories: Ints  # records[n, seats]
    decided: Ints  # int8[n]: 1 if a learner has acted in this game
    unseen: Ints  # int64[n]: the number of games that ended before a learner acted
    ended: Ints  # records[n]: the last position of the last game
    scores: Ints  # int32[n, seats]: of that game
    reward: Ints  # float32[n, seats]
    done: Ints  # bool[n]


class Room(NamedTuple):
    """A thread's working memory."""

    seen: Ints  # records[1]: a view
    blank: Ints  # records[1]
    block: Ints  # uint32[16]
    forgotten: Ints  # records[1]: a blank memory
    networks: Any  # from `networks_of`


# -- making moves --------------------------------------------------------------------------------------------------


@compiles
def first_refused(actions: Ints, codes: Ints, allowed: Ints) -> int:
    """The first game whose action does not exist or is not legal; the number of games if all are legal."""
    for i in range(len(actions)):
        action = int(actions[i])
        if action < 0 or action >= len(codes) or not allows(allowed[i], int(codes[action])):
            return i
    return len(actions)


@compiles
def move_on(first: int, cards: Ints, last: int, actions: Ints, setup: Setup, games: Games, room: Room) -> int:
    """Take an action in each of the games `first` to `last - 1`, or begin them if there are no actions.

    Returns ALL_WELL, or for the first game i that failed 2 * i if a bot's answer was illegal, and 2 * i + 1 if a
    learner was never asked.
    """
    c = cards[0]
    positions, seats = games.positions, games.reward.shape[1]
    keeps, seen, blank, networks = setup.keeps, room.seen, room.blank, room.networks
    for i in range(first, last):
        s, memories, luck, moves = positions[i], games.memories[i], games.luck[i], games.allowed[i]
        if games.done[i]:
            games.done[i] = False
            for seat in range(seats):
                games.reward[i, seat] = 0
        if len(actions) == 0:
            begin(i, setup, games, room)
        else:
            games.decided[i] = 1
            step(s, c, int(games.seat[i]), int(setup.codes[actions[i]]))
            all_remember(s, c, keeps, seen, blank, memories)
        seat = run_on(s, c, setup.players, keeps, setup.forced, moves, luck, memories, seen, blank, networks)
        unseen = 0
        while seat == OVER:
            if games.decided[i]:
                finish(i, c, setup, games)
            else:
                unseen += 1
                games.unseen[i] += 1
            begin(i, setup, games, room)
            if unseen == MOST_UNSEEN:
                return 2 * i + 1
            seat = run_on(s, c, setup.players, keeps, setup.forced, moves, luck, memories, seen, blank, networks)
        if seat == BAD_BOT:
            return 2 * i
        games.seat[i] = seat
    return ALL_WELL


@compiles
def run_on(
    s: FlatPosition,
    c: object,
    players: Ints,
    keeps: Ints,
    forced: int,
    moves: Ints,
    luck: Ints,
    memories: Ints,
    seen: Ints,
    blank: Ints,
    networks: object,
) -> int:
    """Play on until a learner has a choice; returns its seat, with its moves in `moves`, or OVER or BAD_BOT."""
    while not is_over(s):
        waiting = who_is_asked(s)
        if waiting == 0:
            proceed(s, c)
            all_remember(s, c, keeps, seen, blank, memories)
            continue
        seat = lowest(waiting)
        clear(moves)
        legal(s, c, seat, moves)
        player = int(players[seat])
        if player != LEARNER:
            move = chosen(s, c, seat, player, moves, luck, seen, blank, memories, networks)
            if move < 0:
                return BAD_BOT
        elif forced and how_many(moves) == 1:
            move = nth_move(moves, 0)
        else:
            return seat
        step(s, c, seat, move)
        all_remember(s, c, keeps, seen, blank, memories)
    return OVER


@compiles
def begin(i: int, setup: Setup, games: Games, room: Room) -> None:
    """Begin the next game in place i; every game has its own number, so that no two are dealt alike."""
    number = int(games.numbers[i]) + len(games.numbers)
    games.numbers[i] = number
    games.positions[i] = setup.start[0]
    s, block = games.positions[i], room.block
    fill_block(block, setup.base, number & MASK, GAMES)
    for word in range(4):
        s.key[word] = block[word]
        games.luck[i, word] = block[4 + word]
    games.luck[i, 0] |= 1
    for seat in range(games.memories.shape[1]):
        games.memories[i, seat] = room.forgotten[0]
    games.decided[i] = 0


@compiles
def finish(i: int, c: object, setup: Setup, games: Games) -> None:
    """Record how a game has ended, and keep its last position."""
    s, reward, scores = games.positions[i], games.reward[i], games.scores[i]
    games.ended[i] = s
    games.done[i] = True
    seats, winners = len(reward), 0
    for seat in range(seats):
        scores[seat] = score(s, c, seat)
        winners += 1 if wins(s, c, seat) else 0
    for seat in range(seats):
        if setup.by_score:
            reward[seat] = scores[seat] if setup.high_wins else -scores[seat]
        elif winners == 0:
            reward[seat] = 0
        else:
            reward[seat] = ((seats / winners if wins(s, c, seat) else 0.0) - 1) / (seats - 1)


# -- legal actions, views and encodings ----------------------------------------------------------------------------


@compiles
def mask_games(first: int, last: int, allowed: Ints, shown: Ints, numbers: Ints, mask: Ints) -> None:
    """Update the masks of games whose legal moves have changed since the masks were last written."""
    for i in range(first, last):
        for word in range(allowed.shape[1]):
            there = int(allowed[i, word])
            changed = int(shown[i, word]) ^ there
            shown[i, word] = there
            for _ in range(popcount(changed)):
                bit = lowest(changed)
                changed &= changed - 1
                mask[i, numbers[word * 64 + bit]] = (there >> bit) & 1 == 1


@compiles
def observe_games(
    first: int, cards: Ints, last: int, positions: Ints, seat: Ints, blank: Ints, views: Ints
) -> None:
    """Make the view of the seat to act in each game."""
    c = cards[0]
    for i in range(first, last):
        views[i] = blank[0]
        observe(positions[i], c, int(seat[i]), views[i])


@compiles
def encode_games(
    first: int,
    last: int,
    records: Ints,
    seat: Ints,
    program: Program,
    x: Ints,
    at: int,
    written: Ints,
    block: int,
) -> None:
    """Encode views, given as bytes int8[n, 1, size]; or memories, int8[n, seats, size].

    Most numbers are 0 and stay 0; `written` holds for each row the set of blocks that may not be 0.
    """
    for i in range(first, last):
        row, own = x[i], int(seat[i])
        if at == 0:
            blank_blocks(row, int(written[i]), block)
            written[i] = 0
        written[i] |= encode_record(records[i, own if records.shape[1] > 1 else 0], own, program, row, at, block)
