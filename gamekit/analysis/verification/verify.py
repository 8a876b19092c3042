"""`verify`: check a solution against the rules, without any solver."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.analysis.verification.kernel import MAX_PROBLEMS, Claims, Judgement, judge, unpack
from gamekit.analysis.verification.rules_comparison import what_was_proved
from gamekit.analysis.verification.symmetry_check import (
    MOST_HELD_FOR_FEW,
    PAIRS,
    SymmetryTrial,
    by_moves_alone,
    rules_with_symmetry,
    try_symmetry,
)
from gamekit.arena.csr import COMPILED_FROM_EDGES
from gamekit.device.choice import DeviceName, check_device, device_for, is_asked_for, unless_asked
from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.engine.runtime.tuning import DEFAULTS, Tuning
from gamekit.errors import GamekitError, InputError, UnsupportedError
from gamekit.game.checked_rules import Rules
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.representatives import children_of
from gamekit.game.values import SECOND, value_of
from gamekit.solution.argument_checks import check_solution
from gamekit.solution.conversions import check_counts_to_the_end
from gamekit.solution.expander import PLACES_PER_TASK, Expander
from gamekit.solution.solution import Solution
from gamekit.solution.store import Store, ranges

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from gamekit.device.device import Device
    from gamekit.engine.runtime.supersteps import WorkerPool


@attrs.frozen
class Verification:
    """The result of `verify`.

    Attributes:
        checked: the number of states that were checked, which are all that have a value.
        unsolved: the number of states without a value, which leave the solution unproved.
        wrong: the number of wrong states, plus the number of other problems.
        problems: the first problems that were found, a sentence each.
        compared: if the compiled rules gave the successors, the number of states that were also compared with the plain
            rules; None if the plain rules alone gave the successors.
        symmetry: the trial of the symmetry; None if every state stands for itself alone.
        device: the name of the device that checked the states; None for this processor.
    """

    checked: int
    unsolved: int
    wrong: int
    problems: tuple[str, ...]
    compared: int | None = None
    symmetry: SymmetryTrial | None = None
    device: str | None = None

    @property
    def ok(self) -> bool:
        """Whether the solution is proved: every state has a value, and every value follows from the rules."""
        return not self.wrong and not self.unsolved

    def __str__(self) -> str:
        if not self.ok and not self.wrong:
            return f"not verified: {self.unsolved:,} of {self.checked + self.unsolved:,} states are unsolved"
        if not self.ok:
            return f"wrong: {self.wrong:,} of {self.checked:,} states, first of all that {self.problems[0]}"
        return f"verified: {self.scope}"

    @property
    def scope(self) -> str:
        """The extent of the check in words: the states, the rules, and the symmetry."""
        proved = what_was_proved(self.checked, self.compared, "state")
        if self.device is not None:
            proved = f"{proved}; checked on {self.device}"
        return proved if self.symmetry is None else f"{proved}; {self.symmetry}"


def verify(
    solution: Solution[Any, Any],
    *,
    all_states: bool = False,
    threads: int | None = None,
    executor: str | Executor | None = None,
    device: DeviceName | Device = "auto",
    tuning: Tuning = DEFAULTS,
    progress: ProgressCallback | None = None,
) -> Verification:
    """Check each state's result against those of its successors, as the moves give them.

    A terminal state must have its outcome and be 0 plies from the end. Any other must have the result that the player
    to move prefers among its successors', one ply farther away. That is a proof: along forced ends the remoteness
    falls with every ply of the player who minimises it, so they do end, with that payoff; and a player who could force
    more would have a nearest state in which to do so, which has a successor that shows it. If a state has no value, as
    after a capped search, neither it nor the states just before it can be checked, and the result says so.

    If the game counts remoteness to the next conversion, the result behind a conversion counts as 0 plies away. Then
    tiers must form no circle, which is checked, too: remoteness falls in every phase of play, and phases come to an
    end.

    What players prefer is defined in `game.values`; nothing here is shared with a solver, and the successors are taken
    from the moves even where the game gave its predecessors. So nothing rests on predecessors, nor, without
    conversions, on tiers: these say in which order to solve. Where the solution comes from compiled rules, they give
    the successors, and are compared with the plain rules at a thousand states, or at all. Where states represent others
    by symmetry, some of the others, or all that play reaches, are compared with their representatives, because a wrong
    symmetry yields values that agree with each other. The result says how many.

    Args:
        solution: a solution of a game.
        all_states: compare compiled rules with the plain ones at every state, the children that gamekit derives for a
            board game with the states that its moves lead to, and every state that play reaches with its
            representative. These states are held in memory and may be many times as many as those of the solution.
        threads: the number of threads, if the rules are compiled; by default, one for each core.
        executor: the executor of the tasks that check a solution in a work folder, as in `gamekit.solve`.
        device: what checks a solution of compiled rules, as in `gamekit.solve`. It need not be what solved the game.
        tuning: the sizes of rounds and tasks in a work folder; tests make them small.
        progress: a function called now and then during the work if the rules are compiled.

    Raises:
        InputError: the solution is part of another, such as the table of one tier.
        UnsupportedError: a device is asked for, and there is none, or it does not take this solution.
        LimitError: the solution does not fit into the memory of the device that is asked for.
        TableError: a table is damaged.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> print(gamekit.verify(gamekit.solve(Nim(heaps=(1, 2)))))
    verified: all 7 states; the symmetry holds in the only other state that play reaches
    """
    check_solution(solution, "verify")
    store, progress = solution.store, progress or silent
    if store.info.is_part:
        raise InputError(_rests_on_others(store))
    check_device(device)
    if store.label != "code":
        if is_asked_for(device):
            raise UnsupportedError(
                "a device verifies solutions by compiled rules, and this one is by plain rules"
            )
        judged = list(_judged_by_plain_rules(store, progress))
        trial, problems = _try_symmetry(solution, None, progress, all_states=all_states)
        problems += _false_children(store, all_states=all_states)
        if solution.start not in solution:
            problems.append(
                f"play begins in {solution.describe(solution.start)}, which is not in the solution"
            )
        return _summary(store, judged, problems, None, trial)
    expander = store.expander()
    if expander.shards is not None:
        check_counts_to_the_end(store.game)
    from gamekit.analysis.verification.rules_comparison import codes_to_compare, compare
    from gamekit.engine.runtime.executors import ExecutorSpec

    chosen = _device_for(store, expander, device)
    spec = ExecutorSpec.of(executor, threads)
    if expander.shards is None:
        spec.check_in_memory()
    name, judged = None, list[Judgement]()
    if chosen is not None:
        from gamekit.analysis.verification.on_device import judged_on

        judged = unless_asked(device, lambda: _told(judged_on(chosen, store), store, progress)) or []
        name = chosen.name if judged else None
    if not judged:
        with spec.pool(store.places) as pool:
            judged = _told(_judged(store, expander, pool, tuning), store, progress)
    root = solution.place_of(solution.start)
    compared, problems = compare(store, expander, root, progress, all_states=all_states)
    trial = None
    if not problems:
        codes = codes_to_compare(store, expander, root, all_states=all_states)
        trial, problems = _try_symmetry(solution, codes, progress, all_states=all_states)
    return attrs.evolve(_summary(store, judged, problems, compared, trial), device=name)


def _try_symmetry(
    solution: Solution[Any, Any],
    parts: Iterable[NDArray[np.int64]] | None,
    progress: ProgressCallback,
    *,
    all_states: bool,
) -> tuple[SymmetryTrial | None, list[str]]:
    """Compare states with those that represent them, beginning at codes, or at places if there are no codes."""
    store = solution.store
    game: Any = store.game
    rules = rules_with_symmetry(game, store.perspective, by_codes=parts is not None)
    if rules is None:
        return None, []
    numbers: Iterable[int] = range(store.places)
    if parts is not None:
        numbers = (code for part in parts for code in part.tolist())

    state_of = store.state_at if parts is None else game.decode
    if all_states or store.places > PAIRS:
        return try_symmetry(rules, solution.start, numbers, state_of, progress, all_states=all_states)
    return try_symmetry(
        rules, solution.start, numbers, state_of, progress, all_states=True, most_held=MOST_HELD_FOR_FEW
    )


def _false_children(store: Store, *, all_states: bool) -> list[str]:
    """Return a sentence on the first state whose `children`, if the game has them, are not what its moves lead to.

    Edges may come from `children`, so those that an author writes are always checked in every state.
    """
    rules: Rules[Any, Any] = Rules(store.game)
    if not rules.has_children or (not all_states and by_moves_alone(Rules(store.game)).has_children):
        return []
    rules.compared_calls_left = store.places
    try:
        for place in range(store.places):
            children_of(rules, store.state_at(place))
    except GamekitError as error:
        return [str(error)]
    return []


def _rests_on_others(store: Store) -> str:
    """Return the reason why a part of a solution cannot be verified by itself."""
    path = store.info.path
    if path is None:
        return "this is a part of a solution: its values rest on states outside it, so verify the whole"
    return f"{path} is the table of one tier: its values rest on other tiers, so verify {path.parent}"


def _device_for(store: Store, expander: Expander, device: DeviceName | Device) -> Device | None:
    """Return the device that is to verify a solution by compiled rules; None for this processor.

    Raises:
        UnsupportedError: a device is asked for, and there is none, or it does not take this solution.
    """
    if expander.shards is not None:
        if is_asked_for(device):
            raise UnsupportedError(f"a device does not verify the files of a work folder: {store.info.path}")
        return None
    return device_for(store.game, device, store.places)


def _told(judgements: Iterable[Judgement], store: Store, progress: ProgressCallback) -> list[Judgement]:
    """Return judgements as they come, and report the progress."""
    judged, done = list[Judgement](), 0
    for judgement in judgements:
        judged.append(judgement)
        done += judgement.states
        progress("verifying", min(done, store.states), store.states)
    return judged


def _judged_by_plain_rules(store: Store, progress: ProgressCallback) -> Iterator[Judgement]:
    claims = Claims.of(store, compiled=store.edges >= COMPILED_FROM_EDGES)
    for part, places, begin in store.parts():
        yield from _judged_part(part, places, begin, claims, None)
        progress("verifying", begin + places, store.places)


def _judged(store: Store, expander: Expander, pool: WorkerPool, tuning: Tuning) -> Iterator[Judgement]:
    claims = Claims.of(store, compiled=True)
    if expander.shards is not None:
        from gamekit.analysis.verification.sharded import check_shards

        batch: Any = expander.batch
        folder: Any = store.info.path
        return check_shards(batch, expander.shards, folder, claims, pool, tuning)
    return chain.from_iterable(_judged_part(*part, claims, pool) for part in store.parts())


def _judged_part(
    store: Store, places: int, begin: int, claims: Claims, pool: WorkerPool | None
) -> Iterator[Judgement]:
    """Judge the first `places` places of a store, which begin at place `begin` of the whole solution."""
    expander, results = store.expander(), store.results()
    claims = attrs.evolve(claims, infinite=store.infinite)
    judgements: Iterable[Judgement]
    if pool is None:
        judgements = [check_range(expander, claims, results, slice(0, places))]
    else:
        from gamekit.engine.runtime.supersteps import run_round

        inputs = ((expander, claims, results, part) for part in ranges(places, PLACES_PER_TASK))
        judgements = run_round(pool, check_range, inputs)
    for judgement in judgements:
        yield attrs.evolve(judgement, places=tuple(place + begin for place in judgement.places))


def check_range(expander: Expander, claims: Claims, results: ResultArrays, part: slice) -> Judgement:
    """Check the states in a range of places, given the stored results of all places."""
    return judge(expander.expand(part), results, part, results.at(part), claims)


def _summary(
    store: Store,
    judged: list[Judgement],
    problems: list[str],
    compared: int | None,
    trial: SymmetryTrial | None,
) -> Verification:
    """Return the result of `verify`; a wrong stored number of states or edges counts as a problem."""
    states, edges, unsolved, wrong = map(sum, zip(*(attrs.astuple(j)[:4] for j in judged), strict=True))
    pairs = (pair for j in judged for pair in zip(j.places, j.expected, strict=True))
    first = [_problem(store, *pair) for pair in islice(pairs, MAX_PROBLEMS)]
    problems = [*store.miscounts(states, edges), *_circles(judged), *problems]
    shown = tuple([*first, *problems][:MAX_PROBLEMS])
    return Verification(states - unsolved, unsolved, wrong + len(problems), shown, compared, trial)


def _circles(judged: list[Judgement]) -> list[str]:
    """Return a sentence if the tiers of a game with conversions form a circle."""
    leads = sorted({lead for judgement in judged for lead in judgement.leads})
    if not leads:
        return []
    from gamekit.engine.tiers.order import TierGraph

    graph = TierGraph()
    return [
        f"a move from tier {tier} leads to tier {child}, from which play returns"
        for tier, child in leads
        if not graph.add(tier, child)
    ][:1]


def _problem(store: Store, place: int, expected: int | None) -> str:
    game = store.game
    try:
        state = store.state_at(place)
        who, player = Rules(game).in_brief(state), int(game.to_move(state))
    except Exception:  # what is in a table need not be a state
        who, player = f"place {place:,}", 0
    if expected is None:
        return f"a move from {who} leads out of the states of the solution"
    value, plies = store.result_at(place)
    sign = -1 if store.perspective == "mover" and player == SECOND else 1
    claim = _describe_result(sign * value, None if plies == store.infinite else plies, player)
    if value == store.no_state:
        claim = "no state"
    payoff, plies_then = unpack(expected)
    why = "the game is over there:" if plies_then == 0 else "its best move makes it"
    truth = _describe_result(sign * payoff, plies_then, player)
    return f"{who} is said to be {claim}, but {why} {truth}"


def _describe_result(payoff: int, plies: int | None, player: int) -> str:
    value = value_of(payoff, player, ended=plies is not None)
    return f"a {value}{' without end' if plies is None else f' in {plies}'} (payoff {payoff})"
