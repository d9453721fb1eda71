"""`facedown play`: one seat for the person at the terminal, bots on the others."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Annotated

import typer
from rich.columns import Columns
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table

from facedown.cli.console import (
    Cards,
    GameName,
    Options,
    caution,
    command_in,
    fail,
    game_with,
    options_in,
    out,
    print_rule,
    tell_of_trouble,
)
from facedown.cli.simulation_runs import leaving_in_order
from facedown.core.errors import FacedownError
from facedown.core.spelling import fold, unbracketed

if TYPE_CHECKING:
    from facedown.agents import Agent
    from facedown.core.game import Game
    from facedown.core.table import Table as GameTable
    from facedown.programs import ProcessPlayer

HELP = """\
Type the number or the words of a move to make it; put free text in double quotes.  You can also type:
  moves        list all moves, if there are too many to show; `look` shows everything that you see
  ?            show this help, and what you cannot play and why
  ? Heron      show what a card does
  ? 3.2        show a rule; `rules` lists them all
  log          show what has happened so far
  quit         leave the table, as the end of the input does"""

MANY = 24  # up to this many moves are listed one by one
EXAMPLES = 3  # how many moves that begin with the same word are shown of longer lists
DOTS = '"..."'  # stands in a list of moves for free text
LONG = 120  # longer texts are not repeated while they stay the same
AS_BEFORE = "as before"  # instead of a player's long text that stays the same
SHORT = 20  # texts up to this length share a line
SAID_ALREADY = ("seat", "seats", "asked", "question", "event", "over", "home made")

# A view does not say what its numbers and lists stand for; all games use these names.
SEAT_FIELDS = (
    "seat",
    "dealer",
    "leader",
    "winning",
    "first",
    "starter",
    "other",
    "by",
    "block",
    "nominee",
    "hands",
)
LISTS_BY_SEAT = ("cards", "under")


Seats = Annotated[
    int | None, typer.Option(metavar="N", help="The number of seats.", show_default="the fewest possible")
]
MySeat = Annotated[int, typer.Option(metavar="N", min=1, help="Your seat, from 1.")]
Bots = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="The bot in the other seats: `random`, one of the game's bots, or the file of a trained network.",
    ),
]
Seed = Annotated[
    str | None, typer.Option(metavar="SEED", help="The same seed deals the same cards.", show_default="random")
]
Programs = Annotated[
    list[str] | None,
    typer.Option(
        "--program",
        metavar="SEAT=COMMAND",
        help="Your own program for a seat, such as `3=python bot.py`; can be given several times.",
    ),
]
Seconds = Annotated[
    float, typer.Option(metavar="SECONDS", help="How many seconds such a program may take for a move.")
]
AsRecord = Annotated[bool, typer.Option("--record", help="Print the record of the game when it is over.")]


class Left(Exception):
    """The person leaves the table."""


def play(
    game: GameName,
    seats: Seats = None,
    seat: MySeat = 1,
    bots: Bots = None,
    seed: Seed = None,
    options: Options = None,
    cards: Cards = None,
    programs: Programs = None,
    seconds: Seconds = 10.0,
    record: AsRecord = False,
) -> None:
    """Play in the terminal against bots.  Moves can also be piped in, one on each line.

    \b
    Examples:
      facedown play bayou-boss --seats 5
      facedown play gotcha --option tier=starter --bots random
      facedown play gotcha --cards mine.toml
      facedown play botch --seats 3 --program "2=python bot.py"
      yes 1 | facedown play gotcha --seed 7
    """
    import secrets

    found = game_with(game, cards)
    dealt = secrets.token_hex(8) if seed is None else seed
    count = found.seats[0] if seats is None else found.contract.checked_seats(seats)
    if seat > count:
        fail(f"there is no seat {seat}; the table has {count}")
    me = seat - 1
    others = {other: _player(found, bots, dealt, other) for other in range(count) if other != me}
    commands = _commands(programs or [], others)
    bot_seats = [other for other in others if other not in dict(commands)]
    names = names_with_bots(found, count, bot_seats, bots or _usual(found), dealt)
    chosen = options_in(options or [])
    caution(found, chosen)
    table = found.new(seats=names, seed=dealt, **chosen)
    _play(table, me, others, commands, seconds)
    if record:
        sys.stdout.write(table.record())


def names_with_bots(game: Game, count: int, bots: Sequence[int], bot: str, seed: str) -> list[str]:
    """The default names of `count` seats, except that bots get the names of characters, as on the page.

    Names that the game reserves for this bot come first, then those for any bot; the choice depends on the seed.
    """
    from facedown.core.personae import read_personae

    names = list(game.contract.names_of(count))
    taken = {fold(name) for seat, name in enumerate(names) if seat not in bots}
    free = [persona for persona in read_personae(game.contract.folder) if fold(persona.name) not in taken]
    first = zlib.crc32(seed.encode()) % max(1, len(free))
    in_turn = sorted(free[first:] + free[:first], key=lambda one: 0 if one.level == bot else 2 if one.level else 1)
    for seat, persona in zip((seat for seat in bots if seat < game.contract.players(count)), in_turn, strict=False):
        names[seat] = persona.name
    return names


def _usual(game: Game) -> str:
    """The bot that plays by default."""
    return next(iter(game.contract.bots()), "random")


def _play(
    table: GameTable,
    me: int,
    others: dict[int, Agent],
    programs: Sequence[tuple[int, list[str]]],
    seconds: float,
) -> None:
    """Play at this table against `others`, some replaced by programs, until the game ends or the person leaves."""
    with leaving_in_order(), ExitStack() as running:
        started = {
            other: running.enter_context(_program(table, other, command, seconds)) for other, command in programs
        }
        try:
            Terminal(table, me).play(others | started)
        except Left:
            out.print("You leave the table.")
        for seat, program in started.items():
            tell_of_trouble(f"the program on seat {seat + 1}", program.made_for_it, program.trouble)


def _commands(programs: Sequence[str], others: Mapping[int, Agent]) -> list[tuple[int, list[str]]]:
    """The seats of programs, and their commands."""
    found = []
    for program in programs:
        seat, equals, command = program.partition("=")
        number = int(seat) - 1 if seat.strip().isdecimal() else -1
        if not equals or number not in others or not command.strip():
            free = ", ".join(str(other + 1) for other in others)
            fail(f"{program!r} is not a seat and a program, like `2=python bot.py`; seats for it: {free}")
        found.append((number, command_in(command)))
    return found


def _program(table: GameTable, seat: int, command: Sequence[str], seconds: float) -> ProcessPlayer:
    from facedown.programs import ProcessPlayer

    return ProcessPlayer(table, seat, command, seconds)


def _player(game: Game, name: str | None, seed: object, seat: int) -> Agent:
    from facedown.agents import player
    from facedown.agents.network import lend

    lend(game, [name])
    return player(game, name or _usual(game), f"{seed}/{seat}", patient=False)


class Terminal:
    """What one seat is shown and asked in a terminal."""

    def __init__(self, table: GameTable, me: int) -> None:
        self.table, self.me, self.told = table, me, 1
        self.long: set[tuple[str, str]] = set()  # long lines that have been shown

    def play(self, others: Mapping[int, Agent]) -> None:
        """Play the table to its end.  Raises Left."""
        from facedown.agents import answer

        table = self.table
        names = ", ".join(f"{name} (you)" if seat == self.me else name for seat, name in enumerate(table.names))
        out.print(f"[bold]{escape(table.contract.title)}[/bold]: {escape(names)}.  `?` shows help.")
        while not table.over:
            if self.me in table.asked:
                for seat in table.asked if table.timing.continuous else ():
                    if seat != self.me and seat in table.asked:
                        answer(others[seat], table, seat)  # while a question is continuous, everybody may act
                if self.me not in table.asked:
                    continue
                self._tell()
                self._show()
                self._answer()
            else:
                answer(others[table.asked[0]], table, table.asked[0])
        self._tell()
        self._end()

    def _tell(self) -> None:
        for event in self.table.log(self.me, self.told):
            _say(event.text)
        self.told = len(self.table.frames)

    def _show(self, *, everything: bool = False) -> None:
        view = self.table.view(self.me)
        lines = described(view, self.table.names)
        if everything:
            lines += home_made(view)
        else:
            kept = [line for line in lines if line not in self.long or line[0] in self.table.names]
            lines = [(name, AS_BEFORE) if (name, words) in self.long else (name, words) for name, words in kept]
        self.long |= {line for line in lines if len(line[1]) > LONG}
        rows = [(name, words) for name, words in lines if len(words) > SHORT or words == AS_BEFORE]
        short = [f"[dim]{name}[/dim] {escape(words)}" for name, words in lines if (name, words) not in rows]
        out.print()
        out.print(Padding(" · ".join(short), (0, 2), expand=False))
        grid = Table.grid(padding=(0, 1))
        for name, words in rows:
            grid.add_row(f"[dim]{name}[/dim]", escape(unbracketed(words)))
        out.print(Padding(grid, (0, 2), expand=False))
        out.print(f"[bold]{escape(unbracketed(self.table.prompt(self.me)))}[/bold]")
        self._list_moves()

    def _list_moves(self, most: int = MANY) -> None:
        """Print the moves with their numbers; if there are many, those that begin alike share a line."""
        moves = [move.text for move in self.table.legal(self.me)]
        if len(moves) <= most:
            out.print(
                Columns([f"[dim]{n:>4}[/dim] {escape(move)}" for n, move in enumerate(moves, 1)], padding=(0, 1))
            )
            return
        for first, alike in _alike(moves):
            last = first + len(alike) - 1
            numbers = f"{first:>4}" if first == last else f"{first:>4}-{last}"
            more = " ..." if len(alike) > EXAMPLES else ""
            out.print(f"[dim]{numbers}[/dim] {escape(', '.join(alike[:EXAMPLES]))}{more}")
        out.print("[dim]`moves` lists them all.[/dim]")

    def _answer(self) -> None:
        """Read lines until one of them is a legal move."""
        before = len(self.table.history)
        while len(self.table.history) == before:
            words = self._line()
            if words == "moves":
                self._list_moves(most=len(self.table.legal(self.me)))
            elif words == "look":
                self._show(everything=True)
            elif words.startswith("?") or words in ("help", "rules", "log"):
                self._help(words.removeprefix("?").strip() or words)
            elif words in ("quit", "exit"):
                raise Left
            elif words:
                self._move(words)

    def _line(self) -> str:
        out.print("> ", end="")
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            out.print(line.strip(), markup=False)
        if not line:
            raise Left
        return line.strip()

    def _move(self, words: str) -> None:
        legal = self.table.legal(self.me)
        try:
            if words.isdecimal() and len(words) < 4:
                if not 0 < int(words) <= len(legal):
                    out.print(f"There is no move {words}; the moves are 1 to {len(legal)}.")
                    return
                move = legal[int(words) - 1]
                if DOTS in move.text:
                    out.print("Type your own words, in double quotes.")
                    return
                self.table.play(self.me, move)
            else:
                self.table.play(self.me, words)
        except FacedownError as error:
            out.print(str(error), markup=False)

    def _help(self, about: str) -> None:
        table = self.table
        cards = {card.name.lower(): f"{card.name}: {card.text}" for card in table.contract.cards()}
        cards |= {name.lower(): f"{name}: {text}" for name, text in home_made(table.view(self.me))}
        if about in ("?", "help"):
            out.print(HELP, markup=False)
            for card, refusal in table.contract.unplayable(table.view(self.me), table.names):
                _say(f"{card}: {refusal.text}" + (f" (rule {refusal.rule})" if refusal.rule else ""))
        elif about == "rules":
            for rule in table.contract.rulebook():
                print_rule(rule, 2)
        elif about == "log":
            for event in table.log(self.me):
                _say(event.text)
        elif about.lower() in cards:
            _say(cards[about.lower()])
        else:
            try:
                print_rule(table.contract.rule(about), 2)
            except FacedownError:
                out.print(f"There is no card and no rule {about!r}.", markup=False)

    def _end(self) -> None:
        table, standing = self.table, self.table.standing
        winners = " and ".join(table.names[seat] for seat in standing.winners) or "nobody"
        scores = ", ".join(f"{name} {score}" for name, score in zip(table.names, standing.scores, strict=True))
        out.print(f"\n[bold]The game is over: {escape(winners)} won.[/bold]  {escape(scores)}")


def _alike(moves: Sequence[str]) -> list[tuple[int, list[str]]]:
    """Runs of moves that begin with the same lower-case word, or with none: the first one's number, and texts."""
    runs: list[tuple[int, list[str]]] = []
    verb: str | None = None
    for number, move in enumerate(moves, 1):
        first = move.split(" ")[0]
        word = first if " " in move and first.islower() else ""
        if runs and word == verb:
            runs[-1][1].append(move)
        else:
            runs.append((number, [move]))
        verb = word
    return runs


def _say(words: str) -> None:
    out.print(Padding(escape(unbracketed(words)), (0, 2), expand=False))


def described(view: object, names: Sequence[str]) -> list[tuple[str, str]]:
    """Any game's view as pairs of a field's name and its text for people, without empty and home-made ones."""
    import msgspec

    lines: list[tuple[str, str]] = []
    for name, value in msgspec.json.decode(msgspec.json.encode(view)).items():
        field = name.replace("_", " ")
        if isinstance(value, list) and value and all(_has_lists(part) for part in value):
            lines += [(_called(part, f"{field} {n}"), _line(name, part, names)) for n, part in enumerate(value, 1)]
        elif _has_lists(value) and field not in SAID_ALREADY:
            lines += [(f"{field} {part.replace('_', ' ')}", _part(part, value[part], names)) for part in value]
        else:
            lines.append((field, _in_words(name, value, names)))
    return [(field, words) for field, words in lines if words and field not in SAID_ALREADY]


def home_made(view: object) -> list[tuple[str, str]]:
    """Characters that are in no rulebook, with what they do; they are shown when somebody asks."""
    return [(one.name, f"({one.team}) {one.text}") for one in getattr(view, "home_made", ())]


def _has_lists(value: object) -> bool:
    return isinstance(value, Mapping) and any(isinstance(part, list) for part in value.values())


def _called(part: Mapping[str, object], usual: str) -> str:
    """The name of something if it has one, otherwise `usual`."""
    return str(part.get("name", usual))


def _line(name: str, part: Mapping[str, object], names: Sequence[str]) -> str:
    """The text for one of several structures that contain lists, without its name and seat if it has a name."""
    told = {key: value for key, value in part.items() if not ("name" in part and key in ("name", "seat"))}
    return _in_words(name, told, names, " · ")


def _part(name: str, value: object, names: Sequence[str]) -> str:
    """The text for a field within a field; structures in a list name their own fields."""
    if isinstance(value, list) and value and all(isinstance(part, Mapping) for part in value):
        return "; ".join(_line(name, part, names) for part in value)
    return _in_words(name, value, names)


def _in_words(name: str, value: object, names: Sequence[str], between: str = " ") -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int) and name in SEAT_FIELDS and 0 <= value < len(names):
        return names[value]
    if isinstance(value, Mapping):
        said = [_field(key, part, names) if between != " " else _in_words(key, part, names)
                for key, part in value.items()]  # fmt: skip
        return between.join(words for words in said if words)
    if not isinstance(value, list):
        return str(value)
    if value and len(value) == len(names) and not any(isinstance(part, Mapping) for part in value):
        return _by_seat(name, value, names)
    return ", ".join(_in_words(name, part, names) or "–" for part in value)


def _field(name: str, value: object, names: Sequence[str]) -> str:
    """One field with its name: `alive`, `not alive`, `place 3`; the field `text` needs no name."""
    called, words = name.replace("_", " "), _in_words(name, value, names)
    if isinstance(value, bool):
        return called if value else f"not {called}"
    return words if name == "text" or not words else f"{called} {words}"


def _by_seat(name: str, value: list[object], names: Sequence[str]) -> str:
    """The text for a list with a member for each seat, or for one that happens to have that length."""
    if all(isinstance(part, bool) for part in value):
        return ", ".join(whose for whose, part in zip(names, value, strict=True) if part)
    if all(isinstance(part, str) for part in value) and name not in LISTS_BY_SEAT:
        return ", ".join(map(str, value))
    parts = [(whose, _in_words(name, part, names)) for whose, part in zip(names, value, strict=True)]
    between = "; " if any(isinstance(part, list) for part in value) else ", "
    return between.join(f"{whose} {words}" for whose, words in parts if words)
