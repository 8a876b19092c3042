"""`gamekit sequence`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from gamekit.cli.claims import ClaimOptions, claim_options
from gamekit.cli.options import POSITIVE
from gamekit.cli.progress import ProgressBar
from gamekit.errors import LimitError
from gamekit.game.sentences import counted

if TYPE_CHECKING:
    from gamekit.cgt.octal.periods import Period
    from gamekit.cgt.proof_report import ProofReport

MOST_SHOWN: Final = 400
"""The largest number of values that are printed for people; --json prints all."""

MOST_EXCEPTIONS: Final = 20
"""The largest number of exceptions to a period that are listed for people; more are counted, and --json lists them."""


@click.command()
@click.argument("code")
@click.option("--to", type=POSITIVE, default=100, help="The largest heap.")
@click.option(
    "--misere",
    is_flag=True,
    help="Show the misère quotient of the heaps, and the element of each, in place of Grundy values.",
)
@claim_options("the period, the values if none is proved, or the quotient,")
def sequence(
    code: str,
    to: int,
    misere: bool,
    options: ClaimOptions,
) -> None:
    """Show the Grundy values of the octal game CODE.

    Shows the values of heaps of 1 to --to counters, or of as many as there is time for, and the period if it is proved.

    Digit k of the code is a sum that says what a player who takes k counters from a heap may leave of it: 1 for
    nothing, 2 for one heap, 4 for two heaps. A period holds for ever: the periodicity theorem proves it.

    \b
    gamekit sequence 0.77 --to 200
    gamekit sequence 0.007 --to 10000 --json
    gamekit sequence 0.123 --to 24 --misere
    """
    from gamekit.cgt.octal.code import OctalCode
    from gamekit.cgt.octal.periods import check_period, find_period
    from gamekit.cgt.octal.sequence_proof import SequenceProof, check_sequence
    from gamekit.cgt.octal.sequences import UnfinishedSequenceError, grundy_sequence

    octal = OctalCode.parse(code)
    if misere:
        return _show_quotient(octal, to, options)
    late = None
    try:
        with ProgressBar() as progress:
            values = grundy_sequence(octal, to, seconds=options.seconds, progress=progress)
    except UnfinishedSequenceError as unfinished:
        late, values = unfinished, unfinished.values
        to = len(values) - 1
        if not to:
            raise
    period = None if octal.repeats else find_period(octal, to, values=values)
    proof: Any = period or SequenceProof(octal, values)
    checker: Any = check_period if period else check_sequence
    check = options.check(checker, proof)
    found = (values if period is None else period.extended(to))[1:].tolist()
    report = {
        "code": str(octal),
        "to": to,
        "values": found,
        "period": None if period is None else period.period,
        "last_exception": None if period is None else period.last_exception,
        "exceptions": {} if period is None else period.exceptions,
    }
    shown = " ".join(map(str, found[:MOST_SHOWN])) + (" ..." if to > MOST_SHOWN else "")
    lines = [shown, "", _sentence(octal, to, period, check.report), *_exceptions(period)]
    options.print_found(report, lines, check, proof, late=late)


def _show_quotient(octal: Any, to: int, options: ClaimOptions) -> None:
    """Print the misère quotient of heaps up to `to`, or of fewer heaps if none is found for all, and save it.

    Raises:
        LimitError: the quotient is of fewer heaps, or was not checked in time; it is printed before.
    """
    from gamekit.cgt.misere.proof import check_quotient
    from gamekit.cgt.misere.quotient import heap_quotient
    from gamekit.cgt.misere.search import MOST_SUMS_IN_TIME
    from gamekit.cgt.time_limit import TimeLimitError, require_time, time_limit

    found, late = None, None
    try:
        with ProgressBar() as progress, time_limit(options.seconds):
            found = heap_quotient(octal, to, progress=progress)
            require_time()
    except TimeLimitError:
        late = f"was not found in {options.seconds:g} seconds, the limit that was set; raise --seconds"
        if found is None:
            raise LimitError(f"the misère quotient of {octal} {late}") from None
    check = options.check(check_quotient, found)
    names = [found.names[element] for element in found.pretending.values()]
    portion = [found.names[element] for element in sorted(found.portion)]
    heaps = len(names)
    report = {
        "code": str(octal),
        "to": heaps,
        "order": found.order,
        "portion": portion,
        "generators": found.generators,
        "values": names,
        "period": None if found.period is None else found.period[0],
        "last_exception": None if found.period is None else found.period[1],
    }
    shown = " ".join(names[:MOST_SHOWN]) + (" ..." if heaps > MOST_SHOWN else "")
    generators = ", ".join(f"{letter} = {heap}" for letter, heap in found.generators.items())
    whole = f"heaps of 1 to {heaps:,}"
    if found.period is not None:
        period, last = found.period
        whole = f"heaps of all sizes, since the elements have period {period:,}"
        whole += f" from {last + 1:,} on" if last else ""
    lines = [
        shown,
        "",
        f"misère quotient of order {found.order:,}, with {counted(len(portion), 'element')} in the P-portion: {whole}",
        f"P-portion: {', '.join(portion) or 'empty'}",
        f"generators, as heaps: {generators or 'none'}",
        *([] if check.report is None else [str(check.report)]),
    ]
    missing = None
    if heaps < to:
        why = late or f"is infinite, or takes more than {MOST_SUMS_IN_TIME:,} sums at once to find"
        missing = LimitError(f"with a heap of {heaps + 1:,}, the misère quotient of {octal} {why}")
    options.print_found(report, lines, check, found, late=missing)


def _sentence(octal: Any, to: int, period: Period | None, checked: ProofReport | None) -> str:
    if checked is not None and not checked.ok:
        return str(checked)
    if period is None:
        why = (
            f"no period: the periodicity theorem is for codes with finitely many digits, and {octal} goes on"
            if octal.repeats
            else f"no period up to {to:,}"
        )
        return f"{why} (values verified)" if checked else why
    verified = ", verified" if checked else ""
    exceptions = f"{len(period.exceptions):,} exceptions" if len(period.exceptions) != 1 else "1 exception"
    last = f", the last at {period.last_exception:,}" if period.exceptions else ""
    proof = f"proved by heaps up to {len(period.values) - 1:,}{verified}"
    return f"period {period.period:,}, for ever: {exceptions}{last} ({proof})"


def _exceptions(period: Period | None) -> list[str]:
    if period is None or not 1 <= len(period.exceptions) <= MOST_EXCEPTIONS:
        return []
    listed = ", ".join(f"{heap:,} is worth {value}" for heap, value in period.exceptions.items())
    return [f"exceptions: {listed}"]
