"""Checking a solution of compiled rules: in a stream over its states, by the same rule as `gamekit.verification`.

Each state's result must be what its mover likes best among its successors', one ply on. The successors are asked of the
rules again, so that nothing is taken from a solver, and found again by their codes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any, Final

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import ProgressCallback
from gamekit.arena.rules import Rules
from gamekit.compiled_solution import CompiledSolution
from gamekit.engine.asking import ask, each
from gamekit.engine.batch import GOES_ON, Batch, Expansion
from gamekit.engine.chunks import CHUNK, chunks_of
from gamekit.engine.columns import NO_STATE, Columns
from gamekit.engine.index import Index
from gamekit.engine.rounds import run_round
from gamekit.errors import GamekitError
from gamekit.lazy_solution import PART
from gamekit.values import FIRST, SECOND, preference, value_of

PLAIN_SAMPLES: Final = 100
"""How many states are also held against the plain rules."""

ENDLESS: Final = (1 << 32) - 1
"""The remoteness of play without end in a packed result."""

WRONG_SUCCESSOR: Final = -2
"""In place of what is expected: some successor is no state of the solution's."""


@attrs.frozen(eq=False)
class Scale:
    """What claims are worth to either player, for the kernel.

    Attributes:
        infinite_play: the payoff of play without end.
        never: the remoteness that stands for it.
        longest: the largest other one.
        row: int8, for each value + 128 its row in `rank`; -1 for values that do not occur.
        rank: int32, players x rows x remoteness: the place in the player's liking, least first; the last entry of a
            row is for play without end. In codes from the mover's view, of a child's result to the parent's mover.
        after: int64, players x places in the liking: the result of the parent, packed by `_pack`.
    """

    infinite_play: int
    never: int
    longest: int
    row: NDArray[np.int8]
    rank: NDArray[np.int32]
    after: NDArray[np.int64]


def check(
    solution: CompiledSolution[Any, Any], executor: Executor, progress: ProgressCallback, most_problems: int
) -> tuple[int, int, list[str]]:
    """Return how many states were checked, how many are wrong, and the first problems in words."""
    solved = solution.solved
    scale, columns = scale_of(solution), solved.columns
    checked = edges = wrong = 0
    problems: list[str] = []
    asked = ((solved.batch, solved.index, columns, scale, part) for part in chunks_of(len(solved.index)))
    for done, (states, found, places, expected) in enumerate(run_round(executor, check_part, asked)):
        checked += states
        edges += found
        wrong += len(places)
        for place, result in zip(places.tolist(), expected.tolist(), strict=True):
            if len(problems) < most_problems:
                problems.append(problem_at(solution, scale, place, result))
        progress("verifying", min((done + 1) * CHUNK, len(solved.index)), len(solved.index))
    for problem in closing_problems(solution, checked, edges):
        wrong += 1
        problems.append(problem)
    return checked, wrong, problems[:most_problems]


def check_part(
    batch: Batch, index: Index, columns: Columns, scale: Scale, part: slice
) -> tuple[int, int, NDArray[np.int64], NDArray[np.int64]]:
    """Check the states at a range of places; return how many, their edges, where it is wrong, and what is right."""
    at, codes, expansion = ask(batch, index, part)
    places = each(at)
    children = index.locate(expansion.children)
    expected = expected_results(
        expansion, children, batch.movers(codes), columns.value, columns.remoteness, scale
    )
    own = columns.value[part], columns.remoteness[part]
    states, wrong = wrong_among(batch, *own, places - part.start, expected, scale)
    return states, len(expansion.children), places[wrong], expected[wrong]


def expected_results(
    expansion: Expansion,
    children: NDArray[np.int64],
    movers: NDArray[np.int8],
    value: NDArray[np.int8],
    remoteness: NDArray[Any],
    scale: Scale,
) -> NDArray[np.int64]:
    """Return what states must be worth, packed.

    Args:
        expansion: what the rules say of them.
        children: for each successor where it is in the columns, negative if it is nowhere.
        movers: who is to move.
        value: what is claimed.
        remoteness: what is claimed.
        scale: of these claims.
    """
    expected = np.empty(len(expansion.outcomes), dtype=np.int64)
    _expect(
        expansion.outcomes, expansion.counts, children, movers, value, remoteness,
        scale.longest, scale.never, scale.row, scale.rank, scale.after, expected,
    )  # fmt: skip
    return expected


def wrong_among(
    batch: Batch,
    value: NDArray[np.int8],
    remoteness: NDArray[Any],
    at: NDArray[np.int64],
    expected: NDArray[np.int64],
    scale: Scale,
) -> tuple[int, NDArray[np.int64]]:
    """Return how many states a range of places claims to have, and which of those that are there are wrong.

    Args:
        batch: the rules.
        value: what is claimed at the places.
        remoteness: what is claimed at the places.
        at: where the states are among the places.
        expected: what they must be worth; made true of those that claim to go on for ever.
        scale: of the claims.
    """
    own, plies = value[at].astype(np.int64), remoteness[at].astype(np.int64)
    endless = plies == scale.never
    expected[endless & (own != scale.infinite_play)] = _pack(scale.infinite_play, ENDLESS)
    wrong = np.flatnonzero(_pack(own, np.where(endless, ENDLESS, plies)) != expected)
    strays = 0
    if batch.rules.is_state is not None:  # a place that is no state's must not claim anything
        strays = int(np.count_nonzero(value != NO_STATE) - np.count_nonzero(own != NO_STATE))
    return len(at) + strays, wrong


def closing_problems(solution: CompiledSolution[Any, Any], checked: int, edges: int) -> Iterator[str]:
    """Give what is wrong with the numbers of states and edges, and what the plain rules say otherwise."""
    if checked != len(solution):
        yield f"{len(solution):,} states are claimed, but there are {checked:,}"
    if edges != solution.arena.edges:
        yield f"{solution.arena.edges:,} edges are claimed, but there are {edges:,}"
    yield from _held_against_plain_rules(solution)


def _pack(value: Any, remoteness: Any) -> Any:
    return (value + 128 << 32) + remoteness


def scale_of(solution: CompiledSolution[Any, Any]) -> Scale:
    """Return the scale of what a solution claims."""
    backing = solution.engine
    longest, infinite_play = solution.longest, solution.game.infinite_play
    values: set[int] = set()
    for part in chunks_of(backing.places, PART):
        values |= set(
            np.flatnonzero(np.bincount(backing.values(part).view(np.uint8), minlength=256)).tolist()
        )
    payoffs = sorted({(value + 128) % 256 - 128 for value in values} - {NO_STATE})
    row = np.full(256, -1, dtype=np.int8)
    rank = np.full((2, max(len(payoffs), 1), longest + 2), -1, dtype=np.int32)
    after = np.zeros((2, len(payoffs) * (longest + 2)), dtype=np.int64)
    for i, payoff in enumerate(payoffs):
        row[payoff + 128] = i
    for player in (FIRST, SECOND):

        def liking(result: tuple[int, int], player: int = player) -> tuple[int, float]:
            payoff, plies = result
            seen = -payoff if backing.from_movers_view else payoff  # by the parent's mover, who is another
            return preference(player, seen, None if plies > longest else plies, infinite_play)

        results = sorted(((payoff, plies) for payoff in payoffs for plies in range(longest + 2)), key=liking)
        for place, (payoff, plies) in enumerate(results):
            rank[player, row[payoff + 128], plies] = place
            seen = -payoff if backing.from_movers_view else payoff
            after[player, place] = _pack(seen, ENDLESS if plies > longest else plies + 1)
    return Scale(infinite_play, backing.never, longest, row, rank, after)


@numba.njit(cache=True, nogil=True)
def _expect(
    outcomes: Any,
    counts: Any,
    children: Any,
    movers: Any,
    value: Any,
    remoteness: Any,
    longest: int,
    never: int,
    row: Any,
    rank: Any,
    after: Any,
    expected: Any,
) -> None:
    """Write what each state's result must be, packed: its outcome, or one ply on from its best child's."""
    edge = 0
    for i in range(len(outcomes)):
        if outcomes[i] != GOES_ON:
            expected[i] = (np.int64(outcomes[i]) + 128) << 32
            continue
        best = np.int64(-1)
        strays = False
        for j in range(edge, edge + counts[i]):
            child = children[j]
            line = row[np.int64(value[child]) + 128] if child >= 0 else -1
            if line < 0:
                strays = True
                continue
            plies = longest + 1 if remoteness[child] == never else remoteness[child]
            best = max(best, np.int64(rank[movers[i], line, plies]))
        edge += counts[i]
        expected[i] = WRONG_SUCCESSOR if strays else after[movers[i], best]


def problem_at(solution: CompiledSolution[Any, Any], scale: Scale, place: int, expected: int) -> str:
    """Return what is wrong with the state at a place, in words."""
    backing = solution.engine
    codes = backing.codes(slice(place, place + 1))
    who = backing.batch.describe(int(codes[0]))
    if expected == WRONG_SUCCESSOR:
        return f"a move from {who} leads to what is no state of the solution"
    remoteness = backing.remoteness_at(place)
    claim = _pack(backing.value_at(place), ENDLESS if remoteness == scale.never else remoteness)
    mover = int(backing.batch.movers(codes)[0])
    said, truth = (_in_words(packed, mover) for packed in (claim, expected))
    return f"{who} is said to be {said}, but the rules make it {truth}"


def _in_words(packed: int, mover: int) -> str:
    payoff, plies = (packed >> 32) - 128, packed & (1 << 32) - 1
    endless = plies == ENDLESS
    value = value_of(payoff, mover, ended=not endless)
    return f"a {value}{' without end' if endless else f' in {plies}'} (payoff {payoff})"


def _held_against_plain_rules(solution: CompiledSolution[Any, Any]) -> Iterator[str]:
    """Compare the compiled successors and outcomes of some states with those of the plain rules."""
    backing = solution.engine
    batch, game = backing.batch, backing.batch.game
    rules = Rules(game)
    generator = random.Random(0)
    places = [solution.arena.root, *(generator.randrange(backing.places) for _ in range(PLAIN_SAMPLES))]
    for place in places:
        if backing.value_at(place) == NO_STATE:
            continue
        codes = backing.codes(slice(place, place + 1))
        state, said = game.decode(int(codes[0])), batch.expand(codes)
        try:
            outcome = rules.outcome(state)
            children = (
                set() if outcome is not None else {game.encode(child) for child in rules.successors(state)}
            )
        except GamekitError as error:
            yield f"the plain rules refuse a state of the compiled ones: {error}"
            continue
        if outcome is not None and batch.from_movers_view and game.to_move(state) == SECOND:
            outcome = -outcome
        over = None if said.outcomes[0] == GOES_ON else int(said.outcomes[0])
        if outcome != over or children != set(said.children.tolist()):
            yield f"the plain and the compiled rules differ at {batch.describe(int(codes[0]))}"
