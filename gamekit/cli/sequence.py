"""`gamekit sequence`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from gamekit.cli.options import POSITIVE, json_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report

if TYPE_CHECKING:
    from gamekit.cgt.periods import Period

MOST_SHOWN: Final = 400
"""Beyond that many values, people are shown the last ones only with --json."""


@click.command()
@click.argument("code")
@click.option("--to", type=POSITIVE, default=100, help="The largest heap.")
@click.option("--no-verify", is_flag=True, help="Do not check the period with the independent checker.")
@json_option
def sequence(code: str, to: int, no_verify: bool, as_json: bool) -> None:
    """Show the Grundy values of the octal game CODE.

    Shows those of heaps of 1 to --to counters, and their period if it is proved.

    Digit k of the code says what a player who takes k counters from a heap may leave of it: nothing (1), one heap (2),
    two heaps (4), or what the digits add up to. A period is one for ever: it is proved by the periodicity theorem.

    \b
    gamekit sequence 0.77 --to 200
    gamekit sequence 0.007 --to 10000 --json
    """
    from gamekit.cgt.octal_code import OctalCode
    from gamekit.cgt.periods import check_period, find_period
    from gamekit.cgt.sequences import grundy_sequence

    octal = OctalCode.parse(code)
    with ProgressBar() as progress:
        values = grundy_sequence(octal, to, progress=progress)
    period = None if octal.repeats else find_period(octal, to, values=values)
    problem = None if period is None or no_verify else check_period(period)
    verified = None if period is None or no_verify else problem is None
    found = values[1:].tolist()
    report = {
        "code": str(octal),
        "to": to,
        "values": found,
        "period": None if period is None else period.period,
        "last_exception": None if period is None else period.last_exception,
        "exceptions": {} if period is None else period.exceptions,
        "verified": verified,
    }
    shown = " ".join(map(str, found[:MOST_SHOWN])) + (" ..." if to > MOST_SHOWN else "")
    lines = [shown, "", _sentence(octal, to, period, problem, verified)]
    print_report(report, lines, as_json=as_json, ok=problem is None)


def _sentence(octal: Any, to: int, period: Period | None, problem: str | None, verified: bool | None) -> str:
    if octal.repeats:
        return (
            f"no period: the periodicity theorem is for codes with finitely many digits, and {octal} goes on"
        )
    if period is None:
        return f"no period up to {to:,}"
    if problem is not None:
        return f"NOT VERIFIED: {problem}"
    checked = ", verified" if verified else ""
    exceptions = f"{len(period.exceptions):,} exceptions" if len(period.exceptions) != 1 else "1 exception"
    last = f", the last at {period.last_exception:,}" if period.exceptions else ""
    proof = f"proved by heaps up to {len(period.values) - 1:,}{checked}"
    return f"period {period.period:,}, for ever: {exceptions}{last} ({proof})"
