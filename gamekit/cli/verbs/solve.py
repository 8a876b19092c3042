"""`gamekit solve`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import click

from gamekit.cli import options as shared
from gamekit.cli.completion import complete_file
from gamekit.cli.fit import check_disk
from gamekit.cli.messages import note
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report
from gamekit.cli.solve_report import as_dict, brief, for_people, is_wrong
from gamekit.cli.status import LIMIT_REACHED
from gamekit.cli.subject import Subject, game_command

if TYPE_CHECKING:
    from gamekit.solvers.options import SolveOptions


@game_command()
@click.option(
    "--inputs",
    metavar="FILE",
    shell_complete=complete_file,
    help="Solve many games from a JSON Lines file, each line the parameters of one; - is stdin. Prints one JSON object "
    "per line. --threads sets how many games are solved at a time.",
)
@shared.max_states_option()
@shared.json_option
@shared.state_option
@shared.solver_option
@shared.solve_options
@click.option("--cap", type=shared.NATURAL, help="Use minimax, and look ahead at most this many plies.")
@click.option(
    "--cap-means",
    type=click.Choice(["unknown", "draw"]),
    help="How to treat play beyond the cap; draw is unsound.",
)
@click.option("--verify/--no-verify", default=True, help="Check the solution against the rules.")
@shared.all_states_option()
@click.option(
    "--loops", is_flag=True, help="Show the components and cycles of the arena; implied by --solver cycles."
)
@click.option(
    "--save", "folder", metavar="DIR", type=shared.FOLDER, help="Save the solution as a table in DIR."
)
@click.option(
    "--work",
    metavar="DIR",
    type=shared.FOLDER,
    help="Keep all arrays in files in DIR, which takes little memory. If a solve is killed, the same command continues "
    "it. --memory then limits this process only, not its workers.",
)
@click.option(
    "--tiers",
    metavar="DIR",
    type=shared.FOLDER,
    help="Solve tier by tier, for games that name tiers, and keep a table of each in DIR. If a solve is killed, the "
    "same command continues it. DIR is then a table for the other verbs. With --executor processes or dask, tiers are "
    "solved side by side, and share --memory.",
)
@click.option(
    "--executor",
    metavar="NAME",
    help="Where tasks run: serial, threads, processes, dask, or dask=ADDRESS. The last three need --work or --tiers.",
)
@click.option(
    "--checked",
    is_flag=True,
    help="Solve with compiled rules that check every index, stored value and result, which takes up to twice as long. "
    "Only for games on a layout (BoardGame).",
)
@click.option("--compress", is_flag=True, help="Compress the table of --save, or those of --tiers.")
@click.option("--full-line", is_flag=True, help="Show every board of the main line, however long it is.")
@shared.brief_option("Print one line: who wins, and whether that is verified.")
def solve(
    subject: Subject,
    inputs: str | None,
    state_text: str | None,
    options: SolveOptions,
    verify: bool,
    all_states: bool,
    loops: bool,
    folder: Path | None,
    work: Path | None,
    tiers: Path | None,
    executor: str | None,
    checked: bool,
    compress: bool,
    full_line: bool,
    is_brief: bool,
    as_json: bool,
) -> None:
    """Solve GAME and verify the solution.

    Prints value, winner, remoteness, best moves, main line and statistics. With --inputs, each core solves one input at
    a time. For a bad line, it prints an object with a field `error`, and the exit status is 1.

    \b
    gamekit solve cat-mouse --input examples/cat-mouse-17.json
    gamekit solve tic-tac-toe -p columns=4 --brief
    gamekit solve nim --input '{"heaps": [3, 4, 5]}' --json
    gamekit solve cat-mouse --input examples/cat-mouse-17.json --save mice.table
    gamekit solve cat-mouse --inputs examples/cat-mouse-many.jsonl
    """
    from gamekit.analysis.verification.verify import verify as verify_solution

    by_cycles = loops or options.solver.shows_loops
    if by_cycles:
        if work is not None or tiers is not None or executor is not None:
            raise click.UsageError(
                "loops are found with plain rules, with all states in memory; leave out --work, --tiers and --executor"
            )
        options = attrs.evolve(options, backend="python")
    compressed = compress and tiers is not None
    options = attrs.evolve(
        options, work=work, tiers=tiers, compress=compressed, executor=executor, checked=checked
    )
    if inputs is not None:
        from gamekit.cli.solve_inputs import Request, solve_inputs

        shared.refuse_with(
            "--inputs",
            *("source", "settings", "first", "convention", "folder", "work", "tiers", "executor", "compress"),
            *("full_line", "is_brief"),
        )
        request = Request(subject.name, state_text, options, verify, all_states, by_cycles)
        return solve_inputs(inputs, request)
    if folder is not None:
        from gamekit.tables.writing import check_target

        check_target(folder)
    elif compress and tiers is None:
        raise click.UsageError("--compress goes with --save or --tiers")
    if folder is not None and tiers is not None:
        raise click.UsageError("--tiers saves a table of each tier; leave out --save")
    if as_json:
        shared.refuse_with("--json", "is_brief", "full_line")
    if is_brief:
        shared.refuse_with("--brief", "full_line")
    if all_states and not verify:
        raise click.UsageError("--all says how to verify; --no-verify excludes it")
    if folder is not None and work is not None and folder.absolute() == work.absolute():
        raise click.UsageError("--save and --work must be two folders")
    game = subject.game()
    if work is not None:
        check_disk(game, work, options.threads)
    verification = None
    solution = shared.solve_from_text(game, state_text, options)
    with ProgressBar() as progress:
        if verify:
            progress("verifying", 0, None)
            verification = verify_solution(
                solution,
                all_states=all_states,
                threads=options.threads,
                executor=None if tiers is not None else executor,
                progress=progress,
            )
        wrong = is_wrong(solution, verification)
        if folder is not None and not wrong:
            from gamekit.tables.saving import save_table

            progress("saving", 0, None)
            save_table(solution, folder, compress=compress, progress=progress)
    line = solution.line()
    report = as_dict(solution, line, subject.name, verification, by_cycles)
    if work is not None:
        report["work"] = str(work)
    if tiers is not None:
        report["table"] = None if wrong else str(tiers)
    if folder is not None:
        report["table"] = None if wrong else str(folder)
    if is_brief:
        lines = [brief(solution, line, report, verification)]
    else:
        lines = list(for_people(solution, line, report, verification, full_line, subject.own_example(game)))
    print_report(report, lines, as_json=as_json, ok=not wrong)
    if report["payoff"] is None:
        note(f"gamekit: {solution.solver} stopped at its cap before an answer")
        raise click.exceptions.Exit(LIMIT_REACHED)
