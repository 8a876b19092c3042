"""Rules to graph: the finite directed graph a game is played on, held in NumPy arrays."""

from gamekit.arena.arena import Arena
from gamekit.arena.csr import Adjacency
from gamekit.arena.explore import DEFAULT_MAX_STATES, explore

__all__ = ["DEFAULT_MAX_STATES", "Adjacency", "Arena", "explore"]
