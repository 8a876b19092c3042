"""`gamekit thermograph`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from gamekit.cli.completion import complete_ruleset
from gamekit.cli.options import MORE_THAN_ZERO, POSITIVE
from gamekit.cli.outputs import check_output, force_option, plot_option
from gamekit.cli.rules_files import admit_argument
from gamekit.cli.rulesets import game_option, named
from gamekit.cli.subject import parameter_options


@click.command()
@click.argument(
    "name", metavar="[RULESET]", required=False, callback=admit_argument, shell_complete=complete_ruleset
)
@click.argument("position_text", metavar="[POSITION]", required=False)
@game_option
@parameter_options("ruleset")
@plot_option
@force_option
@click.option(
    "--max-positions",
    type=POSITIVE,
    default=5_000_000,
    help="Stop with exit status 3 after this many positions.",
)
@click.option(
    "--seconds", type=MORE_THAN_ZERO, default=60, help="Stop with exit status 3 after this many seconds."
)
def thermograph(
    name: str | None,
    position_text: str | None,
    expression: str | None,
    source: str | None,
    settings: tuple[str, ...],
    output: str,
    force: bool,
    max_positions: int,
    seconds: float,
) -> None:
    """Draw the thermograph of POSITION of the ruleset RULESET. Requires matplotlib.

    A thermograph shows what play comes to if every move has a price: at each temperature, the value if Left moves
    first, and if Right does. The walls meet at the temperature of the position, and the mast is its mean.

    \b
    gamekit thermograph domineering '...|...' --output board.svg
    gamekit thermograph --game '{2||1|0} + ^2*' --output game.svg
    """
    from gamekit.analysis import plots
    from gamekit.analysis.plots.paper import check_for_matplotlib, format_of
    from gamekit.cgt.partizan.canonical import canonical_form
    from gamekit.cgt.rules import CheckedRuleset
    from gamekit.cgt.time_limit import TimeLimitError, time_limit
    from gamekit.errors import LimitError

    format_of(Path(output))
    check_output(output, force=force)
    check_for_matplotlib()
    name, ruleset = named(name, position_text, expression, source, settings)
    rules: CheckedRuleset[Any] = CheckedRuleset(ruleset)
    position = rules.parse(position_text)
    result = "no canonical form"
    try:
        with time_limit(seconds):
            form = canonical_form(ruleset, position, max_positions=max_positions)
            title = f"{name} {ruleset.format_position(position)}: {form}" if expression is None else str(form)
            result = f"only the canonical form, {form},"
            figure = plots.thermograph(form, title=title)
    except TimeLimitError:
        raise LimitError(
            f"{result} of {rules.describe(position)} of {rules.name} was found in {seconds:g} seconds, the limit that "
            "was set; raise --seconds, or ask who wins (gamekit value --by search)"
        ) from None
    plots.save(figure, output, replace=force)
