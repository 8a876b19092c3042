"""The impartial rulesets beside published figures; those without a source were computed twice, by other programs."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from support.marks import cases
from support.rulesets import mcgs_cases_of

from gamekit import InputError
from gamekit.cgt import as_game, check_quotient, grundy_value, load_ruleset, misere_quotient
from gamekit.cgt.impartial.grundy import GrundyWalker
from gamekit.cgt.misere.quotient import winning_in_misere
from gamekit.cgt.ruleset import LEFT
from gamekit.drawing.colours import COLOURS
from gamekit.testing import check_game

KAYLES = "1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2 1 8 6 7 4 1 2 3 1"
DAWSON = "0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7 4 0 1 1 2 0 3"
TREBLECROSS = "0 0 1 1 1 2 2 0 3 3 1 1 1 0 4 3 3 3 2 2 2 4 4 0 5 5 2 2 2 3 3 0 5"
GRUNDY = "0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4"


def sequence(name: str, to: int, **parameters: Any) -> str:
    """Return the Grundy values of heaps from 1 to `to`."""
    walker = GrundyWalker(load_ruleset(name, {"heaps": [to], **parameters}))
    return " ".join(str(walker.value((size,))) for size in range(1, to + 1))


@pytest.mark.parametrize(
    ("name", "parameters", "expected"),
    [
        ("kayles", {}, KAYLES),  # OEIS A002186
        ("octal", {"code": "0.77"}, KAYLES),
        ("octal", {"code": "0.07"}, DAWSON),  # OEIS A002187
        ("octal", {"code": "0.137"}, DAWSON[2:]),  # Dawson's chess is the same, shifted by one
        ("octal", {"code": "0.007"}, TREBLECROSS),  # treblecross on n squares is a heap of n + 2
        ("octal", {"code": "4.333..."}, "1 2 4 3 5 6 8 7"),  # Lasker's nim
        ("octal", {"code": "0.3..."}, "1 2 3 4 5"),  # nim
        ("grundys-game", {}, GRUNDY),  # OEIS A002188
        ("subtraction", {"numbers": [1, 2, 3]}, "1 2 3 0 1 2 3 0"),
    ],
)
def test_sequences(name: str, parameters: dict[str, Any], expected: str) -> None:
    assert sequence(name, len(expected.split()), **parameters) == expected


@pytest.mark.release
def test_heaps_of_grundys_game_that_are_worth_nothing() -> None:
    """CGSuite's tests; heaps of 1 to 1,000 counters."""
    values = sequence("grundys-game", 1000).split()
    lost = [size for size, value in enumerate(values, 1) if value == "0"]
    assert (len(lost), lost[-1]) == (40, 932)


def test_subtract_a_square() -> None:
    squares = [root * root for root in range(1, 8)]
    walker = GrundyWalker(load_ruleset("subtraction", {"heaps": [60], "numbers": squares}))
    lost = [size for size in range(61) if walker.value((size,)) == 0]
    assert lost == [0, 2, 5, 7, 10, 12, 15, 17, 20, 22, 34, 39, 44, 52, 57]


def test_wythoff() -> None:
    walker = GrundyWalker(load_ruleset("wythoff", [10, 20]))
    expected = "10 11 9 8 13 12 0 15 16 17 14 18 7 6 2 3 1 4 5 23 28"  # CGSuite's tests
    assert [walker.value((10, column)) for column in range(21)] == list(map(int, expected.split()))


@pytest.mark.parametrize(
    ("rows", "columns", "bite"),
    [(3, 4, (2, 3)), (3, 5, (3, 4)), (3, 6, (2, 4)), (4, 5, (3, 3)), (4, 6, (2, 3)), (5, 6, (3, 4))],
)
def test_chomp(rows: int, columns: int, bite: tuple[int, int]) -> None:
    """The only winning first bite, row and column counted from 1."""
    ruleset = load_ruleset("chomp", {"rows": rows, "columns": columns})
    walker = GrundyWalker(ruleset)
    start = ruleset.start()
    bitten = {
        (row + 1, column + 1): tuple(n for n in (*start[:row], *(min(n, column) for n in start[row:])) if n)
        for row in range(rows)
        for column in range(columns)
        if row or column
    }
    assert [place for place, option in bitten.items() if walker.value(option) == 0] == [bite]
    assert set(bitten.values()) == set(ruleset.options_of(start, 0))


def test_a_bar_of_chomp_is_drawn_with_the_poisoned_square() -> None:
    ruleset = load_ruleset("chomp", {"rows": 3, "columns": 4})
    drawings = [ruleset.svg(position) or "" for position in ((4, 4, 4), (4, 2), (1,))]
    tiles = [drawing.count(f' fill="{COLOURS["brown"]}"') for drawing in drawings]
    assert tiles == [11, 5, 0]
    assert [drawing.count("data-place") for drawing in drawings] == [12, 12, 12]


def test_chomp_is_played_by_the_square_that_is_bitten() -> None:
    ruleset = load_ruleset("chomp", {"rows": 3, "columns": 4})
    for position in ((4, 4, 4), (4, 2), (3, 1, 1)):
        bites = [ruleset.gesture(position, option, 0) for option in ruleset.options_of(position, 0)]
        squares = [4 * row + column for row, length in enumerate(position) for column in range(length)]
        assert [bite.steps for bite in bites if bite] == [(str(square),) for square in squares if square]


@pytest.mark.release
def test_the_bar_of_8_by_10_squares_has_two_winning_bites() -> None:
    chomp = load_ruleset("chomp")
    options: Any = cache(lambda bar: list(chomp.options_of(bar, 0)))
    is_lost: Any = cache(lambda bar: not any(map(is_lost, options(bar))))
    lost = [bar for bar in options((10,) * 8) if is_lost(bar)]
    assert sorted(lost) == [(10, 10, 10, 8, 8, 8, 8, 8), (10, 10, 10, 10, 5, 5, 5, 5)]


def cram(rows: int, columns: int) -> int:
    return grundy_value(load_ruleset("cram", {"board": "|".join(["." * columns] * rows)}))


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    cases(
        quick=[
            *((2, columns, columns % 2) for columns in range(1, 7)),
            *((3, columns, value) for columns, value in enumerate((1, 1, 0, 1), 1)),
            (4, 4, 0),
        ],
        slow=[(3, 5, 1), (3, 6, 4), (4, 5, 2)],
        release=[(5, 5, 0)],
    ),
)
def test_cram(rows: int, columns: int, expected: int) -> None:
    """Those from 4×5 on: MCGS."""
    assert cram(rows, columns) == cram(columns, rows) == expected


@pytest.mark.parametrize(
    ("name", "game", "most"),
    cases(
        quick=[
            ("cram", "impartial domineering", 14),
            ("kayles", "kayles", 2),
            ("clobber", "impartial clobber", 9),
            ("clobber", "impartial clobber_1xn", 20),
            ("amazons", "impartial amazons", 7),
        ],
        slow=[
            ("cram", "impartial domineering", 28),
            ("kayles", "kayles", 3),
            ("clobber", "impartial clobber", 17),
            ("amazons", "impartial amazons", 11),
        ],
        release=[("clobber", "impartial clobber_1xn", 120)],
    ),
)
def test_cases_of_mcgs(name: str, game: str, most: int) -> None:
    ruleset = load_ruleset(name)
    if not ruleset.is_impartial:
        ruleset = load_ruleset("impartial", {"ruleset": name})
    walker = GrundyWalker(ruleset)
    checked = 0
    for position, results in mcgs_cases_of(game, most):
        found = walker.value(ruleset.parse_position(position.lower()))
        for about, result in results.items():
            assert result == (str(found) if about == "N" else "win" if found else "loss"), position
            checked += 1
    assert checked > 10


@pytest.mark.slow
def test_made_impartial_a_position_is_as_its_negative() -> None:
    made = load_ruleset("impartial", {"ruleset": "clobber"})
    one, other = (made.canonical_position(made.parse_position(board)) for board in ("xxo.x", "o.xoo"))
    assert one == other != made.canonical_position(made.parse_position("xxo.o"))
    board = load_ruleset("impartial", {"ruleset": "clobber", "parameters": {"board": "xxo|oxo"}})
    check_game(as_game(board), examples=20)


def test_domineering_made_impartial_is_cram() -> None:
    made = load_ruleset("impartial", {"ruleset": "domineering", "parameters": {"board": "....|...."}})
    assert grundy_value(made) == cram(2, 4)
    check_game(as_game(load_ruleset("impartial")), examples=20)
    with pytest.raises(InputError, match="a ruleset other than 'impartial' and 'sum'; it is 'sum'"):
        load_ruleset("impartial", {"ruleset": "sum"})


# --- notation -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["chomp", "cram", "grundys-game", "kayles", "nim", "octal", "subtraction", "wythoff"]
)
def test_positions_are_read_as_they_are_written(name: str) -> None:
    ruleset = load_ruleset(name)
    positions = [ruleset.start(), *ruleset.options_of(ruleset.start(), 0)]
    for position in positions:
        again = ruleset.parse_position(ruleset.format_position(position))
        assert ruleset.canonical_position(again) == ruleset.canonical_position(position)
        assert ruleset.render(position)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("nim", ""),
        ("nim", "3 -4"),
        ("nim", "3 ⁵"),
        ("nim", "12345678901"),
        ("wythoff", "3"),
        ("wythoff", "1 2 3"),
        ("wythoff", "1 x"),
        ("chomp", "1 2"),
        ("chomp", "2 0"),
        ("chomp", ""),
        ("cram", ""),
        ("cram", "..|."),
        ("cram", "..|.x"),
        ("cram", "." * 401),
    ],
)
def test_what_is_no_position(name: str, text: str) -> None:
    with pytest.raises(InputError):
        load_ruleset(name).parse_position(text)


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("octal", {"code": "0.78"}, "an octal code must be 0 or 4, a point, and digits from 0 to 7"),
        ("octal", {"code": "4.…"}, "an octal code must be 0 or 4"),
        ("octal", {"code": 0.77}, "code must be text; it is 0.77"),
        ("subtraction", {"numbers": [0]}, r"numbers\[0\] must be an integer of at least 1; it is 0"),
        ("wythoff", {"heaps": [1]}, "heaps must be two numbers; there are 1"),
        ("chomp", {"rows": 0}, "rows must be an integer from 1 to 100; it is 0"),
        ("cram", {"board": "..|."}, "a board is rows of one length"),
        ("nim", {"heaps": [-1]}, r"heaps\[0\] must be an integer of at least 0; it is -1"),
    ],
)
def test_what_is_no_parameter(name: str, parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_ruleset(name, parameters)


def test_node_kayles_on_a_path_is_dawsons_kayles() -> None:
    """The octal game 0.137, and on a cycle a move leaves a path of three nodes less."""
    values = list(map(int, DAWSON[2:].split()))
    for nodes in range(1, 14):
        path = [[node + 1] for node in range(nodes - 1)] + [[]]
        assert grundy_value(load_ruleset("node-kayles", {"graph": path})) == values[nodes - 1]
    for nodes in range(4, 14):
        cycle = [[(node + 1) % nodes] for node in range(nodes)]
        left = values[nodes - 4]
        assert grundy_value(load_ruleset("node-kayles", {"graph": cycle})) == (1 if left == 0 else 0)


@pytest.mark.slow
def test_the_misere_quotient_of_notakto() -> None:
    """T. Plambeck and G. Whitehead, "The Secrets of Notakto" (2013): it has 18 elements; the centre wins one board."""
    found = misere_quotient(load_ruleset("notakto"))
    assert (found.order, len(found.portion)) == (18, 4)
    assert check_quotient(found).ok
    assert winning_in_misere(found, (0,)) == [(16,)]


@pytest.mark.parametrize("name", cases(quick=["node-kayles"], slow=["notakto"]))
def test_new_rulesets_are_games_that_keep_their_promises(name: str) -> None:
    ruleset = load_ruleset(name)
    check_game(as_game(ruleset), examples=20)
    for position in [ruleset.start(), *ruleset.options_of(ruleset.start(), 0)]:
        assert ruleset.parse_position(ruleset.format_position(position)) == position
        assert ruleset.render(position)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("notakto", ""),
        ("notakto", "xx"),
        ("notakto", "xo.|...|..."),
        ("node-kayles", "5"),
        ("node-kayles", "a"),
    ],
)
def test_what_is_no_position_of_these(name: str, text: str) -> None:
    with pytest.raises(InputError):
        load_ruleset(name).parse_position(text)


def test_what_is_no_graph() -> None:
    for graph in ([[0]], [[7]], [[True], []]):
        with pytest.raises(InputError, match=r"graph\[0\]"):
            load_ruleset("node-kayles", {"graph": graph})


def test_moves_of_heaps_are_read_by_name_and_by_the_heaps_that_they_leave() -> None:
    heaps = load_ruleset("nim")
    for text in ("take 1 from a heap of 5", "3 4 4"):
        assert heaps.parse_option((3, 4, 5), text, LEFT) == (3, 4, 4)
    assert heaps.format_option((0, 3, 4), (0, 3, 3), LEFT) == "take 1 from a heap of 4"
    with pytest.raises(InputError, match="'3 4 5' is not a move in"):
        heaps.parse_option((3, 4, 5), "3 4 5", LEFT)


def test_moves_are_named_after_the_player_whose_they_are() -> None:
    clobber = load_ruleset("impartial", {"ruleset": "clobber", "parameters": {"board": "xo"}})
    position = clobber.start()
    names = [clobber.format_option(position, option, LEFT) for option in clobber.options_of(position, LEFT)]
    assert names == ["a1-b1", "b1-a1"]
    assert clobber.parse_option(position, "b1-a1 as Right", LEFT) == ("o.",)
    col = load_ruleset("impartial", {"ruleset": "col", "parameters": {"board": "."}})
    names = [col.format_option((".",), option, LEFT) for option in col.options_of((".",), LEFT)]
    assert names == ["a1 as Left", "a1 as Right"]
    assert all(clobber.gesture(position, option, LEFT) for option in clobber.options_of(position, LEFT))
