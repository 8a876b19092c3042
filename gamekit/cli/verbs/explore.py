"""`gamekit explore`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from gamekit.cli.options import leaves_option, solve_option, solve_options, state_option
from gamekit.cli.subject import Subject, game_command, refuse_for_certificate
from gamekit.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from gamekit.solvers.options import SolveOptions
    from gamekit.web.server.entries import Entry
    from gamekit.web.server.library import Library


@game_command("[GAME|DIR]")
@state_option
@solve_options
@leaves_option
@solve_option(
    "max_states",
    "Refuse to solve a game with more states than this. The default is 5 million; for the compiled backend, as many as "
    "fit into memory.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    metavar="ADDRESS",
    help="The address to serve on. With any other than the default, other people may be able to use the page.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help="The port; 0 picks any free one. The default is 8913, or the next free port.",
)
@click.option("--api", is_flag=True, help="Also answer other programs about GAME or DIR, by a JSON API.")
@click.option(
    "--allow-origin",
    "origins",
    metavar="ORIGIN",
    multiple=True,
    help="Let pages of this origin, such as https://example.org, ask the API (repeatable).",
)
@click.option("--browser/--no-browser", default=True, help="Open the page in a browser.")
def explore(
    subject: Subject,
    state_text: str | None,
    leaves: tuple[Path, ...],
    options: SolveOptions,
    host: str,
    port: int | None,
    api: bool,
    origins: tuple[str, ...],
    browser: bool,
) -> None:
    """Open GAME or the table or certificate DIR on a web page.

    On the page, you can play, and look up values, explanations, neighbouring states and statistics. Without GAME, it
    offers every installed game. It is served to this machine only, loads nothing from the network, and stays open until
    you press Ctrl-C.

    Two games are solved at a time. Each may take an hour, and three tenths of the machine's memory, or more with
    --memory. A game that is too large is played by search, if its rules are compiled and define progress: the page
    finds the values that it shows, and says so where ten seconds do not suffice.

    If DIR is a certificate of `gamekit prove`, it is checked, and you play against the proof. It plays the side that it
    is about, and the page says where you leave it.

    With --api, other programs may ask for the value of any position, its moves and its best line. The terminal shows
    the address of an OpenAPI description.

    \b
    gamekit explore cat-mouse --input examples/cat-mouse-17.json
    gamekit explore mice.table --port 9000 --no-browser
    gamekit explore tic-tac-toe --api --allow-origin https://example.org
    """
    from gamekit.web.server.faults import RequestError
    from gamekit.web.server.guard import checked_origin, is_loopback
    from gamekit.web.server.library import Library
    from gamekit.web.server.serving import listen, name_of, serve

    if origins and not api:
        raise click.UsageError("--allow-origin applies to the API; add --api")
    if api and subject.given is None:
        raise click.UsageError("--api serves one game; name a GAME or the DIR of a table")
    allowed = [*map(checked_origin, origins)]
    library = Library(options)
    try:
        opened = _opened(subject, state_text, leaves, library)
        answering = _asked(opened, library) if api and opened is not None else None
    except RequestError as error:
        raise InputError(str(error)) from error
    listening = listen(host, port)
    if not is_loopback(name_of(listening, host)):
        click.echo(
            f"gamekit: whoever can reach {host} can use this page and have games solved here", err=True
        )
    serve(library, listening, host, opened=opened, browser=browser, asked=answering, origins=allowed)


def _asked(opened: dict[str, Any], library: Library) -> Entry:
    """Return the game that the page opens first, which is solved if it is not a table.

    Raises:
        InputError: it is a proof.
    """
    from gamekit.web.server.messages import NOT_SOLVED_WHOLE

    if "solution" not in opened:
        return library.add_game(opened["game"], opened["parameters"], opened["start"])
    entry = library.entry(opened["solution"])
    if entry.is_of_proof:
        raise InputError(f"--api is for solutions: {NOT_SOLVED_WHOLE}")
    return entry


def _opened(
    subject: Subject, state_text: str | None, leaves: tuple[Path, ...], library: Library
) -> dict[str, Any] | None:
    """Return the game that the page opens first; a table or a proof is added to the library."""
    from gamekit.game.fingerprint import parameters_of
    from gamekit.solvers.solve_from_text import check_state
    from gamekit.tables.path_kinds import kind_of

    if subject.given is None:
        if subject.has_parameters or state_text is not None:
            raise click.UsageError("parameters and --state need a GAME; name one")
        return None
    folder = subject.folder
    kind = None if folder is None else kind_of(folder)
    if leaves and kind != "certificate":
        raise click.UsageError("--leaves needs a certificate, as DIR")
    if folder is None:
        game, state = subject.loaded(or_table=True)
        if state_text is not None:
            check_state(game, state_text)
        elif state is not None:
            state_text = game.format_state(state)
        return {"game": subject.name, "parameters": parameters_of(game), "start": state_text}
    if kind == "certificate":
        from gamekit.tables.certificate import open_certificate

        refuse_for_certificate(folder, state_text)
        open_certificate(folder, leaves=leaves)  # what is wrong with it is said here
        return {"solution": library.add_proof(folder, leaves).id}
    solution, _ = subject.solution(state_text, library.options)  # what is wrong with it is said here
    unchecked = "not checked here; gamekit verify checks tables"
    verified = f"unsound: {solution.unsound}" if solution.unsound else unchecked
    return {"solution": library.add_table(folder, state_text, verified).id}
