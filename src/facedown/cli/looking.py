"""Commands that show games, rules and cards."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.padding import Padding

from facedown.cli.console import (
    FAILED,
    Cards,
    GameName,
    Json,
    fail,
    game_with,
    out,
    print_json,
    print_rule,
    text_to_check,
)
from facedown.core.cards_file import GAME_KEY
from facedown.core.errors import CardsError
from facedown.core.printed import printed
from facedown.core.spelling import did_you_mean, fold, quote


def games(json: Json = False) -> None:
    """List the games with their options and bots.

    \b
    Examples:
      facedown games
      facedown games --json
    """
    import facedown
    from facedown.agents import players, style

    found = [facedown.game(name).contract for name in facedown.games()]
    if json:
        print_json(
            [
                {
                    "id": game.id,
                    "title": game.title,
                    "summary": game.summary,
                    "minutes": game.minutes,
                    "seats": list(game.seats),
                    "options": game.options,
                    "bots": [name for name in players(game) if name != "random"],
                    "styles": {name: style(game, name) for name in players(game)},
                }
                for game in found
            ]
        )
        return
    for game in found:
        low, high = game.seats[0], game.seats[-1]
        seats = f"{low}" if low == high else f"{low} to {high}"
        out.print(f"[bold]{game.id}[/bold]  {escape(game.title)}, {seats} seats, about {game.minutes} minutes")
        out.print(Padding(escape(game.summary), (0, 4), expand=False))
        for option in game.options:
            choices = ", ".join(f"[bold]{c}[/bold]" if c == option.default else str(c) for c in option.choices)
            out.print(Padding(f"option {option.name}: {choices}.  {escape(option.help)}", (0, 4), expand=False))
        out.print(Padding("bots:", (0, 4), expand=False))
        for name in players(game):
            out.print(Padding(f"{name}  {style(game, name)}", (0, 6), expand=False))


def rules(
    game: GameName,
    number: Annotated[
        str | None, typer.Argument(metavar="NUMBER", help="A rule like 3.2, or a chapter like 3.")
    ] = None,
    json: Json = False,
) -> None:
    """Show a game's numbered rules.

    Rules marked (ruling) settle questions that the printed rulebook leaves open.

    \b
    Examples:
      facedown rules bayou-boss
      facedown rules bayou-boss 3
      facedown rules bayou-boss 3.2
    """
    import facedown

    found = facedown.game(game)
    chosen = found.rulebook()
    if number is not None and number.isdecimal():
        chosen = tuple(rule for rule in chosen if rule.number.split(".")[0] == number)
        if not chosen:
            fail(f"{found.title} has no chapter {number}")
    elif number is not None:
        chosen = (found.rule(number),)
    if json:
        print_json(chosen)
        return
    heading = ""
    for rule in chosen:
        if rule.heading != heading:
            heading = rule.heading
            out.print(f"\n[bold]{rule.number.split('.')[0]}. {escape(heading)}[/bold]\n")
        print_rule(rule)


class CardsGroup(typer.core.TyperGroup):
    """Accepts `cards GAME` as short for `cards show GAME`."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.commands:
            args = ["show", *args]
        return super().resolve_command(ctx, args)


cards = typer.Typer(
    cls=CardsGroup,
    help="""Show a game's cards, or check a file with your own cards.

    \b
    Examples:
      facedown cards gotcha
      facedown cards gotcha --toml > mine.toml
      facedown cards check mine.toml --game gotcha
    """,
)


@cards.command("show")
def show_cards(
    game: GameName,
    card: Annotated[str | None, typer.Argument(metavar="CARD", help="One card, by its name.")] = None,
    json: Json = False,
    toml: Annotated[
        bool, typer.Option("--toml", help="Print the game's cards file, as a starting point for your own.")
    ] = False,
    to_print: Annotated[
        bool, typer.Option("--print", help="Print a page of HTML with a reference sheet and all cards, to cut out.")
    ] = False,
    cards: Cards = None,
) -> None:
    """List the cards of a game and what they do, or show one card.

    `facedown cards GAME` does the same.  Cards marked house are not from the printed game.

    \b
    Examples:
      facedown cards show gotcha
      facedown cards botch Sack
      facedown cards show gotcha --toml > mine.toml
      facedown cards gotcha --print > gotcha.html
      facedown cards gotcha --print --cards mine.toml > mine.html
    """
    played = game_with(game, cards)
    if to_print:
        print(printed(played.contract), end="")
        return
    if toml:
        text = played.cards_file() or fail(f"{played.title} takes no cards file")
        print(text, end="")
        return
    found = played.cards()
    if card is not None:
        found = tuple(one for one in found if fold(one.name) == fold(card))
        if not found:
            names = [one.name for one in played.cards()]
            fail(f"{played.title} has no card {quote(card)}{did_you_mean(card, names)}")
    if json:
        print_json(found)
        return
    for one in found:
        copies = f" ×{one.copies}" if one.copies > 1 else ""
        house = "  [dim]house[/dim]" if one.source == "house" else ""
        rule = f"  [dim]rule {one.rule}[/dim]" if one.rule else ""
        out.print(f"[bold]{escape(one.name)}[/bold]{copies}{house}{rule}")
        out.print(Padding(escape(one.text), (0, 4), expand=False))


@cards.command("check")
def check_cards(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A cards file in TOML.")],
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME", help='The game that the cards are for, if the file has no line `game = "..."`.'
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Show what each card of a file does, or what is wrong with it.

    A line `game = "gotcha"` in the file, or `--game`, says which game the cards are for.

    \b
    Examples:
      facedown cards check mine.toml
      facedown cards check mine.toml --game gotcha
    """
    import facedown

    text = text_to_check(file)
    named = GAME_KEY.search(text)
    wanted = game or (named[1] if named else None)
    if wanted is None:
        fail(f'{file}: which game are these cards for? Add a line `game = "..."` at the top, or say --game')
    found = facedown.game(wanted)
    try:
        # The line stays, empty, so that the lines after it keep their numbers.
        explained = found.contract.explain_cards(GAME_KEY.sub("", text, count=1))
    except CardsError as error:
        if json:
            print_json({"file": str(file), "line": error.line, "message": error.message})
        else:
            out.print(f"{file}:{error.line}: {error.message}", markup=False, soft_wrap=True)
        raise typer.Exit(FAILED) from None
    if json:
        print_json(explained)
        return
    for card in explained:
        copies = f" ×{card.copies}" if card.copies > 1 else ""
        out.print(f"[bold]{escape(card.name)}[/bold]{copies}")
        out.print(Padding(escape(card.text), (0, 4), expand=False))
