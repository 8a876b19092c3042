"""`gamekit explore`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from gamekit.cli.options import (
    find_state,
    gear_options,
    input_option,
    max_states_option,
    read_game,
    state_option,
)

if TYPE_CHECKING:
    from pathlib import Path

    from gamekit.solving import Gear
    from gamekit.web.library import Library

LOOPBACK = "127.0.0.1"


@click.command()
@click.argument("game_name", metavar="[GAME|DIR]", required=False)
@input_option
@state_option
@gear_options
@max_states_option(
    text="Solve no game with more states than that; 2 million by default, but in the compiled gear what fits into "
    "memory."
)
@click.option(
    "--host",
    default=LOOPBACK,
    show_default=True,
    metavar="ADDRESS",
    help="Where to listen. At any address but the default, others can use the page, too.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port; 0 for any that is free. 8913 or one of the next by default.",
)
@click.option("--browser/--no-browser", default=True, show_default=True, help="Open the page in a browser.")
def explore(
    game_name: str | None,
    source: str | None,
    state_text: str | None,
    gear: Gear,
    memory: str | None,
    threads: int | None,
    max_states: int | None,
    host: str,
    port: int | None,
    browser: bool,
) -> None:
    """Show GAME on a local web page: play, values, why, surroundings, statistics; DIR is a table of its solution.

    Without GAME, the page offers all that are installed. It is served to this machine alone, loads nothing from
    anywhere else, and is there until Ctrl-C.

    \b
    gamekit explore cat-mouse --input examples/cat-mouse-17.json
    gamekit explore mice.table --port 9000 --no-browser
    """
    from gamekit.cli.tables import table_folder
    from gamekit.web.guard import is_loopback
    from gamekit.web.library import Library, Settings
    from gamekit.web.memory import keep_within
    from gamekit.web.serving import listen, name_of, serve

    library = Library(Settings(gear, max_states, memory, threads))
    if game_name is None:
        if source is not None or state_text is not None:
            raise click.UsageError("--input and --state go with a GAME")
        opened = None
    elif (folder := table_folder(game_name)) is not None:
        opened = _table(library, folder, state_text)
    else:
        opened = _game(game_name, source, state_text)
    listening = listen(host, port)
    if not is_loopback(name_of(listening, host)):
        click.echo(
            f"gamekit: whoever can reach {host} can use this page and have games solved here", err=True
        )
    keep_within(memory)
    serve(library, listening, host, opened=opened, browser=browser, say=lambda text: click.echo(text))


def _game(name: str, source: str | None, state_text: str | None) -> dict[str, Any]:
    from gamekit.cli.misplaced import refuse_what_is_neither
    from gamekit.fingerprint import parameters_of
    from gamekit.named_states import check_state

    refuse_what_is_neither(name)
    game = read_game(name, source)
    if state_text is not None:
        check_state(game, state_text)
    return {"game": name, "parameters": parameters_of(game), "start": state_text}


def _table(library: Library, folder: Path, state_text: str | None) -> dict[str, Any]:
    from gamekit.cli.tables import FOR_SOLVING, open_for_reading, refuse

    refuse(folder, FOR_SOLVING)
    solution: Any = open_for_reading(folder)
    start = None if state_text is None else find_state(solution.arena, state_text)
    unchecked = "not checked here; `gamekit verify` checks tables"
    verified = f"unsound: {solution.unsound}" if solution.unsound else unchecked
    entry = library.add(solution, start, solution.manifest.game, verified=verified)
    return {"solution": entry.id}
