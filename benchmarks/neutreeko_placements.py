"""Neutreeko without its symmetry: every placement of the men counts, as the mover sees it."""

from __future__ import annotations

from gamekit.layout import Grid, Layout
from games.neutreeko import Neutreeko


class Placements(Neutreeko):
    """The same rules, and eight times as many states."""

    def layout(self) -> Layout:
        return Layout(board=Grid(5, 5, ".BW"), alike=True, dense=[(3, 3)])
