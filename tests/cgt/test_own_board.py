"""People see the position that they typed, and moves on its board, whatever represents it among those alike."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from support.command import call
from support.marks import cases

from gamekit import LimitError
from gamekit.cgt import LEFT, RIGHT, analyse_sum, load_ruleset, outcome_class, position_of, winning_options
from gamekit.cgt.valuation import valuate

BOARDS = {"clobber": "xo.", "cram": ".#", "domineering": ".#", "konane": "xo.", "snort": ".#LR"}


def random_board(name: str, chosen: random.Random) -> str:
    rows, columns = chosen.randint(1, 2), chosen.randint(1, 4)
    return "|".join("".join(chosen.choices(BOARDS[name], k=columns)) for _ in range(rows))


def out_of_room(*_: Any) -> None:
    raise LimitError("too many positions")


def wins(ruleset: Any, player: int, option: Any) -> bool:
    """Return whether a player wins who has moved to an option."""
    found = outcome_class(ruleset, option)
    return found.left_wins_second if player == LEFT else not found.left_wins_first


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("boards", cases(quick=[4], slow=[25], release=[100]))
def test_every_move_of_the_board_that_wins_is_named_and_no_other(name: str, boards: int) -> None:
    chosen = random.Random(boards)
    ruleset = load_ruleset(name)
    for _ in range(boards):
        text = random_board(name, chosen)
        position = ruleset.parse_position(text)
        won = [
            [
                move
                for move in dict.fromkeys(ruleset.options_of(position, player))
                if wins(ruleset, player, move)
            ]
            for player in (LEFT, RIGHT)
        ]
        kinds = ("grundy", "outcome", "loopy") if ruleset.is_impartial else ("canonical", "outcome")
        for kind in kinds:
            found = valuate(ruleset, position, kind)
            assert list(found.winning) == won, (text, kind)
            assert found.check().ok
        if ruleset.is_impartial:
            assert winning_options(ruleset, position) == won[LEFT]
        for by_search in (False, True):
            with pytest.MonkeyPatch.context() as patch:
                if by_search:
                    patch.setattr("gamekit.cgt.sums.play._walked", out_of_room)
                report = analyse_sum(position_of(ruleset, text))
            for player in (LEFT, RIGHT):
                named = [move.option for move in report.moves if move.player in (None, player)]
                assert named == won[player], text
            assert report.check().ok


@pytest.mark.parametrize("text", ["xoxo", "oxox", "ox|xo|x.", ".xo|.ox"])
def test_the_position_is_shown_as_it_was_typed(text: str, tmp_path: Path) -> None:
    claim = tmp_path / "claim.json"
    lines = call("value", "clobber", text, "--save", str(claim)).out.splitlines()
    assert lines[0].split() == ["position", text]
    assert call("value", "clobber", text, "--json").json["position"] == text
    said = call("verify", str(claim)).out
    assert said.startswith(f"{text} of clobber has the canonical form")
    assert "verified" in said
    assert call("sum", f"clobber:{text}", "nim:1", "--json").json["summands"] == [text, "1"]
    saved = call("sum", f"clobber:{text}", "nim:1", "--save", str(claim), "--force")
    moves = [line for line in saved.out.splitlines() if line.startswith("  ")]
    assert all(f"moves {text} to" in line or "moves 1 to" in line for line in moves)
    said = call("verify", str(claim)).out
    assert said.startswith(f"{text} + 1 of sum has the canonical form")
    assert "verified" in said


@pytest.mark.parametrize("kind", ["grundy", "loopy", "outcome", "misere", "genus", "quotient"])
def test_claims_of_every_kind_are_about_the_position_that_was_typed(kind: str, tmp_path: Path) -> None:
    claim = tmp_path / "claim.json"
    assert call("value", "cram", "...|##.", "--kind", kind, "--save", str(claim)).status == 0
    assert '"position": "...|##."' in claim.read_text()
    assert "verified" in call("verify", str(claim)).out


def test_moves_are_named_on_the_board_that_was_typed() -> None:
    found = call("value", "clobber", "xoxo").out
    assert "Left wins by            a1-b1; c1-b1\n" in found
    assert "Right wins by           b1-c1; d1-c1\n" in found
    assert call("value", "domineering", ".").out.splitlines()[0].split() == ["position", "."]
    assert "  Move ...|... to #..|#.. (a2-a1): " in call("sum", "cram:...|...").out


def test_edges_of_hackenbush_are_counted_as_they_were_typed() -> None:
    text = "lrl l(re)e rrl"
    found = call("value", "hackenbush", text).out
    assert found.splitlines()[0].split() == ["position", *text.split()]
    assert "Right wins by  cut edge 2; cut edge 6; cut edge 7\n" in found
    ruleset = load_ruleset("hackenbush")
    position = ruleset.parse_position(text)
    won = [move for move in ruleset.options_of(position, RIGHT) if wins(ruleset, RIGHT, move)]
    assert [ruleset.format_option(position, move, RIGHT) for move in won] == [
        f"cut edge {n}" for n in (2, 6, 7)
    ]


@pytest.mark.parametrize("kind", ["grundy", "outcome", "misere", "genus", "quotient"])
def test_every_kind_names_moves_of_the_board_that_was_typed(kind: str) -> None:
    ruleset = load_ruleset("cram")
    position = ruleset.parse_position("...|##.")
    found = valuate(ruleset, position, kind)
    assert set(found.winning[LEFT]) <= set(ruleset.options_of(position, LEFT))
    assert found.winning[LEFT]
