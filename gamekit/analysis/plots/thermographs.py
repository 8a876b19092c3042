"""`thermograph`: the stops of a position, by the tax on moves."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from gamekit.analysis.plots.paper import FAINT, INK, annotate, new_figure
from gamekit.cgt.partizan.short_games import Operand, ShortGame
from gamekit.cgt.partizan.thermographs import COLDEST, Thermograph

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MAST: Final = Fraction(1, 4)
"""The height of the mast, as a share of the height of the walls; a mast is at least 1/2 high."""


def thermograph(game: Operand, *, title: str = "") -> Figure:
    """Return the thermograph of a game: temperatures rise upwards, and values rise to the left.

    The Left wall is drawn as a line, the Right wall dashed; where they meet is the temperature, and the mast above them
    stands at the mean.

    Args:
        game: a short game, or a dyadic number.
        title: the title, such as the position whose value the game is; by default, the game itself.

    Raises:
        UnsupportedError: matplotlib is not installed.
    """
    game = ShortGame.of(game)
    walls = game.thermograph()
    note = f"mean {walls.mean}, temperature {walls.temperature}, stops {game.stops[0]} and {game.stops[1]}"
    with new_figure(6, 4, title or str(game), note) as figure:
        axes: Any = figure.subplots()
        top = walls.temperature + max(MAST * (walls.temperature - COLDEST), Fraction(1, 2))
        for points, name, style in ((walls.left, "Left wall", "-"), (walls.right, "Right wall", "--")):
            xs, ys = ([float(point[i]) for point in points] for i in (1, 0))
            axes.plot(xs, ys, style, color=INK, linewidth=1.6, marker="o", markersize=3, label=name)
        mean = float(walls.mean)
        axes.plot([mean, mean], [float(walls.temperature), float(top)], ":", color=INK, label="mast")
        for place, text in _labels(walls):
            is_left = place[0] > float(walls.mean)
            annotate(
                axes, text, place, -4 if is_left else 4, 4, fontsize=8, ha="right" if is_left else "left"
            )
        axes.axhline(0, color=FAINT, linewidth=0.6)
        axes.set_xlabel("value")
        axes.set_ylabel("temperature")
        axes.margins(x=0.15, y=0.08)
        axes.invert_xaxis()
        axes.legend(loc="upper left", fontsize=8, frameon=False)
    return figure


def _labels(walls: Thermograph) -> list[tuple[tuple[float, float], str]]:
    left, right = walls.at(Fraction(0)) if walls.temperature > 0 else (walls.mean, walls.mean)
    labels = [((float(walls.mean), float(walls.temperature)), f"{walls.mean} at {walls.temperature}")]
    if left != right:
        labels += [((float(stop), 0.0), str(stop)) for stop in (left, right)]
    return labels
