"""The dark palette: what is written or drawn on a board can be read there, too."""

from __future__ import annotations

import pytest

from gamekit.drawing.colours import FAINT, INK, LIGHT, ON_FRAME, SHADE
from gamekit.drawing.palettes import BRIGHT, DARK, HALO, LETTERED, SCORED, STYLE
from gamekit.drawing.svg import luminance


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        (DARK[FAINT], DARK[LIGHT]),
        (DARK[FAINT], HALO),  # for texts beside the board, on a dark page
        (INK, DARK[LIGHT]),
        (DARK[ON_FRAME], DARK["#5d4630"]),
    ],
)
def test_texts_can_be_read_where_it_is_dark(text: str, ground: str) -> None:
    assert contrast(text, ground) >= 4.5  # as WCAG 2 asks of text


def test_a_halo_can_be_seen_on_a_dark_page() -> None:
    assert contrast(HALO, "#1b212a") >= 4.5
    assert f"--halo:{HALO}" in STYLE


@pytest.mark.parametrize("light", SCORED)
def test_dashed_lines_are_seen_on_dark_squares(light: str) -> None:
    assert contrast(SCORED[light], DARK[SHADE]) >= 3  # as WCAG 2 asks of graphics
    assert f'[stroke-dasharray][stroke="{light}"]' in STYLE


@pytest.mark.parametrize("colour", LETTERED)
def test_letters_in_the_colours_of_players_have_a_bright_edge_where_it_is_dark(colour: str) -> None:
    assert contrast(colour, BRIGHT) >= 4.5
    assert f'text[fill="{colour}"]' in STYLE
    assert f"--bright:{BRIGHT}" in STYLE
