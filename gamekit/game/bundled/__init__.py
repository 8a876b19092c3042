"""The games that come with gamekit, under a name that nothing on the user's path can take.

The files lie in the folder `games` beside `gamekit`, and that folder is this package's path: `gamekit.game.bundled.nim`
is `games/nim.py`. It follows, in a wheel, an editable install and a source tree alike:

- gamekit never imports the name `games`. A `games.py` or `games/` of the user's own is neither loaded nor hidden.
- A bundled module has one name in every process. Pickles find its classes, and Numba's cache its functions, whatever
  stands on the `sys.path` of a worker.
- Where `import games` gives the folder beside `gamekit`, `games.nim` is the very module `gamekit.game.bundled.nim`
  (see `Alias`), so a class is the same by either name. Bundled games import one another relatively to keep it so.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any, Final

__path__ = [str(Path(__file__).parents[3] / "games")]

GAMES: Final = {
    name: f"{__name__}.{place}"
    for name, place in {
        "breakthrough": "breakthrough:Breakthrough",
        "cat-mouse": "cat_mouse:CatMouse",
        "cat-mouse-ii": "cat_mouse_ii:CatMouseII",
        "chess-ending": "chess_ending:ChessEnding",
        "chopsticks": "chopsticks:Chopsticks",
        "connect-four": "connect_four:ConnectFour",
        "cops-and-robber": "cops_and_robber:CopsAndRobber",
        "dao": "dao:Dao",
        "dobutsu-shogi": "dobutsu_shogi:DobutsuShogi",
        "dots-and-boxes": "dots_and_boxes:DotsAndBoxes",
        "fox-and-geese": "fox_and_geese:FoxAndGeese",
        "fox-and-hounds": "fox_and_hounds:FoxAndHounds",
        "hare-and-hounds": "hare_and_hounds:HareAndHounds",
        "hex": "hex:Hex",
        "hexapawn": "hexapawn:Hexapawn",
        "kalah": "kalah:Kalah",
        "klotski": "klotski:Klotski",
        "l-game": "l_game:LGame",
        "lights-out": "lights_out:LightsOut",
        "missionaries-and-cannibals": "missionaries_and_cannibals:MissionariesAndCannibals",
        "morris": "morris:Morris",
        "mu-torere": "mu_torere:MuTorere",
        "neutreeko": "neutreeko:Neutreeko",
        "nim": "nim:Nim",
        "order-and-chaos": "order_and_chaos:OrderAndChaos",
        "othello": "othello:Othello",
        "peg-solitaire": "peg_solitaire:PegSolitaire",
        "pocket-cube": "pocket_cube:PocketCube",
        "quixo": "quixo:Quixo",
        "rush-hour": "rush_hour:RushHour",
        "sim": "sim:Sim",
        "sliding-puzzle": "sliding_puzzle:SlidingPuzzle",
        "sokoban": "sokoban:Sokoban",
        "teeko": "teeko:Teeko",
        "three-in-a-row": "three_in_a_row:ThreeInARow",
        "three-mens-morris": "three_mens_morris:ThreeMensMorris",
        "tic-tac-toe": "tic_tac_toe:TicTacToe",
        "tigers-and-goats": "tigers_and_goats:TigersAndGoats",
        "towers-of-hanoi": "towers_of_hanoi:TowersOfHanoi",
        "umul-gonu": "umul_gonu:UmulGonu",
        "wild-tic-tac-toe": "wild_tic_tac_toe:WildTicTacToe",
        "wolf-goat-cabbage": "wolf_goat_cabbage:WolfGoatCabbage",
    }.items()
}
"""Where the class of each bundled game is, as `module:Class`, by the game's name."""

RULESETS: Final = {
    name: f"{__name__}.rulesets.{place}"
    for name, place in {
        "amazons": "amazons:Amazons",
        "chomp": "chomp:Chomp",
        "clobber": "clobber:Clobber",
        "col": "col:Col",
        "cram": "cram:Cram",
        "cutcake": "cutcake:Cutcake",
        "digraph": "digraph:Digraph",
        "domineering": "domineering:Domineering",
        "grundys-game": "grundys_game:GrundysGame",
        "hackenbush": "hackenbush:Hackenbush",
        "hackenbush-graph": "hackenbush_graph:HackenbushGraph",
        "kayles": "kayles:Kayles",
        "konane": "konane:Konane",
        "nim": "nim:Nim",
        "node-kayles": "node_kayles:NodeKayles",
        "notakto": "notakto:Notakto",
        "octal": "octal:Octal",
        "partizan-digraph": "partizan_digraph:PartizanDigraph",
        "snort": "snort:Snort",
        "subtraction": "subtraction:Subtraction",
        "toads-and-frogs": "toads_and_frogs:ToadsAndFrogs",
        "wythoff": "wythoff:Wythoff",
    }.items()
} | {
    "impartial": "gamekit.cgt.made_impartial:MadeImpartial",
    "sum": "gamekit.cgt.sums.named:NamedSum",
}
"""Where the class of each bundled ruleset is, likewise; the last two know other rulesets, and are not in `games`."""


class Alias(MetaPathFinder, Loader):
    """Gives a package, `games`, the modules of this one in place of second copies of them."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.module = sys.modules[package]

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of the package, unless another package has taken its name since."""
        if not name.startswith(f"{self.package}.") or sys.modules.get(self.package) is not self.module:
            return None
        return spec_from_loader(name, self) if find_spec(self._real(name)) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module itself; the import system is about to replace its `__spec__`."""
        module = import_module(self._real(spec.name))
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: Any) -> None:
        """Restore the module's own `__spec__`, on which its relative imports rely; its code has run already."""
        module.__spec__ = module.__spec__.loader_state

    def _real(self, name: str) -> str:
        return __name__ + name.removeprefix(self.package)
