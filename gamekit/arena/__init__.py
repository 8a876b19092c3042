"""Rules to graph: the finite directed graph a game is played on, held in NumPy arrays."""

from gamekit.arena.arena import Arena
from gamekit.arena.csr import Adjacency
from gamekit.arena.explore import explore, listed_states

__all__ = ["Adjacency", "Arena", "explore", "listed_states"]
