"""Thermographs as SVG, which notebooks show: values rise to the left, temperatures upwards, as in "Winning Ways"."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

Wall = Sequence[tuple[Fraction, Fraction]]
"""Temperatures, ascending, each with the value there."""

WIDTH: Final = 320
HEIGHT: Final = 240
PICTURE_MARGIN: Final = 36
MAST: Final = Fraction(1, 2)
"""The height of the mast above the place where the walls meet."""


def thermograph_picture(
    left: Wall, right: Wall, temperature: Fraction, mean: Fraction, stops: Sequence[Fraction]
) -> str:
    """Return a thermograph as an SVG document: the Left wall drawn through, the Right wall dashed, the mast dotted.

    The stops stand below temperature 0 or, for a number, below the coldest one.
    """
    values = [value for _, value in (*left, *right)]
    low, high, coldest = min(values), max(values), left[0][0]
    wide, tall = max(high - low, Fraction(1)), temperature + MAST - coldest

    def at(heat: Fraction, value: Fraction) -> tuple[float, float]:
        across = WIDTH / 2 - float((value - (low + high) / 2) / wide) * (WIDTH - 2 * PICTURE_MARGIN)
        return across, HEIGHT - PICTURE_MARGIN - float((heat - coldest) / tall) * (
            HEIGHT - 2 * PICTURE_MARGIN
        )

    def line(points: Wall, dashes: str) -> str:
        listed = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in points))
        return f'<polyline points="{listed}" fill="none" stroke="currentColor" stroke-dasharray="{dashes}"/>'

    def words(heat: Fraction, value: Fraction, down: int, text: str) -> str:
        x, y = at(heat, value)
        return f'<text x="{x:.1f}" y="{y + down:.1f}" text-anchor="middle">{text}</text>'

    top = temperature + MAST
    parts = [line(left, "none"), line(right, "6 4"), line([(temperature, mean), (top, mean)], "1 3")]
    parts.append(words(top, (low + high) / 2, -8, f"mean {mean}, temperature {temperature}"))
    base = max(min(temperature, Fraction(0)), coldest)
    parts.append(line([(base, high), (base, low)], "1 5"))
    parts += [words(base, value, 16, str(value)) for value in sorted(set(stops))]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        f'font-family="sans-serif" font-size="12" fill="currentColor">{"".join(parts)}</svg>'
    )
