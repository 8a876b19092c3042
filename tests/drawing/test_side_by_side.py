"""Drawings side by side: one document, whatever stands before the root of each."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from gamekit.drawing.side_by_side import Titled, side_by_side
from gamekit.drawing.spots import named_spots

BOARD = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9">'
    '<rect x="0" y="0" width="9" height="9" data-place="a1"/></svg>'
)


@pytest.mark.parametrize(
    "prolog",
    [
        "",
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        "<!-- made by <svg> hand -->\n",
        '<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd">\n',
        "<!DOCTYPE svg [<!ENTITY nbsp ' '>]>",
    ],
)
def test_what_stands_before_the_root_of_a_drawing_is_left_out(prolog: str) -> None:
    drawing = side_by_side([Titled("one", prolog + BOARD), Titled("two", BOARD)])
    ET.fromstring(drawing)
    assert list(named_spots(drawing)) == ["1:a1", "2:a1"]
    assert "DOCTYPE" not in drawing
    assert "<?xml" not in drawing


def test_places_have_the_shapes_that_those_of_the_drawing_have() -> None:
    disc = '<circle cx="3" cy="3" r="3" data-place="a1"/><path d="M1 1 L2 2" stroke="red" data-shape="a1"/>'
    drawing = side_by_side(
        [Titled("one", f'<svg viewBox="0 0 9 9" width="9">{disc}</svg>'), Titled("two", BOARD)]
    )
    assert re.findall('<(\\w+) [^>]*data-place="([^"]*)"', drawing) == [("ellipse", "1:a1"), ("rect", "2:a1")]
    assert re.findall('<path d="([^"]*)" fill="none" [^>]*data-shape="([^"]*)"', drawing) == [
        ("M1 1 L2 2", "1:a1")
    ]
