"""The checked build: rules that look at every index, run on the first states before the quick ones are trusted."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gamekit.engine.codes.batch import Batch
from gamekit.errors import RulesError
from gamekit.layout.compiler.mistakes import Place, mistake

FIRST_STATES: Final = 2_000
"""So many states are expanded by the checked build before a solve."""


def expand_checked(game: Any, batch: Batch, sites: list[tuple[Place, str]], codes: Any) -> Any:
    """Return the expansion of some codes by the checked build.

    Raises:
        RulesError: an index or a value is out of range; the author's line is named.
    """
    try:
        return batch.expand(codes)
    except IndexError:
        for code in codes:  # which one it is
            try:
                batch.expand(np.array([code], dtype=np.int64))
            except IndexError as error:
                raise _out_of_range(game, int(code), sites, error) from None
        raise


def try_first_states(game: Any, batch: Batch, sites: list[tuple[Place, str]], start: int) -> None:
    """Expand the first states that play reaches by the checked build."""
    known = {start}
    level = [start]
    while level:
        expansion = expand_checked(game, batch, sites, np.array(level, dtype=np.int64))
        children = set(expansion.children.tolist()) - known
        level = sorted(children)[: max(FIRST_STATES - len(known), 0)]
        known.update(level)


def try_spread_states(game: Any, batch: Batch, sites: list[tuple[Place, str]]) -> None:
    """Expand some states by the checked build, whose codes lie at equal distances."""
    size = batch.rules.size
    distance = (size // FIRST_STATES) | 1  # an odd one, so that both players are to move in some
    codes = np.arange(0, size, distance, dtype=np.int64)
    expand_checked(game, batch, sites, codes[batch.are_states(codes) != 0])


def _out_of_range(game: Any, code: int, sites: list[tuple[Place, str]], error: IndexError) -> RulesError:
    site, found, limit = error.args
    place, expression = sites[site]
    state = game.format_state(game.decode(code))
    what = (
        f"is {found}, which is not from 0 to {limit - 1}"
        if limit
        else f"is {found}, and there is nothing to index"
    )
    return mistake(place, expression, f"an index or a value {what}, at {state}")
