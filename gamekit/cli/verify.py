"""`gamekit verify`."""

from __future__ import annotations

import json
from pathlib import Path

import attrs
import click

from gamekit.cli.options import json_option, memory_option, threads_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.status import CHECK_FAILED
from gamekit.cli.tables import table_argument


@click.command()
@table_argument
@json_option
@memory_option
@threads_option
def verify(folder: Path, memory: str | None, threads: int | None, as_json: bool) -> None:
    """Check the table DIR: every block against its checksum, and every value against the rules.

    Exit status 1 if anything is wrong, with the file and the block, or the state.
    """
    from gamekit.tables.checking import check_table

    with ProgressBar() as progress:
        report = check_table(folder, memory=memory, threads=threads, progress=progress)
    if as_json:
        click.echo(json.dumps({"table": str(folder), "ok": report.ok, **attrs.asdict(report)}))
    else:
        click.echo(f"{folder}: {report}")
        for problem in report.problems[1:]:
            click.echo(f"  {problem}")
    if not report.ok:
        raise click.exceptions.Exit(CHECK_FAILED)
