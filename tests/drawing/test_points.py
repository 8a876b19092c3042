"""Boards of points: their names lie outside of the rings that pages draw around points."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from support.marks import cases

from gamekit import load_game
from gamekit.drawing.pieces import look_of
from gamekit.drawing.points import NODE, PLATE_RADIUS, Nodes
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


@pytest.mark.parametrize("preset", ["Square", "Petersen graph", "Cube"])
def test_the_number_of_a_node_with_a_piece_is_clear_of_other_nodes(preset: str) -> None:
    graph = game_class("cops-and-robber").presets[preset]["graph"]
    board = Nodes(graph)
    for node in range(len(graph)):
        drawing = ET.fromstring(f"<g>{''.join(board.pieces([look_of('blue cop')], node, 0j))}</g>")
        (plate,) = (circle for circle in drawing.iter("circle") if circle.get("r") == str(PLATE_RADIUS))
        at = complex(float(plate.get("cx", 0)), float(plate.get("cy", 0)))
        assert all(abs(at - board.centre(other)) > NODE + PLATE_RADIUS for other in range(len(graph)))
        assert min(at.real, board.width - at.real, at.imag, board.height - at.imag) >= PLATE_RADIUS
