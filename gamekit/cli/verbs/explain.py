"""`gamekit explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import attrs
import click

from gamekit.cli.options import json_option, notation_option, solve_option, solve_options, state_option
from gamekit.cli.reports import print_report
from gamekit.cli.solve_report import check_written, written
from gamekit.cli.subject import Subject, game_command

if TYPE_CHECKING:
    from gamekit.solvers.options import SolveOptions


@game_command("GAME|DIR")
@solve_option("max_states")
@json_option
@solve_options
@click.argument("argument_text", metavar="[STATE]", required=False)
@state_option
@notation_option
@click.option("--boards", is_flag=True, help="Show the board at every step.")
def explain(
    subject: Subject,
    argument_text: str | None,
    state_text: str | None,
    notation: str | None,
    options: SolveOptions,
    boards: bool,
    as_json: bool,
) -> None:
    """Explain the value of STATE in GAME or in the table DIR.

    The default is the initial state. For a win: the main line, and a refutation of each other reply. For a draw: what
    each side threatens, and the cycle that play follows. For a loss: why every move loses.

    \b
    gamekit explain cat-mouse 'mouse 3, cat 2, cat to move' --input examples/cat-mouse.json
    """
    if argument_text is not None and state_text is not None:
        raise click.UsageError("STATE must be given as an argument or by --state, not both")
    state_text = argument_text if state_text is None else state_text
    from gamekit.analysis.explanation import explain as find_reasons
    from gamekit.analysis.explanation import sentences

    subject.check_notation(notation)
    solution, name = subject.solution(state_text, options)
    check_written(solution.game, notation)  # of a table, whose game is known now
    explanation = find_reasons(solution)
    more = written(solution, solution.start, notation)
    example = subject.own_example(solution.game)
    board = solution.game.render(solution.start)
    lines = [
        *([] if example is None else [f"{subject.name}, {example}\n"]),
        f"{explanation.state}\n\n{board}\n",
        *sentences(explanation, boards=boards),
        *(f"\n{notation}:\n{text}" for text in more.values()),
    ]
    print_report({"game": name, **more, **attrs.asdict(explanation, filter=_is_json)}, lines, as_json=as_json)


def _is_json(attribute: attrs.Attribute[Any], value: Any) -> bool:
    """Return whether JSON includes an attribute: not the game, states and boards, but their texts."""
    return attribute.name not in ("game", "state", "board") or isinstance(value, str)
