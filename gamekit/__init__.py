"""gamekit solves finite games of perfect information exactly: who wins, in how many plies, by which moves, and why.

>>> import gamekit
>>> from games.cat_mouse import CatMouse
>>> solution = gamekit.solve(CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]))
>>> solution.root.value
<Value.DRAW: 'draw'>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gamekit.arena import Arena, explore
    from gamekit.board import Board
    from gamekit.comparison import compare
    from gamekit.comparison_report import Comparison
    from gamekit.errors import (
        GamekitError,
        InputError,
        LimitError,
        NotSuppliedError,
        PluginError,
        RulesError,
        UnknownNameError,
        UnknownStateError,
        UnsupportedError,
    )
    from gamekit.explanation import Explanation, explain
    from gamekit.game import Game
    from gamekit.loops import Loops, analyse_loops
    from gamekit.neighbourhoods import neighbourhood
    from gamekit.planning.plan import Plan, plan
    from gamekit.playing import Play
    from gamekit.registry import load_game
    from gamekit.solution import Line, Solution, Verdict
    from gamekit.solvers.base import Solver
    from gamekit.solving import solve
    from gamekit.statistics import Statistics
    from gamekit.tables.saving import save_table
    from gamekit.tables.table import open_table
    from gamekit.values import Outcome, Value
    from gamekit.verification import Verification, verify

__version__ = "0.1.0"

__all__ = [
    "Arena",
    "Board",
    "Comparison",
    "Explanation",
    "Game",
    "GamekitError",
    "InputError",
    "LimitError",
    "Line",
    "Loops",
    "NotSuppliedError",
    "Outcome",
    "Plan",
    "Play",
    "PluginError",
    "RulesError",
    "Solution",
    "Solver",
    "Statistics",
    "UnknownNameError",
    "UnknownStateError",
    "UnsupportedError",
    "Value",
    "Verdict",
    "Verification",
    "analyse_loops",
    "compare",
    "explain",
    "explore",
    "load_game",
    "neighbourhood",
    "open_table",
    "plan",
    "save_table",
    "solve",
    "verify",
]

_HOMES = {
    "arena": ("Arena", "explore"),
    "board": ("Board",),
    "comparison": ("compare",),
    "comparison_report": ("Comparison",),
    "explanation": ("Explanation", "explain"),
    "game": ("Game",),
    "loops": ("Loops", "analyse_loops"),
    "neighbourhoods": ("neighbourhood",),
    "planning.plan": ("Plan", "plan"),
    "playing": ("Play",),
    "registry": ("load_game",),
    "solution": ("Line", "Solution", "Verdict"),
    "solvers.base": ("Solver",),
    "solving": ("solve",),
    "statistics": ("Statistics",),
    "tables.saving": ("save_table",),
    "tables.table": ("open_table",),
    "values": ("Outcome", "Value"),
    "verification": ("Verification", "verify"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import gamekit` itself costs next to nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'gamekit' has no attribute {name!r}")
    value = getattr(import_module(f"gamekit.{_HOME_OF.get(name, 'errors')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
