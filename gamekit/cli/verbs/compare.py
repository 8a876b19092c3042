"""`gamekit compare`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

import attrs
import click

from gamekit.cli import options as shared
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import print_report, table_text
from gamekit.cli.subject import Subject, game_command
from gamekit.game.limits import DEFAULT_MAX_STATES

if TYPE_CHECKING:
    from gamekit.analysis.comparison.report import Comparison, Row
    from gamekit.solvers.options import SolveOptions


@game_command()
@shared.solve_option(
    "max_states", "Stop with exit status 3 if the game has more states than this.", default=DEFAULT_MAX_STATES
)
@shared.json_option
@shared.solvers_option("Run this solver (repeatable). The default is all solvers.")
@shared.caps_option(
    "Also run minimax with this cap in plies, both the sound version and the folklore one (repeatable)."
)
@click.option(
    "--patience",
    type=click.FloatRange(min=0),
    default=60.0,
    help="Skip a solver that would take longer than this many seconds.",
)
@shared.solve_options
@click.option("--markdown", is_flag=True, help="Print tables in Markdown.")
def compare(
    subject: Subject,
    solvers: tuple[str, ...],
    caps: tuple[int, ...],
    patience: float,
    options: SolveOptions,
    markdown: bool,
    as_json: bool,
) -> None:
    """Run several solvers on GAME, and compare answers and costs.

    Finds the smallest cap that suffices, too. Compiled rules are compared with the plain ones or, if the game has too
    many states for the plain rules, the methods of the compiled backend with each other. If two sound solvers
    disagree, the exit status is 1; the folklore answer does not count, as it is known to be unsound.

    \b
    gamekit compare cat-mouse --input examples/cat-mouse-17.json
    gamekit compare cat-mouse --input g.json --solver retrograde --solver minimax:cap=34,cap_means=draw
    """
    from gamekit.analysis.comparison.compare import compare_with

    game = subject.game()
    with ProgressBar() as progress:
        options = attrs.evolve(options, progress=progress)
        comparison = compare_with(game, options, solvers or None, caps=caps or None, patience=patience)
    details = attrs.asdict(comparison, filter=_is_json)
    report = {"game": subject.name, "agree": comparison.agree, **details}
    lines = _lines(subject.name, comparison, markdown)
    print_report(report, lines, as_json=as_json, ok=comparison.agree)


def _is_json(field: attrs.Attribute[Any], _: Any) -> bool:
    from gamekit.solution.verdict import is_of_the_state

    return field.name != "state" and is_of_the_state(field)


def _lines(game_name: str, comparison: Comparison, markdown: bool) -> Iterator[str]:
    from gamekit.analysis.comparison.report import markdown as markdown_text

    plain_text = partial(table_text, numbers=("states touched", "time", "peak memory"))
    table: Callable[[Row, list[Row]], str] = markdown_text if markdown else plain_text
    yield (
        f"{game_name}: {comparison.states:,} states, {comparison.edges:,} edges, "
        f"explored in {comparison.explore_seconds:.3f} s\n"
    )
    yield table(*comparison.table())
    for run in comparison.runs:
        if run.unsound:
            yield f"\nUNSOUND, {run.solver}: {run.unsound}."
        if run.disagreement:
            yield f"wrong on {run.disagreement}." if run.unsound else f"\nDISAGREES on {run.disagreement}."
    yield ""
    if comparison.caps:
        yield (
            "Minimax by cap in plies, each move of either player being one; what lies beyond is unknown, and by "
            "folklore endless play (unsound):\n"
        )
        yield table(*comparison.caps_table())
        yield ""
    yield comparison.caps_note
    if comparison.agree:
        yield "The sound solvers agree on every state that they cover."
