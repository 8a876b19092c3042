"""The valuation of a position by a kind of value: a report for people and programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

import attrs

from gamekit.cgt.kinds import KINDS, kind_called
from gamekit.cgt.kinds.value_kind import By, Valuation
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, RIGHT, Ruleset
from gamekit.cgt.time_limit import TimeLimitError, time_limit
from gamekit.cgt.tried_rules import TriedRules
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, LoopError
from gamekit.errors import LimitError, UnsupportedError

FEW_POSITIONS: Final = 10_000
"""The most positions over which a walk for an outcome class goes before a search."""

Attempt = tuple[float, Callable[[int], Valuation], int]
"""A way to find a value: its share of the time, a function, and the most positions that this may visit."""


def valuate(
    ruleset: Ruleset[Any],
    position: Any,
    kind: str | None = None,
    *,
    by: By | None = None,
    max_positions: int = DEFAULT_MAX_POSITIONS,
    seconds: float | None = None,
) -> Valuation:
    """Return the valuation of a position by a kind of value, by default by the most informative kind.

    By default, where play can go on for ever, positions of an impartial game get loopy values, and those of a partizan
    one outcome classes.

    Args:
        ruleset: the rules.
        position: the position.
        kind: the name of a kind of value, one of KINDS.
        by: the way to find the value: "walk" visits all followers, "search" those that decide. By default, a search for
            a Grundy value or the winner follows a walk that reached the limit. If outcome classes are asked for, a
            search follows a walk over a few positions, and a walk over more follows a search that found nothing.
        max_positions: the most positions that a walk, and then a search, may visit.
        seconds: the time that the valuation may take, without the check of the proof. A walk that a search follows
            takes three quarters of it, and a search that a walk follows half of it. By default, there is no limit.

    Raises:
        UnsupportedError: positions of the ruleset have no value of this kind, or such values are not found by search.
        LimitError: there are more than `max_positions` positions, or `seconds` are over.
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset
    >>> found = valuate(load_ruleset("top-entails"), (3,))
    >>> print(found.sentence, found.check(), sep="; ")
    entailing value loony; verified: all 8 positions; the symmetry was tried in 1 position
    """
    kind = kind or ("entailing" if ruleset.is_entailing else None)
    rules: TriedRules[Any] = TriedRules(ruleset)
    if kind and not kind_called(kind).bears_entailing:
        rules.require_adding(f"values of the kind {kind}")
    root = rules.root(position)
    valuation = _valued(ruleset, position, kind, by, max_positions, seconds)
    rules.compare(position, root)
    winning = tuple(map(set, valuation.winning))
    left, right = (
        [
            option
            for option in rules.own_options(position, player)
            if rules.canonical(option) in winning[player]
        ]
        for player in (LEFT, RIGHT)
    )
    return attrs.evolve(valuation, winning=(left, right))


def _valued(
    ruleset: Ruleset[Any],
    position: Any,
    kind: str | None,
    by: By | None,
    max_positions: int,
    seconds: float | None,
) -> Valuation:
    """Return the valuation, with the representatives of the winning options."""
    searched = kind_called(kind or ("grundy" if ruleset.is_impartial else "outcome"))
    search = None if by == "walk" else searched.search
    if by == "search" and search is None:
        kinds = " and ".join(name for name in KINDS if kind_called(name).search is not None)
        raise UnsupportedError(
            f"a search can find only values of the kinds {kinds}; the kind is {searched.name}"
        )

    walk = partial(_walked, ruleset, position, kind)
    attempts: list[Attempt] = [(1, walk, max_positions)]
    if search:
        find = partial(search, ruleset, position)
        if by == "search":
            attempts = [(1, find, max_positions)]
        elif kind == "outcome" and max_positions > FEW_POSITIONS:
            attempts = [(1, walk, FEW_POSITIONS), (1 / 2, find, max_positions), *attempts]
        else:
            attempts = [(3 / 4, walk, max_positions), (1, find, max_positions)]
    try:
        with time_limit(seconds):
            return _first_of(attempts, seconds)
    except TimeLimitError:
        cheaper = "ask who wins if one player moves first (gamekit prove)" if search else searched.cheaper
        raise LimitError(
            f"no value of {CheckedRuleset(ruleset).describe(position)} of {ruleset.called} was found in "
            f"{seconds:g} seconds, the limit that was set; raise --seconds (seconds in Python), or {cheaper}"
        ) from None


def _first_of(attempts: Iterable[Attempt], seconds: float | None) -> Valuation:
    """Return the valuation of the first attempt that no limit ends; `seconds` is the time for all.

    Raises:
        LimitError: each reached a limit, except perhaps a search that met a loop after a walk had reached one.
        LoopError: play can return to a position, and no limit was reached before.
    """
    failure: LimitError | None = None
    for share, attempt, most in attempts:
        try:
            with time_limit(seconds and seconds * share):
                return attempt(most)
        except LoopError:
            if failure is None:
                raise
        except LimitError as limit:
            failure = limit
    assert failure is not None
    raise failure


def _walked(ruleset: Ruleset[Any], position: Any, kind: str | None, max_positions: int) -> Valuation:
    usual = "grundy" if ruleset.is_impartial else "canonical"
    try:
        return kind_called(kind or usual).walk(ruleset, position, max_positions)
    except LoopError:
        if kind is not None:
            raise
        other = kind_called("loopy" if ruleset.is_impartial else "outcome")
        return other.walk(ruleset, position, max_positions)
