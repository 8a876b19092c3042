"""`check_table`: everything that can be wrong with a table: its blocks, its order, its counts, and what it claims."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import ProgressCallback
from gamekit.engine.chunks import chunks_of
from gamekit.engine.memory import Budget, held
from gamekit.errors import RulesError
from gamekit.game import Game
from gamekit.lazy_solution import PART, LazySolution
from gamekit.solution import Solution
from gamekit.tables.backing import Files
from gamekit.tables.blocks import Column
from gamekit.tables.faults import TableError
from gamekit.tables.manifest import width_of
from gamekit.tables.table import TableSolution, solution_of
from gamekit.verification import Verification, verify

MOST_PROBLEMS: Final = 20

AT_A_TIME: Final = 4096
"""How many blocks are checked at a time; progress is told of after each time."""


@attrs.frozen
class TableReport:
    """What `check_table` found.

    Attributes:
        blocks: how many blocks were held against their checksums.
        problems: what is wrong, a sentence each; the first of them, if there are many.
        verification: of the solution by the rules; None if the table is too damaged for that.
    """

    blocks: int
    problems: tuple[str, ...]
    verification: Verification | None

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong, and the solution proved."""
        return not self.problems and self.verification is not None and self.verification.ok

    def __str__(self) -> str:
        if self.problems:
            return f"wrong: {self.problems[0]}"
        return f"{self.verification}; {self.blocks:,} blocks as they were written"


def check_table(
    folder: str | os.PathLike[str],
    *,
    game: Game[Any, Any] | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    progress: ProgressCallback | None = None,
) -> TableReport:
    """Check a table: every block against its checksum, the order of states, the counts, and every value by the rules.

    Args:
        folder: the table's.
        game: its game, needed only for one that is neither registered nor imported.
        memory: how many bytes may be taken, or a text such as "12GiB"; most of the machine's by default.
        threads: how many to use where the rules are compiled; all cores by default.
        progress: told about the work.

    Raises:
        InputError: the folder is no table, or one of another game, of other parameters or rules, or of a newer format.
        LimitError: it takes more memory than is allowed.
    """
    budget = Budget.of(memory)
    blocks = 0
    try:
        files = Files.open(Path(folder))
        solution = solution_of(files, game)
        _check_memory(
            files, budget
        )  # before blocks are read, which then count as held, though they can be given up
        blocks = sum(file.blocks for file in files.manifest.files.values())
        problems = list(_damaged(files, progress))
        if problems:
            return TableReport(blocks, tuple(problems[:MOST_PROBLEMS]), None)
        loaded = solution.loaded()
        verification = verify(loaded, threads=threads, progress=progress)
        problems = [*verification.problems, *_miscounts(solution, loaded)]
    except (TableError, RulesError) as error:
        return TableReport(blocks, (str(error),), None)
    return TableReport(blocks, tuple(problems[:MOST_PROBLEMS]), verification)


def _damaged(files: Files, progress: ProgressCallback | None) -> Iterator[str]:
    """Check all blocks; give what is wrong with those that are damaged."""
    columns = [*files.short.values(), *files.columns.values()]
    total = sum(column.blocks for column in columns)
    done = 0
    for column in columns:
        for part in chunks_of(column.blocks, AT_A_TIME):
            yield from _damage(column, np.arange(part.start, part.stop))
            done += part.stop - part.start
            if progress:
                progress("checking blocks", done, total)


def _damage(column: Column, numbers: NDArray[np.int64]) -> Iterator[str]:
    """Check some blocks at once, and only if one of them is damaged each by itself."""
    try:
        column.many(numbers)
    except TableError:
        for number in numbers.tolist():
            try:
                column.block(number)
            except TableError as error:
                yield str(error)


def _check_memory(files: Files, budget: Budget) -> None:
    """See that what has to be taken in can be; plain columns of codes are used where they lie."""
    manifest = files.manifest
    if manifest.index == "states":
        return
    needed = 2 * manifest.places if manifest.index == "keys" else 0  # the table that finds keys, at most
    if manifest.compressed:
        needed += manifest.places * sum(width_of(manifest.column(name).dtype) for name in manifest.columns)
    budget.check(held() + needed, f"verifying {files.path}")


def _miscounts(solution: TableSolution[Any, Any], loaded: Solution[Any, Any]) -> Iterator[str]:
    """Compare what the manifest counts with what there is."""
    arena, backing = loaded.arena, solution.backing
    manifest, game = solution.manifest, solution.game
    found: dict[str, Any] = {
        "counts": (solution.counts(), loaded.counts()),
        "longest": (solution.longest, loaded.longest),
        "longest_by_value": (solution.longest_by_value(), loaded.longest_by_value()),
        "players": (list(manifest.players), list(game.players)),
        "infinite_play": (manifest.infinite_play, game.infinite_play),
        "max_plies": (manifest.max_plies, game.max_plies),
    }
    if isinstance(loaded, LazySolution):  # whose states and edges are counted where they are verified
        found["payoffs"] = (list(backing.payoffs), _payoffs(solution))
    else:
        found["payoffs"] = (list(backing.payoffs), arena.payoffs)
        found["states"], found["edges"] = (backing.states, len(loaded)), (backing.edges, arena.edges)
    for name, (said, counted) in found.items():
        if said != counted:
            yield f"{solution.path}: the manifest says that {name} is {_plain(said)}, but it is {_plain(counted)}"


def _payoffs(solution: TableSolution[Any, Any]) -> list[int]:
    """Return with which payoffs the game ends."""
    backing = solution.backing
    found: set[int] = set()
    for part in chunks_of(backing.places, PART):
        values = backing.values(part)
        over = (backing.remotenesses(part) == 0) & (values != backing.no_state) & (values != backing.unsolved)
        found |= set(np.unique(values[over]).tolist())
    return sorted(found)


def _plain(value: Any) -> Any:
    return {str(key): number for key, number in value.items()} if isinstance(value, dict) else value
