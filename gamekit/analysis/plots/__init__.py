"""Plots by matplotlib, which is loaded when the first plot is made.

Each function returns a `matplotlib.figure.Figure`, which `save` writes as SVG or PNG, and a notebook shows.
"""

from gamekit.analysis.plots.arenas import arena
from gamekit.analysis.plots.comparisons import comparison
from gamekit.analysis.plots.histograms import histogram
from gamekit.analysis.plots.histories import history, played_out
from gamekit.analysis.plots.paper import save
from gamekit.analysis.plots.sequences import sequence
from gamekit.analysis.plots.thermographs import thermograph

__all__ = ["arena", "comparison", "histogram", "history", "played_out", "save", "sequence", "thermograph"]
