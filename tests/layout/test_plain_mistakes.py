"""Mistakes that the plain rules of a board game could hide: each is named with its line, by either backend."""

from __future__ import annotations

import inspect
import random
from pathlib import Path
from typing import Any

import pytest
from support.marks import one_in

import gamekit
from gamekit.errors import InputError, RulesError
from gamekit.layout import (
    AGAIN,
    LOSS,
    PASS,
    BoardGame,
    Cell,
    Counter,
    Grid,
    Hand,
    Layout,
    Permutation,
    Pits,
    Points,
)


class Right(BoardGame):
    """The game that the others get wrong: X and O fill a row of four squares, and who cannot loses."""

    stuck = LOSS
    name = ""
    """What the message names, and the author's line does not."""

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".XO"))

    def start(self) -> Any:
        return {}

    def options(self, s: Any) -> Any:
        yield from s.board.where(0)

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn


# --- the start --------------------------------------------------------------------------------------------------------


class Misspelt(Right):
    name = "the state has no bord; it has board, turn; did you mean 'board'?"

    def start(self) -> Any:
        return {
            "turn": 1,
            "bord": "XO..",  # HERE
        }


class TurnMisspelt(Right):
    name = "the state has no Turn; it has board, turn; did you mean 'turn'?"

    def start(self) -> Any:
        return {"Turn": 1}  # HERE


class TurnOfNobody(Right):
    name = "turn is 2; it must be 0 (first) or 1 (second)"

    def start(self) -> Any:
        return {"turn": 2}  # HERE


class TurnOfAloneIsOne(Right):
    name = "turn is 1; it must be 0 (only)"
    players = ("only",)

    def start(self) -> Any:
        return {"turn": 1}  # HERE


class TurnByName(Right):
    name = "turn is 'second'"

    def start(self) -> Any:
        return {"turn": "second"}  # HERE


class StartBeyond(Right):
    name = "board is given 3, which is not from 0 to 2"

    def start(self) -> Any:
        return {"board": [0, 0, 0, 3]}  # HERE


class StartTooShort(Right):
    name = "board is given 3 numbers instead of 4"

    def start(self) -> Any:
        return {"board": [0, 0, 0]}  # HERE


class StartWithALetterTooMany(Right):
    name = "board: a board must be 1 row of 4 squares, each one of .XO, as in '....'; this is 'XQ..'"

    def start(self) -> Any:
        return {"board": "XQ.."}  # HERE


class StartWithATileTwice(Right):
    name = "tiles: a permutation must be the numbers of 0.1.2 in some order"

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".XO"), tiles=Permutation(3))

    def start(self) -> Any:
        return {"tiles": [0, 1, 1]}  # HERE


class StartWithAHalf(Right):
    name = "left is given 0.5, which is not from 0 to 2"

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".XO"), left=Counter(2))

    def start(self) -> Any:
        return {"left": 0.5}  # HERE


class StartIsNoMapping(Right):
    name = "this returns None; start must return a text, or a mapping from names of fields"

    def start(self) -> Any:  # HERE
        pass


class NoLayout(Right):
    name = "this returns None; it must return a Layout"

    def layout(self) -> Any:  # HERE
        Layout(board=Grid(1, 4, ".XO"))


# --- numbers that a field cannot hold ---------------------------------------------------------------------------------


class SignTooLarge(Right):
    name = "board"

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 2 + s.turn  # HERE


class SignBelow(Right):
    name = "board"

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".XO"), symmetry="mirror")

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] -= 1  # HERE


class SignBelowWhereAlike(Right):
    name = "board"

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".xX"), alike="mirror")

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] -= 1  # HERE


class SignOfAPoint(Right):
    name = "board"

    def layout(self) -> Layout:
        return Layout(board=Points([[1], [0, 2], [1, 3], [2]], ".XO"), symmetry="automorphisms")

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] += 3  # HERE


class CounterTooLarge(Right):
    name = "left"

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".XO"), left=Counter(2))

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn
        s.left += 1  # HERE


class CounterBelow(CounterTooLarge):
    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn
        s.left -= 1  # HERE


class CounterFarTooLarge(CounterTooLarge):
    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".XO"), left=Counter(10_000))

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn
        s.left += 4_000  # HERE


class CountersFarTooLarge(CounterFarTooLarge):
    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".XO"), left=Counter(10_000, 2))

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn
        s.left[s.turn] += 6_000  # HERE


class HandBelowNothing(Right):
    name = "hand"

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 4, ".Gg"), hand=Hand("Gg", most=2), alike=True)

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn
        s.hand[s.turn] -= 1  # HERE


class PitsTooFull(Right):
    name = "pits"

    def layout(self) -> Layout:
        return Layout(pits=Pits(4, most=3), alike=True)

    def options(self, s: Any) -> Any:
        yield 2 * s.turn

    def play(self, s: Any, move: Any) -> Any:
        s.pits[move] += 2  # HERE


class OffTheGrid(Right):
    name = "cat"

    def layout(self) -> Layout:
        return Layout(cat=Cell(Grid(2, 2)), symmetry="transpose")

    def options(self, s: Any) -> Any:
        yield 3

    def play(self, s: Any, move: Any) -> Any:
        s.cat -= move  # HERE


class LikeMenOffTheGraph(Right):
    name = "men"

    def layout(self) -> Layout:
        return Layout(men=Cell(3, pieces=2, like=True))

    def options(self, s: Any) -> Any:
        return [0]

    def play(self, s: Any, move: Any) -> Any:
        s.men[0], s.men[1] = s.men[0] + 1, s.men[1] + 1  # HERE


class BeyondInAHelper(Right):
    name = "board"

    def play(self, s: Any, move: Any) -> Any:
        self.put(s, move)

    def put(self, s: Any, square: Any) -> Any:
        s.board[square] = 3  # HERE


class BeyondAndDense(Right):
    name = "left"

    def layout(self) -> Layout:
        return Layout(left=Counter(3), dense="all")

    def options(self, s: Any) -> Any:
        yield 1

    def play(self, s: Any, move: Any) -> Any:
        s.left += move  # HERE


class BeyondAndTakenBack(BeyondAndDense):
    def play(self, s: Any, move: Any) -> Any:
        s.left += move  # HERE

    def back(self, s: Any) -> Any:
        if s.left > 0:
            yield 1

    def unplay(self, s: Any, move: Any) -> Any:
        s.left -= move


# --- rules that change what they must not -----------------------------------------------------------------------------


class OptionsChange(Right):
    name = "only play and unplay, and functions that they call, may change the state"

    def options(self, s: Any) -> Any:
        s.board[0] = 0  # HERE
        yield from s.board.where(0)


class OverChanges(Right):
    name = OptionsChange.name

    def over(self, s: Any) -> Any:
        s.board[0] = 0  # HERE


class OptionsChangeANumber(CounterTooLarge):
    name = OptionsChange.name

    def options(self, s: Any) -> Any:
        s.left = 1  # HERE
        yield from s.board.where(0)

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn


class OverCallsWhatChanges(Right):
    name = OptionsChange.name

    def over(self, s: Any) -> Any:
        return LOSS if self.tries(s, 0) else None

    def tries(self, s: Any, square: Any) -> Any:
        was = s.board[square]
        s.board[square] = 1  # HERE
        full = s.board.count(0) == 9
        s.board[square] = was
        return full


class OptionsWithoutOver(OptionsChange):
    stuck = PASS

    def over(self, s: Any) -> Any:
        return None if 0 in s.board else LOSS

    def options(self, s: Any) -> Any:
        if s.board[0] == 0:
            s.board[0] = 1  # HERE
        yield from s.board.where(0)


class IsStateChanges(BeyondAndDense):
    name = OptionsChange.name

    def options(self, s: Any) -> Any:
        if s.left < 3:
            yield 1

    def is_state(self, s: Any) -> Any:
        s.left = 3  # HERE
        return True


class TurnInPlay(Right):
    name = "the turn passes by itself; return AGAIN from play to move again"

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn
        s.turn = 1 - s.turn  # HERE


class TurnInOptions(TurnInPlay):
    def options(self, s: Any) -> Any:
        s.turn = 0  # HERE
        yield from s.board.where(0)

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn


class TurnInUnplay(BeyondAndTakenBack):
    name = TurnInPlay.name

    def options(self, s: Any) -> Any:
        if s.left < 3:
            yield 1

    def play(self, s: Any, move: Any) -> Any:
        s.left += move

    def unplay(self, s: Any, move: Any) -> Any:
        s.left -= move
        s.turn = 0  # HERE


# --- what methods return ----------------------------------------------------------------------------------------------


class NextPlayer(Right):
    name = "AGAIN if the same player moves again, else "

    def play(self, s: Any, move: Any) -> Any:  # HERE (plain)
        s.board[move] = 1 + s.turn
        return 1 - s.turn  # HERE (compiled)


class NumberOfMoves(NextPlayer):
    def play(self, s: Any, move: Any) -> Any:  # HERE (plain)
        s.board[move] = 1 + s.turn
        return 2  # HERE (compiled)


class MovesReturnedAndYielded(Right):
    name = "either yield all moves or return them everywhere"

    def options(self, s: Any) -> Any:
        if s.board[0] == 0:
            return range(1)  # HERE
        yield from s.board.where(0)


MISTAKES = [
    found
    for found in globals().values()
    if isinstance(found, type) and issubclass(found, Right) and found is not Right
]

PYTHON_ONLY = [CounterFarTooLarge, CountersFarTooLarge]
"""These take seconds to compile, and show nothing else there."""


def line_of(mistake: type[Right], backend: str) -> int:
    lines, first = inspect.getsourcelines(mistake)
    here = ("# HERE\n", f"# HERE ({backend})\n")
    return first + next(i for i, line in enumerate(lines) if line.endswith(here))


def message(game: BoardGame, backend: Any) -> str:
    with pytest.raises((RulesError, InputError)) as error:
        gamekit.solve(game, backend=backend)
    return str(error.value)


@pytest.mark.parametrize("mistake", one_in(4, MISTAKES))
def test_plain_rules_name_it(mistake: type[Right]) -> None:
    said = message(mistake(), "python")
    assert said.startswith(f"{Path(__file__).name}, line {line_of(mistake, 'plain')}, in ")
    assert mistake.name in said


@pytest.mark.slow
@pytest.mark.parametrize("mistake", [mistake for mistake in MISTAKES if mistake not in PYTHON_ONLY])
def test_compiled_rules_name_it(mistake: type[Right]) -> None:
    said = message(mistake(), "compiled")
    assert said.startswith(f"{Path(__file__).name}, line {line_of(mistake, 'compiled')}, in ")
    assert mistake.name in said


@pytest.mark.parametrize("given", [1, 2.0, True])
def test_what_is_found_at_the_end_of_play_is_named_too(given: Any) -> None:
    class Late(Right):
        def play(self, s: Any, move: Any) -> Any:
            s.board[move] = 1 + s.turn
            if 0 not in s.board:
                s.board[0] = [3, 4.5, -1][int(given) - 1]

    assert "board is given " in message(Late(), "python")


@pytest.mark.parametrize("change", ["append(1)", "pop()", "__delitem__(0)", "extend([1, 1])"])
def test_a_field_keeps_its_length(change: str) -> None:
    class Longer(Right):
        def layout(self) -> Layout:
            return Layout(board=Grid(1, 4, ".XO"), symmetry="mirror")

        def play(self, s: Any, move: Any) -> Any:
            eval(f"s.board.{change}")

    assert "numbers instead of 4: " in message(Longer(), "python")


def test_a_whole_field_may_be_given_other_numbers_of_the_right_kind() -> None:
    class Whole(Right):
        def play(self, s: Any, move: Any) -> Any:
            s.board = [*s.board[:move], 1 + s.turn, *s.board[move + 1 :]]

    whole, right = (gamekit.solve(game, backend="python") for game in (Whole(), Right()))
    assert (whole.root.value, len(whole)) == (right.root.value, len(right))
    assert gamekit.verify(whole).ok


@pytest.mark.parametrize("returned", [True, False])
def test_a_truth_is_no_payoff_whoever_moves(returned: bool) -> None:
    class Truth(Right):
        def over(self, s: Any) -> Any:
            return returned if s.turn == 1 else None

    said = message(Truth(), "python")
    assert f"returned {returned}; it must be None or an integer payoff" in said
    assert said.endswith(f"; see over ({Path(__file__).name}, line {Truth.over.__code__.co_firstlineno})")


def test_a_truth_is_found_as_a_payoff_before_rules_are_compiled() -> None:
    class Truth(Right):
        stuck = None  # type: ignore[assignment]

        def over(self, s: Any) -> Any:
            return self.is_stuck(s)

    said = message(Truth(), "compiled")
    assert f", line {Truth.over.__code__.co_firstlineno}, in " in said
    assert "this must return a payoff or None; it returns False" in said


def test_play_may_say_whether_it_is_again() -> None:
    class Says(Right):
        def play(self, s: Any, move: Any) -> Any:
            s.board[move] = 1 + s.turn
            return move == 0

    class Agains(Says):
        def play(self, s: Any, move: Any) -> Any:
            s.board[move] = 1 + s.turn
            return AGAIN if move == 0 else None

    says, agains = (gamekit.explore(game()) for game in (Says, Agains))
    assert says.states == agains.states


def test_play_may_ask_who_is_stuck_before_and_after_its_change() -> None:
    class Asks(Right):
        def play(self, s: Any, move: Any) -> Any:
            before = self.is_stuck(s)
            s.board[move] = 1 + s.turn
            return AGAIN if self.is_stuck(s) and not before else None

    class Looks(Right):
        def play(self, s: Any, move: Any) -> Any:
            s.board[move] = 1 + s.turn
            return AGAIN if not s.board.where(0) else None

    asks, looks = (gamekit.explore(game()) for game in (Asks, Looks))
    assert asks.states == looks.states


def test_moves_that_are_not_listed_name_the_method() -> None:
    class Forgets(Right):
        def options(self, s: Any) -> Any:
            s.board.where(0)

    class Fails(Right):
        def options(self, s: Any) -> Any:
            yield s.board[None]

    assert message(Forgets(), "python").startswith(f"{Path(__file__).name}, line ")
    assert "this returns None; it must yield moves" in message(Forgets(), "python")
    assert "raised TypeError" in message(Fails(), "python")


@pytest.mark.parametrize("stuck", [True, "loss", 1.5])
def test_stuck_is_a_payoff(stuck: Any) -> None:
    game = type("Stuck", (Right,), {"stuck": stuck})
    assert f"Stuck.stuck must be LOSS, TIE, WIN or another payoff, PASS or None; it is {stuck!r}" in message(
        game(), "python"
    )


def test_no_moves_and_no_end_name_the_method() -> None:
    class NoEnd(Right):
        stuck = None  # type: ignore[assignment]

    assert message(NoEnd(), "python").endswith(
        "; see options (test_plain_mistakes.py, line " + line("options")
    )


def line(method: str) -> str:
    return f"{getattr(Right, method).__code__.co_firstlineno})"


def test_a_state_that_no_move_makes_is_unknown() -> None:
    solution = gamekit.solve(Right(), backend="python")
    for cells in (0, 0, 0, 3, 0), (0, 0, 0, 0, 0, 0), (0, 0, 0, -1, 1):
        with pytest.raises(gamekit.errors.UnknownStateError):
            solution[cells]


def test_images_of_no_state_are_none() -> None:
    layout = Layout(board=Grid(1, 4, ".XO"), hand=Hand("Gg", 1), symmetry="mirror", alike=True)
    choose = random.Random(0)
    for _ in range(200):
        cells = [choose.choice([0, 1]) for _ in range(6)]
        cells[choose.randrange(6)] = choose.choice([-2, -1, 4, 5])
        for image in (layout.exchanged, layout.canonical):
            try:
                found = image(tuple(cells))
            except IndexError:
                continue
            assert any(not 0 <= cell < values for cell, values in zip(found, layout.values, strict=True))
