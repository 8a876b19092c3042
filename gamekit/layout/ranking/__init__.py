"""Ranking: numbers without gaps for combinations, multisets, orders and what is canonical; plain and compiled alike."""

from gamekit.layout.ranking.base import Listed, Product, Ranking, Whole
from gamekit.layout.ranking.orders import HalfOrders, Orders
from gamekit.layout.ranking.placements import Placements
from gamekit.layout.ranking.sets import Multisets

__all__ = ["HalfOrders", "Listed", "Multisets", "Orders", "Placements", "Product", "Ranking", "Whole"]
