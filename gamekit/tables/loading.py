"""A table with all at hand that checking it takes: the engine's columns for codes, or an arena for texts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gamekit.arena import Adjacency, Arena
from gamekit.arena.adjacency import offsets_of
from gamekit.arena.rules import PAYOFF_LIMIT, Rules
from gamekit.engine.chunks import chunks_of
from gamekit.errors import UnknownStateError
from gamekit.lazy_solution import PART
from gamekit.solution import Solution, Status
from gamekit.tables.backing import CodesBacking, TableBacking
from gamekit.tables.blocks import Column
from gamekit.tables.faults import TableError
from gamekit.tables.files import BLOCK

if TYPE_CHECKING:
    from gamekit.tables.table import TableSolution


def load(solution: TableSolution[Any, Any]) -> Solution[Any, Any]:
    """Return a table's solution, read as a whole.

    Raises:
        TableError: a block is damaged, or they contradict each other.
    """
    table: Any = solution.backing
    check_order(table)
    try:
        root = solution.arena.index_of(solution.start)
    except UnknownStateError:
        root = -1
    if root != solution.arena.root:
        raise TableError(f"{solution.path} is wrong: its root is not at the place that the manifest names")
    return _compiled(solution, table) if isinstance(table, CodesBacking) else _plain(solution, table)


def check_order(table: TableBacking) -> None:
    """Check that keys, or texts, ascend, and that the fences are the first of each block.

    Raises:
        TableError: they do not.
    """
    if table.index == "dense":
        return
    column, fences = table.files.columns[table.index], table.fences
    last = fences[:0]
    for part in chunks_of(table.places, PART):
        first, rows = part.start // BLOCK, column.part(part)
        begins = rows[::BLOCK]
        if (wrong := np.flatnonzero(begins != fences[first : first + len(begins)])).size:
            column.damaged(first + int(wrong[0]), "it does not begin as fences.npy says")
        joined = np.concatenate([last, rows])
        if (wrong := np.flatnonzero(joined[1:] <= joined[:-1])).size:
            row = int(wrong[0]) + 1 - len(last)
            column.damaged((part.start + row) // BLOCK, f"its {table.index} do not ascend")
        last = rows[-1:]
    if table.bits is not None and (fences[0] < 0 or last[0] >> table.bits):
        raise TableError(f"{column.path} is damaged: its keys do not have {table.bits} bits")


def _compiled(solution: TableSolution[Any, Any], table: CodesBacking) -> Solution[Any, Any]:
    from gamekit.compiled_solution import compiled_solution
    from gamekit.engine.batch import batch_of
    from gamekit.engine.columns import Columns
    from gamekit.engine.index import DenseIndex, SortedIndex
    from gamekit.engine.solving import Solved

    batch = batch_of(solution.game)
    bits = table.bits
    _check_codes(table, batch.rules.size)
    if batch.from_movers_view != table.from_movers_view:
        raise TableError(f"{solution.path} is wrong: payoffs_to is not whom the compiled rules pay")
    index = (
        DenseIndex(table.places) if bits is None else SortedIndex(table.files.columns["keys"].whole(), bits)
    )
    columns = Columns(
        value=table.value.whole(),
        remoteness=table.remoteness.whole(),
        left=np.empty(0, dtype=np.uint8),
        states=table.states,
        edges=table.edges,
        payoffs=table.payoffs,
    )
    method: Any = solution.method
    solved = Solved(batch, index, columns, method, dict(solution.seconds), dict(solution.statistics))
    return compiled_solution(batch.game, solved, solution.start)


def _check_codes(table: CodesBacking, size: int) -> None:
    """Check that the compiled rules may be asked about all codes."""
    if table.bits is None:
        fits = table.places == size
    else:
        fits = table.bits == max((size - 1).bit_length(), 1)
        if size < table.size:  # else any key will do
            fits = fits and all((table.codes(part) < size).all() for part in chunks_of(table.places, PART))
    if not fits:
        raise TableError(
            f"{table.files.path} is wrong: the compiled rules have {size:,} codes, and it has others"
        )


def _plain(solution: TableSolution[Any, Any], table: TableBacking) -> Solution[Any, Any]:
    game = solution.game
    states = list(_states(table))
    index = {state: place for place, state in enumerate(states)}
    if len(index) < len(states):
        raise TableError(f"{solution.path} is wrong: two texts in it are of the same state")
    rules = Rules(game)
    outcomes = [rules.outcome(state) for state in states]
    targets: list[int] = []
    degrees = []
    for state, outcome in zip(states, outcomes, strict=True):
        children = rules.successors(state) if outcome is None else []
        for child in children:
            if child not in index:
                raise TableError(
                    f"{solution.path} is wrong: a move from {rules.in_brief(state)} leads to "
                    f"{rules.in_brief(child)}, which it does not have"
                )
        targets += [index[child] for child in children]
        degrees.append(len(children))
    arena: Arena[Any, Any] = Arena(
        game=game,
        states=states,
        index=index,
        root=index[rules.canonical(solution.start)],
        mover=np.array([rules.mover(state) for state in states], dtype=np.int8),
        terminal=np.array([outcome is not None for outcome in outcomes]),
        payoff=np.array([outcome or 0 for outcome in outcomes], dtype=np.int32),
        states_from=solution.arena.states_from,
        edges_from="moves",
        given=Adjacency(offsets_of(np.array(degrees, dtype=np.int64)), np.array(targets, dtype=np.int32)),
    )
    value, plies = table.value.whole(), table.remoteness.whole()
    unsolved, endless = value == table.unsolved, plies == table.never
    status = np.where(unsolved, Status.UNSOLVED, np.where(endless, Status.ENDLESS, Status.ENDED))
    return Solution(
        arena=arena,
        solver=solution.solver,
        status=status.astype(np.int8),
        payoff=_where(~unsolved, value, table.value),
        remoteness=_where(~unsolved & ~endless, plies, table.remoteness),
        unsound=solution.unsound,
        statistics=solution.statistics,
        seconds=solution.seconds,
    )


def _where(condition: NDArray[np.bool_], numbers: NDArray[Any], column: Column) -> NDArray[np.int32]:
    """Return numbers as a solution has them, and 0 elsewhere."""
    kept = np.where(condition, numbers, 0)
    if kept.size and max(-int(kept.min()), int(kept.max())) > PAYOFF_LIMIT:
        raise TableError(f"{column.path} is wrong: a number in it is larger than any can be")
    return kept.astype(np.int32)


def _states(table: TableBacking) -> Iterator[Any]:
    for part in chunks_of(table.places, PART):
        for text in table.keys(part).tolist():
            try:
                yield table.game.parse_state(text.decode())
            except Exception as error:
                raise TableError(f"{table.files.path} is wrong: {text!r} is no state ({error})") from error
