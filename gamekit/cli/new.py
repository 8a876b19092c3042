"""`gamekit new`."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("name")
def new(name: str) -> None:
    """Create a plugin package for a new game called NAME.

    The package is a folder of that name, with rules to fill in and a test.
    """
    from gamekit.cli.scaffold import new_plugin

    for path in new_plugin(name, Path()):
        click.echo(path)
    click.echo(
        "\nNext, in the environment where gamekit is installed (activate it if the shell does not find `gamekit`):"
        f"\n  cd {name}\n  pip install -e '.[test]'\n  gamekit check {name}\n  gamekit solve {name}\n  pytest",
        err=True,
    )
