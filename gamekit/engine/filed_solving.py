"""Solving from files: the same rounds as in memory, of which a killed run loses but the unfinished one."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import attrs

from gamekit.arena.limits import too_many_states
from gamekit.compiled import CompiledRules
from gamekit.engine.backwards import solve_backwards, sweeps
from gamekit.engine.batch import Batch
from gamekit.engine.exploration import explore
from gamekit.engine.file_edges import ByFiledEdges, link_in_files
from gamekit.engine.file_regions import FileRegions
from gamekit.engine.journal import FileWork
from gamekit.engine.parents import ByPredecessors, Parents
from gamekit.engine.plan import IN_WORDS, METHODS, Method
from gamekit.engine.survey import Seen, survey
from gamekit.errors import InputError, UnsupportedError


@attrs.frozen(eq=False)
class FiledSolved:
    """What the engine found, in files.

    Attributes:
        folder: the work folder.
        batch: the rules.
        regions: the states and what is known of them, shard by shard; `left` is gone.
        seen: how many states there are, and what else was counted.
        method: how states got to know of their successors' values.
        seconds: wall time by phase, of this run alone.
        statistics: what there is to tell of the work, for people.
    """

    folder: Path
    batch: Batch
    regions: FileRegions
    seen: Seen
    method: Method
    seconds: dict[str, float]
    statistics: dict[str, Any]


def method_for(rules: CompiledRules, wanted: Method | None) -> Method:
    """Return the method to solve by in files: by predecessors where the rules give them.

    Raises:
        UnsupportedError: the wanted one cannot be had.
        InputError: it is none.
    """
    if wanted is None:
        return "edges" if rules.predecessors is None else "predecessors"
    if wanted not in METHODS:
        raise InputError(f"method is one of {', '.join(METHODS)}; it is {wanted!r}")
    if wanted == "predecessors" and rules.predecessors is None:
        raise UnsupportedError("the compiled rules give no predecessors")
    if wanted == "sweeps":
        raise UnsupportedError("sweeps look at all states at once, which is not for files")
    return wanted


def solve_in_files(
    work: FileWork, batch: Batch, start: int, method: Method | None = None, max_states: int | None = None
) -> FiledSolved:
    """Solve a game by its compiled rules, with everything in the files of a work folder.

    Args:
        work: the folder, and who runs the rounds.
        batch: the rules.
        start: the code to explore from, where the rules do not say themselves which codes are states.
        method: how states get to know of their successors' values; by predecessors where the rules give them.
        max_states: how many states there may be.

    Raises:
        RulesError: the rules break a promise; the state is named.
        LimitError: there are more states than that; the disk is full.
        UnsupportedError: the method needs predecessors, and the rules give none.
        InputError: files are damaged.
    """
    rules, began = batch.rules, time.perf_counter()
    method = method_for(rules, method)
    if rules.is_state is not None:
        regions = FileRegions.dense(rules.size)
    else:
        regions = FileRegions.explored(work, explore(work, batch, start, max_states))
    work.keep_only(regions.live())
    explored = time.perf_counter()
    by_edges = method == "edges"
    seen = link_in_files(work, batch, regions) if by_edges else survey(work, batch, regions, len(regions))
    if max_states is not None and seen.states > max_states:
        raise too_many_states(batch.name, max_states)
    linked = time.perf_counter()
    in_turn = sweeps(seen.payoffs, batch.game.infinite_play, from_movers_view=batch.from_movers_view)
    parents: Parents = ByFiledEdges() if method == "edges" else ByPredecessors(batch)
    rounds = solve_backwards(work, regions, parents, in_turn, seen.states)
    regions.finish(work, batch.game.infinite_play)
    work.keep_only(regions.live())
    told = {"edges from": IN_WORDS[method], "all in files of": str(work.folder), "rounds of solving": rounds}
    if work.finished:
        told["rounds done before"] = work.finished
    seconds = {
        "explore": explored - began,
        "link": linked - explored,
        "solve": time.perf_counter() - linked,
    }
    return FiledSolved(work.folder, batch, regions, seen, method, seconds, told)
