"""`gamekit sum`."""

from __future__ import annotations

import builtins
from typing import Any, Final

import click

from gamekit.cli.claims import ClaimOptions, claim_options
from gamekit.cli.completion import complete_file, complete_ruleset
from gamekit.cli.options import POSITIVE
from gamekit.cli.reports import print_report
from gamekit.cli.rules_files import admit_summands
from gamekit.cli.sources import read_input
from gamekit.game.sentences import counted

MOST_SHOWN: Final = 12
"""The largest number of winning moves that are listed; the rest are only counted."""


@click.command("sum")
@click.argument(
    "summands",
    metavar="[RULESET:POSITION]...",
    nargs=-1,
    callback=admit_summands,
    shell_complete=complete_ruleset,
)
@click.option(
    "-i",
    "--input",
    "source",
    metavar="FILE|JSON",
    shell_complete=complete_file,
    help="The summands: a JSON file, the JSON itself, or - for stdin. It is a list of RULESET:POSITION or objects with "
    "`ruleset` and, if needed, `parameters` and `position`.",
)
@click.option(
    "--max-positions",
    type=POSITIVE,
    default=5_000_000,
    help="After this many positions, search impartial summands for their values, and a sum with partizan ones for who "
    "wins; stop with exit status 3 after the same number again.",
)
@claim_options(
    "the value, or who wins,",
    stops="; values leave half of them to a search",
    brief="Print one line: who wins, and whether that is verified.",
)
def sum(
    summands: tuple[str, ...],
    source: str | None,
    max_positions: int,
    options: ClaimOptions,
) -> None:
    """Find out who wins a sum of positions, by which moves.

    In a sum, a player chooses one summand and moves there. Each summand is a position of a ruleset, of a game that
    `gamekit value` takes, or a game of the algebra in braces. An octal code stands for heaps of its game; a sum of
    nothing but heaps of one code is decided from a table, however large they are, unless its proof is to be saved.

    \b
    gamekit sum 'nim:3 4 5' kayles:7 'cram:...|...'
    gamekit sum 'domineering:...|...' 'hackenbush:lrl e' clobber:xoxo
    gamekit sum '0.77:1000000 999 3'
    gamekit sum '{2|-1}' domineering:'..|..'
    """
    from gamekit.cgt.registry import load_ruleset
    from gamekit.cgt.ruleset import PLAYERS
    from gamekit.cgt.sums.play import analyse_sum

    if (source is None) == (not summands):
        raise click.UsageError("the summands must be named either on the command line or by --input")
    if source is None and options.target is None and (heaps := _heaps_of_one_code(summands)) is not None:
        _report_heaps(*heaps, options)
        return
    data = list(summands) if source is None else read_input(source)
    total: Any = load_ruleset("sum", data or [])
    analysis = analyse_sum(total, max_positions=max_positions, seconds=options.seconds)
    check = options.check(analysis.checker, analysis.proof)
    texts = [ruleset.format_position(position) for ruleset, position in total.summands]
    report = {
        "summands": texts,
        "values": [_as_json(value) for value in analysis.values],
        "value": _as_json(analysis.value),
        "outcome": str(analysis.outcome),
        "reason": analysis.reason,
        "moves": [
            {
                "player": None if move.player is None else PLAYERS[move.player].lower(),
                "summand": move.summand,
                "option": total.summands[move.summand][0].format_position(move.option),
                "reason": move.reason,
            }
            for move in analysis.moves
        ],
        "undecided": analysis.undecided,
    }
    more = len(analysis.moves) - MOST_SHOWN
    lines = [
        f"{analysis.outcome}: {analysis.outcome.in_words}",
        analysis.reason,
        *(f"  {move.reason}" for move in analysis.moves[:MOST_SHOWN]),
        *([f"  ... and {more:,} more winning moves"] if more > 0 else []),
        *([] if check.report is None else [str(check.report)]),
    ]
    if options.is_brief:
        lines = [f"{lines[0]} ({check.in_words})"]
    start = total.format_position(total.start())
    options.print_found(report, lines, check, analysis.proof, name="sum", position=start)


def _as_json(value: Any) -> int | str | None:
    return value if value is None or isinstance(value, int) else str(value)


def _heaps_of_one_code(summands: tuple[str, ...]) -> tuple[str, list[int]] | None:
    """Return an octal code and heaps if all summands are heaps of this code, else None.

    Raises:
        InputError: a summand of an octal code is not a list of heaps, or its code is malformed.
    """
    from gamekit.cgt.octal.code import OctalCode
    from gamekit.cgt.registry import load_ruleset
    from gamekit.cgt.rules import CheckedRuleset
    from gamekit.cgt.sums.named import Summand

    parsed = [Summand.parse(text) for text in summands]
    if len({summand.ruleset for summand in parsed}) > 1 or not OctalCode.is_meant(parsed[0].ruleset):
        return None
    rules: CheckedRuleset[tuple[int, ...]] = CheckedRuleset(
        load_ruleset("octal", {"code": parsed[0].ruleset})
    )
    return parsed[0].ruleset, [heap for summand in parsed for heap in rules.read(summand.position or "0")]


def _report_heaps(code: str, heaps: list[int], options: ClaimOptions) -> None:
    from gamekit.cgt.octal.heap_sums import HeapTable

    analysis = HeapTable(code, max(heaps, default=0)).analyse(heaps)
    runs = list(analysis.moves)
    report = {
        "code": code,
        "heaps": heaps,
        "values": analysis.values.tolist(),
        "value": analysis.value,
        "outcome": str(analysis.outcome),
        "moves": analysis.count,
        "runs": [
            {
                "heap": run.summand,
                "taken": run.taken,
                "rest": run.rest,
                "smaller_part": None
                if run.parts is None
                else {"first": run.parts[0], "last": run.parts[-1], "step": run.parts.step},
                "moves": len(run),
            }
            for run in runs
        ],
    }
    sentence = f"The nim-sum of {counted(len(heaps), 'heap')} of {code} is {analysis.value}"
    if analysis.value:
        win = "move wins, which makes it 0" if analysis.count == 1 else "moves win, which make it 0"
        sentence += f"; {analysis.count:,} {win}."
    else:
        sentence += ", so the next player loses."
    more = analysis.count - builtins.sum(map(len, runs[:MOST_SHOWN]))
    lines = [
        f"{analysis.outcome}: {analysis.outcome.in_words}",
        sentence,
        *(f"  {run.in_words()}" for run in runs[:MOST_SHOWN]),
        *([f"  ... and {more:,} more winning moves"] if more > 0 else []),
    ]
    print_report(report, lines[:1] if options.is_brief else lines, as_json=options.as_json)
