"""`SolveOptions`: checked once, wherever they come from."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any, get_type_hints

import attrs
import click
import pytest

import gamekit
from gamekit import InputError, SolveOptions, UnsupportedError
from gamekit.cli.main import cli
from gamekit.solvers.minimax import Minimax
from gamekit.solvers.options import COMMAND_LINE, SolveKeywords
from gamekit.solvers.retrograde import Retrograde
from games.nim import Nim


def test_defaults_are_those_of_solve() -> None:
    options = SolveOptions()
    assert (options.solver, options.backend, options.plain_limit) == (Retrograde(), "auto", 5_000_000)
    assert SolveOptions(max_states=7).plain_limit == 7
    assert SolveOptions(max_plain_states=9).plain_limit == 9


def test_solve_takes_each_option_under_its_name_with_its_default() -> None:
    keywords = {
        name: parameter.default for name, parameter in inspect.signature(gamekit.solve).parameters.items()
    }
    of_others = {"game": inspect.Parameter.empty, "options": inspect.Parameter.empty}
    options = {field.name: field.default for field in attrs.fields(SolveOptions)}
    assert keywords == options | of_others
    assert gamekit.solve.__doc__ is not None
    assert [name for name in options if f"        {name}: " not in gamekit.solve.__doc__] == []


def test_editors_see_each_option_in_its_order() -> None:
    assert list(SolveKeywords.__annotations__) == list(attrs.fields_dict(SolveOptions))
    types = get_type_hints(
        SolveKeywords, localns={"Device": int, "Method": str, "Tuning": str, "Executor": str}
    )
    assert types["threads"] == int | None


def test_every_option_of_the_command_line_is_a_described_one() -> None:
    described = {
        field.metadata[COMMAND_LINE].flags
        for field in attrs.fields(SolveOptions)
        if COMMAND_LINE in field.metadata
    }
    solve = cli.get_command(click.Context(cli), "solve")
    assert solve is not None
    assert described <= {tuple(parameter.opts) for parameter in solve.params}


def test_keywords_that_are_no_options_are_the_solvers() -> None:
    assert SolveOptions.of("minimax", cap=3, threads=2) == SolveOptions(solver=Minimax(cap=3), threads=2)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"backend": "fast"}, "backend must be auto, python or compiled; it is 'fast'"),
        ({"max_states": 0}, "max_states must be at least 1; it is 0"),
        ({"threads": -1}, "threads must be at least 1; it is -1"),
        ({"memory": "much"}, "memory must be a number with a unit"),
        ({"checked": "x"}, "checked must be True or False; it is 'x'"),
        ({"compress": 3}, r"compress must be True, False or the name of a storage \(.*\); it is 3"),
        ({"cap": 3}, "retrograde has no parameter 'cap'"),
    ],
)
def test_what_makes_no_sense_is_refused_before_anything_is_explored(given: Any, message: str) -> None:
    class Untouched(Nim):
        def moves(self, state: Any) -> Any:
            raise AssertionError("it is being explored")

    with pytest.raises(InputError, match=message):
        gamekit.solve(Untouched(heaps=(1, 2)), **given)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (
            {"backend": "python", "work": "folder"},
            "a work folder and an executor need the compiled backend",
        ),
        ({"backend": "python", "executor": "serial"}, "need the compiled backend; backend is python"),
        ({"backend": "compiled", "solver": "minimax"}, "minimax does not work on compiled rules"),
        ({"work": "folder", "solver": "cycles"}, "cycles does not work on compiled rules"),
    ],
)
def test_options_that_exclude_each_other_are_refused(given: Any, message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        SolveOptions(**given)


def test_a_work_folder_makes_the_backend_compiled() -> None:
    options = SolveOptions(work="folder")  # type: ignore[arg-type]  # as people give it
    assert (options.work, options.backend) == (Path("folder"), "compiled")


def test_several_solves_share_threads_and_memory() -> None:
    shared = SolveOptions(threads=8, memory="8GiB", max_states=5).shared_by(4)
    assert shared == attrs.evolve(SolveOptions(max_states=5), threads=1, memory=2 << 30)


@attrs.frozen
class OnCodes(Minimax):
    """Takes compiled rules, as a plug-in may."""

    @property
    def takes_codes(self) -> bool:
        return True

    def solve_codes(self, game: Any, options: SolveOptions) -> gamekit.Solution[Any, Any]:
        return attrs.evolve(options, solver=Retrograde()).solver.solve_codes(game, options)


@pytest.mark.slow
def test_a_solver_of_ones_own_may_take_compiled_rules_but_no_tiers(tmp_path: Path) -> None:
    game = gamekit.load_game("tic-tac-toe")
    solution = gamekit.solve(game, solver=OnCodes(), backend="compiled")
    assert (solution.solver, solution.backend) == ("oncodes", "compiled")
    with pytest.raises(UnsupportedError, match="oncodes does not solve by tiers"):
        gamekit.solve(game, solver=OnCodes(), tiers=tmp_path / "tiers")


class ByTiers(Retrograde):
    """Differs from its base class in its name."""


@pytest.mark.slow
def test_a_table_names_the_solver_that_computed_it(tmp_path: Path) -> None:
    for backend in ("python", "compiled"):
        folder = tmp_path / backend
        solution = gamekit.solve(
            gamekit.load_game("tic-tac-toe"), solver=ByTiers(), backend=backend, tiers=folder
        )
        assert {solution.solver, *(gamekit.open_table(path).solver for path in folder.glob("[0-9]*"))} == {
            "bytiers"
        }
