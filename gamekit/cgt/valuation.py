"""The valuation of a position by a kind of value: a report for people and programs."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.cgt.kinds import KINDS, kind_called
from gamekit.cgt.kinds.value_kind import By, Valuation
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, RIGHT, Ruleset
from gamekit.cgt.time_limit import TimeLimitError, time_limit
from gamekit.cgt.tried_rules import TriedRules
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, LoopError
from gamekit.errors import LimitError, UnsupportedError


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
            a Grundy value or the winner follows a walk that reached the limit.
        max_positions: the most positions that a walk, and then a search, may visit.
        seconds: the time that the valuation may take, without the check of the proof; a walk leaves half of it to a
            search. By default, there is no limit.

    Raises:
        UnsupportedError: positions of the ruleset have no value of this kind, or such values are not found by search.
        LimitError: there are more than `max_positions` positions, or `seconds` are over.
        RulesError: the ruleset breaks a promise.
    """
    rules: TriedRules[Any] = TriedRules(ruleset)
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
    try:
        with time_limit(seconds):
            if by == "search" and search:
                return search(ruleset, position, max_positions)
            try:
                with time_limit(seconds / 2 if seconds and search else seconds):
                    return _walked(ruleset, position, kind, max_positions)
            except LimitError as limit:
                if search is None:
                    raise
                try:
                    return search(ruleset, position, max_positions)
                except LoopError:
                    raise limit from None
    except TimeLimitError:
        cheaper = "ask who wins if one player moves first (gamekit prove)" if search else searched.cheaper
        raise LimitError(
            f"no value of {CheckedRuleset(ruleset).describe(position)} of {ruleset.called} was found in "
            f"{seconds:g} seconds, the limit that was set; raise --seconds (seconds in Python), or {cheaper}"
        ) from None


def _walked(ruleset: Ruleset[Any], position: Any, kind: str | None, max_positions: int) -> Valuation:
    usual = "grundy" if ruleset.is_impartial else "canonical"
    try:
        return kind_called(kind or usual).walk(ruleset, position, max_positions)
    except LoopError:
        if kind is not None:
            raise
        other = kind_called("loopy" if ruleset.is_impartial else "outcome")
        return other.walk(ruleset, position, max_positions)
