"""Games read as rulesets: worth what the rules they state are worth, or a position is named that has no value."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from hypothesis import given
from support.command import Countdown, assert_refused, call
from support.rulesets import AnyImpartial, AnyPartizan, impartial_rulesets, partizan_rulesets

from gamekit import Game, InputError, LimitError, UnsupportedError, load_game
from gamekit.cgt import (
    LEFT,
    RIGHT,
    Ruleset,
    as_game,
    as_ruleset,
    canonical_form,
    grundy_value,
    load_ruleset,
    outcome_table,
)
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import Player


@attrs.frozen
class InTurn(Game[tuple[int, int], int]):
    """A ruleset of numbers, with the turn before the position."""

    of: Ruleset[int]

    players = ("Left", "Right")

    def initial_state(self) -> tuple[int, int]:
        return 0, self.of.start()

    def to_move(self, state: tuple[int, int]) -> int:
        return state[0]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return list(self.of.options_of(state[1], RIGHT if state[0] else LEFT))

    def apply(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return 1 - state[0], move

    def outcome(self, state: tuple[int, int]) -> int | None:
        return None if self.moves(state) else (1 if state[0] else -1)


@attrs.frozen
class Left3:
    """A state of `Heap`."""

    turn: int
    left: int


class Heap(Game[Left3, int]):
    """A heap of three, from which one or two are taken. `Countdown` is one of which the size says whose turn it is."""

    players = ("Ann", "Bob")

    def initial_state(self) -> Left3:
        return Left3(0, 3)

    def to_move(self, state: Left3) -> int:
        return state.turn

    def moves(self, state: Left3) -> list[int]:
        return [take for take in (1, 2) if take <= state.left]

    def apply(self, state: Left3, move: int) -> Left3:
        return Left3(1 - state.turn, state.left - move)

    def outcome(self, state: Left3) -> int | None:
        return None if state.left else (1 if state.turn else -1)


@given(partizan_rulesets())
def test_forms_are_those_of_the_ruleset(ruleset: AnyPartizan) -> None:
    read = as_ruleset(InTurn(ruleset))
    assert canonical_form(read) is canonical_form(ruleset)
    assert outcome_table(read).classes.keys() == {
        (0, position) for position in outcome_table(ruleset).classes
    }


@given(impartial_rulesets())
def test_an_impartial_game_is_seen_to_be_one(ruleset: AnyImpartial) -> None:
    read = as_ruleset(InTurn(ruleset))
    assert read.is_impartial
    assert grundy_value(read) == grundy_value(ruleset)


def test_nim_as_a_game_has_the_values_of_nim() -> None:
    read, nim = as_ruleset(load_game("nim", [2, 3, 4])), load_ruleset("nim")
    for position in outcome_table(read).classes:
        assert grundy_value(read, position) == grundy_value(nim, tuple(sorted(position[:-1])))
    beyond = read.parse_position("4 4 4, second to move")  # which heaps of 2, 3 and 4 do not lead to
    assert grundy_value(read, beyond) == 4


def test_a_state_may_be_an_instance_of_a_class() -> None:
    read = as_ruleset(Heap())
    assert [grundy_value(read, Left3(0, left)) for left in range(4)] == [0, 1, 2, 0]


def test_a_ruleset_that_was_made_a_game_is_itself_again() -> None:
    ruleset = load_ruleset("domineering")
    assert as_ruleset(as_game(ruleset)) is ruleset
    board = load_game("domineering", {"board": "...|..."})
    assert str(canonical_form(as_ruleset(board))) == "{2|-1/2}"


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Countdown(), "no entry of '3' can be changed so that the other player is to move"),
        (load_game("chess-ending"), "'Ka1 Qc4 ka3, black to move' is over with black to move, and is a draw"),
        (load_game("three-in-a-row"), "'XXX......, X to move' is over with X to move, and has been won by X"),
        (load_game("nim", {"heaps": [1], "misere": True}), "'0, first to move' is over with first to move"),
        (load_game("kayles", {"play": "misere"}), "is over with first to move, and has been won by first"),
        (load_game("dots-and-boxes"), "first can move twice running"),
        (load_game("klotski"), "it has one player"),
        (load_game("cops-and-robber"), "play that never ends is won by one of the players"),
        (load_game("cat-mouse-ii"), "it ends after 1,000 plies"),
    ],
    ids=lambda case: type(case).__name__,
)  # fmt: skip
def test_a_refusal_names_the_position(game: Game[Any, Any], message: str) -> None:
    with pytest.raises(UnsupportedError) as caught:
        as_ruleset(game)
    assert message in str(caught.value)


def test_a_game_is_no_ruleset_by_itself() -> None:
    with pytest.raises(InputError, match="as_ruleset reads a game as one"):
        grundy_value(load_game("nim"))  # type: ignore[arg-type]
    with pytest.raises(LimitError, match="more than 100 positions"):
        as_ruleset(load_game("breakthrough"), max_positions=100)


NIM_MOVES = [f"take {take} from a heap of {heap}" for take, heap in ((1, 1), (1, 2), (2, 2))]


@pytest.mark.parametrize(
    ("name", "text", "player", "moves"),
    [
        ("hexapawn", ".../W.B/...", LEFT, ["a2-a3"]),
        ("hexapawn", ".../W.B/...", RIGHT, ["c2-c1"]),
        ("nim", "0 1 2", LEFT, NIM_MOVES),
    ],
)
def test_a_position_shows_no_turn_and_moves_have_the_names_of_the_game(
    name: str, text: str, player: Player, moves: list[str]
) -> None:
    read = as_ruleset(load_game(name))
    position = read.parse_position(text)
    assert read.format_position(position) == text
    for turn in read.game.players:  # type: ignore[attr-defined]
        assert read.parse_position(f"{text}, {turn} to move") == position
    options = list(read.options_of(position, player))
    assert [read.format_option(position, option, player) for option in options] == moves
    assert [read.parse_option(position, move, player) for move in moves] == options


def test_a_text_that_does_not_end_with_the_turn_stays_as_it_is() -> None:
    assert as_ruleset(InTurn(load_ruleset("nim"))).format_position((0, (1, 2))) == "(0, (1, 2))"  # type: ignore[arg-type]


def test_every_position_of_a_game_is_read_as_it_is_shown() -> None:
    for name in ("hexapawn", "umul-gonu"):
        rules = CheckedRuleset(as_ruleset(load_game(name)))
        for position in outcome_table(rules.ruleset).classes:
            assert "to move" not in rules.text(position)


@pytest.mark.slow
def test_reports_show_no_turn() -> None:
    out = call("value", "hexapawn", ".../W.B/..., black to move").out
    assert out.splitlines()[0].split() == ["position", ".../W.B/..."]
    assert "Left wins by            a2-a3\nRight wins by           c2-c1\n" in out
    assert "  Left moves BBB/.../WWW to BBB/W../.WW (a1-a2): " in call("sum", "hexapawn", "nim:1").out
    refused = call("value", "hexapawn", "W.B/...")
    assert_refused(refused)
    assert "a state reads like 'BBB/.../WWW, white to move'; this one is 'W.B/...'" in refused.err


@pytest.mark.slow
def test_the_command_line_takes_a_game() -> None:
    assert call("value", "umul-gonu", "--json").json["value"] == "D"
    assert call("sum", "hexapawn", "nim:3").out.startswith("N: whoever moves first wins")
    refused = call("value", "quixo")
    assert_refused(refused)
    assert "'XX/.., X to move' is over" in refused.err
    refused = call("value", "umul-gonu", "--kind", "grundy")
    assert_refused(refused)
    assert "UmulGonu is partizan" in refused.err
