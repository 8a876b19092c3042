"""`gamekit sequence`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from gamekit.cgt.kinds import KINDS
from gamekit.cgt.octal.code import OctalCode
from gamekit.cli.b_files import compared
from gamekit.cli.claims import ClaimOptions, ProofCheck, claim_options
from gamekit.cli.completion import complete_ruleset
from gamekit.cli.options import POSITIVE, refuse_with
from gamekit.cli.outputs import check_output
from gamekit.cli.progress import ProgressBar
from gamekit.cli.rules_files import admit_argument
from gamekit.cli.rulesets import in_full, load
from gamekit.cli.subject import parameter_options
from gamekit.cli.value_sequences import show_values
from gamekit.errors import LimitError
from gamekit.game.sentences import counted

if TYPE_CHECKING:
    from gamekit.cgt.octal.periods import Period
    from gamekit.cgt.octal.taking import ArithmeticPeriod
    from gamekit.cgt.proof_report import ProofReport
    from gamekit.cgt.ruleset import Ruleset

HEAP: Final = "{n}"

MOST_RISING: Final = 20_000
"""The largest heap up to which a period with a saltus is looked for."""

MOST_SHOWN: Final = 400
"""The largest number of values that are printed for people; --json prints all."""

MOST_EXCEPTIONS: Final = 20
"""The largest number of exceptions to a period that are listed for people; more are counted, and --json lists them."""


@click.command()
@click.argument("code", metavar="CODE", callback=admit_argument, shell_complete=complete_ruleset)
@click.argument("position", metavar="[POSITION]", default=HEAP)
@click.option("--to", type=POSITIVE, default=100, help="The largest heap, or the largest n.")
@parameter_options("ruleset")
@click.option(
    "--kind",
    type=click.Choice(KINDS),
    help="The kind of value of a ruleset; the default is Grundy values, or that of `gamekit value` if there are none.",
)
@click.option(
    "--misere",
    is_flag=True,
    help="Show the misère quotient of the heaps of an octal game, and the element of each, in place of Grundy values.",
)
@click.option(
    "--plot", metavar="FILE", help="Draw the values; the name ends in .svg or .png. Requires matplotlib."
)
@click.option(
    "--compare",
    "b_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Compare the values with a b-file of the OEIS; exit with status 1 if a term differs.",
)
@claim_options("the period, the values if none is proved, or the quotient,")
def sequence(
    code: str,
    position: str,
    to: int,
    source: str | None,
    settings: tuple[str, ...],
    kind: str | None,
    misere: bool,
    plot: str | None,
    b_file: Path | None,
    options: ClaimOptions,
) -> None:
    """Show the Grundy values of the octal game CODE.

    Shows the values of heaps of 1 to --to counters, or of as many as there is time for, and the period if it is proved.
    CODE may also be a ruleset, bundled or in a file; its positions are heaps of n, or those of POSITION: {n} stands for
    the number, {n+1} and {2n} for others, {n*.} for n dots and {2*n*.} for a board of two rows of n dots.

    Digit k of the code is a sum that says what a player who takes k counters from a heap may leave of it: 1 for
    nothing, 2 for one heap, 4 for two heaps. A period holds for ever: a theorem proves it. Values may also rise by a
    saltus with each period, where any number of counters may be taken but some.

    \b
    gamekit sequence 0.77 --to 200
    gamekit sequence 0.007 --to 10000 --json
    gamekit sequence 0.123 --to 24 --misere
    gamekit sequence 0.3033...
    gamekit sequence subtraction -p numbers=2,5,7
    gamekit sequence grundys-game --to 200 --plot grundy.svg
    gamekit sequence cram '{2*n*.}' --to 8
    gamekit sequence partizan-take-and-break -p left=0.3 -p right=0.03
    """
    if plot is not None:
        from gamekit.analysis.plots.paper import check_for_matplotlib, format_of

        format_of(Path(plot))
        check_output(plot, force=options.force)
        check_for_matplotlib()
    if misere:
        refuse_with("--misere", "plot", "b_file", "position", "source", "settings", "kind")
        return _show_quotient(OctalCode.parse(code), to, options)
    if OctalCode.is_meant(code) and kind in (None, "grundy"):
        refuse_with(f"an octal code ({code})", "position", "source", "settings")
        answer = _of_code(OctalCode.parse(code), to, options)
    else:
        code, settings = in_full(code, settings)
        ruleset = load(code, source, settings)
        has_grundy_values = ruleset.is_impartial and not ruleset.is_entailing
        if kind != "grundy" and (kind or not has_grundy_values):
            return show_values(code, ruleset, position, to, kind, options)
        answer = _of_ruleset(code, ruleset, position, to, options)
    agrees, lines = True, list(answer.lines)
    if b_file is not None:
        agrees, comparison = compared(answer.values, b_file)
        lines.append(comparison)
        answer.report["agrees"] = agrees
    options.print_found(
        answer.report, lines, answer.check, answer.proof, name=answer.name, late=answer.late, agrees=agrees
    )
    if plot is not None:
        from gamekit.analysis import plots

        drawn = plots.sequence(answer.values, title=answer.title, note=answer.lines[2])
        plots.save(drawn, plot, replace=options.force)
    return None


def _of_code(octal: OctalCode, to: int, options: ClaimOptions) -> _Found:
    from gamekit.cgt.octal.periods import check_period, find_period
    from gamekit.cgt.octal.sequence_proof import SequenceProof, check_sequence
    from gamekit.cgt.octal.sequences import UnfinishedSequenceError, grundy_sequence
    from gamekit.cgt.octal.taking import Taking, check_arithmetic_period, find_arithmetic_period

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
    taking = Taking.of_code(octal) if octal.repeats else None
    rising = None if taking is None else find_arithmetic_period(taking, min(to, MOST_RISING))
    proof: Any = period or rising or SequenceProof(octal, values)
    checker: Any = check_period if period else check_arithmetic_period if rising else check_sequence
    check = options.check(checker, proof)
    listed_values = (values if period is None else period.extended(to))[1:].tolist()
    sentence = _sentence(octal, to, period, check.report) if rising is None else _rises(rising, check.report)
    if period is None and rising is None and (check.report is None or check.report.ok):
        sentence += _recurring(listed_values)
    report = {
        "code": str(octal),
        "to": to,
        "values": listed_values,
        **_of_period(period, rising),
        "exceptions": {} if period is None else period.exceptions,
    }
    lines = [*_shown(listed_values), sentence, *_exceptions(period)]
    return _Found(report, lines, check, proof, listed_values, str(octal), late=late)


def _of_ruleset(name: str, ruleset: Ruleset[Any], template: str, to: int, options: ClaimOptions) -> _Found:
    from gamekit.cgt.position_sequences import check_position_sequence, position_sequence
    from gamekit.cgt.registry import parameters_of
    from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS

    with ProgressBar() as progress:
        proof = position_sequence(ruleset, to, template, seconds=options.seconds, progress=progress)
    check = options.check(check_position_sequence, proof)
    values = list(proof.values)
    rising, late = proof.period, None
    if check.report is not None and not check.report.ok:
        sentence = str(check.report)
    elif rising is not None:
        sentence = _rises(rising, check.report)
    else:
        verified = " (values verified)" if check.report else ""
        sentence = f"no period is proved{verified}{_recurring(values)}"
    if len(values) < to:
        late = LimitError(
            f"only n from 1 to {len(values):,} have values within {options.seconds:g} seconds, the limit that was set, "
            f"and {DEFAULT_MAX_POSITIONS:,} positions; raise --seconds, or lower --to"
        )
    report = {
        "ruleset": name,
        "parameters": parameters_of(ruleset),
        "position": template,
        "to": len(values),
        "values": values,
        **_of_period(None, rising),
    }
    return _Found(report, [*_shown(values), sentence], check, proof, values, f"{name} {template}", name, late)


def _recurring(values: Sequence[int]) -> str:
    """Return what the values that are known show of a period, and nothing proves, as the end of a sentence."""
    from gamekit.cgt.position_sequences import recurrence

    seen = recurrence(values)
    if seen is None:
        return ""
    how = f"with period {seen.period:,}" + (f" and saltus {seen.saltus:,}" if seen.saltus else "")
    return f"; the values so far recur {how} after n = {seen.last_exception:,}"


def _shown(values: Sequence[int]) -> list[str]:
    return [" ".join(map(str, values[:MOST_SHOWN])) + (" ..." if len(values) > MOST_SHOWN else ""), ""]


def _of_period(period: Period | None, rising: ArithmeticPeriod | None) -> dict[str, int | None]:
    """Return the fields of a report about a period; one that repeats has the saltus 0."""
    if period is not None:
        return {"period": period.period, "saltus": 0, "last_exception": period.last_exception}
    if rising is not None:
        last = max(rising.first - 1, 0)
        return {"period": rising.period, "saltus": rising.saltus, "last_exception": last}
    return {"period": None, "saltus": None, "last_exception": None}


def _rises(rising: ArithmeticPeriod, checked: ProofReport | None) -> str:
    if checked is not None and not checked.ok:
        return str(checked)
    saltus = f" and saltus {rising.saltus:,}" if rising.saltus else ""
    verified = ", verified" if checked else ""
    start = f", from a heap of {rising.first:,} on" if rising.first > 1 else ""
    proof = f"proved by heaps up to {len(rising.values) - 1:,}{verified}"
    return f"period {rising.period:,}{saltus}, for ever{start} ({proof})"


@attrs.frozen
class _Found:
    """What the verb found: its report, its lines, of which the third is about the period, the proof and its check."""

    report: dict[str, Any]
    lines: list[str]
    check: ProofCheck
    proof: Any
    values: list[int]
    title: str
    name: str = ""
    late: LimitError | None = None


def _show_quotient(octal: Any, to: int, options: ClaimOptions) -> None:
    """Print the misère quotient of heaps up to `to`, or of fewer heaps if none is found for all, and save it.

    Raises:
        LimitError: the quotient is of fewer heaps, or was not checked in time; it is printed before.
    """
    from gamekit.cgt.misere.proof import check_quotient
    from gamekit.cgt.misere.quotient import heap_quotient
    from gamekit.cgt.misere.search import MOST_SUMS_IN_TIME
    from gamekit.cgt.time_limit import TimeLimitError, require_time, time_limit

    quotient, late = None, None
    try:
        with ProgressBar() as progress, time_limit(options.seconds):
            quotient = heap_quotient(octal, to, progress=progress)
            require_time()
    except TimeLimitError:
        late = f"was not found in {options.seconds:g} seconds, the limit that was set; raise --seconds"
        if quotient is None:
            raise LimitError(f"the misère quotient of {octal} {late}") from None
    check = options.check(check_quotient, quotient)
    names = [quotient.names[element] for element in quotient.pretending.values()]
    portion = [quotient.names[element] for element in sorted(quotient.portion)]
    heaps = len(names)
    report = {
        "code": str(octal),
        "to": heaps,
        "order": quotient.order,
        "portion": portion,
        "generators": quotient.generators,
        "values": names,
        "period": None if quotient.period is None else quotient.period[0],
        "last_exception": None if quotient.period is None else quotient.period[1],
    }
    shown = " ".join(names[:MOST_SHOWN]) + (" ..." if heaps > MOST_SHOWN else "")
    generators = ", ".join(f"{letter} = {heap}" for letter, heap in quotient.generators.items())
    whole = f"heaps of 1 to {heaps:,}"
    if quotient.period is not None:
        period, last = quotient.period
        whole = f"heaps of all sizes, since the elements have period {period:,}"
        whole += f" from {last + 1:,} on" if last else ""
    lines = [
        shown,
        "",
        f"misère quotient of order {quotient.order:,}, with {counted(len(portion), 'element')} in the P-portion: "
        f"{whole}",
        f"P-portion: {', '.join(portion) or 'empty'}",
        f"generators, as heaps: {generators or 'none'}",
        *([] if check.report is None else [str(check.report)]),
    ]
    missing = None
    if heaps < to:
        why = late or f"is infinite, or takes more than {MOST_SUMS_IN_TIME:,} sums at once to find"
        missing = LimitError(f"with a heap of {heaps + 1:,}, the misère quotient of {octal} {why}")
    options.print_found(report, lines, check, quotient, late=missing)


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
