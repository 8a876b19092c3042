"""The partizan rulesets beside published figures. Those without a source were computed twice, by other programs."""

from __future__ import annotations

import itertools
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.marks import cases, one_in
from support.rulesets import mcgs_cases_of

from gamekit import InputError
from gamekit.cgt import (
    ImpartialRuleset,
    OutcomeClass,
    as_game,
    canonical_form,
    integer,
    load_ruleset,
    nimber,
    outcome_class,
    parse_game,
    temperature,
)
from gamekit.cgt.partizan.canonical import CanonicalWalker, outcome_of
from gamekit.cgt.valuation import valuate
from gamekit.testing import check_game

PARTIZAN = [
    "amazons",
    "cannibal-clobber",
    "clobber",
    "col",
    "cutcake",
    "domineering",
    "elephants-and-rhinos",
    "hackenbush",
    "konane",
    "nogo",
    "snort",
    "toads-and-frogs",
    "toppling-dominoes",
]


def rectangle(rows: int, columns: int, sign: str = ".") -> str:
    return "|".join([sign * columns] * rows)


def form(name: str, **parameters: Any) -> Any:
    return canonical_form(load_ruleset(name, parameters))


@pytest.mark.parametrize(
    ("rows", "columns", "text"),
    cases(
        quick=[
            (1, 1, "0"),
            (2, 1, "1"),
            (2, 2, "±1"),
            (2, 3, "{2|-1/2}"),
            (2, 4, "{{2|0}|0}"),
            (2, 5, "1/2"),
            (3, 3, "±1"),
            (3, 4, "-3/2"),
            (3, 5, "-1"),
        ],
        slow=[(3, 6, "{-1|-7/2}"), (4, 4, "±{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}"), (4, 5, "1")],
        release=[(5, 5, "0")],
    ),
)
def test_domineering(rows: int, columns: int, text: str) -> None:
    game = form("domineering", board=rectangle(rows, columns))
    assert game is parse_game(text)
    assert -form("domineering", board=rectangle(columns, rows)) is game


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    cases(quick=[(2, 2, "1"), (2, 3, "5/4")], slow=[(3, 6, "5/4"), (4, 4, "0")]),
)
def test_temperatures_in_domineering(rows: int, columns: int, expected: str) -> None:
    assert str(temperature(form("domineering", board=rectangle(rows, columns)))) == expected


@pytest.mark.parametrize("most", cases(quick=[9], release=[13]))
def test_domineering_on_two_rows(most: int) -> None:
    """V, H: Left, Right (the vertical and the horizontal player); for 1 to 13 columns."""
    walker: Any = CanonicalWalker(load_ruleset("domineering"))
    boards = (walker.rules.parse(rectangle(2, columns)) for columns in range(1, most + 1))
    outcomes = [str(outcome_of(walker.value(board))) for board in boards]
    assert "".join(outcomes) == "LNNRLNNRLNNRP"[:most]


@pytest.mark.parametrize(
    ("rows", "columns", "expected"),
    cases(quick=[(4, 5, "L")], release=[(4, 6, "N"), (4, 7, "L"), (5, 5, "P"), (5, 6, "R")]),
)
def test_who_wins_on_rectangles_in_domineering(rows: int, columns: int, expected: str) -> None:
    """D. Breuker, J. Uiterwijk & J. van den Herik, "Solving 8 × 8 Domineering" (2000)."""
    ruleset: Any = load_ruleset("domineering", {"board": rectangle(rows, columns)})
    found = valuate(ruleset, ruleset.start(), "outcome", by="search")
    assert found.value == expected
    assert found.check().ok


@pytest.mark.parametrize(
    ("trees", "text"),
    [
        ("l", "1"),
        ("lr", "1/2"),
        ("lrl", "3/4"),
        ("lrr", "1/4"),
        ("llr", "3/2"),
        ("lrlr", "5/8"),
        ("lrlrrllr", "77/128"),
        ("eee", "*3"),
        ("el", "^*"),
        ("le", "1*"),
    ],
)
def test_hackenbush(trees: str, text: str) -> None:
    assert form("hackenbush", trees=trees) is parse_game(text)


@pytest.mark.slow
@given(st.lists(st.text("lr", min_size=1, max_size=4), min_size=1, max_size=3))
def test_red_and_blue_stalks_are_numbers_and_green_trees_nimbers(stalks: list[str]) -> None:
    """Conway; and the colon principle: branches at a node may be replaced by one stalk of their nim-sum."""
    assert form("hackenbush", trees=" ".join(stalks)).is_number
    lengths = [len(stalk) for stalk in stalks]
    tree = "e" + "".join(f"({'e' * length})" for length in lengths)
    total = 0
    for length in lengths:
        total ^= length
    assert form("hackenbush", trees=tree) is nimber(total + 1)


@pytest.mark.parametrize(
    ("row", "text"),
    [
        ("t.f", "*"),
        ("tt.f", "{1/2|0}"),
        ("tt.ff", "*"),
        ("ttt.fff", "*"),
        ("t..f", "0"),
        ("tt..f", "1"),
        ("tt..ff", "*"),
        ("ttt..ff", "{1/2|0}"),
    ],
)
def test_toads_and_frogs(row: str, text: str) -> None:
    assert form("toads-and-frogs", row=row) is parse_game(text)
    mirrored = row[::-1].translate(str.maketrans("tf", "ft"))
    assert form("toads-and-frogs", row=mirrored) is -parse_game(text)


@pytest.mark.parametrize(
    ("board", "text"),
    cases(
        quick=[
            ("xo", "*"),
            ("xox", "*"),
            ("xxo", "^"),
            ("xxxo", "^2*"),
            ("xoxo", "±{*,^}"),
            ("xoxoxo", "0"),
            ("xo|ox", "*"),
            ("xox|oxo", "0"),
            ("xoxo|oxox", "*"),
        ],
        slow=[("xox|oxo|xox", "*"), ("xoxo|oxox|xoxo", "0")],
    ),
)
def test_clobber(board: str, text: str) -> None:
    assert form("clobber", board=board) is parse_game(text)


@pytest.mark.parametrize("board", [*(rectangle(1, n) for n in range(1, 8)), "..|..", "...|...", ".l.|r.."])
def test_positions_of_col_are_numbers_or_numbers_and_star(board: str) -> None:
    """J. Conway, "On Numbers and Games", chapter 8."""
    game = form("col", board=board)
    assert game.is_number or (game - nimber(1)).is_number


def test_cutcake() -> None:
    """The values of *Winning Ways*, chapter 2: a cake is worth as many cuts as its owner can make and keep."""
    for rows, columns in itertools.product(range(1, 6), repeat=2):
        strip = 1 << min(rows.bit_length(), columns.bit_length()) - 1
        expected = columns // strip - 1 if columns >= rows else 1 - rows // strip
        if rows.bit_length() == columns.bit_length():
            expected = 0
        assert form("cutcake", cakes=f"{rows}x{columns}") is integer(expected), (rows, columns)


@pytest.mark.parametrize(
    ("board", "text"),
    [("xo.", "1"), ("..xo.", "*"), ("xo.o.", "1"), ("xo.o.o.", "1"), ("xx.", "0"), ("ox|o.", "0")],
)
def test_konane(board: str, text: str) -> None:
    """Worked out by hand."""
    assert form("konane", board=board) is parse_game(text)


@pytest.mark.parametrize(
    ("board", "text"), [("x.", "1"), ("x..", "2"), ("x#|..", "2"), ("xo", "0"), ("x.o", "*"), ("#x.o", "*")]
)
def test_amazons(board: str, text: str) -> None:
    """Worked out by hand: an amazon alone makes as many moves as she has squares, here."""
    assert form("amazons", board=board) is parse_game(text)


@pytest.mark.parametrize(("squares", "text"), [(1, "*"), (2, "±1"), (3, "±2")])
def test_rows_of_snort(squares: int, text: str) -> None:
    assert form("snort", board=rectangle(1, squares)) is parse_game(text)


def test_squares_of_one_player_are_moves() -> None:
    assert form("snort", board="l|l|l") is integer(3)
    assert form("col", board="r#r") is integer(-2)


@pytest.mark.parametrize(
    ("name", "most"),
    cases(
        quick=[("clobber", 10)],
        slow=[("domineering", 19), ("clobber", 12)],
        release=[("amazons", 11)],
    ),
)
def test_cases_of_mcgs(name: str, most: int) -> None:
    """In MCGS, B is Left, who in Domineering lays dominoes vertically."""
    ruleset = load_ruleset(name)
    walker = CanonicalWalker(ruleset)
    checked = 0
    for position, results in mcgs_cases_of(name, most):
        found = outcome_of(walker.value(walker.rules.parse(position.lower())))
        for player, result in results.items():
            is_won = found.left_wins_first if player == "B" else not found.left_wins_second
            assert result == ("win" if is_won else "loss"), position
            checked += 1
    assert checked > 2


# --- as rulesets --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", one_in(4, PARTIZAN))
def test_outcomes_are_those_of_search_without_parts(name: str) -> None:
    """The search looks at whole positions, so it does not trust `parts`."""
    ruleset = load_ruleset(name)
    walker = CanonicalWalker(ruleset)
    for option in [
        ruleset.start(),
        *ruleset.options_of(ruleset.start(), 0),
        *ruleset.options_of(ruleset.start(), 1),
    ]:
        assert outcome_of(walker.value(option)) == outcome_class(ruleset, option)


@pytest.mark.parametrize(
    "name",
    cases(
        quick=["clobber"], slow=[name for name in PARTIZAN if name not in ("clobber", "col")], release=["col"]
    ),
)
def test_rulesets_are_games_that_keep_the_promises_of_games(name: str) -> None:
    check_game(as_game(load_ruleset(name)), examples=20)


@pytest.mark.parametrize("name", PARTIZAN)
def test_positions_are_read_as_they_are_written(name: str) -> None:
    ruleset = load_ruleset(name)
    for position in [ruleset.start(), *ruleset.options_of(ruleset.start(), 1)]:
        assert ruleset.parse_position(ruleset.format_position(position)) == position
        assert ruleset.render(position)


@pytest.mark.parametrize(
    ("name", "position", "drawn"),
    [
        ("amazons", "x.#o", {"data-piece": 3, 'width="48"': 4}),
        ("col", ".l#r", {">L<": 1, ">R<": 1}),
        ("domineering", "..#", {'width="48"': 4}),
        ("hackenbush", "l(r)e l", {'stroke="#0072b2"': 2, 'stroke="#b3202c"': 1, 'stroke="#009e73"': 1}),
        ("hackenbush", "0", {"<line": 1}),
        ("konane", "xo.", {"<ellipse": 4}),
        ("snort", "l#", {">L<": 1}),
    ],
)
def test_positions_are_drawn(name: str, position: str, drawn: dict[str, int]) -> None:
    """A stone is two circles; every square is drawn, and a taken one once more."""
    ruleset = load_ruleset(name)
    svg = (ruleset.svg(ruleset.parse_position(position)) or "").split("</style>")[-1]
    assert {part: svg.count(part) for part in drawn} == drawn


@pytest.mark.slow
@given(st.text("lre.() ", max_size=12))
def test_trees_are_read_as_they_are_written_or_refused(text: str) -> None:
    ruleset = load_ruleset("hackenbush")
    try:
        forest = ruleset.parse_position(text)
    except InputError:
        return
    assert ruleset.parse_position(ruleset.format_position(forest)) == forest


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("clobber", "xo|x"),
        ("clobber", "xo|ab"),
        ("clobber", ""),
        ("clobber", "x" * 401),
        ("col", "x"),
        ("toads-and-frogs", "tx"),
        ("toads-and-frogs", ""),
        ("hackenbush", "x"),
        ("hackenbush", "l("),
        ("hackenbush", "l()"),
        ("hackenbush", "(l)"),
        ("hackenbush", "l)"),
        ("hackenbush", "l" * 201),
        ("amazons", "x?"),
        ("konane", "x#"),
        ("cutcake", ""),
        ("cutcake", "2x"),
        ("cutcake", "0x2"),
        ("cutcake", "2x101"),
    ],
)
def test_what_is_no_position(name: str, text: str) -> None:
    with pytest.raises(InputError):
        load_ruleset(name).parse_position(text)


def test_mirrored_boards_are_alike() -> None:
    for name, board in itertools.product(("clobber", "domineering"), ("..|..", "...|...")):
        ruleset = load_ruleset(name)
        assert not isinstance(ruleset, ImpartialRuleset)
        position = ruleset.parse_position(board)
        assert ruleset.canonical_position(ruleset.canonical_position(position)) == ruleset.canonical_position(
            position
        )
    assert outcome_of(form("clobber", board="xxo|o..")) == outcome_of(form("clobber", board="oxx|..o"))
    assert outcome_of(integer(0)) == OutcomeClass.PREVIOUS


@pytest.mark.parametrize("name", ["clobber", "cannibal-clobber", "hackenbush-graph", "partizan-euclid"])
def test_examples_last_for_some_turns(name: str) -> None:
    ruleset = load_ruleset(name)

    @cache
    def longest(position: Any, player: Any) -> int:
        return max(
            (1 + longest(option, 1 - player) for option in ruleset.options_of(position, player)), default=0
        )

    assert min(longest(ruleset.start(), player) for player in (0, 1)) >= 5
