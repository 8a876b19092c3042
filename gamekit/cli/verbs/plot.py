"""`gamekit plot`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import click

from gamekit.cli import options as shared
from gamekit.cli.argument_hints import GameCommand
from gamekit.cli.outputs import check_output, file_option, force_option, plot_option
from gamekit.cli.progress import ProgressBar
from gamekit.cli.subject import Subject, takes_game
from gamekit.cli.verbs.play import NOBODY, begin_or_resume
from gamekit.errors import InputError, LimitError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from gamekit.solvers.options import SolveOptions

COUNTED: Final = 20_000
"""The number up to which states are counted for the message that a game is too large to draw."""


def _history(
    subject: Subject, options: SolveOptions, *, state_text: str | None, saved_in: str | None
) -> Figure:
    from gamekit.analysis.plots import history, played_out

    play = begin_or_resume(subject, state_text, saved_in, NOBODY, options)
    return history(play if saved_in is not None else played_out(play))


def _histogram(subject: Subject, options: SolveOptions, *, logarithmic: bool) -> Figure:
    from gamekit.analysis.plots import histogram

    solution, _ = subject.solution(None, options)
    return histogram(solution, logarithmic=logarithmic)


def _arena(subject: Subject, options: SolveOptions, *, state_text: str | None, within: int | None) -> Figure:
    from gamekit.analysis.plots import arena
    from gamekit.analysis.plots.arenas import MOST_STATES

    advice = "set --within to the number of plies to draw"
    if within is None and subject.folder is None:
        if options.backend == "compiled":
            raise InputError(f"the compiled backend does not keep the edges: {advice}")
        options = attrs.evolve(options, backend="python", max_plain_states=COUNTED)
    try:
        solution, _ = subject.solution(state_text, options)
    except LimitError as error:
        if within is not None:
            raise
        raise LimitError(
            f"{subject.name} has more than {options.plain_limit:,} states, and a picture shows at most "
            f"{MOST_STATES}: {advice}"
        ) from error
    return arena(solution, within=within)


def _comparison(
    subject: Subject, options: SolveOptions, *, solvers: tuple[str, ...], caps: tuple[int, ...]
) -> Figure:
    from gamekit.analysis.comparison.compare import compare_with
    from gamekit.analysis.plots import comparison

    if (folder := subject.folder) is not None:
        raise InputError(f"{folder} is a table, which is solved already; name a game to compare solvers on")
    with ProgressBar() as progress:
        options = attrs.evolve(options, progress=progress)
        report = compare_with(subject.game(), options, solvers or None, caps=caps or None)
    return comparison(report, name=subject.name)


KINDS: Final[dict[str, tuple[Callable[..., Figure], tuple[str, ...]]]] = {
    "history": (_history, ("state_text", "saved_in")),
    "histogram": (_histogram, ("logarithmic",)),
    "arena": (_arena, ("state_text", "within")),
    "comparison": (_comparison, ("solvers", "caps")),
}
"""For each kind of plot, the function that draws it, and the parameters that the function takes."""


@click.command(cls=GameCommand)
@click.argument("kind", type=click.Choice(list(KINDS)), metavar="KIND")
@takes_game("[GAME|DIR]", in_turn=False)  # its --play is another
@shared.state_option
@plot_option
@force_option
@file_option(
    "--play",
    "saved_in",
    text="For history: a play saved by `gamekit play`. By default, perfection plays both sides.",
)
@shared.within_option("For arena: draw only the states within this many plies of the start.")
@click.option(
    "--log", "logarithmic", is_flag=True, help="For histogram: use a logarithmic scale for the heights."
)
@shared.solvers_option("For comparison: run this solver (repeatable). The default is all solvers.")
@shared.caps_option(
    "For comparison: also run minimax with this cap in plies, both the sound version and the folklore one (repeatable)."
)
@shared.solve_options
@shared.solve_option("max_states")
def plot(kind: str, subject: Subject, output: str, force: bool, options: SolveOptions, **others: Any) -> None:
    """Draw a plot of GAME or of the table DIR. Requires matplotlib.

    KIND is one of: history, how well each player stands after every ply of a play, with blunders crossed; histogram,
    the number of states by plies to the end; arena, the states and edges of a small game, or of the part that --within
    sets; comparison, the solvers side by side (games only).

    \b
    gamekit plot histogram cat-mouse --input examples/cat-mouse-17.json --output mice.svg
    gamekit plot history --play mine.json --output mine.png
    gamekit plot arena tic-tac-toe --within 1 --output board.svg
    """
    from gamekit.analysis.plots.paper import check_for_matplotlib, format_of, save

    for parameter, option in shared.given_options().items():
        kinds = [other for other, (_, parameters) in KINDS.items() if parameter in parameters]
        if kinds and kind not in kinds:
            raise click.UsageError(f"{option} is for {' and '.join(kinds)}, not for {kind}")
    format_of(Path(output))
    check_output(output, force=force)
    check_for_matplotlib()
    draw, parameters = KINDS[kind]
    figure = draw(subject, options, **{parameter: others[parameter] for parameter in parameters})
    save(figure, output, replace=force)
