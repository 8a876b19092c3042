"""Where a verb takes a game, a table's folder may stand instead."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from gamekit.cli.misplaced import refuse_what_is_neither, refuse_what_is_no_table
from gamekit.cli.options import find_state, read_game, solve_from
from gamekit.errors import InputError

if TYPE_CHECKING:
    from gamekit.arena import ProgressCallback
    from gamekit.solution import Solution
    from gamekit.solvers.base import Solver
    from gamekit.solving import Gear
    from gamekit.tables.table import TableSolution

table_argument = click.argument(
    "folder", metavar="DIR", type=click.Path(path_type=Path), callback=refuse_what_is_no_table
)

FOR_SOLVING = ("source", "solver_name", "gear", "memory", "threads", "max_states")
"""The parameters that say how to solve, which a table has behind it."""


def table_folder(name: str) -> Path | None:
    """Return the folder of a table if that is what is named; a registered game of the same name wins."""
    from gamekit.registry import GAMES, registered
    from gamekit.tables.manifest import NAME

    folder = Path(name)
    return folder if (folder / NAME).is_file() and name not in registered(GAMES) else None


def solved_or_read(
    game_name: str,
    source: str | None,
    state_text: str | None,
    solver: Solver,
    *,
    gear: Gear,
    max_states: int | None,
    memory: str | None,
    threads: int | None,
    progress: ProgressCallback,
    refused: tuple[str, ...] = FOR_SOLVING,
) -> tuple[Solution[Any, Any], Any, str]:
    """Return a solution, solved or read from a table, the state named, and the game's name.

    With a table, the parameters of these names are refused.
    """
    folder = table_folder(game_name)
    if folder is not None:
        refuse(folder, refused)
        solution, start = read_table(folder, state_text)
        return solution, start, solution.manifest.game
    refuse_what_is_neither(game_name)
    solved, start = solve_from(
        read_game(game_name, source),
        state_text,
        solver,
        gear=gear,
        max_states=max_states,
        memory=memory,
        threads=threads,
        progress=progress,
    )
    return solved, start, game_name


def read_table(folder: Path, state_text: str | None) -> tuple[TableSolution[Any, Any], Any]:
    """Return a table, with the state named as its root, and that state as it was named."""
    solution = open_for_reading(folder)
    if state_text is None:
        return solution, None
    state = find_state(solution.arena, state_text)
    moved: Any = solution.starting_from(state)
    return moved, state


def open_for_reading(folder: Path) -> TableSolution[Any, Any]:
    """Return a table, having said so if it is no proof of anything."""
    from gamekit.tables.table import open_table

    solution: TableSolution[Any, Any] = open_table(folder)
    if solution.unsound:
        click.echo(f"gamekit: {folder} is UNSOUND: {solution.unsound}", err=True)
    return solution


def refuse(folder: Path, refused: tuple[str, ...]) -> None:
    """Refuse options that have no meaning with a table."""
    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is not ParameterSource.DEFAULT
        if given and parameter.name in refused:
            raise InputError(f"{folder} is a table, solved already: {parameter.opts[0]} is for games")
