"""`gamekit solve`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from gamekit.cli import options as shared
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report
from gamekit.cli.solve_report import as_dict, for_people, is_wrong
from gamekit.cli.status import LIMIT_REACHED
from gamekit.cli.subject import Subject, game_command

if TYPE_CHECKING:
    from gamekit.solvers.options import SolveOptions

ESTIMATE_SECONDS: Final = 4.0
"""How long to estimate the disk space that a solve takes."""

SMALL_DISK: Final = 1 << 30
"""A solve that takes at most so many bytes of disk gets no message."""


@game_command()
@click.option(
    "--inputs",
    metavar="FILE",
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
@shared.all_states_option
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
    "same command continues it. DIR is then a table for the other verbs.",
)
@click.option(
    "--executor",
    metavar="NAME",
    help="Where tasks run: serial, threads, processes, dask, or dask=ADDRESS. The last three need --work.",
)
@click.option(
    "--checked",
    is_flag=True,
    help="Solve by compiled rules that look at every index and every value stored, which takes a third longer. Only "
    "for games on a layout (BoardGame).",
)
@click.option("--compress", is_flag=True, help="Compress the table of --save, or those of --tiers.")
@click.option("--full-line", is_flag=True, help="Show every board of the main line, however long it is.")
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
    as_json: bool,
) -> None:
    """Solve GAME and verify the solution.

    Prints value, winner, remoteness, best moves, main line and statistics. With --inputs, each core solves one input at
    a time. For a bad line, it prints an object with a field `error`, and the exit status is 1.

    \b
    gamekit solve cat-mouse --input examples/cat-mouse-17.json
    echo '{"heaps": [3, 4, 5]}' | gamekit solve nim --input - --json
    gamekit solve cat-mouse --input examples/cat-mouse-17.json --save mice.table
    gamekit solve cat-mouse --inputs examples/cat-mouse-many.jsonl
    """
    from gamekit.analysis.verification.verify import verify as verify_solution
    from gamekit.solvers.base import label

    by_cycles = loops or label(options.solver).startswith("cycles")
    if by_cycles:
        if work is not None or tiers is not None or executor is not None:
            raise click.UsageError(
                "loops are found by the python backend; --work, --tiers and --executor are for the compiled one"
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
            "source",
            "first",
            "convention",
            "folder",
            "work",
            "tiers",
            "executor",
            "compress",
            "full_line",
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
    if all_states and not verify:
        raise click.UsageError("--all says how to verify; --no-verify excludes it")
    if folder is not None and work is not None and folder.absolute() == work.absolute():
        raise click.UsageError("--save and --work must be two folders")
    game = subject.game()
    if work is not None:
        _check_disk(game, work, options.threads)
    verification = None
    solution = shared.solve_from_text(game, state_text, options)
    with ProgressBar() as progress:
        if verify:
            progress("verifying", 0, None)
            verification = verify_solution(
                solution, all_states=all_states, threads=options.threads, executor=executor, progress=progress
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
    lines = for_people(solution, line, report, verification, full_line, subject.own_example(game))
    print_report(report, lines, as_json=as_json, ok=not wrong)
    if report["payoff"] is None:
        click.echo(f"gamekit: {solution.solver} stopped at its cap before an answer", err=True)
        raise click.exceptions.Exit(LIMIT_REACHED)


def _check_disk(game: Any, work: Path, threads: int | None) -> None:
    """Print the disk space that a solve in the folder `work` needs; raise a LimitError if there cannot be enough."""
    from gamekit.analysis.planning.plan import plan
    from gamekit.engine.runtime.checkpoint import has_checkpoint
    from gamekit.engine.runtime.memory_budget import format_bytes
    from gamekit.errors import LimitError
    from gamekit.solvers.backend_choice import has_codes

    if has_checkpoint(work) or not has_codes(game):
        return  # it is under way already, or will be refused
    there = next(folder for folder in (work.absolute(), *work.absolute().parents) if folder.is_dir())
    made = plan(game, workers=threads, folder=there, seconds=ESTIMATE_SECONDS)
    disk = made.runs[-1].disk
    if disk.low > made.free:
        raise LimitError(
            f"{work} would take {format_bytes(disk.low)} of disk at least, and {format_bytes(made.free)} are free there"
        )
    if disk.likely is None:
        needed = f"at least {format_bytes(disk.low)} of disk; a quick estimate cannot say how much more"
    elif (disk.high or disk.likely) > SMALL_DISK:
        needed = f"{format_bytes(disk.low)} to {format_bytes(disk.high or disk.likely)} of disk, by a quick estimate"
    else:
        return
    click.echo(
        f"gamekit: this takes {needed}; {format_bytes(made.free)} are free; gamekit plan says more", err=True
    )
