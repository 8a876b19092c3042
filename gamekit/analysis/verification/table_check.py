"""`check_table`: check a table's blocks, order, counts and values."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.analysis.verification.kernel import MAX_PROBLEMS
from gamekit.analysis.verification.verify import Verification, verify
from gamekit.device.choice import DeviceName
from gamekit.engine.runtime.memory_budget import Budget, held
from gamekit.errors import InputError, RulesError, TableError
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Game
from gamekit.game.sentences import counted
from gamekit.solution.solution import Solution
from gamekit.solution.store import Store, longest_of, ranges
from gamekit.solution.tier_store import TierStore
from gamekit.tables.blocks import Column
from gamekit.tables.path_kinds import kind_of
from gamekit.tables.table import open_table
from gamekit.tables.table_files import Files
from gamekit.tables.table_store import TableStore
from gamekit.tables.tiers.reading import begun_solution

if TYPE_CHECKING:
    from gamekit.device.device import Device

ROWS_A_REPORT: Final = 1 << 20
"""The number of rows whose blocks are checked between two reports of progress."""


@attrs.frozen
class TableReport:
    """The findings of `check_table`.

    Attributes:
        blocks: the number of blocks compared with their checksums.
        problems: the problems, a sentence each; only the first ones if there are many.
        verification: the verification of the solution by the rules; None if the table is too damaged for that.
        rests_on: the tiers whose results were taken as they are, if only some tiers were checked.
    """

    blocks: int
    problems: tuple[str, ...]
    verification: Verification | None
    rests_on: tuple[int, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether no problem was found, and the solution is verified."""
        return not self.problems and self.verification is not None and self.verification.ok

    def __str__(self) -> str:
        if self.problems:
            return f"wrong: {self.problems[0]}"
        proved = f"{self.verification}; {self.blocks:,} blocks as they were written"
        if not self.rests_on:
            return proved
        others = counted(len(self.rests_on), "other tier")
        return (
            f"{proved}; the results of {others} ({', '.join(map(str, self.rests_on))}) were taken as they are"
        )


def check_table(
    folder: str | os.PathLike[str],
    *,
    game: Game[Any, Any] | None = None,
    tiers: Collection[int] = (),
    all_states: bool = False,
    memory: int | str | None = None,
    threads: int | None = None,
    device: DeviceName | Device = "auto",
    progress: ProgressCallback | None = None,
) -> TableReport:
    """Check a table: every block against its checksum, the order of states, the counts, and every value by the rules.

    Args:
        folder: the folder of a table, or of tiers.
        game: the game of the table; needed only if it is neither registered nor imported.
        tiers: the tiers to check, by the results of the tiers that they lead to; others need not be solved yet.
        all_states: check every state in those steps for which `verify` otherwise takes a sample.
        memory: the number of bytes that may be used, or a string such as "12GiB"; by default most of the machine's
            memory.
        threads: the number of threads, if the rules are compiled; by default, one for each core.
        device: what checks the values if the rules are compiled, as in `verify`.
        progress: a function called now and then during the work.

    Raises:
        UnsupportedError: a device is asked for, and there is none, or it does not take this table.
        InputError: the folder is not a table, or belongs to another game, to other parameters or rules, or to a newer
            format.
        LimitError: the check needs more memory than is allowed.
    """
    budget = Budget.of(memory)
    blocks, verification = 0, None
    rests_on: tuple[int, ...] = ()
    try:
        solution: Solution[Any, Any]
        if tiers and kind_of(Path(folder)) == "tiers":
            solution, _ = begun_solution(Path(folder), game)
        else:
            solution = open_table(folder, game=game)
        tables_in: Any = solution.store  # of a table or of tiers
        own: list[TableStore] = tables_in.tables
        others: list[TableStore] = []
        if tiers:
            chosen, rests_on = _some_of(tables_in, tiers, folder)
            own, others = chosen.tables, [tables_in.tiers[tier] for tier in rests_on]
            solution = Solution(chosen, own[0].start())
        stores = [*own, *others]
        # before blocks are read, which count as held although they can be freed
        _check_memory(solution.store, budget)
        blocks = sum(file.blocks for store in stores for file in store.manifest.files.values())
        problems = [problem for store in stores for problem in _damaged(store.files, progress or silent)]
        if not problems:
            verification = verify(
                solution, all_states=all_states, threads=threads, device=device, progress=progress
            )
            # where values are wrong, so are their counts
            problems = list(verification.problems)
            if not verification.wrong:
                problems = [problem for store in own for problem in _miscounts(store)]
    except (TableError, RulesError) as error:
        problems, verification = [str(error)], None
    return TableReport(blocks, tuple(problems[:MAX_PROBLEMS]), verification, rests_on)


def _some_of(store: Store, tiers: Collection[int], folder: Any) -> tuple[TierStore, tuple[int, ...]]:
    if not isinstance(store, TierStore):
        raise InputError(
            f"tiers can be chosen in a folder of tiers, and {folder} is a single table; leave out the tiers"
        )
    selection = store.only(tiers)
    children = {child for tier in selection.tiers for child in store.children[tier]}
    return selection, tuple(sorted(children - selection.tiers.keys()))


def _damaged(files: Files, progress: ProgressCallback) -> Iterator[str]:
    """Yield the damage of all blocks."""
    columns = [*files.short.values(), *files.columns.values()]
    total = sum(column.file.blocks for column in columns)
    done = 0
    for column in columns:
        for part in ranges(column.file.blocks, max(1, ROWS_A_REPORT // column.rows_in_a_block)):
            yield from _damage(column, np.arange(part.start, part.stop))
            done += part.stop - part.start
            progress("checking blocks", done, total)


def _damage(column: Column, numbers: NDArray[np.int64]) -> Iterator[str]:
    """Yield the damage of some blocks: check them all at once, and each by itself only if one is damaged."""
    try:
        column.many(numbers)
    except TableError:
        for number in numbers.tolist():
            try:
                column.block(number)
            except TableError as error:
                yield str(error)


def _check_memory(store: Any, budget: Budget) -> None:
    """Check that the states that are held at once fit into memory: a table, or a tier and those that it leads to."""
    for part, _, _ in store.parts():
        needed = part.bytes_of_results + sum(table.bytes_of_index for table in part.tables)
        budget.check(held() + needed, f"verifying {part.tables[0].files.path}")


def _miscounts(store: TableStore) -> Iterator[str]:
    """Yield a sentence for each count of the manifest that is wrong; states and edges were counted by verifying."""
    manifest, game = store.manifest, store.game
    solution: Solution[Any, Any] = Solution(store, store.start())
    tally, counted = solution.tally(), store.info.counted
    if counted is None:
        return
    counts: dict[str, Any] = {
        "counts": (counted.counts, tally.counts),
        "longest": (counted.longest, longest_of(store)),
        "longest_by_value": (counted.longest_by_value, tally.longest_by_value),
        "players": (list(manifest.players), list(game.players)),
        "infinite_play": (manifest.infinite_play, game.infinite_play),
        "max_plies": (manifest.max_plies, game.max_plies),
        "payoffs": (list(store.payoffs), _payoffs(store)),
    }
    for name, (claimed, actual) in counts.items():
        if claimed != actual:
            says = f"{store.files.path}: the manifest says that {name} is {_plain(claimed)}"
            yield f"{says}, but it is {_plain(actual)}"


def _payoffs(store: TableStore) -> list[int]:
    payoffs: set[Any] = set()
    for part in ranges(store.places):
        values = store.values(part)
        over = (store.remoteness(part) == 0) & (values != store.no_state) & (values != store.unsolved)
        payoffs |= set(np.unique(values[over]).tolist())
        for place in np.flatnonzero(values == store.unsolved).tolist():
            # only the rules know whether play ends there
            payoffs.add(store.game.outcome(store.state_at(part.start + place)))
    return sorted(payoffs - {None})


def _plain(value: Any) -> Any:
    return {str(key): number for key, number in value.items()} if isinstance(value, dict) else value
