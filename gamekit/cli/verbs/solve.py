"""`gamekit solve`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import click

from gamekit.cli import options as shared
from gamekit.cli.completion import complete_file
from gamekit.cli.fit import check_disk
from gamekit.cli.messages import note
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report
from gamekit.cli.status import LIMIT_REACHED
from gamekit.cli.subject import Subject, game_command
from gamekit.tables.storages import STORAGES

if TYPE_CHECKING:
    from gamekit.cli.solve_report import Answer, SolveRequest
    from gamekit.game.protocol import Game
    from gamekit.solvers.options import SolveOptions


@game_command()
@click.option(
    "--inputs",
    metavar="FILE",
    shell_complete=complete_file,
    help="Solve many games from a file; - is stdin. The file has JSON Lines, each line the parameters of one game, or "
    "a collection in one of the game's notations. Prints one JSON object per line of JSON, or a table of a collection. "
    "--threads sets how many games are solved at a time.",
)
@shared.json_option
@shared.state_option
@shared.notation_option
@shared.every_solve_option(but=("compress",))
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
@shared.solve_option(
    "compress", "Compress the table of --save, or those of --tiers, by zstd.", to="compressed"
)
@click.option(
    "--storage",
    type=click.Choice(list(STORAGES)),
    help="Keep the table of --save, or those of --tiers, uncompressed (npy), as with --compress (zstd), or smaller "
    "still, for slower look-ups (lzma).",
)
@click.option("--full-line", is_flag=True, help="Show every board of the main line, however long it is.")
@shared.brief_option("Print one line: who wins, and whether that is verified.")
def solve(
    subject: Subject,
    inputs: str | None,
    state_text: str | None,
    notation: str | None,
    options: SolveOptions,
    folder: Path | None,
    compressed: bool,
    storage: str | None,
    full_line: bool,
    is_brief: bool,
    as_json: bool,
    **asked: bool,
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
    from gamekit.cli.solve_report import answer_lines, brief

    if storage is not None:
        shared.refuse_with("--storage", "compressed")
    kept = storage or compressed
    request = _request(subject, state_text, notation, options, kept, asked)
    if inputs is not None:
        return _solve_inputs(inputs, request, as_json=as_json)
    _check(request, folder, kept)
    game, options = subject.begun(state_text, request.options)
    request = attrs.evolve(request, options=options)
    answer = _answered(game, request, folder, kept)
    shown = [brief(answer)] if is_brief else answer_lines(answer, full_line, subject.own_example(game))
    print_report(answer.report, shown, as_json=as_json, ok=not answer.is_wrong)
    if answer.status == LIMIT_REACHED:
        note(f"gamekit: {answer.solution.solver} stopped at its cap before an answer")
        raise click.exceptions.Exit(LIMIT_REACHED)


def _request(
    subject: Subject,
    state_text: str | None,
    notation: str | None,
    options: SolveOptions,
    kept: bool | str,
    asked: dict[str, bool],
) -> SolveRequest:
    """Return the settings for the solve, with those that options imply.

    Raises:
        UsageError: options exclude each other.
        UnknownNameError: the game has no such notation.
    """
    from gamekit.cli.solve_report import SolveRequest

    subject.check_notation(notation)
    request = SolveRequest(subject.name, state_text, options, **asked, notation=notation)
    if request.all_states and not request.verify:
        raise click.UsageError("--all and --no-verify exclude each other")
    if request.loops or options.solver.shows_loops:
        if (options.work, options.tiers, options.executor) != (None, None, None):
            raise click.UsageError(
                "loops are found with plain rules, with all states in memory; leave out --work, --tiers and --executor"
            )
        options = attrs.evolve(options, backend="python")
        request = attrs.evolve(request, loops=True)
    return attrs.evolve(
        request, options=attrs.evolve(options, compress=kept if options.tiers is not None else False)
    )


def _solve_inputs(source: str, request: SolveRequest, *, as_json: bool) -> None:
    from gamekit.cli.solve_inputs import solve_inputs

    shared.refuse_with(
        "--inputs",
        *("source", "settings", "first", "convention", "folder", "work", "tiers", "executor", "compressed"),
        *("storage", "full_line", "is_brief"),
    )
    solve_inputs(source, request, as_json=as_json)


def _check(request: SolveRequest, folder: Path | None, kept: bool | str) -> None:
    """Refuse options that exclude each other, and a folder in which the table cannot be saved.

    Raises:
        UsageError: options exclude each other.
        GamekitError: the table cannot be saved in the folder.
    """
    options, given = request.options, shared.given_options()
    if "as_json" in given:
        shared.refuse_with("--json", "is_brief", "full_line")
    if "is_brief" in given:
        shared.refuse_with("--brief", "full_line")
    if folder is None:
        if kept and options.tiers is None:
            asked = "--compress" if kept is True else "--storage"
            raise click.UsageError(f"{asked} needs --save or --tiers")
        return
    from gamekit.tables.writing import check_target

    check_target(folder)
    if options.tiers is not None:
        raise click.UsageError("--tiers saves a table of each tier; leave out --save")
    if options.work is not None and folder.absolute() == options.work.absolute():
        raise click.UsageError(f"--save and --work must be different folders; both are {folder}")


def _answered(game: Game[Any, Any], request: SolveRequest, folder: Path | None, kept: bool | str) -> Answer:
    options = request.options
    if options.work is not None:
        check_disk(game, options.work, options.threads)
    solution = shared.solve_from_text(game, request.state_text, options)
    with ProgressBar() as progress:
        if request.verify:
            progress("verifying", 0, None)
        answer = request.answer(solution, progress)
        if folder is not None and not answer.is_wrong:
            from gamekit.tables.saving import save_table

            progress("saving", 0, None)
            save_table(answer.solution, folder, compress=kept, progress=progress)
    request.write(answer)  # after the table is saved, because it may fail
    if options.work is not None:
        answer.report["work"] = str(options.work)
    if (table := folder or options.tiers) is not None:
        answer.report["table"] = None if answer.is_wrong else str(table)
    return answer
