"""`history`: the value and remoteness after every ply of a play, with its blunders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gamekit.analysis.play.play import Play
from gamekit.analysis.plots.paper import FAINT, INK, annotate, count_on, new_figure, short
from gamekit.analysis.reasons import headline
from gamekit.drawing.svg import FILLS
from gamekit.game.sentences import conjugated, counted, goal_of_plies
from gamekit.game.values import FIRST, Value, value_of
from gamekit.solution.solution import Verdict

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_NAMED: Final = 12
"""The largest number of blunders that are labelled with their moves."""

DARK_GREEN: Final = "#006b4e"
DARK_VERMILION: Final = "#a34500"
"""Dark colours for letters, which need more contrast than markers."""

_MARKERS: Final = {Value.WIN: "^", Value.LOSS: "v", Value.TIE: "s", Value.DRAW: "o", Value.UNSOLVED: "D"}
"""The markers by the value of a state to the first player."""


def history(play: Play) -> Figure:
    """Return the curve of a play: above the middle the first player wins, below it the other one does.

    The nearer the end, the farther the curve is from the middle. Ties and draws lie in the middle; just beside it lies
    endless play that the rules award to a player. Blunders are crossed. If games end with scores, a second curve shows
    the payoff to the first player.

    Args:
        play: the play of any game; `played_out(Play.begin(solution))` gives best play.

    Raises:
        UnsupportedError: matplotlib is not installed.
    """
    verdicts = [play.turns[0].before if play.turns else play.verdict, *(turn.after for turn in play.turns)]
    has_scores = any(abs(verdict.payoff or 0) > 1 for verdict in verdicts)
    title = f"{play.name}: {headline(play.solution, verdicts[0])}"
    heights = [3, 1][: 1 + has_scores]
    with new_figure(8, 5.2 if has_scores else 3.8, title, _note(play)) as figure:
        panels = figure.subplots(len(heights), 1, sharex=True, squeeze=False, height_ratios=heights)
        _draw_curve(panels[0, 0], play, verdicts)
        if has_scores:
            _draw_payoffs(panels[1, 0], play, verdicts)
        panels[-1, 0].set_xlabel("ply")
        count_on(panels[-1, 0], "x")
    return figure


def played_out(play: Play) -> Play:
    """Return a play continued perfectly on both sides, to its end or once round a cycle.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> len(played_out(Play.begin(gamekit.solve(Nim(heaps=(1, 2))))).turns)
    3
    """
    while not play.is_over and not play.is_circling:
        play = play.played(play.choice())
    return play


def _draw_curve(axes: Axes, play: Play, verdicts: list[Verdict[Any]]) -> None:
    farthest = max(verdict.remoteness or 0 for verdict in verdicts)
    top = farthest + 1
    heights = [_height(verdict, top) for verdict in verdicts]
    axes.axhspan(0, top * 1.08, color=FILLS[Value.WIN], alpha=0.07, linewidth=0)
    axes.axhspan(-top * 1.08, 0, color=FILLS[Value.LOSS], alpha=0.07, linewidth=0)
    axes.axhline(0, color=FAINT, linewidth=0.8, linestyle=":")
    axes.plot(range(len(heights)), heights, color=FAINT, linewidth=1, zorder=2, label="curve")
    size = 36 if len(heights) <= 60 else 12
    standings = [_standing(verdict) for verdict in verdicts]
    for value, marker in _MARKERS.items():
        here = [ply for ply, standing in enumerate(standings) if standing is value]
        look = {"color": FILLS[value], "edgecolors": INK, "linewidths": 0.5, "zorder": 3}
        _scatter(axes, here, heights, s=size, marker=marker, **look)
    _mark_blunders(axes, play, heights)
    axes.set_ylim(-top * 1.08, top * 1.08)
    axes.set_xlim(-0.5, max(len(heights) - 0.5, 1.5))
    _label(axes, play, farthest)


def _standing(verdict: Verdict[Any]) -> Value:
    return value_of(verdict.payoff, FIRST, ended=True) if verdict.payoff else verdict.value


def _height(verdict: Verdict[Any], top: int) -> float:
    payoff = verdict.payoff or 0
    sign = (payoff > 0) - (payoff < 0)
    return sign * (0.5 if verdict.remoteness is None else top - verdict.remoteness)


def _label(axes: Axes, play: Play, farthest: int) -> None:
    from matplotlib.ticker import MaxNLocator

    steps = [int(step) for step in MaxNLocator(nbins=4, integer=True).tick_values(0, max(farthest, 1))]
    places = {0: "tie or draw" if len(play.game.players) > 1 else ""}
    for step in steps:
        if 0 <= step <= farthest - farthest / 8:  # labels of smaller steps would hide that of the middle
            places[farthest + 1 - step] = places[step - farthest - 1] = str(step)
    axes.set_yticks(list(places), list(places.values()))
    axes.set_ylabel(f"plies to {goal_of_plies(play.game)}")
    players = play.game.players
    wins = [conjugated(play.game, player, "wins") for player in players]
    loses = wins[1] if len(players) > 1 else f"{players[0]} cannot win"
    for height, text, colour in ((0.75, wins[0], DARK_GREEN), (0.25, loses, DARK_VERMILION)):
        look: Any = {"color": colour, "fontweight": "bold", "transform": axes.transAxes}
        axes.text(1.01, height, short(text, 24), rotation=270, va="center", **look)


def _mark_blunders(axes: Axes, play: Play, heights: list[float]) -> None:
    blunders = [ply for ply, turn in enumerate(play.turns, start=1) if turn.is_blunder]
    _scatter(axes, blunders, heights, s=130, marker="x", color=INK, linewidths=1.8, zorder=4, label="blunder")
    for ply in blunders[:MOST_NAMED]:
        turn = play.turns[ply - 1]
        text = short(f"{play.game.format_move(turn.state, turn.move)} ?", 26)
        dy, side = (12, "bottom") if heights[ply] <= 0 else (-12, "top")
        annotate(axes, text, (ply, heights[ply]), 0, dy, ha="center", va=side, fontsize=8, zorder=5)


def _scatter(axes: Axes, plies: list[int], heights: list[float], **look: Any) -> None:
    axes.scatter(plies, [heights[ply] for ply in plies], **look)


def _draw_payoffs(axes: Axes, play: Play, verdicts: list[Verdict[Any]]) -> None:
    payoffs = [verdict.payoff or 0 for verdict in verdicts]
    axes.axhline(0, color=FAINT, linewidth=0.8, linestyle=":")
    axes.step(range(len(payoffs)), payoffs, where="mid", color=INK, linewidth=1.2, marker=".", label="curve")
    axes.set_ylabel(short(f"payoff to {play.game.players[0]}", 30))
    count_on(axes, "y")


def _note(play: Play) -> str:
    blunders = sum(turn.is_blunder for turn in play.turns)
    crossed = f"; {counted(blunders, 'blunder')}, crossed" if blunders else ""
    circle = "; then round in the circle" if play.is_circling else ""
    return f"{counted(len(play.turns), 'ply', 'plies')} played{crossed}{circle}"
