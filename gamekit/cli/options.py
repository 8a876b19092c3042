"""Options that several verbs share, and the states that options name."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, get_args

import attrs
import click
from click.core import ParameterSource

from gamekit.cli.completion import complete_solver
from gamekit.cli.messages import note
from gamekit.cli.progress import ProgressBar
from gamekit.device.choice import NAMES, is_asked_for
from gamekit.solvers.options import COMMAND_LINE, Backend, CommandOption, SolveOptions

if TYPE_CHECKING:
    from gamekit.game.protocol import Game
    from gamekit.solution.solution import Solution

Command = TypeVar("Command", bound=Callable[..., Any])

UNCHECKED = "gamekit: reachability of this state was not checked: {}"

NATURAL: Final = click.IntRange(min=0)
POSITIVE: Final = click.IntRange(min=1)


class _MoreThanZero(click.FloatRange):
    """A number above 0. It is never nan, which no range of click refuses."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if not number > 0:
            self.fail(f"{number} is not in the range {self._describe_range()}.", param, ctx)
        return number


class _Folder(click.Path):
    """The path of a folder; an empty one is refused, because it would mean the current folder."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("the name of the folder is empty.", param, ctx)
        return super().convert(value, param, ctx)


MORE_THAN_ZERO: Final = _MoreThanZero(min=0, min_open=True)
FOLDER: Final = _Folder(path_type=Path)

SHAPES: Final[dict[str, dict[str, Any]]] = {
    "Solver": {"shell_complete": complete_solver},
    "Backend": {"type": click.Choice(get_args(Backend))},
    "DeviceName | Device": {"type": click.Choice(NAMES)},
    "int | None": {"type": POSITIVE},
    "float | None": {"type": MORE_THAN_ZERO},
    "int | str | None": {},
    "str | Executor | None": {},
    "Path | None": {"type": FOLDER},
    "bool": {"is_flag": True},
    "bool | str": {"is_flag": True},
}
"""The settings of click for an option of `SolveOptions`, by the type of the attribute; none means any text."""

COMMON: Final = ("threads", "memory", "device", "backend")
"""The options of `SolveOptions` that every verb that solves has."""

CAPS: Final = ("cap", "cap_means")
"""The options of minimax that are also options of verbs."""

json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
state_option = click.option(
    "-s", "--state", "state_text", metavar="STATE", help="Start from this state instead of the initial one."
)


notation_option = click.option(
    "--notation",
    metavar="NAME",
    help="Also write the main line in this notation of the game or, if it has none for lines, the state; gamekit info "
    "lists the notations.",
)


def all_states_option(
    text: str = "Compare compiled rules with the plain ones in every state, and every state that play reaches with the "
    "one that represents it, not just a sample.",
) -> Callable[[Command], Command]:
    """Return a decorator that adds --all, for checking every state, to a command."""
    return click.option("--all", "all_states", is_flag=True, help=text)


def brief_option(text: str) -> Callable[[Command], Command]:
    """Return a decorator that adds --brief to a command."""
    return click.option("-b", "--brief", "is_brief", is_flag=True, help=text)


def solvers_option(text: str) -> Callable[[Command], Command]:
    """Return a decorator that adds --solver, for several solvers, to a command."""
    return solve_option("solver", text, to="solvers", default=(), multiple=True)


def caps_option(text: str) -> Callable[[Command], Command]:
    """Return a decorator that adds --cap, for several caps, to a command."""
    return click.option("--cap", "caps", type=NATURAL, multiple=True, help=text)


def within_option(text: str) -> Callable[[Command], Command]:
    """Return a decorator that adds --within to a command."""
    return click.option("--within", type=NATURAL, metavar="PLIES", help=text)


leaves_option = click.option(
    "--leaves",
    multiple=True,
    metavar="DIR",
    type=FOLDER,
    help="A table of the same game, or of an instance that it includes, or a folder of tiers, which need not be "
    "finished: its states count as ends. "
    "May be given several times. A certificate needs the tables that it was proved with.",
)


def solve_option(
    name: str, text: str | None = None, *, to: str | None = None, **settings: Any
) -> Callable[[Command], Command]:
    """Return a decorator that adds the option that `SolveOptions` describes under a name to a command.

    Args:
        name: the name of the attribute.
        text: the help of the option; by default, the help in its description.
        to: the parameter that gets the value; by default, it has the name of the attribute.
        **settings: other settings of click, such as a `default`.
    """
    field = attrs.fields_dict(SolveOptions)[name]
    described: CommandOption = field.metadata[COMMAND_LINE]
    shape = {"default": field.default, "metavar": described.metavar, **SHAPES[str(field.type)], **settings}
    return click.option(*described.flags, to or name, help=text or described.help, **shape)


def solve_options(command: Command) -> Command:
    """Add --backend, --device, --memory and --threads to a command, which gets `options: SolveOptions`.

    Other options that the command declares by `solve_option` become part of `options`, as do --cap and --cap-means.
    """

    @wraps(command)
    def with_options(**given: Any) -> Any:
        options = {name: given.pop(name) for name in attrs.fields_dict(SolveOptions) if name in given}
        caps = {name: value for name in CAPS if (value := given.pop(name, None)) is not None}
        if caps and "solver" not in given_options():
            options["solver"] = "minimax"
        return command(options=SolveOptions.of(**options, **caps), **given)

    for name in COMMON:
        with_options = solve_option(name)(with_options)
    return cast(Command, with_options)


def every_solve_option(but: Collection[str] = ()) -> Callable[[Command], Command]:
    """Return a decorator that adds each option that `SolveOptions` describes to a command, which gets `options`.

    Args:
        but: the attributes of those that the command itself declares, in its own way.
    """

    def decorated(command: Command) -> Command:
        command = solve_options(command)
        for field in reversed(attrs.fields(SolveOptions)):
            if COMMAND_LINE in field.metadata and field.name not in {*COMMON, *but}:
                command = solve_option(field.name)(command)
        return command

    return decorated


def given_options() -> dict[str | None, str]:
    """Return the arguments and options that the command line gives, as spelled there, by parameter name."""
    context = click.get_current_context()
    return {
        parameter.name: max(parameter.opts, key=len)
        for parameter in context.command.params
        if context.get_parameter_source(parameter.name or "") is not ParameterSource.DEFAULT
    }


def refuse_with(option: str, *parameters: str) -> None:
    """Refuse options that exclude `option`.

    Raises:
        UsageError: one of these parameters is given.
    """
    for parameter, other in given_options().items():
        if parameter in parameters:
            raise click.UsageError(f"{option} and {other} exclude each other")


def solve_from_text(
    game: Game[Any, Any], state_text: str | None, options: SolveOptions
) -> Solution[Any, Any]:
    """Return the solution of a game, rooted at the state that `state_text` names.

    Print a note if it was not checked whether play can reach this state.
    """
    from gamekit.cli.fit import MemoryCheck  # which ends a solve that cannot fit
    from gamekit.solvers import solve_from_text as solving

    is_in_memory = (options.work, options.tiers, options.max_states) == (None, None, None)
    is_in_memory = is_in_memory and not is_asked_for(options.device)
    with ProgressBar() as progress:
        checked: Any = MemoryCheck(game, options, progress) if is_in_memory else progress
        options = attrs.evolve(options, progress=checked)
        solution, is_checked = solving.solve_from_text(game, state_text, options)
    if not is_checked:
        why = "too many states" if options.tiers is None else "only what follows it is solved"
        note(UNCHECKED.format(why))
    return solution
