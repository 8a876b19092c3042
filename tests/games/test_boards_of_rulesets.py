"""Cram, Clobber and Domineering as board games: the same rules as the rulesets, and who wins on published boards."""

from __future__ import annotations

import pickle
from typing import Any

import attrs
import pytest
from support.command import assert_refused, call, plugins
from support.marks import cases

import gamekit
from gamekit.analysis.verification.certificate_check import check_certificate
from gamekit.cgt import as_game, load_ruleset
from gamekit.drawing.colours import COLOURS
from gamekit.errors import PluginError
from gamekit.game.registry import game_class, load_game
from gamekit.layout import BoardGame, InTurn
from gamekit.testing import check_rules
from games.rulesets.domineering import Domineering

BOARDS = [
    ("domineering", "...|..."),
    ("domineering", "..#|...|..."),
    ("cram", "....|.#.."),
    ("clobber", "xox|.xo"),
]


def rectangle(rows: int, columns: int) -> str:
    return "|".join(["." * columns] * rows)


@pytest.mark.parametrize("first", ["left", "right"])
@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize(("name", "board"), BOARDS)
def test_they_say_what_the_ruleset_does(name: str, board: str, play: Any, first: Any) -> None:
    game = load_game(name, {"board": board, "play": play, "first": first})
    assert isinstance(game, BoardGame)
    assert pickle.loads(pickle.dumps(game)) == game
    plain = as_game(load_ruleset(name, {"board": board}), play=play, first=first)
    solution, expected = gamekit.solve(game), gamekit.solve(plain)
    for verdict in solution:
        board_text, _, turn = game.format_state(verdict.state).rpartition(",")
        state = plain.parse_state(
            f"{plain.ruleset.format_position(plain.ruleset.parse_position(board_text))},{turn}"
        )
        found = expected.get(state)
        if found is not None:  # the ruleset leaves out what no play in the parts of a position leads to
            assert (verdict.value, verdict.remoteness) == (found.value, found.remoteness)
    assert str(solution.root) == str(expected.root)


@pytest.mark.parametrize(
    ("name", "board"),
    cases(slow=[("domineering", "...|.#."), ("clobber", "xox|oxo")], release=[("cram", "...|...")]),
)
def test_check_compares_them(name: str, board: str) -> None:
    report = check_rules(load_game(name, {"board": board}))
    assert report.ok, report
    assert "ruleset" in report.checks


class Wrong(Domineering.board_game()):  # type: ignore[misc]
    """Both players lay vertical dominoes."""

    def options(self, s: Any) -> Any:
        for square in range(len(s.board)):
            if self.upright(s.board.bits(0)) >> square & 1:
                yield square, square + self.columns


@attrs.frozen
class Mistaken(Domineering):
    """A ruleset that names a board game with other rules."""

    @classmethod
    def board_game(cls) -> Any:
        return Wrong


@attrs.frozen
class Unlike(Domineering):
    """A ruleset that names a board game with other parameters."""

    @classmethod
    def board_game(cls) -> Any:
        from games.hex import Hex

        return Hex


@pytest.mark.slow
def test_other_rules_and_other_parameters_are_found() -> None:
    with plugins(rulesets={"mistaken": Mistaken, "unlike": Unlike}):
        report = check_rules(load_game("mistaken", {"board": "...|..."}))
        assert not report.ok
        assert "an option in the ruleset" in str(report)
        with pytest.raises(PluginError, match="must have the parameters board, first, play; it has"):
            game_class("unlike")


def test_bad_parameters_are_refused() -> None:
    refused = call("solve", "clobber", "-p", "board=x?")
    assert_refused(refused, "a board has the signs . x o; not '?', as in 'x?'")
    refused = call("solve", "cram", "-p", "first=up")
    assert_refused(refused, "first must be left or right; it is 'up'")
    assert issubclass(game_class("cram"), InTurn)


# Domineering: Breuker, Uiterwijk & van den Herik, "Solving 8 × 8 Domineering", Theoretical Computer Science 230, 2000.
# Cram: boards with an even side by symmetry (Gardner 1974); 3×3 and 5×5 are nim-heaps of 0 (Schneider 2009).
@pytest.mark.parametrize(
    ("name", "rows", "columns", "winner"),
    cases(
        quick=[("domineering", 3, 3, "Left"), ("cram", 3, 3, "second"), ("cram", 3, 4, "first")],
        slow=[("domineering", 5, 5, "Right")],
        release=[("cram", 5, 5, "second")],
    ),
)
def test_who_wins(name: str, rows: int, columns: int, winner: str) -> None:
    game = load_game(name, {"board": rectangle(rows, columns)})
    proof = gamekit.prove(game, memory="512MiB")
    assert proof.winner == winner
    assert check_certificate(proof.certificate()).ok


def test_colours_are_those_of_the_ruleset() -> None:
    for name in ("clobber", "domineering"):
        assert load_game(name).player_colours == (load_ruleset(name).player_colours or ("blue", "red"))


def test_dominoes_are_tiles_and_what_was_taken_before_is_none() -> None:
    game = load_game("domineering", {"board": "..#|..#"})
    state = game.apply(game.initial_state(), (0, 3))
    drawing = game.svg(state) or ""
    assert drawing.count("data-tile") == drawing.count('data-laid="') == 1
    assert game.contents(state)["a2"] == "half a domino"
    assert game.contents(state)["c1"] == "grey square"


def test_dominoes_of_a_ruleset_are_tiles_if_the_board_is_the_same() -> None:
    ruleset = load_ruleset("cram", {"board": "..#|..#"})
    tile = f'rx="9" fill="{COLOURS["brown"]}"'
    assert (ruleset.svg(ruleset.parse_position(".##|.##")) or "").count(tile) == 1  # over two squares
    assert (ruleset.svg(ruleset.parse_position("#.#|..#")) or "").count(tile) == 1  # which no play leads to
    assert (ruleset.svg(ruleset.parse_position("##")) or "").count(tile) == 0
