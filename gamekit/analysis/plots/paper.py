"""The set-up that all plots share: figures without pyplot, text stored as text, and reproducible files."""

from __future__ import annotations

import io
import os
import re
import textwrap
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gamekit.errors import InputError
from gamekit.game.optional import importing
from gamekit.game.whole_files import write_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS: Final = (".svg", ".png")

LETTERS_TO_THE_INCH: Final = 15
"""The number of letters per inch in a note."""

INK: Final = "#333333"
FAINT: Final = "#777777"
OUTLINE: Final[Any] = {"edgecolor": INK, "linewidth": 0.5}
"""The outline of bars, as keyword arguments."""

_STYLE: Any = {  # for the type checker: matplotlib lists the names of all settings
    "axes.edgecolor": FAINT,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 10,
    "figure.facecolor": "#ffffff",  # so that it reads on a dark page, too
    "font.size": 9,
    "hatch.linewidth": 0.6,
    "savefig.dpi": 150,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "gamekit",  # or the names of elements would differ every time
    "text.color": INK,
    "text.parse_math": False,  # a dollar sign in a game's text is a dollar sign
}
_NOT_SHOWN = re.compile("[^\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]+")


def check_for_matplotlib() -> None:
    """Raise an `UnsupportedError` if matplotlib is not installed."""
    with importing("matplotlib", "plots need"):
        import matplotlib  # noqa: F401


@contextmanager
def drawing() -> Iterator[None]:
    """Apply the style that all plots share, until the `with` statement ends."""
    check_for_matplotlib()
    from matplotlib import rc_context

    with rc_context(_STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from font")  # the reader's fonts may have it
        yield


@contextmanager
def new_figure(width: float, height: float, title: str, note: str = "") -> Iterator[Figure]:
    """Yield an empty figure to draw on, then write the title above it and the note below it, and lay it out.

    Sizes are in inches; the title is one line, the note any number of lines.
    """
    with drawing():
        from matplotlib.figure import Figure

        figure: Any = Figure(figsize=(width, height), layout="constrained")
        figure._repr_svg_ = partial(as_svg, figure)  # notebooks know by themselves only what pyplot has made
        yield figure
        figure.suptitle(short(title, 100), fontsize=11, fontweight="bold")
        if note:
            lines = textwrap.wrap(short(note, 600), int(width * LETTERS_TO_THE_INCH))
            figure.supxlabel("\n".join(lines), fontsize=8, color=FAINT)
        figure.draw_without_rendering()
        figure.set_layout_engine("none")  # or it would be laid out again, differently, whenever it is written


def annotate(axes: Axes, text: str, place: tuple[float, float], dx: float, dy: float, **style: Any) -> None:
    """Write `text` at `place`, in the data's coordinates, moved by `dx` and `dy` points."""
    axes.annotate(text, place, xytext=(dx, dy), textcoords="offset points", **style)


def as_svg(figure: Figure) -> str:
    """Return a figure as an SVG document, the same every time."""
    return _written(figure, "svg").decode()


def save(figure: Figure, path: str | os.PathLike[str], *, replace: bool = True) -> None:
    """Write a figure as SVG or PNG, by the ending of the file's name; the bytes are the same every time.

    Args:
        figure: the figure.
        path: the file to write; it appears as a whole.
        replace: whether the file may exist already.

    Raises:
        InputError: the file's name ends in neither .svg nor .png, or the file cannot be written.
        LimitError: the disk is full.
    """
    data = _written(figure, format_of(Path(path))[1:])
    write_file(path, data, replace=replace)


def format_of(path: Path) -> str:
    """Return the format of a plot file by its ending: ".svg" or ".png".

    Raises:
        InputError: the ending is neither of these.

    >>> format_of(Path("a.SVG"))
    '.svg'
    """
    ending = path.suffix.lower()
    if ending not in FORMATS:
        raise InputError(f"the name of a plot's file must end in {' or '.join(FORMATS)}; it is {str(path)!r}")
    return ending


def _written(figure: Figure, kind: str) -> bytes:
    buffer = io.BytesIO()
    with drawing():
        figure.savefig(buffer, format=kind, metadata={"Date": None} if kind == "svg" else None)
    return buffer.getvalue()


def count_on(axes: Axes, *directions: str, steps: int = 8) -> None:
    """Label the axes in these directions, "x" or "y", with whole numbers, in at most `steps` steps."""
    from matplotlib.ticker import MaxNLocator, StrMethodFormatter

    for direction in directions:
        axis = axes.xaxis if direction == "x" else axes.yaxis
        if axis.get_scale() == "linear":
            axis.set_major_locator(MaxNLocator(steps, integer=True, steps=[1, 2, 5, 10]))
        axis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))


def short(text: str, most: int) -> str:
    """Return a string as one line of at most `most` characters; spaces replace characters that cannot be drawn.

    >>> short("a long\\nstory", 8)
    'a long …'
    """
    line = _NOT_SHOWN.sub(" ", " ".join(text.split()))
    return line if len(line) <= most else f"{line[: most - 1]}…"
