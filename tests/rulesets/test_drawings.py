"""Drawings of rulesets: they fit on a phone, and what stands apart there can be touched apart."""

from __future__ import annotations

import re
from itertools import combinations

from gamekit.cgt import load_ruleset
from gamekit.web.views.spots import named_spots
from games.rulesets.node_places import places_of

PHONE = 352  # pixels for a board on a phone that is 400 wide


def width_of(drawing: str | None) -> float:
    assert drawing
    (width,) = re.findall(r'<svg[^>]* width="([\d.]+)"', drawing)
    return float(width)


def test_cakes_stand_on_shelves_that_are_as_wide_as_a_phone() -> None:
    ruleset = load_ruleset("cutcake", {"cakes": "1x3 3x3 3x3 4x5 2x6 1x2 1x2 2x2 3x1"})
    assert width_of(ruleset.svg(ruleset.start())) <= PHONE
    wide = load_ruleset("cutcake", {"cakes": "1x2 1x20"})
    assert width_of(wide.svg(wide.start())) == 28 + 20 * 40 + 28


def test_edges_of_hackenbush_are_touched_apart() -> None:
    ruleset = load_ruleset(
        "hackenbush-graph", {"edges": "0l1 0r1 0r2 0e3 1l4 1l5 2r5 2e4 3r6 4l5 4r6 4e4 4l4 0l0 0r0 5l7 7e7"}
    )
    spots = named_spots(ruleset.svg(ruleset.start()) or "")
    assert set(spots) == set(map(str, range(17)))
    for one, other in combinations(spots.values(), 2):
        assert max(abs(one.x - other.x), abs(one.y - other.y)) >= 12


def test_nodes_keep_their_places_when_edges_are_cut() -> None:
    ruleset = load_ruleset("hackenbush-graph", {"edges": "0l1 0l2 1r3 2e3 3l4"})
    circles = re.compile('<circle cx="[^"]*" cy="[^"]*"')
    before = circles.findall(ruleset.svg(ruleset.start()) or "")
    left = ruleset.parse_option(ruleset.start(), "1r3", 1)
    assert circles.findall(ruleset.svg(left) or "") == before
    elsewhere = ruleset.parse_position("0l9")
    assert len(circles.findall(ruleset.svg(elsewhere) or "")) == 1


def test_levels_are_distances_from_the_ground() -> None:
    places = places_of([(0, 1, "l"), (0, 2, "r"), (1, 3, "l"), (2, 3, "e"), (1, 2, "e"), (3, 3, "r")], 0)
    assert {node: place.imag for node, place in places.items()} == {1: 1, 2: 1, 3: 2}
    assert abs(places[1] - places[2]) >= 1
    assert places_of([(0, 0, "l")], 0) == {}
