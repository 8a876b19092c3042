"""`gamekit judge`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs
import click

from gamekit.cli import options as shared
from gamekit.cli.completion import complete_file
from gamekit.cli.outputs import check_output, force_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report, table_text
from gamekit.cli.subject import Subject, takes_game
from gamekit.errors import InputError, explained
from gamekit.game.whole_files import whole_file

if TYPE_CHECKING:
    from gamekit.solvers.options import SolveOptions

HEAD = ("program", "as", "result", "states asked", "lapses", "verdict")


@click.command()
@takes_game("NUMBER|GAME|DIR")
@click.argument("programs", metavar="[PROGRAM]...", nargs=-1, shell_complete=complete_file)
@click.option("--command", help="Judge this command, which reads lines of JSON and prints a line for each.")
@click.option(
    "--claim",
    metavar="EXPR|FILE.py:NAME",
    help="Compare what this function says of each state with its value.",
)
@click.option(
    "--seconds",
    type=shared.MORE_THAN_ZERO,
    default=60.0,
    help="Search for a wrong answer for this many seconds.",
)
@click.option("--inputs", type=shared.POSITIVE, help="Try at most this many inputs; then --seed decides all.")
@click.option("--seed", type=int, default=0, help="Seed of random inputs.")
@click.option(
    "--save",
    metavar="FILE",
    shell_complete=complete_file,
    help="Write the failing inputs to this file, as JSON lines with the right answer.",
)
@force_option
@click.option(
    "--as",
    "players",
    metavar="PLAYER",
    multiple=True,
    help="Judge a player on this side only, or a claim about it.",
)
@click.option(
    "--all-states", is_flag=True, help="Ask a player in all states, not only in those that it reaches."
)
@click.option(
    "--whenever", is_flag=True, help="Let the claim miss wins: check only the states that it calls wins."
)
@click.option("--patience", type=shared.MORE_THAN_ZERO, default=5.0, help="Seconds for each input.")
@click.option(
    "--program-memory",
    "megabytes",
    type=shared.POSITIVE,
    default=1024,
    help="The memory that a program may use, in MiB.",
)
@shared.solve_options
@shared.json_option
def judge(
    subject: Subject,
    programs: tuple[str, ...],
    command: str | None,
    claim: str | None,
    save: str | None,
    force: bool,
    patience: float,
    megabytes: int,
    options: SolveOptions,
    as_json: bool,
    **given: Any,
) -> None:
    """Hold a program against the truth.

    With the NUMBER of a problem of LeetCode, its answers are judged: PROGRAM is a FILE.py with the class Solution. With
    a GAME or a table DIR, its play is judged: PROGRAM is FILE.py:NAME, a function that returns the move in a state. If
    it is wrong, the exit status is 1.

    \b
    gamekit judge 913 solution.py --seconds 30
    gamekit judge tic-tac-toe bot.py:move --as X
    gamekit judge nim -p heaps=[3,4,5] --claim 'lambda s: s[0] ^ s[1] ^ s[2] > 0'
    """
    from gamekit.analysis.judge.judge import judge as judged

    wanted: list[dict[str, Any]] = [{"program": one} for one in programs] + [{"command": command}] * (
        command is not None
    )
    wanted += [{"claim": claim}] * (claim is not None)
    if not wanted:
        raise click.UsageError("Missing argument 'PROGRAM'; --command and --claim take its place.")
    check_output(save, force=force)
    is_problem = subject.name.isdigit()
    target: Any = int(subject.name) if is_problem else subject.solution(None, options)[0]
    reports = []
    with ProgressBar() as progress:
        for one in wanted:
            kind = "answers" if is_problem else "claim" if "claim" in one else "player"
            own = _options_of(kind, given)
            limits: dict[str, Any] = {"patience": patience, "memory": megabytes}
            reports.append(judged(target, **one, **limits, **own, progress=progress))
    if save is not None:
        _save(reports, save, force)
    report = {"target": subject.name, "reports": [{"ok": each.ok, **attrs.asdict(each)} for each in reports]}
    lines = [_table(reports)] if len(reports) > 1 else [str(reports[0])]
    print_report(report, lines, as_json=as_json, ok=all(each.ok for each in reports))


OF_KINDS = {
    "answers": {"seconds": "seconds", "inputs": "inputs", "seed": "seed"},
    "player": {"players": "players", "all_states": "all_states"},
    "claim": {"players": "player", "whenever": "whenever"},
}


def _options_of(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the options of what is judged; refuse those of others."""
    names, spelled = OF_KINDS[kind], shared.given_options()
    for name in given:
        if name not in names and name in spelled:
            raise InputError(f"{spelled[name]} does not go with judging {'a ' * (kind != 'answers')}{kind}")
    own = {to: given[name] for name, to in names.items()}
    if kind == "claim":
        own["player"] = given["players"][0] if given["players"] else None
    elif kind == "player":
        own["players"] = given["players"] or None
    return own


def _save(reports: list[Any], save: str, force: bool) -> None:
    faults = [each.fault for each in reports if getattr(each, "fault", None) is not None]
    with explained(f"cannot write {save}"), whole_file(save, replace=force) as file:
        for fault in faults:
            line = {**fault.inputs, "answer": fault.expected}
            file.write(json.dumps(line).encode() + b"\n")


def _table(reports: list[Any]) -> str:
    rows = []
    for report in reports:
        verdict = "right" if report.ok else "WRONG"
        if not hasattr(report, "sides"):
            rows.append(
                (report.program, "", "", str(sum(getattr(report, "tried", {}).values())), "", verdict)
            )
        for side in getattr(report, "sides", ()):
            row = (side.result or side.breach, f"{side.asked:,}", f"{len(side.lapses):,}")
            rows.append((report.program, side.player, *row, "right" if side.ok else "WRONG"))
    return table_text(HEAD, rows, numbers=("states asked", "lapses"))
