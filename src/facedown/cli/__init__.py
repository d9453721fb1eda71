"""The command line.  Exit codes: 0 success, 1 a check failed, 2 wrong usage or an unknown name, 130 interrupted.

Slow imports are made inside the commands that need them, so that `--help` answers at once.
"""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from facedown.cli import checking, comparing, competing, deducing, looking, operating, playing, simulating, studying
from facedown.cli.console import FINE, USAGE, Data, err, out, say_missing, say_wrong
from facedown.cli.help_format import fit_help
from facedown.cli.wrong_use import Command, WrongUse, words_of
from facedown.core.errors import FacedownError, Stuck

app = typer.Typer(
    name="facedown",
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
)

Port = Annotated[
    int, typer.Option(envvar="PORT", metavar="N", min=0, max=65535, help="The port; 0 takes any free port.")
]
Host = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="The address to listen on; 0.0.0.0 lets other machines connect.",
        show_default="127.0.0.1, with --https 0.0.0.0",
    ),
]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        out.print(f"facedown {version('facedown')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def facedown(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Play tabletop games with hidden information.

    Without a command, serve the games and open the page in a browser.

    \b
    Examples:
      facedown                               serve, and open the page
      facedown play bayou-boss --seats 5     play in the terminal
      facedown rules gotcha 3.2              show one rule
      facedown check mine.txt                replay a record
      facedown simulate gotcha -n 10000      play many games and report who wins
    """
    if context.invoked_subcommand is None:
        app(["serve", "--open"], prog_name="facedown", standalone_mode=False)


@app.command(cls=Command)
def serve(
    host: Host = None,
    port: Port = 8000,
    data: Data = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser on this machine.")] = False,
    https: Annotated[
        bool, typer.Option("--https", help="Serve over https, with a certificate that you can install on phones.")
    ] = False,
) -> None:
    """Serve the games to browsers.

    \b
    Examples:
      facedown serve
      facedown serve --port 9000
      facedown serve --host 0.0.0.0 --data /srv/facedown
      facedown serve --https                 for phones on the home network
    """
    from facedown.server import run

    run(host=host, port=port, data=data, open_page=open_page, https=https)


@app.command(cls=Command)
def mcp(
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="SEED",
            help="The same seed deals the same tables in every run; it is hidden from the assistant.",
        ),
    ] = None,
) -> None:
    """Let an AI assistant play through the Model Context Protocol.

    The protocol runs on standard input and output.  Needs `pip install facedown[mcp]`.
    Set up the assistant's program to start this command.

    \b
    Examples:
      facedown mcp
      facedown mcp --seed 7
    """
    from facedown.programs.mcp import server

    server(seed).run()


for command in (
    operating.backup, operating.restore, operating.reports, operating.delete, playing.play, looking.games,
    looking.rules, checking.check, checking.verify, simulating.simulate, comparing.compare, competing.arena,
    studying.course, studying.tune,
):  # fmt: skip
    app.command(cls=Command)(command)
app.add_typer(looking.cards, name="cards")
app.add_typer(deducing.clocktower, name="clocktower")
fit_help(app, looking.cards, deducing.clocktower)


def main() -> None:
    """The entry point: prints errors as one line and exits with the right code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # undecodable bytes, or characters that the terminal lacks
    try:
        sys.exit(app(prog_name="facedown", standalone_mode=False) or FINE)
    except WrongUse as wrong:
        say_wrong(words_of(wrong))
    except Stuck as stuck:
        say_wrong(str(stuck))
        if stuck.record:
            err.print(f"The game so far:\n\n{stuck.record}", markup=False, soft_wrap=True)
    except FacedownError as error:
        say_wrong(str(error))
    except ModuleNotFoundError as missing:
        say_missing(missing)
    except OSError as error:  # a full disk, a closed terminal
        say_wrong(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    sys.exit(USAGE)
