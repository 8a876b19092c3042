"""The games that come with gamekit, for `from games.nim import Nim`: the modules of `gamekit.game.bundled`."""

import sys

from gamekit.game.bundled import Alias

sys.meta_path.insert(0, Alias(__name__))
