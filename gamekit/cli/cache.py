"""`gamekit cache`."""

from __future__ import annotations

import click

from gamekit.cli.options import json_option
from gamekit.cli.reports import print_report


@click.command()
@click.option("--clear", is_flag=True, help="Remove them.")
@json_option
def cache(clear: bool, as_json: bool) -> None:
    """List the compiled rules that are kept for later, or remove them.

    The rules of board games are compiled at first use, and kept in the user's cache folder; GAMEKIT_CACHE names
    another.
    """
    from gamekit.layout.compiler.load import folder, kept, remove

    modules = [path.name for path in kept()]
    if clear:
        remove()
    verb = "removed" if clear else "kept"
    lines = [*modules, f"{verb}: {len(modules)} of compiled rules, in {folder()}"]
    print_report({"folder": str(folder()), verb: modules}, lines, as_json=as_json)
