"""`play_by_search`: a game that is too large to be solved whole, if a search finds who wins."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

from gamekit.device.choice import is_asked_for
from gamekit.errors import UnsupportedError
from gamekit.game.compiled import is_compiled
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Game, states_progress
from gamekit.game.values import BOTH, turn_limit
from gamekit.layout.on_layout import OnLayout
from gamekit.solvers.options import SolveOptions
from gamekit.solvers.solve_from_text import read_state

if TYPE_CHECKING:
    from gamekit.analysis.play.search_play import SearchPlay

MOST_CODES: Final = 1 << 32
"""The number of codes up to which the size of a game is not estimated."""

MOST_STATES: Final = 100_000_000
"""The estimated number of states above which a game is too large."""

ESTIMATING: Final = 4.0
"""The number of seconds that estimating may take."""

STARTING: Final = 60.0
"""The number of seconds in which the value of the start must be found."""


def can_be_searched(game: Game[Any, Any]) -> bool:
    """Return whether a search decides who wins: if two play by compiled rules, and no play can go in circles."""
    return (
        len(game.players) == BOTH and is_compiled(game) and states_progress(game) and turn_limit(game) is None
    )


def play_by_search(game: Game[Any, Any], start: str | None, options: SolveOptions) -> SearchPlay | None:
    """Return a play from a state, with its value found by search; None if the game is to be solved whole.

    That is so if it is small enough, if the options exclude a search, or if the value is not found in time.

    Raises:
        NoStateError: the string `start` names no state of the game.
    """
    progress = options.progress or silent
    is_free = options.allows_compiled and options.max_states is None and not is_asked_for(options.device)
    if not is_free or not can_be_searched(game) or not _is_too_large(game, progress):
        return None
    from gamekit.analysis.play.search_play import SearchPlay  # which loads Numba
    from gamekit.solvers.proof.position_search import PositionSearch

    progress("compiling", 0, None)
    play = SearchPlay(
        PositionSearch(game, threads=options.threads),
        game.initial_state() if start is None else read_state(game, start),
    )
    verdict, _ = play.search.answer(play.start, STARTING, _searching(progress))
    return None if verdict.payoff is None else play


def _searching(progress: ProgressCallback) -> ProgressCallback:
    """Return a callback that says for whoever waits what is searched for, and for how long."""
    what = "searching for the value of the start, which takes up to a minute"
    return lambda _phase, done, total: progress(f"{what}; positions so far" if done else what, done, total)


def _estimating(progress: ProgressCallback) -> ProgressCallback:
    """Return a callback that says what is counted for, and not how far: one thing is counted after the other."""
    return lambda _phase, _done, _total: progress("estimating how many positions there are", 0, None)


def _is_too_large(game: Game[Any, Any], progress: ProgressCallback) -> bool:
    """Return whether a game has too many states to be solved whole, as far as a few seconds can tell."""
    if not isinstance(game, OnLayout):
        return False
    try:
        if game.coding.size <= MOST_CODES:
            return False
        from gamekit.analysis.planning.deadline import Deadline
        from gamekit.analysis.planning.states import size_by_codes
        from gamekit.engine.codes.batch import batch_of

        progress("compiling", 0, None)
        batch = batch_of(game)
    except UnsupportedError:  # its states take too many bits
        return False
    start = game.encode(game.initial_state())
    deadline = Deadline(time.monotonic() + ESTIMATING, _estimating(progress))
    likely = size_by_codes(batch, start, deadline, 0).states.likely
    return likely is None or likely > MOST_STATES
