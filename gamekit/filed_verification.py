"""Checking a solution in files, in rounds over its shards: each state asks those of its successors what they claim.

By the same rule as `gamekit.compiled_verification`, and in as little memory as solving it took.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from itertools import chain
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.arena import ProgressCallback
from gamekit.compiled_solution import CompiledSolution
from gamekit.compiled_verification import (
    Scale,
    closing_problems,
    expected_results,
    problem_at,
    scale_of,
    wrong_among,
)
from gamekit.engine.asking import ask, each
from gamekit.engine.batch import Batch
from gamekit.engine.columns import NO_STATE
from gamekit.engine.executors import Crew
from gamekit.engine.file_regions import FileRegion
from gamekit.engine.index import ABSENT
from gamekit.engine.journal import FileWork
from gamekit.engine.keeping import Done, Keeper, Kept, Piece, joined, parts_of, whole
from gamekit.engine.shards import Cut
from gamekit.filed_solution import InFiles

TOGETHER: Final = 64
"""How many parts of shards ask at a time, which bounds the disk that questions and answers take."""


def check_in_files(
    solution: CompiledSolution[Any, Any],
    backing: InFiles,
    crew: Crew,
    progress: ProgressCallback,
    most_problems: int,
) -> tuple[int, int, list[str]]:
    """Return how many states were checked, how many are wrong, and the first problems in words."""
    scale = scale_of(solution)
    checked = edges = wrong = done = 0
    problems: list[str] = []
    regions = backing.solved.regions
    parts = list(regions.parts())
    with FileWork.open(backing.solved.folder / "verification", {}, anew=True) as work:
        work.executor, work.workers, work.check = crew.executor, crew.workers, crew.check
        try:
            for begin in range(0, len(parts), TOGETHER):
                together = parts[begin : begin + TOGETHER]
                judged = _judged(work, backing, scale, together)
                for (shard, part), said in zip(together, judged, strict=True):
                    states, found, number, *first = said.told
                    checked += states
                    edges += found
                    wrong += number
                    for place, result in zip(first[::2], first[1::2], strict=True):
                        if len(problems) < most_problems:
                            there = backing.offset(shard) + place
                            problems.append(problem_at(solution, scale, there, result))
                    done += part.stop - part.start
                    progress("verifying", done, backing.places)
                work.keep_only(())
        finally:
            shutil.rmtree(work.folder / "arrays", ignore_errors=True)
    for problem in closing_problems(solution, checked, edges):
        wrong += 1
        problems.append(problem)
    return checked, wrong, problems[:most_problems]


MOST_TOLD: Final = 20
"""How many wrong states of a part are told of, which are more than anybody is shown."""


def _judged(
    work: FileWork, backing: InFiles, scale: Scale, together: list[tuple[int, slice]]
) -> Iterator[Done]:
    """Give what there is to say of some parts of shards."""
    regions, batch = backing.solved.regions.regions, backing.batch
    cut = Cut(regions[0].span, len(regions))
    questions: list[list[Piece]] = [[] for _ in regions]
    asked = [(batch, regions[shard], part, cut) for shard, part in together]
    for done in work.round(question, asked):
        for inbox, piece in zip(questions, parts_of(done.kept[0]), strict=True):
            inbox.append(piece)
    answering = ((region, inbox) for region, inbox in zip(regions, questions, strict=True))
    answers: list[list[tuple[Piece, Piece]]] = [[] for _ in together]
    for done in work.round(answer, answering):
        for own, value, remoteness in zip(answers, *map(parts_of, done.kept), strict=True):
            own.append((value, remoteness))
    judging = ((*known, scale, own) for known, own in zip(asked, answers, strict=True))
    return work.round(judge, judging)


def question(keep: Keeper, batch: Batch, region: FileRegion, part: slice, cut: Cut) -> Done:
    """Keep the keys of the successors of a range of places, by shard."""
    _, _, expansion = ask(batch, region.index, part)
    keys, _, ends = _by_shard(region, expansion.children, cut)
    return Done((keep(keys, ends),))


def _by_shard(
    region: FileRegion, children: NDArray[np.int64], cut: Cut
) -> tuple[NDArray[np.int64], NDArray[np.int64], list[int]]:
    """Return keys by shard, which of the children each is of, and where those of each shard end."""
    keys = region.index.keys_of(children).astype(np.int64)
    return cut.part_pairs(keys, np.arange(len(keys)))


def answer(keep: Keeper, region: FileRegion, inbox: list[Piece]) -> Done:
    """Keep what is claimed of the states with these keys; of those that are none, that there is none."""
    ends = np.cumsum([len(piece) for piece in inbox]).tolist()
    places = region.index.locate_keys(joined(inbox))
    absent = places == ABSENT
    places[absent] = 0
    value, remoteness = (_column(kept)[places] for kept in (region.value, region.remoteness))
    value[absent] = NO_STATE
    return Done((keep(value, ends), keep(remoteness, ends)))


def _column(kept: tuple[Kept, ...]) -> NDArray[Any]:
    if not kept or not kept[0].ends[-1]:
        return np.zeros(1, dtype=np.int8)  # a shard without states: nobody's key is found there
    return whole(kept[0]).read()


def judge(
    keep: Keeper,  # noqa: ARG001  (a task is given one)
    batch: Batch,
    region: FileRegion,
    part: slice,
    cut: Cut,
    scale: Scale,
    answers: list[tuple[Piece, Piece]],
) -> Done:
    """Tell how many states and edges there are, how many are wrong, and of the first where, and what is right."""
    at, codes, expansion = ask(batch, region.index, part)
    places = each(at)
    _, which, _ = _by_shard(region, expansion.children, cut)
    own_value, own_remoteness = (_column(kept)[part] for kept in (region.value, region.remoteness))
    value, remoteness = np.empty(len(which), own_value.dtype), np.empty(len(which), own_remoteness.dtype)
    value[which] = joined(piece for piece, _ in answers)
    remoteness[which] = joined(piece for _, piece in answers)
    expected = expected_results(
        expansion, np.arange(len(which)), batch.movers(codes), value, remoteness, scale
    )
    states, wrong = wrong_among(batch, own_value, own_remoteness, places - part.start, expected, scale)
    first = wrong[:MOST_TOLD]
    told = chain.from_iterable(zip(places[first].tolist(), expected[first].tolist(), strict=True))
    return Done((), (states, len(which), len(wrong), *told))
