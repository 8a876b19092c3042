"""`gamekit verify`."""

from __future__ import annotations

from pathlib import Path

import click

from gamekit.cli.argument_hints import require_table
from gamekit.cli.completion import complete_subject
from gamekit.cli.options import (
    FOLDER,
    MORE_THAN_ZERO,
    all_states_option,
    json_option,
    leaves_option,
    solve_option,
)
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import Report, print_check, print_report
from gamekit.device.choice import DeviceName, is_asked_for


@click.command()
@click.argument(
    "folder",
    metavar="DIR|FILE",
    type=FOLDER,
    callback=require_table,
    shell_complete=complete_subject(games=False, tables=True, files=True),
)
@json_option
@solve_option("memory")
@solve_option("threads")
@solve_option(
    "device",
    "What checks the values of a table by compiled rules: this processor (cpu), a graphics card (cuda), or a card if "
    "one is found and the table is large (auto). It need not be what made the table.",
)
@all_states_option()
@leaves_option
@click.option(
    "--tier",
    "tiers",
    type=int,
    multiple=True,
    metavar="NUMBER",
    help="Verify this tier of a folder of tiers alone (repeatable). The results of the tiers that it leads to are "
    "taken as they are, and named, so that a large folder can be verified in several sittings, and while it is solved.",
)
@click.option(
    "--seconds",
    type=MORE_THAN_ZERO,
    help="Stop checking a claim with exit status 3 after so many seconds. By default, it takes as long as it needs.",
)
def verify(
    folder: Path,
    memory: str | None,
    threads: int | None,
    device: DeviceName,
    all_states: bool,
    as_json: bool,
    leaves: tuple[Path, ...],
    tiers: tuple[int, ...],
    seconds: float | None,
) -> None:
    """Verify DIR, a table or a certificate, or the claim in a FILE.

    For a table, checks every block against its checksum, and every value against the rules; for a certificate, every
    block and every position. A certificate may rest on tables, which --leaves names and which are verified by
    themselves. If anything is wrong, the report names the file and the block, or the state, and the exit
    status is 1.

    A claim is what `gamekit value --save` or `gamekit sequence --save` wrote: the value of a position, a period,
    Grundy values of heaps or a misère quotient, together with its proof. It is checked without being computed again.
    """
    from gamekit.tables.path_kinds import kind_of

    kind = kind_of(folder)
    if tiers and kind in ("file", "certificate"):
        raise click.UsageError(f"--tier is for folders of tiers, and {folder} is not one")
    if kind in ("file", "certificate") and is_asked_for(device):
        raise click.UsageError(f"--device {device} is for tables, and {folder} is not one")
    if kind == "file":
        if leaves:
            raise click.UsageError(f"--leaves is for certificates, and {folder} is a claim")
        return _verify_claim(folder, seconds, as_json=as_json)
    if seconds is not None:
        raise click.UsageError(f"--seconds is for claims, and {folder} is a table or a certificate")
    if leaves and kind != "certificate":
        raise click.UsageError(f"--leaves is for certificates, and {folder} is a table")
    with ProgressBar() as progress:
        if kind == "certificate":
            from gamekit.analysis.verification.certificate_check import check_certificate

            proof = check_certificate(
                folder, leaves=leaves, all_states=all_states, threads=threads, progress=progress
            )
            report: Report = proof
            lines = [*(proof.claims if proof.ok else ()), *proof.problems[1:]]
        else:
            from gamekit.analysis.verification.table_check import check_table

            report = table = check_table(
                folder,
                tiers=tiers,
                all_states=all_states,
                memory=memory,
                threads=threads,
                device=device,
                progress=progress,
            )
            lines = [*table.problems[1:]]
    about = {"certificate" if kind == "certificate" else "table": str(folder)}
    print_check(report, about, [f"{folder}: {report}", *(f"  {line}" for line in lines)], as_json=as_json)


def _verify_claim(file: Path, seconds: float | None, *, as_json: bool) -> None:
    from gamekit.cgt.claims import check_claim
    from gamekit.cli.sources import read_json

    checked = check_claim(read_json(str(file)), seconds)
    report = checked.report
    data = {
        "claim": str(file),
        "ok": report.ok,
        "sentence": checked.sentence,
        "checked": report.checked,
        "compared": report.divided,
        "all_compared": not report.is_sample,
        "tried": report.tried,
        "problem": report.problem,
    }
    print_report(data, [f"{checked.sentence}: {report}"], as_json=as_json, ok=report.ok)
