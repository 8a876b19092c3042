"""`gamekit cache`."""

from __future__ import annotations

import click

from gamekit.cli.options import json_option
from gamekit.cli.reports import print_report


@click.command()
@click.option("--clear", is_flag=True, help="Remove the compiled rules.")
@json_option
def cache(clear: bool, as_json: bool) -> None:
    """List or remove the cached compiled rules of board games.

    gamekit compiles the rules of a board game at first use and keeps them in your cache folder, or in the folder that
    the variable GAMEKIT_CACHE names. It does not use a folder to which other users can write.
    """
    from gamekit.game.private_cache import distrust
    from gamekit.layout.compiler.load import folder, kept, remove

    modules = [path.name for path in kept()]
    if clear:
        remove()
    verb = "removed" if clear else "kept"
    number = "1 module" if len(modules) == 1 else f"{len(modules):,} modules"
    lines = [*modules, f"{verb}: {number} of compiled rules, in {folder()}"]
    why = distrust(folder())
    lines += [f"not used: {why}"] if why else []
    print_report({"folder": str(folder()), verb: modules, "not_used": why}, lines, as_json=as_json)
