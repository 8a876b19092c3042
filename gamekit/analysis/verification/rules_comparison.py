"""Comparison of compiled rules with the plain rules that they restate, many states at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.errors import GamekitError
from gamekit.game.checked_rules import Rules
from gamekit.game.foreign_errors import describe_error
from gamekit.game.progress import ProgressCallback
from gamekit.game.sentences import all_of, counted
from gamekit.game.values import SECOND
from gamekit.solution.expander import Expander
from gamekit.solution.store import Store, ranges

SAMPLES: Final = 1000
"""The number of states in a sample; in a solution with no more places, all states are compared."""

CODES_AT_ONCE: Final = 1 << 13
TRIES: Final = 64


def what_was_proved(checked: int, compared: int | None, noun: str) -> str:
    """Return the extent of a check in words: the number of states, and the rules they were checked against.

    `compared` is None if only the plain rules were used; the noun is "state" or "position".

    >>> what_was_proved(5000, 1000, "state")
    'all 5,000 states against the compiled rules; 1,000 states compared with the plain ones'
    """
    if not checked:
        return f"no {noun} is needed"
    proved = all_of(checked, noun)
    if compared is None:
        return proved
    if compared >= checked:
        too = "all of them" if checked != 1 else "also"
        return f"{proved} against the compiled rules, and {too} against the plain ones"
    return f"{proved} against the compiled rules; {counted(compared, noun)} compared with the plain ones"


def codes_to_compare(
    store: Store, expander: Expander, root: int, *, all_states: bool
) -> Iterator[NDArray[np.int64]]:
    """Yield the codes of all states, or of the root and others drawn at random, many at a time."""
    if all_states or store.places <= SAMPLES:
        for part in ranges(store.places, CODES_AT_ONCE):
            yield expander.codes(np.arange(part.start, part.stop))
        return
    generator = np.random.default_rng(0)
    places = np.array([root], dtype=np.int64)
    first = codes = expander.codes(places)
    for _ in range(TRIES):  # places may be empty
        if len(codes) >= SAMPLES:
            break
        places = np.union1d(places, generator.integers(store.places, size=SAMPLES))
        codes = expander.codes(places)
    others = np.setdiff1d(codes, first)
    yield np.concatenate([first, generator.permutation(others)[: SAMPLES - len(first)]])


def compare(
    store: Store, expander: Expander, root: int, progress: ProgressCallback, *, all_states: bool
) -> tuple[int, list[str]]:
    """Return the number of states compared, and the differences between the rules, a sentence each."""
    compared = 0
    problems: list[str] = []
    for codes in codes_to_compare(store, expander, root, all_states=all_states):
        problems += (what for _, what in differences(expander.batch, codes))
        compared += len(codes)
        if all_states:
            progress("comparing with the plain rules", compared, store.states)
    return compared, problems


def differences(batch: Any, codes: NDArray[np.int64]) -> Iterator[tuple[int, str]]:
    """Yield the codes at which outcomes, players to move, tiers, progress or successors differ, with a sentence."""
    game, view, rules = batch.game, batch.from_movers_view, Rules(batch.game)
    rules.has_symmetry = False  # a state and its representative must share a code
    expansion = batch.expand(codes)
    children = expansion.children.tolist()
    ends = np.cumsum(expansion.counts)
    measures = batch.movers(codes), batch.tiers(codes), batch.progress(codes)
    columns = codes, expansion.outcomes, expansion.counts, *measures, ends
    for code, outcome, count, mover, tier, progress, end in zip(
        *(column.tolist() for column in columns), strict=True
    ):
        try:
            state = game.decode(code)
            payoff, player = rules.outcome(state), rules.mover(state)
            after = rules.successors(state) if payoff is None else []
            if payoff is not None and view and player == SECOND:
                payoff = -payoff
            same = (
                game.encode(state) == code
                and payoff == (None if count else outcome)
                and sorted(set(map(game.encode, after))) == sorted(children[end - count : end])
                and (batch.rules.tier is None or game.tier_of(state) == tier)
                and (
                    batch.rules.progress is None or payoff is not None or game.progress_of(state) == progress
                )
                and (all(rules.mover(child) != player for child in after) if view else player == mover)
            )
        except GamekitError as error:
            yield code, f"the plain rules refuse a state of the compiled ones: {error}"
            continue
        except Exception as error:  # what has a code need not be a state
            yield code, f"code {code} is not the code of a state by the plain rules: {describe_error(error)}"
            continue
        if not same:
            yield code, f"the plain and the compiled rules differ at {batch.describe(code)}"
