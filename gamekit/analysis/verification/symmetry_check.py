"""States held against those that represent them: values by a symmetry that is none would all fit together.

A state is *like* its representative if both have the same outcome and player to move, and their moves lead to states
with the same representatives. Let every state that play reaches from a solution's be like its representative, and let
each state of the solution have the value that follows from its successors'. Give every state that play reaches the
value of its representative: it follows from the values of the state's own successors, because these are the same. So
the values are those of the game without symmetry.

To look at the states that one move reaches would not do. Take a state that one move reaches and that is like its
representative: its own successors have the same representatives, but need not be like these. So whoever looks at all
follows play through states that are not in the solution, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from random import Random
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.analysis.verification.kernel import MAX_PROBLEMS
from gamekit.errors import GamekitError
from gamekit.game.checked_rules import Rules
from gamekit.game.movers_view import MoversView, rules_from
from gamekit.game.progress import ProgressCallback
from gamekit.game.representatives import children_of, compare
from gamekit.game.sentences import all_of, counted
from gamekit.solution.store import Store

PAIRS: Final = 250
"""In so many states play begins where not all are looked at."""

MOVES_AHEAD: Final = 4
"""A state's child may be like its representative where grandchildren are not; so far moves are made."""

MOST_HELD: Final = 1 << 22
"""Of the states that others represent, so many are held in memory to follow play through them, each once."""


@attrs.define
class SymmetryTrial:
    """How many states were compared with those that represent them.

    Attributes:
        states: how many, each once, apart from those that represent themselves.
        moves: how many moves lead on from them.
        is_whole: whether there are no others that play reaches from states of the solution.
    """

    states: int = 0
    moves: int = 0
    is_whole: bool = True

    def __str__(self) -> str:
        if not self.is_whole:
            states = f"{counted(self.states, 'state')} and {counted(self.moves, 'move')}"
            return f"the symmetry was tried in {states if self.states else 'no state'}"
        if not self.states:
            return "play reaches no others"
        return f"the symmetry holds in {all_of(self.states, 'other')} that play reaches"


class _ByCodes(Rules[Any, Any]):
    """The rules of a game whose states stand for each other if they share a code."""

    def canonical(self, state: Any) -> Any:
        """Return the state that the code of a state stands for."""
        return self.hashable(self._invoke("decode", self._invoke("encode", state)))


class _ByCodesOfMover(_ByCodes, MoversView[Any, Any]):
    """The same, where codes show what the mover sees."""


def try_symmetry(
    store: Store,
    start: Any,
    parts: Iterable[NDArray[np.int64]] | None,
    progress: ProgressCallback,
    *,
    all_states: bool,
) -> tuple[SymmetryTrial | None, list[str]]:
    """Compare states that play reaches with those that represent them.

    Args:
        store: the solution.
        start: the state that it starts from, which need not be its own representative.
        parts: the codes to choose from of states to begin at; None where states have no codes.
        progress: called now and then if all states are looked at.
        all_states: follow every move from every state, not a few moves from a few states.

    Returns:
        How many were compared, None if no state stands for others; and the first faults, a sentence each.
    """
    rules = rules_from(store.game, store.perspective)
    if not rules.has_symmetry:
        return None, []
    game: Any = store.game
    state_of, numbers = store.state_at, iter(range(store.places))
    if parts is not None:
        rules = (_ByCodesOfMover if store.perspective == "mover" else _ByCodes)(game)
        state_of, numbers = game.decode, (code for part in parts for code in part.tolist())
    trial = SymmetryTrial(is_whole=all_states)
    if all_states:
        faults = _faults_of_all(
            rules, store, start, _reported(map(state_of, numbers), store, progress), trial
        )
    else:
        known = [*numbers] if parts is not None else range(store.places)
        chosen = known if len(known) <= PAIRS else Random(0).sample(known, PAIRS)
        faults = _faults_of_some(rules, start, map(state_of, chosen), trial)
    return trial, [*islice(faults, MAX_PROBLEMS)]


def _reported(states: Iterator[Any], store: Store, progress: ProgressCallback) -> Iterator[Any]:
    for number, state in enumerate(states):
        if not number % PAIRS:
            progress("trying the symmetry", number, store.states)
        yield state


def _faults_of_some(
    rules: Rules[Any, Any], start: Any, states: Iterable[Any], trial: SymmetryTrial
) -> Iterator[str]:
    """Compare the start, and where a few random moves lead from each state."""
    choose, met = Random(0), set[Any]()
    for state, moves in chain([(start, 0)], ((state, choose.randint(1, MOVES_AHEAD)) for state in states)):
        try:
            here, children = state, children_of(rules, state)
            for _ in range(moves):
                if children:
                    here = choose.choice(children)
                    children = children_of(rules, here)
            if here not in met:
                met.add(here)
                _compare(rules, here, children, trial)
        except GamekitError as error:
            yield str(error)


def _faults_of_all(
    rules: Rules[Any, Any], store: Store, start: Any, states: Iterable[Any], trial: SymmetryTrial
) -> Iterator[str]:
    """Follow play from each state through those that others represent, and compare them all."""
    met = {start}
    for number, state in enumerate(chain([start], states)):
        left = [state]
        while left:
            here = left.pop()
            try:
                children = children_of(rules, here)
                if not _compare(rules, here, children, trial) and number and here is state:
                    yield f"{rules.in_brief(state)} represents others, but another state represents it"
                if store.place_of(here) is None:  # in a tier whose results are taken as they are
                    continue
                for child, representative in zip(children, rules.representatives_of(children), strict=True):
                    if child == representative or child in met:
                        continue
                    if len(met) < MOST_HELD:
                        met.add(child)
                        left.append(child)
                    else:
                        trial.is_whole = False
                        _compare(rules, child, children_of(rules, child), SymmetryTrial())
            except GamekitError as error:
                yield str(error)


def _compare(rules: Rules[Any, Any], state: Any, children: list[Any], trial: SymmetryTrial) -> bool:
    """Compare a state with what represents it; return whether that is the state itself."""
    rules.check_turns(state, children)
    (representative,) = rules.representatives_of([state])
    if representative == state:
        return True
    compare(rules, state, children, representative)
    trial.states += 1
    trial.moves += len(children)
    return False
