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


def _homes(package: str, names: str) -> dict[str, str]:
    """Return the place of each class, as `module:Class`, by name: that of "l-game" is `LGame` in `l_game`."""
    return {
        name: f"{package}.{name.replace('-', '_')}:{name.title().replace('-', '')}" for name in names.split()
    }


GAMES: Final = _homes(
    __name__,
    """
    breakthrough cat-mouse cat-mouse-ii chess-ending chess-variant chopsticks connect-four cops-and-robber dao
    dobutsu-shogi dots-and-boxes fox-and-geese fox-and-hounds hare-and-hounds hex hexapawn kalah klotski
    l-game lights-out missionaries-and-cannibals morris mu-torere neutreeko nim order-and-chaos othello
    peg-solitaire pocket-cube quixo rush-hour sim sliding-puzzle sokoban teeko three-in-a-row
    three-mens-morris tic-tac-toe tigers-and-goats towers-of-hanoi umul-gonu wild-tic-tac-toe
    wolf-goat-cabbage
    """,
) | {"cat-mouse-ii": f"{__name__}.cat_mouse_ii:CatMouseII"}
"""The place of the class of each bundled game, as `module:Class`, by the name of the game."""

RULESETS: Final = _homes(
    f"{__name__}.rulesets",
    """
    amazons arc-kayles backsliding-toads-and-frogs cannibal-clobber chomp clobber coin-turning
    coin-turning-product col cram cutcake digraph domineering eatcake elephants-and-rhinos fission
    fox-against-geese grundys-game hackenbush hackenbush-graph kayles konane maze nim nim-with-a-pass
    node-kayles nogo notakto octal partizan-digraph partizan-euclid partizan-take-and-break slow-exact-nim
    snort sprouts subtraction take-and-break toads-and-frogs top-entails toppling-dominoes wythoff
    """,
) | {
    "form": "gamekit.cgt.partizan.given_form:GivenForm",
    "impartial": "gamekit.cgt.made_impartial:MadeImpartial",
    "sum": "gamekit.cgt.sums.named:NamedSum",
}
"""The place of the class of each bundled ruleset, as `module:Class`, by the name of the ruleset.

"form" plays on games of the algebra, and "impartial" and "sum" are made from other rulesets. Their modules are not in
`games`.
"""


class Alias(MetaPathFinder, Loader):
    """An import hook that resolves modules of the package `games` to the modules of this package.

    So no module is loaded twice.
    """

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
