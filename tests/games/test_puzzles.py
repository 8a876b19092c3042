"""Puzzles for one player, against published numbers of moves and against searches that share no code with gamekit."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import product
from typing import Any

import pytest
from support.marks import cases
from support.notation import check_notation

import gamekit
from gamekit import InputError, UnsupportedError, load_game
from gamekit.drawing.colours import COLOURS
from games.klotski import Klotski
from games.lights_out import LightsOut
from games.missionaries_and_cannibals import MissionariesAndCannibals
from games.sokoban import Sokoban
from games.towers_of_hanoi import TowersOfHanoi
from games.wolf_goat_cabbage import WolfGoatCabbage


def steps_to(start: Hashable, children: Callable[[Any], Iterable[Hashable]], is_end: Any) -> int | None:
    """Return the least number of steps to an end, by breadth-first search."""
    seen, ring, steps = {start}, [start], 0
    while ring:
        if any(map(is_end, ring)):
            return steps
        ring = [child for position in ring for child in children(position) if child not in seen]
        ring = list(dict.fromkeys(ring))
        seen.update(ring)
        steps += 1
    return None


# --- towers of Hanoi: É. Lucas 1883; four pegs: OEIS A007664 (J. S. Frame, B. M. Stewart 1941; T. Bousch 2014) -------


@pytest.mark.parametrize("discs", [1, 2, 5])
def test_three_pegs(discs: int) -> None:
    solution = gamekit.solve(TowersOfHanoi(discs))
    assert solution.answer == solution.longest == 2**discs - 1
    assert len(solution) == 3**discs


@pytest.mark.parametrize(
    ("discs", "moves"), cases(quick=[(2, 3), (3, 5)], slow=[(4, 9), (5, 13)], release=[(7, 25)])
)
def test_four_pegs(discs: int, moves: int) -> None:
    assert gamekit.solve(TowersOfHanoi(discs, 4)).answer == moves


# --- rivers: Alcuin; I. Pressman and D. Singmaster, The Mathematical Gazette 73, 1989 --------------------------------


def test_the_wolf_the_goat_and_the_cabbage_cross_seven_times() -> None:
    solution = gamekit.solve(WolfGoatCabbage())
    assert (solution.answer, len(solution)) == (7, 10)
    first = [solution.game.format_move(state, move) for state, move in zip(*line_of(solution), strict=True)]
    assert (first[0], first[-1], first.count("goat"), first.count("alone")) == ("goat", "goat", 3, 2)


def line_of(solution: Any) -> tuple[list[Any], list[Any]]:
    line = solution.line()
    return line.states[:-1], line.moves


def crossings(pairs: int, boat: int) -> int | None:
    def children(position: tuple[int, int, int]) -> Iterable[tuple[int, int, int]]:
        m, c, at = position
        way = -1 if at else 1
        for dm, dc in product(range(boat + 1), repeat=2):
            after = m + way * dm, c + way * dc
            banks = [after, (pairs - after[0], pairs - after[1])]
            if 0 < dm + dc <= boat and all(n >= 0 for bank in banks for n in bank):
                groups = [(dm, dc), *banks]
                if all(a == 0 or a >= b for a, b in groups):
                    yield (*after, 1 - at)

    return steps_to((pairs, pairs, 1), children, lambda position: position[:2] == (0, 0))


@pytest.mark.parametrize(("pairs", "boat"), [*product(range(1, 7), (2, 3, 4)), (10, 4)])
def test_missionaries_and_cannibals(pairs: int, boat: int) -> None:
    answer = gamekit.solve(MissionariesAndCannibals(pairs, boat)).answer
    assert answer == crossings(pairs, boat)
    assert (answer is not None) == (boat > 3 or pairs <= 2 * boat - 1)  # published


def test_three_of_each_cross_eleven_times() -> None:
    assert gamekit.solve(MissionariesAndCannibals()).answer == 11


# --- lights out: K. Sutner 1989, and https://en.wikipedia.org/wiki/Lights_Out_(game) ---------------------------------


def least_presses(side: int) -> int:
    """Return how many lights turn all off, by trying all sets of them."""

    def after(pressed: int) -> int:
        lights = 0
        for i, j in product(range(side), repeat=2):
            if pressed >> (i * side + j) & 1:
                for a, b in ((i, j), (i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1)):
                    if 0 <= a < side and 0 <= b < side:
                        lights ^= 1 << (a * side + b)
        return lights

    full = (1 << side * side) - 1
    return min(pressed.bit_count() for pressed in range(full + 1) if after(pressed) == full)


@pytest.mark.parametrize("side", cases(quick=[1, 2, 3], release=[4]))
def test_all_lights_are_turned_off_by_as_few_as_any_set(side: int) -> None:
    solution = gamekit.solve(LightsOut(side, side))
    assert solution.answer == least_presses(side)
    solvable = sum(1 for verdict in solution if verdict.remoteness is not None)
    assert solvable == (2 ** (side * side) if side < 4 else 2**12)


@pytest.mark.release
def test_fifteen_lights_are_enough_on_the_board_of_the_toy() -> None:
    solution = gamekit.solve(LightsOut(symmetry=True), backend="compiled")
    assert solution.answer == solution.longest == 15
    assert len(solution) == 1_057_824


def test_lights_that_cannot_be_given() -> None:
    with pytest.raises(InputError, match="lit: "):
        LightsOut(2, 2, "OOO")


# --- Klotski: 116 steps (http://tmuetze.de/puzzle.html), or 81 moves of a block (M. Gardner, Sci. Am., 1964) ---------


@pytest.mark.parametrize(("moves", "answer"), cases(release=[("unit", 116), ("finger", 81)]))
def test_the_classic_box(moves: Any, answer: int) -> None:
    assert gamekit.solve(Klotski(moves=moves), backend="compiled").answer == answer


def slid(box: str) -> Iterable[str]:
    """Yield what one step of a block makes of a box whose blocks have letters of their own."""
    rows = box.split("/")
    for letter in sorted({*box} - {*"/."}):
        own = [(i, j) for i, row in enumerate(rows) for j, sign in enumerate(row) if sign == letter]
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            moved = [(i + down, j + right) for i, j in own]
            if all(0 <= i < len(rows) and 0 <= j < len(rows[0]) for i, j in moved) and all(
                rows[i][j] in ("." + letter) for i, j in moved
            ):
                signs = [list(row) for row in rows]
                for i, j in own:
                    signs[i][j] = "."
                for i, j in moved:
                    signs[i][j] = letter
                yield "/".join(map("".join, signs))


@pytest.mark.parametrize(
    ("box", "letters", "corner"),
    [("b#t/###/ss./...", "BBa/BBa/cd./...", 8), ("b#s/##s/t../#..", "BBa/BBb/c../c..", 8)],
)
def test_a_small_box_against_letters(box: str, letters: str, corner: int) -> None:
    for exits, corners in ((None, {corner}), ("b3", {1}), ("b1 a2", {9, 4})):
        at_exit = steps_to(letters, slid, lambda position: position.index("B") in corners)  # noqa: B023 (called at once)
        assert gamekit.solve(Klotski(box, exits=exits)).answer == at_exit


@pytest.mark.parametrize("exits", ["", "c1", "b1,a1", "a4"])
def test_exits_at_which_the_block_cannot_be(exits: str) -> None:
    with pytest.raises(InputError, match="can be, from a1 to b3, with blanks between; one is"):
        Klotski("b#t/###/ss./...", exits=exits)


def test_exits_within_the_box_are_outlined() -> None:
    within, below = Klotski("b#t/###/ss./...", exits="a2"), Klotski("b#t/###/ss./...")
    outlined = [game.svg(game.initial_state()).split("</style>")[-1] for game in (within, below)]
    assert ["stroke-dasharray" in drawn for drawn in outlined] == [True, False]


@pytest.mark.parametrize(
    ("box", "message"),
    [
        ("b#/##/..#", "row 1 has 2 squares, row 3 has 3"),
        ("s../...", "one big block, b; it has 0"),
        ("b#/##/#.", "each block needs #"),
        ("bx/##/..", "knows the signs"),
    ],
)
def test_boxes_that_are_refused(box: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Klotski(box)


# --- Sokoban ---------------------------------------------------------------------------------------------------------


def pushes(level: str) -> int | None:
    """Return the least number of steps, on a set of squares."""
    squares = {(i, j): sign for i, row in enumerate(level.split("/")) for j, sign in enumerate(row)}
    goals = {place for place, sign in squares.items() if sign in ".*+"}
    man = next(place for place, sign in squares.items() if sign in "@+")

    def children(position: Any) -> Iterable[Any]:
        (i, j), boxes = position
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            goes, beyond = (i + down, j + right), (i + 2 * down, j + 2 * right)
            if squares[goes] == "#":
                continue
            if goes not in boxes:
                yield goes, boxes
            elif squares[beyond] != "#" and beyond not in boxes:
                yield goes, boxes - {goes} | {beyond}

    start = man, frozenset(place for place, sign in squares.items() if sign in "$*")
    return steps_to(start, children, lambda position: position[1] == goals)


@pytest.mark.parametrize(
    "level",
    [
        *("######/#@-$.#/######", "#####/#$.@#/#####", "#######/#-.-@-#/#-$#$-#/#--.--#/#######"),
        f"{'#' * 17}/{'#.' * 8}#/{'#$' * 8}#/#@{'-' * 14}#/{'#' * 17}",  # eight boxes, each in a corridor of its own
        pytest.param(Sokoban().level, marks=pytest.mark.slow),
    ],
)
def test_levels_against_another_search(level: str) -> None:
    solution = gamekit.solve(Sokoban(level))
    assert solution.answer == pushes(level)


@pytest.mark.parametrize(
    ("level", "message"),
    [
        ("###/#.#", "one man, @ or \\+; it has 0"),
        ("####/#@$#", "a box or more and as many goals; it has 1 and 0"),
        ("####/#@$/#.##", "row 1 has 4 squares, row 2 has 3: '#@[$]'"),
        ("/".join(["#" * 101] * 3), "at most 100 rows of 100 squares; it has 3 rows of 101"),
        ("#?@$.", "knows the signs"),
    ],
)
def test_levels_that_are_refused(level: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Sokoban(level)


def test_how_many_boxes_fit_into_codes_is_said_in_boxes() -> None:
    game = Sokoban(f"{'-' * 20}/{'.' * 15}-----/{'$' * 15}@----")
    with pytest.raises(UnsupportedError, match="at most 9 boxes fit"):
        gamekit.solve(game, backend="compiled")


def test_at_the_edge_of_a_level_without_walls_nothing_leaves_it() -> None:
    game = Sokoban("@$./---")
    start = game.initial_state()
    assert [game.format_move(start, move) for move in game.moves(start)] == ["right", "down"]
    assert gamekit.solve(game).answer == 1


def test_a_box_on_a_goal_has_a_colour_of_its_own() -> None:
    game = Sokoban("#####/#@$.#/#####")
    pushed = game.apply(game.initial_state(), next(iter(game.moves(game.initial_state()))))
    drawings = game.svg(game.initial_state()), game.svg(pushed)
    assert [drawing.count(f'fill="{COLOURS["green"]}"') for drawing in drawings] == [0, 1]
    assert [drawing.count("data-place") for drawing in drawings] == [15, 15]


# --- all of them -----------------------------------------------------------------------------------------------------

SMALL: list[tuple[str, dict[str, Any]]] = [
    ("towers-of-hanoi", {"discs": 3}),
    ("wolf-goat-cabbage", {}),
    ("missionaries-and-cannibals", {}),
    ("lights-out", {"rows": 2, "columns": 3}),
    ("klotski", {}),
    ("sokoban", {"level": "######/#@-$.#/#----#/######"}),
]


@pytest.mark.parametrize(("name", "parameters"), SMALL)
def test_notation(name: str, parameters: dict[str, Any]) -> None:
    check_notation(load_game(name, parameters or None))
