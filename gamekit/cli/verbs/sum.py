"""`gamekit sum`."""

from __future__ import annotations

import builtins
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from gamekit.cli.claims import Check, claim_options, print_found, save_claim
from gamekit.cli.completion import complete_file, complete_ruleset
from gamekit.cli.options import POSITIVE
from gamekit.cli.reports import print_report
from gamekit.cli.rules_files import admit_summands
from gamekit.cli.sources import read_input
from gamekit.errors import InputError
from gamekit.game.sentences import counted

if TYPE_CHECKING:
    from gamekit.cgt.sums.ruleset import Sum

MOST_SHOWN: Final = 12
"""Winning moves beyond that many are counted and not listed."""


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
    "wins; stop with exit status 3 after as many again.",
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
    is_brief: bool,
    seconds: float,
    target: str | None,
    no_verify: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Find out who wins a sum of positions, by which moves.

    In a sum, a player chooses one summand and moves there. Each is a position of a ruleset, or of a game
    that `gamekit value` takes. An octal code stands for
    heaps of its game; a sum of nothing but heaps of one code is decided from a table, however large they are, unless
    its proof is to be saved.

    \b
    gamekit sum 'nim:3 4 5' kayles:7 'cram:...|...'
    gamekit sum 'domineering:...|...' 'hackenbush:lrl e' clobber:xoxo
    gamekit sum '0.77:1000000 999 3'
    """
    from gamekit.cgt.registry import load_ruleset
    from gamekit.cgt.ruleset import PLAYERS
    from gamekit.cgt.sums.play import analyse_sum

    if (source is None) == (not summands):
        raise click.UsageError("name the summands on the command line or by --input")
    from gamekit.cgt.sums.named import Summand

    if source is None and target is None and (heaps := _heaps_of_one_code(summands)) is not None:
        _report_heaps(*heaps, is_brief=is_brief, as_json=as_json)
        return
    data = list(summands) if source is None else read_input(source)
    read = [Summand.parse(text).load() for text in summands] if source is None else _listed(data)
    total = read[0]
    for other in read[1:]:
        total += other
    found = analyse_sum(total, max_positions=max_positions, seconds=seconds)
    check = Check.of(lambda: found.check(seconds), no_verify=no_verify)
    proof: Any = found.proof
    if target is not None:
        named = load_ruleset("sum", data if isinstance(data, dict) else {"summands": data})
        proof = attrs.evolve(proof, ruleset=named)
    start = total.format_position(total.start())
    save = partial(save_claim, proof, "sum", target, force=force, position=start)
    texts = [ruleset.format_position(position) for ruleset, position in total.summands]
    report = {
        "summands": texts,
        "values": [_as_json(value) for value in found.values],
        "value": _as_json(found.value),
        "outcome": str(found.outcome),
        "reason": found.reason,
        "moves": [
            {
                "player": None if move.player is None else PLAYERS[move.player].lower(),
                "summand": move.summand,
                "option": total.summands[move.summand][0].format_position(move.option),
                "reason": move.reason,
            }
            for move in found.moves
        ],
        "undecided": found.undecided,
    }
    more = len(found.moves) - MOST_SHOWN
    lines = [
        f"{found.outcome}: {found.outcome.in_words}",
        found.reason,
        *(f"  {move.reason}" for move in found.moves[:MOST_SHOWN]),
        *([f"  ... and {more:,} more winning moves"] if more > 0 else []),
        *([] if check.report is None else [str(check.report)]),
    ]
    if is_brief:
        lines = [f"{lines[0]} ({check.in_words})"]
    print_found(report, lines, check, as_json=as_json, save=save)


def _as_json(value: Any) -> int | str | None:
    return value if value is None or isinstance(value, int) else str(value)


def _heaps_of_one_code(summands: tuple[str, ...]) -> tuple[str, list[int]] | None:
    """Return an octal code and heaps if these are all summands, else None.

    Raises:
        InputError: a summand of an octal code is not a list of heaps, or its code is malformed.
    """
    from gamekit.cgt.registry import load_ruleset
    from gamekit.cgt.rules import Rules
    from gamekit.cgt.sums.named import Summand

    found = [Summand.parse(text) for text in summands]
    if len({summand.ruleset for summand in found}) > 1 or not found[0].ruleset[:1].isdigit():
        return None
    rules: Rules[tuple[int, ...]] = Rules(load_ruleset("octal", {"code": found[0].ruleset}))
    return found[0].ruleset, [heap for summand in found for heap in rules.read(summand.position or "0")]


def _report_heaps(code: str, heaps: list[int], *, is_brief: bool, as_json: bool) -> None:
    """Print who wins a sum of heaps, with its winning moves by runs."""
    from gamekit.cgt.octal.heap_sums import HeapTable

    found = HeapTable(code, max(heaps, default=0)).analyse(heaps)
    runs = list(found.moves)
    report = {
        "code": code,
        "heaps": heaps,
        "values": found.values.tolist(),
        "value": found.value,
        "outcome": str(found.outcome),
        "moves": found.count,
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
    sentence = f"The nim-sum of {counted(len(heaps), 'heap')} of {code} is {found.value}"
    if found.value:
        win = "move wins, which makes it 0" if found.count == 1 else "moves win, which make it 0"
        sentence += f"; {found.count:,} {win}."
    else:
        sentence += ", so the next player loses."
    more = found.count - builtins.sum(map(len, runs[:MOST_SHOWN]))
    lines = [
        f"{found.outcome}: {found.outcome.in_words}",
        sentence,
        *(f"  {run.in_words()}" for run in runs[:MOST_SHOWN]),
        *([f"  ... and {more:,} more winning moves"] if more > 0 else []),
    ]
    print_report(report, lines[:1] if is_brief else lines, as_json=as_json)


def _listed(data: Any) -> list[Sum]:
    """Return the summands of a JSON file.

    Raises:
        InputError: the file does not hold a list of summands.
    """
    if isinstance(data, dict) and data.keys() == {"summands"}:
        data = data["summands"]  # as the ruleset `sum` has them
    if not isinstance(data, list) or not data:
        raise InputError("the summands must be a list with at least one object")
    from gamekit.cgt.sums.named import Summand

    found = []
    for i, entry in enumerate(data):
        if isinstance(entry, str):
            found.append(Summand.parse(entry).load())
            continue
        if not isinstance(entry, dict) or not isinstance(entry.get("ruleset"), str):
            raise InputError(f"[{i}] must be RULESET:POSITION or an object with a `ruleset`; it is {entry!r}")
        if unknown := set(entry) - {"ruleset", "parameters", "position"}:
            raise InputError(f"[{i}] has no {min(unknown)!r}; known: parameters, position, ruleset")
        position = entry.get("position")
        if position is not None and not isinstance(position, str):
            raise InputError(f"[{i}].position must be text; it is {position!r}")
        found.append(Summand(entry["ruleset"], entry.get("parameters"), position).load())
    return found
