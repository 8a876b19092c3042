"""Comparison of states with those that represent them: a wrong symmetry yields values that agree with each other.

A state is *like* its representative if both have the same outcome and player to move, and their moves lead to states
with the same representatives. Let every state that play reaches from a state of the solution be like its
representative, and let each state of the solution have the value that follows from the values of its successors. Give
every state that play reaches the value of its representative. This value follows from the values of the state's own
successors, because these have the same representatives. So the values are those of the game without symmetry.

It is not enough to check the states that one move reaches. Take a state that one move reaches and that is like its
representative: its own successors have the same representatives, but need not be like them. So a complete check also
follows play through states that are not in the solution.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator
from itertools import chain, islice
from random import Random
from typing import Any, Final, TypeVar

import attrs

from gamekit.analysis.verification.kernel import MAX_PROBLEMS
from gamekit.errors import GamekitError
from gamekit.game.checked_rules import Rules
from gamekit.game.movers_view import MoversView, rules_for_solving, rules_from
from gamekit.game.progress import ProgressCallback
from gamekit.game.protocol import Game
from gamekit.game.representatives import children_of, compare
from gamekit.game.sentences import all_of, counted
from gamekit.game.values import Perspective

PAIRS: Final = 250
"""The number of states in a sample, from which play begins; a solution with no more places is checked as a whole."""

MOVES_AHEAD: Final = 4
"""The most random moves made from a state: a child may be like its representative although grandchildren are not."""

AnyRules = TypeVar("AnyRules", bound=Rules[Any, Any])

MOST_HELD: Final = 1 << 22
"""The largest number of represented states that are held in memory, to follow play through each of them once."""

MOST_HELD_FOR_FEW: Final = 1_000
"""The largest number of represented states held for a small solution, which is then tried as fast as a sample."""


@attrs.define
class SymmetryTrial:
    """The numbers of states and moves that were compared with those of the states that represent them.

    Attributes:
        states: the number of different states that were compared, without those that represent themselves.
        moves: the number of moves that lead on from these states.
        is_whole: whether these are all such states that play reaches from states of the solution.
        sampled: the number of states in the sample, including those that represent themselves.
    """

    states: int = 0
    moves: int = 0
    is_whole: bool = True
    sampled: int = attrs.field(default=0, eq=False)

    def __str__(self) -> str:
        if not self.states:
            where = "play reaches" if self.is_whole else f"a sample of {counted(self.sampled, 'state')} met"
            return f"{where} no state that another one represents"
        if self.is_whole:
            return f"the symmetry holds in {all_of(self.states, 'other state')} that play reaches"
        return f"the symmetry was tried in {counted(self.states, 'state')} and {counted(self.moves, 'move')}"


class _ByCodes(Rules[Any, Any]):
    """The rules of a game whose states stand for each other if they share a code."""

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.has_symmetry = True

    def canonical(self, state: Any) -> Any:
        return self.hashable(self.invoke("decode", self.invoke("encode", state)))


class _ByCodesOfMover(_ByCodes, MoversView[Any, Any]):
    """The same kind of rules as `_ByCodes`, for codes that show the mover's view."""


def by_moves_alone(rules: AnyRules) -> AnyRules:
    """Make rules compute children move by move, unless `children` is what gamekit derives for a board game."""
    if rules.has_children:
        from gamekit.layout.board_game import BoardGame

        kind: Any = type(rules.game)
        rules.has_children = kind.children is BoardGame.children
    return rules


def rules_with_symmetry(game: Any, perspective: Perspective, *, by_codes: bool) -> Rules[Any, Any] | None:
    """Return rules with representatives of states; None if every state stands for itself alone.

    With the perspective "mover", a state also stands for the one with players exchanged. If states are known by their
    codes, a code may join states that the plain rules do not.
    """
    if by_codes:
        return by_moves_alone(_ByCodesOfMover(game) if perspective == "mover" else _ByCodes(game))
    rules = by_moves_alone(rules_from(game, perspective))
    return rules if rules.has_symmetry else None


def try_symmetry(
    rules: Rules[Any, Any],
    start: Any,
    numbers: Iterable[int],
    state_of: Callable[[int], Any],
    progress: ProgressCallback,
    *,
    all_states: bool,
    covered: Container[Any] | None = None,
    most_held: int | None = None,
) -> tuple[SymmetryTrial | None, list[str]]:
    """Compare states that play reaches with their representatives; return the trial and the first faults, as sentences.

    The trial is None if the rules define no symmetry, and no code was met that joins states.

    Play begins at `start`, which need not be its own representative, and at the states that `state_of` returns for
    `numbers`. If `all_states` is true, every move is followed, else a few moves from a few states. Play is not followed
    beyond the representatives that are `covered`; None means all. If all states are checked, at most `most_held` of
    them are held in memory, by default `MOST_HELD`.
    """
    trial = SymmetryTrial(is_whole=all_states)
    if all_states:
        held = MOST_HELD if most_held is None else most_held
        faults = _faults_of_all(rules, start, map(state_of, numbers), progress, trial, covered, held)
    else:
        known = numbers if isinstance(numbers, range) else [*numbers]
        chosen = known if len(known) <= PAIRS else Random(0).sample(known, PAIRS)
        faults = _faults_of_some(rules, start, map(state_of, chosen), trial)
    problems = [*islice(faults, MAX_PROBLEMS)]
    is_stated = rules_for_solving(rules.game).has_symmetry
    return trial if is_stated or trial.states else None, problems


def _faults_of_some(
    rules: Rules[Any, Any], start: Any, states: Iterable[Any], trial: SymmetryTrial
) -> Iterator[str]:
    """Compare the start with its representative, and the states after a few random moves from each state."""
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
                trial.sampled += 1
                _compare(rules, here, children, trial)
        except GamekitError as error:
            yield str(error)


def _faults_of_all(
    rules: Rules[Any, Any],
    start: Any,
    states: Iterable[Any],
    progress: ProgressCallback,
    trial: SymmetryTrial,
    covered: Container[Any] | None,
    most_held: int,
) -> Iterator[str]:
    """Follow play from each state through the states that others represent, and compare each of these states."""
    met = {start}
    for number, state in enumerate(chain([start], states)):
        if not number % PAIRS:
            progress("trying the symmetry", number, None)
        left = [state]
        while left:
            here = left.pop()
            try:
                children = children_of(rules, here)
                if not _compare(rules, here, children, trial) and number and here is state:
                    yield f"{rules.in_brief(state)} represents others, but another state represents it"
                if covered is not None and rules.representatives_of([here])[0] not in covered:
                    continue
                for child, representative in zip(children, rules.representatives_of(children), strict=True):
                    if child == representative or child in met:
                        continue
                    if len(met) < most_held:
                        met.add(child)
                        left.append(child)
                    else:
                        trial.is_whole = False
                        _compare(rules, child, children_of(rules, child), SymmetryTrial())
            except GamekitError as error:
                yield str(error)


def _compare(rules: Rules[Any, Any], state: Any, children: list[Any], trial: SymmetryTrial) -> bool:
    """Compare a state with its representative; return whether that is the state itself."""
    rules.check_turns(state, children)
    (representative,) = rules.representatives_of([state])
    if representative == state:
        return True
    compare(rules, state, children, representative)
    trial.states += 1
    trial.moves += len(children)
    return False
