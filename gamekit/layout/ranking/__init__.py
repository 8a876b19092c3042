"""Ranking: numbers without gaps for placements, multisets and orders, for plain Python and compiled rules alike."""

from gamekit.layout.ranking.base import Listed, Product, Ranking, Whole
from gamekit.layout.ranking.orders import HalfOrders, Orders
from gamekit.layout.ranking.placements import Placements
from gamekit.layout.ranking.sets import Multisets

__all__ = ["HalfOrders", "Listed", "Multisets", "Orders", "Placements", "Product", "Ranking", "Whole"]
