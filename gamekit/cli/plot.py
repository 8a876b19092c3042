"""`gamekit plot`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from gamekit.cli.misplaced import GameCommand
from gamekit.cli.options import gear_options, input_option, max_states_option, read_game, state_option
from gamekit.cli.plays import NOBODY, begin_or_resume
from gamekit.cli.progress import ProgressBar
from gamekit.cli.tables import solved_or_read, table_folder
from gamekit.errors import InputError, LimitError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from gamekit.solving import Gear

KINDS = ("history", "histogram", "arena", "comparison")
COUNTED = 20_000  # up to so many states are found, only to say how many there are
_ONLY_FOR = {
    "saved_in": ("history",),
    "within": ("arena",),
    "logarithmic": ("histogram",),
    "solvers": ("comparison",),
    "caps": ("comparison",),
    "state_text": ("history", "arena"),
}


@click.command(cls=GameCommand)
@click.argument("kind", type=click.Choice(KINDS), metavar="KIND")
@click.argument("game_name", metavar="[GAME|DIR]", required=False)
@input_option
@state_option
@click.option("--output", metavar="FILE", required=True, help="What to write: a file in .svg or .png.")
@click.option(
    "--play",
    "saved_in",
    metavar="FILE",
    help="For history: a play that `save` of `gamekit play` has kept; by default the play of perfection.",
)
@click.option(
    "--within",
    type=click.IntRange(min=0),
    metavar="PLIES",
    help="For arena: draw only what the start leads to within so many plies.",
)
@click.option("--log", "logarithmic", is_flag=True, help="For histogram: the heights are logarithms.")
@click.option(
    "--solver",
    "solvers",
    multiple=True,
    metavar="NAME[:OPTION=VALUE,...]",
    help="For comparison: a solver to run; may be repeated. All of them by default.",
)
@click.option(
    "--cap",
    "caps",
    type=click.IntRange(min=0),
    multiple=True,
    help="For comparison: run minimax with this cap in plies too, in truth and by folklore; may be repeated.",
)
@gear_options
@max_states_option()
def plot(
    kind: str,
    game_name: str | None,
    source: str | None,
    state_text: str | None,
    output: str,
    saved_in: str | None,
    within: int | None,
    logarithmic: bool,
    solvers: tuple[str, ...],
    caps: tuple[int, ...],
    gear: Gear,
    memory: str | None,
    threads: int | None,
    max_states: int | None,
) -> None:
    """Draw a plot of GAME, or of the table DIR. It takes matplotlib, which is an extra.

    KIND is history, who stands how well after every ply of a play, blunders crossed; histogram, how many states are how
    many plies from the end; arena, the states and edges of a small game, or of what lies --within some plies; or
    comparison, the solvers side by side, which no table has.

    \b
    gamekit plot histogram cat-mouse --input examples/cat-mouse-17.json --output mice.svg
    gamekit plot history --play mine.json --output mine.png
    gamekit plot arena tic-tac-toe --within 1 --output board.svg
    """
    from gamekit.plots.paper import check_for_matplotlib, format_of, save

    _check_options(kind)
    target = Path(output)
    format_of(target)
    check_for_matplotlib()
    how: dict[str, Any] = {"gear": gear, "max_states": max_states, "memory": memory, "threads": threads}
    if kind == "history":
        figure = _history(game_name, source, state_text, saved_in, how)
    elif game_name is None:
        raise click.UsageError("Missing argument 'GAME|DIR'.")
    elif kind == "comparison":
        figure = _comparison(game_name, source, solvers, caps, how)
    else:
        figure = _of_solution(kind, game_name, source, state_text, within, logarithmic, how)
    save(figure, target)


def _check_options(kind: str) -> None:
    """Refuse options that have no meaning with this kind of plot."""
    context = click.get_current_context()
    for parameter in context.command.params:
        given = context.get_parameter_source(parameter.name or "") is not ParameterSource.DEFAULT
        kinds = _ONLY_FOR.get(parameter.name or "", KINDS)
        if given and kind not in kinds:
            raise click.UsageError(f"{parameter.opts[0]} is for {' and '.join(kinds)}, not for {kind}")


def _history(
    game_name: str | None,
    source: str | None,
    state_text: str | None,
    saved_in: str | None,
    how: dict[str, Any],
) -> Figure:
    from gamekit.plots import history, played_out

    play = begin_or_resume(game_name, source, state_text, saved_in, "--play", NOBODY, **how)
    return history(play if saved_in is not None else played_out(play))


def _comparison(
    game_name: str, source: str | None, solvers: tuple[str, ...], caps: tuple[int, ...], how: dict[str, Any]
) -> Figure:
    from gamekit.arena import DEFAULT_MAX_STATES
    from gamekit.comparison import compare
    from gamekit.plots import comparison

    if (folder := table_folder(game_name)) is not None:
        raise InputError(f"{folder} is a table, solved already: a comparison takes a game")
    how = {**how, "max_states": how["max_states"] or DEFAULT_MAX_STATES}
    with ProgressBar() as progress:
        found = compare(
            read_game(game_name, source), solvers or None, caps=caps or None, progress=progress, **how
        )
    return comparison(found, name=game_name)


def _of_solution(
    kind: str,
    game_name: str,
    source: str | None,
    state_text: str | None,
    within: int | None,
    logarithmic: bool,
    how: dict[str, Any],
) -> Figure:
    from gamekit.plots import arena, histogram
    from gamekit.plots.arenas import MOST_STATES
    from gamekit.registry import make_solver

    needs_edges = kind == "arena" and within is None
    if needs_edges and table_folder(game_name) is None:
        if how["gear"] == "compiled":
            raise InputError("the compiled gear does not keep the edges: say --within how many plies to draw")
        how = {**how, "gear": "python", "max_states": how["max_states"] or COUNTED}
    try:
        with ProgressBar() as progress:
            solution, start, _ = solved_or_read(
                game_name, source, state_text, make_solver("retrograde"), progress=progress, **how
            )
    except LimitError as error:
        if needs_edges:
            most = how["max_states"]
            raise LimitError(
                f"{game_name} has more than {most:,} states, and a picture shows {MOST_STATES}: say --within how "
                "many plies to draw"
            ) from error
        raise
    if kind == "histogram":
        return histogram(solution, logarithmic=logarithmic)
    return arena(solution, within=within, state=start)
