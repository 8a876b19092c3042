"""Rulesets that state their moves once on a board: compiled options are the plain ones, and values are the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.command import call
from support.marks import cases

import gamekit
from gamekit.cgt import (
    LEFT,
    RIGHT,
    ImpartialRuleset,
    PartizanRuleset,
    canonical_form,
    load_ruleset,
    outcome_class,
    short_game,
)
from gamekit.cgt.partizan.canonical import CanonicalWalker
from gamekit.cgt.partizan.canonical_proof import check_canonical_proof, prove_canonical_form
from gamekit.cgt.partizan.sum_search import SumSearch
from gamekit.cgt.quick_rules import QuickRules
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.valuation import valuate
from gamekit.cgt.walker import LoopError
from gamekit.errors import InputError, LimitError, RulesError
from gamekit.layout import BoardRuleset, options_by_size

SIGNS = {
    "amazons": "#.xo",
    "cannibal-clobber": ".xo",
    "clobber": ".xo",
    "col": "#.lrLR",
    "konane": ".xo",
    "nogo": "#.xo",
    "snort": "#.lrLR",
}


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let compiled rules list options from the first on."""
    for limit in ("FROM_LISTS", "FROM_LISTS_WITHOUT_NUMBA"):
        monkeypatch.setattr(options_by_size, limit, 1)


def boards(signs: str, rows: int, columns: int) -> Iterator[str]:
    for numbers in product(signs, repeat=rows * columns):
        yield "|".join("".join(numbers[i : i + columns]) for i in range(0, rows * columns, columns))


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    ("name", "rows", "columns"),
    cases(
        quick=[("konane", 1, 6)],
        slow=[("amazons", 2, 2), ("clobber", 2, 3), ("konane", 2, 3), ("nogo", 2, 3), ("snort", 2, 2)],
        release=[
            ("col", 2, 2),
            ("cannibal-clobber", 2, 3),
            ("konane", 3, 3),
            ("nogo", 1, 7),
            ("clobber", 2, 4),
            ("amazons", 2, 3),
        ],
    ),
)
def test_compiled_options_are_the_plain_ones_on_all_boards(name: str, rows: int, columns: int) -> None:
    ruleset = load_ruleset(name)
    plain: CheckedRuleset[Any] = CheckedRuleset(ruleset)
    quick = ruleset.compiled_options()
    assert quick is not None
    compared = 0
    for board in boards(SIGNS[name], rows, columns):
        try:
            position = plain.canonical(ruleset.parse_position(board))
        except InputError:  # NoGo has no groups without a free neighbour
            continue
        for player in (LEFT, RIGHT):
            options = quick.options(position, player)
            assert options is not None
            assert sorted(options) == sorted(plain.options(position, player)), board
        compared += 1
    assert compared > 50


@pytest.mark.parametrize("name", ["cram", "domineering"])
@pytest.mark.parametrize(("rows", "columns"), cases(quick=[(2, 3)], slow=[(1, 6), (3, 3)]))
def test_dominoes_on_bits_are_laid_as_the_rules_state(name: str, rows: int, columns: int) -> None:
    ruleset: Any = load_ruleset(name)
    for board in boards(".#", rows, columns):
        position = ruleset.parse_position(board)
        for player in (LEFT, RIGHT):
            stated = list(BoardRuleset.options(ruleset, position, player))
            assert sorted(stated) == sorted(ruleset.options_of(position, player)), board


@pytest.mark.parametrize(
    ("name", "board"),
    cases(
        quick=[("konane", "xoxo|o.xo")],
        slow=[
            ("amazons", "x..|..o"),
            ("konane", "xoxo|o.ox|xoxo"),
        ],
        release=[
            ("clobber", "xoxo|oxox"),
            ("col", "...|..."),
            ("konane", "xoxox|oxox.|xoxox|oxoxo"),
            ("nogo", "...|..."),
            ("snort", "...|.l."),
        ],
    ),
)
def test_values_are_the_same_with_and_without_compiled_options(
    name: str, board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = []
    for limit in (10**9, 20):
        monkeypatch.setattr(options_by_size, "_batches", {})
        monkeypatch.setattr(options_by_size, "FROM_LISTS", limit)
        monkeypatch.setattr(options_by_size, "FROM_LISTS_WITHOUT_NUMBA", limit)
        ruleset = load_ruleset(name, {"board": board})
        value = valuate(ruleset, ruleset.start(), "canonical")
        assert value.check().ok
        search: SumSearch[Any] = SumSearch(ruleset, most_options=0)
        results.append((value, search.outcome(ruleset.start()), outcome_class(ruleset)))
    (plain, *outcomes), (compiled, *again) = results
    assert compiled.value == plain.value
    assert compiled.winning == plain.winning
    assert compiled.positions == plain.positions
    assert outcomes == again == [plain.outcome] * 2


@pytest.mark.slow
def test_games_with_a_turn_have_the_outcome_of_the_ruleset() -> None:
    chosen = random.Random(1)
    for name in SIGNS:
        for _ in range(3):
            try:
                board = "|".join("".join(chosen.choices(SIGNS[name], k=3)) for _ in range(2))
                ruleset = load_ruleset(name, {"board": board})
            except InputError:
                continue
            outcome = outcome_class(ruleset)
            for first, wins in (("left", outcome.left_wins_first), ("right", outcome.left_wins_second)):
                game = gamekit.load_game(name, {"board": board, "first": first})
                assert (gamekit.solve(game).root.winner == "Left") == wins, (name, board, first)


@attrs.frozen
class Slide(BoardRuleset[tuple[str, ...]], PartizanRuleset[tuple[str, ...]]):
    """Move a stone to the right by as many free squares as you like."""

    board: str = "x.o."
    most: int = 9

    signs = ".xo"
    alike = True

    def moves(self, s: Any) -> Iterator[tuple[int, int]]:
        for square in s.board.where(1 + s.turn):
            to = square + 1
            while to < len(s.board) and s.board[to] == 0 and to - square <= self.most:
                yield square, to
                to += 1

    def play(self, s: Any, move: tuple[int, int]) -> None:
        leaves, goes = move
        s.board[leaves], s.board[goes] = 0, s.board[leaves]


@pytest.mark.usefixtures("compiled")
def test_a_ruleset_of_ones_own_has_everything_from_its_moves() -> None:
    ruleset = Slide("x..o", most=1)
    assert list(ruleset.options(("x..o",), LEFT)) == [(".x.o",)]
    assert canonical_form(Slide("x..o")) == canonical_form(ruleset) == 2
    assert ruleset.format_option(("x..o",), (".x.o",), LEFT) == "a1-b1"
    assert "<svg" in (ruleset.svg(("x..o",)) or "")
    game = Slide.board_game()(board="x..o", most=1, first="right")
    assert game.format_state(game.initial_state()) == "x..o, Right to move"
    assert str(gamekit.solve(game).root) == "LOSS in 0 for Right"
    with pytest.raises(InputError, match=r"of the signs \. x o; not 'x\?'"):
        Slide("x?").start()


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    ("name", "board"),
    cases(quick=[("konane", "xoxo|oxox|x.xo")], slow=[("konane", "xoxox|oxox.|xoxox|oxoxo")]),
)
def test_followers_by_number_have_the_values_and_are_proved(name: str, board: str) -> None:
    ruleset = load_ruleset(name, {"board": board})
    plain: CheckedRuleset[Any] = CheckedRuleset(ruleset)
    walker: CanonicalWalker[Any] = CanonicalWalker(ruleset)
    value = walker.value(plain.start())
    assert not walker.rules.has_parts
    assert walker.rules.compared
    for position, form in walker.values.items():
        sides = [
            [walker.values[option] for option in plain.options(position, player)] for player in (LEFT, RIGHT)
        ]
        assert short_game(*sides) is form
    assert value is walker.values[plain.start()]
    assert check_canonical_proof(prove_canonical_form(ruleset)).ok


class Burn(Slide):
    """Stones move to the right, and nothing can be where they were."""

    signs = ".xo#"


def test_the_signs_of_players_are_exchanged_although_there_are_walls() -> None:
    game = Burn.board_game()(board="x..o")
    assert (
        game.format_state(game.movers_view(game.parse_state("x#.o, Right to move"))) == "o#.x, Left to move"
    )


@attrs.frozen
class Advance(BoardRuleset[tuple[str, ...]], ImpartialRuleset[tuple[str, ...]]):
    """Move any stone to the right by as many free squares as you like."""

    board: str = "x.x...x.."

    signs = ".x"

    def moves(self, s: Any) -> Iterator[tuple[int, int]]:
        for square in s.board.where(1):
            to = square + 1
            while to < len(s.board) and s.board[to] == 0:
                yield square, to
                to += 1

    play = Slide.play


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize("kind", cases(quick=["grundy"], slow=["canonical", "genus", "misere"]))
def test_impartial_followers_by_number_have_the_values_of_plain_rules(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = Advance()
    value = valuate(ruleset, ruleset.start(), kind)
    assert value.check().ok
    monkeypatch.setattr(Advance, "compiled_options", lambda _: None)
    assert value.value == valuate(ruleset, ruleset.start(), kind).value


class Back(Slide):
    """Move a stone to a free square beside it, so that play can return to a position."""

    def moves(self, s: Any) -> Iterator[tuple[int, int]]:
        for square in s.board.where(1 + s.turn):
            for to in self.beside[square]:
                if s.board[to] == 0:
                    yield square, to


@pytest.mark.usefixtures("compiled")
def test_what_followers_by_number_cannot_be_is_refused_as_by_plain_rules() -> None:
    with pytest.raises(LoopError, match="canonical forms are for games without loops, and play of Back"):
        canonical_form(Back("x...|...o|...."))
    with pytest.raises(LimitError, match="has more than 90 followers to visit, the limit that was set"):
        canonical_form(load_ruleset("konane", {"board": "xoxo|oxox|x.xo"}), max_positions=90)


def test_a_class_without_the_parameter_board_is_refused() -> None:
    class Careless(BoardRuleset[tuple[str, ...]], PartizanRuleset[tuple[str, ...]]):
        board: str = "x.o."
        signs = ".xo"
        moves = Slide.moves
        play = Slide.play

    with pytest.raises(
        RulesError, match=r"the parameter board, .* under @attrs\.frozen, .*; Careless has none"
    ):
        list(Careless().options(("x.o.",), LEFT))


@pytest.mark.parametrize("number", [3, -1, 300])
def test_a_number_of_no_sign_is_refused(number: int) -> None:
    def play(self: Any, s: Any, move: tuple[int, int]) -> None:  # noqa: ARG001
        s.board[move[0]] = number

    class Careless(Slide):
        pass

    Careless.play = play  # type: ignore[method-assign]
    rule = rf"Careless.play must put numbers from 0 to 2 on squares, those of the signs .xo; it puts {number}"
    with pytest.raises(RulesError, match=rule):
        list(Careless().options(("x.o.",), LEFT))


def test_other_options_than_those_of_the_ruleset_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nothing:
        def options(self, position: Any, player: int) -> list[Any]:
            return []

    monkeypatch.setattr(Slide, "compiled_options", lambda _: Nothing())
    rules: QuickRules[Any] = QuickRules(Slide())
    with pytest.raises(
        RulesError, match="compiled_options must give the options of the ruleset; it gives others for x"
    ):
        rules.options(("x.o.",), LEFT)


@pytest.mark.slow
def test_a_ruleset_in_a_file_is_compiled(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("""
import attrs
from gamekit.cgt import PartizanRuleset
from gamekit.layout import BoardRuleset

@attrs.frozen
class Step(BoardRuleset, PartizanRuleset):
    board: str = "x.|.o"
    signs = ".xo"

    def moves(self, s):
        for square in s.board.where(1 + s.turn):
            if square + self.columns < len(s.board) and s.board[square + self.columns] == 0:
                yield square

    def play(self, s, square):
        s.board[square], s.board[square + self.columns] = 0, 1 + s.turn
""")
    assert "canonical form 1" in call("value", f"{file}:Step").out
    assert "the compiled rules say the same" in call("check", f"{file}:Step").out
    assert "Left wins" in call("solve", f"{file}:Step", "--backend", "compiled").out


def test_boards_may_be_as_long_as_positions() -> None:
    ruleset = load_ruleset("clobber", {"board": "xo." * 133})
    assert len(list(ruleset.options_of(ruleset.start(), LEFT))) == 133
