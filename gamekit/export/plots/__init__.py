"""Plots by matplotlib, which is loaded when the first of them is made.

Each function returns a `matplotlib.figure.Figure`, which `save` writes as SVG or PNG, and a notebook shows.
"""

from gamekit.export.plots.arenas import arena
from gamekit.export.plots.comparisons import comparison
from gamekit.export.plots.histograms import histogram
from gamekit.export.plots.histories import history, played_out
from gamekit.export.plots.paper import save

__all__ = ["arena", "comparison", "histogram", "history", "played_out", "save"]
