"""`gamekit list`."""

from __future__ import annotations

import json

import click

from gamekit.cli.options import json_option
from gamekit.errors import PluginError


@click.command("list")
@json_option
def list_all(as_json: bool) -> None:
    """List the games and solvers that are installed; a broken plugin is named and left out."""
    from gamekit.registry import GAMES, SOLVERS, game_class, registered, solver_class, summary

    found: dict[str, dict[str, str]] = {"games": {}, "solvers": {}}
    broken: list[str] = []
    for kind, group, load in (("games", GAMES, game_class), ("solvers", SOLVERS, solver_class)):
        for name in registered(group):
            try:
                found[kind][name] = summary(load(name))
            except PluginError as error:
                broken.append(" ".join(str(error).split()))
    if as_json:
        click.echo(json.dumps({**found, "broken": broken}))
        return
    for kind, entries in found.items():
        click.echo(f"{kind}:")
        width = max(map(len, entries), default=0)
        for name, text in entries.items():
            click.echo(f"  {name:<{width}}  {text}")
    for problem in broken:
        click.echo(f"gamekit: left out: {problem}", err=True)
