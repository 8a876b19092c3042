"""Drawings of rulesets: they fit on a phone, and what stands apart there can be touched apart."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from gamekit.cgt import as_game, load_ruleset
from gamekit.drawing.board import Board
from gamekit.drawing.colours import COLOURS
from gamekit.drawing.side_by_side import size_of
from gamekit.drawing.spots import named_spots
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


@pytest.mark.parametrize(("name", "tabs"), [("eatcake", [3, 2]), ("cutcake", [2, 1])])
def test_strips_and_lines_of_cakes_have_tabs_of_their_players(name: str, tabs: list[int]) -> None:
    drawing = load_ruleset(name, {"cakes": "2x3"}).svg(((2, 3, 0, 0),)) or ""
    assert [drawing.count(f'rx="3" fill="{COLOURS[colour]}"') for colour in ("blue", "red")] == tabs


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


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("nim", [2, 3]),
        ("kayles", [4, 2]),
        ("octal", {"heaps": [5], "code": "4.37"}),
        ("grundys-game", [7]),
        ("top-entails", [4, 2]),
        ("wythoff", [2, 2]),
        ("digraph", {"graph": [[], [0, 2], [1, 2]], "tokens": [1, 2]}),
        ("sum", {"summands": ["nim:1 2", "grundys-game:5", "toads-and-frogs:t.f"]}),
        ("hackenbush", {"trees": "lr l(r)e r"}),
        ("hackenbush-graph", {"edges": "0l1 1r2 2l0 0l0"}),
        ("toppling-dominoes", {"row": "lr#er"}),
        ("cutcake", {"cakes": "3x2"}),
        ("eatcake", {"cakes": "2x2"}),
    ],
)
def test_drawings_do_not_shrink_in_a_game(name: str, parameters: object) -> None:
    game = as_game(load_ruleset(name, parameters))
    states = {game.initial_state()}
    size = size_of(Board(game, game.initial_state()).svg)
    for _ in range(4):
        states = {game.apply(state, move) for state in states for move in game.moves(state)}
        sizes = [size_of(Board(game, state).svg) for state in states]
        if name == "cutcake":  # whose pieces need gaps between them
            assert all(width >= size[0] and height >= size[1] for width, height in sizes)
        else:
            assert all(other == size for other in sizes)


def test_each_summand_is_drawn_by_its_rules_and_pale_when_it_is_over() -> None:
    ruleset = load_ruleset("sum", {"summands": ["nim:1 2", "kayles:3", "cram"]})
    drawing = ruleset.svg(ruleset.start()) or ""
    assert drawing.count("<svg") == 4
    places = named_spots(drawing)
    assert places["1:1:0"].x < places["2:0:1:0"].x
    assert "opacity" not in drawing
    over = (
        ruleset.svg(ruleset.parse_position(ruleset.format_position(ruleset.start()).replace("1 2", "0")))
        or ""
    )
    assert over.count(' opacity="') == 1
    assert "1. Nim – over" in over


@pytest.mark.parametrize(
    ("name", "parameters", "written"),
    [
        ("octal", {"heaps": [3], "code": "0.07"}, ["3", "2", "2"]),
        ("grundys-game", [5], ["5", "1+4", "2+3", "3+2", "4+1"]),
        ("kayles", [2, 1], ["1", "2", "2"]),
        ("kayles", [], ["Nothing is left."]),
    ],
)
def test_sizes_of_heaps_and_what_moves_take_are_written(
    name: str, parameters: object, written: list[str]
) -> None:
    ruleset = load_ruleset(name, parameters)
    assert re.findall(">([^<]*)</text>", ruleset.svg(ruleset.start()) or "") == written


def test_what_one_player_takes_has_a_bracket_of_the_players_colour() -> None:
    ruleset = load_ruleset("partizan-take-and-break", {"heaps": [3], "left": "0.31", "right": "0.011"})
    colours = dict(
        re.findall(
            'data-place="0:([0-9]:0(?::pad)?)"/>\n<path [^>]*stroke="([^"]*)"', ruleset.svg((3,)) or ""
        )
    )
    assert colours == {"1:0:pad": COLOURS["blue"], "3:0": COLOURS["red"]}


@pytest.mark.parametrize(
    ("position", "note", "places", "faded", "frames"),
    [
        ("3! 3", "next: stack of 3", "0", 3, 1),
        ("0! 2", "no move in the stack just emptied", "", 2, 0),
        ("2 3", "next: any stack", "01", 0, 0),
    ],
)
def test_a_stack_that_has_to_be_answered_stands_out(
    position: str, note: str, places: str, faded: int, frames: int
) -> None:
    ruleset = load_ruleset("top-entails", {"heaps": [4, 3]})
    drawing = ruleset.svg(ruleset.parse_position(position)) or ""
    assert f">{note}<" in drawing
    assert {place[0] for place in named_spots(drawing)} == set(places)
    assert drawing.count("<g opacity=") == faded
    assert drawing.count('rx="8" fill="none"') == frames


def test_nodes_that_are_taken_are_faded_with_their_edges_and_their_numbers_are_read() -> None:
    ruleset = load_ruleset("node-kayles", {"graph": [[1], [2], [3], []]})
    assert "opacity" not in (ruleset.svg(ruleset.start()) or "")
    drawing = ruleset.svg(ruleset.parse_position("2 3")) or ""
    assert [drawing.count(f"<{part} opacity") for part in ("circle", "text")] == [2, 0]
    assert drawing.count('stroke-dasharray="') == 2
    assert named_spots(drawing).keys() == set("0123")


def test_animals_are_drawn_as_what_they_are() -> None:
    drawings = [load_ruleset(name).svg("t.f") or "" for name in ("toads-and-frogs", "elephants-and-rhinos")]
    pieces = [re.findall('data-piece="(\\w+)', drawing) for drawing in drawings]
    assert pieces == [["toad", "frog"], ["elephant", "rhino"]]


def test_a_long_heap_is_broken_into_lines_so_that_stones_stay_large() -> None:
    drawings = [load_ruleset("subtraction", {"heaps": [n]}).svg((n,)) or "" for n in (8, 10, 20)]
    places = [named_spots(drawing) for drawing in drawings]
    assert [len({spot.y for spot in spots.values()}) for spots in places] == [1, 2, 3]
    assert [len({spot.x for spot in spots.values()}) for spots in places] == [8, 5, 7]


def test_a_form_is_a_tree_of_options_that_are_clicked() -> None:
    ruleset = load_ruleset("form", {"game": "{5|3||2|-1}"})
    start = ruleset.start()
    (right,) = ruleset.options(start, 1)
    drawing = ruleset.svg(start) or ""
    gesture = ruleset.gesture(start, right, 1)
    assert gesture is not None
    assert gesture.steps == ("1.0",)
    assert named_spots(drawing).keys() == {"whole", "0.0", "1.0", "0.0 0.0", "0.0 1.0", "1.0 0.0", "1.0 1.0"}
    assert (
        drawing.split(">")[0] == (ruleset.svg(right) or "").split(">")[0]
    )  # of one size through a whole game


@pytest.mark.parametrize("form", ["0", "5", "{4||2|1} + {1|-1}", "^3*", "{1|0} + {2|0} + {4|0}"])
def test_trees_of_forms_are_as_wide_as_a_phone_and_have_all_options(form: str) -> None:
    ruleset = load_ruleset("form", {"game": form})
    start = ruleset.start()
    drawn = named_spots(ruleset.svg(start) or "")
    gestures = [
        ruleset.gesture(start, option, player)
        for player in (0, 1)
        for option in ruleset.options(start, player)
    ]
    assert all(gesture and {*gesture.steps} <= drawn.keys() for gesture in gestures)


def test_what_is_over_and_what_is_lacking_are_the_places_of_euclids_moves() -> None:
    ruleset = load_ruleset("partizan-euclid", [8, 5])
    assert named_spots(ruleset.svg((8, 5)) or "").keys() == {"over", "lacking"}
    assert ">8 = 1 × 5 + 3<" in (ruleset.svg((8, 5)) or "")
    assert named_spots(ruleset.svg((8, 4)) or "") == {}
    assert ruleset.svg((100, 1)) is None


def test_what_is_large_or_empty_is_not_drawn() -> None:
    for name, parameters in (
        ("nim", [1000]),
        ("kayles", [100]),
        ("octal", {"heaps": [9], "code": "0.7..."}),
        ("wythoff", [3, 500]),
        ("digraph", {"graph": [[]] * 70, "tokens": []}),
        ("digraph", {"graph": [], "tokens": []}),
    ):
        ruleset = load_ruleset(name, parameters)
        assert ruleset.svg(ruleset.start()) is None
        assert Board(as_game(ruleset), as_game(ruleset).initial_state()).svg


def test_arrows_have_the_colours_of_those_who_may_take_them() -> None:
    ruleset = load_ruleset("partizan-digraph", {"left": [[1], [0]], "right": [[1], []], "tokens": [0]})
    drawing = ruleset.svg(ruleset.start()) or ""
    arrows = [re.findall('fill="(#[^"]*)"', part)[0] for part in drawing.splitlines() if "<polygon" in part]
    assert arrows == ["#22272e", "#0072b2"]


def test_graphs_of_hackenbush_use_the_width_of_a_page_and_have_large_letters() -> None:
    ruleset = load_ruleset("hackenbush-graph")
    drawing = ruleset.svg(ruleset.start()) or ""
    width, height = size_of(drawing)
    assert height < width <= PHONE
    sizes = [float(size) for size in re.findall(r'font-size="([\d.]+)"', drawing)]
    assert max(sizes) >= 16
    assert min(sizes) >= 12  # letters only repeat what colours say


def test_plates_below_neighbouring_splits_stand_apart() -> None:
    drawing = load_ruleset("grundys-game", {"heaps": [10]}).svg((10,)) or ""
    plates = [spot for name, spot in named_spots(drawing).items() if ":0:" in name]
    assert len(plates) == 8
    for i, (x, y, wide, high, *_) in enumerate(plates):
        for a, b, half_wide, half_high, *_ in plates[:i]:
            assert abs(x - a) >= wide + half_wide + 5 or abs(y - b) >= high + half_high + 5


@pytest.mark.parametrize("left", [1, 10])
def test_the_number_of_a_heap_stands_beside_its_stones(left: int) -> None:
    drawing = load_ruleset("subtraction", {"heaps": [10]}).svg((left,)) or ""
    number = re.search(f'y="([0-9.]+)"[^>]*>{left}<', drawing)
    stones = [spot[1] for spot in named_spots(drawing).values()]
    assert number is not None
    assert abs(float(number[1]) - (min(stones) + max(stones)) / 2) < 4
