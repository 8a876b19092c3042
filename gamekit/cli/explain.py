"""`gamekit explain`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import attrs
import click

from gamekit.cli.options import (
    gear_options,
    input_option,
    json_option,
    max_states_option,
    own_example,
    subject_argument,
)
from gamekit.cli.progress import ProgressBar
from gamekit.cli.tables import solved_or_read, table_folder

if TYPE_CHECKING:
    from gamekit.solving import Gear


@click.command()
@subject_argument
@input_option
@max_states_option()
@json_option
@gear_options
@click.argument("state_text", metavar="[STATE]", required=False)
@click.option("--boards", is_flag=True, help="Show the board at every step.")
def explain(
    game_name: str,
    source: str | None,
    state_text: str | None,
    gear: Gear,
    memory: str | None,
    threads: int | None,
    max_states: int | None,
    boards: bool,
    as_json: bool,
) -> None:
    """Say why STATE of GAME (the initial one by default) is worth what it is worth; DIR is a table of its solution.

    For a win: the line, and how each other reply of the loser is refuted. For a draw: what each side threatens,
    and the circle that holds. For a loss: why every move loses.

    \b
    gamekit explain cat-mouse 'mouse 3, cat 2, cat to move' --input examples/cat-mouse.json
    """
    from gamekit.explanation import explain as find_reasons
    from gamekit.explanation import sentences
    from gamekit.registry import make_solver

    with ProgressBar() as progress:
        solution, start, name = solved_or_read(
            game_name,
            source,
            state_text,
            make_solver("retrograde"),
            gear=gear,
            max_states=max_states,
            memory=memory,
            threads=threads,
            progress=progress,
        )
        explanation = find_reasons(solution, start)
    if as_json:
        report: dict[str, Any] = attrs.asdict(explanation, filter=_without_states)
        click.echo(json.dumps({"game": name, **report}, default=str))
        return
    if (
        source is None
        and table_folder(game_name) is None
        and (example := own_example(solution.game)) is not None
    ):
        click.echo(f"{game_name}, {example}\n")
    click.echo(
        f"{explanation.state}\n\n{solution.game.render(solution.root.state if start is None else start)}\n"
    )
    click.echo("\n".join(sentences(explanation, boards=boards)))


def _without_states(attribute: attrs.Attribute[Any], value: Any) -> bool:
    """Leave out the states themselves and what draws them, which JSON cannot show; their texts are there."""
    return attribute.name not in ("state", "board") or isinstance(value, str)
