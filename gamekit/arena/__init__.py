"""Rules to graph: the finite directed graph a game is played on, held in NumPy arrays."""

from gamekit.arena.arena import Arena
from gamekit.arena.csr import Adjacency
from gamekit.arena.explore import explore

__all__ = ["Adjacency", "Arena", "explore"]
