"""Rules to graph: the finite directed graph a game is played on, held in NumPy arrays."""

from gamekit.arena.adjacency import Adjacency
from gamekit.arena.arena import Arena
from gamekit.arena.explore import DEFAULT_MAX_STATES, ProgressCallback, explore

__all__ = ["DEFAULT_MAX_STATES", "Adjacency", "Arena", "ProgressCallback", "explore"]
