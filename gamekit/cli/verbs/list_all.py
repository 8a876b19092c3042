"""`gamekit list`."""

from __future__ import annotations

import click

from gamekit.cli.options import json_option
from gamekit.cli.reports import print_report, row_lines
from gamekit.errors import PluginError


@click.command("list")
@json_option
def list_all(as_json: bool) -> None:
    """List the installed games, solvers and rulesets.

    If OpenSpiel is installed, its games are listed, too. Broken plugins are left out, and reported on stderr. The last
    line names the graphics card that solves large games, if the extra `cuda` is installed and finds one.
    """
    from gamekit.cgt.registry import RULESETS, ruleset_class
    from gamekit.device.choice import found_card
    from gamekit.game.registry import GAMES, game_class, names_elsewhere, registered, summary
    from gamekit.solvers.registry import SOLVERS, solver_class

    names: dict[str, dict[str, str]] = {"games": {}, "solvers": {}, "rulesets": {}}
    broken: list[str] = []
    lines = []
    for kind, group, load in (
        ("games", GAMES, game_class),
        ("solvers", SOLVERS, solver_class),
        ("rulesets", RULESETS, ruleset_class),
    ):
        for name in registered(group):
            try:
                names[kind][name] = summary(load(name))
            except PluginError as error:
                broken.append(" ".join(str(error).split()))
        lines += [f"{kind}:", *row_lines(names[kind], "  ")]
    names["elsewhere"] = names_elsewhere(GAMES)
    if names["elsewhere"]:
        lines += ["games of other programs:", *row_lines(names["elsewhere"], "  ")]
    card = found_card()
    if card is not None:
        lines.append(f"graphics card: {card.name}")
    report = {**names, "broken": broken, "card": None if card is None else card.name}
    print_report(report, lines, as_json=as_json)
    for problem in () if as_json else broken:
        click.echo(f"gamekit: left out: {problem}", err=True)
