"""What a notebook shows of results, and the tutorial that is one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.command import SEVENTEEN
from support.each_game import each_small_kind_of_game
from support.paths import ROOT

import gamekit
from gamekit import Board, Game, Play, load_game
from gamekit.analysis.explanation import FIRST_STEPS
from gamekit.cgt.impartial.loopy import LoopyValue
from gamekit.cgt.misere.genus import Genus
from gamekit.cgt.misere.quotient import heap_quotient
from games.nim import Nim

TUTORIAL = ROOT / "docs" / "notebooks" / "tutorial.ipynb"
VOID = {"img", "br", "hr"}


class Nesting(HTMLParser):
    """Checks that every element is closed, and notes which there are."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attributes: Any) -> None:
        self.seen.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def elements(shown: Any) -> set[str]:
    """Return the elements in what a notebook shows of something, which has to be well nested."""
    nesting = Nesting()
    nesting.feed(shown._repr_html_())
    assert not nesting.open
    return nesting.seen


@attrs.frozen
class Wild(Game[str, str]):
    """A game whose texts look like HTML."""

    players = ("<b>Ann", "Bob & <script>")

    def initial_state(self) -> str:
        return "<script>"

    def to_move(self, state: str) -> int:
        return len(state) % 2

    def moves(self, state: str) -> Iterable[str]:
        return ["<i>", "<u>x"]

    def apply(self, state: str, move: str) -> str:
        return state + move

    def outcome(self, state: str) -> int | None:
        return 1 if len(state) > 12 else None

    def format_state(self, state: str) -> str:
        return state


def results_of(game: Game[Any, Any]) -> list[Any]:
    solution = gamekit.solve(game, backend="python")
    play = Play.begin(solution, people=range(len(game.players)))
    play = play.played(play.replies[-1][0])
    farthest, line = solution.farthest(), solution.line()
    return [solution, play, Board(game, play.state), gamekit.explain(solution), farthest, line]


@each_small_kind_of_game
def test_results_of_every_game_are_shown(name: str) -> None:
    solution, play, board, explanation, farthest, line = results_of(load_game(name))
    assert {"svg", "table", "figcaption"} <= elements(solution)
    assert f"{len(solution):,} states" in solution._repr_html_()
    assert {"svg", "details", "li"} <= elements(play)
    assert {"svg", "figcaption"} <= elements(board)
    assert {"svg", "table", "figcaption"} <= elements(explanation)
    assert Board(solution.game, solution.start)._repr_html_() in explanation._repr_html_()
    assert {"svg", "figcaption"} <= elements(farthest)
    assert {"svg", "figcaption"} <= elements(line)


def test_a_long_line_is_shown_in_part_and_farthest_states_are_counted() -> None:
    solution = gamekit.solve(load_game("nim", {"heaps": [20]}))
    assert solution.where(value="loss")._repr_html_().count("<figure>") == 2
    long = gamekit.solve(load_game("towers-of-hanoi", {"discs": 4})).line()
    shown = long._repr_html_()
    assert shown.count("<figure>") == 12
    assert "4 more plies" in shown
    assert all(text in shown for text in long.texts())
    many = solution.where(value="win")
    assert f"{len(many)} of {len(solution)} states; the first 12 are shown" in many._repr_html_()


def test_text_is_escaped_and_sets_no_colours() -> None:
    for shown in [*results_of(Wild()), gamekit.compare(Wild())]:
        assert not {"script", "i", "u", "b"} & elements(shown)
        assert "color" not in re.sub(r"<svg.*?</svg>", "", shown._repr_html_(), flags=re.DOTALL)


def test_a_comparison_is_shown_as_tables() -> None:
    comparison = gamekit.compare(load_game("cat-mouse"))
    assert "table" in elements(comparison)
    assert comparison._repr_html_().count("<table>") == 2
    assert comparison.caps_note.split(":")[0] in comparison._repr_html_()


def test_a_circle_is_said_to_come_back() -> None:
    explanation = gamekit.explain(gamekit.solve(load_game("cat-mouse")))
    assert explanation.cycle_start is not None
    assert "and back to " in explanation._repr_html_()


def rows_of(html: str) -> list[list[str]]:
    rows = (re.findall("<td>(.*?)</td>", row) for row in re.findall("<tr>(.*?)</tr>", html))
    return [row for row in rows if row]


def test_an_explanation_is_a_table_of_its_line() -> None:
    html = gamekit.explain(gamekit.solve(Nim((1, 2))))._repr_html_()
    worse = (
        "not take 1 from a heap of 1: second threatens to win in 2: second plays take 2 from a heap of 2; "
        "not take 2 from a heap of 2: second threatens to win in 2: second plays take 1 from a heap of 1"
    )
    assert rows_of(html) == [
        ["1", "first", "take 1 from a heap of 2", "WIN in 3", worse],
        ["2", "second", "take 1 from a heap of 1", "LOSS in 2", ""],
        ["3", "first", "take 1 from a heap of 1", "WIN in 1", ""],
        ["4", "", "the game is over", "", ""],
    ]
    assert "<details>" not in html


def test_a_long_line_is_folded_and_weighs_little() -> None:
    game = load_game("cat-mouse", json.loads(Path(SEVENTEEN).read_text()))
    explanation = gamekit.explain(gamekit.solve(game))
    html = explanation._repr_html_()
    assert [row[0] for row in rows_of(html)] == [str(ply) for ply in range(1, 82)]
    assert [row[3] for row in rows_of(html)][:2] == ["LOSS in 80", "WIN in 79"]
    shown, folded = html.split("<details><summary>77 more steps</summary>")
    assert (len(rows_of(shown)), len(rows_of(folded))) == (FIRST_STEPS, 77)
    assert html.count("<svg") == 1
    assert len(html) < 100_000


def test_what_proves_nothing_says_so() -> None:
    html = gamekit.solve(Nim((3, 4)), solver="minimax", cap=2, cap_means="draw")._repr_html_()
    assert "UNSOUND" in html
    assert "verify" not in html


def test_lazy_solutions_are_shown_alike(tmp_path: Path) -> None:
    game = load_game("cat-mouse")
    gamekit.save_table(gamekit.solve(game, backend="compiled"), tmp_path / "table")
    table, plain = gamekit.open_table(tmp_path / "table"), gamekit.solve(game, backend="python")
    assert table._repr_html_() == plain._repr_html_()


def test_games_and_values_are_shown() -> None:
    game = load_game("tic-tac-toe")
    assert game._repr_html_() == Board(game, game.initial_state())._repr_html_()
    assert LoopyValue(None, frozenset({0, 2}))._repr_html_() == "<p>∞(0, 2)</p>"
    assert Genus(4, (1, 4, 6))._repr_html_() == "<p>4<sup>146</sup></p>"
    shown = heap_quotient("0.123", 24)._repr_html_()
    assert "20 elements; P-positions: a, b²" in shown
    assert rows_of(shown)[1][:3] == ["a", "a", "1"]


# --- the tutorial ---------------------------------------------------------------------------------------------


@pytest.mark.extra
def test_the_tutorial_has_no_outputs() -> None:
    nbformat = pytest.importorskip(
        "nbformat", reason="notebooks are an extra: pip install nbclient nbformat ipykernel"
    )
    notebook = nbformat.read(TUTORIAL, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None)


@pytest.mark.release
@pytest.mark.filterwarnings("default")  # those of Jupyter are not ours
def test_the_tutorial_runs() -> None:
    reason = "the tutorial takes the extras plot and notebook"
    nbclient = pytest.importorskip("nbclient", reason=reason)
    nbformat = pytest.importorskip("nbformat", reason=reason)
    pytest.importorskip("matplotlib", reason=reason)
    pytest.importorskip("ipykernel", reason=reason)
    notebook = nbformat.read(TUTORIAL, as_version=4)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    kinds = {
        kind
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        for kind in output.get("data", ())
    }
    assert {"text/html", "image/svg+xml"} <= kinds
