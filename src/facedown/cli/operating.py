"""Commands for people who run a server: backups, reports, and what is deleted for good."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from facedown.cli.console import FAILED, Data, Json, fail, out, print_json
from facedown.core.spelling import counted


def backup(
    copy: Annotated[Path, typer.Argument(metavar="COPY", help="The file to write; it must not exist.")],
    data: Data = None,
) -> None:
    """Copy all tables into a file; the server may keep running.

    \b
    Examples:
      facedown backup tables.backup
      facedown backup tables.backup --data /srv/facedown
    """
    from facedown.server.storage.operating import back_up, file_of_tables

    back_up(file_of_tables(data), copy)
    out.print(f"All tables are in {copy}; keep it where only you can read it.", soft_wrap=True)


def restore(
    copy: Annotated[Path, typer.Argument(metavar="COPY", help="A file written by `facedown backup`.")],
    data: Data = None,
) -> None:
    """Replace all tables with those of a backup.

    Stop the server first.  The old tables are kept in another file.

    \b
    Examples:
      facedown restore tables.backup
      facedown restore tables.backup --data /srv/facedown
    """
    from facedown.server.storage import operating as backups

    kept = backups.restore(copy, backups.file_of_tables(data))
    out.print(
        f"The tables are those of {copy}." + (f" What was there is in {kept}." if kept else ""), soft_wrap=True
    )


def delete(
    table: Annotated[str, typer.Argument(metavar="CODE", help="The last part of the table's link.")],
    data: Data = None,
    said_by: Annotated[
        str | None, typer.Option(metavar="NAME", help="Delete only what this person said in Talk there.")
    ] = None,
) -> None:
    """Delete a table, or what somebody said at it, for good.

    Nobody may be at the table: a server keeps it open for two minutes after the last has left.  Stop a server that
    has its tables in a file first.

    \b
    Examples:
      facedown delete 2jgsnuad65 --data /srv/facedown
      facedown delete 2jgsnuad65 --said-by Ann
    """
    from facedown.server.storage.database import alone
    from facedown.server.storage.operating import delete
    from facedown.server.storage.store import database_url

    url = database_url(data)
    with alone(url):
        gone = delete(url, table.lower(), said_by)
    if not gone:
        fail(f"nothing is stored of table {table}" + (f" that {said_by} said" if said_by else ""), FAILED)
    out.print(f"{counted(gone, 'row')} deleted; backups may still have them.", soft_wrap=True)


def reports(
    data: Data = None,
    done: Annotated[
        int | None, typer.Option(metavar="NUMBER", min=1, help="Delete this report because it has been dealt with.")
    ] = None,
    json: Json = False,
) -> None:
    """List what people have reported about others at their tables.

    The server may keep running.

    Reads the database at DATABASE_URL if that is set.

    \b
    Examples:
      facedown reports --data /srv/facedown
      facedown reports --done 3
      facedown reports --json
    """
    from facedown.server.storage.operating import read, settle
    from facedown.server.storage.store import database_url

    url = database_url(data)
    if done is not None and not settle(url, done):
        fail(f"there is no report {done}; `facedown reports` lists all reports", FAILED)
    found = read(url)
    if json:
        print_json(found)
        return
    for report in found:
        at = datetime.fromtimestamp(report.at, UTC).strftime("%Y-%m-%d %H:%M UTC")
        who = escape(report.name) + (f" at {escape(report.address)}" if report.address else "")
        out.print(f"[bold]{report.id}[/bold]  {at}, table {report.table}, about {who}", soft_wrap=True)
        out.print(f"   Reported: {escape(report.why)}", soft_wrap=True)
        for line in report.said:
            out.print(f"   They said: {escape(line)}", soft_wrap=True)
    if not found:
        out.print("There are no reports.")
