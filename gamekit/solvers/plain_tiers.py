"""Solving by tiers with the plain rules: one arena per tier, with extra nodes for the results of other tiers."""

from __future__ import annotations

import time
from functools import partial
from itertools import islice
from typing import Any

import attrs
import numpy as np

from gamekit.arena import Adjacency, Arena
from gamekit.engine.runtime.executors import ExecutorSpec
from gamekit.engine.tiers.order import Schedule, TierGraph, leads_back, solve_in_order
from gamekit.errors import RulesError, UnsupportedError
from gamekit.game.checked_rules import STATES_A_REPORT, Rules
from gamekit.game.fingerprint import Identity
from gamekit.game.limits import too_many_states
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import has_conversions, names_tiers, supplies
from gamekit.game.representatives import check_representatives
from gamekit.solution.solution import Solution
from gamekit.solution.store import Store
from gamekit.solvers.base import Solver
from gamekit.solvers.options import SolveOptions
from gamekit.tables.tiers.files import Settings
from gamekit.tables.tiers.folder import TextTierFolder
from gamekit.tables.tiers.reading import open_tier_folder

ENDLESS_REMOTENESS = -1
"""The number that stands for the remoteness of infinite play."""


def solve_by_plain_tiers(game: Any, options: SolveOptions) -> Solution[Any, Any]:
    """Solve a game tier by tier in the folder that the options name, or continue the solve in that folder.

    Raises:
        UnsupportedError: the game names no tiers.
        RulesError: the rules break a promise, or a move returns to a tier that was left.
        LimitError: a tier has too many states.
        InputError: the folder does not belong to this solve, or the game does not parse the text of a state back.
    """
    if not names_tiers(game):
        raise UnsupportedError(
            f"{type(game).__name__} names no tiers: define tier, which returns the tier of a state"
        )
    assert options.tiers is not None
    rules = Rules(game)
    start = rules.initial_state_as_given() if options.start is None else options.start
    origin = rules.initial_state() if options.start is None else rules.start(start)
    check_representatives(rules, origin)
    identity = Identity.of(game, with_codes=False)
    settings = Settings.of(game, identity, start).as_json()
    spec = ExecutorSpec.of(options.executor, options.threads)
    with (
        TextTierFolder.open(options.tiers, game, settings, identity, compress=options.compress) as folder,
        spec.side_by_side(game) as (pool, number),  # before hours of exploring, as it may not be possible
    ):
        graph = folder.explored_graph()
        if graph is None:
            graph = _Explorer(rules, options, folder).run(origin)
        schedule = Schedule(rules.name, graph, folder)
        progress = options.progress or silent
        solve = partial(_solve_tier, folder, options.solver, progress if spec.is_here else silent)
        solve_in_order(solve, schedule, pool, number, progress)
    return open_tier_folder(options.tiers, game)


@attrs.frozen(eq=False)
class _Explorer:
    """An exploration of the tiers and their states; the folder stores the states found and what is still to expand."""

    rules: Rules[Any, Any]
    options: SolveOptions
    folder: TextTierFolder

    def run(self, origin: Any) -> TierGraph:
        """Explore all tiers that play reaches from a state, or continue to do so; return the graph of the tiers."""
        exploration = self.folder.exploration
        if not exploration.sizes:
            for state in self._listed(origin):
                self._enter(self.rules.tier(state), state)
        graph = exploration.run(
            self._explore_tier, self.folder.offer, self.rules.name, self.options.max_states
        )
        self.folder.note(graph)
        return graph

    def _listed(self, origin: Any) -> list[Any]:
        limit = self.options.plain_limit
        if self.options.start is not None or not supplies(self.rules.game, "states"):
            return [origin]
        listed = self.rules.states(at_most=limit)
        if len(listed) > limit:
            raise too_many_states(self.rules.name, limit)
        return listed

    def _enter(self, tier: int, state: Any) -> None:
        self.folder.exploration.seeds.setdefault(tier, {})[state] = None

    def _explore_tier(self, tier: int) -> int:
        exploration, states = self.folder.exploration, self.folder.states(tier)
        seeds = exploration.seeds.pop(tier)
        if exploration.unfinished == tier:
            expanded = len(states) - len(seeds)
        else:
            expanded, known = len(states), set(states)
            states += [state for state in seeds if state not in known]
        expanded = self._explore(tier, states, expanded)
        self.folder.keep(tier, states)
        exploration.unfinished = None
        if expanded < len(states):
            exploration.seeds[tier], exploration.unfinished = dict.fromkeys(states[expanded:]), tier
        return len(states)

    def _explore(self, tier: int, states: list[Any], expanded: int) -> int:
        """Add to `states` the states that play reaches inside a tier, and to the seeds those that it reaches in others.

        Return the number of states that were expanded: all, unless it is time to record the exploration earlier.
        """
        progress, limit = self.options.progress or silent, self.options.plain_limit
        rules, known = self.rules, set(states)
        for i, state in enumerate(islice(states, expanded, None), expanded):  # grows while it is walked
            if not i % STATES_A_REPORT:
                progress("exploring", i, None)
            if i > expanded and self.folder.is_due():
                return i
            if rules.outcome(state) is not None:
                continue
            for child in rules.successors(state):
                child_tier = rules.tier(child)
                if child_tier != tier:
                    if not self.folder.exploration.graph.add(tier, child_tier):
                        move = f"the move from {rules.in_brief(state)} to {rules.in_brief(child)}"
                        raise leads_back(rules.name, move, tier, child_tier)
                    self._enter(child_tier, child)
                elif child not in known:
                    known.add(child)
                    states.append(child)
            if len(states) > limit:
                raise too_many_states(f"tier {tier} of {rules.name}", limit)
        return len(states)


def _solve_tier(
    folder: TextTierFolder,
    solver: Solver,
    progress: ProgressCallback,
    tier: int,
    children: frozenset[int],
    _shares: int,
) -> None:
    """Solve a tier of which all child tiers are solved, and write its table, unless the table exists."""
    if folder.is_finished(tier):  # by a worker that was thought to be lost
        return
    began = time.monotonic()
    rules, states = Rules(folder.game), folder.states(tier)
    others = _OtherTiers(rules, {child: folder.store_of(child) for child in children})
    outcomes, movers = rules.evaluate(states)
    inside = {state: i for i, state in enumerate(states)}
    degrees, targets, edges = list[int](), list[int](), 0
    for state, outcome in zip(states, outcomes, strict=True):
        successors = [] if outcome is not None else rules.successors(state)
        targets_of_state = dict.fromkeys(
            i if (i := inside.get(child)) is not None else len(states) + others.node_of(tier, state, child)
            for child in successors
        )
        targets += targets_of_state
        degrees.append(len(targets_of_state))
        edges += len(successors)
    ends = others.ends
    degrees += [int(after is not None) for _, after in ends]
    targets += [len(states) + after for _, after in ends if after is not None]
    terminal = [outcome is not None for outcome in outcomes] + [after is None for _, after in ends]
    payoffs = [outcome or 0 for outcome in outcomes] + [payoff for payoff, _ in ends]
    arena: Arena[Any, Any] = Arena(
        game=rules.game,
        states=[*states, *ends],
        index=inside,
        root=0,
        mover=np.array(movers + [0] * len(ends), dtype=np.int8),
        terminal=np.array(terminal),
        payoff=np.where(terminal, payoffs, 0).astype(np.int64),
        states_from="exploration",
        edges_from="moves",
        given=Adjacency.of_degrees(np.array(degrees, dtype=np.int64), np.array(targets, dtype=np.int32)),
    )
    solution = solver.solve(arena, progress)
    store: Any = solution.store
    own = slice(0, len(states))
    seconds = {"solve": time.monotonic() - began}
    part = attrs.evolve(
        store,
        info=attrs.evolve(store.info, seconds=seconds),
        places=len(states),
        states=len(states),
        edges=edges,
        payoffs=tuple(sorted({outcome for outcome in outcomes if outcome is not None})),
        value=store.values(own),
        plies=store.remoteness(own),
    )
    folder.save(tier, Solution(part, states[0]), children)


@attrs.frozen(eq=False)
class _OtherTiers:
    """The results of moves that leave a tier, as further nodes of its arena.

    A result is a payoff and the plies until the end. Its node leads, by a move that nobody can avoid, to the node of
    the same payoff one ply nearer; that of 0 plies is an end, and that of infinite play leads to itself. So any solver
    finds for a node the result that it stands for, and there are at most as many nodes as results.

    Attributes:
        stores: the stores of the tiers to which play leads, by tier.
        ends: for each node, its payoff and the number of the next node; None for an end.
        nodes: the number of the node of each result.
        known: the number of the node of each state.
    """

    rules: Rules[Any, Any]
    stores: dict[int, Store]
    ends: list[tuple[int, int | None]] = attrs.field(factory=list)
    nodes: dict[tuple[int, int], int] = attrs.field(factory=dict)
    known: dict[Any, int] = attrs.field(factory=dict)

    def node_of(self, tier: int, state: Any, child: Any) -> int:
        if (node := self.known.get(child)) is None:
            node = self.known[child] = self._node(*self._result(tier, state, child))
        return node

    def _result(self, tier: int, state: Any, child: Any) -> tuple[int, int]:
        rules, child_tier = self.rules, self.rules.tier(child)
        store = self.stores.get(child_tier)
        place = None if store is None else store.place_of(child)
        if store is None or place is None:
            raise RulesError(
                f"{rules.name}: the move from {rules.in_brief(state)} to {rules.in_brief(child)} did not occur when "
                f"tier {tier} was explored; rules must say the same whenever they are asked"
            )
        payoff, plies = store.result_at(place)
        if plies == store.infinite:
            return payoff, ENDLESS_REMOTENESS
        is_converted = has_conversions(rules.game) and rules.game.converts(tier, child_tier)
        return payoff, 0 if is_converted else plies

    def _node(self, payoff: int, plies: int) -> int:
        # endless play leads to itself
        for near in [ENDLESS_REMOTENESS] if plies == ENDLESS_REMOTENESS else range(plies + 1):
            if (payoff, near) not in self.nodes:
                self.nodes[payoff, near] = len(self.ends)
                after = self.nodes[payoff, max(near - 1, ENDLESS_REMOTENESS)] if near else None
                self.ends.append((payoff, after))
        return self.nodes[payoff, plies]
