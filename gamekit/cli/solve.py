"""`gamekit solve`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from gamekit.cli.boards import side_by_side
from gamekit.cli.misplaced import GameCommand
from gamekit.cli.options import (
    game_argument,
    gear_options,
    input_option,
    json_option,
    max_states_option,
    own_example,
    read_game,
    solve_from,
    solver_option,
    state_option,
)
from gamekit.cli.progress import ProgressBar
from gamekit.cli.status import CHECK_FAILED, LIMIT_REACHED

if TYPE_CHECKING:
    from gamekit.solution import Line, Solution
    from gamekit.solving import Gear
    from gamekit.verification import Verification

MOST_BOARDS = 12
BOARDS_AT_EACH_END = 4
WIDTH = 100
A_LOOK = 4.0  # seconds, to estimate how much disk a solve takes
SMALL_DISK = 1 << 30  # up to so many bytes are not worth a word
GERUNDS = {"explore": "exploring", "link": "linking", "solve": "solving"}


@click.command(cls=GameCommand)
@game_argument
@input_option
@max_states_option()
@json_option
@state_option
@solver_option
@gear_options
@click.option("--cap", type=click.IntRange(min=0), help="Look so many plies ahead, by minimax.")
@click.option(
    "--cap-means", type=click.Choice(["unknown", "draw"]), help="What lies beyond the cap; draw is unsound."
)
@click.option(
    "--verify/--no-verify", default=True, show_default=True, help="Check the solution against the rules."
)
@click.option(
    "--loops", is_flag=True, help="Say where the arena goes round in circles; implied by --solver cycles."
)
@click.option(
    "--save",
    "folder",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Keep the solution, as a table in DIR.",
)
@click.option(
    "--work",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Keep all of the work in files of DIR, which takes little memory; started again, go on where it was killed. "
    "--memory is then for this process alone, not for those that help it.",
)
@click.option(
    "--executor",
    metavar="NAME",
    help="Who works: serial, threads, processes, dask, or dask=ADDRESS of a scheduler. The last three need --work.",
)
@click.option("--compress", is_flag=True, help="Make the table smaller.")
@click.option("--full-line", is_flag=True, help="Show every board of the main line, however long it is.")
def solve(
    game_name: str,
    source: str | None,
    state_text: str | None,
    solver_name: str,
    cap: int | None,
    cap_means: str | None,
    gear: Gear,
    memory: str | None,
    threads: int | None,
    max_states: int | None,
    verify: bool,
    loops: bool,
    folder: Path | None,
    work: Path | None,
    executor: str | None,
    compress: bool,
    full_line: bool,
    as_json: bool,
) -> None:
    """Solve GAME: value, winner, remoteness, best moves, main line, statistics; verified.

    \b
    gamekit solve cat-mouse --input examples/cat-mouse-17.json
    echo '{"heaps": [3, 4, 5]}' | gamekit solve nim --input - --json
    gamekit solve cat-mouse --input examples/cat-mouse-17.json --save mice.table
    """
    from gamekit.registry import make_solver
    from gamekit.verification import verify as verify_solution

    if folder is not None:
        from gamekit.tables.writing import check_target

        check_target(folder)
    elif compress:
        raise click.UsageError("--compress goes with --save")
    if folder is not None and work is not None and folder.absolute() == work.absolute():
        raise click.UsageError("--save and --work must be two folders")
    by_cycles = loops or solver_name.startswith("cycles")
    if by_cycles and (work is not None or executor is not None):
        raise click.UsageError(
            "loops are found by the python gear; --work and --executor are for the compiled one"
        )
    options = {key: value for key, value in (("cap", cap), ("cap_means", cap_means)) if value is not None}
    source_of_solver = click.get_current_context().get_parameter_source("solver_name")
    if options and source_of_solver is ParameterSource.DEFAULT:
        solver_name = "minimax"
    game = read_game(game_name, source)
    solver = make_solver(solver_name, **options)
    if work is not None:
        _say_what_it_takes(game, work, threads)
    with ProgressBar() as progress:
        solution, start = solve_from(
            game,
            state_text,
            solver,
            gear="python" if by_cycles else gear,
            max_states=max_states,
            memory=memory,
            threads=threads,
            work=work,
            executor=executor,
            progress=progress,
        )
        verification = (
            verify_solution(solution, threads=threads, executor=executor, progress=progress)
            if verify
            else None
        )
        is_wrong = verification is not None and bool(verification.wrong) and not solution.unsound
        if folder is not None and not is_wrong:
            from gamekit.tables.saving import save_table

            save_table(solution, folder, compress=compress, progress=progress)
    line = solution.line(start)
    report = as_dict(solution, line, game_name, verification)
    if by_cycles:
        report["loops"] = _loops(solution)
    if work is not None:
        report["work"] = str(work)
    if folder is not None:
        report["table"] = None if is_wrong else str(folder)
    if as_json:
        click.echo(json.dumps(report, default=str))
    else:
        example = own_example(game) if source is None else None
        click.echo("\n".join(_for_people(solution, line, report, verification, full_line, example)))
    if is_wrong:
        raise click.exceptions.Exit(CHECK_FAILED)
    if report["payoff"] is None:
        click.echo(f"gamekit: {solution.solver} stopped at its cap before an answer", err=True)
        raise click.exceptions.Exit(LIMIT_REACHED)


def _say_what_it_takes(game: Any, work: Path, threads: int | None) -> None:
    """Say how much disk a solve from files is going to take, and stop if there cannot be enough."""
    from gamekit.engine.memory import in_words
    from gamekit.errors import LimitError
    from gamekit.planning.plan import plan
    from gamekit.solving import has_codes

    if (work / "journal").exists() or not has_codes(game):
        return  # it is under way already, or will be refused
    there = next(folder for folder in (work.absolute(), *work.absolute().parents) if folder.is_dir())
    made = plan(game, workers=threads, folder=there, seconds=A_LOOK)
    disk = made.runs[-1].disk
    if disk.low > made.free:
        raise LimitError(
            f"{work} would take {in_words(disk.low)} of disk at least, and {in_words(made.free)} are free there"
        )
    if disk.usable > SMALL_DISK:
        click.echo(
            f"gamekit: about {in_words(disk.usable)} of disk will be needed, as far as a quick look tells, and "
            f"{in_words(made.free)} are free; gamekit plan says more",
            err=True,
        )


def as_dict(
    solution: Solution[Any, Any],
    line: Line[Any, Any],
    game_name: str,
    verification: Verification | None,
) -> dict[str, Any]:
    """Return what `solve --json` prints."""
    from gamekit.parameters import unstructure

    game, arena = solution.game, solution.arena
    start = line.states[0]
    verdict = solution[start]
    return {
        "game": game_name,
        "parameters": unstructure(game),
        "solver": solution.solver,
        "gear": solution.gear,
        "state": arena.describe(start),
        "to_move": verdict.player,
        "value": verdict.value,
        "payoff": verdict.payoff,
        "winner": verdict.winner,
        "remoteness": verdict.remoteness,
        "best_moves": [game.format_move(start, move) for move in solution.best_moves(start)],
        "line": [game.format_move(state, move) for state, move in zip(line.states, line.moves, strict=False)],
        "line_states": [arena.describe(state) for state in line.states],
        "line_repeats_from": line.cycle_start,
        "answer": solution.answer,
        "states": len(arena),
        "edges": arena.edges,
        "states_from": arena.states_from,
        "edges_from": arena.edges_from,
        "counts": {str(value): number for value, number in solution.counts().items()},
        "longest": {str(value): plies for value, plies in solution.longest_by_value().items()},
        "seconds": round(sum(solution.seconds.values()), 6),
        "seconds_by_phase": {phase: round(time, 6) for phase, time in solution.seconds.items()},
        "statistics": dict(solution.statistics),
        "verified": None if verification is None else verification.ok,
        "unsound": solution.unsound,
    }


def _loops(solution: Solution[Any, Any]) -> dict[str, Any]:
    from gamekit.loops import analyse_loops

    loops = analyse_loops(solution)
    return {
        "summary": str(loops),
        "components": loops.components,
        "sizes": {str(size): number for size, number in loops.sizes.items()},
        "states_on_cycles": loops.states_on_cycles,
        "endless": loops.endless,
        "witness": [solution.arena.describe(state) for state in loops.witness],
    }


def _for_people(
    solution: Solution[Any, Any],
    line: Line[Any, Any],
    report: dict[str, Any],
    verification: Verification | None,
    full_line: bool,
    example: str | None,
) -> Iterator[str]:
    from gamekit.explanation import headline

    width = shutil.get_terminal_size((WIDTH, 24)).columns
    yield f"{report['game']}: {headline(solution, solution[line.states[0]])}"
    if solution.unsound:
        yield f"UNSOUND: {solution.unsound}. This is no proof of anything."
    yield ""
    rows = [] if example is None else [("input", example)]
    rows += [("state", report["state"]), ("value", f"{solution[line.states[0]]}")]
    if report["payoff"] is not None and abs(report["payoff"]) > 1:
        rows.append(("payoff", f"{report['payoff']} to {solution.game.players[0]}"))
    if report["answer"] not in (None, report["winner"]):
        rows.append(("answer", json.dumps(report["answer"], default=str)))
    rows.append(("best moves", ", ".join(report["best_moves"]) or "none"))
    rows += _statistics(report)
    if "loops" in report:
        rows.append(("loops", report["loops"]["summary"]))
        rows.append(
            ("", f"a shortest circle of endless play: {' -> '.join(report['loops']['witness']) or 'none'}")
        )
    rows.append(("verified", "not asked for" if verification is None else str(verification)))
    if "table" in report:
        rows.append(("table", report["table"] or "not kept, as it is wrong"))
    yield "\n".join(f"{name:<11} {text}" for name, text in rows)
    yield ""
    yield _title(line)
    yield ""
    yield side_by_side(list(_boards(solution, line, report, full_line)), width)


def _statistics(report: dict[str, Any]) -> Iterator[tuple[str, str]]:
    kinds = ", ".join(f"{number:,} {value}" for value, number in report["counts"].items())
    yield "states", f"{report['states']:,} ({kinds}; for the player to move)"
    yield "edges", f"{report['edges']:,}"
    longest = [f"{value} in {plies}" for value, plies in report["longest"].items() if plies]
    if longest:
        yield "longest", f"{', '.join(longest)}: the farthest from the end that any state is"
    rate = report["states"] / max(report["seconds"], 1e-9)
    phases = ", ".join(
        f"{seconds:.3f} s {GERUNDS[phase]}"
        for phase, seconds in report["seconds_by_phase"].items()
        if seconds
    )
    done_before = "rounds done before" in report["statistics"]  # then there is no rate to tell
    yield "time", phases if done_before else f"{phases}: {rate:,.0f} states a second"
    solver = ", ".join(f"{name} {_figure(name, value)}" for name, value in report["statistics"].items())
    yield "solver", f"{report['solver']} ({solver})" if solver else report["solver"]


def _figure(name: str, value: Any) -> str:
    from gamekit.engine.memory import in_words

    if name.endswith("memory"):
        return in_words(value)
    return f"{value:,}" if isinstance(value, int) else str(value)


def _plies(number: int) -> str:
    return f"{number} {'ply' if number == 1 else 'plies'}"


def _title(line: Line[Any, Any]) -> str:
    if not line.moves:
        return "There is no main line; the board:"
    if line.cycle_start is None:
        return f"The main line, {_plies(len(line.moves))}:"
    back = f"comes back to board {line.cycle_start} after {_plies(len(line.moves))}, and so on without end"
    return f"The main line {back}:"


def _boards(
    solution: Solution[Any, Any], line: Line[Any, Any], report: dict[str, Any], full_line: bool
) -> Iterator[str]:
    last = len(line.states) - 1
    gap = (
        range(0)
        if full_line or last < MOST_BOARDS
        else range(BOARDS_AT_EACH_END, last + 1 - BOARDS_AT_EACH_END)
    )
    for i, state in enumerate(line.states):
        if i in gap:
            if i == gap.start:
                moves = ", ".join(report["line"][gap.start - 1 : gap.stop - 1])
                yield _wrapped(f"... {moves} ...")
            continue
        move = f": {report['line'][i - 1]}" if i else ""
        yield f"{i}{move}\n{solution.game.render(state)}"


def _wrapped(text: str) -> str:
    import textwrap

    return "\n".join(textwrap.wrap(text, 36))
