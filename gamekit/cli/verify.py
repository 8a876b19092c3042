"""`gamekit verify`."""

from __future__ import annotations

from pathlib import Path

import attrs
import click

from gamekit.cli.options import all_states_option, json_option, memory_option, threads_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report
from gamekit.cli.subject import table_argument


@click.command()
@table_argument
@json_option
@memory_option
@threads_option
@all_states_option
def verify(folder: Path, memory: str | None, threads: int | None, all_states: bool, as_json: bool) -> None:
    """Verify the table DIR: its checksums and every value in it.

    Checks every block against its checksum, and every value against the rules. If anything is wrong, the report names
    the file and the block, or the state, and the exit status is 1.
    """
    from gamekit.analysis.verification.table_check import check_table

    with ProgressBar() as progress:
        report = check_table(folder, all_states=all_states, memory=memory, threads=threads, progress=progress)
    data = {"table": str(folder), "ok": report.ok, **attrs.asdict(report)}
    lines = [f"{folder}: {report}", *(f"  {problem}" for problem in report.problems[1:])]
    print_report(data, lines, as_json=as_json, ok=report.ok)
