"""`gamekit new`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("name")
def new(name: str) -> None:
    """Make a plugin package for a game called NAME, in a folder of that name: rules to fill in, and their test."""
    from gamekit.scaffold import new_plugin

    for path in new_plugin(name, Path()):
        click.echo(path)
    click.echo(
        "\nNext, in the environment that gamekit is in (activate it, if `gamekit` alone is not found):"
        f"\n  cd {name}\n  pip install -e '.[test]'\n  gamekit check {name}\n  gamekit solve {name}\n  pytest",
        err=True,
    )
