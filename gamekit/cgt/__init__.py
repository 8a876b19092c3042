"""Values of positions without a turn: their worth in a sum of games."""

from gamekit.game.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
