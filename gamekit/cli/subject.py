"""`Subject`: the game or the table that a verb is about."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import attrs
import click

from gamekit.cli.argument_hints import GameCommand, require_game, require_table
from gamekit.cli.completion import complete_file, complete_setting, complete_subject
from gamekit.cli.messages import GAME
from gamekit.cli.options import FOLDER, Command, given_options, solve_from_text
from gamekit.cli.rules_files import admit_argument
from gamekit.cli.sources import read_parameters
from gamekit.errors import InputError

if TYPE_CHECKING:
    from gamekit.game.protocol import Game
    from gamekit.solution.solution import Solution
    from gamekit.solvers.options import SolveOptions

table_argument = click.argument(
    "folder",
    metavar="DIR",
    type=FOLDER,
    callback=require_table,
    shell_complete=complete_subject(games=False, tables=True),
)

first_option = click.option(
    "--first", type=click.Choice(["left", "right"]), help="Who moves first, if GAME is a partizan ruleset."
)
play_option = click.option(
    "--play",
    "convention",
    type=click.Choice(["normal", "misere"]),
    help="Whether whoever cannot move loses (normal) or wins (misere), if GAME is a ruleset.",
)

FOR_SOLVING = (
    *("source", "settings", "first", "convention"),
    *("solver", "backend", "memory", "threads", "max_states"),
)
"""The options about solving, which do not apply to a table."""


@attrs.frozen
class Subject:
    """The game or the table that a verb is about.

    Attributes:
        given: the name of a game or the folder of a table; None if the command line has neither.
        source: the game's parameters as JSON, the file that has them, or "-" for stdin.
        settings: parameters one by one, each NAME=VALUE. Without settings and `source`, the game's own example is used.
        turn: the values of `first` and `play` that are given, for a ruleset.
    """

    given: str | None
    source: str | None
    settings: tuple[str, ...] = ()
    turn: Mapping[str, str] = attrs.field(factory=dict)

    @property
    def name(self) -> str:
        """The name of a game or the folder of a table.

        Raises:
            UsageError: the command line has neither.
        """
        if self.given is None:
            raise click.UsageError("Missing argument 'GAME|DIR'.")
        return self.given

    @property
    def words(self) -> str:
        """The name and the parameters as a command line gives them."""
        options = [
            *(("--input", self.source) if self.source is not None else ()),
            *(word for setting in self.settings for word in ("-p", setting)),
            *(word for name, value in self.turn.items() for word in (f"--{name}", value)),
        ]
        return shlex.join([self.name, *options])

    @property
    def folder(self) -> Path | None:
        """The folder of the table, or None for a game; a registered game with the same name wins."""
        return None if self.given is None else table_folder(self.given)

    @property
    def has_parameters(self) -> bool:
        """Whether the command line gives parameters."""
        return self.source is not None or bool(self.settings) or bool(self.turn)

    def game(self) -> Game[Any, Any]:
        """Return the game with the parameters that the command line gives.

        Raises:
            InputError: the text of --input names a state other than the initial one.
        """
        game, state = self.loaded()
        if state is not None:
            raise InputError(
                f"the text of --input names a state of {self.name}, but this verb begins in the initial "
                "state; gamekit solve, explain and play begin in such a state"
            )
        return game

    def loaded(self, *, or_table: bool = False) -> tuple[Game[Any, Any], Any]:
        """Return the game that the command line gives, and the state that the text of --input names, if any.

        If `or_table`, errors about the name of the game mention tables.
        """
        from gamekit.game.parameters import unstructure
        from gamekit.game.registry import game_class, load_game

        require_game(self.name, or_table=or_table)
        cls = game_class(self.name)  # report a wrong name before a wrong file
        if self.turn and cls.stated_by is None:
            raise InputError(
                f"--{min(self.turn)} is for rulesets, and {self.name} is a game with a turn of its own"
            )
        reading = read_parameters(cls, self.name, self.source, self.settings)
        game = load_game(self.name, reading.parameters)
        if self.turn:
            game = load_game(self.name, {**unstructure(game), **self.turn})
        state = reading.state(game)
        is_first_given = "first" in self.turn or "first" in (reading.parameters or ())
        if state is not None and cls.stated_by is not None and is_first_given:
            _check_first(game, state)
        return game, state

    def check_notation(self, notation: str | None) -> None:
        """Refuse a notation that the game, if it is one, does not have, or that is only read."""
        if notation is not None and self.folder is None:
            from gamekit.game.reading import notation_for_writing
            from gamekit.game.registry import game_class

            require_game(self.name, or_table=True)
            notation_for_writing(game_class(self.name), self.name, notation)

    def begun(
        self, state_text: str | None, options: SolveOptions, *, or_table: bool = False
    ) -> tuple[Game[Any, Any], SolveOptions]:
        """Return the game and the options of its solve, which starts from the state of --input unless --state is given.

        Such a solve has only the states that can follow.
        """
        game, state = self.loaded(or_table=or_table)
        from_there = state is not None and state_text is None
        return game, attrs.evolve(options, start=state) if from_there else options

    def solution(
        self, state_text: str | None, options: SolveOptions, refused: tuple[str, ...] = FOR_SOLVING
    ) -> tuple[Solution[Any, Any], str]:
        """Return a solution, rooted at the state that `state_text` names, and the name of the game.

        A game is solved, a table is read.

        Raises:
            InputError: a parameter named in `refused` is given, and the subject is a table.
        """
        from gamekit.game.fingerprint import name_of

        if self.folder is None:
            game, options = self.begun(state_text, options, or_table=True)
            return solve_from_text(game, state_text, options), self.name
        solution = open_for_reading(self.folder)
        _refuse(refused, f"{self.folder} is a table, not a game")
        if state_text is not None:
            from gamekit.solvers.solve_from_text import find_state

            solution = solution.starting_from(find_state(solution, state_text))
        return solution, name_of(solution.game)

    def own_example(self, game: Game[Any, Any]) -> str | None:
        """Return a note on the parameters if they are the game's own example, else None."""
        from gamekit.game.parameters import unstructure

        parameters = unstructure(game)
        is_given = self.has_parameters or "(" in self.name  # as in open_spiel:breakthrough(rows=4)
        if is_given or self.folder is not None or not parameters:
            return None
        return f"the game's own example: {json.dumps(parameters)}"


def takes_game(metavar: str = "GAME", *, in_turn: bool = True) -> Callable[[Command], Command]:
    """Return a decorator that adds the argument GAME and its options to a command, which gets `subject: Subject`.

    The options --first and --play are added only if `in_turn`; `metavar` is the name of the argument in the help.
    """

    def add(command: Command) -> Command:
        @wraps(command)
        def with_subject(
            *,
            given: str | None,
            source: str | None,
            settings: tuple[str, ...],
            first: str | None = None,
            convention: str | None = None,
            **arguments: Any,
        ) -> Any:
            turn = {name: value for name, value in (("first", first), ("play", convention)) if value}
            subject = Subject(given, source, settings, turn)
            if given is not None:
                click.get_current_context().meta[GAME] = subject.words
            return command(subject=subject, **arguments)

        argument = click.argument(
            "given",
            metavar=metavar,
            required=not metavar.startswith("["),
            callback=admit_argument,
            shell_complete=complete_subject(tables="DIR" in metavar),
        )
        turned = first_option(play_option(with_subject)) if in_turn else with_subject
        return cast(Command, argument(parameter_options("game")(turned)))

    return add


def parameter_options(what: str) -> Callable[[Command], Command]:
    """Return a decorator that adds --input and -p, which give a game or a ruleset its parameters, to a command."""

    def add(command: Command) -> Command:
        source = click.option(
            "-i",
            "--input",
            "source",
            metavar="FILE|JSON",
            shell_complete=complete_file,
            help=f"The {what}'s parameters, as JSON or in one of the {what}'s notations: a file, the text itself, or - "
            f"for stdin. The default is the {what}'s own example.",
        )
        setting = click.option(
            "-p",
            "--parameter",
            "settings",
            metavar="NAME=VALUE",
            multiple=True,
            shell_complete=complete_setting,
            help=f"Set one of the {what}'s parameters (repeatable). Those not given have the values of --input, or "
            "else the defaults that `gamekit info` shows.",
        )
        return source(setting(command))

    return add


def game_command(metavar: str = "GAME") -> Callable[[Callable[..., Any]], click.Command]:
    """Return a decorator that makes a function, which gets `subject: Subject`, a verb about a game or a table."""
    return lambda function: click.command(cls=GameCommand)(takes_game(metavar)(function))


def refuse_for_certificate(
    folder: Path, state_text: str | None, refused: tuple[str, ...] = FOR_SOLVING
) -> None:
    """Refuse options that do not apply to a certificate.

    Raises:
        InputError: a state is named, or a parameter that is in `refused`.
    """
    if state_text is not None:
        raise InputError(f"{folder} is a certificate, whose play begins in its own state: leave out --state")
    _refuse(refused, f"{folder} is a certificate, not a game")


def _check_first(game: Game[Any, Any], state: Any) -> None:
    """Refuse a state of --input in which another player is to move than the one who is said to move first."""
    first, mover = (game.players[game.to_move(each)] for each in (game.initial_state(), state))
    if first != mover:
        raise InputError(
            f"{first} is to move first, but in the text of --input {mover} is to move; leave out one of the two"
        )


def _refuse(refused: tuple[str, ...], why: str) -> None:
    for parameter, option in given_options().items():
        if parameter in refused:
            raise InputError(f"{why}; {option} is for games, so leave it out")


def table_folder(name: str) -> Path | None:
    """Return the folder of the table or the tiers `name`; opening it reports tiers that are not finished.

    The result is None if there is no such folder, or `name` is a registered game.
    """
    from gamekit.game.registry import GAMES, registered
    from gamekit.tables.path_kinds import kind_of

    folder = Path(name)
    return folder if kind_of(folder) not in (None, "file") and name not in registered(GAMES) else None


def open_for_reading(folder: Path) -> Solution[Any, Any]:
    """Return a table; print a warning if its solution is unsound."""
    from gamekit.tables.table import open_table

    solution: Solution[Any, Any] = open_table(folder)
    if solution.unsound:
        click.echo(f"gamekit: {folder} is UNSOUND: {solution.unsound}", err=True)
    return solution
