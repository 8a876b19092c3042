"""Plots by matplotlib, which is loaded when the first of them is made.

Each function returns a `matplotlib.figure.Figure`, which `save` writes as SVG or PNG, and a notebook shows.
"""

from gamekit.plots.arenas import arena
from gamekit.plots.comparisons import comparison
from gamekit.plots.histograms import histogram
from gamekit.plots.histories import history, played_out
from gamekit.plots.paper import save

__all__ = ["arena", "comparison", "histogram", "history", "played_out", "save"]
