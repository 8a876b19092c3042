"""`gamekit play`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gamekit.cli import options as shared
from gamekit.cli.argument_hints import require_game
from gamekit.cli.completion import complete_file
from gamekit.cli.progress import ProgressBar
from gamekit.cli.reports import say
from gamekit.cli.sources import read_json
from gamekit.cli.subject import FOR_SOLVING, Subject, game_command, refuse_for_certificate
from gamekit.errors import InputError

if TYPE_CHECKING:
    from gamekit.analysis.play.play import Play, Saved
    from gamekit.game.protocol import Game
    from gamekit.solvers.options import SolveOptions

BOTH, NOBODY = "both", "nobody"


@game_command("[GAME|DIR]")
@shared.solve_option("max_states")
@shared.state_option
@shared.solve_options
@click.option(
    "--as",
    "side",
    metavar="PLAYER",
    help=f"The side you play: a player's name, {BOTH}, or {NOBODY} to watch. The default is the first player.",
)
@shared.leaves_option
@click.option("--hints", is_flag=True, help="Show a hint before each of your moves.")
@click.option("--values", is_flag=True, help="Show the value of every move.")
@click.option(
    "--resume",
    "saved_in",
    metavar="FILE",
    shell_complete=complete_file,
    help="Resume a play that you saved with `save`.",
)
def play(
    subject: Subject,
    state_text: str | None,
    side: str | None,
    leaves: tuple[Path, ...],
    hints: bool,
    values: bool,
    saved_in: str | None,
    options: SolveOptions,
) -> None:
    """Play against perfection, in the terminal or over a pipe.

    Play GAME, or the game whose solution is in the table DIR. Type moves and commands, or send them over a pipe, one
    per line; `help` lists the commands. The perfect player wins as soon as possible or holds out as long as possible.
    Among moves that are equally good, it picks the one that makes it hardest for you.

    DIR may also be a certificate of `gamekit prove`. It is checked first. The proof then plays the side that it is
    about, and keeps what it claims; you play the other one.

    \b
    gamekit play cat-mouse --input examples/cat-mouse-17.json --as cat
    gamekit play tic-tac-toe --hints
    printf 'hint\\nwhy\\n' | gamekit play nim
    """
    from gamekit.cli.play_session import Session
    from gamekit.tables.path_kinds import kind_of

    if subject.folder is not None and kind_of(subject.folder) == "certificate":
        return _play_proof(subject.folder, state_text, side, leaves, hints, values)
    if leaves:
        raise click.UsageError("--leaves needs a certificate, as DIR")
    if "-" in (subject.source, saved_in):
        raise click.UsageError("the moves are read from stdin; name a file instead of -")
    begun = begin_or_resume(subject, state_text, saved_in, side, options)
    if saved_in is None and (example := subject.own_example(begun.game)):
        say(f"{subject.name}, {example}")
    Session(begun, hints=hints, values=values).run()


def _play_proof(
    folder: Path,
    state_text: str | None,
    side: str | None,
    leaves: tuple[Path, ...],
    hints: bool,
    values: bool,
) -> None:
    from gamekit.analysis.play.proof_play import ProofPlay, open_proof
    from gamekit.analysis.verification.certificate_check import check_certificate
    from gamekit.cli.play_session import ProofSession

    refuse_for_certificate(folder, state_text, (*FOR_SOLVING, "saved_in"))
    proof = open_proof(folder, leaves=leaves)
    with ProgressBar() as progress:
        report = check_certificate(proof.certificate(), progress=progress)
    if not report.ok:
        raise InputError(f"{folder} proves nothing: the certificate is {report}")
    people = None if side is None else _people(proof.game, side, None)
    ProofSession(ProofPlay.begin(proof, people=people), hints=hints, values=values).run()


def begin_or_resume(
    subject: Subject, state_text: str | None, saved_in: str | None, side: str | None, options: SolveOptions
) -> Play:
    """Return a new play of `subject`, or the play saved in the file `saved_in`; `side` is the value of --as."""
    from gamekit.analysis.play.play import Play, Saved
    from gamekit.game.rules_files import placed_class
    from gamekit.solvers.solve_from_text import find_state

    saved = None
    if saved_in is not None:
        if subject.has_parameters or state_text is not None:
            option = shared.given_options()["saved_in"]
            raise click.UsageError(
                f"{option} determines the game and its start; leave out parameters, --first, --play and --state"
            )
        saved = Saved.read(read_json(saved_in), saved_in)
        state_text = saved.state
        subject = Subject(subject.given or saved.game, None)

    if subject.folder is not None:
        solution, name = subject.solution(None, options)
        _check_same(name, saved)
        people = _people(solution.game, side, saved)
        if state_text is not None:
            solution = solution.starting_from(find_state(solution, state_text))
    else:
        name = subject.name
        if placed_class(name) is None:
            require_game(name, or_table=True)
        _check_same(name, saved)
        if saved is None:
            game, options = subject.begun(state_text, options)
        else:
            game = _saved_game(name, saved)
        people = _people(game, side, saved)  # report a wrong name before solving
        solution = shared.solve_from_text(game, state_text, options)
    if saved is None:
        return Play.begin(solution, people=people, name=name)
    return Play.resumed(solution, saved, people=people, start=solution.start)


def _saved_game(name: str, saved: Saved) -> Game[Any, Any]:
    """Return the game of a saved play, which may have another name by now."""
    from gamekit.game.fingerprint import Identity, game_of
    from gamekit.game.registry import load_game

    if name != saved.game or saved.rules is None:
        return load_game(name, saved.parameters)
    return game_of(Identity(name, saved.parameters, saved.rules), "the saved play is", with_codes=False)


def _check_same(name: str, saved: Saved | None) -> None:
    from gamekit.game.rules_files import is_same_name

    if saved is not None and not is_same_name(name, saved.game):
        raise InputError(f"the saved play is of {saved.game}, not of {name}")


def _people(game: Game[Any, Any], side: str | None, saved: Saved | None) -> list[int]:
    from gamekit.analysis.play.play import player_called

    if side is None:
        return [0] if saved is None else [player_called(game, name) for name in saved.people]
    if side in game.players:
        return [game.players.index(side)]
    if side not in (BOTH, NOBODY):
        names = ", ".join([*game.players, BOTH])
        raise InputError(f"--as must be {names} or {NOBODY}; it is {side!r}")
    return list(range(len(game.players))) if side == BOTH else []
