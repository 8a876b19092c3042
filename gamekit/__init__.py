"""gamekit solves finite games of perfect information exactly: who wins, in how many plies, by which moves, and why.

>>> import gamekit
>>> from games.cat_mouse import CatMouse
>>> solution = gamekit.solve(CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]))
>>> solution.root.value
<Value.DRAW: 'draw'>
"""

from gamekit.game.lazy_names import lazy_names
from gamekit.game.numba_cache import use_temporary_folder

use_temporary_folder()
__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
