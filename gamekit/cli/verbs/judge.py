"""`gamekit judge`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs
import click

from gamekit.cli import options as shared
from gamekit.cli.completion import complete_file
from gamekit.cli.outputs import check_output, file_option, force_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report, table_text
from gamekit.cli.subject import Subject, takes_game
from gamekit.errors import InputError
from gamekit.game.whole_files import write_file

if TYPE_CHECKING:
    from gamekit.solvers.options import SolveOptions

HEAD = ("program", "as", "result", "states asked", "lapses", "verdict")


@click.command()
@takes_game("NUMBER|GAME|DIR")
@click.argument("programs", metavar="[PROGRAM]...", nargs=-1, shell_complete=complete_file)
@click.option("--command", help="Judge this command, which reads lines of JSON and prints a line for each.")
@click.option(
    "--claim", metavar="EXPR|FILE.py:NAME", help="Compare what this says of the state `s` with its value."
)
@click.option(
    "--seconds", type=shared.MORE_THAN_ZERO, help="How long to search a wrong answer; 60 by default."
)
@click.option("--inputs", type=shared.POSITIVE, help="The most inputs to solve, so that --seed decides all.")
@click.option("--seed", type=int, help="Seed of random inputs; 0 by default.")
@file_option("--save", text="Write the failing inputs and the right answers to this file, as JSON lines.")
@force_option
@click.option("--as", "player", help="Judge a player on this side only, or a claim about it.")
@click.option("--all-states", is_flag=True, help="Ask a player in all states, not only in those it reaches.")
@click.option("--whenever", is_flag=True, help="Let the claim miss wins: check only what it calls wins.")
@click.option("--patience", type=shared.MORE_THAN_ZERO, default=5.0, help="Seconds for each input.")
@click.option("--program-memory", "megabytes", type=shared.POSITIVE, default=1024, help="The program's MiB.")
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
    **options_of_judging: Any,
) -> None:
    """Hold a program against the truth.

    With the NUMBER of a problem of LeetCode, its answers are judged: PROGRAM is a FILE.py with the class Solution. With
    a GAME or a table DIR, its play is judged: PROGRAM is FILE.py:NAME, a function that returns the move in a state. If
    it is wrong, the exit status is 1.

    \b
    gamekit judge 913 solution.py --seconds 30
    gamekit judge tic-tac-toe bot.py:move --as X
    gamekit judge nim -p heaps=[3,4,5] --claim 's.heaps[0] ^ s.heaps[1] ^ s.heaps[2] > 0'
    """
    from gamekit.analysis.judge.answers import AnswerReport
    from gamekit.analysis.judge.judge import judge as judged
    from gamekit.analysis.judge.players import PlayerReport

    sources = [*(("program", one) for one in programs), ("command", command), ("claim", claim)]
    judging: list[Any] = [{name: value} for name, value in sources if value is not None]
    if not judging:
        raise click.UsageError("Missing argument 'PROGRAM'; --command and --claim take its place.")
    is_number = subject.name.isdigit()
    if save is not None and not is_number:
        raise click.UsageError(
            "--save keeps failing inputs of a problem; --json has all that the report says"
        )
    check_output(save, force=force)
    own = {name: value for name, value in options_of_judging.items() if name in shared.given_options()}
    target: Any = int(subject.name) if is_number else subject.solution(None, options)[0]
    with ProgressBar() as progress:
        limits: Any = {"patience": patience, "memory": megabytes, "progress": progress}
        try:
            reports = [judged(target, **one, **limits, **own) for one in judging]
        except InputError as error:
            if error.field not in own:
                raise
            option = shared.given_options()[error.field]  # as it was typed
            raise InputError(str(error).replace(error.field, option, 1)) from None
    if save is not None:
        faults = [one.fault for one in reports if isinstance(one, AnswerReport) and one.fault is not None]
        lines = (f"{json.dumps({**one.inputs, 'answer': one.expected})}\n" for one in faults)
        write_file(save, "".join(lines).encode(), replace=force)
    report = {"target": subject.name, "reports": [{"ok": each.ok, **attrs.asdict(each)} for each in reports]}
    if len(players := [each for each in reports if isinstance(each, PlayerReport)]) == len(reports) > 1:
        text = table_text(HEAD, (row for each in players for row in each.rows()), HEAD[3:5])
    else:
        text = "\n\n".join(map(str, reports))
    print_report(report, [text], as_json=as_json, ok=all(each.ok for each in reports))
