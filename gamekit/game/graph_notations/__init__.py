"""Notations of undirected graphs, for games whose parameter `graph` lists the neighbours of each node."""

from gamekit.game.graph_notations.adjacency import AdjacencyText
from gamekit.game.graph_notations.dimacs import Dimacs
from gamekit.game.graph_notations.dot import Dot
from gamekit.game.graph_notations.edges import EdgeList
from gamekit.game.graph_notations.gml import Gml
from gamekit.game.graph_notations.graph6 import Graph6
from gamekit.game.graph_notations.graph_notation import GraphNotation
from gamekit.game.graph_notations.graphml import GraphMl
from gamekit.game.graph_notations.leda import Leda
from gamekit.game.graph_notations.matrix import AdjacencyMatrix
from gamekit.game.graph_notations.metis import Metis
from gamekit.game.graph_notations.node_link import NodeLink
from gamekit.game.graph_notations.pajek import Pajek
from gamekit.game.graph_notations.planarity import Planarity
from gamekit.game.graph_notations.tgf import Tgf
from gamekit.game.notation import Notation

GRAPH_NOTATIONS: tuple[Notation, ...] = (
    Tgf(),
    Metis(),
    AdjacencyText(),
    AdjacencyMatrix(),
    Dimacs(),
    EdgeList(),
    Gml(),
    Dot(),
    GraphMl(),
    Pajek(),
    Leda(),
    Planarity(),
    NodeLink(),
    Graph6(),
)
"""The notations of graphs, for the attribute `notations` of a game on a graph."""

__all__ = ["GRAPH_NOTATIONS", "GraphNotation"]
