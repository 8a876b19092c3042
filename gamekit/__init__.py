"""gamekit solves finite games of perfect information exactly: who wins, in how many plies, by which moves, and why.

>>> import gamekit
>>> from games.cat_mouse import CatMouse
>>> solution = gamekit.solve(CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]))
>>> solution.root.value
<Value.DRAW: 'draw'>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gamekit.game.numba_cache import use_temporary_folder
from gamekit.game.version import __version__

if TYPE_CHECKING:
    from gamekit.analysis.comparison.compare import compare
    from gamekit.analysis.comparison.report import Comparison
    from gamekit.analysis.cycles import Loops, analyse_loops
    from gamekit.analysis.explanation import Explanation, explain
    from gamekit.analysis.neighbourhood import neighbourhood
    from gamekit.analysis.planning.plan import Plan, plan
    from gamekit.analysis.play.opened_proof import open_proof
    from gamekit.analysis.play.play import Play
    from gamekit.analysis.play.proof_play import ProofPlay
    from gamekit.analysis.verification.certificate_check import check_certificate
    from gamekit.analysis.verification.verify import Verification, verify
    from gamekit.arena import Arena, explore
    from gamekit.drawing.board import Board
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
    from gamekit.game.compiled import NOT_OVER, CompiledGame, CompiledRules
    from gamekit.game.gesture import Gesture
    from gamekit.game.kernels import distinct
    from gamekit.game.protocol import Game
    from gamekit.game.registry import load_game
    from gamekit.game.values import Outcome, Value
    from gamekit.layout.board_game import BoardGame
    from gamekit.layout.layout import Layout
    from gamekit.solution.solution import Line, Solution, Status, Verdict
    from gamekit.solution.statistics import Statistics
    from gamekit.solvers.base import Solver
    from gamekit.solvers.options import SolveOptions
    from gamekit.solvers.proof.proof import Proof
    from gamekit.solvers.proof.prove import prove
    from gamekit.solvers.solve import solve
    from gamekit.solvers.solve_many import solve_many
    from gamekit.tables.certificate import Certificate
    from gamekit.tables.saving import save_table
    from gamekit.tables.table import open_table


__all__ = [
    "NOT_OVER",
    "Arena",
    "Board",
    "BoardGame",
    "Certificate",
    "Comparison",
    "CompiledGame",
    "CompiledRules",
    "Explanation",
    "Game",
    "GamekitError",
    "Gesture",
    "InputError",
    "Layout",
    "LimitError",
    "Line",
    "Loops",
    "NotSuppliedError",
    "Outcome",
    "Plan",
    "Play",
    "PluginError",
    "Proof",
    "ProofPlay",
    "RulesError",
    "Solution",
    "SolveOptions",
    "Solver",
    "Statistics",
    "Status",
    "UnknownNameError",
    "UnknownStateError",
    "UnsupportedError",
    "Value",
    "Verdict",
    "Verification",
    "__version__",
    "analyse_loops",
    "check_certificate",
    "compare",
    "distinct",
    "explain",
    "explore",
    "load_game",
    "neighbourhood",
    "open_proof",
    "open_table",
    "plan",
    "prove",
    "save_table",
    "solve",
    "solve_many",
    "verify",
]

_HOMES = {
    "arena": ("Arena", "explore"),
    "drawing.board": ("Board",),
    "analysis.comparison.compare": ("compare",),
    "analysis.comparison.report": ("Comparison",),
    "analysis.explanation": ("Explanation", "explain"),
    "game.compiled": ("CompiledGame", "CompiledRules", "NOT_OVER"),
    "game.kernels": ("distinct",),
    "game.gesture": ("Gesture",),
    "game.protocol": ("Game",),
    "layout.board_game": ("BoardGame",),
    "layout.layout": ("Layout",),
    "analysis.cycles": ("Loops", "analyse_loops"),
    "analysis.neighbourhood": ("neighbourhood",),
    "analysis.planning.plan": ("Plan", "plan"),
    "analysis.play.opened_proof": ("open_proof",),
    "analysis.play.play": ("Play",),
    "analysis.play.proof_play": ("ProofPlay",),
    "game.registry": ("load_game",),
    "solution.solution": ("Line", "Solution", "Status", "Verdict"),
    "solvers.base": ("Solver",),
    "solvers.options": ("SolveOptions",),
    "solvers.proof.proof": ("Proof",),
    "solvers.proof.prove": ("prove",),
    "solvers.solve": ("solve",),
    "solvers.solve_many": ("solve_many",),
    "solution.statistics": ("Statistics",),
    "tables.certificate": ("Certificate",),
    "tables.saving": ("save_table",),
    "tables.table": ("open_table",),
    "game.values": ("Outcome", "Value"),
    "analysis.verification.certificate_check": ("check_certificate",),
    "analysis.verification.verify": ("Verification", "verify"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

use_temporary_folder()


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import gamekit` itself costs next to nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'gamekit' has no attribute {name!r}")
    value = getattr(import_module(f"gamekit.{_HOME_OF.get(name, 'errors')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
