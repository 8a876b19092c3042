"""Games of other programs as games of gamekit, and the other way round. A program is imported when it is first used."""

from gamekit.game.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__, __file__)
