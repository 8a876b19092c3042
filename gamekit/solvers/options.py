"""`SolveOptions`: the options of a solve, each described once. Importing this module loads little.

The keywords of `gamekit.solve`, their documentation and the options of the command line are made from this description.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, TypeVar, cast, get_args

import attrs

from gamekit.device.choice import DeviceName, check_device, device_for, is_asked_for
from gamekit.errors import InputError, UnsupportedError
from gamekit.game.checked_values import is_integer
from gamekit.game.foreign_errors import safe_repr
from gamekit.game.limits import DEFAULT_MAX_STATES
from gamekit.game.progress import ProgressCallback
from gamekit.game.protocol import has_conversions
from gamekit.solution.argument_checks import check_count, folder_of
from gamekit.solvers.base import Solver, label
from gamekit.solvers.registry import DEFAULT_SOLVER, default_solver, make_solver

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from gamekit.device.device import Device
    from gamekit.engine.retrograde.method_choice import Method
    from gamekit.engine.runtime.tuning import Tuning

Backend = Literal["auto", "python", "compiled"]

BACKENDS: Final = get_args(Backend)

Function = TypeVar("Function", bound=Callable[..., Any])

COMMAND_LINE: Final = "command line"
"""The key under which the metadata of an attribute hold its `CommandOption`."""


@attrs.frozen
class CommandOption:
    """The form of an option on the command line; the type of its value follows from the type of the attribute.

    Attributes:
        flags: the spellings of the option, such as `--work`.
        help: the description of the option in the help of a verb.
        metavar: the name of the option's value in the help of a verb; None if the type supplies one.
    """

    flags: tuple[str, ...]
    help: str
    metavar: str | None = None


def _command(flags: str, text: str, metavar: str | None = None) -> dict[str, CommandOption]:
    return {COMMAND_LINE: CommandOption(tuple(flags.split()), text, metavar)}


def _tuning(given: Tuning | None) -> Tuning:
    from gamekit.engine.runtime.tuning import DEFAULTS

    return DEFAULTS if given is None else given


def _solver(given: str | Solver) -> Solver:
    return default_solver() if given == DEFAULT_SOLVER else make_solver(given)


@attrs.frozen(kw_only=True)
class SolveOptions:
    """The way in which a game is to be solved: each attribute is a keyword of `gamekit.solve`.

    A work folder makes the backend "compiled", and so do an executor, unless tiers are solved, checked rules, and a
    device that is asked for.

    Attributes:
        solver: the name of a registered solver, with its options if need be, or a solver.
        backend: the rules to solve with: the plain ones ("python") or the compiled ones ("compiled"), if the solver
            takes them, as `retrograde` does. By default the compiled ones if the game gives them, unless the plain ones
            finish before the compiled ones are loaded.
        device: with compiled rules, what solves: this processor ("cpu"), a graphics card ("cuda"), or a device object.
            By default the card if the game is a `BoardGame` with ten million states or more, and the extra `cuda` is
            installed and finds a card.
        start: the state to start from; the game's initial state by default.
        max_states: the largest number of states held at once; by default five million, or with compiled rules as many
            as fit into memory.
        max_plain_states: the largest number of states held with plain rules, if `max_states` is None.
        memory: with compiled rules, the number of bytes that the solve may use, or a string such as "12GiB": of the
            machine's memory, by default most of it, or of a card's if it solves, by default all that is free.
        threads: with compiled rules, the number of threads; by default, one for each core if that pays.
        method: for compiled rules, the way in which values propagate to predecessors: "predecessors", stored "edges" or
            repeated "scan"s; by default the fastest that fits into memory.
        work: for compiled rules, a folder for all arrays of the solve, which then needs little memory. If the solve is
            killed, the same call continues with the first unfinished round. The solution is read from the folder.
        tiers: for rules that name tiers, a folder for a table of each tier. The game is solved tier by tier, by its
            compiled rules if it gives them, in the memory that a tier and those it leads to need. If the solve is
            killed, the same call continues with the tier that was not finished. The solution is read from the folder.
        compress: whether to make the tables of tiers smaller and look-ups a little slower; or the name of a storage.
            True stands for zstd.
        executor: for compiled rules, the place where tasks run: "serial", "threads", "processes", "dask",
            "dask=ADDRESS", or any `concurrent.futures.Executor`. All except threads need a work folder that all workers
            can reach, or a folder of tiers. With a folder of tiers, tiers are solved side by side and share the memory,
            also with plain rules.
        checked: whether to solve by the checked build of a `BoardGame`'s compiled rules, which checks every index,
            value stored and result, and takes up to twice as long. A breach is an error that names the line and the
            state.
        progress: a function called every few thousand states.
        tuning: the sizes of rounds, tasks and shards with compiled rules; tests make them small.

    Raises:
        InputError: an option has an invalid value.
        UnsupportedError: two options exclude each other.

    >>> SolveOptions(backend="compiled", threads=2).solver
    Retrograde(kernel='auto')
    """

    solver: Solver = attrs.field(
        default=cast("Solver", DEFAULT_SOLVER),  # which the converter makes one of
        converter=_solver,
        metadata=_command("--solver", "The solver to use, with its options.", "NAME[:OPTION=VALUE,...]"),
    )
    backend: Backend = attrs.field(
        default="auto",
        metadata=_command(
            "--backend",
            "The rules to use: plain (python), compiled, or whichever suits the number of states (auto).",
        ),
    )
    device: DeviceName | Device = attrs.field(
        default="auto",
        metadata=_command(
            "--device",
            "What solves by compiled rules: this processor (cpu), a graphics card (cuda), or a card if one is found "
            "and the game is large (auto).",
        ),
    )
    start: Any = None
    max_states: int | None = attrs.field(
        default=None,
        metadata=_command(
            "--max-states",
            "Stop with exit status 3 if the game has more states than this. The default is 5 million; for the compiled "
            "backend, as many as fit into memory.",
        ),
    )
    max_plain_states: int = DEFAULT_MAX_STATES
    memory: int | str | None = attrs.field(
        default=None,
        metadata=_command(
            "-m --memory",
            "How much memory the compiled backend may use, such as 12GiB. The default is 80% of the machine's memory; "
            "of a graphics card's, all that is free.",
            "SIZE",
        ),
    )
    threads: int | None = attrs.field(
        default=None,
        metadata=_command(
            "-t --threads", "The number of threads for the compiled backend. The default is one per core."
        ),
    )
    method: Method | None = None
    work: Path | None = attrs.field(
        default=None,
        converter=attrs.converters.optional(folder_of),
        metadata=_command(
            "--work",
            "Keep all arrays in files in DIR, which takes little memory. If a solve is killed, the same command "
            "continues it. --memory then limits this process only, not its workers.",
            "DIR",
        ),
    )
    tiers: Path | None = attrs.field(
        default=None,
        converter=attrs.converters.optional(folder_of),
        metadata=_command(
            "--tiers",
            "Solve tier by tier, for games that name tiers, and keep a table of each in DIR. If a solve is killed, the "
            "same command continues it. DIR is then a table for the other verbs. With --executor processes or dask, "
            "tiers are solved side by side, and share --memory.",
            "DIR",
        ),
    )
    compress: bool | str = attrs.field(
        default=False, metadata=_command("--compress", "Compress the tables of --tiers.")
    )
    executor: str | Executor | None = attrs.field(
        default=None,
        metadata=_command(
            "--executor",
            "Where tasks run: serial, threads, processes, dask, or dask=ADDRESS. The last three need --work or "
            "--tiers.",
            "NAME",
        ),
    )
    checked: bool = attrs.field(
        default=False,
        metadata=_command(
            "--checked",
            "Solve with compiled rules that check every index, stored value and result, which takes up to twice as "
            "long. Only for games on a layout (BoardGame).",
        ),
    )
    progress: ProgressCallback | None = None
    tuning: Tuning = attrs.field(default=cast("Tuning", None), converter=_tuning)

    def __attrs_post_init__(self) -> None:
        if self.backend not in BACKENDS:
            raise InputError(f"backend must be auto, python or compiled; it is {self.backend!r}")
        check_device(self.device)
        if not callable(getattr(self.solver, "solve", None)):
            raise InputError(
                f"solver must be the name of a solver or a gamekit.Solver; it is {safe_repr(self.solver, longest=60)}"
            )
        if self.progress is not None and not callable(self.progress):
            raise InputError(f"progress must be a function; it is {safe_repr(self.progress, longest=60)}")
        for name, number in (("max_states", self.max_states), ("threads", self.threads)):
            check_count(name, number)
        if not isinstance(self.compress, bool):
            from gamekit.tables.storages import storage_name

            storage_name(self.compress)
        if not isinstance(self.checked, bool):
            raise InputError(f"checked must be True or False; it is {safe_repr(self.checked, longest=60)}")
        if isinstance(self.memory, str):
            from gamekit.engine.runtime.memory_budget import Budget

            Budget.parse(self.memory)
        elif self.memory is not None and not (is_integer(self.memory) and self.memory >= 0):
            given = safe_repr(self.memory, longest=60)
            raise InputError(f"memory must be a number of bytes or a size such as '12GiB'; it is {given}")
        if self.tiers is not None and self.work is not None:
            raise UnsupportedError(
                "tiers and work exclude each other, because a tier is solved in memory; leave out one of the two"
            )
        if self.compress and self.tiers is None:
            raise UnsupportedError(
                "compress needs tiers, whose tables it compresses; save_table compresses other tables"
            )
        if self.work is not None or (self.executor is not None and self.tiers is None):
            if self.backend == "python":
                raise UnsupportedError(
                    "a work folder and an executor need the compiled backend; backend is python"
                )
            object.__setattr__(self, "backend", "compiled")
        if self.checked:
            if self.backend == "python":
                raise UnsupportedError(
                    "checked needs the compiled backend; in plain Python, an index beyond the end raises an error"
                )
            object.__setattr__(self, "backend", "compiled")
        if is_asked_for(self.device):
            self._check_beside_device()
            object.__setattr__(self, "backend", "compiled")
        if self.backend == "compiled" and not self.allows_compiled:
            raise UnsupportedError(
                f"{label(self.solver)} does not work on compiled rules; {DEFAULT_SOLVER} does"
            )

    def _check_beside_device(self) -> None:
        """Refuse options that a device does not go with.

        Raises:
            UnsupportedError: there is such an option.
        """
        if self.backend == "python":
            raise UnsupportedError("a device needs the compiled backend; backend is python")
        for name, given, why in (
            ("work", self.work, "a device keeps all arrays in its own memory"),
            ("executor", self.executor, "a device runs all tasks itself"),
            ("method", self.method, "a device has a method of its own"),
            ("checked", self.checked or None, "checked rules run on this processor"),
        ):
            if given is not None:
                raise UnsupportedError(
                    f"device and {name} exclude each other, because {why}; leave out one of the two"
                )

    @classmethod
    def of(cls, solver: str | Solver = DEFAULT_SOLVER, **options: Any) -> SolveOptions:
        """Return options from keywords; keywords that are not attributes are options of the solver.

        >>> SolveOptions.of("minimax", max_states=100, cap=3).solver
        Minimax(cap=3, cap_means='unknown')
        """
        names = SolveKeywords.__annotations__
        if of_solver := {name: options.pop(name) for name in list(options) if name not in names}:
            solver = make_solver(solver, **of_solver)
        return cls(solver=solver, **options)

    def shared_by(self, workers: int) -> SolveOptions:
        """Return the options for each of several solves that run at once: one thread, and a share of the memory."""
        from gamekit.engine.runtime.memory_budget import Budget

        return attrs.evolve(self, threads=1, memory=Budget.of(self.memory).limit // workers)

    @property
    def may_take_card(self) -> bool:
        """Whether a graphics card may take over although nobody asked for it."""
        of_processor = (self.work, self.executor, self.method)
        return self.device == "auto" and not self.checked and of_processor == (None, None, None)

    def chosen_device(self, game: Any) -> Device | None:
        """Return the device on which to solve a game by its compiled rules; None stands for this processor.

        Raises:
            UnsupportedError: a device is asked for, and there is none, or it does not take the rules of the game.
        """
        if self.device == "auto" and not self.may_take_card:
            return None
        memory = None
        if self.memory is not None:
            from gamekit.engine.runtime.memory_budget import Budget

            memory = Budget.of(self.memory).limit
        return device_for(game, self.device, getattr(game, "dense_codes", None), memory)

    def verifying_device(self, game: Any) -> DeviceName | Device:
        """Return the device that verifies what these options solve: the same within the same memory, if it verifies it.

        So a game is not refused after it was solved.
        """
        if has_conversions(game):
            return "auto"
        return (is_asked_for(self.device) and self.chosen_device(game)) or self.device

    @property
    def allows_compiled(self) -> bool:
        """Whether the game may be solved with compiled rules, if it gives them."""
        return self.backend != "python" and self.solver.takes_codes

    @property
    def plain_limit(self) -> int:
        """The number of states that the python backend may hold."""
        return self.max_plain_states if self.max_states is None else self.max_states


class SolveKeywords(TypedDict, total=False):
    """The keywords of `gamekit.solve` as editors and type checkers see them: the attributes of `SolveOptions`."""

    solver: str | Solver
    backend: Backend
    device: DeviceName | Device
    start: Any
    max_states: int | None
    max_plain_states: int
    memory: int | str | None
    threads: int | None
    method: Method | None
    work: str | os.PathLike[str] | None
    tiers: str | os.PathLike[str] | None
    compress: bool | str
    executor: str | Executor | None
    checked: bool
    progress: ProgressCallback | None
    tuning: Tuning


def with_solve_keywords(function: Function) -> Function:
    """Show the attributes of `SolveOptions` as keywords of a function that passes its `**options` to it.

    The signature lists them with their defaults, and the docstring describes them before `**options`.
    """
    signature = inspect.signature(function)
    *own, others = signature.parameters.values()
    types = SolveKeywords.__annotations__
    keywords = [
        inspect.Parameter(
            name,
            inspect.Parameter.KEYWORD_ONLY,
            default=field.default,
            annotation=types[name].__forward_arg__,
        )
        for name, field in attrs.fields_dict(SolveOptions).items()
    ]
    shown = signature.replace(parameters=[*own, *keywords, others])
    function.__signature__ = shown  # type: ignore[attr-defined]
    if function.__doc__ and SolveOptions.__doc__:  # which python -OO removes
        described = inspect.cleandoc(SolveOptions.__doc__).split("Attributes:\n")[1].split("\n\n")[0]
        before, of_others, after = function.__doc__.partition("        **options:")
        function.__doc__ = f"{before}{indent(described, '    ')}\n{of_others}{after}"
    return function
