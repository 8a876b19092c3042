"""`open_table`: a table on disk, asked as any solution is, in microseconds and without solving again."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, cast

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.errors import InputError, UnknownStateError, UnsupportedError
from gamekit.fingerprint import fingerprint, game_of, name_of, parameters_of
from gamekit.game import Game, Move, State
from gamekit.lazy_solution import LazySolution, lazily
from gamekit.solution import Solution
from gamekit.tables.backing import CodesBacking, Files, TableBacking, backing_of
from gamekit.tables.faults import TableError
from gamekit.tables.manifest import Manifest
from gamekit.values import Value


@attrs.frozen(eq=False)
class Answers:
    """What a table says of many codes; an entry for each.

    Attributes:
        found: bool, whether there is such a state; where there is none, the rest says nothing.
        solved: bool, whether its value is known.
        payoff: int64, to the first player, or to the mover in codes from the mover's view.
        ended: bool, whether play ends, within the rules' turn limit if they have one.
        remoteness: int64, after how many plies; 0 where it does not.
    """

    found: NDArray[np.bool_]
    solved: NDArray[np.bool_]
    payoff: NDArray[np.int64]
    ended: NDArray[np.bool_]
    remoteness: NDArray[np.int64]


@attrs.frozen(eq=False, repr=False)
class TableSolution(LazySolution[State, Move]):
    """A table on disk as a `Solution`: look-ups, lines and explanations are those of every solution.

    Each block is held against its checksum when it is first read; a `TableError` is raised over one that is damaged.
    """

    @property
    def _table(self) -> TableBacking:
        return cast(TableBacking, self.backing)

    @property
    def _codes(self) -> CodesBacking:
        if not isinstance(self.backing, CodesBacking):
            raise UnsupportedError(f"the states of {self.path} are kept by their texts and have no codes")
        return self.backing

    @property
    def path(self) -> Path:
        """The table's folder."""
        return self._table.files.path

    @property
    def manifest(self) -> Manifest:
        """What the table says of itself."""
        return self._table.files.manifest

    @property
    def gear(self) -> str:
        """Which rules it was solved by."""
        return self.manifest.gear

    @property
    def method(self) -> str | None:
        """How states got to know of their successors' values, in the compiled gear."""
        return self.manifest.method

    @property
    def longest(self) -> int:
        """The largest remoteness of any state."""
        return self.manifest.longest

    @property
    def unsolved(self) -> int:
        """The number of states without a value."""
        return self.manifest.counts.get(Value.UNSOLVED, 0)

    def counts(self) -> dict[Value, int]:
        """Return how many states have each value, as it was counted when the table was made."""
        return {Value(value): number for value, number in self.manifest.counts.items()}

    def longest_by_value(self) -> dict[Value, int]:
        """Return the largest remoteness among the states of each value, as it was found when the table was made."""
        return {Value(value): plies for value, plies in self.manifest.longest_by_value.items()}

    def probe(self, codes: NDArray[np.int64]) -> Answers:
        """Return what the table says of many codes at once.

        Args:
            codes: int64, one-dimensional.

        Raises:
            UnsupportedError: the states of this table have no codes.
            TableError: a block that was needed is damaged.
        """
        table = self._codes
        codes = np.asarray(codes, dtype=np.int64)
        said = table.look_up(codes)
        found = np.zeros(len(codes), dtype=np.bool_)
        solved, ended = found.copy(), found.copy()
        payoff, remoteness = np.zeros(len(codes), dtype=np.int64), np.zeros(len(codes), dtype=np.int64)
        known = said.value != table.unsolved
        over = known & (said.remoteness != table.never)
        if self._limit is not None:
            over &= said.remoteness <= self._limit
        found[said.at], solved[said.at], ended[said.at] = True, known, over
        payoff[said.at] = np.where(over, said.value, np.where(known, self.game.infinite_play, 0))
        remoteness[said.at] = np.where(over, said.remoteness, 0)
        return Answers(found, solved, payoff, ended, remoteness)

    def state_of(self, code: int) -> State:
        """Return the state that has this code; in codes from the mover's view, one of the two.

        Raises:
            UnsupportedError: the states of this table have no codes.
            UnknownStateError: none of them has this one.
        """
        place = self._codes.find(code)
        if place is None:
            raise UnknownStateError(f"no state of {self.path} has the code {code}")
        state: State = self._codes.state_at(place)
        return state

    def loaded(self) -> Solution[State, Move]:
        """Return the same solution with all at hand that checking it takes: every block is read.

        Raises:
            TableError: a block is damaged, or they contradict each other.
        """
        from gamekit.tables.loading import load

        return load(self)


def open_table(
    folder: str | os.PathLike[str], *, game: Game[State, Move] | None = None
) -> TableSolution[State, Move]:
    """Open a table that `save_table` or `gamekit solve --save` wrote.

    Args:
        folder: the table's.
        game: its game, needed only for one that is neither registered nor imported.

    Raises:
        InputError: the folder is no table, or one of another game, of other parameters or rules, or of a newer format.
        TableError: it is damaged, as far as can be seen without reading it all.

    >>> import gamekit, tempfile
    >>> from games.nim import Nim
    >>> with tempfile.TemporaryDirectory() as place:
    ...     gamekit.save_table(gamekit.solve(Nim(heaps=(1, 2))), f"{place}/nim")
    ...     table = gamekit.open_table(f"{place}/nim")
    >>> table.best_moves(table.root.state)
    [(2, 1)]
    """
    return solution_of(Files.open(Path(folder)), game)


def solution_of(files: Files, game: Game[Any, Any] | None = None) -> TableSolution[Any, Any]:
    """Return the solution that a table's files hold, if they belong to its game.

    Raises:
        InputError: they do not.
    """
    manifest = files.manifest
    game = game_of(manifest.game, manifest.parameters) if game is None else _checked(game, files)
    if fingerprint(game, with_codes=manifest.index != "states") != manifest.fingerprint:
        raise InputError(
            f"{files.path} is a table of other rules: those of {manifest.game} have changed since it was made"
        )
    backing = backing_of(files, game)
    solution: TableSolution[Any, Any] = lazily(
        TableSolution,
        backing,
        start=_start(game, files),
        root=manifest.root.place,
        solver=manifest.solver,
        states_from=manifest.states_from,
        edges_from=manifest.edges_from,
        unsound=manifest.unsound,
        statistics=manifest.statistics,
        seconds=manifest.seconds,
    )
    return solution


def _start(game: Game[Any, Any], files: Files) -> Any:
    try:
        return game.parse_state(files.manifest.root.state)
    except Exception as error:
        raise TableError(f"{files.path} is wrong: its root is no state ({error})") from error


def _checked(game: Game[Any, Any], files: Files) -> Game[Any, Any]:
    """Return the game if the table says that it is of this one."""
    manifest = files.manifest
    if (name := name_of(game)) != manifest.game:
        raise InputError(f"{files.path} is a table of {manifest.game}, not of {name}")
    parameters = parameters_of(game)
    for parameter in sorted({*parameters, *manifest.parameters}):
        theirs, ours = manifest.parameters.get(parameter), parameters.get(parameter)
        if theirs != ours:
            raise InputError(
                f"{files.path} is a table of other parameters: {parameter} is {theirs}, not {ours}"
            )
    return game
