"""Boards of points: their names lie outside of the rings that pages draw around points."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from support.marks import cases

from gamekit import load_game
from gamekit.game.registry import game_class

SVG = "{http://www.w3.org/2000/svg}"
LETTER = 4  # pixels that a name is wide to each side


@pytest.mark.parametrize(
    "name", cases(quick=["hare-and-hounds"], slow=["mu-torere", "umul-gonu", "three-in-a-row"])
)
def test_rings_around_points_do_not_meet_names(name: str) -> None:
    game = load_game(name, dict(game_class(name).example))
    drawing = ET.fromstring(game.svg(game.initial_state()) or "")
    names = [complex(float(text.get("x", 0)), float(text.get("y", 0))) for text in drawing.iter(f"{SVG}text")]
    rings = [circle for circle in drawing.iter(f"{SVG}circle") if circle.get("data-place")]
    assert len(names) == len(rings) > 0
    for ring in rings:
        middle = complex(float(ring.get("cx", 0)), float(ring.get("cy", 0)))
        assert min(abs(place - middle) for place in names) > float(ring.get("r", 0)) + LETTER
