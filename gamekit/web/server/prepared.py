"""Preparation of the fork server for processes of games: it loads the modules of most games by showing one."""

from contextlib import suppress

import gamekit.layout  # noqa: F401 (for games on boards)
from gamekit.game.progress import silent
from gamekit.solvers.options import SolveOptions
from gamekit.web.server.keeper import Keeper

with suppress(Exception):  # without it, processes only start more slowly
    _keeper = Keeper(SolveOptions())
    _keeper.open_game("nim", [1], None)
    _keeper.solve(True, progress=silent)
    _keeper.verify(silent)
    _keeper.walk((), 0)
    _keeper.why(())
    _keeper.near((), 1, 2)
    _keeper.statistics()
