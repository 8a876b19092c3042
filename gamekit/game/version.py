"""The version of gamekit, as tables and caches record it."""

__version__ = "0.1.0"
